"""Files of ONNX as contents: what is damaged or too deep is refused before anything runs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from dusk.errors import FormatError
from dusk.formats.onnx.nodes import Body, Contents, Function, Key, Node, Reference, Versions
from dusk.formats.onnx.tensors import array_of, text_of

_DEEPEST = 32  # graphs within attributes of nodes


class Reader:
    """Makes contents of a decoded ModelProto; `folder` is where its external data may lie."""

    def __init__(self, folder: Path | None) -> None:
        self.folder = folder
        self.depth = 0

    def contents(self, model: Any) -> Contents:
        versions = _versions(model.opset_import)
        functions: dict[Key, Function] = {}
        for proto in model.functions:
            key = (text_of(proto.domain), text_of(proto.name), text_of(proto.overload))
            functions[key] = self.function(proto)
        _check_calls(functions)
        body = self.body(model.graph)
        if body is None:
            raise FormatError("the model has no graph")
        return Contents(body, functions, versions)

    def function(self, proto: Any) -> Function:
        return Function(
            _texts(proto.input),
            _texts(proto.output),
            tuple(self.node(n) for n in proto.node),
            dict(self.attribute(a) for a in proto.attribute_proto),
            _texts(proto.attribute),
            _versions(proto.opset_import),
        )

    def body(self, graph: Any) -> Body:
        self.depth += 1
        if self.depth > _DEEPEST:
            raise FormatError(f"graphs within graphs, more than {_DEEPEST} deep")
        constants = {text_of(t.name): array_of(t, self.folder) for t in graph.initializer}
        for sparse in graph.sparse_initializer:
            constants[text_of(sparse.values.name)] = self.sparse(sparse)
        found = Body(
            tuple(text_of(i.name) for i in graph.input),
            tuple(text_of(o.name) for o in graph.output),
            tuple(self.node(n) for n in graph.node),
            constants,
            text_of(graph.name),
        )
        self.depth -= 1
        _check(found)
        return found

    def sparse(self, proto: Any) -> Any:
        values, places = array_of(proto.values, self.folder), array_of(proto.indices, self.folder)
        shape = tuple(int(n) for n in proto.dims)
        return dense(values, places, shape)

    def node(self, proto: Any) -> Node:
        return Node(
            text_of(proto.op_type),
            _texts(proto.input),
            _texts(proto.output),
            dict(self.attribute(a) for a in proto.attribute),
            text_of(proto.domain),
            text_of(proto.name),
            text_of(proto.overload),
        )

    def attribute(self, proto: Any) -> tuple[str, Any]:
        name, kind = text_of(proto.name), int(proto.type)
        if proto.ref_attr_name:
            return name, Reference(text_of(proto.ref_attr_name))
        match kind:
            case 1:
                return name, float(proto.f)
            case 2:
                return name, int(proto.i)
            case 3:
                return name, text_of(proto.s)
            case 4:
                return name, array_of(proto.t, self.folder)
            case 5:
                return name, self.body(proto.g)
            case 6:
                return name, [float(x) for x in proto.floats]
            case 7:
                return name, [int(x) for x in proto.ints]
            case 8:
                return name, [text_of(x) for x in proto.strings]
            case 9:
                return name, [array_of(t, self.folder) for t in proto.tensors]
            case 10:
                return name, [self.body(g) for g in proto.graphs]
            case 11:
                return name, self.sparse(proto.sparse_tensor)
            case 13:
                return name, proto.tp
            case _:
                raise FormatError(f"attribute {name!r} is of kind {kind}, which is not known")


def dense(values: Any, places: Any, shape: Sequence[int]) -> Any:
    """An array from its elements that are not 0, at places counted through or given by axes."""
    raise FormatError(f"sparse tensors (of shape {shape}) are not read; write them as dense ones")


def _texts(names: Any) -> tuple[str, ...]:
    return tuple(text_of(name) for name in names)


def _versions(imports: Any) -> Versions:
    found: dict[str, int] = {}
    for entry in imports:
        domain = text_of(entry.domain)
        found["" if domain == "ai.onnx" else domain] = int(entry.version)
    return found


def _check(body: Body) -> None:
    """FormatError: a value is computed twice."""
    met = {*body.inputs, *body.constants}
    for node in body.nodes:
        for name in filter(None, node.outputs):
            if name in met:
                raise FormatError(f"node {node} computes {name!r}, which is there already")
            met.add(name)


def _check_calls(functions: Mapping[Key, Function]) -> None:
    """FormatError: functions call each other in a circle."""
    done: set[Key] = set()

    def calls(nodes: Sequence[Node]) -> list[Key]:
        found: list[Key] = []
        for node in nodes:
            found.append((node.domain, node.op, node.overload))
            for body in node.bodies():
                found += calls(body.nodes)
        return [key for key in found if key in functions]

    for start in functions:
        stack: list[tuple[Key, bool]] = [(start, False)]
        opened: set[Key] = set()
        while stack:
            key, left = stack.pop()
            if left:
                opened.discard(key)
                done.add(key)
            elif key in opened:
                raise FormatError(f"the function {key[1]!r} calls itself")
            elif key not in done:
                opened.add(key)
                stack.append((key, True))
                stack += [(callee, False) for callee in calls(functions[key].nodes)]
