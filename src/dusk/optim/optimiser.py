"""What all optimisers share: names, state, rates, groups; and the one program that an update is."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from fnmatch import fnmatchcase
from typing import Any, TypedDict

import numpy as np

from dusk.array import ndarray
from dusk.ops.convert import wide
from dusk.optim.cells import cell, copied, described, in_numpy, place_of, where, widened
from dusk.optim.clipping import Clip, is_separate
from dusk.optim.named import named
from dusk.optim.precision import LossScale
from dusk.optim.schedules import Schedule
from dusk.tracing import Compiled
from dusk.tree import Attributes

State = dict[str, Any]
Groups = Mapping[str, Mapping[str, float]]

_GROUPED = ("rate", "weight_decay")
_MASTER = "master"
_OWN = frozenset(
    ("slots", "state", "steps", "clip", "master", "scale", "_groups", "_met", "_schedule", "_rate", "_compiled")
)  # attributes that are not the rule's


class Options(TypedDict, total=False):
    """What all optimisers take by keyword; see `Optimiser`."""

    groups: Groups | None
    clip: Clip | None
    master: bool
    scale: LossScale | None


class Optimiser(Attributes):
    """Base of the optimisers: moves parameters in place by what `rule` says of each.

    A subclass has one pure `rule`, and says in `slots` which arrays it keeps for each parameter, and what number they
    are filled with at first. Its own attributes are numbers that the rule reads; one that is changed is compiled anew.

    `rate` is a number or a schedule: a function from the number of updates done so far to a rate. `groups` has factors
    for the rate and the weight decay of the parameters whose names match a pattern (as of file names; the factors of
    several that match are multiplied). `clip` is a function of a dict of gradients, see `clip_by_global_norm`.
    `master=True` keeps float32 values of narrower parameters among the state, so that small steps are not lost to
    rounding; `scale` is a `LossScale`, by which the gradients are divided.

    >>> from dusk import numpy as np, optim
    >>> class Signs(optim.Optimiser):
    ...     def rule(self, parameter, gradient, state, rate, step):
    ...         return parameter - optim.like(rate, parameter) * np.sign(gradient), state
    >>> w = np.array([1.0, 2.0])
    >>> Signs(rate=0.5).update({"w": w}, {"w": np.array([3.0, -3.0])})
    >>> w
    array([0.5, 2.5])
    """

    def __init__(
        self,
        rate: float | Schedule,
        slots: Mapping[str, float] | None = None,
        *,
        groups: Groups | None = None,
        clip: Clip | None = None,
        master: bool = False,
        scale: LossScale | None = None,
    ) -> None:
        self.slots = dict(slots or {})
        self.state: dict[str, dict[str, Any]] = {slot: {} for slot in (*self.slots, *([_MASTER] if master else []))}
        self.steps = cell(np.int64(0))
        self.clip, self.master, self.scale = clip, master, scale
        self._groups = {pattern: dict(factors) for pattern, factors in (groups or {}).items()}
        self._met = _Met()
        self._schedule: Schedule | None = None
        self._rate = cell(np.float64(0.0))
        self._compiled = Compiled(_apply)
        self.rate = rate

    def rule(self, parameter: Any, gradient: Any, state: State, rate: Any, step: Any) -> tuple[Any, State]:
        """The parameter and its state after one update, of NumPy's arrays or Dusk's; nothing is written to.

        `parameter` and `gradient` have one shape and dtype, as have the arrays of `state` (its keys are `slots`);
        `rate` is a number or a float64 array without dimensions, `step` the number of this update, from 1 on.
        """
        raise NotImplementedError(f"{type(self).__name__} has no rule")

    @property
    def rate(self) -> Any:
        """The rate of the last update, as a float64 array without dimensions; a number or a schedule may be set."""
        return self._rate

    @rate.setter
    def rate(self, rate: float | Schedule) -> None:
        self._schedule = rate if callable(rate) else None
        self._rate[...] = self._schedule(self.steps) if self._schedule is not None else rate

    def update(self, model: Any, gradients: Any) -> None:
        """Move the parameters of a model, in place, by their gradients; those without one (None) stay as they are.

        `model` is anything with `parameters()`, or a tree of arrays; `gradients` a dict of the same names, or a tree of
        the same structure. Raises ValueError for gradients of no parameter or of other shapes, and for a group that
        matches no parameter; TypeError for what is no array of real numbers.
        """
        parameters, found = named(model), named(gradients)
        if not found.keys() <= parameters.keys():
            raise ValueError(
                f"there are gradients of {sorted(found.keys() - parameters.keys())}, "
                f"which are no parameters; those are {list(parameters)}"
            )
        if not parameters.keys() <= self._met.factors.keys():
            self._begin(parameters)
        met = {name: _fit(name, p, g) for name, p in parameters.items() if (g := found.get(name)) is not None}
        given = parameters if len(met) == len(parameters) else {name: parameters[name] for name in met}
        for slot, arrays in self.state.items():
            for name in () if arrays.keys() >= given.keys() else given:
                if name not in arrays and (made := self._start(slot, given[name])) is not None:
                    arrays[name] = made
        if self._schedule is not None:
            self._rate[...] = self._schedule(self.steps)
        if met:
            self._compiled(
                type(self),
                {name: value for name, value in vars(self).items() if name not in _OWN},
                {name: self._met.factors[name] for name in met} if self._groups else None,
                self.clip,
                self.scale,
                given,
                met,
                {slot: _of(arrays, met) for slot, arrays in self.state.items()},
                self._rate,
                self.steps,
            )

    def alone(self, name: str) -> Callable[[Any, Any, State, Any], tuple[Any, State]]:
        """The update of the parameter of a name as a pure function, for who keeps parameters elsewhere: of it, its
        gradient, its state and the number of updates before. ValueError: it takes all gradients together."""
        for what, together in (("clip", not is_separate(self.clip)), ("scale", self.scale), ("master", self.master)):
            if together:
                raise ValueError(
                    f"{type(self).__name__}({what}=...) is no update of each parameter by itself: clip and scale "
                    "gradients before they are handed over, and keep parameters in float32"
                )
        faster, decay = self._factors_of(name) if self._groups else (1.0, 1.0)
        schedule, clip, number = self._schedule, self.clip, float(self._rate)
        numbers = {name: value for name, value in vars(self).items() if name not in _OWN}
        rule = _rule(type(self), numbers, decay)

        def update(parameter: Any, gradient: Any, state: State, steps: Any) -> tuple[Any, State]:
            given = {name: widened(gradient)}
            clipped = given if clip is None else clip(given)
            rate = number if schedule is None else schedule(steps)
            return rule(widened(parameter), clipped[name], dict(state), rate * faster, steps + 1)

        return update

    def _begin(self, parameters: Mapping[str, Any]) -> None:
        """Meet parameters for the first time: which groups they are in, and whether the state that is there fits."""
        for pattern, factors in self._groups.items():
            known = [name for name in _GROUPED if name == "rate" or hasattr(self, name)]
            if not factors.keys() <= set(known):
                raise ValueError(
                    f"group {pattern!r} has factors for {list(factors)}; {type(self).__name__} knows {known}"
                )
            if not any(fnmatchcase(name, pattern) for name in parameters):
                raise ValueError(f"group {pattern!r} matches none of the parameters {list(parameters)}")
        for slot, arrays in self.state.items():
            if not arrays.keys() <= parameters.keys():
                raise ValueError(
                    f"there is state of {sorted(arrays.keys() - parameters.keys())}, which are no parameters; "
                    f"those are {list(parameters)}"
                )
            for name, array in arrays.items():
                if place_of(array) != place_of(parameters[name]):
                    arrays[name] = cell(array, place_of(parameters[name]))
                if array.shape != parameters[name].shape:
                    raise ValueError(
                        f"the state {slot!r} of parameter {name!r} is {described(array)}, "
                        f"the parameter {described(parameters[name])}"
                    )
        self._met.factors |= {name: self._factors_of(name) for name in parameters}

    def _factors_of(self, name: str) -> tuple[float, float]:
        matching = [factors for pattern, factors in self._groups.items() if fnmatchcase(name, pattern)]
        rate, decay = (math.prod([factors.get(what, 1.0) for factors in matching]) for what in _GROUPED)
        return rate, decay

    def _start(self, slot: str, parameter: Any) -> Any:
        """What a slot of a parameter is before its first update; None: it has none."""
        dtype = wide(parameter.dtype)
        if slot != _MASTER:
            return cell(np.full(parameter.shape, self.slots[slot], dtype), place_of(parameter))
        return cell(in_numpy(parameter).astype(dtype), place_of(parameter)) if parameter.dtype != dtype else None

    def is_complete(self) -> bool:
        """Whether there is all the state: the first update, which makes it, is not traced."""
        return bool(self._met.factors) or not self.state or any(self.state.values())

    def __repr__(self) -> str:
        numbers = {name: value for name, value in vars(self).items() if name not in _OWN}
        shown = {"rate": float(self._rate) if self._schedule is None else self._schedule, **numbers}
        return f"{type(self).__name__}({', '.join(f'{name}={value}' for name, value in shown.items())})"

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in vars(self).items() if name != "_compiled"}

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state, _compiled=Compiled(_apply))

    def functions(self) -> Iterable[Any]:
        """The rule: what its code names is captured by steps that are compiled."""
        return (self.rule,)

    def state_dict(self) -> dict[str, Any]:
        """All that must survive a stop: a flat dict of numbers and NumPy arrays.

        >>> Optimiser(rate=0.5).state_dict()
        {'steps': 0, 'rate': 0.5}
        """
        found: dict[str, Any] = {"steps": int(self.steps), "rate": float(self._rate)}
        for part, held in self._parts().items():
            found |= {f"{part}.{key}": value for key, value in held.state_dict().items()}
        for slot, arrays in self.state.items():
            found |= {f"state.{slot}.{name}": copied(array) for name, array in arrays.items()}
        return found

    def load_state_dict(self, saved: Mapping[str, Any]) -> None:
        """Go on from what `state_dict` gave. ValueError: it is of another kind of optimiser."""
        parts = self._parts()
        given: dict[str, dict[str, Any]] = {part: {} for part in ("state", *parts)}
        for key, value in saved.items():
            part, _, rest = key.partition(".")
            if part in given and rest:
                given[part][rest] = value
            elif key not in ("steps", "rate"):
                raise ValueError(f"{key!r} is nothing that {type(self).__name__} keeps")
        state: dict[str, dict[str, Any]] = {slot: {} for slot in self.state}
        for key, value in given.pop("state").items():
            slot, _, name = key.partition(".")
            if slot not in state:
                raise ValueError(f"there is state {slot!r} of parameter {name!r}; this optimiser keeps {list(state)}")
            state[slot][name] = cell(value)
        for slot in self.slots:
            if state[slot].keys() != state[next(iter(self.slots))].keys():
                raise ValueError(f"the state {slot!r} is there for {list(state[slot])}, but not for the same as others")
        try:
            self.steps, self._rate = cell(np.int64(saved["steps"])), cell(np.float64(saved["rate"]))
            for part, found in given.items():
                parts[part].load_state_dict(found)
        except KeyError as missing:
            raise ValueError(f"{missing} is missing in the state of {type(self).__name__}") from None
        self.state, self._met = state, _Met()

    def _parts(self) -> dict[str, Any]:
        """What has a state of its own, by name."""
        held = {"schedule": self._schedule, "scale": self.scale}
        return {part: thing for part, thing in held.items() if hasattr(thing, "state_dict")}


class _Met:
    """What was found out of parameters when they were met first: no part of what compiled functions are known by."""

    def __init__(self) -> None:
        self.factors: dict[str, tuple[float, float]] = {}


def _of(arrays: dict[str, Any], names: Mapping[str, Any]) -> dict[str, Any]:
    """The arrays of these names, of those that there are."""
    return arrays if arrays.keys() <= names.keys() else {name: arrays[name] for name in names if name in arrays}


def _fit(name: str, parameter: Any, gradient: Any) -> Any:
    """A parameter's gradient, if it is one (TypeError, ValueError)."""
    alike = type(gradient) is ndarray and type(parameter) is ndarray and gradient.type is parameter.type
    if alike and gradient.dtype.kind in "fV":
        return gradient
    for what, x in (("parameter", parameter), ("gradient of parameter", gradient)):
        if not hasattr(x, "dtype") or x.dtype.kind not in "fV":
            raise TypeError(f"{what} {name!r} is {described(x)}, not an array of real numbers")
    if gradient.shape != parameter.shape or gradient.dtype not in (parameter.dtype, wide(parameter.dtype)):
        raise ValueError(
            f"the gradient of parameter {name!r} is {described(gradient)}, the parameter {described(parameter)}; "
            f"gradients have the shape and dtype of their parameters"
        )
    return gradient


