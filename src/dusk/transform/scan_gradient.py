"""The gradient of a scan: a scan the other way round.

What its rounds need of the rounds that went before it is left by these: by the same scan, with more outputs (`unite`
makes one of the two). Views, and what can be had element by element from what comes into the rounds, is made anew. The
gradient by an operand that is the same in every round is a carry that adds up, for `hoist` to turn into one product.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import Any

from dusk.graph import CONSTANT, Graph, Node, Value, constant, placeholder
from dusk.graph.node import bring
from dusk.graph.types import typical
from dusk.ops import add, broadcast_to, flip, full, scan, scatter_add
from dusk.ops.scan import operands_of
from dusk.transform.hoist import is_zeros
from dusk.transform.rewriting import replaced
from dusk.transform.series import Given, part, scanned
from dusk.transform.unite import all_of

Gradients = Callable[..., tuple[Value, ...]]


def pull(node: Node, received: Sequence[Value], gradients: Gradients, active: Collection[Value]) -> list[Value | None]:
    """The cotangents of those of a scan's operands that are `active`; `gradients(outputs, cotangents, wrt, stop)`
    differentiates its body."""
    return _Back(node, received).pulled(gradients, active)


def push(node: Node, given: Sequence[Value | None], tangents: Callable[..., Sequence[Value | None]]) -> list[Value]:
    """The tangents of a scan's outputs; `tangents(outputs, wrt, given, stop)` pushes them through its body."""
    words = node.keywords
    body: Graph = words["body"]
    length, sources = words["length"], words["sources"]
    moved: dict[Value, Value] = {}
    carries: list[tuple[Value, Given]] = []
    others: list[tuple[Value, Given]] = []
    for v, source, at in zip(body.inputs, sources, operands_of(sources, length), strict=True):
        operands = node.inputs[at]
        (carries if source == "carry" else others).append((v, Given(source, operands)))
        if not moves(v) or (source != "carry" and all(t is None for t in given[at])):
            continue
        moved[v] = placeholder(v.type)
        whole = tuple(zeros(u.type) if t is None else t for t, u in zip(given[at], operands, strict=True))
        (carries if source == "carry" else others).append((moved[v], Given(source, whole)))
    pushed = tangents(body.outputs, tuple(moved), tuple(moved.values()), frozenset(body.inputs))
    outputs: list[Value] = []
    for j, (v, t) in enumerate(zip(body.outputs, pushed, strict=True)):
        if j < sources.count("carry"):
            outputs.append(v)
            outputs += [] if body.inputs[j] not in moved else [zeros(v.type) if t is None else t]
        elif t is not None:
            outputs.append(t)
    inputs = [*carries, *others]
    rounds = Graph([v for v, _ in inputs], outputs)
    made = iter(scanned([g for _, g in inputs], rounds, length, words.get("reverse", False)))
    found: list[Value] = []
    for j, (v, t) in enumerate(zip(node.outputs, pushed, strict=True)):
        carried = j < sources.count("carry")
        if carried:
            next(made)
        some = body.inputs[j] in moved if carried else t is not None
        found.append(next(made) if some else zeros(v.type))
    return found


