"""Sums, products, comparisons and softmax as MXNet's graphs have them, where no op of Dusk does the same.

Comparisons give numbers of their operands' dtype, numbers of places are floats, and axes may be those that are not
named (`exclude`).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

import dusk.numpy as dnp
from dusk import ops
from dusk.nn import functional
from dusk.record import record_made
from dusk.symbol.layer import Layer, Sizes, layer
from dusk.symbol.layers_basic import softsign

_MOST = 1 << 28
"""Elements that an array made from nothing may have."""


def axes_of(data: Any, axis: Sizes | None, exclude: bool = False) -> tuple[int, ...]:
    """Axes by number, or all others."""
    named = tuple(a % data.ndim for a in axis or ())
    if exclude:
        return tuple(a for a in range(data.ndim) if a not in named)
    return named or tuple(range(data.ndim))


def filled(shape: Sequence[Any], value: float, dtype: Any) -> Any:
    if math.prod(shape) > _MOST or min(shape, default=1) < 0:
        raise ValueError(f"an array of shape {tuple(shape)} is made from nothing")
    return record_made(ops.full, shape=tuple(shape), value=value, dtype=np.dtype(dtype))


def _reduction(name: str, function: Callable[..., Any], what: str) -> Layer:
    def reduce(data: Any, *, axis: Sizes | None = None, keepdims: bool = False, exclude: bool = False) -> Any:
        return function(data, axis=axes_of(data, axis, exclude), keepdims=keepdims)

    reduce.__doc__ = f"{what} over axes (none named: all), or with `exclude` over all others."
    return layer(name=f"mxnet_{name}")(reduce)


_REDUCTIONS = {
    "sum": (dnp.sum, "Sums"), "mean": (dnp.mean, "Means"), "prod": (dnp.prod, "Products"),
    "nansum": (dnp.nansum, "Sums of what is not NaN"), "nanprod": (dnp.nanprod, "Products of what is not NaN"),
    "max": (dnp.max, "Largest numbers"), "min": (dnp.min, "Smallest numbers"),
}  # fmt: skip
for _name, (_function, _what) in _REDUCTIONS.items():
    _reduction(_name, _function, _what)


@layer(name="mxnet_norm")
def _norm(data: Any, *, ord: int = 2, axis: Sizes | None = None, keepdims: bool = False) -> Any:
    """The roots of sums of squares over axes, or with `ord` 1 the sums of absolute values."""
    axes = axes_of(data, axis)
    if ord == 1:
        return dnp.sum(ops.absolute(data), axis=axes, keepdims=keepdims)
    return ops.sqrt(dnp.sum(ops.square(data), axis=axes, keepdims=keepdims))


def _place(name: str, function: Callable[..., Any], what: str) -> Layer:
    def place(data: Any, *, axis: int | None = None, keepdims: bool = False) -> Any:
        return ops.astype(function(data, axis=axis, keepdims=keepdims), dtype=data.dtype)

    place.__doc__ = f"Where the {what} numbers along an axis are, as numbers of data's dtype."
    return layer(name=f"mxnet_{name}")(place)


_place("argmax", dnp.argmax, "largest")
_place("argmin", dnp.argmin, "smallest")


@layer(name="mxnet_argmax_channel")
def _argmax_channel(data: Any) -> Any:
    """Where the largest number along axis 1 is."""
    return ops.astype(dnp.argmax(data, axis=1), dtype=data.dtype)


def _comparison(name: str, op: Any, what: str) -> None:
    def two(lhs: Any, rhs: Any) -> Any:
        return ops.astype(op(lhs, rhs), dtype=lhs.dtype)

    def one(data: Any, *, scalar: float) -> Any:
        return ops.astype(op(data, scalar), dtype=data.dtype)

    two.__doc__ = one.__doc__ = f"1 where {what}, else 0."
    layer(name=f"mxnet_broadcast_{name}")(two)
    layer(name=f"mxnet__{name}_scalar", elementwise=True)(one)


for _name, _op, _what in (
    ("equal", ops.equal, "both are equal"), ("not_equal", ops.not_equal, "both differ"),
    ("greater", ops.greater, "the first is greater"), ("greater_equal", ops.greater_equal, "the first is not less"),
    ("lesser", ops.less, "the first is less"), ("lesser_equal", ops.less_equal, "the first is not greater"),
    ("logical_and", ops.logical_and, "neither is 0"), ("logical_or", ops.logical_or, "one is not 0"),
    ("logical_xor", ops.logical_xor, "just one is 0"),
):  # fmt: skip
    _comparison(_name, _op, _what)


@layer(name="mxnet_round", elementwise=True)
def _round(data: Any) -> Any:
    """The nearest whole number, halves going away from 0."""
    return ops.multiply(ops.sign(data), ops.floor(ops.add(ops.absolute(data), 0.5)))


@layer(name="mxnet_rsqrt", elementwise=True)
def _rsqrt(data: Any) -> Any:
    """1 / sqrt(data)."""
    return ops.reciprocal(ops.sqrt(data))


@layer(name="mxnet_rcbrt", elementwise=True)
def _rcbrt(data: Any) -> Any:
    """1 / cbrt(data)."""
    return ops.reciprocal(ops.cbrt(data))


@layer(name="mxnet_softsign", elementwise=True)
def _softsign(data: Any) -> Any:
    """data / (1 + |data|)."""
    return softsign(data)


@layer(name="mxnet_logical_not", elementwise=True)
def _logical_not(data: Any) -> Any:
    """1 where data is 0, else 0."""
    return ops.astype(ops.logical_not(data), dtype=data.dtype)


@layer(name="mxnet_zeros_like", elementwise=True)
def _zeros_like(data: Any) -> Any:
    """Zeros of data's shape."""
    return filled(data.shape, 0, data.dtype)


