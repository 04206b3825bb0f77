"""Calls of graphs and of Python functions, and effects that keep their order."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from dusk.graph.graph import Graph, evaluate, splice
from dusk.graph.node import Value
from dusk.graph.op import define
from dusk.graph.types import TensorType
from dusk.ops.pointwise import keep


def _vjp_after(g: Value, out: Value, x: Value, *others: Value) -> tuple[Value | None, ...]:
    return (g, *[None] * len(others))


def _lower_after(k: Any, index: Sequence[Any], x: Any, *others: Any) -> Any:
    return x(index)


@define(promote=keep, vjp=_vjp_after, lower=_lower_after, waits=True)
def after(x: Any, *others: Any) -> Any:
    """The first operand, not to be used before the others are computed: what is made of it is made late."""
    return x


def _as_they_are(*operands: Any) -> tuple[Any, ...]:
    return operands


@define(infer=_as_they_are, inline=_as_they_are)
def variables(*values: Any) -> Any:
    """Its operands, as values of their own: what is differentiated by, or what a derivative keeps."""
    return values


def _infer_call(*xs: TensorType, graph: Graph, recompute: bool = False) -> Any:
    wanted = tuple(v.type for v in graph.inputs)
    if xs != wanted:
        raise TypeError(f"the graph takes {wanted}")
    types = tuple(v.type for v in graph.outputs)
    return types[0] if len(types) == 1 else types


def _inline_call(*xs: Value, graph: Graph, recompute: bool = False) -> Any:
    outputs = splice(graph, xs)
    return outputs[0] if len(outputs) == 1 else outputs


def _call_again(received: Sequence[Value], *xs: Value, graph: Graph, recompute: bool = False) -> tuple[Value, ...]:
    if not recompute or any(node.op.effect for node in graph.nodes):
        return xs
    late = {x: after(x, *received) for x in xs}
    return tuple(late[x] for x in xs)


@define(infer=_infer_call, inline=_inline_call, again=_call_again)
def call(*xs: Any, graph: Graph, recompute: bool = False) -> Any:
    """The outputs of a graph on these operands; with `recompute`, its gradient computes what is inside once more."""
    outputs = evaluate(graph, xs)
    return outputs[0] if len(outputs) == 1 else tuple(outputs)


def _infer_host(*xs: TensorType, function: Callable[..., Any], types: tuple[TensorType, ...]) -> Any:
    return types[0] if len(types) == 1 else types


def _run_host(*xs: Any, function: Callable[..., Any], types: tuple[TensorType, ...]) -> Any:
    """The outputs of a Python function of NumPy arrays; `types` are what it gives."""
    outputs = function(*xs)
    results = (outputs,) if len(types) == 1 else tuple(outputs)
    arrays = tuple(np.asarray(r, t.dtype) for r, t in zip(results, types, strict=True))
    for array, kind in zip(arrays, types, strict=True):
        if array.shape != kind.shape:
            raise ValueError(f"the function gave shape {array.shape} where {kind} was declared")
    return arrays[0] if len(arrays) == 1 else arrays


host = define(name="host", infer=_infer_host, promote=keep)(_run_host)
host_ordered = define(
    name="host_ordered",
    infer=_infer_host,
    promote=keep,
    effect=True,
    nondiff=True,
    doc="As `host`, for functions whose calls must happen once, in program order, used or not.",
)(_run_host)
