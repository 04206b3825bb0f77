"""Winograd's way is convolution, of any sizes, strip by strip, and chosen where it pays."""

from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from compiler.graph_maker import NATIVE
from compiler.run_program import check, run
from dusk import ops
from dusk.backends.cpu import compile_native
from dusk.config import config
from dusk.graph import Dim, TensorType, Value, evaluate, trace
from dusk.ops import convolution, winograd

pytestmark = pytest.mark.skipif(not NATIVE, reason="needs native code")

TILES = [(2, 3), (4, 3), (3, 2), (1, 3), (2, 5), (3, 4)]


@pytest.mark.parametrize(("m", "r"), TILES)
def test_transforms_are_a_convolution(m: int, r: int) -> None:
    made, rng = winograd.tables(m, r), np.random.default_rng(m * r)
    d, g = rng.integers(-9, 9, m + r - 1), rng.integers(-9, 9, r)
    weights = [sum(Fraction(c).limit_denominator(1000) * int(v) for c, v in zip(row, g)) for row in made.of_weights]
    products = [w * int(v) for w, v in zip(weights, np.array(made.of_image) @ d)]
    got = [sum(c * v for c, v in zip(row, products)) for row in made.of_result]
    assert got == [int(d[i : i + r] @ g) for i in range(m)]


def by_winograd(x: Value, w: Value, padding: Any, places: Any, m: int) -> Value:
    x, w = ops.transpose(x, axes=(0, 2, 3, 1)), ops.transpose(w, axes=(2, 3, 1, 0))
    return ops.transpose(winograd.winograd(x, w, padding, places, m), axes=(0, 3, 1, 2))


def weights_by_winograd(x: Value, g: Value, padding: Any, r: int, m: int) -> Value:
    x, g = ops.transpose(x, axes=(0, 2, 3, 1)), ops.transpose(g, axes=(0, 2, 3, 1))
    return ops.transpose(winograd.winograd_weights(x, g, padding, r, m), axes=(3, 2, 0, 1))


@pytest.mark.parametrize("shape", [(1, 1, 3, 3), (3, 2, 1, 4), (5, 3, 6, 7), (3, 5, 2, 31), (7, 2, 7, 2), (2, 3, 9, 9)])
@pytest.mark.parametrize("tiles", [1, 6, 200])  # a strip: images in turn and rows in turn, or all at once
@pytest.mark.parametrize(("m", "r"), TILES[:3])
def test_winograd_of_odd_sizes_is_convolution(
    shape: Any, tiles: int, m: int, r: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(winograd, "LEAST", tiles)
    monkeypatch.setattr(winograd, "MOST", tiles)
    padding = ((1, 1), (2, 1))
    places = tuple(n + low + high - r + 1 for n, (low, high) in zip(shape[2:], padding, strict=True))
    rng = np.random.default_rng(0)
    words: Any = {"strides": (1, 1), "padding": padding, "dilation": (1, 1)}
    x, w, g = (rng.standard_normal(s) for s in (shape, (4, shape[1], r, r), (shape[0], 4, *places)))

    def types(*arrays: Any) -> list[TensorType]:
        return [TensorType(a.shape, a.dtype) for a in arrays]

    graph = trace(lambda x, w: by_winograd(x, w, padding, places, m), *types(x, w))
    check(graph, [x, w], [ops.conv.body(x, w, **words)], program=compile_native(graph), rtol=1e-11)
    graph = trace(lambda x, g: weights_by_winograd(x, g, padding, r, m), *types(x, g))
    want = ops.conv_weights.body(x, g, sizes=(r, r), **words)
    check(graph, [x, g], [want], program=compile_native(graph), rtol=1e-10)


@pytest.mark.parametrize(("largest", "error"), [(0, 1e-5), (2, 5e-6), (4, 1e-4)])
def test_winograd_is_chosen_where_it_pays_and_is_as_exact_as_is_said(
    largest: int, error: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    taken: list[int] = []
    for name in ("winograd", "winograd_weights"):
        of = getattr(winograd, name)
        monkeypatch.setattr(convolution, name, lambda *args, of=of: taken.append(args[-1]) or of(*args))
    kinds = [TensorType(s, np.dtype("float32")) for s in ((5, 128, 27, 30), (160, 128, 3, 3), (5, 160, 27, 28))]
    words: Any = {"strides": (1, 1), "padding": ((1, 1), (0, 0)), "dilation": (1, 1), "groups": 1}

    def function(x: Value, w: Value, g: Value) -> tuple[Value, ...]:
        return ops.conv(x, w, **words), *ops.conv.vjp(g, None, x, w, **words)  # type: ignore[misc]

    graph = trace(function, *kinds)
    rng = np.random.default_rng(0)
    arrays = [rng.standard_normal(v.shape, np.float32) for v in kinds]
    with config.using(winograd=largest):
        made = run(compile_native(graph), arrays)
    assert taken == [largest] * 3 * (largest > 0)
    wide = trace(function, *(v.with_(v.shape, np.dtype("float64")) for v in kinds))
    for got, want in zip(made, evaluate(wide, [v.astype(np.float64) for v in arrays]), strict=True):
        want = np.asarray(want)
        assert np.abs(np.asarray(got) - want).max() < error * want.std()


@pytest.mark.parametrize(
    ("batch", "channels", "size", "tile"),
    [(8, 256, 14, 2), (4, 128, 28, 2), (64, 32, 16, 2), (64, 64, 8, 2), (64, 16, 32, 0), (8, 512, 7, 0), (1, 3, 9, 0)],
)
def test_winograd_pays_where_it_was_measured_to(batch: int, channels: int, size: int, tile: int) -> None:
    assert winograd.pays(batch, channels, channels, (size, size), np.dtype("float32")) == tile
    assert not winograd.pays(batch, channels, channels, (size, size), np.dtype("float16"))
    assert not winograd.pays(Dim("n"), channels, channels, (size, size), np.dtype("float32"))
