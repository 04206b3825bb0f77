"""What a server of parameters does, without the server: a deterministic machine whose log is its memory.

`judge` looks at a request and changes nothing: it gives a reply, or a record that has to be in the log first, or None:
the request has to wait. `accept` does what a record says. Who has the log has the shard: `accept` of the same records
gives the same bits, so a server that was killed comes back as what it had acknowledged.

Consistency is one number, the staleness s. A worker that has contributed c times to a block may go on as soon as the
block holds all contributions of all workers of clocks below c - s: 0 is bulk synchronous (BSP), a number stale
synchronous (SSP), infinity asynchronous (ASP). With s = 0 the contributions of a round are added in the order of ranks
and applied at once, and a worker sees exactly version c, whoever was killed meanwhile: the version before the last is
kept. With more, each is applied as it comes.

Source: Ho et al., "More Effective Distributed ML via a Stale Synchronous Parallel Parameter Server" (2013); Li et al.,
"Scaling Distributed Machine Learning with the Parameter Server" (2014), for vector clocks.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from dusk.kvstore import messages as m
from dusk.kvstore.payloads import add_to, decoded, is_finite
from dusk.kvstore.updates import Rule, rule_of

Array = np.ndarray[Any, Any]


class Block:
    """A key, or some rows of one: the unit that has versions.

    `complete` is the number of rounds of which all contributions are in `value`; `before` is the value one round
    earlier. `taken[rank]` is one more than the clock of the last contribution taken; those that wait for others of
    their round are `pending`. `lacking` is how many of the round are still to come, if that has been counted.
    """

    __slots__ = ("before", "complete", "lacking", "pending", "rule", "states", "taken", "updates", "value")

    def __init__(self, value: Array, rule: Rule) -> None:
        self.value = self.before = value
        self.complete = self.updates = 0
        self.lacking: int | None = None
        self.taken: dict[int, int] = {}
        self.pending: dict[tuple[int, int], m.Payload] = {}
        self.use(rule)

    def use(self, rule: Rule) -> None:
        """Be updated by another rule from now on."""
        self.rule = rule
        self.states: tuple[Array, ...] = rule.start(self.value)

    def apply(self, contributions: Sequence[m.Payload]) -> None:
        """One update by the sum of contributions, added in this order; nothing that was handed out changes."""
        total = decoded(contributions[0], self.value)
        if len(contributions) > 1:
            total = total.copy()
            for other in contributions[1:]:
                add_to(total, other)
        self.value, self.states = self.rule(self.value, total, self.updates, self.states)
        self.updates += 1


class Shard:
    """The blocks of one server.

    `counts`: contributions applied ("applied"), met again after that ("again"), not finite ("nans").
    """

    def __init__(self, records: Iterable[m.Record] = ()) -> None:
        self.settings: m.Configure | None = None
        self.blocks: dict[str, Block] = {}
        self.counts: Counter[str] = Counter()
        self.arrived: dict[int, int] = {}
        self.records = 0  # accepted so far
        self.turns = 0  # changes so far that any worker may wait for; a contribution without one only its own does
        self._eras: list[tuple[int, tuple[int, ...]]] = []  # workers, from which clock on
        self._held = ("", m.INFINITE)  # a change that is under way, and its first clock here
        self._changes: dict[str, int] = {}  # their clocks
        self._updates = 0
        for record in records:
            self.accept(record)

    def judge(self, request: m.Single) -> m.Reply | m.Record | None:
        """The reply to a request; or what is to be accepted before it can be judged again; or None: it has to wait."""
        if isinstance(request, m.Configure):
            return self._configure(request)
        if self.settings is None:
            return None
        match request:
            case m.Push():
                return self._push(request)
            case m.Pull():
                return self._pull(request)
            case m.Init():
                return self._init(request)
            case m.Update():
                if request.number <= self._updates:
                    return m.Ack()
                values = [self.blocks[name].value for name in request.names]
                return _unfit(request.names, values, request.rule, request.updates) or request
            case m.Status():
                ranks = self._eras[-1][1]
                awaited = {name: self._awaited(block, request.rank) for name, block in self.blocks.items()}
                return m.Progress(
                    awaited, self.arrived.get(request.rank, 0), ranks, tuple(self._changes), dict(self.counts)
                )
            case m.Arrive():
                if self.arrived.get(request.rank, 0) < request.number:
                    return request
                all_here = all(self.arrived.get(rank, 0) >= request.number for rank in self._eras[-1][1])
                return m.Ack() if all_here else None
            case m.Hold():
                if request.change in self._changes:
                    return m.Edge(self._changes[request.change])
                held, edge = self._held
                return m.Edge(edge) if held == request.change else None if held else request
            case m.Members():
                if request.change in self._changes:
                    return m.Ack()
                held, edge = self._held
                if held != request.change or request.edge < edge:
                    return m.Refusal("ValueError", f"the workers cannot change at clock {request.edge}: ask to hold")
                return request

    def accept(self, record: m.Record) -> None:
        """Do what a record says: one that `judge` gave, in the order in which it gave them."""
        self.records += 1
        match record:
            case m.Push():
                self._take(record)
                return
            case m.Init():
                for name, value, rule in zip(record.names, record.values, record.rule, strict=True):
                    self.blocks[name] = Block(value, rule_of(record.updates[rule]))
            case m.Configure():
                self.settings = record
                self._eras = [(0, record.ranks)]
            case m.Update():
                self._updates = record.number
                for name, rule in zip(record.names, record.rule, strict=True):
                    self.blocks[name].use(rule_of(record.updates[rule]))
            case m.Arrive():
                self.arrived[record.rank] = record.number
            case m.Hold():
                # a worker that has contributed up to a clock may know who shares the next one with it; so may one who
                # has joined at a clock
                first, ranks = self._eras[-1]
                known = [block.taken.get(rank, 0) for block in self.blocks.values() for rank in ranks]
                self._held = record.change, max([first, *known]) + 1 if ranks else first
            case m.Members():
                self._held = "", m.INFINITE
                self._changes[record.change] = record.edge
                self._eras = [era for era in self._eras if era[0] < record.edge]
                self._eras.append((record.edge, record.ranks))
                for block in self.blocks.values():
                    block.lacking = None
                    self._advance(block)
            case m.Snapshot():
                self._restore(record)
        self.turns += 1

    def snapshot(self) -> m.Snapshot:
        """All of it as one record."""
        blocks = {
            name: m.Held(
                b.value, b.before, b.rule.text, b.states, b.complete, b.updates, tuple(b.taken.items()),
                tuple([(clock, rank, payload) for (clock, rank), payload in b.pending.items()]),
            )
            for name, b in self.blocks.items()
        }  # fmt: skip
        arrived = tuple(self.arrived.items())
        changes, counts = tuple(self._changes.items()), dict(self.counts)
        return m.Snapshot(
            self.records, self.settings, tuple(self._eras), self._held, changes, arrived, self._updates, counts, blocks
        )

    def _restore(self, saved: m.Snapshot) -> None:
        self.records = saved.records
        self.settings, self._updates, self._held = saved.settings, saved.updates, (saved.held[0], saved.held[1])
        self._eras = [(clock, ranks) for clock, ranks in saved.eras]
        self._changes, self.counts, self.arrived = dict(saved.changes), Counter(saved.counts), dict(saved.arrived)
        self.blocks = {}
        for name, held in saved.blocks.items():
            block = self.blocks[name] = Block(held.value, rule_of(held.rule))
            block.before, block.states = held.before, held.states
            block.complete, block.updates, block.taken = held.complete, held.updates, dict(held.taken)
            block.pending = {(clock, rank): payload for clock, rank, payload in held.pending}

    def members(self, clock: int) -> tuple[int, ...]:
        """The workers of a clock, in the order in which their contributions are added."""
        return next((ranks for first, ranks in reversed(self._eras) if first <= clock), ())

    def _awaited(self, block: Block, rank: int) -> int:
        """The clock of the contribution that a block awaits from a worker; INFINITE if it awaits none."""
        taken = block.taken.get(rank, 0)
        ends = [*(first for first, _ in self._eras[1:]), m.INFINITE]
        for (first, ranks), end in zip(self._eras, ends, strict=True):
            if end > taken and rank in ranks:
                return max(first, taken)
        return m.INFINITE

    def _configure(self, request: m.Configure) -> m.Reply | m.Record | None:
        if self.settings is None:
            return request if request.ranks else None
        for what in ("version", "staleness", "nans", "ranks"):
            here, given = getattr(self.settings, what), getattr(request, what)
            if here != given and (given or what != "ranks"):
                text = f"{what} is {given} for this worker, but {here} for those who came before"
                return m.Refusal("ValueError", text)
        return m.Ack()

    def _init(self, request: m.Init) -> m.Reply | m.Record | None:
        for name, here, rule in zip(request.names, request.kinds, request.rule, strict=True):
            block = self.blocks.get(name)
            if block is None:
                continue
            there = m.kind_of(block.value)
            if there != here:
                text = f"{name!r} is {here} in this worker's model, but {there} in the model that is trained here"
                return m.Refusal("ValueError", text)
            if block.rule.text != request.updates[rule] and not self._updates:
                return m.Refusal("ValueError", f"{name!r} is updated by another optimiser in this worker's program")
        new = [i for i, name in enumerate(request.names) if name not in self.blocks]
        if not new:
            return m.Ack()
        if request.rank != self._eras[0][1][0]:
            return None
        made = m.Init(
            request.rank,
            tuple([request.names[i] for i in new]),
            tuple([request.kinds[i] for i in new]),
            tuple([request.values[i] for i in new]),
            tuple([request.rule[i] for i in new]),
            request.updates,
        )
        return _unfit(made.names, made.values, made.rule, made.updates) or made

    def _push(self, request: m.Push) -> m.Reply | m.Record | None:
        if len({entry.block for entry in request.entries}) < len(request.entries):
            return m.Refusal("ValueError", "a block is contributed to more than once by one push")
        new: list[m.Entry] = []
        for entry in request.entries:
            block = self.blocks.get(entry.block)
            if block is None:
                return m.Refusal("KeyError", f"there is no {entry.block!r} here: workers begin with init of all keys")
            awaited = self._awaited(block, request.rank)
            if awaited == m.INFINITE and entry.clock >= block.taken.get(request.rank, 0):
                ranks = self._eras[-1][1]
                return m.Refusal("ValueError", f"worker {request.rank} is none of the workers {list(ranks)} any more")
            if entry.clock < awaited:  # it has been taken before
                continue
            if entry.clock > awaited or entry.clock >= self._held[1]:
                return None
            refused = self._misfit(entry, block)
            if refused is not None:
                return refused
            new.append(entry)
        if not new:
            return m.Ack()
        return request if len(new) == len(request.entries) else m.Push(request.rank, tuple(new))

    def _misfit(self, entry: m.Entry, block: Block) -> m.Refusal | None:
        try:
            decoded(entry.payload, block.value, check=True)
        except ValueError as error:
            return m.Refusal("ValueError", f"{entry.block!r}: {error}")
        assert self.settings is not None
        if self.settings.nans == "refuse" and not is_finite(entry.payload):
            return m.Refusal("NanError", f"the gradient of {entry.block!r} at clock {entry.clock} is not finite")
        return None

    def _take(self, record: m.Push) -> None:
        assert self.settings is not None
        for entry in record.entries:
            block, payload = self.blocks[entry.block], entry.payload
            if not is_finite(payload):
                self.counts["nans"] += 1
                if self.settings.nans == "skip":
                    payload = np.zeros_like(block.value)
            block.taken[record.rank] = entry.clock + 1
            if entry.clock == block.complete and block.lacking is not None:
                block.lacking -= 1
            block.pending[entry.clock, record.rank] = payload
            self._advance(block)

    def _advance(self, block: Block) -> None:
        """Apply what can be, and count the rounds that are complete by that."""
        assert self.settings is not None
        if self.settings.staleness:
            for at in sorted(block.pending):
                self._apply(block, [at])
        last = self._eras[-1][0]
        while (ranks := self.members(block.complete)) or block.complete < last:
            if block.lacking is None:
                block.lacking = sum(block.taken.get(rank, 0) <= block.complete for rank in ranks)
            if block.lacking:
                break
            if not self.settings.staleness:
                block.before = block.value
                if ranks:
                    self._apply(block, [(block.complete, rank) for rank in ranks])
            block.complete, block.lacking = block.complete + 1, None
            self.turns += 1

    def _apply(self, block: Block, contributions: Sequence[tuple[int, int]]) -> None:
        block.apply([block.pending.pop(at) for at in contributions])
        self.counts["applied"] += len(contributions)

    def _pull(self, request: m.Pull) -> m.Reply | None:
        assert self.settings is not None
        values: list[Array] = []
        versions: list[int] = []
        for i, (name, clock) in enumerate(zip(request.names, request.clocks, strict=True)):
            block = self.blocks.get(name)
            # what a worker has contributed itself, it sees
            if block is None or not self._held[1] > clock <= self._awaited(block, request.rank):
                return None
            if clock - self.settings.staleness > block.complete:
                return None
            value, version = block.value, block.complete
            if version > clock and not self.settings.staleness:
                value, version = block.before, version - 1
                if version > clock and request.rank not in self.members(clock):  # it has left, and may see the newest
                    value, version = block.value, block.complete
                elif version > clock:
                    text = f"version {clock} of {name!r} is not kept any more: the newest is {block.complete}"
                    return m.Refusal("ValueError", text)
            rows = None if request.rows is None else request.rows[i]
            values.append(value if rows is None else value[rows])
            versions.append(version)
        clock = min(request.clocks, default=0)
        return m.Values(tuple(values), tuple(versions), clock, self.members(clock))


def _unfit(
    names: Sequence[str], values: Sequence[Array], rules: Sequence[int], updates: Sequence[str]
) -> m.Refusal | None:
    """What is wrong with the rules by which blocks are to be updated."""
    for name, value, rule in zip(names, values, rules, strict=True):
        try:
            rule_of(updates[rule]).check(value)
        except ValueError as error:
            return m.Refusal("ValueError", f"{name!r} cannot be updated so: {error}")
    return None
