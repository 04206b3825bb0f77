"""Ops that move data and change none: each is index arithmetic, and a view where memory can be shared."""

# Rules are called through `Op`'s untyped fields.
# pyright: reportUnknownLambdaType=false, reportUnknownArgumentType=false
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from dusk.graph.node import Value
from dusk.graph.op import define
from dusk.graph.types import Size, TensorType, product
from dusk.ops.pointwise import keep
from dusk.ops.shapes import Axes, all_axes, fill_in, fitting, is_one, one_axis, steps, without


def _infer_reshape(x: TensorType, *, shape: Sequence[Size]) -> TensorType:
    return x.with_(fitting(x.size, shape))


def groups(old: Sequence[Any], new: Sequence[Any]) -> list[tuple[range, range]]:
    """The shortest runs of dimensions of two shapes that hold equally many elements; sizes of 1 are left out."""
    out: list[tuple[range, range]] = []
    i = j = 0
    while i < len(old) or j < len(new):
        i0, j0 = i, j
        a: Any = old[i] if i < len(old) else 1
        b: Any = new[j] if j < len(new) else 1
        i, j = i + 1, j + 1
        while a != b and (i < len(old) or j < len(new)):
            numbers = isinstance(a, int) and isinstance(b, int)
            if i < len(old) and (j >= len(new) or (a < b if numbers else i - i0 <= j - j0)):
                a, i = a * old[i], i + 1
            else:
                b, j = b * new[j], j + 1
        out.append((range(i0, min(i, len(old))), range(j0, min(j, len(new)))))
    return out


def _lower_reshape(k: Any, index: Any, x: Any, *, shape: Any) -> Any:
    shape = fill_in(product(x.shape), shape)
    zero = k.const(0, np.int64)
    if any(isinstance(d, int) and d == 0 for d in shape):
        return x((zero,) * len(x.shape))
    old = [i for i, d in enumerate(x.shape) if not is_one(d)]
    new = [i for i, d in enumerate(shape) if not is_one(d)]
    source = [zero] * len(x.shape)
    for olds, news in groups([x.shape[i] for i in old], [shape[i] for i in new]):
        sizes = [shape[new[j]] for j in news]
        linear: Any = zero
        for j, step in zip(news, steps(sizes), strict=True):
            linear = linear + index[new[j]] * step
        for i in reversed(olds):
            last = i == olds[0]
            source[old[i]] = linear if last else linear % x.shape[old[i]]
            linear = linear if last else linear // x.shape[old[i]]
    return x(tuple(source))


def _vjp_reshape(g: Value, out: Value, x: Value, *, shape: Any) -> tuple[Value]:
    return (reshape(g, shape=x.shape),)


@define(
    infer=_infer_reshape,
    promote=keep,
    vjp=_vjp_reshape,
    linear=True,
    batch=lambda axes, x, *, shape: reshape(x, shape=(x.shape[0], *fill_in(product(x.shape[1:]), shape))),
    lower=_lower_reshape,
    view=lambda x, *, shape: (0, steps(fill_in(x.size, shape))),
    lengths=("shape",),
)
def reshape(x: Any, *, shape: Any) -> Any:
    """The elements, in order, in another shape; one size may be -1."""
    return np.reshape(x, shape)


def _order(axes: Sequence[int], ndim: int) -> tuple[int, ...]:
    order = tuple(one_axis(a, ndim) for a in axes)
    if sorted(order) != list(range(ndim)):
        raise ValueError("axes don't match array")
    return order


def _inverse(axes: Sequence[int]) -> tuple[int, ...]:
    return tuple(sorted(range(len(axes)), key=lambda i: axes[i]))


def _vjp_transpose(g: Value, out: Value, x: Value, *, axes: Any) -> tuple[Value]:
    return (transpose(g, axes=_inverse(_order(axes, x.ndim))),)


def _batch_transpose(mapped: Any, x: Value, *, axes: Any) -> Value:
    return transpose(x, axes=(0, *(a + 1 for a in _order(axes, x.ndim - 1))))


@define(
    infer=lambda x, *, axes: x.with_(x.shape[a] for a in _order(axes, x.ndim)),
    promote=keep,
    vjp=_vjp_transpose,
    linear=True,
    batch=_batch_transpose,
    lower=lambda k, index, x, *, axes: x(tuple(index[i] for i in _inverse(_order(axes, len(x.shape))))),
    view=lambda x, *, axes: (0, tuple(steps(x.shape)[a] for a in _order(axes, x.ndim))),
)
def transpose(x: Any, *, axes: Any) -> Any:
    """The axes in another order: axis i of the result is axis `axes[i]` of x."""
    return np.transpose(x, axes)


