"""The tier without machine code: programs that call the bodies of their ops, one by one."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import nullcontext
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from dusk.engine import Buffer, allocate
from dusk.engine.ledger import Stats
from dusk.graph import TOKEN, Graph, TensorType, evaluate
from dusk.graph.graph import is_static, tape
from dusk.graph.tape import Tape
from dusk.later import Later

if TYPE_CHECKING:
    from dusk.compiler import flow, report
else:
    flow, report = Later("dusk.compiler.flow"), Later("dusk.compiler.report")


class Bodies:
    """NumPy bodies that compute outputs of known types from inputs of known types; run as a `Program` is."""

    atomic = False
    aliases: Mapping[int, int] = {}
    placed: Iterable[int] = ()  # outputs that are computed in memory given for them

    def __init__(self, tape: Tape, types: Sequence[Any], output_types: Sequence[Any]) -> None:
        self.evaluate: Callable[..., list[Any]] = tape.run
        self.placed = tape.placed
        self.types = types
        self._made_of(output_types)
        self.stats = Stats()

    def _made_of(self, output_types: Sequence[Any]) -> None:
        self.output_types = output_types
        self._sizes: list[Any] = [0 if kind is TOKEN else kind.nbytes for kind in output_types]

    def lie_on(self, device: str) -> None:
        """Have outputs made in another device's memory."""
        self._made_of([t if t is TOKEN else TensorType(t.shape, t.dtype, device) for t in self.output_types])

    def run(
        self,
        inputs: Sequence[Any],
        outputs: Sequence[Buffer] | None = None,
        ledger: Any = None,
        checked: bool = False,
    ) -> list[Buffer]:
        """The outputs for inputs given as buffers, or numbers where an input has no dimensions.

        Buffers are written when everything is computed, so an error leaves them as they were. Floating-point errors
        pass in silence, as in native code, unless `checked`: then NumPy's settings say what happens.
        """
        with nullcontext() if checked else np.errstate(all="ignore"):
            return self._run(inputs, outputs)

    def _run(self, inputs: Sequence[Any], outputs: Sequence[Buffer] | None) -> list[Buffer]:
        if len(inputs) != len(self.types):
            raise ValueError(f"a program of {len(self.types)} inputs was given {len(inputs)}")
        arguments: list[Any] = []
        for x, kind in zip(inputs, self.types, strict=True):
            if isinstance(x, Buffer):
                arguments.append(x.array(kind.dtype, kind.shape, writable=False))
            else:
                arguments.append(None if kind is TOKEN else np.asarray(x, kind.dtype))
        placed: dict[int, Buffer] = {}
        if outputs is None and not self.aliases:
            placed = {i: self._buffer(i) for i in self.placed}
        results = self.evaluate(arguments, {i: _array(b, self.output_types[i]) for i, b in placed.items()})
        self.stats.runs += 1
        made: list[Any] = []
        # an output may be a view of memory that another one is about to be written to
        kept = [r if r is None else np.array(r) for r in results] if self.aliases else results
        for i, (result, kind) in enumerate(zip(kept, self.output_types, strict=True)):
            if kind is TOKEN:
                made.append(None)
                continue
            if i in placed:
                made.append(placed[i])
                continue
            if outputs is not None:
                buffer = outputs[i]
            elif i in self.aliases:
                buffer = inputs[self.aliases[i]]
            else:
                buffer = self._buffer(i)
            _array(buffer, kind)[...] = result
            made.append(buffer)
        return made

    def _buffer(self, i: int) -> Buffer:
        """Memory for an output."""
        return allocate(int(self._sizes[i]), self.output_types[i].device)


class ReferenceProgram(Bodies):
    """A graph run by its ops' NumPy bodies, behind the interface of `dusk.compiler.program.Program`."""

    def __init__(self, graph: Graph, donate: Iterable[int] = (), into: Mapping[int, int] | None = None) -> None:
        self.graph = graph
        self.aliases = dict(into or {})
        self.types = [v.type for v in graph.inputs]
        self._made_of([v.type for v in graph.outputs])
        if is_static(graph):
            made = tape(graph)
            self.evaluate, self.placed = made.run, made.placed
        else:
            self.evaluate = partial(_evaluated, graph)
        self.stats = Stats(host_steps=len(graph.nodes))
        self._report: report.Report | None = None

    @property
    def report(self) -> report.Report:
        """The memory plan: every result lives in memory of its own until its last use."""
        if self._report is None:
            whole = flow.Flow(self.graph)
            held = sum(map(whole.nbytes, whole.inputs)) + sum(map(whole.nbytes, whole.outputs))
            temporaries = report.unfused_bytes(whole) - held
            self._report = report.Report.of(whole, temporaries, temporaries, 0, self.aliases)
        return self._report

    def __str__(self) -> str:
        return str(self.graph)


def _evaluated(graph: Graph, arguments: Sequence[Any], memory: Mapping[int, Any]) -> list[Any]:
    return evaluate(graph, arguments)


def _array(buffer: Buffer, kind: Any) -> Any:
    return buffer.array(kind.dtype, kind.shape)
