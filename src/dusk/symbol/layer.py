"""Layers: large ops of symbols, each a function of arrays with parameters, states and names, as MXNet knows them.

A layer is written as a plain function on Dusk's arrays. Its positional parameters are its inputs (those without a
default are always there), its keyword parameters what it is set by; `train` and `key`, if it takes them, say whether it
trains, and are a key of `dusk.random`. Nothing else is known of layers anywhere: what they compute, their gradients and
their output shapes follow from the function; only the shapes of inputs that users leave out are a rule of their own.
"""

from __future__ import annotations

import inspect
import math
import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, cast

import numpy as np

from dusk.graph.provenance import describe, here
from dusk.graph.types import Shape
from dusk.record import Handle
from dusk.symbol.expression import Constant, Group, Symbol, Variable, only
from dusk.symbol.naming import attributes, named

Known = Mapping[str, tuple[Any, ...] | None]
"""Shapes of inputs by name, None where they are not known; a size that is not known is None too."""


def product(sizes: Iterable[int | None]) -> int | None:
    """How many elements there are, None if a size is not known."""
    found = [*sizes]
    return None if None in found else math.prod(n or 0 for n in found)


LAYERS: dict[str, Layer] = {}
"""All layers by name."""


@dataclass(frozen=True)
class Parameter:
    """What a layer is set by: its kind (a converter of texts and values) and its default."""

    kind: str
    default: Any

    @property
    def required(self) -> bool:
        return self.default is inspect.Parameter.empty


