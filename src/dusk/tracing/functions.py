"""Builtins and functions of `math`, on numbers that are traced."""

from __future__ import annotations

import builtins
import math
from collections.abc import Callable
from typing import Any

import numpy as np

from dusk import ops
from dusk.array import as_handle
from dusk.array.weak import as_weak, checked, is_pythons
from dusk.graph.provenance import describe, here
from dusk.record import Handle, record
from dusk.tracing.trace import Imperative


def _largest(*args: Any) -> Any:
    return _extreme(args, lambda a, b: b > a)


def _smallest(*args: Any) -> Any:
    return _extreme(args, lambda a, b: b < a)


def _extreme(args: Any, better: Callable[[Any, Any], Any]) -> Any:
    first, *others = args if len(args) > 1 else [*args[0]]
    for other in others:
        flag = better(first, other)
        if isinstance(flag, Handle):
            if not _alike(first, other):
                raise Imperative(f"max() or min() of unlike types gives one or the other, at {describe(here())}")
            made = record(ops.where, (flag, other, first), {})
            first = as_weak(made) if is_pythons(first) and is_pythons(other) else made
        else:
            first = other if flag else first
    return first


def _alike(a: Any, b: Any) -> bool:
    """Whether either of two numbers may stand for the other: of one dtype, or one of them is Python's own."""
    plain = [is_pythons(x) for x in (a, b)]
    first, second = (as_handle(x).dtype for x in (a, b))
    if plain[0] == plain[1]:
        return plain[0] or first == second
    own, strong = (first, second) if plain[0] else (second, first)
    return np.can_cast(own, strong, "same_kind")


def _as(dtype: Any, of: str) -> Callable[[Any], Any]:
    def made(x: Any) -> Any:
        if not isinstance(x, Handle) or x.shape != ():
            raise Imperative(f"{dtype.__name__}() of an array is looked at, at {describe(here())}")
        if is_pythons(x) and x.dtype == dtype:
            return x
        found = record(ops.astype, (x,), {"dtype": np.dtype(dtype)})
        return as_weak(checked(found, (x,), of) if of and x.dtype.kind == "f" else found)

    return made


_float, _int = _as(np.float64, ""), _as(np.int64, "int")


def _complex(real: Any, imaginary: Any = 0) -> Any:
    parts = [as_handle(x) for x in (real, imaginary)]
    if any(part.dtype.kind == "c" for part in parts):
        raise Imperative(f"complex() of complex numbers, at {describe(here())}")
    parts = [record(ops.astype, (x,), {"dtype": np.dtype(d)}) for x, d in zip(parts, ("c16", "f8"), strict=True)]
    return as_weak(record(ops.with_part, parts, {"imaginary": True}))


def _number(op: Any, of: str = "", whole: bool = False) -> Callable[..., Any]:
    """A function of `math`: of floats, and gives one (or with `whole` an integer). `of`: it may raise, as these do."""

    def made(*args: Any) -> Any:
        given = [_float(a) if isinstance(a, Handle) else float(a) for a in args]
        found = record(op, given, {})
        return _int(found) if whole else as_weak(checked(found, given, of) if of else found)

    return made


def _whole(op: Any) -> Callable[[Any], Any]:
    """A float brought to an integer."""
    found = _number(op, whole=True)
    return lambda x: _int(x) if x.dtype.kind in "biu" else found(x)


def _divided(x: Any, y: Any) -> Any:
    return x // y, x % y


_natural = _number(ops.log, "log")


def _log(*args: Any) -> Any:
    """`math.log(x)`, or `math.log(x, base)`."""
    x, *base = (_natural(a) if isinstance(a, Handle) else math.log(a) for a in args)
    return x / base[0] if base else x


REPLACED: dict[Any, Callable[..., Any]] = {
    builtins.max: _largest,
    builtins.min: _smallest,
    builtins.int: _int,
    builtins.float: _float,
    builtins.complex: _complex,
    builtins.round: _whole(ops.rint),
    builtins.divmod: _divided,
    math.log: _log,
    math.floor: _whole(ops.floor),
    math.ceil: _whole(ops.ceil),
    math.trunc: _int,
    **{
        getattr(math, name): _number(getattr(ops, op), of)
        for of, names in {
            "math": {
                "sqrt": "sqrt", "exp": "exp", "expm1": "expm1", "sin": "sin", "cos": "cos", "tan": "tan",
                "asin": "arcsin", "acos": "arccos", "sinh": "sinh", "cosh": "cosh", "hypot": "hypot",
                "pow": "float_power", "fmod": "fmod",
            },
            "log": {"log2": "log2", "log10": "log10", "log1p": "log1p"},
            "": {
                "atan": "arctan", "atan2": "arctan2", "tanh": "tanh", "fabs": "fabs", "copysign": "copysign",
                "erf": "erf", "isnan": "isnan", "isinf": "isinf", "isfinite": "isfinite",
            },
        }.items()
        for name, op in names.items()
    },
}  # fmt: skip
