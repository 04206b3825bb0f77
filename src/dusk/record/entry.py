"""What runs a recorded graph, on the tier in force: by bodies until it has proved worth compiling, then natively."""

from __future__ import annotations

import sys
import time
import weakref
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from dusk.backends.reference import Bodies, ReferenceProgram
from dusk.config import config
from dusk.engine.buffer import Buffer
from dusk.engine.ledger import Ledger
from dusk.graph import Graph, TensorType
from dusk.graph.provenance import Origin, describe, here
from dusk.kernel import native
from dusk.kernel.background import Job, compiling, submit
from dusk.later import Later
from dusk.record.follower import Launch
from dusk.record.launch import Kept
from dusk.record.moves import Move, count, moves_of, simplified
from dusk.record.stats import stats

if TYPE_CHECKING:
    from dusk.backends import cpu, image, parted
    from dusk.compiler import program, written
    from dusk.transform import custom, pipeline
else:
    cpu, image, program = map(Later, ("dusk.backends.cpu", "dusk.backends.image", "dusk.compiler.program"))
    parted = Later("dusk.backends.parted")
    written = Later("dusk.compiler.written")
    custom, pipeline = Later("dusk.transform.custom"), Later("dusk.transform.pipeline")

# Seconds, as measured on a 3 GHz core. Compiling takes of the calling process 0.2 ms a node for passes and tables, once
# 50 ms for loading LLVM; that a path is worth it is known when running it by bodies has cost as much as that.
WORTH_NODE_S = 0.2e-3
WORTH_LLVM_S = 50e-3
WORTH_LOADING_S = 60e-3  # the modules that compile
# What a compile may take until it is ready, LLVM's time in the other process included.
TAKES_NODE_S = 0.8e-3
TAKES_S = 0.15
# What bodies take for a byte of results: a first visit that takes them longer than compiling is compiled.
BODIES_BYTE_S = 0.4e-9


class Live(NamedTuple):
    """What is wanted of a path: the slots that are its outputs, those whose values are given, the inputs that may be
    overwritten, in which of them outputs are left, and whether whoever asks wants it compiled at once."""

    outputs: tuple[int, ...]
    saved: tuple[int, ...]
    donate: tuple[int, ...]
    into: dict[int, int]
    asked: bool


