"""Contraction groups to calls of the contraction kernel: labels become batch, rows, columns and depth by their strides.

Labels of one role become one axis where every operand, and every place of the epilogue, goes through them in one go.
An operand that does not is packed by a kernel of its own; a result that does not is stored in an order that does.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import pairwise
from typing import Any

from dusk.compiler.added import PACK, PANELLED, PRODUCT
from dusk.compiler.flow import Flow
from dusk.compiler.group import Group
from dusk.compiler.index import place, row_major, split, start_index
from dusk.compiler.lower import Builder, Layout, compose, reach
from dusk.compiler.rules import sum_dtype, weight
from dusk.compiler.work import Access, Check, Number
from dusk.graph import Op
from dusk.graph.types import Size, product, typical
from dusk.kernel import expr
from dusk.kernel.contraction import Contraction
from dusk.kernel.contraction_driver import Word
from dusk.kernel.contraction_plan import Plan
from dusk.kernel.loops import Kernel, Store

SMALL = 4  # an operand of that part of the bytes of the other one is copied into its order
FEW = 3  # rows that are worth a batch of their own
Strides = Mapping[int, Size]
Planning = Callable[[Contraction, Sequence[Size], Sequence[Size], Sequence[Size]], Plan]
Find = Callable[[Group, Callable[[], Any]], Any]


@dataclass(slots=True)
class Product:
    """A contraction and what it is called with; `sides` are A along (b, m, k) and B along (b, k, n).

    `each` are the epilogue's operations an element, `nbytes` the bytes of all that is read and written.
    """

    contraction: Contraction
    plan: Plan
    extents: tuple[Number, ...]
    sides: tuple[Access, Access]
    accesses: tuple[Access, ...]
    params: tuple[Number, ...]
    each: float
    nbytes: Number
    checks: tuple[Check, ...] = ()

    @property
    def flops(self) -> float:
        """The operations of all elements."""
        return self.plan.flops + typical(product(self.extents[:3])) * self.each

    @property
    def kernel(self) -> Kernel:
        """The epilogue."""
        return self.contraction.epilogue

    def alone(self, u: int, v: int) -> bool:
        """Whether writing v over u at the same place is safe: all loads of a point come before its stores."""
        return True


class _Roles:
    """The axes of a contraction group by role, outermost first; axes of extent 1 are left out."""

    def __init__(self, flow: Flow, group: Group) -> None:
        self.flow = flow
        rule, index = flow.rule(group.product), group.demand[group.product][0]
        assert rule is not None
        of_a, of_b, out = rule.labels
        # an index of the result may run through several axes of the group: the steps of a label along each
        self.number: dict[Any, dict[int, Size]] = {
            label: split(e, group.extents).axes for label, e in zip(out, index, strict=True) if not e.is_const
        }
        self.extents: dict[int, Size] = dict(enumerate(group.extents))
        for label, n in zip((x for x in of_a if x not in out), rule.extents, strict=True):
            if n != 1:
                self.number[label] = {len(self.extents): 1}
                self.extents[len(self.extents)] = n
        inside = {a: (x in of_a, x in of_b) for x in (*of_a, *of_b) for a in self.number.get(x, ())}
        free = [a for a in range(len(group.extents)) if a in inside]
        self.batch = [a for a in free if inside[a] == (True, True)]
        self.rows = [a for a in free if inside[a] == (True, False)]
        self.columns = [a for a in free if inside[a] == (False, True)]
        self.depth = [a for a in self.extents if a >= len(group.extents)]
        node = flow.nodes[flow.maker[group.product]]
        self.lanes: int = node.keywords["lanes"] if node.op is PANELLED else 0  # of B's panels
        self.operands = flow.operands[flow.maker[group.product]]
        self.labels = of_a, of_b
        self.sources = [flow.operand(u) for u in self.operands]
        self.strides = [
            {a: step * k for d, step in s.place.strides for a, k in self.number.get(names[d], {}).items()}
            for names, s in zip(self.labels, self.sources, strict=True)
        ]

    def order(self, side: int) -> list[list[int]]:
        """The runs of axes of operand A (0) or B (1)."""
        return [self.batch, self.rows, self.depth] if side == 0 else [self.batch, self.depth, self.columns]

    def sort(self, run: list[int], strides: Strides) -> None:
        run[:] = self.sorted(run, strides)

    def sorted(self, run: Sequence[int], strides: Strides) -> list[int]:
        """The axes of a run as memory goes through them, outermost first."""
        return sorted(run, key=lambda a: -abs(typical(strides.get(a, 0))))

    def small(self) -> bool:
        """Whether A is in another order than B, and so small that a copy in B's costs nothing beside the product."""
        apart = self.sorted(self.depth, self.strides[0]) != self.sorted(self.depth, self.strides[1])
        of_a, of_b = self.flow.types[self.operands[0]].nbytes, self.flow.nbytes(self.sources[1].value)
        return apart and typical(of_a) * SMALL <= typical(of_b)

    def merges(self, run: Sequence[int], form: Strides) -> bool:
        """Whether memory goes through the axes of a run in one go."""
        return all(form.get(a, 0) == form.get(b, 0) * self.extents[b] for a, b in pairwise(run))

    def parts(self, side: int, run: Sequence[int]) -> Any:
        """How far apart the elements of a run of axes lie in an operand: a number, or parts as `Stride` has them."""
        found: list[Size] = []
        count: Size = 1
        for a in reversed(run):
            step = self.strides[side].get(a, 0)
            if not found or step != found[-1] * count:
                found += [count, step] if found else [step]
                count = 1
            count = count * self.extents[a]
        return found[0] if len(found) == 1 else tuple(found) if found else 0

    def crossed(self, size: int) -> bool:
        """Whether rows or columns lie in an operand in another order than in the result, which is smaller: `size`."""
        for side, run in enumerate((self.rows, self.columns)):
            whole = typical(self.size([*self.batch, *run, *self.depth]))
            if (
                self.sorted(run, self.strides[side]) != run
                and not self.merges(run, self.strides[side])
                and size < whole
            ):
                return True
        return False

    def spread(self) -> None:
        """Let axes of rows and columns that memory does not go through in one go be batches, if many are left."""
        for side, run in enumerate((self.rows, self.columns)):
            end = next((i for i in range(len(run)) if self.merges(run[i:], self.strides[side])), 0)
            if end and typical(self.size(run[end:])) >= FEW:
                self.batch += run[:end]
                del run[:end]

    def rank(self, label: Any, order: list[int]) -> int:
        """Where a label stands in an order of axes."""
        return min(map(order.index, self.number.get(label, ())), default=-1)

    def size(self, run: Sequence[int]) -> Size:
        return product(self.extents[a] for a in run)


