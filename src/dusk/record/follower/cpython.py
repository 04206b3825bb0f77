"""What of CPython the native follower relies on: the layouts it hard-codes, checked, and making types and builtins."""

from __future__ import annotations

import ctypes
import struct
import sys
import sysconfig
from collections.abc import Mapping, Sequence
from ctypes import PYFUNCTYPE, Structure, c_char_p, c_int, c_size_t, c_ssize_t, c_uint, c_void_p, py_object
from functools import partial
from typing import Any

import numpy as np
from numpy._core import multiarray

TESTED = ((3, 11), (3, 13))
"""First and last CPython whose object layout this was tested with."""


class _Member(Structure):
    _fields_ = (("name", c_char_p), ("kind", c_int), ("offset", c_ssize_t), ("flags", c_int), ("doc", c_char_p))


class _Slot(Structure):
    _fields_ = (("slot", c_int), ("function", c_void_p))


class _Spec(Structure):
    _fields_ = (("name", c_char_p), ("size", c_int), ("item", c_int), ("flags", c_uint), ("slots", c_void_p))


class _Method(Structure):
    _fields_ = (("name", c_char_p), ("function", c_void_p), ("flags", c_int), ("doc", c_char_p))


class _Attribute(Structure):
    _fields_ = (("at", c_ssize_t), ("cls", py_object), ("name", py_object), ("put", py_object))


class _GetSet(Structure):
    _fields_ = (("name", c_char_p), ("get", c_void_p), ("set", c_void_p), ("doc", c_char_p), ("closure", c_void_p))


def _api(name: str, result: Any, *operands: Any) -> Any:
    """A prototype of our own (those of `pythonapi` are shared with everybody); None where there is no such thing."""
    library = getattr(ctypes, "pythonapi", None)
    return None if library is None else PYFUNCTYPE(result, *operands)((name, library))


_incref = _api("Py_IncRef", None, py_object)
_decref = _api("Py_DecRef", None, py_object)
_get_slot = _api("PyType_GetSlot", c_size_t, py_object, c_int)
_type_from_spec = _api("PyType_FromSpecWithBases", py_object, c_void_p, c_void_p)
_get_set = _api("PyDescr_NewGetSet", py_object, py_object, c_void_p)
_function = _api("PyCFunction_NewEx", py_object, c_void_p, c_void_p, c_void_p)

OBJECT, LONGLONG, _SSIZE = 6, 17, 19
_READ_ONLY = 1
_TYPE = 8
TP_DEALLOC = 48
_METHODS_SLOT = 64
DEALLOC, TRAVERSE, CLEAR, _MEMBERS_SLOT, _FREE_SLOT = 52, 71, 51, 72, 74
_TP_FLAGS, _TP_TRAVERSE, _TP_CLEAR, _TP_FREE = 168, 184, 192, 320
_TYPE_OFFSETS = {DEALLOC: TP_DEALLOC, TRAVERSE: _TP_TRAVERSE, CLEAR: _TP_CLEAR, _FREE_SLOT: _TP_FREE}
_BASETYPE, _VECTORCALL, _GC, _METHOD, _VERSION_TAG = 1 << 10, 1 << 11, 1 << 14, 1 << 17, 1 << 18
_FAST, _KEYWORDS = 0x80, 0x2


def foreign() -> str | None:
    """Why this interpreter is none whose layout was tested; asked before any memory is looked at."""
    if sys.implementation.name != "cpython" or sys.maxsize != 2**63 - 1 or struct.calcsize("P") != 8:
        return "not a 64-bit CPython"
    if not TESTED[0] <= sys.version_info[:2] <= TESTED[1]:
        return f"not tested with CPython {sys.version_info[0]}.{sys.version_info[1]}"
    if sysconfig.get_config_var("Py_GIL_DISABLED") or not getattr(sys, "_is_gil_enabled", lambda: True)():
        return "a build without the interpreter lock"
    if hasattr(sys, "gettotalrefcount") or hasattr(sys, "getobjects"):
        return "a debug build"
    return None


def _word(thing: Any, offset: int) -> int:
    return c_size_t.from_address(id(thing) + offset).value


