"""Functions that make arrays and move what is in them."""

from __future__ import annotations

import operator
from collections.abc import Sequence
from typing import Any

import numpy as np

from dusk import ops
from dusk.array import as_handle, is_array, ndarray, normal_axis, register, share
from dusk.array import reshape as _reshape
from dusk.graph import CONSTANT, Literal
from dusk.numpy.fallback import call_numpy
from dusk.record import Handle, leaf, local, record


def _size(n: Any) -> tuple[int, ...]:
    return tuple(operator.index(d) for d in n) if isinstance(n, Sequence | np.ndarray | Handle) else (operator.index(n),)


def fresh(array: Any) -> Any:
    """A Dusk array of the values of a NumPy array (a constant, inside a traced function)."""
    if array.dtype.kind not in "biufcV" or array.dtype.names is not None or type(array) is not np.ndarray:
        return array
    if local.context.trace is not None:
        return record(CONSTANT, (), {"value": Literal(array)}, as_array=True)
    return leaf(array)


def array(object: Any, dtype: Any = None, *, copy: Any = True, order: Any = "K", subok: bool = False, ndmin: int = 0, like: Any = None) -> Any:  # noqa: A002
    """A new array of the values of anything array-like; see `numpy.array`."""
    if isinstance(object, Handle):
        out = object if dtype is None or np.dtype(dtype) == object.dtype else object.astype(dtype)  # type: ignore[attr-defined]
        if out is object:
            if not copy and (is_array(object) or copy is None):
                out = object
            else:
                out = record(ops.identity, (object,), {}, as_array=True)
        return out if out.ndim >= ndmin else _reshape(out, (1,) * (ndmin - out.ndim) + out.shape)
    if isinstance(object, list | tuple) and _holds_handles(object):
        out = stack([array(o) for o in object])
        return out if dtype is None else out.astype(dtype)
    made = np.array(object, dtype, order="C", subok=subok, ndmin=ndmin)
    return fresh(made)


def _holds_handles(items: Any) -> bool:
    """Whether a nested list holds Dusk values, so that their gradients must pass through it."""
    context = local.context
    stack_ = [items]
    while stack_:
        for item in stack_.pop():
            if isinstance(item, Handle):
                if context.history or context.trace is not None or item.buffer is None:
                    return True
            elif isinstance(item, list | tuple):
                stack_.append(item)
    return False


def asarray(a: Any, dtype: Any = None, order: Any = None, **rest: Any) -> Any:
    """An array-like as an array, without a copy where there is one already; see `numpy.asarray`."""
    if isinstance(a, Handle) and is_array(a):
        return a if dtype is None or np.dtype(dtype) == a.dtype else a.astype(dtype)  # type: ignore[attr-defined]
    if type(a) is np.ndarray and (dtype is None or np.dtype(dtype) == a.dtype) and a.dtype.kind in "biufcV":
        return share(a)
    return array(a, dtype)


asanyarray = ascontiguousarray = asarray


def _ours(dtype: Any) -> bool:
    kind = np.dtype(dtype)
    return kind.kind in "biufcV" and kind.names is None


def full(shape: Any, fill_value: Any, dtype: Any = None, order: str = "C", **rest: Any) -> Any:
    """An array of one value; see `numpy.full`."""
    size = _size(shape)
    if isinstance(fill_value, Handle) or np.ndim(fill_value):
        value = as_handle(fill_value)
        out = record(ops.broadcast_to, (value,), {"shape": size}, as_array=True)
        return record(ops.identity, (out,), {}, as_array=True) if dtype is None else out.astype(dtype)
    kind = np.dtype(dtype) if dtype is not None else np.asarray(fill_value).dtype
    if kind.kind not in "biufcV" or kind.names is not None:
        return np.full(shape, fill_value, dtype)
    if any(n < 0 for n in size):
        raise ValueError("negative dimensions are not allowed")
    value = np.asarray(fill_value).astype(kind)[()].item() if kind.kind in "biufc" else fill_value
    return record(ops.full, (), {"shape": size, "value": value, "dtype": kind}, as_array=True)


