"""Functions that choose among elements by conditions, limits and indices."""

from __future__ import annotations

from typing import Any, cast

import numpy as np

from dusk import ops
from dusk.array import as_handle, is_array, is_numeric, line, normal_axis, register
from dusk.numpy.fallback import NO_VALUE, call_numpy
from dusk.numpy.positions import nonzero
from dusk.numpy.reductions import give
from dusk.record import Handle, followed, local, record, value_of

__all__ = ["choose", "clip", "compress", "imag", "real", "take", "take_along_axis", "where"]


@followed
def where(condition: Any, /, *choices: Any) -> Any:
    """Elements of x where a condition holds and of y elsewhere, or the indices where it holds; see `numpy.where`."""
    if not choices:
        return nonzero(condition)
    if len(choices) != 2:
        raise ValueError("either both or neither of x and y should be given")
    x, y = choices
    if not all(is_numeric(np.asarray(v).dtype) for v in (x, y) if not isinstance(v, Handle)):
        return call_numpy(np.where, (condition, x, y), {})
    condition = as_handle(condition)
    if condition.dtype != np.bool_:
        condition = record(ops.not_equal, (condition, 0), {})
    x, y = _wrapped(x, y), _wrapped(y, x)
    return record(ops.where, (condition, x, y), {}, as_array=True)


def _wrapped(number: Any, beside: Any) -> Any:
    """A Python integer as it is in the dtype of the array beside it, of which it may be too large: NumPy casts it."""
    dtype = beside.dtype if isinstance(beside, Handle) else None
    if type(number) is not int or dtype is None or dtype.kind not in "iu" or 0 <= number <= 127:
        return number
    return np.asarray(number).astype(dtype)[()]


def clip(
    a: Any,
    min: Any = None,
    max: Any = None,
    out: Any = None,
    *,
    a_min: Any = NO_VALUE,
    a_max: Any = NO_VALUE,
    **kwargs: Any,
) -> Any:
    """Values limited to an interval; see `numpy.clip`. One limit may be left out; `min` and `max` name them, too."""
    numpys = a_min is not NO_VALUE or a_max is not NO_VALUE
    if numpys and (min is not None or max is not None):
        raise ValueError("clip: `min` or `max` as well as `a_min` or `a_max`")
    low, high = (a_min, a_max) if numpys else (min, max)
    low, high = (None if low is NO_VALUE else low), (None if high is NO_VALUE else high)
    if kwargs:
        return call_numpy(np.clip, (a, low, high, out), kwargs)
    x: Any = as_handle(a)
    if not x.shape and is_array(x):
        x = x[()]
    value = x
    if x.dtype.kind in "iu":  # Python's integers beyond the dtype's limit nothing
        low = None if type(low) is int and low <= np.iinfo(x.dtype).min else low
        high = None if type(high) is int and high >= np.iinfo(x.dtype).max else high
    if low is not None:
        value = record(ops.maximum, (value, low), {})
    if high is not None:
        value = record(ops.minimum, (value, high), {})
    if out is None:
        return value if value is not x else record(ops.identity, (x,), {})
    return give(value, out, "same_kind")


clip.more_than_numpys = True  # type: ignore[attr-defined]


def real(val: Any) -> Any:
    """The real part: of complex arrays a view; see `numpy.real`."""
    return val.real if hasattr(val, "real") else as_handle(val).real


def imag(val: Any) -> Any:
    """The imaginary part: of complex arrays a view; see `numpy.imag`."""
    return val.imag if hasattr(val, "imag") else as_handle(val).imag


def take(a: Any, indices: Any, axis: int | None = None, out: Any = None, mode: str = "raise") -> Any:
    """Elements at indices along an axis; see `numpy.take`."""
    if mode not in ("raise", "wrap", "clip") or out is not None:
        return call_numpy(np.take, (a, indices, axis, out, mode), {})
    if isinstance(indices, np.floating):
        indices = int(cast("Any", indices))  # as NumPy takes its scalars, though not arrays of none
    if type(indices) is not int:
        places = as_handle(
            np.asarray(indices, np.intp if indices == [] else None) if type(indices) is list else indices
        )
        if places.dtype.kind not in "iub":
            wanted = np.dtype(np.intp)
            raise TypeError(f"Cannot cast array data from {places.dtype!r} to {wanted!r} according to the rule 'safe'")
        indices = places.astype(np.intp) if places.dtype.kind == "b" else places
    x, along = line(as_handle(a), axis)
    head = (slice(None),) * along
    if mode != "raise":
        indices = _inside(as_handle(indices), x.shape[len(head)], mode)
    found = x[(*head, as_handle(cast("Any", indices)) if isinstance(indices, tuple) else indices)]
    return found if getattr(found, "owner", None) is None else found.copy()  # one place of an axis: a window


