"""Comparisons of roots with numbers are those of squares, for every number."""

from __future__ import annotations

import numpy as np
import pytest

import dusk
import dusk.numpy as dnp
from dusk.compiler.compared import limit, without_roots
from dusk.config import config
from dusk.kernel import expr as k
from dusk.kernel import native
from dusk.kernel.expr import topological

NAMES = ("less", "less_equal", "greater", "greater_equal")
X, Y = (k.load(i, (k.axis(0),), np.float64) for i in range(2))


def text(*values: k.Expr) -> set[str]:
    return {e.data for e in topological(without_roots(values)) if e.kind == "op"}


def test_the_root_goes_where_only_comparisons_use_it() -> None:
    size, root = k.op("hypot", X, Y), k.op("sqrt", X)
    assert text(size <= 2.0) == {"square_sum", "less_equal"}
    assert text(root > 2.0) == {"greater"}
    assert text(k.const(3.0, np.float64) > root) == {"greater_equal", "less_equal", "logical_and"}
    assert text(size <= 2.0, size >= 0.3) == {"square_sum", "less_equal", "greater"}
    again = k.where(size <= 2.0, X, Y)
    assert "hypot" not in text(k.op("hypot", again, again * Y) <= 2.0)
    for values in ([size <= 2.0, size], [size <= 2.0, size + 1.0], [size <= Y], [size <= 0.0], [size < np.inf]):
        assert without_roots(values) == values


@pytest.mark.parametrize("dtype", [np.float64, np.float32])
def test_limits_are_the_last_numbers_below(dtype: type) -> None:
    for c in np.random.default_rng(0).uniform(0.001, 1000, 300).astype(dtype):
        for strict in (False, True):
            x = dtype(limit(c, strict))
            after = np.nextafter(x, dtype(np.inf))
            if strict:
                assert np.sqrt(x) < c <= np.sqrt(after)
            else:
                assert np.sqrt(x) <= c < np.sqrt(after)


@pytest.mark.skipif(not native.available(), reason="native code cannot be built here")
@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("dtype", [np.float64, np.float32, np.complex128, np.complex64])
def test_comparisons_agree_with_the_roots_that_native_code_takes(name: str, dtype: type) -> None:
    rng = np.random.default_rng(1)
    compare = getattr(dnp, name)
    special = [0.0, -0.0, -1.0, np.inf, -np.inf, np.nan, 1e-170, 1e170, 5e-324]
    parts = np.concatenate([special, rng.standard_normal(2000), np.arange(60) / 10])
    for c in (2.0, 1.0, 0.5, 0.6, 1.7, 5.0):
        with np.errstate(all="ignore"):
            if np.dtype(dtype).kind == "c":
                x, root = np.empty(6000, dtype), dnp.abs
                x.real, x.imag = parts[rng.integers(0, len(parts), (2, 6000))]
                x[:3000] = c * (1 + 2e-16 * rng.integers(-3, 4, 3000)) * np.exp(1j * rng.uniform(0, 7, 3000))
            else:
                near = c * c * (1 + np.finfo(dtype).eps * rng.integers(-4, 5, 3000))
                x, root = np.concatenate([parts, near]).astype(dtype), dnp.sqrt
        with config.using(tier="native"):
            taken = np.asarray(dusk.compile(lambda z, root=root: root(z) * 1)(dnp.array(x)))
            got = np.asarray(dusk.compile(lambda z, root=root, c=c: compare(root(z), c))(dnp.array(x)))
        np.testing.assert_array_equal(got, getattr(np, name)(taken, taken.dtype.type(c)))
