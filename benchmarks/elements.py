"""The programs of `element_programs`, the same text compiled by Dusk and by Numba, and run by Python on NumPy arrays.

Runs are in turns within one process, on arrays that are made what they were before each of them; first calls are CPU
seconds of processes of their own with nothing in their caches. `python -m benchmarks.elements NAME CONTENDER` is one.
"""

from __future__ import annotations

import gc
import importlib
import importlib.util
import json
import os
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy

from benchmarks.element_programs import PROGRAMS, ElementProgram
from benchmarks.measure import once
from benchmarks.page import Row, Table
from benchmarks.processes import cpu_seconds
from benchmarks.workload import Goal

ROOT = Path(__file__).resolve().parents[1]
DIFFERENTIATED = {"LU": 20, "tridiagonal": 1000, "N-body": 30}
SECONDS, ROUNDS, MOST_ROUNDS, FIRST_CALLS = 2.0, 3, 500, 3
MEAN, COLD, PYTHON = 1.2, 0.5, 50


class Contender:
    """A function with arguments of its own."""

    def __init__(self, function: Callable[..., Any], given: list[Any]) -> None:
        self.function, self.given = function, given
        self.arguments = [numpy.array(x) for x in given]

    def reset(self) -> None:
        """Make the arguments what they were."""
        for x, first in zip(self.arguments, self.given, strict=True):
            x[...] = first

    def call(self) -> Any:
        return self.function(*self.arguments)

    def result(self) -> Any:
        """What a call gives, as an array that shares no memory with the arguments."""
        self.reset()
        return numpy.array(self.call())


class DuskContender(Contender):
    """One whose arguments are Dusk's; results are there when it returns."""

    def __init__(self, function: Callable[..., Any], given: list[Any]) -> None:
        super().__init__(function, given)
        self.dusk = importlib.import_module("dusk")
        self.arguments = [self.dusk.numpy.array(x) for x in given]

    def reset(self) -> None:
        super().reset()
        self.dusk.eval(*self.arguments)

    def call(self) -> Any:
        made = self.function(*self.arguments)
        self.dusk.eval(made, *self.arguments)
        return made


def squares(function: Callable[..., Any]) -> Callable[..., Any]:
    """The function's result as one number."""

    def loss(*arguments: Any) -> Any:
        made = function(*arguments)
        return (made * made).sum()

    return loss


def contender(program: ElementProgram, name: str, n: int) -> Contender:
    """A contender of a name on arguments of a size."""
    given = program.given(n)
    if name == "NumPy":
        return Contender(program.function, given)
    if name == "Numba":
        return Contender(importlib.import_module("numba").njit(program.function), given)
    dusk = importlib.import_module("dusk")
    if name == "Dusk, gradient":
        return DuskContender(dusk.compile(dusk.grad(squares(program.function))), given)
    return DuskContender(dusk.compile(program.function), given)


def contenders() -> list[str]:
    """Those that there are here."""
    return ["NumPy", "Dusk"] + ["Numba"] * (importlib.util.find_spec("numba") is not None)


def first(name: str, which: str) -> float:
    """CPU seconds of a first call in a process of its own; the run itself is a small part of them."""
    with tempfile.TemporaryDirectory() as cache:
        environment = dict(os.environ) | {"DUSK_CACHE_DIR": f"{cache}/dusk", "NUMBA_CACHE_DIR": f"{cache}/numba"}
        words = [sys.executable, "-m", "benchmarks.elements", name, which]
        done = subprocess.run(words, cwd=ROOT, env=environment, check=True, capture_output=True, text=True)
    return float(json.loads(done.stdout.splitlines()[-1]))


def times(ready: dict[str, Contender], seconds: float) -> list[Row]:
    """Seconds of runs in turns."""
    found: dict[str, list[float]] = {which: [] for which in ready}

    def due(which: str) -> bool:
        n, spent = len(found[which]), sum(found[which])
        return n < ROUNDS or (spent < seconds and n < MOST_ROUNDS)

    gc.collect()
    while any(map(due, found)):
        for which in filter(due, found):
            ready[which].reset()
            found[which].append(once(ready[which].call))
    return [Row(which, "s", min(each), statistics.median(each)) for which, each in found.items()]


def table(name: str, n: int = 0, seconds: float = SECONDS, firsts: int = FIRST_CALLS) -> Table:
    """Seconds of runs, and of first calls; none of a contender whose values are others than NumPy's."""
    program = PROGRAMS[name]
    ready = {which: contender(program, which, n or program.large) for which in contenders()}
    want = ready["NumPy"].result()
    right = {w: one for w, one in ready.items() if numpy.allclose(one.result(), want, rtol=1e-9, atol=1e-12)}
    rows = times(right, seconds)
    rows += [Row(which, "s", failed="another result") for which in ready if which not in right]
    for which in right if firsts else ():
        if which != "NumPy":
            cold = [first(name, which) for _ in range(firsts)]
            rows.append(Row(f"{which}, first call", "CPU s", min(cold), statistics.median(cold)))
    return Table(f"Elements: {name}", rows, goals=[Goal("Dusk", "of", 1 / PYTHON, "NumPy")])


def gradient(name: str, n: int, seconds: float = SECONDS) -> Table:
    """Seconds of a gradient, and of the function itself."""
    ready = {which: contender(PROGRAMS[name], which, n) for which in ("Dusk", "Dusk, gradient")}
    for one in ready.values():
        one.result()
    return Table(f"Elements: gradient of {name}, n = {n}", times(ready, seconds))


def measured(all: bool, only: str) -> Iterator[Table]:
    """A table a program; last the geometric means of their ratios to Numba."""
    ratios: dict[str, list[list[float]]] = {"": [], ", first call": []}
    for name in PROGRAMS:
        if only not in name:
            continue
        made = table(name)
        for what, found in ratios.items():
            mine, theirs = made.row("Dusk" + what), made.row("Numba" + what)
            if mine is not None and theirs is not None:
                found.append([mine.least / theirs.least, mine.median / theirs.median])
        yield made
        if name in DIFFERENTIATED:
            yield gradient(name, DIFFERENTIATED[name])
    rows: list[Row] = []
    for what, found in ratios.items():
        if found:
            columns = [*zip(*found, strict=True)]
            rows.append(Row("Dusk" + what, "x Numba", *map(statistics.geometric_mean, columns)))
            rows.append(Row(f"Dusk{what}, the slowest", "x Numba", *map(max, columns)))
    goals = [Goal("Dusk", "at most", MEAN), Goal("Dusk, first call", "at most", COLD)]
    yield Table("Elements, geometric mean of what Dusk needs of Numba's time", rows, goals=goals if rows else [])


def main(name: str, which: str) -> None:
    """Print the CPU seconds of a first call."""
    one = contender(PROGRAMS[name], which, PROGRAMS[name].large)
    importlib.import_module("llvmlite.binding")
    before = cpu_seconds()
    one.call()
    print(json.dumps(cpu_seconds() - before))


if __name__ == "__main__":
    main(*sys.argv[1:])
