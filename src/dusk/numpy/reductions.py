"""Reductions, as functions and as methods of arrays."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any, cast

import numpy as np

from dusk import ops
from dusk.array import as_handle, is_line, is_whole, line, normal_axis, one_axis, reduction, register
from dusk.graph import Op
from dusk.numpy.fallback import NO_VALUE
from dusk.record import Handle, assign, by_numpy, followed, record, shortcut

_WHOLE = {"axis": None, "keepdims": False}
_NUMBERS = (bool, int, float, complex)


def _axes(axis: Any, ndim: int) -> Any:
    """The axes of a reduction, checked; of a number, NumPy takes its first and last axis for none."""
    if axis is None or is_line(axis, ndim):
        return None
    if isinstance(axis, tuple):
        found = tuple(normal_axis(a, ndim) for a in cast("tuple[Any, ...]", axis))
        if len(set(found)) != len(found):
            raise ValueError("duplicate value in 'axis'")
        return found
    return one_axis(axis, ndim)


def mask_of(where: Any) -> Any:
    """What `where=` says as an array of bools (TypeError: an array of something else)."""
    is_array = isinstance(where, Handle | np.ndarray)
    given = as_handle(cast("object", where) if is_array else np.asarray(where, np.bool_))
    if given.dtype != np.bool_:
        text = f"Cannot cast array data from {given.dtype!r} to dtype('bool') according to the rule 'safe'"
        raise TypeError(f"where={given.type}: {text}")
    return given


def check_out(out: Any) -> None:
    """TypeError: what results are to be written to is no array."""
    if not issubclass(cast("type[Any]", type(out)), Handle | np.ndarray):
        raise TypeError(f"out={out!r}: return arrays must be of ArrayType, not {type(out).__name__}")


def keep(keepdims: Any) -> bool:
    """Whether axes are to be kept (TypeError: neither yes nor no, nor a number)."""
    if keepdims is NO_VALUE:
        return False
    return bool(operator.index(int(keepdims) if type(keepdims) is np.bool_ else keepdims))


def give(value: Any, out: Any, casting: Any = "unsafe") -> Any:
    """A result, written to `out` if that is given, cast as NumPy's reductions (and its functions in C) do: always."""
    if out is None:
        return value
    check_out(out)
    if isinstance(out, Handle):
        if out.shape != value.shape:
            raise ValueError(f"output parameter has shape {out.shape}, the result {value.shape}")
        if not np.can_cast(value.dtype, out.dtype, casting):
            raise TypeError(f"cannot cast output from {value.dtype!r} to {out.dtype!r} with casting rule '{casting}'")
        assign(out, value)
    else:
        np.copyto(out, np.asarray(value), casting=casting)
    return out


def _reduce(
    op: Op, combine: Op, neutral: Any, x: Any, axis: Any, keepdims: Any, where: Any, initial: Any, **params: Any
) -> Any:
    """A reduction with NumPy's `where=` (others count as neutral) and `initial=` (combined with the result)."""
    if where is NO_VALUE and initial is NO_VALUE and (type(x) in _NUMBERS or issubclass(type(x), np.generic)):
        return op.body(x, axis=axis, keepdims=keepdims is True, **params)
    if where is NO_VALUE and neutral is not None and (found := reduction(x, axis, keepdims is True)) is not None:
        x, axis, where = found
    x = as_handle(x)
    keepdims = keep(keepdims)
    if axis is None and where is NO_VALUE and initial is NO_VALUE and not (keepdims or params):  # the usual case
        return record(op, (x,), _WHOLE)
    if where is not NO_VALUE and where is not True:
        rest = neutral if neutral is not None or initial is NO_VALUE else initial
        if rest is None:
            raise ValueError(
                f"reduction operation '{combine.name}' does not have an identity, "
                "so to use a where mask one has to specify 'initial'"
            )
        x = record(ops.where, (mask_of(where), x, _as(rest, x.dtype)), {}, as_array=True)
    axes = _axes(axis, x.ndim)
    given = initial is not NO_VALUE and initial is not None
    if given and neutral is None and 0 in x.shape:
        over = set(range(x.ndim) if axes is None else np.atleast_1d(axes).tolist())
        if any(x.shape[a] == 0 for a in over):
            shape = [1 if i in over else n for i, n in enumerate(x.shape) if keepdims or i not in over]
            return record(ops.broadcast_to, (as_handle(_as(initial, x.dtype)),), {"shape": tuple(shape)})
    value = record(op, (x,), {"axis": axes, "keepdims": keepdims, **params})
    return record(combine, (value, _as(initial, value.dtype)), {}) if given else value


