"""RecordIO files, in MXNet's layout: many records in one file, which can be split anywhere.

A record is the word 0xced7230a, a word of its length (the lower 29 bits) and kind (the upper 3), its bytes, and zeros
up to a multiple of 4; words are little endian. Where the bytes have that first word at a multiple of 4, they are cut
there, without it, into parts of kinds 1, 2, ..., 3 (a whole record is of kind 0). So the word stands at a multiple of 4
where a part begins, and nowhere else: who begins to read in the middle looks for the next one of kind 0 or 1.
"""

from __future__ import annotations

import os
import struct
import weakref
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType
from typing import Any, NamedTuple

import numpy as np

from dusk.errors import FormatError

__all__ = ["Header", "RecordWriter", "Records", "pack", "records", "unpack"]

MAGIC = 0xCED7230A
WORD = struct.Struct("<I")
HEAD = struct.Struct("<II")
IMAGE = struct.Struct("<IfQQ")
LONGEST = (1 << 29) - 1
WINDOW = 1 << 16  # bytes looked through at once for the next record
WHOLE, FIRST, MIDDLE, LAST = range(4)

PathLike = str | os.PathLike[str]


class RecordWriter:
    """Writes records to a file, and to `index`, if it is given, the line "number<TAB>offset" of each.

    >>> import tempfile
    >>> path = tempfile.mkdtemp() + "/data.rec"
    >>> with RecordWriter(path) as file:
    ...     offsets = [file.write(b"one"), file.write(b"two, longer")]
    >>> offsets, list(records(path))
    ([0, 12], [b'one', b'two, longer'])
    """

    def __init__(self, path: PathLike, index: PathLike | None = None) -> None:
        self.file = open(path, "wb")  # noqa: SIM115 - closed by close
        self.index = open(index, "w") if index is not None else None  # noqa: SIM115
        self.count = 0

    def write(self, record: bytes, key: int | None = None) -> int:
        """Add a record; the offset at which it stands. `key` is its number in the index, by default the next one.

        ValueError: it is longer than 512 MiB.
        """
        if len(record) > LONGEST:
            raise ValueError(f"a record has at most {LONGEST} bytes, not {len(record)}")
        offset = self.file.tell()
        cuts = _cuts(record)
        begin = 0
        for place, end in enumerate([*cuts, len(record)]):
            kind = WHOLE if not cuts else FIRST if place == 0 else LAST if place == len(cuts) else MIDDLE
            part = record[begin:end]
            self.file.write(HEAD.pack(MAGIC, kind << 29 | len(part)) + part + bytes(-len(part) % 4))
            begin = end + 4
        if self.index is not None:
            self.index.write(f"{self.count if key is None else key}\t{offset}\n")
        self.count += 1
        return offset

    def close(self) -> None:
        """Write what is not written yet."""
        self.file.close()
        if self.index is not None:
            self.index.close()

    def __enter__(self) -> RecordWriter:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()


