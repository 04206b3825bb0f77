"""Statistics of inner values while a module trains."""

from __future__ import annotations

import logging
import re
from collections.abc import Callable
from typing import Any

import numpy as np

from dusk.symbol import Executor

__all__ = ["Monitor"]


def _size(array: Any) -> Any:
    return np.linalg.norm(array) / np.sqrt(array.size)


class Monitor:
    """`stat_func` of every inner value, argument and gradient whose name matches `pattern`, every `interval`
    batches."""

    def __init__(
        self,
        interval: int,
        stat_func: Callable[[Any], Any] | None = None,
        pattern: str = ".*",
        sort: bool = False,
        monitor_all: bool = False,
    ) -> None:
        self.interval, self.stat_func, self.sort = interval, stat_func or _size, sort
        self.pattern = re.compile(pattern)
        self.step, self.activated = 0, False
        self.queue: list[tuple[int, str, Any]] = []
        self.executors: list[Executor] = []

    def install(self, executor: Executor) -> None:
        """Watch an executor."""
        executor.set_monitor_callback(self._seen)
        self.executors.append(executor)

    def _seen(self, name: str, array: Any) -> None:
        if self.activated and self.pattern.match(name):
            self.queue.append((self.step, name, self.stat_func(np.asarray(array))))

    def tic(self) -> None:
        """Before a batch."""
        if self.step % self.interval == 0:
            self.queue, self.activated = [], True
        self.step += 1

    def toc(self) -> list[tuple[int, str, Any]]:
        """After a batch: numbers, names and statistics."""
        if not self.activated:
            return []
        for executor in self.executors:
            arrays = {**executor.arg_dict, **{f"{n}_grad": g for n, g in executor.grad_dict.items() if g is not None}}
            for name, array in arrays.items():
                self._seen(name, array)
        self.activated = False
        found = sorted(self.queue, key=lambda row: row[1]) if self.sort else self.queue
        return found

    def toc_print(self) -> None:
        """The same, logged."""
        for step, name, value in self.toc():
            logging.info("Batch: %7d %30s %s", step, name, value)
