"""Workers and servers in one thread and in virtual time: the machines of the real ones, between them a network whose
delays, losses and failures are drawn from a seed. A run depends on its arguments alone, and can be had again."""

from __future__ import annotations

import heapq
import itertools
import random
from collections import Counter
from collections.abc import Callable, Generator, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, cast

import numpy as np

from dusk.kvstore import messages as m
from dusk.kvstore.client import Call, Client, Sending
from dusk.kvstore.layout import LARGEST
from dusk.kvstore.payloads import Compression
from dusk.kvstore.server import Server
from dusk.kvstore.stores import Fenced, MemoryStore, Store
from dusk.kvstore.updates import ASSIGN, Update
from dusk.kvstore.worker import Worker, array_of, contribution

Array = np.ndarray[Any, Any]
Values = Mapping[str, Array]
Step = Callable[[int, int, dict[str, Array]], Mapping[str, Any]]
"""`step(rank, clock, values)` gives a worker's contributions to a round, by key."""
INFINITE = float("inf")


@dataclass(frozen=True, slots=True)
class Faults:
    """What goes wrong by chance, before `until_s`: the probabilities that a message is lost (`loss`) or comes twice
    (`repeat`), that a worker stops at a message (`worker`), that a server stops between the steps of a request
    (`server`), and that another one takes its place there, while it does not know yet and is still asked (`takeover`).

    Who has stopped is started again after up to `down_s` seconds; a server then has its log, and a worker nothing.
    """

    loss: float = 0.0
    repeat: float = 0.0
    worker: float = 0.0
    server: float = 0.0
    takeover: float = 0.0
    down_s: float = 1.0
    until_s: float = INFINITE


@dataclass(slots=True)
class Outcome:
    """What came of a run: the values at its end; how long it took, and how long each worker waited, in virtual time.

    `staleness` counts how many rounds the values of a step lacked, `counts` what the servers met and what went wrong.
    """

    values: dict[str, Array] = field(default_factory=dict[str, Array])
    seconds: float = 0.0
    waited_s: dict[int, float] = field(default_factory=dict[int, float])
    staleness: Counter[int] = field(default_factory=Counter[int])
    counts: Counter[str] = field(default_factory=Counter[str])
    trace: list[tuple[Any, ...]] = field(default_factory=list[tuple[Any, ...]])


class VirtualCluster:
    """So many workers and servers in virtual time.

    `staleness`, `update`, `nans`: as of `KVStore`. `compute`: how many seconds a step takes: a number, one for each
    worker, or a function of (rank, clock). `delay`: how many seconds a message takes: a number, or a function of the
    `random.Random` of the run. `joins[rank]`: when a worker beyond the first ones comes; `leaves[rank]`: the clock at
    which one asks to go. `again_s`: after how long a request without an answer is sent again (1 s where messages are
    lost; else only when it has failed). `compression`: the threshold of two-bit contributions. `open_store(shard)`
    gives the log that a server is started with (a `MemoryStore` for each shard). `limit_s`: when to give up.

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
        compute: float | Sequence[float] | Callable[[int, int], float] = 1.0,
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
        if callable(self._compute):
            return float(self._compute(rank, clock))
        return float(self._compute[rank] if isinstance(self._compute, Sequence) else self._compute)

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


class _Stopped(Exception):  # noqa: N818 - it is meant to happen
    """A server was stopped between the steps of a request."""


class _Worker:
    """A worker: the life it is in (each start is a new one), its program, the requests that it waits for."""

    def __init__(self, rank: int) -> None:
        self.rank, self.life, self.done, self.up = rank, 0, False, False
        self.machine: Worker
        self.client: Client
        self.steps: Generator[Any, Any, None]
        self.calls: list[Call] = []
        self.since_s = self.waited_s = 0.0
        self.wake_s = INFINITE


Token = tuple[_Worker, int, int]
"""Whose request it is: a worker's in one of its lives, and its number there."""


class _Server:
    """A server: None where it has ended; who waits for it."""

    def __init__(self, shard: int) -> None:
        self.shard = shard
        self.server: Server | None = None
        self.asked: dict[Hashable, None] = {}


