"""Convolution of any number of dimensions: a product of an image's sliding windows with weights.

Images are (batch, channels, *sizes), weights (channels out, channels in a group, *sizes), as users of PyTorch, MXNet
and ONNX have them. Inside, channels come last: the windows are then a view, whose runs of pixels and channels the
product reads where they lie (docs/decisions/0025).
"""

# Rules are called through `Op`'s untyped fields.
# pyright: reportUnknownLambdaType=false, reportUnknownArgumentType=false
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import product
from typing import Any, NamedTuple

import numpy as np

from dusk.graph.node import Value
from dusk.graph.op import define
from dusk.graph.types import TensorType
from dusk.ops.arithmetic import add
from dusk.ops.broadcast import sum_
from dusk.ops.contract import contract
from dusk.ops.create import fill
from dusk.ops.index import pad, slice_
from dusk.ops.join import stack
from dusk.ops.movement import reshape, squeeze, transpose
from dusk.ops.pointwise import multiply, together
from dusk.ops.windows import windows

Ints = tuple[int, ...]
Pairs = tuple[tuple[int, int], ...]

PLACES, SIZES = "uvwxyz", "ijklmp"  # labels of axes: where windows are, and of weights
FEW = 7  # channels that are too few to be lanes


def _reach(sizes: Sequence[Any], dilation: Ints) -> tuple[Any, ...]:
    """How many pixels a window spans."""
    return tuple(d * (k - 1) + 1 for k, d in zip(sizes, dilation, strict=True))


def _check(name: str, n: int, strides: Ints, padding: Pairs, dilation: Ints, groups: int) -> None:
    """ValueError: parameters of a convolution of n dimensions that make no sense."""
    for what, given in (("strides", strides), ("padding", padding), ("dilation", dilation)):
        if len(given) != n:
            raise ValueError(f"{name} of {n} dimensions with {what} {given}: one for each is needed")
    if min(*strides, *dilation, groups) < 1 or any(min(p) < 0 for p in padding):
        raise ValueError(f"{name}: strides {strides}, dilation {dilation} and groups {groups} are to be 1 or more, "
                         f"padding {padding} 0 or more")  # fmt: skip


def _infer(x: TensorType, w: TensorType, *, strides: Ints, padding: Pairs, dilation: Ints, groups: int) -> TensorType:
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


def _padded(x: Value, padding: Pairs) -> Value:
    """The image with zeros around it, channels last."""
    x = transpose(x, axes=(0, *range(2, x.ndim), 1))
    return pad(x, widths=((0, 0), *padding, (0, 0))) if any(map(any, padding)) else x


