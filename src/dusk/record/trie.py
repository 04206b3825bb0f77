"""The trie of what threads record: one node a call, its children the calls that came next."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from dusk.config import config
from dusk.graph import Graph, Node, Op, TensorType, Value, constant, placeholder
from dusk.graph.node import apply, bring
from dusk.graph.op import Expansion, Params, freeze
from dusk.graph.provenance import NOWHERE, Origin, Place, line_of
from dusk.later import Later
from dusk.ops import stop_gradient
from dusk.record.follower import Position, unfit
from dusk.record.handle import Handle, Kind
from dusk.record.moves import made_once

if TYPE_CHECKING:
    from dusk.transform import autodiff, roll
else:
    autodiff, roll = Later("dusk.transform.autodiff"), Later("dusk.transform.roll")

WEAK = frozenset((int, float, complex, bool))
"""The Python numbers, whose dtype gives way to that of arrays (NEP 50)."""

_SLOTS = frozenset((int,))
GENERAL = "general"
"""In place of a node's constants: they have taken several values and are run-time inputs now."""


def same_scalar(a: Any, b: Any) -> bool:
    """Whether two scalars are the same to the bit and in type."""
    return a is b or (type(a) is type(b) and a == b and (bool(a) or repr(a) == repr(b)))


class Call:
    """What a trie node recorded: an op, where each operand comes from, and the values of what may vary.

    `operands[i]` is the slot of a value, None for a scalar that may vary, or `(value,)` for one that may not. What
    varies is the scalars' values, then those of the `dynamic` parameters; `varying` has the types they take as run-time
    inputs. `leaves` are the slots that this call met first, with their types. `rebinds` says that the cell of operand 0
    takes the result: an in-place call. `expansion` is what it turns into as long as its scalars are constants (None: to
    be found out). `mixed`: it brings arrays to another device, without having been asked.
    """

    __slots__ = (
        "classes",
        "dynamic",
        "expansion",
        "kinds",
        "leaves",
        "mixed",
        "op",
        "operands",
        "params",
        "rebinds",
        "varying",
    )

    def __init__(
        self,
        op: Op,
        params: Params,
        operands: tuple[Any, ...],
        leaves: tuple[tuple[int, Kind], ...],
        kinds: tuple[Kind, ...],
        classes: tuple[type[Handle], ...],
        rebinds: bool = False,
        dynamic: tuple[str, ...] = (),
        varying: tuple[TensorType, ...] = (),
    ) -> None:
        self.op = op
        self.params = params
        self.operands = operands
        self.leaves = leaves
        self.kinds = kinds
        self.classes = classes
        self.rebinds = rebinds
        self.dynamic = dynamic
        self.varying = varying
        self.expansion: Expansion | None = None
        self.mixed = False

    def build(self, values: dict[int, Value], varying: Sequence[Any], origin: Origin) -> Sequence[Value]:
        """The call as graph values; `varying` has a Python number or a graph input for each varying part."""
        known = self.expansion
        if known is not None and _SLOTS.issuperset(map(type, self.operands)) and not self.dynamic:
            args = [bring(values[o], kind, origin) for o, kind in zip(self.operands, known.operands, strict=True)]
            made = Node(self.op, args, self.params, known.outputs, origin)
            return tuple([bring(v, k, origin) for v, k in zip(made.outputs, self.kinds, strict=True)])
        rest = list(varying)
        args = [rest.pop(0) if o is None else values[o] if isinstance(o, int) else o[0] for o in self.operands]
        if known is not None:  # on the device that was found when it was recorded
            for i, kind in enumerate(known.operands):
                if isinstance(args[i], Value) and args[i].type.device != kind.device:
                    args[i] = bring(args[i], args[i].type.on(kind.device), origin)
        params = dict(self.params) if self.dynamic else {}
        for name in self.dynamic:
            count = len(params[name])
            given, rest = rest[:count], rest[count:]
            args += [v for v in given if isinstance(v, Value)]
            params[name] = tuple(None if isinstance(v, Value) else v for v in given)
        frozen = freeze(params) if self.dynamic else self.params
        out = apply(self.op, args, frozen, origin)
        results = (out,) if isinstance(out, Value) else out
        return tuple(bring(v, k, origin) for v, k in zip(results, self.kinds, strict=True))


