"""`fit`: the loop over epochs and batches, for those who do not write it; `evaluate` and `predict` beside it."""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any, cast

import numpy

import dusk.numpy as np
from dusk import nn
from dusk.config import config
from dusk.tracing import compile_function
from dusk.train.bars import length
from dusk.train.bars import progress as progress_bar
from dusk.train.callbacks import Callback
from dusk.train.checkpoint import Checkpoints
from dusk.train.history import History
from dusk.train.logs import CSV, JSONLines, Log, TensorBoard
from dusk.train.metrics import Mean, Metric
from dusk.train.monitor import Monitor
from dusk.train.run import Run, first_of, newest, parts, size_of
from dusk.train.step import Loss, Objective, Step, objective_of
from dusk.tree import flatten, unflatten

__all__ = ["evaluate", "fit", "predict"]


def fit(
    model: nn.Module,
    data: Iterable[Any],
    *,
    optimiser: Any,
    loss: Loss | None = None,
    objective: Objective | None = None,
    epochs: int = 1,
    validation: Iterable[Any] | None = None,
    metrics: Sequence[Metric] = (),
    callbacks: Sequence[Callback] = (),
    log: Any = None,
    checkpoint: Any = None,
    every: int | None = None,
    keep: int = 3,
    resume: bool = True,
    accumulate: int = 1,
    compile: bool = True,
    nan_guard: bool = False,
    reproducible: bool = True,
    progress: bool | None = None,
    kvstore: Any = None,
) -> History:
    """Train a model on batches, epoch after epoch, and give the history: a row of numbers an epoch.

    `data` gives batches each time it is gone through, as `dusk.data.batches` does: `(x, y)`, or `(*inputs, target)`.
    The loss of a batch is `loss(model(*inputs), target)`; or else `objective(model, *batch)`, which gives the loss, or
    a pair of it and the outputs that metrics get with the batch's last array. `optimiser.update(model, gradients)`
    follows: of every batch, or of `accumulate` of them together (the mean of their gradients; what is left at an
    epoch's end is an update of its own).

    - `validation`: batches to evaluate on after each epoch; its numbers are called `validation_loss` and so on.
    - `callbacks`: see `Callback`; `EarlyStopping`, `LogRate` and `Monitor` are some. `log`: where each epoch's row is
      written (and what monitors saw): a `TensorBoard`, `CSV` or `JSONLines`, a path (of a `.csv`, a `.jsonl`, else a
      folder for TensorBoard), or a list of these.
    - `checkpoint`: a folder. All that matters is saved there after each epoch, and `every` so many updates; the newest
      `keep` stay. A run that finds checkpoints goes on from the newest, bit by bit as if it had not been stopped
      (`resume=False`: FileExistsError where there are some). What is made by the loops of the caller is not saved.
    - `compile`: the step is one compiled function; else it runs line by line. `reproducible` is the setting of that
      name in `dusk.config` meanwhile: equal runs give equal bits.
    - `nan_guard`: look at each loss and gradient before the update; NanError says which line made the first NaN.
    - `progress`: a bar (None: where standard error is a terminal).
    - `kvstore`: a `dusk.kvstore`, by which this is one of several workers that train the same model: each takes its
      share of every batch, and the servers update. Losses and metrics are those of the share. One that is started again
      goes on with the batch where it was.

    Raises ValueError for data without batches, and whatever the model, the loss and callbacks raise; an interrupt
    leaves the last whole checkpoint.

    >>> import dusk.numpy as np
    >>> from dusk import data, nn, optim, train
    >>> nn.seed(0)
    >>> x = np.linspace(-1, 1, 64)[:, None]
    >>> history = train.fit(
    ...     nn.Linear(1), data.batches(x, 3 * x, size=16), loss=nn.mse, optimiser=optim.SGD(0.3), epochs=20)
    >>> len(history), history["loss"][-1] < 1e-3
    (20, True)
    """
    _check(data, epochs, accumulate, every)
    objective = objective_of(loss, objective)
    sums = {metric.name: metric for metric in (*metrics,)}
    if len(sums) < len(metrics) or "loss" in sums:
        raise ValueError(f"metrics are told apart by name: {[metric.name for metric in metrics]}")
    mean = Mean()
    monitors = [callback for callback in callbacks if isinstance(callback, Monitor)]
    shared = None if kvstore is None else kvstore.optimiser(optimiser)
    if shared is not None and (checkpoint is not None or accumulate > 1 or nan_guard):
        raise ValueError(
            "with a kvstore the servers keep what has to survive, and look at gradients: leave out checkpoint, "
            "accumulate and nan_guard"
        )
    step = Step(
        model, shared or optimiser, objective, mean, [*sums.values()], monitors, accumulate, compile, nan_guard,
        shared is not None,
    )  # fmt: skip
    tested = None if validation is None else _Evaluation(model, objective, metrics, compile)
    run = Run(model, optimiser, data, {"loss": mean, **sums}, callbacks)
    logs = _logs(log)
    with ExitStack() as stack:
        stack.enter_context(config.using(reproducible=reproducible))
        saved = None if checkpoint is None else stack.enter_context(Checkpoints(checkpoint, keep))
        found = None if saved is None else newest(saved, resume)
        for one in logs:
            stack.callback(one.close)
        if found is not None:
            run.restore(found, lambda: step.build(parts(next(iter(data)))))
            for one in logs:
                one.resume(run.step)
        if shared is not None:
            step.build(parts(first_of(data)))
            shared.begin(model)
            run.behind, run.part = shared.clock, shared.part
        stack.callback(model.train, model.training)
        run.tell("on_begin")
        while run.epoch <= epochs and not run.history.stopped:
            _epoch(run, step, epochs, saved, every, progress, logs)
            if tested is not None and validation is not None:
                run.row |= {f"validation_{name}": value for name, value in tested.of(validation).items()}
            run.tell("on_epoch")
            run.history.rows.append(run.row)
            for one in logs:
                one.write(run.step, {k: v for k, v in run.row.items() if isinstance(v, int | float) and k != "epoch"})
            run.epoch, run.batch = run.epoch + 1, 0
            if saved is not None:
                saved.save(run.step, run.state())
        run.tell("on_end")
    return run.history


