"""Workers and servers in one thread and in virtual time: the machines of the real ones, between them a network whose
delays, losses and failures are drawn from a seed. A run depends on its arguments alone, and can be had again."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from typing import Any

from dusk.kvstore.events import Compute, seconds_of
from dusk.kvstore.happening import INFINITE, Faults, Outcome, Run, Step
from dusk.kvstore.layout import LARGEST
from dusk.kvstore.stores import MemoryStore, Store
from dusk.kvstore.updates import ASSIGN, Update
from dusk.kvstore.worker import Worker, array_of


class VirtualCluster:
    """So many workers and servers in virtual time.

    `staleness`, `update`, `nans`: as of `KVStore`. `compute`: how many seconds a step takes: a number, one for each
    worker, or a function of (rank, clock). `delay`: how many seconds a message takes: a number, or a function of the
    `random.Random` of the run. `joins[rank]`: when a worker beyond the first ones comes; `leaves[rank]`: the clock at
    which one asks to go. `again_s`: after how long a request without an answer is sent again (1 s where messages are
    lost; else only when it has failed). `compression`: the threshold of two-bit contributions. `open_store(shard)`
    gives the log that a server is started with (a `MemoryStore` for each shard). `exchanging`: workers ask for the next
    values in the message of their contributions (`KVStore.pushpull`). `limit_s`: when to give up.

    >>> import numpy as np
    >>> cluster = VirtualCluster(workers=2, staleness=1, update="add", compute=[1.0, 3.0], delay=0.0)
    >>> run = cluster.run(lambda rank, clock, values: {"w": np.ones(2)}, {"w": np.zeros(2)}, rounds=4)
    >>> run.values["w"], run.seconds, sorted(run.staleness.items())
    (array([8., 8.]), 12.0, [(0, 5), (1, 3)])
    """

    def __init__(
        self,
        workers: int = 2,
        servers: int = 1,
        *,
        staleness: float = 0,
        update: Update = ASSIGN,
        compute: Compute = 1.0,
        delay: float | Callable[[random.Random], float] = 0.001,
        seed: int = 0,
        nans: str = "count",
        faults: Faults | None = None,
        joins: Mapping[int, float] | None = None,
        leaves: Mapping[int, int] | None = None,
        again_s: float | None = None,
        compression: float | None = None,
        open_store: Callable[[int], Store] | None = None,
        largest: int = LARGEST,
        exchanging: bool = False,
        limit_s: float = INFINITE,
    ) -> None:
        self.ranks, self.servers = tuple(range(workers)), servers
        self.joins, self.leaves = dict(joins or {}), dict(leaves or {})
        if taken := sorted(set(self.joins) & set(self.ranks)):
            raise ValueError(f"worker {taken[0]} is one of the first {workers}, and cannot join")
        self.staleness, self.update, self.nans, self.largest = staleness, update, nans, largest
        self.faults = faults or Faults()
        self.again_s = 1.0 if again_s is None and self.faults.loss else again_s
        self.compression, self.seed, self.limit_s = compression, seed, limit_s
        self.exchanging = exchanging
        self._compute, self._delay = compute, delay
        self._stores = [MemoryStore() for _ in range(servers)]
        self.open_store = open_store or self._stores.__getitem__
        self.stops: list[tuple[float, str, int, float]] = []
        self.running: Run | None = None

    def stop_worker(self, rank: int, at_s: float, for_s: float = 1.0) -> None:
        """Have a worker stop at some time, and be started again later, with nothing."""
        self.stops.append((at_s, "worker", rank, for_s))

    def stop_server(self, shard: int, at_s: float, for_s: float = 1.0) -> None:
        """Have a server stop at some time, and be started again later, with its log."""
        self.stops.append((at_s, "server", shard, for_s))

    def compute_s(self, rank: int, clock: int) -> float:
        """How long a step takes."""
        return seconds_of(self._compute, rank, clock)

    def delay_s(self, draws: random.Random) -> float:
        """How long a message takes."""
        return float(self._delay(draws)) if callable(self._delay) else float(self._delay)

    def run(self, step: Step, init: Mapping[str, Any], rounds: int) -> Outcome:
        """Have all workers do so many rounds.

        RuntimeError: nothing moves any more, or not all are done at `limit_s`. A run goes on from what is in the logs.
        """
        self.running = Run(self, step, {str(name): array_of(value) for name, value in init.items()}, rounds)
        return self.running.outcome()

    @property
    def now_s(self) -> float:
        """What time it is in the run."""
        return 0.0 if self.running is None else self.running.now_s

    def worker(self, rank: int) -> Worker:
        """The worker of a rank, in a step of its own: with whom it shares the round."""
        if self.running is None:
            raise RuntimeError("there are workers in a run only")
        return self.running.workers[rank].machine
