"""The operators of handles by number, and the portable follower's: a short path for what is found in the trie."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, cast

from dusk.record.follower.portable import SHORT, Handle, Iterator

BINARY = ("add", "sub", "mul", "truediv", "floordiv", "mod", "pow", "matmul", "and", "or", "xor", "lshift", "rshift")
UNARY = ("neg", "pos", "abs", "invert")
COMPARISONS = ("lt", "le", "eq", "ne", "gt", "ge")
OPERATORS = (*BINARY, *("i" + name for name in BINARY), *UNARY, *COMPARISONS)
"""The operators of handles by number: what `configure` is given ops and general functions for."""


def short(
    op: Any, given: Callable[[Any, Any], Any], classes: Any, local: Any, reflected: bool = False
) -> Callable[..., Any]:
    """A binary operator's short path: found in the trie, not a cut, handles of this thread or Python numbers."""
    new: Any = object.__new__
    array, scalar = classes.array, classes.scalar

    def general(x: Any, y: Any) -> Any:
        return given(y, x) if reflected else given(x, y)

    def operator(x: Any, y: Any) -> Any:
        ctx = local.context
        if ctx.slow or ctx.inside:
            return general(x, y)
        epoch = ctx.epoch
        node = ctx.node
        owner = x.owner
        if x.epoch == epoch:
            if owner is not None and owner.version != x.seen:
                return general(x, y)
            first = x.slot
        elif owner is None and x.buffer is not None and not x.buffer.pins and type(x) is array:
            first = x.type.code
        else:
            return general(x, y)
        other = cast("Any", type(cast("object", y)))
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
            child = node.children.get((op, second, first) if reflected else (op, first, second))
            if child is None or child.cut or child.call.mixed:
                return general(x, y)
        else:
            second = -1
            if other is int and (not -128 <= y <= 127 or (y < 0 and x.type.dtype.kind == "u")):
                return general(x, y)
            child = node.children.get((op, other, first) if reflected else (op, first, other))
            if child is None or child.cut:
                return general(x, y)
            values = child.values
            if not child.general and (values[0] != y or (not y and other is float)):
                return general(x, y)
        handles = ctx._handles
        slot = node.nslots
        if slot != len(handles) or (reflected and first < 0 and second < -1):
            return general(x, y)
        try:
            ctx.inside = SHORT
            if first < 0:
                ctx._leaves.append((slot, x.buffer))
                handles.append(x)
                x.slot = slot
                x.epoch = epoch
                slot += 1
            if second < -1:
                ctx._leaves.append((slot, y.buffer))
                handles.append(y)
                y.slot = slot
                y.epoch = epoch
                slot += 1
            elif second == -1 and child.general:
                ctx._scalars.append(y)
            result = new(child._classes[0])
            result.epoch = epoch
            result.type = child._kinds[0]
            result.owner = result.spec = None
            result.version = result.seen = 0
            result.slot = slot
            result.buffer = None
            handles.append(result)
            ctx.node = child
        finally:
            ctx.inside = 0
        return result

    return operator


def _plain(general: Callable[..., Any]) -> Callable[..., Any]:
    def operator(*operands: Any) -> Any:
        return general(*operands)

    return operator


def _buffer(memory: Callable[[Any], Any]) -> Callable[..., memoryview]:
    def buffer(x: Any, flags: int) -> memoryview:
        return memoryview(memory(x))

    return buffer


def _no_deleting(x: Any, key: Any) -> None:
    raise ValueError("cannot delete array elements")


def configure(
    ops: Sequence[Any],
    generals: Sequence[Callable[..., Any]],
    subscripts: Sequence[Any],
    numbers: Sequence[Callable[..., Any]],
    small: Sequence[Any],
    classes: Any,
    local: Any,
) -> None:
    """Give handles their operators: for each of OPERATORS its op, and the function for calls that are not followed; for
    subscripts the op, the functions that get and put, what is known of keys, and who says where elements lie and how
    many there are; for numbers those of `__float__` and
    `item`, and who shows the memory to Python's buffers (from 3.12 on; before, no class of Python's can)."""
    for name, op, general in zip(OPERATORS, ops, generals, strict=True):
        if name in BINARY or name in COMPARISONS:
            setattr(Handle, f"__{name}__", short(op, general, classes, local))
        else:
            setattr(Handle, f"__{name}__", _plain(general))
        if name in BINARY:
            setattr(Handle, f"__r{name}__", short(op, general, classes, local, reflected=True))
    for name, general in (("getitem", subscripts[1]), ("setitem", subscripts[2])):
        setattr(Handle, f"__{name}__", _plain(general))
    for name, general in zip(("__float__", "item", "__buffer__"), (*numbers[:2], _buffer(numbers[2])), strict=True):
        setattr(Handle, name, _plain(general))
    extent = subscripts[5]

    def iterate(x: Any) -> Iterator:
        found = Iterator()
        extent(x, True)
        found.start(x)
        return found

    def length(x: Any) -> int:
        return extent(x, False)

    Iterator.extent = staticmethod(extent)
    setattr(Handle, "__iter__", iterate)  # noqa: B010 - the class does not declare it
    setattr(Handle, "__len__", length)  # noqa: B010
    setattr(Handle, "__delitem__", _no_deleting)  # noqa: B010 - the class does not declare it
    Handle.__hash__ = None  # type: ignore[assignment]
