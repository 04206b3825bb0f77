"""`emit_grid(kernel, target)`: the text of a kernel for grids, and the launches that run it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from dusk.kernel.emit import check_dtypes, preamble
from dusk.kernel.grid import PARAMETERS, GridWriter
from dusk.kernel.grid_parts import JoinWriter, PartsWriter
from dusk.kernel.grid_threads import THREADS, WARP, shared
from dusk.kernel.loops import Kernel
from dusk.kernel.targets import Target

PROCESSORS = 132  # of an H100; more blocks than they hold at once wait for each other
BLOCKS = 8  # a processor
LONG = 1 << 14  # points that a block reduces before another one is worth its launch


@dataclass(frozen=True, slots=True)
class Launch:
    """One launch of a function: a grid of `blocks` (x, y) of `threads`."""

    name: str
    blocks: tuple[int, int]
    threads: int


@dataclass(frozen=True, slots=True)
class GridKernel:
    """A kernel for grids, and what must be known to launch it.

    The text defines `void <name>(ptr slots, ptr args, i64 lo, i64 hi)`. Where `values` is not 0, a row may also be
    reduced by several blocks: `<name>_parts`, whose blocks (x, y) are rows and parts of them, leaves `values` 64-bit
    words a block in `scratch`; `<name>_join` brings them together, in an order that depends on the launch alone. Both
    take `(..., ptr scratch, i64 parts)` besides. Blocks have a multiple of 32 threads, at most 256.
    """

    kernel: Kernel
    text: str
    lanes: int  # neighbours that a thread does at once
    by_block: bool  # whether a block does a point
    spread: tuple[int, ...]  # parallel axes whose points are done at once
    values: int

    def launches(self, extents: Sequence[int], processors: int = PROCESSORS) -> tuple[Launch, ...]:
        """What to launch, in order; none where there is nothing to do."""
        kernel, most = self.kernel, processors * BLOCKS
        points = math.prod(extents[a] for a in self.spread)
        if math.prod(extents[: kernel.n_parallel]) == 0:
            return ()
        if not self.by_block:
            blocks = -(-points // (self.lanes * THREADS))
            return (Launch(kernel.name, (min(blocks, most), 1), THREADS),)
        reduced = extents[kernel.n_parallel :]
        threads = min(THREADS, max(WARP, -(-math.prod(reduced) // (self.lanes * WARP)) * WARP))
        rows, parts = min(points, most), 1
        if self.values and points < processors:
            parts = max(1, min(most // points, math.prod(reduced) // LONG, reduced[0]))
        if parts == 1:
            return (Launch(kernel.name, (rows, 1), threads),)
        first, second = f"{kernel.name}_{PartsWriter.stage}", f"{kernel.name}_{JoinWriter.stage}"
        return Launch(first, (rows, parts), threads), Launch(second, (rows, 1), min(threads, 2 * WARP))


def emit_grid(kernel: Kernel, target: Target) -> GridKernel:
    """`kernel` for a grid of any size.

    Raises GraphError for a kernel that breaks a rule, NotImplementedError for dtypes and ops that kernels lack.
    """
    kernel.verify()
    check_dtypes(kernel, target)
    whole = GridWriter(kernel, target)
    lanes = whole.plan.lanes
    writers = [whole]
    if whole.values:
        writers += [PartsWriter(kernel, target), JoinWriter(kernel, target)]
    functions: list[str] = []  # without "maxntid": a block of 256 threads runs whatever registers they need
    for writer in writers:
        writer.write()
        whole.code.declared |= writer.code.declared
        whole.code.defined |= writer.code.defined
        name = kernel.name + (f"_{writer.stage}" if writer.stage else "")
        more = ", ptr %scratch, i64 %parts" if writer.stage else ""
        functions += [f"define ptx_kernel void @{name}({PARAMETERS}{more}) nounwind {{", *writer.code.lines, "}"]
    memory = [shared(2 * (THREADS // WARP))] if whole.by_block else []
    text = "\n".join([*preamble(whole.code, target), *memory, *functions, ""])
    return GridKernel(kernel, text, lanes, whole.by_block, tuple(whole.spread), whole.values)
