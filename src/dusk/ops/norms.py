"""Normalisation: less its mean, over its spread; big ops whose gradients go over memory once for sums, once for pixels.

Statistics of half precision are computed in single precision, and so are scale and shift taken; results have x's dtype.
"""

# Rules are called through `Op`'s untyped fields.
# pyright: reportUnknownLambdaType=false, reportUnknownArgumentType=false
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false

from __future__ import annotations

from typing import Any

import numpy as np

from dusk.graph.node import Value
from dusk.graph.op import define
from dusk.graph.types import TensorType, broadcast, product
from dusk.ops.arithmetic import add, divide, negative, reciprocal, sqrt, square, subtract
from dusk.ops.broadcast import gathered, sum_
from dusk.ops.convert import as_dtype, wide
from dusk.ops.create import count
from dusk.ops.exponential import as_float
from dusk.ops.index import slice_
from dusk.ops.linalg import absent
from dusk.ops.movement import reshape
from dusk.ops.pointwise import Kind, multiply
from dusk.ops.select import maximum
from dusk.ops.shapes import Axes, all_axes, one_axis, without


def _promote(x: Kind, *affine: Kind, **params: Any) -> tuple[np.dtype[Any], ...]:
    (kind,) = as_float(x)
    if kind.kind == "c":
        raise TypeError("normalisation is of real numbers, not complex ones")
    return (kind, *(wide(kind) for _ in affine))


def _mean(x: Value, axes: tuple[int, ...]) -> Value:
    """The mean along axes, which stay as axes of one element."""
    total = sum_(x, axis=axes, keepdims=True)
    return divide(total, count(product(x.shape[a] for a in axes), total))


def _centre(x: Value, axes: tuple[int, ...]) -> tuple[Value, Value]:
    """Means and variances of rows that are short enough to be read twice."""
    mean = _mean(x, axes)
    return mean, _mean(square(subtract(x, mean)), axes)


def _inverse(var: Value, eps: float) -> Value:
    """One over the spread."""
    return reciprocal(sqrt(add(var, eps)))


def _pulled(
    g: Value, x: Value, axes: tuple[int, ...], mean: Value | None, inverse: Value, by: Value, beside: Any = None
) -> tuple[Value, Value, Value]:
    """The cotangent of x where g is that of (x - mean) * by, and `beside` those of mean and variance; sums of g.

    It is g * a + x * b + c with a, b, c for each row: so nothing is kept but x. `mean - x` is no value that the way
    there has computed.
    """
    n = count(product(x.shape[a] for a in axes), x)
    total = sum_(g, axis=axes, keepdims=True)
    turned = sum_(multiply(g, negative(x) if mean is None else subtract(mean, x)), axis=axes, keepdims=True)
    by_x = divide(multiply(multiply(by, square(inverse)), turned), n)
    if mean is None:
        return add(multiply(g, by), multiply(x, by_x)), turned, total
    rest = divide(multiply(by, negative(total)), n)
    if beside is not None:
        by_x, rest = add(by_x, divide(multiply(beside[1], 2), n)), add(rest, divide(beside[0], n))
    return add(add(multiply(g, by), multiply(x, by_x)), subtract(rest, multiply(by_x, mean))), turned, total


def _along(v: Value, x: Value, axis: int) -> Value:
    """A vector as an array against the axes of x, along one of them."""
    return reshape(v, shape=tuple(-1 if i == axis else 1 for i in range(x.ndim)))


def _channels(
    x: TensorType, affine: tuple[TensorType, ...], channels: Any, names: tuple[str, ...] = ("scale", "shift")
) -> None:
    """ValueError: there are not one scale and one shift (or one of what is named) for each channel."""
    for name, v in zip(names, affine, strict=False):
        if v.shape != (channels,):
            raise ValueError(f"a {name} of shape {v.shape} for an image of shape {x.shape}: ({channels},) is needed")
    if len(affine) > 2:
        raise TypeError(f"a scale and a shift may follow x, not {len(affine)} arrays")


