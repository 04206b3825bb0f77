"""The meaning of a `Kernel`, in NumPy: slow, over the whole iteration space at once; the oracle of emitted code."""

from __future__ import annotations

import ctypes
import math
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dusk.kernel.expr import Expr, topological
from dusk.kernel.loops import Kernel, Reduction, Store
from dusk.ops.exact import add_fits, multiply_fits, subtract_fits

Array = NDArray[Any]


def interpret(kernel: Kernel, arrays: Sequence[Array], extents: Sequence[int], params: Sequence[int] = ()) -> None:
    """Run `kernel` on one array an operand (as many dimensions as it has strides), writing into them."""
    kernel.verify()
    with np.errstate(all="ignore"):
        _Interpreter(kernel, arrays, extents, params).run()


class _Interpreter:
    def __init__(self, kernel: Kernel, arrays: Sequence[Array], extents: Sequence[int], params: Sequence[int]) -> None:
        self.kernel = kernel
        self.arrays: list[Array] = list(arrays)
        self.extents: list[int] = list(extents)
        self.params: list[int] = list(params)
        self.finished: dict[int, Array] = {}
        self.carried: dict[int, Array] = {}
        # a kernel reads its operands as they were: stores come last
        self.before: list[Array] = [a.copy() for a in arrays]

    def run(self) -> None:
        reduce = tuple(range(self.kernel.n_parallel, len(self.kernel.axes)))
        for i, reduction in enumerate(self.kernel.reductions):
            self.scan(i)
            value = np.broadcast_to(self.value(reduction.value), self.extents)
            self.finished[i] = _reduce(reduction, value, reduce)
        self.scan(len(self.kernel.reductions))
        writes = [(s, self.points(s)) for s in self.kernel.stores]
        for s, (index, value, guard) in writes:
            self.write(s, index, value, guard)

    def scan(self, ready: int) -> None:
        """What scans carry to each point: as often as there are points, each takes what the one before has made.

        Of scans that need reductions from number `ready` on, nothing is known yet.
        """
        kernel, lead = self.kernel, self.extents[: self.kernel.n_parallel]
        able = [
            i
            for i, s in enumerate(kernel.scans)
            if all(e.data < ready for e in kernel.under([s.value]) if e.kind == "reduced")
        ]
        for i in able:
            start = kernel.scans[i].start
            self.carried[i] = np.full(self.extents, start.data, start.dtype)
        points = math.prod(self.extents[kernel.n_parallel :])
        for at in range(1, points if able else 0):
            for i, value in [(i, self.value(kernel.scans[i].value)) for i in able]:
                flat = np.broadcast_to(value, self.extents).reshape(*lead, points)
                self.carried[i].reshape(*lead, points)[..., at] = flat[..., at - 1]

    def value(self, root: Expr) -> Array:
        values: dict[Expr, Array] = {}
        for e in topological([root]):
            values[e] = self._one(e, [values[a] for a in e.args])
        return values[root]

    def _one(self, e: Expr, args: list[Array]) -> Array:
        rank, dtype = len(self.extents), np.dtype(np.int64)
        if e.kind == "const":
            return np.full((1,) * rank, e.data, e.dtype)
        if e.kind == "axis":
            shape = [1] * rank
            shape[e.data] = self.extents[e.data]
            return np.arange(self.extents[int(e.data)], dtype=dtype).reshape(shape)
        if e.kind == "param":
            return np.full((1,) * rank, self.params[int(e.data)], dtype)
        if e.kind == "reduced":
            return self.finished[e.data]
        if e.kind == "carried":
            return self.carried[e.data]
        if e.kind == "cast":
            return args[0].astype(e.dtype)
        if e.kind == "where":
            return np.where(*args)
        if e.kind == "load":
            return self._load(e, args)
        if e.kind == "call":
            return called(int(args[0].flat[0]), args[1:], e.dtype)
        return apply(e.data, args)

    def _load(self, e: Expr, args: list[Array]) -> Array:
        source = self.before[e.operand]
        index: list[Array] = list(np.broadcast_arrays(*args)) if args else []
        rank = len(e.index)
        if e.guard is None:
            return source[tuple(index[:rank])] if rank else np.full((1,) * len(self.extents), source[()], e.dtype)
        guard, other = index[rank], index[rank + 1]
        result = other.copy()
        result[guard] = source[tuple(i[guard] for i in index[:rank])]
        return result

    def points(self, s: Store) -> tuple[list[Array], Array, Array]:
        """Index, value and guard of a store at each of its points, flat in row-major order."""
        parts = [*(self.value(i) for i in s.index), self.value(s.value)]
        parts.append(np.ones((1,) * len(self.extents), bool) if s.guard is None else self.value(s.guard))
        shape = list(self.extents)
        deep = {e.data for e in topological(s.roots()) if e.kind == "axis"}
        for a in range(self.kernel.n_parallel, len(shape)):
            if a not in deep:
                shape[a] = 1
        flat = [np.broadcast_to(p, shape).reshape(-1) for p in parts]
        return flat[:-2], flat[-2], flat[-1]

    def write(self, s: Store, index: list[Array], value: Array, guard: Array) -> None:
        target = self.arrays[s.operand]
        where = tuple(i[guard] for i in index)
        if not guard.any():
            return
        if s.kind == "sum":
            target[where] = 0
        if not where:
            target, where = target.reshape(1), (np.zeros(len(value), np.int64)[guard],)
        if s.kind in ("add", "sum"):
            np.add.at(target, where, value[guard])
        elif s.kind != "check":
            target[where] = value[guard]
        elif not (first := tuple(i[0] for i in where)) or target[first] == 0:
            target[first] = value[guard][0]


