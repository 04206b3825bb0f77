"""Numerical stability: what over- or underflows on its way to a plain result is computed another way.

Always on. The rules are right in exact arithmetic for all real numbers, so they are judged against extended precision;
they know exp, log, sums of exponentials, softmax and sigmoid, however they are spelled out, and their gradients.
"""

from __future__ import annotations

from typing import Any

from dusk.graph import Graph, Node, Value
from dusk.ops import (
    add,
    broadcast_to,
    chain_product,
    divide,
    exp,
    expm1,
    gather,
    getitem,
    log,
    log1p,
    log_softmax,
    logaddexp,
    logsumexp,
    multiply,
    negative,
    reciprocal,
    reshape,
    sigmoid,
    slice_,
    softmax,
    softplus,
    subtract,
    sum_,
    transpose,
)
from dusk.transform.factors import PRODUCTS, Factor, factors_of, product
from dusk.transform.logspace import SOFTPLUS, Form, X, exponents, lse, softplus_of, sums
from dusk.transform.pattern import number_of, param
from dusk.transform.rewriting import EXACT, Options, Result, Rules, rewrite

RULES = Rules("stabilise")
_MOVES = (getitem, slice_, gather, reshape, transpose, broadcast_to)
_CONCERNED = frozenset({exp, log, log1p, sigmoid, softmax, log_softmax, logsumexp})


def stabilise(graph: Graph, options: Options = EXACT) -> Graph:
    """Rewrite logarithms, exponentials and their quotients so that no step overflows where the result does not.

    log(softmax), log(1 + exp), log(sigmoid), log(sum(exp)), exp - 1, 1 / (1 + exp(-x)), x / sum(x) of exponentials, and
    what differentiation makes of them. Best before gradients are taken, and of use after.
    """
    if not any(node.op in _CONCERNED for node in graph.nodes):
        return graph
    return rewrite(graph, RULES, options)


def _is_real(x: Value) -> bool:
    return x.dtype.kind in "fV"


when_real = RULES.pattern(when=_is_real)


@RULES.on(log)
def log_of_exponential(node: Node) -> Result:
    """The logarithm of what is an exponential."""
    if not _is_real(node.out):
        return None
    for form in exponents(node.inputs[0]):
        out = _written(form, node)
        if out is not None:
            return out
    return None


def _written(form: Form, node: Node) -> Value | None:
    """A sum as one op, in the shape of a node; None where there is no such op."""
    base = form.base
    if form.level is not None:
        if form.terms != ((lse(form.level), 1),):
            return None
        out = logsumexp(base, axis=form.level)
        return out if out.type == node.types[0] else reshape(out, shape=node.types[0].shape)
    match form.terms:
        case ((("x", _), 1),):
            return base
        case ((("x", _), -1),):
            return negative(base)
        case ((("logsumexp", axes), -1), (("x", _), 1)):
            return log_softmax(base, axis=axes)
        case ((("softplus", _), 1),):
            return softplus(base)
        case ((("softplus", _), -1),):
            return negative(softplus(base))
        case ((("softplus", _), 1), (("x", _), -1)):
            return softplus(negative(base))
        case ((("softplus", _), -1), (("x", _), 1)):
            return negative(softplus(negative(base)))
        case _:
            return None


@RULES.on(log)
def log_before_moving(node: Node) -> Result:
    """The logarithm of some elements of a softmax is some elements of its logarithm."""
    inner = node.inputs[0].node
    if inner.op not in _MOVES or not _is_real(node.out):
        return None
    if not any(f.level is None and f.terms != ((X, 1),) for f in exponents(inner.inputs[0])):
        return None
    return inner.op(log(inner.inputs[0]), *inner.inputs[1:], **inner.keywords)


@when_real
def log_of_two_exponentials(x: Any, y: Any):
    return log(add(exp(x), exp(y))), logaddexp(x, y)


@when_real
def log_of_one_more(x: Any):
    return log(add(x, 1)), log1p(x)


@when_real
def log_of_one_less(x: Any):
    return log(subtract(1, x)), log1p(negative(x))


