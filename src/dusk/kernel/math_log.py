"""Logarithms and pow as vector code. Coefficients: scripts/minimax.py."""

from __future__ import annotations

import math
from collections.abc import Callable

from dusk.kernel.emit_code import Value
from dusk.kernel.math_exp import FORMATS, at_least, at_most, exp_below, magnitude, nearest, polynomial, power_at

LOG32 = (
    0.33333316445350647,
    -0.2500080168247223,
    0.20002301037311554,
    -0.16624818742275238,
    0.1418105512857437,
    -0.1312633901834488,
    0.12882272899150848,
    -0.0786697268486023,
)
LOG64 = (
    0.6666666666666734,
    0.39999999999416147,
    0.28571428742208715,
    0.22222198579746527,
    0.18183564442630362,
    0.1531403974814878,
    0.147961021558049,
)
LOG_TAIL64 = (
    0.3999999999999998,
    0.28571428571443847,
    0.22222222217787735,
    0.18181818844265324,
    0.15384558409525162,
    0.13336265240303843,
    0.11675765259499411,
    0.1198188762114193,
)
ATANH32 = (0.6666735410690308, 0.39923006296157837, 0.31001386046409607)
ATANH64 = (
    0.6666666666666592,
    0.40000000000451263,
    0.28571428478455974,
    0.22222231472635418,
    0.18181310134869821,
    0.15400809729019002,
    0.1303636391857483,
    0.1463152027955146,
)
LOG2_WIDE = (
    1.442695040866513,
    -0.7213475207468347,
    0.4808983625485044,
    -0.3606736990783515,
    0.2885372010710829,
    -0.24045175871013572,
    0.2061775071706378,
    -0.18033508281521232,
    0.1587638105180475,
    -0.14277634886847937,
    0.1444697372866419,
    -0.14439602393381445,
    0.07950232186218555,
)
EXP2_WIDE = (
    0.6931471805425564,
    0.2402265105721382,
    0.05550410956740627,
    0.009618039075883548,
    0.0013333435740205402,
    0.00015466544683272656,
    1.531396463984672e-05,
)
# of each format: the factors of the other bases, a high part and what it lacks; of log10(2), one that is short enough
_LOG2E = {
    "float": (1.4426950216293335, 1.925963033500011e-08),
    "double": (1.4426950408889634, 2.0355273740931033e-17),
}
_LOG10E = {
    "float": (0.4342944920063019, -1.0103049952192578e-08),
    "double": (0.4342944819032518, 1.098319650216765e-17),
}
_LOG10_2 = {"float": (0.301025390625, 4.605039066518657e-06), "double": (0.3010299956640665, -8.532344317057107e-14)}
LN2_SHORT = 0.6931471803691238  # 32 bits, so that its product with an exponent is exact
LN2_REST = 1.9082149292705877e-10
_LN2 = {"float": (0.693145751953125, 1.428606765330187e-06), "double": (LN2_SHORT, LN2_REST)}
_ROOT_HALF = {"float": 0x3F3504F3, "double": 0x3FE6A09E667F3BCD}


def _split(x: Value) -> tuple[Value, Value]:
    """e (a float) and m with x = 2**e m and sqrt(1/2) <= m < sqrt(2), for finite x > 0 that is normal."""
    form, root = FORMATS[x.elem], _ROOT_HALF[x.elem]
    k = x.as_int() - root
    m = ((k & ((1 << form.mantissa) - 1)) + root).as_float()
    exponent = k >> form.mantissa
    if x.elem == "float":
        return exponent.convert("sitofp", "float"), m
    # no packed conversion of 64-bit integers before AVX-512: put it into the low bits of a float
    return (exponent + 0x4338000000000000).as_float() - form.magic, m


def _normal(x: Value) -> tuple[Value, Value]:
    """x made normal where it is denormal, and the exponent to add for it."""
    form = FORMATS[x.elem]
    shift = form.mantissa + 1
    small = x.compare("olt", 2.0 ** (1 - form.bias))
    return small.select(x * 2.0**shift, x), small.select(x.like(-float(shift)), x.like(0.0))


