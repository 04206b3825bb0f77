"""Numbers beside integers, and written to arrays: what does not fit is refused as NumPy refuses it, at the call."""

import numpy
import pytest

import dusk
import dusk.numpy as dnp

NUMBERS = (1, 2, 3, -16, 300, 2**70, -(2**63) - 1, 2**63, 10**400, 1)
BESIDE = {
    "*": lambda np, x, n: x * n,
    "- of": lambda np, x, n: n - x,
    "add": lambda np, x, n: np.add(x, n),
    "maximum": lambda np, x, n: np.maximum(n, x),
    "==": lambda np, x, n: x == n,
    "!=": lambda np, x, n: n != x,
    "<": lambda np, x, n: x < n,
    ">= of": lambda np, x, n: n >= x,
    "greater": lambda np, x, n: np.greater(x, n),
    "where": lambda np, x, n: np.where(x > 1, x, n % 2**40),
    "where that": lambda np, x, n: np.where(n, x, x),
    "logical_and": lambda np, x, n: np.logical_and(x, n),
    "logical_xor of": lambda np, x, n: np.logical_xor(n, x),
}


@pytest.mark.parametrize("dtype", ["bool", "uint8", "int8", "uint32", "int64", "uint64", "float32"])
@pytest.mark.parametrize("where", ["interpreter", "native", "auto"])
@pytest.mark.parametrize("name", BESIDE)
def test_a_number_that_does_not_fit_is_refused_by_its_own_call_and_compared_by_value(name, where, dtype):
    with dusk.config.using(tier=where):
        for n in NUMBERS * 2:
            theirs = numpy.array([0, 2, 4]).astype(dtype)
            mine = dnp.array(theirs)
            try:
                expected = BESIDE[name](numpy, theirs, n)
            except (OverflowError, TypeError) as error:
                with pytest.raises(type(error)):
                    BESIDE[name](dnp, mine, n)
                continue
            found = BESIDE[name](dnp, mine, n)
            assert found.dtype == expected.dtype
            assert found.tolist() == expected.tolist()


WRITERS = {
    "putmask": lambda np, x, v: np.putmask(x, np.array([True, False, True]), v),
    "copyto": lambda np, x, v: np.copyto(x, v),
    "copyto unsafe": lambda np, x, v: np.copyto(x, v, casting="unsafe"),
    "place": lambda np, x, v: np.place(x, np.array([True, False, True]), [v]),
    "put": lambda np, x, v: np.put(x, [0], v),
    "fill": lambda np, x, v: x.fill(v),
    "element": lambda np, x, v: x.__setitem__(0, v),
    "slice": lambda np, x, v: x.__setitem__(slice(None), v),
    "mask": lambda np, x, v: x.__setitem__(np.array([True, False, True]), v),
    "index": lambda np, x, v: x.__setitem__([0], v),
    "list": lambda np, x, v: x.__setitem__(slice(None), [v] * 3),
    "flat": lambda np, x, v: setattr(x, "flat", v),
    "diagonal": lambda np, x, v: np.fill_diagonal(x.reshape(1, 3), v),
    "along": lambda np, x, v: np.put_along_axis(x, np.array([1]), v, 0),
    "full": lambda np, x, v: np.full_like(x, v)[0],
}
ODD = [1j, numpy.complex64(1 + 1j), 1.5, numpy.float64(2.5), 300, -1, numpy.int64(300), float("nan"), True]


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("where", ["auto", "interpreter"])
@pytest.mark.parametrize("dtype", ["f8", "f4", "i4", "u1", "?"])
@pytest.mark.parametrize("name", WRITERS)
def test_numbers_that_are_none_of_the_dtype_are_refused_where_numpy_refuses_them(name, dtype, where):
    with dusk.config.using(tier=where):
        for value in ODD:
            mine, theirs = dnp.ones(3, dtype), numpy.ones(3, dtype)
            try:
                WRITERS[name](numpy, theirs, value)
            except (TypeError, ValueError, OverflowError) as error:
                with pytest.raises(type(error)):
                    WRITERS[name](dnp, mine, value)
                continue
            WRITERS[name](dnp, mine, value)
            if value == value:  # what NaN is as an integer is no number
                assert mine.tolist() == theirs.tolist(), value
