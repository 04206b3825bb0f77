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


def last(x: Value) -> Value:
    """Channels first to channels last."""
    return ops.transpose(x, axes=(0, *range(2, x.ndim), 1))


def first(x: Value) -> Value:
    """Back."""
    return ops.transpose(x, axes=(0, x.ndim - 1, *range(1, x.ndim - 1)))


@pytest.mark.parametrize("dtype", ["float32", "float64"])
@pytest.mark.parametrize("seed", range(100, 124))
def test_convolutions_of_images_that_lie_channels_last(seed: int, dtype: str) -> None:
    (image, weights), params = drawn(seed)
    kinds = [TensorType(shape, np.dtype(dtype)) for shape in ((image[0], *image[2:], image[1]), weights)]
    result = trace(lambda x, w: last(ops.conv(first(x), w, **params)), *kinds).outputs[0].type

    def function(x: Value, w: Value, g: Value) -> tuple[Value, ...]:
        x, g = ops.relu(x), ops.relu(g)
        made = last(ops.conv(first(x), w, **params))
        of_x, of_w = ops.conv.vjp(first(g), None, first(x), w, **params)  # type: ignore[misc]
        return ops.relu(made), last(of_x), of_w, ops.multiply(x, x)

    graph = trace(function, *kinds, result)
    rng = np.random.default_rng(seed)
    arrays = [rng.integers(-3, 4, t.shape).astype(dtype) for t in (*kinds, result)]
    want = [np.asarray(v) for v in evaluate(graph, arrays)]
    check(graph, arrays, want, program=compile_native(optimise(graph)), rtol=0)


def padded_steps(function: Any, *shapes: tuple[int, ...], dtype: str = "float32") -> tuple[int, int]:
    """How many products of a compiled function read a padded image that is not in memory, and how many steps make a
    padded one; its values are held to those of bodies."""
    graph = optimise(trace(function, *(TensorType(shape, np.dtype(dtype)) for shape in shapes)))
    arrays = [np.random.default_rng(0).integers(-3, 4, shape).astype(dtype) for shape in shapes]
    check(graph, arrays, [np.asarray(v) for v in evaluate(graph, arrays)], program=compile_native(graph), rtol=0)
    made = blueprint(graph)
    works = [step.work for step in made.steps]
    copies = [v for step in made.steps for v in step.stores if not isinstance(step.work, Product)]
    inside = [w for w in works if isinstance(w, Product) and w.contraction.padding is not None]
    makers = [made.flow.nodes[made.flow.maker[v]].op.name for v in copies]
    return len(inside), makers.count("pad")


PLAIN: Any = {"strides": (1, 1), "padding": ((1, 1), (2, 1)), "dilation": (1, 1), "groups": 1}


def test_an_image_that_one_product_reads_padded_is_never_in_memory_so() -> None:
    image, weights = (3, 9, 10, 8), (20, 8, 3, 3)

    def alone(x: Value, w: Value) -> Value:
        return last(ops.conv(first(x), w, **PLAIN))

    def after_others(x: Value, w: Value) -> Value:
        return ops.relu(last(ops.conv(first(ops.exp(ops.multiply(x, x))), ops.multiply(w, w), **PLAIN)))

    assert padded_steps(alone, image, weights) == (1, 0)
    graph = trace(after_others, *(TensorType(s, np.dtype("float32")) for s in (image, weights)))
    steps = blueprint(optimise(graph)).steps
    (found,) = [step.work for step in steps if isinstance(step.work, Product)]
    assert found.contraction.padding is not None and found.accesses


def test_what_else_is_read_padded_is_in_memory_so() -> None:
    image, weights = (3, 9, 10, 8), (20, 8, 3, 3)

    def twice(x: Value, w: Value) -> Value:
        x = ops.pad(x, widths=((0, 0), (1, 1), (2, 1), (0, 0)))
        words: Any = {**PLAIN, "padding": ((0, 0), (0, 0))}
        return ops.subtract(ops.conv(first(x), w, **words), ops.conv(first(x), ops.flip(w, axis=(2,)), **words))

    def left(x: Value, w: Value) -> tuple[Value, Value]:
        x = ops.pad(x, widths=((0, 0), (1, 1), (2, 1), (0, 0)))
        return x, ops.conv(first(x), w, **{**PLAIN, "padding": ((0, 0), (0, 0))})

    def channels_first(x: Value, w: Value) -> Value:
        return ops.conv(x, w, **PLAIN)

    def in_groups(x: Value, w: Value) -> Value:
        return last(ops.conv(first(x), w, **{**PLAIN, "groups": 2}))

    assert padded_steps(twice, image, weights) == (0, 1)
    assert padded_steps(left, image, weights) == (0, 1)
    assert padded_steps(channels_first, (3, 8, 9, 10), weights) == (0, 1)
    assert padded_steps(in_groups, image, (20, 4, 3, 3)) == (0, 1)


def test_padding_of_anything_but_zeros_is_not_left_to_a_product() -> None:
    def ones(x: Value, w: Value) -> Value:
        x = ops.pad(x, widths=((0, 0), (1, 1), (1, 1), (0, 0)), value=1)
        return ops.conv(first(x), w, **{**PLAIN, "padding": ((0, 0), (0, 0))})

    def more_channels(x: Value, w: Value) -> Value:
        x = ops.pad(x, widths=((0, 0), (1, 1), (1, 1), (0, 2)))
        return ops.conv(first(x), w, **{**PLAIN, "padding": ((0, 0), (0, 0))})

    def less(x: Value, w: Value) -> Value:
        x = ops.pad(x, widths=((0, 0), (1, 1), (-1, 1), (0, 0)))
        return ops.conv(first(x), w, **{**PLAIN, "padding": ((0, 0), (0, 0))})

    assert padded_steps(ones, (3, 9, 10, 8), (20, 8, 3, 3)) == (0, 1)
    assert padded_steps(more_channels, (3, 9, 10, 6), (20, 8, 3, 3)) == (0, 1)
    assert padded_steps(less, (3, 9, 10, 8), (20, 8, 3, 3)) == (0, 1)


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
