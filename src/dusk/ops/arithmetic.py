"""Arithmetic, magnitudes and rounding."""

# Rules are called through `Op`'s untyped fields.
# pyright: reportUnknownLambdaType=false, reportUnknownArgumentType=false
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false

from __future__ import annotations

from typing import Any

import numpy as np

from dusk.graph.node import Value
from dusk.graph.op import define
from dusk.ops.convert import as_operand, conjugate, real
from dusk.ops.logic import equal, signbit
from dusk.ops.pointwise import Kind, chain, multiply, passing, resolve, ufunc
from dusk.ops.select import where

add = ufunc(np.add, "The sum of two arrays, element by element.", vjp=lambda g, out, x, y: (g, g))
subtract = ufunc(np.subtract, "The difference x1 - x2.", vjp=lambda g, out, x, y: (g, negative(g)))
divide = ufunc(
    np.divide,
    "The quotient x1 / x2; integers give floats.",
    vjp=lambda g, out, x, y: (chain(g, reciprocal(y)), chain(g, negative(divide(out, y)))),
)
negative = ufunc(np.negative, "The number with the other sign.", vjp=lambda g, out, x: (negative(g),), linear=True)
positive = ufunc(np.positive, "The number itself.", vjp=lambda g, out, x: (g,), lower=passing)
reciprocal = ufunc(np.reciprocal, "1 / x.", derivative=lambda out, x: negative(square(out)))
square = ufunc(np.square, "x * x.", derivative=lambda out, x: multiply(x, 2))
sqrt = ufunc(np.sqrt, "The square root.", derivative=lambda out, x: divide(0.5, out))
cbrt = ufunc(np.cbrt, "The cube root.", derivative=lambda out, x: divide(1 / 3, square(out)))
hypot = ufunc(
    np.hypot,
    "The square root of x1 * x1 + x2 * x2, without overflow.",
    vjp=lambda g, out, x, y: (chain(g, divide(x, out)), chain(g, divide(y, out))),
)

floor_divide = ufunc(np.floor_divide, "The largest integer not above x1 / x2.", nondiff=True)
remainder = ufunc(
    np.remainder,
    "What is left of x1 after floor division by x2; it has the sign of x2.",
    vjp=lambda g, out, x, y: (g, chain(g, negative(floor(divide(x, y))))),
)
fmod = ufunc(
    np.fmod,
    "What is left of x1 after division by x2 rounded towards 0; it has the sign of x1.",
    vjp=lambda g, out, x, y: (g, chain(g, negative(trunc(divide(x, y))))),
)

floor = ufunc(np.floor, "The largest integer not above x.", nondiff=True)
ceil = ufunc(np.ceil, "The smallest integer not below x.", nondiff=True)
trunc = ufunc(np.trunc, "The integer nearest to x towards 0.", nondiff=True)
rint = ufunc(np.rint, "The nearest integer; halves go to the even one.", nondiff=True)
heaviside = ufunc(np.heaviside, "0 below 0, 1 above, x2 at 0.", nondiff=True)


def _lower_nextafter(k: Any, index: Any, x: Any, y: Any) -> Any:
    """Of half precision, in float32: what rounds to the neighbour, for 0.7 of a unit is nearer to it than to any other
    (a unit is half as large below a power of two)."""
    if x.dtype != np.float16:
        return k.op("nextafter", x(index), y(index))
    wide = np.dtype(np.float32)
    a, b = k.cast(x(index), wide), k.cast(y(index), wide)
    size = k.op("absolute", a)
    step = k.op("maximum", size * k.const(0.7 * 2.0**-10, wide), k.const(0.7 * 2.0**-24, wide))
    apart = k.where(k.op("less", a, b), a + step, a - step)
    infinite = k.op("equal", size, k.const(np.inf, wide))
    found = k.where(infinite, k.op("copysign", k.const(65504.0, wide), a), apart)
    signed = k.op("copysign", found, k.where(k.op("equal", size, k.const(0.0, wide)), b, a))  # the last one next to 0
    same = k.where(k.op("equal", a, b), a, signed)  # NumPy's, of zeros; of wider ones it is the other
    numbers = k.op("logical_and", k.op("equal", a, a), k.op("equal", b, b))
    return k.cast(k.where(numbers, same, a + b), x.dtype)


nextafter = ufunc(
    np.nextafter, "The next number after x1 in the direction of x2.", nondiff=True, lower=_lower_nextafter
)
spacing = ufunc(np.spacing, "The distance to the next number.", nondiff=True, lower=None)


def _vjp_absolute(g: Value, out: Value, x: Value) -> tuple[Value]:
    if x.dtype.kind != "c":
        return (chain(g, sign(x)),)
    return (chain(as_operand(g, x), conjugate(sign(x))),)


def _vjp_sign(g: Value, out: Value, x: Value) -> tuple[Value | None]:
    if x.dtype.kind != "c":
        return (None,)
    size = absolute(x)
    radial = multiply(divide(conjugate(x), size), divide(real(multiply(g, x)), square(size)))
    return (where(equal(size, 0), 0, subtract(divide(g, size), radial)),)


absolute = ufunc(np.absolute, "The magnitude of a number.", vjp=_vjp_absolute)
fabs = ufunc(np.fabs, "The magnitude of a number, as a float.", vjp=lambda g, out, x: (chain(g, sign(x)),))
sign = ufunc(np.sign, "-1, 0 or 1; of a complex number, the number of magnitude 1 in its direction.", vjp=_vjp_sign)
copysign = ufunc(
    np.copysign,
    "The magnitude of x1 with the sign of x2.",
    vjp=lambda g, out, x, y: (where(equal(signbit(x), signbit(y)), g, negative(g)), None),
)


ldexp = ufunc(
    np.ldexp,
    "x1 * 2 ** x2.",
    vjp=lambda g, out, x, e: (ldexp(g, e), None),
    lower=None,  # 2 ** x2 may overflow where the product does not
)


def _power_dtypes(x: Kind) -> tuple[np.dtype[Any]]:
    return resolve(np.frexp, (x,))[:1]


@define(infer=lambda x: x.with_(dtype=np.dtype(np.int32)), promote=_power_dtypes, nondiff=True)
def exponent(x: Any) -> Any:
    """The least power of 2 that is larger than the magnitude of a number: its exponent, where the rest is below 1."""
    return np.frexp(x)[1]


deg2rad = ufunc(np.deg2rad, "Degrees as radians.", vjp=lambda g, out, x: (deg2rad(g),))
rad2deg = ufunc(np.rad2deg, "Radians as degrees.", vjp=lambda g, out, x: (rad2deg(g),))
