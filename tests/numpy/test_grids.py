"""Coordinates of grids are NumPy's, whether recorded as lines or written by NumPy."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as onp
import pytest

import dusk
import dusk.numpy as np
from dusk.kernel import native
from dusk.numpy import grids

SLICES = [
    slice(0, 4), slice(4), slice(5, 80, 22), slice(0, 1, 5j), slice(-1, 1.5, 0.5), slice(0, 1, 1j), slice(3, 3),
    slice(1, 40, 9.0), slice(onp.float32(0), 1, 4j), slice(None, None), slice(-3, 0), slice(60, 0, -9),
    slice(onp.int8(1), onp.int8(50), 9), slice(0, 3, 0), slice(1j, 3), slice("a", "b"),
]  # fmt: skip
SHAPES: list[Any] = [(4, 5), (3,), (0, 5), [3, 2, 3], (), (2.5, 3), (-1, 2)]


def same(function: Any) -> None:
    found: list[Any] = []
    for space in (np, onp):
        try:
            found.append(function(space))
        except Exception as error:
            found.append(error)
    ours, theirs = found
    if isinstance(theirs, Exception):
        assert type(ours) is type(theirs)
        return
    assert not isinstance(ours, Exception), ours
    assert isinstance(ours, tuple) == isinstance(theirs, tuple)
    for x, y in zip(ours, theirs, strict=True) if isinstance(theirs, tuple) else [(ours, theirs)]:
        if y.dtype != object:
            assert isinstance(x, np.ndarray)
        assert (x.dtype, x.shape) == (y.dtype, y.shape)
        onp.testing.assert_array_equal(onp.asarray(x), y)


@pytest.fixture(params=["recorded", "NumPy's"])
def way(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(grids, "FEW", -1 if request.param == "recorded" else 1 << 20)


@pytest.mark.usefixtures("way")
@pytest.mark.parametrize("which", ["mgrid", "ogrid"])
def test_grids_are_numpys(which: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for a in SLICES:
            same(lambda np, a=a: getattr(np, which)[a])
            same(lambda np, a=a: getattr(np, which)[a,])
            for b in SLICES:
                same(lambda np, a=a, b=b: getattr(np, which)[a, b])
        same(lambda np: getattr(np, which)[0:3, 1:4:2, 0:1:3j])
        same(lambda np: getattr(np, which)[np.array([1, 4])[1] :: 1, : np.array(3)])
        same(lambda np: getattr(np, which)[()])


@pytest.mark.usefixtures("way")
@pytest.mark.parametrize("kind", [int, float, "f4", "u1", bool, complex, object])
def test_indices_are_numpys(kind: Any) -> None:
    for shape in SHAPES:
        for sparse in (False, True):
            same(lambda np, shape=shape, sparse=sparse: np.indices(shape, kind, sparse))
        if len(shape):
            same(lambda np, shape=shape: np.fromfunction(lambda *at: sum(at) * 2, shape, dtype=kind))


@pytest.mark.skipif(not native.available(), reason="native code cannot be built here")
def test_what_is_computed_of_a_grid_needs_no_memory_for_it() -> None:
    def waves(n: int) -> Any:
        y, x = np.mgrid[0:n, 0:n] / n
        return x * x + y

    compiled = dusk.compile(lambda: waves(300))
    y, x = onp.mgrid[0:300, 0:300] / 300
    onp.testing.assert_allclose(compiled(), x * x + y)
    assert compiled.memory().temporaries < 300 * 300
