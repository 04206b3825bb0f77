"""Arrays put together, taken apart, repeated and rolled."""

# Rules are called through `Op`'s untyped fields.
# pyright: reportUnknownLambdaType=false, reportUnknownArgumentType=false
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import numpy as np

from dusk.graph.node import Value
from dusk.graph.op import define
from dusk.graph.types import Size, TensorType
from dusk.ops.broadcast import alike, broadcast_to
from dusk.ops.index import slice_
from dusk.ops.movement import expand_dims, reshape
from dusk.ops.pointwise import keep, together
from dusk.ops.shapes import inner_axis, one_axis, without


def window(x: Value, axis: int, start: Any, size: Any, step: int = 1) -> Value:
    """The part of x along one axis."""
    return slice_(
        x,
        starts=tuple(start if i == axis else 0 for i in range(x.ndim)),
        sizes=tuple(size if i == axis else d for i, d in enumerate(x.shape)),
        steps=tuple(step if i == axis else 1 for i in range(x.ndim)),
    )


def _infer_concatenate(*xs: TensorType, axis: int = 0) -> TensorType:
    if not xs:
        raise ValueError("need at least one array to concatenate")
    if any(x.ndim == 0 for x in xs):
        raise ValueError("zero-dimensional arrays cannot be concatenated")
    a = one_axis(axis, xs[0].ndim)
    if any(without(x.shape, (a,)) != without(xs[0].shape, (a,)) or x.ndim != xs[0].ndim for x in xs):
        raise ValueError(f"all the input array dimensions except for the concatenation axis {axis} must match exactly")
    total: Size = 0
    for x in xs:
        total = total + x.shape[a]
    return xs[0].with_((*xs[0].shape[:a], total, *xs[0].shape[a + 1 :]))


def _vjp_concatenate(g: Value, out: Value, *xs: Value, axis: int = 0) -> tuple[Value, ...]:
    a = one_axis(axis, out.ndim)
    start: Size = 0
    parts: list[Value] = []
    for x in xs:
        parts.append(window(g, a, start, x.shape[a]))
        start = start + x.shape[a]
    return tuple(parts)


def _lower_concatenate(k: Any, index: Any, *xs: Any, axis: int = 0) -> Any:
    a = one_axis(axis, len(index))
    place = index[a]
    starts: list[Any] = [0]
    for x in xs[:-1]:
        starts.append(starts[-1] + x.shape[a])
    out = None
    for x, start in reversed(list(zip(xs, starts, strict=True))):  # each where those before it end, but for the first
        at = (*index[:a], place - start, *index[a + 1 :])
        begun = None if x is xs[0] else place >= start
        if out is None:
            out = x(at) if begun is None else x(at, guard=begun, other=k.const(0, x.dtype))
        else:
            ahead = place < start + x.shape[a]
            out = x(at, guard=ahead if begun is None else k.op("logical_and", begun, ahead), other=out)
    return out


def _batch_concatenate(axes: Any, *xs: Value, axis: int = 0) -> Value:
    parts = alike(axes, *xs)
    return concatenate(*parts, axis=inner_axis(axis, parts[0].ndim))


@define(
    infer=_infer_concatenate,
    promote=together,
    vjp=_vjp_concatenate,
    linear=True,
    batch=_batch_concatenate,
    lower=_lower_concatenate,
)
def concatenate(*xs: Any, axis: int = 0) -> Any:
    """Arrays one after the other along an axis."""
    return np.concatenate(xs, axis)


def _infer_stack(*xs: TensorType, axis: int = 0) -> TensorType:
    if not xs:
        raise ValueError("need at least one array to stack")
    if any(x.shape != xs[0].shape for x in xs):
        raise ValueError("all input arrays must have the same shape")
    a = one_axis(axis, xs[0].ndim + 1)
    return xs[0].with_((*xs[0].shape[:a], len(xs), *xs[0].shape[a:]))


@define(
    infer=_infer_stack,
    promote=together,
    inline=lambda *xs, axis=0: concatenate(*(expand_dims(x, axis=axis) for x in xs), axis=axis),
)
def stack(*xs: Any, axis: int = 0) -> Any:
    """Arrays of one shape one after the other along a new axis."""
    return np.stack(xs, axis)


