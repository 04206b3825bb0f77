"""Layers that look at images at places that are computed: samplers, grids, regions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy

import dusk.numpy as np
from dusk import ops
from dusk.record import record_made
from dusk.symbol.layer import Known, Sizes, layer

_INT = numpy.dtype(numpy.int64)


def _numbers(count: int, dtype: Any) -> Any:
    """That many numbers from 0 on."""
    return ops.astype(record_made(ops.iota, size=count), dtype=dtype)


def _spots(count: int, dtype: Any) -> Any:
    """That many numbers from -1 to 1."""
    return _numbers(count, dtype) * (2 / max(count - 1, 1)) - 1


@layer()
def BilinearSampler(data: Any, grid: Any, *, cudnn_off: bool = False) -> Any:  # noqa: N802
    """`data[batch, channels, height, width]` at the places `grid[batch, 2, h, w]` (x, then y, from -1 at the first
    pixel to 1 at the last): each the mean of its four neighbours by their distance, those outside being 0."""
    batch, channels, height, width = data.shape
    places = (grid[:, 0] + 1) * ((width - 1) / 2), (grid[:, 1] + 1) * ((height - 1) / 2)
    left, top = ops.floor(places[0]), ops.floor(places[1])
    flat = np.reshape(data, (batch, channels, height * width))
    shape = grid.shape[2:]
    total: Any = 0
    for dy in (0, 1):
        for dx in (0, 1):
            x, y = left + dx, top + dy
            share = (1 - ops.absolute(places[0] - x)) * (1 - ops.absolute(places[1] - y))
            inside = (x >= 0) & (x < width) & (y >= 0) & (y < height)
            at = np.clip(y, 0, height - 1).astype(_INT) * width + np.clip(x, 0, width - 1).astype(_INT)
            at = np.broadcast_to(np.reshape(at, (batch, 1, -1)), (batch, channels, shape[0] * shape[1]))
            pixels = np.reshape(np.take_along_axis(flat, at, axis=2), (batch, channels, *shape))
            total = total + pixels * np.where(inside, share, 0)[:, None]
    return total


def _grid(known: Known, transform_type: str = "", **_: Any) -> Mapping[str, Any]:
    data = known.get("data")
    return {"data": (data[0], 6)} if transform_type == "affine" and data else {}


@layer(shapes=_grid)
def GridGenerator(data: Any, *, transform_type: str, target_shape: Sizes = (0, 0)) -> Any:  # noqa: N802
    """A grid for `BilinearSampler`: of `target_shape` by matrices `data[batch, 6]` that places (x, y, 1) are multiplied
    by ("affine"), or each pixel moved by `data[batch, 2, height, width]` pixels ("warp")."""
    if transform_type == "affine":
        height, width = target_shape
        x, y = _spots(width, data.dtype), _spots(height, data.dtype)
        theta = np.reshape(data, (data.shape[0], 2, 3, 1, 1))
        return theta[:, :, 0] * x + theta[:, :, 1] * y[:, None] + theta[:, :, 2]
    if transform_type != "warp":
        raise ValueError(f"transform_type is affine or warp, not {transform_type!r}")
    height, width = data.shape[2:]
    x = data[:, 0] * (2 / max(width - 1, 1)) + _spots(width, data.dtype)
    y = data[:, 1] * (2 / max(height - 1, 1)) + _spots(height, data.dtype)[:, None]
    return np.stack([x, y], axis=1)


def _located(known: Known, **_: Any) -> Mapping[str, Any]:
    return {"loc": (known["data"][0], 6)} if known["data"] else {}


@layer(shapes=_located)
def SpatialTransformer(  # noqa: N802
    data: Any,
    loc: Any,
    *,
    target_shape: Sizes = (0, 0),
    transform_type: str = "affine",
    sampler_type: str = "bilinear",
    cudnn_off: bool = False,
) -> Any:
    """data sampled at a grid of `target_shape` by matrices `loc[batch, 6]` (Jaderberg and others 2015)."""
    if (transform_type, sampler_type) != ("affine", "bilinear"):
        raise ValueError(f"SpatialTransformer is affine and bilinear, not {transform_type} and {sampler_type}")
    grid = GridGenerator.function(loc, transform_type="affine", target_shape=target_shape)
    return BilinearSampler.function(data, grid)


@layer()
def ROIPooling(data: Any, rois: Any, *, pooled_size: Sizes, spatial_scale: float) -> Any:  # noqa: N802
    """The largest numbers of `pooled_size` parts of regions of `data[batch, channels, height, width]`, given as
    `rois[count, 5]` (image, x and y of the first corner, x and y of the last), times `spatial_scale`; of empty parts
    0."""
    fixed = ops.stop_gradient(rois)
    height, width = data.shape[2:]
    corners = ops.floor(fixed[:, 1:] * spatial_scale + 0.5)
    images = np.take(data, fixed[:, 0].astype(_INT), axis=0)
    columns = _parts(corners[:, 0], corners[:, 2], pooled_size[1], width, data.dtype)
    rows = _parts(corners[:, 1], corners[:, 3], pooled_size[0], height, data.dtype)
    lowest = float(numpy.finfo(data.dtype).min)
    wide = np.max(np.where(columns[:, None, None], images[:, :, :, None], lowest), axis=-1)
    wide = np.swapaxes(wide, 2, 3)
    found = np.max(np.where(rows[:, None, :, None], wide[:, :, None], lowest), axis=-1)
    there = np.any(rows, axis=-1)[:, None, :, None] & np.any(columns, axis=-1)[:, None, None, :]
    return np.where(there, found, 0)


def _parts(first: Any, last: Any, count: int, length: int, dtype: Any) -> Any:
    """Which pixels are in which part of regions: bools [region, part, pixel]."""
    size = np.maximum(last - first + 1, 1) / count
    part = _numbers(count, dtype)
    begin = ops.floor(part * size[:, None]) + first[:, None]
    end = ops.ceil((part + 1) * size[:, None]) + first[:, None]
    pixel = _numbers(length, dtype)
    return (pixel >= begin[..., None]) & (pixel < end[..., None])
