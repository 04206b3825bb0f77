"""Recorded graphs as ONNX models: every op in its own form, or else in the smaller ops that it is defined by."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, cast

import numpy as np

from dusk import ops
from dusk.errors import FormatError
from dusk.formats.onnx.rows import FORMS, Form, writes
from dusk.formats.onnx.schema import (
    ATTRIBUTE,
    DIMENSION,
    FUNCTION,
    GRAPH,
    NODE,
    SHAPE,
    TENSOR,
    TENSOR_TYPE,
    TYPE,
    VALUE,
)
from dusk.formats.onnx.schema import VERSION as OPSET
from dusk.formats.onnx.tensors import NUMBERS, packed
from dusk.formats.protobuf import Record
from dusk.graph import Graph
from dusk.graph.node import CONSTANT, Node, Value, literal_of, placeholder
from dusk.graph.op import REGISTRY, Op
from dusk.graph.provenance import describe
from dusk.graph.text import Parser, print_param

DOMAIN = "dusk"
"""Of functions that are ops of Dusk's."""


class Writer:
    """Nodes of ONNX's for those of graphs."""

    def __init__(self, version: int) -> None:
        self.version = version
        self.nodes: list[Record] = []
        self._names: dict[Value, str] = {}
        self._constants: dict[Any, str] = {}
        self._makers: dict[str, int] = {}  # the places of the nodes that make what has these names
        self._readers: dict[Value, int] = {}
        self._taken: set[str] = set()
        self.functions: dict[Any, Record] | None = {}

    # --- names
    def fresh(self, name: str) -> str:
        """A name that nothing has yet."""
        found, count = name, 1
        while found in self._taken:
            count += 1
            found = f"{name}_{count}"
        self._taken.add(found)
        return found

    def enter(self, value: Value, name: str) -> None:
        """Let a value have a name."""
        self._names[value] = name

    def name(self, value: Value) -> str:
        """The name of a value; what waits for its first reader is written by now."""
        if value not in self._names:
            self._write(value.node)
        return self._names[value]

    def inner(self) -> Writer:
        """A writer of a graph within this one, which shares names and functions with it."""
        made = Writer(self.version)
        made._taken, made.functions = self._taken, self.functions
        return made

    # --- what forms write
    def put(self, op: str, inputs: Sequence[str], outputs: int = 1, domain: str = "", /, **attributes: Any) -> Any:
        """Write a node: the name of its output, or a list of several."""
        names = [self.fresh(op.lower()) for _ in range(outputs)]
        last = len(inputs)
        while last and not inputs[last - 1]:
            last -= 1
        record = NODE(op_type=op, name=names[0], input=list(inputs[:last]), output=names, domain=domain)
        record.attribute = [attribute(name, value) for name, value in attributes.items()]
        self.nodes.append(record)
        self._makers |= dict.fromkeys(names, len(self.nodes) - 1)
        return names[0] if outputs == 1 else names

    def is_made(self, name: str) -> bool:
        """Whether a node makes what has this name, and not the caller."""
        return name in self._makers

    def constant(self, array: Any) -> str:
        """An array, written where it is read first."""
        plain: Any = np.asarray(array)
        key = (plain.dtype, plain.shape, plain.tobytes())
        if key not in self._constants:
            self._constants[key] = self.put("Constant", (), value=tensor(plain))
        return self._constants[key]

    def ints(self, numbers: Iterable[int]) -> str:
        """Integers, as shapes and axes are given."""
        return self.constant(np.asarray([int(n) for n in numbers], np.int64))

    def number(self, value: Any, node: Node) -> str:
        """A number of the dtype of a node's result."""
        return self.constant(np.asarray(value, node.types[0].dtype))

    def cast(self, name: str, value: Value, node: Node) -> str:
        """A value in the dtype of a node's result."""
        dtype = node.types[0].dtype
        return name if value.type.dtype == dtype else self.put("Cast", [name], to=NUMBERS[dtype])

    def reshaped(self, name: str, shape: Sequence[int]) -> str:
        if 0 in shape and self.version < 14:
            raise FormatError(f"an array of shape {tuple(shape)} is written from version 14 on")
        return self.put("Reshape", [name, self.ints(shape)], **({"allowzero": 1} if 0 in shape else {}))

    def extend(self, value: Value, kinds: Sequence[str], name: str) -> bool:
        """Give the node that makes a value one more input, if it is of a kind and nothing else reads the value."""
        place = self._makers.get(self.name(value), -1)
        if place < max(self._makers.get(name, -1), 0) or self._readers.get(value, 0) != 1:
            return False
        made = self.nodes[place]
        if made.op_type not in kinds:
            return False
        made.input = [*made.input, name]
        return True

    def refuse(self, condition: bool, node: Node, what: str) -> None:
        """FormatError: an op with something that ONNX has no form for."""
        if condition:
            raise FormatError(f"{node.op.name} ({describe(node.origin)}) with {what} has no form in ONNX")

    def inlined(self, node: Node, *names: str) -> Any:
        """A node in the smaller ops that it is defined by."""
        inside = [placeholder(v.type) for v in node.inputs]
        if node.op is ops.call:
            graph: Graph = node.keywords["graph"]
        elif node.op.inline is None:
            raise FormatError(f"{node.op.name} ({describe(node.origin)}) has no form in ONNX of version {self.version}")
        else:
            made: Any = node.op.inline(*inside, **node.keywords)
            graph = Graph(inside, cast("tuple[Value, ...]", made) if isinstance(made, tuple) else (made,))
        found = self.graph(graph, names)
        return found[0] if len(found) == 1 else tuple(found)

    # --- graphs
    def graph(self, graph: Graph, names: Sequence[str]) -> list[str]:
        """The names of a graph's outputs, its inputs having these."""
        for value, name in zip(graph.inputs, names, strict=True):
            self.enter(value, name)
        nodes = sorted(graph.nodes, key=lambda node: node.number)  # as they were recorded
        for value in (v for node in nodes for v in node.inputs):
            self._readers[value] = self._readers.get(value, 0) + 1
        for value in graph.outputs:
            self._readers[value] = self._readers.get(value, 0) + 1
        for node in nodes:
            if node.op not in _WAITING:
                self._write(node)
        return [self.name(value) for value in graph.outputs]

    def _write(self, node: Node) -> None:
        form = self._form(node)
        if form is None or not form.exact(node):
            made = self._apart(node, [self.name(v) for v in node.inputs])
        else:
            made = form.write(self, node, *self._operands(node))
        for value, name in zip(node.outputs, (made,) if isinstance(made, str) else made, strict=True):
            self.enter(value, name)

    def _form(self, node: Node) -> Form | None:
        form = FORMS.get(node.op)
        return form if form is not None and form.since <= self.version else None

    def _apart(self, node: Node, operands: list[str]) -> Any:
        """Write an op that ONNX has not as a function of the file's: others run what is in it, Dusk its own op."""
        form = self._form(node)
        told = _told(node)
        if told is None or self.functions is None:
            return form.write(self, node, *operands) if form is not None else self.inlined(node, *operands)
        key = (node.op, told, tuple(v.type for v in node.inputs))
        if key not in self.functions:
            inner = Writer(self.version)
            inner.functions = None
            names = [inner.fresh(f"x{i}") for i in range(len(operands))]
            made: Any = form.write(inner, node, *names) if form is not None else inner.inlined(node, *names)
            self.functions[key] = FUNCTION(
                name=f"{node.op.name}_{len(self.functions) + 1}",
                domain=DOMAIN,
                input=names,
                output=[made] if isinstance(made, str) else list(made),
                attribute=["op", "params"],
                node=inner.nodes,
                opset_import=[OPSET(domain="", version=self.version)],
            )
        function = self.functions[key]
        found = self.put(function.name, operands, len(node.types), DOMAIN, op=node.op.name, params=told)
        return found if isinstance(found, str) else tuple(found)

    def _operands(self, node: Node) -> list[str]:
        """The names of operands: ONNX broadcasts by itself, so what was broadcast for an op is given as it was."""
        if not node.op.broadcast:
            return [self.name(v) for v in node.inputs]
        before = [v.node.inputs[0] if v.node.op is ops.broadcast_to else v for v in node.inputs]
        same = np.broadcast_shapes(*(v.type.shape for v in before)) == tuple(node.types[0].shape)
        return [self.name(v) for v in (before if same else node.inputs)]


