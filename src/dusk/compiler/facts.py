"""Facts about the integers in a procedure: between which bounds each lies, at one point of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from dusk.kernel import expr
from dusk.kernel.expr import BOOL, Expr
from dusk.ops.bounds import Range, between, every_of, holds, join

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


Apart = tuple[Expr, Range]
"""A variable that a loop carries, and between what the difference of a value to it lies."""


def either(a: Apart | None, b: Apart | None) -> Apart | None:
    """How far from what is carried is what is one value or another."""
    span = None if a is None or b is None or a[0] != b[0] else join(a[1], b[1])
    return None if a is None or span is None else (a[0], span)


def shifted(a: Apart | None, name: str, by: Range | None) -> Apart | None:
    """How far from what is carried is a value to which something is added, or from which it is subtracted."""
    span = None if a is None or by is None else between(name, [a[1], by])
    return None if a is None or span is None else (a[0], span)


def _wrapped(span: Range, dtype: np.dtype[Any]) -> Range | None:
    """The bounds of what is computed in a dtype, which wraps."""
    return span if holds(dtype, span) else every_of(dtype)


@dataclass(slots=True)
class Facts:
    """Facts at a point: bounds of variables, what stands for them, which variable holds the value of an expression;
    `made` is what each variable was made by, anywhere, `apart` how far it is from what a loop around it carries.
    `asked`, if it is there, gathers the bounds of the indices that are checked, by the numbers of the checks: then
    nothing is learnt from these."""

    bounds: dict[Expr, Range | None]
    instead: dict[Expr, Expr]
    holder: dict[Expr, Expr]
    made: dict[Expr, Expr]
    apart: dict[Expr, Apart | None]
    asked: dict[int, Range | None] | None = None

    def inner(self) -> Facts:
        """The facts for a block within."""
        return Facts(dict(self.bounds), dict(self.instead), dict(self.holder), self.made, self.apart, self.asked)

    def take(self, other: Facts) -> None:
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
            return self.bounds.get(e, every_of(e.dtype))
        spans = {} if spans is None else spans
        if e not in spans:
            spans[e] = self._computed(e, spans)
        return spans[e]

    def _computed(self, e: Expr, spans: dict[Expr, Range | None]) -> Range | None:
        every = every_of(e.dtype)
        if e.kind == "cast":
            inner = self.range(e.args[0], spans)
            if inner is None:
                return every
            if e.dtype == BOOL:
                return (0, 0) if inner == (0, 0) else (1, 1) if inner[0] > 0 or inner[1] < 0 else (0, 1)
            return _wrapped(inner, e.dtype)
        if e.kind == "where":
            yes, no = self.inner(), self.inner()
            yes.learn(e.args[0], True)
            no.learn(e.args[0], False)
            return join(yes.range(e.args[1]), no.range(e.args[2]))
        if e.kind != "op":
            return every
        found = [self.range(a, spans) for a in e.args]
        if any(s is None for s in found):
            return every
        spans_of = [s for s in found if s is not None]
        whole = e.data.removesuffix("_fits")
        if whole != e.data:
            span = between(whole, spans_of)
            return (1, 1) if span is not None and holds(e.args[0].dtype, span) else every
        span = between(e.data, spans_of)
        return every if span is None else _wrapped(span, e.dtype)

    def distance(self, e: Expr) -> Apart | None:
        """How far an integer is from what a loop carries."""
        if e.kind == "variable":
            return self.apart.get(e)
        if e.kind == "where":
            return either(self.distance(e.args[1]), self.distance(e.args[2]))
        if e.kind != "op" or e.data not in ("add", "subtract"):
            return None
        x, y = e.args
        found = self.distance(x)
        if found is None and e.data == "add":
            found, y = self.distance(y), x
        return shifted(found, e.data, self.range(y))

    def learn(self, e: Expr, true: bool) -> None:
        """That a condition holds, or does not."""
        if e.dtype != BOOL or e.is_const:
            return
        if e.kind == "variable":
            self.bounds[e] = (int(true), int(true))
            if e in self.made:
                self.learn(self.made[e], true)
        elif e.data in ("logical_not", "invert"):
            self.learn(e.args[0], not true)
        elif e.data in (("logical_and", "bitwise_and") if true else ("logical_or", "bitwise_or")):
            for a in e.args:
                self.learn(a, true)
        elif e.data in _NEGATED:
            name = e.data if true else _NEGATED[e.data]
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
        for side, true in ((e.args[1], False), (e.args[2], True)) if e.kind == "where" else ():
            other = self.range(side)
            if other is not None and (other[1] < tight[0] or tight[1] < other[0]):  # it is the other one
                self.learn(e.args[0], true)
                self.within(e.args[1 if true else 2], *tight)
        if e.kind == "where" and e.args[0] == expr.op("less", e.args[2], expr.const(0, e.dtype)):  # from the end
            more, x = e.args[1], e.args[2]
            if more.data == "add" and more.args[0] == x and more.args[1].is_const and more.args[1].data > 0:
                self.within(x, tight[0] - int(more.args[1].data), tight[1])
        if e.kind == "op" and e.data in ("add", "subtract") and e.args[1].is_const:
            c = int(e.args[1].data) * (1 if e.data == "add" else -1)
            inner = self.range(e.args[0])
            if inner is not None and holds(e.dtype, (inner[0] + c, inner[1] + c)):
                self.within(e.args[0], tight[0] - c, tight[1] - c)
