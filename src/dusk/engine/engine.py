"""What an engine promises, and the one that runs each task at its push."""

from __future__ import annotations

import threading
import time
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Generator, Hashable, Iterable
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from dusk.engine.queues import Policy, Usage, by_priority
from dusk.engine.task import Failure, Order, Task, where_from
from dusk.later import Later

if TYPE_CHECKING:
    from dusk.engine import spans
    from dusk.engine.spans import Timeline
else:
    spans = Later("dusk.engine.spans")

_MOST_UNSEEN = 8  # errors told by one wait
_MOST_WHOLE = 16  # errors whose tracebacks are kept with all that their frames hold


class Engine(ABC):
    """Runs tasks in an order that keeps what variables demand.

    Two tasks that share a variable one of them writes run in the order of their push; all else may overlap. An error
    of a task is kept in the variables it writes: tasks that read one fail with the same error, and `wait_for` raises
    it, until a task that does not read the variable writes it. `policy` says which of the tasks that may run is first.
    """

    def __init__(self, policy: Policy = by_priority) -> None:
        self._policy = policy
        self._order = Order()
        self._inbox: deque[Task] = deque()
        self._unseen: list[tuple[int, Failure]] = []  # by the number of the task that failed first
        self._recent: deque[Failure] = deque()
        self._usage: dict[str, Usage] = {}
        self._at: dict[int, Task] = {}
        self._timelines: tuple[Timeline, ...] = ()

    def push(
        self,
        fn: Callable[[], Any] | None,
        reads: Iterable[Hashable] = (),
        writes: Iterable[Hashable] = (),
        priority: int = 0,
        where: str | None = None,
        device: str | None = None,
        name: str = "",
    ) -> Task:
        """Have `fn()` called once the tasks before it that share a written variable are done; returns at once.

        A variable is anything hashable; an object with a slot `var` (such as a Buffer), None at first, is cheaper. Of
        tasks that may run, the one of highest `priority` runs first. `device` is the name of a queue, as `cpu:1`: its
        tasks run one at a time. `where` is the `file:line` told with errors; by default the line outside Dusk that led
        here. `name` is what timelines and errors call it.
        """
        task = Task(fn, reads, writes, priority, where_from() if where is None else where, self._wait, device, name)
        task.rank = float(self._policy(task))
        hash((task.reads, task.writes, device))  # an unhashable variable is an error of this line
        if self._timelines:
            task.pushed = time.perf_counter()
            pusher = self._at.get(threading.get_ident())
            task.pusher = 0 if pusher is None else pusher.sequence
        self._before_push()
        self._inbox.append(task)  # one call into C: a Ctrl-C finds the task pushed or not
        self._nudge()
        return task

    def wait_for(self, variable: Hashable) -> None:
        """Wait until all tasks that write `variable` are done; raises the error the last of them left in it."""
        if self.idle:
            failure = self._order.failure(variable)
            if failure is not None:
                failure.throw()
        else:
            self.push(None, reads=(variable,), where="").wait()

    def wait_all(self) -> None:
        """Wait until all is done; raises an error that nobody has seen, if there is one: of several, that of the task
        pushed first, with a note on the others."""
        self.drain()
        unseen, self._unseen = self._unseen, []
        failures = [failure for _, failure in unseen if not failure.seen]
        if failures:
            first, *others = failures
            for other in others:
                other.seen = True
                first.error.add_note(f"besides, {type(other.error).__name__} in {other.where}")
            first.throw()

    def drain(self) -> None:
        """Wait until all is done, raising nothing. RuntimeError inside a task, which would wait for itself."""
        while not self.idle:
            for task in [*self._inbox, *self._order.active]:
                if not task.done:
                    self._wait(task)

    def close(self) -> None:
        """Finish all work, and let go of what the errors of tasks hold but for their text."""
        self.drain()
        while self._recent:
            self._recent.popleft().lighten()

    @property
    def idle(self) -> bool:
        """Whether every task pushed is done."""
        # in this order: a task is in `active` before it leaves the inbox
        return not self._inbox and not self._order.active

    def watch(self, variable: Hashable, *arrays: np.ndarray[Any, Any]) -> None:  # noqa: B027 - most engines do not care
        """Say which memory a variable stands for, for engines that check what tasks touch; others do not care.

        A Buffer stands for its own memory.
        """

    def usage(self) -> dict[str, Usage]:
        """What each device has done so far, by its name; under "" what ran on none."""
        return {name: replace(usage) for name, usage in list(self._usage.items())}

    @contextmanager
    def timeline(self) -> Generator[Timeline]:
        """Record what runs in a `with` block; at its end, all that was pushed is waited for.

        >>> from dusk.engine import SerialEngine
        >>> engine = SerialEngine()
        >>> with engine.timeline() as seen:
        ...     task = engine.push(lambda: 3, device="cpu:1", name="three")
        >>> [(span.name, span.row) for span in seen.spans]
        [('three', 'cpu:1')]
        """
        found = spans.Timeline()
        self._order.remembers += 1
        self._timelines = (*self._timelines, found)
        try:
            yield found
            if not self.in_task():
                self.drain()
        finally:
            self._timelines = tuple(other for other in self._timelines if other is not found)
            self._order.remembers -= 1

    def in_task(self) -> bool:
        """Whether this thread is running a task of this engine."""
        return threading.get_ident() in self._at

    def _before_push(self) -> None:  # noqa: B027 - not every engine has reason to
        """Hold back who pushes, if it must be."""

    @abstractmethod
    def _nudge(self) -> None:
        """See that the inbox is looked at."""

    @abstractmethod
    def _wait(self, task: Task) -> None:
        """Wait until a task is done."""

    def _retire(self, task: Task) -> list[Task]:
        failure = task.failure
        if failure is not None and task.ended:
            self._recent.append(failure)
            if len(self._recent) > _MOST_WHOLE:
                self._recent.popleft().lighten()
        if failure is not None and not failure.seen and all(failure is not other for _, other in self._unseen):
            self._unseen.append((task.sequence, failure))
            if len(self._unseen) > 1:
                self._unseen.sort(key=lambda entry: (entry[1].seen, entry[0]))
                del self._unseen[_MOST_UNSEEN:]
        if task.ended:
            for timeline in self._timelines:
                timeline.note_task(task)
            usage = self._usage.get(task.device or "")
            if usage is None:
                usage = self._usage[task.device or ""] = Usage()
            usage.tasks += 1
            usage.busy_s += task.ended - task.began - task.away_s
        return self._order.retire(task)


