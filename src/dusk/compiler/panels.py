"""What the rounds of a loop multiply by, the same in every round, is packed once before the loop.

A contraction reads its lane operand fastest in panels, [panel][k][lane], one vector wide: in rows longer than a strip
of tiles every step along k lies in a line, and often on a page, of its own, and caches that find lines by their
address have few places for them. Packing takes a pass over the operand, which a few rounds pay for.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from dusk.compiler.added import PANELLED
from dusk.compiler.rules import templates
from dusk.graph import Graph, Node, Value
from dusk.graph.provenance import building
from dusk.graph.types import product, typical
from dusk.ops import contract, reshape, transpose
from dusk.transform.hoist import Scan, each_scan

Lanes = Callable[[np.dtype[Any]], int]
ROUNDS = 8  # fewer do not pay for the packing
ROWS = 96  # of a round, from which on it hardly matters how what they are multiplied by lies
STRIP = 3  # panels: what is not wider lies in the order of reading


def in_panels(graph: Graph, lanes: Lanes) -> Graph:
    """The graph whose scans multiply by operands in panels of so many lanes of a dtype."""
    return each_scan(graph, lambda node, operands: _Packing(node, operands, lanes).result())


class _Packing(Scan):
    def __init__(self, node: Node, operands: Sequence[Value], lanes: Lanes) -> None:
        super().__init__(node, operands)
        self.operands, self.lanes = tuple(operands), lanes
        self.packed: dict[tuple[Value, bool], Value] = {}

    def result(self) -> Sequence[Value]:
        found: dict[Value, Value] = {}
        for node in self.nodes if typical(self.length) >= ROUNDS else ():
            j = next((j for j in (1, 0) if node.op is contract and self.source.get(node.inputs[j]) == "same"), None)
            if j is not None and self.suits(node, j):
                with building(node.origin):
                    found[node.out] = self.multiplied(node, j)
        return self.build(found, self.outputs) if found else self.node.reading(self.operands).outputs

    def suits(self, node: Node, j: int) -> bool:
        """Whether a product runs along the columns of its fixed operand j, and these are whole panels."""
        labels, kind = node.keywords["labels"], node.inputs[j].type
        names, out = labels[j], labels[2]
        lanes = self.lanes(kind.dtype) if kind.ndim == 2 and kind.dtype.kind == "f" and out[-1:] else 0
        if not lanes or out[-1] not in names or set(names) & set(labels[1 - j]) == set(names):
            return False
        rows = node.inputs[1 - j].type
        if typical(product(n for name, n in zip(labels[1 - j], rows.shape, strict=True) if name not in names)) >= ROWS:
            return False
        (k,) = (n for name, n in zip(names, kind.shape, strict=True) if name != out[-1])
        n = kind.shape[names.index(out[-1])]
        if not isinstance(n, int) or not isinstance(k, int) or n % lanes or n <= STRIP * lanes:
            return False
        rules = templates(node.op, node.params, tuple(v.type for v in node.inputs), node.types)
        return rules is not None and rules[0].kind == "contract"

    def multiplied(self, node: Node, j: int) -> Value:
        """The product by the operand in panels."""
        labels, w = node.keywords["labels"], node.inputs[j]
        column = labels[2][-1]
        turned = labels[j][0] == column
        names = labels[j].replace(column, "") + column
        lanes = self.lanes(w.dtype)
        if (w, turned) not in self.packed:
            whole = self.given[w][0]
            whole = transpose(whole, axes=(1, 0)) if turned else whole
            k, n = whole.shape
            panels = transpose(reshape(whole, shape=(k, n // lanes, lanes)), axes=(1, 0, 2))
            packed = reshape(panels, shape=(k, n))
            self.packed[w, turned] = self.add("same", packed, packed.type)
        return PANELLED(
            node.inputs[1 - j], self.packed[w, turned], labels=(labels[1 - j], names, labels[2]), lanes=lanes
        )
