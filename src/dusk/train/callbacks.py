"""What is called while `fit` trains: a plain class with a method for each occasion."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy

import dusk.numpy as np

if TYPE_CHECKING:
    from dusk.train.run import Run

__all__ = ["Callback", "EarlyStopping", "LogRate"]


class Callback:
    """Base of what `fit` calls. `run` has `model`, `optimiser`, `epoch` (from 1), `step` (updates done), `loss` (of the
    last batch: to look at it waits for it), `row` (this epoch's numbers, from its end on), `history`, and
    `stop(reason)`. What must survive a stop goes into `state_dict`.

    >>> from dusk import train
    >>> class Printer(train.Callback):
    ...     def on_epoch(self, run):
    ...         print(run.epoch, run.row["loss"])
    """

    def on_begin(self, run: Run) -> None:
        """Before the first batch, and after what was saved has been read."""

    def on_batch(self, run: Run) -> None:
        """After each update."""

    def on_epoch(self, run: Run) -> None:
        """After each epoch and its validation; what is put into `run.row` is kept in the history, and logged."""

    def on_end(self, run: Run) -> None:
        """After the last epoch, or when a callback has stopped the run; not after an exception."""

    def state_dict(self) -> dict[str, Any]:
        """What must survive a stop."""
        return {}

    def load_state_dict(self, saved: Mapping[str, Any]) -> None:
        """Go on from a state."""


class EarlyStopping(Callback):
    """Stop where a number has not become smaller for `patience` epochs, and go back to the weights of the best one.

    `of` is a name in an epoch's row. Better is less by more than `least` (with `larger=True`: more). NaN is never
    better. `restore=False` keeps the last weights. KeyError: rows have no such number.
    """

    def __init__(
        self,
        of: str = "validation_loss",
        patience: int = 5,
        *,
        least: float = 0.0,
        larger: bool = False,
        restore: bool = True,
    ) -> None:
        self.of, self.patience, self.least, self.larger, self.restore = of, patience, least, larger, restore
        self.best, self.best_epoch = -math.inf if larger else math.inf, 0
        self._weights: dict[str, Any] = {}

    def on_epoch(self, run: Run) -> None:
        if self.of not in run.row:
            raise KeyError(f"EarlyStopping looks at {self.of!r}; an epoch has {', '.join(run.row)}")
        met = float(run.row[self.of])
        if met > self.best + self.least if self.larger else met < self.best - self.least:
            self.best, self.best_epoch = met, run.epoch
            if self.restore:
                self._weights = {name: numpy.array(array) for name, array in run.model.state_dict().items()}
        elif run.epoch - self.best_epoch >= self.patience:
            run.stop(f"{self.of} was best in epoch {self.best_epoch}: {self.best:.6g}")

    def on_end(self, run: Run) -> None:
        if self._weights:
            run.model.load_state_dict(self._weights)

    def state_dict(self) -> dict[str, Any]:
        return {"best": self.best, "best_epoch": self.best_epoch, "weights": self._weights}

    def load_state_dict(self, saved: Mapping[str, Any]) -> None:
        self.best, self.best_epoch = float(saved["best"]), int(saved["best_epoch"])
        self._weights = {name: numpy.array(array) for name, array in saved["weights"].items()}


class LogRate(Callback):
    """Note the optimiser's rate in each epoch's row, as `rate`."""

    def on_epoch(self, run: Run) -> None:
        run.row["rate"] = float(np.asarray(run.optimiser.rate))
