"""Parameters matched by what is computed with them, and differences between two functions.

A state is known by its place in the graph: what it meets on the way from the arguments, and on the way to the results.
Names and the order of attributes do not matter. Places are told apart by colours, which are hashes of the colours
around (Weisfeiler and Leman 1968), refined until no more of them differ.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from dusk import ops
from dusk.formats.loaded import Loaded
from dusk.graph import Graph, Node, Value
from dusk.graph.node import PLACEHOLDER
from dusk.graph.text import print_param
from dusk.tracing.described import Description
from dusk.transform.laws import COMMUTATIVE

_ROUNDS = 64


@dataclass(slots=True)
class Matching:
    """Which states of a source those of a target are: `pairs`, by the target's names. `ambiguous` are names of targets
    and of sources between which nothing decides, `missing` those of the target that the source does not have, `unused`
    those of the source that the target does not have."""

    pairs: dict[str, str] = field(default_factory=dict[str, str])
    ambiguous: list[tuple[list[str], list[str]]] = field(default_factory=list[tuple[list[str], list[str]]])
    missing: list[str] = field(default_factory=list[str])
    unused: list[str] = field(default_factory=list[str])
    values: Mapping[str, Any] = field(default_factory=dict[str, Any], repr=False)
    targets: Mapping[str, Any] = field(default_factory=dict[str, Any], repr=False)

    def load(self, strict: bool = True, **chosen: str) -> None:
        """Write the source's values to the target; `chosen` (`**{target: source}`) decides what is ambiguous.

        ValueError, before anything is written: `strict`, and something is ambiguous or missing; or there are no such
        names.
        """
        for target, source in chosen.items():
            if target not in self.targets or source not in self.values:
                raise ValueError(f"{target}={source}: there are no such states")
        pairs = {**self.pairs, **chosen}
        left = [name for name in self.targets if name not in pairs]
        if strict and left:
            raise ValueError(f"nothing decides what these are: {', '.join(left)}\n{self}")
        for target, source in pairs.items():
            if np.shape(self.targets[target]) != np.shape(self.values[source]):
                raise ValueError(f"{target} has another shape than {source}")
        for target, source in pairs.items():
            self.targets[target][...] = self.values[source]

    def __str__(self) -> str:
        lines = [f"{target} is {source}" for target, source in self.pairs.items()]
        lines += [f"{', '.join(a)}: any of {', '.join(b)}" for a, b in self.ambiguous]
        lines += [f"{name}: nothing like it in the source" for name in self.missing]
        return "\n".join([*lines, *(f"not used: {name}" for name in self.unused)])


def match(source: Any, target: Any) -> Matching:
    """Match the states of two functions by what is computed with them, whatever they are called.

    Each is a compiled function that was called, or one that was loaded. What cannot be told apart, as two layers side
    by side are, is listed, not guessed. Where the functions differ, states are still matched that have the same way
    from the arguments, or the same way to the results.

    >>> import dusk.formats, dusk.numpy as np
    >>> a, b = np.ones((2, 3)), np.zeros(3)
    >>> old, new = dusk.compile(lambda x: x @ a + b), dusk.compile(lambda x: x @ kernel + bias)
    >>> kernel, bias = np.zeros((2, 3)), np.zeros(3)
    >>> _ = old(np.ones((1, 2))), new(np.ones((1, 2)))
    >>> matching = dusk.formats.match(old, new)
    >>> matching.pairs
    {'bias': 'b', 'kernel': 'a'}
    >>> matching.load()
    >>> new(np.ones((1, 2)))
    array([[2., 2., 2.]])
    """
    a, b = _Side.of(source), _Side.of(target)
    found = Matching(values=a.arrays, targets=b.arrays)
    left_a, left_b = set(a.arrays), set(b.arrays)
    for colours in (_around, _before, _after):
        groups_a, groups_b = _groups(a, colours(a), left_a), _groups(b, colours(b), left_b)
        for colour, targets in groups_b.items():
            sources = groups_a.get(colour, [])
            if len(targets) == len(sources) == 1:
                found.pairs[targets[0]] = sources[0]
            elif colours is _around and sources:
                found.ambiguous.append((targets, sources))
            else:
                continue
            left_a -= {*sources}
            left_b -= {*targets}
    found.missing = [name for name in b.arrays if name in left_b]
    found.unused = [name for name in a.arrays if name in left_a]
    found.pairs = {name: found.pairs[name] for name in sorted(found.pairs)}
    return found


@dataclass(slots=True)
class Difference:
    """How two functions differ: ops that only one of them has, by their names and how often; states by the names in
    both whose values differ, and by how much at most; and how their states match."""

    only_in_a: Counter[str]
    only_in_b: Counter[str]
    changed: dict[str, float]
    matching: Matching

    def __bool__(self) -> bool:
        found = self.matching
        renamed = any(target != source for target, source in found.pairs.items())
        return bool(self.only_in_a or self.only_in_b or self.changed or found.missing or found.unused or renamed)

    def __str__(self) -> str:
        found = self.matching
        lines = [f"- {count} x {name}" for name, count in sorted(self.only_in_a.items())]
        lines += [f"+ {count} x {name}" for name, count in sorted(self.only_in_b.items())]
        lines += [f"{source} is called {target}" for target, source in found.pairs.items() if target != source]
        lines += [f"- state {name}" for name in found.unused] + [f"+ state {name}" for name in found.missing]
        lines += [f"{', '.join(b)}: any of {', '.join(a)}" for a, b in found.ambiguous]
        lines += [f"{name}: values differ by up to {most:.3g}" for name, most in self.changed.items()]
        return "\n".join(lines) or "no difference"


def diff(a: Any, b: Any) -> Difference:
    """How function b differs from a: in what is computed, in the names of states, and in their values."""
    first, second = _Side.of(a), _Side.of(b)
    before, after = _kinds(first), _kinds(second)
    matching = match(a, b)
    changed: dict[str, float] = {}
    for target, source in matching.pairs.items():
        x, y = np.asarray(matching.values[source]), np.asarray(matching.targets[target])
        if not np.array_equal(x, y, equal_nan=x.dtype.kind in "fc"):
            changed[target] = float(np.abs(x.astype(np.complex128) - y).max()) if x.size else 0.0
    return Difference(
        Counter({name: n for (name, _), n in (before - after).items()}),
        Counter({name: n for (name, _), n in (after - before).items()}),
        changed,
        matching,
    )


# --- colours
@dataclass(slots=True)
class _Side:
    """A function: its graph, the states' arrays by name, and what each input of the graph is: the number of an
    argument, or a state's name."""

    graph: Graph
    arrays: dict[str, Any]
    inputs: list[int | str]

    @staticmethod
    def of(function: Any) -> _Side:
        """Of a loaded function, or a compiled one, the signature that comes last."""
        if isinstance(function, Loaded):
            last = function.signatures[-1]
            names: list[str] = last.names
            arrays = {name: function.states[name] for name in names}
            return _Side(last.graph, arrays, [_which(at, last.n, names) for at in last.reads])
        if not hasattr(function, "described"):
            raise TypeError(f"functions are matched that were compiled, or loaded, not a {type(function).__name__}")
        told: Description = function.described()
        names = [state.name for state in told.states]
        cells = {state.name: state.cell for state in told.states}
        return _Side(told.graph, cells, [_which(at, len(told.arguments), names) for at in told.reads])


