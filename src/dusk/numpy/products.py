"""Products of arrays: matrices, tensors, Einstein's notation."""

from __future__ import annotations

from typing import Any

import numpy as np

from dusk import ops
from dusk.array import as_handle, register
from dusk.numpy.fallback import call_numpy
from dusk.numpy.reductions import check_out, give
from dusk.record import Handle, followed, make_view, record, shortcut

__all__ = [
    "dot", "einsum", "inner", "kron", "matmul", "matvec", "outer", "tensordot", "vdot", "vecdot", "vecmat",
]  # fmt: skip


@followed
def dot(a: Any, b: Any, out: Any = None) -> Any:
    """The product of two arrays over the last axis of a and the last but one of b; see `numpy.dot`."""
    value = record(ops.dot, (as_handle(a), as_handle(b)), {})
    if out is not None:
        check_out(out)
    if out is not None and (out.shape, out.dtype) != (value.shape, value.dtype):
        met = f"{out.dtype}{out.shape} for {value.dtype}{value.shape}"
        raise ValueError(f"dot: output array is not acceptable (must have the right datatype and shape): {met}")
    return give(value, out)


@followed
def matmul(a: Any, b: Any, out: Any = None, **rest: Any) -> Any:
    """The matrix product; see `numpy.matmul`."""
    if rest:  # such as NumPy's complaint
        return call_numpy(np.matmul, (a, b), {"out": out, **rest})
    value = record(ops.matmul, (as_handle(a), as_handle(b)), {})
    return give(value, out, "same_kind")


shortcut(dot, "product")


@followed
def tensordot(a: Any, b: Any, axes: Any = 2) -> Any:
    """The product of two arrays summed over axes; see `numpy.tensordot`."""
    if isinstance(axes, int) and axes > min(np.ndim(a), np.ndim(b)):
        met = f"{axes} axes to sum over, of {np.ndim(a)} and {np.ndim(b)}"
        if axes <= np.ndim(a) and any(p != q for p, q in zip(np.shape(a)[-axes:], np.shape(b), strict=False)):
            raise ValueError(f"tensordot: shape-mismatch for sum: {met}")
        raise IndexError(f"tensordot: tuple index out of range: {met}")
    pair = axes if isinstance(axes, int) else tuple(tuple(x) if not isinstance(x, int) else (x,) for x in axes)
    return record(ops.tensordot, (as_handle(a), as_handle(b)), {"axes": pair}, as_array=True)


@followed
def outer(a: Any, b: Any, out: Any = None) -> Any:
    """The product of every pair of elements; see `numpy.outer`."""
    value = record(ops.outer, (as_handle(a), as_handle(b)), {})
    return give(value, out, "same_kind")


@followed
def inner(a: Any, b: Any, /) -> Any:
    """The sums of products over the last axes of both; see `numpy.inner`."""
    return record(ops.inner, (as_handle(a), as_handle(b)), {})


def kron(a: Any, b: Any) -> Any:
    """The blocks that are b, each times an element of a; see `numpy.kron`."""
    x, y = as_handle(a), as_handle(b)
    n = max(x.ndim, y.ndim)
    if not x.ndim or not y.ndim:
        return record(ops.multiply, (x, y), {})
    one, other = ((1,) * (n - v.ndim) + v.shape for v in (x, y))
    outer = record(ops.reshape, (x,), {"shape": tuple(s for d in one for s in (d, 1))}, as_array=True)
    inner = record(ops.reshape, (y,), {"shape": tuple(s for d in other for s in (1, d))}, as_array=True)
    blocks = record(ops.multiply, (outer, inner), {}, as_array=True)
    return record(
        ops.reshape, (blocks,), {"shape": tuple(i * j for i, j in zip(one, other, strict=True))}, as_array=True
    )


@followed
def vdot(a: Any, b: Any, /) -> Any:
    """The sum of the products of all elements, those of a conjugated; see `numpy.vdot`."""
    return record(ops.vdot, (as_handle(a), as_handle(b)), {})


