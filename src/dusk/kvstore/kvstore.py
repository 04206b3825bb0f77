"""What workers hold: keys whose values are kept elsewhere, contributions pushed to them, values pulled back."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, cast

import numpy as np

import dusk.numpy as dnp
from dusk.array import is_array
from dusk.engine import current
from dusk.kvstore import messages as m
from dusk.kvstore.client import Call, Client
from dusk.kvstore.layout import Layout, Piece, together
from dusk.kvstore.payloads import Compression
from dusk.kvstore.training import SharedOptimiser
from dusk.kvstore.transport import Link, Transport
from dusk.kvstore.updates import ASSIGN, splits, text_of
from dusk.optim import Optimiser

Array = np.ndarray[Any, Any]
Update = Optimiser | str | Callable[..., Any]
NANS = ("count", "skip", "refuse")
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
        if not (staleness == float("inf") or (staleness >= 0 and staleness == int(staleness))):
            raise ValueError(f"staleness={staleness}: a number of rounds from 0 on, or float('inf')")
        if nans not in NANS:
            raise ValueError(f"nans={nans!r}: must be one of {', '.join(map(repr, NANS))}")
        self.rank, self.staleness = rank, staleness
        self._ranks = tuple(ranks)
        self._update, self._updates = update, 0
        self._own: dict[str, Update] = {}  # of keys that are not updated as all others are
        self._link = Link(transport, Client(transport.names, timeout_s=timeout_s), (rank, next(_numbers)))
        self._layout = Layout(len(transport.names))
        self._clocks: dict[str, int] = {}
        self._likes: dict[str, Array] = {}  # of each key an array without memory of its shape and dtype
        self._pushes: dict[str, list[Call]] = {}
        self._round: set[str] = set()  # keys that have been pushed to since the contributions before were taken
        self._lock = threading.Lock()
        self._compression: Compression | None = None
        self._arrived = 0
        self._end = m.INFINITE  # the clock at which this worker is none any more
        joins = rank not in self._ranks
        self._settle(m.Configure(() if joins else self._ranks, float(staleness), nans))
        if joins:
            self._change("join")

    def _settle(self, request: m.Request) -> list[Any]:
        """Have every shard do something."""
        return self._link.wait([self._link.ask(shard, request) for shard in range(len(self._link.transport.names))])

    @property
    def num_workers(self) -> int:
        """The number of workers there are in this round."""
        return len(self._ranks)

    @property
    def ranks(self) -> tuple[int, ...]:
        """The workers there are in this round."""
        return self._ranks

    @property
    def clock(self) -> int:
        """The number of rounds that this worker has contributed to: where one that was started again goes on, after
        `init`. Keys that are not pushed to in every round do not count."""
        clocks = [clock for clock in self._clocks.values() if clock]
        return min((clock for clock in clocks if clock >= max(clocks) - 1), default=0)

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
        arrays = {name: _array(one) for name, one in self._pairs(key, value)}
        if again := [name for name in arrays if name in self._likes]:
            raise ValueError(f"the key {again[0]!r} has been initialised: push to it")
        texts: dict[str, int] = {}
        items: list[tuple[int, int, tuple[Piece, Array, int]]] = []
        for name, array in arrays.items():
            self._likes[name] = np.broadcast_to(np.zeros((), array.dtype), array.shape)
            if update is not None:
                self._own[name] = update
            rule = self._own.get(name, self._update)
            whole = text_of(rule, name, array.shape, array.dtype)
            for piece in self._layout.place(name, array, whole=not splits(whole)):
                part = piece.of(array)
                text = text_of(rule, name, part.shape, part.dtype)
                items.append((piece.shard, part.nbytes, (piece, part, texts.setdefault(text, len(texts)))))
        first = self.rank == self._ranks[0]
        calls: list[Call] = []
        for shard, group in together(items):
            numbers = sorted({number for _, _, number in group})
            init = m.Init(
                self.rank,
                tuple([piece.block for piece, _, _ in group]),
                tuple([m.kind_of(part) for _, part, _ in group]),
                tuple([np.array(part) for _, part, _ in group]) if first else (),
                tuple([numbers.index(number) for _, _, number in group]),
                tuple([list(texts)[number] for number in numbers]),
            )
            calls.append(self._link.ask(shard, init))
        self._link.wait(calls)
        self._find_clocks()

    def _find_clocks(self) -> None:
        awaited: dict[str, int] = {}
        for progress in cast("list[m.Progress]", self._settle(m.Status(self.rank))):
            awaited |= progress.awaited
            self._arrived = max(self._arrived, progress.arrived)
        for name, pieces in self._layout.pieces.items():
            there = min(awaited[piece.block] for piece in pieces)
            self._clocks[name] = there if not self._round else max(self._clocks.get(name, 0), there)
        if not self._round:  # it starts, maybe again: a round that was taken in part begins anew
            latest = max(self._clocks.values(), default=0)
            behind = [name for name, clock in self._clocks.items() if clock >= latest - 1]
            self._clocks |= dict.fromkeys(behind, min((self._clocks[name] for name in behind), default=0))

    def push(self, key: Any, value: Any, priority: int = 0) -> None:
        """Contribute to keys; returns at once, and `pull` waits for it. Of several that wait, the one of the highest
        priority is sent first. When a key is pushed to again, all contributions before have to be taken first.

        A value is an array of the key's shape and dtype; a list of such, whose sum (in this order) is contributed; or a
        pair `(rows, values)` of row numbers and these rows, where all others are zero. KeyError: no such key;
        ValueError: another shape or dtype. What goes wrong later is raised by the next `pull` of the key.
        """
        for name, one in self._pairs(key, value):
            self._known(name)
            if name in self._round:
                for earlier in self._round:
                    self._sent(earlier)
                self._round.clear()
            self._round.add(name)
            payload = _payload(one, self._likes[name], name)
            clock, self._clocks[name] = self._clocks[name], self._clocks[name] + 1
            current().push(
                lambda name=name, clock=clock, payload=payload: self._send(name, clock, payload),
                writes=((self._link, name),),
                priority=priority,
            )

    def _send(self, name: str, clock: int, payload: m.Payload) -> None:
        """Send a contribution to the shards that have the key; one of the key's before has been sent by then."""
        items: list[tuple[int, int, m.Entry]] = []
        for piece in self._layout.pieces[name]:
            part = _rows_of(payload, piece) if isinstance(payload, m.Rows) else piece.of(cast("Array", payload))
            if self._compression is not None and not isinstance(part, m.Rows):
                part = self._compression.encoded(piece.block, part)
            nbytes = part.nbytes if isinstance(part, np.ndarray) else 0
            items.append((piece.shard, nbytes, m.Entry(piece.block, clock, part)))
        calls = [self._link.ask(shard, m.Push(self.rank, tuple(group))) for shard, group in together(items)]
        with self._lock:
            self._pushes.setdefault(name, []).extend(calls)

    def pull(self, key: Any, out: Any = None, rows: Any = None) -> Any:
        """The values of keys as of this worker's clock, as arrays of Dusk's; waits until they are there.

        With a staleness of 0 that is exactly the value after as many rounds as this worker has contributed to; else one
        in which all contributions are that are more than `staleness` rounds old, and its own. `out`: an array (or a
        list of them: copies on devices) to write to. `rows`: row numbers; only these rows, in this order.
        """
        many = isinstance(key, list | tuple)
        names = [name for name, _ in self._pairs(key, key)]
        wanted = rows if many and rows is not None else [rows] * len(names)
        found = self._values(names, [None if one is None else np.asarray(one) for one in wanted])
        places = out if many and out is not None else [out] * len(names)
        for name, value, place in zip(names, found, places, strict=True):
            targets: list[Any] = [*place] if isinstance(place, list | tuple) else [] if place is None else [place]
            for target in targets:
                if target.shape != value.shape:
                    raise ValueError(f"key {name!r} is {m.kind_of(value)}, what it is to be written to {target.shape}")
                target[...] = value
        made = [dnp.array(value) for value in found]
        return made if many else made[0]

    def row_sparse_pull(self, key: Any, row_ids: Any, out: Any = None) -> Any:
        """Some rows of keys; see `pull`."""
        return self.pull(key, out, rows=row_ids)

    def pushpull(self, key: Any, value: Any, out: Any = None, priority: int = 0) -> Any:
        """Contribute to keys, and give their values after that."""
        self.push(key, value, priority)
        return self.pull(key, out)

    def broadcast(self, key: Any, value: Any, out: Any = None) -> Any:
        """Name keys, and give the values that all workers begin with."""
        self.init(key, value)
        return self.pull(key, out)

    def _values(self, names: Sequence[str], rows: Sequence[Array | None]) -> list[Array]:
        for name in names:
            self._sent(name)
        asked: list[tuple[int, int, tuple[int, Piece, Array | None]]] = []
        for i, name in enumerate(names):
            like, wanted = self._likes[name], rows[i]
            if wanted is not None and not (like.ndim and wanted.ndim == 1 and wanted.dtype.kind in "iu"):
                raise ValueError(f"rows of key {name!r}, which is {m.kind_of(like)}, are numbers in a list: {wanted}")
            if wanted is not None and wanted.size and not 0 <= wanted.min() <= wanted.max() < len(like):
                raise IndexError(f"key {name!r} has rows 0 to {len(like) - 1}, not {wanted.min()} to {wanted.max()}")
            for piece in self._layout.pieces[name]:
                part = None if wanted is None else wanted[(wanted >= piece.first) & (wanted < piece.last)] - piece.first
                nbytes = like.nbytes * (piece.last - piece.first) // max(1, len(like) if like.ndim else 1)
                asked.append((piece.shard, nbytes, (i, piece, part)))
        groups = list(together(asked))
        calls = [
            self._link.ask(
                shard,
                m.Pull(
                    self.rank,
                    tuple([piece.block for _, piece, _ in group]),
                    tuple([self._clocks[names[i]] for i, _, _ in group]),
                    None if all(part is None for _, _, part in group) else tuple([part for _, _, part in group]),
                ),
            )
            for shard, group in groups
        ]
        replies = cast("list[m.Values]", self._link.wait(calls))
        parts: list[dict[int, Array]] = [{} for _ in names]
        for (_, group), reply in zip(groups, replies, strict=True):
            for (i, piece, _), value in zip(group, reply.values, strict=True):
                parts[i][piece.first] = value
        latest = max(replies, key=lambda reply: reply.clock, default=None)
        if latest is not None and latest.ranks:
            self._ranks = latest.ranks
        return [self._joined(name, found, rows[i]) for i, (name, found) in enumerate(zip(names, parts, strict=True))]

    def _joined(self, name: str, parts: Mapping[int, Array], rows: Array | None) -> Array:
        if rows is None:
            return (
                next(iter(parts.values())) if len(parts) == 1 else np.concatenate([parts[at] for at in sorted(parts)])
            )
        like = self._likes[name]
        made = np.empty((len(rows), *like.shape[1:]), like.dtype)
        for piece in self._layout.pieces[name]:
            made[(rows >= piece.first) & (rows < piece.last)] = parts[piece.first]
        return made

    def _sent(self, name: str) -> None:
        """Wait until the contributions to a key have been taken; raises what went wrong with them."""
        self._known(name)
        current().wait_for((self._link, name))
        with self._lock:
            calls = self._pushes.pop(name, [])
        self._link.wait(calls)

    def _known(self, name: str) -> None:
        if name not in self._likes:
            raise KeyError(f"there is no key {name!r}; keys are named by init first")

    def set_optimizer(self, optimizer: Update) -> None:
        """Have the servers update values by an optimiser of `dusk.optim`, sent as a graph; by a pure function of
        (value, sum of contributions) to the new value; or by "add" or "assign", which is the default."""
        self._update, self._updates = optimizer, self._updates + 1
        groups: dict[int, list[tuple[str, str]]] = {}
        for name, pieces in self._layout.pieces.items():
            self._sent(name)
            for piece in () if name in self._own else pieces:
                part = piece.of(self._likes[name])
                text = text_of(optimizer, name, part.shape, part.dtype)
                if len(pieces) > 1 and not splits(text):
                    raise ValueError(
                        f"{optimizer} needs the whole of {name!r}, which lies in {len(pieces)} parts: give it to "
                        "kvstore.create(update=...), or call set_optimizer before init"
                    )
                groups.setdefault(piece.shard, []).append((piece.block, text))
        calls: list[Call] = []
        for shard, group in groups.items():
            texts = list(dict.fromkeys([text for _, text in group]))
            rule = tuple([texts.index(text) for _, text in group])
            calls.append(
                self._link.ask(shard, m.Update(self._updates, tuple([b for b, _ in group]), rule, tuple(texts)))
            )
        self._link.wait(calls)

    set_updater = set_optimizer

    def set_gradient_compression(self, threshold: float | Mapping[str, Any] | None = 0.5) -> None:
        """Send contributions as two bits a number from now on; what that loses is added to the next (None: whole).

        MXNet's form, `{"type": "2bit", "threshold": 0.5}`, is taken, too. ValueError: another type.
        """
        if isinstance(threshold, Mapping):
            if threshold.get("type", "2bit") != "2bit":
                raise ValueError(f"gradients are compressed to 2bit, not {threshold['type']!r}")
            threshold = float(threshold.get("threshold", 0.5))
        self._compression = None if threshold is None else Compression(threshold)

    def barrier(self) -> None:
        """Wait until all workers are here."""
        for name in self._likes:
            self._sent(name)
        self._arrived += 1
        self._link.wait([self._link.ask(0, m.Arrive(self.rank, self._arrived))])

    def leave(self) -> int:
        """Take this worker out of the set of workers: the clock from which on the others share rounds without it. Until
        then it has to contribute as before, which `rounds` does."""
        self._end = self._change("leave")
        return self._end

    def _change(self, what: str) -> int:
        """Join or leave the workers at the first clock of which nobody can know yet who shares it.

        Every shard is asked for such a clock, and lets nobody beyond it meanwhile; in one order by all who ask, so that
        they wait for each other and not in a circle. The last one tells whether this has been done before.
        """
        shards = range(len(self._link.transport.names))
        progress = self._ask(shards[-1], m.Status(self.rank))
        if what == "join" and self.rank in progress.ranks:
            return 0
        done = sum(name.startswith(f"{what} {self.rank} ") for name in progress.changes)
        change = f"{what} {self.rank} {done}"
        edge = max([self._ask(shard, m.Hold(change)).edge for shard in shards])
        ranks: tuple[int, ...] = self._ask(shards[-1], m.Status(self.rank)).ranks
        others = tuple([rank for rank in ranks if rank != self.rank])
        for shard in shards:
            self._ask(shard, m.Members(change, edge, (*others, self.rank) if what == "join" else others))
        return edge

    def _ask(self, shard: int, request: m.Request) -> Any:
        return self._link.wait([self._link.ask(shard, request)])[0]

    def rounds(self, count: int) -> Iterator[int]:
        """The rounds of this worker up to `count`, from where it is; each is over when all keys have been pushed to."""
        while (clock := self.clock) < min(count, self._end):
            yield clock
            if self.clock == clock:
                behind = [name for name, at in self._clocks.items() if at == clock]
                raise ValueError(f"round {clock} has no contribution of this worker to {behind[:3]}")

    def share(self, size: int) -> slice:
        """Which of the `size` samples of a round are this worker's: parts of about one size, in the order of ranks."""
        if self.rank not in self._ranks:
            return slice(0, 0)
        place, count = self._ranks.index(self.rank), len(self._ranks)
        return slice(size * place // count, size * (place + 1) // count)

    def counts(self) -> dict[str, int]:
        """What the servers have met: contributions "applied" to blocks, met "again", and with "nans"."""
        total: dict[str, int] = {}
        for progress in cast("list[m.Progress]", self._settle(m.Status(self.rank))):
            for name, number in progress.counts.items():
                total[name] = total.get(name, 0) + number
        return total

    def close(self) -> None:
        """Wait until all contributions have been taken, and let go of the servers."""
        try:
            for name in list(self._likes):
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


def _array(value: Any) -> Array:
    array = np.asarray(value)
    if array.dtype.kind not in "biufcV":
        raise TypeError(f"values are arrays of numbers, not of {array.dtype}")
    return array


def _payload(value: Any, like: Array, name: str) -> m.Payload:
    """A contribution in memory of its own."""
    if isinstance(value, tuple) and len(cast("tuple[Any, ...]", value)) == 2:
        at, values = (np.array(part) for part in cast("tuple[Any, Any]", value))
        fits = like.ndim and at.dtype.kind in "iu" and values.shape == (len(at), *like.shape[1:])
        if not fits or (len(at) and not 0 <= at.min() <= at.max() < len(like)):
            raise ValueError(
                f"rows {at.dtype.name}{list(at.shape)} with values {list(values.shape)} do not fit key {name!r}, "
                f"which is {m.kind_of(like)}"
            )
        return m.Rows(at.astype(np.int64), values.astype(like.dtype), len(like))
    several = cast("list[Any]", value) if isinstance(value, list) else []
    if several and (is_array(several[0]) or isinstance(several[0], np.ndarray)):
        first, *others = [_array(one) for one in several]
        total = np.array(first)
        for other in others:
            total += other
    else:
        total = np.array(_array(value))
    if m.kind_of(total) != m.kind_of(like):
        raise ValueError(f"a contribution of {m.kind_of(total)} was pushed to key {name!r}, which is {m.kind_of(like)}")
    return total


def _rows_of(payload: m.Rows, piece: Piece) -> m.Rows:
    here = (payload.at >= piece.first) & (payload.at < piece.last)
    return m.Rows(payload.at[here] - piece.first, payload.values[here], piece.last - piece.first)
