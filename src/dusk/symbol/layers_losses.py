"""Losses as Caffe has them: layers whose output is one number, and what tells how good a net is."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

import numpy

import dusk.numpy as np
from dusk import ops
from dusk.ops.shapes import one_axis
from dusk.symbol.layer import Known, layer
from dusk.symbol.layers_basic import Flatten


def _labels(known: Known, axis: int = 1, **_: Any) -> Mapping[str, Any]:
    """The usual shape of labels: that of the scores without the axis of classes."""
    data = known["data"]
    if known["label"] is not None or not data or len(data) < 2:
        return {}
    return {"label": _without(axis, data)}


def _without(axis: int, shape: Sequence[Any]) -> tuple[Any, ...]:
    """A shape without one of its axes."""
    a = one_axis(axis, len(shape))
    return (*shape[:a], *shape[a + 1 :])


def _classes(label: Any, data: Any, axis: int, ignore_label: int | None = None) -> tuple[Any, Any]:
    """Labels as class numbers of the shape of scores without the axis of classes (ValueError: too many, or few), 0
    where they are ignored; and which are not, None: all."""
    shape = _without(axis, data.shape)
    if math.prod(shape) != math.prod(label.shape):
        raise ValueError(f"labels of shape {label.shape} for scores of shape {data.shape}: one for each of {shape}")
    whole = ops.stop_gradient(label).reshape(shape).astype(numpy.int64)
    if ignore_label is None:
        return whole, None
    kept = whole != ignore_label
    return np.where(kept, whole, 0), kept


def _mean(losses: Any, kept: Any, normalization: str, batch: int) -> Any:
    """The sum of losses over what they are normalised by."""
    if kept is not None:
        losses = np.where(kept, losses, np.zeros((), losses.dtype))
    total = losses.sum()
    if normalization == "VALID" and kept is not None:
        return total / np.maximum(kept.astype(losses.dtype).sum(), 1)
    by = {"FULL": losses.size, "VALID": losses.size, "BATCH_SIZE": batch, "NONE": 1}.get(normalization)
    if by is None:
        raise ValueError(f"normalization is FULL, VALID, BATCH_SIZE or NONE, not {normalization}")
    return total / max(by, 1)


def _with_probabilities(num_outputs: int = 1, **_: Any) -> Sequence[str]:
    return ["loss", "prob"][:num_outputs]


@layer(shapes=_labels, outputs=_with_probabilities)
def SoftmaxWithLoss(  # noqa: N802
    data: Any,
    label: Any,
    *,
    axis: int = 1,
    ignore_label: int | None = None,
    normalization: str = "VALID",
    num_outputs: int = 1,
) -> Any:
    """The cross entropy of softmax(data) along an axis with labels, class numbers: one number; with two outputs the
    probabilities, too.

    It is divided by the number of labels (FULL), of those that are not ignored (VALID), by the batch size, or not at
    all (NONE).
    """
    whole, kept = _classes(label, data, axis, ignore_label)
    losses = ops.softmax_cross_entropy(data, whole, axis=axis)
    loss = _mean(losses, kept, normalization, data.shape[0])
    return loss if num_outputs == 1 else [loss, ops.softmax(data, axis=axis)]


def _alike(known: Known, **_: Any) -> Mapping[str, Any]:
    return {} if known["data"] is None else {"label": known["data"]}


@layer(shapes=_alike)
def EuclideanLoss(data: Any, label: Any) -> Any:  # noqa: N802
    """The sum of squares of data - label over twice the batch size."""
    return np.square(data - label).sum() / (2.0 * data.shape[0])


@layer(shapes=_alike)
def SigmoidCrossEntropyLoss(  # noqa: N802
    data: Any, label: Any, *, ignore_label: int | None = None, normalization: str = "BATCH_SIZE"
) -> Any:
    """The cross entropy of sigmoid(data) with labels, probabilities of data's shape; they have no gradient."""
    label = ops.stop_gradient(label).reshape(data.shape)
    losses = ops.softplus(data) - data * label
    kept = None if ignore_label is None else label != ignore_label
    return _mean(losses, kept, normalization, data.shape[0])


@layer(shapes=_labels)
def HingeLoss(data: Any, label: Any, *, norm: str = "L1") -> Any:  # noqa: N802
    """max(0, 1 - score) of the label's class, max(0, 1 + score) of others, or their squares, over the batch size."""
    whole, _ = _classes(label, data, 1)
    hit = ops.one_hot(whole, depth=data.shape[1], dtype=data.dtype)
    margins = np.maximum(data * (1.0 - 2.0 * hit) + 1.0, 0)
    return (margins if norm == "L1" else margins * margins).sum() / data.shape[0]


@layer(shapes=_labels)
def MultinomialLogisticLoss(data: Any, label: Any) -> Any:  # noqa: N802
    """-log(data) of the label's class, for data that are probabilities, over the batch size."""
    whole, _ = _classes(label, data, 1)
    chosen = np.take_along_axis(data, np.expand_dims(whole, 1), axis=1)
    return -np.log(np.maximum(chosen, 1e-20)).sum() / data.shape[0]


def _square_matrix(known: Known, axis: int = 1, **_: Any) -> Mapping[str, Any]:
    data = known["data"]
    return {**_labels(known, axis), **({"infogain": (data[axis],) * 2} if data and len(data) > 1 else {})}


@layer(shapes=_square_matrix)
def InfogainLoss(  # noqa: N802
    data: Any,
    label: Any,
    infogain: Any,
    *,
    axis: int = 1,
    ignore_label: int | None = None,
    normalization: str = "VALID",
) -> Any:
    """-sum(infogain[label, class] * log(softmax(data))), for a matrix that says what to take classes for gains."""
    whole, kept = _classes(label, data, axis, ignore_label)
    gains = np.moveaxis(np.take(infogain, whole, axis=0), -1, axis)
    losses = -(gains * ops.log_softmax(data, axis=axis)).sum(axis=axis)
    return _mean(losses, kept, normalization, data.shape[0])


@layer()
def ContrastiveLoss(  # noqa: N802
    data: Any, other: Any, label: Any, *, margin: float = 1.0, legacy_version: bool = False
) -> Any:
    """For pairs that are alike (label 1) the squared distance d**2, for others max(margin - d, 0)**2 (or as it was in
    old versions max(margin - d**2, 0)), over twice the batch size.

    Source: Hadsell, Chopra, LeCun, "Dimensionality Reduction by Learning an Invariant Mapping" (2006).
    """
    squared = Flatten.function(np.square(data - other)).sum(axis=1)
    alike = ops.stop_gradient(label).reshape(squared.shape) != 0
    if legacy_version:
        apart = np.maximum(margin - squared, 0)
    else:
        distance = np.sqrt(np.where(squared > 0, squared, 1.0).astype(squared.dtype)) * (squared > 0)
        apart = np.square(np.maximum(margin - distance.astype(squared.dtype), 0))
    return np.where(alike, squared, apart).sum() / (2.0 * data.shape[0])


@layer(shapes=_labels)
def Accuracy(  # noqa: N802
    data: Any, label: Any, *, top_k: int = 1, axis: int = 1, ignore_label: int | None = None
) -> Any:
    """The share of labels whose class has one of the `top_k` largest scores; a score as large as the label's counts as
    larger."""
    whole, kept = _classes(label, data, axis, ignore_label)
    own = np.take_along_axis(data, np.expand_dims(whole, axis), axis=axis)
    better = (data >= own).astype(numpy.int64).sum(axis=axis) - 1
    return ops.stop_gradient(_mean((better < top_k).astype(data.dtype), kept, "VALID", data.shape[0]))
