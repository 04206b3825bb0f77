"""The arrays that optimisers keep, and what their rules are written with."""

from __future__ import annotations

from typing import Any, cast

import numpy as np

from dusk.array import is_array
from dusk.ops.convert import wide
from dusk.record import Handle, value_of
from dusk.record.recorder import at_hand


def cell(value: Any, device: str = "") -> Any:
    """An array of its own with an array's or a number's value: at hand, be it made while something is traced; on a
    device, by name."""
    return at_hand(in_numpy(value), device)


def place_of(array: Any) -> str:
    """The device that an array lies on, by name."""
    return array.type.device if isinstance(array, Handle) else ""


def in_numpy(value: Any) -> np.ndarray[Any, Any]:
    """The value now, as an array of NumPy's that may not be kept."""
    return value_of(value) if isinstance(value, Handle) else np.asarray(value)


def copied(value: Any) -> np.ndarray[Any, Any]:
    """The value now, as an array of NumPy's own."""
    return np.array(in_numpy(value))


def like(number: Any, array: Any) -> Any:
    """A number as one of an array's dtype, so that it does not widen what it is multiplied with; Python's stay."""
    return number.astype(array.dtype) if hasattr(number, "astype") else number


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
