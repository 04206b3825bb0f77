"""The derivative of what has been recorded, as a graph of its own: a linear function of cotangents, or of tangents."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from dusk import ops
from dusk.config import config
from dusk.graph import Graph, Value, placeholder
from dusk.graph.node import PLACEHOLDER, topological
from dusk.later import Later
from dusk.record.context import local
from dusk.record.handle import Handle
from dusk.record.recorder import leaf, record_slots, slot_of
from dusk.record.trie import PathGraph

if TYPE_CHECKING:
    from dusk.transform import autodiff
    from dusk.transform import forward as forward_
else:
    autodiff, forward_ = Later("dusk.transform.autodiff"), Later("dusk.transform.forward")


class _Linear(NamedTuple):
    """The graph, from (co)tangents and what is kept: values of slots, then varying scalars (by number)."""

    graph: Graph
    slots: tuple[int, ...]
    scalars: tuple[int, ...]


def linearised(outputs: Sequence[Handle], variables: Sequence[int], forward: bool) -> tuple[Graph, tuple[Handle, ...]]:
    """The derivative of values with respect to earlier slots of this segment, and the values kept for it.

    Forward, the graph takes a tangent a variable and gives one an output; else a cotangent an output and gives one a
    variable. The values kept are its further operands. GradientError where an op has no derivative.
    """
    ctx = local.context
    ctx.mend()
    slots = tuple([slot_of(output) for output in outputs])
    key = ("linear", (forward, slots, config.ties), tuple(variables))
    found = ctx.node.programs.get(key)
    if found is None:
        found = _derived(PathGraph(ctx.node), slots, variables, forward)
        ctx.node.keep(key, found)
    kept: tuple[Handle, ...] = record_slots(ops.variables, found.slots) if found.slots else ()
    if found.scalars:
        given = ctx.inputs()[len(ctx.bound()) :]
        kinds = [v.dtype for v in found.graph.inputs[len(found.graph.inputs) - len(found.scalars) :]]
        kept += tuple([leaf(np.array(given[n], kind)) for n, kind in zip(found.scalars, kinds, strict=True)])
    return found.graph, kept


def _derived(path: PathGraph, outputs: Sequence[int], variables: Sequence[int], forward: bool) -> _Linear:
    primals = [path.values[slot] for slot in outputs]
    wrt = [path.values[slot] for slot in variables]
    given = [placeholder(v.type) for v in (wrt if forward else primals)]
    results = forward_.tangents(primals, wrt, given) if forward else autodiff.gradients(primals, given, wrt)
    slots = {value: slot for slot, value in path.values.items() if not _is_cheap(value)}
    scalars = {value: n for n, value in enumerate(path.scalars)}
    fresh: dict[Value, Value] = {v: v for v in given}
    kept: list[Value] = []
    nodes = topological(results, {*slots, *scalars})
    for value in dict.fromkeys(v for v in (*(v for n in nodes for v in n.inputs), *results)):
        if (value in slots or value in scalars) and value not in fresh:
            fresh[value] = placeholder(value.type)
            kept.append(value)
    for node in nodes:
        if node.op is not PLACEHOLDER:
            copy = node.reading(tuple(fresh[v] for v in node.inputs))
            fresh.update((old, new) for old, new in zip(node.outputs, copy.outputs, strict=True) if old not in fresh)
    kept.sort(key=lambda v: v not in slots)
    graph = Graph((*given, *(fresh[v] for v in kept)), (fresh[v] for v in results))
    return _Linear(
        graph, tuple([slots[v] for v in kept if v in slots]), tuple([scalars[v] for v in kept if v not in slots])
    )


def _is_cheap(value: Value) -> bool:
    """Whether a value is rather made anew than kept: a constant, or a view that only spreads what it is a view of."""
    node = value.node
    if not node.inputs:
        return node.op is not PLACEHOLDER
    return node.op.view is not None and bool(node.inputs[0].type.size <= value.type.size)
