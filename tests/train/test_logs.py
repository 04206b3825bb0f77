"""Scalars in files: what a reader of each format finds, also after a run that was stopped goes on."""

import csv
import json
import struct
from collections.abc import Iterator
from pathlib import Path

import numpy
import pytest

import dusk.numpy as np
from dusk import train


def crc32c(data: bytes) -> int:
    """Bit by bit."""
    crc = 0xFFFFFFFF
    for byte in data:
        crc ^= byte
        for _ in range(8):
            crc = (crc >> 1) ^ (0x82F63B78 & -(crc & 1))
    return crc ^ 0xFFFFFFFF


def unmasked(stored: bytes) -> int:
    turned = (struct.unpack("<I", stored)[0] - 0xA282EAD8) & 0xFFFFFFFF
    return (turned >> 17 | turned << 15) & 0xFFFFFFFF


def fields(data: bytes) -> Iterator[tuple[int, int | bytes]]:
    """The fields of a protocol buffer, by number."""
    at = 0

    def varint() -> int:
        nonlocal at
        number = shift = 0
        while True:
            byte, at = data[at], at + 1
            number |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                return number

    while at < len(data):
        key = varint()
        if key & 7 == 0:
            yield key >> 3, varint()
            continue
        size = {1: 8, 5: 4}.get(key & 7) or varint()
        yield key >> 3, data[at : at + size]
        at += size


def events(path: Path) -> Iterator[tuple[int, dict[str, float], dict[int, int | bytes]]]:
    """The step, scalars and fields of each event of a file, whose checksums hold."""
    data = path.read_bytes()
    while data:
        length = struct.unpack("<Q", data[:8])[0]
        event = data[12 : 12 + length]
        assert unmasked(data[8:12]) == crc32c(data[:8]) and unmasked(data[12 + length :][:4]) == crc32c(event)
        data = data[16 + length :]
        found = dict(fields(event))
        scalars: dict[str, float] = {}
        for number, value in fields(found.get(5, b"")):
            assert number == 1
            parts = dict(fields(value))
            scalars[parts[1].decode()] = struct.unpack("<f", parts[2])[0]
        yield found.get(2, 0), scalars, found


def test_event_files_are_read_back(tmp_path: Path) -> None:
    log = train.TensorBoard(tmp_path / "run")
    log.write(1, {"loss": 0.5, "ünder/name": np.array(0.25)})
    log.write(300, {"loss": float("nan")})
    log.close()
    (path,) = (tmp_path / "run").iterdir()
    assert path.name.startswith("events.out.tfevents.")
    first, second, third = events(path)
    assert first[2][3] == b"brain.Event:2" and 1e9 < struct.unpack("<d", first[2][1])[0] < 1e10
    assert second[:2] == (1, {"loss": 0.5, "ünder/name": 0.25})
    assert third[0] == 300 and numpy.isnan(third[1]["loss"])
    again = train.TensorBoard(tmp_path / "run")
    again.resume(1)  # another file, which says that what came after step 1 does not count
    again.write(2, {"loss": 0.125})
    (other,) = set((tmp_path / "run").iterdir()) - {path}
    _, start, last = events(other)
    assert start[0] == 2 and dict(fields(start[2][7])) == {1: 1} and last[:2] == (2, {"loss": 0.125})


def test_lines_of_json(tmp_path: Path) -> None:
    log = train.JSONLines(tmp_path / "a" / "log.jsonl")
    for step in 1, 2, 3:
        log.write(step, {"loss": np.array(1.0) / step, "worst": float("inf")})
    with open(log.path, "a") as file:
        file.write('{"step": 4, "lo')  # killed here
    again = train.JSONLines(log.path)
    again.resume(2)
    again.write(3, {"loss": 7.0})
    rows = [json.loads(line) for line in log.path.read_text().splitlines()]
    assert rows[1:] == [{"step": 2, "loss": 0.5, "worst": None}, {"step": 3, "loss": 7.0}] and len(rows) == 3


def test_tables(tmp_path: Path) -> None:
    log = train.CSV(tmp_path / "log.csv")
    log.resume(0)
    for step in 1, 2, 3:
        log.write(step, {"loss": np.float32(1) / step, **({"a,b": 1} if step == 2 else {})})
    log.close()
    with open(log.path, "a") as file:
        file.write("4,0.")  # killed here
    again = train.CSV(log.path)
    again.resume(2)
    again.write(3, {"a,b": 9})
    with open(log.path, newline="") as file:
        rows = list(csv.DictReader(file))
    assert rows == [
        {"step": "1", "loss": "1.0", "a,b": ""}, {"step": "2", "loss": "0.5", "a,b": "1.0"},
        {"step": "3", "loss": "", "a,b": "9.0"},
    ]  # fmt: skip


ROWS = [
    {"epoch": e, "loss": 1 / e, "validation_loss": 1 / e + 0.1 * e, "accuracy": 1 - 1 / e, "f1": [1, 2], "seconds": 3.0}
    for e in range(1, 8)
]


def test_history_is_rows_and_columns() -> None:
    history = train.History(ROWS)
    assert len(history) == 7 and history[-1]["epoch"] == 7 and history["loss"][1] == 0.5
    assert [row["epoch"] for row in history] == list(range(1, 8))
    assert str(history).splitlines()[1].startswith("epoch 2  loss 0.5  validation_loss 0.7")
    with pytest.raises(KeyError, match="there are epoch, loss"):
        history["other"]


def test_a_picture_of_the_curves(tmp_path: Path) -> None:
    figure = train.History(ROWS).plot(tmp_path / "curves.png")
    assert (tmp_path / "curves.png").read_bytes().startswith(b"\x89PNG")
    loss, accuracy = figure.axes
    assert (loss.get_title(), accuracy.get_title()) == ("loss", "accuracy")
    assert [line.get_label() for line in loss.lines] == ["training", "validation"] and len(accuracy.lines) == 1
    assert loss.lines[1].get_xydata()[1].tolist() == [2, 0.7]
    with pytest.raises(ValueError, match="nothing to be drawn: 0 epochs"):
        train.History().plot()