def _inside(places: Any, n: int, mode: str) -> Any:
    """Positions brought into 0 ... n - 1, by going round or stopping at the ends."""
    if not n and places.size:
        raise IndexError("cannot do a non-empty take from an empty axes.")
    return places % n if mode == "wrap" else places.clip(0, n - 1)


def compress(condition: Any, a: Any, axis: int | None = None, out: Any = None) -> Any:
    """The slices along an axis where a condition holds; see `numpy.compress`."""
    holds = value_of(condition) if isinstance(condition, Handle) else np.asarray(condition)
    if holds.ndim != 1:
        raise ValueError("condition must be a 1-d array")
    value = take(a, np.flatnonzero(holds), axis)
    if out is None:
        return value
    return give(value, out)


def _compress(self: Any, condition: Any, axis: int | None = None, out: Any = None) -> Any:
    """The slices along an axis where a condition holds; see `numpy.ndarray.compress`."""
    return compress(condition, self, axis, out)


def choose(a: Any, choices: Any, out: Any = None, mode: str = "raise") -> Any:
    """For each number the element of the choice of that number; see `numpy.choose`."""
    numbers: Any = as_handle(a)
    if out is not None or mode not in ("raise", "wrap", "clip") or numbers.dtype.kind not in "iu":
        return call_numpy(np.choose, (a, choices, out, mode), {})
    options = list(choices if not isinstance(choices, Handle) else cast("Any", choices))
    given = [as_handle(c) for c in options]
    weak = [c if type(c) in (int, float, complex) else x.dtype for c, x in zip(options, given, strict=True)]
    given = [x.astype(np.result_type(*weak), copy=False) for x in given]
    shape, n = np.broadcast_shapes(numbers.shape, *(c.shape for c in given)), len(given)
    if mode != "raise":
        numbers = _inside(numbers, n, mode)
    else:
        if local.context.trace is None and not local.context.history:
            known = value_of(numbers)
            if known.size and not 0 <= known.min() <= known.max() < n:
                raise ValueError("invalid entry in choice array")
        numbers = record(ops.where, (record(ops.less, (numbers, 0), {}), n, numbers), {}, as_array=True)
    parts = [record(ops.broadcast_to, (c,), {"shape": shape}, as_array=True) for c in given]
    at = record(ops.broadcast_to, (numbers,), {"shape": shape}, as_array=True)
    at = record(ops.expand_dims, (at,), {"axis": 0}, as_array=True)
    found = record(ops.take_along_axis, (record(ops.stack, parts, {"axis": 0}), at), {"axis": 0}, as_array=True)
    return record(ops.squeeze, (found,), {"axis": 0})


@followed
def take_along_axis(arr: Any, indices: Any, axis: int | None = -1) -> Any:
    """For each line along an axis the elements at that line's own positions; see `numpy.take_along_axis`."""
    x: Any = as_handle(arr)
    at = as_handle(indices)
    if at.dtype.kind not in "iu":
        raise IndexError("`indices` must be an integer array")
    if axis is None:
        if at.ndim != 1:
            raise ValueError("when axis=None, `indices` must have a single dimension.")
        x, axis = x.reshape(-1), 0
    axis = normal_axis(axis, x.ndim)
    if at.ndim == x.ndim:
        try:
            np.broadcast_shapes(*((*s[:axis], *s[axis + 1 :]) for s in (x.shape, at.shape)))
        except ValueError as error:
            raise IndexError(f"indices of shape {at.shape} for elements of shape {x.shape}: {error}") from None
    return record(ops.take_along_axis, (x, at), {"axis": axis}, as_array=True)


register("clip", clip)
register("take", take)
register("choose", choose)
register("compress", _compress)
