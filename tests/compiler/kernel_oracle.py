"""A machine that runs kernels by their meaning, with NumPy over the whole iteration space."""

from __future__ import annotations

import ctypes
import math
from collections.abc import Callable
from typing import Any

import numpy as np

from dusk.compiler.program import DONE
from dusk.kernel import expr
from dusk.kernel.contraction_driver import Word
from dusk.kernel.costs import DEFAULTS, Costs
from dusk.kernel.expr import Expr
from dusk.kernel.loops import Kernel
from dusk.kernel.targets import Target

SPECIAL: dict[str, Any] = {"sigmoid": lambda x: 1 / (1 + np.exp(-x)), "erf": np.vectorize(math.erf, otypes="d")}


class Oracle:
    """Stands in for the native machine: an address is the number of a work, a call reads the tables like the runner."""

    def __init__(self, threads: int = 1) -> None:
        self.threads = threads
        self.works: list[Any] = []
        self.numbers: dict[Any, int] = {}

    def address(self, work: Any) -> int:
        if not hasattr(work, "contraction"):
            work.kernel.verify()
        key = getattr(work, "contraction", work.kernel)
        if key not in self.numbers:
            self.works.append(work)
            self.numbers[key] = len(self.works)
        return self.numbers[key]

    def costs(self, seconds: float = 0.0) -> Costs:
        return DEFAULTS

    def plan(self, work: Any, extents: Any, a: Any, b: Any, apart: int = 0) -> Any:
        return work.plan(extents, a, b, apart or self.threads, Target("any", 32, False), apart > 0)

    in_parts = False

    def lanes(self, dtype: Any) -> int:
        """Of no panels: what they are for is loops."""
        return 0

    def bind(self, slots: int, args: int, steps: int, n: int, release: bool, parallel: bool) -> Callable[[], int]:
        def call() -> int:
            rows = _words(steps, 4 * n).reshape(n, 4)
            for i, (address, at, _, _) in enumerate(rows.tolist()):
                run(self.works[address - 1], slots, args + 8 * at)
                if _words(_words(slots, 1)[0], 1)[0]:
                    return i + 1
            _words(_words(slots, 1)[0], DONE + 1)[DONE] += 1
            return 0

        return call


def _words(address: int, n: int) -> Any:
    return np.ctypeslib.as_array((ctypes.c_int64 * n).from_address(int(address)))


def run(work: Any, slots: int, args: int) -> None:
    """One step, as docs/decisions/0001-interfaces.md and kernel/loops.py define it."""
    kernel = work.kernel
    block = _words(args, kernel.n_args()).tolist()
    contraction = getattr(work, "contraction", None)
    sums: list[Any] = []
    skip = 0
    if contraction is not None:
        sums = [multiply(contraction, slots, args)]
        block = _words(args + 8 * len(Word), kernel.n_args()).tolist()
        skip = 2 + sum(s is None for s in kernel.operands[-1].strides)  # the sums come last of the operands
        kernel = Kernel(kernel.axes, contraction.operands, (), contraction.stores, kernel.n_params)
    extents, at = block[: len(kernel.axes)], len(kernel.axes)
    operands: list[tuple[int, list[int], np.dtype[Any]]] = []
    for operand in kernel.operands:
        slot, offset = block[at : at + 2]
        at += 2
        strides: list[int] = []
        for s in operand.strides:
            strides.append(block[at] if s is None else s)
            at += s is None
        operands.append((int(_words(slots + 8 * slot, 1)[0]) + offset, strides, operand.dtype))
    run = _Run(kernel, extents, operands, block[at + skip :])
    run.reduced = sums
    run.run()


def multiply(contraction: Any, slots: int, args: int) -> Any:
    """The sums of a contraction, of its sides as the arguments have them."""
    words = _words(args, len(Word))
    n, rows, columns, depth = (int(words[w]) for w in (Word.BATCH, Word.ROWS, Word.COLUMNS, Word.DEPTH))
    found: list[Any] = []
    dtypes = (contraction.b, contraction.a) if contraction.turned else (contraction.a, contraction.b)
    for first, lanes, dtype in zip((Word.A_SLOT, Word.B_SLOT), (rows, columns), dtypes, strict=True):
        slot, offset, batch, lane, step = words[first : first + 5].tolist()
        start = int(_words(slots + 8 * slot, 1)[0]) + offset
        side = np.empty((n, lanes, depth), dtype)
        for b, i, k in np.ndindex(*side.shape):
            element = ctypes.string_at(start + b * batch + i * lane + k * step, dtype.itemsize)
            side[b, i, k] = np.frombuffer(element, dtype)[0]
        found.append(side.astype(np.float64))
    sums = np.einsum("bik,bjk->bij", *found).astype(contraction.dtype)
    return sums.transpose(0, 2, 1) if contraction.turned else sums


