"""Attention: every query's mean of values, weighted by the softmax of its products with the keys.

q[..., queries, d], k[..., keys, d] and v[..., keys, e] give [..., queries, e], as users of PyTorch have them; the axes
in front (batch, heads) are broadcast. Heads that lie side by side, (batch, queries, heads, d) with two axes swapped,
are read where they lie. The formula is that of Vaswani et al., "Attention Is All You Need" (2017); the gradient makes
the weights again from the logarithm of their sums, as Dao et al. do ("FlashAttention", 2022).
"""

# Rules are called through `Op`'s untyped fields.
# pyright: reportUnknownLambdaType=false, reportUnknownArgumentType=false
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from dusk.graph.node import Value
from dusk.graph.op import define
from dusk.graph.types import Shape, TensorType, broadcast
from dusk.ops.arithmetic import add, divide, sqrt, subtract
from dusk.ops.broadcast import broadcast_to, gathered, sum_
from dusk.ops.contract import labelled_product
from dusk.ops.control import after
from dusk.ops.convert import as_dtype, astype, stop_gradient, wide
from dusk.ops.create import build, count, iota
from dusk.ops.exponential import as_float, exp, log
from dusk.ops.index import pad, slice_
from dusk.ops.join import concatenate
from dusk.ops.logic import greater, greater_equal, isfinite
from dusk.ops.movement import expand_dims, squeeze
from dusk.ops.pointwise import Kind, common, multiply
from dusk.ops.reduce import max_
from dusk.ops.select import where
from dusk.ops.shapes import is_one

PARTS = 4  # blocks of queries that causal attention has, so that fewer scores are made only to be masked
PART = 128  # queries of a block at least
_FRONT = "abcdfghijlopqrstuvwxyz"


def _promote(q: Kind, k: Kind, v: Kind, *mask: Kind, **params: Any) -> tuple[Any, ...]:
    dtype = as_float(common(q, k, v))[0]
    if dtype.kind == "c":
        raise TypeError(f"attention of {dtype} is not defined")
    masks = [common(m) for m in mask]
    if any(m.kind not in "bfV" for m in masks):
        raise TypeError(f"a mask of {masks[0]} says neither which keys count (bool) nor what is added (a float)")
    return dtype, dtype, dtype, *(m if m.kind == "b" else wide(dtype) for m in masks)


def _front(q: Any, k: Any, v: Any) -> Shape:
    return broadcast(broadcast(q.shape[:-2], k.shape[:-2]), v.shape[:-2])


def _infer(
    q: TensorType,
    k: TensorType,
    v: TensorType,
    *mask: TensorType,
    causal: bool = False,
    past: int = 0,
    scale: Any = None,
) -> tuple[TensorType, TensorType]:
    if min(q.ndim, k.ndim, v.ndim) < 2 or len(mask) > 1:
        raise ValueError(
            "attention takes queries [..., n, d], keys [..., m, d], values [..., m, e] and one mask or none"
        )
    if q.shape[-1] != k.shape[-1] or k.shape[-2] != v.shape[-2]:
        raise ValueError(
            f"attention of queries {q.shape}, keys {k.shape} and values {v.shape}: queries and keys are to have "
            "the same last axis, keys and values the same axis before it"
        )
    front = _front(q, k, v)
    scores = (*front, q.shape[-2], k.shape[-2])
    for m in mask:
        own = scores[len(scores) - m.ndim :]
        if m.ndim > len(scores) or any(n != size and not is_one(n) for n, size in zip(m.shape, own, strict=True)):
            raise ValueError(f"a mask of shape {m.shape} for scores [..., queries, keys] of shape {scores}")
    return q.with_((*front, q.shape[-2], v.shape[-1])), q.with_((*front, q.shape[-2]), wide(q.dtype))


class _Labelled:
    """An operand without the axes in front that are only repeated, and the labels of those left."""

    def __init__(self, x: Value, last: str, front: Shape) -> None:
        own = x.shape[: x.ndim - len(last)]
        skip = len(front) - len(own)
        self.gone = tuple(i for i, n in enumerate(own) if is_one(n) and not is_one(front[skip + i]))
        self.labels = "".join(_FRONT[skip + i] for i in range(len(own)) if i not in self.gone) + last
        self.x = squeeze(x, axis=self.gone) if self.gone else x

    def back(self, x: Value) -> Value:
        """A value with these labels in the shape of the operand."""
        return expand_dims(x, axis=self.gone) if self.gone else x


