"""Messages between processes of one machine by memory that both see: what travels otherwise is where they lie.

The memory is the worker's, and ends with it: it writes a request there, and leaves room for the reply. A server copies
what it reads, and writes the reply where it is told to. A place is used again when nobody can write to it any more,
which is after an answer; of a request that failed nobody can know, and all that was given out is given up.
"""

from __future__ import annotations

import ctypes
import mmap
import os
import secrets
import threading
import weakref
from collections import OrderedDict, deque
from collections.abc import Sequence
from concurrent.futures import Future
from typing import Any, NamedTuple

import numpy as np

from dusk.errors import FormatError
from dusk.kvstore import messages as m
from dusk.kvstore.encoding import from_bytes, to_bytes
from dusk.later import Later

fcntl: Any = Later("fcntl")  # which not every system has

_WORTH = 1 << 16  # bytes of a message that is worth it
_SEGMENT = 1 << 26  # bytes of one file, most of which is never touched
_SECRET = 32
_ROOM = 4096  # bytes of what is said about an array
_ATTACHED = 16  # segments that a server keeps mapped


class Place(NamedTuple):
    """Where a message is: in a file that a process has open under a number, and that begins with a secret."""

    process: int
    file: int
    secret: bytes
    at: int
    nbytes: int


def _class(nbytes: int) -> int:
    """The size of the places that serve so many bytes."""
    return max(mmap.PAGESIZE, 1 << (nbytes - 1).bit_length())


class Segment:
    """A file in memory, that others open by what process has it."""

    def __init__(self, nbytes: int) -> None:
        self.file = os.memfd_create("dusk", os.MFD_CLOEXEC | os.MFD_ALLOW_SEALING)
        weakref.finalize(self, os.close, self.file)
        os.ftruncate(self.file, nbytes)
        fcntl.fcntl(self.file, fcntl.F_ADD_SEALS, fcntl.F_SEAL_SHRINK)  # else others would die of what they cannot read
        self.map = mmap.mmap(self.file, nbytes)
        self.secret = secrets.token_bytes(_SECRET)
        self.map[:_SECRET] = self.secret
        self.nbytes, self.used = nbytes, mmap.PAGESIZE


class Lease:
    """Some memory for a message, until nobody refers to it any more."""

    __slots__ = ("_free", "at", "nbytes", "segment")

    def __init__(self, nbytes: int, segment: Segment, at: int, free: deque[tuple[Segment, int]]) -> None:
        self.segment, self.at, self.nbytes, self._free = segment, at, nbytes, free

    def __del__(self) -> None:
        self._free.append((self.segment, self.at))

    @property
    def place(self) -> Place:
        """Where it is, for others."""
        return Place(os.getpid(), self.segment.file, self.segment.secret, self.at, self.nbytes)

    @property
    def bytes(self) -> memoryview:
        """The memory; who has it, or arrays on it, has the lease."""
        export: Any = (ctypes.c_char * _class(self.nbytes)).from_buffer(self.segment.map, self.at)
        export.lease = self
        return memoryview(export).cast("B")[: self.nbytes]


class Memory:
    """What a worker has for messages; grows as it is needed, and is used again."""

    def __init__(self) -> None:
        self._free: dict[int, deque[tuple[Segment, int]]] = {}
        self._segment: Segment | None = None
        self._lock = threading.Lock()

    def lease(self, nbytes: int) -> Lease:
        """So many bytes. OSError: there is no memory of this kind."""
        size = _class(nbytes)
        with self._lock:
            free = self._free.setdefault(size, deque())
            if free:
                return Lease(nbytes, *free.pop(), free)
            if self._segment is None or self._segment.used + size > self._segment.nbytes:
                self._segment = Segment(max(_SEGMENT, mmap.PAGESIZE + size))
            at, self._segment.used = self._segment.used, self._segment.used + size
            return Lease(nbytes, self._segment, at, free)

    def give_up(self) -> None:
        """Give nothing out again that has been given out; it is freed with those who still refer to it."""
        with self._lock:
            self._free, self._segment = {}, None

    def written(self, record: Any) -> Lease:
        """A message, written down. OSError: as above."""
        parts = to_bytes(record)
        lease = self.lease(sum(map(len, parts)))
        copied(parts, lease.bytes)
        return lease