class GradientCall(Call):
    """Gradients of the sum of an earlier value (operand 0) with respect to earlier values (the other operands), by the
    convention for ties that is its parameter."""

    __slots__ = ()

    def build(self, values: dict[int, Value], varying: Sequence[Any], origin: Origin) -> Sequence[Value]:
        output, *variables = (values[slot] for slot in self.operands)
        one = bring(constant(1, output.dtype), output.type, origin)
        with config.using(**dict(self.params)):
            return autodiff.gradients((output,), (one,), variables)


class Barrier(Call):
    """Begins (or ends: `end` among the parameters) calls through which no derivative flows from what was before."""

    __slots__ = ()

    def build(self, values: dict[int, Value], varying: Sequence[Any], origin: Origin) -> Sequence[Value]:
        return (constant(False),)

    def raise_in(self, values: dict[int, Value], raised: list[dict[int, Value]]) -> None:
        """Stand between earlier values and what follows, or no more."""
        if self.params:
            values.update(raised.pop())
        else:
            raised.append(dict(values))
            values.update((slot, stop_gradient(v)) for slot, v in raised[-1].items() if autodiff.differentiable(v.type))


class Head(NamedTuple):
    """Where the loop that a long path is in begins, how many calls its body has, and at which depth that was found."""

    place: Any
    period: int
    depth: int


NO_HEAD = Head(None, 0, 0)
NO_PROGRAMS: dict[Any, Any] = {}


class TrieNode(Position):
    """A position in the trie: the call that led here, what can follow, and the programs that end here."""

    __slots__ = (
        "call",
        "children",
        "counts",
        "first",
        "head",
        "moves",
        "nslots",
        "parent",
        "picks",
        "piecemeal",
        "place",
        "programs",
        "values",
        "weight",
    )

    def __init__(
        self, parent: TrieNode | None, call: Call | None, nslots: int, values: Any, place: Place | None = None
    ) -> None:
        if unfit is not None:
            super().__init__()  # (native ones are made as they are to be)
        self.parent = parent
        self.call = call
        self.children: dict[Any, TrieNode] = {}
        self.programs: dict[Any, Any] = NO_PROGRAMS
        self.nslots = nslots
        self.first = nslots - (len(call.kinds) if call else 0)
        if call is not None:
            self.yields(call.classes, call.kinds)
        self.values: Any = values  # what varies: a tuple of constants, GENERAL, or None if nothing varies
        self.place = place  # of the call in the user's program
        self.counts = True  # as a place where a segment may end
        self.head: Head = parent.head if parent else NO_HEAD
        self.depth = parent.depth + 1 if parent else 0
        self.picks = 0  # calls in a row, up to this one, that read or wrote what is small of what is large
        self.moves: bool = parent.moves if parent else False  # whether anything is taken to another device
        self.piecemeal = False  # made of nothing but sizes, and then written by small windows
        self.weight: int = parent.weight if parent else 0  # bytes of all results on the path
        if call is not None:
            for kind in call.kinds:
                self.weight += kind.weight

    @property
    def origin(self) -> Origin:
        """The user's line."""
        return NOWHERE if self.place is None else line_of(self.place)

    def keep(self, key: Any, program: Any) -> None:
        """Add a program."""
        if self.programs is NO_PROGRAMS:
            self.programs = {}
        self.programs[key] = program

    def path(self) -> list[TrieNode]:
        """The nodes from the first call to this one."""
        nodes: list[TrieNode] = []
        node: TrieNode | None = self
        while node is not None and node.call is not None:
            nodes.append(node)
            node = node.parent
        nodes.reverse()
        return nodes

    def scalars(self) -> int:
        """How many varying scalars the path to this node has."""
        return sum(len(n.call.varying) for n in self.path() if n.values is GENERAL and n.call is not None)

    def generalise(self) -> None:
        """Turn the constants of this call into run-time inputs; what was compiled with them is dropped."""
        self.values = GENERAL
        self.general = 1
        stack: list[TrieNode] = [self]
        while stack:
            node = stack.pop()
            node.programs = NO_PROGRAMS
            node.launch = None
            stack.extend(node.children.values())


