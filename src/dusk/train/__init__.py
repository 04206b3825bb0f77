"""Training: checkpoints, metrics, logs, and `fit` for who does not write the loop."""

from dusk.train.bars import progress
from dusk.train.callbacks import Callback, EarlyStopping, LogRate
from dusk.train.checkpoint import Checkpoints, load, save
from dusk.train.fit import evaluate, fit, predict
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
from dusk.train.monitor import Monitor
from dusk.train.nans import nan_guard

__all__ = [
    "AUC",
    "CSV",
    "F1",
    "Accuracy",
    "Callback",
    "Checkpoints",
    "ConfusionMatrix",
    "EarlyStopping",
    "History",
    "JSONLines",
    "LogRate",
    "Mean",
    "MeanAbsoluteError",
    "MeanSquaredError",
    "Metric",
    "Monitor",
    "Perplexity",
    "TensorBoard",
    "TopK",
    "evaluate",
    "fit",
    "load",
    "nan_guard",
    "predict",
    "progress",
    "save",
]
