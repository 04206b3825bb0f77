"""Layout: values of one network lie in one order, chosen once, where each convolution would turn them there and back.

What slides over images has channels last, users have them second. So each convolution is transposed at both ends. Here
every value gets an order in which its axes lie in memory: what products of more than matrices read and make stays,
and what is computed from them, or for them, element by element, by windows, by sums along axes or by taking shapes,
follows, wherever that goes. Transposes are left where orders meet: mostly at the ends of a network.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from dusk.graph import Graph, Node, Op, TensorType, Value
from dusk.graph.provenance import building
from dusk.graph.types import Shape, typical
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
    slice_set,
    sum_,
    transpose,
    windows,
)
from dusk.ops.movement import groups
from dusk.transform.fold import is_elementwise
from dusk.transform.rewriting import EXACT, Options, within

MANY_TIMES = 10
"""How often numbers are repeated that are too few to say in which order."""

Order = tuple[int, ...]
"""The axes of a value in the order in which they lie in memory."""


def layout(graph: Graph, options: Options = EXACT) -> Graph:
    """Choose the order in which values lie, if that moves fewer bytes; so in the graphs of loops, too."""
    graph = within(graph, lambda inner: layout(inner, options))
    if not any(node.op is transpose and node.types[0].ndim > 2 for node in graph.nodes):
        return graph
    made = _Layout(graph).result()
    return made if _turned(made) < _turned(graph) else graph


def _turned(graph: Graph) -> int:
    """Bytes that transposes of more than matrices move."""
    total = 0
    for node in graph.nodes:
        if (
            node.op is transpose
            and node.types[0].ndim > 2
            and not _as_it_lies(node.keywords["axes"], node.inputs[0].shape)
        ):
            total += typical(node.types[0].nbytes)
    return total


def _as_it_lies(order: Sequence[int], shape: Shape) -> bool:
    """Whether an order is that of the axes themselves, but for those of one element."""
    kept = [a for a in order if shape[a] != 1]
    return kept == sorted(kept)


def _plain(order: Sequence[int], shape: Shape) -> Order:
    """An order with axes of one element behind the axis that they follow: one of many that are the same."""
    out = [a for a in order if shape[a] != 1]
    for a, n in enumerate(shape):
        if n == 1:
            out.insert(out.index(a - 1) + 1 if a else 0, a)
    return tuple(out)


def _inverse(order: Order) -> Order:
    return tuple(sorted(range(len(order)), key=order.__getitem__))


def _by(order: Order, values: Sequence[Any]) -> tuple[Any, ...]:
    return tuple(values[a] for a in order)


@dataclass(frozen=True)
class _Kind:
    """How an op goes on in another order. Its own axes are those of the result, or (`inner`) of its first operand.

    `there(node, order)` is the order of the result by that of the operand, `back(node, order)` the other way round
    (None: that says nothing); `words(node, order)` are the parameters for its own axes in an order.
    """

    inner: bool
    there: Callable[[Node, Order], Order | None]
    back: Callable[[Node, Order], Order | None]
    words: Callable[[Node, Order], dict[str, Any]]

    def own(self, node: Node, order: Order, k: int = -1) -> Order | None:
        """The order of the op's own axes where operand k, or the result (-1), has that order."""
        if (k == 0) if self.inner else (k < 0):
            return order
        if k > 0 and node.op.waits:
            return None
        return self.back(node, order) if self.inner else self.there(node, order)

    def all(self, node: Node, own: Order) -> Iterator[tuple[Value, Order | None]]:
        """Every value that the op reads and makes, in which order."""
        out = node.out
        if self.inner:
            yield node.inputs[0], own
            yield out, self.there(node, own)
        else:
            yield out, own
            for k, v in enumerate(node.inputs):  # what is waited for stays as it is
                yield v, tuple(range(v.ndim)) if k and node.op.waits else self.back(node, own)


def _same(node: Node, order: Order) -> Order | None:
    return order


def _permuted(*names: str) -> Callable[[Node, Order], dict[str, Any]]:
    """Parameters that have one entry for each axis."""

    def words(node: Node, order: Order) -> dict[str, Any]:
        return {k: _by(order, v) if k in names else v for k, v in node.params}

    return words


def _along(node: Node, order: Order) -> dict[str, Any]:
    return {**node.keywords, "axis": order.index(node.keywords.get("axis", 0) % len(order))}


