"""What programs on the inner part of a grid are made of."""

from typing import Any

from dusk import ops
from dusk.graph import TensorType


def t(*shape: int) -> TensorType:
    return TensorType(shape, "float64")


def window(x: Any, i: int, j: int) -> Any:
    """As many elements as there are inside, from that one on."""
    return ops.slice_(x, starts=(i, j), sizes=(x.shape[0] - 2, x.shape[1] - 2), steps=(1, 1))


def neighbours(u: Any) -> Any:
    """The sum of the four neighbours of each element inside."""
    return ops.add(ops.add(window(u, 0, 1), window(u, 2, 1)), ops.add(window(u, 1, 0), window(u, 1, 2)))


def put(u: Any, v: Any) -> Any:
    """Elements inside replaced."""
    return ops.slice_set(u, v, starts=(1, 1), steps=(1, 1))
