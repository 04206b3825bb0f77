"""Programs of `cond`, `switch` and `while_loop`: functions of `(lax, np, *arguments)`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as onp

RNG = onp.random.default_rng(0)


@dataclass
class Case:
    """A program, what it is given, and to which order it is differentiated (0: not at all)."""

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