def _scaled(out: Any, affine: tuple[Any, ...]) -> Any:
    """What was normalised times the scale, plus the shift, of those that there are; of values or NumPy's arrays."""
    for v, op in zip(affine, (multiply, add), strict=False):
        out = op(out, v)
    return out


def _infer_batch(x: TensorType, *affine: TensorType, axis: int = 1, eps: float = 1e-5) -> tuple[TensorType, ...]:
    channels = x.shape[one_axis(axis, x.ndim)]
    _channels(x, affine, channels)
    statistics = x.with_((channels,), wide(x.dtype))
    return x, statistics, statistics


def _batch_moments(x: Value, axes: tuple[int, ...]) -> tuple[Value, Value]:
    """Means and variances in one pass over memory, of distances from a mean of few.

    Those are the first of the batch, one of n: the variance cannot lose more than log2(n) bits to cancellation.
    """
    if not axes or x.shape[axes[0]] == 1:
        return _centre(x, axes)
    sizes = tuple(1 if i == axes[0] else d for i, d in enumerate(x.shape))
    near = _mean(slice_(x, starts=(0,) * x.ndim, sizes=sizes, steps=(1,) * x.ndim), axes)
    distance = subtract(x, near)
    mean = _mean(distance, axes)
    return add(near, mean), maximum(subtract(_mean(square(distance), axes), square(mean)), 0)


def _inline_batch(x: Value, *affine: Value, axis: int = 1, eps: float = 1e-5) -> tuple[Value, ...]:
    a = one_axis(axis, x.ndim)
    full = as_dtype(x, wide(x.dtype))
    mean, var = _batch_moments(full, without(range(x.ndim), (a,)))
    by = _inverse(var, eps)
    if affine:
        by = multiply(by, _along(affine[0], x, a))
    rest = negative(multiply(mean, by))
    if len(affine) > 1:
        rest = add(rest, _along(affine[1], x, a))
    out = add(multiply(full, by), rest)
    return as_dtype(out, x.dtype), *(reshape(v, shape=(x.shape[a],)) for v in (mean, var))


def _vjp_batch(g: Any, out: Any, x: Value, *affine: Value, axis: int = 1, eps: float = 1e-5) -> tuple[Value, ...]:
    a = one_axis(axis, x.ndim)
    axes = without(range(x.ndim), (a,))
    full, by_out = (as_dtype(v, wide(v.dtype)) for v in (x, g[0]))
    mean, var = (_along(v, x, a) for v in out[1:])
    inverse = _inverse(var, eps)
    beside = None if absent(g[1]) and absent(g[2]) else tuple(_along(v, x, a) for v in g[1:])
    by = multiply(inverse, _along(affine[0], x, a)) if affine else inverse
    of_x, turned, total = _pulled(by_out, full, axes, mean, inverse, by, beside)
    of_scale = negative(multiply(turned, inverse))
    of_affine = (reshape(v, shape=w.shape) for v, w in zip((of_scale, total), affine, strict=False))
    return as_dtype(of_x, x.dtype), *of_affine


@define(infer=_infer_batch, promote=_promote, vjp=_vjp_batch, inline=_inline_batch)
def batch_norm(x: Any, *affine: Any, axis: int = 1, eps: float = 1e-5) -> Any:
    """x less its mean over its spread, for each place along an axis (that of the channels), as a batch has them.

    `affine` are a scale[channels], or that and a shift[channels]. Gives the result, the means[channels] and the
    variances[channels] (squared distances over their number; Ioffe and Szegedy 2015).
    """
    x = np.asarray(x)
    a = one_axis(axis, x.ndim)
    full = x.astype(wide(x.dtype))
    out = np.moveaxis(full, a, -1)
    axes = tuple(range(x.ndim - 1))
    mean, var = out.mean(axes), out.var(axes)
    out = (out - mean) / np.sqrt(var + full.dtype.type(eps))
    out = _scaled(out, affine)
    return np.moveaxis(out, -1, a).astype(x.dtype), mean, var


