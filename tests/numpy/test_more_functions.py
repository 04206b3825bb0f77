"""Diagonals, counts, moments of some elements, choices, roundings, products of vectors: as NumPy's, differentiable."""

import itertools
import warnings
from collections.abc import Callable, Sequence
from typing import Any

import numpy as onp
import pytest

import dusk
import dusk.numpy as np
from dusk.testing import check_grads

rng = onp.random.default_rng(0)
A, V = rng.standard_normal((4, 4)), rng.standard_normal(4)
P = abs(V) + 1
T = rng.standard_normal((2, 3, 5))
HOLES = onp.where(rng.random((3, 4)) < 0.4, onp.nan, rng.standard_normal((3, 4)))
HOLES[1] = onp.nan
MASK = rng.random((3, 4)) < 0.5
MASK[0] = True
PLACES = onp.array([0, 2, 1, 0])
LEVELS = onp.array([-2.0, -0.5, -0.5, 1.0, 2.5, 6.0])
C = A[:2] + 1j * A[2:]

VALUES: dict[str, Callable[..., Any]] = {
    "diagonal": lambda np, array: [np.diagonal(array(T), k, 2, 1) for k in range(-6, 5)],
    "diagonal method": lambda np, array: array(A).diagonal(1),
    "no diagonal": lambda np, array: np.diagonal(array(onp.zeros((0, 3)))),
    "trace": lambda np, array: [np.trace(array(T), k) for k in (-1, 0, 2)],
    "trace of small integers": lambda np, array: array(onp.eye(3, dtype="i1")).trace(),
    "trace of a dtype": lambda np, array: np.trace(array(A), dtype="f4"),
    "linalg trace": lambda np, array: np.linalg.trace(array(T), offset=1),
    "diag": lambda np, array: (np.diag(array(A), -1), np.diag(array(V), 1)),
    "repeat": lambda np, array: [np.repeat(array(A), n, axis) for n in (0, 2, [1, 0, 3, 2], [2]) for axis in (0, -1)],
    "repeat all": lambda np, array: (array(A).repeat(2), array(V).repeat(array(PLACES))),
    "inner": lambda np, array: (np.inner(array(A), array(V)), np.inner(array(V), array(V)), np.inner(2, array(A))),
    "vdot": lambda np, array: (np.vdot(array(A), array(A)), np.vdot(array(C), array(C))),
    "vecdot": lambda np, array: (np.vecdot(array(A), array(V)), np.vecdot(array(C), array(C), axis=0)),
    "vecdot of integers": lambda np, array: np.vecdot(array(PLACES), array(PLACES)),
    "matvec": lambda np, array: (np.matvec(array(A), array(V)), np.matvec(array(T), array(T[:, 0, None]))),
    "vecmat": lambda np, array: (np.vecmat(array(V), array(A)), np.vecmat(array(C), array(A))),
    "divmod": lambda np, array: (*np.divmod(array(A), array(V)), *np.divmod(array(PLACES), 2)),
    "modf": lambda np, array: np.modf(array(onp.array([1.5, -1.5, -2.0, onp.inf, -onp.inf, onp.nan, -0.0, 0.25]))),
    "modf of floats": lambda np, array: (*np.modf(array(A.astype("f4"))), *np.modf(array(PLACES))),
    "degrees": lambda np, array: (np.degrees(array(A)), np.radians(array(A.astype("f4")))),
    "round": lambda np, array: [np.round(array(A * 100), d) for d in (-1, 0, 1, 3)],
    "round others": lambda np, array: [
        np.round(array(x), d)
        for x, d in ((PLACES * 37, -1), (PLACES, 2), (C, 1), (A.astype("f4"), 2), (A.astype("f2"), 1), (MASK, 0))
    ],
    "round method": lambda np, array: array(V).round(2),
    "take beyond": lambda np, array: [np.take(array(A), [5, -9], 1, mode=mode) for mode in ("wrap", "clip")],
    "compress": lambda np, array: (np.compress([0, 1, 1], array(A), 1), array(V).compress([True, False])),
    "choose": lambda np, array: (
        np.choose(array(PLACES), [array(A), array(V), array(P)]), array(PLACES).choose([1, 2, 3])
    ),
    "choose beyond": lambda np, array: [np.choose(array(PLACES * 3 - 2), array(A), mode=m) for m in ("wrap", "clip")],
    "bincount": lambda np, array: (np.bincount(array(PLACES)), np.bincount(array(PLACES), minlength=5)),
    "bincount of weights": lambda np, array: np.bincount(array(PLACES), array(V), 5),
    "bincount of nothing": lambda np, array: np.bincount(array(onp.array([], int)), array(onp.array([], float))),
    "histogram": lambda np, array: np.histogram(array(V), 3, weights=array(P))[0],
    "interp": lambda np, array: [
        np.interp(array(x), array(LEVELS[:n]), array(f[:n]), **ends)
        for x in (onp.linspace(-4, 9, 40).reshape(5, 8), LEVELS, onp.array([onp.nan, onp.inf, -onp.inf]), 1.5)
        for n in (1, 2, 6)
        for f in (LEVELS**2, onp.array([1, onp.inf, onp.inf, onp.nan, -onp.inf, 0.5]), LEVELS * 1j)
        for ends in ({}, {"left": -3}, {"left": 0.5, "right": 2.0})
    ],
    "nan moments": lambda np, array: [
        getattr(np, f)(array(x), axis, keepdims=True)
        for f in ("nanmean", "nanvar", "nanstd", "nanmax", "nanmin", "nansum", "nanprod")
        for x in (HOLES, HOLES.astype("f4"), PLACES)
        for axis in (0, -1 if x.ndim > 1 else 0)
    ],
    "nan moments of all": lambda np, array: [
        getattr(np, f)(array(HOLES)) for f in ("nanmean", "nanvar", "nanstd", "nanmax", "nanmin", "nanmedian")
    ],
    "nan moments of some": lambda np, array: [
        getattr(np, f)(array(HOLES), 0, where=array(MASK)) for f in ("nanmean", "nanvar", "nanstd", "nansum")
    ],
    "nan moments of complex numbers": lambda np, array: [
        getattr(np, f)(array(onp.where(MASK[:2], C, onp.nan)), 0) for f in ("nanmean", "nanvar")
    ],
    "nanvar corrected": lambda np, array: (
        np.nanvar(array(HOLES), 0, ddof=2), np.nanstd(array(HOLES), 0, correction=1)
    ),
    "nanmean of a dtype": lambda np, array: np.nanmean(array(HOLES), 0, dtype="f4"),
    "moments of some": lambda np, array: [
        getattr(np, f)(array(x), 1, where=array(MASK), keepdims=k)
        for f in ("mean", "var", "std")
        for x in (A[:3], A[:3].astype("f4"), A[:3].astype("f2"), (A[:3] * 9).astype(int))
        for k in (False, True)
    ],
    "moments of some, corrected": lambda np, array: (
        np.var(array(A[:3]), 0, ddof=1, where=array(MASK)), np.std(array(A), where=[True, False, True, True])
    ),
    "moments about a mean": lambda np, array: [
        getattr(np, f)(array(x), 1, mean=np.mean(array(x), axis=1, keepdims=True), keepdims=k, ddof=1)
        for f in ("var", "std")
        for x in (A, A.astype("f4"), (A * 9).astype(int), C)
        for k in (False, True)
    ],
    "moments of some about a mean": lambda np, array: np.var(array(A[:3]), mean=array(0.25), where=array(MASK)),
    "insert and delete": lambda np, array: (np.insert(array(V), 1, 5), np.delete(array(A), 1, 0)),
    "ediff1d": lambda np, array: np.ediff1d(array(V), to_begin=0, to_end=[1, 2]),
    "kron": lambda np, array: np.kron(array(A), array(V)),
    "cross": lambda np, array: np.cross(array(A[:, :3]), array(A[:, 1:])),
    "ptp": lambda np, array: np.ptp(array(A), 0),
}  # fmt: skip


