"""What Python and other packages ask of arrays: their memory, copies of them, numbers, and what they are called."""

import copy
import gc
import hashlib
import io
import math
import operator
import pickle
import struct
import sys
from collections.abc import Callable
from typing import Any

import numpy
import pytest

import dusk
import dusk.numpy as np
from dusk.record.follower import unfit
from numpy_oracle import same, same_error

BUFFERS = pytest.mark.skipif(
    unfit is not None and sys.version_info < (3, 12), reason="before 3.12 no class of Python's has a buffer"
)
KINDS = ["?", "i1", "u2", "i4", "u8", "f2", "f4", "f8", "F", "D"]


# --- the buffer protocol


@BUFFERS
@pytest.mark.parametrize("kind", KINDS)
def test_a_memoryview_is_the_arrays_own_memory(kind: str, tier: str) -> None:
    a = np.array(numpy.arange(6).reshape(2, 3), kind) + np.array(0, kind)
    seen = memoryview(a)
    theirs = memoryview(numpy.asarray(a))
    assert (seen.format, seen.shape, seen.strides, seen.readonly) == (theirs.format, (2, 3), theirs.strides, False)
    a[0, 1] = 0
    numpy.asarray(seen)[1, 2] = 1
    assert bytes(seen) == a.tobytes()
    assert complex(a[0, 1]) == 0 and complex(a[1, 2]) == 1


@BUFFERS
def test_a_memoryview_of_a_view_has_its_strides_and_keeps_the_memory(tier: str) -> None:
    a = np.arange(1000.0).reshape(10, 100) + 0
    column = memoryview(a[:, 3])
    assert (column.shape, column.strides) == ((10,), (800,))
    a[2, 3] = -1
    del a
    for _ in range(3):
        dusk.eval(np.ones((10, 100)) * 5)
    gc.collect()
    assert column.tolist() == [3, 103, -1, *range(303, 1000, 100)]


@BUFFERS
def test_what_was_recorded_before_a_write_through_a_buffer_has_the_old_value(tier: str) -> None:
    a = np.arange(3.0)
    twice = a * 2
    memoryview(a)[1] = 50
    assert (twice.tolist(), (a * 2).tolist()) == ([0, 2, 4], [0, 100, 4])


@BUFFERS
def test_what_takes_bytes_takes_arrays() -> None:
    a, theirs = np.arange(4.0), numpy.arange(4.0)
    written = io.BytesIO()
    written.write(a)
    assert written.getvalue() == bytes(a) == bytearray(a) == b"".join([a]) == bytes(theirs)
    assert hashlib.sha1(a).digest() == hashlib.sha1(theirs).digest()
    assert struct.unpack_from("4d", a) == (0, 1, 2, 3)
    io.BytesIO(numpy.full(4, 7.0).tobytes()).readinto(a)
    assert a.tolist() == [7, 7, 7, 7]
    assert numpy.frombuffer(a).tolist() == [7, 7, 7, 7]
    with pytest.raises(ValueError, match="contiguous"):
        hashlib.sha1(np.ones((3, 3))[:, 1])


@BUFFERS
def test_memory_without_a_format_has_no_buffer_but_is_an_array() -> None:
    a = np.ones(2, np.dtype("bfloat16")) if "bfloat16" in numpy.sctypeDict else None
    if a is None:
        ml_dtypes = pytest.importorskip("ml_dtypes")
        a = np.ones(2, ml_dtypes.bfloat16)
    with pytest.raises((ValueError, BufferError)):
        memoryview(a)
    assert numpy.asarray(a).dtype == a.dtype


@BUFFERS
def test_read_only_memory_is_shown_read_only() -> None:
    theirs = numpy.arange(3.0)
    theirs.flags.writeable = False
    assert memoryview(np.from_dlpack(theirs)).readonly
    assert memoryview(np.arange(3.0).sum()).tolist() == 3.0


# --- NumPy's interface


