"""Random networks: layers that sum over leading axes what they read row by row, one after the other, with gradients.

Sizes are small, so the sizes from which on the compiler does otherwise are made small, too (`limits`).
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np
import pytest

from dusk import ops
from dusk.backends.cpu import machine
from dusk.compiler import budget, flow, fuse, lower, memory, panels, pieces, strips, written
from dusk.graph import Graph, TensorType, Value, constant, evaluate, placeholder
from dusk.kernel.costs import Costs
from dusk.ops import convolution, winograd
from dusk.transform import roll
from dusk.transform.autodiff import gradients

Array = np.ndarray[Any, Any]
Pairs = tuple[tuple[int, int], ...]
DOUBLE = np.dtype("float64")
BINARY = [ops.add, ops.subtract, ops.multiply, ops.maximum]
UNARY = [ops.relu, ops.tanh, ops.sigmoid, ops.square, ops.gelu, ops.negative]
LIMITS: tuple[tuple[Any, str, Any], ...] = (
    (flow, "LONG", 64),
    (flow, "TALL", 100),
    (flow, "WIDE", 5),
    (flow, "RUN", 2),
    (flow, "PARTS", (4, 2, 3, 5)),
    (flow, "SHORT", 3),
    (fuse, "LARGE", 100),
    (fuse, "ROWS", 2),
    (fuse, "AGAIN", 2),
    (fuse, "MOST_COST", 24.0),
    (fuse, "MOST_VALUES", 8),
    (fuse, "MOST_READS", 5),
    (fuse, "VISITS", 6),
    (lower, "MUCH", 64),
    (lower, "ROW", 16),
    (lower, "STREAMED", 256),
    (memory, "LITTLE", 32),
    (pieces, "LEAST", 32),
    (pieces, "PART", 2),
    (written, "LARGE", 64),
    (panels, "ROUNDS", 2),
    (panels, "ROWS", 2),
    (budget, "LARGE", 1000),
    (convolution, "FEW", 3),
    (winograd, "GAIN", 1e-9),
    (winograd, "STRIP", 1 << 10),
    (roll, "ROUNDS", 2),
    (roll, "NODES", 8),
)
STRIPS = (("ROOM", 100), ("NEAR", 1 << 20), ("ROWS", 2), ("FEWEST", 1))


class Layers:
    """Builds one network, layer by layer, from images (batch, channels, *sizes) and what was made of them."""

    def __init__(self, seed: int) -> None:
        self.rng = np.random.default_rng(seed)
        self.inputs: list[Value] = []
        self.batch, self.channels = self.number(1, 5), self.number(1, 7)
        sizes = [self.number(3, 8) for _ in range(self.number(1, 3))]
        self.made = [self.input(self.batch, self.channels, *sizes)]
        self.beside: list[Value] = []  # sums, statistics

    def number(self, low: int, high: int) -> int:
        return int(self.rng.integers(low, high))

    def maybe(self, p: float = 0.5) -> bool:
        return bool(self.rng.random() < p)

    def pick(self, options: Any) -> Any:
        return options[self.number(0, len(options))]

    def input(self, *shape: int) -> Value:
        self.inputs.append(placeholder(TensorType(shape, DOUBLE)))
        return self.inputs[-1]

    def axes(self, x: Value) -> tuple[int, ...]:
        """Some axes, often the leading ones or all but the channels."""
        ways = [tuple(range(self.number(1, x.ndim + 1))), (0, *range(2, x.ndim)), tuple(range(2, x.ndim))]
        ways.append(tuple(sorted(self.rng.permutation(x.ndim)[: self.number(1, x.ndim + 1)].tolist())))
        return self.pick([way for way in ways if way])

    def graph(self, size: int) -> Graph:
        """About `size` layers; gradients and updates of what is trained, perhaps. See `updates`."""
        for _ in range(size):
            layer = self.pick(LAYERS)
            x = self.made[-1] if self.maybe(0.75) else self.pick(self.made[-4:])
            new = layer(self, x)
            if new is not None and new.type.size <= 1500:
                assert new.dtype == DOUBLE
                self.made.append(new)
        self.updates: dict[int, int] = {}  # outputs that may be left in the memory of inputs
        outputs = [*self.made[-1 - self.number(0, 3) :], *self.beside[-3:]]
        outputs = [v for v in dict.fromkeys(outputs) if v not in self.inputs] or [ops.negative(self.made[-1])]
        if self.maybe(0.7):
            targets = [v for v in self.inputs if self.maybe(0.8)]
            given = [constant(self.rng.uniform(0.5, 1, v.shape)) for v in outputs]
            for v, g in zip(targets, gradients(outputs, given, targets), strict=True):
                outputs.append(ops.subtract(v, ops.multiply(g, 0.1)) if self.maybe() else g)
                self.updates[len(outputs) - 1] = self.inputs.index(v)
        self.kept = [v for v in outputs if not self.maybe(0.1)] or outputs
        self.updates = {self.kept.index(outputs[i]): j for i, j in self.updates.items() if outputs[i] in self.kept}
        return Graph(self.inputs, self.kept)

    def arrays(self) -> list[Array]:
        return [self.rng.normal(size=v.shape) for v in self.inputs]

    def into(self) -> dict[int, int]:
        """Outputs to leave in the memory of inputs."""
        return {i: j for i, j in self.updates.items() if self.maybe(0.7)}

    # layers

    def batch_norm(self, x: Value) -> Value:
        axis = 1 if self.maybe(0.8) else x.ndim - 1
        affine = [self.input(x.shape[axis]) for _ in range(self.number(0, 3))]
        out, mean, var = ops.batch_norm(x, *affine, axis=axis, eps=0.1)
        self.beside += [mean, var] if self.maybe(0.6) else []
        if self.maybe(0.3):
            old = self.input(x.shape[axis])
            self.beside.append(ops.add(ops.multiply(old, 0.9), ops.multiply(mean, 0.1)))
        return out

    def spelled(self, x: Value) -> Value:
        """Less its mean, over its spread, in users' own words."""
        axes = self.axes(x)
        mean = ops.mean(x, axis=axes, keepdims=True)
        if self.maybe():
            var = ops.mean(ops.square(ops.subtract(x, mean)), axis=axes, keepdims=True)
        else:
            var = ops.subtract(ops.mean(ops.square(x), axis=axes, keepdims=True), ops.square(mean))
        return ops.divide(ops.subtract(x, mean), ops.sqrt(ops.add(var, 0.5)))

    def row_norm(self, x: Value) -> Value:
        return self.pick([ops.layer_norm, ops.rms_norm])(x, axis=self.axes(x), eps=0.1)

    def groups(self, x: Value) -> Value:
        number = self.pick([n for n in range(1, x.shape[1] + 1) if x.shape[1] % n == 0])
        return ops.group_norm(x, *[self.input(x.shape[1])] * self.number(0, 2), groups=number, eps=0.1)

    def unary(self, x: Value) -> Value:
        return self.pick(UNARY)(x)

    def residual(self, x: Value) -> Value:
        return self.pick(BINARY)(x, self.pick([v for v in self.made if v.shape == x.shape]))

    def bias(self, x: Value) -> Value:
        shape = [d if self.maybe() else 1 for d in x.shape[self.number(0, x.ndim) :]]
        return self.pick(BINARY)(x, self.input(*shape))

    def gate(self, x: Value) -> Value:
        """Times what is made of its own sums."""
        total = self.pick([ops.sum_, ops.mean, ops.max_])(x, axis=self.axes(x), keepdims=True)
        return self.pick(BINARY)(x, ops.tanh(total))

    def several(self, x: Value) -> Value:
        """The same a few times."""
        w = self.input(x.shape[1], *[1] * (x.ndim - 2))
        for _ in range(self.number(2, 5)):
            centred = ops.subtract(x, ops.mean(x, axis=(0, *range(2, x.ndim)), keepdims=True))
            x = ops.add(ops.tanh(ops.multiply(centred, w)), x)
        return x

    def total(self, x: Value) -> None:
        self.beside.append(ops.sum_(x, axis=self.axes(x), keepdims=self.maybe(0.3)))

    def around(self, x: Value) -> Pairs:
        return tuple((self.number(0, 2), self.number(0, 2)) for _ in x.shape[2:])

    def convolution(self, x: Value) -> Value | None:
        n, c = x.ndim - 2, x.shape[1]
        groups = self.pick([1, 1, 1, *(g for g in (2, c) if c % g == 0)])
        out, kernel = groups * self.number(1, 5), [self.pick([1, 2, 3, 3]) for _ in range(n)]
        if self.maybe(0.4):  # as most layers are
            strides, padding, dilation, kernel = (1,) * n, ((1, 1),) * n, (1,) * n, [3] * n
        else:
            strides = tuple(self.number(1, 3) for _ in range(n))
            dilation, padding = tuple(self.pick([1, 1, 2]) for _ in range(n)), self.around(x)
        spans = [d * (k - 1) + 1 for d, k in zip(dilation, kernel, strict=True)]
        if any(size + sum(p) < span for size, p, span in zip(x.shape[2:], padding, spans, strict=True)):
            return None
        w = self.input(out, c // groups, *kernel)
        return ops.conv(x, w, strides=strides, padding=padding, dilation=dilation, groups=groups)

    def transposed(self, x: Value) -> Value:
        n = x.ndim - 2
        w = self.input(x.shape[1], self.number(1, 4), *[2] * n)
        ones, none = (1,) * n, ((0, 0),) * n
        strides = tuple(self.number(1, 3) for _ in range(n))
        return ops.conv_transpose(x, w, strides=strides, padding=none, output_padding=(0,) * n, dilation=ones)

    def pooled(self, x: Value) -> Value | None:
        if min(x.shape[2:]) < 3:
            return None
        sizes = tuple(self.number(2, 4) for _ in x.shape[2:])
        strides = sizes if self.maybe() else tuple(self.number(1, 3) for _ in sizes)
        return self.pick([ops.max_pool, ops.avg_pool])(x, size=sizes, strides=strides, padding=self.around(x))

    def padded(self, x: Value) -> Value:
        return ops.pad(x, widths=((0, 0), (0, 0), *self.around(x)), value=self.pick([0.0, 0.0, 1.5]))

    def window(self, x: Value) -> Value:
        starts = tuple(self.number(0, 2) if d > 2 else 0 for d in x.shape)
        sizes = tuple(d - s - self.number(0, 2) if d > 2 else d for d, s in zip(x.shape, starts, strict=True))
        return ops.slice_(x, starts=starts, sizes=sizes, steps=(1,) * x.ndim)

    def written(self, x: Value) -> Value:
        """A window of it written over, or it written into zeros."""
        if self.maybe():
            inner = self.window(x)
            room = [a - b for a, b in zip(x.shape, inner.shape, strict=True)]
            starts = tuple(self.number(0, r + 1) for r in room)
            return ops.slice_set(x, self.unary(inner), starts=starts, steps=(1,) * x.ndim)
        shape = (*x.shape[:2], *(d + 2 for d in x.shape[2:]))
        zeros = ops.broadcast_to(constant(np.zeros(())), shape=shape)
        return ops.slice_set(zeros, x, starts=(0, 0, *[1] * (x.ndim - 2)), steps=(1,) * x.ndim)

    def softmax(self, x: Value) -> Value:
        return ops.softmax(x, axis=self.number(0, x.ndim))

    def turned(self, x: Value) -> Value:
        if self.maybe(0.3):
            return ops.flip(x, axis=self.axes(x))
        return ops.transpose(x, axes=(*(0, 1), *(int(a) + 2 for a in self.rng.permutation(x.ndim - 2))))

    def dense(self, x: Value) -> Value:
        """Channels, or all of a sample, times weights."""
        if self.maybe():
            names = "nchw"[: x.ndim]
            w = self.input(x.shape[1], self.number(1, 6))
            return ops.contract(x, w, labels=(names, "co", names.replace("c", "o")))
        rows = ops.reshape(x, shape=(x.shape[0], -1))
        out = self.number(1, 6)
        made = ops.matmul(rows, self.input(rows.shape[1], out * 4))
        return ops.reshape(made, shape=(x.shape[0], out, 4, *[1] * (x.ndim - 3)))

    def joined(self, x: Value) -> Value:
        return ops.concatenate(x, self.residual(x), axis=self.number(1, x.ndim))

    def masked(self, x: Value) -> Value:
        return ops.where(ops.greater(self.pick([v for v in self.made if v.shape == x.shape]), 0.1), x, 0.0)


LAYERS: list[Any] = [
    *[Layers.batch_norm, Layers.batch_norm, Layers.spelled, Layers.spelled, Layers.row_norm, Layers.groups],
    *[Layers.unary, Layers.unary, Layers.residual, Layers.residual, Layers.residual, Layers.bias, Layers.bias],
    *[Layers.gate, Layers.gate, Layers.several, Layers.total, Layers.total, Layers.convolution, Layers.convolution],
    *[Layers.transposed, Layers.pooled, Layers.padded, Layers.window, Layers.written, Layers.written],
    *[Layers.softmax, Layers.turned, Layers.dense, Layers.joined, Layers.masked],
]


def settled(graph: Graph, arrays: list[Array], seed: int) -> list[Array] | None:
    """What the bodies give; None where values depend on how they are rounded."""
    rng = np.random.default_rng(seed)
    with np.errstate(all="ignore"):
        want = evaluate(graph, [a.copy() for a in arrays])
        near = evaluate(graph, [a * (1 + 1e-13 * rng.normal(size=a.shape)) for a in arrays])
    for a, b in zip(want, near, strict=True):
        if not np.isfinite(a).all() or not np.allclose(a, b, rtol=1e-10, atol=1e-10):
            return None
    return want


@contextmanager
def limits(seed: int) -> Iterator[None]:
    """Some sizes from which on the compiler does otherwise made small, others left."""
    rng = np.random.default_rng((seed, 1))
    with pytest.MonkeyPatch.context() as patch:
        share = rng.choice([0.0, 0.3, 0.6, 1.0])
        for module, name, value in LIMITS:
            if rng.random() < share:
                assert type(value) is type(getattr(module, name))
                patch.setattr(module, name, value)
        if rng.random() < share / 2:
            for name, value in STRIPS:
                patch.setattr(strips, name, value)
        if rng.random() < 0.5:  # threads share steps however short
            patch.setattr(machine, "costs", lambda seconds=0.0: Costs(handoff_s=1e-12))
        yield
