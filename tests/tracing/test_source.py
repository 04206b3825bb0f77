"""Programs in plain Python, whose control flow `dusk.compile` reads from their source: they do what they do alone."""

# ruff: noqa: B007, E741, SIM201
from __future__ import annotations

import math

import numpy
import pytest

import dusk
import dusk.numpy as np
from element_programs import PROGRAMS as ELEMENTS


def _zeros(like, shape):
    return (numpy if type(like) is numpy.ndarray else np).zeros(shape)


def newton(a):
    x = a
    while abs(x * x - a) > 1e-9:
        x = (x + a / x) / 2
    return x


def collatz(n):
    count = 0
    while n != 1:
        if n % 2 == 0:
            n = n // 2
        else:
            n = 3 * n + 1
        count += 1
    return count


def matmul(A, B):
    n, m, k = A.shape[0], B.shape[1], A.shape[1]
    C = _zeros(A, (n, m))
    for i in range(n):
        for j in range(m):
            s = 0.0
            for l in range(k):
                s += A[i, l] * B[l, j]
            C[i, j] = s
    return C


def bisect(c):
    lo, hi = 0.0, 10.0
    for _ in range(200):
        mid = (lo + hi) / 2
        if mid * mid > c:
            hi = mid
        else:
            lo = mid
        if hi - lo < 1e-6:
            break
    return mid


def mandel(cr, ci):
    zr = zi = 0.0
    for n in range(100):
        if zr * zr + zi * zi > 4:
            return n
        zr, zi = zr * zr - zi * zi + cr, 2 * zr * zi + ci
    return 100


def insertion(x):
    for i in range(1, len(x)):
        key = x[i]
        j = i - 1
        while j >= 0 and x[j] > key:
            x[j + 1] = x[j]
            j -= 1
        x[j + 1] = key
    return x


def power(x, d):
    s = 1.0
    for i in range(d):
        s = s * x
    return s


def power_of_three(x):
    return power(x, 3)


def evens(x):
    t = 0
    for v in x:
        if v % 2 != 0:
            continue
        t += v
    return t


def clampsum(x):
    s = 0.0
    for i in range(len(x)):
        s += max(x[i], 0.5) if i > 3 else math.sqrt(abs(x[i]))
    return s


def sign(x):
    if x > 0:
        return 1
    elif x < 0:
        return -1
    return 0


def swap(x):
    n = len(x)
    for i in range(n):
        for j in range(n - 1 - i):
            if x[j] > x[j+1]:
                x[j], x[j+1] = x[j+1], x[j]
    return x


def floyd(D):
    n = len(D)
    for k in range(n):
        for i in range(n):
            for j in range(n):
                d = D[i][k] + D[k][j]
                if d < D[i][j]:
                    D[i, j] = d
    return D


def find(x, v):
    for i in range(len(x)):
        for j in range(len(x)):
            if x[i] + x[j] == v:
                return i, j
    return -1, -1


def f32(x):
    s = 0
    for i in range(len(x)):
        s += x[i] * i
    return s


def printer(x):
    for i in range(3):
        print("round", i)
        x[i] = i
    return x


def lister(x):
    out = []
    for i in range(40):
        out.append(x[i] * 2)
    return tuple(out)


def rec(n):
    if n <= 1:
        return 1
    return n * rec(n - 1)


def trier(x):
    try:
        for i in range(40):
            x[i] += 1
    finally:
        x[0] = 7
    return x


def helper(v, t):
    if v > t:
        return v - t
    return v + t


def uses(x):
    acc = 0.0
    for i in range(len(x)):
        acc += helper(x[i], 0.5)
    return acc


def inplace(x, y):
    for i in range(50):
        x += y
        if x[0] > 20:
            x *= 0.5
    return x.sum()


def rows(A, b):
    for i in range(40):
        row = A[i]
        row += b
        A[i, 0] = 0
    return A


def two(x, n):
    a, b = 0, 1
    while a < n:
        a, b = b, a + b
    else_ = a
    return else_, b


def alias(x):
    y = x
    for i in range(40):
        y[i] = y[i] * 2
    return y


def unset(x):
    for i in range(40):
        if x[i] > 0.5:
            last = i
    return last


def afterloop(x):
    for i in range(40):
        t = x[i]
    return i, t


def whiletrue(x):
    n = 0
    while True:
        x = x * 0.7
        n += 1
        if x < 0.01:
            break
        if n > 100:
            return -1.0, n
    return x, n


def chain(x):
    c = 0
    for i in range(40):
        if (0.2 < x[i] <= 0.7 and not i == 5) or x[i] > 0.95:
            c += 1
    return c


def dyn(x, k):
    for i in range(k, 0, -2):
        x[i] = x[i - 1]
    return x


def comp(x):
    s = sum([x[i] for i in range(3)])
    t = [v * 2 for v in (1, 2)]
    for i in range(40):
        s = s + t[0] * x[i]
    return s


def nestedfn(x):
    def g(v):
        return v * 2 if v > 0.5 else v
    s = 0.0
    for i in range(40):
        s += g(x[i])
    return s


def matvec(A, x):
    y = _zeros(A, len(A))
    for i in range(len(A)):
        y[i] = A[i] @ x
    return y


def intdiv(n):
    d = 2
    c = 0
    while d * d <= n:
        while n % d == 0:
            n //= d
            c += 1
        d += 1
    return c + (1 if n > 1 else 0)


