"""Residual networks (He and others 2015)."""

from __future__ import annotations

from typing import Any

from dusk.nn.functional import relu
from dusk.nn.layers import Conv2d, Linear, Sequential
from dusk.nn.module import Module
from dusk.nn.norms import BatchNorm
from dusk.nn.pooling import GlobalAvgPool, MaxPool2d


def _conv(channels: int, kernel: int, strides: int = 1) -> Conv2d:
    return Conv2d(channels, kernel, strides=strides, padding=kernel // 2, bias=False, initialise="he_normal")


class Block(Module):
    """Two convolutions whose result is added to what came in: `x[batch, in, *sizes]` to `[batch, channels, *places]`.

    Where sizes or channels change, what came in goes through a convolution of single pixels.
    """

    def __init__(self, channels: int, strides: int = 1, project: bool = False) -> None:
        self.inner = Sequential(_conv(channels, 3, strides), BatchNorm(), relu, _conv(channels, 3), BatchNorm())
        self.beside = Sequential(_conv(channels, 1, strides), BatchNorm()) if project else None

    def forward(self, x: Any) -> Any:
        return relu(self.inner(x) + (x if self.beside is None else self.beside(x)))


def resnet20(classes: int = 10) -> Sequential:
    """Of 20 layers for small images, as CIFAR has them: `x[batch, 3, 32, 32]` to scores `[batch, classes]`."""
    layers: list[Any] = [_conv(16, 3), BatchNorm(), relu]
    for channels in (16, 32, 64):
        first = channels > 16
        layers += [Block(channels, 1 + first, first), Block(channels), Block(channels)]
    return Sequential(*layers, GlobalAvgPool(), Linear(classes))


def resnet18(classes: int = 1000) -> Sequential:
    """Of 18 layers for photographs: `x[batch, 3, 224, 224]` to scores `[batch, classes]`."""
    layers: list[Any] = [_conv(64, 7, 2), BatchNorm(), relu, MaxPool2d(3, 2, 1)]
    for channels in (64, 128, 256, 512):
        first = channels > 64
        layers += [Block(channels, 1 + first, first), Block(channels)]
    return Sequential(*layers, GlobalAvgPool(), Linear(classes))