def _as(value: Any, dtype: np.dtype[Any]) -> Any:
    """A number in the dtype of what it is combined with."""
    if isinstance(value, Handle):
        return value if value.dtype == dtype else record(ops.astype, (value,), {"dtype": dtype})
    return np.array(value, dtype)[()]


def _public(name: str, what: str, function: Callable[..., Any]) -> Callable[..., Any]:
    """A function of this module under its name, which is also that of a method of arrays."""
    function.__name__ = function.__qualname__ = name
    function.__doc__ = f"{what}; see `numpy.{name}`."
    public = by_numpy(followed(function), getattr(np.ndarray, name))
    register(name, public)
    return public


def accumulator(x: Any, dtype: Any, out: Any) -> dict[str, Any]:
    """The dtype of a sum or product, if it is not the usual one: the one given, or what x and `out` have together."""
    if dtype is None and out is None:
        return {}
    if out is not None:
        check_out(out)
    if dtype is not None:
        return {"dtype": np.dtype(dtype)}
    return {"dtype": np.result_type(as_handle(x).dtype, cast("Any", out).dtype)}


def _total(name: str, what: str, op: Op, combine: Op, neutral: int) -> Callable[..., Any]:
    def total(
        a: Any,
        axis: Any = None,
        dtype: Any = None,
        out: Any = None,
        keepdims: Any = NO_VALUE,
        initial: Any = NO_VALUE,
        where: Any = NO_VALUE,
    ) -> Any:
        params = accumulator(a, dtype, out)
        return give(_reduce(op, combine, neutral, a, axis, keepdims, where, initial, **params), out)

    return _public(name, what, total)


def _extreme(name: str, what: str, op: Op, combine: Op) -> Callable[..., Any]:
    def extreme(
        a: Any,
        axis: Any = None,
        out: Any = None,
        keepdims: Any = NO_VALUE,
        initial: Any = NO_VALUE,
        where: Any = NO_VALUE,
    ) -> Any:
        return give(_reduce(op, combine, None, a, axis, keepdims, where, initial), out)

    return _public(name, what, extreme)


def _truth(name: str, what: str, op: Op, combine: Op, neutral: bool) -> Callable[..., Any]:
    def truth(a: Any, axis: Any = None, out: Any = None, keepdims: Any = NO_VALUE, *, where: Any = NO_VALUE) -> Any:
        return give(_reduce(op, combine, neutral, a, axis, keepdims, where, NO_VALUE), out)

    return _public(name, what, truth)


def _moment(
    op: Op, name: str, a: Any, axis: Any, dtype: Any, out: Any, keepdims: Any, where: Any, **params: Any
) -> Any:
    if where is NO_VALUE and (found := reduction(a, axis, keepdims is True)) is not None:
        a, axis, where = found
    if where is not NO_VALUE and where is not True:
        mask = mask_of(where)
        if op is ops.mean:
            return give(masked_mean(as_handle(a), axis, dtype, keepdims, mask), out)
        value = masked_variance(as_handle(a), axis, dtype, keepdims, mask, params["correction"])
        return give(value if op is ops.var else root(value), out)
    x = as_handle(a)
    if is_line(axis, x.ndim) or isinstance(axis, bool):
        normal_axis(axis, x.ndim)  # NumPy counts what is along an axis, and finds none
    if dtype is not None:
        x = record(ops.astype, (x,), {"dtype": np.dtype(dtype)}, as_array=True)
    kept = keep(keepdims)
    return give(record(op, (x,), {"axis": _axes(axis, x.ndim), "keepdims": kept, **params}), out)


