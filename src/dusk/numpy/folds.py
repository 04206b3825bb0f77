"""The methods of universal functions of two operands: what they make of many elements, one after the other."""

from __future__ import annotations

import math
from typing import Any, cast

import numpy as np

from dusk import ops
from dusk.array import as_handle, line, normal_axis
from dusk.graph import Op
from dusk.numpy.fallback import NO_VALUE, call_numpy
from dusk.numpy.reductions import check_out, give, keep, mask_of
from dusk.record import Handle, assign, record, value_of

__all__ = ["accumulate", "at", "reduce", "reduceat"]

_RUNNING = {"add": ops.cumsum, "multiply": ops.cumprod}
_NAMES = {
    "add": "sum",
    "multiply": "prod",
    "maximum": "max",
    "minimum": "min",
    "logical_and": "all",
    "logical_or": "any",
}


def _of(x: Any, out: Any, dtype: Any) -> Any:
    """The dtype to work in: the one given, or what x and that which the result is written to have together."""
    return dtype if dtype is not None or out is None else np.result_type(x.dtype, out.dtype)


def _single(out: Any) -> Any:  # of the one result
    one = cast("tuple[Any, ...]", out)[0] if isinstance(out, tuple) else out
    if one is not None:
        check_out(one)
    return one


def _as_folded(f: np.ufunc, x: Any, dtype: Any) -> Any:
    """The elements in the one dtype that the function takes and gives (None: there is no such dtype)."""
    try:
        kinds = f.resolve_dtypes((None if dtype is None else np.dtype(dtype), x.dtype, None), reduction=True)
    except TypeError:
        return None
    if dtype is not None:
        kinds = f.resolve_dtypes((np.dtype(dtype), np.dtype(dtype), None))
    if kinds[0] != kinds[2] or kinds[1] != kinds[2] or kinds[2].kind == "O":
        return None
    return x if x.dtype == kinds[2] else x.astype(kinds[2])


def accumulate(f: np.ufunc, op: Op, array: Any, axis: Any = 0, dtype: Any = None, out: Any = None) -> Any:
    """The running result along an axis."""
    x: Any = as_handle(array)
    out = _single(out)
    several = type(axis) is tuple
    if several and len(axis) == 1:
        axis, several = axis[0], False
    folded = _as_folded(f, x, _of(x, out, dtype)) if x.ndim else None
    if folded is None or several or (axis is None and x.ndim > 1):
        return call_numpy(f.accumulate, (array, axis, dtype), {"out": out})
    params = {"axis": line(x, axis)[1]}
    running = _RUNNING.get(op.name)
    if running is not None:
        return give(record(running, (folded,), {**params, "dtype": folded.dtype}, as_array=True), out)
    return give(record(ops.accumulate, (folded,), {**params, "by": op.name}, as_array=True), out)


def reduce(
    f: np.ufunc,
    op: Op,
    array: Any,
    axis: Any = 0,
    dtype: Any = None,
    out: Any = None,
    keepdims: bool = False,
    initial: Any = NO_VALUE,
    where: Any = True,
) -> Any:
    """What is left of the elements along axes (None: of all) when two after the other are made one."""
    x: Any = as_handle(array)
    out, keepdims = _single(out), keep(keepdims)

    def theirs() -> Any:
        given = {"where": where} if initial is NO_VALUE else {"where": where, "initial": initial}
        return call_numpy(f.reduce, (array, axis, dtype), {"out": out, "keepdims": keepdims, **given})

    name = _NAMES.get(op.name)
    more = {} if where is True else {"where": where}
    if name in ("all", "any") and initial is NO_VALUE and dtype in (None, bool):
        return getattr(x, name)(axis=axis, out=out, keepdims=keepdims, **more)
    if name is not None and name not in ("all", "any") and initial is not None:
        more.update({} if initial is NO_VALUE else {"initial": initial})
        if name in ("max", "min"):
            return theirs() if dtype is not None else getattr(x, name)(axis=axis, out=out, keepdims=keepdims, **more)
        return getattr(x, name)(axis=axis, dtype=dtype, out=out, keepdims=keepdims, **more)
    folded = _as_folded(f, x, _of(x, out, dtype))
    axes = cast("Any", range(x.ndim) if axis is None else axis if isinstance(axis, tuple) else (axis,))
    along = sorted(np.lib.array_utils.normalize_axis_tuple(axes, x.ndim)) if x.ndim else []
    ordered = len(along) > 1 and f.identity is None and op.name not in ("fmax", "fmin")
    empty = not math.prod(x.shape[a] for a in along) and initial is NO_VALUE
    if folded is None or ordered or empty or not along or (where is not True and f.identity is None):
        return theirs()
    if where is not True:
        rest = np.asarray(f.identity).astype(folded.dtype)
        folded = record(ops.where, (mask_of(where), folded, rest), {}, as_array=True)
    kept = [i for i in range(x.ndim) if i not in along]
    count = math.prod(x.shape[i] for i in along)
    lines = folded.transpose((*kept, *along)).reshape((*(x.shape[i] for i in kept), count))
    if initial is not NO_VALUE and initial is not None:
        first = record(ops.broadcast_to, (as_handle(initial),), {"shape": (*lines.shape[:-1], 1)}, as_array=True)
        lines = record(ops.concatenate, (first.astype(folded.dtype), lines), {"axis": lines.ndim - 1}, as_array=True)
    last = lines.ndim - 1
    value = record(ops.accumulate, (lines,), {"axis": last, "by": op.name}, as_array=True)[..., -1].copy()
    if keepdims:
        value = value.reshape([1 if i in along else n for i, n in enumerate(x.shape)])
    return give(value if value.shape else value[()], out)


