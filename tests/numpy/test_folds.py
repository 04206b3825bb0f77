"""The methods of universal functions: values, dtypes and errors are NumPy's, on any axes, in Dusk, with gradients."""

import warnings
from collections.abc import Callable
from typing import Any

import numpy as onp
import pytest

import dusk
import dusk.numpy as np
from dusk.testing import check_grads
from numpy_oracle import equal, same_error

FLOATS = ("add", "subtract", "multiply", "divide", "maximum", "fmin", "hypot", "logaddexp", "arctan2")
WHOLE = ("add", "subtract", "minimum", "bitwise_and", "bitwise_xor", "gcd")
TRUTHS = ("logical_and", "logical_or", "logical_xor", "maximum")
rng = onp.random.default_rng(0)
X = {
    "f8": rng.uniform(0.5, 2, (3, 4, 5)),
    "f4": rng.uniform(0.5, 2, (3, 4)).astype("f4"),
    "i8": rng.integers(1, 9, (3, 4, 2)),
    "u1": rng.integers(1, 9, (3, 4)).astype("u1"),
    "?": rng.random((3, 4)) < 0.6,
    "c16": rng.standard_normal((3, 2)) + 1j * rng.standard_normal((3, 2)),
}
CASES = [
    *((name, "f8") for name in FLOATS[:-1]),  # NumPy's arctan2.reduce is not what it says
    *((name, "i8") for name in WHOLE),
    *(("add", "f4"), ("maximum", "f4"), ("add", "u1"), ("bitwise_and", "u1")),
    *((name, "?") for name in TRUTHS),
    *((name, "c16") for name in ("subtract", "multiply")),
    ("divide", "i8"),
    ("logical_and", "f8"),
    ("logical_xor", "i8"),
]


def both(program: Callable[[Any], Any], native: bool = True) -> None:
    """A program gives what it gives under NumPy; `native`: without leaving Dusk."""
    before = dusk.stats()["fallbacks"]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        equal(program(np), program(onp), exact=False)
    assert not native or dusk.stats()["fallbacks"] == before


@pytest.mark.parametrize(("name", "kind"), CASES)
def test_running_results(name: str, kind: str, tier: str) -> None:
    x = X[kind]
    both(lambda np: [getattr(np, name).accumulate(np.array(x), axis) for axis in range(-1, x.ndim - 1)])
    both(lambda np: getattr(np, name).accumulate(np.array(x)[:0]))


@pytest.mark.parametrize(("name", "kind"), CASES)
def test_what_is_left(name: str, kind: str, tier: str) -> None:
    x = X[kind]
    both(lambda np: [getattr(np, name).reduce(np.array(x), axis) for axis in range(-1, x.ndim)])
    both(lambda np: getattr(np, name).reduce(np.array(x), 1, keepdims=True))
    if getattr(onp, name).identity is not None and name not in ("subtract", "divide"):
        both(lambda np: getattr(np, name).reduce(np.array(x), (0, 1)))
        both(lambda np: getattr(np, name).reduce(np.array(x), axis=None))
        both(lambda np: getattr(np, name).reduce(np.array(x), 0, where=np.array(x > 1)))
    if name not in ("logical_and", "logical_or"):
        both(lambda np: getattr(np, name).reduce(np.array(x), 1, initial=x.dtype.type(1)))


@pytest.mark.parametrize(("name", "kind"), CASES)
def test_what_is_left_between_indices(name: str, kind: str, tier: str) -> None:
    x = X[kind]
    both(lambda np: getattr(np, name).reduceat(np.array(x), [0, 2, 1, 1]))
    both(lambda np: getattr(np, name).reduceat(np.array(x), np.array([1, 0]), axis=-1))


KEYS: dict[str, Any] = {
    "places": onp.array([0, 2, 0, 0]),
    "places of two axes": (onp.array([0, 1, 0, 1]), onp.array([1, 1, 1, 0])),
    "a slice": slice(1, None),
    "a mask": onp.array([True, False, True]),
    "negative": [-1, -1],
    "a slice and places": (slice(None), [0, 0, 1]),
}


@pytest.mark.parametrize(("name", "kind"), [case for case in CASES if case[0] != "logical_and" and case[1] != "c16"])
def test_in_place_at_indices(name: str, kind: str, tier: str) -> None:
    def program(np: Any) -> Any:
        found: list[Any] = []
        for key in KEYS.values():
            x = np.array(X[kind])
            view, f = x[::-1], getattr(np, name)
            shape = onp.shape(X[kind][key])
            values = rng_of(shape).integers(1, 5, shape).astype(X[kind].dtype)
            f.at(x, np.array(key) if isinstance(key, onp.ndarray) else key, np.array(values))
            f.at(view, key, X[kind].dtype.type(2))
            found += [x, view]
        return found

    both(program, native=(name, kind) not in {("divide", "i8"), ("logical_xor", "i8")})


def rng_of(shape: Any) -> onp.random.Generator:
    return onp.random.default_rng(len(shape))


