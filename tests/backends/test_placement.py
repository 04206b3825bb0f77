"""Automatic placement: what lies where, what is predicted, and that results are the same."""

from typing import Any

import numpy as np
import pytest

import dusk
import dusk.numpy as dnp
from dusk import ops
from dusk.backends.parted import PartedProgram, in_parts
from dusk.backends.placement import COPY_S, Placement, place
from dusk.compiler.parted import critical
from dusk.graph import Graph, TensorType, evaluate, trace, verify
from dusk.transform.pipeline import optimise
from dusk.transform.placed import devices, unplaced
from placed_graphs import drawn, scattered
from random_graphs import random_graph

TWO, FOUR = ["cpu:0", "cpu:1"], [f"cpu:{i}" for i in range(4)]
LARGE = TensorType((150, 150), "float64")


@pytest.fixture(autouse=True)
def a_core_for_each_device(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever this machine has."""
    monkeypatch.setattr("dusk.backends.placement.cores_for", lambda n: n)


def branches(n: int, size: int = 150) -> Graph:
    kind = TensorType((size, size), "float64")
    return trace(lambda *xs: tuple(ops.sum_(ops.inv(x), axis=(0, 1)) for x in xs), *[kind] * n)


def used(found: Placement) -> set[str]:
    return set(devices(found.graph))


def test_branches_go_to_devices_of_their_own() -> None:
    assert used(place(branches(2), TWO)) == {*TWO}
    assert used(place(branches(4), FOUR)) == {*FOUR}
    found = place(branches(4), TWO)
    assert used(found) == {*TWO}
    assert 0.4 < found.several_s / found.alone_s < 0.6
    assert place(branches(4), FOUR).several_s < found.several_s < found.alone_s


def test_what_costs_more_to_copy_stays_together() -> None:
    small = trace(lambda a, b: ops.add(ops.exp(a), ops.sin(b)), *[TensorType((1000,), "float64")] * 2)
    assert unplaced(place(small, TWO).graph)
    assert unplaced(place(branches(2, size=10), TWO).graph)
    chain = trace(lambda a: ops.inv(ops.inv(ops.inv(a))), LARGE)
    found = place(chain, TWO)
    assert unplaced(found.graph)
    assert found.expected_s == found.alone_s


def test_predictions_are_between_what_cannot_be_beaten_and_one_device() -> None:
    for seed in range(20):
        rng = np.random.default_rng(seed)
        made: list[Any] = []

        def build(x: Any, y: Any, rng: np.random.Generator = rng, made: list[Any] = made) -> Any:
            made += [x, y]
            for _ in range(12):
                a, b = (made[int(rng.integers(len(made)))] for _ in range(2))
                made.append(ops.inv(ops.add(a, b)) if rng.random() < 0.7 else ops.multiply(a, b))
            return tuple(made[-3:])

        graph = trace(build, LARGE, LARGE)
        found = place(graph, TWO)
        verify(found.graph)
        (inv,) = {place(trace(ops.inv, LARGE), ["cpu:0"]).alone_s}
        before = [{graph.nodes.index(v.node) for v in n.inputs if v.node in graph.nodes} for n in graph.nodes]
        longest = max(critical(before, [inv * (n.op is ops.inv) for n in graph.nodes]))
        total = inv * sum(n.op is ops.inv for n in graph.nodes)
        assert max(longest, total / 2) * 0.999 <= found.several_s
        assert found.expected_s <= found.alone_s
        assert found.alone_s <= total + COPY_S * len(graph.nodes)


@pytest.mark.parametrize("seed", range(10))
def test_random_graphs_give_the_same_bits_placed(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("dusk.backends.placement.COPY_S", 0.0)  # or all would stay
    monkeypatch.setattr("dusk.backends.placement.FUSED", 1e6)
    rng = np.random.default_rng(seed)
    plain = random_graph(rng, 30, rounding=False)
    arrays = drawn(plain, rng)
    with np.errstate(all="ignore"):
        want = evaluate(plain, arrays)
    found = place(optimise(plain), FOUR[:3])
    verify(found.graph)
    assert [v.type for v in found.graph.outputs] == [v.type for v in plain.outputs]
    program = in_parts(found.graph)
    made = program.run([dusk.engine.Buffer.foreign(np.atleast_1d(a)) for a in arrays])
    for out, kind, expected in zip(made, program.output_types, want, strict=True):
        np.testing.assert_array_equal(out.array(kind.dtype, kind.shape), expected)


def test_what_the_user_placed_stays_there() -> None:
    for seed in range(10):
        rng = np.random.default_rng(seed)
        graph = scattered(random_graph(rng, 20, rounding=False), rng, ["cpu:0", "cpu:5"])
        found = verify(place(optimise(graph), TWO).graph)
        before = [n.op.name for n in graph.nodes if n.op.lower and n.inputs and n.types[0].device == "cpu:5"]
        after = [n.op.name for n in found.nodes if n.types[0].device == "cpu:5"]
        assert ("cpu:5" in devices(found)) or not before
        assert len(after) >= len(set(before))
        assert [v.type for v in (*found.inputs, *found.outputs)] == [v.type for v in (*graph.inputs, *graph.outputs)]


@pytest.mark.usefixtures("tier")
def test_a_compiled_function_is_placed_and_says_so() -> None:
    rng = np.random.default_rng(0)
    a, b = (dnp.array(rng.standard_normal((150, 150))) for _ in range(2))

    def both(a: Any, b: Any) -> Any:
        return dnp.linalg.svdvals(a).sum() + dnp.linalg.svdvals(b).sum()

    placed, plain = dusk.compile(both, device=[dusk.cpu(0), dusk.cpu(1)]), dusk.compile(both)
    for _ in range(3):
        assert float(placed(a, b)) == float(plain(a, b))
    told = placed.explain()
    assert "nodes on cpu:0" in told
    assert "nodes on cpu:1" in told
    assert "estimated at" in told
    assert isinstance(placed.program, PartedProgram)
    alike = dusk.compile(lambda a, b: dnp.exp(a) * b, device=TWO)
    np.testing.assert_array_equal(alike(a, b), dusk.compile(lambda a, b: dnp.exp(a) * b)(a, b))
    assert "0 copies" in alike.explain()
    assert not isinstance(alike.program, PartedProgram)


@pytest.mark.usefixtures("tier")
def test_arrays_stay_where_they_were() -> None:
    @dusk.compile(device=["cpu:1"])
    def step(w: Any, x: Any) -> Any:
        w -= 0.5 * x
        return (w * w).sum()

    w, x = dnp.ones(4), dnp.ones(4)
    assert float(step(w, x)) == 1.0
    np.testing.assert_array_equal(w, np.full(4, 0.5))
    assert w.device == dusk.cpu(0)
    assert "nodes on cpu:1" in step.explain()
    assert "cpu:0" not in step.explain().partition(";")[0]


def test_devices_are_for_functions_alone() -> None:
    x = dusk.symbol.Variable("x")
    with pytest.raises(TypeError, match="takes a function"):
        dusk.compile(x * 2, device=TWO)
    with pytest.raises(ValueError, match="device"):
        dusk.compile(lambda x: x, device=["tpu"])
