"""A thousand dependent operations on 16 elements, one Python call each: what recording them and running them costs."""

from collections.abc import Iterator
from typing import Any

import numpy

from benchmarks.workload import Goal, Workload


def chain(calls: int) -> Any:
    def chained(np: Any, x: Any) -> Any:
        for _ in range(calls // 2):
            x = x * x
            x = x + 0.25
        return x

    return chained


def data() -> tuple[Any, ...]:
    return (numpy.full(16, 0.4, "float32"),)  # towards 0.5


def calls(number: int, all: bool) -> Iterator[Workload]:
    """Forward, and with the gradient, for which every square is needed. The machine needs four cycles for each."""
    without = () if all else ("torch compile", "jax", "Dusk symbol")
    for kind, microseconds, what in (("value", 0.3, "forward"), ("gradient", 0.6, "with gradient")):
        goal = Goal("Dusk imperative", "at most", microseconds * 1e-6 * number)
        name = f"{number} calls on 16 elements, {what}"
        yield Workload(name, kind, chain(number), data, without=without, goals=(goal,))


def workloads(all: bool) -> Iterator[Workload]:
    yield from calls(1000, all)
