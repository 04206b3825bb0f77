"""A graph with its values numbered in an order of execution: what the stages of the compiler work on."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from copy import copy
from functools import cached_property, lru_cache
from typing import Any, NamedTuple

import numpy as np

from dusk.compiler.added import CUT, FOLD, LONG, PACK, REDUCE, SHAPE, added
from dusk.compiler.complexes import in_floats
from dusk.compiler.index import Place, place, row_major, start_index, substitute
from dusk.compiler.padding import padding
from dusk.compiler.pieces import in_pieces
from dusk.compiler.rules import Template, computable, pure, templates
from dusk.compiler.written import written
from dusk.graph import CONSTANT, TOKEN, Graph, Literal, Node, Op, TensorType, Value, rebuild
from dusk.graph.op import Params
from dusk.graph.types import Shape, Size, at_sizes, product, typical
from dusk.kernel import expr
from dusk.kernel.contraction_pad import Padding
from dusk.ops.index import pad

MANY = 16  # of how many elements of a value one is of an operand that is read again for nothing
FEW = 4  # elements left of a reduction made in two steps, along whatever axes
SHORT = 16  # of an axis from which on its parts are its elements
WIDE, TALL, RUN, MOST_PARTS = 64, 1 << 18, 32, 128  # columns and elements of a sum over rows; rows of a run; runs
PARTS = (64, 80, 96, 50, 100, 40, 32, 48, 72, 20, 16, 25)


class Source(NamedTuple):
    """A value as strided memory of another one that is stored; or, with `padding`, of what that one is with zeros
    around it, which is not stored: `start` is where it begins in memory itself."""

    value: int
    place: Place
    padding: Padding | None = None
    start: int = 0


class _TypesAt:
    """Types with numbers for named sizes; each is worked out where somebody asks."""

    def __init__(self, types: Sequence[Any], sizes: Mapping[str, int]) -> None:
        self._types, self._sizes = types, sizes
        self._known: dict[Any, Any] = {}

    def __len__(self) -> int:
        return len(self._types)

    def __getitem__(self, v: int) -> Any:
        kind = self._types[v]
        found = self._known.get(kind)
        if found is None:
            found = self._known[kind] = at_sizes(kind, self._sizes)
        return found


class Flow:
    """Values are numbers: first the graph's inputs, then the outputs of every node, producers before users.

    `maker[v]` is the node of value v (-1: an input or constant), `first[n]` the first output of node n, `operands[n]`
    the values it reads. Constants are values without a node (`literals`). Every output of the graph is a value of its
    own, computed by a node. `donated` inputs may be overwritten.
    """

    def __init__(self, graph: Graph, donated: Collection[int] = ()) -> None:
        self.donated = frozenset(donated)
        graph = inlined(graph)
        self._outside = [v.type for v in graph.inputs], [v.type for v in graph.outputs]
        graph = own_outputs(written(divided(in_pieces(in_floats(graph))), self.donated))
        self.graph = graph
        self.nodes: list[Node] = []
        self.first: list[int] = []
        self.operands: list[tuple[int, ...]] = []
        self.types: Any = []
        self.maker: list[int] = []
        self.literals: dict[int, Literal] = {}
        self.rules: list[tuple[Template, ...] | None] = []
        self.inputs = range(len(graph.inputs))
        self.derived: set[int] = set()  # values the compiler added: always stored
        self._constants: dict[Literal, int] = {}
        numbers: dict[int, int] = {}
        for v in graph.inputs:
            numbers[id(v.node)] = len(self.types)
            self._add(v.type, -1)
        for node in graph.nodes:
            numbers[id(node)] = len(self.types)
            if node.op is CONSTANT:
                self.literals[len(self.types)] = node.params[0][1]
                self._add(node.types[0], -1)
                continue
            self.first.append(len(self.types))
            self.operands.append(tuple(numbers[id(v.node)] + v.index for v in node.inputs))
            for kind in node.types:
                self._add(kind, len(self.nodes))
            self.nodes.append(node)
        self.outputs = [numbers[id(v.node)] + v.index for v in graph.outputs]
        self.n_nodes = len(self.nodes)  # those of the graph; what follows the compiler adds
        self.last_use: dict[int, int] = {}
        for n, operands in enumerate(self.operands):
            for v in operands:
                self.last_use[v] = n
        for n, node in enumerate(self.nodes):
            self.rules.append(self._rule(n, node))
        self.procedures: dict[int, Any] = {}  # the work of nodes that are one native function each, or None
        self.pads = False  # whether products read padded images that are not in memory: all but those in `padded`
        self.padded: set[int] = set()
        self.general: Flow | None = None  # the one of named sizes that this one is made from
        self.sizes: Mapping[str, int] = {}

    def at(self, sizes: Mapping[str, int]) -> Flow:
        """This flow with numbers for its named sizes: its values have their types, its nodes are as they were."""
        made = copy(self)
        made.general, made.sizes = self, sizes
        made.types = _TypesAt(self.types, sizes)
        return made

    @property
    def input_types(self) -> list[Any]:
        """The types of inputs as callers know them: complex ones too."""
        return [at_sizes(kind, self.sizes) for kind in self._outside[0]]

    @property
    def output_types(self) -> list[Any]:
        """The types of outputs, likewise."""
        return [at_sizes(kind, self.sizes) for kind in self._outside[1]]

    def keywords(self, n: int) -> dict[str, Any]:
        """The parameters of a node, for its body."""
        return {k: at_sizes(v, self.sizes) for k, v in self.nodes[n].params}

    def _add(self, kind: Any, maker: int) -> None:
        self.types.append(kind)
        self.maker.append(maker)

    def _rule(self, n: int, node: Node) -> tuple[Template, ...] | None:
        if node.op.lower is None and node.op.contract is None and node.op.update is None:
            return None
        key = node.op, node.params, tuple(self.types[v] for v in self.operands[n]), node.types
        found = templates(*key)
        if found is None or found[0].kind != "update":
            return found
        base = self.maker[self.operands[n][0]]
        made = pure(*key) if base >= 0 and not self.operands[base] else None  # nothing is lost if it never exists
        return found if made is None else (made,)

    def lowers(self, n: int) -> bool:
        """Whether a node has a rule for kernels, and dtypes that they compute with."""
        op, kinds = self.nodes[n].op, [self.types[v] for v in (*self.operands[n], *self.made_by(n))]
        able = all(t is not TOKEN and computable(t.dtype) for t in kinds)
        return able and not (op.lower is None and op.contract is None and op.update is None)

    def in_place(self, n: int) -> bool:
        """Whether update n may well write into the memory of what it updates: it is the last to read it."""
        base = self.operands[n][0]
        if base in self.literals or base in self.outputs or self.last_use[base] != n:
            return False
        return base not in self.inputs or base in self.donated

    def wide(self, v: int, rule: Template) -> int:
        """How many of a value's operands have so many elements that reading them again is work."""
        if len(rule.reads) <= 1:
            return len(rule.reads)
        operands, size = self.operands[self.maker[v]], typical(self.size(v))
        return sum(MANY * self.held(operands[k]) > size for k, _ in rule.reads)

    def held(self, v: int) -> int:
        """How many elements a value is made from, if it only repeats them."""
        rule = self.rule(v)
        while rule is not None and rule.moves:
            v = self.operands[self.maker[v]][rule.reads[0][0]]
            rule = self.rule(v)
        return typical(self.size(v))

    def after_product(self) -> list[bool]:
        """For each value whether it is a contraction, or computed element by element from one of its size."""
        found = [False] * len(self.types)
        for v in range(len(self.types)):
            rule = self.rule(v)
            if rule is not None and rule.kind == "map":
                here = tuple(map(expr.axis, range(self.types[v].ndim)))
                operands = self.operands[self.maker[v]]
                found[v] = any(read == here and found[operands[k]] for k, read in rule.reads)
            else:
                found[v] = rule is not None and rule.kind == "contract"
        return found

    def literal(self, value: Any, dtype: Any) -> int:
        """A constant value of no dimensions."""
        return self.constant(Literal(np.asarray(value, dtype)))

    def constant(self, literal: Literal) -> int:
        """A constant value."""
        found = self._constants.get(literal)
        if found is None:
            found = self._constants[literal] = len(self.types)
            self.literals[found] = literal
            self._add(literal.type, -1)
        return found

    def derive(self, op: Op, operands: tuple[int, ...], params: Params, kind: TensorType, n: int) -> int:
        """A new value, computed from others by a node with the lines of node n."""
        self.first.append(len(self.types))
        self.derived.add(len(self.types))
        self._add(kind, len(self.nodes))
        self.operands.append(())
        self.rules.append(None)
        self.nodes.append(Node(op, (), params, (kind,), self.nodes[n].origin))
        self.change(len(self.nodes) - 1, op, operands, params)
        return len(self.types) - 1

    def change(self, n: int, op: Op, operands: tuple[int, ...], params: Params) -> None:
        """Let node n compute its value in another way."""
        node = self.nodes[n] = Node(op, (), params, self.nodes[n].types, self.nodes[n].origin)
        self.operands[n] = operands
        self.rules[n] = templates(op, params, tuple(self.types[v] for v in operands), node.types)

    def rule(self, v: int) -> Template | None:
        """The template of a value; None for inputs, constants and what a body computes."""
        n = self.maker[v]
        rules = self.rules[n] if n >= 0 else None
        return None if rules is None else rules[v - self.first[n]]

    def made_by(self, n: int) -> range:
        """The values node n gives."""
        return range(self.first[n], self.first[n] + len(self.nodes[n].types))

    def is_data(self, v: int) -> bool:
        """Whether a value is an array, not a token."""
        return self.types[v] is not TOKEN

    def size(self, v: int) -> Any:
        """The elements of a value."""
        return self.types[v].size

    def nbytes(self, v: int) -> Any:
        """The bytes of a value; a token has none."""
        kind = self.types[v]
        return 0 if kind is TOKEN else kind.nbytes

    def source(self, v: int, narrow: bool = False) -> Source:
        """The value that must be stored so that `v` is a strided view of its memory, as far up as views go.

        `narrow`: what is only converted to a wider dtype may be stored as it was before, once on the way.
        """
        if self.general is not None:
            value, (offset, strides, rest), *_ = self.general.source(v, narrow)
            offset, strides = at_sizes((offset, strides), self.sizes)
            return Source(value, Place(offset, strides, rest))
        shape = self.types[v].shape
        found, index = v, start_index(shape)
        where = as_stored(shape)
        while True:
            rule = self.rule(found)
            if rule is None or not (rule.moves or (narrow and rule.widens)) or found in self.derived:
                return Source(v, where)
            narrow = narrow and not rule.widens
            operand, read = rule.reads[0]
            found = self.operands[self.maker[found]][operand]
            index = substitute(read, dict(zip(map(expr.axis, range(len(index))), index, strict=True)), shape)
            tried = place(index, row_major(self.types[found].shape), shape)
            if not tried.rest:
                v, where = found, tried

    def operand(self, v: int) -> Source:
        """The source of a product's operand, which may be narrower, and padded where it is read."""
        found = self.source(v, narrow=True)
        image = self.image(found.value)
        numbers: list[Any] = [found.place.offset, *(step for _, step in found.place.strides)]
        if image is None or not all(isinstance(m, int) and m >= 0 for m in numbers):
            return found
        return image._replace(place=found.place, padding=image.padding and image.padding._replace(first=numbers[0]))

    def image(self, v: int) -> Source | None:
        """What is inside of an image with zeros around it, which needs not be in memory: only one product reads it."""
        n = self.maker[v]
        if not self.pads or n < 0 or self.nodes[n].op is not pad or v in self.padded or v in self.derived:
            return None
        dtype, words, (u,) = self.types[v].dtype, self.nodes[n].keywords, self.operands[n]
        if dtype.kind != "f" or dtype.itemsize < 4 or words.get("value", 0) != 0 or self.multiplied[v] > 1:
            return None
        inside = self.source(u)
        there = padding(self.types[v].shape, words["widths"], self.types[u].shape, inside.place)
        start: Any = inside.place.offset
        return None if there is None else inside._replace(padding=there, start=start)

    @cached_property
    def multiplied(self) -> Counter[int]:
        """How many products of the graph read a value: copying its lines twice costs more than having it in memory."""
        rules = zip(self.operands[: self.n_nodes], self.rules[: self.n_nodes], strict=True)
        read = [u for operands, found in rules if found is not None and found[0].kind == "contract" for u in operands]
        return Counter(self.source(u, narrow=True).value for u in read)

    def awaited(self, v: int) -> set[int]:
        """Values in memory that must be there before anybody reads v: those its ops wait for, as far up as views go."""
        found: set[int] = set()
        while (rule := self.rule(v)) is not None and v not in self.derived:
            if not (rule.moves or rule.widens or self.image(v) is not None):
                break
            n = self.maker[v]
            if self.nodes[n].op.waits:
                found.update(self.source(u).value for u in self.operands[n][1:])
            v = self.operands[n][rule.reads[0][0]]
        return {u for u in found if self.maker[u] >= 0}


