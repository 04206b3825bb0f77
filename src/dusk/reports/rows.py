"""What ran on which line: the functions, and how each of them ran."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from dusk.graph import CONSTANT, Graph, Node
from dusk.graph.op import coercions
from dusk.graph.provenance import describe
from dusk.graph.types import typical
from dusk.ops.scan import scan
from dusk.reports.watch import UNKNOWN, Place, Watch


@dataclass(frozen=True, slots=True)
class Row:
    """One function on one line: how it ran, whether a gradient flows through it ("–": it has none by nature; of
    composites their parts tell), how often, and its seconds (of programs, its share by what it reads, writes and
    multiplies)."""

    file: str
    line: int
    function: str
    runs: str
    differentiable: str
    count: int
    seconds: float

    @property
    def where(self) -> str:
        """Its file and line, for people."""
        return describe(((self.file, self.line),))


def rows_of(watch: Watch) -> Iterator[Row]:
    """The rows of what was watched."""
    found: dict[tuple[Place, Any], list[float]] = defaultdict(lambda: [0, 0.0])
    for ran in watch.entries.values():
        for node, share in shares(ran.graph):
            row = found[node.origin[0] if node.origin else UNKNOWN, node.op]
            row[0] += ran.count
            row[1] += ran.seconds * share
    for (place, op), (count, seconds) in found.items():
        library = op.lower is None and op.inline is None and op.contract is None and op.update is None
        runs = "Python" if op.host else "library" if library and op is not scan else "native"
        smooth = "–" if op.nondiff else "yes" if op.vjp or op.jvp or op.inline else "no"
        yield Row(*place, op.name, runs, smooth, int(count), seconds)
    for (place, name), count in watch.functions.items():
        yield Row(*place, name, "NumPy", "no", count, watch.function_s[place, name])
    for (place, name), count in watch.composites.items():
        yield Row(*place, name, "composite", "", count, 0.0)


def shares(graph: Graph) -> Iterator[tuple[Node, float]]:
    """What a graph computes, each with about its share of the time."""
    nodes = list(_nodes(graph))
    weights = [_weight(node) for node in nodes]
    whole = sum(weights) or 1.0
    for node, weight in zip(nodes, weights, strict=True):
        yield node, weight / whole


def _nodes(graph: Graph) -> Iterator[Node]:
    """What a graph computes, also in the graphs that it calls."""
    for node in graph.nodes:
        inner = [value for _, value in node.params if isinstance(value, Graph)]
        if node.op not in (CONSTANT, coercions.cast, coercions.broadcast) and not inner:
            yield node
        for graph_inside in inner:
            yield from _nodes(graph_inside)


def _weight(node: Node) -> float:
    """About how long a call takes beside others: by its bytes, and the products that it sums."""
    kinds = [v.type for v in (*node.inputs, *node.outputs)]
    sizes = [float(typical(kind.nbytes)) for kind in kinds]
    if node.op.contract is None:
        return sum(sizes) + 8.0
    counts = [max(size / kind.dtype.itemsize, 1.0) for size, kind in zip(sizes, kinds, strict=True)]
    return sum(sizes) + math.prod(counts) ** 0.5 / 2
