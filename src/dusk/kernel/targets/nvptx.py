"""NVIDIA's graphics processors: grids of threads, and PTX from LLVM IR. No such processor is needed to make it."""

from __future__ import annotations

import functools
from typing import Any

from dusk.errors import NativeUnavailable
from dusk.kernel import codegen
from dusk.kernel.targets import Target

SM90 = Target("sm_90", 16, False, half=True, grid=True)
ISA = "+ptx80"


@functools.cache
def generator(name: str = SM90.name) -> codegen.CodeGenerator:
    """LLVM's code generator for a processor. Raises NativeUnavailable where this LLVM has none."""
    try:
        return codegen.of("nvptx64-nvidia-cuda", name, ISA)
    except Exception as error:  # whatever an absent or foreign LLVM raises
        raise NativeUnavailable(f"no PTX: {type(error).__name__}: {error}") from error


def available() -> bool:
    """Whether PTX can be made here."""
    try:
        generator()
    except NativeUnavailable:
        return False
    return True


def ptx(ir_text: str, target: Target = SM90, level: int = 3) -> str:
    """The PTX of an IR text for a grid. Raises RuntimeError for IR that is wrong, NativeUnavailable without LLVM."""
    made = generator(target.name)
    machine: Any = made.machine(level)
    return str(machine.emit_assembly(made.llvm.parse_assembly('target triple = "nvptx64-nvidia-cuda"\n' + ir_text)))
