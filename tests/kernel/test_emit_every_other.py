"""Loads and stores of every other element: the parts of complex numbers, and what else has a stride of two."""

from __future__ import annotations

import mmap

import numpy as np
import pytest
from tests.kernel.test_emit_ops import target, targets

from dusk.kernel import expr as k
from dusk.kernel import native
from dusk.kernel.build import run_kernel
from dusk.kernel.loops import Axis, Kernel, Operand, Store

pytestmark = pytest.mark.skipif(not native.available(), reason="native code cannot be built here")


def at_the_end(n: int, dtype: str) -> np.ndarray:
    """n numbers that end where a page does, with nothing behind it that may be touched."""
    size = n * np.dtype(dtype).itemsize
    pages = -(-size // mmap.PAGESIZE) * mmap.PAGESIZE
    room = np.frombuffer(mmap.mmap(-1, pages), np.uint8)
    return room[pages - size :].view(dtype)


def kernel(dtype: str, heavy: bool, guarded: bool) -> Kernel:
    i = k.axis(0)
    x, y = (k.load(n, (i,), dtype) for n in range(2))
    value = x + y
    for _ in range(40 if heavy else 0):  # much to do: one body, under a mask, serves all steps
        value = value * value + x
    guard = x > y if guarded else None
    stores = (Store(2, (i,), value, guard=guard), Store(3, (i,), x))
    strides = ((2,), (1,), (2,), (1,))
    return Kernel((Axis("parallel"),), tuple(Operand(np.dtype(dtype), s) for s in strides), (), stores)


@pytest.mark.parametrize("which", targets())
@pytest.mark.parametrize("dtype", ["float64", "float32", "int64", "int32", "int8"])
@pytest.mark.parametrize("heavy", [False, True])
@pytest.mark.parametrize("guarded", [False, True])
def test_what_lies_between_stays(which: str, dtype: str, heavy: bool, guarded: bool) -> None:
    rng = np.random.default_rng(0)
    made = kernel(dtype, heavy, guarded)
    for n in (1, 2, 3, 7, 8, 9, 15, 16, 17, 31, 33, 64, 67, 130):
        x, y, out = at_the_end(2 * n - 1, dtype), at_the_end(n, dtype), at_the_end(2 * n - 1, dtype)
        for array in (x, y, out):
            array[:] = rng.integers(-3, 4, array.size) / (4 if dtype[0] == "f" else 1)
        before, copy = out.copy(), at_the_end(n, dtype)
        run_kernel(made, [x, y, out, copy], [n], target=target(which))
        want = x[::2] + y
        with np.errstate(all="ignore"):
            for _ in range(40 if heavy else 0):
                want = want * want + x[::2]
        expected = before.copy()
        expected[::2] = np.where(x[::2] > y, want, before[::2]) if guarded else want
        np.testing.assert_array_equal(copy, x[::2])
        np.testing.assert_array_equal(out[1::2], before[1::2])
        np.testing.assert_allclose(out, expected, rtol=1e-5)
