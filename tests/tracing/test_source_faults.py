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


def one_array_or_another(x, y):
    if x[0] > 0:
        z = x
    else:
        z = y
    z[0] = 5
    return z


def one_row_or_another(A, k):
    if k > 1:
        z = A[0]
    else:
        z = A[1]
    z += 1
    return z


def no_round_leaves_the_argument(x, n):
    y = x
    while n > 3:
        y = y * 2
        n = n - 1
    y[0] = 7
    return y


def new_in_some_round(x, n):
    y = x
    for i in range(40):
        if x[i % 5] > n:
            y = -y
    y[0] = 7
    return y


def one_of_two_by_an_expression(x, y):
    z = x if x[0] > 0 else y
    z[0] = 5
    return z


def written_where_a_round_chose(x, y):
    for i in range(40):
        if x[i % 5] > 3:
            z = x
        else:
            z = y
        z[i % 5] += 1
    return z


def pick(x, y):
    if x[0] > y[0]:
        return x
    return y


def helper_that_gives_one_of_two(x, y):
    z = pick(x, y)
    z[0] = 9
    return z


def written_by_its_first_name(x, y):
    if x[0] < 100:
        y = x
    x[0] = 77
    return y


TABLES = [G]


def foreign_array_in_a_list(x):
    return x[:5] + TABLES[0] * 2


def foreign_array_as_a_default(x, table=G):
    return x[:5] + table * 2


R = numpy.random.default_rng(0)
LONG = R.random(40)
COMPILED = [
    (changed_where_a_break_may_have_been, LONG), (counters_set_anew, LONG), (only_asked, LONG, numpy.int64(7)),
    (weak_beside_others, LONG, LONG * 2), (foreign_array_read, LONG[:5]), (foreign_array_by_another_name, LONG),
    (foreign_array_swapped, LONG, 2), (stale_closure, LONG), (late_binding, LONG),
    (foreign_array_in_a_list, LONG), (foreign_array_as_a_default, LONG),
]  # fmt: skip
IMPERATIVE = [
    (fails_in_the_side_not_taken, LONG), (largest_of_two_types, LONG, numpy.int64(2)),
    (one_array_or_another, LONG, -LONG), (one_row_or_another, R.random((3, 4)), numpy.int64(1)),
    (no_round_leaves_the_argument, LONG, numpy.int64(2)), (new_in_some_round, LONG, numpy.int64(9)),
    (one_of_two_by_an_expression, LONG, -LONG), (written_where_a_round_chose, LONG, -LONG),
    (helper_that_gives_one_of_two, LONG, -LONG), (written_by_its_first_name, LONG, -LONG),
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
        for a, b in zip(given, theirs, strict=True):
            numpy.testing.assert_allclose(numpy.asarray(b), a, rtol=1e-13)
    is_compiled = any(f is g for g, *_ in COMPILED)
    assert compiled.explain().startswith("compiled") == is_compiled


def rounds_first(g):
    return lambda f: lambda x: f(dusk.fori_loop(0, 3, g, x))


@rounds_first(lambda i, x: x + 1)
def lambda_on_the_line_of_a_decorator(x, y=0.0):
    return x * 10 + y


def lambda_on_the_line_of_a_def(x): return dusk.while_loop(lambda x: x < 3, lambda x: x + 1, x)  # fmt: skip


@pytest.mark.parametrize("way", [lambda f: f, dusk.compile])
def test_a_lambda_is_not_the_def_whose_line_it_is_on(way) -> None:
    assert way(lambda_on_the_line_of_a_decorator)(numpy.float64(0.5)) == 35
    assert way(lambda_on_the_line_of_a_def)(numpy.float64(0.5)) == 3.5


def test_a_range_of_step_zero_is_refused_by_python() -> None:
    def f(n):
        s = 0.0
        for i in range(0, n, 0):
            s += i
        return s

    with pytest.raises(ValueError, match="must not be zero"):
        dusk.compile(f)(np.int64(5))
