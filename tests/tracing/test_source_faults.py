"""Programs, once found by random ones, that `dusk.compile` made into something else than Python does."""

# ruff: noqa: B007, B023
from __future__ import annotations

import numpy
import pytest

import dusk
import dusk.numpy as np

G = numpy.arange(5.0)


def stale_closure(x):
    total = 0.0
    more = lambda u: u + total  # noqa: E731 - sees `total` as it is when called
    for i in range(40):
        total = more(x[i])
    return total


def late_binding(x):
    kept = []
    for i in range(3):
        kept.append(lambda u: u * i)
    return kept[0](x)


def fails_in_the_side_not_taken(x):
    t = x[0]
    if t > 100:
        t = x[99]
    for i in range(40):
        if i > 100:
            t = t + x[99]
    return t


def changed_where_a_break_may_have_been(x):
    v = 1
    for i in range(3):
        w = 0
        while True:
            if w >= 3 or x[w] > 0.9:
                break
            w += 1
            v *= 2
    return v


def counters_set_anew(x):
    v = 0
    for i in range(40):
        w = 0
        while True:
            if w >= 6 or x[w] > 0.5:
                break
            w += 1
            k = 0
            while True:
                if k >= 7 or x[k] > 0.8:
                    break
                k += 1
                v += k
    return v


def weak_beside_others(x, y):
    v, w = 1, 2
    for k in range(3):
        for i in range(len(x)):
            if y[k] > x[i]:
                w = 0
            else:
                v //= 3
    return v, w


def largest_of_two_types(x, n):
    return max(x[0], n)


def only_asked(x, n):
    k = 0
    while n and x[k] < 2:
        n = n - 1
        k += 1
    return k


def foreign_array_read(x):
    return x + G * 2


def foreign_array_by_another_name(x):
    z = G
    G[1] += x[0] if x[0] > 0.5 else x[1]
    z = z * 1
    return z


def foreign_array_swapped(x, n):
    G[n], G[n + 1] = G[n + 1], G[n]
    v = 0
    if x[0] > 2:
        v = 1
    return v


R = numpy.random.default_rng(0)
LONG = R.random(40)
COMPILED = [
    (changed_where_a_break_may_have_been, LONG), (counters_set_anew, LONG), (only_asked, LONG, numpy.int64(7)),
    (weak_beside_others, LONG, LONG * 2), (foreign_array_read, LONG[:5]), (foreign_array_by_another_name, LONG),
    (foreign_array_swapped, LONG, 2), (stale_closure, LONG), (late_binding, LONG),
]  # fmt: skip
IMPERATIVE = [
    (fails_in_the_side_not_taken, LONG), (largest_of_two_types, LONG, numpy.int64(2)),
]  # fmt: skip
EVERY = [(f, args) for f, *args in COMPILED + IMPERATIVE]


@pytest.mark.parametrize(("f", "args"), EVERY, ids=lambda x: getattr(x, "__name__", ""))
def test_it_does_what_python_does(f, args) -> None:
    compiled = dusk.compile(f)
    for turn in range(3):
        given = [a + 0.1 * turn if isinstance(a, numpy.ndarray) else a for a in args]
        theirs = [np.array(a) if isinstance(a, numpy.ndarray) else a for a in given]
        G[:] = numpy.arange(5) + turn
        got = compiled(*theirs)
        dusk.eval(got)
        left = G.copy()
        G[:] = numpy.arange(5) + turn
        want = f(*given)
        for a, b in zip(*(v if isinstance(v, tuple) else (v,) for v in (want, got)), strict=True):
            numpy.testing.assert_allclose(numpy.asarray(b), a, rtol=1e-13)
            if isinstance(a, numpy.generic | numpy.ndarray):
                assert numpy.asarray(a).dtype == numpy.asarray(b).dtype
        numpy.testing.assert_allclose(left, G)
    is_compiled = any(f is g for g, *_ in COMPILED)
    assert compiled.explain().startswith("compiled") == is_compiled
