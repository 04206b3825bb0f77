"""Scans over the same operands become one; what nobody reads of a scan leaves its body.

A gradient asks the rounds it goes back over for more than they left at first (`scan_gradient`): one more scan, of which
the first one is a part.
"""

from __future__ import annotations

from collections.abc import Sequence

from dusk.graph import Graph, Node, Value
from dusk.graph.graph import splice
from dusk.graph.provenance import building, join
from dusk.ops import scan
from dusk.ops.scan import operands_of
from dusk.transform.cse import cse
from dusk.transform.hoist import Scan, each_scan
from dusk.transform.rewriting import EXACT, Options, within


def unite(graph: Graph, options: Options = EXACT) -> Graph:
    """Make one of scans with the same operands, if they hand on the same, and leave out what is not read."""
    graph = within(graph, lambda inner: unite(inner, options))
    scans = [node for node in graph.nodes if node.op is scan]
    if len(scans) > 1:
        graph = _united(cse(graph, options))
    return each_scan(graph, _Used(graph).kept) if scans else graph


def _united(graph: Graph) -> Graph:
    kin: dict[object, list[Node]] = {}
    for node in graph.nodes:
        if node.op is scan:
            words = node.keywords
            key = node.inputs, words["length"], words["sources"], words.get("reverse", False)
            kin.setdefault(key, []).append(node)
    unions: dict[Node, _Union] = {}
    for family in kin.values():
        while len(family) > 1:
            first, *rest = family
            union, family = _Union(first), list(rest)
            for node in rest:
                if union.takes(node):
                    family.remove(node)
            if len(union.places) > 1:
                unions.update(dict.fromkeys(union.places, union))
    if not unions:
        return graph
    return each_scan(
        graph,
        lambda node, operands: (
            unions[node].results(node, operands) if node in unions else node.reading(operands).outputs
        ),
    )


class _Union:
    """Scans of the same operands that hand on the same: a body for all, and which of its outputs are whose."""

    def __init__(self, first: Node) -> None:
        self.first = first
        self.body: Graph = first.keywords["body"]
        self.carries: int = first.keywords["sources"].count("carry")
        self.places = {first: range(self.carries, len(first.types))}
        self.made: Sequence[Value] = ()

    def takes(self, node: Node) -> bool:
        """Add a scan, if it hands on the same."""
        both = _both(self.body, node.keywords["body"], self.carries)
        if both is None:
            return False
        self.places[node] = range(len(self.body.outputs), len(both.outputs))
        self.body = both
        return True

    def results(self, node: Node, operands: tuple[Value, ...]) -> Sequence[Value]:
        """What one of the scans gives."""
        if not self.made:
            with building(join(*(n.origin for n in self.places))):
                self.made = scan(*operands, **{**self.first.keywords, "body": self.body})
        return [*self.made[: self.carries], *(self.made[j] for j in self.places[node])]


def _both(a: Graph, b: Graph, carries: int) -> Graph | None:
    """The body of both, what a round hands on and then what each leaves; None if they do not hand on the same."""
    if len(a.inputs) != len(b.inputs) or any(v.type != u.type for v, u in zip(a.inputs, b.inputs, strict=True)):
        return None
    other = splice(b, a.inputs)
    made = cse(unite(Graph(a.inputs, (*a.outputs, *other))))
    outputs = made.outputs
    if outputs[:carries] != outputs[len(a.outputs) : len(a.outputs) + carries]:
        return None
    return Graph(made.inputs, (*outputs[: len(a.outputs)], *outputs[len(a.outputs) + carries :]))


class _Used:
    """Which outputs of scans are read, by what is read itself."""

    def __init__(self, graph: Graph) -> None:
        self.live: dict[Node, set[int]] = {}
        read = set(graph.outputs)
        for node in reversed(graph.nodes):
            if node.op is not scan:
                read.update(node.inputs)
                continue
            words = node.keywords
            body: Graph = words["body"]
            live = self.live[node] = {j for j, v in enumerate(node.outputs) if v in read}
            within = hand_on(body, words["sources"].count("carry"), live)
            for v, at in zip(body.inputs, operands_of(words["sources"], words["length"]), strict=True):
                if v in within:
                    read.update(node.inputs[at])

    def kept(self, node: Node, operands: tuple[Value, ...]) -> Sequence[Value]:
        """The scan with only those outputs that are read, each of what rounds leave once, and what these rest on."""
        body: Graph = node.keywords["body"]
        carries = node.keywords["sources"].count("carry")
        live = sorted(self.live[node])
        first = {body.outputs[j]: j for j in reversed(live) if j >= carries}
        kept = [j for j in live if j < carries or first[body.outputs[j]] == j]
        if len(kept) == len(node.types):
            return node.reading(operands).outputs
        taken = Scan(node, operands)
        taken.inputs = [v for c, v in enumerate(taken.inputs) if c >= carries or c in live]
        taken.n_carries = sum(c < carries for c in kept)
        with building(node.origin):
            made = taken.build({}, [body.outputs[j] for j in kept])
        place = {j: i for i, j in enumerate(kept)}
        found: list[Value] = []
        for j, v in enumerate(node.outputs):
            at = j if j < carries else first.get(body.outputs[j], j)
            found.append(made[place[at]] if at in place else v)
        return found


def hand_on(body: Graph, carries: int, live: set[int]) -> set[Value]:
    """Add to the outputs of rounds that are read the carries that they depend on, round after round; gives all values
    that these depend on."""
    while True:
        within = all_of([body.outputs[j] for j in live])
        more = {c for c in range(carries) if body.inputs[c] in within} - live
        if not more:
            return within
        live |= more


def all_of(values: Sequence[Value]) -> set[Value]:
    """Values, and all that they depend on."""
    seen: set[Value] = set()
    pending = list(values)
    while pending:
        v = pending.pop()
        if v not in seen:
            seen.add(v)
            pending += v.node.inputs
    return seen
