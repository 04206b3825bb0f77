"""Nodes and values: the immutable stuff graphs are made of."""

from __future__ import annotations

import itertools
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, cast

import numpy as np

from dusk.devices import DEFAULT_NAME as DEFAULT
from dusk.graph import op as ops
from dusk.graph.op import Op, Params
from dusk.graph.provenance import NOWHERE, Origin, current_origin
from dusk.graph.types import TOKEN, TensorType, Type

_numbers = itertools.count()


class Node:
    """One application of an op: inputs, parameters, output types and the user's lines. Immutable."""

    __slots__ = ("__weakref__", "inputs", "number", "op", "origin", "params", "types")
    op: Op
    inputs: tuple[Value, ...]
    params: Params
    origin: Origin
    types: tuple[Any, ...]

    def __init__(
        self, op: Op, inputs: Iterable[Value], params: Params, types: Sequence[Type], origin: Origin = NOWHERE
    ) -> None:
        self.op = op
        self.inputs = tuple(inputs)
        self.params = params
        self.origin = origin
        self.types = tuple(types)
        self.number = next(_numbers)  # of creation: a node's inputs have smaller ones

    def reading(self, operands: tuple[Value, ...]) -> Node:
        """The same call of other operands; the node itself where they are those it has."""
        if operands == self.inputs:
            return self
        return Node(self.op, operands, self.params, self.types, self.origin)

    @property
    def outputs(self) -> tuple[Value, ...]:
        """The node's values. They refer to the node and not it to them, so a graph is free of cycles."""
        n = len(self.types)
        return (Value(self, 0),) if n == 1 else tuple([Value(self, i) for i in range(n)])

    @property
    def out(self) -> Value:
        """The first (mostly the only) output."""
        return Value(self, 0)

    @property
    def keywords(self) -> dict[str, Any]:
        """The parameters as a dict."""
        return dict(self.params)

    def __repr__(self) -> str:
        return f"<node {self.op.name} -> {', '.join(map(repr, self.types))}>"


class Value:
    """One output of a node: SSA, typed, equal by what it names. Calling ops on values builds nodes."""

    __slots__ = ("index", "node")
    node: Node
    index: int

    def __init__(self, node: Node, index: int = 0) -> None:
        self.node = node
        self.index = index

    @property
    def type(self) -> Any:
        return self.node.types[self.index]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Value) and self.node is other.node and self.index == other.index

    def __hash__(self) -> int:
        return hash((id(self.node), self.index))

    @property
    def shape(self) -> tuple[Any, ...]:
        return self.type.shape

    @property
    def dtype(self) -> np.dtype[Any]:
        return self.type.dtype

    @property
    def ndim(self) -> int:
        return len(self.type.shape)

    def __dusk_apply__(self, op: Op, args: tuple[Any, ...], params: Mapping[str, Any]) -> Any:
        return apply(op, args, params, current_origin())

    def __repr__(self) -> str:
        return f"<value {self.type} of {self.node.op.name}>"


def _no_body(*args: Any, **params: Any) -> Any:
    raise TypeError("a graph input has no value of its own")


class Literal:
    """The value of a constant, and its device: hashed and compared by content (bits, so 0.0 differs from -0.0)."""

    __slots__ = ("_bytes", "_hash", "device", "dtype", "shape")

    def __init__(self, array: Any, device: str = "cpu:0") -> None:
        plain = np.asarray(array)
        self.dtype = plain.dtype
        self.shape = plain.shape
        self.device = device
        self._bytes = plain.tobytes()
        self._hash = hash((self.shape, self.dtype, self._bytes, device))

    @property
    def type(self) -> TensorType:
        return TensorType(self.shape, self.dtype, self.device)

    def array(self) -> np.ndarray[Any, Any]:
        """The value as a read-only array."""
        return np.frombuffer(self._bytes, self.dtype).reshape(self.shape)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Literal) and (self.dtype, self.shape, self._bytes, self.device) == (
            other.dtype,
            other.shape,
            other._bytes,
            other.device,
        )

    def __hash__(self) -> int:
        return self._hash

    def __repr__(self) -> str:
        return f"Literal({self.array()!r})"


def _constant(*, value: Literal) -> np.ndarray[Any, Any]:
    return value.array()


def _constant_type(*, value: Literal) -> TensorType:
    return value.type


PLACEHOLDER = Op("input", _no_body, lambda: TOKEN, nondiff=True, doc="A graph's input.")
CONSTANT = Op("constant", _constant, _constant_type, nondiff=True, doc="A constant.")
ops.REGISTRY["constant"] = CONSTANT


def placeholder(kind: Type, name: str = "") -> Value:
    """A fresh graph input."""
    return Node(PLACEHOLDER, (), (("name", name),), (kind,)).out


def constant(value: Any, dtype: Any = None, device: str = "cpu:0") -> Value:
    """A constant value."""
    literal = Literal(np.asarray(value, dtype), device)
    return Node(CONSTANT, (), (("value", literal),), (literal.type,)).out


