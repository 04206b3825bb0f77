"""Symbols in files: a readable text, written atomically, read without executing anything."""

from __future__ import annotations

import hashlib
import itertools
import json
import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from dusk.errors import FormatError
from dusk.files import read_text, write_atomically
from dusk.graph import op as ops
from dusk.graph.text import Parser, print_param
from dusk.later import Later
from dusk.symbol.expression import Body, Flow, Group, Symbol, topological
from dusk.symbol.outputs import Outputs
from dusk.symbol.walk import results_of

if TYPE_CHECKING:
    from dusk.symbol import layers

    mxnet: Any
else:
    layers, mxnet = Later("dusk.symbol.layers"), Later("dusk.formats.mxnet.symbol_json")

HEADER = "dusk symbol 1"
_MOST_BYTES = 1 << 30
_DEEPEST = 32  # bodies within bodies
_WORDS = ("given", "carries", "length", "reverse")


def text_of(symbols: Sequence[Symbol]) -> str:
    """The text of expressions."""
    return "\n".join([HEADER, *_lines(symbols, {}, itertools.count())]) + "\n"


def digest(symbols: Sequence[Symbol]) -> str:
    """A hash of their structure: of what is computed from what, without names and attributes."""
    text = "\n".join(_lines(symbols, {}, itertools.count(), bare=True))
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def to_json(given: Outputs) -> str:
    """MXNet's text of expressions."""
    return mxnet.dumps(given)


def _lines(
    symbols: Sequence[Symbol], names: dict[int, str], numbers: Iterator[int], indent: str = "", bare: bool = False
) -> Iterator[str]:
    """The lines of expressions of what has names, in which all else is given names of further numbers."""
    for s in topological(symbols, names.keys()):
        names[id(s)] = f"%{next(numbers)}"
        head = next((x.name for x in (s.op, s.flow, s.layer) if x is not None), s.kind)
        params = dict(s.params)
        if s.kind == "variable":
            params = {} if bare else {"name": s.name}
        elif s.layer is not None:  # what is as it is by itself need not be said
            params = {k: v for k, v in params.items() if v != s.layer.params[k].default}
        elif s.kind in ("grad", "part"):
            params["position"] = s.position
        elif s.flow is not None:
            params = {word: getattr(s.flow, word) for word in _WORDS}
        given = ", ".join(f"{k}={print_param(v)}" for k, v in params.items())
        own = "" if bare or not _is_named(s, head) else f" {json.dumps(s.name)}"
        line = f"{names[id(s)]} = {s.kind} {head}{own}({_named(s.inputs, names)})" + (f" {{{given}}}" if given else "")
        if s.attributes and s.kind != "part" and not bare:
            line += " [" + ", ".join(f"{json.dumps(k)}: {json.dumps(v)}" for k, v in sorted(s.attributes.items())) + "]"
        yield indent + line
        if s.flow is None:
            continue
        for body in s.flow.bodies:
            inner = {id(c): names[id(c)] for c in s.inputs[s.flow.given :]}
            inner |= {id(a): f"%{next(numbers)}" for a in body.arguments}
            yield indent + f"  ({_named(body.arguments, inner)}) {{"
            yield from _lines(body.outputs, inner, numbers, indent + "    ", bare)
            yield indent + "  }"
    yield indent + f"return {_named(symbols, names)}"


def _is_named(symbol: Symbol, head: str) -> bool:
    """Whether its name is told: a layer's arrays are called by it, other steps have mostly been given none."""
    return symbol.layer is not None or (symbol.op is not None and not re.fullmatch(rf"{head}\d+", symbol.name))


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
        label = json.loads(parser.advance()) if parser.kind == "string" else ""
        parser.expect("(")
        names: list[str] = []
        while not parser.accept(")"):
            names.append(_old(parser, found))
            parser.accept(",")
        params = parser.params()
        attributes = _attributes(parser)
        inputs = [found[n] for n in names]
        if kind == "flow":
            found[name] = _flow(parser, head, names, inputs, params)
        else:
            found[name] = _symbol(parser, kind, head, inputs, params, label)
            found[name].attributes = attributes
    outputs: list[Symbol] = []
    while parser.word != end and parser.kind != "end":
        outputs.append(found[_old(parser, found)])
        parser.accept(",")
    return outputs


def _attributes(parser: Parser) -> dict[str, str]:
    found: dict[str, str] = {}
    if parser.accept("["):
        while not parser.accept("]"):
            if parser.kind != "string":
                parser.fail("expected the name of an attribute")
            key = json.loads(parser.advance())
            parser.expect(":")
            if parser.kind != "string":
                parser.fail("expected the text of an attribute")
            found[key] = json.loads(parser.advance())
            parser.accept(",")
    return found


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


def _symbol(parser: Parser, kind: str, head: str, inputs: list[Symbol], params: dict[str, Any], label: str) -> Symbol:
    position = params.get("position")
    if kind == "variable" and not inputs and isinstance(params.get("name"), str):
        return Symbol("variable", name=params["name"])
    if kind == "constant" and not inputs and "value" in params:
        return Symbol("constant", params=(("value", params["value"]),))
    if kind == "grad" and isinstance(position, int) and 0 <= position < len(inputs) - 1:
        return Symbol("grad", inputs, position=position)
    n = results_of(inputs[0]) if len(inputs) == 1 and (inputs[0].flow or inputs[0].layer) else 0
    if kind == "part" and isinstance(position, int) and 0 <= position < n:
        return Symbol("part", inputs, position=position, name=inputs[0].name)
    if kind == "op" and head in ops.REGISTRY:
        return Symbol("op", inputs, ops.get(head), tuple(params.items()), label)
    if kind == "layer" and head in layers.LAYERS:
        layer = layers.LAYERS[head]
        settings = layer.settings(params)
        if len(inputs) != len(layer.inputs_of(settings, len(inputs))) + len(layer.aux):
            parser.fail(f"{head} of {len(inputs)} inputs")
        return Symbol("layer", inputs, layer=layer, params=tuple(settings.items()), name=label or head.lower())
    return parser.fail(f"unknown {kind} {head!r}")


def save(symbols: Outputs | Sequence[Symbol], path: Any) -> None:
    """Write expressions to a file, whole or not at all; as MXNet does where its name ends in `.json`."""
    many = symbols.symbols if isinstance(symbols, Outputs) else list(symbols)
    text = to_json(Group(many)) if str(path).endswith(".json") else text_of(many)
    write_atomically(path, [text.encode()])


def load(path: Any) -> Any:
    """The symbol (or a Group of several) of a file of ours, or of MXNet's JSON. FormatError: damaged, hostile or of
    another version."""
    text = read_text(path, _MOST_BYTES, "a symbol file")
    if text.lstrip()[:1] == "{":
        return mxnet.loads(text, str(path))
    found = parse(text)
    return found[0] if len(found) == 1 else Group(found)
