"""Programs in parts: long branches beside each other, gradients handed out early, layers on several devices.

The ways of each table take turns; of many rounds least and median count.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from benchmarks.engine import ROUNDS, Way, turns
from benchmarks.page import Table
from benchmarks.workload import Goal

SIZE, LENGTH = 400, 200_000
EXAMPLES = Path(__file__).parents[1] / "examples"


def timed(call: Callable[[], Any]) -> Way:
    def way() -> float:
        start = time.perf_counter()
        call()
        return time.perf_counter() - start

    return way


def branches(function: Callable[[Any], Any], arguments: tuple[Any, ...], title: str) -> Table:
    """Seconds of a function of two independent steps that one thread each is at: as one program, and in parts."""
    import dusk
    from dusk.backends import cpu, parted
    from dusk.engine import Buffer
    from dusk.transform.pipeline import optimise

    compiled = dusk.compile(function)
    dusk.eval(compiled(*arguments))
    graph = optimise(compiled.graph)
    given = [Buffer.foreign(x) for x in arguments]
    plain, apart, beside = cpu.compile(graph), parted.compile(graph), parted.compile(graph)
    apart.together, beside.together = False, True
    ways = {
        "one program": timed(lambda: plain.run(given)),
        "parts, one by one": timed(lambda: apart.run(given)),
        "parts, side by side": timed(lambda: beside.run(given)),
    }
    goals = [
        Goal("parts, side by side", "of", 0.65, "one program"),
        Goal("parts, one by one", "of", 1.1, "one program"),
    ]
    return Table(title, turns(ways, "s", 3 * ROUNDS), goals=goals)


def factors() -> Table:
    import numpy

    import dusk.numpy as np

    some = tuple(numpy.random.default_rng(seed).standard_normal((SIZE, SIZE)) for seed in range(2))
    return branches(
        lambda a, b: np.linalg.svdvals(a).sum() + np.linalg.svdvals(b).sum(), some, "Parts: two SVDs of 400 x 400"
    )


def rounds() -> Table:
    import numpy

    import dusk
    import dusk.numpy as np

    def gone(x: Any) -> Any:
        def step(carry: Any, row: Any) -> Any:
            carry = np.tanh(carry * 0.5 + row)
            return carry, carry

        return dusk.scan(step, x[0], x)[1]

    some = tuple(numpy.random.default_rng(seed).standard_normal((LENGTH, 4)) for seed in range(2))
    return branches(lambda a, b: gone(a) - gone(b), some, "Parts: two scans of 200,000 rounds")


def pipelined() -> Table:
    """Seconds of a loss with its gradients of the example's LSTM, on as many devices."""
    import dusk
    from dusk.tree import flatten

    sys.path.insert(0, str(EXAMPLES))
    import model_parallel_lstm as lstm

    sys.path.pop(0)
    ways: dict[str, Way] = {}
    for count in (1, 2, 4):
        weights = lstm.parameters([dusk.cpu(i) for i in range(count)])
        x, target = lstm.batch()
        dusk.eval(weights, x, target)
        both = dusk.compile(dusk.value_and_grad(lstm.loss))
        ways[f"{count} devices"] = timed(
            lambda both=both, given=(weights, x, target): dusk.eval(*flatten(both(*given))[0])
        )
    return Table("Parts: an LSTM of eight layers, forward and back", turns(ways, "s"))


def early() -> Table:
    """Seconds of a perceptron's gradients: of a call, and of one that is begun and hands out each when it is there."""
    import numpy

    import dusk
    import dusk.numpy as np
    from dusk.tree import flatten

    rng = numpy.random.default_rng(0)
    weights = [np.array(rng.standard_normal((512, 512)).astype("float32") / 23) for _ in range(6)]
    x = np.array(rng.standard_normal((512, 512)).astype("float32"))

    def loss(weights: Any, x: Any) -> Any:
        for w in weights:
            x = np.tanh(x @ w)
        return (x * x).mean()

    both = dusk.compile(dusk.value_and_grad(loss))
    ways = {
        "called": timed(lambda: dusk.eval(*flatten(both(weights, x))[0])),
        "begun": timed(lambda: both.start(weights, x).wait()),
    }
    return Table("Parts: gradients of six layers", turns(ways, "s"), goals=[Goal("begun", "of", 1.15, "called")])


def measured(all: bool, only: str) -> Iterator[Table]:
    """The tables, one after the other."""
    for make in (factors, rounds, pipelined, early):
        if only in make.__name__:
            yield make()
