"""Images that a contraction reads with zeros around them, of which memory has only what is inside.

The core reads a padded image as if it lay in memory. What a block of rows and of k needs of it are whole lines, one
after the other, which are copied to scratch before: they stay in a near cache, and the padded image is never there.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from dusk.kernel.contraction_tile import Tile, at, lane_mask, read, word, write
from dusk.kernel.emit_code import Code, Value

LINES = "ptr %args, ptr %from, ptr %to, i64 %first, i64 %end"


class Padding(NamedTuple):
    """A padded image, in elements: how long its lines are, how many an image has, how many of zeros come first and how
    many are in memory; of such a line, how many zeros come first and how many elements are in memory; how far lines and
    images lie apart there. Operand A begins at element `first` of it."""

    line: int
    lines: int
    top: int
    inside: int
    left: int
    real: int
    apart: int
    images: int
    first: int

    def words(self, size: int) -> tuple[int, ...]:
        """The arguments of the core, where an element has `size` bytes."""
        lengths = self.line, self.left, self.real, self.apart, self.images, self.first
        line, left, real, apart, images, first = (n * size for n in lengths)
        return line, self.lines, self.top, self.inside, left, real, apart, images, first


def spread(count: int, digits: Sequence[int]) -> int:
    """How far the last of so many neighbours, whose places are digits of a number, lies at most from the first."""
    lowest, here, second, above, top = digits
    steps = count - 1
    carried = [max(0, above - lowest * here) * (steps // lowest + 1), max(0, top - second * above)]
    return steps * here + (carried[0] + carried[1] * (steps // (lowest * second) + 1) if steps else 0)


def pad_lines(code: Code, tile: Tile, line: int) -> None:
    """The body of `pad_lines(LINES)`: copies lines [first, end) of the padded image that words from `line` on tell of
    (see `Padding`); `from` is where the image begins in memory."""
    args, start, to = (Value(code, f"%{n}", "ptr", 1) for n in ("args", "from", "to"))
    begin, end = Value(code, "%first", "i64", 1), Value(code, "%end", "i64", 1)
    length, lines, top, inside, left, real, apart, images = (word(args, line + i) for i in range(8))
    following = (end - begin) * apart  # from a line to the one that the next block has in its place

    def one(number: Value, _: list[Value]) -> list[Value]:
        image = number.binary("udiv", lines)
        here = number - image * lines - top
        target = at(to, (number - begin) * length)

        def copied() -> list[Value]:
            _fill(tile, None, target, left)
            _fill(tile, at(start, image * images + here * apart), at(target, left), real, following)
            _fill(tile, None, at(target, left + real), length - left - real)
            return []

        def zeros() -> list[Value]:
            _fill(tile, None, target, length)
            return []

        code.either(here.compare("ult", inside), copied, zeros)
        return []

    code.loop(begin, end, 1, (), one)


def _fill(tile: Tile, source: Value | None, target: Value, nbytes: Value, following: Value | None = None) -> None:
    """Copy so many bytes, or zeros, vector by vector; ask for what lies `following` bytes further on."""
    code, size = target.code, tile.dtype.itemsize
    zero = Value(code, "zeroinitializer", tile.sum_element, tile.lanes)

    def move(offset: Value, mask: Value | None) -> list[Value]:
        here = None if source is None else at(source, offset)
        if here is not None and following is not None:
            code.declared["llvm.prefetch.p0"] = "declare void @llvm.prefetch.p0(ptr, i32, i32, i32)"
            code.line(f"call void @llvm.prefetch.p0(ptr {at(here, following).text}, i32 0, i32 2, i32 1)")
        found = zero if here is None else read(here, tile.sum_element, tile.lanes, size, mask)
        write(found, at(target, offset), size, mask)
        return []

    whole = nbytes & -tile.nbytes
    code.loop(whole.like(0), whole, tile.nbytes, (), lambda offset, _: move(offset, None))
    left = nbytes - whole
    code.when(left.compare("ne", 0), lambda: move(whole, lane_mask(left.binary("udiv", size), tile)))


__all__ = ["LINES", "Padding", "pad_lines", "spread"]
