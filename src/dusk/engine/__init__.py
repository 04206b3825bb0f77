"""Memory and the order of work on it: buffers, tasks, engines. Knows no graphs."""

from dusk.engine.buffer import Buffer, Pool, PoolStats, allocate, pool, pools
from dusk.engine.checking import CheckingEngine
from dusk.engine.engine import Engine, SerialEngine
from dusk.engine.fuzzing import fuzz
from dusk.engine.in_use import current, push, timeline, usage, using, wait_all, wait_for, watch
from dusk.engine.orders import PermutingEngine, ReplayEngine, Schedule
from dusk.engine.queues import Policy, Usage, by_priority, by_push
from dusk.engine.spans import Span, Timeline
from dusk.engine.task import Task
from dusk.engine.threaded import ThreadedEngine, available_cores

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
