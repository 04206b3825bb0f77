"""How often numbers occur, and in which of many equal intervals they lie."""

# Rules are called through `Op`'s untyped fields.
# pyright: reportUnknownLambdaType=false, reportUnknownArgumentType=false
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false

from __future__ import annotations

from typing import Any

import numpy as np

from dusk.graph.node import Value
from dusk.graph.op import define
from dusk.graph.types import Size, TensorType, product
from dusk.ops.broadcast import broadcast_to, sum_
from dusk.ops.create import fill
from dusk.ops.gather import take_along_axis
from dusk.ops.index import slice_
from dusk.ops.movement import reshape
from dusk.ops.pointwise import Kind, common

_INT64 = np.dtype(np.int64)
_NEAR = 1 << 13  # numbers
_LINE = 16  # counts that no two threads write to at once, though it be to different ones


def _infer_along(x: TensorType, v: TensorType, places: TensorType) -> TensorType:
    if not x.ndim == v.ndim == places.ndim == 2 or v.shape != places.shape or v.shape[0] != x.shape[0]:
        raise ValueError(f"values of shape {v.shape} at places of {places.shape} of {x.shape}")
    return x


def _promote_along(x: Kind, v: Kind, places: Kind) -> tuple[np.dtype[Any], ...]:
    return common(x, v), common(x, v), _INT64


def _batch_along(mapped: Any, *values: Value) -> Value:
    size = next(v.shape[0] for m, v in zip(mapped, values, strict=True) if m == 0)
    x, v, places = (
        u if m == 0 else broadcast_to(u, shape=(size, *u.shape)) for m, u in zip(mapped, values, strict=True)
    )
    rows = [reshape(u, shape=(-1, u.shape[2])) for u in (x, v, places)]
    return reshape(add_along(*rows), shape=x.shape)


@define(
    infer=_infer_along,
    promote=_promote_along,
    linear=True,
    fails=True,
    batch=_batch_along,
    vjp=lambda g, out, x, v, places: (g, take_along_axis(g, places, axis=1), None),
    update=lambda k, index, x, v, places: ((index[0], places(index)), "add"),
)
def add_along(x: Any, v: Any, places: Any) -> Any:
    """x[rows, n] with v[rows, m] added in order at each row's own places[rows, m] (IndexError: no place)."""
    out = np.array(x)
    if places.size and not 0 <= places.min() <= places.max() < x.shape[1]:
        raise IndexError(f"places from {places.min()} to {places.max()} in rows of {x.shape[1]}")
    np.add.at(out, (np.arange(len(out))[:, None], places), v)
    return out


def _infer(x: TensorType, *weights: TensorType, length: Size, parts: int = 1) -> TensorType:
    if x.dtype.kind not in "iu":
        raise TypeError(f"numbers of {x.dtype}")
    if any(w.shape != x.shape for w in weights):
        raise ValueError(f"weights of shape {weights[0].shape} for numbers of {x.shape}")
    return x.with_((length,), weights[0].dtype if weights else _INT64)


def _promote(x: Kind, *weights: Kind, length: Size, parts: int = 1) -> tuple[np.dtype[Any], ...]:
    return _INT64 if common(x).kind in "iu" else common(x), *map(common, weights)


def _inline(x: Value, *weights: Value, length: Size, parts: int = 1) -> Value:
    n = product(x.shape)
    each = n // parts
    lines = [reshape(v, shape=(n,)) for v in (x, *weights)]
    dtype = weights[0].dtype if weights else _INT64

    def added(counts: Value, first: Size, size: Size) -> Value:
        """Counts of each of several parts, with those of the numbers from `first` on; what is left out goes last."""
        rows = counts.shape[0]
        shape = (rows, size)
        if size * rows != n:
            found = [slice_(v, starts=(first,), sizes=(size * rows,), steps=(1,)) for v in lines]
        else:
            found = lines
        found = [reshape(v, shape=shape) for v in found]
        return add_along(counts, found[1] if weights else fill(x, 1, shape, dtype), found[0])

    width = length + 1 if parts == 1 else (length + _LINE) // _LINE * _LINE
    counts = added(fill(x, 0, (parts, width), dtype), 0, each)
    if parts > 1:
        counts = sum_(counts, axis=0, keepdims=True, dtype=dtype)
        if each * parts != n:
            counts = added(counts, each * parts, n - each * parts)
    return reshape(slice_(counts, starts=(0, 0), sizes=(1, length), steps=(1, 1)), shape=(length,))