def _which(at: int, n: int, names: Sequence[str]) -> int | str:
    return at if at < n else names[at - n]


Colours = dict[Value, bytes]


def _hash(*parts: Any) -> bytes:
    return hashlib.blake2b(repr(parts).encode(), digest_size=12).digest()


def _kind(node: Node) -> str:
    return f"{node.op.name} {print_param(node.params)}" if node.params else node.op.name


def _origin(value: Value) -> Value:
    """A value without the ops that only mark it."""
    while value.node.op is ops.variables:
        value = value.node.inputs[value.index]
    return value


def _nodes(graph: Graph) -> list[Node]:
    return [node for node in graph.nodes if node.op is not ops.variables]


def _place(node: Node, at: int) -> int:
    """Which operand one is; of an op that commutes no one comes first."""
    return 0 if node.op in COMMUTATIVE else at


def _read(node: Node, colours: Colours) -> list[bytes]:
    """The colours of operands."""
    read = [colours[_origin(value)] for value in node.inputs]
    return sorted(read) if node.op in COMMUTATIVE else read


def _leaves(side: _Side) -> Colours:
    """Inputs by their types, arguments by their numbers as well."""
    colours: Colours = {}
    for value, which in zip(side.graph.inputs, side.inputs, strict=True):
        colours[value] = _hash("state" if isinstance(which, str) else which, str(value.type))
    return colours


