"""Functions that make arrays."""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from typing import Any, cast

import numpy as np

from dusk import ops
from dusk.array import as_handle, flatiter, in_order, is_array, is_fortran, is_numeric, lying, ndarray, share
from dusk.array import reshape as _reshape
from dusk.array.layout import check_order
from dusk.devices import as_device, beside, in_force
from dusk.graph import CONSTANT, Literal
from dusk.numpy.fallback import call_numpy
from dusk.numpy.shapes import dims, has_minus_zero, stack
from dusk.record import Handle, leaf, local, made_of_sizes, of_dtype, placed, record, record_made

__all__ = [
    "arange",
    "array",
    "asanyarray",
    "asarray",
    "ascontiguousarray",
    "asfortranarray",
    "copy",
    "empty",
    "empty_like",
    "eye",
    "frombuffer",
    "fromfile",
    "fromiter",
    "fromstring",
    "full",
    "full_like",
    "identity",
    "ones",
    "ones_like",
    "tri",
    "zeros",
    "zeros_like",
]
MANY, END = 1 << 14, 1 << 62  # integers from which `arange` is recorded, if all are smaller than this


def fresh(array: Any, device: str = "") -> Any:
    """A Dusk array of the values of a NumPy array (a constant, inside a traced function), on the device named."""
    if type(array) is not np.ndarray or not is_numeric(array.dtype):
        return array
    if local.context.trace is not None:
        return record(CONSTANT, (), {"value": Literal(array, device or in_force())}, as_array=True)
    return leaf(array, device)


def array(
    object: Any,
    dtype: Any = None,
    *,
    copy: Any = True,
    order: Any = "K",
    subok: bool = False,
    ndmin: int = 0,
    ndmax: int = 0,
    like: Any = None,
) -> Any:
    """A new array of the values of anything array-like; see `numpy.array`."""
    if type(object) is np.ndarray and local.context.adopt is not None and is_numeric(object.dtype):
        object = as_handle(object)  # its values at each call, not those at the trace
    if isinstance(object, flatiter):
        object = as_handle(object)
    if isinstance(object, Handle):
        out = as_handle(object)
        if dtype is not None and np.dtype(dtype) != out.dtype:
            out = ndarray.astype(out, dtype)
        elif copy or (copy is not None and not is_array(out)):
            out = in_order(out, "F") if order == "F" else record(ops.identity, (out,), {}, as_array=True)
        more = (1,) * (ndmin - out.ndim)
        if not isinstance(out, Handle):
            return out[(None,) * len(more)] if more else out
        out = out if order == "K" else lying(out, order)
        return _reshape(out, more + out.shape) if more else out
    if _holds_handles(object):
        out = placed(stack([o if isinstance(o, Handle) else array(o) for o in object]), in_force())
        return out if dtype is None else ndarray.astype(cast("Any", out), dtype)
    limit: dict[str, Any] = {"ndmax": ndmax} if ndmax else {}
    made = fresh(np.array(object, dtype, order="C", subok=subok, ndmin=ndmin, **limit))
    return lying(made, order) if order != "K" and isinstance(made, Handle) else made


def _holds_handles(nested: Any) -> bool:
    """Whether a nested list holds Dusk values, so that their gradients must pass through it."""
    context = local.context
    stack_: list[Sequence[Any]] = [[nested]]
    while stack_:
        for item in stack_.pop():
            if isinstance(item, Handle):
                if context.history or context.trace is not None or item.buffer is None:
                    return True
            elif isinstance(item, list | tuple):
                stack_.append(cast("Sequence[Any]", item))
    return False


def asked(device: Any = None, like: Any = None) -> str:
    """By name, the device that a function which makes arrays is asked for (ValueError: there is no such one)."""
    return "" if device is None else as_device(device).name


