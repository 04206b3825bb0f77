"""Scans as native steps: values come round after round from where the round before left them."""

from typing import Any

import numpy as np
import pytest

from compiler.graph_maker import NATIVE
from compiler.run_program import check
from dusk import ops
from dusk.backends.cpu import blueprint, compile_native
from dusk.graph import Dim, Graph, TensorType, Value, evaluate, trace

pytestmark = pytest.mark.skipif(not NATIVE, reason="needs native code")


def floats(*shape: Any) -> TensorType:
    return TensorType(shape, np.dtype("float64"))


H, W = floats(4, 8), floats(8, 8)


def both(h: Value, x: Value, w: Value) -> tuple[Value, ...]:
    new = ops.tanh(ops.add(x, ops.matmul(h, w)))
    return new, new


def apart(h: Value, x: Value, w: Value) -> tuple[Value, ...]:
    return ops.tanh(ops.add(x, ops.matmul(h, w))), ops.multiply(x, 2.0)


def arguments(graph: Graph) -> list[Any]:
    rng = np.random.default_rng(0)
    return [rng.uniform(-0.5, 0.5, v.shape) for v in graph.inputs]


@pytest.mark.parametrize("body", [both, apart])
@pytest.mark.parametrize("outputs", [(0, 1), (1,), (0,)], ids=str)
@pytest.mark.parametrize("source", ["each", "back", "list"])
@pytest.mark.parametrize("reverse", [False, True])
@pytest.mark.parametrize("length", [1, 4, 5])
def test_scans_are_what_their_bodies_give_round_by_round(
    body: Any, outputs: tuple[int, ...], source: str, reverse: bool, length: int
) -> None:
    graph_of_round = trace(body, H, H, W)
    series = (H,) * length if source == "list" else (floats(length, 4, 8),)

    def program(h: Value, w: Value, *xs: Value) -> Any:
        made = ops.scan(
            h, *xs, w, body=graph_of_round, length=length, sources=("carry", source, "same"), reverse=reverse
        )
        return tuple(made[i] for i in outputs)

    graph = trace(program, H, W, *series)
    given = arguments(graph)
    program_ = check(graph, given, evaluate(graph, given))
    assert program_.stats.host_steps == 0


def test_operands_that_are_views_and_constants() -> None:
    body = trace(lambda h, x, w: ops.add(ops.multiply(h, 0.5), ops.matmul(x, w)), H, H, W)

    def program(h: Value, xs: Value, w: Value) -> Value:
        rows = ops.slice_(xs, starts=(1, 0, 0), sizes=(3, 4, 8), steps=(2, 1, 1))
        turned = ops.transpose(w, axes=(1, 0))
        return ops.scan(h, rows, turned, body=body, length=3, sources=("carry", "each", "same"))

    graph = trace(program, H, floats(7, 4, 8), W)
    given = arguments(graph)
    check(graph, given, evaluate(graph, given))


def test_a_body_that_needs_numpy_runs_in_numpy() -> None:
    kind = TensorType((3,), np.dtype("complex128"))
    body = trace(lambda h: ops.tan(ops.multiply(h, 0.1)), kind)
    graph = trace(lambda h: ops.scan(h, body=body, length=3, sources=("carry",)), kind)
    given = [np.array([1, 1j, 2 - 1j])]
    assert check(graph, given, evaluate(graph, given)).stats.host_steps == 1


def test_an_index_out_of_bounds_ends_the_rounds_with_its_error() -> None:
    def look(h: Value, table: Value) -> tuple[Value, ...]:
        i = ops.astype(h, dtype=np.dtype("int64"))
        return ops.add(ops.gather(table, i, axes=(0,), at=0), 1.0), h

    body = trace(look, floats(2), floats(9))
    graph = trace(lambda h, t: ops.scan(h, t, body=body, length=12, sources=("carry", "same")), floats(2), floats(9))
    program = compile_native(graph)
    if program.stats.host_steps:
        pytest.skip("gathers with run-time indices are no kernels here")
    given = [np.array([0.0, 1.0]), np.arange(9.0)]
    with pytest.raises(IndexError, match="out of bounds for axis 0 with size 9"):
        check(graph, given, [np.zeros(2), np.zeros((12, 2))], program=program)


def test_loops_of_named_sizes_serve_every_size() -> None:
    n = Dim("n")
    some = floats(n, 8)
    body = trace(both, some, some, W)
    graph = trace(
        lambda h, xs, w: ops.scan(h, xs, w, body=body, length=4, sources=("carry", "each", "same"))[1],
        some,
        floats(4, n, 8),
        W,
    )
    plan = blueprint(graph)
    for size in (3, 5):
        rng = np.random.default_rng(size)
        given = [rng.uniform(-0.5, 0.5, s) for s in ((size, 8), (4, size, 8), (8, 8))]
        check(graph, given, evaluate(graph, given), program=plan.program({"n": size}))


def _smooth(u: Value) -> Value:
    left = ops.slice_(u, starts=(0,), sizes=(6,), steps=(1,))
    right = ops.slice_(u, starts=(2,), sizes=(6,), steps=(1,))
    return ops.slice_set(u, ops.multiply(ops.add(left, right), 0.5), starts=(1,), steps=(1,))


def _twice(u: Value) -> Value:
    v = _smooth(u)
    return ops.slice_set(v, ops.slice_(u, starts=(0,), sizes=(2,), steps=(1,)), starts=(6,), steps=(1,))


@pytest.mark.parametrize("update", [_smooth, _twice], ids=["once", "twice, from the old value"])
@pytest.mark.parametrize("length", [1, 2, 5])
@pytest.mark.parametrize("stacked", [False, True])
@pytest.mark.parametrize("given_up", [False, True])
def test_what_rounds_only_update_stays_in_place(update: Any, length: int, stacked: bool, given_up: bool) -> None:
    def round_(u: Value, x: Value) -> Any:
        new = update(u)
        return (new, ops.add(ops.sum_(u), x)) if stacked else new

    body = trace(round_, floats(8), floats())

    def program(u: Value, xs: Value) -> Any:
        used = ("carry", "each") if stacked else ("carry",)
        inner = body if stacked else Graph(body.inputs[:1], body.outputs)
        return ops.scan(u, *((xs,) if stacked else ()), body=inner, length=length, sources=used)

    graph = trace(program, floats(8), floats(length))
    given = arguments(graph)
    done = check(graph, given, evaluate(graph, given), into={0: 0} if given_up else None)
    assert done.stats.host_steps == 0
