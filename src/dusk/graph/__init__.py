"""The intermediate representation: types, ops, nodes, graphs. Knows no op by name."""

from dusk.graph.graph import Graph, evaluate, ordered, rebuild, splice, trace, verify
from dusk.graph.node import (
    CONSTANT,
    PLACEHOLDER,
    Literal,
    Node,
    Value,
    apply,
    constant,
    literal_of,
    placeholder,
    topological,
)
from dusk.graph.op import Op, define, expand, get
from dusk.graph.provenance import building
from dusk.graph.text import parse
from dusk.graph.types import TOKEN, Dim, TensorType

__all__ = [
    "CONSTANT",
    "PLACEHOLDER",
    "TOKEN",
    "Dim",
    "Graph",
    "Literal",
    "Node",
    "Op",
    "TensorType",
    "Value",
    "apply",
    "building",
    "constant",
    "define",
    "evaluate",
    "expand",
    "get",
    "literal_of",
    "ordered",
    "parse",
    "placeholder",
    "rebuild",
    "splice",
    "topological",
    "trace",
    "verify",
]
