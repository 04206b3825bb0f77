"""Modules: Python objects whose arrays are parameters (docs/decisions/0026)."""

from __future__ import annotations

import fnmatch
import threading
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import contextmanager
from typing import Any, ClassVar, NamedTuple, Self, cast

import numpy as np

from dusk.array import as_handle
from dusk.devices import as_device, beside, in_force
from dusk.gradients import vjp
from dusk.nn.hooks import installed, seen
from dusk.record import Handle, placed
from dusk.tree import Attributes


class Place(NamedTuple):
    """Where a module or an array of a module's tree is kept: `holder[key] is found`."""

    name: str
    owner: Module
    own: str  # the name as the owner knows it
    holder: Any
    key: Any
    found: Any
    role: str  # of an array: trained, frozen or state


def _no_forward(self: Any, *inputs: Any) -> Any:
    raise NotImplementedError(f"{type(self).__name__} defines no forward(self, *inputs)")


def _nothing(self: Any, *inputs: Any, **named: Any) -> None:
    """No arrays depend on inputs."""


class Module(Attributes):
    """Something with parameters that can be called: a layer, a model.

    Subclasses set arrays, other modules, and lists, tuples and dicts of them as attributes, and define
    `forward(*inputs)`; calling a module calls it. There is nothing to register and no `super().__init__()` to call.
    Attributes whose names begin with an underscore are nobody's parameters. Names in the class attribute `state` are
    kept with the model (saved, resumed), but not trained. A layer whose shapes follow from its inputs makes its arrays
    in `build(*inputs)`, which runs before its first call.

    >>> import dusk, dusk.numpy as np
    >>> class Scale(dusk.nn.Module):
    ...     def build(self, x):
    ...         self.by = np.ones(x.shape[-1])
    ...     def forward(self, x):
    ...         return x * self.by
    >>> layer = Scale()
    >>> layer(np.array([[1.0, 2.0]]))
    array([[1., 2.]])
    >>> layer.parameters()
    {'by': array([1., 1.])}
    """

    state: ClassVar[tuple[str, ...]] = ()
    training: bool = True
    frozen: tuple[str, ...] = ()
    _built: bool = False
    _device: str = ""  # that arrays which are yet to be made are to lie on; else where the first input lies
    _lock: ClassVar[threading.RLock] = threading.RLock()

    forward: Callable[..., Any] = _no_forward
    """What the module computes; subclasses define it as a method."""
    build: Callable[..., Any] = _nothing
    """Make what depends on the shapes of the first inputs, which it gets."""

    def __call__(self, *inputs: Any, **named: Any) -> Any:
        if not self._built:
            with beside(self._device or next((x.type.device for x in inputs if isinstance(x, Handle)), in_force())):
                self.build(*inputs, **named)
            self._built = True
        output = self.forward(*inputs, **named)
        hooks = installed()
        return seen(hooks, self, inputs, output) if hooks else output

    def __init_subclass__(cls, **named: Any) -> None:
        super().__init_subclass__(**named)
        for name in cls.state:
            if callable(getattr(Module, name, None)):
                raise TypeError(f"{cls.__name__}.state: {name!r} is a method of modules; give the array another name")

    # --- what is in it
    def modules(self) -> Iterator[tuple[str, Module]]:
        """This module, under the name "", and those inside of it, by dotted names; shared ones once."""
        yield "", self
        for place in _walk(self, set()):
            if isinstance(place.found, Module):
                yield place.name, place.found

    def _places(self) -> Iterator[Place]:
        """Where arrays are; shared ones more than once."""
        for place in _walk(self, set()):
            if not isinstance(place.found, Module):
                yield place

    def arrays(self) -> dict[str, Any]:
        """All arrays by name: parameters and state; each once, under the name met first."""
        return _once(self._places())

    def parameters(self, trained: bool | None = None) -> dict[str, Any]:
        """The arrays of floats that are no state, by name: all, or only those that are trained (or that are not)."""
        found = [p for p in self._places() if p.role != "state"]
        return _once(p for p in found if trained is None or trained == (p.role == "trained"))

    def __repr__(self) -> str:
        lines = [
            f"{'  ' * (name.count('.') + 1 if name else 0)}{name + ': ' if name else ''}{_described(module)}"
            for name, module in self.modules()
        ]
        return "\n".join(lines)

    # --- training and evaluation, freezing
    def train(self, mode: bool = True) -> Self:
        """Let layers that differ between training and evaluation (dropout, batch norm) train, and give the module."""
        for _, module in self.modules():
            if module.training != mode:
                module.training = mode
        return self

    def eval(self) -> Self:
        """Let such layers evaluate."""
        return self.train(False)

    @contextmanager
    def evaluating(self) -> Generator[Self]:
        """A context in which such layers evaluate; afterwards each does what it did before."""
        modes = [(module, module.training) for _, module in self.modules()]
        self.eval()
        try:
            yield self
        finally:
            for module, mode in modes:
                if module.training != mode:
                    module.training = mode

    def freeze(self, *patterns: str) -> Self:
        """Do not train the parameters of this module and those inside of it (or those whose names, seen from here,
        match one of the patterns, as in `model.freeze("encoder.*", "*.bias")`)."""
        return self._mark(patterns, True)

    def unfreeze(self, *patterns: str) -> Self:
        """Train parameters again."""
        return self._mark(patterns, False)

    def _mark(self, patterns: tuple[str, ...], frozen: bool) -> Self:
        if not patterns:
            for _, module in self.modules():
                module.frozen = ("*",) if frozen else ()
            return self
        chosen = [
            p for p in self._places() if p.role != "state" and any(fnmatch.fnmatchcase(p.name, by) for by in patterns)
        ]
        if not chosen:
            known = ", ".join(self.parameters()) or "none; call the model once, so that they are made"
            raise ValueError(f"no parameter matches {', '.join(map(repr, patterns))}; there are: {known}")
        for owner in {id(p.owner): p.owner for p in chosen}.values():
            names = {p.own for p in owner._places() if p.owner is owner and p.role == "frozen"}
            own = {p.own for p in chosen if p.owner is owner}
            owner.frozen = tuple(sorted(names | own if frozen else names - own))
        return self

    def to(self, device: Any) -> Self:
        """Take all arrays to a device, `dusk.cpu(1)` or its name, and give the module; those that are made at the first
        call are made there. Inputs are not taken along: give it those that lie there, too.

        >>> layer = dusk.nn.Linear(2).to("cpu:1")
        >>> layer(dusk.numpy.ones((1, 3), device="cpu:1")).device
        cpu(1)
        """
        name = as_device(device).name
        taken: dict[int, Handle] = {}
        for place in [*self._places()]:
            if isinstance(place.found, Handle):
                place.holder[place.key] = taken.setdefault(id(place.found), placed(place.found, name))
        for _, module in self.modules():
            module._device = name
        for key, gradient in self.gradients.items():
            self.gradients[key] = placed(gradient, name)
        return self

    # --- saving
    def state_dict(self) -> dict[str, Any]:
        """All arrays by name."""
        return self.arrays()

    def load_state_dict(self, arrays: dict[str, Any], strict: bool = True) -> None:
        """Write arrays (NumPy's or Dusk's) into those of the same names.

        Raises ValueError naming what is missing, what is not known (unless not `strict`) and shapes that differ;
        nothing has been written then.
        """
        own = self.arrays()
        missing, unknown = [n for n in own if n not in arrays], [n for n in arrays if n not in own]
        if strict and (missing or unknown):
            hint = "" if self.is_complete() else "; call the model once first: its arrays are made at its first call"
            names = f"missing {missing or 'none'}, unknown {unknown or 'none'}"
            raise ValueError(f"arrays do not fit {type(self).__name__}: {names}{hint}")
        for name in [name for name in own if name in arrays]:
            if tuple(np.shape(arrays[name])) != own[name].shape:
                raise ValueError(f"{name} is of shape {own[name].shape}, given is {tuple(np.shape(arrays[name]))}")
        for name in [name for name in own if name in arrays]:
            own[name][...] = arrays[name]

    # --- gradients
    def backward(self, *inputs: Any) -> Any:
        """Accumulate the gradients of parameters in `gradients`, and give that by the input (several: a tuple).

        `layer.backward(x, gy)`: inputs, then the gradient by the output, of its shape. What `forward` computes is
        computed once more, unless it is pending still.
        """
        *given, by = inputs
        variables = self.variables()

        def run(arrays: dict[str, Any], *xs: Any) -> Any:
            with self.holding(arrays):
                return self(*xs)

        _, pull = vjp(run, variables, *given)
        of_parameters, *of_inputs = pull(as_handle(by))
        kept = self.gradients
        for name, gradient in of_parameters.items():
            kept[name] = kept[name] + gradient if name in kept else gradient
        return of_inputs[0] if len(of_inputs) == 1 else tuple(of_inputs)

    @property
    def gradients(self) -> dict[str, Any]:
        """What `backward` has accumulated, by name; `clear()` it after an update."""
        return vars(self).setdefault("_gradients", {})

    # --- what gradients and compiled functions ask of a tree of attributes
    def variables(self) -> dict[str, Any]:
        return self.parameters(trained=True)

    @contextmanager
    def holding(self, arrays: dict[str, Any]) -> Generator[Self]:
        with self._lock:
            places = [*self._places()]
            inside = {id(p.found): arrays[p.name] for p in places if p.name in arrays}
            held = [(p, inside[id(p.found)]) for p in places if id(p.found) in inside]
            for place, array in held:
                place.holder[place.key] = array
            try:
                yield self
            finally:
                for place, array in held:
                    if place.holder[place.key] is array:
                        place.holder[place.key] = place.found

    def is_complete(self) -> bool:
        return all(m._built or type(m).build is Module.build for _, m in self.modules())

    def complete(self, run: Callable[[], Any]) -> None:
        with self.evaluating():  # so that nothing is written
            run()

    def functions(self) -> Iterator[Any]:
        for _, module in self.modules():
            yield type(module).forward


