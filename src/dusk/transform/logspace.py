"""Values as exponentials: which positive values are exp of a sum of a few known terms.

softmax(x) is exp(x - logsumexp(x)), sigmoid(x) is exp(x - softplus(x)), 1 + exp(x) is exp(softplus(x)), and so on.
Where values are written so, their products, quotients and logarithms are sums of small integers: what would overflow
cancels.
"""

from __future__ import annotations

import threading
from collections.abc import Generator, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from dusk.graph import Node, Op, Value
from dusk.ops import (
    add,
    broadcast_to,
    exp,
    isfinite,
    log,
    log_softmax,
    logsumexp,
    max_,
    negative,
    reshape,
    sigmoid,
    softmax,
    softplus,
    stop_gradient,
    subtract,
    sum_,
    where,
)
from dusk.ops.shapes import all_axes
from dusk.transform.pattern import number_of, param

Axes = tuple[int, ...]
Term = tuple[str, Axes]

X: Term = ("x", ())
SOFTPLUS: Term = ("softplus", ())

_DEPTH = 8


def lse(axes: Axes) -> Term:
    """The term logsumexp(x, axes)."""
    return ("logsumexp", axes)


@dataclass(frozen=True, slots=True)
class Form:
    """A sum of integer multiples of x, softplus(x), logsumexp(x, axes) and max(x, axes), for one value x, the base.

    `level` is None for values of the base's shape, else the axes over which they are reduced.
    """

    base: Value
    level: Axes | None
    terms: tuple[tuple[Term, int], ...]

    @property
    def family(self) -> tuple[int, int, Axes | None]:
        """Forms of one family can be added."""
        return id(self.base.node), self.base.index, self.level

    def times(self, factor: int) -> Form:
        return Form(self.base, self.level, tuple((t, n * factor) for t, n in self.terms))

    def plus(self, other: Form, factor: int = 1) -> Form:
        counts = dict(self.terms)
        for term, n in other.terms:
            counts[term] = counts.get(term, 0) + n * factor
        return form(self.base, self.level, counts)


def form(base: Value, level: Axes | None, counts: dict[Term, int]) -> Form:
    """A form without zeros, in a fixed order."""
    return Form(base, level, tuple(sorted((t, n) for t, n in counts.items() if n)))


class _Memory(threading.local):
    """What is known of the values of the graph that this thread works on; the values are held, so ids stay theirs."""

    found: dict[tuple[int, int, int], tuple[Value, list[Form]]] | None = None


_memory = _Memory()


@contextmanager
def remembering() -> Generator[None]:
    """In this block what `exponents` and `sums` find is looked for once."""
    before, _memory.found = _memory.found, {}
    try:
        yield
    finally:
        _memory.found = before


def _once(value: Value, key: int, table: Mapping[Op, Any], depth: int) -> list[Form]:
    """The forms that a table has for a value, none where it is not the first result of its node."""
    node = value.node
    find = table.get(node.op)
    if find is None or not depth or value.index:
        return []
    found = _memory.found
    if found is None:
        return list(find(node, depth - 1))
    known = found.get((id(node), key, depth))
    if known is None:
        known = found[id(node), key, depth] = (value, list(find(node, depth - 1)))
    return known[1]


def exponents(value: Value, depth: int = _DEPTH) -> list[Form]:
    """The forms f for which a value is exp(f)."""
    return _once(value, 0, _EXPONENTS, depth)


def sums(value: Value, depth: int = _DEPTH) -> list[Form]:
    """The forms that a value is; the last is the value itself as a base."""
    return [*_once(value, 1, _SUMS, depth), Form(value, None, ((X, 1),))]


def softplus_of(terms: tuple[tuple[Term, int], ...]) -> dict[Term, int] | None:
    """softplus of x, or of -x, in terms of x."""
    if terms == ((X, 1),):
        return {SOFTPLUS: 1}
    return {SOFTPLUS: 1, X: -1} if terms == ((X, -1),) else None


def _of_exp(node: Node, depth: int) -> Iterable[Form]:
    return sums(node.inputs[0], depth)


def _one_more(node: Node, depth: int) -> Iterator[Form]:
    """1 + exp(x)"""
    for a, one in (node.inputs, node.inputs[::-1]):
        if number_of(one) == 1:
            for f in exponents(a, depth):
                counts = softplus_of(f.terms)
                if counts is not None:
                    yield form(f.base, f.level, counts)
            return


def _of_sigmoid(node: Node, depth: int) -> Iterator[Form]:
    for f in sums(node.inputs[0], depth):
        counts = softplus_of(f.terms)
        if counts is not None:
            yield f.plus(form(f.base, f.level, counts), -1)


def _one_less(node: Node, depth: int) -> Iterator[Form]:
    """1 - sigmoid(x)"""
    one, b = node.inputs
    if number_of(one) == 1:
        for f in exponents(b, depth):
            if f.terms == form(f.base, f.level, {X: 1, SOFTPLUS: -1}).terms:
                yield form(f.base, f.level, {SOFTPLUS: -1})
            elif f.terms == ((SOFTPLUS, -1),):
                yield form(f.base, f.level, {X: 1, SOFTPLUS: -1})


