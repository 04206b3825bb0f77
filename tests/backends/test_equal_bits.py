"""Under `config.reproducible`, results are the same bits on any number of threads."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy
import pytest

import dusk
import dusk.numpy as np
from dusk import nn, optim
from dusk.backends import pool
from dusk.config import config
from dusk.kernel import native


def data(*shape: int) -> Any:
    return np.array(numpy.random.default_rng(len(shape)).standard_normal(shape).astype("float32"))


def total() -> list[Any]:
    x = data(1_300_007)
    return [dusk.compile(lambda x: x.sum())(x), dusk.compile(lambda x: (x * x).mean())(x)]


def along_axes() -> list[Any]:
    x = data(517, 1031)
    return [dusk.compile(lambda x, axis=axis: x.sum(axis=axis))(x) for axis in (0, 1)]


def softmax() -> list[Any]:
    return [dusk.compile(lambda x: nn.softmax(x, axis=1))(data(700, 1003))]


def product() -> list[Any]:
    a, b, long = data(301, 515), data(515, 203), data(7, 60_001)
    compiled = dusk.compile(lambda a, b, c: (a @ b, c @ c.T))
    return list(compiled(a, b, long))


def trained(model: Any, images: Any, labels: Any) -> list[Any]:
    optimiser = optim.SGD(0.05, momentum=0.9)

    def step(x: Any, y: Any) -> Any:
        loss, gradients = dusk.value_and_grad(lambda m, x, y: nn.cross_entropy(m(x), y))(model, x, y)
        optimiser.update(model, gradients)
        return loss

    run = dusk.compile(step)
    losses = [run(images, labels) for _ in range(3)]
    return [*losses, *model.parameters().values()]


def perceptron() -> list[Any]:
    nn.seed(0)
    model = nn.Sequential(nn.Linear(300), nn.relu, nn.Linear(200), nn.relu, nn.Linear(10))
    return trained(model, data(64, 129), numpy.arange(64) % 10)


def convolutions() -> list[Any]:
    nn.seed(0)
    return trained(nn.zoo.lenet(), data(32, 1, 28, 28), numpy.arange(32) % 10)


@pytest.mark.parametrize("program", [total, along_axes, softmax, product, perceptron, convolutions])
def test_bits_do_not_depend_on_the_number_of_threads(program: Callable[[], list[Any]]) -> None:
    found: list[list[bytes]] = []
    for threads in (1, 2, 8):
        with config.using(reproducible=True, threads=threads):
            found.append([numpy.asarray(x).tobytes() for x in program()])
            if threads > 1 and program is not total and native.available():  # one sum is never split
                assert pool.size() == threads
    assert found[1] == found[0]
    assert found[2] == found[0]
