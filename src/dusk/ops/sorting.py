"""Order: sorting, and where values would be put to keep an order."""

# Rules are called through `Op`'s untyped fields.
# pyright: reportUnknownLambdaType=false, reportUnknownArgumentType=false
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from dusk.graph.node import Value
from dusk.graph.op import define
from dusk.graph.types import TensorType
from dusk.ops.gather import take_along_axis
from dusk.ops.pointwise import Kind, common, keep
from dusk.ops.shapes import one_axis

_INT64 = np.dtype(np.int64)


def _same(x: TensorType, *, axis: int, **params: Any) -> TensorType:
    one_axis(axis, x.ndim)
    return x


def _positions(x: TensorType, *, axis: int, **params: Any) -> TensorType:
    one_axis(axis, x.ndim)
    return x.with_(dtype=_INT64)


_SHORT = 2048  # elements of a line up to which that is as quick


def _stable(x: Any, axis: int) -> Any:
    """As `np.argsort(x, axis, "stable")`, which of long lines of wide numbers is several times slower than NumPy's
    default: what that has sorted is right but for the order of equal elements, so only these are sorted again."""
    n = x.shape[axis] if x.ndim else 1
    if n < _SHORT or n > 1 << 31 or x.dtype.itemsize < 4 or x.dtype.kind not in "iuf":
        return np.argsort(x, axis, "stable")
    lines = np.moveaxis(x, axis, -1)
    found = np.ascontiguousarray(np.argsort(lines, -1))
    ordered = np.empty(lines.shape, lines.dtype)
    for at in np.ndindex(lines.shape[:-1]):  # a third of what `take_along_axis` takes
        np.take(lines[at], found[at], out=ordered[at], mode="clip")
    before, after = ordered[..., :-1], ordered[..., 1:]
    equal = after == before
    if x.dtype.kind == "f":
        equal |= before != before
    if equal.any():
        repeats = np.zeros(lines.shape, np.bool_)  # whether an element equals the one before it
        repeats[..., 1:] = equal
        tied = repeats.copy()
        tied[..., :-1] |= equal
        places = np.flatnonzero(tied)
        runs = np.cumsum(~repeats.reshape(-1)[places]) * n
        line = found.reshape(-1)
        keys = line[places] + runs
        keys.sort()
        line[places] = keys - runs
    return np.moveaxis(found, -1, axis)


@define(infer=_positions, promote=keep, nondiff=True)
def argsort(x: Any, *, axis: int, kind: str | None = None) -> Any:
    """The positions along an axis that put elements in ascending order, NaN last. If no kind is asked for, equal
    elements keep their order, as the array API has it."""
    return _stable(x, axis) if kind is None else np.argsort(x, axis, kind)  # type: ignore[call-overload]


@define(infer=_positions, promote=keep, nondiff=True)
def argpartition(x: Any, *, kth: tuple[int, ...], axis: int) -> Any:
    """Positions along an axis that put the elements of ranks `kth` in their places, smaller ones before them."""
    return np.argpartition(x, kth, axis)


def _order(x: Value, axis: int) -> Value:
    return argsort(x, axis=axis, kind="stable")


def _vjp_sorted(g: Value, out: Value, x: Value, *, axis: int, **params: Any) -> tuple[Value]:
    """Whatever the order of `out`: what stands at rank r in it came from rank r of x."""
    ranks = argsort(_order(x, axis), axis=axis, kind="stable")
    return (take_along_axis(take_along_axis(g, _order(out, axis), axis=axis), ranks, axis=axis),)


def _jvp_sorted(tangents: Sequence[Value], out: Value, x: Value, *, axis: int, **params: Any) -> Value:
    ranks = argsort(_order(out, axis), axis=axis, kind="stable")
    return take_along_axis(take_along_axis(tangents[0], _order(x, axis), axis=axis), ranks, axis=axis)


@define(infer=_same, promote=keep, vjp=_vjp_sorted, jvp=_jvp_sorted)
def sort(x: Any, *, axis: int, kind: str | None = None) -> Any:
    """The elements in ascending order along an axis, NaN last."""
    return np.sort(x, axis, kind)  # type: ignore[call-overload]


def _place(line: Any, ranks: Sequence[int]) -> None:
    """Put the elements of ascending ranks in their places: the middle one, and the others to both sides of it."""
    if ranks:
        middle = len(ranks) // 2
        rank = ranks[middle]
        line.partition(rank)
        _place(line[:rank], ranks[:middle])
        _place(line[rank + 1 :], [r - rank - 1 for r in ranks[middle + 1 :]])


@define(infer=_same, promote=keep, vjp=_vjp_sorted, jvp=_jvp_sorted)
def partition(x: Any, *, kth: tuple[int, ...], axis: int) -> Any:
    """The elements with those of ranks `kth` in their places along an axis, smaller ones before them.

    The order of all others is NumPy's for one rank. For several NumPy takes several times as long as one by one.
    """
    n = x.shape[axis] if x.ndim else 1
    ranks = sorted({k % n for k in kth}) if n else []
    if not 2 <= len(ranks) <= 64 or n < _SHORT or x.dtype.kind not in "iuf":
        return np.partition(x, kth, axis)
    lines = np.array(np.moveaxis(x, axis, -1), order="C")
    for line in lines.reshape(-1, n):
        _place(line, ranks)
    return np.moveaxis(lines, -1, axis)


def _infer_searchsorted(a: TensorType, v: TensorType, *, side: str = "left") -> TensorType:
    if a.ndim != 1:
        raise ValueError("object too deep for desired array" if a.ndim else "a sorted array has one axis")
    return v.with_(dtype=_INT64)


def _promote_searchsorted(a: Kind, v: Kind, *, side: str = "left") -> tuple[np.dtype[Any], np.dtype[Any]]:
    dtype = common(a, v)
    return dtype, dtype


_LONGEST = 1 << 16  # a table that is still near


def _lower_searchsorted(k: Any, index: Any, a: Any, v: Any, *, side: str = "left") -> Any:
    """By halving: for each power of two from above, whether so many more elements come before. NaN comes last."""
    n, x = a.shape[0], v(index)
    if not isinstance(n, int) or n > _LONGEST or a.dtype.kind not in "iuf":
        raise NotImplementedError
    found = k.const(0)
    for step in (1 << bit for bit in reversed(range(n.bit_length()))):
        tried = found + step
        element = a((k.op("minimum", tried, k.const(n)) - 1,))
        before = k.op("less" if side == "left" else "less_equal", element, x)
        if a.dtype.kind == "f":
            last = k.op("isnan", x)
            if side == "left":
                last = k.op("logical_and", last, k.op("logical_not", k.op("isnan", element)))
            before = k.op("logical_or", before, last)
        fits = k.op("less_equal", tried, k.const(n))
        found = k.where(k.op("logical_and", fits, before), tried, found)
    return found


@define(infer=_infer_searchsorted, promote=_promote_searchsorted, nondiff=True, lower=_lower_searchsorted)
def searchsorted(a: Any, v: Any, *, side: str = "left") -> Any:
    """For each value the position in the sorted a before which it would be put (side "right": after its equals)."""
    return np.searchsorted(a, v, side)  # type: ignore[call-overload]
