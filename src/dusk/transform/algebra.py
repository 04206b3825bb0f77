"""Algebraic simplification: what arithmetic does not need to do.

Rules hold to the last bit, NaN, infinities and the sign of zero included; relaxed ones do so for integers only, and
need `math="relaxed"` for floats.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from dusk.graph import Graph, Node, Value
from dusk.ops import (
    absolute,
    add,
    broadcast_to,
    chain_product,
    conjugate,
    divide,
    exp,
    identity,
    log,
    max_,
    min_,
    multiply,
    negative,
    positive,
    real,
    reciprocal,
    sqrt,
    square,
    subtract,
    sum_,
)
from dusk.transform.fold import FOLD
from dusk.transform.laws import IDEMPOTENT, limits
from dusk.transform.pattern import copied, number_of, param, reshaped, same, uniform
from dusk.transform.rewriting import EXACT, Options, Result, Rules, rewrite

RULES = Rules("algebra")
RULES.add(FOLD)  # so that what becomes constant here goes on being computed


def algebra(graph: Graph, options: Options = EXACT) -> Graph:
    """Remove arithmetic that changes nothing, and undo what the next step undoes again."""
    return rewrite(graph, RULES, options)


exact, relaxed = RULES.pattern(), RULES.pattern(relaxed=True)


def _is_real(x: Value) -> bool:
    return x.dtype.kind != "c"


def _is_signed(x: Value) -> bool:
    return x.dtype.kind != "u"


def _is_float(x: Value) -> bool:
    return x.dtype.kind in "fV"


# Neutral elements. x + 0.0 is not x where x is -0.0; x - 0.0 and x + -0.0 are.


@exact
def multiply_by_one(x: Any):
    return multiply(x, 1), x


@exact
def divide_by_one(x: Any):
    return divide(x, 1), x


@exact
def chain_by_one(g: Any):
    return chain_product(g, 1), g


@exact
def subtract_zero(x: Any):
    return subtract(x, 0.0), x


@exact
def add_negative_zero(x: Any):
    return add(x, -0.0), x


@relaxed
def add_zero(x: Any):
    return add(x, 0.0), x


@relaxed
def subtract_negative_zero(x: Any):
    return subtract(x, -0.0), x


# Signs.


@exact
def double_negative(x: Any):
    return negative(negative(x)), x


@exact
def from_negative_zero(x: Any):
    return subtract(-0.0, x), negative(x)


@relaxed
def from_zero(x: Any):
    return subtract(0.0, x), negative(x)


@RULES.pattern(when=_is_real)
def multiply_by_minus_one(x: Any):
    return multiply(x, -1), negative(x)


@RULES.pattern(when=_is_real)
def divide_by_minus_one(x: Any):
    return divide(x, -1), negative(x)


@exact
def add_negative(x: Any, y: Any):
    return add(x, negative(y)), subtract(x, y)


@exact
def subtract_negative(x: Any, y: Any):
    return subtract(x, negative(y)), add(x, y)


@exact
def negatives_multiplied(x: Any, y: Any):
    return multiply(negative(x), negative(y)), multiply(x, y)


@exact
def negatives_divided(x: Any, y: Any):
    return divide(negative(x), negative(y)), divide(x, y)


@RULES.pattern(when=_is_signed)
def absolute_of_negative(x: Any):
    return absolute(negative(x)), absolute(x)


@RULES.pattern(when=_is_real)
def absolute_twice(x: Any):
    return absolute(absolute(x)), absolute(x)


@exact
def square_of_negative(x: Any):
    return square(negative(x)), square(x)


@RULES.pattern(when=_is_real)
def square_of_absolute(x: Any):
    return square(absolute(x)), square(x)


@RULES.pattern(when=_is_float)
def absolute_of_square(x: Any):
    return absolute(square(x)), square(x)


@RULES.on(multiply, divide)
def constant_takes_sign(node: Node) -> Result:
    """-x * c is x * -c, and -x / c is x / -c."""
    x, c = node.inputs
    number = number_of(c)
    if number is None or x.node.op is not negative or c.dtype.kind not in "fV":
        return None
    return node.op(x.node.inputs[0], uniform(-number, c.type))


# What ends where it began.


@RULES.on(positive, identity, conjugate, real)
def does_nothing(node: Node) -> Result:
    x = node.inputs[0]
    return x if x.type == node.types[0] and (node.op in (positive, identity) or _is_real(x)) else None


@RULES.on(*IDEMPOTENT)
def with_itself(node: Node) -> Result:
    a, b = node.inputs
    return a if same(a, b) else None


@relaxed
def subtract_itself(x: Any):
    return subtract(x, x), 0


@relaxed
def divide_by_itself(x: Any):
    return divide(x, x), 1


@relaxed
def multiply_by_zero(x: Any):
    return multiply(x, 0.0), 0


@relaxed
def add_then_subtract(x: Any, y: Any):
    return subtract(add(x, y), y), x


@relaxed
def subtract_then_add(x: Any, y: Any):
    return add(subtract(x, y), y), x


@relaxed
def subtract_sum(x: Any, y: Any):
    return subtract(x, add(x, y)), negative(y)


@relaxed
def subtract_difference(x: Any, y: Any):
    return subtract(x, subtract(x, y)), y


@relaxed
def multiply_then_divide(x: Any, y: Any):
    return divide(multiply(x, y), y), x


@relaxed
def divide_then_multiply(x: Any, y: Any):
    return multiply(divide(x, y), y), x


@RULES.pattern(relaxed=True, when=_is_float)
def multiply_by_reciprocal(x: Any, y: Any):
    return multiply(x, reciprocal(y)), divide(x, y)


@RULES.pattern(relaxed=True, when=_is_float)
def reciprocal_twice(x: Any):
    return reciprocal(reciprocal(x)), x


@RULES.pattern(relaxed=True, when=_is_real)
def root_of_square(x: Any):
    return sqrt(square(x)), absolute(x)


@RULES.pattern(relaxed=True, when=_is_float)
def square_of_root(x: Any):
    return square(sqrt(x)), x


@RULES.pattern(relaxed=True, when=_is_float)
def exp_of_log(x: Any):
    return exp(log(x)), x


# The product of the chain rule, whose zeros stay zeros.


@RULES.on(chain_product)
def chain_with_constant(node: Node) -> Result:
    """0 where the cotangent is 0; a plain product where it never is, or where the derivative is a number."""
    g, d = node.inputs
    number = number_of(g)
    if number is not None:
        return multiply(g, d) if number != 0 else uniform(0, node.types[0])
    factor = number_of(d)
    return multiply(g, d) if factor is not None and math.isfinite(abs(factor)) else None


# Reductions.


@RULES.on(sum_, max_, min_)
def reduce_copies(node: Node) -> Result:
    """Over axes along which a value was broadcast: n times it, or itself."""
    x = node.inputs[0]
    if x.node.op is not broadcast_to or node.keywords.keys() != {"axis"} or isinstance(param(node, "axis"), int):
        return None
    axes: tuple[int, ...] = param(node, "axis")
    source = x.node.inputs[0]
    new = x.ndim - source.ndim
    along = [a for a in axes if a < new or (source.shape[a - new] == 1 and x.shape[a] != 1)]
    count = math.prod(x.shape[a] if isinstance(x.shape[a], int) else 0 for a in along)
    if not along or not count or (node.op is sum_ and not _counts(x.dtype, count)):
        return None
    kept = [a for a in range(x.ndim) if a not in along]
    out = reshaped(source, tuple(source.shape[a - new] for a in kept if a >= new))
    out = copied(out, tuple(x.shape[a] for a in kept))
    rest = tuple(kept.index(a) for a in axes if a not in along)
    out = node.op(out, axis=rest) if rest else out
    return multiply(out, uniform(count, out.type)) if node.op is sum_ else out


def _counts(dtype: np.dtype[Any], number: int) -> bool:
    """Whether multiplying by a number stands for adding so many times (complex infinities would give NaN)."""
    return dtype.kind in "biu" or (dtype.kind in "fV" and number <= float(limits(dtype).max))
