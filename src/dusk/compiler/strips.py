"""Products whose large result goes into other products, strip by strip: what lies between them stays in a near cache.

Nodes around a large value that nobody else reads (product, what is done to each element or row, product) are a region.
If an index runs through it, that is, if what is made at one value of the index is read there only, the region becomes a
scan over strips along that index: its body is the same nodes on strips, and of what is large only a strip is ever in
memory. What leaves the region is stacked, or added up where the index is summed over. A body is put into strips again,
by another index, until a strip fits; so attention of many heads is a loop over samples, heads and blocks of queries.

Which index runs through what is read off the nodes' scalar expressions, never off names.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from dusk.compiler.index import simplify
from dusk.compiler.rules import Template, templates
from dusk.graph import CONSTANT, TOKEN, Graph, Node, Value, placeholder
from dusk.graph.node import PLACEHOLDER, topological
from dusk.graph.op import expand
from dusk.graph.provenance import building
from dusk.graph.types import TensorType, product
from dusk.kernel import expr
from dusk.kernel.contraction_plan import L2
from dusk.ops import add, reshape, scan, transpose
from dusk.ops.create import fill
from dusk.transform.rewriting import replaced

LARGE = 4 * L2  # bytes of a result that no near caches hold
ROOM = L2 // 4  # bytes of its strip, beside which operands and other strips lie
NEAR = L2 // 2  # bytes that stay near while strips go by
MANY = 32  # times what is read whole from afar, that a result has at least
LIGHT = 8.0  # operations an element that are done again sooner than kept
ROWS = 64  # of a product's strip, at least: fewer make it slow
FEWEST = 16  # rows with which it is still done, where an index has no better divisor


class _MixedError(Exception):
    """No index runs through a region in this way."""


def in_strips(graph: Graph, above: int = LARGE) -> Graph:
    """The graph with its regions around results of more than `above` bytes as scans over strips, largest first."""
    tried: set[Node] = set()
    while True:
        left = [n for n in graph.nodes if n not in tried and _nbytes(n.out) > above and _multiplies(n)]
        if not left:
            return graph
        seed = max(left, key=lambda n: _nbytes(n.out))
        tried.add(seed)
        found = _Region(graph, seed, above).strips()
        if found:
            graph = replaced(graph.inputs, graph.outputs, found)


def _nbytes(v: Value) -> int:
    kind = v.type
    return kind.nbytes if kind is not TOKEN and kind.is_static() else 0


def _template(node: Node) -> Template | None:
    """What a node of one output computes at every index; None where only its body can say."""
    if len(node.types) != 1 or node.op.effect or node.op is PLACEHOLDER:
        return None
    found = templates(node.op, node.params, tuple(v.type for v in node.inputs), node.types)
    one = None if found is None else found[0]
    return one if one is not None and one.kind in ("map", "reduce", "contract") and not one.chosen else None


def _multiplies(node: Node) -> bool:
    found = _template(node)
    return found is not None and found.kind == "contract"


def _light(node: Node, cost: float = LIGHT) -> bool:
    """Whether a node is made again sooner than kept: of much smaller operands, at next to no cost, or by only widening
    one."""
    found = _template(node)
    if found is None or found.kind != "map" or not node.inputs or found.cost > cost:
        return False
    left = cost - found.cost
    return found.widens or all(_small(u, node.out) or _light(u.node, left / 2) for u in node.inputs)


def _small(u: Value, v: Value) -> bool:
    """Whether an operand has far fewer elements than what is made of it."""
    return 4 * u.type.size <= v.type.size


class _Region:
    """The nodes around a large result: those `inside`, and `copies` of light ones, which others may read as well."""

    def __init__(self, graph: Graph, seed: Node, above: int) -> None:
        self.graph, self.seed, self.above = graph, seed, above
        self.users: dict[Value, list[Node]] = {}
        for node in graph.nodes:
            for u in dict.fromkeys(node.inputs):
                self.users.setdefault(u, []).append(node)
        self.outputs = set(graph.outputs)
        self.inside: set[Node] = set()
        self.copies: set[Node] = set()
        self.facts: dict[Node, _Facts] = {}

    def strips(self) -> dict[Value, Value]:
        """What takes the place of values that leave the region; nothing if it is none."""
        try:
            self.grow()
            core = set(self.inside)
            for wide in (True, False):
                self.inside = set(core)
                if wide:
                    self.absorb()
                self.copy()
                if (chosen := self.chosen()) is not None:
                    return chosen.scan()
        except _MixedError:
            pass
        return {}

    def large(self, v: Value) -> bool:
        return 2 * _nbytes(v) >= _nbytes(self.seed.out)

    def grow(self) -> None:
        """What reads or makes large values that stay inside, and what lies between."""
        pending = [self.seed]
        while pending:
            node = pending.pop()
            if node in self.inside:
                continue
            self.inside.add(node)
            if self.large(node.out) and self.stays(node.out):
                pending += self.users[node.out]
            pending += (u.node for u in node.inputs if self.large(u) and self.stays(u) and not _light(u.node))
        self.inside |= self.below() & self.before()
        kept = [n for n in self.inside if self.large(n.out) and self.stays(n.out) and not _light(n)]
        products = sum(map(_multiplies, self.inside))
        if products < 2 or self.seed not in kept or not all(map(_template, self.inside)):
            raise _MixedError

    def stays(self, v: Value) -> bool:
        """Whether only nodes that may be inside read a value."""
        return v not in self.outputs and _template(v.node) is not None and all(map(_template, self.users.get(v, ())))

    def below(self) -> set[Node]:
        """What depends on nodes inside, and these."""
        found = set(self.inside)
        for node in self.graph.nodes:
            if any(u.node in found for u in node.inputs):
                found.add(node)
        return found

    def before(self) -> set[Node]:
        """What nodes inside depend on, and these."""
        return {n for n in topological([n.out for n in self.inside]) if n.op is not PLACEHOLDER}

    def absorb(self) -> None:
        """What is done to each element of results, as long as it needs nothing else that depends on the region."""
        below, taken = self.below(), list[Node]()
        for node in self.graph.nodes:
            found = _template(node) if node in below and node not in self.inside and not self.large(node.out) else None
            others = [u for u in node.inputs if u.node not in self.inside]
            known = all(u.node not in below and (_small(u, node.out) or _light(u.node)) for u in others)
            if found is not None and found.kind == "map" and known:
                self.inside.add(node)
                taken.append(node)
        for node in reversed(taken):  # what is only moved at last may as well be moved outside
            found = _template(node)
            if found is not None and found.moves and not any(n in self.inside for n in self.users.get(node.out, ())):
                self.inside.discard(node)

    def copy(self) -> None:
        """Light nodes that the region reads."""
        self.copies = set()
        pending = [u.node for n in self.inside for u in n.inputs]
        while pending:
            node = pending.pop()
            if node not in self.inside and node not in self.copies and node.inputs and _light(node):
                self.copies.add(node)
                pending += (u.node for u in node.inputs)

    @property
    def nodes(self) -> list[Node]:
        """The nodes of a body, each after what it reads."""
        return [n for n in self.graph.nodes if n in self.inside or n in self.copies]

    def facts_of(self, node: Node) -> _Facts:
        found = self.facts.get(node)
        if found is None:
            template = _template(node)
            assert template is not None
            found = self.facts[node] = _Facts(node, template)
        return found

    def chosen(self) -> _Strips | None:
        """The first index of the large result that runs through the region: if possible one that is not summed over."""
        summed: _Strips | None = None
        for axis, n in enumerate(self.seed.out.shape):
            try:
                found = _Strips(self, axis) if n > 1 else None
            except _MixedError:
                continue
            if found is not None and not found.sums:
                return found
            summed = summed or found
        return summed


class _Facts:
    """How a node reads its operands: the index of each load in terms of the node's own axes."""

    def __init__(self, node: Node, template: Template) -> None:
        extents = (*node.out.shape, *template.extents)
        loads = [e for e in template.order if e.kind == "load"]
        self.rank = node.out.ndim
        self.template = template
        self.reads = [(e.operand, tuple(simplify(i, extents) for i in e.index)) for e in loads]
        made = {e: expr.load(k, at, e.dtype, e.guard, e.other) for e, (k, at) in zip(loads, self.reads, strict=True)}
        order = expr.topological(expr.replace([template.value], made))
        others = [e for e in order if e.kind != "load"]
        self.used = {a for e in others for a in e.args if a.kind == "axis"}
        self.used |= {g for e in order if e.kind == "load" for g in (e.guard, e.other) if g is not None}

    def axis(self, k: int, d: int) -> int:
        """Which of the node's axes goes along dimension d of operand k."""
        found = {at[d] for operand, at in self.reads if operand == k}
        if len(found) != 1 or any(e.kind != "axis" for e in found):
            raise _MixedError
        return int(found.pop().data)

    def dimensions(self, axis: int) -> dict[int, int | None]:
        """Along which dimension of each operand an axis goes (None: it is read whole); it may say nothing else."""
        wanted = expr.axis(axis)
        if wanted in self.used:
            raise _MixedError
        made: dict[int, int | None] = {}
        for k, at in self.reads:
            along = [d for d, e in enumerate(at) if e is wanted]
            if len(along) > 1 or made.setdefault(k, along[0] if along else None) != (along[0] if along else None):
                raise _MixedError
        return made


