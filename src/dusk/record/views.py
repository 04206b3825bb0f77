"""Views of cells: read as functions of the owner's value, written as functional updates of it."""

from __future__ import annotations

from collections.abc import Callable
from operator import is_
from typing import Any
from weakref import ref

import numpy as np

from dusk.graph import Op, expand
from dusk.graph.op import freeze
from dusk.ops import broadcast_to, diagonal, identity, imag, real, reshape, scatter_set, transpose, with_part
from dusk.ops import windows as sliding_windows
from dusk.ops.control import variables
from dusk.ops.getset import getitem, setitem
from dusk.record.context import local, owner_of
from dusk.record.follower.portable import ALIAS
from dusk.record.handle import READY, Classes, Handle, Kind, intern, pending_handle

Write = Callable[[Handle, Any, dict[str, Any]], tuple[Op, tuple[Any, ...], dict[str, Any]]]


class Door:
    """The recorder's `record` and `leaf`, given by it (views lie below it)."""

    record: Callable[..., Any]
    leaf: Callable[[Any], Any]


def _write_transposed(base: Handle, value: Any, params: dict[str, Any]) -> Any:
    axes = params["axes"]
    return transpose, (value,), {"axes": tuple(axes.index(i) for i in range(len(axes)))}


def _write_nothing(base: Handle, value: Any, params: dict[str, Any]) -> Any:
    raise ValueError("assignment destination is read-only")


def _write_diagonal(base: Handle, value: Any, params: dict[str, Any]) -> Any:
    ndim = len(value.shape)
    places = Door.leaf(np.arange(value.shape[-1]))
    first = Door.record(transpose, (value,), {"axes": (ndim - 1, *range(ndim - 1))}, as_array=True)
    axes = tuple(sorted((params["axis1"], params["axis2"])))
    return scatter_set, (base, first, places, places), {"axes": axes, "at": 0}


WRITES: dict[Op, Write] = {
    broadcast_to: _write_nothing,
    sliding_windows: _write_nothing,
    diagonal: _write_diagonal,
    transpose: _write_transposed,
    reshape: lambda base, value, params: (reshape, (value,), {"shape": base.shape}),
    getitem: lambda base, value, params: (setitem, (base, value), {k: v for k, v in params.items() if k != "shape"}),
    real: lambda base, value, params: (with_part, (base, value), {"imaginary": False}),
    imag: lambda base, value, params: (with_part, (base, value), {"imaginary": True}),
}
"""For each op a view may be made of: the call that gives the base's new value from its old one and the view's."""


class Chosen(dict[str, Any]):
    """Parameters of a view whose op takes more operands: numbers that say where it begins. `indices` are those that it
    was made by: two views are the same if they were made by the same ones."""

    operands: tuple[Handle, ...] = ()
    indices: tuple[Handle, ...] = ()

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Chosen) or len(self.indices) != len(other.indices):
            return False
        return super().__eq__(other) and all(map(is_, self.indices, other.indices))

    __hash__ = None  # type: ignore[assignment]


def operands_of(params: dict[str, Any]) -> tuple[Handle, ...]:
    """What the op of a step takes besides the value that it is a view of."""
    return params.operands if type(params) is Chosen else ()


windows: dict[Any, Any] = {}
"""What is known of subscripts, filled by who resolves them: by the code of a type and the parts of a key (a slice as a
tuple) the parameters of `getitem`, then for a view its type and steps, for an element None and None."""


_kinds: dict[Any, Kind] = {}  # of views, by op, type of the owner and parameters
_MOST_KINDS = 1 << 14


def make_view(owner: Handle, op: Op, params: dict[str, Any], shape: tuple[int, ...] | None = None) -> Handle:
    """A view of a handle (itself perhaps a view), of the given shape if that is known: nothing is recorded until it is
    read. Raises shape errors at once."""
    if shape is None:
        what = (op, owner.type.code, *params.values())
        kind = _kinds.get(what)
        if kind is None:
            if len(_kinds) >= _MOST_KINDS:
                _kinds.clear()
            kind = _kinds[what] = intern(expand(op, (owner.type,), freeze(params)).outputs[0])
    else:
        kind = owner.type if shape == owner.type.shape else intern(owner.type.with_(shape))
    return view_of(owner, op, params, kind)


def view_of(owner: Handle, op: Op, params: dict[str, Any], kind: Kind) -> Handle:
    """`make_view`, of a known type."""
    view = pending_handle(Classes.array, READY, -1, kind)
    view.seen = -1
    if owner.owner is None or owner.version == ALIAS:
        view.owner, view.spec = owner, ((op, params),)
    else:
        view.owner, view.spec = owner.owner, (*owner.spec, (op, params))
    return view


def become_view(handle: Handle, op: Op, params: dict[str, Any]) -> None:
    """Make a handle what a view of it would be; its old self lives on as that view's owner."""
    kind = intern(expand(op, (handle.type,), freeze(params)).outputs[0])
    if handle.owner is None or handle.version == ALIAS:
        give_away(handle)
    handle.spec = (*handle.spec, (op, params))
    handle.epoch, handle.slot, handle.seen, handle.type = READY, -1, -1, kind


