"""The microkernel of every contraction: a register tile of sums [rows][vectors] swept along k.

Each step along k broadcasts one element of every row operand, loads one vector of every lane operand, and adds their
products. Sums run in the order of k whatever the tile, so which tile an element falls into never shows in its bits.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum, auto
from functools import lru_cache
from typing import Any

import numpy as np

from dusk.kernel.emit_cast import memory_type
from dusk.kernel.emit_code import Code, Value, suffix, type_text
from dusk.kernel.targets import Target


class Context(IntEnum):
    """Words a strip is handed: what is the same for all strips of one block. Strides are in bytes."""

    A_ROW = 0  # from row to row of a panel, along k, from panel to panel
    A_STEP = auto()
    A_PANEL = auto()
    B_STEP = auto()
    B_VECTOR = auto()
    SUM_PITCH = auto()  # from row to row of a tile of sums
    SUM_TILE = auto()  # for each row that a tile lies below the strip's first: 0 where tiles share one buffer
    DEPTH = auto()
    RESUME = auto()  # not 0: the sums go on from those of the block of k before
    LAST = auto()  # not 0: this block of k is the last
    FINISH = auto()  # function, and its own arguments
    FINISH_ARGS = auto()


@dataclass(frozen=True, slots=True)
class Tile:
    """How sums of one dtype fill the registers.

    `rows[v - 1]` is the height of a tile of v vectors, a power of two; what is left of the rows goes into its halves.
    `masked[v - 1]` says whether its last vector may be partial.
    """

    dtype: np.dtype[Any]
    lanes: int
    rows: tuple[int, ...]
    masked: tuple[bool, ...]

    @property
    def vectors(self) -> int:
        """Vectors of the widest tile."""
        return len(self.rows)

    @property
    def panel(self) -> int:
        """Rows of a packed panel: every tile lies within one."""
        return max(self.lanes, *self.rows)

    @property
    def patient(self) -> bool:
        """Whether a step along k takes so long (16 cycles) that what the next steps load may come from far away."""
        return self.rows[-1] * self.vectors * self.nbytes >= 1024

    @property
    def element(self) -> str:
        """LLVM's name of the element type."""
        return memory_type(self.dtype)

    @property
    def nbytes(self) -> int:
        """Bytes of a vector."""
        return self.lanes * self.dtype.itemsize


