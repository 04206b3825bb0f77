"""`vmap`: axes, trees, captures, and how it composes with derivatives and compiling."""

from typing import Any

import numpy
import pytest
from numpy.testing import assert_allclose

import dusk
import dusk.numpy as np
from dusk import grad, jvp, vmap

A = numpy.random.default_rng(0).uniform(-1, 1, (5, 3, 4))
W = numpy.random.default_rng(1).uniform(-1, 1, (4, 2))


def test_a_function_of_one_is_one_of_many(tier: str) -> None:
    f = lambda x: np.tanh(x @ np.array(W)).sum(axis=0) / (1 + np.abs(x).max())  # noqa: E731
    for _ in range(3):
        found = vmap(f)(np.array(A))
        assert_allclose(found, numpy.stack([numpy.asarray(f(np.array(a))) for a in A]))


def test_axes_of_arguments_and_results() -> None:
    x, y = np.array(A), np.array(W)
    assert_allclose(vmap(lambda a, b: a @ b, (0, None))(x, y), A @ W)
    assert_allclose(vmap(lambda a, b: a.T @ b, (1, None), 1)(x, np.ones(5)), A.sum(0).T)
    assert_allclose(vmap(lambda a, b: a.sum() * b, (-1, 0))(x, y), A.sum((0, 1))[:, None] * W)
    p = {"w": y, "rest": [x, 2.0]}
    found = vmap(lambda p: {"s": p["rest"][0] @ p["w"] * p["rest"][1], "n": 7}, ({"w": None, "rest": (0, None)},))(p)
    assert_allclose(found["s"], A @ W * 2)
    assert_allclose(found["n"], [7] * 5)
    pair = vmap(lambda a: (a, a.sum()), out_axes=(2, 0))(x)
    assert_allclose(pair[0], numpy.moveaxis(A, 0, 2))
    assert_allclose(pair[1], A.sum((1, 2)))
    assert_allclose(vmap(lambda a, *, b: a * b)(np.ones(3), b=np.arange(3.0)), [0, 1, 2])
    assert_allclose(vmap(np.sin)(numpy.arange(3)), numpy.sin([0, 1, 2]))


def test_nested_maps() -> None:
    x = np.array([1.0, 2.0, 3.0])
    table = vmap(lambda a: vmap(lambda b: a * b + b)(x))(x)
    assert_allclose(table, numpy.outer([1, 2, 3], [1, 2, 3]) + [1, 2, 3])


def test_maps_and_derivatives_compose(tier: str) -> None:
    f = lambda x: (np.sin(x) ** 2).sum() * x[0]  # noqa: E731
    x = A[:, 0]
    slopes = numpy.stack([numpy.asarray(grad(f)(np.array(row))) for row in x])
    assert_allclose(vmap(grad(f))(np.array(x)), slopes)
    assert_allclose(grad(lambda x: vmap(f)(x).sum())(np.array(x)), slopes)
    assert_allclose(jvp(vmap(f), (np.array(x),), (x,))[1], (slopes * x).sum(1))
    assert_allclose(vmap(lambda x: jvp(f, (x,), (x,))[1])(np.array(x)), (slopes * x).sum(1))
    w = np.array(2.0)
    assert_allclose(grad(lambda w: vmap(lambda r: (r * w).sum())(np.array(x)).sum())(w), x.sum())
    assert_allclose(vmap(dusk.hessian(f))(np.array(x))[1], dusk.hessian(f)(np.array(x[1])))
    cube = dusk.custom_gradient(lambda x: (x**3, lambda g: g * 7))
    assert_allclose(grad(lambda x: vmap(cube)(x).sum())(np.ones(3)), [7, 7, 7])


def test_maps_are_compiled_and_map_what_is_compiled() -> None:
    f = lambda x: np.cumsum(x)[::-1] * x[np.array([0, 0, 2, 1])]  # noqa: E731
    x = A[:, 1]
    wanted = numpy.stack([numpy.cumsum(r)[::-1] * r[[0, 0, 2, 1]] for r in x])
    for each in (dusk.compile(vmap(f)), vmap(dusk.compile(f))):
        assert_allclose(each(np.array(x)), wanted)


def test_a_function_that_looks_at_values_is_called_for_each_element(tier: str) -> None:
    def f(x: Any) -> Any:
        return x * 2 if float(x) > 0 else -x

    assert_allclose(vmap(f)(np.array([1.0, -2.0, 3.0])), [2, 2, 6])
    assert_allclose(vmap(grad(f))(np.array([1.0, -2.0, 3.0])), [2, -1, 2])


def test_indices_and_conditions_may_be_mapped() -> None:
    x, i = np.array(A[:, 0]), np.array([0, 3, 1, 1, 2])
    assert_allclose(vmap(lambda r, i: r[i])(x, i), A[numpy.arange(5), 0, [0, 3, 1, 1, 2]])

    def put(r: Any, i: Any) -> Any:
        r = r * 1.0
        r[np.stack([i, i])] = 9.0
        return np.where(r > 0.5, r, 0)

    wanted = A[:, 0].copy()
    wanted[numpy.arange(5), [0, 3, 1, 1, 2]] = 9
    assert_allclose(vmap(put)(x, i), numpy.where(wanted > 0.5, wanted, 0))


def test_what_cannot_be_mapped_is_refused() -> None:
    with pytest.raises(ValueError, match=r"one size of the mapped axes, not \[2, 3\].*test_vmap\.py"):
        vmap(lambda a, b: a)(np.ones(2), np.ones(3))
    with pytest.raises(ValueError, match="not none"):
        vmap(lambda a: a, None)(np.ones(2))
    with pytest.raises(ValueError, match=r"axis 1 of an array of shape \(2,\)"):
        vmap(lambda a: a, 1)(np.ones(2))
    with pytest.raises(ValueError, match=r"in_axes .* does not fit"):
        vmap(lambda a: a, (0, 0))(np.ones(2))
    log = np.zeros(2)

    def write(a: Any) -> Any:
        log[0] = a
        return a

    with pytest.raises(TypeError, match="writes to an array from outside"):
        vmap(write)(np.ones(2))
    assert_allclose(log, 0)
