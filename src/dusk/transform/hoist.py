"""Out of the loop: what a scan's rounds have in common, or what they can do at once before or after it.

Three things leave a body (of a loop of unknown length the first of them, see `ahead`). What depends on nothing that
changes is computed once. A product of a series and something fixed becomes one product of the whole stack before the
loop, unless a round's is as fast as it is: then its result need not go through memory. A carry that only adds up
products or sums becomes one product, or sum, over all rounds after the loop; its terms are reductions, which may be
added up in any order.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

from dusk.graph import CONSTANT, Graph, Node, Value, placeholder, rebuild
from dusk.graph.node import literal_of
from dusk.graph.provenance import building
from dusk.graph.types import product, typical
from dusk.ops import add, broadcast_to, contract, flip, reshape, scan, sum_, while_loop
from dusk.ops.scan import operands_of
from dusk.ops.shapes import all_axes
from dusk.transform.ahead import ahead
from dusk.transform.rewriting import EXACT, Options, replaced, within
from dusk.transform.series import Given, scanned

SERIES = ("each", "back")
ROWS, NEAR = 32, 1 << 18  # rows of a product, and bytes they are multiplied by, from and up to which it is fast alone


def hoist(graph: Graph, options: Options = EXACT) -> Graph:
    """Move out of loops what need not be done round by round, out of the innermost ones first."""
    graph = within(graph, lambda inner: hoist(inner, options))
    graph = each_scan(graph, lambda node, operands: _Scan(node, operands).result())
    if not any(node.op is while_loop for node in graph.nodes):
        return graph
    return rebuild(graph, lambda node, operands: ahead(node, operands) if node.op is while_loop else None)


def each_scan(graph: Graph, change: Callable[[Node, tuple[Value, ...]], Sequence[Value]]) -> Graph:
    """The graph with each of its scans put through `change(node, new operands)`, which gives what replaces it."""
    if not any(node.op is scan for node in graph.nodes):
        return graph
    return rebuild(graph, lambda node, operands: change(node, operands) if node.op is scan else None)


class Scan:
    """A scan taken apart: inputs with their operands, nodes, outputs; to be changed and put together again."""

    def __init__(self, node: Node, operands: Sequence[Value]) -> None:
        self.node = node
        words = node.keywords
        body: Graph = words["body"]
        self.length: int = words["length"]
        self.reverse: bool = words.get("reverse", False)
        sources: tuple[str, ...] = words["sources"]
        self.n_carries = sources.count("carry")
        self.inputs = list(body.inputs)
        self.nodes = list(body.nodes)
        self.outputs = list(body.outputs)
        self.source = dict(zip(body.inputs, sources, strict=True))
        self.given: dict[Value, tuple[Value, ...]] = {
            v: tuple(operands[part]) for v, part in zip(body.inputs, operands_of(sources, self.length), strict=True)
        }
        self.stacks: dict[Value, Value] = {}  # of series given as lists

    @property
    def carries(self) -> list[Value]:
        """The inputs that are carries, in order."""
        return self.inputs[: self.n_carries]

    def add(self, source: str, operand: Value, kind: Any) -> Value:
        """One more input."""
        made = placeholder(kind)
        self.inputs.append(made)
        self.source[made], self.given[made] = source, (operand,)
        return made

    def stack(self, v: Value) -> tuple[Value, str]:
        """The whole of a series, and in which direction rounds meet it."""
        if self.source[v] != "list":
            return self.given[v][0], self.source[v]
        if v not in self.stacks:
            part = placeholder(v.type)
            (self.stacks[v],) = scanned([Given("list", self.given[v])], Graph([part], [part]), self.length, False)
        return self.stacks[v], "each"

    def build(self, found: dict[Value, Value], outputs: Sequence[Value]) -> tuple[Value, ...]:
        """The scan of the changed body; `found` maps values of the old one."""
        body = replaced(self.inputs, outputs, found)
        used = {v for n in body.nodes for v in n.inputs} | set(body.outputs)
        inputs = [v for v in self.inputs if v in used or self.source[v] == "carry"]
        if not inputs or not outputs:
            return ()
        with building(self.node.origin):
            given = [Given(self.source[v], self.given[v]) for v in inputs]
            return scanned(given, Graph(inputs, body.outputs), self.length, self.reverse)


class _Scan(Scan):
    def __init__(self, node: Node, operands: Sequence[Value]) -> None:
        super().__init__(node, operands)
        self.found: dict[Value, Value] = {}  # values of the body -> inputs that have taken their place
        self.fixed: dict[Value, Value] = {v: self.given[v][0] for v in self.inputs if self.source[v] == "same"}
        self.users = Counter([*(v for n in self.nodes for v in n.inputs), *self.outputs])

    def result(self) -> Sequence[Value]:
        for node in self.nodes:
            with building(node.origin):
                self.once(node)
                self.at_once(node)
        return self.together()

    def once(self, node: Node) -> None:
        """What does not change from round to round."""
        if not all(v in self.fixed for v in node.inputs):
            return
        made = node.reading(tuple(self.fixed[v] for v in node.inputs))
        self.fixed.update(zip(node.outputs, made.outputs, strict=True))
        if node.op.view is None and node.inputs:
            for v in node.outputs:
                self.found[v] = self.add("same", self.fixed[v], v.type)

    def at_once(self, node: Node) -> None:
        """A product of a series and something fixed."""
        if node.op is not contract or node.out in self.found:
            return
        series = [k for k, v in enumerate(node.inputs) if self.source.get(v) in (*SERIES, "list")]
        if len(series) != 1 or node.inputs[1 - series[0]] not in self.fixed:
            return
        k = series[0]
        if _enough(node, k):
            return
        whole, source = self.stack(node.inputs[k])
        labels = list(node.keywords["labels"])
        new = _fresh(labels)
        labels[k], labels[2] = new + labels[k], new + labels[2]
        operands = [self.fixed[node.inputs[1 - k]]] * 2
        operands[k] = whole
        made = contract(*operands, labels=tuple(labels))
        self.found[node.out] = self.add(source, made, node.out.type)

    def together(self) -> Sequence[Value]:
        """The scan without the carries that only add up; what they come to is computed from stacks after it."""
        sums: dict[int, list[Node]] = {}
        for c, carry in enumerate(self.carries):
            terms = self.terms(carry, self.outputs[c]) if self.users[carry] == 1 else None
            if terms:
                sums[c] = terms
        if not sums and not self.found:
            return self.build({}, self.outputs)
        outputs = [v for c, v in enumerate(self.outputs) if c not in sums]
        carried = self.n_carries - len(sums)
        left = {v: carried + j for j, v in enumerate(outputs[carried:])}  # values that are stacked -> outputs
        for terms in sums.values():
            for term in terms:
                for v in term.inputs:
                    if self.source.get(self.found.get(v, v)) not in (*SERIES, "list") and v not in left:
                        left[v] = len(outputs)
                        outputs.append(v)
        dropped = [self.carries[c] for c in sums]
        first = {c: self.given[self.carries[c]][0] for c in sums}
        self.inputs = [v for v in self.inputs if v not in dropped]
        self.n_carries -= len(dropped)
        results = self.build(dict(self.found), outputs)

        def whole(v: Value) -> tuple[Value, str]:
            if v in left:
                return results[left[v]], "each"
            return self.stack(self.found.get(v, v))

        after = iter(results)
        made: list[Value] = []
        for c in range(len(self.outputs)):
            if c not in sums:
                made.append(next(after))
                continue
            total = None if is_zeros(first[c]) else first[c]
            for term in sums[c]:
                with building(term.origin):
                    more = _over_all(term, [whole(v) for v in term.inputs])
                    total = more if total is None else add(total, more)
            assert total is not None
            made.append(total)
        return made

    def terms(self, carry: Value, out: Value) -> list[Node] | None:
        """The products and sums that a carry adds up round by round; None if it does anything else."""
        found: list[Node] = []
        pending, met = [out], 0
        while pending:
            v = pending.pop()
            if v == carry:
                met += 1
            elif self.summable(v):
                found.append(v.node)
            elif v.node.op is add and self.users[v] == 1:
                pending += v.node.inputs
            else:
                return None
        return found if met == 1 else None

    def summable(self, v: Value) -> bool:
        """Whether v is a product or a sum of values that change from round to round."""
        node = v.node
        if v in self.found or (node.op is not sum_ and node.op is not contract):
            return False
        if node.op is sum_ and node.inputs[0].dtype != node.types[0].dtype:
            return False
        return not any(u in self.fixed or u.node.op in (CONSTANT, broadcast_to) for u in node.inputs)


def _enough(node: Node, k: int) -> bool:
    """Whether a product has many rows, from operand k, and what they are multiplied by stays near all the time."""
    labels, (x, w) = node.keywords["labels"], (node.inputs[k].type, node.inputs[1 - k].type)
    rows = product(n for name, n in zip(labels[k], x.shape, strict=True) if name not in labels[1 - k])
    return typical(rows) >= ROWS and typical(w.nbytes) <= NEAR


def _over_all(term: Node, stacks: Sequence[tuple[Value, str]]) -> Value:
    """A product or sum over all rounds, from stacks of its operands."""
    words = term.keywords
    if term.op is sum_:
        (stack, _) = stacks[0]
        axes = all_axes(words.get("axis"), stack.ndim - 1)
        made = sum_(stack, axis=(0, *(a + 1 for a in axes)), keepdims=words.get("keepdims", False))
        return reshape(made, shape=term.types[0].shape)
    (a, way), (b, other) = stacks
    if way != other:
        a = flip(a, axis=0)
    labels = words["labels"]
    new = _fresh(labels)
    return contract(a, b, labels=(new + labels[0], new + labels[1], labels[2]))


def is_zeros(v: Value) -> bool:
    """Whether a value is zeros for all to see."""
    while v.node.op is broadcast_to:
        v = v.node.inputs[0]
    known = literal_of(v)
    return known is not None and not known.any()


def _fresh(labels: Sequence[str]) -> str:
    """A label that is not used yet."""
    used = set("".join(labels))
    return next(c for c in "tuvwxyzabcdefghijklmnopqrs" if c not in used)
