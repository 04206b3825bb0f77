"""Where values lie: in place of what died, in the caller's buffers, or in one arena, all known before the first run.

Who shares memory with whom is decided once, whatever the sizes are; where it lies, for the numbers that they are.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from dusk.compiler.flow import Flow
from dusk.compiler.group import Group
from dusk.compiler.index import row_major, split
from dusk.compiler.loop import Loop
from dusk.compiler.schedule import Step
from dusk.compiler.work import Access
from dusk.graph.types import Size, product, typical

LITTLE = 1 << 14  # bytes that are copied sooner than parts of them are told apart
Place = tuple[str, int]  # ("input", i), ("output", i) or ("arena", offset)


@dataclass(slots=True)
class Region:
    """Memory that one value after the other lives in, from step `start` to step `end`, both included.

    `place` is what the caller gives; other regions are `loose`, and have a number among those.
    """

    nbytes: Size
    start: int
    end: int
    place: Place | None = None
    values: list[int] = field(default_factory=list[int])
    number: int = -1


class Box(NamedTuple):
    """Elements of a value, from `offset` on, `extents` of them `strides` apart; the last ones lie together."""

    offset: Size
    extents: tuple[Size, ...]
    strides: tuple[Size, ...]


@dataclass(slots=True)
class Copy:
    """A step the plan adds before step `before`: memory of one region as it is goes into another one, all or parts."""

    before: int
    value: int
    source: Region | None  # None: a constant
    target: Region
    parts: Sequence[Box] = ()


def outside(flow: Flow, group: Group) -> list[Box]:
    """What an update leaves of its base, if that is little (and a window without gaps is written); else nothing.

    Of the first axis what lies before and behind the window, then along the window that of the second, and so on.
    """
    rule = flow.rule(group.written)
    assert rule is not None
    shape, found = flow.types[group.base].shape, list[Box]()
    steps, rows, offset = row_major(shape), list[int](), 0
    extents = flow.types[flow.operands[flow.maker[group.written]][1]].shape
    little = typical(flow.nbytes(group.base)) < LITTLE
    if little or rule.store != "set" or len(extents) != len(shape) or 0 in extents:
        return []
    for d, (e, size, n) in enumerate(zip(rule.target, shape, extents, strict=True)):
        form = split(e, extents)
        step = form.axes.get(d, 1)
        if form.rest or not {*form.axes} <= {d} or not isinstance(step, int) or (n != 1 and abs(step) != 1):
            return []
        first = form.const if step > 0 else form.const - (n - 1)
        for start, count in ((0, first), (first + n, size - first - n)):
            if count != 0:
                along = tuple(steps[r] for r in rows)
                found.append(
                    Box(offset + start * steps[d], (*(extents[r] for r in rows), count * steps[d]), (*along, 1))
                )
        offset = offset + first * steps[d]
        rows.append(d)
    left = sum(typical(product(box.extents)) for box in found)
    return found if left * 2 <= typical(flow.size(group.base)) else []


class Planner:
    """One pass over the steps in order, uniting regions. `rooms[t, o]` is the second place of what takes turns as
    output o of the loop at step t; of outputs in `kept`, what updates leave of their bases is there already."""

    def __init__(self, flow: Flow, steps: Sequence[Step], into: Mapping[int, int], kept: Collection[int] = ()) -> None:
        self.flow, self.steps, self.kept = flow, steps, frozenset(kept)
        self.into = dict(into)  # output value -> input it must end up in
        self.outputs = {v: i for i, v in enumerate(flow.outputs)}
        self.last: dict[int, int] = {}
        for t, step in enumerate(steps):
            for v in step.reads:
                self.last[v] = t
        self.rooms: dict[tuple[int, int], Region] = {}
        for t, step in enumerate(steps):
            if isinstance(step.work, Loop):
                sizes = {o: flow.nbytes(step.work.outputs[o][0]) for o in step.work.turning}
                self.rooms.update({(t, o): Region(nbytes, t, t) for o, nbytes in sizes.items()})
        self.regions = [*self.rooms.values()]
        self.of: dict[int, Region] = {}
        self.copies: list[Copy] = []
        self.end = len(steps)
        self._run()
        self.loose = [region for region in self.regions if region.place is None]
        for number, region in enumerate(self.loose):
            region.number = number

    @property
    def aliases(self) -> dict[int, int]:
        """The outputs that are left in the memory of inputs."""
        return {self.outputs[v]: j for v, j in self.into.items()}

    def hosts(self) -> list[tuple[Size, int, int, Place]]:
        """What the caller gives for a time, from a first to a last step: an output that is not yet written, an input
        that may be overwritten and is no longer read."""
        regions = [r for r in self.regions if not self.kept.intersection(r.values)]
        found = [(r.nbytes, 0, r.start - 1, r.place) for r in regions if r.place is not None]
        for v in self.flow.donated - set(self.into.values()):
            region = self.of[v]
            found.append((region.nbytes, region.end + 1, self.end, ("input", v)))
        return found

    def _run(self) -> None:
        for v in self.flow.inputs:
            # what nobody may write to is never dead
            end = self.last.get(v, -1) if v in self.flow.donated else self.end + 1
            self.of[v] = Region(self.flow.nbytes(v), -1, end, ("input", v), [v])
        for t, step in enumerate(self.steps):
            for v in step.stores:
                if self.flow.is_data(v):
                    self.give(t, step, v)
        for v, j in self.into.items():
            if self.of[v].place != ("input", j):
                self.of[v].end = self.end
                self.copies.append(
                    Copy(self.end, v, self.of[v], Region(self.of[v].nbytes, self.end, self.end, ("input", j)))
                )

    def give(self, t: int, step: Step, v: int) -> None:
        """Find memory for value v, which step t stores."""
        end = self.end if v in self.outputs else self.last.get(v, t)
        wanted = self.wanted(v)
        base = step.group.base
        if v == step.group.written:
            region = self.of.get(base)
            if region is not None and self.dies(base, t) and self.safe(step, base, v):
                if self.joins(region, wanted, t, end):
                    self.join(region, v, wanted, end)
                    return
                if region.place is None:  # it is brought where it is wanted at the end: one copy, not two
                    self.join(region, v, None, end)
                    return
            self.own(t, v, wanted, end)
            if v not in self.kept:
                self.copies.append(Copy(t, base, region, self.of[v], outside(self.flow, step.group)))
            return
        for u in sorted(step.reads, key=lambda u: self.of[u].place != wanted if u in self.of else True):
            region = self.of.get(u)
            if region is None or self.flow.nbytes(u) != self.flow.nbytes(v) or not self.flow.nbytes(v):
                continue
            if self.dies(u, t) and self.safe(step, u, v) and self.joins(region, wanted, t, end):
                self.join(region, v, wanted, end)
                return
        self.own(t, v, wanted, end)

    def wanted(self, v: int) -> Place | None:
        if v in self.into:
            return "input", self.into[v]
        return ("output", self.outputs[v]) if v in self.outputs else None

    def dies(self, u: int, t: int) -> bool:
        """Whether nobody needs what is in u's memory after step t."""
        return self.of[u].end <= t and u not in self.flow.literals and self.of[u].values[-1] == u

    def joins(self, region: Region, wanted: Place | None, t: int, end: int) -> bool:
        """Whether a value that wants a place may live on in a region."""
        if wanted is None or region.place == wanted:
            return True
        return region.place is None and wanted[0] != "input"

    def join(self, region: Region, v: int, wanted: Place | None, end: int) -> None:
        region.values.append(v)
        region.end = max(region.end, end)
        region.place = region.place or wanted
        self.of[v] = region

    def own(self, t: int, v: int, wanted: Place | None, end: int) -> None:
        if wanted is not None and wanted[0] == "input":
            region = self.of[wanted[1]]
            # an input's memory is free for another value once its last reader is done
            if region.end < t and region.values[-1] == wanted[1]:
                self.join(region, v, wanted, end)
                return
            wanted = None
        region = Region(self.flow.nbytes(v), t, end, wanted, [v])
        self.regions.append(region)
        self.of[v] = region

    def safe(self, step: Step, u: int, v: int) -> bool:
        """Whether step may write v over u: it reads u only where it writes v, before it writes there.

        Where it writes parts of v one by one, no element is written twice, so what is read of one of them is, at that
        point, not yet written either.
        """
        if isinstance(step.work, Loop):
            return step.work.renewed.get(v) == u
        rule = self.flow.rule(v)
        if step.work is None or (rule is not None and rule.kind == "fold"):  # sums are written over and over
            return False
        accesses: Iterable[Access] = step.work.accesses
        if step.group.kind == "procedure":
            return step.work.changed.get(v) == u
        written = [a for a in accesses if a.writes and a.value == v]
        read = [a for a in accesses if not a.writes and a.value == u]
        if not written or any(s.value == u for s in step.group.sources if s.value != step.group.base):
            return False
        places = {w.place for w in written}
        if step.group.base == u and not read:
            return True
        if any(w.data for w in written) or any(a.data or a.place not in places for a in read):
            return False
        if step.group.base != u and self.flow.types[u].dtype.itemsize != self.flow.types[v].dtype.itemsize:
            return False
        return bool(read) and step.work.alone(u, v)