def asarray(a: Any, dtype: Any = None, order: Any = None, *, copy: bool | None = None, **rest: Any) -> Any:
    """An array-like as an array, without a copy where there is one already; see `numpy.asarray`."""
    device = asked(**rest)
    if isinstance(a, flatiter):
        a = as_handle(a)
    if device and device != (a.type.device if isinstance(a, Handle) else in_force()):
        if copy is False:
            raise ValueError(f"an array that lies elsewhere is on {device} as a copy, and none is allowed")
        with beside(device):
            made = asarray(a, dtype, order)
        return placed(made, device) if isinstance(made, Handle) else made
    if not copy:
        if isinstance(a, Handle) and is_array(a) and (dtype is None or np.dtype(dtype) == a.dtype):
            return a if order is None else lying(a, order)
        if order not in (None, "K", "A") and type(a) is not np.ndarray:
            made = array(a, dtype)
            return lying(made, order) if isinstance(made, Handle) else np.asarray(made, order=order)
        if type(a) is np.ndarray and (dtype is None or np.dtype(dtype) == a.dtype):
            return share(a)
        if copy is False:
            np.asarray(a, dtype, copy=False)  # ValueError, as NumPy's
    return array(a, dtype)


def asanyarray(a: Any, dtype: Any = None, order: Any = None, **rest: Any) -> Any:
    """As `asarray`; arrays of NumPy's subclasses are given back as NumPy does; see `numpy.asanyarray`."""
    if type(a) is not np.ndarray and issubclass(type(a), np.ndarray):
        return np.asanyarray(a, dtype, order, **rest)
    return asarray(a, dtype, order, **rest)


def ascontiguousarray(a: Any, dtype: Any = None, **rest: Any) -> Any:
    """An array-like as an array of at least one dimension, in C order; see `numpy.ascontiguousarray`."""
    x = asarray(a, dtype, "C", **rest)
    return x if x.shape else x.reshape(1)


def asfortranarray(a: Any, dtype: Any = None, **rest: Any) -> Any:
    """An array-like as an array in the order of Fortran; see `numpy.asfortranarray`."""
    x: Any = asarray(a, dtype, "F", **rest)
    if not isinstance(x, Handle):
        return np.asfortranarray(x)
    return lying(x if x.shape else cast("Any", x).reshape(1), "F")


def _number(value: Any, kind: np.dtype[Any]) -> Any:
    """A number as one of that dtype (OverflowError: it is none), as Python's."""
    return np.asarray(of_dtype(value, kind) if type(value) is int else value).astype(kind)[()].item()


_integer = functools.lru_cache(maxsize=1024)(_number)  # (-0.0 would be found as 0.0)


def full(shape: Any, fill_value: Any, dtype: Any = None, order: str = "C", **rest: Any) -> Any:
    """An array of one value; see `numpy.full`."""
    device = asked(**rest)
    size = dims(shape)
    plain = type(fill_value) is int or type(fill_value) is float
    if not plain and (isinstance(fill_value, Handle) or np.ndim(fill_value)):
        value = placed(as_handle(fill_value), device or in_force())
        out = record(ops.broadcast_to, (value,), {"shape": size}, as_array=True)
        made = record(ops.identity, (out,), {}, as_array=True) if dtype is None else ndarray.astype(out, dtype)
        return made if order == "C" else in_order(made, order)
    kind = np.dtype(dtype) if dtype is not None else np.asarray(fill_value).dtype
    if not is_numeric(kind):
        return np.full(shape, fill_value, dtype)
    if any(n < 0 for n in size):
        raise ValueError("negative dimensions are not allowed")
    value = fill_value
    if kind.kind in "biufc":
        value = _integer(value, kind) if type(value) is int else _number(value, kind)
        if has_minus_zero(value):
            return full(shape, leaf(np.array(value, kind), device), None, order, **rest)
    made = record_made(ops.full, shape=size, value=value, dtype=kind, device=device)
    made_of_sizes()
    return made if order == "C" else in_order(made, order)


def zeros(shape: Any, dtype: Any = None, order: str = "C", **rest: Any) -> Any:
    """An array of zeros; see `numpy.zeros`."""
    kind = float if dtype is None else dtype
    return full(shape, 0, kind, order, **rest) if is_numeric(np.dtype(kind)) else np.zeros(shape, kind)


def ones(shape: Any, dtype: Any = None, order: str = "C", **rest: Any) -> Any:
    """An array of ones; see `numpy.ones`."""
    kind = float if dtype is None else dtype
    return full(shape, 1, kind, order, **rest) if is_numeric(np.dtype(kind)) else np.ones(shape, kind)


def empty(shape: Any, dtype: Any = None, order: str = "C", **rest: Any) -> Any:
    """An array whose values are yet to be written (zeros); see `numpy.empty`."""
    return zeros(shape, dtype, order, **rest)


