"""Normalisation where samples do not reach: far from zero, half precision, known statistics, what is refused."""

from typing import Any

import ml_dtypes
import numpy as np
import pytest

import dusk
import dusk.numpy as dnp
from dusk import ops
from dusk.kernel import native

NATIVE = pytest.param("native", marks=pytest.mark.skipif(not native.available(), reason="no native code"))


@pytest.mark.parametrize("tier", ["interpreter", NATIVE])
def test_variances_far_from_zero_keep_their_digits(tier: str) -> None:
    rng = np.random.default_rng(0)
    x = (rng.normal(size=(16, 3, 5, 5)) + [[[[1e4]], [[-3e3]], [[0]]]]).astype(np.float32)
    x[0, 0] = 0  # the first of the batch says nothing about the others
    exact = x.astype(float)
    with dusk.config.using(tier=tier):
        _, mean, var = ops.batch_norm(dnp.array(x))
        np.testing.assert_allclose(mean, exact.mean((0, 2, 3)), rtol=1e-6, atol=1e-6)
        np.testing.assert_allclose(var, exact.var((0, 2, 3)), rtol=2e-5)
        rows = ops.layer_norm(dnp.array(x[1:]), axis=(2, 3))
    spread = exact[1:] - exact[1:].mean((2, 3), keepdims=True)
    np.testing.assert_allclose(rows, spread / np.sqrt((spread**2).mean((2, 3), keepdims=True) + 1e-5), atol=5e-3)


@pytest.mark.parametrize("dtype", [np.float16, ml_dtypes.bfloat16])
def test_half_precision_has_statistics_in_single_precision(dtype: Any) -> None:
    x = dnp.array(np.linspace(0, 300, 24).reshape(4, 6).astype(dtype))
    scale = dnp.ones(6, np.float32)
    out, mean, var = ops.batch_norm(x, scale)
    assert (out.dtype, mean.dtype, var.dtype) == (dtype, np.float32, np.float32)
    full = np.asarray(x).astype(np.float32)
    np.testing.assert_allclose(var, full.var(0), rtol=1e-5)
    for op in (ops.layer_norm, ops.rms_norm):
        by_x, by_scale = dusk.grad(lambda x, s, op=op: op(x, s).astype("f4").sum(), (0, 1))(x, scale)
        assert (by_x.dtype, by_scale.dtype) == (dtype, np.float32)
    assert ops.group_norm(x, scale, groups=2).dtype == dtype


def test_a_known_mean_and_variance_give_what_the_batch_gave() -> None:
    x = dnp.array(np.random.default_rng(1).normal(size=(3, 2, 4)))
    affine = dnp.array([2.0, 0.5]), dnp.array([1.0, -1.0])
    out, mean, var = ops.batch_norm(x, *affine)
    np.testing.assert_allclose(ops.batch_norm_by(x, mean, var, *affine), out, rtol=1e-12)
    assert ops.batch_norm_by(x.astype("f4"), mean, var).dtype == np.float32


def test_what_does_not_fit_is_refused_at_the_call() -> None:
    x = dnp.ones((2, 4, 3))
    for call, message in (
        (lambda: ops.batch_norm(x, dnp.ones(3)), r"a scale of shape \(3,\)"),
        (lambda: ops.group_norm(x, groups=3), "4 channels do not come in 3 groups"),
        (lambda: ops.layer_norm(x, dnp.ones(4)), "could not be broadcast"),
    ):
        with pytest.raises(ValueError, match=message):
            call()
    with pytest.raises(TypeError, match="real numbers"):
        ops.layer_norm(x.astype(complex))
