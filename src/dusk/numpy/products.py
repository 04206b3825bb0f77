"""Products of arrays: matrices, tensors, Einstein's notation."""

from __future__ import annotations

from typing import Any

import numpy as np

from dusk import ops
from dusk.array import as_handle, register
from dusk.numpy.fallback import call_numpy
from dusk.record import followed, record

__all__ = ["dot", "einsum", "matmul", "outer", "tensordot"]


@followed
def dot(a: Any, b: Any, out: Any = None) -> Any:
    """The product of two arrays over the last axis of a and the last but one of b; see `numpy.dot`."""
    value = record(ops.dot, (as_handle(a), as_handle(b)), {})
    if out is None:
        return value
    out[...] = value
    return out


@followed
def matmul(a: Any, b: Any, out: Any = None, **rest: Any) -> Any:
    """The matrix product; see `numpy.matmul`."""
    value = record(ops.matmul, (as_handle(a), as_handle(b)), {})
    if out is None:
        return value
    out[...] = value
    return out


@followed
def tensordot(a: Any, b: Any, axes: Any = 2) -> Any:
    """The product of two arrays summed over axes; see `numpy.tensordot`."""
    pair = axes if isinstance(axes, int) else tuple(tuple(x) if not isinstance(x, int) else (x,) for x in axes)
    return record(ops.tensordot, (as_handle(a), as_handle(b)), {"axes": pair}, as_array=True)


@followed
def outer(a: Any, b: Any, out: Any = None) -> Any:
    """The product of every pair of elements; see `numpy.outer`."""
    value = record(ops.outer, (as_handle(a), as_handle(b)), {})
    if out is None:
        return value
    out[...] = value
    return out


@followed
def einsum(*operands: Any, out: Any = None, optimize: Any = False, **rest: Any) -> Any:
    """The sum of products that Einstein's notation names; see `numpy.einsum`."""
    if not isinstance(operands[0], str) or rest:
        return call_numpy(np.einsum, operands, {"out": out, **rest})
    value = record(ops.einsum, [as_handle(o) for o in operands[1:]], {"subscripts": operands[0].replace(" ", "")})
    if out is None:
        return value
    out[...] = value
    return out


register("dot", dot)
