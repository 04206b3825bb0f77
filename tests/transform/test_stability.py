"""Logarithms and exponentials at plus and minus a thousand, and their gradients, against extended precision."""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
import pytest

from dusk.graph import Graph, TensorType, evaluate, placeholder, trace
from dusk.ops import (
    add,
    divide,
    exp,
    expm1,
    gather,
    log,
    log1p,
    logaddexp,
    max_,
    multiply,
    negative,
    reciprocal,
    sigmoid,
    softmax,
    subtract,
    sum_,
    tanh,
)
from dusk.transform import optimise
from dusk.transform.autodiff import gradients

Extended = np.longdouble


def share(x: Any) -> Any:
    return np.exp(log_share(x))


def log_share(x: Any) -> Any:
    top = x.max(-1, keepdims=True)
    return x - top - np.log(np.exp(x - top).sum(-1, keepdims=True))


def step(x: Any) -> Any:
    return 1 / (1 + np.exp(-x))


def ramp(x: Any) -> Any:
    return np.log1p(np.exp(-np.abs(x))) + np.maximum(x, 0)


def over_sum(e: Any) -> Any:
    return divide(e, sum_(e, axis=-1, keepdims=True))


def shifted(x: Any) -> Any:
    return subtract(x, max_(x, axis=-1, keepdims=True))


def of_softmax(x: Any, g: Any) -> Any:
    return share(x) * (g - (g * share(x)).sum(-1, keepdims=True))


def of_log_softmax(x: Any, g: Any) -> Any:
    return g - share(x) * g.sum(-1, keepdims=True)


class Pattern(NamedTuple):
    """A program as users write it, its value, and its gradient for a cotangent g, both in extended precision."""

    name: str
    program: Callable[..., Any]
    value: Callable[..., Any]
    gradient: Callable[..., Any]


PATTERNS = [
    Pattern("log(softmax)", lambda x: log(softmax(x)), log_share, of_log_softmax),
    Pattern("log(softmax), spelled out", lambda x: log(over_sum(exp(x))), log_share, of_log_softmax),
    Pattern("log(softmax), shifted", lambda x: log(over_sum(exp(shifted(x)))), log_share, of_log_softmax),
    Pattern(
        "log_softmax",
        lambda x: subtract(x, log(sum_(exp(x), axis=-1, keepdims=True))),
        log_share,
        of_log_softmax,
    ),
    Pattern(
        "log_softmax, shifted",
        lambda x: subtract(shifted(x), log(sum_(exp(shifted(x)), axis=-1, keepdims=True))),
        log_share,
        of_log_softmax,
    ),
    Pattern(
        "log(softmax(-x))",
        lambda x: log(over_sum(exp(shifted(negative(x))))),
        lambda x: log_share(-x),
        lambda x, g: -of_log_softmax(-x, g),
    ),
    Pattern("softmax, spelled out", lambda x: over_sum(exp(x)), share, of_softmax),
    Pattern("softmax, shifted", lambda x: over_sum(exp(shifted(x))), share, of_softmax),
    Pattern(
        "log(sum(exp))",
        lambda x: log(sum_(exp(x), axis=-1)),
        lambda x: (x - log_share(x))[..., 0],
        lambda x, g: share(x) * g[..., None],
    ),
    Pattern(
        "log(sum(exp)), shifted",
        lambda x: add(log(sum_(exp(shifted(x)), axis=1, keepdims=True)), max_(x, axis=1, keepdims=True)),
        lambda x: (x - log_share(x))[..., :1],
        lambda x, g: share(x) * g,
    ),
    Pattern("log(1 + exp)", lambda x: log(add(1, exp(x))), ramp, lambda x, g: g * step(x)),
    Pattern("log1p(exp)", lambda x: log1p(exp(x)), ramp, lambda x, g: g * step(x)),
    Pattern(
        "log(exp(-x) + 1)", lambda x: log(add(exp(negative(x)), 1)), lambda x: ramp(-x), lambda x, g: -g * step(-x)
    ),
    Pattern("log(sigmoid)", lambda x: log(sigmoid(x)), lambda x: -ramp(-x), lambda x, g: g * step(-x)),
    Pattern("log(1 - sigmoid)", lambda x: log(subtract(1, sigmoid(x))), lambda x: -ramp(x), lambda x, g: -g * step(x)),
    Pattern(
        "log(sigmoid), spelled out",
        lambda x: log(divide(1, add(1, exp(negative(x))))),
        lambda x: -ramp(-x),
        lambda x, g: g * step(-x),
    ),
    Pattern("sigmoid", lambda x: divide(1, add(1, exp(negative(x)))), step, lambda x, g: g * step(x) * step(-x)),
    Pattern(
        "sigmoid, otherwise", lambda x: reciprocal(add(exp(negative(x)), 1)), step, lambda x, g: g * step(x) * step(-x)
    ),
    Pattern("sigmoid, in full", lambda x: divide(exp(x), add(exp(x), 1)), step, lambda x, g: g * step(x) * step(-x)),
    Pattern("log(exp)", lambda x: log(exp(x)), lambda x: x, lambda x, g: g),
]
POINTS = np.array(
    [
        [-1000.0, -3.0, 0.5, 2.0],
        [1000.0, 999.0, -40.0, 1001.0],
        [40.0, -40.0, 1e-3, 20.0],
        [-745.0, -1000.0, -1001.0, -999.5],
        [1.0, 2.0, 3.0, -1000.0],
        [0.0, -0.5, 0.25, 0.125],
    ]
)


