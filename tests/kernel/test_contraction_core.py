"""The machine code and the plans of contractions: registers, shares, scratch, threads."""

from __future__ import annotations

import itertools
import re
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from contraction_run import INDEX, Run, expected, guarded, intact, plain, targets
from dusk.kernel import contraction_plan, expr, native
from dusk.kernel.contraction import Contraction
from dusk.kernel.contraction_driver import Word, core
from dusk.kernel.contraction_plan import Plan, Side, make_plan
from dusk.kernel.contraction_tile import Tile, tile_for
from dusk.kernel.loops import Operand, Store
from dusk.kernel.targets import Target, cpu

pytestmark = pytest.mark.skipif(not native.available(), reason="no native code here")
SIDES = st.builds(Side, st.sampled_from(["lanes", "depth", "neither"]), st.sampled_from([4, 400, 4096]), st.booleans())


def assembly(text: str) -> str:
    import llvmlite.binding as llvm

    cpu_name, features = native.host()
    target = llvm.Target.from_triple(llvm.get_process_triple())
    machine = target.create_target_machine(cpu=cpu_name, features=features, opt=2, reloc="pic", codemodel="small")
    return machine.emit_assembly(llvm.parse_assembly(text))


@pytest.mark.skipif(cpu.host().vector_bytes < 32 if native.available() else True, reason="looks for x86's registers")
@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("target", targets(), ids=lambda t: t.name)
def test_sums_stay_in_registers(target: Target, dtype: Any) -> None:
    tile = tile_for(np.dtype(dtype), target)
    _, text = core(target, *[np.dtype(dtype)] * 3)
    blocks = re.split(r"^[.\w]+:.*$", assembly(text), flags=re.MULTILINE)
    loops = [block.split("\tj", 1)[0] for block in blocks]
    sweeps = [loop for loop in loops if re.search(r"(madd\d+|mul)p[sd]\s", loop)]
    # one loop for each width of each height, and nothing of it on the stack
    assert len(sweeps) == sum(len(tile.heights(v)) for v in range(1, tile.vectors + 1))
    assert not any("(%rsp" in loop for loop in sweeps)
    # a masked load takes time of the additions: only what is one vector wide has one
    masked = [loop for loop in sweeps if "{%k" in loop or "maskmov" in loop]
    assert len(masked) == (len(tile.heights(1)) if target.vector_bytes > 16 else len(masked))


@pytest.mark.parametrize(
    ("name", "dtype", "rows"),
    [
        ("skylake-avx512", np.float32, (16, 12, 8)),
        ("skylake-avx512", np.float64, (16, 12, 8)),
        ("haswell", np.float32, (12, 4, 4)),
        ("x86-64-v2", np.float32, (12, 4)),
    ],
)
def test_tiles_fill_the_registers(name: str, dtype: Any, rows: Any) -> None:
    target = cpu.named(name)
    tile = tile_for(np.dtype(dtype), target)
    assert tile.rows == rows
    assert tile.lanes * np.dtype(dtype).itemsize == target.vector_bytes


@pytest.mark.skipif(cpu.host().vector_bytes < 64 if native.available() else True, reason="needs masks for the tail")
@pytest.mark.parametrize(("n", "depth"), [(48, 64), (50, 64), (50, 5000)])
@pytest.mark.parametrize("columns_first", [False, True])
def test_sums_that_are_only_stored_are_made_where_they_lie(n: int, depth: int, columns_first: bool) -> None:
    rng = np.random.default_rng(0)
    a, b = (rng.standard_normal(shape, dtype=np.float32) for shape in ((2, 50, depth), (2, depth, n)))
    kernel = plain(np.float32, strides=(None, 1, None) if columns_first else (None, None, 1))
    c = guarded(np.zeros((2, 50, n), np.float32), (0, 2, 1) if columns_first else None, gap=3)
    run = Run(kernel, a, b, [c])
    assert run.plan.words[Word.DIRECT] and run.plan.words[Word.PACKED_A] == 0  # no scratch for sums
    run.split()
    exact, bound = expected(a, b)
    assert np.all(np.abs(c - exact) <= bound * np.finfo(np.float32).eps) and intact(c)


