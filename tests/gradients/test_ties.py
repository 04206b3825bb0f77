"""Who gets the gradient where several elements are the largest: all of them, or the first; `dusk.config.ties`."""

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
