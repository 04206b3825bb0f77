"""What users hold: arrays and lazy scalars."""

from dusk.array.flat import flatiter
from dusk.array.layout import is_fortran, is_line, is_whole, layout, line, normal_axis, one_axis, reshape
from dusk.array.ndarray import as_handle, empty, is_array, ndarray, register, scalar
from dusk.array.order import in_order, lying
from dusk.array.selected import reduction
from dusk.array.sharing import export, is_numeric, share, taken_over

__all__ = [
    "as_handle",
    "empty",
    "export",
    "flatiter",
    "in_order",
    "is_array",
    "is_fortran",
    "is_line",
    "is_numeric",
    "is_whole",
    "layout",
    "line",
    "lying",
    "ndarray",
    "normal_axis",
    "one_axis",
    "reduction",
    "register",
    "reshape",
    "scalar",
    "share",
    "taken_over",
]