def _windows(
    x: Value,
    places: Sequence[Any],
    sizes: Sequence[int],
    starts: Sequence[int],
    strides: Ints,
    dilation: Ints,
    groups: int,
) -> Value:
    """(batch, *places, groups, channels in a group, *sizes): what lies under the weights at each place of an image
    (batch, *sizes, channels), the first place being at `starts`."""
    n = x.ndim - 2
    for i, size in enumerate(_reach(sizes, dilation)):
        x = windows(x, axis=1 + i, size=size)
    x = slice_(
        x,
        starts=(0, *starts, 0, *(0,) * n),
        sizes=(x.shape[0], *places, x.shape[n + 1], *sizes),
        steps=(1, *strides, 1, *dilation),
    )
    return reshape(x, shape=(x.shape[0], *places, groups, x.shape[n + 1] // groups, *sizes))


def _product(at: Value, w: Value, summed: str) -> Value:
    """Windows times weights (groups, out of a group, in a group, *sizes), the sums over `summed` of the two channel
    axes and over sizes: (batch, *places, channels)."""
    n = w.ndim - 3
    places, sizes = PLACES[:n], SIZES[:n]
    (made,) = {"o", "c"} - {summed}
    if w.shape[1] == w.shape[2] == 1:  # each channel by itself
        out = sum_(multiply(at, reshape(w, shape=(w.shape[0], 1, *w.shape[3:]))), axis=tuple(range(n + 2, 2 * n + 3)))
        return out
    labels = (f"b{places}g{summed}{sizes}", f"goc{sizes}", f"b{places}g{made}")
    out = contract(at, w, labels=labels)
    return reshape(out, shape=(*out.shape[: n + 1], -1))


def _inline(x: Value, w: Value, *, strides: Ints, padding: Pairs, dilation: Ints, groups: int) -> Value:
    n = x.ndim - 2
    places = _infer(x.type, w.type, strides=strides, padding=padding, dilation=dilation, groups=groups).shape[2:]
    at = _windows(_padded(x, padding), places, w.shape[2:], (0,) * n, strides, dilation, groups)
    return transpose(_product(at, _grouped(w, groups), "c"), axes=(0, n + 1, *range(1, n + 1)))


def _grouped(w: Value, groups: int) -> Value:
    """Weights with an axis of groups before the channels that a group gives."""
    return reshape(w, shape=(groups, w.shape[0] // groups, *w.shape[1:]))


def _vjp(g: Value, out: Value, x: Value, w: Value, **params: Any) -> tuple[Value, Value]:
    return _back_to(x, g, w, **params), conv_weights(x, g, sizes=w.shape[2:], **params)


def _back_to(x: Value, g: Value, w: Value, *, strides: Ints, padding: Pairs, dilation: Ints, groups: int) -> Value:
    """The gradient by an image x of a convolution."""
    made = _spread(g.shape[2:], w.shape[2:], strides, padding, dilation)
    more = tuple(m - n for m, n in zip(x.shape[2:], made, strict=True))
    return conv_transpose(g, w, strides=strides, padding=padding, output_padding=more, dilation=dilation, groups=groups)


def _spread(places: Sequence[Any], sizes: Sequence[Any], strides: Ints, padding: Pairs, dilation: Ints) -> list[Any]:
    """The sizes of the least image that gives these places."""
    reach = _reach(sizes, dilation)
    return [(m - 1) * s + r - low - high for m, s, r, (low, high) in zip(places, strides, reach, padding, strict=True)]


def _under(x: Any, sizes: Any, strides: Any, padding: Any, dilation: Any, groups: int) -> Any:
    """(batch, groups, channels, *places, *sizes): what lies under weights, of NumPy's arrays."""
    x = np.pad(x, [(0, 0), (0, 0), *padding])
    axes = tuple(range(2, x.ndim))
    at = np.lib.stride_tricks.sliding_window_view(x, _reach(sizes, dilation), axis=axes)
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
    groups: int,
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


class _Phase(NamedTuple):
    """The pixels `offset, offset + stride, ...` of an axis of a transposed convolution: pixel number u is the sum of
    those at u + at - t * apart under tap first + t * step, for t < taps."""

    first: int
    step: int
    taps: int
    at: int
    apart: int


def _phases(size: int, stride: int, low: int, dilation: int) -> list[_Phase]:
    """The phases of an axis, in order; y + low = p * stride + i * dilation tells which pixel p meets which tap i."""
    common = math.gcd(stride, dilation)
    step, found = stride // common, list[_Phase]()
    for y in range(low, low + stride):
        first = next((i for i in range(step) if (y - i * dilation) % stride == 0), size)
        taps = len(range(first, size, step))
        found.append(_Phase(first, step, taps, (y - first * dilation) // stride, dilation // common))
    return found


def _inline_transpose(
    x: Value,
    w: Value,
    *,
    strides: Ints,
    padding: Pairs,
    output_padding: Sequence[Any],
    dilation: Ints,
    groups: int,
) -> Value:
    taps = w.shape[2:]
    sizes = _spread(x.shape[2:], taps, strides, padding, dilation)
    shape = (x.shape[0], w.shape[1] * groups, *(m + more for m, more in zip(sizes, output_padding, strict=True)))
    phases = [_phases(k, s, low, d) for k, s, (low, _), d in zip(taps, strides, padding, dilation, strict=True)]
    if w.shape[1] <= FEW < w.shape[0] // groups:
        return _by_columns(x, _grouped(w, groups), phases, shape)
    return _by_phases(x, _grouped(w, groups), phases, shape)


def _by_phases(x: Value, w: Value, phases: list[list[_Phase]], shape: Sequence[Any]) -> Value:
    """Each phase is a convolution with the weights that meet it, turned round."""
    n, groups = len(phases), w.shape[0]
    counts = [-(-m // len(axis)) for m, axis in zip(shape[2:], phases, strict=True)]
    real = [[phase for phase in axis if phase.taps] for axis in phases]
    before = [max((p.taps - 1) * p.apart - p.at for p in axis) for axis in real]
    after = [count + max(p.at for p in axis) - m for m, count, axis in zip(x.shape[2:], counts, real, strict=True)]
    x = transpose(x, axes=(0, *range(2, n + 2), 1))
    x = pad(x, widths=((0, 0), *zip(before, after, strict=True), (0, 0)))
    made: list[Value] = []
    for some in product(*phases):
        if not all(phase.taps for phase in some):
            made.append(fill(x, 0, (x.shape[0], *counts, shape[1])))
            continue
        sizes = [phase.taps for phase in some]
        spans = [(phase.taps - 1) * phase.apart for phase in some]
        starts = [b + phase.at - span for b, phase, span in zip(before, some, spans, strict=True)]
        part = slice_(
            w,
            starts=(0, 0, 0, *(phase.first + (phase.taps - 1) * phase.step for phase in some)),
            sizes=(*w.shape[:3], *sizes),
            steps=(1, 1, 1, *(-phase.step for phase in some)),
        )
        at = _windows(x, counts, sizes, starts, (1,) * n, tuple(phase.apart for phase in some), groups)
        made.append(_product(at, part, "o"))
    out = made[0]
    if len(made) > 1:
        strides = [len(axis) for axis in phases]
        out = reshape(stack(*made, axis=0), shape=(*strides, *out.shape))
        out = transpose(out, axes=(n, *(a for i in range(n) for a in (n + 1 + i, i)), 2 * n + 1))
        out = reshape(out, shape=(x.shape[0], *(m * s for m, s in zip(counts, strides, strict=True)), shape[1]))
        out = slice_(out, starts=(0,) * out.ndim, sizes=(x.shape[0], *shape[2:], shape[1]), steps=(1,) * out.ndim)
    return transpose(out, axes=(0, n + 1, *range(1, n + 1)))


def _by_columns(x: Value, w: Value, phases: list[list[_Phase]], shape: Sequence[Any]) -> Value:
    """What each pixel gives to each tap, by one product in which pixels are lanes; then what meets is added up, axis
    by axis."""
    n = len(phases)
    places, taps = PLACES[:n], SIZES[:n]
    x = reshape(x, shape=(x.shape[0], w.shape[0], w.shape[1], *x.shape[2:]))
    out = contract(w, x, labels=(f"goc{taps}", f"bgo{places}", f"gc{taps}b{places}"))
    for i in reversed(range(n)):
        tap, place = 2 + i, out.ndim - n + i
        parts = [_meeting(out, tap, place, phase, -(-shape[2 + i] // len(phases[i]))) for phase in phases[i]]
        sizes = [shape[2 + i] if a == place - 1 else m for a, m in enumerate(parts[0].shape)]
        out = parts[0]
        if len(parts) > 1:
            out = stack(*parts, axis=place)
            out = reshape(out, shape=(*parts[0].shape[: place - 1], -1, *parts[0].shape[place:]))
            out = slice_(out, starts=(0,) * out.ndim, sizes=tuple(sizes), steps=(1,) * out.ndim)
    return reshape(transpose(out, axes=(2, 0, 1, *range(3, n + 3))), shape=shape)


def _meeting(columns: Value, tap: int, place: int, phase: _Phase, count: Any) -> Value:
    """The sum of columns along axis `tap`, each shifted along axis `place` to the pixels of a phase that it meets."""
    shape, total = columns.shape, None
    for t in range(phase.taps):
        starts = [phase.first + t * phase.step if a == tap else 0 for a in range(len(shape))]
        sizes = [1 if a == tap else m for a, m in enumerate(shape)]
        part = slice_(columns, starts=tuple(starts), sizes=tuple(sizes), steps=(1,) * len(shape))
        part = squeeze(part, axis=tap)
        shift = phase.at - t * phase.apart
        around = (-shift, count + shift - shape[place])
        part = pad(part, widths=tuple(around if a == place - 1 else (0, 0) for a in range(part.ndim)))
        total = part if total is None else add(total, part)
    if total is None:
        left = [count if a == place else m for a, m in enumerate(shape) if a != tap]
        return fill(columns, 0, tuple(left))
    return total


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
    x: TensorType, g: TensorType, *, sizes: Ints, strides: Ints, padding: Pairs, dilation: Ints, groups: int
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
    x: Value, g: Value, *, sizes: Ints, strides: Ints, padding: Pairs, dilation: Ints, groups: int
) -> Value:
    """The windows' products with g, summed over all places."""
    n, places = x.ndim - 2, tuple(g.shape[2:])
    at = _windows(_padded(x, padding), places, sizes, (0,) * n, strides, dilation, groups)
    g = reshape(transpose(g, axes=(0, *range(2, n + 2), 1)), shape=(g.shape[0], *places, groups, g.shape[1] // groups))
    taps, at_places = SIZES[:n], PLACES[:n]
    out = contract(at, g, labels=(f"b{at_places}gc{taps}", f"b{at_places}go", f"goc{taps}"))
    return reshape(out, shape=(out.shape[0] * out.shape[1], *out.shape[2:]))


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