def _infer_by(
    x: TensorType, mean: TensorType, var: TensorType, *affine: TensorType, axis: int = 1, eps: float = 1e-5
) -> TensorType:
    channels = x.shape[one_axis(axis, x.ndim)]
    _channels(x, (mean, var), channels, ("mean", "variance"))
    _channels(x, affine, channels)
    return x


def _inline_by(x: Value, mean: Value, var: Value, *affine: Value, axis: int = 1, eps: float = 1e-5) -> Value:
    a = one_axis(axis, x.ndim)
    by = _inverse(var, eps)
    by = multiply(by, affine[0]) if affine else by
    rest = negative(multiply(mean, by))
    rest = add(rest, affine[1]) if len(affine) > 1 else rest
    out = add(multiply(as_dtype(x, wide(x.dtype)), _along(by, x, a)), _along(rest, x, a))
    return as_dtype(out, x.dtype)


@define(infer=_infer_by, promote=_promote, inline=_inline_by)
def batch_norm_by(x: Any, mean: Any, var: Any, *affine: Any, axis: int = 1, eps: float = 1e-5) -> Any:
    """`batch_norm` with means[channels] and variances[channels] that are known already: how a model is evaluated.

    >>> import dusk.numpy as np
    >>> from dusk import ops
    >>> ops.batch_norm_by(np.array([[5.0, 1.0]]), np.array([1.0, 1.0]), np.array([4.0, 1.0]), eps=0.0)
    array([[2., 0.]])
    """
    x = np.asarray(x)
    a = one_axis(axis, x.ndim)
    full = np.moveaxis(x.astype(wide(x.dtype)), a, -1)
    out = _scaled((full - mean) / np.sqrt(var + full.dtype.type(eps)), affine)
    return np.moveaxis(out, -1, a).astype(x.dtype)


def _infer_rows(x: TensorType, *affine: TensorType, axis: Axes = -1, eps: float = 1e-5) -> TensorType:
    all_axes(axis, x.ndim)
    for v in affine:
        if broadcast(x.shape, v.shape) != x.shape:
            raise ValueError(f"a scale or shift of shape {v.shape} for an array of shape {x.shape}: it must broadcast")
    return x


def _rows(x: Value, axis: Axes, eps: float, centred: bool) -> tuple[Value, tuple[int, ...], Value | None, Value]:
    axes = all_axes(axis, x.ndim)
    full = as_dtype(x, wide(x.dtype))
    if not centred:
        return full, axes, None, _inverse(_mean(square(full), axes), eps)
    mean, var = _centre(full, axes)
    return full, axes, mean, _inverse(var, eps)


def _normal(full: Value, mean: Value | None, inverse: Value) -> Value:
    out = multiply(full, inverse)
    return out if mean is None else subtract(out, multiply(mean, inverse))


def _inline_rows(x: Value, affine: tuple[Value, ...], axis: Axes, eps: float, centred: bool) -> Value:
    full, _, mean, inverse = _rows(x, axis, eps, centred)
    out = _normal(full, mean, inverse)
    return as_dtype(_scaled(out, affine), x.dtype)


def _vjp_rows(g: Value, x: Value, affine: tuple[Value, ...], axis: Axes, eps: float, centred: bool) -> Any:
    full, axes, mean, inverse = _rows(x, axis, eps, centred)
    g = as_dtype(g, full.dtype)
    of_x = _pulled(multiply(g, affine[0]) if affine else g, full, axes, mean, inverse, inverse)[0]
    against = negative(full) if mean is None else subtract(mean, full)
    of_scale = (gathered(negative(multiply(multiply(g, inverse), against)), v) for v in affine[:1])
    return as_dtype(of_x, x.dtype), *of_scale, *(gathered(g, v) for v in affine[1:])