def misplaced() -> str | None:
    """Which part of an object does not lie where the native code expects it."""

    class Probe:
        pass

    probe, other = Probe(), Probe()
    before = _word(probe, 0)
    twice = [probe]
    found = {
        "the size of object": object.__basicsize__ == 16 and float.__basicsize__ == 24,
        "the reference count": _word(probe, 0) == before + 1,
        "the class of an object": _word(probe, 8) == id(Probe) and _word(1.5, 8) == id(float),
        "the value of a float": struct.pack("d", 1.5) == struct.pack("Q", _word(1.5, 16)),
        "the value of NumPy's scalars": struct.pack("d", 1.5) == struct.pack("Q", _word(np.float64(1.5), 16))
        and _word(np.int64(-2), 16) == 2**64 - 2,
        "the items of a tuple": _word((probe, other), 24) == id(probe) and _word((probe, other), 32) == id(other),
        "the items of a list": c_size_t.from_address(_word(twice, 24)).value == id(probe),
        "the flags of a class": all(
            _word(c, _TP_FLAGS) & 0xFFFFFFFF == c.__flags__ & 0xFFFFFFFF for c in (Probe, float)
        ),
        **{
            f"slot {slot} of a class": all(_word(c, offset) == _get_slot(c, slot) for c in (Probe, float, dict))
            for slot, offset in _TYPE_OFFSETS.items()
        },
    }
    wrong = [name for name, right in found.items() if not right]
    return f"{wrong[0]} is not where it is expected" if wrong else None


kept: list[Any] = []
"""What types and builtins point into: it outlives every module."""


def make_type(
    name: str,
    size: int,
    members: Sequence[tuple[str, int, int]],
    weak_at: int,
    slots: Mapping[int, int],
    methods: Mapping[str, int],
    enter_at: int = 0,
    base: type = object,
) -> Any:
    """A heap type of `size` bytes an object: members (name, kind, offset), where weak references hang (0: nowhere),
    functions by number of the type slot, and methods of positional arguments by name; where the function that calls of
    an object enter by lies (0: there is none); its base. With TRAVERSE among the slots it takes part in cycles."""
    rows = [(n.encode(), kind, at, 0, None) for n, kind, at in members]
    if weak_at:
        rows.append((b"__weaklistoffset__", _SSIZE, weak_at, _READ_ONLY, None))
    if enter_at:
        rows.append((b"__vectorcalloffset__", _SSIZE, enter_at, _READ_ONLY, None))
    member_table = (_Member * (len(rows) + 1))(*rows)
    method_table = (_Method * (len(methods) + 1))(*((n.encode(), at, _FAST, None) for n, at in methods.items()))
    functions = [*slots.items(), (_MEMBERS_SLOT, ctypes.addressof(member_table))]
    functions.append((_METHODS_SLOT, ctypes.addressof(method_table)))
    slot_table = (_Slot * (len(functions) + 1))(*functions)
    flags = _VERSION_TAG | _BASETYPE | (_GC if TRAVERSE in slots else 0) | (_VECTORCALL if enter_at else 0)
    spec = _Spec(name.encode(), size, 0, flags, ctypes.addressof(slot_table))
    if not kept:
        _incref(kept)
    kept.extend((member_table, method_table, slot_table, spec))
    return _type_from_spec(ctypes.addressof(spec), id(base))


def is_plain(cls: type, size: int, dealloc: int, weak_at: int) -> bool:
    """Whether a type came out as asked for: size, weak references, deallocator, no part in cycles."""
    plain = cls.__basicsize__ == size and not cls.__dictoffset__ and not cls.__flags__ & _GC
    return plain and cls.__weakrefoffset__ == weak_at and _word(cls, TP_DEALLOC) == dealloc


def slot_of(cls: type, slot: int) -> int:
    """The address of what a class has in a slot (by its number in `typeslots.h`)."""
    return _get_slot(cls, slot)


def dealloc_of(cls: type) -> int:
    """The address of what frees a class's instances."""
    return _word(cls, TP_DEALLOC)


def leave_collector(cls: type, base: type, dealloc: int) -> None:
    """Let a class without instances be freed as its base is: every class made by a `class` statement is collected."""
    for offset, value in ((TP_DEALLOC, dealloc), (_TP_TRAVERSE, 0), (_TP_CLEAR, 0), (_TP_FREE, _word(base, _TP_FREE))):
        c_size_t.from_address(id(cls) + offset).value = value
    c_size_t.from_address(id(cls) + _TP_FLAGS).value &= ~_GC


def change_class(thing: object, cls: type) -> None:
    """Make an instance one of another class of the same layout, allocated and freed the same way."""
    old = type(thing)
    _incref(cls)
    c_size_t.from_address(id(thing) + _TYPE).value = id(cls)
    _decref(old)


