"""The scalar expressions of a group: templates put into each other, down to loads of what is in memory."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from dusk.compiler.flow import Flow
from dusk.compiler.group import Group
from dusk.compiler.index import Form, Index, bounds, build, simplify, split, start_index, varies
from dusk.compiler.rules import Template, sum_dtype
from dusk.graph.types import Dim, Size
from dusk.kernel import expr
from dusk.kernel.expr import Expr
from dusk.kernel.loops import Reduction, Scan


@dataclass(frozen=True, slots=True)
class Bound:
    """An index that data decides: `failed` says that it lies outside of `size`; `reader` is the value that needs it."""

    failed: Expr
    index: Expr
    reader: int
    axis: int
    size: Size


@dataclass(slots=True)
class _Frame:
    """A value being put together at an index; expressions of its template so far done are in `made`."""

    value: int
    index: Index
    guard: Expr | None
    rule: Template
    made: dict[Expr, Expr]
    at: int = 0


@dataclass
class Composition:
    """The expressions of a group; `load(v, index)` in them reads value v of the flow, at an index of its shape."""

    flow: Flow
    group: Group
    reductions: list[Reduction] = field(default_factory=list[Reduction])
    scans: list[Scan | None] = field(default_factory=list[Scan | None])  # None: its value is under way
    checks: list[Bound] = field(default_factory=list[Bound])
    reader: int = -1
    _memo: dict[tuple[int, Index, Expr | None], Expr] = field(default_factory=dict[Any, Expr])
    _numbers: dict[int, Expr] = field(default_factory=dict[int, Expr])

    def value(self, v: int, index: Index, guard: Expr | None = None) -> Expr:
        """Value v at `index`; where `guard` is false nothing is read and anything may come out."""
        if v not in self.group.members:
            return self.load(v, index, guard)
        self._run(v, index, guard)
        return self._memo[v, index, guard]

    def target(self, v: int, index: Index) -> tuple[Index, Expr | None]:
        """Where update v writes its value of `index`, and the guard of that."""
        rule = self.flow.rule(v)
        assert rule is not None
        made = self._run(v, index, None)
        self.reader = v
        target = tuple(simplify(made[e], self.group.extents) for e in rule.target)
        base = self.group.base
        guard: Expr | None = None
        shape = self.flow.types[base].shape
        at = list(target)
        for d, e in enumerate(target):
            if varies(e):
                at[d], inside = self._within(e, shape[d], d, None)
                guard = both(guard, inside)
        return tuple(at), guard

    def _inside(self, frame: _Frame, e: Expr, index: Index, shape: tuple[int, ...]) -> tuple[Index, Expr | None]:
        """The index of a read in which data decides, made safe, and the guard of that."""
        at, guard = list(index), None
        for d in frame.rule.chosen[e]:
            at[d], inside = self._within(index[d], shape[d], d, frame.guard, e.guard is not None)
            if shape[d] == 1:  # there is nothing else to be read: what is outside is an error only
                at[d] = expr.const(0)
            else:
                guard = both(guard, inside)
        return tuple(at), guard

    def load(
        self, v: int, index: Index, guard: Expr | None, own: Expr | None = None, other: Expr | None = None
    ) -> Expr:
        """A read of memory, where both guards hold; `other` where its own does not."""
        literal = self.flow.literals.get(v)
        kind = self.flow.types[v]
        if literal is not None and self.flow.size(v) == 1:
            found = expr.const(literal.array().ravel()[0].item(), kind.dtype)
            return found if own is None or other is None else expr.where(own, found, other)
        return expr.load(v, index, kind.dtype, both(guard, own), other)

    def _within(
        self, e: Expr, size: Size, d: int, guard: Expr | None, guarded: bool = False
    ) -> tuple[Expr, Expr | None]:
        """A data-dependent index made safe: a window (which has one start for all points) is moved inside, unless its
        rule guards it; an index that is data alone is guarded, and an error outside."""
        form = split(e, self.group.extents)
        moving = bounds(Form(0, form.axes, ()), self.group.extents)
        window = form.axes and not any(x.kind == "axis" for x in expr.topological(t for _, t in form.rest))
        if window and guarded:
            return e, None
        if window and moving is not None:
            start, room = build(Form(form.const, {}, form.rest)), size - 1 - moving[1]
            start = expr.op("minimum", start, expr.const(room if isinstance(room, Dim) else max(room, 0)))
            start = expr.op("maximum", start, expr.const(-moving[0]))
            return build(Form(0, form.axes, ())) + start, None
        low = expr.op("greater_equal", e, expr.const(0))
        inside = expr.op("logical_and", low, expr.op("less", e, expr.const(size)))
        failed = expr.op("logical_not", inside)
        failed = both(guard, failed) or failed
        nothing = self.flow.size(self.reader) == 0
        if not nothing and all(b.failed is not failed for b in self.checks):
            self.checks.append(Bound(failed, e, self.reader, d, size))
        return e, inside

    def _run(self, v: int, index: Index, guard: Expr | None) -> dict[Expr, Expr]:
        """Put values together, operands first; a stack of frames, as chains may be long."""
        frames = [self._open(v, index, guard)]
        while True:
            frame = frames[-1]
            missing = self._advance(frame)
            if missing is not None:
                frames.append(self._open(*missing))
                continue
            frames.pop()
            self._memo[frame.value, frame.index, frame.guard] = self._close(frame)
            if not frames:
                return frame.made

    def _open(self, v: int, index: Index, guard: Expr | None) -> _Frame:
        rule = self.flow.rule(v)
        assert rule is not None
        made = {expr.axis(i): e for i, e in enumerate(index)}
        over = iter(self.group.reduced)
        if rule.kind == "reduce":
            guard = None
            for j, n in enumerate(rule.extents):
                made[expr.axis(len(index) + j)] = expr.axis(next(over)) if n != 1 else expr.const(0)
        if rule.kind == "scan":
            guard = None
            dtype = self.flow.types[v].dtype
            made[expr.carried(0, dtype)] = self._numbers[v] = expr.carried(len(self.scans), dtype)
            self.scans.append(None)
        return _Frame(v, index, guard, rule, made)

    def _advance(self, frame: _Frame) -> tuple[int, Index, Expr | None] | None:
        """Go through a template as far as what it reads is known; the value that is missing, or None at the end."""
        made, order = frame.made, frame.rule.order
        if frame.rule.kind == "contract":
            return None
        operands = self.flow.operands[self.flow.maker[frame.value]]
        extents = self.group.extents
        self.reader = frame.value
        while frame.at < len(order):
            e = order[frame.at]
            if e.kind == "load":
                u = operands[e.operand]
                index = tuple(simplify(made[i], extents) for i in e.index)
                if u == self.group.written:
                    index = start_index(extents)  # it is read where it is written
                own = made[e.guard] if e.guard is not None else None
                other = made[e.other] if e.other is not None else None
                if e in frame.rule.chosen:
                    index, inside = self._inside(frame, e, index, self.flow.types[u].shape)
                    if own is None and inside is not None:
                        own, other = inside, expr.const(0, e.dtype)
                if own is not None and own.is_const:
                    own = None if own.data else own
                if own is not None and own.is_const:
                    assert other is not None
                    made[e] = other
                elif u not in self.group.members:
                    made[e] = self.load(u, index, frame.guard, own, other)
                else:
                    guard = both(frame.guard, own)
                    rule = self.flow.rule(u)
                    if rule is not None and rule.kind in ("reduce", "scan"):
                        guard = None
                    found = self._memo.get((u, index, guard))
                    if found is None:
                        return u, index, guard
                    made[e] = found if own is None or other is None else expr.where(own, found, other)
            elif e not in made:
                made[e] = expr.rebuild(e, [made[a] for a in e.args])
            frame.at += 1
        return None

    def _close(self, frame: _Frame) -> Expr:
        rule, dtype = frame.rule, self.flow.types[frame.value].dtype
        if rule.kind == "contract":
            return expr.cast(expr.reduced(0, sum_dtype(dtype) or dtype), dtype)
        if rule.kind == "scan":
            assert rule.start is not None
            self.scans[self._numbers[frame.value].data] = Scan(rule.start, frame.made[rule.value])
        if rule.kind != "reduce":
            return frame.made[rule.value]
        found = self._numbers.get(frame.value)
        if found is None:
            reduction = Reduction(rule.reduction, frame.made[rule.value])
            found = expr.cast(expr.reduced(len(self.reductions), reduction.dtype), dtype)
            self.reductions.append(reduction)
            self._numbers[frame.value] = found
        return found


def both(a: Expr | None, b: Expr | None) -> Expr | None:
    """The conjunction of two guards, None meaning true."""
    return b if a is None else a if b is None else expr.op("logical_and", a, b)
