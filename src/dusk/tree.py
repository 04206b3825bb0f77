"""Trees of dicts, lists, tuples and objects that say they are trees, with anything at their leaves."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager
from itertools import islice
from typing import Any, cast

Structure = Any
"""Hashable and comparable: None for a leaf, else (class, keys, structures of the children)."""


class Attributes:
    """Base of objects that are trees of their attributes, as models and optimisers are.

    Compiled functions look through them as through dicts, whether they are arguments or captured.
    """

    def variables(self) -> dict[str, Any]:
        """What gradients with respect to this are taken by: arrays by name."""
        return {}

    def holding(self, arrays: dict[str, Any]) -> AbstractContextManager[Any]:
        """A context in which this has other arrays in place of its variables."""
        raise TypeError(f"gradients with respect to a {type(self).__name__} are not defined")

    def is_complete(self) -> bool:
        """Whether all arrays of this have been made; what makes some of them runs imperatively."""
        return True

    def complete(self, run: Callable[[], Any]) -> None:
        """Make the arrays that are missing; `run` is a call that needs them."""

    def functions(self) -> Iterable[Any]:
        """The functions that run when this is called; what their code names is looked up as well."""
        return ()


def _attributes(tree: Any) -> Any:
    return tree.__dict__


def is_tree(kind: type[Any]) -> bool:
    """Whether objects of a class are inner nodes."""
    return _inner.get(kind, False) or (kind not in _inner and _is_inner(kind))


def flatten(tree: Any) -> tuple[list[Any], Structure]:
    """The leaves of a tree, in order (dicts: of insertion), and its structure.

    >>> flatten({"a": 1, "b": [2, (3, None)]})[0]
    [1, 2, 3, None]
    """
    kind = cast("Any", type(tree))
    if (kind is list or kind is tuple) and not _has_inner(tree):  # the usual case
        return list(tree), (kind, None, _leaves(len(tree)))
    leaves: list[Any] = []
    return leaves, _flatten(tree, leaves)


@functools.lru_cache(maxsize=1024)
def _leaves(n: int) -> tuple[None, ...]:
    """The children of a node with `n` leaves: one tuple each `n`, so that it is known without a look."""
    return (None,) * n


_inner: dict[type, bool] = {dict: True, list: True, tuple: True}  # whether a class has inner nodes


def _is_inner(kind: type) -> bool:
    found = _inner[kind] = (hasattr(kind, "_fields") and issubclass(kind, tuple)) or issubclass(kind, Attributes)
    return found


def _has_inner(nodes: Iterable[object]) -> bool:
    return any([_inner.get(kind, True) for kind in set(map(type, nodes))])


def _flatten(tree: object, leaves: list[Any]) -> Structure:
    kind = type(tree)
    if not _inner.get(kind, False) and (kind in _inner or not _is_inner(kind)):
        leaves.append(tree)
        return None
    inner = _attributes(tree) if issubclass(kind, Attributes) else cast("Any", tree)
    keys: Any = tuple(inner) if kind is dict or issubclass(kind, Attributes) else None
    below: Iterable[object] = inner.values() if keys is not None else inner
    if not _has_inner(below):
        leaves.extend(below)
        return (kind, keys, _leaves(len(inner)))
    children: list[Structure] = []
    for child in below:
        if _inner.get(type(child), True):
            children.append(_flatten(child, leaves))
        else:
            leaves.append(child)
            children.append(None)
    return (kind, keys, tuple(children) if any(c is not None for c in children) else _leaves(len(children)))


def unflatten(structure: Structure, leaves: Sequence[Any]) -> Any:
    """The tree of that structure with those leaves."""
    if structure is not None and structure[2] is _leaves(len(leaves)):
        if structure[0] is list:
            return list(leaves)
        if structure[0] is tuple:
            return tuple(leaves)
    return _unflatten(structure, iter(leaves))


def _unflatten(structure: Structure, leaves: Iterator[Any]) -> Any:
    if structure is None:
        return next(leaves)
    kind, keys, children = structure
    if children is not _leaves(len(children)):
        values = [next(leaves) if c is None else _unflatten(c, leaves) for c in children]
    else:
        values = list(islice(leaves, len(children)))
    if kind is dict:
        return dict(zip(keys, values, strict=True))
    if keys is not None:
        made = kind.__new__(kind)
        _attributes(made).update(zip(keys, values, strict=True))
        return made
    return kind(*values) if hasattr(kind, "_fields") else kind(values)


def objects(tree: Any) -> Iterator[Attributes]:
    """The outermost objects in a tree that are trees of their attributes."""
    if isinstance(tree, Attributes):
        yield tree
    elif is_tree(cast("type[Any]", type(tree))):
        below = cast("Iterable[Any]", tree.values() if isinstance(tree, dict) else tree)
        for child in below if _has_inner(below) else ():
            yield from objects(child)


def paths(structure: Structure, start: str = "") -> Iterator[str]:
    """For each leaf of a tree, in their order, the keys that lead to it, after `start`.

    >>> list(paths(flatten({"a": 1, "b": [2, (3, None)]})[1], "tree"))
    ['tree.a', 'tree.b.0', 'tree.b.1.0', 'tree.b.1.1']
    """
    if structure is None:
        yield start
        return
    kind, keys, children = structure
    keys = getattr(kind, "_fields", range(len(children))) if keys is None else keys
    for key, child in zip(keys, children, strict=True):
        yield from paths(child, f"{start}.{key}" if start else str(key))


def has_objects(structure: Structure) -> bool:
    """Whether trees of a structure have objects in them."""
    return structure is not None and (issubclass(structure[0], Attributes) or any(map(has_objects, structure[2])))


def map_leaves(function: Any, tree: Any) -> Any:
    """The tree with a function applied to each leaf."""
    leaves, structure = flatten(tree)
    return unflatten(structure, [function(leaf) for leaf in leaves])
