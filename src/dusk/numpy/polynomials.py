"""Functions of polynomials that NumPy writes with a class of its own."""

from __future__ import annotations

from typing import Any, cast

import numpy as np

from dusk.array import as_handle
from dusk.numpy.fallback import call_numpy
from dusk.numpy.primitives import correlate
from dusk.record import value_of

__all__ = ["polymul"]


def _coefficients(given: Any) -> Any:
    """Coefficients without leading zeros, which are looked for; at least one (ValueError: more than one dimension)."""
    x: Any = as_handle(given)
    if x.ndim > 1:
        raise ValueError("Polynomial must be 1d only.")
    x = x.reshape(-1)
    first = int(np.argmax(value_of(x) != 0)) if x.shape[0] else 0
    return x[first:] if x.shape[0] and value_of(x)[first] else as_handle(np.zeros(1, x.dtype))


def polymul(a1: Any, a2: Any) -> Any:
    """The coefficients of the product of two polynomials; see `numpy.polymul`."""
    if isinstance(a1, np.poly1d) or isinstance(a2, np.poly1d):
        return call_numpy(cast("Any", np.polymul), (a1, a2), {})
    x, y = _coefficients(a1), _coefficients(a2)
    return correlate(x, y[::-1], "full")
