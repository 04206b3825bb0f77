"""Tasks, and the order their variables put them in: the part of an engine that knows no threads."""

from __future__ import annotations

import os
import sys
import threading
import time
import traceback
from collections.abc import Callable, Hashable, Iterable, Iterator
from types import FrameType
from typing import Any, NoReturn

_PACKAGE = os.path.dirname(os.path.dirname(os.path.abspath(__file__))) + os.sep


def where_from() -> str:
    """`file:line` of the innermost caller outside Dusk."""
    frame = outermost = sys._getframe(1)  # pyright: ignore[reportPrivateUsage]
    while frame is not None:
        if not frame.f_code.co_filename.startswith(_PACKAGE):
            return f"{frame.f_code.co_filename}:{frame.f_lineno}"
        outermost, frame = frame, frame.f_back
    return f"{outermost.f_code.co_filename}:{outermost.f_lineno}"


class Failure:
    """An error of a task, kept to be raised wherever a value that depends on it is asked for."""

    __slots__ = ("_traceback", "error", "seen", "where")

    def __init__(self, error: BaseException, where: str, name: str = "") -> None:
        self.where = f"{f'task {name!r}' if name else 'a task'} pushed at {where}"
        error.add_note(f"in {self.where}")
        self.error = error
        self.seen = False
        # each raise lengthens the traceback: keep it as it was
        self._traceback = error.__traceback__ and error.__traceback__.tb_next

    def throw(self) -> NoReturn:
        """Raise the error."""
        self.seen = True
        raise self.error.with_traceback(self._traceback)

    def lighten(self) -> None:
        """Keep of its traceback only the lines, as a note: its frames hold what their functions did.

        That may be arrays in whose own buffers this is kept, and the collector cannot see through arrays.
        """
        lines = [f"{frame.f_code.co_filename}:{line} in {frame.f_code.co_name}" for frame, line in self._frames()]
        if lines:
            self.error.add_note("raised at " + ", called at ".join(reversed(lines)))
        self._traceback = None
        open_ends, gone = [self.error], set[int]()
        while open_ends:
            error = open_ends.pop()
            if id(error) not in gone:
                gone.add(id(error))
                error.__traceback__ = None
                open_ends += [other for other in (error.__cause__, error.__context__) if other is not None]

    def _frames(self) -> Iterator[tuple[FrameType, int]]:
        return traceback.walk_tb(self._traceback)


class Variable:
    """What an engine knows of something that tasks read and write: who is at it, and the error it holds."""

    __slots__ = ("failure", "readers", "writer")

    def __init__(self) -> None:
        self.writer: Task | None = None
        self.readers: set[Task] = set()
        self.failure: Failure | None = None


class Task:
    """Work given to an engine: `fn()` once all tasks pushed before that share a written variable are done.

    `done` says that it ran or failed, `failure` holds what it raised. Without `fn` it only stands for the point in the
    order where its variables are ready. `rank` is what its engine's policy made of it; `began` and `ended` are seconds
    of `time.perf_counter`, `away_s` those between in which it waited for other tasks. `pushed`, `pusher` and
    `after` (numbers of the tasks that it had to wait for) are kept only where someone looks.
    """

    __slots__ = (
        "_engine_wait",
        "_finished",
        "after",
        "away_s",
        "began",
        "blockers",
        "dependents",
        "device",
        "done",
        "ended",
        "failure",
        "fn",
        "name",
        "priority",
        "pushed",
        "pusher",
        "rank",
        "reads",
        "sequence",
        "value",
        "variables",
        "where",
        "writes",
    )

    def __init__(
        self,
        fn: Callable[[], Any] | None,
        reads: Iterable[Hashable],
        writes: Iterable[Hashable],
        priority: int,
        where: str,
        engine_wait: Callable[[Task], None],
        device: str | None = None,
        name: str = "",
    ) -> None:
        self.fn = fn
        self.reads = tuple(reads)
        self.writes = tuple(writes)
        self.priority = priority
        self.where = where
        self.device = device
        self.name = name
        self.rank = 0.0
        self.pushed = self.began = self.ended = self.away_s = 0.0
        self.pusher = 0
        self.after: tuple[int, ...] = ()
        self.value: Any = None
        self.failure: Failure | None = None
        self.done = False
        self.sequence = 0
        self.blockers = 0
        self.dependents: list[Task] = []
        self.variables: tuple[list[Variable], list[Variable]] = ([], [])
        self._engine_wait = engine_wait
        self._finished = threading.Lock()
        self._finished.acquire()

    def wait(self) -> Any:
        """Wait until the task is done and return what `fn` returned; raises what it raised, or what a task it read from
        raised. Ctrl-C interrupts the waiting, not the task."""
        if not self.done:
            self._engine_wait(self)
        if self.failure is not None:
            self.failure.throw()
        return self.value

    def block(self) -> None:
        """Wait for `finish` on this thread, whatever comes of it; Ctrl-C may interrupt it anywhere."""
        while not self.done:
            # a time limit, as a Ctrl-C just after this acquire keeps the lock from all others who wait
            if self._finished.acquire(timeout=1.0):
                self._finished.release()

    def run(self) -> None:
        """Call `fn`, unless a variable it reads holds an error, and keep what comes of it."""
        for variable in self.variables[0]:
            if variable.failure is not None:
                self.failure = variable.failure
                return
        if self.fn is not None:
            self.began = time.perf_counter()
            try:
                self.value = self.fn()
            except BaseException as error:
                self.failure = Failure(error, self.where, self.name)
            self.ended = time.perf_counter()

    def finish(self) -> None:
        """Mark the task as done, let those who wait go on, and let go of what it held."""
        self.fn = None
        self.reads = self.writes = ()
        self.done = True
        self._finished.release()


