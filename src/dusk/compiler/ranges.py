"""Procedures made simpler by what is known of their integers (see `facts`): between which bounds each lies at a point.

Loops are gone through until their bounds hold for every round (what grows is taken to grow without end, but for what
the loop's test says). Comparisons that always come out alike become constants, and so checks of indices that are always
inside go, as does counting from the end of indices that are never negative. Loops whose ends are known only when they
run are written twice where that lets checks go: as they are, and for ends inside.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from dusk.compiler.facts import Apart, Facts, either, shifted
from dusk.kernel import expr
from dusk.kernel.expr import BOOL, INT64, Expr
from dusk.kernel.procedure import Block, Branch, Check, Let, Loop, Read, Statement, Write, checks_of, every
from dusk.ops.bounds import Range, between, every_of, holds, is_within, join

MOST, PATIENCE = 2.0**31, 2.0**22  # rounds in which nobody asks whether signals came; after which it is asked
USUAL = 64.0
_FEW = 8  # operations of a condition that are made whether they are needed or not
_VERSIONS = 8  # loops of a procedure that are written twice
_FAR, _NEAR = 1 << 31, 1 << 24  # an end of a loop that is not known, and what is as far as that
_TRIES = 4  # at bounds that hold for every round, before nothing is said of what changes


def simplified(block: Block, results: Sequence[Expr]) -> tuple[Block, list[Expr]]:
    """A block, and expressions of its variables, as far as bounds simplify them."""
    known = Facts({}, {}, {}, {}, {})
    made = _Pass(known, [_VERSIONS]).block(block)
    return tuple(made), [known.simple(e) for e in results]


class _Pass:
    """Goes through a block once, statement by statement. `points` are how often loops in it go round, at most; `usual`
    for want of anything better; `versions` how many loops may be written twice yet (none: none may)."""

    def __init__(self, known: Facts, versions: list[int] | None = None) -> None:
        self.known, self.versions = known, versions
        self.points = self.usual = 1.0

    def block(self, block: Iterable[Statement]) -> list[Statement]:
        """The statements, simpler; what is known afterwards is in `known`."""
        made: list[Statement] = []
        for s in block:
            if isinstance(s, Let):
                self.let(s, made)
            elif isinstance(s, Loop):
                made += self.loop(s)
            elif isinstance(s, Branch):
                made += self.branch(s)
            elif isinstance(s, Check):
                inside = self.known.simple(s.inside)
                if not (inside.is_const and inside.data):
                    index = self.known.simple(s.index)
                    made.append(replace(s, inside=inside, index=index))
                    if self.known.asked is None:
                        self.known.learn(inside, True)
                    else:
                        self.known.asked[s.number] = self.known.range(index)
            elif isinstance(s, Read):
                made.append(replace(s, index=tuple(map(self.known.simple, s.index))))
            else:
                index, value = tuple(map(self.known.simple, s.index)), self.known.simple(s.value)
                made.append(Write(s.operand, index, value, s.adds))
        return made

    def let(self, s: Let, made: list[Statement]) -> None:
        known = self.known
        value = known.simple(s.value)
        found = value if value.is_const or value.kind == "variable" else known.holder.get(value)
        if found is not None:
            known.instead[s.variable] = found
            return
        known.holder[value] = s.variable
        known.made[s.variable] = value
        known.bounds[s.variable] = known.range(value)
        known.apart[s.variable] = known.distance(value)
        made.append(Let(s.variable, value))

    def branch(self, s: Branch) -> list[Statement]:
        """A branch; one side alone where it is known which."""
        known, flag = self.known, self.known.simple(s.flag)
        if flag.is_const:
            block, ends = (s.then, s.of_then) if flag.data else (s.other, s.of_other)
            made = self.block(block)
            known.instead.update(zip(s.left, map(known.simple, ends), strict=True))
            return made
        yes, no = known.inner(), known.inner()
        yes.learn(flag, True)
        no.learn(flag, False)
        sides = _Pass(yes, self.versions), _Pass(no, self.versions)
        then, other = sides[0].block(s.then), sides[1].block(s.other)
        if _is_condition(s):
            return self.condition(s, flag, map(yes.simple, s.of_then), map(no.simple, s.of_other))
        self.points += max(side.points for side in sides)
        self.usual += max(side.usual for side in sides)
        of_then, of_other = tuple(map(yes.simple, s.of_then)), tuple(map(no.simple, s.of_other))
        for v, a, b in zip(s.left, of_then, of_other, strict=True):
            known.bounds[v] = join(yes.range(a), no.range(b))
            known.apart[v] = either(yes.distance(a), no.distance(b))
        return [Branch(s.left, flag, tuple(then), of_then, tuple(other), of_other)]

    def condition(self, s: Branch, flag: Expr, of_then: Iterable[Expr], of_other: Iterable[Expr]) -> list[Statement]:
        """Both sides of a branch, and what it leaves as a formula of both: then more is known where that holds."""
        made: list[Statement] = []
        for step in (*s.then, *s.other):
            assert isinstance(step, Let)
            self.let(step, made)
        for v, x, y, a, b in zip(s.left, s.of_then, s.of_other, of_then, of_other, strict=True):
            x, y = a if a.is_const else self.known.simple(x), b if b.is_const else self.known.simple(y)
            if y.is_const and not y.data:
                value = expr.op("logical_and", flag, x)
            elif x.is_const and x.data:
                value = expr.op("logical_or", flag, y)
            else:
                value = expr.where(flag, x, y)
            self.let(Let(v, value), made)
        return made

    def loop(self, s: Loop) -> list[Statement]:
        """A loop; one in which indices are checked twice where that helps: as it is, and as it is if its ends are such
        that fewer need be."""
        plain = _Pass(self.known.inner())
        made = plain.settled(s)
        if self.versions and self.versions[0] and set(checks_of((made,))):
            flag = self.safe(s, made)
            if flag is not None:
                self.versions[0] -= 1
                inside = self.known.inner()
                inside.learn(flag, True)
                fast = _Pass(inside, self.versions).settled(s)
                self.points += plain.points
                self.usual += plain.usual
                self.known.bounds.update({v: plain.known.bounds[v] for v in s.carried})
                return [Branch(s.carried, flag, (fast,), s.carried, (made,), s.carried)]
            plain = _Pass(self.known.inner(), self.versions)
            made = plain.settled(s)
        self.points += plain.points
        self.usual += plain.usual
        self.known.take(plain.known)
        return [made]

    def safe(self, s: Loop, made: Loop) -> Expr | None:
        """What has to hold of the ends of a loop for fewer checks in it; None where nothing is found."""
        ends = _ends(s, self.known)
        if ends is None:
            return None
        low, least, high = ends
        known, asked = self.known.inner(), dict[int, Range | None]()
        known.asked = asked
        known.learn(_between(low, least, high, _FAR, known), True)
        tried = _Pass(known).settled(s)
        limits = [_FAR]
        for check in every((tried,)):
            if not isinstance(check, Check):
                continue
            span, size = asked[check.number], _size(check.inside)
            if span is not None and size is not None and abs(span[1] - _FAR) < _NEAR:
                limits.append(_FAR - (span[1] - size + 1))
        flag = _between(low, least, high, min(limits), self.known)
        known = self.known.inner()
        known.learn(flag, True)
        left = set(checks_of((_Pass(known).settled(s),)))
        return flag if left < set(checks_of((made,))) else None

    def settled(self, s: Loop) -> Loop:
        """A loop whose bounds hold for every round."""
        known = self.known
        starts = tuple(map(known.simple, s.starts))
        first = [known.range(e) for e in starts]
        spans = list(first)
        for tries in range(_TRIES):
            after, _, _, _ = self.round(s, spans)
            wider = [join(a, b) for a, b in zip(first, after, strict=True)]
            if all(_inside(w, span) for w, span in zip(wider, spans, strict=True)):
                spans = wider
                break
            last = tries == _TRIES - 2
            spans = [_widened(span, w, v.dtype, last) for span, w, v in zip(spans, wider, s.carried, strict=True)]
        else:
            spans = [every_of(v.dtype) for v in s.carried]
        left = list(self.versions or ())
        _, last, made, step = self.round(s, spans, self.versions)
        rounds = min((_rounds(*one, known) for one in zip(s.carried, made.nexts, last)), default=np.inf)
        moves = [_moved(v, known.distance(e), rounds) for v, e in zip(s.carried, made.nexts, strict=True)]
        near = [_near(*one) for one in zip(s.carried, first, moves, spans, strict=True)]
        if near != spans:
            spans = near
            if self.versions:
                self.versions[:] = left
            _, last, made, step = self.round(s, spans, self.versions)
        asks = max(1, int(PATIENCE // step.usual)) if s.asks and rounds * step.points > MOST else 0
        self.points += rounds * step.points
        self.usual += min(rounds, USUAL) * step.usual
        known.bounds.update(zip(s.carried, spans, strict=True))
        for v, start, by in zip(s.carried, starts, moves, strict=True):
            known.apart[v] = shifted(known.distance(start), "add", by)
        head = _Pass(known).block(s.head)
        known.learn(known.simple(s.test), False)
        return replace(made, starts=starts, head=tuple(head), asks=asks)

    def round(
        self, s: Loop, spans: Sequence[Range | None], versions: list[int] | None = None
    ) -> tuple[list[Range | None], list[Range | None], Loop, _Pass]:
        """The bounds of what a round hands on, if these are those of what it is given, those of what it was given as
        far as they are known at its end, the loop in simpler form, and what has gone through the body."""
        inner = self.known.inner()
        inner.bounds.update(zip(s.carried, spans, strict=True))
        inner.apart.update((v, (v, (0, 0))) for v in s.carried)
        step = _Pass(inner, versions)
        head = step.block(s.head)
        test = inner.simple(s.test)
        inner.learn(test, True)
        body = step.block(s.body)
        nexts = tuple(map(inner.simple, s.nexts))
        made = Loop(s.carried, s.starts, tuple(head), test, tuple(body), nexts)
        return [inner.range(e) for e in nexts], [inner.range(v) for v in s.carried], made, step


def _ends(s: Loop, known: Facts) -> tuple[Expr, int, Expr] | None:
    """Between which numbers, known before the loop, what it counts by lies: the lower one, what that is where the first
    index is 0, and the upper one."""
    own = {v for step in every((s,)) for v in _given(step)}
    made = {step.variable: step.value for step in s.head if isinstance(step, Let)}
    pending = [s.test]
    while pending:
        e = pending.pop()
        if e.kind == "variable" and e in made:
            pending.append(made[e])
        elif e.data == "logical_and":
            pending += e.args
        elif e.data in ("less", "greater") and e.args[0] in s.carried and e.args[1] not in own:
            start, end = known.simple(s.starts[s.carried.index(e.args[0])]), known.simple(e.args[1])
            if start.dtype == end.dtype == INT64:
                return (start, 0, end) if e.data == "less" else (end, -1, start)
    return None


def _given(step: Statement) -> tuple[Expr, ...]:
    """The variables that a statement gives values to."""
    if isinstance(step, Let | Read):
        return (step.variable,)
    return step.carried if isinstance(step, Loop) else step.left if isinstance(step, Branch) else ()


def _between(low: Expr, least: int, high: Expr, most: int, known: Facts) -> Expr:
    """That numbers lie between others."""
    above = expr.op("greater_equal", low, expr.const(least))
    return known.simple(expr.op("logical_and", above, expr.op("less_equal", high, expr.const(most))))


def _size(inside: Expr) -> int | None:
    """The size that an index is checked against."""
    found = [e.args[1] for e in expr.topological([inside]) if e.data == "less" and e.args[1].is_const]
    return int(found[-1].data) if found else None


def _is_condition(s: Branch) -> bool:
    """Whether a branch leaves only what holds, as `and` and `or` do, by so little that both sides may be computed."""
    if not all(isinstance(step, Let) for step in (*s.then, *s.other)) or any(v.dtype != BOOL for v in s.left):
        return False
    values = [step.value for step in (*s.then, *s.other) if isinstance(step, Let)]
    return sum(e.kind != "variable" and not e.is_const for v in values for e in expr.topological([v])) <= _FEW


def _rounds(counter: Expr, after: Expr, span: Range | None, known: Facts) -> float:
    """How many rounds there are at most of a loop that hands on `after` of what is between bounds when they end."""
    e = known.made.get(after, after)
    if span is None or e.data != "add" or e.args[0] != counter or not e.args[1].is_const or not e.args[1].data:
        return np.inf
    return (span[1] - span[0]) / abs(e.args[1].data) + 1


def _moved(v: Expr, by: Apart | None, rounds: float) -> Range | None:
    """How far from its start a loop brings what it carries, at most."""
    if by is None or by[0] != v or rounds == np.inf:
        return None
    low, high = by[1]
    return min(0, low * int(rounds)), max(0, high * int(rounds))


def _near(v: Expr, first: Range | None, by: Range | None, span: Range | None) -> Range | None:
    """The bounds of what begins between bounds and is moved; they are those that are known, if it may wrap."""
    to = None if first is None or by is None else between("add", [first, by])
    if to is None or span is None or not holds(v.dtype, to):
        return span
    return max(to[0], span[0]), min(to[1], span[1])


def _inside(a: Range | None, b: Range | None) -> bool:
    return a is None or (b is not None and is_within(a, b))


def _widened(before: Range | None, now: Range | None, dtype: np.dtype[Any], last: bool) -> Range | None:
    """Bounds that grow are taken to grow without end."""
    every = every_of(dtype)
    if before is None or now is None or every is None:
        return every
    if last and not _inside(now, before):
        return every
    return (before[0] if now[0] >= before[0] else every[0], before[1] if now[1] <= before[1] else every[1])
