"""Attention in several heads."""

from __future__ import annotations

from typing import Any

import numpy as np

from dusk import ops
from dusk.array import as_handle
from dusk.nn import functional
from dusk.nn.initialisers import Start, parameter
from dusk.nn.module import Module
from dusk.record import record


class MultiHeadAttention(Module):
    """Attention in `heads` parts of the features: queries `x[batch, n, features]` on keys and values (as given: of x
    itself) `[batch, m, features]` to `[batch, n, features]` (Vaswani and others 2017).

    `inner[features, 3 * features]` makes queries, keys and values, `outer[features, features]` the result, each plus
    its bias. A mask broadcasts to `[batch, heads, n, m]`: bools say which keys count, numbers are added to the scores.
    `causal`: each sees itself and what is before it.
    """

    inner: Any
    inner_bias: Any
    outer: Any
    outer_bias: Any

    def __init__(
        self,
        heads: int,
        *,
        causal: bool = False,
        bias: bool = True,
        initialise: Start = "glorot_uniform",
        dtype: Any = np.float32,
    ) -> None:
        self.heads, self.causal, self.with_bias = heads, causal, bias
        self.initialise, self.dtype = initialise, np.dtype(dtype)

    def build(self, x: Any, context: Any = None, mask: Any = None) -> None:
        shape = np.shape(x)
        if len(shape) != 3 or shape[-1] % self.heads:
            raise ValueError(f"attention with {self.heads} heads takes x[batch, n, features] whose features are a "
                             f"multiple of that, not an array of shape {shape}")  # fmt: skip
        n = shape[-1]
        self.inner = parameter(self.initialise, (n, 3 * n), n, 3 * n, self.dtype)
        self.outer = parameter(self.initialise, (n, n), n, n, self.dtype)
        if self.with_bias:
            self.inner_bias = parameter("zeros", (3 * n,), n, n, self.dtype)
            self.outer_bias = parameter("zeros", (n,), n, n, self.dtype)

    def forward(self, x: Any, context: Any = None, mask: Any = None) -> Any:
        x = functional.floating(x, self.dtype)
        n = x.shape[-1]
        if context is None:
            q, k, v = self._split(self._inside(x, 0, 3))
        else:
            context = functional.floating(context, self.dtype)
            (q,), (k, v) = self._split(self._inside(x, 0, 1)), self._split(self._inside(context, 1, 3))
        masks = () if mask is None else (as_handle(mask),)
        out = record(ops.attention, (q, k, v, *masks), {"causal": self.causal}, as_array=True)
        out = out.transpose(0, 2, 1, 3).reshape(x.shape[0], -1, n) @ self.outer
        return out + self.outer_bias if self.with_bias else out

    def _inside(self, x: Any, first: int, last: int) -> Any:
        """Queries, keys and values of x, those from `first` to before `last`, side by side."""
        n = x.shape[-1]
        whole = last - first == 3
        weight = self.inner if whole else self.inner[:, first * n : last * n]
        out = x @ weight
        if not self.with_bias:
            return out
        return out + (self.inner_bias if whole else self.inner_bias[first * n : last * n])

    def _split(self, x: Any) -> list[Any]:
        """Parts side by side as arrays [batch, heads, n, features of a head]."""
        parts = x.shape[-1] // self.outer.shape[0]
        x = x.reshape(x.shape[0], x.shape[1], parts, self.heads, -1)
        return [x[:, :, i].transpose(0, 2, 1, 3) for i in range(parts)]
