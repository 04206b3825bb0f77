"""The operators of handles: which op each records, and what is done where the follower cannot take the call."""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence
from typing import Any, cast

import numpy as np

from dusk import ops
from dusk.graph import Op
from dusk.ops.getset import getitem, setitem
from dusk.record.at_once import DOORS, Door
from dusk.record.context import local
from dusk.record.follower import configure
from dusk.record.follower.operators import BINARY, OPERATORS, UNARY
from dusk.record.handle import Classes, Handle
from dusk.record.miss import recorded_to_be_written
from dusk.record.recorder import is_of_a_subclass, leaf, record, record_anew, value_of
from dusk.record.views import windows, write_view


def _foreign(value: object) -> bool:
    """Whether the other operand asks for its own operator to be used."""
    return getattr(type(value), "__array_ufunc__", 0) is None or getattr(value, "__array_priority__", 0) > 100


def _usable(value: Any) -> bool:
    return isinstance(value, Handle | int | float | complex | np.ndarray | np.generic | list | tuple)


def _compared(x: Any, y: Any, compute: Callable[..., Any]) -> Any:
    """An array compared with what no arithmetic is for, element by element: no value is looked at for what equals no
    number."""
    array = x if isinstance(x, Handle) else y
    other = y if array is x else x
    none = other is None or isinstance(other, str | bytes)
    return Door.wrap(compute(np.broadcast_to(np.False_, array.shape) if none else value_of(array), other))


def number_at_hand(x: Any) -> Any:
    """A number as an object that does its own arithmetic (NumPy's scalar for a lazy one that is ready, Python's numbers
    and NumPy's as they are), else None."""
    if type(x) is Classes.scalar:
        context = local.context
        ready = x.owner is None and x.buffer is not None and x.epoch != context.epoch
        return value_of(x)[()] if ready and not context.slow and not context.history else None
    return None if isinstance(x, Handle) or not isinstance(x, float | int | complex | np.generic) else cast("Any", x)


def numbers_at_hand(given: Sequence[Any]) -> list[Any] | None:
    """`number_at_hand` of all, or None if one is none: what is done with them costs less than to record it."""
    found = [number_at_hand(x) for x in given]
    return None if any(x is None for x in found) else found


def _binary(op: Op, compute: Callable[..., Any], in_place: bool = False) -> Callable[[Any, Any], Any]:
    """What a binary operator does with operands that it cannot follow."""

    name = compute.__name__.strip("_")
    reflected = f"__{_MIRRORED.get(name, 'r' + name)}__"
    known = frozenset((Classes.array, Classes.scalar, float, int))

    def general(x: Any, y: Any) -> Any:
        if type(x) is Classes.scalar or type(y) is Classes.scalar:
            numbers = numbers_at_hand((x, y))
            if numbers is not None:
                return compute(*numbers)
        for value in (x, y):
            if type(value) in known:
                continue
            if _foreign(value) or (op is ops.multiply and _repeats(x, y)):
                return NotImplemented
            if is_of_a_subclass(value) and not in_place:
                return NotImplemented if value is y else Door.wrap(compute(x, value_of(y)))  # x left it to us
            if not _usable(value):
                compares = (op is ops.equal or op is ops.not_equal) and Classes.array in (type(x), type(y))
                return _compared(x, y, compute) if compares else _unknown(x, y, compute, reflected)
        if in_place and type(x) is not Classes.scalar and type(x) is not Classes.weak:
            return update(op, x, np.asarray(y) if is_of_a_subclass(y) else y)
        return record_anew(op, (x, y), {})

    return general


_MIRRORED = {"lt": "gt", "le": "ge", "gt": "lt", "ge": "le", "eq": "eq", "ne": "ne"}


def _unknown(x: Any, y: Any, compute: Callable[..., Any], reflected: str) -> Any:
    """An array beside what is neither a number nor an array: its own operator comes first, then NumPy's, on the values
    (what knows NumPy's arrays only, as sparse matrices; fractions and the like, which make arrays of objects)."""
    other = y if isinstance(x, Handle) else x
    repeats = Classes.scalar in (type(x), type(y)) and isinstance(other, str | bytes)
    if repeats or local.context.trace is not None:
        return NotImplemented
    if other is y and (own := getattr(type(cast("object", y)), reflected, None)) is not None:
        found = own(y, x)
        if found is not NotImplemented:
            return found
    return Door.wrap(compute(*[value_of(v)[()] if isinstance(v, Handle) else v for v in (x, y)]))


def _repeats(x: object, y: object) -> bool:
    """Whether a product is `[0] * n`: a NumPy scalar leaves it to Python (TypeError: not an integer)."""
    given: set[type] = {type(x), type(y)}
    return Classes.scalar in given and not given.isdisjoint((list, tuple))


