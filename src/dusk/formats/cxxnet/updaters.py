"""cxxnet's updaters: how a weight follows its gradient, by settings for all, for a layer, or for a tag (`bias:wd`).

Rates follow their schedule by the number of updates. As cxxnet does it, momentum is at most `final_momentum` (0.9), a
rate at least `lr:minimum_lr` (1e-5), and where gradients are clipped what is not a number is 0.
"""

from __future__ import annotations

import math
from typing import Any

import dusk.numpy as np
from dusk.errors import FormatError
from dusk.formats.cxxnet.net import Weight
from dusk.optim.descent import carried

_DEFAULTS = {
    "lr": 0.01, "wd": 0.0, "momentum": 0.9, "final_momentum": 0.9, "clip_gradient": 0.0, "lr:gamma": 0.5,
    "lr:alpha": 0.5, "lr:step": 1.0, "lr:factor": 0.1, "lr:minimum_lr": 1e-5, "lr:start_epoch": 0.0, "beta1": 0.1,
    "beta2": 0.001,
}  # fmt: skip
_SCHEDULES = ("constant", "expdecay", "polydecay", "factor")
UPDATERS = ("sgd", "nag", "adam")


class Updater:
    """What is done with one weight: its settings, and what it remembers.

    FormatError: a setting is not what it should be.
    """

    def __init__(self, weight: Weight) -> None:
        self.kind = weight.settings.get("updater", "sgd")
        if self.kind not in UPDATERS:
            raise FormatError(f"updater is {', '.join(UPDATERS)}, not {self.kind[:40]!r}")
        self.numbers = dict(_DEFAULTS)
        self.schedule = "constant"
        for name, value in weight.settings.items():
            self._set(name.removeprefix(weight.tag + ":"), value)
        self.memory: list[Any] = []

    def _set(self, name: str, value: str) -> None:
        if name == "eta" or name.startswith("eta:"):
            name = "lr" + name[3:]
        if name == "lr:schedule":
            if value not in _SCHEDULES:
                raise FormatError(f"lr:schedule is {', '.join(_SCHEDULES)}, not {value[:40]!r}")
            self.schedule = value
        elif name in self.numbers:
            try:
                self.numbers[name] = float(value)
            except ValueError:
                raise FormatError(f"{name} is a number, not {value[:40]!r}") from None
            if name == "lr:step" and self.numbers[name] < 1:
                raise FormatError(f"lr:step is 1 or more, not {value[:40]}")

    def rate(self, update: int) -> float:
        """The learning rate of an update, from 0 on."""
        n = self.numbers
        base, steps = n["lr"], update // int(n["lr:step"])
        if update < n["lr:start_epoch"]:
            return base
        match self.schedule:
            case "expdecay":
                found = base * n["lr:gamma"] ** (update / n["lr:step"])
            case "polydecay":
                found = base * (1 + steps * n["lr:gamma"]) ** -n["lr:alpha"]
            case "factor":
                found = base * n["lr:factor"] ** steps
            case _:
                found = base
        return max(found, n["lr:minimum_lr"])

    def __call__(self, weight: Any, gradient: Any, update: int) -> Any:
        """The weight after an update."""
        n = self.numbers
        momentum, rate = min(n["momentum"], n["final_momentum"]), self.rate(update)
        if n["clip_gradient"] and self.kind == "sgd":
            bound = n["clip_gradient"]
            gradient = np.clip(np.where(np.isnan(gradient), 0, gradient), -bound, bound)
        gradient = gradient + n["wd"] * weight
        if not self.memory:
            self.memory = [np.zeros_like(weight) for _ in range(2 if self.kind == "adam" else 1)]
        if self.kind == "adam":
            first, second = n["beta1"], n["beta2"]
            mean, square = self.memory
            mean, square = mean + first * (gradient - mean), square + second * (gradient * gradient - square)
            self.memory = [mean, square]
            fixed = n["lr"] * math.sqrt(1 - (1 - second) ** (update + 1)) / (1 - (1 - first) ** (update + 1))
            return weight - fixed * (mean / (np.sqrt(square) + 1e-8))
        (old,) = self.memory
        new, way = carried(old, gradient, -rate, momentum, nesterov=self.kind == "nag")
        self.memory = [new]
        return weight + way
