"""The order of axes is chosen once, not by each op: what turns the axes of a product's result goes on down the graph.

Convolutions want channels last and get images that have them second, so each turns its operand and its result.
Between two of them these are the same turn there and back. So the turn of a result is put off: ops that do not mind
the order (element-wise ones, windows, reductions) are done on the axes as they lie, until the opposite turn is met, or
somebody who does mind. It is done so if fewer bytes have their axes turned in the end.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from dusk.graph import CONSTANT, Graph, Node, Value, rebuild
from dusk.graph.types import typical
from dusk.ops import (
    all_,
    any_,
    broadcast_to,
    concatenate,
    contract,
    max_,
    min_,
    pad,
    prod,
    reshape,
    slice_,
    sum_,
    transpose,
    windows,
)
from dusk.ops.movement import groups
from dusk.ops.shapes import all_axes
from dusk.transform.fold import is_elementwise
from dusk.transform.rewriting import EXACT, Options

Axes = tuple[int, ...]


class Turned(NamedTuple):
    """A value as another one whose axes lie in another order: `transpose(base, axes=axes)`."""

    base: Value
    axes: Axes

    def value(self) -> Value:
        return _turn(self.base, self.axes)


def layout(graph: Graph, options: Options = EXACT) -> Graph:
    """Choose the order of axes across the ops between products."""
    if not any(_leaves_a_product(node) for node in graph.nodes):
        return graph
    found = _Layout().run(graph)
    return found if _turned_bytes(found) < _turned_bytes(graph) else graph


def _leaves_a_product(node: Node) -> bool:
    """Whether a node turns the axes of a product's result of three or more dimensions."""
    if node.op is not transpose or node.types[0].ndim < 3:
        return False
    source = node.inputs[0]
    while source.node.op in (reshape, slice_, concatenate, pad):
        source = source.node.inputs[0]
    return source.node.op is contract and source.ndim > 2


def _turned_bytes(graph: Graph) -> float:
    """Bytes that are put into another order: of transposes of three or more dimensions, but those of a view's."""
    turns = [n for n in graph.nodes if n.op is transpose and n.types[0].ndim > 2 and not _is_plain(n)]
    return sum(typical(n.types[0].nbytes) for n in turns)


def _is_plain(node: Node) -> bool:
    """Whether a transpose moves axes of one element only."""
    x = node.inputs[0]
    axes = [a % x.ndim for a in node.keywords["axes"] if x.shape[a % x.ndim] != 1]
    return axes == sorted(axes)


def _turn(x: Value, axes: Axes) -> Value:
    return x if axes == tuple(range(x.ndim)) else transpose(x, axes=axes)


def _inverse(axes: Axes) -> Axes:
    return tuple(sorted(range(len(axes)), key=axes.__getitem__))


class _Layout:
    """One walk: `turned` are values made so far that are other ones turned."""

    def __init__(self) -> None:
        self.turned: dict[Value, Turned] = {}

    def run(self, graph: Graph) -> Graph:
        return rebuild(graph, self.change)

    def change(self, node: Node, operands: tuple[Value, ...]) -> Sequence[Value] | None:
        if len(node.types) != 1:
            return None
        found = self.find(node, operands)
        if found is None:
            return None
        value = found.value()
        if value != found.base:
            self.turned[value] = found
        return (value,)

    def find(self, node: Node, operands: tuple[Value, ...]) -> Turned | None:
        """A node's result as something turned; None: it is done as it stands."""
        if node.op is transpose:
            order: Axes = tuple(int(a) % node.types[0].ndim for a in node.keywords["axes"])
            x = self.turned.get(operands[0])
            if x is not None:
                return Turned(x.base, tuple(x.axes[a] for a in order))
            return Turned(operands[0], order) if _leaves_a_product(node) else None
        if not any(x in self.turned for x in operands):
            return None
        if node.op in (broadcast_to, reshape) or not is_elementwise(node):
            rule = _RULES.get(node.op)
            if rule is None:
                return None
            if node.op is not concatenate:
                return rule(node, *self.turned[operands[0]]) if len(operands) == 1 else None
        axes = self.common(operands)
        if axes is None:
            return None
        inside = [self.seen(x, axes) for x in operands]
        keywords = dict(node.keywords)
        if node.op is concatenate:
            keywords["axis"] = axes[keywords.get("axis", 0) % len(axes)]
        return Turned(node.op(*inside, **keywords), axes)

    def common(self, operands: tuple[Value, ...]) -> Axes | None:
        """The order in which most bytes of operands lie; None: the one they are met in."""
        weights: dict[Axes | None, float] = {}
        for x in dict.fromkeys(operands):
            turned = self.turned.get(x)
            if turned is not None or not _is_repeated(x):
                axes = None if turned is None else turned.axes
                weights[axes] = weights.get(axes, 0) + typical(x.type.nbytes)
        return max(weights, key=lambda axes: (weights[axes], axes is not None))

    def seen(self, x: Value, axes: Axes) -> Value:
        """What becomes a value when its axes are turned so."""
        turned = self.turned.get(x)
        if turned is not None:
            back = _inverse(axes)
            return _turn(turned.base, tuple(turned.axes[a] for a in back))
        back, node = _inverse(axes), x.node
        if node.op is broadcast_to:
            source = node.inputs[0]
            lead = (1,) * (x.ndim - source.ndim)
            if source.ndim:
                source = _turn(reshape(source, shape=(*lead, *source.shape)), back)
            return broadcast_to(source, shape=tuple(x.shape[a] for a in back))
        return _turn(x, back)


