"""C functions as ops: by ctypes, cffi, capsules, Numba or their address; of numbers and of buffers."""

import ctypes
import threading
from pathlib import Path
from typing import Any

import numpy
import pytest
from numpy.testing import assert_allclose, assert_array_equal

import dusk
import dusk.numpy as np
from dusk import symbol
from dusk.errors import ForeignError
from dusk.ffi.pointers import parse, pointer
from dusk.kernel import expr, native
from dusk.kernel.build import run_kernel
from dusk.kernel.interpret import interpret
from dusk.kernel.loops import Axis, Kernel, Operand, Reduction, Store
from dusk.testing import check_grads
from foreign_functions import address, libm, needs_native

X = numpy.linspace(0.5, 8.0, 33)
F4, F8, I4 = numpy.dtype("f4"), numpy.dtype("f8"), numpy.dtype("i4")

cbrt = dusk.ffi.function(libm().cbrt, "double (double)", vjp=lambda g, y, x: g / (3 * y * y))
arctan2 = dusk.ffi.function(libm().atan2, "double atan2(double y, double x)")
ldexp = dusk.ffi.function(libm().ldexp, "double (double, int)")


# -- numbers


def test_a_function_of_numbers_is_an_op_element_by_element(tier: str) -> None:
    for n in (33, 5, 1, 0):
        x = np.array(X[:n])
        for _ in range(3):
            assert_allclose(cbrt(x), numpy.cbrt(X[:n]), rtol=1e-15)
            assert_allclose(arctan2(x[:, None] - 2, x), numpy.arctan2(X[:n, None] - 2, X[:n]), rtol=1e-15)
            assert_array_equal(ldexp(x, np.array([3], "i4")), X[:n] * 8)
    assert cbrt(8) == 2.0 and isinstance(cbrt(8), float)
    assert_array_equal(ldexp([1.0, 2.0], 3), [8.0, 16.0])
    assert numpy.isnan(cbrt(numpy.nan))


def test_derivatives_are_those_of_its_rule(tier: str) -> None:
    check_grads(cbrt, [X], order=2)
    assert_allclose(dusk.vmap(cbrt)(np.array(X.reshape(3, 11))), numpy.cbrt(X).reshape(3, 11))


@needs_native
def test_it_is_part_of_a_fused_kernel() -> None:
    f = dusk.compile(lambda x: (cbrt(x * 2) + 1).sum())
    assert_allclose(f(np.array(X)), (numpy.cbrt(X * 2) + 1).sum())
    assert (f.program.stats.native_steps, f.program.stats.host_steps) == (1, 0)
    assert f.program.tables.segments[0].foreign
    x = numpy.add.outer(X, X)
    assert_allclose(dusk.compile(lambda x: cbrt(x @ x))(np.array(x)), numpy.cbrt(x @ x))


@needs_native
@pytest.mark.parametrize("n", [1, 7, 8, 100])
@pytest.mark.parametrize(
    ("name", "takes", "gives"),
    [("cbrt", (F8,), F8), ("cbrtf", (F4,), F4), ("ldexp", (F8, I4), F8), ("atan2", (F8, F8), F8)],
)
def test_a_call_in_a_kernel_is_what_the_interpreter_says(n: int, name: str, takes: Any, gives: Any) -> None:
    at = (expr.axis(0),)
    value = expr.call(expr.param(0), [expr.load(i, at, d) for i, d in enumerate(takes)], gives)
    value = value + expr.const(1, gives)
    where = ctypes.cast(getattr(libm(), name), ctypes.c_void_p).value
    rng = numpy.random.default_rng(n)
    arrays = [(4 * rng.standard_normal(n)).astype(d) for d in takes]
    operands = [Operand(d, (1,)) for d in takes]
    each = Kernel((Axis("parallel"),), (*operands, Operand(gives, (1,))), (), (Store(len(takes), at, value),), 1)
    total = Store(len(takes), (), expr.reduced(0, gives))
    summed = Kernel((Axis("reduce"),), (*operands, Operand(gives, ())), (Reduction("sum", value),), (total,), 1)
    for kernel, shape in ((each, (n,)), (summed, ())):
        found, wanted = numpy.zeros(shape, gives), numpy.zeros(shape, gives)
        run_kernel(kernel, [*arrays, found], [n], [where])
        interpret(kernel, [*arrays, wanted], [n], [where])
        assert_allclose(found, wanted, rtol=1e-5 if gives == F4 else 1e-13)


