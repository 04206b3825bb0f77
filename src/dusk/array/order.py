"""The order in which the elements of an array lie in memory, where a program asks for one."""

from __future__ import annotations

from typing import Any, cast
from weakref import ref

from dusk import ops
from dusk.array.layout import check_order, is_fortran, layout
from dusk.record import Handle, make_view, record


def in_order(x: Any, order: Any) -> Any:
    """A copy whose elements lie in that order ("A" and "K": that of x, if it is a pure one).

    One in the order of Fortran is a view of a cell with the axes reversed, of which users do not know.
    """
    check_order(order)
    if len(x.shape) < 2 or not (order == "F" or (order in ("A", "K") and is_fortran(x))):
        return record(ops.identity, (x,), {}, as_array=True)
    axes = tuple(reversed(range(len(x.shape))))
    cell = cast("Handle", record(ops.identity, (make_view(x, ops.transpose, {"axes": axes}),), {}, as_array=True))
    made = make_view(cell, ops.transpose, {"axes": axes})
    cell.spec = ref(made)
    return made


def lying(x: Any, order: Any) -> Any:
    """x itself if its elements lie in that order ("C" or "F"), else a copy; x where no order is asked for."""
    if order not in ("C", "F"):
        check_order(order)
        return x
    flags = layout(x).flags
    return x if (flags.f_contiguous if order == "F" else flags.c_contiguous) else in_order(x, order)
