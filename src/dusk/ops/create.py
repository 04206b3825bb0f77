"""Arrays made of nothing but their parameters, and copies of one value."""

# Rules are called through `Op`'s untyped fields.
# pyright: reportUnknownLambdaType=false, reportUnknownArgumentType=false
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false

from __future__ import annotations

from typing import Any

import numpy as np

from dusk.graph.node import Value, apply
from dusk.graph.op import Op, define
from dusk.graph.provenance import current_origin
from dusk.graph.types import Dim, Shape, Size, TensorType


def build(op: Op, **params: Any) -> Value:
    """The value of an op without operands, as a node (called with nothing, an op runs its body)."""
    return apply(op, (), params, current_origin())


def _lower_full(k: Any, index: Any, *, shape: Any, value: Any, dtype: Any, device: str = "") -> Any:
    return k.const(value, dtype) if isinstance(value, bool | int | float | complex | Dim) else k.cast(value, dtype)


@define(
    infer=lambda *, shape, value, dtype, device="cpu:0": TensorType(shape, dtype, device),
    nondiff=True,
    lower=_lower_full,
    lengths=("shape",),
)
def full(*, shape: Any, value: Any, dtype: Any, device: str = "cpu:0") -> Any:
    """An array that is one value everywhere; the value may be a named size."""
    return np.full(shape, value, dtype)


def fill(like: Value, value: Any, shape: Shape | None = None, dtype: Any = None) -> Value:
    """An array of the type of another value (or another shape or dtype), filled with a number."""
    kind = like.type.with_(shape, dtype)
    return build(full, shape=kind.shape, value=value, dtype=kind.dtype, device=kind.device)


def count(size: Size, like: Value) -> Any:
    """A size as something to calculate with: a number, or a 0-d value where it is a named one."""
    return fill(like, size, ()) if isinstance(size, Dim) else size


def _lower_iota(
    k: Any, index: Any, *, size: Any, start: Any = 0, step: Any = 1, dtype: Any = "int64", device: str = ""
) -> Any:
    dtype = np.dtype(dtype)
    if dtype.kind in "iu":
        return k.cast(index[0] * step + start, dtype)
    first = dtype.type(start)
    delta = dtype.type(start + step) - first
    return k.op("add", k.op("multiply", k.cast(index[0], dtype), k.const(delta, dtype)), k.const(first, dtype))


@define(
    infer=lambda *, size, start=0, step=1, dtype="int64", device="cpu:0": TensorType((size,), dtype, device),
    nondiff=True,
    lower=_lower_iota,
    lengths=("size",),
)
def iota(*, size: Any, start: Any = 0, step: Any = 1, dtype: Any = "int64", device: str = "cpu:0") -> Any:
    """`size` numbers from `start`, each `step` further, as NumPy's arange rounds them."""
    dtype = np.dtype(dtype)
    if dtype.kind == "i":
        return np.arange(start, start + size * step, step).astype(dtype, copy=False)
    positions = np.arange(size).astype(dtype)
    first = np.asarray(start).astype(dtype)
    return positions * (np.asarray(start + step).astype(dtype) - first) + first


@define(
    infer=lambda *, rows, columns, offset=0, dtype="float64", device="cpu:0": TensorType(
        (rows, columns), dtype, device
    ),
    nondiff=True,
    lengths=("rows", "columns"),
    lower=lambda k, index, *, rows, columns, offset=0, dtype="float64", device="": k.cast(
        k.op("equal", index[0] + offset, index[1]), np.dtype(dtype)
    ),
)
def eye(*, rows: Any, columns: Any, offset: int = 0, dtype: Any = "float64", device: str = "cpu:0") -> Any:
    """A matrix with ones on the diagonal `offset` places above the main one, zeros elsewhere."""
    return np.eye(rows, columns, offset, dtype)


@define(
    infer=lambda *, rows, columns, offset=0, dtype="float64", device="cpu:0": TensorType(
        (rows, columns), dtype, device
    ),
    nondiff=True,
    lengths=("rows", "columns"),
    lower=lambda k, index, *, rows, columns, offset=0, dtype="float64", device="": k.cast(
        k.op("greater_equal", index[0] + offset, index[1]), np.dtype(dtype)
    ),
)
def tri(*, rows: Any, columns: Any, offset: int = 0, dtype: Any = "float64", device: str = "cpu:0") -> Any:
    """A matrix with ones on and below the diagonal `offset` places above the main one, zeros elsewhere."""
    return np.tri(rows, columns, offset, dtype)
