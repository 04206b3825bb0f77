"""Running sums, products and recurrences along an axis, and the product over axes, whose gradient needs them."""

# Rules are called through `Op`'s untyped fields.
# pyright: reportUnknownLambdaType=false, reportUnknownArgumentType=false
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false

from __future__ import annotations

from typing import Any

import numpy as np

from dusk.graph.node import Value
from dusk.graph.op import Rule, define
from dusk.graph.types import TensorType, product
from dusk.ops.broadcast import infer_reduction, reduction, spread_back, sum_dtype
from dusk.ops.index import flip, pad
from dusk.ops.movement import reshape, transpose
from dusk.ops.pointwise import Kind, chain, multiply, together
from dusk.ops.shapes import Axes, all_axes, inner_axes, inner_axis, one_axis, without


def _infer(x: TensorType, *rest: TensorType, axis: int, dtype: Any = None) -> TensorType:
    one_axis(axis, x.ndim)
    return x


def _promote(x: Kind, *, axis: int, dtype: Any = None) -> tuple[np.dtype[Any]]:
    return (sum_dtype(x, dtype),)


def shifted(x: Value, axis: int, by: int, value: int) -> Value:
    """The neighbour of each element: the one before it (`by` = 1) or after it (-1), beyond the end a number."""
    axis = one_axis(axis, x.ndim)
    return pad(x, widths=tuple((by, -by) if i == axis else (0, 0) for i in range(x.ndim)), value=value)


def _running(name: str, start: float) -> Rule:
    """The lowering of a running sum or product: it starts from what changes no first element, not even -0.0."""

    def lower(k: Any, index: Any, x: Any, *, axis: int, dtype: Any = None) -> Any:
        return k.scan(one_axis(axis, len(x.shape)), start, x.dtype, lambda before: k.op(name, before, x(index)))

    return lower


def _vjp_cumsum(g: Value, out: Value, x: Value, *, axis: int, dtype: Any = None) -> tuple[Value]:
    return (flip(cumsum(flip(g, axis=axis), axis=axis), axis=axis),)


def _batch_cumsum(axes: Any, x: Value, *, axis: int, dtype: Any = None) -> Value:
    return cumsum(x, axis=inner_axis(axis, x.ndim), dtype=dtype)


@define(infer=_infer, promote=_promote, vjp=_vjp_cumsum, linear=True, batch=_batch_cumsum, lower=_running("add", -0.0))
def cumsum(x: Any, *, axis: int, dtype: Any = None) -> Any:
    """The running sum along an axis."""
    return np.cumsum(x, axis, dtype)


def backwards(a: Value, g: Value, axis: int) -> Value:
    """What reaches each element when its cotangent and `a` of the next times what reached that one are added."""
    following = shifted(a, axis, -1, 0)
    return flip(recurrence(flip(following, axis=axis), flip(g, axis=axis), axis=axis), axis=axis)


def _vjp_recurrence(g: Value, out: Value, a: Value, b: Value, *, axis: int) -> tuple[Value, Value]:
    received = backwards(a, g, axis)
    return chain(received, shifted(out, axis, 1, 0)), received


def _lower_recurrence(k: Any, index: Any, a: Any, b: Any, *, axis: int) -> Any:
    axis = one_axis(axis, len(b.shape))

    def step(before: Any) -> Any:
        further = k.op("add", b(index), k.op("multiply", a(index), before))
        return k.where(k.op("equal", index[axis], k.const(0)), b(index), further)

    return k.scan(axis, 0, b.dtype, step)


def _batch_recurrence(axes: Any, a: Value, b: Value, *, axis: int) -> Value:
    return recurrence(a, b, axis=inner_axis(axis, max(a.ndim, b.ndim)))


@define(
    infer=_infer,
    promote=together,
    broadcasts=True,
    vjp=_vjp_recurrence,
    batch=_batch_recurrence,
    lower=_lower_recurrence,
)
def recurrence(a: Any, b: Any, *, axis: int) -> Any:
    """y with y[i] = a[i] * y[i - 1] + b[i] along an axis, from y[-1] = 0."""
    steps = np.moveaxis(np.asarray(a), axis, 0)
    out = np.array(b)
    lines = np.moveaxis(out, axis, 0)
    for i in range(1, len(lines)):
        lines[i] += steps[i] * lines[i - 1]
    return out


def _vjp_cumprod(g: Value, out: Value, x: Value, *, axis: int, dtype: Any = None) -> tuple[Value]:
    return (chain(backwards(x, g, axis), shifted(out, axis, 1, 1)),)


def _batch_cumprod(axes: Any, x: Value, *, axis: int, dtype: Any = None) -> Value:
    return cumprod(x, axis=inner_axis(axis, x.ndim), dtype=dtype)


@define(infer=_infer, promote=_promote, vjp=_vjp_cumprod, batch=_batch_cumprod, lower=_running("multiply", 1.0))
def cumprod(x: Any, *, axis: int, dtype: Any = None) -> Any:
    """The running product along an axis; its gradient is exact where elements are 0."""
    return np.cumprod(x, axis, dtype)


def _others(x: Value) -> Value:
    """The product of all other elements along the last axis, zeros or not."""
    before = cumprod(shifted(x, -1, 1, 1), axis=-1)
    after = flip(cumprod(flip(shifted(x, -1, -1, 1), axis=-1), axis=-1), axis=-1)
    return multiply(before, after)


def _vjp_prod(g: Value, out: Value, x: Value, *, axis: Axes = None, keepdims: bool = False, dtype: Any = None) -> Any:
    axes = all_axes(axis, x.ndim)
    if not axes:
        return (g,)
    kept = without(range(x.ndim), axes)
    order = (*kept, *axes)
    moved = transpose(x, axes=order)
    flat = reshape(moved, shape=(*(x.shape[i] for i in kept), product(x.shape[i] for i in axes)))
    others = transpose(reshape(_others(flat), shape=moved.shape), axes=tuple(order.index(i) for i in range(x.ndim)))
    return (chain(spread_back(g, x, axes, keepdims), others),)


def _batch_prod(axes: Any, x: Value, *, axis: Axes = None, **params: Any) -> Value:
    return prod(x, axis=inner_axes(axis, x.ndim), **params)


@define(
    infer=infer_reduction,
    promote=lambda x, *, axis=None, keepdims=False, dtype=None: (sum_dtype(x, dtype),),
    vjp=_vjp_prod,
    batch=_batch_prod,
    lower=reduction("prod"),
)
def prod(x: Any, *, axis: Any = None, keepdims: bool = False, dtype: Any = None) -> Any:
    """The product over axes (None: all), made in the dtype that a sum is made in."""
    return np.multiply.reduce(x, axis=axis, dtype=dtype or sum_dtype(np.asarray(x).dtype), keepdims=keepdims)
