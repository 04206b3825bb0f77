"""How long a cluster would take: its messages and waits with the sizes of values in place of values, at measured costs.

Who may go on when is said by the same shards as elsewhere (`shard.py`), which hold arrays of no elements here.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from dusk.kvstore import messages as m
from dusk.kvstore.events import Compute, Events, seconds_of
from dusk.kvstore.server import Server
from dusk.kvstore.stores import Unkept
from dusk.kvstore.updates import ADD
from dusk.kvstore.worker import as_staleness

Array = np.ndarray[Any, Any]
NOTHING = np.zeros(0, np.int64)


@dataclass(frozen=True, slots=True)
class Costs:
    """What things cost: a message on its way (`latency_s`) and a byte on the link of whoever sends or receives it
    (`byte_s`); of a server's time a request (`request_s`), a byte that is applied to a value (`apply_s`), a byte that
    is read (`read_s`).

    The defaults are of 10 Gbit/s Ethernet and a server of one core; `benchmarks/kvstore_simulated.py` measures them.
    """

    latency_s: float = 100e-6
    byte_s: float = 0.8e-9
    request_s: float = 30e-6
    apply_s: float = 0.3e-9
    read_s: float = 0.1e-9


@dataclass(slots=True)
class Simulated:
    """What a simulation gives: how long all took; of each worker how long it did not compute; how many rounds the
    values of steps lacked; of each server the bytes that it received and sent."""

    seconds: float
    rounds: int
    waited_s: Array
    staleness: Counter[int] = field(default_factory=Counter[int])
    received: Array = field(default_factory=lambda: NOTHING)
    sent: Array = field(default_factory=lambda: NOTHING)

    @property
    def round_s(self) -> float:
        """How long a round took, of all of them."""
        return self.seconds / self.rounds


def simulate(
    workers: int,
    servers: int = 1,
    *,
    nbytes: int = 1 << 20,
    rounds: int = 20,
    staleness: float = 0,
    compute: Compute = 0.1,
    costs: Costs | None = None,
) -> Simulated:
    """Simulate a cluster of so many workers, whose parameters have `nbytes` bytes and lie evenly on so many servers.

    In each round a worker pulls all, computes (for `compute` seconds: a number, one for each worker, or a function of
    rank and clock), pushes all, and goes on when that has been taken. ValueError: a staleness that is none.

    >>> quick = simulate(2, compute=[1.0, 3.0], rounds=4, staleness=1, costs=Costs(0, 0, 0, 0, 0))
    >>> quick.seconds, quick.waited_s.tolist(), sorted(quick.staleness.items())
    (12.0, [3.0, 0.0], [(0, 5), (1, 3)])
    """
    bound = as_staleness(staleness)
    return _Simulation(workers, servers, nbytes, rounds, bound, compute, costs or Costs()).run()


class _Simulation(Events):
    def __init__(
        self, workers: int, servers: int, nbytes: int, rounds: int, staleness: float, compute: Compute, costs: Costs
    ) -> None:
        super().__init__()
        self.costs, self.rounds, self.compute = costs, rounds, compute
        self.workers, self.servers = workers, [Server(Unkept()) for _ in range(servers)]
        self.part = [nbytes * (i + 1) // servers - nbytes * i // servers for i in range(servers)]
        for server in self.servers:
            server.deliver("", m.Configure(tuple(range(workers)), staleness))
            server.deliver("", m.Init(0, ("w",), ("int64[0]",), (NOTHING,), (0,), (ADD,)))
        self.busy_s = [0.0] * servers
        # when the links are free again: of workers, then of servers; to them, and from them
        self.into_s, self.out_s = [0.0] * (workers + servers), [0.0] * (workers + servers)
        self.clock, self.missing, self.oldest = [0] * workers, [0] * workers, [0] * workers
        self.since_s = [0.0] * workers
        self.made = Simulated(0.0, rounds, np.zeros(workers), Counter(), np.zeros(servers, int), np.zeros(servers, int))

    def run(self) -> Simulated:
        for rank in range(self.workers):
            self.pull(rank)
        while self.next_s is not None:
            self.happen()
        self.made.seconds = self.now_s
        return self.made

    def send(self, origin: int, target: int, nbytes: int, now_s: float) -> float:
        """When a message has arrived: it waits for both links, and is on them at the same time but for the latency."""
        took_s = nbytes * self.costs.byte_s
        begins_s = max(now_s, self.out_s[origin])
        self.out_s[origin] = begins_s + took_s
        begins_s = max(begins_s + self.costs.latency_s, self.into_s[target])
        self.into_s[target] = begins_s + took_s
        return begins_s + took_s

    def pull(self, rank: int) -> None:
        self.missing[rank], self.oldest[rank] = len(self.servers), self.clock[rank]
        request = m.Pull(rank, ("w",), (self.clock[rank],))
        for place in range(len(self.servers)):
            self.at(self.send(rank, self.workers + place, 0, self.now_s), self.ask, place, rank, request, 0)

    def push(self, rank: int) -> None:
        self.since_s[rank] = self.now_s
        self.missing[rank] = len(self.servers)
        request = m.Push(rank, (m.Entry("w", self.clock[rank], NOTHING),))
        self.clock[rank] += 1
        for place, nbytes in enumerate(self.part):
            self.made.received[place] += nbytes
            arrives_s = self.send(rank, self.workers + place, nbytes, self.now_s)
            self.at(arrives_s, self.ask, place, rank, request, nbytes)

    def ask(self, place: int, rank: int, request: m.Request, nbytes: int) -> None:
        """A server serves a request when it has served those before."""
        server, costs = self.servers[place], self.costs
        before = server.shard.counts["applied"]
        answers = server.deliver(rank, request)
        applied = server.shard.counts["applied"] - before
        free_s = max(self.now_s, self.busy_s[place]) + costs.request_s + applied * self.part[place] * costs.apply_s
        for to, answer in answers:
            nbytes = self.part[place] if isinstance(answer.reply, m.Values) else 0
            free_s += nbytes * costs.read_s
            self.made.sent[place] += nbytes
            worker: Any = to
            self.at(self.send(self.workers + place, worker, nbytes, free_s), self.has, worker, answer.reply)
        self.busy_s[place] = free_s

    def has(self, rank: int, reply: m.Reply) -> None:
        self.missing[rank] -= 1
        if isinstance(reply, m.Values):
            self.oldest[rank] = min(self.oldest[rank], reply.versions[0])
        if self.missing[rank]:
            return
        if not isinstance(reply, m.Values):
            if self.clock[rank] < self.rounds:
                self.pull(rank)
            else:
                self.made.waited_s[rank] += self.now_s - self.since_s[rank]
            return
        clock = self.clock[rank]
        self.made.staleness[clock - self.oldest[rank]] += 1
        self.made.waited_s[rank] += self.now_s - self.since_s[rank]
        self.later(seconds_of(self.compute, rank, clock), self.push, rank)
