"""Products of arrays by NumPy's names; each becomes contractions."""

# Rules are called through `Op`'s untyped fields.
# pyright: reportUnknownLambdaType=false, reportUnknownArgumentType=false
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from dusk.graph.node import Value
from dusk.graph.op import define
from dusk.graph.types import TensorType, broadcast
from dusk.ops.contract import labelled_product
from dusk.ops.convert import conjugate
from dusk.ops.index import flip, pad
from dusk.ops.movement import reshape
from dusk.ops.pointwise import Kind, multiply, resolve, together
from dusk.ops.shapes import one_axis, without

_LETTERS = "abcdefghijlopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZkmn"


def _mismatch(a: TensorType, b: TensorType, i: int, j: int) -> ValueError:
    return ValueError(f"shapes {a.shape} and {b.shape} not aligned: {a.shape[i]} (dim {i}) != {b.shape[j]} (dim {j})")


def _matmul_dtypes(a: Kind, b: Kind) -> tuple[Any, ...]:
    return resolve(np.matmul, (a, b))[:2]


def _infer_matmul(a: TensorType, b: TensorType) -> TensorType:
    if not a.ndim or not b.ndim:
        raise ValueError("matmul needs operands of at least one axis; use multiply for scalars")
    j = max(b.ndim - 2, 0)
    if a.shape[-1] != b.shape[j]:
        raise _mismatch(a, b, a.ndim - 1, j)
    return a.with_((*broadcast(a.shape[:-2], b.shape[:-2]), *a.shape[-2:-1], *(b.shape[-1:] if b.ndim > 1 else ())))


def _inline_matmul(a: Value, b: Value) -> Value:
    stacked = max(a.ndim, b.ndim, 2) - 2
    left = _LETTERS[:stacked][max(stacked - (a.ndim - 2), 0) :] + "mk"[-a.ndim :]
    right = _LETTERS[:stacked][max(stacked - (b.ndim - 2), 0) :] + ("kn" if b.ndim > 1 else "k")
    out = _LETTERS[:stacked] + ("m" if a.ndim > 1 else "") + ("n" if b.ndim > 1 else "")
    return labelled_product(a, left, b, right, out)


@define(infer=_infer_matmul, promote=_matmul_dtypes, inline=_inline_matmul)
def matmul(a: Any, b: Any) -> Any:
    """The matrix product a[..., m, k] b[..., k, n]; axes in front are broadcast, a 1-d operand is a vector."""
    return np.matmul(a, b)


