"""Forward mode of every op with a gradient: against differences and the reverse mode, first and second order."""

from typing import Any

import numpy as np
import pytest

from dusk import ops
from dusk.graph import Graph, TensorType, constant, define, evaluate, parse, placeholder, trace, verify
from dusk.graph.graph import specialise
from dusk.graph.op import REGISTRY
from dusk.transform.autodiff import gradients
from dusk.transform.forward import tangents
from op_samples import SAMPLES, SIZE, Sample

STEP = 1e-6
MOVING = [s for s in SAMPLES if s.grad]


def pushed(graph: Graph, by: tuple[int, ...], seed: int) -> tuple[Graph, list[Any]]:
    """The tangents of a graph's inexact outputs along a fixed direction of some inputs, as a graph of its inputs."""
    rng = np.random.default_rng(seed)
    fixed: list[Any] = []
    for i in by:
        kind = graph.inputs[i].type
        imaginary = 1j * rng.uniform(-1, 1, kind.shape) if kind.dtype.kind == "c" else 0
        drawn = rng.uniform(0.5, 1.5, kind.shape) + imaginary
        fixed.append(drawn.astype(kind.dtype))
    outputs = [v for v in graph.outputs if v.dtype.kind in "fc"]
    found = tangents(outputs, [graph.inputs[i] for i in by], [constant(t) for t in fixed])
    return verify(Graph(graph.inputs, found)), fixed


def holds(graph: Graph, args: list[Any], by: tuple[int, ...], seed: int) -> Graph:
    """Check a graph's tangents by differences; gives their graph."""
    derived, fixed = pushed(graph, by, seed)
    ends: list[list[Any]] = []
    for sign in (1, -1):
        moved = list(args)
        for i, t in zip(by, fixed, strict=True):
            moved[i] = args[i] + sign * STEP * t
        ends.append([r for r in evaluate(graph, moved) if np.asarray(r).dtype.kind in "fc"])
    for found, up, down in zip(evaluate(derived, args), *ends, strict=True):
        assert np.asarray(found).dtype == np.asarray(up).dtype
        np.testing.assert_allclose(found, (up - down) / (2 * STEP), rtol=2e-6, atol=1e-6)
    return derived


@pytest.mark.parametrize("sample", MOVING, ids=lambda s: s.name)
def test_tangents_agree_with_differences_first_and_second_order(sample: Sample) -> None:
    args = sample.draw()
    graph = specialise(sample.graph(), {"n": SIZE})
    first = holds(graph, args, sample.grad, 1)
    if sample.second:
        holds(first, args, sample.grad, 2)


@pytest.mark.parametrize("sample", MOVING, ids=lambda s: s.name)
def test_forward_and_reverse_are_each_others_transpose(sample: Sample) -> None:
    """<u, J t> is <J* u, t>; and so it is for the derivatives of these, forward over reverse and the other way."""
    args = sample.draw()
    graph = specialise(sample.graph(), {"n": SIZE})
    outputs = [v for v in graph.outputs if v.dtype.kind in "fc"]
    wrt = [graph.inputs[i] for i in sample.grad]
    rng = np.random.default_rng(3)
    drawn = [rng.uniform(-1, 1, v.shape).astype(v.dtype) for v in (*outputs, *wrt)]
    us, ts = [placeholder(v.type) for v in outputs], [placeholder(v.type) for v in wrt]
    forward, reverse = tangents(outputs, wrt, ts), gradients(outputs, us, wrt)
    both = verify(Graph((*graph.inputs, *us, *ts), (*forward, *reverse)))
    results = evaluate(both, [*args, *drawn])
    n = len(outputs)
    left = sum(np.sum(u * y).real for u, y in zip(drawn, results[:n], strict=False))
    right = sum(np.sum(t * x).real for t, x in zip(drawn[n:], results[n:], strict=True))
    np.testing.assert_allclose(left, right, rtol=1e-10, atol=1e-12)
    if not sample.second:
        return
    over = tangents(reverse, wrt, ts)  # forward over reverse: H t
    under = gradients(forward, us, wrt)  # reverse over forward: the same, as <u, J t> is differentiated
    second = evaluate(verify(Graph((*graph.inputs, *us, *ts), (*over, *under))), [*args, *drawn])
    if all(v.dtype.kind == "f" for v in wrt):
        for a, b in zip(second[: len(wrt)], second[len(wrt) :], strict=True):
            np.testing.assert_allclose(a, b, rtol=1e-9, atol=1e-10)


@pytest.mark.parametrize("sample", [s for s in MOVING if s.text], ids=lambda s: s.name)
def test_tangents_are_well_typed_where_a_size_has_a_name_and_print(sample: Sample) -> None:
    graph = sample.graph()
    wrt = [graph.inputs[i] for i in sample.grad]
    ts = [placeholder(v.type) for v in wrt]
    outputs = [v for v in graph.outputs if v.dtype.kind in "fc"]
    derived = verify(Graph((*graph.inputs, *ts), tangents(outputs, wrt, ts)))
    assert str(parse(str(derived))) == str(derived)


def test_a_derived_tangent_does_not_depend_on_the_cotangent_it_was_derived_by() -> None:
    def careful(g: Any, out: Any, x: Any) -> Any:
        return (ops.where(ops.equal(g, 0), 0, ops.multiply(ops.where(ops.equal(g, 0), 1, 3.0), ops.multiply(g, x))),)

    kind = TensorType((3,), np.float64)
    try:
        op = define(name="test_careful", vjp=lambda g, out, x: (ops.chain_product(g, x),))(lambda x: x * x / 2)
        odd = define(name="test_odd", vjp=careful)(lambda x: x * x / 2)
        for each, reads in ((op, False), (odd, True)):
            graph = trace(each, kind)
            t = placeholder(kind)
            derived = verify(Graph((*graph.inputs, t), tangents(graph.outputs, graph.inputs, [t])))
            assert any(node.op is ops.equal for node in derived.nodes) == reads
            evaluate(derived, [np.ones(3), np.ones(3)])
    finally:
        for name in ("test_careful", "test_odd"):
            REGISTRY.pop(name, None)
