"""Numbers of Python's own in compiled loops have all the digits, and raise all the errors, that they have in Python."""

# ruff: noqa: B007
from __future__ import annotations

import math
from typing import Any

import numpy
import pytest

import dusk
import dusk.numpy as np
from dusk.testing.plain import differences, outcome
from native_steps import needs_native

N = numpy.int64
X = numpy.random.default_rng(0).random(50)


def tripled(n):
    a = 1
    for i in range(n):
        a = a * 3 + 1
    return a


def folded(n):
    h = 7
    for i in range(n):
        h = (h * 31 + i) % (2**64)
    return h


def squares(n):
    k = 3
    for i in range(min(n, 8)):
        k = k * k
    return k


def turned(n):
    k = 1
    for i in range(n):
        k = -k * 2 + 1
    return k, -k, abs(k)


def shifted(n):
    a = 1
    for i in range(n):
        a = a << 3
    return a, a >> 2


def shifted_back(n):
    k = 5
    for i in range(n):
        k -= 1
    return 1 << k


def small_powers(n):
    k = 5
    for i in range(n):
        k -= 1
    return 2**k, k**2


def quotients(n):
    s = 0
    for i in range(-5, n):
        s += 10 // (i - 1)
    return s


def rests(n):
    s = 0
    for i in range(-5, n):
        s += 10 % i
    return s


def ratios(n):
    k, s = 3, 0.0
    for i in range(n):
        k -= 1
        s += 1 / k
    return s


def roots(n):
    s = 2.0
    for i in range(n):
        s = math.sqrt(s - i)
    return s


def logarithms(n):
    s = 3.0
    for i in range(n):
        s -= 1
    return math.log(s), math.log(8.0 + s, 2)


def exponentials(n):
    s = 0.0
    for i in range(n):
        s += math.exp(i * 10)
    return s


def towers(n):
    s = 0.0
    for i in range(n):
        s = 2.0 ** (s + 1)
    return s


def whole_numbers(n):
    x = 1.0
    for i in range(n):
        x = x * 1e30
    return int(x), math.floor(x), round(x)


def no_number(n):
    x = 1.0
    for i in range(n):
        x = x * 1e30
    return int(x - x)


def root_of_a_negative(n):
    x = -8.0
    for i in range(n):
        x = x - 1
    return x**0.5


def inverse_of_zero(n):
    x = 0.0
    for i in range(n):
        x = x * 1
    return x**-1


def bools(n):
    a = b = False
    k = c = 0
    while k < n:
        a = k > 3
        b = k < 7
        c += a + b
        k += 1
    return a + b, c, a & b, not a, -a, ~k, ~a


def of_all_kinds(n):
    k, x = 0, 1.5
    for i in range(n):
        k, x = k + 3, x * 1.25
    return (
        k / 7,
        k // 7,
        k % 7,
        divmod(k, 5),
        k**0.5,
        2**-k,
        math.hypot(x, k),
        round(x),
        math.ceil(x),
        max(k, 4),
        x // 2,
    )


def into_narrow(x):
    k = 100
    for i in range(len(x)):
        x[i] = k
        k += 10
    return x


def beside_narrow(x):
    k, c = 100, 0
    for i in range(len(x)):
        if x[i] < k:
            c += 1
        k += 10
    return c


NUMBERS = (
    *(tripled, folded, squares, turned, shifted, shifted_back, small_powers, quotients, rests, ratios, roots),
    *(logarithms, exponentials, towers, whole_numbers, no_number, root_of_a_negative, inverse_of_zero, bools),
    *(of_all_kinds,),
)


def same(f: Any, *args: Any) -> Any:
    """What a function gives, compiled and in Python; it is called three times."""
    compiled = dusk.compile(f)
    with numpy.errstate(all="ignore"):
        wanted = outcome(f, args)
        for _ in range(3):
            given = [np.array(a) if isinstance(a, numpy.ndarray) else a for a in args]
            assert [*differences(wanted, outcome(compiled, given))] == []
    return compiled, wanted


@pytest.mark.parametrize("f", NUMBERS, ids=lambda f: f.__name__)
def test_numbers_are_pythons(f) -> None:
    for n in (3, 12, 80):
        compiled, wanted = same(f, N(n))
        if wanted.error is not None:
            with pytest.raises(type(wanted.error)) as caught:
                compiled(N(n))
            lines = [e.lineno for e in caught.traceback if str(e.path) == __file__]
            assert f.__code__.co_firstlineno < lines[-1] < f.__code__.co_firstlineno + 12


@pytest.mark.parametrize("dtype", ["int8", "uint8", "int16", "uint64", "float32"])
def test_integers_that_an_array_does_not_hold_are_refused_as_in_numpy(dtype) -> None:
    same(into_narrow, numpy.zeros(20, dtype))
    same(beside_narrow, numpy.zeros(20, dtype))


