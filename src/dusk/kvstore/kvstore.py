"""What workers hold: keys whose values are kept elsewhere, contributions pushed to them, values pulled back."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, cast

import numpy as np

import dusk.numpy as dnp
from dusk.array import taken_over
from dusk.engine import current
from dusk.kvstore import messages as m
from dusk.kvstore.client import Call, Client
from dusk.kvstore.payloads import Compression
from dusk.kvstore.training import SharedOptimiser
from dusk.kvstore.transport import Link, Transport
from dusk.kvstore.updates import ASSIGN, Update
from dusk.kvstore.worker import Array, Ask, Result, Steps, Worker, array_of, contribution
from dusk.optim import Optimiser

_numbers = iter(range(1 << 62))


class KVStore:
    """Keys and their values, shared by workers; `dusk.kvstore.create` makes it.

    Each worker calls `init`, then round after round `push` (its gradients) and `pull` (the values). `staleness` says
    how many rounds a worker may be ahead of the slowest: 0 (every round is one update by the sum of all contributions,
    in the order of ranks, the same bits in every run), a number, or infinity. See docs/kvstore.md.

    Keys are texts or numbers, values arrays of NumPy's or Dusk's; wherever one key is taken, a list of them is, with a
    list of values. Workers name the same keys in the same order.
    """

    def __init__(
        self,
        transport: Transport,
        rank: int = 0,
        ranks: Sequence[int] = (0,),
        *,
        staleness: float = 0,
        update: Update = ASSIGN,
        nans: str = "count",
        timeout_s: float = 60.0,
    ) -> None:
        self.rank, self.staleness = rank, staleness
        self._worker = Worker(len(transport.names), rank, ranks, staleness=staleness, update=update, nans=nans)
        self._link = Link(transport, Client(transport.names, timeout_s=timeout_s), (rank, next(_numbers)))
        self._pushes: dict[str, list[Call]] = {}
        self._lock = threading.Lock()
        self._do(self._worker.begin())

    def _do(self, steps: Steps[Result]) -> Result:
        """Go through steps, waiting for the replies of each."""
        try:
            calls = self._asked(next(steps))
            while True:
                calls = self._asked(steps.send(self._link.wait(calls)))
        except StopIteration as done:
            return done.value

    def _asked(self, asks: Iterable[Ask]) -> list[Call]:
        return [self._link.ask(shard, request) for shard, request in asks]

    def _last(self, steps: Steps[Result], calls: Sequence[Call]) -> Result:
        """What comes of steps by the replies to the last of them, which nobody awaits if this is interrupted."""
        try:
            steps.send(self._link.wait(calls))
        except StopIteration as done:
            return done.value
        except BaseException:
            self._link.drop(calls)
            raise
        raise RuntimeError("there is another step")

    @property
    def overlaps(self) -> bool:
        """Whether `exchange` is worth it: contributions go on beside what is computed, in any order."""
        return getattr(self._link.transport, "overlaps", True)

    @property
    def num_workers(self) -> int:
        """The number of workers there are in this round."""
        return len(self._worker.ranks)

    @property
    def ranks(self) -> tuple[int, ...]:
        """The workers there are in this round."""
        return self._worker.ranks

    @property
    def clock(self) -> int:
        """The number of rounds that this worker has contributed to: where one that was started again goes on, after
        `init`. Keys that are not pushed to in every round do not count."""
        return self._worker.clock

    def optimiser(self, optimiser: Optimiser) -> SharedOptimiser:
        """An optimiser for the loop of one worker, by which it becomes one of many: in place of `optimiser` itself.

        >>> from dusk import kvstore, optim
        >>> import dusk.numpy as np
        >>> w, moved = {"w": np.ones(2)}, kvstore.create().optimiser(optim.SGD(0.5))
        >>> moved.update(w, {"w": np.ones(2)})
        >>> w["w"]
        array([0.5, 0.5])
        """
        return SharedOptimiser(self, optimiser)

    def init(self, key: Any, value: Any, update: Update | None = None) -> None:
        """Name keys, with their first values: those of the first worker count, all others wait for them. `update`: what
        becomes of these in place of what the kvstore does.

        ValueError: the key exists here, or there with another shape, dtype or optimiser.
        """
        arrays = {name: array_of(one) for name, one in self._pairs(key, value)}
        if again := [name for name in arrays if name in self._worker.likes]:
            raise ValueError(f"the key {again[0]!r} has been initialised: push to it")
        self._do(self._worker.init(arrays, update))

    def push(self, key: Any, value: Any, priority: int = 0) -> None:
        """Contribute to keys; returns at once, and `pull` waits for it. Of several that wait, the one of the highest
        priority is sent first. When a key is pushed to again, all contributions before have to be taken first.

        A value is an array of the key's shape and dtype; a list of such, whose sum (in this order) is contributed; or a
        pair `(rows, values)` of row numbers and these rows, where all others are zero. KeyError: no such key;
        ValueError: another shape or dtype. What goes wrong later is raised by the next `pull` of the key.
        """
        for name, one in self._pairs(key, value):
            self._begin_round(name)
            payload = contribution(one, self._worker.likes[name], name)
            clock = self._worker.count(name)
            current().push(
                lambda name=name, clock=clock, payload=payload: self._send(name, clock, payload),
                writes=((self._link, name),),
                priority=priority,
            )

    def _begin_round(self, name: str) -> None:
        """See that there is one contribution to a key under way at most."""
        self._known(name)
        if name in self._worker.round:
            for earlier in self._worker.round:
                self._sent(earlier)
            self._worker.round.clear()
        self._worker.round.add(name)

    def exchange(
        self, keys: Sequence[str], reads: Sequence[Any], made: Callable[[], Sequence[Any]], priority: int = 0
    ) -> Callable[[], list[Array]]:
        """Contribute to keys what `made()` gives as soon as what it `reads` (variables of the engine) is there, and ask
        for their values at once; gives what waits for these. So both go on while something else is computed. Nobody may
        write to what was contributed until the values are there.
        """
        names = list(keys)
        return self._exchange(names, reads, lambda: self._contributions(names, made()), priority)

    def _contributions(self, names: Sequence[str], values: Sequence[Any]) -> list[m.Payload]:
        """Contributions that nobody writes to until they have been taken: copied, if they go no further."""
        own, likes = not getattr(self._link.transport, "copies", False), self._worker.likes
        return [contribution(value, likes[name], name, own) for name, value in zip(names, values, strict=True)]

    def _exchange(
        self, names: Sequence[str], reads: Sequence[Any], payloads: Callable[[], Sequence[m.Payload]], priority: int
    ) -> Callable[[], list[Array]]:
        for name in names:
            self._begin_round(name)
        clocks = [self._worker.count(name) for name in names]

        def send() -> tuple[Steps[list[Array]], list[Call]]:
            steps = self._worker.exchange(names, clocks, payloads())
            calls = self._asked(next(steps))
            with self._lock:
                self._pushes.setdefault(names[0], []).extend(calls)
            return steps, calls

        task = current().push(send, reads, [(self._link, name) for name in names], priority, name=f"push {names[0]}")

        def values() -> list[Array]:
            steps, calls = task.wait()
            with self._lock:
                self._pushes.pop(names[0], None)  # what goes wrong with them is raised here
            return self._last(steps, calls)

        return values

    def _send(self, name: str, clock: int, payload: m.Payload) -> None:
        """Send a contribution to the shards that have the key; one of the key's before has been sent by then."""
        calls = self._asked(self._worker.push(name, clock, payload))
        with self._lock:
            self._pushes.setdefault(name, []).extend(calls)

    def pull(self, key: Any, out: Any = None, rows: Any = None) -> Any:
        """The values of keys as of this worker's clock, as arrays of Dusk's; waits until they are there.

        With a staleness of 0 that is exactly the value after as many rounds as this worker has contributed to; else one
        in which all contributions are that are more than `staleness` rounds old, and its own. `out`: an array (or a
        list of them: copies on devices) to write to. `rows`: row numbers; only these rows, in this order.
        """
        names = [name for name, _ in self._pairs(key, key)]
        wanted = rows if isinstance(key, list | tuple) and rows is not None else [rows] * len(names)
        for name in names:
            self._handed(name)
        steps = self._worker.pull(names, [None if one is None else np.asarray(one) for one in wanted])
        calls = self._asked(next(steps))  # they arrive behind the contributions, and wait for these there
        try:
            for name in names:
                self._sent(name)
        except BaseException:
            self._link.drop(calls)
            raise
        return self._given(key, names, self._last(steps, calls), out)

    def _given(self, key: Any, names: Sequence[str], found: list[Array], out: Any) -> Any:
        """Values as `pull` gives them; the list is used up."""
        many = isinstance(key, list | tuple)
        places = out if many and out is not None else [out] * len(names)
        made: list[Any] = []
        for name, place in zip(names, places, strict=True):
            value = [found.pop(0)]  # in a list of its own: no other reference, if the memory is nobody else's
            targets: list[Any] = [*place] if isinstance(place, list | tuple) else [] if place is None else [place]
            for target in targets:
                if target.shape != value[0].shape:
                    kind = m.kind_of(value[0])
                    raise ValueError(f"key {name!r} is {kind}, what it is to be written to {target.shape}")
                target[...] = value[0]
            taken = taken_over(value)
            made.append(dnp.array(value[0]) if taken is None else taken)
        return made if many else made[0]

    def row_sparse_pull(self, key: Any, row_ids: Any, out: Any = None) -> Any:
        """Some rows of keys; see `pull`."""
        return self.pull(key, out, rows=row_ids)

    def pushpull(self, key: Any, value: Any, out: Any = None, priority: int = 0) -> Any:
        """Contribute to keys, and give their values after that: as `push` and `pull`, in half as many messages."""
        pairs = list(self._pairs(key, value))
        names = [name for name, _ in pairs]
        if not self.overlaps or len(set(names)) < len(names):
            self.push(key, value, priority)
            return self.pull(key, out)
        for name in names:
            self._known(name)
        payloads = self._contributions(names, [one for _, one in pairs])
        return self._given(key, names, self._exchange(names, (), lambda: payloads, priority)(), out)

    def broadcast(self, key: Any, value: Any, out: Any = None) -> Any:
        """Name keys, and give the values that all workers begin with."""
        self.init(key, value)
        return self.pull(key, out)

    def _handed(self, name: str) -> None:
        """Wait until the contributions to a key are on their way. KeyError: there is no such key."""
        self._known(name)
        current().wait_for((self._link, name))

    def _sent(self, name: str) -> None:
        """Wait until the contributions to a key have been taken; raises what went wrong with them."""
        self._handed(name)
        with self._lock:
            calls = self._pushes.pop(name, [])
        self._link.wait(calls)

    def _known(self, name: str) -> None:
        if name not in self._worker.likes:
            raise KeyError(f"there is no key {name!r}; keys are named by init first")

    def set_optimizer(self, optimizer: Update) -> None:
        """Have the servers update values by an optimiser of `dusk.optim`, sent as a graph; by a pure function of
        (value, sum of contributions) to the new value; or by "add" or "assign", which is the default."""
        for name in self._worker.likes:
            self._sent(name)
        self._do(self._worker.use(optimizer))

    set_updater = set_optimizer

    def set_gradient_compression(self, threshold: float | Mapping[str, Any] | None = 0.5) -> None:
        """Send contributions as two bits a number from now on; what that loses is added to the next (None: whole).

        MXNet's form, `{"type": "2bit", "threshold": 0.5}`, is taken, too. ValueError: another type.
        """
        if isinstance(threshold, Mapping):
            if threshold.get("type", "2bit") != "2bit":
                raise ValueError(f"gradients are compressed to 2bit, not {threshold['type']!r}")
            threshold = float(threshold.get("threshold", 0.5))
        self._worker.compression = None if threshold is None else Compression(threshold)

    def barrier(self) -> None:
        """Wait until all workers are here."""
        for name in self._worker.likes:
            self._sent(name)
        self._do(self._worker.arrive())

    def leave(self) -> int:
        """Take this worker out of the set of workers: the clock from which on the others share rounds without it. Until
        then it has to contribute as before, which `rounds` does."""
        return self._do(self._worker.leave())

    def rounds(self, count: int) -> Iterator[int]:
        """The rounds of this worker up to `count`, from where it is; each is over when all keys have been pushed to."""
        while (clock := self.clock) < min(count, self._worker.end):
            yield clock
            if self.clock == clock:
                behind = [name for name, at in self._worker.clocks.items() if at == clock]
                raise ValueError(f"round {clock} has no contribution of this worker to {behind[:3]}")

    def share(self, size: int) -> slice:
        """Which of the `size` samples of a round are this worker's: parts of about one size, in the order of ranks."""
        return self._worker.share(size)

    def counts(self) -> dict[str, int]:
        """What the servers have met: contributions "applied" to blocks, met "again", and with "nans"."""
        total: dict[str, int] = {}
        asks = self._worker.everywhere(m.Status(self.rank))
        for progress in self._link.wait([self._link.ask(shard, status) for shard, status in asks]):
            for name, number in progress.counts.items():
                total[name] = total.get(name, 0) + number
        return total

    def close(self) -> None:
        """Wait until all contributions have been taken, and let go of the servers."""
        try:
            for name in list(self._worker.likes):
                self._sent(name)
        finally:
            self._link.close()

    def __enter__(self) -> KVStore:
        return self

    def __exit__(self, *exc: object) -> None:
        if exc[0] is None:
            self.close()
        else:
            self._link.close()

    def _pairs(self, key: Any, value: Any) -> Iterable[tuple[str, Any]]:
        """Keys by name, and their values."""
        many = isinstance(key, list | tuple)
        keys = cast("Sequence[Any]", key) if many else [key]
        values = cast("Sequence[Any]", value) if many else [value]
        if len(keys) != len(values):
            raise ValueError(f"{len(keys)} keys were given {len(values)} values")
        return [(_name(one), of) for one, of in zip(keys, values, strict=True)]


def _name(key: Any) -> str:
    if not isinstance(key, str | int) or isinstance(key, bool):
        raise TypeError(f"a key is a text or a number, not {key!r}")
    return str(key)
