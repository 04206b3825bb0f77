"""Images that products read with zeros around them, which memory does not have."""

import random
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from contraction_run import STEP, ZONE, plain, targets
from dusk.kernel import contraction_plan
from dusk.kernel.contraction_driver import Word
from dusk.kernel.contraction_pad import Padding, spread
from dusk.kernel.targets import Target

pytestmark = pytest.mark.skipif(not targets(), reason="needs native code")


def held(
    target: Target, dtype: Any, image: tuple[int, ...], around: tuple[tuple[int, int], ...], extents: Any, a: Any,
    first: int = 0, threads: int = 1, turned: bool = False,
) -> Any:  # fmt: skip
    """Run a contraction whose rows lie as `a` says in an image (n, h, w, c) with zeros around, from element `first` on:
    with the zeros in memory, and without; gives the plan."""
    (n, h, w, c), (batch, m, o, k) = image, extents
    rng = np.random.default_rng(0)
    gaps = np.full((n, h + 1, w * c + 3), np.nan).astype(dtype)
    gaps[:, :h, : w * c] = rng.integers(-4, 5, (n, h, w * c))
    whole = np.pad(gaps[:, :h, : w * c].reshape(image), ((0, 0), *around, (0, 0)))
    weights = rng.integers(-4, 5, (k, o)).astype(dtype)
    (top, _), (left, _) = around
    _, lines, width, _ = whole.shape
    there = Padding(width * c, lines, top, h, left * c, w * c, gaps[0, 0].size, gaps[0].size, first)
    kernel = plain(dtype, strides=(None, 1, None) if turned else (None, None, 1))
    made: list[Any] = []
    for padding, memory in ((there, gaps), (None, whole)):
        one = replace(kernel, padding=padding, _memo={})
        b = 0, o, 1
        sides, sizes = (a, b), (batch, m, o, k)
        if turned:
            sides, sizes = (b[:1] + b[2:] + b[1:2], (a[0], a[2], a[1])), (batch, o, m, k)
        plan = one.plan(sizes, *sides, threads, target)
        out = np.full((batch, m, o), np.nan, dtype)
        scratch = np.full(plan.workspace + 64 + ZONE, 77, np.uint8)
        start = -scratch.ctypes.data % 64
        slots = np.array([x.ctypes.data for x in (memory, weights, out, scratch)], np.int64)
        at_a, at_b = (0, 0 if padding else first * out.itemsize), (1, 0)
        bound = ((*at_a, sides[0]), (*at_b, sides[1])) if not turned else ((*at_b, sides[0]), (*at_a, sides[1]))
        strides = (m * o, 1, o) if turned else (m * o, o, 1)
        words = np.array(one.args(plan, *bound, [(2, 0, strides)], (), (3, start)), np.int64)
        function = STEP(one.load(target))
        for lo in reversed(range(0, plan.extent, plan.chunk)):
            function(slots.ctypes.data, words.ctypes.data, lo, min(lo + plan.chunk, plan.extent))
        assert np.all(scratch[start + plan.workspace :] == 77)
        made.append((plan, out))
    (plan, got), (_, want) = made
    np.testing.assert_array_equal(got, want)
    return plan


@pytest.mark.parametrize("target", targets(), ids=lambda t: t.name)
@pytest.mark.parametrize("dtype", ["float32", "float64"])
@pytest.mark.parametrize("seed", range(12))
def test_a_convolution_reads_an_image_that_is_padded_only_block_by_block(target: Target, dtype: Any, seed: int) -> None:
    draw = random.Random(seed)
    n, c, o = draw.randint(1, 4), draw.choice([1, 3, 8, 16, 20]), draw.choice([3, 16, 40, 70])
    down, along, step = draw.randint(1, 4), draw.randint(1, 4), draw.choice([1, 1, 2])
    around = (draw.randint(0, 3), draw.randint(0, 3)), (draw.randint(0, 3), draw.randint(0, 3))
    h, w = draw.randint(down, 20), draw.randint(along, 30)
    high, wide = h + sum(around[0]), w + sum(around[1])
    rows, columns, line = (high - down) // step + 1, (wide - along) // step + 1, wide * c
    a = (step * line, rows, high * line), step * c, (1, along * c, line)
    threads = draw.choice([1, 2, 3])
    held(target, dtype, (n, h, w, c), around, (n * rows, columns, o, down * along * c), a, threads=threads)
    # by weights: k runs over pixels, line by line
    a = line, 1, (step * c, columns, step * line, rows, high * line)
    held(target, dtype, (n, h, w, c), around, (down, along * c, o, n * rows * columns), a, threads=threads)


@pytest.mark.parametrize("target", targets(), ids=lambda t: t.name)
def test_windows_may_begin_inside_and_lanes_run_along_rows(target: Target) -> None:
    n, h, w, c = 3, 9, 10, 8
    line = 12 * c
    a = (line, 8, 11 * line), c, (1, 2 * c, line)
    held(target, "float32", (n, h, w, c), ((1, 1), (1, 1)), (n * 8, 9, 20, 4 * c), a, first=2 * line + c)
    held(target, "float32", (n, h, w, c), ((1, 1), (1, 1)), (n * 8, 9, 20, 4 * c), a, first=2 * line + c, turned=True)


def test_blocks_are_as_small_as_their_lines_ask_for(monkeypatch: Any) -> None:
    n, h, w, c = 2, 40, 40, 16
    line = 42 * c
    a = (line, 40, 42 * line), c, (1, 3 * c, line)
    (target, *_) = targets()
    large = held(target, "float32", (n, h, w, c), ((1, 1), (1, 1)), (n * h, w, 16, 9 * c), a)
    monkeypatch.setattr(contraction_plan, "L2", 1 << 17)
    contraction_plan.make_plan.cache_clear()
    small = held(target, "float32", (n, h, w, c), ((1, 1), (1, 1)), (n * h, w, 16, 9 * c), a)
    contraction_plan.make_plan.cache_clear()
    assert small.words[Word.MC] < large.words[Word.MC] and small.workspace < 1 << 16


def test_neighbours_are_no_further_apart_than_said() -> None:
    digits = 3, 5, 4, 40, 200
    places = [i % 3 * 5 + i // 3 % 4 * 40 + i // 12 * 200 for i in range(60)]
    for count in range(1, 40):
        found = max(places[i + count - 1] - places[i] for i in range(60 - count + 1))
        assert found <= spread(count, digits) <= found + 400