def zeros(shape: Any, dtype: Any = float, order: str = "C", **rest: Any) -> Any:
    """An array of zeros; see `numpy.zeros`."""
    return full(shape, 0, dtype) if _ours(dtype) else np.zeros(shape, dtype)


def ones(shape: Any, dtype: Any = None, order: str = "C", **rest: Any) -> Any:
    """An array of ones; see `numpy.ones`."""
    kind = float if dtype is None else dtype
    return full(shape, 1, kind) if _ours(kind) else np.ones(shape, kind)


def empty(shape: Any, dtype: Any = float, order: str = "C", **rest: Any) -> Any:
    """An array whose values are yet to be written (zeros); see `numpy.empty`."""
    return zeros(shape, dtype)


def _like(a: Any, dtype: Any, shape: Any) -> tuple[Any, Any]:
    x = as_handle(a)
    return (x.shape if shape is None else shape), (x.dtype if dtype is None else dtype)


def zeros_like(a: Any, dtype: Any = None, order: str = "K", subok: bool = True, shape: Any = None, **rest: Any) -> Any:
    """Zeros of the shape and dtype of another array; see `numpy.zeros_like`."""
    return zeros(*_like(a, dtype, shape))


def ones_like(a: Any, dtype: Any = None, order: str = "K", subok: bool = True, shape: Any = None, **rest: Any) -> Any:
    """Ones of the shape and dtype of another array; see `numpy.ones_like`."""
    return ones(*_like(a, dtype, shape))


def full_like(a: Any, fill_value: Any, dtype: Any = None, order: str = "K", subok: bool = True, shape: Any = None, **rest: Any) -> Any:
    """One value in the shape and dtype of another array; see `numpy.full_like`."""
    size, kind = _like(a, dtype, shape)
    return full(size, fill_value, kind)


empty_like = zeros_like


def _made(function: Any) -> Any:
    def make(*args: Any, **kwargs: Any) -> Any:
        plain = [a.item() if isinstance(a, Handle) and a.shape == () else a for a in args]  # type: ignore[attr-defined]
        if any(isinstance(a, Handle) for a in (*plain, *kwargs.values())):
            return call_numpy(function, plain, kwargs)
        out = function(*plain, **kwargs)
        if isinstance(out, tuple):
            return tuple(fresh(o) if isinstance(o, np.ndarray) else o for o in out)
        return fresh(out)

    make.__name__, make.__doc__ = function.__name__, function.__doc__
    return make


arange, linspace, logspace, geomspace = map(_made, (np.arange, np.linspace, np.logspace, np.geomspace))
eye, identity, tri, indices, fromfunction = map(_made, (np.eye, np.identity, np.tri, np.indices, np.fromfunction))


def copy(a: Any, order: str = "K", subok: bool = False) -> Any:
    """A copy; see `numpy.copy`."""
    return array(a)


def reshape(a: Any, /, shape: Any, order: str = "C", *, copy: Any = None) -> Any:
    """The elements in another shape: a view; see `numpy.reshape`."""
    return as_handle(a).reshape(shape, order=order)  # type: ignore[attr-defined]


def ravel(a: Any, order: str = "C") -> Any:
    """The elements in one dimension: a view; see `numpy.ravel`."""
    return as_handle(a).ravel(order)  # type: ignore[attr-defined]


def transpose(a: Any, axes: Any = None) -> Any:
    """The axes in another order: a view; see `numpy.transpose`."""
    x: Any = as_handle(a)
    return x.transpose() if axes is None else x.transpose(axes)


def swapaxes(a: Any, axis1: int, axis2: int) -> Any:
    """Two axes exchanged: a view; see `numpy.swapaxes`."""
    return as_handle(a).swapaxes(axis1, axis2)  # type: ignore[attr-defined]


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


def squeeze(a: Any, axis: Any = None) -> Any:
    """Without axes of size 1: a view; see `numpy.squeeze`."""
    return as_handle(a).squeeze(axis)  # type: ignore[attr-defined]


