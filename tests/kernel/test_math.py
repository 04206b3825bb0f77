"""Vector mathematics: within the stated ulps, special values as in C, the same bits for every width of vectors."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from dusk.kernel import expr as k
from dusk.kernel import native
from dusk.kernel.build import run_kernel
from dusk.kernel.loops import Axis, Kernel, Operand, Store
from dusk.kernel.math import ULPS
from dusk.kernel.targets import Target, cpu

pytestmark = [
    pytest.mark.skipif(not native.available(), reason="native code cannot be built here"),
    pytest.mark.filterwarnings("ignore::RuntimeWarning"),
]
LONG = np.longdouble
needs_long = pytest.mark.skipif(np.finfo(LONG).nmant < 60, reason="long double is no longer than double here")

# where each function does something, float32 and float64
RANGES: dict[str, tuple[tuple[float, float], tuple[float, float]]] = {
    "exp": ((-105, 90), (-746, 711)),
    "exp2": ((-152, 129), (-1080, 1025)),
    "expm1": ((-20, 90), (-40, 711)),
    "log": ((0, 3), (0, 3)),
    "log1p": ((-1, 3), (-1, 3)),
    "tanh": ((-10, 10), (-20, 20)),
    "sigmoid": ((-105, 20), (-746, 40)),
    "erf": ((-5, 5), (-7, 7)),
    "sin": ((-1e5, 1e5), (-5e8, 5e8)),
    "cos": ((-1e5, 1e5), (-5e8, 5e8)),
    "tan": ((-1e5, 1e5), (-5e8, 5e8)),
    "arcsin": ((-1, 1), (-1, 1)),
    "arccos": ((-1, 1), (-1, 1)),
    "arctan": ((-6, 6), (-6, 6)),
    "sinh": ((-90, 90), (-711, 711)),
    "cosh": ((-90, 90), (-711, 711)),
    "arcsinh": ((-9, 9), (-9, 9)),
    "arccosh": ((1, 9), (1, 9)),
    "arctanh": ((-1, 1), (-1, 1)),
    "cbrt": ((-9, 9), (-9, 9)),
    "log2": ((0, 3), (0, 3)),
    "log10": ((0, 3), (0, 3)),
}
ODD = ("expm1", "log1p", "tanh", "sin", "tan", "arcsin", "arctan", "sinh", "arcsinh", "arctanh", "cbrt")


def erf(x: np.ndarray) -> np.ndarray:
    """2/sqrt(pi) e^{-x^2} sum (2 x^2)^n x / (2n+1)!!: no term is negative, so nothing cancels."""
    a = np.minimum(np.abs(x), LONG(8))
    term, total = a.copy(), a.copy()
    for n in range(1, 400):
        term = term * (2 * a * a) / (2 * n + 1)
        total = total + term
    value = 2 / np.sqrt(np.arctan(LONG(1)) * 4) * np.exp(-a * a) * total
    return np.copysign(np.where(np.isnan(x), x, value), x)


EXACT: dict[str, Callable[[np.ndarray], np.ndarray]] = {
    "sigmoid": lambda x: 1 / (1 + np.exp(-x)),
    "erf": erf,
}


def elementwise(name: str, *arrays: np.ndarray, target: Target | None = None) -> np.ndarray:
    i, n = k.axis(0), len(arrays)
    dtype = arrays[0].dtype
    value = k.op(name, *(k.load(m, (i,), dtype) for m in range(n)))
    operands = (Operand(dtype, (1,)),) * (n + 1)
    out = np.empty_like(arrays[0])
    kernel = Kernel((Axis("parallel"),), operands, (), (Store(n, (i,), value),))
    run_kernel(kernel, [*arrays, out], [len(out)], target=target)
    return out


def specials(dtype: str) -> np.ndarray:
    info = np.finfo(dtype)
    positive = [0.0, 0.5, 1.0, 2.0, 3.0, np.inf, info.max, info.tiny, info.smallest_subnormal, info.eps, 1e-3]
    return np.array([*positive, *(-np.array(positive)), np.nan], dtype)


def samples(dtype: str, low: float, high: float, n: int, seed: int) -> np.ndarray:
    """Some of the interesting range, some of every exponent, and what is special."""
    rng = np.random.default_rng(seed)
    bits = np.dtype(f"u{np.dtype(dtype).itemsize}")
    anything = rng.integers(0, np.iinfo(bits).max, n, bits, endpoint=True).view(dtype)
    small = (rng.uniform(-1, 1, n) * 2.0 ** rng.integers(-40, 2, n)).astype(dtype)
    inside = rng.uniform(low, high, 4 * n).astype(dtype)
    return np.concatenate([specials(dtype), inside, small, anything[np.isfinite(anything)]])


def ulps(got: np.ndarray, exact: np.ndarray) -> np.ndarray:
    """The error in units in the last place of the exact result; infinite where a special value is missed."""
    want = exact.astype(got.dtype)
    unit = np.spacing(np.abs(np.where(np.isfinite(want), want, 1))).astype(LONG)
    error = np.abs(got.astype(LONG) - exact) / unit
    special = ~np.isfinite(want) | ~np.isfinite(got)
    right = (got == want) | (np.isnan(got) & np.isnan(want))
    return np.where(special, np.where(right, 0, np.inf), error)


def bound(name: str, dtype: str) -> float:
    return ULPS[name][dtype == "float64"]


@needs_long
@pytest.mark.parametrize("dtype", ["float32", "float64"])
@pytest.mark.parametrize("name", RANGES)
def test_functions_keep_their_ulps(name: str, dtype: str) -> None:
    low, high = RANGES[name][dtype == "float64"]
    x = samples(dtype, low, high, 4000 if name == "erf" else 30000, 1)
    if name in ("sin", "cos", "tan"):
        x = np.concatenate([x, np.linspace(-7, 7, 20001).astype(dtype), np.arange(1, 4000).astype(dtype) * np.pi / 2])
        x = x.astype(dtype)
    if name in ("arcsin", "arccos", "arctanh", "arccosh", "log", "log2", "log10"):  # where they are 0 or infinite
        near = 2.0 ** -np.linspace(1, np.finfo(dtype).nmant + 1, 10001)
        x = np.concatenate([x, 1 - near, 1 + near]).astype(dtype)
    got = elementwise(name, x)
    error = ulps(got, EXACT.get(name, getattr(np, name, None))(x.astype(LONG)))
    worst = int(np.argmax(error))
    assert error[worst] <= bound(name, dtype), f"{name}({x[worst]!r}) = {got[worst]!r}: {error[worst]} ulp"


@needs_long
@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_arctan2_keeps_its_ulps_and_is_that_of_c_at_special_values(dtype: str) -> None:
    rng, n = np.random.default_rng(3), 20000
    high = np.log10(float(np.finfo(dtype).max))
    wide = [rng.normal(size=(2, n)) * 10.0 ** rng.uniform(-k, k, (2, n)) for k in (0.1, 1, high - 1)]
    v = specials(dtype)
    x, y = np.concatenate([*wide, np.array(np.meshgrid(v, v)).reshape(2, -1)], axis=1).astype(dtype)
    got = elementwise("arctan2", y, x)
    exact = np.arctan2(y.astype(LONG), x.astype(LONG))
    error = ulps(got, exact)
    worst = int(np.argmax(error))
    assert error[worst] <= bound("arctan2", dtype), f"{y[worst]!r}, {x[worst]!r}: {got[worst]!r}, {error[worst]} ulp"
    number = ~np.isnan(exact)
    np.testing.assert_array_equal(np.signbit(got)[number], np.signbit(exact)[number])


@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_the_next_number(dtype: str) -> None:
    info = np.finfo(dtype)
    v = np.concatenate([specials(dtype), np.array([info.tiny * 3, np.nextafter(info.tiny, info.dtype.type(0))], dtype)])
    x, y = (a.ravel().copy() for a in np.meshgrid(np.concatenate([v, -v]), v))
    got, want = elementwise("nextafter", x, y), np.nextafter(x, y)
    np.testing.assert_array_equal(got, want)
    number = ~np.isnan(want)
    np.testing.assert_array_equal(np.signbit(got)[number], np.signbit(want)[number])


@needs_long
@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_power_keeps_its_ulps(dtype: str) -> None:
    rng = np.random.default_rng(2)
    n = 30000
    big = 80 if dtype == "float32" else 700
    x = np.concatenate([rng.uniform(0, 10, n), np.exp(rng.uniform(-big, big, n)), rng.uniform(0.9, 1.1, n)]).astype(
        dtype
    )
    y = np.concatenate([rng.uniform(-20, 20, n), rng.uniform(-1, 1, n), rng.uniform(-9 * big, 9 * big, n)]).astype(
        dtype
    )
    got = elementwise("power", x, y)
    error = ulps(got, np.power(x.astype(LONG), y.astype(LONG)))
    worst = int(np.argmax(error))
    assert error[worst] <= bound("power", dtype), f"{x[worst]!r} ** {y[worst]!r} = {got[worst]!r}: {error[worst]} ulp"


@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_power_of_special_values_is_that_of_c(dtype: str) -> None:
    v = np.concatenate([specials(dtype), np.array([3.0, -3.0, 1e30, -1e30, 2.0**24 + 2, 0.25], dtype)])
    x, y = (a.ravel().copy() for a in np.meshgrid(v, v))
    got, want = elementwise("power", x, y), np.power(x, y)
    np.testing.assert_allclose(got, want, rtol=4 * np.finfo(dtype).eps, atol=np.finfo(dtype).smallest_subnormal)
    number = ~np.isnan(want)
    np.testing.assert_array_equal(np.signbit(got)[number], np.signbit(want)[number])


@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_odd_functions_keep_the_sign_of_zero_and_what_is_denormal(dtype: str) -> None:
    small = np.finfo(dtype).smallest_subnormal
    x = np.array([0.0, -0.0, small, -small, 7 * small, -7 * small], dtype)
    for name in ODD:
        if name == "cbrt":
            assert np.signbit(elementwise(name, x)).tolist() == np.signbit(x).tolist()
            continue
        got = elementwise(name, x)
        np.testing.assert_array_equal(got, x, err_msg=name)
        np.testing.assert_array_equal(np.signbit(got), np.signbit(x), err_msg=name)


@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_exact_values_are_exact(dtype: str) -> None:
    whole = np.arange(-1000, 1000).astype(dtype)
    np.testing.assert_array_equal(elementwise("exp2", whole), np.ldexp(np.ones(1, dtype), whole.astype(int)))
    exponents = np.arange(*((-149, 128) if dtype == "float32" else (-1074, 1024)))
    powers = np.ldexp(np.ones(1, dtype), exponents)
    np.testing.assert_array_equal(elementwise("log2", powers), exponents)
    tens = 10.0 ** np.arange(11 if dtype == "float32" else 23)
    np.testing.assert_array_equal(elementwise("log10", tens.astype(dtype)), np.arange(len(tens)))
    cubes = np.arange(-200, 200)
    np.testing.assert_array_equal(elementwise("cbrt", (cubes**3).astype(dtype)), cubes)
    zero, one = np.zeros(1, dtype), np.ones(1, dtype)
    for name, x, want in [("exp", zero, 1), ("cos", zero, 1), ("log", one, 0), ("sigmoid", zero, 0.5)]:
        assert elementwise(name, x)[0] == want, name


@pytest.mark.parametrize("name", ["sin", "cos", "tan"])
def test_huge_arguments_go_to_the_library_and_leave_their_neighbours_alone(name: str) -> None:
    x = np.linspace(-5, 5, 64)
    alone = elementwise(name, x)
    mixed = x.copy()
    mixed[[3, 40]] = 1e15, -1e300
    got = elementwise(name, mixed)
    kept = np.delete(np.arange(64), [3, 40])
    np.testing.assert_array_equal(got[kept], alone[kept])
    np.testing.assert_allclose(got[[3, 40]], getattr(np, name)(mixed[[3, 40]]), rtol=1e-15)


@pytest.mark.parametrize("dtype", ["float32", "float64"])
@pytest.mark.parametrize("name", ["log", "log2", "log10", "arccosh", "cbrt"])
def test_rare_arguments_leave_their_neighbours_alone(name: str, dtype: str) -> None:
    info = np.finfo(dtype)
    rare = [0.0, -0.0, -1.0, np.inf, -np.inf, np.nan, -np.nan, info.smallest_subnormal, info.tiny / 2, -info.tiny]
    edge = [info.tiny, info.max, np.nextafter(info.tiny, info.dtype.type(0))]
    x = np.linspace(1.1, 9, 40 * (len(rare) + len(edge))).astype(dtype)
    alone, mixed = elementwise(name, x), x.copy()
    at = np.arange(len(rare) + len(edge)) * 39 + 7
    mixed[at] = [*rare, *edge]
    got = elementwise(name, mixed)
    np.testing.assert_array_equal(np.delete(got, at), np.delete(alone, at))
    np.testing.assert_allclose(got[at], getattr(np, name)(mixed[at]), rtol=4 * info.eps)


@pytest.mark.skipif("+avx2" not in (native.host()[1] if native.available() else ""), reason="needs AVX2")
@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_every_vector_width_gives_the_same_bits(dtype: str) -> None:
    for name in (*RANGES, "power", "arctan2"):
        low, high = RANGES.get(name, ((0, 9), (0, 9)))[dtype == "float64"]
        x = samples(dtype, low, high, 500, 4)
        arrays = [x, x[::-1].copy()] if name not in RANGES else [x]
        bits = [elementwise(name, *arrays, target=t).tobytes() for t in (cpu.host(), cpu.named("haswell"))]
        quiet = [np.frombuffer(b, dtype) for b in bits]
        assert np.array_equal(quiet[0], quiet[1], equal_nan=True), name
        number = ~np.isnan(quiet[0])
        np.testing.assert_array_equal(np.signbit(quiet[0][number]), np.signbit(quiet[1][number]), err_msg=name)


@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_sin_and_cos_stay_within_one(dtype: str) -> None:
    x = samples(dtype, -1e4, 1e4, 20000, 6)
    x = x[np.isfinite(x)]
    for name in ("sin", "cos", "tanh", "erf"):
        assert np.abs(elementwise(name, x)).max() <= 1, name
