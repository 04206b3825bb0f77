"""Rows for convolutions, as in `op_samples`."""

from typing import Any

import numpy as np

from dusk import ops
from sample_rows import N, f, row


def _conv(x: Any, w: Any, *, strides: Any, padding: Any, dilation: Any, groups: int = 1) -> Any:
    """Place by place."""
    x = np.pad(x, [(0, 0), (0, 0), *padding])
    spans = [d * (k - 1) + 1 for k, d in zip(w.shape[2:], dilation, strict=True)]
    places = [(n - span) // s + 1 for n, span, s in zip(x.shape[2:], spans, strides, strict=True)]
    out = np.zeros((len(x), len(w), *places), x.dtype)
    for o in range(len(w)):
        first = o // (len(w) // groups) * w.shape[1]
        for place in np.ndindex(*places):
            key = (slice(i * s, i * s + n, d) for i, s, n, d in zip(place, strides, spans, dilation, strict=True))
            under = x[(slice(None), slice(first, first + w.shape[1]), *key)]
            out[(slice(None), o, *place)] = (under * w[o]).sum(tuple(range(1, x.ndim)))
    return out


def _conv_transpose(
    x: Any, w: Any, *, strides: Any, padding: Any, output_padding: Any, dilation: Any, groups: int = 1
) -> Any:
    """Pixel by pixel."""
    per = len(w) // groups
    spans = [d * (k - 1) + 1 for k, d in zip(w.shape[2:], dilation, strict=True)]
    whole = [(n - 1) * s + span + e for n, s, span, e in zip(x.shape[2:], strides, spans, output_padding, strict=True)]
    out = np.zeros((len(x), w.shape[1] * groups, *whole), x.dtype)
    for o in range(len(w)):
        first = o // per * w.shape[1]
        for place in np.ndindex(*x.shape[2:]):
            key = (slice(i * s, i * s + n, d) for i, s, n, d in zip(place, strides, spans, dilation, strict=True))
            out[(slice(None), slice(first, first + w.shape[1]), *key)] += np.multiply.outer(x[(..., o, *place)], w[o])
    return out[(..., *(slice(low, n - high) for n, (low, high) in zip(whole, padding, strict=True)))]


def _conv_weights(x: Any, g: Any, *, sizes: Any, groups: int = 1, **words: Any) -> Any:
    """Weight by weight: what the convolution with this weight alone, and 1, gives, times g."""
    out = np.zeros((g.shape[1], x.shape[1] // groups, *sizes), x.dtype)
    for place in np.ndindex(*out.shape):
        one = np.zeros_like(out)
        one[place] = 1
        made = _conv(x, one, groups=groups, **words)
        out[place] = (made[tuple(map(slice, g.shape))] * g).sum()
    return out


for image, weights, strides, padding, dilation, groups in (
    ((N, 2, 7), (3, 2, 3), (1,), ((1, 1),), (1,), 1),
    ((2, 3, 6, 5), (4, 3, 3, 2), (1, 1), ((1, 1), (0, 1)), (1, 1), 1),
    ((1, 2, 7, 6), (2, 2, 3, 3), (2, 2), ((1, 1), (1, 0)), (1, 1), 1),
    ((1, 2, 9, 8), (2, 2, 3, 2), (2, 1), ((2, 0), (0, 3)), (2, 3), 1),
    ((1, 4, 5, 5), (6, 2, 2, 3), (1, 2), ((0, 0), (1, 1)), (1, 1), 2),
    ((2, 3, 5, 4), (3, 1, 3, 3), (1, 1), ((1, 1), (1, 1)), (1, 1), 3),
    ((1, 2, 5, 5), (3, 2, 1, 1), (3, 3), ((0, 0), (1, 0)), (1, 1), 1),
    ((1, 2, 3, 4, 3), (2, 2, 2, 2, 2), (1, 2, 1), ((0, 0), (1, 1), (1, 0)), (1, 1, 1), 1),
    ((2, 9, 3, 4), (2, 9, 3, 2), (1, 1), ((3, 0), (0, 1)), (1, 2), 1),  # few channels out
    ((1, 18, 4), (2, 9, 2), (1,), ((1, 0),), (1,), 2),
):
    words: dict[str, Any] = {"strides": strides, "padding": padding, "dilation": dilation, "groups": groups}
    row(ops.conv, f(*image), f(*weights), grad=True, **words, expect=_conv)

for image, weights, strides, padding, more, dilation, groups in (
    ((N, 3, 4), (3, 2, 3), (1,), ((1, 1),), (0,), (1,), 1),
    ((2, 3, 4, 3), (3, 4, 3, 2), (2, 1), ((1, 2), (0, 1)), (1, 0), (1, 1), 1),
    ((1, 9, 3, 3), (9, 1, 3, 3), (1, 2), ((1, 1), (1, 1)), (0, 1), (1, 1), 1),  # few channels
    ((1, 2, 3, 4), (2, 2, 3, 2), (3, 2), ((0, 1), (1, 1)), (4, 1), (2, 3), 1),
    ((1, 4, 3, 3), (4, 2, 2, 3), (1, 2), ((0, 0), (1, 1)), (0, 0), (1, 1), 2),
    ((1, 3, 3, 2), (3, 1, 3, 3), (2, 1), ((1, 1), (1, 1)), (1, 0), (1, 1), 3),
    ((1, 3, 2, 2), (3, 2, 1, 1), (3, 3), ((0, 0), (1, 0)), (2, 1), (1, 1), 1),
    ((1, 2, 2, 2, 2), (2, 2, 2, 1, 2), (1, 2, 1), ((0, 0), (0, 0), (1, 0)), (0, 1, 0), (1, 1, 1), 1),
):
    words = {"strides": strides, "padding": padding, "dilation": dilation, "groups": groups}
    row(ops.conv_transpose, f(*image), f(*weights), grad=True, output_padding=more, **words, expect=_conv_transpose)

for image, gradient, sizes, strides, padding, dilation, groups in (
    ((N, 2, 7), (N, 3, 7), (3,), (1,), ((1, 1),), (1,), 1),
    ((1, 2, 7, 6), (1, 2, 3, 2), (3, 2), (2, 2), ((1, 0), (0, 0)), (1, 2), 1),
    ((1, 2, 4, 3), (1, 4, 4, 4), (1, 2), (1, 1), ((0, 0), (1, 1)), (1, 1), 2),
    ((1, 9, 4, 3), (1, 2, 2, 4), (3, 2), (1, 1), ((1, 0), (2, 1)), (1, 2), 1),  # few channels out
    ((2, 18, 4), (2, 2, 2), (2,), (1,), ((0, 1),), (1,), 2),
):
    words = {"strides": strides, "padding": padding, "dilation": dilation, "groups": groups}
    row(ops.conv_weights, f(*image), f(*gradient), grad=True, sizes=sizes, **words, expect=_conv_weights)
