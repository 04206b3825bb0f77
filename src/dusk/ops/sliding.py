"""Products of images with weights that slide over them, in smaller ops: how convolutions are computed.

Images have their channels last here, and weights are in groups: (groups, out of a group, in a group, *sizes).
"""

# Rules are called through `Op`'s untyped fields.
# pyright: reportUnknownLambdaType=false, reportUnknownArgumentType=false
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import product
from typing import Any, NamedTuple

import numpy as np

from dusk.graph import Graph, Value, placeholder
from dusk.graph.types import typical
from dusk.ops.arithmetic import add
from dusk.ops.broadcast import sum_
from dusk.ops.contract import contract
from dusk.ops.create import fill
from dusk.ops.index import pad, slice_
from dusk.ops.join import stack, window
from dusk.ops.movement import expand_dims, reshape, squeeze, transpose
from dusk.ops.pointwise import multiply
from dusk.ops.scan import scan
from dusk.ops.windows import windows

PLACES, SIZES = "uvwxyz", "ijklmp"  # labels of axes: where windows are, and of weights
TAPS = 25  # of a channel by itself that are added up one by one
NEAR, IMAGE = 1 << 19, 1 << 21  # bytes of columns of a strip, of an image that may be one
LINE = 64  # bytes of a vector
PARTS, LONG, SPARE = 8, 1024, 6  # parts of images at most, pixels of one, of how much read a sum is one at most
STORE, ADD = 4, 6  # products of vectors that take as long as storing one of columns, as adding one to others


def reach(sizes: Sequence[Any], dilation: Sequence[int]) -> tuple[Any, ...]:
    """How many pixels a window spans."""
    return tuple(d * (k - 1) + 1 for k, d in zip(sizes, dilation, strict=True))


def channels_last(x: Value) -> Value:
    """An image (batch, channels, *sizes), channels last."""
    return transpose(x, axes=(0, *range(2, x.ndim), 1))


def padded(x: Value, padding: Sequence[tuple[int, int]]) -> Value:
    """An image, its channels last, with zeros around it."""
    return pad(x, widths=((0, 0), *padding, (0, 0))) if any(map(any, padding)) else x


class Slide(NamedTuple):
    """Where weights lie on an image: how many places, the first one, the distance of places and of weights."""

    places: tuple[Any, ...]
    starts: tuple[int, ...]
    strides: tuple[int, ...]
    dilation: tuple[int, ...]


