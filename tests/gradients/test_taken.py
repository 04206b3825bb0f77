"""Gradients by arrays of which elements are taken, and which are read otherwise, too."""

from typing import Any

import numpy
from numpy.testing import assert_allclose

import dusk
import dusk.numpy as np
from dusk import grad


def difference(f: Any, x: Any, step: float = 1e-6) -> Any:
    """The gradient of a function of a NumPy array by central differences."""
    moves = (step * e.reshape(x.shape) for e in numpy.eye(x.size))
    return numpy.array([(float(f(x + m)) - float(f(x - m))) / (2 * step) for m in moves]).reshape(x.shape)


def test_what_is_taken_from_an_array_adds_to_the_gradient_it_has_already(tier: str) -> None:
    """No array of zeros is made for it, and no sum of two whole ones."""
    rng = numpy.random.default_rng(0)
    w, x, y = rng.standard_normal((7, 3)), numpy.array([5, 1, 5, 0]), rng.standard_normal((4, 7))

    def loss(w: Any) -> Any:
        return (np.tanh(w[x]) @ w.T * y).sum() + (w[x[:2]] ** 2).sum()

    assert_allclose(grad(loss)(np.array(w)), difference(loss, w), rtol=1e-6, atol=1e-8)
    step = dusk.compile(grad(loss))
    assert_allclose(step(np.array(w)), difference(loss, w), rtol=1e-6, atol=1e-8)
    ops = [node.op.name for node in step.graph.nodes]
    assert ops.count("scatter_add") == 2
    assert ops.count("full") <= 1
