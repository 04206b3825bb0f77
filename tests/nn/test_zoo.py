"""The models of the zoo: as many parameters as published, and each learns in a few steps."""

from collections.abc import Callable
from typing import Any

import numpy
import pytest

import dusk
import dusk.numpy as np
from dusk import nn, optim
from dusk.nn import initialisers, zoo

RNG = numpy.random.default_rng(0)


def images(*shape: int) -> Any:
    return np.array(RNG.random(shape), "float32")


def labels(classes: int, *shape: int) -> Any:
    return np.array(RNG.integers(0, classes, shape))


class Zeros:
    """Where drawing millions of parameters would be what takes the time."""

    def normal(self, mean: float, deviation: float, shape: Any) -> Any:
        return numpy.zeros(shape, "float32")

    uniform = normal

    def integers(self, low: int, high: int, size: int, dtype: Any) -> Any:
        return numpy.zeros(size, dtype)


@pytest.mark.parametrize(
    ("make", "shape", "count"),
    [
        (zoo.lenet, (1, 1, 28, 28), 431_080),
        (zoo.resnet20, (2, 3, 32, 32), 272_474),
        (zoo.resnet18, (2, 3, 64, 64), 11_689_512),
        (zoo.vgg11, (2, 3, 224, 224), 132_863_336),
        (zoo.mobilenet, (2, 3, 64, 64), 4_231_976),
    ],
)
def test_as_many_parameters_as_published(
    make: Callable[[], Any], shape: Any, count: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(initialisers, "_stream", Zeros())
    model = make()
    assert model(np.zeros(shape, "float32")).shape == (shape[0], model.layers[-1].features)
    assert sum(p.size for p in model.parameters().values()) == count


def test_gpt2_small_has_as_many_as_published(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(initialisers, "_stream", Zeros())
    model = zoo.GPT(layers=1)
    assert model(np.zeros((1, 8), int)).shape == (1, 8, 50257)
    sizes = {name: p.size for name, p in model.parameters().items()}
    block = sum(n for name, n in sizes.items() if name.startswith("blocks."))
    assert sum(sizes.values()) + 11 * block == 124_439_808


def classified(model: Any, x: Any, y: Any) -> Any:
    return nn.cross_entropy(model(x), y)


CASES: dict[str, tuple[Callable[[], Any], Callable[..., Any], tuple[Any, ...]]] = {
    "mlp": (lambda: zoo.mlp(3, (16,)), classified, (images(8, 5, 5), labels(3, 8))),
    "lenet": (zoo.lenet, classified, (images(4, 1, 28, 28), labels(10, 4))),
    "resnet20": (zoo.resnet20, classified, (images(4, 3, 8, 8), labels(10, 4))),
    "mobilenet": (lambda: zoo.mobilenet(4, 0.25), classified, (images(4, 3, 32, 32), labels(4, 4))),
    "gpt": (
        lambda: zoo.GPT(11, context=8, features=16, heads=2, layers=2, dropout=0.1),
        classified,
        (labels(11, 3, 8), labels(11, 3, 8)),
    ),
    "char lstm": (
        lambda: zoo.CharLSTM(9, features=8, hidden=16, layers=2),
        lambda m, x, y: nn.cross_entropy(m(x)[0], y),
        (labels(9, 4, 6), labels(9, 4, 6)),
    ),
    "seq2seq": (
        lambda: zoo.Seq2Seq(7, 9, features=8, hidden=8),
        lambda m, x, y, n, z: nn.cross_entropy(m(x, y, n), z),
        (labels(7, 3, 5), labels(9, 3, 4), np.array([5, 2, 3]), labels(9, 3, 4)),
    ),
    "vae": (lambda: zoo.VAE(4, 16), lambda m, x: m.loss(x), (images(6, 1, 5, 5),)),
}


@pytest.mark.parametrize("name", CASES)
def test_it_learns_in_a_few_steps(name: str) -> None:
    make, loss, given = CASES[name]
    nn.seed(1)
    model, optimiser = make(), optim.Adam(1e-2)

    @dusk.compile
    def step(*given: Any) -> Any:
        value, gradients = dusk.value_and_grad(loss)(model, *given)
        optimiser.update(model, gradients)
        return value

    values = [float(step(*given)) for _ in range(8)]
    assert values[-1] < values[0] and numpy.isfinite(values).all(), values
    assert step.explain().startswith("compiled")


def test_words_after_the_end_of_a_sentence_do_not_count() -> None:
    model = zoo.Seq2Seq(7, 9, features=8, hidden=8)
    x, y, n = labels(7, 3, 5), labels(9, 3, 4), np.array([5, 2, 3])
    first = numpy.asarray(model(x, y, n))
    x[1, 2:] = 0
    numpy.testing.assert_allclose(model(x, y, n), first, rtol=1e-6)


def test_generated_tokens_go_on_from_those_given() -> None:
    model = zoo.GPT(11, context=6, features=16, heads=2, layers=1)
    x = labels(11, 2, 4)
    out = model.generate(x, 5, seed=dusk.random.key(1))
    assert out.shape == (2, 9)
    numpy.testing.assert_array_equal(out[:, :4], x)
    numpy.testing.assert_array_equal(model.generate(x, 5, seed=dusk.random.key(1)), out)
    greedy = model.generate(x, 1, temperature=0.0)
    numpy.testing.assert_array_equal(greedy[:, -1], numpy.asarray(model(x))[:, -1].argmax(-1))
