"""The epilogue of a contraction: the function the core calls with a finished tile of sums, and the step around it.

It is the kernel emitter's loops over part of b, m and n, in which the sum is a load from the tile.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from dusk.errors import GraphError
from dusk.kernel.contraction_driver import Word
from dusk.kernel.emit import Writer, check_dtypes, preamble
from dusk.kernel.emit_code import Value
from dusk.kernel.emit_memory import prefetch
from dusk.kernel.emit_plan import make_plan
from dusk.kernel.expr import axis, load, reduced, replace
from dusk.kernel.loops import Kernel, Operand, Store
from dusk.kernel.targets import Target

FINISH = "ptr %slots, ptr %args, ptr %sums, i64 %rows, i64 %columns, i64 %batch, i64 %row, i64 %column"


def with_sums(kernel: Kernel, dtype: np.dtype[Any], turned: bool) -> Kernel:
    """The kernel with one operand more, a tile of sums, and loads from it for the sum."""
    sums = Operand(dtype, (0, 1, None) if turned else (0, None, 1))
    value = load(len(kernel.operands), (axis(0), axis(1), axis(2)), dtype)
    new = iter(replace([e for s in kernel.stores for e in s.roots()], {reduced(0, dtype): value}))
    stores: list[Store] = []
    for s in kernel.stores:
        index = tuple(next(new) for _ in s.index)
        stores.append(Store(s.operand, index, next(new), s.kind, next(new) if s.guard is not None else None))
    return Kernel(kernel.axes, (*kernel.operands, sums), (), tuple(stores), kernel.n_params)


def epilogue_text(name: str, kernel: Kernel, turned: bool, target: Target) -> str:
    """The module of a contraction whose epilogue is `kernel`, its last operand the sums.

    It defines `name`, the step, and `<name>_core`, a word that must have the core's address before the step may run.
    Raises GraphError for an epilogue that breaks a rule, NotImplementedError for dtypes and ops that kernels lack.
    """
    kernel.verify()
    check_dtypes(kernel, target)
    if any(kernel.ordered(s) for s in kernel.stores):
        raise GraphError("two points of a contraction write the same element: their order is not defined")
    writer = _Finish(kernel, turned, target)
    writer.write()
    attributes = f"nounwind {target.attributes}"
    return "\n".join([
        *preamble(writer.code, target),
        f"define internal void @finish({FINISH}) {attributes} {{",
        *writer.code.lines,
        "}",
        f"@{name}_core = global ptr null",
        f"define void @{name}(ptr %slots, ptr %args, i64 %lo, i64 %hi) {attributes} {{",
        f" %core = load ptr, ptr @{name}_core",
        f" %own = getelementptr i8, ptr %args, i64 {8 * len(Word)}",
        " tail call void %core(ptr %slots, ptr %args, i64 %lo, i64 %hi, ptr @finish, ptr %own)",
        " ret void",
        "}",
        "",
    ])  # fmt: skip


class _Finish(Writer):
    """Writes the loops over a tile: rows inside of lanes, so that what does not change with the row is done once."""

    def __init__(self, kernel: Kernel, turned: bool, target: Target) -> None:
        self.axes = (2, 1) if turned else (1, 2)  # rows and columns
        super().__init__(make_plan(kernel, target, (0, self.axes[1], self.axes[0]), self.axes[1]), target)
        # a tile is few vectors wide: no copies, and where a mask costs nothing no loop without one
        self.plan.unroll = 1
        self.single |= target.masked

    def argument(self, name: str) -> Value:
        return Value(self.code, f"%{name}", "i64", 1)

    def span(self, axis: int) -> tuple[Value, Value]:
        first, count = {0: ("batch", None), self.axes[0]: ("row", "rows"), self.axes[1]: ("column", "columns")}[axis]
        start = self.argument(first)
        return start, start + (1 if count is None else self.argument(count))

    def finish(self) -> None:
        """Ask for what the tile below will read here, while its products are added up, and finish this one."""
        sums = len(self.kernel.operands) - 1
        for e in self.plan.order:
            if e.kind == "load" and e.operand != sums:
                prefetch(self.frame, e, self.axes[0], 0, self.argument("rows"))
        super().finish()

    def write(self) -> None:
        code, frame = self.code, self.frame
        code.start("entry")
        frame.prologue()
        # the kernel reads the sums at the tile's place in the whole
        size = self.kernel.operands[-1].dtype.itemsize
        pitch = next(s for s in frame.strides[-1] if isinstance(s, Value))
        ahead = (self.argument("row") * pitch + self.argument("column")) * -size
        frame.bases[-1] = code.value(f"getelementptr i8, ptr %sums, i64 {ahead.text}", "ptr", 1)
        self.compute(0, self.plan.order, self.kernel.stores)
        self.nest(0)
        code.line("ret void")
