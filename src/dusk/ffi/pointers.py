"""Foreign functions as addresses: what ctypes, cffi, Cython, Numba and SciPy hand out, and what C calls its types."""

from __future__ import annotations

import ctypes
import re
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, cast

import numpy as np

DType = np.dtype[Any]
SKIP = "__pyx_skip_dispatch"  # what Cython's cpdef functions take besides: 0


class Argument(NamedTuple):
    """An argument of a C function: a number, or (`pointer`) the address of some; `name` may be empty."""

    dtype: DType
    pointer: bool
    name: str


class Signature(NamedTuple):
    """A C function's declaration; `result` is None for void."""

    result: DType | None
    arguments: tuple[Argument, ...]
    name: str

    def __str__(self) -> str:
        given = ", ".join(f"{a.dtype}{' *' if a.pointer else ''}" for a in self.arguments)
        return f"{self.result or 'void'} ({given})"


@dataclass(frozen=True)
class Pointer:
    """A C function: where it is, what is known of its declaration, and what must not die while it may be called.

    `locked`: it is Python's, and called with the interpreter lock held.
    """

    address: int
    signature: Signature | None
    owner: Any
    locked: bool = False

    def entry(self, kinds: Sequence[Any]) -> Any:
        """What calls it through ctypes with arguments of these types."""
        assert self.signature is not None
        result = None if self.signature.result is None else ctypes_of(self.signature.result)
        kind: Any = (ctypes.PYFUNCTYPE if self.locked else ctypes.CFUNCTYPE)(result, *kinds)
        return kind(self.address)


def ctypes_of(dtype: DType) -> Any:
    """The type of ctypes for a dtype."""
    return cast("Any", np.ctypeslib).as_ctypes_type(dtype)


_NAMES = {
    "i": "int signed|signed int",
    "l": "long|long int|signed long|signed long int",
    "q": "long long|long long int|signed long long",
    "h": "short|short int|signed short",
    "b": "char|signed char",
    "I": "unsigned|unsigned int",
    "L": "unsigned long|unsigned long int",
    "Q": "unsigned long long|unsigned long long int",
    "H": "unsigned short|unsigned short int",
    "B": "unsigned char|_Bool|bool",
    "f": "float|npy_float32|npy_float",
    "d": "double|npy_float64|npy_double",
    "p": "intptr_t|ssize_t|ptrdiff_t|Py_ssize_t|npy_intp",
    "P": "uintptr_t|size_t",
}
_TYPES: dict[str, DType] = {
    **{name: np.dtype(code) for code, names in _NAMES.items() for name in names.split("|")},
    **{
        f"{kind}{n}{t}": np.dtype(f"{kind}{n}") for kind in ("int", "uint") for n in (8, 16, 32, 64) for t in ("", "_t")
    },
    "int": np.dtype(np.intc),
    "float32": np.dtype(np.float32),
    "float64": np.dtype(np.float64),
}
_IGNORED = {"const", "restrict", "__restrict", "volatile", "extern", "static", "inline", "struct"}
_DECLARATION = re.compile(r"\s*(?P<head>[^()]*?)\s*\((?P<arguments>.*)\)\s*(?:noexcept|nogil|\s)*;?\s*", re.DOTALL)


def parse(text: str) -> Signature:
    """A C declaration such as `double f(const double *x, int n)`; names may be left out (TypeError: not understood)."""
    found = _DECLARATION.fullmatch(text)
    if found is None:
        raise TypeError(f"not the declaration of a C function: {text!r}; write one like 'double (double, int)'")
    head = _argument(found["head"], text)
    given = found["arguments"].strip()
    parts = [] if given in ("", "void") else given.split(",")
    arguments = tuple([_argument(part, text) for part in parts])
    if head.pointer or any(a.dtype == _VOID for a in arguments):
        raise TypeError(f"{text!r} passes or gives pointers to what is no number")
    return Signature(None if head.dtype == _VOID else head.dtype, arguments, head.name)


_VOID = np.dtype("V1")


