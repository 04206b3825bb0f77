"""NumPy as the oracle: a program run in both namespaces must give the same values, types and errors."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import dusk.numpy as dnp
from dusk.record import Handle

Program = Callable[[Any], Any]


def same(program: Program, exact: bool = True) -> Any:
    """Run `program(namespace)` under NumPy and under Dusk and compare what it returns; gives Dusk's result."""
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        expected = program(np)
    found = program(dnp)
    equal(found, expected, exact)
    return found


def same_class(found: Any, expected: Any) -> bool:
    """Whether two values are of one class to who asks by `==`: that of elements of float64 is Dusk's own."""
    classes = [type(found), type(expected)]
    return classes[0] == classes[1]


def equal(found: Any, expected: Any, exact: bool = True) -> None:
    """Whether a result of Dusk is NumPy's: structure, scalar or array, shape, dtype, values."""
    if isinstance(expected, list | tuple):
        assert len(found) == len(expected)
        for f, e in zip(found, expected, strict=True):
            equal(f, e, exact)
        return
    if isinstance(expected, dict):
        assert list(found) == list(expected)
        for key, value in expected.items():
            equal(found[key], value, exact)
        return
    if isinstance(expected, np.ndarray | np.generic):
        assert found.shape == expected.shape, f"shape {found.shape}, NumPy's {expected.shape}"
        assert found.dtype == expected.dtype, f"dtype {found.dtype}, NumPy's {expected.dtype}"
        assert isinstance(found, np.generic) == isinstance(expected, np.generic), f"{type(found)}, not {type(expected)}"
        values = np.array(found)
        if expected.dtype.kind not in "fc" or exact:
            np.testing.assert_array_equal(values, expected)
        else:
            np.testing.assert_allclose(values, expected, rtol=64 * np.finfo(expected.dtype).eps, atol=1e-300)
        return
    assert not isinstance(found, Handle), f"an array of Dusk where NumPy gives {expected!r}"
    assert same_class(found, expected), f"{type(found)}, not {type(expected)}"
    assert found == expected


def same_error(program: Program) -> tuple[Exception, Exception]:
    """Run a program that fails under both: the same exception type. Gives Dusk's exception, then NumPy's."""
    with pytest.raises(Exception) as theirs:  # noqa: PT011 - NumPy says which
        program(np)
    kind = type(theirs.value)
    while kind.__module__.startswith("numpy._"):  # NumPy's private subclasses of TypeError
        kind = kind.__base__
    with pytest.raises(kind) as ours:
        program(dnp)
    return ours.value, theirs.value
