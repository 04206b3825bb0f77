"""Gradients of loops are loops: how large they are does not depend on how many rounds there are."""

from collections import Counter

import numpy as np
import pytest

from dusk import ops
from dusk.backends.cpu import compile_native
from dusk.engine import Buffer
from dusk.graph import Graph, TensorType, constant, evaluate, placeholder
from dusk.kernel import native
from dusk.transform.autodiff import gradients
from dusk.transform.pipeline import optimise

B, F, H = 3, 4, 5
GATES = {"rnn": 1, "lstm": 4, "gru": 3}


def trained(kind: str, steps: int) -> Graph:
    """A loss of all outputs of a layer, and its gradients by x and the weights."""
    n = GATES[kind] * H
    states = [(B, H)] * (2 if kind == "lstm" else 1)
    xs = [placeholder(TensorType(s, np.dtype("float64"))) for s in ((steps, B, F), *states, (n, F), (n, H), (n,), (n,))]
    out = getattr(ops, kind)(*xs)[0]
    loss = ops.sum_(ops.multiply(out, out))
    return Graph(xs, (loss, *gradients([loss], [constant(1.0)], [xs[0], *xs[-4:]])))


@pytest.mark.parametrize("kind", GATES)
def test_a_layer_is_two_loops_and_its_products_by_weights_are_outside_of_them(kind: str) -> None:
    sizes: set[int] = set()
    for steps in (9, 40):
        graph = optimise(trained(kind, steps))
        sizes.add(len(str(graph).splitlines()))
        scans = [node for node in graph.nodes if node.op is ops.scan]
        assert [Counter(n.op.name for n in s.keywords["body"].nodes)["contract"] for s in scans] == [1, 1]
        # of x, the gradient by x, by its weights, by those of h: each is one over all steps
        assert Counter(node.op.name for node in graph.nodes)["contract"] == 4
    assert len(sizes) == 1


def test_what_the_rounds_before_leave_is_left_once() -> None:
    graph = optimise(trained("lstm", 9))
    for node in graph.nodes:
        if node.op is ops.scan:
            carries = node.keywords["sources"].count("carry")
            left = node.keywords["body"].outputs[carries:]
            assert len(set(left)) == len(left)


@pytest.mark.skipif(not native.available(), reason="no native code here")
@pytest.mark.parametrize("cell", GATES)
def test_compiled_it_is_what_the_bodies_give(cell: str) -> None:
    graph = trained(cell, 9)
    rng = np.random.default_rng(0)
    given = [rng.standard_normal(v.shape) * 0.5 for v in graph.inputs]
    program = compile_native(optimise(graph))
    found = program.run([Buffer.foreign(x) for x in given])
    for value, wanted, kind in zip(found, evaluate(graph, given), program.output_types, strict=True):
        np.testing.assert_allclose(value.array(kind.dtype, kind.shape), wanted, rtol=1e-10, atol=1e-12)
