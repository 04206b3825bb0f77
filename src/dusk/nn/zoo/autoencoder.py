"""Variational autoencoder (Kingma and Welling 2013)."""

from __future__ import annotations

import math
from typing import Any

from dusk import random
from dusk.array import as_handle
from dusk.nn.functional import binary_cross_entropy, relu, sigmoid
from dusk.nn.initialisers import key
from dusk.nn.layers import Linear, Sequential
from dusk.nn.module import Module
from dusk.numpy import exp


class VAE(Module):
    """Images `x[batch, ...]` between 0 and 1 to scores `[batch, ...]` of the same, through `latent` numbers that are
    drawn: `model(x)` gives the scores, the means and the logarithms of variances `[batch, latent]`."""

    state = ("key",)

    def __init__(self, latent: int = 20, hidden: int = 400) -> None:
        self.latent, self.key = latent, key()
        self.encoder = Sequential(Linear(hidden), relu)
        self.mean, self.spread = Linear(latent), Linear(latent)
        self.inner = Sequential(Linear(hidden), relu)

    def build(self, x: Any) -> None:
        self.outer = Linear(math.prod(x.shape[1:]))

    def forward(self, x: Any) -> Any:
        x = as_handle(x)
        h = self.encoder(x.reshape(x.shape[0], -1))
        mean, spread = self.mean(h), self.spread(h)
        z = mean
        if self.training:
            now, after = random.split(self.key)
            self.key[...] = after
            z = mean + exp(spread / 2) * random.normal(now, mean.shape, dtype=mean.dtype)
        return self.outer(self.inner(z)).reshape(x.shape), mean, spread

    def loss(self, x: Any) -> Any:
        """The evidence's lower bound, negative, a sample: what scores say of x, plus how far z is from normal."""
        scores, mean, spread = self(x)
        seen = binary_cross_entropy(scores, x, reduction="sum")
        return (seen - 0.5 * (1 + spread - mean**2 - exp(spread)).sum()) / scores.shape[0]

    def decode(self, z: Any) -> Any:
        """Images `[batch, pixels]` of `z[batch, latent]`."""
        return sigmoid(self.outer(self.inner(z)))
