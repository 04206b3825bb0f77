"""Coordinates of all points of a grid: recorded as lines that are broadcast, so that what is computed of them needs no
memory for the coordinates."""

from __future__ import annotations

import math
import sys
from collections.abc import Callable, Sequence
from typing import Any, cast

import numpy as np

from dusk import ops
from dusk.array import is_numeric
from dusk.numpy.creation import fresh
from dusk.numpy.fallback import run_plainly, wrap
from dusk.record import Handle, record, value_of

__all__ = ["fromfunction", "indices", "mgrid", "ogrid"]

FEW = 1 << 15  # coordinates that NumPy has written sooner than they are recorded

_Line = np.ndarray[Any, Any]


def _dense(lines: Sequence[_Line]) -> Any:
    """The grid of points whose coordinates along each axis are given: `grid[axis, i, j, ...]`."""
    shape, ndim = tuple([x.size for x in lines]), len(lines)
    spread: list[Any] = []
    for axis, x in enumerate(lines):
        line = fresh(x.reshape([-1 if i == axis else 1 for i in range(ndim)]))
        spread.append(record(ops.broadcast_to, (line,), {"shape": shape}, as_array=True))
    return record(ops.stack, spread, {"axis": 0}, as_array=True)


def indices(dimensions: Any, dtype: Any = int, sparse: bool = False) -> Any:
    """The positions along each axis of all elements of a shape; see `numpy.indices`."""
    sizes = tuple(dimensions)
    kind = np.dtype(dtype)
    known = sizes != () and all([type(n) is int and n > 0 for n in sizes]) and is_numeric(kind)
    count = len(sizes) * math.prod(sizes) if known else 0
    if sparse or not known or count <= FEW or count * kind.itemsize > sys.maxsize:  # (which NumPy refuses)
        return run_plainly(
            np.indices, ([value_of(n)[()] if isinstance(n, Handle) else n for n in sizes], dtype, sparse)
        )
    return _dense([np.arange(n, dtype=kind) for n in sizes])


def fromfunction(
    function: Callable[..., Any], shape: Any, *, dtype: Any = float, like: Any = None, **kwargs: Any
) -> Any:
    """A function of the positions of all elements of a shape; see `numpy.fromfunction`."""
    return wrap(function(*indices(shape, dtype=dtype), **kwargs))


class _Grids:
    """`numpy.mgrid` or `numpy.ogrid`: what slices as subscripts say of each axis becomes coordinates."""

    def __init__(self, theirs: Any) -> None:
        self._theirs = theirs
        self.__doc__ = theirs.__doc__

    def __repr__(self) -> str:
        return repr(self._theirs)

    @property
    def sparse(self) -> bool:
        """Whether each array has more than one element along its own axis only."""
        return self._theirs.sparse

    def __getitem__(self, key: Any) -> Any:
        """The coordinates; see `numpy.mgrid` and `numpy.ogrid`."""
        plain: Any = _numbers(key)
        lines = None if self.sparse or not isinstance(key, tuple) else self._lines(plain)
        return run_plainly(self._theirs.__getitem__, (plain,)) if lines is None else _dense(lines)

    def _lines(self, key: tuple[Any, ...]) -> list[_Line] | None:
        """The coordinates along each axis, as NumPy computes them, all of one dtype; None: NumPy is to do it all."""
        numbers: list[Any] = [0]
        steps: list[tuple[int, Any, Any]] = []
        try:
            for part in key:
                start, step = 0 if part.start is None else part.start, 1 if part.step is None else part.step
                size = abs(step) if _counts(step) else None
                numbers += [start, part.stop, step if size is None else size]
                if size is None:
                    steps.append((math.ceil((part.stop - start) / step), start, step))
                else:
                    n = int(size)
                    steps.append((n, start, n if n == 1 else (part.stop - start) / float(n - 1)))
            if not steps or len(steps) * math.prod(n for n, _, _ in steps) <= FEW:
                return None
            dtype = np.result_type(*numbers)
            if not is_numeric(dtype) or any(n < 0 for n, _, _ in steps):
                return None
            return [(np.arange(n, dtype=dtype) * step + start).astype(dtype, copy=False) for n, start, step in steps]
        except (IndexError, TypeError, AttributeError, ValueError, ZeroDivisionError):
            return None


def _counts(step: Any) -> bool:
    """Whether a step says how many numbers there are, both ends among them."""
    return isinstance(step, complex | np.complexfloating)


def _numbers(key: Any) -> Any:
    """Slices with the values of Dusk's numbers."""
    if isinstance(key, tuple):
        return tuple([_numbers(part) for part in cast("tuple[Any, ...]", key)])
    if isinstance(key, slice):
        ends = cast("Any", key)
        return slice(*[value_of(e)[()] if isinstance(e, Handle) else e for e in (ends.start, ends.stop, ends.step)])
    return key


mgrid, ogrid = _Grids(np.mgrid), _Grids(np.ogrid)
