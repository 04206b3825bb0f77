"""Layers that Caffe has and MXNet has not, set by what Caffe's files set them by (names of fields of its schema).

Where a formula is not the obvious one, Caffe's documentation is its source.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Collection, Mapping, Sequence
from typing import Any

import numpy

import dusk.numpy as np
from dusk import ops
from dusk.ops.shapes import one_axis
from dusk.symbol.layer import Known, Sizes, layer, product
from dusk.symbol.layers_basic import Flatten
from dusk.symbol.layers_conv import each

# --------------------------------------------------------------------------------------------- element by element


@layer(elementwise=True)
def Power(data: Any, *, power: float = 1.0, scale: float = 1.0, shift: float = 0.0) -> Any:  # noqa: N802
    """(shift + scale * data) to a power."""
    x = data if (scale, shift) == (1.0, 0.0) else data * scale + shift
    return x if power == 1.0 else x**power


@layer(elementwise=True)
def Exp(data: Any, *, base: float = -1.0, scale: float = 1.0, shift: float = 0.0) -> Any:  # noqa: N802
    """A base to the power of shift + scale * data; the base -1 stands for e."""
    return np.exp((data * scale + shift) * (1.0 if base == -1.0 else math.log(base)))


@layer(elementwise=True)
def Log(data: Any, *, base: float = -1.0, scale: float = 1.0, shift: float = 0.0) -> Any:  # noqa: N802
    """The logarithm of shift + scale * data for a base; -1 stands for e."""
    return np.log(data * scale + shift) / (1.0 if base == -1.0 else math.log(base))


@layer(elementwise=True)
def AbsVal(data: Any) -> Any:  # noqa: N802
    """|data|."""
    return np.abs(data)


@layer(elementwise=True)
def Threshold(data: Any, *, threshold: float = 0.0) -> Any:  # noqa: N802
    """1 where data is above the threshold, else 0."""
    return (data > threshold).astype(data.dtype)


@layer(elementwise=True)
def Clip(data: Any, *, min: float, max: float) -> Any:  # noqa: N802 - Caffe's names
    """data, kept between two numbers."""
    return np.clip(data, min, max)


@layer(elementwise=True)
def Swish(data: Any, *, beta: float = 1.0) -> Any:  # noqa: N802
    """data * sigmoid(beta * data)."""
    return data * ops.sigmoid(data * beta)


@layer(elementwise=True)
def Eltwise(  # noqa: N802
    *data: Any, operation: str = "SUM", coeff: str = ""
) -> Any:
    """The product, the sum (each times its number of `coeff`, numbers parted by spaces) or the maximum of arrays."""
    by = [float(word) for word in coeff.split()] or [1.0] * len(data)
    if operation not in _FOLDS or len(by) != len(data):
        raise ValueError(f"Eltwise {operation} of {len(data)} arrays with {len(by)} coefficients: SUM, PROD or MAX")
    shapes = {x.shape for x in data}
    if len(shapes) > 1:
        raise ValueError(f"Eltwise of arrays of shapes {', '.join(map(str, sorted(shapes)))}: one shape is needed")
    out = data[0] * by[0] if operation == "SUM" and by[0] != 1.0 else data[0]
    for x, factor in zip(data[1:], by[1:], strict=True):
        out = _FOLDS[operation](out, x * factor if operation == "SUM" and factor != 1.0 else x)
    return out


_FOLDS: dict[str, Any] = {"SUM": np.add, "PROD": np.multiply, "MAX": np.maximum}


# --------------------------------------------------------------------------------------------- with parameters


def _aligned(known: Known, axis: int, num_axes: int, **_: Any) -> Mapping[str, Any]:
    data = known["data"]
    if data is None:
        return {"weight": (), "bias": ()} if num_axes == 0 else {}
    begin = one_axis(axis, len(data)) if data else 0
    shape = data[begin:] if num_axes == -1 else data[begin : begin + num_axes]
    return {"weight": shape, "bias": shape}


def _spread(x: Any, data: Any, axis: int) -> Any:
    """A parameter with axes of 1 behind it, so that it begins at an axis of the data."""
    begin = one_axis(axis, data.ndim) if data.ndim else 0
    if data.shape[begin : begin + x.ndim] != x.shape:
        raise ValueError(f"an array of shape {x.shape} does not fit to axis {axis} of one of shape {data.shape}")
    return x.reshape((*x.shape, *(1,) * (data.ndim - begin - x.ndim)))


def _bias_there(bias_term: bool = False, **_: Any) -> Collection[str]:
    return ("bias",) if bias_term else ()


@layer(given=_bias_there, shapes=_aligned)
def Scale(  # noqa: N802
    data: Any, weight: Any, bias: Any = None, *, axis: int = 1, num_axes: int = 1, bias_term: bool = False
) -> Any:
    """data times weight, whose axes are those of data from `axis` on, and plus bias, if there is one."""
    out = data * _spread(weight, data, axis)
    return out if bias is None else out + _spread(bias, data, axis)


@layer(shapes=_aligned)
def Bias(data: Any, bias: Any, *, axis: int = 1, num_axes: int = 1) -> Any:  # noqa: N802
    """data plus bias, whose axes are those of data from `axis` on."""
    return data + _spread(bias, data, axis)


def _one_number(known: Known, **_: Any) -> Mapping[str, Any]:
    return {"weight": ()}


@layer(shapes=_one_number)
def SharedPReLU(data: Any, weight: Any) -> Any:  # noqa: N802
    """data where it is positive, elsewhere one number times it."""
    return ops.where(ops.greater(data, 0), data, ops.multiply(data, weight))


def _product(known: Known, num_output: int, axis: int, transpose: bool, **_: Any) -> Mapping[str, Any]:
    found: dict[str, Any] = {"bias": (num_output,)}
    data = known["data"]
    if data:
        sizes = (num_output, product(data[axis:]))
        found["weight"] = sizes[::-1] if transpose else sizes
    return found


def _bias_unless(bias_term: bool = True, **_: Any) -> Collection[str]:
    return ("bias",) if bias_term else ()


@layer(given=_bias_unless, shapes=_product)
def InnerProduct(  # noqa: N802
    data: Any,
    weight: Any,
    bias: Any = None,
    *,
    num_output: int,
    bias_term: bool = True,
    axis: int = 1,
    transpose: bool = False,
) -> Any:
    """A product of data's axes from `axis` on, as one, with `weight[num_output, features]` (or, with `transpose`, the
    other way round), plus bias."""
    begin = one_axis(axis, data.ndim)
    flat = data.reshape((*data.shape[:begin], math.prod(data.shape[begin:])))
    out = np.matmul(flat, weight if transpose else weight.T)
    return out if bias is None else out + bias


def _embedding(known: Known, num_output: int, input_dim: int, **_: Any) -> Mapping[str, Any]:
    return {"weight": (input_dim, num_output), "bias": (num_output,)}


@layer(given=_bias_unless, shapes=_embedding)
def Embed(  # noqa: N802
    data: Any, weight: Any, bias: Any = None, *, num_output: int, input_dim: int, bias_term: bool = True
) -> Any:
    """For each number of data its row of `weight[input_dim, num_output]`, plus bias."""
    out = np.take(weight, data.astype(numpy.int64), axis=0)
    return out if bias is None else out + bias


def _moments(known: Known, **_: Any) -> Mapping[str, Any]:
    data = known["data"]
    channels = data[1:2] if data and len(data) > 1 else None
    return {"factor": (1,)} | ({"mean": channels, "variance": channels} if channels else {})


@layer(aux="mean variance factor", shapes=_moments)
def CaffeBatchNorm(  # noqa: N802
    data: Any,
    mean: Any,
    variance: Any,
    factor: Any,
    *,
    use_global_stats: bool | None = None,
    moving_average_fraction: float = 0.999,
    eps: float = 1e-5,
    train: bool = False,
) -> Any:
    """data without the mean of its channels and divided by their deviation: those of the batch in training.

    The states are running sums, each to be divided by `factor`, which sums up what they would be for a mean of 1.
    `use_global_stats` takes them in training too, or never.
    """
    axes = tuple(a for a in range(data.ndim) if a != 1)
    states = (mean, variance, factor)
    if (not train) if use_global_stats is None else use_global_stats:
        by = np.where(factor == 0, 0.0, 1.0 / np.where(factor == 0, 1.0, factor)).astype(data.dtype)
        middle, square = mean * by, variance * by
    else:
        middle = data.mean(axis=axes)
        square = ((data - _channels(middle, data)) ** 2).mean(axis=axes)
        if train:
            part, count = moving_average_fraction, data.size // data.shape[1]
            whole = square * (count / max(count - 1, 1))
            states = (mean * part + middle, variance * part + whole, factor * part + 1.0)
    out = (data - _channels(middle, data)) / np.sqrt(_channels(square, data) + eps)
    return out, tuple(ops.stop_gradient(s) for s in states)


def _channels(x: Any, data: Any) -> Any:
    return x.reshape((-1,) + (1,) * (data.ndim - 2))


# --------------------------------------------------------------------------------------------- windows and channels


@layer()
def CaffePooling(  # noqa: N802
    data: Any, *, kernel: Sizes, stride: Sizes = (), pad: Sizes = (), pool: str = "MAX", round_mode: str = "CEIL"
) -> Any:
    """The largest number or the mean of each window; windows that only begin in the padding are none."""
    n = len(kernel)
    strides, pads = each(stride, n, "stride", 1), each(pad, n, "pad", 0)
    return _pooled(data, pool, kernel, strides, pads, round_mode == "CEIL")


def _pooled(data: Any, pool: str, size: Sizes, strides: Sizes, pads: Sizes, ceil: bool) -> Any:
    if pool not in ("MAX", "AVE"):
        raise ValueError(f"pooling is MAX or AVE, not {pool}")
    words: Any = {"size": size, "strides": strides, "padding": tuple((p, p) for p in pads), "ceil_mode": ceil}
    return (ops.max_pool if pool == "MAX" else ops.avg_pool)(data, **words)


@layer(elementwise=True)
def MVN(  # noqa: N802
    data: Any, *, normalize_variance: bool = True, across_channels: bool = False, eps: float = 1e-9
) -> Any:
    """data[batch, channels, ...] without the mean, and divided by the deviation, of each image or each channel."""
    axes = tuple(range(1 if across_channels else 2, data.ndim))
    x = data - data.mean(axis=axes, keepdims=True)
    return x / (np.sqrt((x * x).mean(axis=axes, keepdims=True)) + eps) if normalize_variance else x


@layer()
def SPP(data: Any, *, pyramid_height: int, pool: str = "MAX") -> Any:  # noqa: N802
    """Spatial pyramid pooling: windows that part images into 1, 4, 16, ... parts, one level after the other.

    Source: He et al., "Spatial Pyramid Pooling in Deep Convolutional Networks for Visual Recognition" (2014).
    """
    found: list[Any] = []
    for level in range(pyramid_height):
        parts = 2**level
        kernel = tuple(-(-n // parts) for n in data.shape[2:])
        pads = tuple((k * parts - n + 1) // 2 for k, n in zip(kernel, data.shape[2:], strict=True))
        found.append(Flatten.function(_pooled(data, pool, kernel, kernel, pads, ceil=True)))
    return np.concatenate(found, axis=1)


@layer()
def CaffeSoftmax(data: Any, *, axis: int = 1) -> Any:  # noqa: N802
    """softmax along an axis."""
    return ops.softmax(data, axis=axis)


# --------------------------------------------------------------------------------------------- shapes and parts


@layer()
def Reduction(data: Any, *, operation: str = "SUM", axis: int = 0, coeff: float = 1.0) -> Any:  # noqa: N802
    """The sum, the sum of sizes (ASUM) or of squares (SUMSQ), or the mean over all axes from one on, times a number."""
    x = np.abs(data) if operation == "ASUM" else data * data if operation == "SUMSQ" else data
    axes = tuple(range(one_axis(axis, data.ndim), data.ndim))
    return (x.mean(axis=axes) if operation == "MEAN" else x.sum(axis=axes)) * coeff


def _slices(num_outputs: int = 1, **_: Any) -> Sequence[str]:
    return ["output"] if num_outputs == 1 else [f"output{i}" for i in range(num_outputs)]


@layer(outputs=_slices)
def Slice(data: Any, *, axis: int = 1, slice_point: Sizes = (), num_outputs: int = 1) -> Any:  # noqa: N802
    """Parts of data along an axis: those that begin at the points, or so many of one size."""
    along = one_axis(axis, data.ndim)
    n = data.shape[along]
    points = slice_point or tuple(n // num_outputs * i for i in range(1, num_outputs))
    ends = (0, *points, n)
    if len(points) != num_outputs - 1 or any(a >= b for a, b in itertools.pairwise(ends)):
        raise ValueError(f"Slice of {n} at {points} is no {num_outputs} parts")
    if not slice_point and n % num_outputs:
        raise ValueError(f"Slice of {n} into {num_outputs} parts of one size: give slice_point")
    lead = (slice(None),) * along
    made = [data[(*lead, slice(a, b))] for a, b in itertools.pairwise(ends)]
    return made[0] if num_outputs == 1 else made


@layer()
def Tile(data: Any, *, axis: int = 1, tiles: int) -> Any:  # noqa: N802
    """data, so many times, along an axis."""
    repeats = [1] * data.ndim
    repeats[one_axis(axis, data.ndim)] = tiles
    return np.tile(data, repeats)


@layer()
def CaffeFlatten(data: Any, *, axis: int = 1, end_axis: int = -1) -> Any:  # noqa: N802
    """The axes from one to another, both included, as one."""
    begin, end = one_axis(axis, data.ndim), one_axis(end_axis, data.ndim) + 1
    return data.reshape((*data.shape[:begin], math.prod(data.shape[begin:end]), *data.shape[end:]))


@layer()
def CaffeReshape(data: Any, *, shape: Sizes, axis: int = 0, num_axes: int = -1) -> Any:  # noqa: N802
    """Axes (all from `axis` on, or so many) as a shape; in it 0 is the size that was there, -1 what is left."""
    begin = one_axis(axis, data.ndim + 1)
    end = data.ndim if num_axes == -1 else begin + num_axes
    wanted = tuple(data.shape[begin + i] if n == 0 else n for i, n in enumerate(shape))
    return data.reshape((*data.shape[:begin], *wanted, *data.shape[end:]))


@layer()
def CaffeCrop(data: Any, reference: Any, *, axis: int = 2, offset: Sizes = ()) -> Any:  # noqa: N802
    """Of data's axes from one on as many pixels as those of a reference have, from the offsets on."""
    begin = one_axis(axis, data.ndim)
    offsets = offset * (data.ndim - begin) if len(offset) == 1 else offset or (0,) * (data.ndim - begin)
    cut = [slice(None)] * begin
    for o, n, m in zip(offsets, reference.shape[begin:], data.shape[begin:], strict=True):
        if o + n > m:
            raise ValueError(f"Crop of shape {data.shape} to {reference.shape} from {offsets} on goes beyond it")
        cut.append(slice(o, o + n))
    return data[tuple(cut)]


@layer()
def BatchReindex(data: Any, index: Any) -> Any:  # noqa: N802
    """data[index]: entries of the batch, in another order, left out or repeated."""
    return np.take(data, index.astype(numpy.int64), axis=0)


@layer()
def ArgMax(  # noqa: N802
    data: Any, *, out_max_val: bool = False, top_k: int = 1, axis: int | None = None
) -> Any:
    """The places of the largest numbers (as numbers of data's dtype), or these themselves, along an axis.

    Without an axis those of each entry of the batch, `[batch, 1, top_k]`, or places and numbers, `[batch, 2, top_k]`.
    """
    x = Flatten.function(data) if axis is None else data
    along = 1 if axis is None else one_axis(axis, data.ndim)
    first = (slice(None),) * along + (slice(top_k),)
    places = np.argsort(-x, axis=along, kind="stable")[first]
    values = np.take_along_axis(x, places, axis=along)
    places = places.astype(data.dtype)
    if axis is not None:
        return ops.stop_gradient(values if out_max_val else places)
    return ops.stop_gradient(np.stack([places, values] if out_max_val else [places], axis=1))
