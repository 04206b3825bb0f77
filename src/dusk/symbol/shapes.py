"""Shapes and dtypes of all that is in an expression, from those of some of it: forwards through what ops and layers
compute, backwards through layers' rules for their parameters and through what is computed element by element.

What ops and layers give for given shapes is not stated here: each is traced by itself for them, once (`_given`). Sizes
that are not known are tried as two numbers: what differs then in the results is not known either.
"""

from __future__ import annotations

import functools
import warnings
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, cast

import numpy as np

from dusk.graph import Literal
from dusk.graph.op import expand
from dusk.graph.provenance import describe, here
from dusk.graph.types import TensorType
from dusk.symbol.build import build
from dusk.symbol.expression import Symbol, topological
from dusk.symbol.layer import sizes
from dusk.symbol.outputs import named_in_order
from dusk.symbol.walk import arguments, results_of, states, substituted, variables

Partial = tuple[int | None, ...]
"""A shape of which sizes may be unknown."""
Shapes = tuple[list[Any] | None, list[Any] | None, list[Any] | None]


class _Known:
    """What is known of shapes, by symbol and output; and where from, for who contradicts it."""

    def __init__(self) -> None:
        self.dtypes: dict[tuple[int, int], np.dtype[Any]] = {}
        self.shapes: dict[tuple[int, int], Partial] = {}
        self.sources: dict[tuple[int, int], str] = {}
        self.changed = False

    def of(self, symbol: Symbol) -> Partial | None:
        """The shape of a value."""
        return self.shapes.get(_key(symbol))

    def dtype(self, symbol: Symbol) -> np.dtype[Any]:
        """The dtype of a value."""
        return self.dtypes.get(_key(symbol), np.dtype(np.float32))

    def learn(self, symbol: Symbol, shape: Iterable[Any], source: str, position: int | None = None) -> None:
        """Take in a shape of a value (ValueError: it contradicts what is known)."""
        key = _key(symbol) if position is None else (id(symbol), position)
        new: Partial = tuple(shape)
        old = self.shapes.get(key)
        if old is None:
            self.shapes[key], self.sources[key], self.changed = new, source, True
            return
        fits = len(old) == len(new) and all(a is None or b is None or a == b for a, b in zip(old, new, strict=True))
        if not fits:
            raise ValueError(
                f"{symbol.output_name} ({describe(symbol.origin)}) is of shape {_shown(old)} by {self.sources[key]}, "
                f"and of shape {_shown(new)} by {source}"
            )
        merged = tuple([b if a is None else a for a, b in zip(old, new, strict=True)])
        if merged != old:
            self.shapes[key], self.changed = merged, True
            self.sources[key] += f" and {source}"


def _key(symbol: Symbol) -> tuple[int, int]:
    return (id(symbol.inputs[0]), symbol.position) if symbol.kind == "part" else (id(symbol), 0)


def _shown(shape: Partial) -> str:
    return "(" + ", ".join("?" if n is None else str(n) for n in shape) + ("," if len(shape) == 1 else "") + ")"


def infer(outputs: Sequence[Symbol], given: Mapping[str, Any], dtypes: Mapping[str, Any] | None = None) -> _Known:
    """What follows from shapes of variables, and from dtypes; those not given are what the first is, or float32."""
    order = topological(outputs)
    known = _Known()
    usual = next(iter((dtypes or {}).values()), np.dtype(np.float32))
    for symbol in order:
        if symbol.kind == "variable":
            hint, kind = (symbol.attributes.get(f"__{name}__") for name in ("shape", "dtype"))
            known.dtypes[_key(symbol)] = (dtypes or {}).get(symbol.name) or (_dtype_of(kind) if kind else usual)
            if symbol.name in given:
                known.learn(symbol, _unknown(given[symbol.name]), f"what is given ({describe(here())})")
            if hint and 0 not in sizes(hint):
                known.learn(symbol, sizes(hint), f"its variable ({describe(symbol.origin)})")
        elif symbol.kind == "constant":
            value = symbol.params[0][1]
            known.learn(symbol, value.shape if isinstance(value, Literal) else (), "its value")
            known.dtypes[_key(symbol)] = value.dtype if isinstance(value, Literal) else np.min_scalar_type(value)
    broadcast = False
    while True:
        known.changed = False
        for symbol in order:
            _forwards(symbol, known)
        for symbol in reversed(order):
            _backwards(symbol, known, broadcast)
        if not known.changed:
            if broadcast:
                return known
            broadcast = True  # only where all else is silent: an operand has the shape of the result


def _unknown(shape: Iterable[Any]) -> Partial:
    return tuple([None if n is None or int(n) < 1 else int(n) for n in shape])


