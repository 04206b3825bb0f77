"""Rows that make images larger or smaller."""

# Rows are written in NumPy's words on values of any kind.
# pyright: reportUnknownLambdaType=false, reportUnknownArgumentType=false
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from dusk import ops
from dusk.formats.onnx.rows import Call, known_ints, row
from dusk.formats.onnx.rows_shapes import axes_of

Kernel = tuple[Callable[[Any], Any], int]
"""The weight of a pixel at a distance, and from which distance on it is 0."""


def triangle(d: Any) -> Any:
    return np.maximum(1 - np.abs(d), 0)


def _cubic(a: float) -> Callable[[Any], Any]:
    """Keys (1981), equation 4."""

    def weight(d: Any) -> Any:
        d = np.abs(d)
        near = ((a + 2) * d - (a + 3)) * d * d + 1
        far = ((a * d - 5 * a) * d + 8 * a) * d - 4 * a
        return np.where(d <= 1, near, np.where(d < 2, far, 0))

    return weight


_NEAREST: dict[str, Callable[[Any], Any]] = {
    "round_prefer_floor": lambda x: np.ceil(x - 0.5),
    "round_prefer_ceil": lambda x: np.floor(x + 0.5),
    "floor": np.floor,
    "ceil": np.ceil,
}


def _origins(mode: str, n: int, out: int, scale: float, start: float, end: float) -> Any:
    """Where the pixels of an axis of `out` come from, on one of `n`."""
    at = np.arange(out, dtype=np.float64)
    if mode == "align_corners":
        return at * ((n - 1) / (scale * n - 1)) if out > 1 else at * 0
    if mode == "asymmetric":
        return at / scale
    if mode == "tf_half_pixel_for_nn":
        return (at + 0.5) / scale
    if mode == "tf_crop_and_resize":
        if out == 1:
            return at * 0 + 0.5 * (start + end) * (n - 1)
        return start * (n - 1) + at * ((end - start) * (n - 1) / (out - 1))
    if mode == "pytorch_half_pixel" and out == 1:
        return at * 0
    found = (at + 0.5) / scale - 0.5
    if mode == "half_pixel_symmetric":
        found += n / 2 * (1 - out / (scale * n))
    return found


def weights(origins: Any, n: int, kernel: Kernel, squeeze: float, outside: bool) -> Any:
    """What each of n pixels gives to each result: [results, n]."""
    function, reach = kernel
    reach = math.ceil(reach / squeeze)
    first = np.floor(origins).astype(np.int64)
    offsets = np.arange(1 - reach, reach + 1)
    shares = function((offsets - (origins - first)[:, None]) * squeeze)
    places = first[:, None] + offsets
    if outside:
        shares = np.where((places < 0) | (places >= n), 0, shares)
    if outside or squeeze < 1:
        shares = shares / shares.sum(axis=1, keepdims=True)
    found = np.zeros((len(origins), n))
    np.add.at(found, (np.arange(len(origins))[:, None], np.clip(places, 0, n - 1)), shares)
    return found


def _resized(call: Call, x: Any, axes: Sequence[int], outs: Sequence[int], scales: Sequence[float], roi: Any) -> Any:
    mode = call.get("coordinate_transformation_mode", "half_pixel" if call.version > 10 else "asymmetric")
    nearest = call.get("nearest_mode", "round_prefer_floor" if call.version > 10 else "floor")
    how, squeezes = call.get("mode", "nearest"), bool(call.get("antialias", 0))
    beyond = np.zeros((), bool)
    for i, (axis, out, scale) in enumerate(zip(axes, outs, scales)):
        n = x.shape[axis]
        start, end = (0.0, 1.0) if roi is None else (float(roi[i]), float(roi[len(axes) + i]))
        if out == n and scale == 1 and mode != "tf_crop_and_resize":
            continue
        origins = _origins(mode, n, out, scale, start, end)
        if how == "nearest":
            x = call.np.take(x, np.clip(_NEAREST[nearest](origins), 0, n - 1).astype(np.int64), axis=axis)
        else:
            kernel = (triangle, 1) if how in ("linear", "bilinear") else (_cubic(call.get("cubic_coeff_a", -0.75)), 2)
            shares = weights(
                origins, n, kernel, min(scale, 1.0) if squeezes else 1.0, bool(call.get("exclude_outside", 0))
            )
            x = _along(call, x, shares, axis)
        lost = (origins < 0) | (origins > n - 1)
        beyond = beyond | lost.reshape([-1 if j == axis else 1 for j in range(x.ndim)])
    if mode == "tf_crop_and_resize" and beyond.any():
        x = call.np.where(beyond, np.asarray(call.get("extrapolation_value", 0.0), x.dtype), x)
    return x


def _along(call: Call, x: Any, shares: Any, axis: int) -> Any:
    dtype = x.dtype
    if dtype.kind in "iu":
        found = ops.matmul(call.np.moveaxis(x, axis, -1).astype(np.float64), shares.T)
        return call.np.moveaxis(call.np.rint(found), -1, axis).astype(dtype)
    return call.np.moveaxis(ops.matmul(call.np.moveaxis(x, axis, -1), shares.T.astype(dtype)), -1, axis)


def _resize(call: Call, x: Any, roi: Any, scales: Any, sizes: Any) -> Any:
    axes = axes_of(call.get("axes") or range(x.ndim), x.ndim)
    if sizes is not None and sizes.size:
        wanted = known_ints(sizes)
        each = [w / x.shape[a] for w, a in zip(wanted, axes)]
        policy = call.get("keep_aspect_ratio_policy", "stretch")
        if policy != "stretch":
            each = [(min if policy == "not_larger" else max)(each)] * len(axes)
            wanted = tuple(math.floor(s * x.shape[a] + 0.5) for s, a in zip(each, axes))
    else:
        each = [float(s) for s in np.asarray(scales).reshape(-1)]
        span = [1.0] * len(axes)
        if roi is not None and call.get("coordinate_transformation_mode") == "tf_crop_and_resize":
            span = [float(roi[len(axes) + i] - roi[i]) for i in range(len(axes))]
        wanted = tuple(math.floor(x.shape[a] * s * part) for a, s, part in zip(axes, each, span))
    if len(wanted) != len(axes):
        raise ValueError(f"{len(wanted)} sizes for {len(axes)} axes")
    return _resized(call, x, axes, wanted, each, roi if roi is not None and len(roi) else None)


@row("Resize", since=11, known=(1, 2, 3))
def _(call: Call, x: Any, roi: Any = None, scales: Any = None, sizes: Any = None) -> Any:
    return _resize(call, x, roi, scales, sizes)


def _upsampled(call: Call, x: Any, scales: Any = None) -> Any:
    scales = call.must("scales") if scales is None else scales
    return _resize(call, x, None, np.asarray(scales), None)


row("Resize", known=(1,))(_upsampled)
row("Upsample", known=(1,))(_upsampled)
