"""A symbol as a module: its parameters are trained, saved and compiled as those of `dusk.nn` are."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, cast

import numpy as np

from dusk import ops
from dusk.array import as_handle
from dusk.graph import Graph
from dusk.graph.provenance import describe, here
from dusk.graph.types import TensorType
from dusk.nn import Module
from dusk.nn.initialisers import key, parameter
from dusk.random import split
from dusk.record import record, several
from dusk.symbol.build import build, draws
from dusk.symbol.expression import Symbol, topological
from dusk.symbol.outputs import Outputs
from dusk.symbol.shapes import typed
from dusk.symbol.walk import substituted, variables


class SymbolModule(Module):
    """The outputs of a symbol as a module of its inputs, by their names in order: `SymbolModule(net, ["data"])`.

    All other variables are parameters (`weights`) or states (`states`), made at the first call, or given as `arrays` by
    name; but for labels of losses, which a module has no use for. Without `inputs` these are the variables that were
    not made by layers. Raises TypeError for calls with another number of inputs.

    >>> import dusk.numpy as np
    >>> from dusk.symbol import FullyConnected, SymbolModule, Variable
    >>> model = SymbolModule(FullyConnected(Variable("x"), num_hidden=3, name="fc"))
    >>> model(np.ones((2, 5), "float32")).shape, list(model.parameters())
    ((2, 3), ['weights.fc_weight', 'weights.fc_bias'])
    """

    state = ("states", "key")

    def __init__(
        self, symbol: Outputs, inputs: Sequence[str] | None = None, arrays: Mapping[str, Any] | None = None
    ) -> None:
        self._symbol = symbol
        self._labels = labels(symbol.symbols)
        given = arrays or {}
        self._inputs = tuple(inputs_of(symbol.symbols, given) if inputs is None else inputs)
        unknown = [n for n in self._inputs if n not in symbol.list_arguments()]
        if unknown:
            raise ValueError(f"no argument of the symbol is named {', '.join(unknown)} (at {describe(here())})")
        self._names = [n for n in symbol.list_arguments() if n not in (*self._inputs, *self._labels)]
        self._aux = symbol.list_auxiliary_states()
        self.weights = {n: as_handle(np.array(given[n])) for n in self._names if n in given}
        self.states = {n: as_handle(np.array(given[n])) for n in self._aux if n in given}
        self._draws = draws(symbol.symbols)
        if self._draws:
            self.key = key()
        self._graphs: dict[Any, Graph] = {}

    @property
    def input_names(self) -> tuple[str, ...]:
        """The names of inputs, in their order."""
        return self._inputs

    def build(self, *inputs: Any) -> None:
        given = dict(zip(self._inputs, map(as_handle, inputs), strict=False))
        types = self._types({**given, **self.weights, **self.states})
        for name in self._names:
            if name not in self.weights:
                shape = cast("tuple[int, ...]", types[name].shape)
                usual: Any = "glorot_uniform" if len(shape) > 1 else 1.0 if name.endswith("gamma") else 0.0
                ins, outs = (math.prod(shape[1:]), shape[0]) if shape else (1, 1)
                self.weights[name] = parameter(usual, shape, ins, outs, types[name].dtype)
        for name in self._aux:
            if name not in self.states:
                usual = 1.0 if name.endswith("var") else 0.0
                self.states[name] = parameter(usual, cast("Any", types[name].shape), 1, 1, types[name].dtype)

    def forward(self, *inputs: Any) -> Any:
        if len(inputs) != len(self._inputs):
            raise TypeError(f"this module takes {', '.join(self._inputs)}, not {len(inputs)} arrays")
        held = {**dict(zip(self._inputs, map(as_handle, inputs), strict=True)), **self.weights, **self.states}
        types: dict[str, TensorType] = {n: x.type for n, x in held.items()}
        train, known = self.training, tuple(types.values())
        graph = self._graphs.get((train, known))
        if graph is None:
            graph = self._graphs[train, known] = self._graph_for(types, train)
        given = [*held.values()]
        if train and self._draws:
            now, after = split(self.key)
            self.key[...] = after
            given.append(now)
        made = several(record(ops.call, tuple(given), {"graph": graph}, as_array=True))
        n = len(self._symbol.symbols)
        for name, array in zip(self._aux, made[n:], strict=False):
            self.states[name][...] = ops.stop_gradient(array)
        return made[0] if n == 1 else tuple(made[:n])

    def _graph_for(self, types: Mapping[str, TensorType], train: bool) -> Graph:
        outputs = self._symbol.symbols
        if self._labels:  # losses give their prediction: what they are compared with is not looked at
            of_all = self._types(types)
            own = {s.name: s for s in variables(outputs)}
            zeros = {n: Symbol("op", (), ops.full, _zeros(of_all[n]), name=n, attributes={}) for n in self._labels}
            outputs = substituted(outputs, {id(own[n]): zero for n, zero in zeros.items()})
        return build(outputs, types, train, self._aux if train else ())

    def _types(self, known: Mapping[str, Any]) -> dict[str, TensorType]:
        """The types of all variables, by those of some."""
        return typed(self._symbol.symbols, known, {n: x.shape for n, x in known.items()})


def _zeros(kind: TensorType) -> Any:
    return (("dtype", kind.dtype), ("shape", kind.shape), ("value", 0))


def labels(outputs: Iterable[Symbol]) -> list[str]:
    """The names of variables that layers read as labels, and nothing else reads."""
    order = topological(outputs)
    read: dict[str, set[str]] = {}
    for symbol in order:
        names = symbol.layer.inputs_of(dict(symbol.params), len(symbol.inputs)) if symbol.layer is not None else ()
        for i, s in enumerate(symbol.inputs):
            if s.kind == "variable":
                read.setdefault(s.name, set()).add(names[i] if i < len(names) else "")
    return [name for name, slots in read.items() if slots == {"label"}]


def inputs_of(outputs: Iterable[Symbol], arrays: Mapping[str, Any]) -> list[str]:
    """The names of variables that are no parameters: neither are they among the arrays, nor did a layer make them."""
    outputs = list(outputs)
    own: set[str] = set(labels(outputs))
    for symbol in topological(outputs):
        if symbol.layer is not None:
            names = (*symbol.layer.inputs_of(dict(symbol.params), len(symbol.inputs)), *symbol.layer.aux)
            first = symbol.layer.inputs[:1] == ("data",)  # which is what it is given, whatever its name
            slots = list(zip(names, symbol.inputs, strict=False))[first:]
            own |= {s.name for n, s in slots if s.kind == "variable" and s.name == f"{symbol.name}_{n}"}
    return [s.name for s in variables(outputs) if s.name not in own and s.name not in arrays]
