"""Where a function's time goes, line by line, as what watches whole programs measures it."""

from __future__ import annotations

import inspect
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from types import CodeType
from typing import Any

from dusk.graph.provenance import describe
from dusk.graph.types import typical
from dusk.reports.rows import shares
from dusk.reports.text import columns
from dusk.reports.watch import UNKNOWN, Place, Ran, Spent, Watch
from dusk.reports.web import plain, source_line
from dusk.values import eval as evaluate

WIDEST = 60  # characters of a line of a program


KINDS = {
    "python": "Python",
    "native": "native",
    "bodies": "op by op",
    "numpy": "NumPy",
    "copies": "copies",
    "compiling": "compiling",
}
"""What a line's time goes into, and what it is called."""


@dataclass(slots=True)
class LineCost:
    """One line, for one round: how often it is come to, seconds by what they go into, and about the bytes that its ops
    read and write, were each alone.

    `python` is recording too, `native` programs, `bodies` ops that run one after the other in NumPy because nothing was
    compiled yet, `numpy` functions that only NumPy has, `copies` those between NumPy and Dusk.
    """

    file: str
    line: int
    text: str
    visits: float = 0.0
    python: float = 0.0
    native: float = 0.0
    bodies: float = 0.0
    numpy: float = 0.0
    copies: float = 0.0
    compiling: float = 0.0
    nbytes: float = 0.0

    @property
    def seconds(self) -> float:
        """All of them."""
        return sum(getattr(self, kind) for kind in KINDS)

    def where(self, file: str) -> str:
        """Its number, with the name of its file if that is another one."""
        if (self.file, self.line) == UNKNOWN:
            return "elsewhere"
        return str(self.line) if self.file == file else describe(((self.file, self.line),))

    @property
    def runs(self) -> list[str]:
        """What it ran as, by how long: what is less than a twentieth is left out."""
        kinds = sorted(KINDS, key=lambda kind: -getattr(self, kind))
        return [KINDS[kind] for kind in kinds if getattr(self, kind) > self.seconds / 20]


@dataclass(slots=True)
class Profile:
    """What a function's rounds took, and its lines; printed, it is a table. `ran` are the programs that ran."""

    name: str
    file: str
    seconds: float
    rounds: int
    lines: list[LineCost]
    ran: list[Ran]
    result: Any = None

    def __str__(self) -> str:
        rows: list[list[str]] = [["line", "seconds", "share", "visits", "MB", "ran as", ""]]
        for line in self.lines:
            share = f"{line.seconds / self.seconds if self.seconds else 0:.1%}"
            text = line.text if len(line.text) <= WIDEST else line.text[: WIDEST - 1] + "…"
            numbers = f"{line.seconds:.6f}", share, f"{line.visits:,.0f}", f"{line.nbytes / 1e6:.2f}"
            rows.append([line.where(self.file), *numbers, ", ".join(line.runs), plain(text)])
        return f"{self.name}: {self.seconds:.6f} s a round, of {self.rounds}\n{columns(rows, range(5))}"

    def as_json(self) -> dict[str, Any]:
        """Plain dicts and lists."""
        names = ("file", "line", "text", "visits", "seconds", *KINDS, "nbytes", "runs")
        whole = self.seconds or 1.0
        lines = [{name: getattr(x, name) for name in names} | {"share": x.seconds / whole} for x in self.lines]
        given = {"name": self.name, "file": self.file, "seconds": self.seconds, "rounds": self.rounds}
        return {**given, "lines": lines}


def profile(
    f: Callable[..., Any],
    *args: Any,
    rounds: int = 3,
    warm: int = 1,
    clock: Callable[[], float] = time.perf_counter,
    **named: Any,
) -> Profile:
    """Call a function and tell what each of its lines took: in Python, in native programs, in NumPy, in copies.

    What a line calls counts as the line's, but what is recorded counts where it stands, maybe in another function, not
    where it is looked at: of a program the lines have shares by what their ops read, write and multiply. The result is
    computed before the clock stops. `warm` rounds go first, unwatched, in which programs are compiled; seconds are
    means of `rounds`. A compiled function has no Python left: its lines are those of its program. `clock` gives
    seconds. TypeError: not a function written in Python.

    >>> import dusk.numpy as np
    >>> from dusk import reports
    >>> def f(x):
    ...     y = np.tanh(x)
    ...     return y.sum()
    >>> found = reports.profile(f, np.ones(1000))
    >>> [line.line for line in found.lines]
    [2, 3]
    """
    code = getattr(inspect.unwrap(f), "__code__", None)
    if not isinstance(code, CodeType):
        raise TypeError(f"profile takes a function written in Python, not {type(f).__name__}")
    for _ in range(warm):
        evaluate(f(*args, **named))
    watch = Watch(lambda file: False, frozenset(_codes(code)), clock)
    result: Any = None
    with watch.watching():
        for _ in range(rounds):
            result = f(*args, **named)
            evaluate(result)
    lines = _lines(watch, code, max(rounds, 1))
    name = getattr(f, "__qualname__", code.co_qualname)
    ran = sorted(watch.entries.values(), key=lambda ran: -ran.seconds)
    return Profile(name, code.co_filename, watch.seconds / max(rounds, 1), rounds, lines, ran, result)


def _codes(code: CodeType) -> Iterator[CodeType]:
    """A function's code, and that of functions and comprehensions within it."""
    yield code
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            yield from _codes(inner)


def _lines(watch: Watch, code: CodeType, rounds: int) -> list[LineCost]:
    """The function's lines that took something, then those of functions that it calls where something was recorded."""
    found: dict[Place, LineCost] = {}

    def cost(place: Place) -> LineCost:
        if place not in found:
            found[place] = LineCost(*place, source_line(*place))
        return found[place]

    for place, spent in watch.lines.items():
        _spend(cost(place), spent, rounds)
    for ran in watch.entries.values():
        for node, share in shares(ran.graph):
            here = cost(node.origin[0] if node.origin else UNKNOWN)
            here.native += share * (ran.seconds - ran.bodies_s) / rounds
            here.bodies += share * ran.bodies_s / rounds
            here.nbytes += ran.count / rounds * sum(typical(v.type.nbytes) for v in (*node.inputs, *node.outputs))
    own = {line for part in _codes(code) for _, _, line in part.co_lines() if line is not None}
    order = sorted(found, key=lambda at: (at[0] != code.co_filename or at[1] not in own, at))
    return [found[place] for place in order if found[place].seconds > 0]


def _spend(cost: LineCost, spent: Spent, rounds: int) -> None:
    """Add what a line took itself; runs of programs are counted where what they compute was recorded."""
    cost.visits += spent.visits / rounds
    cost.numpy += spent.numpy / rounds
    cost.copies += spent.copy / rounds
    cost.compiling += spent.compile / rounds
    rest = spent.seconds - spent.run - spent.numpy - spent.copy - spent.compile
    cost.python += max(rest, 0.0) / rounds
