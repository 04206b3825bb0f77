"""Optimisers that divide by the root of squares gathered so far: AdaGrad, RMSProp, AdaDelta, Ftrl."""

from __future__ import annotations

from typing import Any, Unpack

import numpy as np

from dusk.optim.cells import like
from dusk.optim.optimiser import Optimiser, Options, State, decayed
from dusk.optim.schedules import Schedule


class AdaGrad(Optimiser):
    """Steps divided by the root of the sum of all squares: `s += g**2`, `w -= rate * g / (sqrt(s) + eps)`.

    `initial` is what the sums begin with.

    Source: Duchi, Hazan, Singer, "Adaptive Subgradient Methods for Online Learning and Stochastic Optimization" (2011).
    """

    def __init__(
        self,
        rate: float | Schedule = 1e-2,
        eps: float = 1e-10,
        weight_decay: float = 0.0,
        initial: float = 0.0,
        **options: Unpack[Options],
    ) -> None:
        super().__init__(rate, {"sum": initial}, **options)
        self.eps, self.weight_decay = eps, weight_decay

    def rule(self, parameter: Any, gradient: Any, state: State, rate: Any, step: Any) -> tuple[Any, State]:
        gradient = decayed(gradient, parameter, self.weight_decay)
        total = state["sum"] + gradient * gradient
        return parameter - like(rate, parameter) * (gradient / (np.sqrt(total) + self.eps)), {"sum": total}


class RMSProp(Optimiser):
    """Steps divided by the root of the running mean of squares, `v = decay * v + (1 - decay) * g**2`.

    `centred` subtracts the square of the running mean from `v` below the root, to which `eps` is added; with `momentum`
    what is gone is `b = momentum * b + g / root`, times the rate.

    Source: Tieleman, Hinton, "Lecture 6.5: rmsprop" (2012); centred as in Graves, "Generating Sequences With Recurrent
    Neural Networks" (2013), equations 38 to 41, with `eps` outside of the root, as PyTorch has it.
    """

    def __init__(
        self,
        rate: float | Schedule = 1e-2,
        decay: float = 0.99,
        eps: float = 1e-8,
        weight_decay: float = 0.0,
        momentum: float = 0.0,
        centred: bool = False,
        **options: Unpack[Options],
    ) -> None:
        kept = {"square": True, "mean": centred, "momentum": momentum != 0}
        super().__init__(rate, {slot: 0.0 for slot, needed in kept.items() if needed}, **options)
        self.decay, self.eps, self.weight_decay, self.momentum, self.centred = (
            decay,
            eps,
            weight_decay,
            momentum,
            centred,
        )

    def rule(self, parameter: Any, gradient: Any, state: State, rate: Any, step: Any) -> tuple[Any, State]:
        gradient = decayed(gradient, parameter, self.weight_decay)
        new = {"square": self.decay * state["square"] + (1.0 - self.decay) * gradient * gradient}
        spread = new["square"]
        if self.centred:
            new["mean"] = self.decay * state["mean"] + (1.0 - self.decay) * gradient
            spread = spread - new["mean"] * new["mean"]
        way = gradient / (np.sqrt(spread) + self.eps)
        if self.momentum:
            way = new["momentum"] = self.momentum * state["momentum"] + way
        return parameter - like(rate, parameter) * way, new


class AdaDelta(Optimiser):
    """Steps in the parameter's own units: `d = sqrt(u + eps) / sqrt(v + eps) * g`, with the running means `v` of `g**2`
    and `u` of `d**2`; the parameter loses `rate * d`.

    Source: Zeiler, "ADADELTA: An Adaptive Learning Rate Method" (2012), algorithm 1.
    """

    def __init__(
        self,
        rate: float | Schedule = 1.0,
        decay: float = 0.9,
        eps: float = 1e-6,
        weight_decay: float = 0.0,
        **options: Unpack[Options],
    ) -> None:
        super().__init__(rate, {"square": 0.0, "moved": 0.0}, **options)
        self.decay, self.eps, self.weight_decay = decay, eps, weight_decay

    def rule(self, parameter: Any, gradient: Any, state: State, rate: Any, step: Any) -> tuple[Any, State]:
        gradient = decayed(gradient, parameter, self.weight_decay)
        square = self.decay * state["square"] + (1.0 - self.decay) * gradient * gradient
        way = np.sqrt(state["moved"] + self.eps) / np.sqrt(square + self.eps) * gradient
        moved = self.decay * state["moved"] + (1.0 - self.decay) * way * way
        return parameter - like(rate, parameter) * way, {"square": square, "moved": moved}


class Ftrl(Optimiser):
    """Follow the regularised leader: `n += g**2`, `z += g - (sqrt(n) - sqrt(n before)) / rate * w`, and then
    `w = -(z - sign(z) * l1) / ((beta + sqrt(n)) / rate + l2)`, or 0 where `|z| <= l1`.

    The parameter's value before the first update counts for that step only.

    Source: McMahan et al., "Ad Click Prediction: a View from the Trenches" (2013), algorithm 1.
    """

    def __init__(
        self,
        rate: float | Schedule = 0.1,
        beta: float = 1.0,
        l1: float = 0.0,
        l2: float = 0.0,
        **options: Unpack[Options],
    ) -> None:
        super().__init__(rate, {"sum": 0.0, "pull": 0.0}, **options)
        self.beta, self.l1, self.l2 = beta, l1, l2

    def rule(self, parameter: Any, gradient: Any, state: State, rate: Any, step: Any) -> tuple[Any, State]:
        rate = like(rate, parameter)
        total = state["sum"] + gradient * gradient
        root = np.sqrt(total)
        pull = state["pull"] + gradient - (root - np.sqrt(state["sum"])) / rate * parameter
        rest = np.sign(pull) * np.maximum(abs(pull) - self.l1, 0.0)
        return -rest / ((self.beta + root) / rate + self.l2), {"sum": total, "pull": pull}
