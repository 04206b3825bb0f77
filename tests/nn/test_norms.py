"""Normalising layers, transposed convolution and attention against their formulas."""

from typing import Any

import numpy
import pytest

import dusk
import dusk.numpy as np
from dusk import nn

RNG = numpy.random.default_rng(0)


def close(found: Any, wanted: Any) -> None:
    numpy.testing.assert_allclose(found, wanted, rtol=2e-4, atol=2e-5)


def normal(x: Any, axes: Any, eps: float = 1e-5) -> Any:
    return (x - x.mean(axes, keepdims=True)) / numpy.sqrt(x.var(axes, keepdims=True) + eps)


@pytest.mark.parametrize("shape", [(6, 3, 4, 5), (6, 3)])
def test_batch_norm_trains_on_the_batch_and_remembers(shape: tuple[int, ...]) -> None:
    x = (RNG.standard_normal(shape) * 2 + 1).astype("float32")
    layer = nn.BatchNorm(momentum=0.25)
    axes = (0, *range(2, len(shape)))
    close(layer(x), normal(x, axes))
    close(layer.mean, 0.25 * x.mean(axes))
    close(layer.variance, 0.75 + 0.25 * x.var(axes, ddof=1))
    assert list(layer.parameters(trained=True)) == ["weight", "bias"]
    step = dusk.compile(lambda x: layer(x))
    step(x), step(x)
    close(layer.mean, (1 - 0.75**3) * x.mean(axes))
    layer.eval()
    mean, variance = (numpy.asarray(a).reshape(1, 3, *[1] * (len(shape) - 2)) for a in (layer.mean, layer.variance))
    close(layer(x), (x - mean) / numpy.sqrt(variance + 1e-5))


def test_gradients_do_not_flow_into_what_is_remembered() -> None:
    layer, x = nn.BatchNorm(), np.array(RNG.standard_normal((8, 3)), "float32")
    layer(x)
    found = dusk.grad(lambda m, x: (m(x) ** 3).sum(), (0, 1))(layer, x)
    assert set(found[0]) == {"weight", "bias"} and numpy.isfinite(numpy.asarray(found[1])).all()


def test_one_number_a_channel_has_no_spread() -> None:
    with pytest.raises(ValueError, match="no spread to train with"):
        nn.BatchNorm()(numpy.zeros((1, 3)))


def test_layer_group_and_rms_norm() -> None:
    x = (RNG.standard_normal((2, 4, 6)) * 2 + 1).astype("float32")
    close(nn.LayerNorm()(x), normal(x, -1))
    close(nn.LayerNorm(2)(x), normal(x, (1, 2)))
    close(nn.GroupNorm(2)(x), normal(x.reshape(2, 2, 2, 6), (2, 3)).reshape(x.shape))
    close(nn.RMSNorm()(x), x / numpy.sqrt((x**2).mean(-1, keepdims=True) + 1e-6))
    layer = nn.LayerNorm()
    layer(x)
    layer.weight[...], layer.bias[...] = 2, numpy.arange(6)
    close(layer(x), 2 * normal(x, -1) + numpy.arange(6))
    with pytest.raises(ValueError, match="GroupNorm in 3 groups"):
        nn.GroupNorm(3)(x)


def test_transposed_convolution_is_the_gradient_of_convolution() -> None:
    x = np.array(RNG.standard_normal((2, 3, 5, 6)), "float32")
    layer = nn.ConvTranspose2d(4, 3, strides=2, padding=1, output_padding=1)
    out = layer(x)
    assert out.shape == (2, 4, 10, 12) and layer.weight.shape == (3, 4, 3, 3)
    back = dusk.grad(lambda y: (nn.functional.conv(y, layer.weight, strides=2, padding=1) * x).sum())(out)
    close(out - layer.bias.reshape(-1, 1, 1), back)


def attended(q: Any, k: Any, v: Any, mask: Any) -> Any:
    scores = q @ k.swapaxes(-1, -2) / q.shape[-1] ** 0.5 + mask
    e = numpy.exp(scores - scores.max(-1, keepdims=True))
    return e / e.sum(-1, keepdims=True) @ v


@pytest.mark.parametrize("causal", [False, True])
def test_attention_in_heads(causal: bool) -> None:
    x = RNG.standard_normal((2, 5, 6)).astype("float32")
    layer = nn.MultiHeadAttention(3, causal=causal)
    out = layer(x)
    inside = (x @ numpy.asarray(layer.inner)).reshape(2, 5, 3, 3, 2).transpose(2, 0, 3, 1, 4)
    mask = numpy.where(numpy.tri(5) > 0, 0, -numpy.inf) if causal else 0
    close(out, attended(*inside, mask).transpose(0, 2, 1, 3).reshape(2, 5, 6) @ numpy.asarray(layer.outer))


def test_attention_to_a_context_under_a_mask() -> None:
    x, context = (RNG.standard_normal((2, n, 4)).astype("float32") for n in (3, 5))
    kept = numpy.arange(5) < numpy.array([[2], [5]])
    layer = nn.MultiHeadAttention(2)
    out = layer(x, context, kept[:, None, None])
    w = numpy.asarray(layer.inner)
    q = (x @ w[:, :4]).reshape(2, 3, 2, 2).transpose(0, 2, 1, 3)
    k, v = ((context @ w[:, i : i + 4]).reshape(2, 5, 2, 2).transpose(0, 2, 1, 3) for i in (4, 8))
    wanted = attended(q, k, v, numpy.where(kept[:, None, None], 0, -numpy.inf))
    close(out, wanted.transpose(0, 2, 1, 3).reshape(2, 3, 4) @ numpy.asarray(layer.outer))
    with pytest.raises(ValueError, match="attention with 4 heads takes x"):
        nn.MultiHeadAttention(4)(numpy.zeros((2, 3, 6)))
