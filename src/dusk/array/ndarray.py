"""`ndarray`: what users hold. A handle with NumPy's attributes, methods, indexing and protocols."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from types import GenericAlias
from typing import TYPE_CHECKING, Any, cast
from weakref import ref

import numpy as np

from dusk import ops
from dusk.array import indexing
from dusk.array.flat import flatiter
from dusk.array.layout import check_order, is_line, layout, normal_axis, place, ravel, reshape, steps_in_order
from dusk.array.order import in_order, lying
from dusk.array.sharing import export, is_numeric, share
from dusk.devices import DEFAULT_NAME, Device, as_device, named
from dusk.engine.buffer import Buffer
from dusk.errors import NotNumericError
from dusk.record import (
    Classes,
    Handle,
    adopt,
    assign,
    attribute,
    become_value,
    become_view,
    bind_operators,
    by_numpy,
    followed,
    leaf,
    local,
    make_view,
    ready_handle,
    record,
    shortcut,
    stats,
    value_of,
    viewing,
    viewing_property,
)
from dusk.record.left import note_left


def _leaving(x: Handle, how: str, value: Any) -> Any:
    """A value, once it is noted that it leaves an array: no gradient follows it."""
    if local.context.history:
        note_left(x, how, value)
    return value


class _Meta(type):
    """`isinstance(x, dusk.numpy.ndarray)` is true of NumPy's own arrays as well."""

    def __instancecheck__(cls, instance: object) -> bool:
        if cls is not ndarray:
            return type.__instancecheck__(cls, instance)
        kind = type(instance)
        return kind is not scalar and (issubclass(kind, ndarray) or issubclass(kind, np.ndarray))


