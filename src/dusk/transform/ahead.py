"""Out of loops of unknown length: what their rounds have in common is computed once, before the first.

What a loop's test computes is computed at least once. What its body does may not be: a few elements are computed all
the same, if that cannot fail. If there is more, there is a branch by the test of what the loop starts with, and only
its side that has rounds computes it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from dusk.graph import Graph, Node, Value, placeholder
from dusk.graph.graph import splice, trace
from dusk.graph.node import topological
from dusk.graph.types import typical
from dusk.ops import cond, slice_, while_loop
from dusk.transform.fold import is_elementwise
from dusk.transform.rewriting import replaced

FEW = 1 << 10  # elements that cost less than a branch


class _Loop(NamedTuple):
    """A loop taken apart."""

    given: tuple[Value, ...]
    test: Graph
    body: Graph
    carries: int

    def made(self) -> Sequence[Value]:
        """What it gives."""
        made = while_loop(*self.given, test=self.test, body=self.body, carries=self.carries)
        return (made,) if isinstance(made, Value) else made

    def fixed(self, graph: Graph) -> list[Value]:
        """The values of one of its graphs that only depend on operands that stay, and are read by others or given;
        numbers and what only moves elements are as good where they are."""
        stay = set(graph.inputs[self.carries :])
        fixed, pending = set(stay), list(graph.outputs)
        for node in graph.nodes:
            if fixed.issuperset(node.inputs) and not node.op.effect and not node.op.waits:
                fixed.update(node.outputs)
            else:
                pending += node.inputs
        found: dict[Value, None] = {}
        while pending:
            v = pending.pop(0)
            if v not in fixed or v in stay:
                continue
            if v.node.op.view is not None:
                pending += v.node.inputs
            elif v.node.inputs:
                found[v] = None
        return list(found)

    def without(self, graph: Graph, values: Sequence[Value]) -> _Loop:
        """The loop to which values of one of its graphs are given."""
        more = splice(Graph(graph.inputs, values), self.given)
        both: list[Graph] = []
        for g in (self.test, self.body):
            new = [placeholder(v.type) for v in values]
            found = dict(zip(values, new, strict=True)) if g is graph else {}
            both.append(replaced((*g.inputs, *new), g.outputs, found))
        return _Loop((*self.given, *more), both[0], both[1], self.carries)


def ahead(node: Node, operands: tuple[Value, ...]) -> Sequence[Value] | None:
    """A loop of these operands without what is the same in all of its rounds; None: there is nothing."""
    words = node.keywords
    loop = _Loop(operands, words["test"], words["body"], words["carries"])
    asked = loop.fixed(loop.test)
    if asked:
        loop = loop.without(loop.test, asked)
    done = loop.fixed(loop.body)
    below = {v: [node for node in topological([v]) if node.inputs] for v in done}
    if not any(_is_much(node) for nodes in below.values() for node in nodes):
        done = [v for v, nodes in below.items() if not any(node.op.fails or node.op.host for node in nodes)]
        if asked or done:
            return (loop.without(loop.body, done) if done else loop).made()
        return None

    def rounds(*xs: Value) -> tuple[Value, ...]:
        return tuple(loop._replace(given=xs).without(loop.body, done).made())

    def none(*xs: Value) -> tuple[Value, ...]:
        return xs[: loop.carries]

    types = [v.type for v in loop.given]
    (flag,) = splice(loop.test, loop.given)
    made = cond(flag, *loop.given, then=trace(rounds, *types), other=trace(none, *types))
    return (made,) if isinstance(made, Value) else made


def _is_much(node: Node) -> bool:
    """Whether a node takes longer than a branch."""
    some = node.op.view is not None or node.op is slice_ or node.op.fails or is_elementwise(node)
    kinds = node.types if some else (*node.types, *(v.type for v in node.inputs))
    return sum(typical(kind.size) for kind in kinds) > FEW or any(isinstance(p, Graph) for _, p in node.params)
