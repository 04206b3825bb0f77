"""Programs of `cond`, `switch`, `while_loop`, `fori_loop` and `scan`, and the same with Python's statements over NumPy.

Each case is a function of `(lax, np, *arguments)`, run with `dusk` and `dusk.numpy` (at once, and compiled) and with
`plain_control` and NumPy. Those marked with an order are differentiated to it, in both modes.
"""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as onp
import pytest

import dusk
import dusk.numpy as dnp
import plain_control
from control_cases import CASES, Case, F, M, V, case, collatz, newton
from control_groups import GROUPS
from dusk.testing import check_grads
from dusk.tree import flatten


# --- fori_loop
def powers(lax, np, low, high, x):
    return lax.fori_loop(low, high, lambda i, y: y * x + i, x)


for _low, _high in ((0, 4), (2, 5), (-3, 2), (-5, -2), (3, 3), (5, 2), (0, -4)):
    case(onp.int64(_low), onp.int64(_high), V, order=1, name=f"{_low}_{_high}")(powers)
    case(onp.int32(_low), onp.int64(_high), V, name=f"i4_{_low}_{_high}")(powers)

    @case(V, order=1, name=f"{_low}_{_high}")
    def powers_of_known_bounds(lax, np, x, low=_low, high=_high):
        return powers(lax, np, low, high, x)


@case(V.astype("f4"), onp.int64(4))
def an_index_beside_float32(lax, np, x, n):
    return lax.fori_loop(0, 4, lambda i, y: y * i + 1, x), lax.fori_loop(0, n, lambda i, y: y * i + 1, x)


@case(onp.int64(4))
def an_index_alone(lax, np, n):
    return lax.fori_loop(0, n, lambda i, y: y + i, 0)


@case(onp.arange(12.0).reshape(3, 4), order=1)
def an_index_into_arrays(lax, np, x):
    def one(i, y):
        return y + x[i, i + 1] * x[-1, i] + x[i].sum()

    return lax.fori_loop(0, 3, one, x[0, 0] * 0)


@case(onp.arange(5.0), order=1)
def a_row_of_sums(lax, np, x):
    y = np.zeros(5)

    def one(i, total):
        total = total + x[i] * x[i]
        y[i] = total
        return total

    return lax.fori_loop(0, 5, one, x[0] * 0), y


@case(onp.int64(3), V)
def fori_of_nothing(lax, np, n, x):
    y = x * 1

    def one(i, nothing):
        y[i] = y[i] * 2

    lax.fori_loop(0, n, one, None)
    return y


# --- scan
@case(V, order=2)
@case(onp.zeros(0))
@case(onp.ones(1), order=1)
def scan_of_sums(lax, np, x):
    return lax.scan(lambda c, y: (c + y * y, c * y), 0.0, x) if len(x) else (np.float64(0.0), x * 0)


@case(onp.arange(6.0).reshape(3, 2), V, order=1)
def scan_of_trees(lax, np, a, b):
    def one(c, x):
        return {"s": c["s"] + x["a"].sum() * x["b"], "n": None}, (x["a"] * c["s"], {"z": x["b"]}, None)

    return lax.scan(one, {"s": b[0], "n": None}, {"a": a, "b": b})


@case(V, order=1)
def scan_from_the_end(lax, np, x):
    return lax.scan(lambda c, y: (c * 0.5 + y, c), x[0], x, reverse=True)


@case(F(0.5), order=2)
def scan_with_no_xs(lax, np, x):
    return lax.scan(lambda c, nothing: (c * x, c), x, None, length=4)


@case(F(0.5), order=1)
def scan_with_no_xs_from_the_end(lax, np, x):
    return lax.scan(lambda c, nothing: (c * x, c), x, None, length=4, reverse=True)


@case(V, order=1)
def scan_with_no_carry(lax, np, x):
    return lax.scan(lambda c, y: (None, y * x), None, x)


@case(V)
def scan_that_leaves_nothing(lax, np, x):
    return lax.scan(lambda c, y: (c + y, None), 0.0, x)


