"""The memory report: bytes of a program by what they are for, and what the same ops would take one at a time."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from itertools import accumulate

from dusk.compiler.flow import Flow
from dusk.compiler.loop import is_loop
from dusk.graph import Graph, Node
from dusk.graph.types import at_sizes
from dusk.kernel import expr


@dataclass(frozen=True, slots=True)
class Report:
    """Bytes of a program, by what they are for; sums of the types' sizes. What alignment adds is `padding` alone.

    `temporaries` is what lies in the arena at most at one time, scratch of contractions included; `peak` the sum that
    is held during a run. `imperative` is what a run would take in which every op has a result of its own that lives to
    the end, `unfused` that of the same ops one by one with memory planned.
    """

    arguments: int
    outputs: int
    temporaries: int
    constants: int
    padding: int
    imperative: int
    unfused: int

    @staticmethod
    def of(flow: Flow, arena: int, temporaries: int, constants: int, aliased: Collection[int]) -> Report:
        """The report of a planned flow; outputs in `aliased` lie in inputs."""
        return Report(
            arguments=sum(map(flow.nbytes, flow.inputs)),
            outputs=sum(flow.nbytes(v) for i, v in enumerate(flow.outputs) if i not in aliased),
            temporaries=temporaries,
            constants=constants,
            padding=arena - temporaries,
            imperative=imperative_bytes(flow),
            unfused=unfused_bytes(flow),
        )

    @property
    def peak(self) -> int:
        """Bytes held during a run, padding apart."""
        return self.arguments + self.outputs + self.temporaries + self.constants

    def __str__(self) -> str:
        rows = [
            ("arguments", self.arguments),
            ("outputs", self.outputs),
            ("temporaries", self.temporaries),
            ("constants", self.constants),
            ("planned peak", self.peak),
            ("padding", self.padding),
            ("one op at a time, planned", self.unfused),
            ("imperative, nothing reused", self.imperative),
        ]
        return "\n".join(f"{name:<28}{nbytes:>14,} bytes" for name, nbytes in rows)


def imperative_bytes(flow: Flow) -> int:
    """Bytes of the arguments and of every op's result, where each lives to the end; views and constants are free."""
    made = sum(flow.nbytes(v) for v in _results(flow))
    return (
        sum(map(flow.nbytes, flow.inputs)) + made + sum(_in_rounds(n, imperative_bytes, flow.sizes) for n in flow.nodes)
    )


def _in_rounds(node: Node, count: Callable[[Flow], int], sizes: Mapping[str, int]) -> int:
    """What the rounds of a scan come to, one of a loop of unknown length, or the larger side of a branch; 0 for other
    nodes."""
    words = node.keywords
    length, carries = at_sizes(words.get("length", 1), sizes), words.get("sources", ()).count("carry")
    made: list[int] = []
    for inner in _bodies(node, sizes):
        # inputs are what others have made, and what is left is counted with the stacks
        kept = sum(map(inner.nbytes, inner.inputs)) + sum(map(inner.nbytes, inner.outputs[carries:]))
        made.append(length * (count(inner) - kept) - sum(map(inner.nbytes, inner.outputs[:carries])))
    return max(made, default=0)


def _bodies(node: Node, sizes: Mapping[str, int]) -> list[Flow]:
    """The graphs of a loop or branch."""
    graphs = [value for _, value in node.params if isinstance(value, Graph)] if is_loop(node) else []
    return [made.at(sizes) if sizes else made for made in map(Flow, graphs)]


def unfused_bytes(flow: Flow) -> int:
    """Bytes held at most with ops run one by one: arguments, outputs, and temporaries that die at their last use.

    An element-wise op writes over an operand of its size that dies with it; what ends as an output lives in its memory.
    """
    results = _results(flow)
    counted, outputs = set(results), set(flow.outputs)
    base = {v: _base(flow, v, counted) for v in range(len(flow.types))}
    last: dict[int, int] = {}
    for n, operands in enumerate(flow.operands[: flow.n_nodes]):
        for u in operands:
            last[base[u]] = n
    regions: list[list[int]] = []  # first node, last node, bytes; those of outputs have none
    of: dict[int, list[int]] = {}
    for v in results:
        n, nbytes = flow.maker[v], flow.nbytes(v)
        dying = (
            of[u] for u in map(base.__getitem__, flow.operands[n]) if u in of and last[u] == n and _at_place(flow, v)
        )
        region = next((r for r in dying if r[1] == n and r[2] == nbytes), None)
        if region is None:
            region = [n, n, nbytes]
            regions.append(region)
        region[1] = last.get(v, n)
        if v in outputs:
            region[2] = 0
        of[v] = region
    # a round holds what its body does, with its own inputs and outputs
    bodies = [(n, _bodies(node, flow.sizes)) for n, node in enumerate(flow.nodes[: flow.n_nodes])]
    regions += [[n, n, max(map(unfused_bytes, some))] for n, some in bodies if some]
    busy = [0] * (flow.n_nodes + 1)
    for start, end, nbytes in regions:
        busy[start] += nbytes
        busy[end + 1] -= nbytes
    return max(accumulate(busy), default=0) + sum(map(flow.nbytes, flow.inputs)) + sum(map(flow.nbytes, outputs))


def _results(flow: Flow) -> list[int]:
    found: list[int] = []
    for n, rules in enumerate(flow.rules[: flow.n_nodes]):
        for v in flow.made_by(n):
            rule = None if rules is None else rules[v - flow.first[n]]
            if flow.is_data(v) and (rule is None or not (rule.moves or (rule.kind == "map" and not rule.reads))):
                found.append(v)
    return found


def _base(flow: Flow, v: int, results: set[int]) -> int:
    """The value whose memory a view reads."""
    while v not in results and flow.maker[v] >= 0 and flow.operands[flow.maker[v]]:
        v = flow.operands[flow.maker[v]][0]
    return v


def _at_place(flow: Flow, v: int) -> bool:
    """Whether v reads its operands only where it stands."""
    rule = flow.rule(v)
    if rule is None or rule.kind != "map":
        return False
    here = tuple(map(expr.axis, range(flow.types[v].ndim)))
    return all(read == here for _, read in rule.reads)
