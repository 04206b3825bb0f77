"""Random graphs for the property tests of passes."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from dusk import ops
from dusk.graph import Graph, TensorType, Value, constant, placeholder
from dusk.graph.types import broadcast

FLOATS = [ops.add, ops.subtract, ops.multiply, ops.divide, ops.maximum, ops.minimum]
INTEGERS = [ops.add, ops.subtract, ops.multiply, ops.maximum, ops.minimum, ops.bitwise_and, ops.bitwise_xor]
BOOLS = [ops.logical_and, ops.logical_or, ops.logical_xor, ops.bitwise_and, ops.bitwise_or, ops.equal]
COMPARISONS = [ops.less, ops.greater_equal, ops.equal, ops.not_equal]
UNARY = [ops.negative, ops.absolute, ops.square, ops.positive, ops.identity]
ROOTS = [ops.sqrt, ops.reciprocal]
SMOOTH = [ops.exp, ops.log, ops.sigmoid, ops.tanh, ops.log1p, ops.expm1]
NUMBERS = [0.0, -0.0, 1.0, -1.0, 2.0, 3.0, 0.5, 4.0, -8.0, 0.1]
SHAPES = [(), (4,), (3, 4), (3, 1), (1, 4), (2, 3, 4)]


def random_graph(rng: np.random.Generator, size: int, rounding: bool) -> Graph:
    """A graph of about `size` calls on floats, integers and bools; `rounding`: with sums, exp, log, softmax."""
    dtypes = ["float64", "float64", "float32", "int64", "uint8", "bool"]
    inputs = [placeholder(TensorType(SHAPES[int(rng.integers(len(SHAPES)))], d)) for d in dtypes]
    made: list[Value] = list(inputs)
    for _ in range(size):
        new = _call(rng, made, rounding)
        if new is not None:
            made.append(new)
    return Graph(inputs, made[-4:])


def _pick(rng: np.random.Generator, options: Sequence[Any]) -> Any:
    return options[int(rng.integers(len(options)))]


def _partner(rng: np.random.Generator, made: list[Value], x: Value) -> Any:
    """A value, or a number, that x can be combined with."""
    if rng.random() < 0.35:
        if x.dtype.kind == "b":
            return bool(rng.random() < 0.5)
        return _pick(rng, NUMBERS) if x.dtype.kind == "f" else int(rng.integers(0, 4))
    fitting = [v for v in made if v.dtype == x.dtype and _fits(v.shape, x.shape)]
    return _pick(rng, fitting[-6:])


def _fits(a: Any, b: Any) -> bool:
    try:
        return len(broadcast(a, b)) <= 3
    except ValueError:
        return False


def _call(rng: np.random.Generator, made: list[Value], rounding: bool) -> Value | None:
    x: Value = _pick(rng, made[-8:] if rng.random() < 0.8 else made)
    kind = x.dtype.kind
    choice = rng.random()
    if choice < 0.4:
        op = _pick(rng, BOOLS if kind == "b" else FLOATS if kind == "f" else INTEGERS)
        y = _partner(rng, made, x)
        return op(x, y) if rng.random() < 0.7 else op(y, x)
    if choice < 0.55:
        return ops.logical_not(x) if kind == "b" else _pick(rng, UNARY + (ROOTS if kind == "f" else []))(x)
    if choice < 0.62 and kind != "b":
        return _pick(rng, COMPARISONS)(x, _partner(rng, made, x))
    if choice < 0.68:
        y = _partner(rng, made, x)
        both = broadcast(x.shape, y.shape) if isinstance(y, Value) else x.shape
        conditions = [v for v in made if v.dtype.kind == "b" and _fits(v.shape, both)]
        return ops.where(_pick(rng, conditions), x, y) if conditions else None
    if choice < 0.72 and kind == "f":
        return ops.power(x, _pick(rng, [0.0, 1.0, 2.0, -1.0]))
    if choice < 0.76:
        return ops.astype(
            x, dtype=np.dtype(_pick(rng, ["float64", "float32"] if kind == "f" else ["int64", "float64"]))
        )
    if choice < 0.92:
        return _moved(rng, made, x)
    if rounding and kind == "f":
        return _rounded(rng, x)
    if x.ndim and kind != "b":
        return _pick(rng, [ops.max_, ops.min_])(x, axis=int(rng.integers(-x.ndim, x.ndim)), keepdims=rng.random() < 0.5)
    return None


def _rounded(rng: np.random.Generator, x: Value) -> Value:
    if x.ndim and rng.random() < 0.5:
        axis = int(rng.integers(-x.ndim, x.ndim))
        return _pick(rng, [ops.sum_, ops.mean, ops.softmax, ops.logsumexp])(x, axis=axis)
    return _pick(rng, SMOOTH)(x)


def _moved(rng: np.random.Generator, made: list[Value], x: Value) -> Value | None:
    choice = int(rng.integers(6))
    if choice == 0:
        return ops.transpose(x, axes=tuple(int(i) for i in rng.permutation(x.ndim)))
    if choice == 1:
        return ops.reshape(x, shape=(-1,)) if x.ndim > 1 else ops.expand_dims(x, axis=0)
    if choice == 2:
        return ops.broadcast_to(x, shape=(3, 4)) if _fits(x.shape, (3, 4)) and x.ndim <= 2 else None
    if choice == 3 and x.ndim:
        steps = tuple(int(_pick(rng, [1, 1, -1])) for _ in x.shape)
        starts = tuple(0 if s > 0 else d - 1 for s, d in zip(steps, x.shape, strict=True))
        return ops.slice_(x, starts=starts, sizes=x.shape, steps=steps)
    if choice == 4 and x.ndim:
        size = max(x.shape[0] // 2, 1)
        v = ops.slice_(x, starts=(0,) * x.ndim, sizes=(size, *x.shape[1:]), steps=(1,) * x.ndim)
        return ops.slice_set(
            x, ops.maximum(v, v), starts=(x.shape[0] - size, *(0,) * (x.ndim - 1)), steps=(1,) * x.ndim
        )
    if choice == 5 and x.ndim == 2:
        return ops.slice_(made[-1], starts=(0, 0), sizes=(1, 1), steps=(1, 1)) if made[-1].ndim == 2 else None
    return ops.add(constant(np.ones((), x.dtype)), x)
