"""Random kernels: what is emitted equals the interpreter, whatever the extents, strides, splits and vector width."""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from dusk.kernel import expr as k
from dusk.kernel import native
from dusk.kernel.build import run_kernel
from dusk.kernel.expr import Expr
from dusk.kernel.interpret import interpret
from dusk.kernel.loops import Axis, Kernel, Operand, Reduction, Scan, Store
from dusk.kernel.targets import cpu

pytestmark = pytest.mark.skipif(not native.available(), reason="native code cannot be built here")

FLOAT_OPS = ("add", "subtract", "multiply", "divide", "maximum", "minimum", "fmax", "copysign")
INTEGER_OPS = ("add", "subtract", "multiply", "maximum", "minimum", "bitwise_xor", "floor_divide", "remainder")
BOOL_OPS = ("logical_and", "logical_or", "logical_xor")
COMPARISONS = ("less", "greater_equal", "equal", "not_equal")
DTYPES = ("float32", "float64", "int64", "int32", "int8", "uint16", "bool")
FORMS = ["plain"] * 5 + ["reverse", "double", "shift", "gather", "divide", "param"]
EXTENTS = st.sampled_from([0, 1, 2, 3, 5, 8, 15, 16, 17, 33, 70, 140, 300])


class Builder:
    """Draws one kernel, its operands' arrays and its extents."""

    def __init__(self, draw: Any, points: int = 40000) -> None:
        self.draw = draw
        self.rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
        parallel, reduce = draw(st.integers(0, 3)), draw(st.integers(0, 2))
        if parallel + reduce > 3:
            reduce = 3 - parallel
        self.axes = [Axis("parallel")] * parallel + [Axis("reduce")] * reduce
        self.n_parallel = parallel
        self.extents = [draw(EXTENTS) for _ in self.axes]
        while np.prod(self.extents) > points:
            self.extents[int(np.argmax(self.extents))] //= 4
        self.operands: list[Operand] = []
        self.arrays: list[np.ndarray] = []
        self.params: list[int] = [int(self.rng.integers(1, 4)) for _ in range(2)]
        self.exact = False  # whether sums must be exact: small whole floats

    def values(self, shape: tuple[int, ...], dtype: str) -> np.ndarray:
        if dtype == "bool":
            return self.rng.random(shape) < 0.5
        if dtype[0] in "iu":
            info = np.iinfo(dtype)
            return self.rng.integers(max(info.min, -1000), min(info.max, 1000), shape, dtype)
        if self.exact:
            return self.rng.integers(-8, 9, shape).astype(dtype)
        x = self.rng.standard_normal(shape)
        x[self.rng.random(shape) < 0.05] = np.nan
        x[self.rng.random(shape) < 0.05] = np.inf
        x[self.rng.random(shape) < 0.1] = 0.0
        return x.astype(dtype)

    def operand(self, shape: tuple[int, ...], dtype: str, fill: bool = True) -> int:
        """An array of some layout, with the strides that are true of it as static ones now and then."""
        order = self.draw(st.permutations(range(len(shape))))
        step = self.draw(st.sampled_from([1, 1, 1, 2, -1]))
        padded = [shape[d] for d in order]
        if padded:
            padded[-1] = padded[-1] * abs(step) + self.draw(st.integers(0, 2))
        base = self.values(tuple(padded), dtype)
        view = base
        if padded:
            view = base[..., : shape[order[-1]] * abs(step) : abs(step)]
            view = view[..., ::-1] if step < 0 else view
        view = view.transpose(np.argsort(order)) if shape else view
        strides: list[int | None] = []
        for d in range(len(shape)):
            steps = view.strides[d] // view.itemsize
            strides.append(1 if steps == 1 and self.draw(st.integers(0, 3)) else None)
        self.operands.append(Operand(np.dtype(dtype), tuple(strides)))
        self.arrays.append(view)
        return len(self.operands) - 1

    def load(self, dtype: str) -> Expr:
        """A load: of some axes, shifted, reversed, guarded, or through an index that is data."""
        chosen = [a for a in range(len(self.axes)) if self.draw(st.integers(0, 3))]
        shape, index, guards = [], [], []
        for a in chosen:
            extent, i = self.extents[a], k.axis(a)
            form = self.draw(
                st.sampled_from(["plain"] * 5 + ["reverse", "double", "shift", "gather", "divide", "param"])
            )
            if form == "reverse":
                shape.append(extent)
                i = k.const(extent - 1) - i
            elif form == "double":
                shape.append(2 * extent + 1)
                i = i * 2 + 1
            elif form == "shift":
                shape.append(max(extent, 1))
                i = i + self.draw(st.integers(-2, 2))
                guards += [i >= 0, i < extent]
            elif form == "gather":
                size = self.draw(st.integers(1, 9))
                shape.append(size)
                at = self.operand((extent,), "int64")
                self.arrays[at][...] = self.rng.integers(0, size, extent)
                i = k.load(at, (i,), np.int64)
            elif form == "divide":
                shape.append(extent + 3)
                i = (i - 2) // k.param(0) + 2 if self.draw(st.booleans()) else (i - 3) % k.param(1)
            elif form == "param":
                shape.append(extent + 6)
                i = i + k.param(0)
            else:
                shape.append(extent)
            index.append(i)
        shape = [max(s, 1) if g else s for s, g in itertools.zip_longest(shape, [], fillvalue=True)]
        number = self.operand(tuple(shape), dtype)
        guard = None
        for g in guards:
            guard = g if guard is None else k.op("logical_and", guard, g)
        other = k.const(3, dtype) if guard is not None and dtype != "bool" and self.draw(st.booleans()) else None
        return k.load(number, index, dtype, guard, other)

    def value(self, dtype: str, depth: int) -> Expr:
        kind = self.draw(st.sampled_from(["load", "load", "op", "op", "op", "where", "cast", "const"]))
        if depth == 0 or kind == "load":
            return self.load(dtype)
        if kind == "const":
            return k.const(1 if dtype == "bool" else 2, dtype)
        if kind == "where":
            return k.where(self.value("bool", depth - 1), self.value(dtype, depth - 1), self.value(dtype, depth - 1))
        if kind == "cast":
            source = self.draw(st.sampled_from(["int32", "int8", "bool", "uint16"]))
            return k.cast(self.value(source, depth - 1), dtype)
        if dtype == "bool":
            if self.draw(st.booleans()):
                other = self.draw(st.sampled_from(["float32", "int64", "int8"]))
                name = self.draw(st.sampled_from(COMPARISONS))
                return k.op(name, self.value(other, depth - 1), self.value(other, depth - 1))
            return k.op(
                self.draw(st.sampled_from(BOOL_OPS)), self.value(dtype, depth - 1), self.value(dtype, depth - 1)
            )
        names = FLOAT_OPS if dtype[0] == "f" else INTEGER_OPS
        if self.exact and dtype[0] == "f":
            names = ("add", "subtract", "maximum", "minimum")
        return k.op(self.draw(st.sampled_from(names)), self.value(dtype, depth - 1), self.value(dtype, depth - 1))

    def output(self, value: Expr, axes: list[int]) -> Store:
        order = self.draw(st.permutations(axes))
        number = self.operand(tuple(self.extents[a] for a in order), str(value.dtype))
        guard = None
        if axes and self.draw(st.integers(0, 5)) == 0:
            guard = k.axis(axes[-1]) < k.param(1)
        return Store(number, tuple(k.axis(a) for a in order), value, guard=guard)

    def total(self, value: Expr, axes: list[int]) -> Store:
        """A sum over some of the parallel axes."""
        kept = [a for a in axes if a >= self.n_parallel or self.draw(st.booleans())]
        number = self.operand(tuple(self.extents[a] for a in kept), str(value.dtype))
        return Store(number, tuple(map(k.axis, kept)), value, "sum")

    def scan(self, number: int, depth: int, reductions: list[Reduction]) -> Scan:
        """What is made from the value before, of what is read, maybe of what was reduced."""
        dtype = self.draw(st.sampled_from(["float32", "float64", "int64", "int8", "bool"]))
        before, value = k.carried(number, dtype), self.value(dtype, depth)
        names = ("logical_or", "logical_and") if dtype == "bool" else ("add", "maximum", "multiply", "subtract")
        value = k.op(self.draw(st.sampled_from(names)), before, value)
        if self.draw(st.booleans()):
            value = k.where(self.value("bool", 1), before, value)
        if reductions and reductions[0].dtype == value.dtype and dtype == "int64":
            value = k.op("add", value, k.reduced(0, value.dtype))
        return Scan(k.const(self.draw(st.sampled_from([0, 1])), dtype), value)

    def scatter(self, value: Expr) -> Store:
        """A store whose index is data: last one wins, or adds in order."""
        size = self.draw(st.integers(1, 5))
        axes = list(range(self.n_parallel))
        at = self.operand(tuple(self.extents[a] for a in axes), "int64")
        self.arrays[at][...] = self.rng.integers(0, size, self.arrays[at].shape)
        kind = "add" if value.dtype.kind != "b" and self.draw(st.booleans()) else "set"
        index = [k.load(at, [k.axis(a) for a in axes], np.int64)]
        shape = [size]
        if axes and self.draw(st.booleans()):
            index.append(k.axis(axes[-1]))
            shape.append(self.extents[axes[-1]])
        return Store(self.operand(tuple(shape), str(value.dtype)), tuple(index), value, kind)  # type: ignore[arg-type]


