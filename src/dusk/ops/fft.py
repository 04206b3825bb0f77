"""Discrete Fourier transforms along one axis; those along several are made of them."""

# Rules are called through `Op`'s untyped fields.
# pyright: reportUnknownLambdaType=false, reportUnknownArgumentType=false
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from dusk.graph.node import Value, constant
from dusk.graph.op import Op, define
from dusk.graph.types import TensorType
from dusk.ops.convert import as_operand, conjugate, real
from dusk.ops.index import pad
from dusk.ops.join import window
from dusk.ops.movement import reshape
from dusk.ops.pointwise import Kind, multiply
from dusk.ops.shapes import one_axis

_OTHER = {None: "forward", "backward": "forward", "ortho": "ortho", "forward": "backward"}


@functools.cache
def _gives(function: Callable[..., Any], dtype: np.dtype[Any]) -> np.dtype[Any]:
    """The dtype of a transform's results, as NumPy has it (TypeError: it takes no such numbers)."""
    return function(np.zeros(2, dtype)).dtype


def _floats(*kinds: Kind, **params: Any) -> tuple[np.dtype[Any], ...]:
    """The promotion rule: floats and complex numbers as they are, others as float64."""
    return tuple(d if d.kind in "fc" else np.dtype(np.float64) for d in map(np.dtype, kinds))


def _transform(
    function: Callable[..., Any], doc: str, vjp: Callable[..., Any], out: Callable[[int], int], least: int = 1
) -> Op:
    """A transform as an op: `n` numbers along `axis` (cropped, or zeros added), and `norm` as NumPy has it."""

    def infer(x: TensorType, *, n: int, axis: int, norm: str | None = None) -> TensorType:
        a = one_axis(axis, x.ndim)
        if n < least:
            raise ValueError(f"Invalid number of FFT data points ({n}) specified.")
        if norm not in _OTHER:
            raise ValueError(f'Invalid norm value {norm}; should be "backward", "ortho" or "forward".')
        return x.with_((*x.shape[:a], out(n), *x.shape[a + 1 :]), _gives(function, x.dtype))

    def body(x: Any, *, n: int, axis: int, norm: str | None = None) -> Any:
        return function(x, n, axis, norm)

    def jvp(tangents: Sequence[Value], out: Value, x: Value, **params: Any) -> Value:
        return made(tangents[0], **params)

    name = function.__name__
    made: Op = define(name=name, infer=infer, promote=_floats, vjp=vjp, jvp=jvp, doc=doc)(body)
    return made


def _fitted(x: Value, like: Value, axis: int) -> Value:
    """A cotangent as long as an operand along its axis, and real where that is."""
    a = one_axis(axis, like.ndim)
    has, wanted = x.shape[a], like.shape[a]
    if has > wanted:
        x = window(x, a, 0, wanted)
    elif has < wanted:
        x = pad(x, widths=tuple((0, wanted - has if i == a else 0) for i in range(x.ndim)), value=0)
    if like.dtype.kind != "c" and x.dtype.kind == "c":
        x = real(x)
    return as_operand(x, like)


def _vjp_fft(g: Value, out: Value, x: Value, *, n: int, axis: int, norm: str | None = None) -> tuple[Value]:
    """The matrix of a transform is symmetric."""
    return (_fitted(fft(g, n=n, axis=axis, norm=norm), x, axis),)


def _vjp_ifft(g: Value, out: Value, x: Value, *, n: int, axis: int, norm: str | None = None) -> tuple[Value]:
    return (_fitted(ifft(g, n=n, axis=axis, norm=norm), x, axis),)


def _vjp_irfft(g: Value, out: Value, x: Value, *, n: int, axis: int, norm: str | None = None) -> tuple[Value]:
    """All numbers but the first, and the last of an even n, stand for their conjugates at -k, too."""
    twice = np.full(n // 2 + 1, 2.0)
    twice[0] = 1
    if n % 2 == 0:
        twice[-1] = 1
    a = one_axis(axis, x.ndim)
    spectrum = conjugate(rfft(g, n=n, axis=axis, norm=_OTHER[norm]))
    shape = tuple(n // 2 + 1 if i == a else 1 for i in range(x.ndim))
    weights = reshape(constant(twice.astype(spectrum.dtype)), shape=shape)
    return (_fitted(multiply(spectrum, weights), x, axis),)


fft = _transform(np.fft.fft, "The discrete Fourier transform of n numbers along an axis.", _vjp_fft, lambda n: n)
ifft = _transform(np.fft.ifft, "The inverse of the discrete Fourier transform.", _vjp_ifft, lambda n: n)
rfft = _transform(
    np.fft.rfft, "The first n // 2 + 1 numbers of the transform of real ones.", _vjp_fft, lambda n: n // 2 + 1
)
irfft = _transform(
    np.fft.irfft, "The n real numbers whose transform starts with the n // 2 + 1 given.", _vjp_irfft, lambda n: n
)
