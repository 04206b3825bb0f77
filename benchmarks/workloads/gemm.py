"""Matrix products, square and skinny, float32 and bfloat16."""

from collections.abc import Iterator
from typing import Any

import ml_dtypes
import numpy

from benchmarks.workload import Goal, Workload

SQUARE = (64, 128, 256, 512, 1024, 2048, 4096)
SKINNY = ((64, 1024, 1024), (1024, 64, 1024), (4096, 16, 4096), (4096, 4096, 1))  # m, n, k
BFLOAT16 = (256, 1024)


def products(np: Any, A: Any, *Bs: Any) -> Any:
    return [A @ B for B in Bs]


def gemm(m: int, n: int, k: int, of: Any = "float32", times: int = 1) -> Workload:
    """(m, k) @ (k, n), with that many right sides: small products without what a call costs."""
    dtype = numpy.dtype(of)

    def data() -> tuple[Any, ...]:
        rng = numpy.random.default_rng(0)
        return tuple(rng.standard_normal(shape, dtype="float32").astype(dtype) for shape in ((m, k), *[(k, n)] * times))

    half = dtype.itemsize == 2
    goals = (Goal("Dusk compiled", "best peer", 1.0), *((Goal("Dusk compiled", "limit", 1.9),) if half else ()))
    return Workload(
        f"{dtype.name} {m}x{k} @ {k}x{n}" + (f", {times} times" if times > 1 else ""),
        "value",
        products,
        data,
        without=("torch compile", "NumPy") if half else ("torch compile",),  # which calls the eager product
        flops=2.0 * m * n * k * times,
        bytes=float(dtype.itemsize * (m * k + times * (m * n + k * n))),
        goals=goals,
        tolerance=2e-2 if half else 1e-3,
    )


def workloads(all: bool) -> Iterator[Workload]:
    for n in (16, 64, 128):
        yield gemm(n, n, n, times=32)
    for n in SQUARE:
        if all or n < 4096:
            yield gemm(n, n, n)
    for m, n, k in SKINNY:
        yield gemm(m, n, k)
    for n in BFLOAT16:
        yield gemm(n, n, n, ml_dtypes.bfloat16)
