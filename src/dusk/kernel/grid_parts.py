"""Long rows by several blocks, in two stages: each block leaves its accumulators, then one block a row joins them."""

from __future__ import annotations

from dusk.kernel import emit_reduce
from dusk.kernel.emit_code import Value
from dusk.kernel.emit_plan import Pass
from dusk.kernel.emit_reduce import Parts
from dusk.kernel.grid import GridWriter
from dusk.kernel.loops import Reduction


class StageWriter(GridWriter):
    """What both stages have: words of every accumulator in scratch, one after the other those of a row's parts."""

    def cell(self, word: int, part: Value) -> Value:
        """The place of a word of an accumulator of this row."""
        at = (self.n_rows * word + self.row) * self.n_parts + part
        return self.code.value(f"getelementptr i64, ptr {self.scratch.text}, i64 {at.text}", "ptr", 1)

    def write(self) -> None:
        self.n_parts = Value(self.code, "%parts", "i64", 1)
        self.scratch = Value(self.code, "%scratch", "ptr", 1)
        super().write()


class PartsWriter(StageWriter):
    """The first stage: a part of a row's outermost reduce axis, to scratch."""

    stage = "parts"

    def reach(self, axis: int) -> tuple[Value, Value]:
        start, end = super().reach(axis)
        if axis != self.plan.reduce[0]:
            return start, end
        size = (end + self.n_parts - 1).binary("udiv", self.n_parts)
        # whole vectors, so that what is aligned stays aligned
        size = (size + (self.plan.lanes - 1)) & -self.plan.lanes
        first = self.threads.part * size
        last = first + size
        return first.compare("slt", end).select(first, end), last.compare("slt", end).select(last, end)

    def sweep(self, sweep: Pass) -> None:
        self.word = 0
        super().sweep(sweep)

    def gathered(self, reduction: Reduction, copies: list[Parts]) -> Parts:
        parts = super().gathered(reduction, copies)

        def leave() -> list[Value]:
            for k, p in enumerate(parts):
                pointer = self.cell(self.word + k, self.threads.part)
                self.code.line(f"store {p.type} {p.text}, ptr {pointer.text}")
            return []

        self.code.when(self.threads.number.compare("eq", 0), leave)
        self.word += len(parts)
        return parts

    def finish(self) -> None:
        """Nothing is stored yet."""


class JoinWriter(StageWriter):
    """The second stage: the parts of a row as one, and what is stored of it."""

    stage = "join"

    def sweep_axis(self, sweep: Pass, depth: int, unroll: int, carried: list[Parts]) -> list[Parts]:
        code, threads = self.code, self.threads
        results: list[Parts] = []
        word = 0
        for (_, reduction), start in zip(sweep.reductions, carried, strict=True):
            first = word

            def join(part: Value, total: Parts, first: int = first, reduction: Reduction = reduction) -> Parts:
                cells = [self.cell(first + k, part) for k in range(len(total))]
                loaded = [
                    code.value(f"load {p.type}, ptr {c.text}", p.elem, 1) for p, c in zip(total, cells, strict=True)
                ]
                return emit_reduce.merge(reduction, total, loaded)

            results.append(code.loop(threads.number, self.n_parts, threads.count, start, join))
            word += len(start)
        return results
