"""Shapes and dtypes that follow from each other: forwards, backwards, in part; and which contradict each other."""

from typing import Any

import numpy
import pytest

import dusk.numpy as np
from dusk import symbol as sym
from dusk.symbol import Symbol, Variable


def mlp() -> Symbol:
    x = sym.FullyConnected(Variable("data"), num_hidden=1000, name="fc1")
    x = sym.Activation(x, act_type="relu", name="relu")
    return sym.FullyConnected(x, num_hidden=10, name="fc2")


def by_name(net: Any, shapes: Any) -> dict[str, Any]:
    return dict(zip(net.list_arguments(), shapes[0], strict=True))


def test_parameters_have_shapes_by_that_of_the_data() -> None:
    found = mlp().infer_shape(data=(100, 100))
    assert found == ([(100, 100), (1000, 100), (1000,), (10, 1000), (10,)], [(100, 10)], [])
    assert mlp().infer_shape((100, 100)) == found


def test_shapes_that_contradict_each_other_name_both_sources() -> None:
    net = mlp()
    with pytest.raises(
        ValueError, match=r"fc1_weight .* is of shape \(1, 100\) by what is given \(test_shapes.py:\d+\), and of shape "
        r"\(1000, 100\) by fc1 \(test_shapes.py:\d+\)"
    ):  # fmt: skip
        net.infer_shape(data=(100, 100), fc1_weight=(1, 100))


def test_a_shape_is_found_backwards_through_what_works_element_by_element() -> None:
    w, shift = Variable("weight"), Variable("wshift", shape=(1,))
    net = sym.FullyConnected(Variable("data"), sym.BlockGrad(w) + shift, num_hidden=11, no_bias=True)
    assert by_name(net, net.infer_shape(data=(7, 100))) == {"data": (7, 100), "weight": (11, 100), "wshift": (1,)}


@pytest.mark.parametrize(("a", "b"), [((0, 10), (12, 0)), ((None, 10), (12, None))])
def test_unknown_sizes_are_found_by_both_operands(a: Any, b: Any) -> None:
    x = sym.FullyConnected(sym.Flatten(Variable("a")), num_hidden=30)
    net = sym.Activation(x + Variable("b"), act_type="tanh")
    assert by_name(net, net.infer_shape(a=(10, 64), b=(10, 0)))["b"] == (10, 30)
    c = Variable("c") + Variable("d")
    assert c.infer_shape(c=a, d=b) == ([(12, 10), (12, 10)], [(12, 10)], [])


def test_a_part_of_what_is_known_is_told() -> None:
    net = mlp()
    assert net.infer_shape_partial(data=(0, 100)) == (
        [(0, 100), (1000, 100), (1000,), (10, 1000), (10,)], [(0, 10)], [],
    )  # fmt: skip
    with pytest.warns(UserWarning, match="data, fc2_output do not follow"):
        assert net.infer_shape(data=(0, 100)) == (None, None, None)
    assert net.infer_shape_partial() == ([(), (), (1000,), (), (10,)], [()], [])


def test_hints_of_variables_count() -> None:
    net = sym.FullyConnected(Variable("x", shape=(4, 3)), num_hidden=2, name="fc")
    assert net.infer_shape() == ([(4, 3), (2, 3), (2,)], [(4, 2)], [])
    with pytest.raises(ValueError, match=r"its variable \(test_shapes.py"):
        sym.FullyConnected(Variable("x", shape=(4, 3)), Variable("w", shape=(5, 3)), num_hidden=2).infer_shape()


def test_dtypes_are_those_of_the_data() -> None:
    assert mlp().infer_type(data=numpy.float16) == ([numpy.float16] * 5, [numpy.float16], [])
    assert (Variable("a") < Variable("b")).infer_type(a="float64") == ([float, float], [bool], [])
    x = Variable("x", dtype="float64") * 2
    assert x.infer_type() == ([numpy.float64], [numpy.float64], [])
    assert (Variable("n") * 0.5).infer_type(n=np.zeros(3, int)) == ([int], [float], [])
    assert (Variable("n") * 0.5).infer_type(n=int) == ([int], [float], [])


def test_branches_and_loops_have_shapes() -> None:
    import dusk

    x = Variable("x")
    doubled = dusk.cond(sym.any(x > 0), lambda y: y * 2, lambda y: -y, x)
    assert doubled.infer_shape(x=(3,)) == ([(3,)], [(3,)], [])