@st.composite
def kernels(draw: Any, points: int = 40000) -> tuple[Kernel, list[np.ndarray], list[int], list[int]]:
    n_scans = draw(st.integers(0, 2))
    b = Builder(draw, min(points, 4000) if n_scans else points)  # the interpreter goes over all of them at every one
    depth = draw(st.integers(0, 3))
    parallel = list(range(b.n_parallel))
    everything = list(range(len(b.axes)))
    stores: list[Store] = []
    reductions: list[Reduction] = []
    scans: list[Scan] = []
    if len(b.axes) > b.n_parallel:
        b.exact = True
        for _ in range(draw(st.integers(1, 2))):
            op = draw(st.sampled_from(["sum", "prod", "max", "min", "any", "all", "argmax", "argmin"]))
            dtype = "bool" if op in ("any", "all") else draw(st.sampled_from(["float32", "float64", "int64", "int32"]))
            if op == "prod":
                dtype = "int64"
            b.exact = op == "sum"
            value = b.value(dtype, depth)
            if reductions and draw(st.booleans()) and reductions[0].dtype == value.dtype and dtype == "int64":
                value = k.op("subtract", value, k.reduced(0, value.dtype))
            reductions.append(Reduction(op, value))
        b.exact = False
        for n in range(n_scans):
            scans.append(b.scan(n, depth, reductions))
            stores.append(b.output(scans[-1].value, everything))
        for n, reduction in enumerate(reductions):
            result = k.reduced(n, reduction.dtype)
            stores.append(b.output(result, parallel))
            if draw(st.integers(0, 2)) == 0:
                like = b.load(str(result.dtype))
                stores.append(b.output(k.op("not_equal", like, result), everything))
            if result.dtype.kind == "i" and not scans and draw(st.integers(0, 2)) == 0:
                every = k.op("add", k.cast(b.load("int8"), result.dtype), result)
                stores.append(b.total(*draw(st.sampled_from([(every, everything), (result, parallel)]))))
    else:
        for _ in range(draw(st.integers(1, 2))):
            value = b.value(draw(st.sampled_from(DTYPES)), depth)
            if draw(st.integers(0, 4)) == 0 and value.dtype.kind != "f":
                stores.append(b.scatter(value))
            elif draw(st.integers(0, 4)) == 0 and value.dtype.kind != "b":
                stores.append(b.total(value, parallel))
            else:
                stores.append(b.output(value, parallel))
    kernel = Kernel(tuple(b.axes), tuple(b.operands), tuple(reductions), tuple(stores), 2, tuple(scans))
    return kernel, b.arrays, b.extents, b.params