def _epoch(
    run: Run,
    step: Step,
    epochs: int,
    saved: Checkpoints | None,
    every: int | None,
    shown: bool | None,
    logs: Sequence[Log],
) -> None:
    start, first = time.monotonic(), run.batch
    run.model.train()
    if not first:
        for metric in run.sums.values():
            metric.reset()
    text = f"epoch {run.epoch}/{epochs}"
    with progress_bar(run.batches(), text, length(run.data), shown, start=first) as bar:
        for batch in bar:
            if run.behind:  # this worker has contributed to it before it was started again
                run.behind, run.batch, run.step = run.behind - 1, run.batch + 1, run.step + 1
                continue
            run.loss, seen = step(parts(run.part(batch)), run.step + 1)
            run.batch += 1
            bar.show(loss=run.loss)
            if run.batch % step.accumulate == 0:
                _updated(run, seen, saved, every, logs)
    if run.batch == 0:
        raise ValueError(f"epoch {run.epoch} has no batches: {type(run.data).__name__} gave none")
    if step.flush():
        _updated(run, {}, None, None, logs)
    results = {name: metric.result() for name, metric in run.sums.items()}
    plain = {name: _plain(value) for name, value in results.items()}
    run.row = {"epoch": run.epoch, **plain, "seconds": time.monotonic() - start}


def _updated(
    run: Run,
    seen: Mapping[Monitor, Mapping[str, Any]],
    saved: Checkpoints | None,
    every: int | None,
    logs: Sequence[Log],
) -> None:
    run.step += 1
    for monitor, values in seen.items():
        monitor.note(run.step, values)
        for one in logs:
            one.write(run.step, {name: value for name, value in monitor.rows[-1].items() if name != "step"})
    run.tell("on_batch")
    if saved is not None and every is not None and run.step % every == 0:
        saved.save(run.step, run.state())


def evaluate(
    model: nn.Module,
    data: Iterable[Any],
    *,
    loss: Loss | None = None,
    objective: Objective | None = None,
    metrics: Sequence[Metric] = (),
    compile: bool = True,
) -> dict[str, Any]:
    """The loss and metrics of a model on batches, by name, as it evaluates (without dropout); see `fit`.

    Without a loss, the last array of each batch is what the metrics compare outputs with. Metrics are reset first.
    """
    asked = None if loss is None and objective is None else objective_of(loss, objective)
    return _Evaluation(model, asked, metrics, compile).of(data)


def predict(model: nn.Module, data: Iterable[Any], compile: bool = True) -> Any:
    """What a model gives for batches of inputs (arrays, or tuples of its arguments), joined along their first axis."""
    run = compile_function(lambda *inputs: model(*inputs)) if compile else model
    with model.evaluating():
        found = [flatten(run(*parts(batch))) for batch in data]
    if not found:
        raise ValueError(f"there are no batches to predict: {type(data).__name__} gave none")
    columns = zip(*[leaves for leaves, _ in found], strict=True)
    return unflatten(found[0][1], [np.concatenate(column) for column in columns])


class _Evaluation:
    """What a model comes to on batches; compiled once."""

    def __init__(self, model: nn.Module, objective: Objective | None, metrics: Sequence[Metric], compile: bool) -> None:
        mean = Mean()

        def add(size: int, *batch: Any) -> None:
            if objective is None:
                outputs = model(*batch[:-1])
            else:
                loss, outputs = objective(model, *batch)
                mean.update(loss, size)
            for metric in metrics:
                metric.update(outputs, batch[-1])

        self._model, self._add = model, compile_function(add) if compile else add
        self._sums = {**({} if objective is None else {"loss": mean}), **{metric.name: metric for metric in metrics}}

    def of(self, data: Iterable[Any]) -> dict[str, Any]:
        for metric in self._sums.values():
            metric.reset()
        count = 0
        with self._model.evaluating():
            for batch in data:
                given = parts(batch)
                self._add(size_of(given), *given)
                count += 1
        if not count:
            raise ValueError(f"there are no batches to evaluate on: {type(data).__name__} gave none")
        return {name: _plain(metric.result()) for name, metric in self._sums.items()}


def _logs(log: Any) -> list[Log]:
    if log is None:
        return []
    if isinstance(log, list | tuple):
        return [one for each in log for one in _logs(each)]  # type: ignore[misc]
    if isinstance(log, str | Path):
        return [{".csv": CSV, ".jsonl": JSONLines}.get(Path(log).suffix, TensorBoard)(log)]
    return [log]


def _plain(value: Any) -> Any:
    """A result as JSON has it."""
    return cast("Any", value).tolist() if isinstance(value, numpy.ndarray | numpy.generic) else value


def _check(data: Any, epochs: int, accumulate: int, every: int | None) -> None:
    if epochs < 1 or accumulate < 1 or (every is not None and every < 1):
        raise ValueError(f"out of range, all from 1 on: {epochs=}, {accumulate=}, {every=}")
    if hasattr(data, "__next__") and epochs > 1:
        raise ValueError(
            f"a {type(data).__name__} gives its batches once, and {epochs} epochs are asked for: give something that a "
            "for loop can go through again, as dusk.data.batches makes"
        )