def whole(v: int, shape: Shape) -> Source:
    """A value as it is stored."""
    return Source(v, as_stored(shape))


@lru_cache(maxsize=4096)
def as_stored(shape: Shape) -> Place:
    """Where the elements of an array are in its own memory."""
    return place(start_index(shape), row_major(shape), shape)


def inlined(graph: Graph) -> Graph:
    """The graph without composites that no kernel claims."""
    while any(_composite(node) for node in graph.nodes):
        graph = rebuild(graph, _inline)
    return graph


def _composite(node: Node) -> bool:
    op = node.op
    return op.inline is not None and op.lower is None and op.contract is None and op.update is None and not op.effect


def _inline(node: Node, operands: tuple[Value, ...]) -> tuple[Value, ...] | None:
    if not _composite(node):
        return None
    assert node.op.inline is not None
    made: Value | tuple[Value, ...] = node.op.inline(*operands, **node.keywords)
    return (made,) if isinstance(made, Value) else made


def divided(graph: Graph) -> Graph:
    """The graph with long reductions made in two steps: to few elements, so that threads can share them, and sums over
    rows, so that rows go by once. Sizes alone decide, so results are always the same."""
    return rebuild(graph, _divide) if any(_long(node) for node in graph.nodes) else graph


def _long(node: Node) -> bool:
    if node.op.lower is None or len(node.types) != 1 or len(node.inputs) != 1 or node.types[0] is TOKEN:
        return False
    left, size = typical(node.types[0].size), typical(node.inputs[0].type.size)
    return size >= LONG and left < size and (left < WIDE or size >= TALL)


