"""Memory laid out once, for sizes of all kinds: nobody overlaps at other sizes, and little is wasted."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from compiler.kernel_oracle import Oracle
from compiler.run_program import check
from dusk import ops
from dusk.compiler import layout
from dusk.compiler.arena import Span, most_held
from dusk.compiler.assemble import decide
from dusk.compiler.layout import Layouts
from dusk.compiler.sizes import Sizes
from dusk.graph import Dim, Graph, TensorType, evaluate, trace
from dusk.graph.graph import specialise


class Plan:
    """What `Layouts` reads of a plan: loose regions, and hosts."""

    class Region:
        def __init__(self, nbytes: Any, start: int, end: int) -> None:
            self.nbytes, self.start, self.end = nbytes, start, end

    flow = SimpleNamespace(inputs=range(2), outputs=range(3))

    def __init__(self, rng: np.random.Generator) -> None:
        n, m = Dim("n"), Dim("m")
        sizes = [n * 64, n * 256, m * 64, n * m, 4096, 640, (n - 1) * 64, n * 64 + 128]
        steps = int(rng.integers(2, 40))

        def times() -> tuple[int, int]:
            first = int(rng.integers(steps))
            return first, min(steps - 1, first + int(rng.integers(8)))

        self.loose = [self.Region(sizes[rng.integers(len(sizes))], *times()) for _ in range(rng.integers(1, 60))]
        self._hosts = [(sizes[rng.integers(len(sizes))], *times(), ("output", i)) for i in range(rng.integers(4))]
        self.scratch = sorted({int(t) for t in rng.integers(steps, size=3)})

    def hosts(self) -> list[Any]:
        return self._hosts


@pytest.mark.parametrize("seed", range(60))
def test_at_no_sizes_does_anything_overlap_and_a_known_layout_is_about_as_small(seed: int):
    rng = np.random.default_rng(seed)
    plan: Any = Plan(rng)
    sizes = Sizes()
    layouts = Layouts(plan, sizes, plan.scratch)
    times = [(r.start, r.end) for r in plan.loose] + [(t, t) for t in plan.scratch]
    for _ in range(8):
        named = {"n": int(rng.integers(1, 200)), "m": int(rng.integers(1, 200))}
        values = sizes.at(named)
        scratch = [int(rng.integers(3)) * 1000 for _ in plan.scratch]
        placed = layouts.at(values, scratch)
        nbytes = [r.nbytes if type(r.nbytes) is int else r.nbytes.value(named) for r in plan.loose] + scratch
        lying = list(zip(placed.slots.tolist(), placed.offsets.tolist(), nbytes, times, strict=True))
        for i, (slot, low, n, (first, last)) in enumerate(lying):
            if slot == layouts.arena_slot:
                assert low + n <= placed.arena
                assert low % 64 == 0 or not n
            else:
                host = plan.hosts()[slot - layouts.first["output"]]
                assert low == 0
                assert host[1] <= first and last <= host[2]
                assert n <= (host[0] if type(host[0]) is int else host[0].value(named))
            for other, bottom, k, (begin, end) in lying[:i]:
                if slot == other and n and k and first <= end and begin <= last:
                    assert low + n <= bottom or bottom + k <= low
        spans = [Span(n, *t) for slot, _, n, t in lying if slot == layouts.arena_slot and n]
        assert placed.temporaries == most_held(spans)
        known = max((one.slack for found in layouts.found.values() for one in found), default=1)
        assert placed.arena <= max(known, layout.LARGER) * most_held([Span(s.room, s.start, s.end) for s in spans]) + 1


def network(n: Any) -> Graph:
    """Four layers forward, with what a backward pass would read kept to the end."""

    def f(x: Any, *ws: Any) -> Any:
        kept = []
        for w in ws:
            kept.append(x)
            x = ops.tanh(ops.matmul(x, w))
        for k, w in zip(reversed(kept), reversed(ws), strict=True):
            x = ops.multiply(ops.matmul(x, ops.transpose(w, axes=(1, 0))), ops.exp(k))
        return x

    return trace(f, TensorType((n, 8), "float64"), *[TensorType((8, 8), "float64")] * 4)


def test_another_size_asks_for_no_code_and_searches_for_no_layout(monkeypatch: pytest.MonkeyPatch):
    machine = Oracle()
    graph = network(Dim("n"))
    blueprint = decide(graph, machine)
    blueprint.program({"n": 24})

    def never(*_: Any) -> Any:
        raise AssertionError("searched again")

    monkeypatch.setattr(machine, "address", never)
    monkeypatch.setattr(layout, "arrange", never)
    for n in (32, 40, 7, 1000):
        program = blueprint.program({"n": n})
        given = [np.random.default_rng(n).standard_normal((n, 8)), *(np.eye(8) * 0.5 for _ in range(4))]
        check(graph, given, evaluate(specialise(graph, {"n": n}), given), program=program)
        report = program.report
        assert program.tables.arena <= 1.1 * report.temporaries + 64 * 8
