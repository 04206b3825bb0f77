"""Runs random programs under Dusk, compares what they see with NumPy, and makes what differs small.

    python tests/surface_programs.py 10000 --first 0 --tier native

prints how many agreed, what ran natively, and each difference as the shortest program that shows it.
"""

from __future__ import annotations

import argparse
import itertools
import sys
import time
import traceback
import warnings
from collections import Counter
from dataclasses import replace
from typing import Any

import numpy as np

import dusk
import dusk.numpy as dnp
import surface_functions  # noqa: F401 - adds its statements
import surface_mixed  # noqa: F401 - adds its statements
import surface_statements
import surface_writes  # noqa: F401 - adds its statements
from dusk.compiler.table import totals
from dusk.graph import op as registry
from surface_writer import ROUNDS, Program, Seen, Writer, apart, close


def write(seed: int, length: int = 24) -> Program:
    """The program of a seed; three of five seeds write through views."""
    kinds = surface_statements.KINDS + (surface_statements.WRITES if seed % 5 < 3 else [])
    return Writer(seed, kinds).write(length)


class Stop(Exception):  # noqa: N818
    """The first difference was met."""


def difference(program: Program, function: Any = None) -> str | None:
    """The first difference between Dusk's and NumPy's results of a program, in words."""
    scope: dict[str, Any] = {"apart": apart}
    if function is None:
        exec(compile(program.source, f"<program {program.seed}>", "exec"), scope)
        function = scope["program"]
    for round_ in range(ROUNDS):
        expected = iter(zip(program.seen[round_], program.names, strict=True))
        found: list[str] = []

        def see(value: Any, round_: int = round_, expected: Any = expected, found: list[str] = found) -> None:
            seen, name = next(expected)
            if value is not None and not isinstance(value, Exception):
                scalar = isinstance(value, np.generic)
                value = (np.array(value), scalar)
            if not close(value, seen):
                found.append(f"round {round_}, {name}: {shown(value)}\nfor {shown(seen)}")
                raise Stop

        try:
            with np.errstate(all="ignore"), warnings.catch_warnings():
                warnings.simplefilter("ignore")
                function(dnp, np, see, *map(dnp.array, program.inputs[round_]))
        except Stop:
            return found[0]
        except Exception as error:
            if found:
                return found[0]
            return f"round {round_}: {type(error).__name__}: {error}\n{traceback.format_exc(limit=-3)}"
    return None


def shown(value: Any) -> str:
    if isinstance(value, Seen):
        v = value.value
        extra = f" ± {value.tolerance:.3g}" if value.tolerance else ""
        return f"{v!r}{extra}" if not isinstance(v, np.ndarray) else f"{v!r} {v.dtype}{v.shape}{extra}"
    if isinstance(value, tuple):
        return f"{value[0]!r} {value[0].dtype}{value[0].shape}{' (scalar)' if value[1] else ''}"
    return repr(value)


def again(program: Program, lines: list[str]) -> Program | None:
    """The program of some of the lines, with what NumPy sees in it (None: it is none)."""
    tolerances = {name: seen.tolerance for name, seen in zip(program.names, program.seen[0], strict=True)}
    shorter = replace(program, lines=lines, seen=[], names=[])
    scope: dict[str, Any] = {"apart": apart}
    source = shorter.source
    exec(compile(source, "<shorter>", "exec"), scope)
    looks = [line[4:-1] if line.startswith("see(") else "error" for line in lines if "see(" in line]
    for row in program.inputs:
        seen: list[Seen] = []

        def see(value: Any, seen: list[Seen] = seen) -> None:
            name = looks[len(seen)]
            if isinstance(value, NameError):
                raise value
            copied = value.copy() if isinstance(value, np.ndarray) else value
            seen.append(Seen(copied, tolerances.get(name, 0.0)))

        try:
            with np.errstate(all="ignore"), warnings.catch_warnings():
                warnings.simplefilter("ignore")
                scope["program"](np, np, see, *map(np.array, row))
        except Exception:
            return None
        shorter.seen.append(seen)
    shorter.names = looks
    return shorter


