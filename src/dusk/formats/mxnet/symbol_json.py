"""MXNet's JSON of symbols: all dialects are read (0.8 and before with `param`, 0.9 to 0.12 with `attr`, 1.x with
`attrs`), and one of three is written.

A file is a list of nodes, each of which reads outputs of earlier ones; `op` "null" is a variable. Attributes that are
no parameters (multipliers of learning rates, device groups) are told from these by their names, as MXNet does.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any, Literal, NoReturn, cast

from dusk.errors import FormatError
from dusk.formats.mxnet import ops
from dusk.graph.provenance import describe
from dusk.symbol.expression import Group, Symbol, topological
from dusk.symbol.layer import LAYERS
from dusk.symbol.outputs import Outputs
from dusk.symbol.walk import results_of
from dusk.symbol.walk import written as written_by

Dialect = Literal["0.8", "0.9", "1.x"]

MOST_BYTES = 1 << 25
_HIDDEN = ("ctx_group", "lr_mult", "wd_mult", "force_mirroring", "mirror_stage")
"""Attributes that old files have among or beside parameters; new ones have them between underlines."""
_OLDEST, _STATES_WRITTEN, _AXIS_OPTIONAL = 800, 900, 905
_VERSIONS = {"0.8": 800, "0.9": 1200, "1.x": 10900}


def loads(text: str, path: str = "the text") -> Symbol | Group:
    """The symbol of a text of any dialect, a Group where it has several outputs.

    FormatError: it is damaged, names an op that is not known or has no code here, or says what does not fit; with the
    node.

    >>> net = loads('{"nodes": [{"op": "null", "name": "x", "inputs": []}, {"op": "_plus_scalar", "name": "y", '
    ...             '"attrs": {"scalar": "2"}, "inputs": [[0, 0, 0]]}], "arg_nodes": [0], "heads": [[1, 0, 0]]}')
    >>> net.list_arguments(), net.list_outputs()
    (['x'], ['y_output'])
    """
    if len(text) > MOST_BYTES:
        raise FormatError(f"{path} has {len(text)} characters: more than MXNet's JSON of a symbol may have")
    try:
        found: object = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise FormatError(f"{path} is not JSON: {error}") from None
    return _Reader(path, found).symbol()


def dumps(outputs: Outputs, dialect: Dialect = "1.x") -> str:
    """MXNet's text of a symbol, in the form of one of its versions.

    ValueError: it holds what MXNet has no op for (a gradient, a loop, an array as a constant), with the line.
    """
    if dialect not in _VERSIONS:
        raise ValueError(f"dialect is {', '.join(_VERSIONS)}, not {dialect!r}")
    return json.dumps(_written(outputs.symbols, dialect), indent=2)


class _Reader:
    """The nodes of a file, made into symbols one after the other."""

    def __init__(self, path: str, found: object) -> None:
        self.path, self.at = path, -1
        self.nodes: list[object] = []
        root = self.mapping(found, "the file")
        self.nodes = self.sequence(root.get("nodes"), "nodes")
        self.heads = self.sequence(root.get("heads"), "heads")
        self.made: list[list[Symbol]] = []
        self.version = self.version_of(root.get("attrs"))

    def fail(self, what: str) -> NoReturn:
        """FormatError, with the node under way."""
        name = ""
        if 0 <= self.at < len(self.nodes):
            node = self.nodes[self.at]
            called = cast("dict[str, object]", node).get("name") if isinstance(node, dict) else None
            name = f", node {self.at}" + (f" ({str(called)[:60]!r})" if called is not None else "")
        raise FormatError(f"{self.path}{name}: {what}")

    def mapping(self, value: object, what: str) -> dict[str, object]:
        if not isinstance(value, dict):
            self.fail(f"{what} is no object but {_shown(value)}")
        return cast("dict[str, object]", value)

    def sequence(self, value: object, what: str) -> list[object]:
        if not isinstance(value, list):
            self.fail(f"{what} is no list but {_shown(value)}")
        return cast("list[object]", value)

    def version_of(self, attrs: object) -> int:
        pair = cast("dict[str, object]", attrs).get("mxnet_version") if isinstance(attrs, dict) else None
        if pair is None:
            return _OLDEST
        given = cast("list[object]", pair)[-1:] if isinstance(pair, list) else [pair]
        return given[0] if given and type(given[0]) is int else self.fail(f"mxnet_version is {_shown(given)}")

    def symbol(self) -> Symbol | Group:
        for at, node in enumerate(self.nodes):
            self.at = at
            self.made.append(self.node(self.mapping(node, "a node")))
        self.at = -1
        if not self.heads:
            self.fail("it has no heads, so no output")
        outputs = [self.entry(head, "a head") for head in self.heads]
        return outputs[0] if len(outputs) == 1 else Group(outputs)

    def entry(self, given: object, what: str) -> Symbol:
        """The output of an earlier node that [node, output] or [node, output, version] names."""
        pair = self.sequence(given, what)
        if len(pair) not in (2, 3) or any(type(n) is not int for n in pair):
            self.fail(f"{what} is a node and its output, two or three numbers, not {_shown(pair)}")
        node, output = cast("list[int]", pair)[:2]
        if not 0 <= node < len(self.made):
            late = "which does not come before it" if 0 <= node < len(self.nodes) else f"of {len(self.nodes)}"
            self.fail(f"{what} is an output of node {node}, {late}")
        if not 0 <= output < len(self.made[node]):
            self.fail(f"{what} is output {output} of node {node}, which has {len(self.made[node])}")
        return self.made[node][output]

    def node(self, node: dict[str, object]) -> list[Symbol]:
        kind, name = node.get("op"), node.get("name")
        if not isinstance(kind, str) or not isinstance(name, str):
            self.fail("a node has an op and a name, two texts")
        inputs = [self.entry(given, "an input") for given in self.sequence(node.get("inputs", []), "inputs")]
        params, hidden = self.attributes(node, kind)
        if kind == "null":
            if inputs:
                self.fail("a variable reads nothing")
            return [Symbol("variable", name=name, attributes=hidden)]
        if kind in ops.REFUSED or node.get("subgraphs"):
            self.fail(f"{kind}: {ops.REFUSED.get(kind, 'graphs within graphs are not read')}")
        try:
            made = ops.made(kind, inputs, params, name, hidden)
            if made is not None:
                return [made]
            if kind in ops.LAYER_OF:
                return self.layer(kind, inputs, params, name, hidden)
        except (TypeError, ValueError, OverflowError) as error:
            self.fail(f"{kind}: {error}")
        self.fail(f"MXNet's {kind[:60]} is not known here")

    def layer(
        self, kind: str, inputs: list[Symbol], params: dict[str, str], name: str, hidden: dict[str, str]
    ) -> list[Symbol]:
        layer = LAYERS[ops.LAYER_OF[kind]]
        if self.version < _AXIS_OPTIONAL and kind in ("argmax", "argmin") and params.get("axis") == "-1":
            del params["axis"]
        settings = ops.settings_of(layer, params)
        names = (*layer.inputs_of(settings, len(inputs)), *layer.aux)
        if len(inputs) < len(names) and self.version < _STATES_WRITTEN:  # old files leave out states
            inputs += [Symbol("variable", name=f"{name}_{n}", attributes=dict(hidden)) for n in names[len(inputs) :]]
        if len(inputs) != len(names) or (layer.variadic and not inputs):
            self.fail(f"{kind} reads {', '.join(names) or 'at least one array'}, not {len(inputs)} array(s)")
        for key, mark in [(k, h) for k in hidden for h in _HIDDEN if k.endswith("_" + h)]:
            given = key[: -len(mark) - 1]  # weight_lr_mult of a layer is its weight's
            variable = inputs[names.index(given)] if given in names else None
            if variable is not None and variable.kind == "variable":
                variable.attributes = {**variable.attributes, f"__{mark}__": hidden.pop(key)}
        whole = Symbol("layer", inputs, layer=layer, params=tuple(settings.items()), name=name, attributes=hidden)
        n = results_of(whole)
        return [whole] if n == 1 else [Symbol("part", [whole], position=i, name=name) for i in range(n)]

    def attributes(self, node: dict[str, object], kind: str) -> tuple[dict[str, str], dict[str, str]]:
        """The parameters of a node, and what else is said of it."""
        params: dict[str, str] = {}
        hidden: dict[str, str] = {}
        old = "param" in node
        for word in ("param", "attr", "attrs"):
            for key, value in self.mapping(node.get(word) or {}, word).items():
                if not isinstance(value, str):
                    self.fail(f"{word} {key[:60]!r} is no text but {_shown(value)}")
                if key in _HIDDEN:
                    hidden[f"__{key}__"] = value
                elif kind == "null" or (old and word == "attr") or _is_hidden(key):
                    hidden[key] = value
                else:
                    params[key] = value
        if kind == "null":
            return {}, hidden
        return params, hidden


def _is_hidden(key: str) -> bool:
    return re.fullmatch("__.*__", key) is not None or key.endswith(tuple("_" + h for h in _HIDDEN))


def _shown(value: object) -> str:
    return json.dumps(value)[:60] if isinstance(value, str | int | float | bool | None) else type(value).__name__


def _written(outputs: Sequence[Symbol], dialect: Dialect) -> dict[str, Any]:
    nodes: list[dict[str, Any]] = []
    numbers: dict[int, int] = {}
    order = [s for s in topological(outputs) if s.kind not in ("part", "constant")]
    left_out = _states(order) if dialect == "0.8" else set[int]()
    for symbol in order:
        if id(symbol) in left_out:
            continue
        try:
            if symbol.kind == "variable":
                kind, params, inputs = "null", {}, list[Symbol]()
            elif symbol.kind in ("op", "layer"):
                kind, params, inputs = ops.written(symbol)
            else:
                raise ValueError(f"MXNet's JSON holds no {symbol.flow.name if symbol.flow else symbol.kind}")
            read = [_entry(s, numbers, dialect) for s in inputs if id(s) not in left_out]
        except ValueError as error:
            raise ValueError(f"{symbol.name}, written at {describe(symbol.origin)}: {error}") from None
        numbers[id(symbol)] = len(nodes)
        nodes.append(_node(kind, symbol.name, params, dict(symbol.attributes), read, dialect))
    made = [s for s in order if id(s) in numbers]
    variables = [numbers[id(s)] for s in made if s.kind == "variable"]
    root: dict[str, Any] = {"nodes": nodes, "arg_nodes": variables}
    if dialect == "1.x":
        rows = [0]
        for symbol in made:
            rows.append(rows[-1] + results_of(symbol))
        root["node_row_ptr"] = rows
    root["heads"] = [_entry(s, numbers, dialect) for s in outputs]
    if dialect != "0.8":
        root["attrs"] = {"mxnet_version": ["int", _VERSIONS[dialect]]}
    return root


def _states(order: Sequence[Symbol]) -> set[int]:
    """The variables of layers' states, which the oldest files do not hold."""
    found: set[int] = set()
    for symbol in order:
        for state, word in zip(written_by(symbol), symbol.layer.aux if symbol.layer else (), strict=False):
            if state.name != f"{symbol.name}_{word}":
                raise ValueError(
                    f"the oldest dialect names states itself, {symbol.name}_{word}: it has none {state.name}"
                )
            found.add(id(state))
    return found


