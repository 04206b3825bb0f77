"""Big ops become small ones, unless a backend takes them whole."""

from __future__ import annotations

from dusk.graph import Graph, Node, Op
from dusk.transform.rewriting import EXACT, Options, Result, Rule, walk


def decompose(graph: Graph, options: Options = EXACT) -> Graph:
    """Write every op that has an `inline` rule in smaller ops, but for nodes that are to stay."""

    def smaller(node: Node) -> Result:
        if node.op.inline is None or options.whole(node):
            return None
        return node.op.inline(*node.inputs, **node.keywords)

    return walk(graph, _Composites(Rule("decompose.inline", (), smaller)), options)


class _Composites:
    def __init__(self, rule: Rule) -> None:
        self.rules = ((rule, False),)

    def get(self, op: Op, /) -> tuple[tuple[Rule, bool], ...] | None:
        return self.rules if op.inline is not None else None
