"""Small models as users write them, for what is claimed of any program's memory: functions, and arrays to call them on.

Every entry trains: it gives its loss, and writes its weights in place.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from random import Random
from typing import Any, NamedTuple

import dusk
import dusk.numpy as np

RATE = 0.01
Loss = Callable[..., Any]


class Model(NamedTuple):
    """A loss of (weights, batch...), and its shapes."""

    loss: Loss
    weights: list[tuple[int, ...]]
    data: list[tuple[int, ...]]

    def arrays(self, seed: int = 0) -> tuple[Any, ...]:
        """Weights and data to call `step` on."""
        np.random.seed(seed)
        weights = [np.random.uniform(-0.5, 0.5, size=s) for s in self.weights]
        return (weights, *(np.random.uniform(-1.0, 1.0, size=s) for s in self.data))

    def step(self, weights: Any, *data: Any) -> Any:
        """One step of gradient descent: the loss before it."""
        loss, gradients = dusk.value_and_grad(self.loss)(weights, *data)
        for w, g in zip(weights, gradients, strict=True):
            w -= RATE * g
        return loss


def mlp(layers: int = 12, width: int = 16, batch: int = 24) -> Model:
    def loss(weights: Any, x: Any, y: Any) -> Any:
        for w in weights:
            x = np.tanh(x @ w)
        return ((x - y) ** 2).mean()

    return Model(loss, [(width, width)] * layers, [(batch, width)] * 2)


def bottleneck(batch: int = 24) -> Model:
    """Layers of very different widths, with biases."""
    widths = [40, 8, 96, 16, 64, 4, 32]

    def loss(weights: Any, x: Any) -> Any:
        for w, b in zip(weights[::2], weights[1::2], strict=True):
            x = np.maximum(x @ w + b, 0.01 * x.mean())
        return (x * x).mean()

    shapes = [s for a, b in pairwise(widths) for s in ((a, b), (b,))]
    return Model(loss, shapes, [(batch, widths[0])])


def residual(blocks: int = 6, width: int = 16, batch: int = 24) -> Model:
    def loss(weights: Any, x: Any, y: Any) -> Any:
        for u, v in zip(weights[::2], weights[1::2], strict=True):
            h = (x - x.mean(axis=1, keepdims=True)) / (1.0 + x.std(axis=1, keepdims=True))
            x = x + np.maximum(h @ u, 0.0) @ v
        return ((x - y) ** 2).mean()

    return Model(loss, [(width, 2 * width), (2 * width, width)] * blocks, [(batch, width)] * 2)


def chain(blocks: int = 5, batch: int = 4, size: int = 12) -> Model:
    """Convolutions of three taps as products, halving what they run over while channels double."""
    channels = [4 * 2 ** (i // 2) for i in range(blocks + 1)]

    def loss(weights: Any, x: Any) -> Any:
        for i, w in enumerate(weights):
            taps = [x[:, k : x.shape[1] - 2 + k] @ w[k] for k in range(3)]
            x = np.maximum(taps[0] + taps[1] + taps[2], 0.0)
            if i % 2 and x.shape[1] % 2 == 0:
                x = 0.5 * (x[:, ::2] + x[:, 1::2])
        return (x**2).mean()

    shapes = [(3, a, b) for a, b in pairwise(channels)]
    return Model(loss, shapes, [(batch, 4 * size, channels[0])])


def recurrent(steps: int = 10, width: int = 12, batch: int = 8) -> Model:
    def loss(weights: Any, xs: Any) -> Any:
        u, w, b = weights
        h = np.zeros((batch, width))
        for t in range(steps):
            h = np.tanh(xs[t] @ u + h @ w + b)
        return (h * h).mean()

    return Model(loss, [(6, width), (width, width), (width,)], [(steps, batch, 6)])


def lstm(steps: int = 6, width: int = 8, batch: int = 8) -> Model:
    def loss(weights: Any, xs: Any, y: Any) -> Any:
        u, w, b = weights
        h = c = np.zeros((batch, width))
        for t in range(steps):
            gates = xs[t] @ u + h @ w + b
            i, f, o = (1.0 / (1.0 + np.exp(-gates[:, k * width : (k + 1) * width])) for k in range(3))
            c = f * c + i * np.tanh(gates[:, 3 * width :])
            h = o * np.tanh(c)
        return ((h - y) ** 2).sum()

    return Model(loss, [(5, 4 * width), (width, 4 * width), (4 * width,)], [(steps, batch, 5), (batch, width)])


def attention(blocks: int = 2, tokens: int = 10, width: int = 16, heads: int = 2) -> Model:
    def loss(weights: Any, x: Any) -> Any:
        for i in range(blocks):
            q, k, v, o, up, down = weights[6 * i : 6 * i + 6]
            split = [(x @ w).reshape(tokens, heads, width // heads).transpose(1, 0, 2) for w in (q, k, v)]
            scores = split[0] @ split[1].transpose(0, 2, 1) / 4.0
            scores = np.exp(scores - scores.max(axis=-1, keepdims=True))
            scores = scores / scores.sum(axis=-1, keepdims=True)
            x = x + (scores @ split[2]).transpose(1, 0, 2).reshape(tokens, width) @ o
            x = x + np.tanh(x @ up) @ down
        return (x * x).mean()

    block = [(width, width)] * 4 + [(width, 4 * width), (4 * width, width)]
    return Model(loss, block * blocks, [(tokens, width)])


def random_model(seed: int, size: int = 24) -> Model:
    """A graph that nobody designed: values of several widths that read any two of those before."""
    draw = Random(seed)
    widths = [4, 12, 32]
    plan = [(draw.randrange(3), draw.random(), draw.random(), draw.randrange(4)) for _ in range(size)]

    def loss(weights: Any, x: Any) -> Any:
        made = {k: [np.tanh(x @ weights[3 * k])] for k in range(3)}
        of = [0]
        for to, first, second, kind in plan:
            a_of = of[int(first * len(of))]
            a = made[a_of][int(second * len(made[a_of]))]
            new = np.tanh(a @ weights[9 + 3 * a_of + to])
            b = made[to][int(first * len(made[to]))]
            made[to].append((new + b, new * b, np.maximum(new, b), new - b.mean(axis=0))[kind])
            of.append(to)
        return sum(((m[-1] ** 2).mean() for m in made.values()), 0.0)

    first = [(8, widths[k]) for k in range(3) for _ in range(3)]
    return Model(loss, first + [(widths[a], widths[b]) for a in range(3) for b in range(3)], [(20, 8)])


ZOO: dict[str, Model] = {
    "mlp": mlp(),
    "wide mlp": mlp(4, 64, 8),
    "bottleneck": bottleneck(),
    "residual": residual(),
    "chain": chain(),
    "recurrent": recurrent(),
    "lstm": lstm(),
    "attention": attention(),
    **{f"random {seed}": random_model(seed) for seed in range(6)},
}