def call_directly(cls: type, method: bool) -> None:
    """Let calls of a class's instances enter as those of its base do: before 3.12 a `class` statement undoes it. With
    `method`, an instance found on the class of `x` is called with `x` before all else, as functions are."""
    c_size_t.from_address(id(cls) + _TP_FLAGS).value |= _VECTORCALL | (_METHOD if method else 0)


def make_builtin(name: str, address: int, keywords: bool = False) -> Any:
    """A builtin function of positional arguments, and with `keywords` of named ones."""
    method = _Method(name.encode(), address, _FAST | (_KEYWORDS if keywords else 0), None)
    kept.append(method)
    return _function(ctypes.addressof(method), None, None)


def make_attribute(cls: type, name: str, get: int, put_at: int, of: type, field: str, put: Any = None) -> Any:
    """An attribute of a class's instances which the functions at those addresses read, and write by `put` if that is
    given: the slot `field` of what is of class `of`."""
    what = _Attribute(offset_of(partial(object.__new__, of), field), of, field, put)
    kept.append(what)
    return make_getset(cls, name, get, put_at if put else None, ctypes.addressof(what))


def make_getset(cls: type, name: str, get: int, put: int | None, what: int | None = None) -> Any:
    """An attribute of a class's instances which the functions at those addresses read and write, told of `what`."""
    made = _GetSet(name.encode(), get, put, None, what)
    kept.append(made)
    return _get_set(cls, ctypes.addressof(made))


def numpys() -> tuple[int, int, int]:
    """Where a dtype of NumPy's says how many bytes an element has, and the addresses of the functions that make an
    array on given memory, and keep what that is of."""
    pointer = ctypes.pythonapi.PyCapsule_GetPointer
    pointer.restype, pointer.argtypes = ctypes.c_void_p, [ctypes.py_object, ctypes.c_char_p]
    table = pointer(vars(multiarray)["_ARRAY_API"], None)
    new, base = (c_size_t.from_address(table + 8 * place).value for place in (94, 282))
    return 40, new, base


def digits_after() -> int:
    """How many bits of the word before an integer's digits are not their number, -1 if it is kept in another way."""
    numbers = (5, 2**30 - 1, 2**30, 2**45 + 7, 2**60 - 1)
    for bits in (0, 3):
        heads = [n.bit_length() // 30 + (n.bit_length() % 30 > 0) << bits for n in numbers]
        right = all(
            _word(n, 16) == head and _word(n, 24) & 0x3FFFFFFF == n & 0x3FFFFFFF
            for n, head in zip(numbers, heads, strict=True)
        )
        high = all((_word(n, 24) >> 32) == n >> 30 for n in numbers[2:])
        negative = _word(-5, 16)
        if right and high and (negative >> 32 if not bits else negative & 2):
            return bits
    return -1


def strange() -> str | None:
    """Which part of NumPy's objects does not lie where native code expects it."""
    array, strided = np.arange(6.0).reshape(2, 3), np.zeros((2, 3), np.complex64)[:, ::2]
    found = {
        "the data of an array": all(_word(a, 16) == a.__array_interface__["data"][0] for a in (array, strided)),
        "the sizes of an array": _word(array, 24) & 0xFFFFFFFF == 2
        and c_size_t.from_address(_word(strided, 32) + 8).value == 2
        and c_size_t.from_address(_word(strided, 40) + 8).value == 16,
        "what an array is of": _word(strided, 48) == id(strided.base) and _word(strided.base, 48) == 0,
        "the dtype of an array": _word(array, 56) == id(array.dtype),
        "the flags of an array": all(_word(a, 64) & 0xFFFFFFFF == a.flags.num for a in (array, strided)),
        "the size of a dtype": all(_word(np.dtype(name), 40) == np.dtype(name).itemsize for name in "fdFDbh"),
        "the loops of a function": all(_word(f, 48) & 0xFFFFFFFF == f.ntypes for f in (np.add, np.sqrt))
        and ctypes.string_at(_word(np.add, 56)) == b"add",
    }
    wrong = [name for name, right in found.items() if not right]
    return f"{wrong[0]} is not where it is expected" if wrong else None


def offset_of(make: Any, name: str) -> int:
    """Where objects of a class keep the slot `name`: found by looking for a value put there."""
    thing, marker = make(), object()
    setattr(thing, name, marker)
    for offset in range(16, type(thing).__basicsize__, 8):
        if _word(thing, offset) == id(marker):
            return offset
    raise ValueError(f"{type(thing).__name__}.{name} is no slot")
