"""Modules: trees of arrays, with gradients by name, compiled as they stand."""

import threading
from typing import Any

import numpy
import pytest

import dusk
import dusk.numpy as np
from dusk import nn


class Affine(nn.Module):
    """A user's own layer."""

    state = ("seen",)

    def build(self, x: Any) -> None:
        self.weight = np.ones((x.shape[-1], 2), "float32")
        self.seen = np.zeros(2, "float32")

    def forward(self, x: Any) -> Any:
        y = x @ self.weight
        if self.training:
            self.seen[...] = y.mean(0)
        return y


class Tied(nn.Module):
    def __init__(self) -> None:
        self.embed = nn.Embedding(7, 4)
        self.blocks = [nn.Linear(4), {"out": nn.Linear(4, bias=False)}]
        self.again = self.blocks[0]
        self.head = self.embed.weight

    def forward(self, indices: Any) -> Any:
        h = self.again(np.tanh(self.blocks[1]["out"](self.blocks[0](self.embed(indices)))))
        return h @ self.head.T


def loss(model: Any, x: Any, y: Any) -> Any:
    return nn.cross_entropy(model(x), y)


def images() -> tuple[Any, Any]:
    rng = numpy.random.default_rng(0)
    return rng.standard_normal((6, 3)), rng.integers(0, 2, 6)


def small() -> Any:
    nn.seed(3)
    return nn.Sequential(nn.Linear(5), nn.tanh, nn.Linear(2))


def test_parameters_are_named_once_in_the_order_of_attributes() -> None:
    model = Tied()
    model(numpy.array([1, 2]))
    assert list(model.parameters()) == ["embed.weight", "blocks.0.weight", "blocks.0.bias", "blocks.1.out.weight"]
    assert [name for name, _ in model.modules()] == ["", "embed", "blocks.0", "blocks.1.out"]


def test_gradients_of_shared_arrays_are_those_of_all_their_uses() -> None:
    nn.seed(1)
    model, indices = Tied(), numpy.array([1, 2, 6])
    _, found = dusk.value_and_grad(lambda m: (m(indices) ** 2).sum())(model)
    weight, eps = model.embed.weight, 1e-2
    for at in [(1, 0), (5, 3)]:  # row 5 is met in the head only
        values = []
        for sign in (1, -1):
            weight[at] += sign * eps
            values.append(float((model(indices) ** 2).sum()))
            weight[at] -= sign * eps
        numpy.testing.assert_allclose(found["embed.weight"][at], (values[0] - values[1]) / (2 * eps), rtol=2e-2)


def test_shapes_are_inferred_at_the_first_call_also_within_a_gradient() -> None:
    model, (x, y) = small(), images()
    assert not model.is_complete()
    _, found = dusk.value_and_grad(loss)(model, x, y)
    assert {n: g.shape for n, g in found.items()} == {n: p.shape for n, p in model.parameters().items()}
    assert model.layers[0].weight.shape == (3, 5)


def test_a_gradient_is_that_of_the_dict_of_parameters() -> None:
    model, (x, y) = small(), images()
    value, found = dusk.value_and_grad(loss)(model, x, y)
    p = model.parameters()

    def by_hand(p: Any) -> Any:
        h = np.tanh(x.astype("float32") @ p["layers.0.weight"] + p["layers.0.bias"])
        return nn.cross_entropy(h @ p["layers.2.weight"] + p["layers.2.bias"], y)

    wanted, gradients = dusk.value_and_grad(by_hand)(p)
    numpy.testing.assert_allclose(value, wanted, rtol=1e-6)
    for name in p:
        numpy.testing.assert_allclose(found[name], gradients[name], rtol=1e-5, atol=1e-7)


def test_models_among_several_arguments() -> None:
    model, (x, y) = small(), images()
    (of_model, of_x), value = dusk.grad(lambda m, x: (loss(m, x, y), "aux"), (0, 1), has_aux=True)(model, np.array(x))
    assert value == "aux" and of_x.shape == x.shape and set(of_model) == set(model.parameters())
    only = dusk.grad(loss, 1)(model, np.array(x), y)
    numpy.testing.assert_allclose(only, of_x)


def test_state_is_written_but_not_trained() -> None:
    model, (x, y) = Affine(), images()
    value, found = dusk.value_and_grad(loss)(model, x, y)
    assert list(found) == ["weight"] and float(value) > 0
    numpy.testing.assert_allclose(model.seen, x.sum(1).mean() * numpy.ones(2), rtol=1e-5)
    model.eval()
    dusk.value_and_grad(loss)(model, 2 * x, y)
    numpy.testing.assert_allclose(model.seen, x.sum(1).mean() * numpy.ones(2), rtol=1e-5)


def test_attributes_set_while_differentiated_stay() -> None:
    class Remembering(Affine):
        def forward(self, x: Any) -> Any:
            self.last = x.sum()
            return super().forward(x)

    model, (x, y) = Remembering(), images()
    dusk.value_and_grad(loss)(model, x, y)
    assert float(model.last) == pytest.approx(x.sum()) and type(model.weight) is np.ndarray
    numpy.testing.assert_array_equal(model.weight, numpy.ones((3, 2)))