class PathGraph:
    """The graph of a path: values by slot, and the graph inputs in the order in which a run binds them.

    `tolerant`: calls that cannot be built, and what depends on them, are left out. `wanted` are the slots that are all
    that will be asked for: what repeats is rolled up before it is differentiated, so that its gradient is no longer
    than a round's.
    """

    moves = False  # whether it takes anything to another device

    def __init__(self, end: TrieNode, tolerant: bool = False, wanted: Collection[int] | None = None) -> None:
        self.values: dict[int, Value] = {}
        self.leaves: list[tuple[int, Value]] = []
        self.scalars: list[Value] = []
        self.moves = end.moves
        raised: list[dict[int, Value]] = []
        path = end.path()
        for at, node in enumerate(path):
            call = node.call
            assert call is not None
            if isinstance(call, Barrier):
                call.raise_in(self.values, raised)
                wanted = None
            elif wanted is not None and isinstance(call, GradientCall):
                self.roll(path[at:], wanted)
            for slot, kind in call.leaves:
                self.values[slot] = placeholder(kind)
                self.leaves.append((slot, self.values[slot]))
            varying = node.values
            if varying is GENERAL:
                varying = [placeholder(kind) for kind in call.varying]
                self.scalars += varying
            try:
                results = call.build(self.values, varying or (), node.origin)
            except Exception:
                if not tolerant:
                    raise
                continue
            for slot, value in enumerate(results, node.first):
                self.values[slot] = value

    @classmethod
    def of(cls, end: TrieNode, outputs: Sequence[int], given: Sequence[int] = ()) -> Graph:
        """The graph that computes the outputs of a path; see `graph`."""
        return cls(end, wanted={*outputs, *given}).graph(outputs, given)

    def roll(self, rest: Sequence[TrieNode], wanted: Collection[int]) -> None:
        """Make scans of what has been repeated so far; `rest` is what comes after it, a gradient first."""
        used = [o for node in rest if node.call is not None for o in node.call.operands if type(o) is int]
        slots = [slot for slot in dict.fromkeys((*used, *wanted)) if slot in self.values]
        assert rest[0].call is not None
        variables = [self.values[slot] for slot in rest[0].call.operands[1:]]
        graph = Graph([*(v for _, v in self.leaves), *self.scalars], [self.values[slot] for slot in slots])
        self.values.update(zip(slots, roll.before_gradient(graph, variables).outputs, strict=True))

    def graph(self, outputs: Sequence[int], given: Sequence[int] = ()) -> Graph:
        """The graph that computes the outputs; values of `given` slots come in (after leaves and scalars)."""
        inputs = [*(v for _, v in self.leaves), *self.scalars]
        graph = Graph(inputs, (self.values[slot] for slot in outputs))
        if self.moves:
            graph = made_once(graph)
        return substitute(graph, [self.values[slot] for slot in given]) if given else graph

    def known(self, slot: int) -> Graph | None:
        """The graph that computes a slot from constants alone (None: it takes inputs, or what must run in order)."""
        if slot not in self.values:
            return None
        graph = self.graph((slot,))
        used = {v for node in graph.nodes for v in node.inputs} | set(graph.outputs)
        ordered = any(node.op.effect for node in graph.nodes)
        return None if ordered or any(v in used for v in graph.inputs) else Graph((), graph.outputs)


def substitute(graph: Graph, given: Sequence[Value]) -> Graph:
    """The graph with the given values as further inputs instead of computed."""
    fresh = {v: placeholder(v.type) for v in given}
    found: dict[Value, Value] = {v: v for v in graph.inputs}
    for node in graph.nodes:
        kept = node.reading(tuple(found[v] for v in node.inputs))
        for old, new in zip(node.outputs, kept.outputs, strict=True):
            found[old] = fresh.get(old, new)
    return Graph((*graph.inputs, *(fresh[v] for v in given)), (found[v] for v in graph.outputs))
