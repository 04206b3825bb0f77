"""Decisions before any text is written: which axis runs along the lanes, how many lanes, what is computed at which
loop, and in how many passes over the reduce axes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from dusk.kernel.emit_address import Access, access_of, factor
from dusk.kernel.emit_axes import adding, choose_vector, loop_order, transposed
from dusk.kernel.expr import INT64, Expr
from dusk.kernel.loops import Kernel, Reduction, Scan, Store
from dusk.kernel.targets import Target

_COSTS = {
    "divide": 5,
    "sqrt": 5,
    "reciprocal": 5,
    "fmod": 15,
    "remainder": 20,
    "floor_divide": 25,
    "exp": 18,
    "exp2": 18,
    "expm1": 22,
    "log": 25,
    "log1p": 30,
    "sin": 25,
    "cos": 25,
    "tanh": 30,
    "sigmoid": 25,
    "erf": 40,
    "log2": 30,
    "log10": 30,
    "tan": 45,
    "arcsin": 45,
    "arccos": 45,
    "arctan": 45,
    "arctan2": 55,
    "sinh": 35,
    "cosh": 35,
    "arcsinh": 60,
    "arccosh": 60,
    "arctanh": 40,
    "cbrt": 30,
    "nextafter": 10,
    "power": 90,
    "hypot": 15,
    "square_sum": 6,
    "logaddexp": 55,
    "gcd": 100,
    "lcm": 100,
}
LONG = 15  # the cost of an op from which its steps wait for each other rather than for the processor's units
_CALL = 100


@dataclass(slots=True)
class Pass:
    """One sweep over the reduce axes: reductions and scans (with their numbers) and stores that run in it."""

    reductions: list[tuple[int, Reduction]]
    stores: list[Store]
    order: list[Expr]
    scans: list[tuple[int, Scan]] = field(default_factory=list[tuple[int, Scan]])
    unroll: int = 1


@dataclass(slots=True)
class Plan:
    """What the emitter follows."""

    kernel: Kernel
    target: Target
    vector: int | None  # the axis along the lanes
    parallel: list[int]  # loops outside in; the vector axis is the innermost of its kind
    reduce: list[int]
    accesses: dict[Expr | int, Access]  # of loads, and of stores by id
    blocked: int | None  # the axis that, with that of the lanes, is done in blocks
    tiled: list[Expr]  # loads that run along that axis: see emit_tile
    order: list[Expr]
    lanes: int = 1
    size: int = 4  # bytes of what is computed most
    unroll: int = 1  # copies of the body in a vector loop over a parallel axis
    level: dict[Expr | int, int] = field(default_factory=dict[Expr | int, int])  # of expressions and axes: the loop
    varying: set[Expr] = field(default_factory=set[Expr])  # differs between lanes
    positions: set[Expr] = field(default_factory=set[Expr])  # arithmetic of axes and params only
    divisors: set[Expr] = field(default_factory=set[Expr])  # of a whole row, gone through more than once
    splatted: set[Expr] = field(default_factory=set[Expr])  # uniform, used by something that varies
    passes: list[Pass] = field(default_factory=list[Pass])
    final: list[Store] = field(default_factory=list[Store])  # once a parallel point
    final_order: list[Expr] = field(default_factory=list[Expr])
    ahead: list[Expr] = field(default_factory=list[Expr])  # loads whose next row is asked for beside the first pass
    in_turn: set[int] = field(default_factory=set[int])  # ids of stores whose lanes add one after the other

    @property
    def vector_parallel(self) -> bool:
        """Whether the lanes are points of a parallel axis."""
        return self.vector is not None and self.kernel.axes[self.vector].kind == "parallel"


def needed(roots: Iterable[Expr], accesses: dict[Expr | int, Access]) -> list[Expr]:
    """What must be computed for `roots`, in order; of a load's index only what is no axis."""
    order: list[Expr] = []
    seen: set[Expr] = set()
    for root in roots:
        stack = [(root, False)]
        while stack:
            e, ready = stack.pop()
            if ready:
                order.append(e)
            elif e not in seen:
                seen.add(e)
                stack.append((e, True))
                stack.extend((a, False) for a in reversed(children(e, accesses)))
    return order


