"""Programs written as MXNet's documentation teaches, with nothing changed but the import."""

import logging
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal

import dusk
import dusk.compat.mxnet as mx


def letters(n: int = 640) -> tuple[Any, Any]:
    """Points around ten centres, as the tutorial's letters are points in sixteen dimensions."""
    rng = np.random.default_rng(0)
    centres = 3 * rng.standard_normal((10, 16))
    label = rng.integers(0, 10, n)
    return (centres[label] + rng.standard_normal((n, 16))).astype("f4"), label.astype("f4")


def network() -> Any:
    net = mx.sym.Variable("data")
    net = mx.sym.FullyConnected(net, name="fc1", num_hidden=64)
    net = mx.sym.Activation(net, name="relu1", act_type="relu")
    net = mx.sym.FullyConnected(net, name="fc2", num_hidden=10)
    return mx.sym.SoftmaxOutput(net, name="softmax")


def iterators(batch_size: int = 32) -> tuple[Any, Any]:
    data, label = letters()
    ntrain = 512
    train_iter = mx.io.NDArrayIter(data[:ntrain, :], label[:ntrain], batch_size, shuffle=True)
    val_iter = mx.io.NDArrayIter(data[ntrain:, :], label[ntrain:], batch_size)
    return train_iter, val_iter


def test_the_intermediate_level_interface(tier: str) -> None:
    train_iter, _ = iterators()
    mod = mx.mod.Module(symbol=network(), context=mx.cpu(), data_names=["data"], label_names=["softmax_label"])
    # allocate memory given the input data and label shapes
    mod.bind(data_shapes=train_iter.provide_data, label_shapes=train_iter.provide_label)
    # initialize parameters by uniform random numbers
    mod.init_params(initializer=mx.init.Uniform(scale=0.1))
    # use SGD with learning rate 0.1 to train
    mod.init_optimizer(optimizer="sgd", optimizer_params=(("learning_rate", 0.1),))
    # use accuracy as the metric
    metric = mx.metric.create("acc")
    accuracies = []
    for _ in range(5):
        train_iter.reset()
        metric.reset()
        for batch in train_iter:
            mod.forward(batch, is_train=True)  # compute predictions
            mod.update_metric(metric, batch.label)  # accumulate prediction accuracy
            mod.backward()  # compute gradients
            mod.update()  # update parameters
        accuracies.append(metric.get()[1])
    assert metric.get()[0] == "accuracy" and accuracies[-1] > 0.95 > accuracies[0]