def _told(node: Node) -> str | None:
    """The parameters of an op as text; None where there is none, or the op does more than to compute."""
    if node.op.effect or node.op.host or node.op.users or any(isinstance(v, Graph) for _, v in node.params):
        return None
    try:
        return "{" + ", ".join(f"{name}={print_param(value)}" for name, value in node.params) + "}"
    except FormatError:
        return None


def read_told(op: str, params: str) -> tuple[Op, dict[str, Any]]:
    """An op and its parameters, from what was told of them (FormatError: it is none that may run)."""
    found = REGISTRY.get(op)
    if found is None or found.effect or found.host or found.users:
        raise FormatError(f"{op!r} is no op that models may have")
    given = Parser(params).params()
    if any(isinstance(value, Graph) for value in given.values()):
        raise FormatError(f"{op!r} with graphs in it")
    return found, given


_WAITING = {CONSTANT, ops.broadcast_to, ops.full}
"""What is written where it is read first, and so perhaps not at all."""


@writes(ops.identity, ops.stop_gradient, ops.after)
def _(w: Writer, node: Node, x: str, *others: str) -> str:
    return x


@writes(ops.variables)
def _(w: Writer, node: Node, *names: str) -> tuple[str, ...]:
    return names


@writes(CONSTANT)
def _(w: Writer, node: Node) -> str:
    return w.put("Constant", (), value=tensor(literal_of(node.out)))


