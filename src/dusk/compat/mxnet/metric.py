"""How good predictions are: sums that batches add to without being looked at, until `get()`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, cast

import numpy

import dusk.numpy as np
from dusk.array import as_handle

__all__ = [
    "MAE",
    "MSE",
    "RMSE",
    "Accuracy",
    "CompositeEvalMetric",
    "CrossEntropy",
    "CustomMetric",
    "EvalMetric",
    "Loss",
    "NegativeLogLikelihood",
    "Perplexity",
    "TopKAccuracy",
    "create",
    "np_metric",
]  # fmt: skip


class EvalMetric:
    """Base of the metrics: `measured(label, prediction)` gives a sum and a count of one output."""

    def __init__(self, name: str, output_names: Any = None, label_names: Any = None) -> None:
        self.name = name
        self.reset()

    def reset(self) -> None:
        """Begin anew."""
        self.sum_metric: Any = np.zeros(())
        self.num_inst = 0

    def measured(self, label: Any, pred: Any) -> tuple[Any, int]:
        """What an output adds to the sum, and how much it counts."""
        raise NotImplementedError(f"{type(self).__name__} defines no measured(label, pred)")

    def update(self, labels: Any, preds: Any) -> None:
        """Add a batch: a list of labels and a list of outputs."""
        for label, pred in zip(_several(labels), _several(preds), strict=False):
            total, count = self.measured(as_handle(label), as_handle(pred))
            self.sum_metric += total
            self.num_inst += count

    def value(self, mean: float) -> float:
        """What is told, by the mean."""
        return mean

    def get(self) -> tuple[Any, Any]:
        """Its name and value (NaN of nothing)."""
        if not self.num_inst:
            return self.name, float("nan")
        return self.name, self.value(float(self.sum_metric) / self.num_inst)

    def get_name_value(self) -> list[tuple[str, float]]:
        """Names and values."""
        return [self.get()]

    def __str__(self) -> str:
        return f"EvalMetric: {dict(self.get_name_value())}"


def _several(given: Any) -> Sequence[Any]:
    return cast("Sequence[Any]", given) if isinstance(given, list | tuple) else [given]


class Accuracy(EvalMetric):
    """The share of labels that are the class of the largest prediction, along `axis`."""

    def __init__(self, axis: int = 1, name: str = "accuracy", **_: Any) -> None:
        super().__init__(name)
        self.axis = axis

    def measured(self, label: Any, pred: Any) -> tuple[Any, int]:
        if pred.shape != label.shape:
            pred = pred.argmax(axis=self.axis)
        return (pred.reshape(-1).astype("int64") == label.reshape(-1).astype("int64")).sum(), label.size


class TopKAccuracy(EvalMetric):
    """The share of labels that are among the top_k largest predictions."""

    def __init__(self, top_k: int = 1, name: str = "top_k_accuracy", **_: Any) -> None:
        super().__init__(f"{name}_{top_k}")
        self.top_k = top_k

    def measured(self, label: Any, pred: Any) -> tuple[Any, int]:
        own = np.take_along_axis(pred, label.astype("int64")[:, None], axis=1)
        return ((pred > own).sum(axis=1) < self.top_k).sum(), label.size


class CrossEntropy(EvalMetric):
    """The mean of -log(prediction) at the labels."""

    def __init__(self, eps: float = 1e-12, name: str = "cross-entropy", **_: Any) -> None:
        super().__init__(name)
        self.eps = eps

    def measured(self, label: Any, pred: Any) -> tuple[Any, int]:
        own = np.take_along_axis(pred, label.reshape(-1).astype("int64")[:, None], axis=1)
        return -np.log(own + self.eps).sum(), label.size


class NegativeLogLikelihood(CrossEntropy):
    """The same, under another name."""

    def __init__(self, eps: float = 1e-12, name: str = "nll-loss", **_: Any) -> None:
        super().__init__(eps, name)


class Perplexity(EvalMetric):
    """exp of the mean of -log(prediction) at the labels, but for those that are ignored."""

    def __init__(self, ignore_label: int | None = None, axis: int = -1, name: str = "perplexity", **_: Any) -> None:
        super().__init__(name)
        self.ignore_label = ignore_label

    def measured(self, label: Any, pred: Any) -> tuple[Any, int]:
        label = label.reshape(-1).astype("int64")
        own = np.take_along_axis(pred.reshape(-1, pred.shape[-1]), label[:, None], axis=1)[:, 0]
        losses = -np.log(np.maximum(own, 1e-10))
        if self.ignore_label is None:
            return losses.sum(), label.size
        kept = label != self.ignore_label
        return np.where(kept, losses, 0).sum(), int(kept.sum())

    def value(self, mean: float) -> float:
        return float(numpy.exp(mean))


class _Distance(EvalMetric):
    def of(self, difference: Any) -> Any:
        """What a difference adds."""
        raise NotImplementedError

    def measured(self, label: Any, pred: Any) -> tuple[Any, int]:
        if label.ndim == 1:
            label = label[:, None]
        if pred.ndim == 1:
            pred = pred[:, None]
        return self.of(label - pred).mean(), 1


class MAE(_Distance):
    """The mean of absolute differences, over batches."""

    def __init__(self, name: str = "mae", **_: Any) -> None:
        super().__init__(name)

    def of(self, difference: Any) -> Any:
        return abs(difference)


class MSE(_Distance):
    """The mean of squared differences."""

    def __init__(self, name: str = "mse", **_: Any) -> None:
        super().__init__(name)

    def of(self, difference: Any) -> Any:
        return difference**2


class RMSE(EvalMetric):
    """The mean over batches of the root of the mean of squared differences."""

    def __init__(self, name: str = "rmse", **_: Any) -> None:
        super().__init__(name)

    def measured(self, label: Any, pred: Any) -> tuple[Any, int]:
        return np.sqrt(((label.reshape(len(label), -1) - pred.reshape(len(pred), -1)) ** 2).mean()), 1


class Loss(EvalMetric):
    """The mean of outputs, which are losses."""

    def __init__(self, name: str = "loss", **_: Any) -> None:
        super().__init__(name)

    def update(self, labels: Any, preds: Any) -> None:
        for pred in _several(preds):
            self.sum_metric += as_handle(pred).sum()
            self.num_inst += pred.size


class CustomMetric(EvalMetric):
    """A function `feval(label, pred)` of NumPy's arrays, that gives a value, or a sum and a count."""

    def __init__(self, feval: Callable[[Any, Any], Any], name: str | None = None, **_: Any) -> None:
        label = name or feval.__name__
        super().__init__(f"custom({label})" if "<" in label else label)
        self.feval = feval

    def measured(self, label: Any, pred: Any) -> tuple[Any, int]:
        found: Any = self.feval(numpy.asarray(label), numpy.asarray(pred))
        return cast("tuple[Any, int]", found) if isinstance(found, tuple) else (found, 1)


