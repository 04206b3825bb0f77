"""exp, expm1, tanh, sigmoid and 2**n scaling as vector code. Coefficients: scripts/minimax.py."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from dusk.kernel.emit_code import Code, Value

LOG2E = 1.4426950408889634
EXP32 = (0.5, 0.1666651964187622, 0.041666410863399506, 0.0083687799051404, 0.0013939457712695003)
EXP64 = (
    0.5000000000000012,
    0.166666666666667,
    0.04166666666651929,
    0.008333333333307307,
    0.0013888888946090602,
    0.00019841269917134395,
    2.4801490829092944e-05,
    2.7557216520085075e-06,
    2.763098475793847e-07,
    2.5117792474520298e-08,
)


@dataclass(frozen=True, slots=True)
class Format:
    """What the functions must know of a floating-point format."""

    ln2_high: float
    ln2_low: float
    magic: float  # adding it rounds to an integer, which is then in the low bits
    mantissa: int
    bias: int
    exp_low: float  # e**x is 0 below and infinite above
    exp_high: float
    tail: tuple[float, ...]  # of (e**r - 1 - r) / r**2


FORMATS = {
    "float": Format(0.6931471824645996, -1.904654323148236e-09, 1.5 * 2**23, 23, 127, -104.0, 89.0, EXP32),
    "double": Format(0.6931471805599453, 2.3190468138462996e-17, 1.5 * 2**52, 52, 1023, -746.0, 710.0, EXP64),
}


def polynomial(x: Value, coefficients: Sequence[float]) -> Value:
    """sum c[k] x**k by fused multiply-adds; even and odd powers apart where that shortens the chain."""
    if len(coefficients) < 6:
        return horner(x, coefficients)
    square = x * x
    return horner(square, coefficients[1::2]).fma(x, horner(square, coefficients[::2]))


def horner(x: Value, coefficients: Sequence[float]) -> Value:
    """sum c[k] x**k, one chain of fused multiply-adds."""
    total = x.like(coefficients[-1])
    for c in reversed(coefficients[:-1]):
        total = total.fma(x, c)
    return total


def at_most(x: Value, bound: float) -> Value:
    """min(x, bound); NaN stays."""
    limit = x.like(bound)
    return limit.compare("olt", x).select(limit, x)


def at_least(x: Value, bound: float) -> Value:
    """max(x, bound); NaN stays."""
    limit = x.like(bound)
    return limit.compare("ogt", x).select(limit, x)


def magnitude(x: Value) -> Value:
    """The absolute value."""
    return x.call("fabs")


def power_of_two(n: Value) -> Value:
    """2**n as a float for integers n (of its width) within its normal exponents."""
    form = FORMATS["float" if n.elem == "i32" else "double"]
    return ((n + form.bias) << form.mantissa).as_float()


def nearest(x: Value, factor: float | None, ahead: int) -> tuple[Value, Value]:
    """n, the integer nearest to x times `factor`, as a float, and a float whose lowest bits are those of n + ahead."""
    magic = FORMATS[x.elem].magic + ahead
    shifted = x + magic if factor is None else x.fma(factor, magic)
    return shifted - magic, shifted


def power_at(shifted: Value) -> Value:
    """2**(k - bias) for the integer k within the normal exponents that is in the lowest bits of a float."""
    return (shifted.as_int() << FORMATS[shifted.elem].mantissa).as_float()


def scale(x: Value, n: Value, shifted: Value, kept: Value) -> Value:
    """x * 2**n, rounded once, for any integral float n, 0 where `kept` does not hold; `shifted` has n + 2 bias in its
    lowest bits.

    What vanishes is to be known before: processors take twenty times as long to find that a result is too small.
    """
    native = _scale_native(x, n, kept)
    if native is not None:
        return native
    # two factors, as one may lie beyond the normal exponents; shifts cut off what is above the lowest bits
    bits = shifted.as_int()
    half = bits.shift_right(1)
    return kept.select(x * power_at(half.as_float()) * power_at((bits - half).as_float()), 0.0)


def _scale_native(x: Value, n: Value, kept: Value) -> Value | None:
    code = x.code
    lanes = code.scale_bytes * 8 // x.bits
    if lanes == 0 or x.lanes % lanes:
        return None
    if x.lanes > lanes:
        parts = [range(k, k + lanes) for k in range(0, x.lanes, lanes)]
        return _join(code, [_scalef(*(code.shuffle(v, p) for v in (x, n, kept))) for p in parts])
    return _scalef(x, n, kept)


def _scalef(x: Value, n: Value, kept: Value) -> Value:
    code, kind = x.code, "ps" if x.elem == "float" else "pd"
    mask = code.value(f"bitcast {kept.type} {kept.text} to i{x.lanes}", f"i{x.lanes}", 1)
    rounding = code.const(4, "i32")  # the current mode
    name = f"llvm.x86.avx512.mask.scalef.{kind}.512"
    return code.call(name, x.elem, x.lanes, x, n, x.like(0.0), mask, rounding)


def _join(code: Code, parts: list[Value]) -> Value:
    while len(parts) > 1:
        merged: list[Value] = []
        for a, b in zip(parts[::2], parts[1::2], strict=True):
            order = ", ".join(f"i32 {i}" for i in range(2 * a.lanes))
            text = f"shufflevector {a.type} {a.text}, {b.type} {b.text}, <{2 * a.lanes} x i32> <{order}>"
            merged.append(code.value(text, a.elem, 2 * a.lanes))
        parts = merged
    return parts[0]


def _reduce(x: Value, ahead: int) -> tuple[Value, Value, Value]:
    """n, the float with n + ahead in its lowest bits, r: x = n ln 2 + r and |r| <= ln 2 / 2, r rounded once."""
    form = FORMATS[x.elem]
    n, shifted = nearest(x, LOG2E, ahead)
    r = n.fma(-form.ln2_high, x)
    return n, shifted, n.fma(-form.ln2_low, r)


def _expm1_small(r: Value) -> Value:
    return (r * r).fma(polynomial(r, FORMATS[r.elem].tail), r)


def exp(x: Value) -> Value:
    """e**x."""
    return exp_below(at_most(x, FORMATS[x.elem].exp_high))


def exp_negated(x: Value, positive: bool) -> Value:
    """e**-x; `positive`: x is not below 0. Nothing but what multiplies x takes the sign."""
    return exp_below(-(x if positive else at_least(x, -FORMATS[x.elem].exp_high)))


def exp_below(x: Value, low: Value | None = None) -> Value:
    """e**(x + low) for x up to exp_high, or NaN; `low` is below the last place of x."""
    form = FORMATS[x.elem]
    n, shifted, r = _reduce(x, 2 * form.bias)
    if low is not None:
        r = r + low
    return scale(_expm1_small(r) + 1.0, n, shifted, x.compare("uge", form.exp_low))


def one_minus_exp(x: Value) -> Value:
    """1 - e**x to the last place of 1, for x at most -1 and e**x normal, or NaN."""
    form = FORMATS[x.elem]
    n, shifted = nearest(x, LOG2E, form.bias)
    r = n.fma(-form.ln2_high, x)  # what ln2_high lacks is lost beside 1
    return (-(_expm1_small(r) + 1.0)).fma(power_at(shifted), 1.0)


def exp2(x: Value) -> Value:
    """2**x; exact for integers."""
    form = FORMATS[x.elem]
    x = at_most(x, form.bias + 2.0)
    n, shifted = nearest(x, None, 2 * form.bias)
    # the rounding of r ln 2 is worth a tenth of an ulp of the sum
    f = x - n
    r = f * form.ln2_high
    r_low = f.fma(form.ln2_high, -r) + f * form.ln2_low
    return scale((_expm1_small(r) + r_low) + 1.0, n, shifted, x.compare("uge", -form.bias - form.mantissa - 3.0))


def _expm1(x: Value) -> Value:
    """e**x - 1 where neither e**x nor its reciprocal overflows; the sign of zero is lost."""
    _, shifted, r = _reduce(x, FORMATS[x.elem].bias)
    p = _expm1_small(r)
    s = power_at(shifted)
    return p.fma(s, s - 1.0)


def expm1(x: Value) -> Value:
    """e**x - 1, accurate near 0."""
    form = FORMATS[x.elem]
    clamped = at_least(at_most(x, form.exp_high), -2.0 - form.mantissa)
    # 2**n overflows before the result does: half of everything, doubled at the end
    n, shifted, r = _reduce(clamped, form.bias - 1)
    p = _expm1_small(r)
    s = power_at(shifted)
    whole = p.fma(s, s - 0.5) * 2.0
    return n.compare("oeq", 0.0).select(p, whole).call("copysign", x)


def tanh(x: Value) -> Value:
    """The hyperbolic tangent."""
    # of -2|x|, not 2|x|: the divisor is then below 2, and what its sum loses is small and put back
    a = at_least(-magnitude(x), -9.5 if x.elem == "float" else -20.0)
    t = _expm1(a + a)
    d = t + 2.0
    q = t / d
    lost = t - (d - 2.0)
    return (q * lost).fma(q.fma(0.5, -0.5), q).call("copysign", x)


def sigmoid(x: Value) -> Value:
    """1 / (1 + e**-x), without overflow."""
    e = exp_below(-magnitude(x))
    return x.compare("olt", 0.0).select(e, 1.0) / (e + 1.0)