@RULES.on(log1p)
def log_of_one_more_exponential(node: Node) -> Result:
    """log1p(exp(x)) is softplus(x); log1p(-sigmoid(x)) is -softplus(x)."""
    x = node.inputs[0]
    for form in exponents(x):
        if softplus_of(form.terms) is not None and form.level is None:
            return softplus(form.base if form.terms == ((X, 1),) else negative(form.base))
    if x.node.op is negative:
        for form in exponents(x.node.inputs[0]):
            if form.terms == ((SOFTPLUS, -1),):
                return negative(softplus(negative(form.base)))
            if form.terms == ((SOFTPLUS, -1), (X, 1)):
                return negative(softplus(form.base))
    return None


@when_real
def exp_less_one(x: Any):
    return subtract(exp(x), 1), expm1(x)


@when_real
def exp_plus_minus_one(x: Any):
    return add(exp(x), -1), expm1(x)


@when_real
def one_less_exp(x: Any):
    return subtract(1, exp(x)), negative(expm1(x))


@RULES.on(subtract)
def one_less_sigmoid(node: Node) -> Result:
    """1 - sigmoid(x) is sigmoid(-x)."""
    if number_of(node.inputs[0]) != 1 or not _is_real(node.out):
        return None
    for form in exponents(node.out):
        if form.level is None:
            return _sigmoid(form.base, form.terms == ((SOFTPLUS, -1), (X, 1)))
    return None


def _sigmoid(base: Value, positive: bool) -> Value:
    return sigmoid(base if positive else negative(base))


@RULES.on(add, subtract)
def sum_of_logarithms(node: Node) -> Result:
    """x - logsumexp(x) is log_softmax(x), also with the maximum taken off first and added again."""
    if not _is_real(node.out):
        return None
    for form in sums(node.out):
        if form.terms == ((X, 1),) and form.base == node.out:
            return None
        if any(term[0][0] == "logsumexp" for term in form.terms):
            out = _written(form, node)
            if out is not None:
                return out
    return None


@RULES.on(softmax, log_softmax)
def softmax_shifts_by_itself(node: Node) -> Result:
    """softmax(x - max(x)) is softmax(x)."""
    axes = param(node, "axis")
    for form in sums(node.inputs[0]):
        terms = dict(form.terms)
        if form.level is None and terms.pop(X, 0) == 1 and terms and all(on == axes for _, on in terms):
            return node.op(form.base, axis=axes)
    return None


@RULES.on(divide, reciprocal)
def quotient_is_sigmoid(node: Node) -> Result:
    """y / (1 + exp(-x)) is y * sigmoid(x)."""
    if not _is_real(node.out):
        return None
    for form in exponents(node.inputs[-1]):
        terms = form.terms
        if form.level is None and terms in (((SOFTPLUS, 1),), ((SOFTPLUS, 1), (X, -1))):
            out = _sigmoid(form.base, len(terms) == 2)
            return out if node.op is reciprocal or number_of(node.inputs[0]) == 1 else multiply(node.inputs[0], out)
    return None


@RULES.on(multiply, divide, chain_product)
def exponentials_cancel(node: Node) -> Result:
    """Among the factors of a product, exponentials of one family become fewer."""
    if not _is_real(node.out):
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
        if not total.terms and names == {"x"}:
            continue  # exp(x) / exp(x) would lose the NaN of x, which no other factor keeps
        chained = any(factor.chained for factor, _ in members)
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


@RULES.on(multiply, chain_product)
def product_into_sum(node: Node) -> Result:
    """p * (a / p - b) is a - p * b, where p is an exponential."""
    if not _is_real(node.out):
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


@RULES.on(sum_)
def divisor_out_of_sum(node: Node) -> Result:
    """The sum of y / s, where s is a sum of exponentials over the same axes, is the sum of y, over s."""
    axes, inner = param(node, "axis"), node.inputs[0].node
    if inner.op not in PRODUCTS or not _is_real(node.out) or node.keywords.keys() != {"axis"}:
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
    return reshape(source, shape=shape) if [d for d in source.shape if d != 1] == [d for d in ones if d != 1] else None
