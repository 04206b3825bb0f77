"""A program in parts, and its runs: as tasks of the engine, or one by one where that takes less."""

from __future__ import annotations

import ctypes
import time
from array import array
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from functools import cached_property, partial
from typing import Any

import numpy as np

from dusk.backends.reference import ReferenceProgram
from dusk.compiler.parted import (
    COPY,
    HEAVY,
    Part,
    Parted,
    critical,
    makespan,
)
from dusk.compiler.report import Report
from dusk.engine import Buffer, Task, allocate, available_cores, push
from dusk.engine.ledger import DONE, Ledger, Stats
from dusk.engine.task import where_from
from dusk.graph import Graph
from dusk.graph.types import TOKEN
from dusk.transform.placed import DEFAULT, moved

TASK_S = 20e-6  # what a task costs beside its work
START_S = 60e-6  # until others are at work
GAIN = 0.9  # of the time one by one, that running side by side must come down to
WORDS = 8


class Cell:
    """A value on its way from part to part: an engine's variable that holds the buffer once it is made."""

    __slots__ = ("buffer", "var")

    def __init__(self) -> None:
        self.buffer: Any = None
        self.var: Any = None


class Run:
    """A run that was started: its outputs, which tasks of the engine write.

    A task that reads one of these buffers waits for the part that writes it, and for no other.
    """

    def __init__(self, outputs: list[Any]) -> None:
        self.outputs = outputs
        self.tasks: list[Task] = []
        self.stopped = False

    def wait(self) -> list[Any]:
        """The outputs, once all parts are done; raises what the first of those raised that failed."""
        failed: Exception | None = None
        try:
            for task in self.tasks:
                try:
                    task.wait()
                except Exception as error:
                    failed = failed or error
        except BaseException:
            self.stopped = True
            for task in self.tasks:
                with suppress(Exception):
                    task.wait()
            raise
        if failed is not None:
            raise failed
        return self.outputs