class Entry:
    """What runs a graph: by bodies at the first visit, natively from the second on, or as `config.tier` says.

    With `config.background` the program is compiled while bodies go on running, once these have cost enough, and takes
    over between two runs. `asked`: whoever makes the entry wants it compiled, and waits.

    `graph` may be what makes it, where `bodies` do without it; then `size` is about the number of its nodes. `nbytes`
    is what their results have, as far as that is known.
    `optimised`: the graph has been through the passes that were asked for, and goes through no others.
    `memory` is the most bytes a run may hold. `donate` are inputs that may be overwritten, `into` says in which of them
    outputs are left. `outputs` are the slots of the graph's outputs in a segment.
    """

    __slots__ = (
        "__weakref__",
        "_graph",
        "asked",
        "bodies",
        "donate",
        "into",
        "job",
        "kept",
        "last_s",
        "memory",
        "moves",
        "nbytes",
        "optimised",
        "outputs",
        "program",
        "size",
        "spent_s",
        "started_s",
        "tally",
        "visits",
    )

    def __init__(
        self,
        graph: Graph | Callable[[], Graph],
        donate: tuple[int, ...] = (),
        into: dict[int, int] | None = None,
        outputs: tuple[int, ...] = (),
        asked: bool = True,
        bodies: Bodies | None = None,
        size: int = 0,
        optimised: bool = False,
        memory: int | None = None,
        nbytes: int = 0,
    ) -> None:
        self.outputs = outputs
        self.optimised = optimised
        self._graph = graph
        self.size = size or (len(graph.nodes) if isinstance(graph, Graph) else 0)
        self.nbytes = nbytes
        self.donate = donate
        self.memory = memory
        self.into = into or {}
        self.asked = asked
        self.visits = 0
        self.bodies = bodies
        self.last_s = self.spent_s = 0.0  # by bodies: the last run, all runs
        self.program: Any = None
        self.job: Job | None = None
        self.kept = Kept()
        self.tally = stats.tally(here())  # of the line that needs it first
        self.started_s = 0.0  # when the job was given out
        # the copies between devices that a run makes; what bodies run without a graph makes none (None: not known yet)
        self.moves: list[Move] | None = None if bodies is None else []

    @property
    def graph(self) -> Graph:
        if not isinstance(self._graph, Graph):
            self._graph = self._graph()
        return self._graph

    def run(self, inputs: Sequence[Any], ledger: Ledger | None = None, checked: bool = False) -> list[Buffer]:
        """The outputs, computed on the tier in force (`checked`: by bodies, under NumPy's floating-point settings)."""
        if self.moves is None:
            self._note_moves()
        if self.moves:
            count(self.moves)
        if checked:
            stats.interpreted += 1
            return self._by_bodies().run(inputs, None, ledger, checked)
        self.visits += 1
        tier = config.tier
        if tier == "native" or (tier == "auto" and (self.program is not None or self._due())):
            stats.native += 1
            return self._told(self.program or self._finished(), inputs, ledger)
        stats.interpreted += 1
        start = time.perf_counter()
        made = self._told(self._by_bodies(), inputs, ledger)
        self.last_s = time.perf_counter() - start
        self.spent_s += self.last_s
        return made

    def _note_moves(self) -> None:
        """Find the copies between devices that a run makes; if it makes any, no more of them than there have to be."""
        self.moves = moves_of(self.graph)
        if self.moves and not self.optimised:
            self._graph = simplified(self.graph)
            self.moves = moves_of(self.graph)

    def _told(self, program: Any, inputs: Sequence[Any], ledger: Ledger | None) -> list[Buffer]:
        """The outputs; if memory does not suffice, the error notes which op has the largest result, and its lines."""
        try:
            return program.run(inputs, None, ledger)
        except MemoryError as error:
            nodes = self.graph.nodes
            sizes = [sum(cast("int", t.nbytes) for t in n.types if isinstance(t, TensorType)) for n in nodes]
            largest = nodes[sizes.index(max(sizes))]
            error.add_note(f"in {largest.op.name}, from {describe(largest.origin)}")
            raise

    def launch(self, alive: tuple[int, ...], donors: tuple[int, ...]) -> Launch | None:
        """What runs the program for a live set natively, where that can be."""
        if self.program is None or self.moves:
            return None
        n = len(self.graph.inputs)
        return self.kept.of(self.program, alive, donors, self.outputs, range(n), n, self.tally)

    def _by_bodies(self) -> Bodies:
        if self.bodies is None:
            self.bodies = ReferenceProgram(self.graph)
        return self.bodies

    def _due(self) -> bool:
        """Whether this run is to be native, where nothing forces a tier."""
        if self.asked or config.reproducible:
            return True
        if self.visits == 1:
            return self.nbytes * BODIES_BYTE_S > TAKES_S + self.size * TAKES_NODE_S
        return not config.background or self._ready()

    def _ready(self) -> bool:
        """Whether the program has been compiled in the background, or will be before bodies could run once more."""
        if self.job is None or self.job.lost:
            if self.spent_s < self.size * WORTH_NODE_S + loading_s():
                return False
            self._count()
            assert self.graph is not None  # made here: what it is made of belongs to this thread
            self.started_s = time.perf_counter()
            self.job = submit(partial(_compiled_if_wanted, weakref.ref(self), config.math))
        self.job.weight = self.spent_s
        left_s = self.started_s + TAKES_S + self.size * TAKES_NODE_S - time.perf_counter()
        return self.job.done(self.last_s if self.last_s > left_s else 0.0)

    def _finished(self) -> Any:
        """The native program: the background's, or compiled now."""
        job, self.job = self.job, None
        if job is not None and job.done():
            self.program = job.result()
            return self.program
        with compiling:
            if self.program is None:
                self._count()
                self.program = self.compiled(config.math)
        return self.program

    def _count(self) -> None:
        stats.compiled += 1
        self.tally.compiled += 1

    def builder(self) -> Callable[..., Any]:
        """`_built` for this graph. Of the entry's parts: a program that keeps it must not hold the entry, which holds
        the program."""
        return partial(_built, self.graph, self.donate, self.into, self.optimised, bool(self.outputs))

    def compiled(self, math: str) -> Any:
        """The native program of the graph, or its bodies where there is no native code."""
        built = self.builder()
        if self.memory is not None:
            return built(partial(parted.compile_within, self.memory, math=math), math)
        compile = partial(parted.compile, math=math)
        key = None
        if not self.optimised and not custom.RULES.rules:
            key = image.key_of(self.graph, self.donate, self.into, math, cpu.machine.threads, bool(self.outputs))
        if key is None:
            return built(compile, math)
        found = image.load(key, self.graph, cpu.machine, partial(built, compile, math))
        if found is not None:
            made, told = found
            pipeline.note(told)
            return made
        log: list[tuple[str, Origin]] = []
        made = built(compile, math, log)
        if isinstance(made, program.Program):
            image.save(key, made, self.graph, cpu.machine, log)
        return made


def _built(
    graph: Graph,
    donate: Sequence[int],
    into: Mapping[int, int] | None,
    optimised: bool,
    segment: bool,
    build: Callable[..., Any],
    math: str,
    log: list[tuple[str, Origin]] | None = None,
) -> Any:
    """What `build` makes of the optimised graph, in the memory of donated inputs only where that is safe, and for a
    segment, whose arrays may as well have other memory than before, where it takes no copy."""
    if any(n.op.native is not None for n in graph.nodes):
        donate = ()  # an error leaves cells as they were
    elif any(n.op.fails for n in graph.nodes):
        donate = tuple((into or {}).values())
    graph = graph if optimised else pipeline.optimise(graph, math=math, log=log)
    into = into if donate else {}
    made = build(graph, *(written.without_a_copy(graph, donate, into) if segment and into else (donate, into)))
    if donate and not (made.atomic and made.undone):  # bodies may fail, or be interrupted, halfway
        made = build(graph)
    return made


def _compiled_if_wanted(entry: weakref.ref[Entry], math: str) -> Any:
    """The program of an entry; None if the entry is gone: its path was forgotten, or is another one now."""
    wanted = entry()
    return None if wanted is None else wanted.compiled(math)


def loading_s() -> float:
    """What loading takes that is still to be done before anything is compiled, less what has been spent elsewhere."""
    compiler_s = 0.0 if "dusk.backends.cpu" in sys.modules else WORTH_LOADING_S
    return max(0.0, compiler_s + (0.0 if native.started() else WORTH_LLVM_S) - elsewhere.spent_s)


class _Elsewhere:
    """Seconds spent on what would have been recorded if the compiler were there: loading it pays for that, too."""

    spent_s = 0.0


elsewhere = _Elsewhere()
