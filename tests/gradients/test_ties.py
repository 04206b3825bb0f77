"""Who gets the gradient where several elements are the largest: all of them, or the first; `dusk.config.ties`.

And the slopes of norms and spreads where these are 0.
"""

import numpy
import pytest
from numpy.testing import assert_allclose

import dusk
import dusk.numpy as np
from dusk import grad


def test_ties_split_evenly_by_default() -> None:
    assert_allclose(grad(lambda x: x.max())(np.array([1.0, 2.0, 2.0])), [0, 0.5, 0.5])
    assert_allclose(grad(lambda x: np.maximum(x, 1.0).sum())(np.array([1.0])), [0.5])
    assert_allclose(grad(lambda x: x.min())(np.zeros(4)), [0.25] * 4)


def test_ties_can_go_to_the_first() -> None:
    with dusk.config.using(ties="first"):
        assert_allclose(grad(lambda x: x.max())(np.array([1.0, 2.5, 2.5, 0.0])), [0, 1, 0, 0])


def test_a_changed_convention_for_ties_holds_from_then_on(tier: str) -> None:
    x = np.array([1.0, 2.0, 2.0])
    compiled = dusk.compile(lambda x: grad(np.max)(x))
    jacobian = dusk.jacobian(lambda x: np.maximum(x[1], x[2]))
    for ties, expected in 2 * [("split", [0, 0.5, 0.5]), ("first", [0, 1, 0])]:
        with dusk.config.using(ties=ties):
            for f in (grad(np.max), compiled, jacobian, grad(dusk.compile(np.max))):
                for _ in range(2):
                    assert_allclose(f(x), expected)


NORMS = {
    "vector": lambda np, x: np.linalg.norm(x[0]),
    "complex": lambda np, x: np.linalg.norm(x[0] + 0j),
    "rows": lambda np, x: np.linalg.norm(x, axis=1).sum(),
    "of order 3": lambda np, x: np.linalg.norm(x, 3, axis=1).sum(),
    "of order 1": lambda np, x: np.linalg.norm(x, 1, axis=1).sum(),
    "matrix": lambda np, x: np.linalg.norm(x[:1]),
    "matrices": lambda np, x: np.linalg.matrix_norm(x[None, :1]).sum(),
    "distances": lambda np, x: np.linalg.norm(x[:, None] - x[None], axis=-1).sum(),
}


@pytest.mark.parametrize("name", NORMS)
@pytest.mark.parametrize("dtype", ["f4", "f8"])
def test_norms_of_zeros_have_slope_0_in_both_modes(name, dtype):
    x, t = np.array([[0, 0, 0], [3, 0, 4]], dtype), np.ones((2, 3), dtype)
    gradient = dusk.grad(lambda x: NORMS[name](np, x))(x)
    value, tangent = dusk.jvp(lambda x: NORMS[name](np, x), (x,), (t,))
    assert numpy.isfinite(numpy.asarray(gradient)).all()
    assert gradient[0].tolist() == [0, 0, 0] or name == "distances"
    assert float(gradient.sum()) == pytest.approx(float(tangent), abs=1e-6)
    assert value == pytest.approx(NORMS[name](numpy, numpy.asarray(x)))


def test_norms_of_negative_orders_are_numpys_where_they_are_of_zeros():
    assert dusk.grad(lambda x: np.linalg.norm(x, -2))(np.array([3.0, 4.0])).shape == (2,)
    large = np.zeros((3, 5000))
    large[0] = 2.0
    with numpy.errstate(all="ignore"):
        for order in (-2, 0.5, 3):
            found = np.linalg.norm(large, order, axis=1)
            assert found == pytest.approx(numpy.linalg.norm(numpy.asarray(large), order, axis=1))


@pytest.mark.parametrize("where", ["interpreter", "native"])
@pytest.mark.parametrize(
    "spread",
    [np.std, np.nanstd, lambda x: x.std(), lambda x: np.std(x, where=np.ones(3, bool)), dusk.compile(np.std)],
)
def test_numbers_without_spread_have_slope_0_in_both_modes(where, spread):
    x, v = np.ones(3), np.array([1.0, 2.0, 4.0])
    with dusk.config.using(tier=where):
        assert dusk.grad(spread)(x).tolist() == [0, 0, 0]
        value, tangent = dusk.jvp(spread, (x,), (v,))
        assert (float(value), float(tangent)) == (0, 0)
        assert float(dusk.grad(spread)(v)[0]) == pytest.approx(-4 / (9 * float(np.std(v))))
