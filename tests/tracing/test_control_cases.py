"""Programs of `cond`, `switch`, `while_loop`, `fori_loop` and `scan` against the same with Python's statements over NumPy.

Each case is a function of `(lax, np, *arguments)`, run with `dusk` and `dusk.numpy` (at once, and compiled) and with
`plain_control` and NumPy. Those marked with an order are differentiated to it, in both modes.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as onp
import plain_control
import pytest

import dusk
import dusk.numpy as dnp
from dusk.testing import check_grads
from dusk.tree import flatten

RNG = onp.random.default_rng(0)


@dataclass
class Case:
    function: Any
    args: tuple[Any, ...]
    order: int = 0
    dtypes: bool = True


CASES: dict[str, Case] = {}


def case(*args: Any, order: int = 0, dtypes: bool = True, name: str = "") -> Any:
    def add(function: Any) -> Any:
        key = function.__name__ + (f"_{name}" if name else "")
        while key in CASES:
            key += "+"
        CASES[key] = Case(function, args, order, dtypes)
        return function

    return add


F = onp.float64
V = onp.array([0.3, -1.2, 2.0])
M = onp.array([[1.0, 0.5, -0.2], [0.1, 0.8, 0.3], [-0.4, 0.2, 0.9]])
ANY_SIGN = [F(0.7), F(-0.7)]


# --- cond
@case(ANY_SIGN[0], order=2)
@case(ANY_SIGN[1], order=2)
def cond_of_a_number(lax, np, x):
    return lax.cond(x > 0, lambda x: np.sin(x), lambda x: x * x * x, x)


@case(V, order=2)
@case(-V, order=2)
def cond_of_captured(lax, np, x):
    return lax.cond(x.sum() > 0, lambda: np.exp(x), lambda: x * x[0])


@case(onp.array([1.0, 2.0], "f4"))
@case(onp.array([1, -2], "i4"))
@case(onp.array([True, False]))
@case(onp.array([1 + 2j, 3.0]))
@case(onp.array([1, 2], "u1"))
def cond_keeps_dtypes(lax, np, x):
    return lax.cond((x != 0).all(), lambda x: (x, x[::-1]), lambda x: (x[::-1], x), x)


@case(V, M, order=1)
@case(-V, M, order=1)
def cond_of_trees(lax, np, x, m):
    tree = {"a": (x, None), "b": [m, x[1]]}
    return lax.cond(
        x[0] > 0,
        lambda t: {"p": t["a"][0] @ t["b"][0], "q": (t["b"][1], None)},
        lambda t: {"p": t["a"][0] * 2, "q": (t["b"][1] * 3, None)},
        tree,
    )


@case(F(2.0), order=2)
@case(F(0.5), order=2)
@case(F(-2.0), order=2)
def cond_in_cond(lax, np, x):
    def deep(x):
        return lax.cond(x > 1, lambda: np.log(x), lambda: x**2)

    return lax.cond(x > 0, lambda: deep(x) * 2, lambda: deep(-x) + x)


@case(F(-1.0), order=2)
@case(F(1.0), order=2)
def the_other_side_would_give_nan(lax, np, x):
    return lax.cond(x > 0, lambda x: np.sqrt(x), lambda x: x * 3, x)


@case(onp.array([-1.0, 4.0]), onp.int64(0), order=1)
@case(onp.array([-1.0, 4.0]), onp.int64(1), order=1)
def the_other_side_divides_by_zero(lax, np, x, i):
    return lax.cond(i == 0, lambda: x[0] * x[1], lambda: x[1] / (x[0] * i))


@case(onp.int64(3), V)
@case(onp.int64(0), V)
def cond_of_an_integer_flag(lax, np, n, x):
    return lax.cond(n, lambda x: x + 1, lambda x: x - 1, x)


@case(onp.array(True), V)
@case(onp.array(0.0), V)
def cond_of_an_array_without_dimensions(lax, np, n, x):
    return lax.cond(n, lambda x: x + 1, lambda x: x - 1, x)


@case(V)
@case(-V)
def cond_writes_captured(lax, np, x):
    a, b = np.zeros(3), np.ones(3)

    def one():
        a[1:] = x[:2]
        return a.sum()

    def other():
        b[0] = x[2]
        a[2] -= 1
        return b.sum()

    found = lax.cond(x[0] > 0, one, other)
    return found, a, b


@case(V)
@case(-V)
def cond_that_gives_nothing(lax, np, x):
    a = np.zeros(3)

    def one():
        a[0] = 7

    lax.cond(x[0] > 0, one, lambda: None)
    return a


@case(V, order=1)
def one_side_is_the_operand(lax, np, x):
    return lax.cond(x[0] > 0, lambda x: x, lambda x: x * 1.5, x)


@case(V)
def sides_of_numbers(lax, np, x):
    return lax.cond(x[0] > 9, lambda x: x.sum(), lambda x: 0.0, x)


@case(V)
def sides_of_numbers_of_two_kinds(lax, np, x):
    return lax.cond(x[0] > 0, lambda: 1.0, lambda: 2.0), lax.cond(x[0] > 0, lambda: True, lambda: False)


@case(onp.zeros((0, 3)), F(1.0), order=1)
def cond_of_empty_arrays(lax, np, x, y):
    return lax.cond(y > 0, lambda: x + y, lambda: x - y), y


@case(V.astype("f4"))
@case(-V.astype("f4"))
def operands_that_are_numbers(lax, np, x):
    def one(x, k):
        return x * k, k

    return lax.cond(x[0] > 0, one, lambda x, k: (x, k * 2), x, 2.0)


# --- switch
def switch_of_four(lax, np, i, x):
    return lax.switch(i, [lambda x: x, np.sin, lambda x: x * x, lambda x: x * x[::-1]], x)


for _i in (-7, 0, 1, 2, 3, 9):
    case(onp.int64(_i), V, order=1, name=str(_i))(switch_of_four)
case(onp.int32(1), V, name="i4")(switch_of_four)
case(onp.uint8(3), V, name="u1")(switch_of_four)


@case(onp.int64(0), V)
def switch_of_one(lax, np, i, x):
    return lax.switch(i, [lambda x: x + 1], x)


@case(onp.int64(1), onp.int64(2), V, order=1)
def switch_in_switch(lax, np, i, j, x):
    def inner(x):
        return lax.switch(j, [lambda x: x, lambda x: x * 2, lambda x: x * x], x)

    return lax.switch(i, [lambda x: x, inner, lambda x: -inner(x)], x)


# --- while_loop
@case(F(2.0), order=2)
def newton(lax, np, a):
    return lax.while_loop(lambda x: abs(x * x - a) > 1e-12, lambda x: (x + a / x) / 2, a)


@case(onp.int64(27))
def collatz(lax, np, n):
    def one(state):
        n, count, top = state
        n = lax.cond(n % 2 == 0, lambda n: n // 2, lambda n: 3 * n + 1, n)
        return n, count + 1, np.maximum(top, n)

    return lax.while_loop(lambda s: s[0] != 1, one, (n, onp.int64(0), n))


@case(F(0.3), order=1)
def bisection(lax, np, a):
    # the last step is Newton's, so that the root has a derivative
    def one(state):
        low, high = state
        middle = (low + high) / 2
        return lax.cond(middle**3 + middle < a, lambda: (middle, high), lambda: (low, middle))

    low, high = lax.while_loop(lambda s: s[1] - s[0] > 1e-9, one, (a * 0, a * 0 + 1))
    x = lax.stop_gradient((low + high) / 2)
    return x - (x**3 + x - a) / (3 * x * x + 1)


@case(onp.abs(RNG.standard_normal((6, 6))) + 0.1, order=1)
def beam_search(lax, np, m):
    # the best three paths of at most six steps; it ends when all their scores are above a bound
    def one(state):
        step, scores, last = state
        every = (scores[:, None] + m[last]).reshape(-1)
        best = np.argsort(-every)[:3]
        return step + 1, every[best], best % 6

    start = (onp.int64(0), m[0, :3] * 1, np.array([0, 1, 2]))
    return lax.while_loop(lambda s: np.logical_and(s[0] < 6, s[1].min() < 6), one, start)


@case(V, onp.int64(0), order=1)
@case(V, onp.int64(1), order=1)
@case(V, onp.int64(5), order=2)
def while_of_so_many_rounds(lax, np, x, n):
    return lax.while_loop(lambda s: s[0] < n, lambda s: (s[0] + 1, np.sin(s[1]) * x), (n * 0, x))


@case(V, M, onp.int64(3), order=1)
@case(V, M, onp.int64(0), order=1)
def carries_are_trees(lax, np, x, m, n):
    start = {"i": n * 0, "x": (x, None), "l": [m, {"d": x[0]}]}

    def one(s):
        y = s["l"][0] @ s["x"][0]
        return {"i": s["i"] + 1, "x": (y, None), "l": [s["l"][0] * 0.9, {"d": s["l"][1]["d"] + y[0]}]}

    return lax.while_loop(lambda s: s["i"] < n, one, start)


@case(onp.array([1.0, 2.0], "f4"), onp.int64(3))
@case(onp.array([1, -2], "i4"), onp.int64(3))
@case(onp.array([1, -2], "i8"), onp.int64(3))
@case(onp.array([1 + 2j, 3.0]), onp.int64(2))
@case(onp.array([1 + 2j, 3.0], "c8"), onp.int64(2))
def while_keeps_dtypes(lax, np, x, n):
    return lax.while_loop(lambda s: s[0] < n, lambda s: (s[0] + 1, s[1] * 3), (0, x))


@case(onp.array([True, False, False]))
def while_of_bools(lax, np, x):
    return lax.while_loop(lambda s: ~s.all(), lambda s: s | np.roll(s, 1), x)


@case(onp.array([1 + 0.5j, 0.3j]), onp.int64(6))
def complex_iteration(lax, np, c, n):
    def one(s):
        return s[0] + 1, s[1] * s[1] * 0.5 + c

    return lax.while_loop(lambda s: s[0] < n, one, (n * 0, c))


@case(V, onp.int64(4), order=1)
def carries_swap(lax, np, x, n):
    def one(s):
        i, a, b = s
        return i + 1, b, a * x[0]

    return lax.while_loop(lambda s: s[0] < n, one, (n * 0, x, x * 2))


@case(V, onp.int64(4))
def one_value_in_two_carries(lax, np, x, n):
    def one(s):
        i, a, b = s
        a = a + b
        return i + 1, a, a

    return lax.while_loop(lambda s: s[0] < n, one, (n * 0, x, x))


@case(V, M, onp.int64(3), order=1)
def while_writes_a_carry(lax, np, x, m, n):
    def one(s):
        i, y = s
        y = y * 1
        y[1] = y[0] * m[1, 2]
        y[0] += x[2]
        return i + 1, y

    return lax.while_loop(lambda s: s[0] < n, one, (n * 0, x))


@case(V, onp.int64(3))
def while_writes_captured(lax, np, x, n):
    log = np.zeros((4, 3))

    def one(s):
        i, y = s
        log[i] = y
        log[i, 1] += 10
        return i + 1, y * 2

    found = lax.while_loop(lambda s: s[0] < n, one, (n * 0, x))
    return found, log


@case(V, onp.int64(3))
def while_writes_what_its_test_reads(lax, np, x, n):
    count = np.zeros(1, "i8")

    def one(y):
        count[0] += 1
        return y + x

    return lax.while_loop(lambda y: count[0] < n, one, x), count


@case(V, onp.int64(3), order=1)
def while_in_while(lax, np, x, n):
    def inner(i, y):
        return lax.while_loop(lambda s: s[0] < i, lambda s: (s[0] + 1, s[1] * 0.5 + x), (i * 0, y))[1]

    return lax.while_loop(lambda s: s[0] < n, lambda s: (s[0] + 1, inner(s[0], s[1])), (n * 0, x))


@case(V, onp.int64(5), order=1)
def loop_in_branch_in_loop(lax, np, x, n):
    def deep(i, y):
        return lax.fori_loop(0, i, lambda j, z: z * 0.9 + x * j, y)

    def one(s):
        i, y = s
        return i + 1, lax.cond(i % 2 == 1, deep, lambda i, y: np.cos(y), i, y)

    return lax.while_loop(lambda s: s[0] < n, one, (n * 0, x))


@case(V, onp.int64(3))
def what_goes_round_does_not_change(lax, np, x, n):
    return lax.while_loop(lambda s: s[0] < n, lambda s: (s[0] + 1, s[1], s[2]), (0, x, 4.0))


@case(V)
def python_numbers_take_the_dtype_of_the_body(lax, np, x):
    a = lax.while_loop(lambda s: s[0] < 3, lambda s: (s[0] + 1, s[1] + x[0]), (0, 0))
    return a


@case(V.astype("f4"))
def python_numbers_beside_float32(lax, np, x):
    total = lax.while_loop(lambda s: s[0] < 3, lambda s: (s[0] + 1, s[1] + x[0]), (0, 0.0))
    return total[0], total[1], lax.fori_loop(0, 3, lambda i, y: y * 0.5 + 1, x)


@case(onp.zeros((0,)), onp.int64(3))
def while_of_empty_arrays(lax, np, x, n):
    return lax.while_loop(lambda s: s[0] < n, lambda s: (s[0] + 1, s[1] * 2), (n * 0, x))


@case(F(1.0), order=2)
def while_stops_by_its_value(lax, np, x):
    return lax.while_loop(lambda y: y < 50, lambda y: y * y + x, x)


@case(V, order=1)
def loops_after_loops(lax, np, x):
    y = lax.while_loop(lambda y: y.sum() < 10, lambda y: y + x * x, x)
    return lax.while_loop(lambda y: y.max() > 1, lambda y: y * 0.5, y)


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


# --- what only Dusk has
ROUTES = pytest.mark.parametrize("route", [lambda f: f, dusk.compile], ids=["at once", "compiled"])


def test_results_that_are_pythons_numbers_stay_such_in_a_trace() -> None:
    def f(x):
        k = dusk.cond(x[0] < 0, lambda: 1, lambda: 2.0)
        total = dusk.while_loop(lambda s: s < 5, lambda s: s + 1.5, 0)
        _, last = dusk.scan(lambda c, y: (c + 1, None), 0, x)[0], 3
        return x * k * total * last

    assert dusk.compile(f)(dnp.ones(2, "f4")).dtype == onp.float32


@ROUTES
def test_a_number_of_pythons_becomes_what_the_body_gives(route) -> None:
    def rounds(first, body):
        return dusk.while_loop(lambda s: abs(s) < 9, body, first)

    given = dnp.array([1.5, 2.0], "f4")
    for first, body, wanted in (
        (1, lambda s: s * 2.5, onp.float64(15.625)),
        (1, lambda s: s + given[0], onp.float32(10.0)),
        (1.0, lambda s: s + 3, onp.float64(10.0)),
        (1, lambda s: s + 3j, onp.complex128(1 + 9j)),
        (True, lambda s: s + 4, onp.int64(9)),
        (1.0, lambda s: 10, onp.float64(10.0)),
    ):
        found = onp.asarray(route(lambda: rounds(first, body))())  # noqa: B023
        assert found == wanted and found.dtype == wanted.dtype
    with pytest.raises(TypeError, match=r"comes in as float64\[\] .* and is handed on as int64\[\]"):
        route(lambda: rounds(0.5, lambda s: dnp.int64(10)))()


@ROUTES
def test_a_hundred_thousand_rounds_and_their_gradient(route) -> None:
    def f(x):
        return dusk.while_loop(lambda s: s[0] < 100_000, lambda s: (s[0] + 1, s[1] + x / (1 + s[1] * s[1])), (0, x))[1]

    x = onp.float64(0.7)

    def plain(x):
        y = x
        for _ in range(100_000):
            y = y + x / (1 + y * y)
        return y

    found = float(route(dusk.grad(f))(dnp.float64(x)))
    assert found == pytest.approx((plain(x + 1e-6) - plain(x - 1e-6)) / 2e-6, rel=1e-5)


def test_the_gradient_of_5000_rounds_of_arrays_is_bounded_in_memory() -> None:
    def f(x):
        return dusk.while_loop(lambda s: s[0] < 5000, lambda s: (s[0] + 1, s[1] * 0.999 + x * 1e-3), (0, x))[1].sum()

    n = 10_000  # a state of 80 kB: all of them were 400 MB
    x = dnp.ones(n)
    compiled = dusk.compile(dusk.grad(f))
    found = onp.asarray(compiled(x))
    d = 1.0
    for _ in range(5000):
        d = d * 0.999 + 1e-3
    onp.testing.assert_allclose(found, onp.full(n, d), rtol=1e-10)
    assert dusk.memory_report(compiled, x).peak < 200e6


@ROUTES
def test_custom_gradients_inside(route) -> None:
    @dusk.custom_gradient
    def doubled(x):
        return x * x, lambda g: g * 100

    def f(x, n):
        y = dusk.fori_loop(0, n, lambda i, y: doubled(y), x)
        return dusk.cond(y > 0, doubled, lambda y: y, y)

    assert float(route(dusk.grad(f))(dnp.float64(1.0), dnp.int64(2))) == 1e6


@ROUTES
def test_stopped_gradients_inside(route) -> None:
    def f(x, n):
        return dusk.fori_loop(0, n, lambda i, y: y * dusk.stop_gradient(y) + x, x)

    def plain(x, n):  # by hand
        y, d = x, 1.0
        for _ in range(n):
            y, d = y * y + x, d * y + 1
        return d

    assert float(route(dusk.grad(f))(dnp.float64(0.5), dnp.int64(3))) == pytest.approx(plain(0.5, 3))


@ROUTES
def test_gradients_by_what_is_captured(route) -> None:
    def f(w, x, n):
        def body(i, y):
            return dusk.cond(i % 2 == 0, lambda: y * w, lambda: y + w * w)

        return dusk.fori_loop(0, n, body, x).sum()

    w, x, n = dnp.array([0.5, 1.5]), dnp.array([1.0, 2.0]), dnp.int64(5)
    check_grads(route(f), (w, x, n), order=2)
    onp.testing.assert_allclose(
        onp.asarray(route(dusk.grad(lambda w: dusk.grad(f)(w, x, n).sum()))(w)),
        onp.asarray(dusk.hessian(lambda w: f(w, x, n))(w)).sum(0),
        rtol=1e-12,
    )


@ROUTES
@pytest.mark.parametrize("name", ["while", "fori", "scan", "cond", "switch"])
def test_hessians(route, name) -> None:
    def f(x):
        if name == "while":
            y = dusk.while_loop(lambda s: s[0] < 3, lambda s: (s[0] + 1, dnp.sin(s[1]) * x), (0, x))[1]
        elif name == "fori":
            y = dusk.fori_loop(0, 3, lambda i, y: dnp.sin(y) * x, x)
        elif name == "scan":
            y = dusk.scan(lambda y, i: (dnp.sin(y) * x, None), x, None, length=3)[0]
        else:
            y = dnp.sin(dnp.sin(dnp.sin(x) * x) * x) * x
        if name == "cond":
            y = dusk.cond(x[0] > 0, lambda: dnp.sin(dnp.sin(dnp.sin(x) * x) * x) * x, lambda: x)
        if name == "switch":
            third = lambda: dnp.sin(dnp.sin(dnp.sin(x) * x) * x) * x  # noqa: E731
            y = dusk.switch(dnp.sum(x > 0), [lambda: x, lambda: x * x, third], *())
        return (y * y).sum() * y[0]

    def plain(x):
        y = dnp.sin(dnp.sin(dnp.sin(x) * x) * x) * x
        return (y * y).sum() * y[0]

    x = dnp.array([0.7, 1.2])
    onp.testing.assert_allclose(onp.asarray(route(dusk.hessian(f))(x)), onp.asarray(dusk.hessian(plain)(x)), rtol=1e-9)


@ROUTES
def test_keys_of_random_numbers_inside(route) -> None:
    def f(key, n):
        def one(i, s):
            key, total = s
            key, sub = dusk.random.split(key)
            return key, total + dusk.random.uniform(sub, (3,))

        return dusk.fori_loop(0, n, one, (key, dnp.zeros(3)))[1]

    key, total = dusk.random.key(3), onp.zeros(3)
    for _ in range(4):
        key, sub = dusk.random.split(key)
        total = total + onp.asarray(dusk.random.uniform(sub, (3,)))
    onp.testing.assert_allclose(onp.asarray(route(f)(dusk.random.key(3), dnp.int64(4))), total, rtol=1e-14)


@ROUTES
def test_compiled_functions_and_symbols_inside(route) -> None:
    inner = dusk.compile(lambda y, w: dnp.tanh(y) * w)

    def f(w, n):
        y = dusk.fori_loop(0, n, lambda i, y: inner(y, w), w)
        return dusk.cond(y.sum() > 0, lambda: inner(y, y), lambda: y).sum()

    def plain(w):
        y = w
        for _ in range(3):
            y = dnp.tanh(y) * w
        return (dnp.tanh(y) * y).sum()

    w = dnp.array([0.8, 1.3])
    assert float(route(f)(w, dnp.int64(3))) == pytest.approx(float(plain(w)))
    onp.testing.assert_allclose(
        onp.asarray(route(dusk.grad(f))(w, dnp.int64(3))), onp.asarray(dusk.grad(plain)(w)), rtol=1e-12
    )


@ROUTES
def test_derivatives_inside(route) -> None:
    def f(x, n):
        return dusk.fori_loop(0, n, lambda i, y: y - 0.1 * dusk.grad(lambda y: ((y * y - x) ** 2).sum())(y), x)

    def plain(x, n):
        y = x
        for _ in range(n):
            y = y - 0.1 * (4 * y * (y * y - x))
        return y

    x = onp.array([0.5, 1.2])
    onp.testing.assert_allclose(onp.asarray(route(f)(dnp.array(x), dnp.int64(20))), plain(x, 20), rtol=1e-12)
    check_grads(route(f), (x, onp.int64(5)), order=1)


@ROUTES
def test_prints_inside_happen_round_by_round(route, capsys) -> None:
    def body(i, x):
        print(int(i))
        return x * 2

    def f(x):
        return dusk.fori_loop(0, 3, body, x)

    assert float(route(f)(dnp.float64(1.0))) == 8.0
    assert capsys.readouterr().out.split() == ["0", "1", "2"]

    def left(x):
        def one(c, y):
            print(float(y))
            return c + y, {"c": c}

        return dusk.scan(one, 0.0, x, reverse=True)

    total, parts = route(left)(dnp.array([1.0, 2.0]))
    assert float(total) == 3.0
    onp.testing.assert_array_equal(onp.asarray(parts["c"]), [2.0, 0.0])
    assert capsys.readouterr().out.split() == ["2.0", "1.0"]


def test_what_python_raises_inside_is_raised() -> None:
    def broken(x):
        raise KeyError("mine")

    for route in (lambda f: f, dusk.compile):
        for f in (
            lambda x: dusk.while_loop(lambda s: s < 3, broken, x),
            lambda x: dusk.while_loop(broken, lambda s: s, x),
            lambda x: dusk.cond(x.sum() > 0, broken, broken, x),
            lambda x: dusk.scan(lambda c, y: broken(y), x, None, length=2),
        ):
            with pytest.raises(KeyError, match="mine"):
                dusk.eval(route(f)(dnp.float64(1.0)))


@ROUTES
@pytest.mark.parametrize(
    ("error", "says", "f"),
    [
        (TypeError, "number 0 comes in as float64.3. .*test_control.*handed on as float64.. .made at test_control",
         lambda x: dusk.while_loop(lambda s: s.sum() < 9, lambda s: s.sum(), x)),
        (TypeError, "comes in as float64.3. .*handed on as float32.3.",
         lambda x: dusk.while_loop(lambda s: s.sum() < 9, lambda s: s.astype("f4"), x)),
        (TypeError, "comes in as float64.3. .*handed on as complex128.3.",
         lambda x: dusk.fori_loop(0, 3, lambda i, s: s * 1j, x)),
        (TypeError, "structure", lambda x: dusk.fori_loop(0, 3, lambda i, s: (s, s), x)),
        (TypeError, "structure", lambda x: dusk.fori_loop(0, 3, lambda i, s: None, x)),
        (TypeError, "structure", lambda x: dusk.scan(lambda c, y: ((c, c), y), x, x)),
        (TypeError, "comes in as float64.3. .*handed on as float64..", lambda x: dusk.scan(lambda c, y: (y, y), x, x)),
        (TypeError, "structure", lambda x: dusk.cond(x[0] > 0, lambda: x, lambda: (x,))),
        (TypeError, "structure", lambda x: dusk.cond(x[0] > 0, lambda: {"a": x}, lambda: {"b": x})),
        (TypeError, "structure", lambda x: dusk.cond(x[0] > 0, lambda: x, lambda: None)),
        (TypeError, "float64.3..*float64..*", lambda x: dusk.cond(x[0] > 0, lambda: x, lambda: x[0])),
        (TypeError, "one number", lambda x: dusk.cond(x > 0, lambda: x, lambda: x)),
        (TypeError, "one number", lambda x: dusk.while_loop(lambda s: s > 0, lambda s: s, x)),
        (TypeError, "one number", lambda x: dusk.while_loop(lambda s: (s[0] > 0, s[1] > 0), lambda s: s, x)),
        (TypeError, "one number", lambda x: dusk.while_loop(lambda s: None, lambda s: s, x)),
        (TypeError, "float64|integer", lambda x: dusk.fori_loop(0.0, 3, lambda i, s: s, x)),
        (TypeError, "float64|integer", lambda x: dusk.fori_loop(0, x[0], lambda i, s: s, x)),
        (TypeError, "float64|integer", lambda x: dusk.fori_loop(0, x.astype(int), lambda i, s: s, x)),
        (ValueError, "one length", lambda x: dusk.scan(lambda c, y: (c, y), 0.0, x, length=4)),
        (ValueError, "one length", lambda x: dusk.scan(lambda c, y: (c, y), 0.0, (x, x[:2]))),
        (ValueError, "one length", lambda x: dusk.scan(lambda c, y: (c, y), 0.0, x[0])),
        (ValueError, "one length", lambda x: dusk.scan(lambda c, y: (c, y), 0.0, None, length=-1)),
        (ValueError, "at least one branch", lambda x: dusk.switch(0, [], x)),
        (TypeError, "pair|unpack", lambda x: dusk.scan(lambda c, y: c, 0.0, x)),
    ],
)
def test_what_is_refused(route, error, says, f) -> None:
    with pytest.raises(error, match=says):
        dusk.eval(route(f)(dnp.ones(3)))