@define(
    infer=_infer_rows,
    promote=_promote,
    vjp=lambda g, out, x, *affine, axis=-1, eps=1e-5: _vjp_rows(g, x, affine, axis, eps, centred=True),
    inline=lambda x, *affine, axis=-1, eps=1e-5: _inline_rows(x, affine, axis, eps, centred=True),
)
def layer_norm(x: Any, *affine: Any, axis: Any = -1, eps: float = 1e-5) -> Any:
    """x less its mean over its spread, along axes (Ba, Kiros and Hinton 2016).

    `affine` are a scale, or that and a shift, that broadcast to x.
    """
    x = np.asarray(x)
    full = x.astype(wide(x.dtype))
    axes = all_axes(axis, x.ndim)
    mean, var = (f(full, axis=axes, keepdims=True) for f in (np.mean, np.var))
    out = (full - mean) / np.sqrt(var + full.dtype.type(eps))
    return _scaled(out, affine).astype(x.dtype)


@define(
    infer=_infer_rows,
    promote=_promote,
    vjp=lambda g, out, x, *affine, axis=-1, eps=1e-5: _vjp_rows(g, x, affine, axis, eps, centred=False),
    inline=lambda x, *affine, axis=-1, eps=1e-5: _inline_rows(x, affine, axis, eps, centred=False),
)
def rms_norm(x: Any, *affine: Any, axis: Any = -1, eps: float = 1e-5) -> Any:
    """x over the root of its mean square, along axes (Zhang and Sennrich 2019); `affine` as in `layer_norm`."""
    x = np.asarray(x)
    full = x.astype(wide(x.dtype))
    out = full / np.sqrt(np.mean(full * full, axis=all_axes(axis, x.ndim), keepdims=True) + full.dtype.type(eps))
    return _scaled(out, affine).astype(x.dtype)


def _infer_group(x: TensorType, *affine: TensorType, groups: int, eps: float = 1e-5) -> TensorType:
    if x.ndim < 2:
        raise ValueError(f"an array of shape {x.shape} has no axis of channels: (batch, channels, *sizes) is needed")
    _channels(x, affine, x.shape[1])
    if groups < 1 or (isinstance(x.shape[1], int) and x.shape[1] % groups):
        raise ValueError(f"{x.shape[1]} channels do not come in {groups} groups")
    return x


def _inline_group(x: Value, *affine: Value, groups: int, eps: float = 1e-5) -> Value:
    split = reshape(x, shape=(x.shape[0], groups, x.shape[1] // groups, *x.shape[2:]))
    shape = (groups, x.shape[1] // groups) + (1,) * (x.ndim - 2)
    each = (reshape(v, shape=shape) for v in affine)
    return reshape(layer_norm(split, *each, axis=tuple(range(2, split.ndim)), eps=eps), shape=x.shape)


@define(infer=_infer_group, promote=_promote, inline=_inline_group)
def group_norm(x: Any, *affine: Any, groups: Any, eps: float = 1e-5) -> Any:
    """x(batch, channels, *sizes) less its mean over its spread, in each of `groups` of channels (Wu and He 2018).

    `affine` are a scale[channels], or that and a shift[channels].
    """
    x = np.asarray(x)
    split = x.reshape(len(x), groups, -1, *x.shape[2:])
    each = (np.reshape(v, (groups, -1) + (1,) * (x.ndim - 2)) for v in affine)
    return layer_norm.body(split, *each, axis=tuple(range(2, split.ndim)), eps=eps).reshape(x.shape)


def instance_norm(x: Any, *affine: Any, eps: float = 1e-5) -> Any:
    """x(batch, channels, *sizes) less its mean over its spread, in each channel of each image (Ulyanov 2016).

    >>> import dusk.numpy as np
    >>> from dusk import ops
    >>> ops.instance_norm(np.array([[[1.0, 3.0], [0.0, 4.0]]]), eps=0.0)
    array([[[-1.,  1.],
            [-1.,  1.]]])
    """
    return group_norm(x, *affine, groups=x.shape[1], eps=eps)


__all__ = ["batch_norm", "batch_norm_by", "group_norm", "instance_norm", "layer_norm", "rms_norm"]
