"""`x[mask]` while nobody has asked how many elements it has: the whole array, and the mask that chooses among it.

An element-wise call on it is recorded on the whole, a write back through the mask (`x[mask] = f(x[mask])`) becomes a
`where`, a reduction NumPy's own with `where=`: no length enters what is recorded, so that lines like these are
followed, fused and compiled as all others. Whatever else is done with it makes it what NumPy makes at once: the
elements chosen, one after another (decision 0018).

What is computed for elements that the mask leaves out is wasted, so lines whose masks leave most out do not come here
(`worthwhile`); neither does what could raise or warn for those elements.
"""

from __future__ import annotations

import math
import os
import threading
import time
from collections.abc import Sequence
from typing import Any, NamedTuple, cast

import numpy as np

from dusk import ops
from dusk.array.early import Early, Line, add_line, chosen, computed, lines, new_line, ordinary
from dusk.array.indexing import gather
from dusk.array.ndarray import ndarray
from dusk.graph import Op
from dusk.graph.provenance import place
from dusk.record import (
    Classes,
    Handle,
    assign,
    become,
    choose_by,
    fit,
    is_ready,
    leaf,
    local,
    record,
    root_of,
    stand_apart,
    value_of,
)
from dusk.record.handle import READY

LEAST_SHARE = 1 / 16  # of the elements, to be chosen: below it NumPy's way, with those alone, is the faster one
LEAST_SIZE = 1024  # of a mask: choosing among fewer costs less than recording more
TRUSTED_S = 0.25  # how long a line is taken to go on choosing as many
WAITED_S = 16.0  # the same where to look takes running what is pending
TRUSTED = 64  # times that native code goes on choosing without asking here

_KINDS: tuple[Op, ...] = (ops.astype, ops.identity)


class Choice(NamedTuple):
    """What an array is before it is resolved."""

    whole: Handle
    mask: Handle  # as it was when it chose: (whole.shape begins with its shape)
    key: Handle  # the mask as the user holds it
    version: int


