"""How parameters begin: Caffe's fillers, drawn from a NumPy generator."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from dusk.errors import FormatError
from dusk.formats.caffe.net import Net
from dusk.formats.protobuf import Record

Array = np.ndarray[Any, Any]
Shape = tuple[int, ...]
_MOST = 1 << 31


def initial(net: Net, seed: int | None = 0, **inputs: Sequence[int]) -> dict[str, Array]:
    """The arrays of a net's parameters and states as they begin, for shapes of inputs (see `Net.shapes`).

    >>> from dusk.formats import caffe
    >>> text = 'input: "x" layer { name: "ip" type: "InnerProduct" bottom: "x" inner_product_param { num_output: 2 } }'
    >>> caffe.initial(caffe.load(caffe.parse(text)), x=(1, 3))["ip_bias"]
    array([0., 0.], dtype=float32)
    """
    shapes, source = net.shapes(**inputs), np.random.default_rng(seed)
    counts = {name: math.prod(shapes[name]) for name in net.parameters}
    if sum(counts.values()) > _MOST:
        largest = max(counts, key=lambda name: counts[name])
        raise FormatError(
            f"net {net.name!r} would have {sum(counts.values())} numbers, {largest} {counts[largest]} of them: at most "
            f"{_MOST} are made"
        )
    return {name: filled(p.filler, tuple(shapes[name]), source) for name, p in net.parameters.items()}


def filled(filler: Record, shape: Shape, source: np.random.Generator) -> Array:
    """An array of float32 that a filler fills (FormatError: it is not known, or not for that shape)."""
    make = _FILLERS.get(filler.type)
    if make is None:
        known = ", ".join(_FILLERS)
        raise FormatError(f"{filler.where('type')}: no filler is of type {filler.type!r}: there are {known}")
    return np.ascontiguousarray(make(filler, shape, source), np.float32).reshape(shape)


def _constant(filler: Record, shape: Shape, source: np.random.Generator) -> Array:
    return np.full(shape, filler.value, np.float32)


def _uniform(filler: Record, shape: Shape, source: np.random.Generator) -> Array:
    return source.uniform(filler.min, filler.max, shape)


def _gaussian(filler: Record, shape: Shape, source: np.random.Generator) -> Array:
    """Normal numbers; with `sparse` about so many of the inputs of each output are not 0."""
    drawn = source.normal(filler.mean, filler.std, shape)
    if filler.sparse < 0:
        return drawn
    return drawn * (source.random(shape) < filler.sparse / max(shape[0] if shape else 1, 1))


def _unit_ball(filler: Record, shape: Shape, source: np.random.Generator) -> Array:
    """Positive numbers whose sum is 1 for each entry of the first axis."""
    drawn = source.random((shape[0], -1 if 0 in shape else math.prod(shape[1:])))
    return drawn / drawn.sum(axis=1, keepdims=True)


def _fan(filler: Record, shape: Shape) -> float:
    """Over how many inputs (or outputs, or their mean) variance is spread."""
    count = math.prod(shape)
    fan_in = count / max(shape[0] if shape else 1, 1)
    fan_out = count / max(shape[1] if len(shape) > 1 else 1, 1)
    word = filler.variance_norm.name
    return fan_out if word == "FAN_OUT" else (fan_in + fan_out) / 2 if word == "AVERAGE" else fan_in


def _xavier(filler: Record, shape: Shape, source: np.random.Generator) -> Array:
    """Source: Glorot, Bengio, "Understanding the difficulty of training deep feedforward neural networks" (2010)."""
    limit = math.sqrt(3.0 / _fan(filler, shape))
    return source.uniform(-limit, limit, shape)


def _msra(filler: Record, shape: Shape, source: np.random.Generator) -> Array:
    """Source: He et al., "Delving Deep into Rectifiers" (2015)."""
    return source.normal(0.0, math.sqrt(2.0 / _fan(filler, shape)), shape)


def _bilinear(filler: Record, shape: Shape, source: np.random.Generator) -> Array:
    """Weights of a deconvolution that interpolates."""
    if len(shape) != 4 or shape[2] != shape[3]:
        raise FormatError(f"{filler.where()}: a bilinear filler is for square windows, not for shape {shape}")
    n = shape[3]
    half = math.ceil(n / 2)
    center = (n - 1) / (2.0 * half)
    line = 1.0 - np.abs(np.arange(n) / half - center)
    return np.broadcast_to(np.outer(line, line), shape)


_FILLERS: dict[str, Callable[[Record, Shape, np.random.Generator], Array]] = {
    "constant": _constant,
    "uniform": _uniform,
    "gaussian": _gaussian,
    "positive_unitball": _unit_ball,
    "xavier": _xavier,
    "msra": _msra,
    "bilinear": _bilinear,
}
