"""The command line: `dusk run`, `dusk explain`, `dusk doctor`, `dusk completion`."""

from dusk.cli.command import main

__all__ = ["main"]
