"""Reductions, as functions and as methods of arrays."""

from __future__ import annotations

from typing import Any, cast

import numpy as np

from dusk import ops
from dusk.array import as_handle, normal_axis, register
from dusk.graph import Op
from dusk.numpy.fallback import call_numpy
from dusk.record import Handle, assign, record

_MISSING: Any = np._NoValue  # type: ignore[attr-defined]


def _axes(axis: Any, ndim: int) -> Any:
    if axis is None:
        return None
    if isinstance(axis, tuple):
        found = tuple(normal_axis(a, ndim) for a in cast("tuple[Any, ...]", axis))
        if len(set(found)) != len(found):
            raise ValueError("duplicate value in 'axis'")
        return found
    return normal_axis(axis, ndim)


def _give(value: Any, out: Any) -> Any:
    if out is None:
        return value
    if isinstance(out, Handle):
        if out.shape != value.shape:
            raise ValueError(f"output parameter has shape {out.shape}, the result {value.shape}")
        assign(out, value)
    else:
        np.copyto(out, np.asarray(value), casting="same_kind")
    return out


def _reduce(
    op: Op, combine: Op, neutral: Any, x: Any, axis: Any, keepdims: Any, where: Any, initial: Any, **params: Any
) -> Any:
    """A reduction with NumPy's `where=` (others count as neutral) and `initial=` (combined with the result)."""
    x = as_handle(x)
    keepdims = bool(keepdims) if keepdims is not _MISSING else False
    if where is not _MISSING and where is not True:
        rest = initial if initial is not _MISSING else neutral
        if rest is None:
            raise ValueError(
                f"reduction operation '{combine.name}' does not have an identity, "
                "so to use a where mask one has to specify 'initial'"
            )
        x = record(ops.where, (as_handle(where), x, rest), {}, as_array=True)
    value = record(op, (x,), {"axis": _axes(axis, x.ndim), "keepdims": keepdims, **params})
    if initial is not _MISSING and initial is not None:
        value = record(combine, (value, initial), {})
    return value


def sum(
    a: Any,
    axis: Any = None,
    dtype: Any = None,
    out: Any = None,
    keepdims: Any = _MISSING,
    initial: Any = _MISSING,
    where: Any = _MISSING,
) -> Any:
    """The sum of elements over axes; see `numpy.sum`."""
    params = {} if dtype is None else {"dtype": np.dtype(dtype)}
    return _give(_reduce(ops.sum_, ops.add, 0, a, axis, keepdims, where, initial, **params), out)


def prod(
    a: Any,
    axis: Any = None,
    dtype: Any = None,
    out: Any = None,
    keepdims: Any = _MISSING,
    initial: Any = _MISSING,
    where: Any = _MISSING,
) -> Any:
    """The product of elements over axes; see `numpy.prod`."""
    params = {} if dtype is None else {"dtype": np.dtype(dtype)}
    return _give(_reduce(ops.prod, ops.multiply, 1, a, axis, keepdims, where, initial, **params), out)


def max(
    a: Any, axis: Any = None, out: Any = None, keepdims: Any = _MISSING, initial: Any = _MISSING, where: Any = _MISSING
) -> Any:
    """The largest element over axes; see `numpy.max`."""
    return _give(_reduce(ops.max_, ops.maximum, None, a, axis, keepdims, where, initial), out)


def min(
    a: Any, axis: Any = None, out: Any = None, keepdims: Any = _MISSING, initial: Any = _MISSING, where: Any = _MISSING
) -> Any:
    """The smallest element over axes; see `numpy.min`."""
    return _give(_reduce(ops.min_, ops.minimum, None, a, axis, keepdims, where, initial), out)


def any(a: Any, axis: Any = None, out: Any = None, keepdims: Any = _MISSING, *, where: Any = _MISSING) -> Any:
    """Whether any element is true over axes; see `numpy.any`."""
    return _give(_reduce(ops.any_, ops.logical_or, False, a, axis, keepdims, where, _MISSING), out)


def all(a: Any, axis: Any = None, out: Any = None, keepdims: Any = _MISSING, *, where: Any = _MISSING) -> Any:
    """Whether all elements are true over axes; see `numpy.all`."""
    return _give(_reduce(ops.all_, ops.logical_and, True, a, axis, keepdims, where, _MISSING), out)


