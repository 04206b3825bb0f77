"""What functions, methods and indices give has memory of its own where NumPy's has, else the argument's."""

from typing import Any

import numpy
import pytest

import dusk.numpy as dnp
from numpy_oracle import same_error

GIVEN = """
    np.take(a, 1, axis=0); np.take(a, [1], axis=0); np.take(a, np.array([0, 1]), axis=1); a.take(0, 1);
    a.take([0]); np.compress([True, True, True], a, axis=0); a.compress([True, False, True], 0);
    np.delete(a, 0, axis=0); np.delete(a, 2, 0); np.delete(a, slice(0, 0), 0); np.delete(a, [], 0);
    np.insert(a, 0, 1, axis=0); np.roll(a, 1, 0); np.roll(a, 0); np.rollaxis(a, 1); np.repeat(a, 1, axis=0);
    np.tile(a, 1); np.tile(a, (1, 1)); np.append(a, np.zeros((0, 4)), axis=0); np.concatenate([a]);
    np.concatenate([a], axis=None); np.stack([a]); np.vstack([a]); np.hstack([a]); np.block(a); np.block([a]);
    np.array(a); np.array(a, copy=False); np.array(a, copy=None); np.asarray(a); np.asanyarray(a);
    np.ascontiguousarray(a); np.ascontiguousarray(a.T); np.asfortranarray(a); np.asfortranarray(a.T);
    np.require(a); np.copy(a); a.copy(); a.astype(float); a.astype(float, copy=False); np.astype(a, float);
    np.astype(a, float, copy=False); a.view(); a.ravel(); a.T.ravel(); a.T.ravel('F'); a.T.ravel('K');
    a.flatten(); np.ravel(a); a.reshape(-1); a.T.reshape(-1); a[:, 1:].reshape(-1); a[::-1].reshape(-1);
    np.squeeze(a[None]); np.expand_dims(a, 0); np.atleast_1d(a); np.atleast_2d(a[0]); np.atleast_3d(a);
    np.broadcast_to(a, a.shape); np.broadcast_arrays(a, a)[0]; np.split(a, 1)[0]; np.array_split(a, 2)[1];
    np.hsplit(a, 2)[0]; np.vsplit(a, 3)[0]; np.unstack(a)[0]; np.flip(a); np.flip(a, 0); np.fliplr(a);
    np.flipud(a); np.rot90(a); np.rot90(a, 0); np.rot90(a, 4); np.transpose(a); np.permute_dims(a, (1, 0));
    np.matrix_transpose(a); np.swapaxes(a, 0, 1); np.swapaxes(a, 0, 0); np.moveaxis(a, 0, 1); np.diagonal(a);
    a.diagonal(1); np.diag(a); np.diag(a[0]); np.diagflat(a); np.trace(a); np.real(a); a.real; c.real; c.imag;
    np.real(c); np.real_if_close(c); np.real_if_close(a); np.conj(a); np.conjugate(c); a.conj(); np.positive(a);
    +a; np.abs(a); np.nan_to_num(a); np.nan_to_num(a, copy=False); np.clip(a, None, None); np.clip(a, -100, 100);
    np.round(a); a.round(); np.round(a, 2); np.around(k); np.round(k); np.rint(k); np.floor(k); np.ceil(k);
    np.trunc(k); np.fix(k); np.sort(a); np.partition(a, 1); np.sum(a, axis=()); np.max(a, axis=());
    np.sum(a[:1], axis=0); np.max(a[:1], axis=0); np.prod(a[:1], axis=0); np.min(a[:1], 0); np.mean(a[:1], 0);
    np.add.reduce(a[:1]); np.add.accumulate(a[:1]); np.cumsum(a[:1], axis=0); np.cumsum(a[0, :1]);
    np.median(a[:1], 0); np.where(True, a, a); np.where(np.ones((3, 4), bool), a, 0);
    np.select([np.ones((3, 4), bool)], [a]); np.choose(0, [a]); np.choose(np.zeros((3, 4), int), [a]);
    np.einsum('ij', a); np.einsum('ij->ij', a); np.einsum('ij->ji', a); np.einsum('ii->i', a[:, :3]);
    np.einsum('ij->ij', a, optimize=True); np.einsum('ij->i', a[:, :1]); np.pad(a, 0); np.resize(a, (3, 4));
    np.unique(a); np.extract(np.ones((3, 4), bool), a); a[np.ones((3, 4), bool)]; a[[0, 1, 2]]; a[...]; a[()];
    a[0]; a[None]; a[np.newaxis, :]; a[np.int64(1)]; a[np.array(1)]; a[True]; a[:, np.array(1)]; a[(0, 1), :];
    a[np.array([1])]; np.trim_zeros(a[0]); np.trim_zeros(a); np.tril(a, 9); np.triu(a, -9);
    np.meshgrid(a[0], a[1])[0]; np.meshgrid(a[0])[0]; np.ix_(k[0])[0]; np.ediff1d(a); np.diff(a, n=0);
    np.gradient(a[:2], axis=0); np.full_like(a, 1); np.linalg.matrix_power(s, 1); np.linalg.matrix_power(s, 0);
    np.linalg.multi_dot([s, s]); np.lib.stride_tricks.sliding_window_view(a, 2, axis=1);
    np.lib.stride_tricks.as_strided(a, (2, 2), (8, 8)); np.from_dlpack(a); np.asarray_chkfinite(a);
    np.vander(a[0], 1); np.outer(a[0], 1); np.kron(a, 1); np.kron(1, a); np.cross(a[0, :3], a[1, :3]);
    np.apply_along_axis(lambda r:r, 0, a); np.apply_over_axes(np.sum, a, []);
    np.take_along_axis(a, np.array([[0]]), 1); np.piecewise(a, [a>100], [0, 1]); np.interp(a[0], [0, 1], [0, 1]);
    np.poly1d(a[0]).coeffs; np.nansum(a[:1], 0); np.copysign(a, a); np.maximum(a, -99); np.multiply(a, 1);
    np.add(a, 0); a*1; a+0; a**1; np.power(a, 1); a/1; a-0; a//1; k|0; np.squeeze(a); a.squeeze();
    np.expand_dims(a, ()); np.broadcast_to(a, (2, 3, 4)); np.reshape(a, (3, 4), copy=True);
    np.reshape(a, (3, 4), copy=False); np.asarray(a, copy=True); np.asarray(a, float); np.asarray(a, 'f4');
    np.asarray(a, order='F'); np.require(a, float, 'C'); np.dsplit(a.reshape(3, 2, 2), 2)[0];
    np.column_stack([a]); np.dstack([a]); np.fft.fftshift(a); np.fft.ifftshift(a, axes=()); np.unwrap(a);
    np.sinc(a); np.i0(a); np.cov(a); np.ravel(a.T, 'A'); a.swapaxes(0, 1); a.transpose(); a.T; a.mT; a.flat[:];
    np.asarray(a.flat); a.flat.copy(); np.array(a, ndmin=3); np.array(a, ndmin=3, copy=None);
    np.average(a[:1], 0); np.percentile(a[:1], 50, axis=0); np.quantile(a[:1], 0.5, axis=0); np.nanmax(a[:1], 0);
    np.ptp(a[:1], 0); np.random.default_rng(0).permutation(a); np.random.default_rng(0).permuted(a); np.dot(a, 1);
    np.dot(1, a); np.inner(a, 1); np.tensordot(a, 1, 0); np.matmul(a, np.eye(4)); np.atleast_1d(a, a)[0];
    np.bitwise_or(k, 0); np.emath.sqrt(a); np.nancumsum(a, 0); np.logical_not(b); np.invert(b); np.ones_like(a);
    np.empty_like(a); np.iscomplex(a); b.astype(bool, copy=False); np.asarray(b, bool); b.any(axis=());
    b.all(axis=()); np.logical_or.reduce(b[:1])
"""