def _cuts(x: TensorType, sections: Any, axis: int) -> list[tuple[int, Any, Any]]:
    """For each part the axis, its start and its size, as array_split cuts."""
    a = one_axis(axis, x.ndim)
    n: Any = x.shape[a]
    if isinstance(sections, int):
        if isinstance(n, int):
            bounds = [i * (n // sections) + min(i, n % sections) for i in range(sections + 1)]
        else:  # a named size is taken to be divisible
            bounds = [i * (n // sections) for i in range(sections + 1)]
    else:
        bounds = [slice(s).indices(n)[1] if isinstance(n, int) else s for s in sections]
        bounds = [0, *bounds, n]
    return [(a, lo, max(hi - lo, 0) if isinstance(hi - lo, int) else hi - lo) for lo, hi in pairwise(bounds)]


@define(
    infer=lambda x, *, sections, axis=0: tuple(
        x.with_((*x.shape[:a], size, *x.shape[a + 1 :])) for a, _, size in _cuts(x, sections, axis)
    ),
    promote=keep,
    inline=lambda x, *, sections, axis=0: tuple(
        window(x, a, start, size) for a, start, size in _cuts(x.type, sections, axis)
    ),
)
def split(x: Any, *, sections: Any, axis: int = 0) -> Any:
    """Parts along an axis: that many (the first ones longer if need be), or cut at the given positions."""
    return tuple(np.array_split(x, sections, axis))


def _lower_roll(k: Any, index: Any, x: Any, *, shift: int, axis: int) -> Any:
    a = one_axis(axis, len(x.shape))
    n, place = x.shape[a], index[a]

    def at(i: Any, guard: Any = None, other: Any = None) -> Any:
        return x((*index[:a], i, *index[a + 1 :]), guard=guard, other=other)

    if not isinstance(n, int) or not n or not shift % n:
        return at((place - shift) % n)
    first = shift % n
    return at(place - first, place >= first, at(place + (n - first), place < first, k.const(0, x.dtype)))


def _vjp_roll(g: Value, out: Value, x: Value, *, shift: int, axis: int) -> tuple[Value]:
    return (roll(g, shift=-shift, axis=axis),)


def _infer_roll(x: TensorType, *, shift: int, axis: int) -> TensorType:
    one_axis(axis, x.ndim)
    return x


def _batch_roll(axes: Any, x: Value, *, shift: int, axis: int) -> Value:
    return roll(x, shift=shift, axis=inner_axis(axis, x.ndim))


@define(
    infer=_infer_roll,
    promote=keep,
    vjp=_vjp_roll,
    linear=True,
    batch=_batch_roll,
    lower=_lower_roll,
    lengths=("shift",),
)
def roll(x: Any, *, shift: int, axis: int) -> Any:
    """The elements moved on by `shift` places along an axis; what leaves at the end comes in at the start."""
    return np.roll(x, shift, axis)


def _counts(ndim: int, repeats: Sequence[int]) -> tuple[int, ...]:
    return (1,) * (ndim - len(repeats)) + tuple(repeats)


def _infer_tile(x: TensorType, *, repeats: Sequence[int]) -> TensorType:
    counts = _counts(x.ndim, repeats)
    shape = (1,) * (len(counts) - x.ndim) + x.shape
    return x.with_(c * d for c, d in zip(counts, shape, strict=True))


def _inline_tile(x: Value, *, repeats: Sequence[int]) -> Value:
    counts = _counts(x.ndim, repeats)
    shape = (1,) * (len(counts) - x.ndim) + x.shape
    apart = reshape(x, shape=tuple(s for d in shape for s in (1, d)))
    spread = broadcast_to(apart, shape=tuple(s for c, d in zip(counts, shape, strict=True) for s in (c, d)))
    return reshape(spread, shape=tuple(c * d for c, d in zip(counts, shape, strict=True)))


@define(infer=_infer_tile, promote=keep, inline=_inline_tile, lengths=("repeats",))
def tile(x: Any, *, repeats: Any) -> Any:
    """The whole array repeated along each axis; more counts than axes make new ones in front."""
    return np.tile(x, repeats)


def _inline_repeat(x: Value, *, repeats: int, axis: int) -> Value:
    a = one_axis(axis, x.ndim)
    spread = broadcast_to(expand_dims(x, axis=a + 1), shape=(*x.shape[: a + 1], repeats, *x.shape[a + 1 :]))
    return reshape(spread, shape=(*x.shape[:a], x.shape[a] * repeats, *x.shape[a + 1 :]))


def _infer_repeat(x: TensorType, *, repeats: int, axis: int) -> TensorType:
    a = one_axis(axis, x.ndim)
    return x.with_((*x.shape[:a], x.shape[a] * repeats, *x.shape[a + 1 :]))


@define(infer=_infer_repeat, promote=keep, inline=_inline_repeat, lengths=("repeats",))
def repeat(x: Any, *, repeats: int, axis: int) -> Any:
    """Each element repeated along an axis."""
    return np.repeat(x, repeats, axis)


def _borders(x: Value, axis: int, widths: tuple[int, int], mode: str) -> tuple[Value, Value]:
    """What a mode puts before and after x along an axis."""
    n, (low, high) = x.shape[axis], widths
    if mode == "edge":
        shape = x.shape
        return tuple(
            broadcast_to(window(x, axis, at, 1), shape=(*shape[:axis], width, *shape[axis + 1 :]))
            for at, width in ((0, low), (n - 1, high))
        )  # pyright: ignore[reportReturnType]
    if mode == "wrap":
        return window(x, axis, n - low, low), window(x, axis, 0, high)
    skip = 1 if mode == "reflect" else 0
    return window(x, axis, low - 1 + skip, low, -1), window(x, axis, n - 1 - skip, high, -1)


def _inline_extend(x: Value, *, widths: Any, mode: str) -> Value:
    for axis, (low, high) in enumerate(widths):
        if low or high:
            before, after = _borders(x, axis, (low, high), mode)
            x = concatenate(*([before] if low else []), x, *([after] if high else []), axis=axis)
    return x


def _infer_extend(x: TensorType, *, widths: Any, mode: str) -> TensorType:
    if mode not in ("edge", "reflect", "symmetric", "wrap"):
        raise ValueError(f"mode {mode!r} is not supported")
    if len(widths) != x.ndim:
        raise ValueError(f"{len(widths)} pairs of widths for {x.ndim} axes")
    for d, pair in zip(x.shape, widths, strict=True):
        most = d - 1 if mode == "reflect" else d
        if any(isinstance(most, int) and w > (most if mode != "edge" or most == 0 else w) for w in pair):
            raise ValueError(f"widths {pair} in mode {mode!r} need more than {d} elements")
    return x.with_(d + low + high for d, (low, high) in zip(x.shape, widths, strict=True))


@define(infer=_infer_extend, promote=keep, inline=_inline_extend)
def extend(x: Any, *, widths: Any, mode: str) -> Any:
    """x continued along each axis by `(before, after)` elements: modes "edge", "reflect", "symmetric", "wrap"."""
    return np.pad(np.asarray(x), widths, mode)  # pyright: ignore[reportCallIssue, reportArgumentType]