def descend(model: Any, x: Any, y: Any) -> Any:
    value, gradients = dusk.value_and_grad(loss)(model, x, y)
    for name, parameter in model.parameters().items():
        if name in gradients:
            parameter[...] -= 0.5 * gradients[name]
    return value


@pytest.mark.parametrize("captured", [True, False])
def test_compiled_steps_train_the_model_as_imperative_ones_do(captured: bool) -> None:
    x, y = images()
    other = small()
    wanted = [float(descend(other, x, y)) for _ in range(5)]
    model = small()
    step = dusk.compile((lambda x, y: descend(model, x, y)) if captured else descend)
    given = (x, y) if captured else (model, x, y)
    found = [float(step(*given)) for _ in range(5)]
    numpy.testing.assert_allclose(found, wanted, rtol=1e-5)
    assert step.explain().startswith("compiled")
    for name, parameter in other.parameters().items():
        numpy.testing.assert_allclose(model.parameters()[name], parameter, rtol=1e-4, atol=1e-6)


def test_compiled_models_see_what_changes() -> None:
    model, (x, _) = small(), images()
    compiled = dusk.compile(model)
    for _ in range(3):
        numpy.testing.assert_allclose(compiled(x), model(x), rtol=1e-5, atol=1e-6)
    model.layers[2].bias[...] += 1
    numpy.testing.assert_allclose(compiled(x), model(x), rtol=1e-5, atol=1e-6)
    model.layers[1] = nn.relu
    numpy.testing.assert_allclose(compiled(x), model(x), rtol=1e-5, atol=1e-6)
    model.layers[0] = nn.Linear(5)
    numpy.testing.assert_allclose(compiled(x), model(x), rtol=1e-5, atol=1e-6)


def test_compiled_calls_with_arrays_of_ours_compare_models_too() -> None:
    model, (x, _) = small(), images()
    mine = np.array(x, "float32")
    compiled = dusk.compile(lambda x: model(x))
    for _ in range(6):
        compiled(mine)
    model.layers[2].extra = 1  # another attribute, then one changed, then one array
    numpy.testing.assert_allclose(compiled(mine), model(mine), rtol=1e-5, atol=1e-6)
    model.layers[1] = nn.relu
    numpy.testing.assert_allclose(compiled(mine), model(mine), rtol=1e-5, atol=1e-6)
    model.layers[2].bias = model.layers[2].bias + 1
    numpy.testing.assert_allclose(compiled(mine), model(mine), rtol=1e-5, atol=1e-6)


def test_dropout_draws_anew_each_time_and_resumes() -> None:
    layer = nn.Dropout(0.25)
    x = np.ones((50, 50), "float32")
    first = numpy.asarray(layer(x))
    kept = {n: numpy.array(a) for n, a in layer.state_dict().items()}
    second = numpy.asarray(layer(x))
    assert (first != second).any() and set(numpy.unique(first)) == {0, numpy.float32(1 / 0.75)}
    assert 0.2 < (first == 0).mean() < 0.3
    layer.load_state_dict(kept)
    compiled = dusk.compile(layer)
    numpy.testing.assert_array_equal(compiled(x), second)
    assert (numpy.asarray(compiled(x)) != second).any()
    numpy.testing.assert_array_equal(layer.eval()(x), x)


def test_what_is_frozen_has_no_gradient() -> None:
    model, (x, y) = small(), images()
    with pytest.raises(ValueError, match="call the model once"):
        model.freeze("*.bias")
    model(x)
    model.freeze("*.bias")
    assert list(dusk.grad(loss)(model, x, y)) == ["layers.0.weight", "layers.2.weight"]
    assert list(model.parameters(trained=False)) == ["layers.0.bias", "layers.2.bias"]
    model.layers[0].freeze()
    assert list(model.parameters(trained=True)) == ["layers.2.weight"]
    model.unfreeze("layers.2.*")
    assert list(model.parameters(trained=True)) == ["layers.2.weight", "layers.2.bias"]
    model.unfreeze()
    assert list(model.parameters(trained=True)) == list(model.parameters())
    with pytest.raises(ValueError, match=r"no parameter matches 'head.\*'; there are: layers.0.weight"):
        model.freeze("head.*")


def test_arrays_are_saved_and_loaded_by_name() -> None:
    x, _ = images()
    one, other = small(), nn.Sequential(nn.Linear(5), nn.tanh, nn.Linear(2))
    one(x), other(x)
    other.load_state_dict({n: numpy.array(a) for n, a in one.state_dict().items()})
    numpy.testing.assert_array_equal(one(x), other(x))
    with pytest.raises(ValueError, match=r"missing \['layers.2.bias'\], unknown \['bias'\]"):
        other.load_state_dict({("bias" if n == "layers.2.bias" else n): a for n, a in one.state_dict().items()})
    with pytest.raises(ValueError, match=r"layers.0.weight is of shape \(3, 5\), given is \(1,\)"):
        other.load_state_dict({**one.state_dict(), "layers.0.weight": numpy.zeros(1)})
    with pytest.raises(ValueError, match="call the model once first"):
        nn.Sequential(nn.Linear(5)).load_state_dict({"layers.0.weight": numpy.zeros((3, 5))})


