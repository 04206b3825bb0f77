"""A graph as statements of Python: one a node, named as the user named the value, beside the lines it is from."""

from __future__ import annotations

import linecache
import os
import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any, cast

from dusk import ops
from dusk.errors import FormatError
from dusk.formats.bodies import Sources, array_text
from dusk.graph import Graph, Node, TensorType, Value
from dusk.graph.node import Literal
from dusk.graph.provenance import Origin, describe
from dusk.tracing.names import unlike

_INFIX = {
    "add": "+", "subtract": "-", "multiply": "*", "divide": "/", "floor_divide": "//", "remainder": "%", "power": "**",
    "matmul": "@", "equal": "==", "not_equal": "!=", "less": "<", "less_equal": "<=", "greater": ">",
    "greater_equal": ">=",
}  # fmt: skip
_AS_IT_IS = ("identity", "stop_gradient", "after")  # ops that give their first operand
_SHORT = 40  # characters of a constant that is written where it is used


class Statements:
    """The statements of a graph, `lines`, and the expressions of its `outputs`.

    `inputs` are expressions of the graph's inputs, `taken` names that are others' there; `nested` gives an expression
    for a graph that is a parameter. `readable`: with the user's names and lines.
    """

    def __init__(
        self,
        sources: Sources,
        nested: Callable[[Graph], str],
        graph: Graph,
        inputs: Sequence[str],
        taken: Sequence[str],
        readable: bool,
    ) -> None:
        self.lines: list[str] = []
        self._sources, self._nested, self._readable = sources, nested, readable
        self._taken = {name.partition("=")[0] for name in taken}
        self._names: dict[Value, str] = dict(zip(graph.inputs, inputs, strict=True))
        self._shown: Origin = ()
        self._last: dict[Origin, Node] = {node.origin: node for node in graph.nodes}
        for node in graph.nodes:
            self._node(node)
        self.outputs = [self._names[value] for value in graph.outputs]

    def fresh(self, wanted: str, numbered: bool = False) -> str:
        """A name for a value; `numbered`: from 1 on."""
        name = unlike(wanted, self._taken, self._sources.taken, first=f"{wanted}_1" if numbered else wanted)
        self._taken.add(name)
        return name

    def _node(self, node: Node) -> None:
        read = [self._names[value] for value in node.inputs]
        if node.op is ops.variables:
            self._names.update(zip(node.outputs, read, strict=True))
            return
        text = self._call(node, read)
        if node.op.name in _AS_IT_IS or (node.op.name == "constant" and len(text) < _SHORT):
            self._names[node.out] = text
            return
        if self._readable and node.origin != self._shown:
            self._shown = node.origin
            self.lines += [f"# {line}" for line in _quoted(node.origin)]
        wanted = _assigned(node.origin) if self._readable and self._last[node.origin] is node else ""
        names = [self.fresh(wanted or word(node.op.name), numbered=not wanted) for _ in node.outputs]
        self._names.update(zip(node.outputs, names, strict=True))
        self.lines.append(f"{', '.join(names)} = {text}")

    def _call(self, node: Node, read: Sequence[str]) -> str:
        op = node.op
        if op.name == "constant":
            return array_text(cast("Literal", node.keywords["value"]).array())
        if op.name in _INFIX and len(read) == 2 and not node.params:
            return f"{read[0]} {_INFIX[op.name]} {read[1]}"
        if op is ops.negative:
            return f"-{read[0]}"
        if op.name == "custom":
            return ", ".join(read[: node.keywords["values"]])
        if op.name in _AS_IT_IS:
            return read[0]
        params = [f"{name}={self._param(value, node)}" for name, value in node.params]
        return f"{self._sources.name_of(op)}({', '.join([*read, *params])})"

    def _param(self, value: Any, node: Node) -> str:
        if isinstance(value, Graph):
            return self._nested(value)
        if isinstance(value, tuple):
            items = [self._param(one, node) for one in cast("tuple[Any, ...]", value)]
            return f"({', '.join(items)}{',' if len(items) == 1 else ''})"
        if isinstance(value, TensorType):
            raise FormatError(f"{node.op.name}, from {describe(node.origin)}, has no source of NumPy")
        return self._sources.value(value)


def word(text: str) -> str:
    """A text as a name of Python's."""
    made = re.sub(r"\W", "_", text)
    return made if re.match(r"[A-Za-z_]", made) else f"_{made}"


def _quoted(origin: Origin) -> Iterator[str]:
    for file, line in origin[-2:]:
        text = linecache.getline(file, line).strip()
        yield f"{os.path.basename(file)}:{line}" + (f": {text[:100]}" if text else "")


def _assigned(origin: Origin) -> str:
    """The variable that a user's line gives a value to; "" if it is no such line."""
    if not origin:
        return ""
    found = re.match(r"\s*([A-Za-z]\w*)\s*=[^=]", linecache.getline(*origin[-1]))
    return found[1] if found else ""