def literal_of(value: Value) -> np.ndarray[Any, Any] | None:
    """The array of a constant value, None of any other."""
    if value.node.op is not CONSTANT:
        return None
    return cast("Literal", value.node.params[0][1]).array()


def apply(op: Op, args: Sequence[Any], params: Mapping[str, Any] | Params, origin: Origin = NOWHERE) -> Any:
    """Call an op on graph values: promotion and broadcasting become nodes, then the op's own node is made.

    Python scalars and NumPy arrays among the arguments become constants. Gives a value, or a tuple of them.
    """
    frozen = params if isinstance(params, tuple) else ops.freeze(params)
    if not op.several and any([isinstance(arg, Value) and arg.type.device != DEFAULT for arg in args]):
        args = _beside(args)
    kinds = tuple(_kind(arg) for arg in args)
    expansion = ops.expand(op, cast("tuple[TensorType, ...]", kinds), frozen)
    inputs = [
        _bring(arg, kind, wanted, origin) for arg, kind, wanted in zip(args, kinds, expansion.operands, strict=True)
    ]
    node = Node(op, inputs, frozen, expansion.outputs, origin)
    return node.out if expansion.single else node.outputs


def _beside(args: Sequence[Any]) -> list[Any]:
    """The arguments of a call; where they lie on several devices, those that are made of nothing (arrays, constants,
    what is computed of these) are made where the others are."""
    values = [arg for arg in args if isinstance(arg, Value) and isinstance(arg.type, TensorType)]
    if len(values) == len(args) and len({value.type.device for value in values}) == 1:
        return list(args)
    given = [value for value in values if value.type.shape and not _is_made(value)]
    if not given:
        given = [value for value in values if value.type.device != DEFAULT]
    device = ops.device_of(tuple([value.type for value in given]))
    kept = {*given}
    return [arg if isinstance(arg, Value) and arg in kept else _made_on(arg, device) for arg in args]


def _is_made(value: Value) -> bool:
    return not any(node.op is PLACEHOLDER or node.op.effect for node in topological((value,)))


def _made_on(arg: Any, device: str) -> Any:
    if not isinstance(arg, Value):
        return arg if type(arg) in (int, float, complex, bool) else constant(arg, device=device)
    if not isinstance(arg.type, TensorType) or arg.type.device == device:
        return arg
    found: dict[Value, Value] = {}
    for node in topological((arg,)):
        literal = literal_of(node.out)
        kinds = [kind.on(device) for kind in node.types]
        if literal is not None:
            made = constant(literal, device=device).node
        elif node.op is ops.coercions.transfer:
            found[node.out] = found[node.inputs[0]]
            continue
        else:
            placed = not node.inputs and "device" in node.op.signature.parameters
            params = ops.freeze({**node.keywords, "device": device}) if placed else node.params
            made = Node(node.op, [found[v] for v in node.inputs], params, kinds, node.origin)
        found.update(zip(node.outputs, made.outputs, strict=True))
    return found[arg]


def _kind(arg: object) -> Any:
    if isinstance(arg, Value):
        return arg.type
    if type(arg) in (int, float, complex, bool):
        return type(arg)
    array = np.asarray(arg)
    return TensorType(array.shape, array.dtype)


def _bring(arg: Any, kind: Any, wanted: Any, origin: Origin) -> Value:
    """An argument as a value of the wanted type."""
    if not isinstance(arg, Value):
        typed = isinstance(wanted, TensorType)
        dtype = wanted.dtype if isinstance(kind, type) and typed else None
        arg = constant(arg, dtype, wanted.device if typed else DEFAULT)
    return bring(arg, wanted, origin)


def bring(value: Value, wanted: Any, origin: Origin = NOWHERE) -> Value:
    """A value taken to a type's device, cast and broadcast to it."""
    if value.type == wanted or wanted is TOKEN:
        return value
    if value.type.device != wanted.device:
        kind = value.type.on(wanted.device)
        params = (("asked", False), ("device", wanted.device))
        value = Node(ops.coercions.transfer, (value,), params, (kind,), origin).out
    if value.type.dtype != wanted.dtype:
        kind = value.type.with_(dtype=wanted.dtype)
        value = Node(ops.coercions.cast, (value,), (("dtype", wanted.dtype),), (kind,), origin).out
    if value.type.shape != wanted.shape:
        value = Node(ops.coercions.broadcast, (value,), (("shape", wanted.shape),), (wanted,), origin).out
    return value


def topological(outputs: Iterable[Value], stop: Collection[Value] = ()) -> list[Node]:
    """All nodes that outputs depend on, each after its inputs; iterative, so depth does not matter.

    What lies behind the values of `stop` is left out.
    """
    order: list[Node] = []
    done: set[Node] = set()
    opened: set[Node] = set()
    stack = [v.node for v in outputs if not stop or v not in stop]
    stack.reverse()
    while stack:
        node = stack.pop()
        if node in done:
            continue
        if node not in opened:
            missing = [n for v in node.inputs if (n := v.node) not in done and (not stop or v not in stop)]
            if missing:
                opened.add(node)
                stack.append(node)
                missing.reverse()
                stack += missing
                continue
        done.add(node)
        order.append(node)
    return order
