"""What NumPy and others ask of arrays: its functions and methods on ours, the array API's namespace, DLPack."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable, Mapping, Sequence
from operator import attrgetter
from typing import Any, cast

import numpy as np

from dusk import ops
from dusk.array import as_handle, export, layout, ndarray, register, share
from dusk.devices import as_device, beside, in_force
from dusk.graph import Op
from dusk.numpy.creation import asked
from dusk.numpy.fallback import call_numpy
from dusk.numpy.memory import METHODS
from dusk.numpy.ufuncs import UFUNCS
from dusk.record import (
    ANYTHING,
    WRITES,
    Handle,
    become_view,
    by_numpy,
    make_view,
    placed,
    record,
    root_of,
    shortcut,
    view_of,
)

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
    if function is np.lib.stride_tricks.sliding_window_view:
        return _windows(*args, **kwargs)
    namespace = _NAMESPACES.get(function.__module__)
    if namespace is None:
        return call_numpy(function, args, dict(kwargs))
    return getattr(importlib.import_module(namespace), function.__name__)(*args, **kwargs)


def _windows(x: Any, window_shape: Any, axis: Any = None, *, subok: bool = False, writeable: bool = False) -> Any:
    """The windows that slide over axes: a view, which nothing can be written through; see
    `numpy.lib.stride_tricks.sliding_window_view`."""
    made: Any = as_handle(x)
    sizes = tuple(window_shape) if np.iterable(window_shape) else (window_shape,)
    axes = tuple(range(made.ndim)) if axis is None else axis
    axes = np.lib.array_utils.normalize_axis_tuple(axes, made.ndim, allow_duplicate=True)
    if len(sizes) != len(axes):
        raise ValueError(f"Must provide matching length window_shape and axis; got {sizes} and {axes}")
    for size, along in zip(sizes, axes, strict=True):
        made = make_view(made, ops.windows, {"axis": along, "size": int(size)})
    return made


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
    """The array on a device, `dusk.cpu(1)` or its name: itself, where it is there, else a copy (ValueError: there is no
    such device)."""
    if stream is not None:
        raise ValueError("stream must be None")
    return placed(self, as_device(device).name)


def _to_numpy(self: Any) -> Any:
    """The array's own memory as a NumPy array: the name by which Matplotlib and others ask for it."""
    return self.numpy()


def _dlpack_device(self: Any) -> tuple[int, int]:
    """The device of DLPack on which the memory lies: (kind, number)."""
    return export(self).__dlpack_device__()


def from_dlpack(x: Any, /, *, device: Any = None, copy: bool | None = None) -> Any:
    """An array on the memory of anything that speaks DLPack; see `numpy.from_dlpack`.

    Memory that holds each element once, in any order of the axes, is shared; of any other a copy is made (BufferError:
    none is allowed).
    """
    if device is not None and asked(device) != (x.type.device if isinstance(x, Handle) else in_force()):
        with beside(asked(device)):
            return placed(from_dlpack(x, copy=copy), asked(device))
    if isinstance(x, Handle):
        return cast("Any", x).copy() if copy else x
    theirs = np.from_dlpack(x, copy=copy)
    order = sorted(range(theirs.ndim), key=lambda axis: -theirs.strides[axis])
    lying = theirs.transpose(order)
    if not lying.flags.c_contiguous and copy is False:
        raise BufferError("elements lie apart in this memory: an array cannot share it, and a copy is not allowed")
    made = share(lying)
    return made if order == [*range(theirs.ndim)] else made.transpose(tuple(np.argsort(order).tolist()))


def _view(self: Any, dtype: Any = None, type: Any = None) -> Any:
    """The same memory seen as another dtype (without one: a new view)."""
    if type is not None and type is not ndarray:
        memory = export(self)
        return memory.view(type=type) if dtype is None else memory.view(dtype, type)
    return self[...] if dtype is None or np.dtype(dtype) == self.dtype else share(export(self).view(dtype))


def _conjugate(self: Any) -> Any:
    """The complex conjugate of each element; of real ones, the array itself."""
    return UFUNCS["conjugate"](self) if self.dtype.kind == "c" else self


def _matrix_transpose(self: Any) -> Any:
    """The last two axes exchanged: a view."""
    return self.swapaxes(-1, -2)


