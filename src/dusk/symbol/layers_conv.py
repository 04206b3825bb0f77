"""Layers that look at windows of images: convolutions and pooling of one, two or three dimensions."""

from __future__ import annotations

import functools
import math
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from dusk import ops
from dusk.array import as_handle
from dusk.devices import in_force
from dusk.graph import CONSTANT, Literal
from dusk.nn import functional
from dusk.record import record
from dusk.symbol.layer import Known, Sizes, layer
from dusk.symbol.layers_basic import with_bias


def _last(layout: str | None) -> bool:
    """Whether channels are the last axis of images and weights."""
    if layout is None or layout == "None" or layout.startswith("NC"):
        return False
    if layout in ("NWC", "NHWC", "NDHWC"):
        return True
    raise ValueError(f"layout is NCW, NCHW, NCDHW, NWC, NHWC or NDHWC, not {layout!r}")


def _first(x: Any) -> Any:
    """An array whose channels are the last axis with them as its second one."""
    return ops.moveaxis(x, source=(x.ndim - 1,), destination=(1,))


def _back(x: Any) -> Any:
    return ops.moveaxis(x, source=(1,), destination=(x.ndim - 1,))


def constant(value: np.ndarray[Any, Any]) -> Any:
    """An array of NumPy's as part of a graph."""
    return record(CONSTANT, (), {"value": Literal(value, in_force())}, as_array=True)


def each(given: Sequence[int], n: int, what: str, default: int) -> tuple[int, ...]:
    """One number for each of n dimensions, of none, one or n given ones."""
    return functional.numbers(given[0] if len(given) == 1 else given or default, n, what)


