"""`dusk run --report`: what each line of a program ran as and what it cost, and the changes that would matter most."""

from __future__ import annotations

import linecache
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import asdict, dataclass, replace
from typing import Any

from dusk.cli.run import program_files, run_program
from dusk.graph.provenance import describe
from dusk.record.fallbacks import instead_of
from dusk.record.stats import Line, stats
from dusk.reports.gains import bound_of
from dusk.reports.rows import Row, rows_of
from dusk.reports.watch import SMALL_S, UNKNOWN, Place, Spent, Watch
from dusk.tracing.hot import Loops

SHOWN = 20
CHANGES = 5
LEAST_SHARE = 0.01  # of the seconds of all: what costs less is no change that matters
_OFTEN = 1000  # times that a line is come to before it is a loop over elements
_AGAIN = 4  # programs of one line that are more than its first ones


@dataclass(frozen=True, slots=True)
class Change:
    """What would matter: the line, what it does, what to write instead, the seconds that it cost, and by which factor
    all would be faster at most without them."""

    file: str
    line: int
    what: str
    instead: str
    seconds: float
    bound: float = 1.0

    @property
    def told(self) -> str:
        """It, in a line."""
        gain = f"{self.seconds:.3f} s, without which all is at most {self.bound:.2f} times as fast"
        return f"{describe(((self.file, self.line),))}: {self.what}: {gain}."

    @property
    def do(self) -> str:
        """What to do."""
        return f"{self.instead[0].upper()}{self.instead[1:]}."


@dataclass(frozen=True, slots=True)
class Report:
    """All that is to be told of a run."""

    program: str
    seconds: float
    shares: dict[str, float]
    rows: list[Row]
    lines: dict[Place, Spent]
    counted: dict[Place, Line]
    changes: list[Change]
    loops: list[str]
    moves: list[str]

    def as_json(self) -> dict[str, Any]:
        """Plain dicts and lists."""
        lines = [
            {"file": file, "line": number, **asdict(spent), **self._counts((file, number))}
            for (file, number), spent in self.lines.items()
        ]
        rows, changes = [asdict(r) for r in self.rows], [asdict(c) for c in self.changes]
        given = {"program": self.program, "seconds": self.seconds, "shares": self.shares}
        return {**given, "lines": lines, "calls": rows, "changes": changes, "loops": self.loops, "moves": self.moves}

    def _counts(self, place: Place) -> dict[str, int]:
        line = self.counted.get(place)
        names = ("copies", "copied_bytes", "programs", "compiled", "transfers", "transfer_bytes")
        return {name: getattr(line, name) if line is not None else 0 for name in names}


def watched(program: str, arguments: list[str]) -> tuple[Watch, Report, int]:
    """Run a program, watched: what was seen, the report of it, and the program's exit status."""
    watch = Watch(program_files())
    with watch.watching():
        status = run_program(program, arguments)[1]
    sys.stdout.flush()
    return watch, report(program, watch), status


def report(program: str, watch: Watch) -> Report:
    """The report of what was watched."""
    counted = {(line.file, line.number): line for line in stats.summary().lines}
    lines = dict(watch.lines)
    total = {name: sum(getattr(s, name) for s in lines.values()) for name in ("run", "numpy", "copy", "compile")}
    names = {"programs": "run", "NumPy": "numpy", "copies": "copy", "compiling": "compile"}
    shares: dict[str, float] = {name: total[key] for name, key in names.items()}
    shares["Python and recording"] = max(watch.seconds - sum(shares.values()), 0.0)
    rows = sorted(rows_of(watch), key=lambda row: -row.seconds)
    visits = Counter({place: spent.visits for place, spent in lines.items()})
    loops: list[str] = []
    for of in sorted(Loops.every, key=lambda loops: loops.file):
        loops += of.told(lambda line, file=of.file: visits[file, line] > _OFTEN)
    moves = [told for line in counted.values() if (told := _moved(line))]
    return Report(program, watch.seconds, shares, rows, lines, counted, _changes(watch, counted), loops, moves)


def _moved(line: Line) -> str:
    """What a line takes from device to device, in words; "" for nothing."""
    if not line.transfers:
        return ""
    calls = ", ".join(f"{name} {_times(n)}" for name, n in line.moved.items())
    return f"{line}: {calls}, {line.transfer_bytes:,} bytes"


# -- changes ---------------------------------------------------------------------------------------------------------


def _changes(watch: Watch, counted: dict[Place, Line]) -> list[Change]:
    """What cost most of that which could be written otherwise."""
    found: list[Change] = []
    for (place, name), seconds in watch.function_s.items():
        copies = watch.lines[place].copy if place in watch.lines else 0.0
        what = f"{name} runs in NumPy, {_times(watch.functions[place, name])}"
        found.append(Change(*place, what, f"write {instead_of(name)}", seconds + copies))
    in_numpy = {place for place, _ in watch.functions}
    for place, spent in watch.lines.items():
        line = counted.get(place)
        if place == UNKNOWN:
            continue
        found += _of_line(place, spent, line, place in in_numpy)
    whole = max(watch.seconds, 1e-9)
    found = [replace(change, bound=bound_of(change.seconds / whole)) for change in found]
    found = [change for change in found if change.seconds >= LEAST_SHARE * watch.seconds]
    return sorted(found, key=lambda change: -change.seconds)[:CHANGES]


