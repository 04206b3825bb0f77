"""`dusk explain FILE | PROG.py [--html PAGE | --json]`: what became of a program, or would of a graph."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from dusk.cli.report import watched
from dusk.cli.run import replace_numpy
from dusk.cli.words import JSON, SHAPE, Options, failed, parser_of, shapes_of, split_words
from dusk.errors import DuskError, FormatError
from dusk.files import write_atomically
from dusk.formats import convert as converting
from dusk.formats import load
from dusk.graph import parse
from dusk.reports.document import page
from dusk.reports.explanation import Explanation, of_run, view
from dusk.reports.subject import graph_of
from dusk.symbol.outputs import Outputs

MOST_BYTES = 1 << 26  # of a file with a graph
MOST_NODES = 5_000
SHOWN = 12  # lines that are told in words

OPTIONS: Options = {
    "--html": {"metavar": "PAGE", "help": "write it all into one page, which needs nothing else"},
    "--json": {**JSON, "help": "print one JSON object (of a program: on standard error)"},
    "--shape": SHAPE,
}

USAGE = "dusk explain [options] FILE | PROG.py [options] [arguments of the program...]"
DESCRIPTION = """\
Run a program with dusk.numpy in NumPy's place, or read a graph or a model from a file, and tell what became of it: the
graphs, what every pass changed and by which rule on whose line, the kernels with their source and what bounds them, the
memory, and what ran where. Without --html or --json the most important is told in words. A program's exit status is
its own; of a file it is 0, or 2 if it cannot be read.
"""


def main(words: Sequence[str]) -> int:
    """`dusk explain`; the exit status."""
    parser = parser_of("explain", OPTIONS, usage=USAGE, description=DESCRIPTION)
    parser.add_argument("subject", metavar="FILE|PROG.py", help=argparse.SUPPRESS)
    own, arguments = split_words(parser, words, OPTIONS)
    options = parser.parse_args(own)
    subject: str = options.subject
    if not os.path.isfile(subject):
        parser.error(f"no such program or file: {subject}")
    status, into = 0, sys.stdout
    if subject.endswith(".py"):
        found, status = of_program(subject, arguments)
        into = sys.stderr
    else:
        try:
            found = of_file(Path(subject), shapes_of(options.shape))
        except (DuskError, ValueError, OverflowError) as error:
            failed("explain", error)
            return 2
    if options.html:
        try:
            write_atomically(options.html, [page(found).encode()])
        except OSError as error:
            failed("explain", error)
            return status or 2
    if options.json:
        print(json.dumps(found.as_json()), file=into)
    elif not options.html:
        print(told(found), file=into)
    return status


def of_program(program: str, arguments: list[str]) -> tuple[Explanation, int]:
    """Run a program, watched; what it did, and its exit status."""
    replace_numpy("dusk.numpy")
    watch, reported, status = watched(program, arguments)
    found = of_run(os.path.basename(program), watch.entries.values(), reported.rows, watch.seconds)
    found.changes += [f"{change.told} {change.do}" for change in reported.changes]
    return found, status


def of_file(path: Path, shapes: Mapping[str, tuple[int, ...]]) -> Explanation:
    """The graph of a file: a graph's text, a compiled function that was saved, symbols, of which `shapes` are given, or
    a model in the form of another system, by its name (`formats.convert`).

    FormatError: it is none of these. ValueError: shapes are missing.
    """
    size = path.stat().st_size
    if size > MOST_BYTES:
        raise FormatError(f"{path} has {size:,} bytes: more than a file with a graph may have")
    with open(path, "rb") as file:
        start = file.read(64)
    if start.lstrip().startswith(b"graph"):
        graph: Any = parse(path.read_bytes().decode("utf-8", "replace"))
    elif path.suffix.lower() in converting.FORMS:
        model = converting.read(path, shapes=shapes)
        module, examples = model.module(), model.examples()
        module(*examples)  # which makes its parameters
        graph = graph_of(module, *examples)
    else:
        found: Any = load(path)
        if isinstance(found, Mapping):
            raise FormatError(f"{path} holds arrays and no graph: dusk.load reads them")
        graph = graph_of(found, shapes) if isinstance(found, Outputs) else graph_of(found)
    if len(graph.nodes) > MOST_NODES:
        raise FormatError(f"{path} has a graph of {len(graph.nodes):,} nodes: at most {MOST_NODES:,} are explained")
    return Explanation(path.name, [view(path.name, graph)])


def told(found: Explanation) -> str:
    """The most important, in words."""
    lines = [f"{found.subject}: {len(found.programs)} programs" + (f", {found.seconds:.3f} s" if found.seconds else "")]
    for number, shown in enumerate(found.programs, 1):
        ran = f", ran {shown.runs:,} times, {shown.seconds:.4f} s" if shown.runs else ""
        nodes = f"{len(shown.graph.nodes)} nodes recorded, {len(shown.optimised.nodes)} after passes"
        lines += ["", f"{number}. {shown.name}: {nodes}{ran}"]
        for p in shown.passes:
            rules = dict.fromkeys(str(rule) for rule in p.fired)
            lines += [f"   pass {p.number}, {p.name}: {rule}" for rule in rules]
        if shown.plan is None:
            lines.append(f"   no kernels: {shown.why}")
            continue
        for step in shown.plan.steps:
            made = f"{step.flops:,.0f} operations, {step.nbytes:,.0f} bytes"
            lines.append(f"   step {step.number}: {step.kind} {{{', '.join(step.ops)}}}: {made}")
        lines.append(f"   {shown.plan.program.report.peak:,} bytes at most")
    for row in found.rows[:SHOWN]:
        lines.append(f"{row.where}: {row.function}, {row.runs}, {row.count:,} times")
    lines += [f"{n}. {change}" for n, change in enumerate(found.changes, 1)]
    lines += ["", *found.notes] if found.notes else []
    return "\n".join([*lines, "", "With --html PAGE all of it is written into a page."])
