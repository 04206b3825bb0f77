"""Programs in parts: of several devices, or with long branches that need not wait for each other.

Each part is a program of one device. A run pushes them as tasks of the engine, on the queue of their device (copies on
one of their own, so that they go on while it computes), or, where that would take longer, calls them one by one.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from functools import cached_property
from typing import Any

from dusk.backends import cpu
from dusk.backends.branches import body_seconds, long_branches, steps_seconds
from dusk.backends.parted_program import PartedProgram
from dusk.backends.reference import ReferenceProgram
from dusk.compiler.joining import joined
from dusk.compiler.parted import (
    Part,
    build,
    only_device,
    sets,
    settled,
    with_own_outputs,
)
from dusk.errors import FormatError, MemoryBudgetError, NativeUnavailable
from dusk.graph import Graph, Node
from dusk.graph.types import TOKEN
from dusk.kernel.costs import DEFAULTS
from dusk.transform.pipeline import optimise
from dusk.transform.placed import DEFAULT, devices, moved, unplaced

TINY_S = 50e-6  # parts of less are put into others where that delays nobody
MOST = 128  # parts, beyond which larger ones are put together as well


def compile(
    graph: Graph, donate: Iterable[int] = (), into: Mapping[int, int] | None = None, math: str | None = None
) -> Any:
    """A graph of static shapes as a program: in parts where it has several devices, or long branches that one thread
    each is at. See `cpu.compile`."""
    if unplaced(graph):
        heavy = long_branches(graph)
        made = in_parts(graph, math, heavy, optimised=True) if heavy else None
        return made if made is not None and made.pays else cpu.compile(graph, donate, into)
    graph = settled(graph)
    device = only_device(graph)
    if device is None:
        return in_parts(graph, math)
    made = cpu.compile(optimise(moved(graph, DEFAULT), math=math), donate, into)
    made.lie_on(device)
    return made


def compile_within(
    memory: int,
    graph: Graph,
    donate: Iterable[int] = (),
    into: Mapping[int, int] | None = None,
    math: str | None = None,
) -> Any:
    """A program that holds at most `memory` bytes, on all devices together; see `cpu.compile_within`."""
    if unplaced(graph):
        return cpu.compile_within(memory, graph, donate, into)
    made = in_parts(graph, math)
    if made.report.peak > memory:
        raise MemoryBudgetError(
            f"{memory:,} bytes are too few for a program of the devices {', '.join(devices(graph))}: it holds "
            f"{made.report.peak:,}, and nothing is computed again to save memory where there are several"
        )
    return made


def in_parts(
    graph: Graph,
    math: str | None = None,
    heavy: Collection[Node] = (),
    marks: Iterable[int] = (),
    optimised: bool = False,
    native: bool = True,
) -> PartedProgram:
    """A graph as a program in parts, each of which is optimised by itself, unless all has been (`native`: compiled).

    `heavy` are nodes that take long on one thread, `marks` outputs that somebody waits for before the others are there.
    """
    graph, marks = with_own_outputs(settled(graph)), tuple(marks)
    drafts: dict[str, _Draft] = {}

    def drafted(part: Part) -> _Draft | None:
        if part.moves:
            return None
        try:
            key = part.graph.digest
        except FormatError:  # it calls Python functions, which have no text
            key = str(id(part.graph))
        if key not in drafts:
            drafts[key] = _Draft(part.graph, part.graph if optimised else optimise(part.graph, math=math), native)
        return drafts[key]

    def seconds(part: Part) -> float:
        draft = drafted(part)
        nbytes = sum(t.nbytes for v in part.graph.outputs if (t := v.type) is not TOKEN)
        return 2 * nbytes / DEFAULTS.bytes_s if draft is None else draft.seconds

    parts = build(graph, sets(graph, heavy, marks))
    fewer = joined(parts, graph, [seconds(part) for part in parts.parts], TINY_S, MOST, marks)
    if fewer is not None:
        parts = build(graph, fewer)
    made = [drafted(part) for part in parts.parts]
    programs = [None if draft is None else draft.program for draft in made]
    return PartedProgram(graph, parts, programs, [seconds(part) for part in parts.parts], marks)


class _Draft:
    """A graph that is decided about, and its program once that is wanted."""

    def __init__(self, given: Graph, graph: Graph, native: bool) -> None:
        self.given, self.graph, self.native = given, graph, native
        try:
            self.blueprint = cpu.draft(graph) if native else None
        except NativeUnavailable:
            self.blueprint = None
        bodies = self.blueprint is None
        self.seconds = sum(map(body_seconds, graph.nodes)) if bodies else steps_seconds(self.blueprint)

    @cached_property
    def program(self) -> Any:
        """The program; of bodies where there is no native code."""
        if self.blueprint is not None:
            return self.blueprint.program()
        return cpu.compile(self.graph) if self.native else ReferenceProgram(self.graph)
