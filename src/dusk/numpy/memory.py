"""Methods of arrays that write their bytes, or look at them as they lie in memory."""

from __future__ import annotations

import math
import operator
import sys
from typing import Any

import numpy as np

from dusk import ops
from dusk.record import assign, become_value, local, record, root_of, run_pending, value_of

_REFERENCES = 3  # to an array of one name whose method runs: that name's, the method's own, getrefcount's


def resize(self: Any, *new_shape: Any, refcheck: bool = True) -> None:
    """Give this array another shape and size, with zeros for what is new; see `numpy.ndarray.resize`.

    ValueError: it is a view, NumPy sees its memory, or (unless `refcheck` is off) something else refers to it.
    """
    if not new_shape or new_shape == (None,):
        return
    given = new_shape[0] if len(new_shape) == 1 and np.iterable(new_shape[0]) else new_shape
    shape = tuple([operator.index(n) for n in given if n is not None])
    if any(n < 0 for n in shape):
        raise ValueError("negative dimensions not allowed")
    n, wanted = math.prod(self.shape), math.prod(shape)
    if wanted == n:
        self.shape = shape
        return
    context = local.context
    if context.trace is not None:
        context.trace(self)
    if self.base is not None:
        raise ValueError("cannot resize this array: it does not own its data")
    if not context.history:  # which refers to arrays itself
        run_pending()
        memory = root_of(self).buffer
        if (refcheck and sys.getrefcount(self) > _REFERENCES) or (memory is not None and memory.pins):
            raise ValueError(
                "cannot resize an array that references or is referenced\n"
                "by another array in this way.\nUse the np.resize function or refcheck=False"
            )
    kept = self.reshape(-1)[: min(n, wanted)]
    widths = ((0, max(wanted - n, 0)),)
    value = record(ops.pad, (kept,), {"widths": widths, "value": np.zeros((), self.dtype).item()}, as_array=True)
    become_value(self, record(ops.reshape, (value,), {"shape": shape}, as_array=True))


def tofile(self: Any, fid: Any, sep: str = "", format: str = "%s") -> None:
    """Write the elements to a file; see `numpy.ndarray.tofile`."""
    value_of(self).tofile(fid, sep, format)


def dump(self: Any, file: Any) -> None:
    """Write a pickle of the values, as a NumPy array, to a file; see `numpy.ndarray.dump`."""
    np.array(value_of(self)).dump(file)


def dumps(self: Any) -> bytes:
    """A pickle of the values, as a NumPy array; see `numpy.ndarray.dumps`."""
    return np.array(value_of(self)).dumps()


def setfield(self: Any, val: Any, dtype: Any, offset: int = 0) -> None:
    """Write into some of the bytes of each element; see `numpy.ndarray.setfield`."""
    written = np.array(value_of(self))
    written.setfield(val, dtype, offset)
    assign(self, written)


METHODS = {function.__name__: function for function in (resize, tofile, dump, dumps, setfield)}
