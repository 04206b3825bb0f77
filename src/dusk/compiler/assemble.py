"""Graph to Program: fuse, lower, schedule, plan memory, and write the tables of the runner."""

from __future__ import annotations

import logging
from array import array
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

import numpy as np

from dusk.compiler.arena import ALIGNMENT
from dusk.compiler.flow import Flow, Source
from dusk.compiler.fuse import partition
from dusk.compiler.group import Group
from dusk.compiler.host import Host
from dusk.compiler.loop import Loop, Scratch, Shares, loop
from dusk.compiler.loop import block as loop_block
from dusk.compiler.lower import nest
from dusk.compiler.memory import MemoryPlan, Place, Planner, Region
from dusk.compiler.product import Product, products
from dusk.compiler.program import Machine, Native, Program, Stats, Tables, text_of
from dusk.compiler.repeat import Repeats
from dusk.compiler.report import Report
from dusk.compiler.schedule import Step, chunk, estimate, order
from dusk.compiler.shares import shared
from dusk.compiler.work import STATUS, Access, Check, Nest
from dusk.errors import NativeUnavailable
from dusk.graph import Graph
from dusk.graph.graph import is_static
from dusk.graph.types import Size, at_sizes, typical
from dusk.kernel import expr
from dusk.kernel.contraction import Contraction
from dusk.kernel.contraction_plan import Plan
from dusk.kernel.loops import Axis, Kernel, Operand, Store

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


@dataclass(frozen=True, slots=True)
class Blueprint:
    """All that is decided about a program but what its numbers are: its sizes may be named ones.

    `targets` maps outputs (values) to inputs in whose memory they are to be left.
    """

    flow: Flow
    steps: list[Step]
    targets: Mapping[int, int]
    machine: Machine

    @property
    def atomic(self) -> bool:
        """Whether no step calls bodies."""
        return all(step.work is not None for step in self.steps)

    @property
    def lost(self) -> list[str]:
        """Ops that run their bodies although kernels could compute them, were sizes numbers."""
        flow = self.flow
        hosts = {flow.maker[v] for s in self.steps if s.work is None for v in s.group.members}
        return sorted(flow.nodes[n].op.name for n in hosts if flow.rules[n] is None and flow.lowers(n))

    def planned(self) -> tuple[Planner, MemoryPlan]:
        """The memory plan of a program of numbers for sizes, and the planner that made it."""
        made = _Assembly(self.flow, self.machine, self.steps, self.targets)
        return made.planner, made.plan

    def program(self, sizes: Mapping[str, int] | None = None) -> Program:
        """The program for these sizes: numbers worked out, memory planned, tables written; code only loaded."""
        if not sizes:
            return _Assembly(self.flow, self.machine, self.steps, self.targets).program()
        steps = [_at(step, sizes, self.machine) for step in self.steps]
        return _Assembly(self.flow.at(sizes), self.machine, steps, self.targets).program()


def build(graph: Graph, machine: Machine, donate: Iterable[int] = (), into: Mapping[int, int] | None = None) -> Program:
    """Compile a graph of static shapes; see `decide`."""
    if not is_static(graph):
        raise ValueError("programs have static shapes: specialise the graph first")
    return decide(graph, machine, donate, into).program()


def decide(
    graph: Graph, machine: Machine, donate: Iterable[int] = (), into: Mapping[int, int] | None = None
) -> Blueprint:
    """Fuse, lower and schedule a graph.

    `donate` are inputs whose memory may be overwritten; `into` maps outputs to donated inputs in whose memory they
    are to be left. Raises NativeUnavailable where no native code can be made at all.
    """
    into = dict(into or {})
    flow = Flow(graph, {*donate, *into.values()})
    for i, j in into.items():
        if flow.nbytes(flow.outputs[i]) != flow.nbytes(j) or list(into.values()).count(j) > 1:
            raise ValueError(f"output {i} cannot be left in the memory of input {j}")
    targets = {flow.outputs[i]: j for i, j in into.items()}
    groups = partition(flow)
    repeats = Repeats(flow)
    multiplied = products(flow, groups, partial(_planned, machine), repeats.find)
    inner = partial(decide, machine=machine)
    steps = order(flow, [lowered(flow, g, repeats, inner, multiplied.get(g)) for g in groups], targets)
    return Blueprint(flow, steps, targets, machine)