class Order:
    """Which tasks may run now. Two tasks that share a variable one of them writes keep the order of `admit`.

    Not safe under threads: who owns it calls it under a lock, or from one thread.
    """

    def __init__(self) -> None:
        self.active: set[Task] = set()
        self.remembers = 0
        """Of how many who look at what tasks wait for."""
        self._variables: dict[Hashable, Variable] = {}
        self._admitted = 0

    def variable(self, key: Any) -> Variable:
        """The variable that stands for `key`: in its slot `var` if it has one, else in a table under its hash."""
        try:
            found = key.var
        except AttributeError:
            return self._variables.setdefault(key, Variable())
        if found is None:
            found = key.var = Variable()
        return found

    def failure(self, key: Any) -> Failure | None:
        """What the last task to write `key` left in it, if it failed."""
        try:
            found = key.var
        except AttributeError:
            found = self._variables.get(key)
        return None if found is None else found.failure

    def pending_writer(self, key: Any) -> Task | None:
        """The last task pushed to write `key`, if it is not done."""
        try:
            found = key.var
        except AttributeError:
            found = self._variables.get(key)
        return None if found is None else found.writer

    def admit(self, task: Task) -> bool:
        """Put a task behind all it depends on; whether it may run at once."""
        self._admitted += 1
        task.sequence = self._admitted
        self.active.add(task)
        reads = [self.variable(key) for key in task.reads]
        writes = [self.variable(key) for key in task.writes]
        task.variables = reads, writes
        before: set[Task] = set()
        for variable in reads:
            if variable.writer is not None:
                before.add(variable.writer)
        for variable in writes:
            if variable.writer is not None:
                before.add(variable.writer)
            before |= variable.readers
        for variable in reads:
            variable.readers.add(task)
        for variable in writes:
            variable.writer = task
            variable.readers = set()
        if self.remembers:
            task.after = tuple(sorted(other.sequence for other in before))
        task.blockers = len(before)
        for other in before:
            other.dependents.append(task)
        return not before

    def retire(self, task: Task) -> list[Task]:
        """Take out a task that ran and mark it as done; the tasks that may run now because of it."""
        reads, writes = task.variables
        for variable in writes:
            variable.failure = task.failure
            if variable.writer is task:
                variable.writer = None
        for variable in reads:
            variable.readers.discard(task)
        for key in (*task.reads, *task.writes):
            found = self._variables.get(key) if not hasattr(key, "var") else None
            if found is not None and found.writer is None and found.failure is None and not found.readers:
                del self._variables[key]
        freed: list[Task] = []
        for other in task.dependents:
            other.blockers -= 1
            if other.blockers == 0:
                freed.append(other)
        task.dependents = []
        task.variables = [], []
        self.active.discard(task)
        if not self.active:
            self.active.clear()  # a set keeps the memory of its largest size else
        task.finish()
        return freed
