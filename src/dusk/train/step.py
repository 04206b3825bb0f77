"""One step of a training: the loss, its gradients and the update, as one compiled function."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, cast

import numpy

import dusk.numpy as np
from dusk import nn
from dusk.tracing import compile_function
from dusk.train.metrics import Mean, Metric
from dusk.train.monitor import Monitor, watched
from dusk.train.nans import is_finite, nan_guard
from dusk.train.run import size_of

APART = 4 << 20
"""Bytes of gradients from which on a step is taken apart, so that the first are sent before the last are there."""

Loss = Callable[[Any, Any], Any]
Objective = Callable[..., Any]


def objective_of(loss: Loss | None, objective: Objective | None) -> Objective:
    """A function of a model and a batch that gives the loss and the outputs (TypeError: neither or both are given)."""
    if (loss is None) == (objective is None):
        raise TypeError("say what to make small: loss=f(outputs, target), or objective=f(model, *batch)")
    if loss is not None:

        def of_outputs(model: Any, *batch: Any) -> Any:
            if len(batch) < 2:
                raise ValueError("a batch is (*inputs, target) for a loss; take objective=f(model, *batch) for others")
            outputs = model(*batch[:-1])
            return loss(outputs, batch[-1]), outputs

        return of_outputs

    def with_outputs(model: Any, *batch: Any) -> Any:
        found: Any = objective(model, *batch) if objective is not None else None
        return cast("Any", found) if isinstance(found, tuple) else (found, None)

    return with_outputs


class Step:
    """Called with a batch, moves the model by it, or by several together; gives the loss, and what monitors see."""

    def __init__(
        self,
        model: nn.Module,
        optimiser: Any,
        objective: Objective,
        mean: Mean,
        metrics: Sequence[Metric],
        monitors: Sequence[Monitor],
        accumulate: int,
        compile: bool,
        guarded: bool,
        shared: bool = False,
    ) -> None:
        self.accumulate = accumulate
        self._optimiser, self._shared = optimiser, shared
        self._early: bool | None = None
        self._model, self._monitors, self._guarded = model, monitors, guarded
        self._objective = objective
        self._sums: dict[str, Any] = {}
        self._count = 0

        def gradients(due: Sequence[int], *batch: Any) -> Any:
            return watched([monitors[i] for i in due], objective, model, *batch)

        def measure(loss: Any, outputs: Any, size: int, batch: Sequence[Any]) -> None:
            mean.update(loss, size)
            if outputs is None and metrics:
                raise ValueError("metrics compare outputs: let the objective give a pair, the loss and the outputs")
            for metric in metrics:
                metric.update(outputs, batch[-1])

        def whole(due: Sequence[int], size: int, *batch: Any) -> Any:
            loss, outputs, found, seen = gradients(due, *batch)
            optimiser.update(model, found)
            measure(loss, outputs, size, batch)
            return loss, seen

        def add(sums: dict[str, Any], found: dict[str, Any], loss: Any, outputs: Any, size: int, *batch: Any) -> None:
            for name, total in sums.items():
                total[...] = total + found[name]
            measure(loss, outputs, size, batch)

        def move(sums: dict[str, Any], count: int) -> None:
            optimiser.update(model, {name: total / count for name, total in sums.items()})
            for total in sums.values():
                total[...] = 0

        made: Callable[[Any], Any] = compile_function if compile else lambda function: function
        self._whole, self._gradients, self._add, self._move = made(whole), made(gradients), made(add), made(move)
        self._measure = made(measure)

    def build(self, batch: Sequence[Any]) -> None:
        """Make the arrays that a model makes when it sees its first batch."""
        self._model.complete(lambda: self._objective(self._model, *batch))

    def __call__(self, batch: Sequence[Any], step: int) -> tuple[Any, dict[Monitor, Mapping[str, Any]]]:
        due = [i for i, monitor in enumerate(self._monitors) if monitor.is_due(step)]
        size = size_of(batch)
        if self._shared:
            loss, outputs, seen = self._share(due, batch)
            self._measure(loss, outputs, size, batch)
        elif self.accumulate == 1 and not self._guarded:
            loss, seen = self._whole(due, size, *batch)
        else:
            if not self._model.is_complete():
                self.build(batch)
            if not self._sums:
                self._sums = {k: np.zeros(x.shape, x.dtype) for k, x in self._model.parameters(trained=True).items()}
            kept = self._state() if self._guarded else []
            loss, outputs, found, seen = self._gradients(due, *batch)
            if self._guarded and not is_finite((loss, found)):
                for array, value in kept:
                    array[...] = value
                nan_guard(loss if not is_finite(loss) else found, self._gradients, due, *batch)
            self._add(self._sums, found, loss, outputs, size, *batch)
            self._count += 1
            if self._count == self.accumulate:
                self.flush()
        return loss, {self._monitors[i]: one for i, one in zip(due, seen, strict=True)}

    def _share(self, due: Sequence[int], batch: Sequence[Any]) -> tuple[Any, Any, Any]:
        """Update by this worker's gradients and others': each is contributed as soon as it is there, if the step is
        worth being taken apart for that."""
        if self._early is None:
            weights = self._model.parameters(trained=True).values()
            large = sum(w.nbytes for w in weights) >= APART
            self._early = large and self._optimiser.store.overlaps and hasattr(self._gradients, "start")
        if self._early:
            try:
                started = self._gradients.start(due, *batch)
            except ValueError:  # it runs imperatively
                self._early = False
            else:
                _, _, gradients, _ = started.places()
                loss, outputs, _, seen = self._optimiser.update_with(self._model, started, gradients)
                return loss, outputs, seen
        loss, outputs, found, seen = self._gradients(due, *batch)
        self._optimiser.update(self._model, found)
        return loss, outputs, seen

    def flush(self) -> bool:
        """Update by the gradients that were added up; whether there were any."""
        count, self._count = self._count, 0
        if count:
            self._move(self._sums, count)
        return count > 0

    def _state(self) -> list[tuple[Any, Any]]:
        """What a step writes to besides parameters: keys of dropout, running means; and the values now."""
        learnt = self._model.parameters()
        return [(array, numpy.array(array)) for name, array in self._model.arrays().items() if name not in learnt]
