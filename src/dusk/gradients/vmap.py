"""`vmap`: a function of one element mapped over an axis of its arguments."""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, cast

from dusk import ops
from dusk.array import as_handle
from dusk.graph.provenance import describe, here
from dusk.record import Handle, intern, record, several
from dusk.tracing.blocks import adopting, class_of
from dusk.tracing.calls import read
from dusk.tracing.operands import Leaves
from dusk.tracing.repeated import REPEATED
from dusk.tracing.trace import Cell, Imperative, Trace, trace
from dusk.transform.batch import batched
from dusk.tree import flatten, unflatten


def vmap(function: Callable[..., Any], in_axes: Any = 0, out_axes: Any = 0) -> Callable[..., Any]:
    """A function of one element as one of many: its arguments have one more axis, over which it is mapped.

    `in_axes` says which axis of each positional argument: a number for all of them, or a sequence with a number, None
    (the same for every element) or a tree of these for each; arrays given by keyword are mapped over axis 0. `out_axes`
    says, in the same way, where the axis is in the results; what no mapped argument leads to is repeated. The function
    is traced once, and its ops take the new axis along: no loop is run. Where it looks at values it is called for
    each element. Raises ValueError where sizes differ or nothing is mapped, TypeError where the function writes to
    arrays from outside.

    >>> import dusk, dusk.numpy as np
    >>> dusk.vmap(lambda x, y: x @ y, (0, None))(np.array([[1.0, 2.0], [3.0, 4.0]]), np.array([1.0, 1.0]))
    array([3., 7.])
    """

    @functools.wraps(function, updated=())
    def mapped(*args: Any, **kwargs: Any) -> Any:
        leaves, structure = flatten((args, kwargs))
        chosen = in_axes if isinstance(in_axes, int | None) else tuple(in_axes)
        axes = _axes((chosen, 0), structure, (args, kwargs), "in_axes")
        moving = [i for i, axis in enumerate(axes) if axis is not None]
        operands = [_fronted(as_handle(leaves[i]), cast("int", axes[i])) for i in moving]
        sizes = {operand.shape[0] for operand in operands}
        if len(sizes) != 1:
            raise ValueError(
                f"vmap needs one size of the mapped axes, not {sorted(sizes) or 'none'} (called at {describe(here())})"
            )
        still = [i for i, axis in enumerate(axes) if axis is None and isinstance(leaves[i], Handle)]
        at = (*moving, *still)
        fixed = tuple([(i, leaf) for i, leaf in enumerate(leaves) if i not in {*at}])
        given = Leaves(tuple(operands)), Leaves(tuple([leaves[i] for i in still]))
        arguments = _Arguments(structure, at, fixed)
        try:
            made = NotImplemented
            if all([type(leaf) in _PLAIN for _, leaf in fixed]):
                types = tuple([(type(cast("object", leaf)), repr(leaf)) for _, leaf in fixed])
                made = REPEATED.made(_mapped, (function,), given, (arguments,), types)
            made = _mapped(function, *given, arguments) if made is NotImplemented else made
        except Imperative:
            made = _one_by_one(function, *given, arguments)
        if out_axes == 0:
            return made
        results, structure = flatten(made)
        places = _axes(out_axes, structure, made, "out_axes")
        pairs = zip(results, places, strict=True)
        return unflatten(structure, [x if axis in (0, None) else _moved(x, 0, axis) for x, axis in pairs])

    return mapped


_PLAIN = frozenset((int, float, complex, bool, str, type(None)))


class _Arguments(NamedTuple):
    """What a function is given: the tree, the places of the arrays in it, and what is at the other ones."""

    structure: Any
    at: tuple[int, ...]
    fixed: tuple[tuple[int, Any], ...]

    def filled(self, values: Sequence[Any]) -> Any:
        """The tree with these values in place of the arrays."""
        leaves = dict(zip(self.at, values, strict=True)) | dict(self.fixed)
        return unflatten(self.structure, [leaves[i] for i in range(len(leaves))])


