"""Every op on the simulated grid gives what its body gives, without races; every kernel of it becomes PTX."""

from __future__ import annotations

import warnings

import numpy as np
import pytest

from compiler.run_program import buffer
from dusk.compiler.assemble import build
from dusk.compiler.rules import computable
from dusk.graph import evaluate
from dusk.graph.graph import specialise
from dusk.kernel import native
from dusk.kernel.targets import nvptx, sim
from grid_machine import GridMachine
from op_samples import SAMPLES, SIZE, Sample

LOOSE = {2: 2e-2, 4: 1e-5, 8: 1e-11, 16: 1e-11}


@pytest.mark.skipif(not (native.available() and sim.available()), reason="the simulator cannot run here")
@pytest.mark.parametrize("sample", SAMPLES, ids=lambda s: s.name)
def test_every_op_gives_on_a_grid_what_its_body_gives(sample: Sample) -> None:
    graph = specialise(sample.graph(), {"n": SIZE})
    arrays = [np.array(a, order="C") for a in sample.draw()]
    machine = GridMachine()
    with np.errstate(all="ignore"), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        want = evaluate(graph, arrays)
        program = build(graph, machine)
        made = program.run([buffer(a) for a in arrays])
    assert machine.races == []
    for out, kind, expected in zip(made, program.output_types, want, strict=True):
        got, expected = out.array(kind.dtype, kind.shape), np.asarray(expected)
        if kind.dtype.kind in "biu":
            np.testing.assert_array_equal(got, expected)
        else:
            rtol = LOOSE[kind.dtype.itemsize]
            np.testing.assert_allclose(got, expected, rtol=rtol, atol=rtol * 0.1, equal_nan=True)
    kinds = {t.dtype for n in graph.nodes for t in n.types} | {v.dtype for v in graph.inputs}
    if sample.lowers and all(map(computable, kinds)):
        assert program.stats.host_steps == len(machine.refused)
    assert all("no C library" in reason for reason in machine.refused)
    if nvptx.available():
        for text, _, _ in machine.steps:
            assert ".local" not in nvptx.ptx(text)
