"""The microkernel of every contraction: a register tile of sums [rows][vectors] swept along k.

Each step along k broadcasts one element of every row operand, loads one vector of every lane operand, and adds their
products. Sums run in the order of k whatever the tile, so which tile an element falls into never shows in its bits.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from dusk.kernel.emit_cast import is_bfloat16, memory_type
from dusk.kernel.emit_code import Value, suffix, type_text
from dusk.kernel.targets import Target

MATRIX = 32  # elements along k in a row of a matrix register


@dataclass(frozen=True, slots=True)
class Tile:
    """How sums of one dtype fill the registers.

    `rows[v - 1]` is the height of a tile of v vectors, a power of two; what is left of the rows goes into its halves.
    `masked[v - 1]` says whether its last vector may be partial. Operands are read as `operand`, `group` neighbours
    along k at a time: 1; 2, multiplied and added by one instruction; or 32, where one multiplies 16 rows by 16
    lanes (`matrix`).
    """

    dtype: np.dtype[Any]
    lanes: int
    rows: tuple[int, ...]
    masked: tuple[bool, ...]
    operand: np.dtype[Any]
    group: int = 1

    @property
    def matrix(self) -> bool:
        """Whether sums lie in matrix registers, of `lanes` rows each."""
        return self.group == MATRIX

    @property
    def speed(self) -> int:
        """Products in the time of one of `dtype`."""
        return {1: 1, 2: 2, MATRIX: 12}[self.group]

    @property
    def vectors(self) -> int:
        """Vectors of the widest tile."""
        return len(self.rows)

    @property
    def panel(self) -> int:
        """Rows of a packed panel: every tile lies within one, or is two matrices of a panel each."""
        return self.lanes if self.matrix else max(self.lanes, *self.rows)

    @property
    def patient(self) -> bool:
        """Whether a step along k takes so long (16 cycles) that what the next steps load may come from far away."""
        return self.rows[-1] * self.vectors * self.nbytes >= 1024

    @property
    def element(self) -> str:
        """LLVM's name of the type of what one lane reads in a step."""
        return memory_type(self.operand) if self.group == 1 else "i32"

    @property
    def sum_element(self) -> str:
        """LLVM's name of the type of a sum."""
        return memory_type(self.dtype)

    @property
    def nbytes(self) -> int:
        """Bytes of a vector."""
        return self.lanes * self.dtype.itemsize


@lru_cache(maxsize=64)
def tile_for(dtype: np.dtype[Any], target: Target, *sources: np.dtype[Any]) -> Tile:
    """The tile with the most products a load that keeps sums, lane operands and a row operand in registers.

    `sources` are the dtypes of A and B, where that matters: bfloat16 may be multiplied as it is.
    """
    operand, group = dtype, 1
    if sources and target.bfloat16 and dtype == np.float32 and all(map(is_bfloat16, sources)):
        operand, group = sources[0], {"pairs": 2, "tiles": MATRIX}[target.bfloat16]
    if group == MATRIX:
        return Tile(dtype, 16, (32, 32), (True, True), operand, group)
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
    return Tile(dtype, target.vector_bytes // dtype.itemsize, rows, masked, operand, group)


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
    code, align, width = depth.code, tile.operand.itemsize, len(vectors)
    if tile.group > 1:
        depth = (depth + (tile.group - 1)).binary("udiv", tile.group)
        row_step, vector_step = row_step * tile.group, vector_step * tile.group
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
            sums.append(_add_product(tile, held, row, column))
    along = [code.opaque(v) for v in (left - 1, along_rows + row_step, along_vectors + vector_step)]
    again = [*along, *sums]
    code.branch(again[0].compare("eq", 0), after, inside)
    code.lines[at_phis:at_phis] = [
        f" {p.text} = phi {p.type} [ {f.text}, %{before} ], [ {a.text}, %{inside} ]"
        for p, f, a in zip(carried, first, again, strict=True)
    ]
    code.start(after)
    return [sums[i * width : (i + 1) * width] for i in range(len(rows))]


def _add_product(tile: Tile, held: Value, row: Value, column: Value) -> Value:
    if tile.group == 2:
        pairs = [held.code.value(f"bitcast {x.type} {x.text} to <32 x bfloat>", "bfloat", 32) for x in (row, column)]
        return held.code.call("llvm.x86.avx512bf16.dpbf16ps.512", "float", 16, held, *pairs)
    return row.call("fmuladd", column, held) if tile.dtype.kind == "f" else held + row * column