def _forwards(symbol: Symbol, known: _Known) -> None:
    layer = symbol.layer
    source = f"{symbol.name} ({describe(symbol.origin)})"
    if layer is not None and layer.shapes is not None:
        params = dict(symbol.params)
        names = (*layer.inputs_of(params, len(symbol.inputs)), *layer.aux)
        met: Any = {n: known.of(s) for n, s in zip(names, symbol.inputs, strict=True)}
        by_name = dict(zip(names, symbol.inputs, strict=True))
        for name, shape in layer.shapes(met, **params).items():
            if name in by_name:
                known.learn(by_name[name], shape, source)
    if symbol.kind in ("variable", "argument", "part", "constant"):
        return
    shapes = [known.of(s) for s in symbol.inputs]
    if symbol.kind == "grad":
        wanted = symbol.inputs[1 + symbol.position]
        known.dtypes[_key(symbol)] = known.dtype(wanted)
        if (shape := known.of(wanted)) is not None:
            known.learn(symbol, shape, source)
        return
    dtypes = tuple([known.dtype(s) for s in symbol.inputs])
    if any(shape is None for shape in shapes):
        for i, dtype in enumerate(_dtypes_by(symbol, dtypes)):
            known.dtypes[id(symbol), i] = dtype
        return
    full = all(n is not None for shape in shapes for n in shape or ())
    try:
        made = _given(_Step(symbol), tuple([_tried(shape or (), 0) for shape in shapes]), dtypes)
        again = made if full else _given(_Step(symbol), tuple([_tried(shape or (), 1) for shape in shapes]), dtypes)
    except (ValueError, TypeError, IndexError) as error:
        if full:
            met = ", ".join(
                f"{s.output_name} {_shown(known.of(s) or ())} by {known.sources[_key(s)]}" for s in symbol.inputs
            )
            raise ValueError(f"{source}: {error}; it reads {met}") from error
        return
    for position, (kind, other) in enumerate(zip(made, again, strict=True)):
        if kind.ndim != other.ndim:
            continue
        shape = [a if a == b else None for a, b in zip(kind.shape, other.shape, strict=True)]
        known.learn(symbol, shape, source, position)
        known.dtypes[id(symbol), position] = kind.dtype


def _dtypes_by(symbol: Symbol, dtypes: Sequence[np.dtype[Any]]) -> list[np.dtype[Any]]:
    """The dtypes of what a step gives where shapes are not known: those of an element, or that of what it reads."""
    if symbol.op is not None and symbol.op.broadcast:
        kinds = [_element(s, dtype) for s, dtype in zip(symbol.inputs, dtypes, strict=True)]
        return [kind.dtype for kind in expand(symbol.op, tuple(kinds), symbol.params).outputs]
    return [np.dtype(dict(symbol.params).get("dtype") or dtypes[0])] * results_of(symbol)


def _element(symbol: Symbol, dtype: np.dtype[Any]) -> Any:
    value: Any = symbol.params[0][1] if symbol.kind == "constant" else None
    weak = (int, float, complex, bool)
    return next((kind for kind in weak if type(value) is kind), TensorType((), dtype))


_TRIED = (840, 1680)  # which many numbers divide


def _tried(shape: Partial, which: int) -> tuple[int, ...]:
    """A shape with a number for its unknown sizes."""
    return tuple([_TRIED[which] if n is None else n for n in shape])


def _backwards(symbol: Symbol, known: _Known, broadcast: bool) -> None:
    """What inputs have to be for what an element-wise step gives."""
    op, layer = symbol.op, symbol.layer
    if not (layer.elementwise if layer is not None else op is not None and op.broadcast):
        return
    out = known.of(symbol)
    source = f"{symbol.name} ({describe(symbol.origin)})"
    shapes = [known.of(s) for s in symbol.inputs]
    if len(shapes) == 1 or layer is not None:
        if out is not None:
            for s in symbol.inputs:
                known.learn(s, out, source)
        for shape in shapes:
            if shape is not None:
                known.learn(symbol, shape, source)
        return
    if not broadcast:
        return
    met = _widest([shape for shape in (out, *shapes) if shape is not None])
    for s, shape in zip(symbol.inputs, shapes, strict=True):
        if met and (shape is None or (len(shape) == len(met) and None in shape)):
            known.learn(s, [a or b for a, b in zip(shape, met, strict=True)] if shape else met, source)
    if met and out is None:
        known.learn(symbol, met, source)


def _widest(shapes: Sequence[Partial]) -> Partial:
    """What shapes are broadcast to, as far as they tell."""
    n = max(map(len, shapes), default=0)
    padded = [(1,) * (n - len(shape)) + shape for shape in shapes]
    return tuple([max((s for s in axis if s is not None), default=None) for axis in zip(*padded, strict=True)])


