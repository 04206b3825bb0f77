"""Small ONNX models, written by hand: nodes, inputs and initializers to the bytes of a file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from dusk.formats.onnx.schema import GRAPH, MODEL, NODE, VALUE, VERSION
from dusk.formats.onnx.write import attribute, tensor, typed
from dusk.formats.protobuf import Record, encode
from dusk.graph.types import TensorType


def node(op: str, inputs: Sequence[str], outputs: Sequence[str], domain: str = "", **attributes: Any) -> Record:
    """A node; arrays among the attributes are tensors, records of graphs are graphs."""
    made = NODE(op_type=op, input=list(inputs), output=list(outputs), domain=domain, name=f"{op}_of_{outputs[0]}")
    made.attribute = [_attribute(name, value) for name, value in attributes.items()]
    return made


def _attribute(name: str, value: Any) -> Record:
    if isinstance(value, Record) and value.message_ is GRAPH:
        made = attribute(name, 0)
        made.type, made.g = 5, value
        return made
    if isinstance(value, list) and value and isinstance(value[0], float):
        made = attribute(name, 0)
        made.type, made.floats = 6, value
        return made
    return attribute(name, tensor(value) if isinstance(value, np.ndarray) else value)


def graph(
    nodes: Sequence[Record],
    inputs: Sequence[str | tuple[str, Any]],
    outputs: Sequence[str],
    initializers: Mapping[str, Any] | None = None,
) -> Record:
    """A graph; inputs are names, or names with an array of their type."""
    made = GRAPH(name="tests", node=list(nodes), output=[VALUE(name=name) for name in outputs])
    made.input = [
        VALUE(name=x) if isinstance(x, str) else typed(x[0], TensorType(np.shape(x[1]), np.asarray(x[1]).dtype))
        for x in inputs
    ]
    made.initializer = [tensor(np.asarray(array), name) for name, array in (initializers or {}).items()]
    return made


def model(body: Record, version: int = 21, functions: Sequence[Record] = (), **domains: int) -> Record:
    """A model of a graph."""
    imports = {"": version, **{name.replace("_", "."): number for name, number in domains.items()}}
    return MODEL(
        ir_version=10,
        graph=body,
        functions=list(functions),
        opset_import=[VERSION(domain=domain, version=number) for domain, number in imports.items()],
    )


def data(*given: Any, **words: Any) -> bytes:
    """The bytes of a model of a graph, of what `graph` takes; `version` and `functions` as `model` takes them."""
    own = {key: words.pop(key) for key in ("version", "functions", "ai_onnx_ml") if key in words}
    return encode(model(graph(*given, **words), **own))
