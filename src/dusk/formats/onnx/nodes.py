"""A model as it is read: bodies of nodes, whose tensors are NumPy arrays."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

Versions = Mapping[str, int]
Key = tuple[str, str, str]
"""A function's domain, name and overload."""


@dataclass(frozen=True, slots=True)
class Reference:
    """An attribute of a function's node that is the function's own of this name."""

    name: str


@dataclass(frozen=True, slots=True)
class Node:
    """A call of an op: names of values (empty: none) and attributes, of which tensors are arrays and graphs bodies."""

    op: str
    inputs: tuple[str, ...]
    outputs: tuple[str, ...]
    attributes: Mapping[str, Any] = field(default_factory=dict[str, Any])
    domain: str = ""
    name: str = ""
    overload: str = ""

    def bodies(self) -> list[Body]:
        """The graphs among the attributes."""
        return [value for value in self.attributes.values() if isinstance(value, Body)]

    def reads(self) -> set[str]:
        """The values that are read, by the bodies in it too."""
        return {name for name in self.inputs if name}.union(*(body.reads() for body in self.bodies()))

    def __str__(self) -> str:
        return f"{self.op}{f' {self.name!r}' if self.name else ''} -> {', '.join(self.outputs)}"


@dataclass(frozen=True, slots=True)
class Body:
    """A graph: nodes in an order in which they can run. `dtypes` and `shapes` are those of inputs, where they are said;
    a size that is not is 0."""

    inputs: tuple[str, ...]
    outputs: tuple[str, ...]
    nodes: tuple[Node, ...]
    constants: Mapping[str, Any] = field(default_factory=dict[str, Any])
    name: str = ""
    dtypes: Mapping[str, Any] = field(default_factory=dict[str, Any])
    shapes: Mapping[str, tuple[int, ...]] = field(default_factory=dict[str, "tuple[int, ...]"])

    def reads(self) -> set[str]:
        """The values of graphs around this one that it reads."""
        own, read = {*self.inputs, *self.constants}, set[str]()
        for node in self.nodes:
            read |= node.reads() - own
            own.update(node.outputs)
        return read | ({*self.outputs} - own)

    def last_reads(self) -> list[tuple[str, ...]]:
        """For each node the values that nobody reads after it."""
        if any(node.op == "Gradient" for node in self.nodes):  # what it is of is computed once more
            return []
        later, found = {*self.outputs}, list[tuple[str, ...]]()
        for node in reversed(self.nodes):
            met = node.reads().union(filter(None, node.outputs))
            found.append(tuple(met - later))
            later |= met
        return found[::-1]


@dataclass(frozen=True, slots=True)
class Function:
    """An op that the file defines in nodes; `defaults` are attributes' values where a call gives none."""

    inputs: tuple[str, ...]
    outputs: tuple[str, ...]
    nodes: tuple[Node, ...]
    defaults: Mapping[str, Any]
    attributes: tuple[str, ...]
    versions: Versions


@dataclass(frozen=True, slots=True)
class Contents:
    """What a file holds: the graph, the functions it defines, and the version of each domain's ops."""

    body: Body
    functions: Mapping[Key, Function]
    versions: Versions
