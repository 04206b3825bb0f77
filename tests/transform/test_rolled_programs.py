"""Programs with Python loops, as users write them: which become scans, nested where the programs are, and their values.

What is iterated over is a list of numbers, so that loops are written out call by call, as in imperative code.
"""

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import dusk
import dusk.numpy as dnp
from dusk import ops
from dusk.graph import Graph, Node, evaluate, verify
from dusk.kernel import native
from dusk.transform.pipeline import optimise
from dusk.transform.roll import roll

T, N, BATCH, LAYERS = 16, 5, 3, 9
Nest = list["Nest"]


def times(n: int) -> list[int]:
    return list(range(n))


def normal(*shape: int, seed: int = 0, scale: float = 0.5) -> Any:
    return np.random.default_rng((seed, *shape)).standard_normal(shape) * scale


def sigmoid(np: Any, x: Any) -> Any:
    return 1 / (1 + np.exp(-x))


# --- the programs; `np` is Dusk's or NumPy's
def elman(np: Any, wx: Any, wh: Any, b: Any, xs: Any) -> Any:
    h = np.zeros((BATCH, N))
    for t in times(T):
        h = np.tanh(xs[t] @ wx + h @ wh + b)
    return (h * h).sum()


def every_state(np: Any, wx: Any, wh: Any, b: Any, xs: Any) -> Any:
    h = np.zeros((BATCH, N))
    total = 0.0
    for t in times(T):
        h = np.tanh(xs[t] @ wx + h @ wh + b)
        total = total + (h * h).mean()
    return total


def lstm(np: Any, wx: Any, wh: Any, b: Any, xs: Any) -> Any:
    h, c = np.zeros((BATCH, N)), np.zeros((BATCH, N))
    for t in times(T):
        gates = xs[t] @ wx + h @ wh + b
        i, f = sigmoid(np, gates[:, :N]), sigmoid(np, gates[:, N : 2 * N])
        g, o = np.tanh(gates[:, 2 * N : 3 * N]), sigmoid(np, gates[:, 3 * N :])
        c = f * c + i * g
        h = o * np.tanh(c)
    return (h * h).sum()


def layers(np: Any, wx: Any, wh: Any, b: Any, xs: Any) -> Any:
    seen = [xs[t] for t in times(T)]
    for _ in times(LAYERS):
        h = np.zeros((BATCH, N))
        made = []
        for x in seen:
            h = np.tanh(x @ wx + h @ wh + b)
            made.append(h)
        seen = made
    return (seen[-1] * seen[-1]).sum()


def power(np: Any, a: Any, v: Any, count: Any, flags: Any) -> Any:
    norm = np.sqrt((v * v).sum())
    small = v.astype(np.float32)
    for _ in times(T):
        w = a @ v
        norm = np.sqrt((w * w).sum())
        v = w / norm
        small = small * np.float32(0.5) + v.astype(np.float32)
        count = count + (v > 0)
        flags = flags ^ (norm > 1.0)
    return v, norm, small, count, flags


def stretches(np: Any, a: Any, x: Any) -> Any:
    """Rounds in which there is a shorter stretch that repeats, too few times to be a loop of its own."""
    for _ in times(10):
        x = np.tanh(x @ a)
        for _ in times(4):
            x = x - 0.1 * np.sin(x).sum(axis=1, keepdims=True)
    return x


def loops(np: Any, a: Any, b: Any, x: Any) -> Any:
    """Rounds in which there is a loop."""
    for _ in times(10):
        x = np.tanh(x @ a)
        y = x
        for _ in times(9):
            y = y @ b - 0.1 * np.sin(y).sum(axis=1, keepdims=True)
        x = x + np.tanh(y)
    return x


def stores(np: Any, wh: Any, xs: Any) -> Any:
    out = np.zeros((T, BATCH, N))
    h = np.zeros((BATCH, N))
    for t in times(T):
        h = np.tanh(xs[t] + h @ wh)
        out[t] = h * 2.0
    return out


def backward_stores(np: Any, wh: Any, xs: Any) -> Any:
    out = np.ones((BATCH, T + 2, N))
    h = np.zeros((BATCH, N))
    for t in times(T)[::-1]:
        h = np.tanh(xs[t] + h @ wh)
        out[:, t + 1] = h
    return out


def rereads(np: Any, wh: Any, xs: Any) -> Any:
    out = np.ones((T + 2, BATCH, N))
    for t in times(T):
        out[t + 2] = np.tanh(xs[t] + out[t + 1] @ wh - 0.5 * out[t])
    return out


