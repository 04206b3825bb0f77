"""Linear algebra by LAPACK: systems of equations, inverses, determinants, and factors without a spectrum.

Matrices stand in the last two axes. Rules hold for real and complex matrices: a cotangent g of y stands for the
change Re(sum(g * dy)), so that adjoints are transposes where nothing is conjugated.
"""

# Rules are called through `Op`'s untyped fields.
# pyright: reportUnknownLambdaType=false, reportUnknownArgumentType=false
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.linalg import LinAlgError

from dusk.errors import GradientError
from dusk.graph.node import Value, literal_of
from dusk.graph.op import define
from dusk.graph.types import TensorType
from dusk.ops.arithmetic import add, negative, subtract
from dusk.ops.broadcast import sum_
from dusk.ops.convert import as_operand, conjugate, imag, real, real_dtype
from dusk.ops.create import build, eye
from dusk.ops.join import concatenate, window
from dusk.ops.matrix import diagonal, tril, triu
from dusk.ops.movement import expand_dims, transpose
from dusk.ops.pointwise import Kind, multiply
from dusk.ops.products import matmul
from dusk.ops.select import where


def lapack(*kinds: Kind, **params: Any) -> tuple[np.dtype[Any], ...]:
    """The promotion rule of these ops: floats and complex numbers of 4 or 8 bytes a part, others as float64."""
    single, complex_ = True, False
    for kind in kinds:
        dtype = np.dtype(kind)
        if dtype.char not in "fdFD" and dtype.kind not in "biu":
            raise TypeError(f"array type {dtype} is unsupported in linalg")
        single, complex_ = single and dtype.char in "fF", complex_ or dtype.kind == "c"
    return (np.dtype(("F" if single else "D") if complex_ else ("f" if single else "d")),) * len(kinds)


def matrices(x: TensorType, square: bool = False) -> tuple[Any, Any]:
    """The two sizes of the matrices in an operand (LinAlgError: there are none, or they are not square)."""
    if x.ndim < 2:
        raise LinAlgError(f"{x.ndim}-dimensional array given. Array must be at least two-dimensional")
    if square and x.shape[-1] != x.shape[-2]:
        raise LinAlgError("Last 2 dimensions of the array must be square")
    return x.shape[-2], x.shape[-1]


def transposed(x: Value) -> Value:
    """Each matrix with its axes exchanged."""
    return transpose(x, axes=(*range(x.ndim - 2), x.ndim - 1, x.ndim - 2))


def adjoint(x: Value) -> Value:
    """Each matrix transposed and conjugated."""
    return conj(transposed(x))


def conj(x: Value) -> Value:
    """The conjugate of complex numbers; others as they are."""
    return conjugate(x) if x.dtype.kind == "c" else x


def on_diagonal(x: Value) -> Value:
    """Matrices with the elements of vectors on their diagonals, zeros elsewhere."""
    return multiply(expand_dims(x, axis=-1), unit(x.shape[-1], x.dtype))


def diagonal_of(x: Value) -> Value:
    """The diagonals of square matrices."""
    return diagonal(x, axis1=x.ndim - 2, axis2=x.ndim - 1)


def unit(n: Any, dtype: np.dtype[Any]) -> Value:
    """The unit matrix."""
    return build(eye, rows=n, columns=n, dtype=dtype)


def absent(g: Value) -> bool:
    """Whether a cotangent is known to be 0: nobody uses that output."""
    while g.node.op.view is not None:
        g = g.node.inputs[0]
    literal = literal_of(g)
    return literal is not None and not np.any(literal)


def matrix_as(x: Value, like: Value) -> Value:
    """A cotangent computed in complex numbers, as one of an operand: of a real one its real part."""
    return real(x) if x.dtype.kind == "c" and like.dtype.kind != "c" else as_operand(x, like)


def hermitian_part(x: Value) -> Value:
    """The mean of each matrix and its adjoint."""
    return multiply(add(x, adjoint(x)), 0.5)


def same_square(x: TensorType, **params: Any) -> TensorType:
    """The inference rule of functions of square matrices whose results are like them."""
    matrices(x, square=True)
    return x


# -- equations and inverses --


def _infer_solve(a: TensorType, b: TensorType) -> TensorType:
    n, _ = matrices(a, square=True)
    matrices(b)
    if a.shape[:-2] != b.shape[:-2] or b.shape[-2] != n:
        raise ValueError(f"matrices {a.shape} and right sides {b.shape} do not fit")
    return b


def _vjp_solve(g: Value, out: Value, a: Value, b: Value) -> tuple[Value, Value]:
    of_b = solve(transposed(a), g)
    return negative(matmul(of_b, transposed(out))), of_b


@define(infer=_infer_solve, promote=lapack, vjp=_vjp_solve, cubic=1.0)
def solve(a: Any, b: Any) -> Any:
    """The matrices x[..., n, k] with a[..., n, n] x = b[..., n, k] (LinAlgError: a is singular)."""
    return np.linalg.solve(a, b)


