"""How each scalar op is emitted: NumPy's results, for values of one dtype in registers."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from dusk.kernel.emit_cast import truth
from dusk.kernel.emit_code import FLOATS, Value
from dusk.kernel.emit_integers import (
    bitwise_count,
    floor_divide_integers,
    greatest_divisor,
    integer_power,
    least_multiple,
    remainder_integers,
    shift_left,
    shift_right,
    truncated_remainder,
)
from dusk.kernel.math_erf import erf
from dusk.kernel.math_exp import exp, exp2, expm1, magnitude, sigmoid, tanh
from dusk.kernel.math_lanes import per_lane
from dusk.kernel.math_log import log, log1p, power
from dusk.kernel.math_trig import cos, sin

Emit = Callable[..., Value]
LOG2E = 1.4426950408889634


def emit_op(name: str, dtype: np.dtype[Any], args: list[Value]) -> Value:
    """The op `name` of operands of dtype `dtype`. Raises NotImplementedError where kernels lack it."""
    family = "bool" if dtype.kind == "b" else "integer" if dtype.kind in "iu" else "float"
    emit = _ANY.get(name) or _FAMILIES[family].get(name)
    if emit is not None:
        return emit(*args)
    signed = _SIGNED.get(name)
    if signed is not None and family != "float":
        return signed(*args, signed=dtype.kind == "i")
    raise NotImplementedError(f"kernels have no {name} of {dtype}")


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


def _compare(of_floats: str, of_integers: str) -> Emit:
    def emit(a: Value, b: Value, signed: bool = False) -> Value:
        if a.elem in FLOATS:
            return a.compare(of_floats, b)
        order = of_integers if of_integers in ("eq", "ne") else ("s" if signed else "u") + of_integers
        return a.compare(order, b)

    return emit


def _pick(of_integers: str) -> Emit:
    def emit(a: Value, b: Value, signed: bool = False) -> Value:
        return a.compare(("s" if signed else "u") + of_integers, b).select(a, b)

    return emit


def _round(intrinsic: str) -> Emit:
    return lambda x: x.call(intrinsic)


def _library(symbol: str) -> Emit:
    return lambda *args: per_lane(symbol, *args)


def _fmod(a: Value, b: Value) -> Value:
    n, d = magnitude(a), magnitude(b)
    ratio = n / d
    r = (-ratio.call("trunc")).fma(d, n)
    # a quotient rounded up to an integer leaves a negative rest, exactly; adding d is exact again
    r = r.compare("olt", 0.0).select(r + d, r).call("copysign", a)
    exact = ratio.compare("olt", 2.0**22 if a.elem == "float" else 2.0**51) & d.compare("olt", math.inf)
    rest = ~exact
    code = a.code
    return code.when(code.any(rest), lambda: [rest.select(per_lane("fmod", a, b), r)], [r])[0]


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


def _sign_integer(x: Value, signed: bool) -> Value:
    positive = x.compare("sgt" if signed else "ne", 0).select(x.like(1), 0)
    return x.compare("slt", 0).select(x.like(-1), positive) if signed else positive


def _absolute_integer(x: Value, signed: bool) -> Value:
    return x.compare("slt", 0).select(-x, x) if signed else x


def _reciprocal_integer(x: Value, signed: bool) -> Value:
    one = x.compare("eq", 1).select(x.like(1), 0)
    if not signed:
        return one
    # 1.0 / 0 converted as x86 does
    zero = -(2 ** (x.bits - 1)) if x.bits >= 32 else 0
    return x.compare("eq", 0).select(x.like(zero), x.compare("eq", -1).select(x.like(-1), one))


def _hypot(a: Value, b: Value) -> Value:
    if a.elem == "double":
        return per_lane("hypot", a, b)
    x, y = a.convert("fpext", "double"), b.convert("fpext", "double")
    length = (x * x + y * y).call("sqrt").convert("fptrunc", "float")
    infinite = magnitude(a).compare("oeq", math.inf) | magnitude(b).compare("oeq", math.inf)
    return infinite.select(length.like(math.inf), length)


def _logaddexp(a: Value, b: Value) -> Value:
    d = a - b
    total = maximum(a, b) + log1p(exp(-magnitude(d)))
    return a.compare("oeq", b).select(a + math.log(2), total)


def _logaddexp2(a: Value, b: Value) -> Value:
    total = maximum(a, b) + log1p(exp2(-magnitude(a - b))) * LOG2E
    return a.compare("oeq", b).select(a + 1.0, total)


def _heaviside(x: Value, at_zero: Value) -> Value:
    side = x.compare("oeq", 0.0).select(at_zero, x.compare("olt", 0.0).select(x.like(0.0), 1.0))
    return x.is_nan().select(x, side)


def _log_base(symbol: str, factor: float) -> Emit:
    def emit(x: Value) -> Value:
        if x.elem == "double":
            return per_lane(symbol, x)
        return (log(x.convert("fpext", "double")) * factor).convert("fptrunc", "float")

    return emit


def _boolean(value: bool) -> Emit:
    return lambda x: x.code.const(value, "i1", x.lanes)


_ANY: dict[str, Emit] = {
    "logical_and": lambda a, b: truth(a) & truth(b),
    "logical_or": lambda a, b: truth(a) | truth(b),
    "logical_xor": lambda a, b: truth(a) ^ truth(b),
    "logical_not": lambda a: ~truth(a),
    "positive": lambda a: a,
    "equal": _compare("oeq", "eq"),
    "not_equal": _compare("une", "ne"),
}
_SIGNED: dict[str, Emit] = {
    "less": _compare("olt", "lt"),
    "less_equal": _compare("ole", "le"),
    "greater": _compare("ogt", "gt"),
    "greater_equal": _compare("oge", "ge"),
    "maximum": _pick("gt"),
    "minimum": _pick("lt"),
    "fmax": _pick("gt"),
    "fmin": _pick("lt"),
    "sign": _sign_integer,
    "absolute": _absolute_integer,
    "fabs": _absolute_integer,
    "reciprocal": _reciprocal_integer,
    "floor_divide": floor_divide_integers,
    "remainder": remainder_integers,
    "fmod": truncated_remainder,
    "left_shift": shift_left,
    "right_shift": shift_right,
    "gcd": greatest_divisor,
    "lcm": least_multiple,
    "power": integer_power,
    "bitwise_count": bitwise_count,
    "signbit": lambda x, signed: x.compare("slt", 0) if signed else x.code.const(False, "i1", x.lanes),
}
_SAME: dict[str, Emit] = {name: lambda x: x for name in ("floor", "ceil", "trunc")}
_NEVER: dict[str, Emit] = {"isnan": _boolean(False), "isinf": _boolean(False), "isfinite": _boolean(True)}
_FAMILIES: dict[str, dict[str, Emit]] = {
    "bool": {
        **_SAME,
        **_NEVER,
        **dict.fromkeys(("add", "maximum", "fmax", "bitwise_or"), lambda a, b: a | b),
        **dict.fromkeys(("multiply", "minimum", "fmin", "bitwise_and"), lambda a, b: a & b),
        "bitwise_xor": lambda a, b: a ^ b,
        "invert": lambda a: ~a,
        "absolute": lambda a: a,
        "signbit": _boolean(False),
    },
    "integer": {
        **_SAME,
        **_NEVER,
        "add": lambda a, b: a + b,
        "subtract": lambda a, b: a - b,
        "multiply": lambda a, b: a * b,
        "negative": lambda a: -a,
        "square": lambda a: a * a,
        "bitwise_and": lambda a, b: a & b,
        "bitwise_or": lambda a, b: a | b,
        "bitwise_xor": lambda a, b: a ^ b,
        "invert": lambda a: ~a,
    },
    "float": {
        "add": lambda a, b: a + b,
        "subtract": lambda a, b: a - b,
        "multiply": lambda a, b: a * b,
        "divide": lambda a, b: a / b,
        "negative": lambda a: -a,
        "square": lambda a: a * a,
        "reciprocal": lambda a: 1.0 / a,
        "less": _compare("olt", "lt"),
        "less_equal": _compare("ole", "le"),
        "greater": _compare("ogt", "gt"),
        "greater_equal": _compare("oge", "ge"),
        "maximum": maximum,
        "minimum": minimum,
        "fmax": _fmax,
        "fmin": _fmin,
        "fmod": _fmod,
        "remainder": _remainder,
        "floor_divide": _floor_divide,
        "power": power,
        "hypot": _hypot,
        "copysign": lambda a, b: a.call("copysign", b),
        "logaddexp": _logaddexp,
        "logaddexp2": _logaddexp2,
        "heaviside": _heaviside,
        "nextafter": _library("nextafter"),
        "arctan2": _library("atan2"),
        "absolute": magnitude,
        "fabs": magnitude,
        "sign": _sign,
        "sqrt": lambda x: x.call("sqrt"),
        "isnan": lambda x: x.is_nan(),
        "isinf": lambda x: magnitude(x).compare("oeq", math.inf),
        "isfinite": lambda x: magnitude(x).compare("olt", math.inf),
        "signbit": lambda x: x.as_int().compare("slt", 0),
        "floor": _round("floor"),
        "ceil": _round("ceil"),
        "trunc": _round("trunc"),
        "rint": _round("rint"),
        "deg2rad": lambda x: x * (math.pi / 180),
        "rad2deg": lambda x: x * (180 / math.pi),
        "exp": exp,
        "exp2": exp2,
        "expm1": expm1,
        "log": log,
        "log1p": log1p,
        "log2": _log_base("log2", LOG2E),
        "log10": _log_base("log10", 0.4342944819032518),
        "sin": sin,
        "cos": cos,
        "tanh": tanh,
        "sigmoid": sigmoid,
        "erf": erf,
        **{
            name: _library(symbol)
            for name, symbol in {
                "cbrt": "cbrt",
                "tan": "tan",
                "arcsin": "asin",
                "arccos": "acos",
                "arctan": "atan",
                "sinh": "sinh",
                "cosh": "cosh",
                "arcsinh": "asinh",
                "arccosh": "acosh",
                "arctanh": "atanh",
                "erfc": "erfc",
                "gamma": "tgamma",
                "lgamma": "lgamma",
            }.items()
        },
    },
}
