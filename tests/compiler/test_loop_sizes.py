"""Loops over as many rounds as an array has rows: one blueprint for any number of them."""

import numpy as np
import pytest

from dusk import ops
from dusk.backends.cpu import blueprint
from dusk.engine import Buffer
from dusk.graph import Dim, Graph, TensorType, constant, evaluate, placeholder, verify
from dusk.kernel import native
from dusk.transform.autodiff import gradients
from dusk.transform.pipeline import optimise

T, B, F, H = Dim("t"), Dim("b"), 4, 16


@pytest.mark.skipif(not native.available(), reason="no native code here")
@pytest.mark.parametrize("reverse", [False, True])
def test_a_layer_and_its_gradients_at_sizes_with_names(reverse: bool) -> None:
    shapes = (T, B, F), (B, H), (B, H), (4 * H, F), (4 * H, H), (4 * H,), (4 * H,)
    xs = [placeholder(TensorType(s, np.dtype("float64"))) for s in shapes]
    ends = placeholder(TensorType((B,), np.dtype("int64")))
    out = ops.lstm(*xs, ends, reverse=reverse)[0]
    loss = ops.sum_(ops.multiply(out, out))
    graph = verify(Graph([*xs, ends], [loss, *gradients([loss], [constant(1.0)], xs)]))
    made = blueprint(optimise(graph))
    rng = np.random.default_rng(0)
    for t, b in ((9, 3), (30, 5), (2, 8)):
        sizes = {"t": t, "b": b}
        given = [rng.standard_normal([s if isinstance(s, int) else sizes[str(s)] for s in shape]) for shape in shapes]
        arrays = [*given, rng.integers(0, t + 1, b)]
        program = made.program(sizes)
        assert program.report.peak > 0
        found = program.run([Buffer.foreign(a) for a in arrays])
        for value, wanted, kind in zip(found, evaluate(graph, arrays), program.output_types, strict=True):
            np.testing.assert_allclose(value.array(kind.dtype, kind.shape), wanted, rtol=1e-9, atol=1e-11)
