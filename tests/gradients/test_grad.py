"""`grad` and `value_and_grad`: what they mean for arguments, captures, writes, reads and errors."""

import contextlib
from collections.abc import Callable
from typing import Any

import numpy
import pytest
from numpy.testing import assert_allclose

import dusk
import dusk.numpy as np
from dusk import grad, value_and_grad
from dusk.errors import GradientError


def difference(f: Any, x: numpy.ndarray, step: float = 1e-6) -> numpy.ndarray:
    """The gradient of a function of a NumPy array by central differences."""
    out = numpy.zeros_like(x)
    for i in numpy.ndindex(x.shape):
        up, down = x.copy(), x.copy()
        up[i] += step
        down[i] -= step
        out[i] = (float(f(np.array(up))) - float(f(np.array(down)))) / (2 * step)
    return out


def test_value_and_grad_gives_both(tier: str) -> None:
    value, gradient = value_and_grad(lambda x: (x**3).sum())(np.array([1.0, 2.0]))
    assert float(value) == 9
    assert_allclose(gradient, [3, 12])
    assert isinstance(value, float)


@pytest.mark.parametrize(
    "f",
    [
        lambda x: (np.sin(x) * np.exp(-x)).sum(),
        lambda x: (x[::-1] * x[1:2]).sum(),
        lambda x: np.log(np.exp(x).sum()),
        lambda x: (np.outer(x, x) @ x).sum(),
        lambda x: np.where(x > 1, x**2, -x).sum(),
        lambda x: np.maximum(x, 1.2).prod(),
        lambda x: x.var() + x.std() + x.mean(),
        lambda x: np.concatenate([x, x * 2]).reshape(2, -1)[1] @ x,
        lambda x: np.stack([x, x**2]).T.sum(axis=1).max(),
        lambda x: np.cumsum(x)[-1] * x[0],
        lambda x: np.array([x[0] * 2, x[1], 1.0]).sum(),
        lambda x: x[np.array([0, 0, 2])].prod(),
        lambda x: x[x > 0.9].prod(),
        lambda x: np.tensordot(x, x, 1) / (1 + np.abs(x).sum()),
        lambda x: np.einsum("i,i->", x, np.tanh(x)),
        lambda x: np.pad(x, 1)[1:3].sum() + np.clip(x, 0.6, 1.5).sum(),
        lambda x: (np.pad(x, (2, 1), mode="reflect") ** 2).sum() + np.pad(x, 2, "edge").prod(),
    ],
)
def test_gradients_agree_with_differences(f: Any, tier: str) -> None:
    x = numpy.array([0.5, 1.0, 1.7])
    x[1] += 0.01
    assert_allclose(grad(f)(np.array(x)), difference(f, x), rtol=1e-5, atol=1e-8)


def test_structure_shape_and_dtype_of_the_gradient_are_the_arguments() -> None:
    params = {"w": np.ones((2, 3), np.float32), "rest": [np.zeros(3), (2.0, np.float32(3))]}

    def f(p: Any) -> Any:
        return (p["w"] * p["rest"][0]).sum() + p["rest"][1][0] * p["rest"][1][1]

    g = grad(f)(params)
    assert list(g) == ["w", "rest"]
    assert g["w"].shape == (2, 3)
    assert g["w"].dtype == numpy.float32
    assert g["rest"][0].dtype == numpy.float64
    assert isinstance(g["rest"][1], tuple)
    assert float(g["rest"][1][0]) == 3
    assert g["rest"][1][1].dtype == numpy.float32


def test_argnum_chooses_arguments() -> None:
    def f(x: Any, y: Any, scale: float = 1.0) -> Any:
        return scale * x * y**2

    assert float(grad(f)(3.0, 2.0)) == 4
    assert float(grad(f, 1)(3.0, 2.0)) == 12
    gx, gy = grad(f, (0, 1))(3.0, 2.0, scale=2.0)
    assert (float(gx), float(gy)) == (8, 24)


def test_has_aux_passes_the_rest_through() -> None:
    (value, aux), g = value_and_grad(lambda x: ((x * x).sum(), {"n": 3, "y": x * 2}), has_aux=True)(
        np.array([1.0, 2.0])
    )
    assert float(value) == 5
    assert aux["n"] == 3
    assert_allclose(aux["y"], [2, 4])
    assert_allclose(g, [2, 4])