def _planned(machine: Machine, work: Contraction, *numbers: Sequence[Size]) -> Plan:
    """A contraction's plan (for named sizes: one to judge costs by)."""
    extents, a, b = (tuple(map(typical, some)) for some in numbers)
    return machine.plan(work, extents, a, b)


def _at(step: Step, sizes: Mapping[str, int], machine: Machine) -> Step:
    """A step with numbers for its named sizes."""
    work = step.work
    if work is None:
        return replace(step)
    if isinstance(work, Loop):
        return replace(step, work=work.at(sizes))
    change = {name: at_sizes(getattr(work, name), sizes) for name in ("extents", "params", "nbytes")}
    change["accesses"] = tuple(_access_at(a, sizes) for a in work.accesses)
    change["checks"] = tuple(replace(c, size=at_sizes(c.size, sizes)) for c in work.checks)
    if isinstance(work, Product):
        change["sides"] = sides = tuple(_access_at(a, sizes) for a in work.sides)
        change["plan"] = _planned(machine, work.contraction, change["extents"], *(a.strides for a in sides))
    made = replace(work, **change)
    return replace(step, work=made, seconds=estimate(made))


def _access_at(access: Access, sizes: Mapping[str, int]) -> Access:
    offset, strides = at_sizes((access.offset, access.strides), sizes)
    return Access(access.value, offset, strides, access.axes, access.writes)


def lowered(
    flow: Flow, group: Group, repeats: Repeats, inner: Callable[[Graph], Any], product: Product | None = None
) -> Step:
    """The step that computes a group; `inner` decides about the bodies of loops."""
    if group.kind in ("host", "loop"):
        reads = {s.value for s in group.sources} | group.reads | group.after
        n = flow.maker[min(group.members)]
        work = loop(flow, n, set(group.stores), inner) if group.kind == "loop" else None
        seconds = 0.0 if work is None else work.seconds
        return Step(group, work, frozenset(reads - set(flow.literals)), tuple(group.stores), seconds)
    work = product or repeats.find(group, partial(nest, flow, group))
    reads = {a.value for a in work.accesses if not a.writes} | {s.value for s in group.sources} | group.after
    return Step(group, work, frozenset(reads - set(flow.literals)), tuple(group.stores), estimate(work))


@dataclass(slots=True)
class _Inner:
    """The body of a loop, assembled: its tables and constants, and the scratch that it needs."""

    assembly: _Assembly
    pool: np.ndarray[Any, Any]
    scratch: Scratch
    shares: Shares

    @staticmethod
    def of(work: Loop, flow: Flow, machine: Machine, checks: list[Check]) -> _Inner:
        body: Blueprint = work.body
        sizes = work.sizes
        steps = [_at(step, sizes, machine) for step in body.steps] if sizes else body.steps
        inner = body.flow.at(sizes) if sizes else body.flow
        shares, steps = shared(work, inner, steps, machine)
        made = _Assembly(inner, machine, steps, body.targets, checks, shares).written()
        scratch = Scratch.of(work, flow, made.plan.arena, made.arena_slot + 2, shares)
        return _Inner(made, made.literals(), scratch, shares)

    @property
    def native(self) -> bool:
        """Whether all of it is kernels."""
        return all(isinstance(segment, Native) for segment in self.assembly.segments)

    @property
    def parallel(self) -> bool:
        """Whether some of its steps are split, or its rows."""
        return self.shares.count > 1 or any(
            isinstance(segment, Native) and segment.parallel for segment in self.assembly.segments
        )


