"""Recurrent layers of Caffe's against loops in NumPy, from files, with all inputs and outputs, and their gradients."""

from typing import Any

import numpy as np
import pytest

from dusk.formats import caffe
from dusk.symbol import Variable, function, layers_steps
from dusk.testing import check_grads

Array = np.ndarray[Any, Any]
STEPS, BATCH, FEATURES, UNITS = 4, 3, 5, 2
SOURCE = np.random.default_rng(0)
GIVEN: dict[str, Array] = {
    "data": SOURCE.normal(size=(STEPS, BATCH, FEATURES)),
    "cont": np.array([[0, 1, 1], [1, 0, 1], [1, 1, 1], [1, 1, 0]], float),
    "static": SOURCE.normal(size=(BATCH, 6)),
    "hidden": SOURCE.normal(size=(1, BATCH, UNITS)),
    "cell": SOURCE.normal(size=(1, BATCH, UNITS)),
}


def sigmoid(x: Array) -> Array:
    return 1 / (1 + np.exp(-x))


def weights(gates: int) -> dict[str, Array]:
    rows = gates * UNITS
    shapes = {"weight": (rows, FEATURES), "bias": (rows,), "static_weight": (rows, 6),
              "recurrent_weight": (rows, UNITS), "output_weight": (UNITS, UNITS), "output_bias": (UNITS,)}  # fmt: skip
    return {name: np.random.default_rng(1).normal(size=shape) for name, shape in shapes.items()}


def lstm(g: dict[str, Array], w: dict[str, Array]) -> list[Array]:
    zeros = np.zeros((1, BATCH, UNITS))
    h, c = g.get("hidden", zeros)[0], g.get("cell", zeros)[0]
    found: list[Array] = []
    for t in range(STEPS):
        on = g["cont"][t][:, None]
        gates = g["data"][t] @ w["weight"].T + w["bias"] + (on * h) @ w["recurrent_weight"].T
        if "static" in g:
            gates = gates + g["static"] @ w["static_weight"].T
        i, f, o, new = np.split(gates, 4, axis=1)
        c = on * sigmoid(f) * c + sigmoid(i) * np.tanh(new)
        h = sigmoid(o) * np.tanh(c)
        found.append(h)
    return [np.stack(found), h[None], c[None]]


def rnn(g: dict[str, Array], w: dict[str, Array]) -> list[Array]:
    h = g.get("hidden", np.zeros((1, BATCH, UNITS)))[0]
    found: list[Array] = []
    for t in range(STEPS):
        seen = g["data"][t] @ w["weight"].T + w["bias"]
        if "static" in g:
            seen = seen + g["static"] @ w["static_weight"].T
        h = np.tanh(seen + (g["cont"][t][:, None] * h) @ w["recurrent_weight"].T)
        found.append(np.tanh(h @ w["output_weight"].T + w["output_bias"]))
    return [np.stack(found), h[None]]


CASES = [(kind, static, exposed) for kind in ("LSTM", "RNN") for static in (False, True) for exposed in (False, True)]


@pytest.mark.parametrize(("kind", "static", "exposed"), CASES)
def test_steps_are_those_of_a_loop(kind: str, static: bool, exposed: bool) -> None:
    states = (["hidden", "cell"] if kind == "LSTM" else ["hidden"]) if exposed else []
    bottoms = ["data", "cont", *(["static"] if static else []), *states]
    tops = ["out", *(f"last_{state}" for state in states)]
    inputs = "".join(
        f'layer {{ name: "{n}" type: "Input" top: "{n}" input_param {{ shape {{ '
        + " ".join(f"dim: {d}" for d in GIVEN[n].shape) + " } } }\n" for n in bottoms
    )  # fmt: skip
    read, made = (" ".join(f'{what}: "{n}"' for n in names) for what, names in (("bottom", bottoms), ("top", tops)))
    settings = f'num_output: {UNITS} weight_filler {{ type: "xavier" }} ' + ("expose_hidden: true" if exposed else "")
    text = f'{inputs} layer {{ name: "r" type: "{kind}" {read} {made} recurrent_param {{ {settings} }} }}'
    net = caffe.load(caffe.parse(text))
    own = weights(4 if kind == "LSTM" else 1)
    names = [n for n in own if (static or n != "static_weight") and (kind == "RNN" or "output" not in n)]
    assert net.blobs["r"] == [f"r_{n}" for n in names]
    shapes = net.shapes()
    assert {n: shapes[f"r_{n}"] for n in names} == {n: own[n].shape for n in names}
    assert [p.filler.type for p in net.parameters.values()].count("xavier") == len([n for n in names if "weight" in n])
    arrays = {n: GIVEN[n].astype(np.float32) for n in bottoms} | {f"r_{n}": own[n].astype(np.float32) for n in names}
    expected = (lstm if kind == "LSTM" else rnn)({n: GIVEN[n] for n in bottoms}, own)
    found = net.symbol.eval(**arrays)
    assert net.outputs() == tops
    for x, y in zip(found, expected, strict=False):
        np.testing.assert_allclose(x, y, rtol=1e-4, atol=1e-5)
    again = caffe.load(caffe.parse(caffe.to_text(net)))
    assert again.symbol.digest == net.symbol.digest
    assert [p.filler for p in again.parameters.values()] == [p.filler for p in net.parameters.values()]


@pytest.mark.parametrize("kind", ["LSTM", "RNN"])
def test_gradients_are_those_of_differences(kind: str) -> None:
    layer = layers_steps.CaffeLSTM if kind == "LSTM" else layers_steps.CaffeRNN
    own = weights(4 if kind == "LSTM" else 1)
    names = [n for n in own if n != "static_weight" and (kind == "RNN" or "output" not in n)]
    run = layer(Variable("data"), Variable("cont"), num_output=UNITS, name="r")

    def f(data: Any, *arrays: Any) -> Any:
        wired = {f"r_{n}": x for n, x in zip(names, arrays, strict=True)}
        return function(run)(data=data, cont=GIVEN["cont"], **wired)

    check_grads(f, [GIVEN["data"], *(own[n] for n in names)], order=1, modes=["rev"])


def test_shapes_that_are_known_in_part_follow_as_far() -> None:
    net = layers_steps.CaffeRNN(Variable("data"), Variable("cont"), num_output=UNITS, name="r")
    arguments, outputs, _ = net.infer_shape_partial(data=(STEPS, BATCH, 0))
    assert arguments == [(STEPS, BATCH, 0), (STEPS, BATCH), (2, 0), (2,), (2, 2), (2, 2), (2,)]
    assert outputs == [(STEPS, BATCH, UNITS)]
