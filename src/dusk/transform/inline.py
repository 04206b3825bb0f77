"""Inlining of calls: a node that holds a graph and can be written in smaller ops becomes them."""

from __future__ import annotations

from collections.abc import Callable

from dusk.errors import GraphError
from dusk.graph import Graph, Node, Value, rebuild
from dusk.graph.provenance import describe
from dusk.transform.rewriting import EXACT, Options

_ROUNDS = 100


def inline(graph: Graph, options: Options = EXACT) -> Graph:
    """Put the bodies of called graphs in the place of the calls, until none is left.

    Big ops stay (see `decompose`), so that later passes can still speak of a softmax.
    """
    return expand(graph, _holds_graph)


def expand(graph: Graph, wanted: Callable[[Node], bool]) -> Graph:
    """Write the wanted nodes that have an `inline` rule in smaller ops, and these again; in inner graphs too.

    GraphError: a rule gives other types than the node has, or there is no end to it.
    """

    def concerned(node: Node) -> bool:
        return (node.op.inline is not None and wanted(node)) or (bool(node.params) and _holds_graph(node))

    def change(node: Node, operands: tuple[Value, ...]) -> tuple[Value, ...] | None:
        if node.op.inline is not None and wanted(node):
            result = node.op.inline(*operands, **node.keywords)
            values = (result,) if isinstance(result, Value) else tuple(result)
            if tuple(v.type for v in values) != node.types:
                met = ", ".join(repr(v.type) for v in values)
                raise GraphError(f"{node.op.name} is typed {node.types} but inlines to {met} ({describe(node.origin)})")
            return values
        if not _holds_graph(node):
            return None
        params = tuple((k, expand(v, wanted) if isinstance(v, Graph) else v) for k, v in node.params)
        if operands == node.inputs and all(a[1] is b[1] for a, b in zip(params, node.params, strict=True)):
            return None
        return Node(node.op, operands, params, node.types, node.origin).outputs

    for _ in range(_ROUNDS):
        if not any(map(concerned, graph.nodes)):
            return graph
        new = rebuild(graph, change)
        if all(a is b for a, b in zip(new.nodes, graph.nodes, strict=False)) and len(new.nodes) == len(graph.nodes):
            return graph
        graph = new
    raise GraphError(f"inlining does not come to an end after {_ROUNDS} rounds")


def _holds_graph(node: Node) -> bool:
    return any(isinstance(value, Graph) for _, value in node.params)
