"""Memory and the order of work on it: buffers, tasks, engines. Knows no graphs."""

from __future__ import annotations

from importlib import import_module as _import
from typing import TYPE_CHECKING, Any

from dusk.engine.buffer import Buffer, Pool, PoolStats, allocate, pool, pools
from dusk.engine.engine import Engine, SerialEngine
from dusk.engine.in_use import current, push, timeline, usage, using, wait_all, wait_for, watch
from dusk.engine.queues import Policy, Usage, by_priority, by_push
from dusk.engine.task import Task
from dusk.engine.threaded import ThreadedEngine, available_cores

if TYPE_CHECKING:
    from dusk.engine.checking import CheckingEngine
    from dusk.engine.fuzzing import fuzz
    from dusk.engine.orders import PermutingEngine, ReplayEngine, Schedule
    from dusk.engine.spans import Span, Timeline

__all__ = [
    "Buffer",
    "CheckingEngine",
    "Engine",
    "PermutingEngine",
    "Policy",
    "Pool",
    "PoolStats",
    "ReplayEngine",
    "Schedule",
    "SerialEngine",
    "Span",
    "Task",
    "ThreadedEngine",
    "Timeline",
    "Usage",
    "allocate",
    "available_cores",
    "by_priority",
    "by_push",
    "current",
    "fuzz",
    "pool",
    "pools",
    "push",
    "timeline",
    "usage",
    "using",
    "wait_all",
    "wait_for",
    "watch",
]


_HOMES = {
    **dict.fromkeys(("PermutingEngine", "ReplayEngine", "Schedule"), "orders"),
    **dict.fromkeys(("Span", "Timeline"), "spans"),
    "CheckingEngine": "checking",
    "fuzz": "fuzzing",
}


def __getattr__(name: str) -> Any:  # what is for debugging is imported by who debugs
    if name in _HOMES:
        return getattr(_import(f"{__name__}.{_HOMES[name]}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