def vecdot(x1: Any, x2: Any, /, out: Any = None, *, axis: int = -1, **rest: Any) -> Any:
    """The products of vectors along an axis, those of x1 conjugated; see `numpy.vecdot`."""
    if out is not None or rest:
        return call_numpy(np.vecdot, (x1, x2), {"out": out, "axis": axis, **rest})
    x, y = as_handle(x1), as_handle(x2)
    if axis != -1:
        x, y = (v.swapaxes(axis, -1) if v.ndim < 3 else _last(v, axis) for v in (x, y))
    return _contract(np.vecdot, "{}k,{}k->{}", _conjugated(x), y, (1, 1))


def _last(x: Any, axis: int) -> Any:
    place = axis % x.ndim if -x.ndim <= axis < x.ndim else axis
    return x.transpose([*(i for i in range(x.ndim) if i != place), place])


def matvec(x1: Any, x2: Any, /, out: Any = None, **rest: Any) -> Any:
    """The products of matrices and vectors; see `numpy.matvec`."""
    if out is not None or rest:
        return call_numpy(np.matvec, (x1, x2), {"out": out, **rest})
    return _contract(np.matvec, "{}mk,{}k->{}m", as_handle(x1), as_handle(x2), (2, 1))


def vecmat(x1: Any, x2: Any, /, out: Any = None, **rest: Any) -> Any:
    """The products of vectors, conjugated, and matrices; see `numpy.vecmat`."""
    if out is not None or rest:
        return call_numpy(np.vecmat, (x1, x2), {"out": out, **rest})
    return _contract(np.vecmat, "{}k,{}kn->{}n", _conjugated(as_handle(x1)), as_handle(x2), (1, 2))


def _conjugated(x: Any) -> Any:
    return x.conj() if x.dtype.kind == "c" else x


def _contract(function: Any, labels: str, x: Any, y: Any, cores: tuple[int, int]) -> Any:
    """A product over core axes, with axes in front broadcast (ValueError: shapes do not fit)."""
    for at, (v, core) in enumerate(zip((x, y), cores, strict=True)):
        if v.ndim < core:
            raise ValueError(
                f"{function.__name__}: Input operand {at} does not have enough dimensions (has {v.ndim}, "
                f"gufunc core with signature {function.signature} requires {core})"
            )
    k, other = x.shape[-1], y.shape[-cores[1]]
    if k != other:
        raise ValueError(
            f"{function.__name__}: Input operand 1 has a mismatch in its core dimension 0, with gufunc signature "
            f"{function.signature} (size {other} is different from {k})"
        )
    return record(ops.einsum, (x, y), {"subscripts": labels.format("...", "...", "...")})


def _rearranged(subscripts: str, x: Any) -> Any:
    """The view that a sum over nothing is: axes in another order, or a diagonal."""
    given, arrow, wanted = subscripts.replace(" ", "").partition("->")
    if not arrow:
        wanted = "".join(c for c in sorted(given) if given.count(c) == 1)
    if "." in given or len(given) != x.ndim or set(given) != set(wanted) or len(set(wanted)) != len(wanted):
        return None
    twice = next((c for c in given if given.count(c) > 1), None)
    if twice is None:
        return x.transpose([given.index(c) for c in wanted])
    i, j = given.index(twice), given.rindex(twice)
    if x.shape[i] != x.shape[j] or given.count(twice) > 2 or len(set(given)) != len(given) - 1:
        return None
    left = "".join(c for c in given if c != twice) + twice
    view: Any = make_view(x, ops.diagonal, {"axis1": i, "axis2": j})
    return view.transpose([left.index(c) for c in wanted])


@followed
def einsum(*operands: Any, out: Any = None, optimize: Any = False, **rest: Any) -> Any:
    """The sum of products that Einstein's notation names; see `numpy.einsum`."""
    if not isinstance(operands[0], str) or rest:
        return call_numpy(np.einsum, operands, {"out": out, **rest})
    if len(operands) == 2 and out is None and isinstance(operands[1], Handle):
        view = _rearranged(operands[0], operands[1])
        if view is not None:
            return view
    value = record(ops.einsum, [as_handle(o) for o in operands[1:]], {"subscripts": operands[0].replace(" ", "")})
    return give(value, out, "safe")


register("dot", dot)
