"""Programs that fit into a number of bytes: where the plan does not, what lives long is computed once more instead.

At the step where most is held, the values that wait for a later use are cut into runs. Of some of the runs only the
last value is kept; the others are made again from it, when the first of them is read. What that needs most memory at is
treated the same way.

Without a budget, what is large, lives long and is cheap to compute from something else that lives as long is not kept.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import accumulate
from typing import Any

from dusk.compiler.assemble import Blueprint, decide
from dusk.compiler.loop import Loop
from dusk.compiler.product import Product
from dusk.compiler.program import Machine
from dusk.errors import MemoryBudgetError
from dusk.graph import CONSTANT, TOKEN, Graph, Node, Value
from dusk.graph.graph import is_static
from dusk.graph.provenance import building, describe
from dusk.graph.types import typical
from dusk.ops import after

ROUNDS = 3
RUNS = (2, 4, 8, 16, 32, 64)
LINES = 3  # that a refusal names
LARGE = 32 << 20  # bytes of all that a program stores, from which on it is asked what need not be kept
LIGHT = (32.0, 16.0)  # operations an element that may be done again: the first of these that pays
SLOWER = 1.04  # times the work, for which less memory is worth it
SMALLER = 0.9  # times the memory, for which that is
_UNITS = {"": 1, "k": 10**3, "m": 10**6, "g": 10**9, "t": 10**12, "ki": 2**10, "mi": 2**20, "gi": 2**30, "ti": 2**40}


def bytes_of(memory: object) -> int:
    """A budget as a number of bytes: a positive int, or text such as "300MB" or "1.5 GiB" (TypeError, ValueError)."""
    if isinstance(memory, str):
        found = re.fullmatch(r"\s*(\d+(?:\.\d+)?)\s*([kmgt]i?)?b?\s*", memory, re.IGNORECASE)
        if found is None:
            raise ValueError(f'memory={memory!r} is not a number of bytes; write one such as "300MB" or "1.5GiB"')
        nbytes = int(float(found[1]) * _UNITS[(found[2] or "").lower()])
    elif isinstance(memory, int) and not isinstance(memory, bool):
        nbytes = memory
    else:
        raise TypeError(f'memory is a number of bytes or a text such as "300MB", not {type(memory).__name__}')
    if nbytes <= 0:
        raise ValueError(f"memory={memory!r} is no memory at all: a program holds its arguments at least")
    return nbytes


class _Plan:
    """A blueprint with what its memory plan holds, and when."""

    def __init__(self, blueprint: Blueprint) -> None:
        self.blueprint = blueprint
        flow, steps = blueprint.flow, blueprint.steps
        spread = blueprint.table.spread({})
        self.planner = planner = blueprint.table.planner
        self.places = blueprint.table.places(spread)
        own = sum(flow.nbytes(v) for i, v in enumerate(flow.outputs) if i not in planner.aliases)
        fixed = sum(map(flow.nbytes, flow.inputs)) + own + sum(map(flow.nbytes, self.constants()))
        self.nbytes: int = fixed + spread.placed.arena
        held: list[Any] = [0] * (len(steps) + 2)
        for region in planner.loose:
            if spread.placed.slots[region.number] == blueprint.table.layouts.arena_slot:
                held[region.start] += region.nbytes
                held[region.end + 1] -= region.nbytes
        held = [h + spread.scratch.get(t, 0) for t, h in enumerate(accumulate(held))]
        self.peak = max(range(len(held)), key=held.__getitem__)
        self.made = {v: t for t, s in enumerate(steps) for v in s.stores}
        self.work = sum(s.seconds for s in steps)

    def constants(self) -> set[int]:
        """The constants that kernels and loops read, and those that are copied to be written over."""
        works = [s.work for s in self.blueprint.steps if s.work is not None]
        read = {a.value for w in works for a in (*w.accesses, *(w.sides if isinstance(w, Product) else ()))}
        read |= {a.value for w in works if isinstance(w, Loop) for given in w.inputs for a in given}
        read |= {c.value for c in self.planner.copies if c.source is None}
        return read & self.blueprint.flow.literals.keys()

    def long_lived(self) -> list[int]:
        """Values stored before the peak that are read after it, in the order they are made."""
        flow, last = self.blueprint.flow, self.planner.last
        known = len(flow.inputs) + sum(len(n.types) for n in flow.graph.nodes)
        found = [v for v, t in self.made.items() if t < self.peak < last.get(v, -1) and v < known]
        return [v for v in sorted(found, key=self.made.__getitem__) if flow.is_data(v) and v not in flow.outputs]

    def cheap(self, light: float) -> list[list[int]]:
        """Long-lived values that follow, element by element and by so many operations, from other long-lived ones and
        from inputs; together those that follow from the same ones, for they have much in common."""
        long_lived = self.long_lived()
        kept, found = set(long_lived), list[int]()
        for v in long_lived:
            seen, cost = self.origin(v, kept, light)
            if cost <= light and seen & kept - {v}:
                kept.discard(v)
                found.append(v)
        runs: dict[frozenset[int], list[int]] = {}
        for v in found:
            runs.setdefault(frozenset(self.origin(v, kept)[0] & kept), []).append(v)
        return list(runs.values())

    def origin(self, v: int, kept: set[int], most: float = math.inf) -> tuple[set[int], float]:
        """What v is computed from, back to values of `kept`, and the operations an element: looking until `most`."""
        flow, cost, seen, pending = self.blueprint.flow, 0.0, {v}, [v]
        while pending and cost <= most:
            u = pending.pop()
            rule = flow.rule(u)
            cost += rule.cost if rule is not None and rule.kind == "map" else max(LIGHT) + 1
            below = set(flow.operands[flow.maker[u]] if cost <= most else ()) - seen
            seen |= below
            pending += (o for o in below - kept if flow.maker[o] >= 0)
        return seen, cost

    def lines(self) -> str:
        """The user's lines whose values take most at the peak."""
        flow, bytes_by_line = self.blueprint.flow, Counter[str]()
        for v, region in self.planner.of.items():
            inside = region.start <= self.peak <= region.end and region.values[-1] == v
            if inside and self.places[v][0] != "input":
                nbytes = typical(region.nbytes)
                bytes_by_line[describe(flow.nodes[flow.maker[v]].origin)] += nbytes
        return "; ".join(f"{n:,} bytes from {line}" for line, n in bytes_by_line.most_common(LINES)) or "its arguments"


