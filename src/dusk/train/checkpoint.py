"""Checkpoints: a tree of arrays and plain values in one safetensors file, and folders of the newest few.

The file is an ordinary one of that format, which holds no code. Arrays bear the keys that lead to them, joined by "/"
(in keys "/" is "~1" and "~" is "~0"); all else is JSON in the metadata, beside a checksum of everything.
"""

from __future__ import annotations

import json
import re
import warnings
import zlib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, cast

import numpy as np

from dusk.errors import FormatError
from dusk.files import UNFINISHED, write_atomically
from dusk.numpy import array as dusk_array
from dusk.train.lock import Lock

__all__ = ["Checkpoints", "load", "save"]

_VERSION = "1"
_CODES = {
    "bool": "BOOL", "int8": "I8", "uint8": "U8", "int16": "I16", "uint16": "U16", "int32": "I32", "uint32": "U32",
    "int64": "I64", "uint64": "U64", "float16": "F16", "bfloat16": "BF16", "float32": "F32", "float64": "F64",
    "complex64": "C64",
}  # fmt: skip
"""Dtypes by what the format calls them; others are kept as bytes, with their names in the metadata."""
_ALIGNMENT = 64


def save(path: Any, state: Mapping[str, Any]) -> None:
    """Write a tree (dicts with strings as keys, lists and tuples) of arrays, numbers, strings and None to one file.

    What a reader or a crash finds is the old file or the new one, whole. Arrays may be Dusk's or NumPy's, of any shape
    and numeric dtype; tuples come back as lists. TypeError: something else, named by its place in the tree; ValueError:
    another key. OSError: it could not be written (a full disk); the file that was there before is untouched.

    >>> import os, tempfile
    >>> import dusk.numpy as np
    >>> from dusk import train
    >>> path = os.path.join(tempfile.mkdtemp(), "model.safetensors")
    >>> train.save(path, {"model": {"weight": np.ones(2)}, "epoch": 3})
    >>> train.load(path)
    {'model': {'weight': array([1., 1.])}, 'epoch': 3}
    """
    arrays: dict[str, np.ndarray[Any, Any]] = {}
    plain = json.dumps(_split(state, (), arrays))
    as_bytes = {name: array.dtype.name for name, array in arrays.items() if array.dtype.name not in _CODES}
    for name in as_bytes:
        array = arrays[name]
        arrays[name] = array.reshape(*array.shape, 1).view(np.uint8)
    metadata = {"dusk": _VERSION, "plain": plain, "bytes": json.dumps(as_bytes)}
    metadata["crc32"] = str(_checksum(metadata, arrays))
    write_atomically(path, _parts(arrays, metadata))


def load(path: Any) -> dict[str, Any]:
    """The tree that `save` wrote, its arrays as Dusk's; of another's safetensors file a flat dict of its arrays.

    FormatError: the file is damaged, or not of this format; OSError: it cannot be read.
    """
    from safetensors import SafetensorError, safe_open

    with open(path, "rb"):
        pass  # the library has messages of its own for what is not there
    try:
        with cast("Any", safe_open(path, "np")) as file:
            metadata = cast("dict[str, str]", file.metadata() or {})
            arrays = {str(name): cast("np.ndarray[Any, Any]", file.get_tensor(name)) for name in file.keys()}  # noqa: SIM118
    except (SafetensorError, AttributeError, TypeError, ValueError, OverflowError, MemoryError) as error:
        raise FormatError(f"{path} is no readable safetensors file: {error}") from error
    if "dusk" not in metadata:
        return {name: dusk_array(array) for name, array in arrays.items()}
    if metadata["dusk"] != _VERSION:
        raise FormatError(f"{path} is of version {metadata['dusk'][:20]!r}; this is version {_VERSION}")
    try:
        if int(metadata.pop("crc32")) != _checksum(metadata, arrays):
            raise FormatError(f"{path} is damaged: its checksum is not that of what it holds")
        for name, kind in json.loads(metadata["bytes"]).items():
            arrays[name] = arrays[name].view(np.dtype(kind))[..., 0]
        return _joined(json.loads(metadata["plain"]), arrays)
    except (LookupError, ValueError, TypeError, AttributeError, RecursionError) as error:
        raise FormatError(f"{path} is damaged: {type(error).__name__}: {error}") from error


def _split(value: Any, where: tuple[str, ...], arrays: dict[str, np.ndarray[Any, Any]]) -> Any:
    """What of a tree is plain; its arrays are put into `arrays`, with null in their place."""
    if isinstance(value, Mapping):
        kept = cast("Mapping[Any, Any]", value)
        for key in kept:
            if not isinstance(key, str):
                raise ValueError(f"{_place(where)} has the key {key!r}: keys in checkpoints are strings")
        return {key: _split(below, (*where, key), arrays) for key, below in kept.items()}
    if isinstance(value, list | tuple):
        return [_split(below, (*where, str(i)), arrays) for i, below in enumerate(cast("Sequence[Any]", value))]
    if value is None or isinstance(value, bool):
        return value
    for kind in (int, float, str):  # of subclasses only what is of these, as of NumPy's float64
        if isinstance(value, kind):
            return kind(value)
    if not hasattr(value, "dtype"):
        raise TypeError(f"{_place(where)} is of {type(value).__name__}: checkpoints hold arrays and plain values")
    array = np.asarray(value)
    if array.dtype.kind not in "biufcV" or array.dtype.names:
        raise TypeError(f"{_place(where)} is an array of {array.dtype}: checkpoints hold numbers")
    array = array.astype(array.dtype.newbyteorder("<"), copy=False)
    arrays["/".join(map(_escaped, where))] = np.ascontiguousarray(array).reshape(array.shape)
    return None


