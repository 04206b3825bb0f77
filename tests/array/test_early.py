"""What new lines choose by masks, computed at once (`array/early.py`): random programs against NumPy, and its end."""

import pickle
import sys
import threading

import numpy
import pytest
from tests.array import test_masks_followed as masks
from tests.array import test_selected as choices

import dusk.numpy as np
from dusk.array import early, selected
from dusk.array.selected import choice_of, early_of
from dusk.config import config
from dusk.record import stats
from dusk.record.follower import unfit

pytestmark = pytest.mark.skipif(unfit is not None, reason="nothing is done at once here")
N = 6000
X = numpy.linspace(-3.0, 3.0, N)
Y = numpy.cos(numpy.arange(float(N)))


@pytest.fixture(autouse=True)
def new_lines(monkeypatch):
    """No line is known, and none gets old."""
    monkeypatch.setattr(early, "lines", {})
    monkeypatch.setattr(selected, "lines", early.lines)
    monkeypatch.setattr(early, "WORTH_S", 1e9)
    with config.using(background=True):
        yield


def chosen(x=X, low=0.0):
    x = np.array(x)
    return x[x > low]


@pytest.mark.parametrize("worth_s", [1e9, 3e-3])
@pytest.mark.parametrize("seed", range(30))
def test_random_programs_give_what_numpy_gives(seed, worth_s, monkeypatch):
    monkeypatch.setattr(early, "WORTH_S", worth_s)
    monkeypatch.setattr(early, "loading_s", lambda: 0.0)
    monkeypatch.setattr(masks, "SHAPE", (120, 70))
    program, given = masks.Program(seed), masks.arrays(seed)
    with numpy.errstate(all="ignore"):
        for _ in range(4):
            theirs = program(numpy, {k: v.copy() for k, v in given.items()})
            masks.compare(program(np, {k: np.array(v) for k, v in given.items()}), theirs)


@pytest.mark.parametrize("name", ["in_place", "kept", "reduced", "of_dtypes", "nothing_chosen"])
def test_programs_give_what_numpy_gives(name):
    program = getattr(choices, name)
    x, y = numpy.resize(choices.X, N), numpy.resize(choices.Y, N)
    if name == "of_dtypes":
        program = of_dtypes
    with numpy.errstate(all="ignore"):
        for _ in range(2):
            choices.same(program, x, y)


def of_dtypes(np, x, y):
    found = choices.of_dtypes(np, x, y)
    t = found[0][y > 0]
    return *found, t.dtype.itemsize, (t // 2).astype(np.int8), np.where(t > 2, 1.5, 0), t.mean(), t * 1j, t + True


def test_nothing_is_recorded_of_what_has_ever_another_length():
    x = np.array(X)
    numpy.asarray(x > 0)
    for low in (-1.0, -0.5, 0.0, 0.5):
        mask = x > low
        bool(mask[0])
        misses = stats.misses
        t = x[mask]
        there = X[low < X]
        assert early_of(t) is not None and len(t) == len(there) and t.ndim == 1 and t.dtype == X.dtype
        u = np.exp(t) * 2 + t
        t -= 1
        u /= 3.0
        assert float(u.mean()) == ((numpy.exp(there) * 2 + there) / 3).mean()
        x[mask] = u
        x[mask] = 7
        assert stats.misses == misses and early_of(u) is not None
        assert numpy.array_equal(numpy.asarray(x), numpy.where(X > low, 7, X))  # noqa: SIM300
        x = np.array(X)


def test_a_line_is_recorded_once_it_has_cost_enough(monkeypatch):
    monkeypatch.setattr(early, "WORTH_S", 2e-3)
    monkeypatch.setattr(early, "loading_s", lambda: 0.0)
    found, x = [], X[10:]  # (of a length of its own: once it is recorded, native code goes by that)
    for _ in range(400):
        t = chosen(x)
        found.append((early_of(t) is not None, choice_of(t) is not None))
        assert float(np.sqrt(t).sum()) == pytest.approx(numpy.sqrt(x[x > 0]).sum())
    assert found[0] == (True, False) and found[-1] == (False, True)


def test_what_masks_take_counts_towards_loading_the_compiler(monkeypatch):
    from dusk.record import entry

    monkeypatch.setattr(entry, "WORTH_LOADING_S", 10.0)
    monkeypatch.setattr(entry.elsewhere, "spent_s", 0.0)
    monkeypatch.setitem(sys.modules, "dusk.backends.cpu", None)
    monkeypatch.delitem(sys.modules, "dusk.backends.cpu")
    before = entry.loading_s()
    assert early_of(chosen()) is not None
    assert 0 < before - entry.loading_s() == pytest.approx(entry.elsewhere.spent_s)


def test_a_copy_is_a_copy():
    t = chosen()
    u = t.copy()
    t += 1
    assert numpy.array_equal(u, X[X > 0])
    u[0] = 5  # an ordinary one from now on
    assert early_of(u) is None and numpy.array_equal(t, X[X > 0] + 1)
    v = t
    v *= 2
    assert v is t and numpy.array_equal(v, (X[X > 0] + 1) * 2)
    assert numpy.array_equal(pickle.loads(pickle.dumps(chosen())), X[X > 0])


def test_errors_are_numpys():
    x = np.array(X)
    with pytest.raises(ValueError, match="broadcast"):
        x[x > 0] + x[x > 1]
    with pytest.raises(ValueError, match="NumPy boolean array indexing assignment"):
        x[x > 1] = x[x > 0]
    t = np.arange(N)[x > 0]
    with pytest.raises(TypeError, match="same_kind"):
        t += 0.5
    with pytest.raises(IndexError, match="boolean"):
        x[np.arange(N - 1) > 3]
    with pytest.raises(numpy.exceptions.AxisError):
        chosen().sum(axis=2)


@pytest.mark.parametrize("tier", ["interpreter", "native"])
def test_where_a_tier_is_asked_for_all_is_recorded(tier):
    with config.using(tier=tier):
        assert early_of(chosen()) is None


def test_watched_errors_are_seen():
    t = chosen(X, -1.0)
    with np.errstate(invalid="raise"), pytest.raises(FloatingPointError):
        numpy.asarray(np.sqrt(t))


def test_threads_resolve_one_array():
    for _ in range(20):
        t, sums = chosen(), []

        def add(t=t, sums=sums):
            sums.append(float(numpy.asarray(t).sum()))

        threads = [threading.Thread(target=add) for _ in range(4)]
        [thread.start() for thread in threads]
        [thread.join() for thread in threads]
        assert sums == [X[X > 0].sum()] * 4
