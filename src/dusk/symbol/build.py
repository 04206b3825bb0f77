"""Graphs of symbols: expressions are recorded on placeholders, so that a symbol does what the same calls on arrays do.

A branch or a loop is a call of `dusk.cond` and the like, with functions that record what stands in its bodies.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, cast

import numpy as np

from dusk import ops, random
from dusk.devices import DEFAULT_NAME, beside, in_force
from dusk.graph import CONSTANT, Graph, Literal, TensorType, Value, constant, placeholder
from dusk.graph.graph import splice
from dusk.graph.provenance import building, describe
from dusk.record import Handle, intern, local, placed, record, record_gradients
from dusk.record.recorder import slot_of
from dusk.symbol.expression import Body, Flow, Symbol, topological
from dusk.symbol.places import Places
from dusk.symbol.walk import written
from dusk.tracing import control
from dusk.tracing.blocks import class_of
from dusk.tracing.signature import handle_of
from dusk.tracing.trace import Cell, Imperative, trace
from dusk.tree import flatten

Found = dict[Any, Any]
"""By id what symbols are in the trace under way, by name what variables are, and under `Mode` how layers run."""

KEY = TensorType((2,), np.uint32)
"""The type of the key that layers which draw are given."""


@dataclass
class Mode:
    """How layers run: whether they train, from which key they draw, and what states are afterwards, by name."""

    train: bool = False
    key: Any = None
    states: dict[str, Any] = field(default_factory=dict[str, Any])
    drawn: int = 0

    def next_key(self) -> Any:
        """A key that no other layer has."""
        self.drawn += 1
        return random.fold_in(self.key, self.drawn)


def draws(outputs: Sequence[Symbol]) -> bool:
    """Whether training needs random numbers."""
    return any(s.layer is not None and s.layer.draws for s in everything(outputs))


def everything(outputs: Sequence[Symbol]) -> list[Symbol]:
    """All symbols, those in bodies too."""
    found = topological(outputs)
    inner = [s for symbol in found if symbol.flow for body in symbol.flow.bodies for s in everything(body.outputs)]
    return [*found, *inner]


def build(
    outputs: Sequence[Symbol],
    types: Mapping[str, TensorType],
    train: bool = False,
    states: Sequence[str] = (),
    places: Places | None = None,
) -> Graph:
    """The graph of expressions for types of their variables; inputs in the order of `types`, then the key that layers
    draw from if they train; outputs, then what states are afterwards. `places`: where each is computed."""
    keyed = train and draws(outputs)
    key = KEY.on(places.rest if places else DEFAULT_NAME)
    kinds = [intern(kind) for kind in (*types.values(), *([key] if keyed else []))]

    def run(*given: Handle) -> list[Any]:
        mode = Mode(train, given[-1] if keyed else None)
        by_name = dict(zip(types, given, strict=False))
        made = recorded(outputs, {**by_name, Mode: mode, Places: places})
        return [*made, *(mode.states.get(name, by_name[name]) for name in states)]

    try:
        found = trace(run, lambda given: (tuple(given), {}), kinds, [class_of(kind) for kind in kinds], handle_of)
    except Imperative as error:
        raise TypeError(error.reason) from None
    assert not found.captured
    inputs = [placeholder(kind, name) for kind, name in zip(kinds, (*types, "key"), strict=False)]
    made = splice(found.recorded, inputs)
    values: list[Value] = []
    for at, leaf in zip(found.results, found.constants, strict=True):
        values.append(made[at] if at is not None else inputs[leaf.position] if type(leaf) is Cell else constant(leaf))
    return Graph(inputs, values)


def recorded(outputs: Sequence[Symbol], found: Found) -> list[Any]:
    """What expressions are, in the trace under way; `found` gets what is met on the way to them."""
    places: Places | None = found.get(Places)
    for symbol in topological(outputs, found.keys()):
        before = local.context.node
        with building(symbol.origin):
            inputs = [found[id(s)] for s in symbol.inputs]
            if places is None or symbol.kind not in _PLACED:
                found[id(symbol)] = _KINDS[symbol.kind](symbol, inputs, found)
            else:
                device = places.of(symbol)
                inputs = [placed(x, device) if isinstance(x, Handle) else x for x in inputs]
                with beside(device):
                    found[id(symbol)] = _KINDS[symbol.kind](symbol, inputs, found)
        node = local.context.node
        while node is not before and node.parent is not None:
            node.place, node = symbol.place, node.parent
    return [found[id(s)] for s in outputs]


def _variable(symbol: Symbol, inputs: list[Any], found: Found) -> Any:
    if symbol.name not in found:
        raise KeyError(f"no value is given for the variable {symbol.name!r}")
    return found[symbol.name]


def _argument(symbol: Symbol, inputs: list[Any], found: Found) -> Any:
    raise ValueError(
        f"{symbol!r} is what a function of a branch or a loop is given, at {describe(symbol.origin)}, and is used "
        f"outside of it: use what the branch or the loop gives"
    )


def _constant(symbol: Symbol, inputs: list[Any], found: Found) -> Any:
    value = symbol.params[0][1]
    if not isinstance(value, Literal):
        return value
    there = value if value.device == in_force() else Literal(value.array(), in_force())
    return record(CONSTANT, (), {"value": there}, as_array=True)


def _op(symbol: Symbol, inputs: list[Any], found: Found) -> Any:
    assert symbol.op is not None
    return record(symbol.op, inputs, dict(symbol.params), as_array=False)


def _layer(symbol: Symbol, inputs: list[Any], found: Found) -> Any:
    assert symbol.layer is not None
    layer, mode = symbol.layer, found.get(Mode) or Mode()
    key = mode.next_key() if layer.draws and mode.train else None
    made, states = layer.run(inputs, dict(symbol.params), mode.train, key)
    if mode.train:
        mode.states.update(zip([s.name for s in written(symbol)], states, strict=False))
    return made


def _grad(symbol: Symbol, inputs: list[Any], found: Found) -> Any:
    key = tuple(map(id, symbol.inputs))
    if key not in found:  # at once for all that it is asked for by
        first, *others = [x if isinstance(x, Handle) else record(ops.identity, (x,), {}) for x in inputs]
        found[key] = record_gradients(first, [slot_of(x) for x in others])
    return found[key][symbol.position]


def _part(symbol: Symbol, inputs: list[Any], found: Found) -> Any:
    return inputs[0][symbol.position]


class _Function:
    """A body as a function of trees of arrays; `arranged` makes what it gives of the results."""

    def __init__(self, body: Body, captured: Found, arranged: Callable[[list[Any]], Any] = tuple) -> None:
        self.body, self.captured, self.arranged = body, captured, arranged

    def __call__(self, *args: Any) -> Any:
        arguments = zip(map(id, self.body.arguments), flatten(args)[0], strict=True)
        return self.arranged(recorded(self.body.outputs, self.captured | dict(arguments)))


def _first(found: list[Any]) -> Any:
    return found[0]


def _pair(carries: int, found: list[Any]) -> Any:
    return tuple(found[:carries]), tuple(found[carries:])


def _flow(symbol: Symbol, inputs: list[Any], found: Found) -> list[Any]:
    flow = cast("Flow", symbol.flow)
    n = flow.given
    given, captured = inputs[:n], dict[Any, Any](zip(map(id, symbol.inputs[n:]), inputs[n:], strict=True))
    if Mode in found:  # what layers within write is a round's own, and drawn alike in each
        captured[Mode] = replace(found[Mode], states={})
    functions = [_Function(body, captured) for body in flow.bodies]
    first, made = functions[0], cast("Any", None)
    match flow.name:
        case "cond":
            made = control.cond(given[0], first, functions[1], *given[1:])
        case "switch":
            made = control.switch(given[0], functions, *given[1:])
        case "while_loop":
            first.arranged = _first
            made = control.while_loop(first, functions[1], tuple(given))
        case "fori_loop":
            made = control.fori_loop(given[0], given[1], first, tuple(given[2:]))
        case _:
            k = flow.carries
            first.arranged = partial(_pair, k)
            made = control.scan(first, tuple(given[:k]), tuple(given[k:]), flow.length, flow.reverse)
    return flatten(made)[0]


_PLACED = frozenset(("constant", "op", "layer", "flow"))
"""Symbols that are computed somewhere; the others are what is found there."""

_KINDS: dict[str, Callable[[Symbol, list[Any], Found], Any]] = {
    "variable": _variable,
    "argument": _argument,
    "constant": _constant,
    "op": _op,
    "layer": _layer,
    "grad": _grad,
    "flow": _flow,
    "part": _part,
}
