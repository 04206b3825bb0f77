"""Rows of activations, and of the small functions that ONNX writes with several ops."""

# Rows are written in NumPy's words on values of any kind.
# pyright: reportUnknownLambdaType=false, reportUnknownArgumentType=false
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false

from __future__ import annotations

import math
from typing import Any

from dusk import ops
from dusk.formats.onnx.rows import Call, row, writes


@row("PRelu")
def _(call: Call, x: Any, slope: Any) -> Any:
    if call.version < 7 and slope.ndim == 1 and x.ndim > 1:
        slope = slope.reshape(slope.shape + (1,) * (x.ndim - 2))
    return ops.where(ops.less(x, 0), ops.multiply(x, slope), x)


@row("LeakyRelu")
def _(call: Call, x: Any) -> Any:
    return ops.where(ops.less(x, 0), ops.multiply(x, call.get("alpha", 0.01)), x)


@row("Elu")
def _(call: Call, x: Any) -> Any:
    return _elu(x, call.get("alpha", 1.0), 1.0)


def _elu(x: Any, alpha: float, inner: float) -> Any:
    low = ops.minimum(x, 0)
    low = ops.multiply(ops.expm1(low if inner == 1 else ops.divide(low, inner)), alpha)
    return ops.where(ops.less(x, 0), low, x)


@row("Celu")
def _(call: Call, x: Any) -> Any:
    alpha = call.get("alpha", 1.0)
    return _elu(x, alpha, alpha)


@row("Selu")
def _(call: Call, x: Any) -> Any:
    alpha, gamma = call.get("alpha", 1.6732632423543772), call.get("gamma", 1.0507009873554805)
    return ops.multiply(_elu(x, alpha, 1.0), gamma)


@row("ThresholdedRelu")
def _(call: Call, x: Any) -> Any:
    return ops.where(ops.greater(x, call.get("alpha", 1.0)), x, ops.multiply(x, 0))


@row("Shrink")
def _(call: Call, x: Any) -> Any:
    bias, limit, none = call.get("bias", 0.0), call.get("lambd", 0.5), ops.multiply(x, 0)
    low = ops.where(ops.less(x, -limit), ops.astype(ops.add(x, bias), dtype=x.dtype), none)
    return ops.where(ops.greater(x, limit), ops.astype(ops.subtract(x, bias), dtype=x.dtype), low)


def hard_sigmoid(x: Any, alpha: float, beta: float) -> Any:
    """alpha * x + beta between 0 and 1."""
    return ops.minimum(ops.maximum(ops.add(ops.multiply(x, alpha), beta), 0), 1)


@row("HardSigmoid")
def _(call: Call, x: Any) -> Any:
    return hard_sigmoid(x, call.get("alpha", 0.2), call.get("beta", 0.5))


@row("HardSwish")
def _(call: Call, x: Any) -> Any:
    return ops.multiply(x, hard_sigmoid(x, 1 / 6, 0.5))


@row("Softsign")
def _(call: Call, x: Any) -> Any:
    return ops.divide(x, ops.add(ops.absolute(x), 1))


@row("Mish")
def _(call: Call, x: Any) -> Any:
    return ops.multiply(x, ops.tanh(ops.softplus(x)))


@writes(ops.gelu, since=20)
def _(w: Any, node: Any, x: str) -> str:
    return w.put("Gelu", [x], approximate="tanh" if node.keywords.get("approximate") else "none")


@writes(ops.silu)
def _(w: Any, node: Any, x: str) -> str:
    return w.put("Mul", [x, w.put("Sigmoid", [x])])


@writes(ops.square)
def _(w: Any, node: Any, x: str) -> str:
    return w.put("Mul", [x, x])


@writes(ops.expm1)
def _(w: Any, node: Any, x: str) -> str:
    return w.put("Sub", [w.put("Exp", [x]), w.number(1, node)])


@writes(ops.log1p)
def _(w: Any, node: Any, x: str) -> str:
    return w.put("Log", [w.put("Add", [x, w.number(1, node)])])


@writes(ops.log2)
def _(w: Any, node: Any, x: str) -> str:
    return w.put("Div", [w.put("Log", [x]), w.number(math.log(2), node)])


