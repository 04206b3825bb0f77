"""Rolling up: programs that repeat themselves give what they gave unrolled, in fewer nodes."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import dusk
import dusk.numpy as dnp
from dusk import ops
from dusk.backends.cpu import compile_native
from dusk.engine import Buffer
from dusk.graph import Graph, TensorType, Value, constant, evaluate, placeholder, trace, verify
from dusk.kernel import native
from dusk.transform.autodiff import gradients
from dusk.transform.pipeline import optimise
from dusk.transform.roll import roll


def floats(*shape: int) -> TensorType:
    return TensorType(shape, np.dtype("float64"))


def same_values(before: Graph, after: Graph, seed: int = 0) -> None:
    rng = np.random.default_rng(seed)
    arguments = [rng.uniform(-1, 1, v.shape) for v in before.inputs]
    verify(after)
    for x, y in zip(evaluate(before, arguments), evaluate(after, arguments), strict=True):
        np.testing.assert_allclose(x, y, rtol=1e-11, atol=1e-11)


def scans(graph: Graph) -> list[Any]:
    return [node for node in graph.nodes if node.op is ops.scan]


def row(x: Value, i: int) -> Value:
    return ops.reshape(ops.slice_(x, starts=(i, 0), sizes=(1, x.shape[1]), steps=(1, 1)), shape=(x.shape[1],))


def test_a_recurrence_becomes_one_scan_over_the_rows_of_an_array() -> None:
    def program(h: Value, w: Value, xs: Value) -> Value:
        for i in range(20):
            h = ops.tanh(ops.add(ops.matmul(h, w), row(xs, i)))
        return h

    graph = trace(program, floats(4), floats(4, 4), floats(20, 4))
    after = roll(graph)
    (scan,) = scans(after)
    assert scan.keywords["sources"] == ("carry", "same", "each")
    assert scan.keywords["length"] == 20
    assert len(after.nodes) == 2
    same_values(graph, after)


def test_rounds_that_take_rows_from_the_back_go_backwards() -> None:
    def program(h: Value, w: Value, xs: Value) -> Value:
        for i in reversed(range(20)):
            h = ops.tanh(ops.add(ops.matmul(h, w), row(xs, i)))
        return h

    graph = trace(program, floats(4), floats(4, 4), floats(20, 4))
    (scan,) = scans(roll(graph))
    assert scan.keywords["reverse"] is True
    same_values(graph, roll(graph))


def test_values_of_two_rounds_before_are_carried_twice() -> None:
    def program(a: Value, b: Value) -> Value:
        for _ in range(20):
            a, b = b, ops.subtract(ops.multiply(ops.cumsum(b, axis=0), 0.1), ops.sin(a))
        return ops.add(a, b)

    graph = trace(program, floats(5), floats(5))
    after = roll(graph)
    assert len(scans(after)) == 1
    same_values(graph, after)


def test_constants_that_change_from_round_to_round_are_a_series() -> None:
    def program(h: Value, w: Value) -> Value:
        for i in range(20):
            h = ops.multiply(ops.matmul(h, w), 0.5 + 0.01 * i)
        return h

    graph = trace(program, floats(4), floats(4, 4))
    assert len(scans(roll(graph))) == 1
    same_values(graph, roll(graph))


def test_constants_before_a_loop_are_no_loop_of_their_own() -> None:
    def program(h: Value, w: Value) -> Value:
        starts = [ops.broadcast_to(constant(0.5, "float64"), shape=(4,)) for _ in range(256)]
        for start in starts:
            h = ops.tanh(ops.add(ops.matmul(h, w), start))
        return h

    graph = trace(program, floats(4), floats(4, 4))
    after = roll(graph)
    assert [s.keywords["length"] for s in scans(after)] == [256]
    same_values(graph, after)


def test_what_every_round_gives_to_the_outside_stays_unrolled() -> None:
    def program(h: Value, w: Value) -> tuple[Value, ...]:
        seen: list[Value] = []
        for _ in range(20):
            h = ops.tanh(ops.matmul(h, w))
            h = ops.add(ops.multiply(h, h), 0.1)
            seen.append(h)
        return tuple(seen)

    graph = trace(program, floats(4), floats(4, 4))
    assert roll(graph) is graph


def test_layers_with_weights_of_their_own_are_not_stacked() -> None:
    def loss(params: Any, x: Any) -> Any:
        for w, b in params:
            x = dnp.tanh(x @ w + b)
        return (x * x).sum()

    rng = np.random.default_rng(0)
    params = [[dnp.array(rng.uniform(-1, 1, (4, 4))), dnp.array(rng.uniform(-1, 1, 4))] for _ in range(20)]
    step = dusk.compile(dusk.grad(loss))
    step(params, dnp.ones((3, 4)))
    assert not scans(optimise(step.graph))


def _plain(h: Value, w: Value, x: Value) -> Value:
    return ops.tanh(ops.add(ops.matmul(x, w), ops.matmul(h, ops.transpose(w, axes=(1, 0)))))


def _gated(h: Value, w: Value, x: Value) -> Value:
    gate = ops.divide(1.0, ops.add(1.0, ops.exp(ops.negative(ops.add(ops.matmul(h, w), x)))))
    new = ops.tanh(ops.add(ops.matmul(x, w), ops.matmul(h, w)))
    return ops.add(ops.multiply(gate, h), ops.multiply(ops.subtract(1.0, gate), new))


def _summed(h: Value, w: Value, x: Value) -> Value:
    return ops.matmul(ops.add(h, ops.sin(ops.add(x, ops.sum_(h, axis=0)))), w)


STEPS = (_plain, _gated, _summed)


def recurrence(step: Any, rounds: int, backwards: bool, every: bool) -> Graph:
    """A recurrence over rows of an array, its loss and the gradients of that."""
    h0, w, xs = (placeholder(t) for t in (floats(3, 4), floats(4, 4), floats(rounds, 3, 4)))
    h = h0
    total = ops.sum_(ops.square(h))
    for i in reversed(range(rounds)) if backwards else range(rounds):
        x = ops.slice_(xs, starts=(i, 0, 0), sizes=(1, 3, 4), steps=(1, 1, 1))
        h = step(h, w, ops.squeeze(x, axis=(0,)))
        if every:
            total = ops.add(total, ops.sum_(ops.square(h)))
    loss = ops.add(total, ops.sum_(h))
    return Graph((h0, w, xs), (loss, h, *gradients((loss,), (constant(1.0, "float64"),), (h0, w))))


@settings(max_examples=25, deadline=None)
@given(
    step=st.sampled_from(STEPS),
    rounds=st.integers(12, 17),
    backwards=st.booleans(),
    every=st.booleans(),
    seed=st.integers(0, 99),
)
def test_recurrences_and_their_gradients_keep_their_values(
    step: Any, rounds: int, backwards: bool, every: bool, seed: int
) -> None:
    graph = recurrence(step, rounds, backwards, every)
    assert scans(roll(graph))
    same_values(graph, roll(graph), seed)
    same_values(graph, optimise(graph), seed)


@pytest.mark.skipif(not native.available(), reason="needs native code")
@pytest.mark.parametrize("step", STEPS)
@pytest.mark.parametrize("backwards", [False, True])
def test_rolled_recurrences_run_in_native_code(step: Any, backwards: bool) -> None:
    graph = recurrence(step, 14, backwards, every=True)
    program = compile_native(optimise(graph))
    assert program.stats.host_steps == 0
    rng = np.random.default_rng(1)
    arguments = [rng.uniform(-1, 1, v.shape) for v in graph.inputs]
    for _ in range(2):
        made = program.run([Buffer.foreign(a) for a in arguments])
        found = [b.array(t.dtype, t.shape) for b, t in zip(made, program.output_types, strict=True)]
        for x, y in zip(evaluate(graph, arguments), found, strict=True):
            np.testing.assert_allclose(x, y, rtol=1e-9, atol=1e-9)


@pytest.mark.parametrize("length", [40, 160])
def test_nodes_do_not_grow_with_the_length_of_a_recurrence(length: int) -> None:
    def loss(w: Any, xs: Any) -> Any:
        h = xs[0]
        for x in xs:
            h = dnp.tanh(h @ w + x)
        return (h * h).sum()

    step = dusk.compile(dusk.grad(loss))
    step(dnp.ones((3, 3)) * 0.1, list(np.ones((length, 2, 3))))
    assert len(optimise(step.graph).nodes) < 60


@pytest.mark.parametrize("options", [{}, {"exclude": "cse"}, {"include": "roll"}, {"math": "relaxed"}])
def test_what_was_compiled_into_a_loop_is_differentiated_all_the_same(options: Any) -> None:
    def rounds(x: Any, w: Any) -> Any:
        for _ in range(60):
            x = dnp.tanh(x @ w) * 1.1
        return x.sum()

    x, w = dnp.ones((4, 4)) * 0.1, dnp.eye(4) * 0.5
    wanted = np.asarray(dusk.grad(rounds)(x, w))
    f = dusk.compile(rounds, **options)
    dusk.eval(f(x, w))
    np.testing.assert_allclose(np.asarray(dusk.grad(f)(x, w)), wanted, rtol=1e-12)
    outer = dusk.compile(lambda x: 2.0 * f(x, w))
    np.testing.assert_allclose(np.asarray(dusk.grad(outer)(x)), 2.0 * wanted, rtol=1e-12)
    a, b = dusk.symbol.Variable("a"), dusk.symbol.Variable("b")
    y = a
    for _ in range(60):
        y = dusk.symbol.tanh(y @ b) * 1.1
    s = dusk.compile(dusk.symbol.sum(y), **options)
    np.testing.assert_allclose(np.asarray(dusk.grad(lambda x: s(a=x, b=w))(x)), wanted, rtol=1e-9)


def test_an_array_whose_window_is_written_every_round_is_all_that_is_handed_on() -> None:
    def program(u: Value) -> Value:
        for _ in range(12):
            left, here, right = (ops.slice_(u, starts=(i,), sizes=(6,), steps=(1,)) for i in range(3))
            new = ops.add(here, ops.multiply(ops.add(left, right), constant(0.1)))
            u = ops.slice_set(u, new, starts=(1,), steps=(1,))
        return u

    graph = trace(program, floats(8))
    after = roll(graph)
    (scan,) = scans(after)
    assert scan.keywords["sources"] == ("carry",)
    assert [v.node for v in after.outputs] == [scan]
    same_values(graph, after)
