"""Graphs as text for people: what each value is, where it lies, and the line of the program that it comes from."""

from __future__ import annotations

import sys
from collections.abc import Collection, Mapping, Sequence
from typing import Any, TextIO

from dusk.graph import CONSTANT, TOKEN, Graph, Node, placeholder
from dusk.graph.graph import is_static
from dusk.graph.provenance import describe
from dusk.graph.text import print_node, value_names
from dusk.nn import Module, summary
from dusk.nn.summary import flops_of, operations
from dusk.reports.plans import Plan, plan
from dusk.reports.subject import graph_of
from dusk.reports.symbols import symbol_rows
from dusk.reports.web import plain
from dusk.symbol.outputs import Outputs
from dusk.transform.pipeline import optimise

WIDEST = 100  # characters of a column


def dump(x: Any, *args: Any, memory: bool = False) -> str:
    """A graph as its text, with a column of the user's lines.

    With `memory` it is the graph as it is computed, after all passes, with a column of where values lie, as
    `dusk.reports.storage` has it: of values that never leave a kernel the step that makes them. `x` and `args` are as
    for `dusk.reports.dot`. NativeUnavailable: memory is asked for, and no native code can be made here.

    >>> import dusk.numpy as np
    >>> from dusk import reports
    >>> print(reports.dump(lambda x: np.tanh(x).sum(), np.ones((2, 3))))  # doctest: +ELLIPSIS
    arg0: float64[2, 3]
    %0: float64[2, 3] = variables(arg0)  ...
    %1: float64[2, 3] = tanh(%0) ...
    %2: float64[] = sum(%1) {axis=None, keepdims=False} ...
    return %2
    """
    found = plan(x, *args) if memory else None
    graph = graph_of(x, *args) if found is None else found.graph
    names = value_names(graph)
    where = {} if found is None else places(found)
    rows = [[f"{names[v]}: {v.type}", where.get(names[v], ""), ""] for v in graph.inputs]
    for node in graph.nodes:
        lying = ", ".join(dict.fromkeys(filter(None, (where.get(names[v], "") for v in node.outputs))))
        first, *more = plain(print_node(node, names)).splitlines()
        rows.append([first, lying, describe(node.origin) if node.origin else ""])
        rows += [[line, "", ""] for line in more]
    rows.append([f"return {', '.join(names[v] for v in graph.outputs)}", "", ""])
    return columns(rows)


def places(found: Plan) -> dict[str, str]:
    """By the names of values where they lie, or in which step they live and die."""
    names, table = found.names, found.blueprint.table
    lying = table.places(table.spread({}))
    told = {names[v]: f"{kind} + {at}" if kind == "arena" else f"{kind} {at}" for v, (kind, at) in lying.items()}
    for number, step in enumerate(found.blueprint.steps):
        for v in step.group.members:
            told.setdefault(names[v], f"in step {number}")
    return {**{names[v]: "constants" for v in found.flow.literals}, **told}


def columns(rows: Sequence[Sequence[str]], numbers: Collection[int] = ()) -> str:
    """Rows side by side, columns of `numbers` aligned to the right; what is too wide pushes the rest away."""
    count = max(map(len, rows), default=0)
    widths = [max(min(len(row[i]), WIDEST) for row in rows) for i in range(count)]
    sides = [(">" if i in numbers else "<") + str(width) for i, width in enumerate(widths)]
    return "\n".join("  ".join(map(format, row, sides)).rstrip() for row in rows)


def print_summary(x: Any, *args: Any, file: TextIO | None = None) -> None:
    """Print what something consists of: of a model its layers (see `dusk.nn.summary`), of a symbol its values with the
    numbers of their parameters, of all else the ops of its graph, with types, numbers among the constants, operations
    of one evaluation, and lines.

    `x` and `args` are a model and its inputs, or as for `dusk.reports.dot`.

    >>> import dusk.numpy as np
    >>> from dusk import reports
    >>> f = lambda x: x @ x
    >>> reports.print_summary(f, np.ones((4, 4)))  # doctest: +ELLIPSIS
    value  op         type           numbers  operations  line
    arg0   input      float64[4, 4]        0           0
    ...
    """
    if isinstance(x, Module):
        told = str(summary(x, *args))
    else:
        told = _of_symbol(x, *args) if isinstance(x, Outputs) else _summary(graph_of(x, *args))
    print(told, file=file or sys.stdout)


def _of_symbol(x: Outputs, given: Mapping[str, Any] | None = None) -> str:
    rows, total = symbol_rows(x, given or {})
    rows.insert(0, ["name", "layer", "output", "parameters", "reads"])
    return f"{plain(columns(rows, (3,)))}\n{total:,} parameters"


def _summary(graph: Graph) -> str:
    names = value_names(graph)
    rows = [["value", "op", "type", "numbers", "operations", "line"]]
    rows += [[names[v], "input", str(v.type), "0", "0", ""] for v in graph.inputs]
    total = numbers = 0
    for node in graph.nodes:
        held, work = _numbers(node), _operations(node)
        total, numbers = total + work, numbers + held
        made, kinds = ", ".join(names[v] for v in node.outputs), ", ".join(map(str, node.types))
        rows.append([made, node.op.name, kinds, f"{held:,}", f"{work:,}", describe(node.origin) if node.origin else ""])
    about = "" if is_static(graph) else ", named sizes taken as 1,000"
    whole = f"{len(graph.nodes)} nodes, {numbers:,} constant numbers, {total:,} operations{about}"
    return f"{plain(columns(rows, (3, 4)))}\n{whole}"


def _operations(node: Node) -> int:
    """Operations of a node, of one that stands for others of all of them."""
    if node.op.inline is None or any(v.type is TOKEN for v in (*node.inputs, *node.outputs)):
        return operations(node)
    inputs = [placeholder(v.type) for v in node.inputs]
    alone = Node(node.op, inputs, node.params, node.types)
    return flops_of(optimise(Graph(inputs, alone.outputs)))


def _numbers(node: Node) -> int:
    return int(node.types[0].size) if node.op is CONSTANT else 0
