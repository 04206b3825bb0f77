"""Ops that only the compiler puts into a flow; graphs do not know them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from dusk.graph import Op, TensorType

Array = np.ndarray[Any, Any]
Numbers = Sequence[Sequence[int]]


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


def _labels(a: TensorType, b: TensorType, *, labels: Numbers) -> Numbers:
    return labels


PACK = Op("pack", _pack, _infer_pack, lower=_lower_pack, doc="A copy with its axes in the order `axes`.")
PRODUCT = Op("product", _product, _infer_product, contract=_labels, doc="A contraction with numbers as labels.")
