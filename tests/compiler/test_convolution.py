"""Convolutions of odd shapes, compiled: they and their gradients are what bodies say."""

import random
from typing import Any

import ml_dtypes
import numpy as np
import pytest

from compiler.graph_maker import NATIVE
from compiler.run_program import check, run
from dusk import ops
from dusk.backends.cpu import blueprint, compile_native
from dusk.compiler.loop import Loop
from dusk.compiler.product import Product
from dusk.graph import TensorType, Value, evaluate, trace
from dusk.transform.pipeline import optimise

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


@pytest.mark.parametrize(("channels", "taps", "stride"), [(1, 3, 1), (1, 5, 3), (16, 1, 2), (3, 7, 2)])
def test_the_gradient_by_weights_copies_no_windows(channels: int, taps: int, stride: int) -> None:
    places = (19 - taps) // stride + 1
    shapes = (4, 19, 19, channels), (80, channels, taps, taps), (4, places, places, 80)

    def by_weights(x: Value, w: Value, g: Value) -> Value:
        x, g = (ops.transpose(v, axes=(0, 3, 1, 2)) for v in (x, g))
        params = {"strides": (stride,) * 2, "padding": ((0, 0),) * 2, "dilation": (1, 1), "groups": 1}
        return ops.conv.vjp(g, None, x, w, **params)[1]  # type: ignore[misc]

    steps = blueprint(optimise(trace(by_weights, *(TensorType(shape, np.dtype("float32")) for shape in shapes)))).steps
    copies = [step.work.extents for step in steps if not isinstance(step.work, Product)]
    assert len(copies) <= 1 and all(np.prod(extents) == np.prod(shapes[1]) for extents in copies)


@pytest.mark.parametrize(
    ("batch", "parts", "groups", "strides"), [(6, 6, 1, (1, 1)), (10, 5, 3, (1, 1)), (7, 7, 1, (1, 2))]
)
def test_the_gradient_by_weights_of_many_pixels_is_added_up_in_parts(
    batch: int, parts: int, groups: int, strides: tuple[int, int]
) -> None:
    words: Any = {"strides": strides, "padding": ((1, 0), (2, 1)), "dilation": (1, 1), "groups": groups}
    x, g = (batch, 6, 35, 35 * strides[1]), (batch, 9, 34, 35)

    def by_weights(x: Value, g: Value) -> Value:
        return ops.conv_weights(x, g, sizes=(3, 4), **words)

    graph = trace(by_weights, *(TensorType(shape, np.dtype("float32")) for shape in (x, g)))
    loops = [step.work for step in blueprint(optimise(graph)).steps if isinstance(step.work, Loop)]
    assert [work.length for work in loops] == [parts]
    rng = np.random.default_rng(0)
    arrays = [rng.standard_normal(shape, np.float32) for shape in (x, g)]
    (got,) = run(compile_native(graph), arrays)
    want = ops.conv_weights.body(*(v.astype(np.float64) for v in arrays), sizes=(3, 4), **words)
    np.testing.assert_allclose(got, want, rtol=1e-5, atol=1e-5 * want.std())


@pytest.mark.parametrize(("name", "bits"), [("bfloat16", 8), ("float16", 11)])
def test_gradients_by_weights_of_half_precision_are_rounded_once(name: str, bits: int) -> None:
    dtype = np.dtype(getattr(ml_dtypes, name, name))
    words: Any = {"strides": (1, 1), "padding": ((1, 1), (1, 0)), "dilation": (1, 1), "groups": 1}

    def by_weights(x: Value, g: Value) -> Value:
        return ops.conv_weights(x, g, sizes=(3, 3), **words)

    rng = np.random.default_rng(0)
    x, g = (rng.standard_normal(shape, np.float32).astype(dtype) for shape in ((3, 20, 13, 18), (3, 33, 13, 17)))
    (got,) = run(compile_native(trace(by_weights, *(TensorType(v.shape, dtype) for v in (x, g)))), [x, g])
    want = ops.conv_weights.body(x.astype(np.float64), g.astype(np.float64), sizes=(3, 3), **words)
    assert got.dtype == dtype
    np.testing.assert_allclose(got.astype(np.float64), want, rtol=0.5**bits, atol=1e-5 * want.std())
