"""Calls on small arrays at hand that native code does not do at once: done at once by the ops' bodies.

Were such a call recorded, all that follows from it would have to be recorded too, and run when somebody looks.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Any, cast

import numpy as np

from dusk.devices import DEFAULT_NAME
from dusk.engine.buffer import Buffer, allocate
from dusk.graph import Op, TensorType, expand
from dusk.graph.op import Expansion, freeze
from dusk.ops import matmul
from dusk.ops.getset import fitted, setitem, slices
from dusk.record import at_once
from dusk.record.bodies import kind_of
from dusk.record.context import Context
from dusk.record.handle import Classes, Handle, intern, ready_handle
from dusk.record.miss import check_number
from dusk.record.stats import stats
from dusk.record.views import is_ready, root_of, shown

_expansions: dict[Any, Expansion] = {}
_MOST_EXPANSIONS = 1 << 14
_APART = frozenset(("call", "cond", "host", "scan", "variables", "while_loop"))  # not to be done at any time, or long
_ALONE = 3  # references to a buffer that one handle holds: the handle's, the caller's name's, getrefcount's own


def done_now(
    ctx: Context,
    op: Op,
    args: Sequence[Any],
    params: dict[str, Any],
    as_array: bool,
    into: Handle | None,
    restless: bool = False,
) -> Any:
    """What a call gives (NumPy's scalars, where that has no dimensions), or None: it is to be recorded, which also
    raises what there is to be raised. `restless`: it is at such a place (see `restless.py`)."""
    most = at_once.MOST_RESTLESS * (8 if op is matmul else 1) if restless else at_once.limit
    if not at_once.limit or ctx.slow or ctx.history or op.effect or op.waits or op.name in _APART:
        return None
    known = 0
    version = into.version if into is not None else 0
    of = args[0] if op is setitem and into is args[0] else None  # what a window is of may be large
    if of is not None:
        most = at_once.MOST_RESTLESS
    for arg in args:
        if isinstance(arg, Handle):
            if not is_ready(arg) or (arg.type.weight > 8 * most and arg is not of) or arg.type.device != DEFAULT_NAME:
                return None
            known += 1
        elif type(arg) is np.ndarray:
            if arg.size > most or arg.dtype.kind not in "biufc":
                return None
        elif not isinstance(arg, int | float | complex | np.number | np.bool_):
            return None
    if not known or (into is not None and not _is_ours(into, ctx)):
        return None
    if of is not None and into is not None:
        return _written(into, version, args[1], params)
    try:
        return _done(op, args, params, as_array, into, version, most)
    except Exception:
        return None


def _written(into: Handle, version: int, value: Any, params: dict[str, Any]) -> Handle | None:
    """A cell with a window of it replaced, where it lies; None too where another thread has written since a version."""
    array = cast("Buffer", into.buffer).array(into.type.dtype, into.type.shape)
    window, given = slices(**params), fitted(np.array(_value(value)), params["sizes"])
    if into.version != version:
        return None
    try:  # no other thread comes between
        array[window] = given
        into.version = version + 1
    except Exception:
        return None
    stats.at_once += 1
    return into


def _is_ours(into: Handle, ctx: Context) -> bool:
    """Whether a cell has its memory for itself, and nothing of it is pending."""
    buffer = into.buffer
    if (
        into.type.device != DEFAULT_NAME
        or into.owner is not None
        or buffer is None
        or into.epoch == ctx.epoch
        or buffer.owner is not None
    ):
        return False
    return not buffer.pins and sys.getrefcount(buffer) <= _ALONE


def _done(
    op: Op,
    args: Sequence[Any],
    params: dict[str, Any],
    as_array: bool,
    into: Handle | None,
    version: int,
    most: int,
) -> Any:
    kinds = tuple([_kind(arg) for arg in args])
    frozen = freeze(params)
    expansion = _expansions.get((op, kinds, frozen))
    if expansion is None:
        if len(_expansions) >= _MOST_EXPANSIONS:
            _expansions.clear()
        expansion = _expansions[op, kinds, frozen] = expand(op, kinds, frozen)
    outputs = [intern(kind) for kind in expansion.outputs]
    if any(kind.weight > 8 * most for kind in outputs):
        return None
    if into is not None:
        made: Any = outputs[0]
        shape: Any = into.type.shape
        fits = np.broadcast_shapes(made.shape, shape) == shape
        if not fits or not np.can_cast(made.dtype, into.type.dtype, "same_kind"):
            return None
    values = [
        arg if i in op.fixed else _as(wanted, _value(arg))
        for i, (arg, wanted) in enumerate(zip(args, expansion.operands, strict=True))
    ]
    with np.errstate(all="ignore"):
        result: Any = op.body(*values, **params)
    results: Sequence[Any] = cast("tuple[Any, ...]", result) if isinstance(result, tuple) else (result,)
    stats.at_once += 1
    if into is not None:
        array = cast("Buffer", into.buffer).array(into.type.dtype, into.type.shape)
        written = np.asarray(results[0]).astype(array.dtype, copy=False)
        if into.version != version:
            return None
        array[...] = written  # no other thread comes between
        into.version = version + 1
        return into
    given = [_given(kind, r, as_array) for kind, r in zip(outputs, results, strict=True)]
    return tuple(given) if len(given) > 1 else given[0]


def _kind(arg: Any) -> Any:
    if isinstance(arg, Handle):
        return arg.type
    return kind_of(arg) if type(arg) is not np.ndarray else intern(TensorType(arg.shape, arg.dtype))


def _value(arg: Any) -> Any:
    if not isinstance(arg, Handle):
        return arg
    root = root_of(arg)
    return shown(arg, cast("Buffer", root.buffer).array(root.type.dtype, root.type.shape))


def _as(wanted: Any, value: Any) -> Any:
    """An operand cast and broadcast as the call asks for."""
    if type(value) is int:
        check_number(wanted.dtype, value)
    array = np.asarray(value, wanted.dtype)
    return array if array.shape == wanted.shape else np.broadcast_to(array, wanted.shape)


def _given(kind: Any, result: Any, as_array: bool) -> Any:
    """A result as users are to hold it, on memory of its own."""
    if not kind.shape and not as_array:
        return np.asarray(result, kind.dtype)[()]
    buffer = allocate(kind.weight, kind.device)
    np.copyto(buffer.array(kind.dtype, kind.shape), result, casting="unsafe")
    return ready_handle(Classes.array, kind, buffer)
