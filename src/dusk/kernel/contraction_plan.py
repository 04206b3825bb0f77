"""Blocks, packing and shares of a contraction: integers chosen from its extents and strides before it runs.

No choice here shows in the bits of a result: every sum runs along k in order, whatever the blocks and the shares.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType

from dusk.kernel.contraction_driver import MOST_ROWS, MOST_RUNS, Word
from dusk.kernel.contraction_pack import WAYS
from dusk.kernel.contraction_pad import spread
from dusk.kernel.contraction_tile import GROUP, MATRIX, Tile
from dusk.kernel.costs import DEFAULTS


def _cache(level: int, default: int) -> int:
    """The bytes of the data cache of a level, as Linux has it."""
    for folder in Path("/sys/devices/system/cpu/cpu0/cache").glob("index*"):
        try:
            found, kind, size = ((folder / name).read_text().strip() for name in ("level", "type", "size"))
            if int(found) == level and kind != "Instruction":
                return int(size.removesuffix("K")) << 10
        except (OSError, ValueError):
            continue
    return default


L1, L2, L3 = (_cache(level, default) for level, default in ((1, 32 << 10), (2, 1 << 20), (3, 16 << 20)))
FAR = min(L3, 32 << 20) // 4  # bytes of an operand that is read from memory more than from caches (L3 may be many)
NC = 1024  # columns packed at once
KEPT = 4 << 20  # bytes of sums that are kept from one block of k to the next
SERIAL = DEFAULTS.serial  # floating-point operations below which a second thread costs more than it brings
LONG = 2e9  # and above which, a thread, smaller shares even out what else the machine does
NEVER = 1 << 62
MANY = 1024  # rows packed in short blocks, for which their sums are fetched again and again
NEAR = 512  # bytes from step to step along k of what is not worth packing
SPREAD = 2048  # sums that are enough tiles to fetch the next block of k among them
SHORT = 64  # steps along k in a block that are worth fetching its sums
APART = 320  # bytes between panels that would else lie whole pages apart
PAGED = 3072  # a stride from which nearly every step is on a page of its own


@dataclass(frozen=True, slots=True)
class Side:
    """Operand A or B as the plan sees it: its stride along k in bytes, and whether it must be packed.

    `way` (one of WAYS) says which of its strides is one element; `run` how long a run of k is, 0 where there is one.
    """

    way: str
    step: int
    must: bool
    run: int = 0


@dataclass(frozen=True, slots=True)
class Lines:
    """How A lies in a padded image, in bytes: its line, from row to row, along a run of k, of so many, and the digits
    of batches and of runs."""

    line: int
    lane: int
    step: int
    run: int
    batches: tuple[int, ...]
    runs: tuple[int, ...]

    def nbytes(self, batches: int, rows: int, depth: int) -> int:
        """The most that so many batches, of so many rows, read of it in a block of k."""
        run = self.run or depth
        reached = spread(batches, self.batches) + spread(-(-depth // run), self.runs)
        reached += (rows - 1) * self.lane + (min(run, depth) - 1) * self.step
        return (reached // self.line + 2) * self.line


@dataclass(frozen=True, slots=True)
class Plan:
    """How a contraction runs: `extent` units in chunks of `chunk`, with `workspace` bytes of scratch for all chunks.

    `words` are the words of its arguments that depend on it. `flops` counts multiplications and additions.
    """

    extent: int
    chunk: int
    workspace: int
    flops: float
    words: Mapping[Word, int]


@lru_cache(maxsize=4096)
def make_plan(
    tile: Tile,
    batch: int,
    rows: int,
    columns: int,
    depth: int,
    threads: int,
    a: Side,
    b: Side,
    apart: bool = False,
    serial: float = SERIAL,
    plain: bool = False,
    shared: bool = False,
    lines: Lines | None = None,
) -> Plan:
    """The plan for `batch` products of `rows` x `depth` and `depth` x `columns`, on at most `threads` threads, which
    may come for what they want to do `apart`; on one if it has fewer than `serial` operations.

    `plain`: sums are stored as they are, so that they can be made where they are to lie.
    `shared`: all batches have the same B, so that their rows can be those of one product.
    `lines`: A is read out of padded lines, which are copied block by block.
    """
    size, lanes, panel = tile.operand.itemsize, tile.lanes, tile.panel
    flops = 2.0 * batch * rows * columns * depth
    # a strip of columns stays in a cache that is near enough while the rows go by
    kc = (L2 // 10 if tile.patient else L1 * 3 // 4) // (tile.vectors * lanes * size)
    group = 1 if tile.group == 1 else MATRIX  # what is packed for several steps at once comes in squares

    # rows of all batches, each of which begins with a group of its own
    flat = shared and batch > 1 and tile.group == 1 and not a.must and not apart
    line, each = -(-rows // GROUP), rows
    batch, rows = (1, batch * line * GROUP) if flat else (batch, rows)
    by_rows = apart or _by_rows(-(-rows // tile.rows[-1]), -(-columns // lanes), threads)
    unit, total = (1 if apart else tile.rows[-1], rows) if by_rows else (lanes, columns)
    units = 1 if batch >= (2 if apart else 8 * threads) else -(-total // unit)
    unit = total if units == 1 else unit
    extent = batch * units if rows and columns else 0
    work = flops / tile.speed
    chunks = 1 if work < serial else threads if work < LONG * threads else 2 * threads
    chunk = max(1, -(-extent // chunks))
    share = min(total, chunk * unit)
    if apart:
        chunk, share = max(1, extent), -(-total // threads) if batch == 1 else total
    share_rows, share_columns = (share, columns) if by_rows else (rows, share)

    # packed is what has nearly every step on a page of its own, where it is read often or from far away; where a step
    # is too short for that, all that is read more than a few times and does not lie in the order of reading
    a_size, b_size = depth * rows * size, depth * columns * size
    pack_a, pack_b = a.must, b.must
    if tile.group > 1:
        pack_a |= a.way != "depth" or depth % tile.group != 0
    elif not tile.patient:
        pack_a |= a.way == "lanes" and share_columns > 4 * tile.vectors * lanes and a_size > L1
        pack_b |= b.step > tile.vectors * tile.nbytes and share_rows > 2 * tile.rows[-1] and b_size > L1 // 2
    elif a.way == "lanes":
        if a.step >= PAGED:
            pack_a |= (share_columns >= 256 and a_size > L2) or (share_columns >= 48 and a_size > FAR)
        # many short steps, half a line each, that others may have written: the packer reads ahead
        pack_a |= share_columns >= 128 and share_rows <= MANY and a_size >= L2 // 4 and depth >= 512
    if tile.group > 1:
        pack_b = True
    elif not pack_b and b.step > tile.vectors * tile.nbytes:
        if tile.patient:  # what the second-level cache cannot hold is read from far away in the order in which it lies
            reach = 4 * depth * b.step
            pack_b = share_rows >= (24 if reach > 3 * L2 else 384 if reach >= 2 * L2 else NEVER)
        if b.step >= PAGED:
            pack_b |= share_rows >= 16 and b_size > FAR
        if b.step >= PAGED and not pack_b and b_size > (L1 if share_rows < 4 else FAR):
            kc = 16  # so few pages at once that they are read ahead
    if tile.patient and pack_b and share_rows <= (MANY if pack_a else 255):  # soon read again: while it is near
        kc = min(kc, 256 if b.way == "depth" or tile.matrix else 128)
    ahead = False
    if a.run:  # what lies in runs is read where it lies
        pack_a, kc, group = False, min(max(kc, a.run), MOST_RUNS * a.run), a.run
        pack_b = b.must or (pack_b and flat)
        if a.way == "lanes" and b.step <= NEAR:  # what is read of both stays in the first-level cache
            vectors = max(1, -(-share_columns // lanes))
            strip = -(-vectors // -(-vectors // tile.vectors)) * tile.nbytes
            ahead = share_rows * share_columns > SPREAD
            pack_b, kc = b.must, max(SHORT, L1 * 3 // 4 // (strip + a.step), a.run)
    pack_a &= not flat and lines is None
    if tile.group == 1 and depth == 0:
        pack_a = pack_b = False
    # lanes that lie apart are best read far along k, so few of them at a time
    far = not tile.patient and pack_b and not pack_a and b.way == "depth"
    kc = 4 * kc if far and not a.run else kc
    kc = _part(depth, kc, group)
    several = kc < depth

    mc = _part(share_rows, min(MOST_ROWS, L2 // 4 // (kc * size)), max(panel, tile.rows[-1]))
    copied = 0
    while lines is not None:
        copied = lines.nbytes(-(-mc // (line * GROUP)) + 1 if flat else 1, each if flat else mc, kc)
        if copied <= L2 // 4 or mc <= tile.rows[-1]:
            break
        mc = _part(share_rows, mc // 2, tile.rows[-1])
    # packed columns stay in the second-level cache beside a block of rows while all rows go by
    room = L2 * 3 // (4 if far else 8) // (kc * size)
    most = room if far else min(NC, room) if pack_b and tile.patient and tile.group == 1 else NC
    nc = _part(share_columns, most, tile.vectors * lanes if most < share_columns else lanes)
    direct = plain and not tile.matrix and (tile.masked or columns % lanes == 0)
    direct &= not (flat and several and each % GROUP)  # sums that are made twice are to go on from their own
    pitch = (nc + lanes) * tile.dtype.itemsize if several else tile.vectors * tile.nbytes
    ms = _part(share_rows, rows if direct else KEPT // pitch, mc) if pack_b or not several else mc
    # a strip's panels are written and read together: whole pages apart they would lie at one place of a cache
    panels = [width * kc * size for width in (panel, lanes)]
    panels = [n + APART if n % 4096 == 0 else n for n in panels]
    sizes = (
        ms * pitch if several and not direct else 0,
        mc // panel * panels[0] if pack_a else copied,
        nc // lanes * panels[1] if pack_b else 0,
    )
    places = [sum(-(-s // 64) * 64 for s in sizes[:i]) for i in range(4)]
    words = {
        Word.BATCH: rows // (line * GROUP) if flat else batch,
        Word.ROWS: each,
        Word.COLUMNS: columns,
        Word.DEPTH: depth,
        Word.KC: kc,
        Word.MC: mc,
        Word.NC: nc,
        Word.MS: ms,
        Word.BY_ROWS: int(by_rows),
        Word.UNIT: max(1, unit),
        Word.UNITS: max(1, units),
        Word.CHUNK: chunk,
        Word.SCRATCH_SIZE: places[3],
        Word.PACK_A: 1 + WAYS.index(a.way) if pack_a else 0,
        Word.PACK_B: 1 + WAYS.index(b.way) if pack_b else 0,
        Word.PACKED_A: places[1],
        Word.PACKED_B: places[2],
        Word.PANEL_A: panels[0],
        Word.PANEL_B: panels[1],
        Word.SUM_PITCH: pitch,
        Word.DIRECT: int(direct),
        Word.SUM_BATCH: 0,
        Word.AHEAD: int(ahead and several),
        Word.LINE_GROUPS: line if flat else 0,
    }
    return Plan(extent, chunk, places[3] * -(-extent // chunk), flops, MappingProxyType(words))


def _part(total: int, largest: int, multiple: int) -> int:
    """The size of equal parts of `total`, not above `largest` where `multiple` allows, rounded up to `multiple`."""
    parts = max(1, -(-total // max(largest, multiple)))
    return max(1, -(-total // parts // multiple)) * multiple


def _by_rows(rows: int, columns: int, threads: int) -> bool:
    """Whether shares are of rows; by choice they are of columns, so that no B is packed twice. Counted in tiles."""
    if rows >= 8 * columns:
        return True
    worst_rows, worst_columns = (-(-n // threads) * threads / max(1, n) for n in (rows, columns))
    return worst_columns > 1.1 * worst_rows