def np_metric(numpy_feval: Callable[[Any, Any], Any], name: str | None = None) -> CustomMetric:
    """A metric of a function of NumPy's arrays."""
    return CustomMetric(numpy_feval, name)


class CompositeEvalMetric(EvalMetric):
    """Several metrics at once."""

    def __init__(self, metrics: Sequence[Any] | None = None, name: str = "composite", **_: Any) -> None:
        self.metrics: list[EvalMetric] = [create(m) for m in metrics or ()]
        super().__init__(name)

    def add(self, metric: Any) -> None:
        """Add one."""
        self.metrics.append(create(metric))

    def reset(self) -> None:
        for metric in self.metrics:
            metric.reset()

    def update(self, labels: Any, preds: Any) -> None:
        for metric in self.metrics:
            metric.update(labels, preds)

    def get(self) -> tuple[Any, Any]:
        found = self.get_name_value()
        return [name for name, _ in found], [value for _, value in found]

    def get_name_value(self) -> list[tuple[str, float]]:
        return [pair for metric in self.metrics for pair in metric.get_name_value()]


_KINDS: dict[str, type[EvalMetric]] = {
    "acc": Accuracy, "accuracy": Accuracy, "ce": CrossEntropy, "cross-entropy": CrossEntropy,
    "crossentropy": CrossEntropy, "nll_loss": NegativeLogLikelihood, "mae": MAE, "mse": MSE, "rmse": RMSE,
    "perplexity": Perplexity, "loss": Loss, "top_k_accuracy": TopKAccuracy, "top_k_acc": TopKAccuracy,
    "topkaccuracy": TopKAccuracy,
}  # fmt: skip


def create(metric: Any, **settings: Any) -> EvalMetric:
    """A metric by its name, of a function, of several, or itself (ValueError: there is none of that name)."""
    if isinstance(metric, EvalMetric):
        return metric
    if callable(metric) and not isinstance(metric, type):
        return CustomMetric(metric)
    if isinstance(metric, list | tuple):
        return CompositeEvalMetric(cast("Sequence[Any]", metric))
    kind = _KINDS.get(str(metric).lower())
    if kind is None:
        raise ValueError(f"there is no metric {metric!r}; there are {', '.join(_KINDS)}")
    return kind(**settings)
