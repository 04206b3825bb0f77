"""Memory and the order of work on it: buffers, tasks, engines. Knows no graphs."""

from dusk.engine.buffer import Buffer, Pool, PoolStats, allocate, pool
from dusk.engine.engine import Engine, PermutingEngine, SerialEngine
from dusk.engine.queues import Policy, Usage, by_priority, by_push
from dusk.engine.spans import Span, Timeline
from dusk.engine.task import Task
from dusk.engine.threaded import (
    ThreadedEngine,
    available_cores,
    current,
    push,
    timeline,
    using,
    wait_all,
    wait_for,
)

__all__ = [
    "Buffer",
    "Engine",
    "PermutingEngine",
    "Policy",
    "Pool",
    "PoolStats",
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
    "pool",
    "push",
    "timeline",
    "using",
    "wait_all",
    "wait_for",
]
