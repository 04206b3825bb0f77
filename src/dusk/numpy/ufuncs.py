"""NumPy's universal functions: calls are recorded, with `out=`, `where=`, `dtype=` and the methods NumPy has."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from types import MethodType
from typing import Any, cast

import numpy as np

from dusk import ops
from dusk.array import as_handle, is_numeric, ndarray
from dusk.graph import Op
from dusk.numpy import folds
from dusk.numpy.fallback import NO_VALUE, call_numpy
from dusk.numpy.reductions import mask_of
from dusk.record import (
    WRITES,
    Function,
    Handle,
    assign,
    by_numpy,
    enter,
    is_ready,
    numbers_at_hand,
    record,
    update,
    value_of,
)

_PLAIN = (int, float, complex, bool, np.generic)
_READY = (ndarray, float, int)  # operands that can be recorded as they are
_KEYWORDS = {"order", "subok", "signature"}


class _Method:
    """A method of universal functions, whose calls with small arrays at hand are NumPy's."""

    def __init__(self, makes: int) -> None:
        self.makes = makes

    def __call__(self, function: Callable[..., Any]) -> Any:
        self.function = function
        return self

    def __get__(self, ufunc: Any, _: Any) -> Any:
        name = self.function.__name__
        made = by_numpy(MethodType(self.function, ufunc), getattr(ufunc.numpy, name), self.makes)
        return ufunc.__dict__.setdefault(name, made)


class Ufunc(Function):
    """A universal function; `np.<name>` of NumPy says what it computes."""

    def __init__(self, name: str, op: Op) -> None:
        self.__name__ = name
        self.op = op
        self.numpy: np.ufunc = getattr(np, name)
        self.__doc__ = self.numpy.__doc__
        self.nin, self.nout, self.nargs = self.numpy.nin, self.numpy.nout, self.numpy.nargs
        self.identity = self.numpy.identity
        self.types, self.ntypes, self.signature = self.numpy.types, self.numpy.ntypes, self.numpy.signature

    @property
    def __signature__(self) -> inspect.Signature:
        try:
            return inspect.signature(self.numpy)
        except ValueError as error:  # older ones do not tell
            raise AttributeError("__signature__") from error

    def __repr__(self) -> str:
        return f"<ufunc '{self.__name__}'>"

    def __reduce__(self) -> Any:
        return _named, (self.__name__,)

    def _call(
        self, *args: Any, out: Any = None, where: Any = True, dtype: Any = None, casting: str = "same_kind", **rest: Any
    ) -> Any:
        plain = out is None and where is True and dtype is None and not rest
        if plain and len(args) == self.nin and type(args[0]) is ndarray and type(args[-1]) in _READY:
            return record(self.op, args, {})
        if len(args) > self.nin:
            if out is not None:
                raise TypeError("cannot specify 'out' as both a positional and keyword argument")
            args, out = args[: self.nin], args[self.nin :]
        if len(args) != self.nin:
            raise TypeError(
                f"{self.__name__}() takes from {self.nin} to {self.nargs} positional arguments "
                f"but {len(args)} were given"
            )
        if isinstance(out, tuple):
            if len(cast("tuple[Any, ...]", out)) != self.nout:
                raise ValueError(f"{self.__name__}: the 'out' tuple must have exactly one entry per ufunc output")
            out = cast("Any", out[0])
        where = True if where is NO_VALUE else where
        if where is not True and self.signature is not None:
            raise TypeError(f"{self.__name__}() got an unexpected keyword argument 'where'")
        as_array = out is ...
        out = None if as_array else out
        if out is not None and not isinstance(out, ndarray):
            raise TypeError("return arrays must be of ArrayType")
        if not rest.keys() <= _KEYWORDS:
            raise TypeError(f"{self.__name__}() got an unexpected keyword argument {min(rest.keys() - _KEYWORDS)!r}")
        numbers = numbers_at_hand(args) if out is None and not as_array else None
        if numbers is not None:
            return self.numpy(*numbers, where=where, dtype=dtype, casting=casting, **rest)  # type: ignore[call-overload]
        if any(_not_ours(a) for a in args):
            named = {"out": out, "dtype": dtype, **({} if where is True else {"where": where}), **rest}
            return call_numpy(self.numpy, args, named)
        given = args
        if dtype is not None or out is not None or "signature" in rest:
            args = self._resolved(args, out, dtype, casting, rest)
        if where is True and isinstance(out, Handle) and out.owner is None and casting == "same_kind":
            if args[0] is out and not any(a is out for a in args[1:]):
                return update(self.op, out, *args[1:])
            return record(self.op, args, {}, as_array=True, into=out)
        value = record(self.op, args, {}, as_array=as_array or out is not None or where is not True)
        if out is not None and np.broadcast_shapes(value.shape, out.shape) != out.shape:
            shapes = f"with shape {out.shape} doesn't match the broadcast shape {value.shape}"
            raise ValueError(f"{self.__name__}{_types(given)}: non-broadcastable output operand {shapes}")
        if out is not None and not isinstance(out, Handle):  # a NumPy array: written when this returns
            np.copyto(out, np.asarray(value), casting=cast("Any", casting), where=np.asarray(where, np.bool_))
            return out
        if where is not True:
            value = self._masked(value, mask_of(where), out)
        if out is None:
            return value
        assign(out, value)
        return out

    def _resolved(self, args: Any, out: Any, dtype: Any, casting: Any, rest: dict[str, Any]) -> Any:
        """The operands, cast to the dtypes in which they are computed if a `dtype` or a signature says so; raises
        what NumPy does where there is none, or where the result does not go into `out`."""
        signature = rest.get("signature")
        if dtype is not None:
            signature = (*(None,) * self.nin, *(_dtype(dtype),) * self.nout)
        kinds = tuple([_kind(a) for a in args])
        wanted = (None,) * self.nout if out is None else (out.dtype,)
        found = _resolve(self.numpy, (*kinds, *wanted), signature, casting)
        if signature is None:
            return args
        return tuple([_cast(a, d) for a, d in zip(args, found, strict=False)])

    def _masked(self, value: Any, mask: Any, out: Any) -> Any:
        """The result where a mask holds, and elsewhere what `out` has (None: zeros)."""
        if out is not None and value.dtype != out.dtype:
            value = value.astype(out.dtype)
        return record(
            ops.where, (mask, value, np.zeros((), value.dtype)[()] if out is None else out), {}, as_array=True
        )

    @_Method(0)
    def reduce(self, array: Any, axis: Any = 0, dtype: Any = None, out: Any = None, **rest: Any) -> Any:
        """What is left of the elements along axes when two after the other are made one."""
        if self._folds(array):
            return folds.reduce(self.numpy, self.op, array, axis, dtype, out, **rest)
        return call_numpy(self.numpy.reduce, (array, axis, dtype), {"out": out, **rest})

    @_Method(0)
    def accumulate(self, array: Any, axis: int = 0, dtype: Any = None, out: Any = None) -> Any:
        """The running result along an axis."""
        if self._folds(array):
            return folds.accumulate(self.numpy, self.op, array, axis, dtype, out)
        return call_numpy(self.numpy.accumulate, (array, axis, dtype), {"out": out})

    def _folds(self, array: Any) -> bool:
        return self.nin == 2 and self.nout == 1 and self.signature is None and not _not_ours(array)

    @_Method(0)
    def outer(self, a: Any, b: Any, **rest: Any) -> Any:
        """This function of every pair of elements."""
        a, b = as_handle(a), as_handle(b)
        return self(record(ops.reshape, (a,), {"shape": (*a.shape, *(1,) * b.ndim)}, as_array=True), b, **rest)

    @_Method(WRITES)
    def at(self, array: Any, indices: Any, *values: Any) -> None:
        """Apply the function in place at indices, repeated ones as often as they occur."""
        key = indices  # (looked at by another name, the types of its parts being unknown)
        parts: tuple[Any, ...] = cast("Any", key) if isinstance(key, tuple) else (key,)
        waiting = [part for part in parts if isinstance(part, Handle) and not is_ready(part)]
        for part in waiting:  # it has to be known what they are, and with it other things are
            value_of(part)
        if waiting and all(map(is_ready, waiting)):
            self.at(array, indices, *values)
            return
        ours = isinstance(array, Handle) and len(values) == 1 and not _not_ours(values[0]) and self._folds(array)
        if not (ours and folds.at(self.numpy, self.op, array, indices, values[0])):
            call_numpy(self.numpy.at, (array, indices, *values), {})

    @_Method(0)
    def reduceat(self, array: Any, indices: Any, axis: int = 0, dtype: Any = None, out: Any = None) -> Any:
        """What is left of the slices between indices."""
        if self._folds(array):
            return folds.reduceat(self.numpy, self.op, array, indices, axis, dtype, out)
        return call_numpy(self.numpy.reduceat, (array, indices, axis, dtype), {"out": out})


