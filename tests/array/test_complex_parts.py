"""The real and imaginary parts of complex arrays are views, as NumPy's are."""

from typing import Any

import numpy
import pytest

import dusk
import dusk.numpy as dnp
from numpy_oracle import same, same_error


def waves(np: Any) -> Any:
    return np.arange(6.0).reshape(2, 3) * (1 + 2j) + np.array([np.inf, 1, 2])


def assign_parts(np: Any) -> Any:
    z = waves(np)
    z.real = 5
    z.T.imag = [[1, 2]]
    return z


def write_through_parts(np: Any) -> Any:
    z = waves(np)
    re, im, column = z.real, np.imag(z), z[:, 1].imag
    im[0] = 7
    re += 1
    column *= -1
    z[1, 1] = 3 - 3j
    im[im > 6] = 0
    return z, re, im, column


def parts_of_views(np: Any) -> Any:
    z = waves(np)
    turned = z.T[::-1].real
    turned[0] = [8, 9]
    flat = np.real(z).reshape(-1)
    flat[0] = 100
    return z, turned, flat


def normalise_an_eigenvector(np: Any) -> Any:
    z = waves(np)[:, 1:]
    v = np.real(z[:, 0])
    v /= v.sum()
    return z, v


@pytest.mark.parametrize("program", [assign_parts, write_through_parts, parts_of_views, normalise_an_eigenvector])
def test_a_write_to_a_part_reaches_the_array(program: Any, tier: str) -> None:
    for _ in range(3):
        same(program)


def test_parts_of_scalars_and_of_real_arrays() -> None:
    def program(np: Any) -> Any:
        z, x = waves(np)[0, 1], np.arange(3.0)
        x.real = 2
        return [z.real, z.imag, (z * 2).sum().imag, x.real, x.imag, np.real(3.0), np.imag([1, 2j]), x.sum().imag]

    same(program)
    same_error(lambda np: setattr(np.arange(3.0), "imag", 1))


def test_strides_of_parts_step_over_the_other() -> None:
    for np in (numpy, dnp):
        assert waves(np).real.strides == (48, 16)
        assert waves(np).imag.T.strides == (16, 48)


def test_gradients_flow_through_parts_written() -> None:
    def f(x: Any) -> Any:
        z = x * (1 + 2j)
        z.imag[0] = x[1] * x[1]
        z.real = z.real * 3
        return (z.real * z.imag).sum()

    # (3 x0) (x1 x1) + (3 x1) (2 x1)
    numpy.testing.assert_allclose(dusk.grad(f)(dnp.array([1.0, 2.0])), [12.0, 36.0])