def _vjp_inv(g: Value, out: Value, x: Value) -> tuple[Value]:
    turned = transposed(out)
    return (negative(matmul(matmul(turned, g), turned)),)


def _jvp_inv(tangents: Sequence[Value], out: Value, x: Value) -> Value:
    return negative(matmul(matmul(out, tangents[0]), out))


@define(infer=same_square, promote=lapack, vjp=_vjp_inv, jvp=_jvp_inv, cubic=2.0)
def inv(x: Any) -> Any:
    """The inverses of square matrices (LinAlgError: one is singular)."""
    return np.linalg.inv(x)


def _infer_pinv(x: TensorType, *, rcond: float | None = None) -> TensorType:
    m, n = matrices(x)
    return x.with_((*x.shape[:-2], n, m))


def vjp_pinv(g: Value, out: Value, x: Value, **params: Any) -> tuple[Value]:
    """The rule of Golub and Pereyra (1973), where the rank stays what it is."""
    turned = transposed(out)
    outside = subtract(transposed(g), matmul(x, matmul(out, transposed(g))))
    left = matmul(outside, matmul(out, adjoint(out)))
    before = subtract(transposed(g), matmul(transposed(g), matmul(out, x)))
    right = matmul(matmul(adjoint(out), out), before)
    inside = negative(matmul(matmul(turned, g), turned))
    return (add(inside, conj(add(left, right))),)


@define(infer=_infer_pinv, promote=lapack, vjp=vjp_pinv, cubic=20.0)
def pinv(x: Any, *, rcond: float | None = None) -> Any:
    """The Moore-Penrose inverses; singular values up to `rcond` times the largest count as 0."""
    return np.linalg.pinv(x, rcond)


# -- determinants --


def _vjp_moved_cofactors(h: Value, out: Value, x: Value, g: Value) -> tuple[Value, Value]:
    """By inverses: of a singular matrix only two derivatives of a determinant are to be had."""
    t = transposed(inv(x))

    def inner(a: Value, b: Value) -> Value:
        return sum_(multiply(a, b), axis=(x.ndim - 2, x.ndim - 1), keepdims=True)

    by_g, by_h = (matmul(matmul(t, transposed(y)), t) for y in (g, h))
    a, b = inner(t, g), inner(t, h)
    both = add(matmul(by_g, matmul(transposed(h), t)), matmul(by_h, matmul(transposed(g), t)))
    first = multiply(subtract(multiply(a, b), inner(h, by_g)), t)
    moved = add(subtract(first, add(multiply(b, by_g), multiply(a, by_h))), both)
    return multiply(_spread(det(x)), moved), moved_cofactors(x, h)


@define(infer=lambda x, g: same_square(x), promote=lapack, vjp=_vjp_moved_cofactors, cubic=40.0)
def moved_cofactors(x: Any, g: Any) -> Any:
    """How the cofactors of x[..., n, n] change where x moves by g: symmetric in what they are multiplied with and g."""
    u, s, vh = np.linalg.svd(x)
    n = s.shape[-1]
    left = np.eye(n, dtype=bool)[:, None] | np.eye(n, dtype=bool)  # for each pair, the two whose product is left out
    pairs = np.where(left, 1, s[..., None, None, :]).prod(-1) * ~np.eye(n, dtype=bool)
    inside = np.conj(np.swapaxes(u, -1, -2)) @ g @ np.conj(np.swapaxes(vh, -1, -2))
    diagonal = (pairs @ np.diagonal(inside, axis1=-2, axis2=-1)[..., None]) * np.eye(n)
    turns = (np.linalg.det(u) * np.linalg.det(vh))[..., None, None]
    return (turns * np.conj(u) @ (diagonal - pairs * np.swapaxes(inside, -1, -2)) @ np.conj(vh)).astype(x.dtype)


@define(infer=same_square, promote=lapack, vjp=lambda g, out, x: (moved_cofactors(x, g),), cubic=20.0)
def cofactors(x: Any) -> Any:
    """The derivatives of determinants by the elements of square matrices, singular ones too."""
    try:
        found = np.linalg.det(x)[..., None, None] * np.swapaxes(np.linalg.inv(x), -1, -2)
        if np.isfinite(found).all():
            return found
    except np.linalg.LinAlgError:
        pass
    u, s, vh = np.linalg.svd(x)
    others = np.where(np.eye(s.shape[-1], dtype=bool), 1, s[..., None, :]).prod(-1)
    turns = (np.linalg.det(u) * np.linalg.det(vh))[..., None, None]
    return (turns * (np.conj(u) * others[..., None, :]) @ np.conj(vh)).astype(x.dtype)


def _vjp_det(g: Value, out: Value, x: Value) -> tuple[Value]:
    return (multiply(_spread(g), cofactors(x)),)


def _spread(x: Value) -> Value:
    return expand_dims(expand_dims(x, axis=-1), axis=-1)