def _is_repeated(x: Value) -> bool:
    """Whether a value costs little in any order: few numbers, many times."""
    node = x.node
    few = node.op is broadcast_to and 4 * typical(node.inputs[0].type.size) <= typical(x.type.size)
    return few or node.op is CONSTANT


# --- ops of one operand: what they give where it is a base turned
def _broadcast(node: Node, base: Value, axes: Axes) -> Turned:
    shape = node.types[0].shape
    more = len(shape) - base.ndim
    moved = (*range(more), *(more + a for a in axes))
    return Turned(broadcast_to(base, shape=tuple(shape[a] for a in _inverse(moved))), moved)


def _slice(node: Node, base: Value, axes: Axes) -> Turned:
    back = _inverse(axes)
    words = {name: tuple(node.keywords[name][a] for a in back) for name in ("starts", "sizes", "steps")}
    return Turned(slice_(base, **words), axes)


def _pad(node: Node, base: Value, axes: Axes) -> Turned:
    words = node.keywords
    widths = tuple(words["widths"][a] for a in _inverse(axes))
    return Turned(pad(base, **{**words, "widths": widths}), axes)


def _windows(node: Node, base: Value, axes: Axes) -> Turned:
    words = node.keywords
    return Turned(windows(base, axis=axes[words["axis"] % len(axes)], size=words["size"]), (*axes, len(axes)))


def _reduction(node: Node, base: Value, axes: Axes) -> Turned | None:
    words = node.keywords
    if words.get("keepdims"):
        return None
    gone = {axes[a] for a in all_axes(words.get("axis"), base.ndim)}
    left = [a for a in axes if a not in gone]
    place = {a: i for i, a in enumerate(sorted(left))}
    made = node.op(base, **{**words, "axis": tuple(sorted(gone))})
    return Turned(made, tuple(place[a] for a in left))


def _reshape(node: Node, base: Value, axes: Axes) -> Turned | None:
    """Axes are taken apart, or put together where they lie together in the base, too."""
    old, new = tuple(base.shape[a] for a in axes), node.types[0].shape
    place = {a: i for i, a in enumerate(a for a, n in enumerate(base.shape) if n != 1)}
    parts: list[tuple[int, range]] = []  # the place in the base of what axes become of, and these
    last = -1
    for of, to in groups(old, new):
        there = [place[axes[a]] for a in of if axes[a] in place]
        if there != [*range(there[0], there[0] + len(there))] if there else any(new[a] != 1 for a in to):
            return None
        last = there[0] if there else last  # axes of one element stay beside those before them
        parts.append((last, to))
    moved = [a for _, to in sorted(parts, key=lambda part: part[0]) for a in to]
    return Turned(reshape(base, shape=tuple(new[a] for a in moved)), _inverse(tuple(moved)))


_RULES: dict[Any, Callable[..., Turned | None]] = {
    broadcast_to: _broadcast,
    slice_: _slice,
    pad: _pad,
    windows: _windows,
    reshape: _reshape,
    concatenate: lambda *_: None,
    **dict.fromkeys((sum_, prod, max_, min_, any_, all_), _reduction),
}
