"""What kernels are emitted for: one module a target."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["Target"]


@dataclass(frozen=True, slots=True)
class Target:
    """The facts of a processor that the emitter asks for.

    Its text goes into the IR, so it is part of what identifies native code.
    """

    name: str
    vector_bytes: int  # width of a vector register
    masked: bool  # whether loads and stores of every element size take a mask at no cost
    scale_bytes: int = 0  # width of the registers that have vscalef (x * 2**n), 0 for none
    half: bool = False  # whether float16 converts to float32 in hardware
    attributes: str = ""  # LLVM's function attributes
    bfloat16: str = ""  # how it multiplies it: "tiles" (AMX), "pairs" (a dot product of two), "" by widening
    streams: bool = False  # whether x86's stores past caches are there
    grid: bool = False  # whether threads of a grid run it: conversions saturate, there is no stack and no C library
