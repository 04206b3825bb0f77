"""Every scalar op and cast, emitted, equals NumPy: special values, every dtype, every vector width."""

from __future__ import annotations

import itertools
import warnings

import numpy as np
import pytest

from dusk.kernel import expr as k
from dusk.kernel import native
from dusk.kernel.build import ir_text, run_kernel
from dusk.kernel.interpret import apply
from dusk.kernel.loops import Axis, Kernel, Operand, Store
from dusk.kernel.signatures import OPS
from dusk.kernel.targets import cpu

pytestmark = pytest.mark.skipif(not native.available(), reason="native code cannot be built here")

FLOATS = ("float32", "float64")
INTEGERS = ("int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64")
TRANSCENDENTAL = frozenset(
    {"exp", "exp2", "expm1", "log", "log2", "log10", "log1p", "sin", "cos", "tan", "arcsin", "arccos", "arctan"}
    | {"sinh", "cosh", "tanh", "arcsinh", "arccosh", "arctanh", "cbrt", "sigmoid", "erf", "power", "hypot", "arctan2"}
    | {"logaddexp", "logaddexp2", "deg2rad", "rad2deg", "square_sum"}
)


def targets() -> list[str]:
    names = ["host"]
    features = native.host()[1].split(",") if native.available() else []
    if "+avx512f" in features:
        names.append("haswell")
    if "+avx2" in features:
        names.append("x86-64-v2")
    return names


def target(name: str):
    return cpu.host() if name == "host" else cpu.named(name)


def values(dtype: str) -> np.ndarray:
    """Ends of the range, what is special, and some of everything."""
    rng = np.random.default_rng(5)
    kind = np.dtype(dtype)
    if kind.kind == "b":
        return np.array([False, True, True, False, True])
    if kind.kind in "iu":
        info = np.iinfo(kind)
        ends = [info.min, info.max, info.max - 1, 0, 1, 2, 3, 7, *([-1, -2, -3] if kind.kind == "i" else [])]
        return np.concatenate([np.array(ends, kind), rng.integers(info.min, info.max, 9, kind, endpoint=True)])
    info = np.finfo(kind)
    ends = [0.0, -0.0, 1.0, -1.0, np.inf, -np.inf, np.nan, info.max, -info.max, info.tiny, info.smallest_subnormal]
    ends += [0.5, -0.5, 1.5, 2.5, -2.5, 3.0, -3.0, 1e-3, 700.25, -700.25, 1e10]
    return np.concatenate([np.array(ends, kind), rng.standard_normal(11).astype(kind) * 4])


def pairs(dtype: str) -> tuple[np.ndarray, np.ndarray]:
    v = values(dtype)
    a, b = zip(*itertools.product(v, v), strict=True)
    return np.array(a, v.dtype), np.array(b, v.dtype)


def all_ops(dtype: str, arity: int) -> list[str]:
    x = k.const(1, dtype)
    found = []
    for name, signature in OPS.items():
        if signature.arity == arity:
            try:
                k.op(name, *[x] * arity)
            except TypeError:
                continue
            if np.dtype(dtype).kind == "b" and name in ("bitwise_count", "gcd", "lcm", "left_shift", "right_shift"):
                continue
            found.append(name)
    return found


def run_ops(names: list[str], arrays: list[np.ndarray], which: str) -> list[np.ndarray]:
    """All named ops of the same operands, as one kernel with an output an op."""
    i = k.axis(0)
    inputs = [k.load(n, (i,), a.dtype) for n, a in enumerate(arrays)]
    results = [k.op(name, *inputs) for name in names]
    operands = [Operand(a.dtype, (1,)) for a in arrays] + [Operand(e.dtype, (1,)) for e in results]
    stores = [Store(len(arrays) + n, (i,), e) for n, e in enumerate(results)]
    kernel = Kernel((Axis("parallel"),), tuple(operands), (), tuple(stores))
    outputs = [np.empty(len(arrays[0]), e.dtype) for e in results]
    run_kernel(kernel, [*arrays, *outputs], [len(arrays[0])], target=target(which))
    return outputs


def assert_equals_numpy(name: str, arrays: list[np.ndarray], got: np.ndarray) -> None:
    with np.errstate(all="ignore"), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        want = apply(name, arrays)
    if name in TRANSCENDENTAL and got.dtype.kind == "f":
        np.testing.assert_allclose(
            got, want, rtol=8 * np.finfo(got.dtype).eps, atol=np.finfo(got.dtype).tiny, err_msg=name
        )
    else:
        np.testing.assert_array_equal(got, want, err_msg=name)
        if got.dtype.kind == "f" and name not in ("maximum", "minimum", "fmax", "fmin"):
            real = ~np.isnan(want)
            np.testing.assert_array_equal(np.signbit(got)[real], np.signbit(want)[real], err_msg=f"sign of {name}")


@pytest.mark.parametrize("which", targets())
@pytest.mark.parametrize("dtype", ["bool", *FLOATS, *INTEGERS])
def test_ops_of_one_operand_equal_numpy(dtype: str, which: str) -> None:
    x = values(dtype)
    names = all_ops(dtype, 1)
    for name, got in zip(names, run_ops(names, [x], which), strict=True):
        if name == "bitwise_count" and dtype == "int64":
            continue
        assert_equals_numpy(name, [x], got)


@pytest.mark.parametrize("which", targets())
@pytest.mark.parametrize("dtype", ["bool", *FLOATS, *INTEGERS])
def test_ops_of_two_operands_equal_numpy(dtype: str, which: str) -> None:
    a, b = pairs(dtype)
    names = all_ops(dtype, 2)
    for name, got in zip(names, run_ops(names, [a, b], which), strict=True):
        assert_equals_numpy(name, [a, b], got)


