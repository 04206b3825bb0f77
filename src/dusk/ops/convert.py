"""Conversions: dtypes, complex parts, and ops that give their operand back."""

# Rules are called through `Op`'s untyped fields.
# pyright: reportUnknownLambdaType=false, reportUnknownArgumentType=false
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false

from __future__ import annotations

import functools
from typing import Any

import numpy as np

from dusk.errors import NotNumericError
from dusk.graph.node import Value
from dusk.graph.op import define
from dusk.graph.types import TensorType
from dusk.ops.pointwise import is_inexact, keep, multiply, passing, ufunc
from dusk.ops.shapes import steps


def whole(x: TensorType, **params: Any) -> tuple[int, tuple[Any, ...]]:
    """The view rule of ops whose output is their operand's memory as it is."""
    return 0, steps(x.shape)


def _vjp_astype(g: Value, out: Value, x: Value, *, dtype: Any) -> tuple[Value | None]:
    if not is_inexact(x.dtype) or not is_inexact(g.dtype):
        return (None,)
    return (astype(g, dtype=x.dtype) if g.dtype != x.dtype else g,)


def _infer_astype(x: TensorType, *, dtype: Any) -> TensorType:
    if np.dtype(dtype).kind not in "biufcV":
        raise NotNumericError(f"no dtype of numbers: {np.dtype(dtype)}")
    return x.with_(dtype=dtype)


@define(
    infer=_infer_astype,
    promote=keep,
    vjp=_vjp_astype,
    lower=lambda k, index, x, *, dtype: k.cast(x(index), dtype),
)
def astype(x: Any, *, dtype: Any) -> Any:
    """The values converted to a dtype, as NumPy's `astype` converts."""
    array: Any = np.asarray(x)
    if array.dtype.kind == "c" and np.dtype(dtype).kind not in "cb":
        array = array.real
    return array.astype(dtype)


def wide(dtype: np.dtype[Any]) -> np.dtype[Any]:
    """The dtype in which what has a dtype is added up: single precision for half precision."""
    return np.dtype(np.float32) if dtype.kind in "fV" and dtype.itemsize < 4 else dtype


def as_dtype(x: Value, dtype: np.dtype[Any]) -> Value:
    """A value in a dtype; itself if that is its own."""
    return x if x.dtype == dtype else astype(x, dtype=dtype)


@define(promote=keep, vjp=lambda g, out, x: (g,), lower=passing, view=whole, inline=lambda x: x)
def identity(x: Any) -> Any:
    """The value itself."""
    return x


@define(promote=keep, nondiff=True, lower=passing, view=whole)
def stop_gradient(x: Any) -> Any:
    """The value itself, through which no gradient flows."""
    return x


def _part(x: TensorType) -> TensorType:
    return x.with_(dtype=real_dtype(x.dtype))


def real_dtype(dtype: np.dtype[Any]) -> np.dtype[Any]:
    """The dtype of the real part of numbers of a dtype."""
    return np.dtype(f"f{dtype.itemsize // 2}") if dtype.kind == "c" else dtype


def as_operand(g: Value, x: Value) -> Value:
    """A real cotangent as the complex one of a complex operand."""
    return g if g.dtype == x.dtype else astype(g, dtype=x.dtype)


@define(infer=_part, promote=keep, vjp=lambda g, out, x: (as_operand(g, x),), lower=passing)
def real(x: Any) -> Any:
    """The real part."""
    return np.real(x)


def _vjp_imag(g: Value, out: Value, x: Value) -> tuple[Value | None]:
    return (multiply(g, -1j),) if x.dtype.kind == "c" else (None,)


@define(infer=_part, promote=keep, vjp=_vjp_imag, lower=lambda k, index, x: k.const(0, x.dtype))
def imag(x: Any) -> Any:
    """The imaginary part; 0 for real numbers."""
    return np.imag(x)


def _vjp_with_part(g: Value, out: Value, x: Value, v: Value, *, imaginary: bool) -> tuple[Value, Value]:
    if imaginary:
        return astype(real(g), dtype=g.dtype), multiply(imag(g), -1.0)
    return multiply(imag(g), 1j), real(g)


def _infer_with_part(x: TensorType, v: TensorType, *, imaginary: bool) -> TensorType:
    if x.dtype.kind != "c" or v != _part(x):
        raise TypeError(f"the parts of {x} are not {v}")
    return x


@define(infer=_infer_with_part, promote=keep, vjp=_vjp_with_part)
def with_part(x: Any, v: Any, *, imaginary: bool) -> Any:
    """Complex numbers with their real, or imaginary, parts replaced by v."""
    out = np.array(x)
    if imaginary:
        out.imag = v
    else:
        out.real = v
    return out


conjugate = ufunc(
    np.conjugate, "The complex conjugate.", vjp=lambda g, out, x: (conjugate(g),), linear=True, lower=passing
)


@functools.lru_cache(maxsize=64)
def complex_dtype(dtype: np.dtype[Any]) -> np.dtype[Any]:
    """The complex dtype whose parts have a dtype."""
    return np.result_type(dtype, np.complex64)
