"""Functions that ask for dtypes and memory: they look at no values, and record nothing."""

from __future__ import annotations

from typing import Any

import numpy as np

from dusk.array import export, scalar
from dusk.record import Handle, root_of

__all__ = ["can_cast", "finfo", "may_share_memory", "min_scalar_type", "result_type", "shares_memory"]


def _plain(value: Any) -> Any:
    return value.dtype if isinstance(value, Handle) else value


class finfo(np.finfo[Any]):  # noqa: N801 - NumPy's name
    """The limits of a dtype of floats; see `numpy.finfo`. They are NumPy's scalars and, as the array API asks, count as
    Python's floats."""

    _limits: np.finfo[Any]

    def __new__(cls, dtype: Any) -> Any:
        made = object.__new__(cls)
        made._limits = np.finfo(_plain(dtype))
        return made

    def __getattribute__(self, name: str) -> Any:
        if name == "_limits" or name.startswith("__"):
            return super().__getattribute__(name)
        found: object = getattr(self._limits, name)
        kind = _FLOATS.get(type(found))
        return found if kind is None else kind(found)

    def __reduce__(self) -> Any:
        return finfo, (self.dtype,)


def _counting_as_float(kind: type[Any]) -> type[Any]:
    return type(kind.__name__, (kind,), {"__slots__": (), "__class__": property(lambda self: float)})


_FLOATS: dict[type[Any], type[Any]] = {
    kind: _counting_as_float(kind) for kind in (np.float16, np.float32, np.longdouble)
}


def result_type(*arrays_and_dtypes: Any) -> np.dtype[Any]:
    """The dtype that operands have together; see `numpy.result_type`."""
    return np.result_type(*map(_plain, arrays_and_dtypes))


def can_cast(from_: Any, to: Any, casting: Any = "safe") -> bool:
    """Whether one dtype can be cast to another; see `numpy.can_cast`."""
    return np.can_cast(_plain(from_), to, casting)


def min_scalar_type(a: Any, /) -> np.dtype[Any]:
    """The smallest dtype that holds a scalar; of arrays, their own; see `numpy.min_scalar_type`."""
    return a.dtype if isinstance(a, Handle) and a.shape else np.min_scalar_type(np.asarray(a))


def may_share_memory(a: Any, b: Any, /, max_work: Any = 0) -> bool:
    """Whether two arrays may lie in the same memory; see `numpy.may_share_memory`."""
    return _share(np.may_share_memory, a, b, max_work)


def shares_memory(a: Any, b: Any, /, max_work: Any = -1) -> bool:
    """Whether two arrays have an element in the same memory; see `numpy.shares_memory`."""
    return _share(np.shares_memory, a, b, max_work)


def _share(ask: Any, a: Any, b: Any, max_work: Any) -> bool:
    """Arrays of Dusk's share memory only if they are views of one cell, or that cell."""
    cells = [root_of(x) for x in (a, b) if isinstance(x, Handle) and type(x) is not scalar]
    apart = len(cells) == 2 and cells[0] is not cells[1]
    if apart and all(cell.buffer is None or not cell.buffer.pins for cell in cells):
        return False
    return bool(ask(*(export(x) if isinstance(x, Handle) else x for x in (a, b)), max_work))
