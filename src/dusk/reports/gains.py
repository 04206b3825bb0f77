"""What would be gained: the share of every region, the bound that Amdahl's law puts on changing it, and what is to be
expected where that can be measured or worked out; the best first."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from math import isfinite
from typing import Any

import numpy as np

from dusk.engine import allocate
from dusk.errors import NativeUnavailable
from dusk.graph import TOKEN, Graph
from dusk.graph.types import typical
from dusk.reports.plans import plan_of
from dusk.reports.profiling import LineCost, Profile
from dusk.reports.rows import shares
from dusk.reports.text import columns
from dusk.reports.watch import Ran
from dusk.transform.pipeline import optimise

LEAST = 0.005  # of all seconds: what is less is not worth a line
TRIALS, LONGEST_S = 15, 0.5  # runs of a program that is tried, and about the seconds for all of them


@dataclass(frozen=True, slots=True)
class Device:
    """Another device by its speeds: operations and bytes a second, and bytes a second on the way to it and back."""

    name: str = "a GPU of 10 Tflop/s, 1 TB/s, on 25 GB/s"
    flops_s: float = 10e12
    bytes_s: float = 1e12
    link_s: float = 25e9


@dataclass(frozen=True, slots=True)
class Region:
    """Something that could be done otherwise: the seconds a round that it takes out of those of the `whole`, and those
    that would be left (None: that cannot be known before it is done)."""

    what: str
    line: int
    action: str
    seconds: float
    whole: float
    left: float | None
    advice: str

    @property
    def share(self) -> float:
        """Its part of all."""
        return min(self.seconds / self.whole, 1.0)

    @property
    def bound(self) -> float:
        """By which factor all would be faster at most, if it took no time."""
        return bound_of(self.share)

    @property
    def expected(self) -> float | None:
        """By which factor all is expected to be faster."""
        return None if self.left is None else bound_of((self.seconds - self.left) / self.whole)

    def as_json(self) -> dict[str, Any]:
        """A plain dict; a bound without end is null."""
        bound = self.bound if isfinite(self.bound) else None
        return {**asdict(self), "share": self.share, "bound": bound, "expected": self.expected}


def bound_of(share: float) -> float:
    """By which factor all is faster at most, if a part of this share takes no time any more: Amdahl's law."""
    return float("inf") if share >= 1 else 1 / (1 - share)


@dataclass(frozen=True, slots=True)
class Amdahl:
    """The regions of a profile, what gains most first; printed, it is a table and a list of things to do."""

    seconds: float
    regions: tuple[Region, ...]

    def __str__(self) -> str:
        rows = [["", "region", "seconds", "share", "at most", "expected", "what to do"]]
        for n, region in enumerate(self.regions, 1):
            expected = "" if region.expected is None else f"{region.expected:.2f}x"
            share = f"{region.share:.1%}", f"{region.bound:.2f}x", expected
            rows.append([f"{n}.", region.what, f"{region.seconds:.6f}", *share, region.advice])
        return columns(rows)

    def as_json(self) -> dict[str, Any]:
        """Plain dicts and lists."""
        return {"seconds": self.seconds, "regions": [region.as_json() for region in self.regions]}

    def together(self, action: str) -> float:
        """By which factor all is expected to be faster if that is done wherever it is known what it brings."""
        known = [r.seconds - r.left for r in self.regions if r.action == action and r.left is not None]
        return bound_of(sum(known) / (self.seconds or 1.0))


def amdahl(profile: Profile, device: Device | None = None, measure: Callable[[Graph], float] | None = None) -> Amdahl:
    """What changing each region of a profile would bring, the best first.

    Of what runs op by op, `measure(graph)` gives the seconds that the graph takes as one native program (None: it is
    compiled and run, see `native_seconds`). With `device`, what would be gained by moving programs there is worked out
    of their operations and bytes, the way there and back included.

    >>> from dusk.reports import bound_of
    >>> round(bound_of(0.1), 2)
    1.11
    """
    measure = measure or native_seconds
    whole = profile.seconds or 1.0
    found = [region for line in profile.lines for region in _of_line(line, profile, whole)]
    found += _fused(profile, whole, measure)
    found += _moved(profile, whole, device) if device is not None else ()
    shown = [region for region in found if region.share >= LEAST]
    return Amdahl(profile.seconds, tuple(sorted(shown, key=lambda r: -(r.bound if r.expected is None else r.expected))))