def products(flow: Flow, groups: list[Group], plan: Planning, find: Find, in_parts: bool) -> dict[Group, Product]:
    """The work of every contraction group; groups (and values) are added for what must be packed.

    `in_parts`: operands are read in parts (see `Stride`) where the machine can, instead of copied.
    `plan(contraction, extents, a_strides, b_strides)` plans for a machine; `find(group, lower)` gives the work of an
    equal group, or calls `lower`.
    """
    done: dict[Group, Product] = {}
    flow.padded |= {v for g in groups for v in g.stores}  # others have them in memory
    pending = [g for g in groups if g.kind == "contract"]
    while pending:
        group = pending.pop()
        # what it reads may be read where it was before a product was put right
        group.sources = [flow.operand(u) for u in flow.operands[flow.maker[group.product]]]
        made = find(group, partial(_product, flow, group, plan, in_parts))
        if isinstance(made, Product):
            done[group] = made
        else:
            groups += made
            pending += [g for g in (group, *made) if g.kind == "contract"]
    return done


def _product(flow: Flow, group: Group, planned: Planning, in_parts: bool) -> Product | list[Group]:
    """The work of a group, or the groups to be made first, after which it can be tried again."""
    roles = _Roles(flow, group)
    parts, writes = compose(flow, group)
    roots = [e for w in writes for e in (w.root, *w.index)]
    loads = [e for e in expr.topological(roots) if e.kind == "load"]
    places = {e: place(e.index, row_major(flow.types[e.operand].shape), roles.extents) for e in loads}
    targets = [place(w.index, row_major(w.shape), roles.extents) for w in writes]
    first = dict(targets[0].strides)
    for run in (roles.batch, roles.rows, roles.columns):
        roles.sort(run, first)
    small = roles.small()
    roles.sort(roles.depth, roles.strides[int(small)])
    if in_parts:
        if roles.crossed(typical(flow.size(group.product))):
            return _apart(flow, group, roles)
        roles.spread()
    runs = [roles.batch, roles.rows, roles.columns]
    order, pinned = reach([w.root for w in writes], places)
    forms = [dict(p.strides) for p in (*places.values(), *targets)]
    several = {a for run in runs for a in run if len(run) > 1}
    if parts.checks or pinned & several or not all(roles.merges(run, f) for run in runs for f in forms):
        return _apart(flow, group, roles)
    deep: list[int] = []  # sides whose depth is in parts
    for side in range(2):
        for run in roles.order(side):
            if roles.merges(run, roles.strides[side]):
                continue
            parts_of = roles.parts(side, run)
            most = 5 if run is roles.batch else 7 if run is roles.depth else 0
            if not in_parts or len(parts_of) > most or (small and run is roles.depth):
                return [_padded(flow, roles, side) or _packed(flow, group, roles, side)]
            if run is roles.depth:
                deep.append(side)
    number = {a: i for i, run in enumerate(runs) for a in run}
    inner = [run[-1] if run else -1 for run in runs]
    builder = Builder(flow, Layout([roles.size(run) for run in runs], number, inner, 3), dict(places))
    builder.rewrite(order)
    stores: list[Store] = []
    for w, where in zip(writes, targets, strict=True):
        operand, index = builder.operand(w.value, w.root.dtype, where, writes=True, every=True)
        stores.append(Store(operand, index, builder.root(w.root)))
    dtype = flow.types[group.product].dtype
    of_a, of_b = (flow.types[source.value].dtype for source in roles.sources)
    sides = _side(roles, 0, of_a.itemsize), _side(roles, 1, of_b.itemsize)
    if roles.lanes:
        sides = sides[0], replace(sides[1], strides=(0, roles.lanes, roles.size(roles.depth)))
    contraction = Contraction(
        sum_dtype(dtype) or dtype,
        of_a,
        of_b,
        tuple(builder.operands),
        tuple(stores),
        len(builder.params),
        roles.lanes > 0,
    )
    row_side = int(contraction.turned)
    found = _padded(flow, roles, 1 - row_side)
    if found is not None:
        return [found]
    contraction = replace(contraction, padding=roles.sources[row_side].padding, _memo={})
    if contraction.panels and contraction.turned:
        return _apart(flow, group, roles)
    for side in deep:  # which only that one may be which lanes do not run along, and as it is
        if (
            contraction.turned
            and side == 0
            and typical(flow.size(group.product)) < typical(flow.size(roles.operands[0]))
        ):
            return _apart(flow, group, roles)  # where lanes run along columns
        if side != int(contraction.turned) or (of_a, of_b)[side] != contraction.dtype:
            return [_padded(flow, roles, side) or _packed(flow, group, roles, side)]
    extents = (*(roles.size(run) for run in runs), roles.size(roles.depth))
    plan = planned(contraction, extents, sides[0].strides, sides[1].strides)
    if contraction.padding is not None and not _suits(contraction, plan):
        found = _padded(flow, roles, row_side)
        assert found is not None
        return [found]
    nbytes = sum(flow.nbytes(v) for v in {a.value for a in (*builder.accesses, *sides)})
    each = sum(map(weight, order))
    return Product(contraction, plan, extents, sides, tuple(builder.accesses), tuple(builder.params), each, nbytes)  # pyright: ignore[reportArgumentType]