def root_of(handle: Handle) -> Handle:
    """The cell that a handle is, or looks at."""
    while handle.owner is not None:
        handle = handle.owner
    return handle


def steps_of(view: Handle) -> list[tuple[Op, dict[str, Any]]]:
    """The steps from the cell that a view looks at to what it shows."""
    steps: list[tuple[Op, dict[str, Any]]] = []
    while view.owner is not None:
        steps = [*view.spec, *steps]
        view = cell_of(view.owner)
    return steps


def shown(view: Handle, array: Any) -> Any:
    """What a view shows of the cell's value, a NumPy array; of a cell, that itself."""
    for op, params in steps_of(view):
        array = op.body(array, **params)
    return array


def is_ready(handle: Handle) -> bool:
    """Whether the cell that a handle is, or looks at, has its value, and nothing that this thread recorded uses it."""
    root = root_of(handle)
    return root.buffer is not None and root.epoch != local.context.epoch


def cell_of(handle: Handle) -> Handle:
    """The cell, or the alias of one, that a view is made of."""
    while handle.owner is not None and handle.version != ALIAS:
        handle = handle.owner
    return handle


def give_away(handle: Handle) -> Handle:
    """A new cell (or alias) with what a handle has, of which the handle becomes a view.

    Views made of the handle before keep it as their owner, but their steps are those from the new cell (see `cell_of`).
    The `spec` of a new cell refers to the handle: that is what users know.
    """
    context = local.context
    if context.trace is not None and (handle.epoch != context.epoch or handle.slot in _given(context)):
        context.trace(handle)  # what is not made within a trace stays as it is
    cell = pending_handle(type(handle), handle.epoch, handle.slot, handle.type)
    cell.buffer, cell.owner, cell.spec = (
        handle.buffer,
        handle.owner,
        handle.spec if handle.owner is not None else ref(handle),
    )
    cell.version, cell.seen = handle.version, handle.seen
    if handle.epoch == context.epoch and handle.version != ALIAS:
        context.put(handle.slot, cell)
    handle.owner, handle.spec, handle.buffer = cell, (), None
    handle.epoch, handle.slot, handle.version, handle.seen = READY, -1, 0, -1
    return cell


def become_value(cell: Handle, value: Handle) -> None:
    """Let a cell be what a new value is, of whatever type."""
    context = local.context
    cell.owner = cell.spec = None
    cell.epoch, cell.slot, cell.type, cell.buffer = value.epoch, value.slot, value.type, value.buffer
    cell.version += 1
    if value.epoch == context.epoch:
        context.put(value.slot, cell)
        value.epoch = READY


def _given(context: Any) -> set[int]:
    """The slots of what a trace was given: its arguments, and what it has captured."""
    first = next(iter(context.node.path()), None)
    arguments = range(first.first, first.nslots) if first is not None and first.call.op is variables else ()
    return {slot for slot, _ in context.bound()}.union(arguments)


def is_alias(handle: Handle) -> bool:
    """Whether a handle is a gradient's variable: an alias of a cell, or of a view of one."""
    return handle.owner is not None and handle.version == ALIAS


def read_view(view: Handle) -> Handle:
    """A handle of a view's current value: its own while good, else its steps recorded anew on the owner's value."""
    root = root_of(view)
    seen = root.version  # another thread may write it meanwhile
    if view.epoch == local.context.epoch and view.seen == seen:
        return view
    value: Any = cell_of(view.owner)
    twins = local.context.twins
    if twins is not None and _around(view):
        if id(view) not in twins:
            twins[id(view)] = view, pending_handle(type(view), view.epoch, view.slot, view.type)
        return twins[id(view)][1]
    if not view.spec:
        return value if value.owner is None else read_view(value)
    for op, params in view.spec:
        value = Door.record(op, (value, *operands_of(params)), params, as_array=True)
    context = local.context
    with context.lock:  # another thread may run this segment
        if value.epoch != context.epoch:
            return value
        view.epoch, view.slot, view.seen = value.epoch, value.slot, seen
        context.put(view.slot, None)
        return view


def _around(view: Handle) -> bool:
    """Whether a view is a gradient's variable of the segment around what is traced now, and still has its own value."""
    if view.version != ALIAS or view.epoch == local.context.epoch:
        return False
    return view.seen == root_of(view).version and owner_of(view.epoch) is not None


def write_view(view: Handle, value: Any) -> None:
    """Write a value (already of the view's shape and dtype) through a view into its owner's cell."""
    owner = cell_of(view.owner)
    into = owner if owner.owner is None else None
    if local.context.twins is not None and _around(view):  # the side of a branch that does not write has its value
        Door.record(identity, (view,), {}, as_array=True)
    if not view.spec:
        value = Door.record(identity, (value,), {}, as_array=True, into=into)
    bases: list[Any] = [owner]
    for op, params in view.spec[:-1]:
        bases.append(Door.record(op, (bases[-1], *operands_of(params)), params, as_array=True))
    for (op, params), base in zip(reversed(view.spec), reversed(bases), strict=False):
        write, operands, words = WRITES[op](base, value, params)
        operands = (*operands, *operands_of(params))
        value = Door.record(write, operands, words, as_array=True, into=into if base is owner else None)
    if into is None:
        write_view(owner, value)