class _Back:
    def __init__(self, node: Node, received: Sequence[Value]) -> None:
        self.node, self.received = node, received
        words = node.keywords
        self.body: Graph = words["body"]
        self.length: int = words["length"]
        self.reverse: bool = words.get("reverse", False)
        self.sources: tuple[str, ...] = words["sources"]
        self.n_carries = self.sources.count("carry")
        self.parts = list(operands_of(self.sources, self.length))
        self.source = dict(zip(self.body.inputs, self.sources, strict=True))
        self.own = {id(n) for n in self.body.nodes}
        self.carries: list[tuple[Value, Value]] = []  # in the rounds, and before the first
        self.others: list[tuple[Value, Given]] = []
        self.residuals: dict[Value, Value] = {}  # values of the forward rounds, and what stands for them

    def pulled(self, gradients: Gradients, active: Collection[Value]) -> list[Value | None]:
        outputs, inputs = self.body.outputs, self.body.inputs
        of = [self.node.inputs[part] for part in self.parts]
        asked = [i < self.n_carries or any(u in active for u in of[i]) for i in range(len(inputs))]
        moving = [v for v, some in zip(inputs, asked, strict=True) if some and moves(v)]
        moved = [(v, self.cotangent(j, v)) for j, v in enumerate(outputs) if moves(v)]
        found = gradients([v for v, _ in moved], [g for _, g in moved], moving, frozenset(inputs))
        by = dict(zip(moving, found, strict=True))
        handed = [by[v] for v in inputs[: self.n_carries] if moves(v)]
        sums = [v for v in moving if self.source[v] == "same" and not is_zeros(by[v])]
        for v in sums:
            total = placeholder(v.type)
            self.carries.append((total, zeros(v.type)))
            handed.append(plus(total, by[v]))
        series = [v for v in moving if self.source[v] in ("each", "back", "list") and not is_zeros(by[v])]
        made = self.rounds([*handed, *(by[v] for v in series)])
        results: list[Value | None] = []
        rest = iter(made)
        carried = [next(rest) if moves(v) else None for v in inputs[: self.n_carries]]
        totals = dict(zip([*sums, *series], rest, strict=True))
        for i, v in enumerate(inputs):
            if i < self.n_carries:
                results.append(carried[i])
            elif v not in totals:
                count = self.length if self.source[v] == "list" else 1
                results += [None] * count
            elif self.source[v] == "list":
                results += [part(totals[v], k) for k in range(self.length)]
            else:
                results.append(flip(totals[v], axis=0) if self.source[v] == "back" else totals[v])
        return results

    def cotangent(self, j: int, v: Value) -> Value:
        """What comes back to output j of the body, in a round."""
        received = self.received[j]
        if j >= self.n_carries and is_zeros(received):
            return zeros(v.type)
        made = placeholder(v.type)
        if j < self.n_carries:
            self.carries.append((made, received))
        else:
            self.others.append((made, Given("each", (received,))))
        return made

    def rounds(self, outputs: Sequence[Value]) -> Sequence[Value]:
        """The scan back, with what it needs of the one before."""
        if not outputs:
            return ()
        self.need(outputs)
        kept = {v: p for v, p in self.residuals.items() if self.source.get(v, "carry") == "carry"}
        same = {v: p for v, p in self.residuals.items() if v not in kept}
        for v, made in same.items():
            operands = self.node.inputs[self.parts[self.body.inputs.index(v)]]
            self.others.append((made, Given(self.source[v], operands)))
        stacks = self.left(list(kept))
        self.others += [(p, Given("each", (stack,))) for p, stack in zip(kept.values(), stacks, strict=True)]
        inputs = [*(v for v, _ in self.carries), *(v for v, _ in self.others)]
        given = [*(Given("carry", (first,)) for _, first in self.carries), *(g for _, g in self.others)]
        return scanned(given, replaced(inputs, outputs, self.residuals), self.length, not self.reverse)

    def left(self, values: Sequence[Value]) -> list[Value]:
        """Values of all rounds, stacked: by the scan itself where it leaves them, else by one that leaves more."""
        outputs, node = list(self.body.outputs), self.node
        places: dict[Value, int] = {v: j for j, v in enumerate(outputs) if j >= self.n_carries}
        for v in values:
            if v not in places:
                places[v] = len(outputs)
                outputs.append(v)
        made: Sequence[Value] = node.outputs
        if len(outputs) > len(made):
            given = [Given(s, node.inputs[p]) for s, p in zip(self.sources, self.parts, strict=True)]
            made = scanned(given, Graph(self.body.inputs, outputs), self.length, self.reverse)
        return [made[places[v]] for v in values]

    def need(self, outputs: Sequence[Value]) -> None:
        """Find what the rounds back read of the rounds before. What loops within these leave for their own gradients,
        they leave in the rounds before."""
        given = {v for v, _ in (*self.carries, *self.others)}
        seen: set[Value] = set(given)
        pending = list(outputs)
        while pending:
            v = pending.pop()
            if v in seen:
                continue
            seen.add(v)
            own = id(v.node) in self.own or (v.node.op is scan and given.isdisjoint(all_of([v])))
            if v in self.source or (own and not self.anew(v)):
                self.residuals[v] = placeholder(v.type)
            else:
                pending += v.node.inputs

    def anew(self, v: Value) -> bool:
        """Whether a value of the rounds before is made once more from what it is made of."""
        node = v.node
        if node.op is CONSTANT or self.free(v):
            return True
        if node.op is not broadcast_to and node.op.view is None:
            return False
        return typical(sum(u.type.nbytes for u in node.inputs)) <= typical(v.type.nbytes)

    def free(self, v: Value) -> bool:
        """Whether a value is had element by element from what comes into the rounds."""
        pending, steps = [v], 0
        while pending:
            v = pending.pop()
            steps += 1
            if v in self.source:
                if self.source[v] == "carry":
                    return False
                continue
            op = v.node.op
            if steps > _FEW or not (op is CONSTANT or op is broadcast_to or op.view is not None or op.broadcast):
                return False
            pending += v.node.inputs
        return True


_FEW = 16


def plus(total: Value, more: Value) -> Value:
    """The sum of two values: where of one only some elements are not zero, these are added to the other's."""
    added: list[Node] = []
    while more.node.op is scatter_add:
        added.append(more.node)
        more = more.node.inputs[0]
    if not added or not _is_zeros(more):
        return add(total, added[0].out if added else more)
    for node in reversed(added):
        total = node.reading((total, *node.inputs[1:])).out
    return total


def _is_zeros(v: Value) -> bool:
    return is_zeros(v) or (v.node.op is full and not v.node.keywords["value"])


def moves(v: Value) -> bool:
    """Whether a value carries derivatives."""
    return v.dtype.kind in "fcV"


def zeros(kind: Any) -> Value:
    """Zeros of a type."""
    return bring(constant(0, kind.dtype, kind.device), kind)