def test_an_argument_that_does_not_matter_has_gradient_zero() -> None:
    g = grad(lambda x, y: (y * y).sum(), (0, 1))(np.ones(2), np.ones(3))
    assert_allclose(g[0], [0, 0])
    assert_allclose(g[1], [2, 2, 2])


def test_numpy_and_python_arguments_are_taken() -> None:
    assert_allclose(grad(lambda x: (x * x).sum())(numpy.ones(2)), [2, 2])
    assert float(grad(lambda x: x * x)(3.0)) == 6


def test_a_write_to_a_differentiated_argument_reaches_the_caller(tier: str) -> None:
    x = np.array([1.0, 2.0])

    def f(a: Any) -> Any:
        y = a * a
        a += 10
        return (y + a * 3).sum()

    value, g = value_and_grad(f)(x)
    assert_allclose(x, [11, 12])
    assert_allclose(g, [2 + 3, 4 + 3])  # with respect to the value on entry
    assert float(value) == 1 + 4 + 33 + 36


def test_a_write_through_a_view_argument_reaches_the_caller(tier: str) -> None:
    base = np.arange(5.0)

    def f(a: Any) -> Any:
        a[0] = 0
        a *= 2
        return (a * a).sum()

    g = grad(f)(base[1:3])
    assert_allclose(base, [0, 0, 4, 3, 4])
    assert_allclose(g, [0, 2 * 4 * 2])


def test_a_write_to_a_numpy_argument_reaches_the_caller() -> None:
    x = numpy.array([1.0, 2.0])

    def f(a: Any) -> Any:
        a *= 3
        return a.sum()

    g = grad(f)(x)
    assert_allclose(numpy.asarray(g), [3, 3])
    assert_allclose(x, [3, 6])


def test_a_captured_array_is_a_constant(tier: str) -> None:
    w = np.array([2.0, 3.0])
    g = grad(lambda x: (w * x).sum())(np.ones(2))
    assert_allclose(g, [2, 3])
    w += 1
    assert_allclose(grad(lambda x: (w * x).sum())(np.ones(2)), [3, 4])


def test_capturing_the_argument_itself_is_a_constant() -> None:
    x = np.array([2.0, 3.0])
    assert_allclose(grad(lambda a: (a * x).sum())(x), [2, 3])


def test_a_write_to_a_captured_array_reaches_the_caller(tier: str) -> None:
    log = np.zeros(2)

    def f(x: Any) -> Any:
        nonlocal log
        log += x
        return (log * x).sum()

    g = grad(f)(np.array([1.0, 2.0]))
    assert_allclose(log, [1, 2])
    assert_allclose(g, [2, 4])


def test_the_same_array_as_two_arguments() -> None:
    x = np.array([1.0, 2.0])
    g = grad(lambda a, b: (a * b).sum(), (0, 1))(x, x)
    assert_allclose(g[0], [1, 2])
    assert_allclose(g[1], [1, 2])


def test_second_and_third_order() -> None:
    f = lambda x: x**4  # noqa: E731
    assert float(grad(grad(f))(2.0)) == pytest.approx(48)
    assert float(grad(grad(grad(f)))(2.0)) == pytest.approx(48)
    assert float(grad(grad(np.tanh))(0.3)) == pytest.approx(-2 * numpy.tanh(0.3) * (1 - numpy.tanh(0.3) ** 2))


def test_gradient_of_a_gradient_norm() -> None:
    def inner(x: Any) -> Any:
        return (np.sin(x) * x).sum()

    def outer(x: Any) -> Any:
        g = grad(inner)(x)
        return (g * g).sum()

    x = numpy.array([0.3, 1.1])
    assert_allclose(grad(outer)(np.array(x)), difference(outer, x), rtol=1e-5)


def test_perturbations_of_nested_gradients_are_not_confused() -> None:
    assert float(grad(lambda x: x * grad(lambda y: x + y)(1.0))(1.0)) == 1.0
    assert float(grad(lambda x: x * float(1) * grad(lambda y: x * y)(2.0))(3.0)) == 6.0


def test_hessian_vector_product_by_hand(tier: str) -> None:
    f = lambda x: (x**3).sum()  # noqa: E731
    v = np.array([1.0, 2.0])
    assert_allclose(grad(lambda x: (grad(f)(x) * v).sum())(np.array([1.0, 2.0])), [6, 24])


