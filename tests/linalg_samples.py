"""Rows for linear algebra and transforms, as in `op_samples`."""

from typing import Any

import numpy as np

from dusk import ops
from sample_rows import Arg, c, f, i, row


def near(*shape: int, of: Any = (1.0, 2.0, 3.5), seed: int = 0, dtype: Any = np.float64) -> Arg:
    """Matrices whose diagonals are given, and whose other elements are small: far from what has no derivative."""
    rng = np.random.default_rng(seed)
    off = rng.uniform(-0.3, 0.3, shape)
    if np.dtype(dtype).kind == "c":
        off = off + 1j * rng.uniform(-0.3, 0.3, shape)
    k = min(shape[-2:])
    off[..., np.arange(k), np.arange(k)] += np.array(of)[:k]
    return Arg(shape, dtype, values=off)


def _positive(*shape: int, dtype: Any = np.float64) -> Arg:
    x = near(*shape, dtype=dtype).values
    return Arg(shape, dtype, values=x @ np.conj(np.swapaxes(x, -1, -2)))


for op, function in ((ops.inv, np.linalg.inv), (ops.det, np.linalg.det), (ops.slogdet, np.linalg.slogdet),
                     (ops.pinv, np.linalg.pinv)):  # fmt: skip
    row(op, near(3, 3), grad=True, expect=function)
    row(op, near(2, 3, 3), grad=True, expect=function)
    row(op, near(2, 2, dtype=np.complex128), grad=True, expect=function)
    row(op, i(2, 2, values=[1, 2, 3, 5]), expect=function)
def _cofactors(x: Any) -> Any:
    return np.linalg.det(x)[..., None, None] * np.swapaxes(np.linalg.inv(x), -1, -2)


row(ops.cofactors, near(3, 3), grad=True, expect=_cofactors)
row(ops.cofactors, near(2, 3, 3), grad=True, expect=_cofactors)
row(ops.cofactors, near(2, 2, dtype=np.complex128), grad=True, expect=_cofactors)
row(ops.cofactors, f(2, 2, values=[[1, 2], [2, 4]]), expect=lambda x: [[4, -2], [-2, 1]], rest={"rtol": 1e-9})
row(ops.cofactors, f(3, 3, values=np.arange(9.0).reshape(3, 3)), rest={"rtol": 1e-9},
    expect=lambda x: [[-3, 6, -3], [6, -12, 6], [-3, 6, -3]])  # fmt: skip


def _moved(x: Any, g: Any) -> Any:
    turned = np.swapaxes(np.linalg.inv(x), -1, -2)
    whole = (turned * g).sum((-1, -2), keepdims=True) * turned
    return np.linalg.det(x)[..., None, None] * (whole - turned @ np.swapaxes(g, -1, -2) @ turned)


for kind in ({}, {"dtype": np.complex128}):
    row(ops.moved_cofactors, near(3, 3, **kind), near(3, 3, **kind), grad=True, expect=_moved)
row(ops.moved_cofactors, near(2, 2, 2), near(2, 2, 2), grad=True, expect=_moved)
row(ops.moved_cofactors, f(2, 2, values=[[1, 2], [2, 4]]), f(2, 2, values=[[1, 2], [3, 4]]), rest={"rtol": 1e-9},
    expect=lambda x, g: [[4, -3], [-2, 1]])  # fmt: skip
row(ops.pinv, near(3, 2), grad=True, expect=np.linalg.pinv)
row(ops.pinv, near(2, 3, dtype=np.complex128), grad=True, expect=np.linalg.pinv)
row(ops.solve, near(3, 3), f(3, 2), grad=True, expect=np.linalg.solve)
row(ops.solve, near(2, 3, 3), f(2, 3, 1), grad=True, expect=np.linalg.solve)
row(ops.solve, near(2, 2, dtype=np.complex128), c(2, 2), grad=True, expect=np.linalg.solve)
row(ops.solve, near(2, 2), c(2, 2), grad=True, expect=np.linalg.solve)
row(ops.lstsq, near(4, 2), f(4, 2), grad=True, expect=np.linalg.lstsq)
row(ops.lstsq, near(2, 3), f(2, 1), grad=True, expect=lambda a, b: (*np.linalg.lstsq(a, b)[:1], np.zeros(1),
    *np.linalg.lstsq(a, b)[2:]))  # fmt: skip
