"""Common subexpressions: what is computed twice is computed once."""

from __future__ import annotations

from typing import Any, cast

from dusk.graph import Graph, Literal, Node, Value
from dusk.graph.op import Params
from dusk.graph.provenance import Origin, join
from dusk.transform.laws import COMMUTATIVE, commutes
from dusk.transform.rewriting import EXACT, Options

_PLAIN = frozenset({int, str, bool, Literal, type(None)})  # equal parameters of these types are the same


def cse(graph: Graph, options: Options = EXACT) -> Graph:
    """Make one of all nodes with the same op, parameters and operands; it has the lines of all of them.

    Operands of commutative ops count as the same in either order. Ordered effects are never merged.
    """
    numbers: dict[int, int] = {id(v.node): i for i, v in enumerate(graph.inputs)}
    classes: dict[Any, int] = {}
    members: dict[int, list[Node]] = {}
    first: list[Node] = []
    count = len(numbers)
    inner: dict[int, Graph] = {}
    for node in graph.nodes:
        if node.op.effect:
            key: Any = id(node)
        else:
            operands = [numbers[id(v.node)] << 16 | v.index for v in node.inputs]
            if node.op in COMMUTATIVE and operands[0] > operands[1] and commutes(node):
                operands.reverse()
            key = (node.op, node.types, _exact(node.params, inner), *operands)
        number = classes.setdefault(key, count)
        numbers[id(node)] = number
        if number == count:
            count += 1
            first.append(node)
        else:
            members.setdefault(number, []).append(node)
    if not members and not inner:
        return graph
    return _merge(graph, numbers, members, first, inner, options)


def _merge(
    graph: Graph,
    numbers: dict[int, int],
    members: dict[int, list[Node]],
    first: list[Node],
    inner: dict[int, Graph],
    options: Options,
) -> Graph:
    made: dict[int, Node] = {numbers[id(v.node)]: v.node for v in graph.inputs}
    processed = {key: cse(body, options) for key, body in inner.items()}
    for node in first:
        number = numbers[id(node)]
        found = [made[numbers[id(v.node)]] for v in node.inputs]
        moved = any([new is not v.node for new, v in zip(found, node.inputs, strict=True)])
        origin: Origin = node.origin
        if number in members:
            origin = join(origin, *(n.origin for n in members[number]))
        params = node.params
        if processed and any(processed.get(id(p), p) is not p for _, p in params):
            params = tuple((name, processed.get(id(p), p)) for name, p in params)
        if moved or origin != node.origin or params is not node.params:
            operands = [Value(new, v.index) for new, v in zip(found, node.inputs, strict=True)]
            node = Node(node.op, operands, params, node.types, origin)
        made[number] = node
    outputs = tuple(Value(made[numbers[id(v.node)]], v.index) for v in graph.outputs)
    if not members and all(a == b for a, b in zip(outputs, graph.outputs, strict=True)):
        return graph
    return Graph(graph.inputs, outputs)


def _exact(params: Params, inner: dict[int, Graph]) -> Any:
    """Parameters as a key: floats by their text, since Python takes 0.0 and -0.0 for the same."""
    for _, value in params:
        if type(value) not in _PLAIN:
            return tuple([(name, _key(value, inner)) for name, value in params])
    return params


def _key(value: Any, inner: dict[int, Graph]) -> Any:
    if isinstance(value, Graph):
        inner[id(value)] = value
    elif isinstance(value, float | complex):
        return repr(value)
    elif isinstance(value, tuple):
        return tuple([v if type(v) in _PLAIN else _key(v, inner) for v in cast("tuple[Any, ...]", value)])
    return value
