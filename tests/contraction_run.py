"""Running a contraction on arrays, between guard zones, and what NumPy gives in float64."""

from __future__ import annotations

import ctypes
import platform
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dusk.kernel import expr, native
from dusk.kernel.contraction import Contraction
from dusk.kernel.contraction_plan import Plan
from dusk.kernel.loops import Operand, Store
from dusk.kernel.targets import Target, cpu

Array = NDArray[Any]
STEP = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int64, ctypes.c_int64)
INDEX = (expr.axis(0), expr.axis(1), expr.axis(2))
ZONE = 64  # elements on either side of an array that must stay as they are


def guarded(x: Array, order: Sequence[int] | None = None, gap: int = 0, filling: float = np.nan) -> Array:
    """A copy of `x` amid `filling`, its axes in memory in `order` (outermost first), its rows `gap` elements apart."""
    order = tuple(range(x.ndim)) if order is None else tuple(order)
    shape = [x.shape[i] for i in order]
    shape[-1] += gap
    size = int(np.prod(shape))
    if x.dtype.kind not in "fV":
        filling = 77
    memory = np.full(size + 2 * ZONE, filling).astype(x.dtype)
    inner = memory[ZONE : ZONE + size].reshape(shape)[..., : x.shape[order[-1]]]
    view = inner.transpose(np.argsort(order))
    view[...] = x
    return view


def intact(view: Array, filling: float = np.nan) -> bool:
    """Whether everything around a guarded array is as it was."""
    memory = view
    while memory.base is not None:
        memory = memory.base
    copy = memory.copy()
    start = (view.__array_interface__["data"][0] - memory.__array_interface__["data"][0]) // view.itemsize
    inside = np.lib.stride_tricks.as_strided(copy[start:], view.shape, view.strides)
    inside[...] = 77 if view.dtype.kind not in "fV" else filling
    return bool(np.all(np.isnan(copy)) if np.isnan(filling) and view.dtype.kind == "f" else np.all(copy == copy[0]))


def targets() -> list[Target]:
    """This machine, and others that it can be."""
    if not native.available():
        return []
    here = cpu.host()
    if platform.machine() != "x86_64" or here.vector_bytes < 32:
        return [here]
    return [here, cpu.named("haswell"), cpu.named("x86-64-v2")]


def plain(dtype: Any, a: Any = None, b: Any = None, strides: Sequence[int | None] = (None, None, 1)) -> Contraction:
    """The sum stored as it is."""
    dtype = np.dtype(dtype)
    sides = [np.dtype(dtype if x is None else x) for x in (a, b)]
    return Contraction(dtype, *sides, (Operand(dtype, tuple(strides)),), (Store(0, INDEX, expr.reduced(0, dtype)),))


def elements(x: Array) -> tuple[int, ...]:
    """Strides in elements; of an empty array those it would have."""
    if not x.size:
        return tuple(int(np.prod(x.shape[i + 1 :])) if i < x.ndim - 1 else 1 for i in range(x.ndim))
    return tuple(s // x.itemsize for s in x.strides)


class Run:
    """One contraction bound to arrays; calling it runs [lo, hi) of its extent."""

    def __init__(
        self,
        kernel: Contraction,
        a: Array,
        b: Array,
        operands: Sequence[Array],
        threads: int = 1,
        params: Sequence[int] = (),
        target: Target | None = None,
    ) -> None:
        extents = (a.shape[0], a.shape[1], b.shape[2], a.shape[2])
        self.plan: Plan = kernel.plan(extents, elements(a), elements(b), threads, target)
        self.scratch = np.full(self.plan.workspace + 64 + 2 * ZONE, 0xFF, np.uint8)  # NaN wherever it is read unwritten
        self.start = -(self.scratch.ctypes.data + ZONE) % 64 + ZONE
        self.arrays = (np.zeros(8, np.int64), a, b, *operands)
        bindings = [(slot, 0, elements(x)) for slot, x in enumerate(self.arrays)][1:]
        scratch = (len(self.arrays), self.start)
        args = kernel.args(self.plan, bindings[0], bindings[1], bindings[2:], params, scratch)
        self.args = np.array(args, np.int64)
        self.slots = np.array([x.ctypes.data for x in (*self.arrays, self.scratch)], np.int64)
        self.function = STEP(kernel.load(target))

    def __call__(self, lo: int = 0, hi: int | None = None) -> None:
        self.function(self.slots.ctypes.data, self.args.ctypes.data, lo, self.plan.extent if hi is None else hi)
        ends = self.scratch[: self.start], self.scratch[self.start + self.plan.workspace :]
        assert all(np.all(end == 0xFF) for end in ends), "wrote outside the scratch"

    def split(self) -> None:
        """Run chunk by chunk, the last one first."""
        for lo in reversed(range(0, self.plan.extent, self.plan.chunk)):
            self(lo, min(lo + self.plan.chunk, self.plan.extent))


def expected(a: Array, b: Array) -> tuple[Array, Array]:
    """The product in float64, and the bound n * eps * sum |a| |b| on the error of sums in float32."""
    x, y = a.astype(np.float64), b.astype(np.float64)
    return x @ y, (np.abs(x) @ np.abs(y)) * (a.shape[2] + 2)
