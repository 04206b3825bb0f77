"""Paths that differ in their lengths share one program: decided once, for named sizes; instances hold the numbers.

Paths with the same in common (`general.read`) are a family. Its second length makes the general graph; from the third
on, nothing is optimised, fused or compiled, if the lengths are as guessed. If they are not, the guess is made again
with what is known then, a few times.
"""

from __future__ import annotations

import itertools
import os
import threading
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from dusk import ops
from dusk.config import config
from dusk.engine.buffer import Buffer
from dusk.engine.ledger import Ledger
from dusk.errors import NativeUnavailable
from dusk.graph.provenance import here
from dusk.later import Later
from dusk.record.entry import Entry, Live
from dusk.record.follower import Launch
from dusk.record.general import General, NoGeneralError, Reading, read
from dusk.record.launch import Kept
from dusk.record.stats import stats
from dusk.record.trie import GENERAL, TrieNode

if TYPE_CHECKING:
    from dusk.backends import cpu
    from dusk.compiler.assemble import Blueprint
    from dusk.compiler.program import Program
else:
    cpu = Later("dusk.backends.cpu")

MOST_FAMILIES = 512
MOST_READINGS = 4  # paths from which the general one is guessed
MOST_INSTANCES = 8  # of one blueprint that are kept, as each has an arena


class Variant(Entry):
    """What one live set of a family runs: a blueprint, made when an `Entry` would be compiled, and programs from it."""

    __slots__ = ("programs",)

    def __init__(self, general: General, live: Live) -> None:
        graph = general.graph(live.outputs, live.saved)
        super().__init__(graph, live.donate, live.into, live.outputs, live.asked)
        self.visits = 1  # of another length
        self.programs: dict[tuple[int, ...], Program] = {}

    def at(self, sizes: Mapping[str, int]) -> Program | None:
        """The program for these sizes, if there is a blueprint already, or it is time to wait for one."""
        self.visits += 1
        if self.program is None and config.tier == "auto" and not self._due():
            return None
        (blueprint,) = self.program or self._finished()
        if blueprint is None:
            return None
        key = tuple(sizes.values())
        found = self.programs.get(key)
        if found is None:
            stats.instances += 1
            found = self.programs[key] = blueprint.program(sizes)
            if len(self.programs) > MOST_INSTANCES:
                for launch in self.programs.pop(next(iter(self.programs))).launches:
                    launch.drop()
        return found

    def compiled(self, math: str) -> tuple[Blueprint | None]:
        """The blueprint; None in its place where a rule needs numbers for sizes, or there is no native code."""
        try:
            made = self.builder()(cpu.blueprint, math)
        except (NativeUnavailable, NotImplementedError, TypeError, ValueError):
            return (None,)
        return (None if made.lost else made,)


class Family:
    """Paths that have all but lengths and scalars in common, and what they share."""

    def __init__(self) -> None:
        self.readings: list[Reading] = []
        self.general: General | None = None
        self.variants: dict[Any, Variant] = {}
        self.refused = False

    def meet(self, path: Sequence[TrieNode], reading: Reading) -> None:
        """Take note of one more path; guess (again) where what is known does not explain it."""
        if self.refused or any(r.sizes == reading.sizes and r.scalars == reading.scalars for r in self.readings):
            return
        if self.general is not None and self.general.fit(reading) is not None:
            return
        if len(self.readings) == MOST_READINGS:
            return
        self.readings.append(reading)
        if len({r.sizes for r in self.readings}) > 1:
            try:
                self.general, self.variants = General(path, self.readings), {}
            except NoGeneralError:
                self.refused, self.general = True, None

    def variant(self, live: Live) -> Variant:
        """What runs a live set."""
        assert self.general is not None
        key = live.outputs, live.saved, live.donate, tuple(live.into.items()), config.math
        found = self.variants.get(key)
        if found is None:
            found = self.variants[key] = Variant(self.general, live)
        return found


