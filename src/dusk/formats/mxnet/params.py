"""MXNet's files of arrays (`.params`, `.nd`): all versions are read, the newest common one is written.

A file is the word 0x112, a reserved word, the number of arrays, the arrays, the number of names, the names. An array is
a mark of its version, the form it is stored in, its shape, the device it was on, its dtype and its elements; the oldest
version has no mark but the number of axes, and lengths of 32 bits. All is little endian, nothing is aligned.
"""

from __future__ import annotations

import math
import struct
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import ml_dtypes
import numpy as np

from dusk.errors import FormatError
from dusk.files import write_atomically

Array = np.ndarray[Any, Any]

_LIST = 0x112
_V1, _V2, _V3 = 0xF993FAC8, 0xF993FAC9, 0xF993FACA
_DENSE, _ROWS, _CSR = range(3)
_MOST_AXES = 32
_MOST_ARRAYS = 1 << 18
_DTYPES = (
    "float32", "float64", "float16", "uint8", "int32", "int8", "int64", "bool", "int16", "uint16", "uint32", "uint64",
)  # fmt: skip
_BY_CODE: dict[int, np.dtype[Any]] = {code: np.dtype(name) for code, name in enumerate(_DTYPES)}
_BY_CODE[12] = np.dtype(ml_dtypes.bfloat16)
_CODES = {dtype: code for code, dtype in _BY_CODE.items()}


def load_arrays(path: Any) -> dict[str, Array] | list[Array]:
    """The arrays of a file by their names, or in a list where it has none.

    They share the memory the file was read into, unless it lies in it unaligned. Arrays that are stored as rows (of an
    embedding, say) or as compressed sparse rows are given dense. FormatError: the file is damaged, with the offset; or
    it holds a sparse array that would be much larger than itself when dense. OSError: it cannot be read.

    >>> import os, tempfile
    >>> import numpy as np
    >>> path = os.path.join(tempfile.mkdtemp(), "net.params")
    >>> save_arrays(path, {"arg:weight": np.ones(2, np.float32)})
    >>> load_arrays(path)
    {'arg:weight': array([1., 1.], dtype=float32)}
    """
    name = str(path)
    return _Reader(name, np.fromfile(name, np.uint8)).everything()


def save_arrays(path: Any, arrays: Mapping[str, Any] | Sequence[Any]) -> None:
    """Write arrays to a file, whole or not at all, with their names or, of a sequence, without.

    MXNet 0.12 and later read it; where an array has no axes or no elements, 1.6 and later under its NumPy shapes.
    TypeError: an array of a dtype that MXNet does not have, named.
    """
    names = list(arrays) if isinstance(arrays, Mapping) else []
    values = [np.asarray(a) for a in (arrays.values() if isinstance(arrays, Mapping) else arrays)]
    for place, value in enumerate(values):
        if value.dtype.newbyteorder("=") not in _CODES:
            which = repr(names[place]) if names else f"number {place}"
            raise TypeError(f"the array {which} is of {value.dtype}; MXNet's files hold {', '.join(map(str, _CODES))}")
    write_atomically(path, _parts(names, values))


def _parts(names: list[str], values: list[Array]) -> Iterator[Any]:
    yield struct.pack("<QQQ", _LIST, 0, len(values))
    mark = _V2 if all(value.size and value.ndim for value in values) else _V3
    for value in values:
        yield struct.pack(f"<Iii{value.ndim}q", mark, _DENSE, value.ndim, *value.shape)
        yield struct.pack("<iii", 1, 0, _CODES[value.dtype.newbyteorder("=")])  # on CPU 0
        stored = np.ascontiguousarray(value, value.dtype.newbyteorder("<"))
        yield stored.reshape(-1).view(np.uint8).data
    yield struct.pack("<Q", len(names))
    for name in names:
        text = name.encode()
        yield struct.pack("<Q", len(text)) + text


