"""The wire format, read: bytes as records.

What is read is taken to be hostile: lengths stay inside their parents, nesting ends at `DEEPEST`, and what is allocated
is bounded by the size of the file. Bytes and packed numbers of fixed size are views of what was read.
"""

from __future__ import annotations

from typing import Any, NoReturn

import numpy as np

from dusk.errors import FormatError
from dusk.formats.protobuf.schema import (
    CLOSE,
    DEEPEST,
    EIGHT,
    FOUR,
    OF_RECORD,
    OF_VALUE,
    OPEN,
    PREFIXED,
    SPARE,
    VARINT,
    Field,
    Message,
    Record,
)

_CHUNK = 1 << 16  # bytes of packed numbers that are taken apart at once
_FEW = 64  # bytes of packed numbers that are read one by one


def decode(message: Message, data: Any, name: str = "message") -> Record:
    """The record that bytes (or anything with a buffer) hold. Fields that the schema lacks are skipped.

    FormatError: they are damaged, nested too deeply, or of more values than their size allows; with the byte.
    """
    view = memoryview(data).cast("B")
    reader = _Reader(view, name)
    record = Record(message, source=name)
    reader.record(record, 0, len(view), 0)
    return record


class _Reader:
    """Reads messages of one buffer; `left` is what values may still take."""

    def __init__(self, data: memoryview, name: str) -> None:
        self.data, self.name = data, name
        self.left = 2 * len(data) + SPARE

    def fail(self, what: str, at: int) -> NoReturn:
        raise FormatError(f"{self.name}: {what}, at byte {at}")

    def take(self, nbytes: int, at: int) -> None:
        """Count what a value takes."""
        self.left -= nbytes
        if self.left < 0:
            self.fail(f"more values than a file of {len(self.data)} bytes may have", at)

    def varint(self, at: int, end: int) -> tuple[int, int]:
        """A number of a varying count of bytes, and where it ends."""
        value = shift = 0
        for place in range(at, min(at + 10, end)):
            byte = self.data[place]
            value |= (byte & 0x7F) << shift
            if byte < 0x80:
                return value & 0xFFFFFFFFFFFFFFFF, place + 1
            shift += 7
        self.fail("a number of more than 10 bytes" if end - at >= 10 else "the message ends within a number", at)

    def length(self, at: int, end: int) -> tuple[int, int]:
        """Where the bytes of a length begin, and where they end."""
        nbytes, begin = self.varint(at, end)
        if nbytes > end - begin:
            self.fail(f"{nbytes} bytes are announced where {end - begin} are left", at)
        return begin, begin + nbytes

    def record(self, record: Record, at: int, end: int, depth: int) -> None:
        """Read the fields of a record."""
        if depth > DEEPEST:
            self.fail(f"messages nested more than {DEEPEST} deep", at)
        by_number, values = record.message_.by_number, record.values_
        loose: dict[Field, bytearray] = {}  # numbers of arrays that did not come in one piece
        while at < end:
            start = at
            key, at = self.varint(at, end)
            number, wire = key >> 3, key & 7
            field = by_number.get(number)
            if field is None or wire in (OPEN, CLOSE):
                self.take(OF_VALUE, start)
                at = self.skip(number, wire, at, end, depth)
                continue
            if wire == PREFIXED:
                begin, at = self.length(at, end)
                if field.wire == PREFIXED:
                    self.prefixed(record, field, begin, at, depth)
                elif not field.repeated:
                    self.fail(f"{record.message_.name}.{field.name} is one {field.word}, not a block", start)
                elif field.array:
                    self.gather(values, loose, field, self.packed(field, begin, at))
                else:
                    found = values.setdefault(field.name, [])
                    while begin < at:
                        value, begin = self.number(field, begin, at)
                        found.append(value)
                continue
            if wire != field.wire:
                name = f"{record.message_.name}.{field.name}"
                self.fail(f"{name} is of type {field.word}, not of wire type {wire}", start)
            value, at = self.number(field, at, end)
            if field.array:
                self.gather(values, loose, field, np.array([value], field.dtype))
            elif field.repeated:
                values.setdefault(field.name, []).append(value)
            else:
                values[field.name] = value
        for field, found in loose.items():
            values[field.name] = np.frombuffer(found, field.dtype)

    def prefixed(self, record: Record, field: Field, begin: int, end: int, depth: int) -> None:
        """Read a string, bytes or a record."""
        values = record.values_
        view = self.data[begin:end]
        if field.message is not None:
            value = values.get(field.name) if not field.repeated else None
            if value is None:
                self.take(OF_RECORD, begin)
                value = Record(field.message, source=self.name)
            self.record(value, begin, end, depth + 1)
        elif field.word == "bytes":
            self.take(OF_RECORD, begin)
            value = view
        else:
            self.take(OF_VALUE + (end - begin), begin)
            try:
                value = str(view, "utf-8")
            except UnicodeDecodeError:
                self.fail(f"{record.message_.name}.{field.name} is not text in UTF-8", begin)
        if field.repeated:
            values.setdefault(field.name, []).append(value)
        else:
            values[field.name] = value

    def number(self, field: Field, at: int, end: int) -> tuple[Any, int]:
        """One number of a field, and where it ends."""
        if not field.array:
            self.take(OF_VALUE, at)
        if field.fixed is not None:
            if end - at < field.fixed.size:
                self.fail("the message ends within a number", at)
            return field.fixed.unpack_from(self.data, at)[0], at + field.fixed.size
        value, at = self.varint(at, end)
        return _signed(field, value), at

    def packed(self, field: Field, begin: int, end: int) -> Any:
        """A block of numbers as an array: a view, where all have the same count of bytes."""
        assert field.dtype is not None
        if field.fixed is not None:
            if (end - begin) % field.fixed.size:
                self.fail(f"{end - begin} bytes are no whole count of {field.word}", begin)
            return np.frombuffer(self.data[begin:end], field.dtype)
        if end - begin < _FEW:
            values: list[int] = []
            while begin < end:
                value, begin = self.number(field, begin, end)
                values.append(value)
            return np.array(values, field.dtype)
        block = np.frombuffer(self.data[begin:end], np.uint8)
        if len(block) and block[-1] >= 0x80:
            self.fail("a block ends within a number", end - 1)
        count = sum(int(np.count_nonzero(block[i : i + _CHUNK] < 0x80)) for i in range(0, len(block), _CHUNK))
        self.take(count * field.dtype.itemsize, begin)
        found = np.empty(count, field.dtype)
        place = filled = 0
        while place < len(block):
            stop = min(place + _CHUNK, len(block))
            ends = np.flatnonzero(block[place:stop] < 0x80) + place
            if not len(ends) or np.diff(ends, prepend=place - 1).max() > 10:
                self.fail("a number of more than 10 bytes", begin + place)
            found[filled : filled + len(ends)] = _varints(field, block, place, ends)
            filled += len(ends)
            place = int(ends[-1]) + 1
        return found

    def gather(self, values: dict[str, Any], loose: dict[Field, bytearray], field: Field, piece: Any) -> None:
        """Add numbers to those of an array."""
        if field not in loose and field.name not in values:
            values[field.name] = piece
            return
        if field not in loose:
            loose[field] = bytearray(values[field.name].tobytes())
        self.take(2 * piece.nbytes, 0)
        loose[field] += piece.tobytes()

    def skip(self, number: int, wire: int, at: int, end: int, depth: int) -> int:
        """Where a field ends that the schema lacks."""
        if number == 0:
            self.fail("a field of number 0", at)
        if wire == VARINT:
            return self.varint(at, end)[1]
        if wire == PREFIXED:
            return self.length(at, end)[1]
        if wire in (FOUR, EIGHT):
            nbytes = 4 if wire == FOUR else 8
            if end - at < nbytes:
                self.fail("the message ends within a number", at)
            return at + nbytes
        if wire == OPEN and depth < DEEPEST:
            while at < end:
                key, at = self.varint(at, end)
                if key & 7 == CLOSE and key >> 3 == number:
                    return at
                self.take(OF_VALUE, at)
                at = self.skip(key >> 3, key & 7, at, end, depth + 1)
        self.fail(f"a field of wire type {wire} that does not begin or end here", at)


