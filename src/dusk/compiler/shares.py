"""Loops shared by threads: by rounds where none hands on anything; else by rows where these go their own ways, so that
each thread runs all rounds of some of them and waits for nobody.

Row r of a value is the r-th of `rows` equal parts of its memory. A step of a round is one by rows if its parallel
extent is that many equal parts, and part r reads and writes only row r of whatever the loop itself makes. No data
decide where it looks, and it stays within the value's memory at all rows; so it stays within a row wherever an access
goes on by a row from one part to the next. What comes from outside of the loop may be read anywhere.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from dusk.compiler.flow import Flow
from dusk.compiler.loop import Loop, Shares
from dusk.compiler.product import Product
from dusk.compiler.program import Machine
from dusk.compiler.schedule import Step
from dusk.compiler.work import STATUS, Access, Nest
from dusk.graph.types import Size, at_sizes, total
from dusk.kernel.contraction_plan import L2
from dusk.kernel.loops import axes_of

EVEN = 8  # rounds a thread from which one more or less does not count
MANY = 96  # rows of a share from which it hardly matters from where the other operand of a product comes


class Apart(NamedTuple):
    """The rows that the rounds of a loop do not mix, and the bytes that are read for each of them; 1 row where they do
    mix."""

    rows: Size
    fixed: Size


def apart(work: Loop, flow: Flow, steps: Sequence[Step]) -> Apart:
    """What keeps to rows in the rounds of a loop."""
    rows: Size = next((n for v in flow.outputs for n in flow.types[v].shape if n != 1), 1)
    own = _Own(flow, work.sources, rows)
    if rows == 1 or not steps or not all(map(own.apart, steps)) or not all(map(own.whole_rows, flow.outputs)):
        return Apart(1, 0)
    return Apart(rows, total(flow.nbytes(v) for v in {side.value for s in steps for side in own.fixed(s)}))


def shared(work: Loop, found: Apart, machine: Machine) -> Shares:
    """How the rows of a loop are shared out, if they are."""
    rows, fixed = at_sizes(found, work.sizes or {})
    count = min(machine.threads, rows)
    if count < 2 or work.seconds < 2 * machine.costs().split_s:
        return Shares()
    if fixed > L2 and rows < MANY * count:
        return Shares()  # better that each has some of the columns, which stay in its cache
    return Shares(rows, count)


def rounds_apart(work: Loop, steps: Sequence[Step]) -> bool:
    """Whether the rounds of a loop may be run in any order: nothing is handed on, nobody is told of failures."""
    return "carry" not in work.sources and all(map(_quiet, steps))


def _quiet(step: Step) -> bool:
    work = step.work
    if isinstance(work, Loop):
        return work.test is None and all(_quiet(step) for program in work.programs for step in program.steps)
    return isinstance(work, Nest | Product) and not work.checks and not work.kernel.foreign


def by_rounds(work: Loop, machine: Machine, innermost: bool) -> Shares:
    """How the rounds of a loop are shared out, if they are: each thread has its own memory for what they make. Where
    that would leave threads idle, loops within may do better."""
    count = min(machine.threads, work.length)
    even = work.length % machine.threads == 0 or work.length >= EVEN * machine.threads
    if count < 2 or work.seconds < 2 * machine.costs().split_s or not (even or innermost):
        return Shares()
    return Shares(0, count)


class _Own:
    """What a loop makes itself, row by row."""

    def __init__(self, flow: Flow, sources: Sequence[str], rows: Size) -> None:
        self.flow, self.sources, self.rows = flow, sources, rows

    def outside(self, v: int) -> bool:
        """Whether a value is there before the loop begins."""
        return v in self.flow.literals or (v in self.flow.inputs and self.sources[v] != "carry")

    def whole_rows(self, v: int) -> bool:
        return self.flow.size(v) % self.rows == 0

    def apart(self, step: Step) -> bool:
        """Whether a step is one by rows."""
        work = step.work
        if isinstance(work, Product):
            return self.product(work)
        if not isinstance(work, Nest) or work.checks or not work.kernel.n_parallel or not work.kernel.splittable:
            return False
        kernel = work.kernel
        return all(s.kind == "set" for s in kernel.stores) and self.along(work, 0) and not self.guarded(work, {0})

    def product(self, work: Product) -> bool:
        """Whether a product is one by rows: of one of a batch, or of its rows where lanes run along its columns."""
        axis = int(work.extents[0] == 1)
        if (axis == 1 and work.contraction.turned) or not self.along(work, axis) or self.guarded(work, set(range(3))):
            return False
        a, b = work.sides
        if not self.outside(b.value) and (axis == 1 or not self.goes_along(b, 0, work.extents[0])):
            return False
        if work.contraction.padding is not None:
            return self.outside(a.value) and self.outside(b.value)
        return self.outside(a.value) or self.goes_along(a, axis, work.extents[axis])

    def along(self, work: Nest | Product, axis: int) -> bool:
        """Whether the parts of an axis are rows of all that is read and written of the loop's own."""
        extent = work.extents[axis]
        if not extent or not self.rows or extent % self.rows:
            return False
        return all(
            a.value != STATUS and (self.outside(a.value) or self.goes_along(a, axis, extent)) for a in work.accesses
        )

    def goes_along(self, access: Access, axis: int, extent: Size) -> bool:
        """Whether an access goes on by a row of its value from one part of an axis to the next."""
        stride = dict(zip(access.axes, access.strides, strict=False)).get(axis, 0)
        if isinstance(stride, tuple):
            return False
        step = stride * (extent // self.rows)
        return not access.data and self.whole_rows(access.value) and step == self.flow.size(access.value) // self.rows

    def guarded(self, work: Nest | Product, axes: set[int]) -> bool:
        """Whether along one of these axes not all is read or written."""
        kernel = work.kernel
        loads: list[Any] = [e for e in kernel.under(kernel.roots()) if e.kind == "load"]
        guards = [x.guard for x in (*loads, *kernel.stores) if x.guard is not None]
        return bool(axes & axes_of(guards))

    def fixed(self, step: Step) -> list[Access]:
        """What every share of a step reads all of."""
        work = step.work
        return [work.sides[1]] if isinstance(work, Product) and work.extents[0] == 1 else []
