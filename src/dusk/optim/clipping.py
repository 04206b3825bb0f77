"""Limits for gradients: functions of dicts of gradients by name, for `clip=` of the optimisers, or by themselves."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from dusk.optim.cells import like

Clip = Callable[[Mapping[str, Any]], dict[str, Any]]


def separate(clip: Clip) -> Clip:
    """Say of a clip that it looks at each gradient by itself: then it can be done wherever that parameter is kept."""
    vars(clip)["separate"] = True
    return clip


def is_separate(clip: Clip | None) -> bool:
    """Whether a clip looks at each gradient by itself."""
    return clip is None or bool(getattr(clip, "separate", False))


def clip_by_value(limit: float) -> Clip:
    """Each element is kept between `-limit` and `limit`.

    >>> clip_by_value(1.0)({"w": np.array([3.0, -0.5])})
    {'w': array([ 1. , -0.5])}
    """
    _check(limit)
    return separate(lambda gradients: {name: np.clip(g, -limit, limit) for name, g in gradients.items()})


def clip_by_norm(limit: float) -> Clip:
    """Each array by itself is scaled down to an Euclidean norm of `limit`, if it is longer.

    >>> clip_by_norm(1.0)({"w": np.array([3.0, 4.0])})
    {'w': array([0.6, 0.8])}
    """
    _check(limit)
    return separate(lambda gradients: {name: g * _shrink(_square(g), limit, g) for name, g in gradients.items()})


def clip_by_global_norm(limit: float) -> Clip:
    """All arrays are scaled down by one factor, if the norm of all their elements is above `limit`.

    Source: Pascanu, Mikolov, Bengio, "On the difficulty of training recurrent neural networks" (2013), section 3.2.

    >>> clip_by_global_norm(1.0)({"v": np.array([3.0]), "w": np.array([4.0])})
    {'v': array([0.6]), 'w': array([0.8])}
    """
    _check(limit)

    def clip(gradients: Mapping[str, Any]) -> dict[str, Any]:
        square: Any = sum(_square(g) for g in gradients.values())
        return {name: g * _shrink(square, limit, g) for name, g in gradients.items()}

    return clip


def global_norm(gradients: Mapping[str, Any]) -> Any:
    """The Euclidean norm of all elements of all arrays.

    >>> global_norm({"v": np.array([3.0]), "w": np.array([4.0])})
    np.float64(5.0)
    """
    return np.sqrt(sum(_square(g) for g in gradients.values()))


def _square(gradient: Any) -> Any:
    return (gradient * gradient).sum()


def _shrink(square: Any, limit: float, gradient: Any) -> Any:
    return like(limit / np.maximum(np.sqrt(square), limit), gradient)


def _check(limit: float) -> None:
    if not limit > 0:
        raise ValueError(f"gradients are clipped to a positive limit, not to {limit}")
