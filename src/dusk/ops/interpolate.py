"""Between the points of a table."""

# Rules are called through `Op`'s untyped fields.
# pyright: reportUnknownLambdaType=false, reportUnknownArgumentType=false
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false

from __future__ import annotations

from typing import Any

import numpy as np

from dusk.graph.node import Value
from dusk.graph.op import define
from dusk.graph.types import TensorType
from dusk.ops.arithmetic import add, divide, subtract
from dusk.ops.convert import astype, imag, real, with_part
from dusk.ops.gather import gather
from dusk.ops.index import slice_
from dusk.ops.logic import equal, greater, isnan, less, logical_and
from dusk.ops.movement import reshape
from dusk.ops.pointwise import Kind, common, multiply
from dusk.ops.select import clip, where
from dusk.ops.sorting import searchsorted

_FLOAT64 = np.dtype(np.float64)


def _infer(x: TensorType, xp: TensorType, fp: TensorType) -> TensorType:
    if xp.ndim != 1 or fp.ndim != 1:
        raise ValueError("object too deep for desired array")
    if xp.shape == (0,):
        raise ValueError("array of sample points is empty")
    if fp.shape != xp.shape:
        raise ValueError("fp and xp are not of the same length.")
    return x.with_(dtype=fp.dtype)


def _promote(x: Kind, xp: Kind, fp: Kind) -> tuple[np.dtype[Any], ...]:
    if common(x, xp).kind == "c":
        raise TypeError(f"places of {common(x, xp)}")
    return _FLOAT64, _FLOAT64, common(fp, _FLOAT64)


def _inline(x: Value, xp: Value, fp: Value) -> Value:
    if fp.dtype.kind == "c":
        height = astype(_inline(x, xp, real(fp)), dtype=fp.dtype)
        turned = _inline(x, xp, imag(fp))
        return with_part(height, turned if xp.shape == (1,) else where(isnan(x), 0.0, turned), imaginary=True)
    n = xp.shape[0]
    if not isinstance(n, int):
        raise NotImplementedError("a table of a length that has a name")

    def at(v: Value, i: int) -> Value:
        return reshape(slice_(v, starts=(i,), sizes=(1,), steps=(1,)), shape=())

    inside = at(fp, 0)  # of one point, whatever x is: NumPy's order of questions
    if n > 1:
        low = clip(subtract(searchsorted(xp, x, side="right"), 1), 0, n - 2)
        x0, x1, y0, y1 = (gather(v, i, axes=(0,), at=0) for v in (xp, fp) for i in (low, add(low, 1)))
        slope = divide(subtract(y1, y0), subtract(x1, x0))
        from_left, from_right = (add(multiply(slope, subtract(x, of)), y) for of, y in ((x0, y0), (x1, y1)))
        level = where(logical_and(isnan(from_right), equal(y0, y1)), y0, from_right)
        line = where(isnan(from_left), level, from_left)
        on_point = where(equal(x, x1), y1, where(equal(x, x0), y0, line))  # where a line to infinity is NaN
        inside = where(isnan(x), x, on_point)
    return where(less(x, at(xp, 0)), at(fp, 0), where(greater(x, at(xp, n - 1)), at(fp, n - 1), inside))


@define(infer=_infer, promote=_promote, inline=_inline)
def interpolate(x: Any, xp: Any, fp: Any) -> Any:
    """On the lines between neighbours of points at increasing xp[n], of heights fp[n]; as at the ends beyond them."""
    return np.interp(x, xp, fp)


__all__ = ["interpolate"]