class _Reader:
    """A walk over the bytes of a file, which never goes beyond them."""

    def __init__(self, path: str, data: Array) -> None:
        self.path, self.data = path, data
        self.at = 0
        self.spare = 2 * len(data)  # bytes that sparse arrays may take when they are dense

    def bad(self, what: str, at: int | None = None) -> FormatError:
        return FormatError(f"{self.path}: {what}, at byte {self.at if at is None else at}")

    def take(self, kind: str, what: str) -> tuple[Any, ...]:
        """Numbers, as struct names their kinds."""
        return struct.unpack("<" + kind, self.bytes(struct.calcsize("<" + kind), what))

    def bytes(self, count: int, what: str) -> Any:
        if count > len(self.data) - self.at:
            left = len(self.data) - self.at
            raise self.bad(f"the file ends within {what}: {count} bytes are due and {left} are left")
        self.at += count
        return self.data[self.at - count : self.at].data

    def count(self, what: str, least: int) -> int:
        """How many of something follow, of so many bytes each at least."""
        at = self.at
        (found,) = self.take("Q", f"the number of {what}")
        if found * least > len(self.data) - self.at:
            raise self.bad(f"{found} {what} are said to follow, which the file is too short for", at)
        return found

    def everything(self) -> dict[str, Array] | list[Array]:
        magic, _ = self.take("QQ", "the head")
        if magic != _LIST:
            raise self.bad(f"no file of MXNet's arrays: it begins with 0x{magic:x}, not 0x{_LIST:x}", 0)
        count = self.count("arrays", 4)
        if count > _MOST_ARRAYS:
            raise self.bad(f"{count} arrays are more than the {_MOST_ARRAYS} that one file may hold")
        arrays = [self.array(f"array {i}") for i in range(count)]
        names = [self.name() for _ in range(self.count("names", 8))]
        if self.at != len(self.data):
            raise self.bad(f"{len(self.data) - self.at} bytes follow after the last name")
        if not names:
            return arrays
        if len(names) != len(arrays):
            raise self.bad(f"there are {len(arrays)} arrays and {len(names)} names")
        found: dict[str, Array] = {}
        for name, array in zip(names, arrays, strict=True):
            if name in found:
                raise self.bad(f"two arrays are named {name!r}")
            found[name] = array
        return found

    def name(self) -> str:
        length = self.count("bytes of a name", 1)
        try:
            return str(self.bytes(length, "a name"), "utf-8")
        except UnicodeDecodeError as error:
            raise self.bad(f"a name is not text ({error.reason})") from None

    def array(self, what: str) -> Array:
        (mark,) = self.take("I", what)
        if mark in (_V2, _V3):
            (form,) = self.take("i", what)
            if form not in (_DENSE, _ROWS, _CSR):
                raise self.bad(f"{what} is stored in form {form}; the known ones are 0 (dense), 1 (rows) and 2 (csr)")
            if form != _DENSE:
                return self.sparse(what, form)
            shape = self.shape(what, "q", *self.take("i", what), least=-1 if mark == _V3 else 0)
            unknown = -1 in shape if mark == _V3 else not shape
        elif mark == _V1:
            shape = self.shape(what, "q", *self.take("I", what))
            unknown = not shape
        else:
            shape = self.shape(what, "I", mark)
            unknown = not shape
        if unknown:  # an array that never got a value: nothing else follows
            return np.empty(0, np.float32)
        self.take("ii", f"{what}'s device")
        return self.elements(what, shape, self.dtype(what))

    def shape(self, what: str, kind: str, ndim: int, least: int = 0) -> tuple[int, ...]:
        """A shape, with -1 for what is unknown where `least` is -1."""
        if ndim == -1 == least:
            return (-1,)
        if not 0 <= ndim <= _MOST_AXES:
            raise self.bad(f"{what} has {ndim} axes: not an array of MXNet's, or of an unknown version", self.at - 4)
        at = self.at
        shape = self.take(f"{ndim}{kind}", f"{what}'s shape")
        if any(n < least for n in shape):
            raise self.bad(f"{what} has the shape {shape}", at)
        return shape

    def dtype(self, what: str) -> np.dtype[Any]:
        (code,) = self.take("i", f"{what}'s dtype")
        if code not in _BY_CODE:
            raise self.bad(f"{what} is of dtype {code}; MXNet's are 0 to {max(_BY_CODE)}", self.at - 4)
        return _BY_CODE[code]

    def elements(self, what: str, shape: tuple[int, ...], dtype: np.dtype[Any]) -> Array:
        begin = self.at
        self.bytes(math.prod(shape) * dtype.itemsize, f"{what}, {dtype}{list(shape)}")
        try:
            found = self.data[begin : self.at].view(dtype.newbyteorder("<")).reshape(shape)
        except ValueError as error:  # without elements, and yet too long
            raise self.bad(f"{what} has the shape {shape} ({error})", begin) from None
        return found if found.flags.aligned else found.copy()

    def sparse(self, what: str, form: int) -> Array:
        """A sparse array, dense."""
        at = self.at
        stored = self.shape(what, "q", *self.take("i", what))
        shape = self.shape(what, "q", *self.take("i", what))
        self.take("ii", f"{what}'s device")
        dtype = self.dtype(what)
        kinds = [(self.dtype(what), self.shape(what, "q", *self.take("i", what))) for _ in range(form)]
        if any(kind.kind not in "iu" or len(axes) != 1 for kind, axes in kinds):
            raise self.bad(f"the indices of {what} are not vectors of whole numbers", at)
        nbytes = math.prod(shape) * dtype.itemsize
        if nbytes > self.spare:
            raise self.bad(f"{what} is sparse, of shape {shape}: dense it would be much larger than the file", at)
        self.spare -= nbytes
        values = self.elements(what, stored, dtype)
        indices = [self.elements(f"the indices of {what}", axes, kind) for kind, axes in kinds]
        try:
            dense = np.zeros(shape, dtype)
            if form == _ROWS:
                _within(indices[0], shape[0])
                dense[indices[0]] = values.reshape(len(indices[0]), *shape[1:])
            else:
                starts, columns = indices[0].astype(np.int64), indices[1]
                _within(columns, shape[1])
                lengths = np.diff(starts)
                if len(lengths) != shape[0] or lengths.min(initial=0) < 0 or lengths.sum() != len(columns):
                    raise ValueError("the rows' starts are not those of its elements")
                dense[np.repeat(np.arange(shape[0]), lengths), columns] = values
        except (ValueError, IndexError) as error:
            raise self.bad(f"{what} is sparse, and its parts do not fit each other ({error})", at) from None
        return dense