def children(e: Expr, accesses: dict[Expr | int, Access]) -> Sequence[Expr]:
    """The expressions that `e` is computed from."""
    if e.kind == "load":
        return [*accesses[e].atoms(), *e.args[e.data[1] :]]
    return e.args


def store_roots(store: Store, accesses: dict[Expr | int, Access]) -> list[Expr]:
    """What a store is computed from."""
    guard = [store.guard] if store.guard is not None else []
    return [*accesses[id(store)].atoms(), store.value, *guard]


def cost(order: Iterable[Expr]) -> int:
    """About how many instructions the expressions take."""
    total = 0
    for e in order:
        if e.kind == "op":
            total += _COSTS.get(e.data, 1)
        elif e.kind == "call":
            total += _CALL
        elif e.kind in ("load", "cast", "where"):
            total += 1
    return total


def make_plan(kernel: Kernel, target: Target, loops: Sequence[int] = (), vector: int | None = None) -> Plan:
    """All decisions for one kernel; with `loops`, its parallel axes outside in, and `vector` these two are given."""
    accesses: dict[Expr | int, Access] = {}
    everything = _all(kernel)
    for e in everything:
        if e.kind == "load":
            accesses[e] = access_of(kernel, e.operand, e.index)
    for s in kernel.stores:
        accesses[id(s)] = access_of(kernel, s.operand, s.index)
    order = needed(
        [r.value for r in (*kernel.reductions, *kernel.scans)]
        + [e for s in kernel.stores for e in store_roots(s, accesses)],
        accesses,
    )
    if not loops:
        vector = choose_vector(kernel, accesses, cost(order), in_turn=not target.grid)
    parallel, reduce = (list(loops), []) if loops else loop_order(kernel, vector)
    blocked, tiled = None, list[Expr]()
    if not (loops or reduce or vector is None):
        blocked, tiled = transposed(kernel, accesses, vector)
        tiled = [e for e in tiled if not target.grid]
        inner = [] if blocked is None else [vector, blocked] if tiled else [blocked, vector]
        parallel = [a for a in parallel if a not in inner] + inner
    plan = Plan(kernel, target, vector, parallel, reduce, accesses, blocked, tiled, order)
    plan.in_turn = {id(s) for s in adding(kernel, vector)} if not target.grid else set()
    _levels(plan)
    _passes(plan)
    _lanes(plan)
    if len(plan.passes) > 1 and parallel and vector is not None and not (plan.vector_parallel or target.grid):
        stored = {s.operand for s in kernel.stores}
        loads = [e for e in order if e.kind == "load" and e.operand not in stored]
        before = [e for e in loads if all(plan.level[a] < len(parallel) for a in accesses[e].atoms())]
        plan.ahead = [e for e in before if all(part.kind != "reduced" for part in kernel.under([e]))]
    return plan


def _all(kernel: Kernel) -> list[Expr]:
    from_roots: list[Expr] = []
    seen: set[Expr] = set()
    stack = kernel.roots()
    while stack:
        e = stack.pop()
        if e not in seen:
            seen.add(e)
            from_roots.append(e)
            stack.extend(e.args)
    return from_roots


def _levels(plan: Plan) -> None:
    """Where everything is computed, and whether it differs between lanes."""
    level, kernel = plan.level, plan.kernel
    fused = plan.target.vector_bytes >= 32 and not plan.target.grid  # whether products are added in one step
    for k, a in enumerate(plan.parallel + plan.reduce):
        level[a] = k + 1
    point, innermost = len(plan.parallel), len(plan.parallel) + len(plan.reduce)
    for e in plan.order:
        if e.kind == "axis":
            level[e] = level[e.data]
            varies = e.data == plan.vector
        elif e.kind in ("reduced", "carried"):
            level[e] = point if e.kind == "reduced" else innermost
            varies = plan.vector_parallel
        else:
            parts = children(e, plan.accesses)
            level[e] = max((level[c] for c in parts), default=0)
            varies = any(c in plan.varying for c in parts)
            if e.kind == "load":
                for term in plan.accesses[e].terms:
                    if isinstance(term.variable, int):
                        level[e] = max(level[e], level[term.variable])
                        varies = varies or (term.variable == plan.vector and factor(kernel, e.operand, term) != 0)
        if varies:
            plan.varying.add(e)
        if e.kind in ("axis", "param", "const") or (
            e.kind == "op" and e.dtype == INT64 and all(c in plan.positions for c in e.args)
        ):
            plan.positions.add(e)
    for e in plan.order:
        if e in plan.varying:
            plan.splatted.update(c for c in children(e, plan.accesses) if c not in plan.varying)
            if e.kind == "op" and e.data == "divide" and e.dtype.str[1:] in ("f4", "f8") and plan.reduce and fused:
                plan.divisors.update({e.args[1]} - plan.varying)


