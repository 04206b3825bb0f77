"""Compiled functions: one trace a signature, then one entry in what the caller records."""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from dusk.array import as_handle, ndarray, scalar
from dusk.backends import cpu
from dusk.config import config
from dusk.graph import Graph
from dusk.record import Handle, cell_of, local, make_view
from dusk.tracing.call import call
from dusk.tracing.trace import LookedAt, Trace, trace
from dusk.transform.pipeline import optimise
from dusk.tree import flatten, unflatten

_GUARDED = (int, float, complex, str, bool, bytes, type(None))
_MOST_SIGNATURES = 64


class Compiled:
    """A function compiled for each signature it is called with; see `dusk.compile`."""

    def __init__(self, function: Callable[..., Any], *, math: str | None = None) -> None:
        functools.update_wrapper(self, function)
        self._function = function
        self._math = math
        self._traces: dict[Any, Trace | LookedAt] = {}
        self._last: Trace | LookedAt | None = None

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        if local.context.checked:  # floating-point errors are to be noticed at each call
            return self._function(*args, **kwargs)
        leaves, structure = flatten((args, kwargs) if kwargs else args)
        key, cells = _signature(leaves)
        key = (structure, key, self._guards())
        found = self._traces.get(key)
        if found is None:
            found = self._trace(key, leaves, structure, bool(kwargs))
        self._last = found
        if isinstance(found, LookedAt):
            return self._function(*args, **kwargs)
        return call(found, cells)

    def _guards(self) -> tuple[Any, ...]:
        """The Python values a function captures: a change of one is another signature."""
        code = getattr(self._function, "__code__", None)
        if code is None:
            return ()
        cells = getattr(self._function, "__closure__", None) or ()
        names = self._function.__globals__
        values = [c.cell_contents for c in cells if _filled(c)] + [names[n] for n in code.co_names if n in names]
        return tuple((type(v), v) for v in values if isinstance(v, _GUARDED) and not isinstance(v, Handle))

    def _trace(self, key: Any, leaves: Sequence[Any], structure: Any, named: bool) -> Trace | LookedAt:
        cells: list[Handle] = []
        at: dict[int, int] = {}
        arrays: dict[int, Handle] = {}
        for i, leaf in enumerate(leaves):
            if _is_array(leaf):
                arrays[i] = handle = as_handle(leaf)
                cell = cell_of(handle)
                if id(cell) not in at:
                    at[id(cell)] = len(cells)
                    cells.append(cell)

        def place(placeholders: Sequence[Handle]) -> tuple[Any, Any]:
            filled = list(leaves)
            for i, handle in arrays.items():
                cell = cell_of(handle)
                filled[i] = placeholders[at[id(cell)]]
                for op, params in handle.spec if cell is not handle else ():
                    filled[i] = make_view(filled[i], op, params)
            given = unflatten(structure, filled)
            return given if named else (given, {})

        if len(self._traces) >= _MOST_SIGNATURES:
            self._traces.pop(next(iter(self._traces)))
        found: Trace | LookedAt
        try:
            found = trace(self._function, place, [c.type for c in cells], [type(c) for c in cells])
        except LookedAt as looked:
            found = looked
        self._traces[key] = found
        return found

    # --- what was compiled
    @property
    def graph(self) -> Graph:
        """The graph of the signature called last (ValueError: not called yet, or it runs imperatively)."""
        return self._traced().graph

    def _traced(self) -> Trace:
        if isinstance(self._last, LookedAt):
            raise ValueError(f"this signature runs imperatively: {self.explain()}")
        if self._last is None:
            raise ValueError("call the compiled function first: it is compiled for the types it meets")
        return self._last

    @property
    def program(self) -> Any:
        """The program of the signature called last."""
        return cpu.compile(optimise(self.graph, math=self._math or config.math))

    def memory(self) -> Any:
        """What the program of the signature called last needs, in bytes."""
        return self.program.report

    def explain(self) -> str:
        """What became of the signature called last, in words."""
        if self._last is None:
            return "not called yet"
        if isinstance(self._last, LookedAt):
            return f"runs imperatively: a value is looked at while tracing, at {self._last.where}"
        graph = optimise(self.graph)
        return f"compiled: {len(self.graph.nodes)} nodes recorded, {len(graph.nodes)} after optimising"


def _filled(cell: Any) -> bool:
    try:
        cell.cell_contents  # noqa: B018 - raises when empty
    except ValueError:
        return False
    return True


def _is_array(leaf: Any) -> bool:
    return isinstance(leaf, Handle | np.ndarray | np.number)


def _signature(leaves: Sequence[Any]) -> tuple[Any, list[Handle]]:
    """What a call is known by, leaf by leaf (types, which arrays share a cell, Python values), and its cells, each once."""
    key: list[Any] = []
    cells: list[Handle] = []
    at: dict[int, int] = {}
    for leaf in leaves:
        if type(leaf) is ndarray and leaf.owner is None:
            handle = leaf
        elif _is_array(leaf):
            handle = as_handle(leaf)
            if cell_of(handle) is not handle:
                key.append(tuple((op, *params.items()) for op, params in handle.spec))
                handle = cell_of(handle)
            elif type(handle) is scalar:
                key.append(scalar)
        else:
            key.append((type(leaf), repr(leaf) if isinstance(leaf, float | complex) else leaf))
            continue
        cell = at.get(id(handle))
        if cell is None:
            at[id(handle)] = len(cells)
            cells.append(handle)
            key.append(handle.type.code)
        else:
            key.append(("=", cell))
    return tuple(key), cells


def compile_function(function: Callable[..., Any], *, math: str | None = None) -> Compiled:
    """The compiled form of a function of arrays (and trees of them)."""
    return Compiled(function, math=math)
