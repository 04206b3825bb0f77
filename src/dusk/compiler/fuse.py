"""Which values one kernel computes: the values of a graph in groups, each an iteration space with what it stores.

Users are placed before producers. A value goes into the group of its users where nothing is computed more often than
before, or where that costs less than writing and reading it; a value that must be stored anyway is stored by a group
that has its iteration space, unless another user would then wait for itself. What decides are templates: how often an
index map evaluates a value, and what that costs; no op is known by name.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from itertools import pairwise

from dusk.compiler.flow import Flow, Source, whole
from dusk.compiler.group import Group, across, final, live
from dusk.compiler.index import Index, axes_of, evaluations, exact, split, start_index, substitute
from dusk.compiler.loop import shared
from dusk.compiler.procedure import kind_of, sources
from dusk.compiler.rules import CHEAP, Template
from dusk.graph.types import Size, product, typical
from dusk.kernel import expr

MOST_COST = 256.0  # scalar operations a kernel
MOST_VALUES = 96
MOST_READS = 40
MOST_INDICES = 9  # at which one value is computed again
SERIAL = 12.0  # operations beside a scan that lanes cannot share, done one by one while it waits for itself
NEAR = 64  # values between two kernels that may become one for what they read
MOST_USERS = 16  # that are tried as a home of one value
VISITS = 64  # groups looked at to find out whether one waits for another
AGAIN = 16  # times an array is read across its order, before it is turned round first
ROWS = 16  # parallel points below which a large nest is not tied to its rows
LARGE = 1 << 16


def partition(flow: Flow) -> list[Group]:
    """The groups of a flow, in no particular order; every value that is needed in memory is stored by one of them."""
    fuser = _Fuser(flow)
    for n in range(len(flow.nodes) - 1, -1, -1):
        fuser.place(n)
    fuser.siblings()
    return [g for g in fuser.groups if g.merged is None]


class _Fuser:
    def __init__(self, flow: Flow) -> None:
        self.flow = flow
        self.groups: list[Group] = []
        self.demanders: dict[int, list[Group]] = {}
        self.keepers: dict[int, list[Group]] = {}  # groups that need a value as it lies in memory
        self.home: dict[int, Group] = {}
        self.readers: dict[int, list[Group]] = {}
        self.outputs = set(flow.outputs)
        self.after_product = flow.after_product()

    # what is done with a node

    def place(self, n: int) -> None:
        flow = self.flow
        if flow.rules[n] is None:
            self.host(n)
            return
        for v in reversed(flow.made_by(n)):
            rule, kept = flow.rule(v), live(self.keepers.get(v, ()))
            users = live(self.demanders.pop(v, ()))
            assert rule is not None
            if not (users or kept or v in self.outputs):
                continue
            if rule.kind == "map":
                self.map(v, rule, users, kept)
            elif rule.kind == "update":
                self.update(v, rule, users)
            elif rule.kind == "fold":
                self.fold(v, rule, users)
            else:
                self.sum(v, rule, users, kept)

    def host(self, n: int) -> None:
        flow = self.flow
        kind = kind_of(flow, n)
        carried = {flow.first[n] + c for c in shared(flow.nodes[n])} if kind == "loop" else ()
        group = self.new(kind, ())
        for u in flow.operands[n]:
            if not flow.is_data(u):
                self.read(u, [group])
        self.keep(group, sources(flow, n, kind))
        self.wait(group, flow.operands[n])
        for v in flow.made_by(n):
            group.members.add(v)
            users = live(self.demanders.pop(v, ()))
            if v not in carried or users or v in self.outputs or live(self.keepers.get(v, ())):
                self.store(group, v)
            self.read(v, users)

    def map(self, v: int, rule: Template, users: list[Group], kept: list[Group]) -> None:
        users = [h for g in users for h in self.uncut(g, v, rule)]
        needed = bool(kept) or v in self.outputs
        cheap = rule.cost <= CHEAP and self.flow.wide(v, rule) <= 1
        fitting = [g for g in users if self.fits(g, v, rule) and not self.adds_up(g, v)]
        if not needed and len(fitting) == len(users):
            if not cheap and len(users) > 1:
                fitting = self.unite(fitting, v)
            if cheap or len(fitting) == 1:
                for g in fitting:
                    self.absorb(g, v, rule)
                return
        # what follows a contraction is stored by its epilogue rather than by a reduction further on
        able = [g for g in live(fitting) if self.shares(g, v) and not (needed and g.sums and self.after_product[v])]
        home = self.find_home(able, v, users, kept)
        home = home or self.open("loops", v)
        self.store(home, v)
        self.absorb(home, v, rule)
        for g in live(users):
            if g is not home and cheap and g in fitting:
                self.absorb(g, v, rule)
            elif g is not home:
                self.read(v, [g])

    def sum(self, v: int, rule: Template, users: list[Group], kept: list[Group]) -> None:
        """A reduction, a scan or a contraction: computed once, where its users can be its epilogue."""
        product = rule.kind == "contract"
        if rule.kind == "scan":
            self.face(users, v, rule.along)
        able = [g for g in users if (self.takes(g, v) if product else self.over(g, v, rule) is not None)]
        home = self.find_home(able, v, users, kept)
        if home is None or (not product and self.over(home, v, rule) is None):  # united they may do too much
            home = self.open("loops", v)
        if product:
            home.kind, home.product = "contract", v
            home.members.add(v)
            self.keep(home, [self.flow.operand(u) for u in self.flow.operands[self.flow.maker[v]]])
            self.wait(home, self.flow.operands[self.flow.maker[v]])
        else:
            over = self.over(home, v, rule)
            assert over is not None
            if not home.reduced and over[0] == len(home.extents):
                home.extents += [n for n in rule.extents if n != 1]
            home.reduced = over
            home.along = over[0] if rule.kind == "scan" else home.along
            self.absorb(home, v, rule)
        others = [g for g in live(users) if g is not home]
        if kept or others or not users or v in self.outputs:
            self.store(home, v)
        self.read(v, others)

    def update(self, v: int, rule: Template, users: list[Group]) -> None:
        base, values = self.flow.operands[self.flow.maker[v]][:2]
        made = self.new("update", self.flow.types[values].shape)
        here = start_index(made.extents)
        group = self.meeting(v, rule, users, here)
        if group is not None:
            made.merged, group.kind = group, "update"
        else:
            group = made
        group.base = base
        self.keep(group, [whole(base, self.flow.types[base].shape)])
        self.store(group, v)
        group.stores.insert(0, group.stores.pop())
        group.demand[v], group.debt[v] = [here], 0.0
        self.absorb(group, v, rule)
        self.read(v, [g for g in users if g is not group])

    def meeting(self, v: int, rule: Template, users: list[Group], here: Index) -> Group | None:
        """Who reads of update v what is written to it, and that where it is written: it can as well write it."""
        extents = list(self.flow.types[self.flow.operands[self.flow.maker[v]][1]].shape)
        if rule.store != "set" or len(rule.reads) > 1:  # nor where data decides what is written
            return None
        for g in users:
            if g.kind == "loops" and not g.folded and g.extents == extents:
                others = {h for h in (*users, *live(self.keepers.get(v, ()))) if h is not g}
                if g.demand[v] == [self.mapped(rule, rule.target, here, g)] and not self.waits(g, others):
                    return g
        return None

    def fold(self, v: int, rule: Template, users: list[Group]) -> None:
        """Sums over runs of an operand's rows: each row is added to that of its run as it goes by."""
        (u,) = self.flow.operands[self.flow.maker[v]]
        group = self.new("loops", self.flow.types[u].shape)
        group.folded = len(group.extents) - len(rule.target) + 1
        here = start_index(group.extents)
        group.demand[v], group.debt[v] = [here], 0.0
        self.store(group, v)
        group.at[v] = self.mapped(rule, rule.target, here, group)
        self.absorb(group, v, rule)
        self.read(v, users)

    def siblings(self) -> None:
        """Merge kernels over one space that read the same large value: it is then read once."""
        readers: dict[tuple[int, tuple[Size, ...]], list[Group]] = {}
        for g in self.groups:
            if g.merged is not None or g.kind != "loops" or not g.extents:
                continue
            points = typical(product(g.extents))
            for v in g.demand:
                if v not in g.members and typical(self.flow.size(v)) * 2 >= points:
                    readers.setdefault((v, tuple(g.extents)), []).append(g)
        for groups in readers.values():
            some = sorted(live(groups)[:MOST_USERS], key=lambda g: (g.reduced, g.folded))
            for g, h in pairwise(some):
                g, h = final(g), final(h)
                near = abs(max(g.members) - max(h.members)) <= NEAR
                # what is folded goes by row by row anyway, so it may join what goes through each row
                near = near and (g.reduced == h.reduced or (g.folded > 0 and not g.reduced))
                if g is not h and near and self.fit(g, h) and not self.waits(g, (h,)) and not self.waits(h, (g,)):
                    self.merge(g, h)

    # facts

    def fits(self, g: Group, v: int, rule: Template) -> bool:
        """Whether group g may compute v for itself."""
        indices = g.demand[v]
        if (
            len(indices) > MOST_INDICES
            or self.turns(g, v, rule)
            or g.cost + rule.cost * len(indices) > MOST_COST
            or len(g.members) >= MOST_VALUES
            or len(g.demand) - len(g.members) > MOST_READS
            or (g.serial and g.cost + rule.cost > SERIAL)
        ):
            return False
        return not self.repeats(g, v) or (g.debt[v] + rule.cost <= CHEAP and len(rule.reads) <= 2)

    def turns(self, g: Group, v: int, rule: Template) -> bool:
        """Whether g would read across its order, over and over, what v is turned round."""
        again = typical(self.flow.size(v)) * AGAIN <= typical(product(g.extents))
        return again and not rule.cost and g.kind == "loops" and across(g, v, [read for _, read in rule.reads])

    def adds_up(self, g: Group, v: int) -> bool:
        """Whether v combines contractions, and g has another one to add: v goes into an epilogue of its own, or a sum
        of many products would keep each of them until the last one is there."""
        operands = self.flow.operands[self.flow.maker[v]]
        return (
            g.product >= 0
            and self.after_product[v]
            and len(operands) > 1
            and all(map(self.after_product.__getitem__, operands))
        )

    def repeats(self, g: Group, v: int) -> bool:
        """Whether g would compute elements of v more than once (but for a few)."""
        order, most = g.order, max(typical(self.flow.size(v)), 1) * 1.25
        return sum(typical(evaluations(i, order, g.spans)) for i in g.demand[v]) > most

    def shares(self, g: Group, v: int) -> bool:
        """Whether g meets every element of v once, so that it can store it."""
        indices = g.demand[v]
        if g.kind not in ("loops", "contract") or len(indices) != 1:
            return False
        return self.covers(g, v, range(len(g.extents))) or (bool(g.reduced) and self.covers(g, v, g.parallel))

    def covers(self, g: Group, v: int, axes: Sequence[int]) -> bool:
        """Whether g needs v at one index, each element once as the points of `axes` go by."""
        points = product(g.extents[a] for a in axes)
        return points == self.flow.size(v) and exact(g.demand[v][0], g.extents, axes)

    def takes(self, g: Group, v: int) -> bool:
        """Whether g can be the epilogue of contraction v."""
        return g.kind == "loops" and not g.sums and self.shares(g, v)

    def over(self, g: Group, v: int, rule: Template) -> list[int] | None:
        """The axes of g that reduction v would run over: its own, those v lacks, or new ones; None if it cannot."""
        indices = g.demand[v]
        if g.kind != "loops" or len(indices) != 1:
            return None
        if rule.kind == "scan":
            return self.passes(g, v, rule)
        sizes = [n for n in rule.extents if n != 1]
        if g.reduced:
            fits = not g.serial and sizes == [g.extents[a] for a in g.reduced] and self.covers(g, v, g.parallel)
            return g.reduced if fits else None
        used = axes_of(indices[0])
        if not self.covers(g, v, used):
            return None
        missing = [a for a, n in enumerate(g.extents) if n != 1 and a not in used]
        if not missing:
            return list(range(len(g.extents), len(g.extents) + len(sizes)))
        if [g.extents[a] for a in missing] != sizes or missing[0] < g.folded:
            return None
        rows = typical(product(g.extents[a] for a in used))
        small = rows * typical(product(sizes)) <= LARGE
        return missing if small or (rows >= ROWS and missing[0] > max(used, default=-1)) else None

    def passes(self, g: Group, v: int, rule: Template) -> list[int] | None:
        """The axis of g that scan v would go along; None if g does not meet its elements in order, each once."""
        at = g.demand[v][0][rule.along]
        if g.folded:
            return None
        if at.kind != "axis" or not self.covers(g, v, range(len(g.extents))) or g.reduced not in ([], [at.data]):
            return None
        in_lanes = any(n != 1 for n in g.extents[at.data + 1 :])
        light = (not g.members or g.cost + rule.cost <= SERIAL) and (not g.reduced or g.along == at.data)
        return [at.data] if in_lanes or light else None

    def face(self, groups: list[Group], v: int, along: int) -> None:
        """Turn the axes that groups go along against scan v: what is in no order can as well be done in this one."""
        for g in groups:
            at, n = g.demand[v][0][along], self.flow.types[v].shape[along]
            form = split(at, g.extents)
            if g.kind != "loops" or g.reduced or form.const != n - 1 or list(form.axes.values()) != [-1] or form.rest:
                continue
            (a,) = form.axes
            if g.extents[a] == n:
                turned = {expr.axis(a): (expr.axis(a) - (n - 1)) * -1}
                for indices in g.demand.values():
                    indices[:] = [substitute(i, turned, g.extents) for i in indices]
                g.at = {u: substitute(i, turned, g.extents) for u, i in g.at.items()}

    def waits(self, g: Group, others: Collection[Group]) -> bool:
        """Whether g reads, over any number of groups, what one of `others` stores; True where it takes long to tell."""
        before, back, after, ahead = {g}, [g], set(others), list(others)
        known = ahead[0].reads if len(ahead) == 1 else set[int]()  # to have been there before it
        for _ in range(VISITS):  # from both ends, as one may be near
            if not back or not ahead:
                return False
            h = back.pop()
            reads = h.reads - known if h is g else h.reads
            makers = live(self.home[v] for v in sorted(reads) if v in self.home)
            readers = live(h for v in ahead.pop().stores for h in self.readers.get(v, ()))
            back += [h for h in makers if h not in before]
            ahead += [h for h in readers if h not in after]
            before.update(makers)
            after.update(readers)
            if not before.isdisjoint(after):
                return True
        return True

    # changes

    def find_home(self, able: list[Group], v: int, users: list[Group], kept: list[Group]) -> Group | None:
        """One of `able` (united as far as they can be) that may store v without waiting for v's other users."""
        for g in self.unite(able, v):
            others = {h for h in (*live(users), *live(kept)) if h is not g}
            if g not in live(kept) and not self.waits(g, others):
                return g
        return None

    def unite(self, groups: list[Group], v: int) -> list[Group]:
        """Merge groups that have one iteration space and share v; gives those that are left."""
        left: list[Group] = []
        for g in groups[:MOST_USERS]:
            for h in left:
                if self.alike(h, g, v) and not self.waits(g, (h,)) and not self.waits(h, (g,)):
                    self.merge(h, g)
                    break
            else:
                left.append(g)
        return left + groups[MOST_USERS:]

    def alike(self, g: Group, h: Group, v: int) -> bool:
        if g.demand[v] != h.demand[v] or not self.shares(g, v) or not self.shares(h, v):
            return False
        if (g.product >= 0 or h.product >= 0) and (g.sums or h.sums or min(g.product, h.product) >= 0):
            return False
        return self.fit(g, h)

    def fit(self, g: Group, h: Group) -> bool:
        """Whether two groups have one iteration space, and are not too much for one kernel."""
        if g.cost + h.cost > MOST_COST or len(g.members) + len(h.members) > MOST_VALUES:
            return False
        if len(g.demand) + len(h.demand) - len(g.members) - len(h.members) > MOST_READS:
            return False
        if (g.serial or h.serial) and g.cost + h.cost > SERIAL:
            return False
        if max(g.folded, h.folded) > min((*g.reduced, *h.reduced), default=MOST_VALUES):
            return False
        big, small = (g, h) if len(g.extents) >= len(h.extents) else (h, g)
        if big.extents == small.extents:
            return not (big.reduced and small.reduced) or big.reduced == small.reduced
        n = len(small.extents)
        return not small.reduced and big.extents[:n] == small.extents and big.parallel == list(range(n))

    def merge(self, g: Group, h: Group) -> None:
        """Make g do what h does, too."""
        h.merged = g
        g.extents = max(g.extents, h.extents, key=len)
        g.reduced = g.reduced or h.reduced
        g.folded = max(g.folded, h.folded)
        g.along = max(g.along, h.along)
        g.kind = h.kind if h.product >= 0 else g.kind
        g.product = max(g.product, h.product)
        g.members |= h.members
        g.reads |= h.reads
        g.stores += h.stores
        g.at, g.parts = g.at | h.at, g.parts | h.parts
        g.sources += h.sources
        g.after |= h.after
        g.cost += h.cost
        for v, indices in h.demand.items():
            mine = g.demand.setdefault(v, [])
            mine += [i for i in indices if i not in mine]
            g.debt[v] = max(g.debt.get(v, 0.0), h.debt[v])

    def uncut(self, g: Group, v: int, rule: Template) -> list[Group]:
        """The groups that compute v for g: where v reads elsewhere what update g overwrites, one on its own."""
        made = g.stores[0] if g.base >= 0 and len(g.stores) == 1 else -1
        if made < 0 or not self.flow.in_place(self.flow.maker[made]):
            return [g]
        operands = self.flow.operands[self.flow.maker[v]]
        reads = [read for k, read in rule.reads if operands[k] == g.base]
        update, values = self.flow.rule(made), self.flow.operands[self.flow.maker[made]][1]
        if not reads or update is None or (values != v and values not in g.members):
            return [g]
        target = self.mapped(update, update.target, start_index(g.extents), g)
        if all(self.mapped(rule, read, index, g) == target for read in reads for index in g.demand[v]):
            return [g]
        before = g.members
        for u in g.demand:
            if g in self.demanders.get(u, ()):
                self.demanders[u].remove(g)
        g.members, g.demand, g.debt, g.cost = set(), {made: [start_index(g.extents)]}, {made: 0.0}, 0.0
        apart = self.open("loops", values)
        self.store(apart, values)
        for u in sorted(before, reverse=True):
            of_u = self.flow.rule(u)
            assert of_u is not None
            if u in apart.demand:
                self.absorb(apart, u, of_u)
            if u in g.demand and u != values:
                self.absorb(g, u, of_u)
        for u in sorted(g.reads & apart.demand.keys() - apart.members):  # what is stored elsewhere already
            self.read(u, [apart])
            if u not in g.demand:
                g.reads.remove(u)
                self.readers[u].remove(g)
        self.read(values, [g])
        self.demanders.pop(v, None)
        return [h for h in (apart, g) if v in h.demand and not (h is g and v == values)]

    def absorb(self, g: Group, v: int, rule: Template) -> None:
        """Compute v in g, at every index where g needs it."""
        again = rule.cost and rule.kind != "update" and self.repeats(g, v)
        debt = g.debt[v] + rule.cost if again else g.debt[v]
        g.members.add(v)
        g.cost += rule.cost * len(g.demand[v])
        operands = self.flow.operands[self.flow.maker[v]]
        if self.flow.nodes[self.flow.maker[v]].op.waits:
            self.wait(g, (v,))
        for index in g.demand[v]:
            g.cut(rule.value, index)
            for k, read in rule.reads:
                self.want(g, operands[k], self.mapped(rule, read, index, g), debt)

    def mapped(self, rule: Template, read: Index, index: Index, g: Group) -> Index:
        """Where an operand is read for the value at `index`."""
        if read == tuple(map(expr.axis, range(len(index)))):
            return index
        mapping = dict(zip(map(expr.axis, range(len(index))), index, strict=True))
        over = iter(g.reduced)
        for j, n in enumerate(rule.extents):
            mapping[expr.axis(len(index) + j)] = expr.axis(next(over)) if n != 1 else expr.const(0)
        return substitute(read, mapping, g.extents)

    def want(self, g: Group, u: int, index: Index, debt: float) -> None:
        indices = g.demand.get(u)
        if indices is None:
            g.demand[u], g.debt[u] = [index], debt
            if self.flow.maker[u] >= 0:
                self.demanders.setdefault(u, []).append(g)
        else:
            if index not in indices:
                indices.append(index)
            g.debt[u] = max(g.debt[u], debt)

    def new(self, kind: str, extents: Iterable[Size]) -> Group:
        group = Group(kind, extents)
        self.groups.append(group)
        return group

    def open(self, kind: str, v: int) -> Group:
        group = self.new(kind, self.flow.types[v].shape)
        group.demand[v], group.debt[v] = [start_index(group.extents)], 0.0
        return group

    def store(self, g: Group, v: int) -> None:
        g.stores.append(v)
        if v in g.demand:
            g.at[v] = g.demand[v][0]
        self.home[v] = g

    def read(self, v: int, groups: list[Group]) -> None:
        self.readers.setdefault(v, []).extend(groups)
        for g in groups:
            g.reads.add(v)

    def keep(self, g: Group, sources: list[Source]) -> None:
        g.sources += sources
        for source in sources:
            self.read(source.value, [g])
            self.keepers.setdefault(source.value, []).append(g)

    def wait(self, g: Group, values: Iterable[int]) -> None:
        """Have g wait for what its values are to be used after."""
        for u in values:
            for v in self.flow.awaited(u) - g.after:
                g.after.add(v)
                self.read(v, [g])
                self.keepers.setdefault(v, []).append(g)
