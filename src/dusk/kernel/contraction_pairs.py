"""Packing bfloat16 for instructions that multiply neighbours along k: pairs, and squares of them for matrix registers.

A square is 16 lanes by 32 elements along k, 1 KiB: [pair][lane] for vectors and for the lanes of matrix registers,
[lane][pair] for their rows. Squares of one panel lie one after the other along k; the last is filled up with zeros.
"""

from __future__ import annotations

from dusk.kernel.contraction_tile import MATRIX, at, read, write
from dusk.kernel.emit_code import Code, Value

LANES, PAIRS = 16, MATRIX // 2
ROW = 64  # bytes of a row of a square


def pack_pairs(code: Code, way: str, by_lane: bool) -> None:
    """The body of `pack(PACK)` (see contraction_pack) to squares [lane][pair] if `by_lane`, else [pair][lane]."""
    start, to = Value(code, "%from", "ptr", 1), Value(code, "%to", "ptr", 1)
    lane, step, panel, lanes, depth = (
        Value(code, f"%{n}", "i64", 1) for n in ("lane", "step", "panel", "lanes", "depth")
    )
    turn = (way == "lanes") == by_lane
    square = code.value(f"alloca [{LANES * ROW} x i8], align 64", "ptr", 1) if turn else to

    def along(k: Value, _: list[Value]) -> list[Value]:
        steps = _least(depth - k, MATRIX)

        def across(first: Value, _: list[Value]) -> list[Value]:
            source, valid = at(start, first * lane + k * step), _least(lanes - first, LANES)
            target = at(to, first.binary("udiv", LANES) * panel + k * (2 * LANES))
            collect = {"lanes": _zip, "depth": _copy, "neither": _gather}[way]
            collect(source, lane, step, valid, steps, square if turn else target)
            if turn:
                _turn(square, target)
            return []

        code.loop(k.like(0), lanes, LANES, (), across)
        return []

    code.loop(depth.like(0), depth, MATRIX, (), along)


def _least(x: Value, y: Value | int) -> Value:
    return x.compare("slt", y).select(x, y)


def _zip(start: Value, lane: Value, step: Value, valid: Value, steps: Value, to: Value) -> None:
    """[pair][lane] of lanes that lie together: two rows into one."""
    code, mask = valid.code, _first(valid, LANES)

    def row(k: Value, mask: Value) -> Value:
        return _masked(at(start, k * step), mask).convert("zext", "i32")

    def one(k: Value, _: list[Value]) -> list[Value]:
        both = (k + 1).compare("slt", steps)
        # an odd last row has no partner: nothing is read there
        second = code.value(f"select i1 {both.text}, {mask.type} {mask.text}, {mask.type} zeroinitializer", "i1", LANES)
        write(row(k, mask) | (row(k + 1, second) << 16), at(to, k * (ROW // 2)), ROW)
        return []

    code.loop(valid.like(0), steps, 2, (), one)
    _clear((steps + 1) & -2, to, ROW // 2, MATRIX)


def _copy(start: Value, lane: Value, step: Value, valid: Value, steps: Value, to: Value) -> None:
    """[lane][pair] of elements that lie together along k."""
    code, mask = valid.code, _first(steps, MATRIX)

    def one(i: Value, _: list[Value]) -> list[Value]:
        write(_masked(at(start, i * lane), mask), at(to, i * ROW), ROW)
        return []

    code.loop(valid.like(0), valid, 1, (), one)


def _gather(start: Value, lane: Value, step: Value, valid: Value, steps: Value, to: Value) -> None:
    """[lane][pair] of elements that lie apart."""
    code = valid.code

    def one(i: Value, _: list[Value]) -> list[Value]:
        source, target = at(start, i * lane), at(to, i * ROW)
        write(Value(code, "zeroinitializer", "i16", MATRIX), target, ROW)

        def element(k: Value, _: list[Value]) -> list[Value]:
            write(read(at(source, k * step), "i16", 1, 2), at(target, k * 2), 2)
            return []

        code.loop(i.like(0), steps, 1, (), element)
        return []

    code.loop(valid.like(0), valid, 1, (), one)


def _turn(start: Value, to: Value) -> None:
    """Transpose a square of pairs: four times, zip its first half with its second."""
    rows = [read(at(start, i * ROW), "i32", LANES, ROW) for i in range(PAIRS)]
    for _ in range(4):
        halves = list(zip(rows[: PAIRS // 2], rows[PAIRS // 2 :], strict=True))
        rows = [_zipped(a, b, half) for a, b in halves for half in (0, LANES // 2)]
    for i, row in enumerate(rows):
        write(row, at(to, i * ROW), ROW)


def _zipped(a: Value, b: Value, half: int) -> Value:
    order = ", ".join(f"i32 {half + i // 2 + (i % 2) * LANES}" for i in range(LANES))
    text = f"shufflevector {a.type} {a.text}, {b.type} {b.text}, <{LANES} x i32> <{order}>"
    return a.code.value(text, a.elem, LANES)


def _clear(first: Value, to: Value, each: int, end: int) -> None:
    """Zero the rows from element `first` along k on, `each` bytes an element."""

    def one(k: Value, _: list[Value]) -> list[Value]:
        write(Value(k.code, "zeroinitializer", "i32", LANES), at(to, k * each), ROW)
        return []

    first.code.loop(first, first.like(end), 2, (), one)


def _first(count: Value, lanes: int) -> Value:
    """The mask of the first `count` of `lanes` lanes, at most all of them."""
    bits = (count.like(1) << count) - 1
    return count.code.value(
        f"bitcast i{lanes} {bits.convert('trunc', f'i{lanes}').text} to <{lanes} x i1>", "i1", lanes
    )


def _masked(pointer: Value, mask: Value) -> Value:
    zero = Value(pointer.code, "zeroinitializer", "i16", mask.lanes)
    return pointer.code.call(f"llvm.masked.load.v{mask.lanes}i16.p0", "i16", mask.lanes, pointer, mask, zero)