def _log_parts(e: Value, m: Value, extra: Value | None = None) -> Value:
    """e ln 2 + log(m) + extra."""
    form = FORMATS[m.elem]
    f = m - 1.0
    if m.elem == "float":
        square = f * f
        small = (square * f).fma(polynomial(f, LOG32), square * -0.5)
        small = e.fma(form.ln2_low, small)
        if extra is not None:
            small = small + extra
        return e.fma(form.ln2_high, f + small)
    s = f / (f + 2.0)
    z = s * s
    half = f * f * 0.5
    small = s.fma(z.fma(polynomial(z, LOG64), half), e * LN2_REST)
    if extra is not None:
        small = small + extra
    return e.fma(LN2_SHORT, f - (half - small))


def _special(x: Value, result: Value, zero: float) -> Value:
    """`result`, but -inf at x == zero, NaN below and x itself where it is infinite or NaN."""
    outside = x.compare("oeq", zero).select(x.like(-math.inf), x.compare("olt", zero).select(x.like(math.nan), x))
    inside = x.compare("ogt", zero) & x.compare("olt", math.inf)
    return inside.select(result, outside)


def log(x: Value) -> Value:
    """The natural logarithm."""
    return _logarithm(x, _log_parts)


def log2(x: Value) -> Value:
    """The logarithm to base 2, exact for powers of 2."""
    return _logarithm(x, lambda e, m: _log_scaled(e, m, 1.0, 0.0, *_LOG2E[x.elem]))


def log10(x: Value) -> Value:
    """The logarithm to base 10, exact for powers of 10."""
    return _logarithm(x, lambda e, m: _log_scaled(e, m, *_LOG10_2[x.elem], *_LOG10E[x.elem]))


def _logarithm(x: Value, parts: Callable[[Value, Value], Value]) -> Value:
    """What `parts` makes of e and m where x = 2**e m; the usual special values elsewhere."""
    form = FORMATS[x.elem]
    e, m = _split(x)
    value = parts(e, m)
    # zero, negative, denormal, infinite or NaN: one comparison, as the bits of normal numbers are one range
    infinite = (2 * form.bias + 1) << form.mantissa
    rare = (x.as_int() + infinite).compare("sge", -(2 << form.mantissa))
    return x.code.but(value, rare, lambda: _log_anywhere(x, parts))


def _log_anywhere(x: Value, parts: Callable[[Value, Value], Value]) -> Value:
    normal, shift = _normal(x)
    e, m = _split(normal)
    return _special(x, parts(e + shift, m), 0.0)


def _log_scaled(e: Value, m: Value, unit: float, unit_low: float, factor: float, factor_low: float) -> Value:
    """e (unit + unit_low) + log(m) (factor + factor_low): products of e and `unit` are exact."""
    f = m - 1.0
    square = f * f
    if m.elem == "float":
        small = (square * f).fma(polynomial(f, LOG32), square * -0.5)
    else:
        s = f / (f + 2.0)
        half = square * 0.5
        small = s.fma((s * s).fma(polynomial(s * s, LOG64), half), -half)
    low = f.fma(factor_low, e * unit_low) if unit_low else f * factor_low
    small = small.fma(factor, low)
    if m.elem == "float":
        return e.fma(unit, f.fma(factor, small))
    start, t = e * unit, f * factor
    whole = start + t
    return whole + (((start - whole) + t) + (f.fma(factor, -t) + small))


def log_of_sum(u: Value, low: Value) -> Value:
    """log(u + low) for u between 2**-100 and 2**100 (of doubles, 2**900) and `low` below its last place."""
    form = FORMATS[u.elem]
    e, m = _split(u)
    f = m - 1.0
    shrink = power_at((form.magic + form.bias) - e)
    # 1 / m need not be near: it multiplies what is small beside f
    return _log_parts(e, m, low * shrink * f.fma(f - 1.0, 1.0))


def atanh_parts(e: Value, over: Value, under: Value) -> Value:
    """e ln 2 / 2 + artanh(over / under) for quotients up to 0.2312."""
    s = over / under
    z = s * s
    tail = (s * z) * polynomial(z, ATANH32 if over.elem == "float" else ATANH64)
    high, low = _LN2[over.elem]
    half = e * 0.5
    whole = half.fma(high, s)
    return whole + ((half.fma(high, -whole) + s) + half.fma(low, tail * 0.5))


def log1p(x: Value) -> Value:
    """log(1 + x), accurate near 0."""
    u = x + 1.0
    # what the sum lost
    lost = x.compare("ogt", 1.0).select(1.0 - (u - x), x - (u - 1.0))
    value = log_of_sum(u, lost).call("copysign", x)
    rare = ~(x.compare("ogt", -1.0) & x.compare("olt", 2.0**100))
    return x.code.but(value, rare, lambda: _special(x, log(x), -1.0))


