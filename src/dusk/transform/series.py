"""Scans out of loops: bodies, carries, stacks, and series of values found to be parts of one array."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np

from dusk.graph import CONSTANT, Graph, Literal, Node, Value, constant, placeholder
from dusk.graph.node import bring
from dusk.graph.op import Op, Params, freeze
from dusk.graph.provenance import building, join
from dusk.ops import moveaxis, pad, reshape, scan, slice_, slice_set, squeeze
from dusk.ops.getset import getitem
from dusk.ops.join import window


@dataclass(slots=True)
class Stretch:
    """Rounds of `period` nodes each, from `start` on."""

    start: int
    period: int
    rounds: int

    @property
    def end(self) -> int:
        """Where it is over."""
        return self.start + self.period * self.rounds


@dataclass(slots=True)
class Rolled(Stretch):
    """A loop: what its rounds have in common is known.

    `operands[o, k]` says what operand k of the node at offset o is; nodes at offsets in `series` differ from round to
    round, by constants or by where windows of what comes from outside begin. Those in `moving` are windows of what the
    rounds make: where they begin becomes an operand. `outside[o, index]` are the rounds whose value is used elsewhere.
    """

    operands: dict[tuple[int, int], Any] = field(default_factory=dict[tuple[int, int], Any])
    series: set[int] = field(default_factory=set[int])
    moving: set[int] = field(default_factory=set[int])
    outside: dict[tuple[int, int], list[int]] = field(default_factory=dict[tuple[int, int], list[int]])


class Given(NamedTuple):
    """What a body gets: how (see `ops.scan`), and from which operands."""

    source: str
    operands: tuple[Value, ...]


class _Body:
    """The body of a loop under construction."""

    def __init__(self, loop: Rolled, order: Sequence[Node], found: dict[Value, Value]) -> None:
        self.loop, self.order, self.found = loop, order, found
        self.carries: dict[Any, tuple[Value, Value]] = {}  # key -> placeholder, value before the first round
        self.handed: dict[Any, Any] = {}  # key of a carry -> what is handed on: ("made", offset, index) or another key
        self.others: dict[Any, tuple[Value, Given]] = {}
        self.made: dict[tuple[int, int], Value] = {}

    def carry(self, offset: int, index: int, lag: int, first: tuple[Value, ...]) -> Value:
        """What the node at an offset made `lag` rounds before; `first` are its values in the rounds before the loop."""
        key = ("before", offset, index, first)
        if key not in self.carries:
            self.carries[key] = placeholder(first[0].type), self.found[first[0]]
            if lag > 1:
                self.carry(offset, index, lag - 1, first[1:])
                self.handed[key] = ("before", offset, index, first[1:])
            else:
                self.handed[key] = ("made", offset, index)
        return self.carries[key][0]

    def last(self, offset: int, index: int) -> Any:
        """A carry that nobody reads but who comes after the loop."""
        for key, handed in self.handed.items():
            if handed == ("made", offset, index):
                return key
        key = ("last", offset, index)
        kind = self.made[offset, index].type
        self.carries[key] = placeholder(kind), bring(constant(0, kind.dtype), kind)
        self.handed[key] = ("made", offset, index)
        return key

    def other(self, key: Any, given: Given, kind: Any) -> Value:
        """An input that is no carry."""
        if key not in self.others:
            self.others[key] = placeholder(kind), given
        return self.others[key][0]

    def same(self, value: Value) -> Value:
        """An input that is the same in every round; constants are written into the body."""
        if value.node.op is CONSTANT:
            return value
        return self.other(("same", value), Given("same", (self.found[value],)), value.type)

    def series(self, values: Sequence[Value]) -> Value:
        """An input that is another value in every round."""
        return self.other(("series", tuple(values)), stacked(values), values[0].type)

    def build(self) -> None:
        """The nodes of a round."""
        loop = self.loop
        for o in range(loop.period):
            nodes = [self.order[loop.start + i * loop.period + o] for i in range(loop.rounds)]
            node = nodes[0]
            if o in loop.series:
                if node.op is not CONSTANT:
                    nodes = [n.reading(tuple(self.found[v] for v in n.inputs)) for n in nodes]
                self.made[o, 0] = self.series([n.out for n in nodes])
                continue
            operands = [self.operand(loop.operands[o, k]) for k in range(len(node.inputs))]
            origin = join(*dict.fromkeys(n.origin for n in (nodes[0], nodes[-1])))
            op, params = node.op, node.params
            if o in loop.moving:
                op, operands, params = self.moved(nodes, operands)
            made = Node(op, operands, params, node.types, origin)
            for index, value in enumerate(made.outputs):
                self.made[o, index] = value

    def moved(self, nodes: Sequence[Node], operands: list[Value]) -> tuple[Op, list[Value], Params]:
        """A window that begins elsewhere in every round: the op, its operands and parameters.

        What pads with one value is a write into an array of it."""
        node = nodes[0]
        op, words = node.op, node.keywords
        if op is pad:
            op, kind = slice_set, node.types[0]
            operands.insert(0, bring(constant(words.get("value", 0), kind.dtype), kind))
            words = {"steps": (1,) * kind.ndim}
        starts: list[int | None] = []
        given = operands[_window_operands(op) :]
        del operands[_window_operands(op) :]
        for begins in zip(*map(begins_of, nodes), strict=True):
            moves = any(b != begins[0] for b in begins)
            starts.append(None if moves else begins[0])
            if moves:
                literals = [constant(b, np.int64) for b in begins]
                operands.append(self.other(("starts", begins), stacked(literals), literals[0].type))
            elif begins[0] is None:
                operands.append(given.pop(0))
        return op, operands, freeze({**words, "starts": tuple(starts)})

    def operand(self, operand: Any) -> Value:
        kind, *rest = operand
        if kind == "here":
            return self.made[rest[0], rest[1]]
        if kind == "before":
            return self.carry(*rest)
        if kind == "same":
            return self.same(rest[0])
        return self.series([self.found[v] for v in rest[0]])


def begins_of(node: Node) -> tuple[int | None, ...] | None:
    """Where the window that a node reads or writes begins, along each axis (None: an operand says); None: it is no
    window, or cannot be one whose beginning is an operand."""
    words = node.keywords
    if node.op is pad:
        widths = words["widths"]
        grows = all(isinstance(w, int) and w >= 0 for ends in widths for w in ends)
        return tuple([low for low, _ in widths]) if grows else None
    if node.op.dynamic != ("starts",) or not all(start is None or isinstance(start, int) for start in words["starts"]):
        return None
    return words["starts"]


def _window_operands(op: Op) -> int:
    """How many operands such an op has beside those that say where a window begins."""
    return 1 if op in (slice_, getitem) else 2


def scanned(given: Sequence[Given], body: Graph, length: int, reverse: bool) -> tuple[Value, ...]:
    """What a scan of a body gives; `given` are the body's inputs, in order."""
    made = scan(
        *(v for g in given for v in g.operands),
        body=body,
        length=length,
        sources=tuple(g.source for g in given),
        **({"reverse": True} if reverse else {}),
    )
    return (made,) if isinstance(made, Value) else made


