"""Scalar expressions: equal ones are one object, index arithmetic folds, kernels are checked and have one text."""

from __future__ import annotations

import gc
import pickle
import threading

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dusk.errors import GraphError
from dusk.kernel import expr as k
from dusk.kernel.expr import Expr, affine, topological
from dusk.kernel.interpret import apply
from dusk.kernel.loops import Axis, Kernel, Operand, Reduction, Scan, Store

F32, I64 = np.dtype("float32"), np.dtype("int64")
PARALLEL, REDUCE = Axis("parallel"), Axis("reduce")


def test_equal_expressions_are_one_object() -> None:
    i, j = k.axis(0), k.axis(1)
    x = k.load(0, (i, j), F32)
    assert k.load(0, (i, j), F32) is x
    assert k.op("exp", x) is k.op("exp", x)
    assert k.const(0.0, F32) is not k.const(-0.0, F32)
    assert k.const(float("nan"), F32) is k.const(float("nan"), F32)
    assert k.const(1, F32) is k.const(1.0, F32)
    assert k.const(1, "int64") is not k.const(1, "int32")
    assert pickle.loads(pickle.dumps(x + 1.0)) is x + 1.0


def test_threads_get_the_same_object() -> None:
    found: list[Expr] = []

    def build() -> None:
        e = k.axis(77)
        for n in range(200):
            e = e * (n + 2) + k.param(n)
        found.append(e)

    threads = [threading.Thread(target=build) for _ in range(8)]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    assert len({id(e) for e in found}) == 1


def test_expressions_of_any_depth_are_built_walked_and_freed() -> None:
    e = k.load(0, (k.axis(0),), F32)
    for _ in range(50_000):
        e = k.op("negative", e)
    assert len(topological([e])) == 50_002
    assert len(repr(e)) < 10_000
    del e
    gc.collect()


