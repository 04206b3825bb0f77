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
from typing import Any

import numpy as np

from dusk.graph.node import Value
from dusk.graph.op import define
from dusk.graph.types import TensorType
from dusk.ops.broadcast import sum_
from dusk.ops.contract import contract
from dusk.ops.create import fill
from dusk.ops.index import flip, pad, slice_
from dusk.ops.join import stack
from dusk.ops.movement import reshape, transpose
from dusk.ops.pointwise import multiply, together
from dusk.ops.windows import windows

Ints = tuple[int, ...]
Pairs = tuple[tuple[int, int], ...]


def _reach(sizes: Sequence[Any], dilation: Ints) -> tuple[Any, ...]:
    """How many pixels a window spans."""
    return tuple(d * (k - 1) + 1 for k, d in zip(sizes, dilation, strict=True))


def _infer(x: TensorType, w: TensorType, *, strides: Ints, padding: Pairs, dilation: Ints, groups: int) -> TensorType:
    n = x.ndim - 2
    if n < 1 or w.ndim != x.ndim:
        raise ValueError(f"conv of an image of shape {x.shape} with weights of shape {w.shape}: (batch, channels, "
                         "*sizes) and (channels out, channels in a group, *sizes)")  # fmt: skip
    for name, given in (("strides", strides), ("padding", padding), ("dilation", dilation)):
        if len(given) != n:
            raise ValueError(f"conv of {n} dimensions with {name} {given}: one for each is needed")
    if min(*strides, *dilation, groups) < 1 or any(min(p) < 0 for p in padding):
        raise ValueError(f"conv: strides {strides}, dilation {dilation} and groups {groups} are to be 1 or more, "
                         f"padding {padding} 0 or more")  # fmt: skip
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


def _windows(
    x: Value, w: TensorType, places: Sequence[Any], strides: Ints, padding: Pairs, dilation: Ints, groups: int
) -> Value:
    """(batch, *places, groups, channels in a group, *sizes): what lies under the weights at each place."""
    sizes, n = w.shape[2:], x.ndim - 2
    x = transpose(x, axes=(0, *range(2, n + 2), 1))
    if any(map(any, padding)):
        x = pad(x, widths=((0, 0), *padding, (0, 0)))
    for i, size in enumerate(_reach(sizes, dilation)):
        x = windows(x, axis=1 + i, size=size)
    x = slice_(
        x,
        starts=(0,) * x.ndim,
        sizes=(x.shape[0], *places, x.shape[n + 1], *sizes),
        steps=(1, *strides, 1, *dilation),
    )
    return reshape(x, shape=(x.shape[0], *places, groups, w.shape[1], *sizes))


def _labels(n: int) -> tuple[str, str, str]:
    """Labels of windows, of weights in groups, and of the result, with channels last."""
    places, sizes = "uvwxyz"[:n], "ijklmp"[:n]
    return f"b{places}gc{sizes}", f"goc{sizes}", f"b{places}go"


def _inline(x: Value, w: Value, *, strides: Ints, padding: Pairs, dilation: Ints, groups: int) -> Value:
    n = x.ndim - 2
    places = _infer(x.type, w.type, strides=strides, padding=padding, dilation=dilation, groups=groups).shape[2:]
    at = _windows(x, w.type, places, strides, padding, dilation, groups)
    if groups > 1 and w.shape[0] == groups == x.shape[1]:  # each channel by itself
        out = sum_(multiply(at, w), axis=tuple(range(n + 2, 2 * n + 3)))
    else:
        of_windows, of_weights, of_result = _labels(n)
        out = contract(at, _grouped(w, groups), labels=(of_windows, of_weights, of_result))
        out = reshape(out, shape=(*out.shape[: n + 1], w.shape[0]))
    return transpose(out, axes=(0, n + 1, *range(1, n + 1)))