def _windows(x: Value, sizes: Sequence[int], slide: Slide, groups: int) -> Value:
    """(batch, *places, groups, channels in a group, *sizes): what lies under the weights at each place."""
    n = x.ndim - 2
    for i, size in enumerate(reach(sizes, slide.dilation)):
        x = windows(x, axis=1 + i, size=size)
    x = slice_(
        x,
        starts=(0, *slide.starts, 0, *(0,) * n),
        sizes=(x.shape[0], *slide.places, x.shape[n + 1], *sizes),
        steps=(1, *slide.strides, 1, *slide.dilation),
    )
    return reshape(x, shape=(x.shape[0], *slide.places, groups, x.shape[n + 1] // groups, *sizes))


def _by_tap(x: Value, sizes: Sequence[int], slide: Slide) -> Iterator[Value]:
    """What lies under each of the weights in turn: (batch, *places, channels)."""
    for tap in np.ndindex(*sizes):
        at = (start + i * d for i, start, d in zip(tap, slide.starts, slide.dilation, strict=True))
        yield slice_(
            x,
            starts=(0, *at, 0),
            sizes=(x.shape[0], *slide.places, x.shape[-1]),
            steps=(1, *slide.strides, 1),
        )


def sums(x: Value, w: Value, slide: Slide, over: str) -> Value:
    """The sums of products of weights with what lies under them, over one of weights' two channel axes ("o" or "c")
    and their sizes: (batch, *places, channels)."""
    n, groups, sizes = w.ndim - 3, w.shape[0], w.shape[3:]
    if w.shape[1] == w.shape[2] == 1 and math.prod(sizes) <= TAPS:  # each channel by itself
        w = transpose(reshape(w, shape=(groups, -1)), axes=(1, 0))
        out = None
        for i, at in enumerate(_by_tap(x, sizes, slide)):
            weight = reshape(slice_(w, starts=(i, 0), sizes=(1, groups), steps=(1, 1)), shape=(groups,))
            out = multiply(at, weight) if out is None else add(out, multiply(at, weight))
        assert out is not None
        return out
    at = _windows(x, sizes, slide, groups)
    if w.shape[1] == w.shape[2] == 1:
        return sum_(multiply(at, reshape(w, shape=(groups, 1, *sizes))), axis=tuple(range(n + 2, 2 * n + 3)))
    places, taps, made = PLACES[:n], SIZES[:n], "c" if over == "o" else "o"
    out = contract(at, w, labels=(f"b{places}g{over}{taps}", f"goc{taps}", f"b{places}g{made}"))
    return reshape(out, shape=(*out.shape[: n + 1], -1))


def sums_of_places(
    x: Value, g: Value, sizes: Sequence[int], slide: Slide, groups: int, padding: Sequence[tuple[int, int]]
) -> Value:
    """The sums of products of g (batch, *places, out) with what lies under each weight on an image x (batch, *sizes,
    channels) that is padded, over all places: (out, in a group, *sizes)."""
    n, a_group = len(sizes), g.shape[-1] // groups
    if a_group == 1 and x.shape[-1] == groups and math.prod(sizes) <= TAPS:
        taps = _by_tap(padded(x, padding), sizes, slide)
        made = [sum_(multiply(at, g), axis=tuple(range(n + 1))) for at in taps]
        return reshape(stack(*made, axis=1), shape=(groups, 1, *sizes))
    g = reshape(g, shape=(*g.shape[:-1], groups, a_group))
    places, taps = PLACES[:n], SIZES[:n]
    labels = (f"b{places}gc{taps}", f"b{places}go", f"g{taps}co")

    def part(x: Value, g: Value) -> Value:
        return contract(_windows(padded(x, padding), sizes, slide, groups), g, labels=labels)

    count = _parts(x, g, x.shape[-1] * a_group * math.prod(sizes))
    parts = [reshape(v, shape=(count, v.shape[0] // count, *v.shape[1:])) for v in (x, g)] if count > 1 else []
    out = sum_(in_rounds("same", part, None, parts), axis=(0,)) if parts else part(x, g)
    out = transpose(out, axes=(0, n + 2, n + 1, *range(1, n + 1)))
    return reshape(out, shape=(groups * a_group, *out.shape[2:]))


def _parts(x: Value, g: Value, made: Any) -> int:
    """In how many parts images are taken whose sums, of `made` elements each, are added up at last: threads then read
    images of their own. What that costs is little beside the products; the shapes alone decide."""
    if not all(isinstance(m, int) for m in (*x.shape, *g.shape, made)):
        return 1
    pixels, read = math.prod(g.shape[1:-2]), x.type.size + g.type.size
    found = (p for p in range(PARTS, 1, -1) if x.shape[0] % p == 0)
    return next((p for p in found if x.shape[0] // p * pixels >= LONG and p * made * SPARE <= read), 1)


class Phase(NamedTuple):
    """The pixels `offset, offset + stride, ...` of an axis of a transposed convolution: pixel number u is the sum of
    those at u + at - t * apart under tap first + t * step, for t < taps."""

    first: int
    step: int
    taps: int
    at: int
    apart: int


def phases(size: int, stride: int, low: int, dilation: int) -> list[Phase]:
    """The phases of an axis, in order; y + low = p * stride + i * dilation tells which pixel p meets which tap i."""
    common = math.gcd(stride, dilation)
    step, found = stride // common, list[Phase]()
    for y in range(low, low + stride):
        first = next((i for i in range(step) if (y - i * dilation) % stride == 0), size)
        taps = len(range(first, size, step))
        found.append(Phase(first, step, taps, (y - first * dilation) // stride, dilation // common))
    return found


def by_phases(x: Value, w: Value, phases: list[list[Phase]], shape: Sequence[Any]) -> Value:
    """Each phase is a convolution with the weights that meet it, turned round."""
    n = len(phases)
    counts = [-(-m // len(axis)) for m, axis in zip(shape[2:], phases, strict=True)]
    real = [[phase for phase in axis if phase.taps] for axis in phases]
    before = [max((p.taps - 1) * p.apart - p.at for p in axis) for axis in real]
    after = [count + max(p.at for p in axis) - m for m, count, axis in zip(x.shape[2:], counts, real, strict=True)]
    x = channels_last(x)
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
        apart = tuple(phase.apart for phase in some)
        made.append(sums(x, part, Slide(tuple(counts), tuple(starts), (1,) * n, apart), "o"))
    out = made[0]
    if len(made) > 1:
        strides = [len(axis) for axis in phases]
        out = reshape(stack(*made, axis=0), shape=(*strides, *out.shape))
        out = transpose(out, axes=(n, *(a for i in range(n) for a in (n + 1 + i, i)), 2 * n + 1))
        out = reshape(out, shape=(x.shape[0], *(m * s for m, s in zip(counts, strides, strict=True)), shape[1]))
        out = slice_(out, starts=(0,) * out.ndim, sizes=(x.shape[0], *shape[2:], shape[1]), steps=(1,) * out.ndim)
    return transpose(out, axes=(0, n + 1, *range(1, n + 1)))


def by_columns(x: Value, w: Value, phases: list[list[Phase]], shape: Sequence[Any]) -> Value:
    """What each pixel gives to each tap, by one product of pixels with all weights; then what meets is added up, axis
    by axis.

    Columns are as many times an image as there are taps, so they are made and added up by strips that stay in near
    caches: of lines, along all axes but the first, which leaves what is so many times an image as there are taps along
    that one; or, where strides part it, which is slow from afar, of whole images that are not too large.
    """
    n = len(phases)
    batch, groups, channels = x.shape[0], w.shape[0], w.shape[2]
    columns = [typical(m) for m in (*x.shape[2:], groups, *w.shape[2:])]
    image = x.dtype.itemsize * math.prod(columns)
    later = 0 if len(phases[0]) > 1 and batch != 1 and image <= IMAGE else 1  # axes along which it is done at last
    one = image // columns[0] if later else image
    places, taps = PLACES[later:n], SIZES[:n][::-1]
    labels = f"b{places}go", f"go{taps}c", f"b{places}g{taps}c"
    x = channels_last(x)
    w = transpose(w, axes=(0, 1, *reversed(range(3, n + 3)), 2))
    whole, rest = x.shape[: 1 + later], x.shape[1 + later : -1]
    if all(isinstance(m, int) for m in whole):
        total = math.prod(whole)
        some = max(m for m in range(1, total + 1) if total % m == 0 and m * one <= max(one, NEAR)) if n > 1 else total
        count = total // some
    else:
        count, some = batch, x.shape[1] if later else 1

    def strip(w: Value, x: Value) -> Value:
        out = contract(x, w, labels=labels)
        for i in reversed(range(later, n)):
            out = _met(out, 1 + i - later, n + 2 - later, phases[i], shape[2 + i])
        return out

    out = in_rounds("same", strip, w, [reshape(x, shape=(count, some, *rest, groups, -1))])
    out = reshape(out, shape=(*whole, *out.shape[2:]))
    if later:
        out = _met(out, 1, n + 2, phases[0], shape[2])
    out = reshape(out, shape=(batch, *shape[2:], groups * channels))
    return transpose(out, axes=(0, n + 1, *range(1, n + 1)))


def columns_pay(x: Value, w: Value, phases: list[list[Phase]], shape: Sequence[Any]) -> bool:
    """Whether columns cost less than a convolution with the zeros around an image, counted in products of vectors.

    Columns multiply each pixel once by each tap, and their lanes are channels of all taps; what it takes to store and
    to add up vectors of them is as measured.
    """
    _, given, channels, *taps = w.shape
    lanes = max(1, LINE // x.dtype.itemsize)
    pixels = [typical(m) for m in x.shape[2:]]
    sizes = [typical(m) for m in shape[2:]]
    direct = given * -(-channels // lanes) * math.prod(
        m * k / len(axis) for m, k, axis in zip(sizes, taps, phases, strict=True)
    )
    columns = (given + STORE) * -(-channels * math.prod(taps) // lanes) * math.prod(pixels)
    for i, (k, axis) in enumerate(zip(taps, phases, strict=True)):
        met = math.prod(pixels[:i]) * math.prod(sizes[i:]) * -(-channels * math.prod(taps[:i]) // lanes)
        columns += ADD * met * k / len(axis)
    return columns < direct


def in_rounds(kind: str, body: Callable[..., Value], first: Value | None, stacks: Iterable[Value]) -> Value:
    """A function of `first`, if there is one, and of one part of each stack after the other: the results stacked if
    `kind` is "same", or each the next one's `first` if it is "carry"."""
    held, xs = () if first is None else (first,), tuple(stacks)
    if xs[0].shape[0] == 1:
        out = body(*held, *(reshape(x, shape=x.shape[1:]) for x in xs))
        return out if kind == "carry" else expand_dims(out, axis=0)
    inputs = [*(placeholder(x.type) for x in held), *(placeholder(x.type.with_(x.shape[1:])) for x in xs)]
    graph = Graph(inputs, [body(*inputs)])
    sources = (*(kind for _ in held), *("each" for _ in xs))
    return scan(*held, *xs, body=graph, length=xs[0].shape[0], sources=sources)


def _met(columns: Value, place: int, tap: int, phases: list[Phase], size: Any) -> Value:
    """The sums of columns along axis `tap`, each shifted along axis `place` to the pixels that it meets."""
    parts = [_meeting(columns, tap, place, phase, -(-size // len(phases))) for phase in phases]
    if len(parts) == 1:
        return parts[0]
    out, shape = stack(*parts, axis=place + 1), parts[0].shape
    return window(reshape(out, shape=(*shape[:place], -1, *shape[place + 1 :])), place, 0, size)


def _meeting(columns: Value, tap: int, place: int, phase: Phase, count: Any) -> Value:
    """The same, of the pixels of one phase."""
    shape, total = columns.shape, None
    for t in range(phase.taps):
        part = squeeze(window(columns, tap, phase.first + t * phase.step, 1), axis=tap)
        shift = phase.at - t * phase.apart
        around = (-shift, count + shift - shape[place])
        part = pad(part, widths=tuple(around if a == place else (0, 0) for a in range(part.ndim)))
        total = part if total is None else add(total, part)
    if total is None:
        left = [count if a == place else m for a, m in enumerate(shape) if a != tap]
        return fill(columns, 0, tuple(left))
    return total


def grouped(w: Value, groups: int) -> Value:
    """Weights with an axis of groups before the channels that a group gives."""
    return reshape(w, shape=(groups, w.shape[0] // groups, *w.shape[1:]))


__all__ = [
    "PLACES",
    "SIZES",
    "Slide",
    "by_columns",
    "by_phases",
    "channels_last",
    "columns_pay",
    "grouped",
    "in_rounds",
    "padded",
    "phases",
    "reach",
    "sums",
    "sums_of_places",
]
