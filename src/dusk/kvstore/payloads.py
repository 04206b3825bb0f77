"""What gradients travel as: arrays, some rows of arrays, or two bits a number with what is lost fed back."""

from __future__ import annotations

from typing import Any, cast

import numpy as np

from dusk.kvstore.messages import Payload, Rows, TwoBit
from dusk.ops.convert import wide

Array = np.ndarray[Any, Any]

_OF_BYTE = (np.arange(256)[:, None] >> np.array([0, 2, 4, 6])) & 3
"""The four codes in each byte: 0, 1 for the threshold, 2 for its negative."""


def decoded(payload: Payload, like: Array, check: bool = False) -> Array:
    """A contribution to a block `like[rows, ...]` as an array of its shape, in the dtype that sums are made in.

    With `check` only a look at shapes and dtypes: ValueError says what does not fit.
    """
    dtype = wide(like.dtype)
    if isinstance(payload, TwoBit):
        if payload.size != like.size or len(payload.words) != -(-like.size // 4):
            raise ValueError(f"a contribution of {payload.size} numbers does not fit a block of {like.size}")
        if check:
            return like
        table = np.array([0.0, payload.threshold, -payload.threshold, 0.0], dtype)[_OF_BYTE]
        return table[payload.words].reshape(-1)[: like.size].reshape(like.shape)
    if isinstance(payload, Rows):
        values, at = payload.values, payload.at
        if payload.count != len(like) or values.shape != (len(at), *like.shape[1:]):
            raise ValueError(f"rows of shape {values.shape}, of {payload.count}, do not fit a block of {like.shape}")
        if len(at) and not 0 <= int(at.min()) <= int(at.max()) < len(like):
            raise ValueError(f"rows {int(at.min())} to {int(at.max())} are not all there: the block has {len(like)}")
        if check:
            return like
        total = np.zeros(like.shape, dtype)
        np.add.at(total, at, values)
        return total
    if payload.shape != like.shape or payload.dtype not in (like.dtype, dtype):
        raise ValueError(
            f"a contribution of {payload.dtype.name}{list(payload.shape)} does not fit a block of "
            f"{like.dtype.name}{list(like.shape)}"
        )
    return payload if payload.dtype == dtype else payload.astype(dtype)


def add_to(total: Array, payload: Payload) -> None:
    """Add another contribution to a sum, in place."""
    if isinstance(payload, Rows):
        np.add.at(total, payload.at, payload.values)
    else:
        total += decoded(payload, total)


def is_finite(payload: Payload) -> bool:
    """Whether a contribution has neither NaN nor infinity in it."""
    if isinstance(payload, TwoBit):
        return True
    values = payload.values if isinstance(payload, Rows) else payload
    return values.dtype.kind not in "fcV" or bool(np.isfinite(values).all())


class Compression:
    """Two bits a number: what rounds to neither 0 nor plus or minus `threshold` is kept, and added next time.

    Source: Seide et al., "1-Bit Stochastic Gradient Descent and its Application to Data-Parallel Distributed Training
    of Speech DNNs" (2014), for the feedback of errors; three values as in MXNet's `set_gradient_compression`.

    >>> import numpy as np
    >>> kept = Compression(0.5)
    >>> [decoded(kept.encoded("w", np.array([0.3, -0.7])), np.zeros(2)).tolist() for _ in range(2)]
    [[0.0, -0.5], [0.5, -0.5]]
    """

    def __init__(self, threshold: float = 0.5) -> None:
        if not 0 < threshold < np.inf:
            raise ValueError(f"the threshold of a compression is a positive number, not {threshold}")
        self.threshold = float(threshold)
        self.residuals: dict[str, Array] = {}

    def encoded(self, name: str, gradient: Array) -> TwoBit:
        """A gradient as two bits a number; what that loses is kept under this name."""
        dtype = wide(gradient.dtype)
        left = gradient.reshape(-1).astype(dtype)
        if name in self.residuals:
            left += self.residuals[name]
        codes = np.zeros(-(-left.size // 4) * 4, np.uint8)
        codes[: left.size] = (left >= self.threshold) + 2 * (left <= -self.threshold).astype(np.uint8)
        signs = cast("Array", np.array([0, self.threshold, -self.threshold, 0], dtype))
        left -= signs[codes[: left.size]]
        self.residuals[name] = left
        words = codes.reshape(-1, 4) @ np.array([1, 4, 16, 64], np.uint8)
        return TwoBit(words.astype(np.uint8), left.size, self.threshold, gradient.dtype.name)
