"""What parameters begin with, by what their names end in."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

__all__ = [
    "Bilinear", "Constant", "InitDesc", "Initializer", "Load", "MSRAPrelu", "Mixed", "Normal", "One", "Orthogonal",
    "Uniform", "Xavier", "Zero", "create",
]  # fmt: skip


class InitDesc(str):
    """A name of a parameter with the attributes of its variable."""

    attrs: Mapping[str, str]

    def __new__(cls, name: str, attrs: Mapping[str, str] | None = None) -> InitDesc:
        made = super().__new__(cls, name)
        made.attrs = attrs or {}
        return made


class Initializer:
    """Base of the initialisers: `weight(shape)` gives what weights begin with; biases, shifts and means begin with 0,
    scales and variances with 1. Numbers are drawn from NumPy's own stream (`mx.random.seed`)."""

    def __init__(self, **settings: Any) -> None:
        self.settings = settings

    def dumps(self) -> str:
        """A text of it, as attributes of variables have it."""
        return json.dumps([type(self).__name__.lower(), self.settings])

    def __call__(self, name: str, array: Any) -> None:
        own = getattr(name, "attrs", {}).get("__init__")
        array[...] = (create(own) if own else self).begin(str(name), tuple(array.shape), bool(own))

    def begin(self, name: str, shape: tuple[int, ...], chosen: bool = False) -> Any:
        """What the array of this name begins with; `chosen` for this array, whatever its name."""
        if not chosen:
            for ends, value in _BY_NAME:
                if name.endswith(ends):
                    return np.full(shape, value)
        return self.weight(shape)

    def weight(self, shape: tuple[int, ...]) -> np.ndarray[Any, Any]:
        """What weights of a shape begin with."""
        raise NotImplementedError(f"{type(self).__name__} defines no weight(shape)")


_BY_NAME: tuple[tuple[tuple[str, ...], float], ...] = (
    (("bias", "beta", "moving_mean", "running_mean", "moving_inv_var", "moving_avg"), 0.0),
    (("gamma", "moving_var", "running_var"), 1.0),
)


class Uniform(Initializer):
    """Between -scale and scale."""

    def __init__(self, scale: float = 0.07) -> None:
        super().__init__(scale=scale)

    def weight(self, shape: tuple[int, ...]) -> np.ndarray[Any, Any]:
        scale = self.settings["scale"]
        return np.random.uniform(-scale, scale, shape)


class Normal(Initializer):
    """Normally distributed, of deviation sigma."""

    def __init__(self, sigma: float = 0.01) -> None:
        super().__init__(sigma=sigma)

    def weight(self, shape: tuple[int, ...]) -> np.ndarray[Any, Any]:
        return np.random.normal(0, self.settings["sigma"], shape)


class Constant(Initializer):
    """One value."""

    def __init__(self, value: float = 0.0) -> None:
        super().__init__(value=value)

    def weight(self, shape: tuple[int, ...]) -> np.ndarray[Any, Any]:
        return np.full(shape, self.settings["value"])


class Zero(Constant):
    """0."""

    def __init__(self) -> None:
        super().__init__(0.0)
        self.settings = {}

    def weight(self, shape: tuple[int, ...]) -> np.ndarray[Any, Any]:
        return np.zeros(shape)


class One(Zero):
    """1."""

    def weight(self, shape: tuple[int, ...]) -> np.ndarray[Any, Any]:
        return np.ones(shape)


class Xavier(Initializer):
    """Of variance magnitude / (number of inputs, outputs, or their mean) (Glorot and Bengio 2010)."""

    def __init__(self, rnd_type: str = "uniform", factor_type: str = "avg", magnitude: float = 3) -> None:
        super().__init__(rnd_type=rnd_type, factor_type=factor_type, magnitude=float(magnitude))

    def weight(self, shape: tuple[int, ...]) -> np.ndarray[Any, Any]:
        if len(shape) < 2:
            raise ValueError(f"Xavier's way needs weights of two axes or more, not of shape {shape}")
        around = math.prod(shape[2:])
        ins, outs = shape[1] * around, shape[0] * around
        factors = {"avg": (ins + outs) / 2, "in": ins, "out": outs}
        kind, by = self.settings["rnd_type"], self.settings["factor_type"]
        if by not in factors or kind not in ("uniform", "gaussian"):
            raise ValueError(f"rnd_type is uniform or gaussian, factor_type avg, in or out; not {kind!r}, {by!r}")
        scale = math.sqrt(self.settings["magnitude"] / factors[by])
        return np.random.uniform(-scale, scale, shape) if kind == "uniform" else np.random.normal(0, scale, shape)


