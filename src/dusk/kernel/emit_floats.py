"""Floating-point ops of one and two operands: NumPy's results, NaN and signed zeros included."""

from __future__ import annotations

import math
from collections.abc import Callable

from dusk.kernel.emit_code import Value
from dusk.kernel.math_angle import arccos, arcsin, arctan, arctan2
from dusk.kernel.math_erf import erf
from dusk.kernel.math_exp import exp, exp2, expm1, magnitude, sigmoid, tanh
from dusk.kernel.math_far import fmod
from dusk.kernel.math_hyperbolic import arccosh, arcsinh, arctanh, cosh, sinh
from dusk.kernel.math_lanes import per_lane
from dusk.kernel.math_log import log, log1p, log2, log10, power
from dusk.kernel.math_root import cbrt
from dusk.kernel.math_trig import cos, sin, tan

LOG2E = 1.4426950408889634
Unary = Callable[[Value], Value]
Binary = Callable[[Value, Value], Value]


def maximum(a: Value, b: Value) -> Value:
    """The larger; NaN where either is."""
    return a.is_nan().select(a, a.compare("ogt", b).select(a, b))


def minimum(a: Value, b: Value) -> Value:
    """The smaller; NaN where either is."""
    return a.is_nan().select(a, a.compare("olt", b).select(a, b))


def _fmax(a: Value, b: Value) -> Value:
    return b.is_nan().select(a, a.compare("ogt", b).select(a, b))


def _fmin(a: Value, b: Value) -> Value:
    return b.is_nan().select(a, a.compare("olt", b).select(a, b))


def _fmod(a: Value, b: Value) -> Value:
    n, d = magnitude(a), magnitude(b)
    ratio = n / d
    r = (-ratio.call("trunc")).fma(d, n)
    # a quotient rounded up to an integer leaves a negative rest, exactly; adding d is exact again
    r = r.compare("olt", 0.0).select(r + d, r).call("copysign", a)
    exact = ratio.compare("olt", 2.0**22 if a.elem == "float" else 2.0**51) & d.compare("olt", math.inf)
    rest = ~exact
    code = a.code
    return code.but(r, rest, lambda: fmod(a, b) if code.grid else per_lane("fmod", a, b))


def _remainder(a: Value, b: Value) -> Value:
    r = _fmod(a, b)
    moved = r.compare("olt", 0.0) ^ b.compare("olt", 0.0)
    return r.compare("oeq", 0.0).select(r.call("copysign", b), moved.select(r + b, r))


def _floor_divide(a: Value, b: Value) -> Value:
    r = _fmod(a, b)
    quotient = (a - r) / b
    moved = r.compare("one", 0.0) & (r.compare("olt", 0.0) ^ b.compare("olt", 0.0))
    quotient = moved.select(quotient - 1.0, quotient)
    whole = quotient.call("floor")
    whole = (quotient - whole).compare("ogt", 0.5).select(whole + 1.0, whole)
    ratio = a / b
    whole = quotient.compare("oeq", 0.0).select(whole.like(0.0).call("copysign", ratio), whole)
    return b.compare("oeq", 0.0).select(ratio, whole)


def _sign(x: Value) -> Value:
    one = x.compare("ogt", 0.0).select(x.like(1.0), x.compare("olt", 0.0).select(x.like(-1.0), 0.0))
    return x.is_nan().select(x, one)


def _hypot(a: Value, b: Value) -> Value:
    if a.elem == "double":
        return _scaled_hypot(magnitude(a), magnitude(b))
    x, y = a.convert("fpext", "double"), b.convert("fpext", "double")
    length = (x * x + y * y).call("sqrt").convert("fptrunc", "float")
    infinite = magnitude(a).compare("oeq", math.inf) | magnitude(b).compare("oeq", math.inf)
    return infinite.select(length.like(math.inf), length)


def _scaled_hypot(a: Value, b: Value) -> Value:
    """Of doubles without signs, scaled by a power of two, so that no square overflows or vanishes."""
    swapped = b.compare("ogt", a)
    long, short = swapped.select(b, a), swapped.select(a, b)
    exponent = long.as_int() & (2047 << 52)
    exponent = exponent.compare("slt", 1 << 52).select(1 << 52, exponent)
    exponent = exponent.compare("sgt", 2045 << 52).select(2045 << 52, exponent)
    down = (exponent.like(2046 << 52) - exponent).as_float()
    x, y = long * down, short * down
    length = x.fma(x, y * y).call("sqrt") * exponent.as_float()
    infinite = a.compare("oeq", math.inf) | b.compare("oeq", math.inf)
    return infinite.select(length.like(math.inf), length)


