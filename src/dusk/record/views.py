"""Views of cells: read as functions of the owner's value, written as functional updates of it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from dusk.graph import Op, TensorType, expand
from dusk.graph.op import freeze
from dusk.ops import identity, reshape, transpose
from dusk.ops.getset import getitem, setitem
from dusk.record.context import local
from dusk.record.handle import READY, Classes, Handle, intern, pending_handle

Write = Callable[[TensorType, Any, dict[str, Any]], tuple[Op, tuple[Any, ...], dict[str, Any]]]


class Door:
    """The recorder's `record`, given by it (views lie below it)."""

    record: Callable[..., Any]


def _write_transposed(kind: TensorType, value: Any, params: dict[str, Any]) -> Any:
    axes = params["axes"]
    return transpose, (value,), {"axes": tuple(axes.index(i) for i in range(len(axes)))}


WRITES: dict[Op, Write] = {
    transpose: _write_transposed,
    reshape: lambda kind, value, params: (reshape, (value,), {"shape": kind.shape}),
}
"""For each op a view may be made of: the call that gives the base's new value from the view's (getitem's is apart:
it needs the base's old value)."""


def make_view(owner: Handle, op: Op, params: dict[str, Any], shape: tuple[int, ...] | None = None) -> Handle:
    """A view of a handle (itself perhaps a view), of the given shape if that is known: nothing is recorded until it is
    read. Raises shape errors at once."""
    if shape is None:
        kind = intern(expand(op, (owner.type,), freeze(params)).outputs[0])
    else:
        kind = owner.type if shape == owner.type.shape else intern(owner.type.with_(shape))
    view = pending_handle(Classes.array, READY, -1, kind)
    view.seen = -1
    root = owner.owner
    if root is None:
        view.owner, view.spec = owner, ((op, params),)
    else:
        view.owner, view.spec = root, (*owner.spec, (op, params))
    return view


def alias(owner: Handle, epoch: int, slot: int, kind: Any) -> Handle:
    """A view of a whole cell whose present value is another slot: how gradients name a variable."""
    root = owner if owner.owner is None else owner.owner
    view = pending_handle(type(owner), epoch, slot, kind)
    view.owner, view.spec, view.seen = root, () if owner.owner is None else owner.spec, root.version
    return view


def read_view(view: Handle) -> Handle:
    """A handle of a view's current value: its own while good, else its steps recorded anew on the owner's value."""
    owner = view.owner
    assert owner is not None
    if view.epoch == local.context.epoch and view.seen == owner.version:
        return view
    if not view.spec:
        return owner
    value = owner
    for op, params in view.spec:
        value = Door.record(op, (value,), params, as_array=True)
    view.epoch, view.slot, view.seen = value.epoch, value.slot, owner.version
    context = local.context
    if view.epoch == context.epoch:
        context.handles[view.slot] = None
    return value if view.epoch != context.epoch else view


def write_view(view: Handle, value: Any) -> None:
    """Write a value (already of the view's shape and dtype) through a view into its owner's cell."""
    owner = view.owner
    assert owner is not None
    if not view.spec:
        Door.record(identity, (value,), {}, into=owner)
        return
    bases: list[Any] = [owner]
    for op, params in view.spec[:-1]:
        bases.append(Door.record(op, (bases[-1],), params, as_array=True))
    for (op, params), base in zip(reversed(view.spec), reversed(bases), strict=True):
        if op is getitem:
            kept = {k: v for k, v in params.items() if k != "shape"}
            call: Any = (setitem, (base, value), kept)
        else:
            call = WRITES[op](base.type, value, params)
        value = Door.record(*call, as_array=True, into=owner if base is owner else None)
