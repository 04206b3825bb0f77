"""The command line: `dusk run PROG.py [--compare]`."""

from dusk.cli.command import main

__all__ = ["main"]
