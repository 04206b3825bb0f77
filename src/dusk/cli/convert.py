"""`dusk convert A B`: a model from one file to another, each of the form that its name says."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from dusk.errors import DuskError
from dusk.formats import convert as converting

OPTIONS: dict[str, dict[str, Any]] = {
    "--weights": {
        "metavar": "FILE",
        "help": "the file of arrays that belongs to A (.params, .caffemodel, safetensors)",
    },
    "--shape": {
        "metavar": "NAME=N,...",
        "action": "append",
        "default": [],
        "help": "the shape of an input that A does not tell, as in data=1,3,224,224",
    },
    "--json": {"action": "store_true", "help": "print one JSON object"},
}


def main(words: Sequence[str]) -> int:
    """`dusk convert`: 0, or 1 where a file cannot be read or written."""
    parser = argparse.ArgumentParser(
        prog="dusk convert",
        description=converting.__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        epilog="Exit status: 1 if a file cannot be read or written as asked.",
    )
    parser.add_argument("source", metavar="A")
    parser.add_argument("target", metavar="B")
    for name, settings in OPTIONS.items():
        parser.add_argument(name, **settings)
    options = parser.parse_args(list(words))
    try:
        shapes = dict(map(shape_of, options.shape))
    except ValueError as error:
        parser.error(str(error))
    try:
        model = converting.read(options.source, options.weights, shapes)
        written = converting.write(model, options.target)
    except (DuskError, OSError, ValueError, TypeError, KeyError) as error:
        return failed(options, error)
    if options.json:
        print(json.dumps({"ok": True, "written": list(map(str, written)), **facts(model)}))
    else:
        for path in written:
            print(f"{path}: {path.stat().st_size:,} bytes")
    return 0


def shape_of(text: str) -> tuple[str, tuple[int, ...]]:
    """An input's name and shape (ValueError)."""
    name, equals, numbers = text.partition("=")
    try:
        shape = tuple(int(n) for n in numbers.split(",")) if numbers else ()
    except ValueError:
        shape = (0,)
    if not equals or not name or any(n < 1 for n in shape):
        raise ValueError(f"--shape {text}: write NAME=N,N,... as in data=1,3,224,224")
    return name, shape


def facts(model: converting.Model) -> dict[str, Any]:
    """What is known of a model."""
    found: dict[str, Any] = {"name": model.name, "arrays": len(model.arrays), "inputs": model.inputs}
    if model.symbol is not None:
        found |= {"digest": model.symbol.digest, "outputs": model.symbol.list_outputs()}
    return found


def failed(options: argparse.Namespace, error: Exception) -> int:
    """Say why, and give the exit status."""
    text = error.args[0] if isinstance(error, KeyError) and error.args else error
    if options.json:
        print(json.dumps({"ok": False, "error": type(error).__name__, "text": str(text)}))
    else:
        print(f"dusk convert: {Path(options.source).name} to {Path(options.target).name}: {text}", file=sys.stderr)
    return 1