def update(op: Op, x: Handle, *rest: Any, **params: Any) -> Handle:
    """x = op(x, ...) in x's own cell (or through the view that x is); gives x."""
    if type(x) is Classes.selected:
        return cast("Any", x).__dusk_update__(op, rest, params)
    if x.owner is None:
        return record_anew(op, (x, *rest), params, as_array=True, into=x)
    assign(x, recorded_to_be_written(record, op, (x, *rest), params, x.type))
    return x


def assign(target: Handle, value: Any) -> None:
    """Write a value into a handle's cell, cast and broadcast as NumPy does."""
    number = None if isinstance(value, Handle) else _filling(target, value)
    if number is not None:
        write_view(target, number)
        return
    value = fit(value, target.dtype, target.shape, target.type.device)
    if target.owner is None:
        record(ops.identity, (value,), {}, as_array=True, into=target)
    else:
        write_view(target, value)


def of_dtype(value: Any, dtype: np.dtype[Any]) -> Any:
    """Python's numbers, and lists of them, as an array of a dtype (OverflowError, ValueError, TypeError: one is none of
    that dtype); all else as it is."""
    return np.asarray(value, dtype) if type(value) in _PYTHONS else value


_PYTHONS = frozenset((int, float, complex, bool, list, tuple))


def _filling(target: Handle, value: Any) -> Any:
    """What is written to all of a window as Python's number of that dtype's kind; None: it is no such number."""
    dtype = target.dtype
    if target.owner is None or not target.spec or target.spec[-1][0] is not getitem or 0 in target.shape:
        return None
    if isinstance(value, np.floating | np.integer):
        value = cast("Any", value).item()
    if dtype.char in "fd" and (type(value) is float or (type(value) is int and -_FAR <= value < _FAR)):
        return float(value)
    if dtype.kind == "i" and type(value) is int and -_FAR <= value << (64 - 8 * dtype.itemsize) < _FAR:
        return value
    return None


_FAR = 1 << 63


def fit(value: Any, dtype: np.dtype[Any], shape: tuple[int, ...], device: str = "") -> Handle:
    """A value cast and broadcast to what an assignment needs (ValueError: it does not fit); what is no array of ours
    yet is made on a device."""
    if not isinstance(value, Handle):
        array = np.asarray(of_dtype(value, dtype))
        value = leaf(array.astype(dtype) if array.dtype != dtype else array, device)
    if value.dtype != dtype:
        value = record(ops.astype, (value,), {"dtype": dtype}, as_array=True)
    if value.shape != shape:
        trimmed = value.shape
        while len(trimmed) > len(shape) and trimmed[0] == 1:
            trimmed = trimmed[1:]
        try:
            fits = np.broadcast_shapes(trimmed, shape) == shape
        except ValueError:
            fits = False
        if not fits:
            raise ValueError(f"could not broadcast input array from shape {value.shape} into shape {shape}")
        if trimmed != value.shape:
            value = record(ops.reshape, (value,), {"shape": trimmed}, as_array=True)
        value = record(ops.broadcast_to, (value,), {"shape": shape}, as_array=True)
    return value


def _unary(op: Op, compute: Callable[..., Any]) -> Callable[[Any], Any]:
    def unary(x: Any) -> Any:
        number = number_at_hand(x) if type(x) is Classes.scalar else None
        return record(op, (x,), {}) if number is None else compute(number)

    return unary


_OPS = {
    "add": ops.add,
    "sub": ops.subtract,
    "mul": ops.multiply,
    "truediv": ops.divide,
    "floordiv": ops.floor_divide,
    "mod": ops.remainder,
    "pow": ops.power,
    "matmul": ops.matmul,
    "and": ops.bitwise_and,
    "or": ops.bitwise_or,
    "xor": ops.bitwise_xor,
    "lshift": ops.left_shift,
    "rshift": ops.right_shift,
    "lt": ops.less,
    "le": ops.less_equal,
    "eq": ops.equal,
    "ne": ops.not_equal,
    "gt": ops.greater,
    "ge": ops.greater_equal,
    "neg": ops.negative,
    "pos": ops.positive,
    "abs": ops.absolute,
    "invert": ops.invert,
}


def bind_operators(
    get: Callable[[Any, Any], Any],
    put: Callable[[Any, Any, Any], None],
    as_float: Callable[[Any], float],
    item: Callable[..., Any],
    place: Callable[[Any], Any],
    begin: Callable[[Any, bool], int],
    memory: Callable[[Any], Any],
) -> None:
    """Give handles their operators, subscripts and what looks at numbers and memory; called by the array layer, once
    it has named its classes."""
    chosen: list[Op] = []
    generals: list[Callable[..., Any]] = []
    for name in OPERATORS:
        in_place = name[0] == "i" and name[1:] in BINARY
        plain = name[1:] if in_place else name
        op = _OPS[plain]
        compute = getattr(operator, f"__{plain}__")
        chosen.append(op)
        generals.append(_unary(op, compute) if name in UNARY else _binary(op, compute, in_place))
    ones = (as_float, item, memory)
    configure(
        chosen, generals, (getitem, get, put, windows, place, begin, setitem, assign), ones, DOORS, Classes, local
    )