@lru_cache(maxsize=64)
def tile_for(dtype: np.dtype[Any], target: Target) -> Tile:
    """The tile with the most products a load that keeps sums, lane operands and a row operand in registers."""
    neon = target.vector_bytes == 16 and target.half
    registers, fused = (32 if target.masked or neon else 16), target.vector_bytes > 16 or neon

    def height(vectors: int) -> int:
        free = registers - vectors - (1 if fused else 2)
        return max((r for r in (8, 4, 2, 1) if r * vectors <= free), default=0)

    def products_a_load(vectors: int) -> float:
        return height(vectors) * vectors / (height(vectors) + vectors)

    widest = max((1, 2, 3), key=products_a_load)
    rows = tuple(height(v) for v in range(1, widest + 1))
    masked = tuple(target.masked or v == 1 for v in range(1, widest + 1))
    return Tile(dtype, target.vector_bytes // dtype.itemsize, rows, masked)


def at(pointer: Value, offset: Value | int) -> Value:
    """The address `offset` bytes after `pointer`."""
    if isinstance(offset, int):
        if offset == 0:
            return pointer
        offset = pointer.code.const(offset, "i64")
    return pointer.code.value(f"getelementptr i8, ptr {pointer.text}, i64 {offset.text}", "ptr", 1)


def read(pointer: Value, elem: str, lanes: int, align: int) -> Value:
    """The value at an address."""
    return pointer.code.value(f"load {type_text(elem, lanes)}, ptr {pointer.text}, align {align}", elem, lanes)


def write(value: Value, pointer: Value, align: int) -> None:
    """Put a value at an address."""
    value.code.line(f"store {value.type} {value.text}, ptr {pointer.text}, align {align}")


def word(pointer: Value, index: int) -> Value:
    """The int64 number `index` of those at an address."""
    return read(at(pointer, 8 * index), "i64", 1, 8)


def lane_mask(valid: Value, tile: Tile) -> Value:
    """The mask of the first `valid` lanes; more than all are all."""
    code, lanes = valid.code, tile.lanes
    if all(tile.masked):  # masks are registers of their own: no vector is needed to make one
        bits = valid.like(-1).binary("shl", valid.compare("slt", 63).select(valid, 63)) ^ -1
        return code.value(f"bitcast i{lanes} {bits.convert('trunc', f'i{lanes}').text} to <{lanes} x i1>", "i1", lanes)
    return code.iota("i32", lanes).compare("ult", code.splat(valid.convert("trunc", "i32"), lanes))


def masked_read(pointer: Value, elem: str, mask: Value) -> Value:
    """The lanes of `mask` of the vector at an address, zero elsewhere."""
    code, zero = pointer.code, Value(pointer.code, "zeroinitializer", elem, mask.lanes)
    return code.call(f"llvm.masked.load.{suffix(elem, mask.lanes)}.p0", elem, mask.lanes, pointer, mask, zero)


def accumulate(
    tile: Tile,
    start: Sequence[Sequence[Value]],
    rows: Sequence[Value],
    row_step: Value,
    vectors: Sequence[Value],
    vector_step: Value,
    depth: Value,
    mask: Value | None,
) -> list[list[Value]]:
    """Sweep k: `start[i][j]` plus the sum over k of `rows[i][k] * vectors[j][k]`; `depth` >= 1.

    `rows` and `vectors` are addresses, each advanced by its step (bytes) for every k; `mask` is that of the last
    vector, whose other lanes are not read.
    """
    code, align, width = depth.code, tile.dtype.itemsize, len(vectors)
    before, inside, after = code.block, code.name("sweep"), code.name("swept")
    code.jump(inside)
    code.start(inside)
    at_phis = len(code.lines)
    first = [depth, depth.like(0), depth.like(0), *(s for row in start for s in row)]
    carried = [Value(code, f"%{code.name('p')}", v.elem, v.lanes) for v in first]
    left, along_rows, along_vectors = carried[:3]
    columns: list[Value] = []
    for j, address in enumerate(vectors):
        here = at(address, along_vectors)
        if mask is not None and j == width - 1:
            columns.append(masked_read(here, tile.element, mask))
        else:
            columns.append(read(here, tile.element, tile.lanes, align))
    sums: list[Value] = []
    for i, address in enumerate(rows):
        row = code.splat(read(at(address, along_rows), tile.element, 1, align), tile.lanes)
        for j, column in enumerate(columns):
            held = carried[3 + i * width + j]
            sums.append(row.call("fmuladd", column, held) if tile.dtype.kind == "f" else held + row * column)
    again = [left - 1, along_rows + row_step, along_vectors + vector_step, *sums]
    code.branch(again[0].compare("eq", 0), after, inside)
    code.lines[at_phis:at_phis] = [
        f" {p.text} = phi {p.type} [ {f.text}, %{before} ], [ {a.text}, %{inside} ]"
        for p, f, a in zip(carried, first, again, strict=True)
    ]
    code.start(after)
    return [sums[i * width : (i + 1) * width] for i in range(len(rows))]


STRIP = "ptr %slots, ptr %context, ptr %a, ptr %b, ptr %sums, i64 %rows, i64 %batch, i64 %row, i64 %lane, i64 %columns"


def strip(code: Code, tile: Tile, vectors: int) -> None:
    """The body of `strip<vectors>(STRIP)`: a column of tiles, `rows` high and `columns` wide, over one block of k.

    `a`, `b` and `sums` are the addresses of the first row operand, the first lane operand and the buffer of sums;
    `batch`, `row` and `lane` say where the first element lies. After the last block of k each tile is handed to

        finish(slots, its arguments, sums, rows, columns, batch, row, lane)
    """
    context, a, b, sums = (Value(code, f"%{n}", "ptr", 1) for n in ("context", "a", "b", "sums"))
    height, columns = Value(code, "%rows", "i64", 1), Value(code, "%columns", "i64", 1)
    here = {w: word(context, w) for w in Context if w < Context.FINISH}
    mask = lane_mask(columns - (vectors - 1) * tile.lanes, tile) if tile.masked[vectors - 1] else None
    lanes = [b]
    for _ in range(vectors - 1):
        lanes.append(at(lanes[-1], here[Context.B_VECTOR]))
    resume, last = here[Context.RESUME].compare("ne", 0), here[Context.LAST].compare("ne", 0)
    pitch = here[Context.SUM_PITCH]
    zeros, zero_pitch = Value(code, "@zeros", "ptr", 1), resume.select(pitch, 0)

    def one(rows: int, first: Value, buffer: Value) -> None:
        sources = [first]
        for _ in range(rows - 1):
            sources.append(at(sources[-1], here[Context.A_ROW]))
        start = [
            [read(p, tile.element, tile.lanes, tile.dtype.itemsize) for p in line]
            for line in _places(tile, resume.select(buffer, zeros), zero_pitch, rows, vectors)
        ]
        steps = here[Context.A_STEP], here[Context.B_STEP]
        done = accumulate(tile, start, sources, steps[0], lanes, steps[1], here[Context.DEPTH], mask)
        for line, values in zip(_places(tile, buffer, pitch, rows, vectors), done, strict=True):
            for place, value in zip(line, values, strict=True):
                write(value, place, tile.dtype.itemsize)

    def next_tile(top: Value) -> Value:
        """The highest tile that fits from row `top` on; gives the row after it."""
        panel, within = top.binary("udiv", tile.panel), top.binary("urem", tile.panel)
        first = at(a, panel * here[Context.A_PANEL] + within * here[Context.A_ROW])
        buffer = at(sums, top * here[Context.SUM_TILE])
        joined, count = code.name("joined"), tile.rows[vectors - 1]
        heights: list[tuple[Value, str]] = []
        while count:
            this, other = code.name("tile"), code.name("lower")
            if count > 1:
                code.branch((height - top).compare("sge", count), this, other)
            else:
                code.jump(this)
            code.start(this)
            one(count, first, buffer)
            heights.append((height.like(count), code.block))
            code.jump(joined)
            if count > 1:
                code.start(other)
            count //= 2
        code.start(joined)
        taken = code.phi(heights)

        def finish() -> list[Value]:
            function = read(at(context, 8 * Context.FINISH), "ptr", 1, 8)
            arguments = read(at(context, 8 * Context.FINISH_ARGS), "ptr", 1, 8)
            row = Value(code, "%row", "i64", 1) + top
            code.line(
                f"call void {function.text}(ptr %slots, ptr {arguments.text}, ptr {buffer.text}, "
                f"i64 {taken.text}, i64 %columns, i64 %batch, i64 {row.text}, i64 %lane)"
            )
            return []

        code.when(last, finish)
        return top + taken

    before, inside, after = code.block, code.name("tiles"), code.name("done")
    code.branch(height.compare("sgt", 0), inside, after)
    code.start(inside)
    at_phi, top = len(code.lines), Value(code, f"%{code.name('p')}", "i64", 1)
    following = next_tile(top)
    code.lines.insert(at_phi, f" {top.text} = phi i64 [ 0, %{before} ], [ {following.text}, %{code.block} ]")
    code.branch(following.compare("slt", height), inside, after)
    code.start(after)


def _places(tile: Tile, first: Value, pitch: Value, rows: int, vectors: int) -> list[list[Value]]:
    lines = [first]
    for _ in range(rows - 1):
        lines.append(at(lines[-1], pitch))
    return [[at(line, j * tile.nbytes) for j in range(vectors)] for line in lines]
