"""NumPy's assertions on arrays of Dusk's."""

from typing import Any

import pytest

import dusk.numpy as np

EQUAL: list[Any] = ["equal", "almost_equal", "allclose", "array_equal", "array_almost_equal", "array_almost_equal_nulp"]


@pytest.mark.parametrize("name", EQUAL)
def test_assertions_take_arrays_and_tell_them_apart(name: str) -> None:
    check = getattr(np.testing, f"assert_{name}")
    x = np.arange(6.0).reshape(2, 3) * 1.5
    check(x, x.copy())
    check(x[0, 1], 1.5)
    with pytest.raises(AssertionError):
        check(x, x + 1)


def test_arrays_in_lists_and_dictionaries_are_compared_too() -> None:
    x = np.arange(3.0)
    np.testing.assert_equal({"a": [x, 1], "b": (x,)}, {"a": [x.copy(), 1], "b": (x + 0,)})
    with pytest.raises(AssertionError):
        np.testing.assert_equal([x, 1], [x + 1, 1])
    with np.testing.assert_raises(ValueError):
        raise ValueError
    assert np.testing.assert_equal.__name__ == "assert_equal"
