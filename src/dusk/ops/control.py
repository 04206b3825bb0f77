"""Calls of graphs and of Python functions, and effects that keep their order."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from dusk.graph.graph import Graph, evaluate, splice
from dusk.graph.node import Value
from dusk.graph.op import define
from dusk.graph.types import TensorType
from dusk.ops.pointwise import keep


def _infer_call(*xs: TensorType, graph: Graph) -> Any:
    wanted = tuple(v.type for v in graph.inputs)
    if xs != wanted:
        raise TypeError(f"the graph takes {wanted}")
    types = tuple(v.type for v in graph.outputs)
    return types[0] if len(types) == 1 else types


def _inline_call(*xs: Value, graph: Graph) -> Any:
    outputs = splice(graph, xs)
    return outputs[0] if len(outputs) == 1 else outputs


@define(infer=_infer_call, inline=_inline_call)
def call(*xs: Any, graph: Graph) -> Any:
    """The outputs of a graph on these operands."""
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
