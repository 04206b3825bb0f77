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
_EVENTS = ("fallbacks", "copies", "copied_bytes", "programs", "compiled", "runs", "transfers", "transfer_bytes")
_COPIES = ("copies", "copied_bytes", "transfers", "implicit_transfers", "transfer_bytes")


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
        transfers: int
        transfer_bytes: int

    @property
    def runs_at(self) -> int:
        """Where native code counts runs."""
        return addressof(self) + Tally.runs.offset  # type: ignore[attr-defined]


class Line(NamedTuple):
    """What a line of the user's did: `fallbacks`, of the `functions` named; `copies` of 4 KiB and more between NumPy's
    arrays and Dusk's, of `copied_bytes`; `programs` made because this line was the first to need them, of which
    `compiled` natively; `runs` of these, since then from wherever, of which `cache_hits` found one made before;
    `transfers` of arrays between devices, of `transfer_bytes`, for the calls named in `moved` (`to_device`: it was
    asked for)."""

    file: str
    number: int
    fallbacks: int
    functions: dict[str, int]
    copies: int
    copied_bytes: int
    programs: int
    compiled: int
    runs: int
    transfers: int = 0
    transfer_bytes: int = 0
    moved: dict[str, int] = {}  # noqa: RUF012 - never written to

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
    more between NumPy's arrays and Dusk's, of `copied_bytes`; calls done `at_once`, small and at hand; `transfers` of
    arrays from one device to another, of `transfer_bytes`, of which nobody asked for `implicit_transfers`."""

    __slots__ = ("functions", "moved", "tallies", *_COPIES)

    def __init__(self) -> None:
        super().__init__()
        for name in _COPIES:
            setattr(self, name, 0)
        self.tallies: dict[Origin, Tally] = {}
        self.functions: dict[Origin, dict[str, int]] = {}
        self.moved: dict[Origin, dict[str, int]] = {}

    if TYPE_CHECKING:
        copies: int
        copied_bytes: int
        transfers: int
        implicit_transfers: int
        transfer_bytes: int
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

    def transferred(self, op: str, nbytes: int, asked: bool, line: Origin) -> None:
        """Count a copy of an array to another device, for a call of an op."""
        self.transfers += 1
        self.implicit_transfers += not asked
        self.transfer_bytes += nbytes
        tally = self.tally(line)
        tally.transfers += 1
        tally.transfer_bytes += nbytes
        moved = self.moved.setdefault(line, {})
        moved[op] = moved.get(op, 0) + 1

    def summary(self) -> Summary:
        """All counters as they are now."""
        return Summary(self)


class Summary(dict[str, int]):
    """Counters by name (see `Stats`), and in `lines` what each line of the program did; printed as a table."""

    def __init__(self, counts: Stats) -> None:
        names = (*COUNTERS, *_COPIES)
        super().__init__({name: getattr(counts, name) for name in names})
        self.lines: list[Line] = []
        for origin, tally in counts.tallies.copy().items():
            file, number = origin[0] if origin else ("an unknown line", 0)
            events: dict[str, Any] = {name: getattr(tally, name) for name in _EVENTS}
            functions, moved = counts.functions.get(origin, {}), counts.moved.get(origin, {})
            self.lines.append(Line(file, number, functions=dict(functions), moved=dict(moved), **events))
        self.lines.sort(key=lambda line: (line.file, line.number))

    def __str__(self) -> str:
        from rich.console import Console
        from rich.table import Table

        table = Table(title=", ".join(f"{n} {name}" for name, n in self.items() if n) or "nothing yet")
        table.title_justify = "left"
        moving = ("between devices", "bytes") if self["transfers"] else ()
        for heading in ("line", "in NumPy", "copies", "bytes", "programs", "compiled", "cache hits", *moving):
            table.add_column(heading, justify="left" if heading in ("line", "in NumPy", *moving[:1]) else "right")
        weights = [(-(x.fallbacks + x.copied_bytes + x.transfer_bytes + x.runs), x) for x in self.lines]
        weighty = [line for _, line in sorted(weights, key=lambda pair: pair[0])][:SHOWN]
        for line in sorted(weighty, key=lambda line: (line.file, line.number)):
            functions = ", ".join(f"{name} x{n}" for name, n in line.functions.items())
            counts = (line.copies, line.copied_bytes, line.programs, line.compiled, line.cache_hits)
            cells = [str(line), functions, *(f"{n:,}" if n else "" for n in counts)]
            if moving:
                moved = ", ".join(f"{name} x{n}" for name, n in line.moved.items())
                cells += [moved, f"{line.transfer_bytes:,}" if moved else ""]
            table.add_row(*cells)
        text = io.StringIO()
        Console(file=text, width=100).print(table)
        if len(self.lines) > SHOWN:
            text.write(f"and {len(self.lines) - SHOWN} lines more\n")
        return text.getvalue()


stats = Stats()
