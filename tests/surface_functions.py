"""The statements of random programs that move, sort and multiply."""

from __future__ import annotations

from typing import Any

import numpy as np

from surface_statements import kind, number, places
from surface_writer import Statement, Writer, between


@kind(3)
def moved(w: Writer) -> Statement | None:
    r = w.rng
    a = w.pick(least=1)
    b = a and w.pick(w.scope[a].dtype.kind, least=w.scope[a].ndim, most=w.scope[a].ndim)
    if not a or not b:
        return None
    v = w.scope[a]
    i = r.randrange(v.ndim)
    n = v.shape[i]
    texts = [f"np.concatenate([{a}, {b}], axis={i})", f"np.stack([{a}, {a}], axis={i})", f"np.vstack([{a}, {b}])",
             f"np.hstack([{a}, {b}])", f"np.roll({a}, {r.randrange(-3, 4)}, {i})", f"np.roll({a}, 1)",
             f"np.repeat({a}, 2, axis={i})", f"np.tile({a}, {r.choice(('2', '(2, 1)', '(1, 2)'))})",
             f"np.pad({a}, 1)", f"np.pad({a}, ((1, 0),) * {v.ndim}, mode={r.choice(('edge', 'constant'))!r})",
             f"np.append({a}, {b})", f"np.dstack([{a}, {a}])", f"np.resize({a}, (2, 3))",
             f"np.column_stack([{a}, {a}])",
             f"np.concatenate([{a}, {b}], axis=None)", f"np.broadcast_arrays({a}, {a}[:1])[0]",
             f"np.meshgrid({a}.ravel()[:3], {b}.ravel()[:2])[1]", f"np.array([{a}, {a}])"]  # fmt: skip
    if n:
        texts += [f"np.take({a}, {places(w, n, 3)}, axis={i})", f"np.delete({a}, {r.randrange(n)}, axis={i})",
                  f"np.insert({a}, {r.randrange(n)}, {number(w, v.dtype)}, axis={i})",
                  f"np.take({a}, [[0, -1], [-1, 0]])",
                  f"np.compress({[r.random() < 0.6 for _ in range(n)]}, {a}, axis={i})",
                  f"np.take({a}, {[r.randrange(-9, 9) for _ in range(3)]}, mode={r.choice(('wrap', 'clip'))!r})",
                  f"np.take_along_axis({a}, np.zeros({(*v.shape[:i], 2, *v.shape[i + 1 :])}, int), {i})",
                  f"np.repeat({a}, {[r.randrange(3) for _ in range(n)]}, axis={i})"]  # fmt: skip
    if v.ndim >= 2:
        texts += [f"np.tril({a}, {r.choice((-1, 0, 1))})", f"np.triu({a})"] * 2
    if v.dtype.kind != "b":
        texts += [f"np.diff({a}, axis={i})", f"np.diff({a}, n=2)", f"np.ediff1d({a})"]
    return Statement(f"{w.new()} = {r.choice(texts)}")


@kind(2)
def ordered(w: Writer) -> Statement | None:
    r = w.rng
    a = w.pick("biuf", 1, exact=True)
    if a is None:
        return None
    v = w.scope[a]
    i = r.randrange(-v.ndim, v.ndim)
    texts = [f"np.sort({a}, axis={i})", f"np.argsort({a}, axis={i}, kind='stable')", f"np.unique({a})",
             f"np.sort({a}, axis=None)",
             f"np.nonzero({a})[0]", f"np.argwhere({a})", f"np.flatnonzero({a})",
             f"np.searchsorted(np.sort({a}.ravel()), {a})",
             f"np.argmax({a}, axis={i})", f"np.unique({a}, return_counts=True)[1]",
             f"np.digitize({a}, np.array([-1, 0, 2]))",
             f"np.extract({a} > 0, {a})", f"np.isin({a}, [0, 1, 2])",
             f"np.trim_zeros({a}.{'ravel' if w.plain(a) else 'flatten'}())",
             f"np.count_nonzero({a})",
             f"np.lexsort(({a}.ravel(), {a}.ravel()))", f"np.unique({a}, return_inverse=True)[1]",
             f"np.partition({a}.ravel(), 0)[0]",
             f"np.searchsorted(np.sort({a}.ravel()), {number(w, v.dtype)}, side='right')"]  # fmt: skip
    if v.dtype.kind in "bu":
        texts += [f"np.bincount({a}.ravel() % 5)", f"np.packbits({a}.ravel() > 0)"]
    return Statement(f"{w.new()} = {r.choice(texts)}", "rough")


