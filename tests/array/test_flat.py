"""`x.flat` is NumPy's: an iterator that can be indexed and written, and an array-like."""

from typing import Any

import numpy
import pytest

import dusk
import dusk.numpy as dnp
from numpy_oracle import same, same_error


def grid(np: Any) -> Any:
    return np.arange(12.0).reshape(3, 4)


def written(np: Any, key: Any, value: Any, transposed: bool) -> Any:
    a = grid(np)
    b = a.T if transposed else a
    b.flat[key] = value
    return a, b


@pytest.mark.parametrize("transposed", [False, True])
@pytest.mark.parametrize(
    ("key", "value"),
    [
        (5, -1),
        (-1, 2.5),
        (slice(None, None, 5), 9),
        (slice(2, 8), [1.0, 2.0]),
        (slice(0, 2), [1.0, 2.0, 3.0]),
        ([0, 3, 3], [7.0, 8.0, 9.0]),
        (slice(None), 0),
        (slice(None), numpy.arange(12.0)),
    ],
)
def test_a_write_reaches_the_array(key: Any, value: Any, transposed: bool, tier: str) -> None:
    same(lambda np: written(np, key, value, transposed))


@pytest.mark.parametrize(
    "program",
    [
        lambda np: [
            grid(np).flat[5],
            grid(np).T.flat[1],
            grid(np).flat[2:7:2],
            grid(np).flat[[0, -1]],
            grid(np).flat[...],
        ],
        lambda np: [list(grid(np).T.flat), sum(grid(np).flat), len(grid(np).flat), max(grid(np).flat)],
        lambda np: [np.array(grid(np).flat), np.asarray(grid(np).T.flat), np.bincount(grid(np).astype(int).flat)],
        lambda np: [np.sum(grid(np).flat), grid(np).flat.copy(), np.array(3.0).flat[0]],
    ],
)
def test_elements_are_read_in_order(program: Any) -> None:
    same(program)


def test_the_iterator_knows_where_it_is() -> None:
    def program(np: Any) -> Any:
        flat = grid(np).flat
        next(flat)
        next(flat)
        return flat.index, flat.coords, flat.base, list(flat), list(flat)

    same(program)


def test_the_attribute_is_assigned_to() -> None:
    def program(np: Any) -> Any:
        a, b = grid(np), grid(np)
        a.flat = 4
        b.T.flat = [1, 2, 3]
        return a, b

    same(program)


def test_what_is_read_is_a_copy() -> None:
    a = grid(dnp)
    part = a.flat[:3]
    part += 1
    assert float(a[0, 0]) == 0


@pytest.mark.parametrize("window", [slice(None, None, -1), slice(None, None, 2), slice(1, 4), slice(2, 3)])
def test_as_an_array_it_is_a_view_only_where_the_elements_lie_together(window: slice) -> None:
    def program(np: Any) -> Any:
        a = np.arange(6.0)[window]
        elements = np.asarray(a.flat)
        a[...] = 7
        return elements

    same(program)


def test_gradients_flow_through_it() -> None:
    def f(x: Any) -> Any:
        y = dnp.zeros((2, 2))
        y.flat[1:3] = x * x
        return (dnp.array(y.flat) * dnp.arange(4.0)).sum() + y.T.flat[1]

    numpy.testing.assert_allclose(dusk.grad(f)(dnp.array([1.0, 2.0])), [2.0, 12.0])


def test_an_index_outside_is_numpys_error() -> None:
    same_error(lambda np: grid(np).flat[12])
    same_error(lambda np: grid(np).flat.__setitem__(12, 0))
