"""Records as bytes: what goes in comes out, and what is damaged or hostile is refused."""

from __future__ import annotations

import random
import zlib
from contextlib import suppress
from dataclasses import fields, is_dataclass
from typing import Any

import numpy as np
import pytest

from dusk.errors import FormatError
from dusk.kvstore import encoding
from dusk.kvstore import messages as m
from dusk.kvstore.payloads import Compression, add_to, decoded

RECORDS: list[Any] = [
    m.Configure((0, 1), float("inf"), "skip"),
    m.Init(0, ("w", "b"), ("float32[2, 3]", "int64[]"), (np.ones((2, 3), "f4"), np.array(3)), (0, 0), ("add",)),
    m.Push(1, (m.Entry("w", 3, np.zeros((0, 4))), m.Entry("v", 0, m.Rows(np.array([1]), np.ones((1, 2)), 5)))),
    m.Push(0, (m.Entry("w", 1, Compression(0.5).encoded("w", np.linspace(-1, 1, 7))),)),
    m.Pull(0, ("w",), (3,), (np.array([1, 2]),)),
    m.Pull(0, ("w",), (3,)),
    m.Exchange(m.Push(1, (m.Entry("w", 3, np.arange(3000.0)),)), m.Pull(1, ("w",), (4,), None, 24000)),
    m.Answer(3, m.Values((np.arange(3.0)[::-1],), (1,), 1, (0, 1))),
    m.Answer(1, m.Progress({"w": m.INFINITE}, 2, (0,), ("join 1 0",), {"applied": 2})),
    m.Snapshot(3, None, ((0, (0,)),), ("", 5), (("a", 3),), ((0, 1),), 2, {"nans": 1}, {
        "w": m.Held(np.ones(2), np.zeros(2), "add", (np.ones(1),), 3, 4, ((0, 1),), ((1, 0, np.ones(2)),))}),
    m.Refusal("ValueError", 'quoted "text"\n', True),
]  # fmt: skip


def same(a: Any, b: Any) -> bool:
    if isinstance(a, np.ndarray):
        return a.dtype == b.dtype and a.shape == b.shape and np.array_equal(a, b)
    if isinstance(a, tuple | list):
        return len(a) == len(b) and all(map(same, a, b))
    if isinstance(a, dict):
        return a.keys() == b.keys() and all(same(a[k], b[k]) for k in a)
    if is_dataclass(a):
        return type(a) is type(b) and all(same(getattr(a, f.name), getattr(b, f.name)) for f in fields(a))
    return a == b


def written(*records: Any) -> bytes:
    return b"".join(bytes(part) for record in records for part in encoding.to_bytes(record))


def test_records_come_back_from_their_bytes() -> None:
    found = [record for record, _ in encoding.from_bytes(memoryview(written(*RECORDS)))]
    assert len(found) == len(RECORDS) and all(map(same, RECORDS, found))


def test_what_is_cut_off_ends_before_the_last_whole_record() -> None:
    data = written(*RECORDS)
    for length in range(0, len(data), 11):
        found = list(encoding.from_bytes(memoryview(data[:length])))
        assert len(found) <= len(RECORDS) and all(same(r, f) for r, (f, _) in zip(RECORDS, found, strict=False))


def test_damaged_bytes_are_refused_or_end_the_log() -> None:
    rng, data = random.Random(0), written(*RECORDS)
    for _ in range(2000):
        bad = bytearray(data)
        for _ in range(rng.randrange(1, 4)):
            bad[rng.randrange(len(bad))] = rng.randrange(256)
        with suppress(FormatError):
            assert len(list(encoding.from_bytes(memoryview(bad)))) <= len(RECORDS)


def test_damage_to_a_large_array_is_found() -> None:
    rng = np.random.default_rng(0)
    data = np.frombuffer(written(m.Entry("w", 0, rng.random(5000))), np.uint8)
    start, page = len(data) - 40000, 4096
    pages = [slice(start + i * page, start + (i + 1) * page) for i in range(9)]
    damaged = [data.copy() for _ in range(300)]
    for bad, at in zip(damaged[2:], rng.integers(start, len(data), 298), strict=True):
        bad[at] ^= 1 << rng.integers(8)
    damaged[0][pages[3]] = 0
    damaged[1][pages[2]], damaged[1][pages[5]] = data[pages[5]], data[pages[2]]
    for bad in damaged:
        with pytest.raises(FormatError, match="checksum"):
            list(encoding.from_bytes(memoryview(np.append(bad, np.uint8(1)))))


@pytest.mark.parametrize(
    "text",
    [
        '{"":"array","dtype":"float64","shape":[1000000000000]}',
        '{"":"array","dtype":"object","shape":[1]}',
        '{"":"array","dtype":"float64","shape":[-1]}',
        '{"":"Popen","args":"x"}',
        '{"":"Ack","x":1}',
        "[" * 100000,
        '{"x":1}',
        '{"":"Ack"} ',
        "nothing",
    ],
)
def test_hostile_records_are_refused(text: str) -> None:
    data = text.encode()
    checks = zlib.crc32(data), encoding._checksum([b"12345678"])
    head = encoding._HEAD.pack(encoding._MAGIC, encoding._NOBODYS, *checks, len(data), 8)
    whole = head + data + b"12345678" + b"1"
    with pytest.raises(FormatError):
        list(encoding.from_bytes(memoryview(whole)))


def test_what_compression_loses_is_sent_later() -> None:
    rng, kept = np.random.default_rng(0), Compression(0.5)
    sent, total = np.zeros(33), np.zeros(33)
    for _ in range(50):
        gradient = rng.normal(size=33) * 0.3
        total += gradient
        payload = kept.encoded("w", gradient)
        assert payload.words.nbytes == 9
        add_to(sent, payload)
        assert np.allclose(sent + kept.residuals["w"], total)
        assert set(np.unique(decoded(payload, sent))) <= {-0.5, 0.0, 0.5}
    with pytest.raises(ValueError, match="positive"):
        Compression(0)
