"""A training: its state while it runs, what is saved of it, and what goes on from there."""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, cast

import numpy

import dusk.numpy as np
from dusk import nn
from dusk.train.callbacks import Callback
from dusk.train.checkpoint import Checkpoints
from dusk.train.history import History
from dusk.tree import flatten, map_leaves


class Run:
    """A training that is under way; what callbacks get."""

    def __init__(
        self, model: nn.Module, optimiser: Any, data: Any, sums: Mapping[str, Any], callbacks: Sequence[Callback]
    ) -> None:
        self.model, self.optimiser, self.data = model, optimiser, data
        self.sums, self.callbacks = sums, callbacks
        self.epoch, self.step, self.batch = 1, 0, 0
        self.loss: Any = None
        self.behind = 0  # batches to come that were done before
        self.part: Callable[[Any], Any] = lambda batch: batch
        self.row: dict[str, Any] = {}
        self.history = History()

    def stop(self, reason: str) -> None:
        """End the training after this epoch."""
        self.history.stopped = reason or "stopped"

    def tell(self, occasion: str) -> None:
        """Call the method of each callback for an occasion."""
        for callback in self.callbacks:
            getattr(callback, occasion)(self)

    def batches(self) -> Iterable[Any]:
        """The batches of this epoch that are still to come."""
        if self.batch and not _has_state(self.data):
            return itertools.islice(self.data, self.batch, None)
        return self.data

    # --- saving
    def state(self) -> dict[str, Any]:
        """All that the rest of the training depends on."""
        return {
            "model": self.model.state_dict(),
            "optimiser": self.optimiser.state_dict(),
            "data": self.data.state_dict() if _has_state(self.data) else {},
            "metrics": {name: metric.state_dict() for name, metric in self.sums.items()},
            "callbacks": {str(i): callback.state_dict() for i, callback in enumerate(self.callbacks)},
            "random": _random_state(),
            "run": {"epoch": self.epoch, "step": self.step, "batch": self.batch, "stopped": self.history.stopped},
            "history": self.history.rows,
        }

    def restore(self, state: Mapping[str, Any], build: Callable[[], None]) -> None:
        """Go on from a state. ValueError: it is that of another model, or of other callbacks."""
        if not self.model.is_complete():
            build()
        self.model.load_state_dict(state["model"])
        self.optimiser.load_state_dict(state["optimiser"])
        if _has_state(self.data):
            self.data.load_state_dict(state["data"])
        for what, mine in (("metrics", [*self.sums]), ("callbacks", [str(i) for i in range(len(self.callbacks))])):
            if [*state[what]] != mine:
                raise ValueError(f"the checkpoint is of a run with {what} {[*state[what]]}, this one has {mine}")
        for name, metric in self.sums.items():
            metric.load_state_dict(state["metrics"][name])
        for i, callback in enumerate(self.callbacks):
            callback.load_state_dict(state["callbacks"][str(i)])
        at = state["run"]
        self.epoch, self.step, self.batch = at["epoch"], at["step"], at["batch"]
        self.history = History(state["history"])
        self.history.stopped = at["stopped"]
        _set_random_state(state["random"])


def newest(checkpoints: Checkpoints, resume: bool) -> Mapping[str, Any] | None:
    """What a run goes on from (FileExistsError: there is something that it is not to go on from)."""
    if not resume and checkpoints.steps:
        raise FileExistsError(
            f"{checkpoints.folder} has checkpoints up to step {checkpoints.steps[-1]} of a run that this one is not to "
            "go on from: take another folder, or resume=True"
        )
    found = checkpoints.newest()
    return None if found is None else found[1]


def parts(batch: Any) -> tuple[Any, ...]:
    """What a batch has, as Dusk's arrays."""
    return tuple(map_leaves(_array, [*cast("Any", batch)] if isinstance(batch, tuple | list) else [batch]))


def _array(leaf: Any) -> Any:
    return np.array(leaf) if type(leaf) is numpy.ndarray and leaf.dtype.kind in "biufcV" else leaf


def size_of(batch: Sequence[Any]) -> int:
    """How many samples a batch has, by its first array."""
    return next((int(leaf.shape[0]) for leaf in flatten([*batch])[0] if getattr(leaf, "shape", ())), 1)


def first_of(data: Any) -> Any:
    """The first batch, to look at: it comes again."""
    state = data.state_dict() if _has_state(data) else None
    found = next(iter(data))
    if state is not None:
        data.load_state_dict(state)
    return found


def _has_state(data: Any) -> bool:
    return hasattr(data, "state_dict") and hasattr(data, "load_state_dict")


def _random_state() -> dict[str, Any]:
    """The states of the global generators, which transforms of data may draw from."""
    kind, key, at, has_gauss, gauss = cast("Any", numpy.random.get_state())
    version, words, held = random.getstate()
    return {
        "numpy": {"kind": kind, "key": key, "at": at, "has_gauss": has_gauss, "gauss": gauss},
        "python": {"version": version, "words": numpy.array(words, numpy.uint32), "held": held},
    }


def _set_random_state(state: Mapping[str, Any]) -> None:
    found, python = state["numpy"], state["python"]
    key = numpy.array(found["key"])
    numpy.random.set_state((found["kind"], key, found["at"], found["has_gauss"], found["gauss"]))
    random.setstate((python["version"], tuple(int(word) for word in numpy.array(python["words"])), python["held"]))
