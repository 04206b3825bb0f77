"""The engine that finds tasks which touch what they did not declare."""

from __future__ import annotations

import weakref
from collections.abc import Hashable, Iterator
from dataclasses import dataclass, field
from typing import Any, cast

import numpy as np

from dusk.engine.buffer import Buffer
from dusk.engine.orders import PermutingEngine
from dusk.engine.task import Failure, Task, where_from
from dusk.errors import UndeclaredError

POISONS = 0xFF, 0xA5, 0x00  # NaN and -1; a number that is nobody's; what an array of nothing holds
_Array = np.ndarray[Any, Any]


@dataclass(slots=True)
class _Held:
    """Memory of a variable while a task runs that did not declare that it writes it: as it was, and as it must stay.

    `pending`: who has still to write it, if it is hidden.
    """

    variable: Hashable
    array: _Array
    before: _Array
    pending: Task | None
    expected: _Array = field(default_factory=lambda: np.empty(0))


@dataclass(slots=True)
class _Frame:
    """Who runs: a task, or (None) the program outside of all tasks."""

    task: Task | None
    held: list[_Held] = field(default_factory=lambda: list[_Held]())


class CheckingEngine(PermutingEngine):
    """Runs tasks in the order of `PermutingEngine(seed)`, and sees to what each touches.

    A task that changes the memory of a variable it did not declare to write fails with UndeclaredError. One that reads
    what it did not declare reads poison in its place, as long as a task that may run before or after it has still to
    write that: so its result is another, which `fuzz` finds, and names it. The program outside of tasks is held to the
    same: it waits before it reads or writes what a pending task writes.

    Memory is that of buffers, of variables that hold one as `buffer`, and of what `watch` was told. `findings` are the
    errors. With `hides`, only the first so many places are poisoned; `hidden` tells who saw poison in which variable.
    """

    def __init__(self, seed: int, hides: int | None = None) -> None:
        super().__init__(seed)
        self.findings: list[UndeclaredError] = []
        self.hidden: list[tuple[str, str]] = []
        self._hides = hides
        self._poison = POISONS[seed % len(POISONS)]
        self._buffers: weakref.WeakKeyDictionary[Buffer, None] = weakref.WeakKeyDictionary()  # as they came
        self._arrays: dict[Hashable, tuple[_Array, ...]] = {}
        self._frames = [_Frame(None)]

    def watch(self, variable: Hashable, *arrays: _Array) -> None:
        """Take the memory of these arrays for that of the variable."""
        self._arrays[variable] = arrays

    def _nudge(self) -> None:
        with self._lock:
            self._show()
            try:
                super()._nudge()
            finally:
                self._hide()

    def _wait(self, task: Task) -> None:
        with self._lock:
            self._show()
            try:
                super()._wait(task)
            finally:
                self._hide()

    def _admit(self) -> None:
        for task in self._inbox:
            self._buffers.update({key: None for key in (*task.reads, *task.writes) if isinstance(key, Buffer)})
        super()._admit()

    def _execute(self, task: Task) -> None:
        if task.fn is None:
            return super()._execute(task)
        self._frames.append(_Frame(task))
        self._hide()
        try:
            super()._execute(task)
        finally:
            self._show()
            self._frames.pop()

    def _hide(self) -> None:
        """Keep what the one who runs next must leave alone, and poison what it must not read."""
        frame = self._frames[-1]
        task = frame.task
        reads, writes = ((), ()) if task is None else (task.reads, task.writes)
        known = list(self._known())
        declared = [array for variable, array in known if variable in reads]
        written = [array for variable, array in known if variable in writes]
        for variable, array in known:
            if variable in writes or _any_overlap(array, written):
                continue
            pending = self._order.pending_writer(variable)
            hide = pending is not None and pending is not task and not _follows(task, pending)
            if task is None and not hide:
                continue  # outside of tasks, what is not pending may be written
            hide = hide and not (variable in reads or _any_overlap(array, declared))
            frame.held.append(_Held(variable, array, array.copy(), pending if hide else None))
        for kept in frame.held:  # after all are kept, as they may share memory
            if kept.pending is not None:
                self._spoil(kept.array, kept.variable, kept.pending, task)
        for kept in frame.held:
            kept.expected = kept.array.copy() if any(other.pending for other in frame.held) else kept.before

    def _spoil(self, array: _Array, variable: Hashable, pending: Task, task: Task | None) -> None:
        if (
            not array.flags.writeable
            or array.dtype.hasobject
            or (self._hides is not None and len(self.hidden) >= self._hides)
        ):
            return
        who = f"the program itself, at {where_from()}," if task is None else _called(task)
        self.hidden.append((who, f"{_spelled(variable)}, which {_called(pending)} writes"))
        array[...] = np.frombuffer(bytes([self._poison]) * array.itemsize, array.dtype)[0]

    def _show(self) -> None:
        """Put back what was poisoned, and see that nothing was written that must not be."""
        frame = self._frames[-1]
        held, frame.held = frame.held, []
        for kept in held:
            found = _first_difference(kept.array, kept.expected)
            if found is not None:
                self._accuse(frame.task, kept, found)
        for kept in held:
            if kept.pending is not None and kept.array.flags.writeable:
                kept.array[...] = kept.before

    def _accuse(self, task: Task | None, kept: _Held, byte: int) -> None:
        who = "the program itself, outside of tasks," if task is None else _called(task)
        what = (
            f"{who} wrote {_spelled(kept.variable)} (from byte {byte} of {kept.array.nbytes} on) without saying so: "
            + ("wait for the variable first" if task is None else "name it in `writes` where the task is pushed")
        )
        error = UndeclaredError(what)
        self.findings.append(error)
        failure = Failure(error, where_from() if task is None else task.where)
        if task is not None:
            task.failure = task.failure or failure
        else:
            self._unseen.insert(0, (0, failure))

    def _known(self) -> Iterator[tuple[Hashable, _Array]]:
        """Each variable with memory, and that; a foreign array's own bytes may lie apart, so it is itself."""
        for variable, arrays in list(self._arrays.items()):
            for array in arrays:
                yield variable, array
        known: dict[int, tuple[Hashable, Buffer]] = {id(buffer): (buffer, buffer) for buffer in list(self._buffers)}
        for task in sorted(self._order.active, key=lambda task: task.sequence):
            for key in (*task.reads, *task.writes):
                buffer = getattr(key, "buffer", None)
                if isinstance(buffer, Buffer):
                    known[id(key)] = key, buffer
        for variable, buffer in known.values():
            if buffer.nbytes:
                foreign = isinstance(buffer.owner, np.ndarray)
                whole = buffer.owner if foreign else buffer.array(np.uint8, (buffer.nbytes,), buffer.writable)
                yield variable, cast("_Array", whole)


def _any_overlap(array: _Array, others: list[_Array]) -> bool:
    return any(np.may_share_memory(array, other) for other in others)


def _follows(task: Task | None, later: Task) -> bool:
    """Whether `later` can only run once `task` is done."""
    if task is None:
        return False
    seen: set[Task] = set()
    open_ends = list(task.dependents)
    while open_ends:
        found = open_ends.pop()
        if found is later:
            return True
        if found not in seen:
            seen.add(found)
            open_ends += found.dependents
    return False


def _first_difference(array: _Array, other: _Array) -> int | None:
    """Where the first element begins that is another in two arrays of one type, in bytes in C order."""
    if array.dtype.hasobject:
        return None
    mine, others = (np.frombuffer(a.tobytes(), np.uint8) for a in (array, other))
    if np.array_equal(mine, others):
        return None
    return int(np.argmax(mine != others)) // array.itemsize * array.itemsize


def _called(task: Task) -> str:
    name = f" {task.name!r}" if task.name else ""
    return f"task {task.sequence}{name}, pushed at {task.where},"


def _spelled(variable: Hashable) -> str:
    text = repr(variable)
    return f"variable {text if len(text) <= 80 else text[:79] + '…'}"
