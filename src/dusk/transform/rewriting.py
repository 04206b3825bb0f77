"""The driver of rewrite rules: one walk over a graph, each rule tried at the nodes of its ops.

A rule is a function of a node that gives the value to use instead, or None. The driver shares what does not change,
tries rules again on what rules built, keeps the user's lines, and refuses a rule that changes a type.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Protocol

from dusk.errors import GraphError
from dusk.graph import Graph, Node, Op, TensorType, Value, rebuild
from dusk.graph.provenance import Origin, describe, join
from dusk.transform.pattern import rule_of

Result = Value | Sequence[Value] | None
_DEPTH = 60  # rules that fire on each other's results; more than this is a loop
_SPAN = 24  # nodes looked at for the lines that a replacement inherits


@dataclass(frozen=True, slots=True)
class Options:
    """What a pass may do: `math`, names of passes and rules switched on or off, and what is not its business.

    `keep(node)` says that a backend takes this big op whole; `fired(rule, node, values)` hears of rules that fire.
    `derived`: the graph may yet be differentiated, so big ops with derivatives of their own stay.
    """

    math: str = "exact"
    include: frozenset[str] = frozenset()
    exclude: frozenset[str] = frozenset()
    derived: bool = False
    keep: Callable[[Node], bool] | None = field(default=None, compare=False)
    fired: Callable[[Rule, Node, Sequence[Value]], None] | None = field(default=None, compare=False)

    def allows(self, name: str) -> bool:
        """Whether a pass or rule of that name is on."""
        return name in self.include or (name not in self.exclude and "all" not in self.exclude)

    def whole(self, node: Node) -> bool:
        """Whether a node that could be written in smaller ops is to stay.

        The derivative that a big op has of its own is a better one, or, where a user states it, another one.
        """
        derives = self.derived and node.op.inline is not None and node.op.vjp is not None
        return derives or (self.keep is not None and self.keep(node))

    def watched(self, fired: Callable[[Rule, Node, Sequence[Value]], None]) -> Options:
        """The same, with `fired`."""
        return replace(self, fired=fired)


EXACT = Options()


@dataclass(frozen=True, slots=True)
class Rule:
    """A named rewrite: `apply(node)` at nodes of `ops` (none: of every op).

    A relaxed rule can change a non-NaN result or hide NaN/Inf: it needs `math="relaxed"`, or integers, where it is
    exact.
    """

    name: str
    ops: tuple[Op, ...]
    apply: Callable[[Node], Result]
    relaxed: bool = False


class Table(Protocol):
    """For an op the rules to try, each with whether it is for integers only."""

    def get(self, op: Op, /) -> tuple[tuple[Rule, bool], ...] | None: ...


class Rules:
    """The rules of one pass, in the order in which they are tried."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.rules: dict[str, Rule] = {}
        self._tables: dict[Options, _Table] = {}

    def add(self, rule: Rule) -> None:
        """Put a rule last (ValueError: its name is taken)."""
        if rule.name in self.rules:
            raise ValueError(f"a rule named {rule.name!r} exists already")
        self.rules[rule.name] = rule
        self._tables.clear()

    def remove(self, name: str) -> None:
        """Take a rule out (KeyError: there is none of that name)."""
        del self.rules[name]
        self._tables.clear()

    def on(self, *ops: Op, relaxed: bool = False) -> Callable[[Callable[[Node], Result]], Callable[[Node], Result]]:
        """Decorate a function of a node: a rule of the function's name."""

        def register(function: Callable[[Node], Result]) -> Callable[[Node], Result]:
            self.add(Rule(f"{self.name}.{function.__name__.strip('_')}", ops, function, relaxed))
            return function

        return register

    def anywhere(self, function: Callable[[Node], Result]) -> Callable[[Node], Result]:
        """Decorate a function of a node: a rule tried at every op."""
        return self.on()(function)

    def pattern(
        self, relaxed: bool = False, when: Callable[..., bool] | None = None
    ) -> Callable[[Callable[..., tuple[Any, Any]]], Callable[..., tuple[Any, Any]]]:
        """Decorate a function of pattern variables that gives (pattern, replacement): a rule of its name."""

        def register(function: Callable[..., tuple[Any, Any]]) -> Callable[..., tuple[Any, Any]]:
            root, apply = rule_of(function, when)
            self.add(Rule(f"{self.name}.{function.__name__.strip('_')}", (root,), apply, relaxed))
            return function

        return register

    def table(self, options: Options) -> Table:
        """For each op its rules under these options."""
        found = self._tables.get(options)
        if found is None:
            found = _Table(
                (rule, rule.relaxed and options.math != "relaxed" and rule.name not in options.include)
                for rule in self.rules.values()
                if rule.name not in options.exclude
            )
            if len(self._tables) < 256:
                self._tables[options] = found
        return found


