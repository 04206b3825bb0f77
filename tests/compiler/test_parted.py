"""Graphs as parts: which nodes are together, in what order, and what may be put together again."""

import numpy as np
import pytest

from dusk import ops
from dusk.compiler.joining import joined
from dusk.compiler.parted import (
    COPY,
    HEAVY,
    Parted,
    build,
    critical,
    makespan,
    only_device,
    sets,
    settled,
    split,
    with_own_outputs,
)
from dusk.graph import CONSTANT, Graph, TensorType, evaluate, trace, verify
from dusk.graph.text import parse
from dusk.transform.pipeline import optimise
from dusk.transform.placed import DEFAULT, devices, moved, unplaced
from placed_graphs import drawn, scattered
from random_graphs import random_graph

DEVICES = ["cpu:0", "cpu:1", "cpu:2"]

TWO = parse("""graph(x: float32[4], w: float32[4]@cpu:1) {
  %1: float32[4] = exp(x)
  %2: float32[4] = sin(%1)
  %3: float32[4]@cpu:1 = transfer(%2) {device="cpu:1"}
  %4: float32[4]@cpu:1 = multiply(%3, w)
  %5: float32[4]@cpu:1 = cos(w)
  %6: float32[4]@cpu:1 = add(%4, %5)
  %7: float32[4] = transfer(%6) {device="cpu:0"}
  %8: float32[4] = cos(%2)
  %9: float32[4] = add(%7, %8)
  return %9, %8
}""")


def told(parted: Parted) -> list[str]:
    return str(parted).splitlines()


def test_parts_lie_between_transfers_and_delay_none() -> None:
    assert told(split(TWO)) == [
        "%2 = compute on cpu:0 (%0): exp, sin",
        "%3 = copy on cpu:1 (%2): -",
        "%4 = compute on cpu:1 (%1): cos",
        "%5 = compute on cpu:1 (%3, %1, %4): multiply, add",
        "%6 = copy on cpu:0 (%5): -",
        "%7 = compute on cpu:0 (%2): cos",
        "%8 = compute on cpu:0 (%6, %7): add",
        "return %8, %7",
    ]


def test_parts_are_graphs_of_the_default_device() -> None:
    for part in split(TWO).parts:
        verify(part.graph)
        assert unplaced(part.graph)


def test_an_output_that_is_wanted_early_waits_for_what_it_needs_alone() -> None:
    graph = parse("""graph(x: float32[4]) {
  %1: float32[4] = exp(x)
  %2: float32[4] = sin(%1)
  %3: float32[4] = cos(%1)
  return %2, %3
}""")
    assert len(split(graph).parts) == 1
    assert told(split(graph, marks=[0])) == [
        "%1, %2 = compute on cpu:0 (%0): exp, sin",
        "%3 = compute on cpu:0 (%1): cos",
        "return %2, %3",
    ]


def test_views_are_read_where_their_values_are() -> None:
    graph = parse("""graph(x: float32[4, 3], w: float32[3, 4]@cpu:1) {
  %1: float32[3, 4] = transpose(x) {axes=(1, 0)}
  %2: float32[3, 4]@cpu:1 = transfer(%1) {device="cpu:1"}
  %3: float32[4, 3]@cpu:1 = transpose(w) {axes=(1, 0)}
  %4: float32[3, 4]@cpu:1 = multiply(%2, w)
  %5: float32[4, 3]@cpu:1 = transpose(%4) {axes=(1, 0)}
  %6: float32[4, 3]@cpu:1 = add(%5, %3)
  return %6
}""")
    assert told(split(graph)) == [
        "%2 = copy on cpu:1 (%0): transpose",
        "%3 = compute on cpu:1 (%2, %1): multiply, transpose, transpose, add",
        "return %3",
    ]


