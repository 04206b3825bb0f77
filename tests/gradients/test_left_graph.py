"""What leaves the graph of a gradient and comes back as a constant is told once, with both lines; nothing else is."""

import math
import warnings
from collections.abc import Callable
from typing import Any

import numpy as onp
import pytest

import dusk
import dusk.numpy as np
from dusk.errors import LeftGraphWarning
from dusk.record import left

X = onp.linspace(0.3, 1.1, 5) ** 1.5


@pytest.fixture(autouse=True)
def nothing_told() -> None:
    left._told.clear()
    left._looks.clear()


def warned(function: Callable[[Any], Any], ask: Callable[..., Any] = dusk.grad, x: Any = X) -> str:
    """What is said when a gradient of a function is asked for ("": nothing)."""
    with warnings.catch_warnings(record=True) as met:
        warnings.simplefilter("always")
        ask(function)(np.array(x))
        first = [str(w.message) for w in met if w.category is LeftGraphWarning]
        ask(function)(np.array(x))
    assert all(w.category is LeftGraphWarning for w in met)
    assert len(met) == len(first) <= 1
    return "".join(first)


def both_lines(told: str, function: Callable[[Any], Any], out: int, back: int) -> bool:
    start = function.__code__.co_firstlineno
    return f"test_left_graph.py:{start + out} takes" in told and f"at test_left_graph.py:{start + back}" in told


def scaled(x: Any) -> Any:
    largest = float(x.max())
    return (x / largest).sum()


def normed(x: Any) -> Any:
    norm = (x * x).sum().item()
    y = np.sqrt(x)
    return (y * norm).sum()


def through_numpy(x: Any) -> Any:
    y = np.exp(x)
    plain = y.numpy()
    return (x * np.array(plain)).sum()


def through_math(x: Any) -> Any:
    s = x.sum()
    return s * math.exp(s)


def by_elements(x: Any) -> Any:
    a, *_ = np.exp(x).tolist()
    return (x * a).sum()


def as_exponent(x: Any) -> Any:
    n = float(x.sum())
    return (x**n).sum()


LEAVES = [(scaled, 1, 2), (normed, 1, 3), (through_numpy, 2, 3), (through_math, 2, 2), (by_elements, 1, 2)]
LEAVES += [(as_exponent, 1, 2)]


@pytest.mark.parametrize(("function", "out", "back"), LEAVES, ids=lambda f: getattr(f, "__name__", ""))
@pytest.mark.parametrize("ask", [dusk.grad, dusk.value_and_grad, lambda f: lambda x: dusk.vjp(f, x)])
def test_values_that_come_back_are_told_with_both_lines(function: Any, out: int, back: int, ask: Any) -> None:
    assert both_lines(warned(function, ask), function, out, back)


def test_the_gradient_of_a_gradient_tells_it_as_well() -> None:
    def inner(x: Any) -> Any:
        return dusk.grad(scaled)(x).sum()

    assert both_lines(warned(inner), scaled, 1, 2)

    def outer(x: Any) -> Any:
        n = float((x * x).sum())
        return dusk.grad(lambda y: (y * y * n).sum())(x).sum()

    assert both_lines(warned(outer), outer, 1, 2)


def test_a_round_number_is_told_where_it_is_itself_what_was_read() -> None:
    def f(x: Any) -> Any:
        n = float(x.sum())
        return (x * n).sum()

    assert both_lines(warned(f, x=onp.ones(2)), f, 1, 2)


def test_what_is_found_when_a_loop_has_been_followed() -> None:
    def f(x: Any, leave: bool) -> Any:
        s = x.sum()
        c = float(s) if leave else 1.5
        return (x * c).sum()

    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for i in range(20):
            dusk.grad(lambda x: f(x, False))(np.array(X + i))
    with pytest.warns(LeftGraphWarning, match="float"):
        dusk.grad(lambda x: f(x, True))(np.array(X + 1))


def printed(x: Any) -> Any:
    str(float(x.sum()))
    x.numpy().mean()
    return (x * 2).sum()


def stops(x: Any) -> Any:
    for _ in range(10):
        x = x * 0.7071
        if float(x.sum()) < 1e-3 or x.max().item() > 9:
            break
    return x.sum()


def stopped(x: Any) -> Any:
    scale = float(dusk.stop_gradient(x).max())
    return (x / scale).sum()


def of_data(x: Any, data: Any = None) -> Any:
    scale = float(np.array(X).max())
    return (x / scale).sum()


def by_chance(x: Any) -> Any:
    n = float(x.sum() * 0 + 2)
    return (x * 2.0).sum() if n > 1 else x.sum()


def read_and_kept(x: Any) -> Any:
    y = np.exp(x)
    y.tolist()
    float(y[0])
    return (y * y).sum()


def not_in_the_result(x: Any) -> Any:
    n = float(x.sum())
    unused = x * n
    return (x + 1).sum() + 0 * len(unused)


KEEP = [printed, stops, stopped, of_data, by_chance, read_and_kept, not_in_the_result]


@pytest.mark.parametrize("function", KEEP, ids=lambda f: f.__name__)
def test_what_only_decides_or_is_printed_or_is_constant_is_not_told(function: Any) -> None:
    assert not warned(function)
    assert not warned(function, lambda f: lambda x: dusk.vjp(f, x))


def test_values_of_an_earlier_gradient_may_be_constants_of_the_next() -> None:
    scale = 1.0

    def f(x: Any) -> Any:
        nonlocal scale
        y = (x * scale).sum()
        scale = float(y)
        return y

    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for _ in range(4):
            dusk.grad(f)(np.array(X))


def test_lines_from_which_nothing_comes_back_are_not_looked_at_for_ever() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for _ in range(40):
            dusk.grad(printed)(np.array(X))
    assert max(left._looks.values()) <= 18
    assert not left.local.context.left
