"""Pooling of any number of dimensions: one number of each window that slides over an image (..., *sizes).

A window is computed place by place, from as many strided slices as it has places. Nothing is scattered on the way
back: each pixel looks at the windows that it is in, a few shifts of the cotangent.
"""

# Rules are called through `Op`'s untyped fields.
# pyright: reportUnknownLambdaType=false, reportUnknownArgumentType=false
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false

from __future__ import annotations

import functools
import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any

import numpy as np

from dusk.config import config
from dusk.graph.node import Value
from dusk.graph.op import define
from dusk.graph.types import TensorType
from dusk.ops.arithmetic import add, divide, subtract
from dusk.ops.broadcast import broadcast_to
from dusk.ops.contract import contract
from dusk.ops.convert import as_dtype, astype, wide
from dusk.ops.create import build, count, iota
from dusk.ops.index import pad, slice_
from dusk.ops.join import stack
from dusk.ops.logic import bitwise_and, bitwise_count, bitwise_or, equal, not_equal
from dusk.ops.movement import reshape
from dusk.ops.pointwise import Kind, common, keep, multiply
from dusk.ops.reduce import argmax, max_
from dusk.ops.select import maximum, minimum, where
from dusk.ops.statistics import mean

Ints = tuple[int, ...]
Pairs = tuple[tuple[int, int], ...]
_MOST, _BITS = 16, 64
"""Places of a window that are looked at in one go (of larger ones each axis by itself), and bits of a number."""


