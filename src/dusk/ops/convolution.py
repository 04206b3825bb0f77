"""Convolution of any number of dimensions: a product of an image's sliding windows with weights.

Images are (batch, channels, *sizes), weights (channels out, channels in a group, *sizes), as users of PyTorch, MXNet
and ONNX have them. Inside, channels come last (`sliding`): the windows are then a view, whose runs of pixels and
channels the product reads where they lie (docs/decisions/0025).
"""

# Rules are called through `Op`'s untyped fields.
# pyright: reportUnknownLambdaType=false, reportUnknownArgumentType=false
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from dusk.graph.node import Value
from dusk.graph.op import define
from dusk.graph.types import TensorType
from dusk.ops.convert import as_dtype, wide
from dusk.ops.index import flip, slice_
from dusk.ops.movement import reshape, transpose
from dusk.ops.pointwise import together
from dusk.ops.sliding import (
    PLACES,
    SIZES,
    Slide,
    by_columns,
    by_phases,
    channels_last,
    columns_pay,
    grouped,
    padded,
    phases,
    reach,
    sums,
    sums_of_places,
)
from dusk.ops.winograd import pays, winograd, winograd_weights

Ints = tuple[int, ...]
Pairs = tuple[tuple[int, int], ...]

FEW = 8  # channels that are too few to be lanes


def _check(name: str, n: int, strides: Ints, padding: Pairs, dilation: Ints, groups: int) -> None:
    """ValueError: parameters of a convolution of n dimensions that make no sense."""
    for what, given in (("strides", strides), ("padding", padding), ("dilation", dilation)):
        if len(given) != n:
            raise ValueError(f"{name} of {n} dimensions with {what} {given}: one for each is needed")
    if min(*strides, *dilation, groups) < 1 or any(min(p) < 0 for p in padding):
        raise ValueError(f"{name}: strides {strides}, dilation {dilation} and groups {groups} are to be 1 or more, "
                         f"padding {padding} 0 or more")  # fmt: skip


