"""Graphs compared by their text."""

from __future__ import annotations

import difflib
from typing import Any

from dusk.graph import Graph, parse


def assert_same_graph(found: Any, wanted: Any) -> None:
    """Raise AssertionError with the lines that differ unless two graphs have the same text; each may be that text.

    What has a `graph`, as compiled functions do after a call, stands for it. Users' lines do not count.

    >>> import dusk, dusk.numpy as np
    >>> double, twice = dusk.compile(lambda x: x * 2), dusk.compile(lambda y: 2 * y)
    >>> double(np.ones(3)), twice(np.ones(3))
    (array([2., 2., 2.]), array([2., 2., 2.]))
    >>> from dusk.testing import assert_same_graph
    >>> assert_same_graph(double, str(double.graph))
    """
    a, b = (str(_graph(x)).splitlines() for x in (found, wanted))
    if a != b:
        difference = difflib.unified_diff(b, a, "wanted", "found", lineterm="")
        raise AssertionError("the graphs differ:\n" + "\n".join(difference))


def _graph(x: Any) -> Graph:
    graph = parse(x) if isinstance(x, str) else x if isinstance(x, Graph) else getattr(x, "graph", None)
    if not isinstance(graph, Graph):
        raise TypeError(f"assert_same_graph takes graphs, their texts or compiled functions, not {type(x).__name__}")
    return graph
