"""What branches and loops do that Python's statements over NumPy do not: gradients of many kinds, what is only Dusk's
inside them, and what they refuse."""

from __future__ import annotations

import numpy as onp
import pytest

import dusk
import dusk.numpy as dnp
from dusk.testing import check_grads

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
    assert dusk.memory_report(compiled).peak < 200e6


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
    a, b = dusk.symbol.Variable("a"), dusk.symbol.Variable("b")
    symbol = dusk.symbol.compile(dusk.symbol.tanh(a) * b)

    def f(w, n):
        y = dusk.fori_loop(0, n, lambda i, y: symbol(a=y, b=w), w)
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


class _Loud:
    def body(self, i, x):
        print("round")
        return x * 2


def _loud(c, y):
    print("round")
    return c, y


@ROUTES
@pytest.mark.parametrize(
    ("f", "times"),
    [
        (lambda x: dusk.fori_loop(0, 3, _Loud().body, x), 3),
        (lambda x: dusk.scan(_loud, 0.0, x), 3),
        (lambda x: dusk.while_loop(lambda y: y.sum() < 24, lambda y: (print("round"), y * 2)[1], x), 2),
        (lambda x: dusk.switch(dnp.sum(x > 1), [lambda x: x, lambda x: x, lambda x: _loud(x, x)[0]], x), 1),
    ],
    ids=["method", "function", "lambda", "switch"],
)
def test_what_looks_at_nothing_is_printed_in_each_round(route, f, times, capsys) -> None:
    dusk.eval(route(f)(dnp.array([1.0, 2.0, 3.0])))
    assert capsys.readouterr().out.split().count("round") == times


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
        (
            TypeError,
            "number 0 comes in as float64.3. .*test_control.*handed on as float64.. .made at test_control",
            lambda x: dusk.while_loop(lambda s: s.sum() < 9, lambda s: s.sum(), x),
        ),
        (
            TypeError,
            "comes in as float64.3. .*handed on as float32.3.",
            lambda x: dusk.while_loop(lambda s: s.sum() < 9, lambda s: s.astype("f4"), x),
        ),
        (
            TypeError,
            "comes in as float64.3. .*handed on as complex128.3.",
            lambda x: dusk.fori_loop(0, 3, lambda i, s: s * 1j, x),
        ),
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
        (TypeError, "array|integer|range", lambda x: dusk.fori_loop(0, x.astype(int), lambda i, s: s, x)),
        (ValueError, "one length", lambda x: dusk.scan(lambda c, y: (c, y), 0.0, x, length=4)),
        (ValueError, "one length", lambda x: dusk.scan(lambda c, y: (c, y), 0.0, (x, x[:2]))),
        (ValueError, "one length", lambda x: dusk.scan(lambda c, y: (c, y), 0.0, x[0])),
        (ValueError, "one length", lambda x: dusk.scan(lambda c, y: (c, y), 0.0, None, length=-1)),
        (ValueError, "at least one branch", lambda x: dusk.switch(0, [], x)),
        (TypeError, "a pair", lambda x: dusk.scan(lambda c, y: c, 0.0, x)),
    ],
)
def test_what_is_refused(route, error, says, f) -> None:
    with pytest.raises(error, match=says):
        dusk.eval(route(f)(dnp.ones(3)))


@ROUTES
@pytest.mark.parametrize("name", ["while", "fori", "fori of known bounds", "scan"])
def test_what_changes_as_it_goes_round_is_named_with_both_lines(route, name) -> None:
    for change, types in (
        (lambda y: dnp.concatenate([y, y]), r"float64\[3\] .* float64\[6\]"),
        (lambda y: y.astype("f4"), r"float64\[3\] .* float32\[3\]"),
        (lambda y: y.sum(), r"float64\[3\] .* float64\[\]"),
    ):

        def changed(y):
            return change(y)  # noqa: B023

        def loop(x, n):
            if name == "while":
                return dusk.while_loop(lambda s: s[0] < n, lambda s: (s[0] + 1, changed(s[1])), (n * 0, x))
            if name == "scan":
                return dusk.scan(lambda y, i: (changed(y), i), x, x)
            return dusk.fori_loop(0, 3 if "known" in name else n, lambda i, y: changed(y), x)

        before, after = types.split(" .* ")
        made = change.__code__.co_firstlineno
        place = loop.__code__.co_firstlineno + {"while": 2, "scan": 4}.get(name, 5)
        says = rf"number \d comes in as {before} \(loop at test_control_more.py:{place}\) and is handed on as {after} "
        with pytest.raises(TypeError, match=says + rf"\(made at test_control_more.py:{made}"):
            dusk.eval(route(loop)(dnp.ones(3), dnp.sum(dnp.array([2]))))


@ROUTES
def test_sides_that_differ_are_named_with_both_lines(route) -> None:
    def branch(x, flag):
        return dusk.cond(
            flag,
            lambda x: x.astype("f4"),
            lambda x: x[:2] * 1.0,
            x,
        )

    line = branch.__code__.co_firstlineno
    here = "test_control_more.py"
    says = rf"float32\[3\] \(made at {here}:{line + 3}\), of .* float64\[2\] \(made at {here}:{line + 4}\)"
    with pytest.raises(TypeError, match=says):
        dusk.eval(route(branch)(dnp.ones(3), (dnp.ones(5000) * 2).sum() > 0))
