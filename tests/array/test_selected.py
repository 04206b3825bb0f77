"""What a mask chooses, before anybody asks how many elements it has: `array/selected.py`."""

import gc
import pickle
import threading

import numpy
import pytest

import dusk
import dusk.numpy as np
from dusk.array import selected
from dusk.array.selected import choice_of
from dusk.record import stats
from dusk.record.follower import unfit

native_only = pytest.mark.skipif(unfit is not None, reason="the portable follower's operators resolve at once")


@pytest.fixture(autouse=True)
def every_mask(monkeypatch):
    monkeypatch.setattr(selected, "LEAST_SIZE", 1)
    monkeypatch.setattr(selected, "_worthwhile", lambda mask: True)


def both(program, *arrays):
    """The results of a program by NumPy and by Dusk, on copies of their own."""
    theirs = program(numpy, *[a.copy() for a in arrays])
    mine = program(np, *[np.array(a) for a in arrays])
    return [numpy.asarray(m) for m in mine], [numpy.asarray(t) for t in theirs]


def same(program, *arrays):
    for mine, theirs in zip(*both(program, *arrays), strict=True):
        assert mine.dtype == theirs.dtype and mine.shape == theirs.shape
        numpy.testing.assert_allclose(mine, theirs, rtol=1e-12, atol=1e-12)


X = numpy.linspace(-3.0, 3.0, 40)
Y = numpy.cos(numpy.arange(40.0))
M = numpy.arange(24.0).reshape(4, 6) - 7.5


def escape(np, z, c):
    count = np.zeros(z.shape, dtype=np.int64)
    for i in range(6):
        alive = np.abs(z) <= 2.0
        z[alive] = z[alive] ** 2 + c[alive]
        count[alive] = i
    return z, count


def in_place(np, x, y):
    m = x > -1
    x[m] += 1
    x[m] *= y[m]
    t = x[m]
    t -= 2
    u = t
    t /= 3
    return x, t, u


def kept(np, x, y):
    m = x > 0
    before = x[m]
    x[m] = y[m]
    after = x[m] + before
    m[:30] = False
    return before, after, x, x[m], y[m] + x[m]


def reduced(np, x, y):
    m = x > 0.5
    t = np.exp(x[m])
    return t.sum(), t.mean(), t.std(), t.var(ddof=1), t.prod(), (t > 4).any(), (t > 4).all(), t.max(), len(t), t.size


def of_rows(np, m, x):
    chosen = m[:, 0] > -5
    rows = m[chosen]
    return rows.sum(axis=0), rows.mean(axis=0), rows.mean(axis=1), rows.sum(), rows * 2 + x[:6], rows[:, 1], rows.shape


def of_planes(np, m, x):
    mask = m[:, :3] > 0
    t = np.stack((m[:, :3], m[:, 3:]), -1)[mask]
    return t.sum(axis=0), t.sum(axis=-1), t.sum(axis=0, keepdims=True), t, t.mean()


def of_dtypes(np, x, y):
    m = y > 0
    whole = (x * 10).astype(np.int32)
    whole[m] = x[m] * 2.7
    whole[m] += 2
    small = x.astype(np.float32)
    small[m] = small[m] * 2 + 1
    return whole, small, small[m].dtype.itemsize, (whole[m] // 2).astype(np.int8), np.where(whole[m] > 2, 1.5, 0)


def between_masks(np, x, y):
    a, b = x > 0, y > 0
    x[a] = 1.0
    s = np.zeros(40)
    s[a] = x[a] + y[a]
    s[b] = x[b].mean()
    return s, x[a & b], x[a][y[a] > 0], x[a] + x[x > 0], x[~a] * y[~a]


def nothing_chosen(np, x, y):
    m = x > 100
    x[m] = y[m] * 2
    return x, x[m], x[m].sum(), len(x[m]), (x[m] + 1).shape


def through_views(np, m, x):
    left, row = m[:, 1:4], m[2]
    mask = left > 0
    left[mask] = left[mask] ** 2
    row[row > 30] = row[row > 30] + 1 if len(row[row > 30]) else 0
    m.T[m.T < 0] *= -1
    return m, left[mask].sum(), m.T[m.T > 3] - 1


PROGRAMS = (escape, in_place, kept, reduced, nothing_chosen, of_dtypes, between_masks)


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda p: p.__name__)
def test_programs_give_what_numpy_gives(program):
    for _ in range(4):
        same(program, X, Y)


