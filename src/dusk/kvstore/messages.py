"""What workers ask of shards and what these answer: plain records. Nothing in them is ever executed.

A request may be sent any number of times: whoever gets no answer sends it again.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

Array = np.ndarray[Any, Any]
INFINITE = 1 << 62  # the clock of what never ends


@dataclass(frozen=True, slots=True)
class TwoBit:
    """Numbers as one of three: `words` has for each of `size` numbers two bits: 0, `threshold`, or `-threshold`."""

    words: Array
    size: int
    threshold: float
    dtype: str

    @property
    def nbytes(self) -> int:
        """Bytes of it that travel."""
        return self.words.nbytes


@dataclass(frozen=True, slots=True)
class Rows:
    """Some rows of an array of so many rows, all others being zero: `values[i]` is row `at[i]`."""

    at: Array
    values: Array
    count: int

    @property
    def nbytes(self) -> int:
        """Bytes of it that travel."""
        return self.at.nbytes + self.values.nbytes


Payload = Array | TwoBit | Rows


@dataclass(frozen=True, slots=True)
class Configure:
    """What all workers must agree about, sent by each before anything else: the first who comes settles it.

    `ranks` are the workers from clock 0 on (empty: of one who joins them), `nans` says what becomes of gradients that
    are not finite: "count", "skip" (they count as zero) or "refuse".
    """

    ranks: tuple[int, ...]
    staleness: float
    nans: str = "count"
    version: int = 1


@dataclass(frozen=True, slots=True)
class Init:
    """Blocks with their first values, if they come from the first of the workers; else it waits until they are there.

    `kinds[i]` is dtype and shape of block i, as `float32[2, 3]`, and has to be what is there. `updates` are update
    rules as text (see `updates.rule_of`), `rule[i]` is the number of the one of block i.
    """

    rank: int
    names: tuple[str, ...]
    kinds: tuple[str, ...]
    values: tuple[Array, ...]
    rule: tuple[int, ...]
    updates: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Update:
    """Another update rule for blocks that are there, from the version on that is made next; its state starts anew."""

    number: int
    names: tuple[str, ...]
    rule: tuple[int, ...]
    updates: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Entry:
    """A worker's contribution to one block: its number `clock` there, from 0 on."""

    block: str
    clock: int
    payload: Payload


@dataclass(frozen=True, slots=True)
class Push:
    """Contributions of a worker, which are taken all at once."""

    rank: int
    entries: tuple[Entry, ...]


@dataclass(frozen=True, slots=True)
class Pull:
    """Asks for blocks as a worker that has contributed `clocks[i]` times to block i may see them.

    `rows`: of each block these rows only (None: all). `nbytes`: how many bytes the worker expects, if it says so.
    """

    rank: int
    names: tuple[str, ...]
    clocks: tuple[int, ...]
    rows: tuple[Array | None, ...] | None = None
    nbytes: int = 0


@dataclass(frozen=True, slots=True)
class Exchange:
    """Contributions, and what is asked for once they have been taken: answered as `pull` is, or with what is wrong with
    `push`."""

    push: Push
    pull: Pull

    @property
    def rank(self) -> int:
        """The worker's."""
        return self.push.rank


@dataclass(frozen=True, slots=True)
class Status:
    """Asks how far a worker has come."""

    rank: int


@dataclass(frozen=True, slots=True)
class Arrive:
    """A worker is at its barrier of this number, from 1 on; answered when all are."""

    rank: int
    number: int


@dataclass(frozen=True, slots=True)
class Hold:
    """Asks from which clock on the set of workers could change; until it has, later contributions wait."""

    change: str


@dataclass(frozen=True, slots=True)
class Members:
    """The workers from clock `edge` on."""

    change: str
    edge: int
    ranks: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Ack:
    """It is done, and will outlive the server."""


@dataclass(frozen=True, slots=True)
class Values:
    """Blocks in the order asked: values, and of how many rounds they hold all contributions (`versions`).

    `clock` is the least of the clocks asked for, `ranks` the workers of that round.
    """

    values: tuple[Array, ...]
    versions: tuple[int, ...]
    clock: int
    ranks: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Progress:
    """For each block the clock of the contribution that it awaits from a worker, and the worker's last barrier; the
    workers there are now, how their set has changed, and counts of what was met (see `Shard`)."""

    awaited: Mapping[str, int]
    arrived: int
    ranks: tuple[int, ...]
    changes: tuple[str, ...]
    counts: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Edge:
    """The first clock at which the set of workers can change here."""

    edge: int


@dataclass(frozen=True, slots=True)
class Refusal:
    """It cannot be done, and nothing has changed. `kind` names the exception that the worker raises; `again`: the same
    request may succeed later."""

    kind: str
    text: str
    again: bool = False


@dataclass(frozen=True, slots=True)
class Held:
    """A block in a snapshot; `taken` and `pending` are by rank, and by clock and rank."""

    value: Array
    before: Array
    rule: str
    states: tuple[Array, ...]
    complete: int
    updates: int
    taken: tuple[tuple[int, int], ...]
    pending: tuple[tuple[int, int, Payload], ...]


@dataclass(frozen=True, slots=True)
class Snapshot:
    """All that a shard is, in place of the records that made it, of which there were so many."""

    records: int
    settings: Configure | None
    eras: tuple[tuple[int, tuple[int, ...]], ...]
    held: tuple[str, int]
    changes: tuple[tuple[str, int], ...]
    arrived: tuple[tuple[int, int], ...]
    updates: int
    counts: Mapping[str, int]
    blocks: Mapping[str, Held]


Record = Configure | Init | Update | Push | Arrive | Hold | Members | Snapshot
Single = Configure | Init | Update | Push | Pull | Status | Arrive | Hold | Members
Request = Single | Exchange
Reply = Ack | Values | Progress | Edge | Refusal


@dataclass(frozen=True, slots=True)
class Answer:
    """A reply with the epoch of the server that gives it."""

    epoch: int
    reply: Reply


def kind_of(array: Array) -> str:
    """Dtype and shape of an array, as `float32[2, 3]`."""
    return f"{array.dtype.name}[{', '.join(map(str, array.shape))}]"
