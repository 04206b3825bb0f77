"""Numbers rounded, and taken apart into whole and rest."""

from __future__ import annotations

import operator
from typing import Any

import numpy as np

from dusk import ops
from dusk.array import as_handle, register
from dusk.numpy.fallback import call_numpy
from dusk.record import Handle, assign, record

__all__ = ["around", "divmod", "frexp", "modf", "round"]


def round(a: Any, decimals: int = 0, out: Any = None) -> Any:
    """The nearest numbers of so many decimals, halves to even ones; see `numpy.round`."""
    x = as_handle(a)
    digits = operator.index(decimals)
    if x.dtype.kind not in "fiu" or (x.dtype.kind != "f" and digits < 0):
        return call_numpy(np.round, (a, decimals, out), {})
    if x.dtype.kind != "f":
        value = record(ops.identity, (x,), {})
    elif not digits:
        value = record(ops.rint, (x,), {})
    else:
        larger, smaller = (ops.multiply, ops.divide) if digits > 0 else (ops.divide, ops.multiply)
        scale = 10.0 ** abs(digits)
        value = record(smaller, (record(ops.rint, (record(larger, (x, scale), {}),), {}), scale), {})
    if out is None:
        return value
    if isinstance(out, Handle):
        assign(out, value)
    else:
        np.copyto(out, np.asarray(value), casting="unsafe")
    return out


around = round


def divmod(x1: Any, x2: Any, /, *out: Any, **rest: Any) -> Any:
    """The quotients rounded down, and what is left; see `numpy.divmod`."""
    if out or rest or not (isinstance(x1, Handle) or isinstance(x2, Handle)):
        return call_numpy(np.divmod, (x1, x2, *out), rest)
    return record(ops.floor_divide, (x1, x2), {}), record(ops.remainder, (x1, x2), {})


def modf(x: Any, /, *out: Any, **rest: Any) -> Any:
    """The fractional and the whole parts, both with the number's sign; see `numpy.modf`."""
    if out or rest or not isinstance(x, Handle) or x.dtype.kind not in "biuf":
        return call_numpy(np.modf, (x, *out), rest)
    if x.dtype.kind != "f":
        x = record(ops.astype, (x,), {"dtype": np.modf(np.zeros((), x.dtype))[0].dtype})
    left = record(ops.fmod, (x, 1.0), {})
    none = record(ops.copysign, (0.0, record(ops.stop_gradient, (x,), {})), {})
    fraction = record(
        ops.where, (record(ops.isinf, (x,), {}), record(ops.astype, (none,), {"dtype": x.dtype}), left), {}
    )
    return fraction, record(ops.trunc, (x,), {})


def frexp(x: Any, /, *out: Any, **rest: Any) -> Any:
    """Fractions between 1/2 and 1, and the powers of 2 that they are multiplied by; see `numpy.frexp`."""
    if out or rest or not isinstance(x, Handle) or x.dtype.kind not in "biuf":
        return call_numpy(np.frexp, (x, *out), rest)
    power = record(ops.exponent, (x,), {})
    return record(ops.ldexp, (x, record(ops.negative, (power,), {})), {}), power


register("round", round)
