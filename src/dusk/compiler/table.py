"""The steps of a program as tables: code, shared memory and rows for all sizes, filled in for given ones."""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import Any, NamedTuple, cast

import numpy as np

from dusk.compiler.arena import ALIGNMENT, aligned
from dusk.compiler.flow import Flow, Source
from dusk.compiler.host import Host
from dusk.compiler.layout import Layouts, Placed
from dusk.compiler.loop import Loop, Scratch, Shares
from dusk.compiler.loop import block as loop_block
from dusk.compiler.memory import Box, Copy, Place, Planner, Region
from dusk.compiler.product import Product
from dusk.compiler.program import Machine, Native, Stats
from dusk.compiler.rows import Kind, Planning, Rows, Where
from dusk.compiler.schedule import Step
from dusk.compiler.shares import Apart, apart, by_rounds, rounds_apart, shared
from dusk.compiler.sizes import Numbers, Sizes
from dusk.compiler.work import SCRATCH, STATUS, Access, Failing, Interrupt, Nest
from dusk.errors import NativeUnavailable
from dusk.graph.types import Dim, Size, at_sizes, product, size_value
from dusk.kernel import expr
from dusk.kernel.contraction_plan import Plan
from dusk.kernel.loops import Axis, Kernel, Operand, Store
from dusk.kernel.procedure import Procedure

WHOLE = Shares()  # not shared
log = logging.getLogger("dusk")


@dataclass(slots=True)
class Totals:
    """Counters over all programs built: steps by kind, ops whose bodies are called, kernels that could not be built."""

    programs: int = 0
    native_steps: int = 0
    host_steps: int = 0
    failed: int = 0
    bodies: Counter[str] = field(default_factory=Counter[str])


totals = Totals()


@dataclass(slots=True)
class Inner:
    """A loop at given sizes: its programs' tables, its scratch, and how its rows are shared."""

    work: Loop
    filled: list[Filled]
    scratch: Scratch
    shares: Shares

    @property
    def parallel(self) -> bool:
        """Whether some of its steps are split, or its rows."""
        return self.shares.count > 1 or any(segment.parallel for segment in self._segments)

    @property
    def foreign(self) -> bool:
        """Whether it may wait for the interpreter lock: to call functions, or to ask whether to go on."""
        return self.work.test is not None or any(segment.foreign for segment in self._segments)

    @property
    def _segments(self) -> list[Native]:
        return [s for filled in self.filled for s in filled.segments if isinstance(s, Native)]


class Held(NamedTuple):
    """Memory that is held from one step to another one, both included (-1: from before the first), and the values that
    live there one by one: of scratch none."""

    place: Place
    nbytes: int
    start: int
    end: int
    values: tuple[int, ...]


@dataclass(slots=True)
class Spread:
    """What is known of given sizes before rows are filled in: all sizes by number, plans by the id of their planning,
    loops by step, bytes of scratch by step, places."""

    sizes: Mapping[str, int]
    flow: Flow
    values: Numbers
    plans: dict[int, Plan]
    loops: dict[int, Inner]
    scratch: dict[int, int]
    placed: Placed


@dataclass(slots=True)
class Filled:
    """Tables for given sizes. A row is the address of a function, where its words begin among `args`, the extent that
    threads share, and how much of it is done at a time. `kept` is what words point to."""

    args: Numbers
    rows: Numbers
    segments: list[Native | Host]
    spread: Spread
    stats: Stats
    kept: list[Any]


