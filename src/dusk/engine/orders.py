"""Engines without threads that run tasks in other orders than that of their push: drawn from a seed, or recorded."""

from __future__ import annotations

import random
import sys
import threading
from dataclasses import dataclass

from dusk.engine.engine import SerialEngine
from dusk.errors import ScheduleError

GO_ON = 0  # a choice: run no more now, and let who pushed go on
_PUT_OFF = 32  # tasks at most


@dataclass(frozen=True, slots=True)
class Pushed:
    """A task as a schedule remembers it: what it was, and the numbers of those it had to wait for."""

    number: int
    name: str
    where: str
    reads: int
    writes: int
    after: tuple[int, ...]

    def __str__(self) -> str:
        name = f" {self.name!r}" if self.name else ""
        return f"task {self.number}{name}, pushed at {self.where}"

    def like(self, other: Pushed) -> bool:
        """Whether it is the same but for its line."""
        mine, others = ((p.name, p.reads, p.writes, p.after) for p in (self, other))
        return mine == others


@dataclass(frozen=True, slots=True)
class Schedule:
    """The order in which tasks ran: `choices` are their numbers (they count from 1 in the order of their push), and 0
    where no more ran and who pushed went on. `tasks` is what they were; empty: anything.

    `pushed` and `within` belong to the choices: how many tasks had been pushed by then, and in which it was (0: none).
    """

    choices: tuple[int, ...]
    tasks: tuple[Pushed, ...] = ()
    pushed: tuple[int, ...] = ()
    within: tuple[int, ...] = ()


class PermutingEngine(SerialEngine):
    """Runs tasks on the thread that pushes or waits, in an order drawn from the legal ones: the same for a seed.

    For tests: what is computed must not depend on the seed. `schedule` is the order so far.
    """

    def __init__(self, seed: int) -> None:
        super().__init__()
        self._random = random.Random(seed)
        self._share_late = self._random.choice((0.0, 0.0, 0.3, 0.7))
        self._late: set[int] = set()  # tasks that are put off for as long as may be
        self._choices: list[int] = []
        self._tasks: list[Pushed] = []
        self._pushed: list[int] = []
        self._within: list[int] = []
        self._order.remembers += 1

    @property
    def schedule(self) -> Schedule:
        """The order in which tasks ran so far."""
        return Schedule(tuple(self._choices), tuple(self._tasks), tuple(self._pushed), tuple(self._within))

    def _nudge(self) -> None:
        with self._lock:
            self._admit()
            most = self._how_many()
            while self._ready and most > 0:
                most -= 1
                index = self._next()
                if index is None:
                    break
                self._run(index)
            self._note(GO_ON)

    def _admit(self) -> None:
        while self._inbox:
            task = self._inbox.popleft()
            if self._order.admit(task):
                self._ready.append(task)
            if self._share_late and self._random.random() < self._share_late:
                self._late.add(task.sequence)
            reads, writes = len(task.reads), len(task.writes)
            self._tasks.append(Pushed(task.sequence, task.name, task.where, reads, writes, task.after))

    def _choose(self) -> int:
        index = self._draw()
        self._note(self._ready[index].sequence)
        return index

    def _note(self, choice: int) -> None:
        within = self._at.get(threading.get_ident())
        self._choices.append(choice)
        self._pushed.append(len(self._tasks))
        self._within.append(0 if within is None else within.sequence)

    def _how_many(self) -> int:
        """How many tasks may run at a push: now and then none, and never more than a few are put off."""
        return max(self._random.randrange(3), len(self._order.active) - _PUT_OFF)

    def _next(self) -> int | None:
        """Which of those that are ready runs at a push, if any."""
        if len(self._order.active) <= _PUT_OFF and all(task.sequence in self._late for task in self._ready):
            return None
        return self._choose()

    def _draw(self) -> int:
        ready = self._ready
        soon = [index for index, task in enumerate(ready) if task.sequence not in self._late] if self._late else ()
        return self._random.choice(soon) if soon else self._random.randrange(len(ready))


class ReplayEngine(PermutingEngine):
    """Runs tasks in a recorded order, and what comes after its end in the order of the push.

    ScheduleError, at the push or the wait: the program is not the one that was recorded; its tasks go on in the order
    of their push then.

    >>> from dusk.engine import PermutingEngine, ReplayEngine
    >>> def order_in(engine):
    ...     seen = []
    ...     for number in range(9):
    ...         engine.push(lambda number=number: seen.append(number))
    ...     engine.wait_all()
    ...     return seen
    >>> drawn = PermutingEngine(3)
    >>> order_in(drawn) == order_in(ReplayEngine(drawn.schedule))
    True
    """

    def __init__(self, schedule: Schedule) -> None:
        super().__init__(0)
        self._recorded = schedule
        self._at_choice = 0

    def _admit(self) -> None:
        known = len(self._tasks)
        super()._admit()
        before = self._recorded.tasks
        if not before:
            return
        for task in self._tasks[known:]:
            if task.number > len(before):
                raise self._another(f"{task}, is more than the {len(before)} that it had")
            if not task.like(before[task.number - 1]):
                raise self._another(f"{task}, was {_told(before[task.number - 1])}; now it {_told(task)}")

    def _how_many(self) -> int:
        return sys.maxsize

    def _next(self) -> int | None:
        recorded = self._recorded.choices
        if self._at_choice < len(recorded) and recorded[self._at_choice] == GO_ON:
            return None
        return self._choose()

    def _note(self, choice: int) -> None:
        if self._at_choice < len(self._recorded.choices):
            expected = self._recorded.choices[self._at_choice]
            self._at_choice += 1
            if choice != expected:
                what = "no task" if expected == GO_ON else f"task {expected}"
                raise self._another(f"{what} was next after {self._at_choice - 1} choices, and that cannot be now")
        super()._note(choice)

    def _draw(self) -> int:
        ready = self._ready
        if self._at_choice < len(self._recorded.choices):
            wanted = self._recorded.choices[self._at_choice]
            for index, task in enumerate(ready):
                if task.sequence == wanted:
                    return index
        return min(range(len(ready)), key=lambda index: ready[index].sequence)

    def _another(self, what: str) -> ScheduleError:
        self._recorded = Schedule(())  # from here on, in the order of the push
        return ScheduleError(f"the order is that of another program: {what}")


def _told(task: Pushed) -> str:
    after = f"waiting for {', '.join(map(str, task.after))}" if task.after else "waiting for none"
    return f"{task.name!r} with {task.reads} reads and {task.writes} writes, {after}"
