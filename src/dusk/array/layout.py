"""Shapes of arrays, and how views lie in the memory of their cells."""

from __future__ import annotations

import math
from typing import Any, cast

import numpy as np

from dusk import ops
from dusk.record import Classes, Handle, make_view, record, root_of, steps_of


def normal_axis(axis: Any, ndim: int) -> int:
    """A non-negative axis (AxisError when out of bounds)."""
    return np.lib.array_utils.normalize_axis_index(axis, ndim)


def reshape(x: Handle, shape: Any, order: str = "C") -> Any:
    """x with another shape: a view. One size may be -1."""
    sizes = [shape] if isinstance(shape, int) else [int(n) for n in shape]
    if order == "F":
        return cast("Any", x).transpose().reshape(sizes[::-1]).transpose()
    total = math.prod(x.shape)
    if sizes.count(-1) > 1:
        raise ValueError("can only specify one unknown dimension")
    known = math.prod(n for n in sizes if n != -1)
    if -1 in sizes and known:
        sizes[sizes.index(-1)] = total // known
    if math.prod(sizes) != total:
        raise ValueError(f"cannot reshape array of size {total} into shape {tuple(sizes)}")
    if tuple(sizes) == x.shape and x.owner is None and isinstance(x, Classes.scalar):
        return x
    if x.owner is not None and not _shares(x, tuple(sizes)):
        return record(ops.reshape, (x,), {"shape": tuple(sizes)}, as_array=True)
    return make_view(x, ops.reshape, {"shape": tuple(sizes)})


def layout(x: Handle) -> np.ndarray[Any, Any]:
    """An array of one-byte elements with the layout of x in its owner's memory; its own memory is not to be touched."""
    root = root_of(x)
    strides = np.cumprod((1, *root.shape[:0:-1]))[::-1].tolist() if root.shape else ()
    probe = np.lib.stride_tricks.as_strided(np.empty(1, np.int8), root.shape, strides)
    for op, params in steps_of(x):
        if op not in (ops.real, ops.imag):  # they step over the other part as over the rest of an element
            probe = op.body(probe, **params)
    return probe


def _shares(x: Handle, shape: tuple[int, ...]) -> bool:
    """Whether NumPy would reshape a view without a copy."""
    try:
        layout(x).reshape(shape, copy=False)
    except ValueError:
        return False
    return True
