"""`Kernel`: an iteration space, scalar expressions, reductions and stores; what one native function computes.

Meaning. For every point of the parallel axes: each reduction in turn runs over all reduce axes (its value may use the
reductions before it); then each store writes its value. A store that uses a reduce axis writes once a point of the
reduce axes too. Where there are scans, the reduce axes are gone along in row-major order, and each scan hands its value
on from point to point. Points of the parallel axes are independent, so they run in any order, but for "add" and "sum"
stores and those whose index depends on data: only these may meet in one element, and then happen in row-major order of
the axes.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

import numpy as np

from dusk.errors import GraphError
from dusk.kernel.expr import BOOL, INT64, Expr, affine, head_of, topological

REDUCTIONS = ("sum", "prod", "max", "min", "any", "all", "argmax", "argmin")


@dataclass(frozen=True, slots=True)
class Axis:
    """One axis of the iteration space."""

    kind: Literal["parallel", "reduce"]


@dataclass(frozen=True, slots=True)
class Operand:
    """A buffer a kernel reads or writes; `strides[d]` in elements: 0, 1 or 2 (static), or None (run-time)."""

    dtype: np.dtype[Any]
    strides: tuple[int | None, ...]


@dataclass(frozen=True, slots=True)
class Reduction:
    """`op` of `value` over all reduce axes, in an order fixed by the kernel and its extents.

    max and min give NaN where there is one; argmax and argmin give the row-major position (int64) of the first
    extreme over the reduce axes, of the first NaN where there is one. Over nothing: the neutral element, 0 for argmax.
    """

    op: str
    value: Expr

    @property
    def dtype(self) -> np.dtype[Any]:
        """The dtype of the result."""
        return INT64 if self.op in ("argmax", "argmin") else self.value.dtype


@dataclass(frozen=True, slots=True)
class Scan:
    """`value` at every point of the reduce axes, made from its value at the point before: `carried` of the scan's
    number, which at the first point is `start`, a constant. Who uses the value at a point uses `value` itself."""

    start: Expr
    value: Expr


@dataclass(frozen=True, slots=True)
class Store:
    """`operand[index] = value` where `guard` holds.

    kind "set": writes. "add": adds to what is there (scatter). "sum": adds up what is stored to one element, over the
    parallel axes that its index lacks. "check": `guard` says that something is wrong and `value` is written (the status
    cell) where 0 is: of points that fail the first stays; where threads share them, that of any one. `streams`: the
    operand is larger than caches are, so what is written need not stay in them. `lined`: rows begin anywhere in a line
    of memory, and lanes are to be stored in one line each.
    """

    operand: int
    index: tuple[Expr, ...]
    value: Expr
    kind: Literal["set", "add", "sum", "check"] = "set"
    guard: Expr | None = None
    streams: bool = False
    lined: bool = False

    def roots(self) -> Iterator[Expr]:
        """Every expression of the store: index, value, guard."""
        yield from self.index
        yield self.value
        if self.guard is not None:
            yield self.guard


@dataclass(frozen=True)
class Kernel:
    """One fused loop nest over `axes` (outermost first, parallel before reduce) and `n_params` run-time integers."""

    axes: tuple[Axis, ...]
    operands: tuple[Operand, ...]
    reductions: tuple[Reduction, ...]
    stores: tuple[Store, ...]
    n_params: int = 0
    scans: tuple[Scan, ...] = ()
    _memo: dict[str, Any] = field(default_factory=dict[str, Any], compare=False, repr=False, hash=False)

    @property
    def n_parallel(self) -> int:
        """How many axes are parallel; they come first."""
        return sum(a.kind == "parallel" for a in self.axes)

    @property
    def name(self) -> str:
        """The name of the native function: a hash of the text."""
        if "name" not in self._memo:
            self._memo["name"] = "k" + hashlib.blake2b(self.text().encode(), digest_size=12).hexdigest()
        return self._memo["name"]

    @property
    def foreign(self) -> bool:
        """Whether it calls functions that are not Dusk's."""
        if "foreign" not in self._memo:
            self._memo["foreign"] = any(e.kind == "call" for e in topological(self.roots()))
        return self._memo["foreign"]

    @property
    def copies(self) -> bool:
        """Whether it only stores, at every point, what it loads there."""
        if self.reductions or len(self.stores) != 1:
            return False
        store = self.stores[0]
        return store.kind == "set" and store.guard is None and store.value.kind == "load" and store.value.guard is None

    def roots(self) -> list[Expr]:
        """Every expression of the kernel that nothing else uses."""
        carried = [s.value for s in self.scans]
        return [r.value for r in self.reductions] + carried + [e for s in self.stores for e in s.roots()]

    def under(self, roots: Iterable[Expr]) -> list[Expr]:
        """Every expression under `roots` once, and under the scans whose values are carried to them."""
        order = topological(roots)
        known: set[int] = set()
        while more := {int(e.data) for e in order if e.kind == "carried" and e.data < len(self.scans)} - known:
            known |= more
            order = topological([*roots, *(self.scans[i].value for i in sorted(known))])
        return order

    def text(self) -> str:
        """The canonical text: equal for kernels that compute the same thing the same way; the cache's key."""
        if "text" not in self._memo:
            self._memo["text"] = _text(self)
        return self._memo["text"]

    def args(
        self, extents: Sequence[int], bindings: Sequence[tuple[int, int, Sequence[int]]], params: Sequence[int] = ()
    ) -> list[int]:
        """The step's block of int64: extents; slot, byte offset and run-time strides an operand; params.

        `bindings` has (slot, byte offset, strides in elements) for each operand, with a stride for every index
        dimension; strides that are static in the kernel are checked, not passed. Raises ValueError where they differ.
        """
        if (len(extents), len(bindings), len(params)) != (len(self.axes), len(self.operands), self.n_params):
            raise ValueError(
                f"kernel of {len(self.axes)} axes, {len(self.operands)} operands and {self.n_params} params was given "
                f"{len(extents)}, {len(bindings)} and {len(params)}"
            )
        block = list(extents)
        for operand, (slot, offset, strides) in zip(self.operands, bindings, strict=True):
            block += (slot, offset)
            for static, stride in zip(operand.strides, strides, strict=True):
                if static is None:
                    block.append(stride)
                elif static != stride:
                    raise ValueError(f"stride {stride} where the kernel was built for {static}")
        block += params
        return block

    def n_args(self) -> int:
        """How many int64 `args` gives."""
        runtime = sum(s is None for o in self.operands for s in o.strides)
        return len(self.axes) + 2 * len(self.operands) + runtime + self.n_params

    def parallel_extent(self, extents: Sequence[int]) -> int:
        """The step's parallel extent: that of axis 0 if it is parallel, else 1."""
        return extents[0] if self.n_parallel else 1

    @property
    def splittable(self) -> bool:
        """Whether [lo, hi) may be done in pieces at once; else the step must run as one chunk, [0, extent)."""
        if "splittable" not in self._memo:
            apart = all(not self.ordered(s) or self.apart(s, 0) for s in self.stores)
            self._memo["splittable"] = self.n_parallel > 0 and apart
        return self._memo["splittable"]

    def ordered(self, store: Store) -> bool:
        """Whether points may meet in one element, so that they must store in row-major order of the axes."""
        if store.kind == "check" or all(self.apart(store, a) for a in range(len(self.axes))):
            return False
        return store.kind in ("add", "sum") or any(e.kind in ("load", "reduced") for e in topological(store.index))

    def apart(self, store: Store, number: int) -> bool:
        """Whether points that differ along axis `number` are known to store to different elements."""
        if self.axes[number].kind == "reduce" and number not in axes_of(store.roots()):
            return True
        for stride, index in zip(self.operands[store.operand].strides, store.index, strict=True):
            parts = affine(index)
            varying = any(e.kind in ("axis", "load", "reduced") for e in topological(e for _, e in parts.rest))
            if stride != 0 and set(parts.axes) == {number} and not varying:
                return True
        return False

    def verify(self) -> None:
        """Raise GraphError for a kernel that breaks a rule."""
        problem = next(_problems(self), None)
        if problem is not None:
            raise GraphError(f"kernel: {problem}\n{self.text()}")


