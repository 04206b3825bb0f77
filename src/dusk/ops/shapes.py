"""Axes and shapes as ops' rules need them; sizes may be named ones (or index expressions, in lowerings)."""

from __future__ import annotations

import operator
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from dusk.graph.types import Dim, Shape, Size, product

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


def reduced(shape: Shape, axes: Iterable[int], keepdims: bool) -> Shape:
    """A shape after a reduction over some axes."""
    if keepdims:
        return tuple(1 if i in axes else d for i, d in enumerate(shape))
    return tuple(d for i, d in enumerate(shape) if i not in axes)


def fill_in(size: Size, shape: Sequence[Size]) -> Shape:
    """A shape for `size` elements, its -1 (if any) replaced by what is left (ValueError: it does not fit)."""
    unknown = [i for i, d in enumerate(shape) if isinstance(d, int) and d < 0]
    fits = len(unknown) < 2
    out = tuple(shape)
    if fits and unknown:
        known = product(d for i, d in enumerate(shape) if i not in unknown)
        fits = known != 0
        if fits:
            out = tuple(size // known if i in unknown else d for i, d in enumerate(shape))
    if not fits or product(out) != size:
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


def spread(size: Size, start: Any, step: int) -> Size:
    """The start of the window that reads another one backwards: its last position."""
    return start + (size - 1) * step


def without(index: Sequence[Any], axes: Iterable[int]) -> tuple[Any, ...]:
    """A sequence without the entries at some positions."""
    return tuple(v for i, v in enumerate(index) if i not in axes)


def number(size: Size) -> int | None:
    """A size as a number, None when it is a named one."""
    return None if isinstance(size, Dim) else size
