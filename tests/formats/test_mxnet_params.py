"""MXNet's files of arrays: every version to the byte, sparse ones dense, damage that is told with its place."""

import contextlib
import re
import struct
import time
import tracemalloc
from collections.abc import Callable
from pathlib import Path

import ml_dtypes
import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from dusk.errors import FormatError
from dusk.formats.mxnet import load_arrays, load_parameters, save_arrays, save_parameters

V1, V2, V3 = 0xF993FAC8, 0xF993FAC9, 0xF993FACA
DTYPES = [*map(np.dtype, "?bBhHiIqQefd"), np.dtype(ml_dtypes.bfloat16)]
TABLE = np.arange(6, dtype=np.float32).reshape(2, 3)
CPU = struct.pack("<ii", 1, 0)
IN_ONE_FOLDER = settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=80, deadline=None)


def file_of(arrays: list[bytes], names: list[str] | None = None, magic: int = 0x112) -> bytes:
    text = [struct.pack("<Q", len(name.encode())) + name.encode() for name in names or []]
    return struct.pack("<QQQ", magic, 0, len(arrays)) + b"".join(arrays) + struct.pack("<Q", len(text)) + b"".join(text)


def shape(axes: tuple[int, ...], kind: str = "q") -> bytes:
    return struct.pack(f"<i{len(axes)}{kind}", len(axes), *axes)


def dense(value: np.ndarray, mark: int = V2, code: int = 0) -> bytes:
    head = struct.pack("<Ii", mark, 0) if mark != V1 else struct.pack("<I", mark)
    return head + shape(value.shape) + CPU + struct.pack("<i", code) + value.tobytes()


def oldest(value: np.ndarray, code: int = 0) -> bytes:
    return shape(value.shape, "I") + CPU + struct.pack("<i", code) + value.tobytes()


def sparse(
    form: int, stored: tuple[int, ...], axes: tuple[int, ...], values: np.ndarray, *indices: np.ndarray
) -> bytes:
    kinds = b"".join(struct.pack("<i", 6) + shape(index.shape) for index in indices)
    head = struct.pack("<Ii", V2, form) + shape(stored) + shape(axes) + CPU + struct.pack("<i", 0)
    return head + kinds + values.tobytes() + b"".join(index.tobytes() for index in indices)


def read(path: Path, data: bytes) -> dict[str, np.ndarray] | list[np.ndarray]:
    path.write_bytes(data)
    return load_arrays(path)


@pytest.mark.parametrize(
    "stored", [dense(TABLE), dense(TABLE, V3), dense(TABLE, V1), oldest(TABLE)], ids=["V2", "V3", "V1", "V0"]
)
def test_every_version_is_read(stored: bytes, tmp_path: Path) -> None:
    found = read(tmp_path / "a.params", file_of([stored, stored], ["arg:a", "aux:b"]))
    assert isinstance(found, dict) and list(found) == ["arg:a", "aux:b"]
    for value in found.values():
        assert value.dtype == np.float32
        np.testing.assert_array_equal(value, TABLE)


def test_what_is_written_is_the_layout_to_the_byte(tmp_path: Path) -> None:
    path = tmp_path / "a.params"
    save_arrays(path, {"arg:a": TABLE, "b": TABLE.T})
    assert path.read_bytes() == file_of([dense(TABLE), dense(np.ascontiguousarray(TABLE.T))], ["arg:a", "b"])
    save_arrays(path, [np.float64(3)])
    assert path.read_bytes() == file_of([dense(np.array(3.0), V3, 1)])


ARRAYS = st.lists(
    st.tuples(
        st.sampled_from(DTYPES), st.lists(st.integers(0, 3), max_size=4), st.text(max_size=5)
    ),
    max_size=5,
)  # fmt: skip


@IN_ONE_FOLDER
@given(ARRAYS)
def test_what_was_written_is_read(tmp_path: Path, rows: list[tuple[np.dtype, list[int], str]]) -> None:
    rng = np.random.default_rng(0)
    arrays = {
        name: rng.integers(0, 2, axes).astype(kind)
        for kind, axes, name in rows
    }
    save_arrays(tmp_path / "a", arrays)
    found = load_arrays(tmp_path / "a")
    assert arrays == {} or (isinstance(found, dict) and list(found) == list(arrays))
    for name, value in arrays.items():
        got = found[name]  # type: ignore[call-overload]
        assert got.dtype == value.dtype and got.shape == value.shape and got.flags.aligned
        np.testing.assert_array_equal(got, value)


