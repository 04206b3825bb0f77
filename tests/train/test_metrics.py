"""Metrics over batches are what NumPy and scikit-learn compute of everything at once; nothing is read meanwhile."""

from collections.abc import Callable
from typing import Any

import numpy
import pytest
from sklearn import metrics as sk

import dusk
import dusk.numpy as np
from dusk import train

RNG = numpy.random.default_rng(5)
SCORES = RNG.normal(size=(90, 7)).astype("f4")
LABELS = RNG.integers(0, 7, 90)
SCORES[numpy.arange(90), LABELS] += 1
GIVEN = SCORES.argmax(1)
YES = RNG.random(90) < 0.4
LOGITS = (RNG.normal(size=90) + YES).astype("f4")
X, Y = RNG.normal(size=(90, 3)), RNG.normal(size=(90, 3))
MASKED = numpy.where(RNG.random(90) < 0.3, -1, LABELS)
LOG_P = SCORES - numpy.log(numpy.exp(SCORES.astype("f8")).sum(1, keepdims=True))


def perplexity(labels: Any) -> float:
    kept = labels >= 0
    return float(numpy.exp(-LOG_P[kept, labels[kept]].mean()))


CASES: dict[str, tuple[Callable[[], train.Metric], Any, Any, Any]] = {
    "accuracy": (train.Accuracy, SCORES, LABELS, (GIVEN == LABELS).mean()),
    "masked": (lambda: train.Accuracy(ignore=-1), SCORES, MASKED, (GIVEN == LABELS)[MASKED >= 0].mean()),
    "binary": (train.Accuracy, LOGITS, YES * 1, ((LOGITS > 0) == YES).mean()),
    "top": (lambda: train.TopK(3), SCORES, LABELS, sk.top_k_accuracy_score(LABELS, SCORES, k=3)),
    "masked top": (
        lambda: train.TopK(3, ignore=-1), SCORES, MASKED,
        sk.top_k_accuracy_score(LABELS[MASKED >= 0], SCORES[MASKED >= 0], k=3, labels=range(7)),
    ),
    "perplexity": (train.Perplexity, SCORES, LABELS, perplexity(LABELS)),
    "masked perplexity": (lambda: train.Perplexity(ignore=-1), SCORES, MASKED, perplexity(MASKED)),
    "mae": (train.MeanAbsoluteError, X, Y, abs(X - Y).mean()),
    "mse": (train.MeanSquaredError, X, Y, ((X - Y) ** 2).mean()),
    "confusion": (lambda: train.ConfusionMatrix(7), SCORES, LABELS, sk.confusion_matrix(LABELS, GIVEN)),
    "f1 macro": (lambda: train.F1(7), SCORES, LABELS, sk.f1_score(LABELS, GIVEN, average="macro")),
    "f1 micro": (lambda: train.F1(7, "micro"), SCORES, LABELS, sk.f1_score(LABELS, GIVEN, average="micro")),
    "f1": (lambda: train.F1(7, "none"), SCORES, LABELS, sk.f1_score(LABELS, GIVEN, average=None)),
    "auc": (lambda: train.AUC(20_000), LOGITS, YES * 1, sk.roc_auc_score(YES, LOGITS)),
    "auc of probabilities": (
        lambda: train.AUC(10, probabilities=True), numpy.round(RNG.random(90), 1) * 0.99, YES, None,
    ),
}  # fmt: skip


@pytest.mark.parametrize("compiled", [False, True], ids=["lines", "compiled"])
@pytest.mark.parametrize("name", CASES)
def test_batches_come_to_what_everything_at_once_is(name: str, compiled: bool) -> None:
    make, outputs, targets, expected = CASES[name]
    if expected is None:
        expected = sk.roc_auc_score(targets, numpy.floor(outputs * 10))
    metric = make()

    def add(metric: train.Metric, outputs: Any, targets: Any) -> None:
        metric.update(outputs, targets)

    update = dusk.compile(add) if compiled else add
    for _ in range(2):  # reset begins anew
        metric.reset()
        for start in 0, 30, 60:
            update(metric, np.array(outputs[start : start + 30]), np.array(targets[start : start + 30]))
        numpy.testing.assert_allclose(metric.result(), expected, rtol=1e-6, atol=1e-9)
    if compiled:
        assert update.explain().startswith("compiled")
    other = make()
    other.load_state_dict({k: numpy.array(v) for k, v in metric.state_dict().items()})
    numpy.testing.assert_array_equal(other.result(), metric.result())


def test_nothing_is_read_between_batches() -> None:
    metrics = [train.Accuracy(), train.ConfusionMatrix(7), train.Mean()]
    dusk.eval(*(array for metric in metrics for array in metric.state_dict().values()))
    before = dusk.stats()["flushes"]
    for start in 0, 30, 60:
        scores = np.array(SCORES[start : start + 30]) * 1.0
        for metric in metrics[:2]:
            metric.update(scores, np.array(LABELS[start : start + 30]))
        metrics[2].update(scores)
    assert dusk.stats()["flushes"] == before
    assert metrics[0].result() == pytest.approx((GIVEN == LABELS).mean())


def test_means_are_weighted_and_empty_ones_are_nan() -> None:
    mean = train.Mean()
    assert numpy.isnan(mean.result())
    mean.update(np.array([1.0, 2.0]))
    mean.update(4.0, 2)
    assert mean.result() == 11 / 4
    assert numpy.isnan(train.Accuracy().result()) and numpy.isnan(train.AUC().result())


def test_names() -> None:
    names = [m.name for m in (train.MeanAbsoluteError(), train.AUC(), train.F1(2), train.TopK(3))]
    assert names == ["mean_absolute_error", "auc", "f1", "top_3"]


@pytest.mark.parametrize(
    ("metric", "outputs", "targets", "said"),
    [
        (train.Accuracy(), SCORES, LABELS[:4], r"accuracy takes .* not float32\[90, 7\] and int64\[4\]"),
        (train.TopK(), SCORES, LABELS * 1.0, r"top_5 takes .* integer targets"),
        (train.MeanSquaredError(), X, Y[:, 0], r"mean_squared_error of shapes \(90, 3\) and \(90,\)"),
        (train.AUC(), LOGITS, YES[:4], "auc of 90 scores with 4 targets"),
    ],
)
def test_what_does_not_fit_is_told(metric: train.Metric, outputs: Any, targets: Any, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        metric.update(outputs, targets)
    with pytest.raises(ValueError, match="not that of"):
        metric.load_state_dict({"other": 1})
