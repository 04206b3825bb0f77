"""The wire format, written: records as bytes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from dusk.formats.protobuf.schema import DEEPEST, PREFIXED, Field, Record


def encode(record: Record) -> bytes:
    """The bytes of a record: fields in the order of their numbers, as other writers have them."""
    return b"".join(parts(record))


def parts(record: Record) -> list[Any]:
    """The bytes of a record in pieces, in which those of arrays are not copied: for `write_atomically`."""
    return _parts(record, 0)[0]


def _parts(record: Record, depth: int) -> tuple[list[Any], int]:
    """Pieces of bytes, and how many bytes they have."""
    if depth > DEEPEST:
        raise ValueError(f"records nested more than {DEEPEST} deep are not written")
    pieces: list[Any] = []
    count = 0
    for field, value in sorted(record.present(), key=lambda pair: pair[0].number):
        if field.dtype is not None and field.repeated and field.packed:
            if field.fixed is not None:
                body: Any = np.ascontiguousarray(value, field.dtype).data.cast("B")
            else:
                body = b"".join(_number(field, v) for v in (value.tolist() if field.array else value))
            given: Sequence[tuple[list[Any], int]] = [([body], len(body))]
            wire = PREFIXED
        else:
            given = [_one(field, v, depth) for v in (value if field.repeated else (value,))]
            wire = field.wire
        for inside, nbytes in given:
            head = _varint(field.number << 3 | wire) + (_varint(nbytes) if wire == PREFIXED else b"")
            pieces.append(head)
            pieces += inside
            count += len(head) + nbytes
    return pieces, count


def _one(field: Field, value: Any, depth: int) -> tuple[list[Any], int]:
    if field.message is not None:
        return _parts(value, depth + 1)
    if field.word == "string":
        piece: Any = value.encode()
    elif field.word == "bytes":
        piece = value
    elif field.fixed is not None:
        piece = field.fixed.pack(value)
    else:
        piece = _number(field, value)
    return [piece], len(piece)


def _number(field: Field, value: int) -> bytes:
    """A whole number; those of types with an "s" have their sign in the lowest bit."""
    return _varint((value << 1) ^ (value >> 63) if field.word in ("sint32", "sint64") else value)


def _varint(value: int) -> bytes:
    value &= 0xFFFFFFFFFFFFFFFF
    found = bytearray()
    while value > 0x7F:
        found.append(value & 0x7F | 0x80)
        value >>= 7
    found.append(value)
    return bytes(found)