def test_arrays_share_the_memory_that_was_read(tmp_path: Path) -> None:
    path = tmp_path / "a.params"
    save_arrays(path, {"arg:w": np.ones((1 << 18,), np.float32)})
    tracemalloc.start()
    found = load_arrays(path)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert isinstance(found, dict) and found["arg:w"].sum() == 1 << 18
    assert peak < 1.1 * path.stat().st_size
    found["arg:w"][0] = 5  # and may be written to


def test_sparse_arrays_are_given_dense(tmp_path: Path) -> None:
    rows = sparse(1, (2, 3), (5, 3), TABLE, np.array([1, 4]))
    csr = sparse(2, (3,), (3, 2), np.array([7, 8, 9], np.float32), np.array([0, 1, 1, 3]), np.array([1, 0, 1]))
    found = read(tmp_path / "a.params", file_of([rows, csr]))
    expected = np.zeros((5, 3), np.float32)
    expected[[1, 4]] = TABLE
    np.testing.assert_array_equal(found[0], expected)  # type: ignore[index]
    np.testing.assert_array_equal(found[1], [[0, 7], [0, 0], [8, 9]])  # type: ignore[index]


def test_arrays_that_never_got_a_value_are_empty(tmp_path: Path) -> None:
    newer = [struct.pack("<Iii", V2, 0, 0), struct.pack("<Iii", V3, 0, -1)]
    nothing = [struct.pack("<I", 0), struct.pack("<II", V1, 0), *newer]
    found = read(tmp_path / "a.params", file_of([*nothing, dense(TABLE)]))
    assert [value.shape for value in found] == [(0,)] * 4 + [(2, 3)]  # type: ignore[union-attr]


def test_parameters_are_told_from_states_by_their_names(tmp_path: Path) -> None:
    save_parameters(tmp_path / "a", {"w": TABLE}, {"mean": TABLE + 1})
    arguments, states = load_parameters(tmp_path / "a")
    assert list(arguments) == ["w"] and list(states) == ["mean"]
    save_arrays(tmp_path / "gluon", {"dense0.weight": TABLE})
    assert list(load_parameters(tmp_path / "gluon")[0]) == ["dense0.weight"]
    save_arrays(tmp_path / "list", [TABLE])
    with pytest.raises(FormatError, match="no names"):
        load_parameters(tmp_path / "list")


def test_what_cannot_be_written_is_refused_and_the_old_file_stays(tmp_path: Path) -> None:
    path = tmp_path / "a.params"
    save_arrays(path, [TABLE])
    before = path.read_bytes()
    with pytest.raises(TypeError, match="'c' is of complex128"):
        save_arrays(path, {"c": np.array([1j])})
    assert path.read_bytes() == before and list(tmp_path.iterdir()) == [path]


GOOD = file_of([dense(TABLE)], ["arg:a"])
LARGE = 1 << 40


def headed(axes: tuple[int, ...], mark: int = V2) -> bytes:
    """A file of one array of a shape, and of no elements."""
    return file_of([struct.pack("<Ii", mark, 0) + shape(axes) + CPU + bytes(4)])