def test_index_arithmetic_folds() -> None:
    i = k.axis(0)
    assert (i + 1 + 2) is i + 3
    assert (i + 1 - 1) is i
    assert (2 * i * 3) is i * 6
    assert i * 0 is k.const(0)
    assert i // 1 is i
    assert i - i is k.const(0)
    assert (k.const(-7) // 2).data == -4
    assert (k.const(7) % -4).data == -1
    assert (k.const(3) < 4).data is True
    assert k.op("logical_and", k.const(True, "bool"), i < 4) is (i < 4)
    assert k.where(k.const(False, "bool"), i, i + 1) is i + 1
    assert k.load(0, (i,), F32, k.const(False, "bool")) is k.const(0, F32)
    assert k.const(2**63 - 1) + 1 is k.const(-(2**63))


@st.composite
def index_expressions(draw: st.DrawFn, depth: int = 3) -> Expr:
    if depth == 0 or draw(st.integers(0, 3)) == 0:
        return draw(st.sampled_from([k.axis(0), k.axis(1), k.param(0), k.const(0), k.const(3), k.const(-2)]))
    name = draw(st.sampled_from(["add", "subtract", "multiply", "floor_divide", "remainder", "negative"]))
    a = draw(index_expressions(depth=depth - 1))
    return k.op(name, a) if name == "negative" else k.op(name, a, draw(index_expressions(depth=depth - 1)))


def evaluate(root: Expr, axes: list[int], params: list[int]) -> int:
    values: dict[Expr, int] = {}
    for e in topological([root]):
        if e.kind == "op":
            with np.errstate(all="ignore"):
                values[e] = int(apply(e.data, [np.array(values[a]) for a in e.args]))
        else:
            values[e] = e.data if e.is_const else (axes if e.kind == "axis" else params)[e.data]
    return values[root]


@settings(max_examples=200, deadline=None, derandomize=True)
@given(index_expressions(), st.integers(-5, 5), st.integers(-5, 5), st.integers(-5, 5))
def test_an_affine_form_has_the_value_of_its_expression(e: Expr, i: int, j: int, p: int) -> None:
    parts = affine(e)
    total = parts.const + sum(c * [i, j][a] for a, c in parts.axes.items())
    total += sum(c * evaluate(r, [i, j], [p]) for c, r in parts.rest)
    assert total == evaluate(e, [i, j], [p])
    assert not any(r.kind in ("axis", "const") for _, r in parts.rest)


def test_replacing_rebuilds_and_folds() -> None:
    i, p = k.axis(0), k.param(0)
    e = (i + p) * 2
    assert k.replace([e], {p: k.const(3)})[0] is (i + 3) * 2
    x = k.load(0, (i,), F32, i < 5, k.const(2, F32))
    assert k.replace([x], {i: k.const(1)})[0] is k.load(0, (k.const(1),), F32)


def test_wrong_operands_are_refused() -> None:
    i, x = k.axis(0), k.load(0, (k.axis(0),), F32)
    for name, args in [("add", (i, x)), ("exp", (i,)), ("nothing", (i,)), ("add", (i,)), ("bitwise_and", (x, x))]:
        with pytest.raises(TypeError):
            k.op(name, *args)
    with pytest.raises(OverflowError):
        k.const(300, "int8")


def row_sums() -> Kernel:
    i, j = k.axis(0), k.axis(1)
    total = Reduction("sum", k.load(0, (i, j), F32))
    operands = (Operand(F32, (None, 1)), Operand(F32, (1,)))
    return Kernel((PARALLEL, REDUCE), operands, (total,), (Store(1, (i,), k.reduced(0, F32)),))


def test_a_kernels_text_is_its_identity() -> None:
    a, b = row_sums(), row_sums()
    assert a.text() == b.text()
    assert a.name == b.name
    assert (
        a.text()
        == """\
axes parallel reduce params 0
operand0 float32 [? 1]
operand1 float32 [1]
%0 = axis0
%1 = axis1
%2 = load0 float32 %0 %1
%3 = reduced0 float32
reduced0 = sum %2
set operand1[%0] = %3
"""
    )


def test_the_block_of_a_step_has_extents_operands_and_params_in_order() -> None:
    kernel = row_sums()
    block = kernel.args([4, 7], [(1, 0, (7, 1)), (2, 64, (1,))])
    assert block == [4, 7, 1, 0, 7, 2, 64]
    assert len(block) == kernel.n_args()
    assert kernel.parallel_extent([4, 7]) == 4
    with pytest.raises(ValueError, match="stride 2 where the kernel was built for 1"):
        kernel.args([4, 7], [(1, 0, (7, 2)), (2, 64, (1,))])
    with pytest.raises(ValueError, match="kernel of 2 axes"):
        kernel.args([4], [(1, 0, (7, 1)), (2, 64, (1,))])


def test_only_scattering_kernels_must_run_in_one_piece() -> None:
    i, j = k.axis(0), k.axis(1)
    value, at = k.load(0, (i, j), F32), k.load(1, (i,), I64)
    operands = (Operand(F32, (None, 1)), Operand(I64, (1,)), Operand(F32, (None, 1)))

    def kernel(*index: Expr, kind: str = "add") -> Kernel:
        return Kernel((PARALLEL, PARALLEL), operands, (), (Store(2, index, value, kind),))  # type: ignore[arg-type]

    assert kernel(i, j, kind="set").splittable
    assert kernel(i, j).splittable
    assert not kernel(at, j).splittable
    assert not kernel(at, j, kind="set").splittable
    assert not kernel(i + j, j).splittable
    assert kernel(i, k.load(1, (j,), I64)).splittable
    assert kernel(i * 2 + 1, k.load(1, (j,), I64), kind="set").splittable


def test_kernels_that_break_a_rule_are_refused() -> None:
    i, x = k.axis(0), k.load(0, (k.axis(0),), F32)
    operand = Operand(F32, (1,))
    good = Store(0, (i,), x)

    def kernel(**changes: object) -> Kernel:
        parts = {"axes": (PARALLEL,), "operands": (operand,), "reductions": (), "stores": (good,), "n_params": 0}
        return Kernel(**{**parts, **changes})  # type: ignore[arg-type]

    kernel().verify()
    broken = {
        "parallel axes come before": {"axes": (REDUCE, PARALLEL)},
        "stores nothing": {"stores": ()},
        "needs a reduce axis": {"reductions": (Reduction("sum", x),)},
        "unknown reduction": {"axes": (PARALLEL, REDUCE), "reductions": (Reduction("median", x),)},
        "no operand 3": {"stores": (Store(3, (i,), x),)},
        "2 indices for 1": {"stores": (Store(0, (i, i), x),)},
        "float64 into float32": {"stores": (Store(0, (i,), k.cast(x, "float64")),)},
        "an index is not int64": {"stores": (Store(0, (x,), x),)},
        "guard is not bool": {"stores": (Store(0, (i,), x, guard=i),)},
        "a check needs a guard": {"stores": (Store(0, (i,), x, "check"),)},
        "writes the same element": {"stores": (Store(0, (k.const(0),), k.const(1, F32)),)},
        "no axis 4": {"stores": (Store(0, (i,), k.load(0, (k.axis(4),), F32)),)},
        "no param 0": {"stores": (Store(0, (i + k.param(0),), x),)},
        "not there yet": {"stores": (Store(0, (i,), k.reduced(0, F32)),)},
        "a scan needs a reduce axis": {"scans": (Scan(k.const(0, F32), k.carried(0, F32) + x),)},
        "starts from 0:int64": {"axes": (PARALLEL, REDUCE), "scans": (Scan(k.const(0), k.carried(0, F32) + x),)},
        "no scan 0": {"stores": (Store(0, (i,), k.carried(0, F32)),)},
        "carried0 is float32, not float64": {"axes": (PARALLEL, REDUCE), "scans": (Scan(k.const(0, F32), x),),
                                             "reductions": (Reduction("sum", k.carried(0, "float64")),)},
        "scan along axis 1 writes the same": {"axes": (PARALLEL, REDUCE), "scans": (Scan(k.const(0, F32), x),),
                                              "stores": (Store(0, (i,), k.carried(0, F32)),)},
        "as float64": {"stores": (Store(0, (i,), k.cast(k.load(0, (i,), "float64"), F32)),)},
    }
    for message, changes in broken.items():
        with pytest.raises(GraphError, match=message):
            kernel(**changes).verify()
