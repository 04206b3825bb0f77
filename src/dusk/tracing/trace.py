"""One trace of a function: its calls recorded on placeholders, made into a graph."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, cast

from dusk import ops
from dusk.array import is_array
from dusk.backends.reference import ReferenceProgram
from dusk.engine import Buffer
from dusk.graph import Graph
from dusk.graph.provenance import describe, here
from dusk.later import Later
from dusk.record import Context, Handle, Kind, Plan, local, record
from dusk.record.entry import Entry
from dusk.record.fallbacks import HostCalls, host_calls
from dusk.record.handle import READY, pending_handle
from dusk.record.lengths import LengthEntry
from dusk.record.moves import Move, moves_of
from dusk.record.trie import PathGraph, TrieNode
from dusk.record.views import read_view
from dusk.tree import flatten

if TYPE_CHECKING:
    from dusk.backends import placement
    from dusk.transform import pipeline
else:
    placement = Later("dusk.backends.placement")
    pipeline = Later("dusk.transform.pipeline")


class Imperative(BaseException):  # not an error: it ends the trace, and `except Exception` must not stop it
    """The traced function does what cannot be traced; `reason` says what, and where."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class Effect(Imperative):
    """What is to happen outside each time that it is met: a loop is not written out for it either."""


class SymbolMet(BaseException):  # as above
    """A function of a branch or a loop, given arrays, meets a symbol: it is to be called on symbols."""


@dataclass(frozen=True, slots=True)
class Cell:
    """In place of a result: the argument at this position, as it is."""

    position: int


@dataclass
class Trace:
    """What a trace found: a path, whose `graph` is one of (arguments, captured) to (results, written), the values in
    `slots`; how results are put together.

    `results[i]` is the position of a graph output, or None for `constants[i]`; `kinds` and `scalars` tell
    what the graph outputs are. Cells are those of `arguments`, then captured ones; `written` are the positions of those
    that take the last outputs.
    `sources` are positions of captured arrays among the cells of a signature (None: not reached by name).
    `passes` are options of passes that were asked for; `recompute` that its gradient computes it once more; `memory` is
    the most bytes that a run by itself may hold; `alone`: it runs by itself, what is pending before it, wherever it
    can; `again`: where a check fails the function may run as it was written.
    `program` runs it in place, `careful` without touching memory that somebody else sees; `plan`, made for a mode of
    settings and a native program, has all that a usual call takes; `early`, made for settings, is the program in parts
    of calls that are begun and not waited for; `devices` are those to place it on; `met` is how it was called (see
    `described`).
    """

    end: TrieNode
    slots: list[int]
    captured: list[Any]
    structure: Any
    results: list[int | None]
    constants: list[Any]
    scalars: list[bool]
    kinds: list[Kind]
    written: list[int]
    arguments: int
    program: Entry | LengthEntry | None = None
    careful: Entry | None = None
    passes: Mapping[str, Any] = field(default_factory=dict[str, Any])
    sources: list[int | None] = field(default_factory=list[int | None])
    devices: Sequence[str] = ()
    recompute: bool = False
    memory: int | None = None
    alone: bool = False
    again: bool = False
    plan: tuple[Any, Plan] | None = None
    early: tuple[Any, Any] | None = None
    met: Any = None

    @cached_property
    def recorded(self) -> Graph:
        """The graph as it was recorded."""
        return PathGraph.of(self.end, self.slots)

    @cached_property
    def optimised(self) -> Graph | None:
        """The graph after the passes that were asked for; None: after those of every program, when it becomes one."""
        if self.placement is not None:
            return self.placement.graph
        return pipeline.optimise(self.recorded, **self.passes) if self.passes else None

    @cached_property
    def placement(self) -> placement.Placement | None:
        """Where it is computed, if it is to be placed."""
        return placement.place(pipeline.optimise(self.recorded, **self.passes), self.devices) if self.devices else None

    @cached_property
    def inside(self) -> Graph:
        """What it is within others' programs, which may differentiate it: not rolled up, and with ops whole that have a
        derivative of their own."""
        return pipeline.optimise(self.recorded, **pipeline.unrolled(self.passes)) if self.passes else self.recorded

    @cached_property
    def hosted(self) -> HostCalls:
        """The calls of Python functions in it."""
        return host_calls(self.end)

    @cached_property
    def moves(self) -> list[Move]:
        """The copies between devices in it."""
        return moves_of(self.recorded) if self.end.moves else []

    @property
    def graph(self) -> Graph:
        """The graph that runs."""
        return self.optimised or self.recorded