@adopt
class ndarray(Handle, metaclass=_Meta):  # noqa: N801 - NumPy's name
    """An n-dimensional array whose operations are recorded and run when a value is looked at."""

    __slots__ = ()
    __array_priority__ = 100.0
    __class_getitem__: Any = classmethod(cast("Any", GenericAlias))

    def __new__(  # pyright: ignore[reportInconsistentConstructor]
        cls, shape: Any, dtype: Any = float, buffer: Any = None, offset: int = 0, strides: Any = None, order: Any = None
    ) -> Any:
        if buffer is not None:
            memory = export(buffer) if isinstance(buffer, Handle) else buffer
            return share(np.ndarray(shape, dtype, memory, offset, strides, order))
        from_shape = (shape,) if isinstance(shape, int) else tuple(shape)
        return empty(from_shape, dtype)

    def __init__(self, *made: Any, **words: Any) -> None:
        """Nothing: what `__new__` gives is made."""

    # --- attributes
    if TYPE_CHECKING:

        @property
        def size(self) -> int: ...
        @property
        def itemsize(self) -> int: ...
        @property
        def nbytes(self) -> int: ...

    @viewing_property
    def T(self) -> Any:  # noqa: N802 - NumPy's name
        return self.transpose()

    @property
    def strides(self) -> tuple[int, ...]:
        if self.owner is None:
            return steps_in_order(self.type.shape, self.type.dtype.itemsize)
        return tuple([step * self.itemsize for step in layout(self).strides])

    @property
    def device(self) -> Device:
        """Where it lies: `dusk.cpu(0)`, which equals its text `"cpu"`, or another one."""
        return named(self.type.device)

    @property
    def base(self) -> Any:
        owner: Any = self.owner
        shown = None if owner is None else owner.spec  # see `give_away`
        known = cast("Any", shown)() if type(shown) is ref else owner
        return None if known is self else owner if known is None else known

    @property
    def flat(self) -> Any:
        return flatiter(self)

    @flat.setter
    def flat(self, value: Any) -> None:
        flatiter(self)[:] = value

    def _real(self) -> Any:
        return self if self.dtype.kind != "c" else make_view(self, ops.real, {})

    def _imag(self) -> Any:
        if self.dtype.kind != "c":
            return record(ops.imag, (self,), {}, as_array=True)
        return make_view(self, ops.imag, {})

    def _set_real(self, value: Any) -> None:
        self.real[...] = value

    def _set_imag(self, value: Any) -> None:
        if self.dtype.kind != "c":
            raise TypeError("array does not have imaginary part to set")
        self.imag[...] = value

    real: Any = viewing_property(_real, _set_real)
    imag: Any = viewing_property(_imag, _set_imag)

    # --- looking at values
    def numpy(self) -> np.ndarray[Any, Any]:
        """This array's own memory as a NumPy array: writes on either side are seen on the other."""
        return _leaving(self, ".numpy()", export(self))

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> np.ndarray[Any, Any]:
        if _untold:
            _tell(self)
        as_asked = dtype is None or np.dtype(dtype) == self.dtype
        if copy or (copy is None and not as_asked):
            made = np.array(value_of(self), dtype)
            stats.copied(made.nbytes)
        else:  # NumPy complains where it has to copy after all
            made = export(self) if as_asked else np.array(export(self), dtype, copy=False)
        return _leaving(self, "np.asarray", made)

    def tolist(self) -> Any:
        stats.copied(self.type.weight)
        return _leaving(self, ".tolist()", value_of(self).tolist())

    def tobytes(self, order: Any = "C") -> bytes:
        return value_of(self).tobytes(order)

    def __int__(self) -> int:
        return _leaving(self, "int()", int(value_of(self)))

    def __complex__(self) -> complex:
        return _leaving(self, "complex()", complex(value_of(self)))

    def __bool__(self) -> bool:
        return bool(value_of(self))

    def __index__(self) -> int:
        return value_of(self).__index__()

    def __repr__(self) -> str:
        return repr(value_of(self))

    def __str__(self) -> str:
        return str(value_of(self))

    def __format__(self, spec: str) -> str:
        return format(value_of(self) if self.shape else value_of(self)[()], spec)

    def __contains__(self, value: Any) -> bool:
        return bool((self == value).any())  # type: ignore[operator]

    if TYPE_CHECKING:  # the follower's, as the operators

        def __getitem__(self, key: Any) -> Any: ...
        def __setitem__(self, key: Any, value: Any) -> None: ...
        def __float__(self) -> float: ...
        def __len__(self) -> int: ...
        def __iter__(self) -> Iterator[Any]: ...
        def item(self, *index: Any) -> Any: ...

    def __reversed__(self) -> Iterator[Any]:
        return (self[i] for i in range(len(self) - 1, -1, -1))

    def __reduce__(self) -> Any:
        array, device = np.array(value_of(self)), self.type.device
        return (_unpickle, (array,) if device == DEFAULT_NAME else (array, device))

    def __copy__(self) -> Any:
        return self.copy("K")

    def __deepcopy__(self, memo: Any) -> Any:
        return self.copy("K")

    def __divmod__(self, other: Any) -> Any:
        return self // other, self % other  # type: ignore[operator]

    def __rdivmod__(self, other: Any) -> Any:
        return other // self, other % self

    # --- shape
    @viewing
    def reshape(self, *shape: Any, order: str = "C") -> Any:
        if not shape:
            raise TypeError("reshape() takes exactly 1 argument (0 given)")
        return reshape(self, shape[0] if len(shape) == 1 and not isinstance(shape[0], int) else shape, order)

    @viewing
    def ravel(self, order: str = "C") -> Any:
        return ravel(self, order)

    def flatten(self, order: str = "C") -> Any:
        return ravel(self, order).copy()

    @viewing
    def transpose(self, *axes: Any) -> Any:
        order = axes[0] if len(axes) == 1 and not isinstance(axes[0], int) else axes
        ndim = self.ndim
        order = (
            tuple([normal_axis(a, ndim) for a in order])
            if order is not None and len(order)
            else tuple(range(ndim - 1, -1, -1))
        )
        return make_view(self, ops.transpose, {"axes": order})

    @viewing
    def swapaxes(self, a: int, b: int) -> Any:
        order = list(range(self.ndim))
        a, b = normal_axis(a, self.ndim), normal_axis(b, self.ndim)
        order[a], order[b] = order[b], order[a]
        return self.transpose(order)

    @viewing
    def squeeze(self, axis: Any = None) -> Any:
        axes = range(self.ndim) if axis is None else (axis,) if isinstance(axis, int) else axis
        if not self.shape and axis in (0, -1):
            return self[...]
        found = [normal_axis(a, self.ndim) for a in axes if axis is not None or self.shape[a] == 1]
        if not found:
            return self
        gone = set(found)
        if len(gone) != len(found):
            raise ValueError("duplicate value in 'axis'")
        if any(self.shape[a] != 1 for a in gone):
            raise ValueError("cannot select an axis to squeeze out which has size not equal to one")
        return reshape(self, tuple(n for i, n in enumerate(self.shape) if i not in gone))

    # --- copies and casts
    @followed
    def copy(self, order: str = "C") -> Any:
        if order != "C":
            return in_order(self, order)
        return record(ops.identity, (self,), {}, as_array=True)

    @followed
    def astype(
        self, dtype: Any, order: str = "K", casting: str = "unsafe", subok: bool = True, copy: bool = True
    ) -> Any:
        dtype = np.dtype(dtype)
        if not is_numeric(dtype):
            return value_of(self).astype(dtype)
        if dtype == self.dtype:
            return self.copy(order) if copy else self if order == "K" else lying(self, order)
        if not np.can_cast(self.dtype, dtype, cast("Any", casting)):
            raise TypeError(
                f"Cannot cast array data from {self.dtype!r} to {dtype!r} according to the rule '{casting}'"
            )
        made = record(ops.astype, (self,), {"dtype": dtype}, as_array=True)
        return made if order == "K" else lying(made, order)

    def fill(self, value: Any) -> None:
        if np.ndim(value):
            raise ValueError("setting an array element with a sequence.")
        assign(self, indexing.checked_number(value, self.type.dtype))


