"""Shapes of arrays, and how views lie in the memory of their cells."""

from __future__ import annotations

import functools
import math
import operator
from typing import Any, cast

import numpy as np

from dusk import ops
from dusk.record import Classes, Handle, make_view, record, root_of, steps_of
from dusk.record.follower.portable import NUMBERS, OTHER


def normal_axis(axis: Any, ndim: int) -> int:
    """A non-negative axis (AxisError when out of bounds)."""
    return np.lib.array_utils.normalize_axis_index(axis, ndim)


def one_axis(axis: Any, ndim: int) -> int:
    """An axis as NumPy's functions in C take it, checked (TypeError: True is none)."""
    if isinstance(axis, bool):
        raise TypeError("an integer is required for the axis")
    return normal_axis(operator.index(axis), ndim)


def is_line(axis: Any, ndim: int) -> bool:
    """Whether an axis is one of a number's, which has none: NumPy's functions in C take 0 and -1 for the one of a line
    of one element."""
    return not ndim and axis is not None and not isinstance(axis, tuple | bool) and operator.index(axis) in (0, -1)


def is_whole(axis: Any, ndim: int) -> bool:
    """Whether an axis means all elements, in one line: None does, and for a number axis 0 or -1 is as good."""
    return axis is None or is_line(axis, ndim)


def line(x: Any, axis: Any) -> tuple[Any, int]:
    """An array and the axis to work along: one of its own, or that of all its elements in one line."""
    return (x.reshape(-1), 0) if is_whole(axis, len(x.shape)) else (x, one_axis(axis, len(x.shape)))


def check_order(order: Any) -> None:
    """ValueError or TypeError if that is no order of memory."""
    if order not in ("C", "F", "A", "K", None):
        np.empty(0).copy(order)


def is_fortran(x: Handle) -> bool:
    """Whether the first axis is the one whose elements are neighbours, and not the last."""
    return x.owner is not None and len(x.shape) > 1 and layout(x).flags.fnc


def reshape(x: Handle, shape: Any, order: str = "C") -> Any:
    """x with another shape: a view. One size may be -1."""
    if order != "C":
        check_order(order)
    sizes = [shape] if isinstance(shape, int) else list(map(operator.index, x.shape if shape is None else shape))
    if order == "F" or (order == "A" and is_fortran(x)):
        return cast("Any", x).transpose().reshape(sizes[::-1]).transpose()
    total = math.prod(x.shape)
    if sizes.count(-1) > 1:
        raise ValueError("can only specify one unknown dimension")
    known = math.prod(n for n in sizes if n != -1)
    if -1 in sizes and known:
        sizes[sizes.index(-1)] = total // known
    if math.prod(sizes) != total:
        wanted = str(tuple(sizes)).replace(" ", "")
        raise ValueError(f"cannot reshape array of size {total} into shape {wanted}")
    if tuple(sizes) == x.shape and x.owner is None and isinstance(x, Classes.scalar):
        return x
    if x.owner is not None and not _shares(x, tuple(sizes)):
        return record(ops.reshape, (x,), {"shape": tuple(sizes)}, as_array=True)
    return make_view(x, ops.reshape, {"shape": tuple(sizes)})


def ravel(x: Handle, order: str = "C") -> Any:
    """The elements of x in one line: a view where they lie so, one behind the other, else a copy; see
    `numpy.ndarray.ravel`."""
    check_order(order)
    if order == "K" and x.owner is not None:
        steps = layout(x).strides
        x = cast("Any", x).transpose(sorted(range(len(steps)), key=lambda axis: -abs(steps[axis])))
    elif order == "F" or (order == "A" and is_fortran(x)):
        x = cast("Any", x).transpose()
    if x.owner is None or layout(x).flags.c_contiguous:
        return reshape(x, (-1,))
    return record(ops.reshape, (x,), {"shape": (math.prod(x.shape),)}, as_array=True)


def layout(x: Handle, start: Any = None) -> np.ndarray[Any, Any]:
    """An array with the layout of x in its owner's memory, elements of one byte standing for its own; its memory is not
    to be touched."""
    root = root_of(x)
    steps = steps_of(x)
    if start is not None:
        probe: Any = _whole(root.shape, start)
    elif any(op in _PARTS for op, _ in steps):
        probe = _whole(root.shape, np.empty(1, _COMPLEX))
    else:
        probe = _of_shape(root.shape)
    for op, params in steps:
        if op not in _PARTS:
            probe = op.body(probe, **params)
        elif probe.dtype.names is not None:
            probe = probe[op.name]
    return probe


def _whole(shape: tuple[int, ...], first: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """An array in C order whose first element is given."""
    return np.lib.stride_tricks.as_strided(first, shape, steps_in_order(shape, first.itemsize))


@functools.lru_cache(maxsize=1024)
def _of_shape(shape: tuple[int, ...]) -> np.ndarray[Any, Any]:
    return _whole(shape, np.empty(1, np.int8))


@functools.lru_cache(maxsize=1024)
def steps_in_order(shape: tuple[int, ...], itemsize: int) -> tuple[int, ...]:
    """The strides of an array in C order, as NumPy makes it."""
    if 0 in shape:
        return (0,) * len(shape)
    return tuple(np.cumprod((itemsize, *shape[:0:-1]))[::-1].tolist()) if shape else ()


_PARTS = (ops.real, ops.imag)
_COMPLEX = np.dtype([("real", np.int8), ("imag", np.int8)])


def place(x: Handle) -> tuple[Any, ...] | None:
    """Where the elements of x lie in its cell's memory: their class, its number (as in the follower's `NUMBERS`), bytes
    an element, bytes to the first one, sizes and steps in bytes. None where they are not NumPy's plain numbers, not
    reached by steps, or not to be written to."""
    dtype = x.type.dtype
    if dtype.kind not in "biufc" or dtype.itemsize > 16:
        return None
    parted = any(op in _PARTS for op, _ in steps_of(x))
    start = np.empty(1, _COMPLEX if parted else np.int8)
    probe = layout(x, start)
    if probe.flags.owndata or not probe.flags.writeable:
        return None
    number = _NUMBERS.get(dtype, OTHER)
    offset = probe.__array_interface__["data"][0] - start.__array_interface__["data"][0]
    width = dtype.itemsize
    return dtype.type, number, width, offset * width, probe.shape, tuple(step * width for step in probe.strides)


_NUMBERS = {np.dtype(name): i for i, name in enumerate(NUMBERS)}


def _shares(x: Handle, shape: tuple[int, ...]) -> bool:
    """Whether NumPy would reshape a view without a copy."""
    try:
        layout(x).reshape(shape, copy=False)
    except ValueError:
        return False
    return True
