"""Products of bfloat16: by widening, in pairs and in matrix registers, each checked against float64."""

from __future__ import annotations

import platform
import re
from dataclasses import replace
from typing import Any

import ml_dtypes
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from contraction_run import Run, expected, guarded, intact, plain
from dusk.kernel import native
from dusk.kernel.contraction_driver import Word, core
from dusk.kernel.contraction_tile import tile_for
from dusk.kernel.targets import Target, cpu

pytestmark = pytest.mark.skipif(not native.available(), reason="no native code here")
BFLOAT16, FLOAT32 = np.dtype(ml_dtypes.bfloat16), np.dtype(np.float32)
LAYOUTS = [(0, 1, 2), (0, 2, 1), (1, 0, 2), (2, 0, 1)]
WAYS = ["", "pairs", "tiles"]


def target(way: str) -> Target:
    """This machine, multiplying bfloat16 in a way."""
    here = cpu.host()
    if WAYS.index(way) > WAYS.index(here.bfloat16):
        pytest.skip(f"this machine has no instruction for bfloat16 in {way}")
    return replace(here, bfloat16=way)


def check(a: Any, b: Any, c: Any, run: Run) -> None:
    exact, bound = expected(a, b)
    c[...] = np.nan
    run.split()
    assert np.all(np.abs(c - exact) <= bound * np.finfo(np.float32).eps)
    assert intact(c)


@pytest.mark.parametrize("way", WAYS)
@given(
    extents=st.tuples(*[st.integers(1, n) for n in (3, 70, 70)], st.integers(0, 150)),
    layouts=st.tuples(*[st.sampled_from(LAYOUTS)] * 3),
    gaps=st.tuples(*[st.integers(0, 5)] * 3),
    threads=st.integers(1, 5),
)
def test_random_layouts_are_right(way: str, extents: Any, layouts: Any, gaps: Any, threads: int) -> None:
    batch, m, n, k = extents
    rng = np.random.default_rng(batch + 3 * m + 5 * n + 7 * k)
    a, b = (
        guarded(rng.standard_normal(s).astype(BFLOAT16), order, gap)
        for s, order, gap in zip(((batch, m, k), (batch, k, n)), layouts[:2], gaps[:2])
    )
    c = guarded(np.zeros((batch, m, n), FLOAT32), layouts[2], gaps[2])
    strides = [1 if s == c.itemsize and d > 0 else None for d, s in enumerate(c.strides)]
    strides = [s if strides.count(1) < 2 or d == 2 else None for d, s in enumerate(strides)]
    kernel = plain(FLOAT32, BFLOAT16, BFLOAT16, strides=strides)
    check(a, b, c, Run(kernel, a, b, [c], threads, target=target(way)))


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("extents", [(1, 70, 90, 7001), (1, 300, 1100, 64), (9, 33, 40, 32)], ids=str)
def test_blocks_and_shares_are_right_and_do_not_show_in_the_bits(way: str, extents: Any) -> None:
    batch, m, n, k = extents
    rng = np.random.default_rng(1)
    a, b = (rng.standard_normal(s).astype(BFLOAT16) for s in ((batch, m, k), (batch, k, n)))
    c, again = (guarded(np.zeros((batch, m, n), FLOAT32)) for _ in range(2))
    kernel = plain(FLOAT32, BFLOAT16, BFLOAT16)
    run = Run(kernel, a, b, [c], 1, target=target(way))
    assert (run.plan.words[Word.KC] < k) == (k == 7001)
    check(a, b, c, run)
    turned = np.ascontiguousarray(a.swapaxes(1, 2)).swapaxes(1, 2)  # packed, where `a` itself may be read in place
    check(turned, b, again, Run(kernel, turned, b, [again], 7, target=target(way)))
    assert np.array_equal(c, again)


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("k", [33, 64])
def test_nan_and_infinity_reach_only_their_row_and_column(way: str, k: int) -> None:
    a, b = np.ones((1, 20, k), BFLOAT16), np.ones((1, k, 50), BFLOAT16)
    c = np.zeros((1, 20, 50), FLOAT32)
    a[0, 3, 4], b[0, k - 1, 17] = np.nan, np.inf
    Run(plain(FLOAT32, BFLOAT16, BFLOAT16), a, b, [c], target=target(way))()
    assert np.isnan(c[0, 3]).all()
    assert np.isinf(c[0, [0, 19], 17]).all()
    c[0, 3], c[0, :, 17] = k, k
    assert np.all(c == k)


@pytest.mark.skipif(platform.machine() != "x86_64", reason="LLVM has only this machine's instructions")
@pytest.mark.parametrize(("name", "instruction"), [("cooperlake", "vdpbf16ps"), ("sapphirerapids", "tdpbf16ps")])
def test_processors_by_name_get_their_instruction(name: str, instruction: str) -> None:
    import llvmlite.binding as llvm

    _, text = core(cpu.named(name), FLOAT32, BFLOAT16, BFLOAT16)
    machine = llvm.Target.from_triple(llvm.get_process_triple()).create_target_machine(cpu=name, opt=2, reloc="pic")
    assembly = machine.emit_assembly(llvm.parse_assembly(text))
    blocks = [b.split("\tj", 1)[0] for b in re.split(r"^[.\w]+:.*$", assembly, flags=re.MULTILINE)]
    sweeps = [b for b in blocks if instruction in b]
    tile = tile_for(FLOAT32, cpu.named(name), BFLOAT16, BFLOAT16)
    assert len(sweeps) == (4 if tile.matrix else sum(len(tile.heights(v)) for v in (1, 2, 3)))
    assert not any(re.search(r"mm\d+.*\(%rsp|\(%rsp.*mm\d+", b) for b in sweeps)


def test_where_the_system_refuses_matrix_registers_products_are_of_pairs(monkeypatch: pytest.MonkeyPatch) -> None:
    features = frozenset({*cpu.AVX512, *cpu.AMX, "+avx512bf16"})
    monkeypatch.setattr(native, "host", lambda: ("some", ",".join(features)))
    for permitted, way in ((True, "tiles"), (False, "pairs")):
        monkeypatch.setattr(cpu, "_tiles_permitted", lambda permitted=permitted: permitted)
        assert cpu.host.__wrapped__().bfloat16 == way
    assert cpu.of_features("some", cpu.AVX512).bfloat16 == ""
    assert tile_for(FLOAT32, cpu.named("haswell"), BFLOAT16, BFLOAT16).operand == FLOAT32