@adopt
class scalar(ndarray):  # noqa: N801 - as NumPy's scalars
    """What NumPy returns as a scalar: lazy, immutable, compared and hashed by value."""

    __slots__ = ()

    @property
    def __class__(self) -> type[Any]:  # pyright: ignore[reportIncompatibleMethodOverride] - isinstance(x, float)
        return self.type.dtype.type

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(f"'numpy.{self.dtype.type.__name__}' object has no attribute {name!r}")
        return getattr(value_of(self)[()], name)

    def __hash__(self) -> int:
        return hash(value_of(self)[()])

    def __repr__(self) -> str:
        return repr(value_of(self)[()])

    def __str__(self) -> str:
        return str(value_of(self)[()])

    def __trunc__(self) -> int:
        return int(value_of(self))

    def __round__(self, digits: int | None = None) -> Any:
        value: Any = value_of(self)[()]
        return round(value, digits)

    def __getitem__(self, key: Any) -> Any:
        if isinstance(key, tuple) and not key:
            return self
        if local.context.history or local.context.trace is not None:  # what is computed from it is followed
            return record(ops.identity, (self,), {}, as_array=True)[key]
        found: Any = value_of(self)[()][key]
        return leaf(found) if type(found) is np.ndarray else found

    @property
    def real(self) -> Any:
        return self if self.dtype.kind != "c" else record(ops.real, (self,), {})

    @property
    def imag(self) -> Any:
        return record(ops.imag, (self,), {})

    def fill(self, value: Any) -> None:
        raise TypeError(f"'numpy.{self.dtype.type.__name__}' object is immutable")

    def copy(self, order: str = "C") -> Any:
        check_order(order)
        return self

    def astype(self, dtype: Any, *rest: Any, **named: Any) -> Any:
        return ndarray.astype(self, dtype, *rest, **named)[()]

    def transpose(self, *axes: Any) -> Any:
        ndarray.transpose(self, *axes)
        return self

    def squeeze(self, axis: Any = None) -> Any:
        if not is_line(axis, 0):
            ndarray.squeeze(self, axis)
        return self

    def __setitem__(self, key: Any, value: Any) -> None:
        raise TypeError(f"'numpy.{self.dtype.type.__name__}' object does not support item assignment")

    def __reduce__(self) -> Any:
        return (self.dtype.type, (value_of(self).item(),))


def _as_float(x: Handle) -> float:
    return _leaving(x, "float()", float(value_of(x)))


def _item(x: Handle, *index: Any) -> Any:
    """The element at an index, or the only one, as Python's own number; see `numpy.ndarray.item`."""
    return _leaving(x, ".item()", value_of(x).item(*index))


