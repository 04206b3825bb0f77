"""docs/coverage.md says what is so; the functions it tells of give what NumPy gives, and their gradients are right."""

import warnings
from typing import Any

import numpy
import pytest

import coverage_page
import dusk
import dusk.numpy as dnp
import numpy_samples
from dusk.kernel import native

TRIED = [name for name in numpy_samples.names() if name not in numpy_samples.UNTRIED]
SMOOTH = [line.split("|")[1].strip() for line in coverage_page.PAGE.read_text("utf-8").splitlines() if "| yes |" in line
          and line.split("|")[3].strip() == "yes"]  # fmt: skip
STATEFUL = ("empty", "empty_like", "frompyfunc", "nested_iters", "fromiter", "get_include")


def alike(ours: Any, theirs: Any) -> bool:
    if isinstance(theirs, tuple | list):
        return len(ours) == len(theirs) and all(map(alike, ours, theirs))
    if isinstance(theirs, numpy.ndarray | numpy.generic):
        a = numpy.asarray(ours)
        same_type = a.dtype == theirs.dtype and a.shape == theirs.shape
        return same_type and (a.dtype.kind not in "fc" or numpy.allclose(a, theirs, 1e-12, 1e-14, equal_nan=True))
    return type(ours) is type(theirs) and (ours == theirs or callable(theirs) or hasattr(theirs, "__enter__"))


@pytest.mark.parametrize("name", [name for name in TRIED if name not in STATEFUL])
def test_a_function_gives_what_numpy_gives(name: str, tier: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        assert alike(numpy_samples.call(name, dnp), numpy_samples.call(name, numpy))


@pytest.mark.parametrize("name", SMOOTH)
def test_gradients_are_those_of_finite_differences(name: str) -> None:
    data, operands = numpy_samples.data(dnp), coverage_page.used(name)

    def loss(*given: Any) -> Any:
        return coverage_page.total(numpy_samples.call(name, dnp, **dict(zip(operands, given, strict=True))))

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        dusk.testing.check_grads(loss, [data[x] for x in operands], order=2)


def test_every_function_is_tried() -> None:
    untried = {name for name in numpy_samples.names() if numpy_samples.expression(name) is None}
    assert untried == {name for name in numpy_samples.UNTRIED if name in numpy_samples.names()}
    assert not set(numpy_samples.UNTRIED) - set(numpy_samples.names())


@pytest.mark.skipif(not native.available(), reason="the page is of native code")
def test_the_page_is_up_to_date() -> None:
    wanted = coverage_page.PAGE.read_text("utf-8")
    assert coverage_page.page(coverage_page.rows()) == wanted, "docs/coverage.md is out of date: run `make coverage`"
