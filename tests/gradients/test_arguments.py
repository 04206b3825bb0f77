"""Which arguments derivatives are with respect to, by either name, and what comes with them."""

from typing import Any

import numpy
import pytest
from numpy.testing import assert_allclose

import dusk
import dusk.numpy as np
from dusk.testing import check_grads

A, B = numpy.array([1.0, 2.0]), numpy.array([3.0, 5.0])


def f(a: Any, b: Any) -> Any:
    return (a * a * b).sum()


@pytest.mark.parametrize("name", ["argnum", "argnums"])
@pytest.mark.parametrize("numbers", [0, 1, (0, 1), [1], (1, 0)])
def test_arguments_by_number_under_either_name(name: str, numbers: Any) -> None:
    expected = [2 * A * B, A * A]
    wanted = expected[numbers] if isinstance(numbers, int) else [expected[n] for n in numbers]
    for derivative in (dusk.grad, dusk.jacobian, dusk.elementwise_grad):
        assert_allclose(numpy.array(derivative(f, **{name: numbers})(np.array(A), np.array(B))), wanted)
    value, found = dusk.value_and_grad(f, **{name: numbers})(np.array(A), np.array(B))
    assert float(value) == (A * A * B).sum()
    assert_allclose(numpy.array(found), wanted)


def test_hessians_of_numbered_arguments() -> None:
    assert_allclose(dusk.hessian(f, argnums=0)(np.array(A), np.array(B)), numpy.diag(2 * B))
    mixed = dusk.hessian(f, argnums=(0, 1))(np.array(A), np.array(B))
    assert_allclose(mixed[0][1], numpy.diag(2 * A))


@pytest.mark.parametrize("numbers", ["b", ("a",), 0.5, [0.0]])
def test_arguments_are_not_known_by_other_things(numbers: Any) -> None:
    with pytest.raises(TypeError):
        dusk.grad(f, argnums=numbers)


def test_nested_containers_and_what_comes_along() -> None:
    def g(x: Any) -> Any:
        return {"y": x["a"] * x["b"][0], "z": (x["b"][1].sum(),)}, "more"

    x = {"a": np.array(A), "b": [np.array(B), np.ones(2)]}
    found, aux = dusk.jacobian(g, has_aux=True)(x)
    assert aux == "more"
    assert_allclose(found["y"]["a"], numpy.diag(B))
    assert_allclose(found["y"]["b"][0], numpy.diag(A))
    assert_allclose(found["z"][0]["b"][1], [1, 1])


@pytest.mark.parametrize(
    ("x", "expected"),
    [
        ([[1.0, 2.0], [2.0, 4.0]], [[4, -2], [-2, 1]]),
        (numpy.arange(9.0).reshape(3, 3), [[-3, 6, -3], [6, -12, 6], [-3, 6, -3]]),
        (numpy.zeros((3, 3)), numpy.zeros((3, 3))),
        (numpy.zeros((1, 1)), [[1]]),
    ],
)
def test_determinants_of_singular_matrices_have_gradients(tier: str, x: Any, expected: Any) -> None:
    for f in (np.linalg.det, dusk.compile(np.linalg.det)):
        assert_allclose(dusk.grad(f)(np.array(x)), expected, atol=1e-12)
    both = np.array(numpy.stack([x, numpy.eye(len(x))]))
    assert_allclose(dusk.grad(lambda x: np.linalg.det(x).sum())(both), [expected, numpy.eye(len(x))], atol=1e-12)


@pytest.mark.parametrize("p", [None, 2, -2, "fro", "nuc", 1, -1, numpy.inf, -numpy.inf])
def test_condition_numbers_of_all_norms_have_gradients(p: Any) -> None:
    x = numpy.array([[2.0, 0.3, 0.5], [0.2, 1.5, 0.4], [0.1, 0.6, 1.1]])
    assert_allclose(np.linalg.cond(np.array(x), p), numpy.linalg.cond(x, p), 1e-13)
    check_grads(lambda x: np.linalg.cond(x, p), [np.array(x)], order=2)
    assert_allclose(dusk.compile(lambda x: np.linalg.cond(x, p))(np.array(x)), numpy.linalg.cond(x, p), 1e-13)