R = numpy.random.default_rng(0)
LONG, N, X = R.random(40), numpy.int64, numpy.float64
PROGRAMS = [
    (newton, X(7.0)), (collatz, N(27)), (matmul, R.random((5, 4)), R.random((4, 6))),
    (ELEMENTS["LU"].function, R.random((6, 6)) + 6 * numpy.eye(6)),
    (bisect, X(7.0)), (mandel, X(0.3), X(0.5)), (mandel, X(1.3), X(0.5)),
    (insertion, R.random(12)), (power, X(2.0), N(5)), (evens, R.integers(0, 9, 10)), (clampsum, R.standard_normal(9)),
    (sign, X(-2.0)), (sign, X(0.0)), (swap, R.random(7)), (floyd, R.random((5, 5))), (find, numpy.arange(8), N(9)),
    (find, numpy.arange(8), N(99)), (f32, R.random(20).astype("f4")), (lister, LONG), (trier, LONG), (uses, LONG),
    (inplace, LONG, LONG + 1), (rows, R.random((40, 5)), R.random(5)), (two, X(1.0), N(100)), (alias, LONG),
    (afterloop, LONG), (whiletrue, X(3.0)), (chain, LONG), (dyn, LONG, N(9)), (comp, LONG), (nestedfn, LONG),
    (matvec, R.random((40, 5)), R.random(5)), (intdiv, N(360360 * 7)),
]  # fmt: skip
IMPERATIVE = [(printer, R.random(5)), (rec, N(6)), (unset, LONG)]


def _same(f, args):
    """Whether a program leaves the same results, types and arguments; what became of it."""
    mine, theirs = ([numpy.array(a) if numpy.ndim(a) else a for a in args] for _ in range(2))
    theirs = [np.array(a) if numpy.ndim(a) else a for a in theirs]
    compiled = dusk.compile(f)
    want, got = f(*mine), compiled(*theirs)
    wants, gots = ((x if isinstance(x, tuple) else (x,)) for x in (want, got))
    for a, b in [*zip(wants, gots, strict=True), *zip(mine, theirs, strict=True)]:
        numpy.testing.assert_allclose(numpy.asarray(b), a, rtol=1e-13)
        assert numpy.shape(a) == numpy.shape(b)
        if isinstance(a, numpy.generic | numpy.ndarray):
            assert numpy.asarray(a).dtype == numpy.asarray(b).dtype
    return compiled.explain()


def _cases(programs):
    return pytest.mark.parametrize(
        ("f", "args"), [(f, args) for f, *args in programs], ids=lambda x: getattr(x, "__name__", "")
    )


@_cases(PROGRAMS)
def test_control_flow_becomes_part_of_the_graph(f, args) -> None:
    assert _same(f, args).startswith("compiled")


@_cases(IMPERATIVE)
def test_what_cannot_be_read_runs_as_python_and_says_why(f, args) -> None:
    assert _same(f, args).startswith("runs imperatively: ")


def test_prints_still_happen(capsys) -> None:
    compiled = dusk.compile(printer)
    for _ in range(2):
        compiled(np.zeros(5))
        assert capsys.readouterr().out == "round 0\nround 1\nround 2\n"


def _decay(x):
    return whiletrue(x)[0]


@pytest.mark.parametrize(("f", "x"), [(newton, 7.0), (_decay, 3.0), (power_of_three, 2.0)])
def test_gradients_go_through_what_was_read(f, x) -> None:
    slope = (float(f(x + 1e-6)) - float(f(x - 1e-6))) / 2e-6
    for route in (dusk.grad(f), dusk.grad(dusk.compile(f)), dusk.compile(dusk.grad(f))):
        assert float(route(np.float64(x))) == pytest.approx(slope, rel=1e-5)


def test_loops_that_hold_loops_are_not_written_out() -> None:
    def f(x):
        for _ in range(5):
            for i in range(1, 50):
                x[i] = 0.5 * (x[i - 1] + x[i])
        return x

    assert _same(f, [R.random(50)]).startswith("compiled")
    compiled = dusk.compile(f)
    compiled(np.zeros(50))
    assert len([node for node in compiled.graph.nodes if node.op.name == "scan"]) == 1


def test_functions_without_source_still_run() -> None:
    space = {}
    exec("def f(x):\n    while x < 10:\n        x = x * 2\n    return x", space)
    compiled = dusk.compile(space["f"])
    assert float(compiled(np.float64(3.0))) == 12.0
    assert compiled.explain().startswith("runs imperatively")


def test_a_name_that_is_not_set_is_the_error_it_is_in_python() -> None:
    def f(x):
        while x < 0:
            found = x
            x = x + 1
        return found

    with pytest.raises(UnboundLocalError):
        dusk.compile(f)(np.float64(3.0))


def test_lines_are_the_users() -> None:
    def f(x):
        for i in range(40):
            x[i + 1] = x[i]
        return x

    with pytest.raises(IndexError) as caught:
        dusk.eval(dusk.compile(f)(np.zeros(40)))
    lines = [entry.lineno for entry in caught.traceback if str(entry.path) == __file__]
    assert lines[-1] == f.__code__.co_firstlineno + 1
    pending = np.ones(40) * 2
    with pytest.raises(IndexError, match=r"test_source\.py:\d+"):
        dusk.eval(dusk.value_and_grad(lambda x: dusk.compile(f)(x).sum())(pending))
