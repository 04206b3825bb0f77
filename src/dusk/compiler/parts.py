"""Kernels in parts: where conditions change along an axis at a few places, each part between them is stored by itself.

What puts arrays side by side, or adds up padded ones, asks at every point in which part it is, and computes all that
any part needs. With a store for each part there is nothing to ask: the kernel goes along one part and writes windows.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import gcd
from typing import Any

from dusk.compiler.index import compares, decided, split
from dusk.graph.types import Size, typical
from dusk.kernel import expr
from dusk.kernel.expr import BOOL, Expr

MOST = 8  # parts of an axis
STACK = 40  # parts of an axis that has one of each array
PAIR = 2  # what lies along an axis of two, as the parts of complex numbers do, has lanes along another axis
LEAST = 16  # points of a part: fewer do not fill lanes


def cut(roots: Sequence[Expr], extents: Mapping[int, Size]) -> tuple[int, int] | None:
    """An axis along which conditions change at whole parts, and the length of a part."""
    places: dict[int, set[int]] = {}
    for e in expr.topological(roots):
        if not compares(e):
            continue
        form = split(e.args[0] - e.args[1], extents)
        if form.rest or [*form.axes.values()] != [1] or not isinstance(form.const, int):
            continue
        (a,) = form.axes
        n = extents[a]
        if isinstance(n, int) and 0 < -form.const < n:
            places.setdefault(a, set()).add(-form.const)
    last = max((a for a, n in extents.items() if n != 1), default=-1)  # lanes go along it
    for a, at in places.items():
        whole: Any = extents[a]
        n = gcd(whole, *at)
        most = STACK if len(at) == whole - 1 and a != last and typical(extents[last]) >= LEAST else MOST
        if whole <= most * n and (n >= LEAST or whole == PAIR or most == STACK):
            return a, n
    return None


def part(roots: Sequence[Expr], axis: int, first: int, extents: Mapping[int, Size]) -> list[Expr]:
    """`roots` over the part of an axis that begins at `first`; `extents` are those within a part."""
    here = expr.axis(axis) + first if extents[axis] != 1 else expr.const(first)  # axes of extent 1 are at 0
    moved = expr.replace(roots, {expr.axis(axis): here})
    known: dict[Expr, Expr] = {}
    for e in expr.topological(moved):
        holds = decided(e, extents)
        if holds is not None:
            known[e] = expr.const(holds, BOOL)
    return expr.replace(moved, known)
