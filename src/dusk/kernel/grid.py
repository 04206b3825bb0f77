"""Kernels for a grid of threads: the loops of the CPU's emitter, dealt out to threads.

Which threads do what follows from the axis that runs along the lanes. Where that is a parallel axis, or there is none,
every thread does points of its own (of 4 or 2 neighbours at once where memory is aligned), reductions and scans from
end to end. Where it is a reduce axis, a block does one point after the other: its threads sweep along the lanes side by
side, bring their accumulators together, and one of them stores.
"""

from __future__ import annotations

from collections.abc import Callable

from dusk.kernel import emit_reduce
from dusk.kernel.emit import CHUNK, Writer, flatten, fold
from dusk.kernel.emit_code import Value
from dusk.kernel.emit_memory import atomic
from dusk.kernel.emit_plan import Pass, make_plan
from dusk.kernel.emit_reduce import Parts
from dusk.kernel.emit_spill import spill
from dusk.kernel.expr import Expr
from dusk.kernel.grid_threads import Threads
from dusk.kernel.loops import Kernel, Reduction
from dusk.kernel.targets import Target

PARAMETERS = "ptr %slots, ptr %args, i64 %lo, i64 %hi"


class GridWriter(Writer):
    """Writes the loops of a plan for one thread of a grid."""

    stage = ""

    def __init__(self, kernel: Kernel, target: Target) -> None:
        kernel = spill(kernel)
        plan = make_plan(kernel, target)
        plan.blocked, plan.unroll = None, 1
        for sweep in plan.passes:
            sweep.unroll = 1
        super().__init__(plan, target)
        self.by_block = plan.vector is not None and not plan.vector_parallel
        # where points that are stored in order may meet, one thread does them
        ordered = [s for s in kernel.stores if kernel.ordered(s) and not atomic(kernel, s)]
        self.spread = [a for a in plan.parallel if all(kernel.apart(s, a) for s in ordered)]
        self.contiguous = [key for key in plan.accesses if self.along_lanes(key)]
        if not self.contiguous or any(s.kind == "check" or atomic(kernel, s) for s in kernel.stores):
            plan.lanes = 1
        self.here: dict[int, Value] = {}  # positions along the axes that are spread
        self.row = self.n_rows = self.code.const(0, "i64")  # the point that is written, of how many
        self.reductions: list[Reduction] = []  # of the sweep that is written
        once = self.by_block and len(plan.passes) == 1 and not plan.passes[0].stores
        # words of the accumulators of a row, where nothing but one sweep over it needs a block
        self.values = sum(1 + r.op.startswith("arg") for r in kernel.reductions) if once else 0

    def along_lanes(self, key: Expr | int) -> bool:
        """Whether an access takes neighbours for neighbouring lanes."""
        plan = self.plan
        if isinstance(key, Expr) and key.guard is not None:
            return False
        steps = [self.frame.static_factor(key, t) for t in plan.accesses[key].terms if t.variable == plan.vector]
        moved = any(isinstance(t.variable, Expr) and t.variable in plan.varying for t in plan.accesses[key].terms)
        return steps == [1] and not moved

    def write(self) -> None:
        code, plan = self.code, self.plan
        code.start("entry")
        self.threads = threads = Threads(code)
        self.frame.prologue()
        self.whole = self.aligned() if plan.lanes > 1 else code.const(False, "i1")
        if plan.parallel:
            self.compute(0, plan.order, self.kernel.stores)
        if self.by_block:
            self.deal(threads.block, threads.blocks, {a: self.span(a) for a in self.spread}, 1)
        else:
            self.deal_lanes()
        code.line("ret void")

    def aligned(self) -> Value:
        """Whether all that is read and written in lanes may be in one go, wherever the loops are."""
        code, frame, lanes = self.code, self.frame, self.plan.lanes
        odd = self.lo & (lanes - 1) if self.plan.vector == 0 and not self.by_block else code.const(0, "i64")
        for key in self.contiguous:
            access = self.plan.accesses[key]
            size = self.kernel.operands[access.operand].dtype.itemsize
            base = frame.bases[access.operand]
            places = [code.value(f"ptrtoint ptr {base.text} to i64", "i64", 1)]
            for term in access.terms:
                if term.variable != self.plan.vector:
                    step = frame.factor_of(access.operand, term)
                    places.append((step if isinstance(step, Value) else code.const(step, "i64")) * size)
            for place in places:
                odd = odd | (place & (min(16, lanes * size) - 1))
        return odd.compare("eq", 0)

    def deal_lanes(self) -> None:
        """Points to threads: whole vectors of neighbours first, then single points."""
        plan, frame, threads = self.plan, self.frame, self.threads
        spans = {a: self.span(a) for a in self.spread}
        if plan.lanes > 1 and plan.vector is not None:
            start, end = spans[plan.vector]
            whole_end = self.whole_end(start, end)
            frame.aligned = True
            self.deal(threads.first, threads.total, spans | {plan.vector: (start, whole_end)}, plan.lanes)
            frame.aligned = False
            spans[plan.vector] = (whole_end, end)
        plan.lanes = 1
        self.deal(threads.first, threads.total, spans, 1)

    def whole_end(self, start: Value, end: Value) -> Value:
        """Where whole vectors end; at the start where memory is not aligned."""
        return self.whole.select(end - (end - start).binary("urem", self.plan.lanes), start)

    def deal(self, first: Value, step: Value, spans: dict[int, tuple[Value, Value]], lanes: int) -> None:
        """All points of the axes that are spread, every `step`-th from `first` on."""
        code = self.code
        one, zero = code.const(1, "i64"), code.const(0, "i64")
        counts: dict[int, Value] = {}
        for a, (start, end) in spans.items():
            n = (end - start).binary("udiv", lanes) if a == self.plan.vector and lanes > 1 else end - start
            counts[a] = n.compare("sgt", 0).select(n, zero)
        total = one
        for n in counts.values():
            total = total * n

        def point(number: Value, _: list[Value]) -> list[Value]:
            rest, self.row, self.n_rows = number, number, total
            for a in reversed(spans):
                outermost = a == next(iter(spans))
                index = rest if outermost else rest.binary("urem", counts[a])
                rest = rest if outermost else rest.binary("udiv", counts[a])
                self.here[a] = spans[a][0] + (index * lanes if a == self.plan.vector else index)
            self.nest(0)
            return []

        code.loop(first, total, step, [], point)

    def plain_loop(
        self, axis: int, start: Value, end: Value, carried: list[Parts], body: Callable[[list[Parts]], list[Parts]]
    ) -> list[Parts]:
        if axis not in self.here:
            return super().plain_loop(axis, start, end, carried, body)
        self.frame.scopes.append({})
        self.frame.axes[axis] = self.here[axis]
        results = body(carried)
        self.frame.scopes.pop()
        return results

    def lanes_loop(
        self,
        axis: int,
        start: Value,
        end: Value,
        unroll: int,
        carried: list[Parts],
        body: Callable[[list[Parts]], list[Parts]],
    ) -> list[Parts]:
        """Along a parallel axis, the lanes that are this thread's; along a reduce axis, its share of the block's."""
        plan, frame, code = self.plan, self.frame, self.code
        before, lanes = frame.wide, plan.lanes
        frame.wide = lanes
        if axis in self.here:
            results = self.plain_loop(axis, start, end, carried, body)
            frame.wide = before
            return results
        if lanes > 1:
            whole_end = self.whole_end(start, end)
            neutral = [emit_reduce.start(code, r, lanes) for r in self.reductions]
            frame.aligned = True
            wide = self.strides(axis, start, whole_end, lanes, neutral, body)
            frame.aligned = False
            sums = zip(self.reductions, carried, wide, strict=True)
            carried = [emit_reduce.merge(r, a, emit_reduce.across(code, r, b)) for r, a, b in sums]
            start, plan.lanes, frame.wide = whole_end, 1, 1
        carried = self.strides(axis, start, end, 1, carried, body)
        frame.wide, plan.lanes = before, lanes
        return carried

    def strides(
        self,
        axis: int,
        start: Value,
        end: Value,
        lanes: int,
        carried: list[Parts],
        body: Callable[[list[Parts]], list[Parts]],
    ) -> list[Parts]:
        """What this thread does of a loop that its block shares."""
        threads = self.threads
        shape = [len(p) for p in carried]

        def inside(i: Value, flat: list[Value]) -> list[Value]:
            self.frame.scopes.append({})
            self.frame.axes[axis] = i
            results = body(fold(flat, shape))
            self.frame.scopes.pop()
            return flatten(results)

        first, step = start + threads.number * lanes, threads.count * lanes
        return fold(self.code.loop(first, end, step, flatten(carried), inside), shape)

    # What a block does together.

    @property
    def sum_lanes(self) -> int:
        return 1 if self.by_block else self.plan.lanes

    def chunk(self, unroll: int) -> Value | int:
        return self.threads.count * (CHUNK * self.plan.lanes)

    def sweep(self, sweep: Pass) -> None:
        self.reductions = [r for _, r in sweep.reductions]
        super().sweep(sweep)

    def gathered(self, reduction: Reduction, copies: list[Parts]) -> Parts:
        return self.threads.over_block(reduction, copies[0])

    def finish(self) -> None:
        if self.by_block:
            finish = super().finish
            self.code.when(self.threads.number.compare("eq", 0), lambda: finish() or [])
        else:
            super().finish()
