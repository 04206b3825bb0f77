"""Products with windows read them where they lie: nothing copies what windows repeat."""

from typing import Any

import numpy as np
import pytest

from compiler.graph_maker import NATIVE
from compiler.run_program import check
from dusk import ops
from dusk.backends.cpu import compile_native, machine
from dusk.compiler.assemble import decide
from dusk.graph import Dim, TensorType, Value, evaluate, trace

pytestmark = pytest.mark.skipif(not NATIVE, reason="needs native code")


def windows(x: Value, size: int, step: int, spread: int = 1) -> Value:
    """(n, h, w, c) -> (n, down, along, c, size, size)"""
    for axis in (1, 2):
        x = ops.windows(x, axis=axis, size=spread * (size - 1) + 1)
    counts = tuple(-(-n // step) if i in (1, 2) else n if i < 4 else size for i, n in enumerate(x.shape))
    return ops.slice_(x, starts=(0,) * 6, sizes=counts, steps=(1, step, step, 1, spread, spread))


CASES = [(2, 9, 12, 3, 5, 3, 1, 1), (1, 12, 13, 8, 20, 5, 2, 1), (3, 10, 10, 4, 16, 3, 1, 2), (2, 8, 8, 9, 16, 1, 2, 1)]


@pytest.mark.parametrize("case", CASES)
@pytest.mark.parametrize("labels", ["nhwcij,ijco->nhwo", "nhwcij,nhwo->ijco"])
def test_convolutions_copy_nothing(case: Any, labels: str) -> None:
    n, h, w, c, o, size, step, spread = case
    random = np.random.default_rng(0)
    x = random.standard_normal((n, h, w, c))
    down, along = ((m - spread * (size - 1) - 1) // step + 1 for m in (h, w))
    other = (size, size, c, o) if labels.endswith("o->nhwo") else (n, down, along, o)
    y = random.standard_normal(other)

    def f(x: Value, y: Value) -> Value:
        return ops.contract(windows(x, size, step, spread), y, labels=tuple(labels.replace("->", ",").split(",")))

    graph = trace(f, *(TensorType(a.shape, a.dtype) for a in (x, y)))
    program = compile_native(graph)
    check(graph, [x, y], [np.asarray(v) for v in evaluate(graph, [x, y])], program=program, rtol=1e-9)
    assert program.stats.native_steps == 1


def test_attention_over_heads_that_lie_side_by_side_copies_nothing() -> None:
    b, t, h, d = 2, 40, 3, 16
    random = np.random.default_rng(1)
    q, k = random.standard_normal((2, b, t, h, d))
    graph = trace(
        lambda q, k: ops.contract(q, k, labels=("bihd", "bjhd", "bhij")), *(TensorType(q.shape, q.dtype),) * 2
    )
    program = compile_native(graph)
    check(graph, [q, k], [np.einsum("bihd,bjhd->bhij", q, k)], program=program)
    assert program.stats.native_steps == 1


def test_images_of_named_sizes_are_read_where_they_lie() -> None:
    n, h = Dim("n"), Dim("h")
    random = np.random.default_rng(2)
    y = random.standard_normal((3, 3, 4, 9))

    def f(x: Value, y: Value) -> Value:
        return ops.contract(windows(x, 3, 1), y, labels=("nhwcij", "ijco", "nhwo"))

    blueprint = decide(trace(f, TensorType((n, h, 8, 4), np.dtype("float64")), TensorType(y.shape, y.dtype)), machine)
    for sizes in ((2, 6), (3, 9), (1, 3)):
        x = random.standard_normal((*sizes, 8, 4))
        graph = trace(f, *(TensorType(a.shape, a.dtype) for a in (x, y)))
        program = blueprint.program(dict(zip("nh", sizes, strict=True)))
        check(graph, [x, y], [np.asarray(v) for v in evaluate(graph, [x, y])], program=program)
        assert program.stats.native_steps == 1