def _to_broadcast(node: Node, order: Order) -> Order | None:
    """Few numbers that are repeated along other axes do not tell where those lie."""
    few = MANY_TIMES * typical(node.inputs[0].type.size) <= typical(node.types[0].size)
    return None if few or len(order) < node.types[0].ndim else order


def _from_broadcast(node: Node, order: Order) -> Order:
    new = len(order) - node.inputs[0].ndim
    return tuple(a - new for a in order if a >= new)


def _left(node: Node, order: Order) -> Order:
    """What a reduction leaves."""
    kept = [a for a in range(len(order)) if a not in node.keywords["axis"]]
    return tuple(kept.index(a) for a in order if a in kept)


def _reduced(node: Node, order: Order) -> dict[str, Any]:
    return {**node.keywords, "axis": tuple(sorted(order.index(a) for a in node.keywords["axis"]))}


def _groups(node: Node) -> list[tuple[Order, Order]]:
    """Axes of a reshape's operand and result that hold the same elements; those of one element are left out."""
    sides = [[a for a, n in enumerate(v.shape) if n != 1] for v in (node.inputs[0], node.out)]
    met = groups(*([v.shape[a] for a in axes] for v, axes in zip((node.inputs[0], node.out), sides, strict=True)))
    return [tuple(tuple(axes[i] for i in part) for axes, part in zip(sides, pair, strict=True)) for pair in met]  # type: ignore[misc]


def _grouped(node: Node, order: Order, k: int) -> tuple[Order, Order]:
    """Orders of a reshape's operand and result for that of the k-th of them: groups as their last axes lie."""
    parts = sorted(_groups(node), key=lambda part: max((order.index(a) for a in part[k]), default=-1))
    flat = (tuple(a for part in parts for a in part[i]) for i in range(2))
    first, second = (_plain(o, v.shape) for o, v in zip(flat, (node.inputs[0], node.out), strict=True))
    return first, second


def _reshaped(node: Node, order: Order) -> dict[str, Any]:
    return {"shape": _by(_grouped(node, order, 0)[1], node.types[0].shape)}


def _to_windows(node: Node, order: Order) -> Order:
    return (*order, len(order))


def _from_windows(node: Node, order: Order) -> Order | None:
    return order[:-1] if order[-1] == len(order) - 1 else None


_REDUCTION = _Kind(True, _left, lambda node, order: None, _reduced)
_KINDS: dict[Op, _Kind] = {
    pad: _Kind(False, _same, _same, _permuted("widths")),
    slice_: _Kind(False, _same, _same, _permuted("starts", "sizes", "steps")),
    slice_set: _Kind(False, _same, _same, _permuted("starts", "steps")),
    concatenate: _Kind(False, _same, _same, _along),
    broadcast_to: _Kind(False, _to_broadcast, _from_broadcast, _permuted("shape")),
    transpose: _Kind(
        True,
        lambda node, order: _by(order, _inverse(node.keywords["axes"])),
        lambda node, order: _by(order, node.keywords["axes"]),
        lambda node, order: {},
    ),
    reshape: _Kind(
        True,
        lambda node, order: _grouped(node, order, 0)[1],
        lambda node, order: _grouped(node, order, 1)[0],
        _reshaped,
    ),
    windows: _Kind(True, _to_windows, _from_windows, _along),
    **dict.fromkeys((sum_, prod, max_, min_, any_, all_), _REDUCTION),
}
_ELEMENTWISE = _Kind(False, _same, _same, lambda node, order: node.keywords)


def _kind(node: Node) -> _Kind | None:
    if len(node.types) != 1 or not node.inputs or not isinstance(node.types[0], TensorType):
        return None
    found = _KINDS.get(node.op)
    if found is not None:
        words = node.keywords
        one = found is not _REDUCTION or (isinstance(words.get("axis"), tuple) and not words.get("keepdims"))
        return found if one and (node.op is concatenate or len(node.inputs) == 1 + (node.op is slice_set)) else None
    return _ELEMENTWISE if is_elementwise(node) else None