class _Step:
    """A step by itself, equal to others that compute the same."""

    def __init__(self, symbol: Symbol) -> None:
        self.symbol = symbol
        self.key: Any = (symbol.op or symbol.layer, symbol.params, symbol.position)
        self.hash = hash(self.key) if symbol.flow is None else id(symbol)

    def __hash__(self) -> int:
        return self.hash

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, _Step):
            return False
        return self.symbol is other.symbol or (self.symbol.flow is None and self.key == other.key)


@functools.lru_cache(maxsize=4096)
def _given(step: _Step, shapes: tuple[tuple[Any, ...], ...], dtypes: tuple[Any, ...]) -> list[TensorType]:
    """The types of what a step gives for inputs of these."""
    symbol = step.symbol
    names = [f"input{i}" for i in range(len(shapes))]
    inputs = [
        s if s.kind == "constant" else Symbol("variable", name=name, attributes={})
        for s, name in zip(symbol.inputs, names, strict=True)
    ]
    made = substituted([symbol], {id(s): new for s, new in zip(symbol.inputs, inputs, strict=True)})[0]
    n = results_of(symbol)
    whole = n > 1 or symbol.flow is not None
    outputs = [Symbol("part", [made], position=i, name="part") for i in range(n)] if whole else [made]
    kinds = {
        name: TensorType(shape, dtype)
        for name, s, shape, dtype in zip(names, inputs, shapes, dtypes, strict=True)
        if s.kind != "constant"
    }
    return [value.type for value in build(outputs, kinds).outputs]


def infer_shape(outputs: Sequence[Symbol], args: Sequence[Any], given: Mapping[str, Any], partial: bool) -> Shapes:
    """See `Outputs.infer_shape`."""
    named = _checked(outputs, named_in_order(arguments(outputs), args, given))
    known = infer(outputs, named)
    by_name = {s.name: s for s in variables(outputs)}

    def of(symbol: Symbol) -> Any:
        shape = known.of(symbol)
        return () if shape is None else tuple([n or 0 for n in shape])

    if not partial:
        unknown = [
            s.output_name for s in (*by_name.values(), *outputs) if (shape := known.of(s)) is None or None in shape
        ]
        if unknown:
            warnings.warn(
                f"the shapes of {', '.join(unknown)} do not follow from those of {', '.join(named) or 'nothing'} "
                f"(asked for at {describe(here())})",
                stacklevel=4,
            )
            return None, None, None
    return (
        [of(by_name[n]) for n in arguments(outputs)],
        [of(s) for s in outputs],
        [of(by_name[n]) for n in states(outputs)],
    )


def _checked(outputs: Sequence[Symbol], given: Mapping[str, Any]) -> Mapping[str, Any]:
    names = {s.name for s in variables(outputs)}
    unknown = [n for n in given if n not in names]
    if unknown:
        raise KeyError(f"no variable is named {', '.join(unknown)}: there are {', '.join(sorted(names))}")
    return given


def infer_type(outputs: Sequence[Symbol], args: Sequence[Any], given: Mapping[str, Any]) -> Any:
    """See `Outputs.infer_type`."""
    named = _checked(outputs, named_in_order(arguments(outputs), args, given))
    shapes = {n: x.shape for n, x in named.items() if _has_shape(x)}
    known = infer(outputs, shapes, _given_dtypes(named))
    by_name = {s.name: known.dtype(s) for s in variables(outputs)}
    return (
        [by_name[n] for n in arguments(outputs)],
        [known.dtype(s) for s in outputs],
        [by_name[n] for n in states(outputs)],
    )


def _has_shape(given: Any) -> bool:
    return hasattr(given, "shape") and not isinstance(given, type | np.dtype)


def _given_dtypes(given: Mapping[str, Any]) -> dict[str, np.dtype[Any]]:
    return {n: np.dtype(x.dtype if _has_shape(x) else x) for n, x in given.items()}


def typed(outputs: Sequence[Symbol], given: Mapping[str, Any], shapes: Mapping[str, Any]) -> dict[str, TensorType]:
    """The types of all variables, for shapes of some and dtypes (or what has them) of some (ValueError: not all shapes
    follow)."""
    known = infer(outputs, shapes, _given_dtypes(given))
    found: dict[str, TensorType] = {}
    for symbol in variables(outputs):
        shape = known.of(symbol)
        if shape is None or None in shape:
            raise ValueError(
                f"the shape of {symbol.name} does not follow from those of {', '.join(shapes) or 'nothing'} (at "
                f"{describe(here())})"
            )
        found[symbol.name] = TensorType(cast("Any", shape), known.dtype(symbol))
    return found


_CODES = ("float32", "float64", "float16", "uint8", "int32", "int8", "int64")


def _dtype_of(text: str) -> np.dtype[Any]:
    """A dtype by its name, or by the number that MXNet's files have."""
    return np.dtype(_CODES[int(text)] if text.isdigit() and int(text) < len(_CODES) else text)
