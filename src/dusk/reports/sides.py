"""What every pass does to a graph: the text before and after, and the rules that fired, with the user's lines.

Values keep their names from pass to pass as far as the ops that make them stay, so that only what was changed differs.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Any

from dusk.graph import Graph, Node, Value
from dusk.graph.provenance import Origin, describe
from dusk.graph.text import print_node, print_param, value_names
from dusk.reports.plans import passes_of
from dusk.reports.subject import graph_of
from dusk.transform.pipeline import PIPELINE, checked

LONGEST = 2000  # lines of a graph beyond which values are not followed from pass to pass, which would take long


@dataclass(frozen=True, slots=True)
class Fired:
    """A rule that fired: its name, the op that it replaced, and the user's lines of that."""

    rule: str
    op: str
    origin: Origin

    def __str__(self) -> str:
        return f"{self.rule} at {self.op}, {describe(self.origin)}"


@dataclass(frozen=True, slots=True)
class PassView:
    """One pass: its number in the pipeline (from 1) and name, the lines of the graph before and after, rules in the
    order in which they fired, the graph after it."""

    number: int
    name: str
    before: tuple[str, ...]
    after: tuple[str, ...]
    fired: tuple[Fired, ...]
    graph: Graph

    @property
    def changed(self) -> bool:
        """Whether it did anything."""
        return self.before != self.after or bool(self.fired)

    def pairs(self) -> Iterator[tuple[str, str, str]]:
        """Lines side by side, each with what became of it: "same", "changed", "gone" (no line after), "new"."""
        matcher = SequenceMatcher(None, self.before, self.after, autojunk=False)
        for what, a0, a1, b0, b1 in matcher.get_opcodes():
            if what == "equal":
                yield from (("same", line, line) for line in self.before[a0:a1])
            else:
                yield from _paired(self.before[a0:a1], self.after[b0:b1])


def _paired(old: Sequence[str], new: Sequence[str]) -> Iterator[tuple[str, str, str]]:
    """Lines that differ: beside each other those that say what a value of one name is."""
    names = [[line.partition(":")[0] for line in lines] for lines in (old, new)]
    for what, a0, a1, b0, b1 in SequenceMatcher(None, *names, autojunk=False).get_opcodes():
        if what == "equal":
            yield from (("changed", a, b) for a, b in zip(old[a0:a1], new[b0:b1], strict=True))
        else:
            yield from (("gone", line, "") for line in old[a0:a1])
            yield from (("new", "", line) for line in new[b0:b1])


def passes(
    x: Any, *args: Any, math: str | None = None, include: Iterable[str] = (), exclude: Iterable[str] = ()
) -> list[PassView]:
    """Every pass of the pipeline over a graph, in order; `x` and `args` are as for `dusk.reports.dot`, the rest as for
    `dusk.compile` (not given: as a compiled function was).

    >>> import dusk.numpy as np
    >>> from dusk import reports
    >>> [str(rule) for p in reports.passes(lambda x: x ** 2, np.ones(3)) for rule in p.fired][-1]  # doctest: +ELLIPSIS
    'strength.power_two at power, ...'
    """
    asked: dict[str, Any] = {"math": math, "include": include, "exclude": exclude}
    return list(passes_over(graph_of(x, *args), **(asked if math or include or exclude else passes_of(x))))


def passes_over(
    graph: Graph, math: str | None = None, include: Iterable[str] = (), exclude: Iterable[str] = ()
) -> Iterator[PassView]:
    """The passes, one by one."""
    fired: list[Fired] = []

    def tell(rule: Any, node: Node, _: Sequence[Value]) -> None:
        fired.append(Fired(rule.name, node.op.name, node.origin))

    options = checked(math, include, exclude).watched(tell)
    names = value_names(graph)
    fresh = sum(len(node.outputs) for node in graph.nodes)
    before = _lines(graph, names)
    for number, step in enumerate(PIPELINE, 1):
        if not options.allows(step.__name__):
            continue
        fired.clear()
        after = step(graph, options)
        if after is not graph:
            names, fresh = _followed(graph, after, names, fresh)
        lines = _lines(after, names)
        yield PassView(number, step.__name__, before, lines, tuple(fired), after)
        graph, before = after, lines


def _lines(graph: Graph, names: Mapping[Value, str]) -> tuple[str, ...]:
    lines = [f"{names[v]}: {v.type}" for v in graph.inputs]
    lines += [line for node in graph.nodes for line in print_node(node, names).splitlines()]
    return (*lines, f"return {', '.join(names[v] for v in graph.outputs)}")


def _followed(before: Graph, after: Graph, names: Mapping[Value, str], fresh: int) -> tuple[dict[Value, str], int]:
    """Names for the values of a graph: those of ops that are there as before, in the same order, and further ones."""
    found = {new: names[old] for old, new in zip(before.inputs, after.inputs, strict=True)}
    kept: dict[Node, Node] = {}
    if len(before.nodes) + len(after.nodes) <= LONGEST:
        keys = [[_key(node) for node in graph.nodes] for graph in (before, after)]
        for a, b, size in SequenceMatcher(None, *keys, autojunk=False).get_matching_blocks():
            kept.update(zip(after.nodes[b : b + size], before.nodes[a : a + size], strict=True))
    same, used = set(before.nodes), set(found.values())
    for node in sorted(after.nodes, key=lambda node: node not in same):  # what is the very same goes first
        old = node if node in same else kept.get(node)
        for value in node.outputs:
            name = "" if old is None else names[Value(old, value.index)]
            if not name or name in used:
                name, fresh = f"%{fresh}", fresh + 1
            found[value] = name
            used.add(name)
    return found, fresh


def _key(node: Node) -> tuple[Any, ...]:
    """What a node is, but for what it reads."""
    words = tuple((k, "a graph" if isinstance(v, Graph) else print_param(v)) for k, v in node.params)
    return node.op.name, node.types, words, node.origin
