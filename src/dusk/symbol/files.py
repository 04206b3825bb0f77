"""Symbols in files: a readable text, written atomically, read without executing anything."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from dusk.errors import FormatError
from dusk.files import write_atomically
from dusk.graph import op as ops
from dusk.graph.text import Parser, print_param
from dusk.symbol.expression import Body, Door, Flow, Group, Symbol, topological

HEADER = "dusk symbol 1"
_MOST_BYTES = 1 << 30
_DEEPEST = 32  # bodies within bodies
_WORDS = ("given", "carries", "length", "reverse")


def text_of(symbols: Sequence[Symbol]) -> str:
    """The text of expressions."""
    return "\n".join([HEADER, *_lines(symbols, {}, itertools.count())]) + "\n"


def _lines(symbols: Sequence[Symbol], names: dict[int, str], numbers: Iterator[int], indent: str = "") -> Iterator[str]:
    """The lines of expressions of what has names, in which all else is given names of further numbers."""
    for s in topological(symbols, names.keys()):
        names[id(s)] = f"%{next(numbers)}"
        head = s.op.name if s.op is not None else s.flow.name if s.flow is not None else s.kind
        params = dict(s.params)
        if s.kind == "variable":
            params["name"] = s.name
        elif s.kind in ("grad", "part"):
            params["position"] = s.position
        elif s.flow is not None:
            params = {word: getattr(s.flow, word) for word in _WORDS}
        given = ", ".join(f"{k}={print_param(v)}" for k, v in params.items())
        line = f"{names[id(s)]} = {s.kind} {head}({_named(s.inputs, names)})"
        yield indent + line + (f" {{{given}}}" if given else "")
        if s.flow is None:
            continue
        for body in s.flow.bodies:
            inner = {id(c): names[id(c)] for c in s.inputs[s.flow.given :]}
            inner |= {id(a): f"%{next(numbers)}" for a in body.arguments}
            yield indent + f"  ({_named(body.arguments, inner)}) {{"
            yield from _lines(body.outputs, inner, numbers, indent + "    ")
            yield indent + "  }"
    yield indent + f"return {_named(symbols, names)}"


def _named(symbols: Sequence[Symbol], names: dict[int, str]) -> str:
    return ", ".join(names[id(s)] for s in symbols)


def parse(text: str) -> list[Symbol]:
    """The expressions of a text (FormatError: damaged, or not such a text)."""
    head, _, body = text.partition("\n")
    if head.strip() != HEADER:
        raise FormatError(f"not a symbol file of version 1: it begins with {head[:40]!r}")
    try:
        return _parse(Parser(body))
    except (ValueError, TypeError, KeyError, IndexError, OverflowError, RecursionError) as error:
        raise FormatError(f"symbol text: {error}") from error


def _parse(parser: Parser) -> list[Symbol]:
    outputs = _expressions(parser, {}, "")
    if not outputs or parser.kind != "end":
        parser.fail("no outputs")
    return outputs


def _expressions(parser: Parser, found: dict[str, Symbol], end: str) -> list[Symbol]:
    """What is returned by lines that begin with these names, up to an end."""
    while not parser.accept("return"):
        name = _new(parser, found)
        parser.expect("=")
        kind, head = parser.advance(), parser.advance()
        parser.expect("(")
        names: list[str] = []
        while not parser.accept(")"):
            names.append(_old(parser, found))
            parser.accept(",")
        params = parser.params()
        inputs = [found[n] for n in names]
        if kind == "flow":
            found[name] = _flow(parser, head, names, inputs, params)
        else:
            found[name] = _symbol(parser, kind, head, inputs, params)
    outputs: list[Symbol] = []
    while parser.word != end and parser.kind != "end":
        outputs.append(found[_old(parser, found)])
        parser.accept(",")
    return outputs


def _new(parser: Parser, found: dict[str, Symbol]) -> str:
    name = parser.advance()
    if not re.fullmatch(r"%\d+", name) or name in found:
        parser.fail("expected a new name")
    return name


def _old(parser: Parser, found: dict[str, Symbol]) -> str:
    name = parser.advance()
    if name not in found:
        parser.fail(f"{name!r} is not defined")
    return name


def _flow(parser: Parser, head: str, names: list[str], inputs: list[Symbol], params: dict[str, Any]) -> Symbol:
    """A branch or a loop, with the bodies that follow."""
    given = params.get("given")
    if set(params) != {*_WORDS} or not isinstance(given, int) or not 0 <= given <= len(inputs):
        parser.fail("a branch or a loop that is not described")
    parser.depth += 1
    if parser.depth > _DEEPEST:
        parser.fail("bodies nested too deeply")
    bodies: list[Body] = []
    while parser.accept("("):
        inner = dict(zip(names[given:], inputs[given:], strict=True))
        arguments: list[Symbol] = []
        while not parser.accept(")"):
            arguments.append(Symbol("argument"))
            inner[_new(parser, inner)] = arguments[-1]
            parser.accept(",")
        parser.expect("{")
        outputs = _expressions(parser, inner, "}")
        parser.expect("}")
        bodies.append(Body(tuple(arguments), tuple(outputs)))
    parser.depth -= 1
    return Symbol("flow", inputs, flow=Flow(head, tuple(bodies), **params))


def _symbol(parser: Parser, kind: str, head: str, inputs: list[Symbol], params: dict[str, Any]) -> Symbol:
    position = params.get("position")
    if kind == "variable" and not inputs and isinstance(params.get("name"), str):
        return Symbol("variable", name=params["name"])
    if kind == "constant" and not inputs and "value" in params:
        return Symbol("constant", params=(("value", params["value"]),))
    if kind == "grad" and isinstance(position, int) and 0 <= position < len(inputs) - 1:
        return Symbol("grad", inputs, position=position)
    flow = inputs[0].flow if len(inputs) == 1 else None
    if kind == "part" and flow is not None and isinstance(position, int) and 0 <= position < flow.results:
        return Symbol("part", inputs, position=position)
    if kind == "op" and head in ops.REGISTRY:
        return Symbol("op", inputs, ops.get(head), tuple(params.items()))
    return parser.fail(f"unknown {kind} {head!r}")


def save(symbols: Symbol | Sequence[Symbol] | Group, path: Any) -> None:
    """Write expressions to a file, whole or not at all."""
    many = [symbols] if isinstance(symbols, Symbol) else list(symbols)
    write_atomically(path, [text_of(many).encode()])


def load(path: Any) -> Any:
    """The symbol (or a Group of several) of a file. FormatError: damaged, hostile or of another version."""
    source = Path(path)
    if source.stat().st_size > _MOST_BYTES:
        raise FormatError(f"{path} has {source.stat().st_size} bytes: more than a symbol file may have")
    try:
        text = source.read_text("utf-8")
    except UnicodeDecodeError as error:
        raise FormatError(f"{path} is not text: {error}") from error
    found = parse(text)
    return found[0] if len(found) == 1 else Group(found)


Door.write = staticmethod(save)
