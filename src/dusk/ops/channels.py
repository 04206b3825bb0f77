"""What layers do channel by channel."""

from __future__ import annotations

from typing import Any

from dusk.graph.node import Value
from dusk.graph.op import define
from dusk.graph.types import TensorType
from dusk.ops.arithmetic import add
from dusk.ops.movement import reshape
from dusk.ops.pointwise import together


def _beside(bias: Any, ndim: int) -> tuple[Any, ...]:
    """The shape in which a bias broadcasts."""
    return (bias.shape[0],) + (1,) * (ndim - 2)


def _infer(images: TensorType, bias: TensorType) -> TensorType:
    if images.ndim < 2 or bias.shape != images.shape[1:2]:
        raise ValueError(f"a bias of shape {bias.shape} for images[batch, channels, ...] of shape {images.shape}")
    return images


def _inline(images: Value, bias: Value) -> Value:
    return add(images, reshape(bias, shape=_beside(bias, images.ndim)))


@define(infer=_infer, promote=together, inline=_inline)
def bias_add(images: Any, bias: Any) -> Any:
    """`images[batch, channels, *sizes]` plus `bias[channels]`."""
    return images + bias.reshape(_beside(bias, images.ndim))
