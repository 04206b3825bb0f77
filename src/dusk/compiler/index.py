"""Index arithmetic on known extents: divisions that cancel, places in memory as linear forms of the axes."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from dusk.kernel import expr
from dusk.kernel.expr import INT64, Affine, Expr

Index = tuple[Expr, ...]
Extents = Sequence[int] | Mapping[int, int]
_DIVISIONS = ("floor_divide", "remainder")


class Place(NamedTuple):
    """Where in a buffer: `offset + sum(strides[a] * axis(a)) + sum(c * e for c, e in rest)`, in elements."""

    offset: int
    strides: tuple[tuple[int, int], ...]
    rest: tuple[tuple[int, Expr], ...]


def row_major(shape: Sequence[int]) -> tuple[int, ...]:
    """The strides, in elements, of a contiguous array."""
    strides = [1] * len(shape)
    for d in range(len(shape) - 2, -1, -1):
        strides[d] = strides[d + 1] * max(shape[d + 1], 1)
    return tuple(strides)


def start_index(extents: Sequence[int]) -> Index:
    """The index of the point the axes are at; axes of extent 1 are at 0."""
    return tuple(expr.axis(i) if n != 1 else expr.const(0) for i, n in enumerate(extents))


def place(index: Sequence[Expr], strides: Sequence[int], extents: Extents) -> Place:
    """The place of `index` in memory of those strides."""
    total, axes, rest = 0, dict[int, int](), dict[Expr, int]()
    for e, stride in zip(index, strides, strict=True):
        if e.kind == "axis":
            axes[e.data] = axes.get(e.data, 0) + stride
            continue
        part = split(e, extents)
        total += stride * part.const
        for a, c in part.axes.items():
            axes[a] = axes.get(a, 0) + stride * c
        for c, t in part.rest:
            rest[t] = rest.get(t, 0) + stride * c
    if len(rest) > 1:
        total += _pair(axes, rest, extents)
    return Place(
        total, tuple(sorted((a, c) for a, c in axes.items() if c)), tuple((c, e) for e, c in rest.items() if c)
    )


def substitute(index: Index, mapping: Mapping[Expr, Expr], extents: Extents) -> Index:
    """`index` with axes exchanged for expressions, simplified."""
    return tuple(simplify(e, extents) for e in expr.replace(index, mapping))


def simplify(e: Expr, extents: Extents) -> Expr:
    """An index with the divisions gone that its axes' extents decide."""
    if e.kind in ("axis", "const", "load", "reduced", "param"):
        return e
    return build(split(e, extents))


def build(form: Affine) -> Expr:
    """The expression of a linear form, terms in a fixed order."""
    total: Expr | None = None
    for a in sorted(form.axes):
        term = expr.axis(a) * form.axes[a]
        total = term if total is None else total + term
    for c, e in form.rest:
        total = e * c if total is None else total + e * c
    return expr.const(form.const) if total is None else total + form.const


def split(e: Expr, extents: Extents) -> Affine:
    """An int64 expression as a linear form, in which divisions by constants that cancel are gone."""
    form = expr.affine(e)
    if not form.rest:
        return form
    total, axes, rest = form.const, dict(form.axes), dict[Expr, int]()
    for c, term in form.rest:
        part = _division(term, extents) if _divides(term) else Affine(0, {}, ((1, term),))
        total += c * part.const
        for a, k in part.axes.items():
            axes[a] = axes.get(a, 0) + c * k
        for k, t in part.rest:
            rest[t] = rest.get(t, 0) + c * k
    if len(rest) > 1:
        total += _pair(axes, rest, extents)
    return Affine(total, {a: c for a, c in axes.items() if c}, tuple((c, t) for t, c in rest.items() if c))


def _divides(e: Expr) -> bool:
    return e.kind == "op" and e.data in _DIVISIONS and e.dtype == INT64 and e.args[1].is_const and e.args[1].data > 0