def test_constants_and_numbers_need_no_transfers() -> None:
    graph = parse("""graph(x: float32[4]@cpu:1, n: float32[]) {
  %1: float32[] = constant() {value=literal float32[](2.0)}
  %2: float32[4] = broadcast_to(%1) {shape=(4,)}
  %3: float32[4]@cpu:1 = transfer(%2) {device="cpu:1"}
  %4: float32[]@cpu:1 = transfer(n) {device="cpu:1"}
  %5: float32[4]@cpu:1 = broadcast_to(%4) {shape=(4,)}
  %6: float32[4]@cpu:1 = multiply(x, %3)
  %7: float32[4]@cpu:1 = add(%6, %5)
  return %7
}""")
    assert only_device(graph) is None
    assert only_device(settled(graph)) == "cpu:1"
    assert len(split(graph).parts) == 1


def test_outputs_are_values_of_their_own() -> None:
    graph = trace(lambda x: (x, x, ops.exp(x)), TensorType((2,), "float32"))
    parted = split(Graph(graph.inputs, (*graph.outputs, graph.outputs[2])))
    assert len({*parted.outputs}) == 4
    assert not {*parted.outputs} & {*range(parted.inputs)}


def test_long_steps_are_parts_of_their_own() -> None:
    square = TensorType((4, 4), "float64")
    graph = trace(lambda a, b: ops.add(ops.inv(ops.exp(a)), ops.inv(b)), square, square)
    heavy = [node for node in graph.nodes if node.op is ops.inv]
    assert [(p.kind, p.name) for p in split(graph, heavy).parts] == [
        ("compute", "exp"),
        (HEAVY, "inv"),
        (HEAVY, "inv"),
        ("compute", "add"),
    ]


def test_calls_that_stand_apart_stay_whole_and_are_compiled_by_themselves() -> None:
    kind = TensorType((3,), "float32")
    body = trace(lambda x: ops.exp(ops.sin(x)), kind)
    graph = trace(lambda x: ops.add(ops.call(x, graph=body, apart=True), ops.call(ops.cos(x), graph=body)), kind)
    assert not unplaced(graph)
    assert [(p.kind, p.name) for p in split(optimise(graph)).parts] == [
        ("apart", "call"),
        ("compute", "cos, sin, exp"),
        ("compute", "add"),
    ]
    two = trace(lambda x: ops.transfer(ops.exp(ops.transfer(x, device="cpu:1")), device="cpu:0"), kind)
    inner = trace(lambda x: ops.call(x, graph=two, apart=True), kind)
    assert {p.device for p in split(optimise(inner)).parts} == {"cpu:0", "cpu:1"}


@pytest.mark.parametrize("seed", range(40))
def test_random_graphs_are_parts_in_order_each_of_one_device(seed: int) -> None:
    rng = np.random.default_rng(seed)
    plain = random_graph(rng, 30, rounding=True)
    graph = with_own_outputs(settled(scattered(plain, rng, DEVICES)))
    some = [node for node in graph.nodes if rng.random() < 0.1 and node.op not in (ops.transfer, CONSTANT)]
    parts = build(graph, sets(graph, some, [0, 2]))
    _check(parts, graph)
    fewer = joined(parts, graph, list(rng.random(len(parts.parts)) * 1e-4), 5e-5, 10)
    if fewer is not None:
        again = build(graph, fewer)
        assert len(again.parts) < len(parts.parts)
        _check(again, graph)


def _check(parts: Parted, graph: Graph) -> None:
    known = set(range(parts.inputs))
    arrays = drawn(graph, np.random.default_rng(0))
    values = dict(enumerate(arrays))
    for part in parts.parts:
        assert known.issuperset(part.reads), "in order"
        assert not known.intersection(part.makes), "made once"
        known.update(part.makes)
        verify(part.graph)
        foreign = [v for v in part.reads if parts.types[v].device != part.device]
        of_parts = [v for v in foreign if v >= parts.inputs]
        assert part.kind == COPY or not of_parts
        assert part.kind == COPY or all(parts.types[v].shape == () for v in foreign)
        assert {parts.types[v].device for v in part.makes} == {part.device}
        assert unplaced(part.graph)
        with np.errstate(all="ignore"):
            values.update(zip(part.makes, evaluate(part.graph, [values[v] for v in part.reads]), strict=True))
    with np.errstate(all="ignore"):
        want = evaluate(graph, arrays)
    for v, expected in zip(parts.outputs, want, strict=True):
        np.testing.assert_array_equal(values[v], expected)