def test_array_copies_only_where_it_is_asked_or_has_to() -> None:
    a = np.arange(3.0)
    assert numpy.shares_memory(a.__array__(), a.numpy())
    assert numpy.shares_memory(a.__array__(copy=False), numpy.asarray(a))
    assert not numpy.shares_memory(a.__array__(copy=True), a.numpy())
    assert not numpy.shares_memory(numpy.array(a), a.numpy())
    assert numpy.shares_memory(numpy.array(a, copy=False), a.numpy())
    assert a.__array__("f4").dtype == "f4"
    for call in (lambda np, x: x.__array__("f4", copy=False), lambda np, x: np.array(x, "f4", copy=False)):
        with pytest.raises(ValueError, match="copy"):
            call(numpy, a)


# --- DLPack


@pytest.mark.parametrize("kind", KINDS)
def test_numpy_and_dusk_share_memory_by_dlpack(kind: str, tier: str) -> None:
    a = np.array(numpy.arange(6).reshape(2, 3), kind) + np.array(0, kind)
    theirs = numpy.from_dlpack(a)
    theirs[0, 1] = 0
    a[1, 2] = 1
    assert theirs.dtype == a.dtype and complex(a[0, 1]) == 0 and complex(theirs[1, 2]) == 1
    memory = numpy.zeros(3, kind)
    ours = np.from_dlpack(memory)
    memory[0], ours[2] = 1, 1
    assert complex(ours[0]) == 1 and complex(memory[2]) == 1


@pytest.mark.parametrize("axes", [(1, 0, 2), (2, 1, 0), (2, 0, 1), (0, 2, 1)])
def test_memory_in_any_order_of_axes_is_shared_by_dlpack(axes: tuple[int, ...]) -> None:
    memory = numpy.arange(24.0).reshape(2, 3, 4).transpose(axes)
    ours = np.from_dlpack(memory)
    numpy.testing.assert_array_equal(ours, memory)
    memory[1, 1, 1] = -1
    ours[0, 1, 0] = -2
    numpy.testing.assert_array_equal(ours, memory)
    assert ours.strides == memory.strides


def test_elements_that_lie_apart_are_copied_or_refused() -> None:
    apart = numpy.arange(8.0)[::2]
    assert np.from_dlpack(apart).tolist() == [0, 2, 4, 6]
    with pytest.raises(BufferError, match="copy is not allowed"):
        np.from_dlpack(apart, copy=False)


def test_a_copy_by_dlpack_is_one() -> None:
    a, theirs = np.arange(3.0), numpy.arange(3.0)
    for copied in (np.from_dlpack(a, copy=True), np.from_dlpack(theirs, copy=True), numpy.from_dlpack(a, copy=True)):
        copied[0] = 9
    assert a.tolist() == theirs.tolist() == [0, 1, 2]
    assert np.from_dlpack(a) is a


def test_capsules_have_the_version_asked_for() -> None:
    a = np.arange(3.0)
    for asked in ({}, {"max_version": (0, 8)}, {"dl_device": (1, 0)}, {"copy": True}, {"stream": None}):
        assert 'capsule object "dltensor"' in repr(a.__dlpack__(**asked))
    for asked in ({"max_version": (1, 0)}, {"max_version": (1, 1), "copy": False}):
        assert 'capsule object "dltensor_versioned"' in repr(a.__dlpack__(**asked))
    assert a.__dlpack_device__() == (1, 0)
    with pytest.raises(BufferError):
        a.__dlpack__(dl_device=(2, 0))
    with pytest.raises((RuntimeError, BufferError)):
        a.__dlpack__(stream=1)
    with pytest.raises(ValueError, match="Device"):
        np.from_dlpack(numpy.ones(2), device="gpu")


def test_read_only_memory_stays_so_by_dlpack() -> None:
    theirs = numpy.arange(3.0)
    theirs.flags.writeable = False
    ours = np.from_dlpack(theirs)
    assert not numpy.from_dlpack(ours).flags.writeable
    with pytest.raises(BufferError):
        ours.__dlpack__()
    with pytest.raises(ValueError, match="read-only"):
        ours[0] = 1


@pytest.mark.torch
def test_torch_and_dusk_share_memory() -> None:
    torch = pytest.importorskip("torch")
    a = np.arange(4.0)
    tensor = torch.from_dlpack(a)
    tensor[0] = 7
    a[1] = 9
    assert a.tolist() == tensor.tolist() == [7, 9, 2, 3]
    torch.from_dlpack(a[::2])[1] = -5
    assert a.tolist() == [7, 9, -5, 3]
    given = torch.arange(6.0).reshape(2, 3).T
    ours = np.from_dlpack(given)
    given[0, 0], ours[2, 1] = 4, -9
    assert ours.tolist() == given.tolist()
    assert torch.from_dlpack((a + 1).sum()).item() == 19
    with pytest.raises(BufferError):
        np.from_dlpack(torch.ones(2, requires_grad=True))


