"""Models as ONNX files: `load` gives a module, `save` writes one."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from dusk.formats.onnx import table as table
from dusk.formats.onnx.model import Model
from dusk.formats.onnx.read import Reader

__all__ = ["Model", "load", "loads"]


def loads(data: bytes, folder: Any = None) -> Model:
    """The model of a file's bytes; external data of it is looked for in the folder."""
    import onnx

    return Model(Reader(None if folder is None else Path(folder)).contents(onnx.ModelProto.FromString(data)))


def load(path: Any) -> Model:
    """The model of a file."""
    return loads(Path(path).read_bytes(), Path(path).parent)
