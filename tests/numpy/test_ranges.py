"""Arrays made of ends, buffers, iterators and text: NumPy's, and differentiable by the ends."""

import io
from pathlib import Path
from typing import Any

import numpy
import pytest
from numpy.testing import assert_array_equal

import dusk
import dusk.numpy as np
from dusk.testing import check_grads
from numpy_oracle import same

SPACED = ("linspace", "logspace", "geomspace")


@pytest.mark.parametrize("name", SPACED)
def test_numbers_between_two_ends(name: str, tier: str) -> None:
    same(lambda np: getattr(np, name)(1, 3, 4))
    same(lambda np: getattr(np, name)(np.array(1.0), np.sqrt(np.array(9.0)), num=4, endpoint=False))
    same(lambda np: getattr(np, name)(np.array([1.0, 2.0]), 3, 4, axis=1), exact=name == "linspace")
    same(lambda np: np.linspace(0, np.array(3.0), 4, retstep=True))


@pytest.mark.parametrize("name", SPACED)
def test_ends_carry_gradients(name: str) -> None:
    check_grads(lambda a, b: (getattr(np, name)(a, b, 4) ** 2).sum(), [np.array(1.0), np.array(1.5)], order=2)
    check_grads(lambda a: getattr(np, name)(1.0, a, 4, endpoint=False).sum(), [np.array([1.5, 2.0])], order=2)


def test_arrays_of_iterators_text_and_files(tmp_path: Path) -> None:
    before = dusk.stats()["fallbacks"]
    same(lambda np: np.fromiter((i * i for i in range(4)), dtype=float))
    same(lambda np: np.fromstring("1, 2, 3", sep=","))
    same(lambda np: np.frombuffer(b"12345678", "i2"))
    numpy.arange(4.0).tofile(tmp_path / "numbers")
    same(lambda np: np.fromfile(tmp_path / "numbers"))
    assert dusk.stats()["fallbacks"] == before


def test_a_buffer_that_may_be_written_to_is_shared() -> None:
    memory = bytearray(16)
    x = np.frombuffer(memory)
    x += 1.5
    assert_array_equal(numpy.frombuffer(memory), [1.5, 1.5])
    x[0] = 7
    assert numpy.frombuffer(memory)[0] == 7
    with pytest.raises(ValueError, match="multiple of element size"):
        np.frombuffer(bytearray(3))


def test_a_buffer_in_a_compiled_function() -> None:
    f = dusk.compile(lambda x: x * np.frombuffer(bytearray(numpy.arange(3.0).tobytes())))
    for _ in range(2):
        assert_array_equal(numpy.array(f(np.ones(3))), [0, 1, 2])
    assert f.explain().startswith("compiled")


def test_text_is_read_as_numpy_reads_it() -> None:
    text = "1 2\n3 4"
    ours: Any = np.loadtxt(io.StringIO(text))
    assert_array_equal(numpy.array(ours), numpy.loadtxt(io.StringIO(text)))


@pytest.mark.parametrize("args", [(20000,), (3, 70000), (50000, -3, -1), (-7, 200000, 3), (1, 2**61, 2**44)])
def test_many_integers_are_recorded_and_few_are_there_at_once(args: tuple[Any, ...], tier: str) -> None:
    calls = dusk.stats()["calls"]
    same(lambda np: np.arange(*args))
    same(lambda np: np.arange(*args) / 7 + np.arange(*args)[::-1])
    same(lambda np: np.cumsum(np.arange(*args))[-1])
    assert dusk.stats()["calls"] > calls


def test_what_arange_takes_beside_integers_is_numpys() -> None:
    for args in ((2**63 - 20000, 2**63 - 1), (2**63, 2**63 + 20000), (20000, 0), (True, 20000)):
        same(lambda np, args=args: np.arange(*args))
    same(lambda np: np.arange(20000, dtype="i2"))
    with pytest.raises(ZeroDivisionError):
        np.arange(0, 20000, 0)
    with pytest.raises(TypeError):
        np.arange()
