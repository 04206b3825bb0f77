"""Eigenvalues, singular values, and their vectors.

Cotangents are as in `dusk.ops.linalg`. Vectors are determined up to a sign (complex ones up to a direction), so only
what does not depend on that has a meaningful gradient. Where two eigenvalues or singular values are equal, their
vectors have no derivative, and gradients through them are NaN or infinite; gradients through the values alone are not.
"""

# Rules are called through `Op`'s untyped fields.
# pyright: reportUnknownLambdaType=false, reportUnknownArgumentType=false
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.linalg import LinAlgError

from dusk.errors import GradientError
from dusk.graph.node import Value
from dusk.graph.op import define
from dusk.graph.types import TensorType
from dusk.ops.arithmetic import add, divide, square, subtract
from dusk.ops.convert import as_operand, complex_dtype, real, real_dtype
from dusk.ops.linalg import (
    absent,
    adjoint,
    conj,
    diagonal_of,
    hermitian_part,
    lapack,
    matrices,
    matrix_as,
    on_diagonal,
    pinv,
    solve,
    transposed,
    unit,
    vjp_pinv,
)
from dusk.ops.movement import expand_dims
from dusk.ops.pointwise import multiply
from dusk.ops.products import matmul
from dusk.ops.select import where


def _row(x: Value) -> Value:
    return expand_dims(x, axis=-2)


def _column(x: Value) -> Value:
    return expand_dims(x, axis=-1)


def _over_gaps(x: Value, values: Value) -> Value:
    """Matrices divided by values[j] - values[i] off the diagonal, and 0 on it."""
    on = unit(values.shape[-1], np.dtype(bool))
    gaps = where(on, 1, subtract(_row(values), _column(values)))
    return where(on, 0, divide(x, gaps))


# -- Hermitian matrices --


def _infer_eigvalsh(x: TensorType, *, uplo: str = "L") -> TensorType:
    if uplo not in ("L", "U"):
        raise ValueError("UPLO argument must be 'L' or 'U'")
    matrices(x, square=True)
    return x.with_(x.shape[:-1], real_dtype(x.dtype))


def _pull_values(g: Value, vectors: Value) -> Value:
    """Of eigenvalues of Hermitian matrices."""
    return matmul(multiply(conj(vectors), _row(as_operand(g, vectors))), transposed(vectors))


def _vjp_eigvalsh(g: Value, out: Value, x: Value, *, uplo: str = "L") -> tuple[Value]:
    return (_pull_values(g, eigh(x, uplo=uplo)[1]),)


@define(infer=_infer_eigvalsh, promote=lapack, vjp=_vjp_eigvalsh, cubic=2.0)
def eigvalsh(x: Any, *, uplo: str = "L") -> Any:
    """The eigenvalues of Hermitian matrices in ascending order; one triangle is read. The gradient is the Hermitian
    one: half of it in each triangle."""
    return np.linalg.eigvalsh(x, uplo)  # type: ignore[arg-type]


def _infer_eigh(x: TensorType, *, uplo: str = "L") -> tuple[TensorType, TensorType]:
    return _infer_eigvalsh(x, uplo=uplo), x


def _vjp_eigh(g: tuple[Value, Value], out: tuple[Value, Value], x: Value, *, uplo: str = "L") -> tuple[Value]:
    values, vectors = out
    if absent(g[1]):
        return (_pull_values(g[0], vectors),)
    inner = _over_gaps(matmul(transposed(vectors), g[1]), values)
    inner = add(inner, on_diagonal(as_operand(g[0], x)))
    return (hermitian_part(matmul(matmul(conj(vectors), inner), transposed(vectors))),)


@define(infer=_infer_eigh, promote=lapack, vjp=_vjp_eigh, cubic=6.0)
def eigh(x: Any, *, uplo: str = "L") -> Any:
    """The eigenvalues of Hermitian matrices in ascending order, and the eigenvectors as columns; one triangle is read.
    The gradient is the Hermitian one: half of it in each triangle."""
    return tuple(np.linalg.eigh(x, uplo))  # type: ignore[arg-type]


# -- any square matrices --


def _infer_eigvals(x: TensorType) -> TensorType:
    matrices(x, square=True)
    return x.with_(x.shape[:-1], complex_dtype(x.dtype))


def _vjp_eigvals(g: Value, out: Value, x: Value) -> tuple[Value]:
    return (_from_eigenbasis(on_diagonal(conj(g)), eig(x)[1], x),)


def _from_eigenbasis(inner: Value, vectors: Value, x: Value) -> Value:
    turned = adjoint(vectors)
    return matrix_as(conj(solve(turned, matmul(inner, turned))), x)


@define(infer=_infer_eigvals, promote=lapack, vjp=_vjp_eigvals, cubic=10.0)
def eigvals(x: Any) -> Any:
    """The eigenvalues of square matrices, as complex numbers. The gradient needs that they can be diagonalised."""
    found = np.linalg.eigvals(x)
    return found.astype(np.result_type(found.dtype, np.complex64))


def _infer_eig(x: TensorType) -> tuple[TensorType, TensorType]:
    return _infer_eigvals(x), x.with_(dtype=complex_dtype(x.dtype))


def _vjp_eig(g: tuple[Value, Value], out: tuple[Value, Value], x: Value) -> tuple[Value]:
    values, vectors = out
    inner = on_diagonal(conj(g[0]))
    if not absent(g[1]):  # the vectors have length 1
        turned = matmul(adjoint(vectors), conj(g[1]))
        length = as_operand(real(diagonal_of(turned)), turned)
        turned = subtract(turned, matmul(adjoint(vectors), multiply(vectors, _row(length))))
        inner = add(inner, _over_gaps(turned, conj(values)))
    return (_from_eigenbasis(inner, vectors, x),)


