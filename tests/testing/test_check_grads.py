"""`check_grads` accepts right gradients and rejects wrong ones."""

from typing import Any

import pytest

import dusk.numpy as np
from dusk.graph import define
from dusk.graph.op import REGISTRY
from dusk.ops import multiply
from dusk.testing import check_grads


def test_right_gradients_pass_up_to_the_third_order() -> None:
    x, y = np.linspace(0.2, 2, 4), np.linspace(-1, 1, 4)
    check_grads(lambda x, y: np.exp(x * y) / x + np.where(y > 0, np.sin(x), y), [x, y], order=3)
    check_grads(lambda p: {"a": p["w"] @ p["v"], "b": p["w"].sum()}, [{"w": np.ones((2, 3)), "v": np.ones(3)}])


def test_single_precision_and_integers_among_the_arguments() -> None:
    check_grads(lambda x, n: np.tanh(x) ** n, [np.linspace(0.2, 1, 4).astype("float32"), 3], order=1)


def test_a_wrong_gradient_is_rejected() -> None:
    @define(name="test_wrong_cube", vjp=lambda g, out, x: (multiply(g, multiply(x, x)),))
    def cube(x: Any) -> Any:
        return x**3

    @define(name="test_wrong_second", vjp=lambda g, out, x: (multiply(g, multiply(wrong_square(x), 3.0)),))
    def cube_again(x: Any) -> Any:
        return x**3

    @define(name="test_wrong_square", vjp=lambda g, out, x: (multiply(g, x),))
    def wrong_square(x: Any) -> Any:
        return x**2

    x = np.linspace(0.5, 1.5, 4)
    try:
        with pytest.raises(AssertionError, match=r"derivative of order 1 \(fwd\) is .* where finite differences give"):
            check_grads(cube, [x])
        check_grads(cube_again, [x], order=1)
        with pytest.raises(AssertionError, match="derivative of order 2"):
            check_grads(cube_again, [x], order=2)
    finally:
        for name in ("test_wrong_cube", "test_wrong_second", "test_wrong_square"):
            del REGISTRY[name]


def test_what_cannot_be_checked_is_refused() -> None:
    with pytest.raises(ValueError, match="modes"):
        check_grads(np.sin, [np.ones(2)], modes=["sideways"])
    with pytest.raises(ValueError, match="order from 1"):
        check_grads(np.sin, [np.ones(2)], order=0)
    with pytest.raises(TypeError, match="no float"):
        check_grads(lambda n: n * 2, [3])