def _infer(
    x: TensorType, w: TensorType, *, strides: Ints, padding: Pairs, dilation: Ints, groups: int = 1
) -> TensorType:
    n = x.ndim - 2
    if n < 1 or w.ndim != x.ndim:
        raise ValueError(f"conv of an image of shape {x.shape} with weights of shape {w.shape}: (batch, channels, "
                         "*sizes) and (channels out, channels in a group, *sizes)")  # fmt: skip
    _check("conv", n, strides, padding, dilation, groups)
    if x.shape[1] != w.shape[1] * groups or w.shape[0] % groups:
        raise ValueError(f"conv of {x.shape[1]} channels with weights of shape {w.shape} in {groups} group(s): weights "
                         f"are for {w.shape[1] * groups} channels")  # fmt: skip
    sizes: list[Any] = []
    for m, k, step, (low, high), d in zip(x.shape[2:], w.shape[2:], strides, padding, dilation, strict=True):
        room = m + low + high - d * (k - 1) - 1
        if isinstance(room, int) and room < 0:
            raise ValueError(f"conv: a window of {d * (k - 1) + 1} pixels on {m} with padding {low} and {high}")
        sizes.append(room // step + 1)
    return x.with_((x.shape[0], w.shape[0], *sizes))


def _inline(x: Value, w: Value, *, strides: Ints, padding: Pairs, dilation: Ints, groups: int = 1) -> Value:
    n = x.ndim - 2
    places = _infer(x.type, w.type, strides=strides, padding=padding, dilation=dilation, groups=groups).shape[2:]
    tile = _tile(x, w.shape[0], w.shape[2:], places, strides, dilation, groups)
    if tile:
        out = winograd(transpose(x, axes=(0, 2, 3, 1)), transpose(w, axes=(2, 3, 1, 0)), padding, places, tile)
    else:
        if set(strides) == {1}:  # a transposed one, of weights turned round
            taps, shape = w.shape[2:], (x.shape[0], w.shape[0], *places)
            axes = [phases(k, 1, d * (k - 1) - low, d) for k, (low, _), d in zip(taps, padding, dilation, strict=True)]
            turned = transpose(grouped(w, groups), axes=(0, 2, 1, *range(3, n + 3)))
            if columns_pay(x, turned, axes, shape):
                return by_columns(x, flip(turned, axis=tuple(range(3, n + 3))), axes, shape)
        slide = Slide(places, (0,) * n, strides, dilation)
        out = sums(padded(channels_last(x), padding), grouped(w, groups), slide, "c")
    return transpose(out, axes=(0, n + 1, *range(1, n + 1)))


def _tile(
    x: Value, out: Any, taps: Any, places: Any, strides: Ints, dilation: Ints, groups: int, of_weights: bool = False
) -> int:
    """The tiles of Winograd's way, where weights are 3 x 3 and lie on neighbouring pixels, at each pixel; 0 where it
    does not pay."""
    plain = tuple(taps) == (3, 3) and (*strides, *dilation, groups) == (1,) * 5
    return pays(x.shape[0], x.shape[1], out, places, x.dtype, of_weights) if plain else 0


def _vjp(g: Value, out: Value, x: Value, w: Value, **params: Any) -> tuple[Value, Value]:
    return _back_to(x, g, w, **params), conv_weights(x, g, sizes=w.shape[2:], **params)


def _back_to(x: Value, g: Value, w: Value, *, strides: Ints, padding: Pairs, dilation: Ints, groups: int = 1) -> Value:
    """The gradient by an image x of a convolution."""
    made = _spread(g.shape[2:], w.shape[2:], strides, padding, dilation)
    more = tuple(m - n for m, n in zip(x.shape[2:], made, strict=True))
    return conv_transpose(g, w, strides=strides, padding=padding, output_padding=more, dilation=dilation, groups=groups)


def _spread(places: Sequence[Any], sizes: Sequence[Any], strides: Ints, padding: Pairs, dilation: Ints) -> list[Any]:
    """The sizes of the least image that gives these places."""
    spans = reach(sizes, dilation)
    return [(m - 1) * s + r - low - high for m, s, r, (low, high) in zip(places, strides, spans, padding, strict=True)]


def _under(x: Any, sizes: Any, strides: Any, padding: Any, dilation: Any, groups: int) -> Any:
    """(batch, groups, channels, *places, *sizes): what lies under weights, of NumPy's arrays."""
    x = np.pad(x, [(0, 0), (0, 0), *padding])
    axes = tuple(range(2, x.ndim))
    at = np.lib.stride_tricks.sliding_window_view(x, reach(sizes, dilation), axis=axes)
    at = at[(..., *(slice(None, None, s) for s in strides), *(slice(None, None, d) for d in dilation))]
    return at.reshape(len(x), groups, -1, *at.shape[2:])


@define(infer=_infer, promote=together, vjp=_vjp, inline=_inline)
def conv(x: Any, w: Any, *, strides: Any, padding: Any, dilation: Any, groups: Any = 1) -> Any:
    """The sums of products of weights (out, in / groups, *sizes) with what lies under them in images (batch, in,
    *sizes), at every place, `strides` apart: (batch, out, *places).

    `padding` are zeros (before, after), `dilation` the distance of pixels under neighbouring weights. Weights are not
    turned round: what signal processing calls correlation.
    """
    x, w = np.asarray(x), np.asarray(w)
    n = x.ndim - 2
    at = _under(x, w.shape[2:], strides, padding, dilation, groups)
    w = w.reshape(groups, -1, *w.shape[1:])
    places, sizes = PLACES[:n], SIZES[:n]
    out = np.einsum(f"bgc{places}{sizes},goc{sizes}->bgo{places}", at, w, optimize=True)
    return out.reshape(len(x), math.prod(w.shape[:2]), *out.shape[3:])


# -- by images: transposed ---------------------------------------------------------------------------------


def _infer_transpose(
    x: TensorType,
    w: TensorType,
    *,
    strides: Ints,
    padding: Pairs,
    output_padding: Sequence[Any],
    dilation: Ints,
    groups: int = 1,
) -> TensorType:
    n = x.ndim - 2
    if n < 1 or w.ndim != x.ndim:
        raise ValueError(f"conv_transpose of an image of shape {x.shape} with weights of shape {w.shape}: (batch, "
                         "channels, *sizes) and (channels, channels out of a group, *sizes)")  # fmt: skip
    _check("conv_transpose", n, strides, padding, dilation, groups)
    if len(output_padding) != n or any(isinstance(p, int) and p < 0 for p in output_padding):
        raise ValueError(f"conv_transpose of {n} dimensions with output_padding {output_padding}: "
                         "one for each is needed, 0 or more")  # fmt: skip
    if x.shape[1] != w.shape[0] or w.shape[0] % groups:
        raise ValueError(f"conv_transpose of {x.shape[1]} channels with weights of shape {w.shape} in {groups} "
                         f"group(s): weights are for {w.shape[0]} channels")  # fmt: skip
    sizes = _spread(x.shape[2:], w.shape[2:], strides, padding, dilation)
    sizes = [m + more for m, more in zip(sizes, output_padding, strict=True)]
    if any(isinstance(m, int) and m < 1 for m in sizes):
        raise ValueError(f"conv_transpose of an image of shape {x.shape} to sizes {tuple(sizes)}: padding {padding} "
                         f"takes all that weights of shape {w.shape} give")  # fmt: skip
    return x.with_((x.shape[0], w.shape[1] * groups, *sizes))


def _inline_transpose(
    x: Value,
    w: Value,
    *,
    strides: Ints,
    padding: Pairs,
    output_padding: Sequence[Any],
    dilation: Ints,
    groups: int = 1,
) -> Value:
    taps = w.shape[2:]
    sizes = _spread(x.shape[2:], taps, strides, padding, dilation)
    shape = (x.shape[0], w.shape[1] * groups, *(m + more for m, more in zip(sizes, output_padding, strict=True)))
    tile = _tile(x, shape[1], taps, shape[2:], strides, dilation, groups)
    if tile:
        turned = transpose(flip(w, axis=(2, 3)), axes=(2, 3, 0, 1))
        around = tuple((2 - low, 2 - high) for low, high in padding)
        out = winograd(transpose(x, axes=(0, 2, 3, 1)), turned, around, shape[2:], tile)
        return transpose(out, axes=(0, 3, 1, 2))
    axes = [phases(k, s, low, d) for k, s, (low, _), d in zip(taps, strides, padding, dilation, strict=True)]
    w = grouped(w, groups)
    return (by_columns if columns_pay(x, w, axes, shape) else by_phases)(x, w, axes, shape)


def _vjp_transpose(
    g: Value, out: Value, x: Value, w: Value, *, output_padding: Sequence[Any], **params: Any
) -> tuple[Value, Value]:
    of_x = conv(g, w, **params)
    if of_x.shape != x.shape:  # where more is added to the output than a stride
        of_x = slice_(of_x, starts=(0,) * x.ndim, sizes=x.shape, steps=(1,) * x.ndim)
    return of_x, conv_weights(g, x, sizes=w.shape[2:], **params)


@define(
    infer=_infer_transpose,
    promote=together,
    vjp=_vjp_transpose,
    inline=_inline_transpose,
    lengths=("output_padding",),
)
def conv_transpose(
    x: Any, w: Any, *, strides: Any, padding: Any, output_padding: Any, dilation: Any, groups: Any = 1
) -> Any:
    """The gradient of `conv` by its image: each pixel of x (batch, in, *sizes) adds itself times the weights (in, out /
    groups, *sizes) to what lies under them, `strides` apart: (batch, out, *sizes).

    `padding` are the pixels (before, after) that are left away, `output_padding` those that are added again after the
    last; `dilation` is the distance of pixels under neighbouring weights.
    """
    x, w = np.asarray(x), np.asarray(w)
    w = w.reshape(groups, -1, *w.shape[1:])
    x = x.reshape(len(x), groups, -1, *x.shape[2:])
    places = x.shape[3:]
    spans = [(m - 1) * s + 1 for m, s in zip(places, strides, strict=True)]
    whole = [span + d * (k - 1) for span, k, d in zip(spans, w.shape[3:], dilation, strict=True)]
    more = [max(extra - high, 0) for extra, (_, high) in zip(output_padding, padding, strict=True)]
    out = np.zeros((len(x), groups, w.shape[2], *map(sum, zip(whole, more, strict=True))), x.dtype)
    for taps in np.ndindex(*w.shape[3:]):
        under = (slice(i * d, i * d + span, s) for i, d, span, s in zip(taps, dilation, spans, strides, strict=True))
        out[(..., *under)] += np.einsum("bgo...,goc->bgc...", x, w[(..., *taps)], optimize=True)
    ends = [m - high + extra for m, (_, high), extra in zip(whole, padding, output_padding, strict=True)]
    kept = (slice(low, end) for (low, _), end in zip(padding, ends, strict=True))
    return out.reshape(len(x), -1, *out.shape[3:])[(..., *kept)]


# -- by weights --------------------------------------------------------------------------------------------


def _infer_weights(
    x: TensorType, g: TensorType, *, sizes: Ints, strides: Ints, padding: Pairs, dilation: Ints, groups: int = 1
) -> TensorType:
    n = x.ndim - 2
    if n < 1 or g.ndim != x.ndim or len(sizes) != n:
        raise ValueError(f"conv_weights of an image of shape {x.shape} with {g.shape} and sizes {sizes}: "
                         "(batch, channels, *sizes), (batch, channels out, *places) and sizes")  # fmt: skip
    _check("conv_weights", n, strides, padding, dilation, groups)
    w = x.with_((g.shape[1], x.shape[1] // groups, *sizes))
    made = _infer(x, w, strides=strides, padding=padding, dilation=dilation, groups=groups)
    for a, (m, given) in enumerate(zip(made.shape, g.shape, strict=True)):
        if isinstance(m, int) and isinstance(given, int) and (given > m if a > 1 else given != m):
            raise ValueError(f"conv_weights: a gradient of shape {g.shape} of a convolution of shape {made.shape}")
    return w


def _inline_weights(
    x: Value, g: Value, *, sizes: Ints, strides: Ints, padding: Pairs, dilation: Ints, groups: int = 1
) -> Value:
    """The windows' products with g, summed over all places; in float32 if they are shorter, as k runs over pixels, and
    pairs of these do not lie together."""
    full = wide(x.dtype)
    if full != x.dtype and math.prod(sizes) > 1:
        words: Any = {"strides": strides, "padding": padding, "dilation": dilation, "groups": groups}
        return as_dtype(_inline_weights(as_dtype(x, full), as_dtype(g, full), sizes=sizes, **words), x.dtype)
    n, places = x.ndim - 2, tuple(g.shape[2:])
    if set(strides) == {1} and g.shape[1] // groups <= FEW < x.shape[1] // groups:  # pixels of x are places on g
        spans = [span - 1 for span in reach(sizes, dilation)]
        room = zip(spans, padding, x.shape[2:], places, strict=True)
        around = [(span - low, m + low - count) for span, (low, _), m, count in room]
        slide = Slide(x.shape[2:], (0,) * n, strides, dilation)
        of_x, of_g = channels_last(x), channels_last(g)
        out = grouped(sums_of_places(of_g, of_x, sizes, slide, groups, around), groups)
        out = flip(transpose(out, axes=(0, 2, 1, *range(3, n + 3))), axis=tuple(range(3, n + 3)))
        return reshape(out, shape=(g.shape[1], *out.shape[2:]))
    tile = _tile(x, g.shape[1], sizes, places, strides, dilation, groups, of_weights=True)
    x, g = channels_last(x), channels_last(g)
    if tile:
        return transpose(winograd_weights(x, g, padding, 3, tile), axes=(3, 2, 0, 1))
    return sums_of_places(x, g, sizes, Slide(places, (0,) * n, strides, dilation), groups, padding)


def _vjp_weights(gradient: Value, out: Value, x: Value, g: Value, *, sizes: Ints, **params: Any) -> tuple[Value, Value]:
    of_g = conv(x, gradient, **params)
    if of_g.shape != g.shape:
        of_g = slice_(of_g, starts=(0,) * g.ndim, sizes=g.shape, steps=(1,) * g.ndim)
    return _back_to(x, g, gradient, **params), of_g


@define(infer=_infer_weights, promote=together, vjp=_vjp_weights, inline=_inline_weights)
def conv_weights(x: Any, g: Any, *, sizes: Any, strides: Any, padding: Any, dilation: Any, groups: Any = 1) -> Any:
    """The gradient of `conv` of images x (batch, in, *sizes) by its weights, of these sizes, where g (batch, out,
    *places) is that by its result: (out, in / groups, *sizes)."""
    x, g = np.asarray(x), np.asarray(g)
    at = _under(x, sizes, strides, padding, dilation, groups)
    at = at[(slice(None),) * 3 + tuple(slice(0, m) for m in g.shape[2:])]
    g = g.reshape(len(g), groups, -1, *g.shape[2:])
    places, taps = PLACES[: len(sizes)], SIZES[: len(sizes)]
    out = np.einsum(f"bgc{places}{taps},bgo{places}->goc{taps}", at, g, optimize=True)
    return out.reshape(-1, *out.shape[2:])


__all__ = ["conv", "conv_transpose", "conv_weights"]
