"""GPU kernels on the simulated grid: what the CPU's kernels give, without races, and that planted faults are found."""

from __future__ import annotations

import re

import numpy as np
import pytest

from dusk.errors import SimulationError
from dusk.kernel import expr as k
from dusk.kernel import grid_kernel, native
from dusk.kernel.build import run_kernel
from dusk.kernel.expr import Expr
from dusk.kernel.grid_kernel import Launch, emit_grid
from dusk.kernel.loops import Axis, Kernel, Operand, Reduction, Store
from dusk.kernel.targets import nvptx, sim
from grid_run import backwards, launch_grid, run_grid

pytestmark = pytest.mark.skipif(not (native.available() and sim.available()), reason="the simulator cannot run here")
PARALLEL, REDUCE = Axis("parallel"), Axis("reduce")
F32, F64, I64 = np.dtype("float32"), np.dtype("float64"), np.dtype("int64")
ROW, COLUMN = k.axis(0), k.axis(1)


def each(value: Expr, dtype: np.dtype = F32) -> Kernel:
    """`value` of operand 0, element by element."""
    return Kernel((PARALLEL,), (Operand(value.dtype, (1,)), Operand(dtype, (1,))), (), (Store(1, (ROW,), value),))


def softmax() -> Kernel:
    x = k.load(0, (ROW, COLUMN), F32)
    e = k.op("exp", x - k.reduced(0, F32))
    operands = (Operand(F32, (None, 1)), Operand(F32, (None, 1)))
    reductions = (Reduction("max", x), Reduction("sum", e))
    return Kernel((PARALLEL, REDUCE), operands, reductions, (Store(1, (ROW, COLUMN), e / k.reduced(1, F32)),))


def drawn(*shape: int, dtype: np.dtype = F32) -> np.ndarray:
    return np.random.default_rng(sum(shape)).normal(size=shape).astype(dtype)


@pytest.mark.parametrize("n", [0, 1, 3, 4, 129, 1000])
@pytest.mark.parametrize("aligned", [True, False])
def test_elements_are_the_cpus_to_the_bit(n: int, aligned: bool) -> None:
    kernel = each(k.op("exp", k.load(0, (ROW,), F32)))
    x = drawn(n + 1)[0 if aligned else 1 :][:n]
    got, want = np.zeros(n, F32), np.zeros(n, F32)
    _, races = run_grid(kernel, [x, got], [n])
    run_kernel(kernel, [x, want], [n])
    assert got.tobytes() == want.tobytes()
    assert races == []


@pytest.mark.parametrize("threads", [32, 128])
@pytest.mark.parametrize("shape", [(3, 5), (2, 130), (5, 1001), (3, 0), (0, 3)])
def test_a_block_reduces_a_row(shape: tuple[int, int], threads: int) -> None:
    x, got, want = drawn(*shape), np.zeros(shape, F32), np.zeros(shape, F32)
    for order in (range, backwards):
        _, races = run_grid(softmax(), [x, got], shape, threads=threads, order=order)
        run_kernel(softmax(), [x, want], shape)
        np.testing.assert_allclose(got, want, rtol=1e-6)
        assert races == []


def without(pattern: str) -> sim.Edit:
    """The text without the lines in which a pattern is found."""

    def edit(text: str) -> str:
        lines = text.splitlines()
        kept = [line for line in lines if not re.search(pattern, line)]
        assert len(kept) < len(lines)
        return "\n".join(kept)

    return edit


@pytest.mark.parametrize("number", range(4))
def test_every_barrier_is_needed(number: int) -> None:
    def edit(text: str) -> str:
        parts = re.split(r"(?m)^ call void @llvm\.nvvm\.barrier.*$", text)
        assert len(parts) == 5
        barrier = " call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)"
        return "".join(p + (barrier if n not in (number, 4) else "") for n, p in enumerate(parts))

    x, out = drawn(4, 300), np.zeros((4, 300), F32)
    _, races = run_grid(softmax(), [x, out], x.shape, blocks=1, threads=128, edit=edit)
    assert races
    assert all(race.shared for race in races)


def test_what_races_for_shared_memory_shows_as_nan() -> None:
    x, out = drawn(4, 300), np.zeros((4, 300), F32)
    run_grid(softmax(), [x, out], x.shape, threads=128, edit=without("call void .*barrier"))
    assert np.isnan(out).any()


def test_shared_memory_that_nobody_wrote_is_nan() -> None:
    x, out = drawn(4, 300), np.zeros((4, 300), F32)

    def edit(text: str) -> str:
        cells = "|".join(re.findall(r"(%v\d+) = getelementptr i64, ptr addrspacecast", text))
        return without(rf"store float .*ptr ({cells})$")(text)

    _, races = run_grid(softmax(), [x, out], x.shape, threads=128, edit=edit)
    assert np.isnan(out).all()
    assert races == []


def test_blocks_that_write_one_element_are_a_race() -> None:
    kernel = each(k.load(0, (ROW,), F32))
    x, out = drawn(64), np.zeros(64, F32)

    def edit(text: str) -> str:
        return text.replace("llvm.nvvm.read.ptx.sreg.ctaid.x", "llvm.nvvm.read.ptx.sreg.ctaid.y")

    _, races = run_grid(kernel, [x, out], [64], blocks=2, threads=32, edit=edit)
    assert races and not races[0].shared