class _Table:
    def __init__(self, rules: Iterable[tuple[Rule, bool]]) -> None:
        self.rules = tuple(rules)
        self.found: dict[Op, tuple[tuple[Rule, bool], ...]] = {}

    def get(self, op: Op, /) -> tuple[tuple[Rule, bool], ...]:
        found = self.found.get(op)
        if found is None:
            found = tuple(entry for entry in self.rules if not entry[0].ops or op in entry[0].ops)
            self.found[op] = found
        return found


def rewrite(graph: Graph, rules: Rules, options: Options = EXACT) -> Graph:
    """The graph with the rules applied wherever they match, until none does (the same graph if none did)."""
    return walk(graph, rules.table(options), options)


def walk(graph: Graph, table: Table, options: Options = EXACT) -> Graph:
    """`rewrite` by any table of rules."""
    return _Walk(table, options, graph).graph()


class _Walk:
    def __init__(self, table: Table, options: Options, graph: Graph) -> None:
        self.table = table
        self.options = options
        self.source = graph
        self.changed: dict[int, Sequence[Value]] = {}
        self.known: dict[int, Node] = {}  # seen nodes, held so that no id is used twice

    def graph(self) -> Graph:
        self.process(self.source.nodes, 0)
        if not self.changed:
            return self.source
        return Graph(self.source.inputs, self.new(self.source.outputs))

    def new(self, values: Iterable[Value]) -> tuple[Value, ...]:
        changed = self.changed
        return tuple([changed[n][v.index] if (n := id(v.node)) in changed else v for v in values])

    def process(self, nodes: Sequence[Node], depth: int) -> None:
        """Put nodes, each after its inputs, through the rules; notes in `changed` what became of them."""
        changed, table = self.changed, self.table
        for old in nodes:
            node = old
            for value in old.inputs:
                if id(value.node) in changed:
                    node = Node(old.op, self.new(old.inputs), old.params, old.types, old.origin)
                    break
            if node.params:
                node = self.nested(node)
            rules = table.get(node.op)
            result = self.fire(node, rules) if rules else None
            if result is not None:
                fresh = self.fresh(result)
                if fresh:
                    if depth > _DEPTH:
                        where = f"{node.op.name} ({describe(node.origin)})"
                        raise GraphError(f"rewrite rules do not come to an end at {where}")
                    origin = _lines(node, fresh)
                    for made in fresh:
                        made.origin = origin  # nobody has seen these nodes yet
                    self.process(fresh, depth + 1)
                changed[id(old)] = self.new(result)
            elif node is not old:
                changed[id(old)] = node.outputs
                self.known[id(node)] = node

    def fire(self, node: Node, rules: tuple[tuple[Rule, bool], ...]) -> Sequence[Value] | None:
        integral: bool | None = None
        for rule, restricted in rules:
            if restricted:
                if integral is None:
                    integral = _integral(node)
                if not integral:
                    continue
            try:
                result = rule.apply(node)
            except Exception as error:
                error.add_note(f"in the rule {rule.name}, at {node.op.name} ({describe(node.origin)})")
                raise
            if result is None:
                continue
            values = (result,) if isinstance(result, Value) else tuple(result)
            if len(values) != len(node.types) or any(v.type != t for v, t in zip(values, node.types, strict=True)):
                met = ", ".join(repr(v.type) for v in values)
                raise GraphError(
                    f"rule {rule.name} replaces {node.op.name}, typed {node.types}, by {met} ({describe(node.origin)})"
                )
            if self.options.fired is not None:
                self.options.fired(rule, node, values)
            return values
        return None

    def fresh(self, values: Sequence[Value]) -> list[Node]:
        """The nodes below values that the walk has not seen, each after its inputs."""
        known = self.known
        if not known:
            known.update((id(n), n) for n in self.source.nodes)
            known.update((id(v.node), v.node) for v in self.source.inputs)
        order: list[Node] = []
        stack = [(v.node, False) for v in values]
        while stack:
            node, done = stack.pop()
            if done:
                order.append(node)
            elif id(node) not in known:
                known[id(node)] = node
                stack.append((node, True))
                stack.extend((v.node, False) for v in node.inputs)
        return order

    def nested(self, node: Node) -> Node:
        """The node with the rules applied to the graphs among its parameters."""
        for _, p in node.params:
            if type(p) is Graph:
                break
        else:
            return node
        return inside(node, node.inputs, lambda p: _Walk(self.table, self.options, p).graph())


