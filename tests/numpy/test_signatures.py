"""Every function takes what NumPy's takes: the same parameters in the same order, of the same kinds and defaults."""

import inspect

import numpy as np
import pytest

import dusk.numpy as dnp

SPACES = {
    "": (np, dnp),
    "linalg.": (np.linalg, dnp.linalg),
    "fft.": (np.fft, dnp.fft),
    "random.": (np.random, dnp.random),
}
MORE = {"argsort": {"descending"}, "sort": {"descending"}, "fft.fftfreq": {"dtype"}, "fft.rfftfreq": {"dtype"}}
"""What the array API asks for beside NumPy's parameters."""
NAMED = {"clip"}  # the array API calls the limits `min` and `max`, NumPy by position `a_min` and `a_max`


def parameters(function):
    """Names, kinds and defaults; None where a function does not tell."""
    try:
        told = inspect.signature(function).parameters.values()
    except ValueError:
        return None
    return [(p.name, p.kind.name, "" if p.default is p.empty else repr(p.default)) for p in told]


@pytest.mark.parametrize("space", SPACES)
def test_functions_have_numpys_parameters(space):
    theirs, ours = SPACES[space]
    names = [n for n in theirs.__all__ if inspect.isroutine(f := getattr(theirs, n)) or isinstance(f, np.ufunc)]
    assert len(names) > 15
    different = {}
    for name in names:
        expected, found = parameters(getattr(theirs, name)), parameters(getattr(ours, name))
        if expected is not None and name not in NAMED:
            more = MORE.get(space + name, set())
            found = found and [p for p in found if not (p[0] in more and p[1] == "KEYWORD_ONLY" and p[2])]
            if found != expected:
                different[name] = found, expected
    assert not different


def test_limits_of_clip_have_numpys_names_and_the_array_apis():
    x = dnp.arange(6.0)
    for call in (lambda: dnp.clip(x, 1, 4), lambda: dnp.clip(x, a_min=1, a_max=4), lambda: dnp.clip(x, min=1, max=4),
                 lambda: x.clip(1, 4), lambda: x.clip(max=4, min=1)):  # fmt: skip
        np.testing.assert_array_equal(call(), [1, 1, 2, 3, 4, 4])
    np.testing.assert_array_equal(dnp.clip(x, max=2), [0, 1, 2, 2, 2, 2])
    np.testing.assert_array_equal(dnp.clip(x, 3, None), [3, 3, 3, 3, 4, 5])
    with pytest.raises(TypeError, match="min"):
        dnp.clip(x, 1, 4, min=2)
    with pytest.raises(ValueError, match="min"):
        dnp.clip(x, 1, 4, a_min=2)