def _divide(node: Node, operands: tuple[Value, ...]) -> tuple[Value, ...] | None:
    if not _long(node):
        return None
    (x,) = operands
    found = templates(node.op, node.params, (x.type,), node.types)
    rule = None if found is None else found[0]
    if rule is None or rule.kind != "reduce" or rule.reduction.startswith("arg") or rule.value.kind != "load":
        return None
    if len(rule.value.index) != x.ndim or x.dtype != node.types[0].dtype:
        return None
    rank = len(node.types[0].shape)
    axes = [d for d, e in enumerate(rule.value.index) if e.kind == "axis" and e.data >= rank]
    left = typical(node.types[0].size)
    if FEW < left < WIDE and axes != list(range(len(axes))):
        return None  # rows that lie in one piece are enough for threads to share
    whole = (_in_parts if left < WIDE else _in_rows)(node, x, rule.reduction, axes)
    if whole is None or whole.type == node.types[0]:
        return whole and (whole,)
    return (added(SHAPE, whole, node, shape=node.types[0].shape),)  # axes of size 1 that were kept


def _in_parts(node: Node, x: Value, kind: str, axes: list[int]) -> Value | None:
    """A reduction to few elements: of parts of an axis, and then of the parts; a short axis is all of its parts."""
    for axis in axes:
        n: Size = x.shape[axis]
        if len(axes) > 1 and isinstance(n, int) and SHORT <= n <= MOST_PARTS:
            rest = tuple(d for d in axes if d != axis)
            some = added(REDUCE, x, node, kind=kind, axes=rest)
            return added(REDUCE, some, node, kind=kind, axes=(axis - sum(d < axis for d in rest),))
        parts = next((p for p in PARTS if n % p == 0 and n > p), 0) if isinstance(n, int) else 0
        if parts:
            first = tuple(sorted({*(d if d < axis else d + 1 for d in axes)}))  # all but the outer part of the cut
            cut = added(CUT, x, node, axis=axis, parts=parts)
            some = added(REDUCE, cut, node, kind=kind, axes=first)
            left = sum(d not in first for d in range(axis))
            return added(REDUCE, some, node, kind=kind, axes=(left,))
    return None


def _in_rows(node: Node, x: Value, kind: str, axes: list[int]) -> Value | None:
    """A sum over the outer axes: of runs of rows, and then of the runs."""
    n, over = x.shape[0], len(axes)
    if kind != "sum" or axes != list(range(over)) or not all(isinstance(d, int) for d in x.shape):
        return None
    rows = typical(product(x.shape[:over]))
    parts = next((p for p in (*PARTS, n) if n % p == 0 and 1 < p <= MOST_PARTS and rows // p >= RUN), 0)
    return added(REDUCE, added(FOLD, x, node, parts=parts, over=over), node, kind=kind, axes=(0,)) if parts else None


def own_outputs(graph: Graph) -> Graph:
    """The graph with a copy for every output that is an input, a constant, or an output already."""
    seen: set[Value] = set(graph.inputs)
    outputs: list[Value] = []
    for v in graph.outputs:
        if v.type is not TOKEN and (v in seen or v.node.op is CONSTANT):
            v = Node(PACK, (v,), (("axes", tuple(range(v.ndim))),), (v.type,), v.node.origin).out
        seen.add(v)
        outputs.append(v)
    return Graph(graph.inputs, outputs)
