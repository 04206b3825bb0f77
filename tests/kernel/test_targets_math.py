"""What the CPU takes from the C library and a grid has of its own: the same values, wherever the arguments lie."""

from __future__ import annotations

import numpy as np
import pytest

from dusk.kernel import expr as k
from dusk.kernel import native
from dusk.kernel.build import run_kernel
from dusk.kernel.loops import Axis, Kernel, Operand, Store
from dusk.kernel.signatures import OPS
from dusk.kernel.targets import sim
from grid_run import run_grid

pytestmark = pytest.mark.skipif(not (native.available() and sim.available()), reason="the simulator cannot run here")
N = 400


def both(name: str, *arrays: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """An op on the grid and on the CPU."""
    at, dtype = (k.axis(0),), arrays[0].dtype
    value = k.op(name, *(k.load(i, at, dtype) for i in range(len(arrays))))
    operands = (Operand(dtype, (1,)),) * (len(arrays) + 1)
    kernel = Kernel((Axis("parallel"),), operands, (), (Store(len(arrays), at, value),))
    got, want = np.zeros_like(arrays[0]), np.zeros_like(arrays[0])
    _, races = run_grid(kernel, [*arrays, got], [len(got)])
    assert races == []
    run_kernel(kernel, [*arrays, want], [len(want)])
    return got, want


def spread(seed: int, dtype: str, low: int, high: int) -> np.ndarray:
    """Numbers of both signs and of exponents from `low` to `high`."""
    rng = np.random.default_rng(seed)
    with np.errstate(all="ignore"):
        return (rng.normal(size=N) * 10.0 ** rng.integers(low, high, N)).astype(dtype)


@pytest.mark.parametrize(("dtype", "low", "high"), [("float32", -44, 38), ("float64", -323, 308)])
@pytest.mark.parametrize("name", ["fmod", "remainder", "floor_divide"])
def test_remainders_are_exact(name: str, dtype: str, low: int, high: int) -> None:
    x, y = spread(0, dtype, low, high), spread(1, dtype, low, high)
    x[:8], y[:8] = [np.inf, -np.inf, np.nan, 1e5, 0, -0.0, 1, 7], [1, 2, 3, 0, 3, 4, np.inf, np.nan]
    got, want = both(name, x, y)
    np.testing.assert_array_equal(got, want)
    defined = ~np.isnan(want)
    assert got[defined].tobytes() == want[defined].tobytes()


@pytest.mark.parametrize(("dtype", "high"), [("float32", 38), ("float64", 308)])
@pytest.mark.parametrize("name", ["sin", "cos"])
def test_sines_of_large_arguments(name: str, dtype: str, high: int) -> None:
    x = spread(2, dtype, 4, high)
    x[:4] = [np.inf, -np.inf, np.nan, -1e22]
    got, want = both(name, x)
    np.testing.assert_array_equal(np.isnan(got), np.isnan(want))
    np.testing.assert_array_max_ulp(got[~np.isnan(got)], want[~np.isnan(got)], 2)


def test_the_double_that_is_nearest_to_a_multiple_of_a_right_angle() -> None:
    # J.-M. Muller, Elementary Functions, chapter 9
    got, _ = both("cos", np.full(4, 6381956970095103 * 2.0**797))
    assert (got == -4.68716592425462761112e-19).all()


def test_floats_out_of_the_range_of_integers_are_converted_as_by_the_cpu() -> None:
    x = np.array([np.nan, np.inf, -np.inf, 3e9, -3e9, 1e19, -1e19, 300.0, -1.5, 2.0**63], np.float64)
    for target in ("int8", "int16", "int32", "int64", "uint8", "uint32", "uint64"):
        at = (k.axis(0),)
        operands = (Operand(x.dtype, (1,)), Operand(np.dtype(target), (1,)))
        value = k.cast(k.load(0, at, x.dtype), target)
        kernel = Kernel((Axis("parallel"),), operands, (), (Store(1, at, value),))
        got, want = np.zeros(len(x), target), np.zeros(len(x), target)
        run_grid(kernel, [x, got], [len(x)])
        run_kernel(kernel, [x, want], [len(x)])
        np.testing.assert_array_equal(got, want)


FLOAT_OPS = [name for name, op in OPS.items() if op.domain not in ("integer", "whole")]


@pytest.mark.parametrize("dtype", ["float32", "float64"])
@pytest.mark.parametrize("name", FLOAT_OPS)
def test_ops_are_the_cpus_to_the_bit(name: str, dtype: str) -> None:
    at, op = (k.axis(0),), OPS[name]
    arrays = [spread(seed, dtype, -3, 4) for seed in range(op.arity)]
    for x in arrays:
        x[:10] = np.random.default_rng(0).permutation([np.nan, np.inf, -np.inf, 0.0, -0.0, 1, -1, 1e30, 1e-40, 88.7])
    value = k.op(name, *(k.load(i, at, dtype) for i in range(op.arity)))
    operands = (Operand(np.dtype(dtype), (1,)),) * op.arity + (Operand(value.dtype, (1,)),)
    kernel = Kernel((Axis("parallel"),), operands, (), (Store(op.arity, at, value),))
    got, want = np.zeros(N, value.dtype), np.zeros(N, value.dtype)
    try:
        run_grid(kernel, [*arrays, got], [N])
    except NotImplementedError as error:
        if "no C library" not in str(error):
            raise
        pytest.skip(str(error))
    run_kernel(kernel, [*arrays, want], [N])
    np.testing.assert_array_equal(got, want)
    defined = want == want
    assert got[defined].tobytes() == want[defined].tobytes()
