"""Training: checkpoints, metrics, logs, and `fit` for who does not write the loop."""

from dusk.train.bars import progress
from dusk.train.checkpoint import Checkpoints, load, save
from dusk.train.history import History
from dusk.train.logs import CSV, JSONLines, TensorBoard
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
    "CSV",
    "F1",
    "Accuracy",
    "Checkpoints",
    "ConfusionMatrix",
    "History",
    "JSONLines",
    "Mean",
    "MeanAbsoluteError",
    "MeanSquaredError",
    "Metric",
    "Perplexity",
    "TensorBoard",
    "TopK",
    "load",
    "progress",
    "save",
]