class Run:
    """One run of a virtual cluster: what happens next is the first of (time, number) in a queue."""

    def __init__(self, cluster: VirtualCluster, step: Step, init: dict[str, Array], rounds: int) -> None:
        self.cluster, self._step, self._init, self._rounds = cluster, step, init, rounds
        self.faults, self.now_s, self.made = cluster.faults, 0.0, Outcome()
        self.draws = random.Random(cluster.seed)
        self._queue: list[tuple[float, int, Callable[..., None], tuple[Any, ...]]] = []
        self._numbers = itertools.count()
        self.servers = [_Server(shard) for shard in range(cluster.servers)]
        self._old: list[list[_Server]] = [[] for _ in self.servers]
        self.workers = {rank: _Worker(rank) for rank in (*cluster.ranks, *cluster.joins)}
        for server in self.servers:
            self._start_server(server)
        for worker in self.workers.values():
            self._later(cluster.joins.get(worker.rank, 0.0), self._start_worker, worker)
        for at_s, what, number, for_s in cluster.stops:
            of, stop = (self.workers, self._stop_worker) if what == "worker" else (self.servers, self._stop_server)
            self._later(at_s, stop, of[number], for_s)

    def outcome(self) -> Outcome:
        """Let it happen."""
        while not all(worker.done for worker in self.workers.values()) or not all(s.server for s in self.servers):
            if not self._queue or self._queue[0][0] > self.cluster.limit_s:
                raise RuntimeError(f"{'at the limit' if self._queue else 'nothing moves any more'}: {self._waiting()}")
            self.now_s, _, what, given = heapq.heappop(self._queue)
            what(*given)
        made = self.made
        made.seconds = self.now_s
        made.waited_s = {rank: worker.waited_s for rank, worker in self.workers.items()}
        made.values = self._values()
        for server in self.servers:
            if server.server:
                made.counts.update(server.server.shard.counts)
        return made

    def _values(self) -> dict[str, Array]:
        blocks = {name: block.value for s in self.servers if s.server for name, block in s.server.shard.blocks.items()}
        layout = next(worker for worker in self.workers.values()).machine.layout
        found = {name: [blocks[piece.block] for piece in layout.pieces[name]] for name in self._init}
        return {name: parts[0] if len(parts) == 1 else np.concatenate(parts) for name, parts in found.items()}

    def _waiting(self) -> str:
        lines: list[str] = []
        for worker in self.workers.values():
            waits = [f"{call.sending.request}"[:100] for call in worker.calls if not call.done]
            lines += [f"worker {worker.rank} waits for {'; '.join(waits) or 'nothing'}"] if not worker.done else []
        return " / ".join([f"after {self.now_s:.3f} s", *lines])

    def _later(self, seconds: float, what: Callable[..., None], *given: Any) -> None:
        heapq.heappush(self._queue, (self.now_s + seconds, next(self._numbers), what, given))

    def _note(self, what: str, *numbers: Any) -> None:
        self.made.trace.append((self.now_s, what, *numbers))

    def _happens(self, probability: float) -> bool:
        return bool(probability) and self.now_s < self.faults.until_s and self.draws.random() < probability

    def _travel(self, what: Callable[..., None], *given: Any) -> None:
        """Have a message arrive, or not, or twice."""
        self.made.counts["messages"] += 1
        if self._happens(self.faults.loss):
            self.made.counts["lost"] += 1
            return
        self._later(self.cluster.delay_s(self.draws), what, *given)
        if self._happens(self.faults.repeat):
            self.made.counts["repeated"] += 1
            self._later(self.cluster.delay_s(self.draws), what, *given)

    # Workers.

    def _start_worker(self, one: _Worker) -> None:
        cluster = self.cluster
        one.life, one.up, one.calls, one.wake_s = one.life + 1, True, [], INFINITE
        settings: dict[str, Any] = {"staleness": cluster.staleness, "update": cluster.update, "nans": cluster.nans}
        one.machine = Worker(cluster.servers, one.rank, cluster.ranks, largest=cluster.largest, **settings)
        if cluster.compression is not None:
            one.machine.compression = Compression(cluster.compression)
        names = [f"server {server.shard}" for server in self.servers]
        one.client = Client(names, cluster.again_s, timeout_s=INFINITE)
        one.steps = self._program(one)
        self._note("starts", one.rank, one.life)
        self._go(one, None)

    def _stop_worker(self, one: _Worker, for_s: float) -> None:
        if one.up and not one.done:
            one.up, one.life, one.calls = False, one.life + 1, []
            self.made.counts["workers stopped"] += 1
            self._note("stops", one.rank)
            self._later(for_s, self._start_worker, one)

    def _stops(self, one: _Worker) -> bool:
        """Whether a worker stops here by chance."""
        if self._happens(self.faults.worker):
            self._stop_worker(one, self.draws.random() * self.faults.down_s)
        return not one.up

    def _program(self, one: _Worker) -> Generator[Any, Any, None]:
        worker, names, rank = one.machine, list(self._init), one.rank
        yield from worker.begin()
        yield from worker.init(self._init)
        while (clock := worker.clock) < min(self._rounds, worker.end):
            if self.cluster.leaves.get(rank, m.INFINITE) <= clock and worker.end == m.INFINITE:
                yield from worker.leave()
                continue
            values = yield from worker.pull(names)
            behind = max([0, *(clock - worker.versions[name] for name in names)])
            self.made.staleness[behind] += 1
            self._note("steps", rank, clock, behind)
            gradients = self._step(rank, clock, dict(zip(names, values, strict=True)))
            yield self.cluster.compute_s(rank, clock)
            asks: list[tuple[int, m.Request]] = []
            for name in names:
                payload = contribution(gradients[name], worker.likes[name], name)
                asks += worker.push(name, worker.count(name), payload)
            yield asks

    def _go(self, one: _Worker, replies: Any) -> None:
        """Go on with a worker's program up to where it waits."""
        try:
            wanted = one.steps.send(replies)
        except StopIteration:
            one.done = True
            self._note("is done", one.rank)
            return
        if isinstance(wanted, float):
            self._later(wanted, self._computed, one, one.life)
        elif not wanted:
            self._go(one, [])
        else:
            one.since_s = self.now_s
            one.calls = [one.client.ask(shard, request, self.now_s) for shard, request in wanted]
            self._send_due(one)

    def _computed(self, one: _Worker, life: int) -> None:
        if one.life == life and not self._stops(one):
            self._go(one, None)

    def _send_due(self, one: _Worker) -> None:
        for sending in one.client.due(self.now_s):
            self._note("asks", one.rank, one.life, sending.number, sending.shard, type(sending.request).__name__)
            self._travel(self._asked, self._way(sending.shard), one, one.life, sending)
            if self._stops(one):
                return
        if one.client.next_s() < one.wake_s:
            one.wake_s = one.client.next_s()
            self._later(one.wake_s - self.now_s, self._woken, one, one.life)

    def _woken(self, one: _Worker, life: int) -> None:
        if one.life == life:
            one.wake_s = INFINITE
            self._send_due(one)

    def _answered(self, one: _Worker, life: int, number: int, answer: m.Answer) -> None:
        if one.life != life or self._stops(one):
            return
        self._note("has", one.rank, life, number, answer.epoch, type(answer.reply).__name__)
        call = one.client.answered(number, answer, self.now_s)
        if call is None:
            self._send_due(one)
        elif call.error is not None:
            raise call.error
        elif all(call.done for call in one.calls):
            one.waited_s += self.now_s - one.since_s
            replies, one.calls = [call.reply for call in one.calls], []
            self._go(one, replies)

    def _failed(self, one: _Worker, life: int, number: int) -> None:
        if one.life == life:
            one.client.failed(number, ConnectionError("it has stopped"), self.now_s)
            self._send_due(one)

    # Servers.

    def _start_server(self, one: _Server) -> None:
        store = self.cluster.open_store(one.shard)
        one.server = Server(store, f"server {one.shard}", lambda name: self._point(one, name))
        self._note("serves", one.shard, one.server.epoch)

    def _stop_server(self, one: _Server, for_s: float) -> None:
        one = self.servers[one.shard]
        if one.server:
            self._end_server(one)
            self._later(for_s, self._start_server, one)

    def _end_server(self, one: _Server) -> None:
        """Nobody answers any more: those who wait are told."""
        if one.server:
            self.made.counts["servers stopped"] += 1
            self._note("ends", one.shard, one.server.epoch)
        one.server = None
        asked, one.asked = one.asked, {}
        for token in asked:
            self._later(self.cluster.delay_s(self.draws), self._failed, *cast("Token", token))

    def _point(self, one: _Server, name: str) -> None:
        if self.servers[one.shard] is not one:
            return
        if self._happens(self.faults.server):
            raise _Stopped(name)
        if self._happens(self.faults.takeover):
            self._note("taken over", one.shard, name)
            self.made.counts["takeovers"] += 1
            self._old[one.shard].append(one)
            self.servers[one.shard] = successor = _Server(one.shard)
            self._start_server(successor)
            self._later(self.draws.random() * self.faults.down_s, self._end_server, one)

    def _way(self, shard: int) -> _Server:
        """The server that a message goes to: it may be one that another has taken the place of."""
        old = [one for one in self._old[shard] if one.server]
        self._old[shard] = old
        return self.draws.choice(old) if old and self.draws.random() < 0.5 else self.servers[shard]

    def _asked(self, server: _Server, one: _Worker, life: int, sending: Sending) -> None:
        token = one, life, sending.number
        if server.server is None:
            self._later(self.cluster.delay_s(self.draws), self._failed, *token)
            return
        self._note("takes", server.shard, one.rank, life, sending.number)
        server.asked[token] = None
        try:
            answers = server.server.deliver(token, sending.request)
        except Fenced:
            self._end_server(server)
            return
        except _Stopped:
            self._end_server(server)
            self._later(self.draws.random() * self.faults.down_s, self._start_server, server)
            return
        for asked, answer in answers:
            server.asked.pop(asked, None)
            self._travel(self._answered, *cast("Token", asked), answer)
