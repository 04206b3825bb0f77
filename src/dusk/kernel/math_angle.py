"""Angles of sines, cosines and tangents as vector code. Coefficients: scripts/minimax.py."""

from __future__ import annotations

import math

from dusk.kernel.emit_code import Value
from dusk.kernel.math_exp import at_most, horner, magnitude, polynomial
from dusk.kernel.math_root import root

ATAN32 = (
    -0.33333301544189453,
    0.1999862939119339,
    -0.1426515132188797,
    0.10957103222608566,
    -0.08418134599924088,
    0.05821288749575615,
    -0.03143513202667236,
    0.01105393934994936,
    -0.0018249856075271964,
)
ATAN64 = (
    -0.333333333333332,
    0.19999999999953866,
    -0.14285714280228362,
    0.11111110785174864,
    -0.09090897809489067,
    0.07692061168632275,
    -0.06663115217926145,
    0.058479728966436426,
    -0.05039692191802437,
    0.03807469479123719,
    -0.017918636462549938,
)
ASIN32 = (0.16666753590106964, 0.07495249807834625, 0.04547673463821411, 0.02414732798933983, 0.042220816016197205)
ASIN64 = (
    0.1666666666666539,
    0.07500000000341463,
    0.04464285682460817,
    0.030381959292595222,
    0.022371754304605213,
    0.017359760920234862,
    0.01388468787498315,
    0.012172744539052111,
    0.006513005438284015,
    0.019568331063433763,
    -0.01628567960302843,
    0.03195338677566659,
)
# half a right angle, so short that small multiples are exact, and the rest of it
EIGHTH = {"float": (0.785398006439209, 1.5695823932524066e-07), "double": (0.7853981633974483, 3.061616997868383e-17)}
RIGHT = {"float": (1.5707963705062866, -4.3711390001862426e-08), "double": (1.5707963267948966, 6.123233995736766e-17)}
TAN_SIXTEENTH = math.sqrt(2) - 1
# between these a quotient's divisor has an inverse that is normal, and what it is multiplied by to get there
_REACH = {"float": (2.0**-100, 2.0**100, 2.0**100), "double": (2.0**-900, 2.0**1000, 2.0**600)}


def arctan(x: Value) -> Value:
    """The angle whose tangent is x."""
    a = at_most(magnitude(x), 2.0**80)
    return _angle(a, x.like(1.0), None).call("copysign", x)


def arctan2(y: Value, x: Value) -> Value:
    """The angle of the point (x, y), with every special case of C's atan2."""
    a, b, code = magnitude(y), magnitude(x), x.code
    left = x.as_int().compare("slt", 0)
    value = _angle(a, b, left)
    least, most, step = _REACH[x.elem]
    long = a.compare("ogt", b).select(a, b)
    rare = ~(long.compare("oge", least) & long.compare("ole", most))

    def anywhere() -> list[Value]:
        endless = long.compare("oeq", math.inf)
        down = long.compare("ogt", most).select(x.like(1 / step), 1.0)
        factor = long.compare("olt", least).select(x.like(step), down)

        def side(v: Value) -> Value:
            return endless.select(v.compare("oeq", math.inf).select(v.like(1.0), 0.0), v * factor)

        base = long.compare("oeq", 0.0).select(x.like(1.0), side(b))
        found = _angle(side(a), base, left)
        return [a.compare("uno", b).select(x.like(math.nan), found)]

    return code.when(code.any(rare), anywhere, [value])[0].call("copysign", y)


def _angle(y: Value, x: Value, left: Value | None) -> Value:
    """The angle of the point (x, y), or where `left` holds of (-x, y), for y, x >= 0, not both 0.

    Of the shorter by the longer; for doubles then of tan(angle - pi / 4), so that the tangent is at most tan(pi / 8); a
    longer polynomial costs floats less. All roundings but the last two are made good.
    """
    steep = y.compare("ogt", x)
    over, under = steep.select(x, y), steep.select(y, x)
    eighths = steep.select(x.like(2.0), 0.0)
    over_low, under_low = None, None
    if x.elem == "double":
        short, long = over, under
        middle = short.compare("ogt", long * TAN_SIXTEENTH)
        more, less = middle.select(short, 0.0), middle.select(long, 0.0)
        over, under = short - less, long + more
        over_low, under_low = short - (over + less), more - (under - long)
        eighths = middle.select(1.0, eighths)
    inverse = 1.0 / under
    t = over * inverse
    rest = (-t).fma(under, over)
    if over_low is not None and under_low is not None:
        rest = rest + (-t).fma(under_low, over_low)
    back = steep
    if left is not None:
        eighths, back = left.select(4.0 - eighths, eighths), back ^ left
    z = t * t
    series = horner(z, ATAN32) if x.elem == "float" else polynomial(z, ATAN64)
    tail = (t * z).fma(series, rest * inverse)
    t, tail = back.select(-t, t), back.select(-tail, tail)
    high, low = EIGHTH[x.elem]
    whole = eighths.fma(high, t)
    return whole + (eighths.fma(high, -whole) + t + eighths.fma(low, tail))


def _arc(x: Value) -> tuple[Value, Value, Value]:
    """Whether |x| > 1/2; then s = sqrt((1 - |x|) / 2), else |x|; arcsin(s) - s."""
    a = magnitude(x)
    far = a.compare("ogt", 0.5)
    z = far.select(a.fma(-0.5, 0.5), a * a)
    s, low = root(z)
    s, low = far.select(s, a), far.select(low, 0.0)
    tail = (s * z).fma(polynomial(z, ASIN32 if x.elem == "float" else ASIN64), low)
    return far, s, a.compare("ole", 1.0).select(tail, math.nan)


def _around(base: Value, high: float, low: float, factor: Value, s: Value, tail: Value) -> Value:
    """base (high + low) + factor (s + tail), rounded about once."""
    start = base * high
    whole = factor.fma(s, start)
    return whole + (factor.fma(s, start - whole) + factor.fma(tail, base * low))


def arcsin(x: Value) -> Value:
    """The angle whose sine is x."""
    far, s, tail = _arc(x)
    one = far.select(x.like(1.0), 0.0)
    return _around(one, *RIGHT[x.elem], far.select(x.like(-2.0), 1.0), s, tail).call("copysign", x)


def arccos(x: Value) -> Value:
    """The angle whose cosine is x."""
    far, s, tail = _arc(x)
    # of (1 - |x|) / 2 the angle is from 0 or, on the other side, from pi; near 0 from pi / 2
    beyond = x.compare("olt", 0.0).select(x.like(2.0), 0.0)
    factor = far.select(x.like(2.0), -1.0)
    signed = (factor.as_int() ^ (x.as_int() & -(1 << (x.bits - 1)))).as_float()
    return _around(far.select(beyond, 1.0), *RIGHT[x.elem], signed, s, tail)
