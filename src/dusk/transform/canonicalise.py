"""One form for what can be written in several: constants last, axes counted from 0, constants gathered."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from dusk.graph import CONSTANT, Dim, Graph, Node, Op, Value
from dusk.ops import (
    add,
    all_,
    any_,
    broadcast_to,
    divide,
    expand_dims,
    full,
    greater,
    greater_equal,
    less,
    less_equal,
    log_softmax,
    logsumexp,
    max_,
    maximum,
    min_,
    minimum,
    moveaxis,
    multiply,
    prod,
    reshape,
    softmax,
    squeeze,
    subtract,
    sum_,
    transpose,
)
from dusk.ops.shapes import all_axes
from dusk.transform.laws import ASSOCIATIVE, COMMUTATIVE, commutes, limits
from dusk.transform.pattern import number_of, param, reshaped, uniform
from dusk.transform.rewriting import EXACT, Options, Result, Rules, rewrite

RULES = Rules("canonicalise")
_MIRRORED = {less: greater, greater: less, less_equal: greater_equal, greater_equal: less_equal}
_REDUCTIONS = (sum_, prod, max_, min_, any_, all_)


def canonicalise(graph: Graph, options: Options = EXACT) -> Graph:
    """Put constants last, write axes as numbers from 0, and gather the constants of nested sums and products.

    `2 * (3 * x)` becomes `x * 6` for integers, in relaxed mathematics, and where no rounding can differ.
    """
    return rewrite(graph, RULES, options)


def is_constant(value: Value) -> bool:
    """Whether a value is a constant, or a broadcast one."""
    node = value.node
    return node.op is CONSTANT or (node.op is broadcast_to and node.inputs[0].node.op is CONSTANT)


@RULES.on(*COMMUTATIVE)
def constant_last(node: Node) -> Result:
    a, b = node.inputs
    return node.op(b, a) if is_constant(a) and not is_constant(b) and commutes(node) else None


@RULES.on(*_MIRRORED)
def compare_with_constant(node: Node) -> Result:
    a, b = node.inputs
    return _MIRRORED[node.op](b, a) if is_constant(a) and not is_constant(b) else None


@RULES.on(full)
def full_is_broadcast(node: Node) -> Result:
    value = param(node, "value")
    kind = node.types[0]
    return None if isinstance(value, Dim) else uniform(np.asarray(value, kind.dtype), kind)


@RULES.on(expand_dims, squeeze)
def added_axes_are_a_reshape(node: Node) -> Result:
    return reshape(node.inputs[0], shape=node.types[0].shape)


@RULES.on(moveaxis)
def moved_axes_are_a_transpose(node: Node) -> Result:
    return moveaxis.inline(*node.inputs, **node.keywords) if moveaxis.inline else None


@RULES.on(transpose)
def axes_of_transpose(node: Node) -> Result:
    axes, ndim = param(node, "axes"), node.inputs[0].ndim
    plain = tuple(a % ndim for a in axes)
    return None if plain == axes else transpose(node.inputs[0], axes=plain)


@RULES.on(*_REDUCTIONS)
def axes_of_reduction(node: Node) -> Result:
    """A tuple of sorted axes, and no keepdims: the kept axes are a reshape."""
    x, keywords = node.inputs[0], node.keywords
    axes = all_axes(keywords.pop("axis", None), x.ndim)
    if node.params == (("axis", axes),):
        return None
    keepdims = keywords.pop("keepdims", False)
    out = node.op(x, axis=axes)
    if out.node.inputs[0] is not x:  # the dtype asked for is not the one the op would take by itself
        out = node.op(x, axis=axes, **keywords)
        if not keepdims and out.node.params == node.params:
            return None
    return reshaped(out, node.types[0].shape)


@RULES.on(softmax, log_softmax, logsumexp)
def axes_of_softmax(node: Node) -> Result:
    x, axes = node.inputs[0], all_axes(param(node, "axis"), node.inputs[0].ndim)
    if node.params == (("axis", axes),):
        return None
    out = node.op(x, axis=axes)
    return reshaped(out, node.types[0].shape)


def _wrapping(op: Op, a: Any, b: Any, node: Node) -> Any:
    """What an op makes of two numbers in the dtype of a node."""
    dtype = node.types[0].dtype
    with np.errstate(all="ignore"):
        return op.body(np.asarray(a).astype(dtype), np.asarray(b).astype(dtype))


def _is_exact(op: Op, inner: Any, outer: Any, dtype: np.dtype[Any]) -> bool:
    """Whether (x op inner) op outer is x op (inner op outer) to the last bit."""
    if dtype.kind in "biu":
        return True
    if dtype.kind != "f":
        return False
    if op is maximum or op is minimum:
        return bool(inner) or bool(outer)  # of two zeros either may come out
    # scaling up by a power of two rounds nothing, and overflows only where the whole product does
    scales_up = abs(inner) >= 1 and math.frexp(inner)[0] in (0.5, -0.5) and abs(outer) >= 1
    return op is multiply and scales_up and abs(inner * outer) <= float(limits(dtype).max)


@RULES.on(*ASSOCIATIVE)
def gather_constants(node: Node) -> Result:
    """(x op a) op b is x op (a op b)."""
    inner, b = node.inputs
    if inner.node.op is not node.op:
        return None
    outer, first = number_of(b), number_of(inner.node.inputs[1])
    if outer is None or first is None or not _is_exact(node.op, first, outer, inner.dtype):
        return None
    return node.op(inner.node.inputs[0], uniform(_wrapping(node.op, first, outer, node), b.type))


@RULES.on(add, subtract, relaxed=True)
def gather_terms(node: Node) -> Result:
    """(x + a) - b is x + (a - b), in every mixture of sums and differences."""
    outer = _term(node)
    inner = outer and _term(outer[1].node)
    if not outer or not inner:
        return None
    sign = outer[0] * inner[0]
    a = uniform(inner[2], node.types[0])
    total = _wrapping(add if outer[0] > 0 else subtract, outer[2], number_of(a), node)
    constant = uniform(total, node.types[0])
    return add(inner[1], constant) if sign > 0 else subtract(constant, inner[1])


def _term(node: Node) -> tuple[int, Value, Any] | None:
    """A sum or difference with one constant as (sign, x, constant): sign * x + constant."""
    if node.op is not add and node.op is not subtract:
        return None
    a, b = node.inputs
    if (number := number_of(b)) is not None:
        return 1, a, number if node.op is add else _wrapping(subtract, 0, number, node)
    if node.op is subtract and (number := number_of(a)) is not None:
        return -1, b, number
    return None


@RULES.on(multiply, divide, relaxed=True)
def gather_factors(node: Node) -> Result:
    """(x * a) / b is x * (a / b), in every mixture of products and quotients."""
    outer = _factor(node)
    inner = outer and _factor(outer[1].node)
    if not outer or not inner or node.types[0].dtype.kind not in "fcV":
        return None
    factor = outer[2] * inner[2] ** outer[0]
    size = abs(factor)
    normal = limits(node.types[0].dtype)
    if not float(normal.tiny) <= size <= float(normal.max):
        return None
    constant = uniform(factor, node.types[0])
    return multiply(inner[1], constant) if outer[0] * inner[0] > 0 else divide(constant, inner[1])


def _factor(node: Node) -> tuple[int, Value, Any] | None:
    """A product or quotient with one constant as (power, x, factor): factor * x ** power."""
    if node.op is not multiply and node.op is not divide:
        return None
    a, b = node.inputs
    if (number := number_of(b)) is not None and number:
        return 1, a, number if node.op is multiply else 1 / number
    if node.op is divide and (number := number_of(a)) is not None and number:
        return -1, b, number
    return None
