"""What the same ops would take one at a time: the yardsticks of the memory report."""

from __future__ import annotations

from dusk.compiler.flow import Flow
from dusk.kernel import expr


def imperative_bytes(flow: Flow) -> int:
    """Bytes of the arguments and of every op's result, where each lives to the end; views and constants are free."""
    return sum(map(flow.nbytes, flow.inputs)) + sum(flow.nbytes(v) for v in _results(flow))


def unfused_bytes(flow: Flow) -> int:
    """Bytes held at most with ops run one by one: arguments, outputs, and temporaries that die at their last use.

    An element-wise op writes over an operand of its size that dies with it.
    """
    results = set(_results(flow))
    base = {v: _base(flow, v, results) for v in range(len(flow.types))}
    last: dict[int, int] = {}
    for n, operands in enumerate(flow.operands):
        for u in operands:
            last[base[u]] = n
    outputs = set(flow.outputs)
    live = most = 0
    alive: set[int] = set()
    for n, operands in enumerate(flow.operands):
        dying = {base[u] for u in operands if base[u] in alive and last[base[u]] == n}
        for v in flow.made_by(n):
            if v not in results or v in outputs:
                continue
            over = next((u for u in dying if flow.nbytes(u) == flow.nbytes(v) and _at_place(flow, v)), None)
            if over is not None:
                dying.discard(over)
                alive.discard(over)
                live -= flow.nbytes(over)
            live += flow.nbytes(v)
            if last.get(v, n) > n:
                alive.add(v)
            most = max(most, live)
        for u in dying:
            alive.discard(u)
            live -= flow.nbytes(u)
    return most + sum(map(flow.nbytes, flow.inputs)) + sum(map(flow.nbytes, outputs))


def _results(flow: Flow) -> list[int]:
    found: list[int] = []
    for n, rules in enumerate(flow.rules):
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