def lean(graph: Graph, machine: Machine, donate: Iterable[int], into: Mapping[int, int] | None) -> Blueprint:
    """A blueprint that keeps only one of large values that follow from each other at next to no price.

    A rectifier's argument and result are both read by its gradient, for instance, and one tells the other.
    """
    donate = tuple(donate)
    blueprint = decide(graph, machine, donate, into)
    if not is_static(graph) or sum(blueprint.flow.nbytes(v) for step in blueprint.steps for v in step.stores) < LARGE:
        return blueprint
    plan = _Plan(blueprint)
    plan.peak -= 1  # what is read where most is held can be made there
    for light in LIGHT:
        dropped = plan.cheap(light)
        if plan.nbytes - sum(blueprint.flow.nbytes(v) for run in dropped for v in run) > plan.nbytes * SMALLER:
            break
        tried = _Plan(decide(_rewritten(plan, dropped), machine, donate, into))
        if tried.nbytes <= plan.nbytes * SMALLER and tried.work <= plan.work * SLOWER:
            return tried.blueprint
    return blueprint


def fit(
    graph: Graph, machine: Machine, donate: Iterable[int], into: Mapping[int, int] | None, memory: int
) -> Blueprint:
    """A blueprint whose planned peak, arguments and outputs included, is at most `memory` bytes: the one that computes
    least of those tried. MemoryBudgetError: none is."""
    donate = tuple(donate)
    first = best = _Plan(decide(graph, machine, donate, into))
    for _ in range(ROUNDS):
        if best.nbytes <= memory:
            return best.blueprint
        tried = [_Plan(decide(g, machine, donate, into)) for g in _rewritings(best)]
        fitting = [p for p in tried if p.nbytes <= memory]
        if fitting:
            return min(fitting, key=lambda p: p.work).blueprint
        least = min(tried, key=lambda p: p.nbytes, default=best)
        if least.nbytes >= best.nbytes:
            break
        best = least
    raise MemoryBudgetError(
        f"{memory:,} bytes are too few: the smallest plan found holds {best.nbytes:,} bytes "
        f"({first.nbytes:,} with nothing computed twice); most of it at one time: {best.lines()}"
    )


