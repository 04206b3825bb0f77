"""Optimisers whose parameters are shared: a loop, or `train.fit`, of one worker becomes that of many."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from dusk import random
from dusk.kvstore.updates import ADD
from dusk.optim import Optimiser
from dusk.optim.named import named
from dusk.tree import flatten, unflatten

if TYPE_CHECKING:
    from dusk.kvstore.kvstore import KVStore

Array = np.ndarray[Any, Any]
_STATE = "state."


class SharedOptimiser:
    """Moves parameters as all workers' gradients together say; `KVStore.optimiser` makes it.

    Gradients are those of the mean over this worker's share of a batch (see `part`): what is contributed is weighted by
    the share's size, so that the sum is the gradient of the mean over the whole batch. States of a model that are real
    numbers, as running means are, become the same weighted means of what the workers have; keys of random draws differ
    from worker to worker, and are the same when one is started again.
    """

    def __init__(self, store: KVStore, optimiser: Optimiser) -> None:
        self.store, self.rule = store, optimiser
        self._weight = 1.0
        self._begun = False
        self._states: dict[str, Array] = {}  # as they were pulled last
        self._keys: dict[str, Array] = {}  # as they were made

    @property
    def clock(self) -> int:
        """The number of updates this worker has contributed to."""
        return self.store.clock

    def part(self, batch: Any) -> Any:
        """This worker's share of a batch: of each array (of a tree of them) its rows."""
        leaves, structure = flatten(batch)
        size = next((len(leaf) for leaf in leaves if getattr(leaf, "shape", ())), 1)
        mine = self.store.share(size)
        self._weight = (mine.stop - mine.start) / size
        if mine.start == mine.stop:  # more workers than samples
            mine = slice(0, 1)
        return unflatten(structure, [leaf[mine] if getattr(leaf, "shape", ()) else leaf for leaf in leaves])

    def begin(self, model: Any) -> None:
        """Name the parameters; the model gets the values that all workers begin, or go on, with."""
        if self._begun:
            return
        if not getattr(model, "is_complete", lambda: True)():
            raise ValueError(
                f"{type(model).__name__} makes parameters when it sees its first batch: call it on some before the "
                "optimiser begins"
            )
        parameters, states = named(model), _states_of(model)
        self._keys = {name: np.array(array) for name, array in states.items() if array.dtype.kind == "u"}
        self.store.set_optimizer(self.rule)
        self.store.init(list(parameters), [np.array(array) for array in parameters.values()])
        real = [name for name, array in states.items() if array.dtype.kind == "f"]
        if real:
            self.store.init([_STATE + name for name in real], [np.array(states[name]) for name in real], ADD)
        self._begun = True
        self._pull(model)

    def update(self, model: Any, gradients: Any) -> None:
        """Contribute this worker's gradients, and give the model the parameters after the update by all of them."""
        self.begin(model)
        found = {name: gradient for name, gradient in named(gradients).items() if gradient is not None}
        states = _states_of(model)
        changes = {name: np.asarray(states[name]) - before for name, before in self._states.items()}
        weight = self._weight
        # what a program needs first is wanted back first
        for place, (name, gradient) in enumerate(reversed(found.items())):
            array = np.asarray(gradient)
            self.store.push(name, array if weight == 1 else array * array.dtype.type(weight), priority=-place)
        for name, change in changes.items():
            self.store.push(_STATE + name, change * change.dtype.type(weight))
        self._pull(model)

    def _pull(self, model: Any) -> None:
        parameters, states = named(model), _states_of(model)
        keys = [*parameters, *(_STATE + name for name in states if states[name].dtype.kind == "f")]
        for name, value in zip(keys, self.store.pull(keys), strict=True):
            if name in parameters:
                parameters[name][...] = value
            else:
                states[name.removeprefix(_STATE)][...] = value
                self._states[name.removeprefix(_STATE)] = np.array(value)
        for name, first in self._keys.items():
            mine = random.fold_in(random.fold_in(first, self.store.rank), self.clock)
            states[name][...] = mine


def _states_of(model: Any) -> dict[str, Any]:
    """What a model keeps besides its parameters."""
    arrays = getattr(model, "arrays", None)
    if not callable(arrays):
        return {}
    parameters = model.parameters()
    found: dict[str, Any] = arrays()  # pyright: ignore[reportAssignmentType]
    return {name: array for name, array in found.items() if name not in parameters}
