"""Kernels on a simulated grid, for tests."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from dusk.kernel.build import Call
from dusk.kernel.grid import emit_grid
from dusk.kernel.loops import Kernel
from dusk.kernel.targets import nvptx, sim


def run_grid(
    kernel: Kernel,
    arrays: Sequence[np.ndarray[Any, Any]],
    extents: Sequence[int],
    params: Sequence[int] = (),
    *,
    blocks: int = 2,
    threads: int = 64,
    order: sim.Order = range,
    edit: Callable[[str], str] = str,
) -> tuple[np.ndarray[Any, Any], list[sim.Race]]:
    """Run a kernel on one array an operand; the status cell and the races. `edit` plants faults in the text."""
    call = Call(kernel, arrays, extents, params)
    text = edit(emit_grid(kernel, nvptx.SM90))
    arguments = (*call.pointers, 0, kernel.parallel_extent(extents))
    return call.status, sim.run(text, kernel.name, arguments, (blocks, 1), threads, order)


def backwards(n: int) -> Sequence[int]:
    """The last thread first."""
    return range(n - 1, -1, -1)
