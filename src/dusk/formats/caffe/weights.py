"""Weights of Caffe's nets: `.caffemodel` files of both generations, read without a copy, and written."""

from __future__ import annotations

import math
import mmap
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from dusk.errors import FormatError
from dusk.files import write_atomically
from dusk.formats.caffe.net import Net
from dusk.formats.caffe.schema import BLOB, BLOB_SHAPE, NET
from dusk.formats.caffe.upgrade import upgraded
from dusk.formats.protobuf import Record, decode, parts

Array = np.ndarray[Any, Any]
_LEGACY = ("num", "channels", "height", "width")


def mapped(path: Any) -> Any:
    """The bytes of a file, read where they are looked at."""
    with open(path, "rb") as file:
        if Path(path).stat().st_size == 0:
            return b""
        return mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)


def blob_array(blob: Record) -> Array:
    """The numbers of a blob, a view of the file (FormatError: they do not fit to its shape)."""
    data = blob.double_data if blob.has("double_data") else blob.data
    if blob.has("shape"):
        shape = tuple(blob.shape.dim)
    elif any(blob.has(name) for name in _LEGACY):
        shape = tuple(getattr(blob, name) for name in _LEGACY)
    else:
        shape = (len(data),)
    if any(n < 0 for n in shape) or len(shape) > 32 or math.prod(shape) != len(data):
        raise FormatError(f"{blob.where()}: a blob of shape {shape[:8]} has {len(data)} numbers")
    return data.reshape(shape)


def array_blob(array: Any) -> Record:
    """A blob of an array."""
    numbers = np.ascontiguousarray(array)
    made = BLOB(shape=BLOB_SHAPE(dim=list(numbers.shape)))
    if numbers.dtype == np.float64:
        made.double_data = numbers
    else:
        made.data = numbers
    return made


def load_weights(path: Any) -> dict[str, list[Array]]:
    """The parameters in a `.caffemodel`, by layer; views of the file (FormatError: it is damaged).

    Layers of the older generation and blobs with four fixed sizes are read as well.
    """
    record = decode(NET, mapped(path), str(path))
    found: dict[str, list[Array]] = {}
    for layer in upgraded(record):
        if layer.blobs:
            if layer.name in found:
                raise FormatError(f"{path}: two layers with parameters are named {layer.name!r}")
            found[layer.name] = [_of_layer(layer, blob) for blob in layer.blobs]
    return found


def _of_layer(layer: Record, blob: Record) -> Array:
    try:
        return blob_array(blob)
    except FormatError as error:
        raise FormatError(f"{error}, in layer {layer.name!r}") from None


def fitted(net: Net, weights: Mapping[str, Sequence[Array]], shapes: Mapping[str, Sequence[int]]) -> dict[str, Array]:
    """The arrays of a net's variables, of weights by layer; layers that the net lacks are left out, as in Caffe.

    `shapes` are those of the variables (see `Net.shapes`). FormatError: a shape or a number of blobs does not fit.
    """
    found: dict[str, Array] = {}
    for layer, names in net.blobs.items():
        given = weights.get(layer)
        if given is None:
            continue
        if len(given) != len(names):
            raise FormatError(
                f"layer {layer!r} has {len(names)} parameters ({', '.join(names)}), given are {len(given)}"
            )
        for name, array in zip(names, given, strict=True):
            wanted = tuple(shapes[name])
            if array.shape != wanted and _core(array.shape) != _core(wanted):
                raise FormatError(
                    f"{name}, of layer {layer!r}, is of shape {wanted} in net {net.name!r}, and of shape "
                    f"{array.shape} in the weights"
                )
            found[name] = array.reshape(wanted)
    return found


def _core(shape: Sequence[int]) -> tuple[int, ...]:
    """A shape without sizes of 1 at its beginning, which old files have up to four axes of."""
    found = tuple(shape)
    while found and found[0] == 1:
        found = found[1:]
    return found


def by_layer(net: Net, arrays: Mapping[str, Any]) -> dict[str, list[Array]]:
    """The arrays of a net's variables as weights by layer (KeyError: one is missing)."""
    return {layer: [np.asarray(arrays[name]) for name in names] for layer, names in net.blobs.items()}


def save_weights(path: Any, net: Net, arrays: Mapping[str, Any]) -> None:
    """Write the arrays of a net's variables as a `.caffemodel`, whole or not at all."""
    weights = by_layer(net, arrays)
    layers: list[Record] = []
    for record in net.layers:
        made = record.copy()
        made.blobs = [array_blob(array) for array in weights.get(record.name, [])]
        layers.append(made)
    write_atomically(path, parts(NET(name=net.name, layer=layers)))
