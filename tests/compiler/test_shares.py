"""Loops shared by rows: rounds that mix no rows are run by several threads, each its own rows; others are not."""

import random
from typing import Any

import numpy as np
import pytest

from compiler.graph_maker import NATIVE
from compiler.run_program import check
from dusk import ops
from dusk.backends.cpu import compile_native
from dusk.compiler import shares, table
from dusk.compiler.loop import Shares
from dusk.config import config
from dusk.engine import Buffer
from dusk.graph import Graph, TensorType, Value, evaluate, trace
from dusk.kernel import costs
from dusk.kernel.costs import Costs
from dusk.transform.pipeline import optimise
from transform.test_random_loops import loop

pytestmark = pytest.mark.skipif(not NATIVE, reason="needs native code")
T, H = 5, 6


def floats(*shape: int) -> TensorType:
    return TensorType(shape, np.dtype("float64"))


@pytest.fixture
def found(monkeypatch: pytest.MonkeyPatch) -> list[Shares]:
    """How the loops compiled meanwhile are shared, however short they are."""
    made: list[Shares] = []

    def shared(*args: Any) -> Any:
        made.append(shares.shared(*args))
        return made[-1]

    monkeypatch.setattr(config, "threads", 3)
    monkeypatch.setattr(costs, "in_force", lambda: Costs(handoff_s=1e-12))
    monkeypatch.setattr(table, "shared", shared)
    return made


def cut(x: Value, axis: int, first: int, n: int) -> Value:
    starts = tuple(first if d == axis else 0 for d in range(x.ndim))
    sizes = tuple(n if d == axis else m for d, m in enumerate(x.shape))
    return ops.slice_(x, starts=starts, sizes=sizes, steps=(1,) * x.ndim)


def product(h: Value, x: Value, w: Value) -> Value:
    return ops.tanh(ops.add(x, ops.matmul(h, w)))


def gates(h: Value, x: Value, w: Value) -> Value:
    both = ops.matmul(h, ops.concatenate(w, w, axis=1))
    return ops.multiply(ops.tanh(cut(both, 1, 0, H)), ops.add(x, cut(both, 1, H, H)))


def padded(h: Value, x: Value, w: Value) -> Value:
    wide = ops.add(ops.pad(h, widths=((0, 0), (0, H))), ops.pad(x, widths=((0, 0), (H, 0))))
    return ops.tanh(ops.matmul(wide, ops.concatenate(w, w, axis=0)))


def softmax(h: Value, x: Value, w: Value) -> Value:
    e = ops.exp(ops.subtract(h, ops.max_(h, axis=1, keepdims=True)))
    return ops.add(ops.divide(e, ops.sum_(e, axis=1, keepdims=True)), ops.multiply(x, 0.1))


def running(h: Value, x: Value, w: Value) -> Value:
    return ops.add(ops.multiply(ops.cumsum(h, axis=1), 0.2), x)


def updated(h: Value, x: Value, w: Value) -> Value:
    return ops.slice_set(h, cut(ops.matmul(h, w), 1, 0, 2), starts=(0, 3), steps=(1, 1))


def everything_outside(h: Value, x: Value, w: Value) -> Value:
    return ops.add(ops.multiply(h, 0.5), ops.flip(x, axis=0))


def over_rows(h: Value, x: Value, w: Value) -> Value:
    return ops.add(ops.multiply(h, 0.5), ops.multiply(ops.sum_(h, axis=0), 0.1))


def turned(h: Value, x: Value, w: Value) -> Value:
    return ops.tanh(ops.add(x, ops.matmul(w, h)))


def upside_down(h: Value, x: Value, w: Value) -> Value:
    return ops.add(ops.multiply(ops.flip(h, axis=0), 0.5), x)


def shifted(h: Value, x: Value, w: Value) -> Value:
    rows = h.shape[0]
    return ops.add(x, ops.multiply(ops.pad(cut(h, 0, 1, rows - 1), widths=((0, 1), (0, 0))), 0.5))


