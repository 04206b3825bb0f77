"""Choosing between values: where, maximum and minimum, clip."""

# Rules are called through `Op`'s untyped fields.
# pyright: reportUnknownLambdaType=false, reportUnknownArgumentType=false
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false

from __future__ import annotations

from typing import Any

import numpy as np

from dusk.config import config
from dusk.graph.node import Value
from dusk.graph.op import Rule, define
from dusk.ops.logic import equal, greater, greater_equal, isnan, less, less_equal, logical_and, logical_or
from dusk.ops.pointwise import Kind, common, multiply, together, ufunc

_BOOL = np.dtype(bool)


def _promote_where(condition: Kind, x: Kind, y: Kind) -> tuple[np.dtype[Any], ...]:
    dtype = common(x, y)
    return _BOOL, dtype, dtype


def _vjp_where(g: Value, out: Value, condition: Value, x: Value, y: Value) -> tuple[Value | None, ...]:
    return None, where(condition, g, 0), where(condition, 0, g)


def _where_into(condition: Any, x: Any, y: Any, *, out: Any) -> Any:
    if out is None:
        return np.where(condition, x, y)
    if np.may_share_memory(out, condition):
        condition = np.array(condition)
    if out is x:
        np.copyto(out, y, where=np.logical_not(condition))
        return out
    if out is not y:
        x = np.array(x) if np.may_share_memory(out, x) else x
        np.copyto(out, y)
    np.copyto(out, x, where=condition)
    return out


@define(
    infer=lambda condition, x, y: x,
    promote=_promote_where,
    broadcasts=True,
    vjp=_vjp_where,
    linear=True,
    into=_where_into,
    lower=lambda k, index, condition, x, y: k.where(condition(index), x(index), y(index)),
)
def where(condition: Any, x: Any, y: Any) -> Any:
    """x where the condition holds, y elsewhere; no gradient (nor NaN) reaches the side not taken."""
    return np.where(condition, x, y)


def _vjp_extreme(chosen: Any) -> Rule:
    """Each operand gets the gradient where it was chosen; ties are split or go to the first (`config.ties`)."""

    def vjp(g: Value, out: Value, x: Value, y: Value) -> tuple[Value, Value]:
        tie = equal(x, y)
        if config.ties == "split":
            half = multiply(g, 0.5)
            return where(tie, half, where(chosen(x, y), g, 0)), where(tie, half, where(chosen(y, x), g, 0))
        return where(logical_or(tie, chosen(x, y)), g, 0), where(chosen(y, x), g, 0)

    return vjp


def _or_missing(compare: Any) -> Any:
    def chosen(x: Value, y: Value) -> Value:
        return logical_or(compare(x, y), isnan(y))

    return chosen


maximum = ufunc(np.maximum, "The larger of two numbers; NaN if either is.", vjp=_vjp_extreme(greater))
minimum = ufunc(np.minimum, "The smaller of two numbers; NaN if either is.", vjp=_vjp_extreme(less))
fmax = ufunc(np.fmax, "The larger of two numbers, of which NaN is none.", vjp=_vjp_extreme(_or_missing(greater)))
fmin = ufunc(np.fmin, "The smaller of two numbers, of which NaN is none.", vjp=_vjp_extreme(_or_missing(less)))


def _vjp_clip(g: Value, out: Value, x: Value, low: Value, high: Value) -> tuple[Value, ...]:
    inside = logical_and(greater_equal(x, low), less_equal(x, high))
    above = greater(maximum(x, low), high)
    return where(inside, g, 0), where(logical_and(less(x, low), less_equal(low, high)), g, 0), where(above, g, 0)


@define(
    promote=together,
    broadcasts=True,
    vjp=_vjp_clip,
    lower=lambda k, index, x, low, high: k.op("minimum", k.op("maximum", x(index), low(index)), high(index)),
)
def clip(x: Any, low: Any, high: Any) -> Any:
    """x, but not below `low` nor above `high`; on a bound the gradient still goes to x."""
    return np.minimum(np.maximum(x, low), high)
