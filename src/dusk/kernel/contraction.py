"""`Contraction`: C[b, m, n] = epilogue(sum over k of A[b, m, k] * B[b, k, n]), one native function for all extents.

The epilogue is a tuple of `Store`s over `axis(0), axis(1), axis(2)` = b, m, n, in which `reduced(0, dtype)` is the sum
and `load`s read further operands: alpha, beta, bias, activations, residuals and in-place updates are all epilogues. A
store may write what a load of the same point reads; it must not write what A, B or another point reads.

Machine code comes in two parts. The core packs, blocks and multiplies: one for each set of dtypes, whatever the
layouts, the extents and the epilogue. The function of a contraction is its epilogue, which the core calls for one tile
of sums after the other. So a new epilogue costs a few milliseconds of code generation, a new layout or extent nothing.

    c = Contraction(f32, f32, f32, (Operand(f32, (None, None, 1)),), (Store(0, (b, m, n), value),))
    address = c.load()                                     # void step(i8** slots, i64* args, i64 lo, i64 hi)
    plan = c.plan((b, m, n, k), a_strides, b_strides, threads)
    args = c.args(plan, a, b, bindings, params, scratch)   # the parallel extent is plan.extent, in chunks of plan.chunk
"""

from __future__ import annotations

import ctypes
import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from dusk.kernel import native
from dusk.kernel.contraction_driver import Word, core
from dusk.kernel.contraction_epilogue import epilogue_text, with_sums
from dusk.kernel.contraction_pad import Padding
from dusk.kernel.contraction_plan import NEVER, SERIAL, Lines, Plan, Side, make_plan
from dusk.kernel.contraction_tile import Tile, tile_for
from dusk.kernel.expr import affine, axis, reduced
from dusk.kernel.loops import Axis, Kernel, Operand, Store
from dusk.kernel.targets import Target, cpu

Stride = int | tuple[int, ...]
"""A distance in elements; or, of an axis that does not lie in one go, (stride, count, stride, count, stride...): so
many of its innermost part are the first stride apart, and likewise outwards."""
Binding = tuple[int, int, Sequence[Any]]


def link(word: int, core: int) -> None:
    """Tell the object that has `word`, its `<name>_core`, where its core is."""
    ctypes.c_void_p.from_address(word).value = core


_RUNS = Word.A_RUN, Word.A_RUNS, Word.A_RUN_APART, Word.A_RUNS_2, Word.A_RUN_APART_2, Word.A_RUN_APART_3
_BATCHES = {
    Word.A_SLOT: (Word.A_BATCHES, Word.A_BATCH, Word.A_BATCHES_2, Word.A_BATCH_2, Word.A_BATCH_3),
    Word.B_SLOT: (Word.B_BATCHES, Word.B_BATCH, Word.B_BATCHES_2, Word.B_BATCH_2, Word.B_BATCH_3),
}


def _parts(stride: Stride) -> tuple[int, ...]:
    return stride if isinstance(stride, tuple) else (stride,)


def _digits(parts: Sequence[int], size: int) -> tuple[int, ...]:
    """A stride in parts as the driver has it: count and bytes apart of the two innermost, bytes apart of the third."""
    if len(parts) > 5:
        raise ValueError(f"an axis in {len(parts) // 2 + 1} parts: at most 3")
    first, n, second, m, third = (*parts, *(0, NEVER, 0, NEVER, 0)[len(parts) :])
    return n, size * first, m, size * second, size * third


