"""Graph to Program: fuse, lower, schedule, plan memory, and write the tables of the runner."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from typing import Any, cast

from dusk.compiler.checks import last_check
from dusk.compiler.flow import Flow
from dusk.compiler.foreign import call
from dusk.compiler.fuse import partition
from dusk.compiler.group import Group
from dusk.compiler.loop import loop
from dusk.compiler.lower import nest
from dusk.compiler.panels import in_panels
from dusk.compiler.procedure import procedure, sources
from dusk.compiler.product import Product, products
from dusk.compiler.program import Machine, Program, Tables, text_of
from dusk.compiler.repeat import Repeats
from dusk.compiler.report import Report
from dusk.compiler.schedule import Step, estimate, order
from dusk.compiler.strips import in_strips
from dusk.compiler.table import Table, totals
from dusk.graph import Graph
from dusk.graph.graph import is_static
from dusk.graph.types import Size, typical
from dusk.kernel.contraction import Contraction
from dusk.kernel.contraction_plan import Plan


@dataclass(frozen=True)
class Blueprint:
    """All that is decided about a program but what its numbers are: its sizes may be named ones.

    `targets` maps outputs (values) to inputs in whose memory they are to be left; of those in `kept`, what updates
    leave of their bases is in their memory already.
    """

    flow: Flow
    steps: list[Step]
    targets: Mapping[int, int]
    machine: Machine
    kept: frozenset[int] = frozenset()

    @property
    def atomic(self) -> bool:
        """Whether no step calls bodies."""
        return all(step.work is not None for step in self.steps)

    @cached_property
    def undone(self) -> bool:
        """Whether a run that fails leaves the caller's memory as it was: checks come before the first write there."""
        last, planner = last_check(self.flow, self.steps), self.table.planner
        if last >= 0 and self.flow.donated - set(self.targets.values()):  # their memory may serve for anything
            return False
        inputs = {id(region) for region in planner.regions if region.place is not None and region.place[0] == "input"}
        inputs |= {id(planner.of[j]) for j in self.targets.values()}
        return inputs.isdisjoint(self._written(last))

    def _written(self, last: int) -> set[int]:
        """The regions that steps up to one write to."""
        of = self.table.planner.of
        return {id(of.get(v)) for step in self.steps[: last + 1] for v in step.stores}

    def careful(self) -> Blueprint:
        """This, but that outputs which are there before the last check is done are not left in inputs' memory."""
        if self.undone:
            return self
        written, planner = self._written(last_check(self.flow, self.steps)), self.table.planner
        targets = {v: j for v, j in self.targets.items() if id(planner.of[j]) not in written}
        self.flow.donated -= set(self.targets.values()) - set(targets.values())
        return replace(self, targets=targets)

    @property
    def lost(self) -> list[str]:
        """Ops that run their bodies although kernels could compute them, were sizes numbers."""
        flow = self.flow
        hosts = {flow.maker[v] for s in self.steps if s.work is None for v in s.group.members}
        return sorted(flow.nodes[n].op.name for n in hosts if flow.rules[n] is None and flow.lowers(n))

    @cached_property
    def table(self) -> Table:
        """The steps as tables, for any sizes."""
        return Table(self.flow, self.machine, self.steps, self.targets, kept=self.kept)

    def held(self, sizes: Mapping[str, int] | None = None) -> int:
        """Bytes that a run holds, constants and padding apart; no code is made to know it."""
        spread = self.table.spread(sizes or {})
        return Report.of(spread.flow, 0, spread.placed.temporaries, 0, self.table.planner.aliases).peak

    def program(self, sizes: Mapping[str, int] | None = None) -> Program:
        """The program for these sizes: numbers worked out, memory laid out, tables filled in. Code is found (and
        compiled, if need be) for the first ones."""
        if not sizes and not is_static(self.flow.graph):
            raise ValueError("programs have static shapes: specialise the graph first")
        try:
            table, filled = self.table, self.table.filled(sizes or {})
        except BaseException:  # an interrupt: its rows may have been written halfway
            vars(self).pop("table", None)
            raise
        spread = filled.spread
        flow, placed = spread.flow, spread.placed
        constants = sum(flow.nbytes(v) for v in table.constants)
        tables = Tables(
            filled.args,
            filled.rows,
            filled.segments,
            partial(table.places, spread),
            table.literals,
            placed.arena,
            [c.at(sizes) for c in table.checks] if sizes else table.checks,
            table.planner.aliases,
            partial(Report.of, flow, placed.arena, placed.temporaries, constants, table.planner.aliases),
            filled.stats,
            partial(text_of, flow, self.steps),
            filled.kept,
        )
        totals.programs += 1
        totals.native_steps += filled.stats.native_steps
        totals.host_steps += filled.stats.host_steps
        made = Program(flow, tables, self.machine)
        made.undone = self.undone
        return made


