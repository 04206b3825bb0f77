"""The core of contractions: one native function for all extents, layouts and epilogues over one set of dtypes.

    void core(slots, args, lo, hi, finish, finish arguments)

Within its share of a batch it goes over columns in blocks of NC; rows in blocks of MS, where sums are kept from one
block of k to the next; k in blocks of KC; rows in blocks of MC; and strips of tiles, one to three vectors wide.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import IntEnum, auto
from functools import lru_cache, partial
from typing import Any

import numpy as np

from dusk.kernel.contraction_pack import PACK, WAYS, pack
from dusk.kernel.contraction_pad import LINES, pad_lines
from dusk.kernel.contraction_pairs import pack_pairs
from dusk.kernel.contraction_strip import LINE, STRIP, Context, shapes, strip
from dusk.kernel.contraction_tile import GROUP, Tile, at, read, tile_for, word, write
from dusk.kernel.emit_code import Code, Value
from dusk.kernel.targets import Target

MOST_RUNS = 1024  # of k in a block
MOST_ROWS = 4096  # in a block
MOST_AHEAD = 1 << 18  # bytes of an operand: of a block that goes from image to image what lies between is not fetched
CORE = "ptr %slots, ptr %args, i64 %lo, i64 %hi, ptr %finish, ptr %arguments"
# without these, LLVM splits 512-bit vectors on CPUs that it thinks would clock down
ATTRIBUTES = 'attributes #0 = {{ noinline nounwind "min-legal-vector-width"="512" {} }}\n'
# sweeps begin a line of the instructions' cache
ALIGNED = '!0 = distinct !{!0, !1}\n!1 = !{!"llvm.loop.align", i32 64}\n'


class Word(IntEnum):
    """Words of a contraction's arguments, before those of its epilogue.

    Rows belong to operand A and columns, along which lanes run, to operand B. Sizes of blocks are in elements, strides
    and places in bytes.
    """

    BATCH = 0
    ROWS = auto()
    COLUMNS = auto()
    DEPTH = auto()
    A_SLOT = auto()
    A_START = auto()
    A_BATCH = auto()  # strides along batch, rows and k
    A_LANE = auto()
    A_STEP = auto()
    A_RUN = auto()  # k in runs of so many, which lie like the digits of a number: so many of the lowest, bytes apart
    A_RUNS = auto()
    A_RUN_APART = auto()
    A_RUNS_2 = auto()
    A_RUN_APART_2 = auto()
    A_RUN_APART_3 = auto()
    A_BATCHES = auto()  # likewise batches, the lowest of which are A_BATCH apart
    A_BATCHES_2 = auto()
    A_BATCH_2 = auto()
    A_BATCH_3 = auto()
    B_SLOT = auto()
    B_START = auto()
    B_BATCH = auto()
    B_LANE = auto()
    B_STEP = auto()
    B_BATCHES = auto()
    B_BATCHES_2 = auto()
    B_BATCH_2 = auto()
    B_BATCH_3 = auto()
    KC = auto()
    MC = auto()
    NC = auto()
    MS = auto()
    BY_ROWS = auto()
    UNIT = auto()  # rows or columns in one unit of the parallel extent
    UNITS = auto()  # units a batch
    CHUNK = auto()  # units a chunk: [lo, hi) uses scratch number lo // CHUNK
    SCRATCH_SLOT = auto()
    SCRATCH_START = auto()
    SCRATCH_SIZE = auto()  # of one chunk
    PACK_A = auto()  # 0: read in place; else 1 + index in WAYS
    PACK_B = auto()
    PACKED_A = auto()  # where in a chunk's scratch
    PACKED_B = auto()
    PANEL_A = auto()
    PANEL_B = auto()
    SUM_PITCH = auto()  # from row to row of the sums, kept in scratch where k has several blocks
    DIRECT = (
        auto()
    )  # not 0: sums are made in place, where the first operand of the epilogue lies, which has no more to do
    SUM_BATCH = auto()  # there, from batch to batch
    AHEAD = auto()  # not 0: tiles fetch what the next block of k reads
    LINE_GROUPS = auto()  # not 0: rows are those of all batches, each in so many groups (see `strip`)
    PAD_LINE = auto()  # not 0: A lies in an image with zeros around it, of which there is only what is inside (see
    PAD_LINES = auto()  # `Padding`, whose fields these are)
    PAD_TOP = auto()
    PAD_INSIDE = auto()
    PAD_LEFT = auto()
    PAD_REAL = auto()
    PAD_APART = auto()
    PAD_IMAGES = auto()
    PAD_FIRST = auto()


@lru_cache(maxsize=64)
def core(target: Target, dtype: np.dtype[Any], a: np.dtype[Any], b: np.dtype[Any]) -> tuple[str, str]:
    """Name and module text of the core that multiplies dtypes `a` and `b` into sums of `dtype`."""
    tile = tile_for(dtype, target, a, b)
    name = f"core_{dtype}_{a}_{b}_{target.vector_bytes}_{tile.group}"
    parts: list[str] = []
    declared: dict[str, str] = {}

    def define(header: str, body: Callable[[Code], None]) -> None:
        code = Code()
        body(code)
        code.line("ret void")
        declared.update(code.declared)
        parts.append("\n".join([f"define {header} #0 {{", "entry:", *code.lines, "}\n"]))

    define(f"void @{name}({CORE})", lambda code: _Driver(code, tile).write())
    define(f"internal void @pad_lines({LINES})", lambda code: pad_lines(code, tile, Word.PAD_LINE))
    for v in range(1, tile.vectors + 1):
        define(f"internal void @strip{v}({STRIP})", lambda code, v=v: strip(code, tile, v))
    tables = _table("strips", [f"strip{v}" for v in range(1, tile.vectors + 1)])
    known: dict[Any, str] = {}
    for side, source, width in (("a", a, tile.panel), ("b", b, tile.lanes)):
        by_lane = tile.matrix and side == "a"

        def body(code: Code, way: str, source: np.dtype[Any] = source, width: int = width, by_lane: bool = by_lane):
            if tile.group > 1:
                pack_pairs(code, way, by_lane)
            else:
                pack(code, tile, source, way, width)

        for way in WAYS:
            if (source.name, width, by_lane, way) not in known:
                known[source.name, width, by_lane, way] = function = f"pack_{side}_{way}"
                define(f"internal void @{function}({PACK})", partial(body, way=way))
        tables += _table(f"packs_{side}", [known[source.name, width, by_lane, way] for way in WAYS])
    if tile.matrix:
        tables += shapes(tile)
    zeros = f"@zeros = internal constant [{tile.vectors * tile.nbytes} x i8] zeroinitializer, align 64\n"
    return name, "\n".join([zeros, tables, *parts, *declared.values(), ATTRIBUTES.format(target.attributes), ALIGNED])


def _table(name: str, functions: list[str]) -> str:
    entries = ", ".join(f"ptr @{f}" for f in functions)
    return f"@{name} = internal constant [{len(functions)} x ptr] [{entries}]\n"


def _least(x: Value, y: Value | int) -> Value:
    return x.compare("slt", y).select(x, y)


class _Driver:
    """Writes the body of the core; words of the arguments are read where they are used."""

    def __init__(self, code: Code, tile: Tile) -> None:
        self.code, self.tile = code, tile
        self.args, self.slots, zeros = (Value(code, n, "ptr", 1) for n in ("%args", "%slots", "@zeros"))
        self.context = code.value(f"alloca [{len(Context)} x i64], align 64", "ptr", 1)
        self.runs = code.value(f"alloca [{MOST_RUNS} x i64], align 64", "ptr", 1)
        self.groups, self.sum_groups = (
            code.value(f"alloca [{MOST_ROWS // GROUP} x i64], align 64", "ptr", 1) for _ in range(2)
        )
        size = max(tile.rows) * tile.vectors * tile.nbytes
        self.local = code.value(f"alloca [{size} x i8], align 64", "ptr", 1)
        # an empty sum takes one step along k, on zeros
        empty = self[Word.DEPTH].compare("eq", 0)
        self.depth = empty.select(1, self[Word.DEPTH])
        self.a = empty.select(zeros, at(self.slot(Word.A_SLOT), self[Word.A_START]))
        self.b = empty.select(zeros, at(self.slot(Word.B_SLOT), self[Word.B_START]))
        self.several = self[Word.KC].compare("slt", self.depth)
        self.direct = self[Word.DIRECT].compare("ne", 0)
        chunk = Value(code, "%lo", "i64", 1).binary("udiv", self[Word.CHUNK])
        start = at(self.slot(Word.SCRATCH_SLOT), self[Word.SCRATCH_START])
        self.scratch = at(start, chunk * self[Word.SCRATCH_SIZE])
        # an epilogue's arguments begin with three extents, and the slot and the place of its first operand
        finish = Value(code, "%arguments", "ptr", 1)
        self.result = at(read(at(self.slots, word(finish, 3) * 8), "ptr", 1, 8), word(finish, 4))

    def __getitem__(self, index: Word) -> Value:
        return word(self.args, index)

    def slot(self, index: Word) -> Value:
        """The address of the buffer whose slot a word names."""
        return read(at(self.slots, self[index] * 8), "ptr", 1, 8)

    def digits(self, number: Value, count: Word, apart: Word, rest: Word) -> Value:
        """Where something lies whose number is of digits: `count` of the lowest lie `apart`; the `rest` follows."""
        lowest, here, second = self[count], number * self[apart], self[rest]

        def several() -> list[Value]:
            above = number.binary("udiv", lowest)
            top = above.binary("udiv", second)
            low, middle = number - above * lowest, above - top * second
            return [low * self[apart] + middle * self[Word(rest + 1)] + top * self[Word(rest + 2)]]

        return self.code.when(number.compare("sge", lowest), several, [here])[0]

    def put(self, index: Context, value: Value) -> None:
        """Set a word of the strips' context."""
        write(value, at(self.context, 8 * index), 8)

    def loop(self, start: Value, end: Value, step: Value, body: Callable[[Value], None]) -> None:
        """for i in range(start, end, step)"""
        self.code.loop(start, end, step, (), lambda i, _: body(i) or [])

    def write(self) -> None:
        """Batch by batch through the units of [lo, hi)."""
        code = self.code
        lo, hi = Value(code, "%lo", "i64", 1), Value(code, "%hi", "i64", 1)
        self.put(Context.FINISH, Value(code, "%finish", "ptr", 1))
        self.put(Context.FINISH_ARGS, Value(code, "%arguments", "ptr", 1))
        pitch, per_line = self[Word.SUM_PITCH], self[Word.LINE_GROUPS]
        self.flat = per_line.compare("ne", 0)
        for none in (Context.SHAPE, Context.AHEAD_B, Context.AHEAD_B_END):
            self.put(none, pitch.like(0))
        for place, table in (
            (Context.PLACES, self.runs),
            (Context.GROUPS, self.groups),
            (Context.SUM_GROUPS, self.sum_groups),
        ):
            self.put(place, table.convert("ptrtoint", "i64"))
        self.put(Context.SUM_TILE, (self.several | self.direct).convert("zext", "i64"))
        self.put(Context.LINE, self.flat.select(self[Word.ROWS], 0))
        self.put(Context.LINE_GROUPS, per_line)
        self.apart(Context.SUM_PITCH, pitch)
        if not self.tile.matrix:
            across, _, row = self.reach("A")
            self.apart(Context.A_ROW, row)
            groups = _least(self[Word.MC], self[Word.ROWS]) + (GROUP - 1)

            def group(number: Value) -> None:
                first, place = number * GROUP, number * 8
                panel = first.binary("udiv", self.tile.panel)
                write(panel * across + (first - panel * self.tile.panel) * row, at(self.groups, place), 8)
                write(first * pitch, at(self.sum_groups, place), 8)

            self.loop(pitch.like(0), groups.binary("udiv", GROUP), pitch.like(1), group)
        units = self[Word.UNITS]

        def share(batch: Value) -> None:
            skipped = batch * units
            first, last = lo - skipped, _least(hi - skipped, units)
            first = first.compare("sgt", 0).select(first, 0)
            begin, end = first * self[Word.UNIT], last * self[Word.UNIT]
            by_rows, columns = self[Word.BY_ROWS].compare("ne", 0), self[Word.COLUMNS]
            rows = self.flat.select(self[Word.BATCH] * per_line * GROUP, self[Word.ROWS])
            rows_of = by_rows.select(begin, 0), by_rows.select(_least(end, rows), rows)
            columns_of = by_rows.select(0, begin), by_rows.select(columns, _least(end, columns))
            a = at(self.a, self.digits(batch, Word.A_BATCHES, Word.A_BATCH, Word.A_BATCHES_2))
            b = at(self.b, self.digits(batch, Word.B_BATCHES, Word.B_BATCH, Word.B_BATCHES_2))
            self.loop(
                *columns_of,
                self[Word.NC],
                lambda jc: self.loop(
                    *rows_of,
                    self[Word.MS],
                    lambda im: self.loop(
                        im.like(0),
                        self.depth,
                        self[Word.KC],
                        lambda pc: self.block(batch, a, b, jc, columns_of[1], im, rows_of[1], pc),
                    ),
                ),
            )

        batches = (hi + (units - 1)).binary("udiv", units)
        nothing = lo.compare("sge", hi)
        self.loop(lo.binary("udiv", units), nothing.select(0, batches), lo.like(1), share)
        if self.tile.matrix:
            code.declared["llvm.x86.tilerelease"] = "declare void @llvm.x86.tilerelease()"
            code.line("call void @llvm.x86.tilerelease()")

    def block(
        self, batch: Value, a: Value, b: Value, jc: Value, columns: Value, im: Value, rows: Value, pc: Value
    ) -> None:
        """One block of k: pack columns, then for each block of rows pack rows and run the strips."""
        depth, run = _least(self[Word.KC], self.depth - pc), self[Word.A_RUN]
        passed, runs = pc.binary("udiv", run), (depth + (run - 1)).binary("udiv", run)
        self.put(Context.DEPTH, _least(depth, run))
        self.put(Context.RUNS, runs)

        def begin(number: Value) -> None:
            place = self.digits(passed + number, Word.A_RUNS, Word.A_RUN_APART, Word.A_RUNS_2)
            write(place, at(self.runs, number * 8), 8)

        self.loop(runs.like(0), runs, runs.like(1), begin)
        pc_in_a = (pc - passed * run) * self[Word.A_STEP]
        self.put(Context.RESUME, pc)
        following = pc + depth
        wanted = self[Word.AHEAD].compare("ne", 0) & following.compare("slt", self.depth)
        self.code.when(wanted, lambda: self.ahead(a, b, following, rows - im, columns - jc))
        last = following.compare("eq", self.depth).convert("zext", "i64")
        self.put(Context.LAST, self.direct.select(last.like(0), last))
        here_columns = _least(self[Word.NC], columns - jc)
        b = self.side("B", at(b, pc * self[Word.B_STEP]), jc, here_columns, depth)
        end = _least(rows, im + self[Word.MS])

        def rows_block(ic: Value) -> None:
            here_rows = _least(self[Word.MC], end - ic)
            inside = [at(a, pc_in_a)]
            (first,) = self.code.when(
                self[Word.PAD_LINE].compare("ne", 0),
                lambda: [at(inside[0], self.padded(batch, ic, here_rows, passed, runs, pc_in_a))],
                inside,
            )
            panels = self.side("A", first, self.flat.select(0, ic), here_rows, depth)
            pitch = self[Word.SUM_PITCH]
            from_first = self.flat.select(0, batch * self[Word.SUM_BATCH] + ic * pitch)
            kept = self.direct.select(
                at(self.result, from_first + jc * self.tile.dtype.itemsize),
                at(self.scratch, (ic - im) * pitch),
            )
            if not self.tile.matrix:
                self.code.when(self.flat, lambda: self.lines(ic, here_rows))
            self.strips(batch, panels, b, kept, here_rows, here_columns, ic, jc)

        self.loop(im, end, self[Word.MC], rows_block)

    def padded(self, batch: Value, first: Value, rows: Value, passed: Value, runs: Value, start: Value) -> Value:
        """Copy the lines of a padded image that a block of rows and of k reads; gives how far these are from where they
        would lie if the image began, without zeros, where it is in memory."""
        per_line = self[Word.LINE_GROUPS]
        per_line = per_line.compare("eq", 0).select(1, per_line)
        batches = (
            self.flat.select(first.binary("udiv", GROUP).binary("udiv", per_line), batch),
            self.flat.select(((first + rows).binary("udiv", GROUP) - 1).binary("udiv", per_line), batch),
        )
        lanes = self.flat.select(0, first), self.flat.select(self[Word.ROWS], first + rows) - 1
        steps = start.like(0), word(self.context, Context.DEPTH) - 1
        ends: list[Value] = []
        for image, run, lane, step in zip(batches, (passed, passed + runs - 1), lanes, steps, strict=True):
            place = self.digits(image, Word.A_BATCHES, Word.A_BATCH, Word.A_BATCHES_2)
            place = place + self.digits(run, Word.A_RUNS, Word.A_RUN_APART, Word.A_RUNS_2) + start
            place = place + lane * self[Word.A_LANE] + step * self[Word.A_STEP] + self[Word.PAD_FIRST]
            ends.append(place.binary("udiv", self[Word.PAD_LINE]))
        target = at(self.scratch, self[Word.PACKED_A])
        self.code.line(
            f"call void @pad_lines(ptr {self.args.text}, ptr {self.a.text}, ptr {target.text}, "
            f"i64 {ends[0].text}, i64 {(ends[1] + 1).text})"
        )
        there = target.convert("ptrtoint", "i64") - self.a.convert("ptrtoint", "i64")
        return there + self[Word.PAD_FIRST] - ends[0] * self[Word.PAD_LINE]

    def apart(self, index: Context, stride: Value) -> None:
        """Set how far the rows of a group are from its first; of a batch of few rows some are taken twice."""
        rows = self.flat.select(_least(self[Word.ROWS], GROUP), GROUP)
        self.put(index, rows.compare("sgt", 2).select(stride, 0))
        self.put(Context(index + 1), (rows - 1) * stride)

    def lines(self, first: Value, rows: Value) -> list[Value]:
        """Where the groups of a block of rows lie, which are those of all batches."""
        per_line, pitch = self[Word.LINE_GROUPS], self[Word.SUM_PITCH]
        begin = first.binary("udiv", GROUP)
        end = begin + rows.binary("udiv", GROUP)
        spare = self[Word.ROWS] - GROUP
        highest = spare.compare("sgt", 0).select(spare, 0)

        def line(batch: Value) -> None:
            start = self.digits(batch, Word.A_BATCHES, Word.A_BATCH, Word.A_BATCHES_2)
            sums, ahead = batch * self[Word.SUM_BATCH], batch * per_line
            of_first, of_end = begin.compare("sgt", ahead).select(begin, ahead), _least(end, ahead + per_line)

            def group(number: Value) -> None:
                row, place = _least((number - ahead) * GROUP, highest), (number - begin) * 8
                write(start + row * self[Word.A_LANE], at(self.groups, place), 8)
                own = self.direct.select(sums + row * pitch, (number - begin) * GROUP * pitch)
                write(own, at(self.sum_groups, place), 8)

            self.loop(of_first, of_end, first.like(1), group)

        self.loop(begin.binary("udiv", per_line), (end + (per_line - 1)).binary("udiv", per_line), first.like(1), line)
        return []

    def reach(self, side: str) -> tuple[Value, Value, Value]:
        """How far apart panels, steps along k and rows of an operand are, packed if its plan says so."""
        lane, step, way, panel = (self[Word[w.format(side)]] for w in ("{}_LANE", "{}_STEP", "PACK_{}", "PANEL_{}"))
        width, size = self.tile.panel if side == "A" else self.tile.lanes, self.tile.operand.itemsize
        packed = way.compare("ne", 0)
        return (
            packed.select(panel, lane * width),
            packed.select(width * size, step),
            packed.select(self.tile.group * size, lane),
        )

    def ahead(self, a: Value, b: Value, pc: Value, rows: Value, columns: Value) -> list[Value]:
        """Let tiles fetch, a little each, what the next block of k reads first: its lines lie one after the other."""
        run, depth, width = (
            self[Word.A_RUN],
            _least(self[Word.KC], self.depth - pc),
            self.tile.vectors * self.tile.lanes,
        )
        tiles = (rows * (columns + (width - 1)).binary("udiv", width)).binary("udiv", 2 * GROUP) + 1
        last = self.flat.select(self[Word.BATCH] - 1, 0)  # batches before it have had their lines from its own
        of_a = at(a, self.digits(last, Word.A_BATCHES, Word.A_BATCH, Word.A_BATCHES_2)).convert("ptrtoint", "i64")
        runs = pc.binary("udiv", run), (pc + depth - 1).binary("udiv", run)
        begin, end = (self.digits(r, Word.A_RUNS, Word.A_RUN_APART, Word.A_RUNS_2) for r in runs)
        of_b, size_b = at(b, pc * self[Word.B_STEP]).convert("ptrtoint", "i64"), depth * self[Word.B_STEP]
        size_a = end - begin + run * self[Word.A_STEP]
        near = size_a.compare("ult", MOST_AHEAD) & self[Word.PAD_LINE].compare("eq", 0)
        size_a = near.select(size_a, 0)
        self.put(Context.AHEAD_B_END, of_b + size_b)
        for index, first, size in ((Context.AHEAD_A, of_a + begin, size_a), (Context.AHEAD_B, of_b, size_b)):
            self.put(index, first)
            self.put(Context(index + 1), (size.binary("udiv", tiles) + (LINE - 1)) & -LINE)
        return []

    def side(self, side: str, start: Value, first: Value, count: Value, depth: Value) -> Value:
        """Where to read an operand, packed first if its plan says so; its strides go to the context."""
        code = self.code
        lane, step, way, place, panel = (
            self[Word[w.format(side)]] for w in ("{}_LANE", "{}_STEP", "PACK_{}", "PACKED_{}", "PANEL_{}")
        )
        source = at(start, first * lane)

        def packed() -> list[Value]:
            target = at(self.scratch, place)
            function = read(at(Value(code, f"@packs_{side.lower()}", "ptr", 1), (way - 1) * 8), "ptr", 1, 8)
            code.line(
                f"call void {function.text}(ptr {source.text}, i64 {lane.text}, i64 {step.text}, i64 {count.text}, "
                f"i64 {depth.text}, ptr {target.text}, i64 {panel.text})"
            )
            return [target]

        (found,) = code.when(way.compare("ne", 0), packed, [source])
        across, along, row = self.reach(side)
        self.put(Context.A_STEP if side == "A" else Context.B_STEP, along)
        self.put(Context.A_PANEL if side == "A" else Context.B_VECTOR, across)
        if side == "A" and self.tile.matrix:
            self.put(Context.A_ROW, row)
        return found

    def strips(
        self, batch: Value, a: Value, b: Value, kept: Value, rows: Value, columns: Value, ic: Value, jc: Value
    ) -> None:
        """Strips over `columns` columns, no two more than a vector apart in width. Columns that fill no vector are part
        of the last where B is packed and sums are not made in place; else a strip of their own, the narrowest, which
        takes a mask."""
        code, lanes, widest = self.code, self.tile.lanes, self.tile.vectors
        whole = self[Word.PACK_B].compare("eq", 0) | self.direct
        vectors = (columns + whole.select(columns.like(0), lanes - 1)).binary("udiv", lanes)
        strips = (vectors + (widest - 1)).binary("udiv", widest)
        divisor = strips.compare("eq", 0).select(1, strips)
        width, wider = vectors.binary("udiv", divisor), vectors.binary("urem", divisor)
        total = (vectors * lanes).compare("ult", columns).select(strips + 1, strips)
        b_vector = word(self.context, Context.B_VECTOR)

        def one(number: Value) -> None:
            first = number * width + _least(number, wider)
            this = width + number.compare("slt", wider).convert("zext", "i64")
            this = number.compare("eq", strips).select(1, this)
            column = first * lanes
            count = _least(this * lanes, columns - column)
            sums = (self.several | self.direct).select(at(kept, column * self.tile.dtype.itemsize), self.local)
            function = read(at(Value(code, "@strips", "ptr", 1), (this - 1) * 8), "ptr", 1, 8)
            code.line(
                f"call void {function.text}(ptr %slots, ptr {self.context.text}, ptr {a.text}, "
                f"ptr {at(b, first * b_vector).text}, ptr {sums.text}, i64 {rows.text}, i64 {batch.text}, "
                f"i64 {ic.text}, i64 {(jc + column).text}, i64 {count.text})"
            )

        self.loop(columns.like(0), total, columns.like(1), one)
