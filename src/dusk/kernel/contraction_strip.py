"""Strips of a contraction: columns of tiles over one block of k, each handed to the epilogue once its sums are done."""

from __future__ import annotations

from enum import IntEnum, auto

from dusk.kernel.contraction_tile import Runs, Side, Tile, accumulate, at, lane_mask, read, word, write
from dusk.kernel.emit_code import Code, Value


class Context(IntEnum):
    """Words a strip is handed: what is the same for all strips of one block. Strides are in bytes."""

    A_ROW = 0  # from row to row of a panel, along k, from panel to panel
    A_STEP = auto()
    A_PANEL = auto()
    B_STEP = auto()
    B_VECTOR = auto()
    SUM_PITCH = auto()  # from row to row of a tile of sums
    SUM_TILE = auto()  # for each row that a tile lies below the strip's first: 0 where tiles share one buffer
    DEPTH = auto()  # of a run
    RUNS = auto()  # how many, and the address of where each begins (see `Runs`)
    PLACES = auto()
    RESUME = auto()  # not 0: the sums go on from those of the block of k before
    LAST = auto()  # not 0: this block of k is the last
    FINISH = auto()  # function, and its own arguments
    FINISH_ARGS = auto()
    SHAPE = auto()  # how many rows the lower of the matrix registers have now; 0: none is configured


STRIP = "ptr %slots, ptr %context, ptr %a, ptr %b, ptr %sums, i64 %rows, i64 %batch, i64 %row, i64 %lane, i64 %columns"


def strip(code: Code, tile: Tile, vectors: int) -> None:
    """The body of `strip<vectors>(STRIP)`: a column of tiles, `rows` high and `columns` wide, over one block of k.

    `a`, `b` and `sums` are the addresses of the first row operand, the first lane operand and the buffer of sums;
    `batch`, `row` and `lane` say where the first element lies. After the last block of k each tile is handed to

        finish(slots, its arguments, sums, rows, columns, batch, row, lane)
    """
    context, a, sums = (Value(code, f"%{n}", "ptr", 1) for n in ("context", "a", "sums"))
    height = Value(code, "%rows", "i64", 1)
    here = {w: word(context, w) for w in Context if w < Context.FINISH}
    last = here[Context.LAST].compare("ne", 0)
    tiles = (_Matrices if tile.matrix else _Vectors)(code, tile, vectors, here)

    def next_tile(top: Value) -> Value:
        """The highest tile that fits from row `top` on; gives the row after it."""
        panel, within = top.binary("udiv", tile.panel), top.binary("urem", tile.panel)
        first = at(a, panel * here[Context.A_PANEL] + within * here[Context.A_ROW])
        buffer = at(sums, top * here[Context.SUM_TILE])
        joined, left = code.name("joined"), height - top
        heights: list[tuple[Value, str]] = []
        for count in tiles.heights:
            this, other = code.name("tile"), code.name("lower")
            if count != tiles.heights[-1]:
                code.branch(left.compare("sge", tiles.least(count)), this, other)
            else:
                code.jump(this)
            code.start(this)
            heights.append((tiles.one(count, first, buffer, left), code.block))
            code.jump(joined)
            if count != tiles.heights[-1]:
                code.start(other)
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
    following = code.opaque(next_tile(top))
    code.lines.insert(at_phi, f" {top.text} = phi i64 [ 0, %{before} ], [ {following.text}, %{code.block} ]")
    code.branch(following.compare("slt", height), inside, after)
    code.start(after)


class _Vectors:
    """Tiles whose sums lie in vector registers: heights are powers of two, so what is left over is a sum of them."""

    def __init__(self, code: Code, tile: Tile, vectors: int, here: dict[Context, Value]) -> None:
        self.tile, self.vectors, self.here = tile, vectors, here
        columns = Value(code, "%columns", "i64", 1)
        self.mask = lane_mask(columns, tile) if vectors == 1 else None
        self.lanes = Side(Value(code, "%b", "ptr", 1), here[Context.B_VECTOR], here[Context.B_STEP])
        self.resume, self.zeros = here[Context.RESUME].compare("ne", 0), Value(code, "@zeros", "ptr", 1)
        self.zero_pitch = self.resume.select(here[Context.SUM_PITCH], 0)
        highest = tile.rows[vectors - 1]
        self.heights = [highest >> i for i in range(highest.bit_length())]

    def least(self, count: int) -> int:
        """How many rows must be left for a tile of `count`."""
        return count

    def one(self, rows: int, first: Value, buffer: Value, left: Value) -> Value:
        """Add one tile's products to its sums in `buffer`; gives how many rows these are."""
        tile, here = self.tile, self.here
        size = tile.dtype.itemsize
        mask = self.mask if tile.masked else None  # sums in place go no further than the columns
        start = [
            [read(p, tile.sum_element, tile.lanes, size, mask) for p in line]
            for line in self.places(self.resume.select(buffer, self.zeros), self.zero_pitch, rows)
        ]
        side = Side(first, here[Context.A_ROW], here[Context.A_STEP])
        places = here[Context.PLACES].convert("inttoptr", "ptr")
        runs = Runs(here[Context.DEPTH], here[Context.RUNS], places)
        done = accumulate(tile, start, side, self.lanes, runs, self.mask)
        for line, values in zip(self.places(buffer, here[Context.SUM_PITCH], rows), done, strict=True):
            for place, value in zip(line, values, strict=True):
                write(value, place, size, mask)
        return left.like(rows)

    def places(self, first: Value, pitch: Value, rows: int) -> list[list[Value]]:
        """Where the vectors of a tile's rows lie."""
        lines = [first]
        for _ in range(rows - 1):
            lines.append(at(lines[-1], pitch))
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

    def least(self, count: int) -> int:
        """How many rows must be left for a tile of `count`."""
        return count - self.tile.panel + 1

    def one(self, rows: int, first: Value, buffer: Value, left: Value) -> Value:
        """Add one tile's products to its sums in `buffer`; gives how many rows these are."""
        code, tile, here, high = self.code, self.tile, self.here, self.tile.panel
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
        return taken

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
