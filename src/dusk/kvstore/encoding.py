"""Records as bytes, for logs and networks: text for what is plain, arrays behind it, a checksum before."""

from __future__ import annotations

import json
import re
import struct
import zlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import fields, is_dataclass
from typing import Any, cast

import numpy as np

from dusk.errors import FormatError
from dusk.kvstore import messages as m

Array = np.ndarray[Any, Any]

_KINDS: dict[str, Any] = {name: kind for name, kind in vars(m).items() if is_dataclass(kind)}
_DEEPEST = 8
_HEAD = struct.Struct("<4s8sIIIQ")  # magic, whose it is, checksums of the text and of the arrays, bytes of both
_MAGIC, _END = b"DKV2", b"DKVE"
_NOBODYS = bytes(8)
_ALIGNED = 64  # bytes that the arrays begin at a multiple of
_PAGE = 4096


def to_bytes(record: Any, log: bytes = b"") -> list[Any]:
    """A record as parts of bytes that belong one after the other; of a log, which 8 bytes name."""
    arrays: list[Array] = []
    text = json.dumps(_plain(record, arrays), separators=(",", ":")).encode()
    text += b" " * (-(_HEAD.size + len(text)) % _ALIGNED)
    parts: list[Any] = [a.reshape(-1).view(np.uint8).data if a.nbytes else b"" for a in arrays]
    checks = zlib.crc32(text), _checksum(parts)
    return [_HEAD.pack(_MAGIC, log or _NOBODYS, *checks, len(text), sum(map(len, parts))), text, *parts]


def end_of(log: bytes) -> bytes:
    """What follows the last record of a log."""
    return _HEAD.pack(_END, log, 0, 0, 0, 0)


def _checksum(parts: Iterable[Any]) -> int:
    """A checksum of arrays: of the sums of the words of their pages, as that takes a tenth of the time, and finds what
    happens to files: pages that are others', or zero."""
    check = 0
    for part in parts:
        whole = len(part) // _PAGE * _PAGE
        words = np.frombuffer(part[:whole], np.uint64).reshape(-1, _PAGE // 8)
        check = zlib.crc32(part[whole:], zlib.crc32(np.add.reduce(words, 1).data, check))
    return check


def from_bytes(data: memoryview, log: bytes = b"") -> Iterator[tuple[Any, int]]:
    """The records in bytes, each with the place where it ends; stops before a last one that was not written to its end.

    FormatError: what there is in between is damaged. Arrays are views of the bytes. A log may be written over another
    one, so anything may follow its end.
    """
    at = 0

    def is_last(end: int) -> bool:
        rest = data[end:]
        return not re.search(re.escape(log), rest) if log else _is_empty(rest)

    while len(data) - at >= _HEAD.size:
        magic, named, *checks, length, nbytes = _HEAD.unpack_from(data, at)
        first = at + _HEAD.size
        if magic != _MAGIC or named != (log or _NOBODYS):
            if _is_empty(data[first:]) or (magic == _END and named == log):
                return
            raise FormatError(f"what should be a record at byte {at} is damaged, or none: {magic + named!r}")
        if length + nbytes > len(data) - first:
            if log and not is_last(first):
                raise FormatError(f"the record at byte {at} is damaged: it does not end where another one begins")
            return
        at = first + length + nbytes
        text = bytes(data[first : first + length])
        found: list[memoryview] = []
        whole = length and zlib.crc32(text) == checks[0]
        try:
            made = _given(json.loads(text), data[first + length : at], found) if whole else None
        except (KeyError, TypeError, ValueError, RecursionError) as error:
            raise FormatError(f"the record that ends at byte {at} cannot be read: {error}") from None
        if made is None or _checksum(found) != checks[1]:
            if is_last(at):
                return
            raise FormatError(f"the record that ends at byte {at} is damaged: its checksum differs")
        if (used := sum(map(len, found))) != nbytes:
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


def _given(plain: Any, data: memoryview, found: list[memoryview]) -> Any:
    """What a text says, with the arrays behind it, whose bytes are `found`."""

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
        found.append(data[used : used + nbytes])
        used += nbytes
        made: Array = np.frombuffer(found[-1], np.uint8).view(dtype).reshape(shape)
        return made if made.flags.aligned else made.copy()

    return given(plain)
