"""Rows of what is computed element by element."""

# Rows are written in NumPy's words on values of any kind.
# pyright: reportUnknownLambdaType=false, reportUnknownArgumentType=false
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false

from __future__ import annotations

import functools
from typing import Any

import numpy as np

from dusk import ops
from dusk.formats.onnx.rows import Call, row, same, writes, written_as

for _name, _op in {
    "Abs": ops.absolute, "Acos": ops.arccos, "Acosh": ops.arccosh, "And": ops.logical_and, "Asin": ops.arcsin,
    "Asinh": ops.arcsinh, "Atan": ops.arctan, "Atanh": ops.arctanh, "Ceil": ops.ceil, "Cos": ops.cos,
    "Cosh": ops.cosh, "Erf": ops.erf, "Exp": ops.exp, "Floor": ops.floor, "GreaterOrEqual": ops.greater_equal,
    "IsNaN": ops.isnan, "LessOrEqual": ops.less_equal, "Log": ops.log, "Neg": ops.negative, "Not": ops.logical_not,
    "Or": ops.logical_or, "Reciprocal": ops.reciprocal, "Relu": ops.relu, "Round": ops.rint, "Sigmoid": ops.sigmoid,
    "Sign": ops.sign, "Sin": ops.sin, "Sinh": ops.sinh, "Softplus": ops.softplus, "Sqrt": ops.sqrt, "Tan": ops.tan,
    "Tanh": ops.tanh, "Where": ops.where, "Xor": ops.logical_xor,
}.items():  # fmt: skip
    same(_name, _op)


def aligned(call: Call, x: Any, y: Any) -> Any:
    """y as it is broadcast to x: before version 7 from an axis of x on, if `broadcast` says so."""
    axis = call.get("axis")
    if call.version >= 7 or axis is None:
        return y
    axis += x.ndim if axis < 0 else 0
    return y.reshape(y.shape + (1,) * (x.ndim - axis - y.ndim))


def _aligned(name: str, op: Any) -> None:
    @row(name)
    def _(call: Call, x: Any, y: Any) -> Any:
        return op(x, aligned(call, x, y))

    written_as(name, op)


for _name, _op in {
    "Add": ops.add, "Equal": ops.equal, "Greater": ops.greater, "Less": ops.less, "Mul": ops.multiply,
    "Sub": ops.subtract,
}.items():  # fmt: skip
    _aligned(_name, _op)


def is_float(x: Any) -> bool:
    """Whether it holds floats, the short ones that NumPy does not know too."""
    return "float" in x.dtype.name


def _of_bits(name: str, op: Any, of_bools: str) -> None:
    """An op on bits, which ONNX has by another name for bools."""

    @row(name)
    def _(call: Call, *xs: Any) -> Any:
        return op(*xs)

    @writes(op, since=18)
    def _(w: Any, node: Any, *names: str) -> str:
        return w.put(of_bools if node.types[0].dtype.kind == "b" else name, names)


_of_bits("BitwiseAnd", ops.bitwise_and, "And")
_of_bits("BitwiseOr", ops.bitwise_or, "Or")
_of_bits("BitwiseXor", ops.bitwise_xor, "Xor")
_of_bits("BitwiseNot", ops.invert, "Not")


@row("Identity")
def _(call: Call, x: Any) -> Any:
    return x


@writes(ops.divide)
def _(w: Any, node: Any, *names: str) -> str:
    return w.put("Div", [w.cast(name, v, node) for name, v in zip(names, node.inputs)])


@row("Div")
def _(call: Call, x: Any, y: Any) -> Any:
    y = aligned(call, x, y)
    if x.dtype.kind not in "iu":
        return ops.divide(x, y)
    if x.dtype.kind == "u":
        return ops.floor_divide(x, y)
    quotient = ops.floor_divide(x, y)  # ONNX's goes towards 0
    left = ops.subtract(x, ops.multiply(quotient, y))
    up = ops.logical_and(ops.not_equal(left, 0), ops.not_equal(ops.less(x, 0), ops.less(y, 0)))
    return ops.add(quotient, ops.astype(up, dtype=x.dtype))


@writes(ops.floor_divide)
def _(w: Any, node: Any, *names: str) -> str:
    if is_float(node.types[0]):
        return w.put("Floor", [w.put("Div", names)])
    if node.types[0].dtype.kind == "u":
        return w.put("Div", names)
    left = w.put("Mod", names)
    return w.put("Div", [w.put("Sub", [names[0], left]), names[1]])


