"""C functions on whole buffers as ops: which arguments are arrays, sizes or parameters, and what shapes come out."""

from __future__ import annotations

import ctypes
import inspect
import re
import struct
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import prod
from typing import Any, NamedTuple

import numpy as np

from dusk.errors import ForeignError
from dusk.ffi.define import UserOp, register
from dusk.ffi.pointers import DType, Pointer, ctypes_of
from dusk.graph import TensorType
from dusk.kernel.foreign import Call
from dusk.kernel.loops import Axis, Operand

Array = np.ndarray[Any, Any]
_ENTRY = re.compile(r"\s*(\w*)\s*\[([^\]]*)\]\s*")


class Entry(NamedTuple):
    """An array of a function: its name and what its sizes are, as written."""

    name: str
    sizes: tuple[str, ...]
    dtype: DType


class Passing(NamedTuple):
    """An argument: an array by its place among inputs and outputs, or a number by what it is (a size, a parameter)."""

    how: Any  # "pointer", "number" or "reference"
    what: Any
    dtype: DType


@dataclass(frozen=True)
class Buffers:
    """How a function is called: `given[i]` for each of its arguments; `returned`: its result is the last output."""

    name: str
    pointer: Pointer
    inputs: tuple[Entry, ...]
    outputs: tuple[Entry, ...]
    given: tuple[Passing, ...]
    returned: bool
    parameters: tuple[str, ...]

    @staticmethod
    def of(name: str, pointer: Pointer, shapes: str | None) -> Buffers:
        """The way a function is called, by its signature and shapes (TypeError: they do not fit)."""
        signature = pointer.signature
        assert signature is not None
        if shapes is None:
            raise TypeError(f"{name} takes buffers: give shapes=, as in 'a[m, n], x[n] -> y[m]'")
        left, arrow, right = shapes.partition("->")
        if not arrow:
            raise TypeError(f"shapes {shapes!r} have no '->' between what is read and what is written")
        read, written = _entries(left, shapes), _entries(right, shapes)
        wanted = [*read, *written]
        sizes = list(dict.fromkeys(s for _, dims in read for s in dims if s.isidentifier()))
        pointers = [a.name for a in signature.arguments if a.pointer]
        named = all(a.name for a in signature.arguments)
        returned = (
            signature.result is not None
            and bool(written)
            and (written[-1][0] not in pointers if named else len(pointers) < len(wanted))
        )
        by_pointer = wanted[:-1] if returned else wanted
        names = [n for n, _ in by_pointer]
        if not named:
            names = list(map(str, range(len(names))))
        counted, unnamed, order = 0, iter(sizes), list[Passing]()
        dtypes: dict[str, DType] = {}
        for argument in signature.arguments:
            own = argument.name if named else str(counted) if argument.pointer else next(unnamed, "")
            counted += argument.pointer
            if argument.pointer and own in names:
                order.append(Passing("pointer", names.index(own), argument.dtype))
                dtypes[own] = argument.dtype
            elif own:
                order.append(Passing("reference" if argument.pointer else "number", own, argument.dtype))
            else:
                raise TypeError(f"{name}: name the arguments of {signature}, which are not all arrays and sizes")
        missing = [n for n in names if n not in dtypes]
        if missing or len(dtypes) < len(names):
            raise TypeError(f"{name}: shapes {shapes!r} and signature {signature} do not name the same pointers")
        kinds = [dtypes[n] for n in names] + ([signature.result] if returned else [])
        entries = [Entry(n, dims, dtype) for (n, dims), dtype in zip(wanted, kinds, strict=True)]  # type: ignore[arg-type]
        numbers = [p.what for p in order if p.how != "pointer"]
        parameters = tuple(dict.fromkeys(n for n in numbers if n not in sizes))
        inputs, outputs = tuple(entries[: len(read)]), tuple(entries[len(read) :])
        if not inputs or not outputs:
            raise TypeError(f"{name}: an op reads and writes arrays, shapes {shapes!r} name none on one side")
        return Buffers(name, pointer, inputs, outputs, tuple(order), returned, parameters)

    def sizes(self, shapes: Sequence[tuple[Any, ...]], params: dict[str, Any]) -> dict[str, Any]:
        """What the named sizes are for these shapes of inputs (ValueError: they contradict each other)."""
        known: dict[str, Any] = {}
        for entry, shape in zip(self.inputs, shapes, strict=True):
            if len(entry.sizes) != len(shape):
                raise ValueError(f"{entry.name or 'an array'}[{', '.join(entry.sizes)}] was given shape {shape}")
            for size, met in zip(entry.sizes, shape, strict=True):
                wanted = known.setdefault(size, met) if size.isidentifier() else _worked_out(size, known | params)
                if wanted != met:
                    raise ValueError(f"{entry.name or 'an array'} has shape {shape} where {size} is {wanted}")
        return known | params

    def infer(self, *types: TensorType, **params: Any) -> Any:
        """The types of the outputs."""
        known = self.sizes([t.shape for t in types], params)
        made = [
            TensorType(tuple([_worked_out(s, known) for s in entry.sizes]), entry.dtype, types[0].device)
            for entry in self.outputs
        ]
        return made[0] if len(made) == 1 else tuple(made)

    def native(self, *types: TensorType, **params: Any) -> tuple[Call, tuple[Any, ...]]:
        """The call as a kernel, and its parameters."""
        known = self.sizes([t.shape for t in types], params)
        words: list[Any] = [self.pointer.address]
        passed: list[Any] = []
        for how, what, dtype in self.given:
            if how == "pointer":
                passed.append((how, what, ""))
            else:
                passed.append((how, len(words), dtype.str[1:]))
                words.append(known[what] if dtype.kind in "iu" else _bits(known[what], dtype))
        assert self.pointer.signature is not None
        result = self.pointer.signature.result
        operands = tuple([Operand(entry.dtype, ()) for entry in (*self.inputs, *self.outputs)])
        fails = result is not None and not self.returned
        call = Call(
            (Axis("parallel"),),
            operands,
            (),
            (),
            len(words) + fails,
            passed=tuple(passed),
            result="" if result is None else result.str[1:],
            into=len(operands) - 1 if self.returned else -1,
        )
        return call, tuple(words)

    def body(self) -> Callable[..., Any]:
        """The call through ctypes."""
        numbers = [ctypes_of(p.dtype) for p in self.given]
        kinds = [n if p.how == "number" else ctypes.c_void_p for p, n in zip(self.given, numbers, strict=True)]
        entry = self.pointer.entry(kinds)

        def body(*xs: Any, **params: Any) -> Any:
            read: list[Array] = [np.asarray(x, order="C") for x in xs]
            known = self.sizes([x.shape for x in read], params)
            shapes = [tuple([_worked_out(s, known) for s in e.sizes]) for e in self.outputs]
            written: list[Array] = [np.empty(s, e.dtype) for s, e in zip(shapes, self.outputs, strict=True)]
            arrays: list[Array] = [*read, *written]
            given: list[Any] = []
            cells: list[Any] = []
            for p, number in zip(self.given, numbers, strict=True):
                if p.how == "pointer":
                    given.append(address_of(arrays[p.what]))
                elif p.how == "number":
                    given.append(known[p.what])
                else:
                    cells.append(number(known[p.what]))
                    given.append(ctypes.addressof(cells[-1]))
            if any(prod(shape) for shape in shapes):
                code = entry(*given)
                if self.returned:
                    written[-1][...] = code
                elif code:
                    raise ForeignError(f"{self.name} gave {code}")
            return written[0] if len(written) == 1 else tuple(written)

        return body

    def op(self, rules: dict[str, Any]) -> UserOp:
        """The op of the function."""
        signature = self.pointer.signature
        assert signature is not None
        arrays = [e.name if e.name.isidentifier() else f"x{i}" for i, e in enumerate(self.inputs, 1)]
        parameters = [inspect.Parameter(n, inspect.Parameter.POSITIONAL_OR_KEYWORD) for n in arrays]
        parameters += [inspect.Parameter(n, inspect.Parameter.KEYWORD_ONLY) for n in self.parameters]
        given: dict[str, Any] = {"infer": self.infer, "promote": casting(self.name, [e.dtype for e in self.inputs])}
        if not self.pointer.locked:
            given["native"] = self.native
        doc = f"The C function `{signature}`."
        made = register(self.name, self.body(), inspect.Signature(parameters), doc, **given, **rules)
        return UserOp(
            made.body, made, at_once=self.pointer.locked or (signature.result is not None and not self.returned)
        )


