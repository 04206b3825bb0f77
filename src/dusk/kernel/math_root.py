"""Square roots with what their rounding loses, and cube roots, as vector code. Coefficients: scripts/minimax.py."""

from __future__ import annotations

import math

from dusk.kernel.emit_code import Value
from dusk.kernel.math_exp import FORMATS, magnitude, polynomial

# (1 - h)**(-1/3) = 1 + h P(h)
CBRT32 = (0.33332791924476624, 0.22351650893688202, 0.17464300990104675)
CBRT64 = (
    0.33333334297561673,
    0.2222222517654139,
    0.17283035341633252,
    0.14401833049380164,
    0.1266729344789079,
    0.11305336149013333,
)
# of the first guesses, and the factors of the Newton step that follows (L. Moroz et al., Fast calculation of inverse
# square root with the use of magic constant, 2016)
_ROOT_GUESS = {"float": 0x5F1FFFF9, "double": 0x5FE3FFFF20000000}
_STEP = 0.703952253, 2.38924456
_CUBE_GUESS = {"float": 0x54A1F830, "double": 0x553EE7C4}


def root(x: Value, rest: Value | None = None) -> tuple[Value, Value]:
    """The square root of x + rest as the sum of two numbers, for x that is 0 or normal and below 2**900 (2**100 of
    floats); `rest` is below the last place of x. No division: processors take longer for one root than for all this.
    """
    y = (_ROOT_GUESS[x.elem] - x.as_int().shift_right(1)).as_float()
    y = (y * _STEP[0]) * (-(x * y)).fma(y, _STEP[1])
    h = (-(x * y)).fma(y, 1.0)
    y = (y * h).fma(h.fma(0.375, 0.5), y)
    if x.elem == "double":
        half = y * 0.5
        y = half.fma((-(x * y)).fma(y, 1.0), y)
    s = x * y
    lost = (-s).fma(s, x)
    if rest is not None:
        lost = lost + rest
    return s, lost * (y * 0.5)


def cbrt(x: Value) -> Value:
    """The cube root."""
    a, code = magnitude(x), x.code
    value = _cube_root(a)
    form = FORMATS[x.elem]
    # zero, denormal, infinite or NaN: one comparison, as the bits of normal numbers are one range
    rare = (a.as_int() - (1 << form.mantissa)).compare("uge", 2 * form.bias << form.mantissa)

    def anywhere() -> list[Value]:
        shift = form.mantissa // 3 * 3 + 3
        small = a.compare("olt", 2.0 ** (1 - form.bias))
        scaled = _cube_root(a * 2.0**shift) * 2.0 ** (-shift // 3)
        ends = a.compare("ogt", 0.0) & a.compare("olt", math.inf)
        return [ends.select(small.select(scaled, value), a)]

    return code.when(code.any(rare), anywhere, [value])[0].call("copysign", x)


def _cube_root(a: Value) -> Value:
    """Of normal numbers: y is a**(-1/3) by a third of the bits and a polynomial, the last step goes by a y**2."""
    if a.elem == "double":
        third = ((a.as_int().shift_right(32)) * 0x55555556).shift_right(32)
        y = ((_CUBE_GUESS[a.elem] - third) << 32).as_float()
    else:
        third = (a.as_int().convert("sitofp", "float") * (1 / 3)).convert("fptosi", "i32")
        y = (_CUBE_GUESS[a.elem] - third).as_float()
    h = (-(a * y)).fma(y * y, 1.0)
    y = (y * h).fma(polynomial(h, CBRT64 if a.elem == "double" else CBRT32), y)
    square = y * y
    c = a * square
    cc = c * c
    lost = c.fma(-cc, a) - c * c.fma(c, -cc)
    return lost.fma(square * (1 / 3), c)