def test_backward_accumulates_the_gradients_of_the_tape() -> None:
    nn.seed(2)
    layer, (x, _) = nn.Linear(4), images()
    x32, g = np.array(x, "float32"), np.array(numpy.random.default_rng(1).standard_normal((6, 4)), "float32")
    layer(x32)
    of_x = layer.backward(x32, g)
    layer.backward(x32, g)
    tape, wanted = dusk.grad(lambda m, x: (m(x) * g).sum(), (0, 1))(layer, x32)
    numpy.testing.assert_allclose(of_x, wanted, rtol=1e-5)
    for name, gradient in tape.items():
        numpy.testing.assert_allclose(layer.gradients[name], 2 * numpy.asarray(gradient), rtol=1e-5)


def test_hooks_see_every_layer_once_and_may_change_what_it_gives() -> None:
    model, (x, _) = small(), images()
    met: list[str] = []
    with nn.hooked(lambda module, inputs, output: met.append(type(module).__name__)):
        model(x)
    assert met == ["Linear", "Linear", "Sequential"]

    def cut(module: Any, inputs: Any, output: Any) -> Any:
        return dusk.stop_gradient(output) if module is model.layers[0] else None

    with nn.hooked(cut):
        found = dusk.grad(lambda m: m(x).sum())(model)
    assert not numpy.asarray(found["layers.0.weight"]).any() and numpy.asarray(found["layers.2.bias"]).all()


def test_threads_differentiate_one_model() -> None:
    model, (x, y) = small(), images()
    wanted = dusk.grad(loss)(model, x, y)
    found: list[Any] = []

    def work() -> None:
        for _ in range(20):
            found.append({n: numpy.asarray(g) for n, g in dusk.grad(loss)(model, x, y).items()})

    threads = [threading.Thread(target=work) for _ in range(4)]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    assert len(found) == 80
    for one in found:
        for name, gradient in wanted.items():
            numpy.testing.assert_allclose(one[name], gradient, rtol=1e-4, atol=1e-6)


@pytest.mark.parametrize(
    ("make", "x", "message"),
    [
        (lambda: nn.Linear(3), numpy.zeros(()), "Linear takes x"),
        (lambda: nn.Conv2d(3, 3), numpy.zeros((2, 3, 8)), "Conv2d takes x"),
        (lambda: nn.Conv2d(3, 3, groups=2), numpy.zeros((2, 3, 8, 8)), "3 channels are not 2 equal groups"),
        (lambda: nn.Embedding(3, 3), numpy.zeros(2), "an embedding takes integers, not float64"),
        (lambda: nn.Linear(0), None, "features is a number of at least 1, not 0"),
        (lambda: nn.Dropout(1.0), None, "below 1, not 1.0"),
        (lambda: nn.Conv2d(3, (3, 3, 3)), None, "one number, or one for each"),
        (lambda: nn.Linear(3, initialise="he"), numpy.zeros((2, 2)), "there is no initialiser 'he'; there are zeros"),
        (lambda: nn.Sequential(3), None, "layer 0 of a Sequential is a int"),
    ],
)
def test_what_does_not_fit_is_said(make: Any, x: Any, message: str) -> None:
    with pytest.raises((ValueError, TypeError), match=message):
        make()(x)


def test_another_number_of_channels_is_said() -> None:
    linear, conv = nn.Linear(3), nn.Conv2d(4, 3)
    linear(numpy.zeros((2, 5))), conv(numpy.zeros((1, 3, 8, 8)))
    with pytest.raises(ValueError, match=r"Linear with weight of shape \(5, 3\) meets inputs of shape \(2, 6\)"):
        linear(numpy.zeros((2, 6)))
    with pytest.raises(ValueError, match="conv of 2 channels with weights of shape"):
        conv(numpy.zeros((1, 2, 8, 8)))


def test_a_label_that_is_no_class_is_an_error_compiled_too() -> None:
    scores = np.array(numpy.zeros((2000, 3), "float32"))
    labels = numpy.zeros(2000, int)
    compiled = dusk.compile(lambda scores, labels: nn.cross_entropy(scores, labels))
    numpy.testing.assert_allclose(compiled(scores, np.array(labels)), numpy.log(3), rtol=1e-6)
    labels[7] = 3
    with pytest.raises(IndexError):
        float(compiled(scores, np.array(labels)))


def test_an_attribute_that_hides_a_method_is_told() -> None:
    class Hiding(nn.Module):
        def __init__(self) -> None:
            self.train = nn.Linear(3)  # type: ignore[assignment]

    with pytest.raises(TypeError, match=r"Hiding\.train is a method of modules; give the attribute another name"):
        Hiding().parameters()
