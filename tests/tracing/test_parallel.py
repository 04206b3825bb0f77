"""Data parallelism: slices of a batch on devices are the whole batch on one."""

from typing import Any

import numpy as np
import pytest

import dusk
import dusk.numpy as dnp
from dusk import nn, ops
from dusk.compiler.parted import APART
from dusk.graph import TensorType, constant, evaluate, trace, verify
from dusk.transform.autodiff import gradients
from dusk.transform.parallel import data_parallel, lengths_of, spread
from dusk.transform.placed import devices
from dusk.tree import flatten

DEVICES = [f"cpu:{i}" for i in range(4)]


def loss_of(params: Any, x: Any, y: Any) -> Any:
    (w1, b1), (w2, b2) = params
    hidden = dnp.tanh(x @ w1 + b1)
    return dnp.mean((hidden @ w2 + b2 - y) ** 2)


def network(dtype: str = "float32") -> Any:
    rng = np.random.default_rng(0)
    sizes = [(5, 16), (16,), (16, 2), (2,)]
    w1, b1, w2, b2 = (dnp.array(rng.standard_normal(s).astype(dtype) * 0.3) for s in sizes)
    return (w1, b1), (w2, b2)


def batch(n: int, dtype: str = "float32") -> tuple[Any, Any]:
    rng = np.random.default_rng(1)
    return tuple(dnp.array(rng.standard_normal((n, k)).astype(dtype)) for k in (5, 2))


def flat(tree: Any) -> list[np.ndarray[Any, Any]]:
    return [np.asarray(leaf) for leaf in flatten(tree)[0]]


def trained(step: Any, n: int = 24) -> list[np.ndarray[Any, Any]]:
    """The weights after some steps."""
    params = network()
    for _ in range(4):
        _, grads = step(params, *batch(n))
        params = tuple(
            tuple(w - 0.1 * g for w, g in zip(a, b, strict=True)) for a, b in zip(params, grads, strict=True)
        )
    return flat(params)


@pytest.mark.usefixtures("tier")
@pytest.mark.parametrize("n", [24, 10, 3])
def test_gradients_of_slices_are_those_of_the_batch(n: int) -> None:
    plain = dusk.value_and_grad(loss_of)
    for count in (1, 2, 4):
        step = dusk.data_parallel(plain, DEVICES[:count], batch=("x", "y"))
        for _ in range(2):
            got, want = step(network(), *batch(n)), plain(network(), *batch(n))
            for a, b in zip(flat(got), flat(want), strict=True):
                np.testing.assert_allclose(a, b, rtol=1e-5, atol=1e-7)


@pytest.mark.usefixtures("tier")
def test_weights_have_the_same_bits_on_any_number_of_devices() -> None:
    plain = dusk.value_and_grad(loss_of)
    found = [trained(dusk.data_parallel(plain, DEVICES[:count], batch=(1, 2), slices=4)) for count in (1, 2, 4)]
    for other in found[1:]:
        for a, b in zip(found[0], other, strict=True):
            assert a.tobytes() == b.tobytes()
    for a, b in zip(found[0], trained(plain), strict=True):
        np.testing.assert_allclose(a, b, rtol=1e-5, atol=1e-7)


