"""opt_einsum on Dusk's arrays: contractions, paths and expressions."""

from typing import Any

import numpy
import opt_einsum
import pytest

import dusk
import dusk.numpy as np

pytestmark = pytest.mark.once

RNG = numpy.random.default_rng(0)
SHAPES = [(2, 3), (3, 4), (4, 5), (5, 2)]
ARRAYS = [RNG.standard_normal(shape) for shape in SHAPES]
CHAIN = "ij,jk,kl,lm->im"


@pytest.mark.parametrize("subscripts", [CHAIN, "ij,jk,kl,li->", "ij,jk,kl,lm->mi"])
@pytest.mark.parametrize("optimize", ["auto", "greedy", "optimal", False])
def test_contractions_are_recorded(subscripts: str, optimize: Any, tier: str) -> None:
    arrays = [np.array(x) for x in ARRAYS]
    for _ in range(2):
        before = dusk.stats()["flushes"]
        found = opt_einsum.contract(subscripts, *arrays, optimize=optimize)
        assert dusk.stats()["flushes"] == before
        assert isinstance(found, np.ndarray | numpy.generic)
        numpy.testing.assert_allclose(found, numpy.einsum(subscripts, *ARRAYS), rtol=1e-12)


def test_paths_are_those_of_numpys_arrays() -> None:
    ours = opt_einsum.contract_path(CHAIN, *[np.array(x) for x in ARRAYS])
    theirs = opt_einsum.contract_path(CHAIN, *ARRAYS)
    assert ours[0] == theirs[0]
    assert ours[1].opt_cost == theirs[1].opt_cost


def test_expressions_are_used_again(tier: str) -> None:
    expression = opt_einsum.contract_expression(CHAIN, *SHAPES)
    kept = opt_einsum.contract_expression(CHAIN, np.array(ARRAYS[0]), *SHAPES[1:], constants=[0])
    expected = numpy.einsum(CHAIN, *ARRAYS)
    for _ in range(3):
        arrays = [np.array(x) for x in ARRAYS]
        for found in (expression(*arrays), kept(*arrays[1:])):
            assert type(found) is np.ndarray
            numpy.testing.assert_allclose(found, expected, rtol=1e-12)


def test_gradients_flow_through_contractions() -> None:
    def loss(x: Any, contract: Any = opt_einsum.contract) -> Any:
        return contract("ij,jk,kl,li->", x, *[np.array(y) for y in ARRAYS[1:]])

    gradient = dusk.grad(loss)(np.array(ARRAYS[0]))
    numpy.testing.assert_allclose(gradient, numpy.einsum("jk,kl,li->ij", *ARRAYS[1:]), rtol=1e-12)
