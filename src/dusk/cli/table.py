"""The outcome of `dusk run --compare`, as a table for people and as JSON for programs."""

from __future__ import annotations

import json

from dusk.cli.compare import Side, Verdict

SHOWN = 10


def show(program: str, numpy: Side, dusk: Side, verdict: Verdict) -> None:
    """Print the table on the terminal: what was compared, both times, the first differences."""
    from rich.console import Console
    from rich.markup import escape
    from rich.table import Table

    table = Table(title=f"{escape(program)}: {'equal' if verdict.equal else 'DIFFERENT'}", title_justify="left")
    for heading in ("arrays", "numbers", "printed numbers", "largest error", "NumPy", "Dusk", "NumPy / Dusk"):
        table.add_column(heading, justify="right")
    table.add_row(
        *map(str, (verdict.arrays, verdict.numbers, verdict.printed_numbers)),
        f"{verdict.largest_error:.1e}",
        f"{numpy.seconds:.3f} s",
        f"{dusk.seconds:.3f} s",
        f"{ratio(numpy, dusk):.2f}x",
    )
    console = Console()
    console.print(table)
    for difference in verdict.differences[:SHOWN]:
        console.print(
            f"{difference.where}: NumPy {difference.numpy}, Dusk {difference.dusk}", markup=False, soft_wrap=True
        )
    if dusk.stabilised:
        console.print("Rewritten for numerical stability: " + "; ".join(dusk.stabilised), markup=False, soft_wrap=True)
    if len(verdict.differences) > SHOWN:
        console.print(f"and {len(verdict.differences) - SHOWN} more")


def as_json(program: str, numpy: Side, dusk: Side, verdict: Verdict) -> str:
    """One JSON object: `equal`, counts, seconds, `speedup`, differences, `dusk.stats()`, stability rewrites."""
    return json.dumps(
        {
            "program": program,
            "equal": verdict.equal,
            "arrays": verdict.arrays,
            "numbers": verdict.numbers,
            "printed_numbers": verdict.printed_numbers,
            "largest_error": verdict.largest_error,
            "numpy": {"seconds": numpy.seconds, "cpu_seconds": numpy.cpu_seconds},
            "dusk": {"seconds": dusk.seconds, "cpu_seconds": dusk.cpu_seconds},
            "speedup": ratio(numpy, dusk),
            "differences": [[d.where, d.numpy, d.dusk] for d in verdict.differences],
            "stats": dusk.stats,
            "stabilised": dusk.stabilised,
        }
    )


def ratio(numpy: Side, dusk: Side) -> float:
    return numpy.seconds / dusk.seconds if dusk.seconds else float("nan")