def _joined(plain: dict[str, Any], arrays: Mapping[str, np.ndarray[Any, Any]]) -> dict[str, Any]:
    """The tree with its arrays where they belong."""
    for name, array in arrays.items():
        place: Any = plain
        *path, last = [part.replace("~1", "/").replace("~0", "~") for part in name.split("/")]
        for key in path:
            place = place[int(key) if isinstance(place, list) else key]
        place[int(last) if isinstance(place, list) else last] = dusk_array(array)
    return plain


def _escaped(key: str) -> str:
    """A key as a part of a name (RFC 6901)."""
    return key.replace("~", "~0").replace("/", "~1")


def _place(where: tuple[str, ...]) -> str:
    return "/".join(where) or "the state"


def _checksum(metadata: Mapping[str, str], arrays: Mapping[str, np.ndarray[Any, Any]]) -> int:
    found = zlib.crc32(json.dumps(metadata, sort_keys=True).encode())
    for name, array in sorted(arrays.items()):
        found = zlib.crc32(f"{name} {array.dtype.name} {array.shape}".encode(), found)
        found = zlib.crc32(_bytes(array), found)
    return found


def _bytes(array: np.ndarray[Any, Any]) -> Any:
    return array.reshape(-1).view(np.uint8).data


def _parts(arrays: Mapping[str, np.ndarray[Any, Any]], metadata: Mapping[str, str]) -> Iterator[Any]:
    """The bytes of a file: the length of the header, the header, the arrays, those with larger elements first."""
    header: dict[str, Any] = {"__metadata__": metadata}
    order = sorted(arrays, key=lambda name: (-arrays[name].itemsize, name))
    start = 0
    for name in order:
        array = arrays[name]
        end = start + array.nbytes
        header[name] = {"dtype": _CODES[array.dtype.name], "shape": array.shape, "data_offsets": (start, end)}
        start = end
    text = json.dumps(header).encode()
    text += b" " * (-(len(text) + 8) % _ALIGNMENT)
    yield len(text).to_bytes(8, "little")
    yield text
    for name in order:
        yield _bytes(arrays[name])


class Checkpoints:
    """A folder of checkpoints, of which the newest `keep` stay.

    A folder is one run's: RuntimeError where another process, or another of these, has it open. `steps` are those
    written, in order.

    >>> import tempfile
    >>> import dusk.numpy as np
    >>> from dusk import train
    >>> with tempfile.TemporaryDirectory() as folder, train.Checkpoints(folder, keep=2) as checkpoints:
    ...     for step in 10, 20, 30:
    ...         checkpoints.save(step, {"weight": np.full(2, step)})
    ...     checkpoints.steps
    ...     checkpoints.newest()
    [20, 30]
    (30, {'weight': array([30, 30])})
    """

    def __init__(self, folder: Any, keep: int = 3) -> None:
        if keep < 1:
            raise ValueError(f"keep={keep}: at least the newest checkpoint must stay")
        self.folder, self.keep = Path(folder), keep
        self.folder.mkdir(parents=True, exist_ok=True)
        self._lock = Lock(self.folder / ".lock")
        for unfinished in self.folder.glob(f".*{UNFINISHED}"):  # of a process that was killed
            unfinished.unlink(missing_ok=True)

    @property
    def steps(self) -> list[int]:
        names = [_NAME.fullmatch(path.name) for path in self.folder.iterdir()]
        return sorted(int(name[1]) for name in names if name)

    def path(self, step: int) -> Path:
        """The file of a step."""
        return self.folder / f"step-{step:09d}.safetensors"

    def save(self, step: int, state: Mapping[str, Any]) -> None:
        """Write the checkpoint of a step, then let the oldest go. Raises what `save` raises."""
        save(self.path(step), state)
        for old in self.steps[: -self.keep]:
            if old != step:
                self.path(old).unlink(missing_ok=True)

    def newest(self) -> tuple[int, dict[str, Any]] | None:
        """The newest readable checkpoint and its step, or None where there is none at all.

        Unreadable ones are told in a warning. FormatError: there are some, and none is readable.
        """
        said = ""
        for step in reversed(self.steps):
            try:
                return step, load(self.path(step))
            except (FormatError, OSError) as error:
                said = str(error)
                warnings.warn(f"{said}; an older checkpoint is looked for", stacklevel=2)
        if said:
            raise FormatError(f"no checkpoint in {self.folder} can be read; the oldest: {said}")
        return None

    def close(self) -> None:
        """Let others use the folder."""
        self._lock.release()

    def __enter__(self) -> Checkpoints:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, where: TracebackType | None
    ) -> None:
        self.close()


_NAME = re.compile(r"step-(\d{9,18})\.safetensors")
