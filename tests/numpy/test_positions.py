"""Positions of elements, orders by several keys, bits, powers of 2: as NumPy's; and what NumPy's code makes of them."""

from collections.abc import Callable
from typing import Any

import numpy as onp
import pytest

import dusk
import dusk.numpy as np
from dusk.testing import check_grads
from numpy_oracle import same_error

rng = onp.random.default_rng(0)
N, J = rng.integers(0, 3, (2, 4)), rng.integers(0, 5, (2, 4))
MASK = rng.random((3, 11)) < 0.5
BYTES = rng.integers(0, 256, (3, 4)).astype("u1")
X = onp.array([0.0, -0.0, 1, -3.5, 5e-324, -2.3e-310, 1e308, onp.inf, -onp.inf, onp.nan, 0.5, 1.0])
POINTS = rng.standard_normal((11, 2))

VALUES: dict[str, Callable[[Any, Any], Any]] = {
    "nonzero": lambda np, a: (*np.nonzero(a(N)), *a(N).nonzero(), *np.where(a(N))),
    "argwhere": lambda np, a: (np.argwhere(a(MASK)), np.flatnonzero(a(N))),
    "extract": lambda np, a: np.extract(a(MASK), a(MASK * 1.5)),
    "raveled": lambda np, a: [np.ravel_multi_index((a(N), a(J)), (3, 5), order=o) for o in "CF"],
    "raveled beyond": lambda np, a: [
        np.ravel_multi_index((a(N * 7 - 9), a(J * 5 - 9)), (3, 5), m, o)
        for m in ("wrap", "clip", ("wrap", "clip"))
        for o in "CF"
    ],
    "raveled rows": lambda np, a: (np.ravel_multi_index(a(N[:, :2]), (3, 5)), np.ravel_multi_index((1, 2), (3, 5))),
    "unraveled": lambda np, a: [np.unravel_index(a(N * 5), (4, 3), o) for o in "CF"],
    "unraveled numbers": lambda np, a: (*np.unravel_index(7, (2, 2, 2)), *np.unravel_index(a(N), 9)),
    "packed": lambda np, a: [np.packbits(a(MASK), axis, o) for axis in (None, 0, 1, -1) for o in ("big", "little")],
    "packed numbers": lambda np, a: (np.packbits(a(N)), np.packbits(a(onp.zeros((3, 0), int)), 1)),
    "unpacked": lambda np, a: [
        np.unpackbits(a(BYTES), axis, n, o)
        for axis in (None, 0, 1, -1)
        for n in (None, 0, 3, 40, -2)
        for o in ("big", "little")
    ],
    "lexsort": lambda np, a: [np.lexsort((a(N), a(J % 2)), axis) for axis in (0, -1)],
    "lexsort of rows": lambda np, a: (np.lexsort(a(J)), np.lexsort((a(X),))),
    "frexp": lambda np, a: [np.frexp(a(X.astype(t))) for t in ("f8", "f4", "f2")],
    "frexp of integers": lambda np, a: np.frexp(a(N)),
    "mask_indices": lambda np, a: np.mask_indices(3, np.triu),
    "trim_zeros": lambda np, a: np.trim_zeros(a(X)),
    "polynomials": lambda np, a: (np.roots(a(X[2:4])), np.polymul(a(X[2:4]), a(X[2:4]))),
    "products of polynomials": lambda np, a: [
        np.polymul(a(onp.array(x)), a(onp.array(y)))
        for x, y in (([0, 0, 1, 2], [3]), ([0.0], [1, 2]), ([], [1.0]), ([1j, 0], [0, 2.0]), (2, [1, 0, 0]))
    ],
    "nanpercentile": lambda np, a: np.nanpercentile(a(X[:7]), [20, 30]),
    "unique": lambda np, a: (*np.unique_counts(a(N)), *np.unique_all(a(N))),
    "histograms": lambda np, a: (np.histogramdd(a(POINTS), 2)[0], *np.histogram2d(a(POINTS[:, 0]), a(POINTS[:, 1]), 3)),
    "asarray_chkfinite": lambda np, a: np.asarray_chkfinite(a(POINTS)),
}


def same(ours: Any, theirs: Any) -> None:
    if isinstance(theirs, tuple | list):
        assert len(ours) == len(theirs)
        for x, y in zip(ours, theirs, strict=True):
            same(x, y)
        return
    assert isinstance(ours, np.ndarray) == isinstance(theirs, onp.ndarray)
    onp.testing.assert_array_equal(onp.asarray(ours), theirs, strict=True)


@pytest.mark.parametrize("name", VALUES)
def test_values_and_types_are_numpys(name: str, tier: str) -> None:
    with onp.errstate(all="ignore"):
        theirs = VALUES[name](onp, onp.array)
        before = dusk.stats()["fallbacks"]
        for _ in range(2):
            same(VALUES[name](np, np.array), theirs)
    assert dusk.stats()["fallbacks"] == before


