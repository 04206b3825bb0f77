"""What a function from outside costs by each way in, in nanoseconds: a call of 1 element, and an element of 1,000,000.

All are cube roots of doubles: the C library's, NumPy's, or what the framework has; whatever is installed takes part.
Beside them the same functions called directly. The ways take turns; of many rounds least and median count. Each round
looks at the result.
"""

from __future__ import annotations

import contextlib
import ctypes
import gc
import importlib
import statistics
import time
from collections.abc import Callable, Iterator
from typing import Any

from benchmarks.page import Row, Table

SIZES = (1, 1_000_000)
ROUNDS = 30
TURN_S = 2e-3
BUFFERS = """
declare double @cbrt(double)
define void @bench_cbrt(ptr %x, ptr %y, i64 %n) {
entry:
  br label %head
head:
  %i = phi i64 [ 0, %entry ], [ %next, %body ]
  %more = icmp slt i64 %i, %n
  br i1 %more, label %body, label %out
body:
  %x.at = getelementptr double, ptr %x, i64 %i
  %y.at = getelementptr double, ptr %y, i64 %i
  %a = load double, ptr %x.at
  %b = call double @cbrt(double %a)
  store double %b, ptr %y.at
  %next = add i64 %i, 1
  br label %head
out:
  ret void
}
"""


class Ways:
    """The ways in, by name: a function that looks at its result, and what makes its argument of a NumPy array."""

    def __init__(self) -> None:
        self.found: dict[str, tuple[Callable[[Any], Any], Callable[[Any], Any]]] = {}

    def dusk(self, name: str, function: Any) -> None:
        """An op, called by itself and in a compiled function."""
        import dusk
        import dusk.numpy as np

        compiled = dusk.compile(lambda x: function(x))
        self.found[f"Dusk: {name}"] = (lambda x: function(x).numpy()), np.array
        self.found[f"Dusk compiled: {name}"] = (lambda x: compiled(x).numpy()), np.array

    def direct(self, name: str, function: Any, make: Any) -> None:
        """A function called as its own framework calls it."""
        self.found[name] = function, make

    def each(self, name: str, function: Any) -> None:
        """A function of numbers, called for each element in Python."""
        import numpy

        self.direct(name, lambda x: numpy.fromiter(map(function, x.tolist()), float, len(x)), numpy.array)


def ways() -> Ways:
    """All ways that there are here."""
    import numpy

    import dusk
    import dusk.numpy as np
    from dusk.kernel import native

    found = Ways()
    libm = ctypes.CDLL(None)
    libm.cbrt.restype, libm.cbrt.argtypes = ctypes.c_double, [ctypes.c_double]
    found.direct("NumPy: cbrt", numpy.cbrt, numpy.array)
    found.dusk("cbrt, for comparison", np.cbrt)
    found.dusk("@dusk.op of Dusk's functions", dusk.op(lambda x: np.cbrt(x), name="bench_composite"))
    found.dusk("@dusk.op of a NumPy function", dusk.op(lambda x: numpy.cbrt(x), name="bench_host", like=0))
    found.each("ctypes, each element", libm.cbrt)
    found.dusk("C function of numbers, ctypes", dusk.ffi.function(libm.cbrt, name="bench_ctypes"))
    if native.available():
        address = native.function("bench_cbrt", BUFFERS)
        signature = "void (const double *, double *, int64_t)"
        buffers = dusk.ffi.function(address, signature, "x[n] -> y[n]", name="bench_buffers")
        found.dusk("C function of buffers, its address", buffers)
    for add in (_cffi, _cython, _numba, _torch, _jax):
        with contextlib.suppress(ImportError):
            add(found)
    return found


def _cffi(found: Ways) -> None:
    import dusk

    ffi = importlib.import_module("cffi").FFI()
    ffi.cdef("double cbrt(double);")
    cbrt = ffi.dlopen(None).cbrt
    found.each("cffi, each element", cbrt)
    found.dusk("C function of numbers, cffi", dusk.ffi.function(cbrt, name="bench_cffi"))


def _cython(found: Ways) -> None:
    import dusk

    capsule = importlib.import_module("scipy.special.cython_special").__pyx_capi__["cbrt"]
    found.direct("scipy.special.cbrt", importlib.import_module("scipy.special").cbrt, lambda x: x)
    found.dusk("Cython capsule (SciPy's cbrt)", dusk.ffi.function(capsule, name="bench_cython"))


def _numba(found: Ways) -> None:
    import numpy

    import dusk

    numba = importlib.import_module("numba")
    found.direct("numba.vectorize", numba.vectorize(["float64(float64)"])(lambda x: numpy.cbrt(x)), lambda x: x)
    made = numba.cfunc("float64(float64)")(lambda x: numpy.cbrt(x))
    found.dusk("numba.cfunc", dusk.ffi.function(made, name="bench_numba"))


def _torch(found: Ways) -> None:
    import dusk

    torch = importlib.import_module("torch")

    def cbrt(x: Any) -> Any:
        return x.sign() * x.abs() ** (1 / 3)

    found.direct("torch, by a power", cbrt, torch.tensor)
    found.dusk("torch function, by a power", dusk.ffi.torch(cbrt, name="bench_torch"))


def _jax(found: Ways) -> None:
    import dusk

    jax = importlib.import_module("jax")
    jax.config.update("jax_enable_x64", True)
    jitted = jax.jit(jax.numpy.cbrt)
    found.direct("jax jit", lambda x: jitted(x).block_until_ready(), jax.numpy.array)
    found.dusk("jax function", dusk.ffi.jax(jax.numpy.cbrt, name="bench_jax"))


def called(all: bool, only: str) -> Iterator[Table]:
    """A table for each size: nanoseconds a call, or an element."""
    import numpy

    found = ways().found
    for size in SIZES:
        name = f"A call from outside, {size:,} element{'s' * (size > 1)}"
        if only not in name:
            continue
        values = numpy.linspace(0.5, 2.0, size)
        expected = numpy.cbrt(values)
        runs: dict[str, tuple[Callable[[], Any], int]] = {}
        failed: list[Row] = []
        for way, (function, make) in found.items():
            x = make(values)
            run = lambda function=function, x=x: function(x)  # noqa: E731
            if size > 1 and "each element" in way:
                run = lambda function=function, x=x[: size // 10]: function(x)  # noqa: E731
            for _ in range(4):  # compiled from the second visit on
                result = run()
            if not numpy.allclose(numpy.asarray(result), expected[: len(result)], rtol=1e-6):
                failed.append(Row(way, "ns", failed="another result"))
                continue
            start = time.perf_counter()
            run()
            runs[way] = run, max(1, min(1000, int(TURN_S / (time.perf_counter() - start))))
        rounds: dict[str, list[float]] = {way: [] for way in runs}
        gc.collect()
        for _ in range(ROUNDS):
            for way, (run, times) in runs.items():
                start = time.perf_counter_ns()
                for _ in range(times):
                    run()
                elements = size // 10 if size > 1 and "each element" in way else size
                rounds[way].append((time.perf_counter_ns() - start) / times / elements)
        rows = [Row(way, "ns", min(spent), statistics.median(spent)) for way, spent in rounds.items()]
        yield Table(name, [*rows, *failed])
