"""The CPU: programs of native kernels on the thread pool; the bodies of ops where native code cannot be built."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from dusk.backends import calibrate, pool, runtime
from dusk.backends.reference import ReferenceProgram
from dusk.compiler.assemble import Blueprint, decide
from dusk.compiler.budget import fit, lean
from dusk.compiler.product import Product
from dusk.compiler.program import Program
from dusk.errors import NativeUnavailable
from dusk.graph import Graph
from dusk.kernel import costs, native
from dusk.kernel.build import build as build_kernel
from dusk.kernel.contraction import Contraction, Stride, link
from dusk.kernel.contraction_plan import Plan
from dusk.kernel.contraction_tile import tile_for
from dusk.kernel.costs import Costs
from dusk.kernel.targets import cpu

log = logging.getLogger("dusk")
_told = False


class CpuMachine:
    """Native kernels of this machine's processor, and the runner."""

    @property
    def threads(self) -> int:
        """Threads that a step may be split over."""
        return pool.wanted()

    def costs(self, seconds: float = 0.0) -> Costs:
        """What its time goes by, measured first for a heavy program."""
        return calibrate.in_force(seconds)

    def __init__(self) -> None:
        # expressions are shared, so equal kernels are found without writing their text
        self._addresses: dict[Any, int] = {}
        self._sources: dict[int, list[native.Source]] = {}

    def address(self, work: Any) -> int:
        """The address of a step's native function (NativeUnavailable, NotImplementedError)."""
        key = work.contraction if isinstance(work, Product) else work.kernel
        found = self._addresses.get(key)
        if found is None:
            found, *core = key.linked() if isinstance(key, Contraction) else (build_kernel(key),)
            self._addresses[key] = found
            sources = [native.source_of(address) for address in (found, *core)]
            self._sources[found] = [source for source in sources if source is not None]
        return found

    def forget(self) -> None:
        """Forget what is in memory, as `native.forget` does."""
        self._addresses.clear()

    def sources(self, address: int) -> list[native.Source]:
        """Where a step's function, and the core that it is linked with, are on disk."""
        return self._sources.get(address, [])

    def from_disk(self, sources: Sequence[native.Source]) -> int | None:
        """The address of a step's function that some process has compiled before; None if it is not there."""
        own, *cores = sources
        linking = [own._replace(name=f"{own.name}_core") for _ in cores]
        address = native.from_disk(own, *(other.name for other in linking))
        linked = [found for source in (*linking, *cores) if (found := native.from_disk(source)) is not None]
        if address is None or len(linked) < len(linking) + len(cores):
            return None
        if linked:
            link(*linked)
        self._sources[address] = [*sources]
        return address

    def loop(self) -> int:
        """The address of the native function that runs a body round after round."""
        return runtime.loop_address()

    def interrupted(self) -> int:
        """The address of the native function that asks whether to go on."""
        return runtime.interrupted_address()

    def plan(
        self, work: Contraction, extents: Sequence[int], a: Sequence[Stride], b: Sequence[Stride], apart: int = 0
    ) -> Plan:
        """How to run a contraction of these extents (b, m, n, k) and strides of A and B; if `apart`, for so many
        callers that come for rows of their own."""
        return work.plan(extents, a, b, apart or self.threads, apart=apart > 0, serial=costs.in_force().serial)

    @property
    def in_parts(self) -> bool:
        """Whether contractions read operands whose axes lie in parts."""
        return True

    def lanes(self, dtype: np.dtype[Any]) -> int:
        """The width of panels that contractions of a dtype read fastest."""
        return tile_for(dtype, cpu.host()).lanes

    def bind(self, slots: int, args: int, steps: int, n: int, release: bool, parallel: bool) -> Callable[[], int]:
        """A callable that runs steps (see `runtime.bind`)."""
        return runtime.bind(slots, args, steps, n, release, parallel)


machine = CpuMachine()


def compile_native(graph: Graph, donate: Iterable[int] = (), into: Mapping[int, int] | None = None) -> Program:
    """A graph of static shapes as a native program; see `dusk.compiler.assemble.build`. Raises NativeUnavailable."""
    return draft(graph, donate, into).program()


def draft(graph: Graph, donate: Iterable[int] = (), into: Mapping[int, int] | None = None) -> Blueprint:
    """What `compile_native` makes a program of: all is decided, nothing compiled. Raises NativeUnavailable."""
    _require()
    return lean(graph, machine, donate, into).careful()


def compile_within(
    memory: int, graph: Graph, donate: Iterable[int] = (), into: Mapping[int, int] | None = None
) -> Program:
    """A program that holds at most `memory` bytes; see `dusk.compiler.budget.fit`. Raises NativeUnavailable: bodies
    hold what they hold."""
    _require()
    return fit(graph, machine, donate, into, memory).program()


def blueprint(graph: Graph, donate: Iterable[int] = (), into: Mapping[int, int] | None = None) -> Blueprint:
    """A graph, maybe of named sizes, decided about for this machine. Raises NativeUnavailable."""
    _require()
    return decide(graph, machine, donate, into)


def _require() -> None:
    if not native.available():
        raise NativeUnavailable("native code cannot be built here")


def compile(
    graph: Graph, donate: Iterable[int] = (), into: Mapping[int, int] | None = None
) -> Program | ReferenceProgram:
    """A graph of static shapes as a program: native, or of bodies where that cannot be (said once, in the log)."""
    global _told
    try:
        return compile_native(graph, donate, into)
    except NativeUnavailable as error:
        if not _told:
            _told = True
            log.warning("no native code, programs run in NumPy: %s", error)
        return ReferenceProgram(graph, donate, into)
