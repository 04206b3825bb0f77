"""SciPy with functions written in Dusk, and with Dusk's arrays."""

from typing import Any

import numpy
import pytest
from numpy.testing import assert_allclose

import dusk
import dusk.numpy as np

scipy = pytest.importorskip("scipy")
from scipy import integrate, optimize, special, stats  # noqa: E402

pytestmark = pytest.mark.once

START = numpy.array([1.3, 0.7, 0.8, 1.9, 1.2])
TIMES = numpy.linspace(0.0, 1.0, 20)


def rosenbrock(x: Any) -> Any:
    return (100.0 * (x[1:] - x[:-1] ** 2) ** 2 + (1 - x[:-1]) ** 2).sum()


def residuals(p: Any) -> Any:
    return p[0] * np.exp(-p[1] * TIMES) - 2 * numpy.exp(-3 * TIMES)


def crossing(x: Any) -> Any:
    return np.array([x[0] ** 2 + x[1] - 1, x[0] - x[1] ** 2])


@pytest.mark.parametrize("start", [START, np.array(START)], ids=["numpy", "dusk"])
@pytest.mark.parametrize("method", ["BFGS", "CG", "L-BFGS-B", "TNC", "SLSQP"])
def test_minimize_follows_gradients(method: str, start: Any) -> None:
    by_jac = optimize.minimize(rosenbrock, start, jac=dusk.grad(rosenbrock), method=method)
    by_both = optimize.minimize(dusk.value_and_grad(rosenbrock), start, jac=True, method=method)
    theirs = optimize.minimize(optimize.rosen, START, jac=optimize.rosen_der, method=method)
    for found in (by_jac, by_both):
        assert found.success
        assert found.nit <= 2 * theirs.nit
        assert_allclose(found.x, 1, atol=1e-3)


@pytest.mark.parametrize("method", ["Newton-CG", "trust-ncg", "trust-krylov", "trust-exact", "trust-constr"])
def test_minimize_follows_hessians(method: str) -> None:
    given = {"jac": dusk.grad(rosenbrock), "method": method}
    found = optimize.minimize(rosenbrock, START, hess=dusk.hessian(rosenbrock), **given)
    assert_allclose(found.x, 1, atol=1e-3)
    if method != "trust-exact":
        found = optimize.minimize(rosenbrock, START, hessp=dusk.hessian_vector_product(rosenbrock), **given)
        assert_allclose(found.x, 1, atol=1e-3)


def test_bounds_and_constraints() -> None:
    constraint = {"type": "ineq", "fun": lambda x: 1 - (x * x).sum(), "jac": dusk.grad(lambda x: 1 - (x * x).sum())}
    found = optimize.minimize(
        rosenbrock, START / 4, jac=dusk.grad(rosenbrock), bounds=[(0, 0.5)] * 5, constraints=[constraint]
    )
    theirs = optimize.minimize(
        optimize.rosen,
        START / 4,
        jac=optimize.rosen_der,
        bounds=[(0, 0.5)] * 5,
        constraints=[{"type": "ineq", "fun": lambda x: 1 - (x * x).sum(), "jac": lambda x: -2 * x}],
    )
    assert_allclose(found.x, theirs.x, atol=1e-6)


@pytest.mark.parametrize("method", ["trf", "dogbox", "lm"])
def test_least_squares_follows_jacobians(method: str) -> None:
    found = optimize.least_squares(residuals, [1.0, 1.0], jac=dusk.jacobian(residuals), method=method)
    assert_allclose(found.x, [2, 3], rtol=1e-6)


@pytest.mark.parametrize("method", ["hybr", "lm", "krylov"])
def test_root_follows_jacobians(method: str) -> None:
    jacobian = None if method == "krylov" else dusk.jacobian(crossing)
    found = optimize.root(crossing, [0.5, 0.5], jac=jacobian, method=method)
    assert_allclose(numpy.array(crossing(np.array(found.x))), 0, atol=1e-5)


def test_curves_are_fitted_and_gradients_checked() -> None:
    fitted, _ = optimize.curve_fit(lambda t, a, b: a * np.exp(-b * t), TIMES, 2 * numpy.exp(-3 * TIMES))
    assert_allclose(fitted, [2, 3], rtol=1e-6)
    assert optimize.check_grad(rosenbrock, dusk.grad(rosenbrock), START) < 1e-3
    cosine = optimize.root_scalar(lambda x: np.cos(x) - x, x0=0.5, fprime=dusk.grad(lambda x: np.cos(x) - x))
    assert_allclose(cosine.root, 0.7390851332151607)


@pytest.mark.parametrize("method", ["RK45", "DOP853", "Radau", "BDF", "LSODA"])
def test_differential_equations_are_solved(method: str) -> None:
    def pendulum(np: Any, y: Any) -> Any:
        return np.array([y[1], -np.sin(y[0])])

    ours, theirs = (
        integrate.solve_ivp(lambda t, y, n=n: pendulum(n, y), (0, 2), n.array([1.0, 0.0]), method=method, rtol=1e-6)
        for n in (np, numpy)
    )
    assert_allclose(ours.y, theirs.y, rtol=1e-9, atol=1e-9)
    assert_allclose(integrate.quad(lambda x: np.exp(-x * x), 0, 1)[0], 0.7468241328124271)


NAMES = ["gamma", "gammaln", "digamma", "erf", "erfc", "expit", "logit", "ndtr", "j0", "softmax", "logsumexp"]


@pytest.mark.parametrize("name", NAMES)
def test_special_functions_take_dusk_arrays(name: str) -> None:
    x = numpy.linspace(0.1, 0.9, 7)
    found = getattr(special, name)(np.array(x))
    assert isinstance(found, np.ndarray | numpy.generic)
    assert_allclose(numpy.asarray(found), getattr(special, name)(x), rtol=1e-13)


def test_statistics_take_dusk_arrays() -> None:
    x, y = numpy.linspace(0.1, 0.9, 7), numpy.linspace(0.1, 0.9, 7) ** 2
    for call in (
        lambda x, y: stats.ttest_ind(x, y).pvalue,
        lambda x, y: stats.pearsonr(x, y).statistic,
        lambda x, y: stats.linregress(x, y).slope,
        lambda x, y: stats.zscore(x),
        lambda x, y: stats.norm.pdf(x),
    ):
        assert_allclose(numpy.asarray(call(np.array(x), np.array(y))), call(x, y), rtol=1e-12)
