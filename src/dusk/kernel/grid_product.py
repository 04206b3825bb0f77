"""Contractions for a grid of threads: tiles of A and B in shared memory, a tile of sums in each thread's registers.

It is called as the CPU's step is, with the same block of arguments. Every sum runs along k in order and is fused as
the CPU's, so both give the same bits.
"""

from __future__ import annotations

from functools import partial

from dusk.errors import GraphError
from dusk.kernel.contraction import Contraction
from dusk.kernel.contraction_driver import Word
from dusk.kernel.emit import Writer, check_dtypes, preamble
from dusk.kernel.emit_cast import cast, from_memory, memory_type, register_type
from dusk.kernel.emit_code import FLOATS, Value
from dusk.kernel.emit_plan import make_plan
from dusk.kernel.expr import Expr
from dusk.kernel.grid import PARAMETERS
from dusk.kernel.grid_threads import SHARED, Threads, generic, shared
from dusk.kernel.targets import Target

TILE, DEPTH = 64, 16  # rows and columns of sums that a block makes, and steps of k that it holds at once
OWN = 4  # rows and columns of a thread
SIDE = TILE // OWN
PITCH = TILE + OWN  # of a row of shared memory: what threads store at once then lies in different banks
THREADS = SIDE * SIDE


def product_text(contraction: Contraction, target: Target) -> str:
    """The IR text of a contraction for a grid of blocks of THREADS threads.

    Raises GraphError for an epilogue that breaks a rule, NotImplementedError for dtypes and ops that kernels lack.
    """
    kernel = contraction.epilogue
    kernel.verify()
    check_dtypes(kernel, target)
    if any(kernel.ordered(s) for s in kernel.stores):
        raise GraphError("two points of a contraction write the same element: their order is not defined")
    writer = _Product(contraction, target)
    writer.write()
    head = f"define ptx_kernel void @{contraction.name}({PARAMETERS}) nounwind {{"
    head = head.replace("%args", "%words")
    memory = shared(-(-2 * DEPTH * PITCH * contraction.dtype.itemsize // 8))
    return "\n".join([*preamble(writer.code, target), memory, head, *writer.code.lines, "}", ""])


class _Product(Writer):
    """Writes what one thread does: it helps to fetch tiles, adds up 4 x 4 products, and stores what becomes of them."""

    def __init__(self, contraction: Contraction, target: Target) -> None:
        super().__init__(
            make_plan(contraction.epilogue, target, (0, 2, 1) if contraction.turned else (0, 1, 2)), target
        )
        self.dtype = contraction.dtype
        self.elem = register_type(contraction.dtype)
        self.axes = (2, 1) if contraction.turned else (1, 2)  # rows and columns
        sides = (contraction.a, contraction.b)
        self.sides = sides[::-1] if contraction.turned else sides
        self.sum: Value | None = None

    def word(self, which: Word) -> Value:
        at = self.code.value(f"getelementptr i64, ptr %words, i64 {int(which)}", "ptr", 1)
        return self.code.value(f"load i64, ptr {at.text}", "i64", 1)

    def write(self) -> None:
        code = self.code
        code.start("entry")
        code.line(f"%args = getelementptr i8, ptr %words, i64 {8 * len(Word)}")
        self.threads = threads = Threads(code)
        self.frame.prologue()
        self.compute(0, self.plan.order, self.kernel.stores)
        self.batch, self.rows, self.columns, self.depth = map(
            self.word, (Word.BATCH, Word.ROWS, Word.COLUMNS, Word.DEPTH)
        )
        self.sources = [self.source(first) for first in (Word.A_SLOT, Word.B_SLOT)]
        down, along = ((n + (TILE - 1)).binary("udiv", TILE) for n in (self.rows, self.columns))

        def tile(number: Value, _: list[Value]) -> list[Value]:
            rest = number.binary("udiv", along)
            row, column = rest.binary("urem", down) * TILE, number.binary("urem", along) * TILE
            self.tile(rest.binary("udiv", down), row, column)
            return []

        code.loop(threads.block, self.batch * down * along, threads.blocks, [], tile)
        code.line("ret void")

    def source(self, first: int) -> tuple[Value, Value, Value, Value]:
        """Where an operand lies, and its strides along batch, lanes and k, in bytes."""
        code = self.code
        slot, start, batch, lane, step = (self.word(Word(first + i)) for i in range(5))
        cell = code.value(f"getelementptr ptr, ptr %slots, i64 {slot.text}", "ptr", 1)
        base = code.value(f"load ptr, ptr {cell.text}", "ptr", 1)
        base = code.value(f"getelementptr i8, ptr {base.text}, i64 {start.text}", "ptr", 1)
        return code.in_global_memory(base), batch, lane, step

    def tile(self, batch: Value, row: Value, column: Value) -> None:
        """The sums of one tile of a batch, and their epilogue."""
        code, threads = self.code, self.threads
        own_row = threads.number.binary("udiv", SIDE) * OWN
        own_column = threads.number.binary("urem", SIDE) * OWN

        def block(k: Value, sums: list[Value]) -> list[Value]:
            self.fetch(0, batch, row, self.rows, k)
            self.fetch(1, batch, column, self.columns, k)
            threads.barrier()
            for step in range(DEPTH):
                sums = self.added(sums, self.held(0, step, own_row), self.held(1, step, own_column))
            threads.barrier()
            return sums

        zeros = [code.const(0, self.elem)] * (OWN * OWN)
        sums = code.loop(code.const(0, "i64"), self.depth, DEPTH, zeros, block)
        self.enter(0, batch)
        for i in range(OWN):
            here = row + own_row + i

            def columns(i: int = i, here: Value = here) -> list[Value]:
                self.enter(self.axes[0], here)
                for j in range(OWN):
                    self.sum = sums[i * OWN + j]
                    there = column + own_column + j
                    code.when(there.compare("slt", self.columns), partial(self.one, there))
                self.leave()
                return []

            code.when(here.compare("slt", self.rows), columns)
        self.leave()

    def fetch(self, side: int, batch: Value, first: Value, end: Value, k: Value) -> None:
        """This thread's part of a tile of A or B from global to shared memory; beyond the ends there is 0."""
        code = self.code
        base, batches, lanes, steps = self.sources[side]
        dtype = self.sides[side]
        # neighbouring threads read neighbouring elements, whichever way they lie
        deep = steps.compare("eq", dtype.itemsize)
        for part in range(TILE * DEPTH // THREADS):
            number = self.threads.number + part * THREADS
            lane = deep.select(number.binary("udiv", DEPTH), number.binary("urem", TILE))
            step = deep.select(number.binary("urem", DEPTH), number.binary("udiv", TILE))
            there, at = first + lane, k + step
            offset = batch * batches + there * lanes + at * steps
            pointer = code.value(f"getelementptr i8, ptr {base.text}, i64 {offset.text}", "ptr", 1)

            def read(pointer: Value = pointer) -> list[Value]:
                x = code.value(f"load {memory_type(dtype)}, ptr {pointer.text}", memory_type(dtype), 1)
                return [cast(from_memory(x, dtype), dtype, self.dtype)]

            inside = there.compare("slt", end) & at.compare("slt", self.depth)
            x = code.when(inside, read, [code.const(0, self.elem)])[0]
            code.line(f"store {x.type} {x.text}, ptr {self.place(side, step * PITCH + lane).text}")

    def place(self, side: int, element: Value) -> Value:
        element = element + side * DEPTH * PITCH
        text = f"getelementptr {self.elem}, ptr {generic(SHARED)}, i64 {element.text}"
        return self.code.value(text, "ptr", 1)

    def held(self, side: int, step: int, first: Value) -> list[Value]:
        """Four neighbours of a row of shared memory."""
        code = self.code
        pointer = self.place(side, first + step * PITCH)
        four = code.value(f"load <{OWN} x {self.elem}>, ptr {pointer.text}, align 16", self.elem, OWN)
        return [code.lane(four, i) for i in range(OWN)]

    def added(self, sums: list[Value], rows: list[Value], columns: list[Value]) -> list[Value]:
        pairs = [(a, b) for a in rows for b in columns]
        if self.elem in FLOATS:
            return [a.fma(b, s) for s, (a, b) in zip(sums, pairs, strict=True)]
        return [s + a * b for s, (a, b) in zip(sums, pairs, strict=True)]

    # The epilogue, at one point after the other.

    def enter(self, axis: int, position: Value) -> None:
        self.frame.scopes.append({})
        self.frame.axes[axis] = position
        self.compute(self.plan.level[axis], self.plan.order, self.kernel.stores)

    def leave(self) -> None:
        self.frame.scopes.pop()

    def one(self, column: Value) -> list[Value]:
        self.enter(self.axes[1], column)
        self.finish()
        self.leave()
        return []

    def evaluate(self, e: Expr, copy: int) -> Value:
        if e.kind == "load" and e.operand == len(self.kernel.operands) - 1:
            assert self.sum is not None
            return self.sum
        return super().evaluate(e, copy)
