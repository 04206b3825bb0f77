"""Stores past caches: the same values wherever an output begins and lies, and none where it lies on an operand."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from dusk.kernel import expr as k
from dusk.kernel import native
from dusk.kernel.build import ir_text, run_kernel
from dusk.kernel.expr import Expr
from dusk.kernel.loops import Axis, Kernel, Operand, Reduction, Store
from dusk.kernel.targets import cpu

pytestmark = pytest.mark.skipif(not native.available(), reason="native code cannot be built here")
PARALLEL, REDUCE = Axis("parallel"), Axis("reduce")
ROW, COLUMN = k.axis(0), k.axis(1)
FITTING = ("haswell", "skylake-avx512") if native.available() else ()
TARGETS = [t for t in map(cpu.named, FITTING) if t.vector_bytes <= cpu.host().vector_bytes]


def place(shape: tuple[int, ...], dtype: str, offset: int) -> np.ndarray:
    """Zeros that begin `offset` bytes after a multiple of 64."""
    nbytes = int(np.prod(shape)) * np.dtype(dtype).itemsize
    memory = np.zeros(nbytes + 192, np.uint8)
    first = -memory.ctypes.data % 64 + offset
    return memory[first : first + nbytes].view(dtype).reshape(shape)


def by_rows(dtype: str, value: Expr) -> Kernel:
    operand = Operand(np.dtype(dtype), (None, 1))
    return Kernel((PARALLEL,) * 2, (operand,) * 2, (), (Store(1, (ROW, COLUMN), value, streams=True),))


@pytest.mark.parametrize("target", TARGETS, ids=lambda t: t.name)
@pytest.mark.parametrize("dtype", ["int8", "float32", "float64"])
def test_values_are_the_same_wherever_an_output_begins(dtype: str, target: cpu.Target) -> None:
    x = k.load(0, (ROW, COLUMN), dtype)
    heavy = x
    for _ in range(70):
        heavy = heavy * x
    turned = k.load(0, (COLUMN, ROW), dtype)
    size = np.dtype(dtype).itemsize
    for value, offset, n in itertools.product((x + x, heavy, turned), (0, size, 32, 56), (1, 16, 63, 64, 200)):
        kernel = by_rows(dtype, value)
        a, out = np.random.default_rng(n).integers(-1, 2, (5, n)).astype(dtype), place((5, n), dtype, offset)
        run_kernel(kernel, [a.reshape(n, 5) if value is turned else a, out], (5, n), target=target, splits=[2])
        want = a.reshape(n, 5).T if value is turned else a + a if value is not heavy else a**71
        np.testing.assert_array_equal(out, want)
        assert "nontemporal" in ir_text(kernel, target) and "sfence" in ir_text(kernel, target)


def test_an_output_that_lies_on_an_operand_is_stored_through_caches() -> None:
    text = ir_text(by_rows("float32", k.load(0, (ROW, COLUMN), "float32") + 1.0), TARGETS[-1])
    assert "icmp ne ptr" in text
    x = place((4, 1000), "float32", 0)
    x += np.arange(1000)
    want = x + 1
    run_kernel(by_rows("float32", k.load(0, (ROW, COLUMN), "float32") + 1.0), [x, x], (4, 1000))
    np.testing.assert_array_equal(x, want)


def test_rows_that_are_read_again_stay_in_caches() -> None:
    x = k.load(0, (ROW, COLUMN), "float32")
    e = k.op("exp", x - k.reduced(0, "float32"))
    reductions = (Reduction("max", x), Reduction("sum", e))
    store = Store(1, (ROW, COLUMN), e / k.reduced(1, "float32"), streams=True)
    operand = Operand(np.dtype("float32"), (None, 1))
    kernel = Kernel((PARALLEL, REDUCE), (operand,) * 2, reductions, (store,))
    assert "nontemporal" not in ir_text(kernel, TARGETS[-1])
    mean = Kernel((PARALLEL, REDUCE), (operand,) * 2, (Reduction("sum", x),), (
        Store(1, (ROW, COLUMN), x - k.reduced(0, "float32"), streams=True),))
    assert "nontemporal" in ir_text(mean, TARGETS[-1])
    a = np.random.default_rng(0).integers(-9, 9, (7, 100)).astype("float32")
    for offset in (0, 4):
        out = place(a.shape, "float32", offset)
        run_kernel(mean, [a, out], a.shape)
        np.testing.assert_array_equal(out, a - a.sum(1, keepdims=True))
