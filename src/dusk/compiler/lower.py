"""A group to a kernel: places in memory become strides, axes that memory runs through in one go become one axis.

Nothing that depends on sizes stays in a kernel's text: offsets, strides and extents are arguments, numbers of index
arithmetic are parameters, numbers of the program are read from memory. So equal layers share one kernel.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from dusk.compiler.compared import without_roots
from dusk.compiler.compose import Composition
from dusk.compiler.flow import Flow
from dusk.compiler.group import Group
from dusk.compiler.index import Place, axes_of, place, row_major, splits, start_index
from dusk.compiler.mirror import fold_mirrored
from dusk.compiler.parts import cut, part
from dusk.compiler.rules import weight
from dusk.compiler.work import STATUS, Access, Check, Nest
from dusk.graph.provenance import Origin, join
from dusk.graph.types import Size, product, typical
from dusk.kernel import expr
from dusk.kernel.contraction_plan import L2
from dusk.kernel.expr import INT64, Expr
from dusk.kernel.loops import Axis, Kernel, Operand, Store

BAKED = frozenset(("0.0", "-0.0", "1.0", "-1.0", "0.5", "-0.5", "2.0", "-2.0", "inf", "-inf", "nan"))
SHORT, MUCH = 8, 1 << 16  # an extent that threads share badly, points from which they share at all
SMALL = range(-1, 2)
STATIC = (1, 2)  # strides that are in a kernel's text: lanes side by side, or parts of complex numbers
ROW = 512  # bytes from which it pays to bring the lanes of a row in line with memory
STREAMED = 8 * L2  # bytes from which stores past caches pay: 1.3 times at first, then 1.6, on one thread and on two


@dataclass(slots=True)
class Write:
    """A store of a group before its places are worked out."""

    value: int
    index: tuple[Expr, ...]
    shape: tuple[Size, ...]
    root: Expr
    kind: Any = "set"
    guard: Expr | None = None


def compose(flow: Flow, group: Group) -> tuple[Composition, list[Write]]:
    """The reductions and stores of a group."""
    parts = Composition(flow, group)
    writes: list[Write] = []
    for v in group.stores:
        rule = flow.rule(v)
        index = group.at[v] if v in group.at else start_index(group.extents)
        if v == group.written:
            assert rule is not None
            index = start_index(group.extents)
            target, guard = parts.target(v, index)
            values = flow.operands[flow.maker[v]][1]
            writes.append(Write(v, target, flow.types[v].shape, parts.value(values, index), rule.store, guard))
        elif rule is not None and rule.kind == "fold":
            summed = parts.value(v, group.demand[v][0])
            writes.append(Write(v, index, flow.types[v].shape, summed, "sum"))
        else:
            writes.append(Write(v, index, flow.types[v].shape, parts.value(v, index)))
    return parts, writes


def nest(flow: Flow, group: Group) -> Nest:
    """The kernel of a group of kind "loops" or "update"."""
    parts, writes = compose(flow, group)
    return _Lowering(flow, group, parts, writes).finish()


@dataclass
class Layout:
    """Axes of a kernel: the old axes each new one runs through, outermost first."""

    extents: list[Size]
    number: dict[int, int]
    inner: list[int]
    n_parallel: int


@dataclass
class Builder:
    """Collects operands and parameters while expressions are rewritten for a kernel's own axes."""

    flow: Flow
    layout: Layout
    places: dict[Expr, Place]
    accesses: list[Access] = field(default_factory=list[Access])
    operands: list[Operand] = field(default_factory=list[Operand])
    params: list[Size] = field(default_factory=list[Size])
    _numbers: dict[Any, int] = field(default_factory=dict[Any, int])
    _made: dict[Expr, Expr] = field(default_factory=dict[Expr, Expr])

    def rewrite(self, order: Iterable[Expr]) -> dict[Expr, Expr]:
        """New expressions for old ones, given with arguments first."""
        made = self._made
        for e in order:
            if e in made:
                continue
            if e.kind == "load":
                guard = made[e.guard] if e.guard is not None else None
                other = self.root(e.other) if e.other is not None else None
                number, index = self.operand(e.operand, e.dtype, self.places[e])
                made[e] = expr.load(number, index, e.dtype, guard, other)
            elif e.kind == "axis":
                made[e] = expr.axis(self.layout.number[e.data])
            elif e.kind == "size":
                made[e] = e  # whoever uses it makes it a parameter
            elif e.is_const:
                made[e] = self.constant(e)
            else:
                made[e] = expr.rebuild(e, [self.root(a) for a in e.args])
        return made

    def root(self, e: Expr) -> Expr:
        """What became of an expression that something uses."""
        return self.number(e) if is_size(e) else self._made[e]

    def number(self, e: Expr) -> Expr:
        """An integer of index arithmetic, as a parameter of its own: others may differ from it at other sizes."""
        self.params.append(e.data)
        return expr.param(len(self.params) - 1)

    def operand(
        self, v: int, dtype: Any, where: Place, writes: bool = False, every: bool = False
    ) -> tuple[int, tuple[Expr, ...]]:
        """The operand for a place in value v, and the index into it; with `every`, it has all axes of the kernel."""
        strides = dict(where.strides)
        axes = [n for n, a in enumerate(self.layout.inner) if every or strides.get(a, 0)]
        steps = [strides.get(self.layout.inner[n], 0) for n in axes]
        rest = [(c, self._made.get(e, e)) for c, e in where.rest]
        key = v, where.offset, tuple(axes), tuple(steps), tuple(c for c, _ in rest), writes, dtype
        number = self._numbers.get(key)
        if number is None:
            number = self._numbers[key] = len(self.operands)
            strides_of = (*steps, *(c for c, _ in rest))
            self.operands.append(Operand(dtype, tuple(next((n for n in STATIC if c == n), None) for c in strides_of)))
            self.accesses.append(Access(v, where.offset * dtype.itemsize, strides_of, tuple(axes), writes))
        return number, (*map(expr.axis, axes), *(e for _, e in rest))

    def constant(self, e: Expr) -> Expr:
        """A number: in the kernel's text if it is one that says something, else an argument."""
        # unsigned numbers are patterns of bits and by how much to shift them
        if e.dtype.kind in "bu" or (e.dtype.kind == "i" and e.data in SMALL) or repr(e.data) in BAKED or is_size(e):
            return e
        number, index = self.operand(self.flow.literal(e.data, e.dtype), e.dtype, Place(0, (), ()))
        return expr.load(number, index, e.dtype)


