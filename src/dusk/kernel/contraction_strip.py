"""Strips of a contraction: columns of tiles over one block of k, each handed to the epilogue once its sums are done."""

from __future__ import annotations

from enum import IntEnum, auto

from dusk.kernel.contraction_tile import GROUP, Runs, Side, Tile, accumulate, at, lane_mask, read, word, write
from dusk.kernel.emit_code import Code, Value

LINE = 64  # bytes


class Context(IntEnum):
    """Words a strip is handed: what is the same for all strips of one block. Strides are in bytes.

    Rows come in groups, from whose firsts the others are A_ROW, twice that and A_TRIPLE; likewise their sums.
    """

    A_ROW = 0
    A_TRIPLE = auto()
    A_STEP = auto()  # along k
    A_PANEL = auto()  # from panel to panel, for matrices
    B_STEP = auto()
    B_VECTOR = auto()
    SUM_PITCH = auto()
    SUM_TRIPLE = auto()
    SUM_TILE = auto()  # 0 where the sums of all tiles lie in one buffer, else 1
    DEPTH = auto()  # of a run
    RUNS = auto()  # how many, and the address of where each begins (see `Runs`)
    PLACES = auto()
    GROUPS = auto()  # address of where each group's rows begin, in bytes from `a`
    SUM_GROUPS = auto()  # and its sums, from `sums`
    LINE = auto()  # rows of a batch, where rows are those of all batches; else 0
    LINE_GROUPS = auto()  # and its groups
    RESUME = auto()  # not 0: the sums go on from those of the block of k before
    LAST = auto()  # not 0: this block of k is the last
    AHEAD_B = auto()  # where what the next block of k reads first begins, how much of it a tile fetches, and its end
    AHEAD_B_EACH = auto()
    AHEAD_B_END = auto()
    AHEAD_A = auto()
    AHEAD_A_EACH = auto()
    FINISH = auto()  # function, and its own arguments
    FINISH_ARGS = auto()
    SHAPE = auto()  # how many rows the lower of the matrix registers have now; 0: none is configured


STRIP = "ptr %slots, ptr %context, ptr %a, ptr %b, ptr %sums, i64 %rows, i64 %batch, i64 %row, i64 %lane, i64 %columns"


def strip(code: Code, tile: Tile, vectors: int) -> None:
    """The body of `strip<vectors>(STRIP)`: a column of tiles, `rows` high and `columns` wide, over one block of k.

    `a`, `b` and `sums` are the addresses of the first row operand, the first lane operand and the buffer of sums;
    `batch`, `row` and `lane` say where the first element lies. After the last block of k each tile is handed to

        finish(slots, its arguments, sums, rows, columns, batch, row, lane)

    Where rows are those of all batches, each batch's begin with a group of their own, and `rows` and `row` count whole
    groups. The last group of a batch goes back to be whole: its first rows are then of the one before.
    """
    context = Value(code, "%context", "ptr", 1)
    height = Value(code, "%rows", "i64", 1)
    here = {w: word(context, w) for w in Context if w < Context.AHEAD_B}
    last = here[Context.LAST].compare("ne", 0)
    tiles = (_Matrices if tile.matrix else _Vectors)(code, tile, vectors, here)

    def next_tile(top: Value) -> Value:
        """The highest tile that fits from row `top` on; gives the row after it."""
        joined, left = code.name("joined"), height - top
        heights: list[tuple[tuple[Value, Value], str]] = []
        for count, lower in zip(tiles.heights, (*tiles.heights[1:], 0), strict=True):
            this, other = code.name("tile"), code.name("lower")
            if lower:
                code.branch(left.compare("sge", tiles.least(count, lower)), this, other)
            else:
                code.jump(this)
            code.start(this)
            heights.append((tiles.one(count, top, left), code.block))
            code.jump(joined)
            if lower:
                code.start(other)
        code.start(joined)
        taken, buffer = (code.phi([(made[i], block) for made, block in heights]) for i in range(2))

        def finish() -> list[Value]:
            row, batch = Value(code, "%row", "i64", 1) + top, Value(code, "%batch", "i64", 1)
            if tile.matrix:
                return _finish(code, buffer, taken, batch, row)
            return code.either(
                here[Context.LINE].compare("ne", 0),
                lambda: _finish_lines(code, here, buffer, top, taken),
                lambda: _finish(code, buffer, taken, batch, row),
            )

        code.when(last, finish)
        return top + taken

    before, inside, after = code.block, code.name("tiles"), code.name("done")
    code.branch(height.compare("sgt", 0), inside, after)
    code.start(inside)
    at_phi, top = len(code.lines), Value(code, f"%{code.name('p')}", "i64", 1)
    following = code.opaque(next_tile(top))
    code.lines.insert(at_phi, f" {top.text} = phi i64 [ 0, %{before} ], [ {following.text}, %{code.block} ]")
    code.branch(following.compare("slt", height), inside, after)
    code.start(after)