class _Strips:
    """A region along an index: `at` are the axes of its values, `read` those of operands from outside, `sums` what the
    index is summed over in. _MixedError: the index does not run through it, or does not pay."""

    def __init__(self, region: _Region, axis: int) -> None:
        self.region, self.nodes = region, region.nodes
        self.own = set(self.nodes)
        self.at: dict[Value, int] = {}
        self.read: dict[tuple[Node, int], int | None] = {}
        self.sums: set[Value] = set()
        self.uncut: set[Value] = set()  # copies that are made whole for every strip
        pending, done = list(self.put(region.seed.out, axis)), set[Node]()
        while pending:
            node = pending.pop()
            pending += self.spread(node) if node not in done else ()
            done.add(node)
        left = [n for n in self.nodes if n.out not in self.at and n.out not in self.sums]
        self.uncut.update(u for n in left for u in n.inputs)
        if any(n in region.inside for n in left) or not self.uncut.isdisjoint(self.at):
            raise _MixedError
        if any(n in self.own for v in self.sums for n in region.users.get(v, ())):
            raise _MixedError
        self.size: int = region.seed.out.shape[axis]
        self.strip = self.height(axis)

    def spread(self, node: Node) -> Iterable[Node]:
        """Where the index goes from a node; gives the nodes that know of it now."""
        facts = self.region.facts_of(node)
        known = {self.at[node.out]} if node.out in self.at else set[int]()
        known |= {facts.axis(k, self.at[u]) for k, u in enumerate(node.inputs) if u in self.at}
        if len(known) != 1:
            raise _MixedError
        (axis,) = known
        found = facts.dimensions(axis)
        if axis < facts.rank:
            yield from self.put(node.out, axis)
        elif self.adds(node, facts.template):
            self.sums.add(node.out)
        else:
            raise _MixedError
        for k, u in enumerate(node.inputs):
            d = found.get(k)
            if u.node not in self.own:
                self.read[node, k] = d
            elif d is None:
                self.uncut.add(u)
            else:
                yield from self.put(u, d)

    def adds(self, node: Node, template: Template) -> bool:
        """Whether a node adds up along its further axes, in a dtype in which that can be done piece by piece."""
        return (template.kind == "contract" or template.reduction == "sum") and node.out.dtype.itemsize >= 4

    def put(self, v: Value, axis: int) -> Iterable[Node]:
        """Note the axis of a value inside; gives the nodes around it."""
        if v in self.at:
            if self.at[v] != axis:
                raise _MixedError
            return
        self.at[v] = axis
        yield v.node
        yield from (n for n in self.region.users.get(v, ()) if n in self.own)

    def height(self, axis: int) -> int:
        """How much of the index is a strip."""
        row = _nbytes(self.region.seed.out) // self.size
        batch = all(self.batched(n) for n in self.nodes if _multiplies(n))
        whole = sum(map(_nbytes, {node.inputs[k] for (node, k), d in self.read.items() if d is None}))
        if whole > NEAR and self.region.above >= LARGE and row * self.size < MANY * whole:
            raise _MixedError  # a product of many rows reads its operand less often
        room = ROOM if whole <= NEAR else 2 * whole  # read from afar for every strip, which has to be worth it
        wanted = max(1 if batch else ROWS, room // row)
        found = max(d for d in range(1, min(wanted, self.size) + 1) if self.size % d == 0)
        kept = sum(map(_nbytes, self.sums))
        if found == self.size or (not batch and found < FEWEST) or kept > 4 * found * row:
            raise _MixedError
        return found

    def batched(self, node: Node) -> bool:
        """Whether the index is of a batch: it goes along both operands of a product and its result."""
        at = self.at.get(node.out)
        return at is not None and None not in self.region.facts_of(node).dimensions(at).values()

    # --- the scan
    def scan(self) -> dict[Value, Value]:
        """What takes the place of the values that leave the region."""
        region = self.region
        leaving = [
            n.out
            for n in self.nodes
            if n in region.inside
            and (n.out in region.outputs or any(u not in self.own for u in region.users.get(n.out, ())))
        ]
        sums = [v for v in leaving if v in self.sums]
        stacks = [v for v in leaving if v not in self.sums]
        with building(region.seed.origin):
            carries = [placeholder(v.type) for v in sums]
            series: dict[tuple[Value, int | None], Value] = {}
            made: dict[Value, Value] = {}
            for node in self.nodes:
                made[node.out] = self.on_strips(node, made, series)
            outputs = [add(c, made[v]) for c, v in zip(carries, sums, strict=True)]
            inner = Graph([*carries, *series.values()], [*outputs, *(made[v] for v in stacks)])
            inner = in_strips(inner, ROOM)
            given = [u if d is None else self.parts(u, d) for u, d in series]
            made_of: Any = scan(
                *(fill(v, 0) for v in sums),
                *given,
                body=inner,
                length=self.size // self.strip,
                sources=("carry",) * len(sums) + tuple("same" if d is None else "each" for _, d in series),
            )
            results: tuple[Value, ...] = (made_of,) if isinstance(made_of, Value) else made_of
            whole = [self.whole(x, v) for x, v in zip(results[len(sums) :], stacks, strict=True)]
        return dict(zip((*sums, *stacks), (*results[: len(sums)], *whole), strict=True))

    def on_strips(
        self, node: Node, made: Mapping[Value, Value], series: dict[tuple[Value, int | None], Value]
    ) -> Value:
        """A node on strips."""
        operands: list[Value] = []
        for k, u in enumerate(node.inputs):
            d = self.read.get((node, k))
            if u in made:
                operands.append(made[u])
            elif u.node.op is CONSTANT and d is None:
                operands.append(u)
            else:
                if (u, d) not in series:
                    series[u, d] = placeholder(u.type if d is None else self.cut(u.type, d))
                operands.append(series[u, d])
        kind = node.types[0]
        wanted = self.cut(kind, self.at[node.out]) if node.out in self.at else kind
        params = tuple((name, wanted.shape if value == kind.shape else value) for name, value in node.params)
        types = tuple(v.type for v in operands)
        try:
            found = expand(node.op, types, params)
        except (TypeError, ValueError, IndexError):
            raise _MixedError from None
        if found.operands != types or found.outputs != (wanted,):
            raise _MixedError
        return Node(node.op, operands, params, (wanted,), node.origin).out

    def cut(self, kind: TensorType, d: int) -> TensorType:
        """The type of a strip along axis d."""
        return kind.with_((*kind.shape[:d], self.strip, *kind.shape[d + 1 :]))

    def parts(self, x: Value, d: int) -> Value:
        """x as a stack of strips along axis d."""
        before, after = x.shape[:d], x.shape[d + 1 :]
        n = self.size // self.strip
        if product(before) != 1:
            x = reshape(x, shape=(*before, n, self.strip, *after))
            x = transpose(x, axes=(d, *range(d), *range(d + 1, x.ndim)))
        return reshape(x, shape=(n, *before, self.strip, *after))

    def whole(self, x: Value, v: Value) -> Value:
        """A stack of strips as the value that they are parts of."""
        d = self.at[v]
        if product(v.shape[:d]) != 1:
            x = transpose(x, axes=(*range(1, d + 1), 0, *range(d + 1, x.ndim)))
        return reshape(x, shape=v.shape)