def sums_of_rows(np: Any, wh: Any, xs: Any) -> Any:
    out = np.ones((T, BATCH, N))
    h = np.zeros((BATCH, N))
    for t in times(T):
        h = np.tanh(xs[t] + h @ wh)
        out[t] += h @ wh
    return out


def swaps(np: Any, a: Any, p: Any, q: Any) -> Any:
    for _ in times(2 * T):
        p, q = q, np.tanh(p @ a) * 0.5 + q
    return p, q


def turns(np: Any, a: Any, p: Any, q: Any, r: Any) -> Any:
    for _ in times(T):
        p, q, r = q, r, np.tanh(p @ a) * 0.5 + q.sum(axis=1, keepdims=True)
    return p, q, r


SEQUENCE = normal(T, BATCH, N)
CELL = normal(N, N), normal(N, N, seed=1), normal(N), SEQUENCE
GATES = normal(N, 4 * N), normal(N, 4 * N, seed=1), normal(4 * N), SEQUENCE
STATE = normal(BATCH, N, seed=2)
MATRIX = normal(N, N, seed=3)
# program: its arguments, how its scans are nested in one another, and the most nodes that are left
PROGRAMS: dict[Any, tuple[tuple[Any, ...], Nest, int]] = {
    elman: (CELL, [[]], 30),
    every_state: (CELL, [[]], 30),
    lstm: (GATES, [[]], 30),
    layers: (CELL, [[[]], []], 30),  # the last layer leaves but its last state
    power: ((MATRIX, normal(N), np.zeros(N, np.int64), np.array(False)), [[]], 30),
    stretches: ((MATRIX, STATE), [[]], 30),
    loops: ((MATRIX, normal(N, N, seed=4), STATE), [[[]]], 30),
    stores: ((MATRIX, SEQUENCE), [[]], 20),
    backward_stores: ((MATRIX, SEQUENCE), [[]], 20),
    rereads: ((MATRIX, SEQUENCE), [[]], 30),
    sums_of_rows: ((MATRIX, SEQUENCE), [[]], 20),
    swaps: ((MATRIX, STATE, STATE + 1), [[]], 20),
    turns: ((MATRIX, STATE, STATE + 1, STATE - 1), [[]], 20),
}
DIFFERENTIATED = elman, every_state, lstm, layers, stretches, loops, stores, rereads, sums_of_rows, swaps


def recorded(program: Any, arguments: Any, gradient: bool = False) -> Any:
    """A program as a function of its arguments, or its sum of squares with its gradients by all of them."""

    def called(*arguments: Any) -> Any:
        return program(dnp, *arguments)

    def total(*arguments: Any) -> Any:
        made = called(*arguments)
        return sum((part * part).sum() for part in (made if isinstance(made, tuple) else (made,)))

    return dusk.value_and_grad(total, tuple(range(len(arguments)))) if gradient else called


def traced(program: Any, arguments: Any, gradient: bool = False) -> Graph:
    """What is recorded of a program, or of its sum with its gradients."""
    step = dusk.compile(recorded(program, arguments, gradient))
    step(*map(dnp.array, arguments))
    return step.graph


def nest(graph: Graph) -> Nest:
    """Its scans, each as the list of those in it."""
    return [nest(node.keywords["body"]) for node in graph.nodes if node.op is ops.scan]


def inner(graph: Graph) -> Iterator[Node]:
    """All nodes of a graph and of the bodies in it."""
    for node in graph.nodes:
        yield node
        if node.op is ops.scan:
            yield from inner(node.keywords["body"])


def same_values(before: Graph, after: Graph, arguments: Any) -> None:
    for x, y in zip(evaluate(before, arguments), evaluate(verify(after), arguments), strict=True):
        np.testing.assert_allclose(y, x, rtol=1e-9, atol=1e-9)


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda p: p.__name__)
def test_a_program_s_loops_become_scans(program: Any) -> None:
    arguments, wanted, most = PROGRAMS[program]
    graph = traced(program, arguments)
    made = program(np, *(a.copy() for a in arguments))
    for x, y in zip(made if isinstance(made, tuple) else (made,), evaluate(graph, arguments), strict=True):
        np.testing.assert_allclose(y, x, rtol=1e-12)
    after = optimise(graph)
    same_values(graph, roll(graph), arguments)
    same_values(graph, after, arguments)
    assert (nest(after), len(after.nodes) <= most) == (wanted, True), after


