"""The command line `dusk`: see `command` for its subcommands."""

from dusk.cli.command import main

__all__ = ["main"]
