"""What workers ask of shards and what these answer: plain records, and their bytes. Nothing in them is ever executed.

A request may be sent any number of times: whoever gets no answer sends it again.
"""

from __future__ import annotations

import json
import struct
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields
from typing import Any, cast

import numpy as np

from dusk.errors import FormatError

Array = np.ndarray[Any, Any]
INFINITE = 1 << 62  # the clock of what never ends


@dataclass(frozen=True, slots=True)
class TwoBit:
    """Numbers as one of three: `words` has for each of `size` numbers two bits: 0, `threshold`, or `-threshold`."""

    words: Array
    size: int
    threshold: float
    dtype: str


@dataclass(frozen=True, slots=True)
class Rows:
    """Some rows of an array of so many rows, all others being zero: `values[i]` is row `at[i]`."""

    at: Array
    values: Array
    count: int


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

    `rows`: of each block these rows only (None: all).
    """

    rank: int
    names: tuple[str, ...]
    clocks: tuple[int, ...]
    rows: tuple[Array | None, ...] | None = None


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
Request = Configure | Init | Update | Push | Pull | Status | Arrive | Hold | Members
Reply = Ack | Values | Progress | Edge | Refusal


@dataclass(frozen=True, slots=True)
class Answer:
    """A reply with the epoch of the server that gives it."""

    epoch: int
    reply: Reply


def kind_of(array: Array) -> str:
    """Dtype and shape of an array, as `float32[2, 3]`."""
    return f"{array.dtype.name}[{', '.join(map(str, array.shape))}]"


_KINDS: dict[str, Any] = {
    kind.__name__: kind
    for kind in (TwoBit, Rows, Configure, Init, Update, Entry, Push, Pull, Status, Arrive, Hold, Members, Held,
                 Snapshot, Ack, Values, Progress, Edge, Refusal, Answer)
}  # fmt: skip
_DEEPEST = 8
_HEAD = struct.Struct("<4sIIQ")  # magic, checksum of the rest, bytes of the text, bytes of the arrays
_MAGIC = b"DKV1"


def to_bytes(record: Any) -> list[Any]:
    """A record, or a snapshot, as parts of bytes that belong one after the other."""
    arrays: list[Array] = []
    text = json.dumps(_plain(record, arrays), separators=(",", ":")).encode()
    parts: list[Any] = [a.reshape(-1).view(np.uint8).data if a.nbytes else b"" for a in arrays]
    check = zlib.crc32(text)
    for part in parts:
        check = zlib.crc32(part, check)
    return [_HEAD.pack(_MAGIC, check, len(text), sum(map(len, parts))), text, *parts]


def from_bytes(data: memoryview) -> Iterator[tuple[Any, int]]:
    """The records in bytes, each with the place where it ends; stops before a last one that was not written to its end.

    FormatError: what there is in between is damaged. Arrays are views of the bytes.
    """
    at = 0
    while len(data) - at >= _HEAD.size:
        magic, check, length, nbytes = _HEAD.unpack_from(data, at)
        first = at + _HEAD.size
        if magic != _MAGIC:
            if _is_empty(data[first:]):
                return
            raise FormatError(f"what should be a record at byte {at} is none: it begins with {bytes(magic)!r}")
        if length + nbytes > len(data) - first:
            return
        at = first + length + nbytes
        if zlib.crc32(data[first:at]) != check:
            if _is_empty(data[at:]):
                return
            raise FormatError(f"the record that ends at byte {at} is damaged: its checksum differs")
        try:
            made, used = _given(json.loads(bytes(data[first : first + length])), data[first + length : at])
        except (KeyError, TypeError, ValueError, RecursionError) as error:
            raise FormatError(f"the record that ends at byte {at} cannot be read: {error}") from None
        if used != nbytes:
            raise FormatError(f"the record that ends at byte {at} has {nbytes - used} bytes too many")
        yield made, at


def _is_empty(rest: memoryview) -> bool:
    """Whether nothing follows, or zeros: of a machine that stopped, where the file had grown, but was not written."""
    return not np.frombuffer(rest, np.uint8).any()


def _plain(value: Any, arrays: list[Array], depth: int = 0) -> Any:
    if depth > _DEEPEST:
        raise TypeError("records are not nested so deeply")
    if value is None or isinstance(value, str | int | float):
        return value
    if isinstance(value, np.ndarray):
        array = np.asarray(cast("Array", value), order="C")
        arrays.append(array)
        return {"": "array", "dtype": array.dtype.name, "shape": list(array.shape)}
    if isinstance(value, list | tuple):
        return [_plain(item, arrays, depth + 1) for item in cast("list[Any]", value)]
    if isinstance(value, Mapping):
        items = cast("Mapping[str, Any]", value)
        return {"": "map", "items": {name: _plain(item, arrays, depth + 1) for name, item in items.items()}}
    kind = type(value).__name__
    if kind not in _KINDS:
        raise TypeError(f"{kind} is nothing that records hold")
    return {"": kind, **{f.name: _plain(getattr(value, f.name), arrays, depth + 1) for f in fields(value)}}


def _given(plain: Any, data: memoryview) -> tuple[Any, int]:
    used = 0

    def given(value: Any) -> Any:
        nonlocal used
        if isinstance(value, list):
            return tuple([given(item) for item in cast("list[Any]", value)])
        if not isinstance(value, dict):
            return value
        parts = cast("dict[str, Any]", value)
        kind = parts.pop("")
        if kind == "map":
            return {str(name): given(item) for name, item in parts["items"].items()}
        if kind != "array":
            return _KINDS[kind](**{name: given(item) for name, item in parts.items()})
        dtype, shape = np.dtype(parts["dtype"]), tuple(map(int, parts["shape"]))
        if dtype.hasobject or min(shape, default=0) < 0:
            raise ValueError(f"an array of {dtype} and shape {shape}")
        nbytes = dtype.itemsize
        for size in shape:
            nbytes *= size
        if nbytes > len(data) - used:
            raise ValueError(f"an array of {nbytes} bytes where {len(data) - used} are left")
        made: Array = np.frombuffer(data[used : used + nbytes], np.uint8).view(dtype).reshape(shape)
        used += nbytes
        return made

    return given(plain), used
