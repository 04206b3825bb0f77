"""Rows that draw: with a seed NumPy's own stream from it (`numpy.random.RandomState`), else what follows from none."""

# Rows are written in NumPy's words on values of any kind.
# pyright: reportUnknownLambdaType=false, reportUnknownArgumentType=false
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false

from __future__ import annotations

from typing import Any

import numpy as np

from dusk.formats.onnx.rows import Call, known, known_number, row


def _stream(call: Call) -> np.random.RandomState:
    seed = call.get("seed")
    return np.random.RandomState(None if seed is None else int(seed) & 0xFFFFFFFF)


@row("Dropout", since=12, known=(1, 2))
def _(call: Call, x: Any, ratio: Any = None, training: Any = None) -> Any:
    rate = known_number(ratio, 0.5)
    if not known_number(training) or rate == 0:
        return x, np.ones(x.shape, bool)
    kept = _stream(call).uniform(0, 1, x.shape) >= rate
    return x * (kept / (1 - rate)).astype(x.dtype), kept


@row("Dropout")
def _(call: Call, x: Any) -> Any:
    return x, np.ones(x.shape, bool if call.version >= 10 else x.dtype)


@row("Bernoulli")
def _(call: Call, x: Any) -> Any:
    drawn = _stream(call).uniform(0, 1, x.shape)
    return (drawn < known(x)).astype(call.dtype("dtype", x.dtype))


def _drawn(name: str, draw: Any) -> None:
    @row(name)
    def _(call: Call) -> Any:
        return draw(call, tuple(call.must("shape"))).astype(call.dtype("dtype", np.dtype("float32")))

    @row(f"{name}Like")
    def _(call: Call, x: Any) -> Any:
        return draw(call, x.shape).astype(call.dtype("dtype", x.dtype))


def _uniform(call: Call, shape: tuple[int, ...]) -> Any:
    return np.asarray(_stream(call).uniform(call.get("low", 0.0), call.get("high", 1.0), shape))


def _normal(call: Call, shape: tuple[int, ...]) -> Any:
    return np.asarray(_stream(call).normal(call.get("mean", 0.0), call.get("scale", 1.0), shape))


_drawn("RandomUniform", _uniform)
_drawn("RandomNormal", _normal)


@row("Multinomial", known=(0,))
def _(call: Call, logs: Any) -> Any:
    shares = np.exp(logs - logs.max(axis=1, keepdims=True)).cumsum(axis=1)
    drawn = _stream(call).uniform(0, 1, (len(logs), call.get("sample_size", 1))) * shares[:, -1:]
    places = (shares[:, None, :] < drawn[:, :, None]).sum(axis=-1)
    return places.astype(call.dtype("dtype", np.dtype("int32")))