def _grouped(w: Value, groups: int) -> Value:
    """Weights with an axis of groups before the channels that a group gives."""
    return reshape(w, shape=(groups, w.shape[0] // groups, *w.shape[1:]))


def _of_weights(g: Value, x: Value, w: Value, strides: Ints, padding: Pairs, dilation: Ints, groups: int) -> Value:
    """The gradient by weights: the windows' products with g, summed over all places."""
    n, places = x.ndim - 2, tuple(g.shape[2:])
    at = _windows(x, w.type, places, strides, padding, dilation, groups)
    g = reshape(transpose(g, axes=(0, *range(2, n + 2), 1)), shape=(g.shape[0], *places, groups, w.shape[0] // groups))
    of_windows, of_weights, of_result = _labels(n)
    return reshape(contract(at, g, labels=(of_windows, of_result, of_weights)), shape=w.shape)


def conv_back(
    g: Value, w: Value, sizes: Sequence[Any], strides: Ints, padding: Pairs, dilation: Ints, groups: int
) -> Value:
    """The gradient by an image of these sizes, which is the transposed convolution of g: each phase of strides is a
    convolution of g with the weights that meet it, turned round."""
    n = len(strides)
    o, c, *taps = w.shape
    w = transpose(_grouped(w, groups), axes=(0, 2, 1, *range(3, n + 3)))
    w = reshape(w, shape=(groups * c, o // groups, *taps))
    if any(s > 1 and d > 1 for s, d in zip(strides, dilation, strict=True)):
        g, strides = _spread(g, strides), (1,) * n
    phases: list[Value] = []
    ends = [-(-(m + low) // s) for m, (low, _), s in zip(sizes, padding, strides, strict=True)]
    for phase in product(*map(range, strides)):
        left = [len(range(r, k, s)) for r, k, s in zip(phase, taps, strides, strict=True)]
        if not all(left):
            phases.append(fill(g, 0, (g.shape[0], groups * c, *ends)))
            continue
        starts, steps = (0, 0, *phase), (1, 1, *strides)
        part = flip(slice_(w, starts=starts, sizes=(*w.shape[:2], *left), steps=steps), axis=tuple(range(2, n + 2)))
        before = [d * (k - 1) for k, d in zip(left, dilation, strict=True)]
        around = tuple((b, end - m) for b, m, end in zip(before, g.shape[2:], ends, strict=True))
        crop = ((0, 0), (0, 0), *((0, min(high, 0)) for _, high in around))
        cropped = pad(g, widths=crop) if any(map(any, crop)) else g
        around = tuple((low, max(high, 0)) for low, high in around)
        phases.append(conv(cropped, part, strides=(1,) * n, padding=around, dilation=dilation, groups=groups))
    whole = phases[0]
    if len(phases) > 1:
        whole = reshape(stack(*phases, axis=0), shape=(*strides, *whole.shape))
        order = (n, n + 1, *(a for i in range(n) for a in (n + 2 + i, i)))
        shape = (g.shape[0], groups * c, *(e * s for e, s in zip(ends, strides, strict=True)))
        whole = reshape(transpose(whole, axes=order), shape=shape)
    starts = (0, 0, *(low for low, _ in padding))
    return slice_(whole, starts=starts, sizes=(*whole.shape[:2], *sizes), steps=(1,) * (n + 2))


def _spread(g: Value, strides: Ints) -> Value:
    """g with zeros between its pixels."""
    for i, s in enumerate(strides):
        a = 2 + i
        zeros = [fill(g, 0)] * (s - 1)
        wide = reshape(stack(g, *zeros, axis=a + 1), shape=tuple(m * s if j == a else m for j, m in enumerate(g.shape)))
        g = slice_(
            wide,
            starts=(0,) * g.ndim,
            sizes=tuple(m - s + 1 if j == a else m for j, m in enumerate(wide.shape)),
            steps=(1,) * g.ndim,
        )
    return g


def _vjp(
    g: Value, out: Value, x: Value, w: Value, *, strides: Ints, padding: Pairs, dilation: Ints, groups: int
) -> tuple[Value, Value]:
    of_x = conv_back(g, w, x.shape[2:], strides, padding, dilation, groups)
    return of_x, _of_weights(g, x, w, strides, padding, dilation, groups)


@define(infer=_infer, promote=together, vjp=_vjp, inline=_inline)
def conv(x: Any, w: Any, *, strides: Any, padding: Any, dilation: Any, groups: Any = 1) -> Any:
    """The sums of products of weights (out, in / groups, *sizes) with what lies under them in images (batch, in,
    *sizes), at every place, `strides` apart: (batch, out, *places).

    `padding` are zeros (before, after), `dilation` the distance of pixels under neighbouring weights. Weights are not
    turned round: what signal processing calls correlation.
    """
    x, w = np.asarray(x), np.asarray(w)
    n = x.ndim - 2
    x = np.pad(x, [(0, 0), (0, 0), *padding])
    at = np.lib.stride_tricks.sliding_window_view(x, _reach(w.shape[2:], dilation), axis=tuple(range(2, n + 2)))
    at = at[(..., *(slice(None, None, s) for s in strides), *(slice(None, None, d) for d in dilation))]
    at = at.reshape(len(x), groups, -1, *at.shape[2:])
    w = w.reshape(groups, -1, *w.shape[1:])
    _, of_weights, of_result = _labels(n)
    places, sizes = of_result[1:-2], of_weights[3:]
    out = np.einsum(f"bgc{places}{sizes},{of_weights}->bgo{places}", at, w, optimize=True)
    return out.reshape(len(x), math.prod(w.shape[:2]), *out.shape[3:])


__all__ = ["conv", "conv_back"]