@dataclass(frozen=True)
class _Grid:
    """Windows over the last axes of an image: how large, how far apart, and how many there are."""

    shape: tuple[Any, ...]
    size: Ints
    strides: Ints
    padding: Pairs
    dilation: Ints
    places: tuple[Any, ...]

    @property
    def lead(self) -> tuple[Any, ...]:
        return self.shape[: len(self.shape) - len(self.size)]

    def under(self, x: Value, value: Any) -> Iterator[Value]:
        """What lies under each place of the windows, place by place; `value` where that is outside."""
        rest, widths = len(self.lead), list[tuple[Any, Any]]()
        for n, k, s, (low, high), d, p in self.axes():
            reached: Any = (p - 1) * s + d * (k - 1) + 1 - low - n
            widths.append((low, max(high, reached) if isinstance(reached, int) else high))
        if any(w != (0, 0) for w in widths):
            x = pad(x, widths=((0, 0),) * rest + tuple(widths), value=value)
        sizes = (*self.lead, *self.places)
        for place in product(*map(range, self.size)):
            starts = (0,) * rest + tuple(a * d for a, d in zip(place, self.dilation, strict=True))
            yield slice_(x, starts=starts, sizes=sizes, steps=(1,) * rest + self.strides)

    def seen(self, x: Any, value: Any) -> Any:
        """All windows of a NumPy array that has its padding, what lies in them on new last axes (NumPy's way)."""
        rest, n = len(self.lead), len(self.size)
        spans = tuple(d * (k - 1) + 1 for k, d in zip(self.size, self.dilation, strict=True))
        needed = ((p - 1) * s + span for p, s, span in zip(self.places, self.strides, spans, strict=True))
        after = [(0, max(0, to - m)) for to, m in zip(needed, x.shape[rest:], strict=True)]
        x = np.pad(x, [(0, 0)] * rest + after, constant_values=value)
        at = np.lib.stride_tricks.sliding_window_view(x, spans, axis=tuple(range(rest, rest + n)))
        at = at[(..., *(slice(None, None, s) for s in self.strides), *(slice(None, None, d) for d in self.dilation))]
        return at[(..., *(slice(p) for p in self.places), *(slice(None),) * n)]

    def padded(self, x: Any, value: Any) -> Any:
        """A NumPy array with the padding around it."""
        return np.pad(x, [(0, 0)] * len(self.lead) + list(self.padding), constant_values=value)

    def axes(self) -> Iterator[tuple[Any, int, int, tuple[int, int], int, Any]]:
        along = self.shape[len(self.lead) :], self.size, self.strides, self.padding, self.dilation, self.places
        return zip(*along, strict=True)

    def back(self, values: Sequence[Value], term: Callable[..., Value]) -> Value:
        """An image whose pixels are sums of `term(places, *values)` over the windows that they may be in.

        The image is gone through in blocks of a stride's pixels. Pixel r of a block is in the window of the block's own
        number and in some before and after it: `places[r]` says at which of its places, -1 where it is at none.
        """
        rest = len(self.lead)
        blocks = tuple(-(-n // s) for n, _, s, *_ in self.axes())
        spread = tuple(size for pair in zip(blocks, self.strides, strict=True) for size in pair)
        shifts = [
            sorted({(a * d - low - r) // s for a in range(k) for r in range(s) if (a * d - low - r) % s == 0})
            for _, k, s, (low, _), d, _ in self.axes()
        ]
        around: list[tuple[Any, Any]] = []
        for met, q, p in zip(shifts, blocks, self.places, strict=True):
            after = q - p - met[0]
            around.append((max(met[-1], 0), max(after, 0) if isinstance(after, int) else after))
        if any(w != (0, 0) for w in around):
            values = [pad(v, widths=((0, 0),) * rest + tuple(around)) for v in values]
        total: Any = None
        for shift in product(*shifts):
            starts = (0,) * rest + tuple(before - m for (before, _), m in zip(around, shift, strict=True))
            moved: list[Value] = []
            for v in values:
                v = slice_(v, starts=starts, sizes=(*self.lead, *blocks), steps=(1,) * v.ndim)
                v = reshape(v, shape=(*self.lead, *(size for q in blocks for size in (q, 1))))
                moved.append(broadcast_to(v, shape=(*self.lead, *spread)))
            part = term(self.under_pixels(shift), *moved)
            total = part if total is None else add(total, part)
        whole = reshape(total, shape=(*self.lead, *(q * s for q, s in zip(blocks, self.strides, strict=True))))
        return slice_(whole, starts=(0,) * whole.ndim, sizes=self.shape, steps=(1,) * whole.ndim)

    def under_pixels(self, shift: Ints) -> Any:
        """The number of the window's place that pixels are under, an axis of size 1 between those of two strides."""
        number = np.zeros((), np.int64)
        inside = np.ones((), bool)
        for m, (_, k, s, (low, _), d, _) in zip(shift, self.axes(), strict=True):
            at = np.arange(s) + m * s + low
            here = (at >= 0) & (at % d == 0) & (at // d < k)
            number = number[..., None, None] * k + at // d
            inside = inside[..., None, None] & here
        return np.where(inside, number, -1)[0]


def _grid(
    shape: Sequence[Any],
    *,
    size: Ints,
    strides: Ints,
    padding: Pairs,
    dilation: Ints | None = None,
    ceil_mode: bool = False,
) -> _Grid:
    """ValueError: what is said does not fit the image."""
    n = len(size)
    dilation = dilation or (1,) * n
    for name, given in (("strides", strides), ("padding", padding), ("dilation", dilation)):
        if len(given) != n:
            raise ValueError(f"pooling with windows of {n} dimensions and {name} {given}: one for each is needed")
    if not 0 < n <= len(shape):
        raise ValueError(f"pooling with windows of {n} dimensions of an image of shape {tuple(shape)}")
    if min(*size, *strides, *dilation) < 1 or any(min(p) < 0 for p in padding):
        raise ValueError(f"pooling: windows {size}, strides {strides} and dilation {dilation} are to be 1 or more, "
                         f"padding {padding} 0 or more")  # fmt: skip
    places: list[Any] = []
    for m, k, s, (low, high), d in zip(shape[len(shape) - n :], size, strides, padding, dilation, strict=True):
        room = m + low + high - d * (k - 1) - 1
        if isinstance(room, int) and room < 0:
            raise ValueError(f"pooling: a window of {d * (k - 1) + 1} pixels on {m} with padding {low} and {high}")
        count = (room + (s - 1 if ceil_mode else 0)) // s + 1
        if ceil_mode and isinstance(count, int) and (count - 1) * s >= m + low:
            count -= 1  # a window begins in the image or in what is before it
        places.append(count)
    return _Grid(tuple(shape), size, strides, padding, dilation, tuple(places))


def _infer_max(x: TensorType, **words: Any) -> TensorType:
    grid = _grid(x.shape, **words)
    if x.dtype.kind in "bc":
        raise TypeError(f"max_pool of {x.dtype}: of bools use any, complex numbers have no order")
    return x.with_((*grid.lead, *grid.places))


def _least(dtype: np.dtype[Any]) -> Any:
    return np.iinfo(dtype).min if dtype.kind in "iu" else -np.inf


def _steps(grid: _Grid, ceil_mode: bool = False, **others: Any) -> list[dict[str, Any]]:
    """The parameters of poolings along one axis each, the last axis first, that are one pooling together.

    So of several equal pixels that come first in order is still the first.
    """
    found: list[dict[str, Any]] = []
    for i in reversed(range(len(grid.size))):
        step: dict[str, Any] = {"ceil_mode": ceil_mode}
        for name, neutral in (("size", 1), ("strides", 1), ("padding", (0, 0)), ("dilation", 1)):
            along = getattr(grid, name)
            step[name] = tuple(along[j] if j == i else neutral for j in range(len(along)))
        found.append(step)
    return found


def _is_large(size: Ints) -> bool:
    """Whether windows are gone through axis by axis."""
    return math.prod(size) > _MOST and sum(k > 1 for k in size) > 1


def _inline_max(x: Value, **words: Any) -> Value:
    grid = _grid(x.shape, **words)
    if _is_large(grid.size):
        for step in _steps(grid, **words):
            x = _inline_max(x, **step)
        return x
    return functools.reduce(maximum, grid.under(x, _least(x.dtype)))


def _vjp_max(g: Value, out: Value, x: Value, **words: Any) -> Any:
    """Who is the largest of its window is kept as the bits of one number, or as the number of its place."""
    grid = _grid(x.shape, **words)
    if _is_large(grid.size):
        steps, between = _steps(grid, **words), [x]
        for step in steps:
            between.append(max_pool(between[-1], **step))
        for step in reversed(steps):
            after = between.pop()
            (g,) = _vjp_max(g, after, between[-1], **step)
        return (g,)
    parts = list(grid.under(x, _least(x.dtype)))
    if len(parts) > _BITS:
        first = argmax(stack(*parts, axis=-1), axis=-1)
        return (grid.back((first, g), lambda places, first, g: where(equal(first, places), g, 0)),)
    bits = next(np.dtype(f"u{n}") for n in (1, 2, 4, 8) if n * 8 >= len(parts))
    code: Any = None
    for number, part in reversed(list(enumerate(parts))):
        found, one = equal(part, out), bits.type(1 << number)
        if config.ties == "first":
            code = where(found, one, bits.type(0) if code is None else code)
        else:
            one = where(found, one, bits.type(0))
            code = one if code is None else bitwise_or(code, one)
    if config.ties == "split":
        g = divide(g, astype(maximum(bitwise_count(code), 1), dtype=g.dtype))

    def term(places: Any, code: Value, g: Value) -> Value:
        mask = np.where(places < 0, 0, np.left_shift(bits.type(1), np.maximum(places, 0).astype(bits)))
        return where(not_equal(bitwise_and(code, mask.astype(bits)), 0), g, 0)

    return (grid.back((code, g), term),)


@define(infer=_infer_max, promote=keep, vjp=_vjp_max, inline=_inline_max)
def max_pool(x: Any, *, size: Any, strides: Any, padding: Any, dilation: Any = None, ceil_mode: bool = False) -> Any:
    """The largest number of each window of `size` pixels, `strides` apart, over the last axes: x[..., *places].

    `padding` are pixels (before, after) that are never the largest, `dilation` the distance of neighbouring places.
    With `ceil_mode` a last window that only begins in the image counts, too. NaN if a pixel is. Where several are
    the largest, the gradient is split (axis by axis in windows of more than 16 pixels) or goes to the first
    (`config.ties`; so it does in windows of more than 64 pixels along an axis).
    """
    x = np.asarray(x)
    grid = _grid(x.shape, size=size, strides=strides, padding=padding, dilation=dilation, ceil_mode=ceil_mode)
    least = _least(x.dtype)
    return np.max(grid.seen(grid.padded(x, least), least), axis=tuple(range(-len(size), 0)))


def _promote_avg(x: Kind, **params: Any) -> tuple[np.dtype[Any]]:
    kind = common(x)
    return (np.dtype(np.float64) if kind.kind in "biu" else kind,)


def _infer_avg(x: TensorType, *, count_include_pad: bool = True, **words: Any) -> TensorType:
    grid = _grid(x.shape, **words)
    return x.with_((*grid.lead, *grid.places))


def _numbers(grid: _Grid, padded: bool, like: Value, ceil_mode: bool = False, **others: Any) -> Any:
    """Over how many pixels each window is averaged: a number, or numbers against the axes of the windows."""
    total: Any = like.dtype.type(1)
    for i, (n, k, s, (low, high), _, p) in enumerate(grid.axes()):
        along: Any = like.dtype.type(k)
        if ceil_mode or (not padded and (low, high) != (0, 0)):
            before, after = (low, high) if padded else (0, 0)
            first = build(iota, size=p, start=-low, step=s)
            reached = subtract(minimum(add(first, k), count(n + after, first)), maximum(first, -before))
            along = reshape(astype(reached, dtype=like.dtype), shape=(-1,) + (1,) * (len(grid.size) - 1 - i))
        total = multiply(total, along)
    return total


def _by_steps(shape: Sequence[Any], grid: _Grid, **words: Any) -> list[_Grid]:
    """Windows as one or several that follow on each other."""
    if math.prod(grid.size) <= _MOST:
        return [grid]
    found: list[_Grid] = []
    for step in _steps(grid, **words):
        found.append(_grid(shape, **step))
        shape = (*grid.lead, *found[-1].places)
    return found


def _inline_avg(x: Value, *, count_include_pad: bool = True, **words: Any) -> Value:
    grid = _grid(x.shape, **words)
    total = as_dtype(x, wide(x.dtype))
    for along in _by_steps(x.shape, grid, **words):
        total = functools.reduce(add, along.under(total, 0))
    return as_dtype(divide(total, _numbers(grid, count_include_pad, total, **words)), x.dtype)


def _vjp_avg(g: Value, out: Value, x: Value, *, count_include_pad: bool = True, **words: Any) -> tuple[Value]:
    grid = _grid(x.shape, **words)
    full = as_dtype(g, wide(g.dtype))
    found = divide(full, _numbers(grid, count_include_pad, full, **words))

    def term(places: Any, g: Value) -> Value:
        return g if (places >= 0).all() else where(places >= 0, g, 0)

    for along in reversed(_by_steps(x.shape, grid, **words)):
        found = along.back((found,), term)
    return (as_dtype(found, x.dtype),)


@define(infer=_infer_avg, promote=_promote_avg, vjp=_vjp_avg, linear=True, inline=_inline_avg)
def avg_pool(
    x: Any, *, size: Any, strides: Any, padding: Any, ceil_mode: bool = False, count_include_pad: bool = True
) -> Any:
    """The mean of each window of `size` pixels, `strides` apart, over the last axes: x[..., *places].

    `padding` are zeros (before, after), which count as pixels of the mean, unless `count_include_pad` is off. With
    `ceil_mode` a last window that only begins in the image counts, too; what of it is beyond the padding does not.
    """
    x = np.asarray(x)
    words: dict[str, Any] = {"size": size, "strides": strides, "padding": padding, "ceil_mode": ceil_mode}
    grid, axes = _grid(x.shape, **words), tuple(range(-len(size), 0))
    (kind,) = _promote_avg(x.dtype)
    total = np.sum(grid.seen(grid.padded(x.astype(wide(kind)), 0), 0), axis=axes)
    plane = _grid(x.shape[x.ndim - len(size) :], **words)
    ones = np.pad(np.ones(plane.shape), plane.padding, constant_values=float(count_include_pad))
    numbers = np.sum(plane.seen(ones, 0), axis=axes).astype(total.dtype)
    return (total / numbers).astype(kind, copy=False)


def adaptive_avg_pool(x: Any, size: Sequence[int | None]) -> Any:
    """The means of `size` parts of an image x[..., *sizes] along each of its last axes: x[..., *size].

    Part i of o along an axis of n pixels goes from i * n // o to where part i + 1 begins, rounded up: parts may share
    pixels, as those of PyTorch do. A size of None or -1 keeps the axis. ValueError: more parts than are to be had.

    >>> import dusk.numpy as np
    >>> from dusk import ops
    >>> ops.adaptive_avg_pool(np.arange(5.0), (2,))
    array([1., 3.])
    """
    n = len(size)
    sizes = tuple(x.shape[len(x.shape) - n :])
    wanted = tuple(m if o is None or o == -1 else o for m, o in zip(sizes, size, strict=True))
    if any(not isinstance(m, int) or not 0 < o <= m for m, o in zip(sizes, wanted, strict=True)):
        raise ValueError(f"adaptive_avg_pool of {sizes} pixels to {tuple(size)}: from one to that many are to be had")
    if all(m % o == 0 for m, o in zip(sizes, wanted, strict=True)):
        by = tuple(m // o for m, o in zip(sizes, wanted, strict=True))
        return avg_pool(x, size=by, strides=by, padding=((0, 0),) * n)
    dims = len(x.shape)
    for a, m, o in zip(range(dims - n, dims), sizes, wanted, strict=True):
        if m == o:
            continue
        begins, ends = np.arange(o) * m // o, -(-np.arange(1, o + 1) * m // o)
        at = np.arange(m)[:, None]
        shares = ((at >= begins) & (at < ends)) / (ends - begins)
        labels = "abcdefghijkl"[:dims]
        x = contract(x, shares.astype(x.dtype), labels=(labels, labels[a] + "z", labels.replace(labels[a], "z")))
    return x


def global_avg_pool(x: Any) -> Any:
    """The means over an image (batch, channels, *sizes): x[batch, channels].

    >>> import dusk.numpy as np
    >>> from dusk import ops
    >>> ops.global_avg_pool(np.ones((1, 2, 3, 3)))
    array([[1., 1.]])
    """
    return mean(x, axis=tuple(range(2, len(x.shape))))


def global_max_pool(x: Any) -> Any:
    """The largest numbers of an image (batch, channels, *sizes): x[batch, channels].

    >>> import dusk.numpy as np
    >>> from dusk import ops
    >>> ops.global_max_pool(np.arange(8.0).reshape(1, 2, 4))
    array([[3., 7.]])
    """
    return max_(x, axis=tuple(range(2, len(x.shape))))


__all__ = ["adaptive_avg_pool", "avg_pool", "global_avg_pool", "global_max_pool", "max_pool"]
