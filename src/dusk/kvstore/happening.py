"""One run in virtual time: a queue of what happens next, machines of workers and servers, and messages between them."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Generator, Hashable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from dusk.kvstore import messages as m
from dusk.kvstore.client import Call, Client, Sending
from dusk.kvstore.events import Events
from dusk.kvstore.payloads import Compression
from dusk.kvstore.server import Server
from dusk.kvstore.stores import Fenced
from dusk.kvstore.worker import Worker, contribution

if TYPE_CHECKING:
    from dusk.kvstore.virtual import VirtualCluster

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


class Run(Events):
    """One run of a virtual cluster: what happens next is the first of (time, number) in a queue."""

    def __init__(self, cluster: VirtualCluster, step: Step, init: dict[str, Array], rounds: int) -> None:
        super().__init__()
        self.cluster, self._step, self._init, self._rounds = cluster, step, init, rounds
        self.faults, self.made = cluster.faults, Outcome()
        self.draws = random.Random(cluster.seed)
        self.servers = [_Server(shard) for shard in range(cluster.servers)]
        self._old: list[list[_Server]] = [[] for _ in self.servers]
        self.workers = {rank: _Worker(rank) for rank in (*cluster.ranks, *cluster.joins)}
        for server in self.servers:
            self._start_server(server)
        for worker in self.workers.values():
            self.later(cluster.joins.get(worker.rank, 0.0), self._start_worker, worker)
        for at_s, what, number, for_s in cluster.stops:
            of, stop = (self.workers, self._stop_worker) if what == "worker" else (self.servers, self._stop_server)
            self.later(at_s, stop, of[number], for_s)

    def outcome(self) -> Outcome:
        """Let it happen."""
        while not all(worker.done for worker in self.workers.values()) or not all(s.server for s in self.servers):
            next_s = self.next_s
            if next_s is None or next_s > self.cluster.limit_s:
                raise RuntimeError(
                    f"{'nothing moves any more' if next_s is None else 'at the limit'}: {self._waiting()}"
                )
            self.happen()
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
        self.later(self.cluster.delay_s(self.draws), what, *given)
        if self._happens(self.faults.repeat):
            self.made.counts["repeated"] += 1
            self.later(self.cluster.delay_s(self.draws), what, *given)

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
            self.later(for_s, self._start_worker, one)

    def _stops(self, one: _Worker) -> bool:
        """Whether a worker stops here by chance."""
        if self._happens(self.faults.worker):
            self._stop_worker(one, self.draws.random() * self.faults.down_s)
        return not one.up

    def _program(self, one: _Worker) -> Generator[Any, Any, None]:
        worker, names, rank = one.machine, list(self._init), one.rank
        yield from worker.begin()
        yield from worker.init(self._init)
        values: list[Array] | None = None
        while (clock := worker.clock) < min(self._rounds, worker.end):
            if self.cluster.leaves.get(rank, m.INFINITE) <= clock and worker.end == m.INFINITE:
                yield from worker.leave()
                continue
            if values is None:
                values = yield from worker.pull(names)
            behind = max([0, *(clock - worker.versions[name] for name in names)])
            self.made.staleness[behind] += 1
            self._note("steps", rank, clock, behind)
            gradients = self._step(rank, clock, dict(zip(names, values, strict=True)))
            yield self.cluster.compute_s(rank, clock)
            payloads = [contribution(gradients[name], worker.likes[name], name) for name in names]
            clocks = [worker.count(name) for name in names]
            if self.cluster.exchanging:
                values = yield from worker.exchange(names, clocks, payloads)
            else:
                values = None
                yield [ask for given in zip(names, clocks, payloads, strict=True) for ask in worker.push(*given)]

    def _go(self, one: _Worker, replies: Any) -> None:
        """Go on with a worker's program up to where it waits."""
        try:
            wanted = one.steps.send(replies)
        except StopIteration:
            one.done = True
            self._note("is done", one.rank)
            return
        if isinstance(wanted, float):
            self.later(wanted, self._computed, one, one.life)
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
            self.later(one.wake_s - self.now_s, self._woken, one, one.life)

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
            self.later(for_s, self._start_server, one)

    def _end_server(self, one: _Server) -> None:
        """Nobody answers any more: those who wait are told."""
        if one.server:
            self.made.counts["servers stopped"] += 1
            self._note("ends", one.shard, one.server.epoch)
        one.server = None
        asked, one.asked = one.asked, {}
        for token in asked:
            self.later(self.cluster.delay_s(self.draws), self._failed, *cast("Token", token))

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
            self.later(self.draws.random() * self.faults.down_s, self._end_server, one)

    def _way(self, shard: int) -> _Server:
        """The server that a message goes to: it may be one that another has taken the place of."""
        old = [one for one in self._old[shard] if one.server]
        self._old[shard] = old
        return self.draws.choice(old) if old and self.draws.random() < 0.5 else self.servers[shard]

    def _asked(self, server: _Server, one: _Worker, life: int, sending: Sending) -> None:
        token = one, life, sending.number
        if server.server is None:
            self.later(self.cluster.delay_s(self.draws), self._failed, *token)
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
            self.later(self.draws.random() * self.faults.down_s, self._start_server, server)
            return
        for asked, answer in answers:
            server.asked.pop(asked, None)
            self._travel(self._answered, *cast("Token", asked), answer)
