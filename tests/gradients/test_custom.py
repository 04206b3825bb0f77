"""Derivatives that users state, and places through which none flows."""

from typing import Any

import numpy
import pytest
from numpy.testing import assert_allclose

import dusk
import dusk.numpy as np
from dusk import custom_gradient, defjvp, defvjp, grad, jvp, no_grad, primitive
from dusk.errors import GradientError
from dusk.testing import check_grads

X = numpy.array([0.1, 0.2, 1.0])


@primitive
def logsumexp(x: Any) -> Any:
    """Stably, and in NumPy itself."""
    top = numpy.max(numpy.asarray(x))
    return numpy.log(numpy.exp(numpy.asarray(x) - top).sum()) + top


defvjp(logsumexp, lambda ans, x: lambda g: g * np.exp(x - ans))


@custom_gradient
def cube(x: Any) -> Any:
    return x**3, lambda g: 3 * x**2 * g


@pytest.mark.parametrize("options", [{}, {"math": "relaxed"}, {"exclude": "cse"}], ids=str)
def test_a_compiled_function_keeps_a_custom_gradient(options: Any, tier: str) -> None:
    clipped = custom_gradient(lambda x: (x, lambda g: np.clip(g, -1, 1)))
    compiled = dusk.compile(lambda x: clipped(x) * 10, **options)
    assert float(compiled(2.0)) == 20
    assert float(grad(compiled)(2.0)) == 1
    assert float(grad(dusk.compile(lambda x: compiled(x) * 3, **options))(2.0)) == 1
    doubled = dusk.op(lambda x: x * 1, name="test_stated", vjp=lambda g, out, x: (g * 2,))
    assert float(grad(dusk.compile(lambda x: doubled(x) * 10, **options))(3.0)) == 20
    symbol = dusk.symbol.SoftmaxOutput(dusk.symbol.Variable("x"), dusk.symbol.Variable("y"))
    given = {"x": np.zeros((1, 2)), "y": np.array([1.0])}
    of_symbol = grad(lambda x: dusk.compile(symbol, **options)(**{**given, "x": x}).sum())(given["x"])
    assert_allclose(of_symbol, [[0.5, -0.5]])


def test_a_custom_gradient_replaces_the_functions_own(tier: str) -> None:
    clipped = custom_gradient(lambda x: (x, lambda g: np.clip(g, -1, 1)))
    assert float(grad(lambda x: clipped(x) * 10)(2.0)) == 1
    assert_allclose(grad(lambda x: (clipped(x * x) * 0.5).sum())(np.array(X)), X)
    swapped = custom_gradient(lambda x, y: (x * y, lambda g: (g * x, None)))
    gx, gy = grad(lambda x, y: swapped(x, y).sum(), (0, 1))(np.array(X), np.array(2 * X))
    assert_allclose(gx, X)
    assert_allclose(gy, 0 * X)
    assert_allclose(clipped(np.array(X)), X)


@pytest.mark.parametrize("f", [cube, lambda x: cube(x * 1.0)], ids=["variable", "value"])
def test_a_custom_gradient_is_differentiated_itself(f: Any, tier: str) -> None:
    for _ in range(3):
        assert float(grad(f)(2.0)) == 12
        assert float(grad(grad(f))(2.0)) == 12
        assert float(grad(grad(grad(f)))(2.0)) == 6
        assert float(jvp(f, (2.0,), (0.5,))[1]) == 6
        assert float(jvp(grad(f), (2.0,), (0.5,))[1]) == 6


def test_forward_mode_does_not_ask_for_derivatives_of_what_a_pull_is_multiplied_by() -> None:
    @custom_gradient
    def f(x: Any) -> Any:
        return x * x, lambda g: g * opaque(x)

    @dusk.op(like=0)
    def opaque(x: Any) -> Any:
        return 2 * x

    assert_allclose(jvp(f, (np.array(X),), (np.array(X),))[1], 2 * X * X)


def test_a_custom_gradient_of_trees() -> None:
    @custom_gradient
    def f(p: Any) -> Any:
        return {"y": p["a"] * p["b"]}, lambda g: {"a": g["y"] * 7, "b": g["y"] * p["a"]}

    found = grad(lambda p: f(p)["y"].sum())({"a": np.array(X), "b": np.array(2 * X)})
    assert_allclose(found["a"], [7, 7, 7])
    assert_allclose(found["b"], X)


def test_a_primitive_may_leave_dusk(tier: str) -> None:
    for scale in (1.0, 2.0, 3.0):
        x = X * scale
        p = numpy.exp(x) / numpy.exp(x).sum()
        assert_allclose(grad(logsumexp)(np.array(x)), p)
        assert_allclose(dusk.hessian(logsumexp)(np.array(x)), numpy.diag(p) - numpy.outer(p, p), atol=1e-12)
        assert_allclose(jvp(logsumexp, (np.array(x),), (numpy.ones(3),))[1], 1)
    check_grads(lambda x: logsumexp(np.sin(x)), [X])


