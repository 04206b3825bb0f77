"""The engine: what a task costs from its push to its end, two long tasks on two cores, and the price of equal bits.

The ways of each table take turns; of many rounds least and median count.
"""

from __future__ import annotations

import gc
import statistics
import time
from collections.abc import Callable, Iterator
from typing import Any

from benchmarks.page import Row, Table
from benchmarks.workload import Goal

TASKS = 2000
ROUNDS = 20
LONG = 300_000  # elements of what a long task sorts and transforms
MODES = {"Dusk": False, "Dusk reproducible": True}

Way = Callable[[], float]
"""Does its turn and gives its figure."""


def turns(ways: dict[str, Way], unit: str, rounds: int = ROUNDS) -> list[Row]:
    """Each way's least and median over rounds in which each has its turn, after one that does not count."""
    found: dict[str, list[float]] = {name: [] for name in ways}
    for turn in range(rounds + 1):
        for name, way in ways.items():
            gc.collect()
            figure = way()
            if turn:
                found[name].append(figure)
    return [Row(name, unit, min(figures), statistics.median(figures)) for name, figures in found.items()]


def overheads() -> Table:
    """Microseconds a task that does nothing."""
    from dusk.engine import Engine, SerialEngine, ThreadedEngine, allocate

    buffers = [allocate(8) for _ in range(16)]

    def nothing() -> None:
        pass

    def ten() -> None:
        for _ in range(10):
            nothing()

    def pushed(engine: Engine, work: Any = nothing, functions: int = 1, **options: Any) -> Way:
        def way() -> float:
            start = time.perf_counter()
            for _ in range(TASKS):
                engine.push(work, **options)
            engine.wait_all()
            return (time.perf_counter() - start) / TASKS / functions * 1e6

        return way

    def ordered(engine: Engine) -> Way:
        def way() -> float:
            start = time.perf_counter()
            for i in range(TASKS):
                engine.push(nothing, (buffers[i % 16],), (buffers[(7 * i + 3) % 16],))
            engine.wait_all()
            return (time.perf_counter() - start) / TASKS * 1e6

        return way

    def waited(engine: Engine) -> Way:
        def way() -> float:
            start = time.perf_counter()
            for _ in range(TASKS // 5):
                engine.push(nothing, (buffers[0],), (buffers[1],)).wait()
            return (time.perf_counter() - start) / (TASKS // 5) * 1e6

        return way

    def seen(engine: Engine) -> Way:
        way = pushed(engine)

        def recorded() -> float:
            with engine.timeline():
                return way()

        return recorded

    threaded = ThreadedEngine(2)
    rows = turns(
        {
            "pushed": pushed(threaded),
            "pushed, with variables": ordered(threaded),
            "pushed, to a device": pushed(threaded, device="cpu:1"),
            "pushed, in a timeline": seen(threaded),
            "pushed, ten in one task": pushed(threaded, ten, 10),
            "pushed and waited for": waited(threaded),
            "serial engine": ordered(SerialEngine()),
        },
        "us",
    )
    threaded.close()
    goals = [Goal(name, "at most", 15.0) for name in ("pushed", "pushed, with variables", "pushed, to a device")]
    return Table("Engine: a task", rows, goals=goals)


def long_tasks() -> Table:
    """Seconds of two tasks that need no interpreter: one after the other, and on two threads."""
    import numpy

    from dusk.engine import Engine, SerialEngine, ThreadedEngine

    data = [numpy.random.default_rng(seed).random(LONG) for seed in range(2)]
    results = [numpy.empty(LONG) for _ in range(2)]

    def work(number: int) -> None:
        result = results[number]
        result[:] = data[number]
        result.sort()
        numpy.sin(result, out=result)
        numpy.exp(result, out=result)

    def both(engine: Engine, **devices: str) -> Way:
        def way() -> float:
            start = time.perf_counter()
            for number in range(2):
                engine.push(
                    lambda number=number: work(number), (), (("result", number),), device=devices.get(f"d{number}")
                )
            engine.wait_all()
            return time.perf_counter() - start

        return way

    threaded = ThreadedEngine(2)
    ways = {
        "serial engine": both(SerialEngine()),
        "two threads": both(threaded),
        "two devices": both(threaded, d0="cpu:0", d1="cpu:1"),
    }
    rows = turns(ways, "s", 5 * ROUNDS)
    threaded.close()
    goals = [Goal(name, "of", 0.6, "serial engine") for name in ("two threads", "two devices")]
    return Table("Engine: two long tasks on two cores", rows, goals=goals)


def programs() -> dict[str, Callable[[], Callable[[], Any]]]:
    """By name: what makes a compiled program, and looks at its result when called."""
    import numpy

    import dusk
    import dusk.numpy as np
    from benchmarks.workloads import mlp
    from dusk import nn, optim

    x = np.array(numpy.random.default_rng(0).standard_normal(4_000_000).astype("float32"))
    rows = np.array(numpy.random.default_rng(1).standard_normal((2048, 1000)).astype("float32"))

    def of(function: Any, *arguments: Any) -> Callable[[], Any]:
        compiled = dusk.compile(function)
        return lambda: dusk.eval(compiled(*arguments))

    def perceptron() -> Callable[[], Any]:
        params, samples, right = mlp.data(256)
        arrays = [np.array(p) for p in params]
        gradients = dusk.value_and_grad(lambda p, a, b: mlp.loss(np, p, a, b))
        return of(gradients, arrays, np.array(samples), np.array(right))

    def convolutions() -> Callable[[], Any]:
        nn.seed(0)
        model, optimiser = nn.zoo.lenet(), optim.SGD(0.01)
        rng = numpy.random.default_rng(0)
        images, labels = rng.standard_normal((64, 1, 28, 28), dtype="float32"), rng.integers(0, 10, 64)

        def step(a: Any, b: Any) -> Any:
            loss, gradients = dusk.value_and_grad(lambda m, a, b: nn.cross_entropy(m(a), b))(model, a, b)
            optimiser.update(model, gradients)
            return loss

        return of(step, images, labels)

    return {
        "sum of 4,000,000": lambda: of(lambda a: a.sum(), x),
        "softmax of 2048 x 1000": lambda: of(lambda a: nn.softmax(a, axis=1), rows),
        "MLP gradients, width 256": perceptron,
        "LeNet step, batch 64": convolutions,
    }


def reproducible(name: str) -> Table:
    """Seconds of a program as it usually is, and with `config.reproducible`."""
    from dusk.config import config

    make = programs()[name]
    calls: dict[bool, Callable[[], Any]] = {}
    for mode in (False, True):
        with config.using(reproducible=mode):
            calls[mode] = make()
            stop = time.perf_counter() + 3  # until what is compiled, and measured, in the background is in use
            while time.perf_counter() < stop:
                calls[mode]()

    def way(mode: bool) -> Way:
        def turn() -> float:
            with config.using(reproducible=mode):
                calls[mode]()
                start = time.perf_counter()
                for _ in range(3):
                    calls[mode]()
                return (time.perf_counter() - start) / 3

        return turn

    return Table(f"Equal bits: {name}", turns({label: way(mode) for label, mode in MODES.items()}, "s"))


def measured(all: bool, only: str) -> Iterator[Table]:
    """The tables, one after the other."""
    made: dict[str, Callable[[], Table]] = {"Engine: a task": overheads, "Engine: two long tasks": long_tasks}
    for name in programs():
        made[f"Equal bits: {name}"] = lambda name=name: reproducible(name)
    for name, table in made.items():
        if only in name:
            yield table()
