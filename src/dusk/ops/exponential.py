"""Powers, exponentials and logarithms, and the smooth steps made of them."""

# Rules are called through `Op`'s untyped fields.
# pyright: reportUnknownLambdaType=false, reportUnknownArgumentType=false
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false

from __future__ import annotations

import math
from typing import Any

import numpy as np

from dusk.graph.node import Value
from dusk.graph.op import define
from dusk.ops.arithmetic import add, divide, negative, reciprocal, square, subtract
from dusk.ops.logic import equal, greater, isinf, logical_and
from dusk.ops.pointwise import Kind, chain, multiply, pointwise, resolve, ufunc
from dusk.ops.select import where

exp = ufunc(np.exp, "e to the power x.", derivative=lambda out, x: out)
exp2 = ufunc(np.exp2, "2 to the power x.", derivative=lambda out, x: multiply(out, math.log(2)))
expm1 = ufunc(np.expm1, "exp(x) - 1, exact near 0.", derivative=lambda out, x: add(out, 1))
log = ufunc(np.log, "The natural logarithm.", derivative=lambda out, x: reciprocal(x))
log2 = ufunc(np.log2, "The logarithm to base 2.", derivative=lambda out, x: divide(1 / math.log(2), x))
log10 = ufunc(np.log10, "The logarithm to base 10.", derivative=lambda out, x: divide(1 / math.log(10), x))
log1p = ufunc(np.log1p, "log(1 + x), exact near 0.", derivative=lambda out, x: reciprocal(add(x, 1)))


def _vjp_power(g: Value, out: Value, x: Value, y: Value) -> tuple[Value, Value]:
    zeros = logical_and(equal(x, 0), equal(y, 0))  # 0 ** -1 is infinite, but d(0 ** 0) is 0
    by_base = multiply(y, power(x, where(zeros, 1, subtract(y, 1))))
    by_exponent = multiply(out, log(where(equal(x, 0), 1, x)))
    return chain(g, by_base), chain(g, by_exponent)


def _power_into(x: Any, y: Any, *, out: Any) -> Any:
    """As NumPy's operator has it: squares of complex numbers, too, are products."""
    if getattr(y, "ndim", 0) == 0 and y == 2:
        return np.square(x, out=out)
    return np.power(x, y, out=out)


def _lower_power(k: Any, index: Any, x: Any, y: Any) -> Any:
    """None for integers with signs: their body raises where an exponent is negative."""
    return None if y.dtype.kind == "i" else k.op("power", x(index), y(index))


power = ufunc(np.power, "x1 to the power x2.", vjp=_vjp_power, fixed=(1,), lower=_lower_power, into=_power_into)
float_power = ufunc(np.float_power, "x1 to the power x2, in float64.", vjp=_vjp_power, fixed=(1,), lower="power")


def _share(x: Value, y: Value) -> Value:
    """The difference x - y, 0 where both are the same infinity."""
    return where(logical_and(isinf(x), equal(x, y)), 0, subtract(x, y))


logaddexp = ufunc(
    np.logaddexp,
    "log(exp(x1) + exp(x2)), without overflow.",
    vjp=lambda g, out, x, y: (chain(g, sigmoid(_share(x, y))), chain(g, sigmoid(_share(y, x)))),
)
logaddexp2 = ufunc(
    np.logaddexp2,
    "log2(2 ** x1 + 2 ** x2), without overflow.",
    vjp=lambda g, out, x, y: (
        chain(g, sigmoid(multiply(_share(x, y), math.log(2)))),
        chain(g, sigmoid(multiply(_share(y, x), math.log(2)))),
    ),
)


def as_float(x: Kind) -> tuple[np.dtype[Any]]:
    """The promotion rule of functions that are not NumPy's: the dtype that exp would use."""
    return (resolve(np.exp, (x,))[0],)


@define(
    promote=as_float,
    vjp=lambda g, out, x: (chain(g, multiply(out, subtract(1, out))),),
    lower=pointwise("sigmoid"),
)
def sigmoid(x: Any) -> Any:
    """1 / (1 + exp(-x)), without overflow."""
    e = np.exp(-np.abs(x))
    return np.where(np.asarray(x) >= 0, 1 / (1 + e), e / (1 + e)).astype(np.asarray(x).dtype, copy=False)


_erf = np.frompyfunc(math.erf, 1, 1)


@define(
    promote=as_float,
    vjp=lambda g, out, x: (chain(g, multiply(exp(negative(square(x))), 2 / math.sqrt(math.pi))),),
    lower=pointwise("erf"),
)
def erf(x: Any) -> Any:
    """The error function 2 / sqrt(pi) * integral of exp(-t * t) from 0 to x (real numbers)."""
    array = np.asarray(x)
    return np.asarray(_erf(array.astype(np.float64))).astype(array.dtype)


@define(promote=as_float, inline=lambda x: logaddexp(x, 0))
def softplus(x: Any) -> Any:
    """log(1 + exp(x)), without overflow."""
    return np.logaddexp(x, np.zeros((), np.asarray(x).dtype))


@define(
    promote=lambda x: (resolve(np.maximum, (x, int if not isinstance(x, type) else x))[0],),
    vjp=lambda g, out, x: (where(greater(x, 0), g, 0),),
    lower=lambda k, index, x: k.op("maximum", x(index), k.const(0, x.dtype)),
)
def relu(x: Any) -> Any:
    """max(x, 0); its gradient at 0 is 0."""
    return np.maximum(x, np.zeros((), np.asarray(x).dtype))
