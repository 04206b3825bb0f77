"""Winograd's convolution: of a tile of m x m pixels under r x r weights (m + r - 1)^2 products instead of (m * r)^2.

A tile of the image is transformed by sums, each of its elements is multiplied by the same one of the transformed
weights, a product over channels, and sums of the results are the tile's pixels (A. Lavin and S. Gray, "Fast algorithms
for convolutional neural networks", 2015). The gradient by weights is the same with the roles turned round: tiles of the
image times tiles of the gradient, summed over all tiles. The transforms are Cook and Toom's: polynomials are multiplied
by their values at a few points, so each is a matrix of small numbers that goes along one axis after the other.

With m = 2 sums are shorter than those of the direct way, so the result is no less exact; with m = 4 the numbers are
larger, and it is so by about 3 bits less (`config.winograd`). Where a pixel is infinite or NaN, so is its whole tile.

Transformed tiles are several times an image, so they are made strip by strip: in a loop, whose arrays stay in near
caches.
"""

# Rules are called through `Op`'s untyped fields.
# pyright: reportUnknownLambdaType=false, reportUnknownArgumentType=false
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from math import gcd, prod
from typing import Any, NamedTuple

import numpy as np

from dusk.config import config
from dusk.graph import Value, constant
from dusk.ops.arithmetic import add, subtract
from dusk.ops.contract import contract
from dusk.ops.index import pad, slice_
from dusk.ops.join import stack, window
from dusk.ops.movement import expand_dims, reshape, squeeze, transpose
from dusk.ops.pointwise import multiply
from dusk.ops.sliding import in_rounds
from dusk.ops.windows import windows

Row = tuple[int, ...]
Pads = Sequence[tuple[Any, Any]]
STRIP = 1 << 19  # bytes of a strip's transformed tiles, and of their products: about what near caches hold
LEAST, MOST = 64, 256  # tiles of a strip: enough for weights to be read for, and no more
GAIN = 1.2  # times as fast as the direct way it is to be at least
# What is done to an element costs as much as so many of the products' multiplications, as measured: the sums of a
# transformed element of an image and of a result, those and what is packed of both operands of a gradient by weights,
# an element of transformed weights, and a pass over the result for what follows, which the direct way does on the way.
READ, WRITE, SUMMED, WEIGHT, PASS = 12, 6, 50, 50, 30


class Tables(NamedTuple):
    """The transforms of an image's tile, of weights and of a tile's products."""

    of_image: tuple[Row, ...]
    of_weights: tuple[tuple[float, ...], ...]
    of_result: tuple[Row, ...]