def _like(a: Any, dtype: Any, shape: Any, order: str) -> tuple[Any, Any, str]:
    x = as_handle(a)
    check_order(order)
    return (x.shape if shape is None else shape), (x.dtype if dtype is None else dtype), "F" if order == "F" else "C"


def _there(a: Any, rest: dict[str, Any]) -> dict[str, Any]:
    """Keywords by which an array is made where another one is, unless they say otherwise."""
    return rest if rest.get("device") is not None or not isinstance(a, Handle) else {**rest, "device": a.type.device}


def zeros_like(a: Any, dtype: Any = None, order: str = "K", subok: bool = True, shape: Any = None, **rest: Any) -> Any:
    """Zeros of the shape and dtype of another array; see `numpy.zeros_like`."""
    return zeros(*_like(a, dtype, shape, order), **_there(a, rest))


def ones_like(a: Any, dtype: Any = None, order: str = "K", subok: bool = True, shape: Any = None, **rest: Any) -> Any:
    """Ones of the shape and dtype of another array; see `numpy.ones_like`."""
    return ones(*_like(a, dtype, shape, order), **_there(a, rest))


def full_like(
    a: Any, fill_value: Any, dtype: Any = None, order: str = "K", subok: bool = True, shape: Any = None, **rest: Any
) -> Any:
    """One value in the shape and dtype of another array; see `numpy.full_like`."""
    size, kind, order = _like(a, dtype, shape, order)
    return full(size, fill_value, kind, order, **_there(a, rest))


empty_like = zeros_like


def _made(function: Any) -> Callable[..., Any]:
    def make(*args: Any, device: Any = None, **kwargs: Any) -> Any:
        if device is not None:
            with beside(asked(device)):
                return make(*args, **kwargs)
        plain = [as_handle(a).item() if isinstance(a, Handle) and a.shape == () else a for a in args]
        if any(isinstance(a, Handle) for a in (*plain, *kwargs.values())):
            return call_numpy(function, plain, kwargs)
        out = function(*plain, **kwargs)
        if isinstance(out, tuple):
            return tuple(fresh(o) if isinstance(o, np.ndarray) else o for o in cast("tuple[Any, ...]", out))
        return fresh(out)

    make.__name__, make.__doc__ = function.__name__, function.__doc__
    return make


_arange, eye, identity, tri = map(_made, (np.arange, np.eye, np.identity, np.tri))


@functools.wraps(np.arange)
def arange(*args: Any, device: Any = None, **kwargs: Any) -> Any:
    if device is not None:
        with beside(asked(device)):
            return arange(*args, **kwargs)
    plain = not kwargs and 1 <= len(args) <= 3 and all(type(a) is int and abs(a) < END for a in args)
    if not plain or 0 in args[2:] or len(steps := range(*args)) < MANY:
        return _arange(*args, **kwargs)
    # so many are computed where they are used
    return record_made(ops.iota, size=len(steps), start=steps.start, step=steps.step, dtype=np.dtype(np.int64))


def _read(function: Any) -> Callable[..., Any]:
    """A function of NumPy's that makes an array of what is no array; memory that may be written to is shared."""

    @functools.wraps(function)
    def read(*args: Any, **kwargs: Any) -> Any:
        made = function(*args, **kwargs)
        shared = made.base is not None and made.flags.writeable and local.context.trace is None
        return share(made) if shared and is_numeric(made.dtype) else fresh(made)

    return read


frombuffer, fromfile, fromiter, fromstring = map(_read, (np.frombuffer, np.fromfile, np.fromiter, np.fromstring))


def copy(a: Any, order: str = "K", subok: bool = False) -> Any:
    """A copy; see `numpy.copy`."""
    x = array(a)
    return in_order(x, "F") if order == "F" or (order in ("K", "A") and isinstance(a, Handle) and is_fortran(a)) else x


MAKES: dict[str, tuple[Any, int]] = {
    **{name: (getattr(np, name), -1) for name in ("asarray", "asanyarray", "ascontiguousarray")},
    **{
        name: (getattr(np, name), 1)
        for name in ("arange", "full", "geomspace", "linspace", "logspace", "ones", "zeros")
    },
    **{name: (getattr(np, name), 2) for name in ("eye", "identity", "tri")},
    "array": (np.array, 3),
    "empty": (np.zeros, 1),
}
"""Functions that need no array to make one: which of NumPy's does it, and what its sizes are (see `by_numpy`)."""
