"""Trees of dicts, lists and tuples with anything at their leaves."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Any, cast

Structure = Any
"""Hashable and comparable: None for a leaf, else (class, keys, structures of the children)."""


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
    found = _inner[kind] = hasattr(kind, "_fields") and issubclass(kind, tuple)
    return found


def _has_inner(nodes: Iterable[object]) -> bool:
    return any([_inner.get(kind, True) for kind in set(map(type, nodes))])


def _flatten(tree: object, leaves: list[Any]) -> Structure:
    kind = type(tree)
    if not _inner.get(kind, False) and (kind in _inner or not _is_inner(kind)):
        leaves.append(tree)
        return None
    inner = cast("Any", tree)
    keys = tuple(inner) if kind is dict else None
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
    return kind(*values) if hasattr(kind, "_fields") else kind(values)


def map_leaves(function: Any, tree: Any) -> Any:
    """The tree with a function applied to each leaf."""
    leaves, structure = flatten(tree)
    return unflatten(structure, [function(leaf) for leaf in leaves])
