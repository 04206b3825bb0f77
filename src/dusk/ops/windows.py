"""Sliding windows."""

# Rules are called through `Op`'s untyped fields.
# pyright: reportUnknownLambdaType=false, reportUnknownArgumentType=false
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false

from __future__ import annotations

from typing import Any

import numpy as np

from dusk.graph.node import Value
from dusk.graph.op import define
from dusk.graph.types import TensorType
from dusk.ops.arithmetic import add
from dusk.ops.create import build, fill, iota
from dusk.ops.gather import scatter_add
from dusk.ops.movement import reshape, transpose
from dusk.ops.pointwise import keep
from dusk.ops.shapes import inner_axis, one_axis, steps


def _infer(x: TensorType, *, axis: int, size: int) -> TensorType:
    a = one_axis(axis, x.ndim)
    n = x.shape[a]
    if size < 0 or (isinstance(n, int) and n < size):
        raise ValueError(f"windows of {size} on an axis of {n}")
    return x.with_((*x.shape[:a], n - size + 1, *x.shape[a + 1 :], size))


def _vjp(g: Value, out: Value, x: Value, *, axis: int, size: int) -> tuple[Value]:
    a = one_axis(axis, x.ndim)
    last = x.ndim
    first = reshape(build(iota, size=out.shape[a]), shape=(-1, 1))
    places = add(first, build(iota, size=size))
    lined = transpose(g, axes=(*range(a + 1), last, *range(a + 1, last)))
    return (scatter_add(fill(x, 0), lined, places, axes=(a,), at=a),)


def _lower(k: Any, index: Any, x: Any, *, axis: int, size: int) -> Any:
    a = one_axis(axis, len(x.shape))
    return x((*index[:a], index[a] + index[-1], *index[a + 1 : -1]))


def _view(x: TensorType, *, axis: int, size: int) -> tuple[int, tuple[Any, ...]]:
    strides = steps(x.shape)
    return 0, (*strides, strides[one_axis(axis, x.ndim)])


def _batch(axes: Any, x: Value, *, axis: int, size: int) -> Value:
    return windows(x, axis=inner_axis(axis, x.ndim), size=size)


@define(
    infer=_infer,
    promote=keep,
    vjp=_vjp,
    linear=True,
    batch=_batch,
    lower=_lower,
    view=_view,
)
def windows(x: Any, *, axis: int, size: int) -> Any:
    """The windows of a size that slide along an axis; what lies in each is a new last axis."""
    return np.lib.stride_tricks.sliding_window_view(x, size, axis)