@writes(ops.full)
def _(w: Writer, node: Node) -> str:
    value = tensor(np.full(1, node.keywords["value"], node.types[0].dtype))
    return w.put("ConstantOfShape", [w.ints(node.types[0].shape)], value=value)


@writes(ops.iota, ops.eye, ops.tri)
def _(w: Writer, node: Node) -> str:
    return w.constant(node.op.body(**node.keywords))


def tensor(array: Any, name: str = "") -> Record:
    """An array as a TensorProto, whose bytes are the array's own where they can be."""
    found: Any = np.asarray(array)
    if found.dtype not in NUMBERS:
        raise FormatError(f"an array of {found.dtype} is none of ONNX's")
    plain = np.ascontiguousarray(found)
    raw: Any = plain.reshape(-1).view(np.uint8).data if plain.dtype.itemsize > 1 and plain.size else packed(plain)
    return TENSOR(name=name, dims=found.shape, data_type=NUMBERS[found.dtype], raw_data=raw)


def attribute(name: str, value: Any) -> Record:
    """An attribute of the kind of its value."""
    if isinstance(value, Record):
        graph = value.message_ is GRAPH
        return ATTRIBUTE(name=name, type=5, g=value) if graph else ATTRIBUTE(name=name, type=4, t=value)
    if isinstance(value, float):
        return ATTRIBUTE(name=name, type=1, f=value)
    if isinstance(value, int):
        return ATTRIBUTE(name=name, type=2, i=value)
    if isinstance(value, str):
        return ATTRIBUTE(name=name, type=3, s=value.encode())
    if all(isinstance(v, str) for v in value) and value:
        return ATTRIBUTE(name=name, type=8, strings=[v.encode() for v in value])
    return ATTRIBUTE(name=name, type=7, ints=[int(v) for v in value])


def typed(name: str, kind: Any) -> Record:
    """What is said of an input or output: its name, dtype and shape."""
    if kind.dtype not in NUMBERS:
        raise FormatError(f"{name!r} is of dtype {kind.dtype}, which is none of ONNX's")
    shape = SHAPE(dim=[DIMENSION(dim_value=n) for n in kind.shape])
    return VALUE(name=name, type=TYPE(tensor_type=TENSOR_TYPE(elem_type=NUMBERS[kind.dtype], shape=shape)))
