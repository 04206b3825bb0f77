"""Copying operands of a contraction into panels, [panel][k][lane], the order in which the microkernel reads them.

Each function is `pack(from, lane, step, lanes, depth, to, panel)`: it packs `lanes` lanes of `depth` steps along k,
`lane` and `step` being the source's strides and `panel` the size of a packed panel, in bytes. Lanes that fill up the
last vector hold anything: no sum that is stored ever sees them. Elements are converted on the way.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from dusk.kernel.contraction_tile import Tile, at, lane_mask, masked_read, read, write
from dusk.kernel.emit_cast import cast, from_memory, memory_type
from dusk.kernel.emit_code import Code, Value

PACK = "ptr %from, i64 %lane, i64 %step, i64 %lanes, i64 %depth, ptr %to, i64 %panel"
WAYS = ("lanes", "depth", "neither")  # which stride of the source is one element


def pack(code: Code, tile: Tile, source: np.dtype[Any], way: str, width: int) -> None:
    """The body of `pack(PACK)` that packs panels `width` lanes wide from elements of dtype `source`."""
    start, to = Value(code, "%from", "ptr", 1), Value(code, "%to", "ptr", 1)
    lane, panel, lanes, depth = (Value(code, f"%{n}", "i64", 1) for n in ("lane", "panel", "lanes", "depth"))
    pitch = width * tile.dtype.itemsize

    def block(k: Value, _: list[Value]) -> list[Value]:
        end = _least(depth, k + _steps(tile)) if way != "depth" else depth

        def one(first: Value, _: list[Value]) -> list[Value]:
            offset = first.binary("udiv", width) * panel + first.binary("urem", width) * tile.dtype.itemsize
            valid = _least(lanes - first, tile.lanes)
            body = {"lanes": _copy, "depth": _transpose, "neither": _collect}[way]
            body(tile, source, at(start, first * lane), valid, at(to, offset), pitch, k, end)
            return []

        code.loop(lanes.like(0), lanes, tile.lanes, (), one)
        return []

    if way == "depth":
        block(depth.like(0), [])
    else:
        code.loop(depth.like(0), depth, _steps(tile), (), block)


def _steps(tile: Tile) -> int:
    """Steps along k that are packed for all lanes before the next: so many pages are read at once.

    Where a vector is less than a cache line, the rest of the lines must last until the next: one set, 8 ways.
    """
    return 16 if tile.nbytes >= 64 else 8


def _least(x: Value, y: Value | int) -> Value:
    return x.compare("slt", y).select(x, y)


def _arguments(code: Code) -> tuple[Value, Value]:
    lane, step = (Value(code, f"%{n}", "i64", 1) for n in ("lane", "step"))
    return lane, step


def _copy(
    tile: Tile, source: np.dtype[Any], start: Value, valid: Value, target: Value, pitch: int, first: Value, end: Value
) -> None:
    code = valid.code
    _, step = _arguments(code)
    mask = lane_mask(valid, tile)
    # the next block of steps, whose rows no hardware foresees; past the end it does nothing
    code.declared["llvm.prefetch.p0"] = "declare void @llvm.prefetch.p0(ptr, i32, i32, i32)"

    def one(k: Value, _: list[Value]) -> list[Value]:
        here = at(start, k * step)
        code.line(f"call void @llvm.prefetch.p0(ptr {at(here, step * _steps(tile)).text}, i32 0, i32 3, i32 1)")
        values = masked_read(here, memory_type(source), mask)
        write(_convert(values, source, tile.dtype), at(target, k * pitch), tile.dtype.itemsize)
        return []

    code.loop(first, end, 1, (), one)


def _transpose(
    tile: Tile, source: np.dtype[Any], start: Value, valid: Value, target: Value, pitch: int, first: Value, end: Value
) -> None:
    """Blocks of as many steps as 16 bytes hold; each quarter of a vector takes that many neighbouring lanes."""
    code, group, size = valid.code, 16 // tile.dtype.itemsize, source.itemsize
    lane, _ = _arguments(code)
    rows = [at(start, _least(valid - 1, i) * lane) for i in range(tile.lanes)]
    whole = end & -group

    def block(k: Value, _: list[Value]) -> list[Value]:
        pieces = [read(at(row, k * size), memory_type(source), group, size) for row in rows]
        vectors = [_join([_convert(p, source, tile.dtype) for p in pieces[i::group]]) for i in range(group)]
        for i, values in enumerate(_interleave(vectors, group)):
            write(values, at(target, (k + i) * pitch), tile.dtype.itemsize)
        return []

    code.loop(first, whole, group, (), block)
    _collect(tile, source, start, valid, target, pitch, whole, end)


def _join(pieces: list[Value]) -> Value:
    """One vector of vectors laid side by side."""
    while len(pieces) > 1:
        pieces = [_shuffle(a, b, range(2 * a.lanes)) for a, b in zip(pieces[::2], pieces[1::2], strict=True)]
    return pieces[0]


def _shuffle(a: Value, b: Value, lanes: Sequence[int]) -> Value:
    order, count = ", ".join(f"i32 {i}" for i in lanes), len(lanes)
    return a.code.value(f"shufflevector {a.type} {a.text}, {b.type} {b.text}, <{count} x i32> <{order}>", a.elem, count)


def _interleave(vectors: list[Value], group: int) -> list[Value]:
    """Transpose `group` (2 or 4) vectors within each run of `group` lanes."""

    def zipped(a: Value, b: Value, grain: int) -> list[Value]:
        halves: list[Value] = []
        for half in (range(0, group // 2, grain), range(group // 2, group, grain)):
            order: list[int] = []
            for base in range(0, a.lanes, group):
                for g in half:
                    order += [base + g + i for i in range(grain)] + [a.lanes + base + g + i for i in range(grain)]
            halves.append(_shuffle(a, b, order))
        return halves

    if group == 2:
        return zipped(vectors[0], vectors[1], 1)
    left, right = zipped(vectors[0], vectors[1], 1), zipped(vectors[2], vectors[3], 1)
    return zipped(left[0], right[0], 2) + zipped(left[1], right[1], 2)


def _collect(
    tile: Tile, source: np.dtype[Any], start: Value, valid: Value, target: Value, pitch: int, first: Value, end: Value
) -> None:
    code, size = valid.code, tile.dtype.itemsize
    lane, step = _arguments(code)

    def one(k: Value, _: list[Value]) -> list[Value]:
        column, place = at(start, k * step), at(target, k * pitch)

        def element(i: Value, _: list[Value]) -> list[Value]:
            value = read(at(column, i * lane), memory_type(source), 1, source.itemsize)
            write(_convert(value, source, tile.dtype), at(place, i * size), size)
            return []

        code.loop(k.like(0), valid, 1, (), element)
        return []

    code.loop(first, end, 1, (), one)


def _convert(value: Value, source: np.dtype[Any], target: np.dtype[Any]) -> Value:
    """What was read of dtype `source`, in the dtype of the sums."""
    return cast(from_memory(value, source), source, target)
