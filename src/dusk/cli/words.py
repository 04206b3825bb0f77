"""What commands have in common: their parsers, the words that they share, and how they say that something failed."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Mapping, Sequence
from typing import Any

Options = dict[str, dict[str, Any]]
"""What a command takes beside its arguments: name to what `argparse` is told of it."""

JSON: dict[str, Any] = {"action": "store_true", "help": "print one JSON object"}
SHAPE: dict[str, Any] = {
    "metavar": "NAME=N,...",
    "action": "append",
    "default": [],
    "help": "the shape of an input that the file does not tell, as in data=1,3,224,224; those of parameters follow",
}

MOST_SIZES, LARGEST = 32, 10**9  # of a shape


def parser_of(command: str, options: Options, **told: Any) -> argparse.ArgumentParser:
    """The parser of a command's options; `told` is what its help says, line by line as it is written."""
    parser = argparse.ArgumentParser(f"dusk {command}", formatter_class=argparse.RawDescriptionHelpFormatter, **told)
    for name, settings in options.items():
        parser.add_argument(name, **settings)
    return parser


def split_words(
    parser: argparse.ArgumentParser, words: Sequence[str], options: Mapping[str, Mapping[str, Any]]
) -> tuple[list[str], list[str]]:
    """(words for Dusk, words for the program): options stand before the program or right after it."""
    own: list[str] = []
    program: list[str] = []
    rest = list(words)
    while rest:
        name, equals, _ = rest[0].partition("=")
        if name in options or name in ("-h", "--help"):
            takes_value = "metavar" in options.get(name, {}) and not equals
            own += rest[: 1 + takes_value]
            del rest[: 1 + takes_value]
        elif program:
            break
        elif name.startswith("-"):
            parser.error(f"unknown option {name}")
        else:
            program.append(rest.pop(0))
    if rest[:1] == ["--"]:
        del rest[0]
    return [*own, "--", *program], rest


def shapes_of(given: Sequence[str]) -> dict[str, tuple[int, ...]]:
    """Inputs by name with their shapes, as `--shape` gives them (ValueError: one is none)."""
    return dict(map(_shape_of, given))


def _shape_of(text: str) -> tuple[str, tuple[int, ...]]:
    name, equals, numbers = text.partition("=")
    try:
        shape = tuple(map(int, numbers.split(","))) if numbers else ()
    except ValueError:
        shape = (0,)
    if not name or not equals or len(shape) > MOST_SIZES or not all(0 < n < LARGEST for n in shape):
        raise ValueError(f"--shape {text[:80]}: write NAME=N,N,... as in data=1,3,224,224")
    return name, shape


def failed(command: str, error: Exception, as_json: bool = False, about: str = "") -> int:
    """Say what failed, on standard error or as one JSON object; gives the exit status 1."""
    text = error.args[0] if isinstance(error, KeyError) and error.args else error
    if as_json:
        print(json.dumps({"ok": False, "error": type(error).__name__, "text": str(text)}))
    else:
        print(f"dusk {command}: {about}{text}", file=sys.stderr)
    return 1
