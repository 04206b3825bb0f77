"""Winograd's way is convolution, of any sizes, strip by strip, and chosen where it pays."""

from typing import Any

import numpy as np
import pytest

from compiler.graph_maker import NATIVE
from compiler.run_program import check, run
from dusk import ops
from dusk.backends.cpu import compile_native
from dusk.graph import Dim, TensorType, Value, evaluate, trace
from dusk.ops import convolution, winograd

pytestmark = pytest.mark.skipif(not NATIVE, reason="needs native code")


def by_winograd(x: Value, w: Value, padding: Any, places: Any) -> Value:
    x, w = ops.transpose(x, axes=(0, 2, 3, 1)), ops.transpose(w, axes=(2, 3, 1, 0))
    return ops.transpose(winograd.winograd(x, w, padding, places), axes=(0, 3, 1, 2))


@pytest.mark.parametrize("shape", [(1, 1, 3, 3), (3, 2, 1, 4), (5, 3, 6, 7), (3, 5, 2, 31), (7, 2, 7, 2)])
@pytest.mark.parametrize("tiles", [1, 6, 200])  # a strip: images in turn and rows in turn, or all at once
def test_winograd_of_odd_sizes_is_convolution(shape: Any, tiles: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(winograd, "TILES", tiles)
    padding = ((1, 1), (2, 1))
    places = tuple(m + low + high - 2 for m, (low, high) in zip(shape[2:], padding, strict=True))
    kinds = [TensorType(s, np.dtype("float64")) for s in (shape, (4, shape[1], 3, 3))]
    graph = trace(lambda x, w: by_winograd(x, w, padding, places), *kinds)
    rng = np.random.default_rng(0)
    arrays = [rng.standard_normal(v.shape) for v in kinds]
    want = ops.conv.body(*arrays, strides=(1, 1), padding=padding, dilation=(1, 1))
    check(graph, arrays, [want], program=compile_native(graph), rtol=1e-12)


def test_winograd_is_chosen_where_it_pays_and_is_as_exact_as_the_direct_way(monkeypatch: pytest.MonkeyPatch) -> None:
    taken: list[Any] = []
    monkeypatch.setattr(convolution, "winograd", lambda *args: taken.append(args) or winograd.winograd(*args))
    kinds = [TensorType(s, np.dtype("float32")) for s in ((5, 80, 27, 30), (96, 80, 3, 3), (5, 96, 27, 28))]
    words: Any = {"strides": (1, 1), "padding": ((1, 1), (0, 0)), "dilation": (1, 1), "groups": 1}

    def function(x: Value, w: Value, g: Value) -> tuple[Value, ...]:
        return ops.conv(x, w, **words), ops.conv.vjp(g, None, x, w, **words)[0]  # type: ignore[misc]

    graph = trace(function, *kinds)
    rng = np.random.default_rng(0)
    arrays = [rng.standard_normal(v.shape, np.float32) for v in kinds]
    made = run(compile_native(graph), arrays)
    assert len(taken) == 2
    wide = trace(function, *(v.with_(v.shape, np.dtype("float64")) for v in kinds))
    for got, want in zip(made, evaluate(wide, [v.astype(np.float64) for v in arrays]), strict=True):
        want = np.asarray(want)
        assert np.abs(np.asarray(got) - want).max() < 5e-6 * want.std()


@pytest.mark.parametrize(
    ("batch", "channels", "size", "chosen"),
    [(8, 256, 14, True), (4, 128, 28, True), (64, 32, 32, False), (8, 512, 7, False), (1, 3, 224, False)],
)
def test_winograd_pays_where_it_was_measured_to(batch: int, channels: int, size: int, chosen: bool) -> None:
    assert winograd.pays(batch, channels, channels, (size, size), np.dtype("float32")) is chosen
    assert not winograd.pays(batch, channels, channels, (size, size), np.dtype("float16"))
    assert not winograd.pays(Dim("n"), channels, channels, (size, size), np.dtype("float32"))
