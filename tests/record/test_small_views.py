"""Small arrays at hand: views of views, what NumPy writes into arrays of ours, and its `out=`, as NumPy has them."""

from __future__ import annotations

import itertools
from typing import Any

import numpy
import pytest

import dusk.numpy as np
from dusk.array.indexing import window
from dusk.config import config
from dusk.ops.getset import getitem
from dusk.record import stats
from dusk.record.follower import unfit

pytestmark = pytest.mark.skipif(unfit is not None, reason=f"no native follower: {unfit}")

VIEWS = {
    "rows of a transpose": lambda a: a.T[1:],
    "a row of a transpose": lambda a: a.T[2],
    "a transpose of rows": lambda a: a[1:].T[1:, ::2],
    "twice": lambda a: a.T.T[1:, 2],
    "backwards": lambda a: a.T[::-1][1:3].T,
    "a column lying": lambda a: a[:, 0:1].T,
    "another shape": lambda a: a.reshape(7, 5)[1:].T[0, 1:],
    "a line": lambda a: a.ravel()[3:9],
    "axes gone": lambda a: a[None].squeeze()[1:],
    "axes come": lambda a: a.T[1:][..., None][:, 1:],
    "exchanged": lambda a: a[1:].swapaxes(0, 1)[1],
    "the rows' own shape": lambda a: a[1:3].reshape(2, 7, 1)[:, 2:],
}
MADE = {
    "a transpose in a line": lambda a: a.T.reshape(-1),
    "a window in a line": lambda a: a[1:, 1:].ravel(),
    "a window in another shape": lambda a: a[:2, :2].reshape(4),
    "flattened": lambda a: a[::2].flatten(),
    "a sum with a transpose": lambda a: a[:, 0:1].T - a[:, 0:1],
    "by a complex number": lambda a: 1j * a[1:],
    "products of stacks": lambda a: a.reshape(1, 5, 7) @ a.T.reshape(1, 7, 5),
    "a fold": lambda a: np.add.reduce(a, axis=1) if type(a) is np.ndarray else numpy.add.reduce(a, axis=1),
    "all pairs": lambda a: np.add.outer(a[0], a[1]) if type(a) is np.ndarray else numpy.add.outer(a[0], a[1]),
    "parts": lambda a: (a + 1j).imag + (a + 2j).T.real.T[:, ::-1],
    "backwards": lambda a: np.flip(a[1]) * 1 if type(a) is np.ndarray else numpy.flip(a[1]) * 1,
    "upside down": lambda a: np.flipud(a) * 1 if type(a) is np.ndarray else numpy.flipud(a) * 1,
    "a root": lambda a: abs(a) ** 0.5,
    "a reciprocal": lambda a: (a + 2) ** -1,
    "a complex square": lambda a: (a + 1j) ** 2,
    "a complex root": lambda a: (a - 1j) ** 0.5,
    "bytes": lambda a: numpy.frombuffer(a[:, 2].tobytes()),
}
WRITES = {
    "filled": lambda n, x, y: x.fill(3.5),
    "a view filled": lambda n, x, y: x[1:4].fill(2),
    "sorted": lambda n, x, y: x[::2].sort(),
    "put": lambda n, x, y: x.put([1, -1], [7, 8]),
    "put by the function": lambda n, x, y: n.put(x, [2], y),
    "copied": lambda n, x, y: n.copyto(x[1:], x[:-1]),
    "where a mask holds": lambda n, x, y: n.putmask(x, x > 0, y),
    "placed": lambda n, x, y: n.place(x, y > 0, [1.0, 2.0]),
    "added at": lambda n, x, y: n.add.at(x, [0, 0, 3], y[:3]),
    "a diagonal": lambda n, x, y: n.fill_diagonal(x.reshape(2, 3), 9),
    "given to out": lambda n, x, y: n.add(x, y, out=x),
    "given to out, moved": lambda n, x, y: n.multiply(x[:-1], 2, out=x[1:]),
    "a fold given to out": lambda n, x, y: n.sum(y.reshape(1, 6), axis=0, out=x),
    "partitioned": lambda n, x, y: x.partition(2),
    "from whole numbers": lambda n, x, y: x.__iadd__(n.arange(6)),
    "a part": lambda n, x, y: setattr(x, "real", y),
}


