"""L-BFGS finds minima that are known, along steps that keep the conditions of Wolfe."""

from typing import Any

import numpy
import pytest
from numpy.testing import assert_allclose, assert_array_equal

import dusk
import dusk.numpy as np
from dusk import nn, optim

RNG = numpy.random.default_rng(3)
A = RNG.standard_normal((30, 8)) * numpy.logspace(0, 2, 8)
B = RNG.standard_normal(30)


def squares(p: Any) -> Any:
    return ((A @ p["w"] - B) ** 2).sum()


def rosenbrock(p: Any) -> Any:
    x = p["x"]
    return (100.0 * (x[1:] - x[:-1] ** 2) ** 2 + (1.0 - x[:-1]) ** 2).sum()


def test_badly_scaled_least_squares_are_solved() -> None:
    params = {"w": np.zeros(8)}
    loss = optim.LBFGS(tolerance=1e-9, change=0.0).minimise(squares, params)
    wanted, rest, *_ = numpy.linalg.lstsq(A, B)
    assert_allclose(numpy.array(params["w"]), wanted, rtol=1e-6)
    assert_allclose(loss, rest[0], rtol=1e-12)


@pytest.mark.parametrize("dtype", ["float64", "float32"])
def test_a_curved_valley_is_followed_to_its_end(dtype: str) -> None:
    params = {"x": np.array(numpy.full(10, -1.2), dtype=dtype)}
    optim.LBFGS().minimise(rosenbrock, params)
    assert params["x"].dtype == dtype
    assert_allclose(numpy.array(params["x"]), numpy.ones(10), atol=1e-5 if dtype == "float64" else 2e-2)


def test_each_step_keeps_the_conditions_of_wolfe() -> None:
    params, method = {"x": np.array(numpy.full(6, -1.2))}, optim.LBFGS()
    both = dusk.value_and_grad(rosenbrock)

    def now() -> tuple[float, Any, Any]:
        loss, g = both(params)
        return float(loss), numpy.array(g["x"]), numpy.array(params["x"])

    loss, g, x = now()
    for _ in range(15):
        method.update(params, lambda: both(params))
        new_loss, new_g, new_x = now()
        slope, new_slope = (new_x - x) @ g, (new_x - x) @ new_g
        assert new_loss <= loss + 1e-4 * slope + 1e-12
        assert abs(new_slope) <= 0.9 * abs(slope) + 1e-12
        loss, g, x = new_loss, new_g, new_x


def test_the_direction_is_that_of_the_whole_matrix() -> None:
    params, method = {"x": np.array(numpy.linspace(-1.0, 1.0, 5))}, optim.LBFGS(memory=4)
    both = dusk.value_and_grad(rosenbrock)
    for _ in range(7):
        method.update(params, lambda: both(params))
    (s, y), identity = method._pairs[-1], numpy.eye(5)
    H = identity * (s @ y) / (y @ y)
    for s, y in method._pairs:
        V = identity - numpy.outer(y, s) / (s @ y)
        H = V.T @ H @ V + numpy.outer(s, s) / (s @ y)
    g = numpy.arange(5.0)
    assert len(method._pairs) == 4
    assert_allclose(method._direction(g), -H @ g, rtol=1e-9)


def test_a_model_is_fitted() -> None:
    nn.seed(0)
    model = nn.Sequential(nn.Linear(8), np.tanh, nn.Linear(1))
    x = numpy.linspace(-1, 1, 40, dtype="float32")[:, None]
    y = numpy.sin(3 * x)
    loss = optim.LBFGS().minimise(lambda model: ((model(x) - y) ** 2).mean(), model, steps=60)
    assert loss < 1e-3


def test_what_was_saved_goes_on_to_the_same_bits() -> None:
    both = dusk.value_and_grad(rosenbrock)
    whole, first = ({"x": np.array(numpy.full(6, -1.2))} for _ in range(2))
    one, two, three = (optim.LBFGS() for _ in range(3))
    with dusk.config.using(tier="interpreter"):
        for _ in range(10):
            one.update(whole, lambda: both(whole))
        for _ in range(5):
            two.update(first, lambda: both(first))
        three.load_state_dict(two.state_dict())
        second = {"x": np.array(numpy.array(first["x"]))}
        for _ in range(5):
            three.update(second, lambda: both(second))
    assert_array_equal(numpy.array(second["x"]), numpy.array(whole["x"]))
    assert three.steps == 10
    with pytest.raises(ValueError, match="the state of LBFGS has"):
        three.load_state_dict({"rate": 1.0})


def test_a_loss_that_is_no_number_ends_the_search_or_shortens_the_step() -> None:
    params = {"x": np.array([2.0])}
    found = optim.LBFGS(rate=100.0).minimise(lambda p: (p["x"] - np.log(p["x"])).sum(), params)
    assert_allclose([found, float(params["x"][0])], [1.0, 1.0], rtol=1e-9)
    with pytest.raises(RuntimeError, match="the loss is nan"):
        optim.LBFGS().minimise(lambda p: (p["x"] * np.nan).sum(), params)


def test_at_a_minimum_nothing_is_moved() -> None:
    params = {"x": np.array([0.0, 0.0])}
    assert float(optim.LBFGS().minimise(lambda p: (p["x"] ** 2).sum(), params)) == 0.0
    assert_array_equal(numpy.array(params["x"]), [0, 0])


def test_what_makes_no_line_search_is_refused() -> None:
    with pytest.raises(ValueError, match="0 < armijo < curvature < 1"):
        optim.LBFGS(armijo=0.9, curvature=0.1)
