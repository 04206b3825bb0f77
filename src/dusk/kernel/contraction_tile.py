"""The microkernel of every contraction: a register tile of sums [rows][vectors] swept along k.

Each step along k broadcasts one element of every row operand, loads one vector of every lane operand, and adds their
products. Sums run in the order of k whatever the tile, so which tile an element falls into never shows in its bits.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

import numpy as np

from dusk.kernel.emit_cast import is_bfloat16, memory_type
from dusk.kernel.emit_code import Code, Value, suffix, type_text
from dusk.kernel.targets import Target

MATRIX = 32  # elements along k in a row of a matrix register
HIGHEST = 16, 12, 8  # rows of a tile of one, two and three vectors: from there on loads cost nothing
GROUP = 4  # rows of a tile that are reached from one address: x86 adds a distance, its double or its triple


@dataclass(frozen=True, slots=True)
class Tile:
    """How sums of one dtype fill the registers.

    `rows[v - 1]` is the height of a tile of v vectors, in whole groups; what is left of the rows goes into lower ones.
    `masked` says whether masks have registers of their own. Operands are read as `operand`, `group` neighbours along k
    at a time: 1; 2, multiplied and added by one instruction; or 32, where one multiplies 16 rows by 16 (`matrix`).
    """

    dtype: np.dtype[Any]
    lanes: int
    rows: tuple[int, ...]
    masked: bool
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
        """Rows of a packed panel: every group lies within one, or a tile is two matrices of a panel each."""
        return self.lanes if self.matrix else max(self.lanes, 2 * GROUP)

    def heights(self, vectors: int) -> list[int]:
        """The tiles of so many vectors, the highest first. A whole group does for fewer rows, but where it is wide two
        rows or one are quicker by themselves."""
        highest = self.rows[vectors - 1]
        lower = [n for n in (2 * GROUP, GROUP) if n < highest]
        return [highest, *lower, *((), (1,), (2, 1))[vectors - 1]]

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
        return Tile(dtype, 16, (32, 32), True, operand, group)
    neon = target.vector_bytes == 16 and target.half
    registers, fused = (32 if target.masked or neon else 16), target.vector_bytes > 16 or neon

    def height(vectors: int) -> int:
        free = registers - vectors - (1 if fused else 2)
        return min(free // vectors, HIGHEST[vectors - 1]) & -GROUP

    def products_a_load(vectors: int) -> float:
        return height(vectors) * vectors / (height(vectors) + vectors)

    widest = max((1, 2, 3), key=products_a_load)
    rows = tuple(height(v) for v in range(1, widest + 1))
    return Tile(dtype, target.vector_bytes // dtype.itemsize, rows, target.masked, operand, group)


def at(pointer: Value, offset: Value | int) -> Value:
    """The address `offset` bytes after `pointer`."""
    if isinstance(offset, int):
        if offset == 0:
            return pointer
        offset = pointer.code.const(offset, "i64")
    return pointer.code.value(f"getelementptr i8, ptr {pointer.text}, i64 {offset.text}", "ptr", 1)


def read(pointer: Value, elem: str, lanes: int, align: int, mask: Value | None = None) -> Value:
    """The value at an address; of a vector only the lanes of `mask`, zero elsewhere."""
    if mask is not None:
        return masked_read(pointer, elem, mask)
    return pointer.code.value(f"load {type_text(elem, lanes)}, ptr {pointer.text}, align {align}", elem, lanes)


def write(value: Value, pointer: Value, align: int, mask: Value | None = None) -> None:
    """Put a value at an address; of a vector only the lanes of `mask`."""
    code = value.code
    if mask is None:
        code.line(f"store {value.type} {value.text}, ptr {pointer.text}, align {align}")
        return
    name = f"llvm.masked.store.{suffix(value.elem, value.lanes)}.p0"
    code.declared[name] = f"declare void @{name}({value.type}, ptr, i32, {mask.type})"
    code.line(f"call void @{name}({value.type} {value.text}, ptr {pointer.text}, i32 {align}, {mask.type} {mask.text})")


def word(pointer: Value, index: int) -> Value:
    """The int64 number `index` of those at an address."""
    return read(at(pointer, 8 * index), "i64", 1, 8)


def lane_mask(valid: Value, tile: Tile) -> Value:
    """The mask of the first `valid` lanes; more than all are all."""
    code, lanes = valid.code, tile.lanes
    if tile.masked:  # no vector is needed to make one
        bits = valid.like(-1).binary("shl", valid.compare("slt", 63).select(valid, 63)) ^ -1
        return code.value(f"bitcast i{lanes} {bits.convert('trunc', f'i{lanes}').text} to <{lanes} x i1>", "i1", lanes)
    return code.iota("i32", lanes).compare("ult", code.splat(valid.convert("trunc", "i32"), lanes))


def masked_read(pointer: Value, elem: str, mask: Value) -> Value:
    """The lanes of `mask` of the vector at an address, zero elsewhere."""
    code, zero = pointer.code, Value(pointer.code, "zeroinitializer", elem, mask.lanes)
    return code.call(f"llvm.masked.load.{suffix(elem, mask.lanes)}.p0", elem, mask.lanes, pointer, mask, zero)


@dataclass(frozen=True, slots=True)
class Side:
    """Where a sweep reads one operand: from each of `bases` a group of places, 0, `apart`, twice `apart` and `triple`
    after it; all `step` on for each k. `triple` is three times `apart`, unless fewer places are to be read twice."""

    bases: Sequence[Value]
    apart: Value
    triple: Value
    step: Value

    def places(self, bases: Sequence[Value], count: int) -> list[Value]:
        """The addresses from where the bases, as integers, have come to."""
        offsets = [0, self.apart, self.apart.binary("shl", 1), self.triple]
        pointers = [b.convert("inttoptr", "ptr") for b in bases]
        return [at(pointers[i // GROUP], offsets[i % GROUP]) for i in range(count)]


@dataclass(frozen=True, slots=True)
class Runs:
    """A block's depth: `count` runs of `depth` steps; `places` is the address of where each begins, in bytes from a
    row's first element. Only row operands have runs: lane operands go on from one to the next."""

    depth: Value
    count: Value
    places: Value