def _square_sum(a: Value, b: Value) -> Value:
    """The number that the hypotenuse is the root of, rounded as that is where no square overflows or vanishes."""
    a, b = magnitude(a), magnitude(b)
    swapped = b.compare("ogt", a)
    long, short = swapped.select(b, a), swapped.select(a, b)
    infinite = a.compare("oeq", math.inf) | b.compare("oeq", math.inf)
    return infinite.select(long.like(math.inf), long.fma(long, short * short))


def _logaddexp(a: Value, b: Value) -> Value:
    d = a - b
    total = maximum(a, b) + log1p(exp(-magnitude(d)))
    return a.compare("oeq", b).select(a + math.log(2), total)


def _logaddexp2(a: Value, b: Value) -> Value:
    total = maximum(a, b) + log1p(exp2(-magnitude(a - b))) * LOG2E
    return a.compare("oeq", b).select(a + 1.0, total)


def _nextafter(x: Value, y: Value) -> Value:
    """The bits of numbers of one sign are in their order: the next one is 1 away."""
    bits, zero = x.as_int(), x.compare("oeq", 0.0)
    away = x.compare("olt", y) ^ bits.compare("slt", 0)
    moved = (bits + away.select(bits.like(1), -1)).as_float()
    least = x.like(0.0).as_int() + 1
    found = zero.select(least.as_float().call("copysign", y), moved)
    return x.compare("uno", y).select(x + y, x.compare("oeq", y).select(y, found))


def _heaviside(x: Value, at_zero: Value) -> Value:
    side = x.compare("oeq", 0.0).select(at_zero, x.compare("olt", 0.0).select(x.like(0.0), 1.0))
    return x.is_nan().select(x, side)


def _intrinsic(name: str) -> Unary:
    def emit(x: Value) -> Value:
        return x.call(name)

    return emit


def _times(factor: float) -> Unary:
    def emit(x: Value) -> Value:
        return x * factor

    return emit


def _reciprocal(x: Value) -> Value:
    return 1.0 / x


def _isinf(x: Value) -> Value:
    return magnitude(x).compare("oeq", math.inf)


def _isfinite(x: Value) -> Value:
    return magnitude(x).compare("olt", math.inf)


def _signbit(x: Value) -> Value:
    return x.as_int().compare("slt", 0)


def _copysign(x: Value, y: Value) -> Value:
    return x.call("copysign", y)


UNARY: dict[str, Unary] = {
    "reciprocal": _reciprocal,
    "absolute": magnitude,
    "fabs": magnitude,
    "sign": _sign,
    "isnan": Value.is_nan,
    "isinf": _isinf,
    "isfinite": _isfinite,
    "signbit": _signbit,
    **{name: _intrinsic(name) for name in ("sqrt", "floor", "ceil", "trunc", "rint")},
    "deg2rad": _times(math.pi / 180),
    "rad2deg": _times(180 / math.pi),
    "exp": exp,
    "exp2": exp2,
    "expm1": expm1,
    "log": log,
    "log1p": log1p,
    "log2": log2,
    "log10": log10,
    "sin": sin,
    "cos": cos,
    "tan": tan,
    "arcsin": arcsin,
    "arccos": arccos,
    "arctan": arctan,
    "cbrt": cbrt,
    "sinh": sinh,
    "cosh": cosh,
    "tanh": tanh,
    "arcsinh": arcsinh,
    "arccosh": arccosh,
    "arctanh": arctanh,
    "sigmoid": sigmoid,
    "erf": erf,
}
BINARY: dict[str, Binary] = {
    "divide": Value.__truediv__,
    "maximum": maximum,
    "minimum": minimum,
    "fmax": _fmax,
    "fmin": _fmin,
    "fmod": _fmod,
    "remainder": _remainder,
    "floor_divide": _floor_divide,
    "power": power,
    "hypot": _hypot,
    "square_sum": _square_sum,
    "copysign": _copysign,
    "logaddexp": _logaddexp,
    "logaddexp2": _logaddexp2,
    "heaviside": _heaviside,
    "nextafter": _nextafter,
    "arctan2": arctan2,
}


# Divisors, and above which quotient, no step of `quotient` loses anything below the normal numbers.
_SAFE, _LEAST = 2.0**26, {"float": 2.0**-70, "double": 2.0**-900}


def inverse(d: Value) -> Value:
    """1 / d for `quotient`; NaN where that would not do."""
    size = magnitude(d)
    safe = size.compare("oge", 1 / _SAFE) & size.compare("ole", _SAFE)
    return safe.select(1.0 / d, math.nan)


def quotient(x: Value, d: Value, inverted: Value) -> Value:
    """x / d to the last bit (Markstein, IBM Journal of Research and Development 34, 1990): a division takes as long as
    twenty products, and is only done for lanes beside one where what is tiny, infinite or no number counts."""
    near = x * inverted
    near = (-near).fma(d, x).fma(inverted, near)
    rare = magnitude(near).compare("ult", _LEAST[x.elem])
    return x.code.either(x.code.any(rare), lambda: [x / d], lambda: [near])[0]
