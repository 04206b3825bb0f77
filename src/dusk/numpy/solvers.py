"""Linear algebra by LAPACK, as `numpy.linalg` has it.

Such calls can fail on values, so they run at the call, in NumPy: `try: ... except LinAlgError: ...` works. Inside a
gradient or a traced function they are recorded as ops, and fail when what was recorded runs, naming the user's line.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.linalg import LinAlgError
from numpy.linalg import _linalg as _results  # type: ignore[attr-defined]

from dusk import ops
from dusk.array import as_handle
from dusk.graph import Op
from dusk.numpy.composite import composite, or_numpy
from dusk.numpy.fallback import NO_VALUE, run_numpy, run_plainly
from dusk.record import Handle, by_numpy, local, record, value_of

_named: Any = _results

__all__ = [
    "cholesky", "cond", "det", "eig", "eigh", "eigvals", "eigvalsh", "inv", "lstsq", "pinv", "qr", "slogdet",
    "solve", "svd",
]  # fmt: skip


def _solver(recorded: Callable[..., Any]) -> Callable[..., Any]:
    """NumPy's function of that name, which is recorded only inside of gradients and traces."""
    theirs: Callable[..., Any] = getattr(np.linalg, recorded.__name__)
    inside = or_numpy(recorded, theirs)

    @functools.wraps(recorded)
    def called(*args: Any, **kwargs: Any) -> Any:
        context = local.context
        if context.trace is None and not context.history:
            return run_numpy(theirs, args, kwargs) if kwargs else run_plainly(theirs, args)
        return inside(*args, **kwargs)

    return by_numpy(called, theirs)


def _matrix(op: Op, a: Any, **params: Any) -> Any:
    return record(op, (as_handle(a),), params)


@_solver
def solve(a: Any, b: Any) -> Any:
    """The x with a x = b, for a vector b or columns of a matrix; see `numpy.linalg.solve`."""
    x: Any = as_handle(a)
    y: Any = as_handle(b)
    vector = y.ndim == 1
    if vector:
        y = record(ops.expand_dims, (y,), {"axis": -1}, as_array=True)
    if x.ndim >= 2 and y.ndim >= 2 and x.shape[:-2] != y.shape[:-2]:
        batch = np.broadcast_shapes(x.shape[:-2], y.shape[:-2])
        x, y = (record(ops.broadcast_to, (v,), {"shape": batch + v.shape[-2:]}, as_array=True) for v in (x, y))
    found = record(ops.solve, (x, y), {}, as_array=True)
    return record(ops.squeeze, (found,), {"axis": -1}, as_array=True) if vector else found


@_solver
def inv(a: Any) -> Any:
    """The inverses of square matrices; see `numpy.linalg.inv`."""
    return _matrix(ops.inv, a)


_pinv = composite(np.linalg.pinv)


@_solver
def pinv(a: Any, rcond: Any = None, hermitian: bool = False, *, rtol: Any = NO_VALUE) -> Any:
    """The Moore-Penrose inverses of matrices; see `numpy.linalg.pinv`."""
    x = as_handle(a)
    limit = rcond if rtol is NO_VALUE else rtol
    if hermitian or np.ndim(limit) or isinstance(limit, Handle) or (rcond is not None and rtol is not NO_VALUE):
        return _pinv(a, rcond, hermitian, rtol=rtol)
    if rtol is None and x.ndim >= 2 and x.dtype.kind in "fc":
        limit = max(x.shape[-2:]) * np.finfo(x.dtype).eps
    return record(ops.pinv, (x,), {"rcond": None if limit is None else float(limit)})


@_solver
def det(a: Any) -> Any:
    """The determinants of square matrices; see `numpy.linalg.det`."""
    return _matrix(ops.det, a)


_cond, _norm = composite(np.linalg.cond), composite(np.linalg.norm)


@_solver
def cond(x: Any, p: Any = None) -> Any:
    """How errors of equations with a matrix grow, by a norm; see `numpy.linalg.cond`.

    Where it is recorded, a singular matrix raises LinAlgError but for the spectral norm.
    """
    m = as_handle(x)
    if p is None or p in (2, -2) or m.ndim < 2 or 0 in m.shape[-2:]:
        return _cond(x, p)
    return _norm(m, p, axis=(-2, -1)) * _norm(_matrix(ops.inv, m), p, axis=(-2, -1))