def _sum_where(x: Any, axis: Any, keepdims: Any, mask: Any, dtype: Any = None) -> Any:
    chosen = record(ops.where, (mask, x, 0), {}, as_array=True)
    return _reduce(ops.sum_, ops.add, 0, chosen, axis, keepdims, NO_VALUE, NO_VALUE, **_of(dtype))


def _of(dtype: Any) -> dict[str, Any]:
    return {} if dtype is None else {"dtype": np.dtype(dtype)}


def _count(x: Any, axis: Any, keepdims: Any, mask: Any) -> Any:
    axes = _axes(axis, x.ndim)
    over = range(x.ndim) if axes is None else np.atleast_1d(axes).tolist()
    sizes = (*(1,) * (x.ndim - mask.ndim), *mask.shape)  # along other axes it need not be counted again
    pairs = enumerate(zip(x.shape, sizes, strict=False))
    shape = tuple([1 if m == 1 and i not in over else n for i, (n, m) in pairs])
    held = record(ops.broadcast_to, (mask,), {"shape": shape}, as_array=True)
    return _reduce(ops.sum_, ops.add, 0, held, axis, keepdims, NO_VALUE, NO_VALUE)


def _working(x: Any, dtype: Any) -> tuple[Any, np.dtype[Any], np.dtype[Any]]:
    """An operand in the dtype that its moments are computed in, that dtype, and the one they have."""
    given = x.dtype if dtype is None else np.dtype(dtype)
    wanted = given if given.kind in "fc" else np.dtype(np.float64)
    inner = np.dtype(np.float32) if wanted == np.float16 else wanted
    return record(ops.astype, (x,), {"dtype": inner}, as_array=True), inner, wanted


def masked_mean(x: Any, axis: Any, dtype: Any, keepdims: Any, mask: Any) -> Any:
    """The mean where a mask holds; of nothing it is NaN."""
    x, inner, wanted = _working(x, dtype)
    total = _sum_where(x, axis, keepdims, mask, inner)
    return _cast(record(ops.divide, (total, _count(x, axis, keepdims, mask)), {}), wanted)


def root(total: Any, exponent: Any = None) -> Any:
    """The root of a sum of powers (of distances, of magnitudes), with derivative 0 where all of them are 0."""
    value = record(ops.sqrt, (total,), {}) if exponent is None else record(ops.power, (total, exponent), {})
    return record(ops.where, (record(ops.equal, (total, 0), {}), total, value), {})


def masked_variance(
    x: Any,
    axis: Any,
    dtype: Any,
    keepdims: Any,
    mask: Any,
    correction: Any,
    centre: Any = NO_VALUE,
    of_too_few: float | None = None,
) -> Any:
    """The variance where a mask holds, about the mean there or a given one. Of no more elements than the correction
    it is `of_too_few`, or a quotient by 0."""
    x, inner, wanted = _working(x, dtype)
    if centre is NO_VALUE:
        centre = masked_mean(x, axis, None, True, mask)
    apart = record(ops.subtract, (x, centre), {}, as_array=True)
    if inner.kind == "c":
        apart = record(ops.absolute, (apart,), {}, as_array=True)
    total = _sum_where(record(ops.square, (apart,), {}, as_array=True), axis, keepdims, mask)
    left = record(ops.subtract, (_count(x, axis, keepdims, mask), correction), {})
    value = record(ops.divide, (total, record(ops.maximum, (left, 0), {})), {})
    if of_too_few is not None:
        value = record(ops.where, (record(ops.greater, (left, 0), {}), value, of_too_few), {})
    return _cast(value, np.abs(np.zeros(1, wanted)).dtype)


