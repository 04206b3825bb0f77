"""Functions that sort, rank and search; see NumPy's documentation of each."""

from __future__ import annotations

import operator
from typing import Any

import numpy as np

from dusk import ops
from dusk.array import as_handle, line, normal_axis, register
from dusk.numpy.fallback import call_numpy
from dusk.record import assign, record

__all__ = ["argpartition", "argsort", "partition", "searchsorted", "sort"]


def _line(a: Any, axis: int | None, order: Any = None, of_number: bool = True) -> tuple[Any, int]:
    """As `line` (ValueError: `order` names fields; AxisError: a number, where it has no axis)."""
    x: Any = as_handle(a)
    if order is not None:
        raise ValueError("Cannot specify order when the array has no fields.")
    if axis is not None and not of_number:
        normal_axis(axis, x.ndim)
    return line(x, axis)


def _method(kind: Any, stable: Any) -> dict[str, Any]:
    if kind is not None and stable is not None:
        raise ValueError("`kind` and `stable` parameters can't be provided at the same time. Use only one of them.")
    return {"kind": "stable" if stable else kind}


def sort(
    a: Any,
    axis: int | None = -1,
    kind: Any = None,
    order: Any = None,
    *,
    stable: Any = None,
    descending: bool = False,
) -> Any:
    """A sorted copy, as `numpy.sort` gives it; `descending` (of the array API): the largest first."""
    x, along = _line(a, axis, order, of_number=False)
    out: Any = record(ops.sort, (x,), {"axis": along, **_method(kind, stable)}, as_array=True)
    return _backwards(out, along).copy() if descending else out


def _backwards(x: Any, axis: int) -> Any:
    return x[(*(slice(None),) * axis, slice(None, None, -1))]


def argsort(
    a: Any,
    axis: int | None = -1,
    kind: Any = None,
    order: Any = None,
    *,
    stable: Any = None,
    descending: bool = False,
) -> Any:
    """The positions that sort an array, as `numpy.argsort` gives them; `descending` (of the array API): largest first.

    With `descending`, or where no kind is asked for, equal elements keep their order.
    """
    x, along = _line(a, axis, order)
    if not descending:
        return record(ops.argsort, (x,), {"axis": along, **_method(kind, stable)}, as_array=True)
    ascending: Any = record(ops.argsort, (_backwards(x, along),), {"axis": along, "kind": "stable"}, as_array=True)
    return x.shape[along] - 1 - _backwards(ascending, along)


sort.more_than_numpys = argsort.more_than_numpys = True  # type: ignore[attr-defined]


def _ranks(kth: Any, n: int) -> tuple[int, ...]:
    if np.asarray(kth).dtype == np.bool_:
        raise ValueError("Booleans unacceptable as partition index")
    found = [operator.index(k) for k in np.ravel(np.asarray(kth)).tolist()]
    if not n:  # nothing to be put in its place: NumPy does not look
        return ()
    if any(not -n <= k < n for k in found):
        raise ValueError(f"kth(={next(k for k in found if not -n <= k < n)}) out of bounds ({n})")
    return tuple([k % n for k in found])


def partition(a: Any, kth: Any, axis: int | None = -1, kind: str = "introselect", order: Any = None) -> Any:
    """A copy with the elements of some ranks in their sorted places; see `numpy.partition`."""
    x, along = _line(a, axis, of_number=False)
    ranks = _ranks(kth, x.shape[along])
    return record(ops.partition, (x,), {"kth": ranks, "axis": along}, as_array=True) if ranks else x.copy()


def argpartition(a: Any, kth: Any, axis: int | None = -1, kind: str = "introselect", order: Any = None) -> Any:
    """The positions that partition an array; see `numpy.argpartition`."""
    x, along = _line(a, axis)
    ranks = _ranks(kth, x.shape[along])
    if not ranks:
        return argsort(x, along)
    return record(ops.argpartition, (x,), {"kth": ranks, "axis": along}, as_array=True)


def searchsorted(a: Any, v: Any, side: Any = "left", sorter: Any = None) -> Any:
    """Where values would be put into a sorted array; see `numpy.searchsorted`."""
    if side not in ("left", "right"):
        return call_numpy(np.searchsorted, (a, v, side, sorter), {})  # NumPy's complaint, or its abbreviations
    x: Any = as_handle(a)
    if sorter is not None:
        x = x[as_handle(sorter)]
    return record(ops.searchsorted, (x, as_handle(v)), {"side": side})


def _sort_in_place(self: Any, axis: int = -1, kind: Any = None, order: Any = None, *, stable: Any = None) -> None:
    """Sort this array; see `numpy.ndarray.sort`."""
    assign(self, sort(self, axis, kind, order, stable=stable))


def _partition_in_place(self: Any, kth: Any, axis: int = -1, kind: str = "introselect", order: Any = None) -> None:
    """Partition this array; see `numpy.ndarray.partition`."""
    assign(self, partition(self, kth, axis, kind, order))


for _name, _function in {
    "sort": _sort_in_place,
    "partition": _partition_in_place,
    "argsort": argsort,
    "argpartition": argpartition,
    "searchsorted": searchsorted,
}.items():
    register(_name, _function)
