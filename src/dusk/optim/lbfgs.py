"""L-BFGS: a quasi-Newton method for smooth losses that are the same at each call."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import numpy as np

from dusk.gradients import value_and_grad
from dusk.optim.cells import in_numpy, widened
from dusk.optim.named import named

Vector = np.ndarray[Any, Any]
Closure = Callable[[], tuple[Any, Any]]


class LBFGS:
    """The limited-memory method of Broyden, Fletcher, Goldfarb and Shanno, with a line search.

    A step goes along `-H @ g`, where `H` is made of the last `memory` steps and changes of the gradient, so far that
    the strong conditions of Wolfe hold (with `armijo` and `curvature`); `rate` is the length that is tried first. It
    has an interface of its own, since a step evaluates the loss several times. It is for whole data sets, or for
    batches that stay: another loss at each call makes its curvature meaningless.

    Source: Nocedal, Wright, "Numerical Optimization" (2006), algorithms 7.4 (the direction), 3.5 and 3.6 (the line
    search, with cubic interpolation, equation 3.59).

    >>> import dusk.numpy as np
    >>> def rosenbrock(p):
    ...     return (1 - p["x"]) ** 2 + 100 * (p["y"] - p["x"] ** 2) ** 2
    >>> params = {"x": np.array(-1.2), "y": np.array(1.0)}
    >>> found = LBFGS().minimise(rosenbrock, params)
    >>> bool(found < 1e-12)
    True
    """

    def __init__(
        self,
        rate: float = 1.0,
        memory: int = 10,
        tolerance: float = 1e-7,
        change: float = 1e-12,
        evaluations: int = 25,
        armijo: float = 1e-4,
        curvature: float = 0.9,
    ) -> None:
        if not 0 < armijo < curvature < 1:
            raise ValueError(f"a line search needs 0 < armijo < curvature < 1, not {armijo} and {curvature}")
        self.rate, self.memory, self.tolerance, self.change = rate, memory, tolerance, change
        self.evaluations, self.armijo, self.curvature = evaluations, armijo, curvature
        self.steps = 0
        self._pairs: list[tuple[Vector, Vector]] = []  # changes of the parameters and of the gradient, oldest first
        self._gradient: Vector | None = None  # where the last step ended, and the loss there
        self._loss = 0.0
        self._at: Vector | None = None

    def minimise(self, function: Callable[..., Any], model: Any, *args: Any, steps: int = 200) -> Any:
        """Move the parameters of a model until the gradient's largest element is below `tolerance`, a step changes the
        loss by less than the part `change` of it, or `steps` have been done; gives the loss.

        `function(model, *args)` is a real scalar that can be differentiated with respect to the model.
        """
        both = value_and_grad(function)
        loss = np.inf
        for _ in range(steps):
            before, loss = loss, self.update(model, lambda: both(model, *args))
            if self.is_flat() or abs(before - loss) <= self.change * abs(loss):
                break
        return loss

    def is_flat(self) -> bool:
        """Whether the gradient's largest element, where the last step ended, is below `tolerance`."""
        return self._gradient is not None and float(np.max(np.abs(self._gradient), initial=0.0)) <= self.tolerance

    def update(self, model: Any, closure: Closure) -> Any:
        """One step; gives the loss where it ended.

        `closure()` gives the loss and the gradients (by the parameters' names, or as a tree like the model) for what
        the parameters are when it is called, which they are changed for. RuntimeError: the loss is not finite.
        """
        parameters = named(model)
        if not parameters:
            closure()  # a model makes its arrays at its first call
            parameters = named(model)
        start = _gathered(parameters)
        if self._gradient is None or self._at is None or not np.array_equal(self._at, start):
            self._pairs = [] if self._at is None or self._at.shape != start.shape else self._pairs
            self._loss, self._gradient = self._evaluated(parameters, start, closure)
            if not np.isfinite(self._loss):
                raise RuntimeError(f"the loss is {self._loss} before the first step of a line search")
        gradient, loss = self._gradient, self._loss
        way = self._direction(gradient)
        slope = float(way @ gradient)
        if slope >= 0.0:  # rounding, or another loss than before: begin again
            self._pairs, way = [], -gradient
            slope = float(way @ gradient)
        if slope == 0.0:
            self._at = start
            return loss
        first = self.rate if self._pairs else self.rate * min(1.0, 1.0 / float(np.abs(gradient).sum()))
        search = _Search(lambda size: self._evaluated(parameters, start + size * way, closure), way, self)
        size, self._loss, _, self._gradient = search.run(first, _Point(0.0, loss, slope, gradient))
        _scattered(parameters, start + size * way)
        self._at = _gathered(parameters)
        moved, turned = self._at - start, self._gradient - gradient
        if float(moved @ turned) > 1e-10 * float(turned @ turned) > 0.0:
            self._pairs = [*self._pairs, (moved, turned)][-self.memory :]
        self.steps += 1
        return self._loss

    def _direction(self, gradient: Vector) -> Vector:
        """`-H @ gradient`, by the recursion of two loops."""
        way, parts = -gradient, list[tuple[float, float]]()
        for moved, turned in reversed(self._pairs):
            inverse = 1.0 / float(moved @ turned)
            part = inverse * float(moved @ way)
            way = way - part * turned
            parts.append((inverse, part))
        if self._pairs:
            moved, turned = self._pairs[-1]
            way = way * (float(moved @ turned) / float(turned @ turned))
        for (moved, turned), (inverse, part) in zip(self._pairs, reversed(parts), strict=True):
            way = way + (part - inverse * float(turned @ way)) * moved
        return way

    def _evaluated(self, parameters: Mapping[str, Any], point: Vector, closure: Closure) -> tuple[float, Vector]:
        _scattered(parameters, point)
        loss, gradients = closure()
        found = named(gradients)
        whole = {name: np.zeros(p.shape) if found.get(name) is None else found[name] for name, p in parameters.items()}
        return float(loss), _gathered(whole).astype(point.dtype, copy=False)

    def state_dict(self) -> dict[str, Any]:
        """All that must survive a stop: a flat dict of numbers and NumPy arrays."""
        found: dict[str, Any] = {"steps": self.steps, "loss": self._loss}
        if self._gradient is not None and self._at is not None:
            found |= {"gradient": self._gradient.copy(), "at": self._at.copy()}
        for i, (moved, turned) in enumerate(self._pairs):
            found |= {f"moved.{i}": moved.copy(), f"turned.{i}": turned.copy()}
        return found

    def load_state_dict(self, saved: Mapping[str, Any]) -> None:
        """Go on from what `state_dict` gave (ValueError: it is of something else)."""
        if not {"steps", "loss"} <= saved.keys():
            raise ValueError(f"the state of LBFGS has 'steps' and 'loss', not {list(saved)}")
        self.steps, self._loss = int(saved["steps"]), float(saved["loss"])
        self._gradient, self._at = (None if key not in saved else np.array(saved[key]) for key in ("gradient", "at"))
        count = sum(key.startswith("moved.") for key in saved)
        self._pairs = [(np.array(saved[f"moved.{i}"]), np.array(saved[f"turned.{i}"])) for i in range(count)]


