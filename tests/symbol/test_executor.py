"""Executors: arrays of an expression, forwards and backwards, gradients written and added, states, monitors."""

from typing import Any

import numpy
import pytest
from numpy.testing import assert_allclose, assert_array_equal

import dusk
import dusk.numpy as np
from dusk import symbol as sym
from dusk.symbol import Group, Variable

RNG = numpy.random.default_rng(0)
A, B = RNG.standard_normal((2, 4, 3)).astype("f4")
G = RNG.standard_normal((4, 3)).astype("f4")


@pytest.mark.parametrize("as_lists", [True, False])
def test_bound_arrays_are_read_and_gradients_written(as_lists: bool, tier: str) -> None:
    net = Variable("a") * Variable("b")
    a, b, ga, gb = np.array(A), np.array(B), np.zeros((4, 3), "f4"), np.zeros((4, 3), "f4")
    run = net.bind(None, [a, b], [ga, gb]) if as_lists else net.bind(None, {"b": b, "a": a}, {"a": ga, "b": gb})
    (made,) = run.forward(is_train=True)
    assert_allclose(made, A * B)
    run.backward([np.array(G)])
    assert_allclose(ga, G * B)
    assert_allclose(gb, G * A)
    assert run.grad_dict["a"] is ga
    a[...] = 2
    run.forward()
    assert_allclose(run.outputs[0], 2 * B)
    assert_allclose(run.output_dict[net.list_outputs()[0]], 2 * B)


def test_gradients_are_added_or_left_as_is_asked(tier: str) -> None:
    net = Variable("a") * Variable("b") + Variable("c")
    run = net.simple_bind(a=(4, 3), b=(4, 3), c=(4, 3), grad_req={"a": "add", "b": "write"})
    for _ in range(2):
        run.forward(is_train=True, a=A, b=B, c=G)
        run.backward()
    assert_allclose(run.grad_dict["a"], 2 * B, rtol=1e-6)
    assert_allclose(run.grad_dict["b"], A)
    assert run.grad_dict["c"] is None and run.grad_arrays[2] is None
    with pytest.raises(ValueError, match="'write', 'add' or 'null', not 'often'"):
        net.simple_bind(a=(1,), b=(1,), c=(1,), grad_req="often")


def test_backward_may_be_asked_for_again(tier: str) -> None:
    run = (Variable("a") * Variable("b")).simple_bind(a=(4, 3), b=(4, 3), grad_req="add")
    run.forward(is_train=True, a=A, b=B)
    run.backward()
    run.backward([2 * np.array(G)])
    assert_allclose(run.grad_dict["a"], B + 2 * G * B, rtol=1e-5)


def test_a_step_is_one_program_from_the_fifth_round_on(tier: str) -> None:
    x = sym.Activation(sym.FullyConnected(Variable("x"), num_hidden=40, name="fc"), act_type="tanh")
    run = sym.SoftmaxOutput(sym.FullyConnected(x, num_hidden=3, name="last"), name="softmax").simple_bind(x=(50, 20))

    def step() -> None:
        run.forward(is_train=True, x=numpy.ones((50, 20), "f4"))
        run.backward()
        for name, gradient in run.grad_dict.items():
            run.arg_dict[name][...] -= 0.1 * gradient
        dusk.eval(run.outputs[0])

    for _ in range(4):
        step()
    before = dusk.stats()
    for _ in range(5):
        step()
    after = dusk.stats()
    assert after["flushes"] - before["flushes"] == 5 and after["misses"] == before["misses"]


def test_backward_needs_a_forward_that_trains() -> None:
    run = (Variable("a") * 2).simple_bind(a=(2,))
    run.forward()
    with pytest.raises(RuntimeError, match=r"backward at test_executor.py:\d+ needs forward\(is_train=True\)"):
        run.backward()


def net_with_states() -> sym.Symbol:
    x = sym.FullyConnected(Variable("data"), num_hidden=4, name="fc")
    x = sym.BatchNorm(x, name="bn", momentum=0.9, fix_gamma=False, eps=1e-3)
    x = sym.Dropout(x, p=0.5, name="drop")
    return sym.SoftmaxOutput(x, name="softmax")


def test_states_are_written_by_training_alone(tier: str) -> None:
    net = net_with_states()
    assert net.list_auxiliary_states() == ["bn_moving_mean", "bn_moving_var"]
    assert "bn_moving_mean" not in net.list_arguments()
    run = net.simple_bind(data=(8, 5))
    assert [x.shape for x in run.aux_arrays] == [(4,), (4,)]
    run.aux_dict["bn_moving_var"][...] = 1
    x, w = RNG.standard_normal((8, 5)).astype("f4"), RNG.standard_normal((4, 5)).astype("f4")
    run.arg_dict["fc_weight"][...] = w
    run.forward(data=x)
    assert_array_equal(run.aux_dict["bn_moving_mean"], numpy.zeros(4))
    run.forward(is_train=True, data=x)
    assert_allclose(run.aux_dict["bn_moving_mean"], 0.1 * (x @ w.T).mean(0), rtol=1e-4, atol=1e-6)
    assert_allclose(run.aux_dict["bn_moving_var"], 0.9 + 0.1 * (x @ w.T).var(0), rtol=1e-4)


