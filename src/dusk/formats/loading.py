"""`dusk.load`: files told apart by what they begin with."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from dusk.errors import FormatError
from dusk.formats import loaded
from dusk.symbol import files
from dusk.train import checkpoint

_SAFETENSORS = 8  # bytes before the header


def load(path: Any) -> Any:
    """What a file holds: a compiled function (`Compiled.save`), symbols (`Symbol.save`), or a tree of arrays
    (`train.save`, any safetensors file). FormatError: it is none of these, or damaged; OSError: it cannot be read.
    """
    with open(path, "rb") as file:
        start = file.read(64)
    if start.startswith(loaded.HEADER[:-1].encode()):
        return loaded.load(path)
    if start.startswith(files.HEADER[:-1].encode()):
        return files.load(path)
    if start[_SAFETENSORS : _SAFETENSORS + 1] == b"{":
        return checkpoint.load(path)
    known = "no compiled function, symbol or safetensors file"
    raise FormatError(f"{Path(path).name} begins with {start[:20]!r}: it is {known}")
