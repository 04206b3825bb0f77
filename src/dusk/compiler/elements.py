"""Graphs that do things element by element: what they do with arrays, and in which order that can be done in place.

An array that a loop or a branch hands on is written where it lies: each of its values is read before the next is
written. Where no order does that, or what is written has to stay as it was, a copy is written. Arrays of one element
are numbers.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from heapq import heapify, heappop, heappush
from typing import Any

from dusk.compiler.flow import inlined
from dusk.compiler.rules import CHEAP, COMBINED, Template, computable, templates
from dusk.graph import CONSTANT, TOKEN, Graph, Node, TensorType, Value
from dusk.graph.types import product, typical
from dusk.ops.scan import scan
from dusk.ops.structured import cond, while_loop

NUMBER, MOVED, FRESH, FORMULA = -1, -2, -3, -4
"""What an output is that is no operand's memory: a number, elements of an operand, memory of its own, or computed from
its index wherever it is read."""
LARGE = 1 << 14  # elements of arrays that are computed or copied whole: others do that with more threads


class UnfitError(Exception):
    """What a node does is not all done element by element."""


@dataclass(slots=True)
class Effects:
    """What a graph does with its inputs (a node with its operands) that are arrays: those it reads, those it writes to,
    and for each output the input whose memory it is. `whole`: it computes arrays that are no inputs."""

    reads: set[int] = field(default_factory=set[int])
    writes: set[int] = field(default_factory=set[int])
    outputs: list[int] = field(default_factory=list[int])
    whole: bool = False

    def later(self) -> Effects:
        """The same of a branch, whose graphs do not take its first operand."""
        outputs = [i + 1 if i >= 0 else i for i in self.outputs]
        return Effects({i + 1 for i in self.reads}, {i + 1 for i in self.writes}, outputs, self.whole)


Write = tuple[Node, int]
"""A node and which operand it writes to."""


@dataclass(slots=True)
class Ordered:
    """A graph with its nodes in an order in which each array's values are read before they are written over, but for
    `copies`: these write to copies."""

    graph: Graph
    nodes: list[Node]
    effects: Effects
    copies: Collection[Write]


def able(kind: Any) -> bool:
    """Whether procedures compute with values of a type."""
    return kind is not TOKEN and kind.is_static() and 0 not in kind.shape and computable(kind.dtype)


def is_number(kind: TensorType) -> bool:
    """Whether arrays of a type have one element."""
    return kind.size == 1


def _bounded(size: Any) -> None:
    if typical(size) > LARGE:
        raise UnfitError


def rule_of(node: Node) -> Template:
    """How the only output of a node is computed, element by element."""
    found = None
    if len(node.types) == 1:
        found = templates(node.op, node.params, tuple(v.type for v in node.inputs), node.types)
    if found is None or found[0].kind not in ("map", "update", "reduce"):
        raise UnfitError
    if found[0].kind == "reduce" and found[0].reduction not in COMBINED:
        raise UnfitError
    return found[0]


def moves(node: Node, rule: Template) -> bool:
    """Whether what a node gives are elements of one operand, chosen by numbers at most."""
    reads = {i for i, v in enumerate(node.inputs) if not is_number(v.type)}
    simple = rule.kind == "map" and rule.value.kind == "load" and (rule.value.guard is None or node.op.fails)
    return simple and reads == {rule.value.operand}


class Orders:
    """Graphs put in order, each once."""

    def __init__(self) -> None:
        self._known: dict[tuple[int, frozenset[int]], tuple[Graph, Ordered]] = {}
        self._inlined: dict[int, tuple[Graph, Graph]] = {}

    def of(self, graph: Graph, kept: Collection[int]) -> Ordered:
        """The graph in an order in which inputs that are `kept` are not written to. Raises UnfitError."""
        key = id(graph), frozenset(kept)
        found = self._known.get(key)
        if found is None:
            if id(graph) not in self._inlined:
                self._inlined[id(graph)] = graph, inlined(graph)
            copies: list[Write] = []
            made: Ordered | Write = self._ordered(self._inlined[id(graph)][1], kept, copies)
            while isinstance(made, tuple):
                if made in copies:
                    raise UnfitError
                copies.append(made)
                made = self._ordered(self._inlined[id(graph)][1], kept, copies)
            found = self._known[key] = graph, made
        return found[1]

    def parts(self, node: Node) -> list[Ordered]:
        """The graphs of a loop or branch, in order. Raises UnfitError."""
        words = node.keywords
        if node.op is cond:
            kept: set[int] = set()
            while True:
                made = [self.of(words[side], kept) for side in ("then", "other")]
                then, other = (part.effects.outputs for part in made)
                both = {a for a, b in zip(then, other, strict=True) if a == b}
                if kept.issuperset(apart := set(range(len(node.inputs) - 1)) - both):
                    return made
                kept |= apart
        body = words["body"]
        carries = words["carries"] if node.op is while_loop else words["sources"].count("carry")
        made = [self.of(body, range(carries, len(body.inputs)))]
        if node.op is while_loop:
            made.append(self.of(words["test"], range(len(body.inputs))))
        return made

    def effects(self, node: Node) -> Effects:
        """What a node does. Raises UnfitError."""
        if node.op is cond:
            then, other = (part.effects.later() for part in self.parts(node))
            outputs = [a if a == b else FRESH for a, b in zip(then.outputs, other.outputs, strict=True)]
            left = {i for some in (then, other) for i in some.outputs if i >= 0}
            reads, whole = then.reads | other.reads | left, then.whole or other.whole or FRESH in outputs
            for i, kind in zip(outputs, node.types, strict=True):
                _bounded(kind.size if i == FRESH else 0)
            return Effects(reads, then.writes | other.writes, outputs, whole)
        if node.op in (while_loop, scan):
            parts = self.parts(node)
            return _of_loop(node, parts[0].effects, parts[1].effects if parts[1:] else Effects())
        rule = rule_of(node)
        reads = {i for i, v in enumerate(node.inputs) if not is_number(v.type)}
        if rule.kind == "update":
            v = node.inputs[1]
            whole = not is_number(v.type)
            _bounded(v.type.size)
            return Effects(reads - {0}, reads & {0}, [0 if 0 in reads else NUMBER], whole)
        if is_number(node.types[0]) and rule.kind == "map":
            return Effects(reads, set(), [NUMBER])
        if moves(node, rule):
            return Effects(reads, set(), [MOVED])
        if not reads and rule.kind == "map" and rule.cost <= CHEAP:
            return Effects(outputs=[FORMULA])
        _bounded(product(rule.extents) * node.types[0].size)
        return Effects(reads, set(), [NUMBER if is_number(node.types[0]) else FRESH], whole=True)

    def _ordered(self, graph: Graph, kept: Collection[int], copies: Collection[Write]) -> Ordered | Write:
        """A graph in order, or a write that has to be to a copy, too."""
        found = Effects()
        memory: dict[Value, tuple[Any, Value]] = {v: (i, v) for i, v in enumerate(graph.inputs)}
        readers: dict[Value, list[Node]] = {}
        over: dict[Value, Write] = {}  # who writes over a value
        parts: set[Value] = set()
        kinds = [v.type for v in graph.inputs] + [t for node in graph.nodes for t in node.types]
        if not all(map(able, kinds)):
            raise UnfitError
        for node in graph.nodes:
            if node.op is CONSTANT:
                memory[node.out] = node.out, node.out
                parts.add(node.out)
                continue
            does = self.effects(node)
            own = {i for i in does.writes if (node, i) in copies}
            found.whole = found.whole or does.whole or bool(own)
            for i in own:
                _bounded(node.inputs[i].type.size)
            for i in does.writes - own:
                of, value = memory[node.inputs[i]]
                uses = [u for u in node.inputs if not is_number(u.type) and memory[u][0] == of]
                if value in over or len(uses) > 1 or node.inputs[i] in parts or of in kept:
                    return node, i
                over[value] = node, i
                if isinstance(of, int):
                    found.writes.add(of)
            for i in does.reads - does.writes | own:
                of, value = memory[node.inputs[i]]
                if isinstance(of, int):
                    found.reads.add(of)
                readers.setdefault(value, []).append(node)
            for v, i in zip(node.outputs, does.outputs, strict=True):
                if i == MOVED:
                    memory[v] = memory[node.inputs[min(does.reads)]]
                    parts.add(v)
                elif i in (FRESH, FORMULA) or i in own:
                    memory[v] = v, v
                    if i == FORMULA:
                        parts.add(v)
                elif i != NUMBER:
                    of, value = memory[node.inputs[i]]
                    memory[v] = of, v if i in does.writes else value
                    if node.inputs[i] in parts:
                        parts.add(v)
        for v in graph.outputs:
            if is_number(v.type):
                found.outputs.append(NUMBER)
                continue
            of, value = memory[v]
            if value in over:
                return over[value]
            whole = isinstance(of, int) and v not in parts and of not in found.outputs
            found.outputs.append(of if whole else FRESH)
            if isinstance(of, int):
                found.reads.add(of)
        nodes = _sorted(graph.nodes, over, readers)
        return nodes if isinstance(nodes, tuple) else Ordered(graph, nodes, found, copies)


def _of_loop(node: Node, body: Effects, test: Effects) -> Effects:
    """The effects of a loop: what it carries stays in place, what its rounds leave has memory of its own."""
    words = node.keywords
    reads, whole = body.reads | test.reads, body.whole or test.whole
    carries = words["carries"] if node.op is while_loop else words["sources"].count("carry")
    if node.op is scan:
        if "list" in words["sources"]:
            raise UnfitError
        of_parts = {i for i, source in enumerate(words["sources"]) if source in ("each", "back")}
        reads |= {i for i in of_parts if not is_number(node.inputs[i].type)}
    outputs = [NUMBER if is_number(t) else c for c, t in enumerate(node.types[:carries])]
    moved = {c for c, i in enumerate(outputs) if i != body.outputs[c]}
    for c in moved:
        _bounded(node.types[c].size)
    left = [FRESH for _ in node.types[carries:]]
    whole = whole or bool(moved) or any(t.ndim != 1 for t in node.types[carries:])
    return Effects(reads, body.writes | moved, [*outputs, *left], whole)


def _sorted(
    nodes: Sequence[Node], over: Mapping[Value, Write], readers: Mapping[Value, list[Node]]
) -> list[Node] | Write:
    """Nodes so that who reads a value goes before who writes over it; a write for which there is no such order."""
    number = {node: n for n, node in enumerate(nodes)}
    before = [{number[v.node] for v in node.inputs if v.node in number} for node in nodes]
    for value, (writer, _) in over.items():
        before[number[writer]].update(number[r] for r in readers.get(value, ()) if r is not writer)
    after: list[list[int]] = [[] for _ in nodes]
    for n, some in enumerate(before):
        for m in some:
            after[m].append(n)
    left = [len(some) for some in before]
    ready = [n for n, count in enumerate(left) if not count]
    heapify(ready)
    order: list[Node] = []
    while ready:
        n = heappop(ready)
        order.append(nodes[n])
        for m in after[n]:
            left[m] -= 1
            if not left[m]:
                heappush(ready, m)
    if len(order) == len(nodes):
        return order
    done = set(order)
    return next(
        write
        for value, write in over.items()
        if write[0] not in done and any(r not in done and r is not write[0] for r in readers.get(value, ()))
    )
