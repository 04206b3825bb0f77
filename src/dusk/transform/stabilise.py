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
from dusk.transform.cancellation import divisor_out_of_sum, exponentials_cancel, is_real, product_into_sum
from dusk.transform.logspace import SOFTPLUS, Form, X, exponents, lse, remembering, softplus_of, sums
from dusk.transform.pattern import number_of, param, reshaped
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
    with remembering():
        return rewrite(graph, RULES, options)


when_real = RULES.pattern(when=is_real)


@RULES.on(log)
def log_of_exponential(node: Node) -> Result:
    """The logarithm of what is an exponential."""
    if not is_real(node.out):
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
        return reshaped(out, node.types[0].shape)
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
    if inner.op not in _MOVES or not is_real(node.out):
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
    if number_of(node.inputs[0]) != 1 or not is_real(node.out):
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
    if not is_real(node.out):
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
    if not is_real(node.out):
        return None
    for form in exponents(node.inputs[-1]):
        terms = form.terms
        if form.level is None and terms in (((SOFTPLUS, 1),), ((SOFTPLUS, 1), (X, -1))):
            out = _sigmoid(form.base, len(terms) == 2)
            return out if node.op is reciprocal or number_of(node.inputs[0]) == 1 else multiply(node.inputs[0], out)
    return None


RULES.on(multiply, divide, chain_product)(exponentials_cancel)
RULES.on(multiply, chain_product)(product_into_sum)
RULES.on(sum_)(divisor_out_of_sum)
