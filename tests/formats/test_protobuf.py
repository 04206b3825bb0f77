"""Protocol buffers: what is written is read again, and is what Google's package reads and writes."""

import contextlib
import random
import struct
import time
import tracemalloc
from typing import Any

import numpy as np
import pytest

from dusk.errors import FormatError
from dusk.formats.protobuf import Field, Message, Record, decode, encode, parse_text, print_text, reading
from protobuf_messages import ALL, Colour, google_class, random_record

POINT = Message("Point", Field(1, "x", "int32"), Field(2, "y", "int32", default=7), Field(3, "name", "string"))
LINE = Message(
    "Line",
    Field(1, "points", POINT, repeated=True),
    Field(2, "weights", "float", array=True),
    Field(3, "payload", "bytes"),
    Field(4, "begin", POINT),
    Field(5, "counts", "int64", array=True),
    Field(6, "colour", Colour),
    Field(7, "steps", "uint32", repeated=True),
    Field(8, "sure", "bool"),
    Field(9, "size", "float", default=0.1),
)
LINE.extend(Field(10, "lines", LINE, repeated=True))
SEEDS = range(40)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_record_comes_back_from_both_forms(seed: int) -> None:
    record = random_record(ALL, random.Random(seed))
    assert decode(ALL, encode(record)) == record
    text = print_text(record)
    assert parse_text(ALL, text) == record
    assert print_text(parse_text(ALL, text)) == text
    assert record.copy() == record and encode(record.copy()) == encode(record)


@pytest.mark.parametrize("seed", SEEDS)
def test_google_reads_what_is_written_and_the_other_way_round(seed: int) -> None:
    text_format = pytest.importorskip("google.protobuf.text_format", reason="the oracle is Google's package")
    theirs = google_class(ALL)
    record = random_record(ALL, random.Random(seed))
    read = theirs.FromString(encode(record))
    assert read.SerializeToString() == encode(record)
    assert decode(ALL, read.SerializeToString()) == record
    assert text_format.Parse(print_text(record), theirs()) == read
    assert parse_text(ALL, text_format.MessageToString(read)) == record
    assert parse_text(ALL, text_format.MessageToString(read, as_one_line=True, pointy_brackets=True)) == record
    assert parse_text(ALL, text_format.MessageToString(read, use_short_repeated_primitives=True)) == record


def test_absent_fields_give_their_defaults() -> None:
    line = LINE()
    assert (line.payload, line.begin.y, line.colour, line.sure, line.steps) == (b"", 7, Colour.RED, False, [])
    assert line.size == np.float32(0.1) and len(line.weights) == 0
    assert not any(line.has(field.name) for field in LINE.fields)
    assert line == LINE() and encode(line) == b""


def test_what_is_zero_and_given_is_there() -> None:
    line = LINE(sure=False, begin=POINT())
    assert line.has("sure") and line.has("begin") and not line.begin.has("x")
    assert encode(line) == b"\x22\x00\x40\x00" and decode(LINE, encode(line)).has("sure")


def test_lists_of_a_record_grow_and_absent_records_cannot_be_written_to() -> None:
    line = LINE()
    line.points.append(POINT(x=1))
    line.steps += [3]
    assert line.has("points") and line.steps == [3]
    with pytest.raises(TypeError, match="is absent: assign a record"):
        line.begin.x = 3
    line.begin.name and line.begin.y  # and reading leaves nothing behind
    assert not line.has("begin") and LINE.empty == LINE()