def _cast(value: Any, dtype: np.dtype[Any]) -> Any:
    return value if value.dtype == dtype else record(ops.astype, (value,), {"dtype": dtype})


def _mean(
    a: Any, axis: Any = None, dtype: Any = None, out: Any = None, keepdims: Any = NO_VALUE, *, where: Any = NO_VALUE
) -> Any:
    return _moment(ops.mean, "mean", a, axis, dtype, out, keepdims, where)


def _spread(name: str, what: str, op: Op) -> Callable[..., Any]:
    def spread(
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
        ddof = ddof if correction is NO_VALUE else correction
        if mean is not NO_VALUE:
            mask = mask_of(True if where is NO_VALUE else where)
            value = masked_variance(as_handle(a), axis, dtype, keepdims, mask, ddof, as_handle(mean))
            return give(value if op is ops.var else root(value), out)
        return _moment(op, name, a, axis, dtype, out, keepdims, where, correction=ddof)

    return _public(name, what, spread)


def _position(name: str, what: str, op: Op) -> Callable[..., Any]:
    def position(a: Any, axis: Any = None, out: Any = None, *, keepdims: Any = NO_VALUE) -> Any:
        x = as_handle(a)
        kept = keepdims is not NO_VALUE and bool(keepdims)
        along = None if is_whole(axis, x.ndim) else one_axis(axis, x.ndim)
        if out is not None:
            check_out(out)
        value = record(op, (x,), {"axis": along, "keepdims": kept})
        if out is not None and out.shape == value.shape and not np.can_cast(out.dtype, np.int64):
            raise TypeError(f"{name}: cannot cast out={out.dtype!r} to dtype('int64') according to the rule 'safe'")
        return give(value, out)

    return _public(name, what, position)


def _running(name: str, what: str, op: Op) -> Callable[..., Any]:
    def running(a: Any, axis: Any = None, dtype: Any = None, out: Any = None) -> Any:
        x, along = line(as_handle(a), axis)
        return give(record(op, (x,), {"axis": along, **accumulator(x, dtype, out)}, as_array=True), out)

    return _public(name, what, running)


sum = _total("sum", "The sum of elements over axes", ops.sum_, ops.add, 0)
prod = _total("prod", "The product of elements over axes", ops.prod, ops.multiply, 1)
max = _extreme("max", "The largest element over axes", ops.max_, ops.maximum)
min = _extreme("min", "The smallest element over axes", ops.min_, ops.minimum)
any = _truth("any", "Whether any element is true over axes", ops.any_, ops.logical_or, False)
all = _truth("all", "Whether all elements are true over axes", ops.all_, ops.logical_and, True)
mean = _public("mean", "The arithmetic mean over axes", _mean)
var = _spread("var", "The variance over axes", ops.var)
std = _spread("std", "The standard deviation over axes", ops.std)
argmax = _position("argmax", "The position of the first largest element", ops.argmax)
argmin = _position("argmin", "The position of the first smallest element", ops.argmin)
cumsum = _running("cumsum", "The running sum along an axis (None: of all elements in order)", ops.cumsum)
cumprod = _running("cumprod", "The running product along an axis (None: of all elements in order)", ops.cumprod)
for _name, _op in {"sum": ops.add, "prod": ops.multiply, "any": ops.logical_or, "all": ops.logical_and}.items():
    shortcut(globals()[_name], _name, _op)
shortcut(max, "extreme", ops.maximum)
shortcut(min, "extreme", ops.minimum)
shortcut(mean, "mean", ops.add)
amax, amin = max, min
__all__ = [
    "all", "amax", "amin", "any", "argmax", "argmin", "cumprod", "cumsum", "max", "mean", "min", "prod",
    "std", "sum", "var",
]  # fmt: skip
