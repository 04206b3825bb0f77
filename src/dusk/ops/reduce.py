"""Reductions to fewer elements: extremes, their positions, any and all."""

# Rules are called through `Op`'s untyped fields.
# pyright: reportUnknownLambdaType=false, reportUnknownArgumentType=false
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false

from __future__ import annotations

from typing import Any

import numpy as np

from dusk.config import config
from dusk.graph.node import Value
from dusk.graph.op import Op, define
from dusk.graph.types import Size, TensorType
from dusk.ops.arithmetic import add, divide
from dusk.ops.broadcast import broadcast_to, infer_reduction, reduction, spread_back, sum_
from dusk.ops.convert import astype
from dusk.ops.create import build, iota
from dusk.ops.logic import equal, logical_and
from dusk.ops.movement import reshape
from dusk.ops.pointwise import keep
from dusk.ops.select import maximum, where
from dusk.ops.shapes import Axes, all_axes, inner_axes, inner_axis, one_axis, reduced, without

_BOOL, _INT64 = np.dtype(bool), np.dtype(np.int64)


def _infer_nonempty(x: TensorType, *, axis: Axes = None, keepdims: bool = False) -> TensorType:
    axes = all_axes(axis, x.ndim)
    out = reduced(x.shape, axes, keepdims)
    if 0 in [x.shape[a] for a in axes]:
        raise ValueError("zero-size array to a reduction operation which has no identity")
    return x.with_(out)


def _positions(x: Value, axes: tuple[int, ...]) -> Value:
    """The position of each element among those it is reduced with."""
    total: Any = None
    step: Size = 1
    for a in reversed(axes):
        along = reshape(
            build(iota, size=x.shape[a], step=step), shape=tuple(-1 if i == a else 1 for i in range(x.ndim))
        )
        total = along if total is None else add(total, along)
        step = step * x.shape[a]
    return broadcast_to(total, shape=x.shape)


def _vjp_extreme(g: Value, out: Value, x: Value, *, axis: Axes = None, keepdims: bool = False) -> tuple[Value]:
    """The gradient goes to the chosen elements: split evenly, or all to the first (`config.ties`)."""
    axes = all_axes(axis, x.ndim)
    if not axes:
        return (g,)
    chosen = equal(x, spread_back(out, x, axes, keepdims))
    if config.ties == "first":
        place = _positions(x, axes)
        first = min_(where(chosen, place, np.iinfo(np.int64).max), axis=axes, keepdims=True)
        chosen = logical_and(chosen, equal(place, broadcast_to(first, shape=x.shape)))
    else:
        tied = maximum(sum_(chosen, axis=axes, keepdims=keepdims), 1)  # 0 where the extreme is NaN
        g = divide(g, astype(tied, dtype=g.dtype))
    return (where(chosen, spread_back(g, x, axes, keepdims), 0),)


def _extreme(name: str, function: np.ufunc, doc: str) -> Op:
    def body(x: Any, *, axis: Any = None, keepdims: bool = False) -> Any:
        return function.reduce(x, axis=axis, keepdims=keepdims)

    def batch(axes: Any, x: Value, *, axis: Any = None, keepdims: bool = False) -> Any:
        return made(x, axis=inner_axes(axis, x.ndim), keepdims=keepdims)

    made = define(
        name=name, infer=_infer_nonempty, promote=keep, vjp=_vjp_extreme, batch=batch, lower=reduction(name), doc=doc
    )(body)
    return made


max_ = _extreme("max", np.maximum, "The largest element over axes (None: all); NaN if one is.")
min_ = _extreme("min", np.minimum, "The smallest element over axes (None: all); NaN if one is.")


def _truth(name: str, function: np.ufunc, doc: str) -> Op:
    def body(x: Any, *, axis: Any = None, keepdims: bool = False) -> Any:
        return function.reduce(x, axis=axis, keepdims=keepdims)

    def batch(axes: Any, x: Value, *, axis: Any = None, keepdims: bool = False) -> Any:
        return made(x, axis=inner_axes(axis, x.ndim), keepdims=keepdims)

    made = define(
        name=name,
        infer=infer_reduction,
        promote=lambda x, **params: (_BOOL,),
        batch=batch,
        lower=reduction(name),
        nondiff=True,
        doc=doc,
    )(body)
    return made


any_ = _truth("any", np.logical_or, "Whether any element is true, over axes (None: all).")
all_ = _truth("all", np.logical_and, "Whether all elements are true, over axes (None: all).")


def _infer_position(x: TensorType, *, axis: int | None = None, keepdims: bool = False) -> TensorType:
    axes = None if axis is None else (one_axis(axis, x.ndim),)
    return _infer_nonempty(x, axis=axes, keepdims=keepdims).with_(dtype=_INT64)


def _position(name: str, function: Any, doc: str) -> Op:
    def body(x: Any, *, axis: int | None = None, keepdims: bool = False) -> Any:
        return function(x, axis=axis, keepdims=keepdims)

    def lower(k: Any, index: Any, x: Any, *, axis: int | None = None, keepdims: bool = False) -> Any:
        axes = all_axes(axis, len(x.shape))
        return k.reduce(name, x, axes, without(index, axes) if keepdims else index, _INT64)

    def batch(axes: Any, x: Value, *, axis: int | None = None, keepdims: bool = False) -> Any:
        if axis is not None:
            return made(x, axis=inner_axis(axis, x.ndim), keepdims=keepdims)
        found = made(reshape(x, shape=(x.shape[0], -1)), axis=1)
        return reshape(found, shape=(x.shape[0], *[1] * (x.ndim - 1))) if keepdims else found

    made = define(name=name, infer=_infer_position, promote=keep, batch=batch, lower=lower, nondiff=True, doc=doc)(body)
    return made


argmax = _position("argmax", np.argmax, "The position of the first largest element along an axis (None: of all).")
argmin = _position("argmin", np.argmin, "The position of the first smallest element along an axis (None: of all).")
