"""What NumPy and others ask of arrays: its functions and methods on ours, the array API's namespace, DLPack."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable, Mapping, Sequence
from typing import Any, cast

import numpy as np

from dusk import ops
from dusk.array import as_handle, export, layout, ndarray, register, share
from dusk.graph import Op
from dusk.numpy.creation import on_cpu
from dusk.numpy.fallback import call_numpy
from dusk.numpy.ufuncs import UFUNCS
from dusk.record import Handle, record, root_of

_NAMESPACES = {"numpy": "dusk.numpy", "numpy.linalg": "dusk.numpy.linalg", "numpy.fft": "dusk.numpy.fft"}


def _array_ufunc(self: Any, ufunc: np.ufunc, method: str, *inputs: Any, **kwargs: Any) -> Any:
    """A universal function of NumPy that met one of our arrays."""
    ours = UFUNCS.get(ufunc.__name__)
    if ours is None or ours.numpy is not ufunc:
        op = _special(ufunc) if method == "__call__" and not kwargs else None
        if op is not None:
            return record(op, inputs, {})
        return call_numpy(ufunc if method == "__call__" else getattr(ufunc, method), inputs, kwargs)
    out = kwargs.get("out")
    if isinstance(out, tuple) and len(one := cast("tuple[Any, ...]", out)) == 1:
        kwargs["out"] = one[0]
    return getattr(ours, method)(*inputs, **kwargs)


_SPECIAL = {"erf": ops.erf, "expit": ops.sigmoid}


def _special(ufunc: np.ufunc) -> Op | None:
    """The op that computes what a universal function of scipy.special does."""
    op = _SPECIAL.get(ufunc.__name__)
    return op if op is not None and getattr(sys.modules.get("scipy.special"), ufunc.__name__, None) is ufunc else None


def _array_function(
    self: Any, function: Callable[..., Any], types: Any, args: Sequence[Any], kwargs: Mapping[str, Any]
) -> Any:
    """A function of NumPy's that met one of our arrays."""
    namespace = _NAMESPACES.get(function.__module__)
    if namespace is None:
        return call_numpy(function, args, dict(kwargs))
    return getattr(importlib.import_module(namespace), function.__name__)(*args, **kwargs)


def _array_wrap(self: Any, array: Any, context: Any = None, return_scalar: bool = False) -> Any:
    """What a function of NumPy's has made of this array, as ours."""
    made = as_handle(array)
    return made[()] if return_scalar else made


def _array_namespace(self: Any, api_version: str | None = None) -> Any:
    """The namespace of the array API's functions."""
    return importlib.import_module("dusk.numpy")


def _dlpack(
    self: Any,
    *,
    stream: Any = None,
    max_version: tuple[int, int] | None = None,
    dl_device: tuple[Any, int] | None = None,
    copy: bool | None = None,
) -> Any:
    """The array's memory as a DLPack capsule."""
    return export(self).__dlpack__(stream=stream, max_version=max_version, dl_device=dl_device, copy=copy)


def _to_device(self: Any, device: Any, /, *, stream: Any = None) -> Any:
    """The array on a device: itself, on the only one there is (ValueError: another one)."""
    if stream is not None:
        raise ValueError("stream must be None")
    on_cpu(device)
    return self


def _dlpack_device(self: Any) -> tuple[int, int]:
    """The device of DLPack on which the memory lies: (kind, number)."""
    return export(self).__dlpack_device__()


def from_dlpack(x: Any, /, *, device: Any = None, copy: bool | None = None) -> Any:
    """An array on the memory of anything that speaks DLPack; see `numpy.from_dlpack`."""
    on_cpu(device)
    if isinstance(x, Handle):
        return cast("Any", x).copy() if copy else x
    return share(np.from_dlpack(x, device=device, copy=copy))


def _view(self: Any, dtype: Any = None, type: Any = None) -> Any:
    """The same memory seen as another dtype (without one: a new view)."""
    if type is not None and type is not ndarray:
        memory = export(self)
        return memory.view(type=type) if dtype is None else memory.view(dtype, type)
    return self[...] if dtype is None or np.dtype(dtype) == self.dtype else share(export(self).view(dtype))


def _conjugate(self: Any) -> Any:
    """The complex conjugate of each element."""
    return UFUNCS["conjugate"](self)


def _matrix_transpose(self: Any) -> Any:
    """The last two axes exchanged: a view."""
    return self.swapaxes(-1, -2)


def _method(name: str) -> Callable[..., Any]:
    found = getattr(np.ndarray, name)

    def method(self: Any, *args: Any, **kwargs: Any) -> Any:
        return call_numpy(found, (self, *args), kwargs)

    method.__name__, method.__doc__ = name, found.__doc__
    return method


def _flags(self: Any) -> Any:
    """How the array lies in memory; see `numpy.ndarray.flags`. What is computed has memory of its own."""
    root = root_of(self)
    shared = root.buffer is not None and root.buffer.pins
    return export(self).flags if shared else _OWN if self.owner is None else layout(self).flags


_OWN = np.empty((2, 2)).flags


def _attribute(name: str) -> property:
    return property(lambda self: getattr(export(self), name), doc=getattr(np.ndarray, name).__doc__)


def _complete() -> None:
    for name, function in {
        "__array_ufunc__": _array_ufunc,
        "__array_function__": _array_function,
        "__array_wrap__": _array_wrap,
        "__array_namespace__": _array_namespace,
        "__dlpack__": _dlpack,
        "__dlpack_device__": _dlpack_device,
        "to_device": _to_device,
        "view": _view,
        "conj": _conjugate,
        "conjugate": _conjugate,
        "flags": property(_flags),
        "mT": property(_matrix_transpose),
    }.items():
        register(name, function)
    for name in dir(np.ndarray):
        if not name.startswith("_") and not hasattr(ndarray, name):
            register(name, _method(name) if callable(getattr(np.ndarray, name)) else _attribute(name))


_complete()

__all__ = ["from_dlpack"]
