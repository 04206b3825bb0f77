"""Where regions and scratch lie at given sizes. What was found at some sizes is tried first at others.

A layout is who lodges in memory that the caller gives, and who lies above whom in the arena: with other sizes it
remains one in which nobody overlaps. It is taken again where the same regions would fit into the caller's memory, and
the arena comes out about as small as when it was found.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from dusk.compiler.arena import ALIGNMENT, Span, arrange, most_held
from dusk.compiler.memory import Place, Planner
from dusk.compiler.sizes import Numbers, Sizes

HOSTS = 64  # places that are tried for one region
LAYOUTS = 4  # that are kept for one way in which sizes fit into each other
LARGER = 1.05  # than what is held at most: an arena that is as small as another search is likely to find


class Layout:
    """`hosts[i]` is the place of the caller's that i lodges in (-1: the arena), `lying` has low and high end of the
    others; `slack` is the arena's size over what is held at most. That is how it was found."""

    def __init__(
        self, hosts: Numbers, lying: Mapping[int, tuple[int, int]], times: Sequence[tuple[int, int]], slack: float
    ) -> None:
        self.hosts, self.slack = hosts, slack
        self._lying, self._times = lying, times

    def offsets(self, rooms: Sequence[int]) -> tuple[list[int], int]:
        """Offsets for other sizes, and the arena's size."""
        offsets, tops = [0] * len(rooms), [0] * len(rooms)
        for i, below in self._order:
            at = offsets[i] = max([tops[j] for j in below], default=0)
            tops[i] = at + rooms[i]
        return offsets, max(tops, default=0)

    @cached_property
    def _order(self) -> list[tuple[int, list[int]]]:
        """From the bottom up, each with those that it lies on at some step."""
        top = [-1] * (max((last for _, last in self._times), default=0) + 1)
        order: list[tuple[int, list[int]]] = []
        for i in sorted(self._lying, key=self._lying.__getitem__):
            first, last = self._times[i]
            order.append((i, [j for j in set(top[first : last + 1]) if j >= 0]))
            top[first : last + 1] = [i] * (last + 1 - first)
        return order


@dataclass(frozen=True, slots=True)
class Placed:
    """Slots and byte offsets of loose regions, then of scratch; the arena's bytes, and those that are held at most."""

    slots: Numbers
    offsets: Numbers
    arena: int
    temporaries: int


