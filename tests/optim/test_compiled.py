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
    kept = [*params.values(), *[a for of_slot in optimiser.state.values() for a in of_slot.values()]]
    before = [id(a.buffer) for a in kept]
    in_use = dusk.memory_in_use()
    found = counts(lambda i: float(step(x)), 4)
    assert_steady(found, 0)
    assert [round_["copied_bytes"] for round_ in found] == [0] * 4
    assert [id(a.buffer) for a in kept] == before
    assert dusk.memory_in_use() == in_use


@native_only
@pytest.mark.parametrize("kind", OPTIMISERS)
def test_an_imperative_step_is_one_program_that_writes_in_place(kind: str) -> None:
    params, optimiser = arrays(0), OPTIMISERS[kind]()
    x = np.ones((8, 40), dtype="float32")

    def step(i: int) -> None:
        loss, gradients = dusk.value_and_grad(objective)(params, x)
        optimiser.update(params, gradients)
        float(loss)

    found = counts(step, 3)
    kept = [*params.values(), *[a for of_slot in optimiser.state.values() for a in of_slot.values()]]
    before = [id(a.buffer) for a in kept]
    in_use = dusk.memory_in_use()
    found = counts(step, 4)
    assert_steady(found, 0)
    assert [(round_["flushes"], round_["copied_bytes"]) for round_ in found] == [(1, 0)] * 4
    assert [id(a.buffer) for a in kept] == before
    assert dusk.memory_in_use() == in_use


@native_only
def test_an_update_by_itself_needs_no_memory_and_one_kernel_an_array() -> None:
    params, optimiser = arrays(0), optim.Adam(1e-3)

    @dusk.compile
    def update(gradients: Any) -> None:
        optimiser.update(params, gradients)

    gradients = arrays(1)
    for _ in range(3):
        update(gradients)
        dusk.wait()
    memory = update.memory()
    assert memory.outputs == 0
    assert memory.temporaries < 64  # numbers: the rate, corrected for the step
    assert update.program.stats.host_steps == 0
    assert update.program.stats.native_steps <= len(params) + 3  # the step's number, and what it makes of the rate
