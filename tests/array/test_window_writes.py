"""Writes of windows met again and again, against NumPy: followed natively, whatever overlaps or looks at the array."""

import operator
from typing import Any

import numpy
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import dusk
import dusk.numpy as np
from dusk.array import indexing
from dusk.record import number
from dusk.record.follower import unfit

N = 48  # more elements than are done at once
WINDOWS = [
    *[numpy.s_[1:-1, 1:-1], numpy.s_[:-2, 1:-1], numpy.s_[2:, 1:-1], numpy.s_[1:-1, 2:], numpy.s_[-2:0:-1, 1:-1]],
    *[numpy.s_[1:-1, N - 2 : 0 : -1], numpy.s_[: N - 2, : N - 2]],
]
SMALL = [numpy.s_[0], numpy.s_[:, -1], numpy.s_[::2, 3], numpy.s_[5:9, ::7]]
IN_PLACE = [operator.iadd, operator.isub, operator.imul]
index = st.integers(0, 50)


@st.composite
def rounds(draw: Any) -> list[tuple[str, int, int, int, int]]:
    kinds = st.sampled_from(["put", "put", "update", "update", "view", "number", "cast", "of a view", "itself", "read"])
    return [(draw(kinds), draw(index), draw(index), draw(index), draw(index)) for _ in range(draw(st.integers(2, 8)))]


def run(space: Any, program: list[tuple[str, int, int, int, int]], dtype: str) -> list[Any]:
    rng = numpy.random.default_rng(0)
    x, y = (space.array(rng.integers(-3, 4, (N, N)).astype(dtype)) for _ in range(2))
    whole = x.T
    seen: list[Any] = []
    for _ in range(5):
        for kind, a, b, c, of in program:
            target, other = (x, y) if of % 3 else (y, x)
            at, place = WINDOWS[a % len(WINDOWS)], SMALL[b % len(SMALL)]
            value = other[WINDOWS[b % len(WINDOWS)]]
            if kind == "put":
                target[at] = value * 0.5 if dtype == "float64" else value + 1
            elif kind == "update":
                view = target[at]
                before = view
                view = IN_PLACE[c % 2](view, target[WINDOWS[b % len(WINDOWS)]])
                assert view is before
                if c % 2:
                    target[at] = view
            elif kind == "view":
                whole[WINDOWS[c % 2]] = value
            elif kind == "number":
                target[place] = c - 20
                target[at] -= 1
            elif kind == "cast":
                target[at] = value.astype("int8")
                target[at] += value.astype("int8")
            elif kind == "of a view":
                target[1:][at[0], 1:-1][: N - 4] = value[: N - 4][: target[1:][at[0], 1:-1][: N - 4].shape[0]]
            elif kind == "itself":
                target[at] = target[at]
                target[at] += target[at]
                target[place] *= 0
            else:
                seen.append(float(target[at].sum()))
        y = y % 7
        x[...] = x % 5
    return [*seen, numpy.array(x), numpy.array(y), numpy.array(whole)]


@settings(max_examples=40, deadline=None)
@given(rounds(), st.sampled_from(["float64", "float32", "int64"]))
def test_windows_written_round_after_round_are_numpys(program: Any, dtype: str) -> None:
    for got, want in zip(run(np, program, dtype), run(numpy, program, dtype), strict=True):
        numpy.testing.assert_array_equal(got, want)


def smooth(u: Any) -> None:
    u[1:-1, 1:-1] += 0.1 * (u[:-2, 1:-1] + u[2:, 1:-1])
    u[1:-1, 1:-1] = u[1:-1, 1:-1] * 0.5


@pytest.mark.skipif(unfit is not None, reason="the portable follower does it in Python")
def test_steady_writes_of_windows_never_enter_python(monkeypatch: pytest.MonkeyPatch) -> None:
    u = np.ones((N, N))
    for _ in range(6):
        smooth(u)
        float(u.sum())
    called: list[str] = []
    monkeypatch.setattr(number, "write_view", lambda *rest: called.append("write_view"))
    monkeypatch.setattr(indexing, "view_of", lambda *rest: called.append("view_of"))
    smooth(u)
    monkeypatch.undo()
    assert called == []


def test_gradients_follow_windows_written_round_after_round() -> None:
    def total(u: Any) -> Any:
        u = u * 1.0
        for _ in range(3):
            smooth(u)
        return (u * u).sum()

    x = numpy.random.default_rng(0).normal(size=(N, N))
    step = numpy.random.default_rng(1).normal(size=(N, N))
    for _ in range(3):
        gradient = dusk.grad(total)(np.array(x))
    slope = (total(x + 1e-6 * step) - total(x - 1e-6 * step)) / 2e-6
    numpy.testing.assert_allclose(float((gradient * step).sum()), slope, rtol=1e-6)
