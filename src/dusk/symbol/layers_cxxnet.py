"""Layers as cxxnet has them, where MXNet has no such."""

from __future__ import annotations

from typing import Any

from dusk import ops, random
from dusk.array import as_handle
from dusk.gradients import custom_gradient
from dusk.record import record
from dusk.symbol.layer import layer
from dusk.symbol.layers_norm import of_channels


@layer()
def PairTest(master: Any, slave: Any) -> Any:  # noqa: N802
    """master; what comes back goes to both."""

    def run(master: Any, slave: Any) -> Any:
        def pull(g: Any) -> Any:
            return g, g

        return ops.identity(master), pull

    return custom_gradient(run)(master, slave)


@layer(elementwise=True)
def Insanity(data: Any, *, lb: float = 5.0, ub: float = 10.0, key: Any = None) -> Any:  # noqa: N802
    """data where it is positive, elsewhere over a random number from `lb` to `ub`; while nothing trains over their
    mean."""
    by: Any = (lb + ub) / 2
    if key is not None:
        by = random.uniform(key, data.shape, lb, ub, dtype=data.dtype)
    return ops.where(ops.greater(data, 0), data, ops.divide(data, by))


@layer(shapes=of_channels)
def BatchNormNoAverages(data: Any, gamma: Any, beta: Any, *, eps: float = 1e-10) -> Any:  # noqa: N802
    """Each channel of `data[batch, channels, ...]` less its mean in the batch over its spread, times `gamma[channels]`,
    plus `beta[channels]`, whether it trains or not."""
    given = tuple(map(as_handle, (data, gamma, beta)))
    return record(ops.batch_norm, given, {"axis": 1, "eps": eps}, as_array=True)[0]
