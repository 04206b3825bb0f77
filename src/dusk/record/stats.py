"""Counters of what recording and running did: public (`dusk.stats()`), and asserted by tests."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dusk.record.follower import Counts
from dusk.record.follower.portable import COUNTERS


class Stats(Counts):
    """`calls` recorded, of which `misses` were new to the trie; `flushes` (programs run), of which `program_hits` found
    their program; `programs` built, `compiled` natively; `generalisations` of constants to run-time inputs; `instances`
    of programs for lengths that change; `interpreted` and `native` runs; `fallbacks` to NumPy."""

    __slots__ = ()

    if TYPE_CHECKING:
        calls: int
        misses: int
        flushes: int
        program_hits: int
        programs: int
        compiled: int
        instances: int
        generalisations: int
        interpreted: int
        native: int
        fallbacks: int

    def as_dict(self) -> dict[str, int]:
        return {name: getattr(self, name) for name in COUNTERS}

    def reset(self) -> None:
        for name in COUNTERS:
            setattr(self, name, 0)


stats = Stats()
