"""Rows of a step table and their words, written once for all sizes and filled in for given ones.

Most words are the same at all sizes. Of the others it is noted which size they are, or whose place they tell, so that
the tables of further sizes cost a few operations on whole arrays.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from dusk.compiler.layout import Placed
from dusk.compiler.product import Product
from dusk.compiler.program import Machine
from dusk.compiler.schedule import chunks
from dusk.compiler.sizes import Numbers, Sizes
from dusk.compiler.work import Nest
from dusk.graph.types import Size, at_sizes, product
from dusk.kernel.contraction_plan import Plan
from dusk.kernel.costs import Costs


class Where(NamedTuple):
    """A place in memory: in a slot (-1: where the layout places `loose`), so many bytes from its beginning."""

    slot: int
    loose: int
    offset: Size


class Measured(NamedTuple):
    """Of each kind of rows: the extent that threads share, how much of it is done at a time, seconds, whether there is
    anything to store, bytes, operations."""

    extent: Numbers
    size: Numbers
    seconds: Any
    there: Any
    nbytes: Numbers
    flops: Any


class _Mark(NamedTuple):
    """Stands for the slot (0) or the offset (1) of an operand."""

    operand: int
    part: int


@dataclass(slots=True)
class Planning:
    """The plan of contractions that have extents and strides in common: `work` is one; `open` if sizes matter."""

    work: Product
    open: bool

    def at(self, sizes: Mapping[str, int], machine: Machine, apart: int) -> Plan:
        """The plan for given sizes; see `Machine.plan`."""
        if not self.open:
            return self.work.plan
        a, b = (at_sizes(side.strides, sizes) for side in self.work.sides)
        return machine.plan(self.work.contraction, at_sizes(self.work.extents, sizes), a, b, apart)


@dataclass(slots=True)
class Kind:
    """Rows that do the same in other places.

    `measures` are the sizes that threads share, that are stored to, that are gone through, and the bytes, by number.
    `words` are 0 where sizes are `named`, and in the two from each of `spots` on, where slots and offsets of operands
    stand; of a contraction whose plan depends on sizes all are.
    """

    work: Nest | Product
    address: int
    words: list[int]
    spots: list[int]
    named: list[tuple[int, int]]
    measures: tuple[int, ...]
    planning: Planning | None
    params: Sequence[int]
    starts: list[int] = field(default_factory=list[int])

    @staticmethod
    def of(work: Nest | Product, address: int, params: Sequence[Any], planning: Planning | None, sizes: Sizes) -> Kind:
        """The kind of a work, called at an address with these parameters."""
        n = len(work.accesses) + (3 if isinstance(work, Product) else 0)
        words = _block(work, None, params, [(_Mark(i, 0), _Mark(i, 1)) for i in range(n)], {})
        spots = [0] * n
        named: list[tuple[int, int]] = []
        for at, word in enumerate(words):
            if type(word) is _Mark:
                spots[word.operand] = at - word.part
                words[at] = 0
            elif planning is not None and planning.open:
                words[at] = 0
            elif type(word) is not int:
                named.append((at, sizes.number(word)))
                words[at] = 0
        stored = work.extents[: work.kernel.n_parallel]
        points = product(work.extents[:3] if isinstance(work, Product) else work.extents)
        measures = (stored[0] if stored else 1, product(stored), points, work.nbytes)
        return Kind(work, address, words, spots, named, tuple(map(sizes.number, measures)), planning, params)

    def block(self, plan: Plan, sizes: Mapping[str, int]) -> list[int]:
        """The words of a contraction with a plan, but for slots and offsets."""
        return _block(self.work, plan, self.params, [(0, 0)] * len(self.spots), sizes)


def _block(
    work: Nest | Product, plan: Plan | None, params: Sequence[Any], spots: Sequence[Any], sizes: Mapping[str, int]
) -> list[Any]:
    """The words of a work, given slot and offset of each operand; a contraction's sides and scratch are the last."""
    sides = work.sides if isinstance(work, Product) else ()
    strides = tuple([access.strides for access in (*work.accesses, *sides)])
    numbers = tuple(params)
    if sizes:
        strides, numbers = at_sizes((strides, numbers), sizes)
    bindings = [(*spot, s) for spot, s in zip(spots, strides, strict=False)]
    if not isinstance(work, Product):
        return work.kernel.args(work.extents, bindings, numbers)
    *bindings, a, b = bindings
    return work.contraction.args(plan or work.plan, a, b, bindings, numbers, spots[-1])


