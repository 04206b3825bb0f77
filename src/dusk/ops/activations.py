"""Smooth steps that are zero on one side: big ops whose gradients are one product."""

# Rules are called through `Op`'s untyped fields.
# pyright: reportUnknownLambdaType=false, reportUnknownArgumentType=false
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false

from __future__ import annotations

import math
from typing import Any

import numpy as np

from dusk.graph.node import Value
from dusk.graph.op import define
from dusk.ops.arithmetic import add, negative, square, subtract
from dusk.ops.exponential import as_float, erf, exp, sigmoid
from dusk.ops.pointwise import Kind, chain, multiply
from dusk.ops.trigonometric import tanh

_CUBIC, _SCALE = 0.044715, math.sqrt(2 / math.pi)


def _promote(x: Kind, **params: Any) -> Any:
    return as_float(x)


def _half_steps(x: Value, approximate: bool) -> Value:
    """From -1 to 1: twice the normal distribution's cumulative function, less 1."""
    if not approximate:
        return erf(multiply(x, math.sqrt(0.5)))
    return tanh(multiply(multiply(x, _SCALE), add(multiply(square(x), _CUBIC), 1)))


def _inline_gelu(x: Value, *, approximate: bool = False) -> Value:
    return multiply(multiply(x, 0.5), add(_half_steps(x, approximate), 1))


def _vjp_gelu(g: Value, out: Value, x: Value, *, approximate: bool = False) -> tuple[Value]:
    t = _half_steps(x, approximate)
    if approximate:
        inner = multiply(add(multiply(square(x), 3 * _CUBIC), 1), 0.5 * _SCALE)
        slope = multiply(subtract(1, square(t)), inner)
    else:
        slope = multiply(exp(multiply(negative(square(x)), 0.5)), 1 / math.sqrt(2 * math.pi))
    return (chain(g, add(multiply(add(t, 1), 0.5), multiply(x, slope))),)


@define(promote=_promote, vjp=_vjp_gelu, inline=_inline_gelu)
def gelu(x: Any, *, approximate: bool = False) -> Any:
    """x times the normal distribution's cumulative function at x (Hendrycks and Gimpel 2016), exactly by erf, or
    approximately by tanh(sqrt(2 / pi) * (x + 0.044715 * x**3))."""
    if approximate:
        steps = np.tanh(x * _SCALE * (1 + _CUBIC * np.square(x)))
    else:
        steps = erf.body(x * math.sqrt(0.5))
    return np.asarray(x * 0.5 * (steps + 1)).astype(np.asarray(x).dtype, copy=False)


def _vjp_silu(g: Value, out: Value, x: Value) -> tuple[Value]:
    s = sigmoid(x)
    return (chain(g, multiply(s, add(multiply(x, subtract(1, s)), 1))),)


@define(promote=_promote, vjp=_vjp_silu, inline=lambda x: multiply(x, sigmoid(x)))
def silu(x: Any) -> Any:
    """x * sigmoid(x) (Elfwing, Uchibe and Doya 2017), also called swish."""
    return x * sigmoid.body(x)
