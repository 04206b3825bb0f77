"""Exponentials that cancel: in products, and in the sums that differentiation makes of logarithms of softmaxes."""

from __future__ import annotations

from typing import Any

from dusk.graph import Node, Value
from dusk.ops import (
    add,
    broadcast_to,
    chain_product,
    divide,
    negative,
    reciprocal,
    reshape,
    sigmoid,
    softmax,
    subtract,
    sum_,
)
from dusk.transform.factors import PRODUCTS, Factor, factors_of, product
from dusk.transform.logspace import SOFTPLUS, Form, X, adds_axes, lse
from dusk.transform.pattern import param, reshaped
from dusk.transform.rewriting import Result


def is_real(x: Value) -> bool:
    """Whether a value holds real floats."""
    return x.dtype.kind in "fV"


def exponentials_cancel(node: Node) -> Result:
    """Among the factors of a product, exponentials of one family become fewer."""
    if not is_real(node.out):
        return None
    sign, factors = factors_of(node.out)
    found = _cancel(factors)
    return None if found is None else product(sign, found, node.types[0])


def _cancel(factors: list[Factor]) -> list[Factor] | None:
    """Fewer factors with the same product, or None."""
    families: dict[Any, list[tuple[Factor, Form]]] = {}
    for factor in factors:
        for form in factor.forms:
            members = families.setdefault(form.family, [])
            if all(member is not factor for member, _ in members):
                members.append((factor, form))
    for members in families.values():
        before = sum(abs(factor.power) for factor, _ in members)
        if before < 2:
            continue
        names = {name for _, form in members for (name, _), _ in form.terms}
        total = members[0][1].times(members[0][0].power)
        for factor, form in members[1:]:
            total = total.plus(form, factor.power)
        chained = any(factor.chained for factor, _ in members)
        if not total.terms and names == {"x"} and not chained:
            continue  # exp(x) / exp(x) would lose the NaN of x, which no other factor keeps
        new = _fewest(total, members, chained)
        if new is not None and sum(abs(f.power) for f in new) < before:
            gone = {id(factor) for factor, _ in members}
            return [f for f in factors if id(f) not in gone] + new
    return None


def _fewest(total: Form, members: list[tuple[Factor, Form]], chained: bool) -> list[Factor] | None:
    """Factors for a total: sigmoids and softmaxes, and perhaps one factor that is there already."""
    plain = _bounded(total, chained)
    if plain is not None:
        return plain
    for factor, form in members:
        sign = 1 if factor.power > 0 else -1
        rest = _bounded(total.plus(form, -sign), chained)
        if rest is not None:
            return [Factor(factor.value, sign, factor.chained, (), factor.path), *rest]
    return None


def _bounded(total: Form, chained: bool) -> list[Factor] | None:
    """Factors in (0, 1) for exp(total): sigmoid(x) is exp(x - softplus(x)), sigmoid(-x) is exp(-softplus(x))."""
    counts, base, out = dict(total.terms), total.base, list[Factor]()
    if total.level is not None:
        return None if counts else out
    positive = counts.pop(X, 0)
    sigmoids = -counts.pop(SOFTPLUS, 0)
    for (name, axes), n in counts.items():
        if name != "logsumexp" or n > 0:
            return None
        positive += n
        out.append(Factor(softmax(base, axis=axes), -n, chained, ()))
    if not 0 <= positive <= sigmoids:
        return None
    if positive:
        out.append(Factor(sigmoid(base), positive, chained, ()))
    if sigmoids > positive:
        out.append(Factor(sigmoid(negative(base)), sigmoids - positive, chained, ()))
    return out


def product_into_sum(node: Node) -> Result:
    """p * (a / p - b) is a - p * b, where p is an exponential."""
    if not is_real(node.out):
        return None
    for i, value in enumerate(node.inputs):
        inner, other = value.node, node.inputs[1 - i]
        path: list[Node] = []
        while inner.op is broadcast_to or inner.op is reshape:
            path.append(inner)
            inner = inner.inputs[0].node
        if inner.op is not add and inner.op is not subtract:
            continue
        _, around = factors_of(other)
        if not any(factor.forms for factor in around):
            continue
        terms = [_moved(term, path) for term in inner.inputs]
        if any(_meets(factors_of(term)[1], around) for term in terms):
            products = [node.op(*((term, other) if i == 0 else (other, term))) for term in terms]
            return inner.op(*products)
    return None


def _moved(value: Value, path: list[Node]) -> Value:
    for node in reversed(path):
        value = node.op(value, **node.keywords)
    return value


def _meets(factors: list[Factor], around: list[Factor]) -> bool:
    """Whether a term divides by an exponential that the factors around it take away again."""
    divisors = [f for f in factors if f.power < 0 and f.forms]
    if not divisors:
        return False
    both = [*factors, *around]
    new = _cancel(both)
    return new is not None and sum(f.power < 0 for f in new) < sum(f.power < 0 for f in both)


def divisor_out_of_sum(node: Node) -> Result:
    """The sum of y / s, where s is a sum of exponentials over the same axes, is the sum of y, over s."""
    axes, inner = param(node, "axis"), node.inputs[0].node
    if inner.op not in PRODUCTS or not is_real(node.out) or node.keywords.keys() != {"axis"}:
        return None
    sign, factors = factors_of(node.inputs[0])
    for factor in factors:
        if factor.power < 0 and any(
            f.level is None and lse(axes) in dict(f.terms) and all(on == axes for (_, on), _ in f.terms)
            for f in factor.forms
        ):
            source = _reduced(factor, axes, node.types[0].shape)
            if source is not None:
                rest = [f for f in factors if f is not factor]
                total = sum_(product(sign, rest, node.inputs[0].type), axis=axes)
                for _ in range(-factor.power):
                    total = chain_product(total, reciprocal(source)) if factor.chained else divide(total, source)
                return total
    return None


def _reduced(factor: Factor, axes: Any, shape: Any) -> Value | None:
    """A factor that was broadcast along axes as it was before."""
    value = factor.whole()
    if value.node.op is not broadcast_to:
        return None
    source = value.node.inputs[0]
    ones = [d for i, d in enumerate(value.shape) if i not in axes]
    while source.node.op is reshape and adds_axes(source.node):
        source = source.node.inputs[0]
    return reshaped(source, shape) if [d for d in source.shape if d != 1] == [d for d in ones if d != 1] else None