@define(infer=_infer_eig, promote=lapack, vjp=_vjp_eig, cubic=25.0)
def eig(x: Any) -> Any:
    """The eigenvalues of square matrices, and eigenvectors of length 1 as columns, as complex numbers. The gradient
    needs that they can be diagonalised."""
    values, vectors = np.linalg.eig(x)
    return tuple(found.astype(np.result_type(found.dtype, np.complex64)) for found in (values, vectors))


# -- singular values --


def _infer_svdvals(x: TensorType) -> TensorType:
    return x.with_((*x.shape[:-2], min(matrices(x))), real_dtype(x.dtype))


def _pull_singular(g: Value, u: Value, vh: Value) -> Value:
    return matmul(multiply(conj(u), _row(as_operand(g, u))), conj(vh))


def _vjp_svdvals(g: Value, out: Value, x: Value) -> tuple[Value]:
    u, _, vh = svd(x, full_matrices=False)
    return (_pull_singular(g, u, vh),)


@define(infer=_infer_svdvals, promote=lapack, vjp=_vjp_svdvals, cubic=4.0)
def svdvals(x: Any) -> Any:
    """The singular values in descending order."""
    return np.linalg.svd(x, compute_uv=False)


def _infer_svd(x: TensorType, *, full_matrices: bool = True) -> tuple[TensorType, ...]:
    (m, n), batch = matrices(x), x.shape[:-2]
    k = min(m, n)
    left, right = ((m, m), (n, n)) if full_matrices else ((m, k), (k, n))
    return x.with_((*batch, *left)), x.with_((*batch, k), real_dtype(x.dtype)), x.with_((*batch, *right))


def _vjp_svd(g: tuple[Value, ...], out: tuple[Value, ...], x: Value, *, full_matrices: bool = True) -> tuple[Value]:
    m, n = x.shape[-2:]
    (gu, gs, gvh), (u, s, vh) = g, out
    wide, tall = n > m, m > n
    if absent(gu) and absent(gvh):
        if full_matrices and (wide or tall):
            u, _, vh = svd(x, full_matrices=False)
        return (_pull_singular(gs, u, vh),)
    if full_matrices and (wide or tall):
        raise GradientError(
            "the vectors of svd(full_matrices=True) have no gradient where the matrix is not square; "
            "use full_matrices=False"
        )
    gu, gvh, size = conj(gu), conj(gvh), as_operand(s, u)
    of_u, of_v = (_skew(matmul(a, b)) for a, b in ((adjoint(u), gu), (vh, adjoint(gvh))))
    squares = as_operand(square(s), u)
    inner = _over_gaps(add(multiply(of_u, _row(size)), multiply(_column(size), of_v)), squares)
    inner = add(inner, on_diagonal(as_operand(gs, u)))
    if x.dtype.kind == "c":
        inner = add(inner, on_diagonal(divide(diagonal_of(of_u), multiply(size, 2))))
    left = matmul(u, inner)
    if tall:
        rest = divide(gu, _row(size))
        left = add(left, subtract(rest, matmul(u, matmul(adjoint(u), rest))))
    whole = matmul(left, vh)
    if wide:
        rest = subtract(gvh, matmul(matmul(gvh, adjoint(vh)), vh))
        whole = add(whole, matmul(divide(u, _row(size)), rest))
    return (conj(whole),)


def _skew(x: Value) -> Value:
    return subtract(x, adjoint(x))


@define(infer=_infer_svd, promote=lapack, vjp=_vjp_svd, cubic=15.0)
def svd(x: Any, *, full_matrices: bool = True) -> Any:
    """U, singular values in descending order, and adjoint(V), with U diag(s) adjoint(V) = x."""
    return tuple(np.linalg.svd(x, full_matrices))


# -- least squares --


def _infer_lstsq(a: TensorType, b: TensorType, *, rcond: float | None = None) -> tuple[TensorType, ...]:
    (m, n), (rows, k) = matrices(a), matrices(b)
    if a.ndim != 2 or b.ndim != 2:
        raise LinAlgError(f"{max(a.ndim, b.ndim)}-dimensional array given. Array must be two-dimensional")
    if m != rows:
        raise LinAlgError("Incompatible dimensions")
    part = real_dtype(a.dtype)
    return b.with_((n, k)), b.with_((k,), part), TensorType((), np.intc), a.with_((min(m, n),), part)


def _vjp_lstsq(
    g: tuple[Value, ...], out: tuple[Value, ...], a: Value, b: Value, *, rcond: float | None = None
) -> tuple[Value, Value]:
    (gx, gresidual, _, gs), x = g, out[0]
    inverse = pinv(a, rcond=rcond)
    of_b = matmul(transposed(inverse), gx)
    (of_a,) = vjp_pinv(matmul(gx, transposed(b)), inverse, a)
    if not absent(gresidual):
        pull = multiply(conj(subtract(b, matmul(a, x))), multiply(gresidual, 2))
        of_a, of_b = subtract(of_a, matmul(pull, transposed(x))), add(of_b, pull)
    if not absent(gs):
        of_a = add(of_a, *_vjp_svdvals(gs, out[3], a))
    return of_a, of_b


@define(infer=_infer_lstsq, promote=lapack, vjp=_vjp_lstsq, cubic=8.0)
def lstsq(a: Any, b: Any, *, rcond: float | None = None) -> Any:
    """The x[n, k] of least norm that make |b[m, k] - a[m, n] x| least; squared distances (0 where a has not the full
    rank n below m), rank, singular values. The gradient is that at a rank that stays what it is."""
    x, residual, rank, s = np.linalg.lstsq(a, b, rcond)
    return x, residual if residual.size else np.zeros(x.shape[1], s.dtype), np.asarray(rank, np.intc), s
