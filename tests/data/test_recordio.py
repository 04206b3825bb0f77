"""RecordIO files: MXNet's layout to the byte, parts that are disjoint and complete, damage that is told."""

import pickle
import struct
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from dusk.data import Header, ImageRecords, Loader, Records, RecordWriter, pack, records, unpack
from dusk.data.images import encode_image
from dusk.errors import FormatError

MAGIC = struct.pack("<I", 0xCED7230A)
PIECES = st.sampled_from([b"", b"a", b"abc", b"abcd", MAGIC, MAGIC * 2, b"x" + MAGIC, MAGIC[:3], b"12345678"])
CONTENTS = st.lists(st.lists(PIECES, max_size=6).map(b"".join), max_size=12)
IN_ONE_FOLDER = settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=60)


def written(path: Path, contents: list[bytes], **options: Any) -> Path:
    with RecordWriter(path, **options) as file:
        for record in contents:
            file.write(record)
    return path


def test_a_file_has_the_bytes_of_the_layout(tmp_path: Path) -> None:
    def part(kind: int, data: bytes) -> bytes:
        return MAGIC + struct.pack("<I", kind << 29 | len(data)) + data + bytes(-len(data) % 4)

    contents = [b"hello", b"", b"abcd" + MAGIC + b"ef" + MAGIC + b"gh" + MAGIC]
    path = written(tmp_path / "a.rec", contents)
    # of the magic words in the third, those at bytes 4 and 16 stand at a multiple of 4; that at byte 10 does not
    third = part(1, b"abcd") + part(2, b"ef" + MAGIC + b"gh") + part(3, b"")
    assert len(contents[2]) == 20
    assert path.read_bytes() == part(0, b"hello") + part(0, b"") + third


@IN_ONE_FOLDER
@given(CONTENTS)
def test_what_was_written_is_read(tmp_path: Path, contents: list[bytes]) -> None:
    path = written(tmp_path / "a.rec", contents, index=tmp_path / "a.idx")
    assert list(records(path)) == contents
    for found in (Records(path), Records(path, tmp_path / "a.idx"), pickle.loads(pickle.dumps(Records(path)))):
        assert [found[i] for i in range(len(found))] == contents


@IN_ONE_FOLDER
@given(CONTENTS, st.integers(1, 40))
def test_parts_are_disjoint_and_complete(tmp_path: Path, contents: list[bytes], parts: int) -> None:
    path = written(tmp_path / "a.rec", contents)
    assert [r for p in range(parts) for r in records(path, (p, parts))] == contents


def test_parts_of_a_large_file_are_about_equal(tmp_path: Path) -> None:
    contents = [bytes([i % 256]) * (i * 37 % 500) for i in range(2000)]
    path = written(tmp_path / "a.rec", contents)
    parts = [list(records(path, (p, 7))) for p in range(7)]
    assert [record for part in parts for record in part] == contents
    sizes = [sum(map(len, part)) for part in parts]
    assert max(sizes) < 1.05 * min(sizes)


def test_the_next_record_is_found_over_a_long_one(tmp_path: Path) -> None:
    long = b"z" * (1 << 18)
    path = written(tmp_path / "a.rec", [b"first", long, b"last"])
    assert [len(list(records(path, (p, 16)))) for p in range(16)] == [2] + [0] * 14 + [1]


GOOD = MAGIC + struct.pack("<I", 4) + b"good"
DAMAGED = {
    "begins with 0xced7230a, not 0x64616564, at byte 12": GOOD + b"dead" * 3,
    "of 536870911 bytes goes beyond the end of the file, 20 bytes, at byte 12": GOOD + MAGIC + b"\xff\xff\xff\x1f",
    "the file ends within the head of a record .4 of 8 bytes., at byte 12": GOOD + MAGIC,
    "kind 0 to 3, not 7, at byte 12": GOOD + MAGIC + b"\x00\x00\x00\xe0",
    "kind 3 where one of kind 0 or 1 is due, at byte 12": GOOD + MAGIC + struct.pack("<I", 3 << 29),
    "kind 0 where one of kind 2 or 3 is due, at byte 20": GOOD + MAGIC + struct.pack("<I", 1 << 29) + GOOD,
}


@pytest.mark.parametrize("message", DAMAGED)
def test_damage_is_told_with_file_and_offset(message: str, tmp_path: Path) -> None:
    path = tmp_path / "a.rec"
    path.write_bytes(DAMAGED[message])
    found = []
    with pytest.raises(FormatError, match=r"a\.rec: .*" + message):
        found.extend(records(path))
    assert found == [b"good"]
    with pytest.raises(FormatError, match=message):
        Records(path)


@IN_ONE_FOLDER
@given(st.binary(max_size=60))
def test_no_bytes_do_worse_than_an_error(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "a.rec"
    path.write_bytes(GOOD + data)
    for part in ((0, 1), (1, 2)):
        try:
            found, told = list(records(path, part)), "a.rec"
        except FormatError as error:
            found, told = [], str(error)
        assert "a.rec" in told and sum(map(len, found)) <= 4 + len(data)


def test_an_index_that_does_not_fit_is_told(tmp_path: Path) -> None:
    path = written(tmp_path / "a.rec", [b"x"])
    for text, message in (("0\t0\n1 12\n", "line 2: not a number, a tab"), ("0\t99\n", "line 1: 99 is outside")):
        (tmp_path / "a.idx").write_text(text)
        with pytest.raises(FormatError, match=message):
            Records(path, tmp_path / "a.idx")


def test_headers_have_the_layout_of_images() -> None:
    record = pack(Header(3.0, id=7, id2=9), b"payload")
    assert record == struct.pack("<IfQQ", 0, 3.0, 7, 9) + b"payload"
    record = pack(Header([1.0, 2.0], id=7), b"payload")
    assert record == struct.pack("<IfQQff", 2, 0.0, 7, 0, 1.0, 2.0) + b"payload"
    assert unpack(record)[0].label.tolist() == [1.0, 2.0] and unpack(record)[1] == b"payload"
    for bad in (b"short", struct.pack("<IfQQ", 0xFFFFFFFF, 0, 0, 0)):
        with pytest.raises(FormatError):
            unpack(bad)


def test_images_are_read_from_records(tmp_path: Path) -> None:
    pytest.importorskip("PIL")
    images = np.arange(5 * 3 * 4 * 6, dtype=np.uint8).reshape(5, 3, 4, 6)
    contents = [pack(Header(float(i)), encode_image(image)) for i, image in enumerate(images)]
    path = written(tmp_path / "a.rec", [*contents, pack(Header(0.0), b"no image")])
    source = ImageRecords(path)
    for i, image in enumerate(images):
        np.testing.assert_array_equal(source[i][0], image)
        assert source[i][1] == i
    with pytest.raises(FormatError, match=r"a\.rec, record 5: an image of 8 bytes"):
        source[5]
    x, y = next(iter(Loader(source, 5, workers=2)))
    assert (x == images).all() and y.tolist() == [0, 1, 2, 3, 4]
