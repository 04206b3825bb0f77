"""The arrays that optimisers keep, and what their rules are written with."""

from __future__ import annotations

from typing import Any, cast

import numpy as np

from dusk.array import is_array, ndarray
from dusk.graph import TensorType
from dusk.record import Handle, intern, ready_handle, value_of
from dusk.record.recorder import copy_of


def cell(value: Any) -> Any:
    """An array of its own with an array's or a number's value: at hand, be it made while something is traced."""
    array = in_numpy(value)
    return ready_handle(ndarray, intern(TensorType(array.shape, array.dtype)), copy_of(array))


def in_numpy(value: Any) -> np.ndarray[Any, Any]:
    """The value now, as an array of NumPy's that may not be kept."""
    return value_of(value) if isinstance(value, Handle) else np.asarray(value)


def copied(value: Any) -> np.ndarray[Any, Any]:
    """The value now, as an array of NumPy's own."""
    return np.array(in_numpy(value))


def like(number: Any, array: Any) -> Any:
    """A number as one of an array's dtype, so that it does not widen what it is multiplied with; Python's stay."""
    return number.astype(array.dtype) if hasattr(number, "astype") else number


def wide(dtype: Any) -> np.dtype[Any]:
    """What is computed in for an array of a dtype: float32 for what is narrower."""
    met = np.dtype(dtype)
    return met if met.itemsize >= 4 else np.dtype(np.float32)


def widened(array: Any) -> Any:
    """An array in the dtype that is computed in."""
    dtype = wide(array.dtype)
    return array if array.dtype == dtype else array.astype(dtype)


def described(x: Any) -> str:
    """An array as errors name it: `float32[3, 4]`; anything else by its class."""
    if not (is_array(x) or hasattr(x, "dtype")):
        return type(x).__name__
    return f"{x.dtype}[{', '.join(map(str, x.shape))}]"


def where(condition: Any, x: Any, y: Any) -> Any:
    """NumPy's choice between two arrays."""
    return cast("Any", np.where(condition, x, y))
