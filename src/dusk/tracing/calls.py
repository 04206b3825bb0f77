"""Calls in functions that `source` has written anew: what they do to values that are traced, and whether they may."""

from __future__ import annotations

import builtins
import math
import threading
from collections.abc import Callable
from types import BuiltinFunctionType, BuiltinMethodType, FunctionType, MethodType, ModuleType
from typing import Any

import numpy as np

from dusk import ops
from dusk.array import as_handle
from dusk.array.weak import as_weak, is_pythons
from dusk.graph.provenance import describe, here
from dusk.record import Handle, local, record
from dusk.tracing.trace import Imperative

_TAME = frozenset(
    (
        *(abs, bool, complex, divmod, enumerate, float, int, isinstance, issubclass, len, list, max, min, pow, range),
        *(reversed, round, slice, sum, tuple, type, zip, callable, getattr, hasattr, id, hash, repr, str, all, any),
    )
)
"""Builtins that change nothing."""

_CHANGING = {
    *("append", "extend", "insert", "pop", "popitem", "remove", "clear", "sort", "reverse"),
    *("update", "add", "discard", "setdefault", "write", "writelines"),
}


class _Depth(threading.local):
    """How many loops and branches are being traced in this thread, and within calls of which functions."""

    count = 0

    def __init__(self) -> None:
        self.inside: list[Any] = []


depth = _Depth()


class Door:
    """What reads a function's control flow from its source; `source`, which imports this module, sets it."""

    converted: Callable[[Any], Any]
    unread: type[Exception]


_LOUD = frozenset((print, input, open))


def call(function: Any, /, *args: Any, **kwargs: Any) -> Any:
    """`function(*args, **kwargs)`."""
    if local.context.trace is None:
        return function(*args, **kwargs)
    try:
        replaced = None if kwargs else _REPLACED.get(function)
    except TypeError:  # not hashable
        replaced = None
    if replaced is not None and any(isinstance(a, Handle) for a in args):
        return replaced(*args)
    plain = function.__func__ if isinstance(function, MethodType) else function
    if isinstance(plain, FunctionType):
        followed = _followed(plain)
        if followed is plain:
            return function(*args, **kwargs)
        return _within(plain, followed, (function.__self__, *args) if plain is not function else args, kwargs)
    if (depth.count and not is_tame(function)) or _is_loud(function):
        name = getattr(function, "__qualname__", repr(function))
        raise Imperative(f"{name} is called in a loop or a branch, at {describe(here())}")
    return function(*args, **kwargs)


def read(function: Any) -> Any:
    """A function, with its control flow read if something is being traced and it can be."""
    if local.context.trace is None:
        return function
    if isinstance(function, MethodType):
        return MethodType(read(function.__func__), function.__self__)
    if not isinstance(function, FunctionType):
        return function
    try:
        return Door.converted(function)
    except Door.unread:
        if depth.count and prints(function):
            raise Imperative(f"print is called in a loop or a branch, at {describe(here())}") from None
        return function


def prints(function: Any) -> bool:
    """Whether a function prints, which it is to do at each call."""
    return isinstance(function, FunctionType) and "print" in function.__code__.co_names and not is_ours(function)


def _is_loud(function: object) -> bool:
    return isinstance(function, BuiltinFunctionType) and function in _LOUD


def _within(function: FunctionType, followed: Any, args: Any, kwargs: Any) -> Any:
    """A call of a user's function; one that calls itself, in a loop or a branch of the graph, would have no end."""
    inside: list[Any] = depth.inside
    if depth.count and function.__code__ in inside:
        raise Imperative(f"{function.__qualname__} calls itself, at {describe(here())}")
    inside.append(function.__code__)
    try:
        return followed(*args, **kwargs)
    finally:
        inside.pop()


def is_ours(function: Any) -> bool:
    """Whether a function is Dusk's or NumPy's."""
    space: Any = getattr(function, "__globals__", None)  # where it was written, whatever it wraps
    module = space.get("__name__", "") if space else getattr(function, "__module__", None) or type(function).__module__
    return module.partition(".")[0] in ("dusk", "numpy")


def _followed(function: FunctionType) -> Any:
    """A function of the user's with its control flow read, too."""
    if is_ours(function) or (function.__name__ == "<lambda>" and "._dusk_" in function.__qualname__):
        return function  # a lambda of a function that is read is read with it
    try:
        return Door.converted(function)
    except Door.unread as reason:
        if depth.count:
            raise Imperative(f"{reason}, and it is called in a loop or a branch, at {describe(here())}") from None
        return function


def is_tame(function: Any) -> bool:
    """Whether a callable changes nothing but what is traced."""
    if isinstance(function, type):
        return function in _TAME or issubclass(function, tuple | np.generic) or is_ours(function)
    if isinstance(function, BuiltinFunctionType | BuiltinMethodType):
        owner = function.__self__
        if isinstance(owner, ModuleType):
            return function in _TAME or owner.__name__ in ("math", "operator", "cmath") or is_ours(function)
        return isinstance(owner, Handle | np.ndarray | np.generic) or function.__name__ not in _CHANGING
    return is_ours(function)


# --- builtins and functions of `math`, on values that are traced
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


def _as(dtype: Any) -> Callable[[Any], Any]:
    def made(x: Any) -> Any:
        if not isinstance(x, Handle) or x.shape != ():
            raise Imperative(f"{dtype.__name__}() of an array is looked at, at {describe(here())}")
        return as_weak(record(ops.astype, (x,), {"dtype": np.dtype(dtype)}))

    return made


_float, _int = _as(np.float64), _as(np.int64)


def _number(op: Any, whole: bool = False) -> Callable[..., Any]:
    """A function of `math`: of floats, and gives one (or with `whole` an integer)."""

    def made(*args: Any) -> Any:
        given = [_float(a) if isinstance(a, Handle) else float(a) for a in args]
        found = record(op, given, {})
        if found.dtype == np.bool_:
            return found
        return _int(found) if whole else as_weak(found)

    return made


def _rounded(x: Any) -> Any:
    return _int(record(ops.rint, (x,), {}))


_REPLACED: dict[Any, Callable[..., Any]] = {
    builtins.max: _largest,
    builtins.min: _smallest,
    builtins.int: _int,
    builtins.float: _float,
    builtins.round: _rounded,
    **{
        getattr(math, name): _number(getattr(ops, of))
        for name, of in {
            "sqrt": "sqrt", "exp": "exp", "log": "log", "log2": "log2", "log10": "log10", "log1p": "log1p",
            "expm1": "expm1", "sin": "sin", "cos": "cos", "tan": "tan", "asin": "arcsin", "acos": "arccos",
            "atan": "arctan", "atan2": "arctan2", "sinh": "sinh", "cosh": "cosh", "tanh": "tanh", "fabs": "fabs",
            "hypot": "hypot", "pow": "float_power", "copysign": "copysign", "fmod": "fmod", "erf": "erf",
            "isnan": "isnan", "isinf": "isinf", "isfinite": "isfinite",
        }.items()
    },
    math.floor: _number(ops.floor, whole=True),
    math.ceil: _number(ops.ceil, whole=True),
    math.trunc: _int,
}  # fmt: skip