class _Rows:
    """The scores of queries with keys, and products with them in the dtype that they are calculated in."""

    def __init__(
        self, q: Value, k: Value, v: Value, mask: Sequence[Value], causal: bool, past: int, scale: Any
    ) -> None:
        front = _front(q, k, v)
        self.dtype, self.narrow = wide(q.dtype), q.dtype
        self.q, self.k, self.v = (_Labelled(x, n, front) for x, n in ((q, "mk"), (k, "nk"), (v, "ne")))
        self.labels = _FRONT[: len(front)] + "mn"
        self.front, self.mask, self.causal, self.past = front, mask, causal, past
        self.scale: Any = scale
        if scale is None:
            d = count(q.shape[-1], k)
            self.scale = (
                divide(1, sqrt(astype(d, dtype=self.dtype))) if isinstance(d, Value) else 1 / math.sqrt(max(d, 1))
            )

    def scores(self) -> Value:
        s = self.product(self.q, self.k, "mn")
        s = multiply(s, astype(self.scale, dtype=self.dtype) if isinstance(self.scale, Value) else self.scale)
        if self.causal:
            row, column = (
                build(iota, size=n, start=first, dtype=np.dtype(np.int32))
                for n, first in zip(s.shape[-2:], (self.past, 0), strict=True)
            )
            s = where(greater_equal(expand_dims(row, axis=1), column), s, -math.inf)
        for m in self.mask:
            s = where(m, s, -math.inf) if m.dtype.kind == "b" else add(s, m)
        return s

    def weights(self, x: Value) -> _Labelled:
        """Weights as they are multiplied: rounded to the operands' dtype."""
        return _Labelled(as_dtype(x, self.narrow), "mn", self.front)

    def product(self, a: _Labelled, b: _Labelled, last: str, front: str | None = None) -> Value:
        """A product of two operands; `front` are the labels in front if not all."""
        front = _FRONT[: len(self.front)] if front is None else front
        return labelled_product(as_dtype(a.x, self.dtype), a.labels, as_dtype(b.x, self.dtype), b.labels, front + last)

    def gradient(self, by: _Labelled, a: _Labelled, b: _Labelled) -> Value:
        """The product that is the gradient by an operand."""
        return by.back(self.product(a, b, by.labels, ""))


def _parts(q: Any, k: Any, causal: bool, past: int) -> list[tuple[int, int, int]]:
    """Blocks of queries that meet fewer keys than all: first query, number of queries, number of keys."""
    n, m = q.shape[-2], k.shape[-2]
    if not causal or not isinstance(n, int) or not isinstance(m, int) or n % (PARTS * PART):
        return [(0, n, m)]
    size = n // PARTS
    return [(i * size, size, min(m, max(1, (i + 1) * size + past))) for i in range(PARTS)]


def _cut(x: Value, axis: int, first: int, size: int) -> Value:
    """Part of an axis counted from the end."""
    if x.shape[axis] == size:
        return x
    shape = list(x.shape)
    starts = [0] * x.ndim
    starts[axis], shape[axis] = first, size
    return slice_(x, starts=tuple(starts), sizes=tuple(shape), steps=(1,) * x.ndim)


def _inline(
    q: Value, k: Value, v: Value, *mask: Value, causal: bool = False, past: int = 0, scale: Any = None
) -> tuple[Value, Value]:
    made = [
        _block(_cut(q, -2, at, n), _cut(k, -2, 0, m), _cut(v, -2, 0, m), mask, causal, past + at, scale)
        for at, n, m in ([(0, q.shape[-2], k.shape[-2])] if mask else _parts(q, k, causal, past))
    ]
    if len(made) == 1:
        return made[0]
    return tuple(concatenate(*some, axis=some[0].ndim - back) for some, back in zip(zip(*made), (2, 1)))


def _block(
    q: Value, k: Value, v: Value, mask: Sequence[Value], causal: bool, past: int, scale: Any
) -> tuple[Value, Value]:
    rows = _Rows(q, k, v, mask, causal, past, scale)
    s = rows.scores()
    top = stop_gradient(max_(s, axis=-1, keepdims=True))
    masked = causal or bool(mask)
    if masked:
        top = where(isfinite(top), top, 0)
    e = exp(subtract(s, top))
    total = sum_(e, axis=-1, keepdims=True)
    some = where(greater(total, 0), total, 1) if masked else total
    out = divide(rows.product(rows.weights(e), rows.v, "me"), some)
    return as_dtype(out, q.dtype), squeeze(add(log(total), top), axis=-1)


def _vjp(
    g: tuple[Value, Value],
    out: tuple[Value, Value],
    q: Value,
    k: Value,
    v: Value,
    *mask: Value,
    causal: bool = False,
    past: int = 0,
    scale: Any = None,
) -> tuple[Value | None, ...]:
    parts = [(0, q.shape[-2], k.shape[-2])] if mask else _parts(q, k, causal, past)
    if len(parts) == 1:
        return _block_vjp(g, out, q, k, v, mask, causal, past, scale)
    found: list[Any] = []
    for at, n, m in parts:
        given, made = ((_cut(x, -2, at, n), _cut(y, -1, at, n)) for x, y in (g, out))
        keys, values = (_cut(x, -2, 0, m) for x in (k, v))
        found.append(_block_vjp(given, made, _cut(q, -2, at, n), keys, values, (), causal, past + at, scale))
    of_q, of_k, of_v = zip(*found)
    return concatenate(*of_q, axis=q.ndim - 2), _added(of_k, k), _added(of_v, v)