@needs_native
def test_short_integers_are_passed_as_c_passes_them() -> None:
    a = numpy.array([-3, 300, -7], "i2")
    b = numpy.array([255, 2, 128], "u1")
    c = numpy.array([0.5, 1.5, -2.5], "f4")
    mixed = dusk.ffi.function(address("mixed"), "short mixed(short a, unsigned char b, float c)")
    wanted = [-765, 601, -898]
    assert_array_equal(mixed(a, b, c), wanted)
    assert_array_equal(dusk.compile(lambda *xs: mixed(*xs))(np.array(a), np.array(b), np.array(c)), wanted)
    assert mixed(a, b, c).dtype == "i2"


@needs_native
def test_it_is_called_for_the_elements_there_are() -> None:
    met: list[float] = []
    noted = ctypes.CFUNCTYPE(ctypes.c_double, ctypes.c_double)(lambda x: met.append(x) or 2 * x)
    f = dusk.compile(lambda x: dusk.ffi.function(noted, name="noted")(x) + 1)
    for n in (1, 3, 8, 13):
        met.clear()
        assert_array_equal(f(np.array(X[:n])), 2 * X[:n] + 1)
        assert met == X[:n].tolist()


@needs_native
def test_python_functions_behind_a_c_pointer_take_the_lock_in_any_thread() -> None:
    threads: set[str] = set()

    def double(x: float) -> float:
        threads.add(threading.current_thread().name)
        return float((np.arange(2.0) * x).sum()) * 2

    f = dusk.ffi.function(ctypes.CFUNCTYPE(ctypes.c_double, ctypes.c_double)(double))
    x = numpy.arange(20000.0)
    with dusk.config.using(threads=2):
        for _ in range(2):
            assert_array_equal(dusk.compile(lambda x: f(x) + 1)(np.array(x)), 2 * x + 1)
            assert_array_equal(dusk.compile(lambda x: f(x) + 1)(np.array(x[:3])), 2 * x[:3] + 1)
    assert "MainThread" in threads


def test_what_needs_the_lock_is_a_host_step(tier: str) -> None:
    f = dusk.ffi.function(ctypes.PYFUNCTYPE(ctypes.c_double, ctypes.c_double)(lambda x: x + 1))
    assert_array_equal(f(np.array(X)), X + 1)
    assert_array_equal(dusk.compile(lambda x: f(x) * 2)(np.array(X)), (X + 1) * 2)


# -- buffers


def outer() -> Any:
    return dusk.ffi.function(
        address("outer"),
        "void outer(const double *x, const double *y, double *out, int64_t m, int64_t n)",
        "x[m], y[n] -> out[m, n]",
        vjp=lambda g, out, x, y: (g @ y, x @ g),
    )


@needs_native
def test_a_function_of_buffers_is_an_op(tier: str) -> None:
    f, x, y = outer(), np.array(X), np.array(X[:4])
    for _ in range(3):
        assert_array_equal(f(x, y), numpy.outer(X, X[:4]))
        assert_array_equal(f(x[::-2] * 1, y[1:3]) + 1, numpy.outer(X[::-2], X[1:3]) + 1)
        assert f(x[:0], y).shape == (0, 4)
    check_grads(f, [X[:3], X[:4]], order=2)
    assert_allclose(dusk.vmap(f, (0, None))(np.array(X[:6].reshape(3, 2)), y)[2], numpy.outer(X[4:6], X[:4]))


@needs_native
def test_a_function_of_buffers_is_a_native_step() -> None:
    f = outer()
    g = dusk.compile(lambda x, y: np.exp(f(x[2:5], y + 1)).sum(1))
    for n in (5, 8, 5):
        assert_allclose(g(np.array(X[:n]), np.array(X[:n])), numpy.exp(numpy.outer(X[2:5], X[:n] + 1)).sum(1))
    stats = g.program.stats
    assert stats.host_steps == 0 and stats.native_calls == 1

    def repeated(x: Any) -> Any:
        for _ in range(40):
            x = f(x, x)[0] / x[0] + 0.5
        return x

    assert_allclose(dusk.compile(repeated)(np.array(X[:4])), X[:4] + 20)
    assert_allclose(repeated(np.array(X[:4])), X[:4] + 20)


