"""What is differentiated by NumPy's own arrays, as SciPy asks for it."""

from typing import Any

import numpy
from numpy.testing import assert_allclose

import dusk
import dusk.numpy as np
from dusk import grad, hessian, hvp, jacobian, value_and_grad


def test_derivatives_by_numpys_arrays_are_numpys_arrays(tier: str) -> None:
    def f(x: Any, y: Any) -> Any:
        return (x * x * y).sum()

    x, y = numpy.arange(3.0), np.ones(3)
    for _ in range(3):
        gx, gy = grad(f, (0, 1))(x, y)
        value, of_tree = value_and_grad(lambda p: f(p["x"], *p["y"]))({"x": x, "y": [y]})
        of_vector = [jacobian(lambda x: x * y)(x), hessian(f)(x, y), hvp(lambda x: f(x, y), (x,), (x,))]
        for found in (gx, of_tree["x"], *of_vector, dusk.hessian_vector_product(f)(x, y, x)):
            assert type(found) is numpy.ndarray
            assert found.flags.writeable
        assert type(gy) is type(of_tree["y"][0]) is np.ndarray
        assert float(value) == 5
        assert_allclose(gx, [0, 2, 4])
        assert_allclose(of_vector[1], 2 * numpy.eye(3))
        assert_allclose(grad(lambda s: (grad(f)(x * s, y) ** 2).sum())(1.0), 2 * (4 + 16))
    gx += 1
    assert_allclose(grad(f)(x, y), [0, 2, 4])