class MSRAPrelu(Xavier):
    """Of variance 2 / ((1 + slope**2) * inputs) (He and others 2015)."""

    def __init__(self, factor_type: str = "avg", slope: float = 0.25) -> None:
        super().__init__("gaussian", factor_type, 2.0 / (1 + slope**2))
        self._told = {"factor_type": factor_type, "slope": slope}

    def dumps(self) -> str:
        return json.dumps(["msraprelu", self._told])


class Orthogonal(Initializer):
    """Rows or columns at right angles, of length scale (Saxe, McClelland and Ganguli 2013)."""

    def __init__(self, scale: float = 1.414, rand_type: str = "uniform") -> None:
        super().__init__(scale=scale, rand_type=rand_type)

    def weight(self, shape: tuple[int, ...]) -> np.ndarray[Any, Any]:
        rows, columns = shape[0], math.prod(shape[1:])
        given = np.random.uniform(-1, 1, (rows, columns)) if self.settings["rand_type"] == "uniform" else None
        given = np.random.normal(0, 1, (rows, columns)) if given is None else given
        u, _, v = np.linalg.svd(given, full_matrices=False)
        return self.settings["scale"] * (u if u.shape == given.shape else v).reshape(shape)


class Bilinear(Initializer):
    """What makes a transposed convolution interpolate."""

    def weight(self, shape: tuple[int, ...]) -> np.ndarray[Any, Any]:
        half = math.ceil(shape[3] / 2)
        middle = (2 * half - 1 - half % 2) / (2 * half)
        y, x = np.mgrid[: shape[2], : shape[3]]
        window = (1 - abs(x / half - middle)) * (1 - abs(y / half - middle))
        return np.broadcast_to(window, shape)


class Mixed:
    """The first initialiser of those whose pattern the name matches (ValueError: none does)."""

    def __init__(self, patterns: Sequence[str], initializers: Sequence[Initializer]) -> None:
        self.map = [(re.compile(p), i) for p, i in zip(patterns, initializers, strict=True)]

    def __call__(self, name: str, array: Any) -> None:
        for pattern, initializer in self.map:
            if pattern.match(str(name)):
                initializer(name, array)
                return
        raise ValueError(f'no pattern matches the parameter {name}: add ".*" with one for all others')


class Load:
    """Arrays by name, and another initialiser for those that are not among them."""

    def __init__(self, param: Mapping[str, Any], default_init: Any = None, verbose: bool = False) -> None:
        self.param = {n.removeprefix("arg:").removeprefix("aux:"): x for n, x in param.items()}
        self.default_init = default_init

    def __call__(self, name: str, array: Any) -> None:
        if str(name) in self.param:
            array[...] = self.param[str(name)]
        elif self.default_init is not None:
            self.default_init(name, array)
        else:
            raise ValueError(f"there is no array of {name}, and no initialiser for others")


_NAMED = (Uniform, Normal, Constant, Zero, One, Xavier, MSRAPrelu, Orthogonal, Bilinear)
_KINDS: dict[str, type[Initializer]] = {
    **{kind.__name__.lower(): kind for kind in _NAMED},
    **{"zeros": Zero, "ones": One, "gaussian": Normal},
}


def create(given: Any, **settings: Any) -> Any:
    """An initialiser by its name, by its text (a JSON list of name and settings), or itself (ValueError)."""
    if not isinstance(given, str):
        return given
    if given.lstrip()[:1] == "[":
        name, settings = json.loads(given)
        given = str(name)
    kind = _KINDS.get(given.lower())
    if kind is None:
        raise ValueError(f"there is no initialiser {given!r}; there are {', '.join(_KINDS)}")
    return kind(**settings)
