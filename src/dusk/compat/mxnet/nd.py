"""Arrays, as `mx.nd` has them: Dusk's, with MXNet's methods and, where they are made, its dtype."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

import dusk.numpy as dnp
from dusk.array import ndarray
from dusk.compat.mxnet.context import Context, on
from dusk.compat.mxnet.functions import function as _function
from dusk.devices import Device
from dusk.formats.mxnet.params import load_arrays, save_arrays
from dusk.values import wait as waitall

__all__ = ["NDArray", "arange", "array", "empty", "full", "load", "ones", "save", "waitall", "zeros"]

NDArray = ndarray


def array(source_array: Any, ctx: Any = None, dtype: Any = None) -> Any:
    """An array of values: float32, unless they come from an array of NumPy's or another dtype is asked for."""
    given = source_array.dtype if isinstance(source_array, np.ndarray | ndarray) else np.float32
    with on(ctx):
        made = dnp.array(source_array, dtype=dtype or given)
    return made if ctx is None else made.to_device(ctx)


def zeros(shape: Any, ctx: Any = None, dtype: Any = None, **_: Any) -> Any:
    """Zeros, of float32 unless told otherwise."""
    return dnp.zeros(shape, dtype or np.float32, device=ctx)


def ones(shape: Any, ctx: Any = None, dtype: Any = None, **_: Any) -> Any:
    """Ones."""
    return dnp.ones(shape, dtype or np.float32, device=ctx)


def full(shape: Any, val: Any, ctx: Any = None, dtype: Any = None) -> Any:
    """One value."""
    return dnp.full(shape, val, dtype or np.float32, device=ctx)


def empty(shape: Any, ctx: Any = None, dtype: Any = None) -> Any:
    """An array of anything."""
    return dnp.zeros(shape, dtype or np.float32, device=ctx)


def arange(
    start: float, stop: float | None = None, step: float = 1.0, repeat: int = 1, ctx: Any = None, dtype: Any = None
) -> Any:
    """Numbers from start to stop, each `repeat` times."""
    found = np.arange(start, stop, step) if stop is not None else np.arange(0, start, step)
    with on(ctx):
        return dnp.array(np.repeat(found, repeat), dtype=dtype or np.float32)


def load(fname: str) -> Any:
    """The arrays of a file: a dict by name, or a list."""
    found = load_arrays(fname)
    return {n: dnp.array(x) for n, x in found.items()} if isinstance(found, Mapping) else [dnp.array(x) for x in found]


def save(fname: str, data: Mapping[str, Any] | Sequence[Any] | Any) -> None:
    """Write arrays to a file, with names or without."""
    save_arrays(fname, [data] if isinstance(data, ndarray) else data)


def __getattr__(name: str) -> Any:
    if name.startswith("__"):
        raise AttributeError(name)
    return _function(name)


def _copied_to(self: Any, other: Any) -> Any:
    if isinstance(other, Device):
        return dnp.array(self) if other == self.device else self.to_device(other)
    other[...] = self
    return other


def _numpy(self: Any) -> np.ndarray[Any, Any]:
    return np.array(self)


def _number(self: Any) -> Any:
    return np.asarray(self).item()


def _there(self: Any, context: Any) -> Any:
    return self.to_device(context)


def _wait(self: Any) -> None:
    np.asarray(self)


def _context(self: Any) -> Context:
    return Context(self.device)


def _methods() -> None:
    """Give arrays the methods that MXNet's have, where there is none of that name."""
    own: Mapping[str, Any] = {
        "asnumpy": _numpy,
        "asscalar": _number,
        "as_in_context": _there,
        "copyto": _copied_to,
        "wait_to_read": _wait,
        "context": property(_context),
        "ctx": property(_context),
    }
    for name, method in own.items():
        if not hasattr(ndarray, name):
            setattr(ndarray, name, method)


_methods()