def _within(indices: Array, length: int) -> None:
    if indices.size and (indices.min() < 0 or indices.max() >= length):
        raise ValueError(f"an index is outside of an axis of {length}")


def parameters(arrays: Mapping[str, Array]) -> tuple[dict[str, Array], dict[str, Array]]:
    """The arguments and the auxiliary states of a net among arrays named "arg:..." and "aux:...", without the prefix.

    Names without one are arguments, as Gluon writes them.
    """
    found: tuple[dict[str, Array], dict[str, Array]] = ({}, {})
    for name, value in arrays.items():
        kind, colon, rest = name.partition(":")
        if colon and kind in ("arg", "aux"):
            found[kind == "aux"][rest] = value
        else:
            found[0][name] = value
    return found


def load_parameters(path: Any) -> tuple[dict[str, Array], dict[str, Array]]:
    """The arguments and the auxiliary states in a file of a net's parameters.

    FormatError: it is damaged, or has arrays without names.
    """
    arrays = load_arrays(path)
    if isinstance(arrays, list):
        if arrays:
            raise FormatError(f"{Path(path)}: its {len(arrays)} arrays have no names, so they are no net's parameters")
        arrays = {}
    return parameters(arrays)


def save_parameters(path: Any, arguments: Mapping[str, Any], states: Mapping[str, Any]) -> None:
    """Write a net's arguments and auxiliary states to one file, under "arg:..." and "aux:..."."""
    given = (("arg", arguments), ("aux", states))
    save_arrays(path, {f"{kind}:{name}": value for kind, values in given for name, value in values.items()})