def accumulate(
    tile: Tile,
    start: Sequence[Sequence[Value]],
    rows: Side,
    vectors: Side,
    runs: Runs,
    mask: Value | None,
) -> list[list[Value]]:
    """Sweep k: `start[i][j]` plus the sum over k of `rows[i][k] * vectors[j][k]`; no run is empty.

    `mask` is that of the last vector, whose other lanes are not read.
    """
    code, width, depth = runs.depth.code, len(start[0]), runs.depth
    row_step, vector_step = rows.step, vectors.step
    if tile.group > 1:
        depth = (depth + (tile.group - 1)).binary("udiv", tile.group)
        row_step, vector_step = row_step * tile.group, vector_step * tile.group
    rows, vectors = replace(rows, step=row_step), replace(vectors, step=vector_step)
    bases, indices = ([b.convert("ptrtoint", "i64") for b in side.bases] for side in (rows, vectors))
    first = [runs.count, runs.places, *indices, *(s for row in start for s in row)]

    def run(carried: list[Value]) -> list[Value]:
        left, place, *rest = carried
        begin = [b + read(place, "i64", 1, 8) for b in bases]
        swept = _sweep(tile, rows, vectors, [depth, *begin, *rest], len(start), width, mask)
        return [left - 1, at(place, 8), *swept]

    sums = _until_none(code, "run", first, run)[2 + len(indices) :]
    return [sums[i * width : (i + 1) * width] for i in range(len(start))]


def _until_none(code: Code, name: str, first: list[Value], body: Callable[[list[Value]], list[Value]]) -> list[Value]:
    """A loop that carries values, the first of which counts the rounds left; gives what the last round made."""
    before, inside, after = code.block, code.name(name), code.name("done")
    code.jump(inside)
    code.start(inside)
    at_phis = len(code.lines)
    carried = [Value(code, f"%{code.name('p')}", v.elem, v.lanes) for v in first]
    made = body(carried)
    again = [code.opaque(v) if v.lanes == 1 else v for v in made]
    latch = code.block
    code.branch(again[0].compare("eq", 0), after, inside)
    code.lines[-1] += ", !llvm.loop !0"
    code.lines[at_phis:at_phis] = [
        f" {p.text} = phi {p.type} [ {f.text}, %{before} ], [ {a.text}, %{latch} ]"
        for p, f, a in zip(carried, first, again, strict=True)
    ]
    code.start(after)
    return again


def _sweep(
    tile: Tile, rows: Side, vectors: Side, first: list[Value], height: int, width: int, mask: Value | None
) -> list[Value]:
    """One run: `first` are its depth, the bases of the rows and of the vectors, and the sums; gives the bases of the
    vectors after it, and the sums."""
    code, align = first[0].code, tile.operand.itemsize
    n_rows, n_vectors = len(rows.bases), len(vectors.bases)

    def step(carried: list[Value]) -> list[Value]:
        left, rest = carried[0], carried[1:]
        of_rows, of_vectors, held = rest[:n_rows], rest[n_rows : n_rows + n_vectors], rest[n_rows + n_vectors :]
        columns: list[Value] = []
        for j, address in enumerate(vectors.places(of_vectors, width)):
            columns.append(read(address, tile.element, tile.lanes, align, mask if j == width - 1 else None))
        sums: list[Value] = []
        for i, address in enumerate(rows.places(of_rows, height)):
            row = code.splat(read(address, tile.element, 1, align), tile.lanes)
            sums += [_add_product(tile, held[i * width + j], row, column) for j, column in enumerate(columns)]
        moved = [(p, rows.step) for p in of_rows] + [(p, vectors.step) for p in of_vectors]
        return [left - 1, *(p + by for p, by in moved), *sums]

    return _until_none(code, "sweep", first, step)[1 + n_rows :]


def _add_product(tile: Tile, held: Value, row: Value, column: Value) -> Value:
    if tile.group == 2:
        pairs = [held.code.value(f"bitcast {x.type} {x.text} to <32 x bfloat>", "bfloat", 32) for x in (row, column)]
        return held.code.call("llvm.x86.avx512bf16.dpbf16ps.512", "float", 16, held, *pairs)
    return row.call("fmuladd", column, held) if tile.dtype.kind == "f" else held + row * column
