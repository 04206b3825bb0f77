"""Summaries: shapes, parameters and operations layer by layer, and the memory that is planned."""

import numpy
import pytest

import dusk
import dusk.numpy as np
from dusk import nn
from dusk.kernel import native


def test_layers_in_the_order_of_their_calls() -> None:
    model = nn.Sequential(nn.Conv2d(4, 3, padding=1), nn.relu, nn.MaxPool2d(2), nn.Flatten(), nn.Linear(5))
    found = nn.summary(model, np.zeros((2, 3, 8, 8), "float32"))
    assert [(r.name, r.kind, r.shape, r.parameters) for r in found.rows] == [
        ("layers.0", "Conv2d", (2, 4, 8, 8), 4 * 3 * 9 + 4),
        ("layers.2", "MaxPool2d", (2, 4, 4, 4), 0),
        ("layers.3", "Flatten", (2, 64), 0),
        ("layers.4", "Linear", (2, 5), 64 * 5 + 5),
    ]
    conv, pool, flat, linear = (r.flops for r in found.rows)
    assert conv == 2 * (2 * 4 * 64) * 27 + 2 * 4 * 64  # products, then the bias
    assert (pool, flat, linear) == (3 * 2 * 4 * 16, 0, 2 * 2 * 64 * 5 + 2 * 5)
    assert found.flops == conv + pool + linear + 2 * 4 * 64
    assert found.parameters == found.trained == 112 + 325
    assert "layers.4 Linear" in str(found) and model.training


def test_what_is_frozen_is_not_trained_and_a_layer_alone_is_a_model() -> None:
    layer = nn.Linear(3)
    x = numpy.zeros((2, 4))
    assert nn.summary(layer, x).trained == 15
    layer.freeze("bias")
    found = nn.summary(layer, x)
    assert (found.parameters, found.trained, found.rows[0].name) == (15, 12, "")


def test_rounds_of_a_loop_count_each() -> None:
    short, long = (nn.summary(nn.LSTM(8), np.zeros((2, t, 4), "float32")).flops for t in (5, 10))
    assert short < long <= 2 * short


@pytest.mark.skipif(not native.available(), reason="no native code here")
def test_planned_bytes_are_those_of_the_compiled_model() -> None:
    model, x = nn.Sequential(nn.Linear(64), nn.tanh, nn.Linear(32)), np.zeros((16, 128), "float32")
    found = nn.summary(model, x).nbytes
    compiled = dusk.compile(model)
    compiled(x)
    assert found == compiled.memory().peak - compiled.memory().constants
