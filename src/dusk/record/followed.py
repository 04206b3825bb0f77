"""Functions written in Python whose calls the follower finds by what they were given.

A function may be `followed` if what it records depends on nothing but the types of the arrays and the values of all
else that it is given; its numbers may be operands of what it records, or decide about it, but not both. When a call did
nothing but record one call of an op on some of its arguments, in their order, the next one like it is done without
entering Python. So are calls of a function that is `viewing`, which made a view of the first argument.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any, cast

from dusk.graph import Op
from dusk.record import follower
from dusk.record.context import local
from dusk.record.follower import unfit
from dusk.record.handle import Classes, Handle
from dusk.record.views import read_view


class _Followed(follower.Followed):
    """A function, and what has been learnt of its calls."""

    __wrapped__: Callable[..., Any]

    def __init__(self, function: Callable[..., Any]) -> None:
        functools.update_wrapper(cast("Any", self), function)

    def __repr__(self) -> str:
        return repr(self.__wrapped__)

    def __reduce__(self) -> str:
        return self.__wrapped__.__qualname__

    def _call(self, *args: Any, **named: Any) -> Any:
        context = local.context
        if context.slow or (args and type(args[0]) is Classes.selected):
            return self.__wrapped__(*args, **named)
        if self.makes_views:
            made = self.__wrapped__(*args, **named)
            if type(made) is Classes.array and args and made is not args[0] and made.owner is not None:
                self.learn_view(args, named, made)
            return made
        for given in args:
            if isinstance(given, Handle) and given.owner is not None:  # (who does not know its length learns it here)
                read_view(given)
        before = context.node
        made = self.__wrapped__(*args, **named)
        if context.node.parent is before and isinstance(made, Handle):
            context.learn_call(self, args, named, made)
        return made


class _Direct(_Followed):
    """A function of which nothing is learnt."""

    __slots__ = ()

    @property
    def __code__(self) -> Any:
        return self.__wrapped__.__code__

    def _call(self, *args: Any, **named: Any) -> Any:
        return self.__wrapped__(*args, **named)


class _Property(_Followed):
    """A function that its class has as a property."""

    write: Callable[[Any, Any], None] | None = None

    def __set__(self, x: Any, value: Any) -> None:
        if self.write is None:
            raise AttributeError(f"attribute '{self.__wrapped__.__name__}' of 'numpy.ndarray' objects is not writable")
        self.write(x, value)


def followed(function: Callable[..., Any]) -> Any:
    """The function, to be followed; a decorator."""
    return function if unfit is not None else _Followed(function)


def viewing(function: Callable[..., Any]) -> Any:
    """The function, to be followed where it makes a view; a decorator."""
    made = followed(function)
    if unfit is None:
        made.makes_views = 1
    return made


def viewing_property(function: Callable[[Any], Any], write: Callable[[Any, Any], None] | None = None) -> Any:
    """A property of arrays that is a view, to be followed; a decorator."""
    if unfit is not None:
        return property(function, write)
    made = _Property(function)
    made.write = write
    made.is_property = made.makes_views = 1
    return made


ANYTHING, WRITES, SPARSE = 3, 4, 5  # as `by_numpy.h` says


def by_numpy(function: Callable[..., Any], theirs: Callable[..., Any], makes: int = 0) -> Any:
    """The function, whose calls with small arrays at hand are NumPy's: `theirs` neither writes to nor keeps what it is
    given. `makes`: it makes arrays of sizes (1), of their squares (2), of ANYTHING (-1: not of an array of ours),
    WRITES to what it is given first, or makes large arrays that are mostly zeros (SPARSE), which are not recorded."""
    if unfit is not None:
        return function
    made: Any = function if isinstance(function, _Followed) else _Direct(function)
    made.numpy = getattr(theirs, "_implementation", theirs)  # what it is given are NumPy's arrays: none to ask first
    made.makes = makes
    return made


# in the order of `shortcuts.h`
_SHORTCUTS = (
    "sum",
    "prod",
    "any",
    "all",
    "extreme",
    "mean",
    "product",
    "tolist",
    "array",
    "ufunc",
    "join",
    "key",
    "copy",
    "cast",
    "fill",
)


def shortcut(function: Callable[..., Any], which: str, op: Op | tuple[Any, ...] | int | None = None) -> Any:
    """The function, which native code does by itself for small arrays at hand, where it is given nothing else: as
    `which` of _SHORTCUTS, by the universal function that is the body of `op`. "ufunc" is
    what NumPy's universal functions call, with our functions by NumPy's and the name of calls for `op`; "key" is a
    subscript, with the keys for arrays of no, one, ... dimensions (None: the array itself, False: no subscript); "fill"
    makes arrays of one number, which `op` is (None: it is given after the sizes)."""
    if unfit is not None:
        return function
    made: Any = function if isinstance(function, _Followed) else _Direct(function)
    made.shortcut, made.op = _SHORTCUTS.index(which) + 1, op
    return made


follower.enter(_Followed, method=True)
follower.enter(_Direct, method=True)
follower.enter(_Property)
