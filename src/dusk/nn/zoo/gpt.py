"""A generative transformer (Radford and others 2019)."""

from __future__ import annotations

from typing import Any

import numpy as np

from dusk import random
from dusk.array import as_handle
from dusk.nn.attention import MultiHeadAttention
from dusk.nn.functional import gelu, softmax
from dusk.nn.initialisers import key, normal
from dusk.nn.layers import Dropout, Embedding, Linear
from dusk.nn.module import Module
from dusk.nn.norms import LayerNorm
from dusk.numpy import arange, concatenate


class Block(Module):
    """Attention, then two layers for each token, each added to what came in: `x[batch, tokens, features]` to the
    same."""

    def __init__(self, features: int, heads: int, dropout: float, start: Any) -> None:
        self.before = LayerNorm()
        self.attention = MultiHeadAttention(heads, causal=True, initialise=start)
        self.between = LayerNorm()
        self.up = Linear(4 * features, initialise=start)
        self.down = Linear(features, initialise=start)
        self.dropout = Dropout(dropout)

    def forward(self, x: Any) -> Any:
        x = x + self.dropout(self.attention(self.before(x)))
        return x + self.dropout(self.down(gelu(self.up(self.between(x)), approximate=True)))


class GPT(Module):
    """Tokens `x[batch, n]` (integers below `vocabulary`, n up to `context`) to scores `[batch, n, vocabulary]` of the
    tokens after each of them.

    As it stands, with a vocabulary of 50257: GPT-2 small, of 124 million parameters. The scores' weights are those of
    the tokens (Press and Wolf 2016).

    >>> import dusk.numpy as np
    >>> from dusk.nn import zoo
    >>> model = zoo.GPT(65, context=32, features=64, heads=4, layers=2)
    >>> model(np.zeros((2, 16), int)).shape
    (2, 16, 65)
    """

    def __init__(
        self,
        vocabulary: int = 50257,
        *,
        context: int = 1024,
        features: int = 768,
        heads: int = 12,
        layers: int = 12,
        dropout: float = 0.0,
    ) -> None:
        start = normal(0.02)
        self.context = context
        self.tokens = Embedding(vocabulary, features, initialise=start)
        self.positions = Embedding(context, features, initialise=start)
        self.dropout = Dropout(dropout)
        self.blocks = [Block(features, heads, dropout, start) for _ in range(layers)]
        self.norm = LayerNorm()

    def forward(self, x: Any) -> Any:
        x = as_handle(x)
        if x.shape[1] > self.context:
            raise ValueError(f"{x.shape[1]} tokens for a model of a context of {self.context}")
        h = self.dropout(self.tokens(x) + self.positions(arange(x.shape[1])))
        for block in self.blocks:
            h = block(h)
        return self.norm(h) @ self.tokens.weight.T

    def generate(self, x: Any, count: int, temperature: float = 1.0, seed: Any = None) -> Any:
        """`count` more tokens after `x[batch, n]`, drawn one after the other by softmax(scores / temperature) (0: those
        of the largest score); `seed`: a key of `dusk.random`."""
        x, seed = as_handle(x), key() if seed is None else seed
        for _ in range(count):
            scores = self(x[:, -self.context :])[:, -1]
            if temperature:
                now, seed = random.split(seed)
                shares = softmax(scores / temperature).cumsum(-1)
                drawn = random.uniform(now, (x.shape[0], 1), dtype=np.float32) * shares[:, -1:]
                chosen = (shares < drawn).sum(-1)
            else:
                chosen = scores.argmax(-1)
            x = concatenate([x, chosen[:, None].astype(x.dtype)], axis=1)
        return x
