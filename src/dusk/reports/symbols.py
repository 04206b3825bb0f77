"""Symbols as they are looked at: their graph for shapes of some variables, and a table of their layers."""

from __future__ import annotations

import math
import warnings
from collections.abc import Mapping
from typing import Any

from dusk.graph import Graph, TensorType
from dusk.symbol.build import build
from dusk.symbol.expression import Symbol
from dusk.symbol.outputs import Outputs

LABEL = "label"  # what layers of losses call what they compare with: no parameter


def symbol_graph(x: Outputs, given: Mapping[str, Any]) -> Graph:
    """The graph of symbols for shapes (or arrays) of variables by name; the others' follow. ValueError: they do not."""
    names, states = x.list_arguments(), x.list_auxiliary_states()
    shapes, _, state_shapes = _shapes(x, given)
    dtypes, _, state_dtypes = x.infer_type(**{n: v.dtype for n, v in given.items() if hasattr(v, "dtype")})
    types = zip([*shapes, *state_shapes], [*dtypes, *state_dtypes], strict=True)
    kinds = {name: TensorType(shape, dtype) for name, (shape, dtype) in zip([*names, *states], types, strict=True)}
    return build(x.symbols, kinds)


def _shapes(x: Outputs, given: Mapping[str, Any]) -> Any:
    known = {name: tuple(getattr(value, "shape", value)) for name, value in given.items()}
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        found = x.infer_shape(**known)
    if found[0] is None:
        raise ValueError(f"{told[0].message if told else 'shapes are missing'}: give more of them")
    return found


def symbol_rows(x: Outputs, given: Mapping[str, Any]) -> tuple[list[list[str]], int]:
    """A row for each value that is computed: name, what it is, shape, parameters, what it reads; and all parameters."""
    internals = x.get_internals()
    shapes: list[tuple[int, ...]] = _shapes(internals, given)[1]
    every = dict(zip(internals.list_outputs(), shapes, strict=True))
    rows, total, counted = list[list[str]](), 0, set[str]()
    for symbol, shape in zip(internals.symbols, shapes, strict=True):
        if symbol.kind in ("variable", "constant", "argument"):
            continue
        own = [name for name in _parameters(symbol, given) if name not in counted]
        counted.update(own)
        number = sum(math.prod(every[name]) for name in own)
        total += number
        what = symbol.layer.name if symbol.layer else symbol.op.name if symbol.op else symbol.kind
        reads = ", ".join(s.name for s in symbol.inputs if s.kind not in ("variable", "constant") or s.name in given)
        rows.append([symbol.name, what, str(shape), f"{number:,}", reads])
    return rows, total


def _parameters(symbol: Symbol, given: Mapping[str, Any]) -> list[str]:
    """The variables that a value reads and that training would change."""
    states = {f"{symbol.name}_{word}" for word in (*(symbol.layer.aux if symbol.layer else ()), LABEL)}
    names = [s.name for s in symbol.inputs if s.kind == "variable"]
    return [name for name in names if name not in given and name not in states]