def test_a_convolutional_network_trains_to_the_same_weights() -> None:
    def weights(count: int) -> list[np.ndarray[Any, Any]]:
        rng = np.random.default_rng(3)
        kernel, dense = (dnp.array(rng.standard_normal(s).astype("float32") * 0.3) for s in ((4, 1, 3, 3), (4 * 16, 3)))
        images = dnp.array(rng.standard_normal((8, 1, 6, 6)).astype("float32"))
        labels = dnp.array(rng.integers(0, 3, 8))

        def loss(params: Any, x: Any, y: Any) -> Any:
            made = nn.functional.relu(nn.functional.conv(x, params[0]))
            logits = made.reshape(x.shape[0], -1) @ params[1]
            return nn.functional.cross_entropy(logits, y)

        step = dusk.value_and_grad(loss)
        step = dusk.data_parallel(step, DEVICES[:count], batch=(1, 2), slices=4) if count else step
        params = (kernel, dense)
        for _ in range(3):
            _, grads = step(params, images, labels)
            params = tuple(w - 0.1 * g for w, g in zip(params, grads, strict=True))
        return flat(params)

    with dusk.config.using(tier="native"):
        one, two, four, plain = map(weights, (1, 2, 4, 0))
    for a, b, c, d in zip(one, two, four, plain, strict=True):
        assert a.tobytes() == b.tobytes() == c.tobytes()
        np.testing.assert_allclose(a, d, rtol=1e-5, atol=1e-7)


def test_results_are_put_together_by_what_they_are() -> None:
    x = dnp.arange(10.0).reshape(5, 2)

    def several(x: Any, scale: float) -> Any:
        return {"rows": x * scale, "mean": x.mean(), "total": x.sum(), "first": x[0]}

    f = dusk.data_parallel(several, DEVICES[:2], batch="x", reduction=(None, "mean", "sum", "first"))
    found = f(x, 2.0)
    np.testing.assert_array_equal(found["rows"], x * 2.0)
    np.testing.assert_allclose(float(found["mean"]), 4.5, rtol=1e-15)
    assert float(found["total"]) == 45.0
    np.testing.assert_array_equal(found["first"], x[0])
    assert {leaf.device for leaf in (found["rows"], found["mean"])} == {dusk.numpy.zeros(1).device}


def test_gradients_may_be_taken_of_the_whole() -> None:
    over = dusk.data_parallel(loss_of, DEVICES[:3], batch=(1, 2))
    given = (network("float64"), *batch(10, "float64"))
    want = flat(dusk.grad(loss_of)(*given))
    for f in (dusk.grad(over), dusk.compile(dusk.grad(over))):
        for a, b in zip(flat(f(*given)), want, strict=True):
            np.testing.assert_allclose(a, b, rtol=1e-12, atol=1e-14)


@pytest.mark.usefixtures("tier")
def test_what_is_captured_is_read_anew() -> None:
    x, scale = batch(8)[0], dnp.ones(1, "float32")
    f = dusk.data_parallel(lambda x: x * scale, DEVICES[:2], batch=0)
    np.testing.assert_array_equal(f(x), np.asarray(x))
    scale *= 3
    np.testing.assert_array_equal(f(x), 3 * np.asarray(x))


@pytest.mark.usefixtures("tier")
def test_running_statistics_are_the_mean_of_those_of_slices() -> None:
    x, _ = batch(8)
    halves = [np.asarray(x)[:4], np.asarray(x)[4:]]
    model = nn.BatchNorm()
    model(x)
    model.mean, model.variance = dnp.zeros(5, "float32"), dnp.ones(5, "float32")
    forward = dusk.data_parallel(lambda x: model(x), DEVICES[:2], batch=0)
    made = forward(x)
    want = np.concatenate([(h - h.mean(0)) / np.sqrt(h.var(0) + 1e-5) for h in halves])
    np.testing.assert_allclose(made, want, rtol=1e-4, atol=1e-5)
    means = [0.1 * h.mean(0) for h in halves]
    np.testing.assert_allclose(model.mean, (means[0] + means[1]) / 2, rtol=1e-5, atol=1e-7)
    variances = [0.9 + 0.1 * h.var(0, ddof=1) for h in halves]
    np.testing.assert_allclose(model.variance, (variances[0] + variances[1]) / 2, rtol=1e-5)


def test_the_graph_shows_slices_and_devices() -> None:
    f = dusk.data_parallel(dusk.value_and_grad(loss_of), DEVICES[:2], batch=(1, 2))
    f(network(), *batch(8))
    text = str(f.graph)
    assert text.count("apart=True") == 2
    assert text.count('transfer(') >= 6
    with dusk.config.using(tier="native"):
        parts = f.program.parted.parts
    assert [part.device for part in parts if part.kind == APART] == ["cpu:0", "cpu:1"]


