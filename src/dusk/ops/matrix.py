"""Diagonals and triangles of matrices."""

# Rules are called through `Op`'s untyped fields.
# pyright: reportUnknownLambdaType=false, reportUnknownArgumentType=false
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false

from __future__ import annotations

from typing import Any

import numpy as np

from dusk.graph.node import Value
from dusk.graph.op import define
from dusk.graph.types import TensorType
from dusk.ops.broadcast import broadcast_to
from dusk.ops.create import build, eye, tri
from dusk.ops.movement import expand_dims, transpose
from dusk.ops.pointwise import keep
from dusk.ops.select import where
from dusk.ops.shapes import inner_axis, one_axis, steps, without


def _pair(ndim: int, axis1: int, axis2: int) -> tuple[int, int]:
    a, b = one_axis(axis1, ndim), one_axis(axis2, ndim)
    if a == b:
        raise ValueError("axis1 and axis2 cannot be the same")
    return a, b


def _infer_diagonal(x: TensorType, *, axis1: int = 0, axis2: int = 1) -> TensorType:
    a, b = _pair(x.ndim, axis1, axis2)
    if x.shape[a] != x.shape[b]:
        raise ValueError(f"the axes of a diagonal have sizes {x.shape[a]} and {x.shape[b]}")
    return x.with_((*without(x.shape, (a, b)), x.shape[a]))


def _vjp_diagonal(g: Value, out: Value, x: Value, *, axis1: int = 0, axis2: int = 1) -> tuple[Value]:
    a, b = _pair(x.ndim, axis1, axis2)
    n = x.shape[a]
    on = build(eye, rows=n, columns=n, dtype=np.dtype(bool))
    spread = where(on, broadcast_to(expand_dims(g, axis=-1), shape=(*g.shape, n)), 0)
    return (_placed(spread, a, b),)


def _placed(x: Value, a: int, b: int) -> Value:
    """The last two axes put at places a and b."""
    rest = iter(range(x.ndim - 2))
    order = tuple(x.ndim - 2 if i == a else x.ndim - 1 if i == b else next(rest) for i in range(x.ndim))
    return transpose(x, axes=order)


def _batch_diagonal(axes: Any, x: Value, *, axis1: int = 0, axis2: int = 1) -> Value:
    return diagonal(x, axis1=inner_axis(axis1, x.ndim), axis2=inner_axis(axis2, x.ndim))


def _lower_diagonal(k: Any, index: Any, x: Any, *, axis1: int = 0, axis2: int = 1) -> Any:
    pair = _pair(len(x.shape), axis1, axis2)
    rest = iter(index[:-1])
    return x(tuple(index[-1] if i in pair else next(rest) for i in range(len(x.shape))))


def _view_diagonal(x: TensorType, *, axis1: int = 0, axis2: int = 1) -> tuple[int, tuple[Any, ...]]:
    a, b = _pair(x.ndim, axis1, axis2)
    strides = steps(x.shape)
    return 0, (*without(strides, (a, b)), strides[a] + strides[b])


@define(
    infer=_infer_diagonal,
    promote=keep,
    vjp=_vjp_diagonal,
    linear=True,
    batch=_batch_diagonal,
    lower=_lower_diagonal,
    view=_view_diagonal,
)
def diagonal(x: Any, *, axis1: int = 0, axis2: int = 1) -> Any:
    """The elements with equal positions on two axes of one size; their axis comes last."""
    return np.diagonal(x, 0, axis1, axis2)


def _infer_triangle(x: TensorType, *, offset: int = 0) -> TensorType:
    if x.ndim < 2:
        raise ValueError("a triangle is of an array of at least two axes")
    return x


def _below(x: Value, offset: int) -> Value:
    return build(tri, rows=x.shape[-2], columns=x.shape[-1], offset=offset, dtype=np.dtype(bool))


@define(infer=_infer_triangle, promote=keep, inline=lambda x, *, offset=0: where(_below(x, offset), x, 0))
def tril(x: Any, *, offset: int = 0) -> Any:
    """x with zeros above the diagonal `offset` places above the main one, over the last two axes."""
    return np.tril(x, offset)


@define(infer=_infer_triangle, promote=keep, inline=lambda x, *, offset=0: where(_below(x, offset - 1), 0, x))
def triu(x: Any, *, offset: int = 0) -> Any:
    """x with zeros below the diagonal `offset` places above the main one, over the last two axes."""
    return np.triu(x, offset)