def _rewritings(plan: _Plan) -> Iterable[Graph]:
    """The graph with more and more of what lives long computed again."""
    long_lived = plan.long_lived()
    flow = plan.blueprint.flow
    total = sum(map(flow.nbytes, long_lived))
    seen: set[tuple[tuple[int, ...], ...]] = set()
    for n in RUNS:
        runs: list[list[int]] = [[] for _ in range(n)]
        before = 0
        for v in long_lived:
            runs[min(before * n // max(total, 1), n - 1)].append(v)
            before += flow.nbytes(v)
        for some in sorted({max(n // 4, 1), n // 2, 3 * n // 4, n - 1, n}):
            dropped = tuple(tuple(run[:-1]) for run in runs[:some] if len(run) > 1)
            if dropped and dropped not in seen:
                seen.add(dropped)
                yield _rewritten(plan, dropped)


def _rewritten(plan: _Plan, dropped: Sequence[Sequence[int]]) -> Graph:
    """The graph in which what reads dropped values after the peak reads values computed anew, run by run."""
    flow, steps, peak = plan.blueprint.flow, plan.blueprint.steps, plan.peak
    graph = flow.graph
    values = [*graph.inputs, *(v for node in graph.nodes for v in node.outputs)]
    number = {v: i for i, v in enumerate(values)}  # the flow's numbers; its operands may be others by now
    operands_of = [[number[u] for u in v.node.inputs] if flow.maker[i] >= 0 else [] for i, v in enumerate(values)]
    time = [-1] * len(values)
    for t in range(len(steps) - 1, -1, -1):
        for v in steps[t].group.members:
            if v < len(values):
                time[v] = t
    first = 0
    for v in range(len(values)):
        n = flow.maker[v]
        if n >= 0:
            first = flow.first[n]
            if time[v] < 0:
                time[v] = max((time[u] for u in operands_of[v]), default=-1)
            time[first] = time[v] = max(time[first], time[v])  # outputs of one node are of one time
    for v in range(len(values) - 1, -1, -1):  # what is a view to one reader may be stored for another one only later
        for u in operands_of[v]:
            time[u] = min(time[u], time[v])
    run_of = {v: r for r, run in enumerate(dropped) for v in run}
    new: dict[int, Value] = {}
    again: dict[tuple[int, int], Value] = {}
    triggers: dict[int, Value | None] = {}
    hits: dict[int, int] = {}

    def hit(v: int) -> int:
        """The run of the first dropped value that computing early v for a late reader would read; -1: none."""
        if v not in hits:
            n = flow.maker[v]
            stored = n < 0 or v in plan.made
            hits[v] = run_of.get(v, -1) if stored else max((hit(u) for u in operands_of[v]), default=-1)
        return hits[v]

    def there(v: int) -> bool:
        return flow.maker[v] < 0 or (v in plan.made and v not in run_of and plan.planner.last.get(v, -1) > peak)

    def remade(v: int, run: int, t: int) -> Value:
        """v computed anew for a reader at step t, but not after another reader of what it is computed from."""
        closure, pending = {v}, [v]
        while pending:
            u = pending.pop()
            for o in () if there(u) else operands_of[u]:
                if (run, o) not in again and o not in closure:
                    closure.add(o)
                    pending.append(o)
        if run not in triggers:
            sources = {u for u in closure if flow.maker[u] >= 0 and there(u)}
            t = next((i for i in range(peak + 1, t) if sources & steps[i].reads), t)
            made = [u for s in steps[peak:t] for u in s.stores if u in new and flow.is_data(u)]
            near = [u for u in made if u in steps[t].reads] or made  # what the other reader waits for
            triggers[run] = new[near[-1]] if near else None
        trigger = triggers[run]
        blocked = any(not there(u) and (flow.rules[flow.maker[u]] is None or flow.types[u] is TOKEN) for u in closure)
        if blocked or trigger is None:
            return new[v]
        for u in sorted(closure, key=lambda u: (time[u], u)):
            if (run, u) in again:
                continue
            value = new.get(u, values[u])
            if there(u):
                again[run, u] = value if value.node.op is CONSTANT else after(value, trigger)
                continue
            old = values[u].node
            node = Node(old.op, [again[run, o] for o in operands_of[u]], old.params, old.types, old.origin)
            for o, made in zip(flow.made_by(flow.maker[u]), node.outputs, strict=True):
                again[run, o] = made
        return again[run, v]

    for v in sorted(range(len(values)), key=lambda v: (time[v], v)):
        n = flow.maker[v]
        if n < 0:
            new[v] = values[v]
            continue
        if v in new:
            continue
        operands: list[Value] = []
        for u in operands_of[v]:
            run = hit(u) if time[v] > peak >= time[u] else -1
            with building(values[v].node.origin):
                operands.append(new[u] if run < 0 else remade(u, run, time[v]))
        node = values[v].node.reading(tuple(operands))
        new.update(zip(flow.made_by(n), node.outputs, strict=True))
    return Graph(graph.inputs, [new[v] for v in flow.outputs])
