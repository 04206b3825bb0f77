"""Counters of what recording and running did: public (`dusk.stats()`), and asserted by tests."""

from __future__ import annotations

import io
import linecache
import os
from ctypes import Structure, addressof, c_int64
from typing import TYPE_CHECKING, Any, NamedTuple

from dusk.graph.provenance import Origin, here
from dusk.record.follower import Counts
from dusk.record.follower.portable import COUNTERS

LARGE = 1 << 12  # bytes of a copy that is counted: finding its line takes a tenth of making it
SHOWN = 30  # lines of a program that are printed
_EVENTS = ("fallbacks", "copies", "copied_bytes", "programs", "compiled", "runs")


class Tally(Structure):
    """What one line of the user's did: see `Line`."""

    _fields_ = tuple((name, c_int64) for name in _EVENTS)
    if TYPE_CHECKING:
        fallbacks: int
        copies: int
        copied_bytes: int
        programs: int
        compiled: int
        runs: int

    @property
    def runs_at(self) -> int:
        """Where native code counts runs."""
        return addressof(self) + Tally.runs.offset  # type: ignore[attr-defined]


class Line(NamedTuple):
    """What a line of the user's did: `fallbacks`, of the `functions` named; `copies` of 4 KiB and more between NumPy's
    arrays and Dusk's, of `copied_bytes`; `programs` made because this line was the first to need them, of which
    `compiled` natively; `runs` of these, since then from wherever, of which `cache_hits` found one made before."""

    file: str
    number: int
    fallbacks: int
    functions: dict[str, int]
    copies: int
    copied_bytes: int
    programs: int
    compiled: int
    runs: int

    @property
    def cache_hits(self) -> int:
        return max(self.runs - self.programs, 0)

    @property
    def text(self) -> str:
        """The line as it is in its file."""
        return linecache.getline(self.file, self.number).strip()

    def __str__(self) -> str:
        return f"{os.path.basename(self.file)}:{self.number}"


class Stats(Counts):
    """`calls` recorded, of which `misses` were new to the trie; `flushes` (programs run), of which `program_hits` found
    their program; `programs` built, `compiled` natively; `generalisations` of constants to run-time inputs; `instances`
    of programs for lengths that change; `interpreted` and `native` runs; `fallbacks` to NumPy; `copies` of 4 KiB and
    more between NumPy's arrays and Dusk's, of `copied_bytes`; calls done `at_once`, small and at hand."""

    __slots__ = ("copied_bytes", "copies", "functions", "tallies")

    def __init__(self) -> None:
        super().__init__()
        self.copies = self.copied_bytes = 0
        self.tallies: dict[Origin, Tally] = {}
        self.functions: dict[Origin, dict[str, int]] = {}

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
        at_once: int

    def tally(self, line: Origin) -> Tally:
        """The counters of a line."""
        found = self.tallies.get(line)
        return self.tallies.setdefault(line, Tally()) if found is None else found

    def fallback(self, name: str, line: Origin) -> None:
        """Count a call that NumPy did."""
        self.fallbacks += 1
        self.tally(line).fallbacks += 1
        functions = self.functions.setdefault(line, {})
        functions[name] = functions.get(name, 0) + 1

    def copied(self, nbytes: int) -> None:
        """Count a copy between NumPy's memory and Dusk's, if it is a large one."""
        if nbytes >= LARGE:
            self.copies += 1
            self.copied_bytes += nbytes
            tally = self.tally(here(2))
            tally.copies += 1
            tally.copied_bytes += nbytes

    def summary(self) -> Summary:
        """All counters as they are now."""
        return Summary(self)


class Summary(dict[str, int]):
    """Counters by name (see `Stats`), and in `lines` what each line of the program did; printed as a table."""

    def __init__(self, counts: Stats) -> None:
        names = (*COUNTERS, "copies", "copied_bytes")
        super().__init__({name: getattr(counts, name) for name in names})
        self.lines: list[Line] = []
        for origin, tally in counts.tallies.copy().items():
            file, number = origin[0] if origin else ("an unknown line", 0)
            events: dict[str, Any] = {name: getattr(tally, name) for name in _EVENTS}
            self.lines.append(Line(file, number, functions=dict(counts.functions.get(origin, {})), **events))
        self.lines.sort(key=lambda line: (line.file, line.number))

    def __str__(self) -> str:
        from rich.console import Console
        from rich.table import Table

        table = Table(title=", ".join(f"{n} {name}" for name, n in self.items() if n) or "nothing yet")
        table.title_justify = "left"
        for heading in ("line", "in NumPy", "copies", "bytes", "programs", "compiled", "cache hits"):
            table.add_column(heading, justify="left" if heading in ("line", "in NumPy") else "right")
        weighty = sorted(self.lines, key=lambda line: -(line.fallbacks + line.copied_bytes + line.runs))[:SHOWN]
        for line in sorted(weighty, key=lambda line: (line.file, line.number)):
            functions = ", ".join(f"{name} x{n}" for name, n in line.functions.items())
            counts = (line.copies, line.copied_bytes, line.programs, line.compiled, line.cache_hits)
            table.add_row(str(line), functions, *(f"{n:,}" if n else "" for n in counts))
        text = io.StringIO()
        Console(file=text, width=100).print(table)
        if len(self.lines) > SHOWN:
            text.write(f"and {len(self.lines) - SHOWN} lines more\n")
        return text.getvalue()


stats = Stats()
