"""How each scalar op is emitted: NumPy's results, for values of one dtype in registers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from dusk.kernel.emit_cast import cast, rounded, truth
from dusk.kernel.emit_code import FLOATS, Value
from dusk.kernel.emit_floats import BINARY, UNARY, Binary, Unary
from dusk.kernel.emit_integers import (
    bitwise_count,
    fitting,
    floor_divide_integers,
    greatest_divisor,
    integer_power,
    least_multiple,
    remainder_integers,
    shift_left,
    shift_right,
    truncated_remainder,
)
from dusk.kernel.expr import Expr
from dusk.kernel.math_exp import exp_negated

Signed = Callable[..., Value]  # of its operands, and `signed`: whether their dtype is


def emit_op(name: str, dtype: np.dtype[Any], args: list[Value]) -> Value:
    """The op `name` of operands of dtype `dtype`. Raises NotImplementedError where kernels lack it."""
    signed = _SIGNED.get(name)
    if dtype.kind in "iu" and signed is not None:
        return signed(*args, signed=dtype.kind == "i")
    of_one, of_two = _tables(dtype)
    if len(args) == 1 and name in of_one:
        return of_one[name](args[0])
    if len(args) == 2 and name in of_two:
        return of_two[name](args[0], args[1])
    raise NotImplementedError(f"kernels have no {name} of {dtype}")


def emit_expr(e: Expr, value: Callable[[Expr], Value]) -> Value:
    """An operation, conversion or choice; `value` gives what it is of. Raises NotImplementedError as `emit_op`."""
    if e.data == "exp" and e.args[0].data == "negative" and e.dtype.str[1:] in ("f4", "f8"):
        (x,) = e.args[0].args
        return exp_negated(value(x), x.data in ("square", "absolute"))
    args = [value(a) for a in e.args]
    if e.kind == "cast":
        return cast(args[0], e.args[0].dtype, e.dtype)
    if e.kind == "where":
        return args[0].select(args[1], args[2])
    return rounded(emit_op(e.data, e.args[0].dtype, args), e.dtype)


def _tables(dtype: np.dtype[Any]) -> tuple[dict[str, Unary], dict[str, Binary]]:
    if dtype.kind == "b":
        return _BOOL_UNARY, _BOOL_BINARY
    return (_INTEGER_UNARY, _INTEGER_BINARY) if dtype.kind in "iu" else (_FLOAT_UNARY, _FLOAT_BINARY)


def _compare(of_floats: str, of_integers: str) -> Signed:
    def emit(a: Value, b: Value, signed: bool = False) -> Value:
        if a.elem in FLOATS:
            return a.compare(of_floats, b)
        order = of_integers if of_integers in ("eq", "ne") else ("s" if signed else "u") + of_integers
        return a.compare(order, b)

    return emit


def _pick(of_integers: str) -> Signed:
    def emit(a: Value, b: Value, signed: bool = False) -> Value:
        return a.compare(("s" if signed else "u") + of_integers, b).select(a, b)

    return emit


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


def _signbit_integer(x: Value, signed: bool) -> Value:
    return x.compare("slt", 0) if signed else x.code.const(False, "i1", x.lanes)


def _itself(x: Value) -> Value:
    return x


def _square(x: Value) -> Value:
    return x * x


def _not(x: Value) -> Value:
    return ~truth(x)


def _never(x: Value) -> Value:
    return x.code.const(False, "i1", x.lanes)


def _always(x: Value) -> Value:
    return x.code.const(True, "i1", x.lanes)


def _both(a: Value, b: Value) -> Value:
    return truth(a) & truth(b)


def _either(a: Value, b: Value) -> Value:
    return truth(a) | truth(b)


def _one_of(a: Value, b: Value) -> Value:
    return truth(a) ^ truth(b)


_ORDERS: dict[str, Signed] = {
    "less": _compare("olt", "lt"),
    "less_equal": _compare("ole", "le"),
    "greater": _compare("ogt", "gt"),
    "greater_equal": _compare("oge", "ge"),
}
_SIGNED: dict[str, Signed] = {
    **_ORDERS,
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
    "add_fits": fitting("add"),
    "subtract_fits": fitting("sub"),
    "multiply_fits": fitting("mul"),
    "signbit": _signbit_integer,
}
_ANY_BINARY: dict[str, Binary] = {
    "logical_and": _both,
    "logical_or": _either,
    "logical_xor": _one_of,
    "equal": _compare("oeq", "eq"),
    "not_equal": _compare("une", "ne"),
}
_EXACT: dict[str, Unary] = {
    **dict.fromkeys(("floor", "ceil", "trunc", "positive"), _itself),
    **dict.fromkeys(("isnan", "isinf"), _never),
    "isfinite": _always,
    "invert": Value.__invert__,
    "logical_not": _not,
}
_ARITHMETIC: dict[str, Binary] = {
    "add": Value.__add__,
    "subtract": Value.__sub__,
    "multiply": Value.__mul__,
}
_BITWISE: dict[str, Binary] = {
    "bitwise_and": Value.__and__,
    "bitwise_or": Value.__or__,
    "bitwise_xor": Value.__xor__,
}
_BOOL_UNARY: dict[str, Unary] = {**_EXACT, "absolute": _itself, "signbit": _never}
_BOOL_BINARY: dict[str, Binary] = {
    **_ANY_BINARY,
    **_ORDERS,
    **_BITWISE,
    **dict.fromkeys(("add", "maximum", "fmax"), _either),
    **dict.fromkeys(("multiply", "minimum", "fmin"), _both),
}
_INTEGER_UNARY: dict[str, Unary] = {**_EXACT, "negative": Value.__neg__, "square": _square}
_INTEGER_BINARY: dict[str, Binary] = {**_ANY_BINARY, **_ARITHMETIC, **_BITWISE}
_FLOAT_UNARY: dict[str, Unary] = {
    **UNARY,
    "logical_not": _not,
    "positive": _itself,
    "negative": Value.__neg__,
    "square": _square,
}
_FLOAT_BINARY: dict[str, Binary] = {**_ANY_BINARY, **_ORDERS, **_ARITHMETIC, **BINARY}