def _integral(node: Node) -> bool:
    for kind in (*node.types, *(v.type for v in node.inputs)):
        if not isinstance(kind, TensorType) or kind.dtype.kind not in "biu":
            return False
    return True


def _lines(root: Node, fresh: Sequence[Node]) -> Origin:
    """The lines of the nodes between a replaced root and what its replacement reads."""
    made = {id(n) for n in fresh}
    leaves = {id(v.node) for n in fresh for v in n.inputs} - made
    found, level, seen = [root.origin], [root], {id(root)}
    while leaves and level and len(seen) < _SPAN:
        following: list[Node] = []
        for node in level:
            for value in node.inputs:
                if id(value.node) not in leaves and id(value.node) not in seen:
                    seen.add(id(value.node))
                    found.append(value.node.origin)
                    following.append(value.node)
        level = following
    return join(*found)


def inside(node: Node, operands: tuple[Value, ...], change: Callable[[Graph], Graph]) -> Node:
    """A node of new operands, with the graphs among its parameters changed."""
    params = tuple((name, change(value) if isinstance(value, Graph) else value) for name, value in node.params)
    if operands == node.inputs and all(a[1] is b[1] for a, b in zip(params, node.params, strict=True)):
        return node
    return Node(node.op, operands, params, node.types, node.origin)


def within(graph: Graph, change: Callable[[Graph], Graph]) -> Graph:
    """The graph with the graphs that its nodes hold changed; the same graph if it holds none."""
    if not any(isinstance(value, Graph) for node in graph.nodes for _, value in node.params):
        return graph
    return rebuild(graph, lambda node, operands: inside(node, operands, change).outputs)


def replaced(inputs: Sequence[Value], outputs: Sequence[Value], found: Mapping[Value, Value]) -> Graph:
    """The graph in which other values have taken the places of those in `found`; their own nodes may read old ones."""
    made: dict[Value, Value] = {}
    pending: list[tuple[Value, bool]] = [(v, False) for v in outputs]
    while pending:
        v, ready = pending.pop()
        if v in made:
            continue
        stands = found.get(v)
        if stands is not None:
            if stands in made:
                made[v] = made[stands]
            else:
                pending += ((v, False), (stands, False))
            continue
        node = v.node
        if not ready:
            pending.append((v, True))
            pending += ((u, False) for u in node.inputs)
            continue
        read = tuple(made[u] for u in node.inputs)
        made.update(zip(node.outputs, node.reading(read).outputs, strict=True))
    return Graph(inputs, [made[v] for v in outputs])
