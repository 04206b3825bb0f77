"""The engine with worker threads, and what becomes of it when a process forks."""

from __future__ import annotations

import functools
import os
import queue
import threading
import time
import weakref

from dusk.config import config
from dusk.engine.engine import Engine
from dusk.engine.queues import Policy, Queues, by_priority
from dusk.engine.task import Failure, Task


class ThreadedEngine(Engine):
    """The engine: up to `threads` tasks at once (0: as `config.threads` says), on daemon threads started when needed.

    Only workers touch the order of tasks, under a lock; who pushes only puts into a queue. So a Ctrl-C, which Python
    raises at any point of the main thread, never finds it half changed. There is a worker more than tasks may run,
    so that one is always free to look at what is pushed. Tasks of a device run one at a time, and those that wait for
    it hold no thread.
    """

    def __init__(self, threads: int = 0, policy: Policy = by_priority) -> None:
        super().__init__(policy)
        self._threads = threads
        self._queues = Queues()
        self._waiting = 0
        self._workers: set[threading.Thread] = set()
        self._lock = threading.Lock()
        self._tickets: queue.SimpleQueue[bool] = queue.SimpleQueue()
        self._closed = False
        self._fork: threading.Event | None = None
        self._held_for_fork = False
        engines.add(self)

    def _before_push(self) -> None:
        fork = self._fork
        if fork is not None and not self.in_task():
            fork.wait(1.0)  # or a fork could wait for ever for a moment without work

    def drain(self) -> None:
        if self.in_task():
            raise RuntimeError("a task cannot wait for all tasks: it is one of them")
        super().drain()

    def close(self) -> None:
        """Finish all work and end the workers; what is pushed later runs at once, on the thread that pushes."""
        super().close()
        self._closed = True
        workers = list(self._workers)
        for _ in workers:
            self._tickets.put(False)
        for worker in workers:
            worker.join()

    def _limit(self) -> int:
        return (self._threads or config.threads or available_cores()) + self._waiting

    def _nudge(self) -> None:
        if not self._closed:
            self._tickets.put(True)
        if self._closed or not self._grow():
            self._run_here()

    def _grow(self) -> bool:
        """See that someone is free to look at what is pushed; False if that takes a thread that cannot be had."""
        if len(self._workers) > len(self._at):
            return True
        try:
            threading.Thread(target=self._work, args=(self._tickets,), name="dusk-engine", daemon=True).start()
        except RuntimeError:  # too many in this process, or (since 3.12) the interpreter is ending
            return False
        return True

    def _run_here(self) -> None:
        me = threading.get_ident()
        mine = self._at.get(me)
        task = self._next()
        while task is not None:
            task.run()
            task = self._next(task)
        if mine is not None:
            self._at[me] = mine

    def _wait(self, task: Task) -> None:
        mine = self._at.get(threading.get_ident())
        if mine is None:
            self._nudge()
            task.block()
            return
        since = time.perf_counter()
        with self._lock:  # others may run in its place, or they could all wait for a task that never gets its turn
            self._waiting += 1
            if mine.device is not None:
                self._queues.release(mine.device)
        try:
            self._nudge()
            task.block()
        finally:
            with self._lock:
                self._waiting -= 1
                turn = None if mine.device is None else self._queues.come_back(mine.device)
            if turn is not None:
                turn.acquire()
            mine.away_s += time.perf_counter() - since

    def _work(self, tickets: queue.SimpleQueue[bool]) -> None:
        me = threading.current_thread()
        with self._lock:
            if len(self._workers) > self._limit():
                return
            self._workers.add(me)
        # after a fork inside a task, the child's only thread ends here when the task is done
        while tickets is self._tickets and tickets.get():
            task = self._next()
            while task is not None:
                if not self._closed:
                    self._grow()
                task.run()
                task = self._next(task)
        self._workers.discard(me)

    def _next(self, done: Task | None = None) -> Task | None:
        """Take in what was pushed, retire a task that ran, and hand out the task to run next, if any."""
        me = threading.get_ident()
        with self._lock:
            while self._inbox:  # before `done` is retired: what was pushed behind it is seen to have waited for it
                task = self._inbox[0]
                ready = self._order.admit(task)
                self._inbox.popleft()
                if ready:
                    self._enqueue([task])
            if done is not None:
                self._at.pop(me, None)
                if done.device is not None:
                    self._queues.release(done.device)
                self._enqueue(self._retire(done))
            room = self._limit() - len(self._at)
            found = self._queues.take() if room > 0 else None
            if found is not None:
                self._at[me] = found
                if self._queues and room > 1:
                    self._tickets.put(True)
            return found

    def _enqueue(self, tasks: list[Task]) -> None:
        while tasks:
            task = tasks.pop()
            if task.fn is None:  # who waits for a variable waits for no worker
                task.run()
                tasks += self._retire(task)
            else:
                self._queues.add(task)

    def before_fork(self) -> None:
        """Finish all work and hold the lock, so that the child finds values and nothing under way."""
        self._fork = threading.Event()
        while True:
            self.drain()
            self._lock.acquire()
            self._held_for_fork = self.idle
            if self._held_for_fork:
                return
            self._lock.release()

    def after_fork_in_parent(self) -> None:
        """Go on."""
        fork, self._fork = self._fork, None
        if self._held_for_fork:  # not if a Ctrl-C ended `before_fork`
            self._held_for_fork = False
            self._lock.release()
        if fork is not None:
            fork.set()

    def after_fork_in_child(self) -> None:
        """Start anew: no thread but this one lives here."""
        self._fork = None
        self._held_for_fork = False
        self._lock = threading.Lock()
        self._tickets = queue.SimpleQueue()
        self._workers = set()
        self._waiting = 0
        mine = self._at.get(threading.get_ident())
        self._at = {} if mine is None else {threading.get_ident(): mine}
        # left over only if a task forked: what else was under way is lost to the child
        self._queues = Queues()
        if mine is not None and mine.device is not None:
            self._queues.come_back(mine.device)
        while self._inbox:
            self._order.admit(self._inbox.popleft())
        for task in [task for task in self._order.active if task is not mine]:
            task.failure = Failure(
                RuntimeError("lost in this process: it was forked while this was under way"), task.where
            )
            self._retire(task)


@functools.cache
def available_cores() -> int:
    """The number of cores this process might run on when it was asked for the first time."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


engines: weakref.WeakSet[ThreadedEngine] = weakref.WeakSet()
"""Those that there are in this process."""
_forking = threading.Lock()
_forker = 0


def _before_fork() -> None:
    global _forker
    if any(engine.in_task() for engine in list(engines)):
        return  # a task that forks cannot wait for all tasks
    _forking.acquire(timeout=10)  # one at a time, but not for ever if a Ctrl-C left it held
    _forker = threading.get_ident()
    for engine in list(engines):
        engine.before_fork()


def _after_fork_in_parent() -> None:
    global _forker
    if _forker == threading.get_ident():
        for engine in list(engines):
            engine.after_fork_in_parent()
        _forker = 0
        if _forking.locked():
            _forking.release()


def _after_fork_in_child() -> None:
    global _forker, _forking
    _forker = 0
    _forking = threading.Lock()
    for engine in list(engines):
        engine.after_fork_in_child()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(before=_before_fork, after_in_parent=_after_fork_in_parent, after_in_child=_after_fork_in_child)
