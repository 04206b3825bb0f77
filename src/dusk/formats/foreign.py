"""What cannot leave this process."""

from __future__ import annotations

from dusk.errors import FormatError
from dusk.graph import TOKEN, Graph
from dusk.graph.provenance import describe


def refuse_foreign(graph: Graph, why: str) -> None:
    """FormatError, which names op and line: in a graph, or in a loop or branch of it, there is an op of the user's, a
    Python function, or an order of effects."""
    for node in graph.nodes:
        if node.op.users or node.op.host or TOKEN in node.types:
            raise FormatError(f"{node.op.name}, from {describe(node.origin)}, is not Dusk's: {why}")
        for _, value in node.params:
            if isinstance(value, Graph):
                refuse_foreign(value, why)
