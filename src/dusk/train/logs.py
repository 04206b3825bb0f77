"""Scalars written down step by step: TensorBoard event files, tables (CSV) and lines of JSON.

All have `write(step, values)`, `resume(step)` (what was written after that step, by a run that was stopped, does not
count) and `close()`. Files are opened at the first of these.
"""

from __future__ import annotations

import csv
import io
import json
import os
import socket
import struct
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Protocol

from dusk.files import write_atomically

__all__ = ["CSV", "JSONLines", "Log", "TensorBoard"]


class Log(Protocol):
    """What scalars are written to."""

    def write(self, step: int, values: Mapping[str, Any]) -> None:
        """Note values (numbers, or arrays without dimensions) by name."""

    def resume(self, step: int) -> None:
        """Go on behind a step."""

    def close(self) -> None:
        """Nothing more comes."""


class JSONLines:
    """One JSON object a line: the step and the values. NaN and infinities are written as null.

    >>> import os, tempfile
    >>> path = os.path.join(tempfile.mkdtemp(), "log.jsonl")
    >>> log = JSONLines(path)
    >>> log.write(1, {"loss": 0.5})
    >>> log.close()
    >>> open(path).read()
    '{"step": 1, "loss": 0.5}\\n'
    """

    def __init__(self, path: Any) -> None:
        self.path = Path(path)

    def write(self, step: int, values: Mapping[str, Any]) -> None:
        row = {name: _finite(float(value)) for name, value in values.items()}
        _append(self.path, json.dumps({"step": step, **row}) + "\n")

    def resume(self, step: int) -> None:
        if self.path.exists():
            rows = [_parsed(line) for line in self.path.read_text("utf-8").splitlines()]
            kept = [row for row in rows if row is not None and row.get("step", 0) <= step]
            write_atomically(self.path, [(json.dumps(row) + "\n").encode() for row in kept])

    def close(self) -> None:
        """Each line is in the file already."""


class CSV:
    """A table with a column `step` and one for each name; a name that comes later adds a column.

    >>> import os, tempfile
    >>> path = os.path.join(tempfile.mkdtemp(), "log.csv")
    >>> log = CSV(path)
    >>> log.write(1, {"loss": 0.5})
    >>> log.write(2, {"loss": 0.25, "accuracy": 0.9})
    >>> print(open(path).read(), end="")
    step,loss,accuracy
    1,0.5,
    2,0.25,0.9
    """

    def __init__(self, path: Any) -> None:
        self.path = Path(path)
        self._columns: list[str] | None = None

    def write(self, step: int, values: Mapping[str, Any]) -> None:
        row = {"step": str(step), **{name: repr(float(value)) for name, value in values.items()}}
        if self._columns is None:
            self._columns = self._read()[0]
        if new := [name for name in row if name not in self._columns]:
            self._columns, rows = [*self._columns, *new], self._read()[1]
            self._rewrite([*rows, row])
        else:
            _append(self.path, _line([row.get(name, "") for name in self._columns]))

    def resume(self, step: int) -> None:
        self._columns, rows = self._read()
        if self._columns:
            self._rewrite([row for row in rows if (row["step"] or "").isdigit() and int(row["step"]) <= step])

    def close(self) -> None:
        """Each row is in the file already."""

    def _read(self) -> tuple[list[str], list[dict[str, str]]]:
        if not self.path.exists():
            return [], []
        with open(self.path, newline="", encoding="utf-8") as file:
            table = csv.DictReader(file, restval="")
            rows = [{k: v for k, v in row.items() if isinstance(k, str)} for row in table]
            return list(table.fieldnames or ()), rows

    def _rewrite(self, rows: list[dict[str, str]]) -> None:
        columns = self._columns or []
        lines = [_line(columns), *(_line([row.get(name, "") for name in columns]) for row in rows)]
        write_atomically(self.path, [line.encode() for line in lines])


class TensorBoard:
    """Event files that TensorBoard shows, one a run, in a folder: `tensorboard --logdir FOLDER`.

    The file is a row of records (length, its checksum, data, its checksum; little endian), each a protocol buffer of
    the message `Event`, of which few fields are needed: its file `event.proto` and `summary.proto` say which.
    """

    def __init__(self, folder: Any) -> None:
        self.folder = Path(folder)
        self.path: Path | None = None

    def write(self, step: int, values: Mapping[str, Any]) -> None:
        summary = b"".join(
            _field(1, _field(1, name.encode()) + b"\x15" + struct.pack("<f", float(value)))
            for name, value in values.items()
        )
        self._event(b"\x10" + _varint(step) + _field(5, summary))

    def resume(self, step: int) -> None:
        self._event(b"\x10" + _varint(step + 1) + _field(7, b"\x08\x01"))  # a session begins: later steps do not count

    def close(self) -> None:
        self.path = None

    def _event(self, fields: bytes) -> None:
        if self.path is None:
            self.folder.mkdir(parents=True, exist_ok=True)
            start = time.time()
            name = f"events.out.tfevents.{int(start):010d}.{socket.gethostname()}.{os.getpid()}"
            taken = len([*self.folder.glob(f"{name}*")])
            self.path = self.folder / (f"{name}.{taken}" if taken else name)
            self._event(_field(3, b"brain.Event:2"))
        data = b"\x09" + struct.pack("<d", time.time()) + fields
        length = struct.pack("<Q", len(data))
        _append(self.path, length + _masked(length) + data + _masked(data))


def _append(path: Path, text: str | bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with open(path, "ab") as file:
        file.write(text.encode() if isinstance(text, str) else text)


def _line(cells: list[str]) -> str:
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerow(cells)
    return out.getvalue()


def _finite(value: float) -> float | None:
    return value if abs(value) < float("inf") else None


def _parsed(line: str) -> dict[str, Any] | None:
    """A line, unless it was not written to its end."""
    try:
        return json.loads(line)
    except ValueError:
        return None


# --- records of protocol buffers
def _varint(number: int) -> bytes:
    out = bytearray()
    while number > 127:
        out.append(number & 127 | 128)
        number >>= 7
    return bytes([*out, number])


def _field(number: int, data: bytes) -> bytes:
    """A field of bytes, or of a message."""
    return _varint(number << 3 | 2) + _varint(len(data)) + data


def _table() -> list[int]:
    table: list[int] = []
    for byte in range(256):
        for _ in range(8):
            byte = byte >> 1 ^ (0x82F63B78 if byte & 1 else 0)
        table.append(byte)
    return table


_TABLE = _table()


def crc32c(data: bytes) -> int:
    """Castagnoli's cyclic redundancy check (RFC 3720, appendix B.4).

    >>> hex(crc32c(b"123456789"))
    '0xe3069283'
    """
    crc = 0xFFFFFFFF
    for byte in data:
        crc = crc >> 8 ^ _TABLE[crc & 255 ^ byte]
    return crc ^ 0xFFFFFFFF


def _masked(data: bytes) -> bytes:
    """The checksum of a record, turned and moved, as one of data that hold checksums would be a bad one."""
    crc = crc32c(data)
    return struct.pack("<I", ((crc >> 15 | crc << 17) + 0xA282EAD8) & 0xFFFFFFFF)
