"""Functions that move elements: shapes, axes, joining and cutting."""

from __future__ import annotations

import math
import operator
from itertools import pairwise
from typing import Any, cast

import numpy as np

from dusk import ops
from dusk.array import as_handle, is_array, line, normal_axis, register
from dusk.array import reshape as _reshape
from dusk.numpy.fallback import call_numpy
from dusk.record import Handle, followed, make_view, record, value_of, viewing

__all__ = [
    "array_split",
    "atleast_1d",
    "atleast_2d",
    "broadcast_arrays",
    "broadcast_to",
    "column_stack",
    "concatenate",
    "diagonal",
    "expand_dims",
    "flip",
    "hstack",
    "isscalar",
    "meshgrid",
    "moveaxis",
    "ndim",
    "pad",
    "ravel",
    "repeat",
    "reshape",
    "roll",
    "shape",
    "size",
    "split",
    "squeeze",
    "stack",
    "swapaxes",
    "trace",
    "transpose",
    "vstack",
]


def dims(n: Any) -> tuple[int, ...]:
    """The sizes a shape argument names, as integers (TypeError: not integers)."""
    if type(n) is int:
        return (n,)
    return tuple(map(operator.index, n)) if np.iterable(n) else (operator.index(n),)


def has_minus_zero(value: Any) -> bool:
    """Whether -0.0 is in a number, which is no parameter of a call then: it equals 0.0, by which another is known."""
    return any(part == 0.0 and math.copysign(1.0, part) < 0.0 for part in (value.real, value.imag))


@viewing
def reshape(a: Any, /, shape: Any, order: str = "C", *, copy: Any = None) -> Any:
    """The elements in another shape: a view where they lie so; see `numpy.reshape`."""
    x = as_handle(a)
    made = x.reshape(shape, order=order)
    shares = made.owner is not None
    if copy is False and is_array(x) and not shares:
        raise ValueError("Unable to avoid creating a copy while reshaping.")
    return made.copy() if copy and shares else made


def pad(array: Any, pad_width: Any, mode: Any = "constant", **options: Any) -> Any:
    """The array with elements added at the ends of its axes; see `numpy.pad`."""
    x = as_handle(array)
    same_everywhere = options.keys() <= {"constant_values"} and np.ndim(options.get("constant_values", 0)) == 0
    by_axis = type(cast("object", pad_width)) is dict
    if by_axis or not isinstance(mode, str) or not same_everywhere:
        return call_numpy(np.pad, (array, pad_width, mode), options)
    given = np.asarray(pad_width)
    if given.dtype.kind not in "iu":
        raise TypeError("`pad_width` must be of integral type.")
    if given.size and given.min() < 0:
        raise ValueError("index can't contain negative values")
    widths = tuple([(int(low), int(high)) for low, high in np.broadcast_to(given, (x.ndim, 2))])
    if mode == "constant":
        value = np.asarray(options.get("constant_values", 0)).astype(x.dtype).item()
        if has_minus_zero(value):
            return call_numpy(np.pad, (array, pad_width, mode), options) if x.dtype.kind == "c" else -pad(-x, widths)
        return record(ops.pad, (x,), {"widths": widths, "value": value}, as_array=True)
    most = [n - 1 if mode == "reflect" else n for n in x.shape]
    near = all(max(pair) <= (n if mode != "edge" else max(pair)) for pair, n in zip(widths, most, strict=True))
    if mode not in ("edge", "reflect", "symmetric", "wrap") or options or not near or 0 in x.shape:
        return call_numpy(np.pad, (array, pad_width, mode), options)
    return record(ops.extend, (x,), {"widths": widths, "mode": mode}, as_array=True)


@viewing
def ravel(a: Any, order: str = "C") -> Any:
    """The elements in one dimension: a view; see `numpy.ravel`."""
    return as_handle(a).ravel(order)


@viewing
def transpose(a: Any, axes: Any = None) -> Any:
    """The axes in another order: a view; see `numpy.transpose`."""
    x: Any = as_handle(a)
    return x.transpose() if axes is None else x.transpose(axes)


