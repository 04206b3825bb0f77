"""log, log1p and pow as vector code. Coefficients: scripts/minimax.py."""

from __future__ import annotations

import math

from dusk.kernel.emit_code import Value
from dusk.kernel.math_exp import FORMATS, at_least, at_most, exp_clamped, horner, magnitude, polynomial

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
LOG_WIDE = (0.6666666564672092, 0.4000033523838559, 0.28537287308668396, 0.23582905419663458)
EXP2_WIDE = (
    0.6931471805425564,
    0.2402265105721382,
    0.05550410956740627,
    0.009618039075883548,
    0.0013333435740205402,
    0.00015466544683272656,
    1.531396463984672e-05,
)
LN2_SHORT = 0.6931471803691238  # 32 bits, so that its product with an exponent is exact
LN2_REST = 1.9082149292705877e-10
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
    form, code = FORMATS[x.elem], x.code
    e, m = _split(x)
    value = _log_parts(e, m)
    # zero, negative, denormal, infinite or NaN: one comparison, as the bits of normal numbers are one range
    infinite = (2 * form.bias + 1) << form.mantissa
    rare = (x.as_int() + infinite).compare("sge", -(2 << form.mantissa))
    return code.when(code.any(rare), lambda: [rare.select(_log_anywhere(x), value)], [value])[0]


def _log_anywhere(x: Value) -> Value:
    normal, shift = _normal(x)
    e, m = _split(normal)
    return _special(x, _log_parts(e + shift, m), 0.0)


def log1p(x: Value) -> Value:
    """log(1 + x), accurate near 0."""
    u = x + 1.0
    # what the sum lost
    lost = x.compare("ogt", 1.0).select(1.0 - (u - x), x - (u - 1.0))
    e, m = _split(u)
    return _special(x, _log_parts(e, m, lost / u), -1.0).call("copysign", x)


def power(x: Value, y: Value) -> Value:
    """x**y with every special case of C's pow."""
    if x.elem == "float":
        return _power(x.convert("fpext", "double"), y.convert("fpext", "double"), wide=True).convert("fptrunc", "float")
    return _power(x, y, wide=False)


def _power(x: Value, y: Value, wide: bool) -> Value:
    a = magnitude(x)
    value = _power_wide(a, y) if wide else _power_exact(a, y)
    whole = y.call("rint").compare("oeq", y)
    half = y * 0.5
    odd = whole & half.call("rint").compare("one", half)
    sign = odd.select(x.as_int() & -(2**63), x.as_int().like(0))
    value = (value.as_int() | sign).as_float()
    undefined = x.compare("olt", 0.0) & a.compare("olt", math.inf) & ~whole
    value = undefined.select(x.like(math.nan), value)
    one = y.compare("oeq", 0.0) | x.compare("oeq", 1.0)
    return one.select(x.like(1.0), value)


def _ends(a: Value, logarithm: Value) -> Value:
    """The logarithm of a >= 0 at 0, infinity and NaN too."""
    return a.compare("oeq", 0.0).select(a.like(-math.inf), a.compare("olt", math.inf).select(logarithm, a))


def _power_wide(a: Value, y: Value) -> Value:
    """a**y for a >= 0 in double precision, to about 34 bits: enough for a float. No float is denormal here."""
    e, m = _split(a)
    s = (m - 1.0) / (m + 1.0)
    z = s * s
    ln = (s * z).fma(horner(z, LOG_WIDE), s + s)
    t = y * _ends(a, ln.fma(1.4426950408889634, e))
    t = a.compare("oeq", 1.0).select(t.like(0.0), t)
    t = at_least(at_most(t, 200.0), -200.0)
    magic = FORMATS["double"].magic
    n_bits = t + magic
    r = t - (n_bits - magic)
    scale = ((n_bits.as_int() + 1023) << 52).as_float()
    return r.fma(polynomial(r, EXP2_WIDE), 1.0) * scale


def _power_exact(a: Value, y: Value) -> Value:
    """a**y for a >= 0, the logarithm carried to some 68 bits."""
    high, low = _log_pair(a)
    high = _ends(a, high)
    t = y * high
    bounded = magnitude(t).compare("olt", 1000.0)
    rest = y.fma(high, -t) + y * low
    t = a.compare("oeq", 1.0).select(t.like(0.0), t)
    form = FORMATS["double"]
    return exp_clamped(at_least(at_most(t, form.exp_high), form.exp_low), bounded.select(rest, rest.like(0.0)))


def _log_pair(a: Value) -> tuple[Value, Value]:
    """log(a) as the sum of two numbers, for a > 0."""
    normal, shift = _normal(a)
    e, m = _split(normal)
    e = e + shift
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
