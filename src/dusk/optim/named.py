"""Trees of arrays by dotted names, as `parameters()` of a model gives them."""

from __future__ import annotations

from typing import Any, cast

from dusk.tree import flatten


def named(tree: Any) -> dict[str, Any]:
    """The arrays of a model (what has `parameters()`), or of a tree of dicts, lists and tuples, by dotted names.

    >>> named({"scale": 1, "layers": [{"w": 2}, {"w": 3}]})
    {'scale': 1, 'layers.0.w': 2, 'layers.1.w': 3}
    """
    parameters = getattr(tree, "parameters", None)
    if callable(parameters):
        return cast("dict[str, Any]", parameters())
    leaves, structure = flatten(tree)
    if type(tree) is dict and len(leaves) == len(cast("dict[str, Any]", tree)) and not any(structure[2]):
        return cast("dict[str, Any]", tree)
    return dict(zip(_names(structure, ""), leaves, strict=True))


def _names(structure: Any, name: str) -> list[str]:
    if structure is None:
        return [name]
    _, keys, children = structure
    below = keys if keys is not None else range(len(children))
    dot = "." if name else ""
    return [found for key, child in zip(below, children, strict=True) for found in _names(child, f"{name}{dot}{key}")]
