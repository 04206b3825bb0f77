"""Rows of conversion between dtypes, and of quantised numbers."""

# Rows are written in NumPy's words on values of any kind.
# pyright: reportUnknownLambdaType=false, reportUnknownArgumentType=false
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false

from __future__ import annotations

from typing import Any

import ml_dtypes
import numpy as np

from dusk import ops
from dusk.formats.onnx.rows import Call, known, row, writes
from dusk.formats.onnx.rows_shapes import axis_of
from dusk.formats.onnx.tensors import NUMBERS
from dusk.record import Handle

_SATURATING = {"float8_e4m3fn", "float8_e4m3fnuz", "float8_e5m2", "float8_e5m2fnuz"}
_ALWAYS = {"float4_e2m1fn", "float6_e2m3fn", "float6_e3m2fn"}


def cast(x: Any, dtype: np.dtype[Any], saturate: bool = True, rounding: str = "up") -> Any:
    """x as another dtype, as ONNX converts: strings too, and into short floats with or without saturation."""
    if x.dtype == dtype:
        return x
    if x.dtype.kind == "O" or dtype.kind == "O":
        return _of_strings(known(x), dtype)
    if isinstance(x, Handle) and _is_plain(x.dtype) and _is_plain(dtype):
        return ops.astype(x, dtype=dtype)
    return _short(known(x), dtype, saturate, rounding)


def _is_plain(dtype: np.dtype[Any]) -> bool:
    return dtype.isbuiltin == 1 or dtype.name == "bfloat16"


def _short(x: Any, dtype: np.dtype[Any], saturate: bool, rounding: str) -> Any:
    name = dtype.name
    if name == "float8_e8m0fnu":
        return _powers(np.asarray(x, np.float32), rounding).view(dtype)
    if name in _ALWAYS or (name in _SATURATING and saturate):
        most = float(ml_dtypes.finfo(dtype).max)
        wide = np.asarray(x, np.float32)
        return np.where(np.isnan(wide), wide, np.clip(wide, -most, most)).astype(dtype)
    if name in ("uint4", "int4", "uint2", "int2"):
        wide = np.asarray(x, np.int64) if x.dtype.kind in "iub" else np.asarray(x, np.float32).astype(np.int64)
        bits = int(name[-1])
        low = wide & ((1 << bits) - 1)
        return (
            np.where((low >> (bits - 1) == 1) & (name[0] == "i"), low - (1 << bits), low).astype(np.int8).astype(dtype)
        )
    if not _is_plain(x.dtype) and dtype.kind in "iub":
        x = x.astype(np.float32) if "float" in x.dtype.name else x.astype(np.int8)
    with np.errstate(all="ignore"):
        return x.astype(dtype)


def _powers(x: Any, rounding: str) -> Any:
    """The exponents of the powers of 2 that are near to positive numbers, with 127 added: E8M0."""
    bits = x.view(np.uint32)
    exponent, rest = (bits >> 23) & 0xFF, bits & 0x7FFFFF
    if rounding == "up":
        up = rest > 0
    elif rounding == "down":
        up = np.zeros(x.shape, bool)
    else:
        up = rest >= 0x400000
    raised = np.minimum(exponent + up, 254)
    return np.where(np.isnan(x) | np.isinf(x), np.where(np.isnan(x), 255, 254), raised).astype(np.uint8)


def _of_strings(x: Any, dtype: np.dtype[Any]) -> Any:
    out = np.empty(x.shape, dtype)
    flat = out.reshape(-1)
    if dtype.kind == "O":
        for i, value in enumerate(x.reshape(-1)):
            flat[i] = str(value)
        return flat.reshape(x.shape)
    for i, text in enumerate(x.reshape(-1)):
        flat[i] = dtype.type(float(text) if dtype.kind not in "iub" else int(float(text)))
    return flat.reshape(x.shape)


@writes(ops.astype)
def _(w: Any, node: Any, x: str) -> str:
    return w.put("Cast", [x], to=NUMBERS[node.types[0].dtype])


@row("Cast")
def _(call: Call, x: Any) -> Any:
    return cast(x, call.dtype("to"), bool(call.get("saturate", 1)), call.get("round_mode", "up"))


@row("CastLike")
def _(call: Call, x: Any, like: Any) -> Any:
    return cast(x, like.dtype, bool(call.get("saturate", 1)), call.get("round_mode", "up"))


@row("BitCast", known=(0,))
def _(call: Call, x: Any) -> Any:
    return np.ascontiguousarray(x).view(call.dtype("to")).reshape(x.shape)


