"""Random graphs of loops and branches, one in another, over arrays and numbers, written to and read in every way."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from dusk import ops
from dusk.graph import Graph, TensorType, Value, placeholder, trace

N = 4
KINDS = {
    "number": TensorType((), np.dtype("float64")),
    "row": TensorType((N,), np.dtype("float64")),
    "table": TensorType((N, N), np.dtype("float64")),
    "large": TensorType((40, N), np.dtype("float64")),
    "count": TensorType((), np.dtype("int64")),
}
FLOATS = ("number", "row", "table", "large")


def control_graph(rng: random.Random, depth: int = 3) -> Graph:
    """A graph of two inputs of each kind, with loops and branches `depth` deep; its outputs are floats and counts."""
    inputs = [placeholder(kind) for kind in KINDS.values() for _ in range(2)]
    values = _block(rng, list(inputs), depth, rng.randint(2, 5))
    outputs = [_chosen(rng, values, kind) for kind in rng.sample(list(KINDS), rng.randint(1, 4))]
    return Graph(inputs, outputs)


def arguments(rng: np.random.Generator, graph: Graph) -> list[Any]:
    """Operands for such a graph."""
    return [
        np.asarray(rng.integers(0, N, v.shape) if v.dtype.kind == "i" else rng.uniform(-0.9, 0.9, v.shape))
        for v in graph.inputs
    ]


def _chosen(rng: random.Random, values: Sequence[Value], kind: str, late: float = 0.7) -> Value:
    fitting = [v for v in values if v.type == KINDS[kind]]
    return fitting[-1] if rng.random() < late else rng.choice(fitting)


def _block(rng: random.Random, values: list[Value], depth: int, size: int) -> list[Value]:
    """Values, and some more that follow from them."""
    for _ in range(size):
        kind = rng.choice(("plain",) * 3 + ("while", "cond", "scan") * (depth > 0))
        made = {"plain": _plain, "while": _while, "cond": _branch, "scan": _scan}[kind](rng, values, depth)
        values += made
    return values


def _plain(rng: random.Random, values: list[Value], depth: int) -> list[Value]:
    def one(kind: str) -> Value:
        return _chosen(rng, values, kind, 0.5)

    kind = rng.choice(FLOATS)
    at = ops.remainder(one("count"), N)
    starts = {"starts": (None, 0), "steps": (1, 1)}
    calls: list[Callable[[], Value]] = [
        lambda: ops.multiply(ops.add(one(kind), one(kind)), 0.5),
        lambda: ops.tanh(one(kind)),
        lambda: ops.subtract(one(kind), ops.multiply(one(kind), one("number"))),
        lambda: ops.multiply(ops.matmul(one("large"), one("table")), 0.3),
        lambda: ops.multiply(ops.matmul(one("table"), one("table")), 0.3),
        lambda: ops.tanh(ops.sum_(one("large"), axis=(0,))),
        lambda: ops.tanh(ops.sum_(one("row"))),
        lambda: ops.add(one("count"), 1),
        lambda: ops.remainder(ops.multiply(one("count"), 3), 7),
        lambda: ops.slice_set(one("row"), ops.reshape(one("number"), shape=(1,)), at, starts=(None,), steps=(1,)),
        lambda: ops.slice_set(one("table"), ops.reshape(one("row"), shape=(1, N)), at, **starts),
        lambda: ops.slice_set(one("large"), one("table"), at, **starts),
        lambda: ops.slice_set(one("large"), one("table"), starts=(7, 0), steps=(2, 1)),
        lambda: ops.reshape(ops.slice_(one("row"), at, starts=(None,), sizes=(1,), steps=(1,)), shape=()),
        lambda: ops.reshape(ops.slice_(one("large"), at, sizes=(1, N), **starts), shape=(N,)),
        lambda: ops.transpose(one("table"), axes=(1, 0)),
        lambda: _smoothed(one("large")),
        lambda: ops.where(ops.less(0, one("row")), one("row"), one("number")),
    ]
    return [rng.choice(calls)()]


def _smoothed(u: Value) -> Value:
    """A window of u written, computed from others of it."""
    above, below = (ops.slice_(u, starts=(s, 0), sizes=(38, N), steps=(1, 1)) for s in (0, 2))
    return ops.slice_set(u, ops.multiply(ops.add(above, below), 0.5), starts=(1, 0), steps=(1, 1))


def _operands(rng: random.Random, values: Sequence[Value]) -> list[Value]:
    """Operands of a body: of each kind one or two, in any order."""
    found = [_chosen(rng, values, kind) for kind in KINDS for _ in range(rng.choice((1, 1, 2)))]
    rng.shuffle(found)
    return found


def _flag(rng: random.Random, values: Sequence[Value]) -> Value:
    count, number = _chosen(rng, values, "count"), _chosen(rng, values, "number")
    return ops.less(count, rng.randint(0, 5)) if rng.random() < 0.7 else ops.less(number, 0.1)


def _branch(rng: random.Random, values: list[Value], depth: int) -> list[Value]:
    xs = _operands(rng, values)
    kinds = rng.sample(list(KINDS), rng.randint(1, 3))

    def side(*given: Value) -> tuple[Value, ...]:
        made = _block(rng, list(given), depth - 1, rng.randint(0, 3))
        return tuple(_chosen(rng, made, kind) for kind in kinds)

    types = [x.type for x in xs]
    return _several(ops.cond(_flag(rng, values), *xs, then=trace(side, *types), other=trace(side, *types)))


def _while(rng: random.Random, values: list[Value], depth: int) -> list[Value]:
    xs = [ops.remainder(_chosen(rng, values, "count"), 5), *_operands(rng, values)]
    carries = rng.randint(1, len(xs) - 1)
    most, kept = rng.randint(0, 9), rng.random() < 0.3

    def test(n: Value, *given: Value) -> Value:
        goes = ops.less(n, most)
        return ops.logical_and(goes, _flag(random.Random(most), [n, *given])) if kept else goes

    def body(n: Value, *given: Value) -> tuple[Value, ...]:
        made = _block(rng, [n, *given], depth - 1, rng.randint(1, 4))
        names = {kind: name for name, kind in KINDS.items()}
        handed = [_chosen(rng, made, names[v.type], 0.8) for v in given[: carries - 1]]
        return ops.add(n, 1), *handed

    types = [x.type for x in xs]
    return _several(ops.while_loop(*xs, test=trace(test, *types), body=trace(body, *types), carries=carries))


def _scan(rng: random.Random, values: list[Value], depth: int) -> list[Value]:
    xs = _operands(rng, values)
    carries = rng.randint(1, len(xs))
    series = _chosen(rng, values, "table")
    stacked = rng.random() < 0.5

    def body(*given: Value) -> tuple[Value, ...]:
        made = _block(rng, list(given), depth - 1, rng.randint(1, 3))
        names = {kind: name for name, kind in KINDS.items()}
        handed = tuple(_chosen(rng, made, names[v.type], 0.8) for v in given[:carries])
        return (*handed, _chosen(rng, made, "row")) if stacked else handed

    types = [*(x.type for x in xs), KINDS["row"]]
    sources = ("carry",) * carries + ("same",) * (len(xs) - carries) + ("each",)
    return _several(ops.scan(*xs, series, body=trace(body, *types), length=N, sources=sources))


def _several(made: Any) -> list[Value]:
    return [made] if isinstance(made, Value) else list(made)
