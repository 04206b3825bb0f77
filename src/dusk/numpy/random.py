"""numpy.random: NumPy's own stream of numbers, as Dusk arrays; drawn at the call, in program order."""

from __future__ import annotations

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


def _is_plain(x: object) -> bool:
    return type(x) in _PLAIN or (type(x) is tuple and all([type(n) is int for n in cast("tuple[Any, ...]", x)]))


_WRITE = ("shuffle", "permuted")


def drawing(function: Any) -> Any:
    """A NumPy function that draws; a trace that meets it ends, for the stream moves on at each call."""

    def draw(*args: Any, **kwargs: Any) -> Any:
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
    """A NumPy generator whose draws are Dusk arrays."""

    def __init__(self, generator: Any) -> None:
        self._generator = generator

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        found = getattr(self._generator, name)
        if callable(found):
            found = self.__dict__[name] = drawing(found)
        return found

    def __repr__(self) -> str:
        return repr(self._generator)

    def __reduce__(self) -> Any:
        return (type(self), (self._generator,))


class Generator(_Drawing):
    """`numpy.random.Generator` with Dusk arrays.

    Its methods are NumPy's; those here draw many numbers at a time in less time (see `drawn`), few are NumPy's.
    """

    _MANY = ("random", "standard_normal", "standard_exponential", "uniform", "normal", "exponential")

    def __init__(self, bit_generator: Any) -> None:
        super().__init__(
            bit_generator if isinstance(bit_generator, _module.Generator) else _module.Generator(bit_generator)
        )
        for name in self._MANY:
            self.__dict__[name] = by_numpy(getattr(self, name), getattr(self._generator, name), makes=1)

    def random(self, size: Any = None, dtype: Any = np.float64, out: Any = None) -> Any:
        """Numbers uniform in [0, 1); see `numpy.random.Generator.random`."""
        made = drawn(self._generator, "uniform", size, -0.0, 1.0) if dtype is np.float64 and out is None else None
        return drawing(self._generator.random)(size, dtype, out) if made is None else made

    def standard_normal(self, size: Any = None, dtype: Any = np.float64, out: Any = None) -> Any:
        """Numbers of mean 0 and deviation 1; see `numpy.random.Generator.standard_normal`."""
        made = drawn(self._generator, "normal", size, -0.0, 1.0) if dtype is np.float64 and out is None else None
        return drawing(self._generator.standard_normal)(size, dtype, out) if made is None else made

    def standard_exponential(
        self, size: Any = None, dtype: Any = np.float64, method: str = "zig", out: Any = None
    ) -> Any:
        """Numbers of density exp(-x); see `numpy.random.Generator.standard_exponential`."""
        usual = dtype is np.float64 and method == "zig" and out is None
        made = drawn(self._generator, "exponential", size, -0.0, 1.0) if usual else None
        return drawing(self._generator.standard_exponential)(size, dtype, method, out) if made is None else made

    def uniform(self, low: Any = 0.0, high: Any = 1.0, size: Any = None) -> Any:
        """Numbers uniform in [low, high); see `numpy.random.Generator.uniform`."""
        plain = type(low) in (int, float) and type(high) in (int, float)
        made = drawn(self._generator, "uniform", size, low, float(high) - float(low)) if plain else None
        return drawing(self._generator.uniform)(low, high, size) if made is None else made

    def normal(self, loc: Any = 0.0, scale: Any = 1.0, size: Any = None) -> Any:
        """Numbers of mean `loc` and deviation `scale`; see `numpy.random.Generator.normal`."""
        made = drawn(self._generator, "normal", size, loc, scale)
        return drawing(self._generator.normal)(loc, scale, size) if made is None else made

    def exponential(self, scale: Any = 1.0, size: Any = None) -> Any:
        """Numbers of density exp(-x / scale) / scale; see `numpy.random.Generator.exponential`."""
        made = drawn(self._generator, "exponential", size, -0.0, scale)
        return drawing(self._generator.exponential)(scale, size) if made is None else made


class RandomState(_Drawing):
    """`numpy.random.RandomState` with Dusk arrays."""

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
    function = globals()[name] = drawing(found)
    return function