@viewing
def swapaxes(a: Any, axis1: int, axis2: int) -> Any:
    """Two axes exchanged: a view; see `numpy.swapaxes`."""
    return as_handle(a).swapaxes(axis1, axis2)


@viewing
def moveaxis(a: Any, source: Any, destination: Any) -> Any:
    """Axes moved to other positions: a view; see `numpy.moveaxis`."""
    x: Any = as_handle(a)
    given = [normal_axis(s, x.ndim) for s in ((source,) if isinstance(source, int) else source)]
    wanted = [normal_axis(d, x.ndim) for d in ((destination,) if isinstance(destination, int) else destination)]
    if len(given) != len(wanted):
        raise ValueError("`source` and `destination` arguments must have the same number of elements")
    order = [n for n in range(x.ndim) if n not in given]
    for place, axis in sorted(zip(wanted, given, strict=True)):
        order.insert(place, axis)
    return x.transpose(order)


@viewing
def expand_dims(a: Any, axis: Any) -> Any:
    """New axes of size 1: a view; see `numpy.expand_dims`."""
    x: Any = as_handle(a)
    axes = (axis,) if isinstance(axis, int) else tuple(axis)
    ndim = x.ndim + len(axes)
    new = {normal_axis(n, ndim) for n in axes}
    if len(new) != len(axes):
        raise ValueError("repeated axis")
    rest = iter(x.shape)
    return _reshape(x, tuple(1 if i in new else next(rest) for i in range(ndim)))


@viewing
def squeeze(a: Any, axis: Any = None) -> Any:
    """Without axes of size 1: a view; see `numpy.squeeze`."""
    return as_handle(a).squeeze(axis)


@viewing
def diagonal(a: Any, offset: int = 0, axis1: int = 0, axis2: int = 1) -> Any:
    """The elements with equal positions on two axes, the second `offset` ahead: a view, which nothing can be written
    through; see `numpy.diagonal`."""
    x: Any = as_handle(a)
    if x.ndim < 2:
        raise ValueError("diag requires an array of at least two dimensions")
    i, j, k = normal_axis(axis1, x.ndim), normal_axis(axis2, x.ndim), operator.index(offset)
    if i == j:
        raise ValueError("axis1 and axis2 cannot be the same")
    down, right = max(-k, 0), max(k, 0)
    length = max(min(x.shape[i] - down, x.shape[j] - right), 0)
    if (length, length) != (x.shape[i], x.shape[j]):
        start = {i: down, j: right}
        x = x[tuple(slice(start[n], start[n] + length) if n in start else slice(None) for n in range(x.ndim))]
    view = make_view(x, ops.diagonal, {"axis1": i, "axis2": j})
    return make_view(view, ops.broadcast_to, {"shape": view.shape})


def trace(a: Any, offset: int = 0, axis1: int = 0, axis2: int = 1, dtype: Any = None, out: Any = None) -> Any:
    """The sums of diagonals; see `numpy.trace`."""
    return diagonal(a, offset, axis1, axis2).sum(-1, dtype, out)


def repeat(a: Any, repeats: Any, axis: int | None = None) -> Any:
    """Each element as often as `repeats` says, for all or for each; see `numpy.repeat`."""
    x, axis = line(as_handle(a), axis)
    if type(repeats) is int and repeats >= 0:
        return record(ops.repeat, (x,), {"repeats": repeats, "axis": axis}, as_array=True)
    times = value_of(repeats) if isinstance(repeats, Handle) else repeats
    places = np.repeat(np.arange(cast("int", x.shape[axis])), times)
    return x[(*(slice(None),) * axis, places)]


@viewing
def broadcast_to(array: Any, shape: Any, subok: bool = False) -> Any:
    """The values repeated to a shape: a view, which nothing can be written through; see `numpy.broadcast_to`."""
    return make_view(as_handle(array), ops.broadcast_to, {"shape": dims(shape)})


