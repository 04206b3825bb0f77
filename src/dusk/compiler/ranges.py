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
from dusk.kernel.expr import BOOL, INT64, Expr
from dusk.kernel.procedure import Block, Branch, Check, Let, Loop, Read, Statement, Write, checks_of, every

Range = tuple[int, int]
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
_FEW = 8  # operations of a condition that are made whether they are needed or not
_VERSIONS = 8  # loops of a procedure that are written twice
_FAR, _NEAR = 1 << 31, 1 << 24  # an end of a loop that is not known, and what is as far as that
_TRIES = 4  # at bounds that hold for every round, before nothing is said of what changes


def simplified(block: Block, results: Sequence[Expr]) -> tuple[Block, list[Expr]]:
    """A block, and expressions of its variables, as far as bounds simplify them."""
    known = _Known({}, {}, {}, {})
    made = _Pass(known, [_VERSIONS]).block(block)
    return tuple(made), [known.simple(e) for e in results]


def _every(dtype: np.dtype[Any]) -> Range | None:
    if dtype.kind == "b":
        return 0, 1
    if dtype.kind not in "iu":
        return None
    info = np.iinfo(dtype)
    return int(info.min), int(info.max)


def _fitting(low: int, high: int, dtype: np.dtype[Any]) -> Range | None:
    """Bounds of what is computed in a dtype, which wraps."""
    every = _every(dtype)
    return every if every is None or low < every[0] or high > every[1] else (low, high)


def _join(a: Range | None, b: Range | None) -> Range | None:
    return None if a is None or b is None else (min(a[0], b[0]), max(a[1], b[1]))


@dataclass(slots=True)
class _Known:
    """Facts at a point: bounds of variables, what stands for them, which variable holds the value of an expression;
    `made` is what each variable was made by, anywhere. With `asked`, that gathers the bounds of the indices that are
    checked, by the numbers of the checks, and nothing is learnt from these."""

    bounds: dict[Expr, Range | None]
    instead: dict[Expr, Expr]
    holder: dict[Expr, Expr]
    made: dict[Expr, Expr]
    asked: dict[int, Range | None] | None = None

    def inner(self) -> _Known:
        """The facts for a block within."""
        return _Known(dict(self.bounds), dict(self.instead), dict(self.holder), self.made, self.asked)

    def take(self, other: _Known) -> None:
        """Have the facts of another point."""
        self.bounds, self.instead, self.holder = other.bounds, other.instead, other.holder

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
        span = _of_op(e.data, [s for s in found if s is not None])
        return every if span is None else _fitting(*span, e.dtype)

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
        if e.kind == "where" and e.args[0] == expr.op("less", e.args[2], expr.const(0, e.dtype)):  # from the end
            more, x = e.args[1], e.args[2]
            if more.data == "add" and more.args[0] == x and more.args[1].is_const and more.args[1].data > 0:
                self.within(x, tight[0] - int(more.args[1].data), tight[1])
        if e.kind == "op" and e.data in ("add", "subtract") and e.args[1].is_const:
            c = int(e.args[1].data) * (1 if e.data == "add" else -1)
            inner = self.range(e.args[0])
            if inner is not None and _fitting(inner[0] + c, inner[1] + c, e.dtype) == (inner[0] + c, inner[1] + c):
                self.within(e.args[0], tight[0] - c, tight[1] - c)


