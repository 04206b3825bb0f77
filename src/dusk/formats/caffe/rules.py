"""How Caffe's solvers move parameters: rules for `dusk.optim`, and rates as functions of the iteration.

They are not those of other frameworks: momentum is of steps, not of gradients, so that a rate that falls does not
shorten the steps before; epsilons stand outside of roots.
"""

from __future__ import annotations

import glob
import math
from collections.abc import Mapping
from typing import Any

import numpy as np

from dusk import optim
from dusk.errors import FormatError
from dusk.formats.caffe.net import Net
from dusk.formats.protobuf import Record
from dusk.formats.protobuf.schema import shortest
from dusk.optim.adaptive import moments
from dusk.optim.descent import carried
from dusk.optim.optimiser import State, decayed
from dusk.optim.schedules import Schedule


def rate_of(solver: Record) -> Schedule:
    """The rate of a solver as a function of the iteration, from 0 on (FormatError: the policy is not known).

    >>> from dusk.formats import caffe
    >>> rate = caffe.rate_of(caffe.parse_solver('base_lr: 0.01 lr_policy: "step" gamma: 0.1 stepsize: 10'))
    >>> [float(rate(t)) for t in (0, 9, 10)]
    [0.01, 0.01, 0.001]
    """
    base, gamma, power = (shortest(getattr(solver, name)) for name in ("base_lr", "gamma", "power"))
    steps, most, policy = solver.stepsize, solver.max_iter, solver.lr_policy
    if policy in ("step", "sigmoid") and steps < 1:
        raise FormatError(f"{solver.where('lr_policy')}: lr_policy {policy!r} needs a stepsize of 1 or more")
    if policy == "poly" and most < 1:
        raise FormatError(f"{solver.where('lr_policy')}: lr_policy 'poly' needs a max_iter of 1 or more")
    match policy:
        case "fixed":
            return optim.constant(base)
        case "step":
            return optim.step(base, steps, gamma)
        case "exp":
            return optim.exponential(base, gamma)
        case "inv":
            return lambda step: base * (1.0 + gamma * step) ** -power
        case "multistep":
            return optim.multi_step(base, list(solver.stepvalue), gamma)
        case "poly":
            return optim.polynomial(base, most, power=power)
        case "sigmoid":
            return lambda step: base / (1.0 + np.exp(-gamma * (step - steps)))
        case _:
            raise FormatError(
                f"{solver.where('lr_policy')}: lr_policy is fixed, step, exp, inv, multistep, poly or sigmoid, not "
                f"{policy!r}"
            )


class CaffeRule(optim.Optimiser):
    """What the rules have in common: weight decay of either kind is part of the gradient."""

    slots_of_kind: Mapping[str, float] = {"history": 0.0}

    def __init__(self, rate: Schedule, solver: Record, **options: Any) -> None:
        super().__init__(rate, self.slots_of_kind, **options)
        self.momentum, self.momentum2 = shortest(solver.momentum), shortest(solver.momentum2)
        self.rms_decay, self.delta = shortest(solver.rms_decay), shortest(solver.delta)
        self.weight_decay = shortest(solver.weight_decay)
        self.of_signs = solver.regularization_type == "L1"

    def rule(self, parameter: Any, gradient: Any, state: State, rate: Any, step: Any) -> tuple[Any, State]:
        gradient = decayed(gradient, np.sign(parameter) if self.of_signs else parameter, self.weight_decay)
        way, state = self.way(gradient, state, optim.like(rate, parameter), step)
        return parameter - way, state

    def way(self, gradient: Any, state: State, rate: Any, step: Any) -> tuple[Any, State]:
        """How far the parameter goes, and the state then."""
        raise NotImplementedError


class SGD(CaffeRule):
    nesterov = False

    def way(self, gradient: Any, state: State, rate: Any, step: Any) -> tuple[Any, State]:
        new, way = carried(state["history"], gradient, rate, self.momentum, self.nesterov)
        return way, {"history": new}