def _of_line(place: Place, spent: Spent, line: Line | None, in_numpy: bool) -> Iterator[Change]:
    if spent.copy and not in_numpy:
        nbytes = f" ({line.copied_bytes:,} bytes)" if line is not None and line.copied_bytes else ""
        what = f"NumPy's arrays are copied into Dusk's, {_times(spent.visits or 1)}{nbytes}"
        yield Change(*place, what, "make them Dusk's once, before the loop, or share them: np.asarray", spent.copy)
    if line is not None and line.programs >= _AGAIN and line.runs < 3 * line.programs:
        what = f"{line.programs} programs were made for {line.runs} runs: what is computed differs from time to time"
        instead = "keep shapes, and the order of calls, the same each time round, or put what stays into dusk.compile"
        yield Change(*place, what, instead, spent.compile + spent.run)
    elif not in_numpy and spent.runs >= _OFTEN // 10 and spent.small:
        what = f"a value is looked at {_times(spent.runs)}, which ends what could be one program each time"
        instead = "look less often (every tenth round, say), or keep it as an array and look at all of them at the end"
        yield Change(*place, what, instead, spent.small)
    rest = spent.seconds - spent.run - spent.numpy - spent.copy - spent.compile
    if spent.visits >= _OFTEN and spent.arrays and rest / spent.visits < SMALL_S:
        what = f"a loop over small parts: {_times(spent.visits)}, {rest / spent.visits * 1e6:.1f} us each"
        yield Change(*place, what, "write the loop as one expression over whole arrays, or over slices of them", rest)


def _times(n: int) -> str:
    return "once" if n == 1 else f"{n:,} times"


# -- as text ---------------------------------------------------------------------------------------------------------


def show(found: Report, file: Any) -> None:
    """Print the report: where the time went, the lines that took most with what ran there, the changes."""
    from rich.console import Console
    from rich.markup import escape
    from rich.table import Table

    console = Console(file=file, width=118, highlight=False)
    parts = ", ".join(f"{seconds:.3f} s {name}" for name, seconds in found.shares.items() if seconds >= 5e-4)
    table = Table(title=f"{escape(found.program)}: {found.seconds:.3f} s ({parts})", title_justify="left")
    for heading in ("line", "function", "runs", "gradient", "count", "seconds", "copied", "compiled"):
        left = heading in ("line", "function", "runs", "gradient")
        table.add_column(heading, justify="left" if left else "right", overflow="fold")
    calls: dict[Place, list[Row]] = defaultdict(list)
    for row in found.rows:
        calls[row.file, row.line].append(row)
    cost: Counter[Place] = Counter({place: int(1e9 * spent.seconds) for place, spent in found.lines.items()})
    for place, rows in calls.items():
        cost[place] = max(cost[place], int(1e9 * sum(row.seconds for row in rows)))
    least = 1e9 * LEAST_SHARE * found.seconds / 10
    most = [place for place, ns in cost.most_common(SHOWN) if ns > least]
    for place in sorted(most):
        spent, line = found.lines.get(place, Spent()), found.counted.get(place)
        text = linecache.getline(*place).strip()
        copied = f"{line.copied_bytes:,}" if line is not None and line.copied_bytes else ""
        compiled = str(line.compiled) if line is not None and line.compiled else ""
        where = describe((place,))
        visits = f"{spent.visits:,}" if spent.visits else ""
        table.add_row(where, escape(text[:60]), "", "", visits, _seconds(spent.seconds), copied, compiled, style="bold")
        alike: dict[Any, list[Row]] = defaultdict(list)
        for row in calls[place]:
            alike[row.runs, row.differentiable, row.count].append(row)
        for (runs, differentiable, count), rows in alike.items():
            names = "  " + escape(", ".join(row.function for row in rows))
            seconds = _seconds(sum(row.seconds for row in rows))
            table.add_row("", names, runs, differentiable, f"{count:,}", seconds, "", "")
    console.print(table)
    for told in found.loops:
        console.print(f"loop at {told}", markup=False, soft_wrap=True)
    for told in found.moves:
        console.print(f"arrays go from device to device at {told}", markup=False, soft_wrap=True)
    for n, change in enumerate(found.changes, 1):
        console.print(f"{n}. {change.told}", markup=False, soft_wrap=True)
        console.print(f"   {linecache.getline(change.file, change.line).strip()}", markup=False, soft_wrap=True)
        console.print(f"   {change.do}", markup=False, soft_wrap=True)
    if not found.changes:
        console.print("Nothing that could be written otherwise took a hundredth of the time.")


def _seconds(seconds: float) -> str:
    return f"{seconds:.4f}" if seconds >= 5e-5 else ""