def moved(ndim: int, source: Axes, destination: Axes) -> tuple[int, ...]:
    """The order of axes after moving some (ValueError: not as many places as axes)."""
    pairs = [(a,) if isinstance(a, int) else tuple(a or ()) for a in (source, destination)]
    taken, places = ([one_axis(a, ndim) for a in side] for side in pairs)
    if len(taken) != len(places) or len(set(taken)) != len(taken) or len(set(places)) != len(places):
        raise ValueError("`source` and `destination` arguments must have the same number of different elements")
    order = [a for a in range(ndim) if a not in taken]
    for place, axis in sorted(zip(places, taken, strict=True)):
        order.insert(place, axis)
    return tuple(order)


@define(
    infer=lambda x, *, source, destination: x.with_(x.shape[a] for a in moved(x.ndim, source, destination)),
    promote=keep,
    inline=lambda x, *, source, destination: transpose(x, axes=moved(x.ndim, source, destination)),
)
def moveaxis(x: Any, *, source: Any, destination: Any) -> Any:
    """Some axes moved to other places, the rest in order."""
    return np.moveaxis(x, source, destination)


def _expanded(x: TensorType, axis: Axes) -> tuple[tuple[int, ...], TensorType]:
    listed = (axis,) if isinstance(axis, int) else tuple(axis or ())
    axes = all_axes(listed, x.ndim + len(listed))
    rest = iter(x.shape)
    return axes, x.with_(1 if i in axes else next(rest) for i in range(x.ndim + len(axes)))


def _places(axis: Any, ndim: int) -> tuple[int, ...]:
    return all_axes(axis, ndim + (1 if isinstance(axis, int) else len(axis)))


def _vjp_expand(g: Value, out: Value, x: Value, *, axis: Any) -> tuple[Value]:
    return (squeeze(g, axis=_places(axis, x.ndim)),)


def _batch_expand(axes: Any, x: Value, *, axis: Any) -> Value:
    return expand_dims(x, axis=tuple(a + 1 for a in _places(axis, x.ndim - 1)))


@define(
    infer=lambda x, *, axis: _expanded(x, axis)[1],
    promote=keep,
    vjp=_vjp_expand,
    linear=True,
    batch=_batch_expand,
    lower=lambda k, index, x, *, axis: x(without(index, _places(axis, len(x.shape)))),
    view=lambda x, *, axis: (0, steps(_expanded(x, axis)[1].shape)),
)
def expand_dims(x: Any, *, axis: Any) -> Any:
    """New axes of size 1 at these places of the result."""
    return np.expand_dims(x, axis)


def _squeezed(shape: Sequence[Any], axis: Axes) -> tuple[int, ...]:
    axes = tuple(i for i, d in enumerate(shape) if is_one(d)) if axis is None else all_axes(axis, len(shape))
    if not all(is_one(shape[a]) for a in axes):
        raise ValueError("cannot select an axis to squeeze out which has size not equal to one")
    return axes


def _lower_squeeze(k: Any, index: Any, x: Any, *, axis: Axes = None) -> Any:
    axes, rest = _squeezed(x.shape, axis), iter(index)
    return x(tuple(k.const(0, np.int64) if i in axes else next(rest) for i in range(len(x.shape))))


def _batch_squeeze(axes: Any, x: Value, *, axis: Axes = None) -> Value:
    return squeeze(x, axis=tuple(a + 1 for a in _squeezed(x.shape[1:], axis)))


@define(
    infer=lambda x, *, axis=None: x.with_(without(x.shape, _squeezed(x.shape, axis))),
    promote=keep,
    linear=True,
    batch=_batch_squeeze,
    vjp=lambda g, out, x, *, axis=None: (expand_dims(g, axis=_squeezed(x.shape, axis)),),
    lower=_lower_squeeze,
    view=lambda x, *, axis=None: (0, steps(without(x.shape, _squeezed(x.shape, axis)))),
)
def squeeze(x: Any, *, axis: Any = None) -> Any:
    """Without these axes, which must have size 1 (None: all that have)."""
    return np.squeeze(x, axis)
