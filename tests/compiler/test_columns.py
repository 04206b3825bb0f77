"""What a convolution gives by columns is the same, of any sizes, strip by strip, and chosen where it pays."""

from typing import Any

import numpy as np
import pytest

from compiler.graph_maker import NATIVE
from compiler.run_program import check, run
from dusk import ops
from dusk.backends.cpu import blueprint, compile_native
from dusk.graph import Dim, TensorType, Value, evaluate, trace
from dusk.ops import convolution, sliding

pytestmark = pytest.mark.skipif(not NATIVE, reason="needs native code")
DOUBLE = np.dtype("float64")


def drawn(*shapes: Any, dtype: Any = DOUBLE) -> list[Any]:
    rng = np.random.default_rng(0)
    return [rng.standard_normal(shape, dtype) for shape in shapes]



# image, weights, strides, padding, output_padding, dilation, groups
SHAPES: list[Any] = [
    ((2, 3, 5), (3, 2, 3), (1,), ((1, 0),), (0,), (1,), 1),
    ((2, 4, 6), (4, 1, 4), (3,), ((2, 1),), (1,), (2,), 2),
    ((3, 3, 4, 5), (3, 2, 3, 2), (1, 1), ((0, 0), (0, 0)), (0, 0), (1, 1), 1),
    ((2, 5, 4, 3), (5, 3, 5, 4), (1, 1), ((2, 1), (3, 2)), (0, 0), (1, 2), 1),
    ((2, 6, 3, 4), (6, 2, 3, 3), (2, 3), ((1, 0), (0, 2)), (1, 2), (1, 1), 3),
    ((1, 2, 5, 4), (2, 3, 2, 1), (3, 2), ((0, 1), (0, 0)), (2, 1), (2, 1), 1),
    ((2, 2, 3, 2, 3), (2, 3, 2, 3, 2), (1, 2, 1), ((0, 0), (1, 1), (1, 0)), (0, 1, 0), (1, 1, 2), 1),
]


@pytest.mark.parametrize(("image", "weights", "strides", "padding", "more", "dilation", "groups"), SHAPES)
@pytest.mark.parametrize(("near", "room"), [(1, 0), (1, 1 << 20), (1000, 0), (1 << 20, 1 << 20)])  # lines, images, all
def test_columns_of_odd_sizes_are_transposed_convolution(
    image: Any,
    weights: Any,
    strides: Any,
    padding: Any,
    more: Any,
    dilation: Any,
    groups: int,
    near: int,
    room: int,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(sliding, "NEAR", near)
    monkeypatch.setattr(sliding, "IMAGE", room)
    monkeypatch.setattr(convolution, "columns_pay", lambda *args: True)
    words = {"strides": strides, "padding": padding, "dilation": dilation, "groups": groups}
    kinds = [TensorType(shape, DOUBLE) for shape in (image, weights)]
    graph = trace(lambda x, w: ops.conv_transpose(x, w, output_padding=more, **words), *kinds)
    arrays = drawn(image, weights)
    want = ops.conv_transpose.body(*arrays, output_padding=more, **words)
    check(graph, arrays, [want], program=compile_native(graph), rtol=1e-12)


@pytest.mark.parametrize("near", [1, 1 << 20])
def test_a_convolution_at_strides_of_one_is_one_of_columns(near: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sliding, "NEAR", near)
    monkeypatch.setattr(convolution, "columns_pay", lambda *args: True)
    words: Any = {"strides": (1, 1), "padding": ((1, 3), (0, 2)), "dilation": (2, 1), "groups": 2}
    kinds = [TensorType(shape, DOUBLE) for shape in ((2, 6, 5, 4), (4, 3, 3, 2))]
    graph = trace(lambda x, w: ops.conv(x, w, **words), *kinds)
    arrays = drawn((2, 6, 5, 4), (4, 3, 3, 2))
    check(graph, arrays, [ops.conv.body(*arrays, **words)], program=compile_native(graph), rtol=1e-12)


@pytest.mark.parametrize("stride", [1, 2])
@pytest.mark.parametrize("shape", [(Dim("n"), 24, 4, 4), (2, 24, Dim("n"), 4)])
def test_columns_are_of_any_batch_and_sizes(shape: Any, stride: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(convolution, "columns_pay", lambda *args: True)
    words: Any = {"strides": (stride, 1), "padding": ((0, 0), (0, 0)), "dilation": (1, 1), "output_padding": (0, 0)}
    kinds = [TensorType(s, DOUBLE) for s in (shape, (24, 3, 5, 5))]
    graph = trace(lambda x, w: ops.conv_transpose(x, w, **words), *kinds)
    plan = blueprint(graph)
    for n in (3, 1, 6):
        arrays = drawn([m if isinstance(m, int) else n for m in shape], (24, 3, 5, 5))
        want = ops.conv_transpose.body(*arrays, **words)
        check(graph, arrays, [want], program=plan.program({"n": n}), rtol=1e-12)


def test_columns_are_as_exact_as_the_direct_way(monkeypatch: pytest.MonkeyPatch) -> None:
    words: Any = {"strides": (1, 1), "padding": ((0, 0), (0, 0)), "dilation": (1, 1), "groups": 1}
    shapes: Any = (9, 20, 12, 12), (50, 20, 5, 5), (9, 50, 8, 8)
    kinds = [TensorType(shape, np.dtype("float32")) for shape in shapes]
    taken: list[Any] = []
    monkeypatch.setattr(convolution, "by_columns", lambda *args: taken.append(args) or sliding.by_columns(*args))

    def function(x: Value, w: Value, g: Value) -> Value:
        return ops.conv.vjp(g, None, x, w, **words)[0]  # type: ignore[misc]

    arrays = drawn(*shapes, dtype=np.float32)
    (got,) = run(compile_native(trace(function, *kinds)), arrays)
    assert len(taken) == 1
    wide = trace(function, *(v.with_(v.shape, DOUBLE) for v in kinds))
    want = np.asarray(evaluate(wide, [v.astype(np.float64) for v in arrays])[0])
    assert np.abs(np.asarray(got) - want).max() < 5e-6 * want.std()


# batch, channels out of a transposed one and in, image, weights, stride, padding
@pytest.mark.parametrize(
    ("batch", "channels", "given", "size", "taps", "stride", "padding", "chosen"),
    [
        (64, 20, 50, 8, 5, 1, 0, True),
        (64, 32, 64, 10, 5, 1, 0, True),
        (4, 3, 64, 56, 7, 2, 3, True),
        (64, 1, 32, 28, 3, 1, 1, True),
        (32, 8, 32, 28, 3, 1, 1, True),
        (32, 24, 64, 14, 3, 1, 1, True),
        (32, 8, 16, 28, 3, 1, 1, False),
        (64, 16, 16, 32, 3, 1, 1, False),
        (16, 16, 32, 28, 5, 1, 2, False),
        (16, 32, 64, 16, 4, 2, 1, False),
        (64, 1, 1, 28, 3, 1, 1, False),
    ],
)
def test_columns_pay_where_they_were_measured_to(
    batch: int, channels: int, given: int, size: int, taps: int, stride: int, padding: int, chosen: bool
) -> None:
    made = (size - 1) * stride + taps - 2 * padding
    axes = [sliding.phases(taps, stride, padding, 1)] * 2
    found: list[bool] = []

    def function(x: Value, w: Value) -> Value:
        found.append(sliding.columns_pay(x, w, axes, (batch, channels, made, made)))
        return x

    shapes = (batch, given, size, size), (1, given, channels, taps, taps)
    trace(function, *(TensorType(shape, np.dtype("float32")) for shape in shapes))
    assert found == [chosen]
