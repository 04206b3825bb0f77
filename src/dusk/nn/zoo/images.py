"""Classifiers of images that are one layer after the other."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from dusk.nn.functional import relu
from dusk.nn.layers import Conv2d, Dropout, Flatten, Linear, Sequential
from dusk.nn.norms import BatchNorm
from dusk.nn.pooling import AdaptiveAvgPool, GlobalAvgPool, MaxPool2d


def mlp(classes: int = 10, hidden: Sequence[int] = (128, 64)) -> Sequential:
    """Linear layers with relu between them: `x[batch, ...]` to scores `[batch, classes]`.

    >>> import dusk.numpy as np
    >>> from dusk.nn import zoo
    >>> zoo.mlp(3)(np.zeros((2, 28, 28))).shape
    (2, 3)
    """
    layers: list[Any] = [Flatten()]
    for features in hidden:
        layers += [Linear(features), relu]
    return Sequential(*layers, Linear(classes))


def lenet(classes: int = 10) -> Sequential:
    """LeCun and others 1998, as Caffe has it: `x[batch, 1, 28, 28]` to scores `[batch, classes]`."""
    return Sequential(
        Conv2d(20, 5),
        MaxPool2d(2),
        Conv2d(50, 5),
        MaxPool2d(2),
        Flatten(),
        Linear(500),
        relu,
        Linear(classes),
    )


def vgg11(classes: int = 1000) -> Sequential:
    """Simonyan and Zisserman 2014, model A: `x[batch, 3, 224, 224]` to scores `[batch, classes]`."""
    layers: list[Any] = []
    for channels, depth in ((64, 1), (128, 1), (256, 2), (512, 2), (512, 2)):
        for _ in range(depth):
            layers += [Conv2d(channels, 3, padding=1, initialise="he_normal"), relu]
        layers.append(MaxPool2d(2))
    layers += [AdaptiveAvgPool(7, 7), Flatten()]
    for _ in range(2):
        layers += [Linear(4096), relu, Dropout(0.5)]
    return Sequential(*layers, Linear(classes))


def mobilenet(classes: int = 1000, width: float = 1.0) -> Sequential:
    """Howard and others 2017: each convolution is one of each channel by itself, then one of single pixels.

    `x[batch, 3, *sizes]` to scores `[batch, classes]`; `width` scales the numbers of channels.
    """

    def normal(convolution: Conv2d) -> list[Any]:
        return [convolution, BatchNorm(), relu]

    def scaled(channels: int) -> int:
        return max(8, int(channels * width))

    layers = normal(Conv2d(scaled(32), 3, strides=2, padding=1, bias=False))
    before = scaled(32)
    for channels, strides in ((64, 1), (128, 2), (128, 1), (256, 2), (256, 1), (512, 2), *[(512, 1)] * 5, (1024, 2),
                              (1024, 1)):  # fmt: skip
        layers += normal(Conv2d(before, 3, strides=strides, padding=1, groups=before, bias=False))
        before = scaled(channels)
        layers += normal(Conv2d(before, 1, bias=False))
    return Sequential(*layers, GlobalAvgPool(), Linear(classes))