def shares(np: Any, text: str) -> Any:
    """Whether what an expression of a, c, k, s, b gives shows what is written to them later, and whether they show what
    is written to it (None: it refuses to be written); or the error it raises, if it does."""
    a, k = np.array(numpy.arange(12.0).reshape(3, 4)), np.array(numpy.arange(12).reshape(3, 4))
    c, s, b = np.array(numpy.arange(4) + 1j), np.array(numpy.eye(3)), np.array(numpy.ones((3, 4), bool))
    given = (a, k, c, s, b)
    try:
        made = eval(text, {"np": np, "a": a, "k": k, "c": c, "s": s, "b": b})
    except Exception as error:
        return type(error)
    if not getattr(made, "shape", ()):
        return None
    before, old = numpy.array(made), [numpy.array(x) for x in given]
    for x in given:
        x[...] = 77 if x.dtype != bool else False
    forth = not numpy.array_equal(numpy.array(made), before)
    for x, value in zip(given, old, strict=True):
        x[...] = np.array(value)
    try:
        made[...] = 55 if made.dtype != bool else False
    except ValueError:
        return forth, None
    return forth, not all(numpy.array_equal(numpy.array(x), value) for x, value in zip(given, old, strict=True))


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("line", GIVEN.strip().splitlines())
def test_memory_is_shared_where_numpy_shares_it(line: str) -> None:
    texts = [text.strip() for text in line.split(";") if text.strip()]
    assert {text: shares(dnp, text) for text in texts} == {text: shares(numpy, text) for text in texts}


def test_a_shape_that_needs_a_copy_is_refused_where_none_may_be_made() -> None:
    same_error(lambda np: np.reshape(np.zeros((3, 4)).T, 12, copy=False))
