"""Values that left the graph while a gradient was recorded, and came back as constants: found, and told once.

What is read of a value that depends on a variable is noted; when the gradient is asked for, the constants that were
recorded later, and that the result depends on, are compared with it. A value that only decided something, or was
printed, is not among them. Round numbers are told by being the very object that was read; others by their bits, also
after one function of `math`.
"""

from __future__ import annotations

import math
import warnings
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple, cast

import numpy as np

from dusk import ops
from dusk.errors import LeftGraphWarning
from dusk.graph.provenance import Origin, describe, here
from dusk.record.context import Context, local
from dusk.record.follower.portable import ALIAS
from dusk.record.handle import Handle
from dusk.record.trie import GENERAL, TrieNode

_MOST = 64  # reads of one segment that are remembered
_LOOKS = 16  # gradients after which a line from which nothing ever came back is not noted any more
_SAMPLE = 256  # elements by which arrays are compared
_ELEMENTS = 64  # of arrays that small, elements may come back one by one
_DIGITS = 7  # that a number has which is not met twice by chance

_THROUGH: tuple[Callable[[float], float], ...] = (
    *(math.exp, math.log, math.sqrt, math.sin, math.cos, math.tan, math.tanh, math.fabs, math.log1p, math.expm1),
    *(math.log2, math.log10, math.sinh, math.cosh, math.asin, math.acos, math.atan, math.erf, math.gamma),
)


class Left(NamedTuple):
    """A read: where, how, of which slot (of a segment that had `nslots`), and what it gave: numbers, or a sample."""

    line: Origin
    how: str
    epoch: int
    slot: int
    nslots: int
    numbers: tuple[Any, ...]
    sample: tuple[int, bytes] | None


_told: set[Origin] = set()
_looks: dict[Origin, int] = {}


def note_left(handle: Handle, how: str, value: Any) -> None:
    """Note that a value leaves an array while a gradient is recorded: what becomes of it has no derivative."""
    context = local.context
    context.taken = line = here()
    if handle.dtype.kind not in "fc" or line in _told or _looks.get(line, 0) > _LOOKS:
        return
    slot = _slot_of(context, handle)
    if slot < 0:
        return
    array = np.asarray(value)
    numbers: tuple[Any, ...] = (value,) if not array.ndim else ()
    if array.ndim and array.size <= _ELEMENTS:
        numbers = tuple(array.ravel().tolist())
    context.left = [left for left in context.left[-_MOST:] if left.epoch == context.epoch]
    sample = _sample(array) if array.ndim else None
    context.left.append(Left(line, how, context.epoch, slot, context.node.nslots, numbers, sample))


def _slot_of(context: Context, handle: Handle) -> int:
    """The slot whose value is seen, or -1: it is none of this segment."""
    while handle.owner is not None and handle.version != ALIAS:
        handle = handle.owner
    return handle.slot if handle.epoch == context.epoch else -1


def _sample(array: np.ndarray[Any, Any]) -> tuple[int, bytes]:
    """By what arrays are compared, whatever their shapes and dtypes."""
    some = array.reshape(-1)[:: max(array.size // _SAMPLE, 1)]
    return array.size, some.astype(np.complex128).tobytes()


def tell_left(context: Context, variables: Sequence[int], outputs: Sequence[Any]) -> None:
    """Warn (once for each line) of values that left since these variables were recorded and came back into results."""
    first = min(variables, default=0)
    left = [x for x in context.left if x.epoch == context.epoch and x.nslots > first and x.line not in _told]
    if not context.history > 1:
        context.left = []
    slots = [_slot_of(context, output) for output in outputs if isinstance(output, Handle)]
    if not left or not slots:
        return
    for line in {x.line for x in left}:
        _looks[line] = _looks.get(line, 0) + 1
    path = context.node.path()
    moving, wanted = _moving(path), _wanted(path, slots)
    left = [x for x in left if x.slot in moving]
    for node, constant in _constants(context, path) if left else ():
        if not any(node.first + i in wanted for i in range(len(_call(node).kinds))):
            continue
        for x in left:
            through = _same(x, constant) if x.nslots <= node.first and x.line not in _told else None
            if through is not None:
                _warn(x, node.origin, through)


def _call(node: TrieNode) -> Any:
    return node.call


def _moving(path: Sequence[TrieNode]) -> set[int]:
    """The slots that depend on a variable."""
    found: set[int] = set()
    for node in path:
        call = _call(node)
        if call.op is ops.variables or (not call.op.nondiff and not found.isdisjoint(_slots(call))):
            found.update(range(node.first, node.first + len(call.kinds)))
    return found


def _wanted(path: Sequence[TrieNode], outputs: Sequence[int]) -> set[int]:
    """The slots that the outputs depend on."""
    found = set(outputs)
    for node in reversed(path):
        call = _call(node)
        if any(node.first + i in found for i in range(len(call.kinds))):
            found.update(_slots(call))
    return found


def _slots(call: Any) -> list[int]:
    return [operand for operand in call.operands if isinstance(operand, int)]


def _constants(context: Context, path: Sequence[TrieNode]) -> Iterator[tuple[TrieNode, Any]]:
    """The floats and arrays of floats on a path that are no results of it, and the calls that brought them."""
    bound = context.bound()
    buffers = dict(bound)
    scalars = iter(context.inputs()[len(bound) :])
    for node in path:
        call = _call(node)
        given: Sequence[Any] = [next(scalars) for _ in call.varying] if node.values is GENERAL else node.values or ()
        fixed = [cast("tuple[Any]", o)[0] for o in call.operands if isinstance(o, tuple)]
        for value in (*given, *fixed):
            if isinstance(value, float | complex | np.inexact):
                yield node, value
        for slot, kind in call.leaves:
            if kind.dtype.kind in "fc" and buffers.get(slot) is not None:
                yield node, buffers[slot].array(kind.dtype, kind.shape, writable=False)


def _same(left: Left, constant: Any) -> str | None:
    """Through what a constant is what was read ("": just so), or None."""
    if isinstance(constant, np.ndarray):
        array = cast("np.ndarray[Any, Any]", constant)
        if left.sample is not None and array.size == left.sample[0] and _sample(array) == left.sample:
            return "" if any(map(_telling, array.reshape(-1)[:_SAMPLE].tolist())) else None
        if array.size != 1:
            return None
        constant = array.reshape(-1)[0].item()
    for number in left.numbers:
        if constant is number:
            return ""
        if not _telling(constant):
            continue
        if constant == number:
            return ""
        if constant == -number:
            return "a sign"
        for function in _THROUGH if isinstance(constant, float) and isinstance(number, float) else ():
            try:
                if function(number) == constant:
                    return f"math.{function.__name__}"
            except (ValueError, OverflowError):
                continue
    return None


def _telling(number: Any) -> bool:
    """Whether a number has so many digits that it is not met twice by chance."""
    part = max(abs(number.real), abs(number.imag))
    digits = repr(float(part)).partition("e")[0].replace(".", "").strip("0")
    return math.isfinite(part) and len(digits) >= _DIGITS


def _warn(left: Left, back: Origin, through: str) -> None:
    _told.add(left.line)
    file, number = left.line[0] if left.line else ("an unknown line", 1)
    text = (
        f"{left.how} at {describe(left.line)} takes a value that is differentiated out of the graph, and it comes back "
        f"as a constant at {describe(back)}{f', through {through}' if through else ''}: no gradient flows through it. "
        f"Keep the array itself (and Dusk's functions instead of those of math), or write dusk.stop_gradient(x) where "
        f"a constant is meant"
    )
    warnings.warn_explicit(text, LeftGraphWarning, file, number)
