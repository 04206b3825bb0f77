"""Functions that choose, order and move elements as MXNet's graphs have them, where no op of Dusk does the same:
`mxnet_topk` is its `topk`. What is taken from outside of an array is what is nearest; numbers of places are floats.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

import dusk.numpy as dnp
from dusk import ops
from dusk.symbol.layer import Bounds, Sizes, layer
from dusk.symbol.layers_conv import constant
from dusk.symbol.layers_math import axes_of, filled

_LONGEST = 1 << 24
"""Numbers that a range may have."""


@layer(name="mxnet_shape_array")
def _shape_array(data: Any) -> Any:
    """The shape of data, as an array."""
    return constant(np.array(data.shape, np.int64))


@layer(name="mxnet_size_array")
def _size_array(data: Any) -> Any:
    """How many elements data has, as an array of one."""
    return constant(np.array([math.prod(data.shape)], np.int64))


@layer(name="mxnet_transpose")
def _transpose(data: Any, *, axes: Sizes = ()) -> Any:
    """data with its axes in another order (none given: turned round)."""
    return ops.transpose(data, axes=tuple(axes) or tuple(range(data.ndim))[::-1])


@layer(name="mxnet_expand_dims")
def _expand_dims(data: Any, *, axis: int) -> Any:
    """data with a new axis of length 1."""
    return dnp.expand_dims(data, axis)


@layer(name="mxnet_squeeze")
def _squeeze(data: Any, *, axis: Sizes | None = None) -> Any:
    """data without its axes of length 1, or without some of them."""
    return dnp.squeeze(data, axis=axis or None)


@layer(name="mxnet_slice")
def _slice(data: Any, *, begin: Bounds, end: Bounds, step: Bounds = ()) -> Any:
    """data from `begin` to before `end` along its first axes, by steps; None is where the array begins or ends."""
    steps = (*step, *(None,) * (len(begin) - len(step)))
    return data[tuple(slice(*row) for row in zip(begin, end, steps, strict=True))]


@layer(name="mxnet_slice_axis")
def _slice_axis(data: Any, *, axis: int, begin: int, end: int | None) -> Any:
    """data from `begin` to before `end` along an axis."""
    return data[(slice(None),) * (axis % data.ndim) + (slice(begin, end),)]


@layer(name="mxnet_slice_like")
def _slice_like(data: Any, shape_like: Any, *, axes: Sizes = ()) -> Any:
    """The first elements of data along axes (none given: all), as many as another array has."""
    chosen = axes_of(data, axes)
    return data[tuple(slice(shape_like.shape[a]) if a in chosen else slice(None) for a in range(data.ndim))]


def _within(indices: Any, length: int, mode: str) -> Any:
    """Whole numbers of places along an axis."""
    at = ops.astype(indices, dtype=np.dtype(np.int64))
    if mode == "wrap":
        return ops.remainder(at, length)
    if mode not in ("clip", "raise"):
        raise ValueError(f"mode is clip, wrap or raise, not {mode!r}")
    return at if mode == "raise" else ops.minimum(ops.maximum(at, 0), length - 1)


@layer(name="mxnet_take")
def _take(a: Any, indices: Any, *, axis: int = 0, mode: str = "clip") -> Any:
    """What stands at places along an axis; of places outside what is nearest ("clip"), or further round ("wrap")."""
    return dnp.take(a, _within(indices, a.shape[axis], mode), axis=axis)


@layer(name="mxnet_batch_take")
def _batch_take(a: Any, indices: Any) -> Any:
    """Of each row of `a[n, m]` what stands at its place in `indices[n]`."""
    at = _within(indices, a.shape[-1], "clip")
    return dnp.take_along_axis(a, at[..., None], axis=-1)[..., 0]


@layer(name="mxnet_pick")
def _pick(data: Any, index: Any, *, axis: int | None = -1, keepdims: bool = False, mode: str = "clip") -> Any:
    """What stands at one place along an axis, for all places of the others."""
    a = (-1 if axis is None else axis) % data.ndim
    at = _within(index, data.shape[a], mode)
    at = dnp.expand_dims(at, a) if at.ndim < data.ndim else at
    found = dnp.take_along_axis(data, at, axis=a)
    return found if keepdims else dnp.squeeze(found, axis=a)


@layer(name="mxnet_one_hot")
def _one_hot(indices: Any, *, depth: int, on_value: float = 1.0, off_value: float = 0.0, dtype: str = "float32") -> Any:
    """For each number a row of `off_value` with `on_value` at that place."""
    row = ops.one_hot(ops.astype(indices, dtype=np.dtype(np.int64)), depth=depth, dtype=np.dtype(dtype))
    return row if (on_value, off_value) == (1, 0) else ops.add(ops.multiply(row, on_value - off_value), off_value)


@layer(name="mxnet_where")
def _where(condition: Any, x: Any, y: Any) -> Any:
    """x where the condition is not 0, else y; a condition of one axis chooses rows."""
    chosen = ops.not_equal(condition, 0)
    if condition.ndim == 1 and x.ndim > 1:
        chosen = ops.reshape(chosen, shape=(condition.shape[0], *(1,) * (x.ndim - 1)))
    return ops.where(chosen, x, y)


@layer(name="mxnet_clip", elementwise=True)
def _clip(data: Any, *, a_min: float, a_max: float) -> Any:
    """data, but at least `a_min` and at most `a_max`."""
    return ops.clip(data, a_min, a_max)


def _topk_outputs(ret_typ: str = "indices", **_: Any) -> Sequence[str]:
    return ("output0", "output1") if ret_typ == "both" else ("output",)


@layer(name="mxnet_topk", outputs=_topk_outputs)
def _topk(
    data: Any, *, axis: int | None = -1, k: int = 1, ret_typ: str = "indices", is_ascend: bool = False,
    dtype: str = "float32",
) -> Any:  # fmt: skip
    """The `k` largest numbers along an axis (with `is_ascend` the smallest; of none all): their places ("indices"),
    their "value"s, "both", or ones where they stand ("mask")."""
    x, a = (ops.reshape(data, shape=(math.prod(data.shape),)), 0) if axis is None else (data, axis % data.ndim)
    order = dnp.argsort(x if is_ascend else ops.negative(x), axis=a, kind="stable")
    chosen = order[(slice(None),) * a + (slice(k or None),)]
    places = ops.astype(chosen, dtype=np.dtype(dtype))
    if ret_typ == "indices":
        return places
    if ret_typ == "mask":
        rank = dnp.argsort(order, axis=a)
        ones = ops.astype(ops.less(rank, k or x.shape[a]), dtype=data.dtype)
        return ops.reshape(ones, shape=data.shape)
    values = dnp.take_along_axis(x, chosen, axis=a)
    if ret_typ not in ("value", "both"):
        raise ValueError(f"ret_typ is indices, value, both or mask, not {ret_typ!r}")
    return values if ret_typ == "value" else (values, places)


@layer(name="mxnet_sort")
def _sort(data: Any, *, axis: int | None = -1, is_ascend: bool = True) -> Any:
    """data in order along an axis (None: all of it, flat)."""
    made = dnp.sort(data, axis=axis)
    return made if is_ascend else dnp.flip(made, axis=-1 if axis is None else axis)


@layer(name="mxnet_argsort")
def _argsort(data: Any, *, axis: int | None = -1, is_ascend: bool = True, dtype: str = "float32") -> Any:
    """The places of elements in order along an axis."""
    made = dnp.argsort(data if is_ascend else ops.negative(data), axis=axis, kind="stable")
    return ops.astype(made, dtype=np.dtype(dtype))


@layer(name="mxnet_tile")
def _tile(data: Any, *, reps: Sizes) -> Any:
    """data again and again along axes."""
    return dnp.tile(data, reps)


@layer(name="mxnet_repeat")
def _repeat(data: Any, *, repeats: int, axis: int | None = None) -> Any:
    """Each element again and again, along an axis or of all of data, flat."""
    return dnp.repeat(data, repeats, axis=axis)


@layer(name="mxnet_reverse")
def _reverse(data: Any, *, axis: Sizes) -> Any:
    """data turned round along axes."""
    return dnp.flip(data, axis=tuple(axis))


@layer(name="mxnet_stack")
def _stack(*data: Any, axis: int = 0) -> Any:
    """Arrays of one shape along a new axis."""
    return dnp.stack(data, axis=axis)


@layer(name="mxnet_broadcast_to")
def _broadcast_to(data: Any, *, shape: Sizes) -> Any:
    """data again and again along axes of length 1; 0 in `shape` keeps a length."""
    if len(shape) != data.ndim:
        raise ValueError(f"broadcast_to of {data.shape} to {shape}: as many axes are needed")
    return dnp.broadcast_to(data, tuple(n or m for n, m in zip(shape, data.shape, strict=True)))


@layer(name="mxnet_broadcast_axis")
def _broadcast_axis(data: Any, *, axis: Sizes, size: Sizes) -> Any:
    """data again and again along axes of length 1."""
    lengths = dict(zip(axes_of(data, axis), size, strict=True))
    return dnp.broadcast_to(data, tuple(lengths.get(a, n) for a, n in enumerate(data.shape)))


@layer(name="mxnet_broadcast_like")
def _broadcast_like(lhs: Any, rhs: Any, *, lhs_axes: Sizes | None = None, rhs_axes: Sizes | None = None) -> Any:
    """data again and again along axes of length 1, as another array is long."""
    pairs = dict(zip(axes_of(lhs, lhs_axes), axes_of(rhs, rhs_axes), strict=True))
    return dnp.broadcast_to(lhs, tuple(rhs.shape[pairs[a]] if a in pairs else n for a, n in enumerate(lhs.shape)))


@layer(name="mxnet_reshape_like")
def _reshape_like(lhs: Any, rhs: Any) -> Any:
    """data of the shape of another array."""
    return ops.reshape(lhs, shape=rhs.shape)


@layer(name="mxnet__zeros")
def _zeros(*, shape: Sizes = (), dtype: str = "float32") -> Any:
    """Zeros."""
    return filled(shape, 0, dtype)


@layer(name="mxnet__ones")
def _ones(*, shape: Sizes = (), dtype: str = "float32") -> Any:
    """Ones."""
    return filled(shape, 1, dtype)


@layer(name="mxnet__full")
def _filled(*, shape: Sizes = (), value: float = 0.0, dtype: str = "float32") -> Any:
    """One number again and again."""
    return filled(shape, value, dtype)


@layer(name="mxnet__arange")
def _arange(
    *, start: float = 0.0, stop: float | None = None, step: float = 1.0, repeat: int = 1, dtype: str = "float32",
    infer_range: bool = False,
) -> Any:  # fmt: skip
    """Numbers from `start` to before `stop` (from 0 where there is none), each of them `repeat` times."""
    first, last = (0.0, start) if stop is None else (start, stop)
    if step == 0 or abs((last - first) / step) * repeat > _LONGEST:
        raise ValueError(f"numbers from {first} to {last} by {step}")
    return constant(np.arange(first, last, step).astype(np.dtype(dtype)).repeat(repeat))


@layer(name="mxnet_gather_nd")
def _gather_nd(data: Any, indices: Any) -> Any:
    """What stands at places of data, whose coordinates are the first axis of `indices`."""
    at = ops.astype(indices, dtype=np.dtype(np.int64))
    return data[tuple(at[i] for i in range(indices.shape[0]))]


@layer(name="mxnet_diag")
def _diag(data: Any, *, k: int = 0, axis1: int = 0, axis2: int = 1) -> Any:
    """A diagonal of data, or the matrix whose diagonal a vector is."""
    return dnp.diag(data, k) if data.ndim == 1 else dnp.diagonal(data, k, axis1, axis2)


def _blocks(data: Any, size: int) -> tuple[int, int, int, int]:
    if data.ndim != 4 or size < 1:
        raise ValueError(f"blocks of {size} of an image of shape {data.shape}: it has 4 axes, they one pixel or more")
    return data.shape


@layer(name="mxnet_depth_to_space")
def _depth_to_space(data: Any, *, block_size: int) -> Any:
    """Channels as blocks of pixels: `[batch, c * s * s, h, w]` to `[batch, c, h * s, w * s]`."""
    b, c, h, w = _blocks(data, block_size)
    s = block_size
    x = ops.reshape(data, shape=(b, s, s, c // (s * s), h, w))
    return ops.reshape(ops.transpose(x, axes=(0, 3, 4, 1, 5, 2)), shape=(b, c // (s * s), h * s, w * s))


@layer(name="mxnet_space_to_depth")
def _space_to_depth(data: Any, *, block_size: int) -> Any:
    """Blocks of pixels as channels: `[batch, c, h * s, w * s]` to `[batch, c * s * s, h, w]`."""
    b, c, h, w = _blocks(data, block_size)
    s = block_size
    x = ops.reshape(data, shape=(b, c, h // s, s, w // s, s))
    return ops.reshape(ops.transpose(x, axes=(0, 3, 5, 1, 2, 4)), shape=(b, c * s * s, h // s, w // s))


@layer(name="mxnet_cumsum")
def _cumsum(a: Any, *, axis: int | None = None, dtype: str | None = None) -> Any:
    """Sums so far along an axis (None: of all of it, flat)."""
    return dnp.cumsum(a, axis=axis, dtype=None if dtype is None else np.dtype(dtype))