def _cuts(record: bytes) -> list[int]:
    """Where the magic word stands in a record at a multiple of 4."""
    if WORD.pack(MAGIC) not in record:
        return []
    words = np.frombuffer(record, "<u4", len(record) // 4)
    return (np.flatnonzero(words == MAGIC) * 4).tolist()


class _File:
    """A file that is read at given places, by several threads, and in another process after pickling."""

    def __init__(self, path: PathLike) -> None:
        self.path = os.fspath(path)
        self.file = os.open(self.path, os.O_RDONLY | getattr(os, "O_CLOEXEC", 0))
        weakref.finalize(self, os.close, self.file)
        self.nbytes = os.fstat(self.file).st_size

    def __reduce__(self) -> Any:
        return _File, (self.path,)

    def at(self, offset: int, nbytes: int) -> bytes:
        """Bytes of the file; fewer where it ends."""
        return os.pread(self.file, min(nbytes, max(self.nbytes - offset, 0)), offset)

    def bad(self, offset: int, what: str) -> FormatError:
        return FormatError(f"{self.path}: {what}, at byte {offset}")

    def head(self, offset: int) -> tuple[int, int]:
        """The kind and length of the part at an offset."""
        head = self.at(offset, HEAD.size)
        if len(head) < HEAD.size:
            raise self.bad(offset, f"the file ends within the head of a record ({len(head)} of {HEAD.size} bytes)")
        magic, word = HEAD.unpack(head)
        kind, nbytes = word >> 29, word & LONGEST
        if magic != MAGIC:
            raise self.bad(offset, f"a record begins with 0x{MAGIC:08x}, not 0x{magic:08x}")
        if kind > LAST:
            raise self.bad(offset, f"a record's part is of kind 0 to 3, not {kind}")
        if offset + HEAD.size + nbytes > self.nbytes:
            raise self.bad(offset, f"a record of {nbytes} bytes goes beyond the end of the file, {self.nbytes} bytes")
        return kind, nbytes

    def following(self, offset: int) -> int:
        """Where the next record begins, from an offset on; the end of the file if none does."""
        offset = min(-(-offset // 4) * 4, self.nbytes)
        while offset < self.nbytes:
            read = self.at(offset, WINDOW + HEAD.size)
            words = np.frombuffer(read, "<u4", len(read) // 4)
            found = np.flatnonzero((words[:-1] == MAGIC) & (words[1:] >> 29 <= FIRST))
            if len(found):
                return offset + int(found[0]) * 4
            offset += WINDOW
        return self.nbytes

    def after(self, offset: int) -> int:
        """The offset behind the record that begins at `offset`; its bytes are not read."""
        end = offset
        for _, nbytes, start in self.parts(offset):
            end = start + nbytes + -nbytes % 4
        return min(end, self.nbytes)

    def parts(self, offset: int) -> Iterator[tuple[int, int, int]]:
        """(kind, length, offset of the bytes) of each part of the record that begins at `offset`."""
        expected = (WHOLE, FIRST)
        while True:
            kind, nbytes = self.head(offset)
            if kind not in expected:
                raise self.bad(offset, f"a part of kind {kind} where one of kind {expected[0]} or {expected[1]} is due")
            yield kind, nbytes, offset + HEAD.size
            if kind in (WHOLE, LAST):
                return
            offset += HEAD.size + nbytes + -nbytes % 4
            expected = (MIDDLE, LAST)

    def record(self, offset: int) -> bytes:
        """The record that begins at an offset."""
        return WORD.pack(MAGIC).join(self.at(start, nbytes) for _, nbytes, start in self.parts(offset))


def records(path: PathLike, part: tuple[int, int] = (0, 1)) -> Iterator[bytes]:
    """The records of a file, one after the other; with `part=(i, n)` of the i-th of n parts of about the same bytes.

    The parts are disjoint and complete for every n: a record belongs to the part in whose bytes it begins. Nothing is
    read of the others. FormatError: the file is damaged, with the offset.
    """
    if not 0 <= part[0] < part[1]:
        raise ValueError(f"part is (i, n), the i-th of n parts from 0 on; {part} is none")
    file = _File(path)
    begin, end = (file.nbytes * i // part[1] // 4 * 4 for i in (part[0], part[0] + 1))
    if part[0] + 1 == part[1]:
        end = file.nbytes
    offset = file.following(begin) if begin else 0
    while offset < end:
        yield file.record(offset)
        offset = file.after(offset)


class Records:
    """The records of a file by their numbers: a source with a length and `[i]`, for threads and processes.

    Their offsets are those of the lines of `index`, in its order; without one, the file's heads are gone through once.
    """

    def __init__(self, path: PathLike, index: PathLike | None = None) -> None:
        self.file = _File(path)
        self.offsets = np.array(list(self._scanned() if index is None else self._indexed(Path(index))), np.int64)

    def _scanned(self) -> Iterator[int]:
        offset = 0
        while offset < self.file.nbytes:
            yield offset
            offset = self.file.after(offset)

    def _indexed(self, path: Path) -> Iterator[int]:
        for number, line in enumerate(path.read_text().splitlines(), 1):
            try:
                _, offset = map(int, line.split("\t"))
            except ValueError:
                raise FormatError(f"{path}, line {number}: not a number, a tab and an offset: {line[:40]!r}") from None
            if not 0 <= offset < self.file.nbytes:
                raise FormatError(f"{path}, line {number}: {offset} is outside of {self.file.path}")
            yield offset

    def __len__(self) -> int:
        return len(self.offsets)

    def __getitem__(self, i: int) -> bytes:
        return self.file.record(int(self.offsets[i]))


class Header(NamedTuple):
    """What stands before an image in its record: its label (or labels, float32) and number."""

    label: Any
    id: int = 0
    id2: int = 0


def pack(header: Header, payload: bytes) -> bytes:
    """A record of a header and bytes, say of an encoded image.

    >>> unpack(pack(Header([1, 2], id=7), b"jpeg"))
    (Header(label=array([1., 2.], dtype=float32), id=7, id2=0), b'jpeg')
    """
    labels = np.asarray(header.label, "<f4")
    if labels.ndim == 0:
        return IMAGE.pack(0, float(labels), header.id, header.id2) + payload
    return IMAGE.pack(labels.size, 0.0, header.id, header.id2) + labels.tobytes() + payload


def unpack(record: bytes) -> tuple[Header, bytes]:
    """The header and the bytes of a record. FormatError: it is too short to have one."""
    if len(record) < IMAGE.size:
        raise FormatError(f"a record of {len(record)} bytes has no header, which has {IMAGE.size}")
    flag, label, number, second = IMAGE.unpack_from(record)
    if not flag:
        return Header(label, number, second), record[IMAGE.size :]
    end = IMAGE.size + 4 * flag
    if end > len(record):
        raise FormatError(f"a record of {len(record)} bytes cannot have {flag} labels")
    return Header(np.frombuffer(record, "<f4", flag, IMAGE.size).copy(), number, second), record[end:]