def test_elementwise_grad() -> None:
    assert_allclose(dusk.elementwise_grad(lambda x: x**3)(np.array([1.0, 2.0])), [3, 12])
    assert_allclose(dusk.elementwise_grad(dusk.elementwise_grad(np.sin))(np.array([1.0, 2.0])), -numpy.sin([1.0, 2.0]))


def test_stop_gradient_lets_none_through() -> None:
    assert_allclose(grad(lambda x: (dusk.stop_gradient(x * x) * x).sum())(np.array([1.0, 2.0])), [1, 4])


def test_python_control_flow_differentiates_as_it_ran(tier: str) -> None:
    def power(x: Any, n: int) -> Any:
        return 1.0 if n == 0 else x * power(x, n - 1)

    def f(x: Any) -> Any:
        y = x
        for i in range(3):
            y = y * x if i != 1 else y + x
        return y

    assert float(grad(lambda x: power(x, 5))(2.0)) == 80
    assert float(grad(f)(2.0)) == pytest.approx(3 * 4 + 2 * 2)  # (x*x + x) * x


def test_reads_inside_a_differentiated_function(tier: str) -> None:
    def f(x: Any) -> Any:
        y = x * x
        if float(y.sum()) > 1:
            y = y * 3
        while y.sum() < 100:
            y = y * 2
        str(y)
        return y.sum()

    x = numpy.array([1.0, 2.0])
    assert_allclose(grad(f)(np.array(x)), difference(f, x), rtol=1e-6)
    value, g = value_and_grad(f)(np.array([3.0, 4.0]))
    assert float(value) == 150
    assert_allclose(g, [6 * 3 * 2, 6 * 4 * 2])


def test_a_read_value_is_not_computed_again() -> None:
    calls: list[int] = []

    def f(x: Any) -> Any:
        y = np.tanh(x @ x)
        float(y.sum())
        calls.append(1)
        return (y * y).sum()

    grad(f)(np.ones((3, 3)) * 0.1)
    assert calls == [1]


def test_numbers_are_clipped_and_taken_as_they_are_without_being_looked_at() -> None:
    assert float(grad(lambda x: np.clip(x * 2.0, 0.0, 5.0) * 3.0)(1.5)) == 6.0
    assert float(grad(lambda x: (x * 2.0)[()] * 3.0)(1.5)) == 6.0
    assert "compiled" in _explained(lambda x: np.clip(x, -1.0, 1.0), np.float64(0.5))


def _explained(function: Callable[[Any], Any], x: Any) -> str:
    compiled = dusk.compile(function)
    compiled(x)
    return compiled.explain()


def test_item_and_float_cut_the_gradient() -> None:
    with pytest.warns(dusk.errors.LeftGraphWarning):
        assert float(grad(lambda x: float(x) * x)(3.0)) == 3


def test_where_leaks_no_nan_from_the_side_not_taken(tier: str) -> None:
    def f(x: Any) -> Any:
        return (
            np.where(x > 0, np.sqrt(x), 0.0).sum()
            + np.where(x > 0, np.log(x), x * x).sum()
            + np.where(x != 0, 1 / x, 0).sum()
        )

    g = numpy.array(grad(f)(np.array([-1.0, 0.0, 4.0])))
    assert numpy.isfinite(g).all()
    assert_allclose(g, [-2 - 1, 0, 0.25 + 0.25 - 1 / 16])


def test_updates_after_a_gradient() -> None:
    w = np.zeros(2)
    for _ in range(100):
        w -= 0.3 * grad(lambda w: ((w - np.array([1.0, -2.0])) ** 2).sum())(w)
    assert_allclose(w, [1, -2], rtol=1e-6)


def test_a_differentiated_function_inside_a_compiled_one(tier: str) -> None:
    @dusk.compile
    def step(w: Any, x: Any) -> Any:
        value, g = value_and_grad(lambda w: ((x @ w) ** 2).sum())(w)
        w -= 0.1 * g
        return value

    w = np.ones(2)
    expected, x = numpy.ones(2), numpy.array([[1.0, 2.0], [0.5, -1.0]])
    for _ in range(4):
        value = step(w, np.array(x))
        r = x @ expected
        assert float(value) == pytest.approx((r**2).sum())
        expected -= 0.1 * 2 * x.T @ r
        assert_allclose(numpy.array(w), expected, rtol=1e-12)


