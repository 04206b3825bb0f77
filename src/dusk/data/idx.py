"""IDX files, the format of MNIST: a type, a shape, and the elements of one array."""

from __future__ import annotations

import gzip
import math
import os
import zlib
from pathlib import Path
from typing import IO, Any, Literal

import numpy as np

from dusk.errors import FormatError

__all__ = ["mnist", "read_idx", "write_idx"]

TYPES = {0x08: ">u1", 0x09: ">i1", 0x0B: ">i2", 0x0C: ">i4", 0x0D: ">f4", 0x0E: ">f8"}
CODES = {np.dtype(text).newbyteorder("="): code for code, text in TYPES.items()}
CHUNK = 1 << 24

PathLike = str | os.PathLike[str]
Array = np.ndarray[Any, Any]


def read_idx(path: PathLike) -> Array:
    """The array in an IDX file, which may be compressed by gzip.

    The format: two zeros, a byte for the type, one for the number of axes, their lengths as 4 bytes each, the elements;
    big endian throughout. FormatError: the file is something else, or shorter or longer than it says.
    """
    path = os.fspath(path)
    with open(path, "rb") as raw:
        packed = raw.read(2) == b"\x1f\x8b"
        raw.seek(0)
        try:
            if packed:
                with gzip.GzipFile(fileobj=raw) as file:
                    return _read(file, path)
            return _read(raw, path)
        except (OSError, EOFError, zlib.error) as error:  # of gzip: what is no such file, or only part of one
            raise FormatError(f"{path}: {error}, at byte {raw.tell()} of the compressed file") from error


def _read(file: IO[bytes] | gzip.GzipFile, path: str) -> Array:
    head = file.read(4)
    if len(head) < 4 or head[:2] != b"\0\0" or head[2] not in TYPES:
        raise FormatError(f"{path}: an IDX file begins with 0, 0, a type and a number of axes, not {head!r}, at byte 0")
    dtype, axes = np.dtype(TYPES[head[2]]), head[3]
    lengths = file.read(4 * axes)
    if len(lengths) < 4 * axes:
        raise FormatError(f"{path}: the file ends within the lengths of its {axes} axes, at byte {4 + len(lengths)}")
    shape = tuple(np.frombuffer(lengths, ">u4").tolist())
    wanted = math.prod(shape) * dtype.itemsize
    data = bytearray()
    while len(data) <= wanted and (chunk := file.read(min(CHUNK, wanted + 1 - len(data)))):  # never more than is there
        data += chunk
    if len(data) != wanted:
        found = f"{len(data)}" if len(data) < wanted else "more"
        raise FormatError(
            f"{path}: shape {shape} of {dtype.name} takes {wanted} bytes from byte {4 + 4 * axes}, not {found}"
        )
    try:
        array = np.frombuffer(data, dtype, wanted // dtype.itemsize).reshape(shape)
    except ValueError as error:  # more axes, or longer ones (of no elements), than an array may have
        raise FormatError(f"{path}: {error}, at byte 4") from error
    return array.astype(dtype.newbyteorder("="), copy=dtype.itemsize > 1)


def write_idx(path: PathLike, array: Any) -> None:
    """Write an array as an IDX file, compressed if the name ends in ".gz".

    TypeError: the format has no such type; it has uint8, int8, int16, int32, float32 and float64.

    >>> import tempfile
    >>> path = tempfile.mkdtemp() + "/x.idx.gz"
    >>> write_idx(path, np.arange(6, dtype=np.int16).reshape(2, 3))
    >>> read_idx(path)
    array([[0, 1, 2],
           [3, 4, 5]], dtype=int16)
    """
    array = np.asarray(array)
    code = CODES.get(array.dtype)
    if code is None:
        raise TypeError(f"an IDX file has elements of {', '.join(str(d) for d in CODES)}, not of {array.dtype}")
    head = bytes([0, 0, code, array.ndim]) + np.array(array.shape, ">u4").tobytes()
    data = head + array.astype(TYPES[code]).tobytes()
    Path(path).write_bytes(gzip.compress(data) if os.fspath(path).endswith(".gz") else data)


def mnist(folder: PathLike, split: Literal["train", "test"] = "train") -> tuple[Array, Array]:
    """(images uint8[n, 28, 28], labels uint8[n]) of a folder with MNIST's files, or those of Fashion-MNIST and others.

    Their names are the usual ones, "train-images-idx3-ubyte", "t10k-labels-idx1-ubyte.gz" and the like.
    FileNotFoundError: they are not there; FormatError: they are damaged, or do not belong together.
    """
    prefix = {"train": "train", "test": "t10k"}[split]
    images, labels = (read_idx(_found(Path(folder), prefix, what)) for what in ("images-idx3", "labels-idx1"))
    if images.ndim != 3 or labels.ndim != 1 or len(images) != len(labels):
        raise FormatError(f"{folder}: images {images.shape} and labels {labels.shape} are not of one data set")
    return images, labels


def _found(folder: Path, prefix: str, what: str) -> Path:
    names = [f"{prefix}-{w}-ubyte{ending}" for w in (what, what.replace("-", ".")) for ending in ("", ".gz")]
    for name in names:
        if (folder / name).exists():
            return folder / name
    raise FileNotFoundError(f"{folder} has none of {', '.join(names)}")
