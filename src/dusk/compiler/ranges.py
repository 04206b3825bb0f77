"""What is known of the integers in a procedure: between which bounds each lies, wherever it is used.

Loops are gone through until their bounds hold for every round (what grows is taken to grow without end, but for what
the loop's test says). Comparisons that always come out alike become constants, and so checks of indices that are always
inside go, as does counting from the end of indices that are never negative.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from dusk.kernel import expr
from dusk.kernel.expr import BOOL, Expr
from dusk.kernel.procedure import Block, Branch, Check, Let, Loop, Read, Statement, Write
from dusk.ops.bounds import Range, between

_NEGATED = {
    "less": "greater_equal",
    "greater_equal": "less",
    "greater": "less_equal",
    "less_equal": "greater",
    "equal": "not_equal",
    "not_equal": "equal",
}
_TURNED = {
    "less": "greater",
    "greater": "less",
    "less_equal": "greater_equal",
    "greater_equal": "less_equal",
    "equal": "equal",
    "not_equal": "not_equal",
}
MOST, PATIENCE = 2.0**31, 2.0**22  # rounds in which nobody asks whether signals came; after which it is asked
USUAL = 64.0
_TRIES = 4  # at bounds that hold for every round, before nothing is said of what changes


def simplified(block: Block, results: Sequence[Expr]) -> tuple[Block, list[Expr]]:
    """A block, and expressions of its variables, as far as bounds simplify them."""
    known = _Known({}, {}, {}, {}, {})
    made = _Pass(known).block(block)
    return tuple(made), [known.simple(e) for e in results]


def _every(dtype: np.dtype[Any]) -> Range | None:
    if dtype.kind == "b":
        return 0, 1
    if dtype.kind not in "iu":
        return None
    info = np.iinfo(dtype)
    return int(info.min), int(info.max)


def _holds(dtype: np.dtype[Any], low: int, high: int) -> bool:
    every = _every(dtype)
    return every is not None and every[0] <= low and high <= every[1]


def _fitting(low: int, high: int, dtype: np.dtype[Any]) -> Range | None:
    """Bounds of what is computed in a dtype, which wraps."""
    return (low, high) if _holds(dtype, low, high) else _every(dtype)


def _join(a: Range | None, b: Range | None) -> Range | None:
    return None if a is None or b is None else (min(a[0], b[0]), max(a[1], b[1]))


Apart = tuple[Expr, int, int]
"""A variable that a loop carries, and between what the difference of a value to it lies."""


@dataclass(slots=True)
class _Known:
    """Facts at a point: bounds of variables, what stands for them, which variable holds the value of an expression;
    `made` is what each variable was made by, anywhere, `apart` how far it is from what a loop around it carries."""

    bounds: dict[Expr, Range | None]
    instead: dict[Expr, Expr]
    holder: dict[Expr, Expr]
    made: dict[Expr, Expr]
    apart: dict[Expr, Apart | None]

    def inner(self) -> _Known:
        """The facts for a block within."""
        return _Known(dict(self.bounds), dict(self.instead), dict(self.holder), self.made, self.apart)

    def simple(self, root: Expr) -> Expr:
        """An expression with what is known put in."""
        new: dict[Expr, Expr] = {}
        spans: dict[Expr, Range | None] = {}
        for e in expr.topological([root]):
            if e.kind == "variable":
                one = self.instead.get(e, e)
            else:
                one = expr.rebuild(e, [new[a] for a in e.args])
            span = None if one.is_const else self.range(one, spans)
            new[e] = expr.const(span[0], one.dtype) if span is not None and span[0] == span[1] else one
        return new[root]

    def range(self, e: Expr, spans: dict[Expr, Range | None] | None = None) -> Range | None:
        """The bounds of an expression of integers; `spans` gathers those of what is computed, each once."""
        if e.dtype.kind not in "biu":
            return None
        if e.is_const:
            return int(e.data), int(e.data)
        if e.kind == "variable":
            return self.bounds.get(e, _every(e.dtype))
        spans = {} if spans is None else spans
        if e not in spans:
            spans[e] = self._computed(e, spans)
        return spans[e]

    def _computed(self, e: Expr, spans: dict[Expr, Range | None]) -> Range | None:
        every = _every(e.dtype)
        if e.kind == "cast":
            inner = self.range(e.args[0], spans)
            if inner is None:
                return every
            if e.dtype == BOOL:
                return (0, 0) if inner == (0, 0) else (1, 1) if inner[0] > 0 or inner[1] < 0 else (0, 1)
            return _fitting(*inner, e.dtype)
        if e.kind == "where":
            yes, no = self.inner(), self.inner()
            yes.learn(e.args[0], True)
            no.learn(e.args[0], False)
            return _join(yes.range(e.args[1]), no.range(e.args[2]))
        if e.kind != "op":
            return every
        found = [self.range(a, spans) for a in e.args]
        if any(s is None for s in found):
            return every
        spans_of = [s for s in found if s is not None]
        whole = e.data.removesuffix("_fits")
        if whole != e.data:
            span = between(whole, spans_of)
            return (1, 1) if span is not None and _holds(e.args[0].dtype, *span) else every
        span = between(e.data, spans_of)
        return every if span is None else _fitting(*span, e.dtype)

    def distance(self, e: Expr) -> Apart | None:
        """How far an integer is from what a loop carries."""
        if e.kind == "variable":
            return self.apart.get(e)
        if e.kind == "where":
            return _nearest(self.distance(e.args[1]), self.distance(e.args[2]))
        if e.kind != "op" or e.data not in ("add", "subtract"):
            return None
        x, y = e.args
        if self.distance(x) is None and e.data == "add":
            x, y = y, x
        found, more = self.distance(x), self.range(y)
        if found is None or more is None:
            return None
        low, high = more if e.data == "add" else (-more[1], -more[0])
        return found[0], found[1] + low, found[2] + high

    def learn(self, e: Expr, holds: bool) -> None:
        """That a condition holds, or does not."""
        if e.dtype != BOOL or e.is_const:
            return
        if e.kind == "variable":
            self.bounds[e] = (int(holds), int(holds))
            if e in self.made:
                self.learn(self.made[e], holds)
        elif e.data in ("logical_not", "invert"):
            self.learn(e.args[0], not holds)
        elif e.data in (("logical_and", "bitwise_and") if holds else ("logical_or", "bitwise_or")):
            for a in e.args:
                self.learn(a, holds)
        elif e.data in _NEGATED:
            name = e.data if holds else _NEGATED[e.data]
            a, b = e.args
            if a.dtype.kind in "iu":
                x, y = self.range(a), self.range(b)
                self._compare(a, name, y)
                self._compare(b, _TURNED[name], x)

    def _compare(self, e: Expr, name: str, other: Range | None) -> None:
        if other is None:
            return
        low, high = other
        if name == "less":
            self.within(e, None, high - 1)
        elif name == "less_equal":
            self.within(e, None, high)
        elif name == "greater":
            self.within(e, low + 1, None)
        elif name == "greater_equal":
            self.within(e, low, None)
        elif name == "equal":
            self.within(e, low, high)
        elif low == high:
            span = self.range(e)
            if span is not None and span[0] == low:
                self.within(e, low + 1, None)
            elif span is not None and span[1] == low:
                self.within(e, None, low - 1)

    def within(self, e: Expr, low: int | None, high: int | None) -> None:
        """That an integer lies between bounds."""
        span = self.range(e)
        if span is None or e.is_const:
            return
        tight = (span[0] if low is None else max(span[0], low), span[1] if high is None else min(span[1], high))
        if tight[0] > tight[1]:
            return  # never here
        if e.kind == "variable":
            self.bounds[e] = tight
            e = self.made.get(e, e)
        for side, holds in ((e.args[1], False), (e.args[2], True)) if e.kind == "where" else ():
            other = self.range(side)
            if other is not None and (other[1] < tight[0] or tight[1] < other[0]):  # it is the other one
                self.learn(e.args[0], holds)
                self.within(e.args[1 if holds else 2], *tight)
        if e.kind == "where" and e.args[0] == expr.op("less", e.args[2], expr.const(0, e.dtype)):  # from the end
            more, x = e.args[1], e.args[2]
            if more.data == "add" and more.args[0] == x and more.args[1].is_const and more.args[1].data > 0:
                self.within(x, tight[0] - int(more.args[1].data), tight[1])
        if e.kind == "op" and e.data in ("add", "subtract") and e.args[1].is_const:
            c = int(e.args[1].data) * (1 if e.data == "add" else -1)
            inner = self.range(e.args[0])
            if inner is not None and _fitting(inner[0] + c, inner[1] + c, e.dtype) == (inner[0] + c, inner[1] + c):
                self.within(e.args[0], tight[0] - c, tight[1] - c)


class _Pass:
    """Goes through a block once, statement by statement. `points` are how often loops in it go round, at most; `usual`
    for want of anything better."""

    def __init__(self, known: _Known) -> None:
        self.known = known
        self.points = self.usual = 1.0

    def block(self, block: Iterable[Statement]) -> list[Statement]:
        """The statements, simpler; what is known afterwards is in `known`."""
        made: list[Statement] = []
        for s in block:
            if isinstance(s, Let):
                self.let(s, made)
            elif isinstance(s, Loop):
                made.append(self.loop(s))
            elif isinstance(s, Branch):
                made += self.branch(s)
            elif isinstance(s, Check):
                inside = self.known.simple(s.inside)
                if not (inside.is_const and inside.data):
                    made.append(replace(s, inside=inside, index=self.known.simple(s.index)))
                    self.known.learn(inside, True)
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
        sides = _Pass(yes), _Pass(no)
        then, other = sides[0].block(s.then), sides[1].block(s.other)
        self.points += max(side.points for side in sides)
        self.usual += max(side.usual for side in sides)
        of_then, of_other = tuple(map(yes.simple, s.of_then)), tuple(map(no.simple, s.of_other))
        for v, a, b in zip(s.left, of_then, of_other, strict=True):
            known.bounds[v] = _join(yes.range(a), no.range(b))
            known.apart[v] = _nearest(yes.distance(a), no.distance(b))
        return [Branch(s.left, flag, tuple(then), of_then, tuple(other), of_other)]

    def loop(self, s: Loop) -> Loop:
        known = self.known
        starts = tuple(map(known.simple, s.starts))
        first = [known.range(e) for e in starts]
        spans = list(first)
        for tries in range(_TRIES):
            after, _, _, _ = self.round(s, spans)
            wider = [_join(a, b) for a, b in zip(first, after, strict=True)]
            if all(_inside(w, span) for w, span in zip(wider, spans, strict=True)):
                spans = wider
                break
            last = tries == _TRIES - 2
            spans = [_widened(span, w, v.dtype, last) for span, w, v in zip(spans, wider, s.carried, strict=True)]
        else:
            spans = [_every(v.dtype) for v in s.carried]
        _, last, made, step = self.round(s, spans)
        rounds = min((_rounds(*one, known) for one in zip(s.carried, made.nexts, last)), default=np.inf)
        moves = [_moved(v, known.distance(e), rounds) for v, e in zip(s.carried, made.nexts, strict=True)]
        near = [_near(*one) for one in zip(s.carried, first, moves, spans, strict=True)]
        if near != spans:
            spans = near
            _, last, made, step = self.round(s, spans)
        asks = max(1, int(PATIENCE // step.usual)) if s.asks and rounds * step.points > MOST else 0
        self.points += rounds * step.points
        self.usual += min(rounds, USUAL) * step.usual
        known.bounds.update(zip(s.carried, spans, strict=True))
        for v, start, by in zip(s.carried, starts, moves, strict=True):
            before = known.distance(start)
            known.apart[v] = None if before is None or by is None else (before[0], before[1] + by[0], before[2] + by[1])
        head = _Pass(known).block(s.head)
        known.learn(known.simple(s.test), False)
        return replace(made, starts=starts, head=tuple(head), asks=asks)

    def round(
        self, s: Loop, spans: Sequence[Range | None]
    ) -> tuple[list[Range | None], list[Range | None], Loop, _Pass]:
        """The bounds of what a round hands on, if these are those of what it is given, those of what it was given as
        far as they are known at its end, the loop in simpler form, and what has gone through the body."""
        inner = self.known.inner()
        inner.bounds.update(zip(s.carried, spans, strict=True))
        inner.apart.update((v, (v, 0, 0)) for v in s.carried)
        step = _Pass(inner)
        head = step.block(s.head)
        test = inner.simple(s.test)
        inner.learn(test, True)
        body = step.block(s.body)
        nexts = tuple(map(inner.simple, s.nexts))
        made = Loop(s.carried, s.starts, tuple(head), test, tuple(body), nexts)
        return [inner.range(e) for e in nexts], [inner.range(v) for v in s.carried], made, step


def _rounds(counter: Expr, after: Expr, span: Range | None, known: _Known) -> float:
    """How many rounds there are at most of a loop that hands on `after` of what is between bounds when they end."""
    e = known.made.get(after, after)
    if span is None or e.data != "add" or e.args[0] != counter or not e.args[1].is_const or not e.args[1].data:
        return np.inf
    return (span[1] - span[0]) / abs(e.args[1].data) + 1


def _nearest(a: Apart | None, b: Apart | None) -> Apart | None:
    """How far from what is carried is what is one value or another."""
    return None if a is None or b is None or a[0] != b[0] else (a[0], min(a[1], b[1]), max(a[2], b[2]))


def _moved(v: Expr, by: Apart | None, rounds: float) -> Range | None:
    """How far from its start a loop brings what it carries, at most."""
    if by is None or by[0] != v or rounds == np.inf:
        return None
    return min(0, by[1] * int(rounds)), max(0, by[2] * int(rounds))


def _near(v: Expr, first: Range | None, by: Range | None, span: Range | None) -> Range | None:
    """The bounds of what begins between bounds and is moved; they are those that are known, if it may wrap."""
    if first is None or by is None or span is None:
        return span
    low, high = first[0] + by[0], first[1] + by[1]
    return (max(low, span[0]), min(high, span[1])) if _holds(v.dtype, low, high) else span


def _inside(a: Range | None, b: Range | None) -> bool:
    return a is None or (b is not None and b[0] <= a[0] and a[1] <= b[1])


def _widened(before: Range | None, now: Range | None, dtype: np.dtype[Any], last: bool) -> Range | None:
    """Bounds that grow are taken to grow without end."""
    every = _every(dtype)
    if before is None or now is None or every is None:
        return every
    if last and not _inside(now, before):
        return every
    return (before[0] if now[0] >= before[0] else every[0], before[1] if now[1] <= before[1] else every[1])
