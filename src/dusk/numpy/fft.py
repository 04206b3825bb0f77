"""numpy.fft on Dusk's arrays: transforms along one axis are ops, the others NumPy's code on those."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

import numpy.fft as _module

from dusk import ops as _ops
from dusk.array import as_handle as _as_handle
from dusk.array import normal_axis as _normal_axis
from dusk.devices import beside as _beside
from dusk.devices import in_force as _in_force
from dusk.graph import Op as _Op
from dusk.numpy.composite import module_attribute as _module_attribute
from dusk.numpy.composite import or_numpy as _or_numpy
from dusk.numpy.creation import asked as _asked
from dusk.numpy.reductions import check_out as _check_out
from dusk.record import record as _record

__all__: list[str] = []
__all__ += _module.__all__


def _transform(op: _Op, length: Callable[[int], int]) -> Callable[..., Any]:
    """A transform of `n` numbers, by default those of an axis whose size is given to `length`."""

    def transform(a: Any, n: Any = None, axis: int = -1, norm: Any = None, out: Any = None) -> Any:
        x = _as_handle(a)
        along = _normal_axis(axis, x.ndim)
        count = length(x.shape[along]) if n is None else operator.index(n)
        value = _record(op, (x,), {"n": count, "axis": along, "norm": norm}, as_array=True)
        if out is None:
            return value
        _check_out(out)
        if out.shape != value.shape:
            raise ValueError("output array has wrong shape.")
        out[...] = value
        return out

    transform.__name__ = transform.__qualname__ = op.name
    transform.__doc__ = f"{op.doc} See `numpy.fft.{op.name}`."
    return _or_numpy(transform, getattr(_module, op.name))


fft, ifft, rfft = (_transform(op, lambda n: n) for op in (_ops.fft, _ops.ifft, _ops.rfft))
irfft = _transform(_ops.irfft, lambda m: 2 * (m - 1))


def _frequencies(name: str) -> Callable[..., Any]:
    """NumPy's function, which takes the dtype that the array API lets one ask for as well."""
    theirs = _module_attribute(_module, name)

    def frequencies(n: Any, d: Any = 1.0, device: Any = None, *, dtype: Any = None) -> Any:
        with _beside(_asked(device) or _in_force()):
            found = theirs(n, d)
        return found if dtype is None else found.astype(dtype)

    frequencies.__name__ = frequencies.__qualname__ = name
    frequencies.__doc__ = f"Sample frequencies, in cycles per unit of the spacing `d`; see `numpy.fft.{name}`."
    frequencies.__module__ = __name__
    return frequencies


fftfreq, rfftfreq = _frequencies("fftfreq"), _frequencies("rfftfreq")


def __getattr__(name: str) -> Any:
    if name.startswith("__"):
        raise AttributeError(f"module 'dusk.numpy.fft' has no attribute {name!r}")
    found = globals()[name] = _module_attribute(_module, name)
    return found
