"""What a worker asks for, step by step, without waiting for anything: the same for threads and in virtual time."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping, Sequence
from typing import Any, TypeVar, cast

import numpy as np

from dusk.array import is_array
from dusk.kvstore import messages as m
from dusk.kvstore.layout import LARGEST, Layout, Piece, together
from dusk.kvstore.payloads import Compression
from dusk.kvstore.updates import ASSIGN, Update, splits, text_of

Array = np.ndarray[Any, Any]
Ask = tuple[int, m.Request]
Result = TypeVar("Result")
Steps = Generator[list[Ask], list[Any], Result]
"""What is to be asked of shards, all at once; the replies, in this order, are sent in."""
NANS = ("count", "skip", "refuse")


def as_staleness(given: float) -> float:
    """A bound of how many rounds workers may be apart (ValueError: it is none)."""
    if not (given == float("inf") or (given >= 0 and given == int(given))):
        raise ValueError(f"staleness={given}: a number of rounds from 0 on, or float('inf')")
    return float(given)


class Worker:
    """Where a worker is: its keys and how they lie on shards, its clocks, who the others are.

    `clocks[key]` is how often it has contributed to a key, `versions[key]` how many rounds the value that it saw last
    was complete of, `end` the clock at which it is no worker any more.
    """

    def __init__(
        self,
        shards: int,
        rank: int = 0,
        ranks: Sequence[int] = (0,),
        *,
        staleness: float = 0,
        update: Update = ASSIGN,
        nans: str = "count",
        largest: int = LARGEST,
    ) -> None:
        if nans not in NANS:
            raise ValueError(f"nans={nans!r}: must be one of {', '.join(map(repr, NANS))}")
        self.rank, self.ranks = rank, tuple(ranks)
        self.staleness, self.nans, self.update = as_staleness(staleness), nans, update
        self.shards = range(shards)
        self.layout = Layout(shards, largest)
        self.likes: dict[str, Array] = {}  # of each key an array without memory of its shape and dtype
        self.own: dict[str, Update] = {}  # of keys that are not updated as all others are
        self.clocks: dict[str, int] = {}
        self.versions: dict[str, int] = {}
        self.round: set[str] = set()  # keys that have been pushed to since the contributions before were taken
        self.compression: Compression | None = None
        self.arrived = self._updates = 0
        self.end = m.INFINITE

    def everywhere(self, request: m.Request) -> list[Ask]:
        """A request to every shard."""
        return [(shard, request) for shard in self.shards]

    def begin(self) -> Steps[None]:
        """Agree with the others about what there is to agree about; join them, if it is none of them.

        One that was started again while it was leaving leaves at the same clock.
        """
        joins = self.rank not in self.ranks
        yield self.everywhere(m.Configure(() if joins else self.ranks, self.staleness, self.nans))
        found: list[m.Progress] = yield self.everywhere(m.Status(self.rank))
        if self.rank in found[-1].ranks:
            return
        if left := self._done("leave", found[-1]):
            end = (yield [(self.shards[-1], m.Hold(f"leave {self.rank} {left - 1}"))])[0].edge
            awaited = [clock for progress in found for clock in progress.awaited.values()]
            if not joins or min(awaited, default=0) < end:
                self.end = end
                return
        if joins:
            yield from self.change("join")

    def _done(self, what: str, progress: m.Progress) -> int:
        """How often this worker has joined or left before."""
        return sum(name.startswith(f"{what} {self.rank} ") for name in progress.changes)

    @property
    def clock(self) -> int:
        """The number of rounds that this worker has contributed to: where one that was started again goes on, after
        `init`. Keys that are not pushed to in every round do not count."""
        clocks = [clock for clock in self.clocks.values() if clock]
        return min((clock for clock in clocks if clock >= max(clocks) - 1), default=0)

    def init(self, arrays: Mapping[str, Array], update: Update | None = None) -> Steps[None]:
        """Name keys with their first values, and find out how far this worker had come; `update`: their own rule."""
        texts: dict[str, int] = {}
        items: list[tuple[int, int, tuple[Piece, Array, int]]] = []
        for name, array in arrays.items():
            self.likes[name] = np.broadcast_to(np.zeros((), array.dtype), array.shape)
            if update is not None:
                self.own[name] = update
            rule = self.own.get(name, self.update)
            whole = text_of(rule, name, array.shape, array.dtype)
            for piece in self.layout.place(name, array, whole=not splits(whole)):
                part = piece.of(array)
                text = text_of(rule, name, part.shape, part.dtype) if part.shape != array.shape else whole
                items.append((piece.shard, part.nbytes, (piece, part, texts.setdefault(text, len(texts)))))
        first = self.rank == self.ranks[0]
        asks: list[Ask] = []
        for shard, group in together(items, self.layout.largest):
            numbers = sorted({number for _, _, number in group})
            init = m.Init(
                self.rank,
                tuple([piece.block for piece, _, _ in group]),
                tuple([m.kind_of(part) for _, part, _ in group]),
                tuple([np.array(part) for _, part, _ in group]) if first else (),
                tuple([numbers.index(number) for _, _, number in group]),
                tuple([list(texts)[number] for number in numbers]),
            )
            asks.append((shard, init))
        yield asks
        awaited: dict[str, int] = {}
        for progress in cast("list[m.Progress]", (yield self.everywhere(m.Status(self.rank)))):
            awaited |= progress.awaited
            self.arrived = max(self.arrived, progress.arrived)
        self._go_on(awaited)

    def _go_on(self, awaited: Mapping[str, int]) -> None:
        for name, pieces in self.layout.pieces.items():
            there = min(awaited[piece.block] for piece in pieces)
            self.clocks[name] = there if not self.round else max(self.clocks.get(name, 0), there)
        if not self.round:  # it starts, maybe again: a round that was taken in part begins anew
            latest = max((clock for clock in self.clocks.values() if clock < m.INFINITE), default=0)
            behind = [name for name, clock in self.clocks.items() if clock >= latest - 1]
            self.clocks |= dict.fromkeys(behind, min((self.clocks[name] for name in behind), default=0))

    def count(self, name: str) -> int:
        """The clock of the contribution to a key that comes now."""
        clock, self.clocks[name] = self.clocks[name], self.clocks[name] + 1
        return clock

    def push(self, name: str, clock: int, payload: m.Payload) -> list[Ask]:
        """A contribution for the shards that have the key; in the order of clocks, once each."""
        parts = self._parts(name, payload)
        items = [(piece.shard, part.nbytes, m.Entry(piece.block, clock, part)) for piece, part in parts]
        return [(shard, m.Push(self.rank, tuple(group))) for shard, group in together(items, self.layout.largest)]

    def _parts(self, name: str, payload: m.Payload) -> Iterator[tuple[Piece, m.Payload]]:
        """What of a contribution belongs to which piece of a key, as it travels."""
        for piece in self.layout.pieces[name]:
            part = _rows_of(payload, piece) if isinstance(payload, m.Rows) else piece.of(cast("Array", payload))
            if self.compression is not None and not isinstance(part, m.Rows):
                part = self.compression.encoded(piece.block, part)
            yield piece, part

    def exchange(
        self, names: Sequence[str], clocks: Sequence[int], payloads: Sequence[m.Payload]
    ) -> Steps[list[Array]]:
        """Contribute to keys, and the values of the same keys after that, asked for in the same messages."""
        items: list[tuple[int, int, tuple[int, Piece, m.Entry]]] = []
        for i, (name, clock, payload) in enumerate(zip(names, clocks, payloads, strict=True)):
            for piece, part in self._parts(name, payload):
                nbytes = max(part.nbytes, piece.of(self.likes[name]).nbytes)
                items.append((piece.shard, nbytes, (i, piece, m.Entry(piece.block, clock, part))))
        groups = list(together(items, self.layout.largest))
        asks: list[Ask] = []
        for shard, group in groups:
            entries = tuple([entry for _, _, entry in group])
            after = tuple([entry.clock + 1 for entry in entries])
            pull = m.Pull(self.rank, tuple([entry.block for entry in entries]), after, None, self._nbytes(names, group))
            asks.append((shard, m.Exchange(m.Push(self.rank, entries), pull)))
        replies = cast("list[m.Values]", (yield asks))
        return self._read(names, [group for _, group in groups], replies, [None] * len(names))

    def pull(self, names: Sequence[str], rows: Sequence[Array | None] | None = None) -> Steps[list[Array]]:
        """The values of keys as of this worker's clocks, or these rows of them."""
        rows = [None] * len(names) if rows is None else rows
        asked: list[tuple[int, int, tuple[int, Piece, Array | None]]] = []
        for i, name in enumerate(names):
            like, wanted = self.likes[name], rows[i]
            if wanted is not None and not (like.ndim and wanted.ndim == 1 and wanted.dtype.kind in "iu"):
                raise ValueError(f"rows of key {name!r}, which is {m.kind_of(like)}, are numbers in a list: {wanted}")
            if wanted is not None and wanted.size and not 0 <= wanted.min() <= wanted.max() < len(like):
                raise IndexError(f"key {name!r} has rows 0 to {len(like) - 1}, not {wanted.min()} to {wanted.max()}")
            for piece in self.layout.pieces[name]:
                part = None if wanted is None else wanted[(wanted >= piece.first) & (wanted < piece.last)] - piece.first
                asked.append((piece.shard, piece.of(like).nbytes, (i, piece, part)))
        groups = list(together(asked, self.layout.largest))
        asks: list[Ask] = []
        for shard, group in groups:
            clocks = tuple([self.clocks[names[i]] for i, _, _ in group])
            parts_asked = None if all(part is None for _, _, part in group) else tuple([part for _, _, part in group])
            blocks = tuple([piece.block for _, piece, _ in group])
            nbytes = self._nbytes(names, group) if parts_asked is None else 0
            asks.append((shard, m.Pull(self.rank, blocks, clocks, parts_asked, nbytes)))
        replies = cast("list[m.Values]", (yield asks))
        return self._read(names, [group for _, group in groups], replies, rows)

    def _nbytes(self, names: Sequence[str], group: Sequence[tuple[int, Piece, Any]]) -> int:
        """Bytes of the values of pieces of keys, of each of which key it is."""
        return sum(piece.of(self.likes[names[i]]).nbytes for i, piece, _ in group)

    def _read(
        self,
        names: Sequence[str],
        groups: Sequence[Sequence[tuple[int, Piece, Any]]],
        replies: Sequence[m.Values],
        rows: Sequence[Array | None],
    ) -> list[Array]:
        """The values of keys from replies that have pieces of them; of each reply, of which key and what piece."""
        parts: list[dict[int, Array]] = [{} for _ in names]
        versions = dict.fromkeys(names, m.INFINITE)
        for group, reply in zip(groups, replies, strict=True):
            for (i, piece, _), value, version in zip(group, reply.values, reply.versions, strict=True):
                parts[i][piece.first] = value
                versions[names[i]] = min(versions[names[i]], version)
        self.versions |= versions
        latest = max(replies, key=lambda reply: reply.clock, default=None)
        if latest is not None and latest.ranks:
            self.ranks = latest.ranks
        return [self._joined(name, found, rows[i]) for i, (name, found) in enumerate(zip(names, parts, strict=True))]

    def _joined(self, name: str, parts: Mapping[int, Array], rows: Array | None) -> Array:
        if rows is None:
            one = len(parts) == 1
            return next(iter(parts.values())) if one else np.concatenate([parts[at] for at in sorted(parts)])
        like = self.likes[name]
        made = np.empty((len(rows), *like.shape[1:]), like.dtype)
        for piece in self.layout.pieces[name]:
            made[(rows >= piece.first) & (rows < piece.last)] = parts[piece.first]
        return made

    def use(self, update: Update) -> Steps[None]:
        """Have the servers update values by another rule from now on."""
        self.update, self._updates = update, self._updates + 1
        groups: dict[int, list[tuple[str, str]]] = {}
        for name, pieces in self.layout.pieces.items():
            for piece in () if name in self.own else pieces:
                part = piece.of(self.likes[name])
                text = text_of(update, name, part.shape, part.dtype)
                if len(pieces) > 1 and not splits(text):
                    raise ValueError(
                        f"{update} needs the whole of {name!r}, which lies in {len(pieces)} parts: give it to "
                        "kvstore.create(update=...), or call set_optimizer before init"
                    )
                groups.setdefault(piece.shard, []).append((piece.block, text))
        asks: list[Ask] = []
        for shard, group in groups.items():
            texts = list(dict.fromkeys([text for _, text in group]))
            rule = tuple([texts.index(text) for _, text in group])
            asks.append((shard, m.Update(self._updates, tuple([block for block, _ in group]), rule, tuple(texts))))
        yield asks

    def arrive(self) -> Steps[None]:
        """Wait until all workers are here."""
        self.arrived += 1
        yield [(0, m.Arrive(self.rank, self.arrived))]

    def leave(self) -> Steps[int]:
        """Be no worker any more from the clock on that comes out."""
        self.end = yield from self.change("leave")
        return self.end

    def change(self, what: str) -> Steps[int]:
        """Join or leave the workers at the first clock of which nobody can know yet who shares it: that clock.

        Every shard is asked for such a clock, and lets nobody beyond it meanwhile; in one order by all who ask, so that
        they wait for each other and not in a circle. The last one tells whether this has been done before.
        """
        last = self.shards[-1]
        progress: m.Progress = (yield [(last, m.Status(self.rank))])[0]
        done = self._done(what, progress)
        if (what == "join") == (self.rank in progress.ranks):  # before it was started again
            return (yield [(last, m.Hold(f"{what} {self.rank} {done - 1}"))])[0].edge if done else 0
        change, edge = f"{what} {self.rank} {done}", 0
        for shard in self.shards:
            edge = max(edge, (yield [(shard, m.Hold(change))])[0].edge)
        progress = (yield [(last, m.Status(self.rank))])[0]
        others = tuple([rank for rank in progress.ranks if rank != self.rank])
        for shard in self.shards:
            yield [(shard, m.Members(change, edge, (*others, self.rank) if what == "join" else others))]
        return edge

    def share(self, size: int) -> slice:
        """Which of the `size` samples of a round are this worker's: parts of about one size, in the order of ranks."""
        if self.rank not in self.ranks:
            return slice(0, 0)
        place, count = self.ranks.index(self.rank), len(self.ranks)
        return slice(size * place // count, size * (place + 1) // count)


def contribution(value: Any, like: Array, name: str, own: bool = True) -> m.Payload:
    """What was given as a contribution to a key (see `KVStore.push`), in memory of its `own`, or not."""
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
        first, *others = [array_of(one) for one in several]
        total = np.array(first)
        for other in others:
            total += other
    else:
        total = np.array(array_of(value)) if own else array_of(value)
    if m.kind_of(total) != m.kind_of(like):
        raise ValueError(f"a contribution of {m.kind_of(total)} was pushed to key {name!r}, which is {m.kind_of(like)}")
    return total


def array_of(value: Any) -> Array:
    """An array of numbers. TypeError: it is none."""
    array = np.asarray(value)
    if array.dtype.kind not in "biufcV":
        raise TypeError(f"values are arrays of numbers, not of {array.dtype}")
    return array


def _rows_of(payload: m.Rows, piece: Piece) -> m.Rows:
    here = (payload.at >= piece.first) & (payload.at < piece.last)
    return m.Rows(payload.at[here] - piece.first, payload.values[here], piece.last - piece.first)
