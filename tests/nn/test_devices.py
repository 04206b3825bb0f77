"""Models on devices: what `to` takes there, what is made there, and what optimisers keep there."""

from typing import Any

import numpy as onp
import pytest

import dusk
import dusk.numpy as np
from dusk import nn, optim
from dusk.record import Handle


def model() -> Any:
    nn.seed(3)
    return nn.Sequential(nn.Linear(8), nn.BatchNorm(), nn.tanh, nn.Dropout(0.25), nn.Linear(2))


def places(arrays: Any) -> set[str]:
    return {x.type.device for x in arrays.values()}


def test_a_model_is_made_where_it_was_told_to_or_where_its_input_lies() -> None:
    x = np.ones((4, 3))
    for made, given in ((model(), x.to_device("cpu:1")), (model().to("cpu:1"), x.to_device("cpu:1"))):
        with dusk.policy(transfer="exclusive"):
            assert made(given).device == "cpu:1" and places(made.parameters()) == {"cpu:1"}
    with dusk.cpu(1):
        there = model()(np.ones((4, 3)))
    assert there.device == "cpu:1"


def test_a_model_that_is_there_moves_as_it_is() -> None:
    made = model()
    x = np.ones((4, 3))
    made.eval()
    before = made(x)
    assert made.to(dusk.cpu(2)) is made and places(made.arrays()) == {"cpu:2"}
    after = made(x.to_device("cpu:2"))
    assert after.device == "cpu:2" and onp.array_equal(onp.asarray(after), onp.asarray(before))
    made.to("cpu")
    assert made(x).tolist() == before.tolist() and places(made.arrays()) == {"cpu:0"}
    with pytest.raises(ValueError, match="no device is named"):
        made.to("nowhere")


@pytest.mark.parametrize("rule", [optim.SGD, optim.Adam])
def test_training_on_a_device_is_training_on_the_first_one(rule: Any, tier: str) -> None:
    x = onp.random.default_rng(1).random((4, 3)).astype("f4")

    def train(device: str) -> tuple[list[float], Any]:
        made, optimiser = model().to(device), rule(rate=0.05)
        given = np.asarray(x, device=device)
        with dusk.policy(transfer="explicit"):
            made(given)
            step = dusk.value_and_grad(lambda m: (m(given) ** 2).mean())
            losses: list[float] = []
            for _ in range(4):
                loss, gradients = step(made)
                optimiser.update(made, gradients)
                losses.append(float(loss))
        kept = [a for arrays in optimiser.state.values() for a in arrays.values()]
        assert places(made.arrays()) == {dusk.device(device).name}
        assert {a.type.device for a in kept if isinstance(a, Handle)} <= {dusk.device(device).name}
        return losses, made.arrays()

    with dusk.config.using(reproducible=tier == "native"):
        here, there = train("cpu"), train("cpu:1")
    assert here[0] == there[0]
    assert all(onp.array_equal(onp.asarray(a), onp.asarray(there[1][n])) for n, a in here[1].items())


def test_state_of_an_optimiser_goes_to_the_parameters_that_it_is_of() -> None:
    w = {"w": np.ones(3)}
    first = optim.Adam(rate=0.1)
    first.update(w, {"w": np.ones(3)})
    again, there = optim.Adam(rate=0.1), {"w": w["w"].to_device("cpu:1")}
    again.load_state_dict(first.state_dict())
    with dusk.policy(transfer="explicit"):
        again.update(there, {"w": np.ones(3, device="cpu:1")})
    first.update(w, {"w": np.ones(3)})
    assert there["w"].device == "cpu:1" and there["w"].tolist() == w["w"].tolist()
    assert {a.type.device for arrays in again.state.values() for a in arrays.values()} == {"cpu:1"}
