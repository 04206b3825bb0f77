"""Hyperbolic sines and cosines and the inverse functions as vector code. Coefficients: scripts/minimax.py."""

from __future__ import annotations

import math

from dusk.kernel.emit_code import Value
from dusk.kernel.math_exp import FORMATS, LOG2E, at_least, at_most, magnitude, nearest, polynomial, power_at
from dusk.kernel.math_log import atanh_parts, log, log_of_sum
from dusk.kernel.math_root import root

SINH32 = (0.1666666716337204, 0.00833317544311285, 0.00019974034512415528)
SINH64 = (
    0.16666666666666677,
    0.008333333333321423,
    0.00019841269886629486,
    2.7557243726067234e-06,
    2.510919752592304e-08,
)
COSH32 = (0.5, 0.041666459292173386, 0.0013935426250100136)
COSH64 = (0.5000000000000013, 0.041666666666511025, 0.00138888889480637, 2.480148894307118e-05, 2.7631611445452673e-07)
_LARGEST = {"float": 89.6, "double": 710.7}  # beyond what does not overflow, but not far
_SQUARED = {"float": 2.0**40, "double": 2.0**400}  # the square of a number below is a number


def sinh(x: Value) -> Value:
    """The hyperbolic sine."""
    rising, falling, r, low = _powers(magnitude(x))
    value = _sum(rising, -falling, r, low)
    return magnitude(x).compare("olt", 2.0**-30).select(x, value.call("copysign", x))


def cosh(x: Value) -> Value:
    """The hyperbolic cosine."""
    rising, falling, r, low = _powers(magnitude(x))
    return _sum(rising, falling, r, low)


def _powers(a: Value) -> tuple[Value, Value, Value, Value]:
    """2**(n - 2), 2**(-n - 2), r and low, where a = n ln 2 + r + low and |r| <= ln 2 / 2, for a >= 0."""
    form = FORMATS[a.elem]
    a = at_most(a, _LARGEST[a.elem])
    n, shifted = nearest(a, LOG2E, form.bias - 2)
    rest = n.fma(-form.ln2_high, a)
    r = n.fma(-form.ln2_low, rest)
    low = n.fma(-form.ln2_low, rest - r)
    falling = power_at(at_least(form.magic + (form.bias - 2) - n, form.magic + 1.0))
    return power_at(shifted), falling, r, low


def _sum(rising: Value, falling: Value, r: Value, low: Value) -> Value:
    """2 (rising e**(r + low) + falling e**-(r + low)), as a sum of cosh(r + low) and sinh(r + low)."""
    single = r.elem == "float"
    of_cosh, of_sinh = rising + falling, rising - falling
    lost = (rising - of_cosh) + falling
    z = r * r
    c = z * polynomial(z, COSH32 if single else COSH64)
    s = (r * z).fma(polynomial(z, SINH32 if single else SINH64), low)
    whole = of_sinh.fma(r, of_cosh)
    rest = of_sinh.fma(r, of_cosh - whole) + of_sinh.fma(s, of_cosh.fma(c, lost))
    return (whole + rest) * 2.0


def arcsinh(x: Value) -> Value:
    """The number whose hyperbolic sine is x."""
    a = magnitude(x)
    p = a * a
    p_low = a.fma(a, -p)
    w = p + 1.0
    back = w - p
    w_low = (p - (w - back)) + (1.0 - back) + p_low
    s, s_low = root(w, w_low)
    u = s + a
    value = log_of_sum(u, ((s - u) + a) + s_low)
    rare = ~a.compare("olt", _SQUARED[x.elem])
    return x.code.but(value, rare, lambda: _log_twice(a)).call("copysign", x)


def arccosh(x: Value) -> Value:
    """The number from 0 on whose hyperbolic cosine is x."""
    p = x * x
    w = p - 1.0
    w_low = (p - w) - 1.0 + x.fma(x, -p)
    s, s_low = root(w, w_low)
    u = x + s
    value = log_of_sum(u, ((x - u) + s) + s_low)
    rare = ~(x.compare("oge", 1.0) & x.compare("olt", _SQUARED[x.elem]))
    return x.code.but(value, rare, lambda: x.compare("olt", 1.0).select(x.like(math.nan), _log_twice(x)))


def _log_twice(x: Value) -> Value:
    """log(2 x) for large x."""
    return log(x) + math.log(2)


def arctanh(x: Value) -> Value:
    """The number whose hyperbolic tangent is x."""
    a, form = magnitude(x), FORMATS[x.elem]
    over, under = a + 1.0, 1.0 - a
    over_low, under_low = a - (over - 1.0), (1.0 - under) - a
    # the difference of the bits is nearly that of the logarithms: e is nearly the exponent of the quotient
    bits = over.as_int() - under.as_int() + int(0.38 * (1 << form.mantissa))
    power = ((bits & -(1 << form.mantissa)) + (form.bias << form.mantissa)).as_float()
    e = bits >> form.mantissa
    e = e.convert("sitofp", "float") if x.elem == "float" else (e + 0x4338000000000000).as_float() - form.magic
    numerator = (-power).fma(under, over) + (-power).fma(under_low, over_low)
    denominator = (power - 1.0).fma(under, 2.0)
    value = atanh_parts(e, numerator, denominator)
    ends = a.compare("oeq", 1.0).select(a.like(math.inf), math.nan)
    return a.compare("olt", 1.0).select(value, ends).call("copysign", x)
