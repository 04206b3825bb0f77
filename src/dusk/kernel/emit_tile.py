"""Operands that run along another axis than the lanes: square by square through a small buffer, turned in registers.

Lanes x positions of an operand are read in the direction in which they lie, sixteen bytes of a row after the other. The
buffer holds, for each position, what the lanes want there; the loop over the positions loads from it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from dusk.kernel.emit_cast import memory_type
from dusk.kernel.emit_code import Code, Value, type_text
from dusk.kernel.emit_frame import Frame
from dusk.kernel.expr import Expr

CHUNK, LINE = 16, 64  # bytes: what registers interleave at once; of a cache line


def buffers(frame: Frame) -> None:
    """Make room where the function begins: for rows of lanes, and for as many more as are turned at once."""
    code, lanes = frame.code, frame.plan.lanes
    for e in frame.plan.tiled:
        elem, before = memory_type(e.dtype), _together(frame, e)
        whole = code.value(f"alloca [{(before + _depth(frame)) * lanes} x {elem}], align {LINE}", "ptr", 1)
        first = code.value(f"getelementptr {elem}, ptr {whole.text}, i64 {before * lanes}", "ptr", 1)
        frame.put(0, ("buffer", e), first)


def tile_loop(frame: Frame, axis: int, start: Value, end: Value, body: Callable[[], object]) -> None:
    """The loop over positions along `axis`, inside of that over the lanes: tile after tile, each position by `body`."""
    code, plan = frame.code, frame.plan
    depth = _depth(frame)

    def tile(i: Value, _: list[Value]) -> list[Value]:
        stop = i + (end - i).call("smin", depth)
        frame.scopes.append({})
        frame.axes[axis] = i
        for e in plan.tiled:
            _fill(frame, e, axis, stop - i)
        frame.scopes.pop()

        def position(j: Value, _: list[Value]) -> list[Value]:
            frame.scopes.append({})
            frame.axes[axis] = j
            for e in plan.tiled:
                frame.put(len(frame.scopes), ("tile", e), _row(frame, e, j - i))
            body()
            frame.scopes.pop()
            return []

        code.loop(i, stop, 1, [], position)
        return []

    code.loop(start, end, depth, [], tile)


def _square(frame: Frame, e: Expr) -> int:
    """Of how many positions and lanes one square of elements is."""
    return min(CHUNK // e.dtype.itemsize, frame.plan.lanes)


def _together(frame: Frame, e: Expr) -> int:
    """How many positions are turned at once: a line of each row, if registers hold what becomes of it."""
    registers = frame.plan.target.vector_bytes // 4
    return max(_square(frame, e), min(LINE // e.dtype.itemsize, registers))


def _depth(frame: Frame) -> int:
    """How many positions a tile has: whole lines of what is read."""
    return max(LINE // e.dtype.itemsize for e in frame.plan.tiled)


def _row(frame: Frame, e: Expr, position: Value) -> Value:
    """Where the lanes of a position of the tile are."""
    elem, lanes, buffer = memory_type(e.dtype), frame.plan.lanes, frame.find(("buffer", e))
    assert buffer is not None
    return frame.code.value(f"getelementptr [{lanes} x {elem}], ptr {buffer.text}, i64 {position.text}", "ptr", 1)


def _fill(frame: Frame, e: Expr, axis: int, positions: Value) -> None:
    """Positions from the present one on, for all lanes there are; others get the last one's."""
    code, together = frame.code, _together(frame, e)
    extent, first = frame.extents[axis], frame.axes[axis]
    pointer, (step, _) = frame.pointer(e), frame.lane_steps(e)
    assert isinstance(step, Value)

    def turned() -> list[Value]:
        def some(t: Value, _: list[Value]) -> list[Value]:
            # the last ones of an axis are read together with ones that were read before
            at = t.call("smin", extent - together - first)
            rows = _rows(frame, e, frame.advance(pointer, frame.plan.accesses[e], at), step)
            turned = [x for square in zip(*rows, strict=True) for x in _turned(code, square, frame.plan.lanes)]
            for k, x in enumerate(turned):
                there = _row(frame, e, at + k)
                code.line(f"store {x.type} {x.text}, ptr {there.text}, align {x.lanes * e.dtype.itemsize}")
            return []

        code.loop(code.const(0, "i64"), positions, together, [], some)
        return []

    def singly() -> list[Value]:
        elem, lanes, access = memory_type(e.dtype), frame.plan.lanes, frame.plan.accesses[e]

        def lane(r: Value, _: list[Value]) -> list[Value]:
            row = frame.advance(pointer, access, r * step)

            def one(t: Value, _: list[Value]) -> list[Value]:
                x = code.value(f"load {elem}, ptr {frame.advance(row, access, t).text}", elem, 1)
                code.line(f"store {elem} {x.text}, ptr {frame.advance(_row(frame, e, t), access, r).text}")
                return []

            code.loop(code.const(0, "i64"), positions, 1, [], one)
            return []

        there = code.const(lanes, "i64") if frame.left is None else frame.left.call("smin", lanes)
        code.loop(code.const(0, "i64"), there, 1, [], lane)
        return []

    code.either(extent.compare("sge", together), turned, singly)


def _rows(frame: Frame, e: Expr, pointer: Value, step: Value) -> list[list[Value]]:
    """Of every lane's row as many elements as are turned at once, square by square."""
    code, elem, n = frame.code, memory_type(e.dtype), _square(frame, e)
    access = frame.plan.accesses[e]
    rows: list[list[Value]] = []
    for lane in range(frame.plan.lanes):
        starts = [frame.advance(pointer, access, code.const(at, "i64")) for at in range(0, _together(frame, e), n)]
        texts = [f"load {type_text(elem, n)}, ptr {start.text}, align {e.dtype.itemsize}" for start in starts]
        rows.append([code.value(text, elem, n) for text in texts])
        ahead = step if frame.left is None else frame.left.compare("sgt", lane + 1).select(step, 0)
        pointer = frame.advance(pointer, access, ahead)
    return rows


def _turned(code: Code, rows: Sequence[Value], lanes: int) -> list[Value]:
    """Rows of a few elements, one a lane, as that many vectors over the lanes.

    Each vector holds a row of every square, side by side, so that nothing crosses from one sixteen bytes to others.
    """
    n = rows[0].lanes
    made = [_joined(code, rows[k::n]) for k in range(n)]
    low = [lane for s in range(0, lanes, n) for k in range(n // 2) for lane in (s + k, lanes + s + k)]
    for _ in range(n.bit_length() - 1):
        pairs = zip(made[: n // 2], made[n // 2 :], strict=True)
        made = [code.merge(a, b, [x + ahead for x in low]) for a, b in pairs for ahead in (0, n // 2)]
    return made


def _joined(code: Code, parts: Sequence[Value]) -> Value:
    """Vectors one after the other."""
    while len(parts) > 1:
        size = 2 * parts[0].lanes
        parts = [code.merge(a, b, range(size)) for a, b in zip(parts[::2], parts[1::2], strict=True)]
    return parts[0]