@case(V, order=1)
def scan_with_a_length_too(lax, np, x):
    return lax.scan(lambda c, y: (c + y, c), 0.0, x, length=3)


@case(M, order=1)
def scan_of_scans(lax, np, m):
    def row(c, r):
        return lax.scan(lambda d, y: (d * 0.5 + y, d), c, r)

    return lax.scan(row, m[0, 0], m)


@case(M, order=1)
def scan_of_scans_turned(lax, np, m):
    def row(c, r):
        return lax.scan(lambda d, y: (np.sin(d + y), d * y), c, r, reverse=True)

    return lax.scan(row, m[0, 0], m.T, reverse=True)


@case(M, V, order=1)
def scan_of_branches(lax, np, m, x):
    def one(c, r):
        c = lax.cond(r.sum() > 0.9, lambda: c * r, lambda: c + x)
        return c, c.sum()

    return lax.scan(one, x, m)


@case(M, order=1)
def scan_of_whiles(lax, np, m):
    def one(c, r):
        c = lax.while_loop(lambda s: abs(s).max() > 0.4, lambda s: s * r * 0.5, c + r)
        return c, c

    return lax.scan(one, m[0], m)


@case(V, onp.int64(3), order=1)
def while_of_scans(lax, np, x, n):
    def one(s):
        total, left = lax.scan(lambda c, y: (c * 0.5 + y, c), s[1][0], s[1])
        return s[0] + 1, left + total

    return lax.while_loop(lambda s: s[0] < n, one, (n * 0, x))


@case(M)
def scan_writes_captured(lax, np, m):
    seen = np.zeros(3)

    def one(c, r):
        seen[c] = r.max()
        seen[0] += 1
        return c + 1, r[0]

    return lax.scan(one, 0, m), seen


@case(onp.arange(6, dtype="i4").reshape(3, 2))
@case(onp.array([[True, False], [False, False]]))
@case(onp.array([[1 + 1j, 2.0]], "c8"))
@case(onp.arange(4, dtype="f4").reshape(2, 2))
def scan_keeps_dtypes(lax, np, x):
    return lax.scan(lambda c, r: (r, c), x[0], x)


@case(onp.zeros((0, 3)), V)
def scan_of_no_rounds(lax, np, x, c):
    def one(c, r):
        return c + r, (c * r, r.sum())

    return lax.scan(one, c, x) if lax is not plain_control else (c, (onp.zeros((0, 3)), onp.zeros(0)))


@case(V, onp.ones((2, 3)))
def scan_leaves_constants(lax, np, x, m):
    return lax.scan(lambda c, r: (c, (x, 1.0, c)), x, m)


# --- over an axis
@case(onp.array([2.0, 3.0, 0.5]), onp.array([3, 0, 1]), order=1)
def while_of_other_counts(lax, np, x, n):
    def one(x, n):
        return lax.while_loop(lambda s: s[0] < n, lambda s: (s[0] + 1, s[1] * x), (0, x))

    return lax.vmap(one)(x, n)


@case(onp.array([2.0, 3.0, 5.0]), order=1)
def newton_over_an_axis(lax, np, a):
    return lax.vmap(partial(newton, lax, np))(a)


@case(onp.array([7, 27, 1]))
def collatz_over_an_axis(lax, np, n):
    return lax.vmap(partial(collatz, lax, np))(n)


@case(onp.array([-1.0, 4.0, 0.25]))
def cond_of_mapped_flags(lax, np, x):
    return lax.vmap(lambda x: lax.cond(x > 0, lambda: np.sqrt(abs(x)), lambda: x * 3))(x)


@case(onp.array([[1.0, 4.0], [0.2, 0.3]]), onp.array(True), order=1)
@case(onp.array([[1.0, 4.0], [0.2, 0.3]]), onp.array(False), order=1)
def cond_of_one_flag(lax, np, x, flag):
    return lax.vmap(lambda x, f: lax.cond(f, lambda: x.sum(), lambda: 2.5 * x[0]), (0, None))(x, flag)