@dataclass(frozen=True)
class Contraction:
    """A contraction by its structure.

    `dtype` is that of products and sums: float32, float64, int32 or int64. `a` and `b` are the dtypes of A and B; what
    is not of `dtype` is converted while it is packed. The stores write `operands`, and loads of the epilogue read them.

    With `panels` B is packed already, [panel][k][lane], with the lanes of the target's tile: its stride along k is the
    width of a panel and that along n its depth. Then lanes must run along n.

    With `padding` the operand that lanes do not run along is read out of a padded image, as its strides say; its
    binding is to what memory has of the image. It must be of `dtype`.
    """

    dtype: np.dtype[Any]
    a: np.dtype[Any]
    b: np.dtype[Any]
    operands: tuple[Operand, ...]
    stores: tuple[Store, ...]
    n_params: int = 0
    panels: bool = False
    padding: Padding | None = None
    _memo: dict[str, Any] = field(default_factory=dict[str, Any], compare=False, repr=False, hash=False)

    @property
    def epilogue(self) -> Kernel:
        """The epilogue as a kernel over b, m and n: its last operand is a tile of sums."""
        if "epilogue" not in self._memo:
            axes = (Axis("parallel"),) * 3
            kernel = Kernel(axes, self.operands, (), self.stores, self.n_params)
            self._memo["epilogue"] = with_sums(kernel, self.dtype, self.turned)
        return self._memo["epilogue"]

    @property
    def turned(self) -> bool:
        """Whether lanes run along m instead of n, because the first store does: then A and B change places."""
        if "turned" not in self._memo:
            store = self.stores[0]
            units = [affine(i).axes for s, i in zip(self.operands[store.operand].strides, store.index) if s == 1]
            self._memo["turned"] = {1, 2} & {a for axes in units for a, c in axes.items() if c == 1} == {1}
        return self._memo["turned"]

    @property
    def plain(self) -> bool:
        """Whether all the epilogue does is to store the sum, lanes side by side."""
        store, *more = self.stores
        operand = self.operands[store.operand]
        return (
            not more
            and store.operand == 0
            and (store.kind, store.guard, store.value) == ("set", None, reduced(0, self.dtype))
            and store.index == (axis(0), axis(1), axis(2))
            and operand.dtype == self.dtype
            and operand.strides[1 if self.turned else 2] == 1
        )

    @property
    def name(self) -> str:
        """The name of the native function: a hash of the text."""
        if "name" not in self._memo:
            self._memo["name"] = "c" + hashlib.blake2b(self.text().encode(), digest_size=12).hexdigest()
        return self._memo["name"]

    def text(self) -> str:
        """The canonical text: equal for contractions that compute the same thing the same way; the cache's key."""
        return f"contraction {self.dtype} of {self.a} {self.b}\n{self.epilogue.text()}"

    def ir(self, target: Target | None = None) -> str:
        """The IR text of the epilogue's module; it defines `name` and `<name>_core`, which is to be set."""
        return epilogue_text(self.name, self.epilogue, self.turned, target or cpu.host())

    def modules(self, target: Target | None = None) -> tuple[tuple[str, str], tuple[str, str]]:
        """Name and IR text of the contraction's own function and of its core: what compiling ahead has to compile."""
        target = target or cpu.host()
        sides = (self.b, self.a) if self.turned else (self.a, self.b)
        return (self.name, self.ir(target)), core(target, self.dtype, *sides)

    def load(self, target: Target | None = None) -> int:
        """The address of the native function. Raises NativeUnavailable where it cannot be built."""
        return self.linked(target)[0]

    def linked(self, target: Target | None = None) -> tuple[int, int]:
        """The addresses of the native function and of the core that it has been linked with; see `load`."""
        (name, text), of_core = self.modules(target)
        address, core = native.function(name, text), native.function(*of_core)
        link(native.function(f"{name}_core", text), core)
        return address, core

    def plan(
        self,
        extents: Sequence[int],
        a_strides: Sequence[Stride],
        b_strides: Sequence[Stride],
        threads: int = 1,
        target: Target | None = None,
        apart: bool = False,
        serial: float = SERIAL,
    ) -> Plan:
        """How to run it for `extents` (b, m, n, k) on at most `threads` threads.

        `apart`: each of them comes for products, or rows of the only product, of its own, with scratch of its own;
        then the parallel extent are these (rows: columns where lanes run along m).
        `serial`: operations below which it is not split.

        `a_strides` are those of A along b, m and k, `b_strides` those of B along b, k and n, in elements. Along b both
        may lie in parts (see `Stride`), up to 3; along k that one which lanes do not run along, up to 3 above its runs.
        """
        batch, m, n, k = extents
        tile = tile_for(self.dtype, target or cpu.host(), self.a, self.b)
        a = self._side(tile, self.a, a_strides[1], a_strides[2], m if self.turned else 0)
        b = self._side(tile, self.b, 1 if self.panels else b_strides[2], b_strides[1], 0 if self.turned else n)
        if self.turned:
            m, n, a, b = n, m, b, a
            a_strides, b_strides = (b_strides[0], b_strides[2], b_strides[1]), a_strides
        shared = not any(_parts(b_strides[0])[::2])
        lines = None if self.padding is None else self._lines(self.padding, *a_strides)
        return make_plan(tile, batch, m, n, k, threads, a, b, apart, serial, self.plain, shared, lines)

    def _lines(self, padding: Padding, batches: Stride, lane: Stride, along: Stride) -> Lines:
        """How the row operand lies in a padded image."""
        size, parts = self.dtype.itemsize, _parts(along)
        step, run = (*parts, 0)[:2]
        of_batch, of_runs = _digits(_parts(batches), size), _digits(parts[2:], size)
        return Lines(padding.line * size, size * _parts(lane)[0], size * step, run, of_batch, of_runs)

    def _side(self, tile: Tile, dtype: np.dtype[Any], lane: Stride, along: Stride, columns: int) -> Side:
        """`columns` is not 0 for the operand that lanes run along: it is read in place only where they lie together."""
        step, run = (*_parts(along), 0)[:2]
        way = "lanes" if lane == 1 or columns == 1 else "depth" if step == 1 else "neither"
        return Side(way, abs(step) * dtype.itemsize, dtype != tile.operand or (columns > 0 and way != "lanes"), run)

    def args(
        self,
        plan: Plan,
        a: Binding,
        b: Binding,
        bindings: Sequence[Binding],
        params: Sequence[int] = (),
        scratch: tuple[int, int] = (0, 0),
    ) -> list[int]:
        """The step's block of int64.

        `a`, `b` and each of `bindings` (one an operand) are (slot, byte offset, strides in elements); the strides of A
        are along b, m and k, those of B along b, k and n, and those the plan was made for. `scratch` is the slot and
        the byte offset of `plan.workspace` bytes, aligned to 64.
        """
        words = dict(plan.words)
        batch, rows, columns, depth = (words[w] for w in (Word.BATCH, Word.ROWS, Word.COLUMNS, Word.DEPTH))
        sides = [(self.a, a, 1, 2), (self.b, b, 2, 1)]
        for first, (dtype, (slot, offset, strides), lane, step) in zip(
            (Word.A_SLOT, Word.B_SLOT), reversed(sides) if self.turned else sides, strict=True
        ):
            size = dtype.itemsize if depth else 0
            of_batch, (of_lane, *_), (of_step, *runs) = map(_parts, (strides[0], strides[lane], strides[step]))
            values = (slot, offset, *_digits(of_batch, size), size * of_lane, size * of_step)
            names = (first, Word(first + 1), *_BATCHES[first], Word(first + 3), Word(first + 4))
            words.update(zip(names, values, strict=True))
            if first == Word.A_SLOT:
                words.update(zip(_RUNS, (runs[0] if runs else NEVER, *_digits(runs[1:], size)), strict=True))
        padding = self.padding or Padding(0, 1, *(0,) * 7)
        words.update(zip(list(Word)[Word.PAD_LINE :], padding.words(self.dtype.itemsize), strict=True))
        words[Word.SCRATCH_SLOT], words[Word.SCRATCH_START] = scratch
        extents = (batch, columns, rows) if self.turned else (batch, rows, columns)
        if words[Word.DIRECT]:
            strides = bindings[0][2]
            words[Word.SUM_PITCH] = self.dtype.itemsize * strides[2 if self.turned else 1]
            words[Word.SUM_BATCH] = self.dtype.itemsize * strides[0]
        pitch = words[Word.SUM_PITCH] // self.dtype.itemsize
        sums = (0, 0, (0, 1, pitch) if self.turned else (0, pitch, 1))
        return [words[w] for w in Word] + self.epilogue.args(extents, [*bindings, sums], params)
