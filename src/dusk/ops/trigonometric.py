"""Trigonometric and hyperbolic functions and their inverses."""

# Rules are called through `Op`'s untyped fields.
# pyright: reportUnknownLambdaType=false, reportUnknownArgumentType=false
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false

from __future__ import annotations

import numpy as np

from dusk.graph.node import Value
from dusk.ops.arithmetic import add, divide, negative, reciprocal, sqrt, square, subtract
from dusk.ops.pointwise import chain, multiply, ufunc

sin = ufunc(np.sin, "The sine of an angle in radians.", derivative=lambda out, x: cos(x))
cos = ufunc(np.cos, "The cosine of an angle in radians.", derivative=lambda out, x: negative(sin(x)))
tan = ufunc(np.tan, "The tangent of an angle in radians.", derivative=lambda out, x: add(square(out), 1))
sinh = ufunc(np.sinh, "The hyperbolic sine.", derivative=lambda out, x: cosh(x))
cosh = ufunc(np.cosh, "The hyperbolic cosine.", derivative=lambda out, x: sinh(x))
tanh = ufunc(np.tanh, "The hyperbolic tangent.", derivative=lambda out, x: subtract(1, square(out)))


def _circle(x: Value) -> Value:
    return reciprocal(sqrt(subtract(1, square(x))))


arcsin = ufunc(np.arcsin, "The angle whose sine is x.", derivative=lambda out, x: _circle(x))
arccos = ufunc(np.arccos, "The angle whose cosine is x.", derivative=lambda out, x: negative(_circle(x)))
arctan = ufunc(np.arctan, "The angle whose tangent is x.", derivative=lambda out, x: reciprocal(add(square(x), 1)))
arcsinh = ufunc(
    np.arcsinh,
    "The number whose hyperbolic sine is x.",
    derivative=lambda out, x: reciprocal(sqrt(add(square(x), 1))),
)
arccosh = ufunc(
    np.arccosh,
    "The number whose hyperbolic cosine is x.",
    derivative=lambda out, x: reciprocal(multiply(sqrt(subtract(x, 1)), sqrt(add(x, 1)))),
)
arctanh = ufunc(
    np.arctanh,
    "The number whose hyperbolic tangent is x.",
    derivative=lambda out, x: reciprocal(subtract(1, square(x))),
)


def _vjp_arctan2(g: Value, out: Value, y: Value, x: Value) -> tuple[Value, Value]:
    squared = add(square(x), square(y))
    return chain(g, divide(x, squared)), chain(g, divide(negative(y), squared))


arctan2 = ufunc(np.arctan2, "The angle of the point (x2, x1), from -pi to pi.", vjp=_vjp_arctan2)
