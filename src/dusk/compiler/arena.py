"""Offsets in one arena for what lives at known times: small, and found fast."""

from __future__ import annotations

from bisect import bisect_left, insort
from collections.abc import Callable, Sequence
from heapq import heappop, heappush
from itertools import accumulate
from typing import Any, NamedTuple

import numpy as np

ALIGNMENT = 64
MANY = 4000  # spans beyond which the quick way alone places them
TRIES = 24  # orders that are tried
WORK = 16_000_000  # pairs of spans compared in trying


def aligned(nbytes: int) -> np.ndarray[Any, Any]:
    """So many bytes of 0, aligned as in an arena."""
    memory = np.zeros(nbytes + ALIGNMENT, np.uint8)
    start = -int(memory.__array_interface__["data"][0]) % ALIGNMENT
    return memory[start : start + nbytes]


class Span(NamedTuple):
    """Bytes that are held from step `start` to step `end`, both included."""

    nbytes: int
    start: int
    end: int

    @property
    def room(self) -> int:
        """The bytes it takes in the arena."""
        return -(-self.nbytes // ALIGNMENT) * ALIGNMENT


def most_held(spans: Sequence[Span]) -> int:
    """The bytes held at one time at most: no arena is smaller."""
    if not spans:
        return 0
    held = [0] * (max(s.end for s in spans) + 2)
    for s in spans:
        held[s.start] += s.nbytes
        held[s.end + 1] -= s.nbytes
    return max(accumulate(held))


def arrange(spans: Sequence[Span]) -> tuple[list[int], int]:
    """An offset for each, so that no two overlap in time and place, and the bytes of all.

    The largest go first, each as low as it can. If that is not as small as can be, other orders are tried: by how long
    and how much, and ever again with what came to lie highest put first.
    """
    if len(spans) > MANY:
        return _in_order(spans)
    least = most_held([Span(s.room, s.start, s.end) for s in spans])
    keys: tuple[Callable[[Span], int], ...] = (
        lambda s: -s.nbytes,
        lambda s: -s.nbytes * (s.end - s.start + 1),
        lambda s: s.start - s.end,
    )
    found = best = _lowest(spans, order := _sorted(spans, keys[0]))
    for n in range(1, min(TRIES, WORK // max(len(spans) ** 2, 1))):
        if best[1] <= least:
            break
        if n < len(keys):
            order = _sorted(spans, keys[n])
        else:
            tops = [at + s.room for at, s in zip(found[0], spans, strict=True)]
            highest = tops.index(max(tops))
            order.remove(highest)
            order.insert(0, highest)
        found = _lowest(spans, order)
        best = min(best, found, key=lambda f: f[1])
    return best


def _sorted(spans: Sequence[Span], key: Callable[[Span], int]) -> list[int]:
    return sorted(range(len(spans)), key=lambda i: key(spans[i]))


def _lowest(spans: Sequence[Span], order: Sequence[int]) -> tuple[list[int], int]:
    """One after the other, each as low as what lies there at the same time allows."""
    offsets, size = [0] * len(spans), 0
    placed: list[tuple[int, int, int, int]] = []  # low, high, start, end
    for i in order:
        span = spans[i]
        at, room, start, end = 0, span.room, span.start, span.end
        for low, high, first, last in placed:
            if first <= end and start <= last and high > at:
                if at + room <= low:
                    break
                at = high
        insort(placed, (at, at + room, start, end))
        offsets[i] = at
        size = max(size, at + room)
    return offsets, size


def _in_order(spans: Sequence[Span]) -> tuple[list[int], int]:
    """For very many: each takes the tightest block that is free when it starts; free neighbours become one block."""
    offsets, size = [0] * len(spans), 0
    free: list[tuple[int, int]] = []  # room, offset
    by_start: dict[int, int] = {}  # of free blocks: offset to end
    by_end: dict[int, int] = {}
    busy: list[tuple[int, int, int]] = []  # end in time, offset, end

    def add(low: int, high: int) -> None:
        if low < high:
            insort(free, (high - low, low))
            by_start[low], by_end[high] = high, low

    def remove(low: int, high: int) -> None:
        free.pop(bisect_left(free, (high - low, low)))
        del by_start[low], by_end[high]

    for i in sorted(range(len(spans)), key=lambda i: spans[i].start):
        while busy and busy[0][0] < spans[i].start:
            _, low, high = heappop(busy)
            below, above = by_end.get(low, low), by_start.get(high, high)
            if below < low:
                remove(below, low)
            if above > high:
                remove(high, above)
            add(below, above)
        need = spans[i].room
        found = bisect_left(free, (need, 0))
        at = free[found][1] if found < len(free) else by_end.get(size, size)  # else what is free at the top, and more
        high = by_start.get(at, at)
        if at < high:
            remove(at, high)
        add(at + need, high)
        size = max(size, at + need)
        if need:
            heappush(busy, (spans[i].end, at, at + need))
        offsets[i] = at
    return offsets, size
