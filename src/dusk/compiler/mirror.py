"""Functions that are their own mirror image are computed once: erf(-x) is -erf(x), cos(-x) is cos(x)."""

from __future__ import annotations

from collections.abc import Sequence

from dusk.kernel.expr import Expr, const, op, replace, topological
from dusk.kernel.signatures import OPS


def fold_mirrored(roots: Sequence[Expr]) -> list[Expr]:
    """`roots`, without odd and even functions of what they are already computed of but for its sign."""
    order = topological(roots)
    present, change = set(order), dict[Expr, Expr]()
    for e in order:
        symmetry = OPS[e.data].symmetry if e.kind == "op" and e.dtype.kind == "f" else ""
        if not symmetry:
            continue
        negative = _negative_of(e.args[0])
        other = None if negative is None else op(e.data, negative)
        if other is not None and other in present and other not in change:
            change[e] = other if symmetry == "even" else op("negative", other)
    return replace(roots, change) if change else list(roots)


def _negative_of(x: Expr) -> Expr | None:
    """-x to the bit, zeros included, where it is written without another operation."""
    if x.kind != "op":
        return None
    if x.data == "negative":
        return x.args[0]
    if x.data == "multiply":
        for k, c in enumerate(x.args):
            if c.is_const:
                factors = [x.args[1 - k], const(-c.data, c.dtype)]
                return op("multiply", *(factors if k else reversed(factors)))
    return None