class LengthEntry:
    """What runs a path: its family's program, where there is one that fits; else its own, as any other path's."""

    def __init__(
        self,
        node: TrieNode,
        family: Family,
        reading: Reading,
        live: Live,
        own: Callable[[TrieNode, Live], Entry],
    ) -> None:
        self.node, self.family, self.reading, self.live = node, family, reading, live
        self.outputs = live.outputs
        self._make_own = own
        self._own: Entry | None = None
        self._general: General | None = None  # that of the family which what follows is for
        self._variant: Variant | None = None
        self._math = ""
        self._key: tuple[int, ...] = ()
        self._sizes: dict[str, int] | None = None
        self._sources: list[int] | None = None  # positions of its inputs, if others, among the given and the constants
        self._constants: list[Any] = []
        self._kept = Kept()
        self.tally = stats.tally(here())
        self._n_leaves = sum(len(n.call.leaves) for n in node.path() if n.call is not None)
        self._varying = [i for i, s in enumerate(reading.scalars) if s is GENERAL]
        self._n_given = self._n_leaves + len(self._varying) + len(live.saved)

    def run(self, inputs: Sequence[Any], ledger: Ledger | None = None, checked: bool = False) -> list[Buffer]:
        """See `Entry.run`."""
        alone = self._own is not None and self._own.program is not None
        variant = None if checked or alone else self._shared()
        if variant is None or self._sizes is None:
            return self.own.run(inputs, ledger, checked)
        program = variant.programs.get(self._key)
        if program is None:
            with _lock:
                program = variant.at(self._sizes)
        if program is not None:
            stats.native += 1
            return program.run(self._bound(inputs), None, ledger)
        made = self.own.run(inputs, ledger)
        variant.last_s = self.own.last_s
        variant.spent_s += self.own.last_s
        return made

    def launch(self, alive: tuple[int, ...], donors: tuple[int, ...]) -> Launch | None:
        """See `Entry.launch`."""
        if self._own is not None and self._own.program is not None:
            return self._own.launch(alive, donors)
        program = None if self._variant is None or self._shared() is None else self._variant.programs.get(self._key)
        if program is None:
            return None
        sources = range(self._n_given) if self._sources is None else self._sources
        return self._kept.of(program, alive, donors, self.outputs, sources, self._n_given, self.tally, self._constants)

    @property
    def program(self) -> Any:
        """The program that runs it, if there is one and its inputs are just those of the path."""
        if self._own is not None and self._own.program is not None:
            return self._own.program
        return None if self._variant is None or self._sources is not None else self._variant.programs.get(self._key)

    def compiled(self, math: str) -> Any:
        """A native program for this path alone."""
        return self.own.compiled(math)

    @property
    def own(self) -> Entry:
        """What runs this path alone."""
        if self._own is None:
            self._own = self._make_own(self.node, self.live)
        return self._own

    def _shared(self) -> Variant | None:
        """What runs this path's live set at any length, where that is wanted."""
        if config.tier == "interpreter" or config.reproducible:
            return None
        if self._general is not self.family.general or self._math != config.math:
            with _lock:
                self._fit(self.family.general)
                self._variant = None if self._sizes is None else self.family.variant(self.live)
                self._math = config.math
        return self._variant

    def _fit(self, general: General | None) -> None:
        """Find out what the names of a general path stand for on this one, and where its scalars come from."""
        self._general, self._sizes, self._sources, self._constants = general, None, None, []
        if general is None:
            return
        self._sizes = general.fit(self.reading)
        self._key = tuple((self._sizes or {}).values())
        if general.free != self._varying:
            n, scalars = self._n_leaves, self.reading.scalars
            self._constants = [scalars[i] for i in general.free if scalars[i] is not GENERAL]
            constants = itertools.count(self._n_given)
            places = dict(zip(self._varying, itertools.count(n), strict=False))
            free = [places[i] if i in places else next(constants) for i in general.free]
            self._sources = [*range(n), *free, *range(n + len(self._varying), self._n_given)]

    def _bound(self, inputs: Sequence[Any]) -> Sequence[Any]:
        """The inputs of the path as those of the general one."""
        if self._sources is None:
            return inputs
        given = [*inputs, *self._constants]
        return [given[source] for source in self._sources]


_families: OrderedDict[Any, Family] = OrderedDict()
_lock = threading.RLock()


def entry_for(node: TrieNode, live: Live, own: Callable[[TrieNode, Live], Entry]) -> Entry | LengthEntry:
    """What runs the path that ends at a node, for a live set; `own` makes (of the same) what runs it alone."""
    path = node.path()
    # the graph of a call is for these sizes; copies between devices are counted where they are made
    if node.moves or any(n.call is not None and n.call.op is ops.call for n in path):
        return own(node, live)
    reading = read(path)
    with _lock:
        family = _families.get(reading.common)
        if family is None:
            family = _families[reading.common] = Family()
            if len(_families) > MOST_FAMILIES:
                _families.popitem(last=False)
        else:
            _families.move_to_end(reading.common)
        family.meet(path, reading)
    return LengthEntry(node, family, reading, live, own)


def families() -> list[Family]:
    """The families there are, those met last at the end."""
    with _lock:
        return list(_families.values())


def forget() -> None:
    """Know no families any more."""
    with _lock:
        _families.clear()


def _new_lock() -> None:
    global _lock
    _lock = threading.RLock()


os.register_at_fork(after_in_child=_new_lock)  # a thread that held it is not there
