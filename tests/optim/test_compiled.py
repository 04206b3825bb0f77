"""Updates inside of compiled steps, and by themselves: one program, in place, found again at every round."""

from typing import Any

import numpy
import pytest

import dusk
import dusk.numpy as np
from counted import Counted
from dusk import optim
from dusk.kernel import native
from steady import assert_steady, counts

native_only = pytest.mark.skipif(not native.available(), reason="no native code here")
SHAPES = {f"layers.{i}.{name}": shape for i in range(4) for name, shape in (("weight", (40, 40)), ("bias", (40,)))}


def arrays(seed: int) -> dict[str, Any]:
    rng = numpy.random.default_rng(seed)
    return {name: np.array(rng.standard_normal(shape).astype("float32")) for name, shape in SHAPES.items()}


def objective(params: Any, x: Any) -> Any:
    for i in range(4):
        x = np.tanh(x @ params[f"layers.{i}.weight"] + params[f"layers.{i}.bias"])
    return (x * x).sum()


OPTIMISERS = {
    "adam": lambda: optim.Adam(optim.cosine(1e-3, 100), clip=optim.clip_by_global_norm(1.0)),
    "sgd": lambda: optim.SGD(1e-5, momentum=0.9, groups={"*.bias": {"rate": 2.0}}),
    "scaled": lambda: optim.AdamW(1e-3, scale=optim.LossScale(16.0)),
}


@pytest.mark.parametrize("kind", OPTIMISERS)
def test_a_step_that_captures_its_optimiser_is_traced_once(kind: str) -> None:
    params, optimiser = arrays(0), OPTIMISERS[kind]()
    body = Counted(objective)

    @dusk.compile
    def step(x: Any) -> Any:
        loss, gradients = dusk.value_and_grad(body)(params, x)
        optimiser.update(params, gradients)
        return loss

    x = np.ones((8, 40), dtype="float32")
    losses = [float(step(x)) for _ in range(5)]
    assert losses[-1] < losses[0]
    assert step.explain().startswith("compiled")
    assert body.runs <= 2  # the first call, which makes the state, runs imperatively
    assert int(optimiser.steps) == 5


@native_only
@pytest.mark.parametrize("kind", OPTIMISERS)
def test_a_compiled_step_writes_parameters_and_state_where_they_lie(kind: str) -> None:
    params, optimiser = arrays(0), OPTIMISERS[kind]()

    @dusk.compile
    def step(x: Any) -> Any:
        loss, gradients = dusk.value_and_grad(objective)(params, x)
        optimiser.update(params, gradients)
        return loss

    x = np.ones((8, 40), dtype="float32")
    for _ in range(3):
        float(step(x))
    kept = [*params.values(), *[a for state in optimiser.state.values() for a in state.values()]]
    before = [id(a.buffer) for a in kept]
    in_use = dusk.memory_in_use()
    found = counts(lambda i: float(step(x)), 4)
    assert_steady(found, 0)
    assert [round_["copied_bytes"] for round_ in found] == [0] * 4
    assert [id(a.buffer) for a in kept] == before
    assert dusk.memory_in_use() == in_use
