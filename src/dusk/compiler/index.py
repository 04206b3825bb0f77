"""Index arithmetic on extents: divisions that cancel, places in memory as linear forms of the axes.

Extents may be named sizes: what is decided here then holds whatever they stand for, numbers are polynomials of them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from dusk.graph.types import Dim, Size, exact_quotient, nonnegative, product, typical
from dusk.kernel import expr
from dusk.kernel.expr import INT64, Expr

Index = tuple[Expr, ...]
Extents = Sequence[Size] | Mapping[int, Size]
_DIVISIONS = ("floor_divide", "remainder")
_BELOW = {"less": True, "greater_equal": False}


class Place(NamedTuple):
    """Where in a buffer: `offset + sum(strides[a] * axis(a)) + sum(c * e for c, e in rest)`, in elements."""

    offset: Size
    strides: tuple[tuple[int, Size], ...]
    rest: tuple[tuple[Size, Expr], ...]


class Form(NamedTuple):
    """`const + sum(axes[i] * axis(i)) + sum(c * e for c, e in rest)`; no expression of `rest` is linear itself."""

    const: Size
    axes: dict[int, Size]
    rest: tuple[tuple[Size, Expr], ...]


def row_major(shape: Sequence[Size]) -> tuple[Size, ...]:
    """The strides, in elements, of a contiguous array."""
    strides: list[Size] = [1] * len(shape)
    for d in range(len(shape) - 2, -1, -1):
        n = shape[d + 1]
        strides[d] = strides[d + 1] * (n if isinstance(n, Dim) else max(n, 1))
    return tuple(strides)


def start_index(extents: Sequence[Size]) -> Index:
    """The index of the point the axes are at; axes of extent 1 are at 0."""
    return tuple(expr.axis(i) if n != 1 else expr.const(0) for i, n in enumerate(extents))


def place(index: Sequence[Expr], strides: Sequence[Size], extents: Extents) -> Place:
    """The place of `index` in memory of those strides."""
    total: Size = 0
    axes, rest = dict[int, Size](), dict[Expr, Size]()
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
        total, tuple((a, axes[a]) for a in sorted(axes) if axes[a]), tuple((c, e) for e, c in rest.items() if c)
    )


def substitute(index: Index, mapping: Mapping[Expr, Expr], extents: Extents) -> Index:
    """`index` with axes exchanged for expressions, simplified."""
    return tuple(simplify(e, extents) for e in expr.replace(index, mapping))


def simplify(e: Expr, extents: Extents) -> Expr:
    """An index with the divisions gone that its axes' extents decide."""
    if e.kind in ("axis", "const", "load", "reduced", "param"):
        return e
    return build(split(e, extents))


def build(form: Form) -> Expr:
    """The expression of a linear form, terms in a fixed order."""
    total: Expr | None = None
    for a in sorted(form.axes):
        term = expr.axis(a) * form.axes[a]
        total = term if total is None else total + term
    for c, e in form.rest:
        total = e * c if total is None else total + e * c
    return expr.const(form.const) if total is None else total + form.const


def split(e: Expr, extents: Extents) -> Form:
    """An int64 expression as a linear form, in which divisions by sizes that cancel are gone."""
    form = expr.affine(e)
    if not form.rest:
        return Form(form.const, dict(form.axes), ())
    total: Size = form.const
    axes, rest = dict[int, Size](form.axes), dict[Expr, Size]()
    for c, term in form.rest:
        part = _linear(term, extents)
        total = total + part.const * c
        for a, k in part.axes.items():
            axes[a] = axes.get(a, 0) + k * c
        for k, t in part.rest:
            rest[t] = rest.get(t, 0) + k * c
    if len(rest) > 1:
        total = total + _pair(axes, rest, extents)
    return Form(total, {a: c for a, c in axes.items() if c}, tuple((c, t) for t, c in rest.items() if c))


def _linear(e: Expr, extents: Extents) -> Form:
    """A term that is no sum of axes times numbers: named sizes, products with them, divisions."""
    if e.kind == "size":
        return Form(e.data, {}, ())
    if e.kind == "op" and e.data == "multiply":
        for x, by in (e.args, e.args[::-1]):
            if by.kind == "size":
                (const, axes, rest), c = split(x, extents), by.data
                return Form(const * c, {a: k * c for a, k in axes.items()}, tuple((k * c, t) for k, t in rest))
    if e.kind == "where" and (holds := decided(e.args[0], extents)) is not None:
        return split(e.args[1 if holds else 2], extents)
    return _division(e, extents) if _divides(e) else Form(0, {}, ((1, e),))


def compares(e: Expr) -> bool:
    """Whether an expression asks on which side of one index another one is."""
    return e.kind == "op" and e.data in _BELOW and e.args[0].dtype == INT64


def decided(e: Expr, extents: Extents) -> bool | None:
    """What a comparison of indices says at every point; None where that is not one answer, or not known."""
    span = bounds(split(e.args[0] - e.args[1], extents), extents) if compares(e) else None
    if span is not None and nonnegative(span[0]):
        return not _BELOW[e.data]
    return _BELOW[e.data] if span is not None and nonnegative(-1 - span[1]) else None


