"""Functions that write into an array given to them; see NumPy's documentation of each."""

from __future__ import annotations

import math
from typing import Any, cast

import numpy as np

from dusk import ops
from dusk.array import as_handle, is_array, register
from dusk.numpy.fallback import call_numpy
from dusk.numpy.reductions import mask_of
from dusk.record import Handle, assign, of_dtype, record

__all__ = ["copyto", "put", "putmask"]


def copyto(dst: Any, src: Any, casting: Any = "same_kind", where: Any = True) -> None:
    """Write values into an array, where a mask holds; see `numpy.copyto`."""
    if not isinstance(dst, Handle):
        call_numpy(np.copyto, (dst, src, casting, where), {})
        return
    if not is_array(dst):
        raise TypeError(f"copyto() argument 1 must be a numpy.ndarray, not numpy.{dst.dtype}")
    if src is dst:
        return
    if type(src) is int and dst.dtype.kind in "iu":
        src = of_dtype(src, dst.dtype)
    values = as_handle(src)
    if not np.can_cast(values.dtype, dst.dtype, casting):
        raise TypeError(
            f"Cannot cast array data from {values.dtype!r} to {dst.dtype!r} according to the rule '{casting}'"
        )
    if where is not True:
        chosen = record(ops.where, (mask_of(where), values.astype(dst.dtype), dst), {}, as_array=True)
        if chosen.shape != dst.shape:
            raise ValueError(f"could not broadcast where mask from shape {np.shape(where)} into shape {dst.shape}")
        values = chosen
    assign(dst, values)


def _values(target: Any, values: Any) -> Any:
    """What is to be written, in one line; of arrays only what goes safely into the target's dtype."""
    given: Any = as_handle(of_dtype(values, target.dtype))
    if is_array(values) and not np.can_cast(given.dtype, target.dtype, "safe"):
        text = f"Cannot cast array data from {given.dtype!r} to {target.dtype!r} according to the rule 'safe'"
        raise TypeError(text)
    return given.reshape(-1)


def putmask(a: Any, mask: Any, values: Any) -> None:
    """Write values where a mask holds, each element the value of its own number; see `numpy.putmask`."""
    if not isinstance(a, Handle):
        call_numpy(np.putmask, (a, mask, values), {})
        return
    holds: Any = as_handle(mask)
    if holds.size != cast("Any", a).size:
        raise ValueError(f"putmask: mask and data must be the same size, not {holds.shape} and {a.shape}")
    given: Any = _values(a, values)
    size = math.prod(a.shape)
    if given.shape[0] and size:
        numbers = np.arange(size) % given.shape[0]
        full = given if given.shape[0] == size else given[as_handle(numbers)]
        copyto(a, full.reshape(a.shape), "unsafe", holds.astype(bool, copy=False).reshape(a.shape))


def put(a: Any, ind: Any, v: Any, mode: str = "raise") -> None:
    """Write values at positions of the elements in C order; see `numpy.put`."""
    if not isinstance(a, Handle) or mode != "raise":
        call_numpy(np.put, (a, ind, v, mode), {})
        return
    places: Any = as_handle(ind).reshape(-1)
    values: Any = _values(a, v)
    n = places.shape[0]
    if not n or not values.shape[0]:
        return
    if not a.size:  # type: ignore[attr-defined]
        raise IndexError("cannot replace elements of an empty array")
    if values.shape[0] != n:
        values = values[as_handle(np.arange(int(n)) % int(values.shape[0]))]
    cast("Any", a).flat[places] = values


register("put", put)
