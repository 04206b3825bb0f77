"""Counters of what recording and running did: public (`dusk.stats()`), and asserted by tests."""

from __future__ import annotations

from dataclasses import asdict, dataclass, fields


@dataclass
class Stats:
    """`calls` recorded, of which `misses` were new to the trie; `flushes` (programs run), of which `program_hits` found
    their program; `programs` built; `generalisations` of constants to run-time inputs; `cuts` of segments;
    `instances` of programs for lengths that change; `interpreted` and `native` runs; `fallbacks` to NumPy."""

    calls: int = 0
    misses: int = 0
    flushes: int = 0
    program_hits: int = 0
    programs: int = 0
    compiled: int = 0
    instances: int = 0
    generalisations: int = 0
    interpreted: int = 0
    native: int = 0
    fallbacks: int = 0

    def as_dict(self) -> dict[str, int]:
        return asdict(self)

    def reset(self) -> None:
        for field in fields(self):
            setattr(self, field.name, 0)


stats = Stats()
