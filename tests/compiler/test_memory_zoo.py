"""The planned peak on models as users write them: near what no plan goes below, and equal to what is measured."""

from itertools import pairwise
from random import Random
from typing import Any

import numpy
import pytest

import dusk
from compiler.kernel_oracle import Oracle
from compiler.run_program import check
from dusk import ops
from dusk.compiler.arena import MANY, Span, arrange, most_held
from dusk.compiler.assemble import build
from dusk.engine import pool
from dusk.graph import TensorType, evaluate, trace
from dusk.kernel import native
from graph_zoo import ZOO, Model


def compiled(model: Model) -> Any:
    """A step that has been called once, and its arrays."""
    f, arrays = dusk.compile(model.step), model.arrays()
    dusk.eval(f(*arrays))
    return f, arrays


@pytest.mark.parametrize("name", ZOO)
def test_the_plan_is_within_a_tenth_of_what_is_alive_at_one_time(name: str):
    f, _ = compiled(ZOO[name])
    report = dusk.memory_report(f)
    assert report.padding <= 0.1 * report.temporaries
    assert report.peak <= report.unfused  # the same ops one by one, planned


@pytest.mark.skipif(not native.available(), reason="needs native code")
@pytest.mark.parametrize("name", ZOO)
def test_weights_are_updated_in_place_and_the_planned_bytes_are_the_measured_ones(name: str):
    f, arrays = compiled(ZOO[name])
    report, memory = dusk.memory_report(f), pool()
    assert report.outputs <= 8  # the loss; every weight is written where it lies
    live = memory.stats().bytes_live
    arena = report.temporaries + report.padding
    memory.reset_peak()
    loss = f(*arrays)
    dusk.eval(loss)
    assert memory.stats().bytes_peak - live == report.outputs  # the arena is there since the first call
    del f
    loss = None
    assert live - memory.stats().bytes_live in (arena, arena + 8)


@pytest.mark.parametrize("name", ["mlp", "chain", "recurrent", "random 1"])
def test_a_program_trains_as_numpy_does(name: str, tier: str):
    model = ZOO[name]
    f = dusk.compile(model.step)
    ours, theirs = model.arrays(), model.arrays()
    for _ in range(3):
        assert numpy.isclose(float(f(*ours)), float(model.step(*theirs)), rtol=1e-10)
    for a, b in zip(ours[0], theirs[0], strict=True):
        numpy.testing.assert_allclose(numpy.asarray(a), numpy.asarray(b), rtol=1e-9, atol=1e-12)
@pytest.mark.skipif(not native.available(), reason="needs native code")


def test_gradients_are_written_while_later_ones_still_serve_as_room():
    """What a backward pass gives back holds activations before it holds gradients."""

    def step(weights: Any, x: Any) -> Any:
        return dusk.value_and_grad(lambda ws, x: ZOO["mlp"].loss(ws, x, x))(weights, x)

    model = ZOO["mlp"]
    weights, x, _ = model.arrays()
    f = dusk.compile(step)
    x = x[:16] + 0.0  # gradients are as large as activations
    dusk.eval(f(weights, x))
    report = dusk.memory_report(f)
    activations = len(weights) * int(x.nbytes)
    assert report.temporaries < 0.6 * activations
    loss, gradients = f(weights, x)
    expected, wanted = step(weights, x)
    assert float(loss) == pytest.approx(float(expected), rel=1e-12)
    for a, b in zip(gradients, wanted, strict=True):
        numpy.testing.assert_allclose(numpy.asarray(a), numpy.asarray(b), rtol=1e-9, atol=1e-12)


def test_an_input_given_up_serves_as_room_once_it_is_read():
    def f(x: Any, w: Any) -> Any:
        for _ in range(4):
            x = ops.tanh(ops.matmul(x, w))
        return ops.sum_(x, axis=None)

    graph = trace(f, TensorType((8, 8), "float64"), TensorType((8, 8), "float64"))
    arrays = [numpy.linspace(-1, 1, 64).reshape(8, 8), numpy.eye(8)[::-1].copy()]
    kept, given = build(graph, Oracle()), build(graph, Oracle(), donate=[0])
    assert given.report.temporaries < kept.report.temporaries
    check(graph, arrays, evaluate(graph, arrays), donate=[0], program=given)


@pytest.mark.parametrize("seed", range(20))
def test_spans_of_one_time_never_share_a_place(seed: int):
    draw = Random(seed)
    n = draw.choice([0, 1, 5, 40, 150])
    spans: list[Span] = []
    for _ in range(n):
        start = draw.randrange(60)
        end = start + int(draw.expovariate(0.1))
        spans.append(Span(draw.choice([0, 1, 64, 100, 1000, draw.randrange(1, 5000)]), start, end))
    offsets, size = arrange(spans)
    assert len(offsets) == n
    _check_apart(spans, offsets, size)
    least = most_held([Span(s.room, s.start, s.end) for s in spans])
    assert least <= size <= 1.1 * least


def test_very_many_spans_are_placed_quickly():
    spans = [Span(64 * (1 + i % 7), i, i + 3 + i % 5) for i in range(2 * MANY)]
    offsets, size = arrange(spans)
    _check_apart(spans, offsets, size)
    assert size <= 1.3 * most_held(spans)


def _check_apart(spans: list[Span], offsets: list[int], size: int) -> None:
    assert all(at % 64 == 0 and at >= 0 and at + s.nbytes <= size for at, s in zip(offsets, spans, strict=True))
    for t in range(max((s.end for s in spans), default=0) + 1):
        held = sorted((at, at + s.nbytes) for at, s in zip(offsets, spans, strict=True) if s.start <= t <= s.end)
        assert all(high <= low for (_, high), (low, _) in pairwise(held))