@layer(name="mxnet_ones_like", elementwise=True)
def _ones_like(data: Any) -> Any:
    """Ones of data's shape."""
    return filled(data.shape, 1, data.dtype)


@layer(name="mxnet_dot")
def _dot(lhs: Any, rhs: Any, *, transpose_a: bool = False, transpose_b: bool = False) -> Any:
    """The products of the last axis (with `transpose_a` the first) of lhs with the first (last) of rhs."""
    return dnp.tensordot(lhs, rhs, axes=([0 if transpose_a else lhs.ndim - 1], [rhs.ndim - 1 if transpose_b else 0]))


@layer(name="mxnet_batch_dot")
def _batch_dot(lhs: Any, rhs: Any, *, transpose_a: bool = False, transpose_b: bool = False) -> Any:
    """The products of matrices `[..., n, k]` and `[..., k, m]`, each turned first if it is to be."""
    return ops.matmul(_turned(lhs, transpose_a), _turned(rhs, transpose_b))


def _turned(x: Any, turn: bool) -> Any:
    return dnp.swapaxes(x, -1, -2) if turn else x


@layer(name="mxnet__linalg_gemm2")
def _gemm2(
    A: Any, B: Any, *, transpose_a: bool = False, transpose_b: bool = False, alpha: float = 1.0, axis: int = -2
) -> Any:
    """alpha times the products of matrices."""
    _last_but_one(axis)
    return ops.multiply(_batch_dot.function(A, B, transpose_a=transpose_a, transpose_b=transpose_b), alpha)


@layer(name="mxnet__linalg_gemm")
def _gemm(
    A: Any, B: Any, C: Any, *,
    transpose_a: bool = False, transpose_b: bool = False, alpha: float = 1.0, beta: float = 1.0, axis: int = -2,
) -> Any:  # fmt: skip
    """alpha times the products of matrices, plus beta times C."""
    _last_but_one(axis)
    product = _batch_dot.function(A, B, transpose_a=transpose_a, transpose_b=transpose_b)
    return ops.add(ops.multiply(product, alpha), ops.multiply(C, beta))


def _last_but_one(axis: int) -> None:
    if axis != -2:
        raise ValueError(f"products of matrices whose rows are axis {axis}, not -2")


def _softmax_of(name: str, function: Callable[..., Any], sign: int, what: str) -> None:
    def made(data: Any, *, axis: int = -1, temperature: float | None = None) -> Any:
        scale = sign / (temperature or 1.0)
        return function(data if scale == 1 else ops.multiply(data, scale), axis=axis)

    made.__doc__ = f"{what} along an axis, of data over a temperature."
    layer(name=f"mxnet_{name}", elementwise=True)(made)


_softmax_of("softmax", functional.softmax, 1, "softmax")
_softmax_of("log_softmax", functional.log_softmax, 1, "The logarithm of softmax")
_softmax_of("softmin", functional.softmax, -1, "softmax of -data")


@layer(name="mxnet_smooth_l1", elementwise=True)
def _smooth_l1(data: Any, *, scalar: float = 1.0) -> Any:
    """(scalar * data)**2 / 2 where |data| is below 1 / scalar**2, else |data| - 1 / (2 * scalar**2)."""
    far, s = ops.absolute(data), scalar * scalar
    return ops.where(ops.less(far, 1 / s), ops.multiply(ops.square(data), s / 2), ops.subtract(far, 0.5 / s))


@layer(name="mxnet_hard_sigmoid", elementwise=True)
def _hard_sigmoid(data: Any, *, alpha: float = 0.2, beta: float = 0.5) -> Any:
    """alpha * data + beta, but at least 0 and at most 1."""
    return ops.clip(ops.add(ops.multiply(data, alpha), beta), 0, 1)


@layer(name="mxnet_softmax_cross_entropy")
def _softmax_cross_entropy(data: Any, label: Any) -> Any:
    """The sum of the cross entropies of `data[batch, classes]` with `label[batch]`, as an array of one."""
    losses = ops.softmax_cross_entropy(data, ops.astype(label, dtype=np.dtype(np.int64)))
    return ops.reshape(ops.sum_(losses), shape=(1,))