@stand_apart
class Selected(ndarray):
    """An `ndarray` that may still not know its length. Reading a field of the handle makes it an ordinary one."""

    __slots__ = ()

    @property
    def dtype(self) -> np.dtype[Any]:  # type: ignore[override]
        found, early = choice_of(self), early_of(self)
        if early is not None:
            return early.array.dtype
        return self.type.dtype if found is None else found.whole.dtype

    @property
    def ndim(self) -> int:  # type: ignore[override]
        found, early = choice_of(self), early_of(self)
        if early is not None:
            return early.array.ndim
        return len(self.type.shape) if found is None else found.whole.ndim - found.mask.ndim + 1

    @property
    def itemsize(self) -> int:  # type: ignore[override]
        return self.dtype.itemsize

    @property
    def size(self) -> int:  # type: ignore[override]
        return math.prod(self.shape)

    @property
    def nbytes(self) -> int:  # type: ignore[override]
        return self.size * self.itemsize

    @property
    def shape(self) -> tuple[int, ...]:  # type: ignore[override]
        found, early = choice_of(self), early_of(self)
        if early is not None:
            return early.array.shape
        if found is None:
            return self.type.shape
        count = record(ops.sum_, (found.mask,), {"axis": None, "keepdims": False}, as_array=True)
        return int(value_of(count)), *found.whole.shape[found.mask.ndim :]

    @shape.setter
    def shape(self, shape: Any) -> None:
        resolved(self).shape = shape

    def __getitem__(self, key: Any) -> Any:
        return resolved(self)[key]

    def __setitem__(self, key: Any, value: Any) -> None:
        resolved(self)[key] = value

    def __len__(self) -> int:
        return self.shape[0]

    def __iter__(self) -> Any:
        return iter(resolved(self))

    def __float__(self) -> float:
        return float(resolved(self))

    def item(self, *index: Any) -> Any:
        return resolved(self).item(*index)

    @staticmethod
    def select(x: Handle, key: Any, whole: Handle | None = None, mask: Handle | None = None) -> Any:
        """x[key] of a mask of x's first axes (both handles) as an array that does not know its length, if that pays.
        What x and the mask are may have been recorded already."""
        context = local.context
        if key.type.shape != x.shape[: key.ndim] or math.prod(key.type.shape) < LEAST_SIZE:
            return None
        if context.history or context.checked:
            return None
        if context.trace is None and not _worthwhile(key):
            line = new_line(2)
            return None if line is None else _held(chosen(line, x, key))
        whole = snapshot(x) if whole is None else whole
        mask = snapshot(key) if mask is None else mask
        choice = Choice(whole, mask, key, root_of(key).version)
        context.node.trust = TRUSTED
        return _made(choice)

    @staticmethod
    def shown(x: Any) -> Any:
        """See the function of this name."""
        return shown(x)

    @staticmethod
    def writes_now(x: Handle, key: Any) -> Line | None:
        """The line that x[key] = number is at, if both are at hand and it is to be done at once."""
        if type(key) is not ndarray or not is_ready(key) or not is_ready(x) or key.type.count < LEAST_SIZE:
            return None
        at = place(2)
        line = lines.get(at)
        if line is None:
            line = add_line(at, Line(1.0, time.monotonic()))
        return line if line.is_new() else None

    @staticmethod
    def store(x: Handle, key: Any, value: Any) -> bool:
        """x[key] = value, of an array that was chosen by the same mask; whether it was."""
        choice = choice_of(value)
        if choice is None or choice.key is not key or root_of(key).version != choice.version:
            return False
        mask, whole, rest = choice.mask, choice.whole, x.shape[choice.mask.ndim :]
        if mask.shape != x.shape[: mask.ndim] or whole.ndim != x.ndim:
            return False
        assign(x, record(ops.where, (spread(mask, len(rest)), fit(whole, x.dtype, x.shape), x), {}, as_array=True))
        return True

    def __dusk_record__(
        self, op: Op, args: Sequence[Any], params: dict[str, Any], as_array: bool, into: Handle | None
    ) -> Any:
        """Record a call that has this array among its operands: on the wholes, where that gives the same elements."""
        if into is None and (made := _computed(op, args, params, as_array)) is not None:
            return made
        choices = [choice_of(a) if type(a) is Selected else None for a in args]
        first = next((c for c in choices if c is not None), None)
        if first is None or into is not None or not _pointwise(op) or local.context.checked:
            return _record_resolved(op, args, params, as_array, into)
        ndim = first.whole.ndim - first.mask.ndim + 1
        wholes: list[Any] = []
        for arg, choice in zip(args, choices, strict=True):
            if choice is not None:
                fits = (
                    choice.whole.ndim == first.whole.ndim
                    and choice.key is first.key
                    and choice.version == first.version
                )
                wholes.append(choice.whole)
            else:
                fits = type(arg) is not Selected and np.ndim(arg) < ndim
                wholes.append(arg)
            if not fits:
                return _record_resolved(op, args, params, as_array, into)
        return _made(first._replace(whole=record(op, wholes, params, as_array=True)))

    def __dusk_update__(self, op: Op, rest: Sequence[Any], params: dict[str, Any]) -> Any:
        """x = op(x, ...) in place."""
        early = early_of(self)
        new = early_of(_computed(op, (self, *rest), params, True)) if early is not None else None
        if early is not None and new is not None and _alike(early.array, new.array):
            with _lock:
                if early_of(self) is early:  # no other thread has come between
                    _write["spec"](self, new)
                    return self
        found = choice_of(self)
        made = record(op, (self, *rest), params, as_array=True) if found is not None else None
        new = choice_of(made) if type(made) is Selected else None
        if found is None or new is None or choice_of(self) is not found or new.whole.shape != found.whole.shape:
            made = resolved(self)
            return record(op, (made, *rest), params, as_array=True, into=made)
        whole = new.whole
        if whole.dtype != found.whole.dtype:
            if not np.can_cast(whole.dtype, found.whole.dtype, "same_kind"):
                made = resolved(self)
                return record(op, (made, *rest), params, as_array=True, into=made)  # raises NumPy's error
            whole = record(ops.astype, (whole,), {"dtype": found.whole.dtype}, as_array=True)
        _write["spec"](self, found._replace(whole=whole))
        return self


_FIELDS = ("epoch", "slot", "type", "buffer", "owner", "spec", "version", "seen")
_read = {name: vars(Handle)[name].__get__ for name in _FIELDS}
_write = {name: vars(Handle)[name].__set__ for name in _FIELDS}


def _resolving(name: str) -> property:
    def read(self: Any) -> Any:
        return getattr(resolved(self), name)

    def write(self: Any, value: Any) -> None:
        setattr(resolved(self), name, value)

    return property(read, write)


for _name in _FIELDS:
    setattr(Selected, _name, _resolving(_name))
Selected.__name__ = Selected.__qualname__ = "ndarray"


def choice_of(x: Any) -> Choice | None:
    """What an array is, if it is not resolved yet."""
    found = _read["spec"](x) if type(x) is Selected else None
    return found if type(found) is Choice else None