def _of_line(line: LineCost, profile: Profile, whole: float) -> Iterator[Region]:
    """What may be changed about one line."""
    where = f"line {line.where(profile.file)}"

    def region(what: str, action: str, seconds: float, advice: str, left: float | None = None) -> Region:
        return Region(f"{where}: {what}", line.line, action, seconds, whole, left, advice)

    yield region("Python", "compile", line.python, "put it into dusk.compile, or write it on whole arrays")
    advice = "write it with functions that run natively: dusk run --report names them"
    yield region("NumPy's functions", "native", line.numpy, advice)
    yield region("copies", "share", line.copies, "make the arrays Dusk's once, before the loop", 0.0)
    yield region("compiling", "keep", line.compiling, "keep shapes and the order of calls the same", 0.0)


def _fused(profile: Profile, whole: float, measure: Callable[[Graph], float]) -> Iterator[Region]:
    """What programs that ran op by op would take as native ones."""
    for ran in profile.ran:
        if not ran.bodies:
            continue
        seconds, runs = ran.bodies_s / profile.rounds, ran.bodies / profile.rounds
        try:
            left = runs * measure(ran.graph)
        except NativeUnavailable:
            left = None
        what, line = _named(ran)
        advice = "dusk.compile it, or run it more often: it is compiled once that pays"
        yield Region(f"{what}: op by op", line, "fuse", seconds, whole, left, advice)


def _moved(profile: Profile, whole: float, device: Device) -> Iterator[Region]:
    """What native programs would take on another device."""
    for ran in profile.ran:
        seconds, runs = (ran.seconds - ran.bodies_s) / profile.rounds, (ran.count - ran.bodies) / profile.rounds
        if runs <= 0:
            continue
        left = runs * device_seconds(ran.graph, device)
        what, line = _named(ran)
        pays = left < seconds
        advice = f"move it to {device.name}" if pays else f"leave it here: on {device.name} the way there takes longer"
        yield Region(f"{what}: native", line, "move", seconds, whole, left, advice)


def _named(ran: Ran) -> tuple[str, int]:
    """The lines that take most of a program, and the first of them."""
    lines: dict[int, float] = {}
    for node, share in shares(ran.graph):
        if node.origin:
            lines[node.origin[0][1]] = lines.get(node.origin[0][1], 0.0) + share
    most = sorted(sorted(lines, key=lambda line: -lines[line])[:4])
    told = ", ".join(map(str, most)) or "unknown"
    return f"program of line{'s' if len(most) > 1 else ''} {told}", most[0] if most else 0


def device_seconds(graph: Graph, device: Device) -> float:
    """Seconds of a graph on a device: its steps one after the other, and the way of what goes in and comes out.

    NativeUnavailable: nothing can be planned here.
    """
    steps = plan_of(optimise(graph)).steps
    inside = sum(max(step.flops / device.flops_s, step.nbytes / device.bytes_s) for step in steps)
    outside = sum(typical(v.type.nbytes) for v in (*graph.inputs, *graph.outputs) if v.type is not TOKEN)
    return inside + outside / device.link_s


def native_seconds(graph: Graph, clock: Callable[[], float] = time.perf_counter) -> float:
    """Seconds of a graph as one native program: the median of some runs, on floats drawn from [0.5, 1.5), and ones.

    NativeUnavailable: no native code can be made here.
    """
    program = plan_of(optimise(graph)).program
    drawn = np.random.default_rng(0)
    inputs = [_drawn(kind, drawn) for kind in program.types]
    began, took = clock(), list[float]()
    while len(took) < TRIALS and (not took or clock() - began < LONGEST_S):
        start = clock()
        program.run(inputs)
        took.append(clock() - start)
    return statistics.median(took[1:] or took)


def _drawn(kind: Any, drawn: np.random.Generator) -> Any:
    """A buffer for an input of a program; None for a token."""
    if kind is TOKEN:
        return None
    buffer = allocate(int(kind.nbytes), kind.device)
    array = buffer.array(kind.dtype, kind.shape)
    array[...] = 1
    if kind.dtype.kind == "f":
        array[...] = drawn.uniform(0.5, 1.5, kind.shape)
    return buffer