enter(Ufunc)


def _kind(operand: Any) -> Any:
    """What NumPy's resolution of dtypes goes by: a dtype, or the type of a Python number."""
    if type(operand) in (int, float, complex):
        return cast("Any", type(operand))
    return operand.type.dtype if isinstance(operand, Handle) else np.asarray(operand).dtype


@functools.lru_cache(maxsize=4096)
def _resolve(ufunc: np.ufunc, kinds: Any, signature: Any, casting: Any) -> tuple[Any, ...]:
    given = {} if signature is None else {"signature": signature}
    return ufunc.resolve_dtypes(kinds, casting=casting, **given)


def _cast(operand: Any, dtype: np.dtype[Any]) -> Any:
    if type(operand) is int and dtype.kind in "iu":
        return np.array(operand, dtype)[()]  # OverflowError: it does not fit
    x = as_handle(operand)
    return x if x.dtype == dtype else record(ops.astype, (x,), {"dtype": dtype})


def _types(args: Any) -> str:
    """Operands, for messages."""
    return f"({', '.join(repr(a.type) if isinstance(a, Handle) else type(a).__name__ for a in args)})"


def _dtype(given: Any) -> np.dtype[Any]:
    """A dtype, of anything that names one (also NumPy's classes of dtypes)."""
    return given() if isinstance(given, type) and issubclass(cast("Any", given), np.dtype) else np.dtype(given)


def _not_ours(value: object) -> bool:
    """Whether an operand is for NumPy alone: objects, strings, dates, structured and masked arrays."""
    if isinstance(value, np.flexible | np.datetime64 | np.timedelta64):
        return True
    if isinstance(value, (Handle, *_PLAIN)):
        return False
    if type(value) in (np.ndarray, list, tuple):
        return not is_numeric(np.asarray(cast("Any", value)).dtype)
    return True


def _named(name: str) -> Ufunc:
    return UFUNCS[name]


def _all() -> dict[str, Ufunc]:
    from_registry = {name: op for name in vars(np) if isinstance(getattr(np, name), np.ufunc) and (op := _op(name))}
    return {name: Ufunc(name, op) for name, op in from_registry.items()}


_SAME = {"degrees": "rad2deg", "radians": "deg2rad"}


def _op(name: str) -> Op | None:
    numpy_name = _SAME.get(name) or getattr(np, name).__name__  # np.abs is np.absolute
    found = getattr(ops, numpy_name, None) or getattr(ops, numpy_name + "_", None)
    return found if isinstance(found, Op) else None


UFUNCS = _all()
__all__ = ["UFUNCS", "Ufunc"]
