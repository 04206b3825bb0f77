"""Axes and shapes as ops' rules need them; sizes may be named ones (or index expressions, in lowerings)."""

from __future__ import annotations

import operator
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from dusk.graph.types import Shape, Size, product

Axes = int | Sequence[int] | None


def one_axis(axis: int, ndim: int) -> int:
    """An axis as a number from 0 (AxisError: out of range)."""
    number = operator.index(axis)
    if not -ndim <= number < ndim:
        raise np.exceptions.AxisError(number, ndim)
    return number % ndim


def all_axes(axis: Axes, ndim: int) -> tuple[int, ...]:
    """Axes as sorted numbers from 0; None means all of them (AxisError, ValueError: one is listed twice)."""
    if axis is None:
        return tuple(range(ndim))
    listed = (axis,) if isinstance(axis, int | np.integer) else tuple(axis)
    found = sorted(one_axis(a, ndim) for a in listed)
    if len(set(found)) != len(found):
        raise ValueError("duplicate value in 'axis'")
    return tuple(found)


def inner_axis(axis: int, ndim: int) -> int:
    """For an axis of what an array of `ndim` axes is in front of which there is one more: its number."""
    return one_axis(axis, ndim - 1) + 1


def inner_axes(axis: Axes, ndim: int) -> tuple[int, ...]:
    """As `inner_axis`, of several axes (None: all of them)."""
    return tuple(a + 1 for a in all_axes(axis, ndim - 1))


def reduced(shape: Shape, axes: Iterable[int], keepdims: bool) -> Shape:
    """A shape after a reduction over some axes."""
    if keepdims:
        return tuple(1 if i in axes else d for i, d in enumerate(shape))
    return tuple(d for i, d in enumerate(shape) if i not in axes)


def fill_in(size: Any, shape: Sequence[Any]) -> tuple[Any, ...]:
    """A shape for `size` elements, its -1 (if any) replaced by what is left for it."""
    unknown = [isinstance(d, int) and d < 0 for d in shape]
    if not any(unknown):
        return tuple(shape)
    known: Any = 1
    for d, missing in zip(shape, unknown, strict=True):
        known = known if missing else known * d
    left = size // known if not is_one(known) and not (isinstance(known, int) and known == 0) else size
    return tuple(left if missing else d for d, missing in zip(shape, unknown, strict=True))


def fitting(size: Size, shape: Sequence[Size]) -> Shape:
    """`fill_in`, checked (ValueError: the shape does not hold `size` elements, or more than one is -1)."""
    out = fill_in(size, shape)
    if sum(isinstance(d, int) and d < 0 for d in shape) > 1 or product(out) != size or (size == 0 and -1 in shape):
        raise ValueError(f"cannot reshape array of size {size} into shape {tuple(shape)}")
    return out


def steps(shape: Sequence[Any]) -> tuple[Any, ...]:
    """The strides, in elements, of a contiguous array."""
    out: list[Any] = []
    step: Any = 1
    for d in reversed(tuple(shape)):
        out.append(step)
        step = step * d
    return tuple(reversed(out))


def is_one(size: Any) -> bool:
    """Whether a size is the number 1."""
    return isinstance(size, int) and size == 1


def without(index: Sequence[Any], axes: Iterable[int]) -> tuple[Any, ...]:
    """A sequence without the entries at some positions."""
    return tuple(v for i, v in enumerate(index) if i not in axes)