def broadcast_to(array: Any, shape: Any, subok: bool = False) -> Any:
    """The values repeated to a shape; see `numpy.broadcast_to`."""
    return record(ops.broadcast_to, (as_handle(array),), {"shape": _size(shape)}, as_array=True)


def concatenate(arrays: Any, /, axis: Any = 0, out: Any = None, *, dtype: Any = None, casting: str = "same_kind") -> Any:
    """Arrays joined along an axis; see `numpy.concatenate`."""
    parts = [as_handle(a) for a in arrays]
    if out is not None or dtype is not None or not parts:
        return call_numpy(np.concatenate, (parts,), {"axis": axis, "out": out, "dtype": dtype, "casting": casting})
    if axis is None:
        parts, axis = [p.reshape(-1) for p in parts], 0  # type: ignore[attr-defined]
    if parts[0].ndim == 0:
        raise ValueError("zero-dimensional arrays cannot be concatenated")
    return record(ops.concatenate, parts, {"axis": normal_axis(axis, parts[0].ndim)}, as_array=True)


def stack(arrays: Any, axis: int = 0, out: Any = None, **rest: Any) -> Any:
    """Arrays joined along a new axis; see `numpy.stack`."""
    parts = [as_handle(a) for a in arrays]
    if not parts:
        raise ValueError("need at least one array to stack")
    if len({p.shape for p in parts}) != 1:
        raise ValueError("all input arrays must have the same shape")
    at = normal_axis(axis, parts[0].ndim + 1)
    return concatenate([expand_dims(p, at) for p in parts], at, out)


def vstack(tup: Any, **rest: Any) -> Any:
    """Arrays as rows; see `numpy.vstack`."""
    return concatenate([atleast_2d(a) for a in tup], 0)


def hstack(tup: Any, **rest: Any) -> Any:
    """Arrays side by side; see `numpy.hstack`."""
    parts = [atleast_1d(a) for a in tup]
    return concatenate(parts, 0 if parts and parts[0].ndim == 1 else 1)


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
    return [x[(*head, slice(a, b))] for a, b in zip(edges[:-1], edges[1:], strict=True)]


def flip(m: Any, axis: Any = None) -> Any:
    """The order of elements reversed along axes: a view; see `numpy.flip`."""
    x: Any = as_handle(m)
    axes = range(x.ndim) if axis is None else (axis,) if isinstance(axis, int) else axis
    back = {normal_axis(a, x.ndim) for a in axes}
    return x[tuple(slice(None, None, -1) if i in back else slice(None) for i in range(x.ndim))]


def roll(a: Any, shift: Any, axis: Any = None) -> Any:
    """Elements moved along an axis, around its end; see `numpy.roll`."""
    x: Any = as_handle(a)
    if axis is None:
        return roll(x.reshape(-1), shift, 0).reshape(x.shape)
    if isinstance(axis, tuple) or isinstance(shift, tuple):
        shifts, axes = np.broadcast_arrays(np.atleast_1d(shift), np.atleast_1d(axis))
        for s, at in zip(shifts.tolist(), axes.tolist(), strict=True):
            x = roll(x, s, at)
        return x
    axis = normal_axis(axis, x.ndim)
    n = x.shape[axis]
    k = operator.index(shift) % n if n else 0
    if not k:
        return array(x)
    head = (slice(None),) * axis
    return concatenate([x[(*head, slice(n - k, None))], x[(*head, slice(None, n - k))]], axis)


def where(condition: Any, x: Any = None, y: Any = None, /) -> Any:
    """Elements of x where a condition holds and of y elsewhere, or the indices where it holds; see `numpy.where`."""
    if x is None and y is None:
        return call_numpy(np.nonzero, (condition,), {})
    if any(np.asarray(v).dtype.kind not in "biufcV" for v in (x, y) if not isinstance(v, Handle)):
        return call_numpy(np.where, (condition, x, y), {})
    condition = as_handle(condition)
    if condition.dtype != np.bool_:
        condition = record(ops.not_equal, (condition, 0), {})
    return record(ops.where, (condition, x, y), {}, as_array=True)


