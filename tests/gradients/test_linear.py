"""`vjp`, `jvp` and what is made of them: values, structures, order of nesting, memory and errors."""

from typing import Any

import numpy
import pytest
from numpy.testing import assert_allclose

import dusk
import dusk.numpy as np
from dusk import grad, jacobian, jvp, ops, vjp
from dusk.errors import GradientError
from dusk.record import record
from dusk.testing import check_grads


def rosenbrock(x: Any) -> Any:
    return (100 * (x[1:] - x[:-1] ** 2) ** 2 + (1 - x[:-1]) ** 2).sum()


def rosenbrock_hessian(x: numpy.ndarray) -> numpy.ndarray:
    """Worked out by hand, as scipy.optimize's documentation states it."""
    h = numpy.zeros((len(x), len(x)))
    for i in range(len(x) - 1):
        h[i, i] += 1200 * x[i] ** 2 - 400 * x[i + 1] + 2
        h[i + 1, i + 1] += 200
        h[i, i + 1] = h[i + 1, i] = -400 * x[i]
    return h


def layers(x: Any, w: Any) -> Any:
    return np.tanh(x @ w).sum(axis=0), {"n": 3, "out": np.concatenate([x[0], w[1]]) ** 2}


POINT = numpy.array([0.3, -1.2, 0.7, 1.1])


def test_a_pull_is_linear_and_may_be_called_many_times(tier: str) -> None:
    y, pull = vjp(lambda x: np.sin(x) * x, np.array(POINT))
    assert_allclose(y, numpy.sin(POINT) * POINT)
    slope = numpy.cos(POINT) * POINT + numpy.sin(POINT)
    for i in range(4):
        assert_allclose(pull(np.full(4, float(i)))[0], i * slope)
    assert_allclose(pull(numpy.ones(4))[0], slope)


def test_trees_of_primals_and_results_keep_their_structure(tier: str) -> None:
    x, w = np.array(POINT.reshape(2, 2)), np.array([[1.0, 0.5], [0.2, 2.0]])
    (total, rest), pull = vjp(lambda p: layers(p["x"], p["w"]), {"x": x, "w": w})
    assert rest["n"] == 3
    (back,) = pull((np.ones(2), {"n": 0, "out": np.zeros(4)}))
    assert list(back) == ["x", "w"]
    assert_allclose(back["w"], grad(lambda w: np.tanh(x @ w).sum())(w))
    (again, _), (moved, extra) = jvp(lambda p: layers(p["x"], p["w"]), ({"x": x, "w": w},), ({"x": x, "w": w * 0},))
    assert_allclose(again, total)
    step = 1e-6
    ends = [numpy.asarray(layers(np.array(x * (1 + s)), w)[0]) for s in (step, -step)]
    assert_allclose(moved, (ends[0] - ends[1]) / (2 * step), rtol=1e-6)
    assert_allclose(extra["out"], [*(2 * numpy.asarray(x)[0] ** 2), 0, 0])
    assert int(extra["n"]) == 0


def test_a_pull_outlives_writes_and_reads(tier: str) -> None:
    x = np.array(POINT)

    def f(a: Any) -> Any:
        y = np.exp(a)
        if float(y.sum()) > 1:
            y = y * a
        a += 100
        return y

    y, pull = vjp(f, x)
    assert_allclose(x, POINT + 100)
    print(y)
    x *= 0
    y *= 0
    assert_allclose(pull(np.ones(4))[0], numpy.exp(POINT) * (POINT + 1))


def test_scalars_that_change_from_call_to_call_are_the_ones_of_the_call(tier: str) -> None:
    pulls = [vjp(lambda x, s=float(s): np.sin(x * s) * s, np.array(POINT))[1] for s in range(5)]
    for s, pull in enumerate(pulls):
        assert_allclose(pull(np.ones(4))[0], s * s * numpy.cos(POINT * s))


@pytest.mark.parametrize("order", [("f", "f"), ("f", "r"), ("r", "f"), ("r", "r"), ("r", "f", "r")])
def test_derivatives_nest_in_any_order(order: tuple[str, ...], tier: str) -> None:
    forward = lambda f: lambda x: jvp(f, (x,), (1.0,))[1]  # noqa: E731
    reverse = lambda f: lambda x: vjp(f, x)[1](1.0)[0]  # noqa: E731
    f: Any = lambda x: np.sin(x) * x**2  # noqa: E731
    for mode in order:
        f = forward(f) if mode == "f" else reverse(f)
    x = 0.7
    s, c = numpy.sin(x), numpy.cos(x)
    second = 2 * s + 4 * x * c - x * x * s
    third = 6 * c - 6 * x * s - x * x * c
    assert float(f(x)) == pytest.approx(second if len(order) == 2 else third)


def test_perturbations_of_nested_derivatives_are_not_confused() -> None:
    assert float(jvp(lambda x: x * jvp(lambda y: x + y, (1.0,), (1.0,))[1], (1.0,), (1.0,))[1]) == 1
    assert float(grad(lambda x: x * jvp(lambda y: x * y, (2.0,), (1.0,))[1])(3.0)) == 6
    assert float(jvp(lambda x: x * vjp(lambda y: x * y, 2.0)[1](1.0)[0], (3.0,), (1.0,))[1]) == 6