def _mapped(function: Callable[..., Any], moving: Leaves, still: Leaves, arguments: _Arguments) -> Any:
    """The results of a function mapped over the leading axis of some arrays (Imperative: it cannot be traced)."""

    def called(*args: Any, **kwargs: Any) -> Any:
        return read(function)(*args, **kwargs)

    def place(values: Sequence[Any]) -> Any:
        return arguments.filled([*values, *still.handles])

    operands = moving.handles
    kinds = [intern(x.type.with_(x.shape[1:])) for x in operands]
    found = trace(called, place, kinds, [class_of(kind) for kind in kinds], adopting())
    return _together(found, operands, operands[0].shape[0])


def _together(found: Trace, operands: Sequence[Handle], size: int) -> Any:
    """The results of a trace whose arguments have a leading axis."""
    if found.written:
        raise TypeError(f"a function that is mapped writes to an array from outside (called at {describe(here())})")
    graph, mapped = batched(found.recorded, (True,) * len(operands) + (False,) * len(found.captured), size)
    made: tuple[Any, ...] = ()
    if graph.outputs:
        made = several(record(ops.call, (*operands, *found.captured), {"graph": graph}, as_array=True))
    results: list[Any] = []
    for at, constant in zip(found.results, found.constants, strict=True):
        if at is not None:
            results.append(made[at] if mapped[at] else _repeated(made[at], size))
        elif type(constant) is Cell:
            results.append(record(ops.identity, (operands[constant.position],), {}, as_array=True))
        else:
            results.append(_repeated(as_handle(constant), size))
    return unflatten(found.structure, results)


def _one_by_one(function: Callable[..., Any], moving: Leaves, still: Leaves, arguments: _Arguments) -> Any:
    """The results of a function that cannot be traced, element by element."""
    made: Any = None
    columns: list[list[Any]] = []
    operands: list[Any] = [*moving.handles]
    for i in range(operands[0].shape[0]):
        args, kwargs = arguments.filled([*[x[i] for x in operands], *still.handles])
        leaves, made = flatten(function(*args, **kwargs))
        columns = columns or [[] for _ in leaves]
        for column, leaf in zip(columns, leaves, strict=True):
            column.append(as_handle(leaf))
    return unflatten(made, [record(ops.stack, column, {"axis": 0}, as_array=True) for column in columns])


def _repeated(x: Handle, size: int) -> Any:
    return record(ops.broadcast_to, (x,), {"shape": (size, *x.shape)}, as_array=True)


def _fronted(x: Handle, axis: int) -> Handle:
    if not -x.ndim <= axis < x.ndim:
        raise ValueError(
            f"vmap cannot map over axis {axis} of an array of shape {x.shape} (called at {describe(here())})"
        )
    return x if axis == 0 else _moved(x, axis, 0)


def _moved(x: Handle, source: int, destination: int) -> Any:
    return record(ops.moveaxis, (x,), {"source": source, "destination": destination}, as_array=True)


def _axes(prefix: Any, structure: Any, tree: Any, what: str) -> list[int | None]:
    """The axis of each leaf of a tree, by a tree of axes that may end earlier (ValueError: it does not fit)."""
    if prefix is None or isinstance(prefix, int):
        return [prefix] * len(flatten(tree)[0])
    inner: list[Any] = []
    wanted: Any = prefix
    if type(tree) is dict:
        inner = list(cast("dict[Any, Any]", tree).values())
        wanted = [prefix[k] for k in cast("dict[Any, Any]", tree)] if type(prefix) is dict else prefix
    elif structure is not None:
        inner = list(tree)
    if structure is None or isinstance(wanted, dict) or len(wanted) != len(inner):
        raise ValueError(f"{what} {prefix!r} does not fit its tree (called at {describe(here())})")
    found: list[int | None] = []
    for p, child in zip(wanted, inner, strict=True):
        found += _axes(p, flatten(child)[1] if type(child) in (list, tuple, dict) else None, child, what)
    return found
