"""Where elements are, as numbers: of those that are not 0, in shapes, in order by several keys; and bits of bytes."""

from __future__ import annotations

import math
import operator
from typing import Any, cast

import numpy as np

from dusk import ops
from dusk.array import as_handle, normal_axis, register
from dusk.numpy.fallback import call_numpy, run_plainly
from dusk.record import Handle, record

__all__ = ["einsum_path", "lexsort", "nonzero", "packbits", "ravel_multi_index", "unpackbits", "unravel_index"]


def nonzero(a: Any) -> tuple[Any, ...]:
    """The positions of elements that are not 0, for each axis; see `numpy.nonzero`.

    How many there are, only the values tell: they are looked at, as where a mask is a subscript.
    """
    return run_plainly(np.nonzero, (as_handle(a),))


def _whole(x: Any) -> bool:
    return x.dtype.kind in "biu"


def ravel_multi_index(multi_index: Any, dims: Any, mode: Any = "raise", order: str = "C") -> Any:
    """Positions along the axes of a shape as numbers of its elements; see `numpy.ravel_multi_index`."""
    sizes = [operator.index(n) for n in (dims if np.iterable(dims) else (dims,))]
    parts: list[Any] = [as_handle(x) for x in multi_index]
    modes = [mode] * len(sizes) if isinstance(mode, str) else list(mode)
    fits = len(parts) == len(sizes) == len(modes) and math.prod(sizes) <= np.iinfo(np.intp).max
    if not (fits and set(modes) <= {"raise", "wrap", "clip"} and order in ("C", "F") and all(map(_whole, parts))):
        return call_numpy(np.ravel_multi_index, (multi_index, dims, mode, order), {})  # NumPy's complaint
    found, step = 0, 1
    for x, n, how in list(zip(parts, sizes, modes, strict=True))[:: -1 if order == "C" else 1]:
        if how == "raise" and x.size and ((x < 0) | (x >= n)).any():
            raise ValueError("invalid entry in coordinates array")
        x = x.astype(np.intp)
        found = found + (x % n if how == "wrap" else x.clip(0, n - 1) if how == "clip" else x) * step
        step *= n
    return found


def unravel_index(indices: Any, shape: Any, order: str = "C") -> tuple[Any, ...]:
    """Numbers of the elements of a shape as positions along its axes; see `numpy.unravel_index`."""
    sizes = [operator.index(n) for n in (shape if np.iterable(shape) else (shape,))]
    number: Any = as_handle(indices)
    if order not in ("C", "F") or not sizes or not _whole(number):
        return call_numpy(np.unravel_index, (indices, shape, order), {})
    if number.size and ((number < 0) | (number >= math.prod(sizes))).any():
        return call_numpy(np.unravel_index, (indices, shape, order), {})  # says which one
    number = number.astype(np.intp)
    found: list[Any] = []
    for n in sizes if order == "F" else sizes[::-1]:
        found.append(number % n if n else number)
        number = number // n if n else number
    return tuple(found if order == "F" else found[::-1])


def lexsort(keys: Any, axis: int = -1) -> Any:
    """The positions that sort by several keys, the last one first; see `numpy.lexsort`."""
    lines: list[Any] = [as_handle(k) for k in keys]
    if not lines:
        raise TypeError("need sequence of keys with len > 0 in lexsort")
    if any(k.shape != lines[0].shape for k in lines):
        raise ValueError("all keys need to be the same shape")
    if not lines[0].ndim:
        return as_handle(np.zeros((), np.intp))[()]
    along = normal_axis(axis, lines[0].ndim)

    def taken(x: Any, at: Any) -> Any:
        return record(ops.take_along_axis, (x, at), {"axis": along}, as_array=True)

    order: Any = None
    for key in lines:
        x = key if order is None else taken(key, order)
        step = record(ops.argsort, (x,), {"axis": along, "kind": "stable"}, as_array=True)
        order = step if order is None else taken(order, step)
    return order


_WEIGHTS = np.array([128, 64, 32, 16, 8, 4, 2, 1], np.uint8)


def _bit_axis(x: Any, axis: int | None) -> tuple[Any, int]:
    return (x.reshape(-1), 0) if axis is None or not x.ndim else (x, normal_axis(axis, x.ndim))


def _bit_order(bitorder: str) -> int:
    if bitorder not in ("big", "little"):
        raise ValueError("'order' must be either 'little' or 'big'")
    return 1 if bitorder == "big" else -1


def packbits(a: Any, /, axis: int | None = None, bitorder: str = "big") -> Any:
    """Bools, eight in a byte; see `numpy.packbits`."""
    weights = _WEIGHTS[:: _bit_order(bitorder)]
    x, along = _bit_axis(as_handle(a), axis)
    if x.dtype.kind not in "biu":
        raise TypeError("Expected an input array of integer or boolean data type")
    n = x.shape[along]
    widths = tuple([(0, -n % 8) if i == along else (0, 0) for i in range(x.ndim)])
    bits = record(ops.pad, (x != 0,), {"widths": widths, "value": False}, as_array=True)
    bits = bits.reshape((*x.shape[:along], -(-n // 8), 8, *x.shape[along + 1 :])).astype(np.uint8)
    each = weights.reshape(8, *(1,) * (x.ndim - along - 1))
    return record(ops.sum_, (bits * each,), {"axis": along + 1, "keepdims": False, "dtype": np.dtype(np.uint8)})


def unpackbits(a: Any, /, axis: int | None = None, count: int | None = None, bitorder: str = "big") -> Any:
    """The bits of bytes; see `numpy.unpackbits`."""
    weights = _WEIGHTS[:: _bit_order(bitorder)]
    x, along = _bit_axis(as_handle(a), axis)
    if x.dtype != np.uint8:
        raise TypeError("Expected an input array of unsigned byte data type")
    n = 8 * x.shape[along]
    each = weights.reshape(8, *(1,) * (x.ndim - along - 1))
    bits = (x.reshape((*x.shape[: along + 1], 1, *x.shape[along + 1 :])) & each) != 0
    bits = bits.reshape((*x.shape[:along], n, *x.shape[along + 1 :])).astype(np.uint8)
    if count is None:
        return bits
    wanted = operator.index(count) if count >= 0 else n + count
    if wanted < 0:
        raise ValueError("-count larger than number of elements")
    kept = bits[(*(slice(None),) * along, slice(0, wanted))]
    widths = tuple([(0, max(wanted - n, 0)) if i == along else (0, 0) for i in range(x.ndim)])
    return record(ops.pad, (kept,), {"widths": widths, "value": 0}, as_array=True)


def einsum_path(*operands: Any, **options: Any) -> Any:
    """The order of contractions that costs least, by the operands' shapes; see `numpy.einsum_path`."""

    def shaped(x: Any) -> Any:
        return np.broadcast_to(np.zeros((), x.dtype), x.shape) if isinstance(x, Handle) else x

    return cast("Any", np.einsum_path)(*map(shaped, operands), **options)


register("nonzero", nonzero)
