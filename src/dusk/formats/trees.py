"""Trees of arrays as plain tuples, which graph texts can hold: what a function takes and gives.

An array is ("array", i), another leaf ("value", v), an inner node ("list", child...), ("tuple", child...) or ("dict",
(key, child)...); an object whose attributes are a tree is ("object", its class, (key, child)...).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, cast

import numpy as np

from dusk.errors import FormatError
from dusk.tracing.described import Description
from dusk.tracing.trace import Cell
from dusk.tree import Structure, has_objects

Tree = tuple[Any, ...]
_PLAIN = (bool, int, float, str, complex, slice, type(None), type(Ellipsis))


def encoded(structure: Structure, leaves: Sequence[Tree]) -> Tree:
    """A tree whose leaves are encoded already."""
    return _encoded(structure, iter(leaves))


def _encoded(structure: Structure, leaves: Iterator[Tree]) -> Tree:
    if structure is None:
        return next(leaves)
    kind, keys, children = structure
    below = [_encoded(child, leaves) for child in children]
    if keys is None:
        return ("list" if kind is list else "tuple", *below)
    pairs = zip(map(plain, keys), below, strict=True)
    return ("dict", *pairs) if kind is dict else ("object", f"{kind.__module__}.{kind.__qualname__}", *pairs)


def given_back(told: Description) -> Tree:
    """What a function gives: array i is result i of its graph, then come its arguments and its states.

    ValueError: it gives an object, or something else that files do not hold.
    """
    found = told.trace
    if has_objects(found.structure):
        raise ValueError("the function gives an object: files hold lists, tuples and dicts of arrays")
    leaves: list[Tree] = []
    for at, constant in zip(found.results, found.constants, strict=True):
        if at is not None:
            leaves.append(("array", at))
        elif type(constant) is Cell:
            leaves.append(("array", len(told.results) + told.reads[constant.position]))
        else:
            leaves.append(("value", plain(constant)))
    return encoded(found.structure, leaves)


def plain(value: Any) -> Any:
    """A value as files hold it (ValueError: they do not hold such)."""
    kind = cast("Any", type(value))
    if issubclass(kind, np.generic):
        return ("numpy", value.dtype, plain(value.item()))
    if kind in _PLAIN or issubclass(kind, np.dtype):
        return value
    if kind is tuple:
        return tuple([plain(one) for one in value])
    raise ValueError(f"{value!r} is of {kind.__name__}: files hold arrays, numbers, strings and None")


def decoded(tree: Any, arrays: Sequence[Any]) -> Any:
    """The tree of what `encoded` gave, with these arrays (FormatError: it is none of these)."""
    parts = cast("Tree", tree) if type(tree) is tuple else ()
    kind, rest = (parts[0], parts[1:]) if parts else ("", ())
    if kind == "array" and len(rest) == 1 and type(rest[0]) is int and 0 <= rest[0] < len(arrays):
        return arrays[rest[0]]
    if kind == "value" and len(rest) == 1:
        value: Any = rest[0]
        inner = cast("Tree", value) if type(value) is tuple else ()
        if len(inner) == 3 and inner[0] == "numpy" and isinstance(inner[1], np.dtype):
            return cast("Any", inner[1]).type(inner[2])
        return cast("Any", value)
    if kind == "list" or kind == "tuple":
        below = [decoded(child, arrays) for child in rest]
        return below if kind == "list" else tuple(below)
    if kind == "dict" and all(type(pair) is tuple and len(pair) == 2 for pair in rest):
        return {key: decoded(child, arrays) for key, child in rest}
    raise FormatError(f"a result is described by {tree!r:.60}, which is no tree")


def arrays_in(tree: Any) -> Iterator[int]:
    """The numbers of the arrays in what `encoded` gave (FormatError, ValueError, TypeError: it is none of these)."""
    match tree:
        case ("array", int(number)):
            yield number
        case ("value", _):
            pass
        case ("list" | "tuple", *children):
            for child in children:
                yield from arrays_in(child)
        case ("dict", *pairs) | ("object", str(), *pairs):
            for _, child in pairs:
                yield from arrays_in(child)
        case _:
            raise FormatError(f"arguments are described by {tree!r:.60}, which is no tree")