@pytest.mark.parametrize("which", targets())
@pytest.mark.parametrize("source", ["bool", *FLOATS, *INTEGERS])
def test_casts_equal_numpy(source: str, which: str) -> None:
    x = values(source)
    x = np.concatenate([x, x])
    if x.dtype.kind == "f":
        x = np.concatenate(
            [x, np.array([2.0**31, -(2.0**31), 2.0**63, 2.0**64, -5.7, 300.0, 70000.0, 2.0**33], source)]
        )
    i = k.axis(0)
    loaded = k.load(0, (i,), x.dtype)
    others = [d for d in ("bool", *FLOATS, *INTEGERS) if d != source]
    operands = (Operand(x.dtype, (1,)), *(Operand(np.dtype(d), (1,)) for d in others))
    stores = tuple(Store(n + 1, (i,), k.cast(loaded, d)) for n, d in enumerate(others))
    outputs = [np.empty(len(x), d) for d in others]
    run_kernel(Kernel((Axis("parallel"),), operands, (), stores), [x, *outputs], [len(x)], target=target(which))
    for d, got in zip(others, outputs, strict=True):
        with np.errstate(all="ignore"):
            # one at a time: NumPy's own vector code converts what is out of range differently by width
            want = np.array([v.astype(d) for v in x])
        np.testing.assert_array_equal(got, want, err_msg=f"{source} to {d}")


@pytest.mark.parametrize("dtype", ["float16", "bfloat16"])
def test_short_floats_round_after_every_op(dtype: str) -> None:
    if dtype == "bfloat16":
        ml_dtypes = pytest.importorskip("ml_dtypes")
        kind = np.dtype(ml_dtypes.bfloat16)
    else:
        kind = np.dtype(dtype)
    if not cpu.host().half:
        pytest.skip("this processor does not convert float16")
    with np.errstate(over="ignore"):
        a, b = (v.astype(kind) for v in pairs("float32"))
    names = ["add", "subtract", "multiply", "divide", "maximum", "sqrt", "less", "isnan", "negative"]
    for arity in (1, 2):
        chosen = [n for n in names if OPS[n].arity == arity]
        arrays = [a, b][:arity]
        for name, got in zip(chosen, run_ops(chosen, arrays, "host"), strict=True):
            with np.errstate(all="ignore"):
                want = getattr(np, name)(*arrays)
            np.testing.assert_array_equal(got.astype(np.float64), want.astype(np.float64), err_msg=name)


def test_complex_and_foreign_byte_orders_are_refused() -> None:
    for dtype in (np.dtype("complex64"), np.dtype(">f4"), np.dtype("longdouble")):
        load = k.load(0, (k.axis(0),), dtype)
        operand = Operand(dtype, (1,))
        kernel = Kernel((Axis("parallel"),), (operand, operand), (), (Store(1, (k.axis(0),), load),))
        with pytest.raises(NotImplementedError, match="kernels have no"):
            ir_text(kernel)


@pytest.mark.parametrize("which", targets())
@pytest.mark.parametrize("narrow", ["int8", "int16", "uint8", "float32"])
def test_a_body_that_is_written_once_keeps_to_its_length(which: str, narrow: str) -> None:
    i = k.axis(0)
    x, small = k.load(0, (i,), np.float32), k.load(1, (i,), narrow)
    value = k.op("erf", k.op("log", x)) * k.op("exp", x) + k.cast(small, np.float32)
    stores = (Store(2, (i,), value), Store(3, (i,), small))
    operands = tuple(Operand(np.dtype(d), (1,)) for d in (np.float32, narrow, np.float32, narrow))
    kernel = Kernel((Axis("parallel"),), operands, (), stores)
    a, b = np.linspace(0.1, 4, 70, dtype=np.float32), np.arange(70).astype(narrow)
    whole: list[np.ndarray] = []
    for n in (64, 0, 1, 7, 8, 15, 16, 17, 33, 48, 63):
        outputs = [np.full(70, 77, np.float32), np.full(70, 77, narrow)]
        run_kernel(kernel, [a, b, *outputs], [n], target=target(which))
        whole = whole or outputs
        for got, want in zip(outputs, whole, strict=True):
            np.testing.assert_array_equal(got[:n], want[:n])
            np.testing.assert_array_equal(got[n:], 77)
    np.testing.assert_array_equal(whole[1][:64], b[:64])


@pytest.mark.parametrize("dtype", ["float32", "float64"])
@pytest.mark.parametrize("inner", ["square", "absolute", "sqrt", ""])
def test_powers_of_what_was_negated_have_the_same_bits(dtype: str, inner: str) -> None:
    rng = np.random.default_rng(0)
    scale = 10.0 ** rng.integers(-30, 30, 3000)
    x = np.r_[rng.normal(size=3000) * scale, rng.uniform(-800, 800, 3000), 0.0, -0.0, np.inf, -np.inf, np.nan]
    x = x.astype(dtype)
    operand, i = Operand(np.dtype(dtype), (1,)), k.axis(0)

    def computed(value: k.Expr, x: np.ndarray) -> np.ndarray:
        out = np.zeros_like(x)
        run_kernel(Kernel((Axis("parallel"),), (operand,) * 2, (), (Store(1, (i,), value),)), [x, out], [x.size])
        return out

    load = k.load(0, (i,), dtype)
    argument = k.op("negative", k.op(inner, load) if inner else load)
    want = computed(k.op("exp", load), computed(argument, x))
    np.testing.assert_array_equal(computed(k.op("exp", argument), x), want)