class _Layout:
    def __init__(self, graph: Graph) -> None:
        self.graph = graph
        self.kinds = {id(node): _kind(node) for node in graph.nodes}
        self.users: dict[Value, list[Node]] = {}
        for node in graph.nodes:
            for v in dict.fromkeys(node.inputs):
                self.users.setdefault(v, []).append(node)
        self.orders: dict[Value, Order] = {}
        self.found: dict[Value, tuple[Value, Order]] = {}
        self.turned: dict[tuple[Value, Order], Value] = {}

    def choose(self) -> None:
        """Orders spread from what products make, the nearest first; then, where none has come, from what they read."""
        products = [node for node in self.graph.nodes if node.op is contract and node.types[0].ndim > 2]
        self.spread(node.out for node in products)
        self.spread(v for node in products for v in node.inputs)

    def spread(self, anchors: Iterable[Value]) -> None:
        queue: deque[Value] = deque()
        for v in anchors:
            if v not in self.orders:
                self.orders[v] = tuple(range(v.ndim))
                queue.append(v)
        while queue:
            v = queue.popleft()
            for node in (v.node, *self.users.get(v, ())):
                kind = self.kinds.get(id(node))
                if kind is None:
                    continue
                k = -1 if node is v.node else node.inputs.index(v)
                own = kind.own(node, self.orders[v], k)
                for u, order in kind.all(node, own) if own is not None else ():
                    if order is None or u in self.orders or self.kinds.get(id(u.node)) is None:
                        continue
                    if sum(n != 1 for n in u.shape) > 1:
                        self.orders[u] = _plain(order, u.shape)
                        queue.append(u)

    def held(self, v: Value, order: Order) -> Value:
        """A value whose axes lie in an order."""
        now, lies = self.found[v]
        if order == lies:
            return now
        key = v, order
        if key not in self.turned:
            axes = tuple(lies.index(a) for a in order)
            shape = _by(order, v.shape)
            self.turned[key] = reshape(now, shape=shape) if _as_it_lies(axes, now.shape) else transpose(now, axes=axes)
        return self.turned[key]

    def as_it_was(self, v: Value) -> Value:
        return self.held(v, tuple(range(v.ndim))) if isinstance(v.type, TensorType) else self.found[v][0]

    def working(self, node: Node, kind: _Kind) -> Order:
        """The order of the own axes of an op."""
        out, x = node.out, node.inputs[0]
        if not kind.inner:
            return self.orders.get(out, tuple(range(out.ndim)))
        if node.op is reshape and out in self.orders:
            return _grouped(node, self.orders[out], 1)[0]
        order = self.found[x][1]
        if node.op is reshape:
            return _grouped(node, order, 0)[0]
        return self.orders.get(x, order) if node.op is windows else order

    def result(self) -> Graph:
        self.choose()
        for v in self.graph.inputs:
            self.found[v] = v, tuple(range(v.ndim)) if isinstance(v.type, TensorType) else ()
        for node in self.graph.nodes:
            kind = self.kinds[id(node)]
            with building(node.origin):
                if kind is None:
                    made = node.reading(tuple(self.as_it_was(v) for v in node.inputs))
                    for old, new in zip(node.outputs, made.outputs, strict=True):
                        self.found[old] = new, tuple(range(old.ndim)) if isinstance(old.type, TensorType) else ()
                else:
                    self.follow(node, kind)
        outputs: list[Value] = []
        for v in self.graph.outputs:
            with building(v.node.origin):
                outputs.append(self.as_it_was(v))
        return Graph(self.graph.inputs, outputs)

    def follow(self, node: Node, kind: _Kind) -> None:
        """An op that goes on in another order."""
        own = self.working(node, kind)
        orders = dict(kind.all(node, own))
        operands = [self.held(v, orders[v] or ()) for v in node.inputs]
        lies = orders[node.out] or ()
        if node.op is transpose:
            self.found[node.out] = operands[0], lies
            return
        if node.op is broadcast_to and operands[0].ndim < len(own):
            new, sizes = len(own) - operands[0].ndim, iter(operands[0].shape)
            if own[:new] != tuple(range(new)):  # axes that come in between need places
                operands = [reshape(operands[0], shape=tuple(1 if a < new else next(sizes) for a in own))]
        words = kind.words(node, own)
        if tuple(operands) == node.inputs and all(words[k] == v for k, v in node.params):
            self.found[node.out] = node.out, lies
        else:
            self.found[node.out] = node.op(*operands, **words), lies