class SerialEngine(Engine):
    """The naive engine: each task runs inside its `push`. For debugging, and as what others must agree with."""

    def __init__(self, policy: Policy = by_priority) -> None:
        super().__init__(policy)
        self._ready: list[Task] = []
        self._lock = threading.RLock()

    def _nudge(self) -> None:
        with self._lock:
            self._admit()
            while self._ready:
                self._run(self._choose())

    def _wait(self, task: Task) -> None:
        with self._lock:
            self._admit()
            while not task.done:
                if not self._ready:
                    raise RuntimeError("a task waits for one that can only run after it")
                self._run(self._choose())

    def _admit(self) -> None:
        while self._inbox:
            task = self._inbox.popleft()
            if self._order.admit(task):
                self._ready.append(task)

    def _choose(self) -> int:
        ready = self._ready
        return min(range(len(ready)), key=lambda i: (ready[i].rank, ready[i].sequence))

    def _run(self, index: int) -> None:
        task = self._ready.pop(index)
        me = threading.get_ident()
        outer = self._at.get(me)
        self._at[me] = task
        try:
            self._execute(task)
        finally:
            if outer is None:
                del self._at[me]
            else:
                self._at[me] = outer
        self._ready += self._retire(task)
        error = None if task.failure is None else task.failure.error
        if isinstance(error, KeyboardInterrupt) and task.ended:  # it was meant for this thread, once
            self._unseen = []
            raise error

    def _execute(self, task: Task) -> None:
        task.run()
