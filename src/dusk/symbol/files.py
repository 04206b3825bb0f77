"""Symbols in files: a readable text, written atomically, read without executing anything."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from dusk.errors import FormatError
from dusk.files import write_atomically
from dusk.graph import op as ops
from dusk.graph.text import Parser, print_param
from dusk.symbol.expression import Group, Symbol, _writer, topological  # pyright: ignore[reportPrivateUsage]

HEADER = "dusk symbol 1"
_MOST_BYTES = 1 << 30


def text_of(symbols: Sequence[Symbol]) -> str:
    """The text of expressions."""
    order = topological(symbols)
    names = {id(s): f"%{i}" for i, s in enumerate(order)}
    lines = [HEADER]
    for s in order:
        head = s.op.name if s.op is not None else s.kind
        params = dict(s.params)
        if s.kind == "variable":
            params["name"] = s.name
        elif s.kind == "grad":
            params["position"] = s.position
        given = ", ".join(f"{k}={print_param(v)}" for k, v in params.items())
        args = ", ".join(names[id(i)] for i in s.inputs)
        lines.append(f"{names[id(s)]} = {s.kind} {head}({args})" + (f" {{{given}}}" if given else ""))
    lines.append("return " + ", ".join(names[id(s)] for s in symbols))
    return "\n".join(lines) + "\n"


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
    found: dict[str, Symbol] = {}

    def value() -> Symbol:
        name = parser.advance()
        if name not in found:
            parser.fail(f"{name!r} is not defined")
        return found[name]

    while not parser.accept("return"):
        name = parser.advance()
        if not re.fullmatch(r"%\d+", name) or name in found:
            parser.fail("expected a new name")
        parser.expect("=")
        kind, head = parser.advance(), parser.advance()
        parser.expect("(")
        inputs: list[Symbol] = []
        while not parser.accept(")"):
            inputs.append(value())
            parser.accept(",")
        params = parser.params()
        found[name] = _symbol(parser, kind, head, inputs, params)
    outputs: list[Symbol] = []
    while parser.kind != "end":
        outputs.append(value())
        parser.accept(",")
    if not outputs:
        parser.fail("no outputs")
    return outputs


def _symbol(parser: Parser, kind: str, head: str, inputs: list[Symbol], params: dict[str, Any]) -> Symbol:
    if kind == "variable" and not inputs and isinstance(params.get("name"), str):
        return Symbol("variable", name=params["name"])
    if kind == "constant" and not inputs and "value" in params:
        return Symbol("constant", params=(("value", params["value"]),))
    if kind == "grad" and isinstance(params.get("position"), int) and 0 <= params["position"] < len(inputs) - 1:
        return Symbol("grad", inputs, position=params["position"])
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


_writer.append(save)
