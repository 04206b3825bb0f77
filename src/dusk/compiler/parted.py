"""A graph of several devices, or of long branches, as parts that are compiled and run by themselves.

Boundaries are parts of their own: transfers, calls that stand apart, and nodes that are long and that one thread runs
(`heavy`). Marks are outputs that somebody waits for before the rest is done. Any two other nodes of one device are in
one part if the same boundaries come before both, and the same boundaries and marks after both.

So no part waits for itself. Along an edge both sets can only change in one direction, so around a circle of parts they
are all the same; then no boundary is on it, for those behind a boundary have it before them and it has not itself; and
without a boundary no edge leaves a device. For the same reason parts are convex: what lies on a way from one node of a
part to another has both sets in common with them. And nothing is done earlier or later than it could be: who waits
for a boundary is in no part with those who do not, nor is what a boundary waits for with what it does not.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from dusk.graph import CONSTANT, Graph, Node, Value, placeholder, topological
from dusk.graph.node import PLACEHOLDER
from dusk.graph.provenance import building
from dusk.graph.types import TOKEN
from dusk.ops import identity, transfer, variables
from dusk.transform.placed import DEFAULT, device_of, moved, stands_apart

COMPUTE, COPY, APART, HEAVY = "compute", "copy", "apart", "heavy"


@dataclass(frozen=True, slots=True)
class Part:
    """A convex part of a graph: a graph on the default device, and where it is to run.

    Values are numbers: those of the whole graph's inputs come first. `reads` are its graph's inputs, `makes` its
    outputs. A `copy` takes values from other devices to its own; what stands `apart`, or is `heavy`, is joined with
    nothing.
    """

    graph: Graph
    device: str
    kind: str
    reads: tuple[int, ...]
    makes: tuple[int, ...]
    nodes: tuple[Node, ...]  # of the whole graph

    @property
    def name(self) -> str:
        """What timelines call it."""
        names = list(dict.fromkeys(node.op.name for node in self.nodes))
        return ", ".join(names[:3]) + (f" and {len(names) - 3} more" if len(names) > 3 else "")

    @property
    def moves(self) -> bool:
        """Whether it leaves its inputs as they are, on its own device."""
        return self.kind == COPY and self.graph.outputs == self.graph.inputs


@dataclass(frozen=True, slots=True)
class Parted:
    """A graph as parts, each after those it reads from; `types` are those of values, `outputs` the graph's."""

    parts: tuple[Part, ...]
    types: tuple[Any, ...]
    outputs: tuple[int, ...]
    inputs: int

    def before(self) -> list[set[int]]:
        """For each part those it reads from."""
        maker = {v: i for i, part in enumerate(self.parts) for v in part.makes}
        return [{maker[v] for v in part.reads if v in maker} for part in self.parts]

    def __str__(self) -> str:
        lines: list[str] = []
        for part in self.parts:
            made, read = (", ".join(f"%{v}" for v in some) for some in (part.makes, part.reads))
            ops = ", ".join(node.op.name for node in part.graph.nodes if node.op is not CONSTANT)
            lines.append(f"{made} = {part.kind} on {part.device} ({read}): {'-' if part.moves else ops}")
        return "\n".join([*lines, f"return {', '.join(f'%{v}' for v in self.outputs)}"])


def split(graph: Graph, heavy: Collection[Node] = (), marks: Iterable[int] = ()) -> Parted:
    """The parts of a graph; `marks` are numbers of outputs that are wanted before the others are there."""
    graph = with_own_outputs(settled(graph))
    return build(graph, sets(graph, heavy, marks))


def settled(graph: Graph) -> Graph:
    """The graph with no more transfers than it needs: what is there already stays, nothing is taken to a place twice,
    and what is made of nothing is made where it is wanted."""
    found: dict[Value, Value] = {v: v for v in graph.inputs}
    taken: dict[tuple[Value, str], Value] = {}
    nothing: set[Node] = set()
    for node in graph.nodes:
        operands = tuple([found[v] for v in node.inputs])
        new: Sequence[Value] = operands
        if node.op is transfer and operands[0].node in nothing:
            new = moved(Graph((), operands), node.types[0].device).outputs
        elif node.op is transfer and operands[0].type != node.types[0]:
            there = operands[0], node.types[0].device
            new = [taken.setdefault(there, node.reading(operands).out)]
        elif node.op not in (variables, transfer):
            new = node.reading(operands).outputs
        found.update(zip(node.outputs, new, strict=True))
        nothing.update(v.node for v in new if _of_nothing(v.node, nothing))
    return Graph(graph.inputs, [found[v] for v in graph.outputs])


