"""The number slots of handles: Python's operators, on a short path when they follow what was recorded before.

The short path does in one function what `recorder.record` does in general, for two operands that are handles of this
thread or Python floats and ints, in the steady state: found in the trie, not a cut. Everything else goes to `record`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from dusk import ops
from dusk.graph import Op
from dusk.record.context import local
from dusk.record.handle import Classes, Handle
from dusk.record.recorder import leaf, record
from dusk.record.trie import GENERAL
from dusk.record.views import write_view


def _foreign(value: Any) -> bool:
    """Whether the other operand asks for its own operator to be used."""
    return getattr(type(value), "__array_ufunc__", 0) is None or getattr(value, "__array_priority__", 0) > 100


def _usable(value: Any) -> bool:
    return isinstance(value, Handle | int | float | complex | np.ndarray | np.generic | list | tuple)


def binary(op: Op, *, reflected: bool = False, in_place: bool = False) -> Callable[[Any, Any], Any]:
    """A function of a handle and another operand that records `op(x, y)`, `op(y, x)`, or writes `op(x, y)` into x."""
    new = object.__new__
    array, scalar = Classes.array, Classes.scalar

    def operator(x: Any, y: Any) -> Any:
        ctx = local.context
        if ctx.slow:
            return general(x, y)
        epoch = ctx.epoch
        node = ctx.node
        owner = x.owner
        if x.epoch == epoch:
            if owner is not None and (owner.version != x.seen or in_place):
                return general(x, y)
            first = x.slot
        elif owner is None and x.buffer is not None and not x.buffer.pins:
            first = x.type.code
        else:
            return general(x, y)
        head = (op, True, x.type.code) if in_place else op
        other = type(y)
        if other is array or other is scalar:
            owner = y.owner
            if y.epoch == epoch:
                if owner is not None and owner.version != y.seen:
                    return general(x, y)
                second = y.slot
            elif owner is None and y.buffer is not None and not y.buffer.pins and y is not x:
                second = y.type.code
            else:
                return general(x, y)
            child = node.children.get((head, second, first) if reflected else (head, first, second))
            if child is None or child.cut:
                return general(x, y)
        else:
            second = -1
            if other is int and not -128 <= y <= 127:
                return general(x, y)
            child = node.children.get((head, other, first) if reflected else (head, first, other))
            if child is None or child.cut:
                return general(x, y)
            values = child.values
            if values is not GENERAL and (values[0] != y or (y == 0 and other is float)):
                return general(x, y)
        handles = ctx.handles
        slot = node.nslots
        if slot != len(handles) or (first < 0 and second < -1 and reflected):
            return general(x, y)
        ctx.busy = True
        if in_place:
            ctx.undo = (x, x.slot, x.epoch, x.buffer, x.version)
        if first < 0:
            ctx.leaves.append((slot, x.buffer))
            handles.append(x)
            x.slot = slot
            x.epoch = epoch
            slot += 1
        if second < -1:
            ctx.leaves.append((slot, y.buffer))
            handles.append(y)
            y.slot = slot
            y.epoch = epoch
            slot += 1
        elif second == -1 and values is GENERAL:
            ctx.scalars.append(y)
        if in_place:
            handles[x.slot] = None
            ctx.moved[x.slot] = slot
            x.version += 1
            result = x
        else:
            result = new(child.cls)
            result.epoch = epoch
            result.type = child.kind
            result.owner = None
            result.version = 0
        result.slot = slot
        result.buffer = None
        handles.append(result)
        ctx.node = child
        if in_place:
            ctx.undo = None
        ctx.busy = False
        return result

    def general(x: Any, y: Any) -> Any:
        if not isinstance(y, Handle | float | int) and (not _usable(y) or _foreign(y)):
            return NotImplemented
        if in_place and type(x) is not scalar:
            return update(op, x, y)
        return record(op, (y, x) if reflected else (x, y), {})

    operator.__doc__ = op.doc
    return operator


def update(op: Op, x: Handle, *rest: Any, **params: Any) -> Handle:
    """x = op(x, ...) in x's own cell (or through the view that x is); gives x."""
    if x.owner is None:
        return record(op, (x, *rest), params, as_array=True, into=x)
    value = record(op, (x, *rest), params, as_array=True)
    assign(x, value)
    return x


def assign(target: Handle, value: Any) -> None:
    """Write a value into a handle's cell, cast and broadcast as NumPy does."""
    value = fit(value, target.dtype, target.shape)
    if target.owner is None:
        record(ops.identity, (value,), {}, as_array=True, into=target)
    else:
        write_view(target, value)


def fit(value: Any, dtype: np.dtype[Any], shape: tuple[int, ...]) -> Handle:
    """A value cast and broadcast to what an assignment needs (ValueError: it does not fit)."""
    if not isinstance(value, Handle):
        array = np.asarray(value)
        value = leaf(array.astype(dtype) if array.dtype != dtype else array)
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


def _unary(op: Op) -> Callable[[Any], Any]:
    def operator(x: Any) -> Any:
        return record(op, (x,), {})

    return operator


BINARY = {
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
}
COMPARISON = {
    "lt": ops.less,
    "le": ops.less_equal,
    "gt": ops.greater,
    "ge": ops.greater_equal,
    "eq": ops.equal,
    "ne": ops.not_equal,
}
UNARY = {"neg": ops.negative, "pos": ops.positive, "abs": ops.absolute, "invert": ops.invert}


def bind_operators() -> None:
    """Give handles their operators; called by the array layer, once it has named its classes."""
    for name, op in BINARY.items():
        setattr(Handle, f"__{name}__", binary(op))
        setattr(Handle, f"__r{name}__", binary(op, reflected=True))
        setattr(Handle, f"__i{name}__", binary(op, in_place=True))
    for name, op in COMPARISON.items():
        setattr(Handle, f"__{name}__", binary(op))
    for name, op in UNARY.items():
        setattr(Handle, f"__{name}__", _unary(op))
    Handle.__hash__ = None  # type: ignore[assignment]