class PartedProgram:
    """A graph as programs of its parts, behind the interface of `dusk.compiler.program.Program`.

    `together` says whether parts run as tasks of the engine, side by side: as the cost model has it, and what parts
    were seen to take. Neither shows in results. Nothing is ever written to memory of inputs.
    """

    atomic = False
    undone = True
    refuses = True
    aliases: Mapping[int, int] = {}

    def __init__(
        self, graph: Graph, parts: Parted, programs: Sequence[Any], seconds: Sequence[float], marks: Iterable[int] = ()
    ) -> None:
        self.graph, self.parted, self.programs = graph, parts, programs
        self._early = {parts.outputs[i] for i in marks}
        self.types = [v.type for v in graph.inputs]
        self.output_types = [v.type for v in graph.outputs]
        self.launches: list[Any] = []
        self.seconds = list(seconds)
        self.runs = 0
        self._decided: bool | None = None
        self._met = [float("inf")] * len(parts.parts)
        self._before = parts.before()
        self._dying = _dying(parts)
        self._plan()

    def _plan(self) -> None:
        """Decide how to run, by what parts are taken to need."""
        alone = sum(self.seconds)
        beside = self._beside(available_cores())
        self._pays_here = beside < GAIN * alone
        self.expected_s = min(alone, beside)
        self.priorities = [round(1e6 * s) for s in critical(self._before, self.seconds)]
        most = max(self.priorities, default=0)
        for i, part in enumerate(self.parted.parts):
            if not self._early.isdisjoint(part.makes):  # somebody waits to go on with it
                self.priorities[i] += most

    @property
    def together(self) -> bool:
        """Whether parts run beside each other; to set it is to decide."""
        return self._pays_here if self._decided is None else self._decided

    @together.setter
    def together(self, decided: bool) -> None:
        self._decided = decided

    def _beside(self, workers: int) -> float:
        return START_S + makespan(self.parted, self.seconds, workers, TASK_S, lane)

    @property
    def pays(self) -> bool:
        """Whether two workers are estimated to be faster with parts than one: the same on any machine."""
        return self._beside(2) < GAIN * sum(self.seconds)

    def run(
        self, inputs: Sequence[Any], outputs: Sequence[Buffer] | None = None, ledger: Ledger | None = None
    ) -> list[Buffer]:
        """The outputs; see `Program.run`. An interrupt leaves everything as it was."""
        status = array("q", bytes(8 * WORDS))
        made = self._made(inputs, outputs)
        if ledger is not None:
            ledger.open(status, made)
        if self.together:
            self._start(inputs, made, 0).wait()
        else:
            for call in self._calls(Run(made), inputs):
                call[0]()
        status[DONE] += 1
        self._ran()
        return made

    def start(self, inputs: Sequence[Any], outputs: Sequence[Buffer] | None = None, priority: int = 0) -> Run:
        """Begin to run, and return at once; the caller has to see to `Run.wait`, now or later.

        Tasks of the engine that read one of `Run.outputs` wait for just the part that makes it, and raise what that
        raised. `priority` is added to those of parts, which are microseconds to the end.
        """
        run = self._start(inputs, self._made(inputs, outputs), priority)
        self._ran()
        return run

    def _made(self, inputs: Sequence[Any], outputs: Sequence[Any] | None) -> list[Any]:
        if len(inputs) != len(self.types):
            raise ValueError(f"a program of {len(self.types)} inputs was given {len(inputs)}")
        if outputs is not None:
            return list(outputs)
        return [None if t is TOKEN else allocate(int(t.nbytes), t.device) for t in self.output_types]

    def _ran(self) -> None:
        """Count a run; after the first, the second, the fourth ... it is known better what parts take."""
        self.runs += 1
        if self.runs & (self.runs - 1) == 0 and self.runs > 1:
            self.seconds = [s if met == float("inf") else met for s, met in zip(self.seconds, self._met, strict=True)]
            self._plan()

    def _calls(self, run: Run, inputs: Sequence[Any]) -> Iterable[tuple[Callable[[], None], int, list[Any], list[Any]]]:
        """For each part what runs it, its number, and the variables that it reads and writes.

        Values between parts belong to those calls alone that make and read them, and so go with the last.
        """
        cells: dict[int, Any] = dict(enumerate(inputs))
        cells.update((v, out) for v, out in zip(self.parted.outputs, run.outputs, strict=True) if out is not None)
        for number, part in enumerate(self.parted.parts):
            reads = [cells[v] for v in part.reads]
            writes = [cells.setdefault(v, Cell()) if v not in cells else cells[v] for v in part.makes]
            for v in self._dying[number]:
                del cells[v]
            yield partial(self._do, run, number, reads, writes), number, reads, writes

    def _start(self, inputs: Sequence[Any], outputs: list[Any], priority: int) -> Run:
        run, where = Run(outputs), where_from()
        for call, number, reads, writes in self._calls(run, inputs):
            part = self.parted.parts[number]
            known = [x for x in reads if isinstance(x, Buffer | Cell)]
            at = priority + self.priorities[number]
            run.tasks.append(push(call, known, writes, at, where, lane(part), part.name))
        return run

    def _do(self, run: Run, number: int, reads: Sequence[Any], writes: Sequence[Any]) -> None:
        """Run a part, on whatever thread."""
        if run.stopped:
            raise RuntimeError("left out, since the run was interrupted")
        part = self.parted.parts[number]
        start = time.perf_counter()
        given = [x.buffer if type(x) is Cell else x for x in reads]
        made: list[Any] = []
        for v, out in zip(part.makes, writes, strict=True):
            kind = self.parted.types[v]
            if type(out) is not Cell:
                made.append(out)
            elif kind is TOKEN:
                made.append(None)
            else:
                out.buffer = allocate(int(kind.nbytes), part.device)
                made.append(out.buffer)
        if part.moves:
            for x, out in zip(given, made, strict=True):
                copy(x, out)
        else:
            self.programs[number].run(given, made)
        self._met[number] = min(self._met[number], time.perf_counter() - start)

    @property
    def stats(self) -> Stats:
        """The counters of all parts; `copies` and `copied` are the transfers of a run and their bytes."""
        found = Stats(runs=self.runs)
        for program in self.programs:
            if program is not None:
                own = program.stats
                for name in ("native_steps", "host_steps", "native_calls", "kernels", "nbytes", "flops"):
                    setattr(found, name, getattr(found, name) + getattr(own, name))
        for part in self.parted.parts:
            if part.kind == COPY:
                found.copies += len(part.makes)
                found.copied += sum(int(self.parted.types[v].nbytes) for v in part.makes)
        return found

    @cached_property
    def report(self) -> Report:
        """The memory plan of all parts, as if temporaries of all were there at once."""
        reports = [program.report for program in self.programs if program is not None]
        between = {v for part in self.parted.parts for v in part.makes} - set(self.parted.outputs)
        kept = sum(self._nbytes(v) for v in between)
        arguments, outputs = (
            sum(map(self._nbytes, range(self.parted.inputs))),
            sum(map(self._nbytes, self.parted.outputs)),
        )
        temporaries, constants, padding = (
            sum(getattr(r, name) for r in reports) for name in ("temporaries", "constants", "padding")
        )
        whole = ReferenceProgram(moved(self.graph, DEFAULT)).report
        return Report(arguments, outputs, temporaries + kept, constants, padding, whole.imperative, whole.unfused)

    def _nbytes(self, v: int) -> int:
        kind = self.parted.types[v]
        return 0 if kind is TOKEN else int(kind.nbytes)

    def binding(self) -> None:
        """A run is more than one native call."""
        return

    def __str__(self) -> str:
        lines = str(self.parted).splitlines()
        told = [f"{line}  # {1e6 * s:.0f} us" for line, s in zip(lines, self.seconds, strict=False)]
        how = "side by side" if self.together else "one by one"
        return "\n".join([*told, lines[-1], f"# {how}, about {1e6 * self.expected_s:.0f} us"])


def lane(part: Part) -> str | None:
    """The queue of the engine that a part waits in: its device's, or that of copies to it; what one thread does for
    long waits for nobody."""
    return f"{part.device} copies" if part.kind == COPY else None if part.kind == HEAVY else part.device


def _dying(parts: Parted) -> list[list[int]]:
    """For each part the values that nobody after it reads."""
    last = dict.fromkeys(range(parts.inputs), 0)
    for i, part in enumerate(parts.parts):
        last.update(dict.fromkeys((*part.makes, *part.reads), i))
    found: list[list[int]] = [[] for _ in parts.parts]
    for v, i in last.items():
        if found:
            found[i].append(v)
    return found


def copy(x: Any, out: Buffer) -> None:
    """Copy a buffer, or a number, into another device's memory."""
    if isinstance(x, Buffer):
        ctypes.memmove(out.address, x.address, out.nbytes)
    else:
        number = np.asarray(x)
        np.copyto(out.array(number.dtype, ()), number)
