"""The text form of graphs: prints and parses back. Types are written for the reader and checked by the parser."""

from __future__ import annotations

import base64
import json
import math
import re
from collections.abc import Mapping
from typing import Any, NoReturn, cast

import numpy as np

from dusk.devices import DEFAULT_NAME, as_device
from dusk.errors import FormatError
from dusk.graph import op as ops
from dusk.graph.graph import Graph, set_printer, verify
from dusk.graph.node import Literal, Node, Value, placeholder
from dusk.graph.provenance import Origin
from dusk.graph.types import TOKEN, Dim, Size, TensorType, Type, dtype_name

_MAX_DEPTH = 32
_SHOWN = 8  # literals of at most this many elements are written as numbers


def print_graph(graph: Graph, indent: str = "", origins: bool = False) -> str:
    """The text of a graph; values are numbered in order of definition, inputs keep their names."""
    names = value_names(graph)
    head = ", ".join(f"{names[v]}: {v.type}" for v in graph.inputs)
    lines = [f"graph({head}) {{"]
    lines += [f"{indent}  {print_node(node, names, indent + '  ', origins)}" for node in graph.nodes]
    lines.append(f"{indent}  return {', '.join(names[v] for v in graph.outputs)}")
    lines.append(indent + "}")
    return "\n".join(lines)


def value_names(graph: Graph) -> dict[Value, str]:
    """What each value of a graph is called in its text."""
    names: dict[Value, str] = {}
    taken: set[str] = set()
    for i, value in enumerate(graph.inputs):
        given = str(value.node.keywords.get("name", ""))
        name = given if re.fullmatch(r"[A-Za-z_]\w*", given) and given not in taken else f"arg{i}"
        while name in taken:
            name += "_"
        names[value] = name
        taken.add(name)
    made = (value for node in graph.nodes for value in node.outputs)
    names.update((value, f"%{number}") for number, value in enumerate(made))
    return names


def print_node(node: Node, names: Mapping[Value, str], indent: str = "", origins: bool = False) -> str:
    """The line of a node (more than one where its parameters are graphs), by the names of values."""
    left = ", ".join(f"{names[v]}: {v.type}" for v in node.outputs)
    right = f"{node.op.name}({', '.join(names[v] for v in node.inputs)})"
    params = ", ".join(f"{k}={print_param(v, indent)}" for k, v in node.params)
    line = f"{left} = {right}" + (f" {{{params}}}" if params else "")
    if origins and node.origin:
        line += " @" + " ".join(f"{json.dumps(name)}:{n}" for name, n in node.origin)
    return line


def print_param(value: Any, indent: str = "") -> str:
    """The text of one parameter value (FormatError: a value that has no text form)."""
    if value is None or isinstance(value, bool | int):
        return str(value)
    if isinstance(value, float | np.floating):
        return repr(float(cast("float", value)))
    if isinstance(value, np.integer):
        return str(int(cast("int", value)))
    if isinstance(value, complex):
        return f"complex({value.real!r}, {value.imag!r})"
    if isinstance(value, str):
        return json.dumps(value)
    if isinstance(value, tuple):
        items = cast("tuple[Any, ...]", value)
        return "(" + ", ".join(print_param(v, indent) for v in items) + ("," if len(items) == 1 else "") + ")"
    if value is Ellipsis:
        return "..."
    if isinstance(value, slice):
        cut = cast("slice[Any, Any, Any]", value)
        return f"slice({print_param(cut.start)}, {print_param(cut.stop)}, {print_param(cut.step)})"
    if isinstance(value, np.dtype):
        return f"dtype {dtype_name(cast('np.dtype[Any]', value))}"
    if isinstance(value, Dim):
        return f"<{value}>"
    if isinstance(value, TensorType):
        return f"type {value}"
    if isinstance(value, Literal):
        return print_literal(value)
    if isinstance(value, Graph):
        return print_graph(value, indent)
    if isinstance(value, ops.Op):
        return f"op {value.name}"
    raise FormatError(f"a parameter of type {type(value).__name__} has no text form")


def print_literal(literal: Literal) -> str:
    """`float64[2](1.0, 2.0)`, or base64 of the bytes for large ones."""
    array = literal.array()
    kind = literal.type
    if array.dtype.kind in "biuf" and array.size <= _SHOWN and dtype_name(array.dtype) in _NUMBERS:
        return f"literal {kind}({', '.join(repr(v) for v in array.ravel().tolist())})"
    return f'literal {kind}("{base64.b64encode(array.tobytes()).decode()}")'