WRONG: dict[str, Callable[[Any], Any]] = {
    "too few bits": lambda np: np.unpackbits(np.array([1], "u1"), count=-20),
    "no bytes": lambda np: np.unpackbits(np.array([1])),
    "an axis of bits": lambda np: np.unpackbits(np.array([1], "u1"), axis=3),
    "fractions as bits": lambda np: np.packbits(np.array([1.5])),
    "no order of bits": lambda np: np.packbits(np.array([1]), bitorder="other"),
    "a number beyond a shape": lambda np: np.unravel_index(np.array([3, 7, 8]), (2, 2)),
    "a number of no shape": lambda np: np.unravel_index(np.array(3), ()),
    "fractions as numbers": lambda np: np.unravel_index(np.array([1.5]), (2, 2)),
    "a position beyond": lambda np: np.ravel_multi_index((np.array([1]), [2]), (2, 2)),
    "too few positions": lambda np: np.ravel_multi_index((np.array([1]),), (2, 2)),
    "fractions as positions": lambda np: np.ravel_multi_index((np.array([1.5]), [2]), (2, 2)),
    "no mode": lambda np: np.ravel_multi_index((np.array(1), 1), (2, 2), mode="x"),
    "keys of two shapes": lambda np: np.lexsort((np.array(1), [1, 2])),
    "no keys": lambda np: np.lexsort(()),
    "no axis of keys": lambda np: np.lexsort((np.array([1]),), axis=2),
    "a number's positions": lambda np: np.nonzero(np.array(3)),
    "not finite": lambda np: np.asarray_chkfinite(np.array([1, onp.nan])),
    "frexp of a complex number": lambda np: np.frexp(np.array(1j)),
}


@pytest.mark.parametrize("name", WRONG)
def test_errors_are_numpys(name: str) -> None:
    same_error(WRONG[name])


def test_a_contraction_path_looks_at_shapes_alone() -> None:
    x = np.ones((3, 4)) * 2
    before = dusk.stats()["flushes"]
    assert np.einsum_path("ij,jk->ik", x, x.T)[0] == ["einsum_path", (0, 1)]
    assert dusk.stats()["flushes"] == before


@pytest.mark.parametrize(
    "function",
    [
        lambda x: np.extract(x > 0.3, x) ** 2,
        lambda x: np.frexp(x)[0] ** 2,
        lambda x: np.polymul(x, x),
        lambda x: np.nanpercentile(x, 30),
        lambda x: np.trim_zeros(x) ** 2,
        lambda x: x[np.lexsort((x, x > 0.5))] * np.arange(5.0),
        lambda x: abs(np.roots(x)) ** 2,
    ],
)
def test_gradients(function: Callable[[Any], Any]) -> None:
    check_grads(lambda x: function(x).sum(), [np.array([0.45, 0.15, 0.83, 0.31, 0.62])], order=2)


@pytest.mark.parametrize("dtype", ["float64", "float32", "int16", "uint64", "float16", "bool"])
@pytest.mark.parametrize(("shape", "axis"), [((5000,), 0), ((3, 4000), -1), ((2500, 2), 0), ((300,), 0)])
def test_several_ranks_of_a_partition_are_in_their_places(dtype: str, shape: tuple[int, ...], axis: int) -> None:
    """Smaller elements lie before them, larger ones and NaN after them, and nothing is lost."""
    drawn = onp.random.default_rng(3)
    n = shape[axis]
    for ranks in ([0, -1, 7, n // 2, n // 2 + 1, n // 2], list(range(n - 40, n)), [n // 3, n - 2]):
        x = drawn.integers(0, 90, shape).astype(dtype) if drawn.random() < 0.5 else drawn.random(shape).astype(dtype)
        if dtype.startswith("float"):
            x[drawn.random(shape) < 0.01] = onp.nan
        found = onp.moveaxis(onp.asarray(np.partition(np.array(x), ranks, axis)), axis, -1)
        expected = onp.moveaxis(onp.sort(x, axis), axis, -1)
        onp.testing.assert_array_equal(onp.sort(found), expected)
        onp.testing.assert_array_equal(found[..., ranks], expected[..., ranks])
        for rank in ranks:
            onp.testing.assert_array_equal(onp.sort(found[..., :rank]), expected[..., :rank])


INDEXED = {
    "read": lambda np, x, i: x[i],
    "taken": lambda np, x, i: np.take(x, i),
    "taken along": lambda np, x, i: np.take_along_axis(x, i, 0),
    "both": lambda np, x, i: x.reshape(2, 50)[i, i],
    "written": lambda np, x, i: x.__setitem__(i, 1.0),
    "put along": lambda np, x, i: np.put_along_axis(x, i, 1.0, 0),
}


@pytest.mark.parametrize("where", ["native", "interpreter"])
@pytest.mark.parametrize("name", INDEXED)
@pytest.mark.parametrize("index", [[1, 700, 3, -900, 800, 2], [0, -700, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 900]])
def test_of_indices_out_of_bounds_the_first_is_named(name, index, where):
    with pytest.raises(IndexError) as theirs:
        INDEXED[name](onp, onp.arange(100.0), onp.array(index))
    with dusk.config.using(tier=where):
        x, i = np.arange(100.0) * 2, np.array(index) + 0
        found = INDEXED[name](np, x, i)
        with pytest.raises(IndexError) as mine:
            onp.asarray(x if found is None else found)
    assert str(mine.value).startswith(str(theirs.value))


@pytest.mark.parametrize("where", ["native", "interpreter"])
@pytest.mark.parametrize("name", ["take_along_axis", "put_along_axis"])
@pytest.mark.parametrize("axis", [0, 1])
@pytest.mark.parametrize(
    ("of", "by"),
    [((0, 3), (0, 3)), ((3, 0), (3, 2)), ((3, 0), (3, 0)), ((3, 0), (1, 0)), ((3, 4), (3, 0)), ((3, 0), (2, 0))],
)
def test_lines_without_elements_are_indexed_as_numpys(name, axis, of, by, where):
    def call(np, x, i):
        found = getattr(np, name)(x, i, *([1.0] if name == "put_along_axis" else []), axis)
        return onp.asarray(x if found is None else found).shape

    with dusk.config.using(tier=where):
        for _ in range(2):
            x, i = np.ones(of) * 2, np.zeros(by, int) + 0
            try:
                expected = call(onp, onp.ones(of), onp.zeros(by, int))
            except (IndexError, ValueError) as error:
                with pytest.raises(type(error)):
                    call(np, x, i)
            else:
                assert call(np, x, i) == expected
