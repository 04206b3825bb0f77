"""What was measured, as rows that JSON can hold, and the page written of them."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from benchmarks.workload import Goal

OURS = "Dusk"
INTRODUCTION = """\
# Performance

Written by `make bench` (`benchmarks/`); do not edit. One definition of each workload runs in every framework installed,
on two threads, in turns within one process. Results count where they are those of the same run in float64, by NumPy
where there is such a form: to a thousandth of the largest number (products of bfloat16 to a fiftieth); of a training
step the loss, and each parameter's update from where it was (of the rectifiers' to a twentieth, as a unit within
rounding of 0 may fall on either side). Compare ratios, not times. Best peer: the
fastest of what is not Dusk; a framework without rows was not installed. Limits are measured in the same turns: copying
the bytes that must cross memory, or the products at OpenBLAS's rate for 1024x1024, whichever takes longer. A fraction
above 1 means that data stay in a cache, or that OpenBLAS is beaten.
"""


@dataclass(frozen=True)
class Row:
    """A contender's least and median, in `unit`, or why there is none."""

    contender: str
    unit: str
    least: float = 0.0
    median: float = 0.0
    failed: str = ""


@dataclass(frozen=True)
class Table:
    """A workload's contenders, the physical limit in the unit of the rows, and where it comes from."""

    workload: str
    rows: list[Row]
    limit: float | None = None
    limit_text: str = ""
    goals: list[Goal] = field(default_factory=list)

    def row(self, contender: str) -> Row | None:
        return next((row for row in self.rows if row.contender == contender and not row.failed), None)

    def best_peer(self, column: str) -> float | None:
        """The least of the other frameworks' figures in that column."""
        peers = (row for row in self.rows if not row.contender.startswith(OURS) and not row.failed)
        return min((getattr(row, column) for row in peers), default=None)


@dataclass(frozen=True)
class Family:
    """The tables one process made: when, on what, with what."""

    name: str
    when: str
    machine: str
    versions: str
    others: float | None  # CPUs that other processes kept busy meanwhile; None: unknown
    seconds: float
    tables: list[Table]

    def save(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        (folder / f"{self.name}.json").write_text(json.dumps(asdict(self), indent=1))


def load(path: Path) -> Family:
    """A family as it was saved."""
    found = json.loads(path.read_text())
    tables = [
        Table(
            **{
                **table,
                "rows": [Row(**row) for row in table["rows"]],
                "goals": [Goal(**goal) for goal in table["goals"]],
            }
        )
        for table in found.pop("tables")
    ]
    return Family(**found, tables=tables)


def figure(value: float, unit: str) -> str:
    """Three digits; seconds in the unit that fits."""
    if unit == "s":
        for unit, scale in (("s", 1.0), ("ms", 1e3), ("us", 1e6)):  # noqa: B007
            if value * scale >= 1:
                break
        value *= scale
    return f"{value:.0f} {unit}" if value >= 100 else f"{value:.3g} {unit}"


def reached(table: Table, goal: Goal, column: str) -> float | None:
    """What the goal's contender reaches by its least or its median times; None where something was not measured."""
    row, other = table.row(goal.contender), table.row(goal.other)
    own = getattr(row, column) if row else None
    against: Any = {
        "best peer": table.best_peer(column),
        "limit": table.limit,
        "at most": 1.0,
        "of": getattr(other, column) if other else None,
    }[goal.measure]
    if own is None or against is None:
        return None
    return own / against if goal.measure in ("at most", "of") else against / own


def goal_line(table: Table, goal: Goal) -> str:
    """A row of the table of goals."""
    least, median = (reached(table, goal, column) for column in ("least", "median"))
    row = table.row(goal.contender)
    at_most = goal.measure in ("at most", "of")
    if goal.measure == "at most":
        unit = row.unit if row else ""
        asked, figures = figure(goal.bound, unit), [x and figure(x, unit) for x in (least, median)]
    else:
        words = {"best peer": "x best peer", "limit": "of the limit", "of": f"x {goal.other}"}[goal.measure]
        asked, figures = f"{goal.bound:g} {words}", [x and f"{x:.{2 if x >= 0.1 else 5}f}" for x in (least, median)]
    met = "not measured"
    if least is not None:
        met = "met" if (least <= goal.bound if at_most else least >= goal.bound) else "**missed**"
    sign = "<=" if at_most else ">="
    cells = (table.workload, goal.contender, f"{sign} {asked}", figures[0] or "-", figures[1] or "-", met)
    return f"| {' | '.join(cells)} |"


def row_line(table: Table, row: Row) -> str:
    """A row of the table of everything."""
    if row.failed:
        return f"| {table.workload} | {row.contender} | failed: {row.failed.replace('|', '/')} | | | | |"
    ratios = []
    for column in ("least", "median"):
        peer = table.best_peer(column)
        ratios.append(f"{peer / getattr(row, column):.2f}" if peer else "")
    fraction = f"{table.limit / row.least:.2f}" if table.limit else ""
    figures = (figure(row.least, row.unit), figure(row.median, row.unit), *ratios, fraction)
    return f"| {table.workload} | {row.contender} | {' | '.join(figures)} |"


def lines(families: Iterable[Family]) -> list[str]:
    """The page."""
    families = list(families)
    tables = [table for family in families for table in family.tables]
    text = [INTRODUCTION]
    for family in families:
        others = "" if family.others is None else f", in which others kept {family.others:.2f} CPUs busy"
        where = f"{family.when}, {family.machine}, {family.versions}"
        text.append(f"- {family.name}: {where}; {family.seconds:.0f} s{others}")
    text += [
        "",
        "## Goals",
        "",
        "| workload | contender | asked | by minima | by medians | |",
        "|---|---|---|---|---|---|",
    ]
    text += [goal_line(table, goal) for table in tables for goal in table.goals]
    text += [
        "",
        "## Everything",
        "",
        "| workload | contender | least | median | best peer / it, least | median | of the limit |",
        "|---|---|---|---|---|---|---|",
    ]
    for table in tables:
        if table.limit is not None:
            limit = figure(table.limit, table.rows[0].unit if table.rows else "s")
            text.append(f"| {table.workload} | *limit: {table.limit_text}* | {limit} | | | | |")
        text += [row_line(table, row) for row in table.rows]
    return text


def text(table: Table) -> str:
    """The same for a terminal."""
    found = [f"{table.workload}" + (f"  [limit: {table.limit_text}]" if table.limit is not None else "")]
    for line in (row_line(table, row) for row in table.rows):
        _, _, name, *cells, _ = (cell.strip() for cell in line.split("|"))
        found.append(f"  {name:28}" + "".join(f"{cell:>11}" for cell in cells))
    goals = (goal_line(table, goal).split("|")[2:-1] for goal in table.goals)
    return "\n".join([*found, *(f"  goal: {' '.join(' '.join(cells).split())}" for cells in goals)]) + "\n"
