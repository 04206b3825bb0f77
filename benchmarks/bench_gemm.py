"""Matrix products in float32 and float64: Dusk's contraction kernel and OpenBLAS, interleaved, on one and two threads.

Prints the best of many rounds, in microseconds and GF/s. Neither side pays for Python: Dusk repeats a step natively,
and OpenBLAS is called through ctypes with its time per call taken from batches of calls, where the call itself is about
half a microsecond.

    python benchmarks/bench_gemm.py [rounds]
"""

from __future__ import annotations

import ctypes
import os
import sys
import time
from collections.abc import Callable
from typing import Any

import numpy as np
import scipy_openblas32
from numpy.typing import NDArray

from dusk.backends import pool, runtime
from dusk.config import config
from dusk.kernel import expr
from dusk.kernel.contraction import Contraction
from dusk.kernel.loops import Operand, Store

# batch, m, n, k and which of A and B lie transposed
CASES = [
    (1, 16, 16, 16, "nn"),
    (1, 64, 16, 16, "nn"),
    (1, 16, 64, 16, "tn"),
    (1, 64, 16, 64, "nt"),
    (1, 64, 64, 64, "nn"),
    (1000, 32, 32, 32, "nn"),
    (1, 37, 41, 43, "nn"),
    (1, 256, 256, 256, "nn"),
    (1, 255, 257, 259, "nt"),
    (1, 64, 1024, 1024, "nn"),
    (1, 64, 1024, 1024, "nt"),
    (1, 1024, 1024, 64, "tn"),
    (1, 1024, 1024, 1024, "nn"),
    (1, 1024, 1024, 1024, "tn"),
    (1, 1024, 1024, 1024, "nt"),
    (1, 1021, 1019, 1023, "nn"),
]


BLOCK = 5  # calls of one side before the other's turn: the first wake its threads


def blas() -> ctypes.CDLL:
    """scipy-openblas32's library."""
    folder = scipy_openblas32.get_lib_dir()
    name = next(n for n in sorted(os.listdir(folder)) if "scipy_openblas" in n)
    return ctypes.CDLL(os.path.join(folder, name))


def dusk_call(A: NDArray[Any], B: NDArray[Any], C: NDArray[Any], threads: int, repeat: int) -> Callable[[], None]:
    """Computes C = A @ B `repeat` times in one native call."""
    dtype = A.dtype
    index = tuple(expr.axis(i) for i in range(3))
    kernel = Contraction(
        dtype, dtype, dtype, (Operand(dtype, (None, None, 1)),), (Store(0, index, expr.reduced(0, dtype)),)
    )
    strides = [tuple(s // dtype.itemsize for s in x.strides) for x in (A, B, C)]
    extents = (*A.shape[:2], B.shape[2], A.shape[2])
    plan = kernel.plan(extents, strides[0], strides[1], threads)
    scratch = np.empty(plan.workspace + 64, np.uint8)
    start = -scratch.ctypes.data % 64
    bindings = [(slot, 0, s) for slot, s in enumerate(strides, 1)]
    args = np.array(kernel.args(plan, *bindings[:2], bindings[2:], scratch=(4, start)), np.int64)
    status = np.zeros(8, np.int64)
    slots = np.array([x.ctypes.data for x in (status, A, B, C, scratch)], np.int64)
    steps = np.array([[kernel.load(), 0, plan.extent, plan.chunk]] * repeat, np.int64)
    kept = (status, A, B, C, scratch, args, slots, steps)

    def call() -> None:
        assert kept is not None
        runtime.run(slots.ctypes.data, args.ctypes.data, steps.ctypes.data, repeat)

    return call


def blas_call(
    library: ctypes.CDLL, A: NDArray[Any], B: NDArray[Any], C: NDArray[Any], repeat: int
) -> Callable[[], None]:
    """Computes C = A @ B `repeat` times, a batch one product at a time."""
    single = A.dtype == np.float32
    function = getattr(library, f"scipy_cblas_{'s' if single else 'd'}gemm")
    real, integer, pointer = ctypes.c_float if single else ctypes.c_double, ctypes.c_int, ctypes.c_void_p
    function.argtypes = [*[integer] * 6, real, pointer, integer, pointer, integer, real, pointer, integer]
    m, k, n = *A.shape[1:], B.shape[2]
    how = [111 if x.strides[2] == x.itemsize else 112 for x in (A, B)]
    width = [max(x.strides[1:]) // x.itemsize for x in (A, B)]
    calls = [
        (101, *how, m, n, k, 1.0, a.ctypes.data, width[0], b.ctypes.data, width[1], 0.0, c.ctypes.data, n)
        for a, b, c in zip(A, B, C, strict=True)
    ]

    def call() -> None:
        for _ in range(repeat):
            for arguments in calls:
                function(*arguments)

    return call


def main(rounds: int) -> None:
    """Print the table."""
    library = blas()
    random = np.random.default_rng(0)
    load = os.getloadavg()[0]
    print(f"load average {load:.1f}")
    print(f"{'':34}{'Dusk us':>12}{'GF/s':>8}{'OpenBLAS us':>14}{'GF/s':>8}{'ratio':>8}")
    for dtype in (np.float32, np.float64):
        for batch, m, n, k, layout in CASES:
            A, B = (
                random.standard_normal((batch, m, k)).astype(dtype),
                random.standard_normal((batch, k, n)).astype(dtype),
            )
            A, B = (
                np.ascontiguousarray(x.swapaxes(1, 2)).swapaxes(1, 2) if how == "t" else x
                for x, how in zip((A, B), layout, strict=True)
            )
            C, D = np.zeros((batch, m, n), dtype), np.zeros((batch, m, n), dtype)
            flops = 2.0 * batch * m * n * k
            for threads in (1, 2):
                if threads == 2 and flops < 1e7:
                    continue
                repeat = max(1, int(3e7 / flops))
                library.scipy_openblas_set_num_threads(threads)
                with config.using(threads=threads):
                    pool.start()
                    calls = dusk_call(A, B, C, threads, repeat), blas_call(library, A, B, D, repeat)
                    best = [1e9, 1e9]
                    for _ in range(max(5, min(rounds, int(rounds * 2e8 / flops)))):
                        for i, call in enumerate(calls):
                            if threads > 1:
                                time.sleep(0.03)  # the other's threads spin that long for more work
                            for _ in range(BLOCK):
                                before = time.perf_counter()
                                call()
                                best[i] = min(best[i], (time.perf_counter() - before) / repeat)
                assert np.allclose(C, D, rtol=1e-3, atol=1e-3)
                name = f"{np.dtype(dtype).name} {batch}x{m}x{n}x{k} {layout} {threads}T"
                rates = [flops / t / 1e9 for t in best]
                print(
                    f"{name:34}{best[0] * 1e6:12.2f}{rates[0]:8.1f}{best[1] * 1e6:14.2f}{rates[1]:8.1f}"
                    f"{best[1] / best[0]:8.2f}"
                )


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 50)
