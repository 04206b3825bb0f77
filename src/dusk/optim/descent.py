"""Optimisers that follow the gradient, or its sign, with momentum: SGD, Lion."""

from __future__ import annotations

from typing import Any, Unpack

import numpy as np

from dusk.optim.cells import like, where
from dusk.optim.optimiser import Optimiser, Options, State, decayed
from dusk.optim.schedules import Schedule


class SGD(Optimiser):
    """Stochastic gradient descent, with momentum and its form by Nesterov.

    With `g` the gradient plus `weight_decay` times the parameter: `m = momentum * m + (1 - dampening) * g` (at the
    first update `m = g`), and the parameter loses `rate` times `m`, with `nesterov` times `g + momentum * m`.

    Source: Sutskever, Martens, Dahl, Hinton, "On the importance of initialization and momentum in deep learning"
    (2013), with the rate outside of the momentum, as PyTorch has it.

    >>> import dusk, dusk.numpy as np
    >>> w, optimiser = np.array([1.0, 2.0]), SGD(rate=0.1)
    >>> optimiser.update([w], [dusk.grad(lambda w: (w * w).sum())(w)])
    >>> w
    array([0.8, 1.6])
    """

    def __init__(
        self,
        rate: float | Schedule = 1e-2,
        momentum: float = 0.0,
        dampening: float = 0.0,
        nesterov: bool = False,
        weight_decay: float = 0.0,
        **options: Unpack[Options],
    ) -> None:
        super().__init__(rate, {"momentum": 0.0} if momentum else {}, **options)
        if nesterov and (momentum <= 0 or dampening != 0):
            raise ValueError(
                f"Nesterov's form needs a momentum and no dampening, not momentum={momentum} and dampening={dampening}"
            )
        self.momentum, self.dampening, self.nesterov, self.weight_decay = momentum, dampening, nesterov, weight_decay

    def rule(self, parameter: Any, gradient: Any, state: State, rate: Any, step: Any) -> tuple[Any, State]:
        gradient = decayed(gradient, parameter, self.weight_decay)
        rate = like(rate, parameter)
        if not self.momentum:
            return parameter - rate * gradient, {}
        kept = self.momentum * state["momentum"]
        new = kept + (1.0 - self.dampening) * gradient
        if self.dampening:
            new = where(step == 1, kept + gradient, new)
        way = gradient + self.momentum * new if self.nesterov else new
        return parameter - rate * way, {"momentum": new}


class Lion(Optimiser):
    """The sign of a mean of gradients: `w -= rate * (sign(b1 * m + (1 - b1) * g) + weight_decay * w)`, and then
    `m = b2 * m + (1 - b2) * g`.

    Source: Chen et al., "Symbolic Discovery of Optimization Algorithms" (2023), algorithm 2.
    """

    def __init__(
        self,
        rate: float | Schedule = 1e-4,
        betas: tuple[float, float] = (0.9, 0.99),
        weight_decay: float = 0.0,
        **options: Unpack[Options],
    ) -> None:
        super().__init__(rate, {"mean": 0.0}, **options)
        self.betas, self.weight_decay = betas, weight_decay

    def rule(self, parameter: Any, gradient: Any, state: State, rate: Any, step: Any) -> tuple[Any, State]:
        first, second = self.betas
        mean = state["mean"]
        way = np.sign(first * mean + (1.0 - first) * gradient)
        new = parameter - like(rate, parameter) * decayed(way, parameter, self.weight_decay)
        return new, {"mean": second * mean + (1.0 - second) * gradient}


def carried(before: Any, gradient: Any, rate: Any, momentum: float, nesterov: bool = False) -> tuple[Any, Any]:
    """A step that takes on a part of the one before, `momentum * before + rate * gradient`, and the way that it goes:
    its own length, with `nesterov` `(1 + momentum) * step - momentum * before`.

    The rate is inside of the momentum (that of `SGD` is outside): one that falls does not shorten the steps before.
    """
    step = momentum * before + rate * gradient
    return step, (1.0 + momentum) * step - momentum * before if nesterov else step