def _walk(module: Module, met: set[int], start: str = "") -> Iterator[Place]:
    """What is in a module: modules, each before what is in it, and arrays, in the order of attributes."""
    met.add(id(module))
    for key, value in [*vars(module).items()]:
        if key[0] != "_" and isinstance(value, _HOLDERS):
            if key in _METHODS:
                raise TypeError(
                    f"{type(module).__name__}.{key} is a method of modules; give the attribute another name"
                )
            yield from _inside(module, met, start, key, vars(module), key, value)


def _inside(owner: Module, met: set[int], start: str, own: str, holder: Any, key: Any, value: Any) -> Iterator[Place]:
    if isinstance(value, Handle | np.ndarray):
        if type(holder) is not tuple:
            if not isinstance(value, Handle):
                value = holder[key] = as_handle(cast("Any", value))
            yield Place(start + own, owner, own, holder, key, value, _role(owner, own, value))
    elif isinstance(value, Module):
        if id(value) not in met:
            yield Place(start + own, owner, own, holder, key, value, "module")
            yield from _walk(value, met, f"{start}{own}.")
    else:
        items = cast("dict[Any, Any]", value).items() if isinstance(value, dict) else enumerate(value)
        for k, v in items:
            if isinstance(v, _HOLDERS):
                yield from _inside(owner, met, start, f"{own}.{k}", value, k, v)


def _role(owner: Module, own: str, array: Any) -> str:
    state, frozen = type(owner).state, owner.frozen
    if array.dtype.kind not in "fcV" or (state and own.split(".")[0] in state):
        return "state"
    return "frozen" if frozen and (own in frozen or "*" in frozen) else "trained"


def _once(places: Iterable[Place]) -> dict[str, Any]:
    met: set[int] = set()
    found: dict[str, Any] = {}
    for place in places:
        if id(place.found) not in met:
            met.add(id(place.found))
            found[place.name] = place.found
    return found


def _described(module: Module) -> str:
    """The class and what is plain among the attributes."""
    own = {
        k: v for k, v in vars(module).items() if k[0] != "_" and k != "training" and isinstance(v, int | float | str)
    }
    return f"{type(module).__name__}({', '.join(f'{k}={v!r}' for k, v in own.items())})"


_METHODS = frozenset(name for name in dir(Module) if callable(getattr(Module, name)))
_HOLDERS = (Handle, np.ndarray, Module, dict, list, tuple)
