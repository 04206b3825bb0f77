"""Regions around large results as scans over strips: the values stay, what lies between products is never whole."""

import random
from typing import Any

import numpy as np
import pytest

from compiler.graph_maker import NATIVE, Maker
from compiler.run_program import check, run
from dusk import ops
from dusk.backends.cpu import compile_native
from dusk.compiler import strips
from dusk.compiler.strips import in_strips
from dusk.graph import Graph, Node, TensorType, Value, evaluate, trace, verify
from dusk.transform.autodiff import gradients
from dusk.transform.pipeline import optimise

Array = np.ndarray[Any, Any]


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Strips of small results, too."""
    monkeypatch.setattr(strips, "ROOM", 100)
    monkeypatch.setattr(strips, "NEAR", 1 << 20)
    monkeypatch.setattr(strips, "ROWS", 2)
    monkeypatch.setattr(strips, "FEWEST", 1)


def kind(*shape: int, dtype: str = "float64") -> TensorType:
    return TensorType(shape, np.dtype(dtype))


def scans(graph: Graph) -> list[Node]:
    """The scans of a graph, those in bodies included."""
    found = [n for n in graph.nodes if n.op is ops.scan]
    return found + [inner for n in found for inner in scans(n.keywords["body"])]


def largest(graph: Graph) -> int:
    """The elements of the largest product in a graph."""
    bodies = [n.keywords["body"] for n in graph.nodes if n.op is ops.scan]
    here = [v.type.size for n in graph.nodes if n.op is ops.contract for v in n.outputs]
    return max([*here, *map(largest, bodies)], default=0)


def arguments(graph: Graph, seed: int = 0) -> list[Array]:
    rng = np.random.default_rng(seed)
    return [rng.uniform(-1, 1, v.shape).astype(v.dtype) for v in graph.inputs]


def same(graph: Graph, made: Graph) -> None:
    """Both compute the same."""
    verify(made)
    given = arguments(graph)
    for x, y in zip(evaluate(made, given), evaluate(graph, given), strict=True):
        np.testing.assert_allclose(x, y, rtol=1e-9, atol=1e-9)


def attention(q: Value, k: Value, v: Value) -> Value:
    return ops.attention(q, k, v)


def causal(q: Value, k: Value, v: Value) -> Value:
    return ops.attention(q, k, v, causal=True)


def with_gradients(function: Any, count: int) -> Any:
    def both(*xs: Value) -> tuple[Value, ...]:
        out = function(*xs[:count])
        return out, *gradients([out], [xs[count]], xs[:count])

    return both


def network(x: Value, w: Value, u: Value) -> Value:
    return ops.matmul(ops.tanh(ops.matmul(x, w)), u)


@pytest.mark.parametrize("function", [attention, causal])
def test_attention_goes_by_samples_heads_and_queries(small: None, function: Any) -> None:
    x = kind(2, 3, 16, 2)
    graph = optimise(trace(with_gradients(function, 3), x, x, x, x))
    made = in_strips(graph, 100)
    same(graph, made)
    assert [n.keywords["length"] for n in scans(made)][:3] == [2, 2, 3]
    assert any("carry" in n.keywords["sources"] for n in scans(made))  # gradients by keys and values are added up
    assert largest(made) == 2 * 16  # of scores there is a strip


def test_networks_go_by_samples(small: None) -> None:
    graph = optimise(trace(network, kind(24, 3), kind(3, 5), kind(5, 4)))
    made = in_strips(graph, 100)
    same(graph, made)
    (found,) = scans(made)
    assert found.keywords["length"] == 12
    assert largest(made) < 24 * 5


@pytest.mark.parametrize(
    "function",
    [
        lambda x, w, u: (ops.matmul(x, w), ops.matmul(ops.tanh(ops.matmul(x, w)), u)),  # it is wanted itself
        lambda x, w, u: ops.matmul(ops.sort(ops.matmul(x, w), axis=0), u),  # nobody knows what a sort reads
        lambda x, w, u: ops.matmul(ops.softmax(ops.softmax(ops.matmul(x, w), axis=0), axis=1), u),  # no index is left
        lambda x, w, u: ops.matmul(ops.flip(ops.matmul(x, w), axis=(0, 1)), u),
        lambda x, w, u: ops.tanh(ops.matmul(x, w)),
    ],
)
def test_what_stays_in_one_piece(small: None, function: Any) -> None:
    graph = optimise(trace(function, kind(24, 3), kind(3, 5), kind(5, 4)))
    assert not scans(in_strips(graph, 800))


def region(rng: random.Random) -> Graph:
    """Products with random things done to what is between them."""
    sizes = {"a": 3, "m": 6, "n": 8, "k": 4, "e": 5}

    def labelled(names: str) -> TensorType:
        return kind(*(sizes[n] for n in names))

    front = rng.choice(["", "a"])
    left, right, last = (rng.choice([front, ""]) for _ in range(3))
    left = left or ("" if right else front)
    names = [left + "mk", right + "nk", last + "ne", rng.choice(["n", "mn", "m"]), front + "mn"]

    def build(x: Value, y: Value, z: Value, by: Value, other: Value) -> tuple[Value, ...]:
        s = ops.contract(x, y, labels=(names[0], names[1], front + "mn"))
        outputs: list[Value] = []
        by = ops.expand_dims(by, axis=1) if names[3] == "m" else by
        for _ in range(rng.randint(1, 4)):
            what = rng.randrange(8)
            if what == 0:
                s = ops.add(s, by)
            elif what == 1:
                s = ops.multiply(ops.tanh(s), 0.5)
            elif what == 2:
                s = ops.subtract(s, ops.max_(s, axis=rng.choice([-1, -2]), keepdims=True))
            elif what == 3:
                s = ops.divide(s, ops.add(ops.sum_(ops.square(s), axis=-1, keepdims=True), 1.0))
            elif what == 4:
                outputs.append(ops.sum_(s, axis=rng.choice([-1, -2])))
            elif what == 5:
                s = ops.multiply(s, other)
            elif what == 6:
                t = ops.reshape(s, shape=(*s.shape[:-1], 2, s.shape[-1] // 2))
                s = ops.reshape(ops.add(t, ops.sum_(t, axis=-1, keepdims=True)), shape=s.shape)
            else:
                s = ops.add(s, ops.sum_(outputs.pop())) if outputs and rng.random() < 0.3 else ops.cos(s)
        outputs.append(ops.contract(s, z, labels=(front + "mn", names[2], front + "me")))
        if rng.random() < 0.5:
            outputs.append(ops.multiply(ops.contract(s, x, labels=(front + "mn", names[0], front + "nk")), 2.0))
        return tuple(outputs)

    graph = trace(build, *map(labelled, names))
    if rng.random() < 0.6:
        wrt = graph.inputs[:4]
        return Graph(graph.inputs, [*graph.outputs, *gradients(graph.outputs, graph.outputs, wrt)])
    return graph


def test_random_regions(small: None) -> None:
    made = 0
    for seed in range(60):
        graph = optimise(region(random.Random(seed)))
        strips_of = in_strips(graph, 200)
        same(graph, strips_of)
        made += bool(scans(strips_of))
        if NATIVE and seed % 6 == 0:
            given = arguments(graph)
            check(strips_of, given, [np.asarray(v) for v in evaluate(graph, given)])
    assert made > 30


@np.errstate(all="ignore")
def test_random_graphs(small: None) -> None:
    for seed in range(60):
        graph = optimise(Maker(seed).graph(20))
        made = in_strips(graph, 100)
        verify(made)
        rng = np.random.default_rng(seed)
        given = [
            rng.uniform(-1, 1, v.shape) if v.dtype.kind == "f" else rng.integers(0, 3, v.shape) for v in graph.inputs
        ]
        for x, y in zip(evaluate(made, given), evaluate(graph, given), strict=True):
            np.testing.assert_allclose(x, y, rtol=1e-9, atol=1e-9, equal_nan=True)


@pytest.mark.skipif(not NATIVE, reason="needs native code")
@pytest.mark.parametrize("function", [attention, causal])
def test_the_memory_of_attention_grows_with_its_length_and_not_its_square(function: Any) -> None:
    made: list[Any] = []
    for n in (2048, 4096):
        graph = optimise(trace(with_gradients(function, 3), *[kind(2, 2, n, 16, dtype="float32")] * 4))
        made.append((graph, compile_native(graph)))
    assert made[1][1].report.temporaries < 1 << 24  # scores alone are 256 MiB
    graph, program = made[0]
    given = arguments(graph)
    q, k, v, g = (x[1, 1].astype("f8") for x in given)
    s = q @ k.T / 4
    s = np.where(np.tri(2048, dtype=bool), s, -np.inf) if function is causal else s
    p = np.exp(s)
    p /= p.sum(-1, keepdims=True)
    ds = p * (g @ v.T - (p * (g @ v.T)).sum(-1, keepdims=True)) / 4
    for got, wanted in zip(run(program, given), (p @ v, ds @ k, ds.T @ q, p.T @ g), strict=True):
        np.testing.assert_allclose(got[1, 1], wanted, rtol=1e-3, atol=1e-5)