class _Lowering:
    def __init__(self, flow: Flow, group: Group, parts: Composition, writes: list[Write]) -> None:
        self.flow, self.group, self.parts, self.writes = flow, group, parts, writes
        self.extents: dict[int, Size] = dict(enumerate(group.extents))
        self.parallel, self.reduced = group.parallel, list(group.reduced)
        self.reductions = list(parts.reductions)
        self.scans = [s for s in parts.scans if s is not None]
        self.checks = list(parts.checks)

    def roots(self) -> list[Expr]:
        found = [r.value for r in (*self.reductions, *self.scans)]
        for w in self.writes:
            found += [w.root, *w.index, *([w.guard] if w.guard is not None else [])]
        return found + [e for c in self.checks for e in (c.failed, c.index)]

    def finish(self) -> Nest:
        self.exchange(without_roots(fold_mirrored(self.roots())))
        while self.in_parts():
            pass
        while True:
            loads = [e for e in expr.topological(self.roots()) if e.kind == "load"]
            places = {e: place(e.index, row_major(self.shape(e.operand)), self.extents) for e in loads}
            targets = [place(w.index, row_major(w.shape), self.extents) for w in self.writes]
            cut = splits([*places.values(), *targets], self.extents)
            if cut is None:
                return self.build(places, targets)
            self.split(*cut)

    def shape(self, v: int) -> tuple[Size, ...]:
        return self.flow.types[v].shape

    def in_parts(self) -> bool:
        """Store parts of an axis one by one where that spares asking which it is."""
        simple = all(w.kind == "set" and w.guard is None for w in self.writes)
        found = cut(self.roots(), self.extents) if simple and not (self.reduced or self.checks) else None
        if found is None or not all(found[0] in axes_of(w.index) for w in self.writes):
            return False
        axis, n = found
        firsts = range(0, round(typical(self.extents[axis])), n)
        self.extents[axis] = n
        writes, self.writes = self.writes, list[Write]()
        for first in firsts:
            for w in writes:
                root, *index = part([w.root, *w.index], axis, first, self.extents)
                self.writes.append(Write(w.value, tuple(index), w.shape, root))
        return True

    def split(self, axis: int, divisor: Size) -> None:
        """Replace an axis by two, the inner one of extent `divisor`."""
        outer, inner = len(self.extents), len(self.extents) + 1
        self.extents |= {outer: self.extents[axis] // divisor, inner: divisor}
        for axes in (self.parallel, self.reduced):
            if axis in axes:
                axes[axes.index(axis) : axes.index(axis) + 1] = [outer, inner]
        self.extents[axis] = 1
        change = {expr.axis(axis): expr.axis(outer) * divisor + expr.axis(inner)}
        self.exchange(expr.replace(self.roots(), change))

    def exchange(self, values: list[Expr]) -> None:
        """Take other expressions for the roots, in their order."""
        values.reverse()
        for i, r in enumerate(self.reductions):
            self.reductions[i] = type(r)(r.op, values.pop())
        for i, s in enumerate(self.scans):
            self.scans[i] = type(s)(s.start, values.pop())
        for w in self.writes:
            w.root = values.pop()
            w.index = tuple(values.pop() for _ in w.index)
            if w.guard is not None:
                w.guard = values.pop()
        for i, c in enumerate(self.checks):
            self.checks[i] = type(c)(values.pop(), values.pop(), c.reader, c.axis, c.size)

    def build(self, places: Mapping[Expr, Place], targets: Sequence[Place]) -> Nest:
        order, pinned = reach(self.roots_below(targets), places)
        ordered = any(w.kind in ("add", "sum") or t.rest for w, t in zip(self.writes, targets, strict=True))
        free = [a for a in self.parallel if self.extents[a] != 1]
        if self.group.kind == "update" and not ordered and 0 not in self.extents.values():
            used = axes_of(tuple(self.roots()))  # along the others the same is written again and again
            free = [a for a in free if a in used]
        if not ordered and targets:
            steps = dict(max((t.strides for t in targets), key=len))
            free.sort(key=lambda a: -abs(typical(steps.get(a, 0))))
        forms = [dict(p.strides) for p in (*places.values(), *targets)]
        layout = arrange([free, [a for a in self.reduced if self.extents[a] != 1]], self.extents, forms, pinned)
        if not ordered:
            layout = shared(layout)
        builder = Builder(self.flow, layout, dict(places))
        made = builder.rewrite(order)
        reductions = tuple(type(r)(r.op, builder.root(r.value)) for r in self.reductions)
        scans = tuple(type(s)(s.start, builder.root(s.value)) for s in self.scans)
        stores: list[Store] = []
        for w, where in zip(self.writes, targets, strict=True):
            number, index = builder.operand(w.value, w.root.dtype, where, writes=True)
            guard = made[w.guard] if w.guard is not None else None
            stores.append(Store(number, index, builder.root(w.root), w.kind, guard, far(w), self.lined(w)))
        checks: list[Check] = []
        for c in self.checks:
            number, _ = builder.operand(STATUS, INT64, Place(0, (), ((1, expr.const(0)),)), writes=True)
            for word, value in enumerate((expr.param(len(builder.params)), builder.root(c.index))):
                stores.append(Store(number, (expr.const(word),), value, "check", made[c.failed]))
            builder.params.append(0)  # the program puts the number of the check here
            reader = self.flow.nodes[self.flow.maker[c.reader]]
            checks.append(Check(reader.op.name, reader.origin, self.lines(), c.axis, c.size))
        kinds = [Axis("parallel")] * layout.n_parallel + [Axis("reduce")] * (len(layout.extents) - layout.n_parallel)
        kernel = Kernel(tuple(kinds), tuple(builder.operands), reductions, tuple(stores), len(builder.params), scans)
        nbytes: Size = 0
        for o, access in zip(builder.operands, builder.accesses, strict=True):
            nbytes = nbytes + product(layout.extents[a] for a in access.axes) * o.dtype.itemsize
        return Nest(
            kernel,
            tuple(layout.extents),
            tuple(builder.accesses),
            tuple(builder.params),
            tuple(checks),
            sum(map(weight, order)),
            nbytes,
        )

    def lined(self, w: Write) -> bool:
        """Whether long rows of a window are written, and not past caches."""
        window = w.value == self.group.written and w.kind == "set" and w.guard is None
        row = typical(self.group.extents[-1]) if self.group.extents else 0
        return window and row * w.root.dtype.itemsize >= ROW and not far(w)

    def lines(self) -> Origin:
        """The lines of all that is computed here, in order."""
        return join(*(self.flow.nodes[n].origin for n in sorted(self.flow.maker[v] for v in self.group.members)))

    def roots_below(self, targets: Sequence[Place]) -> list[Expr]:
        found = [r.value for r in (*self.reductions, *self.scans)]
        for w, t in zip(self.writes, targets, strict=True):
            found += [e for _, e in t.rest] + [w.root] + ([w.guard] if w.guard is not None else [])
        return found + [e for c in self.checks for e in (c.failed, c.index)]


def far(w: Write) -> bool:
    """Whether what is written is more than stays in caches until somebody reads it."""
    return w.kind == "set" and typical(product(w.shape)) * w.root.dtype.itemsize >= STREAMED


def is_size(e: Expr) -> bool:
    """Whether this is a number that stands for a size or place, as far as can be told."""
    return e.kind == "size" or (e.is_const and e.dtype == INT64 and e.data not in SMALL)


def reach(roots: Iterable[Expr], places: Mapping[Expr, Place]) -> tuple[list[Expr], set[int]]:
    """What is computed, arguments first, and the axes that are used as numbers (not only as places in memory)."""
    order: list[Expr] = []
    pinned: set[int] = set()
    seen: set[Expr] = set()
    for root in roots:
        stack = [(root, False)]
        while stack:
            e, ready = stack.pop()
            if ready:
                order.append(e)
                continue
            if e in seen:
                continue
            seen.add(e)
            stack.append((e, True))
            if e.kind == "axis":
                pinned.add(e.data)
            below: list[Expr] = [*e.args]
            if e.kind == "load":
                below = [*e.args[len(e.index) :], *(t for _, t in places[e].rest)]
            stack.extend((a, False) for a in reversed(below))
    return order, pinned


def shared(layout: Layout) -> Layout:
    """The layout with its longest parallel axis first, for threads to share, where there is much to do."""
    extents, n = layout.extents, layout.n_parallel
    if n < 2 or typical(extents[0]) >= SHORT or typical(product(extents)) < MUCH:
        return layout
    first = max(range(n), key=lambda a: typical(extents[a]))
    order = [first, *(a for a in range(len(extents)) if a != first)]
    number = {old: order.index(new) for old, new in layout.number.items()}
    return Layout([extents[a] for a in order], number, [layout.inner[a] for a in order], n)


def arrange(
    runs: Sequence[list[int]], extents: Mapping[int, Size], forms: Sequence[Mapping[int, Size]], pinned: set[int]
) -> Layout:
    """New axes: neighbours of one run become one axis where every place goes through both in one go."""
    sizes: list[Size] = []
    inner: list[int] = []
    number: dict[int, int] = {}
    n_parallel = 0
    for run in runs:
        last: int | None = None
        for a in run:
            n = extents[a]
            if last is not None and not {a, last} & pinned and all(f.get(last, 0) == f.get(a, 0) * n for f in forms):
                sizes[-1] = sizes[-1] * n
                inner[-1] = a
            else:
                sizes.append(n)
                inner.append(a)
            number[a] = len(sizes) - 1
            last = a
        if run is runs[0]:
            n_parallel = len(sizes)
    return Layout(sizes, number, inner, n_parallel)
