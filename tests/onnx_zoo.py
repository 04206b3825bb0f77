"""The models of the zoo, small, with inputs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from dusk.nn import zoo
from dusk.numpy import asarray

Made = tuple[Any, tuple[Any, ...]]


def _floats(*shape: int) -> Any:
    return asarray(np.random.default_rng(0).random(shape, np.float32))


def _ints(below: int, *shape: int) -> Any:
    return asarray(np.random.default_rng(0).integers(0, below, shape))


ZOO: dict[str, Callable[[], Made]] = {
    "mlp": lambda: (zoo.mlp(3), (_floats(2, 28, 28),)),
    "lenet": lambda: (zoo.lenet(), (_floats(2, 1, 28, 28),)),
    "vgg11": lambda: (zoo.vgg11(10), (_floats(1, 3, 224, 224),)),
    "mobilenet": lambda: (zoo.mobilenet(10, 0.25), (_floats(1, 3, 32, 32),)),
    "resnet20": lambda: (zoo.resnet20(), (_floats(2, 3, 32, 32),)),
    "resnet18": lambda: (zoo.resnet18(10), (_floats(1, 3, 64, 64),)),
    "VAE": lambda: (zoo.VAE(4, 16), (_floats(2, 28, 28),)),
    "GPT": lambda: (zoo.GPT(65, context=32, features=64, heads=4, layers=2), (_ints(65, 2, 16),)),
    "CharLSTM": lambda: (zoo.CharLSTM(30, features=16, hidden=16, layers=2), (_ints(30, 2, 7),)),
    "Seq2Seq": lambda: (zoo.Seq2Seq(30, 20, features=8, hidden=8), (_ints(30, 2, 7), _ints(20, 2, 5))),
    "Seq2Seq_lengths": lambda: (
        zoo.Seq2Seq(30, 20, features=8, hidden=8),
        (_ints(30, 2, 7), _ints(20, 2, 5), asarray([7, 4])),
    ),
}
LARGE = {"vgg11", "resnet18"}
