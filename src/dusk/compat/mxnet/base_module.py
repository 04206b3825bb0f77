"""What all modules can do: training, scores and predictions, batch by batch."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, cast

import numpy as np

import dusk.numpy as dnp
from dusk.compat.mxnet import initializer as init
from dusk.compat.mxnet import metric as metrics
from dusk.compat.mxnet.callback import BatchEndParam
from dusk.compat.mxnet.io import DataBatch, NDArrayIter
from dusk.graph.provenance import describe, here
from dusk.record import run_pending
from dusk.symbol.outputs import Outputs

__all__ = ["BaseModule"]

Callbacks = Callable[..., None] | Sequence[Callable[..., None]] | None


class BaseModule:
    """What can be trained: `fit`, `score` and `predict` are made of `forward`, `backward`, `update` and the like."""

    symbol: Outputs
    binded = params_initialized = optimizer_initialized = for_training = False

    def __init__(self, logger: Any = logging) -> None:
        self.logger = logger

    # --- what subclasses define
    def bind(self, data_shapes: Any, label_shapes: Any = None, for_training: bool = True, **more: Any) -> None:
        """Make arrays for batches of these shapes."""
        raise NotImplementedError

    def init_params(self, initializer: Any = None, **more: Any) -> None:
        """Give parameters their first values."""
        raise NotImplementedError

    def init_optimizer(self, **more: Any) -> None:
        """Choose what moves them."""
        raise NotImplementedError

    def forward(self, data_batch: Any, is_train: bool | None = None) -> None:
        """Compute outputs of a batch."""
        raise NotImplementedError

    def backward(self, out_grads: Any = None) -> None:
        """Compute gradients of parameters."""
        raise NotImplementedError

    def update(self) -> None:
        """Move parameters."""
        raise NotImplementedError

    def get_outputs(self, merge_multi_context: bool = True) -> list[Any]:
        """Outputs of the last batch."""
        raise NotImplementedError

    def get_params(self) -> tuple[dict[str, Any], dict[str, Any]]:
        """Arguments and states by name."""
        raise NotImplementedError

    # --- what is made of that
    def forward_backward(self, data_batch: Any) -> None:
        """Both, in training."""
        self.forward(data_batch, is_train=True)
        self.backward()

    def update_metric(self, eval_metric: metrics.EvalMetric, labels: Any, pre_sliced: bool = False) -> None:
        """Tell a metric of the last outputs."""
        eval_metric.update(labels, self.get_outputs())

    def set_params(
        self,
        arg_params: Mapping[str, Any] | None,
        aux_params: Mapping[str, Any] | None,
        allow_missing: bool = False,
        force_init: bool = True,
        allow_extra: bool = False,
    ) -> None:
        """Give parameters these values."""
        self.init_params(
            None, arg_params=arg_params, aux_params=aux_params, allow_missing=allow_missing, force_init=force_init,
            allow_extra=allow_extra,
        )  # fmt: skip

    def fit(
        self,
        train_data: Any,
        eval_data: Any = None,
        eval_metric: Any = "acc",
        epoch_end_callback: Callbacks = None,
        batch_end_callback: Callbacks = None,
        kvstore: Any = "local",
        optimizer: Any = "sgd",
        optimizer_params: Any = (("learning_rate", 0.01),),
        eval_end_callback: Callbacks = None,
        eval_batch_end_callback: Callbacks = None,
        initializer: Any = None,
        arg_params: Mapping[str, Any] | None = None,
        aux_params: Mapping[str, Any] | None = None,
        allow_missing: bool = False,
        force_rebind: bool = False,
        force_init: bool = False,
        begin_epoch: int = 0,
        num_epoch: int | None = None,
        validation_metric: Any = None,
        monitor: Any = None,
    ) -> None:
        """Train for epochs `begin_epoch` to `num_epoch`: all batches of `train_data`, then a score of `eval_data`."""
        if num_epoch is None:
            raise ValueError(f"fit at {describe(here())} needs num_epoch")
        self.bind(train_data.provide_data, train_data.provide_label, for_training=True, force_rebind=force_rebind)
        if monitor is not None:
            self.install_monitor(monitor)
        self.init_params(
            initializer or init.Uniform(0.01), arg_params=arg_params, aux_params=aux_params,
            allow_missing=allow_missing, force_init=force_init,
        )  # fmt: skip
        self.init_optimizer(kvstore=kvstore, optimizer=optimizer, optimizer_params=optimizer_params)
        eval_metric = metrics.create(eval_metric)
        validation_metric = eval_metric if validation_metric is None else metrics.create(validation_metric)
        for epoch in range(begin_epoch, num_epoch):
            since = time.perf_counter()
            eval_metric.reset()
            for nbatch, batch in enumerate(train_data):
                if monitor is not None:
                    monitor.tic()
                self.forward_backward(batch)
                self.update()
                self.update_metric(eval_metric, batch.label)
                run_pending()  # each round is a program of its own: all of the loop is one line of the user's
                if monitor is not None:
                    monitor.toc_print()
                _call(batch_end_callback, BatchEndParam(epoch, nbatch, eval_metric, None))
            for name, value in eval_metric.get_name_value():
                self.logger.info("Epoch[%d] Train-%s=%f", epoch, name, value)
            self.logger.info("Epoch[%d] Time cost=%.3f", epoch, time.perf_counter() - since)
            if epoch_end_callback is not None:
                _call(epoch_end_callback, epoch, self.symbol, *self.get_params())
            if eval_data is not None:
                found = self.score(
                    eval_data, validation_metric, score_end_callback=eval_end_callback,
                    batch_end_callback=eval_batch_end_callback, epoch=epoch,
                )  # fmt: skip
                for name, value in found:
                    self.logger.info("Epoch[%d] Validation-%s=%f", epoch, name, value)
            train_data.reset()

    def score(
        self,
        eval_data: Any,
        eval_metric: Any,
        num_batch: int | None = None,
        batch_end_callback: Callbacks = None,
        score_end_callback: Callbacks = None,
        reset: bool = True,
        epoch: int = 0,
    ) -> list[tuple[str, float]]:
        """Names and values of a metric on batches."""
        self._needs(params_initialized="init_params")
        eval_metric = metrics.create(eval_metric)
        eval_metric.reset()
        if reset:
            eval_data.reset()
        nbatch = -1
        for nbatch, batch in enumerate(eval_data):
            if nbatch == num_batch:
                break
            self.forward(batch, is_train=False)
            self.update_metric(eval_metric, batch.label)
            run_pending()
            _call(batch_end_callback, BatchEndParam(epoch, nbatch, eval_metric, None))
        _call(score_end_callback, BatchEndParam(epoch, nbatch, eval_metric, None))
        return eval_metric.get_name_value()

    def iter_predict(
        self, eval_data: Any, num_batch: int | None = None, reset: bool = True
    ) -> Iterator[tuple[list[Any], int, DataBatch]]:
        """Outputs, without what fills the last batch, number and batch."""
        self._needs(params_initialized="init_params")
        if reset:
            eval_data.reset()
        for nbatch, batch in enumerate(eval_data):
            if nbatch == num_batch:
                return
            self.forward(batch, is_train=False)
            run_pending()
            yield [x[: len(x) - (batch.pad or 0)] for x in self.get_outputs()], nbatch, batch

    def predict(
        self,
        eval_data: Any,
        num_batch: int | None = None,
        merge_batches: bool = True,
        reset: bool = True,
        always_output_list: bool = False,
    ) -> Any:
        """Outputs of all batches, one after the other; unless `merge_batches`, a list of those of each batch."""
        if isinstance(eval_data, np.ndarray | dnp.ndarray):
            eval_data = NDArrayIter(eval_data, None, len(eval_data))
        found = [outputs for outputs, _, _ in self.iter_predict(eval_data, num_batch, reset)]
        if not found or not merge_batches:
            return found
        merged = [dnp.concatenate(parts) for parts in zip(*found, strict=True)]
        return merged if always_output_list or len(merged) > 1 else merged[0]

    def install_monitor(self, monitor: Any) -> None:
        """Have a monitor see inner values."""
        raise NotImplementedError

    def _needs(self, **flags: str) -> None:
        for flag, call in flags.items():
            if not getattr(self, flag):
                raise RuntimeError(f"call {call}() first (at {describe(here())})")


def _call(callbacks: Callbacks, *args: Any) -> None:
    several = cast("Sequence[Any]", callbacks if isinstance(callbacks, list | tuple) else (callbacks,))
    for callback in several:
        if callback is not None:
            callback(*args)
