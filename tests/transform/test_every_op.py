"""The pipeline leaves the value, the gradient and the second gradient of every op as they are."""

from typing import Any

import numpy as np
import pytest

from dusk.graph import Graph, constant, evaluate, placeholder, verify
from dusk.graph.graph import specialise
from dusk.transform import optimise
from dusk.transform.autodiff import gradients
from op_samples import SAMPLES, SIZE, Sample


def weighted_gradient(graph: Graph, by: tuple[int, ...]) -> Graph:
    """The gradient, by some inputs, of the outputs summed with fixed weights."""
    outputs = [v for v in graph.outputs if v.dtype.kind in "fc"]
    rng = np.random.default_rng(3)
    weights = [constant(rng.uniform(0.5, 1.5, v.shape).astype(v.dtype)) for v in outputs]
    return Graph(graph.inputs, gradients(outputs, weights, [graph.inputs[i] for i in by]))


def assert_alike(graph: Graph, arguments: list[Any]) -> None:
    wanted = evaluate(graph, arguments)
    for math in ("exact", "relaxed"):
        after = verify(optimise(graph, math=math))
        for a, b in zip(evaluate(after, arguments), wanted, strict=True):
            a, b = np.asarray(a), np.asarray(b)
            assert (a.dtype, a.shape) == (b.dtype, b.shape)
            rounding = 1e-5 if a.dtype.itemsize < 8 else 1e-11
            np.testing.assert_allclose(a, b, rtol=rounding, atol=rounding)


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda s: s.name)
@np.errstate(all="ignore")
def test_value_and_gradients_stay(sample: Sample) -> None:
    graph, arguments = specialise(sample.graph(), {"n": SIZE}), sample.draw()
    assert_alike(graph, arguments)
    if sample.grad:
        first = weighted_gradient(graph, sample.grad)
        assert_alike(first, arguments)
        if sample.second:
            assert_alike(weighted_gradient(first, sample.grad), arguments)


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda s: s.name)
@np.errstate(all="ignore")
def test_named_sizes_stay_named(sample: Sample) -> None:
    graph = sample.graph()
    verify(optimise(graph))
    outputs = [v for v in graph.outputs if v.dtype.kind in "fc"]
    if sample.grad and outputs:
        seeds = [placeholder(v.type) for v in outputs]
        found = gradients(outputs, seeds, [graph.inputs[i] for i in sample.grad])
        for math in ("exact", "relaxed"):
            verify(optimise(Graph((*graph.inputs, *seeds), found), math=math))
