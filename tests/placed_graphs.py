"""Graphs whose nodes lie on devices drawn at random, and what they read is taken there."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from dusk import ops
from dusk.graph import Graph, Node, TensorType, Value, placeholder
from dusk.transform.placed import moved


def scattered(graph: Graph, rng: np.random.Generator, devices: Sequence[str], stay: float = 0.6) -> Graph:
    """The graph with each node on the device of what it reads first or, now and then, on another."""

    def drawn() -> str:
        return devices[int(rng.integers(len(devices)))]

    found: dict[Value, Value] = {}
    taken: dict[tuple[Value, str], Value] = {}
    inputs = [placeholder(v.type if rng.random() < stay else _type(v.type, drawn())) for v in graph.inputs]
    found.update(zip(graph.inputs, inputs, strict=True))

    def at(value: Value, device: str) -> Value:
        if value.type.device == device:
            return value
        if (value, device) not in taken:
            taken[value, device] = ops.transfer(value, device=device)
        return taken[value, device]

    for node in graph.nodes:
        device = found[node.inputs[0]].type.device if node.inputs and rng.random() < stay else drawn()
        operands = [at(found[v], device) for v in node.inputs]
        alone = Graph(made := [placeholder(v.type) for v in node.inputs], node.reading(tuple(made)).outputs)
        there = moved(alone, device)
        (new,) = there.nodes if there.nodes else (None,)
        assert isinstance(new, Node)
        found.update(zip(node.outputs, new.reading(tuple(operands)).outputs, strict=True))
    outputs = [found[v] if rng.random() < stay else at(found[v], drawn()) for v in graph.outputs]
    return Graph(inputs, outputs)


def _type(kind: object, device: str) -> object:
    assert isinstance(kind, TensorType)
    return TensorType(kind.shape, kind.dtype, device)


def drawn(graph: Graph, rng: np.random.Generator) -> list[np.ndarray[Any, Any]]:
    """Arrays for a graph's inputs."""
    found: list[np.ndarray[Any, Any]] = []
    for v in graph.inputs:
        kind = v.dtype.kind
        a: Any = rng.standard_normal(v.shape) if kind == "f" else rng.integers(0, 2 if kind == "b" else 4, v.shape)
        found.append(np.asarray(a, v.dtype, order="C"))
    return found
