"""What is called after batches and epochs of `Module.fit`."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from typing import Any, NamedTuple

from dusk.compat.mxnet.model import save_checkpoint

__all__ = ["BatchEndParam", "ProgressBar", "Speedometer", "do_checkpoint", "log_train_metric", "module_checkpoint"]


class BatchEndParam(NamedTuple):
    """What a callback is told of a batch."""

    epoch: int
    nbatch: int
    eval_metric: Any
    locals: Any = None


def do_checkpoint(prefix: str, period: int = 1) -> Callable[..., None]:
    """Write `prefix-symbol.json` and `prefix-0001.params` after every `period` epochs."""

    def callback(epoch: int, sym: Any, arg: Any, aux: Any) -> None:
        if (epoch + 1) % max(1, period) == 0:
            save_checkpoint(prefix, epoch + 1, sym, arg, aux)

    return callback


def module_checkpoint(
    mod: Any, prefix: str, period: int = 1, save_optimizer_states: bool = False
) -> Callable[..., None]:
    """Have a module write its checkpoint after every `period` epochs."""

    def callback(epoch: int, sym: Any = None, arg: Any = None, aux: Any = None) -> None:
        if (epoch + 1) % max(1, period) == 0:
            mod.save_checkpoint(prefix, epoch + 1, save_optimizer_states)

    return callback


def log_train_metric(period: int, auto_reset: bool = False) -> Callable[[BatchEndParam], None]:
    """Log the metric every `period` batches."""

    def callback(param: BatchEndParam) -> None:
        if param.nbatch % period == 0 and param.eval_metric is not None:
            for name, value in param.eval_metric.get_name_value():
                logging.info("Iter[%d] Batch[%d] Train-%s=%f", param.epoch, param.nbatch, name, value)
            if auto_reset:
                param.eval_metric.reset()

    return callback


class Speedometer:
    """Log samples a second, and the metric, every `frequent` batches."""

    def __init__(self, batch_size: int, frequent: int = 50, auto_reset: bool = True) -> None:
        self.batch_size, self.frequent, self.auto_reset = batch_size, frequent, auto_reset
        self._since: float | None = None

    def __call__(self, param: BatchEndParam) -> None:
        if param.nbatch == 0 or self._since is None:
            self._since = time.perf_counter()
            return
        if param.nbatch % self.frequent:
            return
        found: list[tuple[str, float]] = param.eval_metric.get_name_value() if param.eval_metric is not None else []
        speed = self.frequent * self.batch_size / max(time.perf_counter() - self._since, 1e-9)
        told = "".join(f"\t{name}={value:f}" for name, value in found)
        logging.info("Epoch[%d] Batch [%d]\tSpeed: %.2f samples/sec%s", param.epoch, param.nbatch, speed, told)
        if self.auto_reset and param.eval_metric is not None:
            param.eval_metric.reset()
        self._since = time.perf_counter()


class ProgressBar:
    """Log how much of `total` batches is done."""

    def __init__(self, total: int, length: int = 80) -> None:
        self.total, self.length = total, length

    def __call__(self, param: BatchEndParam) -> None:
        done = round(self.length * param.nbatch / self.total)
        logging.info("[%s%s] %d%%", "=" * done, "-" * (self.length - done), -(-100 * param.nbatch // self.total))
