"""Compiling while the program goes on: one thread for what is done in Python, the compile server for the rest.

The thread is a daemon and blocks nothing but forks, which wait until it is between two kernels: a child could not wait
for locks that a thread left behind holds.
"""

from __future__ import annotations

import contextlib
import os
import signal
import threading
from collections.abc import Callable
from typing import Any

from dusk.kernel import native

compiling = threading.RLock()
"""Held by whoever compiles a program: passes and tables are made by one thread at a time."""


class Job:
    """Something to be done in the background; that with the largest `weight` is done first."""

    __slots__ = ("_error", "_finished", "_result", "_work", "lost", "weight")

    def __init__(self, work: Callable[[], Any]) -> None:
        self._work: Callable[[], Any] | None = work
        self._finished = threading.Event()
        self._result: Any = None
        self._error: BaseException | None = None
        self.lost = False  # it was under way when this process was forked
        self.weight = 0.0

    def done(self, timeout_s: float = 0.0) -> bool:
        """Whether it is done, after waiting for it for at most some time."""
        return self._finished.is_set() or (timeout_s > 0 and self._finished.wait(timeout_s))

    def result(self) -> Any:
        """What it gave; raises what it raised."""
        if self._error is not None:
            raise self._error
        return self._result

    def run(self) -> None:
        """Do it."""
        assert self._work is not None
        try:
            self._result = self._work()
        except BaseException as error:
            self._error = error
        self._work = None
        self._finished.set()


_waiting: set[Job] = set()
_begun: set[Job] = set()
_news = threading.Condition()
_thread: threading.Thread | None = None


def submit(work: Callable[[], Any]) -> Job:
    """Have something done in the background; kernels that it needs are compiled by the server."""
    global _thread
    job = Job(work)
    with _news:
        _waiting.add(job)
        _news.notify()
        if _thread is None:
            thread = threading.Thread(target=_work_off, name="dusk-compile", daemon=True)
            with contextlib.suppress(RuntimeError):  # no more threads to be had; the next job will ask again
                thread.start()
                _thread = thread
    return job


def _work_off() -> None:
    if hasattr(signal, "pthread_sigmask"):  # writing to a server that is gone must not end the program
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGPIPE, signal.SIGINT})
    while True:
        with _news:
            while not _waiting:
                _news.wait()
            job = max(_waiting, key=lambda job: job.weight)
            _begun.add(job)  # first: at any moment a fork finds it in one of them
            _waiting.discard(job)
        with compiling, native.served(compiling):
            job.run()
            _begun.discard(job)


def _before_fork() -> None:
    compiling.acquire()


def _after_fork_in_parent() -> None:
    compiling.release()


def _after_fork_in_child() -> None:
    global _news, _thread
    _news, _thread = threading.Condition(), None
    for job in _waiting | _begun:
        job.lost = True
    _waiting.clear()
    _begun.clear()
    compiling.release()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(before=_before_fork, after_in_parent=_after_fork_in_parent, after_in_child=_after_fork_in_child)
