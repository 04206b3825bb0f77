"""Random graphs: a compiled program gives what the bodies give, whatever it may overwrite, on every machine."""

from typing import Any

import numpy as np
import pytest

from compiler.graph_maker import NATIVE, Maker, reference
from compiler.kernel_oracle import Oracle
from compiler.run_program import check
from dusk.backends.cpu import machine
from dusk.compiler.assemble import build
from dusk.graph import Graph, constant
from dusk.transform.autodiff import gradients
from dusk.transform.pipeline import optimise

LARGEST = 1e6  # beyond, errors of rounding grow past what is compared


def donations(maker: Maker, graph: Any, mode: int) -> tuple[list[int], dict[int, int]]:
    """Inputs that may be overwritten; in mode 2, outputs that are to be left in some."""
    kinds = [v.type for v in graph.inputs]
    if mode == 0:
        return [], {}
    donate = [i for i in range(len(kinds)) if maker.rng.random() < 0.6]
    into: dict[int, int] = {}
    for o, v in enumerate(graph.outputs if mode == 2 else ()):
        fitting = [j for j, kind in enumerate(kinds) if kind == v.type and j not in into.values()]
        if fitting and maker.rng.random() < 0.7:
            into[o] = maker.pick(fitting)
    return donate, into


def compared(seed: int, native: bool, dtype: str = "float64") -> Any:
    """One graph compiled and compared; None where its values are too large to compare."""
    maker = Maker(seed, dtype)
    graph = maker.graph(int(maker.rng.integers(3, 25)))
    arrays = maker.arrays()
    want = reference(graph, arrays)
    if any(not np.isfinite(w).all() or np.abs(w).max(initial=0) > LARGEST for w in want):
        return None
    donate, into = donations(maker, graph, seed % 3)
    program = build(graph, machine if native else Oracle(), donate, into)
    check(graph, arrays, want, donate, into, program, rtol=1e-9 if dtype == "float64" else 2e-3)
    report = program.report
    assert program.tables.arena == report.temporaries + report.padding
    assert report.padding <= 64 * (program.stats.native_steps + program.stats.host_steps) + report.temporaries // 2
    return program


@pytest.mark.skipif(not NATIVE, reason="needs native code")
@pytest.mark.parametrize("block", range(8))
def test_native_programs_give_what_bodies_give(block: int):
    programs = [compared(seed, native=True) for seed in range(25 * block, 25 * block + 25)]
    assert sum(p is not None for p in programs) > 10


@pytest.mark.skipif(not NATIVE, reason="needs native code")
def test_native_programs_in_single_precision():
    for seed in range(1000, 1030):
        compared(seed, native=True, dtype="float32")


@pytest.mark.skipif(not NATIVE, reason="needs native code")
@pytest.mark.parametrize("optimised", [False, True])
def test_native_gradients_give_what_bodies_give(optimised: bool):
    compared_any = 0
    for seed in range(3000, 3025):
        maker = Maker(seed)
        graph = maker.graph(int(maker.rng.integers(3, 12)))
        floats = [v for v in dict.fromkeys(graph.outputs) if v.dtype.kind == "f"]
        ones = [constant(np.ones(v.shape)) for v in floats]
        both = Graph(graph.inputs, [*floats, *gradients(floats, ones, graph.inputs[:-1])])
        if optimised:
            both = optimise(both)
        arrays = maker.arrays()
        want = reference(both, arrays)
        if all(np.isfinite(w).all() and np.abs(w).max(initial=0) < LARGEST for w in want):
            compared_any += 1
            check(both, arrays, want, rtol=1e-8)
    assert compared_any > 10


@pytest.mark.parametrize("block", range(3))
def test_kernels_by_their_meaning_give_what_bodies_give(block: int):
    for seed in range(2000 + 10 * block, 2010 + 10 * block):
        compared(seed, native=False)


def test_only_ops_without_a_lowering_run_their_bodies():
    for seed in range(40):
        program = compared(seed, native=False)
        if program is not None:
            called = [line for line in str(program).splitlines() if ": host" in line]
            assert all("{test_called}" in line for line in called)
