"""Windows that move with the rounds of a scan: what rounds read one after the other, and what they leave.

`x[i]` of the number of a round is a part of a series; of an array that rounds hand on, written to by `out[i] = v`
alone, the rounds leave v. What they read of it is what it held before the loop, or what a round before has written
there. So nothing but parts goes from round to round.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from dusk.graph import CONSTANT, Graph, Node, Value, constant, rebuild
from dusk.graph.node import bring, literal_of
from dusk.graph.provenance import building
from dusk.ops import (
    add,
    astype,
    flip,
    gather,
    identity,
    iota,
    moveaxis,
    multiply,
    reshape,
    scatter_set,
    slice_,
    slice_set,
    subtract,
)
from dusk.ops.control import variables
from dusk.ops.getset import getitem, setitem
from dusk.ops.join import window
from dusk.transform.hoist import SERIES, Scan, each_scan, is_zeros
from dusk.transform.rewriting import EXACT, Options, inside, within

READS, WRITES = (slice_, getitem, gather), (slice_set, setitem, scatter_set)
LAG = 3  # rounds that what was written is carried over


def windows(graph: Graph, options: Options = EXACT) -> Graph:
    """Make series and stacks of what the rounds of scans read and write one after the other."""
    graph = within(graph, lambda inner: windows(inner, options))
    return each_scan(
        graph, lambda node, operands: _Windows(inside(node, operands, _themselves), operands).result(operands)
    )


def _themselves(graph: Graph) -> Graph:
    """The graph in which `variables` are the values that they stand for."""
    if not any(node.op is variables for node in graph.nodes):
        return graph
    return rebuild(graph, lambda node, operands: operands if node.op is variables else None)


class _Window(NamedTuple):
    """Of an array the part `first + step * i` along an axis, in the round of number i."""

    axis: int
    first: int
    step: int


class _Written(NamedTuple):
    """A carry of which rounds write one part each, or add to it; and what reads parts of it, before or after."""

    carry: int
    value: Value
    at: _Window
    adds: bool
    reads: list[tuple[Node, _Window]]


class _Windows(Scan):
    def result(self, operands: tuple[Value, ...]) -> Sequence[Value]:
        """What takes the place of the scan's outputs."""
        size: Any = self.length  # a named one says nothing of what is inside
        numbered = isinstance(size, int) and any(self.source[v] in SERIES for v in self.inputs)
        if not numbered or not any(node.op in (*READS, *WRITES) for node in self.nodes):
            return self.node.reading(operands).outputs
        self.users: dict[Value, list[Node]] = {}
        for node in self.nodes:
            for v in node.inputs:
                self.users.setdefault(v, []).append(node)
        self.found: dict[Value, Value] = {}
        with building(self.node.origin):
            for node in self.nodes:
                if node.op in READS and self.source.get(node.inputs[0]) == "same":
                    at = self.window(node)
                    if at is not None:
                        self.read(node, self.given[node.inputs[0]][0], at)
            writes = [w for c in range(self.n_carries) if (w := self.written(c)) is not None]
            if not writes and not self.found:
                return self.node.reading(operands).outputs
            return self.stacked(writes) or self.node.reading(operands).outputs

    # --- where windows are
    def window(self, node: Node) -> _Window | None:
        """What a node reads or writes of its first operand; None: it is no single part, or another one is not known."""
        words, shape = node.keywords, node.inputs[0].shape
        k = 1 if node.op in READS else 2
        if len(node.inputs) != k + 1:
            return None
        place = node.inputs[k]
        if node.op in (gather, scatter_set):
            axis: int = words["axes"][0]
        else:
            axis = words["starts"].index(None)
            sizes = words.get("sizes", node.inputs[1].shape)
            whole: list[tuple[Any, ...]] = [(0, n, 1) for n in shape]
            whole[axis] = (None, 1, words["steps"][axis])
            if [*zip(words["starts"], sizes, words["steps"], strict=True)] != whole:
                return None
        number = self.number(place)
        if number is None or not number[1] or not isinstance(shape[axis], int):
            return None
        return _Window(axis, *number) if self.holds(*number, shape[axis]) else None

    def holds(self, first: int, step: int, size: int) -> bool:
        """Whether an index is natural and below a size in all rounds."""
        return all(0 <= i < size for i in (first, first + step * (self.length - 1)))

    def number(self, v: Value) -> tuple[int, int] | None:
        """(a, b) if a number of the body is a + b * i in the round of number i."""
        if v.shape or v.dtype.kind not in "iu":
            return None
        source = self.source.get(v)
        if source is not None:
            return self.counted(self.given[v][0], source) if source in SERIES else None
        node = v.node
        if node.op is CONSTANT:
            known = literal_of(v)
            return None if known is None else (int(known), 0)
        if v.dtype.itemsize < 8:
            return None  # it may wrap
        if node.op in (astype, identity, reshape):
            return self.number(node.inputs[0])
        if node.op is gather and node.inputs[0].node.op is iota:
            words = node.inputs[0].node.keywords
            place = self.number(node.inputs[1])
            start, step = words.get("start", 0), words.get("step", 1)
            if place is None or not all(isinstance(n, int) for n in (words["size"], start, step)):
                return None
            return (start + step * place[0], step * place[1]) if self.holds(*place, words["size"]) else None
        if node.op not in (add, subtract, multiply):
            return None
        a, b = (self.number(u) for u in node.inputs)
        if a is None or b is None:
            return None
        if node.op is multiply:
            return (a[0] * b[0], a[0] * b[1] + a[1] * b[0]) if not a[1] * b[1] else None
        sign = 1 if node.op is add else -1
        return a[0] + sign * b[0], a[1] + sign * b[1]

    def counted(self, whole: Value, source: str) -> tuple[int, int] | None:
        """As `number`, of the parts of a stack of numbers."""
        words, known = whole.node.keywords, literal_of(whole)
        if whole.node.op is iota:
            first, step = words.get("start", 0), words.get("step", 1)
        elif known is not None and len(known) > 1:
            first, step = int(known[0]), int(known[1]) - int(known[0])
            if any(int(n) != first + step * i for i, n in enumerate(known)):
                return None
        else:
            return None
        if not isinstance(first, int) or not isinstance(step, int):
            return None
        return (first, step) if source == "each" else (first + step * (self.length - 1), -step)

    # --- what is read
    def read(self, node: Node, base: Value, at: _Window) -> None:
        """A part of what is the same in every round."""
        self.found[node.out] = reshape(self.series(base, at), shape=node.types[0].shape)

    def series(self, base: Value, at: _Window) -> Value:
        """An input: the parts of an array, one a round."""
        low = min(at.first, at.first + at.step * (self.length - 1))
        whole = window(base, at.axis, low, self.length, abs(at.step))
        whole = moveaxis(whole, source=at.axis, destination=0) if at.axis else whole
        return self.add("each" if at.step > 0 else "back", whole, whole.type.with_(whole.shape[1:]))

    # --- what is written
    def written(self, c: int) -> _Written | None:
        """What rounds do to a carry of which they write one part each; None: they do something else to it, too."""
        carry, out = self.carries[c], self.outputs[c]
        node, adds = out.node, False
        if out in self.source or self.outputs.count(out) > 1 or carry in self.outputs:
            return None
        if node.op is add and node.inputs.count(carry) == 1:  # of zeros with a part written, to what there is
            (other,) = (v for v in node.inputs if v != carry)
            if other.node.op not in WRITES or not is_zeros(other.node.inputs[0]) or len(self.users[other]) > 1:
                return None
            node, adds = other.node, True
        if node.op not in WRITES or node.inputs[1:].count(carry) or (not adds and node.inputs[0] != carry):
            return None
        at = self.window(node)
        if at is None:
            return None
        found = _Written(c, node.inputs[1], at, adds, [])
        for v in (carry, out):
            for user in self.users.get(v, ()):
                if user is node or (adds and user is out.node):
                    continue
                seen = self.window(user) if user.op in READS and user.inputs[0] == v else None
                if seen is None or (seen.axis, seen.step) != (at.axis, at.step) or (seen.first - at.first) % at.step:
                    return None
                if self.late(seen, at) > LAG:
                    return None
                found.reads.append((user, seen))
        return found

    def late(self, seen: _Window, at: _Window) -> int:
        """How many rounds ago what is read was written; 0 or less: it will be."""
        ahead = (seen.first - at.first) // at.step
        return ahead if self.reverse else -ahead

    def stacked(self, writes: Sequence[_Written]) -> Sequence[Value]:
        """The scan that leaves what it wrote: its outputs as they were; none if nothing is left to go round."""
        carried = {w.carry: self.given[self.carries[w.carry]][0] for w in writes}
        kept = [c for c in range(self.n_carries) if c not in carried]
        inputs = [self.carries[c] for c in kept]
        outputs = [self.outputs[c] for c in kept]
        left: list[Value] = []
        for w in writes:
            base, at = carried[w.carry], w.at
            part = _part(base, at)
            row = reshape(bring(w.value, w.value.type.with_(dtype=part.dtype)), shape=part.shape)
            if w.adds:
                row = add(bring(constant(0, part.dtype), part) if is_zeros(base) else self.series(base, at), row)
            before: list[Value] = []  # what was written one, two, ... rounds ago
            for node, seen in w.reads:
                late = self.late(seen, at)
                while len(before) < late:
                    inputs.append(self.first(base, at, len(before) + 1))
                    outputs.append(before[-1] if before else row)
                    before.append(inputs[-1])
                if late > 0:
                    read = before[late - 1]
                else:
                    read = row if late == 0 and node.inputs[0] == self.outputs[w.carry] else self.series(base, seen)
                self.found[node.out] = reshape(read, shape=node.types[0].shape)
            left.append(row)
        dropped = {self.carries[c] for c in carried} | set(inputs)
        self.inputs = [*inputs, *(v for v in self.inputs if v not in dropped)]
        stacks = self.outputs[self.n_carries :]
        self.n_carries = len(outputs)
        made = self.build(self.found, [*outputs, *stacks, *left])
        if not made:
            return ()
        n = len(outputs)
        ends = dict(zip(kept, made, strict=False))
        for w, stack in zip(writes, made[n + len(stacks) :], strict=True):
            ends[w.carry] = _put(carried[w.carry], w.at, stack, self.length)
        return [*(ends[c] for c in sorted(ends)), *made[n : n + len(stacks)]]

    def first(self, base: Value, at: _Window, late: int) -> Value:
        """A carry: before the first round, what stands where a round would have written that came `late` before it."""
        number = self.length - 1 + late if self.reverse else -late
        whole = window(base, at.axis, at.first + at.step * number, 1)
        part = _part(base, at)
        return self.add("carry", reshape(whole, shape=part.shape), part)


def _part(base: Value, at: _Window) -> Any:
    """The type of a part of an array."""
    return base.type.with_((*base.shape[: at.axis], *base.shape[at.axis + 1 :]))


def _put(base: Value, at: _Window, stack: Value, length: int) -> Value:
    """An array with the parts that rounds have left."""
    low = min(at.first, at.first + at.step * (length - 1))
    parts = flip(stack, axis=0) if at.step < 0 else stack
    parts = moveaxis(parts, source=0, destination=at.axis) if at.axis else parts
    if parts.shape == base.shape:
        return parts
    starts, steps = [0] * base.ndim, [1] * base.ndim
    starts[at.axis], steps[at.axis] = low, abs(at.step)
    return slice_set(base, parts, starts=tuple(starts), steps=tuple(steps))
