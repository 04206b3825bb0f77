"""What users hold: arrays and lazy scalars."""

from dusk.array.ndarray import (
    as_handle,
    empty,
    export,
    is_array,
    ndarray,
    normal_axis,
    register,
    reshape,
    scalar,
    share,
)

__all__ = ["as_handle", "empty", "export", "is_array", "ndarray", "normal_axis", "register", "reshape", "scalar", "share"]