def _infer_det(x: TensorType) -> TensorType:
    matrices(x, square=True)
    return x.with_(x.shape[:-2])


@define(infer=_infer_det, promote=lapack, vjp=_vjp_det, cubic=0.7)
def det(x: Any) -> Any:
    """The determinants of square matrices."""
    return np.linalg.det(x)


def _vjp_slogdet(g: tuple[Value, Value], out: tuple[Value, Value], x: Value) -> tuple[Value]:
    turned, scale = transposed(inv(x)), as_operand(g[1], x)
    if x.dtype.kind == "c" and not absent(g[0]):
        scale = add(scale, multiply(imag(multiply(g[0], out[0])), 1j))
    return (multiply(_spread(scale), turned),)


def _infer_slogdet(x: TensorType) -> tuple[TensorType, TensorType]:
    kind = _infer_det(x)
    return kind, kind.with_(dtype=real_dtype(x.dtype))


@define(infer=_infer_slogdet, promote=lapack, vjp=_vjp_slogdet, cubic=0.7)
def slogdet(x: Any) -> Any:
    """The signs (of complex matrices the directions) of determinants, and the logarithms of their magnitudes."""
    return tuple(np.linalg.slogdet(x))


# -- factors --


def _vjp_cholesky(g: Value, out: Value, x: Value, *, upper: bool = False) -> tuple[Value]:
    lower, of_lower = (adjoint(out), adjoint(g)) if upper else (out, g)
    inner = _half_diagonal(tril(matmul(transposed(lower), of_lower)))
    left = solve(transposed(lower), inner)  # left @ inverse(conj(lower))
    return (hermitian_part(transposed(solve(adjoint(lower), transposed(left)))),)


def _half_diagonal(x: Value) -> Value:
    return where(unit(x.shape[-1], np.dtype(bool)), multiply(x, 0.5), x)


@define(infer=same_square, promote=lapack, vjp=_vjp_cholesky, cubic=0.4)
def cholesky(x: Any, *, upper: bool = False) -> Any:
    """The lower L with L adjoint(L) = x (upper: adjoint(U) U), for Hermitian positive definite x, of which one triangle
    is read (LinAlgError: it is not positive definite). The gradient is the Hermitian one: half of it in each
    triangle."""
    return np.linalg.cholesky(x, upper=upper)


def _infer_qr(x: TensorType, *, mode: str = "reduced") -> Any:
    m, n = matrices(x)
    k = m if mode == "complete" else min(m, n)
    r = x.with_((*x.shape[:-2], k, n))
    return r if mode == "r" else (x.with_((*x.shape[:-2], m, k)), r)


def _vjp_qr(g: Any, out: Any, x: Value, *, mode: str = "reduced") -> tuple[Value]:
    m, n = x.shape[-2:]
    if mode == "complete" and m > n:
        raise GradientError('the factors of qr(mode="complete") have no gradient with more rows than columns')
    if mode == "r":
        q, r = qr(x)
        return (_tall_or_wide(None, g, q, r, x),)
    return (_tall_or_wide(g[0], g[1], out[0], out[1], x),)


def _tall_or_wide(gq: Value | None, gr: Value, q: Value, r: Value, x: Value) -> Value:
    m, n = x.shape[-2:]
    if m >= n:
        return _pull_qr(gq, gr, q, r)
    rest, of_rest = window(x, x.ndim - 1, m, n - m), window(gr, x.ndim - 1, m, n - m)
    # columns after the first m are Q times the same columns of R, in which Q does not depend on them
    of_q = conj(matmul(rest, transposed(of_rest)))
    gq = of_q if gq is None else add(gq, of_q)
    first = _pull_qr(gq, window(gr, x.ndim - 1, 0, m), q, window(r, x.ndim - 1, 0, m))
    return concatenate(first, matmul(conj(q), of_rest), axis=x.ndim - 1)


def _pull_qr(gq: Value | None, gr: Value, q: Value, r: Value) -> Value:
    """For as many columns as r has rows; the diagonal of r is real."""
    gr = conj(gr)
    met = matmul(gr, adjoint(r))
    if gq is not None:
        met = subtract(met, matmul(adjoint(q), conj(gq)))
    half = _half_diagonal(triu(met))
    inner = matmul(q, add(half, adjoint(half)))
    if gq is not None:
        inner = add(conj(gq), inner)
    return conj(adjoint(solve(r, adjoint(inner))))


@define(infer=_infer_qr, promote=lapack, vjp=_vjp_qr, cubic=3.0)
def qr(x: Any, *, mode: str = "reduced") -> Any:
    """Orthonormal columns and an upper triangle whose product is x; with mode "r" the triangle alone. The gradient
    needs a triangle without 0 on its diagonal (LinAlgError), and of mode "complete" no more rows than columns."""
    found: Any = np.linalg.qr(x, mode)  # type: ignore[call-overload]
    return found if mode == "r" else tuple(found)