def some_rows(h: Value, x: Value, w: Value) -> Value:
    return ops.slice_set(h, cut(x, 0, 0, h.shape[0] // 2), starts=(h.shape[0] // 2, 0), steps=(1, 1))


APART = [product, gates, padded, softmax, running, updated, everything_outside]
MIXED = [over_rows, upside_down, shifted, some_rows]


@pytest.mark.parametrize("rows", [4, 7, 33])
@pytest.mark.parametrize("outputs", [(0, 1), (1,), (0,)], ids=str)
@pytest.mark.parametrize("source", ["each", "list"])
@pytest.mark.parametrize("round_", [*APART, *MIXED, turned], ids=lambda f: f.__name__)
def test_shared_loops_are_what_their_bodies_give(
    found: list[Shares], round_: Any, source: str, outputs: tuple[int, ...], rows: int
) -> None:
    if round_ is turned:
        rows = H
    h, w = floats(rows, H), floats(H, H)

    def both(h: Value, x: Value, w: Value) -> tuple[Value, ...]:
        new = round_(h, x, w)
        return new, ops.multiply(new, 2.0)

    body = trace(both, h, h, w)
    series = (h,) * T if source == "list" else (floats(T, rows, H),)

    def program(h: Value, w: Value, *xs: Value) -> Any:
        made = ops.scan(h, *xs, w, body=body, length=T, sources=("carry", source, "same"))
        return tuple(made[i] for i in outputs)

    graph = trace(program, h, w, *series)
    rng = np.random.default_rng(0)
    given: list[Any] = [rng.uniform(-0.5, 0.5, v.shape) for v in graph.inputs]
    check(optimise(graph), given, evaluate(graph, given))
    assert found
    if round_ in APART:
        assert found[-1] == Shares(rows, 3)
    elif round_ in MIXED:
        assert found[-1] == Shares()


@pytest.mark.parametrize("length", [2, 3, 7, 30])
@pytest.mark.parametrize("nested", [False, True])
def test_rounds_that_hand_on_nothing_are_shared_out(
    monkeypatch: pytest.MonkeyPatch, found: list[Shares], length: int, nested: bool
) -> None:
    """Each thread has its own memory for what its rounds make; loops within are run by the thread that meets them."""

    def by_rounds(*args: Any, **kinds: Any) -> Any:
        found.append(shares.by_rounds(*args, **kinds))
        return found[-1]

    monkeypatch.setattr(table, "by_rounds", by_rounds)
    x, w = floats(5, H), floats(H, H)

    def one(x: Value, w: Value) -> tuple[Value, ...]:
        s = softmax(ops.matmul(x, w), x, w)
        return ops.matmul(ops.transpose(s, axes=(1, 0)), s), ops.sum_(s, axis=0)

    def some(x: Value, w: Value) -> Any:
        return ops.scan(x, w, body=trace(one, x.type.with_(x.shape[1:]), w.type), length=4, sources=("each", "same"))

    body = trace(some if nested else one, floats(4, 5, H) if nested else x, w)
    graph = trace(
        lambda xs, w: ops.scan(xs, w, body=body, length=length, sources=("each", "same")),
        floats(length, *body.inputs[0].shape),
        w,
    )
    rng = np.random.default_rng(0)
    given: list[Any] = [rng.uniform(-0.5, 0.5, v.shape) for v in graph.inputs]
    check(optimise(graph), given, evaluate(graph, given))
    assert Shares(0, min(3, length)) in found or nested  # few rounds are left to the loops within


@np.errstate(all="ignore")
def test_random_loops_shared_by_rows(found: list[Shares]) -> None:
    for seed in range(40):
        graph: Graph = loop(random.Random(seed))
        rng = np.random.default_rng(seed)
        given: list[Any] = [rng.uniform(-0.7, 0.7, v.shape) for v in graph.inputs]
        program = compile_native(optimise(graph))
        made = program.run([Buffer.foreign(a) for a in given])
        for x, b, t in zip(evaluate(graph, given), made, program.output_types, strict=True):
            np.testing.assert_allclose(x, b.array(t.dtype, t.shape), rtol=1e-7, atol=1e-7, err_msg=f"seed {seed}")
    assert any(s.count > 1 for s in found)
    assert any(s.count == 1 for s in found)
