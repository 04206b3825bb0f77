"""Rows of spectra."""

# Rows are written in NumPy's words on values of any kind.
# pyright: reportUnknownLambdaType=false, reportUnknownArgumentType=false
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false

from __future__ import annotations

import math
from typing import Any

import numpy as np

from dusk.formats.onnx.rows import Call, known_number, row
from dusk.formats.onnx.rows_shapes import axis_of


def _transformed(call: Call, x: Any, n: int | None, axis: int, onesided: bool, inverse: bool) -> Any:
    """x[..., 1 or 2], real numbers or pairs of parts, as pairs (or real numbers again: inverse and one-sided)."""
    np_, dtype = call.np, x.dtype
    complex_ = x.shape[-1] == 2
    values = x[..., 0] if not complex_ else x[..., 0] + x[..., 1] * np.asarray(1j, np.result_type(dtype, np.complex64))
    if inverse and onesided:
        return np_.fft.irfft(values, n, axis=axis)[..., None].astype(dtype)
    found = (np_.fft.ifft if inverse else np_.fft.fft)(values, n, axis=axis)
    if onesided:
        found = found[(slice(None),) * axis + (slice(0, found.shape[axis] // 2 + 1),)]
    return np_.stack([found.real, found.imag], axis=-1).astype(dtype)


@row("DFT", since=20, known=(1, 2))
def _(call: Call, x: Any, length: Any = None, axis: Any = None) -> Any:
    at = axis_of(known_number(axis, -2), x.ndim)
    return _transformed(call, x, known_number(length), at, bool(call.get("onesided", 0)), bool(call.get("inverse", 0)))


@row("DFT", known=(1,))
def _(call: Call, x: Any, length: Any = None) -> Any:
    at = axis_of(call.get("axis", 1), x.ndim)
    return _transformed(call, x, known_number(length), at, bool(call.get("onesided", 0)), bool(call.get("inverse", 0)))


@row("STFT", known=(1, 3))
def _(call: Call, x: Any, step: Any, window: Any = None, length: Any = None) -> Any:
    size = known_number(length) or (x.shape[1] if window is None else window.shape[0])
    stride = known_number(step)
    starts = np.arange(0, x.shape[1] - size + 1, stride)
    frames = call.np.take(x, starts[:, None] + np.arange(size), axis=1)  # [batch, frames, size, 1 or 2]
    if window is not None:
        frames = frames * window.reshape((-1, 1))
    return _transformed(call, frames, None, 2, bool(call.get("onesided", 1)), False)


@row("MelWeightMatrix", known=(0, 1, 2, 3, 4))
def _(call: Call, bands: Any, length: Any, rate: Any, low: Any, high: Any) -> Any:
    count, n, per_second = (known_number(v) for v in (bands, length, rate))
    edges = [2595 * math.log10(1 + known_number(v) / 700) for v in (low, high)]
    mels = edges[0] + np.arange(count + 2) * ((edges[1] - edges[0]) / (count + 2))
    bins = ((n + 1) * (700 * (10 ** (mels / 2595) - 1)) // per_second).astype(np.int64)
    out = np.zeros((n // 2 + 1, count))
    for band in range(count):
        start, middle, end = bins[band : band + 3]
        rise, fall = np.arange(start, middle + 1), np.arange(middle, end)
        if middle == start:
            out[middle, band] = 1
        else:
            out[rise, band] = (rise - start) / (middle - start)
        if end > middle:
            out[fall, band] = (end - fall) / (end - middle)
    return out.astype(call.dtype("output_datatype", np.dtype("float32")))


def _window(name: str, terms: tuple[float, ...]) -> None:
    """A window of cosines; `terms` alternate in sign."""

    @row(name, known=(0,))
    def _(call: Call, size: Any) -> Any:
        count = known_number(size)
        n = count if call.get("periodic", 1) else count - 1
        at = np.arange(count) * (2 * math.pi / max(n, 1))
        found = sum((-1) ** k * term * np.cos(k * at) for k, term in enumerate(terms))
        return np.asarray(found, call.dtype("output_datatype", np.dtype("float32")))


_window("HannWindow", (0.5, 0.5))
_window("HammingWindow", (25 / 46, 21 / 46))
_window("BlackmanWindow", (0.42, 0.5, 0.08))
