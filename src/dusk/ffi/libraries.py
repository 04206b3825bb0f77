"""Ops of shared libraries and of installed packages, found when the program runs."""

from __future__ import annotations

import ctypes
import importlib.metadata
import os
import re
from collections.abc import Iterator
from typing import Any

from dusk.ffi.define import UserOp
from dusk.ffi.function import function
from dusk.ffi.pointers import SKIP, parse

GROUP = "dusk.ops"
_LINE = re.compile(
    r"(?P<signature>[^()]*\([^()]*\))\s*;?\s*(?P<shapes>[^()]*\[.*->[^()]*\])?\s*(?:by\s+(?P<partials>[\w ]+))?"
)


class Library:
    """The ops of a shared library, as attributes and in order."""

    def __init__(self, path: str, ops: dict[str, UserOp]) -> None:
        self.__path = path
        self.__ops = ops

    def __getattr__(self, name: str) -> UserOp:
        try:
            return self.__ops[name]
        except KeyError:
            raise AttributeError(f"{self.__path} has no op {name!r}; it has {', '.join(self.__ops)}") from None

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *self.__ops]

    def __iter__(self) -> Iterator[UserOp]:
        return iter(self.__ops.values())

    def __repr__(self) -> str:
        return f"<ops of {self.__path}: {', '.join(self.__ops)}>"


def load(path: str | os.PathLike[str] | None, declarations: str | None = None) -> Library:
    """The ops of a shared library (None: of what this process has loaded), be it written for Dusk or not.

    `declarations` has one a line: the C declaration of a function, for one of buffers its shapes, and for one of
    numbers perhaps its partial derivatives, functions of the same arguments on lines of their own; see `function`:

        double cube(double x) by cube_dx
        double cube_dx(double x)
        void outer(const double *x, const double *y, double *out, int64_t m, int64_t n) x[m], y[n] -> out[m, n]

    Without them the library says it itself, in a text `const char dusk_ops[]`. Ops have their functions' names.
    Raises OSError for what is no library, TypeError for declarations that are missing, not understood, or of functions
    that are not there.
    """
    where = None if path is None else os.fspath(path)
    library = ctypes.CDLL(where)
    if declarations is None:
        try:
            declarations = ctypes.string_at(ctypes.addressof(ctypes.c_char.in_dll(library, "dusk_ops"))).decode()
        except ValueError:
            raise TypeError(f"{path} does not declare its ops in a text dusk_ops: give declarations") from None
    found: dict[str, UserOp] = {}
    for line in filter(None, map(str.strip, declarations.splitlines())):
        met = _LINE.fullmatch(line)
        if met is None:
            raise TypeError(f"{path}: {line!r} is not understood: write 'double f(double x) by f_dx'")
        name = parse(met["signature"]).name
        entry = getattr(library, name, None) if name else None
        if entry is None:
            raise TypeError(f"{path} has no function {name!r}, declared as {line!r}")
        partials = (met["partials"] or "").split()
        rule = _by_partials(found, partials) if partials else None
        found[name] = function(entry, met["signature"], met["shapes"], vjp=rule)
        found[name].library = library
        count = sum(a.name != SKIP for a in parse(met["signature"]).arguments)
        if partials and len(partials) != count:
            raise TypeError(f"{path}: {name} has {count} arguments and {len(partials)} partial derivatives")
    return Library(where or "this process", found)


def _by_partials(ops: dict[str, UserOp], names: list[str]) -> Any:
    def vjp(g: Any, out: Any, *inputs: Any) -> tuple[Any, ...]:
        return tuple([g * ops[name](*inputs) for name in names])

    return vjp


def installed() -> dict[str, Any]:
    """The ops of installed packages, by their names: what their entry points of the group "dusk.ops" lead to. From then
    on they are found by name in `dusk.symbol`, and by saved symbols."""
    return {entry.name: entry.load() for entry in importlib.metadata.entry_points(group=GROUP)}