def _reduce(reduction: Reduction, value: Array, axes: tuple[int, ...]) -> Array:
    op = reduction.op
    if op in ("argmax", "argmin"):
        lead = value.shape[: axes[0]]
        flat = value.reshape(*lead, math.prod(value.shape[axes[0] :]))
        found = np.zeros(lead, np.int64) if flat.shape[-1] == 0 else getattr(np, op)(flat, axis=-1)
        return found.reshape(*lead, *(1 for _ in axes))
    if op in ("max", "min"):
        return getattr(np, op)(value, axis=axes, keepdims=True, initial=_neutral(op, value.dtype))
    return getattr(np, op)(value, axis=axes, keepdims=True, **({"dtype": value.dtype} if op in ("sum", "prod") else {}))


def _neutral(op: str, dtype: np.dtype[Any]) -> Any:
    if dtype.kind == "b":
        return op == "min"
    if dtype.kind in "iu":
        info = np.iinfo(dtype)
        return info.min if op == "max" else info.max
    return -np.inf if op == "max" else np.inf


def called(address: int, args: Sequence[Array], dtype: np.dtype[Any]) -> Array:
    """The C function at an address of each element of arrays (as `ctypes` calls it)."""
    kinds = [np.ctypeslib.as_ctypes_type(d) for d in (dtype, *(a.dtype for a in args))]
    function = ctypes.CFUNCTYPE(*kinds)(address)
    columns = np.broadcast_arrays(*args)
    made = [function(*values) for values in zip(*(c.reshape(-1).tolist() for c in columns), strict=True)]
    return np.array(made, dtype).reshape(columns[0].shape)


def apply(name: str, args: Sequence[Array]) -> Array:
    """One op of an Expr on arrays."""
    function = _OWN.get(name)
    result = function(*args) if function is not None else getattr(np, name)(*args)
    # NumPy widens a few ops that kernels keep in their dtype
    keep = result.dtype.kind != "b" and result.dtype != args[0].dtype
    return result.astype(args[0].dtype) if keep else result


def _sigmoid(x: Array) -> Array:
    e = np.exp(-np.abs(x))
    return np.where(x < 0, e, x.dtype.type(1)) / (1 + e)


def _power(x: Array, y: Array) -> Array:
    return np.power(x, np.maximum(y, 0)) if x.dtype.kind == "i" else np.power(x, y)


def _square_sum(x: Array, y: Array) -> Array:
    return np.where(np.isinf(x) | np.isinf(y), x.dtype.type(np.inf), x * x + y * y)


def _erf(x: Array) -> Array:
    return np.array([math.erf(v) for v in x.reshape(-1).tolist()], np.float64).reshape(x.shape)


_OWN: dict[str, Callable[..., Array]] = {
    "sigmoid": _sigmoid,
    "power": _power,
    "erf": _erf,
    "square_sum": _square_sum,
    **{op.name: op.body for op in (add_fits, subtract_fits, multiply_fits)},
}