def _passes(plan: Plan) -> None:
    """Sort reductions and stores into sweeps: each as early as the reductions it uses are finished."""
    kernel = plan.kernel
    ready: dict[int, int] = {}
    passes: dict[int, Pass] = {}

    def rank(roots: Sequence[Expr]) -> int:
        used = (e.data for e in kernel.under(roots) if e.kind == "reduced")
        return max((ready[i] for i in used), default=0)

    for i, reduction in enumerate(kernel.reductions):
        at = rank([reduction.value])
        ready[i] = at + 1
        passes.setdefault(at, Pass([], [], [])).reductions.append((i, reduction))
    for store in kernel.stores:
        roots = store_roots(store, plan.accesses)
        terms = plan.accesses[id(store)].terms
        levels = [plan.level[t.variable] for t in terms if t.variable is not None]
        deep = max([plan.level[e] for e in roots] + levels, default=0) > len(plan.parallel)
        if deep:
            passes.setdefault(rank(roots), Pass([], [], [])).stores.append(store)
        else:
            plan.final.append(store)
    plan.passes = [passes[k] for k in sorted(passes)]
    for sweep in plan.passes:
        roots = [r.value for _, r in sweep.reductions]
        roots += [e for s in sweep.stores for e in store_roots(s, plan.accesses)]
        numbers = sorted({int(e.data) for e in kernel.under(roots) if e.kind == "carried"})
        sweep.scans = [(i, kernel.scans[i]) for i in numbers]
        sweep.order = needed([*roots, *(s.value for _, s in sweep.scans)], plan.accesses)
    plan.final_order = needed([e for s in plan.final for e in store_roots(s, plan.accesses)], plan.accesses)
    if plan.vector is not None:
        for store in kernel.stores:
            plan.splatted.update(e for e in store_roots(store, plan.accesses) if e not in plan.varying)
        plan.splatted.update(r.value for r in (*kernel.reductions, *kernel.scans) if r.value not in plan.varying)


def _lanes(plan: Plan) -> None:
    """Lanes: a register full of what is computed most; two where long chains would wait for themselves, or copies of
    the body so that short ones hide latency."""
    if plan.vector is None:
        return
    work = Counter[int]()
    for e in plan.order:
        if e in plan.varying and e not in plan.positions and e.dtype.kind != "b":
            half = e.dtype.itemsize == 2 and e.dtype.kind not in "iu"
            work[4 if half else e.dtype.itemsize] += cost([e])
    stores = plan.kernel.stores if plan.vector_parallel else [s for sweep in plan.passes for s in sweep.stores]
    work.update(plan.kernel.operands[s.operand].dtype.itemsize for s in stores if s.kind != "check")
    plan.size = size = max(work, key=lambda size: (work[size], size), default=4)
    total = cost(e for e in plan.order if e in plan.varying)
    chained = any(cost([e]) >= LONG for e in plan.order if e in plan.varying)
    plan.lanes = max(2, plan.target.vector_bytes // size) * (2 if chained and not plan.target.grid else 1)
    lined = any(s.lined for s in plan.kernel.stores)
    plan.unroll = 2 if plan.blocked is None and total <= (16 if lined else 8) else 1
    if plan.vector_parallel and plan.passes and total <= 8:
        plan.unroll = 8  # rows go by: as much of each as registers hold
    for sweep in plan.passes:
        heavy = cost(e for e in sweep.order if e in plan.varying)
        sweep.unroll = plan.unroll if plan.vector_parallel else 4 if heavy <= 8 else 2 if heavy <= 16 else 1