def _before(side: _Side) -> Colours:
    """Each value by the way from the arguments, states by what they meet there at once."""
    colours = _leaves(side)
    for node in _nodes(side.graph):
        read = _read(node, colours)
        for i, value in enumerate(node.outputs):
            colours[value] = _hash(_kind(node), i, str(value.type), read)
    return {**colours, **_by_readers(side, lambda reader: colours[reader.outputs[0]])}


def _after(side: _Side) -> Colours:
    """Each value by the way to the results."""
    colours: Colours = {}
    readers = _readers(side.graph)
    last: dict[Value, list[int]] = {}
    for i, value in enumerate(side.graph.outputs):
        last.setdefault(_origin(value), []).append(i)
    own: dict[Node, bytes] = {}
    for node in reversed(_nodes(side.graph)):
        given = [sorted((own[r], at) for r, at in readers.get(v, ())) for v in node.outputs]
        own[node] = _hash(_kind(node), given, [last.get(v, []) for v in node.outputs], list(map(str, node.types)))
    for value in side.graph.inputs:
        used = sorted((own[r], at) for r, at in readers.get(value, ()))
        colours[value] = _hash(str(value.type), used, last.get(value, []))
    return colours


def _around(side: _Side) -> Colours:
    """Each value by all that is around it."""
    after, readers = _after(side), _readers(side.graph)
    nodes = _nodes(side.graph)
    colours = {**_before(side)}
    colours.update({value: _hash(colours[value], after[value]) for value in side.graph.inputs})
    last: dict[Value, list[int]] = {}
    for i, value in enumerate(side.graph.outputs):
        last.setdefault(_origin(value), []).append(i)
    different = 0
    for _ in range(_ROUNDS):
        now: Colours = {}
        for value in (*side.graph.inputs, *(v for node in nodes for v in node.outputs)):
            read = [] if value.node.op is PLACEHOLDER else _read(value.node, colours)
            used = sorted((colours[r.outputs[0]], at) for r, at in readers.get(value, ()))
            now[value] = _hash(colours[value], read, used, last.get(value, []))
        colours = now
        count = len(set(now.values()))
        if count == different:
            break
        different = count
    return colours


def _readers(graph: Graph) -> dict[Value, list[tuple[Node, int]]]:
    """Who reads a value, and as which operand."""
    found: dict[Value, list[tuple[Node, int]]] = {}
    for node in _nodes(graph):
        for at, value in enumerate(node.inputs):
            found.setdefault(_origin(value), []).append((node, _place(node, at)))
    return found


def _by_readers(side: _Side, colour: Callable[[Node], bytes]) -> Colours:
    readers = _readers(side.graph)
    return {
        value: _hash(str(value.type), sorted((colour(r), at) for r, at in readers.get(value, ())))
        for value, which in zip(side.graph.inputs, side.inputs, strict=True)
        if isinstance(which, str)
    }


def _groups(side: _Side, colours: Colours, wanted: Iterable[str]) -> dict[bytes, list[str]]:
    """The names of states by their colours."""
    found: dict[bytes, list[str]] = {}
    kept = set(wanted)
    for value, which in zip(side.graph.inputs, side.inputs, strict=True):
        if isinstance(which, str) and which in kept:
            found.setdefault(colours[value], []).append(which)
    return found


def _kinds(side: _Side) -> Counter[tuple[str, bytes]]:
    """What is computed: ops with their parameters and types, as often as they are there."""
    return Counter((node.op.name, _hash(_kind(node), list(map(str, node.types)))) for node in _nodes(side.graph))
