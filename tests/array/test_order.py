"""The order of elements in memory is NumPy's where a program asks for one; arrays resized, and written as bytes."""

import pickle
from pathlib import Path
from typing import Any

import numpy
import pytest

import dusk
import dusk.numpy as dnp
from numpy_oracle import same, same_error


def _made(np: Any) -> list[Any]:
    a = np.arange(12.0).reshape(3, 4)
    f = np.asfortranarray(a)
    return [
        a,
        f,
        a.copy(order="F"),
        np.zeros((2, 3), order="F"),
        np.ones((2, 3), order="F"),
        np.full((2, 3), 7, order="F"),
        np.array(a, order="F"),
        np.array(a, "f4", order="F"),
        np.array([[1, 2], [3, 4]], order="F"),
        np.asarray([[1, 2], [3, 4]], order="F"),
        np.require(a, "f4", ["A", "O", "W", "F"]),
        a.T,
        np.ascontiguousarray(a.T),
        np.ascontiguousarray(3.0),
        np.asfortranarray(3.0),
        f.copy(),
        f.copy("K"),
        np.copy(f),
        f.T,
        f[1:],
        a[0],
        a[:, 0],
        a[::2],
    ]


def test_strides_and_flags(tier: str) -> None:
    def program(np: Any) -> Any:
        return [
            (x * 1, x.strides, repr(x.flags), x.flags["F"], x.flags.owndata, x.flags.fnc, np.isfortran(x))
            for x in _made(np)
        ]

    for _ in range(2):
        same(program)


def test_writes_and_reads_of_what_lies_in_the_order_of_fortran(tier: str) -> None:
    def program(np: Any) -> Any:
        a = np.arange(12.0).reshape(3, 4)
        f = np.asfortranarray(a)
        f[1] = 7
        f.T[0] += 1
        f *= 2
        f[[0, 2], 1] = -1
        lines = [f.ravel(o) for o in "CFA"] + [f.reshape(2, 6, order=o) for o in "CFA"] + [f.flatten("F")]
        alike = [np.asfortranarray(f) is f, np.ascontiguousarray(a) is a, np.ascontiguousarray(f) is f]
        return f * 1, a * 1, [x * 1 for x in lines], f @ f.T, f.sum(0), alike, f.tobytes(), f.tobytes("A")

    for _ in range(3):
        same(program)


def test_gradients_and_compiled_functions_in_the_order_of_fortran() -> None:
    def f(x: Any) -> Any:
        y = dnp.asfortranarray(x)
        y[0] *= 2
        return (y * y).sum()

    x = dnp.ones((2, 3))
    for g in (dusk.grad(f), dusk.grad(dusk.compile(f))):
        numpy.testing.assert_array_equal(numpy.array(g(x)), [[8, 8, 8], [2, 2, 2]])
    assert numpy.asarray(dnp.asfortranarray(x)).flags.f_contiguous


def test_arrays_are_resized_in_place(tier: str) -> None:
    def program(np: Any) -> Any:
        a = np.arange(4.0)
        found = []
        for shape in ((2, 3), (2,), 5, (5, 1), (0,), 3):
            a.resize(shape)
            a += 1
            found += [a * 1, a.shape]
        return found

    for _ in range(3):
        same(program)
    same_error(lambda np: np.arange(4.0)[1:].resize(7))
    same_error(lambda np: np.arange(4.0).resize(-2))


def test_bytes_are_written_as_numpy_writes_them(tmp_path: Path) -> None:
    x, before = numpy.arange(6.0).reshape(2, 3), dusk.stats()["fallbacks"]
    assert dnp.array(x).dumps() == x.dumps()
    dnp.array(x).tofile(tmp_path / "bytes")
    numpy.testing.assert_array_equal(numpy.fromfile(tmp_path / "bytes"), x.ravel())
    dnp.array(x).dump(tmp_path / "pickle")
    numpy.testing.assert_array_equal(pickle.loads((tmp_path / "pickle").read_bytes()), x)

    def field(np: Any) -> Any:
        y = np.arange(3.0)
        y.setfield(5, "i4")
        return y

    same(field)
    assert dusk.stats()["fallbacks"] == before


@pytest.mark.parametrize("name", ["asarray", "array", "zeros"])
def test_no_order(name: str) -> None:
    same_error(lambda np: getattr(np, name)([[1, 2]], order="X"))


@pytest.mark.parametrize("shape", [(), (3,), (2, 3), (2, 0, 3), (1, 4), (2, 3, 4)])
@pytest.mark.parametrize("dtype", ["f8", "i2", "c16"])
def test_strides_and_flags_of_arrays_and_views_are_numpys(shape, dtype):
    mine, theirs = dnp.ones(shape, dtype), numpy.ones(shape, dtype)
    assert mine.strides == theirs.strides
    for see in (lambda a: a, lambda a: a.T, lambda a: a.real, lambda a: a[::2] if shape else a):
        x, y = see(mine), see(theirs)
        assert x.strides == y.strides or not x.size
        for name in ("c_contiguous", "f_contiguous", "contiguous", "owndata", "writeable", "aligned", "behaved", "num"):
            assert getattr(x.flags, name) == getattr(y.flags, name), name
        assert x.flags["C"] == y.flags["C"]


def test_flags_follow_what_is_done_to_their_array():
    mine = dnp.ones(3)
    flags = mine.flags
    mine.flags.writeable = False
    assert not flags.writeable
    with pytest.raises(AttributeError):
        flags.nothing