_NUMBERS = {"bool", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "float32", "float64"}

_TOKENS = re.compile(
    r'\s*(?:(?P<string>"(?:[^"\\]|\\.)*")|(?P<number>-?(?:\d+\.?\d*(?:e[-+]?\d+)?|inf|nan)\b)'
    r"|(?P<name>%?\w+)|(?P<sign>\.\.\.|//|[-+*(){}\[\]<>:,=@]))"
)


class Parser:
    """A recursive-descent parser of the text form, with bounded depth; executes nothing."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.kind = self.word = ""
        self.depth = 0
        self.advance()

    def advance(self) -> str:
        before = self.word
        match = _TOKENS.match(self.text, self.at)
        if match is None:
            if self.text[self.at :].strip():
                self.fail("unknown character")
            self.kind, self.word = "end", ""
        else:
            self.at = match.end()
            self.kind = cast("str", match.lastgroup)
            self.word = match.group(self.kind)
        return before

    def fail(self, what: str) -> NoReturn:
        line = self.text.count("\n", 0, self.at) + 1
        raise FormatError(f"graph text, line {line}: {what} near {self.text[max(0, self.at - 20) : self.at + 10]!r}")

    def expect(self, word: str) -> None:
        if self.word != word:
            self.fail(f"expected {word!r}")
        self.advance()

    def accept(self, word: str) -> bool:
        if self.word == word and self.kind != "string":
            self.advance()
            return True
        return False

    def graph(self) -> Graph:
        self.depth += 1
        if self.depth > _MAX_DEPTH:
            self.fail("graphs nested too deeply")
        self.expect("graph")
        self.expect("(")
        values: dict[str, Value] = {}
        inputs: list[Value] = []
        while not self.accept(")"):
            name = self.advance()
            self.expect(":")
            inputs.append(placeholder(self.type(), name))
            if name in values:
                self.fail(f"{name} is defined twice")
            values[name] = inputs[-1]
            self.accept(",")
        self.expect("{")
        while not self.accept("return"):
            self.statement(values)
        outputs: list[Value] = []
        while not self.accept("}"):
            outputs.append(self.value(values))
            self.accept(",")
        self.depth -= 1
        return Graph(inputs, outputs)

    def value(self, values: dict[str, Value]) -> Value:
        name = self.advance()
        if name not in values:
            self.fail(f"{name!r} is not defined")
        return values[name]

    def statement(self, values: dict[str, Value]) -> None:
        names: list[str] = []
        types: list[Type] = []
        while True:
            names.append(self.advance())
            self.expect(":")
            types.append(self.type())
            if not self.accept(","):
                break
        self.expect("=")
        label = self.advance()
        if label not in ops.REGISTRY:
            self.fail(f"no op is named {label!r}")
        self.expect("(")
        inputs: list[Value] = []
        while not self.accept(")"):
            inputs.append(self.value(values))
            self.accept(",")
        node = Node(ops.get(label), inputs, tuple(self.params().items()), types, self.origin())
        for name, value in zip(names, node.outputs, strict=True):
            if name in values:
                self.fail(f"{name} is defined twice")
            values[name] = value

    def params(self) -> dict[str, Any]:
        found: dict[str, Any] = {}
        if self.accept("{"):
            while not self.accept("}"):
                key = self.advance()
                self.expect("=")
                found[key] = self.param()
                self.accept(",")
        return found

    def origin(self) -> Origin:
        lines: list[tuple[str, int]] = []
        if self.accept("@"):
            while self.kind == "string":
                file = json.loads(self.advance())
                self.expect(":")
                lines.append((file, self.integer()))
        return tuple(lines)

    def type(self) -> Type:
        if self.accept("token"):
            return TOKEN
        dtype = self.dtype()
        self.expect("[")
        shape: list[Size] = []
        while not self.accept("]"):
            shape.append(self.size())
            self.accept(",")
        device = DEFAULT_NAME
        if self.accept("@"):
            name = self.advance()
            self.expect(":")
            device = as_device(f"{name}:{self.advance()}").name
        return TensorType(shape, dtype, device)

    def dtype(self) -> np.dtype[Any]:
        name = self.advance()
        if not re.fullmatch(r"[A-Za-z]\w*", name):  # of others NumPy makes records, or a SyntaxError
            self.fail(f"no dtype is named {name!r}")
        try:
            dtype = np.dtype(name)
        except TypeError:
            self.fail(f"no dtype is named {name!r}")
        if dtype.hasobject or dtype.kind not in "biufcV":
            self.fail(f"dtype {name!r} is not allowed in a file")
        return dtype

    def integer(self) -> int:
        word = self.advance()
        if not re.fullmatch(r"-?\d{1,19}", word):
            self.fail("expected an integer")
        return int(word)

    def size(self) -> Size:
        total = self.product()
        while self.word in ("+", "-"):
            sign = 1 if self.advance() == "+" else -1
            total = total + self.product() * sign
        return total

    def product(self) -> Size:
        total = self.factor()
        while self.accept("*"):
            total = total * self.factor()
        return total

    def factor(self) -> Size:
        if self.accept("("):
            self.depth += 1
            if self.depth > _MAX_DEPTH:
                self.fail("a size nested too deeply")
            inner = self.size()
            self.depth -= 1
            self.expect(")")
            if self.accept("//"):
                self.expect("(")
                divisor = self.size()
                self.expect(")")
                if divisor == 0:
                    self.fail("a size divided by zero")
                return inner // divisor
            return inner
        if self.kind == "number":
            return self.integer()
        if self.kind != "name":
            self.fail("expected a size")
        return Dim(self.advance())

    def param(self) -> Any:
        self.depth += 1
        if self.depth > _MAX_DEPTH:
            self.fail("parameters nested too deeply")
        value = self._param()
        self.depth -= 1
        return value

    def _param(self) -> Any:
        if self.kind == "string":
            return json.loads(self.advance())
        if self.kind == "number":
            word = self.advance()
            return int(word) if re.fullmatch(r"-?\d{1,400}", word) else float(word)
        word = self.word
        if word == "graph":
            return self.graph()
        self.advance()
        match word:
            case "None" | "True" | "False":
                return {"None": None, "True": True, "False": False}[word]
            case "...":
                return Ellipsis
            case "(":
                items: list[Any] = []
                while not self.accept(")"):
                    items.append(self.param())
                    self.accept(",")
                return tuple(items)
            case "slice" | "complex":
                parts = cast("tuple[Any, ...]", self.param())
                return slice(*parts) if word == "slice" else complex(*parts)
            case "dtype":
                return self.dtype()
            case "type":
                return self.type()
            case "<":
                size = self.size()
                self.expect(">")
                return size
            case "literal":
                return self.literal()
            case "op":
                return ops.get(self.advance())
            case _:
                self.fail(f"unknown parameter {word!r}")

    def literal(self) -> Literal:
        kind = cast("TensorType", self.type())
        shape = cast("tuple[int, ...]", kind.shape)
        if not kind.is_static() or any(d < 0 for d in shape):
            self.fail("a literal's shape must be numbers")
        self.expect("(")
        if self.kind == "string":
            try:
                data = base64.b64decode(self.advance()[1:-1], validate=True)
            except ValueError:
                self.fail("damaged literal")
            if len(data) != math.prod(shape) * kind.dtype.itemsize:
                self.fail("a literal's data does not fit its shape")
            self.expect(")")
            return Literal(np.frombuffer(data, kind.dtype).reshape(shape), kind.device)
        numbers: list[Any] = []
        while not self.accept(")"):
            numbers.append(self.param())
            self.accept(",")
        if len(numbers) != math.prod(shape) or not all(isinstance(n, bool | int | float) for n in numbers):
            self.fail("a literal's numbers do not fit its shape")
        return Literal(np.array(numbers, kind.dtype).reshape(shape), kind.device)


def parse(text: str) -> Graph:
    """The graph of a text: parsed without executing anything, then verified (FormatError, GraphError)."""
    parser = Parser(text)
    try:
        graph = parser.graph()
        if parser.kind != "end":
            parser.fail("text after the graph")
        return verify(graph)
    except (ValueError, TypeError, IndexError, OverflowError, KeyError, RuntimeError) as error:
        raise FormatError(f"graph text: {error}") from error


set_printer(print_graph)
