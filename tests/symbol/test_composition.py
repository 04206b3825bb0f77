"""Names, attributes, inner values, composition: expressions as MXNet's users write them."""

import threading

import pytest
from numpy.testing import assert_array_equal

import dusk
import dusk.numpy as np
from dusk import symbol as sym
from dusk.symbol import AttrScope, Constant, Group, NameManager, Prefix, Symbol, Variable, load


def test_parameters_are_made_and_named_after_their_layer() -> None:
    with NameManager():
        x = sym.FullyConnected(Variable("data"), num_hidden=3)
        y = sym.Activation(x, act_type="tanh")
        z = sym.FullyConnected(y, num_hidden=2, no_bias=True, name="last")
    assert z.list_arguments() == ["data", "fullyconnected0_weight", "fullyconnected0_bias", "last_weight"]
    assert z.list_outputs() == ["last_output"] and y.name == "activation0"
    assert sym.FullyConnected(num_hidden=2, name="own").list_arguments() == ["own_data", "own_weight", "own_bias"]


def test_names_are_counted_for_each_thread_and_scope() -> None:
    found: list[str] = []

    def names() -> None:
        with NameManager():
            found.append(sym.Flatten(Variable("x")).name)

    threads = [threading.Thread(target=names) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == ["flatten0"] * 3
    with Prefix("left_"):
        assert sym.Flatten(Variable("x"), name="f").name == "left_f"


def test_given_parameters_are_shared() -> None:
    w = Variable("w")
    x = sym.FullyConnected(Variable("data"), w, num_hidden=4, no_bias=True)
    y = sym.FullyConnected(data=x, weight=w, num_hidden=4, no_bias=True)
    assert y.list_arguments() == ["data", "w"]
    assert y.infer_shape(data=(2, 4)) == ([(2, 4), (4, 4)], [(2, 4)], [])


def test_inner_values_by_name() -> None:
    x = sym.FullyConnected(Variable("data"), num_hidden=3, name="fc1")
    net = sym.SoftmaxOutput(sym.Activation(x, act_type="relu", name="relu1"), name="softmax")
    inner = net.get_internals()
    assert inner.list_outputs() == [
        "data", "fc1_weight", "fc1_bias", "fc1_output", "relu1_output", "softmax_label", "softmax_output",
    ]  # fmt: skip
    assert inner["fc1_output"].list_arguments() == ["data", "fc1_weight", "fc1_bias"]
    assert inner["fc1_output"] is x
    children = net.get_children()
    assert children is not None and children.list_outputs() == ["relu1_output", "softmax_label"]
    assert Variable("x").get_children() is None
    with pytest.raises(ValueError, match="of 7 outputs none is named 'fc2_output'"):
        inner["fc2_output"]


def test_several_outputs_are_a_group() -> None:
    parts = sym.SliceChannel(Variable("x"), num_outputs=3, name="cut")
    assert isinstance(parts, Group) and len(parts) == 3
    assert parts.list_outputs() == ["cut_output0", "cut_output1", "cut_output2"]
    assert parts.infer_shape(x=(2, 6)) == ([(2, 6)], [(2, 2)] * 3, [])
    both = Group([parts[2], parts["cut_output0"]])
    third, first = dusk.compile(both)(x=np.arange(6.0).reshape(1, 6))
    assert_array_equal(third, [[4, 5]])
    assert_array_equal(first, [[0, 1]])
    with pytest.raises(TypeError, match="choose one of cut_output0, cut_output1"):
        sym.Flatten(parts)
    assert "cut_output1" in (parts[0] + parts[1]).get_internals().list_outputs()


def test_symbols_are_composed() -> None:
    first = sym.FullyConnected(Variable("data"), num_hidden=10, name="fc1")
    second = sym.FullyConnected(Variable("input"), num_hidden=10, name="fc2")
    both = second(input=first, name="composed")
    assert both.list_arguments() == ["data", "fc1_weight", "fc1_bias", "fc2_weight", "fc2_bias"]
    assert second.list_arguments() == ["input", "fc2_weight", "fc2_bias"]
    assert both.name == "composed"
    assert second(first).list_arguments() == both.list_arguments()
    with pytest.raises(TypeError, match="made of input, fc2_weight, fc2_bias"):
        second(other=first)
    loop = dusk.fori_loop(0, 3, lambda i, y: y * Variable("w"), Variable("x"))
    squared = loop(w=Variable("v") + 1)
    assert float(dusk.compile(squared)(v=1.0, x=1.0)) == 8


def test_attributes_of_symbols_and_scopes() -> None:
    with AttrScope(group="4", data="great"):
        data = Variable("data", attr={"dtype": "data", "group": "1"}, lr_mult=2)
    assert data.attr("group") == "1" and data.attr("data") == "great" and data.attr("lr_mult") == "2"
    with AttrScope(ctx_group="dev1"), AttrScope(x="y"):
        fc = sym.FullyConnected(data, num_hidden=3, name="fc", attr={"weight_lr_mult": "0.5"})
    assert fc.attr("ctx_group") == "dev1" and fc.attr("x") == "y" and fc.attr("none") is None
    found = fc.attr_dict()
    assert found["fc"]["num_hidden"] == "3" and found["fc_weight"]["__lr_mult__"] == "0.5"
    assert "__lr_mult__" not in found["fc_bias"]
    with pytest.raises(ValueError, match="attributes are texts"), AttrScope(x=1):  # type: ignore[arg-type]
        pass


def test_names_attributes_and_layers_survive_a_file(tmp_path: object) -> None:
    x = sym.FullyConnected(Variable("data", lr_mult=2), num_hidden=3, name="fc", attr={'a "b"': "c\nd"})
    cut = sym.SliceChannel(sym.BatchNorm(x, name="bn"), num_outputs=3, name="cut")
    net = Group([cut[1], sym.tanh(x)])
    path = f"{tmp_path}/net"
    net.save(path)
    again = load(path)
    assert again.list_arguments() == net.list_arguments() and again.list_outputs()[:1] == net.list_outputs()[:1]
    assert again.list_auxiliary_states() == ["bn_moving_mean", "bn_moving_var"]
    assert again.attr_dict() == net.attr_dict()
    assert again.digest == net.digest
    again.save(path + "2")
    with open(path) as one, open(path + "2") as other:
        assert one.read() == other.read()


def test_the_digest_is_that_of_the_structure() -> None:
    def net(name: str, hidden: int = 3) -> Symbol:
        return sym.Activation(sym.FullyConnected(Variable(name), num_hidden=hidden, name=name), act_type="relu")

    assert net("a").digest == net("b").digest != net("a", 4).digest


def test_settings_are_read_from_texts_and_checked() -> None:
    x = Variable("x")
    same = [sym.Convolution(x, kernel=k, num_filter=n) for k, n in (((3, 3), 8), ("(3, 3)", "8"), ([3, 3], 8.0))]
    assert len({s.digest for s in same}) == 1
    with pytest.raises(TypeError, match=r"Convolution at test_composition.py:\d+ needs kernel"):
        sym.Convolution(x, num_filter=8)
    with pytest.raises(TypeError, match="knows no num_filters: it is set by"):
        sym.Convolution(x, kernel=(3, 3), num_filters=8)
    with pytest.raises(ValueError, match="num_filter is of kind int, not 'many'"):
        sym.Convolution(x, kernel=(3, 3), num_filter="many")
    with pytest.raises(TypeError, match="takes data, weight, bias, not"):
        sym.FullyConnected(x, x, x, x, num_hidden=2)


def test_a_layer_of_arrays_is_computed_at_once() -> None:
    x = np.arange(6.0).reshape(2, 3)
    assert_array_equal(sym.FullyConnected(x, np.eye(3), np.ones(3), num_hidden=3), x + 1)
    gradient = dusk.grad(lambda x: sym.SoftmaxOutput(x, np.array([0.0, 1.0])).sum())(np.zeros((2, 2)))
    assert_array_equal(gradient, [[-0.5, 0.5], [0.5, -0.5]])


def test_one_model_source_runs_in_both_styles() -> None:
    def model(x: object, w: object) -> object:
        return sym.Activation(sym.FullyConnected(x, w, num_hidden=2, no_bias=True), act_type="relu")

    x, w = np.array([[1.0, -1.0]]), np.eye(2)
    as_symbol = dusk.compile(model(Variable("x"), Variable("w")))(x=x, w=w)
    assert_array_equal(model(x, w), as_symbol)


def test_parts_of_arrays_by_slices() -> None:
    x = Variable("x")
    assert_array_equal(dusk.compile(x[1:, None])(x=np.arange(3.0)), [[1], [2]])
    assert x[0] is x and x["x"] is x
    assert float(dusk.compile(Constant(2) * x[..., 0])(x=np.array([3.0]))) == 6