@_solver
def slogdet(a: Any) -> Any:
    """Signs and logarithms of the magnitudes of determinants; see `numpy.linalg.slogdet`."""
    return _named.SlogdetResult(*_matrix(ops.slogdet, a))


@_solver
def cholesky(a: Any, /, *, upper: bool = False) -> Any:
    """The triangular factor of Hermitian positive definite matrices; see `numpy.linalg.cholesky`."""
    return _matrix(ops.cholesky, a, upper=bool(upper))


@_solver
def eigh(a: Any, UPLO: str = "L") -> Any:
    """Eigenvalues and eigenvectors of Hermitian matrices; see `numpy.linalg.eigh`."""
    return _named.EighResult(*_matrix(ops.eigh, a, uplo=UPLO.upper()))


@_solver
def eigvalsh(a: Any, UPLO: str = "L") -> Any:
    """Eigenvalues of Hermitian matrices; see `numpy.linalg.eigvalsh`."""
    return _matrix(ops.eigvalsh, a, uplo=UPLO.upper())


@_solver
def eig(a: Any) -> Any:
    """Eigenvalues and eigenvectors of square matrices; see `numpy.linalg.eig`.

    Those of real matrices are real numbers where all eigenvalues are, so their values are looked at.
    """
    values, vectors = _matrix(ops.eig, a)
    if _all_real(a, values):
        values, vectors = record(ops.real, (values,), {}), record(ops.real, (vectors,), {})
    return _named.EigResult(values, vectors)


@_solver
def eigvals(a: Any) -> Any:
    """Eigenvalues of square matrices; see `numpy.linalg.eigvals` and `eig`."""
    values = _matrix(ops.eigvals, a)
    return record(ops.real, (values,), {}) if _all_real(a, values) else values


def _all_real(a: Any, values: Handle) -> bool:
    return as_handle(a).dtype.kind != "c" and not np.any(value_of(values).imag)


_svd = composite(np.linalg.svd)


@_solver
def svd(a: Any, full_matrices: bool = True, compute_uv: bool = True, hermitian: bool = False) -> Any:
    """Singular values, and the vectors that go with them; see `numpy.linalg.svd`."""
    if hermitian:
        return _svd(a, full_matrices, compute_uv, hermitian)
    if not compute_uv:
        return _matrix(ops.svdvals, a)
    x = as_handle(a)
    u, s, vh = _matrix(ops.svd, x, full_matrices=bool(full_matrices))
    if full_matrices and x.shape[-1] != x.shape[-2]:  # of all the results only the values have a derivative
        s = _matrix(ops.svdvals, x)
    return _named.SVDResult(u, s, vh)


@_solver
def qr(a: Any, mode: str = "reduced") -> Any:
    """Orthonormal columns and an upper triangle; see `numpy.linalg.qr`."""
    if mode == "r":
        return _matrix(ops.qr, a, mode=mode)
    if mode not in ("reduced", "complete"):
        return run_numpy(np.linalg.qr, (a, mode), {})
    return _named.QRResult(*_matrix(ops.qr, a, mode=mode))


@_solver
def lstsq(a: Any, b: Any, rcond: Any = None) -> Any:
    """The x that make |b - a x| least, squared distances, rank, singular values; see `numpy.linalg.lstsq`.

    There are distances only if the rank is full, so it is looked at.
    """
    x, y = as_handle(a), as_handle(b)
    vector = y.ndim == 1
    if x.ndim != 2 or y.ndim not in (1, 2):
        raise LinAlgError(f"{(x if x.ndim != 2 else y).ndim}-dimensional array given. Array must be two-dimensional")
    if vector:
        y = record(ops.expand_dims, (y,), {"axis": -1}, as_array=True)
    params = {"rcond": None if rcond is None else float(rcond)}
    found, residuals, rank, s = record(ops.lstsq, (x, y), params)
    m, n = x.shape
    if m <= n or value_of(rank) != n:
        residuals = residuals[:0]
    return record(ops.squeeze, (found,), {"axis": -1}, as_array=True) if vector else found, residuals, rank, s
