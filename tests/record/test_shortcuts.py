"""What native code does by itself for small arrays at hand: NumPy's numbers to the bit, and nobody can tell."""

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

import dusk
import dusk.numpy as dnp
from dusk.record import by_numpy
from dusk.record.follower import unfit
from numpy_oracle import equal, same_error

pytestmark = pytest.mark.skipif(unfit is not None, reason=f"no native follower: {unfit}")


@pytest.fixture(autouse=True)
def usual_settings() -> Iterator[None]:
    with dusk.config.using(background=True, tier="auto", reproducible=False):
        yield


def numbers(space: Any, *shape: int, dtype: str = "f8") -> Any:
    size = int(np.prod(shape))
    return space.array((np.arange(size) * 7 % 11 - 4).astype(dtype).reshape(shape))


WAYS: list[Callable[[Any], Any]] = [
    lambda x: x,
    lambda x: x[: x.size // 2],
    lambda x: x[::2],
    lambda x: x[::-1],
    lambda x: x.reshape(2, -1),
    lambda x: x.reshape(2, -1).T,
    lambda x: x.reshape(-1, 2)[:, 1],
    lambda x: x.reshape(2, -1)[1],
    lambda x: x.reshape(-1, 1),
]


@pytest.mark.parametrize("dtype", ["f8", "f4", "i8", "i4", "i1", "u1", "c16", "?", "f2"])
@pytest.mark.parametrize("name", ["sum", "prod", "mean", "max", "min", "any", "all"])
def test_reductions_are_numpys_to_the_bit(name: str, dtype: str) -> None:
    rng = np.random.default_rng(3)
    for n in [*range(1, 40), 100, 129, 257, 500]:
        line = (rng.standard_normal(2 * n) * 3).astype(dtype)
        line[rng.integers(0, 2 * n)] = -0.0
        for way in WAYS:
            with np.errstate(all="ignore"):
                expected = getattr(way(line), name)()
            found = getattr(way(dnp.array(line)), name)()
            assert (type(found), found.tobytes()) == (type(expected), expected.tobytes())


def test_reductions_of_nothing_and_of_what_is_not_finite() -> None:
    for values in ([np.nan, 1.0, 2.0], [1.0, np.nan, -np.inf], [np.inf, -np.inf, 0.0], [1.0, 2.0, 3.0, np.nan] * 9):
        for name in ("sum", "prod", "mean", "max", "min"):
            with np.errstate(all="ignore"):
                expected = getattr(np.array(values), name)()
            equal(getattr(dnp.array(values), name)(), expected)
    equal(dnp.array([1.0])[:0].sum(), np.float64(0.0))
    same_error(lambda np: np.array([1.0])[:0].max())


@pytest.mark.parametrize("dtype", ["f8", "f4", "i8"])
def test_dot_is_numpys_to_the_bit(dtype: str) -> None:
    rng = np.random.default_rng(4)
    for rows, inner, columns in [(1, 1, 1), (1, 2, 3), (3, 3, 3), (2, 7, 1), (8, 5, 16), (1, 33, 1)]:
        a, b = ((rng.standard_normal(shape) * 9).astype(dtype) for shape in ((rows, inner), (inner, columns)))
        for pick in (
            lambda a, b: (a, b),
            lambda a, b: (a[0], b),
            lambda a, b: (a, b[:, 0]),
            lambda a, b: (a[0], b[:, 0]),
            lambda a, b: (b.T, a.T),
            lambda a, b: (a, a.T),
            lambda a, b: (a[:, ::-1], b),
            lambda a, b: (a[0, ::-1], b[::-1, 0]),
            lambda a, b: (a[:, ::2], b[::2]),
        ):
            for twice in range(2):
                expected = np.asarray(np.dot(*pick(a, b)))
                found = dnp.dot(*pick(dnp.array(a), dnp.array(b)))
                assert np.asarray(found).tobytes() == expected.tobytes(), twice


@pytest.mark.parametrize(
    "program",
    [
        lambda np: np.array([1, 2, 3]),
        lambda np: np.array([1, 2.5, np.float64(3.5)]),
        lambda np: np.array(((1.0, 2), [3, 4])),
        lambda np: np.array([[[1, 2]], [[3, 4]]]),
        lambda np: np.array([1, True, 2.0]),
        lambda np: np.array([True, False]),
        lambda np: np.array([2**63, 1]),
        lambda np: np.array([2**70 * 1.0, 2**62 + 1]),
        lambda np: np.array([-(2**63), 1]),
        lambda np: np.array([1, 2j]),
        lambda np: np.array([]),
        lambda np: np.array([[], []]),
        lambda np: np.array([np.int64(1), 2]),
        lambda np: np.array([np.float32(1), 2.0]),
        lambda np: np.array([np.array([1.0, 2.0]), [3.0, 4.0]]),
        lambda np: np.array([1.0, 2.0], "f4"),
    ],
)
def test_arrays_of_lists(program: Callable[[Any], Any]) -> None:
    for _ in range(3):
        equal(program(dnp), program(np))


@pytest.mark.parametrize("given", [[[1.0, 2.0], [3.0]], [1.0, [2.0]], [[1.0], 2.0], [[1, 2], 3], [1, "x", None, [2]]])
def test_lists_that_are_no_array_are_refused_as_by_numpy(given: Any) -> None:
    for _ in range(2):
        same_error(lambda np: np.array(given) + 1)


@pytest.mark.parametrize("dtype", ["f8", "f4", "i8", "i2", "u1", "c16", "?", "f2"])
def test_lists_of_arrays_and_lists_written(dtype: str) -> None:
    def program(space: Any) -> Any:
        m = numbers(space, 3, 4, dtype=dtype)
        x = numbers(space, 6, dtype=dtype)
        m[1] = [1, 0, 3, 2]
        m[:, 2] = (1.0, 2.5, 0.0)
        m[0, 1:3] = [True, False]
        m[2] = [4]
        x[::-2] = [5, 6, 7]
        m[1:] = [[1, 2, 3, 4], [5, 6, 7, 8]]
        return m, m.tolist(), m.T.tolist(), x.tolist(), x[::-2].tolist(), x[:0].tolist(), x[2:3].reshape(()).tolist()

    for _ in range(3):
        equal(program(dnp), program(np))


@pytest.mark.parametrize("wrong", [[1.0, 2.0], [1.0, 2.0, 3.0, "x"], [1.0, [4.0, 5.0], 3, 4], [1, 2, None, 4, 5]])
def test_lists_that_do_not_fit_do_what_they_do_to_numpys(wrong: list[Any]) -> None:
    def program(space: Any) -> Any:
        x, met = numbers(space, 4), []
        for key in (slice(None), slice(0, 4)):
            try:
                x[key] = wrong
            except (ValueError, TypeError) as error:
                met.append(type(error).__name__)
        return met, x

    equal(program(dnp), program(np))


def test_what_overlaps_in_one_array_is_read_before_it_is_written() -> None:
    def program(space: Any) -> Any:
        x, m = numbers(space, 12), numbers(space, 6, 6)
        for _ in range(3):
            m[2] -= 0.5 * m[1]
            m[2] -= m[1]
            m[2, 1:] += m[2, :-1]
            m[:, 0] -= m[0]
            m[1:, 1:] *= m[:-1, :-1]
            m += m[::-1]
            m[::2] -= m[1::2]
            x[::2] += x[1::2]
            x[4:] -= x[:-4]
            x[3:9] += x[8:2:-1]
        return x, m

    before = dusk.stats()["calls"]
    equal(program(dnp), program(np))
    assert dusk.stats()["calls"] == before


def test_an_array_that_a_function_keeps_stays_what_it_was() -> None:
    """NumPy's own arrays on the memory of ours are used again for the next call, but not while somebody has them."""
    kept: list[Any] = []

    def keeping(x: Any, *rest: Any) -> Any:
        kept.append(x)
        return np.sort(x, *rest)

    sort = by_numpy(lambda x, *rest: dnp.sort(x, *rest), keeping)
    x, y = numbers(dnp, 8), numbers(dnp, 8) + 100.0
    for _ in range(3):
        sort(x)
        dnp.sort(y)
        dnp.cross(y[:3], y[:3])
    for seen in kept:
        equal(seen, numbers(np, 8))


def some_key(rng: np.random.Generator, shape: tuple[int, ...]) -> Any:
    """A basic key, of indices, slices, new axes and an ellipsis, that may lead nowhere."""
    parts: list[Any] = []
    for n in shape[: rng.integers(0, len(shape) + 1)]:
        ends = [None if rng.random() < 0.4 else int(rng.integers(-n - 2, n + 3)) for _ in range(2)]
        step = [None, 1, 2, -1, -2, -7][rng.integers(0, 6)]
        index = int(rng.integers(-n - (rng.random() < 0.02), max(n, 1)))
        numpys = [np.int64, np.int32, np.int8][rng.integers(0, 3)]
        parts.append(numpys(index) if rng.random() < 0.2 else index if rng.random() < 0.4 else slice(*ends, step))
    for what in (None, Ellipsis):
        if rng.random() < 0.15:
            parts.insert(int(rng.integers(0, len(parts) + 1)), what)
    return parts[0] if len(parts) == 1 and rng.random() < 0.8 else tuple(parts)


def test_windows_of_windows_are_numpys() -> None:
    """Read, written through and written over; what Python works out of a key is worked out alike by native code."""
    rng, made = np.random.default_rng(11), 0
    for _ in range(800):
        shape = tuple(int(n) for n in rng.integers(1, 6, rng.choice([1, 2, 3, 6], p=[0.3, 0.3, 0.3, 0.1])))
        theirs = np.arange(np.prod(shape)).reshape(shape) * 1.0
        mine = dnp.array(theirs)
        x, y = mine, theirs
        for _ in range(rng.integers(1, 5)):
            key = some_key(rng, y.shape)
            try:
                expected = y[key]
            except IndexError:
                with pytest.raises(IndexError):
                    x[key]
                continue
            found = x[key]
            equal(found, expected)
            if not isinstance(expected, np.ndarray):
                x[key], y[key] = -1.0, -1.0
                break
            x[key], y[key] = 0.5, 0.5
            x[key] += 2.0 * x[key] + rng.integers(1, 3)
            y[key] = np.asarray(x[key])
            x, y, made = found, expected, made + 1
            assert x.base is mine
        x *= 3.0
        y *= 3.0
        equal(mine, theirs)
    assert made > 800


def test_more_windows_than_are_kept_at_a_time() -> None:
    """What is known of one operand's place is let go when the other's is looked for, if they share a slot."""
    rng = np.random.default_rng(12)
    theirs = rng.standard_normal((90, 90))
    mine = dnp.array(theirs)
    for _ in range(4000):
        i, j, k = (int(n) for n in rng.integers(0, 90, 3))
        for m in (theirs, mine):
            m[i, k:] -= 0.5 * m[j, k:]
            m[i, k:] += m[j, k:]
            m[k] = m[j] * 0.5
    equal(mine, theirs)


def test_numpys_numbers_on_the_left() -> None:
    def program(space: Any) -> Any:
        x, number = numbers(space, 5), np.float64(2.5)
        small, single = numbers(space, 4, dtype="f4"), np.float32(0.5)
        found = [number * x, number + x, number - x, number / (x + 9), number > x, number**2 * x, np.int64(3) * x]
        return [*found, number * small, single * small, np.maximum(number, x), np.add(x, x), np.sqrt(abs(x))]

    found = [found for _ in range(2) for found in program(dnp)]
    assert {type(f) for f in found} == {dnp.ndarray}
    equal(found, [*program(np), *program(np)])
    large = np.float64(2.0) * dnp.array(np.ones(50_000))
    assert large.buffer is None
    equal(large, np.full(50_000, 2.0))


@pytest.mark.parametrize("dtype", ["f8", "f4", "i8", "?", "c16", "u1"])
def test_arrays_one_after_the_other(dtype: str) -> None:
    def program(space: Any) -> Any:
        x, m = numbers(space, 6, dtype=dtype), numbers(space, 3, 4, dtype=dtype)
        found = [space.concatenate(parts) for parts in ([x, x[::-2], x[:0]], (m, m[1:], m[::-1]), [m.T], [x[:0]])]
        found += [space.concatenate([m, m[:, 1:]], axis=1), space.concatenate([m, m], axis=None)]
        found += [space.concatenate([x, x * 1.5]), space.concatenate([x, [1, 2]]), space.concatenate(m)]
        x[0] = 0
        return [*found, space.stack([x, x]), space.hstack([x, x]), space.vstack([m, x[:4]])]

    kept = [program(dnp) for _ in range(3)]
    for found in kept:
        equal(found, program(np))
    for wrong in ([], [np.float64(1.0)], [np.ones(2), np.ones((2, 2))], [np.ones((2, 2)), np.ones((2, 3))]):
        same_error(lambda space, wrong=wrong: space.concatenate([space.array(x) for x in wrong]))