def test_sums_with_more_to_do_are_not() -> None:
    f32, f64 = np.dtype(np.float32), np.dtype(np.float64)
    total = expr.reduced(0, f32)
    twice, wider = (
        Contraction(f32, f32, f32, (Operand(value.dtype, (None, None, 1)),), (Store(0, INDEX, value),))
        for value in (total + total, expr.cast(total, f64))
    )
    assert plain(f32).plain and not twice.plain and not wider.plain


def check_plan(tile: Tile, plan: Plan, batch: int, rows: int, columns: int, depth: int, threads: int) -> None:
    words = plan.words
    whole = columns if not words[Word.BY_ROWS] else rows
    assert plan.extent == (batch * words[Word.UNITS] if rows and columns else 0)
    assert (words[Word.UNITS] - 1) * words[Word.UNIT] < max(1, whole) <= words[Word.UNITS] * words[Word.UNIT]
    chunks = -(-plan.extent // plan.chunk)
    assert chunks <= max(1, 2 * threads)
    assert plan.workspace == chunks * words[Word.SCRATCH_SIZE]
    assert words[Word.PACKED_A] <= words[Word.PACKED_B] <= words[Word.SCRATCH_SIZE]
    assert all(words[w] % 64 == 0 for w in (Word.PACKED_A, Word.PACKED_B, Word.SCRATCH_SIZE))
    assert all(words[w] > 0 for w in (Word.KC, Word.MC, Word.NC, Word.MS, Word.UNIT, Word.UNITS, Word.CHUNK))
    assert words[Word.MS] % words[Word.MC] == 0
    if words[Word.PACK_A]:
        panels = words[Word.MC] // tile.panel * words[Word.PANEL_A]
        assert words[Word.PACKED_A] + panels <= words[Word.PACKED_B]
    if words[Word.PACK_B]:
        assert words[Word.PACKED_B] + words[Word.NC] // tile.lanes * words[Word.PANEL_B] <= words[Word.SCRATCH_SIZE]
    if words[Word.KC] < depth:
        assert words[Word.MS] * words[Word.SUM_PITCH] <= words[Word.PACKED_A]


@given(
    st.tuples(st.integers(0, 40), st.integers(0, 5000), st.integers(0, 5000), st.integers(0, 9000)),
    st.sampled_from([1, 2, 3, 16]),
    SIDES,
    SIDES,
    st.sampled_from(["skylake-avx512", "haswell", "x86-64-v2"]),
)
def test_plans_hold_together(extents: Any, threads: int, a: Side, b: Side, name: str) -> None:
    tile = tile_for(np.dtype(np.float32), cpu.named(name))
    check_plan(tile, make_plan(tile, *extents, threads, a, b), *extents, threads)


def test_what_is_read_often_is_packed_where_a_step_is_too_short_to_wait_for_memory() -> None:
    b = Side("lanes", 1024, False)
    for name, packed in (("skylake-avx512", 0), ("haswell", 1), ("x86-64-v2", 1)):
        tile = tile_for(np.dtype(np.float32), cpu.named(name))
        plans = [make_plan(tile, 1, rows, 256, 256, 1, Side("depth", 4, False), b) for rows in (tile.rows[-1], 256)]
        assert [p.words[Word.PACK_B] for p in plans] == [0, packed]


@pytest.mark.parametrize("extents", [(1, 16, 16, 16), (1, 64, 16, 16), (1, 64, 64, 64), (64, 32, 32, 32)])
def test_small_products_read_in_place_and_need_no_scratch(extents: Any) -> None:
    _, m, n, k = extents
    plan = plain(np.float32).plan(extents, (m * k, k, 1), (k * n, n, 1), 2)
    assert plan.workspace == 0
    assert plan.words[Word.PACK_A] == plan.words[Word.PACK_B] == 0


def test_chunks_on_many_threads_do_not_disturb_each_other() -> None:
    rng = np.random.default_rng(0)
    for flip in (False, True):
        a, b = (rng.standard_normal(s).astype(np.float32) for s in ((1, 150, 2600), (1, 2600, 400)))
        if flip:
            b = np.ascontiguousarray(b.swapaxes(1, 2)).swapaxes(1, 2)
        once, c = (np.zeros((1, 150, 400), np.float32) for _ in range(2))
        Run(plain(np.float32), a, b, [once])()
        run = Run(plain(np.float32), a, b, [c], 8)
        spans = list(itertools.pairwise([*range(0, run.plan.extent, run.plan.chunk), run.plan.extent]))
        assert len(spans) >= 7
        assert run.plan.words[Word.KC] < 2600
        with ThreadPoolExecutor(len(spans)) as pool:
            for _ in range(10):
                c[...] = np.nan
                list(pool.map(lambda span, run=run: run(*span), spans))
                assert np.array_equal(c, once)


def test_what_a_cache_cannot_hold_is_packed_or_gone_through_in_short_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(contraction_plan, "L2", 2 << 20)
    tile = tile_for(np.dtype(np.float32), cpu.named("skylake-avx512"))

    def plan(rows: int, width: int) -> tuple[bool, int]:
        sides = Side("depth", 4, False), Side("lanes", 4 * width, False)
        words = make_plan.__wrapped__(tile, 1, rows, width, 1024, 1, *sides).words
        return words[Word.PACK_B] > 0, words[Word.KC]

    assert [plan(rows, 1024) for rows in (16, 64, 256)] == [(False, 1024), (True, 128), (True, 1024)]
    assert [plan(rows, 256) for rows in (32, 256, 512)] == [(False, 1024), (False, 1024), (True, 1024)]
    assert plan(2048, 48) == (False, 1024)  # whose steps follow each other


@pytest.mark.parametrize(
    ("rows", "depth", "packed"),
    [(256, 960, (True, 120)), (64, 4032, (True, 126)), (512, 960, (True, 120)), (1040, 960, (True, 960))],
)
def test_long_sums_over_turned_rows_are_packed_in_short_blocks(
    monkeypatch: pytest.MonkeyPatch, rows: int, depth: int, packed: Any
) -> None:
    monkeypatch.setattr(contraction_plan, "L2", 2 << 20)
    tile = tile_for(np.dtype(np.float32), cpu.named("skylake-avx512"))
    sides = Side("lanes", 4 * rows, False), Side("lanes", 4096, False)
    words = make_plan.__wrapped__(tile, 1, rows, 1024, depth, 2, *sides).words
    assert (words[Word.PACK_A] > 0, words[Word.KC]) == packed


@pytest.mark.parametrize("extents", [(1, 256, 512, 1024), (1, 64, 1024, 2048)])
def test_packed_panels_do_not_lie_whole_pages_apart(extents: Any) -> None:
    _, m, n, k = extents
    plan = plain(np.float32).plan(extents, (m * k, 1, m), (n * k, 1, k), 1)
    assert plan.words[Word.PACK_B] > 0
    assert plan.words[Word.PANEL_B] % 4096 != 0
    assert plan.words[Word.PANEL_B] % 64 == 0


def test_long_sums_over_runs_of_rows_side_by_side_are_done_in_blocks_that_stay_near(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Gradients by weights: rows are channels, k runs over pixels."""
    monkeypatch.setattr(contraction_plan, "L1", 48 << 10)
    tile = tile_for(np.dtype(np.float32), cpu.named("skylake-avx512"))

    def depth(channels: int, columns: int, run: int) -> tuple[int, bool]:
        sides = Side("lanes", 4 * channels, False, run), Side("lanes", 4 * columns, False)
        plan = make_plan.__wrapped__(tile, 3, 3 * channels, columns, 64 * run * run, 1, *sides, plain=True, shared=True)
        assert plan.words[Word.LINE_GROUPS] == -(-3 * channels // 4) and not plan.words[Word.PACK_B]
        return plan.words[Word.KC], plan.words[Word.AHEAD] > 0  # fetched ahead where there are tiles enough

    cases = (8, 16, 32), (16, 16, 32), (32, 32, 16), (64, 64, 56)
    assert [depth(*case) for case in cases] == [(384, False), (288, True), (144, True), (112, True)]
