"""The command line: `dusk run PROG.py [--compare | --report]`."""

from dusk.cli.command import main

__all__ = ["main"]
