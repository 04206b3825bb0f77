"""Parts that are not worth being parts: put into others, where nobody waits longer for it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from dusk.compiler.parted import APART, HEAVY, Group, Parted
from dusk.graph import Graph


def joined(
    parted: Parted, graph: Graph, seconds: Sequence[float], tiny_s: float, most: int, marks: Iterable[int] = ()
) -> list[Group] | None:
    """The nodes by part, with parts of less than `tiny_s` put into others, where nobody waits longer than for them:
    into the only one that reads them (not if an output in `marks` is theirs), or that they read from, or with others
    like them that read and serve the same. Of more than `most` parts larger ones, too. None: all stays.

    A part that only one reads can be in a circle with nobody else, nor can one that reads from one only, or two that
    have the same before and after them.
    """
    merger = _Merger(parted, seconds, marks)
    merger.join(tiny_s)
    while merger.count() > most and tiny_s < 1.0:
        tiny_s *= 4
        merger.join(tiny_s)
    if merger.count() == len(parted.parts):
        return None
    place = {node: i for i, node in enumerate(graph.nodes)}
    return [replace(group, nodes=tuple(sorted(group.nodes, key=place.__getitem__))) for group in merger.groups if group]


class _Merger:
    def __init__(self, parted: Parted, seconds: Sequence[float], marks: Iterable[int]) -> None:
        self.groups: list[Group | None] = [Group(p.nodes, p.device, p.kind) for p in parted.parts]
        early = {parted.outputs[i] for i in marks}
        self.awaited = [not early.isdisjoint(p.makes) for p in parted.parts]
        self.seconds = list(seconds)
        self.before = parted.before()
        self.after: list[set[int]] = [set() for _ in self.before]
        for i, some in enumerate(self.before):
            for j in some:
                self.after[j].add(i)

    def count(self) -> int:
        return sum(group is not None for group in self.groups)

    def fit(self, i: int, j: int) -> bool:
        """Whether two parts may be one."""
        a, b = self.groups[i], self.groups[j]
        alike = a is not None and b is not None and (a.device, a.kind) == (b.device, b.kind)
        return alike and a is not None and a.kind not in (APART, HEAVY)

    def merge(self, i: int, j: int) -> None:
        """Put part j into part i."""
        a, b = self.groups[i], self.groups[j]
        assert a is not None
        assert b is not None
        self.groups[i], self.groups[j] = replace(a, nodes=a.nodes + b.nodes), None
        self.seconds[i] += self.seconds[j]
        self.awaited[i] |= self.awaited[j]
        for mine, theirs in ((self.before, self.after), (self.after, self.before)):
            for k in mine[j]:
                theirs[k].discard(j)
                if k != i:
                    theirs[k].add(i)
            mine[i] = (mine[i] | mine[j]) - {i, j}
            mine[j] = set()

    def join(self, tiny_s: float) -> None:
        """Merge until nothing tiny fits."""
        again = True
        while again:
            again = False
            for i in range(len(self.groups)):
                while self.seconds[i] < tiny_s:
                    sides = [self.before[i]] if self.awaited[i] else [self.after[i], self.before[i]]
                    found = [j for side in sides if len(side) == 1 for j in side if self.fit(i, j)]
                    if not found:
                        break
                    self.merge(i, found[0])
                    again = True
            again = self._twins(tiny_s) or again

    def _twins(self, tiny_s: float) -> bool:
        """Merge what has the same before and after it."""
        found: dict[Any, int] = {}
        merged = False
        for i, group in enumerate(self.groups):
            if group is not None:
                key = group.device, group.kind, frozenset(self.before[i]), frozenset(self.after[i])
                first = found.setdefault(key, i)
                if first != i and self.fit(first, i) and max(self.seconds[first], self.seconds[i]) < tiny_s:
                    self.merge(first, i)
                    merged = True
        return merged
