"""Optimisers whose parameters are shared: a loop, or `train.fit`, of one worker becomes that of many."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
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
TOGETHER = 1 << 20
"""Bytes of gradients that are contributed together: fewer would cost more by their messages than they gain."""


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
        weight = self._weight
        # what a program needs first is wanted back first
        for place, (name, gradient) in enumerate(reversed(found.items())):
            array = np.asarray(gradient)
            self.store.push(name, array if weight == 1 else array * array.dtype.type(weight), priority=-place)
        self._push_states(model)
        self._pull(model)

    def update_with(self, model: Any, started: Any, gradients: Mapping[str, int]) -> Any:
        """As `update` by a call that was begun (see `Compiled.start`), of whose outputs `gradients[name]` are numbers:
        each is contributed as soon as it is there, what the program needs first before what else waits, and the new
        values are on their way while the rest is computed. The call's result."""
        self.begin(model)
        weight, names = self._weight, list(named(model))
        waits: list[tuple[list[str], Callable[[], list[Array]]]] = []

        def scaled(places: Sequence[int]) -> list[Array]:
            arrays: list[Array] = [started.array(place) for place in places]
            return arrays if weight == 1 else [array * array.dtype.type(weight) for array in arrays]

        for group in self._groups([name for name in reversed(names) if name in gradients], gradients, started):
            places = [gradients[name] for name in group]
            reads = [started.outputs[place] for place in places]
            values = self.store.exchange(group, reads, lambda places=places: scaled(places), -names.index(group[-1]))
            waits.append((group, values))
        result = started.wait()
        self._push_states(model)
        parameters = named(model)
        for group, values in waits:
            for name, value in zip(group, values(), strict=True):
                parameters[name][...] = value
        self._pull(model, among=())
        return result

    @staticmethod
    def _groups(names: Sequence[str], gradients: Mapping[str, int], started: Any) -> list[list[str]]:
        """Names in their order, those of small arrays together."""
        groups: list[list[str]] = [[]]
        nbytes = 0
        for name in names:
            if nbytes >= TOGETHER:
                groups.append([])
                nbytes = 0
            groups[-1].append(name)
            nbytes += started.outputs[gradients[name]].nbytes
        return [group for group in groups if group]

    def _push_states(self, model: Any) -> None:
        states = _states_of(model)
        for name, before in self._states.items():
            change = np.asarray(states[name]) - before
            self.store.push(_STATE + name, change * change.dtype.type(self._weight))

    def _pull(self, model: Any, among: Collection[str] | None = None) -> None:
        parameters, states = named(model), _states_of(model)
        parameters = parameters if among is None else {name: parameters[name] for name in among}
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
