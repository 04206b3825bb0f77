"""Losses in float16: scaled up, so that small gradients do not vanish, and steps without numbers left out."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from typing import Any

import numpy as np

from dusk.optim.cells import cell, like, where, widened
from dusk.tree import Attributes


class LossScale(Attributes):
    """A factor for the loss, by which an optimiser (`scale=`) divides the gradients.

    Where a gradient is not finite the update is left out and the factor multiplied with `backoff`; after `interval`
    updates without that it is multiplied with `growth`.

    Source: Micikevicius et al., "Mixed Precision Training" (2018), section 3.2.

    >>> scale = LossScale(8.0)
    >>> float(scale(0.5))
    4.0
    """

    def __init__(
        self, initial: float = 2.0**15, growth: float = 2.0, backoff: float = 0.5, interval: int = 2000
    ) -> None:
        self.factor, self.good = cell(np.float32(initial)), cell(np.int64(0))
        self.growth, self.backoff, self.interval = growth, backoff, interval

    def __call__(self, loss: Any) -> Any:
        """A loss (any array, or number) times the factor, in float32 or more."""
        return (widened(loss) if hasattr(loss, "dtype") else loss) * like(self.factor, self.factor)

    def divide(self, gradients: Mapping[str, Any]) -> tuple[dict[str, Any], Any]:
        """The gradients of the loss that was given, and whether all of them are finite; the factor is adapted."""
        found = {name: g * like(1.0 / self.factor, g) for name, g in gradients.items()}
        finite = functools.reduce(np.logical_and, [np.isfinite(g).all() for g in found.values()])
        good = where(finite, self.good + 1, 0)
        grown = where(good >= self.interval, self.factor * self.growth, self.factor)
        self.factor[...] = where(finite, grown, self.factor * self.backoff)
        self.good[...] = where(good >= self.interval, 0, good)
        return found, finite

    def state_dict(self) -> dict[str, Any]:
        """The factor, and how many updates went well since it changed."""
        return {"factor": float(self.factor), "good": int(self.good)}

    def load_state_dict(self, saved: Mapping[str, Any]) -> None:
        """Go on from what `state_dict` gave."""
        self.factor, self.good = cell(np.float32(saved["factor"])), cell(np.int64(saved["good"]))
