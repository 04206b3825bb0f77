"""Time that passes by what happens: for clusters that are simulated."""

from __future__ import annotations

import heapq
import itertools
from collections.abc import Callable, Sequence
from typing import Any

Compute = float | Sequence[float] | Callable[[int, int], float]
"""How many seconds steps take: a number, one for each worker, or a function of (rank, clock)."""


def seconds_of(compute: Compute, rank: int, clock: int) -> float:
    """How long a step of a worker takes."""
    if callable(compute):
        return float(compute(rank, clock))
    return float(compute[rank] if isinstance(compute, Sequence) else compute)


class Events:
    """What is to happen, and what time it is: that of what happened last. Of two at the same time, the one that was
    known first is first."""

    def __init__(self) -> None:
        self.now_s = 0.0
        self._queue: list[tuple[float, int, Callable[..., None], tuple[Any, ...]]] = []
        self._numbers = itertools.count()

    def at(self, time_s: float, what: Callable[..., None], *given: Any) -> None:
        """Have something happen at some time."""
        heapq.heappush(self._queue, (time_s, next(self._numbers), what, given))

    def later(self, seconds: float, what: Callable[..., None], *given: Any) -> None:
        """Have something happen after so many seconds."""
        self.at(self.now_s + seconds, what, *given)

    @property
    def next_s(self) -> float | None:
        """When something happens next; None: never."""
        return self._queue[0][0] if self._queue else None

    def happen(self) -> None:
        """Have the next thing happen."""
        self.now_s, _, what, given = heapq.heappop(self._queue)
        what(*given)
