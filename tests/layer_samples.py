"""The samples of what layers are made of: pooling, normalisation, losses."""

from __future__ import annotations

import functools
from typing import Any

import numpy as np

from dusk import ops
from sample_rows import N, f, i, row


def _under(x: Any, *, size: Any, strides: Any, padding: Any, dilation: Any = None, ceil_mode: Any = False, of: Any,
           count_include_pad: Any = None) -> Any:
    """Window by window, what is in it; what is outside of the image is masked."""
    n = len(size)
    dilation = dilation or (1,) * n
    sizes = x.shape[x.ndim - n :]
    starts: list[Any] = []
    for m, k, s, (low, high), d in zip(sizes, size, strides, padding, dilation, strict=True):
        last = m + high - d * (k - 1) - 1
        starts.append([p for p in range(-low, last + s if ceil_mode else last + 1, s) if p < m or not ceil_mode])
    out = np.zeros((*x.shape[: x.ndim - n], *map(len, starts)), x.dtype)
    for place in np.ndindex(*map(len, starts)):
        pixels: list[Any] = []
        counted = 0
        for offset in np.ndindex(*size):
            at = [s[p] + o * d for s, p, o, d in zip(starts, place, offset, dilation, strict=True)]
            counted += all(-low <= a < m + high for a, m, (low, high) in zip(at, sizes, padding, strict=True))
            if all(0 <= a < m for a, m in zip(at, sizes, strict=True)):
                pixels.append(x[(..., *at)])
        out[(..., *place)] = of(pixels, axis=0) if not count_include_pad else sum(pixels) / counted
    return out


for image, words in (
    ((N, 2, 7), {"size": (3,), "strides": (1,), "padding": ((1, 1),)}),
    ((2, 4, 6), {"size": (2, 2), "strides": (2, 2), "padding": ((0, 0), (0, 0))}),
    ((1, 2, 7, 6), {"size": (3, 2), "strides": (2, 3), "padding": ((1, 0), (0, 1))}),
    ((2, 5, 6), {"size": (3, 2), "strides": (2, 2), "padding": ((1, 1), (0, 0)), "ceil_mode": True}),
    ((2, 8), {"size": (3,), "strides": (3,), "padding": ((0, 0),), "ceil_mode": True}),
    ((1, 9, 7), {"size": (6, 5), "strides": (2, 1), "padding": ((2, 1), (0, 2))}),
    ((2, 3, 4, 3), {"size": (2, 2, 2), "strides": (1, 2, 1), "padding": ((0, 0), (1, 1), (0, 0))}),
):
    row(ops.max_pool, f(*image), grad=True, **words, expect=functools.partial(_under, of=np.max))
    for padded in {True, all(map(any, words["padding"]))}:
        row(ops.avg_pool, f(*image), grad=True, **words, count_include_pad=padded,
            expect=functools.partial(_under, of=np.mean))  # fmt: skip
row(ops.max_pool, f(1, 9, 8), grad=True, size=(3, 2), strides=(2, 1), padding=((2, 0), (0, 1)), dilation=(2, 3),
    expect=functools.partial(_under, of=np.max))  # fmt: skip
row(ops.max_pool, f(1, 70), grad=True, size=(66,), strides=(2,), padding=((0, 1),), rest={"second": False},
    expect=functools.partial(_under, of=np.max))  # fmt: skip
row(ops.max_pool, i(2, 5), size=(2,), strides=(2,), padding=((1, 0),), expect=functools.partial(_under, of=np.max))