class _Assembly:
    """Addresses and blocks of arguments, row by row."""

    def __init__(
        self,
        flow: Flow,
        machine: Machine,
        steps: list[Step],
        targets: Mapping[int, int],
        checks: list[Check] | None = None,
        shares: Shares | None = None,
    ) -> None:
        self.flow, self.machine, self.steps = flow, machine, steps
        self.shares = shares or Shares()
        scratch = {t: s.work.plan.workspace for t, s in enumerate(steps) if isinstance(s.work, Product)}
        self.checks: list[Check] = [] if checks is None else checks
        self.loops: dict[int, _Inner] = {}
        for t, step in enumerate(steps):
            if isinstance(step.work, Loop):
                self.loops[t] = made = _Inner.of(step.work, flow, machine, self.checks)
                scratch[t] = made.scratch.nbytes
        self.planner = Planner(flow, steps, targets, scratch, lodging=self.shares.count == 1)
        self.plan: MemoryPlan = self.planner.run()
        self.args: array[int] = array("q")
        self.rows: array[int] = array("q")
        self.segments: list[Native | Host] = []
        self.kept: list[Any] = []  # what addresses in the tables point to
        self.constants: dict[int, int] = {}
        self.pool = 0
        self.stats = Stats()
        self.addresses: set[int] = set()
        self.slots: dict[str, int] = {"input": 1, "output": 1 + len(flow.inputs)}
        self.arena_slot = 1 + len(flow.inputs) + len(flow.outputs)

    def written(self) -> _Assembly:
        """Write the rows of all steps."""
        copies: dict[int, list[Step]] = {}
        for c in self.plan.copies:
            copies.setdefault(c.before, []).append(self.copy(c.value, c.source, c.target))
        for t, step in enumerate(self.steps):
            for extra in copies.get(t, ()):
                self.add(extra)
            self.add(step, t)
        for extra in copies.get(len(self.steps), ()):
            self.add(extra)
        return self

    def program(self) -> Program:
        self.written()
        flow, plan = self.flow, self.plan
        constants = sum(flow.nbytes(v) for v in self.constants)
        report = partial(Report.of, flow, plan.arena, plan.temporaries, constants, plan.aliases)
        tables = Tables(
            self.args,
            self.rows,
            self.segments,
            plan.places,
            self.literals(),
            plan.arena,
            self.checks,
            plan.aliases,
            report,
            self.stats,
            partial(text_of, flow, self.steps, plan.places),
            self.kept,
        )
        self.stats.kernels = len(self.addresses)
        totals.programs += 1
        totals.native_steps += self.stats.native_steps
        totals.host_steps += self.stats.host_steps
        return Program(flow, tables, self.machine)

    def add(self, step: Step, t: int = -1) -> None:
        """One more step: a row of the table, or a call of bodies."""
        if isinstance(step.work, Loop) and t in self.loops:
            with suppress(NativeUnavailable, NotImplementedError):
                if self.loops[t].native:
                    self.loop(step, t)
                    return
            step.work = None
        if step.work is not None:
            try:
                address = self.machine.address(step.work)
            except (NativeUnavailable, NotImplementedError) as error:  # its IR is dumped; bodies take over
                if not step.group.members:
                    raise
                step.work = None
                totals.failed += 1
                log.warning("a kernel cannot be built, its ops run in NumPy: %s", error)
            else:
                self.native(step, address, t)
                return
        nodes = sorted({self.flow.maker[v] for v in step.group.members})
        self.segments.append(Host(step, nodes))
        self.stats.host_steps += 1
        totals.bodies.update(self.flow.nodes[n].op.name for n in nodes)

    def native(self, step: Step, address: int, t: int) -> None:
        work: Nest | Product = step.work
        if 0 in work.extents[: work.kernel.n_parallel]:
            return
        bindings = [(*self.where(a), a.strides) for a in work.accesses]
        if isinstance(work, Product):
            a, b = ((*self.where(s), s.strides) for s in work.sides)
            scratch = self.arena_slot, self.plan.scratch.get(t, 0)
            block = work.contraction.args(work.plan, a, b, bindings, work.params, scratch)
            extent, size = work.plan.extent, work.plan.chunk
        else:
            params = list(work.params)
            for i, check in enumerate(work.checks):
                self.checks.append(check)
                params[len(params) - len(work.checks) + i] = len(self.checks)
            block = work.kernel.args(work.extents, bindings, params)
            extent = work.kernel.parallel_extent(work.extents)
            size = chunk(step, extent, self.machine.threads)
        if self.shares.count > 1:
            self.row(address, block, extent, extent // self.shares.rows, step.seconds, False)
        else:
            self.row(address, block, extent, size, step.seconds, size < extent)
        self.addresses.add(address)
        self.stats.native_steps += 1
        self.stats.nbytes += work.nbytes
        self.stats.flops += work.flops

    def loop(self, step: Step, t: int) -> None:
        """One more step that runs the steps of a body round after round."""
        work, made = step.work, self.loops[t]
        at = self.arena_slot, self.plan.scratch.get(t, 0)

        def place(source: Source) -> tuple[int, int]:
            size = self.flow.types[source.value].dtype.itemsize
            return self.where(Access(source.value, source.place.offset * size, (), ()))

        block = loop_block(work, self.flow, made.assembly, made.pool, made.scratch, made.shares, place, at, self.kept)
        self.row(self.machine.loop(), block, made.shares.count, 1, step.seconds, made.parallel)
        self.kept += (made.assembly, made.pool, *made.assembly.kept)
        self.addresses |= made.assembly.addresses
        self.stats.native_steps += 1 + made.assembly.stats.native_steps
        self.stats.nbytes += work.length * made.assembly.stats.nbytes
        self.stats.flops += work.length * made.assembly.stats.flops

    def row(self, address: int, block: Sequence[int], extent: int, size: int, seconds: float, parallel: bool) -> None:
        """One more row of the step table."""
        self.rows.extend((address, len(self.args), extent, size))
        self.args.extend(block)
        row = len(self.rows) // 4
        last = self.segments[-1] if self.segments else None
        if isinstance(last, Native):
            last.last, last.seconds, last.parallel = row, last.seconds + seconds, last.parallel or parallel
        else:
            self.segments.append(Native(row - 1, row, seconds, parallel))
            self.stats.native_calls += 1

    def where(self, access: Access) -> tuple[int, int]:
        """The slot and the byte offset of an operand."""
        if access.value == STATUS:
            return 0, 0
        if access.value in self.flow.literals:
            return self.arena_slot + 1, self.constant(access.value) + access.offset
        slot, offset = self.slot(self.plan.places[access.value])
        return slot, offset + access.offset

    def slot(self, place: Place) -> tuple[int, int]:
        if place[0] == "arena":
            return self.arena_slot, place[1]
        return self.slots[place[0]] + place[1], 0

    def constant(self, v: int) -> int:
        """The offset of a constant in the pool."""
        if v not in self.constants:
            size = self.flow.types[v].dtype.itemsize if self.flow.size(v) == 1 else ALIGNMENT
            self.pool = -(-self.pool // size) * size
            self.constants[v] = self.pool
            self.pool += self.flow.nbytes(v)
        return self.constants[v]

    def literals(self) -> np.ndarray[Any, Any]:
        """The pool of constants, aligned."""
        memory = np.zeros(self.pool + ALIGNMENT, np.uint8)
        start = -int(memory.__array_interface__["data"][0]) % ALIGNMENT
        pool = memory[start : start + self.pool]
        for v, at in self.constants.items():
            content = self.flow.literals[v].array()
            pool[at : at + content.nbytes] = np.frombuffer(content.tobytes(), np.uint8)
        return pool

    def copy(self, v: int, source: Region | None, target: Region) -> Step:
        """A step that copies the memory of value v as it is."""
        dtype, n = self.flow.types[v].dtype, self.flow.size(v)
        fresh = len(self.flow.types)
        for region in (source, target):  # stand-ins that name the two memories
            self.flow.stand_in(v)
            if region is not None and region.place is not None:
                self.plan.places[len(self.flow.types) - 1] = region.place
        value = expr.load(0, (expr.axis(0),), dtype)
        operand = Operand(dtype, (1,))
        kernel = Kernel((Axis("parallel"),), (operand, operand), (), (Store(1, (expr.axis(0),), value),))
        reads = Access(v if source is None else fresh, 0, (1,), (0,))
        writes = Access(fresh + 1, 0, (1,), (0,), writes=True)
        work = Nest(kernel, (n,), (reads, writes), (), (), 0.0, 2 * n * dtype.itemsize)
        return Step(Group("copy", (n,)), work, frozenset(), (), estimate(work))
