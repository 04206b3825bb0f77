"""Floating-point errors: nobody is told of them who did not ask; who asks is told what NumPy tells."""

import warnings

import numpy as np
import pytest

import dusk
import dusk.numpy as dnp
from dusk.kernel import native

NATIVE = pytest.param("native", marks=pytest.mark.skipif(not native.available(), reason="no native code"))
CALLS = [
    "x / 0",
    "np.log(x - 1)",
    "np.exp(x * 1000)",
    "x // 0",
    "np.sqrt(-x).sum()",
    "1 / (x - 1)",
    "(x - x) / (x - x)",
    "x.astype('f4') * np.float32(1e38) * np.float32(1e3)",
    "np.divide(x, 0, out=np.ones(len(x)))",
    "np.nanmean(x * np.nan)",
    "np.arccos(x + 5)",
    "np.power(x * 0, -1.0)",
    "x[:2] / 0",
]


@pytest.fixture(params=["auto", "interpreter", NATIVE], autouse=True)
def tier(request):
    with dusk.config.using(tier=request.param):
        yield request.param


def outcome(numpy, text, size, settings):
    """What is raised or called or warned of while a call is made and looked at."""
    told = []
    x = numpy.arange(1.0, size + 1)
    numpy.seterrcall(lambda kind, flag: told.append(kind))
    with warnings.catch_warnings(record=True) as caught, numpy.errstate(**settings):
        warnings.simplefilter("always")
        try:
            np.asarray(eval(text, {"np": numpy, "x": x}))
        except FloatingPointError as error:
            return str(error).partition(" (in ")[0]  # which op, and its line
    return [*told, *(str(w.message) for w in caught if "encountered" in str(w.message))]


@pytest.mark.parametrize("size", [3, 3000])
@pytest.mark.parametrize("text", CALLS)
def test_what_is_asked_for_is_told_as_numpy_tells_it(text, size):
    for settings in ({"all": "raise"}, {"all": "call"}, {"all": "warn"}, {"all": "ignore"}, {"divide": "warn"},
                     {"divide": "raise", "invalid": "ignore"}):  # fmt: skip
        ours, theirs = outcome(dnp, text, size, settings), outcome(np, text, size, settings)
        silent = settings == {"divide": "warn"}  # of other kinds NumPy warns without being asked
        assert ours == theirs or (silent and set(theirs) <= set(ours))


@pytest.mark.parametrize("size", [3, 3000])
def test_nobody_who_did_not_ask_is_told_of_what_is_recorded(size):
    x = dnp.arange(1.0, size + 1)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        np.asarray(dnp.log(x / 0 - np.inf) + dnp.exp(x * 1000))
        old = dnp.seterr(all="ignore")
        dnp.seterr(**old)
        np.asarray(x / 0)
        with dnp.errstate(divide="warn"):
            with dnp.errstate(divide="ignore"):
                np.asarray(x / 0)
            with pytest.raises(RuntimeWarning):
                x / 0
        np.asarray(x / 0)
