"""Branches of a program that take long on one thread each, and need not wait for each other."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from dusk.backends import cpu
from dusk.errors import NativeUnavailable
from dusk.graph import TOKEN, Graph, Node, placeholder
from dusk.ops import cond, scan, while_loop
from dusk.transform.placed import DEFAULT, moved

LONG_S = 300e-6  # of a step, from which on another is worth beginning beside it
LIBRARY_S = 1e10  # operations a second of matrix factorisations
BODY_S = 5e-6  # of a call of a body
BODIES_BYTE_S = 0.4e-9  # of bodies for a byte they read or make


def long_branches(graph: Graph) -> list[Node]:
    """The nodes that one thread is at for long, of which each has another that neither needs it nor is needed by it."""
    nodes = [node for node in graph.nodes if _serial(node)]
    if len(nodes) < 2:
        return []
    long = [node for node in nodes if seconds_of(node) > LONG_S]
    if len(long) < 2:
        return []
    bits = {node: 1 << i for i, node in enumerate(long)}
    before: dict[Node, int] = {}
    for node in graph.nodes:
        found = bits.get(node, 0)
        for v in node.inputs:
            found |= before.get(v.node, 0)
        before[node] = found
    return [a for a in long if any(not (before[a] & bits[b] or before[b] & bits[a]) for b in long if b is not a)]


def _serial(node: Node) -> bool:
    """Whether a node is a step that no threads share."""
    if node.op.effect:
        return False
    words = node.keywords
    return node.op.cubic > 0 or node.op in (while_loop, cond) or (node.op is scan and "carry" in words["sources"])


def seconds_of(node: Node) -> float:
    """About what a node takes by itself, on any machine."""
    if node.op.cubic:
        return body_seconds(node)
    inputs = [placeholder(v.type) for v in node.inputs]
    return seconds_on_one(moved(Graph(inputs, node.reading(tuple(inputs)).outputs), DEFAULT))


def seconds_on_one(graph: Graph) -> float:
    """About what a graph of the default device takes on one thread; by bodies, where there is no native code."""
    try:
        return steps_seconds(cpu.draft(graph))
    except NativeUnavailable:
        return sum(map(body_seconds, graph.nodes))


def steps_seconds(blueprint: Any) -> float:
    """About what the steps of a blueprint take on one thread."""
    flow, total = blueprint.flow, 0.0
    for step in blueprint.steps:
        makers = {flow.maker[v] for v in step.group.members} if step.work is None else ()
        total += step.seconds + sum(body_seconds(flow.nodes[n]) for n in makers)
    return total


def body_seconds(node: Node) -> float:
    """About what a body takes."""
    kinds: Sequence[Any] = [t for t in (*(v.type for v in node.inputs), *node.types) if t is not TOKEN]
    seconds = BODY_S + BODIES_BYTE_S * sum(float(t.nbytes) for t in kinds)
    if node.op.cubic:
        x = node.inputs[0].type
        seconds += node.op.cubic * float(x.size) * min(x.shape[-2:]) / LIBRARY_S
    return seconds
