"""How fast data come when nobody computes with them."""

from __future__ import annotations

import time
from itertools import islice
from typing import Any, NamedTuple, cast

import numpy as np

from dusk.data.loader import Loader

__all__ = ["Throughput", "throughput"]


class Throughput(NamedTuple):
    """What a loader delivers when nobody computes with it."""

    samples_s: float
    batches_s: float
    bytes_s: float
    seconds: float


def throughput(loader: Loader, batches: int | None = None) -> Throughput:
    """How fast the batches of an epoch come (of the first `batches` of it): the time of input alone.

    The loader is left in the state that it was in. Processes are started before the clock is.

    >>> import numpy as np
    >>> throughput(Loader(np.zeros((100, 8)), 10)).seconds < 60
    True
    """
    state = loader.state_dict()
    loader.begin()
    samples = number = nbytes = 0
    began = time.perf_counter()
    for batch in islice(loader, batches):
        arrays = _leaves(batch)
        number, samples = number + 1, samples + (len(arrays[0]) if arrays and arrays[0].ndim else 1)
        nbytes += sum(a.nbytes for a in arrays)
    seconds = time.perf_counter() - began
    loader.load_state_dict(state)
    return Throughput(samples / seconds, number / seconds, nbytes / seconds, seconds)


def _leaves(batch: Any) -> list[np.ndarray[Any, Any]]:
    if isinstance(batch, np.ndarray):
        return [batch]
    if isinstance(batch, dict):
        batch = tuple(cast("dict[str, Any]", batch).values())
    return (
        [leaf for part in cast("tuple[Any, ...]", batch) for leaf in _leaves(part)] if isinstance(batch, tuple) else []
    )