def test_one_direction_gives_the_other() -> None:
    @primitive
    def scaled(x: Any, s: float, power: int = 1) -> Any:
        return x * s**power

    defjvp(scaled, "same", lambda t, ans, x, s, power=1: t * ans * power / s)
    assert float(jvp(lambda x: scaled(x, 3.0, power=2), (1.0,), (3.0,))[1]) == 27
    assert_allclose([float(g) for g in grad(lambda x, s: scaled(x, s, power=2), (0, 1))(2.0, 3.0)], [9, 12])

    @primitive
    def pair(x: Any, y: Any) -> Any:
        return x * y, x + y

    defvjp(pair, lambda ans, x, y: lambda g: g[0] * y + g[1], argnums=(0,))
    defvjp(pair, None, argnums=(1,))
    (_, _), (a, b) = jvp(pair, (2.0, 3.0), (1.0, 1.0))
    assert (float(a), float(b)) == (3, 1)
    assert [float(g) for g in grad(lambda x, y: pair(x, y)[0] + pair(x, y)[1], (0, 1))(2.0, 3.0)] == [4, 0]


def test_what_nobody_stated_is_an_error_that_names_function_and_line() -> None:
    bare = primitive(lambda x: x * 2)
    assert float(bare(2.0)) == 4
    with pytest.raises(GradientError, match=r"<lambda>, called at .*test_custom\.py.*has no gradient"):
        float(grad(lambda x: bare(x) * 1.0)(2.0))

    @primitive
    def two(x: Any, y: Any) -> Any:
        return x * y

    defvjp(two, lambda ans, x, y: lambda g: g * y)
    assert float(grad(two)(2.0, np.array(3.0))) == 3
    with pytest.raises(GradientError, match=r"two, called at .*test_custom\.py"):
        float(grad(two, 1)(2.0, 3.0))
    with pytest.raises(TypeError, match=r"what dusk\.primitive made, not for function"):
        defvjp(lambda x: x, None)  # type: ignore[arg-type]


def test_stated_derivatives_that_do_not_fit_are_refused() -> None:
    with pytest.raises(TypeError, match="gave float, not a pair"):
        custom_gradient(lambda x: 1.0)(2.0)
    with pytest.raises(TypeError, match="gave 2 cotangents for 1 arguments"):
        grad(custom_gradient(lambda x: (x, lambda g: (g, g))))(2.0)
    with pytest.raises(ValueError, match=r"the cotangent of an argument of .*has shape \(2,\) where \(\) belongs"):
        grad(custom_gradient(lambda x: (x, lambda g: np.ones(2))))(2.0)
    with pytest.raises(GradientError, match=r"stated for <lambda> cannot be traced: a value is looked at"):
        grad(custom_gradient(lambda x: (x, lambda g: g * float(g))))(2.0)


def test_no_derivative_flows_through_no_grad(tier: str) -> None:
    def f(x: Any) -> Any:
        with no_grad():
            scale = np.sin(x) * 2
            scale += x
        return scale * x

    wanted = 2 * numpy.sin(3.0) + 3
    for _ in range(3):
        assert float(grad(f)(3.0)) == pytest.approx(wanted)
        assert float(jvp(f, (3.0,), (1.0,))[1]) == pytest.approx(wanted)
    assert float(grad(dusk.compile(f))(np.array(3.0))) == pytest.approx(wanted)
    assert float(dusk.compile(grad(f))(np.array(3.0))) == pytest.approx(wanted)
    assert float(dusk.compile(f)(np.array(3.0))) == pytest.approx(wanted * 3)


def test_no_grad_decorates_and_leaves_gradients_asked_for_inside_alone() -> None:
    for decorated in (no_grad(np.sin), no_grad()(np.sin)):
        assert float(grad(lambda x, f=decorated: f(x) * x)(2.0)) == pytest.approx(numpy.sin(2.0))
    slope = no_grad(lambda x: grad(lambda y: y * y * x)(x))
    assert float(slope(3.0)) == 18
    assert float(grad(lambda x: slope(x) * x)(3.0)) == 18
    assert float(grad(lambda x: no_grad(lambda: no_grad(np.exp)(x) + x)() * x)(0.0)) == 1
    with pytest.raises(RuntimeError), no_grad():
        raise RuntimeError


def test_an_array_written_to_inside_no_grad_is_a_constant_from_then_on() -> None:
    def f(x: Any) -> Any:
        y = x * 3
        with no_grad():
            y[0] = x[1]
        return (y * x).sum()

    assert_allclose(grad(f)(np.array([2.0, 5.0])), [5, 15])
