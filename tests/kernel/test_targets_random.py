"""Random kernels on the simulated grid: they equal the interpreter, and no two threads race."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from dusk.kernel import native
from dusk.kernel.interpret import interpret
from dusk.kernel.targets import sim
from grid_run import backwards, run_grid
from kernel.test_emit_random import copies, kernels, same

pytestmark = pytest.mark.skipif(not (native.available() and sim.available()), reason="the simulator cannot run here")


@settings(max_examples=40, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
@given(kernels(points=1000), st.sampled_from([32, 64, 128]), st.booleans())
def test_grids_equal_the_interpreter(case: Any, threads: int, back: bool) -> None:
    kernel, arrays, extents, params = case
    want, got = copies(arrays), copies(arrays)
    interpret(kernel, want, extents, params)
    order = backwards if back else range
    _, races = run_grid(kernel, got, extents, params, threads=threads, order=order)
    for n, (a, b) in enumerate(zip(got, want, strict=True)):
        assert same(a, b), f"operand {n}\n{kernel.text()}\n{extents} {params}\n{a}\n{b}"
    assert races == [], kernel.text()
