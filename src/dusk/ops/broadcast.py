"""broadcast_to and sum: each is the other's gradient."""

# Rules are called through `Op`'s untyped fields.
# pyright: reportUnknownLambdaType=false, reportUnknownArgumentType=false
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from dusk.graph.node import Value
from dusk.graph.op import Rule, coercions, define
from dusk.graph.types import TensorType, broadcast
from dusk.ops.convert import astype
from dusk.ops.movement import expand_dims, reshape
from dusk.ops.pointwise import Kind, common, keep
from dusk.ops.shapes import Axes, all_axes, inner_axes, is_one, reduced, steps, without


def _infer_broadcast(x: TensorType, *, shape: Any) -> TensorType:
    if broadcast(x.shape, tuple(shape)) != tuple(shape):
        raise ValueError(f"input operand has more dimensions or other sizes than {tuple(shape)}")
    return x.with_(shape)


def _vjp_broadcast(g: Value, out: Value, x: Value, *, shape: Any) -> tuple[Value]:
    return (gathered(g, x),)


def _batch_broadcast(axes: Any, x: Value, *, shape: Any) -> Value:
    size, *inner = x.shape
    aligned = reshape(x, shape=(size, *[1] * (len(shape) - len(inner)), *inner)) if len(inner) < len(shape) else x
    return broadcast_to(aligned, shape=(size, *shape))


def alike(axes: Sequence[int | None], *xs: Value) -> tuple[Value, ...]:
    """Operands of which some are mapped over a leading axis, all of them with it."""
    size = next(x.shape[0] for a, x in zip(axes, xs, strict=True) if a is not None)
    return tuple(broadcast_to(x, shape=(size, *x.shape)) if a is None else x for a, x in zip(axes, xs, strict=True))


def _lower_broadcast(k: Any, index: Any, x: Any, *, shape: Any) -> Any:
    inner = index[len(index) - len(x.shape) :]
    return x(tuple(k.const(0, np.int64) if is_one(d) else i for i, d in zip(inner, x.shape, strict=True)))


def _view_broadcast(x: TensorType, *, shape: Any) -> tuple[int, tuple[Any, ...]]:
    inner = tuple(0 if is_one(d) else s for d, s in zip(x.shape, steps(x.shape), strict=True))
    return 0, (0,) * (len(shape) - x.ndim) + inner


@define(
    infer=_infer_broadcast,
    promote=keep,
    vjp=_vjp_broadcast,
    linear=True,
    batch=_batch_broadcast,
    lower=_lower_broadcast,
    view=_view_broadcast,
    lengths=("shape",),
)
def broadcast_to(x: Any, *, shape: Any) -> Any:
    """The values repeated along new axes and along axes of size 1."""
    return np.broadcast_to(x, shape)


coercions.cast = astype
coercions.broadcast = broadcast_to


def gathered(g: Value, x: Value) -> Value:
    """What belongs to x broadcast to g's shape, added up over the axes along which it was repeated."""
    new = g.ndim - x.ndim
    stretched = [i + new for i, d in enumerate(x.shape) if is_one(d) and not is_one(g.shape[i + new])]
    axes = (*range(new), *stretched)
    total = sum_(g, axis=axes) if axes else g
    return reshape(total, shape=x.shape) if stretched else total


def spread_back(g: Value, x: Value, axis: Axes, keepdims: bool) -> Value:
    """What belongs to the result of a reduction, brought back to the shape of its operand."""
    axes = all_axes(axis, x.ndim)
    if not keepdims and axes != tuple(range(len(axes))):  # new axes in front need no mention
        g = expand_dims(g, axis=axes)
    return broadcast_to(g, shape=x.shape) if g.shape != x.shape else g


def sum_dtype(x: Kind, dtype: Any = None) -> np.dtype[Any]:
    """The dtype sums and products are made in: at least 64 bits for integers and booleans."""
    kind = common(x) if dtype is None else np.dtype(dtype)
    if dtype is None and kind.kind in "biu" and kind.itemsize < 8:
        return np.dtype(np.uint64 if kind.kind == "u" else np.int64)
    return kind


def infer_reduction(x: TensorType, *, axis: Axes = None, keepdims: bool = False, dtype: Any = None) -> TensorType:
    """The type of a reduction that keeps its operand's dtype."""
    return x.with_(reduced(x.shape, all_axes(axis, x.ndim), keepdims))


def reduction(name: str) -> Rule:
    """The lowering of a reduction that is the kernel's reduction of that name."""

    def lower(k: Any, index: Any, x: Any, *, axis: Axes = None, keepdims: bool = False, dtype: Any = None) -> Any:
        axes = all_axes(axis, len(x.shape))
        what = {"sum": "any", "prod": "all"}.get(name, name) if x.dtype == np.bool_ else name
        return k.reduce(what, x, axes, without(index, axes) if keepdims else index, x.dtype)

    return lower


def _vjp_sum(g: Value, out: Value, x: Value, *, axis: Axes = None, keepdims: bool = False, dtype: Any = None) -> Any:
    return (spread_back(g, x, axis, keepdims),)


def _batch_sum(axes: tuple[int], x: Value, *, axis: Axes = None, keepdims: bool = False, dtype: Any = None) -> Value:
    return sum_(x, axis=inner_axes(axis, x.ndim), keepdims=keepdims, dtype=dtype)


@define(
    infer=infer_reduction,
    promote=lambda x, *, axis=None, keepdims=False, dtype=None: (sum_dtype(x, dtype),),
    vjp=_vjp_sum,
    linear=True,
    batch=_batch_sum,
    lower=reduction("sum"),
)
def sum_(x: Any, *, axis: Any = None, keepdims: bool = False, dtype: Any = None) -> Any:
    """The sum over axes (None: all); integers are summed in 64 bits unless `dtype` says otherwise."""
    return np.add.reduce(x, axis=axis, dtype=dtype or sum_dtype(np.asarray(x).dtype), keepdims=keepdims)
