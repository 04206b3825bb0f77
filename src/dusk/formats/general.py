"""Signatures that differ in sizes only, as one of named sizes."""

from __future__ import annotations

from collections.abc import Sequence

from dusk.formats.trees import encoded
from dusk.graph import Graph, TensorType
from dusk.graph.graph import verify
from dusk.graph.types import Dim
from dusk.record.general import General, NoGeneralError, Reading, read
from dusk.tracing.described import Description
from dusk.tracing.trace import Cell

LEAST = 3  # signatures: of two, any number that differs would be linear in a size


def generalised(every: Sequence[Description]) -> list[tuple[Description, Graph]]:
    """Each with its graph; of those that have all but sizes in common, and are enough, one with a general graph."""
    families: dict[object, list[tuple[Description, Reading | None]]] = {}
    for i, told in enumerate(every):
        plain = told.trace.optimised is None and told.trace.memory is None
        reading = read(told.trace.end.path()) if plain else None
        leaves = [("array", leaf.position) if type(leaf) is Cell else ("value", repr(leaf)) for leaf in told.met.leaves]
        key = (encoded(told.met.structure, leaves), reading.common, tuple(told.reads)) if reading is not None else i
        families.setdefault(key, []).append((told, reading))
    found: list[tuple[Description, Graph]] = []
    for family in families.values():
        readings = [reading for _, reading in family if reading is not None]
        general = _general(family[-1][0], readings) if len(readings) >= LEAST else None
        found += [(told, told.graph) for told, _ in family] if general is None else [(family[-1][0], general)]
    return found


def _general(told: Description, readings: Sequence[Reading]) -> Graph | None:
    """The general graph, if the sizes of arguments tell all others."""
    found = told.trace
    try:
        made = General(found.end.path(), readings)
        if made.free or any(made.fit(reading) is None for reading in readings):
            return None
        graph = verify(made.graph(found.slots))
    except (NoGeneralError, ValueError, TypeError, KeyError):
        return None
    if len(graph.inputs) != len(told.reads):
        return None
    n = len(told.arguments)
    bare: set[str] = set()
    named: set[str] = set()
    for at, value in zip(told.reads, graph.inputs, strict=True):
        for size in value.type.shape if isinstance(value.type, TensorType) else ():
            if isinstance(size, Dim):
                if at >= n:
                    return None
                named |= size.names()
                bare |= size.names() if size.single() else set()
    for node in graph.nodes:
        for kind in node.types:
            for size in kind.shape if isinstance(kind, TensorType) else ():
                named |= size.names() if isinstance(size, Dim) else set()
    return graph if {n for n in named if "/" not in n} <= bare else None