def _method(name: str) -> Callable[..., Any]:
    found = getattr(np.ndarray, name)

    def method(self: Any, *args: Any, **kwargs: Any) -> Any:
        return call_numpy(found, (self, *args), kwargs)

    method.__name__, method.__doc__ = name, found.__doc__
    return method


class _Flags:
    """How an array lies in memory; see `numpy.ndarray.flags`. `writeable` can be set."""

    __slots__ = ("_array",)

    def __init__(self, array: Any) -> None:
        _keep(self, array)

    @property
    def _flags(self) -> Any:
        root = root_of(self._array)
        shared = root.buffer is not None and root.buffer.pins
        return export(self._array).flags if shared else layout(self._array).flags

    @property
    def owndata(self) -> bool:
        """Whether it has memory of its own."""
        return self._array.owner is None or self._flags.owndata or self._array.base is None

    @property
    def num(self) -> int:
        """All flags in one number."""
        return self._flags.num | (4 if self.owndata else 0)

    def __getitem__(self, name: str) -> Any:
        return self.owndata if name in ("OWNDATA", "O") else self._flags[name]

    def __setattr__(self, name: str, value: Any) -> None:
        self[name.upper()] = value

    def __setitem__(self, name: str, value: Any) -> None:
        if name not in ("WRITEABLE", "W"):
            np.empty(1).flags[cast("Any", name)] = value  # NumPy's complaint, or nothing to be done
        else:
            _set_writable(self._array, bool(value))

    def __eq__(self, other: object) -> bool:
        return self._flags == (other._flags if isinstance(other, _Flags) else other)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return repr(self._flags).replace("OWNDATA : False", f"OWNDATA : {self.owndata}")


_keep: Any = vars(_Flags)["_array"].__set__
for _name in dir(np.empty(0).flags):
    if not hasattr(_Flags, _name):
        setattr(_Flags, _name, property(lambda self, get=attrgetter(_name): get(self._flags)))


def _set_writable(array: Any, value: bool) -> None:
    frozen = (ops.broadcast_to, {"shape": array.shape})
    if value == _Flags(array)["WRITEABLE"]:
        return
    if not value:
        become_view(array, *frozen)
    elif array.owner is not None and array.spec and array.spec[-1] == frozen:
        thawed = view_of(array.owner, *frozen, array.type)
        thawed.spec = array.spec[:-1]
        if not _Flags(thawed)["WRITEABLE"]:
            raise ValueError("cannot set WRITEABLE flag to True of this array")
        array.spec = array.spec[:-1]
    else:
        raise ValueError("cannot set WRITEABLE flag to True of this array")


def _set_flags(self: Any, write: Any = None, align: Any = None, uic: Any = None) -> None:
    """Say whether the array may be written to; see `numpy.ndarray.setflags`."""
    if uic:
        raise ValueError("cannot set WRITEBACKIFCOPY flag to True")
    if write is not None:
        _set_writable(self, bool(write))


def _attribute(name: str) -> property:
    return property(lambda self: getattr(export(self), name), doc=getattr(np.ndarray, name).__doc__)


def _complete() -> None:
    for name, function in {
        "__array_ufunc__": shortcut(_array_ufunc, "ufunc", ({u.numpy: u for u in UFUNCS.values()}, "__call__")),
        "__array_function__": _array_function,
        "__array_wrap__": _array_wrap,
        "__array_namespace__": _array_namespace,
        "__dlpack__": _dlpack,
        "__dlpack_device__": _dlpack_device,
        "to_device": _to_device,
        "to_numpy": _to_numpy,
        "view": _view,
        "conj": _conjugate,
        "conjugate": _conjugate,
        "flags": property(_Flags),
        "setflags": _set_flags,
        "mT": property(_matrix_transpose),
        **METHODS,
    }.items():
        register(name, function)
    for name in dir(np.ndarray):
        if not name.startswith("_") and not hasattr(ndarray, name):
            register(name, _method(name) if callable(getattr(np.ndarray, name)) else _attribute(name))
    for name, makes in _MAKES.items():
        register(name, by_numpy(cast("Any", vars(ndarray)[name]), getattr(np.ndarray, name), makes))


_MAKES = {
    **dict.fromkeys(("fill", "partition", "put", "sort"), WRITES),
    **dict.fromkeys(("compress", "flatten", "tobytes"), 0),
    **dict.fromkeys(("ravel", "reshape"), ANYTHING),
}
"""Methods that NumPy's do for small arrays at hand, and what they make."""


_complete()

__all__ = ["from_dlpack"]