@pytest.fixture(autouse=True)
def usual_settings():
    with config.using(background=True, tier="auto", reproducible=False):
        yield


def given(n, size=35):
    return n.asarray(numpy.sin(numpy.arange(size) * 1.7))


@pytest.mark.parametrize("what", VIEWS)
@pytest.mark.parametrize("around", [0, 60])
def test_views_of_views_are_windows_on_the_same_memory(what, around):
    def matrix(n):
        whole = n.asarray(numpy.sin(numpy.arange((5 + around) * (7 + around)))).reshape(5 + around, 7 + around)
        return whole[:5, :7] if around and "shape" not in what and "line" not in what else whole[:5, :7].copy()

    ours, theirs = matrix(np), matrix(numpy)
    for _ in range(3):
        assert numpy.array_equal(numpy.asarray(VIEWS[what](ours)), VIEWS[what](theirs))
        for each in (ours, theirs):
            view = VIEWS[what](each)
            view += 0.5
            view[...] = view * 2
            VIEWS[what](each)[0] = 3
        assert numpy.array_equal(numpy.asarray(ours), theirs)
    before = stats.calls
    VIEWS[what](ours) * 2
    assert stats.calls == before, "nothing is recorded"


@pytest.mark.parametrize("what", MADE)
def test_what_is_made_of_views_is_made_at_once(what):
    ours, theirs = given(np).reshape(5, 7), given(numpy).reshape(5, 7)
    for _ in range(3):
        found, wanted = MADE[what](ours), MADE[what](theirs)
        assert found.dtype == wanted.dtype
        assert numpy.array_equal(numpy.asarray(found), wanted)
        if type(found) is np.ndarray:
            found[0] = 9  # it is nobody else's
        assert numpy.array_equal(numpy.asarray(ours), theirs)
    before = stats.calls
    MADE[what](ours)
    assert stats.calls == before, "nothing is recorded"


KEYS = [1, -1, slice(None), slice(1, 3), slice(None, None, -1), slice(4, 0, -2), slice(3, 3), None, ...]


@pytest.mark.parametrize("pending", [False, True])
def test_what_python_sees_of_a_window_is_what_it_makes_of_the_key_itself(pending):
    """The steps are kept as numbers, and told when somebody asks."""
    for n in (5, 40):
        of = numpy.arange(n * n).reshape(n, n)
        a = np.array(of) * 2 if pending and n == 40 else np.array(of)
        for key in itertools.product(KEYS, KEYS):
            if key.count(...) > 1 or not of[key].ndim:
                continue
            view = a[key]
            made = window(of.shape, key)._asdict()
            made.pop("element")
            ((op, params),) = view.spec
            assert op is getitem and params == made and view.spec is view.spec
            if view.size and view.ndim == 2:
                (_, further), whole = view[-1:].spec[0], window(of[key].shape, slice(-1, None))
                assert further["shape"] == whole.shape and further["steps"][0] in (1, params["steps"][0])
            view.spec = ((op, made),)  # as Python may have it
            numpy.testing.assert_array_equal(view, of[key] * (2 if pending and n == 40 else 1))


@pytest.mark.parametrize("at", [1, 7])
def test_views_never_met_before_are_numpys_among_thousands_of_others(at):
    of = numpy.arange(90.0 * 90).reshape(90, 90)
    a = np.array(of)
    held = []
    for i in range(90):
        for j in range(at, 90, 2):
            held.append((a[i, :j], a[i:, j], (i, j)))
    for row, column, (i, j) in held:
        assert row.sum() == of[i, :j].sum() and column[-1] == of[-1, j] and len(column) == 90 - i
    for row, _, (i, j) in held[::50]:
        row[1:] = -1.0
        of[i, 1:j] = -1.0
    numpy.testing.assert_array_equal(a, of)


