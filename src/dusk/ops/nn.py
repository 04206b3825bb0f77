"""Softmax and its relatives: big ops with their own, stable gradients."""

# Rules are called through `Op`'s untyped fields.
# pyright: reportUnknownLambdaType=false, reportUnknownArgumentType=false
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false

from __future__ import annotations

from typing import Any

import numpy as np

from dusk.graph.node import Value
from dusk.graph.op import define
from dusk.graph.types import TensorType
from dusk.ops.arithmetic import add, divide, negative, subtract
from dusk.ops.broadcast import infer_reduction, spread_back, sum_
from dusk.ops.convert import astype, stop_gradient
from dusk.ops.create import build, iota
from dusk.ops.exponential import as_float, exp, log
from dusk.ops.gather import take_along_axis
from dusk.ops.logic import equal, isfinite
from dusk.ops.movement import expand_dims, reshape, squeeze
from dusk.ops.pointwise import Kind, chain, common, keep, multiply
from dusk.ops.reduce import max_
from dusk.ops.select import where
from dusk.ops.shapes import Axes, all_axes, one_axis, without


def _promote(x: Kind, **params: Any) -> tuple[Any, ...]:
    return as_float(x)


def _infer_same(x: TensorType, *, axis: Axes = -1) -> TensorType:
    all_axes(axis, x.ndim)
    return x


def _top(x: Value, axis: Axes) -> Value:
    """The largest element, as a constant of differentiation; 0 where it is infinite or NaN."""
    largest = stop_gradient(max_(x, axis=axis, keepdims=True))
    return where(isfinite(largest), largest, 0)


def _inline_softmax(x: Value, *, axis: Axes = -1) -> Value:
    e = exp(subtract(x, stop_gradient(max_(x, axis=axis, keepdims=True))))
    return divide(e, sum_(e, axis=axis, keepdims=True))


def _vjp_softmax(g: Value, out: Value, x: Value, *, axis: Axes = -1) -> tuple[Value]:
    return (multiply(out, subtract(g, sum_(multiply(g, out), axis=axis, keepdims=True))),)


@define(infer=_infer_same, promote=_promote, vjp=_vjp_softmax, inline=_inline_softmax)
def softmax(x: Any, *, axis: Any = -1) -> Any:
    """exp(x) over its sum along axes."""
    e = np.exp(x - np.max(x, axis=axis, keepdims=True))
    return e / np.sum(e, axis=axis, keepdims=True)


def _inline_log_softmax(x: Value, *, axis: Axes = -1) -> Value:
    shifted = subtract(x, stop_gradient(max_(x, axis=axis, keepdims=True)))
    return subtract(shifted, log(sum_(exp(shifted), axis=axis, keepdims=True)))


def _vjp_log_softmax(g: Value, out: Value, x: Value, *, axis: Axes = -1) -> tuple[Value]:
    return (subtract(g, multiply(exp(out), sum_(g, axis=axis, keepdims=True))),)


@define(infer=_infer_same, promote=_promote, vjp=_vjp_log_softmax, inline=_inline_log_softmax)
def log_softmax(x: Any, *, axis: Any = -1) -> Any:
    """The logarithm of softmax, without overflow or underflow."""
    shifted = x - np.max(x, axis=axis, keepdims=True)
    return shifted - np.log(np.sum(np.exp(shifted), axis=axis, keepdims=True))


def _inline_logsumexp(x: Value, *, axis: Axes = None, keepdims: bool = False) -> Value:
    top = _top(x, axis)
    out = add(log(sum_(exp(subtract(x, top)), axis=axis, keepdims=True)), top)
    return out if keepdims else squeeze(out, axis=all_axes(axis, x.ndim))


def _vjp_logsumexp(g: Value, out: Value, x: Value, *, axis: Axes = None, keepdims: bool = False) -> tuple[Value]:
    share = exp(subtract(x, spread_back(out, x, axis, keepdims)))
    return (chain(spread_back(g, x, axis, keepdims), share),)


