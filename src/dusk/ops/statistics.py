"""Means and spreads, and reductions of some elements only."""

# Rules are called through `Op`'s untyped fields.
# pyright: reportUnknownLambdaType=false, reportUnknownArgumentType=false
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false

from __future__ import annotations

from typing import Any

import numpy as np

from dusk.graph.node import Value
from dusk.graph.op import Op, define
from dusk.graph.types import Size, TensorType, product
from dusk.ops.arithmetic import absolute, add, divide, sqrt, square, subtract
from dusk.ops.broadcast import infer_reduction, sum_
from dusk.ops.convert import astype, real_dtype
from dusk.ops.create import count
from dusk.ops.logic import equal
from dusk.ops.pointwise import Kind, common, multiply
from dusk.ops.select import maximum, minimum, where
from dusk.ops.shapes import Axes, all_axes


def _mean_dtype(x: Kind, *, dtype: Any = None, **params: Any) -> tuple[np.dtype[Any]]:
    kind = common(x) if dtype is None else np.dtype(dtype)
    return (np.dtype(np.float64) if dtype is None and kind.kind in "biu" else kind,)


def _number(x: Value, axis: Axes) -> Size:
    return product(x.shape[a] for a in all_axes(axis, x.ndim))


def _wide(x: Value) -> Value:
    """Half precision is averaged in single precision, as NumPy does."""
    return astype(x, dtype=np.dtype(np.float32)) if x.dtype == np.float16 else x


def _inline_mean(x: Value, *, axis: Axes = None, keepdims: bool = False, dtype: Any = None) -> Value:
    total = sum_(_wide(x) if dtype is None else x, axis=axis, keepdims=keepdims)
    out = divide(total, count(_number(x, axis), total))
    return out if out.dtype == x.dtype else astype(out, dtype=x.dtype)


@define(infer=infer_reduction, promote=_mean_dtype, inline=_inline_mean)
def mean(x: Any, *, axis: Any = None, keepdims: bool = False, dtype: Any = None) -> Any:
    """The mean over axes (None: all), in float64 for integers."""
    return np.mean(x, axis=axis, dtype=dtype, keepdims=keepdims)


def _infer_var(x: TensorType, *, axis: Axes = None, keepdims: bool = False, correction: int = 0) -> TensorType:
    return infer_reduction(x, axis=axis, keepdims=keepdims).with_(dtype=real_dtype(x.dtype))


def _inline_var(x: Value, *, axis: Axes = None, keepdims: bool = False, correction: int = 0) -> Value:
    wide = _wide(x)
    distance = subtract(wide, mean(wide, axis=axis, keepdims=True))
    squares = square(absolute(distance) if x.dtype.kind == "c" else distance)
    total = sum_(squares, axis=axis, keepdims=keepdims)
    number = _number(x, axis)
    freedom = max(number - correction, 0) if isinstance(number, int) else number - correction
    out = divide(total, count(freedom, total))
    return astype(out, dtype=x.dtype) if x.dtype == np.float16 else out


def _root(variance: Value) -> Value:
    """The square root, but that 0 passes on what it is given: the slope of no spread is 0, not 0 times infinity."""
    return where(equal(variance, 0), variance, sqrt(variance))


@define(infer=_infer_var, promote=_mean_dtype, inline=_inline_var)
def var(x: Any, *, axis: Any = None, keepdims: bool = False, correction: Any = 0) -> Any:
    """The variance over axes (None: all): squared distances from the mean over their number less `correction`."""
    return np.var(x, axis=axis, keepdims=keepdims, ddof=correction)


@define(infer=_infer_var, promote=_mean_dtype, inline=lambda x, **params: _root(var(x, **params)))
def std(x: Any, *, axis: Any = None, keepdims: bool = False, correction: Any = 0) -> Any:
    """The square root of the variance."""
    return np.std(x, axis=axis, keepdims=keepdims, ddof=correction)


_NEUTRAL: dict[str, Any] = {"sum": 0, "prod": 1, "any": False, "all": True}
_COMBINE: dict[str, Op] = {"sum": add, "prod": multiply, "max": maximum, "min": minimum}


def reduce_where(op: Op, x: Any, *, chosen: Any = None, initial: Any = None, **params: Any) -> Any:
    """The reduction `op` (sum, prod, any, all, max, min) with NumPy's `where=` (here `chosen`) and `initial=`.

    Written in ops, so it serves values and handles alike. ValueError: max and min of chosen elements need `initial`.
    """
    if chosen is not None:
        left_out = _NEUTRAL.get(op.name, initial)
        if left_out is None:
            raise ValueError(f"{op.name} has no identity: with a where mask it needs an 'initial'")
        x = where(chosen, x, left_out)
    out = op(x, **params)
    return out if initial is None else _COMBINE[op.name](out, initial)
