"""The table of ONNX's ops: names, the versions that they begin with, what they give, and how Dusk's ops are written."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import ModuleType
from typing import Any

import numpy

from dusk import numpy as dusk_numpy
from dusk.errors import FormatError
from dusk.formats.onnx.nodes import Body, Node
from dusk.formats.onnx.tensors import dtype_of
from dusk.graph.op import Op
from dusk.record import Handle

Read = Callable[..., Any]


@dataclass(frozen=True, slots=True)
class Row:
    """One op of ONNX, from a version of its domain on.

    `read(call, *inputs)` gives the output, or a tuple of them; inputs are NumPy's arrays (what is known before anything
    runs), Dusk's, lists (sequences) or None (left out). Those at the places `known` are always NumPy's.
    """

    read: Read
    since: int
    known: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Form:
    """How an op of Dusk's is written, from a version of ONNX on: `write(writer, node, *names)`, with the names of its
    operands, gives the name of its output, or a tuple of several. `exact(node)`: whether it is read as the same node.
    """

    write: Callable[..., Any]
    since: int = 1
    exact: Callable[[Any], bool] = lambda node: True


ROWS: dict[tuple[str, str], list[Row]] = {}
"""By domain and name; the newest first."""
FORMS: dict[Op, Form] = {}


def writes(*ops: Op, since: int = 1, exact: Callable[[Any], bool] = lambda node: True) -> Callable[[Read], Read]:
    """Enter a function as how ops of Dusk's are written; `exact(node)`: whether it is read as the same node."""

    def enter(write: Read) -> Read:
        FORMS.update(dict.fromkeys(ops, Form(write, since, exact)))
        return write

    return enter


def row(name: str, since: int = 1, *, domain: str = "", known: Sequence[int] = ()) -> Callable[[Read], Read]:
    """Enter a function as what an op of ONNX gives."""

    def enter(read: Read) -> Read:
        rows = ROWS.setdefault((domain, name), [])
        rows.append(Row(read, since, tuple(known)))
        rows.sort(key=lambda r: -r.since)
        return read

    return enter


def written_as(name: str, op: Op) -> None:
    """Enter an op of Dusk's as one that is written as one of ONNX's, with its operands and nothing else."""

    @writes(op)
    def _(writer: Any, node: Any, *names: str) -> str:
        return writer.put(name, names)


def same(name: str, op: Op) -> None:
    """Enter an op that is one of Dusk's, read and written as it is."""

    @row(name)
    def _(call: Call, *inputs: Any) -> Any:
        return op(*inputs)

    written_as(name, op)


def find(node: Node, versions: Mapping[str, int]) -> Row:
    """The row of a node (FormatError: there is none)."""
    domain = "" if node.domain == "ai.onnx" else node.domain
    version = versions.get(domain)
    rows = ROWS.get((domain, node.op), [])
    if version is None:
        raise FormatError(f"node {node} is of the domain {domain!r}, of which the model names no version")
    for found in rows:
        if found.since <= version:
            return found
    shown = f"{domain}.{node.op}" if domain else node.op
    raise FormatError(f"node {node}: there is no row for {shown} of version {version}")


def numpy_of(values: Iterable[Any]) -> ModuleType:
    """NumPy where nothing is Dusk's, `dusk.numpy` else."""
    return dusk_numpy if any(isinstance(x, Handle) for x in values) else numpy


def _never(given: Mapping[str, Any], name: str) -> Any:
    raise ValueError("nothing is computed anew here")


class Call:
    """What a row knows of the call beside its inputs."""

    __slots__ = ("_attributes", "again", "node", "np", "run", "version")

    def __init__(
        self,
        node: Node,
        version: int,
        inputs: Sequence[Any],
        attributes: Mapping[str, Any],
        run: Callable[[Body, Sequence[Any]], list[Any]],
    ) -> None:
        self.node = node
        self.version = version
        self.np = numpy_of(inputs)
        self.run = run
        self._attributes = attributes
        self.again: Callable[[Mapping[str, Any], str], Any] = _never
        """A value of the graph that the node is in, computed once more with others in place of some."""

    def get(self, name: str, default: Any = None) -> Any:
        """An attribute."""
        return self._attributes.get(name, default)

    def must(self, name: str) -> Any:
        """An attribute that is needed (FormatError: it is not there)."""
        if name not in self._attributes:
            raise FormatError(f"node {self.node} has no attribute {name!r}")
        return self._attributes[name]

    def dtype(self, name: str, default: Any = None) -> Any:
        """The dtype that an attribute names by its number."""
        number = self._attributes.get(name, 0)
        return dtype_of(number) if number else default

    def wants(self, place: int) -> bool:
        """Whether the output at this place is asked for."""
        return place < len(self.node.outputs) and bool(self.node.outputs[place])


def known(x: Any) -> Any:
    """The value of an array, which is looked at."""
    return numpy.asarray(x) if isinstance(x, Handle) else x


def known_ints(x: Any) -> tuple[int, ...]:
    """Integers that say how an op is to work, as of shapes and axes."""
    return tuple(int(n) for n in numpy.asarray(known(x)).reshape(-1))


def known_number(x: Any, default: Any = None) -> Any:
    """The number in an array of one that is NumPy's; the default where there is no array."""
    return default if x is None else x.reshape(()).item()