def _signed(field: Field, value: int) -> Any:
    """A number as its field's type means its bits."""
    match field.word:
        case "int32":
            value &= 0xFFFFFFFF
            return value - (1 << 32) if value >> 31 else value
        case "int64":
            return value - (1 << 64) if value >> 63 else value
        case "uint32":
            return value & 0xFFFFFFFF
        case "sint32" | "sint64":
            value &= 0xFFFFFFFF if field.word == "sint32" else 0xFFFFFFFFFFFFFFFF
            return (value >> 1) ^ -(value & 1)
        case "bool":
            return value != 0
        case "enum":
            value &= 0xFFFFFFFF
            return field.one(value - (1 << 32) if value >> 31 else value)
        case _:
            return value


def _varints(field: Field, block: Any, begin: int, ends: Any) -> Any:
    """The numbers of a block that end at the given places, the first of which begins at `begin`."""
    starts = np.concatenate([[begin], ends[:-1] + 1])
    lengths = ends - starts + 1
    found = np.zeros(len(ends), np.uint64)
    for place in range(int(lengths.max())):
        longer = np.flatnonzero(lengths > place)
        found[longer] |= (block[starts[longer] + place].astype(np.uint64) & 0x7F) << np.uint64(7 * place)
    if field.word in ("sint32", "sint64"):
        found = (found >> np.uint64(1)) ^ (~(found & np.uint64(1)) + np.uint64(1))
    return found != 0 if field.word == "bool" else found.view(np.int64).astype(field.dtype)
