"""Calls, host functions and ordered effects."""

from typing import Any

import numpy as np
import pytest

from dusk import ops
from dusk.errors import FormatError, GradientError
from dusk.graph import TOKEN, Dim, Graph, TensorType, evaluate, ordered, parse, placeholder, rebuild, trace, verify
from dusk.graph.graph import specialise
from dusk.transform.autodiff import gradients

N = Dim("n")
VECTOR = TensorType((N,), np.float64)


def test_a_call_with_several_outputs_is_inlined_and_computes_the_same() -> None:
    body = trace(lambda x: (ops.sin(x), ops.sum_(x)), VECTOR)
    graph = verify(trace(lambda x: ops.call(ops.exp(x), graph=body), VECTOR))
    inlined = verify(
        rebuild(graph, lambda node, xs: node.op.inline(*xs, **node.keywords) if node.op is ops.call else None)
    )
    assert [n.op.name for n in inlined.nodes] == ["exp", "sin", "sum"]
    x = np.arange(3.0)
    for a, b in zip(evaluate(graph, [x]), evaluate(inlined, [x]), strict=True):
        np.testing.assert_array_equal(a, b)
    assert str(parse(str(graph))) == str(graph)
    assert specialise(graph, {"n": 3}).nodes[-1].keywords["graph"].inputs[0].shape == (3,)


def test_a_call_refuses_operands_of_other_types() -> None:
    body = trace(ops.sin, VECTOR)
    with pytest.raises(TypeError, match="call"):
        ops.call(placeholder(TensorType((N,), np.float32)), graph=body)


def test_ordered_calls_happen_once_each_in_order_though_unused() -> None:
    said: list[float] = []
    token = placeholder(TOKEN)
    x = placeholder(TensorType((), np.float64))
    kind = (x.type,)

    def note(value: Any) -> Any:
        said.append(float(value))
        return value

    first, after = ordered(ops.host_ordered, token, x, function=note, types=kind)
    _, after = ordered(ops.host_ordered, after, ops.add(x, 1), function=note, types=kind)
    _, after = ordered(ops.host_ordered, after, ops.add(x, first), function=note, types=kind)
    graph = verify(Graph((token, x), (after,)))
    evaluate(graph, [None, np.float64(5)])
    assert said == [5, 6, 10]
    with pytest.raises(FormatError):
        str(graph)


def test_a_host_function_must_give_what_it_declared() -> None:
    graph = trace(lambda x: ops.host(x, function=lambda v: v[:1], types=(x.type,)), TensorType((2,), "f8"))
    with pytest.raises(ValueError, match=r"shape \(1,\)") as caught:
        evaluate(graph, [np.zeros(2)])
    assert any("host" in note for note in caught.value.__notes__)


def test_a_gradient_through_a_host_function_names_it() -> None:
    x = placeholder(TensorType((2,), "f8"))
    y = ops.host(x, function=np.sort, types=(x.type,))
    with pytest.raises(GradientError, match="sort, called at"):
        gradients([y], [y], [x])


def test_reductions_of_chosen_elements_are_numpys() -> None:
    x, chosen = np.arange(6.0).reshape(2, 3) - 2, np.array([[True, False, True], [False, False, True]])
    cases: list[tuple[Any, Any]] = [(ops.sum_, np.sum), (ops.prod, np.prod), (ops.max_, np.max), (ops.min_, np.min)]
    for op, function in cases:
        for mask in (None, chosen):
            options: dict[str, Any] = {"chosen": mask, "initial": 0.5, "axis": 0}
            graph = trace(lambda v, op=op, o=options: ops.reduce_where(op, v, **o), TensorType((2, 3), "f8"))
            wanted = function(x, axis=0, initial=0.5, **({} if mask is None else {"where": mask}))
            np.testing.assert_array_equal(evaluate(graph, [x])[0], wanted)
    with pytest.raises(ValueError, match="max"):
        ops.reduce_where(ops.max_, x, chosen=chosen)
    for op, function in ((ops.all_, np.all), (ops.any_, np.any)):
        found = ops.reduce_where(op, x, chosen=chosen, axis=1)
        np.testing.assert_array_equal(found, function(x, axis=1, where=chosen))


def test_an_op_may_say_its_tangent_and_what_it_is_over_a_mapped_axis() -> None:
    x, t = np.array([0.5, 2.0]), np.array([3.0, -1.0])
    kind = TensorType((2,), np.float64)
    assert ops.sin.jvp is not None
    graph = trace(lambda v, tangent: ops.sin.jvp([tangent], ops.sin(v), v), kind, kind)
    np.testing.assert_allclose(evaluate(graph, [x, t])[0], np.cos(x) * t)
    rows = np.arange(24.0).reshape(2, 3, 4)
    for params in ({"axis": (0,)}, {"axis": -1, "keepdims": True}, {"axis": None}):
        assert ops.sum_.batch is not None
        graph = trace(lambda v, p=params: ops.sum_.batch((0,), v, **p), TensorType(rows.shape, rows.dtype))
        np.testing.assert_array_equal(evaluate(graph, [rows])[0], [np.sum(row, **params) for row in rows])