def axes_of(node: Node) -> Axes:
    """The axes of a reduction or softmax."""
    return all_axes(param(node, "axis"), node.inputs[0].ndim)


def _of_softmax(node: Node, depth: int) -> Iterator[Form]:
    """x - logsumexp(x) does not change by what is subtracted from x along the axes."""
    axes = axes_of(node)
    for f, _ in _shifted(sums(node.inputs[0], depth), axes):
        yield form(f.base, None, {X: 1, lse(axes): -1})


def _shifted(forms: Iterable[Form], axes: Axes) -> Iterator[tuple[Form, dict[Term, int]]]:
    """Forms of x plus what does not depend on the axes; and the latter."""
    for f in forms:
        counts = dict(f.terms)
        if f.level is None and counts.pop(X, 0) == 1 and all(on == axes for _, on in counts):
            yield f, counts


def _of_sum(node: Node, depth: int) -> Iterator[Form]:
    """The sum of exp(x + what does not depend on the axes)."""
    axes, inner = axes_of(node), node.inputs[0].node
    if inner.op is exp:
        yield from _over(sums(inner.inputs[0], depth), axes)


def _over(forms: Iterable[Form], axes: Axes) -> Iterator[Form]:
    for f, counts in _shifted(forms, axes):
        counts[lse(axes)] = counts.get(lse(axes), 0) + 1
        yield form(f.base, axes, counts)


def copied_axes(node: Node) -> Axes:
    """The axes along which a `broadcast_to` repeats its operand."""
    source, shape = node.inputs[0].shape, node.types[0].shape
    new = len(shape) - len(source)
    return (*range(new), *(i for i, d in enumerate(shape) if i >= new and source[i - new] == 1 and d != 1))


def adds_axes(node: Node) -> bool:
    """Whether a reshape only adds axes of size 1, or takes them away."""
    return [d for d in node.inputs[0].shape if d != 1] == [d for d in node.types[0].shape if d != 1]


def _copied(find: Any) -> Any:
    def look(node: Node, depth: int) -> Iterator[Form]:
        axes = copied_axes(node)
        for f in find(node.inputs[0], depth):
            if f.level == axes:
                yield Form(f.base, None, f.terms)

    return look


def _with_ones(find: Any) -> Any:
    def look(node: Node, depth: int) -> Iterator[Form]:
        if adds_axes(node):
            for f in find(node.inputs[0], depth):
                if f.level is not None:
                    yield f

    return look


def _of_negative(node: Node, depth: int) -> Iterator[Form]:
    for f in sums(node.inputs[0], depth):
        yield f.times(-1)


def _of_both(sign: int) -> Any:
    def look(node: Node, depth: int) -> Iterator[Form]:
        left, right = sums(node.inputs[0], depth), sums(node.inputs[1], depth)
        for f in left:
            for g in right:
                if f.family == g.family:
                    yield f.plus(g, sign)

    return look


def _of_log_softmax(node: Node, depth: int) -> Iterator[Form]:
    return _of_softmax(node, depth)


def _of_logsumexp(node: Node, depth: int) -> Iterator[Form]:
    return _over(sums(node.inputs[0], depth), axes_of(node))


def _of_max(node: Node, depth: int) -> Iterator[Form]:
    axes = axes_of(node)
    yield form(node.inputs[0], axes, {("max", axes): 1})


def _of_softplus(node: Node, depth: int) -> Iterator[Form]:
    for f in sums(node.inputs[0], depth):
        counts = softplus_of(f.terms)
        if counts is not None:
            yield form(f.base, f.level, counts)


def _of_log(node: Node, depth: int) -> Iterable[Form]:
    return exponents(node.inputs[0], depth)


def _through(node: Node, depth: int) -> Iterator[Form]:
    for f in sums(node.inputs[0], depth):
        if f.level is not None:
            yield f


def _where_finite(node: Node, depth: int) -> Iterator[Form]:
    """A maximum, or 0 where it is infinite: how logsumexp shifts."""
    condition, x, _ = node.inputs
    if condition.node.op is isfinite and condition.node.inputs[0] == x:
        yield from _through(x.node, depth) if x.node.op is stop_gradient else ()


_EXPONENTS: dict[Op, Any] = {
    exp: _of_exp,
    add: _one_more,
    sigmoid: _of_sigmoid,
    subtract: _one_less,
    softmax: _of_softmax,
    sum_: _of_sum,
    broadcast_to: _copied(exponents),
    reshape: _with_ones(exponents),
}
_SUMS: dict[Op, Any] = {
    negative: _of_negative,
    add: _of_both(1),
    subtract: _of_both(-1),
    log_softmax: _of_log_softmax,
    logsumexp: _of_logsumexp,
    max_: _of_max,
    softplus: _of_softplus,
    log: _of_log,
    broadcast_to: _copied(sums),
    reshape: _with_ones(sums),
    stop_gradient: _through,
    where: _where_finite,
}