@case(onp.array([[1.0, 4.0], [0.2, 0.3]]), order=1)
def cond_where_one_side_has_the_axis(lax, np, x):
    def one(x, y):
        return lax.cond(y[0] > 0, lambda: y, lambda: x)

    return lax.vmap(one, (0, None))(x, x[0]), lax.vmap(one, (1, None))(x, x[1])


@case(onp.array([0, 1, 2, 9, -3]), onp.arange(10.0).reshape(5, 2), order=1)
def switch_of_mapped_indices(lax, np, i, x):
    return lax.vmap(lambda i, x: lax.switch(i, [lambda x: x, np.sin, lambda x: x * x], x))(i, x)


@case(onp.array([2, 0, 3]), onp.arange(6.0).reshape(3, 2), order=1)
def fori_of_mapped_bounds(lax, np, n, x):
    return lax.vmap(lambda n, x: lax.fori_loop(n - 1, n + 1, lambda i, y: y * x[0] + x[i % 2], x))(n, x)


@case(onp.arange(12.0).reshape(2, 3, 2), order=1)
def scan_over_an_axis(lax, np, x):
    def one(x):
        return lax.scan(lambda c, r: (c * 0.5 + r, c.sum()), x[0], x)

    return lax.vmap(one)(x), lax.vmap(one, 1)(x)


@case(onp.arange(12.0).reshape(2, 3, 2), order=1)
def vmap_within_scan(lax, np, x):
    def one(c, r):
        return lax.vmap(lambda a, b: a * 0.5 + b.sum())(c, r), c

    return lax.scan(one, x[0, :, 0], x)


@case(onp.arange(12.0).reshape(2, 3, 2) * 0.1, onp.array([[1, 2, 0], [3, 0, 1]]), order=1)
def vmap_of_vmap_of_while(lax, np, x, n):
    def one(x, n):
        return lax.while_loop(lambda s: s[0] < n, lambda s: (s[0] + 1, np.sin(s[1]) + x[0]), (n * 0, x))

    return lax.vmap(lax.vmap(one))(x, n)


@case(onp.array([2.0, 0.4]), onp.array([2, 4]), order=1)
def branch_in_loop_over_an_axis(lax, np, x, n):
    def one(x, n):
        def body(s):
            i, y = s
            return i + 1, lax.cond(y > 1, lambda: y * 0.3, lambda: y + x)

        return lax.while_loop(lambda s: s[0] < n, body, (n * 0, x))

    return lax.vmap(one)(x, n)


@case(onp.array([2.0, 0.5]), onp.array([2, 4]))
def captured_writes_over_an_axis(lax, np, x, n):
    def one(x, n):
        log = np.zeros(5)

        def body(s):
            i, y = s
            log[i] = y
            return i + 1, y * x

        found = lax.while_loop(lambda s: s[0] < n, body, (n * 0, x))
        return found[1], log

    return lax.vmap(one)(x, n)


# --- closures, and what else is called inside
@case(V, onp.int64(3), order=1)
def closures_over_python_values(lax, np, x, n):
    k, names, settings = 3, ("a", "b"), {"rate": 0.5, "on": True}

    def one(i, y):
        for name in names:
            y = y + settings["rate"] * k * x if settings["on"] else y * len(name)
        return y

    return lax.fori_loop(0, n, one, x)


@case(V, onp.int64(3), order=1)
def functions_given_by_partial(lax, np, x, n):
    def body(scale, s, *, shift):
        return s[0] + 1, s[1] * scale + shift

    return lax.while_loop(lambda s: s[0] < n, partial(body, 0.5, shift=x), (n * 0, x))


@case(V, onp.int64(3), order=1)
def methods_as_bodies(lax, np, x, n):
    class Step:
        def __init__(self, rate):
            self.rate = rate

        def body(self, s):
            return s[0] + 1, s[1] - self.rate * s[1] * x

        def __call__(self, s):
            return s[0] < n

    step = Step(x[0])
    return lax.while_loop(step, step.body, (n * 0, x))


