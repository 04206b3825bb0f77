"""cxxnet's settings files (`.conf`): tokens, then the net, the sections of data and the settings of all.

A file is a row of `name = value`, each within one line; values may stand in quotes. What comes between `netconfig =
start` and the first layer is for all layers, what comes after a layer for that one; from `data`, `eval` or `pred` on to
`iter = end` settings are those of an iterator. Later ones go before earlier ones.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from dusk.errors import FormatError
from dusk.files import read_text, write_atomically

_MOST_BYTES = 1 << 24
_MOST_LAYERS = 5_000
_TOKEN = re.compile(
    r"""(?P<space>[ \t]+|\#[^\n\r]*)|(?P<end>[\n\r]+)|(?P<is>=)
    |"(?P<quoted>(?:[^"\\\n\r]|\\[^\n\r])*)"|'(?P<lines>(?:[^'\\]|\\.)*)'
    |(?P<word>[^\s="'\#][^\s=#"']*)""",
    re.VERBOSE | re.DOTALL,
)
_NEXT = re.compile(r"layer\[\+(\d+)(?::([^\]]+))?\]")
_ARROW = re.compile(r"layer\[([^\]>]+)->([^\]>]+)\]")
_SHARE = re.compile(r"share\[([^\]]+)\]")


class Entry(NamedTuple):
    """A setting, and the line it is in (0: it was not in the file)."""

    name: str
    value: str
    line: int = 0


@dataclass
class Layer:
    """A layer of the net: its type and name, the numbers of the nodes it reads and makes, its own settings.

    `shared` is the number of the layer whose weights it uses, of type "share".
    """

    type: str
    name: str
    inputs: list[int]
    outputs: list[int]
    line: int
    shared: int | None = None
    entries: list[Entry] = field(default_factory=list["Entry"])


@dataclass
class Section:
    """An iterator: for what (`data`, `eval` or `pred`), under which name, and its settings in order."""

    kind: str
    name: str
    line: int
    entries: list[Entry] = field(default_factory=list["Entry"])


@dataclass
class Conf:
    """A settings file: all of it in `entries`; and what they mean.

    `nodes` are the names of nodes, the first being the input; `layers` the net; `sections` the iterators; `globals`
    all other settings.
    """

    path: str
    entries: list[Entry]
    nodes: list[str] = field(default_factory=lambda: ["in"])
    layers: list[Layer] = field(default_factory=list["Layer"])
    sections: list[Section] = field(default_factory=list["Section"])
    globals: list[Entry] = field(default_factory=list["Entry"])

    def bad(self, what: str, line: int) -> FormatError:
        """An error in a line."""
        return FormatError(f"{self.path}, line {line}: {what}" if line else f"{self.path}: {what}")

    def last(self, name: str) -> Entry | None:
        """The last of the settings of a name that are for all."""
        return next((e for e in reversed(self.globals) if e.name == name), None)

    def whole(self, name: str, default: int, least: int = 0) -> int:
        """A setting for all that is a whole number. FormatError: it is none, or too small."""
        entry = self.last(name)
        if entry is None:
            return default
        if not re.fullmatch(r"\d{1,9}", entry.value) or int(entry.value) < least:
            raise self.bad(f"{name} is a whole number from {least} on, not {entry.value[:40]}", entry.line)
        return int(entry.value)

    def setting(self, name: str, default: str = "") -> str:
        """The value of a setting for all."""
        entry = self.last(name)
        return default if entry is None else entry.value


def read_conf(path: Any, settings: Mapping[str, str] | None = None) -> Conf:
    """The settings of a file, followed by those given, which go before them.

    FormatError: it is none, with the line and what is wrong in it. OSError: it cannot be read.
    """
    return parse_conf(read_text(path, _MOST_BYTES, "a settings file"), settings, str(path))


def parse_conf(text: str, settings: Mapping[str, str] | None = None, path: str = "the settings") -> Conf:
    """The settings in a text, as `read_conf` gives those of a file.

    >>> net = parse_conf("netconfig = start\\nlayer[+1] = fullc:fc1\\n nhidden = 10\\nnetconfig = end\\neta = 0.1")
    >>> net.layers[0].name, net.layers[0].entries[0].value, net.setting("eta")
    ('fc1', '10', '0.1')
    """
    conf = Conf(path, [])
    conf.entries = [*_entries(conf, text), *(Entry(k, v) for k, v in (settings or {}).items())]
    _arrange(conf)
    return conf


def write_conf(conf: Conf, path: Any) -> None:
    """Write settings to a file, one a line; reading it gives the same ones."""
    write_atomically(path, [text_of(conf.entries).encode()])


def text_of(entries: Iterable[Entry]) -> str:
    """The text of settings."""
    lines: list[str] = []
    inside = ""
    for name, value, _ in entries:
        if (name, value) in (("netconfig", "end"), ("iter", "end")):
            inside = ""
        indent = "" if name.startswith("layer[") else inside
        lines.append(f"{indent}{_quoted(name)} = {_quoted(value)}\n")
        if (name, value) == ("netconfig", "start") or name in ("data", "eval", "pred"):
            inside = "  "
    return "".join(lines)


def _quoted(token: str) -> str:
    found = _TOKEN.fullmatch(token)
    if found and found.lastgroup == "word":
        return token
    mark = "'" if "\n" in token or "\r" in token else '"'
    return mark + re.sub(r"[\\" + mark + "]", r"\\\g<0>", token) + mark


def _tokens(conf: Conf, text: str) -> Iterator[tuple[str, str, int]]:
    """(kind, text, line) of what stands in a text; of ends of lines only those after something."""
    at, line = 0, 1
    while at < len(text):
        found = _TOKEN.match(text, at)
        if found is None:
            mark = text[at]
            raise conf.bad("a quote that is not closed" if mark in "\"'" else f"what is {text[at : at + 10]!r}?", line)
        kind = str(found.lastgroup)
        token = found.group()
        if kind in ("quoted", "lines"):
            yield "word", re.sub(r"\\(.)", r"\1", found.group(kind), flags=re.DOTALL), line
        elif kind != "space":
            yield kind, token, line
        line += token.count("\n") or token.count("\r")
        at = found.end()
    yield "end", "", line


def _entries(conf: Conf, text: str) -> Iterator[Entry]:
    """The settings in a text, each of a word, a sign and a word in one line."""
    held: list[str] = []
    for kind, token, line in _tokens(conf, text):
        due = ("word", "is", "word")[len(held)]
        if kind == due:
            held.append(token)
            if len(held) == 3:
                if held[1:] != ["=", "default"]:
                    yield Entry(held[0], held[2], line)
                held = []
        elif kind != "end" or held:
            met = "the line ends" if kind == "end" else f"{token!r} stands"
            after = f" after {' '.join(held)}" if held else ""
            due = "=" if due == "is" else "a name or a value"
            raise conf.bad(f"{met} where {due} is due{after}: settings are written name = value", line)


def _arrange(conf: Conf) -> None:
    """Tell apart the net, the sections, and what is for all."""
    numbers = {"in": 0, "0": 0}
    top: int | None = 0
    named: dict[str, int] = {}
    in_layer = False
    net = 0  # the line it began in
    section: Section | None = None
    for entry in conf.entries:
        name, value, line = entry
        if name in ("data", "eval", "pred"):
            if section is not None:
                raise conf.bad(
                    f"{name} begins within {section.kind} of line {section.line}: iter = end is missing", line
                )
            section = Section(name, value, line)
        elif (name, value) == ("iter", "end"):
            if section is None:
                raise conf.bad("iter = end ends nothing: data, eval or pred begins an iterator", line)
            conf.sections.append(section)
            section = None
        elif section is not None:
            section.entries.append(entry)
        elif name == "netconfig":
            if value not in ("start", "end"):
                raise conf.bad(f"netconfig is start or end, not {value}", line)
            net, in_layer = line if value == "start" else 0, False
        elif name.startswith("layer["):
            if not net:
                raise conf.bad(f"{name} stands outside of the net: netconfig = start begins it", line)
            if len(conf.layers) == _MOST_LAYERS:
                raise conf.bad(f"the net has more than {_MOST_LAYERS} layers", line)
            layer = _layer(conf, entry, numbers, top, named)
            conf.layers.append(layer)
            top = layer.outputs[0] if len(layer.outputs) == 1 else None
            in_layer = True
        elif in_layer:
            if conf.layers[-1].shared is not None:
                raise conf.bad(f"{name} is set of a layer that shares: set it of the layer it shares with", line)
            conf.layers[-1].entries.append(entry)
        elif name == "iter":
            raise conf.bad(f"iter = {value} is for nothing: data, eval or pred begins an iterator", line)
        else:
            conf.globals.append(entry)
    if section is not None:
        raise conf.bad(f"{section.kind} = {section.name} has no iter = end", section.line)
    if net:
        raise conf.bad("netconfig = start has no netconfig = end", net)


def _layer(conf: Conf, entry: Entry, numbers: dict[str, int], top: int | None, named: dict[str, int]) -> Layer:
    """A layer of a line such as `layer[a,b->c] = conv:cv1` or `layer[+1:d] = relu`."""

    def node(name: str, made: bool) -> int:
        if name not in numbers:
            if not made:
                raise conf.bad(f"{entry.name} reads the node {name}, which no layer before it makes", entry.line)
            numbers[name] = len(conf.nodes)
            conf.nodes.append(name)
        return numbers[name]

    following, arrow = _NEXT.fullmatch(entry.name), _ARROW.fullmatch(entry.name)
    if following:
        if top is None:
            raise conf.bad(f"{entry.name} goes on from a layer of several outputs: write [from->to]", entry.line)
        step, name = following.groups()
        if step not in ("0", "1"):
            raise conf.bad(f"{entry.name}: a layer goes on by +1, or in place by +0", entry.line)
        inputs = [top]
        outputs = [node(name, True) if name else top if step == "0" else node(f"!node-after-{top}", True)]
    elif arrow:
        inputs = [node(n, False) for n in _names(conf, arrow[1], entry)]
        outputs = [node(n, True) for n in _names(conf, arrow[2], entry)]
    else:
        raise conf.bad(f"{entry.name} is no layer: write layer[from->to], layer[+1] or layer[+1:name]", entry.line)
    kind, _, name = entry.value.partition(":")
    shared = None
    if kind.startswith("share"):
        found = _SHARE.fullmatch(kind)
        if not found or found[1] not in named:
            raise conf.bad(f"{kind} shares with no layer before it: write share[its name]", entry.line)
        kind, name, shared = "share", "", named[found[1]]
    elif name:
        if name in named:
            before = conf.layers[named[name]].line
            raise conf.bad(f"two layers are named {name}, the other one in line {before}", entry.line)
        named[name] = len(conf.layers)
    return Layer(kind, name, inputs, outputs, entry.line, shared)


def _names(conf: Conf, text: str, entry: Entry) -> Sequence[str]:
    names = [name.strip() for name in text.split(",")]
    if not all(names):
        raise conf.bad(f"{entry.name}: a node has no name", entry.line)
    return names