def _side(roles: _Roles, side: int, itemsize: int) -> Access:
    strides = tuple(roles.parts(side, run) for run in roles.order(side))
    source = roles.sources[side]
    start = source.place.offset if source.padding is None else source.start
    return Access(source.value, start * itemsize, strides, (0, 1, 2))


def _suits(contraction: Contraction, plan: Plan) -> bool:
    """Whether a product is to read out of a padded image: lines are copied for all rows that read them, once."""
    alike = contraction.a == contraction.b == contraction.dtype
    return alike and (plan.words[Word.LINE_GROUPS] > 0 or plan.words[Word.BATCH] == 1)


def _padded(flow: Flow, roles: _Roles, side: int) -> Group | None:
    """A group that makes the padded image an operand is in, so that it is read from memory; None if it is in none."""
    if roles.sources[side].padding is None:
        return None
    v = flow.source(roles.operands[side], narrow=True).value
    flow.padded.add(v)
    return _stored(flow, v, v, roles.sources[side].value)


def _stored(flow: Flow, v: int, u: int, source: int) -> Group:
    """A group that stores v, which is made from u, and that from what lies in memory."""
    made = Group("loops", flow.types[v].shape)
    made.stores, made.members = [v], {v}
    while u != source and u not in flow.literals and (rule := flow.rule(u)) is not None:
        made.members.add(u)
        u = flow.operands[flow.maker[u]][rule.reads[0][0]]
    return made


