"""Learning rates by the number of updates."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

__all__ = ["CosineScheduler", "FactorScheduler", "LRScheduler", "MultiFactorScheduler", "PolyScheduler"]


class LRScheduler:
    """Base of the schedules: `rate(n)` for the n-th update, after `warmup_steps` in which it rises from
    `warmup_begin_lr`."""

    def __init__(
        self, base_lr: float = 0.01, warmup_steps: int = 0, warmup_begin_lr: float = 0.0, warmup_mode: str = "linear"
    ) -> None:
        self.base_lr, self.warmup_steps, self.warmup_begin_lr = base_lr, warmup_steps, warmup_begin_lr
        self.warmup_mode = warmup_mode

    def __call__(self, num_update: int) -> float:
        if num_update < self.warmup_steps:
            if self.warmup_mode == "constant":
                return self.warmup_begin_lr
            share = num_update / self.warmup_steps
            return self.warmup_begin_lr + (self.base_lr - self.warmup_begin_lr) * share
        return self.rate(num_update)

    def rate(self, num_update: int) -> float:
        """The rate of an update after the warm-up."""
        raise NotImplementedError


class FactorScheduler(LRScheduler):
    """base_lr * factor ** (how often `step` updates have passed), no less than stop_factor_lr."""

    def __init__(
        self, step: int, factor: float = 1.0, stop_factor_lr: float = 1e-8, base_lr: float = 0.01, **more: Any
    ):
        super().__init__(base_lr, **more)
        if step < 1 or factor > 1.0:
            raise ValueError(f"a step is at least 1 and a factor at most 1, not {step} and {factor}")
        self.step, self.factor, self.stop_factor_lr = step, factor, stop_factor_lr

    def rate(self, num_update: int) -> float:
        times = max(0, (num_update - 1) // self.step)
        return max(self.base_lr * self.factor**times, self.stop_factor_lr)


class MultiFactorScheduler(LRScheduler):
    """base_lr times factor for each of the numbers of updates in `step` that have passed."""

    def __init__(self, step: Sequence[int], factor: float = 1.0, base_lr: float = 0.01, **more: Any) -> None:
        super().__init__(base_lr, **more)
        if sorted(set(step)) != list(step) or not step or step[0] < 1:
            raise ValueError(f"steps are numbers of updates that grow, not {step}")
        self.step, self.factor = list(step), factor

    def rate(self, num_update: int) -> float:
        return self.base_lr * self.factor ** sum(num_update > at for at in self.step)


class PolyScheduler(LRScheduler):
    """From base_lr to final_lr as a power of what is left of max_update."""

    def __init__(
        self, max_update: int, base_lr: float = 0.01, pwr: float = 2, final_lr: float = 0.0, **more: Any
    ) -> None:
        super().__init__(base_lr, **more)
        self.max_update, self.pwr, self.final_lr = max_update, pwr, final_lr

    def rate(self, num_update: int) -> float:
        return self.final_lr + (self.base_lr - self.final_lr) * (1 - self.passed(num_update)) ** self.pwr

    def passed(self, num_update: int) -> float:
        """The share of all updates after the warm-up that has passed."""
        return min(1.0, (num_update - self.warmup_steps) / max(1, self.max_update - self.warmup_steps))


class CosineScheduler(PolyScheduler):
    """From base_lr to final_lr along half a cosine."""

    def __init__(self, max_update: int, base_lr: float = 0.01, final_lr: float = 0.0, **more: Any) -> None:
        super().__init__(max_update, base_lr, 1.0, final_lr, **more)

    def rate(self, num_update: int) -> float:
        return self.final_lr + (self.base_lr - self.final_lr) * (1 + math.cos(math.pi * self.passed(num_update))) / 2
