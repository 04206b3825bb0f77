"""What NumPy refuses where arrays are indexed."""

from __future__ import annotations

from typing import Any

import numpy as np

from dusk.record import Handle, is_ready, local, value_of


def check_range(k: Any, n: Any, axis: int) -> None:
    """IndexError: an index is out of bounds; of a pending array that is found when it runs."""
    if isinstance(k, Handle):
        known = value_of(k) if is_ready(k) and local.context.trace is None else None
    else:
        known = k
    if known is None or not known.size or (known.dtype == np.int64 and known.view(np.uint64).max() < n):
        return  # (negative ones are large)
    if np.min(known) < -n or np.max(known) >= n:
        first = next(int(i) for i in known.flat if not -n <= i < n)
        raise IndexError(f"index {first} is out of bounds for axis {axis} with size {n}")


def refuse(value: Any, dtype: np.dtype[Any]) -> None:
    """Raise what NumPy does where an element is to be an array."""
    shown = np.zeros(value.shape, value.dtype) if isinstance(value, Handle) else value
    np.zeros(1, dtype)[0] = shown
    raise ValueError("setting an array element with a sequence.")


def refuse_many(value: Any) -> None:
    text = f"requires a 0 or 1-dimensional input, input has {np.ndim(value)} dimensions"
    raise TypeError(f"NumPy boolean array indexing assignment {text}")