@pytest.mark.parametrize(
    ("values", "error", "words"),
    [
        ({"steps": [-1]}, ValueError, "uint32, which cannot be -1"),
        ({"begin": LINE()}, TypeError, "begin is a record of Point"),
        ({"colour": "PINK"}, ValueError, "one of RED, GREEN, BLUE, BELOW, not PINK"),
        ({"nose": 1}, AttributeError, "Line has no field 'nose'"),
    ],
)
def test_what_a_field_cannot_hold_is_refused(values: dict[str, Any], error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        LINE(**values)


def test_bytes_and_arrays_are_views_of_what_is_read() -> None:
    data = bytearray(encode(LINE(weights=[1.0, 2.0], payload=b"abc")))
    line = decode(LINE, data)
    place = data.index(struct.pack("<f", 2.0))
    data[place : place + 4] = struct.pack("<f", 5.0)
    data[data.index(b"abc")] = ord("x")
    assert line.weights.tolist() == [1.0, 5.0] and line.payload == b"xbc"


def test_numbers_are_read_packed_and_one_by_one_and_in_several_blocks() -> None:
    floats = struct.pack("<ff", 1, 2)
    data = b"\x12\x08" + floats + b"\x15" + struct.pack("<f", 3) + b"\x12\x04" + struct.pack("<f", 4)
    assert decode(LINE, data).weights.tolist() == [1, 2, 3, 4]
    assert decode(LINE, b"\x28\x01\x2a\x02\x02\x03\x28\x04").counts.tolist() == [1, 2, 3, 4]
    assert decode(LINE, b"\x38\x01\x3a\x02\x02\x03\x38\x04").steps == [1, 2, 3, 4]


@pytest.mark.parametrize("count", [1, 1000, 70_000])
def test_many_packed_numbers_come_back(count: int) -> None:
    values = np.random.default_rng(0).integers(-(1 << 62), 1 << 62, count) >> np.arange(count) % 60
    assert np.array_equal(decode(LINE, encode(LINE(counts=values))).counts, values)


def test_a_record_that_comes_in_parts_is_one() -> None:
    data = encode(LINE(begin=POINT(x=1, y=2))) + encode(LINE(begin=POINT(y=3, name="n")))
    assert decode(LINE, data).begin == POINT(x=1, y=3, name="n")


def test_fields_that_the_schema_lacks_are_skipped() -> None:
    other = Message("Other", Field(90, "a", "string"), Field(91, "b", "fixed32"), Field(92, "c", "double"))
    group = b"\xeb\x05\x08\x01\xf3\x05\xf4\x05\xec\x05"  # group 93, in which another stands
    data = encode(other(a="x", b=1, c=2.0)) + group + encode(LINE(sure=True))
    assert decode(LINE, data) == LINE(sure=True)


BAD_BYTES = {
    "wire type 0, at byte 0": b"\x08",
    "ends within a number": b"\x40\x80",
    "a number of more than 10 bytes": b"\x40" + b"\x80" * 12 + b"\x01",
    "5 bytes are announced where 1 are left": b"\x1a\x05a",
    "18446744073709551615 bytes are announced": b"\x1a" + b"\xff" * 9 + b"\x01",
    "3 bytes are announced where 2 are left": b"\x0a\x04\x1a\x03ab",
    "a field of number 0": b"\x00\x00",
    "Line.sure is of type bool, not of wire type 7": b"\x47\x00",
    "a field of wire type 7": b"\xf7\x05",
    "a field of wire type 4": b"\x44",
    "Line.sure is of type bool, not of wire type 5": b"\x45\x00\x00\x00\x00",
    "Line.sure is one bool, not a block": b"\x42\x01\x00",
    "Line.payload is of type bytes, not of wire type 0": b"\x18\x00",
    "Point.name is not text in UTF-8": b"\x22\x03\x1a\x01\xff",
    "3 bytes are no whole count of float": b"\x12\x03abc",
    "a block ends within a number": b"\x2a\x64" + b"\x01" * 99 + b"\x80",
    "a number of more than 10 bytes, at byte 2": b"\x2a\x64" + b"\x80" * 99 + b"\x01",
    "the message ends within a number": b"\x2a\x02\x01\x80",
    "nested more than 100 deep": b"",  # below
    "more values than a file": b"\x0a\x00" * (1 << 20),
    "more values than a file of 3": b"\xf3\x05" + b"\xf8\x07\x00" * (1 << 20) + b"\xf4\x05",
    "more values than a file of": b"\xf8\x07\x00" * (1 << 20),
}


def nested(depth: int) -> bytes:
    data = b""
    for _ in range(depth):
        head = bytearray()
        size = len(data)
        while size > 0x7F:
            head.append(size & 0x7F | 0x80)
            size >>= 7
        data = b"\x52" + bytes(head) + bytes([size]) + data
    return data


BAD_BYTES["nested more than 100 deep"] = nested(5000)
BAD_BYTES["a field of wire type 3 that does not begin or end here"] = b"\xf3\x05" * 5000


@pytest.mark.parametrize("words", BAD_BYTES)
def test_damaged_bytes_are_refused_with_their_place(words: str) -> None:
    with pytest.raises(FormatError, match=words) as caught:
        decode(LINE, BAD_BYTES[words], "x.bin")
    assert str(caught.value).startswith("x.bin: ") and "at byte " in str(caught.value)


def test_nesting_up_to_the_limit_is_read() -> None:
    assert encode(decode(LINE, nested(100))) == nested(100)
    with pytest.raises(FormatError, match="nested"):
        decode(LINE, nested(101))


PIECES = [b"\x0a\x00", b"\x38\x01", b"\x28\x01", b"\x2a\x01\x01", b"\x15abcd", b"\x12\x04abcd", b"\xf8\x07\x00"]


@pytest.mark.parametrize("piece", PIECES)
def test_what_is_allocated_is_bounded_by_the_size_and_a_spare(piece: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "SPARE", 1 << 20)
    data = piece * (1 << 16)
    tracemalloc.start()
    with contextlib.suppress(FormatError):
        decode(LINE, data)
    used = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert used < 2 * len(data) + (2 << 20)


@pytest.mark.once
def test_the_most_values_are_refused_within_a_second_or_so() -> None:
    began = time.thread_time()
    with pytest.raises(FormatError, match="more values"):
        decode(LINE, b"\x0a\x00" * (1 << 20))
    assert time.thread_time() - began < 3  # a second, on a core that is not shared


TEXT = """
# a comment
points { x: 1, y: 2; name: "a" 'b' }  points: < x: -0x10 >
points: [{x: 010}, {}]
weights: [1, .5, 2e3f, -inf] weights: nan
begin { name: "\\x41\\102\\n\\u20ac\\"" }
colour: BLUE
sure: t
lines { size: 1. }
"""


def test_text_is_read_in_all_its_ways() -> None:
    line = parse_text(LINE, TEXT, "a.txt")
    assert [(p.x, p.y, p.name) for p in line.points] == [(1, 2, "ab"), (-16, 7, ""), (8, 7, ""), (0, 7, "")]
    assert line.weights.tolist()[:4] == [1, 0.5, 2000, float("-inf")] and np.isnan(line.weights[4])
    assert line.begin.name == 'AB\n€"' and line.colour is Colour.BLUE and line.sure and line.lines[0].size == 1
    places = [line.where(), line.where("weights"), line.points[1].where("x"), line.points[3].where(), line.where("x")]
    assert places == ["a.txt:1", "a.txt:5", "a.txt:3", "a.txt:4", "a.txt:1"]


BAD_TEXT = {
    "a.txt:2: Point has no field 'z'": "points {\n z: 1 }",
    "a.txt:1: Line has no field 'Points'; 'points' may be meant": "Points { }",
    "a.txt:2: '1' where '{' and the fields of points are due": "points:\n1",
    "a.txt:1: 'RED' where ':' and a value of colour are due": "colour RED",
    "a.txt:1: colour: colour is one of RED, GREEN, BLUE, BELOW, not PINK": "colour: PINK",
    "a.txt:3: size is given again: it is given at line 1": "size: 1\n\nsize: 2",
    "a.txt:2: the end of the file where the name of a field or '}' is due, in Line of line 1": "lines {\n",
    "a.txt:1: '}' where the name of a field": "}",
    "a.txt:1: steps: -1 is no uint32": "steps: -1",
    "a.txt:1: steps: 4294967296 is no uint32": "steps: 4294967296",
    "a.txt:1: steps: 1.5 is no uint32": "steps: 1.5",
    "a.txt:1: sure: maybe is no bool": "sure: maybe",
    "a.txt:1: size: large is no float": "size: large",
    "a.txt:1: '12ab' is no word, number or string": "size: 12ab",
    "a.txt:1: '\"open' is no word": 'payload: "open',
    "a.txt:1: the escape": 'payload: "\\q"',
    "a.txt:1: name is not text in UTF-8": 'begin { name: "\\xff" }',
    "a.txt:1: a list of size, of which there is one": "size: [1]",
    "a.txt:1: '2' where ',' or '\\]' is due": "steps: [1 2]",
    "a.txt:1: '\\]' where a value of steps is due": "steps: [1,]",
    "a.txt:1: '\\[' where the name of a field": "[a.b]: 1",
    "a.txt:1: records nested more than 100 deep": "lines {" * 5000,
    "a.txt:1: more values than a text": "lines{}" * 400_000,
    "a.txt:1: the escape .* is no character": 'payload: "\\ud800"',
}


@pytest.mark.parametrize("words", BAD_TEXT)
def test_damaged_text_is_refused_with_its_line(words: str) -> None:
    with pytest.raises(FormatError, match=words):
        parse_text(LINE, BAD_TEXT[words], "a.txt")


def test_a_text_is_one_field_a_line() -> None:
    line = LINE(points=[POINT(x=1), POINT()], weights=[0.1, 2.0, 1e-5], payload=b'\x00"\n', colour="BLUE", sure=True)
    assert print_text(line).split("\n") == [
        "points {", "  x: 1", "}", "points {", "}", "weights: 0.1", "weights: 2", "weights: 1e-05",
        'payload: "\\000\\"\\n"', "colour: BLUE", "sure: true", "",
    ]  # fmt: skip


def test_unknown_members_of_enumerations_are_kept_as_numbers() -> None:
    line = decode(LINE, b"\x30\x09")
    assert line.colour == 9 and print_text(line) == "colour: 9\n" and parse_text(LINE, print_text(line)) == line
    assert isinstance(line, Record) and encode(line) == b"\x30\x09"