def _moment(
    op: Op, name: str, a: Any, axis: Any, dtype: Any, out: Any, keepdims: Any, where: Any, **params: Any
) -> Any:
    if where is not _MISSING and where is not True:
        if "correction" in params:
            params["ddof"] = params.pop("correction")
        return call_numpy(getattr(np, name), (a, axis, dtype, out), {"keepdims": keepdims, "where": where, **params})
    x = as_handle(a)
    if dtype is not None:
        x = record(ops.astype, (x,), {"dtype": np.dtype(dtype)}, as_array=True)
    kept = bool(keepdims) if keepdims is not _MISSING else False
    return _give(record(op, (x,), {"axis": _axes(axis, x.ndim), "keepdims": kept, **params}), out)


def mean(
    a: Any, axis: Any = None, dtype: Any = None, out: Any = None, keepdims: Any = _MISSING, *, where: Any = _MISSING
) -> Any:
    """The arithmetic mean over axes; see `numpy.mean`."""
    return _moment(ops.mean, "mean", a, axis, dtype, out, keepdims, where)


def var(
    a: Any,
    axis: Any = None,
    dtype: Any = None,
    out: Any = None,
    ddof: float = 0,
    keepdims: Any = _MISSING,
    *,
    where: Any = _MISSING,
    correction: Any = _MISSING,
) -> Any:
    """The variance over axes; see `numpy.var`."""
    ddof = ddof if correction is _MISSING else correction
    return _moment(ops.var, "var", a, axis, dtype, out, keepdims, where, correction=ddof)


def std(
    a: Any,
    axis: Any = None,
    dtype: Any = None,
    out: Any = None,
    ddof: float = 0,
    keepdims: Any = _MISSING,
    *,
    where: Any = _MISSING,
    correction: Any = _MISSING,
) -> Any:
    """The standard deviation over axes; see `numpy.std`."""
    ddof = ddof if correction is _MISSING else correction
    return _moment(ops.std, "std", a, axis, dtype, out, keepdims, where, correction=ddof)


def argmax(a: Any, axis: Any = None, out: Any = None, *, keepdims: Any = _MISSING) -> Any:
    """The position of the first largest element; see `numpy.argmax`."""
    return _position(ops.argmax, a, axis, out, keepdims)


def argmin(a: Any, axis: Any = None, out: Any = None, *, keepdims: Any = _MISSING) -> Any:
    """The position of the first smallest element; see `numpy.argmin`."""
    return _position(ops.argmin, a, axis, out, keepdims)


def _position(op: Op, a: Any, axis: Any, out: Any, keepdims: Any) -> Any:
    x = as_handle(a)
    kept = bool(keepdims) if keepdims is not _MISSING else False
    return _give(record(op, (x,), {"axis": _axes(axis, x.ndim), "keepdims": kept}), out)


def _running(op: Op, a: Any, axis: Any, dtype: Any, out: Any) -> Any:
    x = as_handle(a)
    if axis is None:
        x = x.reshape(-1)
        axis = 0
    params = {} if dtype is None else {"dtype": np.dtype(dtype)}
    return _give(record(op, (x,), {"axis": normal_axis(axis, x.ndim), **params}, as_array=True), out)


def cumsum(a: Any, axis: Any = None, dtype: Any = None, out: Any = None) -> Any:
    """The running sum along an axis (None: of all elements in order); see `numpy.cumsum`."""
    return _running(ops.cumsum, a, axis, dtype, out)


def cumprod(a: Any, axis: Any = None, dtype: Any = None, out: Any = None) -> Any:
    """The running product along an axis (None: of all elements in order); see `numpy.cumprod`."""
    return _running(ops.cumprod, a, axis, dtype, out)


amax, amin = max, min
__all__ = [
    "all", "amax", "amin", "any", "argmax", "argmin", "cumprod", "cumsum", "max", "mean", "min", "prod",
    "std", "sum", "var",
]  # fmt: skip

for _name in ("all", "any", "argmax", "argmin", "cumprod", "cumsum", "max", "mean", "min", "prod", "std", "sum", "var"):
    register(_name, globals()[_name])
