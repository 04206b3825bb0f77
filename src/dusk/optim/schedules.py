"""Rates as functions of the number of updates done so far, for `rate=` of the optimisers.

Each function here gives a pure function from a step (0 before the first update; a number, or an integer array without
dimensions) to a rate. They are evaluated inside of compiled steps, so nothing is compiled again when a rate changes.
Any function of yours that computes with its argument will do as well.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from dusk.optim.cells import cell, where
from dusk.tree import Attributes

Schedule = Callable[[Any], Any]


def constant(rate: float) -> Schedule:
    """The same rate at every step."""
    return lambda step: rate


def step(rate: float, every: int, factor: float = 0.1) -> Schedule:
    """The rate times `factor` to the number of whole periods of `every` steps.

    >>> [float(step(1.0, 2, 0.5)(t)) for t in range(5)]
    [1.0, 1.0, 0.5, 0.5, 0.25]
    """
    _positive(every=every)
    return lambda step: rate * factor ** (step // every)


def multi_step(rate: float, at: Sequence[int], factor: float = 0.1) -> Schedule:
    """The rate times `factor` for each of the steps `at` that has been reached.

    >>> [float(multi_step(1.0, [1, 3], 0.5)(t)) for t in range(5)]
    [1.0, 0.5, 0.5, 0.25, 0.25]
    """
    places = tuple(at)
    return lambda step: rate * factor ** sum((step >= place) * 1 for place in places)


def exponential(rate: float, factor: float) -> Schedule:
    """The rate times `factor` to the step."""
    return lambda step: rate * factor**step


def polynomial(rate: float, steps: int, end: float = 0.0, power: float = 1.0) -> Schedule:
    """From `rate` to `end` in so many steps, as `(1 - step / steps) ** power`; then `end`.

    >>> [float(polynomial(1.0, 4)(t)) for t in (0, 1, 4, 9)]
    [1.0, 0.75, 0.0, 0.0]
    """
    _positive(steps=steps)
    return lambda step: end + (rate - end) * (1.0 - np.minimum(step, steps) / steps) ** power


def cosine(rate: float, steps: int, end: float = 0.0) -> Schedule:
    """Half a period of the cosine from `rate` to `end` in so many steps; then `end`.

    Source: Loshchilov, Hutter, "SGDR: Stochastic Gradient Descent with Warm Restarts" (2017), equation 5.

    >>> [round(float(cosine(1.0, 4)(t)), 3) for t in (0, 1, 2, 4, 9)]
    [1.0, 0.854, 0.5, 0.0, 0.0]
    """
    _positive(steps=steps)
    return lambda step: _half_cosine(rate, end, np.minimum(step, steps) / steps)


def cosine_restarts(rate: float, steps: int, end: float = 0.0, longer: float = 1.0) -> Schedule:
    """`cosine` that starts again after `steps` steps; each period is `longer` times as long as the one before it.

    Source: as for `cosine`.

    >>> [round(float(cosine_restarts(1.0, 2, longer=2)(t)), 3) for t in range(7)]
    [1.0, 0.5, 1.0, 0.854, 0.5, 0.146, 1.0]
    """
    _positive(steps=steps)
    if longer < 1.0:
        raise ValueError(f"the periods of a cosine with restarts become longer by a factor of 1 or more, not {longer}")
    if longer == 1.0:
        return lambda step: _half_cosine(rate, end, step % steps / steps)

    def restarting(step: Any) -> Any:
        # period n begins at steps * (longer**n - 1) / (longer - 1); what is within rounding of it is in it
        n = np.floor(np.log1p(step * (longer - 1.0) / steps) / math.log(longer) + 1e-9)
        length = steps * longer**n
        return _half_cosine(rate, end, np.maximum(step - (length - steps) / (longer - 1.0), 0.0) / length)

    return restarting


def warmup(rate: float | Schedule, steps: int, start: float = 0.0) -> Schedule:
    """A linear way from `start` times the rate to the rate in so many steps; then the rate, or a schedule, which
    begins after the way.

    Source: Goyal et al., "Accurate, Large Minibatch SGD" (2017), section 2.2.

    >>> [float(warmup(cosine(1.0, 2), 2)(t)) for t in range(4)]
    [0.0, 0.5, 1.0, 0.5]
    """
    _positive(steps=steps)
    after = rate if callable(rate) else constant(rate)

    def warming(step: Any) -> Any:
        part = np.minimum(step, steps) / steps
        return after(np.maximum(step - steps, 0)) * (start + (1.0 - start) * part)

    return warming


def one_cycle(peak: float, steps: int, up: float = 0.3, first: float = 25.0, last: float = 1e4) -> Schedule:
    """From `peak / first` to `peak` in the part `up` of the steps, then to `peak / first / last`, both by cosines.

    Source: Smith, Topin, "Super-Convergence: Very Fast Training of Neural Networks Using Large Learning Rates" (2018).

    >>> [round(float(one_cycle(1.0, 11)(t)), 3) for t in (0, 1, 2, 10, 99)]
    [0.04, 0.422, 0.96, 0.0, 0.0]
    """
    _positive(steps=steps)
    top, end = up * steps - 1, steps - 1
    if not 0 < top < end:
        raise ValueError(
            f"one cycle of {steps} steps cannot rise for the part {up} of them: it takes 0 < up * steps - 1"
        )
    low = peak / first

    def cycling(step: Any) -> Any:
        rising = _half_cosine(low, peak, np.minimum(step, top) / top)
        falling = _half_cosine(peak, low / last, np.clip((step - top) / (end - top), 0.0, 1.0))
        return where(np.less_equal(step, top), rising, falling)

    return cycling


class ReduceOnPlateau(Attributes):
    """A rate that is multiplied by `factor` where a metric has not become smaller for more than `patience` looks at it.

    Say `schedule.observe(validation_loss)` after each epoch. `margin` is by which part of the best metric a better one
    must be smaller; the rate does not fall below `least`. `larger=True`: the metric is to grow.

    >>> schedule = ReduceOnPlateau(1.0, factor=0.5, patience=1)
    >>> for metric in (3.0, 2.0, 2.0, 2.0):
    ...     schedule.observe(metric)
    >>> float(schedule(0))
    0.5
    """

    def __init__(
        self,
        rate: float,
        factor: float = 0.1,
        patience: int = 10,
        margin: float = 1e-4,
        least: float = 0.0,
        larger: bool = False,
    ) -> None:
        self.factor, self.patience, self.margin, self.least, self.larger = factor, patience, margin, least, larger
        self.rate = cell(np.float64(rate))
        self.best, self.waited = cell(np.float64(-math.inf if larger else math.inf)), cell(np.int64(0))

    def __call__(self, step: Any) -> Any:
        """The rate; it does not depend on the step."""
        return self.rate

    def observe(self, metric: Any) -> None:
        """Take note of a metric: a number, or an array without dimensions."""
        met, best = float(metric), float(self.best)
        better = met > best * (1.0 + self.margin) if self.larger else met < best * (1.0 - self.margin)
        waited = 0 if better or math.isinf(best) else int(self.waited) + 1
        if better or math.isinf(best):
            self.best[...] = met
        if waited > self.patience:
            self.rate[...] = max(float(self.rate) * self.factor, self.least)
            waited = 0
        self.waited[...] = waited

    def state_dict(self) -> dict[str, Any]:
        """The rate, the best metric, and how many looks ago that was."""
        return {"rate": float(self.rate), "best": float(self.best), "waited": int(self.waited)}

    def load_state_dict(self, saved: Mapping[str, Any]) -> None:
        """Go on from what `state_dict` gave."""
        self.rate, self.best = cell(np.float64(saved["rate"])), cell(np.float64(saved["best"]))
        self.waited = cell(np.int64(saved["waited"]))


def _half_cosine(begin: float, end: float, part: Any) -> Any:
    return end + (begin - end) * 0.5 * (1.0 + np.cos(math.pi * part))


def _positive(**numbers: int) -> None:
    for name, number in numbers.items():
        if not number > 0:
            raise ValueError(f"{name} of a schedule is a positive number of steps, not {number}")