def _looked(handle: Handle | None) -> Buffer:
    """The value of what follows from constants alone; all else is not known while tracing."""
    context = local.context
    if handle is not None and handle.owner is None and handle.epoch == context.epoch:
        found = PathGraph(context.node).known(handle.slot)
        if found is not None:
            return ReferenceProgram(found).run([])[0]
    if handle is not None and id(handle) in context.merged:
        reason = "an array that is one or another by a branch or a loop is written to, or looked at"
        raise Imperative(f"{reason}, at {describe(here(2))}")
    raise Imperative(f"a value is looked at while tracing, at {describe(here(2))}")


def trace(
    function: Callable[..., Any],
    place: Callable[[Sequence[Handle]], tuple[Any, Any]],
    kinds: Sequence[Kind],
    classes: Sequence[type],
    adopt: Callable[[Any], Handle],
) -> Trace:
    """Run a function once on placeholders. Raises Imperative where it cannot be traced.

    `place` puts placeholders into its arguments; `adopt` gives a NumPy array that the function meets as a handle.
    """
    context = Context(_looked)
    context.adopt = adopt
    context.twins = {}
    outer = local.context
    if outer.trace is not None:
        context.merged, context.fresh = outer.merged, outer.fresh  # one function's, whatever it traces apart
    local.context = context
    try:
        placeholders = _placeholders(kinds, classes)
        args, kwargs = place(placeholders)
        result = function(*args, **kwargs)
        return _finish(context, placeholders, result)
    finally:
        local.context = outer
        _restore(context)


def _placeholders(kinds: Sequence[Kind], classes: Sequence[type]) -> list[Handle]:
    blank = [_blank(k, c) for k, c in zip(kinds, classes, strict=True)]
    if not blank:
        return []
    made: Any = record(ops.variables, blank, {})
    found = cast("tuple[Handle, ...]", made) if isinstance(made, tuple) else (made,)
    return [_of_class(handle, cls) for handle, cls in zip(found, classes, strict=True)]


def _of_class(handle: Handle, cls: type) -> Handle:
    """A placeholder of the class of what it stands for: for an array without dimensions a call has given a scalar."""
    if type(handle) is cls:
        return handle
    placeholder = pending_handle(cls, handle.epoch, handle.slot, handle.type)
    local.context.put(handle.slot, placeholder)
    return placeholder


def _blank(kind: Kind, cls: type) -> Handle:
    return pending_handle(cls, READY, -1, kind)


def _finish(context: Context, placeholders: Sequence[Handle], result: Any) -> Trace:
    leaves, structure = flatten(result)
    results: list[int | None] = []
    slots: list[int] = []
    scalars: list[bool] = []
    constants: list[Any] = []
    cells = {id(handle): i for i, handle in enumerate(placeholders)}
    for leaf in leaves:
        constants.append(Cell(cells[id(leaf)]) if id(leaf) in cells else leaf)
        if not isinstance(leaf, Handle) or id(leaf) in cells:
            results.append(None)
        else:
            constants[-1] = None
            handle = leaf if leaf.owner is None else read_view(leaf)
            if handle.epoch != context.epoch:
                handle = record(ops.identity, (handle,), {}, as_array=is_array(leaf))
            results.append(len(slots))
            slots.append(handle.slot)
            scalars.append(not is_array(leaf))
    first = len(placeholders)
    written: list[int] = []
    for i, handle in enumerate(placeholders):
        if handle.version:
            written.append(i)
            slots.append(handle.slot)
    bound = context.bound()
    captured: list[Any] = [entry[0] for _, entry in bound[first:]]
    for i, handle in enumerate(captured, first):
        if bound[i][0] != handle.slot:
            written.append(i)
            slots.append(handle.slot)
    variables = {id(twin): variable for variable, twin in (context.twins or {}).values()}
    captured = [variables.get(id(handle), handle) for handle in captured]
    of = dict(_kinds(context.node))
    kinds = [of[slot] for slot in slots[: len(slots) - len(written)]]
    return Trace(
        context.node, slots, captured, structure, results, constants, scalars, kinds, written, len(placeholders)
    )


def _kinds(end: TrieNode) -> Iterator[tuple[int, Kind]]:
    """What the slots of a path hold."""
    for node in end.path():
        assert node.call is not None
        yield from node.call.leaves
        yield from enumerate(node.call.kinds, node.first)


def _restore(context: Context) -> None:
    """Give captured arrays back the value they had: a trace changes nothing."""
    for _, (handle, epoch, slot, buffer, version) in context.bound():
        handle.epoch, handle.slot, handle.buffer, handle.version = epoch, slot, buffer, version
    context.end()
