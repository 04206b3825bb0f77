"""Records as bytes, for logs and networks: text for what is plain, arrays behind it, a checksum before."""

from __future__ import annotations

import json
import struct
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import fields
from typing import Any, cast

import numpy as np

from dusk.errors import FormatError
from dusk.kvstore import messages as m

Array = np.ndarray[Any, Any]

_KINDS: dict[str, Any] = {
    kind.__name__: kind
    for kind in (
        m.TwoBit, m.Rows, m.Configure, m.Init, m.Update, m.Entry, m.Push, m.Pull, m.Status, m.Arrive, m.Hold, m.Members,
        m.Held, m.Snapshot, m.Ack, m.Values, m.Progress, m.Edge, m.Refusal, m.Answer,
    )
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
