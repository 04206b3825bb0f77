"""NumPy's Python functions on Dusk's arrays, what is NumPy's own, and the array API's keywords."""

import pickle
from typing import Any

import numpy
import pytest

import dusk
import dusk.numpy as dnp
from dusk import ops
from numpy_oracle import same


def test_functions_are_pickled_by_name() -> None:
    for function in (dnp.cov, dnp.sum, dnp.sort, dnp.add, dnp.linalg.norm):
        assert pickle.loads(pickle.dumps(function)) is function


def test_numpys_python_functions_are_differentiated_and_compiled() -> None:
    x = dnp.array([3.0, 1.0, 2.5, 7.0])
    functions = {
        "median": dnp.median,
        "gradient": lambda x: (dnp.gradient(x) ** 2).sum(),
        "cov": lambda x: dnp.cov(x, x[::-1])[0, 1],
        "kron": lambda x: dnp.kron(x, x).sum(),
        "percentile": lambda x: dnp.percentile(x, 30),
        "interp": lambda x: dnp.interp(2.0, dnp.arange(4.0), x),
        "norm": dnp.linalg.norm,
    }
    before = dusk.stats()["fallbacks"]
    for function in functions.values():
        dusk.testing.check_grads(function, (x,))
    assert dusk.stats()["fallbacks"] == before
    compiled = dusk.compile(lambda x: dnp.trapezoid(x, dx=0.5) + dnp.kron(x, x).sum())
    assert float(compiled(x)) == numpy.trapezoid(x.numpy(), dx=0.5) + numpy.kron(x.numpy(), x.numpy()).sum()


def test_what_is_not_of_numbers_is_numpys() -> None:
    days = numpy.array(["2026-01-01", "2026-01-03"], "M8[D]")
    assert dnp.diff(days) == numpy.diff(days)
    assert list(dnp.outer(numpy.array(["a", "b"], object), [1, 2])[1]) == ["b", "bb"]
    masked = numpy.ma.masked_equal([1, 2, 3], 2)
    assert isinstance(dnp.concatenate([masked, masked]), numpy.ma.MaskedArray)
    assert dnp.asanyarray(masked) is masked
    with pytest.raises(TypeError, match="MaskedArray cannot take part"):
        ops.add(dnp.arange(3), masked)


def test_the_array_apis_keywords_are_understood() -> None:
    assert dnp.__array_api_version__ == "2024.12"
    x = dnp.asarray([3, 1, 2], device="cpu")
    assert dnp.asarray(x, copy=True) is not x and dnp.asarray(x) is x and x.to_device("cpu") is x
    assert dnp.zeros(2, dtype=None).dtype == dnp.empty(2, dtype=None).dtype == numpy.float64
    assert dnp.sort(x, descending=True).tolist() == [3, 2, 1]
    assert dnp.argsort(dnp.array([3, 1, 2, 3]), descending=True).tolist() == [0, 3, 2, 1]
    with pytest.raises(ValueError, match="gpu"):
        dnp.zeros(2, device="gpu")
    with pytest.raises(ValueError, match="copy"):
        dnp.asarray([1, 2], copy=False)


def test_a_truth_value_is_a_mask_of_no_dimensions() -> None:
    def program(np: Any) -> Any:
        x, y = np.array(5), np.arange(3)
        z = x[np.array(True)], x[np.array(False)], y[np.array(True)]
        x[np.array(True)] = 7
        y[np.array(False)] = 7
        return [*z, x, y]

    same(program)
