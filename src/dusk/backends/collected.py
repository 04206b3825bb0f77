"""Programs whose code is collected instead of loaded: for libraries that run without this process, maybe on another
processor."""

from __future__ import annotations

import itertools
import platform
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from dusk.backends import calibrate
from dusk.compiler.budget import fit, lean
from dusk.compiler.product import Product
from dusk.compiler.program import Program
from dusk.errors import GraphError, NativeUnavailable
from dusk.graph import Graph
from dusk.kernel import codegen, costs, native
from dusk.kernel.build import ir_text
from dusk.kernel.codegen import CodeGenerator
from dusk.kernel.contraction import Contraction, Stride
from dusk.kernel.contraction_plan import Plan
from dusk.kernel.contraction_tile import tile_for
from dusk.kernel.costs import Costs
from dusk.kernel.expr import topological
from dusk.kernel.procedure import Let, Procedure, every
from dusk.kernel.targets import Target, cpu
from dusk.transform.pipeline import optimise
from dusk.transform.placed import DEFAULT, moved, unplaced

LOOP, INTERRUPTED = "dusk_loop", "dusk_interrupted"
# what stands in tables for addresses that only a linker will know: numbers that are nothing else's
_FIRST, _LOOP, _INTERRUPTED = 0x6475736B00000000, 0x6475736BFFFFFFF0, 0x6475736BFFFFFFF1
_X86 = {
    "x86-64-v2": frozenset[str](),
    "x86-64-v3": frozenset({"+avx2", "+fma", "+f16c"}),
    "x86-64-v4": frozenset({"+avx2", "+fma", "+f16c"}) | cpu.AVX512,
}
_ARM = {"generic": frozenset({"+neon"})}


@dataclass(frozen=True, slots=True)
class Processor:
    """What code is for: the facts that kernels are written by, and what makes machine code of them."""

    target: Target
    generator: CodeGenerator


def names() -> list[str]:
    """The processors of this family that there are, besides "host"."""
    return list(_ARM if platform.machine() in ("aarch64", "arm64") else _X86)


def processor(name: str | None = None) -> Processor:
    """A processor by its name: "host" is this one; by default the family's common ground, which runs nearly anywhere.

    ValueError: no such name; NativeUnavailable: there is no LLVM.
    """
    own = native.host()
    levels = _ARM if platform.machine() in ("aarch64", "arm64") else _X86
    name = name or ("generic" if levels is _ARM else "x86-64-v3")
    if name == "host":  # without AMX, whose registers each process has to ask for
        return Processor(cpu.of_features(own[0], frozenset(own[1].split(",")) - cpu.AMX), codegen.host())
    if name not in levels:
        raise ValueError(f'there is no processor {name!r}: take one of {", ".join(levels)}, or "host"')
    target = cpu.of_features(name, levels[name])
    return Processor(target, codegen.of(codegen.host().llvm.get_process_triple(), name, ""))


@dataclass(frozen=True, slots=True)
class Code:
    """The IR text of a module, and whether LLVM's passes are to go over it."""

    text: str
    optimised: bool


def _calls_others(kernel: Any) -> bool:
    """Whether a kernel calls functions that are not Dusk's, by their addresses in this process."""
    if isinstance(kernel, Procedure):
        values = [s.value for s in every(kernel.block) if isinstance(s, Let)]
        return any(e.kind == "call" for e in topological(values))
    return kernel.foreign


class Collector:
    """A machine that gives kernels names for addresses (`name_of`) and has their IR in `modules`. It has one thread."""

    threads = 1
    in_parts = True

    def __init__(self, target: Target) -> None:
        self.target = target
        self.modules: dict[str, Code] = {}
        self._addresses: dict[Any, int] = {}
        self._names: dict[int, str] = {_LOOP: LOOP, _INTERRUPTED: INTERRUPTED}
        self._numbers = itertools.count(_FIRST)

    def name_of(self, word: int) -> str | None:
        """The function whose address a word of a table stands for; None: it is no address."""
        return self._names.get(word)

    def costs(self, seconds: float = 0.0) -> Costs:
        """What time goes by; nothing is measured, as this may not be the machine."""
        return calibrate.in_force()

    def address(self, work: Any) -> int:
        """A number for a step's function (NativeUnavailable, NotImplementedError: there is no code of Dusk's)."""
        key = work.contraction if isinstance(work, Product) else work.kernel
        found = self._addresses.get(key)
        if found is None:
            name = self._collected(key)
            found = self._addresses[key] = next(self._numbers)
            self._names[found] = name
        return found

    def _collected(self, key: Any) -> str:
        if _calls_others(key.epilogue if isinstance(key, Contraction) else key):
            raise NativeUnavailable("it calls a C function of this process")
        try:
            if isinstance(key, Contraction):
                (name, text), (core, core_text) = key.modules(self.target)
                self.modules[core] = Code(core_text, False)
                linked = f"@{core} = external global i8\n@{name}_core = internal constant ptr @{core}"
                self.modules[name] = Code(text.replace(f"@{name}_core = global ptr null", linked), False)
                return name
            self.modules[key.name] = Code(ir_text(key, self.target), isinstance(key, Procedure))
        except GraphError as error:
            raise NativeUnavailable(str(error)) from error
        return str(key.name)

    def loop(self) -> int:
        """A number for the function that runs a body round after round."""
        return _LOOP

    def interrupted(self) -> int:
        """A number for the function that asks whether to go on."""
        return _INTERRUPTED

    def plan(
        self, work: Contraction, extents: Sequence[int], a: Sequence[Stride], b: Sequence[Stride], apart: int = 0
    ) -> Plan:
        """How to run a contraction, by one thread."""
        serial = costs.in_force().serial
        return work.plan(extents, a, b, apart or 1, self.target, apart=apart > 0, serial=serial)

    def lanes(self, dtype: np.dtype[Any]) -> int:
        """The width of panels that contractions of a dtype read fastest."""
        return tile_for(dtype, self.target).lanes

    def bind(self, slots: int, args: int, steps: int, n: int, release: bool, parallel: bool) -> Callable[[], int]:
        """Nothing of it runs here."""
        raise NativeUnavailable("this program was made for a library")

    def build(
        self,
        memory: int | None,
        graph: Graph,
        donate: Iterable[int] = (),
        into: Mapping[int, int] | None = None,
    ) -> Program:
        """A graph as a program of this machine's, of at most `memory` bytes; a library has one device."""
        if not unplaced(graph):
            graph = optimise(moved(graph, DEFAULT))
        if memory is not None:
            return fit(graph, self, donate, into, memory).program()
        return lean(graph, self, donate, into).careful().program()
