"""What a loop kernel is called with: places in memory, extents, parameters."""

from __future__ import annotations

import ctypes
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from dusk.errors import ForeignError
from dusk.graph.op import get
from dusk.graph.provenance import Origin, describe
from dusk.graph.types import at_sizes, product, typical
from dusk.kernel.emit_spill import spill
from dusk.kernel.expr import Expr
from dusk.kernel.loops import Kernel

STATUS, SCRATCH = -1, -2  # the "values" that stand for the status cell, and for memory that a step needs while it runs
Number = Any  # an int; until the sizes of a program are known, maybe a named one


@dataclass(frozen=True, slots=True)
class Access:
    """An operand of a kernel: which value's memory, byte offset, strides in elements, and the axes they belong to."""

    value: int
    offset: Number
    strides: tuple[Number, ...]
    axes: tuple[int, ...]
    writes: bool = False

    @property
    def data(self) -> bool:
        """Whether data decides where it goes."""
        return len(self.strides) > len(self.axes)

    @property
    def place(self) -> tuple[Number, frozenset[tuple[int, Number]]]:
        """Equal for accesses of one buffer that are at one element at every point (unless `data`)."""
        return self.offset, frozenset((a, s) for a, s in zip(self.axes, self.strides, strict=False) if s)


@dataclass(frozen=True, slots=True)
class Check:
    """What a non-zero status cell means: an index along `axis` was outside of `size`, in an op of that name at these
    lines; `around` are those of all that its kernel computes."""

    name: str
    origin: Origin
    around: Origin
    axis: int
    size: Number

    def at(self, sizes: Mapping[str, int]) -> Check:
        """The check with a number for its size."""
        return replace(self, size=at_sizes(self.size, sizes))

    def error(self, index: int) -> Exception:
        """What to raise for the index met."""
        raised = get(self.name).error
        if raised is not None:
            error = raised(index)
            error.add_note(f"from {describe(self.origin)}")
            return error
        given = index if index >= 0 else index - self.size
        error = IndexError(f"index {given} is out of bounds for axis {self.axis} with size {self.size}")
        others = tuple(line for line in self.around if line not in self.origin)
        more = f", in one kernel with {describe(others)}" if others else ""
        error.add_note(f"in {self.name}, from {describe(self.origin)}{more}")
        return error


@dataclass(frozen=True, slots=True)
class Failure:
    """What a non-zero status cell means: a C function said that it failed."""

    origin: Origin
    name: str

    def at(self, sizes: Mapping[str, int]) -> Failure:
        """It depends on no size."""
        return self

    def error(self, code: int) -> Exception:
        """What to raise for the number that the function gave."""
        return ForeignError(f"{self.name}, called at {describe(self.origin)}, gave {code}")


@dataclass(frozen=True, slots=True)
class Interrupt:
    """What a non-zero status cell means: while a loop went on, a signal's handler has raised an exception."""

    def at(self, sizes: Mapping[str, int]) -> Interrupt:
        """It depends on no size."""
        return self

    def error(self, address: int) -> BaseException:
        """What to raise: the exception, a reference to which was kept for this."""
        kept = ctypes.py_object.from_buffer(ctypes.c_void_p(address))
        error = kept.value
        ctypes.pythonapi.Py_DecRef(kept)
        return error


Failing = Check | Failure | Interrupt


@dataclass(slots=True)
class Nest:
    """A kernel and what it is called with; `each` are the operations of a point, `nbytes` the bytes of all.

    A kernel that changes arrays has in `changed` for a value that it writes the one it is made from: it may lie there.
    It may need `scratch` bytes.
    """

    kernel: Kernel
    extents: tuple[Number, ...]
    accesses: tuple[Access, ...]
    params: tuple[Number, ...]
    checks: tuple[Failing, ...]
    each: float
    nbytes: Number
    changed: Mapping[int, int] = field(default_factory=dict[int, int])
    scratch: int = 0

    @property
    def flops(self) -> float:
        """The operations of all points."""
        return typical(product(self.extents)) * self.each

    def alone(self, u: int, v: int) -> bool:
        """Whether writing v over u, where both are at one place, changes nothing that is read of u later.

        All loads of a point come before its stores, but with reductions there are several passes over the points, and
        what is stored may hold other values before.
        """
        if not self.kernel.reductions:
            return True
        kernel = spill(self.kernel)

        def reads(root: Expr) -> bool:
            return any(e.kind == "load" and self.accesses[e.operand].value == u for e in kernel.under([root]))

        own = [s.value for s in kernel.stores if self.accesses[s.operand].value == v]
        others = [e for s in kernel.stores if self.accesses[s.operand].value != v for e in s.roots()]
        when = min((_pass(kernel, e) for e in own), default=0)
        later = [e for e in (*own, *(r.value for r in kernel.reductions)) if _pass(kernel, e) > when]
        return not any(map(reads, others + later))


def _pass(kernel: Kernel, root: Expr) -> int:
    """How many passes over the reduce axes come before the one that can compute `root`."""
    used: list[int] = [e.data for e in kernel.under([root]) if e.kind == "reduced"]
    return max((1 + _pass(kernel, kernel.reductions[i].value) for i in used), default=0)
