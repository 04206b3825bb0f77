"""Optimisers by the moments of the gradients: Adam, AdamW, Adamax, LAMB."""

from __future__ import annotations

from typing import Any, Unpack

import numpy as np

from dusk.optim.cells import like, where
from dusk.optim.optimiser import Optimiser, Options, State, decayed
from dusk.optim.schedules import Schedule


class Adam(Optimiser):
    """Steps by running means of the gradient and of its square, both without their bias to 0.

    `m = b1 * m + (1 - b1) * g` and `v = b2 * v + (1 - b2) * g**2`; the parameter loses
    `rate * (m / (1 - b1**step)) / (sqrt(v / (1 - b2**step)) + eps)`, where `g` is the gradient plus `weight_decay`
    times the parameter.

    Source: Kingma, Ba, "Adam: A Method for Stochastic Optimization" (2015), algorithm 1.

    >>> import dusk, dusk.numpy as np
    >>> params, optimiser = {"w": np.array([1.0, -2.0])}, Adam(rate=0.1)
    >>> for _ in range(100):
    ...     loss, gradients = dusk.value_and_grad(lambda p: (p["w"] ** 2).sum())(params)
    ...     optimiser.update(params, gradients)
    >>> bool(loss < 1e-2)
    True
    """

    decoupled = False

    def __init__(
        self,
        rate: float | Schedule = 1e-3,
        betas: tuple[float, float] = (0.9, 0.999),
        eps: float = 1e-8,
        weight_decay: float = 0.0,
        **options: Unpack[Options],
    ) -> None:
        super().__init__(rate, {"mean": 0.0, "square": 0.0}, **options)
        self.betas, self.eps, self.weight_decay = betas, eps, weight_decay

    def rule(self, parameter: Any, gradient: Any, state: State, rate: Any, step: Any) -> tuple[Any, State]:
        first, second = self.betas
        if self.decoupled:
            parameter = shrunk(parameter, rate, self.weight_decay)
        else:
            gradient = decayed(gradient, parameter, self.weight_decay)
        new = moments(state, gradient, self.betas)
        root = (1.0 - second**step) ** 0.5  # eps is scaled by it, so that the square needs no division
        size = like(rate * root / (1.0 - first**step), parameter)
        way = new["mean"] / (np.sqrt(new["square"]) + like(self.eps * root, parameter))
        return parameter - size * way, new


class AdamW(Adam):
    """Adam, with a weight decay that is no part of the gradient: first `w -= rate * weight_decay * w`.

    Source: Loshchilov, Hutter, "Decoupled Weight Decay Regularization" (2019), algorithm 2, with the rate as a factor
    of the decay, as PyTorch has it.
    """

    decoupled = True

    def __init__(
        self,
        rate: float | Schedule = 1e-3,
        betas: tuple[float, float] = (0.9, 0.999),
        eps: float = 1e-8,
        weight_decay: float = 1e-2,
        **options: Unpack[Options],
    ) -> None:
        super().__init__(rate, betas, eps, weight_decay, **options)


class Adamax(Optimiser):
    """Adam with the running maximum of the gradient's size: `u = max(b2 * u, |g| + eps)`, and
    `w -= rate / (1 - b1**step) * m / u`.

    Source: Kingma, Ba, "Adam: A Method for Stochastic Optimization" (2015), algorithm 2; `eps` as in PyTorch.
    """

    def __init__(
        self,
        rate: float | Schedule = 2e-3,
        betas: tuple[float, float] = (0.9, 0.999),
        eps: float = 1e-8,
        weight_decay: float = 0.0,
        **options: Unpack[Options],
    ) -> None:
        super().__init__(rate, {"mean": 0.0, "largest": 0.0}, **options)
        self.betas, self.eps, self.weight_decay = betas, eps, weight_decay

    def rule(self, parameter: Any, gradient: Any, state: State, rate: Any, step: Any) -> tuple[Any, State]:
        first, second = self.betas
        gradient = decayed(gradient, parameter, self.weight_decay)
        mean = first * state["mean"] + (1.0 - first) * gradient
        largest = np.maximum(second * state["largest"], abs(gradient) + self.eps)
        size = like(rate / (1.0 - first**step), parameter)
        return parameter - size * (mean / largest), {"mean": mean, "largest": largest}


class LAMB(Adam):
    """Adam's step with `weight_decay` times the parameter, scaled in each array to the parameter's own norm.

    Where one of the norms is 0 the step is taken as it is.

    Source: You et al., "Large Batch Optimization for Deep Learning: Training BERT in 76 minutes" (2020), algorithm 2,
    with the norm itself for its function phi.
    """

    def __init__(
        self,
        rate: float | Schedule = 1e-3,
        betas: tuple[float, float] = (0.9, 0.999),
        eps: float = 1e-6,
        weight_decay: float = 0.0,
        **options: Unpack[Options],
    ) -> None:
        super().__init__(rate, betas, eps, weight_decay, **options)

    def rule(self, parameter: Any, gradient: Any, state: State, rate: Any, step: Any) -> tuple[Any, State]:
        first, second = self.betas
        new = moments(state, gradient, self.betas)
        mean = new["mean"] / like(1.0 - first**step, parameter)
        square = new["square"] / like(1.0 - second**step, parameter)
        way = decayed(mean / (np.sqrt(square) + self.eps), parameter, self.weight_decay)
        own, length = np.sqrt((parameter * parameter).sum()), np.sqrt((way * way).sum())
        fits = np.logical_and(own > 0, length > 0)
        trust = where(fits, own / where(fits, length, like(1.0, length)), like(1.0, length))
        return parameter - like(rate, parameter) * trust * way, new


def moments(state: State, gradient: Any, betas: tuple[float, float]) -> State:
    """The running means of the gradient and of its square."""
    first, second = betas
    return {
        "mean": first * state["mean"] + (1.0 - first) * gradient,
        "square": second * state["square"] + (1.0 - second) * gradient * gradient,
    }


def shrunk(parameter: Any, rate: Any, decay: float) -> Any:
    """A parameter after a weight decay of its own."""
    return parameter * like(1.0 - rate * decay, parameter) if decay else parameter
