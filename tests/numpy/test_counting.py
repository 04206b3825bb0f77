"""Counts of numbers and histograms are NumPy's, also where elements lie on edges and where threads share the work."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as onp
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import dusk
import dusk.numpy as np
from dusk import ops
from dusk.graph import TensorType, evaluate, trace
from dusk.kernel import native
from dusk.numpy.counting import FEW
from dusk.testing import check_grads
from dusk.transform.decompose import decompose

RNG = onp.random.default_rng(5)
MANY = 3 * FEW + 5
GRID = onp.linspace(-1, 1, 33)
NEAR = onp.concatenate([GRID, onp.nextafter(GRID, -9), onp.nextafter(GRID, 9), [onp.nan, onp.inf, -onp.inf]])
DATA = {
    "reals": lambda n: RNG.random(n) * 3 - 1.5,
    "on edges": lambda n: RNG.choice(NEAR, n),
    "float32": lambda n: RNG.choice(NEAR, n).astype("f4"),
    "integers": lambda n: RNG.integers(-9, 40, n),
    "bytes": lambda n: RNG.integers(0, 256, n).astype("u1"),
    "small integers": lambda n: RNG.integers(-128, 128, n).astype("i1"),
    "huge integers": lambda n: RNG.integers(-(2**62), 2**62, n),
    "one number": lambda n: onp.full(n, 3),
    "a matrix": lambda n: RNG.random((n, 2)),
}
TIERS = ["interpreter", pytest.param("native", marks=pytest.mark.skipif(not native.available(), reason="no native"))]


def answer(function: Any) -> Any:
    with warnings.catch_warnings(), onp.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        try:
            return function()
        except (ValueError, TypeError, IndexError) as error:
            return error


def same(function: Any, *arrays: Any) -> None:
    theirs = answer(lambda: function(onp, *arrays))
    ours = answer(lambda: function(np, *map(np.array, arrays)))
    if isinstance(theirs, Exception):
        assert isinstance(ours, type(theirs)) and str(ours) == str(theirs)
        return
    assert not isinstance(ours, Exception), ours
    for x, y in zip(ours, theirs, strict=True) if isinstance(theirs, tuple) else [(ours, theirs)]:
        assert isinstance(x, np.ndarray)
        assert (x.dtype, x.shape) == (y.dtype, y.shape)
        if y.dtype.kind in "iu":
            onp.testing.assert_array_equal(x, y)
        else:
            onp.testing.assert_allclose(x, y, rtol=1e-4)  # NumPy adds up single precision in single precision


BINS: list[Any] = [1, 7, 64, 0, [0.0, 0.25, 0.25, 1.0], [0, 1, 2, 2], [3, 1], [0.0, onp.nan], [[1.0]], 2.5]
RANGES: list[Any] = [None, (-1.0, 1.0), (0, 1), (2, 2), (1, 0), (0, onp.inf), (onp.float32(0.1), onp.float32(0.7))]


@pytest.mark.parametrize("tier", TIERS)
@pytest.mark.parametrize("kind", list(DATA))
def test_histograms_are_numpys(kind: str, tier: str) -> None:
    with dusk.config.using(tier=tier):
        for n, bins, span in [(41, b, s) for b in BINS for s in RANGES] + [(MANY, 32, s) for s in RANGES]:
            same(lambda np, x, bins=bins, span=span: np.histogram(x, bins, span), DATA[kind](n))


@pytest.mark.parametrize("tier", TIERS)
@pytest.mark.parametrize("weight", ["f8", "f4", "i8", "u1", "c16"])
def test_histograms_of_weights_are_numpys(weight: str, tier: str) -> None:
    with dusk.config.using(tier=tier):
        for n in (41, MANY):
            w = (RNG.random(n) * 9).astype(weight)
            for bins, density in [(b, d) for b in (8, [-1, 0, 0.5, 1]) for d in (False, True)]:
                same(lambda np, x, w, bins=bins, density=density: np.histogram(x, bins, None, density, w),
                     DATA["reals"](n), w)  # fmt: skip
    same(lambda np, x: np.histogram(x, weights=np.ones(3)), DATA["reals"](4))


@pytest.mark.parametrize("tier", TIERS)
def test_counts_are_numpys(tier: str) -> None:
    with dusk.config.using(tier=tier):
        for n in (0, 41, MANY):
            for x in (RNG.integers(0, 50, n), RNG.integers(0, 9, n).astype("u1"), RNG.random(n) < 0.5,
                      RNG.integers(-1, 5, n), RNG.random(n), RNG.integers(0, 5, n).astype("u8"),
                      RNG.integers(0, 5, (n, 1)), RNG.integers(0, n or 1, n)):  # fmt: skip
                for w in (None, RNG.random(n), RNG.integers(0, 9, n), RNG.random(n) + 1j, RNG.random(n + 1)):
                    for least in (0, 3, 100, -1, 2.5):
                        given = (x,) if w is None else (x, w)
                        same(lambda np, x, w=None, least=least: np.bincount(x, w, least), *given)


@pytest.mark.skipif(not native.available(), reason="native code cannot be built here")
def test_counts_of_what_is_computed_stay_native() -> None:
    x = np.array(RNG.integers(0, 500, MANY))
    before = dusk.stats()["fallbacks"]
    with dusk.config.using(tier="native"), dusk.policy(fallback="refuse"):
        assert np.bincount(x * x % 7).sum() == MANY
        assert np.histogram(x / 500.0, 16, (0.0, 1.0))[0].sum() == MANY
    assert dusk.stats()["fallbacks"] == before


def test_a_histogram_of_a_range_is_compiled() -> None:
    compiled = dusk.compile(lambda x: np.histogram(x, 8, (0.0, 1.0))[0])
    x = RNG.random(100)
    onp.testing.assert_array_equal(compiled(np.array(x)), onp.histogram(x, 8, (0.0, 1.0))[0])
    assert "imperative" not in str(compiled.explain())


def test_sums_of_weights_have_gradients_in_parts_too() -> None:
    x = RNG.integers(0, 4, 11)
    for parts in (1, 2, 4):
        check_grads(lambda w, parts=parts: ops.bincount(np.array(x), w, length=4, parts=parts) ** 2, [RNG.random(11)],
                    order=2)  # fmt: skip


@settings(deadline=None)
@given(st.integers(0, 60), st.integers(1, 9), st.sampled_from([1, 2, 3, 8]), st.booleans())
def test_parts_add_up(n: int, length: int, parts: int, weighted: bool) -> None:
    """The op written in smaller ones is its body, whatever is left over by the parts."""
    x, w = RNG.integers(0, length + 1, n), [RNG.integers(0, 9, n).astype(float)] if weighted else []
    types = [TensorType(a.shape, a.dtype) for a in (x, *w)]
    graph = trace(lambda *v: ops.bincount(*v, length=length, parts=parts), *types)
    (made,) = evaluate(decompose(graph), [x, *w])
    expected = onp.bincount(x, *w, minlength=length + 1)[:length]
    onp.testing.assert_array_equal(made, expected)
