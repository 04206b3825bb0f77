"""Symbols on devices: `ctx_group` and `group2ctx`, contexts, and that gradients are those of one device."""

import random
from typing import Any

import numpy as onp
import pytest

import dusk
from dusk.compat import mxnet as mx
from dusk.symbol.build import build
from dusk.symbol.places import Places


def line() -> tuple[Any, int]:
    """MXNet's model of two groups: a chain of sums, which one group begins and the other goes on with."""
    n = 2
    with mx.AttrScope(ctx_group="dev1"):
        data = [mx.sym.Variable(f"data{i}") for i in range(n)]
        net = data[0] + data[1]
        net = net * 3
    with mx.AttrScope(ctx_group="dev2"):
        net = net + data[0]
    return net, n


def test_a_chain_over_two_groups_is_that_on_one_device(tier: str) -> None:
    net, n = line()
    shape = (4, 5)
    found: list[Any] = []
    for groups in ({"dev1": mx.cpu(0), "dev2": mx.cpu(1)}, {"dev1": mx.cpu(0), "dev2": mx.cpu(0)}):
        with mx.Context(mx.cpu(0)):
            arrays = [mx.nd.full(shape, i + 1.5) for i in range(n)]
            gradients = [mx.nd.empty(shape) for _ in range(n)]
        bound = net.bind(mx.cpu(0), args=arrays, args_grad=gradients, group2ctx=groups)
        bound.forward(is_train=True)
        bound.backward([mx.nd.ones(shape, ctx=bound.outputs[0].context)])
        assert bound.outputs[0].context == groups["dev2"]
        found.append([onp.asarray(x) for x in (bound.outputs[0], *gradients)])
        assert [g.context for g in gradients] == [mx.cpu(0)] * 2
    for one, other in zip(*found, strict=True):
        assert onp.array_equal(one, other)
    assert found[0][0][0, 0] == 13.5 and found[0][1][0, 0] == 4 and found[0][2][0, 0] == 3


def net() -> Any:
    with mx.AttrScope(ctx_group="first"):
        data = mx.sym.Variable("data")
        x = mx.sym.Activation(mx.sym.FullyConnected(data, num_hidden=8, name="fc1"), act_type="tanh")
        x = mx.sym.BatchNorm(x, name="bn")
    with mx.AttrScope(ctx_group="second"):
        x = mx.sym.FullyConnected(mx.sym.Dropout(x, p=0.5, name="drop"), num_hidden=4, name="fc2")
    return mx.sym.SoftmaxOutput(x, name="softmax")


def trained(groups: Any, context: Any = None, rounds: int = 2) -> Any:
    bound = net().simple_bind(ctx=context, group2ctx=groups, data=(6, 5), softmax_label=(6,))
    rng = onp.random.RandomState(0)
    for name, array in bound.arg_dict.items():
        array[...] = rng.rand(*array.shape) if name != "softmax_label" else onp.arange(6) % 4
    bound.key = dusk.random.key(7).to_device(context or "cpu")
    for _ in range(rounds):
        bound.forward(is_train=True)
        bound.backward()
        for name in ("fc1_weight", "fc2_weight"):
            bound.arg_dict[name] -= 0.1 * bound.grad_dict[name]
    return bound


def held(bound: Any) -> dict[str, Any]:
    arrays = {**bound.arg_dict, **{f"grad {n}": g for n, g in bound.grad_dict.items()}, **bound.aux_dict}
    return {n: onp.asarray(x) for n, x in {**arrays, "out": bound.outputs[0]}.items()}


GROUPS = {"first": "cpu:1", "second": dusk.cpu(2)}


def test_groups_place_arguments_states_gradients_and_what_is_computed(tier: str) -> None:
    with dusk.config.using(reproducible=tier == "native"), dusk.policy(transfer="explicit"):
        alone, spread = trained(None), trained(GROUPS)
    places = {n: x.type.device for n, x in {**spread.arg_dict, **spread.aux_dict}.items()}
    first = ("data", "fc1_weight", "fc1_bias", "bn_gamma", "bn_beta", "bn_moving_mean", "bn_moving_var")
    second = ("fc2_weight", "fc2_bias")
    expected = {**dict.fromkeys(first, "cpu:1"), **dict.fromkeys(second, "cpu:2"), "softmax_label": "cpu:0"}
    assert places == expected
    assert {n: g.type.device for n, g in spread.grad_dict.items()} == {n: expected[n] for n in spread.grad_dict}
    assert spread.outputs[0].device == "cpu"  # which is in no group: on the default device (mx#7934)
    for name, array in held(alone).items():
        assert onp.array_equal(array, held(spread)[name]), name


