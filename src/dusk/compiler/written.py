"""Windows that programs write: what goes into one is read there, and rounds take turns at the same two arrays.

`u = slice_set(x, v)` is computed by one kernel that writes v where it belongs, if nobody else needs v. So who uses v
besides reads the window of u. And where the same window of the same base is written again and again, what is outside of
it is always the same: any array with it will do as base, best of all one that nobody reads any longer, which is then
written in place.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from dusk.compiler.rules import CHEAP, templates
from dusk.graph import CONSTANT, Graph, Node, Value, rebuild
from dusk.graph.node import PLACEHOLDER
from dusk.graph.types import typical
from dusk.ops import slice_, slice_set

LARGE = 1 << 16  # bytes: to copy less costs less than memory of its own


def written(graph: Graph, donated: Collection[int] = ()) -> Graph:
    """The graph with values read in the arrays that they are written to, and writes of one window to arrays that are
    read no longer; `donated` are inputs that may be overwritten."""
    if not any(map(_writes, graph.nodes)):
        return graph
    return _rebased(_read_there(graph), donated)


def without_a_copy(graph: Graph, donated: Collection[int], into: Mapping[int, int]) -> tuple[set[int], dict[int, int]]:
    """Which inputs to overwrite, and which outputs to leave in which of them, so that windows are written in one go.

    What is written from its neighbours comes to lie elsewhere. To leave it in the memory that it was read from would
    take one more pass over it, at the end or, of values put aside, at once.
    """
    free, left = {*donated, *into.values()}, dict(into)
    if not any(map(_writes, graph.nodes)):
        return free, left
    made = written(graph, free)
    for i, j in into.items():
        node, first, x = made.outputs[i].node, True, made.inputs[j]
        while _writes(node) and _writes(node.inputs[0].node):
            node, first = node.inputs[0].node, False
        large = typical(x.type.nbytes) >= LARGE
        if large and writes_around(node.out, x):
            del left[i]
            free -= {j} if first else set()
    return free, left


def writes_around(v: Value, x: Value) -> bool:
    """Whether v is x with a window written, computed from other elements of x as well."""
    return _writes(v.node) and v.node.inputs[0] == x and _looks_around(v.node)


def _looks_around(node: Node) -> bool:
    """Whether what a node writes to a window is computed from other elements of the same array."""
    x, v = node.inputs
    return any(
        x in u.inputs and not (u.op is slice_ and u.types[0].shape == v.shape and _same_window(u, node))
        for u in _between(v)
    )


def _same_window(read: Node, node: Node) -> bool:
    return all(read.keywords[name] == node.keywords[name] for name in ("starts", "steps"))


def _writes(node: Node) -> bool:
    return node.op is slice_set and len(node.inputs) == 2


class _Order:
    """Where the nodes of a graph stand, and who uses their values."""

    def __init__(self, graph: Graph) -> None:
        self.at = {node: i for i, node in enumerate(graph.nodes)}
        self.outputs = set(graph.outputs)
        self.users: dict[Value, list[Node]] = {}
        for node in graph.nodes:
            for v in dict.fromkeys(node.inputs):
                self.users.setdefault(v, []).append(node)


def _read_there(graph: Graph) -> Graph:
    order = _Order(graph)
    there: dict[Value, Node] = {}
    for node in graph.nodes:
        if _writes(node):
            v = node.inputs[1]
            others = [w for w in order.users[v] if w is not node]
            if (
                others
                and v not in order.outputs
                and _is_costly(v)
                and order.at[node] < min(map(order.at.__getitem__, others))
            ):
                there[v] = node
    if not there:
        return graph
    windows: dict[Value, Value] = {}

    def change(node: Node, operands: tuple[Value, ...]) -> Any:
        read = tuple(new if there.get(old, node) is node else windows[old] for old, new in zip(node.inputs, operands))
        made = node.reading(read).outputs
        if _writes(node) and there.get(node.inputs[1]) is node:
            v, words = node.inputs[1], node.keywords
            windows[v] = slice_(made[0], starts=words["starts"], sizes=v.shape, steps=words["steps"])
        return made

    return rebuild(graph, change)


def _is_costly(v: Value) -> bool:
    """Whether a value is computed by a kernel that may as well be the one that writes it, but not for each user."""
    if v.node.op is PLACEHOLDER or v.node.op is CONSTANT:
        return False
    rules = templates(v.node.op, v.node.params, tuple(x.type for x in v.node.inputs), v.node.types)
    rule = None if rules is None else rules[v.index]
    return rule is not None and rule.kind == "map" and (rule.cost > CHEAP or len(rule.reads) > 1)


def _between(v: Value) -> set[Node]:
    """The nodes that a value is computed by, up to inputs and arrays with windows written."""
    found: set[Node] = set()
    stack = [v.node]
    while stack:
        node = stack.pop()
        if node not in found and not _writes(node) and node.op is not PLACEHOLDER:
            found.add(node)
            stack += [u.node for u in node.inputs]
    return found


def _read(v: Value) -> set[Value]:
    """The inputs, and the arrays with windows written, that a value is computed from without others in between."""
    nodes = _between(v)
    return {u for node in nodes for u in node.inputs if u.node not in nodes} | ({v} if v.node not in nodes else set())


def _rebased(graph: Graph, donated: Collection[int]) -> Graph:
    order = _Order(graph)
    free = {v for i, v in enumerate(graph.inputs) if i in donated}
    families: dict[Any, list[Node]] = {}
    for node in graph.nodes:
        if _writes(node):
            base, v = node.inputs
            families.setdefault((base, v.shape, node.params), []).append(node)
    bases: dict[Node, Node | None] = {}  # another write of the window, in place of what it was written to
    for (base, *_), family in families.items():
        if len(family) == 1:
            continue
        kept = base in order.outputs or base.node.op is CONSTANT or (base.node.op is PLACEHOLDER and base not in free)
        inside = set(family)
        spare: list[Value] = [] if kept else [base]
        for node in family:
            at = order.at[node]
            read = _read(node.inputs[1]) if spare and node is not family[0] else set(spare)
            for m in spare:
                before = (order.at[w] < at or (m == base and w in inside) for w in order.users.get(m, ()))
                if m not in read and all(before):
                    spare.remove(m)
                    if m != base:
                        bases[node] = m.node
                    break
            if node.out not in order.outputs:
                spare.append(node.out)
    if not bases:
        return graph
    found: dict[Node, Value] = {}

    def change(node: Node, operands: tuple[Value, ...]) -> Any:
        base = bases.get(node)
        made = node.reading(operands if base is None else (found[base], operands[1])).outputs
        found[node] = made[0]
        return made

    return rebuild(graph, change)
