"""What worker processes of tests/data are given: they import this module."""

import os
import signal
from typing import Any

import numpy as np


class Squares:
    """Samples (i, i * i as an array); one of them may be deadly, or raise."""

    def __init__(self, n: int, *, kills: int = -1, exits: int = -1, raises: int = -1, interrupts: int = -1) -> None:
        self.n, self.kills, self.exits, self.raises, self.interrupts = n, kills, exits, raises, interrupts

    def __len__(self) -> int:
        return self.n

    def __getitem__(self, i: int) -> Any:
        if i == self.kills:
            os.kill(os.getpid(), signal.SIGKILL)
        if i == self.exits:
            os._exit(3)
        if i == self.raises:
            raise ZeroDivisionError(f"sample {i} is bad")
        return i, np.full(4, i * i)


def doubled(sample: Any) -> Any:
    return sample[0], sample[1] * 2


def noisy(sample: Any, rng: np.random.Generator) -> Any:
    return sample[0], sample[1] + rng.integers(0, 1000, 4)


def jitter(x: Any, rng: np.random.Generator) -> Any:
    return x + rng.integers(0, 1000, x.shape)


def process(x: Any, rng: np.random.Generator) -> Any:
    return np.full(x.shape, os.getpid())


class LocalError(Exception):
    """An exception that cannot be pickled: its arguments are not those it is made with."""

    def __init__(self, a: int, b: int) -> None:
        super().__init__(f"{a} and {b}")


def fails_locally(sample: Any) -> Any:
    raise LocalError(1, 2)
