"""Gradients with respect to what a compiled function captures: they flow as they would were it not compiled."""

import functools
from collections.abc import Callable
from typing import Any

import numpy
import pytest
from numpy.testing import assert_array_equal

import dusk
import dusk.numpy as np
from counted import Counted

X = np.array([1.0, 2.0, 3.0])
W = np.ones(3) * 3
B = np.ones(3)
EXPECTED = [6.0, 12.0, 18.0]  # of sum(x w w), where w is 3


class Model:
    w: Any = None


class Hidden:
    """What it has is not found by the names in a function's code."""

    def __init__(self) -> None:
        self.things: dict[str, Any] = {}

    def __getitem__(self, key: str) -> Any:
        return self.things[key]


def _cubed() -> Any:
    return np.ones(3) * 3


def _inside(w: Any) -> Any:
    return dusk.compile(lambda x: (x * w * w).sum())(X)


GRADIENTS: dict[str, Callable[[Callable[..., Any]], Any]] = {
    "grad": lambda f: dusk.grad(f)(_cubed()),
    "jacobian": lambda f: dusk.jacobian(f)(_cubed()),
    "vjp": lambda f: dusk.vjp(f, _cubed())[1](1.0)[0],
    "jvp": lambda f: [dusk.jvp(f, (_cubed(),), (unit,))[1] for unit in numpy.eye(3)],
    "compiled": lambda f: dusk.compile(lambda w: dusk.grad(f)(w))(_cubed()),
}


@pytest.mark.parametrize("gradient", GRADIENTS.values(), ids=GRADIENTS)
def test_gradients_flow_to_a_captured_variable(tier: str, gradient: Callable[..., Any]) -> None:
    for _ in range(3):
        assert_array_equal(numpy.array(gradient(_inside)), EXPECTED)


def test_gradients_flow_to_a_captured_variable_where_one_trace_serves_all_calls(tier: str) -> None:
    model = Model()
    body = Counted(lambda x: (x * model.w * model.w).sum())
    g = dusk.compile(lambda x: body(x))

    def loss(w: Any) -> Any:
        model.w = w
        return g(X)

    def later(w: Any) -> Any:
        model.w = w * 1
        return g(X)

    for f in (loss, later, loss, later):
        assert_array_equal(numpy.array(dusk.grad(f)(_cubed())), EXPECTED)
    model.w = _cubed()
    assert float(g(X)) == 54.0
    assert body.runs == 1


def test_second_derivatives_by_a_captured_variable() -> None:
    assert_array_equal(numpy.array(dusk.hessian(_inside)(_cubed())), numpy.diag([2.0, 4.0, 6.0]))
    inner = dusk.compile(lambda w: dusk.grad(dusk.compile(lambda x: (x * x * w).sum()))(X).sum())
    assert_array_equal(numpy.array(dusk.grad(inner)(_cubed())), [2.0, 4.0, 6.0])


def test_gradients_flow_to_a_view_of_a_captured_variable(tier: str) -> None:
    model = Model()
    g = dusk.compile(lambda x: (x * model.w * model.w).sum())

    def loss(w: Any) -> Any:
        model.w = w[::-1]
        return g(X)

    for _ in range(3):
        assert_array_equal(numpy.array(dusk.grad(loss)(_cubed())), EXPECTED[::-1])


def test_a_captured_variable_that_was_written_to(tier: str) -> None:
    model = Model()
    g = dusk.compile(lambda x: (x * model.w * model.w).sum())

    @dusk.compile
    def writes(x: Any) -> Any:
        model.w *= 2
        return (x * model.w * model.w).sum()

    def before(w: Any) -> Any:
        model.w = w
        w *= 2
        return g(X)

    def within(w: Any) -> Any:
        model.w = w
        return writes(X)

    for f in (before, within, before, within):
        w = _cubed()
        assert_array_equal(numpy.array(dusk.grad(f)(w)), [24.0, 48.0, 72.0])
        assert_array_equal(numpy.array(w), [6.0, 6.0, 6.0])
    model.w = _cubed()
    assert float(g(X)) == 54.0
    assert g.explain().startswith("compiled")


def test_arrays_that_no_name_leads_to_are_not_taken_for_the_first_ones(tier: str) -> None:
    hidden = Hidden()
    g = dusk.compile(lambda x: (x * hidden["w"] * hidden["w"]).sum())

    def loss(w: Any) -> Any:
        hidden.things["w"] = w * 1
        return g(X)

    for i in range(3):
        hidden.things["w"] = np.ones(3) * i
        assert float(g(X)) == 6.0 * i * i
        assert_array_equal(numpy.array(dusk.grad(loss)(_cubed())), EXPECTED)
    assert "names" in g.explain()


def test_arrays_among_defaults_and_in_partials_are_captured(tier: str) -> None:
    def with_default(x: Any, w: Any = W, *, b: Any = B) -> Any:
        return x * w + b

    partial = functools.partial(lambda w, x, b: x * w + b, _cubed(), b=np.ones(3))
    for f, expected in ((with_default, [4, 7, 10]), (partial, [4, 7, 10])):
        for g in (dusk.compile(f), dusk.compile(lambda x, f=f: f(x))):
            for _ in range(2):
                assert_array_equal(numpy.array(g(X)), expected)
            assert g.explain().startswith("compiled")
