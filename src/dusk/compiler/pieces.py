"""Reductions of what was computed from an array with a window written: of the window, and of what is around it.

In `sum(f(slice_set(x, v)))` f is of v inside of the window, and of x outside. The kernel that computes v and writes it
adds up the sum over the window on its way (`fuse`), so nothing is gone through twice; what is around is little.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, NamedTuple

from dusk import ops
from dusk.compiler.added import LONG, REDUCE, SHAPE, added
from dusk.compiler.rules import Template, axes, sum_dtype, templates
from dusk.graph import TOKEN, Graph, Node, Value, rebuild
from dusk.graph.types import Shape, Size, TensorType, product, typical
from dusk.kernel.expr import Expr

COMBINED: dict[str, Any] = {
    "sum": ops.add,
    "max": ops.maximum,
    "min": ops.minimum,
    "any": ops.logical_or,
    "all": ops.logical_and,
}
LEAST = 1 << 11  # elements from which on it pays
PART = 8  # of how many elements one may be outside of the window


class Window(NamedTuple):
    """A part of an array: where it begins, and how many elements it has, along each axis."""

    starts: tuple[Size, ...]
    sizes: Shape


def in_pieces(graph: Graph) -> Graph:
    """The graph with whole reductions of arrays that have a window written made of reductions of their parts."""
    if not any(map(_writes, graph.nodes)):
        return graph
    inside = _inside(graph)
    found = {node: w for node in graph.nodes if node in inside and _kind(node) and (w := _window(node, inside))}
    if not found:
        return graph
    now: dict[Value, Value] = dict(zip(graph.inputs, graph.inputs, strict=True))

    def change(node: Node, operands: tuple[Value, ...]) -> Any:
        made = node.reading(operands).outputs if node not in found else (_reduced(node, found[node], inside, now),)
        now.update(zip(node.outputs, made, strict=True))
        return made

    return rebuild(graph, change)


def around(shape: Shape, window: Window) -> list[Window]:
    """What is outside of a window: of the first axis what lies before and behind it, then along the window that of the
    second, and so on."""
    found: list[Window] = []
    for d, (start, size, n) in enumerate(zip(*window, shape, strict=True)):
        for first, count in ((0, start), (start + size, n - start - size)):
            if count != 0:
                starts = (*window.starts[:d], first, *(0 for _ in shape[d + 1 :]))
                found.append(Window(starts, (*window.sizes[:d], count, *shape[d + 1 :])))
    return found


def _writes(node: Node) -> bool:
    return node.op is ops.slice_set and len(node.inputs) == 2 and all(step == 1 for step in node.keywords["steps"])


def _rule(node: Node) -> Template | None:
    """The template of a node's only output."""
    if len(node.types) != 1 or not node.inputs or node.op.lower is None or TOKEN in (v.type for v in node.inputs):
        return None
    rules = templates(node.op, node.params, tuple(v.type for v in node.inputs), node.types)
    return None if rules is None else rules[0]


def _kind(node: Node) -> str:
    """Which reduction of all elements of its operand a node is; "" if it is none that may be made in pieces."""
    rule = _rule(node)
    if rule is None or rule.kind != "reduce" or rule.reduction not in COMBINED or len(node.inputs) != 1:
        return ""
    (x,), out = node.inputs, node.types[0]
    plain = rule.value.kind == "load" and rule.value.dtype == x.dtype == out.dtype == (sum_dtype(x.dtype) or x.dtype)
    return rule.reduction if plain and out.size == 1 and x.ndim and product(rule.extents) == x.type.size else ""


def _by_elements(node: Node) -> bool:
    """Whether each element is computed from the elements of the operands that are at its place, wherever that is."""
    rule = _rule(node)
    if rule is None or rule.kind != "map" or any(v.shape != node.types[0].shape for v in node.inputs):
        return False
    here = axes(len(node.types[0].shape))
    seen, stack = set[Expr](), [rule.value]
    while stack:
        e = stack.pop()
        if e.kind == "axis" or (e.kind == "load" and e.index != here):
            return False
        if e not in seen:
            seen.add(e)
            stack += e.args[len(e.index) :] if e.kind == "load" else e.args
    return True


def _inside(graph: Graph) -> set[Node]:
    """The whole reductions, and what is computed by elements for nobody else."""
    outputs, users = {v.node for v in graph.outputs}, dict[Node, list[Node]]()
    found: set[Node] = set()
    for node in graph.nodes:
        for v in node.inputs:
            users.setdefault(v.node, []).append(node)
    for node in reversed(graph.nodes):
        alone = node not in outputs and found.issuperset(users.get(node, ()))
        if _kind(node) or (alone and _by_elements(node)):
            found.add(node)
    return found


def _window(node: Node, inside: Collection[Node]) -> Window | None:
    """The window by which the operand of a reduction is taken apart: the one written last, if that is most of it."""
    seen, stack, found = set[Value](), [*node.inputs], list[Node]()
    while stack:
        v = stack.pop()
        if v not in seen:
            seen.add(v)
            if _writes(v.node):
                found.append(v.node)
            elif v.node in inside:
                stack += v.node.inputs
    if not found:
        return None
    last = max(found, key=lambda w: w.number)
    shape, window = last.out.shape, Window(last.keywords["starts"], last.inputs[1].shape)
    ends = [n - start - size for start, size, n in zip(*window, shape, strict=True)]
    if shape != node.inputs[0].shape or not all(isinstance(n, int) for n in (*window.starts, *ends)):
        return None
    whole, part = typical(product(shape)), typical(product(window.sizes))
    little = 0 < (whole - part) * PART <= whole and whole >= LEAST
    return window if little and (len(shape) > 1 or whole < LONG) else None  # threads would not share a long row


def _reduced(node: Node, window: Window, inside: Collection[Node], now: dict[Value, Value]) -> Value:
    """The reduction of what is around a window, and of the window."""
    kind, shape, total = _kind(node), node.inputs[0].shape, None
    for piece in (*around(shape, window), window):
        x = _part(node.inputs[0], piece, window, inside, now)
        if typical(x.type.size) >= LONG:  # row by row, so that threads can share rows
            x = added(REDUCE, x, node, kind=kind, axes=tuple(range(1, x.ndim)))
        x = added(REDUCE, x, node, kind=kind, axes=tuple(range(x.ndim)))
        total = x if total is None else COMBINED[kind](total, x)
    assert total is not None
    return total if total.type == node.types[0] else added(SHAPE, total, node, shape=node.types[0].shape)


def _part(v: Value, piece: Window, window: Window, inside: Collection[Node], now: dict[Value, Value]) -> Value:
    """A part of a value: computed from the same parts; where the window is not, of what it was written to."""
    made: dict[Value, Value] = {}
    stack = [v]
    while stack:
        u = stack[-1]
        operands = u.node.inputs if u.node in inside else ()
        missing = [w for w in operands if w not in made]
        if missing:
            stack += missing
            continue
        stack.pop()
        if operands:
            kind = TensorType(piece.sizes, u.dtype, u.type.device)
            made[u] = Node(u.node.op, tuple(made[w] for w in operands), u.node.params, (kind,), u.node.origin).out
            continue
        x = u
        while piece != window and _writes(x.node) and _same(x.node, window):
            x = x.node.inputs[0]
        made[u] = ops.slice_(now[x], starts=piece.starts, sizes=piece.sizes, steps=(1,) * len(piece.sizes))
    return made[v]


def _same(node: Node, window: Window) -> bool:
    return window == (node.keywords["starts"], node.inputs[1].shape)
