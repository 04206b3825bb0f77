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


def _normal(x: Any, axes: Any, eps: float, centred: bool = True) -> Any:
    mean = x.mean(axes, keepdims=True) if centred else 0
    return (x - mean) / np.sqrt(((x - mean) ** 2).mean(axes, keepdims=True) + eps)


def _batch_norm(x: Any, scale: Any = 1.0, shift: Any = 0.0, *, axis: int = 1, eps: float = 1e-5) -> Any:
    out, axes = np.swapaxes(x, axis, -1), tuple(range(x.ndim - 1))
    return np.swapaxes(_normal(out, axes, eps) * scale + shift, axis, -1), out.mean(axes), out.var(axes)


def _batch_norm_by(
    x: Any, mean: Any, var: Any, scale: Any = 1.0, shift: Any = 0.0, *, axis: int = 1, eps: float = 1e-5
) -> Any:
    out = (np.swapaxes(x, axis, -1) - mean) / np.sqrt(var + eps)
    return np.swapaxes(out * scale + shift, axis, -1)


def _layer_norm(x: Any, scale: Any = 1.0, shift: Any = 0.0, *, axis: Any = -1, eps: float = 1e-5) -> Any:
    return _normal(x, axis, eps) * scale + shift


def _group_norm(x: Any, scale: Any = 1.0, shift: Any = 0.0, *, groups: int, eps: float = 1e-5) -> Any:
    parts = [_normal(p, tuple(range(1, x.ndim)), eps) for p in np.split(x, groups, 1)]
    scale, shift = (np.reshape(v, (-1,) + (1,) * (x.ndim - 2)) for v in (scale, shift))
    return np.concatenate(parts, 1) * scale + shift


row(ops.batch_norm, f(N, 2, 3), f(2), f(2), grad=True, expect=_batch_norm)
row(ops.batch_norm, f(1, 2, 2, 3), f(2), grad=True, eps=0.1, expect=_batch_norm)
row(ops.batch_norm, f(5, 3), grad=True, axis=-1, expect=_batch_norm)
row(ops.batch_norm_by, f(N, 2, 3), f(2), f(2, low=0.5), f(2), f(2), grad=True, expect=_batch_norm_by)
row(ops.batch_norm_by, f(5, 3), f(3), f(3, low=0.5), f(3), grad=True, axis=-1, eps=0.1, expect=_batch_norm_by)
row(ops.batch_norm_by, f(2, 2, 3, 2), f(2), f(2, low=0.5), grad=True, expect=_batch_norm_by)
row(ops.layer_norm, f(2, N), f(N), f(N), grad=True, expect=_layer_norm)
row(ops.layer_norm, f(3, 2, N), f(2, 1), grad=True, axis=(1, 2), eps=0.1, expect=_layer_norm)
row(ops.layer_norm, f(N, 3), grad=True, axis=0, expect=_layer_norm)
row(ops.rms_norm, f(2, N), f(N), f(N), grad=True,
    expect=lambda x, a, b: _normal(x, -1, 1e-5, centred=False) * a + b)  # fmt: skip
row(ops.rms_norm, f(3, N), grad=True, axis=(0, 1), eps=0.1,
    expect=lambda x, **p: _normal(x, (0, 1), 0.1, centred=False))  # fmt: skip
row(ops.group_norm, f(N, 4, 3), f(4), f(4), grad=True, groups=2, expect=_group_norm)
row(ops.group_norm, f(2, 3, 2, 2), grad=True, groups=3, eps=0.1, expect=_group_norm)
row(ops.bias_add, f(2, 3, N), f(3), grad=True, expect=lambda x, b: x + b[:, None])
row(ops.bias_add, f(2, 3), f(3), grad=True, expect=lambda x, b: x + b)
row(ops.bias_add, f(2, 3, 2, 2), f(3), grad=True, expect=lambda x, b: x + b[:, None, None])