@define(infer=infer_reduction, promote=_promote, vjp=_vjp_logsumexp, inline=_inline_logsumexp)
def logsumexp(x: Any, *, axis: Any = None, keepdims: bool = False) -> Any:
    """The logarithm of the sum of exp(x) over axes (None: all), without overflow."""
    top = np.max(x, axis=axis, keepdims=True)
    top = np.where(np.isfinite(top), top, np.zeros((), np.asarray(x).dtype))
    with np.errstate(divide="ignore"):
        out = np.log(np.sum(np.exp(x - top), axis=axis, keepdims=True)) + top
    return out if keepdims else np.squeeze(out, axis=all_axes(axis, np.ndim(x)))


def _inline_one_hot(x: Value, *, depth: Any, dtype: Any = "float64") -> Value:
    return astype(equal(expand_dims(x, axis=-1), build(iota, size=depth)), dtype=np.dtype(dtype))


@define(
    infer=lambda x, *, depth, dtype="float64": x.with_((*x.shape, depth), dtype),
    promote=keep,
    inline=_inline_one_hot,
    nondiff=True,
    lengths=("depth",),
)
def one_hot(x: Any, *, depth: Any, dtype: Any = "float64") -> Any:
    """For each integer a row of `depth` zeros with a one at that place (none if it is out of range)."""
    return np.equal(np.asarray(x)[..., None], np.arange(depth)).astype(dtype)


def _cross_entropy_dtypes(x: Kind, labels: Kind, **params: Any) -> tuple[Any, ...]:
    dtype = as_float(x)[0]
    return dtype, common(labels) if common(labels).kind in "iu" else dtype


def _infer_cross_entropy(x: TensorType, labels: TensorType, *, axis: int = -1) -> TensorType:
    a = one_axis(axis, x.ndim)
    wanted = without(x.shape, (a,)) if labels.dtype.kind in "iu" else x.shape
    if labels.shape != wanted:
        raise ValueError(f"labels of shape {labels.shape} for scores of shape {x.shape}: expected {wanted}")
    return x.with_(without(x.shape, (a,)))


def _targets(x: Value, labels: Value, a: int) -> Value:
    """The labels as probabilities."""
    if labels.dtype.kind not in "iu":
        return labels
    classes = reshape(build(iota, size=x.shape[a]), shape=tuple(-1 if i == a else 1 for i in range(x.ndim)))
    return equal(expand_dims(labels, axis=a), classes)


def _inline_cross_entropy(x: Value, labels: Value, *, axis: int = -1) -> Value:
    a = one_axis(axis, x.ndim)
    if labels.dtype.kind not in "iu":
        return negative(sum_(multiply(labels, log_softmax(x, axis=a)), axis=a))
    top = stop_gradient(max_(x, axis=a, keepdims=True))
    chosen = subtract(take_along_axis(x, expand_dims(labels, axis=a), axis=a), top)
    total = sum_(exp(subtract(x, top)), axis=a, keepdims=True)
    return squeeze(subtract(log(total), chosen), axis=a)


def _vjp_cross_entropy(g: Value, out: Value, x: Value, labels: Value, *, axis: int = -1) -> Any:
    a = one_axis(axis, x.ndim)
    target, by = _targets(x, labels, a), expand_dims(g, axis=a)
    if target.dtype.kind == "b":
        return multiply(by, subtract(softmax(x, axis=a), astype(target, dtype=x.dtype))), None
    total = sum_(target, axis=a, keepdims=True)
    of_x = multiply(by, subtract(multiply(softmax(x, axis=a), total), target))
    return of_x, negative(multiply(by, log_softmax(x, axis=a)))


@define(
    infer=_infer_cross_entropy,
    promote=_cross_entropy_dtypes,
    vjp=_vjp_cross_entropy,
    inline=_inline_cross_entropy,
)
def softmax_cross_entropy(x: Any, labels: Any, *, axis: int = -1) -> Any:
    """-sum(target * log(softmax(x))) along an axis, one loss for each x[..., classes, ...].

    `labels` are class numbers (integers, without that axis) or probabilities of x's shape.
    """
    scores = log_softmax.body(x, axis=axis)
    labels = np.asarray(labels)
    if labels.dtype.kind in "iu":
        return -np.take_along_axis(scores, np.expand_dims(labels, axis), axis).squeeze(axis)
    return -np.sum(labels * scores, axis=axis)
