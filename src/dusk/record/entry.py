"""What runs a recorded graph, on the tier in force: by bodies at the first visit, natively from then on."""

from __future__ import annotations

import os
import threading
from collections.abc import Sequence
from typing import Any

from dusk.backends import cpu, reference
from dusk.compiler.program import Ledger
from dusk.config import config
from dusk.engine.buffer import Buffer
from dusk.graph import Graph
from dusk.record.stats import stats
from dusk.transform.pipeline import optimise


class Entry:
    """What runs a graph: by bodies at the first visit, natively from the second on, or as `config.tier` says.

    `donate` are inputs that may be overwritten, `into` says in which of them outputs are left. `outputs` are the slots
    of the graph's outputs in a segment.
    """

    __slots__ = ("donate", "graph", "into", "outputs", "program", "tier", "visits")

    def __init__(
        self,
        graph: Graph,
        donate: tuple[int, ...] = (),
        into: dict[int, int] | None = None,
        outputs: tuple[int, ...] = (),
        asked: bool = True,
    ) -> None:
        if donate and any(n.op.fails is not None for n in graph.nodes):
            donate, into = (), None  # an error leaves cells as they were
        self.outputs = outputs
        self.graph = graph
        self.donate = donate
        self.into = into or {}
        self.visits = 1 if asked else 0  # who asks for a program does not wait for a second visit
        self.tier = ""
        self.program: Any = None

    def run(self, inputs: Sequence[Any], ledger: Ledger | None = None, checked: bool = False) -> list[Buffer]:
        """The outputs, computed on the tier in force (`checked`: by bodies, under NumPy's floating-point settings)."""
        if checked:
            stats.interpreted += 1
            return reference.ReferenceProgram(self.graph).run(inputs, None, ledger, checked)
        self.visits += 1
        tier = config.tier
        if tier == "auto":
            tier = "native" if self.visits > 1 or config.reproducible else "interpreter"
        if tier != self.tier:
            with _compiling:
                if tier != self.tier:
                    self.program = self._compiled() if tier == "native" else reference.ReferenceProgram(self.graph)
                    self.tier = tier
        if tier == "native":
            stats.native += 1
        else:
            stats.interpreted += 1
        return self.program.run(inputs, None, ledger)

    def _compiled(self) -> Any:
        stats.compiled += 1
        graph = optimise(self.graph, math=config.math)
        program = cpu.compile(graph, self.donate, self.into)
        if self.donate and not program.atomic:  # bodies may fail, or be interrupted, halfway
            program = cpu.compile(graph)
        return program


_compiling = threading.RLock()  # LLVM compiles one thing at a time anyway


def _new_lock() -> None:
    global _compiling
    _compiling = threading.RLock()


os.register_at_fork(after_in_child=_new_lock)  # a thread that compiled is not there
