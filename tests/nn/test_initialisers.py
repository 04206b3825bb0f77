"""What parameters begin with: reproducible, and of the variance that each formula says."""

import numpy
import pytest

from dusk import nn
from dusk.nn.initialisers import INITIALISERS, parameter

VARIANCE = {
    "zeros": 0, "ones": 0, "fan_in": 1 / 900, "lecun_normal": 1 / 300, "lecun_uniform": 1 / 300,
    "glorot_normal": 2 / 700, "glorot_uniform": 2 / 700, "he_normal": 2 / 300, "he_uniform": 2 / 300,
    "orthogonal": 1 / 400, "truncated_normal": 0.02**2 * 0.7737,
}  # fmt: skip


@pytest.mark.parametrize("name", INITIALISERS)
def test_variance(name: str) -> None:
    nn.seed(0)
    made = numpy.asarray(parameter(name, (300, 400), 300, 400), "float64")
    numpy.testing.assert_allclose(made.var(), VARIANCE[name], rtol=0.03, atol=1e-12)
    nn.seed(0)
    numpy.testing.assert_array_equal(parameter(name, (300, 400), 300, 400), made.astype("float32"))


def test_orthogonal_rows() -> None:
    made = numpy.asarray(parameter("orthogonal", (3, 2, 4), 8, 3, "float64")).reshape(3, 8)
    numpy.testing.assert_allclose(made @ made.T, numpy.eye(3), atol=1e-12)
