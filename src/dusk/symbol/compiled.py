"""Compiled symbols: functions of named arrays."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from dusk import ops
from dusk.array import as_handle
from dusk.config import config, policy_in_force
from dusk.graph import Graph, evaluate
from dusk.graph.types import TensorType
from dusk.record import Handle, record
from dusk.record.entry import Entry
from dusk.record.fallbacks import host_calls, refuse_calls
from dusk.symbol.build import build
from dusk.symbol.expression import Group, Symbol
from dusk.symbol.walk import variables
from dusk.tracing import compile_function
from dusk.transform.pipeline import optimise, unrolled


class SymbolFunction:
    """Symbols as a function of their variables, given by name; compiled once for each set of types.

    `memory` is the most bytes that a call by itself may hold.
    """

    def __init__(
        self, symbols: Sequence[Symbol], single: bool, passes: Mapping[str, Any], memory: int | None = None
    ) -> None:
        self.symbols = tuple(symbols)
        self.single = single
        self.passes = unrolled(passes)  # it is rolled up with what calls it
        self.arguments = [s.name for s in variables(self.symbols)]
        self._graphs: dict[tuple[TensorType, ...], Graph] = {}
        self._last: Graph | None = None
        self._alone = compile_function(self._recorded, memory=memory)
        self._bounded = memory is not None

    def __call__(self, **arrays: Any) -> Any:
        unknown = [name for name in arrays if name not in self.arguments]
        missing = [name for name in self.arguments if name not in arrays]
        if unknown or missing:
            raise TypeError(
                f"this symbol takes {', '.join(self.arguments) or 'no arguments'}; "
                + (f"missing: {', '.join(missing)}" if missing else f"unknown: {', '.join(unknown)}")
            )
        handles = [as_handle(arrays[name]) for name in self.arguments]
        self._last = self.typed(tuple(h.type for h in handles))
        if policy_in_force().fallback == "refuse":
            refuse_calls(host_calls(self._last))
        if not self._last.inputs:
            return self._constant_results()
        made = self._alone(*handles) if self._bounded else self._recorded(*handles)
        return made if self.single else list(made) if len(self.symbols) > 1 else [made]

    def _recorded(self, *handles: Handle) -> Any:
        graph = self.typed(tuple(h.type for h in handles))
        return record(ops.call, handles, {"graph": graph}, as_array=True)

    def _constant_results(self) -> Any:
        results = [as_handle(np.array(v)) for v in evaluate(self.graph, [])]
        return results[0] if self.single else results

    def typed(self, types: tuple[TensorType, ...]) -> Graph:
        """The optimised graph for types of the arguments."""
        graph = self._graphs.get(types)
        if graph is None:
            named = dict(zip(self.arguments, types, strict=True))
            graph = self._graphs[types] = optimise(build(self.symbols, named), **self.passes)
        return graph

    @property
    def graph(self) -> Graph:
        """The graph of the call made last (ValueError: there was none)."""
        if self._last is None:
            raise ValueError("call the compiled symbol first: it is compiled for the types it meets")
        return self._last

    @property
    def program(self) -> Any:
        """The program of the call made last, as it runs where it is no part of a larger one."""
        if self._bounded:
            return self._alone.program
        return Entry(self.graph, optimised=True).compiled(config.math)

    def memory(self) -> Any:
        """What that program needs, in bytes."""
        return self.program.report

    def explain(self) -> str:
        """What became of the call made last, in words."""
        return f"compiled: {len(self.graph.nodes)} nodes after optimising, for {', '.join(map(str, self._types()))}"

    def save(self, path: Any) -> None:
        """Write it, for the types of the call made last, to be loaded without the symbol; see `dusk.formats.save`."""
        self._by_name().save(path)

    def export(self, path: Any, cpu: str | None = None) -> Any:
        """Write it, for the types of the call made last, as a C library; see `dusk.formats.export`."""
        return self._by_name().export(path, cpu)

    def to_numpy_source(self, path: Any = None) -> str:
        """It, for the types of the call made last, as Python that needs NumPy only; see `dusk.formats.numpy_source`."""
        return self._by_name().to_numpy_source(path)

    def _types(self) -> list[TensorType]:
        return [value.type for value in self.graph.inputs]

    def _by_name(self) -> Any:
        """A compiled function of the same arrays by name, called once on arrays of zeros."""
        kinds: Any = self._types()

        def by_name(**arrays: Any) -> Any:
            return self(**arrays)

        compiled = compile_function(by_name)
        compiled(**{n: np.zeros(t.shape, t.dtype) for n, t in zip(self.arguments, kinds, strict=True)})
        return compiled


def compile(
    symbols: Symbol | Sequence[Symbol] | Group, *, math: str = "relaxed", memory: int | None = None, **passes: Any
) -> SymbolFunction:
    """Symbols as a function; `memory` (in bytes), `include` and `exclude` as for `dusk.compile`.

    >>> import dusk.numpy as np
    >>> from dusk.symbol import Variable, Constant, compile
    >>> f = compile(Variable("A") * 2 + Constant(1))
    >>> f(A=np.arange(3.0))
    array([1., 3., 5.])
    """
    single = isinstance(symbols, Symbol)
    parts = [symbols] if isinstance(symbols, Symbol) else list(symbols)
    return SymbolFunction(parts, single, {"math": math, **passes}, memory)