def test_threads_that_part_at_a_barrier_are_told() -> None:
    def edit(text: str) -> str:
        return text.replace("entry:\n", "entry:\n br i1 %early, label %leave, label %on\nleave:\n ret void\non:\n", 1)

    def early(text: str) -> str:
        head = " %number = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()\n %early = icmp eq i32 %number, 40\n"
        return edit(text).replace("entry:\n", "entry:\n" + head, 1).replace("%entry ]", "%on ]")

    x, out = drawn(2, 300), np.zeros((2, 300), F32)
    with pytest.raises(SimulationError, match="shuffle"):
        run_grid(softmax(), [x, out], x.shape, threads=64, edit=early)


def reductions(*ops: str, dtype: np.dtype = F32) -> Kernel:
    """Reductions over the rows of a matrix."""
    x = k.load(0, (ROW, COLUMN), dtype)
    made = tuple(Reduction(op, x) for op in ops)
    operands = (Operand(dtype, (None, 1)), *(Operand(r.dtype, (1,)) for r in made))
    stores = tuple(Store(n + 1, (ROW,), k.reduced(n, r.dtype)) for n, r in enumerate(made))
    return Kernel((PARALLEL, REDUCE), operands, made, stores)


@pytest.mark.parametrize(("rows", "n", "blocks"), [(1, 1203, [(1, 2), (1, 1)]), (3, 2500, [(3, 4), (3, 1)])])
def test_several_blocks_reduce_a_long_row_in_two_stages(
    rows: int, n: int, blocks: list[tuple[int, int]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(grid_kernel, "LONG", 512)
    x = drawn(rows, n)
    x[0, 600] = x[0, 900] = 9
    total, most, where = np.zeros(rows, F32), np.zeros(rows, F32), np.zeros(rows, I64)
    shapes, races = launch_grid(reductions("sum", "max", "argmax"), [x, total, most, where], [rows, n], 4)
    assert shapes == blocks
    assert races == []
    np.testing.assert_allclose(total, x.sum(1), rtol=1e-4)
    np.testing.assert_array_equal(most, x.max(1))
    np.testing.assert_array_equal(where, x.argmax(1))


def test_short_rows_are_a_warps() -> None:
    made = emit_grid(reductions("sum"), nvptx.SM90)
    assert made.launches([1000, 60], 4) == (Launch(made.kernel.name, (32, 1), 32),)
    assert made.launches([1000, 6000], 4) == (Launch(made.kernel.name, (32, 1), 256),)
    assert made.launches([0, 60], 4) == ()


def histogram(dtype: np.dtype) -> Kernel:
    """How much of each kind there is: kinds are operand 0, amounts operand 1."""
    kind, amount = k.load(0, (ROW,), I64), k.load(1, (ROW,), dtype)
    operands = (Operand(I64, (1,)), Operand(dtype, (1,)), Operand(dtype, (1,)))
    return Kernel((PARALLEL,), operands, (), (Store(2, (kind,), amount, "add"),))


@pytest.mark.parametrize("dtype", ["float32", "float64", "int32", "int64", "int16"])
def test_adding_to_one_element_is_atomic_or_one_threads(dtype: str) -> None:
    kinds = np.random.default_rng(0).integers(0, 3, 500)
    amounts, out = np.arange(500).astype(dtype), np.ones(3, dtype)
    kernel = histogram(np.dtype(dtype))
    _, races = run_grid(kernel, [kinds, amounts, out], [500])
    assert races == []
    want = np.ones(3, dtype)
    np.add.at(want, kinds, amounts)
    np.testing.assert_array_equal(out, want)
    assert ("atomicrmw" in emit_grid(kernel, nvptx.SM90).text) == (dtype != "int16")


def test_adding_that_is_not_atomic_is_a_race() -> None:
    def edit(text: str) -> str:
        return re.sub(r"%(\w+) = atomicrmw add ptr (%\w+), i64 (%\w+) .*", r"store i64 \3, ptr \2", text)

    kinds, amounts, out = np.zeros(64, I64), np.ones(64, I64), np.zeros(1, I64)
    _, races = run_grid(histogram(I64), [kinds, amounts, out], [64], edit=edit)
    assert races


def test_of_many_failed_checks_one_is_told() -> None:
    at = k.load(0, (ROW,), I64)
    failed = k.op("logical_or", at < 0, at >= k.param(0))
    operands = (Operand(I64, (1,)), Operand(I64, (1,)))
    stores = (Store(1, (k.const(0),), k.param(1), "check", failed), Store(1, (k.const(1),), at, "check", failed))
    kernel = Kernel((PARALLEL,), operands, (), stores, 2)
    index, status = np.arange(100), np.zeros(8, I64)
    _, races = run_grid(kernel, [index, status], [100], [90, 5])
    assert races == []
    assert status[0] == 5
    assert 90 <= status[1] < 100
    _, races = run_grid(kernel, [index[:80], again := np.zeros(8, I64)], [80], [90, 5])
    assert not again.any()
