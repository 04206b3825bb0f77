"""Memory and the order of work on it: buffers, tasks, engines. Knows no graphs."""

from dusk.engine.buffer import Buffer, Pool, PoolStats, allocate, pool
from dusk.engine.engine import Engine, PermutingEngine, SerialEngine
from dusk.engine.queues import Policy, Usage, by_priority, by_push
from dusk.engine.task import Task
from dusk.engine.threaded import (
    ThreadedEngine,
    available_cores,
    current,
    push,
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
    "Task",
    "ThreadedEngine",
    "Usage",
    "allocate",
    "available_cores",
    "by_priority",
    "by_push",
    "current",
    "pool",
    "push",
    "using",
    "wait_all",
    "wait_for",
]
