"""Tensors of ONNX files as NumPy arrays, and back; data that lies in other files of the model's folder."""

from __future__ import annotations

import math
import sys
from pathlib import Path
from typing import Any

import ml_dtypes
import numpy as np

from dusk.errors import FormatError

STRING = 8
TYPES: dict[int, np.dtype[Any]] = {
    1: np.dtype("float32"), 2: np.dtype("uint8"), 3: np.dtype("int8"), 4: np.dtype("uint16"), 5: np.dtype("int16"),
    6: np.dtype("int32"), 7: np.dtype("int64"), STRING: np.dtype(object), 9: np.dtype("bool"),
    10: np.dtype("float16"), 11: np.dtype("float64"), 12: np.dtype("uint32"), 13: np.dtype("uint64"),
    14: np.dtype("complex64"), 15: np.dtype("complex128"), 16: np.dtype(ml_dtypes.bfloat16),
    17: np.dtype(ml_dtypes.float8_e4m3fn), 18: np.dtype(ml_dtypes.float8_e4m3fnuz),
    19: np.dtype(ml_dtypes.float8_e5m2), 20: np.dtype(ml_dtypes.float8_e5m2fnuz), 21: np.dtype(ml_dtypes.uint4),
    22: np.dtype(ml_dtypes.int4), 23: np.dtype(ml_dtypes.float4_e2m1fn), 24: np.dtype(ml_dtypes.float8_e8m0fnu),
    25: np.dtype(ml_dtypes.uint2), 26: np.dtype(ml_dtypes.int2), 27: np.dtype(ml_dtypes.float6_e2m3fn),
    28: np.dtype(ml_dtypes.float6_e3m2fn),
}  # fmt: skip
"""The dtypes of ONNX by number."""
NUMBERS = {dtype: number for number, dtype in TYPES.items()}
_BITS = {21: 4, 22: 4, 23: 4, 25: 2, 26: 2, 27: 6, 28: 6}
_HALVES = {10, 16}  # whose numbers lie in int32_data as bits
_MOST_AXES = 64  # as many as NumPy has


def dtype_of(number: int) -> np.dtype[Any]:
    """The dtype of a number of ONNX's (FormatError: there is none)."""
    if number not in TYPES:
        raise FormatError(f"an ONNX tensor of element type {number}, which is not known: types are 1 to {max(TYPES)}")
    return TYPES[number]


def array_of(tensor: Any, folder: Path | None = None) -> np.ndarray[Any, Any]:
    """The array of a TensorProto (FormatError: it is damaged, or its data is not where it may be)."""
    where = f"tensor {tensor.name!r}"
    shape, number = tuple(int(n) for n in tensor.dims), int(tensor.data_type)
    dtype = dtype_of(number)
    if any(n < 0 for n in shape) or len(shape) > _MOST_AXES:
        raise FormatError(f"{where} has the shape {shape[:_MOST_AXES]}")
    size = math.prod(shape)
    if number == STRING:
        strings = list(tensor.string_data)
        _fits(where, len(strings), size)
        decoded = np.empty(size, object)
        decoded[:] = [text_of(s) for s in strings]
        return _shaped(decoded, shape, where)
    if int(tensor.data_location) == 1:
        raw: Any = _external(tensor, size, number, folder)
    elif len(tensor.raw_data) or size == 0:
        raw = tensor.raw_data
    else:
        return _shaped(_listed(tensor, where, number, dtype, size), shape, where)
    return _shaped(_raw(raw, where, number, dtype, size), shape, where)


def text_of(data: Any) -> str:
    """Bytes as text; what is no text is kept, so that it can be written back."""
    return data if isinstance(data, str) else bytes(data).decode("utf-8", "surrogateescape")


def _shaped(found: np.ndarray[Any, Any], shape: tuple[int, ...], where: str) -> np.ndarray[Any, Any]:
    try:
        return found.reshape(shape)
    except (ValueError, OverflowError):
        raise FormatError(f"{where} has the shape {shape}") from None


def _fits(where: str, met: int, wanted: int) -> None:
    if met != wanted:
        raise FormatError(f"{where} has {met} elements, and a shape of {wanted}")


