"""numpy.random: NumPy's own stream of numbers, as Dusk arrays; drawn at the call, in program order."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, cast

import numpy as np
import numpy.random as _module

from dusk.numpy.composite import module_attribute
from dusk.numpy.draws import drawn
from dusk.numpy.fallback import run_numpy, run_plainly
from dusk.record import by_numpy, local

__all__: list[str] = []
__all__ += _module.__all__


_PLAIN = frozenset((int, float, bool, str, type, type(None)))
_WRITE = ("shuffle", "permuted")


def _is_plain(x: object) -> bool:
    return type(x) in _PLAIN or (type(x) is tuple and all([type(n) is int for n in cast("tuple[Any, ...]", x)]))


def drawing(function: Any, many: Callable[..., Any] | None = None) -> Any:
    """A NumPy function that draws; a trace that meets it ends, for the stream moves on at each call.

    `many(*args, **kwargs)` draws as well, in less time, or gives None.
    """

    def draw(*args: Any, **kwargs: Any) -> Any:
        made = None if many is None else many(*args, **kwargs)
        if made is not None:
            return made
        context = local.context
        if context.trace is not None:
            context.trace(None)  # type: ignore[arg-type]
        if all([_is_plain(x) for x in args]) and all([_is_plain(x) for x in kwargs.values()]):
            return run_plainly(function, args, kwargs)
        return run_numpy(function, args, kwargs)

    draw.__name__, draw.__doc__ = function.__name__, function.__doc__
    cast("Any", draw).__wrapped__ = function  # whose signature it has
    return draw if function.__name__ in _WRITE else by_numpy(draw, function, makes=1)


class _Drawing:
    """A NumPy generator whose draws are Dusk arrays. `many`: by the names of methods, what draws many numbers."""

    many: Mapping[str, Callable[..., Any]] = {}

    def __init__(self, generator: Any) -> None:
        self._generator = generator

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        found = getattr(self._generator, name)
        if callable(found):
            many = self.many.get(name)
            found = self.__dict__[name] = drawing(found, many and partial(many, self._generator))
        return found

    def __repr__(self) -> str:
        return repr(self._generator)

    def __reduce__(self) -> Any:
        return (type(self), (self._generator,))


def _random(generator: Any, size: Any = None, dtype: Any = np.float64, out: Any = None) -> Any:
    return drawn(generator, "uniform", size, -0.0, 1.0) if dtype is np.float64 and out is None else None


def _standard_normal(generator: Any, size: Any = None, dtype: Any = np.float64, out: Any = None) -> Any:
    return drawn(generator, "normal", size, -0.0, 1.0) if dtype is np.float64 and out is None else None


def _standard_exponential(
    generator: Any, size: Any = None, dtype: Any = np.float64, method: str = "zig", out: Any = None
) -> Any:
    usual = dtype is np.float64 and method == "zig" and out is None
    return drawn(generator, "exponential", size, -0.0, 1.0) if usual else None


def _uniform(generator: Any, low: Any = 0.0, high: Any = 1.0, size: Any = None) -> Any:
    plain = type(low) in (int, float) and type(high) in (int, float)
    return drawn(generator, "uniform", size, low, float(high) - float(low)) if plain else None


def _normal(generator: Any, loc: Any = 0.0, scale: Any = 1.0, size: Any = None) -> Any:
    return drawn(generator, "normal", size, loc, scale)


def _exponential(generator: Any, scale: Any = 1.0, size: Any = None) -> Any:
    return drawn(generator, "exponential", size, -0.0, scale)


class Generator(_Drawing):
    """`numpy.random.Generator` with Dusk arrays."""

    many: Mapping[str, Callable[..., Any]] = {
        "random": _random,
        "standard_normal": _standard_normal,
        "standard_exponential": _standard_exponential,
        "uniform": _uniform,
        "normal": _normal,
        "exponential": _exponential,
    }

    def __init__(self, bit_generator: Any) -> None:
        super().__init__(
            bit_generator if isinstance(bit_generator, _module.Generator) else _module.Generator(bit_generator)
        )


def _legacy_random(random: Any, size: Any = None) -> Any:
    return drawn(random, "legacy uniform", size, -0.0, 1.0)


def _legacy_uniform(random: Any, low: Any = 0.0, high: Any = 1.0, size: Any = None) -> Any:
    plain = type(low) in (int, float) and type(high) in (int, float)
    return drawn(random, "legacy uniform", size, low, float(high) - float(low)) if plain else None


def _legacy_normal(random: Any, loc: Any = 0.0, scale: Any = 1.0, size: Any = None) -> Any:
    return drawn(random, "legacy normal", size, loc, scale)


def _legacy_standard_normal(random: Any, size: Any = None) -> Any:
    return drawn(random, "legacy normal", size, -0.0, 1.0)


def _rand(random: Any, *size: Any) -> Any:
    return drawn(random, "legacy uniform", size, -0.0, 1.0)


def _randn(random: Any, *size: Any) -> Any:
    return drawn(random, "legacy normal", size, -0.0, 1.0)


_LEGACY: Mapping[str, Callable[..., Any]] = {
    "rand": _rand,
    "randn": _randn,
    "random": _legacy_random,
    "random_sample": _legacy_random,
    "uniform": _legacy_uniform,
    "normal": _legacy_normal,
    "standard_normal": _legacy_standard_normal,
}


class RandomState(_Drawing):
    """`numpy.random.RandomState` with Dusk arrays."""

    many: Mapping[str, Callable[..., Any]] = _LEGACY

    def __init__(self, seed: Any = None) -> None:
        super().__init__(seed if isinstance(seed, _module.RandomState) else _module.RandomState(seed))


def default_rng(seed: Any = None) -> Generator:
    """A generator with NumPy's default stream for a seed."""
    return seed if isinstance(seed, Generator) else Generator(_module.default_rng(seed))


def __getattr__(name: str) -> Any:
    if name.startswith("__"):
        raise AttributeError(f"module 'dusk.numpy.random' has no attribute {name!r}")
    found = getattr(_module, name)
    if not callable(found) or isinstance(found, type) or name not in __all__:
        return module_attribute(_module, name)
    many = _LEGACY.get(name)
    function = globals()[name] = drawing(found, many and partial(many, _module.mtrand._rand))  # type: ignore[attr-defined]
    return function
