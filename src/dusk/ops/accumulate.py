"""The running result of any function of two operands along an axis, begun anew where that is asked for."""

# Rules are called through `Op`'s untyped fields.
# pyright: reportUnknownLambdaType=false, reportUnknownArgumentType=false
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false

from __future__ import annotations

from typing import Any

import numpy as np

from dusk.graph.node import Value
from dusk.graph.op import define, get
from dusk.graph.types import TensorType
from dusk.ops.broadcast import broadcast_to
from dusk.ops.create import build, fill, iota
from dusk.ops.logic import equal, logical_or
from dusk.ops.movement import reshape
from dusk.ops.pointwise import Kind, chain, common
from dusk.ops.running import backwards, shifted
from dusk.ops.select import where
from dusk.ops.shapes import inner_axis, one_axis

_BOOL = np.dtype(bool)


def _infer(x: TensorType, begins: TensorType | None = None, *, axis: int, by: str) -> TensorType:
    one_axis(axis, x.ndim)
    if begins is not None and begins.shape != x.shape:
        raise ValueError(f"flags of shape {begins.shape} for elements of shape {x.shape}")
    return x


def _promote(x: Kind, *begins: Kind, **params: Any) -> tuple[np.dtype[Any], ...]:
    return (common(x), *(_BOOL for _ in begins))


def _vjp(g: Value, out: Value, x: Value, begins: Value | None = None, *, axis: int, by: str) -> Any:
    """With y[i] = f(y[i - 1], x[i]), what reaches y[i] is its cotangent and df/dy[i] of what reached y[i + 1]."""
    op, axis = get(by), one_axis(axis, x.ndim)
    if op.vjp is None:
        return NotImplemented if not op.nondiff else (None, None)[: 1 if begins is None else 2]
    n = x.shape[axis]
    first = reshape(equal(build(iota, size=n), 0), shape=(1,) * axis + (n,) + (1,) * (x.ndim - axis - 1))
    starts = broadcast_to(first, shape=x.shape)
    starts = starts if begins is None else logical_or(starts, begins)
    before = shifted(out, axis, 1, 0)
    by_last, by_next = op.vjp(fill(x, 1), out, where(starts, x, before), x)
    zero = fill(x, 0)
    received = backwards(where(starts, zero, zero if by_last is None else by_last), g, axis)
    found = chain(received, where(starts, fill(x, 1), zero if by_next is None else by_next))
    return (found,) if begins is None else (found, None)


def _batch(axes: Any, *operands: Value, axis: int, by: str) -> Value:
    return accumulate(*operands, axis=inner_axis(axis, max(x.ndim for x in operands)), by=by)


def _lower(k: Any, index: Any, x: Any, begins: Any = None, *, axis: int, by: str) -> Any:
    op, axis = get(by), one_axis(axis, len(x.shape))
    rule = op.lower
    if rule is None:
        return None
    first = k.op("equal", index[axis], k.const(0))
    if begins is not None:
        first = k.op("logical_or", first, begins(index))

    def step(before: Any) -> Any:
        return k.where(first, x(index), rule(k, index, lambda _: before, x))

    return k.scan(axis, 0, x.dtype, step)


@define(infer=_infer, promote=_promote, broadcasts=True, vjp=_vjp, batch=_batch, lower=_lower)
def accumulate(x: Any, begins: Any = None, *, axis: int, by: str) -> Any:
    """y with y[i] = f(y[i - 1], x[i]) along an axis, f being the op `by`, and y[i] = x[i] at 0 and where it begins."""
    function = getattr(np, by)
    if begins is None:
        return function.accumulate(x, axis, dtype=x.dtype)
    out = np.array(x)
    lines, flags = np.moveaxis(out, axis, 0), np.moveaxis(np.asarray(begins), axis, 0)
    for i in range(1, len(lines)):
        lines[i] = np.where(flags[i], lines[i], function(lines[i - 1], lines[i]))
    return out
