"""Strength reduction: dear operations become cheap ones that give the same."""

from __future__ import annotations

import math
from typing import Any

from dusk.graph import Graph, Node, Value
from dusk.ops import divide, multiply, power, reciprocal, sqrt, square
from dusk.transform.pattern import number_of, uniform
from dusk.transform.rewriting import EXACT, Options, Result, Rules, rewrite

RULES = Rules("strength")
_MOST_SQUARES = 16


def strength(graph: Graph, options: Options = EXACT) -> Graph:
    """Powers with known exponents become products, roots and quotients; division by 2**k a product.

    Exponents 2, 0.5, -1, 0 and 1 are what NumPy itself makes of `x ** 2`, `x ** 0.5`, ...
    """
    return rewrite(graph, RULES, options)


def _is_inexact(x: Value) -> bool:
    return x.dtype.kind in "fcV"


@RULES.pattern()
def power_zero(x: Any):
    return power(x, 0.0), 1


@RULES.pattern()
def power_one(x: Any):
    return power(x, 1), x


@RULES.pattern()
def power_two(x: Any):
    return power(x, 2), square(x)


@RULES.pattern(when=_is_inexact)
def power_half(x: Any):
    return power(x, 0.5), sqrt(x)


@RULES.pattern(when=_is_inexact)
def power_minus_one(x: Any):
    return power(x, -1), reciprocal(x)


@RULES.pattern(relaxed=True)
def power_three(x: Any):
    return power(x, 3), multiply(square(x), x)


@RULES.pattern(relaxed=True)
def power_four(x: Any):
    return power(x, 4), square(square(x))


@RULES.pattern(relaxed=True, when=_is_inexact)
def power_minus_two(x: Any):
    return power(x, -2), reciprocal(square(x))


@RULES.pattern(relaxed=True, when=_is_inexact)
def power_minus_half(x: Any):
    return power(x, -0.5), reciprocal(sqrt(x))


@RULES.pattern(relaxed=True, when=_is_inexact)
def power_three_halves(x: Any):
    return power(x, 1.5), multiply(x, sqrt(x))


@RULES.on(power)
def power_of_integers(node: Node) -> Result:
    """By squaring: exact for integers, which wrap. Negative exponents stay, to be refused."""
    x, exponent = node.inputs
    n = number_of(exponent)
    if x.dtype.kind not in "iu" or not isinstance(n, int) or not 2 < n < 1 << _MOST_SQUARES:
        return None
    found, factor = None, x
    while True:
        if n & 1:
            found = factor if found is None else multiply(found, factor)
        n >>= 1
        if not n:
            return found
        factor = square(factor)


@RULES.on(divide)
def divide_by_power_of_two(node: Node) -> Result:
    """Multiplying by the reciprocal rounds the same number, as long as the reciprocal itself is exact."""
    x, divisor = node.inputs
    number = number_of(divisor)
    if x.dtype.kind not in "fV" or not isinstance(number, float) or not number or not math.isfinite(number):
        return None
    if abs(math.frexp(number)[0]) != 0.5 or abs(number) == 1:
        return None
    inverse = uniform(1 / number, divisor.type)
    met = number_of(inverse)
    return multiply(x, inverse) if met == 1 / number and math.isfinite(met) else None
