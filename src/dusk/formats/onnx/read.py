"""Files of ONNX as contents: what is damaged or too deep is refused before anything runs."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from dusk.errors import FormatError
from dusk.formats.onnx.nodes import Body, Contents, Function, Key, Node, Reference, Versions
from dusk.formats.onnx.rows import find
from dusk.formats.onnx.tensors import TYPES, array_of, text_of
from dusk.formats.protobuf.schema import shortest

Convert = Callable[[Any, Any], Any]
Calls = tuple[Mapping[Key, Function], Versions]
NEWEST = {"": 28, "ai.onnx.ml": 5, "ai.onnx.preview": 1, "ai.onnx.preview.training": 1}
"""The last versions of domains whose ops are known."""
_DEEPEST = 24  # graphs within attributes of nodes
_MOST_DENSE = 1 << 26  # bytes
_MOST_NODES = 1 << 20


def _shape(tensor: Any) -> tuple[int, ...] | None:
    """The shape of an input, where it is said; a size with a name is 0."""
    if not tensor.has("shape"):
        return None
    return tuple([max(int(d.dim_value), 0) for d in tensor.shape.dim])


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
        if not model.has("graph"):
            raise FormatError("no ONNX model: it has no graph")
        return check(Contents(self.body(model.graph), functions, versions))

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
            {text_of(i.name): dtype for i in graph.input if (dtype := TYPES.get(i.type.tensor_type.elem_type))},
            {text_of(i.name): shape for i in graph.input if (shape := _shape(i.type.tensor_type)) is not None},
        )
        self.depth -= 1
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
        if kind == 0:  # files of the first version do not say it
            kind = next((k for k, (field, _) in _KINDS.items() if proto.has(field)), 0)
        if kind not in _KINDS:
            raise FormatError(f"attribute {name!r} is of kind {kind}, which is not known")
        field, convert = _KINDS[kind]
        value: Any = getattr(proto, field)
        return name, convert(self, value)

    def tensor(self, proto: Any) -> Any:
        return array_of(proto, self.folder)


def _many(convert: Convert) -> Convert:
    return lambda reader, values: [convert(reader, value) for value in values]


_KINDS: dict[int, tuple[str, Convert]] = {
    1: ("f", lambda reader, value: shortest(value)),
    2: ("i", lambda reader, value: int(value)),
    3: ("s", lambda reader, value: text_of(value)),
    4: ("t", Reader.tensor),
    5: ("g", Reader.body),
    6: ("floats", lambda reader, values: list(map(shortest, values))),
    7: ("ints", lambda reader, values: values.tolist()),
    8: ("strings", lambda reader, values: [text_of(value) for value in values]),
    9: ("tensors", _many(Reader.tensor)),
    10: ("graphs", _many(Reader.body)),
    11: ("sparse_tensor", Reader.sparse),
    12: ("sparse_tensors", _many(Reader.sparse)),
    13: ("tp", lambda reader, value: value),
    14: ("type_protos", lambda reader, values: list(values)),
}
"""The kinds of attributes: the field that holds the value, and what it is read as."""


def dense(values: Any, places: Any, shape: tuple[int, ...]) -> Any:
    """An array from its elements that are not 0, at places counted through or given for each axis."""
    if min(shape, default=0) < 0 or math.prod(shape) * max(values.itemsize, 1) > _MOST_DENSE:
        raise FormatError(f"a sparse tensor of shape {shape}: larger ones than {_MOST_DENSE} bytes are not written out")
    found = np.zeros(shape, values.dtype)
    count = values.size
    if values.ndim != 1 or places.shape not in ((count,), (count, len(shape))) or places.dtype != np.int64:
        raise FormatError(f"a sparse tensor of {count} values at places of shape {places.shape}")
    try:
        if places.ndim == 1:
            found.reshape(-1)[places] = values
        else:
            found[tuple(places.T)] = values
    except IndexError:
        raise FormatError(f"a sparse tensor of shape {shape} has values outside of it") from None
    return found


def _texts(names: Any) -> tuple[str, ...]:
    return tuple(text_of(name) for name in names)


def _versions(imports: Any) -> Versions:
    found: dict[str, int] = {}
    for entry in imports:
        domain = text_of(entry.domain)
        found["" if domain == "ai.onnx" else domain] = int(entry.version)
    return found


def _check(body: Body, around: Collection[str], calls: Calls) -> None:
    """FormatError: a value is read before it is there, or is computed twice; or nobody knows what a node is."""
    met = {*body.inputs, *body.constants}
    known = met.union(around)
    for node in body.nodes:
        _check_node(node, known, calls)
        for name in filter(None, node.outputs):
            if name in met:
                raise FormatError(f"node {node} computes {name!r}, which is there already")
            met.add(name)
            known.add(name)
    for name in body.outputs:
        if name not in known:
            raise FormatError(f"the output {name!r} of graph {body.name!r} is computed by nothing")


def _check_node(node: Node, known: Collection[str], calls: Calls) -> None:
    for name in filter(None, node.inputs):
        if name not in known:
            raise FormatError(f"node {node} reads {name!r}, which nothing computes before it")
    functions, versions = calls
    if (node.domain, node.op, node.overload) not in functions:
        find(node, versions)
    for inner in node.bodies():
        _check(inner, known, calls)


def check(contents: Contents) -> Contents:
    """The contents, if they can run (FormatError)."""
    for domain, version in contents.versions.items():
        if version > NEWEST.get(domain, version):
            raise FormatError(
                f"ops of version {version} of {domain or 'ai.onnx'}: the newest known is {NEWEST[domain]}"
            )
    _check_calls(contents.functions, contents.body.nodes)
    for function in contents.functions.values():
        body = Body(function.inputs, function.outputs, function.nodes, name="of a function")
        _check(body, (), (contents.functions, function.versions))
    _check(contents.body, (), (contents.functions, contents.versions))
    return contents


def _check_calls(functions: Mapping[Key, Function], nodes: Sequence[Node]) -> None:
    """FormatError: functions call each other in a circle, or so often that a few bytes would be work without end."""
    counts: dict[Key, int] = {}

    def calls(nodes: Sequence[Node]) -> list[Key]:
        found: list[Key] = []
        for node in nodes:
            found.append((node.domain, node.op, node.overload))
            for body in node.bodies():
                found += calls(body.nodes)
        return found

    for start in functions:
        stack: list[tuple[Key, bool]] = [(start, False)]
        opened: set[Key] = set()
        while stack:
            key, left = stack.pop()
            if left:
                opened.discard(key)
                counts[key] = sum(counts.get(callee, 1) for callee in calls(functions[key].nodes))
            elif key in opened:
                raise FormatError(f"the function {key[1]!r} calls itself")
            elif key not in counts:
                opened.add(key)
                stack.append((key, True))
                stack += [(callee, False) for callee in calls(functions[key].nodes) if callee in functions]
    total = sum(counts.get(callee, 1) for callee in calls(nodes))
    if functions and total > _MOST_NODES:
        raise FormatError(f"a model of {total} nodes, with those in functions: at most {_MOST_NODES} are run")