def test_gradients_with_eight_groups_are_those_without(tier: str) -> None:
    def chain(groups: bool) -> Any:
        x = mx.sym.Variable("data")
        for i in range(8):
            with mx.AttrScope(**({"ctx_group": f"g{i}"} if groups else {})):
                x = mx.sym.Activation(mx.sym.FullyConnected(x, num_hidden=6, name=f"fc{i}"), act_type="tanh") + x
        return mx.sym.sum(x)

    found: list[Any] = []
    for placed in (False, True):
        groups = {f"g{i}": dusk.cpu(i % 4) for i in range(8)} if placed else None
        with dusk.config.using(reproducible=tier == "native"):
            bound = chain(placed).simple_bind(group2ctx=groups, data=(3, 6))
            rng = onp.random.RandomState(1)
            for array in bound.arg_dict.values():
                array[...] = rng.randn(*array.shape)
            bound.forward(is_train=True)
            bound.backward()
            found.append({n: onp.asarray(g) for n, g in bound.grad_dict.items()})
            if placed:
                assert bound.grad_dict["fc5_weight"].device == "cpu:1"
    for name, gradient in found[0].items():
        assert onp.array_equal(gradient, found[1][name]), name


def test_copies_are_where_groups_meet_and_nowhere_else() -> None:
    outputs = net().symbols
    types = {n: x.type for n, x in trained(GROUPS, rounds=0).arg_dict.items()}
    types |= {n: x.type for n, x in trained(GROUPS, rounds=0).aux_dict.items()}
    graph = build(outputs, types, places=Places("cpu:0", {"first": "cpu:1", "second": "cpu:2"}))
    moved = [(n.inputs[0].type.device, n.out.type.device) for n in graph.nodes if n.op.name == "transfer"]
    assert moved == [("cpu:1", "cpu:2"), ("cpu:2", "cpu:0")]
    assert [n.keywords.get("asked", True) for n in graph.nodes if n.op.name == "transfer"] == [True, True]


def test_copies_of_a_step_are_counted_there_and_back(tier: str) -> None:
    bound = trained(GROUPS, rounds=0)
    dusk.eval(*bound.arg_arrays, *bound.aux_arrays)
    for _ in range(3):
        before = dusk.stats()
        bound.forward(is_train=True)
        bound.backward()
        dusk.eval(*[g for g in bound.grad_arrays if g is not None], *bound.outputs)
        after = dusk.stats()
        moved = {n: after[n] - before[n] for n in ("transfers", "implicit_transfers", "transfer_bytes")}
        # hidden values to the second group, predictions to the rest, and their gradients back
        assert moved == {"transfers": 4, "implicit_transfers": 0, "transfer_bytes": 2 * 4 * (6 * 8 + 6 * 4)}


def test_an_executor_on_one_device_has_all_there() -> None:
    with dusk.policy(transfer="exclusive"):
        bound = trained(None, "cpu:3")
    assert {x.type.device for x in (*bound.arg_arrays, *bound.aux_arrays, *bound.outputs)} == {"cpu:3"}
    again = bound.reshape(data=(2, 5), softmax_label=(2,))
    assert {x.type.device for x in (*again.arg_arrays, *again.grad_arrays)} == {"cpu:3"}
    for name, array in held(trained(None)).items():
        onp.testing.assert_allclose(held(bound)[name], array, rtol=1e-5, err_msg=name)


