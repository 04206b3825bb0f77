"""Where the values of a graph lie: all on the default device, or on others, too."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

from dusk.devices import DEFAULT_NAME as DEFAULT
from dusk.graph import Graph, Literal, Node, TensorType, Value, placeholder, rebuild
from dusk.graph.types import TOKEN
from dusk.ops import call, transfer


def unplaced(graph: Graph) -> bool:
    """Whether a graph lies on the default device, and nothing in it asks to be a part of its own."""
    for value in graph.inputs:
        if value.type is not TOKEN and value.type.device != DEFAULT:
            return False
    for node in graph.nodes:
        if node.op is transfer or stands_apart(node):
            return False
        for kind in node.types:
            if kind is not TOKEN and kind.device != DEFAULT:
                return False
        for _, value in node.params:
            if isinstance(value, Graph) and not unplaced(value):
                return False
    return True


def stands_apart(node: Node) -> bool:
    """Whether a node is a call that is to be compiled by itself."""
    return node.op is call and bool(node.keywords.get("apart"))


def stays_whole(node: Node) -> bool:
    """Whether a node is a call that stands apart and is of one device: others are put in their place."""
    return stands_apart(node) and len(devices(node.keywords["graph"])) < 2


def device_of(node: Node) -> str:
    """The device that a node's results are computed on; what has none but tokens is where its operands are."""
    for kind in (*node.types, *(v.type for v in node.inputs)):
        if kind is not TOKEN:
            return kind.device
    return DEFAULT


def devices(graph: Graph) -> list[str]:
    """The devices that values of a graph lie on, those of its inputs first."""
    kinds = [v.type for v in graph.inputs] + [t for node in graph.nodes for t in node.types]
    found = dict.fromkeys(kind.device for kind in kinds if kind is not TOKEN)
    for node in graph.nodes:
        for _, value in node.params:
            if isinstance(value, Graph):
                found |= dict.fromkeys(devices(value))
    return list(found)


def moved(graph: Graph, device: str) -> Graph:
    """The graph with all of its values on one device, so without transfers, and without calls that stand apart.

    >>> from dusk.graph import TensorType, trace
    >>> from dusk import ops
    >>> x = TensorType((3,), "float32", "cpu:1")
    >>> print(moved(trace(lambda x: ops.exp(ops.transfer(x, device="cpu:2")), x), "cpu:0"))
    graph(arg0: float32[3]) {
      %0: float32[3] = exp(arg0)
      return %0
    }
    """

    def change(node: Node, operands: tuple[Value, ...]) -> Sequence[Value]:
        return operands if node.op is transfer else on_device(node, operands, device)

    inputs = [placeholder(_fixed(v.type, device), v.node.keywords.get("name", "")) for v in graph.inputs]
    return rebuild(graph, change, inputs)


def on_device(node: Node, operands: Sequence[Value], device: str) -> tuple[Value, ...]:
    """What a node gives on a device, of operands that are there."""
    params = tuple(
        [
            (name, device if name == "device" else _fixed(value, device))
            for name, value in node.params
            if name != "apart" or node.op is not call
        ]
    )
    return Node(node.op, operands, params, _fixed(node.types, device), node.origin).outputs


def _fixed(value: Any, device: str) -> Any:
    """A type, or a parameter, with this device for the one it has."""
    if isinstance(value, TensorType):
        return value if value.device == device else TensorType(value.shape, value.dtype, device)
    if isinstance(value, tuple):
        return tuple([_fixed(v, device) for v in cast("tuple[Any, ...]", value)])
    if isinstance(value, Literal):
        return value if value.device == device else Literal(value.array(), device)
    return moved(value, device) if isinstance(value, Graph) else value