def test_the_high_level_interface(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    train_iter, val_iter = iterators()
    mod = mx.mod.Module(symbol=network())
    checkpoint = mx.callback.do_checkpoint(f"{tmp_path}/mx_mlp")
    with caplog.at_level(logging.INFO):
        mod.fit(
            train_iter, eval_data=val_iter, optimizer="sgd", optimizer_params={"learning_rate": 0.1}, eval_metric="acc",
            num_epoch=5, epoch_end_callback=checkpoint, batch_end_callback=mx.callback.Speedometer(32, 5),
            initializer=mx.init.Xavier(),
        )  # fmt: skip
    assert "Epoch[4] Validation-accuracy" in caplog.text and "samples/sec" in caplog.text
    y = mod.predict(val_iter)
    assert y.shape == (128, 10)
    score = mod.score(val_iter, ["acc", "ce"])
    assert score[0][1] > 0.9 and score[1][0] == "cross-entropy"
    truth = np.concatenate([batch.label[0].asnumpy() for batch in iterators()[1]])
    assert_allclose((y.asnumpy().argmax(1) == truth).mean(), score[0][1])
    # load a checkpoint, and go on from it
    sym, arg_params, aux_params = mx.model.load_checkpoint(f"{tmp_path}/mx_mlp", 3)
    assert sym.tojson() == network().tojson()
    assert sorted(arg_params) == ["fc1_bias", "fc1_weight", "fc2_bias", "fc2_weight"]
    mod = mx.mod.Module(symbol=sym)
    mod.bind(data_shapes=train_iter.provide_data, label_shapes=train_iter.provide_label)
    mod.set_params(arg_params, aux_params)
    before = dict(mod.score(val_iter, ["acc"]))["accuracy"]
    assert before > 0.8
    mod.fit(
        train_iter, num_epoch=5, arg_params=arg_params, aux_params=aux_params, begin_epoch=3,
        optimizer_params={"learning_rate": 0.1},
    )  # fmt: skip
    assert dict(mod.score(val_iter, ["acc"]))["accuracy"] >= before - 0.05


def test_each_batch_is_one_run_of_one_program() -> None:
    train_iter, val_iter = iterators()
    mod = mx.mod.Module(network())
    before = dusk.stats()
    mod.fit(train_iter, num_epoch=6)
    fitted = dusk.stats()
    assert fitted["programs"] - before["programs"] <= 8
    assert 6 * 16 <= fitted["flushes"] - before["flushes"] <= 6 * 16 + 12
    for _ in range(3):
        mod.score(val_iter, "acc")
    scored = dusk.stats()
    assert scored["programs"] - fitted["programs"] <= 4
    assert 3 * 4 <= scored["flushes"] - fitted["flushes"] <= 3 * 4 + 6


def test_a_module_goes_on_where_its_checkpoint_left_off(tmp_path: Path) -> None:
    data, label = letters(128)

    def trained(mod: Any, batches: int) -> Any:
        it = mx.io.NDArrayIter(data, label, 32)
        mod.bind(it.provide_data, it.provide_label)
        mod.init_params(mx.init.Xavier())
        mod.init_optimizer(optimizer="adam", optimizer_params={"learning_rate": 0.01})
        for _ in range(batches):
            it.reset()
            for batch in it:
                mod.forward_backward(batch)
                mod.update()
        return mod

    mx.random.seed(1)
    whole = trained(mx.mod.Module(network()), 4)
    mx.random.seed(1)
    half = trained(mx.mod.Module(network()), 2)
    half.save_checkpoint(f"{tmp_path}/half", 2, save_optimizer_states=True)
    rest = trained(mx.mod.Module.load(f"{tmp_path}/half", 2, load_optimizer_states=True), 2)
    for name, array in whole.get_params()[0].items():
        assert_allclose(rest.get_params()[0][name].asnumpy(), array.asnumpy(), rtol=1e-5, atol=1e-6, err_msg=name)


def test_a_convolutional_net_with_states_trains(tier: str) -> None:
    rng = np.random.default_rng(1)
    label = rng.integers(0, 2, 64).astype("f4")
    data = rng.standard_normal((64, 1, 8, 8)).astype("f4")
    data[label == 1, :, 2:5] += 1
    x = mx.sym.var("data")
    x = mx.sym.Convolution(x, kernel=(3, 3), num_filter=4, name="conv1")
    x = mx.sym.BatchNorm(x, fix_gamma=False, name="bn1")
    x = mx.sym.Activation(x, act_type="relu")
    x = mx.sym.Pooling(x, kernel=(2, 2), stride=(2, 2), pool_type="max")
    x = mx.sym.Dropout(mx.sym.Flatten(x), p=0.1)
    net = mx.sym.SoftmaxOutput(mx.sym.FullyConnected(x, num_hidden=2), name="softmax")
    mod = mx.mod.Module(net)
    it = mx.io.NDArrayIter(data, label, 16)
    mod.fit(
        it, num_epoch=8, optimizer="nag", optimizer_params={"learning_rate": 0.1, "momentum": 0.9, "wd": 1e-4},
        initializer=mx.init.Xavier(magnitude=2.0),
    )  # fmt: skip
    assert mod.score(it, "acc")[0][1] > 0.9
    assert abs(mod.get_params()[1]["bn1_moving_mean"].asnumpy()).max() > 0
    assert mod.get_outputs()[0].asnumpy().shape == (16, 2)


def test_momentum_and_decay_are_mxnets_own_formulas() -> None:
    rng = np.random.default_rng(2)
    x, y = rng.standard_normal((8, 3)).astype("f4"), rng.standard_normal((8, 1)).astype("f4")
    net = mx.sym.FullyConnected(mx.sym.Variable("data"), num_hidden=1, name="fc")
    net = mx.sym.LinearRegressionOutput(net, name="lro")
    mod = mx.mod.Module(net, label_names=["lro_label"])
    it = mx.io.NDArrayIter(x, y, 8, label_name="lro_label")
    mod.bind(it.provide_data, it.provide_label)
    mod.init_params(mx.init.One())
    schedule = mx.lr_scheduler.FactorScheduler(step=2, factor=0.5)
    mod.init_optimizer(
        optimizer="sgd",
        optimizer_params={"learning_rate": 0.1, "momentum": 0.9, "wd": 0.01, "lr_scheduler": schedule},
    )
    w, b, mw, mb = np.ones((1, 3)), np.zeros(1), 0.0, 0.0
    for n in range(1, 6):
        mod.forward_backward(it.next())
        mod.update()
        it.reset()
        rate = 0.1 * 0.5 ** ((n - 1) // 2)
        error = x @ w.T + b - y
        gw, gb = error.T @ x / 8, error.sum(0) / 8
        mw, mb = 0.9 * mw - rate * (gw + 0.01 * w), 0.9 * mb - rate * gb
        w, b = w + mw, b + mb
    found = mod.get_params()[0]
    assert_allclose(found["fc_weight"].asnumpy(), w, rtol=1e-5)
    assert_allclose(found["fc_bias"].asnumpy(), b, rtol=1e-5, atol=1e-6)


def test_buckets_share_their_parameters() -> None:
    def sym_gen(length: int) -> Any:
        data = mx.sym.Variable("data")
        x = mx.sym.FullyConnected(mx.sym.sum(data, axis=1, keepdims=True), num_hidden=2, name="fc")
        return mx.sym.SoftmaxOutput(x, name="softmax"), ("data",), ("softmax_label",)

    mod = mx.mod.BucketingModule(sym_gen, default_bucket_key=8)
    rng = np.random.default_rng(0)

    def batch(length: int) -> Any:
        data = rng.standard_normal((16, length)).astype("f4")
        described = [("data", data.shape)], [("softmax_label", (16,))]
        return mx.io.DataBatch(
            [mx.nd.array(data)], [mx.nd.array(data.sum(1) > 0)], bucket_key=length,
            provide_data=described[0], provide_label=described[1],
        )  # fmt: skip

    mod.bind([("data", (16, 8))], [("softmax_label", (16,))])
    mod.init_params(mx.init.Normal(0.1))
    mod.init_optimizer(optimizer="sgd", optimizer_params={"learning_rate": 0.5})
    metric = mx.metric.create("acc")
    for i in range(60):
        b = batch((8, 4, 6)[i % 3])
        mod.forward_backward(b)
        mod.update()
        if i > 40:
            mod.update_metric(metric, b.label)
    assert metric.get()[1] > 0.95
    assert len({id(m.executor.arg_dict["fc_weight"]) for m in mod._modules.values()}) == 1


def test_iterators_pad_discard_and_roll_over() -> None:
    x = np.arange(10, dtype="f4").reshape(10, 1)
    padded = mx.io.NDArrayIter(x, None, 4)
    batches = [(b.data[0].asnumpy()[:, 0].tolist(), b.pad) for b in padded]
    assert batches == [([0, 1, 2, 3], 0), ([4, 5, 6, 7], 0), ([8, 9, 0, 1], 2)]
    assert len(list(mx.io.NDArrayIter(x, None, 4, last_batch_handle="discard"))) == 2
    rolled = mx.io.NDArrayIter(x, None, 4, last_batch_handle="roll_over")
    assert len(list(rolled)) == 2
    rolled.reset()
    assert next(rolled).data[0].asnumpy()[:, 0].tolist() == [8, 9, 0, 1]
    assert mx.io.NDArrayIter({"a": x, "b": x}, batch_size=5).provide_data[1].name == "b"
    assert len(list(mx.io.ResizeIter(padded, 7))) == 7
    with pytest.raises(ValueError, match="samples"):
        mx.io.NDArrayIter(x, x[:3], 2)


def test_metrics_are_their_formulas() -> None:
    rng = np.random.default_rng(0)
    p = rng.random((6, 4)).astype("f4")
    p /= p.sum(1, keepdims=True)
    label = rng.integers(0, 4, 6).astype("f4")
    own = p[np.arange(6), label.astype(int)]
    wanted = {
        "acc": (p.argmax(1) == label).mean(), "ce": -np.log(own).mean(), "perplexity": np.exp(-np.log(own).mean()),
        "top_k_acc": np.mean([label[i] in np.argsort(-p[i])[:2] for i in range(6)]),
    }  # fmt: skip
    for name, value in wanted.items():
        metric = mx.metric.create(name, **({"top_k": 2} if "top" in name else {}))
        metric.update([mx.nd.array(label)], [mx.nd.array(p)])
        assert_allclose(metric.get()[1], value, rtol=1e-5, err_msg=name)
    assert np.isnan(mx.metric.create("mse").get()[1])
    composite = mx.metric.create(["mae", "rmse", lambda a, b: float(np.abs(a - b).max())])
    composite.update([mx.nd.array(label)], [mx.nd.array(label + 2)])
    assert_allclose(composite.get()[1], [2, 2, 2])
    with pytest.raises(ValueError, match="no metric 'bad'"):
        mx.metric.create("bad")


def test_arrays_have_mxnets_methods_and_dtypes() -> None:
    a = mx.nd.array([[1, 2], [3, 4]])
    assert a.dtype == np.float32 and a.context == mx.cpu()
    assert_array_equal(mx.nd.dot(a, a).asnumpy(), [[7, 10], [15, 22]])
    assert mx.nd.sum(a).asscalar() == 10
    a[:] = 1
    assert mx.nd.ones((2, 2)).asnumpy().tolist() == a.asnumpy().tolist()
    with pytest.raises(RuntimeError, match="no GPU"):
        mx.gpu()


def test_attributes_choose_initialisers_and_rates() -> None:
    w = mx.sym.Variable("w", init=mx.init.Constant(2.0), lr_mult=0.0)
    net = mx.sym.FullyConnected(mx.sym.Variable("data"), w, num_hidden=2, name="fc")
    net = mx.sym.SoftmaxOutput(net, name="softmax")
    mod = mx.mod.Module(net, fixed_param_names=["fc_bias"])
    it = mx.io.NDArrayIter(*letters(64), 32)
    mod.fit(it, num_epoch=1)
    assert_array_equal(mod.get_params()[0]["w"].asnumpy(), np.full((2, 16), 2.0))
    assert_array_equal(mod.get_params()[0]["fc_bias"].asnumpy(), np.zeros(2))


def test_what_does_not_fit_is_named() -> None:
    with pytest.raises(ValueError, match="no argument of the symbol is named x"):
        mx.mod.Module(network(), data_names=["x"])
    mod = mx.mod.Module(network())
    with pytest.raises(RuntimeError, match=r"call bind\(\) first"):
        mod.forward(None)
    with pytest.raises(AttributeError, match="NoSuchLayer is not to be had here"):
        mx.sym.NoSuchLayer
    with pytest.raises(ValueError, match="no optimiser 'best'"):
        mx.optimizer.create("best")


@pytest.mark.parametrize(("bound", "kept"), [(None, [3, -1, 0]), (0, [3, -1, 0]), (-1, [3, -1, 0]), (2, [2, -1, 0])])
@pytest.mark.parametrize("scale", [1, 2])
def test_gradients_are_kept_within_a_bound_above_0(bound: float | None, kept: list[float], scale: int) -> None:
    words: Any = {} if bound is None else {"clip_gradient": bound}
    made = mx.optimizer.create("sgd", learning_rate=1.0, rescale_grad=scale, **words)
    weight = mx.nd.zeros((3,))
    made.update({"w": weight}, {"w": mx.nd.array([3 / scale, -1 / scale, 0])})
    assert_array_equal(-weight.asnumpy(), kept)


def test_a_monitor_logs_statistics(caplog: pytest.LogCaptureFixture) -> None:
    mod = mx.mod.Module(network())
    it = mx.io.NDArrayIter(*letters(64), 32)
    with caplog.at_level(logging.INFO):
        mod.fit(it, num_epoch=1, monitor=mx.mon.Monitor(1, pattern="fc1_.*"))
    assert "fc1_output" in caplog.text and "fc1_weight_grad" in caplog.text and "relu1" not in caplog.text


class Softmax(mx.operator.CustomOp):
    def forward(self, is_train: Any, req: Any, in_data: Any, out_data: Any, aux: Any) -> None:
        x = in_data[0].asnumpy()
        y = np.exp(x - x.max(axis=1).reshape((x.shape[0], 1)))
        y /= y.sum(axis=1).reshape((x.shape[0], 1))
        self.assign(out_data[0], req[0], mx.nd.array(y))

    def backward(self, req: Any, out_grad: Any, in_data: Any, out_data: Any, in_grad: Any, aux: Any) -> None:
        label = in_data[1].asnumpy().ravel().astype(int)
        y = out_data[0].asnumpy()
        y[np.arange(label.shape[0]), label] -= 1.0
        self.assign(in_grad[0], req[0], mx.nd.array(y))


@mx.operator.register("softmax")
class SoftmaxProp(mx.operator.CustomOpProp):
    def __init__(self) -> None:
        super().__init__(need_top_grad=False)

    def list_arguments(self) -> Any:
        return ["data", "label"]

    def infer_shape(self, in_shape: Any) -> Any:
        return [in_shape[0], (in_shape[0][0],)], [in_shape[0]], []

    def create_operator(self, ctx: Any, shapes: Any, dtypes: Any) -> Any:
        return Softmax()


def test_an_op_written_in_numpy_trains_a_net(tier: str) -> None:
    net = mx.sym.FullyConnected(mx.sym.Variable("data"), name="fc1", num_hidden=10)
    net = mx.symbol.Custom(data=net, name="softmax", op_type="softmax")
    assert net.list_arguments() == ["data", "fc1_weight", "fc1_bias", "softmax_label"]
    assert net.infer_shape(data=(8, 16))[0][-1] == (8,)
    mod = mx.mod.Module(net)
    train, val = iterators()
    mod.fit(train, num_epoch=4, optimizer_params={"learning_rate": 0.1}, initializer=mx.init.Xavier())
    assert mod.score(val, "acc")[0][1] > 0.9
    with pytest.raises(KeyError, match="no op is registered as 'none'"):
        mx.sym.Custom(mx.sym.Variable("x"), op_type="none")
