"""Rows that begin anywhere in a line of memory are stored in line: the same values and sums, wherever they lie."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from dusk.kernel import expr as k
from dusk.kernel import native
from dusk.kernel.build import run_kernel
from dusk.kernel.loops import Axis, Kernel, Operand, Reduction, Store
from dusk.kernel.targets import cpu

pytestmark = pytest.mark.skipif(not native.available(), reason="native code cannot be built here")
PARALLEL, REDUCE = Axis("parallel"), Axis("reduce")
INDEX = k.axis(0), k.axis(1)
FITTING = ("haswell", "skylake-avx512") if native.available() else ()
TARGETS = [t for t in map(cpu.named, FITTING) if t.vector_bytes <= cpu.host().vector_bytes]


def window(shape: tuple[int, int], dtype: str, left: int, row: int, first: int) -> np.ndarray:
    """Zeros within rows of `row` elements, `left` from their beginning, in memory `first` bytes after a line's."""
    size = np.dtype(dtype).itemsize
    memory = np.zeros(shape[0] * row * size + 192, np.uint8)
    begin = -memory.ctypes.data % 64 + first
    rows = memory[begin : begin + shape[0] * row * size].view(dtype).reshape(shape[0], row)
    return rows[:, left : left + shape[1]]


@pytest.mark.parametrize("target", TARGETS, ids=lambda t: t.name)
@pytest.mark.parametrize("dtype", ["int8", "float32", "float64"])
@pytest.mark.parametrize("cost", [1, 20, 70])
def test_rows_are_written_and_nothing_beside_them(dtype: str, target: cpu.Target, cost: int) -> None:
    x = value = k.load(0, INDEX, dtype)
    for _ in range(cost):
        value = value * x
    operand = Operand(np.dtype(dtype), (None, 1))
    kernel = Kernel((PARALLEL,) * 2, (operand,) * 2, (), (Store(1, INDEX, value, lined=True),))
    for left, n, first in itertools.product((0, 1, 7, 13), (1, 3, 16, 63, 200), (0, 8)):
        a = np.random.default_rng(n).integers(-1, 2, (5, n)).astype(dtype)
        out = window(a.shape, dtype, left, n + left + 3, first)
        run_kernel(kernel, [a, out], a.shape, target=target, splits=[2])
        np.testing.assert_array_equal(out, a ** (cost + 1))
        written = np.count_nonzero(np.ascontiguousarray(out).view(np.uint8))
        assert np.count_nonzero(out.base) == written  # out.base: all of the memory, as bytes


@pytest.mark.parametrize("target", TARGETS, ids=lambda t: t.name)
@pytest.mark.parametrize("axes", [(REDUCE, REDUCE), (PARALLEL, REDUCE)], ids=["all", "rows"])
@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_what_is_written_is_summed_on_the_way(axes: tuple[Axis, Axis], dtype: str, target: cpu.Target) -> None:
    x = k.load(0, INDEX, dtype)
    y = x * x + x
    of, total = Operand(np.dtype(dtype), (None, 1)), Operand(np.dtype(dtype), (1,) * axes.count(PARALLEL))
    sums = Reduction("sum", y), Reduction("max", y)
    stores = [Store(2 + i, INDEX[: axes.count(PARALLEL)], k.reduced(i, dtype)) for i in (0, 1)]
    kernel = Kernel(axes, (of, of, total, total), sums, (Store(1, INDEX, y, lined=True), *stores))
    for left, n in itertools.product((0, 1, 7, 13), (1, 3, 16, 63, 200, 2500)):
        a = np.random.default_rng(n).integers(-9, 9, (5, n)).astype(dtype)
        out = window(a.shape, dtype, left, n + left + 3, 0)
        over = None if axes[0] is REDUCE else 1
        found = [np.zeros(np.shape(a.sum(over)), dtype) for _ in sums]
        run_kernel(kernel, [a, out, *found], a.shape, target=target)
        np.testing.assert_array_equal(out, a * a + a)
        np.testing.assert_array_equal(found[0], (a * a + a).sum(over))
        np.testing.assert_array_equal(found[1], (a * a + a).max(over))
