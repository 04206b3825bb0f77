"""Big ops become small ones, unless a backend takes them whole."""

from __future__ import annotations

from dusk.graph import Graph
from dusk.transform.inline import expand
from dusk.transform.rewriting import EXACT, Options


def decompose(graph: Graph, options: Options = EXACT) -> Graph:
    """Write every op that has an `inline` rule in smaller ops, but for nodes that `options.keep` claims."""
    keep = options.keep
    return expand(graph, lambda node: keep is None or not keep(node))