def broadcast_arrays(*args: Any, subok: bool = False) -> list[Any]:
    """Arrays repeated to the shape they have together; see `numpy.broadcast_arrays`. The array API asks for a list."""
    arrays = [as_handle(a) for a in args]
    wanted = np.broadcast_shapes(*(x.shape for x in arrays))
    return [_as_array(x) if x.shape == wanted else broadcast_to(x, wanted) for x in arrays]


def _as_array(x: Any) -> Any:
    return x if is_array(x) else x.reshape(x.shape)


def meshgrid(*xi: Any, copy: bool = True, sparse: bool = False, indexing: str = "xy") -> list[Any]:
    """Coordinate matrices from coordinate lines; see `numpy.meshgrid`. The array API asks for a list."""
    if indexing not in ("xy", "ij"):
        raise ValueError("Valid values for `indexing` are 'xy' and 'ij'.")
    ndim = len(xi)
    places = [1, 0, *range(2, ndim)] if indexing == "xy" and ndim > 1 else list(range(ndim))
    shapes = [tuple(-1 if i == place else 1 for i in range(ndim)) for place in places]
    grids = [_reshape(as_handle(x), shape) for x, shape in zip(xi, shapes, strict=True)]
    found = grids if sparse else broadcast_arrays(*grids)
    return [x.copy() for x in found] if copy else found


def concatenate(
    arrays: Any, /, axis: Any = 0, out: Any = None, *, dtype: Any = None, casting: str = "same_kind"
) -> Any:
    """Arrays joined along an axis; see `numpy.concatenate`."""
    parts = [as_handle(a) for a in arrays]
    if isinstance(axis, bool):
        raise TypeError("an integer is required for the axis")
    axis = None if axis is None else operator.index(axis)
    if out is not None or dtype is not None or not parts:
        return call_numpy(np.concatenate, (parts,), {"axis": axis, "out": out, "dtype": dtype, "casting": casting})
    if axis is None:
        parts, axis = [p.reshape(-1) for p in parts], 0
    if parts[0].ndim == 0:
        raise ValueError("zero-dimensional arrays cannot be concatenated")
    other = next((i for i, p in enumerate(parts) if p.ndim != parts[0].ndim), None)
    if other is not None:
        raise ValueError(
            "all the input arrays must have same number of dimensions, but the array at index 0 has "
            f"{parts[0].ndim} dimension(s) and the array at index {other} has {parts[other].ndim} dimension(s)"
        )
    return record(ops.concatenate, parts, {"axis": normal_axis(axis, parts[0].ndim)}, as_array=True)


def stack(arrays: Any, axis: int = 0, out: Any = None, **rest: Any) -> Any:
    """Arrays joined along a new axis; see `numpy.stack`."""
    parts = [as_handle(a) for a in arrays]
    if not parts:
        raise ValueError("need at least one array to stack")
    if len({p.shape for p in parts}) != 1:
        raise ValueError("all input arrays must have the same shape")
    at = normal_axis(axis, parts[0].ndim + 1)
    if out is None and not rest:
        return record(ops.stack, parts, {"axis": at}, as_array=True)
    return concatenate([expand_dims(p, at) for p in parts], at, out, **rest)


def vstack(tup: Any, *, dtype: Any = None, casting: str = "same_kind") -> Any:
    """Arrays as rows; see `numpy.vstack`."""
    return concatenate([atleast_2d(a) for a in tup], 0, dtype=dtype, casting=casting)


def hstack(tup: Any, *, dtype: Any = None, casting: str = "same_kind") -> Any:
    """Arrays side by side; see `numpy.hstack`."""
    parts = [atleast_1d(a) for a in tup]
    return concatenate(parts, 0 if parts and parts[0].ndim == 1 else 1, dtype=dtype, casting=casting)


def column_stack(tup: Any) -> Any:
    """One-dimensional arrays as columns; see `numpy.column_stack`."""
    return concatenate([_reshape(p, (-1, 1)) if p.ndim < 2 else p for p in (as_handle(a) for a in tup)], 1)


def atleast_1d(*arys: Any) -> Any:
    """Arrays with at least one dimension; see `numpy.atleast_1d`."""
    out = [_reshape(x, (1,)) if x.ndim == 0 else x for x in map(as_handle, arys)]
    return out[0] if len(out) == 1 else tuple(out)