@pytest.mark.parametrize("what", WRITES)
@pytest.mark.parametrize("shared", ["alone", "copied", "seen by NumPy", "in use", "read through a view"])
def test_writes_are_numpys_and_change_nothing_else(what, shared):
    for _ in range(3):
        x, y, a, b = given(np, 6), given(np, 7)[1:], given(numpy, 6), given(numpy, 7)[1:]
        other, seen, view = None, None, None
        if shared == "copied":
            other = np.array(x)
        elif shared == "seen by NumPy":
            seen = x.numpy()
        elif shared == "in use":
            other = x + np.ones((3000, 1))
        elif shared == "read through a view":
            view = x[::-1]
            assert float(view.sum()) == pytest.approx(float(a.sum()))
        kept = None if other is None else numpy.array(a) + (0 if shared == "copied" else numpy.ones((3000, 1)))
        found, wanted = WRITES[what](np, x, y), WRITES[what](numpy, a, b)
        assert (found is x) == (wanted is a)
        assert numpy.array_equal(numpy.asarray(x), a)
        assert numpy.array_equal(numpy.asarray(y), b)
        if other is not None:
            assert numpy.array_equal(numpy.asarray(other), kept)
        if seen is not None:
            assert numpy.array_equal(seen, a)
        if view is not None:
            assert numpy.array_equal(numpy.asarray(view), a[::-1])


def test_what_nothing_may_be_written_through_refuses():
    x = np.broadcast_to(given(np, 1), (4,))
    for write in (lambda: x.fill(1), lambda: np.put(x, [1], 2), lambda: np.add(x, 1, out=x)):
        with pytest.raises(ValueError, match="read-only"):
            write()


def test_what_is_added_in_place_is_cast_as_numpys_operators_do():
    for _ in range(3):
        for dtype, other in (("f4", 0.1), ("f4", "f8"), ("c16", "f8"), ("c8", 1j), ("i4", "i8"), ("?", "?")):
            x, a = given(np, 6).astype(dtype), given(numpy, 6).astype(dtype)
            y, b = (given(np, 6).astype(other), given(numpy, 6).astype(other)) if type(other) is str else (other, other)
            if dtype == "?":
                x &= y
                a &= b
            else:
                x += y
                a += b
            assert numpy.array_equal(numpy.asarray(x), a)
    x = given(np, 6).astype(int)
    with pytest.raises(TypeError):
        x += 1.5


def test_a_function_that_met_a_large_result_is_still_there():
    x, a = given(np, 600), given(numpy, 600)
    assert numpy.array_equal(numpy.asarray(np.add(x[:, None], x)), numpy.add(a[:, None], a))
    assert np.add.numpy is numpy.add
    out = np.zeros(600)
    assert np.add(x, 1, out=out) is out
    assert numpy.array_equal(numpy.asarray(out), a + 1)


def test_views_of_what_is_in_use_are_views():
    for _ in range(3):
        x, a = given(np), given(numpy)
        window = x.reshape(5, 7)[1:4]
        pending = window[:, 1:] + np.ones((900, 1, 6))
        again = window[1:, None][..., ::2].T
        assert numpy.array_equal(numpy.asarray(again), a.reshape(5, 7)[1:4][1:, None][..., ::2].T)
        again[0] = 4
        assert float(x[14]) == 4
        assert numpy.array_equal(numpy.asarray(pending)[5], a.reshape(5, 7)[1:4][:, 1:] + 1)


def test_small_is_what_takes_few_bytes():
    x, a = given(np, 2000).astype("f4"), given(numpy, 2000).astype("f4")
    for _ in range(3):
        before = stats.calls
        found = (x * 2 + x[::-1]).sum()
        assert stats.calls == before
        assert found == (a * 2 + a[::-1]).sum()


def test_what_is_an_array_already_is_given_back():
    x = given(np)
    assert np.asarray(x) is x
    assert np.atleast_1d(x) is x
    assert np.atleast_2d(x).shape == (1, 35)
    assert np.atleast_3d(x).base is x
    assert np.atleast_2d(x, x)[1].shape == (1, 35)
    with pytest.raises(ValueError, match="2-d"):
        np.fliplr(x)


def test_small_arrays_are_added_to_by_one_call_at_places_that_were_pending() -> None:
    def votes(n: Any) -> Any:
        near, label, found = n.arange(40_000) * 7 % 40_009 / 2.0, n.arange(40_000) % 5, n.zeros(5)
        for i in range(3):
            nearest = n.argsort(near * (i + 1.0))[:7]
            places, values = label[nearest], 1.0 / (i + 1.0 + near[nearest] ** 2)
            before = stats.at_once
            n.add.at(found, places, values)
            assert stats.at_once == before + (n is np)
        return found

    numpy.testing.assert_allclose(votes(np), votes(numpy), rtol=1e-13)