@kind(2)
def product(w: Writer) -> Statement | None:
    r = w.rng
    a = w.pick(least=1, most=3)
    if a is None:
        return None
    v = w.scope[a]
    b = w.pick(least=1, most=2, where=lambda u: u.shape[0] == v.shape[-1])
    texts = [f"np.outer({a}, {a}.ravel()[:3])", f"np.vdot({a}, {a})", f"np.inner({a}, {a})",
             f"{a} @ np.swapaxes({a}, -1, -2)"]
    texts = texts if v.ndim > 1 else [f"np.dot({a}, {a})", f"{a} @ {a}", f"np.outer({a}, {a})",
    f"np.kron({a}, {a}[:2])"]
    if b:
        texts += [f"{a} @ {b}", f"np.dot({a}, {b})", f"np.tensordot({a}, {b}, 1)",
                  f"np.einsum('...i,i...->...', {a}, {b})"]
        texts += [f"np.matmul({a}, {b})", f"np.dot({a}, {b}) + 1"]
    if v.ndim == 2:
        texts += [f"np.einsum('ij->ji', {a})", f"np.einsum('ij,ij->i', {a}, {a})", f"np.trace({a})",
                  f"np.einsum('ij->j', {a})"]
    if v.ndim == 1:
        texts += [f"np.convolve({a}, {a}[:3])", f"np.correlate({a}, {a}[:2], 'same')", f"np.cross({a}[:3], {a}[:3])"]
    names = [n for n in (a, b) if n]  # BLAS leaves out what is multiplied by 0, be it infinite
    return Statement(f"{w.new()} = {r.choice(texts)}", "ring", needs=lambda s: all(finite(s[n]) for n in names))


def finite(v: Any) -> bool:
    """Whether numbers are none of NaN and infinite."""
    return bool(np.all(np.isfinite(v)))


@kind(1)
def linear(w: Writer) -> Statement | None:
    """Small linear algebra, of a matrix that is far from singular."""
    r = w.rng
    a = w.pick("fi", 2, 3, where=lambda v: v.shape[-1] == v.shape[-2] and v.shape[-1] and v.dtype != np.float16)
    if a is None:
        return None
    n = w.scope[a].shape[-1]
    safe = f"(np.tanh({a}) + {2 * n} * np.eye({n}))"
    f = r.choice(("np.linalg.inv({})", f"np.linalg.det({{}} / {2 * n})", f"np.linalg.solve({{}}, np.ones(({n}, 2)))",
                  "np.linalg.slogdet({})[1]", "np.linalg.cholesky({0} @ np.swapaxes({0}, -1, -2))",
                  "np.linalg.norm({})",
                  f"np.linalg.matrix_power({{}} / {2 * n}, 2)", "np.linalg.svd({}, compute_uv=False)",
                  "np.fft.fft({})", f"np.fft.irfft(np.fft.rfft({{}}), {n})",
                  "np.linalg.eigvalsh({0} + np.swapaxes({0}, -1, -2))",
                  "np.interp({}[0], [-30.0, 0.0, 90.0], [0.0, 1.0, 0.5])", "np.trapezoid({})", "np.gradient({})[0]"
                  if n > 1 else "np.cov({})"))  # fmt: skip
    return Statement(f"{w.new()} = {f.format(safe)}", "smooth", needs=lambda s: between(s[a], -1e6, 1e6))
