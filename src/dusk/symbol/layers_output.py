"""Layers whose gradient is that of a loss, whatever comes back: what they give is the prediction, or the loss
itself."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from dusk import ops
from dusk.gradients import custom_gradient
from dusk.symbol.layer import Known, layer


def _of_data(known: Known, **_: Any) -> Mapping[str, Any]:
    return {"label": known["data"]} if known["data"] and known["label"] is None else {}


def _regression(
    data: Any, label: Any, grad_scale: float, made: Callable[[Any], Any], slope: Callable[[Any], Any]
) -> Any:
    """What `made` gives of data, with the gradient `slope` of how far it is from the label, by numbers of a sample."""
    if math.prod(label.shape) != math.prod(data.shape):
        raise ValueError(
            f"a label of shape {label.shape} for data of shape {data.shape}: one number for each is needed"
        )

    def run(data: Any, label: Any) -> Any:
        out = made(data)

        def pull(_: Any) -> Any:
            away = ops.subtract(out, ops.reshape(label, shape=data.shape))
            return ops.multiply(slope(away), grad_scale / max(math.prod(data.shape[1:]), 1)), None

        return out, pull

    return custom_gradient(run)(data, label)


@layer(shapes=_of_data)
def LinearRegressionOutput(data: Any, label: Any, *, grad_scale: float = 1.0) -> Any:  # noqa: N802
    """data, whose gradient is that of half the squared distance from the label, times `grad_scale`, over the numbers of
    a sample."""
    return _regression(data, label, grad_scale, ops.identity, lambda away: away)


@layer(shapes=_of_data)
def LogisticRegressionOutput(data: Any, label: Any, *, grad_scale: float = 1.0) -> Any:  # noqa: N802
    """sigmoid(data), whose gradient is that of the cross entropy with the label (0 to 1), times `grad_scale`, over the
    numbers of a sample."""
    return _regression(data, label, grad_scale, ops.sigmoid, lambda away: away)


@layer(shapes=_of_data)
def MAERegressionOutput(data: Any, label: Any, *, grad_scale: float = 1.0) -> Any:  # noqa: N802
    """data, whose gradient is that of the distance from the label, times `grad_scale`, over the numbers of a sample."""
    return _regression(data, label, grad_scale, ops.identity, ops.sign)


def _classes(known: Known, **_: Any) -> Mapping[str, Any]:
    return {"label": known["data"][:1]} if known["data"] else {}


@layer(shapes=_classes)
def SVMOutput(  # noqa: N802
    data: Any, label: Any, *, margin: float = 1.0, regularization_coefficient: float = 1.0, use_linear: bool = False
) -> Any:
    """`data[batch, classes]`, whose gradient is that of hinges: the score of the right class is to be above `margin`,
    all others below -margin; squared hinges unless `use_linear`."""

    def run(data: Any, label: Any) -> Any:
        def pull(_: Any) -> Any:
            whole = ops.astype(label, dtype=np.dtype(np.int64))
            side = ops.subtract(1, ops.multiply(2, ops.one_hot(whole, depth=data.shape[1], dtype=data.dtype)))
            short = ops.add(ops.multiply(data, side), margin)  # by how much a score is on the wrong side
            size = 1 if use_linear else ops.multiply(short, 2)
            back = ops.where(ops.greater(short, 0), ops.multiply(side, size), 0)
            return ops.multiply(back, regularization_coefficient), None

        return ops.identity(data), pull

    return custom_gradient(run)(data, label)


@layer(elementwise=True)
def MakeLoss(  # noqa: N802
    data: Any, *, grad_scale: float = 1.0, valid_thresh: float = 0.0, normalization: str = "null"
) -> Any:
    """data, which is a loss: whatever comes back, its gradient is `grad_scale`, over the batch size ("batch") or the
    number of losses above `valid_thresh` ("valid")."""
    if normalization not in ("null", "batch", "valid"):
        raise ValueError(f"normalization is null, batch or valid, not {normalization!r}")

    def run(data: Any) -> Any:
        def pull(g: Any) -> Any:
            back = ops.add(ops.multiply(g, 0), grad_scale)
            if normalization == "batch":
                return ops.divide(back, data.shape[0])
            if normalization == "valid":
                counted = ops.sum_(ops.astype(ops.greater(data, valid_thresh), dtype=data.dtype))
                return ops.divide(back, ops.maximum(counted, 1))
            return back

        return ops.identity(data), pull

    return custom_gradient(run)(data)