def test_a_slice_is_the_same_program_wherever_it_is() -> None:
    found: set[str] = set()
    for count in (1, 2, 4):
        f = dusk.data_parallel(loss_of, DEVICES[:count], batch=(1, 2), slices=4)
        with dusk.config.using(tier="native"):
            f(network(), *batch(8))
            found |= {str(part.graph) for part in f.program.parted.parts if part.kind == APART}
    assert len(found) == 1


def test_what_cannot_be_cut_is_refused() -> None:
    x = dnp.arange(6.0)
    with pytest.raises(ValueError, match="one length"):
        dusk.data_parallel(lambda x, y: x.sum() + y.sum(), DEVICES[:2], batch=(0, 1))(x, dnp.zeros(5))
    with pytest.raises(ValueError, match="one length"):
        dusk.data_parallel(lambda x: x, DEVICES[:2], batch=0)(dnp.float64(1.0))
    with pytest.raises(ValueError, match="no mean"):
        dusk.data_parallel(lambda x: (x > 2).sum(), DEVICES[:2], batch=0)(x)
    assert int(dusk.data_parallel(lambda x: (x > 2).sum(), DEVICES[:2], batch=0, reduction="sum")(x)) == 3
    with pytest.raises(TypeError, match="one graph"):
        dusk.data_parallel(lambda x: x * float(x[0]), DEVICES[:2], batch=0)(x)
    with pytest.raises(ValueError, match="needs a device"):
        dusk.data_parallel(lambda x: x, [], batch=0)
    with pytest.raises(ValueError, match="by position or name"):
        dusk.data_parallel(lambda x: x, DEVICES, batch="z")
    with pytest.raises(ValueError, match="'product'"):
        dusk.data_parallel(lambda x: x, DEVICES, batch=0, reduction="product")(x)
    with pytest.raises(ValueError, match="not 0"):
        dusk.data_parallel(lambda x: x, DEVICES, batch=0, slices=0)

    def writes(x: Any) -> Any:
        x += 1
        return x.sum()

    with pytest.raises(TypeError, match="writes to its batch"):
        dusk.data_parallel(writes, DEVICES[:2], batch=0)(x)


def test_slices_are_as_even_as_can_be() -> None:
    assert lengths_of(10, 4) == [3, 3, 2, 2]
    assert lengths_of(3, 4) == [1, 1, 1]
    assert spread(DEVICES[:3], 4) == ["cpu:0", "cpu:0", "cpu:1", "cpu:2"]


def test_a_graph_becomes_calls_on_slices() -> None:
    kinds = [TensorType((3, 2), "float64"), TensorType((2,), "float64")]

    def function(x: Any, w: Any) -> Any:
        loss = ops.mean(ops.square(ops.multiply(x, ops.broadcast_to(w, shape=x.shape))))
        return (loss, *gradients([loss], [constant(1.0)], [w]))

    graphs = {n: trace(function, kinds[0].with_((n, 2)), kinds[1]) for n in (3, 2, 5)}
    places = ["cpu:0", "cpu:3"]
    graph = verify(data_parallel(graphs, [3, 2], DEVICES[1:3], [True, False], ["mean", "mean"], places, places))
    assert [v.type.device for v in (*graph.inputs, *graph.outputs)] == ["cpu:0", "cpu:3", "cpu:0", "cpu:3"]
    assert sorted(devices(graph)) == DEVICES
    rng = np.random.default_rng(0)
    given = [rng.standard_normal((5, 2)), rng.standard_normal(2)]
    for a, b in zip(evaluate(graph, given), evaluate(graphs[5], given), strict=True):
        np.testing.assert_allclose(a, b, rtol=1e-14)
