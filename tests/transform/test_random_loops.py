"""Random loops, rolled up, optimised and compiled: what their rounds give is what the recorded nodes give."""

import os
import random
from typing import Any

import numpy as np
import pytest

from dusk import ops
from dusk.backends.cpu import compile_native
from dusk.engine import Buffer
from dusk.graph import Graph, TensorType, Value, constant, evaluate, placeholder, verify
from dusk.kernel import native
from dusk.transform.autodiff import gradients
from dusk.transform.pipeline import optimise
from dusk.transform.roll import before_gradient, roll

SEEDS = int(os.environ.get("DUSK_RANDOM_LOOPS", "60"))
N = 4


def floats(*shape: int) -> TensorType:
    return TensorType(shape, np.dtype("float64"))


def at(x: Value, axis: int, i: int) -> Value:
    """x[i] along an axis."""
    starts = tuple(i if d == axis else 0 for d in range(x.ndim))
    sizes = tuple(1 if d == axis else n for d, n in enumerate(x.shape))
    return ops.squeeze(ops.slice_(x, starts=starts, sizes=sizes, steps=(1,) * x.ndim), axis=(axis,))


def turned(x: Value) -> Value:
    return ops.transpose(x, axes=(1, 0))


def corner(p: Value, q: Value) -> Value:
    """p with a part of q written into it."""
    return ops.slice_set(p, ops.slice_(q, starts=(0, 1), sizes=(2, 2), steps=(1, 1)), starts=(1, 0), steps=(1, 1))


def softmax(x: Value) -> Value:
    e = ops.exp(x)
    return ops.divide(e, ops.sum_(e, axis=1, keepdims=True))


CALLS: dict[str, Any] = {
    "product": lambda p, q: ops.multiply(ops.matmul(p, q), 0.2),
    "product with a transposed one": lambda p, q: ops.multiply(ops.matmul(p, turned(q)), 0.2),
    "sum": lambda p, q: ops.multiply(ops.add(p, q), 0.5),
    "difference": lambda p, q: ops.multiply(ops.subtract(p, q), 0.5),
    "tanh": lambda p, q: ops.tanh(ops.multiply(p, q)),
    "reduction": lambda p, q: ops.multiply(ops.add(p, ops.sum_(q, axis=0)), 0.2),
    "row": lambda p, q: ops.add(p, ops.slice_(q, starts=(1, 0), sizes=(1, N), steps=(1, 1))),
    "write": corner,
    "sigmoid": lambda p, q: ops.divide(1.0, ops.add(1.0, ops.exp(ops.negative(p)))),
    "softmax": lambda p, q: softmax(p),
    "running sum": lambda p, q: ops.multiply(ops.cumsum(p, axis=0), 0.3),
}
SERIES = ("rows", "columns", "list", "constants", "store", "add to what is stored")


def put(x: Value, v: Value, i: int) -> Value:
    """x with v as x[i]."""
    return ops.slice_set(x, ops.reshape(v, shape=(1, *v.shape)), starts=(i, 0, 0), steps=(1, 1, 1))


def loop(rng: random.Random, rolled_first: bool = False) -> Graph:
    """A loop with up to three states over series of several kinds, its loss, and often its gradients: of the loop as it
    is, or rolled up."""
    rounds = rng.randint(8, 16)
    fixed = [placeholder(floats(N, N)) for _ in range(3)]
    rows, columns = placeholder(floats(rounds, N, N)), placeholder(floats(N, rounds, N))
    first = stored = placeholder(floats(rounds + 3, N, N))
    listed = [placeholder(floats(N, N)) for _ in range(rounds)]
    state = fixed[: rng.randint(1, 3)]
    calls = [
        (rng.choice((*CALLS, *SERIES)), rng.randrange(9), rng.randrange(9), rng.randrange(2 * len(state)))
        for _ in range(rng.randint(2, 7))
    ]
    late = rng.randint(-1, 2)  # rounds that what is stored is read after it was
    backwards, inner, every = rng.random() < 0.4, rng.choice((1, 1, 1, 3)), rng.random() < 0.3
    total = constant(0.0, "float64")
    for i in range(rounds):
        t = rounds - 1 - i if backwards else i
        values = [*state, fixed[2]]
        for _ in range(inner):
            for call, a, b, _ in calls:
                p, q = values[a % len(values)], values[b % len(values)]
                if call == "constants":
                    values.append(ops.multiply(p, 0.5 + 0.03 * i))
                elif call == "store":
                    stored = put(stored, p, t + 1)
                    read = late * (1 if backwards else -1) if 0 < t < rounds - 1 else 0
                    values.append(at(stored, 0, t + 1 + read))
                elif call == "add to what is stored":
                    stored = put(stored, ops.add(at(stored, 0, t + 1), p), t + 1)
                    values.append(p)
                elif call in SERIES:
                    x = at(rows, 0, t) if call == "rows" else at(columns, 1, t) if call == "columns" else listed[t]
                    values.append(ops.multiply(ops.add(p, x), 0.5))
                else:
                    values.append(CALLS[call](p, q))
            values = values[-6:]
        new = list(state)
        for j, (*_, target) in enumerate(calls):
            if target < len(state):
                new[target] = values[-(1 + j % len(values))]
        state = [values[-1], *new[1:]] if new == state else new
        if every:
            total = ops.add(total, ops.sum_(values[-1]))
    loss = ops.add(total, ops.sum_(ops.square(state[0])))
    graph = Graph((*fixed, rows, columns, first, *listed), [loss, *state, stored])
    variables = [*fixed, rows, first]
    if rolled_first:
        graph = before_gradient(graph, variables)
    outputs = graph.outputs
    if rng.random() < 0.6:
        outputs += gradients(outputs[:1], (constant(1.0, "float64"),), variables)
    return Graph(graph.inputs, outputs)


@pytest.mark.parametrize("first", range(0, SEEDS, 10))
@np.errstate(all="ignore")
def test_random_loops_keep_their_values(first: int) -> None:
    rolled = 0
    for seed in range(first, first + 10):
        graph = loop(random.Random(seed))
        rng = np.random.default_rng(seed)
        arguments = [rng.uniform(-0.7, 0.7, v.shape) for v in graph.inputs]
        wanted = evaluate(graph, arguments)
        if not all(np.isfinite(x).all() for x in wanted):
            continue  # some feedbacks explode
        after = verify(roll(graph))
        before = verify(loop(random.Random(seed), rolled_first=True))
        rolled += any(node.op is ops.scan for node in (*after.nodes, *before.nodes))
        for made in (after, verify(optimise(graph)), before, verify(optimise(before))):
            for x, y in zip(wanted, evaluate(made, arguments), strict=True):
                np.testing.assert_allclose(y, x, rtol=1e-7, atol=1e-7, err_msg=f"seed {seed}")
    assert rolled


@pytest.mark.skipif(not native.available(), reason="needs native code")
@pytest.mark.parametrize("seed", range(0, SEEDS, 6))
@np.errstate(all="ignore")
def test_random_loops_run_in_native_code(seed: int) -> None:
    graph = loop(random.Random(seed))
    rng = np.random.default_rng(seed)
    arguments = [rng.uniform(-0.7, 0.7, v.shape) for v in graph.inputs]
    program = compile_native(optimise(loop(random.Random(seed), rolled_first=seed % 4 == 0)))
    for _ in range(2):
        made = program.run([Buffer.foreign(a) for a in arguments])
        for x, b, t in zip(evaluate(graph, arguments), made, program.output_types, strict=True):
            np.testing.assert_allclose(x, b.array(t.dtype, t.shape), rtol=1e-7, atol=1e-7)
