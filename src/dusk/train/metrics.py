"""Metrics: sums kept in arrays, which batches add to without being looked at, and a result that looks at them.

A metric is a tree of its arrays, so it is updated inside of compiled steps as well as between lines, and saved with
what is trained. Sums are float64 and counts int64, so that no epoch is too long for them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, Literal

import numpy

import dusk.numpy as np
from dusk import nn
from dusk.tree import Attributes

Average = Literal["macro", "micro", "none"]


class Metric(Attributes):
    """Base of the metrics: arrays as attributes, which `update` writes to in place and `reset` fills with zeros.

    `update(outputs, targets)` takes what a model gave for a batch and what it should have given; `result()` is a float,
    or an array. A metric of yours is a class with these two.

    >>> import dusk.numpy as np
    >>> from dusk import train
    >>> class Largest(train.Metric):
    ...     def __init__(self):
    ...         self.seen = np.zeros(())
    ...     def update(self, outputs, targets):
    ...         self.seen[...] = np.maximum(self.seen, np.abs(outputs - targets).max())
    ...     def result(self):
    ...         return float(self.seen)
    >>> largest = Largest()
    >>> for x in 1.0, 3.0, 2.0:
    ...     largest.update(np.array([x]), np.array([0.0]))
    >>> largest.name, largest.result()
    ('largest', 3.0)
    """

    @property
    def name(self) -> str:
        """What results are called."""
        return re.sub(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", "_", type(self).__name__).lower()

    def update(self, outputs: Any, targets: Any) -> None:
        """Add a batch."""
        raise NotImplementedError(f"{type(self).__name__} defines no update(outputs, targets)")

    def result(self) -> Any:
        """What all batches since the last `reset` come to; NaN of none."""
        raise NotImplementedError(f"{type(self).__name__} defines no result()")

    def reset(self) -> None:
        """Begin anew."""
        for array in self._arrays().values():
            array[...] = 0

    def state_dict(self) -> dict[str, Any]:
        """The sums so far."""
        return self._arrays()

    def load_state_dict(self, saved: Mapping[str, Any]) -> None:
        """Go on from sums (ValueError: they are of another metric)."""
        own = self._arrays()
        if own.keys() != saved.keys() or any(own[k].shape != numpy.shape(saved[k]) for k in own):
            raise ValueError(f"the state has {sorted(saved)}, which is not that of {type(self).__name__}")
        for key, array in own.items():
            array[...] = saved[key]

    def functions(self) -> Iterator[Any]:
        yield type(self).update

    def _arrays(self) -> dict[str, Any]:
        return {key: value for key, value in vars(self).items() if isinstance(value, np.ndarray)}


class Mean(Metric):
    """The mean of what it is given: `update(values)`, or one value with its weight, `update(loss, 32)`.

    >>> mean = Mean()
    >>> mean.update(1.0, 3)
    >>> mean.update(5.0, 1)
    >>> mean.result()
    2.0
    """

    def __init__(self) -> None:
        self.total, self.count = np.zeros(()), np.zeros((), numpy.int64)

    def update(self, outputs: Any, targets: Any = None) -> None:
        size = int(np.size(outputs))
        weight = size if targets is None else targets
        self._add(np.sum(outputs, dtype=numpy.float64) * (1 if targets is None else targets), weight)

    def _add(self, total: Any, count: Any) -> None:
        self.total[...] = self.total + total
        self.count[...] = self.count + count

    def result(self) -> float:
        return _ratio(float(self.total), int(self.count))


def _ratio(total: float, count: float) -> float:
    return total / count if count else float("nan")


class Accuracy(Mean):
    """The part of targets that have the largest score.

    `outputs[..., classes]` and `targets[...]` (class numbers), or `outputs[...]` and `targets[...]` of one shape with
    targets 0 and 1: what is above `threshold` counts as 1. Targets that are `ignore` do not count.

    >>> accuracy = Accuracy()
    >>> accuracy.update(np.array([[0.1, 0.9], [0.8, 0.2]]), np.array([1, 1]))
    >>> accuracy.result()
    0.5
    """

    def __init__(self, threshold: float = 0.0, ignore: int | None = None) -> None:
        super().__init__()
        self.threshold, self.ignore = threshold, ignore

    def update(self, outputs: Any, targets: Any = None) -> None:
        outputs, targets = np.asarray(outputs), np.asarray(targets)
        if outputs.shape == targets.shape:
            right = np.equal(np.greater(outputs, self.threshold), np.greater(targets, 0))
        else:
            _fits(self, outputs, targets)
            right = np.equal(np.argmax(outputs, axis=-1), targets)
        self._add(*_counted(right, targets, self.ignore))


class TopK(Mean):
    """The part of targets that are among the `k` largest scores; ties count for the target.

    `outputs[..., classes]`, `targets[...]` (class numbers); those that are `ignore` do not count.
    """

    def __init__(self, k: int = 5, ignore: int | None = None) -> None:
        super().__init__()
        self.k, self.ignore = k, ignore

    @property
    def name(self) -> str:
        return f"top_{self.k}"

    def update(self, outputs: Any, targets: Any = None) -> None:
        outputs, targets = np.asarray(outputs), np.asarray(targets)
        _fits(self, outputs, targets)
        safe = targets if self.ignore is None else np.where(np.equal(targets, self.ignore), 0, targets)
        own = np.take_along_axis(outputs, safe[..., None], -1)
        right = np.less(np.sum(np.greater(outputs, own), axis=-1), self.k)
        self._add(*_counted(right, targets, self.ignore))


class Perplexity(Mean):
    """exp of the mean of -log(softmax(outputs)) at the targets: `outputs[..., classes]`, `targets[...]`."""

    def __init__(self, ignore: int | None = None) -> None:
        super().__init__()
        self.ignore = ignore

    def update(self, outputs: Any, targets: Any = None) -> None:
        outputs, targets = np.asarray(outputs), np.asarray(targets)
        _fits(self, outputs, targets)
        safe = targets if self.ignore is None else np.where(np.equal(targets, self.ignore), 0, targets)
        self._add(*_counted(nn.cross_entropy(outputs, safe, reduction="none"), targets, self.ignore))

    def result(self) -> float:
        return float(numpy.exp(super().result()))


class MeanAbsoluteError(Mean):
    """The mean of abs(outputs - targets), of one shape."""

    def update(self, outputs: Any, targets: Any = None) -> None:
        difference = _difference(self, outputs, targets)
        self._add(np.sum(np.abs(difference), dtype=numpy.float64), int(difference.size))


class MeanSquaredError(Mean):
    """The mean of (outputs - targets)**2, of one shape."""

    def update(self, outputs: Any, targets: Any = None) -> None:
        difference = _difference(self, outputs, targets)
        self._add(np.sum(difference * difference, dtype=numpy.float64), int(difference.size))


class ConfusionMatrix(Metric):
    """How often targets of class i were given class j, as an int64 array[i, j].

    `outputs[..., classes]` (scores) or `outputs[...]` (class numbers), `targets[...]`.

    >>> matrix = ConfusionMatrix(2)
    >>> matrix.update(np.array([0, 1, 1]), np.array([0, 0, 1]))
    >>> matrix.result().tolist()
    [[1, 1], [0, 1]]
    """

    def __init__(self, classes: int) -> None:
        self.counts = np.zeros((classes, classes), numpy.int64)

    def update(self, outputs: Any, targets: Any) -> None:
        outputs, targets = np.asarray(outputs), np.asarray(targets)
        if outputs.shape != targets.shape:
            _fits(self, outputs, targets)
            outputs = np.argmax(outputs, axis=-1)
        places = np.arange(self.counts.shape[0])
        given = np.equal(np.ravel(outputs)[:, None], places).astype(numpy.float64)
        wanted = np.equal(np.ravel(targets)[:, None], places).astype(numpy.float64)
        self.counts[...] = self.counts + (wanted.T @ given).astype(numpy.int64)  # exact up to 2**53 in a batch

    def result(self) -> Any:
        return numpy.array(self.counts)


class F1(ConfusionMatrix):
    """The harmonic mean of precision and recall, 2 tp / (2 tp + fp + fn): the mean over classes ("macro"), of all
    together ("micro"), or an array of each class's ("none"). A class that neither was nor was given has 0."""

    def __init__(self, classes: int, average: Average = "macro") -> None:
        super().__init__(classes)
        if average not in ("macro", "micro", "none"):
            raise ValueError(f"F1's average is 'macro', 'micro' or 'none', not {average!r}")
        self.average: Average = average

    def result(self) -> Any:
        counts: Any = super().result()
        right, both = counts.diagonal(), counts.sum(0) + counts.sum(1)
        if self.average == "micro":
            return _ratio(2.0 * right.sum(), both.sum())
        each = 2.0 * right / numpy.maximum(both, 1)
        return each if self.average == "none" else float(each.mean())