@pytest.mark.parametrize("seed", range(12))
def test_random_expressions_in_random_groups_are_those_on_one_device(seed: int, tier: str) -> None:
    choose = random.Random(seed)

    def expression(groups: bool) -> Any:
        choose.seed(seed)
        made = [mx.sym.Variable(n) for n in "abc"]
        for _ in range(9):
            with mx.AttrScope(**({"ctx_group": choose.choice("pqrs")} if choose.random() < 0.8 and groups else {})):
                x, y = choose.choice(made), choose.choice(made)
                kinds = [lambda: x + y, lambda: x * y, lambda: mx.sym.tanh(x), lambda: x - 0.5 * y]  # noqa: B023
                made.append(choose.choice(kinds)())
        return mx.sym.Group([mx.sym.sum(made[-1]), made[-2] * 1.0])

    found: list[Any] = []
    for placed in (False, True):
        groups = {"p": "cpu:1", "q": "cpu:2", "r": "cpu:0"} if placed else None  # nobody has placed "s"
        with dusk.config.using(reproducible=tier == "native", verify=True):
            symbol = expression(True)
            names = symbol.list_arguments()
            rng = onp.random.RandomState(seed)
            arrays = {n: mx.nd.array(rng.randn(2, 3)) for n in names}
            gradients = {n: mx.nd.zeros((2, 3)) for n in names}
            bound = symbol.bind(mx.cpu(0), arrays, gradients, group2ctx=groups)
            bound.forward(is_train=True)
            bound.backward([mx.nd.ones(x.shape, ctx=x.context) for x in bound.outputs])
            found.append([onp.asarray(x) for x in (*bound.outputs, *gradients.values())])
    for one, other in zip(*found, strict=True):
        assert onp.array_equal(one, other)


def test_bad_groups_and_contexts_are_refused() -> None:
    with pytest.raises(ValueError, match="no device is named 'dev'"):
        line()[0].simple_bind(group2ctx={"dev1": "dev"}, data0=(2,), data1=(2,))
    with pytest.raises(ValueError, match=r"one device, and others by groups.*test_groups\.py"):
        line()[0].simple_bind(ctx=[mx.cpu(0), mx.cpu(1)], data0=(2,), data1=(2,))
    with pytest.raises(TypeError, match="a device is"):
        line()[0].simple_bind(ctx=1, data0=(2,), data1=(2,))


def test_contexts_are_devices() -> None:
    assert mx.current_context() == mx.cpu(0) == mx.Context("cpu", 0) and mx.cpu(1) != mx.cpu(0)
    with mx.cpu(1):
        assert mx.current_context() == mx.cpu(1) and mx.nd.zeros((2,)).context == mx.cpu(1)
        assert mx.nd.zeros((2,), ctx=mx.cpu(0)).context == mx.cpu(0)
    x = mx.nd.array([1, 2, 3], ctx=mx.cpu(2))
    assert (x.ctx.device_type, x.ctx.device_id, repr(x.context)) == ("cpu", 2, "cpu(2)")
    assert x.as_in_context(mx.cpu(2)) is x and x.as_in_context(mx.cpu(1)).context == mx.cpu(1)
    y = mx.nd.zeros((3,))
    assert x.copyto(y) is y and y.asnumpy().tolist() == [1, 2, 3] and y.context == mx.cpu(0)
    there = x.copyto(mx.cpu(2))
    assert there is not x and there.context == mx.cpu(2)
    assert mx.nd.arange(3, ctx=mx.cpu(1)).context == mx.nd.ones((1,), ctx=mx.cpu(1)).context == mx.cpu(1)
    assert hash(mx.cpu(1)) == hash(mx.cpu(1)) and mx.num_gpus() == 0
    with pytest.raises(RuntimeError, match="no GPU"):
        mx.Context("gpu", 0)
    with pytest.raises(ValueError, match="no such device"):
        mx.Context("tpu", 0)


def test_a_module_is_on_its_context_and_groups() -> None:
    data = onp.random.RandomState(0).rand(12, 5).astype("f4")
    label = (onp.arange(12) % 4).astype("f4")
    weights: list[Any] = []
    for context, groups in ((mx.cpu(0), None), (mx.cpu(1), None), ([mx.cpu(0)], GROUPS)):
        module = mx.mod.Module(net(), context=context, group2ctxs=groups)
        batches = mx.io.NDArrayIter(data, label, batch_size=6)
        onp.random.seed(0)
        dusk.numpy.random.seed(0)
        mx.random.seed(0)
        with dusk.config.using(reproducible=True):
            module.fit(batches, num_epoch=2, optimizer_params={"learning_rate": 0.1}, initializer=mx.init.One())
        weights.append({n: onp.asarray(x) for n, x in module.get_params()[0].items()})
    for other in weights[1:]:
        for name, array in weights[0].items():
            assert onp.array_equal(array, other[name]), name
