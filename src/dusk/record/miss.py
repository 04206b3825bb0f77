"""The first sight of a call: what it gives is inferred and checked, and it gets its node in the trie."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np

from dusk.graph import Graph, Op, TensorType, expand
from dusk.graph.op import Expansion, Params, freeze, name_the_call
from dusk.graph.provenance import place
from dusk.graph.types import broadcast
from dusk.record.bodies import kind_of
from dusk.record.context import Context
from dusk.record.cuts import mark_cut, picks_after
from dusk.record.handle import Classes, Handle, Kind, intern
from dusk.record.moves import TRANSFER, brought, has_moves, refuse_mixed
from dusk.record.stats import stats
from dusk.record.trie import Call, TrieNode


def first_sight(
    ctx: Context,
    key: Any,
    op: Op,
    args: list[Any],
    operands: Sequence[Any],
    kinds: Sequence[Any],
    new: Sequence[Handle],
    params: dict[str, Any],
    values: tuple[Any, ...],
    as_array: bool,
    into: Handle | None,
) -> TrieNode:
    """The node of a call met first: infer and check it (raising on the user's line), and add it to the trie.

    `operands` are those of the `Call`, `new` the leaves among the arguments, `kinds` what inference goes by.
    """
    node = ctx.node
    slots = node.nslots
    frozen = freeze(params) if params else ()
    what = (op, as_array, None if into is None else into.type.code, *kinds, frozen)
    inferred = _inferred.get(what)
    if inferred is None:
        if len(_inferred) >= _MOST_INFERRED:
            _inferred.clear()
        inferred = _inferred[what] = _infer(op, args, frozen, as_array, into)
    if op.fixed and any(not isinstance(args[i], Handle) for i in op.fixed):
        _try(op, args)
    outputs = inferred.outputs
    varying = inferred.varying
    if values:
        check_numbers(varying, values)
        if len(varying) < len(values):
            start = _START.on(inferred.outputs[0].device)
            varying += (start,) * (len(values) - len(varying))
    leaves = tuple([(slot, leaf.type) for slot, leaf in enumerate(new, slots)]) if new else ()
    call = Call(op, frozen, tuple(operands), leaves, outputs, inferred.classes, into is not None, op.dynamic, varying)
    call.expansion = inferred.expansion
    call.mixed = inferred.mixed
    child = TrieNode(node, call, slots + len(new) + len(outputs), values or None, place(3))
    if op.several or inferred.mixed:
        child.moves = child.moves or op is TRANSFER or inferred.mixed or any(map(_moves_inside, params.values()))
    child.picks = picks_after(node, op, args, outputs)
    if ctx.history:  # inside of a gradient no segment ends
        child.counts = False
    else:
        mark_cut(child, node)
    node.children[key] = child
    ctx.memory.nodes += 1
    stats.misses += 1
    return child


def check_numbers(kinds: Sequence[TensorType], values: Sequence[Any]) -> None:
    """Raise NumPy's OverflowError of a Python integer that does not fit the dtype it is taken in; one whose truth is
    asked for is an int64 first."""
    for kind, value in zip(kinds, values, strict=False):
        if type(value) is int:
            check_number(kind.dtype, value)


def check_number(dtype: np.dtype[Any], value: int) -> None:
    """`check_numbers`, of one."""
    if dtype.kind in "biu":
        np.array(value, dtype if dtype.kind != "b" else np.int64)
    elif not -_FAR < value < _FAR:
        float(value)


def compared_by_value(op: Op, args: Sequence[Any]) -> list[Any] | None:
    """The operands of a comparison with integers, where Python's that do not fit these are numbers of a wide dtype,
    infinite beyond all integers; None: it is no such comparison."""
    body = op.body
    if not isinstance(body, np.ufunc) or body.nin != 2 or not all(t[-1] in "?O" for t in body.types):
        return None
    logic = body.resolve_dtypes((_START.dtype, int, None))[0].kind == "b"
    if logic or any(type(arg) is not int and arg.dtype.kind not in "iu" for arg in args):
        return None
    return [_wide(arg) if type(arg) is int else arg for arg in args]


_FAR = 1 << 64


def _wide(number: int) -> Any:
    array = np.asarray(number)
    return array[()] if array.dtype != np.object_ else np.float64(np.inf if number > 0 else -np.inf)


class _Inferred(NamedTuple):
    """What a call gives, whatever its operands' values: types, classes, and the types of scalars that may vary; and
    what it turns into."""

    outputs: tuple[Kind, ...]
    classes: tuple[type[Handle], ...]
    varying: tuple[TensorType, ...]
    expansion: Expansion
    mixed: bool


_inferred: dict[Any, _Inferred] = {}
_MOST_INFERRED = 1 << 15
_START = TensorType((), np.int64)


def _infer(op: Op, args: Sequence[Any], params: Params, as_array: bool, into: Handle | None) -> _Inferred:
    kinds = _kinds(args)
    try:
        expansion = expand(op, kinds, params)
    except ValueError:
        if into is not None:
            check_cast(op, kinds, params, into.type)
        raise
    outputs = made = tuple([intern(t) for t in expansion.outputs])
    if into is not None:
        check_written(op, kinds, into.type, outputs[0])
        outputs = (into.type,)
    varying = [
        TensorType((), wanted.dtype, wanted.device)
        for i, (arg, wanted) in enumerate(zip(args, expansion.operands, strict=True))
        if not isinstance(arg, Handle) and i not in op.fixed
    ]
    scalar = Classes.array if as_array else Classes.scalar
    classes = tuple([Classes.array if k.shape else scalar for k in outputs])
    operands = tuple([intern(t) for t in expansion.operands])
    mixed = brought(kinds, operands) or (into is not None and brought(made[:1], (into.type,)))
    return _Inferred(outputs, classes, tuple(varying), Expansion(operands, made, expansion.single), mixed)


def _moves_inside(value: Any) -> bool:
    return isinstance(value, Graph) and has_moves(value)


def refuse_call(op: Op, args: Sequence[Any], into: Handle | None) -> None:
    """PolicyError where the policy refuses a call that brings arrays to another device."""
    refuse_mixed(op, _kinds(args), None if into is None else into.type)


def _try(op: Op, args: Sequence[Any]) -> None:
    """Raise what NumPy says of a number that never varies, beside integers: an exponent that is negative."""
    arrays = [arg.type for arg in args if isinstance(arg, Handle)]
    if any(kind.dtype.kind not in "biu" for kind in arrays):
        return
    shape = (0,) if any(0 in kind.shape for kind in arrays) else ()
    try:
        op.body(*[np.ones(shape, arg.type.dtype) if isinstance(arg, Handle) else arg for arg in args])
    except (OverflowError, ValueError) as error:
        raise name_the_call(error, op, _kinds(args)) from None


def _kinds(args: Sequence[Any]) -> tuple[Any, ...]:
    return tuple([arg.type if isinstance(arg, Handle) else _kind(arg) for arg in args])


def _kind(arg: Any) -> Any:
    return kind_of(np.asarray(arg) if type(arg) in (list, tuple) else arg)


def recorded_to_be_written(
    record: Callable[..., Any], op: Op, args: Sequence[Any], params: dict[str, Any], target: TensorType
) -> Any:
    """Record a call whose result is written to what has a type; raises what NumPy would raise of the write."""
    try:
        value = record(op, args, params, as_array=True)
    except ValueError:
        check_cast(op, _kinds(args), freeze(params), target)
        raise
    if value.type is not target:
        check_written(op, _kinds(args), target, value.type)
    return value


def check_written(op: Op, kinds: tuple[Any, ...], target: TensorType, result: TensorType) -> None:
    """TypeError or ValueError if NumPy would not write a result of that type in place of what has the target's."""
    if not np.can_cast(result.dtype, target.dtype, "same_kind"):
        text = f"cannot cast output from {result.dtype!r} to {target.dtype!r} with casting rule 'same_kind'"
        raise name_the_call(TypeError(text), op, kinds)
    try:
        fits = broadcast(result.shape, target.shape) == target.shape
    except ValueError:
        fits = False
    if not fits:
        text = (
            f"non-broadcastable output operand with shape {target.shape} "
            f"doesn't match the broadcast shape {result.shape}"
        )
        raise name_the_call(ValueError(text), op, kinds)


def check_cast(op: Op, kinds: tuple[Any, ...], params: Params, target: TensorType) -> None:
    """As `check_written`, of operands whose shapes do not fit: NumPy looks at dtypes first."""
    if not op.broadcast:
        return
    numbers = tuple([kind if isinstance(kind, type) else kind.with_(()) for kind in kinds])
    check_written(op, kinds, target, expand(op, numbers, params).outputs[0])
