"""Loops and branches that do things element by element, as one native function each (see `kernel/procedure`).

What of arrays is handed on is written where it lies. Small arrays may be computed, or copied, as a whole, too: they
have memory of their own while the function runs.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace

from dusk.compiler.elements import FORMULA, FRESH, NUMBER, Ordered, Orders, UnfitError, able, is_number, moves, rule_of
from dusk.compiler.flow import Flow, Source
from dusk.compiler.foreign import is_call
from dusk.compiler.index import start_index, varies
from dusk.compiler.known import Formula, Known, View, neutral, numbers_of
from dusk.compiler.loop import finder, is_loop, source_of
from dusk.compiler.ranges import simplified
from dusk.compiler.rules import CHEAP, COMBINED, Template
from dusk.compiler.work import Check, Interrupt, Nest
from dusk.compiler.writer import Writer
from dusk.graph import Node, TensorType, Value
from dusk.graph.node import literal_of
from dusk.graph.types import typical
from dusk.kernel import expr
from dusk.kernel import procedure as code
from dusk.kernel.expr import INT64, Expr
from dusk.kernel.loops import Operand
from dusk.kernel.procedure import Branch, Procedure, Statement, Write
from dusk.ops.scan import scan
from dusk.ops.structured import cond, while_loop

ROUNDS = 64.0  # of a loop, for want of anything better


def kind_of(flow: Flow, n: int) -> str:
    """How node n is computed, which no kernel of loops does."""
    if _work(flow, n) is not None:
        return "procedure"
    return "loop" if is_loop(flow.nodes[n]) else "call" if is_call(flow.nodes[n]) else "host"


def procedure(flow: Flow, n: int) -> Nest | None:
    """The work of node n as one native function, reading operands where they are now: what is stored is decided only
    after it is known what is read. None where it does more than things with single elements."""
    work = _work(flow, n)
    if work is None:
        return None
    accesses = list(work.accesses)
    for k, access in enumerate(work.accesses):
        if not access.writes:
            source = source_of(flow, access.value)
            offset = source.place.offset * flow.types[access.value].dtype.itemsize
            accesses[k] = replace(access, value=source.value, offset=offset)
    read = [a.value for a in accesses if not a.writes]
    changed = {v: u for v, u in work.changed.items() if read.count(u) == 1}
    return replace(work, accesses=tuple(accesses), changed=changed)


def sources(flow: Flow, n: int, kind: str) -> list[Source]:
    """Where node n, which is computed as its kind says, finds the operands that it reads in memory."""
    work = _work(flow, n)
    read = flow.operands[n] if work is None else {a.value for a in work.accesses if not a.writes}
    return [finder(kind)(flow, u) for u in flow.operands[n] if u in read and flow.is_data(u)]


def _work(flow: Flow, n: int) -> Nest | None:
    """The work of node n as one native function, reading its operands themselves: made once."""
    node = flow.nodes[n]
    if node.op not in (cond, while_loop, scan):
        return None
    if n not in flow.procedures:
        kinds = (*node.types, *(flow.types[u] for u in flow.operands[n]))
        flow.procedures[n] = None
        with suppress(UnfitError, RecursionError):
            if all(map(able, kinds)):
                flow.procedures[n] = _Maker(flow, n).work()
    return flow.procedures[n]


class _Maker(Writer):
    """Writes the statements of one node."""

    def __init__(self, flow: Flow, n: int) -> None:
        super().__init__(flow)
        self.n = n
        self.orders = Orders()

    def work(self) -> Nest:
        """The node's work. Raises UnfitError."""
        flow, node, made = self.flow, self.flow.nodes[self.n], self.flow.made_by(self.n)
        effects = self.orders.effects(node)
        if effects.whole and node.op is scan:  # kernels do that with more threads
            raise UnfitError
        handed = {i: made[o] for o, i in enumerate(effects.outputs) if i >= 0}
        if len(handed) < sum(i >= 0 for i in effects.outputs):
            raise UnfitError
        copied: list[tuple[int, int]] = []
        changed = {v: flow.operands[self.n][i] for i, v in handed.items()}
        known: list[Known] = []
        read: dict[int, Known] = {}
        for i, u in enumerate(flow.operands[self.n]):
            kind: TensorType = flow.types[u]
            if i in handed:
                copied.append((self.operand(u, kind), self.operand(handed[i], kind, writes=True)))
                known.append(View.whole(copied[-1][1], kind))
                continue
            if u not in read:
                read[u] = self.anew(u) or self.given(u, kind)
            known.append(read[u])
        results = [self.operand(v, flow.types[v], writes=True) if i < 0 else -1 for v, i in zip(made, effects.outputs)]
        targets = [
            View.whole(k, v.type) if i == FRESH else None for k, i, v in zip(results, effects.outputs, node.outputs)
        ]
        left = self.structured(node, known, targets)
        numbers = [(k, e) for k, e, i in zip(results, left, effects.outputs) if i == NUMBER and isinstance(e, Expr)]
        block, ends = simplified(tuple(self.statements), [e for _, e in numbers])
        kept = sorted(set(code.checks_of(block)))
        block = code.renumbered(block, {k: i for i, k in enumerate(kept)})
        asks = code.asks(block)
        checks = (*(self.checks[k] for k in kept), *([Interrupt()] if asks else []))
        kernel = Procedure(
            (),
            tuple(Operand(a.dtype, ()) for a in self.arrays),
            (),
            (),
            len(checks) + asks,
            arrays=tuple(self.arrays),
            copied=tuple(copied),
            block=block,
            results=tuple((operand, e) for (operand, _), e in zip(numbers, ends, strict=True)),
        )
        nbytes = sum(a.nbytes for a in self.arrays)
        return Nest(
            kernel,
            (),
            tuple(self.accesses),
            (0,) * kernel.n_params,
            checks,
            self.work_done,
            nbytes,
            changed,
            self.scratch,
        )

    def given(self, u: int, kind: TensorType) -> Known:
        """An operand in memory."""
        operand = self.operand(u, kind)
        return self.read(operand, (expr.const(0),) * kind.ndim) if is_number(kind) else View.whole(operand, kind)

    def anew(self, u: int) -> Known | None:
        """An operand that is a constant, or follows from its index alone: then nobody reads it."""
        flow = self.flow
        if u in flow.literals:
            return self.constant(flow.literals[u].array())
        rule, kind = flow.rule(u), flow.types[u]
        if rule is None or rule.kind != "map" or rule.reads or rule.cost > CHEAP:
            return None
        try:
            found = Formula(self.made(flow.nodes[flow.maker[u]], rule, (), start_index(kind.shape))[rule.value])
        except UnfitError:
            return None
        return found.at((expr.const(0),) * kind.ndim) if is_number(kind) else found

    # --- graphs

    def graph(self, ordered: Ordered, known: Sequence[Known]) -> list[Known]:
        """The outputs of a graph whose inputs are known."""
        found: dict[Value, Known] = dict(zip(ordered.graph.inputs, known, strict=True))
        for node in ordered.nodes:
            literal = literal_of(node.out)
            if literal is not None:
                found[node.out] = self.constant(literal)
                continue
            operands = [
                self.copied(found[v], v.type) if (node, i) in ordered.copies else found[v]
                for i, v in enumerate(node.inputs)
            ]
            if node.op in (cond, while_loop, scan):
                effects = self.orders.effects(node).outputs
                targets = [self.fresh(t) if i == FRESH else None for i, t in zip(effects, node.types, strict=True)]
                found.update(zip(node.outputs, self.structured(node, operands, targets), strict=True))
            else:
                found[node.out] = self.element(node, operands)
        return [found[v] for v in ordered.graph.outputs]

    def structured(self, node: Node, known: Sequence[Known], targets: Sequence[View | None]) -> list[Known]:
        """The outputs of a branch or loop; those that have memory of their own go to `targets`."""
        parts = self.orders.parts(node)
        if node.op is cond:
            return self.branch(node, parts, known, targets)
        if node.op is scan:
            return self.scan(node, parts[0], known, targets)
        carries = node.keywords["carries"]
        carried, state = self.carried(known[:carries])
        given = [*state, *known[carries:]]
        with self.block(ROUNDS) as head:
            (test,) = self.graph(parts[1], given)
        with self.block(ROUNDS) as body:
            nexts = self.handed(state, self.graph(parts[0], given), node)
        self.loop(carried, numbers_of(known[:carries]), head, test, body, nexts, asks=1)
        return state

    def carried(self, known: Sequence[Known]) -> tuple[list[Expr], list[Known]]:
        """Variables for the numbers among what a loop carries; what it carries."""
        state = [self.variable(e.dtype) if isinstance(e, Expr) else e for e in known]
        return numbers_of(state), state

    def handed(self, state: Sequence[Known], ends: Sequence[Known], node: Node) -> list[Expr]:
        """The numbers that a round hands on; arrays are brought where they are carried."""
        carried = zip(state, ends, node.types, strict=False)
        moved = [(k, v, t) for k, v, t in carried if isinstance(k, View) and k != v]
        into = {k.operand for k, _, _ in moved}
        ready = [self.copied(v, t) if isinstance(v, View) and v.operand in into else v for _, v, t in moved]
        for (k, _, t), v in zip(moved, ready, strict=True):
            self.copy(k, v, t)
        return numbers_of(ends[: len(state)])

    def scan(self, node: Node, part: Ordered, known: Sequence[Known], targets: Sequence[View | None]) -> list[Known]:
        """The outputs of a scan."""
        words = node.keywords
        length, sources = words["length"], words["sources"]
        carries = sources.count("carry")
        carried, state = self.carried(known[:carries])
        counter = self.variable(INT64)
        test = expr.op("less", counter, expr.const(length))
        with self.block(length) as body:
            back = expr.const(length - 1) - counter
            here, there = (back, counter) if words.get("reverse") else (counter, back)
            here, there = self.let(here), there if "back" not in sources else self.let(there)
            given = [*state]
            for source, one, v in zip(sources[carries:], known[carries:], node.inputs[carries:], strict=True):
                given.append(one if source == "same" else self.part(one, here if source == "each" else there, v.type))
            ends = self.graph(part, given)
            for k, value, kind in zip(targets[carries:], ends[carries:], node.types[carries:], strict=True):
                assert k is not None
                inner = tuple(map(expr.axis, range(kind.ndim - 1)))
                self.copy(View(k.operand, k.at((here, *inner))), value, kind.with_(kind.shape[1:]))
            nexts = self.handed(state, ends, node)
            more = self.let(counter + 1)
        self.loop([counter, *carried], [expr.const(0), *numbers_of(known[:carries])], [], test, body, [more, *nexts])
        return [*state, *(k if k is not None else expr.const(0) for k in targets[carries:])]

    def part(self, one: Known, at: Expr, kind: TensorType) -> Known:
        """One of the parts of an array along its first axis."""
        if isinstance(one, Expr):  # there is only one
            return one
        inner = tuple(map(expr.axis, range(kind.ndim - 1)))
        if kind.size == kind.shape[0]:
            return self.taken(one, (at, *(expr.const(0) for _ in inner)))
        part = one.at((at, *inner))
        return Formula(part) if isinstance(part, Expr) else View(one.operand, part) if isinstance(one, View) else one

    def branch(
        self, node: Node, parts: Sequence[Ordered], known: Sequence[Known], targets: Sequence[View | None]
    ) -> list[Known]:
        """The outputs of a branch."""
        flag = known[0]
        assert isinstance(flag, Expr)
        blocks: list[list[Statement]] = []
        ends: list[list[Known]] = []
        for part in parts:
            with self.block(0.5) as block:
                ends.append(self.graph(part, known[1:]))
                for k, end, kind in zip(targets, ends[-1], node.types, strict=True):
                    if k is not None:
                        self.copy(k, end, kind)
            blocks.append(block)
        left = [
            self.variable(e.dtype) if isinstance(e, Expr) else k or e for k, e in zip(targets, ends[0], strict=True)
        ]
        then, other = map(tuple, blocks)
        of_then, of_other = (tuple(numbers_of(some)) for some in ends)
        self.statements.append(Branch(tuple(numbers_of(left)), flag, then, of_then, other, of_other))
        return [*left]

    # --- elements

    def element(self, node: Node, operands: Sequence[Known]) -> Known:
        """What a node other than loops and branches gives."""
        rule, kind = rule_of(node), node.types[0]
        if rule.kind == "update":
            return self.update(node, rule, operands)
        if is_number(kind):
            return self.number(node, rule, operands, [expr.const(0)] * kind.ndim)
        if moves(node, rule):
            made = self.made(node, rule, operands, start_index(kind.shape), moves=True)
            base, index = operands[rule.value.operand], [made[i] for i in rule.value.index]
            assert not isinstance(base, Expr)
            return Formula(base.at(index)) if isinstance(base, Formula) else View(base.operand, base.at(index))
        if not rule.reads or self.orders.effects(node).outputs == [FORMULA]:
            return Formula(self.made(node, rule, operands, start_index(kind.shape))[rule.value])
        target = self.fresh(kind)

        def one(at: list[Expr]) -> None:
            value = self.number(node, rule, operands, at)
            self.statements.append(Write(target.operand, target.at(at), value))

        self.points(kind.shape, one)
        return target

    def update(self, node: Node, rule: Template, operands: Sequence[Known]) -> Known:
        """What a write to an array, or a number, leaves."""
        base, shape, adds = operands[0], node.inputs[0].shape, rule.store == "add"
        left: list[Known] = [base]

        def one(at: list[Expr]) -> None:
            self.work_done += self.rounds
            made = self.made(node, rule, operands, at)
            value = self.let(made[rule.value])
            target = [
                self.inside(node, made[e], d, n) if varies(e) else made[e]
                for d, (e, n) in enumerate(zip(rule.target, shape, strict=True))
            ]
            if isinstance(base, Expr):
                left[0] = self.let(expr.op("add", base, value)) if adds else value
            else:
                assert isinstance(base, View)
                self.statements.append(Write(base.operand, base.at(target), value, adds))

        values = node.inputs[1].shape
        if isinstance(base, Expr) and not is_number(node.inputs[1].type):
            raise UnfitError
        self.points(values, one)
        return left[0]

    def number(self, node: Node, rule: Template, operands: Sequence[Known], at: Sequence[Expr]) -> Expr:
        """The value of a node at an index."""
        if rule.kind == "map":
            self.work_done += rule.cost * self.rounds
            return self.let(self.made(node, rule, operands, at)[rule.value])
        combine, dtype = COMBINED[rule.reduction], rule.value.dtype

        def over(inner: list[Expr], total: Expr) -> Expr:
            if len(inner) == len(rule.extents):
                self.work_done += rule.cost * self.rounds
                return self.let(expr.op(combine, total, self.made(node, rule, operands, [*at, *inner])[rule.value]))
            n = rule.extents[len(inner)]
            if n == 1:
                return over([*inner, expr.const(0)], total)
            counter, carried = self.variable(INT64), self.variable(dtype)
            with self.block(typical(n)) as body:
                after = over([*inner, counter], carried)
                more = self.let(counter + 1)
            test = expr.op("less", counter, expr.const(n))
            self.loop([counter, carried], [expr.const(0), total], [], test, body, [more, after])
            return carried

        return self.let(expr.cast(over([], neutral(rule.reduction, dtype)), node.types[0].dtype))

    def made(
        self, node: Node, rule: Template, operands: Sequence[Known], at: Sequence[Expr], moves: bool = False
    ) -> dict[Expr, Expr]:
        """The expressions of a rule at an index, of variables. If it `moves`, its value is not read."""
        made: dict[Expr, Expr] = {}
        for e in rule.order:
            if e.kind == "axis":
                made[e] = at[e.data]
            elif e.kind == "load":
                self.load(node, rule, e, operands[e.operand], made, moves and e is rule.value)
            elif e.kind in ("call", "size", "reduced", "carried", "param"):
                raise UnfitError
            else:
                made[e] = expr.rebuild(e, [made[a] for a in e.args])
        return made

    def load(self, node: Node, rule: Template, e: Expr, base: Known, made: dict[Expr, Expr], moves: bool) -> None:
        """What a rule loads: checked, and read if it does not only move."""
        shape, index = node.inputs[e.operand].shape, [made[i] for i in e.index]
        for d in rule.chosen.get(e, ()):
            index[d] = made[e.index[d]] = self.inside(node, index[d], d, shape[d])
        if moves:
            return
        guard = None if e.guard is None or node.op.fails else made[e.guard]
        if isinstance(base, Expr):
            made[e] = base if guard is None or e.other is None else expr.where(guard, base, made[e.other])
        elif guard is None or e.other is None:
            made[e] = self.taken(base, index)
        else:
            flag = self.let(guard)
            with self.block() as then:
                one = self.taken(base, index)
            made[e] = self.variable(e.dtype)
            self.statements.append(Branch((made[e],), flag, tuple(then), (one,), (), (made[e.other],)))

    def inside(self, node: Node, index: Expr, axis: int, size: int) -> Expr:
        """An index that data decides: checked where the op fails, else moved inside."""
        if any(e.kind == "axis" for e in expr.topological([index])):
            raise UnfitError
        index = self.let(index)
        zero, end = expr.const(0), expr.const(size)
        if not node.op.fails:
            return self.let(expr.op("maximum", expr.op("minimum", index, expr.const(size - 1)), zero))
        within = expr.op("logical_and", expr.op("greater_equal", index, zero), expr.op("less", index, end))
        self.statements.append(code.Check(within, index, len(self.checks)))
        self.checks.append(Check(node.op.name, node.origin, node.origin, axis, size))
        return index