@case(V, onp.int64(3), order=1)
def pythons_loops_and_branches_inside(lax, np, x, n):
    def one(i, y):
        for k in range(3):
            y = y * 0.5 if k % 2 else y + x[k]
        return y

    return lax.fori_loop(0, n, one, x)


@case(M, onp.int64(5), order=1)
def power_iteration(lax, np, m, n):
    def one(s):
        i, v, _ = s
        w = m @ v
        size = np.sqrt((w * w).sum())
        return i + 1, w / size, size

    return lax.while_loop(lambda s: s[0] < n, one, (n * 0, m[0], m[0, 0]))


@case(M, V, order=1)
def conjugate_gradients(lax, np, m, b):
    a = m @ m.T + 3 * np.eye(3)

    def one(s):
        x, r, p, rr = s
        ap = a @ p
        alpha = rr / (p @ ap)
        x, r = x + alpha * p, r - alpha * ap
        new = r @ r
        return x, r, r + new / rr * p, new

    x, *_ = lax.while_loop(lambda s: s[3] > 1e-12, one, (b * 0, b, b, b @ b))
    return x


@case(F(1.5), order=1)
def a_series_until_it_is_exact(lax, np, x):
    def one(s):
        k, term, total = s
        return k + 1, term * x / k, total + term

    return lax.while_loop(lambda s: abs(s[1]) > 1e-17 * abs(s[2]), one, (1.0, x * 0 + 1, x * 0))


@case(V, onp.int64(4), order=1)
def euler_steps(lax, np, y, n):
    def one(s):
        t, y, h = s
        k = np.sin(y) - y * t
        h = lax.cond(abs(k).max() > 1, lambda: h * 0.5, lambda: h * 1.1)
        return t + h, y + h * k, h

    return lax.while_loop(lambda s: s[0] < 1, one, (y[0] * 0, y, y[0] * 0 + 0.25))


def _array(x: Any) -> Any:
    return dnp.array(x) if isinstance(x, onp.ndarray) and x.shape else dnp.asarray(x)[()]


def _same(found: Any, wanted: Any, dtypes: bool) -> None:
    got, expected = flatten(found)[0], plain_control.leaves(wanted)
    got = [g for g in got if g is not None]
    assert len(got) == len(expected)
    for a, b in zip(got, expected, strict=True):
        a, b = onp.asarray(a), onp.asarray(b)
        assert a.shape == b.shape
        assert not dtypes or a.dtype == b.dtype
        onp.testing.assert_allclose(a, b, rtol=1e-5 if b.dtype.char in "fF" else 1e-12, atol=1e-14)


def _wanted(c: Case) -> Any:
    return c.function(plain_control, onp, *[x.copy() if x.shape else x for x in c.args])


def _with_dusk(c: Case) -> Any:
    return lambda *args: c.function(dusk, dnp, *args)


def test_the_groups_have_programs_of_their_own() -> None:
    programs = {c.function.__name__ for c in CASES.values()}
    named = [name for names in GROUPS.values() for name in names.split()]
    assert set(named) <= programs and len(named) == len({*named}) >= 60
    print({group: len(names.split()) for group, names in GROUPS.items()}, len(programs), len(CASES))


@pytest.mark.parametrize("name", CASES)
def test_at_once(name: str, tier: str) -> None:
    c = CASES[name]
    _same(_with_dusk(c)(*map(_array, c.args)), _wanted(c), c.dtypes)


@pytest.mark.parametrize("name", CASES)
def test_compiled(name: str, tier: str) -> None:
    c = CASES[name]
    compiled = dusk.compile(_with_dusk(c))
    for _ in range(2):
        _same(compiled(*map(_array, c.args)), _wanted(c), c.dtypes)
    assert compiled.explain().startswith("compiled")


@pytest.mark.parametrize("name", [name for name, c in CASES.items() if c.order])
def test_derivatives(name: str) -> None:
    c = CASES[name]
    check_grads(dusk.compile(_with_dusk(c)), c.args, order=1)
    check_grads(_with_dusk(c), c.args, order=c.order)