def _raw(raw: Any, where: str, number: int, dtype: np.dtype[Any], size: int) -> np.ndarray[Any, Any]:
    bits = _BITS.get(number, 8 * dtype.itemsize)
    if len(raw) != -(-size * bits // 8):
        raise FormatError(f"{where} has {len(raw)} bytes, and a shape of {size} elements of {bits} bits")
    if number in _BITS:
        return _unpacked(np.frombuffer(raw, np.uint8), bits, dtype, size)
    found = np.frombuffer(raw, dtype)
    return found if sys.byteorder == "little" else found.byteswap()


def _unpacked(packed: Any, bits: int, dtype: np.dtype[Any], size: int) -> np.ndarray[Any, Any]:
    """Numbers of 2, 4 or 6 bits that follow each other, the first in the lowest bits of a byte."""
    if bits == 6:
        each = np.unpackbits(packed, count=size * bits, bitorder="little").reshape(size, bits)
        codes = np.packbits(each, axis=1, bitorder="little").reshape(-1)
    else:
        shifts = np.arange(0, 8, bits, dtype=np.uint8)
        codes = ((packed[:, None] >> shifts) & np.uint8((1 << bits) - 1)).reshape(-1)[:size]
    return np.ascontiguousarray(codes).view(dtype)


def packed(array: np.ndarray[Any, Any]) -> bytes:
    """The bytes of an array, as raw_data has them."""
    bits = _BITS.get(NUMBERS[array.dtype], 0)
    flat = np.ascontiguousarray(array).reshape(-1)
    if bits:
        each = np.unpackbits(flat.view(np.uint8)[:, None], axis=1, count=bits, bitorder="little")
        return np.packbits(each.reshape(-1), bitorder="little").tobytes()
    return (flat if sys.byteorder == "little" else flat.byteswap()).tobytes()


def _listed(tensor: Any, where: str, number: int, dtype: np.dtype[Any], size: int) -> np.ndarray[Any, Any]:
    """The elements that lie in the field of their kind."""
    kind = "float_data" if number in (1, 14) else "double_data" if number in (11, 15) else (
        "int64_data" if number == 7 else "uint64_data" if number in (12, 13) else "int32_data")  # fmt: skip
    listed: Any = getattr(tensor, kind)
    if number in (27, 28):  # one a number
        _fits(where, len(listed), size)
        return np.asarray(listed, np.int64).astype(np.uint8).view(dtype)
    if number in _BITS:
        bits = _BITS[number]
        _fits(where, len(listed), -(-size * bits // 8))
        return _unpacked(np.asarray(listed, np.int64).astype(np.uint8), bits, dtype, size)
    count = 2 * size if dtype.kind == "c" else size
    _fits(where, len(listed), count)
    if dtype.kind == "c":
        return np.asarray(listed, dtype.type(0).real.dtype).view(dtype)
    if number in _HALVES:
        return np.asarray(listed, np.int64).astype(np.uint16).view(dtype)
    if number in (17, 18, 19, 20, 24):
        return np.asarray(listed, np.int64).astype(np.uint8).view(dtype)
    return np.asarray(listed, np.int64).astype(dtype) if kind == "int32_data" else np.asarray(listed, dtype)


def _external(tensor: Any, size: int, number: int, folder: Path | None) -> Any:
    """Bytes of a file that lies in the folder of the model, and nowhere else."""
    where = f"tensor {tensor.name!r}"
    entries = {text_of(e.key): text_of(e.value) for e in tensor.external_data}
    location = entries.get("location", "")
    if folder is None:
        raise FormatError(f"{where} lies in the file {location!r}, and the model in none: load it from its folder")
    bits = _BITS.get(number, 8 * TYPES[number].itemsize)
    try:
        offset = int(entries.get("offset", "0"))
        length = int(entries.get("length", str(-(-size * bits // 8))))
    except ValueError:
        told = ", ".join(f"{key} {entries[key][:20]!r}" for key in ("offset", "length") if key in entries)
        raise FormatError(f"{where}: offset and length of its data are numbers, met are {told}") from None
    root = folder.resolve()
    relative = Path(location)
    if not location or "\0" in location or relative.is_absolute() or ".." in relative.parts or "\\" in location:
        raise FormatError(f"{where} lies in {location!r}: only files in the model's folder are read")
    target = (root / relative).resolve()  # links are followed here, so that none leads outside
    if not target.is_relative_to(root) or not target.is_file():
        raise FormatError(f"{where} lies in {location!r}, which is no file in the model's folder")
    held = target.stat().st_size
    if offset < 0 or length < 0 or offset + length > held:
        raise FormatError(f"{where} is {length} bytes from {offset} of {location!r}, which has {held}")
    with open(target, "rb") as file:
        file.seek(offset)
        return file.read(length)