def test_a_pull_is_differentiated_by_what_it_closed_over(tier: str) -> None:
    def f(x: Any) -> Any:
        _, pull = vjp(lambda y: y**3 * x, x)
        return pull(x)[0]

    assert float(grad(f)(2.0)) == pytest.approx(12 * 8)  # 3 x^4


def test_the_jacobian_of_a_function_of_vectors(tier: str) -> None:
    a = numpy.arange(6.0).reshape(3, 2)
    assert_allclose(jacobian(lambda x: np.array(a) @ x)(np.ones(2)), a)
    found = jacobian(lambda x, y: {"p": x * y, "q": (x @ y) ** 2}, (0, 1))(np.array([1.0, 2.0]), np.array([3.0, 4.0]))
    assert_allclose(found["p"][0], numpy.diag([3, 4]))
    assert_allclose(found["p"][1], numpy.diag([1, 2]))
    assert_allclose(found["q"][0], 22 * numpy.array([3, 4]))
    assert jacobian(lambda x: x.sum())(np.ones((2, 3))).shape == (2, 3)
    assert jacobian(lambda x: np.outer(x, x))(np.ones(3)).shape == (3, 3, 3)
    assert float(jacobian(np.sin)(0.0)) == 1


def test_the_hessian_of_rosenbrock_and_its_products(tier: str) -> None:
    h, v, x = rosenbrock_hessian(POINT), numpy.array([1.0, -2.0, 0.5, 3.0]), np.array(POINT)
    assert_allclose(dusk.hessian(rosenbrock)(x), h)
    assert_allclose(dusk.hvp(rosenbrock, (x,), (v,)), h @ v)
    assert_allclose(dusk.hessian_vector_product(rosenbrock)(x, v), h @ v)
    assert_allclose(dusk.hessian_tensor_product(rosenbrock)(x, v), h @ v)
    product, gradient = dusk.make_hvp(rosenbrock)(x)
    assert_allclose(product(v), h @ v)
    assert_allclose(gradient, grad(rosenbrock)(x))


def test_hvp_of_several_arguments() -> None:
    f = lambda x, y: (x**2 * y).sum()  # noqa: E731
    x, y = np.array([1.0, 2.0]), np.array([3.0, 4.0])
    a, b = dusk.hvp(f, (x, y), (np.ones(2), np.zeros(2)))
    assert_allclose(a, [6, 8])
    assert_allclose(b, [2, 4])


def test_autograds_products() -> None:
    x, a = np.array([1.0, 2.0]), numpy.arange(6.0).reshape(3, 2)
    f = lambda x: np.array(a) @ (x**2)  # noqa: E731
    j = a * [2, 4]
    v = numpy.array([1.0, 0.5, -1.0])
    assert_allclose(dusk.vector_jacobian_product(f)(x, v), v @ j)
    square = lambda x: np.outer(x, x)  # noqa: E731
    assert_allclose(dusk.tensor_jacobian_product(square)(x, np.ones(2)), numpy.array([[4, 1], [2, 5]]))
    pull, y = dusk.make_vjp(f)(x)
    assert_allclose(pull(v), v @ j)
    assert_allclose(y, a @ [1, 4])
    _, tangent = dusk.make_jvp(f)(x)(np.ones(2))
    assert_allclose(tangent, j @ [1, 1])
    assert_allclose(dusk.make_ggnvp(f)(x)(np.ones(2)), j.T @ j @ [1, 1])
    pull, _ = dusk.make_vjp(lambda x, y: x * y, (0, 1))(2.0, 3.0)
    assert [float(g) for g in pull(1.0)] == [3, 2]


def test_autograds_other_gradients() -> None:
    f = lambda x, y=2.0: x * y**2  # noqa: E731
    assert float(dusk.grad_named(f, "y")(3.0, 2.0)) == 12
    assert {k: float(v) for k, v in dusk.multigrad_dict(f)(3.0).items()} == {"x": 4, "y": 12}
    found = dusk.multigrad_dict(lambda x, *rest, **named: x * rest[0] * named["z"])(2.0, 3.0, z=4.0)
    assert (float(found["x"]), float(found["rest"][0]), float(found["named"]["z"])) == (12, 8, 6)
    assert dusk.grad_and_aux(lambda x: (x**2, "aux"))(3.0)[1] == "aux"
    assert grad(lambda x: ((x**2).sum(), 1), has_aux=True)(np.ones(2))[1] == 1
    assert_allclose(dusk.deriv(lambda t: np.stack([t, t**2]))(3.0), [1, 6])
    z = 0.3 + 0.4j
    assert complex(dusk.holomorphic_grad(np.exp)(z)) == pytest.approx(numpy.exp(z))
    assert complex(dusk.holomorphic_grad(lambda z: 1 / z**2)(z)) == pytest.approx(-2 / z**3)
    with pytest.warns(UserWarning, match="not complex"):
        dusk.holomorphic_grad(lambda x: x**2)(1.0)
    with pytest.raises(ValueError, match="no argument 'z' among x, y"):
        dusk.grad_named(f, "z")