@dataclass(frozen=True, eq=False)
class Layer:
    """A large op; calling it on symbols makes one, calling it on arrays computes it at once.

    `inputs` are the names of what it reads, `aux` those of states that training writes: of these the function gives
    the new values, as `(outputs, states)`. `given` says which of the inputs with a default are there for parameters,
    `shapes` what shapes the inputs that are not known have for those that are, `outputs` how its outputs are named.
    """

    name: str
    function: Callable[..., Any]
    inputs: tuple[str, ...]
    params: Mapping[str, Parameter]
    aux: tuple[str, ...] = ()
    optional: tuple[str, ...] = ()
    given: Callable[..., Collection[str]] | None = None
    shapes: Callable[..., Mapping[str, Shape]] | None = None
    outputs: Callable[..., Sequence[str]] | None = None
    variadic: bool = False
    trains: bool = False
    draws: bool = False
    elementwise: bool = False
    doc: str = field(default="", repr=False)

    def inputs_of(self, params: Mapping[str, Any], n: int = 0) -> tuple[str, ...]:
        """The names of what it reads for these parameters (of a variadic one: of n inputs), without states."""
        if self.variadic:
            return tuple(f"arg{i}" for i in range(n))
        if self.given is None:
            return tuple(name for name in self.inputs if name not in self.optional)
        there = self.given(**params)
        return tuple(name for name in self.inputs if name not in self.optional or name in there)

    def outputs_of(self, params: Mapping[str, Any]) -> tuple[str, ...]:
        """The names of its outputs."""
        return ("output",) if self.outputs is None else tuple(self.outputs(**params))

    def settings(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """All parameters, converted where they are texts, with defaults (TypeError, ValueError: they do not fit)."""
        unknown = [name for name in given if name not in self.params]
        if unknown:
            known = ", ".join(self.params) or "nothing"
            raise TypeError(f"{self.name} at {describe(here())} knows no {', '.join(unknown)}: it is set by {known}")
        found: dict[str, Any] = {}
        for name, parameter in self.params.items():
            if name in given:
                try:
                    found[name] = _CONVERTERS[parameter.kind](given[name])
                except (TypeError, ValueError):
                    raise ValueError(
                        f"{self.name} at {describe(here())}: {name} is of kind {parameter.kind}, not "
                        f"{repr(given[name])[:80]}"
                    ) from None
            elif parameter.required:
                raise TypeError(f"{self.name} at {describe(here())} needs {name} (of kind {parameter.kind})")
            else:
                found[name] = parameter.default
        return found

    def __call__(self, *args: Any, name: str | None = None, attr: Mapping[str, str] | None = None, **more: Any) -> Any:
        known = {*self.inputs, *self.aux}
        wired = {k: v for k, v in more.items() if k in known}
        if self.variadic:
            more.pop("num_args", None)
        params = self.settings({k: v for k, v in more.items() if k not in known})
        if _holds_arrays((*args, *wired.values())):
            return self.compute(args, wired, params)
        return self.symbol(args, wired, params, name, attr)

    def symbol(
        self,
        args: Sequence[Any],
        wired: Mapping[str, Any],
        params: Mapping[str, Any],
        name: str | None = None,
        attr: Mapping[str, str] | None = None,
    ) -> Symbol | Group:
        """The layer of symbols; inputs that are not given become variables, named after it (`fc1_weight`)."""
        name = named(name, self.name.lower())
        names = (*self.inputs_of(params, len(args)), *self.aux)
        if len(args) > len(names) or any(k in names[: len(args)] or k not in names for k in wired):
            met = ", ".join([*(f"argument {i + 1}" for i in range(len(args))), *wired])
            raise TypeError(
                f"{self.name} at {describe(here())} with these parameters takes {', '.join(names)}, not {met}"
            )
        by_name = {**dict(zip(names, args, strict=False)), **wired}
        own = attributes(attr)
        inputs = [
            _operand(by_name[n]) if by_name.get(n) is not None else Variable(f"{name}_{n}", attr=_passed_on(own, n))
            for n in names
        ]
        whole = Symbol("layer", inputs, layer=self, params=tuple(params.items()), name=name, attributes=own)
        outputs = self.outputs_of(params)
        if len(outputs) == 1:
            return whole
        return Group([Symbol("part", [whole], position=i, name=name) for i in range(len(outputs))], name)

    def compute(self, args: Sequence[Any], wired: Mapping[str, Any], params: Mapping[str, Any]) -> Any:
        """The layer of arrays, as it is while nothing trains."""
        names = (*self.inputs_of(params, len(args)), *self.aux)
        by_name = {**dict(zip(names, args, strict=False)), **wired}
        missing = [n for n in names if n not in by_name]
        if missing:
            raise TypeError(f"{self.name} of arrays needs {', '.join(missing)}, at {describe(here())}")
        return self.run([by_name[n] for n in names], params)[0]

    def run(
        self, arrays: Sequence[Any], params: Mapping[str, Any], train: bool = False, key: Any = None
    ) -> tuple[Any, tuple[Any, ...]]:
        """What it gives for arrays (inputs, then states), and what its states are then."""
        words = dict(params)
        if self.trains:
            words["train"] = train
        if self.draws:
            words["key"] = key
        if self.variadic:
            return self.function(*arrays, **words), ()
        names = self.inputs_of(params)
        positional = dict(zip((*names, *self.aux), arrays, strict=True))
        given = [positional.get(n) for n in (*self.inputs, *self.aux)]
        made = self.function(*given, **words)
        return made if self.aux else (made, ())

    def __repr__(self) -> str:
        return f"<layer {self.name}>"


def _passed_on(attributes: Mapping[str, str], name: str) -> dict[str, str]:
    """What the variable of an input has of its layer's attributes: `weight_lr_mult` is the weight's `lr_mult`."""
    found: dict[str, str] = {}
    for key, value in attributes.items():
        plain = key.strip("_")
        if plain.startswith(f"{name}_"):
            found[f"__{plain.removeprefix(name + '_')}__"] = value
        elif plain in ("ctx_group", "lr_mult", "wd_mult"):
            found[key] = value
    return found


def _operand(given: Any) -> Symbol:
    return only(given) if isinstance(given, Symbol | Group) else Constant(given)


def _holds_arrays(given: Sequence[Any]) -> bool:
    return any(isinstance(x, Handle | np.ndarray) for x in given) and not any(isinstance(x, Symbol) for x in given)


def layer(
    *,
    aux: str = "",
    given: Callable[..., Collection[str]] | None = None,
    shapes: Callable[..., Mapping[str, Shape]] | None = None,
    outputs: Callable[..., Sequence[str]] | None = None,
    elementwise: bool = False,
    name: str | None = None,
) -> Callable[[Callable[..., Any]], Layer]:
    """Turn a function of arrays into a layer; `aux` are the names of its last positional parameters that are states.

    >>> import dusk.numpy as np
    >>> from dusk.symbol import Variable
    >>> from dusk.symbol.layer import layer
    >>> @layer(name="DocScale", shapes=lambda known, by: {"weight": known["data"][1:]} if known["data"] else {})
    ... def scale(data, weight, *, by: float = 1.0):
    ...     '''data times weight, times a number.'''
    ...     return data * weight * by
    >>> scale(Variable("x"), by=2, name="s").list_arguments()
    ['x', 's_weight']
    """

    def register(function: Callable[..., Any]) -> Layer:
        signature = inspect.signature(function)
        positional = [p for p in signature.parameters.values() if p.kind is p.POSITIONAL_OR_KEYWORD]
        words = {n: p for n, p in signature.parameters.items() if p.kind is p.KEYWORD_ONLY}
        states = tuple(aux.split())
        label = name or function.__name__
        if label in LAYERS:
            raise ValueError(f"a layer named {label!r} exists already")
        made = Layer(
            name=label,
            function=function,
            inputs=tuple(p.name for p in positional if p.name not in states),
            params={n: Parameter(_kind(p), p.default) for n, p in words.items() if n not in ("train", "key")},
            aux=states,
            optional=tuple(p.name for p in positional if p.default is not p.empty),
            given=given,
            shapes=shapes,
            outputs=outputs,
            variadic=any(p.kind is p.VAR_POSITIONAL for p in signature.parameters.values()),
            trains="train" in words,
            draws="key" in words,
            elementwise=elementwise,
            doc=inspect.getdoc(function) or "",
        )
        LAYERS[label] = made
        return made

    return register


def _kind(parameter: inspect.Parameter) -> str:
    kind = str(parameter.annotation)
    if kind not in _CONVERTERS:
        raise TypeError(f"{parameter.name} is of kind {kind}: layers are set by {', '.join(_CONVERTERS)}")
    return kind


def _whole(given: Any) -> int:
    if isinstance(given, str):
        return int(float(given)) if re.fullmatch(r"\s*-?\d{1,18}\.0*\s*", given) else int(given)
    if int(given) != given:
        raise ValueError(given)
    return int(given)


def _flag(given: Any) -> bool:
    if not isinstance(given, str):
        return bool(given)
    if (word := given.strip().lower()) not in ("true", "1", "false", "0"):
        raise ValueError(given)
    return word in ("true", "1")


_LONGEST = 1000  # characters of a text of sizes
_SIZES = re.compile(r"\s*[(\[]?\s*((?:-?\d{1,18}L?\s*,\s*)*(?:-?\d{1,18}L?)?)\s*,?\s*[)\]]?\s*")


def sizes(given: Any) -> tuple[int, ...]:
    """Whole numbers of a text like `(3, 3)`, of one number, or of a sequence (ValueError)."""
    if isinstance(given, str):
        match = _SIZES.fullmatch(given) if len(given) <= _LONGEST else None
        if match is None:
            raise ValueError(given)
        return tuple(int(part.strip().rstrip("L")) for part in match.group(1).split(",") if part.strip())
    if np.ndim(given) == 0:
        return (_whole(given),)
    return tuple([_whole(x) for x in cast("Sequence[Any]", given)])


def bounds(given: Any) -> tuple[int | None, ...]:
    """Whole numbers and Nones of a text like `(0, None)`, or of a sequence (ValueError)."""
    parts: Any = given
    if isinstance(given, str):
        if len(given) > _LONGEST:
            raise ValueError(given)
        parts = [part.strip() for part in given.strip().strip("()[]").split(",") if part.strip()]
    return tuple([_maybe(_whole)(x) for x in ((parts,) if isinstance(parts, int) else parts)])


def _text(given: Any) -> str:
    if not isinstance(given, str):
        raise TypeError(given)
    return given


def _key(given: Any) -> Key:
    return tuple([_subscript(part) for part in (cast("Key", given) if isinstance(given, tuple) else (given,))])


def _subscript(part: Any) -> Any:
    if isinstance(part, slice):
        cut = cast("slice[Any, Any, Any]", part)
        part = ("slice", cut.start, cut.stop, cut.step)
    parts: Key = cast("Key", part) if isinstance(part, tuple) else (part,)
    bounds = parts[1:] if parts[:1] == ("slice",) else parts
    if len(bounds) not in (1, 3) or not all(x is None or x is Ellipsis or type(x) is int for x in bounds):
        raise TypeError("no subscript")
    return parts if len(bounds) == 3 else parts[0]


def _maybe(kind: Callable[[Any], Any]) -> Callable[[Any], Any]:
    return lambda given: None if given is None or given == "None" else kind(given)


_CONVERTERS: dict[str, Callable[[Any], Any]] = {
    "int": _whole,
    "float": float,
    "bool": _flag,
    "str": _text,
    "Sizes": sizes,
    "Bounds": bounds,
    "int | None": _maybe(_whole),
    "float | None": _maybe(float),
    "str | None": _maybe(_text),
    "Sizes | None": _maybe(sizes),
    "bool | None": _maybe(_flag),
    "Key": _key,
}
Bounds = tuple[int | None, ...]
"""The kind of parameters that are several whole numbers, or None."""
Sizes = tuple[int, ...]
"""The kind of parameters that are several whole numbers."""
Key = tuple[Any, ...]
"""That of subscripts, in which a slice is a tuple that begins with `"slice"`."""