def axes_of(roots: Iterable[Expr]) -> set[int]:
    """The axes that `roots` depend on directly (not through reductions)."""
    return {e.data for e in topological(roots) if e.kind == "axis"}


def _problems(kernel: Kernel) -> Iterator[str]:
    kinds = [a.kind for a in kernel.axes]
    if kinds != sorted(kinds):
        yield "parallel axes come before reduce axes"
    if kernel.reductions and "reduce" not in kinds:
        yield "a reduction needs a reduce axis"
    if kernel.scans and "reduce" not in kinds:
        yield "a scan needs a reduce axis"
    if not kernel.stores:
        yield "it stores nothing"
    for i, reduction in enumerate(kernel.reductions):
        if reduction.op not in REDUCTIONS:
            yield f"unknown reduction {reduction.op!r}"
        if reduction.op in ("any", "all") and reduction.value.dtype != BOOL:
            yield f"reduction {i}: {reduction.op} of {reduction.value.dtype}"
        if reduction.op in ("sum", "prod") and reduction.value.dtype == BOOL:
            yield f"reduction {i}: {reduction.op} of bool; cast first"
        yield from _expr_problems(kernel, kernel.under([reduction.value]), i)
    for i, scan in enumerate(kernel.scans):
        if not scan.start.is_const or scan.start.dtype != scan.value.dtype:
            yield f"scan {i} of {scan.value.dtype} starts from {scan.start}"
        yield from _expr_problems(kernel, [scan.value], len(kernel.reductions))
    for i, store in enumerate(kernel.stores):
        yield from _store_problems(kernel, i, store)