class Table:
    """The tables of some steps, maybe those of a `loop`. `checks` are those of the program written so far; `within`:
    rounds of a loop around may be run by one thread each."""

    def __init__(
        self,
        flow: Flow,
        machine: Machine,
        steps: list[Step],
        targets: Mapping[int, int],
        checks: list[Failing] | None = None,
        loop: Loop | None = None,
        kept: Collection[int] = (),
        within: bool = False,
    ) -> None:
        self.apart = Apart(1, 0) if loop is None else apart(loop, flow, steps)
        self.rounds_apart = loop is not None and rounds_apart(loop, steps)
        self.within = within or self.rounds_apart
        self.flow, self.machine, self.steps = flow, machine, steps
        self.checks: list[Failing] = [] if checks is None else checks
        self.sizes = Sizes()
        self.planner = Planner(flow, steps, targets, kept)
        self.bodies: dict[int, list[Table]] = {}  # the tables of the programs of each loop
        self.plannings: dict[Any, Planning] = {}
        scratch: list[int] = []
        for t, step in enumerate(steps):
            work = step.work
            if isinstance(work, Loop):
                scan = work if len(work.programs) == 1 else None
                self.bodies[t] = [
                    Table(p.flow, machine, p.steps, p.targets, self.checks, scan, p.kept, self.within)
                    for p in work.programs
                ]
                scratch.append(t)
            elif isinstance(work, Product):
                planning = self._planning(work)
                if planning.open or work.plan.workspace:
                    scratch.append(t)
            elif isinstance(work, Nest) and work.scratch:
                scratch.append(t)
        self.layouts = Layouts(self.planner, self.sizes, scratch)
        self._scratch = {t: len(self.planner.loose) + i for i, t in enumerate(scratch)}
        products = {t: work for t in scratch if isinstance(work := steps[t].work, Product)}
        self._needing = {t: id(self._planning(work)) for t, work in products.items()}
        self._own = {t: work.scratch for t in scratch if isinstance(work := steps[t].work, Nest)}
        self.constants: dict[int, int] = {}  # where each lies in the pool
        self.segments: list[Host | tuple[int, int]] = []  # rows: the first, and that after the last
        self.addresses: set[int] = set()
        self._rows: Rows | None = None
        self._kinds: dict[Any, int] = {}
        self._loops: list[tuple[int, int, int]] = []  # row, step, number of the check that tells of interrupts
        self._pool = 0

    def _planning(self, work: Product) -> Planning:
        key = id(work.contraction), work.extents, *(side.strides for side in work.sides)
        found = self.plannings.get(key)
        if found is None:
            open = self.within or self.apart.rows != 1 or any(map(_named, key[1:]))
            found = self.plannings[key] = Planning(work, open)
        return found

    # --- at given sizes
    def spread(self, sizes: Mapping[str, int], shares: Shares = WHOLE, alone: bool = False) -> Spread:
        """Numbers and places for given sizes; nothing is compiled but the bodies of loops."""
        count = 1 if alone else shares.count if shares.count > 1 else 0
        flow = self.flow.at(sizes) if sizes else self.flow
        plans = {id(p): p.at(sizes, self.machine, count) for p in self.plannings.values()}
        loops = {t: self._inner(t, flow, sizes, alone) for t in self.bodies if self.steps[t].work is not None}
        scratch = {t: loops[t].scratch.nbytes if t in loops else 0 for t in self._scratch}
        scratch |= {t: plans[planning].workspace for t, planning in self._needing.items()} | self._own
        values = self.sizes.at(sizes)
        placed = self.layouts.at(values, [*scratch.values()], lodging=alone or not count)
        return Spread(sizes, flow, values, plans, loops, scratch, placed)

    def _inner(self, t: int, flow: Flow, sizes: Mapping[str, int], alone: bool) -> Inner:
        work: Loop = self.steps[t].work
        work = work.at(sizes) if sizes else work
        bodies = self.bodies[t]
        body, shares = bodies[0], WHOLE
        if body.rounds_apart and not alone:
            shares = by_rounds(work, self.machine, innermost=not body.bodies)
        if shares == WHOLE and not alone:
            shares = shared(work, body.apart, self.machine)
        filled = [body.filled(sizes, shares, alone or not shares.rows) for body in bodies]
        arena = max(made.spread.placed.arena for made in filled)
        n_slots = [body.layouts.arena_slot + 2 for body in bodies]
        return Inner(work, filled, Scratch.of(arena, n_slots, shares), shares)

    def filled(self, sizes: Mapping[str, int], shares: Shares = WHOLE, alone: bool = False) -> Filled:
        """The tables for given sizes, of a body whose rows are shared so, or that one thread runs `alone`; code is
        compiled for the first ones only."""
        rows = self.rows
        spread = self.spread(sizes, shares, alone)
        of = np.array(rows.of, np.intp)
        costs = self.machine.costs()
        made = rows.measured(spread.values, spread.plans, self.machine.threads, costs)
        known = self.machine.costs(float(made.seconds[of].sum()))
        if known is not costs:
            made = rows.measured(spread.values, spread.plans, self.machine.threads, known)
        parts = made.extent if alone else made.size if shares.count == 1 else made.extent // shares.rows
        words = [rows.filled(sizes, spread.values, spread.plans, spread.placed)]
        starts = np.array(rows.starts, np.int64)
        addresses = np.array([*(kind.address for kind in rows.kinds), 0], np.int64)  # rows of loops are of kind -1
        table = np.stack((addresses[of], starts, made.extent[of], parts[of]), 1)
        seconds, there = made.seconds[of], made.there[of]
        parallel = (parts < made.extent)[of] & (shares.count == 1)
        nbytes, flops = made.nbytes[of] * there, made.flops[of] * there
        stats = Stats(kernels=len(self.addresses))
        kept: list[Any] = []
        foreign = np.array([*(kind.work.kernel.foreign for kind in rows.kinds), False])[of]
        n_words = len(words[0])
        for row, t, check in self._loops:
            inner = spread.loops[t]
            words.append(np.array(self._loop(t, inner, spread, check, kept), np.int64))
            table[row] = self.machine.loop(), n_words, inner.shares.count, 1
            n_words += len(words[-1])
            own = [made.stats for made in inner.filled]
            seconds[row], there[row], parallel[row] = inner.work.seconds, True, inner.parallel
            foreign[row] = inner.foreign
            nbytes[row] = inner.work.length * sum(stats.nbytes for stats in own)
            flops[row] = inner.work.length * sum(stats.flops for stats in own)
            stats.native_steps += sum(stats.native_steps for stats in own)
        before = np.concatenate(([0], there.cumsum()))
        segments: list[Native | Host] = []
        for segment in self.segments:
            if isinstance(segment, Host):
                segments.append(segment)
                continue
            first, last = before[list(segment)].tolist()
            if first < last:
                here = slice(*segment)
                seconds_here = float((seconds * there)[here].sum())
                calls = bool((foreign & there)[here].any())
                segments.append(Native(first, last, seconds_here, bool((parallel & there)[here].any()), calls))
        stats.native_steps += int(before[-1])
        stats.native_calls = sum(isinstance(segment, Native) for segment in segments)
        stats.host_steps = len(segments) - stats.native_calls
        stats.nbytes, stats.flops = float(nbytes.sum()), float(flops.sum())
        table = table if there.all() else table[there]
        return Filled(np.concatenate(words), table, segments, spread, stats, kept)

    def _loop(self, t: int, inner: Inner, spread: Spread, check: int, kept: list[Any]) -> list[int]:
        """The words of a loop."""
        placed = spread.placed

        def place(source: Source) -> tuple[int, int]:
            size = self.flow.types[source.value].dtype.itemsize
            slot, loose, offset = self._where(Access(source.value, source.place.offset * size, (), ()))
            offset = size_value(offset, spread.sizes)
            if slot < 0:
                slot, start = lies(loose)
                offset += start
            return slot, offset

        def lies(loose: int) -> tuple[int, int]:
            return int(placed.slots[loose]), int(placed.offsets[loose])

        turns = {o: lies(self.planner.rooms[t, o].number) for o in inner.work.turning}
        pools = [body.literals for body in self.bodies[t]]
        for filled, pool in zip(inner.filled, pools, strict=True):
            kept += (filled, pool, *filled.kept)
        at = lies(self._scratch[t])
        return loop_block(
            inner.work, spread.flow, inner.filled, pools, inner.scratch, inner.shares, turns, place, at, check, kept
        )

    def places(self, spread: Spread) -> dict[int, Place]:
        """Where each value lies at given sizes."""
        placed = spread.placed
        found: dict[int, Place] = {}
        for v, region in self.planner.of.items():
            i = region.number
            given = region.place
            found[v] = given or self.layouts.place(int(placed.slots[i]), int(placed.offsets[i]))
        return found

    def held(self, spread: Spread) -> list[Held]:
        """All memory that values and scratch have at given sizes, and when."""
        placed = spread.placed

        def lies(i: int) -> Place:
            return self.layouts.place(int(placed.slots[i]), int(placed.offsets[i]))

        regions = {id(r): r for r in (*self.planner.of.values(), *self.planner.regions)}.values()
        found = [
            Held(r.place or lies(r.number), at_sizes(r.nbytes, spread.sizes), r.start, r.end, tuple(r.values))
            for r in regions
        ]
        return found + [Held(lies(i), spread.scratch[t], t, t, ()) for t, i in self._scratch.items()]

    # --- what is the same at all sizes
    @property
    def rows(self) -> Rows:
        """The rows of all steps, written at the first call: that is when kernels are built."""
        if self._rows is None:
            self._rows = Rows(self.sizes)
            copies: dict[int, list[Copy]] = {}
            for c in self.planner.copies:
                copies.setdefault(c.before, []).append(c)
            for t, step in enumerate((*self.steps, None)):
                for c in copies.get(t, ()):
                    self._copy(self._rows, c)
                if step is not None:
                    self._step(self._rows, step, t)
        return self._rows

    @property
    def native(self) -> bool:
        """Whether no step calls bodies."""
        _ = self.rows  # to write them tells the segments
        return not any(isinstance(segment, Host) for segment in self.segments)

    def _step(self, rows: Rows, step: Step, t: int) -> None:
        """One more step: a row of the table, or a call of bodies."""
        if isinstance(step.work, Loop) and self._native_loop(t):
            if step.work.test is not None:
                self.checks.append(Interrupt())
            self._loops.append((len(rows.of), t, len(self.checks)))
            self._row(rows, -1, ())
            self.addresses.update(*(body.addresses for body in self.bodies[t]))
            return
        if isinstance(step.work, Nest | Product):
            try:
                self._native(rows, step.work, t)
                return
            except (NativeUnavailable, NotImplementedError) as error:  # its IR is dumped; bodies take over
                totals.failed += 1
                log.warning("a kernel cannot be built, its ops run in NumPy: %s", error)
        step.work = None
        nodes = sorted({self.flow.maker[v] for v in step.group.members})
        self.segments.append(Host(step, nodes))
        totals.bodies.update(self.flow.nodes[n].op.name for n in nodes)

    def _native_loop(self, t: int) -> bool:
        """Whether native code can run a loop: its programs are kernels alone."""
        try:
            self.machine.loop()
            return all(body.native for body in self.bodies[t])
        except (NativeUnavailable, NotImplementedError):
            return False

    def _native(self, rows: Rows, work: Nest | Product, t: int) -> None:
        if 0 in work.extents[: work.kernel.n_parallel] or (isinstance(work, Nest) and self._there(work)):
            return
        n = len(self.checks)
        params = [*work.params[: len(work.params) - len(work.checks)], *range(n + 1, n + 1 + len(work.checks))]
        if isinstance(work.kernel, Procedure) and work.kernel.asks:
            params[0] = self.machine.interrupted()
        kind = self._kind(rows, work, params)
        self.checks += work.checks
        where = [self._where(access, t) for access in work.accesses]
        if isinstance(work, Product):
            number = self._scratch.get(t)
            scratch = Where(self.layouts.arena_slot, -1, 0) if number is None else Where(-1, number, 0)
            where += [*map(self._where, work.sides), scratch]
        self._row(rows, kind, where)

    def _there(self, work: Nest) -> bool:
        """Whether all that a kernel would do is to put a value where it lies already."""
        if len(work.accesses) != 2 or not work.kernel.copies:
            return False
        read, write = sorted(work.accesses, key=lambda a: a.writes)
        known = self.planner.of.get(read.value), self.planner.of.get(write.value)
        return known[0] is not None and known[0] is known[1] and not read.data and read.place == write.place

    def _kind(self, rows: Rows, work: Nest | Product, params: Sequence[Any]) -> int:
        """The kind of a work (NativeUnavailable, NotImplementedError: there is no code for it)."""
        what: Any = (work.kernel,) if isinstance(work, Nest) else (work.contraction, self._planning(work))
        key = (*map(id, what), work.extents, *(access.strides for access in work.accesses), *params)
        found = self._kinds.get(key)
        if found is None:
            address = self.machine.address(work)
            self.addresses.add(address)
            found = self._kinds[key] = len(rows.kinds)
            planning = self._planning(work) if isinstance(work, Product) else None
            rows.kinds.append(Kind.of(work, address, params, planning, self.sizes))
        return found

    def _row(self, rows: Rows, kind: int, where: Sequence[Where]) -> None:
        """One more row of the step table."""
        rows.add(kind, where)
        last = self.segments[-1] if self.segments else None
        n = len(rows.of)
        if isinstance(last, tuple):
            self.segments[-1] = last[0], n
        else:
            self.segments.append((n - 1, n))

    def _where(self, access: Access, t: int = -1) -> Where:
        """Where an operand, of step t, lies."""
        v = access.value
        if v == SCRATCH:
            return Where(-1, self._scratch[t], access.offset)
        if v == STATUS:
            return Where(0, -1, 0)
        if v in self.flow.literals:
            return Where(self.layouts.arena_slot + 1, -1, self._constant(v) + access.offset)
        return self._of(self.planner.of[v], access.offset)

    def _of(self, region: Region, offset: Size = 0) -> Where:
        """Where a region lies."""
        if region.place is None:
            return Where(-1, region.number, offset)
        return Where(self.layouts.slot(region.place), -1, offset)

    def _constant(self, v: int) -> int:
        """The offset of a constant in the pool."""
        if v not in self.constants:
            size = self.flow.types[v].dtype.itemsize if self.flow.size(v) == 1 else ALIGNMENT
            self._pool = -(-self._pool // size) * size
            self.constants[v] = self._pool
            self._pool += self.flow.nbytes(v)
        return self.constants[v]

    @cached_property
    def literals(self) -> np.ndarray[Any, Any]:
        """The pool of constants that rows read, aligned."""
        pool = aligned(self._pool)
        for v, at in self.constants.items():
            content = self.flow.literals[v].array()
            pool[at : at + content.nbytes] = np.frombuffer(content.tobytes(), np.uint8)
        return pool

    def _copy(self, rows: Rows, c: Copy) -> None:
        """Rows that copy the memory of a value as it is."""
        dtype = self.flow.types[c.value].dtype
        for offset, extents, strides in c.parts or (Box(0, (self.flow.size(c.value),), (1,)),):
            lanes = len(extents) == 1 or extents[-1] != 1  # or one element of each row
            extents, strides = (extents, strides) if lanes else (extents[:-1], strides[:-1])
            axes, at = tuple(range(len(extents))), offset * dtype.itemsize
            accesses = (Access(c.value, at, strides, axes), Access(c.value, at, strides, axes, writes=True))
            nbytes = 2 * product(extents) * dtype.itemsize
            work = Nest(copying(dtype, len(extents), lanes), extents, accesses, (), (), 0.0, nbytes)
            source = self._where(accesses[0]) if c.source is None else self._of(c.source, at)
            self._row(rows, self._kind(rows, work, ()), (source, self._of(c.target, at)))


@lru_cache(maxsize=64)
def _named(numbers: Sequence[Any]) -> bool:
    """Whether there are named sizes among numbers, some of which are in parts."""
    return any(_named(cast("Any", n)) if isinstance(n, tuple) else type(n) is Dim for n in numbers)


def copying(dtype: Any, rank: int, lanes: bool = True) -> Kernel:
    """The kernel that copies elements of a dtype; of `lanes`, those along the last axis lie together."""
    operand = Operand(dtype, (None,) * (rank - lanes) + (1,) * lanes)
    index = tuple(map(expr.axis, range(rank)))
    store = Store(1, index, expr.load(0, index, dtype))
    return Kernel((Axis("parallel"),) * rank, (operand, operand), (), (store,))
