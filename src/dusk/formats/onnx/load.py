"""Models of ONNX files, loaded."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from dusk.errors import FormatError
from dusk.formats.onnx import table as table
from dusk.formats.onnx.model import Model
from dusk.formats.onnx.read import Reader
from dusk.formats.onnx.schema import MODEL
from dusk.formats.protobuf import decode

_MOST_BYTES = (1 << 31) - 1  # of a protocol buffer


def loads(data: bytes | memoryview, folder: Any = None, name: str = "ONNX model") -> Model:
    """The model of a file's bytes; external data of it is looked for in the folder."""
    where = None if folder is None else Path(folder)
    try:
        return Model(Reader(where).contents(decode(MODEL, data, name)))
    except FormatError as error:
        raise error if str(error).startswith(name) else FormatError(f"{name}: {error}") from error
    except (ValueError, TypeError, KeyError, IndexError, OverflowError, RecursionError) as error:
        raise FormatError(f"{name}: {error}") from error


def load(path: Any) -> Model:
    """The model of a file, as a module: `model(*inputs)`; its parameters are the initializers of floats.

    Opsets 1 to 28. FormatError: the file is damaged, or has what no row of the table reads; its external data may only
    lie in the file's own folder.

    >>> import tempfile, dusk, dusk.numpy as np
    >>> from dusk.formats import onnx
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     onnx.save(lambda x: np.tanh(x) * 2, f"{folder}/model.onnx", np.zeros(3))
    ...     model = onnx.load(f"{folder}/model.onnx")
    >>> model.inputs, model(np.array([0.0, 1.0, -1.0]))
    (('x',), array([ 0.        ,  1.52318831, -1.52318831]))
    """
    source = Path(path)
    if source.stat().st_size > _MOST_BYTES:
        raise FormatError(f"{path} has {source.stat().st_size} bytes: more than a protocol buffer may have")
    return loads(source.read_bytes(), source.parent, str(path))
