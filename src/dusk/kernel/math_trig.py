"""sin, cos and tan as vector code; arguments too large for the reduction go to the C library. Coefficients:
scripts/minimax.py."""

from __future__ import annotations

import math
from dataclasses import dataclass

from dusk.kernel.emit_code import Code, Value
from dusk.kernel.math_exp import FORMATS, magnitude, polynomial
from dusk.kernel.math_far import in_double, turns_of
from dusk.kernel.math_lanes import per_lane

TWO_OVER_PI = 0.6366197723675814
SIN32 = (-0.16666655242443085, 0.008332191966474056, -0.00019518790941219777)
SIN64 = (
    -0.16666666666666632,
    0.008333333333322474,
    -0.0001984126982984022,
    2.755731370015104e-06,
    -2.5050759109649146e-08,
    1.589684162313563e-10,
)
COS32 = (0.04166664555668831, -0.0013887302484363317, 2.443101220706012e-05)
COS64 = (
    0.0416666666666666,
    -0.0013888888888874476,
    2.4801587289673844e-05,
    -2.755731440182064e-07,
    2.0875729385159113e-09,
    -1.1359938619387799e-11,
)
TAN32 = (
    0.3333314061164856,
    0.13339176774024963,
    0.05338297411799431,
    0.024522628635168076,
    0.002982854377478361,
    0.009460927918553352,
)
TAN64 = (
    0.3333333333333272,
    0.13333333333421934,
    0.053968253923372594,
    0.021869489683523063,
    0.008863218172269613,
    0.0035922975574208637,
    0.0014547090256627451,
    0.0005952609925477481,
    0.00022182670630428473,
    0.0001376175299214776,
    -2.7864812821845478e-05,
    9.076044425550725e-05,
    -4.55575017812474e-05,
    2.1021421849404473e-05,
)


@dataclass(frozen=True, slots=True)
class Circle:
    """A quarter turn as a sum of three numbers of a format, and the largest argument that they reduce."""

    parts: tuple[float, float, float]
    largest: float
    sin_tail: tuple[float, ...]  # of (sin(r) - r) / r**3, in powers of r**2
    cos_tail: tuple[float, ...]  # of (cos(r) - 1 + r**2 / 2) / r**4
    tan_tail: tuple[float, ...]  # of (tan(r) - r) / r**3


CIRCLES = {
    "float": Circle((1.5707963705062866, -4.371138828673793e-08, -1.7151245100058819e-15), 1e5, SIN32, COS32, TAN32),
    "double": Circle((1.5707963267948966, 6.123233995736766e-17, -1.4973849048591698e-33), 5e8, SIN64, COS64, TAN64),
}


def sin(x: Value) -> Value:
    """The sine."""
    a = magnitude(x)
    value = _quarters(a, 0)
    negative = x.as_int() & -(1 << (x.bits - 1))
    return _or_library(x, (value.as_int() ^ negative).as_float(), "sin")


def cos(x: Value) -> Value:
    """The cosine."""
    return _or_library(x, _quarters(magnitude(x), 1), "cos")


def tan(x: Value) -> Value:
    """The tangent."""
    circle, magic = CIRCLES[x.elem], FORMATS[x.elem].magic
    a = magnitude(x)
    first, second, third = circle.parts
    turns = a.fma(TWO_OVER_PI, magic)
    n = turns - magic
    rest, part = n.fma(-first, a), n * second  # the first exactly
    r = rest - part
    low = ((rest - r) - part) - n.fma(third, n.fma(second, -part))
    value = _tan_at(turns.as_int(), r, low)
    negative = x.as_int() & -(1 << (x.bits - 1))
    return _or_library(x, (value.as_int() ^ negative).as_float(), "tan")


def _tan_at(quarter: Value, r: Value, low: Value) -> Value:
    """tan(quarter pi / 2 + r + low) for |r| <= pi / 4 and a `low` that is far smaller."""
    z = r * r
    tail = z * polynomial(z, CIRCLES[r.elem].tan_tail)
    slope = r.fma(tail, r)
    small = r.fma(tail, slope.fma(slope, 1.0) * low)
    t = r + small
    t_low = (r - t) + small
    inverse = -1.0 / t
    turned = inverse.fma(inverse.fma(t_low, inverse.fma(t, 1.0)), inverse)
    return (quarter & 1).compare("eq", 0).select(t + t_low, turned)


def _quarters(x: Value, ahead: int) -> Value:
    """sin(x + ahead pi / 2) for x >= 0."""
    circle, magic = CIRCLES[x.elem], FORMATS[x.elem].magic
    first, second, third = circle.parts
    turns = x.fma(TWO_OVER_PI, magic)
    n = turns - magic
    r = n.fma(-third, n.fma(-second, n.fma(-first, x)))
    return _at(turns.as_int() + ahead if ahead else turns.as_int(), r)


def _at(quarter: Value, r: Value) -> Value:
    """sin(quarter pi / 2 + r) for |r| <= pi / 4."""
    circle = CIRCLES[r.elem]
    z = r * r
    sine = (z * r).fma(polynomial(z, circle.sin_tail), r)
    half = z * 0.5
    near_one = 1.0 - half
    cosine = near_one + (z * z).fma(polynomial(z, circle.cos_tail), (1.0 - near_one) - half)
    value = (quarter & 1).compare("eq", 0).select(sine, cosine)
    return (value.as_int() ^ ((quarter & 2) << (r.bits - 2))).as_float()


def _or_library(x: Value, value: Value, name: str) -> Value:
    large = magnitude(x).compare("ogt", CIRCLES[x.elem].largest)
    beyond = _far if x.code.grid else per_lane
    return x.code.but(value, large, lambda: beyond(name, x))


def _far(name: str, x: Value) -> Value:
    """sin, cos or tan of each lane, by a function of the module."""
    symbol = f"dusk.{name}"
    if symbol not in x.code.defined:
        inner = Code(grid=True)
        one = Value(inner, "%x", "double", 1)
        n, r = turns_of(magnitude(one))
        value = _tan_at(n, r, r.like(0.0)) if name == "tan" else _at(n + 1 if name == "cos" else n, r)
        if name != "cos":
            value = (value.as_int() ^ (one.as_int() & -(1 << 63))).as_float()
        value = magnitude(one).compare("olt", math.inf).select(value, math.nan)
        x.code.declared |= inner.declared
        x.code.defined |= inner.defined
        head = f"define internal double @{symbol}(double %x) noinline {{"
        x.code.defined[symbol] = "\n".join([head, "entry:", *inner.lines, f" ret double {value.text}", "}"])
    return in_double(symbol, x)
