"""Gradients against finite differences."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from dusk.gradients import grad, jvp
from dusk.numpy import asarray
from dusk.tree import flatten, unflatten

_MODES = ("fwd", "rev")


def check_grads(
    f: Callable[..., Any],
    args: Sequence[Any],
    order: int = 2,
    modes: Sequence[str] = _MODES,
    *,
    step: float | None = None,
    rtol: float | None = None,
    atol: float | None = None,
    seed: int = 0,
) -> None:
    """Raise AssertionError unless the derivatives of a function, up to an order, are those of finite differences.

    `args` are arrays, numbers, or trees of them; what is not a float is held fixed. Along a random direction, and for a
    random weighting of the function's results, the derivative is compared with a central difference of `step` (by
    default the third root of the precision): by `jvp` for "fwd" in `modes`, by `grad` for "rev" (ValueError: others).
    Then the derivatives of each of these are, in each mode: of order 2, forward over reverse and all other pairs.

    >>> import dusk.numpy as np
    >>> from dusk.testing import check_grads
    >>> check_grads(lambda x: np.sin(x) * x, [np.array([0.5, 2.0])])
    """
    unknown = [mode for mode in modes if mode not in _MODES]
    if unknown or order < 1:
        raise ValueError(f"check_grads takes an order from 1 on and modes of {_MODES}, not {order} and {tuple(modes)}")
    rng = np.random.default_rng(seed)
    leaves, structure = flatten(tuple(args))
    moving = [i for i, leaf in enumerate(leaves) if np.asarray(leaf).dtype.kind in "fV"]
    if not moving:
        raise TypeError("check_grads has no float among the arguments to differentiate by")
    points = [asarray(np.array(leaves[i])) for i in moving]

    def of_floats(xs: Sequence[Any]) -> list[Any]:
        filled = list(leaves)
        for i, x in zip(moving, xs, strict=True):
            filled[i] = x
        results, _ = flatten(f(*unflatten(structure, filled)))
        return [r for r in results if hasattr(r, "dtype") and r.dtype.kind in "fV"]

    function: Callable[[Sequence[Any]], Sequence[Any]] = of_floats
    eps = max(float(np.finfo(p.dtype).eps) for p in points)
    close = (step or eps ** (1 / 3), rtol or 20 * eps ** (1 / 3), atol or 20 * eps ** (2 / 3))
    functions = [function]
    for number in range(1, order + 1):
        functions = [_checked(f, points, number, mode, close, rng) for f in functions for mode in dict.fromkeys(modes)]


def _checked(
    function: Callable[[Sequence[Any]], Sequence[Any]],
    points: list[Any],
    number: int,
    mode: str,
    close: tuple[float, float, float],
    rng: np.random.Generator,
) -> Callable[[Sequence[Any]], Sequence[Any]]:
    """The derivative of a function (its gradient of a weighted sum of results, or its tangents along a direction), once
    it has been found right at the points."""
    step, rtol, atol = close
    weights = [_like(r, rng.uniform(0.5, 1.5, np.shape(r))) for r in function(points)]
    directions: list[Any] = [rng.standard_normal(p.shape) for p in points]
    size = sum(float((d * d).sum()) for d in directions) ** 0.5 or 1.0
    directions = [_like(p, d / size) for p, d in zip(points, directions, strict=True)]

    def weighed(results: Sequence[Any]) -> Any:
        return sum((r * w).sum() for r, w in zip(results, weights, strict=True))

    def total(xs: Sequence[Any]) -> Any:
        return weighed(function(xs))

    def pushed(xs: Sequence[Any]) -> Sequence[Any]:
        return jvp(function, (xs,), (directions,))[1]

    derivative: Callable[[Sequence[Any]], Sequence[Any]] = grad(total) if mode == "rev" else pushed
    if mode == "rev":
        slope = sum(float((g * d).sum()) for g, d in zip(derivative(points), directions, strict=True))
    else:
        slope = float(weighed(pushed(points)))
    ends = [float(total([p + d * s for p, d in zip(points, directions, strict=True)])) for s in (step, -step)]
    wanted = (ends[0] - ends[1]) / (2 * step)
    if not abs(slope - wanted) <= atol * (1 + abs(ends[0])) + rtol * abs(wanted):
        raise AssertionError(
            f"the derivative of order {number} ({mode}) is {slope:.10g} along a random direction, "
            f"where finite differences give {wanted:.10g}"
        )
    return derivative


def _like(x: Any, values: Any) -> Any:
    return asarray(np.asarray(values).astype(x.dtype))
