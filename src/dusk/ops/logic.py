"""Comparisons, logic, bits and tests of numbers: nothing here carries a gradient."""

# Rules are called through `Op`'s untyped fields.
# pyright: reportUnknownLambdaType=false, reportUnknownArgumentType=false
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false

from __future__ import annotations

from typing import Any

import numpy as np

from dusk.ops.pointwise import ufunc

_SIGNED, _UNSIGNED = np.dtype(np.int64), np.dtype(np.uint64)


def _compare(name: str) -> Any:
    """The lowering of a comparison; NumPy compares int64 with uint64 by value, without converting either."""

    def lower(k: Any, index: Any, a: Any, b: Any) -> Any:
        x, y = a(index), b(index)
        if {a.dtype, b.dtype} != {_SIGNED, _UNSIGNED}:
            return k.op(name, x, y)
        signed, other, flip = (x, y, False) if a.dtype == _SIGNED else (y, x, True)
        below = k.op("less", signed, k.const(0, _SIGNED))
        same = k.cast(signed, _UNSIGNED)
        met = k.op(name, other, same) if flip else k.op(name, same, other)
        # a negative number is less than, and not equal to, every unsigned one
        always = name == "not_equal" or name.startswith("greater" if flip else "less")
        return k.op("logical_or" if always else "logical_and", below if always else k.op("logical_not", below), met)

    return lower


def _comparison(function: np.ufunc, sign: str) -> Any:
    return ufunc(function, f"Where x1 {sign} x2.", nondiff=True, lower=_compare(function.__name__))


equal = _comparison(np.equal, "==")
not_equal = _comparison(np.not_equal, "!=")
less = _comparison(np.less, "<")
less_equal = _comparison(np.less_equal, "<=")
greater = _comparison(np.greater, ">")
greater_equal = _comparison(np.greater_equal, ">=")

logical_and = ufunc(np.logical_and, "Where both are true.", nondiff=True)
logical_or = ufunc(np.logical_or, "Where at least one is true.", nondiff=True)
logical_xor = ufunc(np.logical_xor, "Where exactly one is true.", nondiff=True)
logical_not = ufunc(np.logical_not, "Where it is false.", nondiff=True)

bitwise_and = ufunc(np.bitwise_and, "The bits set in both.", nondiff=True)
bitwise_or = ufunc(np.bitwise_or, "The bits set in either.", nondiff=True)
bitwise_xor = ufunc(np.bitwise_xor, "The bits set in exactly one.", nondiff=True)
invert = ufunc(np.invert, "The bits that are not set.", nondiff=True)
left_shift = ufunc(np.left_shift, "The bits moved up by x2 places.", nondiff=True)
right_shift = ufunc(np.right_shift, "The bits moved down by x2 places.", nondiff=True)
bitwise_count = ufunc(
    np.bitwise_count,
    "How many bits of the magnitude are set.",
    nondiff=True,
    lower=lambda k, index, x: k.cast(k.op("bitwise_count", x(index)), np.uint8),
)
gcd = ufunc(np.gcd, "The greatest common divisor.", nondiff=True)
lcm = ufunc(np.lcm, "The least common multiple.", nondiff=True)

isnan = ufunc(np.isnan, "Where it is not a number.", nondiff=True)
isinf = ufunc(np.isinf, "Where it is infinite.", nondiff=True)
isfinite = ufunc(np.isfinite, "Where it is neither infinite nor NaN.", nondiff=True)
signbit = ufunc(np.signbit, "Where the sign bit is set: negative numbers and -0.0.", nondiff=True)