@writes(ops.log10)
def _(w: Any, node: Any, x: str) -> str:
    return w.put("Div", [w.put("Log", [x]), w.number(math.log(10), node)])


@writes(ops.exp2)
def _(w: Any, node: Any, x: str) -> str:
    return w.put("Pow", [w.number(2, node), x])


@writes(ops.trunc)
def _(w: Any, node: Any, x: str) -> str:
    return w.put("Mul", [w.put("Sign", [x]), w.put("Floor", [w.put("Abs", [x])])])


@writes(ops.deg2rad, ops.rad2deg)
def _(w: Any, node: Any, x: str) -> str:
    return w.put("Mul", [x, w.number(math.pi / 180 if node.op is ops.deg2rad else 180 / math.pi, node)])


@writes(ops.hypot)
def _(w: Any, node: Any, x: str, y: str) -> str:
    large = w.put("Max", [w.put("Abs", [x]), w.put("Abs", [y])])
    small = w.put("Min", [w.put("Abs", [x]), w.put("Abs", [y])])
    none = w.put("Equal", [large, w.number(0, node)])
    share = w.put("Div", [small, w.put("Where", [none, w.number(1, node), large])])
    return w.put("Mul", [large, w.put("Sqrt", [w.put("Add", [w.put("Mul", [share, share]), w.number(1, node)])])])


@writes(ops.logaddexp)
def _(w: Any, node: Any, x: str, y: str) -> str:
    far = w.put("Neg", [w.put("Abs", [w.put("Sub", [x, y])])])
    return w.put("Add", [w.put("Max", [x, y]), w.put("Log", [w.put("Add", [w.put("Exp", [far]), w.number(1, node)])])])


@writes(ops.fmax, ops.fmin)
def _(w: Any, node: Any, x: str, y: str) -> str:
    if node.types[0].dtype.kind != "f":
        return w.put("Max" if node.op is ops.fmax else "Min", [x, y])
    first = w.put("Where", [w.put("IsNaN", [x]), y, x])
    second = w.put("Where", [w.put("IsNaN", [y]), x, y])
    return w.put("Max" if node.op is ops.fmax else "Min", [first, second])


@writes(ops.cbrt)
def _(w: Any, node: Any, x: str) -> str:
    return w.put("Mul", [w.put("Sign", [x]), w.put("Pow", [w.put("Abs", [x]), w.number(1 / 3, node)])])


@writes(ops.arctan2)
def _(w: Any, node: Any, y: str, x: str) -> str:
    none, half = w.number(0, node), w.number(math.pi / 2, node)
    is_none = w.put("Equal", [x, none])
    found = w.put("Atan", [w.put("Div", [y, w.put("Where", [is_none, w.number(1, node), x])])])
    up = w.put("Where", [w.put("Less", [y, none]), w.number(-math.pi, node), w.number(math.pi, node)])
    found = w.put("Where", [w.put("Less", [x, none]), w.put("Add", [found, up]), found])
    return w.put("Where", [is_none, w.put("Mul", [w.put("Sign", [y]), half]), found])


@writes(ops.fabs)
def _(w: Any, node: Any, x: str) -> str:
    return w.put("Abs", [x])


@row("Gelu")
def _(call: Call, x: Any) -> Any:
    return ops.gelu(x, approximate=call.get("approximate", "none") == "tanh")


@row("Swish")
def _(call: Call, x: Any) -> Any:
    return _swish(x, call.get("alpha", 1.0))


def _swish(x: Any, alpha: float) -> Any:
    return ops.multiply(x, ops.sigmoid(x if alpha == 1 else ops.multiply(x, alpha)))


@row("SwiGLU")
def _(call: Call, gate: Any, x: Any) -> Any:
    return ops.multiply(_swish(gate, call.get("alpha", 1.0)), x)


@row("ScaledTanh")
def _(call: Call, x: Any) -> Any:
    return ops.multiply(ops.tanh(ops.multiply(x, call.get("beta", 1.0))), call.get("alpha", 1.0))


@row("Affine")
def _(call: Call, x: Any) -> Any:
    return ops.add(ops.multiply(x, call.get("alpha", 1.0)), call.get("beta", 0.0))
