"""Pooling where samples do not reach: ties, missing numbers, half precision, parts of an image, what is refused."""

from typing import Any

import ml_dtypes
import numpy as np
import pytest

import dusk
import dusk.numpy as dnp
from dusk import ops

PAIR: dict[str, Any] = {"size": (2,), "strides": (2,), "padding": ((0, 0),)}


@pytest.mark.parametrize(("ties", "wanted"), [("split", [0.5, 0.5, 0, 1]), ("first", [1, 0, 0, 1])])
def test_ties_are_split_or_go_to_the_first(ties: str, wanted: list[float]) -> None:
    with dusk.config.using(ties=ties):
        found = dusk.grad(lambda x: ops.max_pool(x, **PAIR).sum())(dnp.array([3.0, 3.0, 1.0, 2.0]))
    np.testing.assert_array_equal(found, wanted)


def test_of_many_equal_pixels_the_first_in_order_gets_the_gradient() -> None:
    x = np.zeros((1, 6, 6))
    x[0, 1, 4] = x[0, 2, 0] = 1
    words: dict[str, Any] = {"size": (5, 5), "strides": (1, 1), "padding": ((0, 0), (0, 0))}
    with dusk.config.using(ties="first"):
        found = dusk.grad(lambda v: ops.max_pool(v, **words)[0, 0, 0])(dnp.array(x))
    assert np.argwhere(np.asarray(found)).tolist() == [[0, 1, 4]]


def test_a_missing_number_is_the_largest_of_its_window_and_takes_no_gradient() -> None:
    x = dnp.array([np.nan, 1.0, -np.inf, -np.inf, 2.0, 3.0])
    np.testing.assert_array_equal(ops.max_pool(x, **PAIR), [np.nan, -np.inf, 3])
    found = dusk.grad(lambda v: ops.max_pool(v, **PAIR)[0::2].sum())(x)
    np.testing.assert_array_equal(found, [0, 0, 0, 0, 0, 1])


@pytest.mark.parametrize("dtype", [np.float16, ml_dtypes.bfloat16])
def test_half_precision_is_averaged_in_single_precision(dtype: Any) -> None:
    x = dnp.array(np.array([256.0] * 8 + [1.0] * 8).astype(dtype))
    words: dict[str, Any] = {"size": (16,), "strides": (16,), "padding": ((0, 0),)}
    pooled, found = dusk.value_and_grad(lambda v: ops.avg_pool(v, **words).sum())(x)
    assert (pooled.dtype, found.dtype) == (dtype, dtype)
    assert float(pooled) == float(np.asarray(128.5).astype(dtype))
    np.testing.assert_array_equal(np.asarray(found).astype(float), np.full(16, 1 / 16))
    assert ops.max_pool(x, **words).dtype == dtype


def test_parts_of_an_image_that_do_not_come_out_even_share_pixels() -> None:
    x = np.arange(35.0).reshape(1, 5, 7)
    rows, columns = [slice(0, 3), slice(2, 5)], [slice(0, 3), slice(2, 5), slice(4, 7)]
    wanted = [[[x[0, r, c].mean() for c in columns] for r in rows]]
    np.testing.assert_allclose(ops.adaptive_avg_pool(dnp.array(x), (2, 3)), wanted, rtol=1e-14)
    np.testing.assert_array_equal(ops.adaptive_avg_pool(dnp.array(x), (None, 7)), x)
    np.testing.assert_allclose(ops.adaptive_avg_pool(dnp.array(x), (1, 1)), [[[17.0]]])
    with pytest.raises(ValueError, match="adaptive_avg_pool of"):
        ops.adaptive_avg_pool(dnp.array(x), (6, 7))


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ({"strides": (2, 2)}, "strides"),
        ({"size": (9,)}, "a window of 9 pixels on 6"),
        ({"padding": ((-1, 0),)}, "padding"),
        ({"size": (2,) * 3, "strides": (1,) * 3, "padding": ((0, 0),) * 3}, "3 dimensions"),
    ],
)
def test_windows_that_do_not_fit_are_refused_at_the_call(words: dict[str, Any], message: str) -> None:
    for op in (ops.max_pool, ops.avg_pool):
        with pytest.raises(ValueError, match=message):
            op(dnp.ones((2, 6)), **{**PAIR, **words})
    with pytest.raises(TypeError, match="complex numbers have no order"):
        ops.max_pool(dnp.ones(6, complex), **PAIR)
