"""The zoo's models as functions of their arrays, by the names that Dusk's have, for torch and jax.

Each model is written once, in terms of a framework's layers: of torch what its modules call, of jax what libraries of
layers for it call. Of Linear layers torch has the weights transposed.
"""

from __future__ import annotations

from typing import Any

import numpy


class TorchLayers:
    """Layers of arrays by name. A step updates the running means that it gets, as torch's modules do."""

    def __init__(self, arrays: Any, state: Any, training: bool) -> None:
        import torch

        self.torch, self.F = torch, torch.nn.functional
        self.arrays, self.state, self.training = arrays, state, training
        self.relu = self.F.relu

    def of(self, name: str) -> tuple[Any, Any]:
        return self.arrays[f"{name}.weight"], self.arrays.get(f"{name}.bias")

    def conv(self, x: Any, name: str, stride: int = 1) -> Any:
        weight, bias = self.of(name)
        padding = weight.shape[-1] // 2 if bias is None else 0
        return self.F.conv2d(x, weight, bias, stride, padding)

    def linear(self, x: Any, weight: str, bias: str) -> Any:
        return self.F.linear(x, self.arrays[weight], self.arrays[bias])

    def pool(self, x: Any) -> Any:
        return self.F.max_pool2d(x, 2)

    def mean(self, x: Any) -> Any:
        return x.mean((2, 3))

    def batch_norm(self, x: Any, name: str) -> Any:
        running = self.state[f"{name}.mean"], self.state[f"{name}.variance"]
        return self.F.batch_norm(x, *running, *self.of(name), self.training)

    def layer_norm(self, x: Any, name: str) -> Any:
        return self.F.layer_norm(x, x.shape[-1:], *self.of(name))

    def gelu(self, x: Any) -> Any:
        return self.F.gelu(x, approximate="tanh")

    def attention(self, qkv: Any, heads: int) -> Any:
        batch, n, width = qkv.shape
        q, k, v = qkv.view(batch, n, 3, heads, width // 3 // heads).permute(2, 0, 3, 1, 4)
        out = self.F.scaled_dot_product_attention(q, k, v, is_causal=True)
        return out.transpose(1, 2).reshape(batch, n, width // 3)

    def embedding(self, x: Any, name: str) -> Any:
        return self.F.embedding(x, self.of(name)[0])

    def cross_entropy(self, scores: Any, y: Any) -> Any:
        return self.F.cross_entropy(scores.flatten(0, -2), y.flatten())


class JaxLayers:
    """The same of jax. Running means are not updated, which would be a little more work."""

    def __init__(self, arrays: Any, state: Any, training: bool) -> None:
        import jax

        self.jax, self.np = jax, jax.numpy
        self.arrays, self.state, self.training = arrays, state, training
        self.relu, self.gelu = jax.nn.relu, jax.nn.gelu

    def conv(self, x: Any, name: str, stride: int = 1) -> Any:
        weight, bias = self.arrays[f"{name}.weight"], self.arrays.get(f"{name}.bias")
        padding = weight.shape[-1] // 2 if bias is None else 0
        out = self.jax.lax.conv_general_dilated(x, weight, (stride,) * 2, [(padding,) * 2] * 2)
        return out if bias is None else out + bias[:, None, None]

    def linear(self, x: Any, weight: str, bias: str) -> Any:
        return x @ self.arrays[weight] + self.arrays[bias]

    def pool(self, x: Any) -> Any:
        window = (1, 1, 2, 2)
        return self.jax.lax.reduce_window(x, -numpy.inf, self.jax.lax.max, window, window, "VALID")

    def mean(self, x: Any) -> Any:
        return x.mean((2, 3))

    def _normal(self, x: Any, name: str, mean: Any, variance: Any, axes: int) -> Any:
        weight, bias = (self.arrays[f"{name}.{which}"].reshape((-1,) + (1,) * axes) for which in ("weight", "bias"))
        return (x - mean) * self.jax.lax.rsqrt(variance + 1e-5) * weight + bias

    def batch_norm(self, x: Any, name: str) -> Any:
        if self.training:
            mean, variance = (f(x, (0, 2, 3), keepdims=True) for f in (self.np.mean, self.np.var))
        else:
            mean, variance = (self.state[f"{name}.{which}"][:, None, None] for which in ("mean", "variance"))
        return self._normal(x, name, mean, variance, 2)

    def layer_norm(self, x: Any, name: str) -> Any:
        return self._normal(x, name, x.mean(-1, keepdims=True), x.var(-1, keepdims=True), 0)

    def attention(self, qkv: Any, heads: int) -> Any:
        batch, n, width = qkv.shape
        parts = qkv.reshape(batch, n, 3, heads, -1)
        q, k, v = (parts[:, :, i] for i in range(3))
        return self.jax.nn.dot_product_attention(q, k, v, is_causal=True).reshape(batch, n, width // 3)

    def embedding(self, x: Any, name: str) -> Any:
        return self.arrays[f"{name}.weight"][x]

    def cross_entropy(self, scores: Any, y: Any) -> Any:
        logs = self.jax.nn.log_softmax(scores)
        return -self.np.mean(self.np.take_along_axis(logs, y[..., None], axis=-1))


def lenet(f: Any, x: Any) -> Any:
    for name in ("layers.0", "layers.2"):
        x = f.pool(f.conv(x, name))
    x = f.relu(f.linear(x.reshape(x.shape[0], -1), "layers.5.weight", "layers.5.bias"))
    return f.linear(x, "layers.7.weight", "layers.7.bias")


def resnet(f: Any, x: Any) -> Any:
    """Of small images, with as many blocks as there are arrays of."""

    def normal(x: Any, name: str, at: int, stride: int = 1) -> Any:
        return f.batch_norm(f.conv(x, f"{name}layers.{at}", stride), f"{name}layers.{at + 1}")

    x, at = f.relu(normal(x, "", 0)), 3
    while f"layers.{at}.inner.layers.0.weight" in f.arrays:
        inner, beside = f"layers.{at}.inner.", f"layers.{at}.beside."
        wider = f"{beside}layers.0.weight" in f.arrays
        out = normal(f.relu(normal(x, inner, 0, 1 + wider)), inner, 3)
        x, at = f.relu(out + (normal(x, beside, 0, 2) if wider else x)), at + 1
    return f.linear(f.mean(x), f"layers.{at + 1}.weight", f"layers.{at + 1}.bias")


def gpt(f: Any, x: Any, heads: int) -> Any:
    """With as many blocks as there are arrays of."""
    h, at = f.embedding(x, "tokens") + f.arrays["positions.weight"][: x.shape[1]], 0
    while (name := f"blocks.{at}") and f"{name}.up.weight" in f.arrays:
        inner = f.linear(f.layer_norm(h, f"{name}.before"), f"{name}.attention.inner", f"{name}.attention.inner_bias")
        h = h + f.linear(f.attention(inner, heads), f"{name}.attention.outer", f"{name}.attention.outer_bias")
        up = f.gelu(f.linear(f.layer_norm(h, f"{name}.between"), f"{name}.up.weight", f"{name}.up.bias"))
        h, at = h + f.linear(up, f"{name}.down.weight", f"{name}.down.bias"), at + 1
    return f.layer_norm(h, "norm") @ f.arrays["tokens.weight"].T


def transposed(name: str) -> bool:
    """Whether torch has an array of two axes transposed."""
    return not name.startswith(("tokens", "positions"))