def _weights(
    known: Known, kernel: Sizes, num_filter: int, num_group: int, layout: str | None, back: bool = False, **_: Any
) -> Mapping[str, Any]:
    """The shapes of a weight `[num_filter, channels / num_group, *kernel]` (with `back` the other way round: channels,
    then filters) and a bias."""
    found: dict[str, Any] = {"bias": (num_filter,)}
    data, last = known["data"], _last(layout)
    if data and isinstance(channels := data[-1 if last else 1], int):
        outer, inner = (channels, num_filter) if back else (num_filter, channels)
        per = (inner // num_group,)
        found["weight"] = (outer, *kernel, *per) if last else (outer, *per, *kernel)
    return found


@layer(given=with_bias, shapes=_weights)
def Convolution(  # noqa: N802
    data: Any,
    weight: Any,
    bias: Any = None,
    *,
    kernel: Sizes,
    num_filter: int,
    stride: Sizes = (),
    dilate: Sizes = (),
    pad: Sizes = (),
    num_group: int = 1,
    no_bias: bool = False,
    layout: str | None = None,
    workspace: int = 1024,
    cudnn_tune: str | None = None,
    cudnn_off: bool = False,
) -> Any:
    """The convolution of `data[batch, channels, *sizes]` with `weight[num_filter, channels / num_group, *kernel]`, plus
    `bias[num_filter]`: `[batch, num_filter, *places]`.

    `stride`, `dilate` and `pad` (on both sides) are one number or one for each dimension. With a layout such as NHWC
    channels are the last axis of data and weight. `workspace` and `cudnn_...` change nothing.
    """
    n, last = len(kernel), _last(layout)
    x, w = (_first(data), _first(weight)) if last else (data, weight)
    _fits("Convolution", w, (num_filter, *kernel), (0, *range(2, n + 2)), weight)
    out = functional.conv(
        x, w, bias, strides=each(stride, n, "stride", 1), padding=each(pad, n, "pad", 0),
        dilation=each(dilate, n, "dilate", 1), groups=num_group,
    )  # fmt: skip
    return _back(out) if last else out


def _fits(name: str, w: Any, wanted: Sequence[int], axes: Sequence[int], weight: Any) -> None:
    if w.ndim != len(wanted) + 1 or any(w.shape[a] != n for a, n in zip(axes, wanted, strict=True)):
        raise ValueError(
            f"{name} with kernel and number of filters {tuple(wanted)} has no weight of shape {weight.shape}"
        )


@layer(given=with_bias, shapes=functools.partial(_weights, back=True))
def Deconvolution(  # noqa: N802
    data: Any,
    weight: Any,
    bias: Any = None,
    *,
    kernel: Sizes,
    num_filter: int,
    stride: Sizes = (),
    dilate: Sizes = (),
    pad: Sizes = (),
    adj: Sizes = (),
    target_shape: Sizes = (),
    num_group: int = 1,
    no_bias: bool = True,
    layout: str | None = None,
    workspace: int = 512,
    cudnn_tune: str | None = None,
    cudnn_off: bool = False,
) -> Any:
    """What `Convolution` gives back to its data: each pixel of `data[batch, channels, *sizes]` adds itself times
    `weight[channels, num_filter / num_group, *kernel]` to what lies under it, plus `bias[num_filter]`.

    `pad` pixels are left away on both sides, `adj` added after the last; `target_shape`, if it is given, says how large
    the result is instead.
    """
    n, last = len(kernel), _last(layout)
    x, w = (_first(data), _first(weight)) if last else (data, weight)
    _fits("Deconvolution", w, (num_filter // num_group, *kernel), range(1, n + 2), weight)
    strides, dilation = each(stride, n, "stride", 1), each(dilate, n, "dilate", 1)
    pads, more = each(pad, n, "pad", 0), each(adj, n, "adj", 0)
    if any(target_shape):
        spare = [
            s * (m - 1) + d * (k - 1) + 1 - t
            for m, k, s, d, t in zip(x.shape[2:], kernel, strides, dilation, target_shape, strict=True)
        ]
        if min(spare) < 0:
            raise ValueError(f"Deconvolution of {x.shape} gives less than target_shape {target_shape}")
        pads, more = tuple((m + 1) // 2 for m in spare), tuple(m % 2 for m in spare)
    params = {
        "strides": strides, "padding": tuple((p, p) for p in pads), "output_padding": more, "dilation": dilation,
        "groups": num_group,
    }  # fmt: skip
    out = functional.biased(record(ops.conv_transpose, (as_handle(x), as_handle(w)), params, as_array=True), bias)
    return _back(out) if last else out


_CONVENTIONS = ("valid", "full", "same")


@layer()
def Pooling(  # noqa: N802
    data: Any,
    *,
    kernel: Sizes = (),
    pool_type: str = "max",
    global_pool: bool = False,
    pooling_convention: str = "valid",
    stride: Sizes = (),
    pad: Sizes = (),
    p_value: int | None = None,
    count_include_pad: bool | None = None,
    layout: str | None = None,
    cudnn_off: bool = False,
) -> Any:
    """One number of each window of `kernel` pixels of `data[batch, channels, *sizes]`: the largest ("max"), the mean
    ("avg"), the sum ("sum"), or (sum of |x| ** p_value) ** (1 / p_value) ("lp").

    Windows are `stride` apart (1 by default); as many as fit ("valid"), one more where pixels are left over ("full"),
    or as many as there are pixels, by `stride` ("same"). `pad` pixels on both sides count in means unless
    `count_include_pad` is off, and are never the largest. `global_pool`: one window, the whole image.
    """
    x = _first(data) if _last(layout) else data
    n = x.ndim - 2
    if pool_type not in ("max", "avg", "sum", "lp"):
        raise ValueError(f"pool_type is max, avg, sum or lp, not {pool_type!r}")
    if pooling_convention not in _CONVENTIONS:
        raise ValueError(f"pooling_convention is {', '.join(_CONVENTIONS)}, not {pooling_convention!r}")
    if global_pool:
        size, strides, pads, full = tuple(x.shape[2:]), (1,) * n, (0,) * n, False
    else:
        if len(kernel) != n:
            raise ValueError(f"Pooling of {data.shape} takes a kernel of {n} sizes, not {kernel}")
        size, strides, pads = kernel, each(stride, n, "stride", 1), each(pad, n, "pad", 0)
        full = pooling_convention != "valid"
    right = list(pads)
    ceil = full
    if full:
        for i, (m, k, s, p) in enumerate(zip(x.shape[2:], size, strides, pads, strict=True)):
            places = -(-(m + 2 * p) // s) if pooling_convention == "same" else 1 - -(m + 2 * p - k) // s
            right[i] = max((places - 1) * s + k - m - p, 0)
            ceil = ceil and pooling_convention == "full" and (places - 1) * s < m + p
    words: dict[str, Any] = {"size": size, "strides": strides, "padding": tuple(zip(pads, right, strict=True))}
    if pool_type == "max":
        out = record(ops.max_pool, (as_handle(x),), words, as_array=True)
    elif pool_type == "lp":
        if p_value not in (1, 2, 3):
            raise ValueError(f"pool_type lp takes p_value 1, 2 or 3, not {p_value}")
        total = _total(ops.power(ops.absolute(x), p_value), words)
        out = ops.power(total, 1 / p_value) if p_value > 1 else total
    elif pool_type == "sum":
        out = _total(x, words)
    elif count_include_pad is not False and right == list(pads):
        out = record(ops.avg_pool, (as_handle(x),), words, as_array=True)
    elif count_include_pad is not False and ceil:  # what lies beyond the padding does not count there either
        by = {**words, "padding": tuple((p, p) for p in pads), "ceil_mode": True}
        out = record(ops.avg_pool, (as_handle(x),), by, as_array=True)
    else:
        counted = _counts(x.shape[2:], size, strides, pads, right, count_include_pad is not False)
        out = ops.divide(_total(x, words), constant(counted.astype(x.dtype)))
    return _back(out) if _last(layout) else out


def _total(x: Any, words: Mapping[str, Any]) -> Any:
    """The sums of windows."""
    return ops.multiply(record(ops.avg_pool, (as_handle(x),), dict(words), as_array=True), math.prod(words["size"]))


def _counts(
    sizes: Sequence[int], size: Sizes, strides: Sizes, pads: Sizes, right: Sequence[int], padded: bool
) -> np.ndarray[Any, Any]:
    """Over how many pixels each window is averaged: what of it is beyond the padding asked for does not count."""
    total: Any = np.ones(())
    for m, k, s, p, r in zip(sizes, size, strides, pads, right, strict=True):
        begin = np.arange((m + p + r - k) // s + 1) * s - p
        end = np.minimum(begin + k, m + p)
        if not padded:
            begin, end = np.maximum(begin, 0), np.minimum(end, m)
        total = total[..., None] * np.maximum(end - begin, 1)
    return total
