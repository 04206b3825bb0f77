"""A graph: inputs and outputs. Everything else follows from them, so dead code cannot exist in it."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, cast

import numpy as np

from dusk.errors import GraphError
from dusk.graph import op as ops
from dusk.graph.node import PLACEHOLDER, Node, Value, placeholder, topological
from dusk.graph.provenance import building, describe
from dusk.graph.tape import Step, Tape
from dusk.graph.types import TOKEN, Dim, TensorType, size_value


class Graph:
    """`inputs` (placeholder values) and `outputs` (any values that depend on them)."""

    __slots__ = ("_digest", "_nodes", "inputs", "outputs")
    inputs: tuple[Value, ...]
    outputs: tuple[Value, ...]

    def __init__(self, inputs: Iterable[Value], outputs: Iterable[Value]) -> None:
        self.inputs = tuple(inputs)
        self.outputs = tuple(outputs)
        self._nodes: tuple[Node, ...] | None = None
        self._digest = ""

    @property
    def nodes(self) -> tuple[Node, ...]:
        """All nodes but the inputs, each after what it reads."""
        if self._nodes is None:
            self._nodes = tuple(n for n in topological(self.outputs) if n.op is not PLACEHOLDER)
        return self._nodes

    @property
    def digest(self) -> str:
        """A hash of the structure, the same in every process but for ops of users, whose names may mean several."""
        if not self._digest:
            numbers = "".join(f" {n}" for n in self._users())
            self._digest = hashlib.sha256((str(self) + numbers).encode()).hexdigest()[:16]
        return self._digest

    def _users(self) -> Iterator[int]:
        """The numbers of users' ops."""
        for node in self.nodes:
            if node.op.users:
                yield node.op.users
            for _, value in node.params:
                if isinstance(value, Graph):
                    yield from value._users()

    def __str__(self) -> str:
        return _printer(self)

    def __repr__(self) -> str:
        return f"<graph of {len(self.inputs)} inputs, {len(self.nodes)} nodes, {len(self.outputs)} outputs>"

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, Graph) and self.digest == other.digest)

    def __hash__(self) -> int:
        return hash((len(self.inputs), len(self.outputs), len(self.nodes)))  # the text only where these are the same


_printer: Callable[[Graph], str] = repr


def set_printer(printer: Callable[[Graph], str]) -> None:
    """Called once by `graph.text`, which imports this module."""
    global _printer
    _printer = printer


def verify(graph: Graph) -> Graph:
    """Check every rule of the IR and re-infer every type; gives the graph back (GraphError names node and line)."""
    known = set(graph.inputs)
    if len(known) != len(graph.inputs):
        raise GraphError("an input is listed twice")
    for node in topological(graph.outputs):
        if node.op is PLACEHOLDER:
            if node.out not in known:
                raise GraphError("a value depends on an input that the graph does not list")
            continue
        where = f"{node.op.name} ({describe(node.origin)})"
        if not node.op.users and ops.REGISTRY.get(node.op.name) is not node.op:
            raise GraphError(f"{where}: no such op is registered")
        operands = tuple(value.type for value in node.inputs)
        rest = operands[1:] if node.op.effect else operands
        if node.op.effect and (not operands or operands[0] is not TOKEN):
            raise GraphError(f"{where}: an ordered op takes a token first")
        expansion = ops.expand(node.op, rest, node.params)
        if expansion.operands != rest:
            raise GraphError(f"{where}: operands {rest} are not yet promoted and broadcast")
        inferred = (*expansion.outputs, TOKEN) if node.op.effect else expansion.outputs
        if inferred != node.types:
            raise GraphError(f"{where}: typed {node.types}, but its rule infers {inferred}")
        for _, value in node.params:
            if isinstance(value, Graph):
                verify(value)
    return graph


def rebuild(
    graph: Graph,
    change: Callable[[Node, tuple[Value, ...]], Sequence[Value] | None],
    inputs: Sequence[Value] | None = None,
) -> Graph:
    """A graph with each node put through `change(node, new_inputs)`: its replacements, or None to keep it.

    New nodes that `change` builds take the old node's lines. Nodes whose inputs did not change are shared.
    """
    new_inputs = graph.inputs if inputs is None else tuple(inputs)
    found: dict[Value, Value] = dict(zip(graph.inputs, new_inputs, strict=True))
    for node in graph.nodes:
        operands = tuple(found[value] for value in node.inputs)
        with building(node.origin):
            new = change(node, operands)
        if new is None:
            new = node.reading(operands).outputs
        for old, value in zip(node.outputs, new, strict=True):
            found[old] = value
    return Graph(new_inputs, (found[value] for value in graph.outputs))


