"""Rows that sample images between their pixels."""

# Rows are written in NumPy's words on values of any kind.
# pyright: reportUnknownLambdaType=false, reportUnknownArgumentType=false
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false

from __future__ import annotations

import io
import itertools
import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from dusk import ops
from dusk.errors import FormatError
from dusk.formats.onnx.rows import Call, known, known_ints, row
from dusk.formats.onnx.rows_layers import Window, biased
from dusk.formats.onnx.rows_resize import triangle, weights


@row("AffineGrid", known=(1,))
def _(call: Call, theta: Any, size: Any) -> Any:
    sizes = known_ints(size)[2:]
    lines: list[Any] = []
    for n in sizes:
        if call.get("align_corners", 0):
            lines.append(np.linspace(-1, 1, n) if n > 1 else np.zeros(1))
        else:
            lines.append((2 * np.arange(n) + 1) / n - 1)
    grid = np.meshgrid(*lines, indexing="ij")
    points = np.stack([*grid[::-1], np.ones(sizes)], axis=-1).reshape(-1, len(sizes) + 1).astype(theta.dtype)
    found = ops.matmul(points, call.np.swapaxes(theta, 1, 2))
    return found.reshape((theta.shape[0], *sizes, len(sizes)))


def _reflected(call: Call, x: Any, low: float, high: float) -> Any:
    """Coordinates mirrored at both ends until they are between them."""
    span = high - low
    if span <= 0:
        return x * 0
    left = call.np.mod(call.np.abs(x - low), 2 * span)
    return low + call.np.minimum(left, 2 * span - left)


def _picked(call: Call, x: Any, places: Sequence[Any], zeros: bool) -> Any:
    """Pixels x[batch, *sizes, channels] at whole places [batch, ...]; those outside are 0, or on the border."""
    batch = np.arange(x.shape[0]).reshape((-1,) + (1,) * (places[0].ndim - 1))
    inside: Any = True
    keys: list[Any] = [batch]
    for p, n in zip(places, x.shape[1:-1]):
        if zeros:
            inside = call.np.logical_and(inside, call.np.logical_and(p >= 0, p <= n - 1))
        keys.append(call.np.clip(p, 0, n - 1).astype(np.int64))
    found = x[tuple(keys)]
    return call.np.where(inside[..., None], found, call.np.zeros((), x.dtype)) if zeros else found


def sampled(call: Call, x: Any, points: Sequence[Any], how: str, padding: str, corners: bool) -> Any:
    """x[batch, *sizes, channels] at points [batch, ...] in pixels, one array for each axis."""
    bounds = [(0.0, n - 1.0) if corners else (-0.5, n - 0.5) for n in x.shape[1:-1]]
    zeros = padding == "zeros"

    def bounded(p: Any, axis: int) -> Any:
        if padding == "reflection":
            p = _reflected(call, p, *bounds[axis])
        return p if zeros else call.np.clip(p, 0, x.shape[1 + axis] - 1)

    if how == "nearest":
        whole = [call.np.rint(bounded(p, i)) for i, p in enumerate(points)]
        return _picked(call, x, whole, zeros)
    if how in ("linear", "bilinear"):
        points = [bounded(p, i) for i, p in enumerate(points)]
        offsets, weigh = (0, 1), lambda r, k: 1 - r if k == 0 else r
    else:
        a = call.get("cubic_coeff_a", -0.75)
        offsets, weigh = (-1, 0, 1, 2), lambda r, k: _cubic_share(call, r - k, a)
    firsts = [call.np.floor(p) for p in points]
    rests = [p - f for p, f in zip(points, firsts)]
    total: Any = None
    for corner in itertools.product(offsets, repeat=len(points)):
        places = [f + k for f, k in zip(firsts, corner)]
        if len(offsets) == 4:
            places = [bounded(p, i) for i, p in enumerate(places)]
        share = weigh(rests[0], corner[0])
        for r, k in zip(rests[1:], corner[1:]):
            share = share * weigh(r, k)
        part = share[..., None] * _picked(call, x, places, zeros)
        total = part if total is None else total + part
    return total


def _cubic_share(call: Call, d: Any, a: float) -> Any:
    d = call.np.abs(d)
    near = ((a + 2) * d - (a + 3)) * d * d + 1
    far = ((a * d - 5 * a) * d + 8 * a) * d - 4 * a
    return call.np.where(d <= 1, near, far)


@row("GridSample")
def _(call: Call, x: Any, grid: Any) -> Any:
    corners = bool(call.get("align_corners", 0))
    how = call.get("mode", "linear" if call.version >= 20 else "bilinear")
    points: list[Any] = []
    for i, n in enumerate(x.shape[2:]):
        g = grid[..., grid.shape[-1] - 1 - i]
        points.append((g + 1) / 2 * (n - 1) if corners else ((g + 1) * n - 1) / 2)
    last = call.np.moveaxis(x, 1, -1)
    found = sampled(call, last, points, how, call.get("padding_mode", "zeros"), corners)
    return call.np.moveaxis(found, -1, 1).astype(x.dtype)