def _of_nothing(node: Node, known: Collection[Node]) -> bool:
    return node.op is not PLACEHOLDER and is_free(node) and all(v.node in known for v in node.inputs)


def with_own_outputs(graph: Graph) -> Graph:
    """The graph with each output a value of its own, computed by a node."""
    taken, outputs = set(graph.inputs), list[Value]()
    for value in graph.outputs:
        if value.type is not TOKEN and (value in taken or value.node.op is CONSTANT):
            with building(value.node.origin):
                value = identity(value)
        taken.add(value)
        outputs.append(value)
    return Graph(graph.inputs, outputs)


@dataclass(frozen=True, slots=True)
class Group:
    """Nodes that are to be a part."""

    nodes: tuple[Node, ...]
    device: str
    kind: str


def sets(graph: Graph, heavy: Collection[Node] = (), marks: Iterable[int] = ()) -> list[Group]:
    """The nodes of a graph by part."""
    nodes, long = graph.nodes, set(heavy)
    wanted: dict[Node, int] = {}
    for n, i in enumerate(sorted(marks)):
        wanted[graph.outputs[i].node] = wanted.get(graph.outputs[i].node, 0) | 1 << n
    bits: dict[Node, int] = {}
    for node in nodes:
        if not is_free(node) and (node.op is transfer or stands_apart(node) or node in long or _crosses(node)):
            bits[node] = 1 << len(bits)
    before: dict[Node, int] = {v.node: 0 for v in graph.inputs}
    for node in nodes:
        found = 0
        for v in node.inputs:
            found |= before[v.node] | bits.get(v.node, 0)
        before[node] = found
    after: dict[Node, int] = {}
    for node in reversed(nodes):
        passed = after[node] = after.get(node, 0) | wanted.get(node, 0) << len(bits)
        passed |= bits.get(node, 0)
        for v in node.inputs:
            after[v.node] = after.get(v.node, 0) | passed
    kept = {v.node for v in graph.outputs}
    kept.update(v.node for node in nodes if stands_apart(node) for v in node.inputs if v.node.op.view is not None)
    groups: dict[Any, list[Node]] = {}
    for node in nodes:
        if node in bits:
            groups[node] = [node]
        elif node in kept or not is_free(node):
            groups.setdefault((device_of(node), before[node], after[node]), []).append(node)
    return [Group(tuple(some), device_of(some[0]), _kind(some[0], long)) for some in groups.values()]


def _kind(node: Node, heavy: Collection[Node]) -> str:
    return COPY if node.op is transfer else APART if stands_apart(node) else HEAVY if node in heavy else COMPUTE


def _crosses(node: Node) -> bool:
    """Whether a node has to come after something on another device."""
    before = [v.node for v in node.inputs if v.type is TOKEN and v.node.op is not PLACEHOLDER]
    return any(device_of(other) != device_of(node) for other in before)


def is_free(node: Node) -> bool:
    """Whether whoever reads a node can have it for himself: it is a view, made of nothing, or a number given."""
    op = node.op
    if op is transfer:
        return node.out.shape == () and node.inputs[0].node.op is PLACEHOLDER
    return op is CONSTANT or op.view is not None or (not node.inputs and op.lower is not None)


def only_device(graph: Graph) -> str | None:
    """The device that all is computed on; None if there are several, or transfers and calls that stand apart."""
    working = [node for node in graph.nodes if not is_free(node)] or graph.nodes
    if any(node.op is transfer or stands_apart(node) for node in working):
        return None
    found = {device_of(node) for node in working} | {v.type.device for v in graph.outputs if v.type is not TOKEN}
    return found.pop() if len(found) == 1 else None