class Layouts:
    """Places for what a plan leaves loose and for the scratch of steps, at any sizes."""

    def __init__(self, planner: Planner, sizes: Sizes, scratch: Sequence[int]) -> None:
        self.n = len(planner.loose)
        self.start = [*(r.start for r in planner.loose), *scratch]
        self.end = [*(r.end for r in planner.loose), *scratch]
        self.sizes = np.array([sizes.number(r.nbytes) for r in planner.loose], np.intp)
        self.hosts = planner.hosts()
        self.host_sizes = np.array([sizes.number(nbytes) for nbytes, *_ in self.hosts], np.intp)
        n_inputs = len(planner.flow.inputs)
        self.arena_slot = 1 + n_inputs + len(planner.flow.outputs)
        self.first = {"input": 1, "output": 1 + n_inputs}
        self.slots = np.array([*(self.slot(place) for *_, place in self.hosts), self.arena_slot], np.int64)
        self.found: dict[tuple[bytes | bool, bytes], list[Layout]] = {}  # by which fit where, and which are not empty

    @cached_property
    def _fitting(self) -> tuple[Numbers, Numbers]:
        """The sizes that regions have, and those of hosts, each once."""
        # not np.unique: the process aborts where it ends while a thread is in there (CPython 3.13 and older)
        ours, theirs = (np.array(sorted({*sizes.tolist()}), np.intp) for sizes in (self.sizes, self.host_sizes))
        return ours, theirs

    @cached_property
    def _times(self) -> tuple[Numbers, Numbers, int]:
        """First steps, the steps after the last, how many there are."""
        return np.array(self.start, np.intp), np.array(self.end, np.intp) + 1, max(self.end, default=0) + 2

    def at(self, values: Numbers, scratch: Sequence[int], lodging: bool = True) -> Placed:
        """Where all lie, for these numbers of sizes and bytes of scratch; `lodging`: maybe in the caller's memory."""
        nbytes = np.concatenate((values[self.sizes], np.array(scratch, np.int64)))
        ours, theirs = self._fitting
        fitting = lodging and (values[ours][:, None] <= values[theirs]).tobytes()
        known = self.found.setdefault((fitting, (nbytes > 0).tobytes()), [])
        if known:
            rooms = -(-nbytes // ALIGNMENT) * ALIGNMENT
            held = rooms.tolist()
            for layout in known:
                offsets, size = layout.offsets(held)
                if size <= max(layout.slack, LARGER) * self._most(rooms, layout):
                    return self._placed(layout, offsets, size, self._most(nbytes, layout))
        layout, offsets, size, most = self._searched(
            nbytes.tolist(), values[self.host_sizes].tolist() if lodging else ()
        )
        del known[LAYOUTS - 1 :]
        known.insert(0, layout)
        return self._placed(layout, offsets, size, most)

    def slot(self, place: Place) -> int:
        """The slot of a place that the caller gives."""
        return self.first[place[0]] + place[1]

    def place(self, slot: int, offset: int) -> Place:
        """A slot and an offset in words."""
        if slot == self.arena_slot:
            return "arena", offset
        return ("input", slot - 1) if slot < self.first["output"] else ("output", slot - self.first["output"])

    def _placed(self, layout: Layout, offsets: Sequence[int], size: int, most: int) -> Placed:
        return Placed(self.slots[layout.hosts], np.array(offsets, np.int64), size, most)

    def _most(self, nbytes: Numbers, layout: Layout) -> int:
        """The bytes held in the arena at one time at most."""
        start, after, n = self._times
        own = np.where(layout.hosts < 0, nbytes, 0)
        return int((np.bincount(start, own, n) - np.bincount(after, own, n)).cumsum().max())

    def _searched(self, nbytes: Sequence[int], hosts: Sequence[int]) -> tuple[Layout, list[int], int, int]:
        """A layout for these bytes: with offsets, the arena's size, and what is held at most."""
        lodged = self._lodged(nbytes, hosts)
        inside = [i for i, host in enumerate(lodged) if host < 0 and nbytes[i]]
        spans = [Span(nbytes[i], self.start[i], self.end[i]) for i in inside]
        arranged, size = arrange(spans)
        offsets = [0] * len(nbytes)
        for i, at in zip(inside, arranged, strict=True):
            offsets[i] = at
        least = most_held([Span(s.room, s.start, s.end) for s in spans])
        lying = {i: (at, at + s.room) for i, at, s in zip(inside, arranged, spans, strict=True)}
        times = list(zip(self.start, self.end, strict=True))
        layout = Layout(np.array(lodged, np.intp), lying, times, size / max(least, 1))
        return layout, offsets, size, most_held(spans)

    def _lodged(self, nbytes: Sequence[int], hosts: Sequence[int]) -> list[int]:
        """For each the host that takes it; -1: none does. The largest choose first, among the tightest."""
        lodged = [-1] * len(nbytes)
        if not hosts:
            return lodged
        order = sorted(range(len(hosts)), key=hosts.__getitem__)
        sizes = [hosts[h] for h in order]
        taken: list[list[int]] = [[] for _ in hosts]
        start, end = self.start, self.end
        for i in sorted(range(self.n), key=lambda i: (-nbytes[i], -end[i])):
            at = bisect_left(sizes, nbytes[i])
            for h in order[at : at + HOSTS] if nbytes[i] else ():
                _, first, last, _ = self.hosts[h]
                if (
                    first <= start[i]
                    and end[i] <= last
                    and all(end[i] < start[o] or end[o] < start[i] for o in taken[h])
                ):
                    lodged[i] = h
                    taken[h].append(i)
                    break
        return lodged
