"""Elements of arrays whose values are at hand: NumPy's own scalars, read and written where they lie."""

import numpy as np
import pytest

import dusk
import dusk.numpy as dnp
from dusk.array import scalar
from numpy_oracle import same_class

DTYPES = ["f4", "f8", "f2", "i1", "i2", "i4", "i8", "u1", "u2", "u4", "u8", "?", "c8", "c16"]
VIEWS = [
    lambda a: a,
    lambda a: a[1],
    lambda a: a[1:, ::-2],
    lambda a: a.T,
    lambda a: a[:, None, 1:3],
    lambda a: a.reshape(2, -1),
    lambda a: a[::2][1:],
    lambda a: a.T[1:][::-1],
    lambda a: a[:, 2:3],
    lambda a: a[2, 3, ...],
    lambda a: a[1:, 1].reshape(-1),
]


def made(dtype: str) -> tuple[np.ndarray, dnp.ndarray]:
    expected = np.arange(-8, 12).reshape(4, 5).astype(dtype)
    x = dnp.array(expected)
    x.tolist()
    return expected, x


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("view", range(len(VIEWS)))
def test_elements_are_numpy_scalars(dtype: str, view: int) -> None:
    expected, x = (VIEWS[view](a) for a in made(dtype))
    for _ in range(2):
        for index in np.ndindex(expected.shape):
            for key in (index, tuple(i - n for i, n in zip(index, expected.shape, strict=True))):
                got, wanted = x[key], expected[key]
                assert same_class(got, wanted)
                assert got == wanted
            if len(index) == 1:
                assert x[np.intp(index[0])] == x[index[0]] == expected[index]
                assert type(x.item(*index)) is type(expected.item(*index))
    for wrong in (expected.shape, tuple(-n - 1 for n in expected.shape)):
        if wrong:
            with pytest.raises(IndexError):
                x[wrong]


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("view", range(len(VIEWS)))
def test_elements_are_written_where_they_lie(dtype: str, view: int) -> None:
    whole, cell = made(dtype)
    expected, x = VIEWS[view](whole), VIEWS[view](cell)
    before = cell.copy()
    double = x + x
    values = [3, True, np.float32(1.0), np.dtype(dtype).type(2), np.int64(7), np.bool_(True)]
    for n, index in enumerate(np.ndindex(expected.shape)):
        if index:
            x[index] = expected[index] = values[n % len(values)]
    np.testing.assert_array_equal(cell, whole)
    np.testing.assert_array_equal(before, made(dtype)[0])
    untouched = VIEWS[view](made(dtype)[0])
    np.testing.assert_array_equal(double, untouched + untouched)


@pytest.mark.parametrize("dtype", DTYPES)
def test_iteration_gives_scalars_and_sees_writes(dtype: str) -> None:
    expected, x = (a[:, 1] for a in made(dtype))
    assert [(type(v), v) for v in x] == [(type(v), v) for v in expected]
    assert [(type(v), v) for v in x[::-1].flat] == [(type(v), v) for v in expected[::-1].flat]
    rest = iter(x)
    next(rest)
    x[3] = 1
    assert list(rest)[-1] == 1
    assert list(rest) == []
    assert list(reversed(x)) == [x[i] for i in (3, 2, 1, 0)]
    assert len(x) == 4


def test_elements_of_many_views_that_come_and_go() -> None:
    """Handles and what is known of views are found again by their addresses, which serve others in turn."""
    expected = np.arange(20, dtype="u1").reshape(4, 5)
    x = dnp.array(expected)
    x.tolist()
    parts = [slice(a, b, c) for a in (None, 0, 1, 2) for b in (None, 3, 4) for c in (None, 1, -1, 2)]
    random = np.random.default_rng(1)
    keys = [(a, b) for a in [*parts, 0, 1, 2, 3] for b in [*parts, 0, 1, 2, 3, 4]]
    keys = [k for k in keys if expected[k].ndim and expected[k].size]
    for _ in range(5):
        chosen = [keys[i] for i in random.integers(len(keys), size=200)]
        live = [x]
        for k, drop, by_turns, *at in random.integers(1 << 30, size=(20_000, 5)):
            view, wanted = x[chosen[k % 200]], expected[chosen[k % 200]]
            live.append(view)
            if len(live) > drop % 6:
                live.pop(drop % len(live))
            index = tuple(int(i) % n for i, n in zip(at, wanted.shape, strict=False))
            got = list(view)[index[0]] if by_turns % 3 == 0 and view.ndim == 1 else view[index]
            assert got == wanted[index]


def test_flat_counts_what_it_has_given() -> None:
    _, x = made("f8")
    flat = x.T.flat
    assert (next(flat), next(flat)) == (-8.0, -3.0)
    assert (flat.index, flat.coords, len(flat)) == (2, (0, 2), 20)
    assert flat.base is not None


def test_what_has_no_axis_is_neither_iterable_nor_long() -> None:
    for x in (dnp.array(2.0), dnp.array([1.0]).sum()):
        with pytest.raises(TypeError):
            iter(x)
        with pytest.raises(TypeError):
            len(x)


def test_a_few_elements_of_a_pending_array_stay_lazy_and_many_run_it() -> None:
    x = dnp.arange(40.0) * 2
    first = x[3]
    assert type(first) is scalar
    elements = [x[i] for i in range(40)]
    assert same_class(elements[-1], np.float64(78.0))
    assert elements == [2.0 * i for i in range(40)]
    assert [type(v) for v in dnp.arange(40.0) + 1] == [np.float64] * 40
    a, b = dnp.arange(2.0) + 1
    assert type(a) is type(b) is scalar


def test_many_elements_written_to_a_pending_array_run_it() -> None:
    x = dnp.arange(50.0) * 2
    for i in range(1, 50):
        x[i] = x[i - 1] * 0.5 + 1.0
    expected = np.arange(50.0) * 2
    for i in range(1, 50):
        expected[i] = expected[i - 1] * 0.5 + 1.0
    np.testing.assert_array_equal(x, expected)


def test_arithmetic_of_scalars_at_hand_is_numpys() -> None:
    s = dnp.arange(5.0).sum()
    assert type(s + 1) is scalar
    assert float(s) == 10.0
    for got in (s + 1, 2 * s, s**2, -s, abs(s), s / np.float64(3), dnp.sqrt(s), dnp.add(s, 1)):
        assert same_class(got, np.float64(1.0))
    assert type(s < 3) is np.bool_
    assert type(s * dnp.ones(3)) is dnp.ndarray
    assert type(dnp.sqrt(np.float64(4.0))) is np.float64


def test_gradients_and_traces_see_elements() -> None:
    x = dnp.arange(1.0, 41.0)
    x.tolist()

    def f(x):
        s = 0.0
        for i in range(40):
            s = s + x[i] * x[i]
        for v in x:
            s = s + v
        return s

    np.testing.assert_array_equal(dusk.grad(f)(x), 2 * np.arange(1.0, 41.0) + 1)
    assert dusk.compile(f)(x) == f(np.arange(1.0, 41.0))


def test_numpy_scalars_that_change_become_inputs_at_their_second_value() -> None:
    for kind in (np.float64, np.float32, np.int64, np.int8):
        x, expected = dnp.ones(5, "f4"), np.ones(5, "f4")
        for i in range(12):
            x, expected = x * kind(i + 1), expected * kind(i + 1)
            x, expected = kind(1) + x, kind(1) + expected
            assert x.dtype == expected.dtype
            np.testing.assert_allclose(x, expected, rtol=1e-6)
