"""`dusk run PROG.py [--compare | --report | --trace FILE]`."""

from __future__ import annotations

import argparse
import importlib.util
import json
import os
import sys
from collections.abc import Sequence
from typing import Any

from dusk.cli.compare import Side, Tolerance, compare, run_side
from dusk.cli.run import replace_numpy, run_program
from dusk.cli.table import as_json, show
from dusk.cli.words import JSON, Options, parser_of, split_words
from dusk.files import write_atomically

USAGE = "dusk run [options] PROG.py [options] [arguments of the program...]"

DESCRIPTION = """\
Run an unmodified NumPy program with dusk.numpy in NumPy's place: the program and its own modules see it where they
import numpy; installed packages keep NumPy itself. Options stand before PROG or right after it; the first other word,
or --, begins the program's own arguments.
"""

EPILOG = """\
With --compare the program runs under NumPy and under Dusk, each in its own process (standard input is empty), and the
arrays and numbers left in its variables and printed are compared: integers, booleans and words exactly, floats to
--rtol. Exit status: 0 equal, 1 different, 2 the program fails under NumPy or leaves and prints nothing to compare.

With --report the program runs once, and what it did is told on standard error: for each line the functions that ran,
natively, as NumPy's own code on Dusk's functions, or in NumPy, whether gradients flow through them, how often, and what
it cost; then the five changes that would matter most. The exit status is the program's.

With --trace FILE.json the program runs once, and what ran when is written there, for chrome://tracing or
ui.perfetto.dev: its programs, and tasks of the engine, by device and thread. A FILE.svg is a drawing of the same.
"""


OPTIONS: Options = {
    "--compare": {"action": "store_true", "help": "run it under NumPy too, and compare"},
    "--report": {"action": "store_true", "help": "say what each line ran as and cost, and what to change"},
    "--trace": {"metavar": "FILE", "help": "write down what ran when, as a Chrome trace or a drawing (.svg)"},
    "--json": {**JSON, "help": "print one JSON object (with --compare: not the program's output)"},
    "--repeat": {"type": int, "default": 1, "metavar": "N", "help": "with --compare: N runs of each, in turn"},
    "--rtol": {"type": float, "metavar": "R", "help": "relative tolerance (default: 1e-10; 1e-5 for float32)"},
    "--atol": {"type": float, "default": 0.0, "metavar": "A", "help": "absolute tolerance (default: 0)"},
    "--ignore": {"action": "append", "default": [], "metavar": "NAME", "help": "a variable that is not compared"},
    "--ignore-line": {"metavar": "REGEX", "help": "printed lines that are not compared"},
    "--module": {"default": "dusk.numpy", "metavar": "MODULE", "help": "what stands in NumPy's place (dusk.numpy)"},
}


def main(words: Sequence[str]) -> int:
    """`dusk run`: run the program here, or both ways for `--compare`."""
    parser = parser_of("run", OPTIONS, usage=USAGE, description=DESCRIPTION, epilog=EPILOG)
    parser.add_argument("program", metavar="PROG.py", help=argparse.SUPPRESS)
    own, program_words = split_words(parser, words, OPTIONS)
    options = parser.parse_args(own)
    program: str = options.program
    if not os.path.isfile(program):
        parser.error(f"no such program: {program}")
    if importlib.util.find_spec(options.module) is None:
        parser.error(f"no such module: {options.module}")
    if options.compare:
        return compare_command(options, program_words)
    replace_numpy(options.module)
    if options.trace:
        return trace_command(options.trace, program, program_words)
    if options.report:
        return report_command(options, program_words)
    return run_program(program, program_words)[1]


def report_command(options: argparse.Namespace, arguments: list[str]) -> int:
    """`dusk run --report`: the program's exit status; the report is on standard error."""
    reporting: Any = importlib.import_module("dusk.cli.report")  # which imports all of Dusk
    _, found, status = reporting.watched(options.program, arguments)
    if options.json:
        print(json.dumps(found.as_json()), file=sys.stderr)
    else:
        reporting.show(found, sys.stderr)
    return status


def trace_command(path: str, program: str, arguments: list[str]) -> int:
    """`dusk run --trace`: the program's exit status, or 2 where the trace cannot be written."""
    timelines: Any = importlib.import_module("dusk.reports.timelines")  # which imports all of Dusk
    with timelines.timeline() as seen:
        status = run_program(program, arguments)[1]
    sys.stdout.flush()
    try:
        if path.endswith(".svg"):
            write_atomically(path, [timelines.timeline_svg(seen).encode()])
        else:
            seen.save(path)
    except OSError as error:
        return failed(program, f"ran, but its trace was {error}")
    return status


def compare_command(options: argparse.Namespace, arguments: list[str]) -> int:
    """`dusk run --compare`."""
    tolerance = Tolerance(options.rtol, options.atol)
    numpy_runs: list[Side] = []
    dusk_runs: list[Side] = []
    verdict = None
    for _ in range(max(options.repeat, 1)):
        numpy_runs.append(run_side("numpy", options.program, arguments))
        if not numpy_runs[-1].finished:
            return failed(options.program, f"fails under NumPy (exit status {numpy_runs[-1].status})")
        dusk_runs.append(run_side(options.module, options.program, arguments))
        verdict = compare(numpy_runs[-1], dusk_runs[-1], tolerance, set(options.ignore), options.ignore_line)
        if not verdict.comparable:
            return failed(options.program, "leaves and prints nothing that can be compared")
        if not verdict.equal:
            break
    assert verdict is not None
    numpy, dusk = (min(runs, key=lambda side: side.seconds) for runs in (numpy_runs, dusk_runs))
    if options.json:
        print(as_json(options.program, numpy, dusk, verdict))
    else:
        print(dusk_runs[-1].text, end="", flush=True)
        show(options.program, numpy, dusk, verdict)
    return 0 if verdict.equal else 1


def failed(program: str, what: str) -> int:
    print(f"dusk run: {program} {what}", file=sys.stderr)
    return 2
