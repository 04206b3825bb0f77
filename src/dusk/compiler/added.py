"""Ops that only the compiler puts into a flow; graphs do not know them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from dusk.graph import Node, Op, TensorType, Value
from dusk.graph.op import freeze

Array = np.ndarray[Any, Any]
Numbers = Sequence[Sequence[int]]
LONG = 1 << 16  # elements to go through, of a reduction made in two steps


def _pack(x: Array, *, axes: Sequence[int]) -> Array:
    return np.array(np.transpose(x, axes), order="C")


def _infer_pack(x: TensorType, *, axes: Sequence[int]) -> TensorType:
    return x.with_([x.shape[a] for a in axes])


def _lower_pack(k: Any, index: Sequence[Any], x: Any, *, axes: Sequence[int]) -> Any:
    return x(tuple(index[axes.index(d)] for d in range(len(axes))))


def _product(a: Array, b: Array, *, labels: Numbers) -> Array:
    of_a, of_b, out = map(list, labels)
    return np.einsum(a, of_a, b, of_b, out)


def _infer_product(a: TensorType, b: TensorType, *, labels: Numbers) -> TensorType:
    sizes = dict(zip((*labels[0], *labels[1]), (*a.shape, *b.shape), strict=True))
    return a.with_([sizes[x] for x in labels[2]])


def _panelled(a: Array, b: Array, *, labels: Numbers, lanes: int) -> Array:
    k, n = b.shape
    return _product(a, b.reshape(-1, k, lanes).transpose(1, 0, 2).reshape(k, n), labels=labels)


def _infer_panelled(a: TensorType, b: TensorType, *, labels: Numbers, lanes: int) -> TensorType:
    return _infer_product(a, b, labels=labels)


def _labels(a: TensorType, b: TensorType, *, labels: Numbers, lanes: int = 0) -> Numbers:
    return labels


_UFUNCS = {
    "sum": np.add,
    "prod": np.multiply,
    "max": np.maximum,
    "min": np.minimum,
    "any": np.logical_or,
    "all": np.logical_and,
}


def _cut(x: Array, *, axis: int, parts: int) -> Array:
    return x.reshape(*x.shape[:axis], parts, -1, *x.shape[axis + 1 :])


def _infer_cut(x: TensorType, *, axis: int, parts: int) -> TensorType:
    return x.with_([*x.shape[:axis], parts, x.shape[axis] // parts, *x.shape[axis + 1 :]])


def _lower_cut(k: Any, index: Sequence[Any], x: Any, *, axis: int, parts: int) -> Any:
    whole = index[axis] * (x.shape[axis] // parts) + index[axis + 1]
    return x((*index[:axis], whole, *index[axis + 2 :]))


def _reduce(x: Array, *, kind: str, axes: tuple[int, ...]) -> Array:
    return np.asarray(_UFUNCS[kind].reduce(x, axis=axes))


def _infer_reduce(x: TensorType, *, kind: str, axes: tuple[int, ...]) -> TensorType:
    return x.with_([d for i, d in enumerate(x.shape) if i not in axes])


def _lower_reduce(k: Any, index: Sequence[Any], x: Any, *, kind: str, axes: tuple[int, ...]) -> Any:
    return k.reduce(kind, x, axes, index, x.dtype)


def _shape(x: Array, *, shape: tuple[int, ...]) -> Array:
    return x.reshape(shape)


def _infer_shape(x: TensorType, *, shape: tuple[int, ...]) -> TensorType:
    return x.with_(shape)


def _lower_shape(k: Any, index: Sequence[Any], x: Any, *, shape: tuple[int, ...]) -> Any:
    long = iter(i for i, d in zip(index, shape, strict=True) if d != 1)
    return x(tuple(k.const(0) if d == 1 else next(long) for d in x.shape))


def _fold(x: Array, *, parts: int, over: int) -> Array:
    return _cut(x, axis=0, parts=parts).sum(axis=tuple(range(1, over + 1)), dtype=x.dtype)


def _infer_fold(x: TensorType, *, parts: int, over: int) -> TensorType:
    return x.with_([parts, *x.shape[over:]])


def _lower_fold(k: Any, index: Sequence[Any], x: Any, *, parts: int, over: int) -> Any:
    def target(at: Any) -> Any:
        return (at[0] // (x.shape[0] // parts), *at[over:])

    return k.fold(x, target)


CUT = Op("cut", _cut, _infer_cut, lower=_lower_cut, doc="One axis as two, the outer one of size `parts`.")
REDUCE = Op("reduce", _reduce, _infer_reduce, lower=_lower_reduce, doc="A reduction by its kernel's name.")
SHAPE = Op("shape", _shape, _infer_shape, lower=_lower_shape, doc="More or fewer axes of size 1.")
FOLD = Op("fold", _fold, _infer_fold, lower=_lower_fold, doc="The sums of `parts` parts over the first `over` axes.")
PACK = Op("pack", _pack, _infer_pack, lower=_lower_pack, doc="A copy with its axes in the order `axes`.")
PRODUCT = Op("product", _product, _infer_product, contract=_labels, doc="A contraction with numbers as labels.")
PANELLED = Op(
    "panelled",
    _panelled,
    _infer_panelled,
    contract=_labels,
    doc="A contraction by an operand of k rows and n columns that lies [panel][k][lane], `lanes` columns to a panel.",
)


def added(op: Op, x: Value, node: Node, **params: Any) -> Value:
    """What one of these ops gives, for what `node` asks for."""
    return Node(op, (x,), freeze(params), (op.infer(x.type, **params),), node.origin).out