def _finish(code: Code, sums: Value, rows: Value, batch: Value, row: Value) -> list[Value]:
    """Hand rows of sums to the epilogue."""
    context = Value(code, "%context", "ptr", 1)
    function = read(at(context, 8 * Context.FINISH), "ptr", 1, 8)
    arguments = read(at(context, 8 * Context.FINISH_ARGS), "ptr", 1, 8)
    code.line(
        f"call void {function.text}(ptr %slots, ptr {arguments.text}, ptr {sums.text}, "
        f"i64 {rows.text}, i64 %columns, i64 {batch.text}, i64 {row.text}, i64 %lane)"
    )
    return []


def _finish_lines(code: Code, here: dict[Context, Value], sums: Value, top: Value, taken: Value) -> list[Value]:
    """Hand a tile to the epilogue batch by batch, or, where the last group of one has rows twice, group by group."""
    line, per_line = here[Context.LINE], here[Context.LINE_GROUPS]
    places = here[Context.SUM_GROUPS].convert("inttoptr", "ptr")
    first = (Value(code, "%row", "i64", 1) + top).binary("udiv", GROUP)
    end = first + taken.binary("udiv", GROUP)
    spare = per_line * GROUP - line  # rows of a batch's last group that are not its own
    ahead = line.compare("sgt", GROUP).select(spare * here[Context.SUM_PITCH], 0)  # they come first, but of few rows
    unit = spare.compare("eq", 0).select(per_line, 1)

    def piece(number: Value, _: list[Value]) -> list[Value]:
        begin, stop = number * unit, number * unit + unit
        begin, stop = begin.compare("slt", first).select(first, begin), stop.compare("slt", end).select(stop, end)
        batch = begin.binary("udiv", per_line)
        group, count = begin - batch * per_line, stop - begin
        is_last = (group + count).compare("eq", per_line)
        start = at(sums, word(at(places, (begin - first) * 8), 0) + is_last.select(ahead, 0))
        return _finish(code, start, count * GROUP - is_last.select(spare, 0), batch, group * GROUP)

    code.loop(first.binary("udiv", unit), (end + (unit - 1)).binary("udiv", unit), 1, (), piece)
    return []