def _of_op(name: str, spans: list[Range]) -> Range | None:
    (a, b), *rest = spans
    if not rest:
        if name == "negative":
            return -b, -a
        if name == "absolute":
            return (0 if a <= 0 <= b else min(abs(a), abs(b))), max(abs(a), abs(b))
        if name == "logical_not" and a == b:
            return int(not a), int(not a)
        return (a, b) if name == "positive" else None
    (c, d) = rest[0]
    if name == "add":
        return a + c, b + d
    if name == "subtract":
        return a - d, b - c
    if name == "multiply":
        corners = (a * c, a * d, b * c, b * d)
        return min(corners), max(corners)
    if name in ("maximum", "fmax"):
        return max(a, c), max(b, d)
    if name in ("minimum", "fmin"):
        return min(a, c), min(b, d)
    if name == "floor_divide" and c > 0:
        return min(a // c, a // d), max(b // c, b // d)
    if name == "remainder" and c > 0:
        return (a, b) if a >= 0 and b < c else (0, min(b, d - 1) if a >= 0 else d - 1)
    if name == "bitwise_and" and (c >= 0 or a >= 0):
        return 0, d if a < 0 else b if c < 0 else min(b, d)
    if name == "right_shift" and c >= 0 and d < 64:
        return min(a >> c, a >> d), max(b >> c, b >> d)
    return _of_comparison(name, a, b, c, d)


def _of_comparison(name: str, a: int, b: int, c: int, d: int) -> Range | None:
    if name in ("greater", "greater_equal"):
        a, b, c, d, name = c, d, a, b, {"greater": "less", "greater_equal": "less_equal"}[name]
    always = never = False
    if name == "less":
        always, never = b < c, a >= d
    elif name == "less_equal":
        always, never = b <= c, a > d
    elif name in ("equal", "not_equal"):
        always, never = a == b == c == d, b < c or d < a
        if name == "not_equal":
            always, never = never, always
    elif name == "logical_and":
        always, never = a > 0 and c > 0, (a, b) == (0, 0) or (c, d) == (0, 0)
    elif name == "logical_or":
        always, never = a > 0 or c > 0, (a, b) == (0, 0) == (c, d)
    else:
        return None
    return (1, 1) if always else (0, 0) if never else (0, 1)


class _Pass:
    """Goes through a block once, statement by statement. `points` are how often loops in it go round, at most; `usual`
    for want of anything better; `versions` how many loops may be written twice yet (none: none may)."""

    def __init__(self, known: _Known, versions: list[int] | None = None) -> None:
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
            known.bounds[v] = _join(yes.range(a), no.range(b))
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
                step = _Pass(inside, self.versions)
                fast = step.settled(s)
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
            span = asked[check.number] if isinstance(check, Check) else None
            size = _size(check.inside) if isinstance(check, Check) else None
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
            wider = [_join(a, b) for a, b in zip(first, after, strict=True)]
            if all(_inside(w, span) for w, span in zip(wider, spans, strict=True)):
                spans = wider
                break
            last = tries == _TRIES - 2
            spans = [_widened(span, w, v.dtype, last) for span, w, v in zip(spans, wider, s.carried, strict=True)]
        else:
            spans = [_every(v.dtype) for v in s.carried]
        _, last, made, step = self.round(s, spans, self.versions)
        rounds = min((_rounds(*one, known) for one in zip(s.carried, made.nexts, last)), default=np.inf)
        asks = max(1, int(PATIENCE // step.usual)) if s.asks and rounds * step.points > MOST else 0
        self.points += rounds * step.points
        self.usual += min(rounds, USUAL) * step.usual
        known.bounds.update(zip(s.carried, spans, strict=True))
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
        step = _Pass(inner, versions)
        head = step.block(s.head)
        test = inner.simple(s.test)
        inner.learn(test, True)
        body = step.block(s.body)
        nexts = tuple(map(inner.simple, s.nexts))
        made = Loop(s.carried, s.starts, tuple(head), test, tuple(body), nexts)
        return [inner.range(e) for e in nexts], [inner.range(v) for v in s.carried], made, step


def _ends(s: Loop, known: _Known) -> tuple[Expr, int, Expr] | None:
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


def _between(low: Expr, least: int, high: Expr, most: int, known: _Known) -> Expr:
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


def _rounds(counter: Expr, after: Expr, span: Range | None, known: _Known) -> float:
    """How many rounds there are at most of a loop that hands on `after` of what is between bounds when they end."""
    e = known.made.get(after, after)
    if span is None or e.data != "add" or e.args[0] != counter or not e.args[1].is_const or not e.args[1].data:
        return np.inf
    return (span[1] - span[0]) / abs(e.args[1].data) + 1


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