def build(graph: Graph, machine: Machine, donate: Iterable[int] = (), into: Mapping[int, int] | None = None) -> Program:
    """Compile a graph of static shapes; see `decide`."""
    return decide(graph, machine, donate, into).program()


def decide(
    graph: Graph,
    machine: Machine,
    donate: Iterable[int] = (),
    into: Mapping[int, int] | None = None,
    kept: Iterable[int] = (),
) -> Blueprint:
    """Fuse, lower and schedule a graph.

    `donate` are inputs whose memory may be overwritten; `into` maps outputs to donated inputs in whose memory they
    are to be left; `kept` are outputs in whose memory is already what updates leave of their bases. Raises
    NativeUnavailable where no native code can be made at all.
    """
    into = dict(into or {})
    graph = in_panels(in_strips(graph), machine.lanes)
    flow = Flow(graph, {*donate, *into.values()})
    flow.pads = machine.in_parts
    for i, j in into.items():
        if flow.nbytes(flow.outputs[i]) != flow.nbytes(j) or list(into.values()).count(j) > 1:
            raise ValueError(f"output {i} cannot be left in the memory of input {j}")
    targets = {flow.outputs[i]: j for i, j in into.items()}
    groups = partition(flow)
    repeats = Repeats(flow)
    multiplied = products(flow, groups, partial(_planned, machine), repeats.find, machine.in_parts)
    inner = partial(decide, machine=machine)
    steps = read(flow, [lowered(flow, g, repeats, inner, multiplied.get(g)) for g in groups])
    steps = order(flow, steps, targets)
    return Blueprint(flow, steps, targets, machine, frozenset(flow.outputs[i] for i in kept))


def read(flow: Flow, steps: list[Step]) -> list[Step]:
    """The steps without those that put right what everybody reads as it was."""
    while True:
        needed = set(flow.outputs).union(*(step.reads for step in steps))
        left = [s for s in steps if s.group.kind != "loops" or not needed.isdisjoint(s.stores)]
        if len(left) == len(steps):
            return steps
        steps = left


def _planned(machine: Machine, work: Contraction, *numbers: Sequence[Any]) -> Plan:
    """A contraction's plan (for named sizes: one to judge costs by)."""
    extents, a, b = (tuple(map(_typical, some)) for some in numbers)
    return machine.plan(work, extents, a, b)


def _typical(stride: Any) -> Any:
    return tuple(map(typical, cast("tuple[Size, ...]", stride))) if isinstance(stride, tuple) else typical(stride)


def lowered(
    flow: Flow, group: Group, repeats: Repeats, inner: Callable[[Graph], Any], product: Product | None = None
) -> Step:
    """The step that computes a group; `inner` decides about the bodies of loops."""
    if group.alone:
        n = flow.maker[min(group.members)]
        group.sources = sources(flow, n, group.kind)
        reads = group.after | {s.value for s in group.sources} | {u for u in flow.operands[n] if not flow.is_data(u)}
        work = loop(flow, n, set(group.stores), inner) if group.kind == "loop" else None
        seconds = 0.0 if work is None else work.seconds
        if group.kind in ("call", "procedure"):
            work = call(flow, n) if group.kind == "call" else procedure(flow, n)
            seconds = estimate(work)
        return Step(group, work, frozenset(reads - set(flow.literals)), tuple(group.stores), seconds)
    work = product or repeats.find(group, partial(nest, flow, group))
    reads = {a.value for a in work.accesses if not a.writes} | {s.value for s in group.sources} | group.after
    return Step(group, work, frozenset(reads - set(flow.literals)), tuple(group.stores), estimate(work))
