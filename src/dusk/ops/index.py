"""Windows of an array: basic slices, writes into them, padding, flips."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from dusk.graph.node import Value
from dusk.graph.op import define
from dusk.graph.types import TensorType
from dusk.ops.broadcast import alike
from dusk.ops.create import fill
from dusk.ops.pointwise import Kind, common, keep
from dusk.ops.shapes import all_axes
from dusk.ops.shapes import steps as contiguous

_INT64 = np.dtype(np.int64)


def _lower_pad(k: Any, index: Any, x: Any, *, widths: Any, value: Any = 0) -> Any:
    guard = None
    source: list[Any] = []
    for i, (low, high), size in zip(index, widths, x.shape, strict=True):
        place = i - low
        source.append(place)
        # a known width that is not positive cannot be left on that side
        if not (isinstance(low, int) and low <= 0):
            inside = k.op("greater_equal", place, k.const(0, _INT64))
            guard = inside if guard is None else k.op("logical_and", guard, inside)
        if not (isinstance(high, int) and high <= 0):
            inside = place < size
            guard = inside if guard is None else k.op("logical_and", guard, inside)
    return x(tuple(source)) if guard is None else x(tuple(source), guard=guard, other=k.const(value, x.dtype))


def _infer_pad(x: TensorType, *, widths: Any, value: Any = 0) -> TensorType:
    if len(widths) != x.ndim:
        raise ValueError(f"{len(widths)} pairs of widths for {x.ndim} axes")
    shape = tuple(d + low + high for d, (low, high) in zip(x.shape, widths, strict=True))
    if any(isinstance(d, int) and d < 0 for d in shape):
        raise ValueError(f"widths {widths} crop more than there is")
    return x.with_(shape)


def _vjp_pad(g: Value, out: Value, x: Value, *, widths: Any, value: Any = 0) -> tuple[Value]:
    return (pad(g, widths=tuple((-1 * low, -1 * high) for low, high in widths)),)


def _batch_pad(axes: Any, x: Value, *, widths: Any, value: Any = 0) -> Value:
    return pad(x, widths=((0, 0), *widths), value=value)


@define(infer=_infer_pad, promote=keep, vjp=_vjp_pad, batch=_batch_pad, lower=_lower_pad, lengths=("widths",))
def pad(x: Any, *, widths: Any, value: Any = 0) -> Any:
    """x with `(before, after)` elements of one value added along each axis; negative widths crop."""
    cropped = tuple(
        slice(max(-low, 0), size - max(-high, 0)) for (low, high), size in zip(widths, np.shape(x), strict=True)
    )
    added = [(max(low, 0), max(high, 0)) for low, high in widths] or 0
    return np.pad(np.asarray(x)[cropped], added, constant_values=value)


def starts_of(starts: Sequence[Any], dynamic: Sequence[Any]) -> tuple[Any, ...]:
    """The starts of a window, those given as None taken from the run-time ones in order."""
    rest = iter(dynamic)
    return tuple(next(rest) if s is None else s for s in starts)


def _key(starts: Sequence[int], sizes: Sequence[int], steps: Sequence[int]) -> tuple[slice, ...]:
    key: list[slice] = []
    for start, size, step in zip(starts, sizes, steps, strict=True):
        stop = start + size * step
        key.append(slice(start, None if stop < 0 else stop, step) if size else slice(0, 0))
    return tuple(key)


def _window(x: TensorType, starts: Any, sizes: Any, steps: Any, dynamic: Sequence[TensorType]) -> None:
    """IndexError, ValueError: the window is not inside the array (as far as numbers are known)."""
    if not len(starts) == len(sizes) == len(steps) == x.ndim:
        raise ValueError(f"a window of {len(sizes)} axes of an array of {x.ndim}")
    if len(dynamic) != sum(s is None for s in starts) or any(d.ndim for d in dynamic):
        raise ValueError("run-time starts are 0-d operands, one for each start that is None")
    for start, size, step, extent in zip(starts, sizes, steps, x.shape, strict=True):
        if step == 0:
            raise ValueError("slice step cannot be zero")
        if any(not isinstance(v, int) for v in (start, size, extent)) or size == 0:
            continue
        if start < 0 or size < 0 or not 0 <= start + (size - 1) * step < extent or start >= extent:
            raise IndexError(f"window from {start}, {size} elements, step {step}, of an axis of size {extent}")


def _infer_slice(x: TensorType, *dynamic: TensorType, starts: Any, sizes: Any, steps: Any) -> TensorType:
    _window(x, starts, sizes, steps, dynamic)
    return x.with_(sizes)


def _promote_slice(x: Kind, *dynamic: Kind, **params: Any) -> tuple[np.dtype[Any], ...]:
    return (common(x), *(_INT64 for _ in dynamic))


def _vjp_slice(g: Value, out: Value, x: Value, *dynamic: Value, starts: Any, sizes: Any, steps: Any) -> Any:
    rest = (None,) * len(dynamic)
    if not dynamic and all(s == 1 for s in steps):
        ends = (d - start - size for d, start, size in zip(x.shape, starts, sizes, strict=True))
        return pad(g, widths=tuple(zip(starts, ends, strict=True))), *rest
    return slice_set(fill(x, 0), g, *dynamic, starts=starts, steps=steps), *rest


def _lower_slice(k: Any, index: Any, x: Any, *dynamic: Any, starts: Any, sizes: Any, steps: Any) -> Any:
    begin = starts_of(starts, [d(()) for d in dynamic])
    return x(tuple(i * step + start for i, step, start in zip(index, steps, begin, strict=True)))


def _view_slice(x: TensorType, *dynamic: TensorType, starts: Any, sizes: Any, steps: Any) -> Any:
    if dynamic:
        return None
    strides = contiguous(x.shape)
    offset: Any = 0
    for start, stride in zip(starts, strides, strict=True):
        offset = offset + start * stride
    return offset, tuple(step * stride for step, stride in zip(steps, strides, strict=True))


def _batch_slice(axes: Any, x: Value, *dynamic: Value, starts: Any, sizes: Any, steps: Any) -> Any:
    if axes[0] is None or any(a is not None for a in axes[1:]):
        return NotImplemented
    return slice_(x, *dynamic, starts=(0, *starts), sizes=(x.shape[0], *sizes), steps=(1, *steps))


@define(
    name="slice",
    infer=_infer_slice,
    promote=_promote_slice,
    vjp=_vjp_slice,
    linear=True,
    batch=_batch_slice,
    lower=_lower_slice,
    view=_view_slice,
    dynamic=("starts",),
    lengths=("sizes",),
)
def slice_(x: Any, *dynamic: Any, starts: Any, sizes: Any, steps: Any) -> Any:
    """A window: along each axis `sizes` elements from `starts` (from 0, never negative), `steps` apart.

    A start of None is taken from the next of the 0-d int64 operands after x.
    """
    return np.asarray(x)[_key(starts_of(starts, [int(d) for d in dynamic]), sizes, steps)]


def _infer_set(x: TensorType, v: TensorType, *dynamic: TensorType, starts: Any, steps: Any) -> TensorType:
    _window(x, starts, v.shape, steps, dynamic)
    return x


def _promote_set(x: Kind, v: Kind, *dynamic: Kind, **params: Any) -> tuple[np.dtype[Any], ...]:
    return (common(x), common(x), *(_INT64 for _ in dynamic))


def _vjp_set(g: Value, out: Value, x: Value, v: Value, *dynamic: Value, starts: Any, steps: Any) -> Any:
    outside = slice_set(g, fill(v, 0), *dynamic, starts=starts, steps=steps)
    inside = slice_(g, *dynamic, starts=starts, sizes=v.shape, steps=steps)
    return outside, inside, *(None for _ in dynamic)


def _batch_set(axes: Any, x: Value, v: Value, *dynamic: Value, starts: Any, steps: Any) -> Any:
    if any(a is not None for a in axes[2:]):
        return NotImplemented
    return slice_set(*alike(axes[:2], x, v), *dynamic, starts=(0, *starts), steps=(1, *steps))


def _update_set(k: Any, index: Any, x: Any, v: Any, *dynamic: Any, starts: Any, steps: Any) -> Any:
    begin = starts_of(starts, [d(()) for d in dynamic])
    return tuple(i * step + start for i, step, start in zip(index, steps, begin, strict=True)), "set"


def _lower_set(k: Any, index: Any, x: Any, v: Any, *dynamic: Any, starts: Any, steps: Any) -> Any:
    zero = k.const(0, _INT64)
    guard = k.const(True, bool)
    source: list[Any] = []
    begin = starts_of(starts, [d(()) for d in dynamic])
    for i, start, step, size, extent in zip(index, begin, steps, v.shape, x.shape, strict=True):
        place = i - start
        if step != 1:
            far = place if step > 0 else start - i
            guard = k.op("logical_and", guard, k.op("equal", far % abs(step), zero))
            place = far // abs(step)
        source.append(place)
        if step != 1 or not (isinstance(start, int) and start == 0 and size is extent):
            within = k.op("logical_and", k.op("greater_equal", place, zero), place < size)
            guard = k.op("logical_and", guard, within)
    return v(tuple(source), guard=guard, other=x(index))


@define(
    infer=_infer_set,
    promote=_promote_set,
    vjp=_vjp_set,
    linear=True,
    batch=_batch_set,
    lower=_lower_set,
    update=_update_set,
    dynamic=("starts",),
)
def slice_set(x: Any, v: Any, *dynamic: Any, starts: Any, steps: Any) -> Any:
    """x with a window replaced by v, whose shape is the window's; starts and steps as in `slice`."""
    out = np.array(x)
    out[_key(starts_of(starts, [int(d) for d in dynamic]), np.shape(v), steps)] = v
    return out


def _flipped(x: TensorType, axis: Any) -> tuple[Any, ...]:
    """The parameters of the slice that turns axes round."""
    axes = all_axes(axis, x.ndim)
    # an empty axis has no last element to start from
    starts = tuple(d - 1 if i in axes and d != 0 else 0 for i, d in enumerate(x.shape))
    return starts, x.shape, tuple(-1 if i in axes else 1 for i in range(x.ndim))


def _inline_flip(x: Value, *, axis: Any = None) -> Value:
    starts, sizes, by = _flipped(x.type, axis)
    return slice_(x, starts=starts, sizes=sizes, steps=by)


def _infer_flip(x: TensorType, *, axis: Any = None) -> TensorType:
    all_axes(axis, x.ndim)
    return x


@define(infer=_infer_flip, promote=keep, inline=_inline_flip)
def flip(x: Any, *, axis: Any = None) -> Any:
    """The elements in opposite order along axes (None: all)."""
    return np.flip(x, axis)
