"""Operands that run across the lanes, turned tile by tile: the same elements as NumPy's, whatever types and places."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dusk.kernel import expr as k
from dusk.kernel import native
from dusk.kernel.build import ir_text, run_kernel
from dusk.kernel.emit_plan import make_plan
from dusk.kernel.loops import Axis, Kernel, Operand, Store
from dusk.kernel.targets import cpu

pytestmark = pytest.mark.skipif(not native.available(), reason="native code cannot be built here")
PARALLEL = Axis("parallel")
DTYPES = ("bool", "int8", "uint16", "float16", "int32", "float32", "float64", "int64")
EXTENTS = st.sampled_from([0, 1, 2, 3, 7, 8, 15, 16, 17, 31, 33, 64, 65, 70, 130])


def turning(dtype: str, into: str, read: tuple[int, ...], unit: int) -> Kernel:
    """`out[i] = into(a[i in the order read] + b[i])`; dimension `unit` of `a` has stride 1."""
    axes = [k.axis(n) for n in range(len(read))]
    here = Operand(np.dtype(into), (*(None for _ in read[1:]), 1))
    a = Operand(np.dtype(dtype), tuple(1 if d == unit else None for d in range(len(read))))
    x, y = k.load(0, [axes[d] for d in read], dtype), k.load(1, axes, into)
    value = k.cast(x, into)
    value = value | y if into == "bool" else value + y
    return Kernel((PARALLEL,) * len(read), (a, here, here), (), (Store(2, tuple(axes), value),))


@settings(max_examples=60)
@given(st.data())
def test_turned_operands_are_numpys(data: st.DataObject) -> None:
    dtype, into = data.draw(st.sampled_from(DTYPES)), data.draw(st.sampled_from(DTYPES))
    rank = data.draw(st.sampled_from([2, 2, 3]))
    read = tuple(data.draw(st.permutations(range(rank)).filter(lambda p: p[-1] != rank - 1)))
    kernel = turning(dtype, into, read, rank - 1)
    shape = [data.draw(EXTENTS) for _ in read]
    shape[0] = min(shape[0], 33) if rank == 3 else shape[0]
    rng = np.random.default_rng(data.draw(st.integers(0, 99)))
    order = [shape[d] for d in read]
    wide = [*order[:-1], order[-1] + data.draw(st.integers(0, 3))]
    wide[0] *= 2
    a = (rng.integers(0, 9, wide)).astype(dtype)[:: data.draw(st.sampled_from([2, -2])), ..., : order[-1]]
    b, out = rng.integers(0, 9, shape).astype(into), np.zeros(shape, into)
    target = data.draw(st.sampled_from([None, "haswell", "skylake-avx512"]))
    if target is not None and (cpu.named(target).vector_bytes > cpu.host().vector_bytes or not cpu.host().half):
        target = None
    if out.size:
        assert make_plan(kernel, cpu.host()).tiled
        split = data.draw(st.integers(0, shape[0]))
        run_kernel(kernel, [a, b, out], shape, target=target and cpu.named(target), splits=[split])
    turned = a.transpose(np.argsort(read)).astype(into)
    np.testing.assert_array_equal(out, turned | b if into == "bool" else turned + b)


@pytest.mark.parametrize("dtype", ["int8", "int16", "float32", "float64"])
def test_nothing_is_gathered_and_squares_are_turned_in_registers(dtype: str) -> None:
    operand = Operand(np.dtype(dtype), (None, 1))
    value = k.load(0, (k.axis(1), k.axis(0)), dtype)
    kernel = Kernel((PARALLEL,) * 2, (operand,) * 2, (), (Store(1, (k.axis(0), k.axis(1)), value),))
    text = ir_text(kernel, cpu.named("skylake-avx512"))
    assert "masked.gather" not in text and "shufflevector" in text


def test_several_turned_operands_share_the_loops() -> None:
    i, j = k.axis(0), k.axis(1)
    operand = Operand(np.dtype("float32"), (None, 1))
    value = k.load(0, (j, i), "float32") * k.load(1, (j, i), "float32") + k.load(2, (i, j), "float32")
    kernel = Kernel((PARALLEL,) * 2, (operand,) * 4, (), (Store(3, (i, j), value),))
    rng = np.random.default_rng(1)
    for rows, columns in itertools.product((1, 20, 100), repeat=2):
        a, b = rng.integers(-9, 9, (2, columns, rows)).astype("float32")
        c, out = rng.integers(-9, 9, (rows, columns)).astype("float32"), np.zeros((rows, columns), "float32")
        run_kernel(kernel, [a, b, c, out], (rows, columns))
        np.testing.assert_array_equal(out, (a * b).T + c)
