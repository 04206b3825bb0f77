"""What parameters begin with: functions `(rng, shape, fan_in, fan_out)` that give float64 arrays of NumPy's.

`fan_in` and `fan_out` are how many inputs a unit has and how many units an input goes to.
"""

from __future__ import annotations

import math
import threading
from collections.abc import Callable
from typing import Any

import numpy as np

from dusk.array import ndarray
from dusk.record import leaf

Initialiser = Callable[[np.random.Generator, tuple[int, ...], int, int], np.ndarray[Any, Any]]
Start = Initialiser | str | float
"""What layers take: an initialiser, its name, or a number that fills."""

_stream = np.random.default_rng()
_lock = threading.Lock()


def seed(number: int | None) -> None:
    """Begin the stream that parameters made from now on, and keys of dropout, are drawn from (None: anywhere).

    >>> from dusk import nn
    >>> nn.seed(1)
    """
    global _stream
    with _lock:
        _stream = np.random.default_rng(number)


def parameter(
    initialiser: Start, shape: tuple[int, ...], fan_in: int, fan_out: int, dtype: Any = np.float32
) -> ndarray:
    """An array made by an initialiser: a function, its name, or a number that fills it.

    Raises ValueError for an unknown name, naming those that there are.
    """
    if isinstance(initialiser, int | float):
        made: Any = np.full(shape, initialiser)
    else:
        if isinstance(initialiser, str):
            if initialiser not in INITIALISERS:
                raise ValueError(f"there is no initialiser {initialiser!r}; there are {', '.join(INITIALISERS)}")
            initialiser = INITIALISERS[initialiser]
        with _lock:
            made = initialiser(_stream, shape, fan_in, fan_out)
    return leaf(np.ascontiguousarray(made, dtype))  # type: ignore[return-value]


def key() -> ndarray:
    """A key of `dusk.random`."""
    with _lock:
        return leaf(_stream.integers(0, 1 << 32, 2, np.uint32))  # type: ignore[return-value]


def uniform(low: float, high: float) -> Initialiser:
    """Numbers between low and high."""
    return lambda rng, shape, fan_in, fan_out: rng.uniform(low, high, shape)


def normal(deviation: float, mean: float = 0.0) -> Initialiser:
    """Normally distributed numbers."""
    return lambda rng, shape, fan_in, fan_out: rng.normal(mean, deviation, shape)


def _scaled(variance: Callable[[int, int], float], kind: str) -> Initialiser:
    def initialiser(
        rng: np.random.Generator, shape: tuple[int, ...], fan_in: int, fan_out: int
    ) -> np.ndarray[Any, Any]:
        deviation = math.sqrt(variance(max(fan_in, 1), max(fan_out, 1)))
        if kind == "uniform":
            return rng.uniform(-deviation * math.sqrt(3), deviation * math.sqrt(3), shape)
        return rng.normal(0.0, deviation, shape)

    return initialiser


def orthogonal(rng: np.random.Generator, shape: tuple[int, ...], fan_in: int, fan_out: int) -> np.ndarray[Any, Any]:
    """Rows (or columns, if there are fewer) at right angles, of length 1 (Saxe, McClelland and Ganguli 2013)."""
    rows, columns = shape[0], math.prod(shape[1:])
    q, r = np.linalg.qr(rng.standard_normal((max(rows, columns), min(rows, columns))))
    q = q * np.sign(np.diagonal(r))
    return (q if rows >= columns else q.T).reshape(shape)


def truncated_normal(
    rng: np.random.Generator, shape: tuple[int, ...], fan_in: int, fan_out: int
) -> np.ndarray[Any, Any]:
    """Normally distributed numbers of deviation 0.02, those beyond two deviations drawn again."""
    found = rng.standard_normal(shape)
    while (far := np.abs(found) > 2).any():
        found[far] = rng.standard_normal(int(far.sum()))
    return 0.02 * found


INITIALISERS: dict[str, Initialiser] = {
    "zeros": lambda rng, shape, fan_in, fan_out: np.zeros(shape),
    "ones": lambda rng, shape, fan_in, fan_out: np.ones(shape),
    # U(-1 / sqrt(fan_in), 1 / sqrt(fan_in)): what layers use unless told otherwise (LeCun and others 1998)
    "fan_in": _scaled(lambda i, o: 1 / (3 * i), "uniform"),
    "lecun_normal": _scaled(lambda i, o: 1 / i, "normal"),
    "lecun_uniform": _scaled(lambda i, o: 1 / i, "uniform"),
    "glorot_normal": _scaled(lambda i, o: 2 / (i + o), "normal"),  # Glorot and Bengio 2010
    "glorot_uniform": _scaled(lambda i, o: 2 / (i + o), "uniform"),
    "he_normal": _scaled(lambda i, o: 2 / i, "normal"),  # He and others 2015
    "he_uniform": _scaled(lambda i, o: 2 / i, "uniform"),
    "orthogonal": orthogonal,
    "truncated_normal": truncated_normal,
}
