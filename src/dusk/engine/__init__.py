"""Memory and the order of work on it: buffers, tasks, engines. Knows no graphs."""

from dusk.engine.buffer import Buffer, Pool, PoolStats, allocate, pool, pools
from dusk.engine.engine import Engine, PermutingEngine, SerialEngine
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
    "Pool",
    "PoolStats",
    "SerialEngine",
    "Task",
    "ThreadedEngine",
    "allocate",
    "available_cores",
    "current",
    "pool",
    "pools",
    "push",
    "using",
    "wait_all",
    "wait_for",
]
