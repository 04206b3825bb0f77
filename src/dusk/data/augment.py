"""Changes of batches of images that leave what they show: functions `f(images, rng)` for a loader's `augment`.

Images are arrays `[batch, channels, height, width]`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

__all__ = ["crop", "flip", "normalise"]

Array = np.ndarray[Any, Any]
Augment = Callable[[Any, np.random.Generator], Any]


class crop:  # noqa: N801 - used as a function; a class, so that it can be sent to processes
    """Moves each image by up to `padding` pixels in each direction; what comes in at the edges is 0.

    >>> crop(1)(np.ones((2, 1, 3, 3)), np.random.default_rng(0)).shape
    (2, 1, 3, 3)
    """

    def __init__(self, padding: int) -> None:
        self.padding = padding

    def __call__(self, images: Any, rng: np.random.Generator) -> Array:
        images = _images(images)
        p, (height, width) = self.padding, images.shape[2:]
        framed = np.pad(images, ((0, 0), (0, 0), (p, p), (p, p)))
        windows = np.lib.stride_tricks.sliding_window_view(framed, (height, width), axis=(2, 3))
        down, right = rng.integers(0, 2 * p + 1, (2, len(images)))
        return windows[np.arange(len(images)), :, down, right]


class flip:  # noqa: N801
    """Mirrors each image, left to right, with probability `p`."""

    def __init__(self, p: float = 0.5) -> None:
        self.p = p

    def __call__(self, images: Any, rng: np.random.Generator) -> Array:
        images = _images(images)
        chosen = rng.random(len(images)) < self.p
        mirrored: Array = images[..., ::-1]
        return np.where(chosen[:, None, None, None], mirrored, images)


class normalise:  # noqa: N801
    """(images - mean) / std of each channel, as float32; both in the units of the images.

    >>> normalise(127.5, 127.5)(np.full((1, 1, 1, 1), 255, np.uint8)).item()
    1.0
    """

    def __init__(self, mean: float | Sequence[float], std: float | Sequence[float]) -> None:
        self.mean, self.std = (np.asarray(v, np.float32).reshape(-1, 1, 1) for v in (mean, std))

    def __call__(self, images: Any, rng: np.random.Generator | None = None) -> Array:
        return (_images(images) - self.mean) / self.std


def _images(images: Any) -> Array:
    array: Array = np.asarray(images)
    if array.ndim != 4:
        raise ValueError(f"images are [batch, channels, height, width], not of shape {array.shape}")
    return array
