"""Winograd's convolution by 3 x 3 weights, F(2 x 2, 3 x 3): 16 products a tile of 2 x 2 pixels instead of 36.

A tile of 4 x 4 pixels is transformed by sums, each of its 16 elements is multiplied by the same one of the transformed
weights, a product over channels, and four sums of the 16 results are the tile's pixels (A. Lavin and S. Gray, "Fast
algorithms for convolutional neural networks", 2015). Sums are shorter than those of the direct way, so the result is no
less exact; where a pixel is infinite or NaN, so are up to four around what is under the weights.

Transformed tiles are four times an image, so they are made strip by strip: in a loop, whose arrays stay in near caches.
"""

# Rules are called through `Op`'s untyped fields.
# pyright: reportUnknownLambdaType=false, reportUnknownArgumentType=false
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from dusk.graph import Value, constant
from dusk.ops.arithmetic import add, subtract
from dusk.ops.contract import contract
from dusk.ops.index import pad, slice_
from dusk.ops.join import stack
from dusk.ops.movement import reshape, transpose
from dusk.ops.sliding import in_rounds
from dusk.ops.windows import windows

OF_IMAGE = ((1, 0, -1, 0), (0, 1, 1, 0), (0, -1, 1, 0), (0, 1, 0, -1))
OF_WEIGHTS = ((1, 0, 0), (0.5, 0.5, 0.5), (0.5, -0.5, 0.5), (0, 0, 1))
OF_RESULT = ((1, 1, 1, 0), (0, 1, -1, -1))

TILES = 200  # of a strip: its transformed tiles fit in near caches, and weights are read for as many
GAIN = 1.3  # times as fast as the direct way it is to be at least
# What is done to an element costs as much as so many of the products' multiplications, as measured: the sums of a
# transformed element of an image and of a result, an element of transformed weights, and a pass over the result for
# what follows, which the direct way does on the way.
READ, WRITE, WEIGHT, PASS = 24, 12, 50, 60


def pays(batch: Any, channels: Any, out: Any, places: Sequence[Any], dtype: np.dtype[Any]) -> bool:
    """Whether a convolution is at least `GAIN` times as fast this way, as far as its shapes tell."""
    if dtype.str[1:] not in ("f4", "f8") or not all(isinstance(m, int) for m in (batch, channels, out, *places)):
        return False
    pixels, tiles = batch * places[0] * places[1], batch * -(-places[0] // 2) * -(-places[1] // 2)
    products, weights = channels * out, 16 * channels * out * WEIGHT
    transformed = 16 * tiles * (products + READ * channels + WRITE * out) + weights + PASS * pixels * out
    return 9 * pixels * products > GAIN * transformed


def winograd(x: Value, w: Value, padding: Sequence[tuple[int, int]], places: Sequence[Any]) -> Value:
    """The sums of products of weights (3, 3, in, out) with what lies under them in images x (batch, *sizes, in), with
    zeros around them: (batch, *places, out)."""
    batch, (height, width), images = x.shape[0], [-(-m // 2) for m in places], 1
    rows, strips = height, 1
    if height * width > TILES:
        rows, strips = _divided(height, TILES // width)
    else:
        images, _ = _divided(batch, TILES // (height * width))
    rounds = -(-batch // images)
    around = [(low, 2 * m - size - low + 2) for (low, _), m, size in zip(padding, (rows * strips, width), x.shape[1:3])]
    x = pad(x, widths=((0, rounds * images - batch), *around, (0, 0)))
    transform = np.einsum("ap,bq->abpq", OF_WEIGHTS, OF_WEIGHTS).reshape(16, 9).astype(w.dtype)
    w = reshape(w, shape=(9, *w.shape[2:]))
    w = contract(constant(transform), w, labels=("kt", "tco", "kco"))

    def strip(x: Value, w: Value) -> Value:
        return _of_tiles(reshape(x, shape=(images, 2 * rows + 2, *x.shape[-2:])), w)

    def block(x: Value, w: Value) -> Value:
        if strips == 1:
            return strip(x, w)
        x = reshape(x, shape=x.shape[-3:])
        at = windows(x, axis=0, size=2 * rows + 2)
        at = slice_(at, starts=(0,) * 4, sizes=(strips, *at.shape[1:]), steps=(2 * rows, 1, 1, 1))
        return in_rounds(strip, transpose(at, axes=(0, 3, 1, 2)), w)

    out = in_rounds(block, reshape(x, shape=(rounds, images, *x.shape[1:])), w)
    out = reshape(out, shape=(rounds * images, 2 * rows * strips, 2 * width, w.shape[2]))
    return slice_(out, starts=(0,) * 4, sizes=(batch, *places, w.shape[2]), steps=(1,) * 4)


def _divided(size: int, most: int) -> tuple[int, int]:
    """Parts of at most so many, all of one length, with little left over: their length, and how many they are."""
    best = min(range(1, max(min(size, most), 1) + 1), key=lambda n: (-(-size // n) * n, -n))
    return best, -(-size // best)


def _of_tiles(x: Value, w: Value) -> Value:
    """The convolution of images (batch, 2 * tiles + 2, 2 * tiles + 2, in) with transformed weights (16, in, out)."""
    batch, height, width, channels = x.shape
    sizes = (batch, height // 2 - 1, width // 2 - 1, channels)

    def pixel(i: int, j: int) -> Value:
        return slice_(x, starts=(0, i, j, 0), sizes=sizes, steps=(1, 2, 2, 1))

    def weights(i: int) -> Value:
        return reshape(slice_(w, starts=(i, 0, 0), sizes=(1, *w.shape[1:]), steps=(1, 1, 1)), shape=w.shape[1:])

    tile = _both(OF_IMAGE, [[pixel(i, j) for j in range(4)] for i in range(4)])
    made = [
        [contract(tile[i][j], weights(4 * i + j), labels=("byxc", "co", "byxo")) for j in range(4)] for i in range(4)
    ]
    out = [stack(*row, axis=3) for row in _both(OF_RESULT, made)]
    return reshape(stack(*out, axis=2), shape=(batch, height - 2, width - 2, w.shape[2]))


def _both(matrix: Sequence[Sequence[int]], values: list[list[Value]]) -> list[list[Value]]:
    """A square of values multiplied by a matrix of 1, 0 and -1 from the left, and by its transpose from the right."""
    columns = [_sums(matrix, column) for column in zip(*values, strict=True)]
    return [_sums(matrix, row) for row in zip(*columns, strict=True)]


def _sums(matrix: Sequence[Sequence[int]], values: Sequence[Value]) -> list[Value]:
    made: list[Value] = []
    for row in matrix:
        plus = [v for c, v in zip(row, values, strict=True) if c > 0]
        minus = [v for c, v in zip(row, values, strict=True) if c < 0]
        total = plus[0]
        for v in plus[1:]:
            total = add(total, v)
        for v in minus:
            total = subtract(total, v)
        made.append(total)
    return made


__all__ = ["pays", "winograd"]
