"""One row or more for each op: what every suite of ops runs. The named size `N` is a number where values are needed."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

import conv_samples  # noqa: F401 - its rows
import layer_samples  # noqa: F401 - its rows
import linalg_samples  # noqa: F401 - its rows
import loop_samples  # noqa: F401 - its rows
from dusk import ops
from dusk.graph import TensorType, trace
from sample_rows import SAMPLES, SIZE, Arg, N, Sample, b, c, f, i, row

__all__ = ["SAMPLES", "SIZE", "Arg", "N", "Sample"]

MOST, ENDS = 2**63 - 1, [False, False, True, True]

# -- element by element: NumPy's own functions -----------------------------------------------------------

for op in (ops.negative, ops.positive, ops.square, ops.exp, ops.exp2, ops.expm1, ops.sin, ops.cos, ops.sinh, ops.cosh,
           ops.tanh, ops.arctan, ops.arcsinh, ops.absolute, ops.fabs, ops.cbrt, ops.deg2rad, ops.rad2deg, ops.conjugate,
           ops.sign):  # fmt: skip
    row(op, f(2, N), grad=True)
for op in (ops.log, ops.log2, ops.log10, ops.log1p, ops.sqrt, ops.reciprocal):
    row(op, f(N, low=0.2), grad=True)
for op in (ops.arcsin, ops.arccos, ops.arctanh, ops.tan):
    row(op, f(N, low=-0.9, high=0.9), grad=True)
row(ops.arccosh, f(N, low=1.2, high=4), grad=True)
for op in (ops.floor, ops.ceil, ops.trunc, ops.rint, ops.spacing):
    row(op, f(N, 3), grad=())
for op in (ops.isnan, ops.isinf, ops.isfinite, ops.signbit, ops.logical_not):
    row(op, f(6, values=[0.0, -0.0, np.nan, np.inf, -np.inf, 2.5]))
for op in (ops.add, ops.subtract, ops.multiply, ops.divide, ops.hypot, ops.arctan2, ops.logaddexp, ops.logaddexp2,
           ops.maximum, ops.minimum, ops.fmax, ops.fmin, ops.remainder, ops.fmod):  # fmt: skip
    row(op, f(2, N), f(N), grad=True)
for op in (ops.maximum, ops.fmax, ops.minimum, ops.fmin):
    row(op, f(4, values=[1, np.nan, 3, 0]), f(4, values=[1, 2, np.nan, 5]))
for op in (ops.power, ops.float_power):
    row(op, f(N, low=0.5), f(2, N), grad=True)
    row(op, f(N), f(values=3), grad=(0,))
row(ops.power, f(4, low=0.5), f(4, values=[0, 1, 2, -1]), grad=True)
row(ops.power, i(N), i(N, low=0))
row(ops.power, Arg((3,), np.uint64, values=[3, 0, 7]), Arg((3,), np.uint64, values=[5, 0, 40]))
for op in (ops.copysign,):
    row(op, f(N), f(N), grad=True)
for op in (ops.floor_divide, ops.heaviside, ops.nextafter):
    row(op, f(N), f(N))
row(ops.ldexp, f(N), i(N), grad=(0,))
row(ops.exponent, f(6, values=[0.0, -3.0, 4.0, np.inf, np.nan, 5e-324]), expect=lambda x: np.frexp(x)[1])
for op in (ops.equal, ops.not_equal, ops.less, ops.less_equal, ops.greater, ops.greater_equal):
    row(op, i(2, N), i(N))
    row(op, i(3, values=[-1, 0, 2**62]), Arg((3,), np.uint64, values=[1, 0, 2**63 + 1]))
    row(op, Arg((3,), np.uint64, values=[1, 0, 2**64 - 1]), i(3, values=[1, 0, -1]))
for op in (ops.logical_and, ops.logical_or, ops.logical_xor, ops.bitwise_and, ops.bitwise_or, ops.bitwise_xor):
    row(op, b(2, N), b(N))
for op in (ops.bitwise_and, ops.bitwise_or, ops.bitwise_xor, ops.gcd, ops.lcm):
    row(op, i(N), i(N))
for op in (ops.add_fits, ops.subtract_fits, ops.multiply_fits):
    row(op, i(2, N), i(N), expect=lambda x, y: np.ones(np.broadcast(x, y).shape, bool))
row(ops.add_fits, i(4, values=[MOST, -MOST, MOST, -1]), i(4, values=[1, -2, -1, -MOST]), expect=lambda *_: ENDS)
row(ops.subtract_fits, i(4, values=[MOST, -MOST, MOST, -1]), i(4, values=[-1, 2, 1, MOST]), expect=lambda *_: ENDS)
row(ops.multiply_fits, i(4, values=[2**32, -(2**62), 2**31, -(2**62)]), i(4, values=[2**31, 3, 2**31, 2]),
    expect=lambda *_: ENDS)  # fmt: skip
row(ops.refuse, f(1), i(values=0), grad=(0,), expect=lambda x, _: x[0])
row(ops.checked, f(), f(), f(values=2.0), grad=(0,), of="divide", expect=lambda r, *_, of: r)
row(ops.checked, i(values=-3), i(values=7), i(values=-2), of="floor_divide", expect=lambda r, *_, of: r)
for op in (ops.left_shift, ops.right_shift):
    row(op, i(N), i(N, low=0))
for op in (ops.invert, ops.bitwise_count):
    row(op, i(N))
for op in (ops.multiply, ops.divide, ops.power):
    row(op, c(N), c(N), grad=True)
for op in (ops.exp, ops.log, ops.sqrt, ops.sin, ops.tanh, ops.arctan, ops.absolute, ops.conjugate, ops.real, ops.imag,
           ops.sign, ops.square, ops.reciprocal):  # fmt: skip
    row(op, c(N), grad=True)
row(ops.real, f(N), grad=True)
row(ops.imag, f(N))
row(ops.with_part, c(N), f(N), grad=True, imaginary=False, expect=lambda x, v, **p: v + 1j * x.imag)
row(ops.with_part, c(N), f(N), grad=True, imaginary=True, expect=lambda x, v, **p: x.real + 1j * v)

# -- element by element: the rest ------------------------------------------------------------------------

row(ops.sigmoid, f(N, low=-40, high=40), expect=lambda x: 1 / (1 + np.exp(-x)))
row(ops.sigmoid, f(N), grad=True, expect=lambda x: 1 / (1 + np.exp(-x)))
row(ops.erf, f(5, values=[-3, -0.5, 0, 0.5, 1]), grad=True,
    expect=lambda x: [-0.9999779095030014, -0.5204998778130465, 0, 0.5204998778130465, 0.842700792949715])  # fmt: skip
row(ops.softplus, f(N), grad=True, expect=lambda x: np.log1p(np.exp(x)))
row(ops.silu, f(N), grad=True, expect=lambda x: x / (1 + np.exp(-x)))
row(ops.gelu, f(N), grad=True, expect=lambda x: [v * (1 + math.erf(v / 2**0.5)) / 2 for v in x.tolist()])
row(ops.gelu, f(N), approximate=True, grad=True,
    expect=lambda x, approximate: x * (1 + np.tanh((2 / np.pi) ** 0.5 * (x + 0.044715 * x**3))) / 2)
row(ops.relu, f(2, N), grad=True, expect=lambda x: np.where(x > 0, x, 0))
row(ops.relu, i(N), expect=lambda x: np.maximum(x, 0))
row(ops.where, b(2, N), f(N), f(2, 1), grad=(1, 2), expect=np.where)
row(ops.clip, f(2, N), f(values=-0.5), f(values=1.1), grad=(0,), expect=np.clip)
row(ops.clip, f(6, values=[-1, 0, 0.5, 2, 3, -1]), f(values=0.25), f(6, values=[2, 2, 2, 1, 0, 0]), grad=True,
    expect=np.clip)  # fmt: skip
row(ops.chain_product, f(3, values=[0, 0, 2]), f(3, values=[np.inf, np.nan, 3]), expect=lambda g, d: [0, 0, 6])
row(ops.chain_product, f(N), f(2, N), grad=True, expect=np.multiply)
row(
    ops.chain_product,
    f(3, values=[0, np.inf, 2]),
    f(3, values=[np.nan, 0, 3]),
    both=True,
    expect=lambda *_, both: [0, 0, 6],
)
row(ops.astype, f(N), dtype=np.dtype("float32"), expect=lambda x, dtype: x.astype(dtype))
row(ops.transfer, f(N), grad=True, device="cpu:1", expect=lambda x, device: x)
row(ops.astype, f(N), dtype=np.dtype("int16"), expect=lambda x, dtype: x.astype(dtype))
row(ops.astype, f(N), grad=True, dtype=np.dtype("complex128"), expect=lambda x, dtype: x.astype(dtype))
row(ops.astype, c(N), grad=True, dtype=np.dtype("float64"), expect=lambda x, dtype: x.real)
row(ops.identity, f(N), grad=True, expect=lambda x: x)
row(ops.stop_gradient, f(N), expect=lambda x: x)

# -- made of nothing -------------------------------------------------------------------------------------

row(ops.full, shape=(2, N), value=1.5, dtype=np.dtype("float32"), expect=lambda **p: np.full((2, SIZE), 1.5, "f4"))
row(ops.full, shape=(), value=N * 2, dtype=np.dtype("float64"), expect=lambda **p: np.float64(2 * SIZE))
row(ops.iota, size=N, expect=lambda size: np.arange(size))
row(ops.iota, size=N, start=0.1, step=0.3, dtype=np.dtype("float64"), expect=lambda **p: np.arange(0.1, 1.2, 0.3))
row(ops.iota, size=N, start=7, step=-2, dtype=np.dtype("int32"), expect=lambda **p: np.arange(7, -1, -2, "i4"))
row(ops.eye, rows=N, columns=3, offset=-1, expect=lambda **p: np.eye(SIZE, 3, -1))
row(ops.tri, rows=N, columns=N, offset=1, dtype=np.dtype("bool"), expect=lambda **p: np.tri(SIZE, SIZE, 1, bool))

# -- moved -----------------------------------------------------------------------------------------------

for old, new in (((2, N, 3), (N * 2, 3)), ((2, N, 3), (3, -1)), ((N, 6), (N, 2, 3)), ((N, 1), (1, N, 1)), ((), (1, 1)),
                 ((2, 3, N), (3, 2, N)), ((4, 6), (8, 3)), ((1,), ()), ((2, 1, 3), (3, 2))):  # fmt: skip
    row(ops.reshape, f(*old), grad=True, shape=new, expect=lambda x, shape: x.reshape(shape))
row(ops.transpose, f(2, N, 3), grad=True, axes=(2, 0, 1), expect=lambda x, axes: x.transpose(axes))
row(ops.transpose, f(2, N, 3), axes=(0, -1, 1), expect=lambda x, axes: x.transpose(axes))
row(ops.moveaxis, f(2, N, 3), grad=True, source=(0, 1), destination=(-1, 0), expect=np.moveaxis)
row(ops.moveaxis, f(2, N, 3), source=2, destination=0, expect=np.moveaxis)
row(ops.expand_dims, f(2, N), grad=True, axis=(0, -1), expect=np.expand_dims)
row(ops.squeeze, f(1, N, 1), grad=True, axis=(0, 2), expect=np.squeeze)
row(ops.squeeze, f(1, 3, 1), axis=None, expect=np.squeeze)
row(ops.broadcast_to, f(N, 1), grad=True, shape=(2, N, 3), expect=np.broadcast_to)
row(ops.broadcast_to, f(1), grad=True, shape=(N,), expect=np.broadcast_to)
row(ops.flip, f(2, N), grad=True, axis=1, expect=np.flip)
row(ops.flip, f(2, N), axis=None, expect=np.flip)
row(ops.roll, f(N, 2), grad=True, shift=-5, axis=0, expect=np.roll)
row(ops.tile, f(2, N), grad=True, repeats=(3, 1, 2), expect=lambda x, repeats: np.tile(x, repeats))
row(ops.tile, f(2, N), repeats=(2,), expect=lambda x, repeats: np.tile(x, repeats))
row(ops.repeat, f(2, N), grad=True, repeats=3, axis=-1, expect=np.repeat)
row(ops.concatenate, f(2, N), f(2, 1), f(2, 3), grad=True, axis=-1, expect=lambda *xs, axis: np.concatenate(xs, axis))
row(ops.concatenate, i(N), f(3), expect=lambda *xs: np.concatenate(xs))
row(ops.stack, f(2, N), f(2, N), grad=True, axis=1, expect=lambda *xs, axis: np.stack(xs, axis))


def _threefry(*words: Any) -> Any:
    """As the publication has it, in whole numbers."""

    def block(k0: int, k1: int, x: int, y: int) -> tuple[int, int]:
        keys = [k0, k1, k0 ^ k1 ^ 0x1BD11BDA]
        x, y = x + k0, y + k1
        for n in range(20):
            by = (13, 15, 26, 6, 17, 29, 16, 24)[n % 8]
            x, y = (x + y) % 2**32, y % 2**32
            y = (y << by | y >> 32 - by) % 2**32 ^ x
            if n % 4 == 3:
                x, y = x + keys[(n // 4 + 1) % 3], y + keys[(n // 4 + 2) % 3] + n // 4 + 1
        return x % 2**32, y % 2**32

    columns = np.broadcast_arrays(*words)
    return tuple(np.array([block(*map(int, row)) for row in zip(*columns, strict=True)]).T.astype(np.uint32))


_WORDS = [Arg((), np.uint32, 0, 2**31), Arg((), np.uint32, 0, 2**31), Arg((N,), np.uint32, 0, 2**31)]
row(ops.threefry, *_WORDS, Arg((N,), np.uint32, 0, 2**31), expect=_threefry)
row(ops.split, f(N * 2, 3), grad=True, sections=2, axis=0, expect=lambda x, **_: np.split(x, 2))
row(ops.split, f(7, 2), sections=3, axis=0, expect=lambda x, sections, axis: np.array_split(x, sections))
row(
    ops.split, f(2, 7), grad=True, sections=(2, 5), axis=1, expect=lambda x, sections, axis: np.split(x, sections, axis)
)
row(ops.pad, f(2, N), grad=True, widths=((1, 0), (2, 1)), value=1.5,
    expect=lambda x, widths, value: np.pad(x, widths, constant_values=value))  # fmt: skip
row(
    ops.pad,
    f(3, N),
    grad=True,
    widths=((-1, 2), (0, -1)),
    expect=lambda x, widths: np.pad(x[1:, :-1], ((0, 2), (0, 0))),
)
for mode in ("edge", "reflect", "symmetric", "wrap"):
    row(
        ops.extend,
        f(2, N),
        grad=True,
        widths=((0, 1), (2, 1)),
        mode=mode,
        expect=lambda x, widths, mode: np.pad(x, widths, mode),
    )
row(ops.diagonal, f(3, 2, 3), grad=True, axis1=0, axis2=-1, expect=lambda x, **p: np.diagonal(x, 0, 0, 2))
row(ops.diagonal, f(N, N), expect=np.diagonal)
row(ops.windows, f(2, N, 3), grad=True, axis=1, size=2,
    expect=lambda x, axis, size: np.lib.stride_tricks.sliding_window_view(x, size, axis))  # fmt: skip
row(ops.tril, f(2, 3, N), grad=True, offset=-1, expect=lambda x, offset: np.tril(x, offset))
row(ops.triu, f(3, N), grad=True, offset=1, expect=lambda x, offset: np.triu(x, offset))

# -- windows and indices ---------------------------------------------------------------------------------

row(ops.slice_, f(5, N), grad=True, starts=(1, 0), sizes=(3, N - 1), steps=(1, 1), expect=lambda x, **p: x[1:4, :-1])
row(ops.slice_, f(5, N), grad=True, starts=(4, N - 1), sizes=(3, N), steps=(-2, -1),
    expect=lambda x, **p: x[::-2, ::-1])  # fmt: skip
row(ops.slice_, f(5, 3), starts=(0, 0), sizes=(0, 2), steps=(1, 2), expect=lambda x, **p: x[:0, ::2])
row(ops.slice_, f(5, N), i(values=2), grad=(0,), starts=(None, 0), sizes=(2, N), steps=(1, 1),
    expect=lambda x, s, **p: x[2:4])  # fmt: skip


def _set(key: Any) -> Any:
    def expect(x: Any, v: Any, *rest: Any, **params: Any) -> Any:
        x = x.copy()
        x[key] = v
        return x

    return expect


row(ops.slice_set, f(5, N), f(3, N - 1), grad=True, starts=(1, 0), steps=(1, 1), expect=_set(np.s_[1:4, :-1]))
row(ops.slice_set, f(5, 3), f(2, 3), grad=True, starts=(0, 2), steps=(3, -1), expect=_set(np.s_[::3, ::-1]))
row(ops.slice_set, f(5, 3), f(3, 1), grad=True, starts=(4, 1), steps=(-2, 1), expect=_set(np.s_[::-2, 1:2]))
row(ops.slice_set, f(5, N), f(2, N), i(values=3), grad=(0, 1), starts=(None, 0), steps=(1, 1), expect=_set(np.s_[3:]))
row(ops.slice_set, f(5), i(0), starts=(5,), steps=(1,), expect=lambda x, v, **p: x)
row(ops.getitem, f(5, N), grad=True, starts=(3, 0), sizes=(1, N), steps=(1, 1), shape=(N,), expect=lambda x, **p: x[3])
row(ops.setitem, f(5, N), f(N), grad=True, starts=(3, 0), sizes=(1, N), steps=(1, 1), expect=_set(3))
row(ops.setitem, f(5, N), f(), grad=True, starts=(3, 0), sizes=(1, N), steps=(1, 1), expect=_set(3))

PLACES = i(2, 3, low=-4, high=3)
row(ops.gather, f(4, N), PLACES, grad=(0,), axes=(0,), at=0, expect=lambda x, p, **_: x[p])
row(ops.gather, f(2, 4, N), PLACES, grad=(0,), axes=(1,), at=1, expect=lambda x, p, **_: x[:, p])
row(ops.gather, f(4, 2, 4), PLACES, PLACES, grad=(0,), axes=(0, 2), at=0, expect=lambda x, p, q, **_: x[p, :, q])
row(ops.gather, f(4, 4, 2), PLACES, PLACES, grad=(0,), axes=(0, 1), at=1,
    expect=lambda x, p, q, **_: np.moveaxis(x[p, q], 2, 0))  # fmt: skip
row(ops.gather, f(4, N), i(values=-1), axes=(0,), at=0, expect=lambda x, p, **_: x[-1])
TWICE = i(4, values=[1, 0, 1, -2])
row(ops.scatter_set, f(3, N), f(4, N), TWICE, grad=(0, 1), axes=(0,), at=0,
    expect=lambda x, v, p, **_: _set(p)(x, v))  # fmt: skip
row(ops.scatter_set, f(2, 3), f(2, 4), TWICE, grad=(0, 1), axes=(1,), at=1,
    expect=lambda x, v, p, **_: _set((slice(None), p))(x, v))  # fmt: skip
row(ops.scatter_set, f(3, 2, 3), f(4, 2), TWICE, TWICE, axes=(0, 2), at=0,
    expect=lambda x, v, p, q, **_: _set((p, slice(None), q))(x, v))  # fmt: skip


def _add_at(x: Any, v: Any, p: Any, **params: Any) -> Any:
    x = x.copy()
    np.add.at(x, p, v)
    return x


row(ops.scatter_add, f(3, N), f(4, N), TWICE, grad=(0, 1), axes=(0,), at=0, expect=_add_at)


def _add_along(x: Any, v: Any, p: Any) -> Any:
    return np.stack([_add_at(row, *rest) for row, *rest in zip(x, v, p, strict=True)])


def _counted(x: Any, w: Any = None, *, length: int, parts: int = 1) -> Any:
    return np.bincount(x.ravel(), None if w is None else w.ravel(), length)[:length]


row(ops.add_along, f(2, 3), f(2, N), i(2, N, low=0, high=2), grad=(0, 1), expect=_add_along)
row(ops.bincount, i(2, N, low=0, high=3), length=3, expect=_counted)
row(ops.bincount, i(7, low=0, high=3), f(7), grad=(1,), length=4, parts=2, expect=_counted)
EDGES = f(5, values=[-1, -0.5, 0, 0.5, 1])
row(ops.equal_bin, f(7, values=[-1, -0.5, 0.3, 1, 1.5, np.nan, -np.inf]), EDGES, f(values=2),
    expect=lambda x, *_: np.array([0, 1, 2, 3, 4, 4, 4]))  # fmt: skip
row(ops.equal_bin, f(2, N), EDGES, f(values=2), expect=lambda x, edges, _: np.where(
    (x >= -1) & (x <= 1), np.searchsorted(edges[:-1], x, "right") - 1, 4))  # fmt: skip
TABLE = i(4, values=[-1, 0, 1, 3])  # (of integers, as the suite of batches turns floats round)
row(ops.interpolate, f(2, N, low=-0.9, high=0.9), TABLE, f(4), grad=(0, 2), expect=np.interp)
row(ops.interpolate, f(7, values=[-1, -0.5, 1, 3, np.nan, np.inf, -9]), TABLE, f(4), expect=np.interp)
row(ops.interpolate, f(3), i(1), c(1), expect=np.interp)
row(ops.take, f(2, 4), PLACES, grad=(0,), axis=-1, expect=np.take)
row(ops.take_along_axis, f(2, 4), i(2, 3, low=-4, high=3), grad=(0,), axis=1, expect=np.take_along_axis)
row(ops.take_along_axis, f(2, 4), i(3, 1, low=0, high=1), axis=0, expect=np.take_along_axis)
row(ops.take_along_axis, f(2, 0, 3), i(1, 0, 3, low=0, high=1), axis=0, expect=np.take_along_axis)

# -- reduced ---------------------------------------------------------------------------------------------

AXES: list[dict[str, Any]] = [{}, {"axis": 1}, {"axis": (0, -1), "keepdims": True}, {"axis": ()}]
for params in AXES:
    row(ops.sum_, f(2, N, 3), grad=True, expect=np.sum, **params)
    row(ops.prod, f(2, N, 2), grad=True, expect=np.prod, **params)
    row(ops.max_, f(2, N, 3), grad=True, expect=np.max, **params)
    row(ops.min_, f(2, N, 3), grad=True, expect=np.min, **params)
    row(ops.any_, b(2, N, 3), expect=np.any, **params)
    row(ops.all_, f(2, N, 3), expect=np.all, **params)
    row(ops.mean, f(2, N, 3), grad=True, expect=np.mean, **params)
    row(ops.logsumexp, f(2, N, 3), grad=True, expect=lambda x, **p: np.log(np.sum(np.exp(x), **p)), **params)
for op, function in ((ops.var, np.var), (ops.std, np.std)):
    row(op, f(2, N, 3), grad=True, axis=(0, 2), correction=1,
        expect=lambda x, axis, correction, function=function: function(x, axis=axis, ddof=correction))  # fmt: skip
    row(op, c(N), expect=function)
for op, function in ((ops.argmax, np.argmax), (ops.argmin, np.argmin)):
    row(op, f(2, N, 3), expect=function)
    row(op, i(2, N, 3), axis=1, keepdims=True, expect=function)
row(ops.prod, f(2, 3, values=[0, 2, 3, 0, 0, 5]), grad=True, axis=1, expect=np.prod)
for dtype in ("bool", "int8", "uint16", "float32", "float16", "complex64"):
    arg = Arg((N, 3), np.dtype(dtype), 0, 3)
    row(ops.sum_, arg, axis=0, expect=np.sum)
    row(ops.prod, arg, axis=0, expect=np.prod)
    row(ops.mean, arg, axis=0, expect=np.mean, rest={"rtol": 1e-3 if dtype == "float16" else 1e-6})
row(ops.mean, Arg((500,), np.float16, 0, 9), expect=np.mean)
row(ops.var, Arg((500,), np.float16, 0, 9), expect=np.var)
row(ops.sum_, i(N), dtype=np.dtype("float32"), expect=np.sum)
for op, function in ((ops.sum_, np.sum), (ops.prod, np.prod)):
    row(op, b(N, 3), axis=0, dtype=np.dtype(bool), expect=function)
row(ops.sum_, c(N), grad=True, expect=np.sum)
row(ops.cumsum, f(2, N), grad=True, axis=-1, expect=np.cumsum)
for dtype in ("bool", "int8", "uint16", "float32", "float16", "complex64"):
    row(ops.cumsum, Arg((N, 3), np.dtype(dtype), -3, 3), axis=0, expect=np.cumsum)
    row(ops.cumprod, Arg((2, N), np.dtype(dtype), 0, 3), axis=1, expect=np.cumprod)
row(ops.cumsum, i(N), axis=0, dtype=np.dtype("float32"), expect=np.cumsum)
row(ops.cumprod, f(2, N), grad=True, axis=1, expect=np.cumprod)
row(ops.cumprod, f(4, values=[2, 0, 3, 5]), grad=True, axis=0, expect=np.cumprod)
for by in ("maximum", "minimum", "fmax", "hypot", "logaddexp", "subtract", "divide", "arctan2", "multiply"):
    row(ops.accumulate, f(2, N, low=0.3), grad=True, axis=1, by=by,
        expect=lambda x, axis, by: getattr(np, by).accumulate(x, axis))  # fmt: skip
    row(ops.accumulate, f(4, 2, low=0.3), Arg((4, 1), np.bool_, values=[[False], [True], [False], [True]]), grad=(0,),
        axis=0, by=by,
        expect=lambda x, flags, axis, by: np.concatenate(
            [getattr(np, by).accumulate(part, axis) for part in np.split(x, [1, 3])]))  # fmt: skip
for by in ("bitwise_xor", "gcd", "subtract", "maximum"):
    row(ops.accumulate, i(3, N), axis=0, by=by, expect=lambda x, axis, by: getattr(np, by).accumulate(x, axis))
row(ops.accumulate, b(N), axis=0, by="logical_xor", expect=lambda x, axis, by: np.logical_xor.accumulate(x))
row(ops.accumulate, f(5, values=[1, 2, np.nan, 3, 1]), axis=0, by="minimum",
    expect=lambda x, axis, by: np.minimum.accumulate(x))  # fmt: skip
row(ops.recurrence, f(3, 2), f(3, 2), grad=True, axis=0,
    expect=lambda a, b, axis: [b[0], a[1] * b[0] + b[1], a[2] * (a[1] * b[0] + b[1]) + b[2]])  # fmt: skip

row(ops.correlate, f(7), f(3), grad=True, expect=lambda a, v: np.correlate(a, v, "valid"))
row(ops.correlate, i(4), i(4), expect=lambda a, v: np.correlate(a, v, "valid"))

# -- in order ----------------------------------------------------------------------------------------------

for kind in (f, i, b, c):
    row(ops.sort, kind(2, N), axis=-1, expect=lambda x, axis: np.sort(x, axis))
    row(ops.argsort, kind(N, 3), axis=0, kind="stable", expect=lambda x, axis, kind: np.argsort(x, axis, kind))
row(ops.sort, f(3, N), grad=True, axis=0, expect=lambda x, axis: np.sort(x, axis))
row(ops.sort, f(5, values=[2, np.nan, -1, 2, 0]), axis=0, kind="stable", expect=lambda x, axis, kind: np.sort(x, axis))
row(ops.partition, f(2, 7), grad=True, kth=(3, 5), axis=1, expect=lambda x, kth, axis: np.partition(x, kth, axis))
row(ops.argpartition, f(7, 2), kth=(3,), axis=0, expect=lambda x, kth, axis: np.argpartition(x, kth, axis))
for side in ("left", "right"):
    row(ops.searchsorted, f(4, values=[-1, 0, 0, 1.5]), f(2, N), side=side, expect=np.searchsorted)
row(ops.searchsorted, i(4, values=[-1, 0, 0, 2]), f(N), expect=np.searchsorted)

# -- multiplied ------------------------------------------------------------------------------------------

for labels, left, right in ((("ij", "jk", "ik"), (2, N), (N, 3)), (("bij", "bkj", "ikb"), (2, 3, N), (2, 2, N)),
                            (("i", "i", ""), (N,), (N,)), (("ijk", "kj", "i"), (2, 3, N), (N, 3)),
                            (("abk", "cdk", "dacb"), (2, 1, N), (2, 2, N)),
                            (("bi", "bi", "b"), (2, N), (2, N))):  # fmt: skip
    row(ops.contract, f(*left), f(*right), grad=True, labels=labels,
        expect=lambda a, b, labels: np.einsum(f"{labels[0]},{labels[1]}->{labels[2]}", a, b))  # fmt: skip
row(ops.contract, c(2, N), c(N, 3), grad=True, labels=("ij", "jk", "ik"), expect=lambda a, b, labels: a @ b)
row(ops.contract, i(2, N), i(N, 3), labels=("ij", "jk", "ik"), expect=lambda a, b, labels: a @ b)
row(ops.contract, b(2, N), b(N, 3), labels=("ij", "jk", "ik"), expect=lambda a, b, labels: a @ b)
for left, right in (((2, N), (N, 3)), ((N,), (N,)), ((N,), (N, 3)), ((2, N), (N,)), ((5, 2, 1, 2, N), (2, 3, N, 2)),
                    ((1, 2, N), (N, 3)), ((2, 3), (5, 3, N))):  # fmt: skip
    row(ops.matmul, f(*left), f(*right), grad=True, expect=np.matmul)
for left, right in (((2, N), (N, 3)), ((N,), (2, N, 3)), ((), (2, N)), ((2, N), (N,))):
    row(ops.dot, f(*left), f(*right), grad=True, expect=np.dot)
for left, right in (((2, N), (3, N)), ((N,), (N,)), ((2,), ())):
    row(ops.inner, f(*left), f(*right), grad=True, expect=np.inner)
for axes, left, right in ((1, (2, N), (N, 3)), (((1, 0), (0, -1)), (2, N, 3), (N, 3, 2)), (0, (2,), (N,))):
    row(ops.tensordot, f(*left), f(*right), grad=True, axes=axes, expect=np.tensordot)
row(ops.outer, f(2, N), f(3), grad=True, expect=np.outer)
row(ops.vdot, f(2, N), f(N, 2), grad=True, expect=np.vdot)
row(ops.vdot, c(N), c(N), expect=np.vdot)
for subscripts, shapes in (("ij,jk", ((2, N), (N, 3))), ("ii->i", ((N, N),)), ("ij->", ((2, N),)),
                           ("ij->ji", ((2, N),)),
                           ("ij,jk,kl->il", ((2, N), (N, 3), (3, 2))), ("...ij,...jk", ((2, 2, N), (N, 3))),
                           ("i,j->ji", ((2,), (N,))), ("ij,kj->", ((2, N), (3, N))), ("iij,j", ((2, 2, N), (N,))),
                           ("ij,ij->ij", ((2, N), (2, 1))), ("ab,ab->b", ((1, N), (3, N)))):  # fmt: skip
    row(ops.einsum, *(f(*shape) for shape in shapes), grad=True, subscripts=subscripts,
        expect=lambda *xs, subscripts: np.einsum(subscripts, *xs))  # fmt: skip

# -- big ops ---------------------------------------------------------------------------------------------


def _softmax(x: Any, axis: Any = -1) -> Any:
    return np.exp(x) / np.exp(x).sum(axis, keepdims=True)


row(ops.softmax, f(2, N, 3), grad=True, axis=(0, 2), expect=_softmax)
row(ops.softmax, f(2, N), grad=True, expect=_softmax)
row(ops.log_softmax, f(2, N), grad=True, axis=0, expect=lambda x, axis: np.log(_softmax(x, axis)))
row(ops.one_hot, i(2, 3, values=[0, 3, -1, 2, 7, 1]), depth=N,
    expect=lambda x, depth: (x[..., None] == np.arange(depth)).astype(float))  # fmt: skip
row(ops.softmax_cross_entropy, f(3, N), i(3, low=0, high=0), grad=(0,),
    expect=lambda x, y: -np.log(_softmax(x)[np.arange(3), y]))  # fmt: skip
row(ops.softmax_cross_entropy, f(3, N), f(3, N, low=0), grad=True,
    expect=lambda x, y: -(y * np.log(_softmax(x))).sum(-1))  # fmt: skip
row(ops.softmax_cross_entropy, f(3, 2, N), Arg((3, N), np.uint8, 0, 1), grad=(0,), axis=1,
    expect=lambda x, y, axis: -np.log(np.take_along_axis(_softmax(x, 1), y[:, None].astype(int), 1))[:, 0])  # fmt: skip


def _attention(q: Any, k: Any, v: Any, *mask: Any, causal: bool = False, past: int = 0, scale: Any = None) -> Any:
    """Query by query, in float64."""
    front = np.broadcast_shapes(q.shape[:-2], k.shape[:-2], v.shape[:-2])
    q, k, v = (np.broadcast_to(x, (*front, *x.shape[-2:])).astype(np.float64) for x in (q, k, v))
    masks = [np.broadcast_to(m, (*front, q.shape[-2], k.shape[-2])) for m in mask]
    out, sums = np.zeros((*q.shape[:-1], v.shape[-1])), np.full(q.shape[:-1], -np.inf)
    for at in np.ndindex(*q.shape[:-1]):
        counts = [j for j in range(k.shape[-2]) if not (causal and j > at[-1] + past)
                  and not any(m.dtype == bool and not m[(*at, j)] for m in masks)]
        added = [sum(float(m[(*at, j)]) for m in masks if m.dtype != bool) for j in counts]
        if counts:
            e = np.exp(k[at[:-1]][counts] @ q[at] * (q.shape[-1] ** -0.5 if scale is None else scale) + added)
            out[at], sums[at] = e @ v[at[:-1]][counts] / e.sum(), np.log(e.sum())
    return out, sums


for q, k, v, mask, params in (
    ((3, N), (5, N), (5, 2), (), {}),
    ((2, 1, 3, 2), (2, N, 3, 2), (2, N, 3, 5), (), {"causal": True}),
    ((2, 3, 2), (N, 2), (1, N, 2), (f(N),), {"scale": 0.3}),
    ((2, 3, N), (1, 5, N), (5, 1), (f(2, 1, 5),), {"causal": True}),
    ((2, 3, 2), (2, 2, 2), (2, 2, 1), (b(3, 2),), {}),
    ((2, N), (4, N), (4, 3), (), {"causal": True, "past": 1}),
):
    tensors = [f(*shape) for shape in (q, k, v)]
    by = range(3 + any(m.dtype != np.bool_ for m in mask))
    if mask != (b(3, 2),):  # the logarithm of no sum
        row(ops.attend, *tensors, *mask, grad=by, expect=_attention, **params)
    row(ops.attention, *tensors, *mask, grad=by, expect=lambda *xs, **params: _attention(*xs, **params)[0], **params)

# -- calls -----------------------------------------------------------------------------------------------

TWICE = trace(lambda g, out, x: ops.multiply(g, x), *[TensorType((N,), np.float64)] * 3)
row(ops.custom, f(N), f(N), f(N), values=1, moving=1, name="halved", pull=TWICE, pulled=(0,),
    expect=lambda out, x, kept, **rules: out)  # fmt: skip
row(ops.variables, f(N, 2), f(3), grad=True, expect=lambda x, y: (x, y))

FLOATS = TensorType((N, 2), np.float64)


row(ops.call, f(N, 2), f(N, 2), grad=True, graph=trace(lambda x, y: ops.multiply(ops.sin(x), y), FLOATS, FLOATS),
    expect=lambda x, y, graph: np.sin(x) * y)  # fmt: skip
row(ops.call, f(N, 2), f(N, 2), grad=True, recompute=True,
    graph=trace(lambda x, y: ops.multiply(ops.exp(x), y), FLOATS, FLOATS),
    expect=lambda x, y, graph, recompute: np.exp(x) * y)  # fmt: skip
row(ops.after, f(N), f(2), grad=(0,), expect=lambda x, y: x)
row(ops.host, f(2, 3), function=np.fft.fft, types=(TensorType((2, 3), np.complex128),), rest={"text": False},
    expect=lambda x, **_: np.fft.fft(x))  # fmt: skip
