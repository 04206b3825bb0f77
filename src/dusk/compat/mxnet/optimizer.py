"""Optimisers under MXNet's names and settings; what they compute is `dusk.optim`'s."""

from __future__ import annotations

import glob
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from dusk import optim
from dusk.optim.cells import like
from dusk.optim.clipping import separate
from dusk.optim.descent import carried
from dusk.optim.optimiser import State, decayed

__all__ = ["SGD", "Optimizer", "create", "get_updater"]


class SGD(optim.Optimiser):
    """w += m, where m = momentum * m - rate * (gradient + weight_decay * w): the rate is inside of the momentum."""

    def __init__(self, rate: Any, momentum: float = 0.0, weight_decay: float = 0.0, **more: Any):
        super().__init__(rate, {"momentum": 0.0} if momentum else {}, **more)
        self.momentum, self.weight_decay = momentum, weight_decay

    def rule(self, parameter: Any, gradient: Any, state: State, rate: Any, step: Any) -> tuple[Any, State]:
        gradient = decayed(gradient, parameter, self.weight_decay)
        rate = like(rate, parameter)
        if not self.momentum:
            return parameter - rate * gradient, {}
        moved, way = carried(state["momentum"], gradient, -rate, self.momentum)
        return parameter + way, {"momentum": moved}


class NAG(optim.SGD):
    """Nesterov's form of momentum, which has the rate outside; without a momentum it is plain descent."""

    def __init__(self, rate: Any, momentum: float = 0.0, **more: Any):
        super().__init__(rate, momentum, nesterov=bool(momentum), **more)


_NAMES = {
    "learning_rate": "rate", "wd": "weight_decay", "momentum": "momentum", "epsilon": "eps", "rho": "decay",
    "lamda1": "l1", "beta": "beta", "gamma1": "decay",
}  # fmt: skip
_KINDS: dict[str, tuple[Any, dict[str, Any]]] = {
    "sgd": (SGD, {"rate": 0.01}),
    "nag": (NAG, {"rate": 0.01}),
    "adam": (optim.Adam, {"rate": 0.001}),
    "adamw": (optim.AdamW, {"rate": 0.001}),
    "adamax": (optim.Adamax, {"rate": 0.002}),
    "adagrad": (optim.AdaGrad, {"rate": 0.05}),
    "rmsprop": (optim.RMSProp, {"rate": 0.001}),
    "adadelta": (optim.AdaDelta, {"rate": 1.0}),
    "ftrl": (optim.Ftrl, {"rate": 0.1}),
    "lamb": (optim.LAMB, {"rate": 0.001}),
}


