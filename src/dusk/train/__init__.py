"""Training: checkpoints, metrics, logs, and `fit` for who does not write the loop."""

from dusk.train.checkpoint import Checkpoints, load, save
from dusk.train.metrics import (
    AUC,
    F1,
    Accuracy,
    ConfusionMatrix,
    Mean,
    MeanAbsoluteError,
    MeanSquaredError,
    Metric,
    Perplexity,
    TopK,
)

__all__ = [
    "AUC",
    "F1",
    "Accuracy",
    "Checkpoints",
    "ConfusionMatrix",
    "Mean",
    "MeanAbsoluteError",
    "MeanSquaredError",
    "Metric",
    "Perplexity",
    "TopK",
    "load",
    "save",
]
