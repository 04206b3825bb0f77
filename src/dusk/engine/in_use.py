"""The engine in use: everything asynchronous in Dusk runs through `push`, on worker threads unless told otherwise."""

from __future__ import annotations

import atexit
import os
import sys
from collections.abc import Callable, Generator, Hashable, Iterable
from contextlib import AbstractContextManager, contextmanager
from typing import TYPE_CHECKING, Any

import numpy as np

from dusk.engine.engine import Engine, SerialEngine
from dusk.engine.queues import Usage
from dusk.engine.task import Task
from dusk.engine.threaded import ThreadedEngine, engines
from dusk.later import Later

if TYPE_CHECKING:
    from dusk.engine import checking, orders
    from dusk.engine.spans import Timeline
else:
    checking, orders = map(Later, ("dusk.engine.checking", "dusk.engine.orders"))


def chosen(text: str) -> Engine:
    """The engine that `DUSK_ENGINE` names: `threaded` (or nothing), `serial`, `permuting:SEED` or `checking:SEED`.

    >>> type(chosen("permuting:7")).__name__
    'PermutingEngine'
    """
    kind, _, seed = text.strip().partition(":")
    if kind in ("", "threaded", "serial") and not seed:
        return SerialEngine() if kind == "serial" else ThreadedEngine()
    if kind in ("permuting", "checking") and seed.isdecimal():
        return (orders.PermutingEngine if kind == "permuting" else checking.CheckingEngine)(int(seed))
    raise ValueError(f"DUSK_ENGINE={text!r}: must be threaded, serial, permuting:SEED or checking:SEED")


_current: Engine = chosen(os.environ.get("DUSK_ENGINE", ""))


def current() -> Engine:
    """The engine in use."""
    return _current


@contextmanager
def using(engine: Engine) -> Generator[Engine]:
    """Use another engine, in all threads, for the length of a `with` block; each is idle when the other takes over."""
    global _current
    before = _current
    before.drain()
    _current = engine
    try:
        yield engine
    finally:
        try:
            engine.drain()
        finally:
            _current = before


def push(
    fn: Callable[[], Any] | None,
    reads: Iterable[Hashable] = (),
    writes: Iterable[Hashable] = (),
    priority: int = 0,
    where: str | None = None,
    device: str | None = None,
    name: str = "",
) -> Task:
    """`Engine.push` of the engine in use."""
    return _current.push(fn, reads, writes, priority, where, device, name)


def wait_for(variable: Hashable) -> None:
    """`Engine.wait_for` of the engine in use."""
    _current.wait_for(variable)


def wait_all() -> None:
    """`Engine.wait_all` of the engine in use."""
    _current.wait_all()


def watch(variable: Hashable, *arrays: np.ndarray[Any, Any]) -> None:
    """`Engine.watch` of the engine in use."""
    _current.watch(variable, *arrays)


def timeline() -> AbstractContextManager[Timeline]:
    """`Engine.timeline` of the engine in use."""
    return _current.timeline()


def usage() -> dict[str, Usage]:
    """`Engine.usage` of the engine in use."""
    return _current.usage()


def _at_exit() -> None:
    # the workers are daemons, as Python waits for all others before it calls this
    every = [*engines, _current]
    for engine in every:
        engine.drain()
    try:
        _current.wait_all()
    except Exception as error:
        sys.excepthook(type(error), error, error.__traceback__)
    for engine in every:
        engine.close()


atexit.register(_at_exit)