def test_dtypes_and_out() -> None:
    both(lambda np: np.maximum.accumulate(np.array(X["u1"]), dtype="f4"))
    both(lambda np: np.add.accumulate(np.array(X["u1"]), 1, "i2"))
    both(lambda np: np.add.reduce(np.array(X["u1"]), 1, "f4"))
    both(lambda np: np.multiply.reduce(np.array(X["?"]), 0))

    def out(np: Any) -> Any:
        a, b = np.zeros(4), np.zeros((3, 4))
        np.hypot.reduce(np.array(X["f4"]), 0, out=a)
        np.fmax.accumulate(np.array(X["f4"]), 1, out=b)
        return a, b, np.add.outer(np.array(X["f4"]), np.arange(3.0)), np.hypot.outer(np.arange(2.0), 3.0)

    both(out)


def test_what_only_numpy_does() -> None:
    both(lambda np: np.greater.reduce(np.array(X["?"])), native=False)

    def unary(np: Any) -> Any:
        x = np.arange(4.0)
        np.negative.at(x, [1, 1, 2])
        y = np.arange(4)
        np.multiply.at(y, [1, 2], 2.5)
        return x, y

    both(unary, native=False)


WRONG: dict[str, Callable[[Any], Any]] = {
    "several axes in no order": lambda np: np.subtract.reduce(np.ones((2, 2)), (0, 1)),
    "no axis": lambda np: np.hypot.reduce(np.ones((2, 2)), 2),
    "an empty one": lambda np: np.arctan2.reduce(np.ones((0, 2))),
    "no array": lambda np: np.maximum.accumulate(np.array(1.0)),
    "one operand": lambda np: np.negative.reduce(np.ones(2)),
    "indices beyond": lambda np: np.add.reduceat(np.ones(3), [0, 3]),
    "places beyond": lambda np: np.multiply.at(np.ones(3), [3], 2.0),
    "another shape": lambda np: np.multiply.at(np.ones(3), [1, 2], np.ones(3)),
    "a mask and no identity": lambda np: np.maximum.reduce(np.ones(3), where=[True, False, True]),
}


@pytest.mark.parametrize("name", WRONG)
def test_errors_are_numpys(name: str) -> None:
    same_error(WRONG[name])


V = onp.array([0.45, 1.15, 0.83, 1.31, 0.62])


@pytest.mark.parametrize("name", FLOATS)
def test_gradients(name: str) -> None:
    x = onp.stack([V, V[::-1] + 0.05])

    def at(x: Any, y: Any) -> Any:
        z = x * 1
        getattr(np, name).at(z, (slice(None), [0, 3, 0, 0]), y[:4])
        return (z * z).sum()

    f = getattr(np, name)
    check_grads(lambda x: (f.accumulate(x, 1) ** 2).sum(), [np.array(x)], order=2)
    check_grads(lambda x: (f.reduce(x, 1) ** 2).sum(), [np.array(x)])
    check_grads(lambda x: (f.reduceat(x, [0, 3, 1], 1) ** 2).sum(), [np.array(x)])
    check_grads(at, [np.array(x), np.array(V + 0.1)])


def test_ties_of_running_extremes_are_split() -> None:
    x = np.array([1.0, 1.0, 0.5])
    assert dusk.grad(lambda x: np.maximum.accumulate(x)[2])(x).tolist() == [0.5, 0.5, 0]
    with dusk.config.using(ties="first"):
        assert dusk.grad(lambda x: np.maximum.accumulate(x)[2])(x).tolist() == [1, 0, 0]


def test_a_compiled_function_is_one_program() -> None:
    f = dusk.compile(lambda x: np.maximum.accumulate(x, 1) + np.hypot.reduce(x, 1)[:, None])
    x = onp.stack([V, V[::-1]])
    expected = onp.maximum.accumulate(x, 1) + onp.hypot.reduce(x, 1)[:, None]
    onp.testing.assert_allclose(onp.array(f(np.array(x))), expected, 1e-14)
    assert f.explain().startswith("compiled")


@pytest.mark.parametrize("name", ["mean", "var", "std"])
@pytest.mark.parametrize("sizes", [(4, 5), (4, 1), (1, 5), (5,), (1,), ()], ids=str)
@pytest.mark.parametrize("axis", [None, 0, -1, (0, 1)], ids=str)
def test_moments_of_what_a_mask_of_fewer_elements_chooses(name: str, sizes: Any, axis: Any, tier: str) -> None:
    x, mask = X["f8"][0], rng.random(sizes) < 0.7
    both(lambda np: getattr(np, name)(np.array(x), axis, where=np.array(mask)))
    both(lambda np: getattr(np, name)(np.array(x), axis, where=np.array(mask), keepdims=True))


@pytest.mark.parametrize("axis", [0, 1])
def test_a_mask_of_more_elements_is_refused(axis: int) -> None:
    for shape, sizes in (((1, 3), (2, 3)), ((3, 1), (3, 2)), ((2, 3), (1, 2, 3))):
        x, mask = onp.ones(shape), onp.ones(sizes, bool)
        same_error(lambda np, x=x, mask=mask: np.mean(np.array(x), axis, where=np.array(mask)))
