"""Which images with zeros around them a product reads without their being in memory (see `kernel.contraction_pad`)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from dusk.compiler.index import Place
from dusk.graph.types import Size
from dusk.kernel.contraction_pad import Padding


def padding(shape: Sequence[Size], widths: Any, inside: Sequence[Size], place: Place) -> Padding | None:
    """How an image (batch, *sizes, channels) of this shape lies, of which what is `inside` its `widths` of zeros lies
    at `place`; None unless it has one or two sizes, all of them known, and its lines lie in one piece."""
    steps: list[Any] = [dict(place.strides).get(a, 0) for a in range(len(shape))]
    around, sizes = widths[1:-1], inside[1:-1]
    numbers: list[Any] = [*shape, *inside, *steps, place.offset, *(m for pair in around for m in pair)]
    if len(shape) not in (3, 4) or not all(isinstance(m, int) and m >= 0 for m in numbers) or 0 in inside:
        return None
    if any(map(any, (widths[0], widths[-1]))):
        return None
    if (steps[-1] != 1 and inside[-1] != 1) or (steps[-2] != inside[-1] and sizes[-1] != 1):
        return None
    of_line = [int(m * inside[-1]) for m in (shape[-2], around[-1][0], sizes[-1])]  # pyright: ignore[reportArgumentType]
    line, left, real = of_line
    image = numbers[2 * len(shape)]
    if len(sizes) == 1:
        return Padding(line, 1, 0, 1, left, real, 0, image, 0)
    lines, high = numbers[1], numbers[len(shape) + 1]
    return Padding(line, lines, around[0][0], high, left, real, steps[1], image, 0)


__all__ = ["padding"]