def test_training_draws_anew_each_time_and_evaluation_never() -> None:
    net = sym.Dropout(Variable("x"), p=0.5)
    run = net.simple_bind(x=(100,))
    x = numpy.ones(100, "f4")
    first, second = (numpy.array(run.forward(is_train=True, x=x)[0]) for _ in range(2))
    assert set(first) == {0, 2} and (first != second).any()
    run.backward()
    assert_array_equal(run.grad_dict["x"], second)
    assert_array_equal(run.forward(x=x)[0], x)
    numpy.random.seed(3)
    again = net.simple_bind(x=(100,)), net.simple_bind(x=(100,))
    numpy.random.seed(3)
    third = numpy.array(again[0].forward(is_train=True, x=x)[0])
    numpy.random.seed(3)
    assert_array_equal(third, again[1].forward(is_train=True, x=x)[0])


def test_reshaping_keeps_what_it_can() -> None:
    net = sym.FullyConnected(Variable("x"), num_hidden=4, name="fc")
    run = net.simple_bind(x=(5, 3))
    run.arg_dict["fc_weight"][...] = 1
    other = run.reshape(x=(2, 3))
    assert other.arg_dict["fc_weight"] is run.arg_dict["fc_weight"]
    assert_allclose(other.forward(x=numpy.ones((2, 3), "f4"))[0], numpy.full((2, 4), 3.0))
    with pytest.raises(ValueError, match="fc_weight of shape"):
        run.reshape(x=(2, 7))
    assert run.reshape(partial_shaping=True, x=(2, 7)).arg_dict["fc_weight"].shape == (4, 7)


def test_a_monitor_sees_every_inner_value() -> None:
    net = sym.Activation(sym.FullyConnected(Variable("x"), num_hidden=2, name="fc"), act_type="relu", name="act")
    run = net.simple_bind(x=(3, 2))
    run.arg_dict["fc_weight"][...] = numpy.eye(2)
    run.arg_dict["fc_bias"][...] = -1
    seen: dict[str, Any] = {}
    run.set_monitor_callback(lambda name, array: seen.__setitem__(name, numpy.array(array)))
    x = numpy.arange(6, dtype="f4").reshape(3, 2)
    run.forward(x=x)
    assert_array_equal(seen["fc_output"], x - 1)
    assert_array_equal(seen["act_output"], numpy.maximum(x - 1, 0))
    assert set(seen) == {"fc_output", "act_output"}


def test_parameters_are_copied_by_name() -> None:
    run = sym.FullyConnected(Variable("x"), num_hidden=2, name="fc").simple_bind(x=(3, 2))
    run.copy_params_from({"fc_weight": numpy.eye(2), "fc_bias": numpy.ones(2)})
    assert_array_equal(run.arg_dict["fc_weight"], numpy.eye(2))
    with pytest.raises(ValueError, match="no array is named other"):
        run.copy_params_from({"other": numpy.eye(2)})
    run.copy_params_from({"other": numpy.eye(2)}, allow_extra_params=True)
    with pytest.raises(ValueError, match=r"fc_weight is of shape \(2, 2\), given is \(3, 2\)"):
        run.copy_params_from({"fc_weight": numpy.ones((3, 2))})


def test_what_does_not_fit_is_named() -> None:
    net = Variable("a") * Variable("b")
    with pytest.raises(ValueError, match="needs arrays of all arguments: b missing"):
        net.bind(None, {"a": A})
    with pytest.raises(ValueError, match="1 arrays for 2 names"):
        net.bind(None, [A])
    run = net.simple_bind(a=(4, 3), b=(4, 3))
    with pytest.raises(TypeError, match="no argument is named c"):
        run.forward(c=A)
    with pytest.raises(ValueError, match=r"a is of shape \(4, 3\), given is \(2,\)"):
        run.forward(a=numpy.ones(2))
    with pytest.raises(ValueError, match="does not follow"):
        sym.FullyConnected(Variable("x"), num_hidden=2).simple_bind()


def test_groups_have_executors_and_one_of_several_gradients(tier: str) -> None:
    a = Variable("a")
    run = Group([a * 2, sym.BlockGrad(a * 3)]).simple_bind(a=(2,))
    run.forward(is_train=True, a=numpy.ones(2, "f4"))
    run.backward()
    assert_array_equal(run.grad_dict["a"], [2, 2])
    assert [float(x[0]) for x in run.outputs] == [2, 3]


def test_a_symbol_is_evaluated_on_arrays() -> None:
    assert_allclose((Variable("a") + Variable("b")).eval(a=A, b=B)[0], A + B)