def reduceat(f: np.ufunc, op: Op, array: Any, indices: Any, axis: int = 0, dtype: Any = None, out: Any = None) -> Any:
    """For each index what is left of the elements from there up to the next index, or the one there if that is not
    further on; the indices are looked at."""
    x: Any = as_handle(array)
    out = _single(out)
    starts = value_of(indices) if isinstance(indices, Handle) else np.asarray(indices)
    folded = _as_folded(f, x, _of(x, out, dtype)) if x.ndim else None
    several = isinstance(axis, tuple)
    along = normal_axis(axis, x.ndim) if x.ndim and not several else 0
    n = x.shape[along] if x.ndim else 0
    fits = starts.ndim == 1 and starts.size and starts.dtype.kind in "iu"
    if folded is None or several or not fits or starts.min() < 0 or starts.max() >= n:
        return call_numpy(f.reduceat, (array, indices, axis, dtype), {"out": out})
    ends = np.append(starts[1:], n)
    lengths = np.maximum(ends - starts, 1)
    behind = np.cumsum(lengths)
    places = cast("Any", np.arange(behind[-1]) - np.repeat(behind - lengths - starts, lengths))
    flags = np.zeros(len(places), bool)
    flags[behind - lengths] = True
    head = (slice(None),) * along
    gathered = folded[(*head, places)]
    flags = flags.reshape((-1, *(1,) * (x.ndim - along - 1)))
    value = record(ops.accumulate, (gathered, flags), {"axis": along, "by": op.name}, as_array=True)
    return give(value[(*head, behind - 1)], out)


def at(f: np.ufunc, op: Op, array: Any, indices: Any, values: Any) -> bool:
    """Apply a function in place at indices, repeated ones as often as they occur, in order; False: NumPy has to."""
    if not isinstance(array, Handle):
        return False
    x, y = cast("Any", array), as_handle(values)
    try:
        kinds = f.resolve_dtypes((x.dtype, y.dtype, None))  # no number is a weak one
    except TypeError:
        return False
    wide = kinds[0]
    if not (wide == kinds[1] == kinds[2]) or not _may_widen(op, x.dtype, wide):
        return False
    key: Any = _known(indices)
    places = cast("Any", np.arange(math.prod(x.shape)).reshape(x.shape)[key])
    given: Any = record(ops.broadcast_to, (y.astype(wide),), {"shape": places.shape}, as_array=True).reshape(-1)
    places = places.reshape(-1)
    flat = x.reshape(-1).astype(wide, copy=False)
    if op is ops.subtract:
        op, given = ops.add, -given
    if op is ops.add:
        params = {"axes": (0,), "at": 0}
        counts = np.dtype(np.int64) if wide == np.bool_ else wide
        counted = flat.astype(counts, copy=False), given.astype(counts, copy=False), as_handle(places)
        new = record(ops.scatter_add, counted, params, as_array=True)
    else:
        new = _applied(op, flat, places, given)
    assign(array, new.astype(x.dtype, copy=False).reshape(x.shape))
    return True


def _may_widen(op: Op, dtype: np.dtype[Any], wide: np.dtype[Any]) -> bool:
    """Whether elements can stay in a wider dtype until a function was applied to them as often as it is, although NumPy
    casts what is written each time: integers wrap, and floats are but nearer to what they would be exactly."""
    ring = op in (ops.add, ops.subtract, ops.multiply)
    return wide == dtype or (wide.kind == dtype.kind and (dtype.kind in "fc" or (dtype.kind in "iu" and ring)))


def _known(indices: Any) -> Any:
    """An index with the values of the arrays in it."""
    if isinstance(indices, tuple):
        return tuple(map(_known, cast("tuple[Any, ...]", indices)))
    return value_of(indices) if isinstance(indices, Handle) else indices


def _applied(op: Op, flat: Any, places: np.ndarray[Any, Any], given: Any) -> Any:
    """Elements after a function was applied to them and to what is given for their places, in order: what is given for
    one place stands in a row, behind the element."""
    order = np.argsort(places, kind="stable")
    targets, counts = np.unique(places, return_counts=True)
    heads = np.cumsum(counts + 1) - counts - 1
    rows = np.ones(len(places) + len(targets), bool)
    rows[heads] = False
    source = np.empty(len(rows), np.intp)
    source[heads], source[rows] = np.arange(len(targets)), len(targets) + order
    both = record(ops.concatenate, (flat[targets], given), {"axis": 0}, as_array=True)
    line = record(ops.accumulate, (both[source], ~rows), {"axis": 0, "by": op.name}, as_array=True)
    last = line[heads + counts]
    return record(ops.scatter_set, (flat, last, as_handle(targets)), {"axes": (0,), "at": 0}, as_array=True)
