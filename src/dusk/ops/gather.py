"""Indexing with integer arrays: read elements, write them, add to them. Negative indices count from the end."""

# Rules are called through `Op`'s untyped fields.
# pyright: reportUnknownLambdaType=false, reportUnknownArgumentType=false
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from typing import Any

import numpy as np

from dusk.graph.node import Value
from dusk.graph.op import Op, Rule, define
from dusk.graph.types import Shape, TensorType, broadcast, product
from dusk.ops.broadcast import alike, broadcast_to
from dusk.ops.create import build, fill, iota
from dusk.ops.logic import equal
from dusk.ops.movement import reshape, transpose
from dusk.ops.pointwise import Kind, common
from dusk.ops.select import where
from dusk.ops.shapes import one_axis, without

_INT64 = np.dtype(np.int64)


def _index_dtypes(indices: Sequence[Kind]) -> tuple[np.dtype[Any], ...]:
    if any(common(i).kind not in "iu" for i in indices):
        raise IndexError("arrays used as indices must be of integer type")
    return (_INT64,) * len(indices)


def _shape(x: TensorType, indices: Sequence[TensorType], axes: Sequence[int], at: int) -> Shape:
    """The shape of the elements read: that of the indices, put at `at` among the axes not indexed."""
    if not indices or len(indices) != len(axes) or list(axes) != sorted({one_axis(a, x.ndim) for a in axes}):
        raise ValueError(f"{len(indices)} index arrays for axes {tuple(axes)} of {x.ndim}")
    if any(i.shape != indices[0].shape for i in indices):
        raise IndexError(f"index arrays of shapes {', '.join(str(i.shape) for i in indices)} are not of one shape")
    if 0 not in indices[0].shape and any(x.shape[a] == 0 for a in axes):
        raise IndexError(f"index is out of bounds for axis {next(a for a in axes if x.shape[a] == 0)} with size 0")
    rest = without(x.shape, axes)
    if not 0 <= at <= len(rest):
        raise ValueError(f"no place {at} among {len(rest)} axes")
    return rest[:at] + indices[0].shape + rest[at:]


def _places(k: Any, index: Any, x: Any, indices: Sequence[Any], axes: Sequence[int], at: int) -> tuple[Any, ...]:
    """The index into x of an element read, negative indices counted from the end."""
    rank = len(indices[0].shape)
    rest = iter((*index[:at], *index[at + rank :]))
    chosen = iter(indices)
    zero = k.const(0, _INT64)

    def place(axis: int) -> Any:
        if axis not in axes:
            return next(rest)
        i = next(chosen)(index[at : at + rank])
        return k.where(k.op("less", i, zero), i + x.shape[axis], i)

    return tuple(place(a) for a in range(len(x.shape)))


def _lower_gather(k: Any, index: Any, x: Any, *indices: Any, axes: Any, at: int) -> Any:
    places = _places(k, index, x, indices, axes, at)
    inside = [
        test for a in axes for test in (k.op("greater_equal", places[a], k.const(0, _INT64)), places[a] < x.shape[a])
    ]
    guard = reduce(lambda p, q: k.op("logical_and", p, q), inside)
    return x(places, guard=guard, other=k.const(0, x.dtype))


def _key(indices: Sequence[Any], axes: Sequence[int], ndim: int) -> tuple[tuple[Any, ...], int]:
    """The indices as NumPy takes them (in the order in which they lie), and where NumPy puts their axes."""
    key: list[Any] = [slice(None)] * ndim
    for a, i in zip(axes, indices, strict=True):
        key[a] = np.asarray(i, order="C")
    together = list(axes) == list(range(axes[0], axes[0] + len(axes)))
    return tuple(key), axes[0] if together else 0


def _move(x: Any, rank: int, source: int, destination: int) -> Any:
    if source == destination:
        return x
    return np.moveaxis(x, range(source, source + rank), range(destination, destination + rank))


def _infer_gather(x: TensorType, *indices: TensorType, axes: Any, at: int) -> TensorType:
    return x.with_(_shape(x, indices, axes, at))


def _numbered(mapped: Any, indices: Sequence[Value], size: Any) -> tuple[Value, ...]:
    """Indices over a leading axis, with the numbers along that axis before them."""
    every = [i if m == 0 else broadcast_to(i, shape=(size, *i.shape)) for m, i in zip(mapped, indices, strict=True)]
    along = reshape(build(iota, size=size), shape=(size, *[1] * (every[0].ndim - 1)))
    return broadcast_to(along, shape=every[0].shape), *every


def _batch_gather(mapped: Any, x: Value, *indices: Value, axes: Any, at: int) -> Value:
    below = tuple(a + 1 for a in axes)
    if all(m is None for m in mapped[1:]):
        return gather(x, *indices, axes=below, at=at + 1)
    size = next(i.shape[0] for m, i in zip(mapped[1:], indices, strict=True) if m == 0)
    every = _numbered(mapped[1:], indices, size)
    if mapped[0] is None:
        found = gather(x, *every[1:], axes=axes, at=at)
    else:
        found = gather(x, *every, axes=(0, *below), at=at)
    return transpose(found, axes=(at, *range(at), *range(at + 1, found.ndim)))


@define(
    infer=_infer_gather,
    promote=lambda x, *indices, axes, at: (common(x), *_index_dtypes(indices)),
    linear=True,
    batch=_batch_gather,
    vjp=lambda g, out, x, *indices, axes, at: (
        scatter_add(fill(x, 0), g, *indices, axes=axes, at=at),
        *(None for _ in indices),
    ),
    lower=_lower_gather,
    fails=True,
)
def gather(x: Any, *indices: Any, axes: Any, at: int) -> Any:
    """The elements at integer positions: `indices[i]`, all of one shape, index the axis `axes[i]` (ascending).

    Their shape takes its place before axis number `at` of those not indexed (IndexError: out of bounds).
    """
    key, natural = _key(indices, axes, np.ndim(x))
    return _move(np.asarray(x)[key], np.ndim(indices[0]), natural, at)


