"""Calls in functions that `source` has written anew: what they do to values that are traced, and whether they may."""

from __future__ import annotations

import builtins
import dis
import random
import threading
import time
from collections.abc import Callable, Generator
from contextlib import contextmanager
from types import BuiltinFunctionType, BuiltinMethodType, FunctionType, MethodType, ModuleType
from typing import Any

import numpy as np

from dusk.graph.provenance import describe, here
from dusk.record import Handle, local
from dusk.tracing.functions import REPLACED
from dusk.tracing.trace import Effect, Imperative

_TAME = frozenset(
    (
        *(abs, bool, complex, divmod, enumerate, float, int, isinstance, issubclass, len, list, max, min, pow, range),
        *(dict, set, frozenset, sorted, ord, chr, format, reversed, round, slice, sum, tuple, type, zip, callable),
        *(getattr, hasattr, id, hash, repr, str, all, any),
    )
)
"""Builtins that change nothing."""

_CHANGING = {
    *("append", "extend", "insert", "pop", "popitem", "remove", "clear", "sort", "reverse"),
    *("update", "add", "discard", "setdefault", "write", "writelines"),
}
_DATA = frozenset((str, bytes, int, float, complex, bool, tuple, list, dict, set, frozenset, range, slice))
"""Whose methods change nothing but themselves, and these only by such names."""
_STORES = ("STORE_GLOBAL", "DELETE_GLOBAL", "STORE_ATTR", "DELETE_ATTR", "STORE_SUBSCR", "DELETE_SUBSCR")


class _Depth(threading.local):
    """How many loops and branches are being traced in this thread, how many loops written out, and within calls of
    which functions."""

    count = rounds = 0

    def __init__(self) -> None:
        self.inside: list[Any] = []


depth = _Depth()


@contextmanager
def written_out() -> Generator[None]:
    """A loop's rounds, each by itself."""
    depth.rounds += 1
    try:
        yield
    finally:
        depth.rounds -= 1


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
        replaced = None if kwargs else REPLACED.get(function)
    except TypeError:  # not hashable
        replaced = None
    if replaced is not None and any(isinstance(a, Handle) for a in args):
        try:
            return replaced(*args)
        except TypeError as error:
            raise Imperative(f"{function.__name__}() of these arguments: {error}, at {describe(here())}") from None
    plain = function.__func__ if isinstance(function, MethodType) else function
    if isinstance(plain, FunctionType):
        followed = _followed(plain)
        if followed is plain:
            return function(*args, **kwargs)
        return _within(plain, followed, (function.__self__, *args) if plain is not function else args, kwargs)
    happens = _happens(function)
    if happens or (depth.count and not is_tame(function)):
        where = " in a loop or a branch" * (depth.count + depth.rounds > 0)
        raise (Effect if happens else Imperative)(f"{_name(function)} is called{where}, at {describe(here())}")
    return fresh(function(*args, **kwargs)) if isinstance(function, type) else function(*args, **kwargs)


def _name(function: Any) -> str:
    return getattr(function, "__qualname__", repr(function))


# --- what happens outside
def fresh(thing: Any) -> Any:
    """A thing that was made while tracing: until then nobody else sees what is done to it."""
    if local.context.trace is not None:
        local.context.fresh[id(thing)] = thing
    return thing


def met(thing: Any) -> type[Imperative]:
    """How a trace ends in which a thing would be changed in a loop or a branch: where it was made meanwhile, the loop
    may be written out."""
    return Imperative if id(thing) in local.context.fresh else Effect


def attribute(thing: Any, often: bool) -> None:
    """An attribute of a thing is about to be written; `often`: in a loop that stays Python's."""
    if local.context.trace is None or not (depth.count or depth.rounds or often):
        return
    how = met(thing)
    if depth.count or how is Effect:
        raise how(f"an attribute of a {type(thing).__name__} is written in a loop or a branch, at {describe(here())}")


def _refusal(function: Any) -> type[Imperative]:
    """How a trace ends in which a callable that is not tame is called in a loop or a branch."""
    if isinstance(function, BuiltinFunctionType | BuiltinMethodType) and function is not iter:
        return met(function.__self__) if type(function.__self__) in _DATA else Effect
    return Imperative


def _changes(function: FunctionType, deeper: int = 4) -> bool:
    """Whether a function changes what others see, or depends on it, as far as its code and what this names tell."""
    code, space = function.__code__, function.__globals__
    if not _CHANGING.isdisjoint(code.co_names):
        return True
    thing: Any = None
    for instruction in dis.get_instructions(code):
        name, argument = instruction.opname, instruction.argval
        if name.startswith(_STORES):
            return True
        if name == "STORE_DEREF" and argument in code.co_freevars:
            return True
        if name.startswith("LOAD_GLOBAL"):
            thing = space.get(argument, getattr(builtins, argument, None))
        elif name.startswith(("LOAD_ATTR", "LOAD_METHOD")) and thing is not None and not isinstance(thing, Handle):
            thing = getattr(thing, argument, None)
        else:
            continue
        plain = thing.__func__ if isinstance(thing, MethodType) else thing
        if isinstance(plain, FunctionType) and not is_ours(plain):
            if deeper and _changes(plain, deeper - 1):
                return True
        elif callable(thing) and _happens(thing):
            return True
    return False


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


def goes_round(function: Any) -> bool:
    """Whether a function has a loop."""
    code = getattr(function, "__code__", None)
    names = () if code is None else [i.opname for i in dis.get_instructions(code)]
    return any(name == "FOR_ITER" or "JUMP_BACKWARD" in name for name in names)


def _is_loud(function: Any) -> bool:
    """Whether what a builtin does is to be done at each call, wherever it is: it talks, draws, or tells the time."""
    owner = getattr(function, "__self__", None)
    draws = isinstance(owner, random.Random | np.random.Generator | np.random.RandomState)
    return draws or owner is time or (owner is builtins and function in _LOUD)


def _happens(function: Any) -> bool:
    """Whether a callable changes what is outside, or depends on it, by all that is known of it."""
    plain = isinstance(function, FunctionType | MethodType | type)
    return _is_loud(function) or not (plain or is_tame(function) or _refusal(function) is not Effect)


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
        how = Effect if (depth.count or depth.rounds) and _changes(function) else Imperative
        if depth.count or how is Effect:
            raise how(f"{reason}, and it is called in a loop or a branch, at {describe(here())}") from None
        return function


def is_tame(function: Any) -> bool:
    """Whether a callable changes nothing but what is traced."""
    if isinstance(function, type):
        return function in _TAME or issubclass(function, tuple | np.generic) or is_ours(function)
    if isinstance(function, BuiltinFunctionType | BuiltinMethodType):
        owner = function.__self__
        if isinstance(owner, ModuleType):
            return function in _TAME or owner.__name__ in ("math", "operator", "cmath") or is_ours(function)
        if isinstance(owner, type):
            return issubclass(owner, tuple | np.generic) or owner in _DATA
        return isinstance(owner, Handle | np.ndarray | np.generic) or (
            type(owner) in _DATA and function.__name__ not in _CHANGING
        )
    return is_ours(function)