def test_complex_jvp_and_vjp() -> None:
    z, t = numpy.array([1 + 2j, -0.5j]), numpy.array([1j, 2.0])
    assert_allclose(jvp(lambda z: z**2, (np.array(z),), (t,))[1], 2 * z * t)
    assert_allclose(jvp(lambda z: np.abs(z), (np.array(z),), (t,))[1], (z.conj() * t).real / abs(z))
    assert_allclose(vjp(lambda z: z**2, np.array(z))[1](t)[0], 2 * z * t)


def test_inside_compiled_functions_and_compiled_functions_inside(tier: str) -> None:
    @dusk.compile
    def f(x: Any) -> Any:
        y, pull = vjp(rosenbrock, x)
        return y, pull(1.0)[0], jvp(rosenbrock, (x,), (x,))[1], dusk.hessian(rosenbrock)(x)

    for _ in range(3):
        _, g, d, h = f(np.array(POINT))
        assert_allclose(d, numpy.asarray(g) @ POINT)
        assert_allclose(h, rosenbrock_hessian(POINT))
    assert f.explain().startswith("compiled")
    inner = dusk.compile(rosenbrock)
    assert_allclose(dusk.hessian(inner)(np.array(POINT)), rosenbrock_hessian(POINT))
    assert_allclose(jvp(inner, (np.array(POINT),), (POINT,))[1], d)


def test_many_calls_hold_no_more_memory_and_compile_nothing_new() -> None:
    x = np.array(numpy.linspace(0, 1, 1000))
    _, pull = vjp(lambda x: np.sin(x) * np.exp(x), x)

    def step() -> None:
        for _ in range(20):
            pull(x)[0].sum().item()
            y, again = vjp(lambda x: np.sin(x) * np.exp(x), x)
            float(again(y)[0].sum() + jvp(np.tanh, (x,), (x,))[1].sum())

    step()
    step()
    before, programs = dusk.memory_in_use(), dusk.stats()["programs"]
    for _ in range(5):
        step()
    assert dusk.memory_in_use() <= before
    assert dusk.stats()["programs"] == programs


def test_has_aux_passes_the_rest_through() -> None:
    y, pull, aux = vjp(lambda x: (x * 2, "rest"), 3.0, has_aux=True)
    assert (float(y), float(pull(1.0)[0]), aux) == (6, 2, "rest")
    y, t, aux = jvp(lambda x: (x * 2, "rest"), (3.0,), (1.0,), has_aux=True)
    assert (float(y), float(t), aux) == (6, 2, "rest")


def test_results_and_cotangents_that_do_not_fit_are_refused() -> None:
    _, pull = vjp(lambda x: (x, x), np.ones(2))
    with pytest.raises(TypeError, match=r"cotangent is not of the structure.*test_linear\.py"):
        pull(np.ones(2))
    with pytest.raises(ValueError, match=r"cotangent has shape \(3,\) where \(2,\) belongs.*test_linear\.py"):
        pull((np.ones(3), np.ones(2)))
    with pytest.raises(TypeError, match="dtype complex128 where float64"):
        pull((np.ones(2) * 1j, np.ones(2)))
    with pytest.raises(TypeError, match="tangent is not of the structure"):
        jvp(lambda x: x, (1.0,), (1.0, 2.0))
    with pytest.raises(TypeError, match="each as a tuple"):
        jvp(lambda x: x, 1.0, 1.0)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="gave str, not an array"):
        vjp(lambda x: "a", 1.0)
    with pytest.raises(TypeError, match=r"took a number out of an array at .*test_linear\.py"):
        vjp(lambda x: float(x) * 2, 1.0)
    with pytest.raises(TypeError, match="dtype int64 is not defined"):
        vjp(lambda x: x * 2, np.array([1, 2]))
    with pytest.raises(TypeError, match="argument 2 is asked for, but there are 1"):
        jacobian(lambda x: x, 2)(1.0)


def test_an_op_without_derivative_is_named_with_the_line() -> None:
    def f(x: Any) -> Any:
        return record(ops.host, (x,), {"function": numpy.sinc, "types": (x.type,)}).sum()

    with pytest.raises(GradientError, match=r"sinc, called at .*test_linear\.py.*has no gradient"):
        vjp(f, np.ones(2))
    with pytest.raises(GradientError, match=r"sinc, called at .*test_linear\.py.*has no gradient"):
        jvp(f, (np.ones(2),), (np.ones(2),))


def test_both_modes_to_the_third_order() -> None:
    check_grads(lambda x, y: np.exp(x * y) / x + np.where(y > 0, np.sin(x), y), [POINT[:1] + 1, POINT], order=3)
    check_grads(lambda x: np.exp(x) / np.exp(x).sum(), [POINT])