def scan_of(loop: Rolled, order: Sequence[Node], found: dict[Value, Value]) -> None:
    """Add the scan of a loop; `found` gets what its values have become."""
    body = _Body(loop, order, found)
    body.build()
    last: dict[tuple[int, int], Any] = {}
    stacks: list[tuple[int, int]] = []
    for (o, index), rounds in loop.outside.items():
        if o in loop.series:
            continue
        if rounds == [loop.rounds - 1]:
            last[o, index] = body.last(o, index)
        else:
            stacks.append((o, index))
    carries = list(body.carries)
    inputs = [body.carries[key][0] for key in carries] + [v for v, _ in body.others.values()]
    given = [Given("carry", (body.carries[key][1],)) for key in carries] + [g for _, g in body.others.values()]
    handed = [body.handed[key] for key in carries]
    outputs = [body.made[h[1], h[2]] if h[0] == "made" else body.carries[h][0] for h in handed]
    # rounds that take parts from the back are rounds that go backwards
    ways = [g.source for g in given]
    reverse = ways.count("back") > ways.count("each")
    if reverse:
        turned = {"each": "back", "back": "each"}
        given = [Given(turned.get(g.source, g.source), g.operands[::-1]) for g in given]
    graph = Graph(inputs, [*outputs, *(body.made[key] for key in stacks)])
    origin = order[loop.start].origin
    with building(origin):
        results = scanned(given, graph, loop.rounds, reverse)
    for key, carry in last.items():
        found[_value(loop, order, key, loop.rounds - 1)] = results[carries.index(carry)]
    for key, stack in zip(stacks, results[len(carries) :], strict=True):
        for i in loop.outside[key]:
            with building(origin):
                found[_value(loop, order, key, i)] = part(stack, loop.rounds - 1 - i if reverse else i)
    for o in loop.series:
        for i in loop.outside.get((o, 0), ()):
            node = order[loop.start + i * loop.period + o]
            found[node.out] = node.reading(tuple(found[v] for v in node.inputs)).out


def _value(loop: Rolled, order: Sequence[Node], key: tuple[int, int], i: int) -> Value:
    return Value(order[loop.start + i * loop.period + key[0]], key[1])


def part(stack: Value, i: int) -> Value:
    """One round's part of a stack."""
    return reshape(window(stack, 0, i, 1), shape=stack.shape[1:])


def stacked(values: Sequence[Value]) -> Given:
    """How a body gets a series of values: as parts of one array where they are that."""
    nodes = [v.node for v in values]
    if all(n.op is CONSTANT for n in nodes):
        whole = np.stack([n.keywords["value"].array() for n in nodes])
        literal = Literal(whole)
        return Given("each", (Node(CONSTANT, (), (("value", literal),), (literal.type,)).out,))
    parts = [part_of(v) for v in values]
    first = parts[0]
    if first is not None:
        base, axis, start, shape = first
        for way, source in ((1, "each"), (-1, "back")):
            if all(p == (base, axis, start + way * i, shape) for i, p in enumerate(parts)):
                low = min(start, start + way * (len(values) - 1))
                whole = base if axis == 0 else moveaxis(base, source=axis, destination=0)
                if low or len(values) != whole.shape[0]:
                    whole = window(whole, 0, low, len(values))
                if whole.shape[1:] != shape:
                    whole = reshape(whole, shape=(len(values), *shape))
                return Given(source, (whole,))
    return Given("list", tuple(values))


def part_of(value: Value) -> tuple[Value, int, int, Any] | None:
    """(base, axis, i, shape) if a value is base[..., i, ...], with or without that axis."""
    shape, node = value.shape, value.node
    if node.op in (reshape, squeeze):
        node = node.inputs[0].node
    if node.op not in (slice_, getitem) or len(node.inputs) != 1:
        return None
    words, base = node.keywords, node.inputs[0]
    cut = [d for d, (size, n) in enumerate(zip(words["sizes"], base.shape, strict=True)) if size != n]
    if len(cut) != 1 or words["sizes"][cut[0]] != 1 or not isinstance(words["starts"][cut[0]], int):
        return None
    rest = tuple(n for d, n in enumerate(base.shape) if d != cut[0])
    return (base, cut[0], words["starts"][cut[0]], shape) if shape in (rest, words["sizes"]) else None