def _dot_axes(a_ndim: int, b_ndim: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    return (a_ndim - 1,), (max(b_ndim - 2, 0),)


def _summed(a: TensorType, b: TensorType, left: Sequence[int], right: Sequence[int]) -> TensorType:
    """The type of a product summed over axes of a with axes of b, the other axes of a, then of b, left."""
    if len(left) != len(right) or len(set(left)) != len(left) or len(set(right)) != len(right):
        raise ValueError(f"axes {tuple(left)} and {tuple(right)} do not pair up")
    for i, j in zip(left, right, strict=True):
        if a.shape[i] != b.shape[j]:
            raise _mismatch(a, b, i, j)
    return a.with_(without(a.shape, left) + without(b.shape, right))


def _sum_product(a: Value, b: Value, left: Sequence[int], right: Sequence[int]) -> Value:
    of_a = _LETTERS[: a.ndim]
    rest = iter(_LETTERS[a.ndim :])
    pairs = {j: of_a[i] for i, j in zip(left, right, strict=True)}
    of_b = "".join(pairs[j] if j in pairs else next(rest) for j in range(b.ndim))
    return labelled_product(a, of_a, b, of_b, "".join(without(of_a, left) + without(of_b, right)))


def _infer_dot(a: TensorType, b: TensorType) -> TensorType:
    return _summed(a, b, *_dot_axes(a.ndim, b.ndim)) if a.ndim and b.ndim else a if a.ndim else b


def _inline_dot(a: Value, b: Value) -> Value:
    return _sum_product(a, b, *_dot_axes(a.ndim, b.ndim)) if a.ndim and b.ndim else multiply(a, b)


@define(infer=_infer_dot, promote=together, inline=_inline_dot)
def dot(a: Any, b: Any) -> Any:
    """The sum over the last axis of a and the one before the last of b; of scalars the product."""
    return np.dot(a, b)


def _last(a: Any, b: Any) -> tuple[tuple[int, ...], tuple[int, ...]]:
    return (a.ndim - 1,), (b.ndim - 1,)


@define(
    infer=lambda a, b: _summed(a, b, *_last(a, b)) if a.ndim and b.ndim else a if a.ndim else b,
    promote=together,
    inline=lambda a, b: _sum_product(a, b, *_last(a, b)) if a.ndim and b.ndim else multiply(a, b),
)
def inner(a: Any, b: Any) -> Any:
    """The sum over the last axes of both; of scalars the product."""
    return np.inner(a, b)


def _tensor_axes(a: Any, b: Any, axes: Any) -> tuple[tuple[int, ...], tuple[int, ...]]:
    if isinstance(axes, int):
        return tuple(range(a.ndim - axes, a.ndim)), tuple(range(axes))
    pair = [(side,) if isinstance(side, int) else tuple(side) for side in axes]
    return tuple(one_axis(i, a.ndim) for i in pair[0]), tuple(one_axis(j, b.ndim) for j in pair[1])


def _infer_tensordot(a: TensorType, b: TensorType, *, axes: Any = 2) -> TensorType:
    if isinstance(axes, int) and not 0 <= axes <= min(a.ndim, b.ndim):
        raise ValueError(f"{axes} axes to sum over, of {a.ndim} and {b.ndim}")
    return _summed(a, b, *_tensor_axes(a, b, axes))


@define(
    infer=_infer_tensordot,
    promote=together,
    inline=lambda a, b, *, axes=2: _sum_product(a, b, *_tensor_axes(a, b, axes)),
)
def tensordot(a: Any, b: Any, *, axes: Any = 2) -> Any:
    """The sum over pairs of axes: a number of last axes of a with first axes of b, or two lists of axes."""
    return np.tensordot(a, b, axes)


@define(
    infer=lambda a, b: a.with_((a.size, b.size)),
    promote=together,
    inline=lambda a, b: multiply(reshape(a, shape=(a.type.size, 1)), reshape(b, shape=(1, b.type.size))),
)
def outer(a: Any, b: Any) -> Any:
    """The products of all elements of a with all of b, as a matrix."""
    return np.outer(a, b)


def _infer_vdot(a: TensorType, b: TensorType) -> TensorType:
    if a.size != b.size:
        raise ValueError(f"{a.size} elements with {b.size}")
    return a.with_(())


def _inline_vdot(a: Value, b: Value) -> Value:
    flat = reshape(conjugate(a) if a.dtype.kind == "c" else a, shape=(a.type.size,))
    return labelled_product(flat, "k", reshape(b, shape=(b.type.size,)), "k", "")


@define(infer=_infer_vdot, promote=together, inline=_inline_vdot)
def vdot(a: Any, b: Any) -> Any:
    """The sum of the products of all elements, those of a conjugated."""
    return np.vdot(a, b)


def _infer_correlate(a: TensorType, v: TensorType) -> TensorType:
    if a.ndim != 1 or v.ndim != 1:
        raise ValueError("the operands of a correlation have one axis")
    return a.with_((a.shape[0] - v.shape[0] + 1,))


def _vjp_correlate(g: Value, out: Value, a: Value, v: Value) -> tuple[Value, Value]:
    beyond = v.shape[0] - 1
    return correlate(pad(g, widths=((beyond, beyond),), value=0), flip(v, axis=0)), correlate(a, g)


@define(infer=_infer_correlate, promote=together, vjp=_vjp_correlate)
def correlate(a: Any, v: Any) -> Any:
    """The sum of a[k + j] * v[j] over j, at each shift k at which v lies within a; v is not longer than a."""
    return np.convolve(a, np.asarray(v)[::-1], "valid")
