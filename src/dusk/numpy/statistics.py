"""Moments of some of the elements, those that are not NaN or where a mask holds."""

from __future__ import annotations

from contextlib import nullcontext
from typing import Any

import numpy as np

from dusk import ops
from dusk.array import as_handle
from dusk.numpy import reductions
from dusk.numpy.composite import composite
from dusk.numpy.fallback import NO_VALUE, run_numpy
from dusk.numpy.floating_errors import errstate
from dusk.numpy.reductions import give, mask_of, masked_mean, masked_variance, root
from dusk.record import Handle, local, record

__all__ = ["nanmax", "nanmean", "nanmedian", "nanmin", "nanstd", "nanvar"]


def _there(x: Handle, where: Any) -> Any:
    """Where elements are not NaN, of those that are asked for."""
    there = record(ops.equal, (x, x), {}, as_array=True)
    return there if where is NO_VALUE or where is True else there & mask_of(where)


def _of_nothing() -> Any:
    """Where errors are watched, to divide nothing by nothing is none."""
    return errstate(divide="ignore", invalid="ignore") if local.context.checked else nullcontext()


def nanmean(
    a: Any, axis: Any = None, dtype: Any = None, out: Any = None, keepdims: Any = NO_VALUE, *, where: Any = NO_VALUE
) -> Any:
    """The mean of what is not NaN; see `numpy.nanmean`. Of nothing it is NaN, without a warning."""
    x = as_handle(a)
    if x.dtype.kind not in "fc":
        return reductions.mean(x, axis, dtype, out, keepdims, where=where)
    with _of_nothing():
        return give(masked_mean(x, axis, dtype, keepdims, _there(x, where)), out)


def nanvar(
    a: Any,
    axis: Any = None,
    dtype: Any = None,
    out: Any = None,
    ddof: float = 0,
    keepdims: Any = NO_VALUE,
    *,
    where: Any = NO_VALUE,
    mean: Any = NO_VALUE,
    correction: Any = NO_VALUE,
) -> Any:
    """The variance of what is not NaN; see `numpy.nanvar`. Of too few elements it is NaN, without a warning."""
    x = as_handle(a)
    ddof = ddof if correction is NO_VALUE else correction
    if x.dtype.kind not in "fc" and mean is NO_VALUE:
        return reductions.var(x, axis, dtype, out, ddof, keepdims, where=where)
    with _of_nothing():
        return give(masked_variance(x, axis, dtype, keepdims, _there(x, where), ddof, mean, np.nan), out)


def nanstd(
    a: Any,
    axis: Any = None,
    dtype: Any = None,
    out: Any = None,
    ddof: float = 0,
    keepdims: Any = NO_VALUE,
    *,
    where: Any = NO_VALUE,
    mean: Any = NO_VALUE,
    correction: Any = NO_VALUE,
) -> Any:
    """The standard deviation of what is not NaN; see `numpy.nanstd` and `nanvar`."""
    variance = nanvar(a, axis, dtype, None, ddof, keepdims, where=where, mean=mean, correction=correction)
    return give(root(variance), out)


def _extreme(name: str, beyond: float) -> Any:
    theirs = composite(getattr(np, name))

    def extreme(
        a: Any,
        axis: Any = None,
        out: Any = None,
        keepdims: Any = NO_VALUE,
        initial: Any = NO_VALUE,
        where: Any = NO_VALUE,
    ) -> Any:
        x: Any = as_handle(a)
        if x.dtype.kind != "f" or initial is not NO_VALUE or where is not NO_VALUE:
            return theirs(a, axis, out, keepdims, initial, where)
        there = _there(x, NO_VALUE)
        found = getattr(record(ops.where, (there, x, beyond), {}, as_array=True), name[3:])(
            axis=axis, keepdims=keepdims
        )
        some = reductions.any(there, axis, keepdims=keepdims)
        return give(record(ops.where, (some, found, np.nan), {}), out)

    extreme.__name__ = extreme.__qualname__ = name
    extreme.__doc__ = f"See `numpy.{name}`. Of nothing but NaN it is NaN, without a warning."
    return extreme


nanmax, nanmin = _extreme("nanmax", -np.inf), _extreme("nanmin", np.inf)


def _axes(axis: Any, ndim: int) -> tuple[int, ...]:
    """Axes as sorted numbers from 0; None means all of them."""
    if axis is None:
        return tuple(range(ndim))
    return tuple(sorted(np.lib.array_utils.normalize_axis_tuple(axis, ndim)))


def nanmedian(a: Any, axis: Any = None, out: Any = None, overwrite_input: bool = False, keepdims: Any = False) -> Any:
    """The median over axes of what is not NaN, NaN where nothing is; see `numpy.nanmedian`."""
    x: Any = as_handle(a)
    if x.dtype.kind not in "fcV":
        x = x.astype(np.float64)
    axes = _axes(axis, x.ndim)
    if 0 in x.shape:
        return run_numpy(np.nanmedian, (a, axis, out, overwrite_input, keepdims), {})
    kept = [i for i in range(x.ndim) if i not in axes]
    lines = x.transpose((*kept, *axes)).reshape((*(x.shape[i] for i in kept), -1))
    ordered = record(ops.sort, (lines,), {"axis": lines.ndim - 1}, as_array=True)
    count = record(ops.sum_, (_there(lines, NO_VALUE),), {"axis": -1, "keepdims": True}, as_array=True)

    def at(rank: Any) -> Any:
        return record(ops.take_along_axis, (ordered, rank.clip(0, None)), {"axis": lines.ndim - 1}, as_array=True)

    median = (at((count - 1) // 2) + at(count // 2)) / 2
    middle = record(ops.where, (count == 0, np.nan, median), {}, as_array=True)
    shape = (
        [1 if i in axes else n for i, n in enumerate(x.shape)]
        if keepdims is not NO_VALUE and keepdims
        else [x.shape[i] for i in kept]
    )
    value = middle.reshape(shape) if shape else middle.reshape(())[()]
    if out is None:
        return value
    out[...] = value
    return out