@row("DeformConv")
def _(call: Call, x: Any, w: Any, offset: Any, b: Any = None, mask: Any = None) -> Any:
    n, sizes = x.ndim - 2, w.shape[2:]
    window = Window(call, x.shape[2:], sizes)
    groups, moved = call.get("group", 1), call.get("offset_group", 1)
    outs, taps = offset.shape[2:], math.prod(sizes)
    batch, channels = x.shape[:2]
    offset = offset.reshape((batch * moved, taps, n, *outs))
    points: list[Any] = []
    for i in range(n):
        tap = np.indices(sizes)[i].reshape(-1) * window.dilation[i]
        place = np.arange(outs[i]) * window.strides[i] - window.padding[i][0]
        base = tap.reshape((-1,) + (1,) * n) + place.reshape([-1 if j == i else 1 for j in range(n)])
        points.append(offset[:, :, i] + base.astype(x.dtype))
    last = call.np.moveaxis(x.reshape((batch * moved, channels // moved, *x.shape[2:])), 1, -1)
    found = sampled(call, last, points, "linear", "zeros", True)  # [batch * moved, taps, *outs, channels / moved]
    if mask is not None:
        found = found * mask.reshape((batch * moved, taps, *outs))[..., None]
    found = call.np.moveaxis(found, -1, 1).reshape((batch, groups, channels // groups * taps, -1))
    weights = w.reshape((1, groups, w.shape[0] // groups, -1))
    y = ops.matmul(weights, found).reshape((batch, w.shape[0], *outs))
    return biased(y, b)


@row("Col2Im", known=(1, 2))
def _(call: Call, x: Any, image: Any, block: Any) -> Any:
    sizes, shape = known_ints(block), known_ints(image)
    window = Window(call, shape, sizes)
    places = window.places(shape, False)
    x = x.reshape((x.shape[0], -1, *sizes, *places))
    wide = [n + low + high for n, (low, high) in zip(shape, window.padding)]
    out = call.np.zeros((*x.shape[:2], *wide), x.dtype)
    for at in itertools.product(*map(range, sizes)):
        keys = [slice(a * d, a * d + (p - 1) * s + 1, s)
                for a, d, p, s in zip(at, window.dilation, places, window.strides)]  # fmt: skip
        out[(..., *keys)] += x[(slice(None), slice(None), *at)]
    return out[(..., *(slice(low, low + n) for n, (low, _) in zip(shape, window.padding)))]


@row("RoiAlign", known=(1, 2))
def _(call: Call, x: Any, rois: Any, images: Any) -> Any:
    half = (
        0.5
        if call.get("coordinate_transformation_mode", "half_pixel" if call.version >= 16 else "") == "half_pixel"
        else 0
    )
    outs = (call.get("output_height", 1), call.get("output_width", 1))
    scale, most = call.get("spatial_scale", 1.0), call.get("mode", "avg") == "max"
    last, found = call.np.moveaxis(x, 1, -1), list[Any]()
    for roi, image in zip(np.asarray(rois, np.float64), known_ints(images)):
        lines: list[Any] = []
        for low, high, out in ((roi[1], roi[3], outs[0]), (roi[0], roi[2], outs[1])):
            start, size = low * scale - half, (high - low) * scale
            size = size if half else max(size, 1.0)
            count = call.get("sampling_ratio", 0) or max(math.ceil(size / out), 1)
            lines.append(start + (np.arange(out)[:, None] + (np.arange(count) + 0.5) / count) * (size / out))
        found.append(_region(call, last[image : image + 1], lines, most))
    return call.np.stack(found) if found else call.np.zeros((0, x.shape[1], *outs), x.dtype)


def _region(call: Call, x: Any, lines: Sequence[Any], most: bool) -> Any:
    """x[1, height, width, channels] as means (or the largest products) of points: [channels, *outs]."""
    shares: list[Any] = []
    for line, n in zip(lines, x.shape[1:3]):
        inside = (line >= -1) & (line <= n)
        at = np.clip(line, 0, n - 1)
        w = weights(at.reshape(-1), n, (triangle, 1), 1.0, False).reshape((*line.shape, n))
        shares.append((w * inside[..., None]).astype(x.dtype))
    if not most:
        rows, columns = (s.mean(axis=1).astype(x.dtype) for s in shares)
        return call.np.einsum("ph,hwc,qw->cpq", rows, x[0], columns)
    best: Any = None
    low, high = (np.stack([np.where(np.cumsum(s != 0, -1) == k, s, 0) for k in (1, 2)]) for s in shares)
    for a, b in itertools.product(range(2), repeat=2):
        part = call.np.einsum("pih,hwc,qjw->cpqij", low[a], x[0], high[b])
        best = part if best is None else call.np.maximum(best, part)
    return best.max(axis=(-1, -2))


@row("ImageDecoder", known=(0,))
def _(call: Call, data: Any) -> Any:
    try:
        from PIL import Image
    except ImportError:
        raise FormatError(f"node {call.node} decodes an image: install pillow") from None

    mode = {"RGB": "RGB", "BGR": "RGB", "Grayscale": "L"}[call.get("pixel_format", "RGB")]
    with Image.open(io.BytesIO(known(data).tobytes())) as image:
        pixels = np.asarray(image.convert(mode))
    if mode == "L":
        return pixels[:, :, None]
    return np.ascontiguousarray(pixels[:, :, ::-1]) if call.get("pixel_format") == "BGR" else pixels
