"""Layout changes no value of any network, gradients included, and leaves transposes at its ends only."""

from typing import Any

import numpy as np
import pytest

from dusk import ops
from dusk.graph import Dim, Graph, TensorType, Value, constant, evaluate, trace, verify
from dusk.graph.graph import specialise
from dusk.transform.autodiff import gradients
from dusk.transform.canonicalise import canonicalise
from dusk.transform.decompose import decompose
from dusk.transform.layout import layout

F = np.dtype(np.float64)
POOL: dict[str, Any] = {"size": (2, 2), "strides": (2, 2), "padding": ((0, 0), (0, 0))}


def conv(x: Value, w: Any, stride: int = 1, groups: int = 1) -> Value:
    around = ((1, 1), (1, 1))
    return ops.conv(x, w, strides=(stride, stride), padding=around, dilation=(1, 1), groups=groups)


def network(seed: int, x: Value, weights: list[Any]) -> Value:
    """Layers drawn by chance, each for 4 channels in and out."""
    rng = np.random.default_rng(seed)
    first = x
    for w in weights:
        step = rng.integers(10)
        if step == 0:
            x = ops.batch_norm(x, ops.sum_(w, axis=(1, 2, 3)))[0]
        elif step == 1:
            x = ops.max_pool(x, **POOL)
        elif step == 2:
            x = ops.avg_pool(x, size=(3, 2), strides=(1, 2), padding=((1, 1), (1, 0)))
        elif step == 3:
            y = ops.transpose(x, axes=(0, 1, 3, 2))
            x = ops.concatenate(y, conv(y, w), axis=3)
        elif step == 4:
            x = ops.multiply(x, ops.sum_(x, axis=(2, 3), keepdims=True))
        elif step == 5:
            x = ops.reshape(x, shape=(x.shape[0], 4, -1, 1))
        elif step == 6:
            x = ops.flip(ops.add(x, ops.softmax(x, axis=1)), axis=(1, 3))
        elif step == 7 and x.shape == first.shape:
            x = ops.add(x, first)
        groups = 2 if step > 7 else 1
        part = ops.slice_(w, starts=(0,) * 4, sizes=(4, 4 // groups, 3, 3), steps=(1,) * 4)
        x = ops.tanh(conv(x, part, stride=1 + int(rng.integers(2)), groups=groups))
    return x


def prepared(graph: Graph) -> Graph:
    return canonicalise(decompose(graph))


@pytest.mark.parametrize("seed", range(12))
def test_values_and_gradients_stay(seed: int) -> None:
    rng = np.random.default_rng(seed)
    n = Dim("n")
    w = [TensorType((4, 4, 3, 3), F)] * 3
    graph = trace(lambda x, *ws: network(seed, x, list(ws)), TensorType((n if seed % 2 else 2, 4, 6, 5), F), *w)
    graph = specialise(graph, {"n": 2})
    seeds = [constant(rng.uniform(0.5, 1, v.shape)) for v in graph.outputs]
    whole = prepared(Graph(graph.inputs, (*graph.outputs, *gradients(graph.outputs, seeds, graph.inputs))))
    after = verify(layout(whole))
    assert after is not whole
    args = [rng.normal(size=v.shape) for v in whole.inputs]
    for a, b in zip(evaluate(after, args), evaluate(whole, args), strict=True):
        np.testing.assert_allclose(a, b, rtol=1e-12, atol=1e-12)


def test_only_the_ends_of_a_training_step_are_turned() -> None:
    def loss(x: Value, w: Value, v: Value, scale: Value) -> Value:
        y = ops.max_pool(ops.relu(ops.batch_norm(conv(x, w), scale)[0]), **POOL)
        y = ops.relu(ops.add(ops.batch_norm(conv(y, v), scale)[0], y))
        return ops.sum_(ops.square(ops.mean(conv(y, v), axis=(2, 3))))

    kinds = [TensorType(s, F) for s in ((2, 3, 8, 8), (4, 3, 3, 3), (4, 4, 3, 3), (4,))]
    graph = trace(loss, *kinds)
    found = gradients(graph.outputs, [constant(1.0)], graph.inputs[1:])
    after = layout(prepared(Graph(graph.inputs, (*graph.outputs, *found))))
    turned = [node.inputs[0] for node in after.nodes if node.op is ops.transpose and node.types[0].shape[-2:] != (3, 3)]
    assert set(turned) == {graph.inputs[0]}


def test_the_graphs_of_loops_are_laid_out_too() -> None:
    image, w = TensorType((2, 4, 5, 5), F), TensorType((4, 4, 3, 3), F)
    body = trace(lambda x, w: ops.tanh(conv(ops.tanh(conv(x, w)), w)), image, w)
    graph = trace(lambda x, w: ops.scan(x, w, body=body, length=3, sources=("carry", "same")), image, w)
    inner = [p for node in layout(prepared(graph)).nodes for _, p in node.params if isinstance(p, Graph)]
    assert sum(node.op is ops.transpose for node in inner[0].nodes) == 2