@needs_native
def test_lengths_that_change_are_sizes(tier: str) -> None:
    f = outer()
    for n in range(3, 12):
        x = np.array(X[:n])
        assert_allclose(f(x, x) * 2 + 1, numpy.outer(X[:n], X[:n]) * 2 + 1)


@needs_native
def test_several_results_sizes_worked_out_and_numbers_by_address(tier: str) -> None:
    signature = "void (const double *, double *, short *, int64_t)"
    steps = dusk.ffi.function(address("steps"), signature, "x[n] -> rises[n - 1], signs[n - 1]", name="steps")
    x = numpy.array([1.0, 4.0, 2.0, 2.5])
    for _ in range(3):
        rises, signs = steps(np.array(x))
        assert_array_equal(rises, numpy.diff(x))
        assert_array_equal(signs, [1, -1, 1])
        assert signs.dtype == "i2"
    last = dusk.ffi.function(address("last"), "double last(const int *n, const double *x)", "x[n] -> found[]")
    assert last(np.array(X)) == X[-1]
    assert float(dusk.compile(lambda x: last(x) + 1)(np.array(X))) == X[-1] + 1


@needs_native
def test_a_function_says_that_it_failed(tier: str) -> None:
    signature = "int scaled(const float *x, float *out, int n, float by)"
    scaled = dusk.ffi.function(address("scaled"), signature, "x[n] -> out[n]")
    good = X.astype("f4")
    assert_array_equal(scaled(good, by=0.5), good / 2)
    with pytest.raises(ForeignError, match=r"scaled.* gave 7"):
        scaled(-good, by=0.5)
    f = dusk.compile(lambda x: scaled(x, by=2) + 1)
    x = np.array(good)
    for _ in range(2):
        assert_array_equal(f(x), 2 * good + 1)
        with pytest.raises(ForeignError, match=r"scaled.* gave 7"):
            f(-x).numpy()


# -- where functions come from


def test_cffi_functions() -> None:
    cffi = pytest.importorskip("cffi")
    ffi = cffi.FFI()
    ffi.cdef("double cbrt(double); float cbrtf(float); double atan2(double, double);")
    library = ffi.dlopen(None)
    assert_allclose(dusk.ffi.function(library.cbrt)(X), numpy.cbrt(X))
    assert_allclose(dusk.ffi.function(library.cbrtf)(X.astype("f4")), numpy.cbrt(X.astype("f4")), rtol=1e-6)
    assert_allclose(dusk.compile(lambda x: dusk.ffi.function(library.atan2)(x, 2.0))(X), numpy.arctan2(X, 2))


def test_capsules_of_cython_modules() -> None:
    special = pytest.importorskip("scipy.special")
    cython_special = pytest.importorskip("scipy.special.cython_special")
    blas = pytest.importorskip("scipy.linalg.cython_blas")
    j0 = dusk.ffi.function(cython_special.__pyx_capi__["j0"], name="j0")
    assert_allclose(j0(X), special.j0(X), rtol=1e-14)
    assert_allclose(dusk.compile(lambda x: j0(x) * 2)(np.array(X)), 2 * special.j0(X), rtol=1e-14)
    capsule, signature = blas.__pyx_capi__["ddot"], "double ddot(int *n, double *x, int *incx, double *y, int *incy)"
    ddot = dusk.ffi.function(capsule, signature, "x[n], y[n] -> r[]", vjp=lambda g, r, x, y, **_: (g * y, g * x))
    assert_allclose(ddot(X, X, incx=1, incy=1), X @ X)
    check_grads(lambda x, y: ddot(x, y, incx=1, incy=1), [X, X[::-1].copy()])


def test_numba_functions() -> None:
    numba = pytest.importorskip("numba", exc_type=ImportError)
    clipped = numba.cfunc("float64(float64)")(lambda x: x if x < 2 else 2.0)
    f = dusk.ffi.function(clipped, name="clipped", vjp=lambda g, y, x: g * (x < 2))
    assert_array_equal(f(np.array(X)), numpy.minimum(X, 2))
    assert_array_equal(dusk.grad(lambda x: f(x).sum())(np.array(X)), X < 2)


