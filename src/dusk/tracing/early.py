"""Calls that are begun, and whose results are read one by one as soon as they are there."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from dusk.array import ndarray, scalar
from dusk.config import config
from dusk.engine import Buffer
from dusk.graph.provenance import here
from dusk.later import Later
from dusk.record import Handle, assign, ready_handle, run_pending, value_of
from dusk.record.stats import stats
from dusk.tracing.call import assemble
from dusk.tracing.trace import Trace
from dusk.transform.placed import unplaced
from dusk.tree import unflatten

if TYPE_CHECKING:
    from dusk.backends import parted
    from dusk.transform import pipeline
else:
    pipeline = Later("dusk.transform.pipeline")
    parted = Later("dusk.backends.parted")


class Started:
    """A call that was begun. `outputs` are buffers, one for each array among the leaves of the result, in their order.

    A task of the engine that reads one of them (`dusk.engine.push(fn, reads=[started.outputs[3]])`) runs once that
    array is there, while the rest is still computed, and raises what went wrong in its part; `array(i)` is its value.
    """

    def __init__(self, found: Trace, cells: Sequence[Handle], run: Any, types: Sequence[Any]) -> None:
        self._found, self._cells, self._run = found, cells, run
        self._result: tuple[Any] | None = None
        self.types = types[: len(types) - len(found.written)]
        self.outputs: list[Buffer] = run.outputs[: len(self.types)]

    def places(self) -> Any:
        """A tree like the result, of the numbers of its arrays among the outputs (None: it is no output)."""
        return unflatten(self._found.structure, self._found.results)

    def array(self, i: int) -> Any:
        """An output as a NumPy array; who calls it has seen to it that it is there."""
        kind = self.types[i]
        return self.outputs[i].array(kind.dtype, kind.shape, writable=False)

    def wait(self) -> Any:
        """The result, as the call itself would give it; arrays that the function writes to are written now."""
        if self._result is None:
            made = self._run.wait()
            found = self._found
            first = len(self.types)
            for position, buffer in zip(found.written, made[first:], strict=True):
                cell = self._cells[position]
                assign(cell, ready_handle(ndarray, cell.type, buffer))
            results = [
                ready_handle(scalar if is_scalar else ndarray, kind, buffer)
                for kind, is_scalar, buffer in zip(found.kinds, found.scalars, made[:first], strict=True)
            ]
            self._result = (assemble(found, results, self._cells),)
        return self._result[0]


def start(found: Trace, cells: Sequence[Handle], priority: int = 0) -> Started:
    """Begin a call of a trace on these cells."""
    run_pending()
    for cell in cells:
        value_of(cell)
    key = config.tier == "interpreter", config.math
    if found.early is None or found.early[0] != key:
        graph = found.optimised or pipeline.optimise(found.recorded, math=config.math)
        marks = range(len(found.kinds))
        made = parted.in_parts(graph, config.math, marks=marks, optimised=unplaced(graph), native=not key[0])
        found.early = key, made
        stats.programs += 1
        stats.tally(here()).programs += 1
    program = found.early[1]
    run = program.start([cell.buffer for cell in cells], priority=priority)
    return Started(found, cells, run, program.output_types)
