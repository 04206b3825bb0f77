"""Random graphs that give a compiler something to do: chains, broadcasts, windows, products, gathers, shared users."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from dusk import ops
from dusk.graph import Dim, Graph, TensorType, Value, evaluate, placeholder
from dusk.graph.op import define
from dusk.graph.types import Shape, Size, broadcast, product, size_value
from dusk.kernel import native

Array = np.ndarray[Any, Any]
SHAPES: list[tuple[int, ...]] = [(), (5,), (4, 5), (5, 4), (3, 4, 5), (1, 5), (4, 1), (4, 4), (20,), (2, 2, 5)]
N, M = Dim("n"), Dim("m")
NAMED: list[Shape] = [(), (N,), (M, N), (N, M), (3, M, N), (1, N), (M, 1), (M, M), (N * M,), (2, 2, N), (M, 5), (N, 4)]
SIZES = {"n": 5, "m": 4}
LEAST = {"n": 4, "m": 4}  # that anybody runs a graph of named sizes at
BINARY = [ops.add, ops.subtract, ops.multiply, ops.maximum, ops.minimum]
UNARY = [ops.sin, ops.tanh, ops.negative, ops.absolute, ops.square, ops.sigmoid]
REDUCE = [ops.sum_, ops.max_, ops.min_, ops.mean]


def _vjp_called(g: Value, out: Value, x: Value, *, axis: int) -> tuple[Value]:
    return (ops.flip(called(ops.flip(g, axis=axis), axis=axis), axis=axis),)


@define(name="test_called", vjp=_vjp_called)
def called(x: Any, *, axis: int) -> Any:
    """A running sum that kernels know nothing of: its body is called."""
    return np.cumsum(x, axis)


class Maker:
    """Builds one graph, call by call, from the values made so far."""

    def __init__(self, seed: int, dtype: str = "float64", shapes: Sequence[Shape] = SHAPES) -> None:
        self.rng = np.random.default_rng(seed)
        self.shapes = shapes
        n = int(self.rng.integers(2, 6))
        self.inputs = [placeholder(TensorType(self.pick(shapes), dtype)) for _ in range(n)]
        self.inputs.append(placeholder(TensorType((6,), "int64")))
        self.index = self.inputs[-1]
        self.made: list[Value] = self.inputs[:-1]

    def pick(self, options: Any) -> Any:
        return options[int(self.rng.integers(len(options)))]

    def graph(self, size: int) -> Graph:
        """About `size` calls; some of the last values are outputs, others too, an input perhaps."""
        for _ in range(size):
            kind: Callable[[Value], Value | None] = self.pick(CALLS)
            x = self.pick(self.made[-6:]) if self.rng.random() < 0.7 else self.pick(self.made)
            new = kind(self, x)  # pyright: ignore[reportCallIssue]
            if new is not None and number(new.type.size) <= 400:
                self.made.append(new)
        outputs = [*self.made[-2:], *(self.pick(self.made) for _ in range(int(self.rng.integers(0, 3))))]
        return Graph(self.inputs, outputs)

    def like(self, x: Value) -> Value:
        """A value of x's shape."""
        fitting = [v for v in self.made if v.shape == x.shape]
        return self.pick(fitting)

    def arrays(self, sizes: Mapping[str, int] | None = None) -> list[Array]:
        """Arguments, for these sizes where they are named."""
        shapes = [tuple(size_value(d, sizes or {}) for d in v.shape) for v in self.inputs[:-1]]
        drawn = [self.rng.normal(size=s).astype(v.dtype) for s, v in zip(shapes, self.inputs, strict=False)]
        return [*drawn, self.rng.integers(-4, 4, (6,))]

    def unary(self, x: Value) -> Value:
        return self.pick(UNARY)(x)

    def binary(self, x: Value) -> Value:
        return self.pick(BINARY)(x, self.like(x))

    def scaled(self, x: Value) -> Value:
        return ops.multiply(x, float(self.pick([0.5, 2.0, 3.7, -1.0])))

    def broadcast(self, x: Value) -> Value | None:
        fitting = [v for v in self.made if v.shape != x.shape and _fits(x.shape, v.shape)]
        return self.pick(BINARY)(x, self.pick(fitting)) if fitting else None

    def reduced(self, x: Value) -> Value | None:
        if not x.ndim:
            return None
        axis = int(self.rng.integers(x.ndim)) if self.rng.random() < 0.8 else None
        return self.pick(REDUCE)(x, axis=axis, keepdims=bool(self.rng.random() < 0.4))

    def softmax(self, x: Value) -> Value | None:
        return ops.softmax(x, axis=int(self.rng.integers(x.ndim))) if x.ndim else None

    def turned(self, x: Value) -> Value:
        return ops.transpose(x, axes=tuple(int(a) for a in self.rng.permutation(x.ndim)))

    def reshaped(self, x: Value) -> Value | None:
        fitting = [s for s in self.shapes if product(s) == x.type.size]
        return ops.reshape(x, shape=self.pick(fitting)) if fitting else None

    def window(self, x: Value) -> Value | None:
        if not x.ndim or min(map(number, x.shape)) < 2:
            return None
        starts = tuple(int(self.rng.integers(0, 2)) for _ in x.shape)
        return ops.slice_(x, starts=starts, sizes=tuple(d - 1 for d in x.shape), steps=(1,) * x.ndim)

    def written(self, x: Value) -> Value | None:
        if not x.ndim or min(map(number, x.shape)) < 2:
            return None
        starts = tuple(int(self.rng.integers(0, 2)) for _ in x.shape)
        inner = ops.slice_(x, starts=(1,) * x.ndim, sizes=tuple(d - 1 for d in x.shape), steps=(1,) * x.ndim)
        return ops.slice_set(x, self.unary(inner), starts=starts, steps=(1,) * x.ndim)

    def stencil(self, x: Value) -> Value | None:
        if x.ndim != 2 or min(map(number, x.shape)) < 3:
            return None
        rows, columns = x.shape

        def at(i: int, j: int) -> Value:
            return ops.slice_(x, starts=(i, j), sizes=(rows - 2, columns - 2), steps=(1, 1))

        new = ops.multiply(ops.add(ops.add(at(0, 1), at(2, 1)), ops.add(at(1, 0), at(1, 2))), 0.25)
        return ops.slice_set(x, new, starts=(1, 1), steps=(1, 1))

    def product(self, x: Value) -> Value | None:
        fitting = [v for v in self.made if v.ndim == 2 and x.ndim and v.shape[0] == x.shape[-1]]
        return ops.matmul(x, self.pick(fitting)) if fitting else None

    def gathered(self, x: Value) -> Value | None:
        axes = [a for a, d in enumerate(x.shape) if size_value(d, LEAST) >= 4]
        if not axes:
            return None
        axis = self.pick(axes)
        return ops.gather(x, self.index, axes=(axis,), at=axis)

    def scattered(self, x: Value) -> Value | None:
        least = size_value(x.shape[0], LEAST) if x.ndim else 0
        fitting = [v for v in self.made if v.ndim == 2 and x.ndim == 1 and v.shape[1] == x.shape[0] and least >= 4]
        if least < 4 or fitting:
            return None
        rows = ops.gather(x, self.index, axes=(0,), at=0)
        return self.pick([ops.scatter_add, ops.scatter_set])(x, self.scaled(rows), self.index, axes=(0,), at=0)

    def waiting(self, x: Value) -> Value:
        return ops.after(x, self.pick(self.made), self.pick(self.made))

    def joined(self, x: Value) -> Value | None:
        return ops.concatenate(x, self.like(x), axis=int(self.rng.integers(x.ndim))) if x.ndim else None

    def padded(self, x: Value) -> Value | None:
        widths = tuple((int(self.rng.integers(0, 2)), int(self.rng.integers(0, 2))) for _ in x.shape)
        return ops.pad(x, widths=widths, value=1.5) if x.ndim else None

    def chosen(self, x: Value) -> Value:
        return ops.where(ops.greater(x, self.like(x)), x, 0.25)

    def host(self, x: Value) -> Value | None:
        return called(x, axis=0) if x.ndim else None

    def running(self, x: Value) -> Value | None:
        if not x.ndim:
            return None
        axis = int(self.rng.integers(x.ndim))
        if self.rng.random() < 0.3:
            return ops.recurrence(ops.sin(x), self.like(x), axis=axis)
        return ops.cumsum(x, axis=axis) if self.rng.random() < 0.6 else ops.cumprod(ops.tanh(x), axis=axis)

    def backwards(self, x: Value) -> Value | None:
        if not x.ndim:
            return None
        axis = int(self.rng.integers(x.ndim))
        return ops.flip(ops.cumsum(ops.flip(x, axis=axis), axis=axis), axis=axis)


CALLS: list[Any] = [
    *[Maker.unary, Maker.binary, Maker.binary, Maker.scaled, Maker.broadcast, Maker.broadcast, Maker.reduced],
    *[Maker.reduced, Maker.softmax, Maker.turned, Maker.reshaped, Maker.window, Maker.written, Maker.stencil],
    *[Maker.product, Maker.product, Maker.gathered, Maker.scattered, Maker.joined, Maker.padded, Maker.chosen],
    *[Maker.host, Maker.running, Maker.running, Maker.backwards, Maker.waiting, Maker.waiting],
]


def number(size: Size) -> int:
    """A size at `SIZES`."""
    return size_value(size, SIZES)


def _fits(a: Shape, b: Shape) -> bool:
    try:
        return len(broadcast(a, b)) <= 3
    except ValueError:
        return False


def reference(graph: Graph, arrays: list[Array]) -> list[Array]:
    """What the bodies give."""
    with np.errstate(all="ignore"):
        return evaluate(graph, [a.copy() for a in arrays])


NATIVE = native.available()
