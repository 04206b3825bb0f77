"""Convolutions of odd shapes, compiled: they and their gradients are what bodies say."""

import random
from typing import Any

import numpy as np
import pytest

from compiler.graph_maker import NATIVE
from compiler.run_program import check
from dusk import ops
from dusk.backends.cpu import compile_native
from dusk.graph import TensorType, Value, evaluate, trace

pytestmark = pytest.mark.skipif(not NATIVE, reason="needs native code")


def drawn(seed: int) -> tuple[list[tuple[int, ...]], dict[str, Any]]:
    """Shapes of an image and of weights, and the parameters of their convolution."""
    rng = random.Random(seed)
    n, groups = rng.choice([1, 2, 2, 2, 3]), rng.choice([1, 1, 1, 2, 3])
    c, o = groups * rng.randint(1, 9), groups * rng.randint(1, 17)
    taps = [rng.randint(1, 4) for _ in range(n)]
    dilation = tuple(rng.choice([1, 1, 1, 2]) for _ in taps)
    padding = tuple((rng.randint(0, 3), rng.randint(0, 3)) for _ in taps)
    strides = tuple(rng.choice([1, 1, 2, 3]) for _ in taps)
    sizes = [d * (k - 1) + 1 + rng.randint(0, 9) for d, k in zip(dilation, taps, strict=True)]
    params = {"strides": strides, "padding": padding, "dilation": dilation, "groups": groups}
    return [(rng.randint(1, 3), c, *sizes), (o, c // groups, *taps)], params


@pytest.mark.parametrize("seed", range(24))
def test_convolutions_of_odd_shapes_and_their_gradients(seed: int) -> None:
    (image, weights), params = drawn(seed)
    kinds = [TensorType(shape, np.dtype("float64")) for shape in (image, weights)]

    def forward(x: Value, w: Value) -> Value:
        return ops.conv(x, w, **params)

    result = trace(forward, *kinds).outputs[0].type

    def function(x: Value, w: Value, g: Value) -> tuple[Value, ...]:
        of_x, of_w = ops.conv.vjp(g, None, x, w, **params)  # type: ignore[misc]
        return forward(x, w), of_x, of_w

    graph = trace(function, *kinds, result)
    rng = np.random.default_rng(seed)
    arrays = [rng.standard_normal(shape) for shape in (image, weights, result.shape)]
    want = [np.asarray(v) for v in evaluate(graph, arrays)]
    check(graph, arrays, want, program=compile_native(graph), rtol=1e-9)
    x, w, g = arrays
    for given, slope in zip((x, w), want[1:], strict=True):  # linear in each, so that the product with it is the same
        np.testing.assert_allclose((given * slope).sum(), (want[0] * g).sum(), rtol=1e-9, atol=1e-9)
