"""Rolling up: rounds that a recorded program repeats become one scan over a body.

Nodes in the order of their creation are a text; a loop is a stretch of it that repeats with some period. In every round
a node's operand is a value of the same round, of a round before (a carry), always the same one, or one of a series. The
body's boundary is put where the fewest bytes cross it, as at the head of the loop in the user's program. Inner loops
come first: the scans that they have become are nodes of the loops around them.

Rounds that only compute element by element are better off in one kernel, which keeps values in registers: several of
them become one round.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate, pairwise
from operator import attrgetter
from typing import Any

import numpy as np

from dusk.graph import CONSTANT, TOKEN, Graph, Node, Value
from dusk.graph.types import typical
from dusk.ops import broadcast_to, pad, scan
from dusk.ops.control import variables
from dusk.transform.rewriting import EXACT, Options, within
from dusk.transform.series import Rolled, Stretch, begins_of, part_of, scan_of
from dusk.transform.windows import windows

ROUNDS = 8  # fewer are left as they are
NODES = 64  # in all rounds
WINDOW, FEW = 12, 3  # nodes that are compared to find periods; where some are scans already
PERIODS = 12  # tried
LAG = 3  # rounds that a value is carried over
TOGETHER = 48  # nodes of a round without anything but element-wise work


def roll(graph: Graph, options: Options = EXACT) -> Graph:
    """Make a scan of what a graph repeats, and of what such scans repeat."""
    return _rolled(within(graph, lambda inner: roll(inner, options)), ())


def before_gradient(graph: Graph, wrt: Iterable[Value]) -> Graph:
    """A graph rolled up, its windows made series, that is to be differentiated with respect to values of it. Loops of
    whose rounds each has such a value of its own, or what is made of it, stay as they are: their gradients are wanted
    one by one."""
    return windows(_rolled(graph, wrt))


def _rolled(graph: Graph, wrt: Iterable[Value]) -> Graph:
    window = WINDOW
    while sum(map(_weight, graph.nodes)) >= NODES:
        order = sorted(graph.nodes, key=attrgetter("number"))
        loops = _agreed(_Text(graph, order, wrt), list(_stretches(order, window)))
        if not loops:
            break
        found = _rebuilt(graph, order, loops)
        graph, window = Graph(graph.inputs, [found[v] for v in graph.outputs]), FEW
        wrt = [found.get(v, v) for v in wrt]
    return graph


def _weight(node: Node) -> int:
    """As many nodes as a node counts for: a scan for what is worth a loop around eight."""
    return NODES // ROUNDS if node.op is scan else 1


def _stretches(order: Sequence[Node], window: int) -> Iterator[Stretch]:
    """What repeats, inner loops before those around them; they may overlap."""
    numbers: dict[Any, int] = {}
    text = np.fromiter((numbers.setdefault(_sign(node), len(numbers)) for node in order), np.int64, len(order))
    if len(text) < window:
        return
    # windows by a rolling sum of pseudo-random words: equal windows have equal sums
    words = np.random.default_rng(0).integers(0, 1 << 62, len(numbers), dtype=np.uint64)[text]
    weights = np.random.default_rng(1).integers(0, 1 << 62, window, dtype=np.uint64) | np.uint64(1)
    count = len(text) - window + 1
    hashes = np.zeros(count, np.uint64)
    for k in range(window):
        hashes += words[k : k + count] * weights[k]
    by_hash = np.argsort(hashes, kind="stable")
    same = hashes[by_hash][1:] == hashes[by_hash][:-1]
    distances = (by_hash[1:] - by_hash[:-1])[same]
    weighed = np.concatenate([[0], np.cumsum([_weight(node) for node in order])])
    counted: Counter[int] = Counter(distances.tolist())
    for period in sorted(period for period, times in counted.most_common(PERIODS) if times >= ROUNDS - 1):
        equal = np.concatenate([[False], text[:-period] == text[period:], [False]])
        edges = np.flatnonzero(equal[1:] != equal[:-1])
        for first, last in zip(edges[::2].tolist(), edges[1::2].tolist(), strict=True):
            rounds = (last - first) // period + 1
            if rounds >= ROUNDS and weighed[first + rounds * period] - weighed[first] >= NODES:
                yield Stretch(first, period, rounds)


def _sign(node: Node) -> Any:
    """What two nodes of different rounds have in common: all but constants, and where windows begin."""
    if node.op is CONSTANT:
        return node.op, node.types
    varying = _WIDTHS if node.op is pad else node.op.dynamic
    params = tuple([(k, v) for k, v in node.params if k not in varying]) if varying else node.params
    return node.op, params, node.types, len(node.inputs)


_WIDTHS = ("widths",)


class _Text:
    """A graph's nodes in order: where each stands, who uses it, and whether it depends on what is differentiated by."""

    def __init__(self, graph: Graph, order: Sequence[Node], wrt: Iterable[Value]) -> None:
        self.order = order
        self.at = {id(node): i for i, node in enumerate(order)}
        self.users: dict[tuple[int, int], list[int]] = {}
        for i, node in enumerate(order):
            for v in node.inputs:
                self.users.setdefault((self.at.get(id(v.node), -1), v.index), []).append(i)
        self.wanted = {(self.at.get(id(v.node), -1), v.index) for v in graph.outputs}
        self.moving = {id(v.node) for v in wrt}
        if self.moving:
            self.moving.update(id(node) for node in order if any(id(v.node) in self.moving for v in node.inputs))

    def settled(self, s: Stretch) -> Stretch:
        """The stretch with its boundary where the fewest bytes cross it; rounds of element-wise work put together."""
        p = s.period
        changes = [0.0] * (2 * p + 2)  # of the bytes that cross the boundary before offset o, two rounds after another
        for o in range(p):
            at = s.start + p + o
            for index, kind in enumerate(self.order[at].types):
                used = max((u - at for u in self.users.get((at, index), ()) if 0 < u - at <= p), default=0)
                nbytes = 0.0 if kind is TOKEN else typical(kind.nbytes)
                changes[o + 1] += nbytes
                changes[o + 1 + used] -= nbytes
        crossing = list(accumulate(changes))
        shift = min(range(p), key=lambda o: (crossing[o] + crossing[o + p], o))
        rounds = s.rounds - (1 if shift else 0)
        if shift and s.end + shift <= len(self.order) and self._alike(s, shift):
            rounds += 1
        start = s.start + shift + p
        together = max(1, TOGETHER // p) if is_pointwise(self.order[start : start + p]) else 1
        return Stretch(s.start + shift, p * together, rounds // together)

    def rounds_of(self, s: Stretch) -> Rolled | None:
        """The loop that a stretch is, if it is one."""
        settled = self.settled(s)
        made = _classified(self, settled) if settled.rounds >= ROUNDS else None
        return None if made is None else _even(self, settled, made)

    def _alike(self, s: Stretch, more: int) -> bool:
        """Whether the round that is cut off by a shifted boundary goes on behind the stretch."""
        return all(_sign(self.order[s.end + o]) == _sign(self.order[s.end + o - s.period]) for o in range(more))


def is_pointwise(nodes: Iterable[Node]) -> bool:
    """Whether nodes only compute element by element."""
    return all(node.op in _ASIDE or _elementwise(node) for node in nodes)


_ASIDE = (CONSTANT, broadcast_to, variables)


def _elementwise(node: Node) -> bool:
    return node.op.broadcast and all(v.shape == node.types[0].shape for v in node.inputs)


def _agreed(text: _Text, stretches: Sequence[Stretch]) -> list[Rolled]:
    """The loops whose values are used round by round, if at all, in other loops only; none overlaps another one."""
    known: dict[int, Rolled | None] = {}
    while True:
        found: dict[int, Rolled] = {}
        taken = np.zeros(len(text.order), bool)
        for k, s in enumerate(stretches):
            if taken[s.start : s.end].any():
                continue
            made = known[k] if k in known else known.setdefault(k, text.rounds_of(s))
            if made is not None and not taken[made.start : made.end].any():
                taken[made.start : made.end] = True
                found[k] = made
        left = found
        while True:
            inside = {i for r in left.values() for i in range(r.start, r.end)}
            serving = {k: r for k, r in left.items() if _serves(text, r, inside) and not _differs(text, r, inside)}
            if len(serving) == len(left):
                break
            left = serving
        if len(left) == len(found):
            return sorted(found.values(), key=attrgetter("start"))
        known |= dict.fromkeys(found.keys() - left.keys())


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


def _differs(text: _Text, r: Rolled, inside: set[int]) -> bool:
    """Whether rounds each have what is differentiated by, or what is made of it elsewhere than in loops."""
    for kind, *what in r.operands.values() if text.moving else ():
        if kind == "series":
            own = [v for v in what[0] if id(v.node) in text.moving and text.at.get(id(v.node), -1) not in inside]
            if sum(part_of(v) is None for v in own) * 2 > r.rounds:
                return True
    return False


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
            if node.op is CONSTANT or not any(s.start <= at.get(id(v.node), -1) for n in nodes for v in n.inputs):
                made.series.add(o)
                continue
            begins = [begins_of(n) for n in nodes]
            given = {None if b is None else tuple([start is None for start in b]) for b in begins}
            if len(given) > 1 or None in given:
                return None
            made.moving.add(o)
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


def _rebuilt(graph: Graph, order: Sequence[Node], loops: list[Rolled]) -> dict[Value, Value]:
    """What the values of a graph are with scans in place of loops."""
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
        operands = [found[v] for v in node.inputs]
        made = Node(node.op, operands, node.params, node.types, node.origin)  # so that all are numbered in order
        found.update(zip(node.outputs, made.outputs, strict=True))
        i += 1
    return found
