"""How often numbers occur, and how many lie in each of several intervals."""

from __future__ import annotations

import functools
import math
import operator
from typing import Any

import numpy as np

from dusk import ops
from dusk.array import as_handle
from dusk.numpy.composite import composite
from dusk.numpy.creation import fresh
from dusk.numpy.fallback import run_numpy, run_plainly
from dusk.numpy.sorting import searchsorted
from dusk.record import Handle, local, record, value_of

__all__ = ["bincount", "histogram"]

FEW = 1 << 15  # numbers that NumPy has counted before native code has been reached twice
PARTS = 8  # of many numbers, whatever the number of threads: so sums are always the same
_EXACT = 1 << 53  # up to where floats hold every integer
_ALL: dict[str, Any] = {"axis": None, "keepdims": False}


def bincount(x: Any, /, weights: Any = None, minlength: Any = 0) -> Any:
    """How often each number occurs, or the sum of its weights; see `numpy.bincount`.

    The largest number says how long the result is, so it is looked at.
    """
    numbers: Any = as_handle(x)
    whole = numbers.dtype.kind in "biu" and numbers.dtype != np.uint64 and numbers.ndim == 1
    if not (whole and type(minlength) is int and minlength >= 0):
        return run_numpy(np.bincount, (x, weights, minlength), {})
    if numbers.size < FEW and not local.context.history:
        return run_plainly(np.bincount, (x, weights, minlength))
    low, high = _extremes(numbers) if numbers.size else (0, -1)
    if low < 0:
        return run_numpy(np.bincount, (x, None, minlength), {})  # NumPy's complaint
    given: list[Any] = [numbers]
    if weights is not None:
        given.append(as_handle(weights).astype(np.float64, casting="safe"))
        if given[1].shape != numbers.shape:
            raise ValueError("The weights and list don't have the same length.")
    return _counted(given, max(int(high) + 1, minlength))


def _extremes(x: Any) -> tuple[Any, Any]:
    """The least and the greatest element, as NumPy's scalars."""
    both = [record(op, (x,), _ALL, as_array=True) for op in (ops.min_, ops.max_)]
    low, high = (value_of(e)[()] for e in both)
    return low, high


def _counted(given: list[Any], length: int) -> Any:
    numbers: Any = given[0] if given[0].dtype.kind != "b" else given[0].astype(np.int64)
    parts = PARTS if numbers.size >= max(FEW, 8 * PARTS * length) else 1
    return record(ops.bincount, (numbers, *given[1:]), {"length": length, "parts": parts}, as_array=True)


_by_numpys = composite(np.histogram)


def histogram(a: Any, bins: Any = 10, range: Any = None, density: Any = None, weights: Any = None) -> Any:
    """How many elements lie in each of several intervals, and their edges; see `numpy.histogram`."""
    x, w = as_handle(a), None if weights is None else as_handle(weights)
    plain = x.dtype.kind in "iu" or x.dtype.str[1:] in ("f4", "f8")
    plain = plain and (w is None or (w.shape == x.shape and w.dtype.kind in "iuf")) and not isinstance(bins, str)
    found = _places(x.reshape(-1), bins, range) if plain and x.size else None
    if found is None:
        return _by_numpys(a, bins, range, density, weights)
    places, edges, n = found
    counts: Any = _counted([places] if w is None else [places, w.reshape(-1).astype(np.float64)], n)
    if w is not None:
        counts = counts.astype(w.dtype, copy=False)
    if density:
        counts = counts / np.diff(value_of(edges)).astype(float) / counts.sum()
    return counts, edges


@functools.lru_cache(maxsize=64, typed=True)
def _edges(dtype: np.dtype[Any], bins: Any, first: Any, last: Any) -> np.ndarray[Any, Any]:
    """The edges of equal intervals (ValueError: there are none)."""
    return np.histogram_bin_edges(np.empty(0, dtype), bins, (first, last))


def _places(x: Any, bins: Any, range: Any) -> tuple[Any, Any, int] | None:
    """In which interval each element lies (a number too large: in none), the edges, and how many intervals there are;
    None where NumPy's own code is to say."""
    if np.ndim(bins):
        edges = value_of(bins) if isinstance(bins, Handle) else np.asarray(bins)
        n = len(edges) - 1
        if edges.ndim != 1 or n < 1 or edges.dtype.kind not in "iuf" or not (edges[:-1] <= edges[1:]).all():
            return None
        known: Any = bins if isinstance(bins, Handle) else fresh(edges)
        after = searchsorted(known, x, "right")
        last = record(ops.equal, (x, edges[n]), {})
        outside = record(ops.logical_or, (record(ops.equal, (after, 0), {}), record(ops.isnan, (x,), {})), {})
        at = record(ops.where, (last, n - 1, after - 1), {})
        return record(ops.where, (outside, n, at), {}, as_array=True), known, n
    if not hasattr(bins, "__index__") or isinstance(bins, Handle):
        return None
    if range is None and local.context.history:  # the edges have gradients
        return None
    first, last = _extremes(x) if range is None else range
    if isinstance(first, Handle) or isinstance(last, Handle) or not (math.isfinite(first) and math.isfinite(last)):
        return None
    if x.dtype.itemsize == 8 and x.dtype.kind in "iu" and not (range is None or -_EXACT < first <= last < _EXACT):
        return None
    edges = _edges(x.dtype, bins, first, last)
    if edges.dtype.str[1:] not in ("f4", "f8"):
        return None
    if first == last:
        first, last = first - 0.5, last + 0.5
    whole = all(isinstance(e, int | np.integer) for e in (first, last))
    width = np.float64(int(last) - int(first)) if whole else np.subtract(last, first)
    known = fresh(edges.copy())
    return record(ops.equal_bin, (x, known, width), {}, as_array=True), known, operator.index(bins)