def test_a_compiled_function_inside_a_differentiated_one(tier: str) -> None:
    layer = dusk.compile(lambda x, w: np.tanh(x @ w))
    x, w = np.ones((2, 2)), np.array([[0.1, 0.2], [0.3, 0.4]])
    found = grad(lambda w: layer(layer(x, w), w).sum())(w)
    expected = grad(lambda w: np.tanh(np.tanh(x @ w) @ w).sum())(w)
    assert_allclose(numpy.array(found), numpy.array(expected), rtol=1e-14)


# --- errors


def test_an_integer_argument_is_refused_with_the_line() -> None:
    with pytest.raises(TypeError, match=r"int64.*test_grad\.py"):
        grad(lambda x: x * 1.0)(np.arange(3))
    with pytest.raises(TypeError, match="int"):
        grad(lambda x: x * 1.0)(3)


def test_a_result_that_is_no_scalar_is_refused() -> None:
    with pytest.raises(TypeError, match=r"float64\[2\]"):
        grad(lambda x: x * 2)(np.ones(2))
    with pytest.raises(TypeError, match="str"):
        grad(lambda x: "text")(np.ones(2))
    with pytest.raises(TypeError, match="NoneType"):
        grad(lambda x: None)(np.ones(2))


def test_a_number_taken_out_of_an_array_is_no_result_to_differentiate() -> None:
    looks: list[Callable[[Any], Any]] = [
        lambda x: float(x.sum()),
        lambda x: 2.0 * x.sum().item(),
        lambda x: sum(x.tolist()),
        lambda x: numpy.asarray(x).sum(),
    ]
    for look in looks:
        with pytest.raises(TypeError, match=r"test_grad\.py:\d+.* return the array itself"):
            grad(look)(np.ones(3))
        with pytest.raises(TypeError, match="return the array itself"):
            grad(lambda x, look=look: look(x * 2.0))(np.ones(3))


def test_numbers_taken_out_on_the_way_are_constants() -> None:
    looks: list[tuple[Callable[[Any], Any], float]] = [
        (lambda x: x.sum() * float(dusk.stop_gradient(x).sum()), 3.0),
        (lambda x: 1.5 if x.sum() > 0 else x.sum(), 0.0),
        (lambda x: 1.5, 0.0),
        (lambda x: np.array(float(x.sum())), 0.0),
    ]
    for look, wanted in looks:
        assert_allclose(numpy.asarray(grad(look)(np.ones(3))), numpy.full(3, wanted))


def test_a_complex_result_is_refused() -> None:
    with pytest.raises(TypeError, match="complex"):
        grad(lambda x: (x * 1j).sum())(np.ones(2))


def test_an_integer_result_is_refused() -> None:
    with pytest.raises(GradientError, match="int64"):
        grad(lambda x: x.argmax())(np.ones(2))


def test_a_host_fallback_on_the_path_names_op_and_line() -> None:
    def f(x: Any) -> Any:
        return np.sort(np.frexp(x, casting="same_kind")[0]).sum()

    try:
        with pytest.raises(GradientError, match=r"(?s)frexp.*test_grad\.py:\d+"):
            grad(f)(np.ones(3))
    finally:
        with contextlib.suppress(GradientError):
            dusk.wait()


@pytest.mark.parametrize(
    "f",
    [
        lambda x: np.frexp(x, casting="same_kind")[0].sum(),
        lambda x: sum(np.frexp(x, casting="same_kind")).sum(),
        lambda x: np.frexp(x, casting="same_kind")[0][0, 0] * 2,
    ],
)
def test_a_host_fallback_that_gives_several_results_is_not_a_constant(f: Any) -> None:
    with pytest.raises(GradientError, match=r"frexp.*test_grad\.py:\d+"):
        grad(f)(np.eye(2) * 2)


def test_results_of_a_host_fallback_that_carry_no_gradient_are_constants() -> None:
    def f(x: Any) -> Any:
        values, counts = np.unique(x, return_counts=True)
        assert type(values) is type(counts) is type(x)
        return (x * counts.sum()).sum() + dusk.stop_gradient(values).sum()

    assert_allclose(grad(f)(np.array([1.0, 1.0, 2.0])), [3, 3, 3])


