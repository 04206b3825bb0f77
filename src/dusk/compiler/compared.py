"""Roots that are compared with numbers, and used for nothing else, are not taken: |z| <= 2 where |z|**2 is at most the
largest number whose root is, rounded, at most 2."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

import numpy as np

from dusk.kernel.expr import Expr, const, op, rebuild, topological

_MIRRORED = {"less": "greater", "less_equal": "greater_equal", "greater": "less", "greater_equal": "less_equal"}
_RANGE = {np.dtype(np.float64): (1e-100, 1e100), np.dtype(np.float32): (1e-15, 1e15)}  # squares are normal numbers


def without_roots(values: Sequence[Expr]) -> list[Expr]:
    """`values`, with squares compared in place of their roots."""
    order = topological(values)
    uses, compared = Counter(values), Counter[Expr]()
    found: dict[Expr, tuple[str, Expr, float]] = {}
    for e in order:
        uses.update(e.args)
        if e.kind == "op" and e.data in _MIRRORED:
            name, root, number = e.data, *e.args
            if root.is_const:
                name, root, number = _MIRRORED[name], number, root
            if number.is_const and _is_root(root) and _is_within(number):
                found[e] = name, root, number.data
                compared[root] += 1
    made: dict[Expr, Expr] = {}
    for e in order:
        name, root, c = found.get(e, ("", e, 0.0))
        spared = name and compared[root] == uses[root]
        made[e] = _squared(name, made[root], c) if spared else rebuild(e, [made[a] for a in e.args])
    return [made[v] for v in values]


def _is_root(e: Expr) -> bool:
    if e.kind != "op" or e.dtype not in _RANGE:
        return False
    return e.data == "sqrt" or (e.data == "hypot" and e.dtype == np.float64)


def _is_within(number: Expr) -> bool:
    low, high = _RANGE.get(number.dtype, (1, 0))
    return low <= number.data <= high


def _squared(name: str, root: Expr, c: float) -> Expr:
    most = const(limit(root.dtype.type(c), name in ("less", "greater_equal")), root.dtype)
    square = root.args[0] if root.data == "sqrt" else op("square_sum", *root.args)
    if name in ("greater", "greater_equal"):
        return op("greater", square, most)
    below = op("less_equal", square, most)
    # a negative number has no root
    return (
        below if root.data == "hypot" else op("logical_and", op("greater_equal", square, const(0.0, root.dtype)), below)
    )


def limit(c: Any, strict: bool) -> float:
    """The largest number whose root is at most c, or with `strict` less than c; c is a NumPy scalar."""
    up = c.dtype.type(np.inf)

    def below(x: Any) -> bool:
        return bool(np.sqrt(x) < c if strict else np.sqrt(x) <= c)

    x = c * c
    while below(np.nextafter(x, up)):
        x = np.nextafter(x, up)
    while not below(x):
        x = np.nextafter(x, -up)
    return float(x)