@pytest.mark.parametrize("program", DIFFERENTIATED, ids=lambda p: p.__name__)
def test_a_program_s_gradients_are_scans_too(program: Any) -> None:
    arguments, wanted, _ = PROGRAMS[program]
    graph = traced(program, arguments, gradient=True)
    after = optimise(graph)
    same_values(graph, roll(graph), arguments)
    same_values(graph, after, arguments)
    assert sorted(nest(after)) == sorted([*wanted, *wanted]), after  # one the other way round for each
    assert len(after.nodes) < 100


@pytest.mark.skipif(not native.available(), reason="needs native code")
@pytest.mark.parametrize("program", PROGRAMS, ids=lambda p: p.__name__)
def test_rolled_programs_run_in_native_code(program: Any) -> None:
    arguments, _, _ = PROGRAMS[program]
    for gradient in (False, True)[: 1 + (program in DIFFERENTIATED)]:
        wanted = evaluate(traced(program, arguments, gradient), arguments)
        with dusk.config.using(tier="native"):
            made = recorded(program, arguments, gradient)(*map(dnp.array, arguments))
            found, _ = dusk.tree.flatten(made)
            for x, y in zip(wanted, found, strict=True):
                np.testing.assert_allclose(np.asarray(y), x, rtol=1e-9, atol=1e-9)


def test_what_rounds_store_is_left_by_them_and_what_they_load_is_a_series() -> None:
    arguments, *_ = PROGRAMS[stores]
    after = optimise(traced(stores, arguments))
    (scan,) = (node for node in after.nodes if node.op is ops.scan)
    assert sorted(scan.keywords["sources"]) == ["carry", "each", "same"]
    assert not any(node.op in (ops.slice_set, ops.slice_) for node in inner(after))


def test_bodies_are_seen_by_the_other_passes() -> None:
    def program(np: Any, a: Any, b: Any, x: Any) -> Any:
        for _ in times(T):
            left, right = np.exp(x) @ (a @ b), np.exp(x).sum(axis=0)
            x = np.tanh(left + right + 0.0 * 1.0)
        return x

    graph = traced(program, (MATRIX, MATRIX + 1, STATE))
    after = optimise(graph)
    (scan,) = (node for node in after.nodes if node.op is ops.scan)
    body = [node.op for node in scan.keywords["body"].nodes]
    assert body.count(ops.exp) == 1  # common to both
    assert body.count(ops.contract) == 1  # the other one is the same in every round
    same_values(graph, after, (MATRIX, MATRIX + 1, STATE))


# --- loops that are read: bodies are traced once, and know rows by the number of the round
def read_rows(np: Any, wh: Any, xs: Any) -> Any:
    h = np.zeros((BATCH, N))
    for t in range(len(xs)):
        h = np.tanh(xs[t] + h @ wh)
    return h


def read_stores(np: Any, wh: Any, xs: Any) -> Any:
    out = np.zeros(xs.shape)
    h = np.zeros((BATCH, N))
    for t in range(len(xs) - 1, -1, -1):
        h = np.tanh(xs[t] + h @ wh)
        out[t] = h * 2.0
    return out


def read_rereads(np: Any, wh: Any, xs: Any) -> Any:
    out = np.ones((len(xs) + 2, BATCH, N))
    for t in range(len(xs)):
        out[t + 2] = np.tanh(xs[t] + out[t + 1] @ wh - 0.5 * out[t])
    return out


READ = read_rows, read_stores, read_rereads


@pytest.mark.parametrize("gradient", [False, True])
@pytest.mark.parametrize("program", READ, ids=lambda p: p.__name__)
def test_loops_that_are_read_are_the_same_for_any_length(program: Any, gradient: bool) -> None:
    sizes: list[int] = []
    for length in (20, 40):
        arguments = MATRIX, normal(length, BATCH, N)
        graph = traced(program, arguments, gradient)
        after = optimise(graph)
        same_values(graph, after, arguments)
        assert nest(after) == [[], []][: 1 + gradient]
        assert not any(node.op in (ops.slice_set, ops.gather) for node in inner(after) if node not in after.nodes)
        sizes.append(len(graph.nodes))
        if not gradient:
            np.testing.assert_allclose(evaluate(graph, arguments)[0], program(np, *arguments), rtol=1e-12)
    assert sizes[0] == sizes[1]


def test_element_wise_rounds_are_written_out_to_be_put_together() -> None:
    def program(np: Any, x: Any, y: Any) -> Any:
        for _ in range(30):
            x = x * y + x
        return x

    after = optimise(traced(program, (MATRIX, MATRIX)))
    assert nest(after) == []
