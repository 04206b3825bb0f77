"""Functions that are computed on one device, wherever their arguments lie."""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from typing import Any

from dusk import ops
from dusk.array import as_handle
from dusk.config import policy
from dusk.devices import as_device
from dusk.graph import Graph, Value, placeholder
from dusk.graph.graph import splice
from dusk.record import Handle, assign, local, placed, record, several
from dusk.tracing.blocks import adopting, class_of
from dusk.tracing.call import assemble
from dusk.tracing.calls import read
from dusk.tracing.signature import is_array
from dusk.tracing.trace import Imperative, trace
from dusk.transform.placed import moved
from dusk.tree import flatten, unflatten


def on_device(function: Callable[..., Any], device: Any) -> Callable[..., Any]:
    """The function, computed on a device: arrays that it reads are taken there, its results lie there, what it writes
    stays where it is."""
    there = as_device(device)

    @functools.wraps(function, updated=())
    def on_one_device(*args: Any, **kwargs: Any) -> Any:
        leaves, structure = flatten((args, kwargs))
        at = [i for i, leaf in enumerate(leaves) if is_array(leaf)]
        handles = [as_handle(leaves[i]) for i in at]

        def place(values: Sequence[Any]) -> Any:
            filled = [*leaves]
            for i, value in zip(at, values, strict=True):
                filled[i] = value
            return unflatten(structure, filled)

        def called(*args: Any, **kwargs: Any) -> Any:
            return read(function)(*args, **kwargs)

        kinds = [x.type for x in handles]
        try:
            with policy(transfer="transparent"):  # what it mixes is all on one device in the end
                found = trace(called, place, kinds, [class_of(kind) for kind in kinds], adopting())
        except Imperative:
            if local.context.trace is not None:
                raise
            args, kwargs = place([placed(x, there.name) for x in handles])
            with there:
                return function(*args, **kwargs)
        operands: list[Handle] = [*handles, *found.captured]
        graph = wholly(found.recorded, there.name, [operands[p].type.device for p in found.written])
        made = several(record(ops.call, operands, {"graph": graph})) if graph.outputs else ()
        kept = len(made) - len(found.written)
        for position, value in zip(found.written, made[kept:], strict=True):
            if not local.context.rebind(operands[position], value):
                assign(operands[position], value)
        return assemble(found, made, operands)

    return on_one_device


def wholly(graph: Graph, device: str, back: Sequence[str] = ()) -> Graph:
    """The graph computed on one device: its inputs are taken there, and of its last outputs each `back` to a device."""
    inputs = [placeholder(v.type, v.node.keywords.get("name", "")) for v in graph.inputs]
    outputs: list[Value] = [*splice(moved(graph, device), [_on(v, device) for v in inputs])]
    first = len(outputs) - len(back)
    return Graph(inputs, [*outputs[:first], *map(_on, outputs[first:], back)])


def _on(value: Value, device: str) -> Value:
    return value if value.type.device == device else ops.transfer(value, device=device)
