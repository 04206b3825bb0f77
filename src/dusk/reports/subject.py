"""What can be looked at: graphs, and all that has or makes one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from dusk.graph import Graph
from dusk.reports.symbols import symbol_graph
from dusk.symbol import SymbolFunction
from dusk.symbol.outputs import Outputs
from dusk.tracing import compile_function
from dusk.tracing.compiled import Compiled
from dusk.tracing.trace import Imperative


def graph_of(x: Any, *args: Any) -> Graph:
    """The graph of what is looked at, as it was recorded.

    `x` is a graph, what has one as its `graph` (compiled functions and symbols, after a call), or, with arguments, a
    function; or a symbol, with a dict of shapes (or arrays) by name. ValueError: it runs as Python, for a reason that
    is told, or shapes are missing. TypeError: there is no graph in it.

    >>> import dusk.numpy as np
    >>> graph_of(lambda x: np.tanh(x) * 2, np.ones(3))
    <graph of 1 inputs, 5 nodes, 1 outputs>
    """
    if isinstance(x, Outputs):
        return symbol_graph(x, _named(args))
    if args and isinstance(x, SymbolFunction):
        raise TypeError("call a compiled symbol with its named arrays, then look at it without arguments")
    if args and callable(x):
        found, _ = (x if isinstance(x, Compiled) else compile_function(x)).traced(*args)
        if isinstance(found, Imperative):
            raise ValueError(f"there is no graph, it runs as Python: {found.reason}")
        return found.graph
    graph = x if isinstance(x, Graph) else getattr(x, "graph", None)
    if isinstance(graph, Graph):
        return graph
    if callable(x):
        raise TypeError(f"{type(x).__name__} has no graph yet: give the arguments of a call after it")
    raise TypeError(f"{type(x).__name__} has no graph: give a graph, a compiled function, or a function and arguments")


def _named(args: tuple[Any, ...]) -> Mapping[str, Any]:
    if len(args) > 1 or not all(isinstance(arg, Mapping) for arg in args):
        raise TypeError("a symbol is looked at with one dict of shapes by name: {'data': (64, 1, 28, 28)}")
    return args[0] if args else {}