def _packed(flow: Flow, group: Group, roles: _Roles, side: int) -> Group:
    """A group that copies an operand into the order of its roles; the contraction then reads the copy."""
    u, names = roles.operands[side], roles.labels[side]
    order = [a for run in roles.order(side) for a in run]
    axes = sorted(range(len(names)), key=lambda d: roles.rank(names[d], order))
    n = flow.maker[group.product]
    packed = flow.derive(
        PACK, (u,), (("axes", tuple(axes)),), flow.types[u].with_([flow.types[u].shape[d] for d in axes]), n
    )
    rule = flow.rule(group.product)
    assert rule is not None
    labels = [*rule.labels]
    labels[side] = tuple(names[d] for d in axes)
    operands = [*roles.operands]
    operands[side] = packed
    flow.change(n, *_multiplied(roles, tuple(operands), labels))
    return _stored(flow, packed, u, roles.sources[side].value)


def _apart(flow: Flow, group: Group, roles: _Roles) -> list[Group]:
    """Store the bare product in an order of its own; the group becomes a kernel that reads it."""
    v = group.product
    n, rule = flow.maker[v], flow.rule(v)
    assert rule is not None
    kind = flow.types[v]
    out = rule.labels[2]
    roles.sort(roles.rows, roles.strides[0])  # now that nothing else asks for an order: as they lie
    roles.sort(roles.columns, roles.strides[1])
    order = [a for run in (roles.batch, roles.rows, roles.columns) for a in run]
    axes = sorted(range(kind.ndim), key=lambda d: roles.rank(out[d], order))
    op, operands, params = _multiplied(roles, roles.operands, [*rule.labels[:2], tuple(out[d] for d in axes)])
    raw = flow.derive(op, operands, params, kind.with_([kind.shape[d] for d in axes]), n)
    flow.change(n, PACK, (raw,), (("axes", tuple(axes.index(d) for d in range(kind.ndim))),))
    group.kind, group.product, group.sources = "loops", -1, []
    made = Group("contract", flow.types[raw].shape)
    made.stores, made.members, made.product = [raw], {raw}, raw
    made.demand[raw] = [start_index(made.extents)]
    return [made]


def _multiplied(roles: _Roles, operands: tuple[int, ...], labels: Sequence[Sequence[Any]]) -> tuple[Op, Any, Any]:
    """Op, operands and parameters of the same product along other labels."""
    words = ("labels", _numbered(labels))
    return (PANELLED, operands, (words, ("lanes", roles.lanes))) if roles.lanes else (PRODUCT, operands, (words,))


def _numbered(labels: Sequence[Sequence[Any]]) -> tuple[tuple[int, ...], ...]:
    numbers = {x: i for i, x in enumerate(dict.fromkeys(x for part in labels for x in part))}
    return tuple(tuple(numbers[x] for x in part) for part in labels)