def clip(a: Any, a_min: Any = None, a_max: Any = None, out: Any = None, *, min: Any = None, max: Any = None, **rest: Any) -> Any:  # noqa: A002
    """Values limited to an interval; see `numpy.clip`."""
    low, high = (a_min if a_min is not None else min), (a_max if a_max is not None else max)
    x: Any = as_handle(a)
    value = x
    if low is not None:
        value = record(ops.maximum, (value, low), {})
    if high is not None:
        value = record(ops.minimum, (value, high), {})
    if out is None:
        return value if value is not x else array(x)
    out[...] = value
    return out


def shape(a: Any) -> tuple[int, ...]:
    """The shape of an array-like."""
    return a.shape if isinstance(a, Handle) else np.shape(a)


def ndim(a: Any) -> int:
    """The number of dimensions of an array-like."""
    return len(shape(a))


def size(a: Any, axis: int | None = None) -> int:
    """The number of elements of an array-like, or along an axis."""
    return int(np.prod(shape(a), dtype=np.int64)) if axis is None else shape(a)[axis]


def take(a: Any, indices: Any, axis: int | None = None, out: Any = None, mode: str = "raise") -> Any:
    """Elements at indices along an axis; see `numpy.take`."""
    if mode != "raise" or out is not None:
        return call_numpy(np.take, (a, indices, axis, out, mode), {})
    x: Any = as_handle(a)
    if axis is None:
        x, axis = x.reshape(-1), 0
    head = (slice(None),) * normal_axis(axis, x.ndim)
    return x[(*head, indices if not isinstance(indices, tuple) else list(indices))]


def dot(a: Any, b: Any, out: Any = None) -> Any:
    """The product of two arrays over the last axis of a and the last but one of b; see `numpy.dot`."""
    value = record(ops.dot, (as_handle(a), as_handle(b)), {})
    if out is None:
        return value
    out[...] = value
    return out


def matmul(a: Any, b: Any, out: Any = None, **rest: Any) -> Any:
    """The matrix product; see `numpy.matmul`."""
    value = record(ops.matmul, (as_handle(a), as_handle(b)), {})
    if out is None:
        return value
    out[...] = value
    return out


def tensordot(a: Any, b: Any, axes: Any = 2) -> Any:
    """The product of two arrays summed over axes; see `numpy.tensordot`."""
    pair = axes if isinstance(axes, int) else tuple(tuple(x) if not isinstance(x, int) else (x,) for x in axes)
    return record(ops.tensordot, (as_handle(a), as_handle(b)), {"axes": pair}, as_array=True)


def outer(a: Any, b: Any, out: Any = None) -> Any:
    """The product of every pair of elements; see `numpy.outer`."""
    value = record(ops.outer, (as_handle(a), as_handle(b)), {})
    if out is None:
        return value
    out[...] = value
    return out


def einsum(*operands: Any, out: Any = None, optimize: Any = False, **rest: Any) -> Any:
    """The sum of products that Einstein's notation names; see `numpy.einsum`."""
    if not isinstance(operands[0], str) or rest:
        return call_numpy(np.einsum, operands, {"out": out, **rest})
    value = record(ops.einsum, [as_handle(o) for o in operands[1:]], {"subscripts": operands[0].replace(" ", "")})
    if out is None:
        return value
    out[...] = value
    return out


for _name in ("clip", "dot", "take"):
    register(_name, globals()[_name])

__all__ = [
    "arange", "array", "array_split", "asanyarray", "asarray", "ascontiguousarray", "atleast_1d", "atleast_2d",
    "broadcast_to", "clip", "column_stack", "concatenate", "copy", "dot", "einsum", "empty", "empty_like", "expand_dims",
    "eye", "flip", "fromfunction", "full", "full_like", "geomspace", "hstack", "identity", "indices", "linspace",
    "logspace", "matmul", "moveaxis", "ndarray", "ndim", "ones", "ones_like", "outer", "ravel", "reshape", "roll", "shape",
    "size", "split", "squeeze", "stack", "swapaxes", "take", "tensordot", "transpose", "tri", "vstack", "where", "zeros",
    "zeros_like",
]  # fmt: skip