@pytest.mark.parametrize("seed", range(20))
def test_any_parts_that_are_put_together_leave_no_circle(seed: int) -> None:
    rng = np.random.default_rng(seed)
    graph = with_own_outputs(settled(scattered(random_graph(rng, 40, rounding=False), rng, DEVICES[:2], stay=0.8)))
    parts = build(graph, sets(graph, [], [1]))
    fewer = joined(parts, graph, [0.0] * len(parts.parts), 1.0, 1)
    assert fewer is None or len(build(graph, fewer).parts) == len(fewer)


def test_what_is_short_joins_the_only_one_that_reads_it() -> None:
    graph = with_own_outputs(TWO)
    parts = split(TWO)
    seconds = [1e-3, 1e-3, 1e-6, 1e-3, 1e-3, 1e-3, 1e-6]
    fewer = joined(parts, graph, seconds, 1e-5, 100)
    assert fewer is not None
    assert told(build(graph, fewer)) == [
        "%2 = compute on cpu:0 (%0): exp, sin",
        "%3 = copy on cpu:1 (%2): -",
        "%4 = compute on cpu:1 (%3, %1): multiply, cos, add",
        "%5 = copy on cpu:0 (%4): -",
        "%6 = compute on cpu:0 (%2): cos",
        "%7 = compute on cpu:0 (%5, %6): add",
        "return %7, %6",
    ]
    assert joined(parts, graph, [1e-3] * 7, 1e-5, 100) is None


def test_the_time_of_a_chain_is_its_sum_and_branches_share_workers() -> None:
    assert critical([set(), {0}, {0}, {1, 2}], [1.0, 2.0, 5.0, 1.0]) == [7.0, 3.0, 6.0, 1.0]
    branches = trace(
        lambda x: tuple(
            ops.transfer(ops.exp(ops.transfer(x, device=d)), device="cpu:0") for d in ("cpu:1", "cpu:2", "cpu:3")
        ),
        TensorType((3,), "float32"),
    )
    parts = split(branches)
    seconds = [1.0 if part.kind != COPY else 0.0 for part in parts.parts]
    spans = [makespan(parts, seconds, n, 0.0, lambda part: (part.kind, part.device)) for n in (1, 2, 3)]
    assert spans == [3.0, 2.0, 1.0]
    assert makespan(parts, seconds, 3, 0.0, lambda part: "all") == 3.0


def test_a_graph_moves_to_a_device_and_back() -> None:
    for seed in range(10):
        rng = np.random.default_rng(seed)
        plain = random_graph(rng, 30, rounding=True)
        there = moved(scattered(plain, rng, DEVICES), "cpu:7")
        assert devices(verify(there)) == ["cpu:7"]
        assert moved(moved(plain, "cpu:7"), DEFAULT) == plain
        assert not any(node.op is ops.transfer for node in there.nodes)


def test_loops_move_with_what_is_in_them() -> None:
    body = trace(lambda c, x: (ops.add(c, x), ops.exp(c)), *[TensorType((2,), "float32")] * 2)
    graph = trace(
        lambda c, x: ops.scan(c, x, body=body, length=3, sources=("carry", "each")),
        TensorType((2,), "float32"),
        TensorType((3, 2), "float32"),
    )
    there = moved(graph, "cpu:1")
    assert devices(verify(there)) == ["cpu:1"]
    assert not unplaced(there)
    assert moved(there, DEFAULT) == graph