@needs_native
@pytest.mark.parametrize("f", [tripled, quotients, roots], ids=lambda f: f.__name__)
def test_what_is_fine_runs_compiled_and_what_is_not_runs_as_python(f) -> None:
    compiled = dusk.compile(f)
    assert compiled(N(1)) == f(1)
    assert compiled.explain().startswith("compiled")
    calls = outcome(compiled, (N(60),)), outcome(f, (60,))
    assert [*differences(calls[1], calls[0])] == []
    assert compiled(N(1)) == f(1)


def test_within_a_larger_program_an_error_is_late_and_names_the_line() -> None:
    def loss(x, f, n):
        return x.sum() * f(n)

    for f, n, error in ((quotients, 3, ZeroDivisionError), (tripled, 60, OverflowError), (roots, 9, ValueError)):
        whole = dusk.compile(loss)
        at = rf"test_exact\.py:{f.__code__.co_firstlineno + 3}"
        with pytest.raises(error, match=at):
            float(dusk.value_and_grad(lambda x: dusk.compile(loss)(x, f, N(n)))(np.ones(3))[0])  # noqa: B023
        with pytest.raises(error) if f is not tripled else numpy.errstate():
            whole(np.ones(3), f, N(n))


def test_gradients_go_through_checks() -> None:
    def f(x, n):
        k, s = 1, x
        while k < n:
            s = s * math.sqrt(4.0 * k) / (k + 1)
            k += 1
        return s

    want = (f(1.0 + 1e-6, 5) - f(1.0 - 1e-6, 5)) / 2e-6
    assert float(dusk.compile(dusk.grad(f))(numpy.float64(1.0), N(5))) == pytest.approx(want)
    assert float(dusk.grad(dusk.compile(f))(numpy.float64(1.0), N(5))) == pytest.approx(want)
    mapped = dusk.vmap(f, in_axes=(0, None))(np.array([1.0, 2.0]), N(5))
    numpy.testing.assert_allclose(numpy.array(mapped), [f(1.0, 5), f(2.0, 5)])


# --- what is left where an error ends a loop
def outside(x):
    for i in range(len(x)):
        x[i + 7] = x[i] * 2
    return x


def outside_in_a_while(x, n):
    i = 0
    while i < n:
        x[i] = -1
        i += 1
    return i


def raised(x):
    for i in range(len(x)):
        x[i] += 1
        if x[i] > 1.9:
            raise ValueError(f"at {i}")
    return x


def checked(v):
    if v > 1.9:
        raise KeyError("v")
    return v


def raised_in_a_helper(x):
    s = 0.0
    for i in range(len(x)):
        x[i] += 1
        s += checked(x[i])
    return s


def asserted(x):
    for i in range(len(x)):
        assert x[i] < 0.95, "too much"
        x[i] = 0
    return x


def raised_while_tracing(x):
    x[0] = 5
    k = 0
    for i in range(2):
        x[i] = 7 // k
    return x


def raised_in_a_loop_over_an_array(x):
    k = 0
    for v in x:
        x[0] = 5
        k = 7 // k
    return k


def raised_with_a_value(x):
    x[0] = 5
    for v in x:
        raise ValueError(v)


OF_ARRAYS = [raised_in_a_loop_over_an_array, raised_with_a_value]


@pytest.mark.parametrize("f", [*OF_ARRAYS, outside, raised, raised_in_a_helper, asserted, raised_while_tracing])
def test_an_error_leaves_what_came_before_it(f) -> None:
    assert same(f, X)[1].error is not None


def test_an_index_that_is_outside_leaves_what_came_before_it() -> None:
    same(outside_in_a_while, X, N(30))
    assert type(same(outside_in_a_while, X, N(70))[1].error) is IndexError


# --- expressions that have loops of their own
def comprehensions(x):
    s, c = 0.0, 0
    for i in range(len(x) - 3):
        s += sum([x[i + j] for j in range(3)]) + sum(x[i + j] * j for j in range(3))
        f = lambda v: v * i  # noqa: E731, B023
        s += f(x[i])
    return s, c


def asked_of_generators(x):
    c = 0
    for i in range(len(x) - 3):
        if any(x[i + j] > 0.9 for j in range(3)) and not all([x[i + j] < 0.95 for j in range(3)]):
            c += 1
    return c


def of_dicts(x):
    d = {"a": 1.0, "b": 2.0}
    s = 0.0
    for i in range(len(x)):
        for k, v in d.items():
            s += v * x[i] * len(k)
    for a, b in zip(x, x[1:]):  # noqa: RUF007 - what is tested
        s += a * b
    for i, a in enumerate(x):
        s += i * a
    for a in reversed(x):
        s = s * 0.5 + a
    for c in "abc":
        s += ord(c) * x[0]
    return s


def strings(x):
    s = ""
    for i in range(len(x)):
        s += "a" if x[i] > 0.5 else "b"
    return s


def late(x):
    made = []
    for i in range(len(x)):
        made.append(lambda: x[i])  # noqa: B023
    return made[0]()


@pytest.mark.parametrize("f", [comprehensions, asked_of_generators, of_dicts, strings, late], ids=lambda f: f.__name__)
def test_expressions_with_loops_of_their_own(f) -> None:
    same(f, X)