def test_whatever_has_an_address_is_called() -> None:
    class Compiled:  # as numba.cfunc makes
        __name__ = "compiled"
        address = ctypes.cast(libm().cbrt, ctypes.c_void_p).value
        ctypes = ctypes.CFUNCTYPE(ctypes.c_double, ctypes.c_double)(("cbrt", libm()))

    class LowLevelCallable:  # as SciPy's
        function: Any = None

    made = Compiled()
    wrapped = LowLevelCallable()
    wrapped.function = made
    for given in (made, wrapped):
        assert_allclose(dusk.ffi.function(given)(X), numpy.cbrt(X))
    assert_allclose(dusk.ffi.function(made.address, "double (double)")(X), numpy.cbrt(X))


def test_functions_are_found_by_name_in_symbols_and_files(tmp_path: Path) -> None:
    assert cbrt.name == "foreign_cbrt"  # Dusk has one of its own
    dusk.ffi.function(libm().cbrt, "double (double)", name="test_root", vjp=lambda g, y, x: g / (3 * y * y))
    a = symbol.Variable("a")
    (symbol.test_root(a) * 2).grad(a).save(tmp_path / "s")
    assert_allclose(symbol.compile(symbol.load(tmp_path / "s"))(a=X), 2 / 3 * numpy.cbrt(X) ** -2)


# -- what is refused


def test_what_is_no_c_function_is_refused() -> None:
    refused = {
        "builtin_function_or_method is no C function": (len,),
        "takes is not known: give signature=": (libm().cbrt,),
        "signature= says float64 .float64, float64., the function is float64 .float64.": (
            ctypes.CFUNCTYPE(ctypes.c_double, ctypes.c_double)(("cbrt", libm())),
            "double (double, double)",
        ),
        "a null pointer": (ctypes.CFUNCTYPE(None)(0), "double (double)"),
        "'foo x' in .* is no type of numbers": (1, "double (foo x)"),
        "'double [*][*]x' in .* is no type": (1, "double (double **x)"),
        "not the declaration of a C function": (1, "double x"),
        "takes buffers: give shapes=": (1, "double (double *x)"),
        "no '->'": (1, "void (double *x)", "x[n]"),
        "are not understood at 'y'": (1, "void (double *x, double *y)", "x[n] -> y"),
        "do not name the same pointers": (1, "void (double *x, double *z)", "x[n] -> y[n]"),
        "name none on one side": (1, "void (double *x)", "x[n] ->"),
        "name the arguments": (1, "void (double *, double *, int, int)", "x[n] -> y[n]"),
        "takes no numbers": (1, "double (void)"),
    }
    for text, given in refused.items():
        with pytest.raises(TypeError, match=text):
            dusk.ffi.function(*given)


def test_wrong_arguments_are_refused_at_the_call() -> None:
    for bad, text in (
        ((X + 0j,), "argument 0 is complex128 where the C function takes float64: cast it with astype"),
        ((1j,), "argument 0 is complex where"),
        ((X, X), "too many positional arguments"),
        ((), "missing a required argument"),
    ):
        with pytest.raises(TypeError, match=text):
            cbrt(*bad)
    with pytest.raises(TypeError, match="argument 1 is float where the C function takes int32"):
        ldexp(X, 2.0)
    with pytest.raises(ValueError, match="broadcast"):
        arctan2(X, X[:2])
    same = dusk.ffi.function(1, "void same(double *x, double *y, double *z, int n)", "x[n], y[n] -> z[n - k]")
    with pytest.raises(ValueError, match=r"y has shape \(3,\) where n is 2"):
        same(X[:2], X[:3])
    with pytest.raises(ValueError, match=r"x\[n\] was given shape \(1, 33\)"):
        same(X[None], X)
    with pytest.raises(ValueError, match="'n - k' cannot be worked out: name 'k' is not defined"):
        same(X, X)


def test_declarations() -> None:
    signature = parse("extern void scale(const double *restrict x, unsigned long int n, int8_t k, float);")
    assert str(signature) == "void (float64 *, uint64, int8, float32)" and signature.name == "scale"
    assert [a.name for a in signature.arguments] == ["x", "n", "k", ""]
    assert str(parse("long long (void)")) == "int64 ()"
    made = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.POINTER(ctypes.c_float), ctypes.c_size_t)(0x1000)
    assert str(pointer(made).signature) == "int32 (float32 *, uint64)"


@pytest.mark.skipif(native.available(), reason="where there is no native code")
def test_without_native_code_functions_are_called_through_ctypes() -> None:
    assert_allclose(dusk.compile(lambda x: cbrt(x) + 1)(np.array(X)), numpy.cbrt(X) + 1)