class _Run:
    def __init__(self, kernel: Any, extents: list[int], operands: list[Any], params: list[int]) -> None:
        self.kernel, self.extents, self.operands, self.params = kernel, extents, operands, params
        self.reduced: list[Any] = []
        self.carried: list[Any] = [np.full(extents, s.start.data, s.start.dtype) for s in kernel.scans]

    def run(self) -> None:
        kernel, p = self.kernel, self.kernel.n_parallel
        with np.errstate(all="ignore"):
            for r in kernel.reductions:
                if any(e.kind == "carried" for e in expr.topological([r.value])):
                    self.carry(p)
                self.reduced.append(self.reduce(r, p))
            self.carry(p)
            values = [self.evaluate(s.roots()) for s in kernel.stores]
        for s, made in zip(kernel.stores, values, strict=True):
            self.store(s, made, p)

    def carry(self, p: int) -> None:
        """What scans hand on from point to point: each takes what the one before has made."""
        rows = [c.reshape(*self.extents[:p], -1) for c in self.carried]
        for at in range(1, rows[0].shape[-1] if rows else 0):
            made = self.evaluate([s.value for s in self.kernel.scans])
            for row, s in zip(rows, self.kernel.scans, strict=True):
                value = np.broadcast_to(made[s.value], self.extents).reshape(row.shape)
                row[..., at] = value[..., at - 1]

    def reduce(self, r: Any, p: int) -> Any:
        value = np.broadcast_to(self.evaluate([r.value])[r.value], self.extents)
        flat = value.reshape(*self.extents[:p], -1)
        table: dict[str, Any] = dict(
            sum=np.sum, prod=np.prod, max=np.max, min=np.min, any=np.any, all=np.all, argmax=np.argmax, argmin=np.argmin
        )
        if flat.shape[-1] == 0 and r.op in ("max", "min"):
            result = np.full(self.extents[:p], -np.inf if r.op == "max" else np.inf, flat.dtype)
        elif flat.shape[-1] == 0 and r.op.startswith("arg"):
            result = np.zeros(self.extents[:p], np.int64)
        else:
            wide = flat.astype(np.float64) if flat.dtype == np.float32 and r.op in ("sum", "prod") else flat
            result = table[r.op](wide, axis=-1).astype(r.dtype)
        return result.reshape(*self.extents[:p], *[1] * (len(self.extents) - p))

    def evaluate(self, roots: Any) -> dict[Expr, Any]:
        n = len(self.extents)
        made: dict[Expr, Any] = {}
        for e in expr.topological(roots):
            args = [made[a] for a in e.args]
            if e.kind == "const":
                made[e] = np.asarray(e.data, e.dtype)
            elif e.kind == "axis":
                made[e] = np.arange(self.extents[e.data]).reshape([-1 if i == e.data else 1 for i in range(n)])
            elif e.kind == "param":
                made[e] = np.int64(self.params[e.data])
            elif e.kind == "reduced":
                made[e] = self.reduced[e.data]
            elif e.kind == "carried":
                made[e] = self.carried[e.data]
            elif e.kind == "cast":
                made[e] = np.asarray(args[0]).astype(e.dtype)
            elif e.kind == "where":
                made[e] = np.where(*args)
            elif e.kind == "op":
                f = SPECIAL.get(e.data) or getattr(np, e.data)
                made[e] = np.asarray(f(*args)).astype(e.dtype)
            else:
                made[e] = self.load(e, args)
        return made

    def place(self, operand: int, index: Any) -> Any:
        address, strides, dtype = self.operands[operand]
        total: Any = np.int64(address)
        for i, s in zip(index, strides, strict=True):
            total = total + np.asarray(i) * (s * dtype.itemsize)
        return np.asarray(total)

    def load(self, e: Expr, args: list[Any]) -> Any:
        rank = len(e.index)
        places = self.place(e.operand, args[:rank])
        guard = np.broadcast_to(args[rank], np.broadcast(places, args[rank]).shape) if len(args) > rank else None
        if guard is not None:
            places = np.broadcast_to(places, guard.shape)
        ctype = np.ctypeslib.as_ctypes_type(e.dtype)
        out = np.zeros(places.shape, e.dtype)
        for i, a in np.ndenumerate(places):
            if guard is None or guard[i]:
                out[i] = ctype.from_address(int(a)).value
        return out if guard is None else np.where(guard, out, args[rank + 1])

    def store(self, s: Any, made: dict[Expr, Any], p: int) -> None:
        dtype = self.operands[s.operand][2]
        ctype = np.ctypeslib.as_ctypes_type(dtype)
        uses = {e.data for e in made if e.kind == "axis"}
        over = self.extents if any(a >= p for a in uses) else [*self.extents[:p], *[1] * (len(self.extents) - p)]
        places = np.broadcast_to(self.place(s.operand, [made[i] for i in s.index]), over)
        value = np.broadcast_to(made[s.value], over)
        guard = np.broadcast_to(True if s.guard is None else made[s.guard], over)
        if s.kind == "sum":
            for place in set(places.ravel().tolist()):
                ctype.from_address(place).value = 0
        for i in np.ndindex(*over):
            if guard[i]:
                cell = ctype.from_address(int(places[i]))
                cell.value = (cell.value + value[i]).item() if s.kind in ("add", "sum") else value[i].item()
