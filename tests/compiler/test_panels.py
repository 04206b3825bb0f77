"""Fixed operands of a loop's products in panels: the values stay, the memory is read in the order in which it lies."""

import random
from typing import Any

import numpy as np
import pytest

from compiler.graph_maker import NATIVE
from compiler.run_program import check
from dusk import ops
from dusk.backends.cpu import blueprint, machine
from dusk.compiler import panels
from dusk.compiler.added import PANELLED
from dusk.compiler.panels import in_panels
from dusk.config import config
from dusk.graph import Dim, Graph, TensorType, Value, evaluate, trace
from dusk.transform.pipeline import optimise
from transform import test_random_loops

pytestmark = pytest.mark.skipif(not NATIVE, reason="needs native code")


def kind(*shape: Any, dtype: str = "float32") -> TensorType:
    return TensorType(shape, np.dtype(dtype))


def panelled(graph: Graph) -> int:
    bodies = [n.keywords["body"] for n in in_panels(graph, machine.lanes).nodes if n.op is ops.scan]
    return sum(n.op is PANELLED for body in bodies for n in body.nodes)


TOLERANCE = 1e-4
LABELS = ["mk,kn->mn", "mk,nk->mn", "km,kn->mn", "km,nk->mn", "kn,mk->mn", "mk,kn->nm", "nk,km->mn"]


@pytest.mark.parametrize("dtype", ["float32", "float64"])
@pytest.mark.parametrize("labels", LABELS)
def test_products_by_panels_are_the_products(labels: str, dtype: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(panels, "STRIP", 0)
    lanes = machine.lanes(np.dtype(dtype))
    made = 0
    for seed in range(12):
        rng = random.Random(seed)
        monkeypatch.setattr(config, "threads", rng.choice([1, 2, 3]))
        sizes = {"m": rng.choice([2, 7, 32, 70]), "k": rng.choice([1, 5, 64, 300])}
        sizes["n"] = rng.choice([lanes, 5 * lanes, 2 * lanes + 1, 7 * lanes])
        of_a, of_b, out = labels.replace("->", ",").split(",")
        a, b, c = (kind(*(sizes[x] for x in names), dtype=dtype) for names in (of_a, of_b, out))
        fixed_first = labels == "kn,mk->mn" or (labels == "nk,km->mn")
        fixed, each = (a, b) if fixed_first else (b, a)
        bias = rng.random() < 0.5

        def round_(
            h: Value, x: Value, w: Value, first: bool = fixed_first, bias: bool = bias, names: Any = (of_a, of_b, out)
        ) -> Any:
            made = ops.contract(*((w, x) if first else (x, w)), labels=names)
            new = ops.add(ops.multiply(h, 0.5), ops.tanh(made) if bias else made)
            return new, made

        body = trace(round_, c, each, fixed)

        def program(h: Value, xs: Value, w: Value, body: Graph = body) -> Any:
            return ops.scan(h, xs, w, body=body, length=8, sources=("carry", "each", "same"))

        graph = trace(program, c, kind(8, *each.shape, dtype=dtype), fixed)
        numbers = np.random.default_rng(seed)
        given: list[Any] = [numbers.uniform(-0.5, 0.5, v.shape).astype(dtype) for v in graph.inputs]
        made += panelled(graph)
        check(graph, given, evaluate(graph, given), rtol=TOLERANCE)
    assert made or labels == "mk,kn->nm"


def lstm(h: Value, c: Value, x: Value, w: Value, u: Value) -> Any:
    gates = ops.add(*(ops.contract(a, b, labels=("mk", "kn", "mn")) for a, b in ((x, w), (h, u))))
    n = h.shape[1]
    i, f, g, o = (ops.slice_(gates, starts=(0, j * n), sizes=h.shape, steps=(1, 1)) for j in range(4))
    c = ops.add(ops.multiply(ops.tanh(f), c), ops.multiply(ops.tanh(i), ops.tanh(g)))
    return ops.multiply(ops.tanh(o), ops.tanh(c)), c


def rounds(rows: Any) -> Graph:
    body = trace(lstm, *[kind(rows, 32)] * 3, kind(32, 128), kind(32, 128))
    sources = ("carry", "carry", "each", "same", "same")
    return trace(
        lambda h, c, xs, w, u: ops.scan(h, c, xs, w, u, body=body, length=9, sources=sources)[0],
        *[kind(rows, 32)] * 2,
        kind(9, rows, 32),
        *[kind(32, 128)] * 2,
    )


def test_both_products_of_an_lstm_read_panels_at_any_batch() -> None:
    assert panelled(rounds(4)) == 2
    plan = blueprint(rounds(Dim("n")))
    for rows in (2, 33):
        graph, rng = rounds(rows), np.random.default_rng(rows)
        given: list[Any] = [rng.uniform(-0.5, 0.5, v.shape).astype("f4") for v in graph.inputs]
        check(graph, given, evaluate(graph, given), program=plan.program({"n": rows}), rtol=TOLERANCE)


@np.errstate(all="ignore")
def test_random_loops_by_panels(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(panels, "STRIP", 0)
    monkeypatch.setattr(test_random_loops, "N", machine.lanes(np.dtype("float64")))
    monkeypatch.setattr(config, "threads", 3)
    made = 0
    for seed in range(20):
        graph = optimise(test_random_loops.loop(random.Random(seed)))
        rng = np.random.default_rng(seed)
        given: list[Any] = [rng.uniform(-0.5, 0.5, v.shape) for v in graph.inputs]
        wanted = evaluate(graph, given)
        if all(np.isfinite(x).all() and abs(x).max() < 1e9 for x in wanted):
            made += panelled(graph)
            check(graph, given, wanted, rtol=1e-7)
    assert made


def test_loops_of_few_rounds_and_narrow_operands_are_left_alone() -> None:
    def product(h: Value, w: Value) -> Value:
        return ops.contract(h, w, labels=("mk", "kn", "mn"))

    body = trace(product, kind(4, 64), kind(64, 64))
    few = trace(lambda h, w: ops.scan(h, w, body=body, length=7, sources=("carry", "same")), kind(4, 64), kind(64, 64))
    assert panelled(few) == 0
    narrow = trace(product, kind(4, 16), kind(16, 16))
    many = trace(
        lambda h, w: ops.scan(h, w, body=narrow, length=9, sources=("carry", "same")), kind(4, 16), kind(16, 16)
    )
    assert panelled(many) == 0
