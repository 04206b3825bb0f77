"""Which of the tasks that may run goes next: devices run theirs one at a time, and a policy ranks them."""

from __future__ import annotations

import heapq
import threading
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass

from dusk.engine.task import Task

Policy = Callable[[Task], float]
"""Ranks a task when it is pushed: of those that may run, the one of the smallest rank goes first, then the one pushed
first. What is computed never depends on it."""


def by_priority(task: Task) -> float:
    """The default policy: highest priority first.

    >>> from dusk.engine import SerialEngine
    >>> SerialEngine(policy=by_priority).push(lambda: 3, priority=7).rank
    -7.0
    """
    return -task.priority


def by_push(task: Task) -> float:
    """The policy without priorities: whatever was pushed first."""
    return 0.0


@dataclass(slots=True)
class Usage:
    """What ran on a device: tasks, and the seconds it was at them."""

    tasks: int = 0
    busy_s: float = 0.0


_Item = tuple[float, int, Task]


class Queues:
    """Tasks that may run, but for what else their device is at.

    Not safe under threads: who owns it calls it under a lock.
    """

    def __init__(self) -> None:
        self._ready: list[_Item] = []
        self._busy: set[str] = set()
        self._held: dict[str, list[_Item]] = {}  # behind the task that a device is at
        self._returning: dict[str, deque[threading.Lock]] = {}

    def __bool__(self) -> bool:
        return bool(self._ready)

    def add(self, task: Task) -> None:
        """Put in a task."""
        heapq.heappush(self._ready, (task.rank, task.sequence, task))

    def take(self) -> Task | None:
        """The task to run next; its device is busy until `release`."""
        while self._ready:
            item = heapq.heappop(self._ready)
            task = item[2]
            device = task.device
            if device is None:
                return task
            if device not in self._busy:
                self._busy.add(device)
                return task
            heapq.heappush(self._held.setdefault(device, []), item)
        return None

    def release(self, device: str) -> None:
        """Let a device go on: with a task that it had begun and that comes back, else with the first of its queue."""
        returning = self._returning.get(device)
        if returning:
            returning.popleft().release()
            return
        self._busy.discard(device)
        held = self._held.get(device)
        if held:
            heapq.heappush(self._ready, heapq.heappop(held))
            if not held:
                del self._held[device]

    def come_back(self, device: str) -> threading.Lock:
        """For a task that gave its device up in its midst: the lock it has to get before it goes on."""
        turn = threading.Lock()
        if device in self._busy:
            turn.acquire()
            self._returning.setdefault(device, deque()).append(turn)
        else:
            self._busy.add(device)
        return turn
