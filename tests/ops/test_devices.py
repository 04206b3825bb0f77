"""Rules know nothing of devices: a call, its gradient and what it is made of lie where its operands do."""

from collections.abc import Sequence
from typing import Any

import pytest

from dusk import ops
from dusk.graph import Graph, TensorType, constant, expand, parse, placeholder, verify
from dusk.graph.graph import rebuild, specialise
from dusk.graph.node import Node, Value, apply
from dusk.transform.autodiff import gradients
from dusk.transform.forward import tangents
from op_samples import SAMPLES, SIZE, Sample

THERE = "cpu:1"
FREE = [s for s in SAMPLES if not any(isinstance(v, Graph) for v in s.params.values())]


def moved(sample: Sample) -> Graph:
    """The graph of a sample with its inputs on another device; results are built anew."""
    graph = specialise(sample.graph(), {"n": SIZE})

    def change(node: Node, operands: tuple[Value, ...]) -> Sequence[Value]:
        found = apply(node.op, operands, node.params)
        return (found,) if isinstance(found, Value) else found

    return rebuild(graph, change, [placeholder(v.type.on(THERE)) for v in graph.inputs])


def lies_there(graph: Graph) -> None:
    verify(graph)
    assert [n for n in graph.nodes if n.op is ops.transfer] == []
    assert {t.device for n in graph.nodes for t in n.types} <= {THERE}


@pytest.mark.parametrize("sample", [s for s in FREE if s.op is not ops.transfer], ids=lambda s: s.name)
def test_what_a_call_gives_lies_where_its_operands_do(sample: Sample) -> None:
    graph = moved(sample)
    if not graph.inputs:
        return
    lies_there(graph)
    node = graph.nodes[-1]
    if node.op.inline is not None:
        made: Any = node.op.inline(*node.inputs, **node.keywords)
        if made is not NotImplemented:
            lies_there(Graph(graph.inputs, [made] if isinstance(made, Value) else made))


@pytest.mark.parametrize("sample", [s for s in FREE if s.grad and s.op is not ops.transfer], ids=lambda s: s.name)
def test_derivatives_lie_where_the_call_does(sample: Sample) -> None:
    graph = moved(sample)
    outputs = [v for v in graph.outputs if v.dtype.kind in "fc"]
    wrt = [graph.inputs[i] for i in sample.grad]
    seeds = [placeholder(v.type) for v in outputs]
    lies_there(Graph([*graph.inputs, *seeds], gradients(outputs, seeds, wrt)))
    pushed = [placeholder(v.type) for v in wrt]
    lies_there(Graph([*graph.inputs, *pushed], tangents(outputs, wrt, pushed)))


def test_operands_are_brought_to_the_device_of_the_first_that_has_dimensions() -> None:
    here, there = placeholder(TensorType((3,), "f8")), placeholder(TensorType((3,), "f8", THERE))
    number = placeholder(TensorType((), "f8"))
    for first, second in ((here, there), (there, here)):
        total = ops.add(first, second)
        assert total.type.device == first.type.device
        assert [n.op.name for n in Graph([here, there], [total]).nodes] == ["transfer", "add"]
    assert ops.multiply(number, there).type.device == THERE
    assert ops.multiply(2.0, there).type.device == THERE
    assert "float64[3]@cpu:1" in str(Graph([there], [ops.exp(there)]))


def test_what_is_made_of_nothing_is_made_where_it_is_used() -> None:
    there = placeholder(TensorType((3,), "f8", THERE))
    zeros = ops.create.fill(placeholder(TensorType((3,), "f8")), 0)
    for made in (constant([1.0, 2, 3]), ops.create.build(ops.iota, size=3), zeros, ops.negative(zeros)):
        lies_there(Graph([there], [ops.add(made, there)]))


def test_constants_on_two_devices_are_two() -> None:
    assert constant(1.0).node.params != constant(1.0, device=THERE).node.params
    expand(ops.transfer, (TensorType((2,), "f4"),), (("device", THERE),))


def test_the_gradient_of_a_transfer_goes_back() -> None:
    x = placeholder(TensorType((3,), "f8"))
    y = ops.transfer(x, device=THERE)
    (g,) = gradients([ops.sum_(ops.square(y))], [constant(1.0, device=THERE)], [x])
    assert g.type == x.type
    graph = verify(Graph([x], [g]))
    assert [n.keywords["device"] for n in graph.nodes if n.op is ops.transfer] == [THERE, "cpu:0"]
    assert str(parse(str(graph))) == str(graph)