def _scatter(name: str, kind: str, write: Any, vjp: Rule, doc: str) -> Op:
    def body(x: Any, v: Any, *indices: Any, axes: Any, at: int) -> Any:
        out = np.array(x)
        key, natural = _key(indices, axes, out.ndim)
        write(out, key, _move(np.asarray(v), np.ndim(indices[0]), at, natural))
        return out

    def infer(x: TensorType, v: TensorType, *indices: TensorType, axes: Any, at: int) -> TensorType:
        if v.shape != _shape(x, indices, axes, at):
            raise ValueError(f"values of shape {v.shape} for {_shape(x, indices, axes, at)}")
        return x

    def update(k: Any, index: Any, x: Any, v: Any, *indices: Any, axes: Any, at: int) -> Any:
        return _places(k, index, x, indices, axes, at), kind

    def batch(mapped: Any, x: Value, v: Value, *indices: Value, axes: Any, at: int) -> Value:
        below = tuple(a + 1 for a in axes)
        x, v = alike((*mapped[:2], 0), x, v, next(o for m, o in zip(mapped, (x, v, *indices), strict=True) if m == 0))[
            :2
        ]
        if all(m is None for m in mapped[2:]):
            return made(x, v, *indices, axes=below, at=at + 1)
        every = _numbered(mapped[2:], indices, x.shape[0])
        order = (*range(1, at + 1), 0, *range(at + 1, v.ndim))
        return made(x, transpose(v, axes=order), *every, axes=(0, *below), at=at)

    made = define(
        name=name,
        infer=infer,
        promote=lambda x, v, *indices, axes, at: (common(x), common(x), *_index_dtypes(indices)),
        vjp=vjp,
        linear=True,
        batch=batch,
        update=update,
        fails=True,
        doc=doc,
    )(body)
    return made


def _vjp_scatter_set(g: Value, out: Value, x: Value, v: Value, *indices: Value, axes: Any, at: int) -> Any:
    """Of several values written to one place only the last counts: each looks whose number stands there."""
    kept = scatter_set(g, fill(v, 0), *indices, axes=axes, at=at)
    if product(indices[0].shape) == 1:
        return kept, gather(g, *indices, axes=axes, at=at), *(None for _ in indices)
    numbers = reshape(build(iota, size=product(v.shape)), shape=v.shape)
    standing = scatter_set(fill(x, -1, dtype=_INT64), numbers, *indices, axes=axes, at=at)
    last = equal(gather(standing, *indices, axes=axes, at=at), numbers)
    of_v = where(last, gather(g, *indices, axes=axes, at=at), 0)
    return kept, of_v, *(None for _ in indices)


def _vjp_scatter_add(g: Value, out: Value, x: Value, v: Value, *indices: Value, axes: Any, at: int) -> Any:
    return g, gather(g, *indices, axes=axes, at=at), *(None for _ in indices)


scatter_set = _scatter(
    "scatter_set",
    "set",
    lambda out, key, v: out.__setitem__(key, v),
    _vjp_scatter_set,
    "x with the elements that `gather` would read replaced by v; the last of several values for one place stays.",
)
scatter_add = _scatter(
    "scatter_add",
    "add",
    np.add.at,
    _vjp_scatter_add,
    "x with v added to the elements that `gather` would read; several values for one place are all added, in order.",
)


def _inline_take(x: Value, indices: Value, *, axis: int) -> Value:
    a = one_axis(axis, x.ndim)
    return gather(x, indices, axes=(a,), at=a)


@define(
    infer=lambda x, indices, *, axis: x.with_(_shape(x, (indices,), (one_axis(axis, x.ndim),), one_axis(axis, x.ndim))),
    promote=lambda x, indices, *, axis: (common(x), *_index_dtypes((indices,))),
    inline=_inline_take,
)
def take(x: Any, indices: Any, *, axis: int) -> Any:
    """The slices of x at integer positions along an axis (IndexError: out of bounds)."""
    return np.take(x, indices, axis)


def _along(x: TensorType, indices: TensorType, axis: int) -> tuple[int, Shape]:
    a = one_axis(axis, x.ndim)
    if x.ndim != indices.ndim:
        raise ValueError("`indices` and `arr` must have the same number of dimensions")
    rest = broadcast(without(x.shape, (a,)), without(indices.shape, (a,)))
    return a, (*rest[:a], indices.shape[a], *rest[a:])


def _inline_along(x: Value, indices: Value, *, axis: int) -> Value:
    a, shape = _along(x.type, indices.type, axis)
    x = broadcast_to(x, shape=(*shape[:a], x.shape[a], *shape[a + 1 :]))

    def positions(i: int) -> Value:
        own = reshape(build(iota, size=shape[i]), shape=tuple(shape[i] if j == i else 1 for j in range(x.ndim)))
        return broadcast_to(own, shape=shape)

    every = (broadcast_to(indices, shape=shape) if i == a else positions(i) for i in range(x.ndim))
    return gather(x, *every, axes=tuple(range(x.ndim)), at=0)


@define(
    infer=lambda x, indices, *, axis: x.with_(_along(x, indices, axis)[1]),
    promote=lambda x, indices, *, axis: (common(x), *_index_dtypes((indices,))),
    inline=_inline_along,
)
def take_along_axis(x: Any, indices: Any, *, axis: int) -> Any:
    """For each line of x along an axis the elements at that line's own positions, as argsort gives them."""
    return np.take_along_axis(np.asarray(x), np.asarray(indices), axis)