class Nesterov(SGD):
    nesterov = True


class AdaGrad(CaffeRule):
    def way(self, gradient: Any, state: State, rate: Any, step: Any) -> tuple[Any, State]:
        new = state["history"] + gradient * gradient
        return rate * gradient / (np.sqrt(new) + self.delta), {"history": new}


class RMSProp(CaffeRule):
    def way(self, gradient: Any, state: State, rate: Any, step: Any) -> tuple[Any, State]:
        new = self.rms_decay * state["history"] + (1.0 - self.rms_decay) * gradient * gradient
        return rate * gradient / (np.sqrt(new) + self.delta), {"history": new}


class AdaDelta(CaffeRule):
    slots_of_kind: Mapping[str, float] = {"history": 0.0, "steps_history": 0.0}

    def way(self, gradient: Any, state: State, rate: Any, step: Any) -> tuple[Any, State]:
        part = self.momentum
        square = part * state["history"] + (1.0 - part) * gradient * gradient
        way = gradient * np.sqrt((state["steps_history"] + self.delta) / (square + self.delta))
        steps = part * state["steps_history"] + (1.0 - part) * way * way
        return rate * way, {"history": square, "steps_history": steps}


class Adam(CaffeRule):
    slots_of_kind: Mapping[str, float] = {"mean": 0.0, "square": 0.0}

    def way(self, gradient: Any, state: State, rate: Any, step: Any) -> tuple[Any, State]:
        first, second = self.momentum, self.momentum2
        new = moments(state, gradient, (first, second))
        scale = optim.like((1.0 - second**step) ** 0.5 / (1.0 - first**step), gradient)
        return rate * scale * new["mean"] / (np.sqrt(new["square"]) + self.delta), new


RULES: dict[str, type[CaffeRule]] = {kind.__name__: kind for kind in (SGD, Nesterov, AdaGrad, RMSProp, AdaDelta, Adam)}


def optimiser_of(solver: Record, net: Net) -> CaffeRule:
    """The optimiser that a solver describes, with the multipliers of a net (FormatError: it is not known)."""
    name = solver.type
    if solver.has("solver_type") and not solver.has("type"):
        name = next((kind for kind in RULES if kind.upper() == solver.solver_type.name), "")
    if name not in RULES:
        raise FormatError(f"{solver.where('type')}: no solver is of type {name!r}: there are {', '.join(RULES)}")
    if solver.regularization_type not in ("L1", "L2"):
        where = solver.where("regularization_type")
        raise FormatError(f"{where}: regularization_type is L1 or L2, not {solver.regularization_type!r}")
    groups: dict[str, dict[str, float]] = {}
    for p in net.parameters.values():
        factors = {"rate": shortest(p.lr_mult), "weight_decay": shortest(p.decay_mult)}
        found = {what: factor for what, factor in factors.items() if factor != 1.0}
        if found and learns(net, p.name):
            groups[glob.escape(p.name)] = found
    return RULES[name](rate_of(solver), solver, groups=groups, clip=_clip(solver.clip_gradients, solver.iter_size))


def learns(net: Net, name: str) -> bool:
    """Whether a parameter has a gradient: states and those with a rate of 0 have none."""
    parameter = net.parameters[name]
    return not parameter.state and parameter.lr_mult != 0.0


def _clip(limit: float, rounds: int) -> Any:
    """Limit gradients that are sums of several rounds, then take their mean; None: they stay as they are."""
    shrunk = optim.clip_by_global_norm(shortest(limit)) if limit > 0 and math.isfinite(limit) else None
    if rounds <= 1:
        return shrunk

    def clip(gradients: Mapping[str, Any]) -> dict[str, Any]:
        kept = gradients if shrunk is None else shrunk(gradients)
        return {name: g / rounds for name, g in kept.items()}

    return clip