class _Point(NamedTuple):
    """A length along the direction, and there the loss, its slope along the direction, and the gradient."""

    size: float
    loss: float
    slope: float
    gradient: Vector


class _Search:
    """A search for a length at which the strong conditions of Wolfe hold."""

    def __init__(self, evaluate: Callable[[float], tuple[float, Vector]], way: Vector, of: LBFGS) -> None:
        self.evaluate, self.way, self.left = evaluate, way, of.evaluations
        self.armijo, self.curvature = of.armijo, of.curvature

    def run(self, first: float, start: _Point) -> _Point:
        """Where the conditions hold, or the best point met within the evaluations there are."""
        before, size = start, first
        while self.left:
            now = self.at(size)
            if not self.falls(now, start) or (before is not start and now.loss >= before.loss):
                return self.between(before, now, start)
            if abs(now.slope) <= -self.curvature * start.slope:
                return now
            if now.slope >= 0.0:
                return self.between(now, before, start)
            before, size = now, 2.0 * size
        return before

    def between(self, low: _Point, high: _Point, start: _Point) -> _Point:
        """`low` is the best point so far that falls enough; where the conditions hold lies between it and `high`."""
        reach = float(np.abs(self.way).max())
        while self.left and abs(high.size - low.size) * reach > 1e-12:
            now = self.at(_lowest(low, high))
            if not self.falls(now, start) or now.loss >= low.loss:
                high = now
                continue
            if abs(now.slope) <= -self.curvature * start.slope:
                return now
            if now.slope * (high.size - low.size) >= 0.0:
                high = low
            low = now
        return low

    def at(self, size: float) -> _Point:
        self.left -= 1
        loss, gradient = self.evaluate(size)
        return _Point(size, loss, float(gradient @ self.way), gradient)

    def falls(self, now: _Point, start: _Point) -> bool:
        """Whether the loss falls enough for the length (not where it is no number)."""
        return now.loss <= start.loss + self.armijo * now.size * start.slope


def _lowest(a: _Point, b: _Point) -> float:
    """Where the cubic through two points and their slopes is lowest, if that is well between them; else the middle."""
    middle, span = 0.5 * (a.size + b.size), b.size - a.size
    with np.errstate(all="ignore"):
        turn = a.slope + b.slope - 3.0 * (a.loss - b.loss) / (a.size - b.size)
        root = np.sign(span) * np.sqrt(np.float64(turn * turn - a.slope * b.slope))
        lowest = b.size - span * (b.slope + root - turn) / (b.slope - a.slope + 2.0 * root)
    well = abs(lowest - middle) <= 0.4 * abs(span)  # nor where it is no number
    return float(lowest) if well else middle


def _gathered(parameters: Mapping[str, Any]) -> Vector:
    return np.concatenate([np.ravel(widened(in_numpy(p))) for p in parameters.values()])


def _scattered(parameters: Mapping[str, Any], point: Vector) -> None:
    at = 0
    for parameter in parameters.values():
        size = math.prod(parameter.shape)
        parameter[...] = point[at : at + size].reshape(parameter.shape).astype(parameter.dtype)
        at += size
