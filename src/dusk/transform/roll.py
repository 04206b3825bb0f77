"""Rolling up: rounds that a recorded program repeats become one scan over a body.

Nodes in the order of their creation are a text; a loop is a stretch of it that repeats with some period. In every round
a node's operand is a value of the same round, of a round before (a carry), always the same one, or one of a series. The
body's boundary is put where the fewest bytes cross it, as at the head of the loop in the user's program.

Rounds that only compute element by element are better off in one kernel, which keeps values in registers: several of
them become one round.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise
from operator import attrgetter
from typing import Any

import numpy as np

from dusk.graph import CONSTANT, TOKEN, Graph, Node, Value
from dusk.graph.types import typical
from dusk.ops import broadcast_to
from dusk.transform.rewriting import EXACT, Options, within
from dusk.transform.series import Rolled, Stretch, scan_of

ROUNDS = 8  # fewer are left as they are
NODES = 64  # in all rounds
WINDOW = 12  # nodes that are compared to find periods
PERIODS = 12  # tried
LAG = 3  # rounds that a value is carried over
TOGETHER = 48  # nodes of a round without anything but element-wise work


def roll(graph: Graph, options: Options = EXACT) -> Graph:
    """Make a scan of what a graph repeats."""
    graph = within(graph, lambda inner: roll(inner, options))
    if len(graph.nodes) < NODES:
        return graph
    order = sorted(graph.nodes, key=attrgetter("number"))
    loops = _agreed(_Text(graph, order), list(_stretches(order)))
    return _rebuilt(graph, order, loops) if loops else graph


def _stretches(order: Sequence[Node]) -> Iterator[Stretch]:
    """What repeats, the longest first; none overlaps another one."""
    numbers: dict[Any, int] = {}
    text = np.fromiter((numbers.setdefault(_sign(node), len(numbers)) for node in order), np.int64, len(order))
    if len(text) < WINDOW:
        return
    # windows by a rolling sum of pseudo-random words: equal windows have equal sums
    words = np.random.default_rng(0).integers(0, 1 << 62, len(numbers), dtype=np.uint64)[text]
    weights = np.random.default_rng(1).integers(0, 1 << 62, WINDOW, dtype=np.uint64) | np.uint64(1)
    count = len(text) - WINDOW + 1
    hashes = np.zeros(count, np.uint64)
    for k in range(WINDOW):
        hashes += words[k : k + count] * weights[k]
    by_hash = np.argsort(hashes, kind="stable")
    same = hashes[by_hash][1:] == hashes[by_hash][:-1]
    distances = (by_hash[1:] - by_hash[:-1])[same]
    found: list[Stretch] = []
    counted: Counter[int] = Counter(distances.tolist())
    for period, times in counted.most_common(PERIODS):
        if times < (ROUNDS - 1) * period - WINDOW:
            continue
        equal = np.concatenate([[False], text[:-period] == text[period:], [False]])
        edges = np.flatnonzero(equal[1:] != equal[:-1])
        for first, last in zip(edges[::2].tolist(), edges[1::2].tolist(), strict=True):
            rounds = (last - first) // period + 1
            if rounds >= ROUNDS and rounds * period >= NODES:
                found.append(Stretch(first, period, rounds))
    taken = np.zeros(len(text), bool)
    for s in sorted(found, key=lambda s: (-s.period * s.rounds, s.period)):
        if not taken[s.start : s.end].any():
            taken[s.start : s.end] = True
            yield s


def _sign(node: Node) -> Any:
    """What two nodes of different rounds have in common: all but constants, and where windows begin."""
    if node.op is CONSTANT:
        return node.op, node.types
    params = tuple((k, v) for k, v in node.params if k not in node.op.dynamic)
    return node.op, params, node.types, len(node.inputs)


class _Text:
    """A graph's nodes in order: where each stands, and who uses it."""

    def __init__(self, graph: Graph, order: Sequence[Node]) -> None:
        self.order = order
        self.at = {id(node): i for i, node in enumerate(order)}
        self.users: dict[tuple[int, int], list[int]] = {}
        for i, node in enumerate(order):
            for v in node.inputs:
                self.users.setdefault((self.at.get(id(v.node), -1), v.index), []).append(i)
        self.wanted = {(self.at.get(id(v.node), -1), v.index) for v in graph.outputs}

    def settled(self, s: Stretch) -> Stretch:
        """The stretch with its boundary where the fewest bytes cross it; rounds of element-wise work put together."""
        p = s.period
        crossing = [0.0] * p  # bytes that cross the boundary before offset o
        for o in range(p):
            at = s.start + p + o
            for index, kind in enumerate(self.order[at].types):
                used = [u - at for u in self.users.get((at, index), ()) if 0 < u - at <= p]
                for edge in range(o + 1, o + 1 + max(used, default=0)):
                    crossing[edge % p] += 0.0 if kind is TOKEN else typical(kind.nbytes)
        shift = min(range(p), key=lambda o: (crossing[o], o))
        rounds = s.rounds - (1 if shift else 0)
        if shift and s.end + shift <= len(self.order) and self._alike(s, shift):
            rounds += 1
        together = max(1, TOGETHER // p) if self._pointwise(s.start + shift + p, p) else 1
        return Stretch(s.start + shift, p * together, rounds // together)

    def _alike(self, s: Stretch, more: int) -> bool:
        """Whether the round that is cut off by a shifted boundary goes on behind the stretch."""
        return all(_sign(self.order[s.end + o]) == _sign(self.order[s.end + o - s.period]) for o in range(more))

    def _pointwise(self, start: int, period: int) -> bool:
        nodes = self.order[start : start + period]
        return all(node.op is CONSTANT or node.op is broadcast_to or _elementwise(node) for node in nodes)


def _elementwise(node: Node) -> bool:
    return node.op.broadcast and all(v.shape == node.types[0].shape for v in node.inputs)


def _agreed(text: _Text, stretches: list[Stretch]) -> list[Rolled]:
    """The loops whose values are used round by round, if at all, in other loops only."""
    found: list[Rolled] = []
    for s in sorted(stretches, key=attrgetter("start")):
        settled = text.settled(s)
        made = _classified(text, settled) if settled.rounds >= ROUNDS else None
        if made is not None:
            found.append(_even(text, settled, made))
    while True:
        inside = {i for r in found for i in range(r.start, r.end)}
        left = [r for r in found if _serves(text, r, inside)]
        if len(left) == len(found):
            return found
        found = left


def _serves(text: _Text, r: Rolled, inside: set[int]) -> bool:
    """Note what is used outside of a loop, and tell whether most of it is used by other loops, from stacks."""
    r.outside.clear()
    for o in range(r.period):
        for index in range(len(text.order[r.start + o].types)):
            strays = 0
            for i in range(r.rounds):
                key = (r.start + i * r.period + o, index)
                users = [u for u in text.users.get(key, ()) if not r.start <= u < r.end]
                if users or key in text.wanted:
                    r.outside.setdefault((o, index), []).append(i)
                    strays += key in text.wanted or any(u not in inside for u in users)
            if strays * 2 > r.rounds:
                return False
    return True


def _even(text: _Text, s: Stretch, made: Rolled) -> Rolled:
    """The loop without its first or last round, if what was a loose series becomes parts of another loop's stack."""
    first = last = 0
    for operand in made.operands.values():
        if operand[0] == "series":
            places = [text.at.get(id(v.node), -1) for v in operand[1]]
            steps = [b - a for a, b in pairwise(places)]
            if len(set(steps)) > 1 and len(set(steps[1:-1])) == 1:
                first |= steps[0] != steps[1]
                last |= steps[-1] != steps[1]
    if not first and not last:
        return made
    even = Stretch(s.start + first * s.period, s.period, s.rounds - first - last)
    tried = _classified(text, even) if even.rounds >= ROUNDS else None
    return made if tried is None else tried


def _classified(text: _Text, s: Stretch) -> Rolled | None:
    """What every operand of a round is; None if rounds differ."""
    made = Rolled(s.start, s.period, s.rounds)
    order, at = text.order, text.at
    for o in range(s.period):
        nodes = [order[s.start + i * s.period + o] for i in range(s.rounds)]
        node = nodes[0]
        if node.op.effect or any(t is TOKEN for t in node.types) or any(callable(value) for _, value in node.params):
            return None
        if any(n.params != node.params for n in nodes):
            made.series.add(o)
            if node.op is CONSTANT:
                continue
            if any(s.start <= at.get(id(v.node), -1) for n in nodes for v in n.inputs):
                return None  # windows that move over what the loop itself makes
            continue
        for k in range(len(node.inputs)):
            operand = _operand(s, [n.inputs[k] for n in nodes], at)
            if operand is None:
                return None
            made.operands[o, k] = operand
    # rounds of constants alone are no loop
    return made if made.series or any(map(_enters, made.operands.values())) else None


def _enters(operand: Any) -> bool:
    """Whether an operand comes into the rounds from outside, other than as a constant."""
    kind, what, *_ = operand
    return kind in ("before", "series") or (kind == "same" and what.node.op is not CONSTANT)


def _operand(s: Stretch, values: Sequence[Value], at: dict[int, int]) -> Any:
    """(kind, ...) of what is operand k in all rounds: ("here", offset, index), ("before", offset, index, lag, first
    values), ("same", value) or ("series", values); None if it is nothing of these."""
    index = values[-1].index
    places = [at.get(id(v.node), -1) for v in values]
    last = places[-1]
    if not s.start <= last < s.end:
        if any(s.start <= q for q in places):
            return None
        return ("same", values[0]) if all(v == values[0] for v in values) else ("series", tuple(values))
    relative = last - (s.start + (s.rounds - 1) * s.period)
    lag = -(relative // s.period)
    if lag > LAG or any(v.index != index for v in values[lag:]):
        return None
    for i in range(lag, s.rounds):
        if places[i] != s.start + i * s.period + relative:
            return None
    if lag == 0:
        return "here", relative, index
    if any(q >= s.start for q in places[:lag]):
        return None
    return "before", relative % s.period, index, lag, tuple(values[:lag])


def _rebuilt(graph: Graph, order: Sequence[Node], loops: list[Rolled]) -> Graph:
    """The graph with scans in place of loops."""
    found: dict[Value, Value] = {v: v for v in graph.inputs}
    i = 0
    rest = iter(loops)
    coming = next(rest, None)
    while i < len(order):
        if coming is not None and i == coming.start:
            scan_of(coming, order, found)
            i, coming = coming.end, next(rest, None)
            continue
        node = order[i]
        found.update(zip(node.outputs, node.reading(tuple(found[v] for v in node.inputs)).outputs, strict=True))
        i += 1
    return Graph(graph.inputs, (found[v] for v in graph.outputs))
