"""A graph mapped over a leading axis of some of its inputs, by the ops' `batch` rules."""

from __future__ import annotations

import functools
from collections.abc import Sequence

from dusk.graph import Graph, Node, Value, building, placeholder
from dusk.graph.types import TensorType
from dusk.ops import broadcast_to, cond, moveaxis, reshape, scan, slice_, stack, while_loop
from dusk.ops.scan import operands_of
from dusk.transform.fold import is_elementwise
from dusk.transform.series import Given, scanned
from dusk.transform.structured import batch_cond, batch_while

Batched = Sequence[tuple[Value, bool]]
"""Values, and whether they have the mapped axis, in front."""


_STRUCTURED = {cond: batch_cond, while_loop: batch_while}


@functools.lru_cache(maxsize=256)
def batched(graph: Graph, mapped: tuple[bool, ...], size: int) -> tuple[Graph, tuple[bool, ...]]:
    """The graph over a new leading axis of `size` of the inputs that are `mapped`; which outputs have it, too.

    What no mapped input leads to is computed once. An op without a rule is called once for each element.
    """
    inputs = [
        placeholder(v.type.with_((size, *v.shape)) if m else v.type) for v, m in zip(graph.inputs, mapped, strict=True)
    ]
    found = dict(zip(graph.inputs, zip(inputs, mapped, strict=True), strict=True))
    _batch(graph.nodes, found, size)
    outputs = [found[v] for v in graph.outputs]
    return Graph(inputs, [v for v, _ in outputs]), tuple([m for _, m in outputs])


def _batch(nodes: Sequence[Node], found: dict[Value, tuple[Value, bool]], size: int) -> None:
    for node in nodes:
        given = [found[v] for v in node.inputs]
        if not any(m for _, m in given):
            kept = node.reading(tuple(v for v, _ in given))
            made: Batched = [(v, False) for v in kept.outputs]
        else:
            with building(node.origin):
                made = _mapped(node, given, size)
        found.update(zip(node.outputs, made, strict=True))


def _mapped(node: Node, given: Batched, size: int) -> Batched:
    op, values = node.op, [v for v, _ in given]
    if op.batch is not None:
        result = op.batch(tuple(0 if m else None for _, m in given), *values, **node.keywords)
        if result is not NotImplemented:
            return [(v, True) for v in ((result,) if isinstance(result, Value) else result)]
    elif len(node.types) == 1 and is_elementwise(node):
        if not op.broadcast:
            values = [v if m else spread(v, size) for v, m in given]
        return [(op(*values, **node.keywords), True)]
    elif op is scan:
        return _rounds(node, given, size)
    elif op in _STRUCTURED:
        return _STRUCTURED[op](node, given, size, batched)
    elif op.inline is not None:
        inputs = [placeholder(v.type) for v in node.inputs]
        inner = op.inline(*inputs, **node.keywords)
        graph = Graph(inputs, (inner,) if isinstance(inner, Value) else inner)
        found = dict(zip(inputs, given, strict=True))
        _batch(graph.nodes, found, size)
        return [found[v] for v in graph.outputs]
    each = [_one(node, given, i) for i in range(size)]
    return [(stack(*column, axis=0), True) for column in zip(*each, strict=True)]


def _rounds(node: Node, given: Batched, size: int) -> Batched:
    """A scan of rounds that are mapped themselves."""
    words = node.keywords
    body, length, sources = words["body"], words["length"], words["sources"]
    places = list(operands_of(sources, length))
    mapped = [any(m for _, m in given[at]) for at in places]
    n_carries = sources.count("carry")
    while True:  # until what a round hands on has the axis where the next one takes it with the axis
        made, has = batched(body, tuple(mapped), size)
        if not any(h and not m for h, m in zip(has[:n_carries], mapped, strict=False)):
            break
        mapped[:n_carries] = [h or m for h, m in zip(has[:n_carries], mapped, strict=False)]
    outputs = [
        spread(v, size) if c < n_carries and mapped[c] and not h else v
        for c, (v, h) in enumerate(zip(made.outputs, has, strict=True))
    ]
    operands: list[Given] = []
    for source, at, m in zip(sources, places, mapped, strict=True):
        whole = [spread(v, size) if m and not h else v for v, h in given[at]]
        turn = m and source in ("each", "back")
        operands.append(Given(source, tuple(moveaxis(v, source=0, destination=1) if turn else v for v in whole)))
    found = scanned(operands, Graph(made.inputs, outputs), length, words.get("reverse", False))
    flags = [*mapped[:n_carries], *has[n_carries:]]
    return [
        (moveaxis(v, source=1, destination=0) if h and j >= n_carries else v, h)
        for j, (v, h) in enumerate(zip(found, flags, strict=True))
    ]


def spread(value: Value, size: int) -> Value:
    """A value repeated along a new leading axis."""
    return broadcast_to(value, shape=(size, *value.shape))


def _one(node: Node, given: Batched, i: int) -> tuple[Value, ...]:
    """An op on element i of what it is mapped over."""
    operands = [_element(v, i) if m else v for v, m in given]
    return Node(node.op, operands, node.params, node.types, node.origin).outputs


def _element(value: Value, i: int) -> Value:
    kind: TensorType = value.type
    rest = (0,) * (kind.ndim - 1)
    part = slice_(value, starts=(i, *rest), sizes=(1, *kind.shape[1:]), steps=(1,) * kind.ndim)
    return reshape(part, shape=kind.shape[1:])
