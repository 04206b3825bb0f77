"""Calls of C functions on whole buffers, as kernels: what goes in and comes out lies in memory, nothing is fused."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np

from dusk.kernel.emit_cast import register_type
from dusk.kernel.loops import Kernel
from dusk.kernel.math_lanes import extended

Passed = tuple[Literal["pointer", "number", "reference"], int, str]
"""An argument: the address of an operand; a parameter, as a number of a dtype ("f8"); the address of such a number."""


@dataclass(frozen=True)
class Call(Kernel):
    """One call of the C function at the address that is parameter 0, all of it by one thread.

    Its axis has as many points as there are elements in what it writes: of none it is not called. It gives `result`
    (a dtype; "": nothing), which is stored in operand `into`, or, where that is -1, says by not being 0 that it failed:
    then the last parameter is the number of the check.
    """

    passed: tuple[Passed, ...] = ()
    result: str = ""
    into: int = -1

    @property
    def foreign(self) -> bool:
        """It calls what is not Dusk's."""
        return True

    @property
    def splittable(self) -> bool:
        """It is one call."""
        return False

    def text(self) -> str:
        """The canonical text, as that of other kernels."""
        given = ", ".join(" ".join(map(str, one)) for one in self.passed)
        sizes = f"operands {len(self.operands)} params {self.n_params}"
        return f"call {self.result or 'void'} ({given}) into {self.into}, {sizes}\n"


def word(at: int, name: str) -> list[str]:
    """What loads a word of a step's block, as `name`."""
    return [f" %{name}.at = getelementptr i64, ptr %args, i64 {at}", f" %{name} = load i64, ptr %{name}.at"]


def address(i: int, at: int, name: str) -> list[str]:
    """What finds operand i, whose slot and offset are the words from `at` on, as `name`."""
    return [
        *word(at, f"slot{i}"),
        *word(at + 1, f"offset{i}"),
        f" %base{i}.at = getelementptr ptr, ptr %slots, i64 %slot{i}",
        f" %base{i} = load ptr, ptr %base{i}.at",
        f" %{name} = getelementptr i8, ptr %base{i}, i64 %offset{i}",
    ]


def emit_call(kernel: Call) -> str:
    """The IR text of a call."""
    lines = [f"define void @{kernel.name}(ptr %slots, ptr %args, i64 %lo, i64 %hi) {{", "entry:"]
    n = len(kernel.operands)
    first = len(kernel.axes) + 2 * n  # of the parameters
    for i in range(n):
        lines += address(i, len(kernel.axes) + 2 * i, f"operand{i}")
    lines += [*word(first, "address"), " %f = inttoptr i64 %address to ptr"]
    given: list[str] = []
    for k, (how, number, kind) in enumerate(kernel.passed):
        if how == "pointer":
            given.append(f"ptr %operand{number}")
            continue
        lines += word(first + number, f"word{k}")
        elem = register_type(np.dtype(kind))
        lines += _number(f"%word{k}", f"%number{k}", elem)
        if how == "number":
            given.append(f"{extended(elem, kind[0] == 'i')} %number{k}")
        else:
            lines += [f" %cell{k} = alloca {elem}", f" store {elem} %number{k}, ptr %cell{k}"]
            given.append(f"ptr %cell{k}")
    result = register_type(np.dtype(kernel.result)) if kernel.result else "void"
    lines.append(f" {'%made = ' if kernel.result else ''}call {result} %f({', '.join(given)})")
    if kernel.into >= 0:
        lines.append(f" store {result} %made, ptr %operand{kernel.into}")
    elif kernel.result:
        lines += [
            *word(first + kernel.n_params - 1, "check"),
            " %code = " + (f"sext {result} %made to i64" if result != "i64" else "add i64 %made, 0"),
            " %failed = icmp ne i64 %code, 0",
            " br i1 %failed, label %fail, label %out",
            "fail:",
            " %status = load ptr, ptr %slots",
            " %code.at = getelementptr i64, ptr %status, i64 1",
            " store i64 %check, ptr %status",
            " store i64 %code, ptr %code.at",
            " br label %out",
            "out:",
        ]
    return "\n".join([*lines, " ret void", "}", ""])


def _number(word: str, name: str, kind: str) -> list[str]:
    """A parameter as a number of LLVM's type `kind`: integers by value, floats by their bits."""
    if kind == "i64":
        return [f" {name} = add i64 {word}, 0"]
    if kind == "double":
        return [f" {name} = bitcast i64 {word} to double"]
    if kind == "float":
        return [f" {name}.bits = trunc i64 {word} to i32", f" {name} = bitcast i32 {name}.bits to float"]
    return [f" {name} = trunc i64 {word} to {kind}"]