def _memory(x: Handle) -> Any:
    """What Python's buffers see of an array: its own memory; of a lazy scalar: a copy.

    NumPy asks for a buffer first, and takes an error for "there is none": `__array__`, which it calls then, tells it.
    """
    try:
        return _leaving(x, "np.asarray", export(x) if type(x) is ndarray else np.array(value_of(x)))
    except (IndexError, ValueError, ArithmeticError) as error:  # of a run; another thread may be in the way, too
        if len(_untold) >= _MOST_UNTOLD:
            _untold.clear()
        _untold[id(x)] = ref(x), error.with_traceback(None)
        raise


_untold: dict[int, tuple[Any, Exception]] = {}
_MOST_UNTOLD = 64


def _tell(x: Handle) -> None:
    """Raise the error with which the buffer of an array was refused, if nobody has been told of it."""
    of, error = _untold.pop(id(x), (None, None))
    if error is not None and of is not None and of() is x:
        raise error


def _unpickle(array: np.ndarray[Any, Any], device: str = DEFAULT_NAME) -> Any:
    return leaf(array, as_device(device).name)


def empty(shape: Sequence[int], dtype: Any) -> Any:
    """A ready array of zeros (NumPy leaves `empty` undefined; we leave nothing to chance)."""
    array = np.zeros(shape, dtype)
    return leaf(array) if is_numeric(array.dtype) else array


def as_handle(value: object) -> ndarray:
    """Anything array-like as a handle: handles as they are, all else by value."""
    if type(value) in (ndarray, scalar) or isinstance(value, Handle):
        return cast("ndarray", value)
    if isinstance(value, flatiter):
        return ravel(value.base)
    handle = leaf(value)
    if handle.shape == () and not isinstance(value, np.ndarray):
        if handle.buffer is None:  # a constant of a trace
            return record(ops.identity, (handle,), {})
        handle = ready_handle(scalar, handle.type, cast("Buffer", handle.buffer))
    return cast("ndarray", handle)


def is_array(value: object) -> bool:
    """Whether a value is an array and not a scalar."""
    return isinstance(value, ndarray) and not issubclass(type(value), scalar)


def _set_shape(x: ndarray, shape: Any) -> None:
    """Give an array another shape, in place."""
    made = reshape(x, shape)
    if made.shape == x.shape:
        return
    if made.owner is None or not made.spec or made.spec[-1][0] is not ops.reshape:
        raise AttributeError(
            "Incompatible shape for in-place modification. Use `.reshape()` to make a copy with the desired shape."
        )
    become_view(x, ops.reshape, {"shape": made.shape})


_REFERENCES = 4  # to an array of one name whose property is set: that name's, the caller's, the setter's, getrefcount's


def _set_dtype(x: ndarray, dtype: Any) -> None:
    """Take the bytes of an array for numbers of another dtype, in place (ValueError: it has views, or another name)."""
    if np.dtype(dtype) == x.dtype:
        return
    made = export(x).view(dtype)
    if not is_numeric(made.dtype):
        raise NotNumericError(f"an array of dtype {made.dtype} is NumPy's: use x.numpy().view({made.dtype})")
    if x.owner is None and sys.getrefcount(x) > _REFERENCES:  # older views know nothing but x
        raise ValueError("cannot change the dtype of an array that something else refers to: use x.view(dtype)")
    become_value(x, share(made))


for _name, _field, _put in (
    ("dtype", "dtype", _set_dtype),
    ("shape", "shape", _set_shape),
    ("size", "count", None),
    ("itemsize", "itemsize", None),
    ("nbytes", "weight", None),
):
    setattr(ndarray, _name, attribute(ndarray, _name, Classes.kind, _field, _put))


def register(name: str, function: Callable[..., Any] | property) -> None:
    """Make a function of `dusk.numpy` a method (or a property) as well."""
    setattr(ndarray, name, function)


Classes.array = ndarray
Classes.scalar = scalar
bind_operators(indexing.get, indexing.put, _as_float, _item, place, indexing.begin, _memory)
for _name, _which in {"astype": "cast", "copy": "copy"}.items():
    shortcut(by_numpy(cast("Any", vars(ndarray)[_name]), getattr(np.ndarray, _name)), _which)
ndarray.tolist = shortcut(ndarray.tolist, "tolist")
