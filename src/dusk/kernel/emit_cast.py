"""How dtypes live in registers, and conversions between them with NumPy's results."""

from __future__ import annotations

from typing import Any

import numpy as np

from dusk.kernel.emit_code import FLOATS, Value

_REGISTER = {"f2": "float", "f4": "float", "f8": "double"}
_MEMORY = {"f2": "half", "f4": "float", "f8": "double"}


def is_bfloat16(dtype: np.dtype[Any]) -> bool:
    """Whether this is ml_dtypes' bfloat16, which NumPy knows only by name."""
    return dtype.name == "bfloat16"


def register_type(dtype: np.dtype[Any]) -> str:
    """The LLVM element type that computes with `dtype`. Raises NotImplementedError where there is none."""
    if dtype.kind == "b":
        return "i1"
    if dtype.kind in "iu":
        return f"i{8 * dtype.itemsize}"
    if is_bfloat16(dtype):
        return "float"
    found = _REGISTER.get(dtype.str[1:])
    if found is None or not dtype.isnative:
        raise NotImplementedError(f"kernels have no {dtype}")
    return found


def memory_type(dtype: np.dtype[Any]) -> str:
    """The LLVM element type that `dtype` has in memory."""
    if dtype.kind == "b":
        return "i8"
    if is_bfloat16(dtype):
        return "i16"
    return _MEMORY.get(dtype.str[1:]) or register_type(dtype)


def from_memory(x: Value, dtype: np.dtype[Any]) -> Value:
    """A loaded value as it is computed with."""
    if dtype.kind == "b":
        return x.compare("ne", 0)
    if is_bfloat16(dtype):
        return (x.convert("zext", "i32") << 16).as_float()
    return x.convert("fpext", "float") if dtype.str[1:] == "f2" else x


def to_memory(x: Value, dtype: np.dtype[Any]) -> Value:
    """A computed value as it is stored; float16 and bfloat16 are rounded already."""
    if dtype.kind == "b":
        return x.convert("zext", "i8")
    if is_bfloat16(dtype):
        return x.as_int().shift_right(16).convert("trunc", "i16")
    return x.convert("fptrunc", "half") if dtype.str[1:] == "f2" else x


def rounded(x: Value, dtype: np.dtype[Any]) -> Value:
    """`x` rounded to `dtype` where its register is wider."""
    if dtype.str[1:] == "f2":
        return x.convert("fptrunc", "half").convert("fpext", "float")
    if is_bfloat16(dtype):
        bits = x.as_int()
        even = bits + (bits.shift_right(16) & 1) + 0x7FFF
        kept = x.is_nan().select(bits | 0x400000, even) & -0x10000
        return kept.as_float()
    return x


def truth(x: Value) -> Value:
    """Whether x is not zero; NaN is not zero."""
    if x.elem == "i1":
        return x
    return x.compare("une" if x.elem in FLOATS else "ne", 0)


def cast(x: Value, source: np.dtype[Any], target: np.dtype[Any]) -> Value:
    """`x` of dtype `source` as `astype(target)` gives it; floats out of an integer's range as x86 converts them."""
    if target.kind == "b":
        return truth(x)
    to = register_type(target)
    if to in FLOATS:
        return rounded(_to_float(x, source, to), target)
    if x.elem in FLOATS:
        return _float_to_int(x, target, to)
    wide = 8 * target.itemsize
    if x.bits == wide:
        return x
    if x.bits > wide:
        return x.convert("trunc", to)
    return x.convert("sext" if source.kind == "i" else "zext", to)


def _to_float(x: Value, source: np.dtype[Any], to: str) -> Value:
    if x.elem == to:
        return x
    if x.elem in FLOATS:
        return x.convert("fpext" if to == "double" else "fptrunc", to)
    return x.convert("sitofp" if source.kind == "i" else "uitofp", to)


def _float_to_int(x: Value, target: np.dtype[Any], to: str) -> Value:
    # through the width the processor converts to, as C compilers do: what is out of range then wraps alike
    if to in ("i8", "i16"):
        return _truncated(x, "i32").convert("trunc", to)
    if target.str[1:] == "u4":
        return _truncated(x, "i64").convert("trunc", to)
    if target.str[1:] == "u8":
        large = x.compare("oge", 2.0**63)
        shifted = _truncated(x - 2.0**63, "i64") ^ -(2**63)
        return large.select(shifted, _truncated(x, "i64"))
    return _truncated(x, to)


def _truncated(x: Value, to: str) -> Value:
    """`x` towards zero; the least integer where it is out of range."""
    value = x.convert("fptosi", to)
    if not x.code.grid:
        return value
    bound = 2.0 ** (value.bits - 1)
    inside = x.compare("oge", -bound) & x.compare("olt", bound)
    return inside.select(value, -(2 ** (value.bits - 1)))