@writes(ops.remainder)
def _(w: Any, node: Any, *names: str) -> str:
    if not is_float(node.types[0]):
        return w.put("Mod", names)
    whole = w.put("Floor", [w.put("Div", names)])
    return w.put("Sub", [names[0], w.put("Mul", [whole, names[1]])])


@writes(ops.fmod)
def _(w: Any, node: Any, *names: str) -> str:
    return w.put("Mod", names, fmod=1)


@row("Mod")
def _(call: Call, x: Any, y: Any) -> Any:
    return (ops.fmod if call.get("fmod", 0) else ops.remainder)(x, y)


@row("Pow")
def _(call: Call, x: Any, y: Any) -> Any:
    y = aligned(call, x, y)
    if x.dtype == y.dtype:
        return ops.power(x, y) if is_float(x) else _whole_power(x, y)
    wide = np.result_type(x.dtype, y.dtype)
    return ops.astype(ops.power(ops.astype(x, dtype=wide), ops.astype(y, dtype=wide)), dtype=x.dtype)


def _whole_power(x: Any, y: Any) -> Any:
    """Powers of integers: those with negative exponents are 1 over them, cut off."""
    if y.dtype.kind == "u":
        return ops.power(x, y)
    negative = ops.less(y, 0)
    found = ops.power(x, ops.where(negative, ops.multiply(y, 0), y))
    small = ops.where(ops.equal(ops.absolute(x), 1), ops.power(x, ops.absolute(y)), ops.multiply(x, 0))
    return ops.where(negative, small, found)


@writes(ops.left_shift, ops.right_shift)
def _(w: Any, node: Any, *names: str) -> str:
    w.refuse(node.types[0].dtype.kind != "u", node, "signed integers")
    return w.put("BitShift", names, direction="LEFT" if node.op is ops.left_shift else "RIGHT")


@row("BitShift")
def _(call: Call, x: Any, y: Any) -> Any:
    bits = 8 * x.dtype.itemsize
    kept = ops.less(y, bits)
    shift = ops.left_shift if call.must("direction") == "LEFT" else ops.right_shift
    moved = shift(x, ops.where(kept, y, ops.multiply(y, 0)))
    if call.must("direction") == "LEFT" or x.dtype.kind == "u":
        return ops.where(kept, moved, ops.multiply(x, 0))
    return ops.where(kept, moved, ops.where(ops.less(x, 0), ops.subtract(ops.multiply(x, 0), 1), ops.multiply(x, 0)))


written_as("Pow", ops.power)
written_as("Max", ops.maximum)
written_as("Min", ops.minimum)


def _folded(name: str, op: Any) -> None:
    @row(name)
    def _(call: Call, *xs: Any) -> Any:
        return functools.reduce(op, xs)


_folded("Max", ops.maximum)
_folded("Min", ops.minimum)
_folded("Sum", ops.add)


@row("Mean")
def _(call: Call, *xs: Any) -> Any:
    return ops.divide(functools.reduce(ops.add, xs), len(xs))


written_as("IsInf", ops.isinf)


@writes(ops.isfinite)
def _(w: Any, node: Any, x: str) -> str:
    return w.put("Not", [w.put("Or", [w.put("IsInf", [x]), w.put("IsNaN", [x])])])


@writes(ops.not_equal)
def _(w: Any, node: Any, *names: str) -> str:
    return w.put("Not", [w.put("Equal", names)])


@row("IsInf")
def _(call: Call, x: Any) -> Any:
    found = ops.isinf(x)
    if not call.get("detect_positive", 1):
        found = ops.logical_and(found, ops.less(x, 0))
    return found if call.get("detect_negative", 1) else ops.logical_and(found, ops.greater(x, 0))


@writes(ops.clip)
def _(w: Any, node: Any, x: str, low: str, high: str) -> str:
    return w.put("Min", [w.put("Max", [x, low]), high])


@row("Clip", known=(1, 2))
def _(call: Call, x: Any, low: Any = None, high: Any = None) -> Any:
    low, high = (
        call.get(name) if given is None else given.reshape(()) for name, given in (("min", low), ("max", high))
    )
    x = x if low is None else ops.maximum(x, np.asarray(low, x.dtype))
    return x if high is None else ops.minimum(x, np.asarray(high, x.dtype))