def with_gradient(graph: Graph) -> Graph:
    """The gradients of the inputs for cotangents that are inputs after the others."""
    seeds = [placeholder(v.type, "g") for v in graph.outputs]
    return Graph((*graph.inputs, *seeds), gradients(graph.outputs, seeds, graph.inputs))


ORDERS: dict[str, Callable[[Graph], Graph]] = {
    "gradient, then passes": lambda graph: optimise(with_gradient(graph)),
    "passes, then gradient": lambda graph: with_gradient(optimise(graph, exclude=["decompose"])),
    "all passes, then gradient": lambda graph: with_gradient(optimise(graph)),
    "passes, gradient, passes": lambda graph: optimise(with_gradient(optimise(graph))),
}


@pytest.mark.parametrize("pattern", PATTERNS, ids=lambda p: p.name)
@np.errstate(under="ignore")
def test_values_at_a_thousand(pattern: Pattern) -> None:
    graph = optimise(trace(pattern.program, TensorType(POINTS.shape, "float64")))
    wanted = pattern.value(POINTS.astype(Extended))
    # next to 0 a log_softmax has the absolute error of its terms
    atol = 1e-15 if "softmax" in pattern.name else 1e-323
    np.testing.assert_allclose(evaluate(graph, [POINTS])[0], wanted.astype(float), rtol=1e-14, atol=atol)


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("pattern", PATTERNS, ids=lambda p: p.name)
@np.errstate(all="ignore")
def test_gradients_at_a_thousand(pattern: Pattern, order: str) -> None:
    graph = trace(pattern.program, TensorType(POINTS.shape, "float64"))
    g = np.random.default_rng(0).normal(size=graph.outputs[0].shape)
    wanted = pattern.gradient(POINTS.astype(Extended), g.astype(Extended)).astype(float)
    met = evaluate(ORDERS[order](graph), [POINTS, g])[0]
    np.testing.assert_allclose(met, wanted, rtol=1e-13, atol=1e-15)


@np.errstate(all="ignore")
def test_without_the_pass_they_overflow() -> None:
    """So the tests above can fail."""
    failing = 0
    for pattern in PATTERNS:
        graph = trace(pattern.program, TensorType(POINTS.shape, "float64"))
        values = evaluate(optimise(graph, exclude=["stabilise"]), [POINTS])[0]
        failing += not np.allclose(values, pattern.value(POINTS.astype(Extended)).astype(float))
    assert failing >= 10


@pytest.mark.parametrize("name", ["log1p", "expm1"])
def test_small_numbers_keep_their_digits(name: str) -> None:
    program, wanted = {
        "log1p": (lambda x: log(add(1, x)), np.log1p),
        "expm1": (lambda x: subtract(exp(x), 1), np.expm1),
    }[name]
    x = np.array([1e-20, -1e-12, 3e-5, 0.5, 7.0])
    graph = optimise(trace(program, TensorType(x.shape, "float64")))
    np.testing.assert_allclose(evaluate(graph, [x])[0], wanted(x.astype(Extended)).astype(float), rtol=1e-15)


@np.errstate(invalid="ignore")
@pytest.mark.parametrize("pattern", PATTERNS, ids=lambda p: p.name)
def test_nan_goes_in_and_comes_out(pattern: Pattern) -> None:
    graph = trace(pattern.program, TensorType((1, 4), "float64"))
    x = np.array([[0.5, np.nan, 1.0, -2.0]])
    wanted = np.isnan(evaluate(graph, [x])[0])
    np.testing.assert_array_equal(np.isnan(evaluate(optimise(graph), [x])[0]), wanted)


def test_loss_that_picks_from_a_softmax() -> None:
    rows, labels = np.arange(6), np.array([0, 2, 1, 1, 3, 0])

    def loss(x: Any) -> Any:
        return negative(log(gather(softmax(x), rows, labels, axes=(0, 1), at=0)))

    graph = optimise(trace(loss, TensorType(POINTS.shape, "float64")))
    wanted = -log_share(POINTS.astype(Extended))[rows, labels]
    np.testing.assert_allclose(evaluate(graph, [POINTS])[0], wanted.astype(float), rtol=1e-14)


@pytest.mark.parametrize("program", [lambda x: tanh(add(exp(x), 2)), lambda x: multiply(x, add(x, 1))])
def test_what_is_no_pattern_stays(program: Any) -> None:
    log_: list[Any] = []
    graph = trace(program, TensorType((3,), "float64"))
    optimise(graph, log=log_)
    assert not [name for name, _ in log_ if name.startswith("stabilise")]


def test_log_says_where_rules_applied() -> None:
    found: list[Any] = []
    optimise(trace(lambda x, y: logaddexp(log(softmax(x)), expm1(y)), *[TensorType((3,), "float64")] * 2), log=found)
    assert "stabilise.log_of_exponential" in [name for name, _ in found]