def _apply(
    kind: type[Optimiser],
    numbers: Mapping[str, Any],
    factors: Mapping[str, Sequence[float]] | None,
    clip: Clip | None,
    scale: LossScale | None,
    parameters: Mapping[str, Any],
    gradients: Mapping[str, Any],
    states: Mapping[str, Mapping[str, Any]],
    rate: Any,
    steps: Any,
) -> None:
    """An update as one program: what it writes are cells among its arguments."""
    gradients = {name: widened(g) for name, g in gradients.items()}
    finite = None
    if scale is not None:
        gradients, finite = scale.divide(gradients)
    if clip is not None:
        gradients = clip(gradients)
    masters = states.get(_MASTER, {})
    step = steps + 1
    for name, parameter in parameters.items():
        faster, decay = (1.0, 1.0) if factors is None else factors[name]
        state = {slot: arrays[name] for slot, arrays in states.items() if slot != _MASTER}
        before = masters[name] if name in masters else widened(parameter)
        after, made = _rule(kind, numbers, decay)(before, gradients[name], dict(state), rate * faster, step)
        places = [(parameter, before, after), *((state[slot], state[slot], made[slot]) for slot in state)]
        for place, old, new in [*places, (masters[name], before, after)] if name in masters else places:
            place[...] = new if finite is None else where(finite, new, old)
    steps[...] = step if finite is None else where(finite, step, steps)


def _rule(kind: type[Optimiser], numbers: Mapping[str, Any], decay: float) -> Any:
    """The rule of an optimiser that has these numbers."""
    of = kind.__new__(kind)
    vars(of).update(numbers)
    if decay != 1.0:
        vars(of)["weight_decay"] *= decay
    return of.rule


def decayed(gradient: Any, parameter: Any, decay: float) -> Any:
    """A gradient with a weight decay: that of `decay / 2` times the parameter's square is added."""
    return gradient + decay * parameter if decay else gradient
