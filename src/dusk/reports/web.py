"""What a drawing of a graph shows, whoever draws it: boxes and arrows, of values and ops alike if asked for.

In the bipartite view values (`blobs`) are boxes too, and every box has a counter: of how much that it waits for. An op
may start when its counter has come to 0, and that is the only rule of an execution in the order of data.
"""

from __future__ import annotations

import linecache
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from dusk.graph import CONSTANT, Graph, Literal, Node, Value
from dusk.graph.provenance import Origin, describe
from dusk.graph.text import print_param, value_names

WIDEST = 44  # characters of a line in a box; the rest is in its tip
SHOWN = 8  # numbers of a constant
_CONTROLS = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ud800-\udfff\ufffe\uffff]")


@dataclass(frozen=True, slots=True)
class Box:
    """One node of a drawing: `kind` is "input", "constant", "op", "blob" or "output"; the first of `lines` is its head.

    `waits` is its counter: how many arrows must have come before it fires. `tip` is all that is known of it.
    """

    kind: str
    lines: tuple[str, ...]
    tip: str
    waits: int = 0


@dataclass(slots=True)
class Web:
    """Boxes, arrows between them by their positions (with what goes along), and the webs of graphs within nodes."""

    title: str
    boxes: list[Box] = field(default_factory=list[Box])
    arrows: list[tuple[int, int, str]] = field(default_factory=list[tuple[int, int, str]])
    inner: list[Web] = field(default_factory=list["Web"])

    def add(self, kind: str, lines: tuple[str, ...], tip: str, waits: int = 0) -> int:
        """A further box; its position."""
        shown = tuple(line if len(line) <= WIDEST else line[: WIDEST - 1] + "…" for line in map(plain, lines))
        self.boxes.append(Box(kind, shown, plain(tip), waits))
        return len(self.boxes) - 1

    def waves(self) -> Iterator[list[int]]:
        """Which boxes fire together, counters alone deciding: those at 0, then those that come to 0 by that."""
        left = [box.waits for box in self.boxes]
        after: dict[int, list[int]] = {}
        for source, target, _ in self.arrows:
            after.setdefault(source, []).append(target)
        wave: list[int] = [i for i, waits in enumerate(left) if not waits]
        while wave:
            yield wave
            fired, wave = wave, list[int]()
            for source in fired:
                for target in after.get(source, ()):
                    left[target] -= 1
                    if not left[target]:
                        wave.append(target)


def plain(text: str) -> str:
    """A text without what no document may hold."""
    return _CONTROLS.sub("\ufffd", text)


def web_of(graph: Graph, bipartite: bool = False, title: str = "graph") -> Web:
    """A graph as boxes and arrows."""
    web, names = Web(title), value_names(graph)
    at: dict[Value, int] = {}  # the box that a value comes from
    for value in graph.inputs:
        kind = "blob" if bipartite else "input"
        lines = (names[value], str(value.type)) if kind == "input" else (names[value], str(value.type), "waits for 0")
        at[value] = web.add(kind, lines, f"{names[value]}: {value.type}, an input")
    for node in graph.nodes:
        here = _op(web, node, names, bipartite)
        for value in node.inputs:
            web.arrows.append((at[value], here, "" if bipartite else names[value]))
        for value in node.outputs:
            at[value] = here
            if bipartite:
                lines = (names[value], str(value.type), "waits for 1")
                at[value] = web.add("blob", lines, f"{names[value]}: {value.type}, of {node.op.name}", 1)
                web.arrows.append((here, at[value], ""))
        inner = [(name, value) for name, value in node.params if isinstance(value, Graph)]
        of = f"of {names[node.out]} = {node.op.name}" if node.types else f"of {node.op.name}"
        web.inner += [web_of(value, bipartite, f"{name} {of}") for name, value in inner]
    for i, value in enumerate(graph.outputs):
        here = web.add("output", (f"output {i}", str(value.type)), f"output {i}: {names[value]}: {value.type}", 1)
        web.arrows.append((at[value], here, "" if bipartite else names[value]))
    return web


def _op(web: Web, node: Node, names: dict[Value, str], bipartite: bool) -> int:
    """The box of a node."""
    words = [f"{k}={_param(v)}" for k, v in node.params]
    made = ", ".join(f"{names[v]}: {v.type}" for v in node.outputs)
    head = f"{names[node.out]} = {node.op.name}" if node.types else node.op.name
    constant = node.op is CONSTANT
    lines = [head, *(str(kind) for kind in node.types[:2]), *words]
    if len(node.types) > 2:
        lines[3:3] = [f"and {len(node.types) - 2} more"]
    lines += [describe(node.origin)] if node.origin else []
    lines += [f"waits for {len(node.inputs)}"] if bipartite else []
    given = ", ".join(names[v] for v in node.inputs)
    tip = "\n".join([f"{made} = {node.op.name}({given})", *words, *told(node.origin)])
    return web.add("constant" if constant else "op", tuple(lines), tip, len(node.inputs))


def _param(value: Any) -> str:
    if isinstance(value, Graph):
        return "a graph"
    if isinstance(value, Literal):
        array = value.array()
        return str(array.tolist()) if array.size <= SHOWN else f"{array.size} numbers"
    return print_param(value)


def told(origin: Origin) -> list[str]:
    """The user's lines, with what stands there."""
    return [f"{describe((at,))}  {source_line(*at)}".rstrip() for at in origin]


def source_line(file: str, number: int) -> str:
    """What stands on a line of a program. A graph from a file may name any place: only programs are looked into."""
    if "\x00" in file or not (file.endswith(".py") or file in linecache.cache):
        return ""
    return linecache.getline(file, number).strip()
