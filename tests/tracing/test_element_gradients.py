"""Gradients of functions that go through arrays element by element, read from their source, against formulas."""

from __future__ import annotations

from typing import Any

import numpy
import pytest

import dusk
import dusk.numpy as np
from dusk.backends.cpu import blueprint
from dusk.compiler.elements import LARGE
from dusk.transform.pipeline import optimise
from element_programs import PROGRAMS
from native_steps import needs_native

lu, tridiagonal, n_body = (PROGRAMS[name].function for name in ("LU", "tridiagonal", "N-body"))


def compiled(function: Any, wrt: Any, *given: Any) -> list[Any]:
    """The gradients by some arguments, by a function that is compiled; in the second call as in the first."""
    gradient = dusk.compile(dusk.grad(function, wrt))
    for _ in range(2):
        made = gradient(*(np.array(x) if numpy.ndim(x) else x for x in given))
        assert gradient.explain().startswith("compiled")
    return [numpy.asarray(g) for g in (made if isinstance(made, tuple) else (made,))]


def test_the_logarithm_of_a_determinant_by_lu() -> None:
    def log_determinant(a):
        factors = lu(a)
        total = 0.0
        for i in range(factors.shape[0]):
            total += np.log(factors[i, i])
        return total

    a = numpy.random.default_rng(0).random((9, 9)) + 9 * numpy.eye(9)
    (found,) = compiled(log_determinant, 0, a)
    numpy.testing.assert_allclose(found, numpy.linalg.inv(a).T, rtol=1e-12, atol=1e-14)


@pytest.mark.parametrize("n", [5, 60])
def test_a_tridiagonal_system(n: int) -> None:
    def loss(a, b, c, d, w):
        return (tridiagonal(a, b, c, d) * w).sum()

    a, b, c, d = PROGRAMS["tridiagonal"].given(n)
    w = numpy.random.default_rng(1).normal(size=n)
    matrix = numpy.diag(a[1:], -1) + numpy.diag(b) + numpy.diag(c[:-1], 1)
    x, back = numpy.linalg.solve(matrix, d), numpy.linalg.solve(matrix.T, w)
    want = [numpy.zeros(n), -back * x, numpy.zeros(n), back]
    want[0][1:], want[2][:-1] = -back[1:] * x[:-1], -back[:-1] * x[1:]
    for one, other in zip(compiled(loss, (0, 1, 2, 3), a, b, c, d, w), want, strict=True):
        numpy.testing.assert_allclose(one, other, rtol=1e-10, atol=1e-14)


def test_bodies_that_pull_each_other() -> None:
    def loss(x, v, m):
        moved = n_body(x, v, m)
        return (moved * moved).sum()

    given = PROGRAMS["N-body"].given(4)
    found = compiled(loss, (0, 1, 2), *given)

    def moved_by(i: int, at: Any, step: float) -> float:
        arguments = [x.copy() for x in given]
        arguments[i][at] += step
        return float(loss(*arguments))

    for i, gradient in enumerate(found):
        for at in numpy.ndindex(gradient.shape):
            slope = (moved_by(i, at, 1e-6) - moved_by(i, at, -1e-6)) / 2e-6
            assert gradient[at] == pytest.approx(slope, rel=1e-6, abs=1e-8)


def total(x, scale):
    s = 0.0
    for i in range(x.shape[0]):
        s += x[i] * scale[i]
    return s


@needs_native
def test_gradients_of_elements_are_done_by_elements() -> None:
    """Of arrays so large that one is not computed as a whole in each round."""

    def solved(a, b, c, d):
        return tridiagonal(a, b, c, d).sum()

    vectors = [np.array(x) for x in PROGRAMS["tridiagonal"].given(LARGE + 1)]
    for function, wrt, given in ((solved, (0, 1, 2, 3), vectors), (total, (0, 1), vectors[:2])):
        gradient = dusk.compile(dusk.grad(function, wrt))
        gradient(*given)
        kinds = {step.group.kind for step in blueprint(optimise(gradient.graph)).steps}
        assert "procedure" in kinds
        assert "loop" not in kinds


def one_side(x, n):
    if x[0] > 0:
        x[0] = x[1] * x[1]
    return (x * x).sum()


def replaced(x, n):
    if x[0] < 0:
        x[...] = 1.0
    return (x * x).sum()


def rounds(x, n):
    for i in range(n):
        x[i] = x[i + 1] * x[0]
    return (x * x).sum()


def rows(x, n):
    part = x[1:]
    for i in range(n):
        for j in range(i, 80):
            part[j % 3] = 0.5 * part[j % 3] * x[0] + 0.1 * x[1]
    return (x * x).sum()


def asked(x, n):
    while x[0] < 3:
        x[0] = x[0] + x[1] * x[1]
    return x.sum()


@pytest.mark.parametrize("f", [one_side, replaced, rounds, rows, asked])
@pytest.mark.parametrize("sign", [1, -1])
@pytest.mark.parametrize("n", [0, 2])
def test_a_variable_that_loops_and_branches_write(f, sign, n) -> None:
    """What is differentiated by is what it was on entry, whichever rounds and sides there are."""
    x = sign * numpy.array([0.5, 0.75, -0.25, 1.5])

    def at(i: int, step: float) -> float:
        moved = x.copy()
        moved[i] += step
        return float(f(moved, n))

    slopes = [(at(i, 1e-6) - at(i, -1e-6)) / 2e-6 for i in range(4)]
    (found,) = compiled(f, 0, x, numpy.int64(n))
    numpy.testing.assert_allclose(found, slopes, rtol=1e-6, atol=1e-8)