def build(graph: Graph, groups: Sequence[Group]) -> Parted:
    """The parts of these nodes; nodes that are in none are computed by each part that reads them."""
    stored = {node for group in groups for node in group.nodes}
    reads = [_reads(group.nodes, stored) for group in groups]
    wanted = set(graph.outputs).union(*reads)
    makes = [[v for node in group.nodes for v in node.outputs if v in wanted] for group in groups]
    maker = {v: i for i, some in enumerate(makes) for v in some}
    order = _order([{maker[v] for v in some if v in maker} for some in reads])
    numbers = {v: i for i, v in enumerate(graph.inputs)}
    for i in order:
        for v in makes[i]:
            numbers[v] = len(numbers)
    parts: list[Part] = []
    for i in order:
        group, read, made = groups[i], reads[i], makes[i]
        of = moved(between(read, made), DEFAULT)
        reading, making = (tuple(numbers[v] for v in some) for some in (read, made))
        parts.append(Part(of, group.device, group.kind, reading, making, group.nodes))
    types = tuple(v.type for v in numbers)
    return Parted(tuple(parts), types, tuple(numbers[v] for v in graph.outputs), len(graph.inputs))


def _reads(nodes: Iterable[Node], stored: Collection[Node]) -> list[Value]:
    """What nodes read of other parts, through what no part has."""
    found: dict[Value, None] = {}
    seen = set(nodes)
    pending = [v for node in nodes for v in node.inputs]
    pending.reverse()
    while pending:
        v = pending.pop()
        if v.node in seen:
            continue
        if v.node.op is PLACEHOLDER or v.node in stored:
            found[v] = None
        else:
            seen.add(v.node)
            pending += v.node.inputs
    return list(found)


def between(reads: Sequence[Value], makes: Sequence[Value]) -> Graph:
    """The graph of values, given others that they depend on."""
    inputs = [placeholder(v.type) for v in reads]
    found: dict[Value, Value] = dict(zip(reads, inputs, strict=True))
    for node in topological(makes, found):
        if node.op is not PLACEHOLDER:
            new = node.reading(tuple(found[v] for v in node.inputs))
            for old, value in zip(node.outputs, new.outputs, strict=True):
                found.setdefault(old, value)
    return Graph(inputs, [found[v] for v in makes])


def _order(before: Sequence[set[int]]) -> list[int]:
    """Numbers, each after those before it; of those that could be next the lowest."""
    waiting = [len(some) for some in before]
    after: list[list[int]] = [[] for _ in before]
    for i, some in enumerate(before):
        for j in some:
            after[j].append(i)
    ready = [i for i, n in enumerate(waiting) if not n]
    done: list[int] = []
    while ready:
        i = min(ready)
        ready.remove(i)
        done.append(i)
        for j in after[i]:
            waiting[j] -= 1
            if not waiting[j]:
                ready.append(j)
    assert len(done) == len(before), "parts wait for each other"
    return done


def critical(before: Sequence[Collection[int]], seconds: Sequence[float]) -> list[float]:
    """For each part the seconds from its beginning to the end of all, if nothing waits but for what it reads."""
    left = list(seconds)
    for i in reversed(range(len(before))):
        for j in before[i]:
            left[j] = max(left[j], seconds[j] + left[i])
    return left


def makespan(
    parted: Parted, seconds: Sequence[float], workers: int, task_s: float, lane: Callable[[Part], Any]
) -> float:
    """About the seconds that parts take on so many workers, of each lane one at a time, those first that most depends
    on: each takes `task_s` more than by itself."""
    before = parted.before()
    rank = critical(before, seconds)
    ends = [0.0] * len(before)
    free: dict[Any, float] = {}
    hands = [0.0] * max(workers, 1)
    for i in sorted(range(len(before)), key=lambda i: (-rank[i], i)):  # what is before i ranks higher
        part = parted.parts[i]
        at = min(range(len(hands)), key=hands.__getitem__)
        start = max(max((ends[j] for j in before[i]), default=0.0), free.get(lane(part), 0.0), hands[at])
        ends[i] = start + seconds[i] + task_s
        hands[at] = ends[i]
        if lane(part) is not None:
            free[lane(part)] = ends[i]
    return max(ends, default=0.0)