# --- copies


@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
def test_pickles_are_numpys_values_in_dusk(protocol: int) -> None:
    def program(np: Any) -> Any:
        a = np.arange(6.0).reshape(2, 3)
        given = [a, a[:, 1:], a.T, a.sum(), np.array(3), np.ones(0), np.ones(2, "F"), np.array([True])]
        return pickle.loads(pickle.dumps(given, protocol))

    assert all(type(x) in (np.ndarray, type(np.ones(2).sum()), numpy.float64) for x in same(program))


def test_copies_are_apart() -> None:
    a = np.arange(3.0)
    for made in (copy.copy(a), copy.deepcopy(a), copy.deepcopy({"a": [a]})["a"][0], pickle.loads(pickle.dumps(a))):
        assert type(made) is np.ndarray
        made[0] = 9
    assert a.tolist() == [0, 1, 2]


# --- numbers, and what an array is called

AS_NUMBERS: dict[str, Callable[[Any], Any]] = {
    "index of 0-d": lambda np: operator.index(np.array(3)),
    "index of a sum": lambda np: list(range(9))[np.arange(4).sum()],
    "index of a float": lambda np: operator.index(np.array(3.0)),
    "index of one element": lambda np: operator.index(np.array([3])),
    "a slice": lambda np: list(range(20))[np.array(2) : np.arange(4).sum()],
    "complex": lambda np: [complex(np.array(2 + 1j)), complex((np.ones(2) * 1j).sum()), complex(np.array(2.0))],
    "complex of several": lambda np: complex(np.ones(2)),
    "int": lambda np: [int(np.array(4.7)), int((np.ones(3) * 1.4).sum())],
    "trunc": lambda np: math.trunc((np.ones(3) * 1.4).sum()),
    "floor": lambda np: [math.floor((np.ones(3) * 1.4).sum()), math.ceil((np.ones(3) * 1.4).sum())],
    "round": lambda np: [round(np.arange(6.0).sum() / 7, 2), round(np.arange(6.0).sum() / 7)],
    "bool": lambda np: [bool(np.array(0)), bool(np.ones(1)), bool(np.arange(3.0).sum())],
    "bool of nothing": lambda np: bool(np.ones(0)),
    "hash": lambda np: [hash(np.arange(4.0).sum()), {np.arange(4).sum(): 1}[6], len({np.ones(2).sum(), 2.0})],
    "hash of an array": lambda np: hash(np.ones(2)),
    "format": lambda np: f"{np.ones(3).sum():.3f}|{np.ones(3).sum():>8}|{np.ones(3).sum()!r}|{np.array(2.5):.2f}",
    "format of an array": lambda np: f"{np.arange(3.0)} {np.ones(1)}",
    "format of an array as a number": lambda np: f"{np.arange(3.0):.2f}",
    "percent": lambda np: "%.2f %d %s" % (np.ones(3).sum(), np.arange(4).sum(), np.arange(2)),  # noqa: UP031
    "divmod": lambda np: [*divmod(np.arange(5), 3), *divmod(7, np.arange(5) + 1), *divmod(np.ones(3).sum(), 2)],
    "length of a number": lambda np: len(np.array(3)),
    "struct": lambda np: struct.pack("di", np.ones(3).sum(), np.arange(4).sum()),
}


@pytest.mark.parametrize("name", AS_NUMBERS)
def test_arrays_are_numbers_where_numpys_are(name: str) -> None:
    try:
        AS_NUMBERS[name](numpy)
    except Exception:
        same_error(AS_NUMBERS[name])
    else:
        same(AS_NUMBERS[name])


def test_the_class_can_be_subscripted() -> None:
    kind = np.ndarray[Any, numpy.dtype[numpy.float64]]
    assert (kind.__origin__, kind.__args__) == (np.ndarray, (Any, numpy.dtype[numpy.float64]))