row(ops.lstsq, near(3, 2, dtype=np.complex128), c(3, 2), grad=True, expect=np.linalg.lstsq)
row(ops.cholesky, _positive(3, 3), expect=np.linalg.cholesky)
row(ops.cholesky, _positive(2, 3, 3, dtype=np.complex128), upper=True,
    expect=lambda x, upper: np.linalg.cholesky(x, upper=upper))  # fmt: skip
for op, function in ((ops.eigvalsh, np.linalg.eigvalsh), (ops.eigh, np.linalg.eigh)):
    row(op, _positive(3, 3), rest={"rtol": 1e-10}, expect=function)
    row(op, _positive(2, 3, 3, dtype=np.complex128), uplo="U", rest={"rtol": 1e-10},
        expect=lambda x, uplo, function=function: function(x, uplo))  # fmt: skip
for op in (ops.eigvals, ops.eig):
    row(op, near(3, 3), grad=True, rest={"rtol": 1e-10}, expect=lambda x, op=op: op.body(x))
row(ops.svdvals, near(3, 2), grad=True, rest={"rtol": 1e-10}, expect=lambda x: np.linalg.svd(x).S)
row(ops.svdvals, near(2, 3, 3, dtype=np.complex128), grad=True, rest={"rtol": 1e-10},
    expect=lambda x: np.linalg.svd(x).S)  # fmt: skip
for shape in ((3, 3), (3, 2), (2, 3), (2, 2, 2)):
    row(ops.svd, near(*shape), grad=True, full_matrices=False, rest={"rtol": 1e-10},
        expect=lambda x, full_matrices: np.linalg.svd(x, full_matrices))  # fmt: skip
    row(ops.qr, near(*shape), grad=True, mode="reduced", rest={"rtol": 1e-10},
        expect=lambda x, mode: np.linalg.qr(x, mode))  # fmt: skip
    row(ops.qr, near(*shape, dtype=np.complex128), grad=True, mode="r", rest={"rtol": 1e-10},
        expect=lambda x, mode: np.linalg.qr(x, mode))  # fmt: skip
row(ops.qr, near(3, 2, dtype=np.complex128), grad=True, mode="reduced", rest={"rtol": 1e-10},
    expect=lambda x, mode: np.linalg.qr(x, mode))  # fmt: skip
row(ops.qr, near(3, 2), mode="complete", rest={"rtol": 1e-10}, expect=lambda x, mode: np.linalg.qr(x, mode))
row(ops.svd, near(3, 2), full_matrices=True, rest={"rtol": 1e-10},
    expect=lambda x, full_matrices: np.linalg.svd(x, full_matrices))  # fmt: skip
for op, function in ((ops.fft, np.fft.fft), (ops.ifft, np.fft.ifft), (ops.irfft, np.fft.irfft)):
    for n, norm in ((4, None), (3, "ortho"), (6, "forward")):
        row(op, c(4, 2), grad=True, n=n, axis=0, norm=norm, rest={"rtol": 1e-10},
            expect=lambda x, n, axis, norm, function=function: function(x, n, axis, norm))  # fmt: skip
for op, function in ((ops.fft, np.fft.fft), (ops.ifft, np.fft.ifft), (ops.rfft, np.fft.rfft),
                     (ops.irfft, np.fft.irfft)):  # fmt: skip
    for n in (5, 4, 2):
        row(op, f(2, 4), grad=True, n=n, axis=-1, rest={"rtol": 1e-10},
            expect=lambda x, n, axis, function=function: function(x, n, axis))  # fmt: skip
    row(op, i(4), n=4, axis=0, rest={"rtol": 1e-10},
        expect=lambda x, n, axis, function=function: function(x, n, axis))  # fmt: skip