def _division(e: Expr, extents: Extents) -> Affine:
    """x // d or x % d, by splitting x into multiples of d and what stays below d."""
    form, d = split(e.args[0], extents), e.args[1].data
    whole = Affine(
        form.const // d,
        {a: c // d for a, c in form.axes.items() if c % d == 0},
        tuple((c // d, t) for c, t in form.rest if c % d == 0),
    )
    left = Affine(
        form.const % d, {a: c for a, c in form.axes.items() if c % d}, tuple(x for x in form.rest if x[0] % d)
    )
    span = bounds(left, extents)
    if span is not None and span[0] // d == span[1] // d:
        shift = span[0] // d
        if e.data == "remainder":
            return left._replace(const=left.const - shift * d)
        return whole._replace(const=whole.const + shift)
    if e.data == "remainder":
        return Affine(0, {}, ((1, expr.op("remainder", build(left), e.args[1])),))
    quotient = expr.op("floor_divide", build(left), e.args[1])
    return whole._replace(rest=(*whole.rest, (1, quotient)))


def _pair(axes: dict[int, int], rest: dict[Expr, int], extents: Extents) -> int:
    """Put c * x for each c*d * (x // d) + c * (x % d); gives what that adds to the constant."""
    total = 0
    for e in list(rest):
        if not _divides(e) or e.data != "remainder" or e not in rest:
            continue
        x, d = e.args
        quotient = expr.op("floor_divide", x, d)
        if rest.get(quotient) == rest[e] * d.data:
            c = rest.pop(e)
            del rest[quotient]
            form = split(x, extents)
            for a, k in form.axes.items():
                axes[a] = axes.get(a, 0) + c * k
            for k, t in form.rest:
                rest[t] = rest.get(t, 0) + c * k
            total += c * form.const
    return total


def bounds(form: Affine, extents: Extents) -> tuple[int, int] | None:
    """The least and greatest value of a linear form over the extents; None where data decides."""
    low = high = form.const
    for a, c in form.axes.items():
        reach = c * max(extents[a] - 1, 0)
        low, high = low + min(reach, 0), high + max(reach, 0)
    for c, e in form.rest:
        if not _divides(e):
            return None
        inner = bounds(expr.affine(e.args[0]), extents)
        if inner is None:
            return None
        d = e.args[1].data
        span = (0, d - 1) if e.data == "remainder" else (inner[0] // d, inner[1] // d)
        low, high = low + min(c * span[0], c * span[1]), high + max(c * span[0], c * span[1])
    return low, high


def splits(forms: Sequence[Place], extents: Extents) -> tuple[int, int] | None:
    """An axis that forms still divide, and the divisor: cut there, the divisions go."""
    for form in forms:
        for _, e in form.rest:
            if _divides(e) and e.args[0].kind == "axis" and extents[e.args[0].data] % e.args[1].data == 0:
                return e.args[0].data, e.args[1].data
    return None


def exact(index: Index, extents: Sequence[int], within: Sequence[int]) -> bool:
    """Whether `index` meets every point of the axes `within` once: a dimension has one axis, or several in order."""
    used: list[int] = []
    for e in index:
        if e.kind == "axis":
            used.append(e.data)
            continue
        form = expr.affine(e)
        if form.rest or form.const:
            return False
        reach = 1
        for a in sorted(form.axes, key=lambda a: form.axes[a]):
            if form.axes[a] != reach:
                return False
            reach *= extents[a]
        used += form.axes
    return sorted(used) == [a for a in within if extents[a] != 1]


def axes_of(index: Index) -> list[int]:
    """The axes that occur in an index."""
    bare = {e.data for e in index if e.kind == "axis"}
    rest = [e for e in index if e.kind not in ("axis", "const")]
    return sorted(bare | {e.data for e in expr.topological(rest) if e.kind == "axis"} if rest else bare)


def varies(e: Expr) -> bool:
    """Whether data decides an index."""
    return e.kind not in ("axis", "const") and any(x.kind in ("load", "reduced") for x in expr.topological([e]))


def evaluations(index: Index, order: Sequence[int], extents: Sequence[int]) -> int:
    """How often a value at `index` is computed in a nest of axes `order`: once a point of the loops it depends on."""
    used = axes_of(index)
    deepest = max((i for i, a in enumerate(order) if a in used), default=-1)
    return math.prod(extents[a] for a in order[: deepest + 1])
