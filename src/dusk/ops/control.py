"""Calls of graphs and of Python functions, and effects that keep their order."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from dusk.graph.graph import Graph, evaluate, splice
from dusk.graph.node import Value
from dusk.graph.op import define
from dusk.graph.types import TensorType
from dusk.ops.create import fill
from dusk.ops.pointwise import keep


def _vjp_after(g: Value, out: Value, x: Value, *others: Value) -> tuple[Value | None, ...]:
    return (g, *[None] * len(others))


def _lower_after(k: Any, index: Sequence[Any], x: Any, *others: Any) -> Any:
    return x(index)


@define(promote=keep, vjp=_vjp_after, lower=_lower_after, waits=True, several=True)
def after(x: Any, *others: Any) -> Any:
    """The first operand, not to be used before the others are computed: what is made of it is made late."""
    return x


def _as_they_are(*operands: Any) -> tuple[Any, ...]:
    return operands


@define(infer=_as_they_are, inline=_as_they_are, several=True)
def variables(*values: Any) -> Any:
    """Its operands, as values of their own: what is differentiated by, or what a derivative keeps."""
    return values


def _infer_call(*xs: TensorType, graph: Graph, recompute: bool = False, apart: bool = False) -> Any:
    wanted = tuple(v.type for v in graph.inputs)
    if xs != wanted:
        raise TypeError(f"the graph takes {wanted}")
    types = tuple(v.type for v in graph.outputs)
    return types[0] if len(types) == 1 else types


def _inline_call(*xs: Value, graph: Graph, recompute: bool = False, apart: bool = False) -> Any:
    outputs = splice(graph, xs)
    return outputs[0] if len(outputs) == 1 else outputs


def _call_again(
    received: Sequence[Value], *xs: Value, graph: Graph, recompute: bool = False, apart: bool = False
) -> tuple[Value, ...]:
    if not recompute or any(node.op.effect for node in graph.nodes):
        return xs
    late = {x: after(x, *received) for x in xs}
    return tuple(late[x] for x in xs)


@define(infer=_infer_call, inline=_inline_call, again=_call_again, several=True)
def call(*xs: Any, graph: Graph, recompute: bool = False, apart: bool = False) -> Any:
    """The outputs of a graph on these operands; with `recompute`, its gradient computes what is inside once more;
    `apart`: it is compiled by itself, so that its bits depend on nothing around it."""
    outputs = evaluate(graph, xs)
    return outputs[0] if len(outputs) == 1 else tuple(outputs)


ZERO, MISSING = -1, -2
"""In place of the number of an output of `pull` or `push`: no derivative flows there, or the rule is missing."""


def _infer_custom(*xs: TensorType, values: int, moving: int, **rules: Any) -> Any:
    return xs[0] if values == 1 else xs[:values]


def _inline_custom(*xs: Value, values: int, **rules: Any) -> tuple[Value, ...]:
    return xs[:values]


def _batch_custom(*given: Any, **rules: Any) -> Any:
    return NotImplemented  # element by element, each with its stated derivative


def _vjp_custom(g: Any, out: Any, *xs: Value, values: int, moving: int, **rules: Any) -> Any:
    pull: Graph | None = rules["pull"]
    if pull is None:
        return NotImplemented
    both = (g, out) if values == 1 else (*g, *out)
    kept = xs[values + moving : len(pull.inputs) - values + moving]
    made = splice(pull, (*both, *kept))
    found: list[Any] = [None if at == ZERO else NotImplemented if at == MISSING else made[at] for at in rules["pulled"]]
    return (*[None] * values, *found, *[None] * (len(xs) - values - moving))


def _jvp_custom(tangents: Sequence[Value | None], out: Any, *xs: Value, values: int, moving: int, **rules: Any) -> Any:
    push: Graph | None = rules["push"]
    if push is None:
        return NotImplemented
    args = xs[values : values + moving]
    given = [fill(x, 0) if t is None else t for t, x in zip(tangents[values : values + moving], args, strict=True)]
    outs = (out,) if values == 1 else tuple(out)
    kept = xs[len(xs) - (len(push.inputs) - moving - values) :] if len(push.inputs) > moving + values else ()
    made = splice(push, (*given, *outs, *kept))
    return made[0] if values == 1 else made


@define(
    infer=_infer_custom,
    promote=keep,
    vjp=_vjp_custom,
    jvp=_jvp_custom,
    batch=_batch_custom,
    inline=_inline_custom,
    several=True,
)
def custom(
    *xs: Any,
    values: int,
    moving: int,
    name: str = "custom",
    pull: Graph | None = None,
    push: Graph | None = None,
    pulled: tuple[int, ...] = (),
) -> Any:
    """The first `values` operands, whose derivative by the next `moving` ones is what graphs say.

    `pull` takes cotangents of the values, the values, and the operands that come next; `pulled[i]` is which of its
    outputs is the cotangent of moving operand i. `push` takes tangents of the moving operands, the values, and the
    last operands; it gives the values' tangents. Where one is None it is derived from the other.
    """
    return xs[0] if values == 1 else xs[:values]


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


host = define(name="host", infer=_infer_host, promote=keep, host=True)(_run_host)
host_ordered = define(
    name="host_ordered",
    infer=_infer_host,
    promote=keep,
    effect=True,
    host=True,
    nondiff=True,
    doc="As `host`, for functions whose calls must happen once, in program order, used or not.",
)(_run_host)