def early_of(x: Any) -> Early | None:
    """What an array is, if it is computed with at once."""
    found = _read["spec"](x) if type(x) is Selected else None
    return found if type(found) is Early else None


def shown(x: Any) -> Any:
    """What is given; the elements of an array that is computed with at once, which stays one."""
    early = early_of(x)
    return resolved(x) if early is None else early.array


def _held(given: Any) -> Any:
    """What was given at once, as users hold it."""
    return _made(given) if type(given) is Early else given


def _computed(op: Op, args: Sequence[Any], params: dict[str, Any], as_array: bool) -> Any:
    """What a call gives that has an array among its operands which is computed with at once; None: it has not, or is to
    be recorded."""
    early = next((found for a in args if (found := early_of(a)) is not None), None)
    if early is None:
        return None
    made = computed(early.line, op, [shown(a) for a in args], params, as_array)
    return tuple(map(_held, cast("tuple[Any, ...]", made))) if type(made) is tuple else _held(made)


def _alike(x: np.ndarray[Any, Any], y: np.ndarray[Any, Any]) -> bool:
    return x.shape == y.shape and x.dtype == y.dtype


def _made(choice: Choice | Early) -> Any:
    handle: Any = object.__new__(Selected)
    _write["epoch"](handle, READY)
    _write["slot"](handle, -1)
    for name in ("type", "buffer", "owner"):
        _write[name](handle, None)
    for name in ("version", "seen"):
        _write[name](handle, 0)
    _write["spec"](handle, choice)
    return handle


def resolved(x: Any) -> Any:
    """The array, an ordinary one from now on, with its elements at hand."""
    early, choice = early_of(x), choice_of(x)
    if early is not None:
        made = ordinary([early.array])
    elif choice is not None:
        made = leaf(value_of(choice.whole)[value_of(choice.mask)])
    else:
        return x
    with _lock:
        if _read["spec"](x) is (early or choice):  # no other thread was first
            _write["type"](x, made.type)
            _write["buffer"](x, made.buffer)
            _write["spec"](x, None)
            become(x, Classes.array)
    return x


def _record_resolved(op: Op, args: Sequence[Any], params: dict[str, Any], as_array: bool, into: Handle | None) -> Any:
    return record(op, [resolved(a) for a in args], params, as_array=as_array, into=into)


def _pointwise(op: Op) -> bool:
    """Whether each element of the result is of those at its place alone, and none can be an error."""
    found = _POINTWISE.get(op)
    if found is None:
        each = op.broadcast or isinstance(op.body, np.ufunc) or op in (ops.astype, ops.identity)
        found = _POINTWISE[op] = each and op.lower is not None and not op.fails
    return found


_POINTWISE: dict[Op, bool] = {}


def snapshot(x: Handle) -> Handle:
    """A handle of the value that x has now, whatever is written to x."""
    return record(ops.identity, (x,), {}, as_array=True)


def _worthwhile(mask: Handle) -> bool:
    """Whether a line's masks choose enough; a line not met for a while has its mask looked at."""
    at = place(3)
    now = time.monotonic()
    line = lines.get(at)
    if line is not None and line.is_new():
        return False
    if line is None or now - line.looked > (TRUSTED_S if is_ready(mask) else WAITED_S):
        value = value_of(mask)
        share = np.count_nonzero(value) / value.size
        if line is None:
            add_line(at, Line(share, now))
            return False  # what is at hand is soon done
        line.share, line.looked = (line.share + share) / 2, now
    return line.share >= LEAST_SHARE


def spread(mask: Handle, ndim: int) -> Handle:
    """A mask with as many more axes of one element."""
    return mask if not ndim else record(ops.reshape, (mask,), {"shape": (*mask.shape, *(1,) * ndim)}, as_array=True)


def reduction(x: Any, axis: Any, keepdims: bool) -> tuple[Handle, Any, Handle] | None:
    """A reduction of a selected array as one of the whole: that, the axes, and where; None if it is none."""
    choice = choice_of(x)
    if choice is None:
        return None
    whole, mask = choice.whole, choice.mask
    over = tuple(range(mask.ndim))
    if axis is None:
        axes = None
    elif axis in (0, -x.ndim, (0,)):
        axes = over
    else:
        return None
    if keepdims and mask.ndim > 1:
        return None
    return whole, axes, spread(mask, whole.ndim - mask.ndim)


_lock = threading.Lock()


def _new_lock() -> None:
    global _lock
    _lock = threading.Lock()


os.register_at_fork(after_in_child=_new_lock)  # a thread that held it is not there
Classes.selected = Selected
choose_by(Selected, Choice, ops.identity, ops.where, _POINTWISE, gather)