@pytest.mark.parametrize("program", [of_rows, of_planes, through_views], ids=lambda p: p.__name__)
def test_masks_of_the_first_axes(program):
    for _ in range(4):
        same(program, M, X)


@native_only
def test_no_length_is_asked_for():
    x = np.array(X)
    m = x > 0
    t = np.sqrt(x[m]) + 1
    assert choice_of(t) is not None
    before = stats.flushes
    x[m] = t * 2
    total = t.mean()
    assert stats.flushes == before and choice_of(t) is not None
    assert isinstance(t, np.ndarray) and type(t).__name__ == "ndarray"
    assert float(total) == pytest.approx((numpy.sqrt(X[X > 0]) + 1).mean())
    assert len(t) == (X > 0).sum() and choice_of(t) is not None
    assert t[0] == numpy.sqrt(X[X > 0])[0] + 1
    assert choice_of(t) is None and type(t) is np.ndarray


def test_an_array_stays_itself_when_its_length_is_known():
    x = np.array(X)
    t = x[x > 0]
    held = {"a": t}
    numpy.asarray(t)
    t[0] = 7
    assert held["a"] is t and held["a"][0] == 7
    assert (x < 7).all()
    copy = pickle.loads(pickle.dumps(x[x > 0]))
    assert numpy.array_equal(copy, X[X > 0])


def test_what_is_asked_of_a_type():
    m = numpy.array(M)
    x, mask = np.array(m), np.array(m[:, 0] > -5)
    chosen = m[m[:, 0] > -5]
    for name in ("size", "itemsize", "nbytes", "ndim", "shape", "dtype", "strides", "T", "base"):
        mine, theirs = getattr(x[mask], name), getattr(chosen, name)
        assert numpy.array_equal(mine, theirs) if name == "T" else mine == theirs, name
    t = x[mask]
    t.shape = (-1,)
    assert numpy.array_equal(t, chosen.reshape(-1))


def test_errors_are_numpys():
    x, y = np.array(X), np.array(Y)
    m, n = x > 0, x > 1
    with pytest.raises(ValueError, match="broadcast"):
        x[m] + y[n]
    with pytest.raises(ValueError, match=r"broadcast|assign"):
        x[m] = y[n]
    t = np.arange(40)[m]
    with pytest.raises(TypeError, match="same_kind"):
        t += 0.5
    with pytest.raises(IndexError, match="boolean"):
        x[np.arange(39) > 3]


def test_watched_errors_are_those_of_the_chosen_alone():
    x = np.array([0.0, 1.0, 4.0, 0.0])
    m = x > 0
    with np.errstate(divide="raise"):
        assert numpy.array_equal(1 / x[m], [1, 0.25])
    for _ in range(3):
        assert numpy.array_equal(numpy.asarray(1 / x[m]), [1, 0.25])


def test_compiled_functions_hold_masked_updates():
    @dusk.compile
    def step(x, y):
        m = x > y
        x[m] = x[m] * 2 - y[m]
        return x, x[m].sum()

    for _ in range(3):
        got, total = step(np.array(X), np.array(Y))
        expected = numpy.where(X > Y, X * 2 - Y, X)
        assert numpy.allclose(got, expected) and float(total) == pytest.approx(expected[X > Y].sum())


def test_gradients_flow_as_before():
    def f(x):
        m = x > 0
        x = x * 1.0
        x[m] = np.sqrt(x[m])
        return (x[m] ** 3).sum()

    assert numpy.allclose(dusk.grad(f)(np.array(X)), numpy.where(X > 0, 1.5 * numpy.sqrt(numpy.abs(X)), 0))


def test_threads_resolve_one_array():
    x = np.array(numpy.arange(10000.0))
    for _ in range(20):
        t = x[x > 17] + 1
        sums = []

        def add(t=t, sums=sums):
            sums.append(float(numpy.asarray(t).sum()))

        threads = [threading.Thread(target=add) for _ in range(4)]
        [thread.start() for thread in threads]
        [thread.join() for thread in threads]
        assert sums == [numpy.arange(19.0, 10001.0).sum()] * 4


def test_memory_is_given_back():
    x = np.array(X)
    for _ in range(3000):
        t = x[x > 0]
        numpy.asarray(t + 1)
        del t
        x[x > 0] + 1
    gc.collect()