def casting(name: str, dtypes: Sequence[DType]) -> Callable[..., Any]:
    """The promotion rule of a function of these dtypes: TypeError where a cast would lose something."""

    def promote(*kinds: Any, **params: Any) -> tuple[DType, ...]:
        if len(kinds) != len(dtypes):
            raise TypeError(f"it takes {len(dtypes)} arrays, not {len(kinds)}")
        for i, (kind, dtype) in enumerate(zip(kinds, dtypes, strict=True)):
            weak = _WEAK.get(kind)
            if not np.can_cast(weak or kind, dtype, "same_kind" if weak else "safe"):
                met = kind.__name__ if weak else kind
                raise TypeError(f"argument {i} is {met} where the C function takes {dtype}: cast it with astype")
        return tuple(dtypes)

    return promote


_WEAK: dict[Any, Any] = {bool: np.bool_, int: np.uint8, float: np.float16, complex: np.complex64}


def address_of(array: Any) -> int:
    """Where an array's elements begin."""
    return int(array.__array_interface__["data"][0])


def _entries(text: str, whole: str) -> list[tuple[str, tuple[str, ...]]]:
    found: list[tuple[str, tuple[str, ...]]] = []
    at = 0
    while text[at:].strip(" ,"):
        at += len(text[at:]) - len(text[at:].lstrip(" ,"))
        met = _ENTRY.match(text, at)
        if met is None:
            raise TypeError(
                f"shapes {whole!r} are not understood at {text[at:].strip()!r}: write 'a[m, n], x[n] -> y[m]'"
            )
        found.append((met[1], tuple([s.strip() for s in met[2].split(",") if s.strip()])))
        at = met.end()
    return found


def _worked_out(size: str, known: dict[str, Any]) -> Any:
    """A size that is a name, a number, or arithmetic of these (ValueError: something is not known, or no size)."""
    if size in known:
        return known[size]
    try:
        return eval(size, {"__builtins__": {}}, known)
    except (NameError, SyntaxError, TypeError) as error:
        raise ValueError(f"the size {size!r} cannot be worked out: {error}") from None


def _bits(value: float, dtype: DType) -> int:
    return (
        struct.unpack("<q", struct.pack("<d", value))[0]
        if dtype.itemsize == 8
        else (struct.unpack("<i", struct.pack("<f", value))[0])
    )
