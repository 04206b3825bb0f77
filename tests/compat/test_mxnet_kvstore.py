"""MXNet's kvstore by its own names, and modules that train through one."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import dusk.compat.mxnet as mx

SHAPE = (4, 4)
KEYS = [5, 7, 11]


def store(kind: str = "local") -> Any:
    kv = mx.kv.create(kind)
    kv.init(3, mx.nd.zeros(SHAPE))
    kv.init(KEYS, [mx.nd.zeros(SHAPE)] * len(KEYS))
    return kv


@pytest.mark.parametrize("kind", ["local", "device", "local_allreduce_device"])
def test_values_of_several_devices_are_added(kind: str) -> None:
    kv = store(kind)
    kv.push(3, [mx.nd.ones(SHAPE)] * 4)
    out = [mx.nd.zeros(SHAPE) for _ in range(4)]
    kv.pull(3, out=out)
    assert all((one.asnumpy() == 4).all() for one in out)
    kv.push(KEYS, [[mx.nd.ones(SHAPE) * 2.0] * 4] * 3)
    outs = [[mx.nd.empty(SHAPE)] * 2 for _ in KEYS]
    kv.pull(KEYS, out=outs)
    assert all((one.asnumpy() == 8).all() for many in outs for one in many)
    assert (kv.rank, kv.num_workers, kv.type) == (0, 1, kind)


def test_an_updater_writes_to_what_is_kept() -> None:
    kv = store()

    def updater(key: Any, recv: Any, local: Any) -> None:
        local += recv * 2

    kv._set_updater(updater)
    for _ in range(3):
        kv.push(3, mx.nd.ones(SHAPE))
    out = mx.nd.empty(SHAPE)
    kv.pull(3, out=out)
    assert (out.asnumpy() == 6).all()


def test_rows() -> None:
    kv = mx.kv.create()
    kv.init("w", mx.nd.array(np.arange(8.0).reshape(4, 2)))
    out = mx.nd.zeros((4, 2))
    kv.row_sparse_pull("w", out=out, row_ids=mx.nd.array([1, 3], dtype="int64"))
    assert out.asnumpy().tolist() == [[0, 0], [2, 3], [0, 0], [6, 7]]


def test_another_kind_is_refused() -> None:
    with pytest.raises(ValueError, match="no kvstore 'remote'"):
        mx.kv.create("remote")


@pytest.mark.parametrize(
    ("name", "settings"),
    [("sgd", {"momentum": 0.9, "wd": 1e-3}), ("adam", {"learning_rate": 1e-2}), ("sgd", {"clip_gradient": 0.01})],
)
def test_a_module_trains_through_a_kvstore_as_by_itself(name: str, settings: dict[str, Any]) -> None:
    found: list[Any] = []
    for kv in (None, mx.kv.create("local")):
        net = mx.sym.FullyConnected(mx.sym.Variable("data"), num_hidden=8, name="fc1")
        net = mx.sym.FullyConnected(mx.sym.Activation(net, act_type="relu"), num_hidden=3, name="fc2")
        net = mx.sym.SoftmaxOutput(net, name="softmax")
        rng = np.random.default_rng(0)
        data = mx.io.NDArrayIter(rng.normal(size=(32, 6)).astype("f4"), rng.integers(0, 3, 32).astype("f4"), 8)
        mod = mx.mod.Module(net)
        mod.bind(data_shapes=data.provide_data, label_shapes=data.provide_label)
        rng = np.random.default_rng(1)
        shapes = {"fc1_weight": (8, 6), "fc1_bias": (8,), "fc2_weight": (3, 8), "fc2_bias": (3,)}
        mod.init_params(arg_params={n: mx.nd.array(rng.normal(size=s)) for n, s in shapes.items()})
        mod.init_optimizer(kvstore=kv, optimizer=name, optimizer_params=settings)
        for batch in data:
            mod.forward_backward(batch)
            mod.update()
        found.append({n: x.asnumpy() for n, x in mod.get_params()[0].items()})
    assert all(np.array_equal(found[0][n], found[1][n]) for n in shapes)


def test_a_schedule_of_pythons_is_not_sent() -> None:
    kv = store()
    made = mx.optimizer.create("sgd", lr_scheduler=mx.lr_scheduler.FactorScheduler(10, 0.5))
    with pytest.raises(ValueError, match="lr_scheduler runs in Python"):
        kv.set_optimizer(made)