def atleast_2d(*arys: Any) -> Any:
    """Arrays with at least two dimensions; see `numpy.atleast_2d`."""
    out = [_reshape(x, (1, -1)) if x.ndim < 2 else x for x in map(as_handle, arys)]
    return out[0] if len(out) == 1 else tuple(out)


def split(ary: Any, indices_or_sections: Any, axis: int = 0) -> Any:
    """An array cut into equal parts, or at indices, along an axis: views; see `numpy.split`."""
    x: Any = as_handle(ary)
    n = x.shape[normal_axis(axis, x.ndim)]
    if isinstance(indices_or_sections, int) and n % indices_or_sections:
        raise ValueError("array split does not result in an equal division")
    return array_split(x, indices_or_sections, axis)


def array_split(ary: Any, indices_or_sections: Any, axis: int = 0) -> Any:
    """An array cut into nearly equal parts, or at indices, along an axis: views; see `numpy.array_split`."""
    x: Any = as_handle(ary)
    axis = normal_axis(axis, x.ndim)
    n = x.shape[axis]
    if isinstance(indices_or_sections, int):
        each, more = divmod(n, indices_or_sections)
        cuts = np.cumsum([each + 1] * more + [each] * (indices_or_sections - more))[:-1].tolist()
    else:
        cuts = [int(i) for i in indices_or_sections]
    edges = [0, *cuts, n]
    head = (slice(None),) * axis
    return [x[(*head, slice(a, b))] for a, b in pairwise(edges)]


def flip(m: Any, axis: Any = None) -> Any:
    """The order of elements reversed along axes: a view; see `numpy.flip`."""
    x: Any = as_handle(m)
    back = range(x.ndim) if axis is None else np.lib.array_utils.normalize_axis_tuple(axis, x.ndim)
    return x[tuple(slice(None, None, -1) if i in back else slice(None) for i in range(x.ndim))]


@followed
def roll(a: Any, shift: Any, axis: Any = None) -> Any:
    """Elements moved along an axis, around its end; see `numpy.roll`."""
    x: Any = as_handle(a)
    if axis is None and x.ndim != 1:
        return roll(x.reshape(-1), shift, 0).reshape(x.shape)
    axis = 0 if axis is None else axis
    if (type(axis) is not int and np.ndim(axis)) or (type(shift) is not int and np.ndim(shift)):
        axis = np.lib.array_utils.normalize_axis_tuple(axis, x.ndim, allow_duplicate=True)
        shifts, axes = np.broadcast_arrays(shift, np.array(axis, int))
        if shifts.ndim > 1:
            raise ValueError("'shift' and 'axis' should be scalars or 1D sequences")
        for s, at in zip(shifts.tolist(), axes.tolist(), strict=True):
            x = roll(x, s, at)
        return x if len(axes) else x.copy()
    axis = normal_axis(axis, x.ndim)
    n = x.shape[axis]
    k = operator.index(shift) % n if n else 0
    if not k:
        return record(ops.identity, (x,), {}, as_array=True)
    return record(ops.roll, (x,), {"shift": k, "axis": axis}, as_array=True)


def shape(a: Any) -> tuple[int, ...]:
    """The shape of an array-like."""
    return a.shape if isinstance(a, Handle) else np.shape(a)


def ndim(a: Any) -> int:
    """The number of dimensions of an array-like."""
    return len(shape(a))


def size(a: Any, axis: int | tuple[int, ...] | None = None) -> int:
    """The number of elements of an array-like, or along axes."""
    sizes = shape(a)
    if axis is None:
        return math.prod(sizes)
    return math.prod(sizes[n] for n in np.lib.array_utils.normalize_axis_tuple(axis, len(sizes)))


def isscalar(element: Any) -> bool:
    """Whether a value is a scalar, Python's or NumPy's; see `numpy.isscalar`."""
    return not is_array(element) if isinstance(element, Handle) else np.isscalar(element)


register("diagonal", diagonal)
register("repeat", repeat)
register("trace", trace)
