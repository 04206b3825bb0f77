"""Products of a round that share an operand become one: [Y | Y'] = X [W | W'].

W and W' are the same in every round, so they are put side by side once, before the loop; in the loop nothing is
concatenated: who used the products reads windows of the one. Outside of loops the copy would cost more than it gains.

So it would to turn W in X W^T, whose columns a product would have to collect from everywhere in every round.
"""

from __future__ import annotations

from collections.abc import Sequence

from dusk.graph import Graph, Node, Value
from dusk.graph.provenance import building, join
from dusk.ops import concatenate, contract, transpose
from dusk.ops.join import window
from dusk.transform.hoist import Scan, each_scan
from dusk.transform.rewriting import EXACT, Options, within


def siblings(graph: Graph, options: Options = EXACT) -> Graph:
    """Merge the products of one operand in the bodies of scans."""
    graph = within(graph, lambda inner: siblings(inner, options))
    return each_scan(graph, lambda node, operands: _Merging(node, operands).result())


class _Merging(Scan):
    def result(self) -> Sequence[Value]:
        families: dict[tuple[object, ...], list[Node]] = {}
        for node in self.nodes:
            if node.op is contract:
                for k in range(2):
                    key = self.kin(node, k)
                    if key is not None:
                        families.setdefault(key, []).append(node)
        found: dict[Value, Value] = {}
        for (_, k, *_), family in families.items():
            if len(family) > 1:
                self.merge(family, int(k == 0), found)
        for node in self.nodes:
            if node.op is contract and node.out not in found:
                self.turn(node, found)
        return self.build(found, self.outputs)

    def kin(self, node: Node, k: int) -> tuple[object, ...] | None:
        """What products that can be merged have in common: operand k, and how the others lie beside each other."""
        shared, other = node.inputs[k], node.inputs[1 - k]
        labels = node.keywords["labels"]
        own = [name for name in labels[1 - k] if name not in labels[k]]
        if len(own) != 1 or self.source.get(other) != "same":
            return None
        return shared, k, labels, other.type

    def merge(self, family: list[Node], j: int, found: dict[Value, Value]) -> None:
        """One product with the j-th operands of a family side by side."""
        node = family[0]
        labels = node.keywords["labels"]
        (own,) = (name for name in labels[j] if name not in labels[1 - j])
        axis, out = labels[j].index(own), labels[2].index(own)
        n = node.inputs[j].shape[axis]
        with building(join(*(one.origin for one in family))):
            whole = concatenate(*(self.given[one.inputs[j]][0] for one in family), axis=axis)
            operands = [node.inputs[1 - j]] * 2
            operands[j] = self.add("same", whole, whole.type)
            made = self.turned(contract(*operands, labels=labels).node)
            for i, one in enumerate(family):
                found[one.out] = window(made, out, i * n, n)

    def turn(self, node: Node, found: dict[Value, Value]) -> None:
        """A product whose fixed operand lies as the result does."""
        with building(node.origin):
            made = self.turned(node)
        if made != node.out:
            found[node.out] = made

    def turned(self, node: Node) -> Value:
        """A product of the same, its fixed operand turned before the loop if it does not end as the result does."""
        labels, operands = list(node.keywords["labels"]), list(node.inputs)
        last = labels[2][-1:]
        for j, (names, v) in enumerate(zip(labels[:2], node.inputs, strict=True)):
            if self.source.get(v) != "same" or not last or last not in names[:-1]:
                continue
            axes = (*(d for d, name in enumerate(names) if name != last), names.index(last))
            whole = transpose(self.given[v][0], axes=axes)
            operands[j] = self.add("same", whole, whole.type)
            labels[j] = names.replace(last, "") + last
            return contract(*operands, labels=tuple(labels))
        return node.out
