"""The command `dusk`: one table of its subcommands, each a module that is imported when it is called.

A module has `main(words)`, which gives the exit status, and `OPTIONS`, what it takes beside its arguments: name to what
`argparse` is told of it (see `words`).
"""

from __future__ import annotations

import importlib
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Command:
    """A subcommand: its name, module, arguments as they are written, what it does, and what its arguments are ("file",
    or the words to choose from), for completion."""

    name: str
    module: str
    arguments: str
    does: str
    takes: str | tuple[str, ...] = "file"

    def load(self) -> Any:
        """The module."""
        return importlib.import_module(self.module)


COMMANDS = (
    Command(
        "run",
        "dusk.cli.running",
        "PROG.py [--compare | --report | --trace FILE] [arguments...]",
        "run a NumPy program as it is",
    ),
    Command("explain", "dusk.cli.explain", "FILE | PROG.py [arguments...]", "show what becomes of a program or graph"),
    Command("convert", "dusk.cli.convert", "A B [--weights FILE] [--shape NAME=N,...]", "a model in another form"),
    Command("train", "dusk.cli.train", "SOLVER.prototxt | NET.conf [NAME=VALUE...]", "train what a file says"),
    Command("launch", "dusk.cli.launch", "-n N -s SERVERS PROG.py [arguments...]", "train in several processes"),
    Command("doctor", "dusk.cli.doctor", "", "check what works on this machine", ()),
    Command(
        "completion",
        "dusk.cli.completion",
        "bash | zsh | fish",
        "print what completes these words in a shell",
        ("bash", "zsh", "fish"),
    ),
)


def usage() -> str:
    """The subcommands, a line each."""
    rows = [(f"dusk {c.name} {c.arguments}".strip(), c.does) for c in COMMANDS]
    rows.append(("dusk --version", "print the version"))
    width = max(len(how) for how, _ in rows)
    lines = [f"{'usage: ' if not n else '       '}{how:<{width}}  {does}" for n, (how, does) in enumerate(rows)]
    return "\n".join([*lines, "\ndusk COMMAND --help tells what a command takes."])


def main(argv: Sequence[str] | None = None) -> int:
    """The command `dusk`; `argv` without the command's own name. Returns the exit status."""
    words = list(sys.argv[1:] if argv is None else argv)
    if words[:1] == ["--version"]:
        print(f"dusk {sys.modules['dusk'].__version__}")  # importlib.metadata would cost every run 15 ms
        return 0
    command = next((c for c in COMMANDS if words[:1] == [c.name]), None)
    if command is None:
        print(usage(), file=sys.stderr)
        return 0 if words[:1] in (["-h"], ["--help"]) else 2
    return command.load().main(words[1:])