@define(infer=_infer, promote=_promote, inline=_inline, lengths=("length",))
def bincount(x: Any, *weights: Any, length: int, parts: int = 1) -> Any:
    """How often each of 0 ... length - 1 occurs in x, or the sums of the weights of these. What is `length` is left out
    (IndexError: numbers beyond it).

    Where there are many, they are counted in `parts`, which threads share; each sum is then one of the parts' sums.
    """
    if x.size and not 0 <= x.min() <= x.max() <= length:
        raise IndexError(f"numbers from {x.min()} to {x.max()} where there are {length}")
    of = weights[0].reshape(-1) if weights else None
    if of is None or of.dtype == np.float64:
        return np.bincount(x.reshape(-1), of, length)[:length]
    out = np.zeros(length + 1, of.dtype)
    np.add.at(out, x.reshape(-1), of)
    return out[:length]


def _infer_equal(x: TensorType, edges: TensorType, width: TensorType) -> TensorType:
    if edges.ndim != 1 or width.ndim:
        raise ValueError(f"edges of shape {edges.shape} as far apart as {width.shape}")
    return x.with_(dtype=_INT64)


def _promote_equal(x: Kind, edges: Kind, width: Kind) -> tuple[np.dtype[Any], ...]:
    if common(edges).kind != "f":
        raise TypeError(f"edges of {common(edges)}")
    return common(edges), common(edges), common(edges, width)


def _lower_equal(k: Any, index: Any, x: Any, edges: Any, width: Any) -> Any:
    n, value, first = edges.shape[0] - 1, x(index), edges((0,))
    kept = k.op(
        "logical_and", k.op("greater_equal", value, first), k.op("less_equal", value, edges((edges.shape[0] - 1,)))
    )
    value = k.where(kept, value, first)
    share = k.op("divide", k.cast(k.op("subtract", value, first), width.dtype), width(()))
    number = k.cast(k.op("multiply", share, k.cast(k.const(n), width.dtype)), _INT64)
    number = k.op("minimum", number, k.const(n) - 1)
    number = number - k.cast(k.op("less", value, edges((number,))), _INT64)
    more = k.op("greater_equal", value, edges((number + 1,)))
    more = k.op("logical_and", more, k.op("less", number, k.const(n) - 1))
    return k.where(kept, number + k.cast(more, _INT64), k.const(n))


@define(infer=_infer_equal, promote=_promote_equal, nondiff=True, lower=_lower_equal)
def equal_bin(x: Any, edges: Any, width: Any) -> Any:
    """In which of n intervals of one width the elements of x lie, by n + 1 edges `width` apart in all; n: in none.

    As `numpy.histogram` has it: the last one has both its ends, and the edges decide what divisions round.
    """
    found = np.empty(x.size, np.int64)
    line = x.reshape(-1)
    for i in range(0, x.size, _NEAR):  # what is computed of them stays near
        found[i : i + _NEAR] = _bins_of(line[i : i + _NEAR], edges, width)
    return found.reshape(x.shape)


def _bins_of(x: Any, edges: Any, width: Any) -> Any:
    n = len(edges) - 1
    kept = (x >= edges[0]) & (x <= edges[n])
    value = np.where(kept, x, edges[0])
    number = np.minimum(((value - edges[0]) / width * n).astype(np.int64), n - 1)
    number -= value < edges[number]
    number += (value >= edges[number + 1]) & (number < n - 1)
    return np.where(kept, number, n)