@functools.cache
def tables(m: int, r: int) -> Tables:
    """The transforms for tiles of m pixels under r weights, from the points 0, 1, -1, 2, -2 and so on, and infinity.

    >>> tables(2, 3).of_image
    ((1, 0, -1, 0), (0, 1, 1, 0), (0, 1, -1, 0), (0, 1, 0, -1))
    """
    n = m + r - 1
    points = [(i + 1) // 2 * (1 if i % 2 else -1) for i in range(n - 1)]
    image, weights = [_polynomial(points)], [[float(k == r - 1) for k in range(r)]]
    for p in reversed(points):
        others = [q for q in points if q != p]
        row = (*_polynomial(others), 0)
        sign = 1 if next(filter(None, row)) > 0 else -1  # what a row begins with is to be positive
        image.insert(0, tuple(sign * c for c in row))
        weights.insert(0, [float(Fraction(sign * p**k, prod(p - q for q in others))) for k in range(r)])
    if next(filter(None, image[-1])) < 0:
        image[-1], weights[-1] = tuple(-c for c in image[-1]), [-c for c in weights[-1]]
    result = [(*(p**i for p in points), int(i == m - 1)) for i in range(m)]
    return Tables(tuple(image), tuple(map(tuple, weights)), tuple(result))


def _polynomial(roots: Sequence[int]) -> Row:
    """The coefficients of the product of (x - root), the lowest first."""
    made = [1]
    for root in roots:
        made = [high - root * low for high, low in zip((0, *made), (*made, 0), strict=True)]
    return tuple(made)


def pays(
    batch: Any, channels: Any, out: Any, places: Sequence[Any], dtype: np.dtype[Any], of_weights: bool = False
) -> int:
    """The tiles, of so many pixels along an axis, by which a 3 x 3 convolution (or its gradient by weights) is made
    fastest, as far as its shapes tell; 0 where it is not at least `GAIN` times as fast as the direct way."""
    if dtype.str[1:] not in ("f4", "f8") or not all(isinstance(m, int) for m in (batch, channels, out, *places)):
        return 0
    products, pixels = channels * out, batch * places[0] * places[1]
    sums = SUMMED * (channels + out) if of_weights else READ * channels + WRITE * out
    costs = {9 * pixels * products / GAIN: 0}
    for m in (2, 4)[: config.winograd // 2]:
        tiles = batch * -(-places[0] // m) * -(-places[1] // m)
        work = (m + 2) ** 2 * (tiles * (products + sums) + products * WEIGHT)
        costs[work + PASS * pixels * out * (not of_weights)] = m
    return costs[min(costs)]


def winograd(x: Value, w: Value, padding: Pads, places: Sequence[Any], m: int) -> Value:
    """The sums of products of weights (r, r, in, out) with what lies under them in images x (batch, *sizes, in), with
    zeros around them, by tiles of m pixels: (batch, *places, out)."""
    r, (channels, out) = w.shape[0], w.shape[2:]
    made, n = tables(m, r), m + r - 1
    matrix = _both(made.of_weights).astype(w.dtype)
    w = contract(constant(matrix), reshape(w, shape=(r * r, channels, out)), labels=("kt", "tco", "kco"))
    pairs = [(0,), *(range(i, min(i + 2, n - 1)) for i in range(1, n - 1, 2)), (n - 1,)]

    def strip(w: Value, x: Value) -> Value:
        t = contract(_image(x, made, m), w, labels=("byxkc", "kco", "byxko"))
        t = reshape(t, shape=(*t.shape[:3], n, n, out))
        for axis in (3, 2):
            t = stack(*_times(made.of_result, _elements(t, 4), pairs), axis=axis)
        return t

    strips = _Strips(x.shape[0], places, m, r, channels + out)
    y = strips.through("same", strip, w, (x, padding, r - 1))
    y = reshape(y, shape=(-1, m * strips.rows * strips.count, m * strips.width, out))
    return slice_(y, starts=(0,) * 4, sizes=(x.shape[0], *places, out), steps=(1,) * 4)


def winograd_weights(x: Value, g: Value, padding: Pads, r: int, m: int) -> Value:
    """The gradient of `winograd` by its weights, where g (batch, *places, out) is that by its result: (r, r, in,
    out)."""
    made, n, channels, out = tables(m, r), m + r - 1, x.shape[3], g.shape[3]
    turned = tuple(zip(*made.of_result, strict=True))

    def strip(total: Value, x: Value, g: Value) -> Value:
        for axis in (1, 2):
            tiles = [window(g, axis, i, g.shape[axis] // m, m) for i in range(m)]
            g = stack(*_times(turned, tiles, _halves(m)), axis=axis + 2)
        g = reshape(g, shape=(*g.shape[:3], n * n, out))
        return add(total, contract(_image(x, made, m), g, labels=("byxkc", "byxko", "kco")))

    strips = _Strips(x.shape[0], g.shape[1:3], m, r, channels + out)
    none = constant(np.zeros((n * n, channels, out), x.dtype))
    total = strips.through("carry", strip, none, (x, padding, r - 1), (g, ((0, 0),) * 2, 0))
    matrix = _both(made.of_weights).T.astype(x.dtype)
    total = contract(constant(matrix), total, labels=("tk", "kco", "tco"))
    return reshape(total, shape=(r, r, channels, out))


class _Strips:
    """Images in strips: in turn several images, or so many rows of tiles of one; `channels` are in and out together."""

    def __init__(self, batch: int, places: Sequence[int], m: int, r: int, channels: int) -> None:
        most = min(max(STRIP // (4 * (m + r - 1) ** 2 * channels), LEAST), MOST)
        self.m, (self.rows, self.width) = m, (-(-n // m) for n in places)
        self.batch, self.count, self.images = batch, 1, 1
        if self.rows * self.width > most:
            self.rows, self.count = _divided(self.rows, most // self.width)
        else:
            self.images, _ = _divided(batch, most // (self.rows * self.width))

    def through(self, kind: str, strip: Callable[..., Value], first: Value, *images: tuple[Value, Pads, int]) -> Value:
        """What `strip(first, *parts)` gives for one strip after the other of images, each with its padding and the
        pixels that tiles share: stacked, or handed on where `kind` is "carry"."""

        def block(first: Value, *some: Value) -> Value:
            whole = [self.padded(x, padding, more) for x, (_, padding, more) in zip(some, images, strict=True)]
            return strip(first, *whole) if self.count == 1 else in_rounds(kind, strip, first, map(self.cut, whole))

        return in_rounds(kind, block, first, (self.turns(x) for x, _, _ in images))

    def turns(self, x: Value) -> Value:
        """Images (rounds, images, *sizes, channels), the last of zeros if need be."""
        x = pad(x, widths=((0, -self.batch % self.images), *((0, 0),) * 3))
        return reshape(x, shape=(-1, self.images, *x.shape[1:]))

    def padded(self, x: Value, padding: Pads, more: int) -> Value:
        """Images with zeros around them, to whole tiles and `more`."""
        sizes = self.m * self.rows * self.count + more, self.m * self.width + more
        around = [(low, n - low - k) for (low, _), n, k in zip(padding, sizes, x.shape[1:3], strict=True)]
        return pad(x, widths=((0, 0), *around, (0, 0)))

    def cut(self, x: Value) -> Value:
        """One image in strips of rows, with the rows that neighbours share: (strips, 1, rows, *others)."""
        step = self.m * self.rows
        size = x.shape[1] - step * (self.count - 1)
        if size == step:
            return reshape(x, shape=(self.count, 1, step, *x.shape[2:]))
        at = windows(reshape(x, shape=x.shape[1:]), axis=0, size=size)
        at = window(at, 0, 0, self.count, step)
        return expand_dims(transpose(at, axes=(0, 3, 1, 2)), axis=1)


def _divided(size: int, most: int) -> tuple[int, int]:
    """Parts of at most so many, all of one length, with little left over: their length, and how many they are."""
    best = min(range(1, max(min(size, most), 1) + 1), key=lambda n: (-(-size // n) * n, -n))
    return best, -(-size // best)


def _image(x: Value, made: Tables, m: int) -> Value:
    """The transformed tiles of images (batch, *sizes, channels): (batch, *tiles, elements, channels)."""
    n = len(made.of_image)
    for axis in (1, 2):
        tiles = [window(x, axis, i, (x.shape[axis] - n) // m + 1, m) for i in range(n)]
        x = stack(*_times(made.of_image, tiles, _halves(n)), axis=axis + 2)
    return reshape(x, shape=(*x.shape[:3], n * n, x.shape[-1]))


def _elements(x: Value, axis: int) -> list[Value]:
    return [squeeze(window(x, axis, i, 1), axis=axis) for i in range(x.shape[axis])]


def _halves(n: int) -> list[Sequence[int]]:
    return [range(0, n, 2), range(1, n, 2)]


def _both(matrix: Any) -> np.ndarray[Any, Any]:
    """A matrix for all elements of a square, of one that goes along each of its axes."""
    of = np.array(matrix)
    return np.einsum("ap,bq->abpq", of, of).reshape(of.shape[0] ** 2, -1)


def _times(matrix: Sequence[Row], values: Sequence[Value], groups: Sequence[Sequence[int]]) -> list[Value]:
    """The rows of a matrix times values. Of each group of columns the sum is the same in several rows, but for a sign
    and a factor, and is made once."""
    made: list[Value] = []
    for row in matrix:
        terms: list[tuple[int, Value]] = []
        for group in groups:
            used = [(row[i], values[i]) for i in group if row[i]]
            if used:
                factor = gcd(*(c for c, _ in used)) * (1 if used[0][0] > 0 else -1)
                terms.append((factor, _sum((c // factor, v) for c, v in used)))
        made.append(_sum(terms))
    return made


def _sum(terms: Iterable[tuple[int, Value]]) -> Value:
    """A sum of values times numbers, of which one is positive."""
    total: Value | None = None
    for c, v in sorted(terms, key=lambda term: -term[0]):
        term = v if abs(c) == 1 else multiply(v, constant(np.array(abs(c), v.dtype)))
        total = term if total is None else (add if c > 0 else subtract)(total, term)
    assert total is not None
    return total


__all__ = ["pays", "tables", "winograd", "winograd_weights"]
