"""Kernels in parts: what lies side by side in one value is stored window by window, by one kernel."""

from typing import Any

import numpy as np
import pytest

from compiler.graph_maker import NATIVE
from compiler.run_program import check
from dusk import ops
from dusk.backends.cpu import machine
from dusk.compiler.assemble import decide
from dusk.graph import Graph, TensorType, Value, evaluate, trace

pytestmark = pytest.mark.skipif(not NATIVE, reason="needs native code")


def floats(*shape: int) -> TensorType:
    return TensorType(shape, np.dtype("float64"))


def padded(x: Value, axis: int, before: int, after: int) -> Value:
    return ops.pad(x, widths=tuple((before, after) if d == axis else (0, 0) for d in range(x.ndim)))


def beside(axis: int) -> Any:
    return lambda x, y: ops.concatenate(ops.tanh(x), ops.multiply(x, y), ops.exp(y), y, axis=axis)


def added(axis: int) -> Any:
    def function(x: Value, y: Value) -> Value:
        n = x.shape[axis]
        return ops.add(
            ops.add(padded(ops.multiply(x, y), axis, 0, 2 * n), padded(ops.sin(x), axis, 2 * n, 0)),
            padded(y, axis, n, n),
        )

    return function


def overlapping(x: Value, y: Value) -> Value:
    n = x.shape[1]
    return ops.add(padded(x, 1, n, 0), ops.multiply(padded(ops.add(x, y), 1, n // 2, n - n // 2), 2.0))


def twice(x: Value, y: Value) -> tuple[Value, ...]:
    both = ops.concatenate(x, ops.cos(y), axis=1)
    return both, ops.multiply(both, both)


CASES = {
    "columns": (beside(1), (3, 32), 4),
    "rows": (beside(0), (32, 3), 4),
    "added columns": (added(1), (3, 64), 3),
    "added rows": (added(0), (16, 2), 3),
    "overlapping": (overlapping, (3, 32), 4),
    "two outputs": (twice, (5, 16), 4),
    "short": (beside(1), (3, 8), 1),
    "one wide column": (beside(1), (1, 40), 4),
}


def stores(graph: Graph) -> int:
    """The windows that a kernel stores."""
    return max(len(step.work.kernel.stores) for step in decide(graph, machine).steps)


@pytest.mark.parametrize("case", CASES)
def test_what_lies_side_by_side_is_stored_window_by_window(case: str) -> None:
    function, shape, windows = CASES[case]
    graph = trace(function, floats(*shape), floats(*shape))
    rng = np.random.default_rng(0)
    given: list[Any] = [rng.standard_normal(shape) for _ in range(2)]
    check(graph, given, evaluate(graph, given))
    assert stores(graph) == windows


def stacked(x: Value, y: Value, axis: int) -> Value:
    both = ops.multiply(ops.sin(x), ops.exp(y))
    return ops.stack(*(ops.add(both, ops.cos(v)) for v in (x, y, both)), axis=axis)


@pytest.mark.parametrize("axis", [0, 1, 2])
def test_what_a_stack_shares_is_computed_once_by_one_kernel_where_lanes_run_along_another_axis(axis: int) -> None:
    graph = trace(lambda x, y: stacked(x, y, axis), floats(5, 24), floats(5, 24))
    rng = np.random.default_rng(0)
    given: list[Any] = [rng.standard_normal((5, 24)) for _ in range(2)]
    check(graph, given, evaluate(graph, given))
    steps = decide(graph, machine).steps
    assert (len(steps) == 1 and stores(graph) == 3) == (axis < 2)


def test_stacks_of_stacks_are_stored_by_one_kernel() -> None:
    def function(x: Value, y: Value) -> Value:
        sums = [ops.multiply(ops.add(x, float(i)), y) for i in range(4)]
        return ops.stack(*(ops.stack(s, ops.subtract(s, x), ops.add(s, y), axis=1) for s in sums), axis=0)

    graph = trace(function, floats(5, 24), floats(5, 24))
    rng = np.random.default_rng(0)
    given: list[Any] = [rng.standard_normal((5, 24)) for _ in range(2)]
    check(graph, given, evaluate(graph, given))
    assert len(decide(graph, machine).steps) == 1
    assert stores(graph) == 12


def test_a_stack_is_added_in_place() -> None:
    graph = trace(lambda w, x, y: ops.subtract(w, stacked(x, y, 0)), floats(3, 5, 24), floats(5, 24), floats(5, 24))
    rng = np.random.default_rng(0)
    given: list[Any] = [rng.standard_normal(v.shape) for v in graph.inputs]
    assert not decide(graph, machine, into={0: 0}).table.planner.copies
    check(graph, given, evaluate(graph, given), into={0: 0})


def test_parts_of_different_lengths_where_they_have_a_common_one() -> None:
    kinds = [floats(4, n) for n in (32, 64, 16)]
    graph = trace(lambda *xs: ops.concatenate(*map(ops.exp, xs), axis=1), *kinds)
    rng = np.random.default_rng(0)
    given: list[Any] = [rng.standard_normal(k.shape) for k in kinds]
    check(graph, given, evaluate(graph, given))
    assert stores(graph) == 7


@pytest.mark.parametrize("axis", [0, 1])
def test_running_sums_of_one_element_lie_beside_each_other(axis: int) -> None:
    kind = floats(2, 1) if axis else floats(1, 2)

    def function(x: Value) -> tuple[Value, ...]:
        sums = ops.accumulate(x, axis=axis, by="add")
        return sums, ops.concatenate(sums, ops.negative(sums), axis=axis)

    graph = trace(function, kind)
    x = np.arange(2.0).reshape(kind.shape) + 1
    check(graph, [x], [np.asarray(v) for v in evaluate(graph, [x])])
