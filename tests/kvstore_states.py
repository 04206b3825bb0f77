"""All states that workers and shards can get into, whatever is delivered, lost, repeated and stopped in whatever order.

    python tests/kvstore_states.py [CLOCKS] [FAULTS]

The machines are the real ones: a worker is the steps of `kvstore.worker.Worker`, a shard a `kvstore.server.Server` with
its log; a state of one of them is what it has in its memory. What can happen in a state, one thing at a time:

- a request that a worker waits for is delivered, and its answer comes, or is lost; again and again until one comes;
- one that an earlier life of a worker had sent is delivered, however late;
- a server stops between any two steps of a request, or at rest, and is started again with its log; or another one takes
  its place there, and the old one goes on being asked; or its log cannot be written to;
- a worker stops, and is started again with nothing.

The last two cost a fault, of which there are so many. An answer is had at once or never: whoever has one late does
nothing before, as if it had got it, and what it does then came late. A request that has to wait is one that comes
later. In each state each contribution has been applied once or not at all, what was acknowledged is in the log, what a
worker reads is as stale as agreed and no staler (and without staleness a version exactly), rounds have the workers that
somebody was told they have; and from each state all workers can still be done.
"""

from __future__ import annotations

import sys
import time
from array import array
from collections import deque
from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import numpy as np

from dusk.kvstore import messages as m
from dusk.kvstore.encoding import to_bytes
from dusk.kvstore.server import Server
from dusk.kvstore.shard import Shard
from dusk.kvstore.stores import Fenced, MemoryStore
from dusk.kvstore.worker import Worker

POINTS = ("judged", "appended", "accepted")
INFINITE = float("inf")


class Violation(AssertionError):  # noqa: N818 - it is what is looked for
    """A state in which something does not hold."""


class Stopped(Exception):  # noqa: N818
    """A server was stopped at a point."""


class FullStore(MemoryStore):
    """A log to which nothing can be added where it is full."""

    full = False

    def append(self, epoch: int, record: m.Record) -> None:
        if self.full:
            raise OSError(28, "it is full")
        super().append(epoch, record)


class Outcome(NamedTuple):
    """What a request can come to: the log, the server's memory, that of the one whose place it took (-1: none), and the
    answer (-1: none), at the cost of so many faults."""

    log: int
    memory: int
    old: int
    answer: int
    cost: int


@dataclass(slots=True)
class Place:
    """Where a worker is: what it was answered up to there, what it asks for now; `done` when that is nothing."""

    rank: int
    history: tuple[tuple[int, ...], ...]
    asks: tuple[tuple[int, int], ...]
    done: bool


WorkerState = tuple[int, tuple[int, ...], tuple[int, ...], tuple[Any, ...], tuple[tuple[int, int], ...]]
"""The place, the answers it has by now, of each shard the oldest server that it still listens to, who it was told the
workers of each round are, and requests of its earlier lives that are on their way."""
ShardState = tuple[int, int, tuple[int, ...]]
"""What is in the log, what the server has in its memory, and the memories of servers that it took the place of."""
State = tuple[int, ...]


class Numbered:
    """Things by their bytes: those that are alike have one number."""

    def __init__(self) -> None:
        self.numbers: dict[Any, int] = {}
        self.things: list[Any] = []

    def number(self, key: Any, thing: Any) -> int:
        found = self.numbers.setdefault(key, len(self.things))
        if found == len(self.things):
            self.things.append(thing)
        return found

    def of(self, thing: Any) -> int:
        return self.number(thing, thing)


def by_clock(pending: tuple[int, int, Any]) -> tuple[int, int]:
    return pending[:2]


def bytes_of(record: Any) -> bytes:
    return b"".join(map(bytes, to_bytes(record)))