def _store_problems(kernel: Kernel, i: int, store: Store) -> Iterator[str]:
    if not 0 <= store.operand < len(kernel.operands):
        yield f"store {i}: no operand {store.operand}"
        return
    operand = kernel.operands[store.operand]
    if len(store.index) != len(operand.strides):
        yield f"store {i}: {len(store.index)} indices for {len(operand.strides)} dimensions"
    if store.value.dtype != operand.dtype:
        yield f"store {i}: {store.value.dtype} into {operand.dtype}"
    if any(e.dtype != INT64 for e in store.index):
        yield f"store {i}: an index is not int64"
    if store.guard is not None and store.guard.dtype != BOOL:
        yield f"store {i}: its guard is not bool"
    if store.kind == "check" and store.guard is None:
        yield f"store {i}: a check needs a guard"
    if store.kind in ("add", "sum") and operand.dtype == BOOL:
        yield f"store {i}: adds to bool"
    if store.kind == "sum" and store.guard is not None:
        yield f"store {i}: a sum has no guard"
    if store.kind == "sum" and any(not kernel.apart(store, a) for a in range(kernel.n_parallel, len(kernel.axes))):
        yield f"store {i}: it sums over a reduce axis"
    used = axes_of(store.roots())
    missing = [a for a in range(kernel.n_parallel) if a not in used]
    if missing and store.kind == "set" and not kernel.ordered(store):
        yield f"store {i}: every point of axis {missing[0]} writes the same element"
    passed = [a for a in range(kernel.n_parallel, len(kernel.axes)) if a not in axes_of(store.index)]
    if passed and any(e.kind == "carried" for e in topological(store.roots())):
        yield f"store {i}: every point of a scan along axis {passed[0]} writes the same element"
    yield from _expr_problems(kernel, store.roots(), len(kernel.reductions))


def _expr_problems(kernel: Kernel, roots: Iterable[Expr], n_reduced: int) -> Iterator[str]:
    for e in topological(roots):
        if e.kind == "axis" and not 0 <= e.data < len(kernel.axes):
            yield f"no axis {e.data}"
        elif e.kind == "param" and not 0 <= e.data < kernel.n_params:
            yield f"no param {e.data}"
        elif e.kind == "reduced" and not 0 <= e.data < n_reduced:
            yield f"reduced{e.data} is not there yet"
        elif e.kind == "reduced" and kernel.reductions[int(e.data)].dtype != e.dtype:
            yield f"reduced{e.data} is {kernel.reductions[int(e.data)].dtype}, not {e.dtype}"
        elif e.kind == "carried" and not 0 <= e.data < len(kernel.scans):
            yield f"no scan {e.data}"
        elif e.kind == "carried" and kernel.scans[int(e.data)].value.dtype != e.dtype:
            yield f"carried{e.data} is {kernel.scans[int(e.data)].value.dtype}, not {e.dtype}"
        elif e.kind == "where" and (e.args[0].dtype != BOOL or e.args[1].dtype != e.args[2].dtype):
            yield f"where of {', '.join(str(a.dtype) for a in e.args)}"
        elif e.kind == "load":
            yield from _load_problems(kernel, e)


def _load_problems(kernel: Kernel, e: Expr) -> Iterator[str]:
    if not 0 <= e.operand < len(kernel.operands):
        yield f"no operand {e.operand}"
        return
    operand = kernel.operands[e.operand]
    if operand.dtype != e.dtype or len(operand.strides) != len(e.index):
        ranks = f"{len(e.index)} indices for {len(operand.strides)} dimensions"
        yield f"load{e.operand} of {operand.dtype} as {e.dtype}, {ranks}"
    if any(i.dtype != INT64 for i in e.index):
        yield f"load{e.operand}: an index is not int64"
    if e.guard is not None and e.guard.dtype != BOOL:
        yield f"load{e.operand}: its guard is not bool"
    if e.other is not None and e.other.dtype != e.dtype:
        yield f"load{e.operand}: its other is {e.other.dtype}"


def _text(kernel: Kernel) -> str:
    strides = ["?" if s is None else str(s) for o in kernel.operands for s in o.strides]
    at = 0
    lines = [f"axes {' '.join(a.kind for a in kernel.axes)} params {kernel.n_params}"]
    for i, operand in enumerate(kernel.operands):
        rank = len(operand.strides)
        lines.append(f"operand{i} {operand.dtype} [{' '.join(strides[at : at + rank])}]")
        at += rank
    names: dict[Expr, str] = {}
    for n, e in enumerate(topological(kernel.roots())):
        names[e] = f"%{n}"
        dtype = f" {e.dtype}" if e.kind in ("load", "reduced", "carried", "call") else ""
        lines.append(" ".join([f"%{n} = {head_of(e)}{dtype}", *(names[a] for a in e.args)]))
    for i, reduction in enumerate(kernel.reductions):
        lines.append(f"reduced{i} = {reduction.op} {names[reduction.value]}")
    for i, scan in enumerate(kernel.scans):
        lines.append(f"carried{i} = {head_of(scan.start)} then {names[scan.value]}")
    for store in kernel.stores:
        index = " ".join(names[i] for i in store.index)
        guard = f" if {names[store.guard]}" if store.guard is not None else ""
        past = " past caches" * store.streams + " in line" * store.lined
        lines.append(f"{store.kind} operand{store.operand}[{index}] = {names[store.value]}{guard}{past}")
    return "\n".join(lines) + "\n"