class Optimizer:
    """An optimiser of named arrays, made by `create`.

    `rescale_grad` multiplies all gradients, which `clip_gradient` then keeps within plus and minus itself, if it is
    above 0. Weight decay is for names that end in `_weight` and `_gamma` only, unless `wd_mult` says otherwise.
    `lr_scheduler` gives the rate by the number of updates.
    """

    def __init__(
        self,
        name: str,
        rescale_grad: float = 1.0,
        clip_gradient: float | None = None,
        lr_scheduler: Any = None,
        param_idx2name: Mapping[int, str] | None = None,
        sym: Any = None,
        begin_num_update: int = 0,
        multi_precision: bool = False,
        **settings: Any,
    ) -> None:
        if name.lower() not in _KINDS:
            raise ValueError(f"there is no optimiser {name!r}; there are {', '.join(_KINDS)}")
        self.kind, self.options = _KINDS[name.lower()][0], {**_KINDS[name.lower()][1]}
        betas = tuple(settings.pop(b, default) for b, default in (("beta1", 0.9), ("beta2", 0.999)))
        if self.kind in (optim.Adam, optim.AdamW, optim.Adamax, optim.LAMB):
            self.options["betas"] = betas
        for key, value in settings.items():
            if key not in _NAMES:
                raise TypeError(f"{name} is set by {', '.join(_NAMES)}, beta1 and beta2, not {key}")
            self.options["l2" if self.kind is optim.Ftrl and key == "wd" else _NAMES[key]] = value
        self.name, self.rescale_grad, self.clip_gradient = name, rescale_grad, clip_gradient
        self.lr_scheduler, self.num_update = lr_scheduler, begin_num_update
        if lr_scheduler is not None:
            lr_scheduler.base_lr = settings.get("learning_rate", lr_scheduler.base_lr)
        self.lr_mult: dict[str, float] = {}
        self.wd_mult: dict[str, float] = {}
        self.master = multi_precision
        self.made: optim.Optimiser | None = None
        if sym is not None:
            self.attributes(sym.attr_dict())

    def attributes(self, found: Mapping[str, Mapping[str, str]]) -> None:
        """Take multipliers from the attributes of variables."""
        for name, own in found.items():
            for key, mults in (("lr_mult", self.lr_mult), ("wd_mult", self.wd_mult)):
                value = own.get(f"__{key}__", own.get(key))
                if value is not None:
                    mults.setdefault(name, float(value))

    def set_lr_mult(self, args_lr_mult: Mapping[str, float]) -> None:
        """Factors of the rate by name."""
        self.lr_mult.update(args_lr_mult)
        self.made = None

    def set_wd_mult(self, args_wd_mult: Mapping[str, float]) -> None:
        """Factors of the weight decay by name."""
        self.wd_mult.update(args_wd_mult)
        self.made = None

    @property
    def learning_rate(self) -> float:
        """The rate of the next update."""
        if self.lr_scheduler is not None:
            return float(self.lr_scheduler(self.num_update + 1))
        return float(self.options["rate"])

    def set_learning_rate(self, lr: float) -> None:
        """Another rate from now on."""
        self.options["rate"] = lr
        if self.made is not None:
            self.made.rate = lr

    def update(self, parameters: Mapping[str, Any], gradients: Mapping[str, Any]) -> None:
        """Move arrays, in place, by their gradients."""
        if self.made is None:
            self.made = self._make(parameters)
        if self.lr_scheduler is not None:
            self.made.rate = self.learning_rate
        self.num_update += 1
        self.made.update(dict(parameters), dict(gradients))

    def _make(self, parameters: Iterable[str]) -> optim.Optimiser:
        decays = bool(self.options.get("weight_decay"))
        groups: dict[str, dict[str, float]] = {}
        for name in parameters:
            usual = 1.0 if name.endswith(("_weight", "_gamma")) else 0.0
            factors = {"rate": self.lr_mult.get(name, 1.0)}
            if decays:
                factors["weight_decay"] = self.wd_mult.get(name, usual)
            if set(factors.values()) != {1.0}:
                groups[glob.escape(name)] = factors
        scale = self.rescale_grad
        limited = optim.clip_by_value(self.clip_gradient) if self.clip_gradient and self.clip_gradient > 0 else None

        def rescaled(gradients: Mapping[str, Any]) -> dict[str, Any]:
            found = {n: g * scale for n, g in gradients.items()}
            return found if limited is None else limited(found)

        clip = limited if scale == 1 else separate(rescaled)
        return self.kind(groups=groups or None, clip=clip, master=self.master, **self.options)

    @property
    def slots(self) -> Mapping[str, float]:
        """What it keeps of each parameter; see `dusk.kvstore`."""
        return self._make(()).slots

    def alone(self, name: str) -> Callable[..., tuple[Any, State]]:
        """The update of the parameter of a name, for who keeps it elsewhere (ValueError: the rate is a schedule)."""
        if self.lr_scheduler is not None:
            raise ValueError("an lr_scheduler runs in Python, and cannot be sent: take dusk.optim and its schedules")
        return self._make((name,)).alone(name)

    def state_dict(self) -> dict[str, Any]:
        """What it keeps."""
        return {} if self.made is None else self.made.state_dict()

    def load_state_dict(self, saved: Mapping[str, Any], parameters: Mapping[str, Any]) -> None:
        """Go on from what it kept."""
        self.made = self._make(parameters)
        self.made.load_state_dict(saved)
        self.num_update = int(saved["steps"])


def create(name: Any, **settings: Any) -> Optimizer:
    """An optimiser by its name (`"sgd"`), or itself."""
    return name if isinstance(name, Optimizer) else Optimizer(name, **settings)


def get_updater(optimizer: Optimizer) -> Any:
    """A function `(index, gradient, weight)` that moves a weight."""
    kept: dict[Any, Optimizer] = {}

    def updater(index: Any, grad: Any, weight: Any) -> None:
        own = kept.get(index)
        if own is None:
            own = kept[index] = Optimizer.__new__(Optimizer)
            vars(own).update(vars(optimizer), made=None)
        own.update({str(index): weight}, {str(index): grad})

    return updater