class AUC(Metric):
    """The area under the curve of true over false positives: how likely a positive has a larger score than a negative.

    `outputs[...]` are scores of any size (or, with `probabilities`, within 0 and 1), `targets[...]` 0 or 1. Scores are
    counted in `bins` of sigmoid(score), and those in one bin are as equal: the result differs from the exact one by
    at most half of the part of pairs that share a bin. NaN where there are only positives or only negatives.
    """

    def __init__(self, bins: int = 1000, probabilities: bool = False) -> None:
        self.probabilities = probabilities
        self.positive, self.negative = (np.zeros(bins, numpy.int64) for _ in range(2))

    def update(self, outputs: Any, targets: Any) -> None:
        outputs, targets = np.ravel(outputs), np.ravel(targets)
        if outputs.shape != targets.shape:
            raise ValueError(f"{self.name} of {outputs.size} scores with {targets.size} targets")
        bins = self.positive.size
        scores = outputs if self.probabilities else nn.sigmoid(outputs)
        place = np.clip((scores * bins).astype(numpy.int64), 0, bins - 1)
        met = np.equal(place[:, None], np.arange(bins))
        wanted = np.greater(targets, 0)[:, None]
        self.positive[...] = self.positive + np.sum(np.logical_and(met, wanted), axis=0)
        self.negative[...] = self.negative + np.sum(np.logical_and(met, np.logical_not(wanted)), axis=0)

    def result(self) -> float:
        positive, negative = numpy.array(self.positive), numpy.array(self.negative)
        below = numpy.cumsum(negative) - negative
        return _ratio(float((positive * (below + negative / 2)).sum()), float(positive.sum() * negative.sum()))


def _fits(metric: Metric, outputs: Any, targets: Any) -> None:
    if outputs.shape[:-1] != targets.shape or targets.dtype.kind not in "iu":
        raise ValueError(
            f"{metric.name} takes outputs[..., classes] and integer targets[...], not {outputs.dtype}"
            f"{list(outputs.shape)} and {targets.dtype}{list(targets.shape)}"
        )


def _difference(metric: Metric, outputs: Any, targets: Any) -> Any:
    outputs, targets = np.asarray(outputs), np.asarray(targets)
    if outputs.shape != targets.shape:
        raise ValueError(f"{metric.name} of shapes {outputs.shape} and {targets.shape}: they are to be equal")
    return outputs - targets


def _counted(values: Any, targets: Any, ignore: int | None) -> tuple[Any, Any]:
    """The sum of what counts, and how much that is."""
    if ignore is None:
        return np.sum(values, dtype=numpy.float64), int(np.size(values))
    counts = np.not_equal(targets, ignore)
    return np.sum(np.where(counts, values, 0), dtype=numpy.float64), np.sum(counts)
