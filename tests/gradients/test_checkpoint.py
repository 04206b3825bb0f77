"""`dusk.checkpoint`: the same bits with about the square root of the activations, in every style, nested too."""

from typing import Any

import numpy
import pytest

import dusk
import dusk.numpy as np
from counted import Counted
from dusk.kernel import native

WIDTH, BATCH = 16, 64


def layers(weights: Any, x: Any) -> Any:
    for w in weights:
        x = np.tanh(x @ w)
    return x


def step_of(block: Any, size: int) -> Any:
    def loss(weights: Any, x: Any) -> Any:
        for i in range(0, len(weights), size):
            x = block(weights[i : i + size], x)
        return (x * x).mean()

    def step(weights: Any, x: Any) -> Any:
        value, gradients = dusk.value_and_grad(loss)(weights, x)
        for w, g in zip(weights, gradients, strict=True):
            w -= 0.1 * g
        return value

    return step


def arrays(n: int) -> Any:
    np.random.seed(0)
    return [np.random.uniform(-0.4, 0.4, size=(WIDTH, WIDTH)) for _ in range(n)], np.ones((BATCH, WIDTH)) / 3.0


def trained(step: Any, n: int) -> list[Any]:
    weights, x = arrays(n)
    losses = [float(step(weights, x)) for _ in range(3)]
    return [losses, *map(numpy.asarray, weights)]
@pytest.mark.skipif(not native.available(), reason="needs native code")


def test_a_chain_of_n_layers_keeps_twice_the_square_root_of_n_activations():
    for size in (4, 6, 8):
        n = size * size
        plain, less = (dusk.compile(step_of(b, size)) for b in (layers, dusk.checkpoint(layers)))
        for a, b in zip(trained(plain, n), trained(less, n), strict=True):
            numpy.testing.assert_array_equal(a, b)
        one = BATCH * WIDTH * 8
        assert dusk.memory_report(plain).temporaries >= n * one
        assert dusk.memory_report(less).temporaries <= (2 * size + 2) * one
        flops = plain.program.stats.flops, less.program.stats.flops
        assert flops[1] <= 1.4 * flops[0]


def test_imperative_code_trains_with_the_same_bits(tier: str):
    for a, b in zip(trained(step_of(layers, 3), 9), trained(step_of(dusk.checkpoint(layers), 3), 9), strict=True):
        numpy.testing.assert_array_equal(a, b)


def test_checkpoints_nest(tier: str):
    inner = dusk.checkpoint(layers)

    @dusk.checkpoint
    def outer(weights: Any, x: Any) -> Any:
        return inner(weights[2:], inner(weights[:2], x))

    nested = dusk.compile(step_of(outer, 4))
    for a, b in zip(trained(dusk.compile(step_of(layers, 4)), 16), trained(nested, 16), strict=True):
        numpy.testing.assert_array_equal(a, b)
    if tier == "native" and native.available():
        assert dusk.memory_report(nested).temporaries <= 9 * BATCH * WIDTH * 8


def test_captured_arrays_and_several_results_have_gradients():
    w = np.array([[1.0, 2.0], [3.0, 4.0]])

    @dusk.checkpoint
    def both(x: Any) -> Any:
        return np.sin(x @ w), {"sum": (x * x).sum()}

    def loss(x: Any) -> Any:
        a, b = both(x)
        return a.sum() * b["sum"]

    def plain(x: Any) -> Any:
        return np.sin(x @ w).sum() * (x * x).sum()

    x = np.array([0.5, -1.0])
    numpy.testing.assert_array_equal(dusk.grad(loss)(x), dusk.grad(plain)(x))
    second = [dusk.grad(lambda x, f=f: (dusk.grad(f)(x) ** 2).sum())(x) for f in (loss, plain)]
    numpy.testing.assert_allclose(second[0], second[1], rtol=1e-12)


def test_what_looks_at_a_value_runs_as_it_is():
    @dusk.checkpoint
    def f(x: Any) -> Any:
        return x * 2.0 if float(x.sum()) > 0.0 else x * 3.0

    assert dusk.grad(lambda x: f(x).sum())(np.ones(2)).tolist() == [2.0, 2.0]
    assert dusk.grad(lambda x: f(x).sum())(-np.ones(2)).tolist() == [3.0, 3.0]


def test_without_a_gradient_it_is_a_function():
    body = Counted(lambda x: x * 2.0)
    f = dusk.checkpoint(body)
    assert [f(np.ones(2)).tolist() for _ in range(3)] == [[2.0, 2.0]] * 3
    assert body.runs == 1


def test_only_functions_are_taken():
    with pytest.raises(TypeError, match="takes a function, not float"):
        dusk.checkpoint(1.0)