class Rows:
    """Rows, each of a kind, with the places of its operands."""

    def __init__(self, sizes: Sizes) -> None:
        self.sizes = sizes
        self._none = sizes.number(0)
        self.kinds: list[Kind] = []
        self.of: list[int] = []  # the kind of each row (-1: its words are others' affair), and where its words begin
        self.starts: list[int] = []
        self._words: list[int] = []
        self._named: list[tuple[int, int]] = []  # word, number of the size to add
        self._slots: list[tuple[int, int]] = []  # word, number among what the layout places
        self._offsets: list[tuple[int, int]] = []

    def __len__(self) -> int:
        return len(self.of)

    def add(self, kind: int, where: Sequence[Where] = ()) -> None:
        """One more row."""
        start = len(self._words)
        self.of.append(kind)
        self.starts.append(start)
        if kind < 0:
            return
        one = self.kinds[kind]
        one.starts.append(start)
        self._words += one.words
        self._named += [(start + at, number) for at, number in one.named]
        for spot, (slot, loose, offset) in zip(one.spots, where, strict=True):
            at = start + spot
            if slot >= 0:
                self._words[at] = slot
            else:
                self._slots.append((at, loose))
                self._offsets.append((at + 1, loose))
            if type(offset) is int:
                self._words[at + 1] = offset
            else:
                self._named.append((at + 1, self.sizes.number(offset)))

    def filled(self, sizes: Mapping[str, int], values: Numbers, plans: Mapping[int, Plan], placed: Placed) -> Numbers:
        """All words for given sizes: `values` are those of all sizes by number, `plans` by the id of their planning."""
        base, named, slots, offsets = self._arrays
        words = base.copy()
        words[named[0]] += values[named[1]]
        words[slots[0]] = placed.slots[slots[1]]
        words[offsets[0]] += placed.offsets[offsets[1]]
        for kind in self.kinds:
            if kind.planning is not None and kind.planning.open:
                block = np.array(kind.block(plans[id(kind.planning)], sizes), np.int64)
                words[np.add.outer(kind.starts, np.arange(len(block)))] += block
        return words

    def measured(self, values: Numbers, plans: Mapping[int, Plan], threads: int, costs: Costs) -> Measured:
        """How the rows of each kind are shared by threads, and what they do; the last are those of no kind."""
        which, each, products, apart = self._measures
        extent, stored, points, nbytes = values[which]
        flops = points * each
        size = np.zeros_like(extent)
        for i, kind in enumerate(self.kinds):
            if kind.planning is not None:
                plan = plans[id(kind.planning)]
                extent[i], size[i] = plan.extent, plan.chunk
                flops[i] += plan.flops
        seconds = np.maximum(flops / np.where(products, costs.product_s, costs.flops_s), nbytes / costs.bytes_s)
        size = np.where(size > 0, size, chunks(extent, seconds, apart, threads, costs.split_s))
        return Measured(extent, size, seconds, stored > 0, nbytes, flops)

    @cached_property
    def _arrays(self) -> tuple[Numbers, Numbers, Numbers, Numbers]:
        named, slots, offsets = (
            np.array(some, np.intp).reshape(-1, 2).T for some in (self._named, self._slots, self._offsets)
        )
        return np.array(self._words, np.int64), named, slots, offsets

    @cached_property
    def _measures(self) -> tuple[Numbers, Any, Any, Any]:
        """Of each kind its measures, operations a point, whether it is a product, and whether threads may share it."""
        works = [kind.work for kind in self.kinds]
        return (
            np.array([*(kind.measures for kind in self.kinds), (self._none,) * 4], np.intp).T,
            np.array([*(work.each for work in works), 0.0]),
            np.array([*(isinstance(work, Product) for work in works), False]),
            np.array([*(work.kernel.splittable for work in works), False]),
        )