def _argument(text: str, whole: str) -> Argument:
    words = [w for w in re.findall(r"\w+|\*", text.replace("[]", "*")) if w not in _IGNORED]
    stars = words.count("*")
    words = [w for w in words if w != "*"]
    name = ""
    if len(words) > 1 and " ".join(words) not in _TYPES:
        name = words.pop()
    kind = " ".join(words)
    dtype = _VOID if kind == "void" else _TYPES.get(kind)
    if dtype is None or stars > 1:
        raise TypeError(
            f"{text.strip()!r} in {whole!r} is no type of numbers that C functions of ops take: give signature= with "
            f"double, float, int, int64_t, ... and pointers to them"
        )
    return Argument(dtype, bool(stars), name)


def pointer(function: Any) -> Pointer:
    """A C function from what stands for it: a ctypes or cffi function, a capsule (of Cython's `__pyx_capi__`), what has
    an `address` (`numba.cfunc`), a `scipy.LowLevelCallable`, or its address (TypeError: none of these)."""
    kind = cast("type[Any]", type(function))
    if kind is int:
        return Pointer(function, None, None)
    if isinstance(function, _ctypes_function):
        return _of_ctypes(function, function)
    if kind.__module__ == "_cffi_backend":
        return _of_cffi(function)
    if kind.__name__ == "PyCapsule":
        return _of_capsule(function)
    if isinstance(getattr(function, "address", None), int):
        made = getattr(function, "ctypes", None)
        known = _of_ctypes(made, function).signature if isinstance(made, _ctypes_function) else None
        return Pointer(function.address, known, function)
    inner = getattr(function, "function", None)
    if inner is not None and kind.__name__ == "LowLevelCallable":
        return pointer(inner)
    raise TypeError(
        f"{kind.__name__} is no C function: give a ctypes or cffi function, a capsule, a numba.cfunc or an address "
        f"(Python functions become ops by dusk.op)"
    )


def _of_ctypes(function: Any, owner: Any) -> Pointer:
    address = ctypes.cast(function, ctypes.c_void_p).value
    if not address:
        raise TypeError("a null pointer is no C function")
    given = function.argtypes
    signature = None
    if given is not None:
        result = function.restype
        arguments = tuple([_ctypes_argument(kind) for kind in given])
        signature = Signature(None if result is None else _ctypes_argument(result).dtype, arguments, _name_of(function))
    return Pointer(address, signature, owner, bool(function._flags_ & _LOCKED))


_LOCKED = 4  # ctypes' flag of functions that are called with the interpreter lock held


def _ctypes_argument(kind: Any) -> Argument:
    if kind is ctypes.c_void_p:
        raise TypeError("c_void_p does not say what it points to: give signature=")
    inner = getattr(kind, "_type_", None)
    if isinstance(inner, type):  # a pointer
        return Argument(np.dtype(cast("Any", inner)), True, "")
    if getattr(kind, "_dtype_", None) is not None:  # numpy.ctypeslib.ndpointer
        return Argument(np.dtype(kind._dtype_), True, "")
    try:
        return Argument(np.dtype(kind), False, "")
    except TypeError:
        raise TypeError(f"{kind.__name__} is no type of numbers: give signature=") from None


def _of_cffi(function: Any) -> Pointer:
    ffi = sys.modules["_cffi_backend"].FFI()
    kind = ffi.typeof(function)
    if kind.kind != "function":
        raise TypeError(f"{kind.cname} is no function; of a library in API mode give ffi.addressof(lib, 'name')")
    address = int(ffi.cast("intptr_t", function))
    given = ", ".join(argument.cname for argument in kind.args)
    return Pointer(address, _readable(f"{kind.result.cname} ({given})"), function)


def _of_capsule(capsule: Any) -> Pointer:
    api = ctypes.pythonapi
    name = ctypes.PYFUNCTYPE(ctypes.c_char_p, ctypes.py_object)(("PyCapsule_GetName", api))(capsule)
    get = ctypes.PYFUNCTYPE(ctypes.c_void_p, ctypes.py_object, ctypes.c_char_p)(("PyCapsule_GetPointer", api))
    return Pointer(get(capsule, name), _readable((name or b"").decode()), capsule)


def _readable(text: str) -> Signature | None:
    """A declaration where it is one that is understood; else the user is to give one."""
    try:
        return parse(text)
    except TypeError:
        return None


def _name_of(function: Any) -> str:
    return getattr(function, "__name__", "")


_ctypes_function: Any = type(ctypes.CFUNCTYPE(None)()).__mro__[1]