def _spread(x: Any, scale: Any, axis: int, block: int) -> Any:
    """Scales (or zero points) as they are broadcast to x: one for all, for each place along an axis, or in blocks."""
    if scale.ndim == 0 or scale.shape == (1,):
        return scale.reshape(())
    axis = axis_of(axis, x.ndim)
    if scale.ndim == 1 and not block:
        return scale.reshape([scale.shape[0] if i == axis else 1 for i in range(x.ndim)])
    block = block or -(-x.shape[axis] // scale.shape[axis])
    return np.repeat(scale, block, axis=axis)[(slice(None),) * axis + (slice(0, x.shape[axis]),)]


def _limits(dtype: np.dtype[Any]) -> tuple[int, int]:
    info: Any = ml_dtypes.iinfo(dtype)
    return int(info.min), int(info.max)


def _wide(x: Any) -> Any:
    """Whole numbers of any dtype as int32."""
    return x.astype(np.int32) if x.dtype.isbuiltin == 1 else known(x).astype(np.int8).astype(np.int32)


def quantised(x: Any, scale: Any, zero: Any, dtype: np.dtype[Any], saturate: bool = True) -> Any:
    """x / scale, rounded, plus zero, as a short dtype."""
    found = ops.divide(x, scale)
    if "float" in dtype.name:
        return cast(known(found) if zero is None else known(found) + np.asarray(zero, np.float32), dtype, saturate)
    low, high = _limits(dtype)
    found = ops.astype(ops.rint(found), dtype=np.dtype("float32"))
    if zero is not None:
        found = ops.add(found, ops.astype(_wide(zero), dtype=np.dtype("float32")))
    return cast(ops.minimum(ops.maximum(found, np.float32(low)), np.float32(high)), dtype)


@row("QuantizeLinear", known=(1, 2))
def _(call: Call, x: Any, scale: Any, zero: Any = None) -> Any:
    axis, block = call.get("axis", 1), call.get("block_size", 0)
    dtype = zero.dtype if zero is not None else call.dtype("output_dtype", np.dtype("uint8"))
    precision = call.dtype("precision", scale.dtype)
    scale = _spread(x, scale, axis, block).astype(precision)
    zero = None if zero is None else _spread(x, zero, axis, block)
    return quantised(cast(x, precision), scale, zero, dtype, bool(call.get("saturate", 1)))


@row("DequantizeLinear", known=(1, 2))
def _(call: Call, x: Any, scale: Any, zero: Any = None) -> Any:
    axis, block = call.get("axis", 1), call.get("block_size", 0)
    made = call.dtype("output_dtype", scale.dtype)
    scale = _spread(x, scale, axis, block)
    short = "float" in x.dtype.name
    wide = cast(x, np.dtype("float32")) if short else _wide(x)
    if zero is not None and not short:
        wide = ops.subtract(wide, _wide(_spread(x, zero, axis, block)))
    found = ops.multiply(ops.astype(wide, dtype=np.dtype("float32")), scale.astype(np.float32))
    return cast(found, made)


@row("DynamicQuantizeLinear")
def _(call: Call, x: Any) -> Any:
    low, high = ops.minimum(ops.min_(x), 0), ops.maximum(ops.max_(x), 0)
    scale = ops.divide(ops.subtract(high, low), np.float32(255))
    zero = ops.minimum(ops.maximum(ops.rint(ops.divide(ops.negative(low), scale)), 0), 255)
    byte = np.dtype("uint8")
    y = ops.minimum(ops.maximum(ops.add(ops.rint(ops.divide(x, scale)), zero), 0), 255)
    return ops.astype(y, dtype=byte), ops.astype(scale, dtype=np.dtype("float32")), ops.astype(zero, dtype=byte)


def centred(x: Any, zero: Any, axis: int | None = None) -> Any:
    """Quantised numbers less their zero point, as int32."""
    wide = _wide(x)
    if zero is None:
        return wide
    zero = _wide(zero)
    if zero.ndim == 1 and zero.shape[0] != 1 and axis is not None:
        zero = zero.reshape([-1 if i == axis_of(axis, x.ndim) else 1 for i in range(x.ndim)])
    return ops.subtract(wide, zero if zero.ndim != 1 or zero.shape[0] != 1 else zero.reshape(()))


@row("MatMulInteger")
def _(call: Call, a: Any, b: Any, a_zero: Any = None, b_zero: Any = None) -> Any:
    return ops.matmul(centred(a, a_zero, -2), centred(b, b_zero, -1))


@row("QLinearMatMul", known=(1, 2, 4, 5, 6, 7))
def _(call: Call, a: Any, a_scale: Any, a_zero: Any, b: Any, b_scale: Any, b_zero: Any, scale: Any, zero: Any) -> Any:
    product = ops.matmul(centred(a, a_zero, -2), centred(b, b_zero, -1))
    by = _rows_of(a_scale, -2) * _rows_of(b_scale, -1) / scale
    return quantised(ops.multiply(product, by.astype(np.float32)), np.float32(1), zero, zero.dtype)


def _rows_of(scale: Any, axis: int) -> Any:
    wide = scale.astype(np.float32)
    return wide[:, None] if wide.ndim == 1 and wide.size > 1 and axis == -2 else wide
