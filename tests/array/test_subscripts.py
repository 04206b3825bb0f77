"""Subscripts against NumPy: keys met again and again (found by the follower), on arrays at hand, pending and views."""

import bisect
from typing import Any

import numpy
import pytest

import dusk
import dusk.numpy as np
from dusk.record import windows
from numpy_oracle import same_class

DTYPES = ("float32", "float64", "int8", "int32", "int64", "uint8", "bool", "complex64", "float16")


def random_key(rng: numpy.random.Generator, shape: tuple[int, ...]) -> Any:
    def part(n: int) -> Any:
        kind = rng.integers(0, 5)
        if kind < 2:
            return int(rng.integers(-n, n))
        bound = [None if rng.random() < 0.4 else int(rng.integers(-n - 1, n + 2)) for _ in range(2)]
        return slice(*bound, [None, 1, 2, -1][rng.integers(0, 4)])

    parts = [part(n) for n in shape[: rng.integers(0, len(shape) + 1)]]
    for extra in (None, ...):
        if rng.random() < 0.2:
            parts.insert(int(rng.integers(0, len(parts) + 1)), extra)
    return parts[0] if len(parts) == 1 and rng.random() < 0.5 else tuple(parts)


def states(values: numpy.ndarray) -> dict[str, Any]:
    """The same array at hand, pending, as a view of a cell at hand, and as a view of a pending one."""
    ready, padded = np.array(values), np.array(numpy.stack([values, values]))
    dusk.eval(ready, padded)
    pending = {"pending": np.array(np.array(values)), "pending view": np.array(padded)[0]}
    return {"ready": ready, "view": padded[1], **pending}


@pytest.mark.parametrize("dtype", DTYPES)
def test_keys_give_what_numpy_gives(dtype: str) -> None:
    rng = numpy.random.default_rng(0)
    for shape in ((5,), (3, 4), (2, 3, 4), ()):
        values = rng.integers(0, 2 if dtype == "bool" else 100, shape).astype(dtype)
        for _ in range(12):
            key = random_key(rng, shape)
            expected = values[key]
            for _ in range(3):
                for name, x in states(values).items():
                    found = x[key]
                    assert numpy.asarray(found).dtype == expected.dtype, (name, key)
                    assert numpy.shape(found) == expected.shape, (name, key)
                    numpy.testing.assert_array_equal(numpy.asarray(found), expected, err_msg=f"{name} {key}")


@pytest.mark.parametrize("dtype", DTYPES)
def test_elements_are_numpys_scalars(dtype: str) -> None:
    x = np.array([1, 0, 1], dtype)
    dusk.eval(x)
    for _ in range(3):
        assert same_class(x[2], numpy.dtype(dtype).type(1))
        assert x[-3] == 1 and x[1] == 0


@pytest.mark.parametrize("dtype", DTYPES)
def test_writing_elements_again_and_again(dtype: str) -> None:
    rng = numpy.random.default_rng(1)
    for values in ((3, 4.5, True, -7), [numpy.dtype(dtype).type(1), numpy.float64(2.5), numpy.int16(3)]):
        x, y = np.zeros((3, 4), dtype), numpy.zeros((3, 4), dtype)
        for value in values:
            for _ in range(6):
                i, j = int(rng.integers(-3, 3)), int(rng.integers(-4, 4))
                raised: list[Any] = []
                for a in (x, y):
                    try:
                        a[i, j] = value
                        raised.append(None)
                    except (OverflowError, TypeError, ValueError) as error:
                        raised.append(type(error))
                assert raised[0] == raised[1], (dtype, value)
                numpy.testing.assert_array_equal(numpy.asarray(x), y)
                x[i, j] = x[i, j]


@pytest.mark.parametrize("dtype", DTYPES)
def test_elements_at_hand_leave_no_trace(dtype: str) -> None:
    """Loops over elements meet every key once: nothing is to be remembered for each."""
    x = np.zeros((20, 20), dtype)
    dusk.eval(x)
    assert x[0, 0] == 0
    before = len(windows)
    assert not any([x[i, j] for i in range(20) for j in range(20)])
    assert len(windows) == before


def test_a_view_sees_an_element_written_later() -> None:
    x = np.arange(6.0)
    dusk.eval(x)
    for i in range(4):
        view = x[1:4]
        before = view * 1
        x[2] = float(-i)
        assert list(view) == [1, -i, 3]
        x[2] = 2.0
        assert view[1] == 2 and len(before) == 3


def test_who_shares_the_memory_does_not_see_half_of_a_write() -> None:
    x = np.arange(4.0)
    pending = x * 2  # recorded before the write
    x[1] = 50.0
    assert list(pending) == [0, 2, 4, 6]
    shared = numpy.asarray(x)
    x[2] = 60.0
    assert shared[2] == 60 and x[2] == 60
    frozen = numpy.arange(3.0)
    frozen.flags.writeable = False
    for _ in range(3):
        with pytest.raises(ValueError, match="read-only"):
            np.asarray(frozen)[0] = 1.0
    assert frozen[0] == 0


@pytest.mark.parametrize("key", [5, -6, (0, 0), (2**70,), "a", 1.0])
def test_bad_keys_raise_what_numpy_raises(key: Any) -> None:
    values = numpy.arange(5.0)
    with pytest.raises(Exception) as wanted:  # noqa: PT011 - whichever it is
        values[key]
    for x in states(values).values():
        for _ in range(3):
            with pytest.raises(wanted.type):
                x[key]
            with pytest.raises(wanted.type):
                x[key] = 1.0
    with pytest.raises(ValueError, match="delete"):
        del np.arange(3.0)[0]


def test_within_a_gradient_elements_carry_it() -> None:
    def f(x: Any) -> Any:
        return x[0] * x[1] + (x[1:] * x[2]).sum()

    for _ in range(3):
        numpy.testing.assert_allclose(dusk.grad(f)(np.array([2.0, 3.0, 5.0])), [3, 7, 13])


def test_from_the_end_and_by_bisection() -> None:
    x = np.array([1.0, 2.0, 4.0])
    assert list(reversed(x)) == [4, 2, 1]
    assert bisect.bisect(x, 2.5) == 2  # type: ignore[arg-type]


def test_steady_subscripts_are_followed() -> None:
    x = np.arange(10.0) * 2

    def round_() -> float:
        y = x * 1
        return float((y[1:-1] * y[0] + y[..., 3]).sum() + y[9])

    expected = round_()
    assert round_() == expected
    before = dusk.stats()["misses"]
    assert [round_() for _ in range(5)] == [expected] * 5
    assert dusk.stats()["misses"] == before


def test_masks_of_arrays_at_hand_are_numpys() -> None:
    def program(np, n):
        a, b = np.arange(12.0).reshape(3, 4), np.arange(3)
        mask = a % 5 > n % 4
        kept = a[mask], a[b > n % 3], a[mask].sum()
        a[mask] = a[mask] * 2 + 1
        a[mask] = a.T.reshape(-1)[: int(mask.sum())]
        a[b < 2] = np.arange(4)
        return a, *kept

    for n in range(8):
        for mine, wanted in zip(program(np, n), program(numpy, n), strict=True):
            numpy.testing.assert_array_equal(mine, wanted)