def same(ours: Any, theirs: Any) -> None:
    if isinstance(theirs, tuple | list):
        assert len(ours) == len(theirs)
        for a, b in zip(ours, theirs, strict=True):
            same(a, b)
        return
    assert ours.dtype == theirs.dtype
    assert isinstance(ours, np.ndarray) == isinstance(theirs, onp.ndarray)
    close = {"e": 2e-3, "f": 1e-6, "F": 1e-6}.get(theirs.dtype.char, 1e-13)
    onp.testing.assert_allclose(ours, theirs, rtol=close, atol=close / 10, strict=isinstance(theirs, onp.ndarray))
    if theirs.dtype.kind == "f":
        onp.testing.assert_array_equal(onp.signbit(ours), onp.signbit(theirs))


@pytest.mark.parametrize("name", VALUES)
def test_values_and_types_are_numpys(name: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of empty slices and too few elements
        theirs = VALUES[name](onp, onp.array)
        ours = VALUES[name](np, np.array)
    same(ours, theirs)


@pytest.mark.parametrize("turn", [1, 1j])
@pytest.mark.parametrize("levels", [[0.0], [onp.nan], [1, 2], [0, 1, 3], [-onp.inf, 0, 2], [-1, 0, onp.inf], [0, 1, 1]])
def test_a_compiled_interpolation_is_numpys_whatever_lies_beside(levels: list[float], turn: complex) -> None:
    compiled = dusk.compile(lambda x, levels, heights: np.interp(x, levels, heights))
    x, xp = onp.array([-onp.inf, -3, -0.5, 0, 0.5, 1, 2, 3, onp.inf, onp.nan]), onp.array(levels)
    for heights in itertools.product([0.0, -0.0, -2.0, onp.inf, onp.nan], repeat=len(levels)):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            fp = onp.array(heights) if turn == 1 else onp.array(heights) * turn
            ours, theirs = onp.asarray(compiled(*map(np.array, (x, xp, fp)))), onp.interp(x, xp, fp)
        assert ours.dtype == theirs.dtype
        for a, b in ((ours.real, theirs.real), (ours.imag, theirs.imag)):
            onp.testing.assert_allclose(a, b, rtol=1e-13)
            onp.testing.assert_array_equal(onp.signbit(a[a == a]), onp.signbit(b[b == b]))


W3 = onp.array([True, False, True, True])
DIFFERENTIABLE: dict[str, tuple[Callable[..., Any], Sequence[Any]]] = {
    "diagonal": (lambda a: np.diagonal(a[:3], 1) ** 2, [A]),
    "trace": (lambda a: np.trace(a @ a, 1), [A]),
    "diag": (lambda a: np.diag(np.diag(a)) @ a, [A]),
    "repeat": (lambda a: np.repeat(a, [1, 0, 2, 3]) ** 2, [V]),
    "repeat all": (lambda a: np.repeat(a, 2, 0) ** 2, [A]),
    "bincount": (lambda w: np.bincount(PLACES, w) ** 2, [V]),
    "inner": (np.inner, [A, A]),
    "vdot": (np.vdot, [A, A]),
    "vecdot": (np.vecdot, [A, V]),
    "matvec": (np.matvec, [A, V]),
    "vecmat": (np.vecmat, [V, A]),
    "divmod": (lambda a, b: np.divmod(a, b)[1] ** 2, [V, P]),
    "modf": (lambda a: np.modf(a * 3)[0] ** 2, [V]),
    "degrees": (lambda a: np.degrees(np.radians(a) ** 2), [V]),
    "round": (lambda a: np.round(a, 1) * a, [V]),
    "take beyond": (lambda a: np.take(a, [5, -1], mode="wrap") ** 2, [V]),
    "compress": (lambda a: np.compress([True, False, True], a) ** 2, [V]),
    "choose": (lambda a, b: np.choose([0, 1, 0, 1], [a, b]) ** 2, [V, P]),
    "histogram": (lambda w: np.histogram(V, 3, weights=w)[0] ** 2, [P]),
    "interp": (lambda a, p, f: np.interp(a, np.cumsum(p), f, left=a[0]) ** 2, [3 * V, P, A[0]]),
    "ediff1d": (lambda a: np.ediff1d(a) ** 2, [V]),
    "insert": (lambda a: np.insert(a, 1, a[0] ** 2), [V]),
    "delete": (lambda a: np.delete(a, 1) ** 2, [V]),
    "kron": (np.kron, [V, A]),
    "cross": (np.cross, [A[:, :3], A[:, 1:]]),
    "put_along_axis": (lambda a: put(a * 1, a[:, :1] ** 2), [A]),
    "unwrap": (lambda a: np.unwrap(a * 5) ** 2, [V]),
    **{
        f: (lambda a, f=f: getattr(np, f)(a * onp.array([1, onp.nan, 1, 1]), 0) * a[0], [A])
        for f in ("nanmean", "nanvar", "nanstd", "nanmax", "nanmin", "nansum", "nanprod", "nanmedian", "nancumsum")
    },
    **{
        f"{f} of some": (lambda a, f=f: getattr(np, f)(a, where=W3) * a, [V])
        for f in ("mean", "var", "std", "nanmean", "nanstd")
    },
}


def put(a: Any, values: Any) -> Any:
    np.put_along_axis(a, onp.arange(4)[:, None], values, 1)
    return a


@pytest.mark.parametrize("name", DIFFERENTIABLE)
def test_gradients_of_first_and_second_order_are_those_of_differences(name: str) -> None:
    function, args = DIFFERENTIABLE[name]
    if name.startswith("nan") and "some" not in name:
        inner = function
        function = lambda a: inner(a)[onp.array([0, 2, 3])]  # noqa: E731 - the column of NaN has no gradient
    check_grads(function, args, order=2)


COMPILED = [name for name in DIFFERENTIABLE if name not in ("bincount", "histogram", "insert")]


@pytest.mark.parametrize("name", COMPILED)
def test_calls_that_need_no_values_are_compiled(name: str) -> None:
    function, args = DIFFERENTIABLE[name]
    compiled = dusk.compile(function)
    with dusk.policy(fallback="refuse"):
        ours = compiled(*[np.array(a) for a in args])
    assert "imperative" not in str(compiled.explain())
    onp.testing.assert_allclose(ours, function(*[np.array(a) for a in args]), rtol=1e-12)


def test_nothing_is_written_through_a_diagonal() -> None:
    a = np.array(A)
    d = np.diagonal(a)
    with pytest.raises(ValueError, match="read-only"):
        d[0] = 1
    a[0, 0] = 7
    assert d[0] == 7


def test_bad_arguments_are_numpys_errors() -> None:
    for wrong in (
        lambda np: np.diagonal(np.ones(3)),
        lambda np: np.diagonal(np.ones((3, 3)), 0, 1, 1),
        lambda np: np.repeat(np.ones(3), -1),
        lambda np: np.repeat(np.ones(3), [1, 2]),
        lambda np: np.compress([[True]], np.ones(3)),
        lambda np: np.choose(np.array([0, 3]), [1, 2]),
        lambda np: np.choose(np.array([0, -1]), [1, 2]),
        lambda np: np.bincount(np.array([-1])),
        lambda np: np.bincount(np.array([1.5])),
        lambda np: np.bincount(np.array([1]), np.ones(2)),
        lambda np: np.vecdot(np.ones(2), np.ones(3)),
        lambda np: np.matvec(np.ones(2), np.ones(2)),
        lambda np: np.take(np.ones(0), [0], mode="clip"),
    ):
        with pytest.raises(Exception) as theirs:  # noqa: PT011 - whatever NumPy raises
            wrong(onp)
        with pytest.raises(theirs.type):
            wrong(np)
