"""What a model consists of: shapes, parameters, operations and memory."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast

from dusk.array import as_handle
from dusk.errors import NativeUnavailable
from dusk.graph import Graph, Node, TensorType
from dusk.graph.types import typical
from dusk.later import Later
from dusk.nn.hooks import hooked
from dusk.nn.module import Module
from dusk.record import Handle
from dusk.tracing import compile_function
from dusk.transform.fold import is_elementwise
from dusk.transform.pipeline import optimise

if TYPE_CHECKING:
    from dusk.backends import cpu
else:
    cpu = Later("dusk.backends.cpu")


@dataclass(frozen=True, slots=True)
class Row:
    """One layer: its name and class, the shape of its first output, its own parameters, and operations of a call."""

    name: str
    kind: str
    shape: tuple[int, ...]
    parameters: int
    flops: int


@dataclass(frozen=True, slots=True)
class Summary:
    """Layers in the order of their first calls, and what the whole model comes to; printed, it is a table.

    `parameters` and `trained` count numbers, `flops` operations of one evaluation (a multiplication and an addition are
    two), `nbytes` is what a compiled evaluation is planned to hold, arguments included (0 where there is no native
    code).
    """

    rows: tuple[Row, ...]
    parameters: int
    trained: int
    flops: int
    nbytes: int

    def __str__(self) -> str:
        table = [("layer", "output", "parameters", "operations")]
        table += [(f"{r.name} {r.kind}".strip(), str(r.shape), f"{r.parameters:,}", f"{r.flops:,}") for r in self.rows]
        widths = [max(len(line[i]) for line in table) for i in range(4)]
        lines = [
            f"{a:<{widths[0]}}  {b:<{widths[1]}}  {c:>{widths[2]}}  {d:>{widths[3]}}".rstrip() for a, b, c, d in table
        ]
        lines.append(
            f"{self.parameters:,} parameters ({self.trained:,} trained), {self.flops:,} operations, "
            f"{self.nbytes:,} bytes planned"
        )
        return "\n".join(lines)


def summary(model: Module, *inputs: Any) -> Summary:
    """What a model consists of, when it is evaluated on inputs like these (arrays, of which only shapes and dtypes
    matter: nothing is computed).

    >>> import dusk.numpy as np
    >>> from dusk import nn
    >>> print(nn.summary(nn.Sequential(nn.Linear(3), nn.relu), np.zeros((2, 4), "float32")))
    layer            output  parameters  operations
    layers.0 Linear  (2, 3)          15          54
    15 parameters (15 trained), 60 operations, 164 bytes planned
    """
    names: dict[int, str] = {}
    met: dict[str, tuple[Any, tuple[Any, ...], Any]] = {}

    def seen(module: Any, given: tuple[Any, ...], output: Any) -> None:
        name = names.get(id(module))
        if name is not None and not any(inner for inner, _ in module.modules()):
            first: Any = cast("Any", output)[0] if isinstance(output, tuple) else output
            met.setdefault(name, (module, given, first))

    with model.evaluating():
        model(*inputs)  # makes what its shapes depend on
        names |= {id(module): name for name, module in model.modules()}
        with hooked(seen):
            model(*inputs)
        flops, graph = _counted(model, inputs)
        rows = [
            Row(
                name,
                type(module).__name__,
                tuple(int(n) for n in output.shape),
                sum(p.size for p in module.parameters().values()),
                _counted(module, given)[0],
            )
            for name, (module, given, output) in met.items()
        ]
    every, trained = model.parameters(), model.parameters(trained=True)
    return Summary(
        tuple(rows),
        sum(p.size for p in every.values()),
        sum(p.size for p in trained.values()),
        flops,
        _planned(graph),
    )


def _counted(module: Any, given: tuple[Any, ...]) -> tuple[int, Graph | None]:
    """Operations of a call, and its graph (None: it looks at values, so there is none)."""
    handles = tuple(as_handle(x) if isinstance(x, Handle) or hasattr(x, "__array__") else x for x in given)
    traced, _ = compile_function(module).traced(*handles)
    if not hasattr(traced, "graph"):
        return 0, None
    graph = optimise(traced.graph)  # type: ignore[union-attr]
    return flops_of(graph), graph


def flops_of(graph: Graph) -> int:
    """Operations of a graph: of products two for each pair of factors, else one for each number that is computed."""
    return sum(map(operations, graph.nodes))


def operations(node: Node) -> int:
    """Operations of one node, as `flops_of` counts them."""
    words = node.keywords
    body = words.get("body")
    kinds = node.inputs and all(isinstance(t, TensorType) for t in (*(v.type for v in node.inputs), *node.types))
    if isinstance(body, Graph):
        return int(words.get("length", 1)) * flops_of(body)
    if node.op.contract is not None:
        labels = node.op.contract(*(v.type for v in node.inputs), **words)
        sizes: dict[Any, int] = {}
        for names, v in zip(labels, node.inputs, strict=False):
            sizes |= {n: typical(d) for n, d in zip(names, v.shape, strict=True)}
        return 2 * math.prod(sizes.values())
    if kinds and node.op.view is None and node.op.lower is not None:
        sizes_in, made = max([typical(v.type.size) for v in node.inputs], default=0), typical(node.types[0].size)
        return sizes_in if sizes_in > made or is_elementwise(node) else 0  # what only moves computes nothing
    return 0


def _planned(graph: Graph | None) -> int:
    if graph is None:
        return 0
    try:
        return cpu.blueprint(graph).held()
    except NativeUnavailable:
        return 0