def same(got: np.ndarray, want: np.ndarray) -> bool:
    if got.dtype.kind == "f":
        return bool(np.all((got == want) | (np.isnan(got) & np.isnan(want))))
    return bool(np.array_equal(got, want))


def copies(arrays: list[np.ndarray]) -> list[np.ndarray]:
    """Copies that keep their strides."""
    result = []
    for a in arrays:
        fresh = np.lib.stride_tricks.as_strided(a, a.shape, a.strides)
        base = np.copy(fresh, order="K")
        if base.strides != a.strides:
            span = sum((s - 1) * abs(st) for s, st in zip(a.shape, a.strides, strict=True)) + a.itemsize
            memory = np.full(max(span, 1), 0x5A, np.uint8)
            start = sum((s - 1) * -st for s, st in zip(a.shape, a.strides, strict=True) if st < 0) if a.size else 0
            base = np.ndarray(a.shape, a.dtype, memory.data, start, a.strides) if a.size else a
            if a.size:
                base[...] = a
        result.append(base)
    return result


def check(case: tuple[Kernel, list[np.ndarray], list[int], list[int]], which: Any, splits: list[int]) -> None:
    kernel, arrays, extents, params = case
    want, got = copies(arrays), copies(arrays)
    interpret(kernel, want, extents, params)
    if not kernel.splittable:
        splits = []
    extent = kernel.parallel_extent(extents)
    run_kernel(kernel, got, extents, params, target=which, splits=sorted(min(s, extent) for s in splits))
    for n, (a, b) in enumerate(zip(got, want, strict=True)):
        assert same(a, b), f"operand {n}\n{kernel.text()}\n{extents} {params}\n{a}\n{b}"


@settings(max_examples=150, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
@given(kernels(), st.lists(st.integers(0, 300), max_size=2))
def test_emitted_kernels_equal_the_interpreter(case: Any, splits: list[int]) -> None:
    check(case, None, splits)


@pytest.mark.parametrize("name", ["haswell", "x86-64-v2"])
@settings(max_examples=40, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
@given(case=kernels())
def test_narrower_vectors_give_the_same(name: str, case: Any) -> None:
    if "+avx2" not in native.host()[1]:
        pytest.skip("not an x86-64 with AVX2")
    check(case, cpu.named(name), [])
