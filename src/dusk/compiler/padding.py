"""Which images with zeros around them a product reads without their being in memory (see `kernel.contraction_pad`)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from dusk.compiler.index import Place
from dusk.kernel.contraction_pad import Padding


def padding(shape: Sequence[Any], widths: Any, inside: Sequence[Any], place: Place) -> Padding | None:
    """How an image (batch, *sizes, channels) of this shape lies, of which what is `inside` its `widths` of zeros lies
    at `place`; None unless it has one or two sizes, all of them known, and its lines lie in one piece."""
    strides: dict[int, Any] = dict(place.strides)
    steps = [strides.get(a, 0) for a in range(len(shape))]
    around, sizes = widths[1:-1], inside[1:-1]
    numbers: list[Any] = [*shape, *inside, *steps, place.offset, *(m for pair in around for m in pair)]
    if len(shape) not in (3, 4) or not all(isinstance(m, int) and m >= 0 for m in numbers) or 0 in inside:
        return None
    if any(map(any, (widths[0], widths[-1]))):
        return None
    if (steps[-1] != 1 and inside[-1] != 1) or (steps[-2] != inside[-1] and sizes[-1] != 1):
        return None
    line, left, real = (m * inside[-1] for m in (shape[-2], around[-1][0], sizes[-1]))
    if len(sizes) == 1:
        return Padding(line, 1, 0, 1, left, real, 0, steps[0], 0)
    return Padding(line, shape[1], around[0][0], sizes[0], left, real, steps[1], steps[0], 0)


__all__ = ["padding"]