DAMAGED: dict[str, tuple[bytes, str]] = {
    "nothing": (b"", "the file ends within the head"),
    "another magic": (file_of([], magic=0x113), "begins with 0x113, not 0x112, at byte 0"),
    "half a head": (GOOD[:12], "the file ends within the head"),
    "no count": (GOOD[:16], "the number of arrays"),
    "more arrays than bytes": (struct.pack("<QQQ", 0x112, 0, LARGE), f"{LARGE} arrays are said to follow"),
    "very many arrays": (struct.pack("<QQQ", 0x112, 0, 1 << 20) + bytes(1 << 22), "1048576 arrays are more than"),
    "elements cut": (GOOD[:80], "within array 0, float32"),
    "a huge shape": (headed((LARGE, LARGE)), "float32.*are left"),
    "a negative axis": (headed((-5, 1)), r"shape \(-5, 1\)"),
    "an axis of -1": (headed((-1, 1)), r"shape \(-1, 1\)"),
    "too many axes": (file_of([struct.pack("<Iii", V2, 0, 33) + bytes(300)]), "33 axes"),
    "an unknown version": (file_of([struct.pack("<I", 0xF993FACB) + bytes(60)]), "unknown version"),
    "an unknown form": (file_of([struct.pack("<Ii", V2, 3) + bytes(60)]), "form 3"),
    "an unknown dtype": (file_of([dense(TABLE, code=13)]), "dtype 13"),
    "names missing": (GOOD[:-21], "the number of names"),
    "a name cut": (GOOD[:-2], "bytes of a name"),
    "a name too long": (GOOD[:-13] + struct.pack("<Q", LARGE) + b"arg:a", "bytes of a name are said to follow"),
    "a name that is no text": (GOOD.replace(b"arg:a", b"\xff\xfe\xfd\xfc\xfb"), "not text"),
    "fewer names": (file_of([dense(TABLE)] * 2, ["a"]), "2 arrays and 1 names"),
    "a name twice": (file_of([dense(TABLE)] * 2, ["a", "a"]), "two arrays are named 'a'"),
    "bytes behind": (GOOD + b"\0", "1 bytes follow"),
    "no elements, and too long": (headed((0, LARGE, LARGE), V3), "shape"),
    "sparse, and huge": (
        file_of([sparse(1, (0, 3), (LARGE, 3), TABLE[:0], np.arange(0))]), "much larger than the file"
    ),
    "sparse, of no elements, and too long": (
        file_of([sparse(1, (0, 3), (0, LARGE, LARGE), TABLE[:0], np.arange(0))]), "do not fit each other .*too big"
    ),
    "sparse, many times": (
        file_of([sparse(1, (0, 3), (20, 3), TABLE[:0], np.arange(0))] * 20), "array .* much larger than the file"
    ),
    "a row outside": (file_of([sparse(1, (2, 3), (4, 3), TABLE, np.array([1, 4]))]), "do not fit.*outside"),
    "a row before": (file_of([sparse(1, (2, 3), (4, 3), TABLE, np.array([-1, 2]))]), "do not fit.*outside"),
    "rows of another width": (
        file_of([sparse(1, (2, 2), (4, 3), TABLE[:, :2].copy(), np.array([1, 2]))]), "do not fit"
    ),
    "a column outside": (
        file_of([sparse(2, (1,), (1, 2), TABLE[0, :1], np.array([0, 1]), np.array([2]))]), "do not fit.*outside"
    ),
    "indices of a negative number": (
        file_of([sparse(1, (2, 3), (5, 3), TABLE, np.array([1, 4])).replace(shape((2,)), shape((-1,)))]),
            r"shape \(-1,\)"
    ),
    "starts that jump": (
        file_of([sparse(2, (1,), (1, 2), TABLE[0, :1], np.array([0, LARGE]), np.array([1]))]), "do not fit.*starts"
    ),
    "starts that go back": (
        file_of([sparse(2, (1,), (2, 2), TABLE[0, :1], np.array([0, 2, 1]), np.array([1]))]), "do not fit.*starts"
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", DAMAGED)
def test_damage_is_told_with_its_place(name: str, tmp_path: Path) -> None:
    data, said = DAMAGED[name]
    path = tmp_path / "a.params"
    path.write_bytes(data)
    began = time.thread_time()
    tracemalloc.start()
    with pytest.raises(FormatError) as caught:
        load_arrays(path)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert time.thread_time() - began < 1
    assert re.search(f"{re.escape(str(path))}: .*{said}", str(caught.value)) and "at byte" in str(caught.value)
    assert peak < 2 * len(data) + 100_000


@IN_ONE_FOLDER
@given(st.data(), st.sampled_from([0, 1, 2]))
def test_random_damage_gives_arrays_or_a_typed_error(tmp_path: Path, draw: st.DataObject, which: int) -> None:
    sources: list[Callable[[], bytes]] = [
        lambda: GOOD,
        lambda: file_of([sparse(1, (2, 3), (5, 3), TABLE, np.array([1, 4])), oldest(TABLE)], ["a", "b"]),
        lambda: file_of([dense(TABLE, V1), dense(TABLE, V3)]),
    ]
    data = bytearray(sources[which]())
    for _ in range(draw.draw(st.integers(1, 4))):
        data[draw.draw(st.integers(0, len(data) - 1))] = draw.draw(st.integers(0, 255))
    path = tmp_path / "a.params"
    path.write_bytes(data[: draw.draw(st.integers(0, len(data)))] if draw.draw(st.booleans()) else data)
    with contextlib.suppress(FormatError):
        load_arrays(path)