def test_an_argument_that_is_not_there_is_named() -> None:
    with pytest.raises(TypeError, match=r"argument 1 .* 1 positional"):
        grad(lambda x: x.sum(), 1)(np.ones(2))
    with pytest.raises(TypeError, match=r"argument 0 .* 0 positional"):
        grad(lambda x: x.sum())(x=np.ones(2))


def test_a_host_fallback_off_the_path_is_allowed() -> None:
    def f(x: Any) -> Any:
        order = np.argsort(np.array([3.0, 1.0]))
        np.linalg.norm(x)
        return x[order[0]] * 2

    assert_allclose(grad(f)(np.ones(2)), [0, 2])


def test_a_host_fallback_of_constants_inside_is_a_constant() -> None:
    a = np.array([[2.0, 0.0], [0.0, 4.0]])
    assert_allclose(grad(lambda x: (np.linalg.inv(a) @ x).sum())(np.ones(2)), [0.5, 0.25])


def test_an_error_inside_leaves_everything_usable() -> None:
    x = np.ones(2)

    def f(a: Any) -> Any:
        a = a * 2
        raise RuntimeError("stop")

    with pytest.raises(RuntimeError):
        grad(f)(x)
    assert_allclose(x * 2, [2, 2])
    assert_allclose(grad(lambda a: (a * a).sum())(x), [2, 2])


def test_long_chains_need_no_recursion() -> None:
    def f(x: Any) -> Any:
        for _ in range(3000):
            x = x * 1.0001
        return x.sum()

    g = grad(f)(np.ones(2))
    assert_allclose(g, numpy.full(2, 1.0001**3000), rtol=1e-10)


@pytest.mark.parametrize("spelled", ["sigmoid", "minus sigmoid", "softmax", "plain softmax"])
def test_what_is_spelled_out_has_the_gradient_of_the_op_it_is(spelled: str) -> None:
    def softmax(x: Any, shift: bool) -> Any:
        e = np.exp(x - x.max(axis=1, keepdims=True)) if shift else np.exp(x)
        return e / e.sum(axis=1, keepdims=True)

    functions = {
        "sigmoid": lambda x: 1 / (1 + np.exp(-x)),
        "minus sigmoid": lambda x: 1 / (1 + np.exp(x)),
        "softmax": lambda x: softmax(x, True),
        "plain softmax": lambda x: softmax(x, False),
    }
    rng = numpy.random.default_rng(0)
    x, g = rng.standard_normal((3, 4)), rng.standard_normal((3, 4))
    found = numpy.asarray(dusk.grad(lambda x: (functions[spelled](x) * g).sum())(x))
    step = 1e-6
    for i in numpy.ndindex(3, 4):
        moved = [x.copy(), x.copy()]
        moved[0][i] += step
        moved[1][i] -= step
        up, down = ((numpy.asarray(functions[spelled](np.array(m))) * g).sum() for m in moved)
        assert abs((up - down) / (2 * step) - found[i]) < 1e-8
    big = numpy.array([[800.0, -800.0, 0.0, 1.0]])
    steep = numpy.asarray(dusk.grad(lambda x: functions[spelled](x).sum())(big))
    assert numpy.isfinite(steep).all() or spelled == "plain softmax"  # whose own value overflows


def test_values_on_the_way_of_a_spelled_op_can_be_differentiated_by() -> None:
    def loss(e: Any, x: Any) -> Any:
        return (1 / (1 + e * np.exp(-x))).sum()

    e, x = numpy.array([0.5, 2.0]), numpy.array([0.3, -0.2])
    by_e, by_x = (numpy.asarray(v) for v in dusk.grad(loss, (0, 1))(e, x))
    inner = 1 + e * numpy.exp(-x)
    assert numpy.allclose(by_e, -numpy.exp(-x) / inner**2)
    assert numpy.allclose(by_x, e * numpy.exp(-x) / inner**2)


def test_elements_taken_along_an_axis_carry_their_gradients() -> None:
    scores, labels = np.array([[1.0, 2.0], [4.0, 3.0]]), np.array([[1], [0]])
    found = dusk.grad(lambda s: (np.take_along_axis(s, labels, axis=-1) ** 2).sum())(scores)
    numpy.testing.assert_array_equal(numpy.asarray(found), [[0, 4], [8, 0]])