def _added(parts: Sequence[Value], like: Value) -> Value:
    """The sum of values by the first keys."""
    total: Any = None
    for x in parts:
        behind = like.shape[-2] - x.shape[-2]
        x = pad(x, widths=((0, 0),) * (x.ndim - 2) + ((0, behind), (0, 0))) if behind else x
        total = x if total is None else add(total, x)
    return total


def _block_vjp(
    g: tuple[Value, Value],
    out: tuple[Value, Value],
    q: Value,
    k: Value,
    v: Value,
    mask: Sequence[Value],
    causal: bool,
    past: int,
    scale: Any,
) -> tuple[Value | None, ...]:
    of_out, of_sums = g
    rows = _Rows(q, after(k, of_out), v, mask, causal, past, scale)
    made, sums = out
    if causal or mask:
        sums = where(isfinite(sums), sums, 0)
    p = exp(subtract(rows.scores(), expand_dims(sums, axis=-1)))
    given = _Labelled(of_out, "me", rows.front)
    row = sum_(multiply(as_dtype(of_out, rows.dtype), as_dtype(made, rows.dtype)), axis=-1)
    ds = multiply(p, subtract(rows.product(given, rows.v, "mn"), expand_dims(subtract(row, of_sums), axis=-1)))
    weights, slopes = rows.weights(p), rows.weights(ds)
    of_v = as_dtype(rows.gradient(rows.v, weights, given), q.dtype)
    of_q, of_k = (
        as_dtype(multiply(rows.gradient(by, slopes, other), rows.scale), q.dtype)
        for by, other in ((rows.q, rows.k), (rows.k, rows.q))
    )
    return of_q, of_k, of_v, *(None if m.dtype.kind == "b" else gathered(ds, m) for m in mask)


def _batch(axes: Any, *xs: Value, **params: Any) -> tuple[Value, Value]:
    """The mapped axis as the first of the axes in front."""
    q, *rest = xs
    if axes[:3] == (None,) * 3:  # a mask repeats nothing
        axes, q = (0, *axes[1:]), broadcast_to(q, shape=(rest[-1].shape[0], *q.shape))
    most = max(x.ndim - (a is not None) for x, a in zip((q, *rest), axes, strict=True))
    return attend(*(x if a is None else _first(x, most) for x, a in zip((q, *rest), axes, strict=True)), **params)


def _first(x: Value, ndim: int) -> Value:
    """x with axes of size 1 behind its first, so that `ndim` axes follow that."""
    return expand_dims(x, axis=tuple(range(1, ndim + 2 - x.ndim))) if x.ndim <= ndim else x


@define(infer=_infer, promote=_promote, vjp=_vjp, batch=_batch, inline=_inline)
def attend(q: Any, k: Any, v: Any, *mask: Any, causal: bool = False, past: int = 0, scale: Any = None) -> Any:
    """`attention`, and the logarithm of what the exponentials of each query's scores sum up to."""
    dtype = q.dtype
    q, k, v = (np.asarray(x).astype(wide(x.dtype)) for x in (q, k, v))
    s = q @ np.swapaxes(k, -1, -2) * (1 / math.sqrt(max(q.shape[-1], 1)) if scale is None else scale)
    s = np.broadcast_to(s, (*np.broadcast_shapes(*(x.shape[:-2] for x in (q, k, v))), *s.shape[-2:]))
    if causal:
        s = np.where(np.tri(s.shape[-2], s.shape[-1], past, dtype=bool), s, -np.inf)
    for m in mask:
        s = np.where(m, s, -np.inf) if m.dtype == np.bool_ else s + m
    top = np.max(s, axis=-1, keepdims=True, initial=-np.inf)
    top = np.where(np.isfinite(top), top, 0)
    e = np.exp(s - top)
    total = e.sum(-1, keepdims=True)
    with np.errstate(divide="ignore"):
        sums = np.log(total) + top
    out = e.astype(dtype).astype(e.dtype) @ v / np.where(total > 0, total, 1)
    return out.astype(dtype), sums[..., 0].astype(s.dtype)


@define(
    infer=lambda *xs, **params: _infer(*xs, **params)[0],
    promote=_promote,
    inline=lambda *xs, **params: attend(*xs, **params)[0],
)
def attention(q: Any, k: Any, v: Any, *mask: Any, causal: bool = False, past: int = 0, scale: Any = None) -> Any:
    """softmax(q k^T scale) v: for queries q[..., n, d], keys k[..., m, d], values v[..., m, e] the means [..., n, e].

    A mask (one more operand, which broadcasts to [..., n, m]) says which keys count for which queries (bool), or is
    added to the scores. `causal`: query i meets keys up to i + `past` only. `scale` is 1 / sqrt(d) unless given. A
    query for which no key counts gets 0. Half precision is summed in single.

    >>> import dusk, dusk.numpy as np
    >>> q, k, v = np.eye(2), np.eye(2), np.array([[1.0], [2.0]])
    >>> dusk.ops.attention(q, k, v, causal=True, scale=0.0)
    array([[1. ],
           [1.5]])
    """
    return attend.body(q, k, v, *mask, causal=causal, past=past, scale=scale)[0]


__all__ = ["attend", "attention"]
