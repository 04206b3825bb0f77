"""Inlining of calls: a node that holds a graph and can be written in smaller ops becomes them."""

from __future__ import annotations

from dusk.errors import GraphError
from dusk.graph import Graph, Node, Value, rebuild
from dusk.graph.provenance import describe
from dusk.transform.rewriting import EXACT, Options, inside

_DEPTH = 100


def inline(graph: Graph, options: Options = EXACT) -> Graph:
    """Put the bodies of called graphs in the place of the calls, until none is left, inside of inner graphs too.

    Nodes of the bodies keep their own lines. Big ops stay (see `decompose`), so that later passes can still speak of a
    softmax; but not those that are loops, whose rounds are to be one with those that their gradients ask for more.
    GraphError: a rule gives other types than its node has, or there is no end to it.
    """
    for _ in range(_DEPTH):
        if not any(_goes(node, options) for node in graph.nodes):
            return graph
        new = rebuild(graph, lambda node, operands: _inlined(node, operands, options))
        if len(new.nodes) == len(graph.nodes) and all(a is b for a, b in zip(new.nodes, graph.nodes, strict=True)):
            return graph
        graph = new
    raise GraphError(f"calls are nested more than {_DEPTH} deep")


def _inlined(node: Node, operands: tuple[Value, ...], options: Options) -> tuple[Value, ...] | None:
    if not _goes(node, options):
        return None
    if node.op.inline is not None:
        result = node.op.inline(*operands, **node.keywords)
        values = (result,) if isinstance(result, Value) else tuple(result)
        if tuple(v.type for v in values) != node.types:
            met = ", ".join(repr(v.type) for v in values)
            raise GraphError(f"{node.op.name} is typed {node.types} but inlines to {met} ({describe(node.origin)})")
        return values
    return inside(node, operands, lambda inner: inline(inner, options)).outputs


def _goes(node: Node, options: Options) -> bool:
    """Whether a node is a loop in smaller ops, or holds a graph."""
    return (node.op.loops or any(isinstance(value, Graph) for _, value in node.params)) and not options.whole(node)