def power(x: Value, y: Value) -> Value:
    """x**y with every special case of C's pow."""
    a, code, form = magnitude(x), x.code, FORMATS[x.elem]
    # all is well for bases from the least normal number on, and exponents that are numbers
    common = (a.as_int() - (1 << form.mantissa)).compare("ult", 2 * form.bias << form.mantissa)
    rare = ~(common & magnitude(y).compare("olt", math.inf))
    base = rare.select(1.0, a)  # what vanishes takes processors long
    value = _power_of_floats(base, y) if x.elem == "float" else _exp_product(y, *_log_pair(*_split(base)))

    def anywhere() -> Value:
        if x.elem == "double":
            return _power_anywhere(a, y)
        return _power_anywhere(a.convert("fpext", "double"), y.convert("fpext", "double")).convert("fptrunc", "float")

    value = code.but(value, rare, anywhere)
    negative = x.as_int().compare("slt", 0)
    return code.when(code.any(negative), lambda: [_power_signed(x, y, value)], [value])[0]


def _power_signed(x: Value, y: Value, value: Value) -> Value:
    """x**y where `value` is |x|**y."""
    whole = y.call("rint").compare("oeq", y)
    half = y * 0.5
    odd = whole & half.call("rint").compare("one", half)
    sign = odd.select(x.as_int() & -(1 << (x.bits - 1)), x.as_int().like(0))
    undefined = x.compare("olt", 0.0) & x.compare("ogt", -math.inf) & ~whole
    return undefined.select(x.like(math.nan), (value.as_int() | sign).as_float())


def _power_of_floats(x: Value, y: Value) -> Value:
    """x**y for normal x > 0, by a logarithm and a power of 2 in double precision."""
    e, m = _split(x)
    f, e, y = (v.convert("fpext", "double") for v in (m - 1.0, e, y))
    t = at_least(at_most(y * f.fma(polynomial(f, LOG2_WIDE), e), 200.0), -200.0)
    n, shifted = nearest(t, None, FORMATS["double"].bias)
    r = t - n
    return (r.fma(polynomial(r, EXP2_WIDE), 1.0) * power_at(shifted)).convert("fptrunc", "float")


def _power_anywhere(a: Value, y: Value) -> Value:
    """a**y of doubles, for any a >= 0 and any y."""
    between = a.compare("ogt", 0.0) & a.compare("olt", math.inf) & magnitude(y).compare("olt", math.inf)
    normal, shift = _normal(between.select(a, 1.0))
    e, m = _split(normal)
    grows = a.compare("ogt", 1.0) ^ y.compare("olt", 0.0)
    ends = a.compare("uno", y).select(a + y, grows.select(a.like(math.inf), 0.0))
    value = between.select(_exp_product(between.select(y, 1.0), *_log_pair(e + shift, m)), ends)
    return (a.compare("oeq", 1.0) | y.compare("oeq", 0.0)).select(a.like(1.0), value)


def _exp_product(y: Value, high: Value, low: Value) -> Value:
    """e**(y (high + low)), for doubles."""
    t = y * high
    bounded = magnitude(t).compare("olt", 1000.0)
    rest = y.fma(high, -t) + y * low
    return exp_below(at_most(t, FORMATS["double"].exp_high), bounded.select(rest, rest.like(0.0)))


def _log_pair(e: Value, m: Value) -> tuple[Value, Value]:
    """log(2**e m) as the sum of two doubles."""
    f = m - 1.0
    d = f + 2.0
    d_low = f - (d - 2.0)
    inverse = 1.0 / d
    s = f * inverse
    s_low = (-s).fma(d_low, (-s).fma(d, f)) * inverse
    z = s * s
    z_low = s.fma(s, -z) + (s + s) * s_low
    c = s * z
    c_low = s.fma(z, -c) + s.fma(z_low, s_low * z)
    third = c.like(0.6666666666666666)
    h = c * third
    h_low = c.fma(third, -h) + c.fma(3.700743415417188e-17, c_low * third)
    tail = c * z * polynomial(z, LOG_TAIL64)
    double_s = s + s
    u = double_s + h
    u_low = ((double_s - u) + h) + ((s_low + s_low) + (h_low + tail))
    big = e * LN2_SHORT
    v = big + u
    v_low = ((big - v) + u) + e.fma(LN2_REST, u_low)
    high = v + v_low
    return high, (v - high) + v_low