class Letter:
    """A request in memory, with room for the reply where one is large."""

    def __init__(self, memory: Memory, request: m.Request, room: int) -> None:
        self._memory, self._there = memory, memory.written(request)
        self._back = memory.lease(room) if room >= _WORTH else None

    @property
    def places(self) -> tuple[Place, Place | None]:
        """Where the request is, and where the reply belongs."""
        return self._there.place, None if self._back is None else self._back.place

    def answer(self, told: Future[int | m.Answer | None]) -> Future[m.Answer] | None:
        """The answer, by what the server has told (see `Attached.answered`), or the error; None: it sees no memory."""
        found: Future[m.Answer] = Future()
        try:
            said = told.result()
            if isinstance(said, int):
                assert self._back is not None
                said = read(self._back.bytes[:said])
        except Exception as error:
            self._memory.give_up()
            found.set_exception(error)
            return found
        if said is None:
            return None
        found.set_result(said)
        return found


def letter_of(request: m.Request, memory: Memory) -> Letter | None:
    """A request in memory, if that is worth it, and can be."""
    pull = request.pull if isinstance(request, m.Exchange) else request
    push = request.push if isinstance(request, m.Exchange) else request
    room = pull.nbytes + _ROOM * (1 + len(pull.names)) if isinstance(pull, m.Pull) and pull.nbytes else 0
    given = sum(entry.payload.nbytes for entry in push.entries) if isinstance(push, m.Push) else 0
    if isinstance(request, m.Init):
        given = sum(value.nbytes for value in request.values)
    if max(room, given) < _WORTH:
        return None
    try:
        return Letter(memory, request, room)
    except (OSError, AttributeError):  # there is too little, or, on another system, none of this kind
        return None


class Attached:
    """What a server sees of workers' memory."""

    def __init__(self) -> None:
        self._maps: OrderedDict[tuple[int, int, bytes], mmap.mmap] = OrderedDict()

    def read(self, place: Place) -> Any:
        """A message of a worker's, in memory of its own; None: the worker's memory is not to be seen from here.

        FormatError: there is no message.
        """
        seen = self._bytes(place)
        return None if seen is None else read(np.array(np.frombuffer(seen, np.uint8)).data)

    def answered(self, answer: m.Answer, place: Place | None) -> int | m.Answer:
        """What tells a worker the answer: how many bytes it has, where it was written to its place, or itself."""
        if place is None or not isinstance(answer.reply, m.Values):
            return answer
        parts = to_bytes(answer)
        nbytes = sum(map(len, parts))
        seen = self._bytes(place) if nbytes <= place.nbytes else None
        if seen is None:
            return answer
        copied(parts, seen)
        return nbytes

    def _bytes(self, place: Place) -> memoryview | None:
        key = place[:3]
        found = self._maps.get(key)
        if found is None:
            try:
                found = _opened(place)
            except (OSError, ValueError):
                return None
            self._maps[key] = found
            while len(self._maps) > _ATTACHED:
                self._maps.popitem(last=False)
        self._maps.move_to_end(key)
        inside = _SECRET <= place.at <= place.at + place.nbytes <= len(found)
        return memoryview(found)[place.at : place.at + place.nbytes] if inside else None


def _opened(place: Place) -> mmap.mmap:
    """OSError, ValueError: it is not here, or something else."""
    file = os.open(f"/proc/{place.process}/fd/{place.file}", os.O_RDWR | os.O_NONBLOCK)
    try:
        if not fcntl.fcntl(file, fcntl.F_GET_SEALS) & fcntl.F_SEAL_SHRINK:
            raise ValueError("that could be made smaller while it is read")
        found = mmap.mmap(file, 0)
    finally:
        os.close(file)
    if not secrets.compare_digest(found[:_SECRET], place.secret):
        raise ValueError("that is somebody else's")
    return found


def read(data: memoryview) -> Any:
    """The message that bytes begin with; its arrays are views of them. FormatError: there is none."""
    for record, _ in from_bytes(data):
        return record
    raise FormatError("there is no message")


def copied(parts: Sequence[Any], to: memoryview) -> None:
    """Write parts one after the other."""
    target = np.frombuffer(to, np.uint8)
    at = 0
    for part in parts:
        target[at : at + len(part)] = np.frombuffer(part, np.uint8)
        at += len(part)


__all__ = ["Attached", "Letter", "Memory", "Place", "letter_of", "read"]