def _entry(symbol: Symbol, numbers: Mapping[int, int], dialect: Dialect) -> list[int]:
    whole = symbol.inputs[0] if symbol.kind == "part" else symbol
    if whole.kind == "constant":
        raise ValueError("an array as a constant is not held by MXNet's JSON: make it a Variable, and keep its value "
                         "with the parameters")  # fmt: skip
    found = [numbers[id(whole)], symbol.position if symbol.kind == "part" else 0]
    return found if dialect == "0.8" else [*found, 0]


def _node(
    kind: str, name: str, params: dict[str, str], hidden: dict[str, str], inputs: list[list[int]], dialect: Dialect
) -> dict[str, Any]:
    if dialect == "0.8":
        plain = {key.strip("_") if key.strip("_") in _HIDDEN else key: value for key, value in hidden.items()}
        own = {k: v for k, v in params.items() if not _is_hidden(k)}
        plain |= {k: v for k, v in params.items() if _is_hidden(k)}
        made: dict[str, Any] = {"op": kind, "param": own, "name": name, "inputs": inputs, "backward_source_id": -1}
        return {**made, "attr": plain} if plain else made
    made = {"op": kind, "name": name, "inputs": inputs}
    both = {**params, **hidden}
    return {**made, "attrs" if dialect == "1.x" else "attr": both} if both else made
