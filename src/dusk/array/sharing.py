"""Memory seen by Dusk and by NumPy: given away, and taken in."""

from __future__ import annotations

import functools
import weakref
from typing import Any

import numpy as np

from dusk.devices import DEFAULT_NAME, in_force
from dusk.engine.buffer import Buffer
from dusk.graph import TensorType
from dusk.record import Classes, Handle, intern, leaf, local, ready_handle, root_of, run_pending, stats, value_of

_LARGE = 1 << 14  # bytes of a result that are not copied into memory of the pool


def is_numeric(dtype: np.dtype[Any]) -> bool:
    """Whether arrays of this dtype are Dusk's: numbers and bools, no records, strings, dates or objects."""
    return dtype.kind in "biufcV" and dtype.names is None


def export(x: Handle) -> np.ndarray[Any, Any]:
    """The memory of an array as a NumPy array; from now on writes to the cell happen at once, in that memory."""
    run_pending()  # what was recorded reads the value it has now
    array = value_of(x)
    root = root_of(x)
    if root.buffer is None:  # while a gradient is recorded, values are shown, not shared
        stats.copied(array.nbytes)
        return np.array(array)
    memory: Any = array
    while isinstance(memory, np.ndarray):
        memory = memory.base
    if memory is not None and root.buffer.owner is None:
        root.buffer.pin()
        reference = weakref.ref(memory, functools.partial(_released, _exports, weakref.ref(root.buffer)))
        _exports[id(reference)] = reference
    return array


_exports: dict[int, weakref.ref[Any]] = {}  # by id: what they refer to has no hash


def _released(
    exports: dict[int, weakref.ref[Any]], buffer: weakref.ref[Buffer], export: weakref.ref[Any]
) -> None:  # `exports` is given because it may happen when the interpreter has taken this module's names away
    """The last view of exported memory has died."""
    exports.pop(id(export), None)
    memory = buffer()
    if memory is not None and memory.pins:
        memory.unpin()


def share(array: np.ndarray[Any, Any]) -> Any:
    """A Dusk array on a NumPy array's own memory; operations on it run before they return."""
    if not array.flags.c_contiguous or not is_numeric(array.dtype) or in_force() != DEFAULT_NAME:
        return leaf(array)
    memory = Buffer.foreign(array)
    memory.pin()
    return ready_handle(Classes.array, intern(TensorType(array.shape, array.dtype)), memory)


def taken_over(made: list[Any], others: int = 0) -> Handle | None:
    """What NumPy has made (the one array in a list), on the memory it was made in, where that is large and nobody
    else's (but for as many references as are of no account)."""
    if type(made[0]) is not np.ndarray or made[0].nbytes < _LARGE or not is_numeric(made[0].dtype):
        return None
    if (
        local.context.adopt is not None
        or in_force() != DEFAULT_NAME
        or (memory := Buffer.taken_over(made, others)) is None
    ):
        return None
    return ready_handle(Classes.array, intern(TensorType(made[0].shape, made[0].dtype)), memory)