class _Vectors:
    """Tiles whose sums lie in vector registers. Of rows that do not fill a group the last are read twice: their sums
    are made twice, alike, and stored at one place."""

    def __init__(self, code: Code, tile: Tile, vectors: int, here: dict[Context, Value]) -> None:
        self.code, self.tile, self.vectors, self.here = code, tile, vectors, here
        columns = Value(code, "%columns", "i64", 1)
        self.mask = lane_mask(columns, tile) if vectors == 1 else None
        apart = here[Context.B_VECTOR]
        self.lanes = Side([Value(code, "%b", "ptr", 1)], apart, apart * 3, here[Context.B_STEP])
        self.resume, self.zeros = here[Context.RESUME].compare("ne", 0), Value(code, "@zeros", "ptr", 1)
        self.heights = tile.heights(vectors)

    def least(self, count: int, lower: int) -> int:
        """How many rows must be left for a tile of `count`, the next `lower`."""
        return lower + 1 if count == GROUP else count

    def one(self, rows: int, top: Value, left: Value) -> tuple[Value, Value]:
        """Add one tile's products to its sums; gives how many rows these are, and where they lie."""
        tile, here = self.tile, self.here
        if rows == self.heights[0]:
            self.fetch()
        size, taken = tile.dtype.itemsize, left.compare("slt", rows).select(left, rows)
        group = top.binary("udiv", GROUP)
        a, sums = (Value(self.code, f"%{n}", "ptr", 1) for n in ("a", "sums"))
        side = self.groups(rows, Context.A_ROW, Context.GROUPS, a, group, taken)
        kept = self.groups(rows, Context.SUM_PITCH, Context.SUM_GROUPS, sums, here[Context.SUM_TILE] * group, taken)
        zeros = [self.resume.select(base, self.zeros) for base in kept.bases]
        first = Side(zeros, self.resume.select(kept.apart, 0), self.resume.select(kept.triple, 0), kept.step)
        mask = self.mask if tile.masked else None  # sums in place go no further than the columns
        start = [[read(p, tile.sum_element, tile.lanes, size, mask) for p in line] for line in self.places(first, rows)]
        places = here[Context.PLACES].convert("inttoptr", "ptr")
        runs = Runs(here[Context.DEPTH], here[Context.RUNS], places)
        done = accumulate(tile, start, side, self.lanes, runs, self.mask)
        for line, values in zip(self.places(kept, rows), done, strict=True):
            for place, value in zip(line, values, strict=True):
                write(value, place, size, mask)
        return taken, kept.bases[0]

    def fetch(self) -> None:
        """Ask for a tile's share of what the next block of k reads."""
        code, context = self.code, Value(self.code, "%context", "ptr", 1)
        code.declared["llvm.prefetch.p0"] = "declare void @llvm.prefetch.p0(ptr, i32, i32, i32)"

        def line(place: Value, _: list[Value]) -> list[Value]:
            code.line(f"call void @llvm.prefetch.p0(ptr {place.convert('inttoptr', 'ptr').text}, i32 0, i32 2, i32 1)")
            return []

        def share() -> list[Value]:
            for index in (Context.AHEAD_B, Context.AHEAD_A):
                start = word(context, index)
                stop = start + word(context, Context(index + 1))
                code.loop(start, stop, LINE, (), line)
                write(stop, at(context, 8 * index), 8)
            return []

        code.when(word(context, Context.AHEAD_B).compare("slt", word(context, Context.AHEAD_B_END)), share)

    def groups(self, rows: int, apart: Context, table: Context, start: Value, first: Value, taken: Value) -> Side:
        """Where the groups of a tile lie from group number `first` of a table on."""
        here, one = self.here, self.here[apart]
        triple, places = here[Context(apart + 1)], here[table].convert("inttoptr", "ptr")
        bases = [at(start, word(at(places, first * 8), i)) for i in range(-(-rows // GROUP))]
        if rows == GROUP:
            whole = taken.compare("eq", rows)
            triple = whole.select(triple, (taken - 1) * one)
            one = taken.compare("sge", rows - 1).select(one, 0)
        return Side(bases, one, triple, here[Context.A_STEP])

    def places(self, side: Side, rows: int) -> list[list[Value]]:
        """Where the vectors of a tile's rows lie."""
        lines = side.places([b.convert("ptrtoint", "i64") for b in side.bases], rows)
        return [[at(line, j * self.tile.nbytes) for j in range(self.vectors)] for line in lines]


class _Matrices:
    """Tiles whose sums lie in matrix registers: 0 to 3 are sums, 4 and 5 rows, 6 and 7 lanes.

    Of the upper and the lower line of registers (0, 1, 4 and 2, 3, 5) the lower is for the rows that are left over, and
    is configured for as many.
    """

    def __init__(self, code: Code, tile: Tile, vectors: int, here: dict[Context, Value]) -> None:
        self.code, self.tile, self.vectors, self.here = code, tile, vectors, here
        self.b, self.context = (Value(code, f"%{n}", "ptr", 1) for n in ("b", "context"))
        self.resume = here[Context.RESUME].compare("ne", 0)
        self.heights = [2 * tile.panel, tile.panel]

    def least(self, count: int, _: int) -> int:
        """How many rows must be left for a tile of `count`."""
        return count - self.tile.panel + 1

    def one(self, rows: int, top: Value, left: Value) -> tuple[Value, Value]:
        """Add one tile's products to its sums; gives how many rows these are, and where they lie."""
        code, tile, here, high = self.code, self.tile, self.here, self.tile.panel
        panel, within = top.binary("udiv", tile.panel), top.binary("urem", tile.panel)
        first = at(Value(code, "%a", "ptr", 1), panel * here[Context.A_PANEL] + within * here[Context.A_ROW])
        buffer = at(Value(code, "%sums", "ptr", 1), top * here[Context.SUM_TILE] * here[Context.SUM_PITCH])
        taken = left.compare("slt", rows).select(left, rows)
        self.configure(taken - (rows - high))
        lines = range(2 - rows // high, 2)
        sums = [(2 * i + j, at(buffer, j * tile.nbytes)) for i in lines for j in range(self.vectors)]
        below = here[Context.SUM_PITCH] * high
        sums = [(t, at(p, below) if rows > high and t > 1 else p) for t, p in sums]
        for t, _ in sums:
            self.emit("tilezero", f"i8 {t}")

        def resume() -> list[Value]:
            for t, place in sums:
                self.emit("tileloadd64", f"i8 {t}, ptr {place.text}, i64 {here[Context.SUM_PITCH].text}")
            return []

        code.when(self.resume, resume)
        rows_step, lanes_step = here[Context.A_STEP] * tile.group, here[Context.B_STEP] * tile.group
        pitch = code.const(tile.nbytes, "i64")
        sources = [(4 + i, at(first, here[Context.A_PANEL]) if i > lines[0] else first) for i in lines]
        columns = [(6 + j, at(self.b, here[Context.B_VECTOR]) if j else self.b) for j in range(self.vectors)]

        def step(_: Value, along: list[Value]) -> list[Value]:
            for t, place in columns:
                self.emit("tileloadd64", f"i8 {t}, ptr {at(place, along[1]).text}, i64 {pitch.text}")
            for i, place in sources:
                self.emit("tileloadd64", f"i8 {i}, ptr {at(place, along[0]).text}, i64 {here[Context.A_ROW].text}")
                for j, _ in columns:
                    self.emit("tdpbf16ps", f"i8 {2 * (i - 4) + j - 6}, i8 {i}, i8 {j}")
            return [along[0] + rows_step, along[1] + lanes_step]

        code.loop(left.like(0), here[Context.DEPTH], tile.group, [left.like(0)] * 2, step)
        for t, place in sums:
            self.emit("tilestored64", f"i8 {t}, ptr {place.text}, i64 {here[Context.SUM_PITCH].text}")
        return taken, buffer

    def configure(self, rows: Value) -> None:
        """See that the lower line of registers has `rows` rows."""
        place = at(self.context, 8 * Context.SHAPE)

        def change() -> list[Value]:
            shape = at(Value(self.code, "@shapes", "ptr", 1), (rows - 1) * 64)
            self.emit("ldtilecfg", f"ptr {shape.text}")
            write(rows, place, 8)
            return []

        self.code.when(read(place, "i64", 1, 8).compare("ne", rows), change)

    def emit(self, intrinsic: str, arguments: str) -> None:
        """Call one of AMX's intrinsics, which name registers by number."""
        name = f"llvm.x86.{intrinsic}"
        types = ", ".join(a.split()[0] for a in arguments.split(", "))
        self.code.declared[name] = f"declare void @{name}({types})"
        self.code.line(f"call void @{name}({arguments})")


def shapes(tile: Tile) -> str:
    """AMX's configurations for 1 to 16 rows in the lower line of registers, as a constant of the module."""

    def text(rows: int) -> str:
        high = [rows if t in (2, 3, 5) else tile.panel for t in range(8)]
        content = bytes([1, *[0] * 15, *[64, 0] * 8, *[0] * 16, *high, *[0] * 8])
        return "".join(f"\\{x:02X}" for x in content)

    content = "".join(map(text, range(1, tile.panel + 1)))
    return f'@shapes = internal constant [{64 * tile.panel} x i8] c"{content}", align 64\n'
