"""Where a shard's log lies: what is appended there is not lost with the server.

Each opening is a new epoch, and whoever opened before can append no more (`Fenced`): a server that a cut link left
behind, and that somebody else has taken the place of, acknowledges nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from dusk.kvstore.messages import Record, Snapshot

Opened = tuple[int, Sequence[Record]]


class Fenced(Exception):  # noqa: N818 - it is no fault: another server has taken over
    """Another server has opened the log since."""


class Torn(OSError):  # noqa: N818 - what is known more than a fault
    """A record may be in the log, or not: whoever appended it has to open the log anew to know."""


class Store(Protocol):
    """What servers need of a log."""

    def open(self) -> Opened:
        """A new epoch, and what is in the log; who opened before can append no more."""
        ...

    def append(self, epoch: int, record: Record) -> None:
        """Put a record at the end, for good. Fenced: of an older epoch; OSError: nothing has changed, unless Torn."""
        ...

    def compact(self, epoch: int, snapshot: Snapshot) -> None:
        """Put a snapshot in place of all records. Fenced, OSError: as above."""
        ...

    def check(self, epoch: int) -> None:
        """Fenced: of an older epoch."""
        ...

    @property
    def is_long(self) -> bool:
        """Whether a snapshot would be much shorter."""
        ...


class MemoryStore:
    """A log in memory: it outlives a server in the same process, and is what the log of another machine is made of."""

    def __init__(self, longest: int = 1000) -> None:
        self.epoch = 0
        self.records: list[Record] = []
        self.longest = longest

    def open(self) -> Opened:
        """As `Store.open`."""
        self.epoch += 1
        return self.epoch, list(self.records)

    def append(self, epoch: int, record: Record) -> None:
        """As `Store.append`."""
        self.check(epoch)
        self.records.append(record)

    def compact(self, epoch: int, snapshot: Snapshot) -> None:
        """As `Store.compact`."""
        self.check(epoch)
        self.records = [snapshot]

    @property
    def is_long(self) -> bool:
        """Whether a snapshot would be much shorter."""
        return len(self.records) > self.longest

    def check(self, epoch: int) -> None:
        """As `Store.check`."""
        if epoch != self.epoch:
            raise Fenced(f"epoch {epoch} is over: a server of epoch {self.epoch} has taken over")


class Unkept:
    """A log that keeps nothing: of what is lost with the process, or made up."""

    is_long = False

    def open(self) -> Opened:
        """As `Store.open`."""
        return 1, ()

    def check(self, epoch: int) -> None:
        """As `Store.check`; nobody else opens it."""

    def append(self, epoch: int, record: Record) -> None:
        """As `Store.append`, but nothing is kept."""

    def compact(self, epoch: int, snapshot: Snapshot) -> None:
        """As `Store.compact`, but nothing is kept."""


class Replicated:
    """The same log in several places: what is appended is in all of them before it counts.

    Opening takes the longest of those that can be read (OSError: none can).
    """

    def __init__(self, stores: Sequence[Store]) -> None:
        self.stores = list(stores)
        self._epochs: list[int] = []

    def open(self) -> Opened:
        """As `Store.open`."""
        opened = [store.open() for store in self.stores]
        self._epochs = [epoch for epoch, _ in opened]
        return max(self._epochs), max((records for _, records in opened), key=_reach)

    def append(self, epoch: int, record: Record) -> None:
        """As `Store.append`. Torn: one has failed after another had done it."""
        for place, (own, store) in enumerate(zip(self._epochs, self.stores, strict=True)):
            try:
                store.append(own, record)
            except OSError as error:
                if place:
                    raise Torn(*error.args) from error
                raise

    def compact(self, epoch: int, snapshot: Snapshot) -> None:
        """As `Store.compact`."""
        for own, store in zip(self._epochs, self.stores, strict=True):
            store.compact(own, snapshot)

    def check(self, epoch: int) -> None:
        """As `Store.check`."""
        for own, store in zip(self._epochs, self.stores, strict=True):
            store.check(own)

    @property
    def is_long(self) -> bool:
        """Whether a snapshot would be much shorter."""
        return any(store.is_long for store in self.stores)


def _reach(records: Sequence[Record]) -> tuple[int, int]:
    """How far records go: by what their snapshot counts, and their number after it."""
    if not records:
        return 0, 0
    first = records[0]
    return (first.records, len(records) - 1) if isinstance(first, Snapshot) else (0, len(records))
