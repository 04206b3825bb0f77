"""Kernels on a simulated grid, for tests."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from dusk.kernel.build import Call
from dusk.kernel.grid_kernel import emit_grid
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
    text = edit(emit_grid(kernel, nvptx.SM90).text)
    arguments = (*call.pointers, 0, kernel.parallel_extent(extents))
    return call.status, sim.run(text, kernel.name, arguments, (blocks, 1), threads, order)


def backwards(n: int) -> Sequence[int]:
    """The last thread first."""
    return range(n - 1, -1, -1)


def launch_grid(
    kernel: Kernel, arrays: Sequence[np.ndarray[Any, Any]], extents: Sequence[int], processors: int
) -> tuple[list[tuple[int, int]], list[sim.Race]]:
    """Run a kernel as it is launched on so many processors; the blocks of each launch, and the races."""
    call, made = Call(kernel, arrays, extents, ()), emit_grid(kernel, nvptx.SM90)
    launches, races = made.launches(extents, processors), list[sim.Race]()
    rows, parts = launches[0].blocks if launches else (0, 0)
    scratch = np.full(max(1, made.values * rows * parts), np.nan)
    for launch in launches:
        more = (scratch.ctypes.data, parts) if len(launches) > 1 else ()
        arguments = (*call.pointers, 0, kernel.parallel_extent(extents), *more)
        races += sim.run(made.text, launch.name, arguments, launch.blocks, launch.threads)
    return [launch.blocks for launch in launches], races
