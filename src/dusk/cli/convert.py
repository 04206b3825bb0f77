"""`dusk convert A B`: a model from one file to another, each of the form that its name says."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from dusk.cli.words import JSON, SHAPE, Options, failed, parser_of, shapes_of
from dusk.errors import DuskError
from dusk.formats import convert as converting

OPTIONS: Options = {
    "--weights": {
        "metavar": "FILE",
        "help": "the file of arrays that belongs to A (.params, .caffemodel, safetensors)",
    },
    "--shape": SHAPE,
    "--json": JSON,
}


def main(words: Sequence[str]) -> int:
    """`dusk convert`: 0, or 1 where a file cannot be read or written."""
    epilog = "Exit status: 1 if a file cannot be read or written as asked."
    parser = parser_of("convert", OPTIONS, description=converting.__doc__, epilog=epilog)
    parser.add_argument("source", metavar="A")
    parser.add_argument("target", metavar="B")
    options = parser.parse_args(list(words))
    try:
        shapes = shapes_of(options.shape)
    except ValueError as error:
        parser.error(str(error))
    try:
        model = converting.read(options.source, options.weights, shapes)
        written = converting.write(model, options.target)
    except (DuskError, OSError, ValueError, TypeError, KeyError) as error:
        return failed("convert", error, options.json, f"{Path(options.source).name} to {Path(options.target).name}: ")
    if options.json:
        print(json.dumps({"ok": True, "written": list(map(str, written)), **facts(model)}))
    else:
        for path in written:
            print(f"{path}: {path.stat().st_size:,} bytes")
    return 0


def facts(model: converting.Model) -> dict[str, Any]:
    """What is known of a model."""
    found: dict[str, Any] = {"name": model.name, "arrays": len(model.arrays), "inputs": model.inputs}
    if model.symbol is not None:
        found |= {"digest": model.symbol.digest, "outputs": model.symbol.list_outputs()}
    return found
