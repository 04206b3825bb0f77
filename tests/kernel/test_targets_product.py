"""Contractions on the simulated grid: the CPU's sums to the bit, whatever the layout, without races; and as PTX."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from contraction_run import INDEX, Run, plain
from dusk.kernel import expr as k
from dusk.kernel import native
from dusk.kernel.contraction import Contraction
from dusk.kernel.grid_product import THREADS, product_text
from dusk.kernel.loops import Operand, Store
from dusk.kernel.targets import cpu, nvptx, sim

pytestmark = pytest.mark.skipif(not (native.available() and sim.available()), reason="the simulator cannot run here")
F32 = np.dtype("float32")


def drawn(dtype: Any, *shape: int, turned: bool = False) -> np.ndarray:
    x = (10 * np.random.default_rng(sum(shape)).normal(size=shape)).astype(dtype)
    return np.ascontiguousarray(x.swapaxes(1, 2)).swapaxes(1, 2) if turned else x


def run(c: Contraction, *arrays: np.ndarray, blocks: int = 2, edit: Callable[[str], str] = str) -> list[sim.Race]:
    """Run a contraction of A and B on the grid, into the others."""
    a, b, *rest = arrays
    call = Run(c, a, b, rest)
    pointers = call.slots.ctypes.data, call.args.ctypes.data
    return sim.run(edit(product_text(c, nvptx.SM90)), c.name, (*pointers, 0, call.plan.extent), (blocks, 1), THREADS)


@pytest.mark.skipif(not native.available() or cpu.host().vector_bytes < 32, reason="this processor fuses nothing")
@pytest.mark.parametrize("turned", [False, True])
@pytest.mark.parametrize("dtype", ["float32", "float64", "int64", "int32"])
@pytest.mark.parametrize("shape", [(1, 3, 5, 7), (2, 70, 65, 33), (1, 64, 2, 0)])
def test_sums_are_the_cpus_to_the_bit(shape: tuple[int, int, int, int], dtype: str, turned: bool) -> None:
    batch, m, n, depth = shape
    a, b = drawn(dtype, batch, m, depth, turned=turned), drawn(dtype, batch, depth, n, turned=turned)
    c = plain(dtype, strides=(None, 1, None) if turned else (None, None, 1))
    got, want = drawn(dtype, batch, m, n, turned=turned), drawn(dtype, batch, m, n, turned=turned)
    assert run(c, a, b, got) == []
    Run(c, a, b, [want])()
    np.testing.assert_array_equal(got, want)


def activation() -> Contraction:
    """tanh of the product plus a bias of a column."""
    bias = k.load(1, (k.axis(2),), F32)
    value = k.op("tanh", k.reduced(0, F32) + bias)
    operands = (Operand(F32, (None, None, 1)), Operand(F32, (1,)))
    return Contraction(F32, F32, F32, operands, (Store(0, INDEX, value),))


def test_the_epilogue_is_done_on_the_sums() -> None:
    a, b, bias = drawn(F32, 1, 66, 20), drawn(F32, 1, 20, 10), drawn(F32, 10)
    out = np.zeros((1, 66, 10), F32)
    assert run(activation(), a, b, out, bias, blocks=1) == []
    np.testing.assert_allclose(out, np.tanh(a @ b + bias), rtol=1e-5, atol=1e-5)


@pytest.mark.parametrize("number", range(2))
def test_every_barrier_is_needed(number: int) -> None:
    def edit(text: str) -> str:
        line = next(line for line in text.splitlines() if "call void @llvm.nvvm.barrier" in line)
        parts = text.split(line)
        assert len(parts) == 3
        return parts[0] + (line if number else "") + parts[1] + ("" if number else line) + parts[2]

    a, b, out = drawn(F32, 1, 8, 40), drawn(F32, 1, 40, 8), np.zeros((1, 8, 8), F32)
    races = run(plain(F32), a, b, out, edit=edit)
    assert races
    assert races[0].shared


@pytest.mark.skipif(not nvptx.available(), reason="this LLVM makes no PTX")
def test_tiles_are_read_four_at_a_time() -> None:
    text = nvptx.ptx(product_text(activation(), nvptx.SM90))
    assert len(re.findall(r"ld\.shared\.v4", text)) == 32
    assert len(re.findall(r"fma\.rn\.f32", text)) >= 16 * 16
    assert ".local" not in text