def shrink(program: Program) -> Program:
    """The same difference in fewer lines."""
    for inputs in [[row] * ROUNDS for row in program.inputs[:1]]:
        same = again(replace(program, inputs=inputs), program.lines)
        if same is not None and difference(same) is not None:
            program = same
    step = max(1, len(program.lines) // 2)
    while step:
        at = len(program.lines)
        while at > 0:
            lines = program.lines[: max(0, at - step)] + program.lines[at:]
            shorter = again(program, lines)
            if shorter is not None and difference(shorter) is not None:
                program = shorter
            at -= step
        step //= 2
    return program


def run(seeds: range, tier: str, most: int = 3, compiled: bool = False) -> tuple[Counter[str], list[str]]:
    """Programs of seeds on a tier, or as compiled functions: what was counted, and the differences, made small."""
    counts: Counter[str] = Counter()
    different: list[str] = []
    bodies = Counter(totals.bodies)
    with dusk.config.using(tier=tier):
        for seed in seeds:
            program = write(seed)
            counts.update(programs=1, writing=program.writes, statements=len(program.lines))
            found = compiled_difference(program) if compiled else difference(program)
            if found is None:
                continue
            small = program if compiled else shrink(program)
            types = ", ".join(f"x{i} {x.dtype}{list(x.shape)}" for i, x in enumerate(small.inputs[0]))
            shown = found if compiled else difference(small) or f"{found}\n(not when it runs again)"
            different.append(f"--- seed {seed}: {types}\n{small.source}{shown}")
            if len(different) == most:
                break
    names = {name for name in totals.bodies - bodies if registry.get(name).lower is not None}
    counts["different"] = len(different)
    counts.update({f"body of {name}": 1 for name in names})
    return counts, different


def compiled_difference(program: Program) -> str | None:
    """As `difference`, of the program compiled as a function of its inputs that gives what it would look at."""
    lines = [f"out.append({line[4:-1]})" if line.startswith("see(") else line for line in program.lines]
    if any("see(" in line or "numpy." in line for line in lines):
        return None  # exceptions met, and memory shown to NumPy, are no results of a function
    whole = replace(program, lines=["out = []", *lines, "return out"])
    scope: dict[str, Any] = {"apart": apart}
    exec(compile(whole.source, f"<compiled {program.seed}>", "exec"), scope)
    given = scope["program"]
    function = dusk.compile(lambda *arrays: given(dnp, np, None, *arrays))
    names = [line[4:-1] for line in program.lines if line.startswith("see(")]
    looks = itertools.takewhile(lambda line: line.startswith("see("), reversed(program.lines))
    first = len(names) - len(list(looks))  # of those at the end: what was seen before, the program may write later
    for round_ in (0, *range(ROUNDS)):
        try:
            with np.errstate(all="ignore"), warnings.catch_warnings():
                warnings.simplefilter("ignore")
                found = function(*map(dnp.array, program.inputs[round_]))
        except Exception as error:
            return f"round {round_}: {type(error).__name__}: {error}\n{traceback.format_exc(limit=-3)}"
        for name, value, seen in [*zip(names, found, program.seen[round_], strict=True)][first:]:
            if not close((np.array(value), isinstance(value, np.generic)), seen):
                return f"round {round_}, {name}: {shown((np.array(value), False))}\nfor {shown(seen)}"
    return None


def arguments(description: str | None) -> argparse.ArgumentParser:
    """What asks for programs of seeds on the command line."""
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("count", type=int)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--tier", default="native")
    parser.add_argument("--most", type=int, default=10, help="differences shown")
    return parser


def main() -> int:
    parser = arguments(__doc__)
    parser.add_argument("--width", type=int, default=2000, help="characters shown of each")
    parser.add_argument("--compiled", action="store_true", help="as compiled functions")
    options = parser.parse_args()
    start, before = time.perf_counter(), dusk.stats()
    seeds = range(options.first, options.first + options.count)
    counts, different = run(seeds, options.tier, options.most, options.compiled)
    for text in different:
        print(text[: options.width], end="\n\n")
    after = dusk.stats()
    added = {k: after[k] - before[k] for k in after if isinstance(after[k], int) and after[k] != before[k]}
    print(f"{options.tier}: {dict(counts)}; {time.perf_counter() - start:.1f} s; {added}")
    return counts["different"] > 0


if __name__ == "__main__":
    sys.exit(main())