def bind_sizes(types: Sequence[TensorType], shapes: Sequence[tuple[int, ...]]) -> dict[str, int]:
    """The sizes of named dimensions, read off the shapes of arguments (ValueError: they contradict the types; KeyError:
    no dimension is a multiple of a name)."""
    sizes: dict[str, int] = {}
    for kind, shape in zip(types, shapes, strict=True):
        for wanted, met in zip(kind.shape, shape, strict=True):
            single = wanted.single() if isinstance(wanted, Dim) else None
            if single is not None:
                sizes.setdefault(single[0], met // single[1])
    for kind, shape in zip(types, shapes, strict=True):
        if any(size_value(wanted, sizes) != met for wanted, met in zip(kind.shape, shape, strict=True)):
            raise ValueError(f"an argument has shape {shape}, the graph's input is {kind} where {sizes}")
    return sizes


def specialise(graph: Graph, sizes: Mapping[str, int]) -> Graph:
    """The graph with named sizes replaced by numbers, in types and parameters."""

    def fix(value: Any) -> Any:
        if isinstance(value, Dim):
            return value.value(sizes)
        if isinstance(value, tuple):
            return tuple(fix(v) for v in cast("tuple[Any, ...]", value))
        if isinstance(value, TensorType):
            return value.with_(shape=fix(value.shape))
        return specialise(value, sizes) if isinstance(value, Graph) else value

    inputs = [placeholder(fix(v.type), v.node.keywords.get("name", "")) for v in graph.inputs]
    return rebuild(
        graph,
        lambda node, operands: Node(node.op, operands, fix(node.params), fix(node.types), node.origin).outputs,
        inputs,
    )


def is_static(graph: Graph) -> bool:
    """Whether no type in the graph has a named size."""
    return all(not isinstance(t, TensorType) or t.is_static() for n in topological(graph.outputs) for t in n.types)


def splice(graph: Graph, inputs: Sequence[Value]) -> tuple[Value, ...]:
    """The outputs of a graph computed on other values: its body built in place."""
    return rebuild(graph, lambda node, operands: None, inputs).outputs


def trace(function: Callable[..., Any], *types: Any) -> Graph:
    """The graph of a function of values (rules and tests write graphs this way)."""
    inputs = tuple(placeholder(t) for t in types)
    outputs = function(*inputs)
    return Graph(
        inputs, cast("tuple[Value, ...]", outputs) if isinstance(outputs, tuple) else (cast("Value", outputs),)
    )


def ordered(op: ops.Op, token: Value, *args: Value, **params: Any) -> tuple[Value, ...]:
    """Call an op with an ordered effect: takes the token of what happened before, gives outputs and the next token."""
    frozen = ops.freeze(params)
    expansion = ops.expand(op, tuple(a.type for a in args), frozen)
    return Node(op, (token, *args), frozen, (*expansion.outputs, TOKEN)).outputs


def tape(graph: Graph) -> Tape:
    """The calls of bodies that a graph of static shapes stands for."""
    numbers: dict[Value, int] = {value: i for i, value in enumerate(graph.inputs)}
    size = len(graph.inputs)
    steps: list[Step] = []
    for node in graph.nodes:
        read = tuple([numbers[value] for value in node.inputs])
        steps.append(Step(node.op, read, node.keywords, size, node.types, node.origin))
        for value in node.outputs:
            numbers[value] = size
            size += 1
    return Tape(steps, [numbers[value] for value in graph.outputs], size)


def evaluate(graph: Graph, arguments: Sequence[Any]) -> list[Any]:
    """Run a graph by its ops' NumPy bodies: the interpreter, and the oracle of everything else.

    Values are dropped after their last use. An exception carries a note with the user's line.
    """
    return tape_for(graph, arguments).run(arguments)


def tape_for(graph: Graph, arguments: Sequence[Any]) -> Tape:
    """The tape of a graph at the sizes of these arguments."""
    if not is_static(graph):
        graph = specialise(graph, bind_sizes([v.type for v in graph.inputs], [np.shape(a) for a in arguments]))
    return tape(graph)
