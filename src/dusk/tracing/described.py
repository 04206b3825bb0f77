"""A traced call by names: what goes in, what is captured and may be written to, what comes out.

Arguments bear the names of the function's parameters, captured arrays those under which the code finds them; what is
inside of trees bears the keys that lead to it as well (`model.0.weight`).
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from dusk.array import empty
from dusk.graph import Graph, TensorType
from dusk.record import Handle, cell_of, root_of, value_of
from dusk.record.entry import Entry
from dusk.tracing.captures import Captures
from dusk.tracing.names import unlike
from dusk.tracing.signature import Signature, is_input
from dusk.tracing.trace import Cell, Trace
from dusk.tree import paths, unflatten


@dataclass(slots=True)
class Met:
    """How a trace was called: the structure of (args, kwargs) if `named`, else of args; for each leaf the `Cell` that
    it is, or the value that the trace depends on; the types of leaves that are views; and the cells of what was
    captured, as `captures` reads it (None: no array)."""

    structure: Any
    named: bool
    leaves: list[Any]
    views: dict[int, TensorType]
    captures: Captures | None
    captured: list[int | None]

    @staticmethod
    def of(
        signature: Signature,
        leaves: Sequence[Any],
        handles: dict[int, Handle],
        captured: Sequence[Any],
        structure: Any,
        named: bool,
        captures: Any,
    ) -> Met:
        """What there is to know of a call with this signature; `handles` are those of leaves that are arrays."""
        cells = {i: signature.at[id(cell_of(handle))] for i, handle in handles.items()}
        found = [Cell(cells[i]) if i in cells else leaf for i, leaf in enumerate(leaves)]
        views = {i: h.type for i, h in handles.items() if h.owner is not None and cell_of(h) is not h}
        positions: list[int | None] = []
        for value in captured:
            handle = value if isinstance(value, Handle) else signature.met[id(value)][1] if is_input(value) else None
            positions.append(None if handle is None else signature.at.get(id(cell_of(handle))))
        known = captures if isinstance(captures, Captures) else None
        return Met(structure, named, found, views, known, positions)

    def like(self, found: Trace) -> Any:
        """Arguments (and keywords, if `named`) like those of this call, but that no array is a view of another."""
        kinds = {leaf.position: found.graph.inputs[leaf.position].type for leaf in self.leaves if type(leaf) is Cell}
        cells = {position: _blank(kind) for position, kind in kinds.items()}
        leaves = [
            _blank(self.views[i]) if i in self.views else cells[leaf.position] if type(leaf) is Cell else leaf
            for i, leaf in enumerate(self.leaves)
        ]
        return unflatten(self.structure, leaves)


def _blank(kind: Any) -> Any:
    """An array of a type, whose values nobody looks at."""
    return empty(kind.shape, kind.dtype)


@dataclass(frozen=True, slots=True)
class Named:
    """An array by its name; of a state also the cell that has its value now, Dusk's or an array of NumPy's."""

    name: str
    type: TensorType
    cell: Any = None

    def value(self) -> np.ndarray[Any, Any]:
        """A copy of a state's value now."""
        return np.array(value_of(self.cell) if isinstance(self.cell, Handle) else self.cell, order="C")


@dataclass(slots=True)
class Description:
    """A trace by names. `reads` says of each input of the graph which of `arguments`, or (counted on from these) which
    of `states` it is; the graph's last outputs are left in those whose numbers are in `written`."""

    trace: Trace
    graph: Graph
    arguments: list[Named]
    states: list[Named]
    results: list[Named]
    reads: list[int]
    written: list[int]
    name: str

    @property
    def met(self) -> Met:
        """How the function was called."""
        return self.trace.met

    @property
    def entry(self) -> Entry:
        """What compiles the graph so that it leaves what it writes where it was."""
        found = self.trace
        written = tuple(found.written)
        into = {len(self.results) + i: p for i, p in enumerate(written)}
        return Entry(found.graph, written, into, optimised=found.optimised is not None, memory=found.memory)


def describe(found: Trace, function: Callable[..., Any]) -> Description:
    """A trace by names, none of whose arguments is a view. ValueError: what it captures is another thing now."""
    met = found.met
    if met is None or (met.captures is None and met.captured):
        raise ValueError("what this was traced with is not known: compile the function itself, and call it")
    names = list(_argument_names(met, function))
    graph = found.graph
    arguments: dict[int, str] = {}
    for name, leaf in zip(names, met.leaves, strict=True):
        if type(leaf) is Cell:
            arguments.setdefault(leaf.position, name)
    captured: dict[int, tuple[str, Any]] = {}
    for position, one in zip(met.captured, _captured(met), strict=True):
        if position is not None:
            captured.setdefault(position, one)
    n = found.arguments
    types: list[Any] = [value.type for value in graph.inputs]
    given = [Named(arguments[i], types[i]) for i in range(n)]
    states: list[Named] = []
    reads = list(range(n))
    for i, source in enumerate(found.sources, n):
        if source is not None and source < n:
            reads.append(source)
            continue
        name, value = captured[source] if source is not None else ("", None)
        if value is None:
            raise ValueError("an array is captured otherwise than by a name in the code: give it as an argument")
        reads.append(n + len(states))
        states.append(Named(name, types[i], root_of(value) if isinstance(value, Handle) else value))
    results = [Named(name, value.type) for name, value in zip(_result_names(found), graph.outputs, strict=False)]
    written = [reads[p] for p in found.written]
    taken: set[str] = set()
    given, states = ([_renamed(one, taken) for one in some] for some in (given, states))
    name = str(getattr(function, "__name__", type(function).__name__))
    return Description(found, graph, given, states, results, reads, written, name)


def _renamed(one: Named, taken: set[str]) -> Named:
    """The same with a name that no other one has."""
    name = unlike(one.name, taken)
    taken.add(name)
    return Named(name, one.type, one.cell)


def _argument_names(met: Met, function: Callable[..., Any]) -> Iterator[str]:
    args, kwargs = met.structure[2] if met.named else (met.structure, None)
    places = args[2]
    try:
        bound = inspect.signature(function).parameters.values()
    except (TypeError, ValueError):
        bound = ()
    labels = [p.name for p in bound if p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD)]
    rest = next((p.name for p in bound if p.kind is p.VAR_POSITIONAL), "arg")
    for i, child in enumerate(places):
        yield from paths(child, labels[i] if i < len(labels) else f"{rest}.{i - len(labels)}")
    if kwargs is not None:
        yield from paths(kwargs)


def _captured(met: Met) -> Iterator[tuple[str, Any]]:
    """Names and values of what `Captures.read` gives, in its order (ValueError: it is something else now)."""
    values = [] if met.captures is None else met.captures.read()
    names = [] if met.captures is None else met.captures.names()
    if values is None or len(values) != len(names):
        raise ValueError("what the function captures is another thing now: call it once more")
    yield from zip(names, values, strict=True)


def _result_names(found: Trace) -> Iterator[str]:
    for name, at in zip(paths(found.structure, "result"), found.results, strict=True):
        if at is not None:
            yield name