def _divides(e: Expr) -> bool:
    if e.kind != "op" or e.data not in _DIVISIONS or e.dtype != INT64:
        return False
    by = e.args[1]
    return by.kind == "size" or (by.is_const and by.data > 0)


def _whole(size: Size, d: Size) -> tuple[Size, Size]:
    """`size` as a multiple of d and what is left."""
    if isinstance(size, int) and isinstance(d, int):
        return size // d, size % d
    quotient = exact_quotient(size, d)
    return (0, size) if quotient is None else (quotient, 0)


def _division(e: Expr, extents: Extents) -> Form:
    """x // d or x % d, by splitting x into multiples of d and what stays below d."""
    form, d = split(e.args[0], extents), e.args[1].data
    exact = {a: exact_quotient(c, d) for a, c in form.axes.items()}
    terms = [(exact_quotient(c, d), c, t) for c, t in form.rest]
    const, rest = _whole(form.const, d)
    whole = Form(
        const,
        {a: q for a, q in exact.items() if q is not None},
        tuple((q, t) for q, _, t in terms if q is not None),
    )
    left = Form(
        rest, {a: form.axes[a] for a, q in exact.items() if q is None}, tuple((c, t) for q, c, t in terms if q is None)
    )
    shift = _one_multiple(bounds(left, extents), d)
    if shift is not None:
        if e.data == "remainder":
            return left._replace(const=left.const - d * shift)
        return whole._replace(const=whole.const + shift)
    if e.data == "remainder":
        return Form(0, {}, ((1, expr.op("remainder", build(left), e.args[1])),))
    quotient = expr.op("floor_divide", build(left), e.args[1])
    return whole._replace(rest=(*whole.rest, (1, quotient)))


def _one_multiple(span: tuple[Size, Size] | None, d: Size) -> int | None:
    """x // d if it is known to be the same for all x of a span."""
    if span is None:
        return None
    low, high = span
    if isinstance(low, int) and isinstance(high, int) and isinstance(d, int):
        return low // d if low // d == high // d else None
    return 0 if nonnegative(low) and nonnegative(d - 1 - high) else None


def _pair(axes: dict[int, Size], rest: dict[Expr, Size], extents: Extents) -> Size:
    """Put c * x for each c*d * (x // d) + c * (x % d); gives what that adds to the constant."""
    total: Size = 0
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
                axes[a] = axes.get(a, 0) + k * c
            for k, t in form.rest:
                rest[t] = rest.get(t, 0) + k * c
            total = total + form.const * c
    return total


def bounds(form: Form, extents: Extents) -> tuple[Size, Size] | None:
    """The least and greatest value of a linear form over the extents; None where data (or a size) decides."""
    low = high = form.const
    for a, c in form.axes.items():
        n = extents[a]
        reach = c * (n - 1 if isinstance(n, Dim) else max(n - 1, 0))
        if nonnegative(reach):
            high = high + reach
        elif nonnegative(-reach):
            low = low + reach
        else:
            return None
    for c, e in form.rest:
        if not _divides(e):
            return None
        span = _span(e, extents)
        if span is None:
            return None
        ends = c * span[0], c * span[1]
        if nonnegative(c):
            low, high = low + ends[0], high + ends[1]
        elif nonnegative(-c):
            low, high = low + ends[1], high + ends[0]
        else:
            return None
    return low, high


def _span(e: Expr, extents: Extents) -> tuple[Size, Size] | None:
    """Between which numbers a quotient or remainder is."""
    d = e.args[1].data
    if e.data == "remainder":
        return 0, d - 1
    inner = bounds(split(e.args[0], extents), extents)
    if inner is None or not all(isinstance(x, int) for x in (*inner, d)):
        return None
    return inner[0] // d, inner[1] // d


def splits(forms: Sequence[Place], extents: Extents) -> tuple[int, Size] | None:
    """An axis that forms still divide, and the divisor: cut there, the divisions go."""
    for form in forms:
        for _, e in form.rest:
            if _divides(e) and e.args[0].kind == "axis":
                axis: int = e.args[0].data
                d: Size = e.args[1].data
                if exact_quotient(extents[axis], d) is not None:
                    return axis, d
    return None


def exact(index: Index, extents: Sequence[Size], within: Sequence[int]) -> bool:
    """Whether `index` meets every point of the axes `within` once: a dimension has one axis, or several in order."""
    used: list[int] = []
    for e in index:
        if e.kind == "axis":
            used.append(e.data)
            continue
        form = split(e, extents)
        if form.rest or form.const:
            return False
        reach: Size = 1
        for a in sorted(form.axes, key=lambda a: typical(form.axes[a])):
            if form.axes[a] != reach:
                return False
            reach = reach * extents[a]
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


def evaluations(index: Index, order: Sequence[int], extents: Sequence[Size]) -> Size:
    """How often a value at `index` is computed in a nest of axes `order`: once a point of the loops it depends on."""
    used = axes_of(index)
    deepest = max((i for i, a in enumerate(order) if a in used), default=-1)
    return product(extents[a] for a in order[: deepest + 1])