class Model:
    """So many workers and shards, a staleness, rounds, and how many faults there may be."""

    def __init__(
        self, staleness: float, clocks: int, faults: int, *,
        shards: int = 2, workers: int = 2, joining: int = 0, exchanging: bool = False,
    ) -> None:  # fmt: skip
        self.exchanging = exchanging
        self.staleness, self.clocks, self.faults, self.shards = staleness, clocks, faults, shards
        self.ranks, self.all = tuple(range(workers)), range(workers + joining)
        self.marks = len(self.all) * clocks
        self.requests, self.replies, self.memories, self.places = Numbered(), Numbered(), Numbered(), Numbered()
        self.worker_states, self.shard_states = Numbered(), Numbered()
        self.done_: dict[Any, Any] = {}

    # Workers.

    def program(self, worker: Worker) -> Generator[Any, Any, None]:
        names = [f"w{i}" for i in range(self.shards)]
        yield from worker.begin()
        yield from worker.init({name: np.zeros(self.marks, np.int64) for name in names})
        if self.exchanging and worker.clock < self.clocks:
            yield from worker.pull(names)
        while (clock := worker.clock) < min(self.clocks, worker.end):
            if not self.exchanging:
                yield from worker.pull(names)
            mark = np.zeros(self.marks, np.int64)
            mark[worker.rank * self.clocks + clock] = 1
            if self.exchanging:
                yield from worker.exchange(names, [worker.count(name) for name in names], [mark] * len(names))
            else:
                yield [ask for name in names for ask in worker.push(name, worker.count(name), mark)]

    def place(self, rank: int, history: tuple[tuple[int, ...], ...]) -> int:
        """Where a worker is after these answers."""
        worker = Worker(self.shards, rank, self.ranks, staleness=self.staleness, update="add")
        steps = self.program(worker)
        asks: list[tuple[int, m.Request]] = []
        try:
            asks = next(steps)
            for numbers in history:
                asks = steps.send([self.replies.things[number] for number in numbers])
            done = False
        except StopIteration:
            asks, done = [], True
        numbered = tuple([(shard, self.requests.number(bytes_of(request), request)) for shard, request in asks])
        # in its rounds a worker is its clocks, and who it knows to be a worker; before, all that it was told
        settled = done or isinstance(asks[0][1], m.Push | m.Pull | m.Exchange)
        key = rank, numbered, *((tuple(worker.clocks.items()), worker.ranks, worker.end) if settled else (history,))
        return self.places.number(key, Place(rank, history, numbered, done))

    def advance(self, at: int, replies: tuple[int, ...]) -> int:
        key = "advance", at, replies
        if key not in self.done_:
            place: Place = self.places.things[at]
            self.done_[key] = self.place(place.rank, (*place.history, replies))
        return self.done_[key]

    def reply(self, reply: m.Reply) -> int:
        """The number of a reply, by what a worker does with it: values are checked where they come from."""
        key = reply
        if isinstance(reply, m.Values):
            key = m.Values((), (), reply.clock, reply.ranks)
        elif isinstance(reply, m.Progress):
            key = replace(reply, counts={}, awaited=dict(sorted(reply.awaited.items())))
        elif isinstance(reply, m.Refusal):
            raise Violation(f"refused: {reply.text}")
        return self.replies.number(bytes_of(key), reply)

    # Shards.

    def memory(self, shard: Shard) -> int:
        """The number of what a shard has in its memory."""
        saved = shard.snapshot()
        blocks = {
            name: replace(held, taken=tuple(sorted(held.taken)), pending=tuple(sorted(held.pending, key=by_clock)))
            for name, held in sorted(saved.blocks.items())
        }
        saved = replace(saved, records=0, counts={}, blocks=blocks)
        known = len(self.memories.things)
        number = self.memories.number(bytes_of(saved), saved)
        if number == known:
            self.check_memory(shard)
        return number

    def shard(self, memory: int) -> Shard:
        return Shard([self.memories.things[memory]])

    def check_memory(self, shard: Shard) -> None:
        """What has been taken has been applied, once, if it is its turn; in rounds where there is no staleness."""
        for name, block in shard.blocks.items():
            for rank in self.all:
                taken = block.taken.get(rank, 0)
                for clock in range(self.clocks):
                    there = clock < taken if self.staleness else clock < min(taken, block.complete)
                    wanted = int(there and rank in shard.members(clock))
                    found = int(block.value[rank * self.clocks + clock])
                    if found != wanted:
                        raise Violation(f"{name} holds worker {rank}'s {clock} {found} times, not {wanted}")

    def check_values(self, shard: Shard, request: m.Pull, reply: m.Values) -> None:
        clock = request.clocks[0]
        for value in reply.values:
            for rank in self.all:
                for of in range(self.clocks):
                    found, member = value[rank * self.clocks + of], rank in shard.members(of)
                    least = member and (of < clock - self.staleness or (rank == request.rank and of < clock))
                    most = member and (self.staleness > 0 or of < clock)
                    if not least <= found <= most:
                        raise Violation(f"worker {request.rank} at {clock} read worker {rank}'s {of} {found} times")

    def server(self, log: int, memory: int, point: Callable[[str], Any]) -> tuple[FullStore, Server]:
        store = FullStore()
        store.records = [self.memories.things[log]]
        server = Server(store, point=point)
        if memory != log:
            server.shard = self.shard(memory)
        return store, server

    def ask(self, server: Server, request: m.Request) -> int:
        """The answer to a request (-1: none)."""
        answers = server.deliver("it", request)
        if not answers:
            return -1
        reply = answers[0][1].reply
        if isinstance(reply, m.Refusal) and reply.again:
            return -1
        if isinstance(reply, m.Values):
            pull = request.pull if isinstance(request, m.Exchange) else request
            assert isinstance(pull, m.Pull)
            self.check_values(server.shard, pull, reply)
        return self.reply(reply)

    def deliver(self, log: int, memory: int, number: int) -> list[Outcome]:
        """What a request to a server can come to."""
        key = "deliver", log, memory, number
        if key in self.done_:
            return self.done_[key]
        request, points = self.requests.things[number], list[str]()
        store, server = self.server(log, memory, points.append)
        answer = self.ask(server, request)
        found = [Outcome(self.memory(Shard(store.records)), self.memory(server.shard), -1, answer, 0)]
        for point in dict.fromkeys(points):
            for takeover in (False, True):
                found.append(self.interrupted(log, memory, request, point, takeover))
        if points:
            store, server = self.server(log, memory, lambda name: None)
            store.full = True
            answer = self.ask(server, request)
            found.append(Outcome(self.memory(Shard(store.records)), self.memory(server.shard), -1, answer, 1))
        self.done_[key] = list(dict.fromkeys(found))
        return self.done_[key]

    def interrupted(self, log: int, memory: int, request: m.Request, at: str, takeover: bool) -> Outcome:
        """What comes of a request if at some point the server stops, or another takes its place."""

        def point(name: str) -> None:
            if name == at and takeover:
                store.epoch += 1
            elif name == at:
                raise Stopped

        store, server = self.server(log, memory, point)
        try:
            answer = self.ask(server, request)
        except (Stopped, Fenced):
            answer = -1
        kept = self.memory(Shard(store.records))
        return Outcome(kept, kept, self.memory(server.shard) if takeover else -1, answer, 1)

    def asked_old(self, memory: int, number: int) -> int:
        """What a server says that another has taken the place of."""
        key = "old", memory, number
        if key not in self.done_:
            store, server = self.server(memory, memory, lambda name: None)
            store.epoch += 1
            try:
                self.done_[key] = self.ask(server, self.requests.things[number])
            except Fenced:
                self.done_[key] = -1
        return self.done_[key]

    def change(self, number: int) -> m.Request:
        """What of a request may change a shard."""
        request = self.requests.things[number]
        return request.push if isinstance(request, m.Exchange) else request

    def is_in(self, log: int, number: int) -> bool:
        """Whether what was acknowledged is in a log."""
        key = "in", log, number
        if key not in self.done_:
            self.done_[key] = not isinstance(self.shard(log).judge(self.change(number)), m.Record)
        return self.done_[key]

    def is_settled(self, log: int, number: int) -> bool:
        """Whether a request that comes late does nothing any more."""
        key = "settled", log, number
        if key not in self.done_:
            judged = self.shard(log).judge(self.change(number))
            self.done_[key] = isinstance(judged, m.Ack | m.Edge | m.Progress | m.Values)
        return self.done_[key]

    # States: of each shard its number, of each worker its number, how many faults are left.

    def start(self, rank: int) -> tuple[int, tuple[int, ...], tuple[int, ...]]:
        at = self.place(rank, ())
        return at, (-1,) * len(self.places.things[at].asks), (0,) * self.shards

    def first(self) -> State:
        empty = self.memory(Shard())
        shards = [self.shard_states.of((empty, empty, ()))] * self.shards
        workers = [self.worker_states.of((*self.start(rank), (None,) * self.clocks, ())) for rank in self.all]
        return *shards, *workers, self.faults

    def is_end(self, state: State) -> bool:
        return all(self.places.things[self.worker_states.things[at][0]].done for at in state[self.shards : -1])

    def check_end(self, state: State) -> None:
        for at in state[: self.shards]:
            log = self.shard(self.shard_states.things[at][0])
            for worker in state[self.shards : -1]:
                for clock, ranks in enumerate(self.worker_states.things[worker][3]):
                    if ranks not in (None, log.members(clock)):
                        raise Violation(f"round {clock} is of {log.members(clock)}, somebody was told {ranks}")
            for block in log.blocks.values():
                for clock in range(self.clocks):
                    for rank in log.members(clock):
                        if block.value[rank * self.clocks + clock] != 1:
                            raise Violation(f"worker {rank}'s {clock} is lost in the end")

    def after(self, state: State) -> Iterator[State]:
        """The states that can follow."""
        left, shards = state[-1], self.shards
        for place in range(shards, len(state) - 1):
            for shard in range(shards):
                for worker, now, cost in self.moves(shard, state[shard], state[place]):
                    if cost > left:
                        continue
                    following = list(state)
                    following[place], following[-1] = worker, left - cost
                    if now != state[shard]:
                        following[shard] = now
                        for other in range(shards, len(state) - 1):
                            following[other] = self.settled(shard, now, following[other])
                    yield tuple(following)
            if left and (again := self.again(state[place])) is not None:
                following = *state[:place], again, *state[place + 1 : -1], left - 1
                for shard in range(shards):
                    settled = self.settled(shard, state[shard], following[place])
                    following = *following[:place], settled, *following[place + 1 :]
                yield following
        for shard in range(shards if left else 0):
            yield *state[:shard], self.taken_over(state[shard]), *state[shard + 1 : -1], left - 1

    def moves(self, shard: int, at: int, of: int) -> list[tuple[int, int, int]]:
        """What can come of a worker and a shard by one message between them, and at what cost."""
        key = "moves", shard, at, of
        if key in self.done_:
            return self.done_[key]
        log, memory, olds = self.shard_states.things[at]
        worker: WorkerState = self.worker_states.things[of]
        place, replies, seen, _, late = worker
        found: list[tuple[int, int, int]] = []
        for i, (where, request) in enumerate(self.places.things[place].asks):
            if where != shard or replies[i] >= 0:
                continue
            for to, kept, old, answer, cost in self.deliver(log, memory, request):
                now = self.shard_states.of((to, kept, (*olds, old) if old >= 0 else olds))
                found.append((of, now, cost))
                if answer >= 0:
                    found.append((self.has(worker, i, answer, shard, len(olds), to), now, cost))
            for j in range(seen[shard], len(olds)):
                answer = self.asked_old(olds[j], request)
                if answer >= 0:
                    found.append((self.has(worker, i, answer, shard, j, log), at, 0))
        for where, request in late:
            if where == shard:
                for to, kept, old, _, cost in self.deliver(log, memory, request):
                    found.append((of, self.shard_states.of((to, kept, (*olds, old) if old >= 0 else olds)), cost))
        self.done_[key] = [move for move in dict.fromkeys(found) if move[:2] != (of, at)]
        return self.done_[key]

    def again(self, of: int) -> int | None:
        """A worker that was stopped, and is started again; its messages are still on their way."""
        place, replies, _, known, late = self.worker_states.things[of]
        at: Place = self.places.things[place]
        if at.done:
            return None
        waiting = {ask for i, ask in enumerate(at.asks) if replies[i] < 0}
        return self.worker_states.of((*self.start(at.rank), known, tuple(sorted({*late, *waiting}))))

    def taken_over(self, at: int) -> int:
        """A shard that another server has taken over at rest; the old one goes on being asked."""
        log, memory, olds = self.shard_states.things[at]
        return self.shard_states.of((log, log, (*olds, memory)))

    def settled(self, shard: int, at: int, of: int) -> int:
        """A worker without late messages to a shard that would do nothing there any more."""
        worker: WorkerState = self.worker_states.things[of]
        if not worker[4]:
            return of
        log: int = self.shard_states.things[at][0]
        late = tuple([one for one in worker[4] if one[0] != shard or not self.is_settled(log, one[1])])
        return self.worker_states.of((*worker[:4], late))

    def has(self, worker: WorkerState, i: int, answer: int, shard: int, epoch: int, log: int) -> int:
        """A worker that has got an answer."""
        at, replies, seen, known, late = worker
        request, reply = self.places.things[at].asks[i][1], self.replies.things[answer]
        if isinstance(reply, m.Ack | m.Values) and not self.is_in(log, request):
            raise Violation(f"acknowledged, and not in the log: {self.requests.things[request]}")
        if isinstance(reply, m.Values) and reply.ranks and reply.clock < self.clocks:
            if known[reply.clock] not in (None, reply.ranks):
                raise Violation(f"round {reply.clock} was said to be of {known[reply.clock]}, now {reply.ranks}")
            known = *known[: reply.clock], reply.ranks, *known[reply.clock + 1 :]
        seen = *seen[:shard], max(seen[shard], epoch), *seen[shard + 1 :]
        replies = *replies[:i], answer, *replies[i + 1 :]
        if min(replies) >= 0:
            at = self.advance(at, replies)
            replies = (-1,) * len(self.places.things[at].asks)
        return self.worker_states.of((at, replies, seen, known, late))

    def explore(self, limit: int = 1 << 62) -> dict[str, int]:
        """All states, and counts of them. Violation: something does not hold in one, or it leads nowhere."""
        first = self.first()
        numbers: dict[State, int] = {first: 0}
        queue = deque([first])
        origins, targets, ends = array("L"), array("L"), list[int]()
        while queue and len(numbers) < limit:
            state = queue.popleft()
            number = numbers[state]
            if self.is_end(state):
                self.check_end(state)
                ends.append(number)
                continue
            for following in self.after(state):
                size = len(numbers)
                target = numbers.setdefault(following, size)
                if target == size:
                    queue.append(following)
                if target != number:
                    origins.append(number)
                    targets.append(target)
        leads = np.zeros(len(numbers), bool)
        leads[ends] = True
        origin, target = np.asarray(origins), np.asarray(targets)
        while not queue:  # it was explored to its end
            more = origin[leads[target] & ~leads[origin]]
            if not len(more):
                break
            leads[more] = True
        if not queue and not leads.all():
            raise Violation(f"{(~leads).sum()} states from which not all workers can be done")
        return {"states": len(numbers), "transitions": len(origins), "ends": len(ends)}


MODELS: dict[str, dict[str, Any]] = {
    "2 workers, without staleness": {"staleness": 0},
    "2 workers, staleness 1": {"staleness": 1},
    "2 workers that exchange, without staleness": {"staleness": 0, "exchanging": True},
    "2 workers that exchange, staleness 1": {"staleness": 1, "exchanging": True},
    "1 worker and 1 that joins, without staleness": {"staleness": 0, "workers": 1, "joining": 1},
    "1 worker and 1 that joins, staleness 1": {"staleness": 1, "workers": 1, "joining": 1},
}

if __name__ == "__main__":
    clocks, faults = [*map(int, sys.argv[1:]), *[3, 2][len(sys.argv) - 1 :]][:2]
    for name, options in MODELS.items():
        began = time.perf_counter()
        limited = faults if "joins" not in name else min(faults, 1)
        counts = Model(clocks=clocks, faults=limited, **options).explore()
        figures = ", ".join(f"{number:,} {what}" for what, number in counts.items())
        took_s = time.perf_counter() - began
        print(f"{name}, 2 shards, {clocks} clocks, {limited} faults: {figures}; {took_s:.0f} s", flush=True)
