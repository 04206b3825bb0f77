"""How branches and loops are written: their graphs read what is around them by its name."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from dusk import ops
from dusk.formats.onnx.rows import writes
from dusk.formats.onnx.schema import GRAPH
from dusk.formats.onnx.write import Writer, typed
from dusk.formats.protobuf import Record
from dusk.graph.graph import Graph
from dusk.graph.node import Node, Value
from dusk.graph.types import TensorType
from dusk.ops.scan import operands_of

_FLAG, _COUNT = TensorType((), np.bool_), TensorType((), np.int64)


def _body(w: Writer, inputs: Sequence[tuple[str, TensorType]], found: Sequence[str], values: Sequence[Value]) -> Record:
    """The graph of the nodes that a writer has written; results are made in it, each under a name of its own."""
    outputs: list[str] = []
    for name in found:
        outputs.append(name if w.is_made(name) and name not in outputs else w.put("Identity", [name]))
    made = GRAPH(name=w.fresh("body"), node=w.nodes)
    made.input = [typed(name, kind) for name, kind in inputs]
    made.output = [typed(name, value.type) for name, value in zip(outputs, values, strict=True)]
    return made


def _several(found: Any) -> tuple[str, ...]:
    return (found,) if isinstance(found, str) else tuple(found)


@writes(ops.cond)
def _(w: Writer, node: Node, flag: str, *names: str) -> tuple[str, ...]:
    bodies: dict[str, Record] = {}
    for word, key in (("then_branch", "then"), ("else_branch", "other")):
        graph: Graph = node.keywords[key]
        inner = w.inner()
        bodies[word] = _body(inner, [], inner.graph(graph, names), graph.outputs)
    return _several(w.put("If", [flag], len(node.types), **bodies))


@writes(ops.while_loop)
def _(w: Writer, node: Node, *names: str) -> tuple[str, ...]:
    test, body, n = (node.keywords[key] for key in ("test", "body", "carries"))
    inner, same = w.inner(), names[n:]
    carried = [inner.fresh("carry") for _ in range(n)]
    after = inner.graph(body, [*carried, *same])
    flags = inner.graph(test, [*after, *same])
    inputs = [(inner.fresh("round"), _COUNT), (inner.fresh("goes_on"), _FLAG)]
    inputs += [(name, v.type) for name, v in zip(carried, body.inputs, strict=False)]
    made = _body(inner, inputs, [*flags, *after], [*test.outputs, *body.outputs])
    first = w.graph(test, names)[0]
    return _several(w.put("Loop", ["", first, *names[:n]], n, body=made))


@writes(ops.scan)
def _(w: Writer, node: Node, *names: str) -> tuple[str, ...]:
    body, length, sources = (node.keywords[key] for key in ("body", "length", "sources"))
    reverse = bool(node.keywords.get("reverse"))
    inner = w.inner()
    carried: list[tuple[str, str, TensorType]] = []  # names outside and inside, and types
    each: list[tuple[str, str, TensorType]] = []
    back: list[int] = []
    given: list[str] = []
    for source, value, part in zip(sources, body.inputs, operands_of(sources, length), strict=True):
        outside = names[part]
        if source == "same":
            given.append(outside[0])
            continue
        own = inner.fresh(source)
        given.append(own)
        if source == "carry":
            carried.append((outside[0], own, value.type))
            continue
        whole = outside[0]
        if source == "list":
            whole = w.put("Concat", [w.put("Unsqueeze", [x, w.ints((0,))]) for x in outside], axis=0)
        each.append((whole, own, value.type))
        back.append(int((source == "back") != reverse))
    if not each:  # Scan wants something to go along
        each.append((w.ints(range(length)), inner.fresh("round"), _COUNT))
        back.append(0)
    inputs = [(own, kind) for _, own, kind in (*carried, *each)]
    made = _body(inner, inputs, inner.graph(body, given), body.outputs)
    left = len(body.outputs) - len(carried)
    return _several(
        w.put(
            "Scan",
            [outside for outside, *_ in (*carried, *each)],
            len(node.types),
            body=made,
            num_scan_inputs=len(each),
            scan_input_directions=back,
            **({"scan_output_directions": [int(reverse)] * left} if left else {}),
        )
    )


@writes(ops.setitem, exact=lambda node: False)
def _(w: Writer, node: Node, x: str, v: str, *dynamic: str) -> str:
    w.refuse(bool(dynamic), node, "starts that are computed")
    starts, sizes, steps = (node.keywords[key] for key in ("starts", "sizes", "steps"))
    return _put(w, x, v, starts, sizes, steps)


@writes(ops.slice_set, exact=lambda node: False)
def _(w: Writer, node: Node, x: str, v: str, *dynamic: str) -> str:
    w.refuse(bool(dynamic), node, "starts that are computed")
    return _put(w, x, v, node.keywords["starts"], node.inputs[1].type.shape, node.keywords["steps"])


def _put(w: Writer, x: str, v: str, starts: Sequence[int], sizes: Sequence[int], steps: Sequence[int]) -> str:
    """x with a window replaced by what has its elements, in order."""
    lines = [start + step * np.arange(size) for start, size, step in zip(starts, sizes, steps, strict=True)]
    places = np.stack(np.meshgrid(*lines, indexing="ij"), axis=-1).astype(np.int64)
    whole = w.reshaped(v, places.shape[:-1])
    return w.put("ScatterND", [x, w.constant(places), whole])
