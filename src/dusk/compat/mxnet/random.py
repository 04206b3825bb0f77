"""Random numbers, of NumPy's own stream."""

from __future__ import annotations

from typing import Any

import numpy as np

import dusk.numpy as dnp

__all__ = ["normal", "seed", "uniform"]


def seed(seed_state: int, ctx: Any = "all") -> None:
    """Begin the stream anew."""
    np.random.seed(seed_state)


def uniform(low: float = 0, high: float = 1, shape: Any = (1,), dtype: Any = None, **_: Any) -> Any:
    """Between low and high."""
    return dnp.array(np.random.uniform(low, high, shape), dtype=dtype or np.float32)


def normal(loc: float = 0, scale: float = 1, shape: Any = (1,), dtype: Any = None, **_: Any) -> Any:
    """Normally distributed."""
    return dnp.array(np.random.normal(loc, scale, shape), dtype=dtype or np.float32)
